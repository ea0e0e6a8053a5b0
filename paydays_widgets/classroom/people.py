"""How people are spread over tables and seats."""

from collections.abc import Collection, Sequence
from typing import TypeAlias

from paydays_widgets.classroom.entries import Person
from paydays_widgets.classroom.sitting import Sitting

Groups: TypeAlias = tuple[tuple[tuple[Person, ...], ...], ...]
"""For each group and each of its seats, the people who sit there."""


def groups(order: Sequence[Person], size: int, most: int) -> list[list[Person]]:
    """Split people into as few tables as there can be, as equal as they can be.

    Parameters
    ----------
    size
        How many sit at a table, at most, unless one person would be left alone.
    most
        How many seats a table can have.

    Examples
    --------
    >>> groups(range(9), 4, 4)
    [[0, 3, 6], [1, 4, 7], [2, 5, 8]]
    >>> [len(each) for each in groups(range(5), 4, 4)]
    [3, 2]
    >>> [len(each) for each in groups(range(5), 2, 4)]
    [3, 2]
    """
    tables = max(1, -(-len(order) // size))
    if len(order) < 2 * tables and len(order) <= most * (tables - 1):
        tables -= 1
    return [list(order[table::tables]) for table in range(tables)]


def joined(
    tables: Sequence[Sequence[Person]], others: Sequence[Person], size: int, most: int
) -> list[list[Person]]:
    """Seat others beside tables that were put together by hand.

    Somebody who would sit alone joins the smallest of them that has room.

    Examples
    --------
    >>> joined([[0, 1, 2], [3, 4]], [5], 4, 4)
    [[0, 1, 2], [3, 4, 5]]
    >>> joined([[0, 1, 2, 3]], [4, 5], 4, 4)
    [[0, 1, 2, 3], [4, 5]]
    """
    found = [*map(list, tables)]
    smallest = min(found, key=len, default=None)
    if len(others) == 1 and smallest is not None and len(smallest) < most:
        smallest += others
        return found
    return [*found, *groups(others, size, most)]


def dealt(order: Sequence[Person], seats: int) -> tuple[tuple[Person, ...], ...]:
    """Give people seats in turn: several in a seat if there are more than seats.

    Examples
    --------
    >>> dealt([7, 8, 9], 2), dealt([7], 2)
    (((7, 9), (8,)), ((7,), ()))
    """
    return tuple(tuple(order[seat::seats]) for seat in range(seats))


def filled(order: Sequence[Person], size: int) -> Groups:
    """Split people into groups of one size; bots complete the last.

    Examples
    --------
    >>> filled([5, 6, 7], 2)
    (((5,), (6,)), ((7,), ()))
    """
    groups = [order[at : at + size] for at in range(0, len(order), size)]
    return tuple(dealt(each, size) for each in groups)


def again(
    last: Sequence[Sitting], present: Collection[Person], size: int, *, grows: bool
) -> Groups:
    """Let the same groups go on in the same seats; newcomers take seats that are free.

    Parameters
    ----------
    grows
        Whether the last group takes all other newcomers; else they are groups of their own.
    """
    there = {person for sitting in last for person in sitting.everybody}
    new = [person for person in present if person not in there]
    groups: list[list[tuple[Person, ...]]] = []
    for sitting in last:
        seats: list[tuple[Person, ...]] = []
        for people in sitting.people:
            here = tuple(each for each in people if each in present)
            seats.append(here or ((new.pop(0),) if new else ()))
        groups.append(seats)
    if grows:
        groups[-1] += [(person,) for person in new]
        new = []
    return (*map(tuple, groups), *filled(new, size))
