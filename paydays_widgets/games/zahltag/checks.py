"""Questions on the rules, which the engine answers: what the lowest bid pays, and idle cards."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE
from paydays_widgets.core.text import Text
from paydays_widgets.games.zahltag.deck import Deck
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from paydays_widgets.games.zahltag.moves import PAYDAY, Bid, Move, TurnUp
from paydays_widgets.games.zahltag.rules import Rules
from paydays_widgets.games.zahltag.state import State
from paydays_widgets.games.zahltag.text import money
from paydays_widgets.show.check import Check, posed

_HANDS: Final = (5, 3)
"""How many cards the two firms hold on a payday."""


def checks(rules: Rules, deck: Deck, text: Text) -> Sequence[Check]:
    """Ask what the firm that asks least is paid, and what idle cards cost on a payday."""
    return _won(rules, deck, text), _idle(rules, deck, text)


def _set_up(rules: Rules, deck: Deck, hands: Sequence[tuple[int, int, int, int]]) -> State:
    """Put two firms with these hands at a table, the first of them on its turn."""
    state = ZAHLTAG.start(2, replace(rules, first=0), deck)
    rich = max(deck.start_money, sum(map(sum, hands)))
    firms = tuple(
        replace(firm, money=rich, hand=hand) for firm, hand in zip(state.firms, hands, strict=True)
    )
    return replace(state, turn=1, active=0, firms=firms)


def _earned(before: State, moves: Sequence[Move]) -> int:
    """Return what the first firm's money rises by."""
    state = before
    for move in moves:
        state = ZAHLTAG.unfold(state, move)[-1].state
    return state.firms[0].money - before.firms[0].money


def _won(rules: Rules, deck: Deck, text: Text) -> Check:
    needs = deck.contracts[0]
    sums = sorted({amount for card in deck.bid_cards for amount in card})
    own, other = sums[len(sums) // 2 - 1], sums[-1]
    before = replace(_set_up(rules, deck, (needs, needs)), phase="bid", offer=1, pile=())
    moves = (Bid(0, own), Bid(1, other))
    right = _earned(before, moves)
    return posed(
        text(
            "You ask for {own}; the other firm asks for {other}. What are you paid?",
            own=money(own, text),
            other=money(other, text),
        ),
        right,
        text("The firm that asks least builds, and is paid what it asked for."),
        (
            (other, text("That is what the other firm asked for: it does not build.")),
            (0, text("You asked for less, so you build, and are paid.")),
            (other - own, text("The difference does not matter: your own bid is paid.")),
            (own + other, text("Only your own bid is paid.")),
        ),
        before,
        moves,
    )


def _idle(rules: Rules, deck: Deck, text: Text) -> Check:
    more, least = _HANDS
    before = replace(
        _set_up(rules, deck, ((0, more, 0, 0), (0, least, 0, 0))), phase="turn_up", since=(1,)
    )
    moves = (TurnUp(CHANCE, PAYDAY),)
    right = -_earned(before, moves)
    return posed(
        text(
            "It is a payday. You hold {more} cards; the smallest hand has {least}. What do you "
            "pay?",
            more=more,
            least=least,
        ),
        right,
        text(
            "You pay {one} for each card above the smallest hand: {sum}.",
            one=money(1, text),
            sum=f"{more} − {least} = {more - least}",
        ),
        (
            (more, text("Not for every card: as many as the smallest hand has cost nothing.")),
            (least, text("That is the smallest hand: its cards cost nothing.")),
            (0, text("You hold more than the smallest hand, and pay for what is above it.")),
        ),
        before,
        moves,
    )
