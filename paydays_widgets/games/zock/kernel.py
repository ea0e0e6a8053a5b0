"""Zock once more, compiled: move for move the games that the engine and the bots play.

What a clause says, and why a bot does what it does, stands in the engine, in ``bots`` and in
``reading``; functions here have the names that they have there.

What a pawn is worth depends on the most that the bank can pay, which changes during a game. So
the tables are worked out here, when they are first asked for, and kept in ``t`` for the next
games: two threads need two of them.
"""

from typing import Annotated, Any, Final, get_args

import numpy as np

from paydays_widgets.core.chance import purpose
from paydays_widgets.core.game import CHANCE
from paydays_widgets.games.zock.deck import MOST_SQUARES
from paydays_widgets.games.zock.engine import MAX_SEATS, SPARE, UNLUCKY
from paydays_widgets.games.zock.moves import (
    FACES,
    PAWNS,
    Cash,
    Go,
    Move,
    Repay,
    Roll,
    SendHome,
    Throw,
)
from paydays_widgets.games.zock.reading import FIRST_LOSES, LONG, LUCKY, prices
from paydays_widgets.games.zock.rules import NOTE, Lap
from paydays_widgets.games.zock.state import HOME, KING, Phase, State
from paydays_widgets.kernels.compiled import (
    Grid,
    Row,
    below,
    compiled,
    draw,
    fractions,
    in_place,
    lanes,
    numbers,
    rank,
)
from paydays_widgets.kernels.records import Records, records
from paydays_widgets.kernels.whole import Packed, whole_games

STRATEGIES: Final = (
    "random_legal",
    "cash_at_once",
    "optimal_stopper",
    "turn_counter",
    "hunter",
    "duellist",
    "king_keeper",
)
"""The strategies of ``bots``; a seat's ``kind`` is a place among them."""
RANDOM_LEGAL, CASH_AT_ONCE, OPTIMAL_STOPPER, _, HUNTER, DUELLIST, KING_KEEPER = range(7)
ENOUGH: Final = 3_000
HUNTING: Final = 10
FAR: Final = 1_000_000

# --- the layout -------------------------------------------------------------------------------

PHASES: Final = get_args(Phase)
CHOOSING, ROLLING, MOVING, FOREMOST, DUELLING, _, OVER = range(len(PHASES))
EACH: Final = len(PAWNS)
SIDES: Final = len(FACES)
LOWEST, HIGHEST = LUCKY[0], LUCKY[-1]
"""The rolls that move a pawn."""
NOBODY: Final = -1
TOP: Final = 1 << 40
"""More than all the money that there can be."""


class Side:
    """What a seat has and owes, and the steps of its pawns."""

    money: int
    debt: int
    pawns: Annotated[Row[int], EACH]
    out: int
    """0 if it is in play, 1 for the first that left…"""


class Position:
    """A position ``s``."""

    phase: int
    turn: int
    round_: int
    active: int
    sides: Annotated[Records[Side], MAX_SEATS]
    bank: int
    die: int
    attacked: int
    count: int
    winner: int
    lost: bool
    """Whether by this move a seat lost money to another, or went out."""


class Board:
    """The board and the rules ``d``."""

    seats: int
    squares: int
    quarter: int
    fine_pawn: int
    fine_king: int
    king_times: int
    most: int
    rounds: int
    first: int
    cashed_in: int
    king_leaves_first: bool
    two_at_most: bool
    no_stacks: bool
    lap: int
    lends_rest: bool
    last_in_play: bool
    turns_ahead: int
    exit: Annotated[Row[int], MAX_SEATS]
    window: Annotated[Grid, MAX_SEATS, MOST_SQUARES]
    """By seat and number of steps: what the window shows."""


LEFT_OUT: Final = {
    "rules": "what a switch changes is on the board",
    "deck": "its figures are on the board",
    "disc": "no rule asks where it points",
    "gone": "each side says in which place it left",
}
"""What a state holds and a position does not, and why."""

WAIT, CIRCLE, HOME_UNPAID = range(len(get_args(Lap)))

# Tables ``t``: for each seat, what a turn is worth by the number of turns that are left
# (``reading.prices``). From WORTHS on, room for tables of what a pawn is worth: for each seat,
# pawn or king, turns that cost nothing or their price, KEPT of them, by what the bank can pay.
COSTS: Final = LONG + 1
WORTHS: Final = MAX_SEATS * COSTS
KEPT: Final = 32

# What is done, as a number; a pawn's place, the die or the number of notes is added.
THROW, GO, SEND_HOME, CASH, ROLL, REPAY = 0, 1, 4, 7, 10, 17
BASE: Final = MAX_SEATS + 1

CHANCES: Final = tuple(purpose(phase) for phase in PHASES)
LUCK: Final = lanes(PHASES, MAX_SEATS)


def pack(state: State) -> Packed[Position, Board]:
    """Turn a position into records."""
    rules, deck, seats = state.rules, state.deck, len(state.sides)
    s = records(
        Position,
        state,
        phase=PHASES.index(state.phase),
        attacked=NOBODY if state.attacked is None else state.attacked,
        winner=NOBODY if state.winner is None else state.winner,
        lost=False,
    )
    for place, seat in enumerate(state.gone):
        s[0].sides[seat].out = place + 1
    exits = [deck.exit(seat, seats) for seat in range(seats)]
    d = records(
        Board,
        rules,
        deck,
        seats=seats,
        most=deck.king_times * max(*deck.by_progress, *deck.by_square),
        cashed_in=CHOOSING if rules.cash == "before_roll" else MOVING,
        king_leaves_first=rules.king_first == "king_leaves_first",
        two_at_most=rules.third_pawn == "two_at_most",
        no_stacks=rules.stacking == "forbid",
        lap=get_args(Lap).index(rules.lap),
        lends_rest=rules.bank_short == "lends_rest",
        last_in_play=rules.all_money == "last_in_play",
        turns_ahead=min(LONG, rules.rounds),
        exit=exits,
        window=[
            [deck.window(rules.payout, steps, at + steps) for steps in range(deck.squares)]
            for at in exits
        ],
    )[0]
    t = fractions(WORTHS + seats * 4 * KEPT * (1 + (d.turns_ahead + 1) * deck.squares))
    for seat, at in enumerate(exits):
        for turns, cost in enumerate(prices(deck, rules, at)):
            t[seat * COSTS + turns] = cost
    return Packed(s, d, t)


def move(code: int) -> Move:
    """Turn a code into the move that it stands for."""
    what, place = divmod(int(code), BASE)
    by = place + CHANCE
    if what == THROW:
        return Throw(by)
    if what < SEND_HOME:
        return Go(by, PAWNS[what - GO])
    if what < CASH:
        return SendHome(by, PAWNS[what - SEND_HOME])
    if what < ROLL:
        return Cash(by, PAWNS[what - CASH])
    if what < REPAY:
        return Roll(by, what - ROLL)
    return Repay(by, (what - REPAY) * NOTE)


# --- the circuit ------------------------------------------------------------------------------


@in_place
def _landing(d: Board, steps: int, die: int) -> int:
    """Return the steps of a pawn after a roll (ZK-lap)."""
    if steps == HOME:
        return die
    steps += die
    if steps < d.squares:
        return steps
    if d.lap == WAIT:
        return d.squares - 1
    return steps - d.squares if d.lap == CIRCLE else HOME


@in_place
def _square(d: Board, seat: int, steps: int) -> int:
    square = d.exit[seat] + steps
    if square >= d.squares:
        return square - d.squares
    return square if square >= 0 else square + d.squares


@in_place
def _steps_to(d: Board, seat: int, square: int) -> int:
    """Count the steps from a seat's exit to a square."""
    steps = square - d.exit[seat]
    return steps if steps >= 0 else steps + d.squares


@in_place
def _pawns_at(s: Position, seat: int, steps: int) -> int:
    """Count a seat's pawns that have gone so many steps, or are at home."""
    found = 0
    for at in range(EACH):
        if s.sides[seat].pawns[at] == steps:
            found += 1
    return found


@in_place
def _standing_at(s: Position, d: Board, square: int, mover: int) -> int:
    """Return the opponent whose pawns stand on a square."""
    for seat in range(d.seats):
        if seat != mover and _pawns_at(s, seat, _steps_to(d, seat, square)):
            return seat
    return NOBODY


@in_place
def _most(s: Position, seat: int) -> int:
    """Return the steps of a seat's foremost pawns."""
    return max(s.sides[seat].pawns[0], s.sides[seat].pawns[1], s.sides[seat].pawns[2])


@in_place
def _fine(s: Position, d: Board, seat: int, steps: int) -> int:
    """Add the fines for all pawns of a seat on a square (ZK-hit, ZK-stack)."""
    fine = _pawns_at(s, seat, steps) * d.fine_pawn
    if s.sides[seat].pawns[KING] == steps:
        fine += d.fine_king - d.fine_pawn
    return fine


@in_place
def _brings(s: Position, d: Board, seat: int, at: int) -> int:
    """Return what the bank pays for all pawns on the square of one (ZK-cash, ZK-stack)."""
    steps = s.sides[seat].pawns[at]
    times = _pawns_at(s, seat, steps)
    if s.sides[seat].pawns[KING] == steps:
        times += d.king_times - 1
    return min(s.bank, times * d.window[seat, steps])


# --- what is legal ----------------------------------------------------------------------------


@in_place
def _movable(s: Position, d: Board, seat: int, at: int) -> bool:
    """Return whether a pawn can use the roll (ZK-king-first, ZK-two-out, ZK-choose, ZK-lap)."""
    steps = s.sides[seat].pawns[at]
    home = _pawns_at(s, seat, HOME)
    if s.sides[seat].pawns[KING] == HOME:
        if at != KING and (d.king_leaves_first or steps != HOME):
            return False
    elif steps == HOME:
        if d.two_at_most and home <= SPARE:
            return False
    elif home > SPARE or (d.lap == WAIT and steps == d.squares - 1):
        return False
    if d.no_stacks:
        target = _landing(d, steps, s.die)
        return target == HOME or not _pawns_at(s, seat, target)
    return True


@in_place
def _cashable(s: Position, d: Board, seat: int, at: int) -> bool:
    """Return whether a pawn can be cashed (ZK-cash)."""
    if s.sides[seat].pawns[KING] == HOME or _pawns_at(s, seat, HOME) > SPARE:
        return False
    return s.sides[seat].pawns[at] > d.quarter


@in_place
def _any_cashable(s: Position, d: Board, seat: int) -> bool:
    for at in range(EACH):
        if _cashable(s, d, seat, at):
            return True
    return False


@in_place
def _legal(s: Position, d: Board, what: int) -> bool:
    """Return whether a decision other than a repayment is legal."""
    phase, seat = s.phase, s.active
    if what == THROW:
        return phase == CHOOSING
    if what < SEND_HOME:
        return phase == MOVING and _movable(s, d, seat, what - GO)
    if what < CASH:
        foremost = s.sides[seat].pawns[what - SEND_HOME] == _most(s, seat)
        return phase == FOREMOST and foremost
    return phase == d.cashed_in and _cashable(s, d, seat, what - CASH)


@in_place
def _repayments(s: Position) -> int:
    """Count the sums that the active seat could repay (ZK-borrow)."""
    seat = s.active
    return min(s.sides[seat].debt, s.sides[seat].money) // NOTE


@in_place
def _has_choice(s: Position, d: Board, seat: int) -> bool:
    if s.sides[seat].debt and s.sides[seat].money >= NOTE:
        return True
    return d.cashed_in == CHOOSING and _any_cashable(s, d, seat)


# --- what follows -----------------------------------------------------------------------------


@in_place
def _send_home(s: Position, seat: int, steps: int) -> None:
    """Take all pawns of a seat off a square."""
    for at in range(EACH):
        if s.sides[seat].pawns[at] == steps:
            s.sides[seat].pawns[at] = HOME


@in_place
def _pay(s: Position, payer: int, payee: int, amount: int) -> None:
    s.sides[payer].money -= amount
    s.sides[payee].money += amount


@in_place
def _roll(s: Position, d: Board, die: int) -> None:
    seat = s.active
    s.phase = MOVING
    s.die = die
    s.count = 0
    if die == UNLUCKY:
        most = _most(s, seat)
        if most != HOME and _pawns_at(s, seat, most) > 1:
            s.phase = FOREMOST
        else:
            _send_home(s, seat, most)
            _end_turn(s, d)
        return
    for at in range(EACH):
        if _movable(s, d, seat, at):
            return
    if d.cashed_in != MOVING or not _any_cashable(s, d, seat):
        _end_turn(s, d)


@in_place
def _go(s: Position, d: Board, at: int) -> None:
    seat = s.active
    went = _landing(d, s.sides[seat].pawns[at], s.die)
    s.sides[seat].pawns[at] = went
    s.count = 0
    if went == HOME:
        _end_turn(s, d)
        return
    square = _square(d, seat, went)
    met = _standing_at(s, d, square, seat)
    if met == NOBODY:
        _end_turn(s, d)
    elif at == KING and s.sides[met].pawns[KING] == _steps_to(d, met, square):
        s.phase = DUELLING
        s.attacked = met
    else:
        _hit(s, d, met, _steps_to(d, met, square))
        _end_turn(s, d)


@in_place
def _hit(s: Position, d: Board, victim: int, steps: int) -> None:
    s.lost = True
    fine = _fine(s, d, victim, steps)
    _send_home(s, victim, steps)
    missing = fine - s.sides[victim].money
    lent = max(0, min(missing, s.bank))
    if lent < missing and (not d.lends_rest or lent == 0):
        _leave(s, d, victim)
        return
    s.bank -= lent
    s.sides[victim].debt += lent
    s.sides[victim].money += lent
    _pay(s, victim, s.active, min(fine, s.sides[victim].money))


@in_place
def _leave(s: Position, d: Board, seat: int) -> None:
    _pay(s, seat, s.active, s.sides[seat].money)
    s.sides[seat].debt = 0
    for at in range(EACH):
        s.sides[seat].pawns[at] = HOME
    gone = 0
    for each in range(d.seats):
        gone = max(gone, s.sides[each].out)
    s.sides[seat].out = gone + 1


@in_place
def _duel_roll(s: Position, d: Board, die: int) -> None:
    roller, other = s.attacked, s.active
    if s.count % 2:
        roller, other = other, roller
    s.count += 1
    if die != UNLUCKY:
        return
    s.lost = s.sides[roller].money > 0
    _pay(s, roller, other, s.sides[roller].money)
    if roller == s.attacked:
        _send_home(s, roller, s.sides[roller].pawns[KING])
    else:
        s.sides[roller].pawns[KING] = HOME
    s.attacked = NOBODY
    _end_turn(s, d)


@in_place
def _cash(s: Position, d: Board, at: int) -> None:
    """Pay for all pawns that stand on a square (ZK-window, ZK-cash, ZK-stack)."""
    seat = s.active
    paid = _brings(s, d, seat, at)
    s.bank -= paid
    s.sides[seat].money += paid
    _send_home(s, seat, s.sides[seat].pawns[at])
    _end_turn(s, d)


@in_place
def _repay(s: Position, d: Board, amount: int) -> None:
    seat = s.active
    s.bank += amount
    s.sides[seat].debt -= amount
    s.sides[seat].money -= amount
    s.count += 1
    if s.phase == CHOOSING and not _has_choice(s, d, seat):
        s.phase = ROLLING
        s.count = 0


@in_place
def _winner(s: Position, d: Board) -> int:
    found = NOBODY
    for seat in range(d.seats):
        if s.sides[seat].money:
            if found != NOBODY:
                return NOBODY
            found = seat
    return NOBODY if d.last_in_play or not s.lost else found


@in_place
def _end_turn(s: Position, d: Board) -> None:
    seats, first, active = d.seats, d.first, s.active
    seat = (active + 1) % seats
    while s.sides[seat].out:
        seat = (seat + 1) % seats
    begun = s.round_
    if (seat - first) % seats <= (active - first) % seats:
        begun += 1
    s.phase = OVER
    if seat == active:
        return
    s.winner = _winner(s, d)
    if s.winner != NOBODY or begun > d.rounds:
        return
    s.phase = CHOOSING if _has_choice(s, d, seat) else ROLLING
    s.turn += 1
    s.round_ = begun
    s.active = seat
    s.die = 0
    s.count = 0


# --- reading ----------------------------------------------------------------------------------


@in_place
def _turns_left(s: Position, d: Board) -> int:
    return d.rounds - s.round_ + 1


@in_place
def _may_cash(s: Position, d: Board) -> int:
    """Count the pawns that can be cashed now."""
    found = 0
    for at in range(EACH):
        if _legal(s, d, CASH + at):
            found += 1
    return found


@in_place
def _worths_by_turns(
    d: Board, t: Row[float], table: int, seat: int, times: int, counted: int, cap: int
) -> None:
    """Fill a table with what a lone pawn is worth, by the turns that are left and its steps."""
    squares = d.squares
    after_roll = d.cashed_in == MOVING
    for turns in range(1, d.turns_ahead + 1):
        price = t[seat * COSTS + turns] if counted else 0.0
        after = table + (turns - 1) * squares
        for steps in range(squares):
            now = 0.0
            if steps > d.quarter:
                now = float(min(times * d.window[seat, steps], cap))
            onward = 0.0
            for die in range(LOWEST, HIGHEST + 1):
                ahead = _landing(d, steps, die)
                rolled = 0.0 if ahead == HOME else t[after + ahead]
                onward += max(now, rolled) if after_roll else rolled
            best = onward / SIDES if after_roll else max(now, onward / SIDES)
            t[after + squares + steps] = max(0.0, best - price)


@in_place
def _worth(s: Position, d: Board, t: Row[float], at: int, steps: int, counted: int) -> float:
    """Return what the active seat's pawn would be worth after so many steps."""
    seat, turns = s.active, _turns_left(s, d) - 1
    if steps == HOME or turns <= 0:
        return 0.0
    times = d.king_times if at == KING else 1
    cap = min(d.most, s.bank)
    kind = 4 * seat + 2 * int(at == KING) + counted
    length = 1 + (d.turns_ahead + 1) * d.squares
    table = WORTHS + (kind * KEPT + cap // NOTE % KEPT) * length
    if t[table] != cap + 1:
        t[table] = cap + 1
        _worths_by_turns(d, t, table + 1, seat, times, counted, cap)
    return t[table + 1 + min(turns, d.turns_ahead) * d.squares + steps]


@in_place
def _time_to_cash(s: Position, d: Board, t: Row[float], at: int, counted: int) -> bool:
    """Return whether the sum in the window is at least what going on would bring."""
    if _turns_left(s, d) <= _may_cash(s, d):
        return True
    seat = s.active
    steps, now = s.sides[seat].pawns[at], _brings(s, d, seat, at)
    if steps != _most(s, seat):
        return False
    if s.die:
        return now >= _worth(s, d, t, at, _landing(d, steps, s.die), counted)
    onward = 0.0
    for die in range(LOWEST, HIGHEST + 1):
        onward += _worth(s, d, t, at, _landing(d, steps, die), counted)
    return now >= onward / SIDES


@in_place
def _steps_after(s: Position, d: Board, at: int) -> int:
    """Return the steps of the active seat's pawn after this roll."""
    return _landing(d, s.sides[s.active].pawns[at], s.die)


@in_place
def _met(s: Position, d: Board, at: int) -> int:
    """Return the opponent whose pawns a pawn would meet with this roll."""
    steps = _steps_after(s, d, at)
    if steps == HOME:
        return NOBODY
    return _standing_at(s, d, _square(d, s.active, steps), s.active)


@in_place
def _challenged(s: Position, d: Board, at: int) -> int:
    """Return the seat that a pawn would challenge to a duel with this roll."""
    met = _met(s, d, at) if at == KING else NOBODY
    if met == NOBODY:
        return NOBODY
    here = _steps_to(d, met, _square(d, s.active, _steps_after(s, d, at)))
    return met if s.sides[met].pawns[KING] == here else NOBODY


@in_place
def _fine_won(s: Position, d: Board, at: int) -> int:
    """Return what a pawn would collect in fines with this roll."""
    met = _met(s, d, at)
    if met == NOBODY or _challenged(s, d, at) != NOBODY:
        return 0
    here = _steps_to(d, met, _square(d, s.active, _steps_after(s, d, at)))
    fine, had = _fine(s, d, met, here), s.sides[met].money
    if fine <= had + s.bank:
        return fine
    return had + s.bank if d.lends_rest else had


@in_place
def _gain(s: Position, d: Board, t: Row[float], at: int, counted: int) -> float:
    after = _worth(s, d, t, at, _steps_after(s, d, at), counted)
    now = _worth(s, d, t, at, s.sides[s.active].pawns[at], counted)
    return after - now + _fine_won(s, d, at)


@in_place
def _danger(s: Position, d: Board, steps: int) -> float:
    """Return how many kings are expected to reach a square in the next round."""
    seat = s.active
    square = _square(d, seat, steps)
    found = 0
    for other in range(d.seats):
        if other != seat and not s.sides[other].out:
            king = s.sides[other].pawns[KING]
            here = _steps_to(d, other, square)
            for die in range(LOWEST, HIGHEST + 1):
                if _landing(d, king, die) == here:
                    found += 1
    return found / SIDES


@in_place
def _closer(s: Position, d: Board, at: int) -> float:
    if at != KING:
        return 0.0
    after = _danger(s, d, _steps_after(s, d, at))
    return after - _danger(s, d, s.sides[s.active].pawns[at])


@in_place
def _prey(s: Position, d: Board, steps: int) -> int:
    """Count the others' pawns that a roll could hit from a number of steps."""
    seat = s.active
    found = 0
    for die in range(LOWEST, HIGHEST + 1):
        ahead = _landing(d, steps, die)
        if ahead != HOME:
            square = _square(d, seat, ahead)
            met = _standing_at(s, d, square, seat)
            if met != NOBODY:
                found += _pawns_at(s, met, _steps_to(d, met, square))
    return found


# --- the bots ---------------------------------------------------------------------------------


@in_place
def _at_random(s: Position, d: Board, luck: int) -> int:
    options = _repayments(s)
    for what in range(ROLL):
        if _legal(s, d, what):
            options += 1
    left = below(luck, options)
    for what in range(ROLL):
        if _legal(s, d, what):
            if left == 0:
                return what
            left -= 1
    return REPAY + 1 + left


@in_place
def _ready(s: Position, d: Board, t: Row[float], kind: int, at: int) -> bool:
    """Return whether a bot would cash a pawn that it may cash."""
    if kind == CASH_AT_ONCE:
        return True
    if kind == HUNTER:
        late = _turns_left(s, d) <= _may_cash(s, d)
        return late or _brings(s, d, s.active, at) >= ENOUGH
    return _time_to_cash(s, d, t, at, int(kind != OPTIMAL_STOPPER))


@in_place
def _cashing(s: Position, d: Board, t: Row[float], kind: int) -> int:
    """Choose which pawn a bot cashes now, if any: the one that brings most.

    When time runs out and all three are out, an ordinary one comes first, but not for those who
    cash at once.
    """
    seat = s.active
    last = (
        kind != CASH_AT_ONCE
        and 1 < _turns_left(s, d) <= _may_cash(s, d)
        and _pawns_at(s, seat, HOME) == 0
    )
    chosen, most = NOBODY, -1
    for at in range(EACH):
        if _legal(s, d, CASH + at) and _ready(s, d, t, kind, at):
            brings = _brings(s, d, seat, at)
            if brings > most or (last and chosen == KING):
                chosen, most = at, brings
    return chosen


@in_place
def _score(s: Position, d: Board, t: Row[float], kind: int, at: int) -> float:
    """Return how good a bot finds it to use the roll for a pawn."""
    seat, counted = s.active, int(kind != OPTIMAL_STOPPER)
    if kind == CASH_AT_ONCE:
        return float(s.sides[seat].pawns[at])
    won = _gain(s, d, t, at, counted)
    if kind == HUNTER:
        now = _prey(s, d, s.sides[seat].pawns[at])
        gained = _prey(s, d, _steps_after(s, d, at)) - now
        hunted = _fine_won(s, d, at) + d.fine_pawn * gained / SIDES
        return hunted + won / HUNTING
    if kind == DUELLIST:
        other = _challenged(s, d, at)
        if other != NOBODY:
            wins = FIRST_LOSES * s.sides[other].money
            return wins - (1 - FIRST_LOSES) * s.sides[seat].money
        loss = (2 * FIRST_LOSES - 1) * s.sides[seat].money
        return won - _closer(s, d, at) * loss
    if kind == KING_KEEPER:
        if _challenged(s, d, at) != NOBODY:
            return float(-FAR)
        return won - _closer(s, d, at) * FIRST_LOSES * s.sides[seat].money
    return won


@in_place
def _best_go(s: Position, d: Board, t: Row[float], kind: int) -> int:
    """Return the move whose pawn scores best; on a tie, prefer the king."""
    chosen, most = NOBODY, 0.0
    for at in range(EACH):
        if _legal(s, d, GO + at):
            score = _score(s, d, t, kind, at)
            if chosen == NOBODY or score > most:
                chosen, most = GO + at, score
    if chosen != NOBODY:
        return chosen
    for what in range(SEND_HOME, ROLL):  # the last of the foremost, or the first to be cashed
        if _legal(s, d, what) and (chosen == NOBODY or s.phase == FOREMOST):
            chosen = what
    return chosen


@in_place
def _choose(s: Position, d: Board, t: Row[float], kind: int, luck: int) -> int:
    if kind == RANDOM_LEGAL:
        return _at_random(s, d, luck)
    pawn = _cashing(s, d, t, kind)
    if pawn != NOBODY:
        return CASH + pawn
    return THROW if s.phase == CHOOSING else _best_go(s, d, t, kind)


# --- playing ----------------------------------------------------------------------------------


@in_place
def _next(s: Position, d: Board, t: Row[float], kinds: Row[int], key: np.uint64) -> int:
    """Return the code of the next move, of a seat or of chance."""
    phase, turn, count, seat = s.phase, s.turn, s.count, s.active
    if phase in (ROLLING, DUELLING):
        die = 1 + below(draw(key, turn, CHANCES[phase], count), SIDES)
        return (ROLL + die) * BASE
    luck = draw(key, turn, LUCK[phase, seat], count)
    return _choose(s, d, t, kinds[seat], luck) * BASE + seat + 1


@in_place
def _carry_out(s: Position, d: Board, code: int) -> None:
    what = code // BASE
    s.lost = False
    if what == THROW:
        s.phase = ROLLING
        s.count = 0
    elif what < SEND_HOME:
        _go(s, d, what - GO)
    elif what < CASH:
        s.sides[s.active].pawns[what - SEND_HOME] = HOME
        _end_turn(s, d)
    elif what < ROLL:
        _cash(s, d, what - CASH)
    elif what >= REPAY:
        _repay(s, d, (what - REPAY) * NOTE)
    elif s.phase == DUELLING:
        _duel_roll(s, d, what - ROLL)
    else:
        _roll(s, d, what - ROLL)


@in_place
def books(s: Position, d: Board, out: Row[int]) -> None:
    """Draw up the accounts: each seat's money, each seat's debt, and what the bank holds."""
    seats = d.seats
    for seat in range(seats):
        out[seat] = s.sides[seat].money
        out[seats + seat] = -s.sides[seat].debt
    out[2 * seats] = s.bank


@in_place
def worths(s: Position, d: Board, out: Row[int]) -> None:
    """Work out what each seat has less what it owes."""
    for seat in range(d.seats):
        out[seat] = s.sides[seat].money - s.sides[seat].debt


@in_place
def owed(s: Position, d: Board, out: Row[int]) -> None:
    """Work out what each seat owes."""
    for seat in range(d.seats):
        out[seat] = s.sides[seat].debt


@in_place
def _rank(s: Position, seat: int) -> int:
    """Return a number that is higher the better a seat stands (ZK-end)."""
    if s.sides[seat].out:
        return s.sides[seat].out - TOP
    return TOP if s.winner == seat else s.sides[seat].money - s.sides[seat].debt


@compiled
def places(s: Position, d: Board, out: Row[int]) -> None:
    """Rank the seats."""
    stands = numbers(d.seats)
    for seat in range(d.seats):
        stands[seat] = _rank(s, seat)
    rank(stands, out)


_play, _run = whole_games(_next, _carry_out, books, worths, owed, places, over=OVER)


@in_place
def play(*asked: Any) -> int:
    """Play a game on to its end, as :class:`kernels.whole.Play` says."""
    return _play(*asked)


@compiled
def run(*asked: Any) -> None:
    """Play games of a run, as :class:`kernels.whole.Run` says."""
    _run(*asked)
