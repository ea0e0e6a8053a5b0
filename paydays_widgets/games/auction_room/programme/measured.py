"""What a block of auctions is measured by, so that it can stand beside others of its kind.

A measure divides what people did by what theory expects of the very values that were dealt: so
lucky values change nothing, and blocks with other amounts share a scale.
"""

from collections.abc import Iterator, Sequence

from paydays_widgets.core.text import Text
from paydays_widgets.games.auction_room.deck import Deck
from paydays_widgets.games.auction_room.reading import agreed, equilibrium_bid
from paydays_widgets.games.auction_room.reading.averages import OWN_PRICE, averages
from paydays_widgets.games.auction_room.rules import Rules
from paydays_widgets.games.auction_room.state import PASSED, ceiling, floor
from paydays_widgets.show.measure import Seen, Topic
from paydays_widgets.show.programme import Line


def topic(rules: Rules, deck: Deck) -> Topic | None:
    """Return what a block is measured by; None where theory says nothing to divide by."""
    if rules.purse:
        return None
    if rules.common:
        return None if averages(rules, deck, 2) is None else "curse"
    if rules.auction == "second" and not rules.budgets:
        return "overbidding"
    known = equilibrium_bid(rules, deck, 2, deck.top, deck.top) is not None
    return "price" if known else None


def unmeasured(rules: Rules, text: Text) -> str:
    """Say why a block has no measure."""
    if rules.purse:
        return text("Anyone whose purse is empty is out: theory knows no equilibrium with purses.")
    return text("Theory knows no equilibrium for these rules.")


def seen(rounds: Sequence[Sequence[Line]], rules: Rules, deck: Deck) -> Iterator[Seen]:
    """Find what rounds brought, in the measure of their rules."""
    found = topic(rules, deck)
    for lines in rounds:
        match found:
            case "overbidding":
                yield from _above(lines)
            case "curse":
                yield from _kept(lines, rules, deck)
            case "price":
                yield _paid(lines, rules, deck)
            case _:
                pass


def _above(lines: Sequence[Line]) -> Iterator[Seen]:
    """Count each bid: whether it exceeds its value. Anyone who passes does not."""
    for line in lines:
        above = line.bid is not None and line.value is not None and line.bid > line.value
        yield Seen(line.round, float(above), 1, line.seat)


def _kept(lines: Sequence[Line], rules: Rules, deck: Deck) -> Iterator[Seen]:
    """Divide what the winner kept by what a winner keeps on average in equilibrium."""
    expected = averages(rules, deck, len(lines))
    for line in lines:
        if line.wins and expected is not None:
            yield Seen(line.round, line.profit, expected.kept)


def _paid(lines: Sequence[Line], rules: Rules, deck: Deck) -> Seen:
    """Divide what was paid by what would have been if all had bid in equilibrium."""
    own, common = [], rules.auction in OWN_PRICE
    most = ceiling(rules, deck)
    for line in lines:
        budget = deck.top if line.budget is None else line.budget
        bid = equilibrium_bid(rules, deck, len(lines), line.value or 0, budget)
        price = PASSED if bid is None else agreed(rules, deck, bid, min(most, budget))
        if price != PASSED:
            own.append(price)
    own.sort(reverse=not rules.tender)
    if rules.auction == "all_pay":
        paid = sum(line.bid or 0 for line in lines)
        return Seen(lines[0].round, paid, sum(own))
    usual = most if rules.tender else floor(rules)
    expected = own if common else [*own[1:], usual] if own else []
    paid = sum(line.price or 0 for line in lines if line.wins)
    return Seen(lines[0].round, paid, expected[0] if expected else 0)
