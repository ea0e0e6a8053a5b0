"""What a class has done, gathered for a file without names: as far as its results show it now."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from statistics import fmean
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from paydays_widgets.classroom import measures, results, rounds
from paydays_widgets.classroom.classfile import (
    FEWEST,
    MOST_ASKED,
    MOST_DOTS,
    MOST_PARTS,
    Asked,
    ClassFile,
    Dot,
    Measured,
    Part,
    Shown,
    made,
)
from paydays_widgets.classroom.clients import ClassScreen
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.run import Run
from paydays_widgets.classroom.screens import checks, poll
from paydays_widgets.classroom.screens.seat import TableSight
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.core.text import LANGUAGES, Text, Words
from paydays_widgets.show.programme import Bids, Sheet

T = TypeVar("T")

_MILLI: Final = 1000
_PLACES: Final = 2
"""To how many decimal places a dot is placed."""
_GRIDS: Final = (0, 100, 50, 25, 14)
"""Where dots are too many, how many places a picture has each way; 0 for any number."""


def gathered(room: Room, label: str) -> ClassFile:
    """Gather the results of all chapters of a class; of very many parts, the last ones.

    Raises
    ------
    Complaint
        If the label cannot be read.
    """
    runs = dict.fromkeys(each.run for each in room.chapters if each.run is not None)
    return made(
        label,
        _day(room),
        len(room.present),
        rehearsal=any(each.pretend for each in runs),
        parts=_last(
            (_guarded(part) for each in room.played.values() for part in _parts(each)), MOST_PARTS
        ),
        questions=_last((each for run in runs for each in _questions(run)), MOST_ASKED),
    )


def _last(found: Iterable[T], most: int) -> tuple[T, ...]:
    return tuple(found)[-most:]


def _day(room: Room) -> date:
    """Return the day on which the class came, by the clock of this computer."""
    first = min((each.joined for each in room.people), default=None)
    return (
        datetime.now().astimezone().date()
        if first is None
        else datetime.fromtimestamp(first / _MILLI).astimezone().date()
    )


def _guarded(part: Part) -> Part:
    """Leave out the figures of too few people."""
    if part.people >= FEWEST:
        return part
    return replace(part, figures=(), dots=(), line=(), measured=None)


def _parts(room: Room) -> Iterator[Part]:
    """Gather what a chapter has played: each block, or the game."""
    if room.polled:
        yield _of_poll(room)
        return
    game, of_bids = rounds.programme(room), rounds.bids(room)
    if game is None:
        yield _of_debrief(room)
        return
    for block in range(room.periods[-1].block + 1):
        if of_bids is not None:
            yield _of_bids(room, block, of_bids)
        elif game.sheet is not None:
            yield _of_sheet(room, block, game.sheet)


def _part(room: Room, sittings: Iterable[Sitting], rules: Any, **more: Any) -> Part:  # noqa: ANN401 - each game has rules of its own
    people = {each for sitting in sittings for each in sitting.everybody}
    return Part(
        game=room.game,
        way=room.opened.way,
        rules=msgspec.to_builtins(rules),
        **{"people": len(people), **more},
    )


def _of_block(room: Room, block: int, **more: Any) -> Part:
    """Gather what all blocks have."""
    periods = [each for each in room.periods if each.block == block]
    table = periods[0].table
    return _part(
        room,
        [each for period in periods for each in period.sittings],
        table.rules,
        seats=len(table.players),
        practice=periods[0].practice,
        measured=_measured(room, block),
        **more,
    )


def _measured(room: Room, block: int) -> Measured | None:
    found = measures.of_block(room, block)
    if found is None or found.estimate is None:
        return None
    share = found.estimate
    return Measured(found.topic, share.value, share.n, share.low, share.high)


def _checked(room: Room, block: int) -> Iterator[Shown]:
    """Say which part of the answers on a block's rules was right, unless too few have answered."""
    people = {person for person, asked, _ in room.checked if asked == block}
    share = checks.share(room, block, Text("en"))
    if share is not None and len(people) >= FEWEST:
        yield Shown("checked", share, n=len(people))


def _of_bids(room: Room, block: int, game: Bids) -> Part:
    found = rounds.figures(room, game, block)
    played = [each for each in rounds.played(room, "values") if each.period.block == block]
    won = sum(line.wins for each in played for line in each.lines)
    theory = found.theory
    return _of_block(
        room,
        block,
        kind="bids",
        rounds=found.rounds,
        figures=(
            Shown("takings", found.takings, theory.takings, n=found.rounds),
            Shown("kept", found.kept, theory.kept, n=won),
            Shown("losing", found.losing, n=won),
            Shown("efficiency", found.efficiency, n=len(played)),
            *_checked(room, block),
        ),
        dots=_counted(
            (line.known, line.bid, line.wins)
            for each in played
            for line in each.lines
            if line.known is not None and line.bid is not None and each.by_people(line.seat)
        ),
        line=tuple((known, round(bid, _PLACES)) for known, bid in theory.bids),
    )


def _of_sheet(room: Room, block: int, sheet: Sheet) -> Part:
    course = rounds.course(room, block, Text("en"))
    marks = sheet.marks(course)
    found = sheet.quantities(course)
    return _of_block(
        room,
        block,
        kind="trades",
        rounds=found[0].n,
        figures=(
            *[Shown(each.key, each.value, each.theory, each.upto, each.n) for each in found],
            *_checked(room, block),
        ),
        dots=_counted((x, y, True) for x, y in marks.dots),
        line=tuple((x, round(y, _PLACES)) for x, y in marks.line),
    )


def _of_debrief(room: Room) -> Part:
    """Average what the seats of people came to; the picture is that of the debrief."""
    rows = [each for each in results.rows(room, Text("en")) if not each.bot]
    figures = [("worth", [each.worth for each in rows])]
    columns = [*zip(*(each.figures for each in rows), strict=True)]
    figures += [(f"figure-{at}", [*each]) for at, each in enumerate(columns)]
    marks = [each.point for each, *_ in results.dots(results.marks(room))]
    return _part(
        room,
        room.sittings,
        room.rules,
        kind="marks",
        seats=len(room.sittings[0].table.players),
        rounds=len(room.sittings),
        figures=(
            *[Shown(key, fmean(those), n=len(those)) for key, those in figures if those],
            *_checked(room, 0),
        ),
        dots=_counted((each.x, each.y, True) for each in marks),
    )


def _counted(dots: Iterable[tuple[float, float, bool]]) -> tuple[Dot, ...]:
    """Count alike dots, and sort them: so their order tells nothing. Many stand on a grid."""
    those = [*dots]
    wide, high = ([dot[at] for dot in those] or [0] for at in (0, 1))
    spans = max(wide) - min(wide), max(high) - min(high)
    for grid in _GRIDS:
        x_step, y_step = (span / grid if grid else 0 for span in spans)
        found = Counter((_put(x, x_step), _put(y, y_step), bool(wins)) for x, y, wins in those)
        if len(found) <= MOST_DOTS:
            break
    return tuple(Dot(*at, n) for at, n in sorted(found.items()))


def _put(value: float, step: float) -> float:
    return round(round(value / step) * step if step else value, _PLACES)


# --- polls and questions ------------------------------------------------------------------------


def _of_poll(room: Room) -> Part:
    asked = [*_polled(room)]
    people = {person for each in room.poll.rounds for person in each.answers}
    if poll.tells(room):
        people |= {*room.poll.answers}
    return _part(
        room,
        (),
        room.rules,
        kind="answers",
        seats=len(room.sittings[0].table.players),
        people=len(people),
        rounds=len(asked),
        answers=_last(asked, MOST_ASKED),
    )


def _polled(room: Room) -> Iterator[Asked]:
    """List what a poll has asked and told, in all languages."""
    told = []
    for language in LANGUAGES:
        screen = ClassScreen(language=language)
        sight = TableSight(room, room.sittings[0], screen, poll.seat(room))
        told.append(poll.answered(room, sight))
    for those in zip(*told, strict=True):
        asked, bars = zip(*those, strict=True)
        options = [Words(*[bar.label for bar in each]) for each in zip(*bars, strict=True)]
        if options:
            yield _asked("poll", Words(*asked), options, [bar.count for bar in bars[0]])


def _questions(run: Run) -> Iterator[Asked]:
    """List the questions of a running order whose answers the class has seen."""
    for at, stage in enumerate(run.stages):
        question, given = run.order.question(at), [*run.answers.get(at, {}).values()]
        if question is not None and given and run.settles(at):
            yield _asked(
                stage.again or stage.id,
                question.asked,
                [each.words for each in question.options],
                [given.count(option) for option in range(len(question.options))],
                right=question.right,
                again=bool(stage.again),
            )


def _asked(
    key: str, asked: Words, options: Sequence[Words], counts: Sequence[int], **more: Any
) -> Asked:
    n = sum(counts)
    return Asked(key, asked, tuple(options), n, tuple(counts) if n >= FEWEST else (), **more)
