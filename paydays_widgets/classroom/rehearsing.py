"""A lesson that a teacher rehearses alone: pretend students answer, and bots play for them."""

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from paydays_widgets.classroom import rounds, wishes
from paydays_widgets.classroom.entries import Answered, AnyEntry, Chosen, Joined, Person, digest
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.run import Run
from paydays_widgets.classroom.running import Opens, RunningOrder
from paydays_widgets.classroom.tickets import new_token
from paydays_widgets.core.text import Text

STUDENTS: Final = 30
"""How many pretend students there are."""
PAUSE: Final = 2_000
"""Milliseconds until they do what they are asked."""


def fast(order: RunningOrder) -> RunningOrder:
    """Let the games of a lesson go on fast: nobody has to think."""
    stages = [
        each if each.opens is None else replace(each, opens=_fast(each.opens))
        for each in order.stages
    ]
    return replace(order, stages=tuple(stages))


def _fast(opens: Opens) -> Opens:
    return replace(opens, options={**opens.options, "pace": "fast"})


def joins(room: Room, text: Text) -> Iterator[Joined]:
    """Let all of them join."""
    for number in range(STUDENTS):
        yield wishes.join(room, text("Student {n}", n=number + 1), digest(new_token()))


def acts(room: Room, luck: Random) -> Iterator[AnyEntry]:
    """Let them do what is asked: a question of the lesson, a poll, or a game."""
    run = room.run
    if run is None or run.at is None:
        return
    students = [each for each in room.present if each < run.pretend]
    if run.question is not None:
        yield from _choices(run, students, luck)
    elif room.checking is not None:
        yield from _checks(room, students, room.checking, luck)
    elif room.polled:
        yield from _answers(room, students, luck)
    elif not room.away:
        yield from _bots(room, students)


def _choices(run: Run, students: list[Person], luck: Random) -> Iterator[Chosen]:
    """Answer the question of the stage."""
    at, question = run.at, run.question
    assert at is not None and question is not None  # noqa: S101, PT018 - its caller has looked
    given = run.answers.get(at, {})
    for person in students if not run.tells else ():
        if person not in given:
            yield Chosen(person, at, luck.randrange(len(question.options)))


def _bots(room: Room, students: list[Person]) -> Iterator[AnyEntry]:
    """Let bots play for them."""
    for sitting in room.sittings:
        for seat, people in enumerate(sitting.people):
            if people and seat not in sitting.bots and set(people) <= {*students}:
                yield wishes.take_over(room, sitting.number, seat, bot=True)


def _checks(room: Room, students: list[Person], block: int, luck: Random) -> Iterator[AnyEntry]:
    """Answer the questions on the rules, some of them wrongly."""
    for number, check in enumerate(rounds.checks(room, block, Text("en"))):
        for person in students:
            if (person, block, number) not in room.checked:
                made = wishes.check(room, person, block, number, luck.choice(check.options))
                assert made is not None  # noqa: S101 - nothing was answered
                yield made


def _answers(room: Room, students: list[Person], luck: Random) -> Iterator[Answered]:
    """Answer a poll, each as one of the game's bots would."""
    seat = room.poll.seat
    if seat is None or room.poll.revealed or room.paused:
        return
    table = room.sittings[0].table
    moves = [str(table.ask(seat, each)) for each in room.modules.bots.STRATEGIES]
    for person in students:
        if person not in room.poll.answers:
            yield Answered(person, luck.choice(moves))
