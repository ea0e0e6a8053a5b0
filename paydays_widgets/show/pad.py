"""A pad: where a seat sets a sum, which is typed or slid to, and sees what it comes to.

The page works out what follows from a sum while it is set (``pads.js``), from what stands in its
markup: nobody waits for Python, and what is typed outlasts whatever is drawn again.
"""

from collections.abc import Callable, Collection
from typing import Any, Final, Self

from msgspec import Struct, to_builtins
from msgspec.structs import astuple

from paydays_widgets.core.game import Move
from paydays_widgets.core.text import Text
from paydays_widgets.show.gauge import Gauge

_SOME: Final = 987_654_321
"""A sum that stands nowhere else in the notation of a move."""


class Outlook(Struct, frozen=True, gc=False):
    """What a sum comes to.

    Parameters
    ----------
    price, others, brings, hand
        As in :meth:`Gauge.of`; None stands for the sum itself.
    gains, loses
        What is said of a sum that leaves something or nothing, and of one that loses: with
        ``{sum}``, and what it leaves as ``{left}``, or as ``{size}`` without a sign.
    best, met
        The sum that meets the best offer of others, and what happens from there on. None if no
        sum meets it.
    """

    price: int | None
    others: int
    brings: int | None
    hand: int | None
    gains: str
    loses: str
    best: int | None = None
    met: "Outlook | None" = None

    def reaches(self, amount: int) -> bool:
        """Return whether a sum meets the best offer: one that is paid from below, else from above.

        Examples
        --------
        >>> bid = Outlook(None, 0, 60, 60, "", "", best=50)
        >>> bid.reaches(49), bid.reaches(50)
        (False, True)
        >>> ask = Outlook(60, 0, None, None, "", "", best=70)
        >>> ask.reaches(71), ask.reaches(70)
        (False, True)
        """
        return self.best is not None and (
            amount >= self.best if self.price is None else amount <= self.best
        )

    def at(self, amount: int, money: Callable[[int], str]) -> Gauge:
        """Draw what a sum comes to.

        Examples
        --------
        >>> Outlook(None, 0, 60, 60, "{sum} leaves {left}", "{sum} loses {size}").at(45, str).sum
        '45 leaves 15'
        """
        if self.met is not None and self.reaches(amount):
            return self.met.at(amount, money)
        price, brings, hand = (
            amount if each is None else each for each in (self.price, self.brings, self.hand)
        )
        left = brings - price - self.others
        told = self.gains if left >= 0 else self.loses
        facts = {"sum": money(amount), "left": money(left), "size": money(abs(left))}
        return Gauge.of(
            price=price, others=self.others, brings=brings, hand=hand, sum_=told.format(**facts)
        )


class Written(Struct, frozen=True, gc=False):
    """How a game writes sums: what stands before and after the digits, and among them."""

    plus: tuple[str, str]
    minus: tuple[str, str]
    signs: tuple[str, str]

    @classmethod
    def by(cls, money: Callable[[int], str], unit: int, text: Text) -> "Written":
        """Read it off what a game writes of one unit.

        Examples
        --------
        >>> Written.by(lambda n: f"${n},000".replace("$-", "-$"), 1, Text("de"))
        Written(plus=('$', ',000'), minus=('-$', ',000'), signs=('.', ','))
        """
        plus, minus = (money(each).split("1", 1) for each in (unit, -unit))
        number = text.number(1234.5, places=1)
        return cls((plus[0], plus[1]), (minus[0], minus[1]), (number[1], number[-2]))


class Pad(Struct, frozen=True, gc=False):
    """A sum that a seat sets.

    Parameters
    ----------
    key
        What it is asked for: while it stays the same, so does what has been typed.
    label
        What the sum is.
    move
        The notation of the move, with ``{}`` for the sum.
    bare
        The words of its button while there is no sum.
    called, verb
        What it is called with one, as ``{sum}``; and shorter words that are seen, or "".
    low, high, step
        What is legal.
    tick, most
        By how much the arrow keys and the slider change it, and where the slider ends.
    unit
        How much the number 1 stands for in the field.
    first, possible
        What is said while there is no sum, and what is possible.
    wrong
        What is said of what is no sum, with ``{typed}``.
    above, below, steps
        What is said of a sum that is too high, too low, or between two steps.
    now, chosen
        The sum that stands there at first, and the one that has been chosen; None for none.
    outlook, unseen
        What a sum comes to, or None; and what stands there before there is a sum.
    """

    key: str
    label: str
    move: str
    bare: str
    called: str
    verb: str
    low: int
    high: int
    step: int
    tick: int
    most: int
    unit: int
    first: str
    possible: str
    wrong: str
    above: str
    below: str
    steps: str
    written: Written
    now: int | None
    chosen: int | None
    outlook: Outlook | None
    unseen: str

    @classmethod
    def of(
        cls,
        make: Callable[[int], Move],
        low: int,
        high: int,
        *,
        key: str,
        label: str,
        bare: str,
        called: Callable[[Move], str],
        text: Text,
        money: Callable[[int], str],
        chosen: Collection[Move] = (),
        verb: str = "",
        unit: int = 1,
        step: int = 1,
        tick: int = 1,
        most: int | None = None,
        now: int | None = None,
        outlook: Outlook | None = None,
    ) -> Self:
        """Let a seat set the sum of a move.

        Parameters
        ----------
        make
            Makes the move from its sum.
        called
            Names a move.
        money
            Writes a sum as the game does.
        chosen
            The moves that have been chosen.
        most
            Where the slider ends, unless less is legal.
        """
        sums = [each for move in chosen for each in astuple(move) if isinstance(each, int)]
        stands = next((each for each in sums if make(each) in chosen), None)
        facts = {"low": money(low), "high": money(high), "step": money(step)}
        return cls(
            key=key,
            label=label,
            move=str(make(_SOME)).replace(str(_SOME), "{}"),
            bare=bare,
            called=called(make(low)).replace(money(low), "{sum}"),
            verb=verb,
            low=low,
            high=high,
            step=step,
            tick=tick,
            most=high if most is None or most <= low else min(most, high),
            unit=unit,
            first=text("Set a sum first."),
            possible=text("Possible: {low} to {high}, in multiples of {step}.", **facts)
            if step > 1
            else text("Possible: {low} to {high}.", **facts),
            wrong=text("“{typed}” will not do.", typed="{typed}"),
            above=text("At most {high}.", **facts),
            below=text("At least {low}.", **facts),
            steps=text("Only multiples of {step}.", **facts),
            written=Written.by(money, unit, text),
            now=now if stands is None else stands,
            chosen=stands,
            outlook=outlook,
            unseen=text("Set a sum to see what it leaves."),
        )

    @property
    def facts(self) -> dict[str, Any]:
        """All of it, for the page."""
        found: dict[str, Any] = to_builtins(self)
        return found

    @property
    def typed(self) -> str:
        """The number in the field at first."""
        if self.now is None:
            return ""
        whole, part = divmod(self.now, self.unit)
        point = self.written.signs[1]
        return f"{whole}{point}{part:0{len(str(self.unit)) - 1}}" if part else str(whole)

    def gauge(self, money: Callable[[int], str]) -> Gauge | None:
        """Draw what the sum comes to that stands there at first."""
        if self.outlook is None:
            return None
        if self.now is None:
            return Gauge.of(price=0, others=0, brings=0, hand=1, sum_=self.unseen)
        return self.outlook.at(self.now, money)
