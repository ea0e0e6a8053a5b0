"""The picture of the table, read as text."""

import re
from functools import partial
from itertools import islice, pairwise
from math import dist, hypot
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import Decide
from paydays_widgets.games.zock.deck import default_deck
from paydays_widgets.games.zock.engine import ZOCK
from paydays_widgets.games.zock.events import (
    DebtRepaid,
    DiscTurned,
    DuelBegun,
    DuelDecided,
    DuelRolled,
    Event,
    FinePaid,
    GameEnded,
    MoneyBorrowed,
    PawnMoved,
    PawnsCashed,
    PawnsHit,
    PawnWentHome,
    SeatOut,
)
from paydays_widgets.games.zock.reading import duel_gain
from paydays_widgets.games.zock.rules import PRESETS, Rules
from paydays_widgets.games.zock.state import State
from tests import boards
from tests.games.zock.positions import position
from tests.markup import Element, Page, figures

PACKAGE = "paydays_widgets.games.zock"
FLAT = replace(default_deck(), by_progress=(0,) * 40)
"""A board whose window never shows anything."""
VARIANTS = (
    Rules(),
    Rules(cash="after_roll", payout="square", lap="circle", capital=500),
    Rules(stacking="forbid", lap="home_unpaid", capital=0, all_money="last_in_play"),
)


scene = partial(boards.scene, "zock")
draw = partial(boards.draw, "zock")
page = partial(boards.page, "zock")


def steps(state: State, moves: str) -> list[tuple[Event, State]]:
    """Play some moves, and return all their steps."""
    found: list[tuple[Event, State]] = []
    for notation in moves.split(";"):
        unfolded = ZOCK.unfold(state, ZOCK.read(notation))
        found += [(step.event, step.state) for step in unfolded]
        state = unfolded[-1].state
    return found


def after(state: State, moves: str, kind: type[Event], **facts: Any) -> Page:
    """Draw the step of an event."""
    ((event, then),) = [each for each in steps(state, moves) if isinstance(each[0], kind)]
    return page(then, event=event, **facts)


def place(element: Element) -> tuple[float, float]:
    left, top = re.findall(r"[\d.]+(?=%)", element["style"])
    return (float(left), float(top))


CHOOSE = position("12 27 5", "2 - -", phase="choose")
MOVE = position("8 8 -", "- - -", "12 3 -", phase="move", die=4)
DUEL = position("6 2 -", "30 3 -")
ATTACK = "* roll 4; 1 go king"


@pytest.mark.parametrize("rules", VARIANTS)
def test_all_that_is_legal_can_be_clicked_save_some_sums_to_repay(rules: Rules) -> None:
    for past, state in islice(boards.steps("zock", 4, 11, rules), 0, None, 7):
        seen = page(state, own=(0, 1, 2, 3), past=past)
        shown = {move for move, each in seen.moves.items() if not each["aria-disabled"]}
        turn = ZOCK.turn(state)
        by = turn.seats[0] if isinstance(turn, Decide) else None
        allowed = set() if by is None else {str(move) for move in ZOCK.legal(state, by)}
        repays = {move for move in allowed if "repay" in move}
        assert allowed - repays <= shown
        assert bool(repays) is bool(repays & shown)


def prompt_and_hint(seen: Page) -> tuple[str, str]:
    prompt, hint = (
        " ".join(each.said for each in seen.inside("head") if f"__{part}" in each["class"])
        for part in ("prompt", "hint")
    )
    return prompt, hint


# --- the round board ----------------------------------------------------------------------------


def test_a_pawn_stands_on_its_square_or_at_home() -> None:
    seen = page(position("10 39 -", "- 10 -", "- - -", "- - -"))
    x, y = place(seen.key("p1-king"))
    assert x > 90
    assert y == pytest.approx(50)
    x, y = place(seen.key("p2-a"))
    assert x == pytest.approx(50)
    assert y > 90
    x, y = place(seen.key("p1-a"))
    assert 40 < x < 50
    assert y < 10
    corner = place(seen.key("home-4"))
    assert all(abs(a - b) < 5 for a, b in zip(place(seen.key("p4-king")), corner, strict=True))
    assert figures(seen.key("p1-king").label) == ["10", "10"]
    assert not figures(seen.key("p1-b").label)


def test_two_seats_sit_opposite_each_other() -> None:
    seen = page(position("- - -", "- - -"))
    assert place(seen.key("home-1")) == (7.2, 7.2)
    assert place(seen.key("home-2")) == (92.8, 92.8)


@pytest.mark.parametrize("pawns", [("king", "a"), ("king", "a", "b")])
def test_pawns_of_one_square_do_not_hide_each_other(pawns: tuple[str, ...]) -> None:
    steps = ("12 12 -", "12 12 12")[len(pawns) - 2]
    seen = page(position(steps, "- - -"))
    met = [seen.key(f"p1-{pawn}") for pawn in pawns]
    for one, other in pairwise(met):
        widths = [
            float(re.findall(r"--size:([\d.]+)cqi", each["style"])[0]) for each in (one, other)
        ]
        assert dist(place(one), place(other)) >= sum(widths) / 2 - 0.01


@pytest.mark.parametrize("disc", range(0, 40, 3))
def test_an_arrow_and_its_window_do_not_touch(disc: int) -> None:
    """Not even where the window, which is wider than high, lies beside its arrow."""
    seen = page(replace(position("- - -", "- - -", "- - -", "- - -"), disc=disc))
    disc_width, arrow, window = 2 * 30.2, 5.8, 11.4
    for seat in range(1, 5):
        apart = dist(place(seen.key(f"arrow-{seat}")), place(seen.key(f"window-{seat}")))
        assert apart * disc_width / 100 > (arrow + window) / 2


@pytest.mark.clause("ZK-bank-empty")
def test_the_pawns_of_a_seat_that_left_are_gone() -> None:
    seen = page(position("12 3 -", "- - -", "- - -", out=[1]))
    assert not seen.keys("p2-")
    assert "pw-seat--out" in seen.key("s2")["class"]
    assert "pw-zk-home--out" in seen.key("home-2")["class"]


@pytest.mark.clause("ZK-window")
def test_the_disc_is_turned_and_its_windows_show_the_sum() -> None:
    state = position("- - -", "2 26 -", phase="choose", active=1)
    seen = after(state, "2 cash a", DiscTurned)
    assert "--turn:234.0deg" in seen.key("disc")["style"]
    assert [seen.key(key).said for key in seen.keys("window-")] == ["3,000", "3,000"]
    assert "pw-zk-window--lit" in seen.key("window-2")["class"]
    assert "pw-zk-window--lit" not in seen.key("window-1")["class"]
    start = page(position("- - -", "- - -"))
    assert [start.key(key).said for key in start.keys("window-")] == ["–", "–"]
    king = after(position("26 2 -", "- - -", phase="choose"), "1 cash king", PawnsCashed)
    assert king.key("window-1").said == "3 × 3,000"


@pytest.mark.clause("ZK-window")
def test_what_the_window_pays_lies_along_the_circuit() -> None:
    seen = page(position("- - -", "- - -"))
    sums = [each for each in seen.elements if each["class"] == "pw-zk-sum"]
    assert [each.said for each in sums] == ["1,000", "1,500", "2,000", "3,000", "4,000", "5,000"]
    assert [each["data-level"] for each in sums] == ["1", "2", "3", "4", "5", "5"]
    printed = page(position("- - -", "- - -", rules=Rules(payout="square")))
    sums = [each for each in printed.elements if "pw-zk-sum--printed" in each["class"]]
    assert len(sums) == 29
    assert not [
        each
        for each in page(position("- - -", "- - -", deck=FLAT)).elements
        if "band" in each["class"]
    ]


@pytest.mark.clause("ZK-window", "ZK-cash")
def test_the_curve_shows_when_to_cash_and_where_the_pawns_stand() -> None:
    seen = page(position("12 27 -", "- - -"))
    rungs = [each.said for each in seen.inside("curve") if "grid-column" in each["style"]]
    assert rungs == [
        "1,000 11–15",
        "1,500 16–20",
        "2,000 21–25",
        "3,000 26–30",
        "4,000 31–35",
        "5,000 36–39",
    ]
    (picture,) = [each for each in seen.inside("plot") if each["role"] == "img"]
    assert figures(picture.label)[-6:] == ["31", "32", "36", "37", "38", "39"]
    assert seen.key("c1-king")["style"] == "left:5.17%;bottom:20.0%"
    assert seen.key("c1-a")["style"] == "left:56.9%;bottom:60.0%"
    assert seen.keys("c1-") == ["c1-king", "c1-a"]  # in the first quarter there is no window
    after_roll = page(position("12 27 -", "- - -", rules=Rules(cash="after_roll")))
    assert after_roll.key("curve").said != seen.key("curve").said


def test_a_printed_board_names_every_fifth_step() -> None:
    seen = page(position("- - -", "- - -", rules=Rules(payout="square")))
    rungs = [each.said for each in seen.inside("curve") if "grid-column" in each["style"]]
    assert rungs == ["15", "20", "25", "30", "35"]


# --- the die and what can be decided ------------------------------------------------------------


@pytest.mark.clause("ZK-roll")
def test_the_die_is_rolled_by_clicking_it() -> None:
    die = page(position("12 3 -", "- - -")).key("die")
    assert (die.tag, die["data-do"]) == ("button", "step")
    assert "Anna" in die.label
    own = page(CHOOSE, own=(0,)).key("die")
    assert (own.tag, own["data-move"]) == ("button", "1 throw")
    others = page(CHOOSE).key("die")
    assert (others.tag, others.said) == ("span", "?")
    rolled = page(MOVE, own=(0,)).key("die")
    assert (rolled.tag, figures(rolled.label)) == ("span", ["4"])


@pytest.mark.clause("ZK-cash")
def test_cashing_says_what_it_brings_and_rolling_what_it_risks() -> None:
    seen = page(CHOOSE, own=(0,))
    acts = {key: seen.key(key).said for key in seen.keys("act-")}
    assert list(acts) == ["act-1-throw", "act-1-cash-king", "act-1-cash-a", "act-1-cash-b"]
    assert "3,000 (king: 3 × 1,000)" in acts["act-1-cash-king"]
    assert "3,000" in figures(acts["act-1-cash-a"])
    assert re.findall(r"\d+", acts["act-1-throw"]) == ["2", "6", "1", "3", "000"]
    assert re.findall(r"\d+", acts["act-1-cash-b"]) == ["5", "11"]
    assert seen.key("act-1-cash-b")["aria-disabled"] == "true"
    assert seen.key("p1-a")["data-move"] == "1 cash a"
    assert seen.key("p1-b").tag == "span"


@pytest.mark.clause("ZK-bank-empty", "ZK-stack")
def test_cashing_a_stack_and_an_empty_bank_are_told() -> None:
    stack = page(position("12 12 -", "- - -", phase="choose"), own=(0,))
    assert stack.key("act-1-cash-a").figures == ["4,000", "4", "1,000"]
    poor = page(position("12 12 -", "- - -", phase="choose", bank=500), own=(0,))
    assert poor.key("act-1-cash-a").figures == ["500"]


@pytest.mark.clause("ZK-hit", "ZK-duel", "ZK-choose")
def test_what_each_pawn_would_meet_is_said_on_it() -> None:
    seen = page(position("8 8 -", "2 - -", "- - -", phase="move", die=4), own=(0,))
    assert seen.key("act-1-go-king").figures == ["8", "12"]
    assert "Ben" in seen.key("act-1-go-king").said
    assert "Ben" in seen.key("act-1-go-a").said
    assert seen.key("act-1-go-a").figures == ["3,000"]
    assert seen.key("act-1-go-b").figures == ["0", "4"]
    assert "pw-zk-act--duel" in seen.key("act-1-go-king")["class"]
    assert "pw-zk-act--gain" in seen.key("act-1-go-a")["class"]
    assert set(seen.keys("target-")) == {"target-king", "target-a", "target-b"}
    assert place(seen.key("target-a")) == place(seen.key("target-king"))
    assert seen.key("p1-a")["data-move"] == "1 go a"
    assert not page(MOVE).keys("target-")


@pytest.mark.clause("ZK-duel")
def test_a_duel_that_the_king_may_begin_is_weighed() -> None:
    before = position("8 8 -", "2 - -", "- - -", phase="move", die=4)
    gain = round(duel_gain(ZOCK.view(before, 0), 1))
    gauge = page(before, own=(0,)).key("gauge")
    assert gauge.said.endswith(f"+{gain:,} on average")
    assert not page(before, own=(0,), quiet=True).keys("gauge"), "a question is not answered"
    assert not page(before).keys("gauge"), "it is decided elsewhere"
    elsewhere = position("8 8 -", "3 - -", "- - -", phase="move", die=4)
    assert not page(elsewhere, own=(0,)).keys("gauge")


@pytest.mark.clause("ZK-hit", "ZK-stack")
@pytest.mark.parametrize(
    ("theirs", "sums"),
    [("2 - -", ["3,000"]), ("1 2 -", ["1,000"]), ("2 2 -", ["2", "4,000", "3,000", "1,000"])],
)
def test_a_hit_is_told_with_who_goes_home_and_the_fine(theirs: str, sums: list[str]) -> None:
    seen = page(position("5 8 -", theirs, "- - -", phase="move", die=4), own=(0,))
    assert seen.key("act-1-go-a").figures == sums
    assert re.findall("Anna|Ben|Cem", seen.key("act-1-go-a").said) == ["Ben", "Anna"]


@pytest.mark.clause("ZK-hit", "ZK-bank-empty")
def test_a_fine_that_cannot_be_paid_in_full_is_told_with_what_is_paid() -> None:
    state = position(
        "5 8 -", "2 - -", "- - -", phase="move", die=4, money=[30_000, 500, 30_000], bank=0
    )
    assert page(state, own=(0,)).key("act-1-go-a").figures == ["500", "3,000"]


@pytest.mark.clause("ZK-lap", "ZK-window")
@pytest.mark.parametrize(
    ("written", "rules", "told"),
    [
        ("2 38 -", Rules(), ["38", "39"]),
        ("2 38 -", Rules(lap="circle"), ["38", "2"]),
        ("2 38 -", Rules(lap="home_unpaid"), []),
        ("2 27 -", Rules(), ["27", "31", "4,000"]),
        ("2 11 -", Rules(), ["11", "15", "1,000"]),
    ],
)
def test_a_lap_and_a_higher_window_are_told(written: str, rules: Rules, told: list[str]) -> None:
    state = position(written, "- - -", phase="move", die=4, rules=rules)
    seen = page(state, own=(0,))
    assert seen.key("act-1-go-a").figures == told
    if rules.lap == "home_unpaid":
        assert "target-a" not in seen.keys("target-")


@pytest.mark.clause("ZK-king-first")
def test_what_is_not_legal_is_shown_with_the_reason() -> None:
    seen = page(position("- - -", "- - -", phase="move", die=3), own=(0,))
    act = seen.key("act-1-go-a")
    assert act["aria-disabled"] == "true"
    assert act["title"]
    assert act["title"] in act.said


@pytest.mark.clause("ZK-one")
def test_a_foremost_pawn_is_sent_home_by_clicking_it() -> None:
    seen = page(position("12 12 3", "- - -", phase="foremost", die=1), own=(0,))
    assert seen.keys("act-") == ["act-1-home-king", "act-1-home-a"]
    assert seen.key("p1-a")["data-move"] == "1 home a"


@pytest.mark.clause("ZK-borrow")
def test_debts_lie_open_and_are_repaid_by_notes_or_all_at_once() -> None:
    state = position("2 - -", "- - -", phase="choose", debts=[7_500, 0])
    seen = page(state, own=(0,))
    assert "7,500" in seen.key("s1").figures
    assert "7,500" in seen.key("vault").figures
    assert seen.keys("act-repay-") == [
        "act-repay-500",
        "act-repay-1000",
        "act-repay-5000",
        "act-repay-7500",
    ]
    assert page(state).keys("act-") == []
    home = page(position("- - -", "- - -", phase="choose", debts=[500, 0]), own=(0,))
    assert not home.key("act-1-throw").figures  # there is nothing to lose


# --- the duel -----------------------------------------------------------------------------------


@pytest.mark.clause("ZK-duel")
def test_a_duel_is_a_scene_of_its_own() -> None:
    seen = after(DUEL, ATTACK, DuelBegun)
    assert seen.key("duel").figures == ["1", "20"]
    assert seen.key("fighter-1").figures == ["1", "30,000", "5", "11"]
    assert seen.key("fighter-2").figures == ["2", "30,000", "6", "11"]
    assert "pw-zk-fighter--rolls" in seen.key("fighter-2")["class"]
    assert (seen.key("duel-die").tag, seen.key("duel-die")["data-do"]) == ("button", "step")
    assert re.findall("Anna|Ben", seen.key("head").said)[-3:] == ["Ben", "Ben", "Anna"]
    assert seen.key("head").figures[-2:] == ["1", "30,000"]
    assert seen.key("stakes").figures[-1] == "60,000"
    assert not seen.keys("curve")
    assert not seen.keys("die")


@pytest.mark.clause("ZK-duel")
def test_the_odds_go_over_to_who_rolls_next() -> None:
    (step,) = [
        each for each in steps(DUEL, f"{ATTACK}; * roll 4") if isinstance(each[0], DuelRolled)
    ]
    seen = page(step[1], event=step[0])
    assert seen.key("fighter-1").figures[-2:] == ["6", "11"]
    assert seen.key("duel").figures[-2:] == ["1", "4"]


@pytest.mark.clause("ZK-duel")
def test_a_1_and_the_decision_are_shown() -> None:
    rolled = after(DUEL, f"{ATTACK}; * roll 1", DuelRolled)
    assert rolled.key("duel-die").tag == "span"
    assert "11" not in rolled.key("fighter-1").figures
    decided = after(DUEL, f"{ATTACK}; * roll 1", DuelDecided)
    assert "30,000" in decided.key("duel").figures
    assert "pw-zk-fighter--won" in decided.key("fighter-1")["class"]
    assert "pw-zk-fighter--lost" in decided.key("fighter-2")["class"]
    lost = after(DUEL, f"{ATTACK}; * roll 2; * roll 1", DuelDecided)
    assert "pw-zk-fighter--won" in lost.key("fighter-2")["class"]


# --- the bank and the seats ---------------------------------------------------------------------


@pytest.mark.clause("ZK-money", "ZK-bank-empty")
@pytest.mark.parametrize(
    ("bank", "capital", "gone"),
    [
        (140_000, None, 0),
        (70_000, None, 10),
        (500, None, 19),
        (0, None, 20),
        (0, 0, 20),
        (2_000, 1_000, 19),
        (150_000, 150_000, 0),
    ],
)
def test_the_vault_empties(bank: int, capital: int | None, gone: int) -> None:
    state = position("- - -", "- - -", bank=bank, rules=Rules(capital=capital))
    seen = page(state)
    bars = [each for each in seen.inside("vault") if each.tag == "i"]
    assert len(bars) == 20
    assert sum(each["class"] == "pw-zk-gone" for each in bars) == gone
    assert seen.key("bank").said == f"{bank:,}"


def test_a_track_shows_how_far_each_pawn_has_come() -> None:
    seen = page(position("39 13 -", "- - -"))
    assert "--at:100.0" in seen.key("l1-king")["style"]
    assert "--at:33.33" in seen.key("l1-a")["style"]
    assert seen.key("l1-b")["style"] == ""
    assert figures(seen.key("lane-1").label) == ["2"]


@pytest.mark.parametrize(
    ("steps", "places"),
    [
        ("30 3 -", [(76.92, 0), (7.69, 0)]),
        ("12 12 -", [(30.77, -1), (30.77, 1)]),
        ("2 4 39", [(5.13, -1), (10.26, 1), (100.0, 0)]),
        ("12 4 20", [(30.77, 0), (10.26, 0), (51.28, 0)]),
        ("0 0 0", [(0.0, -1), (0.0, 1), (20.0, -1)]),
        ("38 39 36", [(97.44, 1), (100.0, -1), (80.0, -1)]),
    ],
)
def test_pawns_that_are_near_stand_above_and_below_their_track(
    steps: str, places: list[tuple[float, int]]
) -> None:
    seen = page(position(steps, "- - -"))
    found = [
        re.findall(r"--at:([\d.]+);--level:(-?\d)", seen.key(f"l1-{pawn}")["style"])
        for pawn in ("king", "a", "b")[: len(places)]
    ]
    assert [(float(at), int(level)) for ((at, level),) in found] == places


@pytest.mark.parametrize(
    ("state", "moves", "kind", "notes"),
    [
        (position("2 6 -", "30 - -"), "* roll 4; 1 go a", PawnsHit, (["3,000"], ["3,000"])),
        (position("2 6 -", "30 - -"), "* roll 4; 1 go a", FinePaid, (["3,000"], ["3,000"])),
        (
            position("2 6 -", "30 - -", money=[0, 1_000]),
            "* roll 4; 1 go a",
            MoneyBorrowed,
            (None, ["2,000"]),
        ),
        (
            position("2 6 -", "30 - -", money=[0, 1_000], bank=0),
            "* roll 4; 1 go a",
            SeatOut,
            (None, []),
        ),
        (DUEL, f"{ATTACK}; * roll 1", DuelDecided, (["30,000"], ["30,000"])),
        (CHOOSE, "1 cash a", PawnsCashed, (["3,000"], None)),
        (position("12 3 -", "- - -"), "* roll 1", PawnWentHome, ([], None)),
        (
            position("2 - -", "- - -", phase="choose", debts=[500, 0]),
            "1 repay 500",
            DebtRepaid,
            (["500"], None),
        ),
    ],
)
def test_what_an_event_means_for_a_seat_is_noted_there(
    state: State, moves: str, kind: type[Event], notes: tuple[list[str] | None, list[str] | None]
) -> None:
    seen = after(state, moves, kind)
    for seat, sums in enumerate(notes, 1):
        noted = [each.figures for each in seen.notes(f"s{seat}") if "debt" not in each["class"]]
        assert noted == ([] if sums is None else [sums])


def test_money_flies_from_account_to_account() -> None:
    cashed = after(CHOOSE, "1 cash a", PawnsCashed).key("fly-k7-1")
    assert (cashed["data-from"], cashed["data-to"], cashed.said) == ("bank", "s1-money", "3,000")
    fine = after(position("2 6 -", "30 - -"), "* roll 4; 1 go a", FinePaid).key("fly-k7-1")
    assert (fine["data-from"], fine["data-to"]) == ("s2-money", "s1-money")


def test_who_is_to_move_is_said() -> None:
    assert "pw-seat--acting" in page(MOVE, own=(0,)).key("s1")["class"]
    waits = page(position("12 3 -", "- - -"))
    assert "pw-seat--active" in waits.key("s1")["class"]
    assert "pw-seat--active" not in waits.key("s2")["class"]


@pytest.mark.clause("ZK-players")
def test_once_a_seat_has_played_the_table_says_so_and_who_is_next() -> None:
    seen = after(position("8 8 -", "2 - -", "- - -", out=[1]), "* roll 3; 1 go a", PawnMoved)
    assert re.findall("Anna|Ben|Cem", seen.key("head").said) == ["Anna", "Cem"]
    last = after(position("2 - -", "8 8 -", active=1, round_=20), "* roll 3; 2 go a", PawnMoved)
    assert re.findall("Anna|Ben", last.key("head").said) == ["Ben"]


@pytest.mark.clause("ZK-end")
def test_the_ranking_is_shown_at_the_end() -> None:
    state = position(
        "- - -", "- - -", "- - -", money=[500, 500, 0], debts=[0, 0, 500], rules=Rules(rounds=1),
        active=2,
    )  # fmt: skip
    seen = after(state, "* roll 1", GameEnded)
    places = [each.said for each in seen.inside("ranking") if each.tag == "li"]
    assert places == ["1 Anna 500", "1 Ben 500", "3 Cem −500"]
    assert "pw-seat--won" in seen.key("s1")["class"]
    assert "pw-seat--won" not in seen.key("s3")["class"]
    assert figures(seen.key("die").label) == ["1"]


@pytest.mark.clause("ZK-end")
def test_at_the_end_the_board_is_nobodys() -> None:
    state = position("2 - -", "8 8 -", rules=Rules(rounds=1), active=1)
    seen = after(state, "* roll 3; 2 go a", GameEnded)
    assert "pw-zk-band" not in seen.html
    assert "pw-zk-home--active" not in seen.html
    assert not seen.keys("told")
    before = page(state)
    assert "pw-zk-band" in before.html
    assert "pw-zk-home--active" in before.key("home-2")["class"]
    assert before.key("told").figures == ["10", "20", "30"]
    assert "Ben</textPath>" in before.html
    assert "textPath" not in seen.html
    cashed = position("2 - -", "8 28 -", rules=Rules(rounds=1), phase="choose", active=1)
    assert not after(cashed, "2 cash a", GameEnded).keys("die"), "no roll was made"


@pytest.mark.clause("ZK-window")
def test_the_ring_says_whom_it_pays_in_words_that_stand_upright() -> None:
    sweeps = [
        re.search(
            r"payee\" fill=\"none\" d=\"M\S+ \S+A\S+ \S+ 0 0 (\d)",
            page(position("2 - -", "2 - -", "2 - -", "2 - -", active=seat)).html,
        )
        for seat in range(4)
    ]
    assert [each and each[1] for each in sweeps] == ["1", "0", "0", "1"]
    long = page(position("2 - -", "- - -"), names=("Maximiliane-Alexandra", "Ben"))
    assert "Maximilia…</textPath>" in long.html
    nothing = page(position("2 - -", "- - -", deck=FLAT))
    assert "textPath" not in nothing.html


@pytest.mark.clause("ZK-end")
@pytest.mark.parametrize(
    ("money", "winners"), [([30_000, 20_000], ["Anna"]), ([30_000, 30_000], ["Anna", "Ben"])]
)
def test_the_headline_names_the_winner_with_the_sum(money: list[int], winners: list[str]) -> None:
    state = position("2 - -", "8 8 -", rules=Rules(rounds=1), active=1, money=money)
    head = after(state, "* roll 3; 2 go a", GameEnded).key("head")
    assert re.findall("Anna|Ben", head.said) == winners
    assert "30,000" in head.figures


def waiting(seen: Page) -> set[str]:
    """List the seats whose pawns the steps and the sums on the board are not for."""
    pawns = [each for each in seen.elements if "pw-zk-token--waits" in each["class"]]
    return {each["data-seat"] for each in pawns}


@pytest.mark.clause("ZK-window", "ZK-duel")
def test_the_pawns_that_the_sums_are_for_stand_out() -> None:
    assert waiting(page(position("2 - -", "8 8 -", "- - -", active=1))) == {"1", "3"}
    over = after(
        position("2 - -", "8 8 -", rules=Rules(rounds=1), active=1), "* roll 3; 2 go a", GameEnded
    )
    assert waiting(over) == set()
    three = position("6 2 -", "- - -", "30 3 -")
    duel = after(three, ATTACK, DuelBegun)
    assert waiting(duel) == {"2"}
    assert "pw-zk-band" not in duel.html
    assert "pw-zk-number" not in duel.html
    assert duel.key("told").said == ""
    lit = {key for key in duel.keys("home-") if "home--active" in duel.key(key)["class"]}
    assert lit == {"home-1", "home-3"}, "both fight, in either player's turn"


def test_the_board_says_the_round_and_what_each_seat_has() -> None:
    seen = page(position("2 - -", "8 8 -", round_=17, money=[500, 31_000]))
    assert seen.key("round").figures == ["17", "20"]
    assert [seen.key(home).said for home in ("home-1", "home-2")] == ["Anna 500", "Ben 31,000"]


def test_no_pawn_hides_the_number_of_a_square() -> None:
    """Numbers stand outside the circuit, pawns and where they would land within it."""
    seen = page(position("10 10 10", "- - -", phase="move", die=5), own=(0,))
    numbers = re.findall(
        r"<text class=\"pw-zk-number[^>]*x=\"(\S+)\" y=\"(\S+)\">(\d+)<", seen.html
    )
    assert [number for *_, number in numbers] == [str(n) for n in range(0, 40, 10)]
    within = max(hypot(float(x) - 50, float(y) - 50) for x, y, _ in numbers) - 2
    pawns = [seen.key(f"p1-{pawn}") for pawn in ("king", "a", "b")]
    for pawn in [*pawns, seen.key("target-king")]:
        x, y = place(pawn)
        assert hypot(x - 50, y - 50) + 2 < within


def test_the_numbers_round_the_board_count_the_steps_of_the_active_seat() -> None:
    """What a pawn has gone and what the bank pays for it are read off one scale."""
    seen = page(position("- - -", "7 - -", active=1))
    numbers = {each.said: each for each in seen.elements if "pw-zk-number" in each["class"]}
    assert float(numbers["0"]["y"]) > 95, "with two seats the exits are opposite"
    assert float(numbers["20"]["y"]) < 5
    assert figures(seen.key("p2-king").label) == ["7", "7"]


def test_before_the_first_step_something_is_said() -> None:
    inside = steps(position("- - -", "- - -"), "* roll 1")[0][1]
    assert page(inside).key("head").said == ""
    assert "Anna" in page(ZOCK.start(2)).key("head").said


@pytest.mark.clause("ZK-one", "ZK-cash-when")
def test_the_headline_is_true_under_every_switch() -> None:
    french, two = PRESETS["french"], Rules(third_pawn="two_at_most")
    moves = partial(position, phase="move", die=4)

    def head(state: State) -> str:
        return prompt_and_hint(page(state, own=(0,)))[0]

    assert head(moves("12 3 -", "- - -", rules=two)) == head(moves("12 3 -", "- - -"))
    told = [
        head(each)
        for each in (
            position("12 3 -", "- - -", phase="choose"),
            position("12 3 -", "- - -", phase="choose", debts=[500, 0], rules=french),
            moves("12 3 -", "- - -", rules=french),
            moves("12 3 -", "- - -"),
            moves("- - -", "- - -"),
            moves("39 3 -", "- - -", rules=two),
        )
    ]
    assert len({*told}) == len(told)
    home, out = (
        prompt_and_hint(page(position(steps, "- - -"), own=(0,)))[1]
        for steps in ("- - -", "5 - -")
    )
    assert home != out  # what a 1 does


def test_a_move_that_is_no_choice_is_not_called_one() -> None:
    moves = partial(position, phase="move", die=4)

    def hint(state: State) -> str:
        return prompt_and_hint(page(state, own=(0,)))[1]

    choice = hint(moves("12 3 -", "- - -"))
    assert hint(moves("12 3 -", "- - -", rules=PRESETS["french"])) == choice
    assert hint(moves("- - -", "- - -", debts=[500, 0])) == choice
    assert hint(moves("- - -", "- - -")) != choice
