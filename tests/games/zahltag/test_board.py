"""The picture of the table, read as text."""

import re
from collections.abc import Callable
from functools import partial
from itertools import islice

import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE
from paydays_widgets.games.zahltag.board.drawings import drawing
from paydays_widgets.games.zahltag.board.headline import headline
from paydays_widgets.games.zahltag.deck import default_deck
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from paydays_widgets.games.zahltag.events import (
    BidsRevealed,
    ContractAwarded,
    ContractShared,
    EquipmentBroughtHome,
    Event,
    FinePaid,
    GameEnded,
    IdleEquipmentPaid,
    PaydayCounted,
    PaydayPutBack,
    SeatOut,
    ShareUnpayable,
)
from paydays_widgets.games.zahltag.moves import KINDS, Deal
from paydays_widgets.games.zahltag.rules import Rules
from paydays_widgets.games.zahltag.state import NO_CARDS, Firm, State
from tests import boards
from tests.games.zahltag.positions import contract, position

PACKAGE = "paydays_widgets.games.zahltag"


scene = partial(boards.scene, "zahltag")
draw = partial(boards.draw, "zahltag")
page = partial(boards.page, "zahltag")


def after(state: State, *script: str) -> Callable[[type[Event]], tuple[Event, State]]:
    """Play some moves, and return a function that finds the step of an event."""
    steps: list[tuple[Event, State]] = []
    for text in script:
        found = ZAHLTAG.unfold(state, ZAHLTAG.read(text))
        steps += [(step.event, step.state) for step in found]
        state = found[-1].state

    def step(kind: type[Event]) -> tuple[Event, State]:
        (at,) = [each for each in steps if isinstance(each[0], kind)]
        return at

    return step


CHANGE = position(["FFW", "CX", "W", "FX"], since=3, past=[4])
BID = position(["FFW", "FWC", "W", "FW"], phase="bid", offer="FW", since=3, past=[4])


@pytest.mark.clause("ZT-hidden")
def test_a_hand_that_is_hidden_is_drawn_as_backs() -> None:
    for past, state in islice(boards.steps("zahltag", 4, 5), 0, None, 9):
        drawn = draw(state, own=(0,), past=past)
        assert not [seat for seat in (2, 3, 4) if f"s{seat}-hand-" in drawn]


# --- what is said over the table --------------------------------------------------------------


@pytest.mark.clause("ZT-end", "ZT-end-tie", "ZT-out")
@pytest.mark.parametrize(
    ("past", "hands", "money", "told"),
    [
        ((5, 5, 5, 5), ["FW", "FWC"], [20, 20], "The fifth payday is past, and Anna has"),
        ((5, 5, 5, 5), ["FW", "FW"], [20, 20], "Money, cards and cards at work are all"),
        ((5,), ["FW", "FWC"], [20, 0], "All the others are out of the game."),
    ],
)
def test_the_headline_says_what_ended_the_game(
    past: tuple[int, ...], hands: list[str], money: list[int], told: str
) -> None:
    state = position(hands, past=past, since=8, money=money)
    event, over = after(state, "1 keep")(GameEnded)
    hint = page(over, event=event).key("head").words
    assert told in hint


@pytest.mark.clause("ZT-adjust", "ZT-2-change")
@pytest.mark.parametrize(
    ("state", "picked", "told"),
    [
        (
            position(["FW", "FW"]),
            "Swap it for another kind, or discard it on its own stack.",
            "“Take” adds a card. “Give” swaps one",
        ),
        (
            position(["FW", "FW"], phase="adjust", rules=Rules(adjust="one_round")),
            "Discard it on its own stack, or put it back.",
            "Take a card, tap one of yours to discard it, or keep them all.",
        ),
        (
            position(["FW", "FW"], phase="adjust", rules=Rules(adjust="one_round"), count=1),
            "",
            "Take a card, or keep them all.",
        ),
        (
            position(["FW", "FW"], phase="adjust", rules=Rules(adjust="one_round"), count=-1),
            "Discard it on its own stack, or put it back.",
            "Tap a card to discard it, or keep them all.",
        ),
    ],
)
def test_the_headline_offers_what_the_rules_allow(state: State, picked: str, told: str) -> None:
    hint = page(state, own=(0,)).key("head").words
    assert told in hint
    if picked:
        hint = page(state, own=(0,), picked="hand:worker").key("head").words
        assert picked in hint
    else:
        assert "hand:worker" not in draw(state, own=(0,))


def test_on_a_screen_of_ones_own_one_may_change_a_card_oneself() -> None:
    shared = scene(CHANGE, own=(0,))
    for mine, told in ((0, "You may change one card"), (1, "Anna may change one card")):
        alone = replace(shared, mine=mine, apart=True)
        assert headline(alone, None).prompt == told
    assert headline(replace(shared, mine=0), None).prompt == "Anna may change one card"


@pytest.mark.clause("ZT-adjust")
def test_before_the_first_turn_it_is_said_how_often_each_may_change_a_card() -> None:
    hint = page(position(["FW", "FW"], phase="adjust"), own=(0,)).key("head").words
    assert "each may change one card a round. Round 1 of 3." in hint


@pytest.mark.clause("ZT-bids", "ZT-4-bid")
def test_the_headline_says_what_a_payday_costs_or_that_there_is_only_a_pass() -> None:
    for seat, told in (
        (1, "A payday would cost you 2 M."),
        (2, "You can only pass: cards are missing."),
    ):
        assert told in page(BID, own=(seat,)).key("head").said


@pytest.mark.clause("ZT-2-change")
def test_the_headline_says_what_a_tap_on_the_hand_does_and_how_to_put_a_card_back() -> None:
    state = position(["FW", "FW"])
    hand = page(state, own=(0,))
    assert "“Give” swaps one of yours" in hand.key("head").words
    assert hand.key("s1-keep").said == "Keep the hand"
    picked = page(state, own=(0,), picked="hand:worker")
    back = picked.key("s1-keep")
    assert back.said == "Put it back"
    assert (back["data-do"], back["data-value"]) == ("pick", "")
    only = position(["FW", "FW"], phase="adjust", rules=Rules(adjust="one_round"), count=-1)
    assert "Tap a card to discard it" in page(only, own=(0,)).key("head").words


# --- taking, exchanging, discarding -----------------------------------------------------------


def test_a_stack_is_taken_from_by_clicking_it() -> None:
    seen = page(CHANGE, own=(0,))
    stack = seen.moves["1 take crane"]
    assert stack["data-key"] == "stack-crane"
    assert stack.label == "Crane stack, 9 left. Take one"
    assert seen.moves["1 keep"].words.strip() == "Keep the hand"


def test_an_empty_stack_is_shown_with_the_reason() -> None:
    state = replace(CHANGE, stacks=(5, 5, 0, 5))
    stack = page(state, own=(0,)).moves["1 take crane"]
    assert stack["aria-disabled"] == "true"
    assert stack["title"]
    assert "Empty" in stack.words


def test_a_hand_card_is_picked_up_and_then_put_down_exchanged_or_discarded() -> None:
    hand = page(CHANGE, own=(0,)).key("s1-hand-worker")
    assert (hand["data-do"], hand["data-value"]) == ("pick", "hand:worker")
    assert hand.label == "In your hand: 1 worker. Pick one up to swap or discard it"

    seen = page(CHANGE, own=(0,), picked="hand:worker")
    hand = seen.key("s1-hand-worker")
    assert (hand["data-do"], hand["data-value"], hand["aria-pressed"]) == ("pick", "", "true")
    assert seen.moves["1 discard worker"]["data-key"] == "stack-worker"
    assert seen.moves["1 exchange worker crane"]["data-key"] == "stack-crane"
    assert "1 take crane" not in seen.moves


@pytest.mark.parametrize("picked", ["hand:crane", "hand:", "nonsense", "hand:<b>"])
def test_what_is_not_in_hand_cannot_be_picked_up(picked: str) -> None:
    seen = page(CHANGE, own=(0,), picked=picked)
    assert "1 take crane" in seen.moves
    assert not [each for each in seen.elements if each["aria-pressed"]]
    assert picked not in seen.html or picked == "hand:"


@pytest.mark.clause("ZT-2-limit-how")
def test_a_surplus_card_is_discarded_from_the_hand_at_once() -> None:
    state = position(["FFFFWWWWCCCXX", "F"], phase="surplus", rules=Rules(over_limit="fine_bank"))
    seen = page(state, own=(0,))
    assert set(seen.moves) == {f"1 discard {kind}" for kind in KINDS}
    assert seen.moves["1 discard crane"]["data-key"] == "s1-hand-crane"


def test_only_acting_seats_play() -> None:
    assert not page(CHANGE, own=(0, 1), acting=()).moves
    assert not page(CHANGE, own=(1,), acting=(1,)).moves
    assert {move[0] for move in page(BID, own=(0, 1, 2, 3), acting=(1, 3)).moves} == {"2", "4"}


# --- bidding ----------------------------------------------------------------------------------


@pytest.mark.clause("ZT-bids")
def test_a_bid_is_one_of_eight_numbers_or_the_card_00() -> None:
    seen = page(BID, own=(1,))
    assert set(seen.moves) == {f"2 bid {n}" for n in ("00", 1, 2, 3, 4, 5, 6, 7, 8)}
    assert seen.key("s2-bids").said == "Your price in M 1 2 3 4 5 6 7 8 pass"
    assert seen.moves["2 bid 5"].label == "Bid 5\N{NO-BREAK SPACE}M"
    assert seen.moves["2 bid 00"].label == "Pass, with the card 00"


@pytest.mark.clause("ZT-4-bid")
def test_who_lacks_equipment_can_only_pass_and_reads_why() -> None:
    seen = page(BID, own=(2,))
    open_ = [move for move, each in seen.moves.items() if not each["aria-disabled"]]
    assert open_ == ["3 bid 00"]
    why = seen.moves["3 bid 5"]["title"]
    assert why in seen.key("s3-play").words


@pytest.mark.clause("ZT-hidden")
def test_a_sealed_bid_shows_its_amount_to_its_owner_only() -> None:
    state = ZAHLTAG.unfold(BID, ZAHLTAG.read("1 bid 7"))[-1].state
    state = ZAHLTAG.unfold(state, ZAHLTAG.read("2 bid 6"))[-1].state
    seen = page(state, own=(0,))
    assert (seen.key("s1-bid")["data-face"], seen.key("s1-bid").said) == ("sealed", "7 M")
    assert (seen.key("s2-bid")["data-face"], seen.key("s2-bid").words) == ("down", "")
    assert seen.key("s2-bid").label == "Ben has played a card, hidden"
    assert (seen.key("s4-bid")["data-face"], seen.key("s4-bid").words) == ("due", "bid?")


@pytest.mark.clause("ZT-hidden")
def test_a_sealed_bid_stays_hidden_where_all_hands_are_shown() -> None:
    state = ZAHLTAG.unfold(BID, ZAHLTAG.read("1 bid 7"))[-1].state
    bid = page(state, own=(0, 1, 2, 3)).key("s1-bid")
    assert (bid["data-face"], bid.words) == ("down", "")
    assert bid.label == "Anna has played a card, hidden"


@pytest.mark.clause("ZT-hidden")
def test_a_sealed_pass_is_told_to_its_owner_only() -> None:
    state = ZAHLTAG.unfold(BID, ZAHLTAG.read("1 bid 00"))[-1].state
    bid = page(state, own=(0,)).key("s1-bid")
    assert (bid.said, bid.label) == ("passes", "Anna has passed, hidden from the others")


@pytest.mark.clause("ZT-4-award")
def test_bids_turn_over_together_and_the_lowest_stands_out() -> None:
    step = after(BID, "1 bid 7", "2 bid 4", "3 bid 00", "4 bid 5")
    event, state = step(BidsRevealed)
    seen = page(state, own=(0,), event=event)
    bids = [seen.key(f"s{seat}-bid") for seat in range(1, 5)]
    assert [bid["data-face"] for bid in bids] == ["up"] * 4
    assert [bid.said for bid in bids] == ["7 M", "4 M", "passes", "5 M"]
    assert all(bid["data-motion"] == "turn" for bid in bids)
    assert ["lowest" in bid["class"] for bid in bids] == [False, True, False, False]
    assert bids[2].label == "Cem passes"


# --- motion -----------------------------------------------------------------------------------


def test_an_award_flies_money_and_slides_equipment_to_work() -> None:
    event, state = after(BID, "1 bid 7", "2 bid 4", "3 bid 00", "4 bid 5")(ContractAwarded)
    for own, origin in [((1,), "s2-hand-foreman-1"), ((), "s2-back-1")]:
        seen = page(state, own=own, event=event)
        assert seen.key("s2-left-foreman-1")["data-from"] == origin
        flight = seen.key("fly-k7-1")
        assert (flight["data-from"], flight["data-to"]) == ("bank", "s2-money")
        assert flight["aria-hidden"] == "true"
        assert seen.key("bank")
        assert seen.key("s2-money")


def test_a_card_taken_slides_from_its_stack_and_one_discarded_back_to_it() -> None:
    taken = ZAHLTAG.unfold(CHANGE, ZAHLTAG.read("1 take foreman"))[0]
    seen = page(taken.state, own=(0,), event=taken.event)
    before = page(CHANGE)
    top = before.key("stack-foreman-11")
    assert top in before.inside("stack-foreman")
    assert seen.key("s1-hand-foreman-3")["data-from"] == top["data-key"]
    assert not seen.key("s1-hand-foreman-2")["data-from"]
    seen = page(taken.state, event=taken.event)
    assert seen.key("s1-back-4")["data-from"] == top["data-key"]

    gone = ZAHLTAG.unfold(CHANGE, ZAHLTAG.read("1 discard worker"))[0]
    seen = page(gone.state, own=(0,), event=gone.event)
    back = seen.key(f"stack-worker-{gone.state.stacks[1]}")
    assert back["data-from"] == "s1-hand-worker-1"


def test_of_two_cards_exchanged_each_takes_the_way_of_the_other() -> None:
    (step,) = ZAHLTAG.unfold(CHANGE, ZAHLTAG.read("1 exchange worker crane"))
    seen = page(step.state, own=(0,), event=step.event)
    assert seen.key("s1-hand-crane-1")["data-from"] == f"stack-crane-{CHANGE.stacks[2]}"
    back = seen.key(f"stack-worker-{step.state.stacks[1]}")
    assert back["data-from"] == "s1-hand-worker-1"


@pytest.mark.clause("ZT-1-continue")
def test_equipment_comes_home_from_the_right() -> None:
    state = position(["F", "W"], left=["", "CC"], right=["", "XX"], phase="bid", offer="FW")
    event, state = after(state, "1 bid 00", "2 bid 00")(EquipmentBroughtHome)
    seen = page(state, own=(1,), event=event)
    assert seen.key("s2-hand-excavator-2")["data-from"] == "s2-right-excavator-1"
    assert seen.keys("s2-left-crane-") == ["s2-left-crane-1", "s2-left-crane-2"]


def test_a_contract_keeps_its_key_on_its_way_to_the_track() -> None:
    number = contract("FW")
    offered = page(BID).key(f"contract-{number}")
    assert offered["data-from"] == "pile"
    final = BID
    for text in ("1 bid 00", "2 bid 00", "3 bid 00", "4 bid 00"):
        final = ZAHLTAG.unfold(final, ZAHLTAG.read(text))[-1].state
    seen = page(final)
    assert seen.key(f"contract-{number}") in seen.inside("since")


def test_a_dealt_card_comes_from_the_deck() -> None:
    state = ZAHLTAG.start(2)
    step = ZAHLTAG.unfold(state, Deal(CHANCE, "crane"))[0]
    assert page(step.state, event=step.event).key("s1-back-1")["data-from"] == "deck"
    assert (
        page(step.state, own=(0,), event=step.event).key("s1-hand-crane-1")["data-from"] == "deck"
    )
    assert page(step.state).key("deck")


# --- what lies open ---------------------------------------------------------------------------


@pytest.mark.clause("ZT-open")
def test_all_see_money_hand_sizes_and_what_the_pile_holds() -> None:
    seen = page(CHANGE)
    assert seen.key("s1-hand").label == "Anna: 3 hand cards, hidden"
    assert seen.key("s1").label.startswith("Anna, 20\N{NO-BREAK SPACE}M")
    assert seen.key("since").label == "Contracts since the last payday: 3 of 9"
    assert seen.key("past").label == "Paydays past: 1 of 5"
    assert seen.key("pile").label == "Face-down pile, 30 cards"
    assert "25 contracts" in seen.key("ahead").words
    assert "5 paydays" in seen.key("ahead").words
    assert "the fifth payday ends the game; so far 1" in seen.key("ahead").words


def test_what_drives_the_game_is_counted_in_a_line() -> None:
    told = page(CHANGE).key("counts").words
    assert "Contracts in a row: 3; after 9 comes a payday" in told
    assert "Paydays: 1 of 5" in told


@pytest.mark.clause("ZT-3-forced")
@pytest.mark.parametrize(("seats", "places"), [(2, 8), (3, 9), (4, 9)])
def test_the_track_has_as_many_places_as_contracts_may_come_in_a_row(
    seats: int, places: int
) -> None:
    state = position(["F"] * seats, since=places)
    seen = page(state)
    assert seen.key("since").label.endswith(f"{places} of {places}")
    assert "A payday comes next" in seen.key("ahead").words
    assert "a payday must come" in seen.html
    asked = page(state, quiet=True)  # a position asks it
    assert "What comes next?" in asked.key("ahead").words
    assert "must come" not in asked.html


@pytest.mark.clause("ZT-3-forced")
@pytest.mark.parametrize(
    ("since", "past", "told"),
    [(9, [], "A payday comes next."), (0, [4], "A contract comes next."), (3, [4], None)],
)
def test_whoever_turns_up_a_card_is_not_asked_what_is_certain(
    since: int, past: list[int], told: str | None
) -> None:
    seen = scene(position(["F"] * 4, phase="turn_up", since=since, past=past))
    asked = "A contract, or a payday?"
    assert headline(seen, None).hint.startswith(told or asked)
    assert headline(replace(seen, quiet=True), None).hint.startswith(asked)  # a position asks it


@pytest.mark.clause("ZT-4-payday")
def test_a_payday_shows_who_pays_what() -> None:
    state = position(["FFW", "F", "WW", ""], pile_paydays=6)
    event, state = after(state, "1 keep", "* turn payday")(IdleEquipmentPaid)
    seen = page(state, event=event)
    assert seen.key("payday-1")["data-from"] == "pile"
    assert "3 idle: pays 3\N{NO-BREAK SPACE}M" in seen.key("s1").words
    assert "pays nothing" in seen.key("s4").words
    assert [seen.key(f"fly-k7-{n}")["data-from"] for n in (1, 2, 3)] == [
        "s1-money",
        "s2-money",
        "s3-money",
    ]


@pytest.mark.clause("ZT-4-payday")
def test_each_seat_reads_what_a_payday_would_cost_it_now() -> None:
    seen = page(CHANGE, own=(0,))
    told = [seen.key(f"s{seat}").said for seat in (1, 2, 3, 4)]
    costs = ("= 2 M", "= 1 M", "nothing", "= 1 M")
    assert all(
        "A payday would cost " in said and cost in said
        for cost, said in zip(costs, told, strict=True)
    )
    assert "3\u00a0−\u00a01\u00a0=\u00a02\u00a0M" in seen.key("s1").words  # it stays on one line
    asked = page(BID, own=(0,), acting=(0,)).key("head").said
    assert "A payday would cost you 2 M." in asked


@pytest.mark.clause("ZT-end")
def test_after_the_fifth_payday_nothing_is_told_of_a_next_one() -> None:
    state = position(["FF", "W"], phase="turn_up", since=1, past=[1, 1, 1, 1])
    event, counted = after(state, "* turn payday")(PaydayCounted)
    seen = page(counted, event=event)
    told = seen.key("ahead").words
    assert told.strip() == "The fifth payday was the last: the game is over."
    assert "comes a payday" not in seen.key("counts").words
    assert "A payday would cost" not in seen.key("s1").words


@pytest.mark.clause("ZT-4-payday")
def test_what_a_payday_costs_is_told_where_its_chance_stands() -> None:
    told = page(CHANGE, own=(0,)).key("ahead").words
    assert "costs 1\N{NO-BREAK SPACE}M for each card beyond the smallest hand" in told


@pytest.mark.clause("ZT-3-repeat")
def test_after_a_payday_the_table_says_why_a_contract_comes() -> None:
    state = position(["F", "W"], past=[4])
    why = "A payday right after a payday goes back into the pile."
    assert why in page(state).key("ahead").words
    assert why not in page(state, quiet=True).key("ahead").words  # a position asks it


def test_the_last_payday_and_when_equipment_comes_back_stand_on_the_table() -> None:
    seen = page(position(["F", "W"], past=(5,), left=["FW", ""]))
    assert seen.key("past").words.split()[-4:] == ["2", "3", "4", "End"]
    assert "Back on its 2nd turn" in seen.key("s1-left").words
    assert "Back on its next turn" in seen.key("s1-right").words
    assert "Nothing at work" in seen.key("s2").words
    assert "The builder gets the cards back on its own second turn" in page(BID).html


def test_no_number_on_the_table_stands_without_a_word() -> None:
    seen = page(CHANGE)
    assert "9 in stock" in seen.key("stack-crane").said.replace("\N{NO-BREAK SPACE}", " ")
    assert seen.key("s1-money").said.startswith("cash ")
    assert "After 5 the richest wins" in seen.key("counts").words


@pytest.mark.clause("ZT-out")
def test_a_seat_that_is_out_says_so() -> None:
    state = position(["FFFFF", "F", ""], money=[2, 20, 20], since=2)
    event, state = after(state, "1 keep", "* turn payday")(SeatOut)
    seen = page(state, event=event)
    assert "Out of the game" in seen.key("s1").words
    assert seen.key("payday-1")
    assert not seen.keys("s1-hand")


@pytest.mark.clause("ZT-2-limit")
def test_a_fine_that_puts_a_seat_out_shows_no_payday() -> None:
    state = position(
        ["FFFWWWCCCXXX", "F", "W"], money=[0, 20, 20], rules=Rules(over_limit="fine_bank")
    )
    event, state = after(state, "1 take worker")(SeatOut)
    assert not page(state, event=event).keys("payday")


@pytest.mark.clause("ZT-end")
def test_the_end_shows_the_ranking_and_the_winner() -> None:
    *_, (past, state) = boards.steps("zahltag", 4, 8)
    seen = page(state, past=past)
    standing = ZAHLTAG.standing(state)
    rows = re.findall(r"[A-Z][a-z]+", seen.key("ranking").words.replace("M", ""))
    assert rows == [boards.NAMES[seat] for group in standing.ranking for seat in group]
    for seat in standing.ranking[0]:
        assert "Winner" in seen.key(f"s{seat + 1}").words


@pytest.mark.clause("ZT-end-tie")
def test_the_ranking_says_what_decides_between_equal_sums() -> None:
    *_, (past, state) = boards.steps("zahltag", 4, 8)
    firms = [
        Firm(money, hand, left)
        for money, hand, left in (
            (26, (3, 0, 0, 0), (1, 1, 0, 0)),
            (30, NO_CARDS, NO_CARDS),
            (26, (2, 0, 0, 0), NO_CARDS),
            (9, NO_CARDS, NO_CARDS),
        )
    ]
    seen = page(replace(state, firms=tuple(firms), gone=()), past=past)
    assert seen.key("ranking").said == (
        "1 Ben 30 M 2 Cem 26 M Tie: fewer cards win (2 in hand + 0 at work = 2) "
        "3 Anna 26 M Tie: fewer cards win (3 in hand + 2 at work = 5) 4 Dana 9 M"
    )


# --- cost -------------------------------------------------------------------------------------


def test_a_full_table_is_light() -> None:
    hands = ["FFFWWWCCXX", "FFFWWWWCXXX", "FFFFWWWCCXX", "FFFWWWWCCXXX"]
    state = position(hands, phase="bid", offer="FWWCX", since=8, past=[3])
    assert len(draw(state, own=(0, 1, 2, 3)).encode()) < 40_000


# --- what an event means for a seat -----------------------------------------------------------


@pytest.mark.clause("ZT-4-tie", "ZT-4-tie-broke")
def test_a_tie_at_one_shows_who_pays_and_who_cannot() -> None:
    state = position(["FW", "FW", "C"], money=[20, 0, 20], phase="bid", offer="FW")
    step = after(state, "1 bid 1", "2 bid 1", "3 bid 00")
    event, now = step(ContractShared)
    assert "Builds, and pays 1\N{NO-BREAK SPACE}M" in page(now, event=event).key("s1").words
    event, now = step(ShareUnpayable)
    assert "Cannot pay" in page(now, event=event).key("s2").words


@pytest.mark.clause("ZT-4-tie")
def test_a_tie_above_two_shows_what_each_builds_for() -> None:
    state = position(["FW", "FW", "C"], phase="bid", offer="FW")
    for bid in ("1 bid 5", "2 bid 5"):
        state = ZAHLTAG.unfold(state, ZAHLTAG.read(bid))[-1].state
    steps = ZAHLTAG.unfold(state, ZAHLTAG.read("3 bid 00"))
    shared = [(each.event, each.state) for each in steps if isinstance(each.event, ContractShared)]
    for seat, (event, now) in zip(("s1", "s2"), shared, strict=True):
        words = page(now, event=event).key(seat).words
        assert "Builds for 3\N{NO-BREAK SPACE}M" in words


@pytest.mark.clause("ZT-4-tie")
@pytest.mark.parametrize(
    ("bid", "told"),
    [
        (1, "Tie: Anna and Ben each build, and each pay 1\N{NO-BREAK SPACE}M"),
        (2, "Tie: Anna and Ben each build, for 2 − 2 = 0\N{NO-BREAK SPACE}M"),
        (5, "Tie: Anna and Ben each build, for 5 − 2 = 3\N{NO-BREAK SPACE}M"),
    ],
)
def test_in_a_tie_the_headline_names_all_who_build(bid: int, told: str) -> None:
    state = position(["FW", "FW", "C"], phase="bid", offer="FW")
    for each in (f"1 bid {bid}", f"2 bid {bid}"):
        state = ZAHLTAG.unfold(state, ZAHLTAG.read(each))[-1].state
    steps = ZAHLTAG.unfold(state, ZAHLTAG.read("3 bid 00"))
    for at, now in enumerate(steps):
        seen = page(now.state, past=[step.event for step in steps[: at + 1]])
        if isinstance(now.event, BidsRevealed | ContractShared):
            assert told in seen.key("head").words
            assert "Has the turn" not in seen.html
            gets = ["Builds it" in seen.key(f"s{seat}").said for seat in (1, 2, 3)]
            assert gets == [True, True, False]
    assert f"Just now: {told}." in seen.key("head").words


@pytest.mark.clause("ZT-4-tie", "ZT-4-tie-broke")
def test_whoever_cannot_pay_for_a_tie_does_not_get_the_contract() -> None:
    state = position(["FW", "FW", "FW", "C"], money=[0, 20, 20, 20], phase="bid", offer="FW")
    for each in ("1 bid 1", "2 bid 1", "3 bid 1"):
        state = ZAHLTAG.unfold(state, ZAHLTAG.read(each))[-1].state
    steps = ZAHLTAG.unfold(state, ZAHLTAG.read("4 bid 00"))
    told = []
    for at, now in enumerate(steps):
        seen = page(now.state, past=[step.event for step in steps[: at + 1]])
        told.append(seen.key("head").words)
        if isinstance(now.event, BidsRevealed):
            assert "The lowest bid is 1" in told[-1]
            assert "Builds it" not in seen.key("s1").said
    assert any("Tie: Ben and Cem each build, and each pay 1" in words for words in told)
    assert "Just now" not in told[-1]


@pytest.mark.clause("ZT-4-award")
def test_the_headline_says_who_builds_for_how_much_until_the_next_card() -> None:
    state = position(["FW", "C", "FW"], phase="bid", offer="FW")
    for each in ("1 bid 4", "2 bid 00"):
        state = ZAHLTAG.unfold(state, ZAHLTAG.read(each))[-1].state
    steps = ZAHLTAG.unfold(state, ZAHLTAG.read("3 bid 3"))
    builds = "builds “Kiosk” for 3\N{NO-BREAK SPACE}M"
    for at, now in enumerate(steps):
        seen = page(now.state, past=[step.event for step in steps[: at + 1]])
        if isinstance(now.event, BidsRevealed | ContractAwarded):
            assert builds in seen.key("head").words
            assert "Builds it" in seen.key("s3").said
            assert "Has the turn" not in seen.html
    assert "Just now: " in seen.key("head").words
    asked = page(steps[-1].state, own=(1,), past=[step.event for step in steps])
    assert "or discards it. Just now: " in asked.key("head").words, "whoever decides reads it too"


@pytest.mark.clause("ZT-4-award", "ZT-4-tie")
@pytest.mark.parametrize(
    ("bids", "told"),
    [
        (("4", "3", "00"), "2 3\N{NO-BREAK SPACE}M"),
        (("4", "4", "00"), "1 2 4−2= 2\N{NO-BREAK SPACE}M"),
        (("00", "00", "00"), "not built"),
    ],
)
def test_the_track_says_who_builds_each_contract_for_how_much(
    bids: tuple[str, ...], told: str
) -> None:
    state = position(["FW", "FW", "C"], phase="bid", offer="FW")
    past = []
    for seat, bid in enumerate(bids, 1):
        steps = ZAHLTAG.unfold(state, ZAHLTAG.read(f"{seat} bid {bid}"))
        past += [step.event for step in steps]
        state = steps[-1].state
    seen = page(state, past=past)
    assert seen.inside("since")
    assert told in re.sub(" +(?=[ \N{NO-BREAK SPACE}])", "", seen.key("since").words)


@pytest.mark.clause("ZT-4-award")
def test_the_headline_says_what_was_bid_or_that_all_pass() -> None:
    state = position(["FW", "C"], phase="bid", offer="FW")
    for bid, told in (("4", "Anna builds “Kiosk” for 4"), ("00", "Everyone passes")):
        event, now = after(state, f"1 bid {bid}", "2 bid 00")(BidsRevealed)
        assert told in page(now, event=event).key("head").words


@pytest.mark.clause("ZT-4-payday")
def test_after_a_payday_the_headline_says_that_it_was_one() -> None:
    state = position(["FFW", "F"], since=2)
    moves = [ZAHLTAG.read(each) for each in ("1 keep", "* turn payday")]
    past: list[Event] = []
    for move in moves:
        steps = ZAHLTAG.unfold(state, move)
        state, past = steps[-1].state, [*past, *(step.event for step in steps)]
    assert "Just now: payday 1 of 5." in page(state, own=(1,), past=past).key("head").words


@pytest.mark.clause("ZT-3-repeat")
def test_a_payday_put_back_is_told_before_the_next_card_is_turned_up() -> None:
    state = position(["FW", "F"], past=[3])
    event, now = after(state, "1 keep", "* turn payday")(PaydayPutBack)
    assert "turns up the next card" not in page(now, event=event).html


@pytest.mark.clause("ZT-2-limit")
def test_a_fine_shows_what_is_paid() -> None:
    rules = Rules(over_limit="fine_players")
    state = position(["FFFWWWCCCXXX", "F", "W"], rules=rules)
    event, now = after(state, "1 take worker")(FinePaid)
    assert "Pays 2\N{NO-BREAK SPACE}M" in page(now, event=event).key("s1").words


@pytest.mark.clause("ZT-out")
def test_a_payday_says_nothing_to_a_seat_that_was_out() -> None:
    state = position(["FFW", "", "W"], out=[1], since=2)
    event, now = after(state, "1 keep", "* turn payday")(IdleEquipmentPaid)
    seen = page(now, event=event).key("s2").words
    assert "pays" not in seen
    assert "Out of the game" in seen


@pytest.mark.clause("ZT-adjust")
def test_a_hand_card_that_may_not_be_discarded_says_why() -> None:
    state = position(["FFW", "F"], phase="adjust", count=1, rules=Rules(adjust="one_round"))
    card = page(state, own=(0,)).moves["1 discard worker"]
    assert card["aria-disabled"] == "true"
    assert "taken" in card["title"]


@pytest.mark.clause("ZT-out-how")
def test_several_winners_share_the_headline() -> None:
    state = position(["F", "W"], money=[0, 0], phase="bid", offer="FW")
    state = replace(state, firms=tuple(replace(each, hand=(1, 1, 0, 0)) for each in state.firms))
    event, now = after(state, "1 bid 1", "2 bid 1")(GameEnded)
    assert "Anna and Ben share the victory" in page(now, event=event).html


def test_a_table_in_the_middle_of_a_move_without_an_event_has_no_headline() -> None:
    state = replace(position(["F", "W"]), phase="settling")
    assert "Headline" not in page(state).html


@pytest.mark.clause("ZT-4-payday")
def test_a_payday_shows_who_cannot_pay() -> None:
    state = position(["FFFFF", "F", ""], money=[2, 20, 20], since=2)
    event, now = after(state, "1 keep", "* turn payday")(IdleEquipmentPaid)
    assert "Owes 5\N{NO-BREAK SPACE}M, cannot pay" in page(now, event=event).key("s1").words


def test_every_contract_of_the_deck_has_a_drawing_of_its_own() -> None:
    deck = default_deck()
    drawn = {drawing(title.en, 3) for title in deck.titles}
    assert len(drawn) == len(deck.titles)
    assert drawing("My contract", 3) not in drawn
    assert drawing("Kiosk", 2) in page(BID).html


def test_other_contracts_are_buildings_by_the_cards_that_they_need() -> None:
    sizes = [drawing("My contract", cards) for cards in range(1, 8)]
    assert sizes[0] == sizes[1]
    assert len({*sizes}) == 4
    assert sizes[4] == sizes[6]
