"""The market as a programme: one game of several periods is a block, under rules of its own."""

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from msgspec.structs import replace

from paydays_widgets.core.text import Text
from paydays_widgets.games.market import deck, events
from paydays_widgets.games.market.events import Event
from paydays_widgets.games.market.programme import measured, results, shares
from paydays_widgets.games.market.reading.periods import Steps
from paydays_widgets.games.market.rules import Periods, Rules
from paydays_widgets.show.programme import Plan, What

UNIT: Final = deck.UNIT
COUNT: Final = "periods"
ROUNDS: Final[Sequence[int]] = get_args(Periods)
USUAL: Final = 4
MIXES: Final = False
sheet: Final = results
topic = measured.topic
unmeasured = measured.unmeasured
seen = measured.seen


def shaped(rules: Rules, rounds: Periods) -> Rules:
    """Return rules with another number of periods."""
    return replace(rules, periods=rounds)


def named(rules: Rules, _all: Sequence[Rules]) -> Rules:
    """Return rules of a block without what goes without saying: everybody may speak."""
    return replace(rules, speech="drawn")


def counted(n: int, text: Text) -> str:
    """Say how many periods there are."""
    return text.plural("{n} period", "{n} periods", n)


def plans(text: Text) -> Sequence[Plan]:
    """List programmes to begin with."""
    free, call = {"rules": "double_auction"}, {"rules": "call_market"}
    ceiling, tax = {"rules": "ceiling"}, {"rules": "tax"}
    practice = {"practice": "yes", "periods": "3"}
    shift = {"rules": "shift", "periods": "6"}
    return (
        Plan("ceiling", text("Free, then with a ceiling"), (free, ceiling), same=True),
        Plan(
            "tax",
            text("Free, then with a tax on sellers, then on buyers"),
            (free, {**tax, "payer": "sellers"}, tax),
            same=True,
        ),
        Plan("meeting", text("Call market, then double auction"), (call, free), same=True),
        Plan(
            "bubble",
            text("Shares without credit, then with"),
            ({"rules": "shares", "periods": "5"}, {"rules": "credit", "periods": "5"}),
        ),
        Plan("practice", text("Practice, then demand shifts"), ({**free, **practice}, shift)),
    )


def clashes(rules: Rules, text: Text, *, mixed: bool) -> Mapping[str, str]:  # noqa: ARG001
    """Say which switches cannot have their value beside the others, and what they can have."""
    if not 0 < rules.ceiling < rules.floor:
        return {}
    choice = text("none")
    return {"floor": text("The floor lies above the ceiling: choose “{choice}”.", choice=choice)}


def tells(_rules: Rules, _what: What, *, over: bool, finished: bool) -> bool:  # noqa: ARG001
    """Return whether something of a game's periods may be told: all of it, once it is over.

    With values that stay, the first period would give away where prices go (MK-told).
    """
    return over


def waits(_rules: Rules) -> bool:
    """Return whether groups with the same luck keep an outcome until all have decided."""
    return False


def among_bots(rules: Rules) -> Rules:
    """Return the rules by which bots play alone: one after the other speaks, as drawn."""
    return replace(rules, speech="drawn")


def ends(event: Event) -> bool:
    """Return whether an event ends the game, after its last period."""
    return isinstance(event, events.GainsPaid | events.GameEnded)


def earnings(steps: Steps, seats: int) -> list[int | None]:
    """Add up what each seat has earned so far; None before its first trade or period is over."""
    if steps and steps[0].state.rules.shares:
        return shares.earnings(steps, seats)
    found: list[int | None] = [None] * seats
    for step in steps:
        match step.event:
            case events.GainBooked(seat=seat, gain=int(gain)):
                found[seat] = (found[seat] or 0) + gain
            case events.PeriodEnded():
                found = [each or 0 for each in found]
            case _:
                pass
    return found
