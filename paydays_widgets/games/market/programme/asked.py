"""Questions on the rules of a block: what a unit leaves a buyer, and what a seller."""

from collections.abc import Sequence
from typing import Final

from paydays_widgets.core.text import Text
from paydays_widgets.games.market.deck import UNIT, Deck
from paydays_widgets.games.market.events import Side
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import bounds, tax_of
from paydays_widgets.games.market.text import gain_sum, money
from paydays_widgets.show.programme import Check

_APART: Final = 20 * UNIT
"""How far a card lies from the price."""
_OPTIONS: Final = 4


def checks(rules: Rules, deck: Deck, text: Text) -> Sequence[Check]:
    """Ask what a unit leaves a buyer, and what it leaves a seller."""
    return _gained("buyer", rules, deck, text), _gained("seller", rules, deck, text)


def _gained(side: Side, rules: Rules, deck: Deck, text: Text) -> Check:
    low, high = bounds(rules, deck)
    price = min(max(deck.top // 2 // UNIT * UNIT, low), high)
    card = price + _APART if side == "buyer" else price - _APART
    tax = tax_of(rules, side)
    right = _APART - tax
    facts = {"card": money(card, text), "price": money(price, text)}
    asked = (
        text("A unit is worth {card} to you. You buy it at {price}.", **facts)
        if side == "buyer"
        else text("A unit costs you {card}. You sell it at {price}.", **facts)
    )
    if rules.tax and tax:
        owed = text("You pay the tax of {sum}.", sum=money(tax, text))
        asked = f"{asked} {owed}"
    elif rules.tax:
        owed = text("The other side pays the tax of {sum}.", sum=money(rules.tax * UNIT, text))
        asked = f"{asked} {owed}"
    question = text("What do you gain?")
    mistakes = (_APART, _APART + tax, -_APART, price, card, 0)
    wrong = [each for each in dict.fromkeys(mistakes) if each != right]
    return Check(
        asked=f"{asked} {question}",
        options=sorted([right, *wrong[: _OPTIONS - 1]]),
        right=right,
        why=gain_sum(side, card, price, tax, text),
    )
