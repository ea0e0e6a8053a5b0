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
from io import BytesIO
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any, Final
from zipfile import BadZipFile, ZipFile, ZipInfo

import msgspec
from msgspec import Struct

from paydays_widgets.core.names import alike, cleaned
from paydays_widgets.lessons.answers import LONGEST_LABEL, Answers
from paydays_widgets.lessons.chosen import BrokenCell, chosen, lesson_of
from paydays_widgets.lessons.decoded import decoded

TABLES: Final = frozenset({"marks.csv", "attempts.csv"})
"""What is written into the same folder."""
RUBRIC: Final = ".toml"
ZIP: Final = ".zip"
READ: Final = frozenset({".json", ".ipynb"})
LARGEST: Final = 20_000_000
"""Bytes of a file that is read."""
MOST_FILES: Final = 5_000
DEEPEST: Final = 3
"""How often one zip file may be packed into another."""
UNREADABLE: Final = (OSError, EOFError, RuntimeError, OverflowError, BadZipFile, zlib.error)
"""What reading a file that is damaged, locked or made up may raise."""
_ZONES: Final = timedelta(hours=26)
"""Between the clocks of two places: from UTC-12 to UTC+14."""
_DOWNLOADED: Final = re.compile(r"-answers( ?\(\d+\))?$")
"""What our file's name ends in; a browser counts files of one name."""
_ADDED: Final = re.compile(r"(\.(?:json|ipynb|zip))(?:\.txt|(?<=\.ipynb)\.json)+$", re.IGNORECASE)
"""What a browser or a mailer that does not know a kind of file puts behind its name."""
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
        name = named or _plain(where).stem
        read_as = _answers if each.kind == ".json" else _notebook
        try:
            yield read_as(each, name, decoded(each.content()))
        except BadFile as error:
            said.append(f"{where}: {error}.")
        except UNREADABLE as error:
            said.append(f"{where}: cannot be read: {_why(error)}.")


def _stem(folder: PurePosixPath) -> str:
    """Name a folder, or a zip file without its suffix."""
    return folder.stem if folder.suffix.lower() == ".zip" else folder.name


def _plain(where: PurePosixPath) -> PurePosixPath:
    """Return a name without what browsers and mailers put behind it, as in ``a.json.txt``."""
    name = _ADDED.sub(r"\1", where.name)
    return where.with_name(name)


class _File(Struct, frozen=True):
    """A file, within zip files where `members` name it, the outermost first."""

    path: Path
    where: PurePosixPath
    saved: datetime
    size: int
    members: tuple[ZipInfo, ...] = ()

    @property
    def kind(self) -> str:
        return _plain(self.where).suffix.lower()

    def content(self) -> bytes:
        if self.size > LARGEST:
            raise BadFile(f"has {self.size:,} bytes: at most {LARGEST:,} are read")
        if not self.members:
            return self.path.read_bytes()
        source: Path | BytesIO = self.path
        for member in self.members:
            with ZipFile(source) as packed:
                content = packed.read(member)
            source = BytesIO(content)
        return content


def _files(folder: Path, said: list[str]) -> Iterator[_File]:
    """List the files of a folder and of its zip files."""
    paths = [each for each in sorted(folder.rglob("*")) if each.is_file()]
    if len(paths) > MOST_FILES:
        said.append(f"{folder} holds {len(paths):,} files: only {MOST_FILES:,} are read.")
    for path in paths[:MOST_FILES]:
        where, about = PurePosixPath(path.relative_to(folder).as_posix()), path.stat()
        file = _File(path, where, datetime.fromtimestamp(about.st_mtime, UTC), about.st_size)
        if file.kind == ZIP and not _hidden(where):
            found = [*islice(_zipped(path, file, said), MOST_FILES + 1)]
            if len(found) > MOST_FILES:
                said.append(f"{where} holds more than {MOST_FILES:,} files: no more are read.")
            yield from found[:MOST_FILES]
        elif _is_read(file, said):
            yield file


def _is_read(file: _File, said: list[str]) -> bool:
    """Return whether a file is read; if a student may have sent it, it is said that it is not."""
    where = file.where
    if _hidden(where) or where.name in TABLES or file.kind == RUBRIC:
        return False
    if file.kind not in READ:
        said.append(f"{where}: left out: only files .json, .ipynb and .zip are read.")
    return file.kind in READ


def _zipped(source: Path | BytesIO, around: _File, said: list[str]) -> Iterator[_File]:
    """List the files of a zip file, and of zip files in it."""
    try:
        with ZipFile(source) as packed:
            members = [each for each in packed.infolist() if not each.is_dir()]
    except (OSError, ValueError, BadZipFile) as error:
        said.append(f"{around.where}: cannot be read as a zip file: {_why(error)}.")
        return
    for each in members:
        file = _File(
            *(around.path, around.where / PurePosixPath(each.filename), _packed_at(each)),
            each.file_size,
            (*around.members, each),
        )
        if file.kind != ZIP or _hidden(file.where):
            if _is_read(file, said):
                yield file
        elif len(file.members) > DEEPEST:
            said.append(f"{file.where}: left out: it is packed more than {DEEPEST} times.")
        else:
            try:
                yield from _zipped(BytesIO(file.content()), file, said)
            except BadFile as error:
                said.append(f"{file.where}: {error}.")
            except UNREADABLE as error:
                said.append(f"{file.where}: cannot be read: {_why(error)}.")


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
            f"is not a file of answers ({error}): use what “Save my answers as a file” writes"
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
        raise BadFile("has no choose: write a cell with def choose(view, luck)")
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
        raise BadFile(f"is not a notebook ({error}): use a file that Jupyter saved") from None


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
