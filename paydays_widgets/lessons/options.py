"""The options of a lesson's questions, read from its notebook, which is not run.

An answer names its option by a sign of the English words: options may change their places, and
the reader the language.
"""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

from paydays_widgets.core.text import Language
from paydays_widgets.lessons.catalogue import Catalogue


def sign(words: str) -> str:
    """Name an option by its words."""
    return f"#{crc32(words.encode()):08x}"


def options(notebook: Path, language: Language) -> dict[tuple[str, str], str]:
    """Return the words of each option, by its question's name and its sign.

    An option whose words do not stand in the notebook is left out.
    """
    try:
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except (OSError, ValueError, LookupError, TypeError):
        return {}  # it has gone since, or is no notebook any more
    known = Catalogue(notebook.stem, notebook.parent).translations(language)
    return {
        (question, sign(words)): known.gettext(words)
        for source in code
        for question, words in _options(source)
    }


def _options(source: str) -> Iterator[tuple[str, str]]:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return
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
    """Return the string with which a call begins, marked by ``text`` or not; "" for none."""
    match call.args:
        case [ast.Constant(value=str(words)), *_]:
            return words
        case [ast.Call(func=ast.Name(id="text"), args=[ast.Constant(value=str(words)), *_]), *_]:
            return words
    return ""
