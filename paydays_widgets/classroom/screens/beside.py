"""A class beside bots, theory and experiments: for each topic, all marks on one scale."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil, floor
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from paydays_widgets.classroom import beside, measures, rounds
from paydays_widgets.classroom.beside import OfBots, Picture
from paydays_widgets.classroom.clients import ClassScreen
from paydays_widgets.classroom.experiments import Experiment
from paydays_widgets.classroom.measures import BOUNDS, Estimate, Measure, Named, named
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.screens.sheet import Scale
from paydays_widgets.classroom.screens.words import of_game, render, words
from paydays_widgets.core.text import Text
from paydays_widgets.show.measure import Topic
from paydays_widgets.show.scale import ticks

Kind: TypeAlias = Literal["class", "bots", "theory", "experiment"]

_MARKS: Final = 5
_SIDE: Final = 0.5
"""How much of a side is drawn if only its end is known."""


class Row(Struct, frozen=True):
    """A row of a picture: its words, and its marks in per cent of the scale.

    Parameters
    ----------
    at
        Where its mark is; None for none.
    low, high
        Where its bar begins and ends; None for none.
    open
        Whether the bar says on which side a figure lies, and no more.
    dots
        A small dot for each person or group.
    """

    kind: Kind
    label: str
    value: str
    counted: str = ""
    at: float | None = None
    low: float | None = None
    high: float | None = None
    open: bool = False
    dots: Sequence[float] = ()


class Note(Struct, frozen=True):
    """What stands below a picture on the experiments of a source."""

    labels: Sequence[str]
    citation: str
    place: str
    address: str
    differs: str


class Drawn(Struct, frozen=True):
    """A picture."""

    topic: str
    words: Named
    rows: Sequence[Row]
    scale: Sequence[Scale]
    theory: float
    dots: bool
    interval: bool
    notes: Sequence[Note]


def results(room: Room, number: int, screen: ClassScreen, bots: OfBots) -> str:
    """Draw what stands beside the results of a chapter; "" as long as no block is over."""
    text, own = words(screen.language), of_game(room.modules, screen.language)
    found = [_Sketch(room, each, text, own).draw() for each in beside.pictures(room, bots)]
    blocks = room.periods[-1].block + 1 if room.periods else 0
    reasons = [
        text("{rules}: {why}", rules=rounds.title(room, block, own), why=why)
        for block in range(blocks)
        if measures.over(room, block) and (why := measures.unmeasured(room, block, own))
    ]
    told = beside.told(room)
    if not found and not reasons and not told:
        return ""
    return render(
        "beside.html.j2",
        text,
        chapter=number,
        pictures=found,
        reasons=reasons,
        told=[(text.pick(each.label), text.pick(each.found)) for each in told],
        told_notes=[*notes(told, text)],
    )


class _Sketch:
    """A picture in one language."""

    def __init__(self, room: Room, picture: Picture, text: Text, own: Text) -> None:
        self.room = room
        self.picture = picture
        self.text = text
        self.own = own
        self.words = named(picture.topic, text)
        self.marks = ticks(*_ends(picture), _MARKS)

    def draw(self) -> Drawn:
        text = self.text
        estimates = [each.measure.estimate for each in self.picture.blocks]
        return Drawn(
            topic=self.picture.topic,
            words=self.words,
            rows=[*self._rows()],
            scale=[Scale(self._at(mark / 100), text.percent(mark)) for mark in self.marks],
            theory=self._at(self.picture.theory),
            dots=any(each is not None and len(each.dots) > 1 for each in estimates),
            interval=any(each is not None and each.low is not None for each in estimates),
            notes=[*notes(self.picture.experiments, self.text)],
        )

    def _at(self, share: float) -> float:
        """Place a share, in per cent of the scale."""
        first, last = self.marks[0], self.marks[-1]
        return round(100 * (100 * share - first) / (last - first), 2)

    def _rows(self) -> Iterator[Row]:
        for block in self.picture.blocks:
            yield self._of_class(block.measure)
            if block.bots is not None:
                yield self._of_bots(block.bots)
        theory = self.picture.theory
        expected = self.text.percent(100 * theory)
        yield Row("theory", self.text("Theory"), expected, at=self._at(theory))
        ends = self.marks[0] / 100, self.marks[-1] / 100
        for each in self.picture.experiments:
            yield of_experiment(each, self._at, ends, self.text)

    def _of_class(self, measure: Measure) -> Row:
        text, found = self.text, measure.estimate
        label = text(
            "You: {rules}, {seats}",
            rules=rounds.title(self.room, measure.block, self.own),
            seats=text.plural("{n} seat", "{n} seats", measure.seats),
        )
        if found is None:
            return Row("class", label, text("nothing without bots"))
        counted = self.words.counted(found.n)
        without = text("{n} with bots left out", n=measure.without) if measure.without else ""
        return Row(
            "class",
            label,
            self._share(found),
            counted=text("{one}; {other}", one=counted, other=without) if without else counted,
            at=self._at(found.value),
            low=None if found.low is None else self._at(found.low),
            high=None if found.high is None else self._at(found.high),
            dots=[self._at(each) for each in found.dots] if len(found.dots) > 1 else (),
        )

    def _of_bots(self, found: Estimate) -> Row:
        value, counted = self.text.percent(100 * found.value), self.words.counted(found.n)
        return Row("bots", self.text("Bots"), value, counted=counted, at=self._at(found.value))

    def _share(self, found: Estimate) -> str:
        """Write a share, with its interval."""
        value = self.text.percent(100 * found.value)
        if found.low is None or found.high is None:
            return value
        ends = self.text.number(100 * found.low), self.text.percent(100 * found.high)
        return f"{value} ({ends[0]} – {ends[1]})"


def of_experiment(
    of: Experiment, at: Callable[[float], float], ends: tuple[float, float], text: Text
) -> Row:
    """Draw what an experiment found.

    Parameters
    ----------
    at
        Places a share on the scale.
    ends
        The shares at the ends of the scale.
    """
    low, high = of.above, of.below
    sided = low is not None or high is not None
    first, last = ends
    return Row(
        "experiment",
        text.pick(of.label),
        text.pick(of.found),
        at=None if of.value is None else at(of.value),
        low=at(first if low is None else low) if sided else None,
        high=at(last if high is None else high) if sided else None,
        open=sided,
    )


def notes(experiments: Iterable[Experiment], text: Text) -> Iterator[Note]:
    """Say where what experiments found can be read: a note for each source."""
    by_source: dict[tuple[str, str], list[Experiment]] = {}
    for each in experiments:
        by_source.setdefault((each.citation, each.address), []).append(each)
    for found in by_source.values():
        yield Note(
            labels=[text.pick(each.label) for each in found],
            citation=found[0].citation,
            place=text.pick(found[0].place),
            address=found[0].address,
            differs=" ".join(filter(None, (text.pick(each.differs) for each in found))),
        )


def reached(topic: Topic, experiments: Iterable[Experiment]) -> Iterator[float]:
    """List the shares that a scale must reach to show what experiments found."""
    least, most = BOUNDS[topic]
    for of in experiments:
        yield from (end for end in (of.value, of.above, of.below) if end is not None)
        if of.above is not None:
            yield min(most, of.above + _SIDE)
        if of.below is not None:
            yield max(least, of.below - _SIDE)


def _ends(picture: Picture) -> tuple[int, int]:
    """Return what the scale must reach, in per cent."""
    shares = [picture.theory]
    for block in picture.blocks:
        for each in (block.measure.estimate, block.bots):
            if each is not None:
                shares += [each.value, *(end for end in (each.low, each.high) if end is not None)]
        if block.measure.estimate is not None:
            shares += block.measure.estimate.dots
    shares += reached(picture.topic, picture.experiments)
    return floor(100 * min(shares) + 1e-9), ceil(100 * max(shares) - 1e-9)
