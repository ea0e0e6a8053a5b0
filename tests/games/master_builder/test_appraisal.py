"""What a contract is worth, and by how much it was overpaid."""

import pytest

from paydays_widgets.games.master_builder.deck import default_deck
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.engine.building import staff
from paydays_widgets.games.master_builder.reading.appraisal import earnings, offer, reckon, worth
from paydays_widgets.games.master_builder.rules import Rules
from paydays_widgets.games.master_builder.state import Holding, State, View
from tests.games.master_builder.positions import naming, play, position

CONTRACTS = default_deck().contracts


def view(state: State) -> View:
    return MASTER_BUILDER.view(state, None)


@pytest.mark.parametrize(
    ("contract", "built", "crew", "then"),
    [
        (4, (), "AATT", (1, 2, 3, 4)),  # the walls
        (4, (), "AATTTT", (1, 2, 3, 4, 5, 6)),  # all in one phase
        (4, (), "AA", ()),  # no gable: it would not stand
        (4, (), "AT", (1, 3)),
        (4, (1, 3), "A", (1, 2, 3)),  # already begun, so one worker is enough
        (4, (1, 2, 3, 4), "T", (1, 2, 3, 4, 5)),
        (4, (1, 2, 3, 4), "A", (1, 2, 3, 4)),
        (8, (), "TF", (1, 3)),  # the foreman is kept for the gable
        (1, (), "TA", (1, 2)),
        (1, (1, 2, 3), "A", (1, 2, 3)),  # the second wall begins with its curtain
        (12, (), "MTT", (1, 3)),  # a section of two workers
        (12, (), "MT", ()),
        (4, (1, 2, 3, 4, 5, 6), "A", (1, 2, 3, 4, 5, 6)),
    ],
)
def test_the_phase_after_this_one_is_foreseen_as_the_rules_allow(
    contract: int, built: tuple[int, ...], crew: str, then: tuple[int, ...]
) -> None:
    hands = [(skill, 0) for skill in sorted("ATFM".index(letter) for letter in crew)]
    assert tuple(sorted((*built, *staff(CONTRACTS[contract - 1], built, hands)))) == then


def test_a_contract_is_worth_what_the_crew_can_make_of_it() -> None:
    state = naming(["AATT", "MMMM", "A", ""], [5], round=3)
    # walls and gables, but no foreman for two roofs: 60 - 2 x 20; a lone worker builds nothing
    found = [offer(view(state), seat, 5) for seat in range(4)]
    assert [each.brings for each in found] == [20, 60, 0, 0]
    assert [each.rounds for each in found] == [1, 2, 0, 0]


@pytest.mark.clause("MB-5-wages")
def test_the_wages_of_the_rounds_that_it_takes_are_taken_off() -> None:
    state = naming(["AATT", "MMMM", "A", ""], [5], round=3)
    bills = [builder.bill for builder in state.builders]
    assert bills[:2] == [8, 24]
    assert [worth(view(state), seat, 5) for seat in range(4)] == [20 - 8, 60 - 2 * 24, 0, 0]


@pytest.mark.clause("MB-5-wages")
def test_wages_that_other_work_takes_anyway_are_no_cost() -> None:
    state = naming(["AATTTT", "A"], [3], round=3, holdings=[{4: ()}, {}])
    free = naming(["AATTTT", "A"], [3], round=3)
    both = position(["AATTTT", "A"], round=3, holdings=[{4: (), 3: ()}, {}])
    assert offer(view(state), 0, 3).rounds == 1
    assert offer(view(free), 0, 3).rounds == 1
    assert offer(view(both), 0, 3).rounds == 1, "what is built of it does not count"


def test_in_the_last_round_there_is_one_phase_left() -> None:
    state = naming(["AATTTT", "AATT"], [4], round=6)
    assert [offer(view(state), seat, 4).brings for seat in (0, 1)] == [50, 10]


def test_workers_who_are_needed_elsewhere_make_it_worth_less() -> None:
    free = naming(["AATTTT", "A"], [3], round=6)
    busy = naming(["AATTTT", "A"], [3], round=6, holdings=[{4: ()}, {}])
    assert offer(view(free), 0, 3).brings == 45
    assert offer(view(busy), 0, 3).brings == 0


def test_the_reviews_take_a_share_of_the_income() -> None:
    rules = Rules(unfinished_penalty="20_percent_each")
    state = naming(["AATT", "A"], [5], round=3, rules=rules)
    assert offer(view(state), 0, 5).brings == 60 - 2 * 12


def test_with_many_contracts_the_nearest_to_its_end_comes_first() -> None:
    state = position(["T", "A"], phase="name", round=6)
    many = (*map(Holding, (5, 6, 8)), Holding(4, (1, 2, 3, 4, 5)))
    assert earnings(view(state), (1,), many, 1) == 50


def test_an_auction_is_looked_back_at() -> None:
    state = naming(["AATTFF", "AATTFF", "A"], [5, 4, 3], round=2, cash=[40, 15, 40])
    after = play(state, "1 name 5 12; 2 bid 15; 3 pass; 1 bid 20").state
    found = reckon(view(after), 0, 5, 20)
    assert [each.worth for each in found.seats] == [60 - 16, 60 - 16, 0]
    assert [each.purse for each in found.seats] == [40, 15, 40]
    assert [each.limit for each in found.seats] == [40, 15, 0]
    assert (found.surplus, found.enough, found.overpaid) == (24, 16, 4)


def test_where_no_rival_wants_it_the_cost_is_enough() -> None:
    state = naming(["AATTFF", "A"], [5], round=2)
    after = play(state, "1 name 5 18; 2 pass").state
    found = reckon(view(after), 0, 5, 18)
    assert (found.enough, found.overpaid) == (12, 6)


def test_a_bargain_is_not_overpaid() -> None:
    state = naming(["AATTFF", "AATTFF"], [5], round=2)
    after = play(state, "1 name 5 12; 2 pass").state
    found = reckon(view(after), 0, 5, 12)
    assert (found.enough, found.overpaid, found.surplus) == (41, 0, 32)


@pytest.mark.clause("MB-2-first-round")
def test_in_round_1_who_has_two_could_not_have_won() -> None:
    held = [{1: (), 2: ()}, {}, {}]
    state = naming(3, [4, 5, 6], round=1, holdings=held, active=1, mallet=1)
    after = play(state, "2 name 5 12; 3 pass").state
    found = reckon(view(after), 1, 5, 12)
    assert [each.could_win for each in found.seats] == [False, True, True]
