"""The named strategies: each plays in its own way, and some play better."""

import random
from collections import Counter
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets.core.chance import WORD
from paydays_widgets.core.game import Decide
from paydays_widgets.games.zahltag import bots, reading
from paydays_widgets.games.zahltag.bots import STRATEGIES
from paydays_widgets.games.zahltag.engine import LIMIT, ZAHLTAG
from paydays_widgets.games.zahltag.events import ContractAwarded, ContractShared, IdleEquipmentPaid
from paydays_widgets.games.zahltag.moves import Bid, Take
from paydays_widgets.games.zahltag.rules import PRESETS, Rules
from paydays_widgets.games.zahltag.state import State, View, covers
from paydays_widgets.lab.contest import Contest
from tests.games.playing import bots_play, meetings
from tests.games.zahltag.positions import cards, position

NAMES = list(STRATEGIES)
LUCK = [0, 1, WORD // 3, WORD // 2, WORD - 1]


def seen(state: State) -> View:
    return ZAHLTAG.view(state, 0)


def choice(strategy: str, state: State, luck: int = 0) -> str:
    """Return what a strategy does on the first seat."""
    return str(STRATEGIES[strategy](seen(state), luck))


def bids(hands: list[str], offer: str) -> State:
    return position(hands, offer=offer, phase="bid")


# --- all of them ------------------------------------------------------------------------------


@cache
def decisions() -> list[tuple[State, View]]:
    """Collect decisions of games in which strategies meet: position, and what the seat sees."""
    luck = random.Random(7)
    found = []
    for seed in range(12):
        kinds = luck.choices(NAMES, k=luck.choice([2, 3, 4]))
        rules = PRESETS[luck.choice(list(PRESETS))]
        for step in bots_play("zahltag", kinds, seed, rules).branch.steps:
            turn = ZAHLTAG.turn(step.state)
            if isinstance(turn, Decide):
                found += [(step.state, ZAHLTAG.view(step.state, seat)) for seat in turn.seats]
    return found


def test_no_strategy_but_random_takes_a_thirteenth_card() -> None:
    full = position(
        ["FFFWWWCCCXXX", "FWCX", "FWCX"], rules=Rules(over_limit="fine_players"), phase="change"
    )
    takes = {
        name
        for name, choose in STRATEGIES.items()
        for luck in LUCK
        if isinstance(choose(seen(full), luck), Take)
    }
    assert takes == {"random_legal"}


# --- each of them -----------------------------------------------------------------------------


def test_random_legal_draws_lots() -> None:
    state = bids(["FFWW", "FFWW"], "FFWW")
    drawn = [choice("random_legal", state, luck) for luck in (0, WORD // 2, WORD - 1)]
    assert drawn == ["1 bid 00", "1 bid 4", "1 bid 8"]


def test_cost_plus_asks_a_million_a_card_and_one_more_whoever_is_there() -> None:
    assert choice("cost_plus", bids(["FFWW", "FFWW"], "FFWW")) == "1 bid 5"
    assert choice("cost_plus", bids(["FFWW", "C"], "FFWW")) == "1 bid 5"
    assert choice("cost_plus", bids(["FFWW", "FW"], "FW")) == "1 bid 3"
    assert choice("cost_plus", bids(["FFWWCX", "FW"], "FFWCX")) == "1 bid 6"
    assert choice("cost_plus", bids(["FFW", "FFWW"], "FFWW")) == "1 bid 00"


def test_cost_plus_keeps_its_own_books_and_does_not_see_that_small_hands_are_free() -> None:
    state = position(["FFWWWCCXX", "FFWWCCXXXX"])  # the smallest other hand has ten cards
    assert choice("cost_plus", state) == "1 discard worker"
    assert choice("undercutter", state) == "1 keep"


def test_lean_crew_comes_down_to_five_cards_and_no_further() -> None:
    # Without the second excavator it can still build all that it could with five of the rest.
    assert choice("lean_crew", position(["FWWCXX", "FFWWCCXX"])) == "1 discard excavator"
    assert choice("lean_crew", position(["FFWCX", "FFWWCCXX"])) == "1 keep"
    assert choice("lean_crew", position(["FFWC", "FFWWCCXX"])) == "1 take excavator"
    assert choice("lean_crew", position(["WWWWW", "FFWWCCXX"])) == "1 exchange worker crane"


def test_lean_crew_has_one_price() -> None:
    assert choice("lean_crew", bids(["FFWCX", "FFWC"], "FFWC")) == "1 bid 4"
    assert choice("lean_crew", bids(["FFWCX", "FFWC"], "FW")) == "1 bid 4"


def test_hoarder_takes_while_there_is_room_then_only_exchanges() -> None:
    assert choice("hoarder", position(["FFWWCCX", "FW"])) == "1 take excavator"
    assert choice("hoarder", position(["FFFFFFFFFFFF", "FW"])) == "1 exchange foreman excavator"
    assert choice("hoarder", position(["FFWWWCCXXX", "FW"], left=["WW", ""])) != "1 discard worker"
    assert choice("hoarder", position(["FFFWWWCCCXXX", "FW"])) == "1 keep"
    assert choice("hoarder", bids(["FFWWCC", "FFWW"], "FFWW")) == "1 bid 4"


def test_undercutter_asks_the_most_when_the_cards_are_nowhere_else() -> None:
    one_crane_elsewhere = ["FWCCXX", "FFWWCXX", "FWWWWXX"]
    state = bids(one_crane_elsewhere, "CCXX")
    assert reading.rivals_able(seen(state)) == ()
    assert choice("undercutter", state) == "1 bid 8"


def test_undercutter_asks_the_most_when_the_other_hands_are_too_small() -> None:
    state = bids(["CCXX", "CCX", "CXX"], "CCXX")
    assert reading.rivals_able(seen(state)) == ()
    assert choice("undercutter", state) == "1 bid 8"


def test_undercutter_asks_the_most_where_a_rival_is_hardly_able() -> None:
    state = bids(["CCXX", "FFWCX", "FWCXX"], "CCXX")
    assert reading.rivals_able(seen(state)) == (1, 2)  # either could hold both cranes
    assert max(reading.chance_able(seen(state), seat) for seat in (1, 2)) < 0.07
    assert choice("undercutter", state) == "1 bid 8"


def test_undercutter_asks_less_than_cost_plus_where_a_rival_is_likely_able() -> None:
    state = bids(["FFWWC", "FFWWC", "FFWWC"], "FFW")
    assert choice("undercutter", state) == "1 bid 3"
    assert choice("cost_plus", state) == "1 bid 4"


def test_undercutter_asks_the_price_that_brings_most_by_its_guess() -> None:
    view = seen(bids(["FFWC", "FFWC"], "FWC"))  # the one rival is sure to be able
    thirds = dict.fromkeys((3, 4, 5), 1 / 3)
    brings = {
        amount: found.alone * amount + found.tied * (amount - 2)
        for amount in range(1, 9)
        for found in [reading.odds(view, amount, thirds)]
    }
    assert [round(3 * brings[n]) for n in (2, 3, 4, 5, 6)] == [6, 7, 6, 3, 0]
    assert str(STRATEGIES["undercutter"](view, 0)) == "1 bid 3"


def test_undercutter_asks_less_where_a_contract_spares_wages() -> None:
    hands, past = ["FFWWCXX", "FFWCX", "FWCX"], (5, 5, 5, 5)
    due = position(hands, offer="FFW", phase="bid", since=8, past=past)  # the last one is next
    assert reading.wages_spared(seen(due)) == 3
    assert choice("undercutter", due) == "1 bid 3"
    none_left = position(hands, offer="FFW", phase="bid", past=(*past, 5))
    assert reading.wages_spared(seen(none_left)) == 0
    assert choice("undercutter", none_left) == "1 bid 8"


def test_undercutter_does_not_count_equipment_at_work() -> None:
    state = position(
        ["CCXX", "FWWWXX", "FFWWW"], left=["", "CC", ""], phase="bid", offer="CCXX", active=2
    )
    assert choice("undercutter", state) == "1 bid 8"


def test_undercutter_knows_the_one_other_hand() -> None:
    able = bids(["FFWC", "FFWWC"], "FFWC")
    unable = bids(["FFWC", "FFWWXX"], "FFWC")
    assert choice("undercutter", able) == "1 bid 4"
    assert choice("undercutter", unable) == "1 bid 8"


def test_undercutter_passes_where_it_cannot_build() -> None:
    assert choice("undercutter", bids(["FFW", "XX"], "FFWC")) == "1 bid 00"


def test_patient_bidder_never_asks_less_than_five() -> None:
    assert choice("patient_bidder", bids(["FFWW", "FW"], "FW")) == "1 bid 5"
    assert choice("patient_bidder", bids(["FFWW", "FFWW"], "FFWW")) == "1 bid 7"
    assert choice("patient_bidder", bids(["FFWWCX", "FW"], "FFWCX")) == "1 bid 8"


def test_mixed_bidder_is_sure_of_its_price_only_where_it_is_sure_of_the_rivals() -> None:
    alone = bids(["FFWW", "FFWX"], "FFWW")
    certain = bids(["FFWW", "FFWW"], "FFWW")
    assert {choice("mixed_bidder", alone, luck) for luck in LUCK} == {"1 bid 8"}
    assert {choice("mixed_bidder", certain, luck) for luck in LUCK} == {"1 bid 2"}


def test_mixed_bidder_spreads_its_price_where_a_rival_may_be_able() -> None:
    state = bids(["FFWW", "FFCX", "WWCX"], "FW")
    likely = [reading.chance_able(seen(state), seat) for seat in (1, 2)]
    assert all(0.5 < each < 1 for each in likely)
    drawn = [choice("mixed_bidder", state, luck * (WORD // 8)) for luck in range(8)]
    amounts = [int(each.split()[-1]) for each in drawn]
    assert amounts == sorted(amounts)
    lowest = 2 + 6 * (1 - likely[0]) * (1 - likely[1])
    assert amounts[0] == round(lowest)
    assert choice("mixed_bidder", state, WORD - 1) == "1 bid 8"


@pytest.mark.thorough
def test_each_strategy_holds_what_its_idea_asks_for() -> None:
    """Where equipment is concerned, no two of them think alike."""
    views = [view for _, view in decisions() if view.turn.prompt in {"adjust", "change"}]  # type: ignore[union-attr]
    for one, other in combinations([name for name in NAMES if name != "random_legal"], 2):
        alike = sum(STRATEGIES[one](view, 0) == STRATEGIES[other](view, 0) for view in views)
        assert alike < 0.85 * len(views), (one, other)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "random_legal"])
def test_before_the_last_payday_nobody_takes_a_card_and_what_costs_is_given_up(name: str) -> None:
    """Nine contracts in a row: the payday comes after this change, and with it the end."""
    end: dict[str, Any] = {"past": (5, 5, 5, 5), "since": 9}
    assert choice(name, position(["FFWWCCX", "FWC", "FWCX"], **end)).startswith("1 discard")
    assert " take " not in choice(name, position(["FW", "FWC", "FWCX"], **end))


# --- reading a view ---------------------------------------------------------------------------


def test_the_open_table_has_no_hand_to_think_with() -> None:
    state = bids(["FFWW", "FFWW"], "FFWW")
    with pytest.raises(ValueError, match="the open table"):
        bots.undercutter(ZAHLTAG.view(state, None), 0)


def test_the_unseen_cards_are_those_of_the_other_hands() -> None:
    for state, view in decisions():
        hands = [state.firms[seat].hand for seat in reading.rivals(view)]
        assert reading.unseen(view) == tuple(map(sum, zip(*hands, strict=True)))
        assert reading.owned(view) <= LIMIT + 1


def test_a_rival_that_can_bid_is_never_overlooked_and_between_two_seats_none_is_imagined() -> None:
    bidding = [(state, view) for state, view in decisions() if state.phase == "bid"]
    assert len(bidding) > 500
    for state, view in bidding:
        could = reading.rivals_able(view)
        needs = reading.needs(view)
        rivals = reading.rivals(view)
        can = [seat for seat in rivals if covers(state.firms[seat].hand, needs)]
        assert set(can) <= set(could)
        if len(rivals) == 1:
            assert tuple(can) == could
        for seat in rivals:
            assert (reading.chance_able(view, seat) > 0) == (seat in could)


@pytest.mark.parametrize(
    ("there", "size", "needs"),
    [
        ("FFWWCX", 3, "FW"),
        ("FFFWWCCXX", 5, "FWCX"),
        ("WWWWX", 2, "WWX"),
        ("FWCX", 4, "FWCX"),
        ("FWCX", 0, "F"),
    ],
)
def test_the_share_of_hands_that_suffice_is_that_of_all_hands_laid_out(
    there: str, size: int, needs: str
) -> None:
    hands = ["".join(hand) for hand in combinations(there, size)]
    enough = [covers(cards(hand), cards(needs)) for hand in hands]
    share = reading.share_of_hands(cards(there), size, cards(needs))
    assert share == sum(enough) / len(hands)


def test_the_outlook_is_what_the_rules_bring_on_average() -> None:
    """A payday comes as its share of the pile says; forced ones, and none in a row, included."""
    first = seen(position(["FW", "FW"]))
    assert reading.outlook(first, 0) == (0, 0)
    assert reading.outlook(first, 1) == (32 / 38, 6 / 38)
    contracts, paydays = reading.outlook(first, 2)
    assert contracts + paydays == pytest.approx(2)
    assert paydays == pytest.approx(6 / 38 + 32 / 38 * 6 / 37)  # none right after a payday
    forced = seen(position(["FW", "FW"], since=8))
    assert reading.outlook(forced, 2) == (1, 1)
    only_paydays = seen(position(["FW", "FW"], past=(8, 8, 8), since=8, pile=[]))
    assert reading.outlook(only_paydays, 9) == (0, 2)


def test_the_outlook_ends_with_the_game() -> None:
    last = seen(position(["FW", "FW"], past=(5, 5, 5, 5), since=7))
    contracts, paydays = reading.outlook(last, 9)
    assert paydays == pytest.approx(1)
    assert 0 < contracts < 1


@pytest.mark.parametrize(
    ("active", "out", "turns"), [(0, (), 5), (1, (), 4), (2, (), 3), (0, (1,), 3), (2, (1,), 2)]
)
def test_cards_at_work_miss_the_turns_until_they_are_home(
    active: int, out: tuple[int, ...], turns: int
) -> None:
    """From an award in a seat's own turn among three, five turns: see two-turns-at-work."""
    hands = ["FW", "" if 1 in out else "FW", "FW"]
    view = seen(position(hands, active=active, out=out, offer="FW", phase="bid"))
    assert reading.turns_at_work(view) == turns


def test_the_odds_of_a_bid_are_those_of_all_that_the_rivals_may_do() -> None:
    view = seen(bids(["FFWW", "FFCX", "WWCX"], "FW"))
    asked = {2: 0.25, 3: 0.5, 5: 0.25}
    able = [reading.chance_able(view, seat) for seat in (1, 2)]
    one, other = [{**{n: p * each for n, p in asked.items()}, 9: 1 - each} for each in able]
    for amount in range(1, 9):
        alone = tied = 0.0
        for a, b in product(one, other):
            chance = one[a] * other[b]
            alone += chance * (min(a, b) > amount)
            tied += chance * (min(a, b) == amount)
        assert reading.odds(view, amount, asked) == pytest.approx((alone, tied))


def test_contracts_ahead_are_those_not_seen_yet() -> None:
    for state, view in decisions():
        ahead = reading.contracts_ahead(view)
        assert ahead == tuple(state.deck.contracts[number - 1] for number in state.pile)


def test_a_bid_up_to_an_amount_is_a_legal_one() -> None:
    view = seen(bids(["FFWW", "FFWW"], "FFWW"))
    assert reading.bid_up_to(view, 4.5) == Bid(0, 4)
    assert reading.bid_up_to(view, 99) == Bid(0, 8)
    assert reading.bid_up_to(view, 0) == Bid(0, 1)
    dear = replace(view, legal=(Bid(0, 0), Bid(0, 10), Bid(0, 30)))
    assert reading.bid_up_to(dear, 4) == Bid(0, 10)


# --- against each other -----------------------------------------------------------------------


class Scores:
    """The results of strategies that met, each on each seat with the luck of each seed."""

    def __init__(self, kinds: list[str], seeds: int) -> None:
        self.money, self.wins, self.contracts, self.shared, self.wages = (
            Counter[str]() for _ in range(5)
        )
        for seated, table in meetings("zahltag", kinds, seeds):
            first_place = ZAHLTAG.standing(table.state).ranking[0]
            for seat, kind in enumerate(seated):
                self.money[kind] += table.state.firms[seat].money
                self.wins[kind] += first_place == (seat,)
            for step in table.branch.steps:
                match step.event:
                    case ContractAwarded(seat=seat) | ContractShared(seat=seat):
                        self.contracts[seated[seat]] += 1
                        self.shared[seated[seat]] += isinstance(step.event, ContractShared)
                    case IdleEquipmentPaid(dues=dues):
                        self.wages.update({seated[n]: due or 0 for n, due in enumerate(dues)})


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in NAMES if name != "random_legal"])
def test_every_strategy_beats_chance(name: str) -> None:
    """By a 95 % interval, in the place of one that draws lots, among three more."""
    contest = Contest([name, *["random_legal"] * 3], instead_of="random_legal", deals=10)
    gain = contest.play().gain
    assert gain is not None
    assert gain.low > 5


@pytest.mark.thorough
def test_undercutter_beats_cost_plus() -> None:
    scores = Scores(["undercutter", "cost_plus"], 16)
    assert scores.wins["undercutter"] >= 22
    assert scores.money["undercutter"] > 1.3 * scores.money["cost_plus"]


@pytest.mark.thorough
def test_a_lean_crew_saves_wages_and_a_hoard_wins_contracts() -> None:
    scores = Scores(["lean_crew", "hoarder", "cost_plus", "mixed_bidder"], 15)
    assert 2 * scores.wages["lean_crew"] < scores.wages["hoarder"]
    assert 2 * scores.contracts["lean_crew"] < scores.contracts["hoarder"]


@pytest.mark.thorough
def test_most_contracts_are_built_by_one_alone() -> None:
    """Each has prices of its own: at the tables of four, fewer than a third are shared."""
    scores = [
        Scores([*kinds], 1)
        for kinds in combinations([name for name in NAMES if name != "random_legal"], 4)
    ]
    contracts = sum(each.contracts.total() for each in scores)
    assert sum(each.shared.total() for each in scores) < contracts / 3
