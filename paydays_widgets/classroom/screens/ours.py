"""Several classes side by side: what their files have in common, on one scale."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from math import ceil, floor
from typing import Any, Final, TypeAlias

from msgspec import Struct

from paydays_widgets import games
from paydays_widgets.classroom import experiments, measures
from paydays_widgets.classroom.classfile import (
    FEWEST,
    Asked,
    ClassFile,
    Dot,
    Measured,
    Part,
    Shown,
    rules_of,
)
from paydays_widgets.classroom.measures import Named
from paydays_widgets.classroom.screens import beside
from paydays_widgets.classroom.screens.beside import Note, Row
from paydays_widgets.classroom.screens.sheet import Scale
from paydays_widgets.classroom.screens.words import of_game, words
from paydays_widgets.core.text import Language, Text
from paydays_widgets.show.measure import THEORY
from paydays_widgets.show.measure import Topic as Scope
from paydays_widgets.show.programme import Bids, Figure, Quantity
from paydays_widgets.show.report import NOTHING
from paydays_widgets.show.scale import ticks

WIDTH: Final = 640
HEIGHT: Final = 430
LEFT: Final = 96
RIGHT: Final = 630
TOP: Final = 40
BOTTOM: Final = 360
_MARKS: Final = 5
_SMALL: Final = 5
_LARGE: Final = 14
"""The radius of a dot, and that of one for very many."""

_Played: TypeAlias = tuple[int, Part]
"""The number of a file, and a part of it."""


class Spot(Struct, frozen=True):
    """A dot, in pixels, and how many stand there."""

    x: float
    y: float
    r: float
    wins: bool
    n: int


class Plot(Struct, frozen=True):
    """What a class did; `line` is what theory expects as an SVG path, "" for none."""

    rows: Sequence[Scale]
    columns: Sequence[Scale]
    spots: Sequence[Spot]
    line: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    bottom: int = BOTTOM


class Cell(Struct, frozen=True):
    """A figure of a class: in words, what theory expects, and what it rests on."""

    value: str = NOTHING
    theory: str = ""
    n: str = ""


class Column(Struct, frozen=True):
    """A class with what it has played of a topic.

    Parameters
    ----------
    file
        The number of its file.
    few
        Whether its figures were left out, since it had too few people.
    secret
        Whether the rules keep secret what was bid.
    plot
        None if it has no picture.
    """

    file: int
    people: int
    seats: int
    few: bool
    secret: bool
    plot: Plot | None


class Topic(Struct, frozen=True):
    """What several classes have played alike.

    Parameters
    ----------
    along, up
        What the pictures show from left to right, and upwards.
    dot, lost
        What a dot is, and a pale one; "" if there is none.
    """

    title: str
    rules: str
    practice: bool
    columns: Sequence[Column]
    rows: Sequence[tuple[str, Sequence[Cell]]]
    along: str
    up: str
    dot: str
    lost: str
    lined: bool


class Bar(Struct, frozen=True):
    """A block of a class on a scale: in words, and where it and its interval are, in per cent."""

    file: int
    rules: str
    practice: bool
    seats: int
    n: int
    value: str
    at: float
    low: float
    high: float


class Span(Struct, frozen=True):
    """A scale with the blocks of all classes; `theory` is where theory expects them."""

    words: Named
    theory: float
    marks: Sequence[Scale]
    bars: Sequence[Bar]
    experiments: Sequence[Row]
    notes: Sequence[Note]


class Given(Struct, frozen=True):
    """How many have answered, and each option in per cent; no percentages of too few."""

    n: int
    percents: Sequence[float]


class Answers(Struct, frozen=True):
    """A class's answers to a question: at first, when it was asked again, and the difference.

    Parameters
    ----------
    change
        In percentage points, for each option; none unless both were given.
    """

    file: int
    before: Given | None
    after: Given | None
    change: Sequence[str]


class Question(Struct, frozen=True):
    """A question that several classes were asked: the words, the right option, and the answers.

    Parameters
    ----------
    again
        Whether a class was asked it a second time.
    """

    about: str
    asked: str
    again: bool
    options: Sequence[str]
    right: int | None
    classes: Sequence[Answers]


def topics(files: Sequence[ClassFile], language: Language) -> list[Topic]:
    """Put what classes have played alike side by side."""
    found: dict[object, list[_Played]] = {}
    for number, file in enumerate(files):
        for part in file.parts:
            if part.kind != "answers":
                rules = _named(part, of_game(games.modules(part.game), language))
                key = part.game, part.kind, rules, part.practice
                found.setdefault(key, []).append((number, part))
    return [_Words(those[0][1], language).topic(those) for those in found.values()]


def spans(files: Sequence[ClassFile], language: Language) -> list[Span]:
    """Put all blocks of a topic on one scale, those with the same rules below one another."""
    found: dict[Scope, list[tuple[int, Part, Measured]]] = {}
    for number, file in enumerate(files):
        for part in file.parts:
            if part.measured is not None:
                found.setdefault(part.measured.topic, []).append((number, part, part.measured))
    return [_span(topic, those, language) for topic, those in found.items()]


def _span(topic: Scope, those: Sequence[tuple[int, Part, Measured]], language: Language) -> Span:
    names = [_named(part, of_game(games.modules(part.game), language)) for _, part, _ in those]
    order = sorted(range(len(those)), key=lambda at: (names.index(names[at]), those[at][0]))
    text, theory = words(language), 100 * THEORY[topic]
    found = experiments.beside(topic, (rules_of(part) for _, part, _ in those))
    ends = [theory, 100, *(100 * each for each in beside.reached(topic, found))]
    for _, _, each in those:
        ends += [100 * it for it in (each.value, each.low, each.high) if it is not None]
    marks = ticks(floor(min(0, *ends)), ceil(max(ends)), _MARKS)
    low, high = marks[0], marks[-1]

    def place(share: float) -> float:
        return round(100 * (share - low) / (high - low), 2)

    return Span(
        experiments=[
            beside.of_experiment(
                each, lambda share: place(100 * share), (low / 100, high / 100), text
            )
            for each in found
        ],
        notes=[*beside.notes(found, text)],
        words=measures.named(topic, text),
        theory=place(theory),
        marks=[Scale(place(at), text.percent(at)) for at in marks],
        bars=[
            Bar(
                number,
                rules=names[at],
                practice=part.practice,
                seats=part.seats,
                n=each.n,
                value=text.percent(100 * each.value),
                at=place(100 * each.value),
                low=place(100 * (each.value if each.low is None else each.low)),
                high=place(100 * (each.value if each.high is None else each.high)),
            )
            for at in order
            for number, part, each in [those[at]]
        ],
    )


def questions(files: Sequence[ClassFile], language: Language) -> list[Question]:
    """Put the answers of classes to the same question side by side: polls first, then lessons."""
    text = words(language)
    found: dict[object, list[tuple[int, str, Asked]]] = {}
    for number, file in enumerate(files):
        polls = [
            (games.modules(part.game).panel.TITLE, each)
            for part in file.parts
            for each in part.answers
        ]
        for about, each in [*polls, *[("", each) for each in file.questions]]:
            found.setdefault((about, each.key, each.asked), []).append((number, about, each))
    return [_question(those, text) for those in found.values()]


def _question(those: Sequence[tuple[int, str, Asked]], text: Text) -> Question:
    """Gather all options: those of a poll are what somebody has answered."""
    options = [*dict.fromkeys(it for _, _, each in those for it in each.options)]
    _, about, first = those[0]
    by_file: dict[int, tuple[list[Given], list[Given]]] = {}
    for number, _, each in those:
        given = Given(each.n, [_percent(each, it) for it in options if each.counts])
        by_file.setdefault(number, ([], []))[each.again].append(given)
    return Question(
        about=about,
        asked=text.pick(first.asked),
        again=any(each.again for _, _, each in those),
        options=[text.pick(each) for each in options],
        right=None if first.right is None else options.index(first.options[first.right]),
        classes=[
            Answers(number, before, after, _change(before, after, text))
            for number, both in by_file.items()
            for before, after in zip_longest(*both)
        ],
    )


def _change(before: Given | None, after: Given | None, text: Text) -> list[str]:
    """Subtract the percentages as they are shown."""
    if before is None or after is None:
        return []
    both = zip(before.percents, after.percents, strict=False)  # of too few there are none
    points = [round(later) - round(earlier) for earlier, later in both]
    return [("+" if each > 0 else "") + text.number(each) for each in points]


def _percent(each: Asked, option: object) -> float:
    counts = [n for it, n in zip(each.options, each.counts, strict=False) if it == option]
    return 100 * sum(counts) / each.n


def _named(part: Part, own: Text) -> str:
    """Name the rules of a part, without what goes without saying."""
    modules = games.modules(part.game)
    rules = rules_of(part)
    if modules.programme is not None:
        rules = modules.programme.named(rules, [rules])
    name: str = modules.panel.edition(rules, own)
    return name


class _Words:
    """The words of a topic: of a game, and of the kind of its results."""

    def __init__(self, part: Part, language: Language) -> None:
        self.part = part
        self.modules = games.modules(part.game)
        self.text = words(language)
        self.own = of_game(self.modules, language)

    def topic(self, those: Sequence[_Played]) -> Topic:
        along, up = self._scales()
        draw = _Canvas(those, self._marked).plot
        dot, lost = self._dots()
        return Topic(
            title=self.modules.panel.TITLE,
            rules=_named(self.part, self.own),
            practice=self.part.practice,
            columns=[
                Column(
                    number,
                    part.people,
                    part.seats,
                    few=part.people < FEWEST,
                    secret=part.kind == "bids" and part.rounds > 0,
                    plot=draw(part) if part.dots else None,
                )
                for number, part in those
            ],
            rows=[*self._rows([part for _, part in those])],
            along=along,
            up=up,
            dot=dot,
            lost=lost,
            lined=any(part.line for _, part in those),
        )

    def _rows(self, those: Sequence[Part]) -> Iterator[tuple[str, Sequence[Cell]]]:
        """List the figures that some class has, in the order of their game."""
        by_key = [{each.key: each for each in part.figures} for part in those]
        for key in dict.fromkeys(key for each in by_key for key in each):
            found = [each.get(key) for each in by_key]
            said = [None if each is None else self._said(each) for each in found]
            name = next(each.name for each in said if each is not None)
            if any(each is not None and each.value for each in said):
                yield name, [self._cell(*each) for each in zip(found, said, strict=True)]

    def _cell(self, shown: Shown | None, said: Figure | None) -> Cell:
        if shown is None or said is None or not said.value:
            return Cell(theory=said.theory if said else "")
        return Cell(said.value, said.theory, self.text.number(shown.n))

    def _money(self, amount: float) -> str:
        return self.modules.text.money(round(amount), self.own)

    def _said(self, shown: Shown) -> Figure:
        """Put a figure into words: those of the results."""
        text = self.text

        def share(value: float) -> str:
            return text.percent(100 * value)

        programme = self.modules.programme
        if self.part.kind == "marks" and shown.key != "checked":
            return self._of_a_seat(shown)
        if self.part.kind == "trades" and shown.key != "checked":
            assert programme is not None  # noqa: S101 - the file was looked through
            assert programme.sheet is not None  # noqa: S101 - as above
            found = Quantity(shown.key, shown.value, shown.theory, shown.upto, shown.n)
            return programme.sheet.said(found, self.own)
        names: Mapping[str, tuple[str, Callable[[float], str]]] = {
            "takings": (text("Paid"), self._money),
            "kept": (text("Winner keeps"), self._money),
            "losing": (text("Winners with a loss"), share),
            "efficiency": (text("Efficiency"), share),
            "checked": (text("Check questions"), share),
        }
        name, write = names[shown.key]
        return _figure(name, write, shown)

    def _of_a_seat(self, shown: Shown) -> Figure:
        """Say what seats came to on average."""
        text = self.text
        if shown.key == "worth":
            return _figure(text("What a player is worth at the end"), self._money, shown)
        assert self.modules.debrief is not None  # noqa: S101 - the file was looked through
        column = self.modules.debrief.columns(self.own)[int(shown.key.partition("-")[2])]
        write = self._money if column.money else lambda value: text.number(value, 1)
        return _figure(column.heading, write, shown)

    def _dots(self) -> tuple[str, str]:
        if self.part.kind == "bids":
            return self.text("a winning bid"), self.text("a losing bid")
        debrief = self.modules.debrief
        return ("" if debrief is None else debrief.labels(self.own).dot), ""

    def _scales(self) -> tuple[str, str]:
        programme, debrief = self.modules.programme, self.modules.debrief
        if self.part.kind == "marks":
            labels = None if debrief is None else debrief.labels(self.own)
            return ("", "") if labels is None else (labels.x, labels.y)
        assert programme is not None  # noqa: S101 - the file was looked through
        if programme.sheet is not None:
            return programme.sheet.scales(self.own)
        game: Bids = programme  # type: ignore[assignment] # a game of bids has no sheet
        axes = game.axes(rules_of(self.part), self.modules.engine.deck(), self.own)
        return axes.known, axes.bid

    def _marked(self, low: float, high: float, *, up: bool) -> Sequence[tuple[float, str]]:
        """Mark a scale at round numbers: sums of money, periods, or what a debrief counts."""
        if not up and self.part.kind == "trades":
            return [(n + 0.5, self.text.number(n + 1)) for n in range(ceil(high))]
        # a debrief's picture counts along, a picture of bids has sums there too
        write = self._money if up or self.part.kind == "bids" else self.text.number
        return [(n, write(n)) for n in ticks(floor(low), ceil(high), _MARKS)]


def _figure(name: str, write: Callable[[float], str], shown: Shown) -> Figure:
    said = ["" if each is None else write(each) for each in (shown.value, shown.theory)]
    return Figure(name, *said)


class _Canvas:
    """Pictures of several classes on one scale."""

    def __init__(self, those: Sequence[_Played], marked: Callable[..., Any]) -> None:
        at = [(dot.x, dot.y) for _, part in those for dot in part.dots]
        at += [each for _, part in those for each in part.line]
        xs, ys = [x for x, _ in at] or [0.0], [y for _, y in at] or [0.0]
        self.rows = marked(min(0, *ys, 0), max(ys), up=True)
        self.columns = marked(min(0, *xs, 0), max(xs), up=False)
        low, high = (ends(each for each, _ in self.rows) for ends in (min, max))
        self.y = min(low, *ys), max(high, *ys)
        self.x = min(0, *xs), max(*xs, *[each for each, _ in self.columns])

    def plot(self, part: Part) -> Plot:
        points = [f"{self._across(x)} {self._up(y)}" for x, y in part.line]
        return Plot(
            rows=[Scale(self._up(at), said) for at, said in self.rows],
            columns=[Scale(self._across(at), said) for at, said in self.columns],
            spots=[self._spot(each) for each in part.dots],
            line=f"M{'L'.join(points)}" if points else "",
        )

    def _spot(self, dot: Dot) -> Spot:
        radius = min(_LARGE, round(_SMALL * dot.n**0.5, 1))
        return Spot(self._across(dot.x), self._up(dot.y), radius, dot.wins, dot.n)

    def _across(self, x: float) -> float:
        return _placed(x, self.x, LEFT, RIGHT)

    def _up(self, y: float) -> float:
        return _placed(y, self.y, BOTTOM, TOP)


def _placed(value: float, span: tuple[float, float], first: float, last: float) -> float:
    low, high = span
    return round(first + (last - first) * (value - low) / ((high - low) or 1), 1)


def titled(part: Part, language: Language) -> tuple[str, str]:
    """Name the game of a part, and its rules."""
    modules = games.modules(part.game)
    return modules.panel.TITLE, _named(part, of_game(modules, language))
