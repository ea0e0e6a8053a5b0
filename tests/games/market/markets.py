"""Whole games among bots, and what their periods came to."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from paydays_widgets.games.market import events
from paydays_widgets.games.market.events import Event
from paydays_widgets.games.market.reading import Equilibrium, equilibrium
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import buys
from tests.games.playing import bots_play


class Period(NamedTuple):
    """A period that was played."""

    prices: tuple[int, ...]
    gained: int
    """What all gained together, taxes included."""
    theory: Equilibrium | None


def periods(rules: Rules, kinds: Sequence[str], games: int) -> Iterator[Period]:
    """Play games among bots, and sum up each period."""
    for seed in range(games):
        table = bots_play("market", kinds, seed, rules)
        yield from summed(rules, [step.event for step in table.branch.steps])


def summed(rules: Rules, found: Sequence[Event]) -> Iterator[Period]:
    cards = [each for each in found if isinstance(each, events.CardsTold)]
    told = iter(cards if len(cards) > 1 else cards * rules.periods)
    prices: list[int] = []
    gained = 0
    for event in found:
        match event:
            case events.Traded(price=price):
                prices.append(price)
            case events.GainBooked(gain=int(gain), tax=tax):
                gained += gain + tax
            case events.PeriodEnded(period=period):
                sides: dict[bool, list[int]] = {True: [], False: []}
                for seat, each in enumerate(next(told).cards):
                    sides[buys(rules, period, seat)].extend(each)
                theory = equilibrium(sides[True], sides[False], rules)
                yield Period(tuple(prices), gained, theory)
                prices, gained = [], 0
            case _:
                pass
