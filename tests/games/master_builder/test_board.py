"""The picture of the table, read as text."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE, Decide
from paydays_widgets.games.master_builder.board.headline import headline
from paydays_widgets.games.master_builder.deck import SKILLS
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.engine.phases import CREW
from paydays_widgets.games.master_builder.events import (
    AuctionsEnded,
    BiddingNarrowed,
    ContractWon,
    DuePaid,
    Event,
    GameEnded,
    IncomePaid,
    LeftOverTaken,
    LoansSettled,
    LoanTaken,
    PhaseBegun,
    RoundBegun,
    SectionsBuilt,
    SectionsUnbuilt,
    UnfinishedPaid,
    WorkerTurnedUp,
)
from paydays_widgets.games.master_builder.moves import Bid
from paydays_widgets.games.master_builder.reading import proposal
from paydays_widgets.games.master_builder.rules import Rules
from paydays_widgets.games.master_builder.state import Job, Phase, State
from tests import boards
from tests.games.master_builder.positions import begin, legal, naming, play, position
from tests.markup import figures

PACKAGE = "paydays_widgets.games.master_builder"


scene = partial(boards.scene, "master_builder")
draw = partial(boards.draw, "master_builder")
page = partial(boards.page, "master_builder")


@pytest.mark.clause("MB-4-assign")
def test_an_assignment_that_is_hidden_does_not_reach_the_page() -> None:
    held = [{4: ()}, {8: ()}]
    state = position(["AATT", "TTFF"], phase="assign", holdings=held, round=2)
    numbers = state.builders[1].crew
    one, two = (
        replace(
            state,
            builders=(
                state.builders[0],
                replace(state.builders[1], jobs=(Job(worker, 8, section),)),
            ),
        )
        for worker, section in ((numbers[0], 1), (numbers[2], 3))
    )
    for own in [(), (0,)]:
        assert draw(one, own=own) == draw(two, own=own)
        nobody_yet = page(state, own=own).key("s2").said
        assert page(one, own=own).key("s2").said != nobody_yet
    assert draw(one, own=(1,)) != draw(two, own=(1,))


# --- hiring -----------------------------------------------------------------------------------


@pytest.mark.clause("MB-1-draft")
def test_the_open_workers_are_hired_by_clicking_them() -> None:
    seen = page(begin(2), own=(0, 1))
    seat = MASTER_BUILDER.turn(begin(2)).seats[0] + 1  # type: ignore[union-attr]
    for skill in SKILLS:
        assert seen.moves[f"{seat} hire {skill}"]["data-key"] == f"stall-{skill}"
    stall = seen.moves[f"{seat} hire foreman"]
    assert figures(stall.label) == ["$4,000", "9"]
    assert not [move for move in seen.moves if "pass" in move]


def test_before_the_first_round_the_phases_and_the_empty_places_of_a_crew_are_shown() -> None:
    seen = page(begin(2))
    assert [n for n in seen.key("strip").figures if n in "12345"][-5:] == ["1", "2", "3", "4", "5"]
    assert seen.key("bank").figures == ["$10,000", "$3,000", "$5,000"]
    assert "pw-mb-rate--unseen" in seen.key("bank")["class"]
    empty = [each for each in seen.inside("s1-crew") if "pw-mb-worker--gone" in each["class"]]
    assert len(empty) == CREW


@pytest.mark.clause("MB-1-wages", "MB-1-empty")
def test_whom_the_wages_forbid_and_an_empty_pile_say_why() -> None:
    state = position(["MMMMT", "A"], phase="hire")
    empty = replace(state.piles[0], top=0, unseen=())
    state = replace(state, piles=(empty, *state.piles[1:]))
    seen = page(state, own=(0,))
    assert not seen.moves["1 hire tradesman"]["aria-disabled"]
    assert "$30,000" in seen.moves["1 hire master"]["title"]
    assert seen.moves["1 hire apprentice"]["aria-disabled"] == "true"
    assert seen.moves["1 hire apprentice"]["title"]


@pytest.mark.clause("MB-1-fire", "MB-1-turns")
def test_a_worker_is_picked_up_before_it_is_fired() -> None:
    state = position(["FA", "A"], phase="hire")
    number = state.builders[0].crew[0]
    seen = page(state, own=(0,))
    man = seen.key(f"man-{number}")
    assert (man["data-do"], man["data-value"]) == ("pick", f"worker:{number}")
    assert f"1 fire {number}" not in seen.moves
    assert "1 pass" in seen.moves
    seen = page(state, own=(0,), picked=f"worker:{number}")
    assert seen.key(f"man-{number}")["aria-pressed"] == "true"
    assert seen.key(f"man-{number}")["data-value"] == ""
    assert not seen.moves[f"1 fire {number}"]["aria-disabled"]


@pytest.mark.parametrize("picked", ["worker:99", "worker:", "nonsense", "worker:<b>", "offer:4:x"])
def test_what_nobody_has_cannot_be_picked_up(picked: str) -> None:
    seen = page(position(["FA", "A"], phase="hire"), own=(0,), picked=picked)
    assert not [each for each in seen.elements if each["aria-pressed"]]
    assert not [move for move in seen.moves if "fire" in move]


def test_a_worker_who_comes_up_slides_from_its_pile() -> None:
    state = begin(2)
    number = state.piles[2].top
    seen = page(state, past=[WorkerTurnedUp(worker=number)])
    assert seen.key(f"w{number}")["data-from"] == "pile-foreman"


# --- contracts --------------------------------------------------------------------------------


@pytest.mark.clause("MB-2-nominate")
def test_a_contract_is_chosen_and_then_named_at_an_amount() -> None:
    state = naming(["AATT", "A"], [4, 11], cash=[15, 40])
    seen = page(state, own=(0,))
    offer = seen.key("offer-4")
    assert (offer["data-do"], offer["data-value"]) == ("pick", "offer:4")
    dear = seen.key("offer-11")
    assert dear["aria-disabled"] == "true"
    assert dear["data-move"] == "1 name 11 20"
    assert "1 name 4 10" not in seen.moves
    assert "1 pass" in seen.moves

    seen = page(state, own=(0,), picked="offer:4")
    assert seen.key("bid")["data-move"] == "1 name 4 10"
    assert seen.key("bid").figures == ["$10,000"]
    (pad,) = seen.pads
    assert (pad["move"], pad["low"], pad["high"]) == ("1 name 4 {}", 10, 15)


@pytest.mark.clause("MB-2-last-one", "MB-2-must-name")
def test_who_is_alone_names_at_the_cost_and_cannot_pass() -> None:
    held = [{1: (), 2: ()}, {}]
    state = naming(2, [4, 5], round=1, holdings=held, active=1)
    state = replace(state, phase="must_name")
    seen = page(state, own=(1,), picked="offer:4")
    assert seen.key("bid")["data-move"] == "2 name 4 10"
    (pad,) = seen.pads
    assert (pad["low"], pad["high"]) == (10, 10)
    assert "readonly" in seen.key(f"sum-{pad['key']}").attributes
    assert "2 pass" not in seen.moves


@pytest.mark.clause("MB-2-left-over")
def test_money_on_a_contract_is_shown() -> None:
    seen = page(naming(["A", "A"], [4], left_over=[5]), own=())
    assert "+ $5,000" in seen.key("contract-5").said
    assert "$5,000" in figures(seen.key("offer-5").label)
    assert "+ $5,000" not in seen.key("contract-4").said


def test_where_nothing_is_on_offer_the_table_says_so() -> None:
    assert page(naming(["A", "A"], [])).key("nothing").said
    assert not page(naming(["A", "A"], [4])).keys("nothing")


@pytest.mark.clause("MB-2-auction")
def test_an_auction_shows_who_is_in_how_the_price_climbed_and_each_purse() -> None:
    start = naming(["AATT", "AATT", "A"], [4, 5], cash=[40, 25, 30])
    played = play(start, "1 name 4 10; 2 bid 14; 3 pass")
    seen = page(played.state, own=(0,), past=played.events)
    rungs = [seen.key(key).said for key in seen.keys("rung-")]
    assert rungs == ["1 $10,000 Anna $10,000", "2 $14,000 Ben $14,000"]
    bidders = [seen.key(f"bidder-{n}") for n in (1, 2, 3)]
    assert [each.figures for each in bidders] == [
        ["1", "$40,000"],
        ["2", "$25,000"],
        ["3", "$30,000"],
    ]
    assert len({each["class"] for each in bidders}) == 3  # decides, leads, is out
    assert seen.key("bid")["data-move"] == "1 bid 15"
    assert "1 pass" in seen.moves
    assert "$14,000" in seen.key("s2").figures
    assert "offer-4" not in seen.html
    assert not seen.key("offer-5")["data-do"]
    asked = page(played.state, own=(0,), quiet=True)  # a position asks for both
    assert not asked.key("lesson").said
    assert not asked.keys("gauge")
    rounds, left, all_wages, purse, wages = "2", "$34,000", "$16,000", "$32,000", "$8,000"
    assert seen.key("lesson").figures == [rounds, left, all_wages, purse, wages]
    assert seen.key("gauge").figures == ["$19,000", "$16,000"]
    chosen = frozenset({Bid(0, 40)})
    raised = page(played.state, own=(0,), past=played.events, chosen=chosen)
    assert raised.key("bid")["data-move"] == "1 bid 40"
    assert raised.key("gauge").figures == ["$6,000", "$16,000"]


@pytest.mark.clause("MB-2-auction", "MB-5-wages")
def test_who_bids_reads_what_limits_the_bid() -> None:
    lessons = set()
    cases: list[tuple[str, int, dict[int, tuple[int, ...]], list[str]]] = [
        ("AATT", 80, {}, ["2", "$34,000", "$16,000"]),
        ("MMMMMM", 80, {}, ["1", "$14,000", "$36,000"]),
        ("MMMMMMM", 80, {}, ["1", "$42,000"]),  # too dear for any bid
        ("AATTTTT", 80, {3: (1, 2, 3, 4, 5)}, ["1", "$50,000"]),  # it works anyway
        ("A", 40, {}, ["$0"]),  # lacks a tradesman
        ("M", 40, {}, ["$0"]),  # too slow
        ("AATT", 40, {}, ["2", "$34,000", "$16,000", "$32,000", "$8,000"]),
        ("AATT", 12, {}, ["2", "$12,000", "$8,000"]),
        ("AATT", 80, {5: ()}, ["$30,000", "$22,000", "$8,000"]),  # other work would wait
        (
            "AATT",
            40,
            {4: (1, 2, 3, 4, 5)},
            ["2", "$34,000", "$16,000", "$32,000", "$8,000"],
        ),  # if it builds nothing else
    ]
    for crew, cash, held, said in cases:
        state = naming([crew, "A"], [4], cash=[cash, 40], holdings=[held, {}], round=5)
        lesson = page(state, own=(0,), picked="offer:4").key("lesson")
        assert lesson.figures == said
        lessons.add(lesson.said)
    assert len(lessons) == len(cases)


@pytest.mark.clause("MB-2-nominate")
def test_the_auction_has_its_place_before_it_begins() -> None:
    state = naming(["AATTFF", "A"], [4, 5], cash=[40, 25])
    seen = page(state, own=(0,))
    assert seen.key("how").said
    assert [seen.key(key).said for key in seen.keys("bidder-")] == [
        "1 Anna $40,000",
        "2 Ben $25,000",
    ]
    assert seen.key("asks").said
    assert not {"bid", "pad-bid"} & {each["data-key"] for each in seen.inside("sale")}
    assert "asks" not in {each["data-key"] for each in page(state, own=()).inside("sale")}
    assert "pass" in [each["data-key"] for each in seen.inside("sale")]
    seen = page(state, own=(0,), picked="offer:5")
    assert seen.key("bid").figures == ["$12,000"]
    assert seen.key("lesson").said
    assert seen.key("offer-5")["aria-pressed"] == "true"
    assert {"bid", "pass"} <= {each["data-key"] for each in seen.inside("sale")}


@pytest.mark.clause("MB-2-auction")
def test_each_bidders_crew_stands_beside_its_purse() -> None:
    state = naming(["TA", "MFA"], [4], cash=[40, 25])
    played = play(state, "1 name 4 10")
    seen = page(played.state, past=played.events)
    crews = [
        [token["data-skill"] for token in seen.inside(f"bidder-{seat}") if token["data-skill"]]
        for seat in (1, 2)
    ]
    assert crews == [["apprentice", "tradesman"], ["apprentice", "foreman", "master"]]


@pytest.mark.clause("MB-2-win")
def test_after_an_auction_the_table_says_what_it_was_worth() -> None:
    start = naming(["AATTFF", "AATTFF", "A"], [5, 4], cash=[40, 15, 40], round=2)
    played = play(start, "1 name 5 12; 2 bid 15; 3 pass; 1 bid 20")
    seen = page(played.state, past=played.events)
    assert [seen.key(f"verdict-{n}").figures for n in (1, 2, 3)] == [
        ["1", "$44,000", "$20,000"],
        ["2", "$44,000", "$15,000"],
        ["3", "$0"],  # lacks a foreman
    ]
    gain, too_much = ["$60,000", "$20,000", "$16,000", "$24,000"], ["$20,000", "$16,000", "$4,000"]
    assert seen.key("lesson").figures == [*gain, "$16,000", *too_much]
    assert len(seen.keys("rung-")) == 3


def test_a_finished_sale_makes_way_for_the_contracts_in_question() -> None:
    start = naming(["A", "A", "A"], [3, 4, 5], round=1, holdings=[{1: ()}, {}, {}])
    played = play(start, "1 name 3 8; 2 pass; 3 pass")
    assert isinstance(played.events[-1], BiddingNarrowed)
    seen = page(played.state, own=(1,), past=played.events)
    assert not seen.keys("verdict-")
    assert set(seen.keys("contract-")) >= {"contract-4", "contract-5"}


def test_a_finished_sale_makes_way_when_a_seat_names_no_contract() -> None:
    start = naming(["A", "A", "A"], [3, 4, 5], round=2)
    played = play(start, "1 name 3 8; 2 pass; 3 pass; 1 pass")
    seen = page(played.state, past=played.events)
    assert not seen.keys("verdict-")


@pytest.mark.clause("MB-2-end")
def test_once_the_auctions_are_over_none_is_announced() -> None:
    state = naming(["A", "A"], [], round=2)
    ended = AuctionsEnded(clause="MB-2-end", without=(), left=())
    seen = page(state, past=[PhaseBegun(phase=2), ended])
    assert seen.key("sale").said
    assert not seen.keys("how")


def test_who_paid_more_than_it_is_worth_is_told_so() -> None:
    start = naming(["A", "A"], [5, 4], round=2)
    played = play(start, "1 name 5 20; 2 pass")
    seen = page(played.state, past=played.events)
    brings, too_much = ["$0", "$20,000", "−$20,000"], ["$20,000", "$12,000", "$8,000"]
    assert seen.key("lesson").figures == [*brings, "$12,000", *too_much]


def test_what_a_crew_lacks_or_earns_elsewhere_is_said_after_an_auction() -> None:
    """A crew may lack a skill or time, or may be needed elsewhere; a bid may exceed the income."""
    start = naming(["AATTFF", "M", "AATTFF"], [5, 4], cash=[90, 40, 70], round=6)
    played = play(start, "1 name 5 12; 2 pass; 3 bid 61; 1 bid 62; 3 pass")
    seen = page(played.state, past=played.events)
    assert seen.key("verdict-2").figures == ["2", "$0"]
    assert seen.key("verdict-3").figures == ["3", "$44,000"]
    assert seen.key("lesson").figures[:2] == ["$60,000", "$62,000"]
    busy = naming(["AATTFF", "A"], [5, 4], cash=[90, 40], holdings=[{8: ()}, {}], round=6)
    played = play(busy, "1 name 5 12; 2 pass")
    lesson = page(played.state, past=played.events).key("lesson")
    assert lesson.figures[-1] == "$12,000"  # the lowest bid allowed


def test_a_bargain_and_a_fair_price_are_told_apart() -> None:
    """What a rival bid decides; if none bid so much, it is what one could have bid."""
    for cash, plays, said in (
        (40, "1 name 5 12; 2 pass", ["$12,000"]),
        (40, "1 name 5 12; 2 bid 22; 1 bid 23; 2 pass", ["$22,000", "$23,000"]),
        (14, "1 name 5 15", ["$14,000"]),
    ):
        start = naming(["AATTFF", "AATTFF"], [5, 4], round=2, cash=[40, cash])
        played = play(start, plays)
        lesson = page(played.state, past=played.events).key("lesson")
        assert lesson.figures[-len(said) :] == said


@pytest.mark.clause("MB-2-first-round", "MB-2-last-one")
def test_in_round_1_who_had_no_right_to_bid_is_said() -> None:
    held = [{1: (), 2: ()}, {}, {}]
    start = naming(3, [4, 5], round=1, holdings=held, active=1, mallet=1)
    played = play(start, "2 name 5 12; 3 pass")
    at = next(n for n, event in enumerate(played.events) if isinstance(event, ContractWon))
    after = MASTER_BUILDER.unfold(play(start, "2 name 5 12").state, MASTER_BUILDER.read("3 pass"))
    first = next(step for step in after if isinstance(step.event, ContractWon))
    seen = page(first.state, past=[PhaseBegun(phase=2), *played.events[: at + 1]])
    assert seen.key("verdict-1").figures[-1] == "2"  # contracts that it has
    out = replace(first.state, out=(0,))
    named_none = page(out, past=[PhaseBegun(phase=2), *played.events[: at + 1]])
    assert named_none.key("verdict-1").said != seen.key("verdict-1").said
    last = page(played.state, past=played.events)
    assert "sale" not in last.keys("sale")  # phase 3 has begun
    one = [event for event in played.events if isinstance(event, ContractWon)][-1]
    assert one.clause == "MB-2-last-one"


@pytest.mark.clause("MB-2-left-over")
def test_money_taken_from_a_contract_was_no_part_of_the_purse() -> None:
    start = naming(["AATTFF", "A"], [4], left_over=[5], cash=[12, 40], round=2)
    played = play(start, "1 name 5 12; 2 pass")
    assert isinstance(played.events[-1], LeftOverTaken)
    assert page(played.state, past=played.events).key("verdict-1").said.endswith("$12,000")


# --- events -----------------------------------------------------------------------------------


@pytest.mark.clause("MB-3-absent", "MB-3-gone")
@pytest.mark.parametrize(
    ("phase", "event", "paid"), [("idle", 10, ["$3,000"]), ("dismiss", 15, [])]
)
def test_the_event_lies_open_and_its_owner_chooses_a_worker(
    phase: str, event: int, paid: list[str]
) -> None:
    state = position(["AATTFF", "A"], phase="event", round=2)
    played = play(state, f"* event {event}")
    assert played.state.phase == phase
    seen = page(played.state, own=(0,), past=played.events)
    chosen = {move for move in seen.moves if "choose" in move}
    assert chosen == {f"1 choose {number}" for number in played.state.builders[0].crew}
    asked = page(played.state, own=(0,), acting=(0,), past=played.events).key("head")
    assert asked.figures[2:] == paid  # after the seat and its cash
    card = played.state.deck.events[event - 1]
    assert card.title.en in seen.key("event").said
    assert card.title.en in seen.key("event").label


@pytest.mark.clause("MB-3-absent")
def test_who_misses_the_building_phase_is_said_at_the_crew() -> None:
    state = position(["AT", "AT"], phase="assign", holdings=[{8: ()}, {5: ()}], round=2)
    first, second = state.builders
    state = replace(state, builders=(replace(first, idle=first.crew[:1]), second))
    seen = page(state, own=(0,), acting=(0,))
    assert "4" in seen.key("s1").figures  # the phase
    assert "4" not in seen.key("s2").figures


@pytest.mark.clause("MB-2-first-round")
def test_round_1_says_who_may_no_longer_bid_and_why() -> None:
    state = naming(3, [5, 6], round=1, holdings=[{3: (), 4: ()}, {}, {}], mallet=1)
    played = play(state, "2 name 5 12")
    seen = page(played.state, own=(2,), acting=(2,), past=played.events)
    assert "Anna" in seen.key("head").said
    assert seen.key("bidder-1")["class"] != seen.key("bidder-3")["class"]
    after = MASTER_BUILDER.unfold(played.state, MASTER_BUILDER.read("3 pass"))
    won = next(step for step in after if isinstance(step.event, ContractWon))
    assert "Anna" in page(won.state, past=[*played.events, won.event]).key("head").said


# --- building ---------------------------------------------------------------------------------

SITE = position(["ATF", "A"], phase="assign", holdings=[{8: ()}, {}], round=2)
TRADESMAN, FOREMAN = SITE.builders[0].crew[1:]


@pytest.mark.clause("MB-4-assign")
def test_a_section_takes_the_least_able_worker_who_will_do() -> None:
    seen = page(SITE, own=(0,))
    assert seen.key("slot-8-1")["data-move"] == f"1 assign {TRADESMAN} 8.1"
    assert seen.key("slot-8-3")["data-move"] == f"1 assign {FOREMAN} 8.3"
    roof = seen.key("slot-8-5")
    assert (roof["aria-disabled"], roof["data-state"]) == ("true", "blocked")
    assert roof["title"]
    assert seen.key("s1-build")["data-move"] == "1 build"


@pytest.mark.clause("MB-4-assign")
def test_who_is_picked_up_is_assigned_wherever_one_clicks() -> None:
    apprentice = SITE.builders[0].crew[0]
    seen = page(SITE, own=(0,), picked=f"worker:{FOREMAN}")
    assert seen.key("slot-8-1")["data-move"] == f"1 assign {FOREMAN} 8.1"
    assert not seen.key("slot-8-1")["aria-disabled"]
    seen = page(SITE, own=(0,), picked=f"worker:{apprentice}")
    assert seen.key("slot-8-1")["aria-disabled"] == "true"
    assert "tradesman" in seen.key("slot-8-1")["title"].lower()


@pytest.mark.clause("MB-4-stable")
def test_what_would_not_stand_is_marked_before_it_is_too_late() -> None:
    state = play(SITE, f"1 assign {TRADESMAN} 8.1").state
    seen = page(state, own=(0,))
    assert seen.key("slot-8-1")["data-state"] == "vain"
    assert not seen.key("slot-8-1")["data-move"]
    state = play(state, f"1 assign {FOREMAN} 8.3").state
    seen = page(state, own=(0,))
    assert seen.key("slot-8-1")["data-state"] == "open"


@pytest.mark.clause("MB-4-walls")
def test_city_walls_say_what_they_need_and_two_heads_are_counted() -> None:
    state = position(["MTT", "A"], phase="assign", holdings=[{12: ()}, {}], round=2)
    master = state.builders[0].crew[0]
    first = play(state, f"1 assign {master} 12.1").state
    seen = page(first, own=(0,))
    tradesman = state.builders[0].crew[1]
    assert seen.key("slot-12-1")["data-move"] == f"1 assign {tradesman} 12.1"
    both = page(play(first, f"1 assign {tradesman} 12.1").state, own=(0,))
    assert both.key("slot-12-1")["data-state"] == "vain"


@pytest.mark.clause("MB-3-absent")
def test_who_lies_face_down_cannot_be_assigned_and_says_why() -> None:
    builder = replace(SITE.builders[0], idle=(FOREMAN,))
    state = replace(SITE, builders=(builder, SITE.builders[1]))
    man = page(state, own=(0,)).key(f"man-{FOREMAN}")
    assert man["aria-disabled"] == "true"
    assert man["title"]
    bare = replace(state, builders=(replace(builder, holdings=()), SITE.builders[1]))
    assert page(bare, own=(0,)).key(f"man-{FOREMAN}")["data-move"] == ""


def test_a_proposal_is_made_only_when_it_is_asked_for() -> None:
    sys.modules.pop(f"{PACKAGE}.reading.proposal", None)
    seen = page(SITE, own=(0,))
    assert seen.key("s1-propose")["data-value"] == "proposal"
    assert f"{PACKAGE}.reading.proposal" not in sys.modules
    sys.modules[f"{PACKAGE}.reading.proposal"] = proposal
    seen = page(SITE, own=(0,), picked="proposal")
    proposed = seen.key("s1-as-proposed")
    assert proposed["data-do"] == "moves"
    moves = {each.strip() for each in proposed["data-value"].split(";")}
    assert moves in (
        {f"1 assign {TRADESMAN} 8.{wall}", f"1 assign {FOREMAN} 8.{gable}"}
        for wall, gable in ((1, 3), (2, 4))
    )
    assert "2" in seen.key("s1-play").figures
    assert seen.html.count("pw-mb-worker--ghost") == 2
    play(SITE, proposed["data-value"])


def test_a_proposal_of_nothing_says_so() -> None:
    state = position(["AA", "A"], phase="assign", holdings=[{8: ()}, {}], round=2)
    seen = page(state, own=(0,), picked="proposal")
    assert not seen.keys("s1-as-proposed")
    assert seen.key("s1-play").said != page(state, own=(0,)).key("s1-play").said


def test_who_has_nobody_free_is_offered_no_proposal() -> None:
    builder = replace(SITE.builders[0], idle=SITE.builders[0].crew)
    state = replace(SITE, builders=(builder, SITE.builders[1]))
    assert "s1-propose" not in page(state, own=(0,)).html


def test_each_part_of_a_building_is_named_once_over_its_two_sections() -> None:
    state = position(["A", "A"], phase="assign", holdings=[{8: (1,)}, {7: ()}], round=2)
    seen = page(state)
    house = [each.said or each["data-key"] for each in seen.inside("plot-8")]
    house = house[house.index("Wall") :]
    assert [each for each in house if each in {"Wall", "Gable", "Roof"}] == [
        "Wall",
        "Gable",
        "Roof",
    ]
    castle = [each["data-key"] for each in seen.inside("plot-7") if "slot" in each["data-key"]]
    assert castle == [f"slot-7-{n}" for n in (1, 4, 2, 5, 3, 6)]


@pytest.mark.clause("MB-4-assign")
def test_the_town_grows_section_by_section() -> None:
    state = play(SITE, f"1 assign {TRADESMAN} 8.1; 1 assign {FOREMAN} 8.3").state
    steps = MASTER_BUILDER.unfold(state, MASTER_BUILDER.read("1 build"))
    steps = steps if any(isinstance(step.event, SectionsBuilt) for step in steps) else ()
    if not steps:
        state = play(state, "1 build").state
        steps = MASTER_BUILDER.unfold(state, MASTER_BUILDER.read("2 build"))
    story: list[Event] = []
    for step in steps:
        story.append(step.event)
        if isinstance(step.event, SectionsBuilt):
            seen = page(step.state, past=story)
            parts = [each["data-part"] for each in seen.inside("lot-8") if each.tag == "path"]
            assert Counter(parts) == {"new": 2, "none": 4}
            assert figures(seen.key("lot-8").label) == ["2", "6"]
            assert [each.figures for each in seen.notes("s1")] == [["2"]]
    done = replace(SITE, builders=(replace(SITE.builders[0], holdings=(), town=(8,)),) * 2)
    assert not figures(page(done).elements[0].label)


# --- money ------------------------------------------------------------------------------------


@pytest.mark.clause("MB-5-need", "MB-5-loans")
def test_who_must_borrow_sees_what_each_loan_costs_and_leaves() -> None:
    state = position(["MMM", "A"], phase="borrow", cash=[4, 40], due=18, round=2)
    seen = page(state, own=(0,))
    assert seen.moves["1 borrow small"].figures == ["$10,000"]
    counter = seen.key("counter")
    assert {"30.0%", "26.7%", "9.1%", "$3,000", "$5,000"} <= {*counter.figures}
    assert "–" in counter.said  # what cannot happen
    assert "$4,000" in seen.key("loan-small").figures  # is still short
    assert "$16,000" in seen.key("loan-large").figures  # is left
    assert "50.0%" not in counter.figures  # contracts are left to the end
    last = replace(state, builders=state.builders, pile_size=0)
    assert "50.0%" in page(last, own=(0,)).key("counter").figures
    assert seen.key("loan-small").figures.count("30.0%") == 1
    onlooker = page(state, own=(1,), acting=())
    assert not onlooker.moves


@pytest.mark.clause("MB-5-early")
@pytest.mark.parametrize(
    ("pile", "offers", "rules", "rate"),
    [
        (3, [4], Rules(), "early"),
        (0, [], Rules(), "late"),
        (0, [], Rules(early_repay_until="any_contract_unfinished"), "early"),
    ],
)
def test_the_table_says_until_when_early_is_early(
    pile: int, offers: list[int], rules: Rules, rate: str
) -> None:
    held = [{8: ()}, {}]
    state = position(["A", "A"], holdings=held, offers=offers, pile=pile, rules=rules)
    seen = page(state)
    assert seen.key("rate")["data-rate"] == rate
    assert (seen.key("credit").figures[:2] == ["3", "1"]) is bool(offers)
    assert seen.key("rate")["title"]


@pytest.mark.clause("MB-5-repay")
def test_a_loan_can_be_repaid_where_the_seat_decides_and_its_age_is_known() -> None:
    state = position(["A", "A"], phase="hire", loans=[(1, 1), (0, 0)], cash=[20, 40], round=4)
    taken = [LoanTaken(seat=0, loan="small", amount=10, due=5, cash=5)]
    seen = page(state, own=(0,), past=taken)
    assert seen.moves["1 repay small"].figures == ["$13,000"]
    assert seen.moves["1 repay large"]["aria-disabled"] == "true"
    assert {"$10,000", "$13,000", "$15,000"} <= {*seen.key("counter").figures}
    spent = position(
        ["A", "A"], phase="hire", loans=[(1, 1), (0, 0)], cash=[20, 40], round=4, pile=0
    )
    begun = RoundBegun(clause="MB-rounds-2-6", seat=0, round=4)
    late = page(replace(spent, phase="repay"), own=(0,), past=[*taken, begun])
    early = page(replace(state, phase="repay"), own=(0,), past=taken)
    assert late.key("head").said != early.key("head").said
    assert {"$15,000", "50.0%"} <= {*late.key("counter").figures}
    others = page(state, own=(1,), past=taken)
    assert others.key("s1-loans").figures[:2] == ["1", "$13,000"]
    more = position(["A", "A"], phase="hire", loans=[(3, 0), (0, 0)], cash=[20, 40], round=4)
    assert page(more, own=(1,)).key("s1-loans").figures == ["3", "$13,000"]
    assert page(more, own=(0,)).moves["1 repay small"].figures == ["$13,000"]
    assert "1 pass" in early.moves


@pytest.mark.clause("MB-5-repay")
@pytest.mark.parametrize("phase", ["hire", "dismiss", "idle"])
def test_whoever_must_choose_a_worker_is_not_asked_about_loans(phase: Phase) -> None:
    state = position(["A", "A"], phase=phase, loans=[(1, 0), (0, 0)], cash=[20, 40], round=4)
    assert ("1 repay small" in page(state, own=(0,)).moves) is (phase == "hire")


def test_money_flies_between_the_bank_and_the_seats() -> None:
    for past, state in boards.steps("master_builder", 3, 9):
        event = past[-1]
        if not isinstance(event, IncomePaid | DuePaid | LoanTaken | LeftOverTaken):
            continue
        flights = [
            (each["data-from"], each["data-to"])
            for each in page(state, past=past).elements
            if each["data-motion"] == "fly"
        ]
        purse = f"s{event.seat + 1}-money"
        assert flights == [(purse, "bank") if isinstance(event, DuePaid) else ("bank", purse)]


# --- the line over the table ------------------------------------------------------------------


def some(
    games: Sequence[tuple[int, int]],
    kind: Callable[[Sequence[Event], State], object],
    each: int = 12,
) -> Iterator[tuple[Sequence[Event], State]]:
    """Yield some steps of every kind, from random games given by seats and seed."""
    seen = Counter[object]()
    for seats, seed in games:
        for past, state in boards.steps("master_builder", seats, seed):
            seen[kind(past, state)] += 1
            if seen[kind(past, state)] <= each:
                yield past, state


def test_the_line_says_what_is_asked_of_whom() -> None:
    heads: dict[tuple[object, bool], set[str]] = {}
    for past, state in some(((2, 4), (3, 8), (4, 6)), lambda _, state: state.phase):
        turn = MASTER_BUILDER.turn(state)
        if isinstance(turn, Decide):
            (prompt,) = re.findall("<h2[^>]*>([^<]+)<", draw(state, own=(0,), past=past))
            said = re.sub(r"Anna|Ben|Cem|Dana|“[^”]*”|\d", "*", prompt)
            heads.setdefault((turn.prompt, 0 in turn.seats), set()).add(said)
    told = [each for said in heads.values() for each in said]
    assert len(told) == len({*told}), "two decisions share a headline"
    assert {prompt for prompt, _ in heads} == {*MASTER_BUILDER.prompts} - {"must_name"}


def test_a_shared_victory_and_the_first_moment_are_told() -> None:
    state = replace(position(["", ""], cash=[30, 30]), phase="over")
    seen = page(state)
    assert "Anna and Ben" in seen.key("head").said
    assert seen.key("ranking").figures == ["1", "$30,000", "$30,000", "$0", "$0"] * 2
    assert not seen.key("bank").figures
    settling = replace(state, phase="settling")
    assert page(settling).key("head").said == ""
    assert page(settling).key("strip").said


@pytest.mark.clause("MB-end-unfinished", "MB-end-loans")
def test_the_result_is_reckoned_from_what_the_end_paid_and_took() -> None:
    state = replace(position(["", ""], cash=[9, 30]), phase="over")
    paid = UnfinishedPaid(seat=0, contract=7, income=75, missing=1, each=15, amount=60)
    settled = LoansSettled(seat=0, small=0, large=2, amount=76, early=True)
    earlier = UnfinishedPaid(seat=1, contract=4, income=50, missing=6, each=15, amount=0)
    ended = GameEnded(winners=(1,), cash=(9, 30))
    seen = page(state, past=[earlier, paid, settled, ended])
    assert str(len(state.deck.contracts)) in seen.key("head").figures
    ben = ["1", "$30,000", "$30,000", "$0", "$0"]
    buildings = ["$60,000", "$75,000", "1", "$15,000"]
    anna = ["2", "$9,000", "$25,000", *buildings, "$76,000"]
    assert seen.key("ranking").figures == [*ben, *anna]


def test_random_play_shows_every_note() -> None:
    noted = {
        type(past[-1])
        for past, state in some(((2, 1), (3, 2), (4, 3), (4, 12)), lambda past, _: type(past[-1]))
        if "pw-note" in draw(state, past=past)
    }
    assert {each.__name__ for each in noted} == {
        "BidRaised", "ContractNamed", "ContractWon", "DuePaid", "LeftOverTaken", "LoanRepaid",
        "LoanTaken", "LoansSettled", "PaymentShort", "SeatPassed", "SeatSpared", "SectionsBuilt",
        "UnfinishedPaid", "WorkerDismissed", "WorkerFired", "WorkerHired", "WorkersTurnedDown",
    }  # fmt: skip


def test_a_section_without_enough_workers_is_noted_on_the_seat() -> None:
    """MB-4-assign."""
    unbuilt = SectionsUnbuilt(clause="MB-4-assign", seat=0, contract=12, sections=(1,))
    assert "pw-note" in draw(MASTER_BUILDER.start(2), past=[unbuilt])


def test_all_moves_of_chance_are_left_to_chance() -> None:
    state = MASTER_BUILDER.start(2)
    assert legal(state, 0)
    assert not page(state, own=(0, 1)).moves
    assert CHANCE < 0


@pytest.mark.clause("MB-5-early", "MB-end")
def test_the_headline_says_at_which_rate_loans_were_repaid_and_why() -> None:
    *_, (past, state) = boards.steps("master_builder", 2, 3)
    over = scene(state, past=past)
    late, left, offered, unfinished = (
        headline(
            replace(
                over, view=replace(over.view, early=early, contracts_left=count, offers=offers)
            )
        ).hint
        for early, count, offers in ((False, 0, ()), (True, 1, ()), (True, 0, (1,)), (True, 0, ()))
    )
    assert left == offered
    assert len({late, left, unfinished}) == 3
