"""Questions on the rules of a block, which the engine answers: what a unit leaves either side."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE, Chance
from paydays_widgets.core.text import Text
from paydays_widgets.games.market import events
from paydays_widgets.games.market.checks import shares
from paydays_widgets.games.market.deck import UNIT, Deck
from paydays_widgets.games.market.engine import MARKET
from paydays_widgets.games.market.events import Side
from paydays_widgets.games.market.moves import Move, Next, Offer, Take, Wait
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import State, Trader, bounds, tax_of
from paydays_widgets.games.market.text import gain_sum, money
from paydays_widgets.show.check import Check, posed

_APART: Final = 20 * UNIT
"""How far a card lies from the price."""
_BUYER: Final = 0
_SELLER: Final = 1


def checks(rules: Rules, deck: Deck, text: Text) -> Sequence[Check]:
    """Ask what a unit leaves a buyer, and what it leaves a seller; or about shares."""
    if rules.shares:
        return shares.checks(rules, deck, text)
    low, high = bounds(rules, deck)
    price = min(max(deck.top // 2 // UNIT * UNIT, low), high)
    before = _set_up(rules, deck, price)
    moves = tuple(_moves(before, price))
    return _gained("buyer", before, moves, price, text), _gained(
        "seller", before, moves, price, text
    )


def _set_up(rules: Rules, deck: Deck, price: int) -> State:
    """Put a buyer and a seller at a table, each with cards that lie apart from the price."""
    state = MARKET.start(2, rules, deck)
    return replace(
        state,
        phase="call" if rules.call else "speak",
        active=_SELLER,
        traders=tuple(Trader(cards=(price + apart,) * rules.units) for apart in (_APART, -_APART)),
    )


def _moves(before: State, price: int) -> Iterator[Move]:
    """Let them trade one unit."""
    if before.rules.call:
        for unit in range(before.rules.units):
            for seat in (_BUYER, _SELLER):
                yield Wait(seat) if unit else Offer(seat, price)
        return
    offer = Offer(_SELLER, price)
    yield offer
    if isinstance(MARKET.turn(MARKET.unfold(before, offer)[-1].state), Chance):
        yield Next(CHANCE, _BUYER)
    yield Take(_BUYER, price)


def _gain(before: State, moves: Sequence[Move], seat: int) -> int:
    """Return what the engine books for a seat."""
    state, found = before, 0
    for move in moves:
        for step in MARKET.unfold(state, move):
            state = step.state
            if isinstance(step.event, events.GainBooked) and step.event.seat == seat:
                found += step.event.gain or 0
    return found


def _gained(side: Side, before: State, moves: Sequence[Move], price: int, text: Text) -> Check:
    rules = before.rules
    seat = _BUYER if side == "buyer" else _SELLER
    card = before.traders[seat].cards[0]
    tax = tax_of(rules, side)
    right = _gain(before, moves, seat)
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
    apart = text("What counts is the difference between the card and the price.")
    taxed = text("The tax comes off.")
    return posed(
        f"{asked} {question}",
        right,
        gain_sum(side, card, price, tax, text),
        (
            (_APART, taxed),
            (_APART + tax, taxed),
            (
                -_APART,
                text("It is the reverse: the price comes off what the unit is worth to you.")
                if side == "buyer"
                else text("It is the reverse: what the unit costs you comes off the price."),
            ),
            (price, apart),
            (card, apart),
            (0, apart),
        ),
        before,
        moves,
    )
