"""Zock's rules: who may act, what is legal, and what follows from a move.

Teaches when to stop (a pawn is worth more the farther it has gone, and each roll may lose it),
bets for everything (the duel), and credit with a lender that can run dry. All functions are
pure. The clauses that they name are in ``rulebook.toml``.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from paydays_widgets.core.balance import Item, Sheet
from paydays_widgets.core.chance import Outcome
from paydays_widgets.core.engine import Clauses, Engine, Prompt, put, ranked, then
from paydays_widgets.core.game import (
    CHANCE,
    Chance,
    Decide,
    Over,
    Refusal,
    Seat,
    Settling,
    Standing,
    Step,
    Turn,
)
from paydays_widgets.core.ledger import BANK, Account, Transfer, cash
from paydays_widgets.games.zock import events
from paydays_widgets.games.zock.deck import Deck, default_deck
from paydays_widgets.games.zock.events import Ending, Event
from paydays_widgets.games.zock.moves import (
    FACES,
    NOTATION,
    PAWNS,
    Cash,
    Go,
    Move,
    Pawn,
    Repay,
    Roll,
    SendHome,
    Throw,
)
from paydays_widgets.games.zock.rules import MOST_ROUNDS, NOTE, Rules
from paydays_widgets.games.zock.state import ALL_HOME, HOME, KING, Pawns, Side, State, View

MAX_SEATS: Final = 4
SPARE: Final = 1
"""The number of pawns that may be at home; the others have to be on the circuit (ZK-two-out)."""
UNLUCKY: Final = 1
"""The roll that sends the foremost pawn home (ZK-one) and loses a duel (ZK-duel)."""

_BARRED: Final = MappingProxyType(
    {
        "king_first": "ZK-king-first",
        "frozen": "ZK-king-first",
        "two_out": "ZK-two-out",
        "two_at_most": "ZK-choose",
        "at_end": "ZK-lap",
        "own_pawn": "ZK-stack",
    }
)
_CASHED_IN: Final = MappingProxyType({"before_roll": "choose", "after_roll": "move"})
"""When a pawn is cashed (ZK-cash-when)."""
VAULT: Final[Account] = "vault"
"""The account of the money that the bank holds. What seats owe it is in the account ``bank``."""
DEBT: Final[tuple[Account, ...]] = tuple(f"debt:{n}" for n in range(1, MAX_SEATS + 1))
"""The account of each seat's debt to the bank, at or below 0."""
_INDEX: Final[Mapping[str, int]] = MappingProxyType({pawn: at for at, pawn in enumerate(PAWNS)})
_DICE: Final = tuple(Outcome(Roll(CHANCE, die), 1) for die in FACES)

_Steps = list[Step[State, Event]]


class Zock(Engine[State, Move, Event, View, Rules, Deck]):
    """The engine. It holds no state: one instance serves every table."""

    id = "zock"
    version = 1
    rules_type = Rules
    deck_type = Deck
    notation = NOTATION
    seats = (2, 3, MAX_SEATS)
    clauses = Clauses(seats="ZK-players", turns="ZK-players", over="ZK-end", out="ZK-bank-empty")
    chances = MappingProxyType({"roll": "ZK-roll", "duel": "ZK-duel"})
    prompts = MappingProxyType(
        {
            "choose": Prompt("ZK-roll", (Throw, Cash, Repay)),
            "move": Prompt("ZK-choose", (Go, Cash, Repay)),
            "foremost": Prompt("ZK-one", (SendHome, Repay)),
        }
    )
    reasons = MappingProxyType(
        {
            "no_pawn": ("ZK-pawns",),
            **{reason: (clause,) for reason, clause in _BARRED.items()},
            "cash_when": ("ZK-cash-when",),
            "cash_two": ("ZK-cash",),
            "cash_home": ("ZK-cash",),
            "cash_quarter": ("ZK-cash",),
            "not_foremost": ("ZK-one",),
            "no_debt": ("ZK-borrow",),
            "repay_steps": ("ZK-borrow",),
            "repay_debt": ("ZK-borrow",),
            "repay_money": ("ZK-borrow",),
        }
    )

    def deck(self) -> Deck:
        """Return the board that comes with the game."""
        return default_deck()

    def set_up(self, seats: int, rules: Rules, deck: Deck) -> State:
        """Return the state before the first roll (ZK-players, ZK-money, ZK-pawns).

        Raises
        ------
        ValueError
            If the rounds are out of range, or the bank's money is negative or not a multiple
            of :data:`NOTE`.
        """
        if not 1 <= rules.rounds <= MOST_ROUNDS:
            message = f"a game has 1 to {MOST_ROUNDS} rounds, not {rules.rounds} (ZK-end)"
            raise ValueError(message)
        bank = deck.money - seats * deck.start_money if rules.capital is None else rules.capital
        if bank < 0 or bank % NOTE:
            message = (
                f"the bank holds a multiple of {NOTE} when the {seats} seats have been paid "
                f"{deck.start_money} each, not {bank} (ZK-money)"
            )
            raise ValueError(message)
        return State(
            rules=rules,
            deck=deck,
            phase="roll",
            turn=1,
            round=1,
            active=rules.first,
            sides=(Side(deck.start_money),) * seats,
            bank=bank,
        )

    def turn(self, s: State) -> Turn:
        """Return who may act."""
        phase = s.phase
        if phase in {"roll", "duel"}:
            return Chance(phase, s.turn, s.count)
        if phase == "over":
            return Over(s.turn)
        if phase == "settling":
            return Settling(s.turn)
        return Decide((s.active,), phase, s.turn, s.count)

    def playing(self, s: State) -> list[bool]:
        """Return, for each seat, whether it is still in the game (ZK-bank-empty)."""
        return [not side.out for side in s.sides]

    def options(self, s: State, by: Seat) -> list[Move]:
        """List the legal moves of the seat whose turn it is."""
        side = s.sides[by]
        pawns = side.pawns
        moves: list[Move] = []
        match s.phase:
            case "choose":
                moves = [Throw(by)]
            case "move":
                moves = [Go(by, pawn) for pawn in _movable(s, pawns)]
            case "foremost":
                moves = [SendHome(by, pawn) for pawn in _foremost(pawns)]
        if s.phase == _CASHED_IN[s.rules.cash]:
            moves += [Cash(by, pawn) for pawn in _cashable(s, pawns)]
        if side.debt:
            most = min(side.debt, side.money)
            moves += [Repay(by, sum_) for sum_ in range(NOTE, most + 1, NOTE)]
        return moves

    def outcomes(self, s: State) -> tuple[Outcome[Move], ...]:
        """List what the die can show."""
        return _DICE if s.phase in {"roll", "duel"} else ()

    def view(self, s: State, seat: Seat | None) -> View:
        """Return what a seat may know: everything, and its own legal moves."""
        return View(
            seat=seat,
            rules=s.rules,
            deck=s.deck,
            turn=self.turn(s),
            number=s.turn,
            round=s.round,
            active=s.active,
            sides=s.sides,
            bank=s.bank,
            disc=s.disc,
            die=s.die,
            attacked=s.attacked,
            gone=s.gone,
            legal=() if seat is None else self.legal(s, seat),
        )

    def standing(self, s: State) -> Standing:
        """Rank the seats: one that has won all the money, then by money less debt (ZK-end)."""
        marks = {
            seat: (seat == s.winner, side.money - side.debt)
            for seat, side in enumerate(s.sides)
            if not side.out
        }
        return Standing((*ranked(marks), *[(seat,) for seat in reversed(s.gone)]), "ZK-end")

    def books(self, s: State) -> dict[str, int]:
        """Return each seat's cash and debt (at or below 0), and what the bank holds."""
        books = {cash(seat): side.money for seat, side in enumerate(s.sides)}
        for seat, side in enumerate(s.sides):
            books[DEBT[seat]] = -side.debt
        books[VAULT] = s.bank
        return books

    def sheet(self, s: State, seat: Seat) -> Sheet:
        """Draw up a seat's balance sheet: its money, less its debt to the bank."""
        side = s.sides[seat]
        return Sheet((Item("cash", side.money),), (Item("debt", side.debt),))


# --- the circuit ------------------------------------------------------------------------------


def square_of(deck: Deck, seat: Seat, seats: int, steps: int) -> int:
    """Return the square of a pawn that has gone ``steps`` past its exit."""
    return (deck.exit(seat, seats) + steps) % deck.squares


def landing(rules: Rules, deck: Deck, steps: int, die: int) -> int:
    """Return the steps of a pawn after a roll; :data:`HOME` if it goes home (ZK-lap).

    Examples
    --------
    >>> deck = default_deck()
    >>> [landing(Rules(), deck, steps, 5) for steps in (HOME, 30, 38)]
    [5, 35, 39]
    >>> [landing(Rules(lap=lap), deck, 38, 5) for lap in ("circle", "home_unpaid")]
    [3, -1]
    """
    if steps == HOME:
        return die
    steps += die
    if steps < deck.squares:
        return steps
    if rules.lap == "wait":
        return deck.squares - 1
    return steps - deck.squares if rules.lap == "circle" else HOME


def standing_at(s: State | View, square: int, mover: Seat) -> tuple[Seat, tuple[int, ...]] | None:
    """Return the opponent whose pawns stand on a square, and their places among its pawns.

    Between moves no square holds pawns of two seats: the second to arrive hits or fights the
    first.
    """
    deck, seats = s.deck, len(s.sides)
    for seat, side in enumerate(s.sides):
        if seat != mover:
            steps = (square - deck.exit(seat, seats)) % deck.squares
            if steps in side.pawns:
                return seat, _at(side.pawns, steps)
    return None


def _at(pawns: Pawns, steps: int) -> tuple[int, ...]:
    return tuple([at for at, each in enumerate(pawns) if each == steps])


def _named(places: tuple[int, ...]) -> tuple[Pawn, ...]:
    return tuple(PAWNS[at] for at in places)


def _placed(pawns: Pawns, places: tuple[int, ...], steps: int) -> Pawns:
    placed = list(pawns)
    for at in places:
        placed[at] = steps
    king, a, b = placed
    return (king, a, b)


# --- what is legal ----------------------------------------------------------------------------


def could_go(s: State | View) -> list[Pawn]:
    """List the active seat's pawns that could use the roll, whichever seat asks."""
    return _movable(s, s.sides[s.active].pawns)


def could_cash(s: State | View, seat: Seat | None = None) -> list[Pawn]:
    """List a seat's pawns that it could cash on its turn; the active seat's if none is named."""
    return _cashable(s, s.sides[s.active if seat is None else seat].pawns)


def _barred(s: State | View, pawns: Pawns, at: int) -> str:
    """Return the reason why a pawn cannot use the roll; "" if it can."""
    steps = pawns[at]
    rules = s.rules
    if pawns[KING] == HOME:
        if at != KING and rules.king_first == "king_leaves_first":
            return "king_first"
        if at != KING and steps != HOME:
            return "frozen"
    elif steps == HOME:
        if rules.third_pawn == "two_at_most" and pawns.count(HOME) <= SPARE:
            return "two_at_most"
    elif pawns.count(HOME) > SPARE:
        return "two_out"
    elif rules.lap == "wait" and steps == s.deck.squares - 1:
        return "at_end"
    if rules.stacking == "forbid":
        target = landing(rules, s.deck, steps, s.die)
        if target != HOME and target in pawns:
            return "own_pawn"
    return ""


def _movable(s: State | View, pawns: Pawns) -> list[Pawn]:
    """List the pawns that can use the roll."""
    return [pawn for at, pawn in enumerate(PAWNS) if not _barred(s, pawns, at)]


def _cashable(s: State | View, pawns: Pawns) -> list[Pawn]:
    """List the pawns that can be cashed (ZK-cash)."""
    if pawns[KING] == HOME or pawns.count(HOME) > SPARE:
        return []
    quarter = s.deck.quarter
    return [pawn for at, pawn in enumerate(PAWNS) if pawns[at] > quarter]


def _foremost(pawns: Pawns) -> list[Pawn]:
    """List the foremost pawns on the circuit; there is at least one."""
    most = max(pawns)
    return [pawn for at, pawn in enumerate(PAWNS) if pawns[at] == most]


def _refuse_go(s: State, m: Go) -> Refusal | None:
    pawn, pawns = m.pawn, s.sides[m.by].pawns
    at = _INDEX.get(pawn)
    if at is None:
        return Refusal("ZK-pawns", "no_pawn", {"pawn": pawn})
    reason = _barred(s, pawns, at)
    if not reason:
        return None
    return Refusal(_BARRED[reason], reason, {"pawn": pawn, "steps": pawns[at], "die": s.die})


def _refuse_cash(s: State, m: Cash) -> Refusal | None:
    pawn, pawns = m.pawn, s.sides[m.by].pawns
    at = _INDEX.get(pawn)
    if at is None:
        return Refusal("ZK-pawns", "no_pawn", {"pawn": pawn})
    when = s.rules.cash
    if s.phase != _CASHED_IN[when]:
        return Refusal("ZK-cash-when", "cash_when", {"when": when})
    if pawns[at] == HOME:
        return Refusal("ZK-cash", "cash_home", {"pawn": pawn})
    if pawns[KING] == HOME or pawns.count(HOME) > SPARE:
        return Refusal("ZK-cash", "cash_two", {"pawn": pawn})
    if pawns[at] <= s.deck.quarter:
        return Refusal(
            "ZK-cash",
            "cash_quarter",
            {"pawn": pawn, "steps": pawns[at], "quarter": s.deck.quarter},
        )
    return None


def _refuse_home(s: State, m: SendHome) -> Refusal | None:
    pawn, pawns = m.pawn, s.sides[m.by].pawns
    at = _INDEX.get(pawn)
    if at is None:
        return Refusal("ZK-pawns", "no_pawn", {"pawn": pawn})
    if pawns[at] == max(pawns):
        return None
    return Refusal(
        "ZK-one", "not_foremost", {"pawn": pawn, "steps": pawns[at], "most": max(pawns)}
    )


def _refuse_repay(s: State, m: Repay) -> Refusal | None:
    amount, side = m.amount, s.sides[m.by]
    if not side.debt:
        return Refusal("ZK-borrow", "no_debt")
    if amount <= 0 or amount % NOTE:
        return Refusal("ZK-borrow", "repay_steps", {"amount": amount, "note": NOTE})
    if amount > side.debt:
        return Refusal("ZK-borrow", "repay_debt", {"amount": amount, "debt": side.debt})
    if amount > side.money:
        return Refusal("ZK-borrow", "repay_money", {"amount": amount, "money": side.money})
    return None


# --- what follows -----------------------------------------------------------------------------


def _throw(s: State, m: Throw, steps: _Steps) -> None:
    gave_up = s.rules.cash == "before_roll" and _cashable(s, s.sides[m.by].pawns)
    taken = events.DieTaken(clause="ZK-cash-when" if gave_up else "ZK-roll", seat=m.by)
    then(steps, taken, replace(s, phase="roll", count=0))


def _roll(s: State, m: Roll, steps: _Steps) -> None:
    """Roll the die; a 1 takes effect at once, unless there is a choice (ZK-roll, ZK-one)."""
    if s.phase == "duel":
        _duel_roll(s, m.die, steps)
        return
    seat, die = s.active, m.die
    pawns = s.sides[seat].pawns
    rolled = events.DieRolled(seat=seat, die=die)
    s = replace(s, phase="move", die=die, count=0)
    if die == UNLUCKY:
        if max(pawns) == HOME:
            s = then(steps, rolled, replace(s, phase="settling"))
            _end_turn(then(steps, events.NothingSentHome(seat=seat), s), steps)
        elif pawns.count(max(pawns)) > 1:
            then(steps, rolled, replace(s, phase="foremost"))
        else:
            s = then(steps, rolled, replace(s, phase="settling"))
            _send_home(s, SendHome(seat, PAWNS[pawns.index(max(pawns))]), steps)
    elif _movable(s, pawns) or (s.rules.cash == "after_roll" and _cashable(s, pawns)):
        then(steps, rolled, s)
    else:
        s = then(steps, rolled, replace(s, phase="settling"))
        _end_turn(then(steps, events.TurnPassed(seat=seat, die=die), s), steps)


def _send_home(s: State, m: SendHome, steps: _Steps) -> None:
    """Take a foremost pawn off the circuit, with no money (ZK-one)."""
    seat, at = m.by, _INDEX[m.pawn]
    side = s.sides[seat]
    gone = side.pawns[at]
    event = events.PawnWentHome(
        clause="ZK-one",
        seat=seat,
        pawn=m.pawn,
        steps=gone,
        foremost=side.pawns.count(gone),
        cashable=s.rules.cash == "before_roll" and m.pawn in _cashable(s, side.pawns),
    )
    side = replace(side, pawns=_placed(side.pawns, (at,), HOME))
    s = replace(s, phase="settling", sides=put(s.sides, seat, side))
    _end_turn(then(steps, event, s), steps)


def _go(s: State, m: Go, steps: _Steps) -> None:
    """Bring a pawn out or move it on, and deal with any pawns that it meets."""
    seat, pawn, die, deck = m.by, m.pawn, s.die, s.deck
    at = _INDEX[pawn]
    side = s.sides[seat]
    pawns = side.pawns
    start = pawns[at]
    went = landing(s.rules, deck, start, die)
    after = replace(side, pawns=_placed(pawns, (at,), went))
    s = replace(s, phase="settling", count=0, sides=put(s.sides, seat, after))
    if went == HOME:
        event = events.PawnWentHome(clause="ZK-lap", seat=seat, pawn=pawn, steps=start, foremost=0)
        _end_turn(then(steps, event, s), steps)
        return
    square = square_of(deck, seat, len(s.sides), went)
    if start == HOME:
        out = events.PawnBroughtOut(
            clause=(
                "ZK-king-first"
                if at == KING
                else "ZK-two-out"
                if pawns.count(HOME) > SPARE
                else "ZK-choose"
            ),
            seat=seat,
            pawn=pawn,
            steps=went,
            square=square,
        )
        s = then(steps, out, s)
    else:
        moved = events.PawnMoved(
            clause="ZK-choose" if went == start + die else "ZK-lap",
            seat=seat,
            pawn=pawn,
            die=die,
            start=start,
            steps=went,
            square=square,
        )
        s = then(steps, moved, s)
    met = standing_at(s, square, seat)
    if met is None:
        _end_turn(s, steps)
    elif at == KING and KING in met[1]:
        _challenge(s, met[0], met[1], square, steps)
    else:
        _hit(s, met[0], met[1], square, steps)


def _hit(s: State, victim: Seat, places: tuple[int, ...], square: int, steps: _Steps) -> None:
    """Send pawns home and let their owner pay the hitter (ZK-hit, ZK-stack, ZK-borrow)."""
    seat, pawns = s.active, _named(places)
    fine = sum(map(s.deck.fine, pawns))
    side = s.sides[victim]
    side = replace(side, pawns=_placed(side.pawns, places, HOME))
    s = replace(s, sides=put(s.sides, victim, side))
    hit = events.PawnsHit(
        clause="ZK-hit" if len(places) == 1 else "ZK-stack",
        seat=seat,
        victim=victim,
        pawns=pawns,
        square=square,
        fine=fine,
    )
    s = then(steps, hit, s)
    missing = fine - side.money
    lent = max(0, min(missing, s.bank))
    if lent < missing and (s.rules.bank_short == "out" or not lent):
        _end_turn(_leave(s, victim, fine, steps), steps)
        return
    if lent:
        borrowed = events.MoneyBorrowed(
            clause="ZK-borrow" if lent == missing else "ZK-bank-empty",
            seat=victim,
            amount=lent,
            owed=fine,
            had=side.money,
            debt=side.debt + lent,
            transfers=(Transfer(VAULT, cash(victim), lent), Transfer(DEBT[victim], BANK, lent)),
        )
        side = replace(side, money=side.money + lent, debt=side.debt + lent)
        s = replace(s, bank=s.bank - lent, sides=put(s.sides, victim, side))
        s = then(steps, borrowed, s)
    amount = min(fine, side.money)
    paid = events.FinePaid(
        clause="ZK-hit" if amount == fine else "ZK-bank-empty",
        seat=victim,
        payee=seat,
        amount=amount,
        transfers=(Transfer(cash(victim), cash(seat), amount),),
    )
    s = _paying(s, victim, seat, amount)
    _end_turn(then(steps, paid, s), steps)


def fine_paid(s: State | View, victim: Seat, fine: int) -> int:
    """Return how much of a fine its victim would pay (ZK-hit, ZK-bank-empty)."""
    had = s.sides[victim].money
    if fine <= had + s.bank:
        return fine
    return had + s.bank if s.rules.bank_short == "lends_rest" else had


def _paying(s: State, payer: Seat, payee: Seat, amount: int) -> State:
    less, more = s.sides[payer], s.sides[payee]
    sides = put(s.sides, payer, replace(less, money=less.money - amount))
    return replace(s, sides=put(sides, payee, replace(more, money=more.money + amount)))


def _leave(s: State, seat: Seat, owed: int, steps: _Steps) -> State:
    """Take a seat out of the game: its creditor gets what it has (ZK-bank-empty)."""
    side, creditor = s.sides[seat], s.active
    event = events.SeatOut(
        seat=seat,
        creditor=creditor,
        owed=owed,
        had=side.money,
        bank=s.bank,
        debt=side.debt,
        transfers=tuple(
            [Transfer(cash(seat), cash(creditor), side.money)] * bool(side.money)
            + [Transfer(BANK, DEBT[seat], side.debt)] * bool(side.debt)
        ),
    )
    s = _paying(s, seat, creditor, side.money)
    sides = put(s.sides, seat, Side(money=0, pawns=ALL_HOME, out=True))
    return then(steps, event, replace(s, sides=sides, gone=(*s.gone, seat)))


def _challenge(
    s: State, attacked: Seat, places: tuple[int, ...], square: int, steps: _Steps
) -> None:
    """Begin a duel (ZK-duel)."""
    event = events.DuelBegun(
        clause="ZK-duel" if len(places) == 1 else "ZK-stack",
        seat=s.active,
        attacked=attacked,
        pawns=_named(places),
        square=square,
        stakes=(s.sides[s.active].money, s.sides[attacked].money),
    )
    then(steps, event, replace(s, phase="duel", attacked=attacked))


def _duel_roll(s: State, die: int, steps: _Steps) -> None:
    """Roll in a duel: the attacked seat first, then in turn; a 1 loses (ZK-duel)."""
    attacker, attacked = s.active, s.attacked
    assert attacked is not None
    roller, other = (attacker, attacked) if s.count % 2 else (attacked, attacker)
    rolled = events.DuelRolled(seat=roller, die=die, count=s.count + 1)
    if die != UNLUCKY:
        then(steps, rolled, replace(s, count=s.count + 1))
        return
    s = then(steps, rolled, replace(s, phase="settling", count=s.count + 1))
    side = s.sides[roller]
    places = (KING,) if roller == attacker else _at(side.pawns, side.pawns[KING])
    decided = events.DuelDecided(
        clause="ZK-duel" if len(places) == 1 else "ZK-stack",
        seat=other,
        loser=roller,
        pawns=_named(places),
        amount=side.money,
        attacker=attacker,
        transfers=(Transfer(cash(roller), cash(other), side.money),) if side.money else (),
    )
    s = _paying(s, roller, other, side.money)
    side = replace(s.sides[roller], pawns=_placed(side.pawns, places, HOME))
    s = replace(s, sides=put(s.sides, roller, side), attacked=None)
    _end_turn(then(steps, decided, s), steps)


def _cash(s: State, m: Cash, steps: _Steps) -> None:
    """Turn the disc to a pawn and pay for all that stand there (ZK-window, ZK-cash, ZK-stack)."""
    seat, at, deck = m.by, _INDEX[m.pawn], s.deck
    side = s.sides[seat]
    gone = side.pawns[at]
    square = square_of(deck, seat, len(s.sides), gone)
    window = deck.window(s.rules.payout, gone, square)
    turned = events.DiscTurned(
        seat=seat, pawn=m.pawn, steps=gone, square=square, window=window, payout=s.rules.payout
    )
    s = then(steps, turned, replace(s, phase="settling", count=0, disc=gone))
    places = _at(side.pawns, gone)
    pawns = _named(places)
    times = sum(map(deck.times, pawns))
    due = window * times
    paid = min(due, s.bank)
    cashed = events.PawnsCashed(
        clause="ZK-bank-empty" if paid < due else "ZK-cash" if len(places) == 1 else "ZK-stack",
        seat=seat,
        pawns=pawns,
        window=window,
        times=times,
        due=due,
        paid=paid,
        transfers=(Transfer(VAULT, cash(seat), paid),) if paid else (),
    )
    side = replace(side, money=side.money + paid, pawns=_placed(side.pawns, places, HOME))
    s = replace(s, bank=s.bank - paid, sides=put(s.sides, seat, side))
    _end_turn(then(steps, cashed, s), steps)


def _repay(s: State, m: Repay, steps: _Steps) -> None:
    """Repay the bank part of a debt (ZK-borrow)."""
    seat, amount = m.by, m.amount
    side = s.sides[seat]
    side = replace(side, money=side.money - amount, debt=side.debt - amount)
    s = replace(s, bank=s.bank + amount, count=s.count + 1, sides=put(s.sides, seat, side))
    event = events.DebtRepaid(
        seat=seat,
        amount=amount,
        debt=side.debt,
        transfers=(Transfer(cash(seat), VAULT, amount), Transfer(BANK, DEBT[seat], amount)),
    )
    if s.phase == "choose" and not _has_choice(s, side):
        s = replace(s, phase="roll", count=0)
    then(steps, event, s)


def _has_choice(s: State, side: Side) -> bool:
    """Return whether a seat can do anything before its roll except roll."""
    if side.debt and side.money >= NOTE:
        return True
    return s.rules.cash == "before_roll" and bool(_cashable(s, side.pawns))


def _winner(s: State, steps: _Steps) -> Seat | None:
    """Return the seat that has won all of the seats' money by this turn, if any (ZK-end)."""
    holders = [seat for seat, side in enumerate(s.sides) if side.money]
    if len(holders) != 1 or s.rules.all_money != "seats":
        return None
    return holders[0] if any(_lost(step.event) for step in steps) else None


def _lost(event: Event) -> bool:
    """Return whether a seat lost money to another, or went out."""
    match event:
        case events.FinePaid() | events.SeatOut():
            return True
        case events.DuelDecided(amount=amount):
            return bool(amount)
        case _:
            return False


def following(s: State | View) -> tuple[Seat, int]:
    """Return the seat in play that comes next, and the round that its turn is in."""
    seats, first = len(s.sides), s.rules.first
    seat = (s.active + 1) % seats
    while s.sides[seat].out:
        seat = (seat + 1) % seats
    return seat, s.round + ((seat - first) % seats <= (s.active - first) % seats)


def _end_turn(s: State, steps: _Steps) -> None:
    """Begin the next seat's turn, or end the game (ZK-end)."""
    sides = s.sides
    seat, round_ = following(s)
    winner = _winner(s, steps)
    if seat == s.active:
        _end(s, "last_in_play", steps)
    elif winner is not None:
        _end(replace(s, winner=winner), "all_money", steps)
    elif round_ > s.rules.rounds:
        _end(s, "rounds", steps)
    else:
        begun = events.TurnBegun(
            clause="ZK-bank-empty" if sides[(s.active + 1) % len(sides)].out else "ZK-players",
            seat=seat,
            turn=s.turn + 1,
            round=round_,
        )
        phase = "choose" if _has_choice(s, sides[seat]) else "roll"
        s = replace(s, phase=phase, turn=s.turn + 1, round=round_, active=seat, die=0, count=0)
        then(steps, begun, s)


def _end(s: State, ending: Ending, steps: _Steps) -> None:
    event = events.GameEnded(
        ending=ending,
        winners=ZOCK.standing(s).ranking[0],
        money=tuple(side.money for side in s.sides),
        debts=tuple(side.debt for side in s.sides),
    )
    then(steps, event, replace(s, phase="over"))


ZOCK: Final = Zock(
    checks={Go: _refuse_go, SendHome: _refuse_home, Cash: _refuse_cash, Repay: _refuse_repay},
    acts={Throw: _throw, Roll: _roll, Go: _go, SendHome: _send_home, Cash: _cash, Repay: _repay},
)
