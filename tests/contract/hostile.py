"""Decks, records and links changed at random, each tried within limits of memory and time.

A process of its own tries them, since the limits are the process's: ``python -m
tests.contract.hostile zock with_deck 0 1000`` prints how many cases were opened and how many were
refused in words.
"""

import json
import random
import re
import resource
import signal
import sys
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from types import FrameType
from typing import Any, Final

import msgspec
import psutil

from paydays_widgets import games
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.record import FRAGMENT, digest, dumps, loads, share, unshare
from paydays_widgets.core.table import MOST_BRANCHES, MOST_MOVES, AnyTable, Player, Table

MEMORY: Final = 64 * 2**20
"""The bytes that one case may take."""
SECONDS: Final = 2.0
"""The processor time that one case may take; most take a hundredth of it."""
NUMBERS: Final = ("0", "-1", "7", "99999", "100000000", "1" + "0" * 30, "1" * 5000, "2.5", "1e308")
VALUES: Final = (
    *NUMBERS,
    "true",
    '""',
    f'"{"x" * 5000}"',
    '"<b>"',
    "[]",
    "[[[]]]",
    "{}",
    "[" * 2000,
)


@contextmanager
def little() -> Iterator[None]:
    """Fail whatever takes much memory or time."""

    def too_long(_signal: int, _frame: FrameType | None) -> None:
        raise AssertionError("it takes too long")

    before, most = resource.getrlimit(resource.RLIMIT_AS)
    if sys.platform == "linux":  # elsewhere the system does not hold a process to it
        resource.setrlimit(resource.RLIMIT_AS, (psutil.Process().memory_info().vms + MEMORY, most))
    former = signal.signal(signal.SIGPROF, too_long)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    except MemoryError:
        raise AssertionError("it takes too much memory") from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, former)
        resource.setrlimit(resource.RLIMIT_AS, (before, most))


@cache
def own(name: str) -> str:
    return (files(games.modules(name).package) / "deck.toml").read_text(encoding="utf-8")


def changed_deck(name: str, luck: random.Random) -> str:
    """Return the game's own deck file, changed in a few places."""
    text = own(name)
    for _ in range(luck.choice((1, 1, 2, 5))):
        lines = text.splitlines()
        at = luck.randrange(len(lines))
        match luck.randrange(6):
            case 0:
                found = list(re.finditer(r"-?\d+", text))
                if not found:  # a short file has lost them all
                    continue
                spot = luck.choice(found)
                text = text[: spot.start()] + luck.choice(NUMBERS) + text[spot.end() :]
                continue
            case 1:
                key, is_there, _ = lines[at].partition(" = ")
                lines[at] = f"{key} = {luck.choice(VALUES)}" if is_there else lines[at]
            case 2:
                lines[at : at + luck.randrange(1, 9)] = []
            case 3:
                lines[at:at] = lines[at : at + luck.randrange(1, 30)] * luck.choice((1, 50))
            case 4:
                lines.insert(at, luck.choice(VALUES))
            case _:
                lines[at] = lines[at][: luck.randrange(len(lines[at]) + 1)]
        text = "\n".join(lines) + "\n"
    return text


@cache
def games_played(name: str) -> tuple[dict[str, Any], ...]:
    """Return a few records of a game, with branches and with a deck of its own."""
    game, modules = games.load(name), games.modules(name)
    found = []
    for seed, steps in ((1, 5), (2, 60), (3, 400)):
        bots = modules.bots.STRATEGIES
        kinds = [random.Random(seed).choice(sorted(bots)) for _ in range(3)]
        table = Table(
            game,
            [Player(f"P{n}", kind) for n, kind in enumerate(kinds)],
            seed=seed,
            strategies=bots,
        )
        for _ in range(steps):
            table.advance()
        found.append(json.loads(dumps(table)))
    first = found[0]
    found.append({**first, "own_deck": msgspec.to_builtins(game.deck())})
    return tuple(found)


def changed_record(name: str, luck: random.Random) -> dict[str, Any]:
    """Return a record changed in a few places; half the time, one whose checksum fits."""
    found: dict[str, Any] = json.loads(json.dumps(luck.choice(games_played(name))))
    for _ in range(luck.choice((1, 1, 2, 5))):
        inside: Any = found
        while True:
            keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
            if not keys:
                break
            key = luck.choice(keys)
            if isinstance(inside[key], dict | list) and luck.random() < 0.8:
                inside = inside[key]
                continue
            if isinstance(inside, list) and luck.random() < 0.3:
                inside[key:key] = [inside[key]] * luck.choice((1, 20, 3000))
            elif luck.random() < 0.2:
                del inside[key]
            else:
                inside[key] = luck.choice(
                    (
                        None,
                        True,
                        -1,
                        0,
                        3,
                        10**8,
                        10**30,
                        2.5,
                        "",
                        "x" * 5000,
                        "* turn 1",
                        [],
                        {},
                        [[]] * 3000,
                    )
                )
            break
    if luck.random() < 0.5:
        found["checksum"] = ""
        found["checksum"] = digest(found)
    return found


@cache
def blank(size: int) -> bytes:
    """Pack much of nothing."""
    return zlib.compress(b" " * size, 9)


def changed_link(name: str, luck: random.Random) -> str:
    """Return a share link of a changed record, or one whose packing was changed."""
    packed = bytearray(zlib.compress(json.dumps(changed_record(name, luck)).encode(), 1))
    match luck.randrange(4):
        case 0:
            packed[luck.randrange(len(packed))] ^= 1 << luck.randrange(8)
        case 1:
            del packed[luck.randrange(len(packed)) :]
        case 2:
            packed = bytearray(blank(luck.choice((10, 50_000_000))))
    return FRAGMENT + urlsafe_b64encode(packed).decode().rstrip("=")


def with_deck(name: str, text: str) -> None:
    deck = games.modules(name).deck
    assert deck is not None
    found = deck.parse_deck(text, "mine.toml")
    played_on(Table(games.load(name), [Player("Anna"), Player("Ben")], deck=found))


def with_record(name: str, text: str) -> None:
    played_on(loads(text, games.load(name), games.modules(name).bots.STRATEGIES))


def with_link(name: str, link: str) -> None:
    played_on(loads(unshare(link), games.load(name), games.modules(name).bots.STRATEGIES))


def played_on(table: AnyTable) -> None:
    """Do what a visitor would do first, and save the game."""
    assert len(table.branches) <= MOST_BRANCHES
    assert sum(len(branch.moves) for branch in table.branches) <= MOST_MOVES
    for _ in range(5):
        table.advance()
    assert len(share(table)) < 4_000_000


Change = Callable[[str, random.Random], str]
Case = Callable[[str, str], None]


def held(name: str, change: Change, case: Case, seeds: range) -> tuple[int, int]:
    """Try cases, and count those that were opened, and those that were refused in words."""
    opened = refused = longest = 0
    for seed in seeds:
        luck = random.Random(f"{name} {case.__name__} {seed}")
        given = change(name, luck)
        try:
            with little():
                case(name, given)
        except (Complaint, ValueError) as error:
            refused += 1
            longest = max(longest, len(str(error)))
        except BaseException as error:
            error.add_note(f"{name}, {case.__name__}, seed {seed}")
            raise
        else:
            opened += 1
    assert longest < 700  # a few lines, whatever was given
    return opened, refused


CASES: Final[dict[str, tuple[Change, Case]]] = {
    "with_deck": (changed_deck, with_deck),
    "with_record": (lambda name, luck: json.dumps(changed_record(name, luck)), with_record),
    "with_link": (changed_link, with_link),
}

if __name__ == "__main__":
    game, kind, start, stop = sys.argv[1:]
    print(*held(game, *CASES[kind], range(int(start), int(stop))))
