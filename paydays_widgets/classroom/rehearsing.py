"""A lesson that a teacher rehearses alone: pretend students answer, and bots play for them."""

from collections.abc import Iterator
from random import Random
from typing import Final

from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.entries import Answered, AnyEntry, Chosen, Joined, Person, digest
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.tickets import new_token
from paydays_widgets.core.text import Text

STUDENTS: Final = 30
"""How many pretend students there are."""
PAUSE: Final = 2_000
"""Milliseconds until they do what they are asked."""


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
        given = run.answers.get(run.at, {})
        for person in students if not run.tells else ():
            if person not in given:
                option = luck.randrange(len(run.question.options))
                yield Chosen(person, run.at, option)
    elif room.polled:
        yield from _answers(room, students, luck)
    elif not room.away:
        for sitting in room.sittings:
            for seat, people in enumerate(sitting.people):
                if people and seat not in sitting.bots and set(people) <= {*students}:
                    yield wishes.take_over(room, sitting.number, seat, bot=True)


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
