"""Kuhn poker's rules: who may act, what is legal, and what follows from a move."""

from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from paydays_widgets.core.chance import Outcome
from paydays_widgets.core.engine import Clauses, Engine, Prompt, then
from paydays_widgets.core.game import CHANCE, Chance, Decide, Over, Seat, Settling, Step, Turn
from paydays_widgets.core.ledger import Transfer, cash
from tests.kuhn_poker.deck import Card, Deck, default_deck
from tests.kuhn_poker.events import (
    AntesPaid,
    BetCalled,
    BetMade,
    CardDealt,
    CardsShown,
    Checked,
    Event,
    GameEnded,
    HandGivenUp,
    PotWon,
    WinClause,
)
from tests.kuhn_poker.moves import NOTATION, Bet, Call, Check, Deal, Fold, Move
from tests.kuhn_poker.rules import Rules
from tests.kuhn_poker.state import Side, State, View

POT: Final = "pot"
"""The account that holds the chips in the middle."""

_Steps = list[Step[State, Event]]


class KuhnPoker(Engine[State, Move, Event, View, Rules, Deck]):
    """The engine. It holds no state: one instance serves every table."""

    id = "kuhn_poker"
    version = 1
    rules_type = Rules
    deck_type = Deck
    notation = NOTATION
    seats = (2,)
    clauses = Clauses(seats="KP-players", turns="KP-turns", over="KP-end")
    chances = MappingProxyType({"deal": "KP-deal"})
    prompts = MappingProxyType(
        {"open": Prompt("KP-turns", (Check, Bet)), "answer": Prompt("KP-answer", (Call, Fold))}
    )

    def deck(self) -> Deck:
        """Return the pack that comes with the game."""
        return default_deck()

    def set_up(self, seats: int, rules: Rules, deck: Deck) -> State:
        """Return the state before the first card is dealt."""
        sides = (Side(deck.start_money),) * seats
        return State(rules, deck, "deal", turn=0, active=0, sides=sides)

    def turn(self, s: State) -> Turn:
        """Return who may act."""
        match s.phase:
            case "deal":
                return Chance("deal", s.turn, s.active)
            case "open" | "answer":
                return Decide((s.active,), s.phase, s.turn, 0)
            case "settling":
                return Settling(s.turn)
            case "over":
                return Over(s.turn)

    def options(self, s: State, by: Seat) -> tuple[Move, ...]:
        """List the legal moves of the seat whose turn it is."""
        return (Check(by), Bet(by)) if s.phase == "open" else (Call(by), Fold(by))

    def outcomes(self, s: State) -> tuple[Outcome[Move], ...]:
        """List the cards that could be dealt next, from low to high."""
        if s.phase != "deal":
            return ()
        return tuple(Outcome(Deal(CHANCE, card), 1) for card in _pack(s))

    def carry_out(self, s: State, m: Move) -> _Steps:
        """Carry out a legal move."""
        steps: _Steps = []
        bet = s.deck.bet
        match m:
            case Deal(_, card):
                _deal(s, card, steps)
            case Check(by) if by == 0:
                then(steps, Checked(seat=by), replace(s, active=1))
            case Check(by):
                _compare(then(steps, Checked(seat=by), replace(s, phase="settling")), steps)
            case Bet(by):
                s = _pay(replace(s, phase="answer", active=1 - by), by, bet)
                then(steps, BetMade(seat=by, amount=bet, pot=s.pot, transfers=_to_pot(by, bet)), s)
            case Call(by):
                s = _pay(replace(s, phase="settling"), by, bet)
                call = BetCalled(seat=by, amount=bet, pot=s.pot, transfers=_to_pot(by, bet))
                _compare(then(steps, call, s), steps)
            case Fold(by):
                s = then(steps, HandGivenUp(seat=by), replace(s, phase="settling"))
                _win(s, 1 - by, "KP-fold", steps)
        return steps

    def view(self, s: State, seat: Seat | None) -> View:
        """Return what a seat may know; for None, what lies open on the table."""
        sides = [
            side if s.shown or at == seat else replace(side, card=None)
            for at, side in enumerate(s.sides)
        ]
        return View(
            seat=seat,
            rules=s.rules,
            deck=s.deck,
            turn=self.turn(s),
            sides=tuple(sides),
            pot=s.pot,
            legal=() if seat is None else self.legal(s, seat),
        )

    def witness(self, e: Event, seat: Seat | None) -> Event | None:
        """Return an event as a seat may know it: the other seat's card is hidden."""
        hidden = isinstance(e, CardDealt) and e.seat != seat
        return replace(e, card=None) if hidden else e

    def books(self, s: State) -> dict[str, int]:
        """Return each seat's chips, and the pot."""
        return {cash(0): s.sides[0].money, cash(1): s.sides[1].money, POT: s.pot}


def _pack(s: State) -> tuple[Card, ...]:
    """Return the cards that have not been dealt."""
    dealt = [side.card for side in s.sides]
    return tuple(card for card in s.deck.cards[: s.rules.cards] if card not in dealt)


def _to_pot(seat: Seat, amount: int) -> tuple[Transfer, ...]:
    return (Transfer(cash(seat), POT, amount),)


def _pay(s: State, seat: Seat, amount: int) -> State:
    """Move chips from a seat into the pot, or out of it if ``amount`` is negative."""
    paid = replace(s.sides[seat], money=s.sides[seat].money - amount)
    sides = (paid, s.sides[1]) if seat == 0 else (s.sides[0], paid)
    return replace(s, sides=sides, pot=s.pot + amount)


def _deal(s: State, card: Card, steps: _Steps) -> None:
    one, two = s.sides
    dealt = CardDealt(seat=s.active, card=card)
    if s.active == 0:
        then(steps, dealt, replace(s, active=1, sides=(replace(one, card=card), two)))
        return
    after = replace(s, phase="settling", sides=(one, replace(two, card=card)))
    s = then(steps, dealt, after)
    ante = s.deck.ante
    antes = AntesPaid(each=ante, transfers=(*_to_pot(0, ante), *_to_pot(1, ante)))
    s = replace(_pay(_pay(s, 0, ante), 1, ante), phase="open", turn=1, active=0)
    then(steps, antes, s)


def _compare(s: State, steps: _Steps) -> None:
    """Award the pot to the higher card (KP-showdown)."""
    one, two = (side.card for side in s.sides)
    assert one is not None  # for the type checker: nobody decides before the deal
    assert two is not None
    s = then(steps, CardsShown(cards=(one, two)), replace(s, shown=True))
    rank = s.deck.cards.index
    _win(s, 0 if rank(one) > rank(two) else 1, "KP-showdown", steps)


def _win(s: State, seat: Seat, clause: WinClause, steps: _Steps) -> None:
    """Pay the pot to a seat and end the game."""
    paid = (Transfer(POT, cash(seat), s.pot),)
    won = PotWon(clause=clause, seat=seat, amount=s.pot, transfers=paid)
    s = then(steps, won, _pay(s, seat, -s.pot))
    gain = s.sides[seat].money - s.deck.start_money
    then(steps, GameEnded(winner=seat, gain=gain), replace(s, phase="over"))


KUHN_POKER: Final = KuhnPoker()
