"""The command ``paydays``."""

import keyword
import re
import shutil
import stat
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TextIO

from paydays_widgets import __version__, games
from paydays_widgets.classroom import command as classes
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.lab import command
from paydays_widgets.lessons import marks
from paydays_widgets.lessons.catalogue import PAGES, translate
from paydays_widgets.show.plain.fields import title

STARTER: Final = "my_game"
"""The game that every new game is copied from."""
_FOLDER: Final = Path(__file__).with_name("starter")


def _whole(least: int) -> Callable[[str], str]:
    def check(given: str) -> str:
        if given.isascii() and given.isdigit() and int(given) >= least:
            return given
        raise ArgumentTypeError(f"give a whole number, {least} or more, not {given}")

    return check


_ORIGIN: Final = re.compile(r"https?://[\w-]+(\.[\w-]+)*(:\d{1,5})?", re.ASCII)
"""Scheme, host and port of a page, which a policy takes as they are."""


def _origins(given: str) -> str:
    for each in given.split(","):
        if not _ORIGIN.fullmatch(each):
            message = f"give addresses such as https://school.example, not {each!r}"
            raise ArgumentTypeError(message)
    return given


_SERVING: Final[dict[str, tuple[str, Callable[[str], str], str, str]]] = {
    "port": ("Voila.port", _whole(1), "8866", "the port to listen on"),
    "address": (
        "Voila.ip",
        str,
        "127.0.0.1, this machine only; with a class 0.0.0.0",
        "the address to listen on; 0.0.0.0 is every address of this machine",
    ),
    "prefix": (
        "Voila.base_url",
        str,
        "/",
        "what the path of every page begins with, such as /games/",
    ),
    "pages": ("Host.pages", _whole(1), "40", "how many pages may be open at once"),
    "pages-each": (
        "Host.pages_each",
        _whole(1),
        "any number",
        "how many of them one visitor's address may open",
    ),
    "spare": (
        "Host.spare_mb",
        _whole(0),
        "200",
        "memory to leave free, in MB: with less, no new page opens",
    ),
    "ready": (
        "Host.ready",
        _whole(0),
        "0",
        "how many pages of each game to start ahead of visitors",
    ),
    "grace": ("Host.grace", _whole(0), "5", "seconds between the warning and the shutdown"),
    "lab-workers": (
        "Kernels.lab_workers",
        _whole(1),
        "one fewer than there are processors",
        "how many of the lab's runs may play at once",
    ),
    "names": (
        "Host.names",
        str,
        "any",
        "host names under which this server answers, separated by commas",
    ),
    "embed-from": (
        "Host.embed_from",
        _origins,
        "none",
        "sites that may frame these pages, separated by commas, such as https://school.example",
    ),
    "class-key": (
        "Classroom.key",
        str,
        "none",
        "anyone with this key may open classes; without a key, only this machine",
    ),
    "class-rooms": ("Classroom.rooms", _whole(1), "100", "how many classes may be open at once"),
    "class-days": (
        "Classroom.days",
        _whole(1),
        "90",
        "days without activity after which a class is deleted",
    ),
    "class-store": (
        "Classroom.database",
        str,
        "a file of yours",
        "the database of classes: sqlite:///… or postgresql://…",
    ),
}
"""The options of ``serve``: what each sets, its check, its default, its meaning."""

_TRAIT: Final = re.compile(r"--\w+\.\w+=")
"""How an option begins that is meant for Voila."""


class Refused(Exception):
    """The command cannot be carried out; the message says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, or other arguments after ``paydays``, and return the exit code."""
    for stream in (sys.stdout, sys.stderr):
        _take_all_letters(stream)
    parser = build_parser()
    asked, rest = parser.parse_known_args(arguments)
    unknown = [each for each in rest if asked.run is not _serve or not _TRAIT.match(each)]
    if unknown:
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    asked.rest = rest
    try:
        print(asked.run(asked))
    except ModuleNotFoundError as error:
        missing = str(error.name).partition(".")[0]
        helps = f"pip install 'paydays_widgets[{asked.extra}]'"
        print(f"{missing} is not installed: {helps}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130
    except (Refused, Complaint) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _take_all_letters(stream: TextIO) -> None:
    """Write UTF-8 to files and pipes, which on Windows take fewer letters otherwise."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")


def build_parser() -> ArgumentParser:
    parser = ArgumentParser("paydays", description="Teaching games about money.")
    parser.add_argument("--version", action="version", version=f"paydays {__version__}")
    parser.set_defaults(run=lambda _: parser.format_help().rstrip(), extra="lab")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    new = commands.add_parser(
        "new",
        help="start a game of your own",
        description="Write a small game that can be played at once, with its tests.",
    )
    new.add_argument("name", metavar="NAME", help="such as sealed_bids")
    new.add_argument(
        "--folder", metavar="DIR", type=Path, default=Path(), help="where to put it; default: here"
    )
    new.set_defaults(run=_new)
    catalogs = commands.add_parser(
        "catalogs",
        help="translate a game or lessons of your own",
        description="Gather the sentences of a game in locale/fr.po and de.po, those of lessons "
        "in locale/LESSON.fr.po and LESSON.de.po, and compile them.",
    )
    catalogs.add_argument(
        "package",
        metavar="DIR",
        type=Path,
        help="the folder with the game's modules, or with lessons",
    )
    catalogs.set_defaults(run=_catalogs, extra="author")
    lessons = commands.add_parser(
        "lessons",
        help="copy the lessons and dashboards so that you can change them",
        description="Copy the notebooks of this package to a new folder.",
    )
    lessons.add_argument("folder", metavar="DIR", type=Path, help="a new folder")
    lessons.add_argument(
        "--language",
        choices=LANGUAGES,
        default="en",
        help="the language of the text in JupyterLab, if a lesson has it; default: en",
    )
    lessons.set_defaults(run=_lessons)
    serve = commands.add_parser(
        "serve",
        help="serve the games and lessons, or the pages of a folder",
        description="Serve notebooks as pages for many visitors. "
        "Other options can be given as Voila options, such as --Kernels.patience=60.",
    )
    serve.add_argument(
        "folder",
        nargs="?",
        type=Path,
        default=PAGES,
        help="a folder of notebooks; default: the games and lessons of this package",
    )
    _serving(serve)
    serve.set_defaults(run=_serve, extra="serve")
    opened = classes.add(commands.add_parser)
    _serving(opened)
    # a class on phones, and its teacher's browser
    opened.set_defaults(
        run=_serve,
        extra="class",
        folder=PAGES,
        **{"Host.for_class": "True", "Voila.open_browser": "True"},
    )
    marks.add(commands.add_parser)
    command.add(commands.add_parser)
    return parser


def _serving(serve: ArgumentParser) -> None:
    """Add the options of a server."""
    for option, (trait, check, usual, meaning) in _SERVING.items():
        told = f"{meaning}; default: {usual}"
        serve.add_argument(f"--{option}", dest=trait, type=check, metavar="…", help=told)
    serve.add_argument(
        "--no-fork",
        action="store_const",
        const="False",
        dest="Host.fork",
        help="start a fresh Python for each page instead of forking a warm one",
    )
    serve.add_argument(
        "--behind-proxy",
        action="store_const",
        const="True",
        dest="Host.behind_proxy",
        help="trust the proxy in front of this server to say where visitors come from",
    )
    serve.add_argument(
        "--browser",
        action="store_const",
        const="True",
        dest="Voila.open_browser",
        help="open the pages in a browser",
    )
    serve.add_argument(
        "--class",
        action="store_const",
        const="True",
        dest="Host.for_class",
        help="let other machines in, but only to classes, which phones join",
    )
    serve.add_argument(
        "--class-dashboards",
        action="store_const",
        const="True",
        dest="Host.dashboards",
        help="with --class: let other machines open every other page too",
    )


def _lessons(asked: Namespace) -> str:
    """Copy the notebooks, and return how to serve them."""
    folder: Path = asked.folder
    if folder.exists():
        raise Refused(f"{folder} is there already: give a new folder.")
    try:
        _copy(PAGES, folder)
        if asked.language != "en":
            translate(folder / "lessons", asked.language)
    except OSError as error:
        raise Refused(f"{folder} cannot be written: {error.strerror}.") from None
    return f"The notebooks are in {folder}. Serve them:  paydays serve {folder}"


def _copy(source: Path, target: Path) -> None:
    """Copy a folder so that its user may change it, even if nobody may change the original."""
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    for each in (target, *target.rglob("*")):
        each.chmod(each.stat().st_mode | stat.S_IWUSR)


def _serve(asked: Namespace) -> str:
    if not asked.folder.is_dir():
        raise Refused(f"There is no folder {asked.folder}: give one with notebooks.")
    from paydays_widgets.hosting import host

    in_voilas_words = {each.partition("=")[0] for each in asked.rest}
    given = [
        f"--{name}={value}"
        for name, value in vars(asked).items()
        if "." in name and value and f"--{name}" not in in_voilas_words
    ]
    try:
        host.serve(asked.folder, [*given, *asked.rest])
    except host.Unusable as error:
        raise Refused(str(error)) from None
    return "Stopped."


def _new(asked: Namespace) -> str:
    """Write a new game, and return the next steps for its author."""
    name: str = asked.name
    target = Path(asked.folder, name)
    _check(name, target)
    try:
        with TemporaryDirectory(dir=target.parent) as draft:
            made = Path(draft, name)
            _copy(_FOLDER, made)
            _rename(made, name)
            made.rename(target)
    except OSError as error:
        raise Refused(f"{target} cannot be written: {error.strerror}.") from None
    return (
        f"{title(name)} is ready in {target}.\n"
        "To test it:     pip install 'paydays_widgets[author]'\n"
        f"Try its tests:  cd {target} && python -m pytest\n"
        "Play it:        jupyter lab play.ipynb\n"
        "Its README.md says what to do next."
    )


def _catalogs(asked: Namespace) -> str:
    """Collect and compile a game's translations, and return what is left to translate."""
    package: Path = asked.package
    is_game = (package / "__init__.py").is_file()
    if not is_game and not [*package.glob("*.ipynb")]:
        raise Refused(
            f"There is no __init__.py in {package}: give the folder with the game's modules, "
            "or one with lessons."
        )
    from paydays_widgets import catalogs

    return "\n".join(
        f"{package / 'locale' / name}: {f'{n} left to translate' if n else 'complete'}"
        for name, n in (catalogs.gather if is_game else catalogs.gather_lessons)(package).items()
    )


def _check(name: str, target: Path) -> None:
    """Refuse a name or a place that cannot be used."""
    if not re.fullmatch("[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise Refused(
            f"“{name}” cannot be a game's name: use lower-case letters, digits and _, "
            "starting with a letter, such as sealed_bids."
        )
    if name in games.names():
        raise Refused(f"“{name}” is a game on the shelf: choose another name.")
    if not target.parent.is_dir():
        raise Refused(f"There is no folder {target.parent}.")
    if target.exists():
        raise Refused(f"{target} exists already: choose another name, or another folder.")
    if find_spec(name) is not None:
        raise Refused(f"“{name}” is already the name of a Python module: choose another name.")


def _rename(folder: Path, name: str) -> None:
    """Replace the starter's name in files and file names."""
    words = name.strip("_").split("_")
    initials = "".join(word[:1] for word in words) if len(words) > 1 else name[:2]
    names = {
        STARTER: name,
        "MY_GAME": name.upper(),
        "MyGame": "".join(word.capitalize() for word in words),
        "My game": title(name),
        "MY-": f"{initials.upper()}-",
    }
    for path in sorted(folder.rglob("*"), reverse=True):  # contents before their folder
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            for old, new in names.items():
                text = text.replace(old, new)
            path.write_text(text, encoding="utf-8")
        path.rename(path.with_name(path.name.replace(STARTER, name)))
