"""A lesson's words in three languages.

English stands in the notebook and is the key of a catalogue beside it: ``locale/NAME.fr.mo`` and
``locale/NAME.de.mo`` for ``NAME.ipynb``. Prose is kept by paragraph; what code says is marked by
:func:`text`.
"""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any, Final

from paydays_widgets.core.text import LANGUAGES, Language, Text

_PACKAGE: Final = Path(__file__).parents[1]
_OWN: Final = _PACKAGE / "notebooks"
PAGES: Final = _OWN if _OWN.is_dir() else _PACKAGE.parent / "notebooks"
"""The dashboards, the lessons and the front page: in a wheel they are within the package."""
PARAGRAPHS: Final = re.compile(r"(\n{2,})")
_TAG: Final = re.compile(r"</?div[^>]*>")
FOLLOWS: Final = re.compile(r"(\bProgress\([^()]*)\)")
"""Where a lesson's language is decided."""
MOST_PLACES: Final = 2
"""How many decimal places a fact has at most."""


class Sentence(str):  # noqa: SLOT000 - it has attributes of its own
    """A sentence of a lesson: as a string it is the English one.

    Attributes
    ----------
    message, facts
        The key of the catalogue, and what stands in it by name.
    """

    message: str
    facts: Mapping[str, object]


def text(message: str, /, **facts: object) -> Sentence:
    """Mark a sentence of a lesson for translation.

    Parameters
    ----------
    message
        The English sentence, with a placeholder such as ``{fact}`` for each fact.
    facts
        Numbers, written as the language writes them, or other sentences. A function is asked
        whenever the sentence is shown, so it may know what the reader has answered.

    Examples
    --------
    >>> text("{n} bids, {much} too high.", n=7, much=Fraction(35, 2))
    '7 bids, 17.5 too high.'
    """
    asks = any(map(callable, facts.values()))
    said = Sentence(message if asks else _fill(message, facts, Text("en"), NullTranslations()))
    said.message, said.facts = message, facts
    return said


class Catalogue:
    """What a lesson says, in the three languages.

    Parameters
    ----------
    name
        The lesson's: its notebook's, without ``.ipynb``.
    folder
        Where the notebook lies. A catalogue that is not there is looked for in the package.
    """

    def __init__(self, name: str = "", folder: Path | None = None) -> None:
        places = [Path() if folder is None else folder, PAGES / "lessons"]
        found = [place / "locale" for place in places if _file(place / "locale", name, "fr")]
        self._known = {
            language: _read(file, file.stat().st_mtime)
            for language in LANGUAGES
            if found and (file := _file(found[0], name, language))
        }

    def __bool__(self) -> bool:
        """Whether there is one."""
        return bool(self._known)

    def translations(self, language: Language) -> NullTranslations:
        """Return the sentences of a language; those of English are their own keys."""
        return self._known.get(language, NullTranslations())

    def told(self, words: str, text: Text) -> str:
        """Say in the language of a text what a lesson says; any other string stays as it is."""
        if not isinstance(words, Sentence):
            return words
        return _fill(words.message, words.facts, text, self.translations(text.language))

    def prose(self, source: str, language: Language) -> str:
        """Translate the paragraphs of a text cell."""
        known = self.translations(language)
        parts = PARAGRAPHS.split(source)
        return "".join(known.gettext(part) if part.strip() else part for part in parts)


def translate(folder: Path, language: Language) -> None:
    """Rewrite the lessons of a folder in a language, as far as they are translated.

    Text cells are translated where they stand; what code says, when it is shown.
    """
    for path in folder.glob("*.ipynb"):
        catalogue = Catalogue(path.stem, folder)
        if not catalogue:
            continue
        notebook = json.loads(path.read_text(encoding="utf-8"))
        metadata = notebook["metadata"]
        metadata["title"] = metadata["paydays"]["title"][language]
        metadata["paydays"]["language"] = language
        for cell in notebook["cells"]:
            source = "".join(cell["source"])
            if cell["cell_type"] == "markdown":
                source = catalogue.prose(source, language)
            elif cell["cell_type"] == "code":
                source = FOLLOWS.sub(rf'\1, language="{language}")', source)
            cell["source"] = source
        path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1), encoding="utf-8")


def messages(cells: list[Mapping[str, Any]]) -> Iterator[str]:
    """List what a notebook's cells say, in their order."""
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts = PARAGRAPHS.split(source)
            yield from (part for part in parts if part.strip() and not _TAG.fullmatch(part))
        elif cell["cell_type"] == "code":
            yield from said(source)


def said(source: str) -> list[str]:
    """List the sentences that code marks by :func:`text`, in their order.

    Examples
    --------
    >>> said('Right(text("{n} M", n=4), text("That " "wins."))')
    ['{n} M', 'That wins.']
    """
    calls = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "text"
    ]
    calls.sort(key=lambda call: (call.lineno, call.col_offset))
    return [str(call.args[0].value) for call in calls if isinstance(call.args[0], ast.Constant)]


def _fill(message: str, facts: Mapping[str, object], text: Text, known: NullTranslations) -> str:
    written = {name: _write(fact, text, known) for name, fact in facts.items()}
    return text(known.gettext(message), **written)


def _write(fact: object, text: Text, known: NullTranslations) -> object:
    """Write a fact as the language does."""
    if isinstance(fact, Sentence):
        return _fill(fact.message, fact.facts, text, known)
    if callable(fact):
        return _write(fact(), text, known)
    if isinstance(fact, Fraction | float):
        return short_number(fact, text)
    return fact


def short_number(number: Fraction | float, text: Text) -> str:
    """Write a number with as many places as it needs, up to two.

    Examples
    --------
    >>> [short_number(each, Text("en")) for each in (Fraction(6), 4.8, Fraction(1, 3))]
    ['6', '4.8', '0.33']
    """
    rounded = round(float(number), MOST_PLACES)
    places = next(n for n in range(MOST_PLACES + 1) if round(rounded, n) == rounded)
    return text.number(rounded, places)


def _file(folder: Path, name: str, language: str) -> Path | None:
    file = folder / f"{name}.{language}.mo"
    return file if name and file.is_file() else None


@cache
def _read(file: Path, _changed: float) -> GNUTranslations:
    with file.open("rb") as stream:
        return GNUTranslations(stream)
