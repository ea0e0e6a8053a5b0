"""How people are spread over tables and seats."""

from collections.abc import Sequence

from paydays_widgets.classroom.entries import Person


def groups(order: Sequence[Person], size: int) -> list[list[Person]]:
    """Split people into tables of at most a size, as equal as they can be.

    Examples
    --------
    >>> groups(range(9), 4)
    [[0, 3, 6], [1, 4, 7], [2, 5, 8]]
    >>> [len(each) for each in groups(range(5), 4)]
    [3, 2]
    """
    tables = max(1, -(-len(order) // size))
    return [list(order[table::tables]) for table in range(tables)]


def dealt(order: Sequence[Person], seats: int) -> tuple[tuple[Person, ...], ...]:
    """Give people seats in turn: several in a seat if there are more than seats.

    Examples
    --------
    >>> dealt([7, 8, 9], 2), dealt([7], 2)
    (((7, 9), (8,)), ((7,), ()))
    """
    return tuple(tuple(order[seat::seats]) for seat in range(seats))
