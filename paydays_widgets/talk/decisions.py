"""Every decision of a game as a line of one long table, with the same columns for all games."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from decimal import Decimal
from functools import partial
from typing import Any, Final, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import CHANCE, Decide, Move, Seat
from paydays_widgets.core.ledger import cash
from paydays_widgets.core.table import AnyTable
from paydays_widgets.core.text import Text
from paydays_widgets.show.modules import Modules

Line: TypeAlias = dict[str, object]
"""The cells of a line by column; a column that is missing is blank."""
COLUMNS: Final = (
    *("room", "block", "game", "table", "turn", "seat", "name", "by"),
    *("asked", "about", "able", "chosen", "amount", "outcome", "price"),
    *("money_before", "money_after", "seconds", "time", "taken_back", "move"),
)
_SUMS: Final = ("amount", "bid", "price")


class Reading(Struct, frozen=True):
    """A table as the reader of a file may know it.

    Parameters
    ----------
    seat
        The seat whose secrets the reader may know; None for what lies open.
    hands
        Whether the reader may know every hand.
    everything
        Whether nothing is secret: the file is the data of an experiment.
    """

    table: AnyTable
    modules: Modules
    names: Sequence[str]
    text: Text
    seat: Seat | None = None
    hands: bool = False
    everything: bool = False


def rows(lines: Iterator[Line]) -> Iterator[Sequence[object]]:
    """Put lines in columns, below their names."""
    yield COLUMNS
    for line in lines:
        yield [line.get(column, "") for column in COLUMNS]


def lines(at: Reading) -> Iterator[Line]:
    """List all decisions up to the cursor; of one that may not be known, only who was asked."""
    branch = at.table.branch
    for number, move in enumerate(branch.moves[: at.table.move_number]):
        if move.by != CHANCE:
            yield made(at, number)


def made(at: Reading, number: int) -> Line:
    """Tell a decision, by the number of its move, counted from 0, and what came of it."""
    table = at.table
    move, state = table.branch.moves[number], table.before(number)
    turn = table.game.turn(state)
    told = at.everything or table.told(number, at.seat, shown=table.at)
    line = asked(at, turn, move.by)
    line["money_before"] = _money(at, state, move.by)
    if told:
        line |= answered(at, state, move)
    return line | _outcome(at, number, turn)


def asked(at: Reading, turn: Any, seat: Seat) -> Line:  # noqa: ANN401 - a game's
    """Tell who is asked what."""
    return {
        "game": at.modules.panel.TITLE,
        "turn": turn.turn,
        "seat": seat + 1,
        "name": at.names[seat],
        "asked": _told(lambda: at.modules.text.phrases(at.text).asked(turn.prompt)),
    }


def answered(at: Reading, state: Any, move: Move) -> Line:  # noqa: ANN401 - a game's
    """Tell what is chosen at a position, what it is about, and how many others could."""
    game, stakes = at.table.game, at.modules.stakes
    own, words = game.view(state, move.by), at.modules.text
    chosen = _told(lambda: words.choice(own, move, at.names, at.text))
    line = {"chosen": chosen} | given(at, move)
    if stakes is not None:
        view = game.view(state, None)
        able = stakes.able(view, partial(game.view, state) if at.hands else None)
        line["about"] = _told(lambda: stakes.about(view, move, at.text))
        line["able"] = "" if able is None else len({*able} - {move.by})
    return line


def _told(tell: Callable[[], str]) -> str:
    """Return a game's words; "" if it makes a mistake, for the figures are there all the same."""
    with suppress(Exception):
        return tell()
    return ""


def given(at: Reading, move: Move) -> Line:
    """Write a move, and the sum that it names."""
    return {"amount": _units(at, sum_of(move)), "move": str(move)}


def sum_of(move: Move) -> int | None:
    """Return the sum that a move names; None for none, or for one that is written as a word."""
    written = str(move).split()
    sums = [each for name in _SUMS if isinstance(each := getattr(move, name, None), int)]
    return next((each for each in sums if str(each) in written), None)


def _outcome(at: Reading, number: int, turn: Any) -> Line:  # noqa: ANN401 - a game's
    """Tell what came of a decision, as far as it has been shown, and the seat's money then."""
    table, stakes = at.table, at.modules.stakes
    branch, seat = table.branch, table.branch.moves[number].by
    end, found = branch.ends[number], Line()
    if stakes is not None and isinstance(turn, Decide) and turn.prompt in stakes.PROMPTS:
        for step in range(branch.begins(number), table.at):
            event = branch.steps[step].event
            if stakes.settled(event, seat):
                seen = event if at.everything else table.game.witness(event, at.seat)
                end = branch.ends[bisect_left(branch.ends, step + 1)]
                if seen is not None:
                    found["outcome"] = _called(stakes.settled(seen, seat), at.text)
                    found["price"] = _units(at, _price(seen))
                break
    state = branch.steps[min(end, table.at) - 1].state
    return found | {"money_after": _money(at, state, seat)}


def _price(event: object) -> int | None:
    """Return at what an auction ended, for who won and who lost."""
    price: int | None = getattr(event, "price", None)
    return price if price is not None else getattr(event, "lowest", 0) or None


def _called(outcome: str, text: Text) -> str:
    """Name what a choice has led to, as the games' ``stakes`` tell it apart."""
    return {
        "won": text("won"),
        "lost": text("lost"),
        "tied": text("tied"),
        "payday": text("a payday came"),
        "kept": text("kept"),
        "off": text("called off"),
        "out": text("took no part"),
    }.get(outcome, outcome)


def _money(at: Reading, state: Any, seat: Seat) -> object:  # noqa: ANN401 - a game's
    return _units(at, at.table.game.books(state).get(cash(seat)))


def _units(at: Reading, amount: int | None) -> object:
    """Write a sum in the whole units in which the game names sums."""
    if amount is None:
        return ""
    programme = at.modules.programme
    return amount if programme is None else Decimal(amount) / programme.UNIT
