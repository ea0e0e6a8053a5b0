"""The rules: who may act, what is legal, and what follows from a move."""

from typing import Final

from msgspec.structs import replace

from my_game.events import BidSealed, Event, GameEnded, LotKept, LotSold, WorthDealt
from my_game.moves import DEAREST, NOTATION, Bid, Deal, Move
from my_game.state import Phase, Rules, State, View
from paydays_widgets.core.chance import Outcome
from paydays_widgets.core.engine import Clauses, Engine, Prompt
from paydays_widgets.core.game import (
    CHANCE,
    BySeat,
    Chance,
    Decide,
    NoDeck,
    Over,
    Refusal,
    Seat,
    Settling,
    Step,
    Turn,
)
from paydays_widgets.core.ledger import BANK, Transfer, cash

START_MONEY: Final = 10


class MyGame(Engine[State, Move, Event, View, Rules, NoDeck]):
    """The engine. It has no state of its own: one instance serves every table."""

    id = "my_game"
    version = 1
    rules_type = Rules
    deck_type = NoDeck
    notation = NOTATION
    seats = (2, 3, 4)
    clauses = Clauses(seats="MY-seats", turns="MY-turns", over="MY-end")
    chances = {"deal": "MY-worth"}
    prompts = {"bid": Prompt("MY-bid", (Bid,))}
    reasons = {"not_that_much_money": ("MY-bid",)}

    def set_up(self, seats: int, rules: Rules, deck: NoDeck) -> State:
        """Make the first state."""
        nothing = (None,) * seats
        return State(rules, deck, "deal", 1, (START_MONEY,) * seats, nothing, nothing)

    def turn(self, s: State) -> Turn:
        """Return who may act."""
        match s.phase:
            case "deal":
                return Chance("deal", s.lot, len(_known(s.worth)))
            case "bid":
                waiting = [seat for seat, bid in enumerate(s.bids) if bid is None]
                return Decide(tuple(waiting), "bid", s.lot, 0)
            case "settling":
                return Settling(s.lot)
            case "over":
                return Over(s.lot)

    def options(self, s: State, by: Seat) -> tuple[Bid, ...]:
        """List the legal moves of a seat that is to decide."""
        return tuple(Bid(by, amount) for amount in range(s.money[by] + 1))

    def refuse_move(self, s: State, m: Move) -> Refusal | None:
        """Return why a seat may not answer with a move; None if it may."""
        if isinstance(m, Bid) and m.amount > s.money[m.by]:
            return Refusal("MY-bid", "not_that_much_money", {"money": s.money[m.by]})
        return None

    def outcomes(self, s: State) -> tuple[Outcome[Move], ...]:
        """List the moves of chance, each with its weight."""
        if s.phase != "deal":
            return ()
        return tuple(Outcome(Deal(CHANCE, worth), 1) for worth in range(1, DEAREST + 1))

    def carry_out(self, s: State, m: Move) -> list[Step[State, Event]]:
        """Unfold a legal move into events, each with the state after it."""
        if isinstance(m, Deal):
            seat = len(_known(s.worth))
            phase: Phase = "bid" if seat == len(s.money) - 1 else "deal"
            after = replace(s, phase=phase, worth=_put(s.worth, seat, m.worth))
            return [Step(WorthDealt(seat=seat, worth=m.worth), after)]
        after = replace(s, bids=_put(s.bids, m.by, m.amount))
        sealed = BidSealed(seat=m.by, amount=m.amount)
        if len(_known(after.bids)) < len(after.bids):
            return [Step(sealed, after)]
        after = replace(after, phase="settling")
        return [Step(sealed, after), *self._sale(after)]

    def _sale(self, s: State) -> list[Step[State, Event]]:
        """Sell the lot, then go on to the next one or end the game."""
        bids = _known(s.bids)
        event: Event = LotKept(bids=bids)
        if bids.count(max(bids)) == 1:
            s, event = _sold(s, bids)
        if s.lot < s.rules.lots:
            none = (None,) * len(bids)
            after = replace(s, phase="deal", lot=s.lot + 1, worth=none, bids=none)
            return [Step(event, after)]
        ended = GameEnded(winners=self.standing(s).ranking[0])
        return [Step(event, s), Step(ended, replace(s, phase="over"))]

    def view(self, s: State, seat: Seat | None) -> View:
        """Return what a seat may know; for None, the open table."""
        return View(
            seat,
            self.turn(s),
            () if seat is None else self.legal(s, seat),
            s.lot,
            s.money,
            _own(s.worth, seat),
            s.bids if s.phase == "over" else _own(s.bids, seat),
        )

    def witness(self, e: Event, seat: Seat | None) -> Event:
        """Return what a seat may know of an event."""
        if isinstance(e, WorthDealt) and e.seat != seat:
            return replace(e, worth=None)
        if isinstance(e, BidSealed) and e.seat != seat:
            return replace(e, amount=None)
        return e

    def books(self, s: State) -> dict[str, int]:
        """Return the balances of all accounts except the bank's."""
        return {cash(seat): money for seat, money in enumerate(s.money)}


def _known(those: BySeat[int | None]) -> tuple[int, ...]:
    return tuple(value for value in those if value is not None)


def _put(those: BySeat[int | None], seat: Seat, value: int) -> BySeat[int | None]:
    return (*those[:seat], value, *those[seat + 1 :])


def _own(those: BySeat[int | None], seat: Seat | None) -> BySeat[int | None]:
    return tuple(value if at == seat else None for at, value in enumerate(those))


def _sold(s: State, bids: BySeat[int]) -> tuple[State, LotSold]:
    price = max(bids)
    seat = bids.index(price)
    worth = _known(s.worth)[seat]
    paid = (Transfer(cash(seat), BANK, price), Transfer(BANK, cash(seat), worth))
    transfers = tuple(each for each in paid if each.amount)
    money = tuple(n + worth - price if at == seat else n for at, n in enumerate(s.money))
    event = LotSold(bids=bids, seat=seat, worth=worth, transfers=transfers)
    return replace(s, money=money), event


MY_GAME: Final = MyGame()
