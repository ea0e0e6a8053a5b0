"""Whole games and runs of them, made of a kernel's steps. Needs numba."""

from collections.abc import Callable
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np

from paydays_widgets.kernels.compiled import Course, Grid, Row, game_seed, key, made
from paydays_widgets.kernels.records import Records


class Turning(Protocol):
    """What is asked of any game's position."""

    phase: int
    turn: int


S = TypeVar("S", bound=Turning)
D = TypeVar("D")
D_contra = TypeVar("D_contra", contravariant=True)
"""What does not change, as it is only read."""

Next: TypeAlias = Callable[[S, D, Row[float], Row[int], np.uint64], int]
"""``next_move(s, d, t, kinds, key)``: the code of the next move, of a seat or of chance."""
CarryOut: TypeAlias = Callable[[S, D, int], None]
"""``carry_out(s, d, code)``: does what a move says, and all that follows."""
Account: TypeAlias = Callable[[S, D, Row[int]], None]
"""``account(s, d, out)``: writes down sums, or places."""


class Packed(NamedTuple, Generic[S, D]):
    """A position as a kernel takes it.

    Parameters
    ----------
    s
        The position, as an array of one record.
    d
        What does not change: the deck and the rules.
    t
        Tables of fractions that strategies use.
    """

    s: Records[S]
    d: D
    t: Row[float]


class Play(Protocol[S, D_contra]):
    """Plays a game on to its end."""

    def __call__(
        self,
        table: Records[S],
        d: D_contra,
        t: Row[float],
        kinds: Row[int],
        key: np.uint64,
        codes: Row[int],
        ledger: Grid,
    ) -> int:
        """Play on, and return the number of moves.

        Parameters
        ----------
        table
            The position; it is changed.
        d, t
            What does not change, and the tables.
        kinds
            The strategy of each seat: its place among the kernel's ``STRATEGIES``.
        key
            The key of the seed.
        codes
            Takes the moves' codes, as many as fit.
        ledger
            Takes the books after each turn, in the row of the turn's number, as far as it goes.
        """


class Run(Protocol[S, D_contra]):
    """Plays games of a run."""

    def __call__(
        self,
        table: Records[S],
        d: D_contra,
        t: Row[float],
        kinds: Row[int],
        seed: int,
        first: int,
        count: int,
        worth: Grid,
        owes: Grid,
        place: Grid,
        marks: int,
        course: Course,
    ) -> None:
        """Play games from a position, which is not changed.

        Parameters
        ----------
        table, d, t, kinds
            As in :class:`Play`.
        seed
            The seed of the run.
        first, count
            The number of the first game, and of how many games.
        worth, owes, place
            Take, for each game, what each seat has and owes at its end, and its place.
        marks, course
            ``course`` takes, for as many games as fit, what each seat has and owes when turn 0
            begins, then when each ``marks``-th turn does; from the end of a game on, the last
            values.
        """


def whole_games(
    next_move: Next[S, D],
    carry_out: CarryOut[S, D],
    books: Account[S, D],
    worths: Account[S, D],
    owed: Account[S, D],
    places: Account[S, D],
    *,
    over: int,
) -> tuple[Play[S, D], Run[S, D]]:
    """Make the functions that play whole games of those that play their steps.

    Parameters
    ----------
    next_move, carry_out
        The steps.
    books, worths, owed, places
        The accounts, what each seat has and owes, and its place.
    over
        The phase that ends the game.

    Returns
    -------
    tuple[Play, Run]
        Compiled, but not kept on disk: numba keeps what calls them instead.
    """
    of = carry_out.__module__

    def mark(
        s: S, d: D, marks: int, course: Course, worth: Grid, owes: Grid, game: int, marked: int
    ) -> int:
        """Keep what each seat has and owes if a turn begins that is due; count those kept."""
        while marked < course.shape[1] and (s.phase == over or marked * marks <= s.turn):
            worths(s, d, worth[game])
            owed(s, d, owes[game])
            for seat in range(course.shape[2]):
                course[game, marked, seat, 0] = worth[game, seat]
                course[game, marked, seat, 1] = owes[game, seat]
            marked += 1
        return marked

    mark = made(mark, of, _nrt=False)

    def play(
        table: Records[S],
        d: D,
        t: Row[float],
        kinds: Row[int],
        key: np.uint64,
        codes: Row[int],
        ledger: Grid,
    ) -> int:
        moves, s = 0, table[0]
        while s.phase != over:
            now, code = s.turn, next_move(s, d, t, kinds, key)
            carry_out(s, d, code)
            if moves < len(codes):
                codes[moves] = code
            moves += 1
            if (s.turn != now or s.phase == over) and now < len(ledger):
                books(s, d, ledger[now])
        return moves

    play = made(play, of, _nrt=False)

    def one_game(
        s: S,
        d: D,
        t: Row[float],
        kinds: Row[int],
        key: np.uint64,
        worth: Grid,
        owes: Grid,
        marks: int,
        course: Course,
        game: int,
    ) -> None:
        marked = 0
        while s.phase != over:
            if game < course.shape[0]:
                marked = mark(s, d, marks, course, worth, owes, game, marked)
            carry_out(s, d, next_move(s, d, t, kinds, key))
        if game < course.shape[0]:
            mark(s, d, marks, course, worth, owes, game, marked)
        worths(s, d, worth[game])
        owed(s, d, owes[game])

    one_game = made(one_game, of, _nrt=False)

    def run(
        table: Records[S],
        d: D,
        t: Row[float],
        kinds: Row[int],
        seed: int,
        first: int,
        count: int,
        worth: Grid,
        owes: Grid,
        place: Grid,
        marks: int,
        course: Course,
    ) -> None:
        for game in range(count):
            now = table.copy()
            luck = key(game_seed(seed, first + game))
            one_game(now[0], d, t, kinds, luck, worth, owes, marks, course, game)
            places(now[0], d, place[game])

    return play, made(run, of)
