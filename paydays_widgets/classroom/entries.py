"""What happens in a room of the class, as its log keeps it.

A log has chapters: each begins with :class:`Opened`, and is played in a way and a game of its own.

A room is what its entries amount to: :class:`~paydays_widgets.classroom.room.Room` applies them
one after the other, and reading the log again gives the same room. What is drawn by lot, such as
a seed or who sits where, is drawn before and stands in the entry. The log has a time for each
entry.
"""

from collections.abc import Collection, Sequence
from hashlib import sha256
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta, Struct

from paydays_widgets.classroom.running import RunningOrder
from paydays_widgets.core.contest import Planned
from paydays_widgets.core.text import Language, Words

Way: TypeAlias = Literal["tables", "team", "poll"]
"""How a class plays: at many tables at once, at one table with a team in each seat, or all of it
answering one decision."""
Pace: TypeAlias = Literal["teacher", "slow", "normal", "fast"]
"""What moves a table on from event to event: the teacher, or the clock at some speed."""
Person: TypeAlias = int
"""A student, by number: 0 for the first to join."""
Reached: TypeAlias = tuple[int, ...]
"""How many moves had been made at each table: what bots have decided is not in the log, but who
was a bot at that time is."""
Size: TypeAlias = Annotated[int, Meta(ge=2, le=60)]
"""How many sit at a table, at most: as many as any game has seats for, or fewer."""
Digest: TypeAlias = str
"""The SHA-256 of a token that only its owner's browser holds."""

MOST_PEOPLE: Final = 400
"""How many may join a room."""
LONGEST_NAME: Final = 20
"""How many characters a name may have."""
LONGEST_LABEL: Final = 40
"""The same for a label of a homework's list."""
MOST_QUESTIONS: Final = 50
"""How many questions a homework may have."""
MOST_CHECKS: Final = 2
"""How many questions on the rules of a block can be asked before it begins."""


def digest(token: str) -> Digest:
    """Return what is kept of a token."""
    return sha256(token.encode()).hexdigest()


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the teacher has chosen for a room.

    Parameters
    ----------
    limit
        How many seconds a decision may take before a bot decides, or where a bell ends periods,
        how many a period lasts; 0 for any number.
    alike
        Whether all tables have the same luck, so that they can be compared.
    late
        Whether people may still join when the game has begun.
    undo_revealed
        Whether a decision may be taken back after others have seen what came of it.
    contest
        Whether what seats compete for first is drawn so that at least two can.
    checks
        How many questions on the rules are asked before a game begins that is no programme.
    rests
        Whether the next period of a table waits until the teacher has talked about the last.
    """

    size: Size = 4
    pace: Pace = "normal"
    limit: Annotated[int, Meta(ge=0, le=3600)] = 0
    alike: bool = True
    late: bool = True
    undo_revealed: bool = False
    contest: bool = False
    checks: Annotated[int, Meta(ge=0, le=MOST_CHECKS)] = 0
    rests: bool = False


class Block(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a programme: one game, or several in a row with the groups mixed before each.

    Parameters
    ----------
    record
        The saved game with which each game of the block begins.
    practice
        Whether its profits do not count.
    checks
        How many questions on its rules are asked before it begins.
    """

    record: str
    size: Size
    games: Annotated[int, Meta(ge=1, le=20)] = 1
    practice: bool = False
    checks: Annotated[int, Meta(ge=0, le=MOST_CHECKS)] = 0


class Entry(Struct, frozen=True, tag=True):
    """Something that happened in a room."""


class Opened(Entry, frozen=True):
    """The teacher opened the room, or its next chapter.

    People stay, with their names and phones, and so do code and host; all else begins again.

    Parameters
    ----------
    language
        The language of the teacher's page.
    record
        The saved game with which every table begins: its rules, deck, seats and moves.
    seed
        The luck of what is yet to come.
    prepared
        Whether bots make the decisions of the set-up, for people too.
    programme
        The blocks that are played one after the other; none for one game.
    same
        Whether each block of the programme has the same luck, but for practice.
    order
        The running order that the class follows from here on; None for that of the chapter before.
    pretend
        How many of the first who join are pretend students, with whom a teacher rehearses.
    """

    code: str
    host: Digest
    way: Way
    language: Language
    record: str
    seed: int
    options: Options = Options()
    prepared: bool = False
    programme: tuple[Block, ...] = ()
    same: bool = False
    order: RunningOrder | None = None
    pretend: int = 0


class Assigned(Opened, frozen=True, kw_only=True):
    """The teacher opened a homework: a room with a lesson in the place of a game.

    Parameters
    ----------
    lesson
        The path of its notebook, from the folder that the server shows.
    labels
        Who may join; nobody for anybody, by a free name.
    due
        Until when answers are in time, in milliseconds since 1970; None for any time.
    unlocked
        How many of its questions can be answered; None for all.
    """

    lesson: str
    title: Words
    labels: tuple[str, ...] = ()
    due: int | None = None
    unlocked: int | None = None


class Joined(Entry, frozen=True):
    """Somebody joined, and gets the next number."""

    name: str
    token: Digest


class Renamed(Entry, frozen=True):
    """The teacher changed somebody's name."""

    person: Person
    name: str


class Removed(Entry, frozen=True):
    """The teacher sent somebody away; a bot takes over the seat."""

    person: Person
    reached: Reached


class PhoneChanged(Entry, frozen=True):
    """Somebody goes on from another phone; the old one has no seat any more."""

    person: Person
    token: Digest


class Checked(Entry, frozen=True):
    """Somebody answered a question on the rules of a block that is to begin.

    Parameters
    ----------
    number
        Which of the block's questions it is, counted from 0.
    amount
        The answer, in the smallest unit of money.
    """

    person: Person
    block: int
    number: int
    amount: int
    right: bool


class Began(Entry, frozen=True):
    """The game began, or the next game of a programme.

    Parameters
    ----------
    tables
        For each table and each of its seats, who sits there; nobody where a bot plays. A poll has
        one table, and nobody sits at it.
    planned
        For each table, the draws whose outcome was chosen beforehand; none if nothing was.
    """

    tables: tuple[tuple[tuple[Person, ...], ...], ...]
    planned: tuple[tuple[Planned, ...], ...] = ()


class Placed(Entry, frozen=True):
    """Somebody got a seat while the game was on."""

    person: Person
    table: int
    seat: int
    reached: Reached


class Decided(Entry, frozen=True):
    """A seat decided.

    Parameters
    ----------
    before
        How many moves had been made at the table.
    person
        The person that decided for the seat; None for the bot that stood in.
    """

    table: int
    seat: int
    move: str
    before: int
    person: Person | None = None
    took: int = 0


class Ran(Entry, frozen=True):
    """Clocks ran on.

    Parameters
    ----------
    clocks
        For each its table, the number of the decision that it is for, and its price; where a bell
        ends periods, the number of the period, and how many milliseconds are left.
    """

    clocks: tuple[tuple[int, int, int], ...]


class Pressed(Entry, frozen=True):
    """A seat stopped the clock of its table: it counts with those that may be on their way.

    Parameters
    ----------
    price
        At which price, in the smallest unit of money.
    person
        Who did so; None if nobody was there.
    """

    table: int
    seat: int
    price: int
    person: Person | None = None
    took: int = 0


class Stopped(Entry, frozen=True):
    """The clock of a table has come to a price at which it stops.

    Parameters
    ----------
    seats
        Who had pressed at that price; nobody if it stopped by itself.
    """

    table: int
    price: int
    before: int
    seats: tuple[int, ...] = ()


class Rang(Entry, frozen=True):
    """The bell ended a period at a table: those who were silent wait."""

    table: int
    before: int


class Undone(Entry, frozen=True):
    """The teacher took back the last decision of a person at a table."""

    table: int
    before: int


class SeatTakenOver(Entry, frozen=True):
    """A bot took over a seat, or gave it back.

    Parameters
    ----------
    bot
        Whether a bot plays there now.
    """

    table: int
    seat: int
    bot: bool
    reached: Reached


class Answered(Entry, frozen=True):
    """Somebody answered the poll; a later answer replaces an earlier one.

    Parameters
    ----------
    move
        The notation of the move, or of several, separated by ``;``.
    """

    person: Person
    move: str
    took: int = 0


class Revealed(Entry, frozen=True):
    """The answers of the poll were shown."""


class Picked(Entry, frozen=True):
    """The game of the poll goes on with an answer.

    Parameters
    ----------
    rests
        Whether the next question waits for the teacher.
    """

    move: str
    before: int
    rests: bool


class WentOn(Entry, frozen=True):
    """The teacher went on to the next question of the poll."""


class StageBegan(Entry, frozen=True):
    """The teacher went to a stage of the running order, counted from 0."""

    stage: int


class TimeAdded(Entry, frozen=True):
    """The teacher made the present stage of the running order longer."""

    minutes: int


class Chosen(Entry, frozen=True):
    """Somebody answered the question of a stage; a later answer replaces an earlier one.

    Parameters
    ----------
    option
        Which of its options, counted from 0.
    """

    person: Person
    stage: int
    option: int


class AnswersShown(Entry, frozen=True):
    """The teacher showed the answers to the question of the present stage."""


class Paused(Entry, frozen=True):
    """The teacher stopped all tables, or let them go on."""

    paused: bool


class DoorClosed(Entry, frozen=True):
    """The teacher let nobody else join, or opened the class again."""

    closed: bool


class OptionsChanged(Entry, frozen=True):
    """The teacher changed the options."""

    options: Options


class Attempted(Entry, frozen=True):
    """A student of a homework answered a question, once or several times.

    Parameters
    ----------
    number, of
        Its number there, and how many questions the lesson has.
    after
        The attempt at this question that the first of the answers follows; 0 for none.
    answers
        What was answered, as the lesson writes it.
    right
        Whether each was right; nothing where an answer is neither, as with a prediction.
    shown
        Whether the answer was asked for since.
    """

    person: Person
    question: str
    number: int
    of: int
    after: int = 0
    answers: tuple[str, ...] = ()
    right: tuple[bool, ...] = ()
    shown: bool = False


class Unlocked(Entry, frozen=True):
    """The teacher of a homework opened its questions up to one, or all of them by None."""

    unlocked: int | None


class Ended(Entry, frozen=True):
    """The teacher ended the game."""

    reached: Reached


AnyEntry: TypeAlias = (
    Opened
    | Assigned
    | Joined
    | Renamed
    | Removed
    | PhoneChanged
    | Checked
    | Began
    | Placed
    | Decided
    | Ran
    | Pressed
    | Stopped
    | Rang
    | Undone
    | SeatTakenOver
    | Answered
    | Revealed
    | Picked
    | WentOn
    | StageBegan
    | TimeAdded
    | Chosen
    | AnswersShown
    | Paused
    | DoorClosed
    | OptionsChanged
    | Attempted
    | Unlocked
    | Ended
)


class Seen(NamedTuple):
    """Who sees that something happened, besides the teacher: some people, or None for everybody.

    Parameters
    ----------
    counted_by
        Who only sees how many there are of it.
    crowd
        Whether everybody only sees how many there are, the teacher too: by and by in a large room.
    """

    by: Collection[Person] | None = None
    counted_by: Collection[Person] | None = ()
    crowd: bool = False


def seen(entry: AnyEntry, seats: Sequence[Collection[Person]], *, asks_on: bool) -> Seen | None:
    """Return who sees that an entry happened; None if nobody does, the teacher neither.

    Parameters
    ----------
    seats
        Who sits at its table, by seat; nothing where it has none.
    asks_on
        Whether the table goes on asking others the same, as with sealed bids.
    """
    table = [person for people in seats for person in people]
    match entry:
        case Pressed() | Ran():  # a clock shows itself
            return None
        case Decided(seat=seat) if asks_on:
            return Seen(seats[seat], counted_by=table)
        case Decided() | Stopped() | Rang():
            return Seen(table)
        case Joined():
            return Seen((), crowd=True)
        case Answered(person=person) | Checked(person=person) | Chosen(person=person):
            return Seen([person], crowd=True)
        case _:
            return Seen()


_WRITER: Final = msgspec.json.Encoder()
_READER: Final = msgspec.json.Decoder(AnyEntry)


def write(entry: AnyEntry) -> bytes:
    """Write an entry as JSON.

    Examples
    --------
    >>> write(Decided(0, 2, "3 bid 5", 40, person=7))
    b'{"type":"Decided","table":0,"seat":2,"move":"3 bid 5","before":40,"person":7,"took":0}'
    """
    return _WRITER.encode(entry)


def read(data: bytes) -> AnyEntry:
    """Read an entry.

    Raises
    ------
    msgspec.ValidationError
        If it is none.

    Examples
    --------
    >>> read(write(Paused(True)))
    Paused(paused=True)
    """
    entry: AnyEntry = _READER.decode(data)
    return entry
