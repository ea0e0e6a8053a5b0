"""Wishes: verbs and web pages call one, and get the entry that may come next, or a refusal.

Nothing changes here: an entry happens when :meth:`~paydays_widgets.classroom.room.Room.apply` is
given it. A refusal is a :class:`~paydays_widgets.core.game.Complaint`, a sentence that can be
translated, or what the rules of the game say.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from paydays_widgets.classroom import rounds
from paydays_widgets.classroom.composing import opening
from paydays_widgets.classroom.entries import (
    MOST_PEOPLE,
    Answered,
    AnswersShown,
    AnyEntry,
    Began,
    Checked,
    Chosen,
    Decided,
    Digest,
    DoorClosed,
    Ended,
    Joined,
    Opened,
    Options,
    OptionsChanged,
    Paused,
    Person,
    PhoneChanged,
    Picked,
    Placed,
    Rang,
    Reached,
    Removed,
    Renamed,
    Revealed,
    SeatTakenOver,
    StageBegan,
    TimeAdded,
    Undone,
    WentOn,
)
from paydays_widgets.classroom.people import Groups, again, dealt, filled, groups, joined
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.run import Run
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.core.game import Complaint, Seat, StaleMove
from paydays_widgets.core.text import Text

# --- people ------------------------------------------------------------------------------------


def join(room: Room, name: str, token: Digest) -> Joined:
    """Join the room under a name."""
    why = keeps_out(room)
    if why is not None:
        raise why
    return Joined(room.newcomer(name), token)


def keeps_out(room: Room) -> Complaint | None:
    """Say why nobody else may join; None if somebody may."""
    if room.ended:
        return Complaint("this game is over: ask your teacher what comes next")
    if room.closed:
        return Complaint("nobody else may join this class now: ask your teacher")
    if room.begun and not room.options.late:
        return Complaint("the game has begun, and nobody else may join: ask your teacher")
    if not places(room):
        return Complaint(
            "this room is full, with {n} people: watch at the front, or share a phone with "
            "somebody beside you",
            n=MOST_PEOPLE,
        )
    return None


def places(room: Room) -> int:
    """Return how many more people may join."""
    return max(0, MOST_PEOPLE - len(room.present))


def may_watch(room: Room) -> bool:
    """Return whether anyone who comes may look on, since there is no seat left."""
    return not (room.ended or room.closed or places(room))


def rename(room: Room, person: Person, name: str) -> Renamed:
    """Change somebody's name."""
    must_know(room, person)
    return Renamed(person, room.free_name(name, person))


def remove(room: Room, person: Person) -> Removed:
    """Send somebody away."""
    must_know(room, person)
    return Removed(person, _reached(room))


def change_phone(room: Room, person: Person, token: Digest) -> PhoneChanged:
    """Go on from another phone."""
    must_know(room, person)
    return PhoneChanged(person, token)


def must_know(room: Room, person: Person) -> None:
    """Make sure that there is such a person."""
    if person not in range(len(room.people)) or room.people[person].gone:
        raise Complaint("nobody has the number {n} in this room", n=person + 1)


def check(room: Room, person: Person, block: int, number: int, amount: int) -> Checked | None:
    """Answer a question on the rules of the block that is to begin.

    Parameters
    ----------
    number
        Which of the block's questions it is, counted from 0.
    amount
        The answer, in the smallest unit of money.

    Returns
    -------
    Checked or None
        None if this very answer stands already.
    """
    must_know(room, person)
    if room.checking != block:
        raise StaleMove("the table has changed in the meantime")
    given = room.checked.get((person, block, number))
    if given is not None and given.amount != amount:
        raise Complaint("you have answered this question already")
    asked = rounds.checks(room, block, Text("en"))
    if number not in range(len(asked)) or amount not in asked[number].options:
        raise Complaint("this is not among the choices")
    if given is not None:
        return None
    return Checked(person, block, number, amount, right=amount == asked[number].right)


# --- seats -------------------------------------------------------------------------------------


def begin(room: Room, order: Sequence[Person]) -> Began:
    """Begin the game, or the next of a programme, with everybody seated in a given order."""
    if room.begun and not room.opened.programme:
        raise Complaint("the game has begun already")
    if room.ended or room.coming is None:
        raise Complaint("the game is over")
    if room.begun and not room.rests_between:
        raise Complaint("not all tables have finished")
    if not order and not room.polled:
        raise Complaint("nobody has joined yet")
    return _began(room, _seating(room, order))


def begin_with(room: Room, tables: Sequence[Sequence[Person]], others: Sequence[Person]) -> Began:
    """Begin the game at tables that were put together by hand.

    Parameters
    ----------
    others
        Everybody else, in the order in which they are seated.
    """
    if room.begun or room.opened.way != "tables" or room.opened.programme:
        return begin(room, [*(each for table in tables for each in table), *others])
    most = room.start.most
    for number, people in enumerate(tables, 1):
        if len(people) > most:
            raise Complaint(
                "table {n} has {people} people, and there are {most} seats",
                n=number,
                people=len(people),
                most=most,
            )
    seated = joined(tables, others, room.size, most) if others else tables
    if not seated:
        raise Complaint("nobody has joined yet")
    return _began(room, tuple(_dealt(room, each) for each in seated))


def _began(room: Room, tables: Groups) -> Began:
    """Let the game begin at some tables, if it can be played there."""
    if not room.opened.programme:
        for number, people in enumerate(tables):
            room.fresh(number, people)
    return Began(tables, room.plan(tables))


def _dealt(room: Room, people: Sequence[Person]) -> tuple[tuple[Person, ...], ...]:
    return dealt(people, room.start.seats_for(len(people)))


def _seating(room: Room, order: Sequence[Person]) -> Groups:
    if room.opened.programme:
        return _groups(room, order)
    if room.polled:
        return (tuple(() for _ in room.start.table.players),)
    if room.opened.way == "team":
        return (dealt(order, room.size),)
    return tuple(_dealt(room, each) for each in groups(order, room.size, room.start.most))


def _groups(room: Room, order: Sequence[Person]) -> Groups:
    """Seat people for the next game of a programme: a block keeps the groups of one alike."""
    next_, _ = room.coming or (0, 0)
    programme = room.opened.programme
    block = programme[next_]
    last = programme[room.periods[-1].block] if room.periods else None
    start = room.starts[next_]
    tables = max(1, -(-len(order) // start.most))
    together = block.size == start.most > max(room.modules.panel.SEATS)
    size = start.seats_for(-(-len(order) // tables)) if together else block.size
    stays = not together or len(room.sittings) == tables == 1
    if last and stays and (last.size, last.games, block.games) == (block.size, 1, 1):
        return again(room.sittings, order, size, grows=together)
    return filled(order, size)


def seat(room: Room, person: Person, table: int, seat: Seat) -> Placed:
    """Give somebody a seat while the game is on."""
    must_know(room, person)
    _sitting(room, table, seat)
    return Placed(person, table, seat, _reached(room))


def free_seat(room: Room) -> tuple[int, Seat] | None:
    """Find a seat for somebody who comes late: a bot's, else the smallest team's."""
    if not room.sittings or room.polled or room.rests_between:
        return None
    *_, table, seat = min(
        (len(here), sum(map(len, sitting.people)), sitting.number, seat)
        for sitting in room.sittings
        for seat, people in enumerate(sitting.people)
        for here in [[each for each in people if not room.people[each].gone]]
    )
    return table, seat


def take_over(room: Room, table: int, seat: Seat, *, bot: bool) -> SeatTakenOver:
    """Let a bot take over a seat, or give it back."""
    sitting = _sitting(room, table, seat)
    if not bot and all(room.people[each].gone for each in sitting.people[seat]):
        raise Complaint("nobody sits there: give somebody the seat first")
    return SeatTakenOver(table, seat, bot, _reached(room))


def _sitting(room: Room, table: int, seat: Seat = 0) -> Sitting:
    """Return a table that has such a seat."""
    if table not in range(len(room.sittings)):
        raise Complaint("there is no table {n}", n=table + 1)
    sitting = room.sittings[table]
    if seat not in range(len(sitting.people)):
        raise Complaint("there is no seat {n} at this table", n=seat + 1)
    return sitting


def _reached(room: Room) -> Reached:
    return tuple(sitting.made for sitting in room.sittings)


# --- decisions ---------------------------------------------------------------------------------


def decide(room: Room, person: Person, move: str, asked: int, at: int) -> Decided | None:
    """Make a decision.

    Parameters
    ----------
    move
        The notation of the move.
    asked
        The number of the decision that was on the phone.
    at
        Now, by the clock by which time is counted.

    Returns
    -------
    Decided or None
        None if this very decision stands already: the phone has sent it twice.
    """
    sitting, seat = _seated(room, person)
    read = room.read(move)
    if sitting.stands(asked, person, read):
        return None
    if read.by != seat:
        raise Complaint("this is not your seat")
    stale = StaleMove("the table has changed in the meantime")
    if not sitting.still(asked, seat):
        raise stale
    sitting.show_all()  # what another has done meanwhile holds up nobody
    if seat not in sitting.table.waiting():  # of several moves, the last may be the only one
        raise stale
    sitting.must_allow(read)
    return Decided(sitting.number, seat, move, sitting.made, person, at - sitting.asked_at)


def press(room: Room, person: Person, price: int) -> tuple[Sitting, Seat]:
    """Find where somebody stops the clock, and make sure that the rules allow it."""
    sitting, seat = _seated(room, person)
    ticker = room.modules.ticker
    if ticker is None or room.clock(sitting) is None or seat not in sitting.waiting:
        raise StaleMove("the table has changed in the meantime")
    sitting.must_allow(ticker.call(sitting.table.state, seat, price, stops=True))
    return sitting, seat


def _seated(room: Room, person: Person) -> tuple[Sitting, Seat]:
    """Find where somebody sits, while the game is on."""
    must_know(room, person)
    _must_run(room)
    found = room.place(person)
    if found is None:
        raise Complaint("you have no seat yet: your teacher will give you one")
    return found


def stand_in(room: Room, table: int, seat: Seat) -> Decided:
    """Have a bot make one decision for a seat, such as when its time is up."""
    sitting = _sitting(room, table, seat)
    if seat not in sitting.waiting:
        raise Complaint("there is nothing to decide at this seat now")
    move = sitting.table.ask(seat, room.start.stand_in)
    return Decided(table, seat, str(move), sitting.made)


def speak(room: Room, table: int, seat: Seat) -> Decided:
    """Let a bot speak where all may do so at any time."""
    sitting = _sitting(room, table, seat)
    if seat not in sitting.speaking:
        raise Complaint("there is nothing to decide at this seat now")
    return Decided(table, seat, str(sitting.ask(seat)), sitting.made)


def ring(room: Room, table: int) -> Rang:
    """Ring the bell at a table: it ends the period."""
    _must_run(room)
    sitting = _sitting(room, table)
    if not sitting.rings:
        raise Complaint("no bell can ring at this table now")
    return Rang(table, sitting.made)


def undo(room: Room, table: int) -> Undone:
    """Take back the last decision at a table."""
    sitting = _sitting(room, table)
    found = sitting.last()
    if found is None:
        raise Complaint("there is no decision to take back at this table")
    if not sitting.unseen(found[1]) and not room.options.undo_revealed:
        raise Complaint("the others have seen what came of it: allow it in the options first")
    return Undone(table, sitting.made)


# --- the poll ----------------------------------------------------------------------------------


def answer(room: Room, person: Person, moves: str, asked: int, at: int) -> Answered | None:
    """Answer the poll, or change one's answer.

    Parameters
    ----------
    moves
        The notation of the move, or of several, separated by ``;``.
    asked, at
        As in :func:`decide`.

    Returns
    -------
    Answered or None
        None if this very answer stands already.
    """
    must_know(room, person)
    _must_run(room)
    poll = room.poll
    read = poll.read(moves)
    _must_ask(room)
    sitting = room.sittings[0]
    if asked != sitting.asked or poll.revealed:
        raise StaleMove("the table has changed in the meantime")
    stands = poll.answers.get(person)
    if stands is not None and stands.moves == read:
        return None
    if any(move.by != poll.seat for move in read):
        raise Complaint("it is another player’s turn to decide")
    sitting.must_allow(*read)
    return Answered(person, moves, at - sitting.asked_at)


def reveal(room: Room) -> Revealed:
    """Show the answers."""
    _must_ask(room)
    if room.poll.revealed:
        raise Complaint("the answers are shown already")
    return Revealed()


def pick(room: Room, move: str, *, rests: bool = True) -> Picked:
    """Let the game of the poll go on with an answer of the class, or any other legal one.

    Parameters
    ----------
    rests
        Whether the next question waits for the teacher.
    """
    _must_run(room)
    _must_ask(room)
    sitting, read = room.sittings[0], room.read(move)
    if read.by != room.poll.seat:
        raise Complaint("it is another player’s turn to decide")
    sitting.must_allow(read)
    return Picked(move, sitting.made, rests)


def go_on(room: Room) -> WentOn:
    """Go on to the next question."""
    _must_run(room)
    if not room.poll.rests:
        raise Complaint("the next question has been asked, or is still to come")
    return WentOn()


def _must_ask(room: Room) -> None:
    if room.poll.seat is None:
        raise Complaint("the class is asked nothing now")


# --- the game ----------------------------------------------------------------------------------


def _must_run(room: Room) -> None:
    """Make sure that the game is on."""
    if not room.begun:
        raise Complaint("the game has not begun yet")
    if room.ended:
        raise Complaint("the game is over")
    if room.paused:
        raise Complaint("your teacher has paused the game")


def pause(room: Room, *, paused: bool) -> Paused:
    """Stop all tables, or let them go on."""
    if not room.begun or room.ended:
        raise Complaint("the game is not on")
    return Paused(paused)


def close(room: Room, *, closed: bool) -> DoorClosed:
    """Let nobody else join, or let them join again."""
    if room.ended:
        raise Complaint("the game is over")
    return DoorClosed(closed)


def change(room: Room, options: Options) -> OptionsChanged:
    """Change the options."""
    ours = room.options
    if room.begun and (options.alike, options.contest) != (ours.alike, ours.contest):
        raise Complaint(
            "the cards are dealt: whether tables share them can be changed only before "
            "the game begins"
        )
    return OptionsChanged(options)


def open_next(room: Room, first: Opened) -> Iterator[AnyEntry]:
    """Open the next chapter, which ends the game of this one."""
    if not room.ended:
        yield end(room)
    yield replace(first, code=room.opened.code, host=room.opened.host)


# --- the running order -------------------------------------------------------------------------


def _run(room: Room) -> Run:
    if room.run is None:
        raise Complaint("this class follows no running order")
    return room.run


def begin_stage(room: Room, stage: int, seed: int) -> Iterator[AnyEntry]:
    """Go to a stage; one that begins a game opens a chapter, unless the class has come further.

    A game that has not ended rests while the class is at another stage.

    Parameters
    ----------
    seed
        The luck of its game.
    """
    run = _run(room)
    if stage not in range(len(run.stages)) or stage == run.at:
        raise Complaint("this is not among the choices")
    opens = run.stages[stage].opens
    if opens is not None and stage > run.chapter:
        yield from open_next(room, replace(opening(opens, room.opened.language), seed=seed))
    elif room.begun and not room.finished and room.paused != (stage != run.chapter):
        yield Paused(stage != run.chapter)
    yield StageBegan(stage)


def add_time(room: Room, minutes: int) -> TimeAdded:
    """Make the present stage longer."""
    if _run(room).at is None:
        raise Complaint("the lesson has not begun yet")
    return TimeAdded(minutes)


def choose(room: Room, person: Person, stage: int, option: int) -> Chosen | None:
    """Answer the question of the present stage; None if this very answer stands already."""
    must_know(room, person)
    run = _run(room)
    if stage != run.at or run.tells:
        raise StaleMove("the table has changed in the meantime")
    if run.question is None or option not in range(len(run.question.options)):
        raise Complaint("this is not among the choices")
    if run.answers.get(stage, {}).get(person) == option:
        return None
    return Chosen(person, stage, option)


def show_answers(room: Room) -> AnswersShown:
    """Show the answers to the question of the present stage."""
    run = _run(room)
    if run.question is None:
        raise Complaint("the class is asked nothing now")
    if run.tells:
        raise Complaint("the answers are shown already")
    return AnswersShown()


def end(room: Room) -> Ended:
    """End the game."""
    if room.ended:
        raise Complaint("the game is over")
    return Ended(_reached(room))
