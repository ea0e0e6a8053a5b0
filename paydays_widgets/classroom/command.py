"""The command ``paydays class``: which classes are kept, and how they are deleted."""

import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from paydays_widgets.classroom.times import local
from paydays_widgets.core.game import Complaint

if TYPE_CHECKING:
    from paydays_widgets.classroom.store import Listing, Store

_DAY: Final = 86_400_000
_SQLITE: Final = "sqlite:///"
MOST_DAYS: Final = 9999


def add(command: Callable[..., ArgumentParser]) -> ArgumentParser:
    """Add the command by a function that makes its parser, and return that."""
    parser = command(
        "class",
        help="play with a class; list or delete saved classes",
        description="Serve the games to a class in the same network; or list or delete saved "
        "classes, whether or not the server is running.",
    )
    kept = parser.add_subparsers(metavar="COMMAND")
    listed = kept.add_parser("list", help="list saved classes and when each last played")
    listed.set_defaults(run=_list, extra="class")
    deleted = kept.add_parser("delete", help="delete classes and everything that happened in them")
    which = deleted.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "code", nargs="?", metavar="CODE", type=str.upper, help="the code of one class"
    )
    which.add_argument(
        "--older",
        type=_days,
        metavar="DAYS",
        help="every class in which nothing has happened for this many days",
    )
    deleted.set_defaults(run=_delete, extra="class")
    for each in (listed, deleted):
        each.add_argument(
            "--store",
            metavar="URL",
            help="the database of classes, as with --class-store; default: the same file",
        )
    return parser


def _days(given: str) -> int:
    if given.isascii() and given.isdigit() and 0 < int(given) <= MOST_DAYS:
        return int(given)
    raise ArgumentTypeError(f"give a number of days, from 1 to {MOST_DAYS}, not {given}")


@contextmanager
def _opened(url: str | None) -> Iterator["Store"]:
    """Open a store that is there: a wrong address makes no new file."""
    from paydays_widgets.classroom.store import Store, usual

    url = url or usual()
    file = url.removeprefix(_SQLITE).partition("?")[0]
    if url.startswith(_SQLITE) and not Path(file).is_file():
        raise Complaint("There is no file {file} with classes.", file=file)
    store = Store(url)
    try:
        yield store
    finally:
        store.close()


def _list(asked: Namespace) -> str:
    with _opened(asked.store) as store:
        rooms = store.rooms()
    if not rooms:
        return "There are no saved classes."
    rows = [("code", "opened", "last", "entries", ""), *map(_row, rooms)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _row(room: "Listing") -> tuple[str, ...]:
    state = "open" if room.ended is None else "ended"
    return room.code, local(room.opened), local(room.last), str(room.length), state


def _delete(asked: Namespace) -> str:
    with _opened(asked.store) as store:
        rooms = store.rooms()
        if asked.older is not None:
            gone = store.expire(time.time_ns() // 1_000_000 - asked.older * _DAY)
            return _told([each for each in rooms if each.id in gone])
        chosen = [each for each in rooms if each.code == asked.code]
        if not chosen:
            raise Complaint("There is no class {code}.", code=asked.code)
        for each in chosen:
            store.forget(each.id)
        return _told(chosen)


def _told(rooms: "Sequence[Listing]") -> str:
    if not rooms:
        return "No class is that old: nothing was deleted."
    return f"Deleted: {', '.join(each.code for each in rooms)}."
