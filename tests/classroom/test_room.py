"""A room: what its log amounts to, and which wishes become entries."""

from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.classroom import entries, wishes
from paydays_widgets.classroom.entries import (
    MOST_PEOPLE,
    AnyEntry,
    Began,
    Pressed,
    Ran,
    StageBegan,
    Stopped,
    Way,
)
from paydays_widgets.classroom.people import dealt, groups
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.classroom.web import today
from paydays_widgets.core.game import Complaint, Decide, IllegalMove, Move, Seat, StaleMove
from paydays_widgets.core.names import cleaned
from paydays_widgets.core.notation import NotationError
from paydays_widgets.core.table import HUMAN, Player
from paydays_widgets.games.auction_room.rules import PRESETS
from paydays_widgets.games.market.rules import Rules as Market
from paydays_widgets.talk.session import sets_up
from tests.classroom.classes import NAMES, Class, answer, game, same_again
from tests.classroom.programmes import opened
from tests.classroom.test_running import one


@pytest.fixture
def zahltag() -> Class:
    return Class().open().join(*NAMES[:4]).begin()


@pytest.mark.parametrize("name", games.names())
def test_a_class_plays_each_game_to_its_end(name: str) -> None:
    modules = games.modules(name)
    seats = modules.panel.SEATS[-1]
    room = Class().open(table=game(name, seats)).join(*NAMES[:seats]).begin()
    sitting = room.room.sittings[0]
    for _ in range(150):
        if sitting.over:
            break
        person, _ = room.turn()
        room.decide(person, -1)
    assert len(sitting.decisions) > 10
    same_again(room)


def rung() -> Class:
    """Let the bell ring in a market."""
    market = Class().open(table=game("market", 2, rules=Market("call"))).join(*NAMES[:2]).begin()
    market.do(wishes.ring(market.room, 0))
    market.walk()
    same_again(market)
    return market


def test_every_kind_of_entry_can_be_read_again(zahltag: Class) -> None:
    room = zahltag.room
    person, seat = zahltag.turn()
    zahltag.decide(person)
    zahltag.do(wishes.change(room, replace(room.options, undo_revealed=True)))
    zahltag.do(wishes.undo(room, 0))
    zahltag.do(wishes.rename(room, 0, "Anne"))
    zahltag.do(wishes.change_phone(room, 1, "another phone"))
    zahltag.do(wishes.take_over(room, 0, seat, bot=True))
    zahltag.do(wishes.take_over(room, 0, seat, bot=False))
    zahltag.do(wishes.remove(room, 2))
    zahltag.join("Late")
    zahltag.do(wishes.seat(room, 4, 0, 2))
    zahltag.do(wishes.pause(room, paused=True))
    zahltag.do(wishes.pause(room, paused=False))
    zahltag.do(wishes.close(room, closed=True))
    zahltag.walk()
    zahltag.do(wishes.end(room))
    same_again(zahltag)
    poll = Class().open("poll").join("Anna").begin()
    answer(poll, 0)
    poll.do(wishes.reveal(poll.room))
    same_again(poll)
    poll.do(wishes.pick(poll.room, str(poll.room.poll.answers[0].moves[0])))
    same_again(poll)
    poll.walk()
    poll.do(wishes.go_on(poll.room))
    same_again(poll)
    clock = Class().open(table=game("auction_room", rules=PRESETS["english"])).join(*NAMES[:2])
    clock.begin()
    sitting = clock.room.sittings[0]
    clock.do(Ran(((0, sitting.asked, 600),)))
    clock.do(Pressed(0, 1, 600, 1, 1_400))
    same_again(clock)
    clock.do(Stopped(0, 600, sitting.made, (1,)))
    clock.walk()
    same_again(clock)
    asked = opened({"rules": "first_price", "checks": "1"}).join("Anna")
    asked.do(wishes.check(asked.room, 0, 0, 0, 1_000))
    same_again(asked)
    lesson = Class()
    lesson.do(today.opened(one(), "host", "en"))
    lesson.join("Anna").do(StageBegan(2))
    lesson.do(wishes.add_time(lesson.room, 2))
    lesson.do(wishes.choose(lesson.room, 0, 2, 1))
    lesson.do(wishes.show_answers(lesson.room))
    same_again(lesson)
    logs = zahltag.log + poll.log + clock.log + asked.log + lesson.log + rung().log
    kinds = {type(each).__name__ for each, _ in logs}
    homeworks = {"Attempted", "Unlocked"}
    assert kinds == {each.__name__ for each in entries.Entry.__subclasses__()} - homeworks


def anything(room: Room, lot: Random, now: int) -> AnyEntry | None:
    """Draw what somebody does next, if they may."""
    table = lot.randrange(len(room.sittings))
    sitting = room.sittings[table]
    seat = lot.randrange(len(sitting.people))
    acts: tuple[str, ...] = ("decide", "stand in", "undo", "bot", "person", "remove", "seat")
    match lot.choices(acts, (20, 3, 1, 2, 2, 1, 1))[0]:
        case "stand in":
            return wishes.stand_in(room, table, seat)
        case "undo":
            return wishes.undo(room, table)
        case "bot" | "person" as who:
            return wishes.take_over(room, table, seat, bot=who == "bot")
        case "remove" if len(room.present) > len(room.sittings):
            return wishes.remove(room, lot.choice(room.present))
        case "seat":
            return wishes.seat(room, lot.choice(room.present), table, seat)
    return decision(sitting, room, lot, now) if sitting.waiting else None


def decision(sitting: Sitting, room: Room, lot: Random, now: int) -> AnyEntry | None:
    seat = sitting.waiting[0]
    move = lot.choice(sitting.table.game.legal(sitting.table.state, seat))
    return wishes.decide(room, sitting.people[seat][0], str(move), sitting.asked, now)


@pytest.mark.parametrize("name", games.names())
def test_a_log_leads_to_the_same_room_whatever_was_on_the_screens(name: str) -> None:
    lot = Random(name)
    room = Class().open(table=game(name, 3), undo_revealed=True, size=3)
    room.join(*NAMES[:6]).begin()
    for _ in range(150):
        for sitting in room.room.sittings:
            for _ in range(lot.randrange(6)):  # the events are being shown
                if sitting.advance():
                    sitting.shown(room.now)
        with suppress(Complaint, IllegalMove):
            room.do(anything(room.room, lot, room.now))
    room.walk()
    assert sum(len(each.decisions) for each in room.room.sittings) > 20
    same_again(room)


# --- joining -----------------------------------------------------------------------------------


def test_a_name_is_cleaned_and_nobody_elses() -> None:
    room = Class().open().join("  Anna \u202e ")
    assert room.room.people[0].name == "Anna"
    assert wishes.rename(room.room, 0, "ANNA").name == "ANNA"
    assert cleaned("a" * 10_000, 20) == "a" * 20


def test_a_room_has_an_end_of_places() -> None:
    room = Class().open()
    room.join(*map(str, range(MOST_PEOPLE)))
    with pytest.raises(Complaint, match="full"):
        wishes.join(room.room, "one more", "t")
    room.do(wishes.remove(room.room, 7))
    room.join("one more")
    with pytest.raises(Complaint, match="full"):
        wishes.join(room.room, "and another", "t")


def test_a_teacher_closes_a_class_and_opens_it_again(zahltag: Class) -> None:
    room = zahltag.room
    zahltag.do(wishes.close(room, closed=True))
    with pytest.raises(Complaint, match="nobody else may join this class now"):
        wishes.join(room, "Late", "t")
    zahltag.do(wishes.change_phone(room, 0, "another phone"))
    zahltag.do(wishes.close(room, closed=False))
    zahltag.join("Late")
    zahltag.do(wishes.end(room))
    with pytest.raises(Complaint, match="the game is over"):
        wishes.close(room, closed=True)


def test_a_token_opens_its_own_seat_alone(zahltag: Class) -> None:
    room = zahltag.room
    assert room.known("token of Ben") == 1
    assert room.known("Ben") is None
    zahltag.do(wishes.change_phone(room, 1, "new"))
    assert room.known("token of Ben") is None
    assert room.known("new") == 1
    zahltag.do(wishes.remove(room, 1))
    assert room.known("new") is None
    for act in (
        lambda: wishes.change_phone(room, 1, "x"),
        lambda: wishes.remove(room, 9),
        lambda: wishes.rename(room, -1, ""),
    ):
        with pytest.raises(Complaint, match="nobody has the number"):
            act()


# --- tables ------------------------------------------------------------------------------------


def test_people_are_spread_over_tables_as_evenly_as_can_be() -> None:
    sizes = {n: [len(each) for each in groups(range(n), 4, 4)] for n in (1, 4, 5, 9, 24)}
    assert sizes == {1: [1], 4: [4], 5: [3, 2], 9: [3, 3, 3], 24: [4] * 6}
    assert dealt([1, 2, 3], 2) == ((1, 3), (2,))
    room = Class().open().join(*NAMES).begin([8, 7, 6, 5, 4, 3, 2, 1, 0])
    assert [each.people for each in room.room.sittings] == [
        [[8], [5], [2]],
        [[7], [4], [1]],
        [[6], [3], [0]],
    ]


def test_tables_can_be_put_together_by_hand() -> None:
    room = Class().open(size=3).join(*NAMES[:8])
    with pytest.raises(Complaint, match="table 2 has 5 people"):
        wishes.begin_with(room.room, [[0], [1, 2, 3, 4, 5]], [])
    room.do(wishes.begin_with(room.room, [[7, 0], [3]], [1, 2, 4, 5, 6]))
    assert [each.people for each in room.room.sittings] == [
        [[7], [0]],
        [[3], []],
        [[1], [4], [6]],
        [[2], [5]],
    ]
    with pytest.raises(Complaint, match="begun already"):
        wishes.begin_with(room.room, [[0]], [])
    with pytest.raises(Complaint, match="nobody has joined"):
        wishes.begin_with(Class().open().room, [], [])
    team = Class().open("team", size=2).join(*NAMES[:4])
    assert wishes.begin_with(team.room, [[3, 2]], [1, 0]).tables == (((3, 1), (2, 0)),)


def test_whoever_is_alone_plays_against_bots() -> None:
    room = Class().open().join("Anna").begin()
    table = room.room.sittings[0].table
    assert [each.kind == HUMAN for each in table.players] == [True, False]
    assert room.room.sittings[0].waiting == (0,)


def test_tables_are_alike_or_not() -> None:
    for alike in (True, False):
        room = Class().open(alike=alike).join(*NAMES[:8]).begin()
        one, two = (each.table.state for each in room.room.sittings)
        assert (one == two) == alike


def test_groups_of_eight_bid_for_the_same_values() -> None:
    people = [f"P{number}" for number in range(20)]
    room = Class().open(table=game("auction_room", 8), size=8).join(*people).begin()
    sizes = [len(each.table.players) for each in room.room.sittings]
    assert (sum(sizes), max(sizes)) == (20, 7)
    firsts = [each.table.state.bidders[0].value for each in room.room.sittings]
    assert len({*firsts}) == 1


@pytest.mark.parametrize(
    ("name", "sizes"), [("zahltag", [4] * 15), ("auction_room", [8, 8, 8, 8, 7, 7, 7, 7])]
)
def test_no_table_is_larger_than_its_game(name: str, sizes: list[int]) -> None:
    people = [f"P{number}" for number in range(60)]
    room = Class().open(table=game(name, 4), size=60).join(*people).begin()
    assert [len(each.table.players) for each in room.room.sittings] == sizes


def test_a_class_of_sixty_is_one_market() -> None:
    people = [f"P{number}" for number in range(60)]
    room = Class().open(table=game("market", 8), size=60).join(*people).begin()
    [sitting] = room.room.sittings
    assert len(sitting.table.state.traders) == 60
    assert sum(each is not None for each in sitting.people) == 60


def test_a_team_shares_a_seat(zahltag: Class) -> None:
    del zahltag
    room = Class().open("team", size=3).join(*NAMES[:8]).begin()
    [sitting] = room.room.sittings
    assert sitting.people == [[0, 3, 6], [1, 4, 7], [2, 5]]
    assert [each.name for each in sitting.table.players] == [
        "Anna + 2",
        "Ben + 2",
        "Chloé + Fatou",
    ]
    person, seat = room.turn()
    mate = sitting.people[seat][1]
    move = str(sitting.table.game.legal(sitting.table.state, seat)[0])
    room.do(wishes.decide(room.room, mate, move, sitting.asked, room.now))
    with pytest.raises(StaleMove):
        wishes.decide(room.room, person, move, sitting.asked, room.now)


def test_a_position_is_played_by_the_class() -> None:
    table = game(kind="random_legal")
    table.players = tuple(Player(each.name, "random_legal") for each in table.players)
    for _ in range(40):
        table.advance()
    while not isinstance(table.turn, Decide):
        table.advance()
    room = Class().open(table=table, size=2).join(*NAMES[:5])
    assert room.room.start.fixed == 4
    room.begin()
    for sitting in room.room.sittings:
        assert sitting.table.branch.moves[:10] == table.branch.moves[:10]
        assert len(sitting.people) == 4
    assert [sum(map(len, each.people)) for each in room.room.sittings] == [3, 2]
    same_again(room)


def test_a_game_begins_once_and_with_somebody() -> None:
    with pytest.raises(Complaint, match="nobody has joined"):
        Class().open().begin()
    with pytest.raises(Complaint, match="begun already"):
        Class().open().join("Anna").begin().begin()


# --- deciding ----------------------------------------------------------------------------------


def test_a_decision_sent_twice_counts_once(zahltag: Class) -> None:
    person, _ = zahltag.turn()
    asked = zahltag.room.sittings[0].asked
    made = zahltag.decide(person)
    assert made
    again = wishes.decide(zahltag.room, person, made.move, asked, zahltag.now)
    assert again is None


def test_all_who_decide_at_the_same_time_answer_the_same_question(zahltag: Class) -> None:
    sitting = zahltag.room.sittings[0]
    for _ in range(30):
        if len(sitting.waiting) == 4:
            break
        zahltag.decide(zahltag.turn()[0])
    asked = sitting.asked
    for person in (3, 1, 0):
        zahltag.decide(person)
        assert sitting.asked == asked
    zahltag.decide(2)
    assert sitting.asked != asked
    assert [each.took for each in sitting.decisions[-4:]] == [0, 100, 200, 300]


def test_nobody_decides_for_another_nor_late_nor_against_the_rules(zahltag: Class) -> None:
    room, sitting = zahltag.room, zahltag.room.sittings[0]
    person, seat = zahltag.turn()
    legal = sitting.table.game.legal(sitting.table.state, seat)[0]
    other = next(each for each in range(4) if each != person)
    with pytest.raises(Complaint, match="not your seat"):
        wishes.decide(room, other, str(legal), sitting.asked, 0)
    with pytest.raises(StaleMove):
        wishes.decide(room, person, str(legal), sitting.asked + 1, 0)
    with pytest.raises(IllegalMove):
        wishes.decide(room, person, f"{seat + 1} bid 5", sitting.asked, 0)
    for nonsense in ("", "1", "drop table", "x" * 10_000):
        with pytest.raises(NotationError):
            wishes.decide(room, person, nonsense, sitting.asked, 0)
    with pytest.raises(Complaint, match="nobody has the number"):
        wishes.decide(room, 99, str(legal), sitting.asked, 0)
    zahltag.do(wishes.pause(room, paused=True))
    with pytest.raises(Complaint, match="paused"):
        wishes.decide(room, person, str(legal), sitting.asked, 0)
    zahltag.do(wishes.pause(room, paused=False))
    zahltag.join("Late")
    with pytest.raises(Complaint, match="no seat yet"):
        wishes.decide(room, 4, str(legal), sitting.asked, 0)
    zahltag.do(wishes.end(room))
    decision = str(legal)
    for act in (
        lambda: wishes.end(room),
        lambda: wishes.decide(room, person, decision, sitting.asked, 0),
    ):
        with pytest.raises(Complaint, match="over"):
            act()
    with pytest.raises(Complaint, match="what comes next"):
        wishes.join(room, "Zoe", "t")


def test_nothing_is_decided_before_the_game_begins() -> None:
    room = Class().open().join("Anna").room
    with pytest.raises(Complaint, match="not begun"):
        wishes.decide(room, 0, "1 bid 5", 1, 0)
    with pytest.raises(Complaint, match="not on"):
        wishes.pause(room, paused=True)
    assert wishes.free_seat(room) is None


# --- the teacher's help ------------------------------------------------------------------------


def test_a_decision_is_taken_back_only_before_its_reveal(zahltag: Class) -> None:
    room, sitting = zahltag.room, zahltag.room.sittings[0]
    with pytest.raises(Complaint, match="no decision"):
        wishes.undo(room, 0)
    while len(sitting.waiting) != 4:
        zahltag.decide(zahltag.turn()[0])
    before = sitting.table.state
    zahltag.decide(2)
    zahltag.do(wishes.undo(room, 0))
    assert sitting.table.state == before
    assert sitting.decisions[-1].undone
    for person in (0, 1, 2, 3):
        zahltag.decide(person)
    with pytest.raises(Complaint, match="seen what came of it"):
        wishes.undo(room, 0)
    zahltag.do(wishes.change(room, replace(room.options, undo_revealed=True)))
    zahltag.do(wishes.undo(room, 0))
    assert [*sitting.waiting] == [3]
    same_again(zahltag)


def test_the_end_of_a_game_is_not_taken_back_unasked() -> None:
    room = Class().open(table=game("kuhn", 2) if "kuhn" in games.names() else game("zock", 2))
    room.join("Anna", "Ben").begin()
    sitting = room.room.sittings[0]
    while not sitting.over:
        room.decide(room.turn()[0], -1)
    with pytest.raises(Complaint, match="seen what came of it"):
        wishes.undo(room.room, 0)


def test_a_bot_stands_in_and_gives_back(zahltag: Class) -> None:
    room, sitting = zahltag.room, zahltag.room.sittings[0]
    _, seat = zahltag.turn()
    made = wishes.stand_in(room, 0, seat)
    zahltag.do(made)
    assert sitting.decisions[-1].person is None
    with pytest.raises(Complaint, match="nothing to decide"):
        wishes.stand_in(room, 0, seat)
    zahltag.do(wishes.take_over(room, 0, 1, bot=True))
    assert sitting.table.players[1].kind == room.start.stand_in
    assert sitting.table.players[1].name == "Ben"
    zahltag.do(wishes.take_over(room, 0, 1, bot=False))
    assert sitting.table.players[1] == Player("Ben")


def test_whoever_comes_late_gets_a_bots_seat(zahltag: Class) -> None:
    room = zahltag.room
    zahltag.do(wishes.remove(room, 2))
    assert room.sittings[0].table.players[2].name == "Chloé"
    with pytest.raises(Complaint, match="nobody sits there"):
        wishes.take_over(room, 0, 2, bot=False)
    zahltag.join("Late")
    assert wishes.free_seat(room) == (0, 2)
    zahltag.do(wishes.seat(room, 4, 0, 2))
    assert room.sittings[0].people[2] == [4]
    assert room.sittings[0].table.players[2] == Player("Late")
    zahltag.do(wishes.seat(room, 4, 0, 1))
    assert room.sittings[0].people == [[0], [1, 4], [], [3]]
    zahltag.do(wishes.remove(room, 4))
    assert room.sittings[0].people[1] == [1]
    for table, seat in ((9, 0), (0, 9)):
        with pytest.raises(Complaint, match="there is no"):
            wishes.seat(room, 0, table, seat)


def test_late_joiners_can_be_kept_out() -> None:
    room = Class().open(late=False).join("Anna").begin()
    with pytest.raises(Complaint, match="nobody else"):
        wishes.join(room.room, "Ben", "t")


def test_the_luck_of_the_tables_stays_when_they_have_begun(zahltag: Class) -> None:
    with pytest.raises(Complaint, match="dealt"):
        wishes.change(zahltag.room, replace(zahltag.room.options, alike=False))


# --- the poll ----------------------------------------------------------------------------------


def test_a_poll_asks_all_and_goes_on_with_one_answer() -> None:
    room = Class().open("poll").join(*NAMES[:3]).begin()
    assert room.room.poll.seat == 0
    room.now += 5_000
    since = room.now - room.room.sittings[0].asked_at
    answer(room, 0)
    assert room.room.poll.answers[0].took == since >= 5_000
    answer(room, 1, 1)
    assert answer(room, 1, 1) is None
    answer(room, 1, 0)
    assert len({each.moves for each in room.room.poll.answers.values()}) == 1
    room.do(wishes.reveal(room.room))
    with pytest.raises(StaleMove):
        answer(room, 2)
    with pytest.raises(Complaint, match="shown already"):
        wishes.reveal(room.room)
    asked = room.room.sittings[0].asked
    (picked,) = room.room.poll.answers[0].moves
    room.do(wishes.pick(room.room, str(picked)))
    room.walk()
    assert room.room.poll.rounds[0].decision.move == picked
    assert not room.room.poll.answers
    assert not room.room.poll.revealed
    assert room.room.sittings[0].asked != asked
    answer(room, 2)
    room.do(wishes.remove(room.room, 2))
    assert not room.room.poll.answers
    same_again(room)


@pytest.mark.parametrize(("way", "seats"), [("poll", 4), ("tables", 2)])
def test_nobody_is_asked_who_alone_has_no_choice(way: Way, seats: int) -> None:
    """In a poll bots pass and bid beside the class; in Zock one side plays after the other."""
    name, bot = ("zahltag", "lean_crew") if way == "poll" else ("zock", HUMAN)
    table = game(name, seats, bot)
    room = Class().open(way, table).join(*NAMES[:seats]).begin()
    (sitting,) = room.room.sittings
    passed_by = 0
    for _ in range(40):
        if sitting.over:
            break
        choices = len(sitting.table.game.legal(sitting.table.state, sitting.waiting[0]))
        assert choices > 1
        made = sitting.made
        if way == "poll":
            answer(room, 0)
            room.pick()
        else:
            room.decide(room.turn()[0])
        moves = sitting.table.branch.moves[made + 1 :]
        own = {each.before for each in sitting.decisions}
        human = [seat for seat, each in enumerate(sitting.table.players) if each.kind == HUMAN]
        passed_by += sum(
            each.by in human and number not in own for number, each in enumerate(moves, made + 1)
        )
    assert passed_by
    same_again(room)


def test_several_moves_at_once_may_end_with_one_that_is_no_choice() -> None:
    """In Master Builder a phone assigns the crew and has it build in one message."""
    luck = Random(4)
    room = Class().open("tables", game("master_builder", 2, HUMAN)).join(*NAMES[:2]).begin()
    (sitting,) = room.room.sittings
    only: tuple[Move, ...] = ()
    while not only:
        person, seat = room.turn()
        move = luck.choice(sitting.table.game.legal(sitting.table.state, seat))
        room.do(wishes.decide(room.room, person, str(move), sitting.asked, room.now))
        sitting.show_all()
        if not sitting.waiting and sitting.table.waiting() == (seat,):
            only = tuple(sitting.table.game.legal(sitting.table.state, seat))
        else:
            room.walk()
    (build,) = only
    assert room.do(wishes.decide(room.room, person, str(build), sitting.asked, room.now))
    room.walk()
    same_again(room)


def test_who_bids_at_once_with_others_is_asked_without_a_choice_too(zahltag: Class) -> None:
    """It would tell the others what the hand cannot build."""
    (sitting,) = zahltag.room.sittings
    choices: set[int] = set()
    for _ in range(60):
        legal = sitting.table.game.legal(sitting.table.state, sitting.waiting[0])
        choices.add(len(legal))
        zahltag.decide(zahltag.turn()[0], -1 if str(legal[-1]).endswith("keep") else 0)
    assert 1 in choices
    same_again(zahltag)


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("way", ["tables", "poll"])
def test_bots_make_the_set_up_where_it_is_skipped(name: str, way: Way) -> None:
    room = (
        Class()
        .open(way, game(name), skip=True, contest=True, undo_revealed=True)
        .join(*NAMES[:4])
        .begin()
    )
    (sitting,) = room.room.sittings
    panel = room.room.modules.panel
    ends = panel.OPENING if way == "poll" else panel.BEGINS or panel.OPENING
    assert not sets_up(sitting.table, ends)
    assert not sitting.decisions
    made = sitting.made
    if ends:
        assert made > 1
    if way == "tables":
        room.decide(room.turn()[0])
        if ends:
            assert sitting.decisions[0].prompt in ends
        room.do(wishes.undo(room.room, 0))
        room.walk()
        assert sitting.made == made
        same_again(room)


def test_a_poll_of_bots_alone_asks_for_the_first_seat() -> None:
    room = Class().open("poll", game(kind="random_legal")).join("Anna").begin()
    assert room.room.poll.seat == 0


def test_a_poll_asks_only_for_the_seat_that_decides() -> None:
    room = Class().open("poll").join("Anna").begin()
    sitting = room.room.sittings[0]
    other = sitting.table.game.legal(sitting.table.state, 1)
    moves = [str(each) for each in other] or ["2 bid 5"]
    with pytest.raises(Complaint, match="another player’s turn"):
        wishes.answer(room.room, 0, moves[0], sitting.asked, 0)
    with pytest.raises(Complaint, match="another player’s turn"):
        wishes.pick(room.room, moves[0])
    room.do(wishes.pause(room.room, paused=True))
    with pytest.raises(Complaint, match="paused"):
        answer(room, 0)
    tables = Class().open().join("Anna").begin()
    with pytest.raises(Complaint, match="asked nothing"):
        wishes.reveal(tables.room)
    with pytest.raises(Complaint, match="asked nothing"):
        wishes.pick(tables.room, "1 bid 5")


def test_whoever_is_being_paid_at_the_end_has_the_money_whether_or_not_the_log_is_read() -> None:
    zahltag = Class().open(table=game(seats=2), size=2).join(*NAMES[:2]).begin()
    room, [sitting] = zahltag.room, zahltag.room.sittings
    table = sitting.table

    def cash() -> list[int]:
        return [table.game.sheet(table.state, seat).counted for seat in range(2)]

    def can(seat: Seat) -> list[str]:
        return [str(each) for each in table.game.legal(table.state, seat)]

    while not all(f"{seat + 1} bid 5" in can(seat) for seat in range(2)):
        person, seat = zahltag.turn()
        wish = next(each for each in can(seat) if each.endswith(("keep", "00")))
        zahltag.do(wishes.decide(room, person, wish, sitting.asked, 0))
        zahltag.walk()
    before = cash()
    for seat in range(2):
        zahltag.do(
            wishes.decide(room, sitting.people[seat][0], f"{seat + 1} bid 5", sitting.asked, 0)
        )
    while cash() == before:
        assert sitting.advance()
    assert sum(cash()) == sum(before) + 3
    zahltag.do(wishes.end(room))
    assert cash() == [each + 3 for each in before]
    same_again(zahltag)


@pytest.mark.parametrize(
    "name",
    [
        "می\N{ZERO WIDTH NON-JOINER}خواهم",
        "क्\N{ZERO WIDTH JOINER}ष",
        "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{SCHOOL}",
    ],
)
def test_a_name_keeps_what_joins_and_parts_its_letters(name: str) -> None:
    room = Class().open().room
    assert (
        wishes.join(room, f"\N{ZERO WIDTH JOINER}{name}\N{ZERO WIDTH NON-JOINER} ", "t").name
        == name
    )


@pytest.mark.parametrize(
    "name",
    [
        "",
        " \n",
        "\u200b",
        "\N{ZERO WIDTH JOINER}",
        "\N{HANGUL FILLER} \N{HALFWIDTH HANGUL FILLER}",
        "\N{BRAILLE PATTERN BLANK}\N{VARIATION SELECTOR-16}",
        "\N{COMBINING GRAPHEME JOINER}\N{COMBINING ACUTE ACCENT}",
        "\N{RIGHT-TO-LEFT OVERRIDE}\N{SOFT HYPHEN}",
    ],
)
def test_a_name_that_nobody_can_see_is_refused(name: str) -> None:
    with pytest.raises(Complaint, match="give a name"):
        wishes.join(Class().open().room, name, "t")


@pytest.mark.parametrize(
    "other",
    [
        "ANNA ",
        "\uff21nna",
        "An\N{ZERO WIDTH NON-JOINER}na",
        "Anna\N{VARIATION SELECTOR-16}",
        "An\N{HANGUL FILLER}na",
        "\N{MATHEMATICAL BOLD CAPITAL A}nna",
    ],
)
def test_a_name_that_looks_like_another_is_taken(other: str) -> None:
    room = Class().open().room
    room.apply(wishes.join(room, "Anna", "a"), 0)
    with pytest.raises(Complaint, match="is taken"):
        wishes.join(room, other, "b")
    assert wishes.join(room, "Hanna", "b").name == "Hanna"


def moves_of(sitting: Sitting) -> list[tuple[str, Seat]]:
    """List the moves so far, each with what was asked; "" for those of chance."""
    table = sitting.table
    found = []
    for number, move in enumerate(table.branch.moves):
        turn = table.game.turn(table.before(number))
        found.append((turn.prompt if isinstance(turn, Decide) else "", move.by))
    return found


SKIPPED = {"zahltag": {"adjust", "change"}, "master_builder": {"draft"}}
FIRST = {"zahltag": "bid", "master_builder": "name"}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", sorted(SKIPPED))
def test_a_class_that_skips_the_set_up_begins_with_the_first_contract(
    name: str, seats: int
) -> None:
    assert set(SKIPPED) == {each for each in games.names() if games.modules(each).panel.OPENING}
    for seed in range(25):
        room = Class().open(table=game(name), skip=True, seed=seed, size=seats, contest=True)
        room.join(*NAMES[:seats]).begin()
        (sitting,) = room.room.sittings
        turn = sitting.table.turn
        assert isinstance(turn, Decide)
        assert (turn.prompt, turn.turn) == (FIRST[name], 1)
        assert {prompt for prompt, by in moves_of(sitting) if by >= 0} == SKIPPED[name]


def able(sitting: Sitting) -> int:
    """Count the firms that can bid for the contract on offer."""
    table = sitting.table
    seats = range(len(table.players))
    return sum(len(table.game.legal(table.state, seat)) > 1 for seat in seats)


def contracts(sitting: Sitting) -> list[str]:
    """List the contracts so far, in order."""
    moves = [str(each) for each in sitting.table.branch.moves]
    return [each for each in moves if each.startswith("* turn") and not each.endswith("payday")]


def contested(seed: int, *, contest: bool, people: int = 4, **options: Any) -> Class:
    """A class of Zahltag at its first turn."""
    room = Class().open(skip=True, seed=seed, contest=contest, **options)
    return room.join(*NAMES[:people]).begin()


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_at_least_two_can_bid_for_the_first_contract_of_a_class(seats: int) -> None:
    few = Counter[bool]()
    for contest in (False, True):
        for seed in range(40):
            room = contested(seed, contest=contest, people=seats)
            (sitting,) = room.room.sittings
            prompt = getattr(sitting.table.turn, "prompt", "")
            few[contest] += prompt != "bid" or able(sitting) < 2
    assert few[True] == 0
    assert few[False] > 0


def test_what_was_planned_stands_in_the_log_and_comes() -> None:
    room = contested(3, contest=True)
    [began] = [entry for entry, _ in room.log if isinstance(entry, Began)]
    [planned] = began.planned
    assert [(each.turn, each.purpose, each.repeat) for each in planned] == [
        (turn, "turn_up", 0) for turn in (1, 2, 3)
    ]
    (sitting,) = room.room.sittings
    while len(contracts(sitting)) < 3:
        legal = sitting.table.game.legal(sitting.table.state, room.turn()[1])
        room.decide(room.turn()[0], next(n for n, each in enumerate(legal) if passes(each)))
    assert contracts(sitting) == [each.move for each in planned]
    same_again(room)


def passes(move: Move) -> bool:
    """Return whether a move keeps the hand, or bids nothing."""
    return str(move).split()[1:] in (["keep"], ["bid", "00"], ["bid", "0"])


def test_tables_with_the_same_luck_have_the_same_first_contracts_whoever_decides_what() -> None:
    room = contested(5, contest=True, people=7)
    one, other = room.room.sittings
    assert [len(each.people) for each in room.room.sittings] == [4, 3]
    chance = Random(1)
    for number, sitting in enumerate((one, other)):
        while len(contracts(sitting)) < 3:
            person, seat = room.turn(number)
            legal = sitting.table.game.legal(sitting.table.state, seat)
            room.decide(person, chance.randrange(len(legal)))
    assert contracts(one) == contracts(other)
    same_again(room)


def test_tables_with_luck_of_their_own_have_first_contracts_of_their_own() -> None:
    room = contested(5, contest=True, people=8, alike=False)
    [began] = [entry for entry, _ in room.log if isinstance(entry, Began)]
    one, other = began.planned
    assert one != other


def test_nothing_is_planned_where_a_class_goes_on_from_a_position() -> None:
    table = game()
    while not table.waiting():
        table.advance()
    table.play(table.game.legal(table.state, table.waiting()[0])[0])
    room = Class().open(table=table, contest=True).join(*NAMES[:4]).begin()
    assert room.room.start.contest is None
    assert isinstance(began := room.log[-1][0], Began)
    assert not began.planned
    for name in ("pay_day", "zock"):
        other = Class().open(table=game(name), contest=True).join(*NAMES[:4]).begin()
        assert other.room.start.contest is None


def test_whether_two_can_bid_is_chosen_before_the_game_begins() -> None:
    room = contested(1, contest=True).room
    with pytest.raises(Complaint, match="the cards are dealt"):
        wishes.change(room, replace(room.options, contest=False))


def test_nobody_sits_alone_if_a_table_has_room() -> None:
    for size in (2, 3, 4):
        for people in range(2, 40):
            sizes = [len(each) for each in groups(range(people), size, 4)]
            assert sum(sizes) == people
            assert min(sizes) >= 2
            assert max(sizes) - min(sizes) <= 1
            if max(sizes) > size:
                assert len(sizes) == people // size
    assert [len(each) for each in groups(range(3), 2, 2)] == [2, 1]


def test_whoever_is_left_over_joins_a_table_that_was_put_together_by_hand() -> None:
    room = Class().open().join(*NAMES[:6]).room
    assert [len(each) for each in wishes.begin_with(room, [[0, 1, 2], [3, 4]], [5]).tables] == [
        3,
        3,
    ]
    full = wishes.begin_with(room, [[0, 1, 2, 3]], [4]).tables
    assert [sum(map(len, each)) for each in full] == [4, 1]
