"""The poll: what is asked of everybody, and the spread of the answers."""

import re
from collections import Counter

from msgspec import Struct

from paydays_widgets.classroom.entries import Person
from paydays_widgets.classroom.hub import Answer, Room
from paydays_widgets.classroom.screens.seat import SeatSight, TableSight
from paydays_widgets.classroom.screens.words import render, words
from paydays_widgets.core.game import Move, Seat
from paydays_widgets.core.table import HUMAN
from paydays_widgets.core.text import Text


class Bar(Struct, frozen=True):
    """A bar of the histogram.

    Parameters
    ----------
    move, label
        The answer, and what it says in words.
    count, percent
        How many gave it, and which part of all answers that is.
    mine
        Whether it is the reader's answer.
    """

    move: str
    label: str
    count: int
    percent: int
    mine: bool


def seat(room: Room) -> Seat:
    """Return the seat for which the class decides, or decides next."""
    if room.polled is not None:
        return room.polled
    players = room.sittings[0].table.players
    return next((at for at, each in enumerate(players) if each.kind == HUMAN), 0)


def label(sight: TableSight, *moves: Move) -> str:
    """Say in words what a move is, by what would happen first; of several moves, the first."""
    table = sight.table
    event = table.game.unfold(table.state, moves[0])[0].event
    known = table.game.witness(event, sight.viewer)
    told = sight.words.explain(known, sight.names, sight.text, table.deck).what.rstrip(".")
    if len(moves) == 1:
        return told
    text = words(sight.text.language)
    return text.plural(
        "{first}, and {n} more step", "{first}, and {n} more steps", len(moves) - 1, first=told
    )


def bars(room: Room, sight: TableSight, mine: Answer | None = None) -> list[Bar]:
    """Count the answers, in the order in which the game lists its moves; several come last.

    Games do not list each sum that may be bid: then smaller sums come first.
    """
    counted = Counter(each.moves for each in room.answers.values())
    table = sight.table
    legal = table.game.legal(table.state, seat(room))
    listed = all(moves[0] in legal for moves in counted)

    def rank(moves: tuple[Move, ...]) -> tuple[object, ...]:
        return len(moves), legal.index(moves[0]) if listed else _spelled(moves[0])

    order = sorted(counted, key=rank)
    return [
        Bar(
            move="; ".join(map(str, moves)),
            label=_short(label(sight, *moves), sight.names[moves[0].by]),
            count=counted[moves],
            percent=round(100 * counted[moves] / counted.total()),
            mine=mine is not None and mine.moves == moves,
        )
        for moves in order
    ]


def _short(label: str, name: str) -> str:
    """Leave out the name with which all answers begin."""
    rest = label.removeprefix(f"{name} ")
    return rest[:1].upper() + rest[1:]


def _spelled(move: Move) -> list[tuple[str, int]]:
    """Take a notation apart, so that numbers are ordered by their size."""
    return [(words, int(digits or 0)) for words, digits in re.findall(r"(\D*)(\d*)", str(move))]


def spread(room: Room, sight: SeatSight, mine: Answer | None = None) -> str:
    """Draw the histogram of the answers."""
    text = words(sight.text.language)
    return render("spread.html.j2", text, bars=bars(room, sight, mine), count=len(room.answers))


def told(room: Room, sight: SeatSight, person: Person, text: Text) -> tuple[str, str]:
    """Say what the class is asked, and what somebody has answered."""
    if room.sittings[0].over:
        return text("The game is over."), ""
    if room.ended:
        return text("Your teacher has ended the game."), ""
    if room.polled is None:
        return sight.happened, ""
    mine = room.answers.get(person)
    so_far = text("{n} of {all} have answered", n=len(room.answers), all=len(room.present))
    if room.revealed:
        return text("The answers are shown. Your teacher picks one."), so_far
    if mine is None:
        name = sight.names[sight.seat]
        return text("The class plays {name}. What would you do?", name=name), so_far
    return (
        text("Your answer: {answer}", answer=label(sight, *mine.moves)),
        text("You can change it until your teacher shows the answers.") + " " + so_far,
    )
