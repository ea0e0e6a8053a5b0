"""What students have handed in: files of answers and notebooks, in a folder and in zip files.

A file of answers says in UTC when it was saved. A notebook has the time of its file, and a zip
file writes times without a zone. So notebooks of zip files are ordered among themselves, and
others too. Between the two, the time in the zip file is read as this machine's, and the order is
called doubtful where another zone would turn it round.
"""

import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path, PurePosixPath
from typing import Any, Final, TypeVar
from zipfile import BadZipFile, ZipFile, ZipInfo

import msgspec
from msgspec import Struct

from paydays_widgets.core.names import alike, cleaned
from paydays_widgets.lessons.answers import LONGEST_LABEL, Answers
from paydays_widgets.lessons.chosen import BrokenCell, chosen, lesson_of

TABLES: Final = frozenset({"marks.csv", "attempts.csv"})
"""What is written into the same folder."""
RUBRIC: Final = ".toml"
_Listed = TypeVar("_Listed", Path, ZipInfo)
READ: Final = frozenset({".json", ".ipynb"})
LARGEST: Final = 20_000_000
"""Bytes of a file that is read."""
MOST_FILES: Final = 5_000
UNREADABLE: Final = (OSError, EOFError, RuntimeError, OverflowError, BadZipFile, zlib.error)
"""What reading a file that is damaged, locked or made up may raise."""
_ZONES: Final = timedelta(hours=26)
"""Between the clocks of two places: from UTC-12 to UTC+14."""
_DOWNLOADED: Final = re.compile(r"-answers( ?\(\d+\))?$")
"""What our file's name ends in; a browser counts files of one name."""
_PLATFORM: Final = re.compile(r"_\d+_assignsubmission_.*$")
"""What Moodle adds to a student's name."""


class BadFile(ValueError):
    """A file cannot be read; the message says why."""


class HandedIn(Struct, frozen=True):
    """A file that could be read.

    Parameters
    ----------
    where
        Its name, within its zip file where it has one.
    label
        Who handed it in.
    saved
        When; without a zone where nobody knows it.
    work
        The answers of a file, or the ``choose`` of a notebook.
    """

    where: str
    label: str
    lesson: str
    saved: datetime
    work: Answers | str


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def read(folder: Path, said: list[str]) -> Iterator[HandedIn]:
    """Read all files of a folder; what cannot be read is said, and stops nothing."""
    files = [*_files(folder, said)]
    kinds = Counter((each.where.parent, each.kind) for each in files)
    for each in files:
        where, around = each.where, each.where.parent
        named = _stem(around) if kinds[around, each.kind] == 1 else ""
        name = named or where.stem
        read_as = _answers if each.kind == ".json" else _notebook
        try:
            yield read_as(each, name, each.content())
        except BadFile as error:
            said.append(f"{where}: {error}.")
        except UNREADABLE as error:
            said.append(f"{where}: cannot be read: {_why(error)}.")


def _stem(folder: PurePosixPath) -> str:
    """Name a folder, or a zip file without its suffix."""
    return folder.stem if folder.suffix.lower() == ".zip" else folder.name


class _File(Struct, frozen=True):
    """A file, within a zip file where `member` names it."""

    path: Path
    where: PurePosixPath
    saved: datetime
    size: int
    member: ZipInfo | None = None

    @property
    def kind(self) -> str:
        return self.where.suffix.lower()

    def content(self) -> bytes:
        if self.size > LARGEST:
            raise BadFile(f"has {self.size:,} bytes: expected {LARGEST:,} or fewer")
        if self.member is None:
            return self.path.read_bytes()
        with ZipFile(self.path) as packed:
            return packed.read(self.member)


def _files(folder: Path, said: list[str]) -> Iterator[_File]:
    """List the files of a folder and of its zip files."""
    paths = [each for each in sorted(folder.rglob("*")) if each.is_file()]
    for path in _first(paths, str(folder), said):
        where = PurePosixPath(path.relative_to(folder).as_posix())
        kind = path.suffix.lower()
        if _hidden(where) or path.name in TABLES or kind == RUBRIC:
            continue
        if kind == ".zip":
            yield from _zipped(path, where, said)
        elif kind in READ:
            about = path.stat()
            yield _File(path, where, datetime.fromtimestamp(about.st_mtime, UTC), about.st_size)
        else:
            said.append(f"{where}: left out: only files .json, .ipynb and .zip are read.")


def _first(files: list[_Listed], where: str, said: list[str]) -> list[_Listed]:
    """Return as many files as are read; that there are more is said."""
    if len(files) > MOST_FILES:
        said.append(f"{where} holds {len(files):,} files: only {MOST_FILES:,} are read.")
    return files[:MOST_FILES]


def _zipped(path: Path, where: PurePosixPath, said: list[str]) -> Iterator[_File]:
    try:
        with ZipFile(path) as packed:
            members = [each for each in packed.infolist() if not each.is_dir()]
    except (OSError, ValueError, BadZipFile) as error:
        said.append(f"{where}: cannot be read as a zip file: {_why(error)}.")
        return
    for each in _first(members, str(where), said):
        name = PurePosixPath(each.filename)
        if not _hidden(name) and name.suffix.lower() in READ:
            yield _File(path, where / name, _packed_at(each), each.file_size, each)


def _packed_at(member: ZipInfo) -> datetime:
    try:
        return datetime(*member.date_time)  # noqa: DTZ001 - a zip file has no zones
    except ValueError:  # a program that keeps no times writes zeros
        return datetime(1980, 1, 1)  # noqa: DTZ001 - the first day that a zip file knows


def _hidden(where: PurePosixPath) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in where.parts)


def _answers(file: _File, name: str, content: bytes) -> HandedIn:
    try:
        found = msgspec.json.decode(content, type=Answers)
    except msgspec.DecodeError as error:
        raise BadFile(
            f"is no file of answers ({error}): expected what “Save my answers as a file” writes"
        ) from None
    label = cleaned(found.label, LONGEST_LABEL) or _named(name, found.lesson)
    return HandedIn(str(file.where), label, found.lesson, _in_utc(found.saved), found)


def _in_utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def _notebook(file: _File, name: str, content: bytes) -> HandedIn:
    cells = _cells(content)
    try:
        source = chosen(cells)
    except BrokenCell as error:
        raise BadFile(f"its choose cannot be read: {error}") from None
    except (RecursionError, MemoryError):
        raise BadFile("cannot be read: its code is nested too deeply") from None
    if source is None:
        raise BadFile("has no choose: expected a cell with def choose(view, luck)")
    lesson = lesson_of(cells)
    return HandedIn(str(file.where), _named(name, lesson), lesson, file.saved, source)


class _Cell(Struct):
    cell_type: str
    source: str | list[str]


class _Notebook(Struct):
    cells: list[_Cell]


def _cells(content: bytes) -> list[dict[str, Any]]:
    try:
        return [
            msgspec.to_builtins(cell)
            for cell in msgspec.json.decode(content, type=_Notebook).cells
        ]
    except msgspec.DecodeError as error:
        raise BadFile(f"is no notebook ({error}): expected a file that Jupyter saved") from None


def _named(name: str, lesson: str) -> str:
    """Name a student by the file, without what a platform and the lesson have added."""
    plain = _DOWNLOADED.sub("", _PLATFORM.sub("", name))
    if lesson:
        plain = plain.replace(lesson, "")
    return cleaned(plain.strip(" -_."), LONGEST_LABEL) or name


def _moment(saved: datetime) -> datetime:
    """Order times; without a zone they are of this machine's, the same all year."""
    return saved if saved.tzinfo else saved.replace(tzinfo=datetime.now().astimezone().tzinfo)


def _in_doubt(one: datetime, other: datetime) -> bool:
    """Return whether another zone could turn the order of two times round."""
    if (one.tzinfo is None) == (other.tzinfo is None):
        return False
    return abs(_moment(one) - _moment(other)) <= _ZONES


def newest(found: Iterable[HandedIn], said: list[str]) -> list[HandedIn]:
    """Keep the newest of what one student handed in for one lesson, of each kind."""
    groups: dict[tuple[str, str, bool], list[HandedIn]] = {}
    for each in sorted(found, key=lambda each: (_moment(each.saved), each.where)):
        key = alike(each.label), each.lesson, isinstance(each.work, str)
        groups.setdefault(key, []).append(each)
    for *others, last in groups.values():
        for each in others:
            why = (
                "seems newer than {}: a zip file does not say in which zone its times are"
                if _in_doubt(each.saved, last.saved)
                else "is newer than {}"
            )
            said.append(f"{last.label}: {last.where} counts, since it {why.format(each.where)}.")
    kept = (group[-1] for group in groups.values())
    return sorted(kept, key=lambda each: (alike(each.label), each.lesson))
