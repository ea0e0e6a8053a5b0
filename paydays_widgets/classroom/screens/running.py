"""What a class sees of its running order: projector, phones, and the teacher's notes."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from paydays_widgets.classroom.clients import ClassScreen, Drawing, Here, Page
from paydays_widgets.classroom.entries import Person
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.run import Run
from paydays_widgets.classroom.running import Question
from paydays_widgets.classroom.screens import checks
from paydays_widgets.classroom.screens.overview import awaited
from paydays_widgets.classroom.screens.words import goes_on, lost, preferences, render, words
from paydays_widgets.core.text import Language, Text


class Bar(Struct, frozen=True):
    """The line with the present stage.

    Parameters
    ----------
    number, of
        Which stage it is, counted from 1, and of how many; 0 before the first.
    next
        The stage that comes next; None after the last.
    next_title
        Its title.
    until, ends
        When the present one should be over, and when the whole lesson.
    answers
        How many have answered its question; None if it asks none, or its answers are shown.
    done
        Whether nothing is left to be done in it.
    """

    number: int
    of: int
    title: str
    next: int | None
    next_title: str
    until: int
    ends: int
    answers: int | None
    done: bool


class Choice(Struct, frozen=True):
    """An option as somebody sees it.

    Parameters
    ----------
    percent
        Which part of all answers it has.
    """

    words: str
    why: str
    right: bool
    mine: bool
    percent: float


def bar(room: Room, text: Text) -> Bar | None:
    """Gather the line with the present stage; None without a running order."""
    run = room.run
    if run is None:
        return None
    coming = run.following
    asks = run.question is not None and not run.tells
    return Bar(
        number=0 if run.at is None else run.at + 1,
        of=len(run.stages),
        title=text.pick(run.order.title if run.stage is None else run.stage.title),
        next=coming,
        next_title="" if coming is None else text.pick(run.stages[coming].title),
        until=run.until,
        ends=run.ends,
        answers=len(run.answers.get(run.at or 0, {})) if asks else None,
        done=not asks and (run.at != run.chapter or room.finished or _polled(room)),
    )


def chapters(room: Room, text: Text) -> Mapping[int, str]:
    """Name the chapters of a class by the stages that began them; nothing without a lesson."""
    run = room.run
    if run is None:
        return {}
    return {at: text.pick(run.stages[stage].title) for at, stage in enumerate(run.begun)}


def _polled(room: Room) -> bool:
    """Return whether the class has seen its answers to a poll."""
    return room.poll.revealed or bool(room.poll.rounds)


def asks(room: Room) -> bool:
    """Return whether the present stage has a question."""
    return room.run is not None and room.run.question is not None


def without_a_table(room: Room) -> bool:
    """Return whether the present stage shows words or a question in the place of the game."""
    stage = None if room.run is None else room.run.stage
    return stage is not None and stage.opens is None and not stage.results


def board(room: Room, text: Text) -> Drawing | None:
    """Draw what the projector shows in the place of the tables; None if it shows these."""
    run, stage = room.run, None if room.run is None else room.run.stage
    if run is None or stage is None or not without_a_table(room):
        return None
    question = run.question
    asks = question is not None
    facts = {} if question is None else _asked(run, run.at or 0, question, None, text)
    shown = () if stage.shown is None else text.pick(stage.shown).strip().split("\n")
    html = render(
        "stage_board.html.j2", text, title=text.pick(stage.title), shown=shown, asks=asks, **facts
    )
    return Drawing(html)


def of_a_phone(room: Room, person: Person, language: Language) -> Drawing | None:
    """Draw the question of a stage; beside results, what became of the last; else None."""
    run = room.run
    at = None if run is None else _last_asked(run)
    if run is None or at is None or (at != run.at and person not in run.answers.get(at, {})):
        return None
    question = run.order.question(at)
    assert question is not None  # noqa: S101 - such a stage was looked for
    text = words(language)
    facts = _asked(run, at, question, person, text) | {"told": run.tells or at != run.at}
    return Drawing(render("stage_question.html.j2", text, **facts))


def _last_asked(run: Run) -> int | None:
    """Return the stage whose question a phone shows: the present one, or the last at results."""
    if run.at is None or run.question is not None:
        return run.at
    before = range(run.at if run.stages[run.at].results else 0)
    return next((at for at in reversed(before) if run.order.question(at)), None)


def _asked(
    run: Run, at: int, question: Question, person: Person | None, text: Text
) -> dict[str, object]:
    given = run.answers.get(at, {})
    counts = [[*given.values()].count(option) for option in range(len(question.options))]
    choices = [
        Choice(
            words=text.pick(each.words),
            why=text.pick(each.why),
            right=each.right,
            mine=person is not None and given.get(person) == option,
            percent=_share(len(given), count) or 0,
        )
        for option, (each, count) in enumerate(zip(question.options, counts, strict=True))
    ]
    return {
        "asked": text.pick(question.asked),
        "choices": choices,
        "told": run.tells,
        "settled": run.settles(at),
        "at": at,
        "answered": len(given),
        "before": _before(run, at),
        "after": _share(*run.rights(at)),
    }


def _before(run: Run, at: int) -> float | None:
    """Return which part of the class was right when it was asked the same before, in per cent."""
    again = run.stages[at].again
    earlier = [each for each, stage in enumerate(run.stages) if again and stage.id == again]
    return _share(*run.rights(earlier[0])) if earlier else None


def _share(answered: int, right: int) -> float | None:
    return 100 * right / answered if answered else None


# --- the teacher's notes -----------------------------------------------------------------------


class Line(Struct, frozen=True):
    """A stage in the list of all."""

    number: int
    title: str
    minutes: int
    now: bool
    past: bool
    spare: bool


def notes(here: Here, screen: ClassScreen) -> Page:
    """Draw the teacher's own page: what to say, what to expect, and who is not done."""
    room, text = here.room, words(screen.language)
    run = room.run
    parts = {"head": Drawing("")}
    if run is not None:
        html = render(
            "stage_notes.html.j2",
            text,
            room=room,
            screen=screen,
            preferences=preferences(screen.language, screen.theme),
            bar=bar(room, text),
            stage=run.stage,
            question=run.question,
            lines=_lines(run, text),
            **checks.for_the_teacher(room, text),
            begins=not room.begun and run.at == run.chapter,
            next=goes_on(room, text),
            rests=any(map(room.waits_for_the_teacher, room.sittings)) and not room.ended,
            without=_without(run),
            ready=bool(room.present) or room.polled,
            reveals=room.poll.seat is not None and not (room.poll.revealed or room.away),
            answered=len(room.poll.answers),
            missing=[room.people[each].called for each in _missing(room)],
            awaited=None if run.question else awaited(here, text, None),
        )
        parts = {"head": Drawing(html)}
    title = text("Notes")
    return Page(parts, f"{title} · {here.code}", lost=lost(text))


def _without(run: Run) -> int | None:
    """Return the stage after the next if the next may be left out; else None."""
    at = run.following
    if at is None or not run.stages[at].spare or at + 1 == len(run.stages):
        return None
    return at + 1


def _lines(run: Run, text: Text) -> Sequence[Line]:
    now = -1 if run.at is None else run.at
    return [
        Line(
            at + 1,
            text.pick(each.title),
            each.minutes + run.added[at],
            now=at == now,
            past=at < now,
            spare=each.spare,
        )
        for at, each in enumerate(run.stages)
    ]


def _missing(room: Room) -> Sequence[Person]:
    """List those who have not answered the question of the present stage."""
    run = room.run
    if run is None or run.question is None or run.tells:
        return ()
    return [each for each in room.present if each not in run.answers.get(run.at or 0, {})]
