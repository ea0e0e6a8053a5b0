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
from tests.markup import figures

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
    ("past", "hands", "money", "names"),
    [
        ((5, 5, 5, 5), ["FW", "FWC"], [20, 20], ["Anna", "Anna"]),
        ((5, 5, 5, 5), ["FW", "FW"], [20, 20], ["Anna", "Ben"]),
        ((5,), ["FW", "FWC"], [20, 0], ["Anna"]),
    ],
)
def test_the_headline_names_who_wins_and_whom_the_reason_is_about(
    past: tuple[int, ...], hands: list[str], money: list[int], names: list[str]
) -> None:
    state = position(hands, past=past, since=8, money=money)
    event, over = after(state, "1 keep")(GameEnded)
    head = page(over, event=event).key("head").said
    assert re.findall("|".join(boards.NAMES), head) == names


@pytest.mark.clause("ZT-adjust", "ZT-2-change")
def test_the_headline_offers_what_the_rules_allow() -> None:
    once = partial(position, ["FW", "FW"], phase="adjust", rules=Rules(adjust="one_round"))
    states = [position(["FW", "FW"]), once(), once(count=1), once(count=-1)]
    heads = [page(each, own=(0,)).key("head").said for each in states]
    assert len({*heads}) == len(states)
    assert "hand:worker" not in draw(states[2], own=(0,))
    change, either, discard = (
        page(states[at], own=(0,), picked="hand:worker").key("head").said for at in (0, 1, 3)
    )
    assert change != either
    assert either == discard


def test_on_a_screen_of_ones_own_one_may_change_a_card_oneself() -> None:
    shared = scene(CHANGE, own=(0,))
    mine, other = (replace(shared, mine=seat, apart=True) for seat in (0, 1))
    assert "Anna" not in headline(mine, None).prompt
    assert "Anna" in headline(other, None).prompt
    assert headline(replace(shared, mine=0), None).prompt == headline(other, None).prompt


@pytest.mark.clause("ZT-adjust")
def test_before_the_first_turn_it_is_said_how_often_each_may_change_a_card() -> None:
    head = page(position(["FW", "FW"], phase="adjust"), own=(0,)).key("head")
    assert head.figures[-2:] == ["1", "3"]


@pytest.mark.clause("ZT-bids", "ZT-4-bid")
def test_the_headline_says_what_a_payday_costs_or_that_there_is_only_a_pass() -> None:
    able, unable = (page(BID, own=(seat,)).key("head").figures for seat in (1, 2))
    assert able[-1] == "2"
    assert len(unable) == len(able) - 1


@pytest.mark.clause("ZT-2-change")
def test_a_card_that_is_picked_up_can_be_put_back() -> None:
    state = position(["FW", "FW"])
    hand = page(state, own=(0,)).key("s1-keep")
    assert hand["data-move"] == "1 keep"
    back = page(state, own=(0,), picked="hand:worker").key("s1-keep")
    assert (back["data-do"], back["data-value"], back["data-move"]) == ("pick", "", "")


# --- taking, exchanging, discarding -----------------------------------------------------------


def test_a_stack_is_taken_from_by_clicking_it() -> None:
    seen = page(CHANGE, own=(0,))
    stack = seen.moves["1 take crane"]
    assert stack["data-key"] == "stack-crane"
    assert figures(stack.label) == ["9"]
    assert "1 keep" in seen.moves


def test_an_empty_stack_is_shown_with_the_reason() -> None:
    state = replace(CHANGE, stacks=(5, 5, 0, 5))
    stack = page(state, own=(0,)).moves["1 take crane"]
    assert stack["aria-disabled"] == "true"
    assert stack["title"]


def test_a_hand_card_is_picked_up_and_then_put_down_exchanged_or_discarded() -> None:
    hand = page(CHANGE, own=(0,)).key("s1-hand-worker")
    assert (hand["data-do"], hand["data-value"]) == ("pick", "hand:worker")
    assert figures(hand.label) == ["1"]

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
    if picked != "hand:":
        assert picked not in seen.html


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
    assert seen.key("s2-bids").figures == [str(n) for n in range(1, 9)]
    assert figures(seen.moves["2 bid 5"].label) == ["5"]
    assert figures(seen.moves["2 bid 00"].label) == ["00"]


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
    assert figures(seen.key("s1-bid").label) == ["7"]
    assert (seen.key("s2-bid")["data-face"], seen.key("s2-bid").words) == ("down", "")
    assert seen.key("s2-bid").label.startswith("Ben")
    assert (seen.key("s4-bid")["data-face"], seen.key("s4-bid").words) == ("due", "bid?")


@pytest.mark.clause("ZT-hidden")
def test_a_sealed_bid_stays_hidden_where_all_hands_are_shown() -> None:
    state = ZAHLTAG.unfold(BID, ZAHLTAG.read("1 bid 7"))[-1].state
    bid = page(state, own=(0, 1, 2, 3)).key("s1-bid")
    assert (bid["data-face"], bid.words) == ("down", "")
    assert bid.label.startswith("Anna")
    assert not figures(bid.label)


@pytest.mark.clause("ZT-hidden")
def test_a_sealed_pass_is_told_to_its_owner_only() -> None:
    state = ZAHLTAG.unfold(BID, ZAHLTAG.read("1 bid 00"))[-1].state
    other = ZAHLTAG.unfold(BID, ZAHLTAG.read("1 bid 7"))[-1].state
    own, seven = (page(each, own=(0,)).key("s1-bid") for each in (state, other))
    assert own.said
    assert own.label != seven.label
    hidden = [page(each, own=(1,)).key("s1-bid") for each in (state, other)]
    assert len({each.label for each in hidden}) == 1
    assert not hidden[0].said


@pytest.mark.clause("ZT-4-award")
def test_bids_turn_over_together_and_the_lowest_stands_out() -> None:
    step = after(BID, "1 bid 7", "2 bid 4", "3 bid 00", "4 bid 5")
    event, state = step(BidsRevealed)
    seen = page(state, own=(0,), event=event)
    bids = [seen.key(f"s{seat}-bid") for seat in range(1, 5)]
    assert [bid["data-face"] for bid in bids] == ["up"] * 4
    assert [bid.figures for bid in bids] == [["7"], ["4"], [], ["5"]]
    assert all(bid["data-motion"] == "turn" for bid in bids)
    assert ["lowest" in bid["class"] for bid in bids] == [False, True, False, False]
    assert bids[2].label.startswith("Cem")


@pytest.mark.clause("ZT-4-tie")
def test_bids_that_tie_are_marked_in_words_as_well() -> None:
    bids = ("1 bid 4", "2 bid 4", "3 bid 00", "4 bid 5")
    event, state = after(BID, *bids)(BidsRevealed)
    seen = page(state, own=(0,), event=event)
    cards = [seen.key(f"s{seat}-bid") for seat in range(1, 5)]
    assert ["lowest" in card["class"] for card in cards] == [True, True, False, False]
    assert cards[0].said != "4 M"
    assert cards[3].said == "5 M"
    ends = [card.label.partition("4")[2] for card in cards[:2]]
    alone = page(after(BID, "1 bid 4", *bids[2:], "2 bid 5")(BidsRevealed)[1]).key("s1-bid")
    assert ends == [ends[0]] * 2
    assert ends[0] != alone.label.partition("4")[2]


@pytest.mark.clause("ZT-4-bid", "ZT-4-award", "ZT-hidden")
def test_where_nobody_bids_all_bid_cards_lie_in_one_row_and_turn_there() -> None:
    """A phone has room for this row above the seats; anyone who is to bid needs that room."""
    script = ("1 bid 7", "2 bid 4", "3 bid 00", "4 bid 5")
    state = BID
    for move in script[:3]:
        state = ZAHLTAG.unfold(state, ZAHLTAG.read(move))[-1].state
    assert not page(state, own=(3,)).keys("revealed")
    cards = [f"reveal-s{seat}-bid" for seat in range(1, 5)]
    mine, open_ = page(state, own=(0,)), page(state)
    assert [mine.key(card)["data-face"] for card in cards] == ["sealed", "down", "down", "due"]
    assert [mine.key(card).figures for card in cards] == [["7"], [], [], []]
    assert [open_.key(card)["data-face"] for card in cards] == ["down"] * 3 + ["due"]
    assert not any(figures(open_.key(card).label) for card in cards)
    event, shown = after(BID, *script)(BidsRevealed)
    turned = page(shown, own=(0,), event=event)
    assert [turned.key(card)["data-face"] for card in cards] == ["up"] * 4
    assert [turned.key(card).figures for card in cards] == [["7"], ["4"], [], ["5"]]
    assert all(turned.key(card)["data-motion"] == "turn" for card in cards)
    assert turned.keys("revealed")
    assert not page(CHANGE, own=(0,)).keys("revealed")


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
    labels = {key: figures(seen.key(key).label) for key in ("s1-hand", "since", "past", "pile")}
    assert labels == {"s1-hand": ["3"], "since": ["3", "9"], "past": ["1", "5"], "pile": ["30"]}
    assert seen.key("s1").label.startswith("Anna, 20\N{NO-BREAK SPACE}M")
    contracts, paydays, past = "25", "5", "1"
    assert {contracts, paydays, past} <= {*seen.key("ahead").figures}


def test_the_chance_of_a_payday_is_rounded_to_the_nearest_per_cent() -> None:
    state = position(["F"] * 4, since=8, past=[12])  # 12 contracts and 5 paydays are in the pile
    assert "29%" in page(state).key("ahead").figures


def test_a_seat_whose_turn_it_is_says_so_while_a_card_is_turned_up() -> None:
    seen = page(position(["F"] * 4, phase="turn_up", since=3))
    active = ["pw-seat--active" in seen.key(f"s{seat}")["class"] for seat in range(1, 5)]
    assert active == [True, False, False, False]


def test_what_drives_the_game_is_counted_in_a_line() -> None:
    row, most, paydays, last = "3", "9", "1", "5"
    assert page(CHANGE).key("counts").figures == [row, most, paydays, last, last]


@pytest.mark.clause("ZT-3-forced")
@pytest.mark.parametrize(("seats", "places"), [(2, 8), (3, 9), (4, 9)])
def test_the_track_has_as_many_places_as_contracts_may_come_in_a_row(
    seats: int, places: int
) -> None:
    state = position(["F"] * seats, since=places)
    seen, asked = page(state), page(state, quiet=True)  # a position asks it
    assert figures(seen.key("since").label) == [str(places)] * 2
    assert seen.key("ahead").said != asked.key("ahead").said
    assert page(position(["F"] * seats, since=1)).key("ahead").said != seen.key("ahead").said


@pytest.mark.clause("ZT-3-forced")
def test_a_seat_that_turns_up_a_card_is_not_asked_what_is_certain() -> None:
    def hint(since: int, past: list[int], *, quiet: bool = False) -> str:
        seen = scene(position(["F"] * 4, phase="turn_up", since=since, past=past))
        return headline(replace(seen, quiet=quiet), None).hint

    payday: tuple[int, list[int]] = (9, [])
    new, either = (0, [4]), (3, [4])
    assert len({hint(*each) for each in (payday, new, either)}) == 3
    asked = hint(*either).partition("?")[0]
    for each in (payday, new, either):
        assert hint(*each, quiet=True).startswith(asked)  # a position asks it


@pytest.mark.clause("ZT-3-reveal")
def test_a_position_that_asks_what_comes_tells_no_chance() -> None:
    told, asked = (page(CHANGE, quiet=quiet).key("ahead") for quiet in (False, True))
    assert "%" in told.said
    assert "%" not in asked.said


@pytest.mark.clause("ZT-4-payday")
def test_a_payday_shows_who_pays_what() -> None:
    state = position(["FFW", "F", "WW", ""], pile_paydays=6)
    event, state = after(state, "1 keep", "* turn payday")(IdleEquipmentPaid)
    seen = page(state, event=event)
    assert seen.key("payday-1")["data-from"] == "pile"
    paid = [[note.figures for note in seen.notes(f"s{seat}")] for seat in (1, 2, 3, 4)]
    assert paid == [[["3", "3"]], [["1", "1"]], [["2", "2"]], [[]]]
    assert [seen.key(f"fly-k7-{n}")["data-from"] for n in (1, 2, 3)] == [
        "s1-money",
        "s2-money",
        "s3-money",
    ]


@pytest.mark.clause("ZT-4-payday")
def test_each_seat_reads_what_a_payday_would_cost_it_now() -> None:
    seen = page(CHANGE, own=(0,))
    costs = [re.findall(r"= (\d) M", seen.key(f"s{seat}").said) for seat in (1, 2, 3, 4)]
    assert costs == [["2"], ["1"], [], ["1"]]
    assert "3\u00a0−\u00a01\u00a0=\u00a02\u00a0M" in seen.key("s1").words  # it stays on one line
    assert page(BID, own=(0,), acting=(0,)).key("head").figures[-1] == "2"


@pytest.mark.clause("ZT-end")
def test_after_the_fifth_payday_nothing_is_told_of_a_next_one() -> None:
    state = position(["FF", "W"], phase="turn_up", since=1, past=[1, 1, 1, 1])
    event, counted = after(state, "* turn payday")(PaydayCounted)
    seen = page(counted, event=event)
    assert seen.key("ahead").said
    assert not seen.key("ahead").figures
    assert seen.key("counts").figures == ["0", "5", "5", "5"]
    assert seen.key("s1").figures == ["1", "19", "2"]  # seat, money, hand: no cost


@pytest.mark.clause("ZT-4-payday")
def test_what_a_payday_costs_is_told_where_its_chance_stands() -> None:
    assert "1\N{NO-BREAK SPACE}M" in page(CHANGE, own=(0,)).key("ahead").words


@pytest.mark.clause("ZT-3-repeat")
def test_after_a_payday_the_table_says_why_a_contract_comes() -> None:
    told, asked = (page(position(["F", "W"], past=[4]), quiet=quiet) for quiet in (False, True))
    assert told.key("ahead").said != asked.key("ahead").said  # a position asks it


def test_the_last_payday_and_when_equipment_comes_back_stand_on_the_table() -> None:
    seen = page(position(["F", "W"], past=(5,), left=["FW", ""]))
    assert seen.key("past").words.split()[-4:] == ["2", "3", "4", "End"]
    assert seen.key("s1-left").said
    assert seen.key("s1-right").said
    assert not seen.keys("s2-left-")


def test_no_number_on_the_table_stands_without_a_word() -> None:
    seen = page(CHANGE)
    for key in ("stack-crane", "s1-money", "counts"):
        assert re.search(r"[A-Za-z]{2}", seen.key(key).said)
    assert "9" in seen.key("stack-crane").figures


@pytest.mark.clause("ZT-out")
def test_a_seat_that_is_out_says_so() -> None:
    state = position(["FFFFF", "F", ""], money=[2, 20, 20], since=2)
    event, state = after(state, "1 keep", "* turn payday")(SeatOut)
    seen = page(state, event=event)
    assert "pw-seat--out" in seen.key("s1")["class"]
    assert seen.key("payday-1")
    assert not seen.keys("s1-hand")
    assert seen.key(f"stack-foreman-{state.stacks[0]}")["data-from"] == "s1-hand"


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
    rows = re.findall("|".join(boards.NAMES), seen.key("ranking").words)
    assert rows == [boards.NAMES[seat] for group in standing.ranking for seat in group]
    for seat in standing.ranking[0]:
        assert "pw-seat--won" in seen.key(f"s{seat + 1}")["class"]


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
    assert re.findall("|".join(boards.NAMES), seen.key("ranking").said) == [
        "Ben", "Cem", "Anna", "Dana",
    ]  # fmt: skip
    ben, cem, anna, dana = (
        ["1", "30"],
        ["2", "26", "2", "0", "2"],
        ["3", "26", "3", "2", "5"],
        ["4", "9"],
    )
    assert seen.key("ranking").figures == [*ben, *cem, *anna, *dana]


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
    assert [each.figures for each in page(now, event=event).notes("s1")] == [["1"]]
    event, now = step(ShareUnpayable)
    seen = page(now, event=event)
    assert [bool(seen.notes(seat)) for seat in ("s1", "s2", "s3")] == [False, True, False]


@pytest.mark.clause("ZT-4-tie")
def test_a_tie_above_two_shows_what_each_builds_for() -> None:
    state = position(["FW", "FW", "C"], phase="bid", offer="FW")
    for bid in ("1 bid 5", "2 bid 5"):
        state = ZAHLTAG.unfold(state, ZAHLTAG.read(bid))[-1].state
    steps = ZAHLTAG.unfold(state, ZAHLTAG.read("3 bid 00"))
    shared = [(each.event, each.state) for each in steps if isinstance(each.event, ContractShared)]
    for seat, (event, now) in zip(("s1", "s2"), shared, strict=True):
        assert [each.figures for each in page(now, event=event).notes(seat)] == [["3"]]


@pytest.mark.clause("ZT-4-tie")
@pytest.mark.parametrize(("bid", "sums"), [(1, ["1"]), (2, ["2", "2", "0"]), (5, ["5", "2", "3"])])
def test_in_a_tie_the_headline_names_all_who_build(bid: int, sums: list[str]) -> None:
    state = position(["FW", "FW", "C"], phase="bid", offer="FW")
    for each in (f"1 bid {bid}", f"2 bid {bid}"):
        state = ZAHLTAG.unfold(state, ZAHLTAG.read(each))[-1].state
    steps = ZAHLTAG.unfold(state, ZAHLTAG.read("3 bid 00"))
    for at, now in enumerate(steps):
        seen = page(now.state, past=[step.event for step in steps[: at + 1]])
        if isinstance(now.event, BidsRevealed | ContractShared):
            assert "Anna and Ben" in seen.key("head").said
            assert seen.key("head").figures[: len(sums)] == sums
            gets = ["pw-seat--active" in seen.key(f"s{seat}")["class"] for seat in (1, 2, 3)]
            assert gets == [True, True, False]
    assert "Anna and Ben" in seen.key("head").said


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
            assert "active" not in seen.key("s1")["class"]
            assert "1" in figures(told[-1])
    assert [words for words in told if "Ben and Cem" in words]
    assert "Ben and Cem" not in told[-1]


@pytest.mark.clause("ZT-4-award")
def test_the_headline_says_who_builds_for_how_much_until_the_next_card() -> None:
    state = position(["FW", "C", "FW"], phase="bid", offer="FW")
    for each in ("1 bid 4", "2 bid 00"):
        state = ZAHLTAG.unfold(state, ZAHLTAG.read(each))[-1].state
    steps = ZAHLTAG.unfold(state, ZAHLTAG.read("3 bid 3"))
    for at, now in enumerate(steps):
        seen = page(now.state, past=[step.event for step in steps[: at + 1]])
        if isinstance(now.event, BidsRevealed | ContractAwarded):
            assert "Cem" in seen.key("head").said
            assert "3" in seen.key("head").figures
            tones = ["pw-seat--active" in seen.key(f"s{seat}")["class"] for seat in (1, 2, 3)]
            assert tones == [False, False, True]
    asked = page(steps[-1].state, own=(1,), past=[step.event for step in steps])
    for told in (seen, asked):  # who decides reads it too
        assert "Cem" in told.key("head").said


@pytest.mark.clause("ZT-4-award", "ZT-4-tie")
@pytest.mark.parametrize(
    ("bids", "told"),
    [
        (("4", "3", "00"), ["2", "3"]),
        (("4", "4", "00"), ["1", "2", "4", "−2", "2"]),
        (("00", "00", "00"), []),
    ],
)
def test_the_track_says_who_builds_each_contract_for_how_much(
    bids: tuple[str, ...], told: list[str]
) -> None:
    state = position(["FW", "FW", "C"], phase="bid", offer="FW")
    past = []
    for seat, bid in enumerate(bids, 1):
        steps = ZAHLTAG.unfold(state, ZAHLTAG.read(f"{seat} bid {bid}"))
        past += [step.event for step in steps]
        state = steps[-1].state
    seen = page(state, past=past)
    assert seen.inside("since")
    (built, *_) = [each for each in seen.inside("since") if each["data-key"]]
    assert built.figures == told


@pytest.mark.clause("ZT-4-award")
def test_the_headline_says_what_was_bid_or_that_all_pass() -> None:
    state = position(["FW", "C"], phase="bid", offer="FW")
    event, now = after(state, "1 bid 4", "2 bid 00")(BidsRevealed)
    head = page(now, event=event).key("head")
    assert "Anna" in head.said
    assert "4" in head.figures
    event, now = after(state, "1 bid 00", "2 bid 00")(BidsRevealed)
    head = page(now, event=event).key("head")
    assert head.said
    assert "Anna" not in head.said


@pytest.mark.clause("ZT-4-payday")
def test_after_a_payday_the_headline_says_that_it_was_one() -> None:
    state = position(["FFW", "F"], since=2)
    moves = [ZAHLTAG.read(each) for each in ("1 keep", "* turn payday")]
    past: list[Event] = []
    for move in moves:
        steps = ZAHLTAG.unfold(state, move)
        state, past = steps[-1].state, [*past, *(step.event for step in steps)]
    assert page(state, own=(1,), past=past).key("head").figures[-2:] == ["1", "5"]


@pytest.mark.clause("ZT-3-repeat")
def test_a_payday_put_back_is_told_before_the_next_card_is_turned_up() -> None:
    state = position(["FW", "F"], past=[3])
    event, now = after(state, "1 keep", "* turn payday")(PaydayPutBack)
    told = page(now, event=event).key("head").said
    assert told != page(replace(state, phase="turn_up")).key("head").said


@pytest.mark.clause("ZT-2-limit")
def test_a_fine_shows_what_is_paid() -> None:
    rules = Rules(over_limit="fine_players")
    state = position(["FFFWWWCCCXXX", "F", "W"], rules=rules)
    event, now = after(state, "1 take worker")(FinePaid)
    assert [each.figures for each in page(now, event=event).notes("s1")] == [["2"]]


@pytest.mark.clause("ZT-out")
def test_a_payday_says_nothing_to_a_seat_that_was_out() -> None:
    state = position(["FFW", "", "W"], out=[1], since=2)
    event, now = after(state, "1 keep", "* turn payday")(IdleEquipmentPaid)
    seen = page(now, event=event)
    assert not seen.notes("s2")
    assert "pw-seat--out" in seen.key("s2")["class"]


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
    assert "Anna and Ben" in page(now, event=event).key("head").said


def test_a_table_in_the_middle_of_a_move_without_an_event_has_no_headline() -> None:
    state = replace(position(["F", "W"]), phase="settling")
    assert not page(state).key("head").said


@pytest.mark.clause("ZT-4-payday")
def test_a_payday_shows_who_cannot_pay() -> None:
    state = position(["FFFFF", "F", ""], money=[2, 20, 20], since=2)
    event, now = after(state, "1 keep", "* turn payday")(IdleEquipmentPaid)
    assert [each.figures for each in page(now, event=event).notes("s1")] == [["5"]]


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
