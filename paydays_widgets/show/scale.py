"""Scales of pictures."""

from collections.abc import Sequence


def ticks(low: int, high: int, about: int = 5) -> Sequence[int]:
    """Choose round numbers that span a range.

    Examples
    --------
    >>> list(ticks(0, 43))
    [0, 10, 20, 30, 40, 50]
    """
    span = max(high - low, 1)
    step = 1
    while span / step > about:
        step = (
            step * 2 if str(step)[0] == "1" else step * 5 // 2 if str(step)[0] == "2" else step * 2
        )
    first = low // step * step
    last = max(-(-high // step) * step, first + step)
    return range(first, last + step, step)
