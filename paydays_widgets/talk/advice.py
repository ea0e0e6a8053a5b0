"""What each choice at the decision on the table would earn: asked for, worked out, shown."""

from collections.abc import Mapping, Sequence
from itertools import dropwhile
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from paydays_widgets.core.chance import game_seed
from paydays_widgets.core.game import Decide, Seat
from paydays_widgets.lab.client import Client
from paydays_widgets.lab.decision import Decision, decision, loses
from paydays_widgets.lab.estimate import CONFIDENCE, Estimate
from paydays_widgets.lab.setting import Setting
from paydays_widgets.lab.summary import Prospect, Prospects
from paydays_widgets.show import vignette
from paydays_widgets.talk.awaited import Awaited
from paydays_widgets.talk.session import Session
from paydays_widgets.talk.sight import Sight

GAMES: Final = 2_000
"""How many games are played for each choice."""
MOST_ROWS: Final = 9
"""How many choices are shown in the game's order.

Of more, the best are, the best of each kind, and those whose sums stand in fields.
"""
TWO: Final = 2
"""Of more than two sums that are level, only the lowest and the highest are named."""
MOST_NAMED: Final = 5
"""How many choices of a group are named."""
MARGIN: Final = 5
"""How much of the picture's width, in per cent, is left free on either side."""


class Question(Struct, frozen=True, eq=False):
    """A decision that was asked about.

    Parameters
    ----------
    where
        What names the position on the table, and the seat.
    seed
        The seed of the games to come: asked again, the answer is the same.
    """

    where: tuple[object, ...]
    decision: Decision
    seed: int


class Advice(Awaited[Prospects]):
    """What the choices at a decision would earn, as far as it is known.

    Attributes
    ----------
    asked
        The decision; None if nobody has asked, or the table shows another position by now.
    number
        How many times it has been asked.
    """

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self.asked: Question | None = None
        self.number = 0

    def ask(self, asked: Question, language: str) -> None:
        """Have it worked out, in place of a run that is being played.

        Raises
        ------
        Complaint
            If it has too many choices, or one of the strategies cannot be played there.
        """
        asked.decision.moves()
        self._start(asked.decision, GAMES, asked.seed, language)
        self.asked = asked
        self.number += 1

    def drop(self) -> None:
        """Forget the question, and whatever there is of an answer."""
        self.stop()
        self._begin()
        self.asked = None

    def close(self) -> None:
        """End the process that works it out."""
        self.client.close()


def where(at: Session) -> tuple[object, ...]:
    """Name the position on the table, and the seat whose choices may be compared there."""
    return at.table, at.table.current, at.table.at, at.decider


def question(at: Session, seat: Seat) -> Question:
    """Take the decision off the table; from there on, bots decide for people."""
    table, given = at.table, at.screen.vignette
    asked = decision(table, persons=at.stand_in, seat=seat)
    if given is not None and vignette.asked(given, table) == table.at:
        best = given.openings(table.game.legal(table.state, seat))
        asked = replace(asked, besides=tuple(dict.fromkeys((*asked.besides, *best))))
    return Question(where(at), asked, game_seed(table.seed, table.at))


class Spot(Struct, frozen=True):
    """A choice in the picture: its dot and the ends of its bar, in per cent from the left."""

    at: float
    low: float
    high: float


class Row(Struct, frozen=True):
    """One or more choices in the picture; several of them cannot be told apart from the best.

    Parameters
    ----------
    behind
        How much less it earns than the best; "" for the best itself.
    spots
        Where each choice is: its difference from the best, and the interval of that.
    level
        Whether it is the best, or cannot be told apart from it.
    led
        What it led to right away, how often, and whether its price is a loss; "" for neither.
    """

    label: str
    behind: str
    spots: tuple[Spot, ...]
    level: bool
    led: str


def advice(at: Session, advice: Advice) -> dict[str, Any]:
    """Compile the question, and the answer as far as there is one."""
    asked, found, seat = advice.asked, advice.found, at.decider
    shown: dict[str, Any] = {"advice": advice, "can_ask": seat is not None, "rows": []}
    if asked is None or seat is None:
        return shown
    shown["notes"] = _notes(at, asked, found)
    shown["facing"] = _facing(at, seat)
    argument = at.argument(seat)
    shown["argument"] = "" if argument == at.coached() else argument
    if found is None:
        return shown
    told = _told(at, found)
    rows = _rows(at, found, _labels(told, found))
    first = shown_first(at, seat, found)
    rest = [n for n in range(len(rows)) if n not in first]
    rest.sort(key=lambda n: -found.choices[n].money.value)
    level = [n for n in range(len(rows)) if rows[n].level]
    if 1 < len(level) < len(rows):
        grouped = _grouped(_level_named(at, found, [row.label for row in rows]), rows, level)
        first, rest = ([n for n in each if n not in level] for each in (first, rest))
        shown["rows"] = [grouped, *(rows[n] for n in first)]
    else:
        shown["rows"] = [rows[n] for n in first]
    return {
        **shown,
        "rest": [rows[n] for n in rest],
        "best": max(spot.at for row in rows for spot in row.spots),
        "verdict": _verdict(at, found, told),
    }


def _grouped(label: str, rows: Sequence[Row], level: Sequence[int]) -> Row:
    """Join the choices that cannot be told apart from the best."""
    spots = tuple(spot for n in level for spot in rows[n].spots)
    return Row(label, "", spots, level=True, led="")


def _level_named(at: Sight, found: Prospects, labels: Sequence[str]) -> str:
    """Name the choices that cannot be told apart from the best: of sums, the range."""
    text, level = at.text, indistinct(at, found)
    sums = _sums(at, found, found.choices.index(_best(found)))
    if len(level) > TWO and level.issubset(sums):
        first, *_, last = (n for n in sums if n in level)
        return text("{first} to {last}", first=labels[first], last=labels[last])
    named = [labels[n] for n in sorted(level)][:MOST_NAMED]
    if more := len(level) - len(named):
        named.append(text.plural("{n} more", "{n} more", more))
    return text.listing(named)


class Compared(Struct, frozen=True):
    """What choices earn, by their notation, where they are listed by others.

    Parameters
    ----------
    notes
        What the figures rest on, apart from how they are drawn.
    """

    rows: Mapping[str, Row]
    verdict: str
    notes: Sequence[str]


def compared(at: Sight, asked: Question, found: Prospects) -> Compared:
    """Tell what each choice at a decision earns, as far as it is known."""
    told = _told(at, found)
    rows = zip(found.choices, _rows(at, found, told), strict=True)
    return Compared(
        {each.move: row for each, row in rows},
        _verdict(at, found, told),
        [*_dealt(at, asked.decision.seat), *_slower(at, found)],
    )


def shown_first(at: Sight, seat: Seat, found: Prospects) -> list[int]:
    """Choose which choices are shown at once: all in the game's order, or of many the best first.

    Among many are the best of each kind, and those whose sums stand in fields.
    """
    every = [*range(len(found.choices))]
    if len(every) <= MOST_ROWS:
        return every
    every.sort(key=lambda n: -found.choices[n].money.value)
    game = at.table.game
    kinds: dict[type, int] = {}
    for n in every:
        kinds.setdefault(type(game.read(found.choices[n].move)), n)
    ready = {str(each) for each in at.panel.ready(game.view(at.table.state, seat))}
    kept = {*kinds.values(), *(n for n in every if found.choices[n].move in ready)}
    others = [n for n in every if n not in kept]
    kept.update(others[: max(0, MOST_ROWS - len(kept))])
    return [n for n in every if n in kept]


def _told(at: Sight, found: Prospects) -> list[str]:
    read, state = at.table.game.read, at.table.state
    return [at.choice(state, read(each.move)) for each in found.choices]


def _labels(told: Sequence[str], found: Prospects) -> list[str]:
    """Add their notation to choices of the same words."""
    return [
        words + (f" ({choice.move})" if told.count(words) > 1 else "")
        for words, choice in zip(told, found.choices, strict=True)
    ]


def _rows(at: Sight, found: Prospects, labels: Sequence[str]) -> list[Row]:
    best, level = _best(found).money.value, indistinct(at, found)
    low = min(best + each.behind.low for each in found.choices)
    high = max(best + each.behind.high for each in found.choices)

    def across(value: float) -> float:
        part = (value - low) / (high - low) if high > low else 1
        return round(MARGIN + (100 - 2 * MARGIN) * part, 2)

    def spot(each: Estimate) -> Spot:
        return Spot(*(across(best + value) for value in (each.value, each.low, each.high)))

    return [
        Row(
            label,
            _with_reach(at, each.behind)
            if each.behind.low or each.behind.high or n not in level
            else "",
            (spot(each.behind),),
            n in level,
            led,
        )
        for n, (label, led, each) in enumerate(
            zip(labels, _led(at, found), found.choices, strict=True)
        )
    ]


def indistinct(at: Sight, found: Prospects) -> set[int]:
    """Find the choices that cannot be told apart from the best.

    Of sums, such as bids, only those up to the next one that is worse, and none that wins at a
    loss if others are level with it. Where all earn the very same, victories decide.
    """
    choices = found.choices
    best = choices.index(_best(found))
    reach = {n for n, each in enumerate(choices) if each.behind.high >= 0}
    sure = {n for n in reach if not choices[n].behind.low}
    if sure == reach:
        reach = {n for n in reach if choices[n].won.high >= choices[best].won.low}
    sums = _sums(at, found, best)
    place = sums.index(best)
    apart = {
        n for way in (sums[place:], sums[place::-1]) for n in dropwhile(lambda n: n in reach, way)
    }
    losing = {n for n, each in enumerate(choices) if _loses(at, each)}
    return (reach - apart - losing) or (reach - losing) or {best}


def _loses(at: Sight, choice: Prospect) -> bool:
    game = at.table.game
    return loses(game, at.table.state, game.read(choice.move))


def _sums(at: Sight, found: Prospects, best: int) -> list[int]:
    """List the choices that differ from the best by a sum alone, from the least to the most."""
    read = at.table.game.read
    moves = [read(each.move) for each in found.choices]
    given = asdict(moves[best])
    differing: dict[str, list[tuple[int, int]]] = {}
    for n, each in enumerate(moves):
        if type(each) is type(moves[best]):
            other = [name for name, value in asdict(each).items() if value != given[name]]
            if len(other) == 1 and isinstance(given[other[0]], int):
                differing.setdefault(other[0], []).append((getattr(each, other[0]), n))
    field = max(differing, key=lambda name: len(differing[name]), default="")
    alike = differing.get(field, [])
    return [n for _, n in sorted([*alike, (given.get(field, 0), best)])]


def _led(at: Sight, found: Prospects) -> list[str]:
    """Tell what each choice led to right away, unless that is the same for all, and who loses."""
    ends, loss = _ends(at, found), at.text("a loss at this price")
    return [
        ", ".join(filter(None, [end, loss if _loses(at, choice) else ""]))
        for end, choice in zip(ends, found.choices, strict=True)
    ]


def _ends(at: Sight, found: Prospects) -> list[str]:
    stakes, turn = at.modules.stakes, at.table.turn
    if stakes is None or not isinstance(turn, Decide):
        return [""] * len(found.choices)
    told = [
        stakes.told(
            turn.prompt,
            {name: at.text.percent(100 * each.value) for name, each in choice.led.items()},
            at.text,
        )
        for choice in found.choices
    ]
    return told if len({*told}) > 1 else [""] * len(told)


def _facing(at: Sight, seat: Seat) -> str:
    """Say what others could do about it."""
    stakes, turn = at.modules.stakes, at.table.turn
    if stakes is None or not isinstance(turn, Decide) or turn.prompt not in stakes.PROMPTS:
        return ""
    return stakes.facing(at.table.game.view(at.table.state, seat), at.text)


def _verdict(at: Sight, found: Prospects, told: Sequence[str]) -> str:
    """Say which choice earns the most, if the games can tell."""
    text, named = at.text, indistinct(at, found)
    level, only = len(named), min(named)
    share = text.percent(100 * found.choices[only].won.value)
    if level == len(told) and not any(each.behind.low for each in found.choices):
        return text(
            "Every choice earns the same, and leads to a win in {share} of the games.", share=share
        )
    if level == len(told):
        return text("{n} games show no difference between the choices.", n=found.games)
    if level > 1:
        return text(
            "{choices}: {n} games show no difference between them.",
            choices=_level_named(at, found, told),
            n=found.games,
        )
    return text(
        "{choice}: this earns the most, and leads to a win in {share} of the games.",
        choice=told[only],
        share=share,
    )


def _notes(at: Sight, asked: Question, found: Prospects | None) -> list[str]:
    """Say what the figures rest on."""
    text, seat = at.text, asked.decision.seat
    notes = [*_dealt(at, seat), playing(at, asked.decision.setting)]
    notes.append(
        text(
            "The dot is the difference from the best in money at the end, on average; each choice "
            "is played with the same luck. The bar, as ±, is how far off that may be, at a "
            "confidence of {sure}.",
            sure=text.percent(100 * CONFIDENCE),
        )
    )
    notes.append(
        text("It counts whatever follows until the end, such as what a gain pays for later.")
    )
    return notes + _slower(at, found)


def playing(at: Sight, asked: Setting) -> str:
    """Name the bot that plays on in each seat."""
    text = at.text
    named = [
        text("{name} ({strategy})", name=name, strategy=at.bot(bot))
        for name, bot in zip(at.names, asked.line_up, strict=True)
    ]
    return text("After this choice bots play all seats: {names}.", names=text.listing(named))


def _dealt(at: Sight, seat: Seat) -> list[str]:
    """Say that nobody looks into hidden cards for it; nothing where there are none."""
    if at.panel.OPEN:
        return []
    return [
        at.text(
            "What {name} cannot know is dealt again for each game; nothing is inferred from "
            "passes.",
            name=at.names[seat],
        )
    ]


def _slower(at: Sight, found: Prospects | None) -> list[str]:
    """Say that there are fewer games where no compiled code plays them."""
    if found is None or found.compiled:
        return []
    return [at.text("The engine plays these games itself: slower, and so fewer of them.")]


def _best(found: Prospects) -> Prospect:
    return max(found.choices, key=lambda each: (each.money.value, each.won.value))


def _with_reach(at: Sight, each: Estimate) -> str:
    """Write a difference with how far off it may be, to a tenth of what is counted."""

    def money(n: float) -> str:
        return at.words.money(round(float(n), 1), at.text)

    return at.text("{less} ± {reach}", less=money(each.value), reach=money(each.high - each.value))
