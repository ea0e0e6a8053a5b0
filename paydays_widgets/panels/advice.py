"""What each choice at the decision on the table would earn: asked for, worked out, told."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.core.chance import game_seed
from paydays_widgets.core.game import Decide, Seat
from paydays_widgets.lab.client import Client
from paydays_widgets.lab.decision import Decision, decision
from paydays_widgets.lab.estimate import CONFIDENCE, Estimate
from paydays_widgets.lab.summary import Prospect, Prospects
from paydays_widgets.panels.awaited import Awaited
from paydays_widgets.talk.session import Session
from paydays_widgets.talk.sight import Sight

GAMES: Final = 2_000
"""How many games are played for each choice."""
MOST_ROWS: Final = 9
"""How many choices are shown in the game's order; of more the best, and the best of each kind."""
MARGIN: Final = 5
"""How much of the picture's width, in per cent, is left free on either side."""


class Question(Struct, frozen=True, eq=False):
    """A decision that was asked about.

    Parameters
    ----------
    where
        What names the position on the table, and the seat.
    decision
        It.
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
    table = at.table
    asked = decision(table, persons=at.stand_in, seat=seat)
    return Question(where(at), asked, game_seed(table.seed, table.at))


class Row(Struct, frozen=True):
    """A choice in the picture.

    Parameters
    ----------
    label
        What is chosen.
    money, behind
        What it earns, and how that differs from the best; "" for the best itself.
    at, low, high
        Where its dot is, and its bar: the interval of the difference, seen from the best. All in
        per cent from the left.
    level
        Whether it may be as good as the best: its bar reaches the best one's dot.
    led
        What it led to right away, and how often; "" to say nothing.
    """

    label: str
    money: str
    behind: str
    at: float
    low: float
    high: float
    level: bool
    led: str


def advice(at: Session, advice: Advice) -> dict[str, Any]:
    """Compile the question, and the answer as far as there is one."""
    asked, found, seat = advice.asked, advice.found, at.decider
    shown: dict[str, Any] = {"advice": advice, "can_ask": seat is not None, "rows": []}
    if asked is None or seat is None:
        return shown
    shown["notes"] = _notes(at, seat, found)
    shown["facing"] = _facing(at, seat)
    if found is None:
        return shown
    told = [_told(at, each.move, seat) for each in found.choices]
    first, rest = _ordered(at, found)
    rows = _rows(at, found, _labels(told, found, at.names[seat]))
    return {
        **shown,
        "rows": [rows[n] for n in first],
        "rest": [rows[n] for n in rest],
        "best": max(row.at for row in rows),
        "verdict": _verdict(at, found, told),
    }


class Compared(Struct, frozen=True):
    """What choices earn, where they are listed by others.

    Parameters
    ----------
    rows
        Each choice, by its notation; what it earns is written with its interval.
    verdict
        Which one earns the most.
    level
        How many others may be as good; 0 where all earn the same.
    notes
        What the figures rest on, apart from how they are drawn.
    """

    rows: Mapping[str, Row]
    verdict: str
    level: int
    notes: Sequence[str]


def compared(at: Sight, asked: Question, found: Prospects) -> Compared:
    """Tell what each choice at a decision earns, as far as it is known."""
    told = [_told(at, each.move, asked.decision.seat) for each in found.choices]
    rows = zip(found.choices, _rows(at, found, told), strict=True)
    return Compared(
        {each.move: replace(row, money=_with_reach(at, each.money)) for each, row in rows},
        _verdict(at, found, told)[0],
        _level(found) if any(each.behind.low for each in found.choices) else 0,
        [*_dealt(at, asked.decision.seat), *_slower(at, found)],
    )


def _ordered(at: Sight, found: Prospects) -> tuple[list[int], list[int]]:
    """Choose which choices are shown at once, and which in a fold."""
    every = [*range(len(found.choices))]
    if len(every) <= MOST_ROWS:
        return every, []
    every.sort(key=lambda n: -found.choices[n].money.value)
    kinds: dict[type, int] = {}
    for n in every:
        kinds.setdefault(type(at.table.game.read(found.choices[n].move)), n)
    others = [n for n in every if n not in kinds.values()]
    first = {*kinds.values(), *others[: max(0, MOST_ROWS - len(kinds))]}
    return [n for n in every if n in first], [n for n in every if n not in first]


def _told(at: Sight, notation: str, seat: Seat) -> str:
    """Tell a choice as the storyline would to its seat, without the full stop."""
    game, table = at.table.game, at.table
    event = game.unfold(table.state, game.read(notation))[0].event
    note = at.words.explain(game.witness(event, seat), at.names, at.text, table.deck)
    return note.what.rstrip(".")


def _labels(told: Sequence[str], found: Prospects, name: str) -> list[str]:
    """Leave out the name where all begin with it; choices of the same words get their notation."""
    own = f"{name} " if all(each.startswith(f"{name} ") for each in told) else ""
    return [
        words.removeprefix(own) + (f" ({choice.move})" if told.count(words) > 1 else "")
        for words, choice in zip(told, found.choices, strict=True)
    ]


def _rows(at: Sight, found: Prospects, labels: Sequence[str]) -> list[Row]:
    money = _money(at)
    best = _best(found).money.value
    low = min(best + each.behind.low for each in found.choices)
    high = max(best + each.behind.high for each in found.choices)

    def across(value: float) -> float:
        part = (value - low) / (high - low) if high > low else 1
        return round(MARGIN + (100 - 2 * MARGIN) * part, 2)

    def behind(each: Estimate) -> str:
        return _with_reach(at, each) if each.low or each.high else ""

    return [
        Row(
            label,
            money(each.money.value),
            behind(each.behind),
            across(each.money.value),
            across(best + each.behind.low),
            across(best + each.behind.high),
            each.behind.high >= 0,
            led,
        )
        for label, led, each in zip(labels, _led(at, found), found.choices, strict=True)
    ]


def _led(at: Sight, found: Prospects) -> list[str]:
    """Tell what each choice led to right away; nothing if that is the same for all."""
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


def _verdict(at: Sight, found: Prospects, told: Sequence[str]) -> tuple[str, str]:
    """Say which choice earns the most, and which may be as good."""
    text, best = at.text, _best(found)
    facts = {"money": _money(at)(best.money.value), "share": text.percent(100 * best.won.value)}
    level = _level(found)
    if not any(each.behind.low for each in found.choices):
        same = text(
            "Every choice earns the same: {money} on average, with {share} of the games won.",
            **facts,
        )
        return same, ""
    said = text(
        "{choice}: this earns the most, {money} on average, and wins {share} of the games.",
        choice=told[found.choices.index(best)],
        **facts,
    )
    others = text.plural(
        "{n} other choice may be as good: its bar reaches the line.",
        "{n} other choices may be as good: their bars reach the line.",
        level,
    )
    return said, others if level else ""


def _level(found: Prospects) -> int:
    """Count the choices that may be as good as the best."""
    return sum(each.behind.high >= 0 for each in found.choices) - 1


def _notes(at: Sight, seat: Seat, found: Prospects | None) -> list[str]:
    """Say what the figures rest on."""
    text = at.text
    notes = _dealt(at, seat)
    notes.append(
        text(
            "The dot is the money at the end, on average; each choice is played with the "
            "same luck. The bar, as ±, says how far from the best it may be, at a "
            "confidence of {sure}.",
            sure=text.percent(100 * CONFIDENCE),
        )
    )
    if at.humans:
        titles = at.modules.bots.TITLES
        name = text.pick(titles[at.stand_in][0]) if at.stand_in in titles else at.stand_in
        notes.append(text("After this choice, the bot “{bot}” plays for people too.", bot=name))
    return notes + _slower(at, found)


def _dealt(at: Sight, seat: Seat) -> list[str]:
    """Say that nobody looks into hidden cards for it; nothing where there are none."""
    if at.panel.OPEN:
        return []
    return [
        at.text(
            "What {name} cannot know is dealt anew for each game; nothing is inferred from "
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
    return max(found.choices, key=lambda each: each.money.value)


def _with_reach(at: Sight, each: Estimate) -> str:
    """Write an average with how far off it may be."""
    money = _money(at)
    return at.text("{less} ± {reach}", less=money(each.value), reach=money(each.high - each.value))


def _money(at: Sight) -> Callable[[float], str]:
    """Write averages, to a tenth of what the game's money is counted in."""
    return lambda n: at.words.money(round(float(n), 1), at.text)
