"""The poll: what is asked of everybody, and the spread of the answers."""

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


def label(sight: TableSight, move: Move) -> str:
    """Say in words what a move is: what would happen first."""
    table = sight.table
    event = table.game.unfold(table.state, move)[0].event
    known = table.game.witness(event, sight.viewer)
    told = sight.words.explain(known, sight.names, sight.text, table.deck)
    return told.what.rstrip(".")


def bars(room: Room, sight: TableSight, mine: Answer | None = None) -> list[Bar]:
    """Count the answers, in the order in which the game lists its moves."""
    counted = Counter(each.move for each in room.answers.values())
    table = sight.table
    order = [each for each in table.game.legal(table.state, seat(room)) if each in counted]
    return [
        Bar(
            str(move),
            label(sight, move),
            counted[move],
            round(100 * counted[move] / counted.total()),
            mine is not None and mine.move == move,
        )
        for move in order
    ]


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
        return text("You decide for {name}: {asked}", name=name, asked=sight.asked), so_far
    return (
        text("Your answer: {answer}", answer=label(sight, mine.move)),
        text("You can change it until your teacher shows the answers.") + " " + so_far,
    )
