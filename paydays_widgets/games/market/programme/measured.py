"""What a block of markets is measured by, so that it can stand beside others of its kind."""

from collections.abc import Iterator

from paydays_widgets.core.text import Text
from paydays_widgets.games.market.deck import Deck
from paydays_widgets.games.market.reading.periods import Steps, periods
from paydays_widgets.games.market.reading.shares import sales
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import value
from paydays_widgets.show.measure import Seen, Topic


def topic(rules: Rules, _deck: Deck) -> Topic | None:
    """Return what a block is measured by.

    For units, what all gained of what these rules let them gain; for shares, what was paid of what
    they pay on average.
    """
    return "shares" if rules.shares else "efficiency"


def unmeasured(_rules: Rules, _text: Text) -> str:
    """Say why a block has no measure: each has one."""
    return ""


def seen(steps: Steps, rules: Rules, deck: Deck) -> Iterator[Seen]:
    """Find what periods brought that are over, or the price of each share."""
    if rules.shares:
        for sale in (each for each in sales(steps) if not each.forced):
            yield Seen(sale.period, sale.price, value(rules, deck, sale.period))
        return
    for each in periods(steps):
        if each.over:
            yield Seen(each.number, each.gained, each.possible)
