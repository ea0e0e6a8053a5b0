"""Questions on the rules of a market of shares: a dividend, and a share that is bought."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE
from paydays_widgets.core.text import Text
from paydays_widgets.games.market.deck import UNIT, Deck
from paydays_widgets.games.market.engine import MARKET
from paydays_widgets.games.market.moves import Ask, Bid, Buy, Dividend, Move, Next, Wait
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import State, Trader, bounds
from paydays_widgets.games.market.text import money
from paydays_widgets.show.check import Check, posed

_SHARES: Final = 3
_PART: Final = 20 * UNIT
"""A price is three of these; cash is two, or five where nothing can be borrowed."""


def checks(rules: Rules, deck: Deck, text: Text) -> Sequence[Check]:
    """Ask what shares receive, and what buying one leaves or makes one owe."""
    return _received(rules, deck, text), _bought(rules, deck, text)


def _received(rules: Rules, deck: Deck, text: Text) -> Check:
    amount = deck.dividends[-1]
    before = _set_up(rules, deck, "dividend")
    facts = {"n": _SHARES, "sum": money(amount, text)}
    asked = text("You have {n} shares, and the dividend is {sum}. What do you receive?", **facts)
    each = text("Each share pays the dividend.")
    return posed(
        asked,
        _SHARES * amount,
        f"{_SHARES} × {money(amount, text)} = {money(_SHARES * amount, text)}",
        ((amount, each), (0, each), (amount // 2, each), (2 * _SHARES * amount, each)),
        before,
        (Dividend(CHANCE, amount),),
    )


def _bought(rules: Rules, deck: Deck, text: Text) -> Check:
    part = min(_PART, bounds(rules, deck)[1] // 3)
    price, has = 3 * part, (2 if rules.credit else 5) * part
    before = _set_up(rules, deck, "call" if rules.call else "speak", has)
    facts = {"cash": money(has, text), "price": money(price, text)}
    right = abs(has - price)
    if rules.credit:
        question = text(
            "You have {cash} in cash and buy a share at {price} on credit. What do you owe then?",
            **facts,
        )
        why = f"{money(price, text)} − {money(has, text)} = {money(right, text)}"
    else:
        question = text(
            "You have {cash} in cash and buy a share at {price}. What cash is left?", **facts
        )
        why = f"{money(has, text)} − {money(price, text)} = {money(right, text)}"
    first = text("Cash is used first; only what is lacking is borrowed.")
    return posed(
        question,
        right,
        why,
        ((price, first), (has, first), (price + has, first), (0, first)),
        before,
        tuple(_moves(before, price)),
    )


def _set_up(rules: Rules, deck: Deck, phase: str, has: int = 0) -> State:
    """Put a seat with shares at a table, and one with cash; the last price is high enough."""
    return replace(
        MARKET.start(2, rules, deck),
        phase=phase,
        active=0,
        last=12 * _PART,
        traders=(Trader(shares=_SHARES), Trader(booked=has)),
    )


def _moves(before: State, price: int) -> Iterator[Move]:
    """Let the second seat buy a share from the first."""
    if before.rules.call:
        yield from (Wait(0), Bid(1, price), Ask(0, price))
        for _ in range(before.rules.units - 1):
            yield from (Wait(0), Wait(1), Wait(0))
        return
    yield Ask(0, price)
    if not before.rules.free:
        yield Next(CHANCE, 1)
    yield Buy(1, price)
