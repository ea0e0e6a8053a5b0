"""The poll: what is asked of everybody, and the spread of the answers."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.entries import Person
from paydays_widgets.classroom.poll import Answer
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.screens.seat import SeatSight, TableSight
from paydays_widgets.classroom.screens.words import render, words
from paydays_widgets.core.game import CHANCE, Decide, Move, Seat
from paydays_widgets.core.table import HUMAN, AnyTable
from paydays_widgets.core.text import Text, capital
from paydays_widgets.talk.story import heading

Moves: TypeAlias = tuple[Move, ...]
State: TypeAlias = Any
"""A position of some game."""


class Bar(Struct, frozen=True):
    """A bar of the histogram.

    Parameters
    ----------
    count, percent
        How many gave it, and which part of all answers that is.
    """

    move: str
    label: str
    count: int
    percent: int
    mine: bool


def seat(room: Room) -> Seat:
    """Return the seat for which the class decides, or decides next."""
    if room.poll.seat is not None:
        return room.poll.seat
    players = room.sittings[0].table.players
    return next((at for at, each in enumerate(players) if each.kind == HUMAN), 0)


def about(room: Room, sight: TableSight, text: Text) -> list[str]:
    """Say who plays the other seats, and that the game has begun elsewhere, if it has."""
    called = [sight.names[each] for each in sorted(sight.bots)]
    found = [
        text.plural(
            "A bot plays {names}.", "Bots play {names}.", len(called), names=text.listing(called)
        )
    ]
    if room.start.fixed is not None:
        now = heading(sight, sight.table.turn.turn)
        found.append(text("The game goes on from here: {now}.", now=now))
    return found if called else found[1:]


def label(sight: TableSight, *moves: Move, state: State | None = None) -> str:
    """Say in words what a move is, by what would happen first; of several moves, the first.

    The position is that on the table, unless another is given.
    """
    table = sight.table
    event = table.game.unfold(state or table.state, moves[0])[0].event
    told = sight.words.explain(sight.seen(event), sight.names, sight.text, table.deck).what.rstrip(
        "."
    )
    if len(moves) == 1:
        return told
    text = words(sight.text.language)
    return text.plural(
        "{first}, and {n} more step", "{first}, and {n} more steps", len(moves) - 1, first=told
    )


def bars(room: Room, sight: TableSight, mine: Answer | None = None) -> list[Bar]:
    """Count the answers to what is asked now."""
    given = [each.moves for each in room.poll.answers.values()]
    return tally(sight, given, sight.table.state, mine.moves if mine else ())


def shown(room: Room, sight: TableSight) -> list[Bar]:
    """Count the answers that are shown: to what is asked now, or, once one is played, to that."""
    if room.poll.revealed:
        return bars(room, sight)
    first, *_ = room.poll.played
    moves = tuple(each.decision.move for each in room.poll.played)
    state = room.sittings[0].table.before(first.decision.before)
    return tally(sight, [each.moves for each in first.answers.values()], state, moves)


def played(room: Room, sight: TableSight, text: Text) -> str:
    """Say with which answer the game went on."""
    moves = [each.decision.move for each in room.poll.played]
    state = room.sittings[0].table.before(room.poll.played[0].decision.before)
    return text("This was played: {answer}", answer=label(sight, *moves, state=state))


def tally(
    sight: TableSight, answers: Sequence[Moves], state: State, marked: Moves = ()
) -> list[Bar]:
    """Count answers, in the order in which the game lists its moves; several come last.

    Games do not list each sum that may be bid: then smaller sums come first.

    Parameters
    ----------
    state
        The position in which they were given.
    """
    if not answers:
        return []
    given = Counter(answers)
    same = joined(sight.table, state, given)
    counted = Counter({one: sum(given[each] for each in alike) for one, alike in same.items()})
    legal = sight.table.game.legal(state, answers[0][0].by)
    listed = all(moves[0] in legal for moves in counted)

    def rank(moves: tuple[Move, ...]) -> tuple[object, ...]:
        return len(moves), legal.index(moves[0]) if listed else _spelled(moves[0])

    order = sorted(counted, key=rank)
    return [
        Bar(
            move="; ".join(map(str, moves)),
            label=_short(label(sight, *moves, state=state), sight.names[moves[0].by]),
            count=counted[moves],
            percent=round(100 * counted[moves] / counted.total()),
            mine=marked in same[moves],
        )
        for moves in order
    ]


def joined(
    table: AnyTable, state: State, answers: Mapping[Moves, int]
) -> dict[Moves, Sequence[Moves]]:
    """Join answers from which the same follows, such as a bid above the ask, and to buy at it.

    The one that was given most often stands for them, and keeps its own row apart from others.
    """
    found: dict[object, list[Moves]] = {}
    for moves in answers:
        follows = tuple((each.event, each.state) for each in table.game.unfold(state, moves[0]))
        found.setdefault(follows if len(moves) == 1 else moves, []).append(moves)
    return {max(alike, key=answers.__getitem__): alike for alike in found.values()}


def others(
    sight: TableSight, legal: Sequence[Move], given: Collection[Moves]
) -> list[tuple[str, str]]:
    """List legal moves that nobody has chosen, and from which nothing follows that was chosen."""
    table = sight.table
    counts: dict[Moves, int] = {(each,): 0 for each in legal}
    counts |= dict.fromkeys(given, 1)
    return [
        (str(moves[0]), label(sight, *moves))
        for moves in joined(table, table.state, counts)
        if not counts[moves]
    ]


class Asked(Struct, frozen=True):
    """A question to the class, and how it was answered.

    Parameters
    ----------
    number
        Which question it was, counted from 1.
    when, seat, name
        The turn, and the seat that the class played: its number and its name.
    about
        What chance had brought in this turn, such as the contract on offer; "" if nothing.
    played
        What was played, if nobody had answered so; else "".
    """

    number: int
    when: str
    seat: int
    name: str
    asked: str
    about: str
    bars: Sequence[Bar]
    played: str
    count: int


def asked(room: Room, sight: TableSight) -> list[Asked]:
    """List the questions to the class that have been played, in their order."""
    [sitting] = room.sittings
    found: list[Asked] = []
    answered: frozenset[Move] = frozenset()
    for each in room.poll.rounds:
        decision = each.decision
        if decision not in sitting.decisions:
            continue  # it was taken back
        if not each.answers and decision.move in answered:
            continue  # it belongs to the answer before
        answered = frozenset(move for answer in each.answers.values() for move in answer.moves[1:])
        state = sitting.table.before(decision.before)
        marked = (decision.move,)
        bars = tally(sight, [answer.moves for answer in each.answers.values()], state, marked)
        words = sight.words.phrases(sight.text).asked(decision.prompt)
        name = sight.names[decision.seat]
        found.append(
            Asked(
                number=len(found) + 1,
                when=heading(sight, decision.turn),
                seat=decision.seat + 1,
                name=name,
                asked=capital(words),
                about=brought(sight, decision.before, decision.turn),
                bars=bars,
                played=""
                if any(bar.mine for bar in bars)
                else _short(label(sight, decision.move, state=state), name),
                count=len(each.answers),
            )
        )
    return found


def tells(room: Room) -> bool:
    """Return whether the answers to what is asked now may be known, or to what was asked last."""
    return room.poll.revealed or room.ended


def answered(room: Room, sight: TableSight) -> list[tuple[str, Sequence[Bar]]]:
    """List what the class has been asked, with its answers, whether one was played or not."""
    found = [(f"{each.about} {each.asked}".lstrip(), each.bars) for each in asked(room, sight)]
    turn = sight.table.turn
    if tells(room) and room.poll.answers and isinstance(turn, Decide):
        about = brought(sight, room.sittings[0].made, turn.turn)
        found.append((f"{about} {capital(sight.asked)}".lstrip(), bars(room, sight)))
    return found


def brought(sight: TableSight, before: int, turn: int, *, why: bool = False) -> str:
    """Say what chance last brought in a turn, before a number of moves had been made.

    With ``why``, also what it asks for, such as the cards that a contract needs.
    """
    table, game = sight.table, sight.table.game
    for move in reversed(range(before)):
        first = table.branch.begins(move)
        step = table.branch.steps[first]
        if game.turn(step.state).turn != turn or table.branch.dealt[first]:
            break
        if table.branch.moves[move].by == CHANCE:
            note = sight.words.explain(sight.seen(step.event), sight.names, sight.text, table.deck)
            return f"{note.what} {note.why}".rstrip() if why else note.what
    return ""


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
    return render(
        "spread.html.j2", text, bars=bars(room, sight, mine), count=len(room.poll.answers)
    )


def told(here: Here, sight: SeatSight, person: Person, text: Text) -> tuple[str, str]:
    """Say what the class is asked, and what somebody has answered."""
    room = here.room
    if room.sittings[0].over:
        return text("The game is over."), ""
    if room.ended:
        return text("Your teacher has ended the game."), ""
    if room.poll.seat is None:
        return _went_on(here, sight, person, text)
    mine = room.poll.answers.get(person)
    name = sight.names[sight.seat]
    if room.poll.revealed:
        return text("The answers are shown. Your teacher picks one."), ""
    if mine is None:
        asked = text("The class plays {name}. What would you do?", name=name)
        return asked, _others(sight, text)
    answer = label(sight, *mine.moves).removeprefix(f"{name} ")
    return (
        text("Your answer: {answer}", answer=answer),
        text("You can change it until your teacher shows the answers."),
    )


def counted(room: Room, text: Text) -> str:
    """Say how many have answered what the class is asked; "" if it is asked nothing."""
    if not room.polled or not room.sittings or room.ended or room.poll.seat is None:
        return ""
    answered = len(room.poll.answers)
    return text.plural(
        "{n} of {all} has answered", "{n} of {all} have answered", answered, all=len(room.present)
    )


def may_advise(room: Room) -> bool:
    """Return whether it may be said which answer earns most: in a lesson, once one is played."""
    return room.poll.rests or (room.poll.revealed and room.run is None)


def goes_on(here: Here, text: Text) -> str:
    """Say by what the table goes on while its events are shown."""
    if here.room.poll.rests:
        return text("Your teacher goes on to the next question.")
    if here.room.options.pace == "teacher" or here.held:
        return text("Your teacher shows what comes next.")
    return text("It goes on by itself in a moment.")


def _others(sight: SeatSight, text: Text) -> str:
    """Say who plays the other seats, if bots play them all."""
    others = [each.kind for at, each in enumerate(sight.table.players) if at != sight.seat]
    return text("Bots play the other seats.") if HUMAN not in others else ""


def _went_on(here: Here, sight: SeatSight, person: Person, text: Text) -> tuple[str, str]:
    """Say with which answer the game went on, and what somebody had answered."""
    room = here.room
    [sitting] = room.sittings
    rounds = room.poll.played
    if not rounds or rounds[0].decision not in sitting.decisions:
        return text("See what happens"), goes_on(here, text)
    decision, answers = rounds[0].decision, rounds[0].answers
    if not room.poll.rests and decision.turn != sight.table.turn.turn:  # what it was about is over
        return text("See what happens"), goes_on(here, text)
    state = sitting.table.before(decision.before)
    notes = []
    mine = answers.get(person)
    if mine is not None and mine.moves == tuple(each.decision.move for each in rounds):
        notes.append(text("That was your answer too."))
    elif mine is not None:
        name = sight.names[decision.seat]
        answer = _short(label(sight, *mine.moves, state=state), name)
        notes.append(text("You said: {answer}", answer=answer))
    if room.poll.rests:
        notes.append(goes_on(here, text))
    return played(room, sight, text), " · ".join(notes)
