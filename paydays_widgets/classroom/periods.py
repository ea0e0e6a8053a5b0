"""Which games a class plays one after the other, with what luck, and what they have brought."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from paydays_widgets.classroom.entries import Block, Opened
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.core.chance import game_seed
from paydays_widgets.core.contest import Planned
from paydays_widgets.core.table import AnyTable
from paydays_widgets.show.programme import ProgrammeModule

_LUCK: Final = 10_000
"""Tables, and the bots beside a class, have the seeds below this number."""
_BLOCK: Final = 100
"""More than a block has games."""


class Period(Struct, frozen=True):
    """A game that all groups play at once.

    Parameters
    ----------
    block, game
        Which block it belongs to, and which game of the block it is, counted from 0.
    practice
        Whether its profits do not count.
    planned
        For each group, the draws whose outcome was chosen beforehand; none if nothing was.
    """

    block: int
    game: int
    practice: bool
    sittings: list[Sitting]
    planned: tuple[tuple[Planned, ...], ...] = ()

    @property
    def table(self) -> AnyTable:
        """The first group's game: rules, deck and seats are those of all."""
        return self.sittings[0].table


def following(programme: Sequence[Block], last: Period | None) -> tuple[int, int] | None:
    """Return the block and the game that come next; None if there is none.

    Examples
    --------
    >>> programme = [Block("", 4, games=2), Block("", 4)]
    >>> following(programme, None), following(programme, Period(0, 1, False, []))
    ((0, 0), (1, 0))
    >>> following(programme, Period(1, 0, False, []))
    """
    if last is None:
        return 0, 0
    if not programme:
        return None
    if last.game + 1 < programme[last.block].games:
        return last.block, last.game + 1
    return (last.block + 1, 0) if last.block + 1 < len(programme) else None


def luck(opened: Opened, block: int, game: int) -> int:
    """Return the seed of a period: blocks with the same luck share it, but for practice."""
    first = next((at for at, each in enumerate(opened.programme) if not each.practice), 0)
    shared = opened.same and bool(opened.programme) and not opened.programme[block].practice
    number = _BLOCK * (first if shared else block) + game
    return game_seed(opened.seed, _LUCK + number) if number else opened.seed


def profits(sitting: Sitting, game: ProgrammeModule) -> Sequence[int | None]:
    """Add up what each seat of a group has earned in a game, as far as it has been shown.

    None stands for a seat whose first round is not over.
    """
    seats = len(sitting.people)
    return sitting.once("earnings", lambda steps: game.earnings(steps, seats))
