"""Reports: what a game works out about a course of play, as tables that any panel can show.

A game's ``panel`` makes them (``reports``), from what has happened and what lay open after it.
"""

from msgspec import Struct

from paydays_widgets.core.game import Seat


class Figures(Struct, frozen=True):
    """A table of words and figures, ready to be read.

    Parameters
    ----------
    title
        What it shows.
    columns
        What stands over the columns of figures.
    rows
        For each row its name, then its figures.
    totals
        The numbers of the rows that sum up, counted from 0.
    words
        What it teaches, in a sentence or two; "" for nothing.
    sums
        The arithmetic worked out, line by line.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...] = ()
    words: str = ""
    sums: tuple[str, ...] = ()


class Report(Struct, frozen=True):
    """Tables about one seat, or about the game.

    Parameters
    ----------
    seat
        Whose; None for the game's.
    figures
        The tables.
    """

    seat: Seat | None
    figures: tuple[Figures, ...]
