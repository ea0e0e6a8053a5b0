"""A strategy is asked: somebody else's code, which may loop, print, fail or try to leave.

Whatever it does ends here, as a move or as a :class:`StrategyError`.
"""

import io
import linecache
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from traceback import walk_tb
from types import TracebackType
from typing import Any, Final, TypeVar

from msgspec import Struct

from paydays_widgets.core import patience
from paydays_widgets.core.engine import Engine
from paydays_widgets.core.game import Complaint, Move, Refusal, Seat
from paydays_widgets.core.notation import NotationError
from paydays_widgets.core.patience import OutOfTime, within
from paydays_widgets.core.text import LINE, short

S = TypeVar("S")
M = TypeVar("M", bound=Move)

PATIENCE_S: Final = 5
"""Seconds that a strategy has for each decision."""
PRINTED: Final = 1500
"""Characters of the beginning, and of the end, of what strategies print that are kept."""


_OURS: Final = frozenset({__file__, patience.__file__})


class CodeLine(Struct, frozen=True):
    """A line of a strategy's code; its number counts from 1, in its cell or file."""

    number: int
    code: str


class StrategyError(Complaint):
    """A strategy failed, took too long, or chose an illegal move.

    Attributes
    ----------
    line
        Where its own code was; None if that is not known, or does not matter.
    refusal
        Why its move is illegal; None for any other fault.
    names
        The seats' names, for the words of the refusal.
    """

    line: CodeLine | None = None
    refusal: Refusal | None = None
    names: Sequence[str] = ()


class Printed(io.TextIOBase):
    r"""What strategies printed: its beginning and its end.

    Examples
    --------
    >>> printed = Printed()
    >>> print("trying 7", file=printed)
    >>> str(printed)
    'trying 7\n'
    """

    def __init__(self) -> None:
        super().__init__()
        self._beginning = self._end = ""
        self._left_out = False

    def write(self, text: str) -> int:
        """Take a text in."""
        room = PRINTED - len(self._beginning)
        self._beginning += text[:room]
        rest = self._end + text[room:]
        self._left_out = self._left_out or len(rest) > PRINTED
        self._end = rest[-PRINTED:]
        return len(text)

    def __str__(self) -> str:
        """Join the beginning and the end, with a line between them where something is left out."""
        return self._beginning + ("\n…\n" if self._left_out else "") + self._end


def consult(
    strategies: Mapping[str, Callable[[Any, int], Any]],
    name: str,
    view: object,
    luck: int,
    *,
    seat: Seat,
    printed: Printed,
) -> object:
    """Ask the strategy of a name for its decision; ``printed`` takes in what it prints.

    Raises
    ------
    StrategyError
        If it failed, was interrupted or took too long.
    """
    try:
        with redirect_stdout(printed), redirect_stderr(printed):
            return within(PATIENCE_S, lambda: strategies[name](view, luck))
    except BaseException as error:  # a student's code may even try to end the program
        fault = _fault(error, name, seat + 1)
        fault.line = _own_line(error.__traceback__)
        raise fault from error


def decide(
    game: Engine[S, M, Any, Any, Any, Any],
    state: S,
    seat: Seat,
    name: str,
    *,
    strategies: Mapping[str, Callable[[Any, int], Any]],
    luck: int,
    names: Sequence[str],
    printed: Printed,
) -> M:
    """Let a strategy decide for a seat that is to decide, and check what it chose.

    ``names`` are those of the seats; ``printed`` takes in what it prints.

    Raises
    ------
    StrategyError
        If it fails, takes too long, or chooses no legal move.
    """
    view = game.view(state, seat)
    chosen = consult(strategies, name, view, luck, seat=seat, printed=printed)
    if chosen is None:
        raise StrategyError(
            "the strategy “{strategy}” gave back no move for seat {seat}; each way through it "
            "must end with a “return”",
            strategy=name,
            seat=seat + 1,
        )
    if not isinstance(chosen, Move) or chosen.by != seat:
        raise StrategyError(
            "the strategy “{strategy}” must give back a move for seat {seat}; it gave {gave}",
            strategy=name,
            seat=seat + 1,
            gave=short(chosen, LINE, repr),
        )
    try:
        move = game.read(str(chosen))
    except NotationError as error:
        raise StrategyError(
            "the strategy “{strategy}” gave back {gave}, which is not a move of this game",
            strategy=name,
            gave=short(chosen, LINE, repr),
        ) from error
    refusal = game.refuse(state, move)
    if refusal is not None:
        fault = StrategyError(
            "the strategy “{strategy}” chose {gave}, which rule {clause} forbids",
            strategy=name,
            gave=short(chosen, LINE, repr),
            clause=refusal.clause,
        )
        fault.refusal, fault.names = refusal, names
        raise fault
    return move


def _fault(error: BaseException, strategy: str, seat: int) -> StrategyError:
    match error:
        case OutOfTime():
            return StrategyError(
                "the strategy “{strategy}” was stopped: after {seconds} seconds it had not yet "
                "chosen a move for seat {seat}",
                strategy=strategy,
                seat=seat,
                seconds=PATIENCE_S,
            )
        case KeyboardInterrupt():
            return StrategyError(
                "the strategy “{strategy}” was interrupted before it had chosen a move for seat "
                "{seat}",
                strategy=strategy,
                seat=seat,
            )
        case SystemExit():
            return StrategyError(
                "the strategy “{strategy}” tried to end the program instead of choosing a move "
                "for seat {seat}",
                strategy=strategy,
                seat=seat,
            )
        case _:
            return StrategyError(
                "the strategy “{strategy}” failed on seat {seat}: {error}",
                strategy=strategy,
                seat=seat,
                error=short(error, LINE, repr),
            )


def _own_line(trace: TracebackType | None) -> CodeLine | None:
    """Find the last line of the strategy's own cell or file that was being carried out."""
    frames = [(frame.f_code.co_filename, number) for frame, number in walk_tb(trace)]
    visited = [each for each in frames if each[0] not in _OURS]
    if not visited:
        return None
    own, _ = visited[0]
    number = [number for file, number in visited if file == own][-1]
    return CodeLine(number, short(linecache.getline(own, number), LINE))
