"""What students have handed in: files of answers and notebooks, in a folder and in zip files."""

import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any, Final
from zipfile import BadZipFile, ZipFile

import msgspec
from msgspec import Struct

from paydays_widgets.core.names import alike, cleaned
from paydays_widgets.lessons.answers import LONGEST_LABEL, Answers
from paydays_widgets.lessons.chosen import BrokenCell, chosen, lesson_of

TABLES: Final = frozenset({"marks.csv", "attempts.csv"})
"""What is written into the same folder."""
RUBRIC: Final = ".toml"
READ: Final = frozenset({".json", ".ipynb"})
LARGEST: Final = 20_000_000
"""Bytes of a file that is read."""
MOST_FILES: Final = 5_000
UNREADABLE: Final = (OSError, EOFError, RuntimeError, OverflowError, BadZipFile, zlib.error)
"""What reading a file that is damaged, locked or made up may raise."""
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
    kinds = Counter((each.where.parent, each.where.suffix) for each in files)
    for each in files:
        where = each.where
        alone = kinds[where.parent, where.suffix] == 1 and where.parent.name
        name = where.parent.name.removesuffix(".zip") if alone else where.stem
        read_as = _answers if where.suffix.lower() == ".json" else _notebook
        try:
            yield read_as(each, name, each.content())
        except BadFile as error:
            said.append(f"{where}: {error}.")
        except UNREADABLE as error:
            said.append(f"{where}: cannot be read: {_why(error)}.")


class _File(Struct, frozen=True):
    """A file, within a zip file where `member` names it."""

    path: Path
    where: PurePosixPath
    saved: datetime
    size: int
    member: str = ""

    def content(self) -> bytes:
        if self.size > LARGEST:
            raise BadFile(f"has {self.size:,} bytes: expected {LARGEST:,} or fewer")
        if not self.member:
            return self.path.read_bytes()
        with ZipFile(self.path) as packed:
            return packed.read(self.member)


def _files(folder: Path, said: list[str]) -> Iterator[_File]:
    """List the files of a folder and of its zip files."""
    paths = sorted(folder.rglob("*"))
    if len(paths) > MOST_FILES:
        said.append(f"{folder} holds {len(paths):,} files: only {MOST_FILES:,} are read.")
    for path in paths[:MOST_FILES]:
        where = PurePosixPath(path.relative_to(folder).as_posix())
        if not path.is_file() or _hidden(where) or path.name in TABLES or path.suffix == RUBRIC:
            continue
        suffix = path.suffix.lower()
        if suffix == ".zip":
            yield from _zipped(path, where, said)
        elif suffix in READ:
            about = path.stat()
            yield _File(path, where, datetime.fromtimestamp(about.st_mtime, UTC), about.st_size)
        else:
            said.append(f"{where}: left out: expected a file .json, .ipynb or .zip.")


def _zipped(path: Path, where: PurePosixPath, said: list[str]) -> Iterator[_File]:
    try:
        with ZipFile(path) as packed:
            for each in packed.infolist()[:MOST_FILES]:
                name = PurePosixPath(each.filename)
                if not _hidden(name) and name.suffix.lower() in READ:
                    saved = datetime(*each.date_time, tzinfo=UTC)
                    yield _File(path, where / name, saved, each.file_size, each.filename)
    except (OSError, ValueError, BadZipFile) as error:
        said.append(f"{where}: cannot be read as a zip file: {_why(error)}.")


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


def newest(found: Iterable[HandedIn], said: list[str]) -> list[HandedIn]:
    """Keep the newest of what one student handed in for one lesson, of each kind."""
    newest: dict[tuple[str, str, bool], HandedIn] = {}
    for each in sorted(found, key=lambda each: (each.saved, each.where)):
        key = alike(each.label), each.lesson, isinstance(each.work, str)
        if key in newest:
            said.append(
                f"{each.label}: {each.where} counts, since it is newer than {newest[key].where}."
            )
        newest[key] = each
    return sorted(newest.values(), key=lambda each: (alike(each.label), each.lesson))
