"""Times of a log, as people read them."""

from datetime import UTC, datetime


def _moment(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


def universal(at: int) -> str:
    """Write a time, in milliseconds since 1970, for a file.

    Examples
    --------
    >>> universal(1_000_000_000_000)
    '2001-09-09T01:46:40+00:00'
    """
    return _moment(at).isoformat(timespec="seconds")


def local(at: int) -> str:
    """Write a time, in milliseconds since 1970, as this machine's clock has it."""
    return f"{_moment(at).astimezone():%Y-%m-%d %H:%M}"
