"""Zock once more, compiled: move for move the games that the engine and the bots play.

What a clause says, and why a bot does what it does, stands in the engine, in ``bots`` and in
``reading``; functions here have the names that they have there.

What a pawn is worth depends on the most that the bank can pay, which changes during a game. So
the tables are worked out here, when they are first asked for, and kept in ``t`` for the next
games: two threads need two of them.
"""

from typing import Any, Final, get_args

import numpy as np

from paydays_widgets.core.chance import purpose
from paydays_widgets.core.game import CHANCE
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
    Packed,
    Row,
    below,
    compiled,
    draw,
    fractions,
    in_place,
    lanes,
    numbers,
    rank,
    whole_games,
)

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

# A position ``s``. LOST says whether by this move a seat lost money to another, or went out. From
# MONEY, DEBT and OUT on there is a place for each seat (OUT: 0 if it is in play, 1 for the first
# that left…), from STEPS on one for each pawn of each seat.
PHASE, TURN, ROUND, ACTIVE, BANK, DIE, ATTACKED, COUNT, WINNER, LOST, MONEY = range(11)
DEBT: Final = MONEY + MAX_SEATS
OUT: Final = DEBT + MAX_SEATS
STEPS: Final = OUT + MAX_SEATS
SIZE: Final = STEPS + MAX_SEATS * EACH

# The board and the rules ``d``. From EXIT on there is a place for each seat, from WINDOW on, for
# each seat, what the window shows for each number of steps.
SEATS, SQUARES, QUARTER, FINE_PAWN, FINE_KING, KING_TIMES, MOST, ROUNDS, FIRST = range(9)
CASHED_IN, KING_LEAVES_FIRST, TWO_AT_MOST, NO_STACKS, LAP, LENDS_REST = range(9, 15)
LAST_IN_PLAY, BY_HOLDING, TURNS_AHEAD, EXIT = range(15, 19)
WINDOW: Final = EXIT + MAX_SEATS

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


def pack(state: State) -> Packed:
    """Turn a position into arrays."""
    rules, deck, seats = state.rules, state.deck, len(state.sides)
    s = numbers(SIZE)
    s[PHASE] = PHASES.index(state.phase)
    s[TURN] = state.turn
    s[ROUND] = state.round
    s[ACTIVE] = state.active
    s[BANK] = state.bank
    s[DIE] = state.die
    s[ATTACKED] = NOBODY if state.attacked is None else state.attacked
    s[COUNT] = state.count
    s[WINNER] = NOBODY if state.winner is None else state.winner
    for seat, side in enumerate(state.sides):
        s[MONEY + seat] = side.money
        s[DEBT + seat] = side.debt
        for at, steps in enumerate(side.pawns):
            s[STEPS + EACH * seat + at] = steps
    for place, seat in enumerate(state.gone):
        s[OUT + seat] = place + 1

    d = numbers(WINDOW + seats * deck.squares)
    d[SEATS] = seats
    d[SQUARES] = deck.squares
    d[QUARTER] = deck.quarter
    d[FINE_PAWN] = deck.fine_pawn
    d[FINE_KING] = deck.fine_king
    d[KING_TIMES] = deck.king_times
    d[MOST] = deck.king_times * max(*deck.by_progress, *deck.by_square)
    d[ROUNDS] = rules.rounds
    d[FIRST] = rules.first
    d[CASHED_IN] = CHOOSING if rules.cash == "before_roll" else MOVING
    d[KING_LEAVES_FIRST] = rules.king_first == "king_leaves_first"
    d[TWO_AT_MOST] = rules.third_pawn == "two_at_most"
    d[NO_STACKS] = rules.stacking == "forbid"
    d[LAP] = get_args(Lap).index(rules.lap)
    d[LENDS_REST] = rules.bank_short == "lends_rest"
    d[LAST_IN_PLAY] = rules.all_money == "last_in_play"
    d[BY_HOLDING] = rules.all_money_by == "holding"
    d[TURNS_AHEAD] = min(LONG, rules.rounds)

    tables = seats * 4 * KEPT * (1 + (d[TURNS_AHEAD] + 1) * deck.squares)
    t = fractions(WORTHS + tables)
    for seat in range(seats):
        exit_ = deck.exit(seat, seats)
        d[EXIT + seat] = exit_
        at = WINDOW + seat * deck.squares
        for steps in range(deck.squares):
            d[at + steps] = deck.window(rules.payout, steps, exit_ + steps)
        for turns, cost in enumerate(prices(deck, rules, exit_)):
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
def _landing(d: Row[int], steps: int, die: int) -> int:
    """Return the steps of a pawn after a roll (ZK-lap)."""
    if steps == HOME:
        return die
    steps += die
    if steps < d[SQUARES]:
        return steps
    if d[LAP] == WAIT:
        return d[SQUARES] - 1
    return steps - d[SQUARES] if d[LAP] == CIRCLE else HOME


@in_place
def _square(d: Row[int], seat: int, steps: int) -> int:
    square = d[EXIT + seat] + steps
    if square >= d[SQUARES]:
        return square - d[SQUARES]
    return square if square >= 0 else square + d[SQUARES]


@in_place
def _steps_to(d: Row[int], seat: int, square: int) -> int:
    """Count the steps from a seat's exit to a square."""
    steps = square - d[EXIT + seat]
    return steps if steps >= 0 else steps + d[SQUARES]


@in_place
def _pawns_at(s: Row[int], seat: int, steps: int) -> int:
    """Count a seat's pawns that have gone so many steps, or are at home."""
    found = 0
    for at in range(EACH):
        if s[STEPS + EACH * seat + at] == steps:
            found += 1
    return found


@in_place
def _standing_at(s: Row[int], d: Row[int], square: int, mover: int) -> int:
    """Return the opponent whose pawns stand on a square."""
    for seat in range(d[SEATS]):
        if seat != mover and _pawns_at(s, seat, _steps_to(d, seat, square)):
            return seat
    return NOBODY


@in_place
def _most(s: Row[int], seat: int) -> int:
    """Return the steps of a seat's foremost pawns."""
    pawns = STEPS + EACH * seat
    return max(s[pawns], s[pawns + 1], s[pawns + 2])


@in_place
def _fine(s: Row[int], d: Row[int], seat: int, steps: int) -> int:
    """Add the fines for all pawns of a seat on a square (ZK-hit, ZK-stack)."""
    fine = _pawns_at(s, seat, steps) * d[FINE_PAWN]
    if s[STEPS + EACH * seat + KING] == steps:
        fine += d[FINE_KING] - d[FINE_PAWN]
    return fine


@in_place
def _brings(s: Row[int], d: Row[int], seat: int, at: int) -> int:
    """Return what the bank pays for all pawns on the square of one (ZK-cash, ZK-stack)."""
    steps = s[STEPS + EACH * seat + at]
    times = _pawns_at(s, seat, steps)
    if s[STEPS + EACH * seat + KING] == steps:
        times += d[KING_TIMES] - 1
    return min(s[BANK], times * d[WINDOW + seat * d[SQUARES] + steps])


# --- what is legal ----------------------------------------------------------------------------


@in_place
def _movable(s: Row[int], d: Row[int], seat: int, at: int) -> bool:
    """Return whether a pawn can use the roll (ZK-king-first, ZK-two-out, ZK-choose, ZK-lap)."""
    steps = s[STEPS + EACH * seat + at]
    home = _pawns_at(s, seat, HOME)
    if s[STEPS + EACH * seat + KING] == HOME:
        if at != KING and (d[KING_LEAVES_FIRST] or steps != HOME):
            return False
    elif steps == HOME:
        if d[TWO_AT_MOST] and home <= SPARE:
            return False
    elif home > SPARE or (d[LAP] == WAIT and steps == d[SQUARES] - 1):
        return False
    if d[NO_STACKS]:
        target = _landing(d, steps, s[DIE])
        return target == HOME or not _pawns_at(s, seat, target)
    return True


@in_place
def _cashable(s: Row[int], d: Row[int], seat: int, at: int) -> bool:
    """Return whether a pawn can be cashed (ZK-cash)."""
    if s[STEPS + EACH * seat + KING] == HOME or _pawns_at(s, seat, HOME) > SPARE:
        return False
    return s[STEPS + EACH * seat + at] > d[QUARTER]


@in_place
def _any_cashable(s: Row[int], d: Row[int], seat: int) -> bool:
    for at in range(EACH):
        if _cashable(s, d, seat, at):
            return True
    return False


@in_place
def _legal(s: Row[int], d: Row[int], what: int) -> bool:
    """Return whether a decision other than a repayment is legal."""
    phase, seat = s[PHASE], s[ACTIVE]
    if what == THROW:
        return phase == CHOOSING
    if what < SEND_HOME:
        return phase == MOVING and _movable(s, d, seat, what - GO)
    if what < CASH:
        foremost = s[STEPS + EACH * seat + what - SEND_HOME] == _most(s, seat)
        return phase == FOREMOST and foremost
    return phase == d[CASHED_IN] and _cashable(s, d, seat, what - CASH)


@in_place
def _repayments(s: Row[int]) -> int:
    """Count the sums that the active seat could repay (ZK-borrow)."""
    seat = s[ACTIVE]
    return min(s[DEBT + seat], s[MONEY + seat]) // NOTE


@in_place
def _has_choice(s: Row[int], d: Row[int], seat: int) -> bool:
    if s[DEBT + seat] and s[MONEY + seat] >= NOTE:
        return True
    return d[CASHED_IN] == CHOOSING and _any_cashable(s, d, seat)


# --- what follows -----------------------------------------------------------------------------


@in_place
def _send_home(s: Row[int], seat: int, steps: int) -> None:
    """Take all pawns of a seat off a square."""
    for at in range(EACH):
        if s[STEPS + EACH * seat + at] == steps:
            s[STEPS + EACH * seat + at] = HOME


@in_place
def _pay(s: Row[int], payer: int, payee: int, amount: int) -> None:
    s[MONEY + payer] -= amount
    s[MONEY + payee] += amount


@in_place
def _roll(s: Row[int], d: Row[int], die: int) -> None:
    seat = s[ACTIVE]
    s[PHASE] = MOVING
    s[DIE] = die
    s[COUNT] = 0
    if die == UNLUCKY:
        most = _most(s, seat)
        if most != HOME and _pawns_at(s, seat, most) > 1:
            s[PHASE] = FOREMOST
        else:
            _send_home(s, seat, most)
            _end_turn(s, d)
        return
    for at in range(EACH):
        if _movable(s, d, seat, at):
            return
    if d[CASHED_IN] != MOVING or not _any_cashable(s, d, seat):
        _end_turn(s, d)


@in_place
def _go(s: Row[int], d: Row[int], at: int) -> None:
    seat = s[ACTIVE]
    went = _landing(d, s[STEPS + EACH * seat + at], s[DIE])
    s[STEPS + EACH * seat + at] = went
    s[COUNT] = 0
    if went == HOME:
        _end_turn(s, d)
        return
    square = _square(d, seat, went)
    met = _standing_at(s, d, square, seat)
    if met == NOBODY:
        _end_turn(s, d)
    elif at == KING and s[STEPS + EACH * met + KING] == _steps_to(d, met, square):
        s[PHASE] = DUELLING
        s[ATTACKED] = met
    else:
        _hit(s, d, met, _steps_to(d, met, square))
        _end_turn(s, d)


@in_place
def _hit(s: Row[int], d: Row[int], victim: int, steps: int) -> None:
    s[LOST] = True
    fine = _fine(s, d, victim, steps)
    _send_home(s, victim, steps)
    missing = fine - s[MONEY + victim]
    lent = max(0, min(missing, s[BANK]))
    if lent < missing and (not d[LENDS_REST] or lent == 0):
        _leave(s, d, victim)
        return
    s[BANK] -= lent
    s[DEBT + victim] += lent
    s[MONEY + victim] += lent
    _pay(s, victim, s[ACTIVE], min(fine, s[MONEY + victim]))


@in_place
def _leave(s: Row[int], d: Row[int], seat: int) -> None:
    _pay(s, seat, s[ACTIVE], s[MONEY + seat])
    s[DEBT + seat] = 0
    for at in range(EACH):
        s[STEPS + EACH * seat + at] = HOME
    gone = 0
    for each in range(d[SEATS]):
        gone = max(gone, s[OUT + each])
    s[OUT + seat] = gone + 1


@in_place
def _duel_roll(s: Row[int], d: Row[int], die: int) -> None:
    roller, other = s[ATTACKED], s[ACTIVE]
    if s[COUNT] % 2:
        roller, other = other, roller
    s[COUNT] += 1
    if die != UNLUCKY:
        return
    s[LOST] = s[MONEY + roller] > 0
    _pay(s, roller, other, s[MONEY + roller])
    if roller == s[ATTACKED]:
        _send_home(s, roller, s[STEPS + EACH * roller + KING])
    else:
        s[STEPS + EACH * roller + KING] = HOME
    s[ATTACKED] = NOBODY
    _end_turn(s, d)


@in_place
def _cash(s: Row[int], d: Row[int], at: int) -> None:
    """Pay for all pawns that stand on a square (ZK-window, ZK-cash, ZK-stack)."""
    seat = s[ACTIVE]
    paid = _brings(s, d, seat, at)
    s[BANK] -= paid
    s[MONEY + seat] += paid
    _send_home(s, seat, s[STEPS + EACH * seat + at])
    _end_turn(s, d)


@in_place
def _repay(s: Row[int], d: Row[int], amount: int) -> None:
    seat = s[ACTIVE]
    s[BANK] += amount
    s[DEBT + seat] -= amount
    s[MONEY + seat] -= amount
    s[COUNT] += 1
    if s[PHASE] == CHOOSING and not _has_choice(s, d, seat):
        s[PHASE] = ROLLING
        s[COUNT] = 0


@in_place
def _winner(s: Row[int], d: Row[int]) -> int:
    found = NOBODY
    for seat in range(d[SEATS]):
        if s[MONEY + seat]:
            if found != NOBODY:
                return NOBODY
            found = seat
    return NOBODY if d[LAST_IN_PLAY] or not (s[LOST] or d[BY_HOLDING]) else found


@in_place
def _end_turn(s: Row[int], d: Row[int]) -> None:
    seats, first, active = d[SEATS], d[FIRST], s[ACTIVE]
    seat = (active + 1) % seats
    while s[OUT + seat]:
        seat = (seat + 1) % seats
    begun = s[ROUND]
    if (seat - first) % seats <= (active - first) % seats:
        begun += 1
    s[PHASE] = OVER
    if seat == active:
        return
    s[WINNER] = _winner(s, d)
    if s[WINNER] != NOBODY or begun > d[ROUNDS]:
        return
    s[PHASE] = CHOOSING if _has_choice(s, d, seat) else ROLLING
    s[TURN] += 1
    s[ROUND] = begun
    s[ACTIVE] = seat
    s[DIE] = 0
    s[COUNT] = 0


# --- reading ----------------------------------------------------------------------------------


@in_place
def _turns_left(s: Row[int], d: Row[int]) -> int:
    return d[ROUNDS] - s[ROUND] + 1


@in_place
def _may_cash(s: Row[int], d: Row[int]) -> int:
    """Count the pawns that can be cashed now."""
    found = 0
    for at in range(EACH):
        if _legal(s, d, CASH + at):
            found += 1
    return found


@in_place
def _worths_by_turns(
    d: Row[int], t: Row[float], table: int, seat: int, times: int, counted: int, cap: int
) -> None:
    """Fill a table with what a lone pawn is worth, by the turns that are left and its steps."""
    squares, windows = d[SQUARES], WINDOW + seat * d[SQUARES]
    after_roll = d[CASHED_IN] == MOVING
    for turns in range(1, d[TURNS_AHEAD] + 1):
        price = t[seat * COSTS + turns] if counted else 0.0
        after = table + (turns - 1) * squares
        for steps in range(squares):
            now = 0.0
            if steps > d[QUARTER]:
                now = float(min(times * d[windows + steps], cap))
            onward = 0.0
            for die in range(LOWEST, HIGHEST + 1):
                ahead = _landing(d, steps, die)
                rolled = 0.0 if ahead == HOME else t[after + ahead]
                onward += max(now, rolled) if after_roll else rolled
            best = onward / SIDES if after_roll else max(now, onward / SIDES)
            t[after + squares + steps] = max(0.0, best - price)


@in_place
def _worth(s: Row[int], d: Row[int], t: Row[float], at: int, steps: int, counted: int) -> float:
    """Return what the active seat's pawn would be worth after so many steps."""
    seat, turns = s[ACTIVE], _turns_left(s, d) - 1
    if steps == HOME or turns <= 0:
        return 0.0
    times = d[KING_TIMES] if at == KING else 1
    cap = min(d[MOST], s[BANK])
    kind = 4 * seat + 2 * int(at == KING) + counted
    length = 1 + (d[TURNS_AHEAD] + 1) * d[SQUARES]
    table = WORTHS + (kind * KEPT + cap // NOTE % KEPT) * length
    if t[table] != cap + 1:
        t[table] = cap + 1
        _worths_by_turns(d, t, table + 1, seat, times, counted, cap)
    return t[table + 1 + min(turns, d[TURNS_AHEAD]) * d[SQUARES] + steps]


@in_place
def _time_to_cash(s: Row[int], d: Row[int], t: Row[float], at: int, counted: int) -> bool:
    """Return whether the sum in the window is at least what going on would bring."""
    if _turns_left(s, d) <= _may_cash(s, d):
        return True
    seat = s[ACTIVE]
    steps, now = s[STEPS + EACH * seat + at], _brings(s, d, seat, at)
    if steps != _most(s, seat):
        return False
    if s[DIE]:
        return now >= _worth(s, d, t, at, _landing(d, steps, s[DIE]), counted)
    onward = 0.0
    for die in range(LOWEST, HIGHEST + 1):
        onward += _worth(s, d, t, at, _landing(d, steps, die), counted)
    return now >= onward / SIDES


@in_place
def _steps_after(s: Row[int], d: Row[int], at: int) -> int:
    """Return the steps of the active seat's pawn after this roll."""
    return _landing(d, s[STEPS + EACH * s[ACTIVE] + at], s[DIE])


@in_place
def _met(s: Row[int], d: Row[int], at: int) -> int:
    """Return the opponent whose pawns a pawn would meet with this roll."""
    steps = _steps_after(s, d, at)
    if steps == HOME:
        return NOBODY
    return _standing_at(s, d, _square(d, s[ACTIVE], steps), s[ACTIVE])


@in_place
def _challenged(s: Row[int], d: Row[int], at: int) -> int:
    """Return the seat that a pawn would challenge to a duel with this roll."""
    met = _met(s, d, at) if at == KING else NOBODY
    if met == NOBODY:
        return NOBODY
    here = _steps_to(d, met, _square(d, s[ACTIVE], _steps_after(s, d, at)))
    return met if s[STEPS + EACH * met + KING] == here else NOBODY


@in_place
def _fine_won(s: Row[int], d: Row[int], at: int) -> int:
    """Return what a pawn would collect in fines with this roll."""
    met = _met(s, d, at)
    if met == NOBODY or _challenged(s, d, at) != NOBODY:
        return 0
    here = _steps_to(d, met, _square(d, s[ACTIVE], _steps_after(s, d, at)))
    fine, had = _fine(s, d, met, here), s[MONEY + met]
    if fine <= had + s[BANK]:
        return fine
    return had + s[BANK] if d[LENDS_REST] else had


@in_place
def _gain(s: Row[int], d: Row[int], t: Row[float], at: int, counted: int) -> float:
    after = _worth(s, d, t, at, _steps_after(s, d, at), counted)
    now = _worth(s, d, t, at, s[STEPS + EACH * s[ACTIVE] + at], counted)
    return after - now + _fine_won(s, d, at)


@in_place
def _danger(s: Row[int], d: Row[int], steps: int) -> float:
    """Return how many kings are expected to reach a square in the next round."""
    seat = s[ACTIVE]
    square = _square(d, seat, steps)
    found = 0
    for other in range(d[SEATS]):
        if other != seat and not s[OUT + other]:
            king = s[STEPS + EACH * other + KING]
            here = _steps_to(d, other, square)
            for die in range(LOWEST, HIGHEST + 1):
                if _landing(d, king, die) == here:
                    found += 1
    return found / SIDES


@in_place
def _closer(s: Row[int], d: Row[int], at: int) -> float:
    if at != KING:
        return 0.0
    after = _danger(s, d, _steps_after(s, d, at))
    return after - _danger(s, d, s[STEPS + EACH * s[ACTIVE] + at])


@in_place
def _prey(s: Row[int], d: Row[int], steps: int) -> int:
    """Count the others' pawns that a roll could hit from a number of steps."""
    seat = s[ACTIVE]
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
def _at_random(s: Row[int], d: Row[int], luck: int) -> int:
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
def _ready(s: Row[int], d: Row[int], t: Row[float], kind: int, at: int) -> bool:
    """Return whether a bot would cash a pawn that it may cash."""
    if kind == CASH_AT_ONCE:
        return True
    if kind == HUNTER:
        late = _turns_left(s, d) <= _may_cash(s, d)
        return late or _brings(s, d, s[ACTIVE], at) >= ENOUGH
    return _time_to_cash(s, d, t, at, int(kind != OPTIMAL_STOPPER))


@in_place
def _cashing(s: Row[int], d: Row[int], t: Row[float], kind: int) -> int:
    """Choose which pawn a bot cashes now, if any: the one that brings most.

    When time runs out and all three are out, an ordinary one comes first, but not for those who
    cash at once.
    """
    seat = s[ACTIVE]
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
def _score(s: Row[int], d: Row[int], t: Row[float], kind: int, at: int) -> float:
    """Return how good a bot finds it to use the roll for a pawn."""
    seat, counted = s[ACTIVE], int(kind != OPTIMAL_STOPPER)
    if kind == CASH_AT_ONCE:
        return float(s[STEPS + EACH * seat + at])
    won = _gain(s, d, t, at, counted)
    if kind == HUNTER:
        now = _prey(s, d, s[STEPS + EACH * seat + at])
        gained = _prey(s, d, _steps_after(s, d, at)) - now
        hunted = _fine_won(s, d, at) + d[FINE_PAWN] * gained / SIDES
        return hunted + won / HUNTING
    if kind == DUELLIST:
        other = _challenged(s, d, at)
        if other != NOBODY:
            wins = FIRST_LOSES * s[MONEY + other]
            return wins - (1 - FIRST_LOSES) * s[MONEY + seat]
        loss = (2 * FIRST_LOSES - 1) * s[MONEY + seat]
        return won - _closer(s, d, at) * loss
    if kind == KING_KEEPER:
        if _challenged(s, d, at) != NOBODY:
            return float(-FAR)
        return won - _closer(s, d, at) * FIRST_LOSES * s[MONEY + seat]
    return won


@in_place
def _best_go(s: Row[int], d: Row[int], t: Row[float], kind: int) -> int:
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
        if _legal(s, d, what) and (chosen == NOBODY or s[PHASE] == FOREMOST):
            chosen = what
    return chosen


@in_place
def _choose(s: Row[int], d: Row[int], t: Row[float], kind: int, luck: int) -> int:
    if kind == RANDOM_LEGAL:
        return _at_random(s, d, luck)
    pawn = _cashing(s, d, t, kind)
    if pawn != NOBODY:
        return CASH + pawn
    return THROW if s[PHASE] == CHOOSING else _best_go(s, d, t, kind)


# --- playing ----------------------------------------------------------------------------------


@in_place
def _next(s: Row[int], d: Row[int], t: Row[float], kinds: Row[int], key: np.uint64) -> int:
    """Return the code of the next move, of a seat or of chance."""
    phase, turn, count, seat = s[PHASE], s[TURN], s[COUNT], s[ACTIVE]
    if phase in (ROLLING, DUELLING):
        die = 1 + below(draw(key, turn, CHANCES[phase], count), SIDES)
        return (ROLL + die) * BASE
    luck = draw(key, turn, LUCK[phase, seat], count)
    return _choose(s, d, t, kinds[seat], luck) * BASE + seat + 1


@in_place
def _carry_out(s: Row[int], d: Row[int], code: int) -> None:
    what = code // BASE
    s[LOST] = False
    if what == THROW:
        s[PHASE] = ROLLING
        s[COUNT] = 0
    elif what < SEND_HOME:
        _go(s, d, what - GO)
    elif what < CASH:
        s[STEPS + EACH * s[ACTIVE] + what - SEND_HOME] = HOME
        _end_turn(s, d)
    elif what < ROLL:
        _cash(s, d, what - CASH)
    elif what >= REPAY:
        _repay(s, d, (what - REPAY) * NOTE)
    elif s[PHASE] == DUELLING:
        _duel_roll(s, d, what - ROLL)
    else:
        _roll(s, d, what - ROLL)


@in_place
def books(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Draw up the accounts: each seat's money, each seat's debt, and what the bank holds."""
    seats = d[SEATS]
    for seat in range(seats):
        out[seat] = s[MONEY + seat]
        out[seats + seat] = -s[DEBT + seat]
    out[2 * seats] = s[BANK]


@in_place
def worths(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Work out what each seat has less what it owes."""
    for seat in range(d[SEATS]):
        out[seat] = s[MONEY + seat] - s[DEBT + seat]


@in_place
def owed(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Work out what each seat owes."""
    for seat in range(d[SEATS]):
        out[seat] = s[DEBT + seat]


@in_place
def _rank(s: Row[int], seat: int) -> int:
    """Return a number that is higher the better a seat stands (ZK-end)."""
    if s[OUT + seat]:
        return s[OUT + seat] - TOP
    return TOP if s[WINNER] == seat else s[MONEY + seat] - s[DEBT + seat]


@compiled
def places(s: Row[int], d: Row[int], out: Row[int]) -> None:
    """Rank the seats."""
    stands = numbers(d[SEATS])
    for seat in range(d[SEATS]):
        stands[seat] = _rank(s, seat)
    rank(stands, out)


_play, _run = whole_games(
    _next, _carry_out, books, worths, owed, places, phase=PHASE, over=OVER, turn=TURN
)


@in_place
def play(*asked: Any) -> int:
    """Play a game on to its end, as :class:`kernels.compiled.Play` says."""
    return _play(*asked)


@compiled
def run(*asked: Any) -> None:
    """Play games of a run, as :class:`kernels.compiled.Run` says."""
    _run(*asked)
