"""Which games a class plays one after the other, with what luck, and who sits where."""

from collections.abc import Collection, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from paydays_widgets.classroom.entries import Block, Opened, Person
from paydays_widgets.classroom.people import dealt
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.core.chance import game_seed
from paydays_widgets.core.contest import Planned
from paydays_widgets.core.table import AnyTable
from paydays_widgets.show.programme import ProgrammeModule

Groups: TypeAlias = tuple[tuple[tuple[Person, ...], ...], ...]
"""For each group and each of its seats, the people who sit there."""

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


def profits(sitting: Sitting, game: ProgrammeModule) -> list[int]:
    """Add up what each seat of a group has earned in a game, as far as it has been shown."""
    found = [0] * len(sitting.people)
    for lines in game.rounds(sitting.table.branch.steps[: sitting.table.at]):
        for line in lines:
            found[line.seat] += line.profit
    return found


def filled(order: Sequence[Person], size: int) -> Groups:
    """Split people into groups of one size; bots complete the last.

    Examples
    --------
    >>> filled([5, 6, 7], 2)
    (((5,), (6,)), ((7,), ()))
    """
    groups = [order[at : at + size] for at in range(0, len(order), size)]
    return tuple(dealt(each, size) for each in groups)


def again(last: Sequence[Sitting], present: Collection[Person], size: int) -> Groups:
    """Let the same groups go on in the same seats; newcomers take seats that are free."""
    there = {person for sitting in last for person in sitting.everybody}
    new = [person for person in present if person not in there]
    groups = []
    for sitting in last:
        seats = []
        for people in sitting.people:
            here = tuple(each for each in people if each in present)
            seats.append(here or ((new.pop(0),) if new else ()))
        groups.append(tuple(seats))
    return (*groups, *filled(new, size))
