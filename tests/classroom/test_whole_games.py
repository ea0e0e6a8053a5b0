"""Whole games as teams and as polls play them: every decision is made on the page, at random."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from paydays_widgets import games
from paydays_widgets.classroom import screens
from paydays_widgets.classroom.clients import ClassScreen
from paydays_widgets.classroom.results import decisions
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.classroom.verbs import STUDENT, Call
from paydays_widgets.core.game import Complaint, Decide, IllegalMove
from paydays_widgets.core.table import AnyTable
from paydays_widgets.games.master_builder.board.site import PROPOSAL
from paydays_widgets.games.master_builder.moves import Bid
from tests.classroom.classes import NAMES, Class, game, same_again
from tests.classroom.test_teaching import Desk
from tests.markup import Page

MOST = 700
"""More decisions than any of these games has."""
LONGEST = pytest.param("master_builder", marks=pytest.mark.hosting)
"""By teams it takes as long as the others together; a class is asked all of it by the poll."""


def asks(
    desk: Desk, person: int, moves: object, asked: int, *, several: bool = False
) -> Iterator[Any]:
    """Yield what a student's move comes to, or that of several."""
    verb = STUDENT["moves"] if several else STUDENT[""]
    call = Call(desk.here, ClassScreen(), desk.room.now, person, asked)
    yield from verb.act(call, moves)


def act(desk: Desk, person: int, luck: Random) -> str:
    """Do on somebody's page what can be done there, until it is a move; return what was played."""
    room, screen = desk.room, ClassScreen()
    while True:
        stage = screens.student(desk.here, person, screen, {}).parts["stage"]
        seen = Page(stage.html)
        offered = [
            (each["data-move"], each["data-do"], each["data-value"])
            for each in seen.elements
            if each["aria-disabled"] != "true" and (each["data-move"] or each["data-do"])
        ]
        for pad in seen.pads:
            amount = luck.randrange(pad["low"], pad["high"] + 1, pad["step"])
            offered.append((pad["move"].replace("{}", str(amount)), "", ""))
        together = [each for each in offered if each[1] == "moves"]
        move, do, value = luck.choice(together if together and luck.random() < 0.5 else offered)
        if move or do == "moves":
            for entry in asks(desk, person, move or value, stage.seq, several=not move):
                room.do(entry)
            room.walk()
            return move or value
        assert do == "pick"
        (picked,) = STUDENT["pick"].act(Call(desk.here, screen, room.now), value)
        assert isinstance(picked, ClassScreen)
        screen = picked


def over(room: Class) -> None:
    """Look at a game that was played to its end."""
    (sitting,) = room.room.sittings
    assert sitting.over
    assert len(sitting.decisions) > 1
    same_again(room)


@pytest.mark.parametrize("name", [LONGEST, *sorted({*games.names()} - {"master_builder"})])
@pytest.mark.thorough
def test_teams_play_each_game_to_its_end(name: str) -> None:
    room = Class().open("team", table=game(name, 2), size=2).join(*NAMES[:4]).begin()
    desk, luck = Desk(room), Random(name)
    sitting = room.room.sittings[0]
    for _ in range(MOST):
        if sitting.over:
            break
        team = sitting.people[luck.choice(sitting.waiting)]
        act(desk, luck.choice(team), luck)
    over(room)


@pytest.mark.parametrize("name", games.names())
@pytest.mark.thorough
def test_a_class_answers_each_decision_of_a_game(name: str) -> None:
    table = game(name, 2, games.modules(name).panel.OPPONENTS[0])
    room = Class().open("poll", table=table).join(*NAMES[:2]).begin()
    desk, luck = Desk(room), Random(name)
    for _ in range(MOST):
        if room.room.sittings[0].over:
            break
        answers = [act(desk, person, luck) for person in range(2)]
        assert room.room.poll.seat is not None  # an answer moves nothing on
        desk.do("reveal")
        shown = Page(desk.page.parts["main"].html).elements
        picks = [each["data-value"] for each in shown if each["data-do"] == "go-on"]
        assert set(answers) <= set(picks)
        head = screens.student(desk.here, 0, ClassScreen(), {}).parts["spread"].html
        assert head.count("cl-bar--mine") == 1
        desk.do("go-on", answers[0])
        room.walk()
        if room.room.poll.rests:
            assert not Page(desk.page.parts["head"].html).key("next")["aria-disabled"]
            desk.do("next")
    over(room)


def test_several_moves_are_one_answer() -> None:
    desk, answer = assigning()
    room = desk.room
    single = str(desk.here.room.sittings[0].table.game.legal(table(room).state, 0)[-1])
    asked = room.room.sittings[0].asked
    for entry in asks(desk, 0, answer, asked, several=True):
        room.do(entry)
    assert not list(asks(desk, 0, answer, asked, several=True))  # it stands already
    for entry in asks(desk, 1, single, asked):
        room.do(entry)
    moves = answer.split("; ")
    for wrong in (f"{moves[0]}; {moves[0]}", f"{moves[0]}; 2 build"):
        with pytest.raises((IllegalMove, Complaint)):
            list(asks(desk, 1, wrong, asked, several=True))
    desk.do("reveal")
    bars = screens.student(desk.here, 0, ClassScreen(), {}).parts["spread"].html
    assert f", and {len(moves) - 1} more step" in bars
    desk.do("go-on", answer)
    made = [str(each.move) for each in room.room.sittings[0].decisions]
    assert made == moves
    assert answer in decisions(room.room, words("en"))
    room.walk()
    same_again(room)


def test_sums_that_the_game_does_not_list_are_answers_too() -> None:
    position = game("master_builder", 2, games.modules("master_builder").panel.OPPONENTS[0])
    while position.advance():
        turn = position.turn
        if isinstance(turn, Decide) and turn.prompt == "auction" and 0 in turn.seats:
            break
    desk = Desk(Class().open("poll", table=position).join(*NAMES[:4]).begin())
    room = desk.room
    least = next(
        amount
        for amount in range(1, 999)
        if table(room).game.refuse(table(room).state, Bid(0, amount)) is None
    )
    sums = [least + 7, least, least + 1, least + 7]
    for person, amount in enumerate(sums):
        bid, asked = str(Bid(0, amount)), room.room.sittings[0].asked
        for entry in asks(desk, person, bid, asked):
            room.do(entry)
    assert not {Bid(0, amount) for amount in sums} <= set(
        table(room).game.legal(table(room).state, 0)
    )
    desk.do("reveal")
    shown = Page(desk.page.parts["main"].html).elements
    picks = [each["data-value"] for each in shown if each["data-key"].startswith("go-on")]
    assert picks[:3] == [str(Bid(0, amount)) for amount in sorted(set(sums))]


def test_what_was_picked_up_for_another_decision_is_put_back() -> None:
    desk, answer = assigning()
    asked = desk.here.room.sittings[0].asked

    def values(number: int) -> list[str]:
        screen = ClassScreen(picked=PROPOSAL, picked_for=number)
        stage = screens.student(desk.here, 0, screen, {}).parts["stage"]
        return [each["data-value"] for each in Page(stage.html).elements]

    assert answer in values(asked)
    assert answer not in values(asked - 1)


def assigning() -> tuple[Desk, str]:
    """Poll a class on where workers build, where several of them can be assigned at once."""
    bots = games.modules("master_builder").panel.OPPONENTS
    position = game("master_builder", 2, bots[0])
    while position.advance():
        turn = position.turn
        if isinstance(turn, Decide) and turn.prompt == "assign" and 0 in turn.seats:
            room = Class().open("poll", table=position).join(*NAMES[:2]).begin()
            desk = Desk(room)
            page = screens.student(
                desk.here,
                0,
                ClassScreen(picked=PROPOSAL, picked_for=room.room.sittings[0].asked),
                {},
            )
            for each in Page(page.parts["stage"].html).elements:
                if each["data-do"] == "moves" and ";" in each["data-value"]:
                    return desk, each["data-value"]
    raise AssertionError("nobody has workers to assign")


def table(room: Class) -> AnyTable:
    return room.room.sittings[0].table
