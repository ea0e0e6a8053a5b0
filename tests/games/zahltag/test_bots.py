"""The named strategies: they play by the rules, each in its own way, and some better."""

import inspect
import random
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from paydays_widgets.core.chance import WORD
from paydays_widgets.core.game import Decide, Over
from paydays_widgets.core.table import Player, Table
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.games.zahltag import bots, reading
from paydays_widgets.games.zahltag.bots import STRATEGIES, TITLES
from paydays_widgets.games.zahltag.deck import Deck
from paydays_widgets.games.zahltag.engine import LIMIT, ZAHLTAG
from paydays_widgets.games.zahltag.events import (
    ContractAwarded,
    ContractShared,
    Event,
    IdleEquipmentPaid,
)
from paydays_widgets.games.zahltag.moves import Bid, Move, Take
from paydays_widgets.games.zahltag.rules import PRESETS, Rules
from paydays_widgets.games.zahltag.state import Cards, State, View
from tests.games.zahltag.positions import cards, position, start

ZahltagTable: TypeAlias = Table[State, Move, Event, View, Rules, Deck]
NAMES = list(STRATEGIES)
LUCK = [0, 1, WORD // 3, WORD // 2, WORD - 1]


def played(kinds: list[str], seed: int, preset: str = "teaching") -> ZahltagTable:
    """Play a whole game; the table refuses an illegal choice."""
    players = [Player(kind, kind) for kind in kinds]
    table: ZahltagTable = Table(
        ZAHLTAG, players, rules=PRESETS[preset], seed=seed, strategies=STRATEGIES
    )
    while table.advance():
        pass
    return table


def views(state: State) -> Iterator[View]:
    """Give the views of those who have to decide."""
    turn = ZAHLTAG.turn(state)
    if isinstance(turn, Decide):
        for seat in turn.seats:
            yield ZAHLTAG.view(state, seat)


def seen(state: State) -> View:
    return ZAHLTAG.view(state, 0)


def choice(strategy: str, state: State, luck: int = 0) -> str:
    """Give what a strategy does on the first seat."""
    return str(STRATEGIES[strategy](seen(state), luck))


def bids(hands: list[str], offer: str) -> State:
    return position(hands, offer=offer, phase="bid")


# --- all of them ------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_strategy_plays_whole_games_by_the_rules(preset: str, seats: int) -> None:
    for seed in range(3):
        for first in range(len(NAMES)):
            kinds = (NAMES + NAMES)[first : first + seats]
            table = played(kinds, seed, preset)
            assert isinstance(table.turn, Over), (kinds, seed)


def some_positions(games: int) -> list[State]:
    """Collect positions of games in which the strategies meet, decisions only."""
    luck = random.Random(7)
    found = []
    for seed in range(games):
        kinds = luck.choices(NAMES, k=luck.choice([2, 3, 4]))
        steps = played(kinds, seed, luck.choice(list(PRESETS))).line.steps
        found += [each.state for each in steps if isinstance(ZAHLTAG.turn(each.state), Decide)]
    return found


POSITIONS = some_positions(12)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_strategy_has_a_legal_answer_to_every_prompt_whatever_the_luck(strategy: str) -> None:
    surplus = position(["FFFWWWCCCXXXX", "FWC"], phase="surplus", rules=PRESETS["de"])
    prompts = set()
    for state in [*POSITIONS[::7], surplus, start(3, PRESETS["de"]), start(3, PRESETS["fr"])]:
        for view in views(state):
            assert isinstance(view.turn, Decide)
            prompts.add(view.turn.prompt)
            for luck in LUCK:
                assert STRATEGIES[strategy](view, luck) in view.legal
    assert prompts == {"adjust", "change", "surplus", "bid"}


@pytest.mark.parametrize("strategy", STRATEGIES.values(), ids=NAMES)
def test_a_strategy_is_given_a_view_and_a_draw_and_nothing_else(
    strategy: Callable[[View, int], Move],
) -> None:
    view, luck = inspect.signature(strategy).parameters.values()
    assert view.annotation is View
    assert luck.annotation is int


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_strategy_does_the_same_with_the_same_view_and_draw(strategy: str) -> None:
    choose = STRATEGIES[strategy]
    before = [choose(view, 12345) for state in POSITIONS[::7] for view in views(state)]
    reading.share_of_hands.cache_clear()
    again = [choose(view, 12345) for state in POSITIONS[::7] for view in views(state)]
    assert before == again


def test_only_two_strategies_ask_for_luck() -> None:
    lucky = {
        name
        for name, choose in STRATEGIES.items()
        for state in POSITIONS[::5]
        for view in views(state)
        if choose(view, 0) != choose(view, WORD - 1)
    }
    assert lucky == {"random_legal", "mixed_bidder"}


def test_a_strategy_says_its_idea_its_hope_and_its_weakness() -> None:
    assert list(TITLES) == NAMES
    for choose in STRATEGIES.values():
        doc = inspect.getdoc(choose) or ""
        for part in ("Idea: ", "Why it could win: ", "How it loses: "):
            assert doc.count(part) == 1
        assert len(inspect.getsource(choose).splitlines()) <= 35
    for title, idea in TITLES.values():
        for language in LANGUAGES:
            assert 0 < len(getattr(title, language)) <= 24
            assert getattr(idea, language).endswith(".")


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


def test_lean_crew_comes_down_to_five_cards_and_no_further() -> None:
    # Without the second excavator it can still build all that it could with five of the rest.
    assert choice("lean_crew", position(["FWWCXX", "FFWWCCXX"])) == "1 discard excavator"
    assert choice("lean_crew", position(["FFWCX", "FFWWCCXX"])) == "1 keep"
    assert choice("lean_crew", position(["FFWC", "FFWWCCXX"])) == "1 take excavator"
    assert choice("lean_crew", position(["WWWWW", "FFWWCCXX"])) == "1 exchange worker crane"
    assert choice("lean_crew", bids(["FFWCX", "FFWC"], "FFWC")) == "1 bid 5"


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


def test_undercutter_asks_less_than_cost_plus_when_a_rival_could_bid() -> None:
    state = bids(["CCXX", "FFWCX", "FWCXX"], "CCXX")
    assert reading.rivals_able(seen(state)) == (1, 2)  # either could hold both cranes
    assert choice("undercutter", state) == "1 bid 4"
    assert choice("cost_plus", state) == "1 bid 5"
    assert choice("undercutter", bids(["FFWC", "FFWC", "CXX"], "FC")) == "1 bid 3"


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
    assert choice("patient_bidder", bids(["FFWW", "FFWW"], "FFWW")) == "1 bid 6"
    assert choice("patient_bidder", bids(["FFWWCX", "FW"], "FFWCX")) == "1 bid 7"


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


def test_equipment_is_changed_by_what_it_is_worth_until_payday() -> None:
    for strategy in ("cost_plus", "undercutter", "patient_bidder", "mixed_bidder"):
        # A sixth worker serves no contract, and costs 1 M above the smallest other hand.
        assert choice(strategy, position(["FFWWWWWWCCXX", "FWCX"])) == "1 discard worker"
        # Below the smallest other hand a card is free.
        assert choice(strategy, position(["FWC", "FFWWCCXX"])) == "1 take excavator"


# --- reading a view ---------------------------------------------------------------------------


def test_the_open_table_has_no_hand_to_think_with() -> None:
    state = bids(["FFWW", "FFWW"], "FFWW")
    with pytest.raises(ValueError, match="the open table"):
        bots.undercutter(ZAHLTAG.view(state, None), 0)


def test_the_unseen_cards_are_those_of_the_other_hands() -> None:
    for state in POSITIONS:
        for view in views(state):
            hands = [state.firms[seat].hand for seat in reading.rivals(view)]
            assert reading.unseen(view) == tuple(map(sum, zip(*hands, strict=True)))
            assert reading.owned(view) <= LIMIT + 1


def test_a_rival_that_can_bid_is_never_overlooked_and_between_two_seats_none_is_imagined() -> None:
    checked = 0
    for state in POSITIONS:
        for view in views(state) if state.phase == "bid" else ():
            could = reading.rivals_able(view)
            needs = reading.needs(view)
            can = tuple(
                seat
                for seat in reading.rivals(view)
                if reading.covers(state.firms[seat].hand, needs)
            )
            assert set(can) <= set(could)
            if len(reading.rivals(view)) == 1:
                assert can == could
            for seat in reading.rivals(view):
                assert (reading.chance_able(view, seat) > 0) == (seat in could)
            checked += 1
    assert checked > 500


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
    enough = [reading.covers(cards(hand), cards(needs)) for hand in hands]
    share = reading.share_of_hands(cards(there), size, cards(needs))
    assert share == sum(enough) / len(hands)


def test_contracts_ahead_are_those_not_seen_yet() -> None:
    for state in POSITIONS[::5]:
        for view in views(state):
            ahead: tuple[Cards, ...] = reading.contracts_ahead(view)
            assert ahead == tuple(state.deck.contracts[number - 1] for number in state.pile)


def test_a_bid_up_to_an_amount_is_a_legal_one() -> None:
    view = seen(bids(["FFWW", "FFWW"], "FFWW"))
    assert reading.bid_up_to(view, 4.5) == Bid(0, 4)
    assert reading.bid_up_to(view, 99) == Bid(0, 8)
    assert reading.bid_up_to(view, 0) == Bid(0, 1)
    dear = replace(view, legal=(Bid(0, 0), Bid(0, 10), Bid(0, 30)))
    assert reading.bid_up_to(dear, 4) == Bid(0, 10)


# --- against each other -----------------------------------------------------------------------


class Score:
    """What a strategy came to in some games."""

    def __init__(self) -> None:
        self.games = self.money = self.wins = self.contracts = self.wages = 0


def tournament(kinds: list[str], seeds: int) -> dict[str, Score]:
    """Let strategies meet; each sits on each seat once with the luck of each seed."""
    scores = {kind: Score() for kind in kinds}
    for seed in range(seeds):
        for first in range(len(kinds)):
            seated = kinds[first:] + kinds[:first]
            table = played(seated, seed)
            first_place = ZAHLTAG.standing(table.state).ranking[0]
            for seat, kind in enumerate(seated):
                score = scores[kind]
                score.games += 1
                score.money += table.state.firms[seat].money
                score.wins += first_place == (seat,)
            for step in table.line.steps:
                match step.event:
                    case ContractAwarded(seat=seat) | ContractShared(seat=seat):
                        scores[seated[seat]].contracts += 1
                    case IdleEquipmentPaid(dues=dues):
                        for seat, due in enumerate(dues):
                            scores[seated[seat]].wages += due or 0
    return scores


def test_undercutter_beats_random_over_200_games() -> None:
    scores = tournament(["undercutter", "random_legal"], 100)
    one, other = scores["undercutter"], scores["random_legal"]
    assert one.games == 200
    assert one.wins >= 190
    assert one.money > 2 * other.money


def test_undercutter_beats_cost_plus() -> None:
    scores = tournament(["undercutter", "cost_plus"], 40)
    assert scores["undercutter"].wins >= 70
    assert scores["undercutter"].money > 1.4 * scores["cost_plus"].money


def test_a_lean_crew_saves_wages_and_a_hoard_wins_contracts() -> None:
    scores = tournament(["lean_crew", "hoarder", "cost_plus", "mixed_bidder"], 15)
    lean, hoard = scores["lean_crew"], scores["hoarder"]
    assert 2 * lean.wages < hoard.wages
    assert 2 * lean.contracts < hoard.contracts
