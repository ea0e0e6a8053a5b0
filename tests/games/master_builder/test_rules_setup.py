"""Setting up, rounds and phases, and who may act."""

from fractions import Fraction

import pytest

from paydays_widgets.core.chance import probability
from paydays_widgets.core.game import CHANCE, Chance, Decide, IllegalMove, Over, Settling
from paydays_widgets.games.master_builder import PRESETS, Rules
from paydays_widgets.games.master_builder.deck import default_deck
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.events import MalletDrawn, PhaseBegun, RoundBegun
from paydays_widgets.games.master_builder.moves import TurnUp
from tests.games.master_builder.positions import asked, begin, legal, play, position, refused


@pytest.mark.clause("MB-players")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mb_players_a_lot_decides_who_has_the_mallet(seats: int) -> None:
    state = MASTER_BUILDER.start(seats)
    assert MASTER_BUILDER.turn(state) == Chance("lot", 0, 0)
    outcomes = MASTER_BUILDER.outcomes(state)
    assert [str(each.move) for each in outcomes] == [f"* mallet {n + 1}" for n in range(seats)]
    assert probability(outcomes, outcomes[0].move) == Fraction(1, seats)
    after = play(state, "* mallet 2")
    assert after.the(MalletDrawn).seat == after.state.mallet == 1


@pytest.mark.clause("MB-players")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_mb_players_two_to_four_and_no_others(seats: int) -> None:
    with pytest.raises(ValueError, match=f"2–4 seats, not {seats}"):
        MASTER_BUILDER.start(seats)
    refusal = refused(begin(2), "3 hire master")
    assert (refusal.clause, refusal.reason) == ("MB-players", "no_seat")


@pytest.mark.clause("MB-money")
def test_mb_money_all_start_with_forty_thousand() -> None:
    books = MASTER_BUILDER.books(MASTER_BUILDER.start(2))
    assert books == {"cash:1": 40, "loan:1": 0, "cash:2": 40, "loan:2": 0, "left_over": 0}


@pytest.mark.clause("MB-workers")
def test_mb_workers_four_piles_by_skill_with_an_open_card_each() -> None:
    state = play(MASTER_BUILDER.start(3), "* mallet 1").state
    assert [len(pile.unseen) for pile in state.piles] == [10, 10, 10, 10]
    assert MASTER_BUILDER.turn(state) == Chance("deal", 0, 0)
    assert legal(state, 0) == {f"* worker {number}" for number in range(1, 11)}
    state = play(state, "* worker 7; * worker 13").state
    assert MASTER_BUILDER.turn(state) == Chance("deal", 0, 2)
    assert legal(state, 0) == {f"* worker {number}" for number in range(21, 31)}
    state = play(state, "* worker 30; * worker 31").state
    assert [pile.top for pile in state.piles] == [7, 13, 30, 31]
    view = MASTER_BUILDER.view(state, None)
    assert view.open == (7, 13, 30, 31)
    assert view.pile_sizes == (9, 9, 9, 9)


@pytest.mark.clause("MB-contracts")
@pytest.mark.parametrize(("seats", "pile"), [(2, 8), (3, 12), (4, 12)])
def test_mb_contracts_with_two_seats_four_stay_in_the_box_unseen(seats: int, pile: int) -> None:
    state = MASTER_BUILDER.start(seats)
    assert MASTER_BUILDER.view(state, 0).contracts_left == pile
    assert len(state.unseen) == 12  # any of them may come


@pytest.mark.clause("MB-contracts")
def test_mb_contracts_show_the_smallest_crew() -> None:
    crews = [contract.crew() for contract in default_deck().contracts]
    assert crews[11] == (2, 4, 0, 2)
    assert crews[9] == (0, 2, 2, 2)


@pytest.mark.clause("MB-contracts", "MB-2-reveal")
def test_mb_contracts_a_deck_too_small_for_round_1_is_refused() -> None:
    from msgspec.structs import replace

    deck = replace(default_deck(), contracts=default_deck().contracts[:6])
    with pytest.raises(ValueError, match="has 6 contracts; 2 seats need 7"):
        MASTER_BUILDER.start(2, None, deck)
    assert MASTER_BUILDER.start(4, None, deck).pile_size == 6


@pytest.mark.clause("MB-economy")
def test_mb_economy_each_card_is_as_likely_as_the_next() -> None:
    state = position(["A", "A"], phase="economy")
    outcomes = MASTER_BUILDER.outcomes(state)
    assert [each.weight for each in outcomes] == [3, 3, 3, 2]
    assert probability(outcomes, TurnUp(CHANCE, "economy", 4)) == Fraction(2, 11)
    left = play(state, "* economy 4").state.economy
    assert left == (3, 3, 3, 1)


@pytest.mark.clause("MB-events")
def test_mb_events_come_up_by_chance() -> None:
    state = position(["A", "A"], phase="event")
    assert MASTER_BUILDER.turn(state) == Chance("event", 2, 0)
    assert legal(state, 0) == {f"* event {number}" for number in range(1, 17)}


@pytest.mark.clause("MB-round")
def test_mb_round_five_phases_in_order_and_the_mallet_goes_left() -> None:
    state = position(["A", "A", "A"], mallet=2, pile=3)
    after = play(state, "3 pass; 1 pass; 2 pass; * economy 1; * contract 1")
    assert asked(after.state) == ("name", (3,))
    after = play(after.state, "3 pass; 1 pass; 2 pass; * event 16")
    assert [each.phase for each in after.all(PhaseBegun)] == [3, 4, 5, 1]
    begun = after.the(RoundBegun)
    assert (begun.seat, begun.round) == (0, 3)
    assert asked(after.state) == ("hire", (1,))


@pytest.mark.clause("MB-round")
def test_mb_round_out_of_turn() -> None:
    state = position(["A", "A"], mallet=1)
    refusal = refused(state, "1 pass")
    assert (refusal.clause, refusal.reason) == ("MB-round", "not_your_turn")
    assert refusal.facts == {"seat": 0, "active": 1}
    with pytest.raises(IllegalMove, match="1 pass: refused by MB-round, not_your_turn"):
        MASTER_BUILDER.unfold(state, MASTER_BUILDER.read("1 pass"))


@pytest.mark.clause("MB-round")
def test_mb_round_inside_a_move_nobody_may_act() -> None:
    state = position(["A", "A"], phase="event")
    for step in MASTER_BUILDER.unfold(state, MASTER_BUILDER.read("* event 16"))[:-1]:
        assert isinstance(MASTER_BUILDER.turn(step.state), Settling)
        refusal = refused(step.state, "1 pass")
        assert (refusal.clause, refusal.reason) == ("MB-round", "settling")


@pytest.mark.clause("MB-rounds-2-6")
def test_mb_rounds_2_6_six_rounds_and_five_economy_cards() -> None:
    state = begin(3)
    clauses = []
    economy = 0
    while not isinstance(MASTER_BUILDER.turn(state), Over):
        turn = MASTER_BUILDER.turn(state)
        by = turn.seats[0] if isinstance(turn, Decide) else CHANCE
        options = MASTER_BUILDER.legal(state, by)
        move = next((each for each in options if str(each).endswith("pass")), options[0])
        economy += state.phase == "economy"
        for step in MASTER_BUILDER.unfold(state, move):
            if isinstance(step.event, RoundBegun):
                clauses.append(step.event.clause)
            state = step.state
    assert clauses == ["MB-rounds-2-6"] * 5
    assert (state.round, economy) == (6, 5)


def test_what_chance_does_no_seat_can_do_and_the_other_way_round() -> None:
    state = MASTER_BUILDER.start(2)
    refusal = refused(state, "1 pass")
    assert (refusal.clause, refusal.reason) == ("MB-players", "chance_acts")
    refusal = refused(state, "* event 1")
    assert (refusal.clause, refusal.reason) == ("MB-players", "cannot_come")
    refusal = refused(position(["A", "A"]), "* event 1")
    assert (refusal.clause, refusal.reason) == ("MB-1-turns", "not_chance")
    refusal = refused(position(["A", "A"]), "1 bid 3")
    assert (refusal.clause, refusal.reason) == ("MB-1-turns", "wrong_phase")


def test_the_presets_are_the_rulebooks_and_the_reviews() -> None:
    assert PRESETS["rulebook"] == Rules()
    assert PRESETS["reviews"] == Rules(3, unfinished_penalty="20_percent_each")


def test_a_seat_sees_all_but_the_others_assignments() -> None:
    state = position(["AT", "AT"], phase="assign", holdings=[{3: ()}, {1: ()}])
    state = play(state, "1 assign 1 3.1; 2 assign 2 1.2").state
    own, others = MASTER_BUILDER.view(state, 0).builders
    assert own.jobs == state.builders[0].jobs
    assert (others.jobs, others.assigned) == (None, 1)
    assert MASTER_BUILDER.view(state, None).builders[0].jobs is None
