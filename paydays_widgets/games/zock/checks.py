"""Questions on the rules, which the engine answers: what a king brings, and what a hit costs."""

from collections.abc import Sequence

from msgspec.structs import replace

from paydays_widgets.core.text import Text
from paydays_widgets.games.zock.deck import Deck
from paydays_widgets.games.zock.engine import ZOCK, square_of
from paydays_widgets.games.zock.moves import Cash, Go, Move
from paydays_widgets.games.zock.rules import NOTE, Rules
from paydays_widgets.games.zock.state import HOME, Side, State
from paydays_widgets.games.zock.text import money
from paydays_widgets.show.check import Check, posed

_DIE = 2


def checks(rules: Rules, deck: Deck, text: Text) -> Sequence[Check]:
    """Ask what the bank pays for a king, and what a player owes who cannot pay for a hit."""
    return _cashed(rules, deck, text), _hit(rules, deck, text)


def _set_up(rules: Rules, deck: Deck, first: Side, second: Side) -> State:
    """Put two players at a table, with a bank that has all the money that they may need."""
    state = ZOCK.start(2, replace(rules, first=0), deck)
    return replace(state, active=0, sides=(first, second), bank=deck.money)


def _after(before: State, move: Move) -> State:
    return ZOCK.unfold(before, move)[-1].state


def _cashed(rules: Rules, deck: Deck, text: Text) -> Check:
    far = max(
        range(deck.quarter + 1, deck.squares),
        key=lambda steps: deck.window(rules.payout, steps, square_of(deck, 0, 2, steps)),
    )
    side = Side(deck.start_money, pawns=(far, 1, HOME))
    phase = "choose" if rules.cash == "before_roll" else "move"
    before = replace(_set_up(rules, deck, side, Side(deck.start_money)), phase=phase, die=_DIE)
    move = Cash(0, "king")
    right = _after(before, move).sides[0].money - side.money
    shown = deck.window(rules.payout, far, square_of(deck, 0, 2, far))
    times = deck.times("king")
    return posed(
        text(
            "You cash your king; the window shows {sum}. What does the bank pay you?",
            sum=money(shown, text),
        ),
        right,
        text(
            "For a king the bank pays {n} times the window: {product}.",
            n=times,
            product=f"{times} × {money(shown, text)} = {money(right, text)}",
        ),
        (
            (shown, text("That is paid for an ordinary pawn.")),
            (deck.fine_king, text("That is what a king costs its owner when it is hit.")),
            (0, text("A king past its first quarter brings money when it is cashed.")),
            (shown * (times + 1), text("That is once too often.")),
        ),
        before,
        (move,),
    )


def _hit(rules: Rules, deck: Deck, text: Text) -> Check:
    fine, has = deck.fine_king, NOTE
    hitter = Side(deck.start_money, pawns=(deck.quarter, 1, HOME))
    target = (square_of(deck, 1, 2, 1 + _DIE) - deck.exit(0, 2)) % deck.squares
    first = Side(has, pawns=(target, HOME, HOME))
    before = replace(_set_up(rules, deck, first, hitter), phase="move", active=1, die=_DIE)
    move = Go(1, "a")
    right = _after(before, move).sides[0].debt
    return posed(
        text(
            "Your king is hit: that costs {fine}, and you have {has}. What do you owe the bank "
            "now?",
            fine=money(fine, text),
            has=money(has, text),
        ),
        right,
        text(
            "You pay what you have, and the bank lends you the rest: {sum}.",
            sum=f"{money(fine, text)} − {money(has, text)} = {money(right, text)}",
        ),
        (
            (fine, text("You pay a part of it with the money that you have.")),
            (0, text("The bank lends you what you cannot pay, and lending is not giving.")),
            (has, text("That is what you had: you pay with it, and owe the rest.")),
            (fine + has, text("What you have comes off what you owe.")),
        ),
        before,
        (move,),
    )
