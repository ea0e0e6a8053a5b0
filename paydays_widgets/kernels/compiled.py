"""How a game is compiled: what every game's ``kernel.py`` is made of. Needs numba.

A kernel plays a game once more, as functions over records of whole numbers, a thousand times as
fast as the engine, and move for move the same. Nothing but the lab imports one.

A position is a record ``s`` whose fields have the state's own names (:mod:`.records`). What does
not change during a game (deck, rules) is a record ``d``; tables of fractions that a strategy looks
things up in are an array ``t``. A move is a whole number, its *code*.
"""

import os
import pickle
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from glob import escape
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile, mkdtemp
from typing import Any, Final, Protocol, TypeVar, cast, overload

os.environ.setdefault("NUMBA_CPU_NAME", "generic")  # what one machine compiled serves another

import numpy as np  # numba reads the setting above when it is imported
from numba import __version__, config, njit
from numba.core import caching

from paydays_widgets.core.chance import purpose

F = TypeVar("F", bound=Callable[..., Any])
N = TypeVar("N", int, float)


class Row(Protocol[N]):
    """An array of one dimension, as a kernel's functions use it."""

    def __len__(self) -> int:
        """Return how many numbers there are."""

    @overload
    def __getitem__(self, at: int) -> N: ...
    @overload
    def __getitem__(self, at: slice) -> "Row[N]": ...

    def __setitem__(self, at: int | slice, value: "N | Row[N]") -> None:
        """Set a number, or some in a row."""

    def copy(self) -> "Row[N]":
        """Return another array with the same numbers."""


class Grid(Protocol):
    """An array of two dimensions, such as a row of accounts for each turn."""

    def __len__(self) -> int:
        """Return how many rows there are."""

    @overload
    def __getitem__(self, at: int) -> Row[int]: ...
    @overload
    def __getitem__(self, at: tuple[int, int]) -> int: ...

    def __setitem__(self, at: int | tuple[int, int], value: int | Row[int]) -> None:
        """Set a row or a number."""


class Course(Protocol):
    """An array of games, turns, seats, and two sums: what a seat is worth, and what it owes."""

    shape: tuple[int, int, int, int]

    def __setitem__(self, at: tuple[int, int, int, int], value: int) -> None:
        """Set a number."""


def table(values: Iterable[float]) -> Row[float]:
    """Put fractions that never change into an array."""
    return cast("Row[float]", np.array([*values], np.float64))


def grid(rows: Sequence[Sequence[int]]) -> Grid:
    """Put a table that never changes into an array."""
    return cast("Grid", np.array(rows, np.int64))


def lanes(prompts: Iterable[str], seats: int) -> Grid:
    """Tabulate the purposes of the draws that are handed to bots: by prompt, then by seat."""
    return grid([[purpose(f"{prompt} {seat + 1}") for seat in range(seats)] for prompt in prompts])


_IMPORT: Final = re.compile(r"^from ([\w.]+) import ([^(\n]+|\([^)]*\))", re.MULTILINE)


def sources(module: str) -> dict[str, str]:
    """Return the sources of a module and of all that it imports from its package and this one."""
    tops = {name.partition(".")[0] for name in (module, __name__)}
    roots = {top: Path(cast("str", sys.modules[top].__file__)).parent for top in tops}
    found, names = dict[str, str](), {module}
    while names:
        name = names.pop()
        top, *rest = name.split(".")
        if top not in roots or name in found:
            continue
        at = roots[top].joinpath(*rest)
        file = next(filter(Path.is_file, (at.with_suffix(".py"), at / "__init__.py")), None)
        if file:
            found[name] = file.read_text(encoding="utf-8")
            for where, what in _IMPORT.findall(found[name]):
                names |= {where, *[f"{where}.{each}" for each in re.findall(r"\w+", what)]}
    return found


@lru_cache
def kept(module: str) -> Path:
    """Make the folder for a module's compiled code, named by its sources and not by its path.

    So another checkout compiles nothing again, nor does a change to what a kernel knows nothing
    of. numba would go by a function's own file, and keep it stale if it calls one in another.
    """
    text = "".join(f"{name}\n{source}" for name, source in sorted(sources(module).items()))
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "paydays_widgets"
    folder = home / f"{module}-{sha256(text.encode()).hexdigest()[:16]}"
    with suppress(OSError):  # such as a home that cannot be written to, or another user's folder
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
        return folder
    with suppress(OSError):
        return Path(mkdtemp())
    return folder  # what is compiled stays in memory


class Locator:
    """Tells numba where a function's compiled code is kept, by the methods that numba calls."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    @classmethod
    def from_function(cls, function: Callable[..., Any], _file: str) -> "Locator":
        """Return the place of a function."""
        return cls(function)

    def get_cache_path(self) -> str:
        """Return the folder."""
        return str(kept(self._function.__module__))

    def ensure_cache_path(self) -> None:
        """Make the folder: it is there."""

    def get_source_stamp(self) -> str:
        """Return what else must be the same: nothing, since the folder's name says it."""
        return ""

    def get_disambiguator(self) -> str:
        """Return what tells functions of one name apart: their line."""
        return str(self._function.__code__.co_firstlineno)


_DIGEST: Final = sha256().digest_size


class Files(caching.IndexDataCacheFile):
    """A function's compiled code: a file for each signature.

    numba's own numbers the files in an index, which two processes that compile at the same time
    would spoil for each other. Each begins with a digest: a power cut can leave half of a file.
    """

    def __init__(self, cache_path: str, filename_base: str, source_stamp: str) -> None:
        super().__init__(cache_path, filename_base, source_stamp)  # type: ignore[no-untyped-call]
        self._folder, self._base = Path(cache_path), filename_base

    def __bool__(self) -> bool:
        """Return whether there is any."""
        return any(self._folder.glob(f"{escape(self._base)}.*.nbc"))

    def load(self, key: object) -> object:
        """Return what is kept for a signature; None if that is nothing, or spoiled."""
        with suppress(OSError):
            written = self._at(key).read_bytes()
            digest, data = written[:_DIGEST], written[_DIGEST:]
            if digest == sha256(data).digest():
                return pickle.loads(data)  # noqa: S301 - this user's own file, as numba's are
        return None

    def save(self, key: object, data: object) -> None:
        """Keep what was compiled for a signature, if the disk takes it; else in memory only."""
        dumped = self._dump(data)  # type: ignore[no-untyped-call]
        with suppress(OSError), self._open_for_write(str(self._at(key))) as file:
            file.write(sha256(dumped).digest() + dumped)

    def _at(self, key: object) -> Path:
        sign = sha256(f"{__version__} {key}".encode()).hexdigest()[:16]
        return self._folder / f"{self._base}.{sign}.nbc"


def on_disk(function: Any) -> bool:  # noqa: ANN401 - numba's
    """Return whether a function has been compiled before, here or elsewhere, and is kept."""
    return bool(getattr(function._cache, "_cache_file", None))  # noqa: SLF001


def _jit(function: F, *, kept: bool = True, **how: bool) -> F:
    settings: Any = config
    files: Any = caching
    jit: Any = njit  # its stubs know fewer options
    usual = settings.CACHE_LOCATOR_CLASSES, files.IndexDataCacheFile
    settings.CACHE_LOCATOR_CLASSES = f"{__name__}.{Locator.__name__}"  # for this function alone
    files.IndexDataCacheFile = Files
    try:
        return cast("F", jit(cache=kept, nogil=True, no_cfunc_wrapper=True, **how)(function))
    finally:
        settings.CACHE_LOCATOR_CLASSES, files.IndexDataCacheFile = usual


def compiled(function: F) -> F:
    """Compile a function when it is first called, and keep the result on disk."""
    return _jit(function)


def in_place(function: F) -> F:
    """Compile a function that makes no array: it reads and changes those that it is given.

    So nothing has to count who uses an array, which otherwise takes most of the time.
    """
    return _jit(function, _nrt=False)


def made(function: F, game: str, **how: bool) -> F:
    """Compile a function that is made of a game's: numba could not find it on disk.

    Its name is the game's own. Two games compiled at different times could else have functions of
    one name, and a process with both loaded would call the wrong one.
    """
    function.__qualname__ = f"{game}.{function.__name__}"
    return _jit(function, kept=False, **how)


@compiled
def numbers(count: int) -> Row[int]:
    """Make room for some whole numbers, all 0."""
    return np.zeros(count, np.int64)  # type: ignore[return-value]


@compiled
def fractions(count: int) -> Row[float]:
    """Make room for some fractions, all 0."""
    return np.zeros(count)  # type: ignore[return-value]


_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)
_11, _16, _27, _30, _31, _32 = (np.uint64(n) for n in (11, 16, 27, 30, 31, 32))


_whole: Final[Callable[[np.uint64], int]] = np.int64  # type: ignore[assignment]


@compiled
def _mix(z: np.uint64) -> np.uint64:
    z = (z ^ z >> _30) * _FIRST
    z = (z ^ z >> _27) * _SECOND
    return z ^ z >> _31


@compiled
def key(seed: int) -> np.uint64:
    """Turn a seed into the key of its draws, as :func:`core.chance.key` does."""
    return _mix(np.uint64(seed) * _GOLDEN)


@compiled
def draw(key: np.uint64, turn: int, purpose: int, repeat: int) -> int:
    """Draw the number that belongs to a lane, as :func:`core.chance.draw` does."""
    lane = np.uint64(purpose) << _32 | np.uint64(turn) << _16 | np.uint64(repeat)
    return _whole(_mix((key ^ lane) + _GOLDEN) >> _32)


@compiled
def game_seed(seed: int, number: int) -> int:
    """Compute the seed of one game of a run, as :func:`core.chance.game_seed` does."""
    return _whole(_mix(key(seed) + np.uint64(number) * _GOLDEN) >> _11)


@compiled
def below(drawn: int, most: int) -> int:
    """Turn a draw into a whole number below ``most``: the place of what it chooses."""
    return drawn * most >> 32


@in_place
def rank(stands: Row[int], out: Row[int]) -> None:
    """Rank seats by a number that is higher the better one stands: count the groups before."""
    for seat in range(len(out)):
        out[seat] = 0
        for other in range(len(out)):
            out[seat] += stands[other] > stands[seat] and _first_of_group(stands, other)


@in_place
def _first_of_group(stands: Row[int], seat: int) -> bool:
    """Return whether no seat before this one stands alike."""
    for other in range(seat):
        if stands[other] == stands[seat]:
            return False
    return True
