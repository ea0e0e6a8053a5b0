"""A lesson's questions and their options, read from its notebook, which is not run.

An answer names its option by a sign of the English words: options may change their places, and
the reader the language.
"""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final
from zlib import crc32

from msgspec import Struct

from paydays_widgets.core.text import Language
from paydays_widgets.lessons.catalogue import Catalogue
from paydays_widgets.lessons.cells import code

MARKED: Final = {"Choice": True, "Number": True, "Prediction": False, "Bet": False}
"""Whether a kind of question is marked."""


class Posed(Struct, frozen=True):
    """A question as its notebook asks it.

    Parameters
    ----------
    number
        Its place in the lesson, counted from 1.
    marked
        Whether its answers are right or wrong; None for a kind of the author's own.
    words
        The question in English; "" if it does not stand in the code.
    """

    number: int
    marked: bool | None
    words: str = ""


def sign(words: str) -> str:
    """Name an option by its words."""
    return f"#{crc32(words.encode()):08x}"


def is_sign(answer: str) -> bool:
    """Return whether an answer names an option."""
    return answer.startswith("#")


def options(notebook: Path, language: Language) -> dict[tuple[str, str], str]:
    """Return the words of each option, by its question's name and its sign.

    An option whose words do not stand in the notebook is left out.
    """
    known = Catalogue(notebook.stem, notebook.parent).translations(language)
    return {
        (question, sign(words)): known.gettext(words)
        for tree in _cells(notebook)
        for question, words in _options(tree)
    }


def asked(notebook: Path, language: Language) -> dict[str, str]:
    """Return the words of each question, by its name; “…” stands for figures that differ."""
    known = Catalogue(notebook.stem, notebook.parent).translations(language)
    return {
        name: posed.words and re.sub(r"\{.*?\}", "…", known.gettext(posed.words))
        for name, posed in questions(notebook).items()
    }


def questions(notebook: Path) -> Mapping[str, Posed]:
    """Return the questions of a lesson, by their names; none if one does not stand in its code."""
    try:
        about = notebook.stat()
    except OSError:
        return {}
    return _questions(notebook, (about.st_mtime_ns, about.st_size))


@lru_cache(maxsize=64)
def _questions(notebook: Path, _changed: tuple[int, int]) -> Mapping[str, Posed]:
    found: dict[str, Posed] = {}
    for tree in _cells(notebook):
        calls = [each for each in ast.walk(tree) if isinstance(each, ast.Call)]
        asking = [each for each in calls if getattr(each.func, "attr", "") == "ask"]
        for call in sorted(asking, key=lambda each: (each.lineno, each.col_offset)):
            match call.args:
                case [ast.Call(func=ast.Name(id=kind)) as asked] if name := _first(asked):
                    words = _words(asked.args[1]) if len(asked.args) > 1 else ""
                    found.setdefault(name, Posed(len(found) + 1, MARKED.get(kind), words))
                case _:
                    return {}
    return found


def _cells(notebook: Path) -> Iterator[ast.Module]:
    """Parse the code of a notebook, as far as there is any that can be read."""
    try:
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        sources = [code(cell) for cell in cells]
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return  # it has gone since, or is no notebook any more
    for source in sources:
        with suppress(SyntaxError, ValueError, RecursionError):
            yield ast.parse(source)


def _options(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for asked in _calls(tree, "Choice", "Prediction"):
        for option in _calls(asked, "Right", "Wrong"):
            question, words = _first(asked), _first(option)
            if question and words:
                yield question, words


def _calls(tree: ast.AST, *names: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in names:
            yield node


def _first(call: ast.Call) -> str:
    """Return the string with which a call begins; "" for none."""
    return _words(call.args[0]) if call.args else ""


def _words(node: ast.AST) -> str:
    """Return a string that stands in the code, marked by ``text`` or not; "" if it does not."""
    match node:
        case ast.Constant(value=str(words)):
            return words
        case ast.Call(func=ast.Name(id="text"), args=[ast.Constant(value=str(words)), *_]):
            return words
    return ""
