"""The tables of a class at a glance: who sits where, who has decided, and what happened last."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from paydays_widgets.classroom import rounds
from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.entries import Person
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.screens import poll
from paydays_widgets.classroom.screens.seat import TableSight
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.core.game import Decide, Seat
from paydays_widgets.core.text import Text

Status: TypeAlias = Literal[
    "decides", "away", "decided", "bot", "lost", "in", "out", "silent", "spoke", ""
]
"""What somebody is doing: deciding, deciding without a connection, done, replaced by a bot, not
connected; while a clock runs, still in or out; where all may speak, silent so far or not."""


class Place(Struct, frozen=True):
    """A seat of a table.

    Parameters
    ----------
    seat
        Counted from 1.
    name, worth, holds
        The name of the people in it, what the seat is worth now, and what it has besides that
        can be told in a few words, such as how many cards it holds; "" for nothing.
    bot
        Whether a bot plays there; `replaced` whether for people who could have it back.
    """

    seat: Seat
    name: str
    worth: str
    holds: str
    status: Status
    bot: bool
    replaced: bool


class TableCard(Struct, frozen=True):
    """A table at a glance.

    Parameters
    ----------
    happened
        What happened last; while a seat decides, what chance has brought in this turn.
    told
        What is to be decided, or that the game is over; "" while events are shown.
    left, asked
        For how many seats it waits, of how many that were asked.
    moving, held
        Whether there are events to be shown, and whether they wait for the other tables.
    until
        When the time to decide is up, by the clock by which time is counted; 0 for never.
    flows, rings
        Whether all may speak at any time, and whether a bell can end what is asked.
    facts
        What of its game is to be seen at a glance: names and sums.
    since
        Since when its people are asked, by that clock.
    """

    number: int
    places: Sequence[Place]
    progress: str
    happened: str
    told: str
    left: int
    asked: int
    over: bool
    moving: bool
    held: bool
    undo: str
    until: int
    since: int
    trouble: str
    clock: str
    flows: bool
    rings: bool
    facts: Sequence[tuple[str, str]]


def card(here: Here, sitting: Sitting, screen: ClassScreen, text: Text) -> TableCard:
    """Sum up a table."""
    sight = TableSight(here.room, sitting, screen)
    game, state = sight.table.game, sight.table.state
    ticking = here.clocks.get(sitting.number)
    asking = frozenset() if here.room.ended or here.room.paused else sitting.asking
    secret = bool(here.room.opened.programme) and not rounds.tells(
        here.room, here.room.periods[-1], "profits"
    )
    silent = frozenset(sitting.silent)
    places = []
    for seat, people in enumerate(sitting.people):
        worth = game.sheet(state, seat).counted
        places.append(
            Place(
                seat=seat + 1,
                name=sight.names[seat],
                worth="" if secret else sight.words.money(worth, sight.text),
                holds=_holds(sight, seat, text),
                status=_status(here, sitting, seat, asking, silent, ticks=ticking is not None),
                bot=not people or seat in sitting.bots,
                replaced=seat in sitting.bots
                and any(not here.room.people[each].gone for each in people),
            )
        )
    over = sitting.over or here.room.ended
    turn = sight.table.turn
    waits = bool(sitting.waiting) and isinstance(turn, Decide)
    return TableCard(
        number=sitting.number,
        places=places,
        progress=""
        if rounds.is_one_round(here.room)
        else sight.panel.progress(sight.view(state, None), sight.text),
        happened=(waits and poll.brought(sight, sitting.made, turn.turn, why=True))
        or sight.happened,
        told=_over(here.room, text) if over else sight.question if waits else "",
        flows=sitting.flows and bool(asking),
        rings=bool(sitting.rings and asking),
        facts=sight.panel.glance(sight.table, sight.text),
        left=0 if ticking or sitting.flows else len(asking.intersection(sitting.waiting)),
        asked=len(asking),
        over=over,
        moving=not waits and not over,
        held=here.room.waits_for_others(sitting),
        undo=_undo(here, sitting, sight.names, text),
        until=here.until(sitting.number),
        since=sitting.asked_at,
        clock=sight.words.money(ticking.price, sight.text) if ticking else "",
        trouble=""
        if sitting.trouble is None
        else text("A bot cannot play: {why}", why=sitting.trouble),
    )


def _over(room: Room, text: Text) -> str:
    """Say what is over: the game, or a part of a programme."""
    if not room.opened.programme or room.ended:
        return text("The game is over.")
    if room.stays_in_block:
        return text("The round is over.")
    return text("The block is over.") if room.coming else text("The programme is over.")


def _holds(sight: TableSight, seat: Seat, text: Text) -> str:
    """Say what a seat has besides its money, as far as it lies open: the first that is counted."""
    view = sight.view(sight.table.state, None)
    for what, many in sight.panel.holdings(view, seat, sight.text):
        if many.isdigit():
            return text("{what}: {sum}", what=what, sum=many)
    return ""


def _status(
    here: Here,
    sitting: Sitting,
    seat: Seat,
    asking: frozenset[Seat],
    silent: frozenset[Seat],
    *,
    ticks: bool,
) -> Status:
    people = sitting.people[seat]
    if not people or seat in sitting.bots:
        return "bot"
    there = any(here.clients.of(each) for each in people)
    if sitting.flows and asking:
        waits = seat in silent
        return ("silent" if there else "away") if waits else "spoke" if there else "lost"
    if seat in asking.intersection(sitting.waiting):
        return "away" if not there else "in" if ticks else "decides"
    if not there:
        return "lost"
    if ticks:
        return "out"
    return "decided" if seat in asking else ""


def _undo(here: Here, sitting: Sitting, called: Sequence[str], text: Text) -> str:
    found = sitting.last()
    if found is None or here.room.ended:
        return ""
    _, last = found
    if not sitting.unseen(last) and not here.room.options.undo_revealed:
        return ""
    return text("Take back {name}’s decision", name=called[last.seat])


class Awaited(Struct, frozen=True):
    """For whom a class waits.

    Parameters
    ----------
    done, asked
        How many have decided, of how many that were asked at the same time; 0 of 0 where one seat
        decides after the other, or several tables are counted.
    missing, names
        How many are awaited, and who, if they are few.
    since
        Since when one seat is awaited, by the clock by which time is counted; 0 if several are.
    table
        The number of the only table that is counted; None if all are.
    """

    done: int
    asked: int
    missing: int
    names: Sequence[str]
    since: int
    table: int | None = None


_FEW: Final = 3
"""How many names stand in the teacher's bar."""


def awaited(here: Here, text: Text, table: int | None = None) -> Awaited | None:
    """Find out for whom a class, or one of its tables, waits; None if for nobody."""
    room = here.room
    if room.ended or room.paused or not room.begun:
        return None
    if room.polled:
        people = unanswered(room)
        if room.poll.seat is None or not room.present:
            return None
        few = [room.people[each].called for each in people] if len(people) == 1 else []
        return Awaited(len(room.poll.answers), len(room.present), len(people), few, 0)
    sittings = room.sittings if table is None else [room.sittings[table]]
    waiting = [
        (each, seat)
        for each in sittings
        if room.clock(each) is None and not each.flows
        for seat in each.waiting
    ]
    if not waiting:
        return None
    asked = len(sittings[0].asking) if len(sittings) == 1 else 0
    several = asked if asked > 1 else 0
    called = [room.names(each, text)[seat] for each, seat in waiting]
    return Awaited(
        done=several and several - len(waiting),
        asked=several,
        missing=len(waiting),
        names=called
        if len(called) <= _FEW
        else [text.plural("{n} player", "{n} players", len(called))],
        since=waiting[0][0].asked_at if len(waiting) == 1 else 0,
        table=table,
    )


def spoken(room: Room, table: int | None = None) -> tuple[int, int] | None:
    """Count who has spoken where all may speak, and who may; None where this is not so."""
    sittings = room.sittings if table is None else [room.sittings[table]]
    flowing = [each for each in sittings if each.flows] if not (room.ended or room.paused) else []
    everybody = sum(len(each.people_asked) for each in flowing)
    if not everybody:
        return None
    return everybody - sum(len(each.silent) for each in flowing), everybody


def unanswered(room: Room) -> list[Person]:
    """List who has yet to answer what the class is asked."""
    if room.poll.seat is None or room.poll.revealed:
        return []
    return [each for each in room.present if each not in room.poll.answers]
