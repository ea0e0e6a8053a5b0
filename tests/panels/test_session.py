import json
import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core import record
from paydays_widgets.core.game import CHANCE, Decide, Over
from paydays_widgets.core.table import HUMAN, AnyTable, Player, Table
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.games.pay_day.moves import Borrow, Buy
from paydays_widgets.games.zahltag import text as words
from paydays_widgets.games.zahltag.events import IdleEquipmentPaid
from paydays_widgets.games.zahltag.moves import Bid
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.verbs import LONGEST_NAME, USUAL, VERBS
from paydays_widgets.panels.widgets import Controls, Drawer, Stage
from paydays_widgets.talk.given import MOST_NAMED
from paydays_widgets.talk.screen import PACES, Message
from tests.markup import BROKEN, Page, figures
from tests.panels.tables import (
    GAME,
    NAMES,
    STRATEGIES,
    UNEXPECTED,
    bidding,
    dealt,
    drawn,
    new,
    play,
    said,
    tone,
)

HAND = "FFWWCCX"


def session(*kinds: str, language: str = "en", **how: Any) -> Session:
    return Session(new(*kinds, **how), language)


def place(at: Session) -> tuple[object, ...]:
    """Collect what must not change when something is refused."""
    table = at.table
    return (
        table,
        len(table.branches),
        table.current,
        table.at,
        tuple(table.branch.moves),
        at.screen.tab,
    )


def expanded(at: Session) -> list[str]:
    """List whether a position's answer is shown; nothing where no position is on the table."""
    keyed = {each["data-key"]: each for each in Page(Controls(at).html).elements}
    found = [keyed["answer-toggle"]["aria-expanded"]] if "answer-toggle" in keyed else []
    told = {"verdict", "answer"}
    assert told & keyed.keys() == (told if found == ["true"] else set())
    return found


# --- what cannot be done -------------------------------------------------------------------------

GAME_FILES = files("paydays_widgets.games.zahltag")
GOOD = record.dumps(new())
WRONG: list[tuple[str, object]] = [
    ("no such verb", None),
    ("pace", "hasty"),
    ("pace", 3),
    ("goto", "first"),
    ("goto", -1),
    ("goto", 9999),
    ("goto", None),
    ("goto", 2.5),
    ("pick", 4),
    ("reveal", "Anna"),
    ("reveal", 99),
    ("reveal", -1),
    ("reveal", 1),  # a bot
    ("face_up", "perhaps"),
    ("language", "it"),
    ("language", None),
    ("theme", "pink"),
    ("tab", ["ledger"]),
    ("wish", "a payday"),
    ("wish", "1 keep"),
    ("wish", "* turn 99"),
    ("wish", "* deal crane"),
    ("wish", None),
    ("new", "4"),
    ("new", {"seats": "5"}),
    ("new", {"seats": "many"}),
    ("new", {"seats": "100000000"}),
    ("new", {"seats": "2", "rules.first": "3"}),
    ("new", {"rules.adjust": "never"}),
    ("new", {"kind1": "grandmaster"}),
    ("new", {"seed": "x"}),
    ("new", {"seed": "--5"}),
    ("new", {"seed": "²"}),
    ("new", {"seed": "9" * 19}),
    ("new", {"name1": 7}),
    ("new", {"deck": "no = toml ="}),
    ("new", {"deck": "name = 'mine'"}),
    ("vignette", "the-perfect-crime"),
    ("vignette", ""),
    ("vignette", 1),
    ("greet", "it"),
    ("greet", None),
    ("load", ""),
    ("load", "{}"),
    ("load", "not a record"),
    ("load", GOOD[: len(GOOD) // 2]),
    ("load", GOOD.replace('"seed": 1', '"seed": 2')),
    ("load", GOOD.replace('"format": 1', '"format": 99')),
    ("load", GOOD.replace("zahltag", "pay_day")),
    ("load", GOOD.replace("hoarder", "grandmaster")),
    ("load", 3),
    ("load_text", {}),
    ("load_text", "text"),
    ("link", "g=not-packed"),
    ("link", record.share(new())[:-20]),
    ("kept", 3),
    ("kept", {"records": {"a": "text"}}),
    ("kept", {"link": "g=not-packed"}),
    ("taken", 3),
    ("resume", "a game that is not kept"),
    ("forget", None),
    ("forget_all", "the rest"),
    ("branch", 1),
    ("branch", -1),
    ("branch", "B"),
    ("compare", {}),
    ("compare", {"first": "0", "second": "7"}),
    ("compare", "A"),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_done_is_said_and_leaves_the_table_alone(language: str) -> None:
    at = session(language=language)
    before = place(at)
    for verb, value in WRONG:
        assert not at.do(verb, value), (verb, value)
        assert tone(at) == "error", (verb, value)
        assert re.fullmatch(r"[A-ZÀ-Ö“«»„].{10,}[.…)!]", said(at), re.DOTALL), said(at)
        assert not re.search(UNEXPECTED, said(at)), (verb, value)
        assert place(at) == before, (verb, value)


@pytest.mark.parametrize(
    ("verb", "value", "expected"),
    [
        ("stride", None, "one of step, go_on, turn, .*, …"),
        ("pace", "hasty", "one of slow, normal, fast, own"),
        ("theme", None, "one of auto, light, dark"),
        ("new", {"seats": "5"}, "one of 2, 3, 4"),
        ("new", {"kind1": "foo"}, "one of human, .*cost_plus, .*"),
        ("wish", "* turn 99", r"one of \* turn payday, .*, …"),
        ("goto", "first", "a whole number from 0 to 29"),
        ("goto", -1, "a whole number from 0 to 29"),
        ("branch", 1, "a whole number from 0, the first, to 0, the last"),
        ("moves", 7, "a text"),
        ("face_up", "maybe", "true or false"),
        ("compare", 5, "the fields of a form, each a text"),
        ("new", {"rules.adjust": "never"}, "one of three_rounds, one_round"),
        ("new", {"rules.first": "x"}, "a setting that these rules know"),
    ],
)
def test_a_refusal_says_what_can_be_used(verb: str, value: object, expected: str) -> None:
    at = session()
    assert not at.do(verb, value)
    refusal = rf"“.+” cannot be used here: (choose|give|send) {expected}\.?"
    assert re.fullmatch(refusal, said(at)), said(at)
    assert said(at).count(", ") <= MOST_NAMED


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_takes_nothing_and_anything_without_raising(verb: str) -> None:
    values: tuple[object, ...] = (None, "", "x", 7, -1, 2.5, True, [], {}, {"first": {}})
    at = session()
    parts = Controls(at), Stage(at), Drawer(at)
    for value in values:
        at.do(verb, value)
        if at.screen.message is not None:
            assert not re.search(UNEXPECTED, said(at)), value
        for part in parts:
            assert BROKEN not in part.html, value
    for part in parts:
        part.close()
    at.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "notation", ["1 bid 5", "1 take crane", "2 keep", "1 exchange crane crane"]
)
def test_an_illegal_move_is_refused_in_the_rules_words(language: str, notation: str) -> None:
    at = Session(dealt(HAND, HAND, HAND, HAND), language)
    play(at.table, "1 take foreman")  # then chance turns up a card
    before = place(at)
    assert not at.play(notation)
    refusal = GAME.refuse(at.table.state, GAME.read(notation))
    assert refusal is not None
    assert at.screen.message == Message("error", words.refused(refusal, NAMES, at.text))
    assert place(at) == before


@pytest.mark.parametrize(
    "notation", ["", "hello", "1 bid 2.5", "9 keep", None, 4, ["1 keep"], "x" * 900]
)
def test_what_is_no_move_is_refused(notation: Any) -> None:
    at = session()
    before = place(at)
    assert not at.play(notation)
    assert len(said(at)) < 300
    if notation == "hello":
        assert "1 take foreman" in said(at)
    assert place(at) == before


def test_a_move_for_an_older_position_is_refused_and_the_next_one_is_not() -> None:
    at = session()
    old = at.seq
    at.play("1 keep")
    at.do("undo")
    assert not at.play("1 keep", old)
    assert tone(at) == "warn"
    assert at.play("1 keep", at.seq)
    assert at.screen.message is None


def test_a_move_holds_where_only_the_words_have_changed() -> None:
    at = Session(new())
    old = at.seq
    at.do("greet", {"language": "de"})  # the browser says so while the first click is under way
    at.do("tab", "ledger")
    assert at.play("1 keep", old)
    assert not at.play("1 keep", at.seq + 1)


def test_a_move_while_the_last_one_is_carried_out_comes_late() -> None:
    at = Session(bidding(["5", "5", "5"], HAND, HAND, HAND, HAND))
    at.play("4 bid 4")  # its first event is shown, but the bids are not turned over yet
    assert not at.play("1 keep")
    assert tone(at) == "warn"
    assert at.do("turn")
    assert at.screen.message is None


def test_an_error_nobody_thought_of_is_said_and_ends_playing_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = session()
    at.do("on")
    monkeypatch.setattr(at.table, "advance", lambda: 1 // 0)
    assert not at.do("step")
    assert "ZeroDivisionError" in said(at)
    assert re.search(UNEXPECTED, said(at))
    assert not at.screen.playing


def test_a_strategy_that_fails_is_named_and_ends_playing_on() -> None:
    def choose(view: object, luck: int) -> object:
        raise KeyError(luck, view)

    players = [Player("Anna"), Player("Ben", "mine")]
    at = Session(Table(GAME, players, strategies={**STRATEGIES, "mine": choose}))
    at.do("on")
    at.play("1 keep")
    assert not at.do("step")
    assert "“mine”" in said(at)
    assert figures(said(at))[0] == "2"
    assert not at.screen.playing


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_strategy_prints_is_shown_until_the_next_action(language: str) -> None:
    def mine(view: Any, luck: int) -> Any:
        print("<b>seat", view.seat)
        return STRATEGIES["hoarder"](view, luck)

    players = [Player("Anna"), Player("Ben", "mine")]
    at = Session(Table(GAME, players, strategies={"mine": mine}), language)
    at.play("1 keep")
    assert at.do("step")
    assert at.screen.message is not None
    assert (at.screen.message.tone, at.screen.message.printed) == ("info", "<b>seat 1")
    assert "&lt;b&gt;seat 1</pre>" in Controls(at).html
    at.do("undo")
    assert at.screen.message is None


def test_what_a_strategy_printed_before_it_failed_is_shown_with_its_fault() -> None:
    players = [Player("Anna"), Player("Ben", "mine")]
    at = Session(Table(GAME, players, strategies={"mine": lambda *_: print("well")}))
    at.play("1 keep")
    assert not at.do("step")
    assert at.screen.message is not None
    assert at.screen.message.printed == "well"
    assert "“mine”" in said(at)
    assert "“return”" in said(at)
    assert figures(said(at)) == ["2"]


def kept_hands(**how: Any) -> Session:
    """Two people keep their hands; the first one's turn begins."""
    return Session(dealt(HAND, HAND, **how))


# --- walking and playing -------------------------------------------------------------------------


def test_the_deal_is_one_step_and_has_been_made() -> None:
    at = session()
    assert at.table.at == len(at.table.branch.steps) > 28
    assert len([*at.back()]) == 1
    at.do("goto", 0)
    at.do("step")
    assert at.table.newest


def test_a_step_is_one_event_and_a_turn_goes_on_to_the_next_decision() -> None:
    at = kept_hands()
    at.do("wish", "* turn 1")
    at.play("1 keep")
    here = at.table.at
    at.do("step")
    assert at.table.at == here + 1
    at.play("1 bid 00")
    at.play("2 bid 00")
    assert not at.table.newest
    at.do("turn")
    turn = at.table.turn
    assert isinstance(turn, Decide)
    assert (turn.seats, turn.turn, turn.prompt) == ((1,), 2, "change")


def test_where_a_person_must_decide_a_step_says_so_and_playing_on_waits() -> None:
    at = session()
    here = at.table.at
    assert not at.can_advance()
    assert at.do("step")
    assert (at.table.at, said(at)) == (here, words.prompt(at.table.turn, NAMES, at.text))
    at.do("turn")
    assert said(at)
    at.do("on")
    at.do("step")
    assert (at.screen.message, at.screen.playing) == (None, True)
    at.do("on")
    assert not at.screen.playing


def test_bots_play_to_the_end_and_then_the_game_is_over() -> None:
    at = session("lean_crew", "hoarder")
    at.do("on")
    for _ in range(2000):
        if isinstance(at.table.turn, Over):
            break
        at.do("step")
    assert isinstance(at.table.turn, Over)
    at.do("step")
    over = said(at)
    assert not at.screen.playing
    at.do("turn")
    assert said(at) == over
    at.do("on")
    assert not at.screen.playing


def test_undo_and_redo_walk_whole_moves() -> None:
    at = session()
    at.play("1 keep")
    at.do("turn")
    here, moves = at.table.at, len(at.table.branch.moves)
    for verb in ("undo", "undo", "redo", "redo"):
        assert at.do(verb)
        assert at.screen.message is None
    assert (at.table.at, len(at.table.branch.moves)) == (here, moves)
    at.do("redo")
    assert said(at)
    at.do("goto", 0)
    at.do("undo")
    assert said(at)


@pytest.mark.parametrize("undo_chance", [True, False])
def test_a_player_takes_back_what_a_card_has_followed_only_where_chance_is(
    undo_chance: bool,
) -> None:
    at = kept_hands(undo_chance=undo_chance)
    at.play("1 keep")
    assert at.last_own() is not None
    while at.table.branch.moves[-1].by != CHANCE:
        at.table.advance()
    assert (at.last_own() is not None) is undo_chance


def test_undo_stops_before_a_card_where_chance_is_not_taken_back() -> None:
    at = kept_hands(undo_chance=False)
    at.do("wish", "* turn 1")
    at.play("1 keep")
    at.do("step")
    here = at.table.at
    assert not at.table.can_undo()
    at.do("undo")
    assert said(at)
    assert at.table.at == here
    at.play("1 bid 00")
    assert at.table.at > here
    at.do("undo")
    assert at.table.at == here


def test_playing_on_from_earlier_begins_a_branch_and_branches_are_compared() -> None:
    at = session()
    start = at.table.at
    at.play("1 keep")
    at.do("turn")
    at.do("goto", start)
    assert at.play("1 take crane")
    assert [branch.name for branch in at.table.branches] == ["A", "B"]
    assert at.do("compare", {"first": "0", "second": "1"})
    assert at.screen.compared == (0, 1)
    at.do("branch", "0")
    assert (at.table.current, at.table.newest) == (0, True)


# --- the teacher's next card ---------------------------------------------------------------------


def test_the_card_that_was_set_comes() -> None:
    at = kept_hands()
    assert at.do("wish", "* turn 17")
    assert said(at)
    at.play("1 keep")
    at.do("step")
    assert str(at.table.branch.moves[-1]) == "* turn 17"
    assert at.table.dealer.wish is None


def test_a_card_is_set_no_more() -> None:
    at = kept_hands()
    at.do("wish", "* turn payday")
    at.do("wish", "")
    assert at.table.dealer.wish is None
    at.play("1 keep")
    at.do("step")
    assert str(at.table.branch.moves[-1]) != "* turn payday"


def test_a_card_set_while_the_cursor_is_back_begins_a_branch() -> None:
    at = kept_hands()
    at.play("1 keep")
    before = at.table.at
    at.do("step")
    at.do("goto", before)
    at.do("wish", "* turn payday")
    at.do("step")
    assert [branch.name for branch in at.table.branches] == ["A", "B"]
    assert str(at.table.branch.moves[-1]) == "* turn payday"
    assert at.table.dealer.wish is None


def test_a_card_that_cannot_come_yet_waits() -> None:
    at = kept_hands()
    at.do("wish", "* turn 17")
    at.play("1 take crane")
    at.do("goto", 3)
    at.do("step")  # deals a card that was already dealt
    assert str(at.table.dealer.wish) == "* turn 17"
    assert len(at.table.branches) == 1


# --- who looks at the screen ---------------------------------------------------------------------


def until_sealed() -> AnyTable:
    """Let bots play in the auction room until the first seat, a person's, decides."""
    players = [Player("Anna"), Player("Ben", "truthful"), Player("Chloé", "truthful")]
    strategies = games.modules("auction_room").bots.STRATEGIES
    table = Table(games.load("auction_room"), players, seed=1, strategies=strategies)
    while not (isinstance(table.turn, Decide)):
        assert table.advance()
    return table


FOUR = (HAND, HAND, HAND, HAND)


def test_one_person_needs_no_hand_over() -> None:
    at = session()
    assert (at.viewer, at.hand_over, at.acting) == (0, None, frozenset({0}))


def test_a_projector_keeps_what_its_only_person_has_sealed_until_all_have_decided() -> None:
    table = until_sealed()
    at = Session(table)
    table.play(table.game.read("1 bid 1000"), through=False)
    number = at.table.at
    open_, at.screen = at.told(number).what, replace(at.screen, projector=True)
    assert at.told(number).what != open_
    while isinstance(at.table.turn, Decide):
        at.table.advance()
    assert at.told(number).what == open_, "the bids are opened"


def test_several_people_hand_the_screen_over_at_every_decision() -> None:
    at = Session(dealt(*FOUR))
    play(at.table, "1 keep", "* turn 1")
    asked = []
    for amount in (5, 4, 3, 2):
        seat = at.hand_over
        assert seat is not None
        asked.append(seat)
        assert (at.viewer, at.acting) == (None, frozenset())
        at.do("reveal", seat)
        assert (at.viewer, at.hand_over, at.acting) == (seat, None, frozenset({seat}))
        at.play(Bid(seat, amount))
        assert at.viewer is None
    assert asked == [0, 1, 2, 3]


@pytest.mark.parametrize("verb", ["undo", "redo", "goto", "branch", "hide"])
def test_a_walk_through_the_history_leaves_no_hand_open(verb: str) -> None:
    at = Session(dealt(*FOUR))
    play(at.table, "1 take foreman", "* turn 1", "1 bid 5", "2 bid 4")
    at.do("undo")
    at.do("reveal", 1)
    assert at.viewer == 1
    at.do(verb, 0)
    assert at.viewer is None


def test_a_hand_stays_open_while_its_seat_decides_again() -> None:
    at = Session(new("", "", rules=GAME.rules_type(adjust="one_round")))
    at.do("reveal", 0)
    at.play("1 take crane")
    assert (at.viewer, at.hand_over) == (0, None)


def test_face_up_shows_all_hands_and_needs_no_hand_over() -> None:
    at = Session(dealt(*FOUR))
    play(at.table, "1 keep", "* turn 1")
    at.do("face_up")
    assert (at.hand_over, at.viewer, at.acting) == (None, None, frozenset(range(4)))
    assert set(at.scene("p").own) == {0, 1, 2, 3}
    at.do("face_up", value=False)
    assert not at.screen.face_up
    assert at.hand_over == 0


def only_watching() -> Session:
    return session("lean_crew", "hoarder")


def test_with_bots_alone_nobody_acts_and_no_hand_is_shown() -> None:
    at = only_watching()
    assert (at.viewer, at.hand_over, at.acting) == (None, None, frozenset())
    assert at.scene("p").own == {}


# Hidden facts are swapped for others: what the screen shows must not change.


def same(one: Session, other: Session) -> None:
    first, second = drawn(one), drawn(other)
    for name, markup in first.items():
        assert markup == second[name], name


OPEN, HIDDEN = "FFWWCCX", "FXXWXWC"
SWAPS: dict[str, tuple[Callable[[], AnyTable], Callable[[], AnyTable]]] = {
    "hands": (lambda: dealt(OPEN, OPEN, HIDDEN, OPEN), lambda: dealt(OPEN, HIDDEN, OPEN, OPEN)),
    "sealed bids": (
        lambda: bidding(["5", "4", "00"], *FOUR),
        lambda: bidding(["5", "8", "3"], *FOUR),
    ),
}


@pytest.mark.parametrize("swap", SWAPS)
@pytest.mark.parametrize("kind", [HUMAN, "lean_crew"])
def test_what_others_hold_or_bid_is_nowhere_on_the_screen(swap: str, kind: str) -> None:
    shown = []
    for make in SWAPS[swap]:
        table = make()
        # The same moves with bots on the other seats: then the first seat is always the viewer.
        table.players = tuple(
            Player(each.name, kind if seat else HUMAN) for seat, each in enumerate(table.players)
        )
        shown.append(Session(table))
    same(*shown)
    for at in shown:
        if at.hand_over is not None:
            at.do("reveal", at.hand_over)
    same(*shown)


def test_the_same_swaps_are_seen_where_they_may_be() -> None:
    one, other = (Session(make()) for make in SWAPS["hands"])
    for at in (one, other):
        at.do("face_up")
    assert drawn(one)["Stage"] != drawn(other)["Stage"]


def test_sealed_bids_stay_hidden_face_up() -> None:
    one, other = (Session(make()) for make in SWAPS["sealed bids"])
    for at in (one, other):
        at.do("face_up")
    same(one, other)


def test_a_sealed_bid_is_not_told_by_comparing_branches() -> None:
    shown = []
    for first, second in (("5", "4"), ("3", "2")):
        table = bidding([], *FOUR)
        here = table.at
        play(table, f"1 bid {first}")
        table.go_to(here)
        play(table, f"1 bid {second}")
        at = Session(table)
        at.do("compare", {"first": "0", "second": "1"})
        shown.append(at)
    same(*shown)
    assert "still hidden" in drawn(shown[0])["branches"]


def test_once_all_have_bid_comparing_branches_tells_the_bids() -> None:
    table = bidding([], *FOUR)
    here = table.at
    for first in ("5", "4"):
        play(table, f"1 bid {first}", "2 bid 6;3 bid 7;4 bid 8")
        table.go_to(here)
    at = Session(table)
    at.do("compare", {"first": "0", "second": "1"})
    bids = [f"“Anna bid {n}\N{NO-BREAK SPACE}M”" for n in (5, 4)]
    assert " or ".join(bids) in drawn(at)["branches"]


def test_the_curtain_covers_the_hand_that_was_shown_before() -> None:
    at = Session(dealt(*FOUR))
    at.do("reveal", 0)
    open_ = drawn(at)["Stage"]
    at.play("1 keep")
    at.do("step")
    assert 'data-key="curtain"' not in open_
    shut = drawn(at)["Stage"]
    assert 'data-key="curtain"' in shut
    assert 'data-key="s1-hand-foreman' in open_
    assert "-hand-foreman" not in shut


# --- set-up, vignettes ---------------------------------------------------------------------------


def test_a_new_game_is_set_up_as_the_form_says() -> None:
    at = session()
    fields = {
        "seats": "3",
        "name1": "  Mia \n Maria ",
        "kind1": "human",
        "name2": "",
        "kind2": "hoarder",
        "name3": "x" * 90,
        "kind3": "lean_crew",
        "name4": "not seated",
        "kind4": "nobody",
        "rules.adjust": "one_round",
        "rules.over_limit": "fine_bank",
        "rules.first": "2",
        "seed": " 42 ",
        "undo_chance": "no",
        "deck": "",
    }
    at.do("tab", "new")
    assert at.do("new", fields)
    table = at.table
    assert [(p.name, p.kind) for p in table.players] == [
        ("Mia Maria", "human"),
        ("Ben", "hoarder"),
        ("x" * LONGEST_NAME, "lean_crew"),
    ]
    assert (table.rules.adjust, table.rules.over_limit, table.rules.first) == (
        "one_round",
        "fine_bank",
        2,
    )
    assert (table.seed, table.undo_chance, at.screen.tab) == (42, False, "")


def test_a_form_left_empty_is_a_usual_game() -> None:
    at = session("", "")
    assert at.do("new", {})
    assert [each.name for each in at.table.players] == [*NAMES[:USUAL]]
    assert (at.table.rules, at.table.undo_chance) == (GAME.rules_type(), True)
    other = session("", "")
    assert other.do("new", {"seed": " "})
    assert at.table.seed != other.table.seed  # each is drawn


def test_a_deck_of_ones_own_is_played_by_the_rules_of_an_edition() -> None:
    source = (GAME_FILES / "deck.toml").read_text(encoding="utf-8")
    own = source.replace("start_money = { value = 20", "start_money = { value = 33")
    at = session()
    rules = {"rules.adjust": "one_round", "rules.over_limit": "fine_bank"}
    assert at.do("new", {"deck": own, **rules})
    assert at.table.deck.start_money == 33
    assert (at.table.rules.adjust, at.table.rules.over_limit) == ("one_round", "fine_bank")


def test_the_games_own_deck_is_saved_and_can_be_played_with() -> None:
    at = session()
    assert at.do("deck_file")
    (order,) = at.outbox
    assert (order["kind"], order["name"]) == ("save", "zahltag.deck.toml")
    assert order["text"] == (GAME_FILES / "deck.toml").read_text(encoding="utf-8")
    assert at.do("new", {"deck": order["text"]})
    assert at.table.deck == GAME.deck()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_deck_that_cannot_be_used_is_told_on_one_line(language: str) -> None:
    at = session(language=language)
    assert not at.do("new", {"deck": f"name = 'x'\n{'y' * 5000} = 1"})
    assert len(said(at)) < 300
    assert "\n" not in said(at)
    assert ("auf Englisch" in said(at)) == (language == "de")


class Unspeakable(Exception):
    """An error that can be written in no way."""

    def __str__(self) -> str:
        raise ValueError

    __repr__ = __str__


def test_an_error_that_cannot_be_written_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> bool:
        raise Unspeakable

    at = session()
    monkeypatch.setattr(type(at.table), "advance", fail)
    assert not at.do("step")
    assert "(Unspeakable: Unspeakable)" in said(at)
    at.failed(Unspeakable())
    assert "(Unspeakable: Unspeakable)" in said(at)


def test_an_own_strategy_can_be_seated_in_every_later_game() -> None:
    def mine(view: Any, luck: int) -> Any:
        return view.legal[luck % len(view.legal)]

    table = Table(
        GAME, [Player("Anna"), Player("Ben", "mine")], strategies={**STRATEGIES, "mine": mine}
    )
    at = Session(table)
    assert at.do("new", {"seats": "2", "kind2": "mine"})
    at.do("vignette", "tie-at-one")
    assert at.do("load", record.dumps(table))
    assert [each.kind for each in at.table.players] == ["human", "mine"]


def test_a_vignette_is_set_up_with_these_names_asked_and_answered() -> None:
    at = session(names=("Mia", "Noé", "Ole", "Pia"))
    assert at.do("vignette", "tie-at-one")
    assert at.screen.vignette is not None
    assert at.names[0] == "Mia"
    assert at.viewer in at.table.waiting()  # no curtain: the class thinks along
    assert expanded(at) == ["false"]
    at.do("answer")
    assert expanded(at) == ["true"]
    at.do("answer")
    assert expanded(at) == ["false"]
    at.do("new", {})
    assert expanded(at) == []


def test_a_position_stops_at_its_result_until_the_class_goes_on() -> None:
    at = Session(new())
    assert not at.do("again")
    at.do("vignette", "smallest-hand")
    begun = at.table.at
    assert [each.kind for each in at.table.players] == ["human", *["cost_plus"] * 3]
    assert expanded(at) == ["false"]
    at.play("1 keep")
    assert at.onward
    assert "the answer</button>" not in Controls(at).html  # Step leads to it
    at.do("turn")
    assert at.stopped
    assert at.ended
    assert isinstance(at.table.event, IdleEquipmentPaid)
    at.do("again")
    assert at.table.at == begun
    at.play("1 discard worker")
    at.do("on")
    while at.can_advance():
        at.do("step")
    assert not at.screen.playing
    paid = at.table.event
    assert isinstance(paid, IdleEquipmentPaid), "the payday comes with each answer"
    at.do("turn")
    assert at.table.event is paid
    assert said(at) == at.ended
    assert at.do("beyond")
    assert at.do("turn")
    assert at.table.event is not paid
    assert not at.stopped


def test_a_table_is_printed_with_the_question_of_its_position_and_the_answer_apart() -> None:
    at = Session(new())
    at.do("print")
    bare = {"kind": "print", "title": "Zahltag", "question": "", "answer": []}
    at.do("vignette", "tie-at-one")
    at.do("print")
    asked = at.screen.vignette
    assert asked is not None
    printed = {
        "kind": "print",
        "title": "Zahltag · A tie at 1",
        "question": asked.question.en,
        "answer": ["The answer", asked.verdict.en, asked.answer.en],
    }
    assert [each for each in at.outbox if each["kind"] == "print"] == [bare, printed]


def test_a_branch_from_before_the_question_has_no_result() -> None:
    at = Session(new())
    at.do("vignette", "tie-at-one")
    at.do("undo")
    at.play("3 bid 00")
    assert not at.stopped
    at.do("undo")
    at.do("undo")
    at.play("2 bid 4")
    at.do("beyond")
    assert not at.do("again")
    assert not at.stopped


def test_every_vignette_can_be_put_on_the_table() -> None:
    at = session()
    for each in at.modules.vignettes.values():
        assert at.do("vignette", each.id), each.id
        assert at.table.newest


# --- saving and opening --------------------------------------------------------------------------


def played() -> Session:
    at = session()
    at.play("1 take crane")
    at.do("turn")
    return at


def test_the_step_that_comes_next_is_named() -> None:
    at = session()
    seen = [at.ahead()]
    while at.table.turn.turn < 5:
        if at.table.waiting():
            at.play(at.table.game.legal(at.table.state, 0)[-1], at.seq)
        else:
            assert at.do("step")
        seen.append(at.ahead())
    named = {name: {said for said in seen if name in said} for name in NAMES[:USUAL]}
    waits, once, first = 2, 1, 1  # waits: for a choice, or not; first: where Anna is asked too
    assert [len(said) for said in named.values()] == [waits, once + first, once, once]
    nobody = {*seen} - {said for each in named.values() for said in each}
    assert len(nobody) == 3  # turn up a card, reveal bids, next event


def test_a_turn_keeps_its_name_while_a_move_unfolds() -> None:
    at = session()
    while not at.unfolding:
        if at.table.waiting():
            at.play(at.table.game.legal(at.table.state, 0)[-1], at.seq)
        else:
            assert at.do("step")
    left = at.unfolding
    at.do("step")
    assert at.unfolding == left - 1
    at.do("goto", 1)
    assert at.unfolding == 0
    assert Page(Controls(at).html).key("history").figures == ["1", str(len(at.table.branch.steps))]


def test_a_tie_names_all_who_pay_for_it() -> None:
    at = Session(new(HUMAN, HUMAN, HUMAN))
    at.do("vignette", "tie-at-one")
    assert at.play(Bid(0, 1), at.seq)
    while not at.stopped:
        assert at.do("step")
    seen = Page(Stage(at).html)
    assert "Anna and Ben" in seen.key("head").said
    assert [each.figures for seat in ("s1", "s2", "s3") for each in seen.notes(seat)] == [
        ["1"]
    ] * 2


def test_a_position_says_if_its_answer_needs_another_decision() -> None:
    at = Session(Table(games.load("pay_day"), [Player(name, HUMAN) for name in NAMES[:2]]))
    at.do("vignette", "on-credit")
    assert not Page(Controls(at).html).keys("pending")
    assert at.play(Buy(0), at.seq)
    assert at.pending
    assert Page(Controls(at).html).keys("pending")
    assert at.play(Borrow(0, 800), at.seq)
    assert not Page(Controls(at).html).keys("pending")
    while not at.stopped:
        assert at.do("step")
    assert "pw-chip--good" in Page(Controls(at).html).key("mark")["class"]


def test_an_answered_position_says_to_step_on_to_its_result() -> None:
    at = session(names=("Mia", "Noé", "Ole", "Pia"))
    at.do("vignette", "tie-at-one")
    assert not Page(Controls(at).html).keys("onward")
    assert at.play(at.table.game.legal(at.table.state, 0)[0], at.seq)
    seen = 0
    while not at.stopped:
        assert Page(Controls(at).html).keys("onward")
        assert at.do("step")
        seen += 1
    assert seen
    answered = Page(Controls(at).html)
    assert "Mia" in answered.key("choice").said
    assert not answered.keys("onward")


def test_a_projector_shows_the_table_and_no_open_tab() -> None:
    at = played()
    at.do("tab", "money")
    assert at.do("projector")
    assert at.screen.projector
    assert at.screen.tab == ""
    at.do("tab", "money")
    assert at.do("projector", value=False)
    assert (at.screen.projector, at.screen.tab) == (False, "money")


def test_a_game_is_saved_and_opened_again() -> None:
    one, other = played(), session("", "")
    one.do("save")
    (order,) = one.outbox
    assert (order["kind"], order["name"], order["mime"]) == (
        "save",
        "zahltag.json",
        "application/json",
    )
    assert json.loads(order["text"])["game"] == "zahltag"
    for verb, value in (("load", order["text"]), ("load_text", {"text": f" {order['text']}\n"})):
        assert other.do(verb, value)
        assert other.table.branch.moves == one.table.branch.moves
        assert other.table.at == one.table.at


def test_a_game_is_shared_by_a_link() -> None:
    one, other = played(), session("", "")
    one.do("share")
    (order,) = one.outbox
    assert order["kind"] == "link"
    for value in (order["fragment"], f"https://school.example/zahltag#{order['fragment']}"):
        assert other.do("link", value)
        assert other.table.branch.moves == one.table.branch.moves


def test_the_reader_is_greeted_in_the_language_of_the_browser() -> None:
    at = Session(new("", ""), None)
    at.do("greet", {"language": "de", "theme": "dark"})
    assert (at.text.language, at.screen.theme) == ("de", "dark")
    at.do("greet", {"language": "xx", "theme": "pink"})
    assert (at.text.language, at.screen.theme) == ("de", "dark")
    chosen = Session(new("", ""), "fr")
    chosen.do("greet", {"language": "de"})
    assert chosen.text.language == "fr"


# --- the rest ------------------------------------------------------------------------------------


def test_settings() -> None:
    at = session()
    for pace in PACES:
        at.do("pace", pace)
        assert at.screen.pace == pace
    for theme in ("light", "dark", "auto"):
        at.do("theme", theme)
        assert at.screen.theme == theme
    for language in LANGUAGES:
        at.do("language", language)
        assert at.text.language == language
    at.do("tab", "ledger")
    assert at.screen.tab == "ledger"
    at.do("tab", "ledger")
    assert at.screen.tab == ""
    at.do("pick", "hand:worker")
    assert at.screen.picked == "hand:worker"
    at.play("1 keep")
    assert at.screen.picked == ""
    at.do("storage-full")
    full = said(at)
    at.do("storage-none")
    assert said(at) not in {"", full}
    at.do("dismiss")
    assert at.screen.message is None


def test_a_language_that_is_not_spoken_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown language"):
        Session(new(), "it")


def test_watchers_are_called_until_they_leave() -> None:
    at = session()
    seen: list[int] = []
    first = at.seq
    unwatch = at.watch(lambda: seen.append(at.seq))
    at.do("tab", "ledger")
    at.play("1 keep")
    unwatch()
    unwatch()
    at.do("tab", "money")
    assert seen == [first + 1, first + 2]


def test_what_code_does_to_the_table_is_drawn_until_the_session_ends() -> None:
    table = new()
    at = Session(table)
    before = at.seq
    play(table, "1 keep")
    assert at.seq == before + 1
    at.close()
    play(table, "2 keep")
    assert at.seq == before + 1


def test_a_table_that_was_replaced_is_watched_no_more() -> None:
    old = new()
    at = Session(old)
    at.do("new", {})
    seen = at.seq
    play(old, "1 keep")
    assert at.seq == seen
    play(at.table, "1 keep")
    assert at.seq == seen + 1


def test_the_panels_words_are_known_in_every_language() -> None:
    at = session()
    for language in LANGUAGES:
        at.do("language", language)
        assert isinstance(at.text, Text)
        html = "".join(drawn(at).values())
        assert ("Undo" in html) == (language == "en")


def test_what_the_page_tells_by_itself_takes_no_message_away() -> None:
    at = session()
    told = {"records": {}, "note": "", "link": ""}
    assert not at.do("load", "{")
    error = said(at)
    for verb, value in (("kept", told), ("greet", {"theme": "dark"})):
        assert at.do(verb, value)
        assert said(at) == error
