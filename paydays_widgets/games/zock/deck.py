"""The board and amounts of Zock, as data that users can replace with a file of their own.

``deck.toml`` next to this module is the board that comes with the game. It states for each figure
whether it is in the rulebook, publicly known, or our own reconstruction.
"""

from collections.abc import Iterator
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct, field

from paydays_widgets.core.deckfile import CheckedDeck, DeckError, Decks, Figure, Name, Provenance
from paydays_widgets.games.zock.moves import Pawn
from paydays_widgets.games.zock.rules import MOST_MONEY, NOTE

MOST_SQUARES: Final = 400
"""The longest circuit that a board may have."""
QUARTERS: Final = 4
"""The circuit has four exits, and a pawn can be cashed past its first quarter."""

Money: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_MONEY, multiple_of=NOTE)]
Amount: TypeAlias = Annotated[int, Meta(ge=NOTE, le=MOST_MONEY, multiple_of=NOTE)]
Times: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
Squares: TypeAlias = Annotated[int, Meta(ge=16, le=MOST_SQUARES, multiple_of=QUARTERS)]
"""At least 16, so that no roll goes more than halfway round."""
Square: TypeAlias = Annotated[int, Meta(ge=0, lt=MOST_SQUARES)]
Steps: TypeAlias = Annotated[int, Meta(ge=1, lt=MOST_SQUARES)]


class Exits(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The squares that pawns are counted from, clockwise."""

    squares: tuple[Square, Square, Square, Square]
    provenance: Provenance


class Window(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A sum, and the number of steps past the exit from which the window shows it."""

    start: Steps = field(name="from")
    sum: Money
    provenance: Provenance


class Quarter(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The sums printed on the squares of a quarter."""

    sums: Annotated[tuple[Money, ...], Meta(max_length=MOST_SQUARES // QUARTERS)]
    provenance: Provenance


class DeckFile(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A board as its file states it."""

    name: Name
    start_money: Figure[Amount]
    money: Figure[Amount]
    fine_pawn: Figure[Amount]
    fine_king: Figure[Amount]
    king_times: Figure[Times]
    squares: Figure[Squares]
    exits: Exits
    by_progress: Annotated[tuple[Window, ...], Meta(min_length=1, max_length=MOST_SQUARES)]
    by_square: Quarter


class Deck(CheckedDeck, frozen=True, gc=False, forbid_unknown_fields=True):
    """A board as the engine reads it.

    Parameters
    ----------
    money
        All the money in the game, the seats' and the bank's.
    fine_pawn, fine_king
        What a pawn, or a king, costs its owner when it is hit.
    king_times
        How many times the window's sum is paid for a king.
    squares
        The number of squares on the circuit, numbered clockwise from 0.
    by_progress
        What the window shows for each number of steps past the exit, from 0 on; nothing in the
        first quarter.
    """

    start_money: Amount
    money: Amount
    fine_pawn: Amount
    fine_king: Amount
    king_times: Times
    squares: Squares
    exits: tuple[Square, Square, Square, Square]
    by_progress: Annotated[tuple[Money, ...], Meta(max_length=MOST_SQUARES)]
    by_square: Annotated[tuple[Money, ...], Meta(max_length=MOST_SQUARES // QUARTERS)]

    def flaws(self) -> Iterator[tuple[str, str]]:
        """Find the places of inconsistent figures, and say what was expected there.

        Whether there is enough money to start with depends on the number of seats, so that is
        checked when a game starts.
        """
        before = -1
        for index, square in enumerate(self.exits):
            place = f"exits.squares[{index}]"
            if square >= self.squares:
                yield place, f"expected a square from 0 to {self.squares - 1}, got {square}"
            if square <= before:
                problem = f"expected a square after {before}, since they go clockwise"
                yield place, f"{problem}; got {square}"
            before = square
        if len(self.by_progress) != self.squares:
            problem = f"expected a sum for each of {self.squares} numbers of steps"
            yield "by_progress", f"{problem}, got {len(self.by_progress)}"
        if any(self.by_progress[: self.quarter + 1]):
            problem = f"expected nothing in the first quarter, up to {self.quarter} steps"
            yield "by_progress", problem
        if list(self.by_progress) != sorted(self.by_progress):
            yield "by_progress", "expected no sum to be less than the one before"
        if len(self.by_square) != self.quarter:
            problem = f"expected a sum for each of the {self.quarter} squares of a quarter"
            yield "by_square.sums", f"{problem}, got {len(self.by_square)}"

    @property
    def quarter(self) -> int:
        """The squares in a quarter: a pawn that has gone more steps than that may be cashed."""
        return self.squares // QUARTERS

    def fine(self, pawn: Pawn) -> int:
        """Return what a pawn costs its owner when it is hit."""
        return self.fine_king if pawn == "king" else self.fine_pawn

    def times(self, pawn: Pawn) -> int:
        """Return how many times the window's sum is paid for a pawn."""
        return self.king_times if pawn == "king" else 1

    def exit(self, seat: int, seats: int) -> int:
        """Return the square that a seat's pawns are counted from.

        Examples
        --------
        >>> [default_deck().exit(seat, 2) for seat in range(2)]
        [0, 20]
        """
        return self.exits[seat if seats > 2 else 2 * seat]  # noqa: PLR2004 - two sit opposite

    def window(self, payout: str, progress: int, square: int) -> int:
        """Return the sum that the window shows for a pawn.

        Parameters
        ----------
        payout
            How the disc is read: a value of the switch ``payout``.
        progress
            The steps that the pawn has gone since its exit.
        square
            The square it stands on.

        Examples
        --------
        >>> default_deck().window("progress", 36, 9), default_deck().window("square", 36, 9)
        (5000, 5000)
        """
        if payout == "progress":
            return self.by_progress[progress]
        return self.by_square[square % self.quarter]


def compile_deck(file: DeckFile) -> Deck:
    """Turn a board file into the engine's board.

    Raises
    ------
    DeckError
        If its figures are inconsistent.
    """
    return Deck(
        name=file.name,
        start_money=file.start_money.value,
        money=file.money.value,
        fine_pawn=file.fine_pawn.value,
        fine_king=file.fine_king.value,
        king_times=file.king_times.value,
        squares=file.squares.value,
        exits=file.exits.squares,
        by_progress=tuple(_windows(file)),
        by_square=file.by_square.sums,
    )


def _windows(file: DeckFile) -> Iterator[int]:
    """Yield the window's sum for each number of steps."""
    squares = file.squares.value
    first = squares // QUARTERS + 1
    if file.by_progress[0].start != first:
        problem = f"expected {first}, the first step past the quarter"
        got = file.by_progress[0].start
        raise DeckError(file.name, "by_progress[0].from", f"{problem}, got {got}")
    yield from [0] * first
    ends = [*[each.start for each in file.by_progress[1:]], squares]
    for index, (window, end) in enumerate(zip(file.by_progress, ends, strict=True)):
        if window.start >= end:
            last = index + 1 == len(ends)
            place = f"by_progress[{index if last else index + 1}].from"
            bound = f"less than {squares}" if last else f"more than {window.start}"
            raise DeckError(
                file.name, place, f"expected {bound}, got {window.start if last else end}"
            )
        yield from [window.sum] * (end - window.start)


_DECKS: Final = Decks("paydays_widgets.games.zock", DeckFile, compile_deck)
load_deck, parse_deck = _DECKS.load, _DECKS.parse
deck_file, default_deck = _DECKS.file, _DECKS.own
