"""The assignment problem: give each row a column of its own so that the total cost is least."""

from collections.abc import Sequence
from math import inf


def assign(costs: Sequence[Sequence[float]]) -> list[int]:
    """Return the column of each row, by the Hungarian method with shortest augmenting paths.

    Parameters
    ----------
    costs
        A rectangle with at least as many columns as rows.

    Examples
    --------
    >>> assign([[4, 1, 3], [2, 0, 5]])
    [1, 0]
    """
    width = len(costs[0]) if costs else 0
    of_column: list[int | None] = [None] * (width + 1)  # one more, where each path begins
    rows, columns = [0.0] * len(costs), [0.0] * (width + 1)  # the potentials
    for row in range(len(costs)):
        at, of_column[width] = width, row
        best, came = [inf] * width, [width] * width
        reached = [False] * (width + 1)
        while (here := of_column[at]) is not None:
            reached[at] = True
            for column in range(width):
                less = costs[here][column] - rows[here] - columns[column]
                if not reached[column] and less < best[column]:
                    best[column], came[column] = less, at
            free = [column for column in range(width) if not reached[column]]
            nearest = min(free, key=best.__getitem__)
            step = best[nearest]
            for column, owner in enumerate(of_column):
                if reached[column] and owner is not None:
                    rows[owner] += step
                    columns[column] -= step
            for column in free:
                best[column] -= step
            at = nearest
        while at != width:
            before = came[at]
            of_column[at], at = of_column[before], before
    found = {owner: column for column, owner in enumerate(of_column[:width])}
    return [found[row] for row in range(len(costs))]
