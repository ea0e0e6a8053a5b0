"""Collect and compile the translations of a game of one's own, or of lessons; this needs Babel."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.lessons.catalogue import messages

METHODS: Final = [("**.py", "python"), ("**.j2", "jinja2")]
SPEAKERS: Final = {"text": None, "plural": (1, 2), "Complaint": None}
"""Functions that take a sentence, and the positions of its forms; None for the first."""


def gather(folder: Path) -> dict[str, int]:
    """Collect a game's sentences in ``locale/fr.po`` and ``locale/de.po``, and compile them.

    Existing translations stay; unused sentences go.

    Returns
    -------
    dict
        The number of sentences without a translation, by file name.
    """
    said = Catalog()
    for _, _, message, comments, context in extract_from_dir(folder, METHODS, keywords=SPEAKERS):
        said.add(message, auto_comments=comments, context=context)
    files = [folder / "locale" / f"{language}.po" for language in LANGUAGES[1:]]
    return {
        file.name: _update(file, language, said, in_order=False)
        for file, language in zip(files, LANGUAGES[1:], strict=True)
    }


def gather_lessons(folder: Path) -> dict[str, int]:
    """Collect what lessons say in ``locale/NAME.fr.po`` and ``.de.po``, in their order.

    A lesson that names a language in its metadata is in that language alone.

    Returns
    -------
    dict
        The number of sentences without a translation, by file name.
    """
    missing = {}
    for path in sorted(folder.glob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        if "language" in notebook["metadata"].get("paydays", {"language": ""}):
            continue
        said = Catalog()
        for message in messages(notebook["cells"]):
            said.add(message)
        for language in LANGUAGES[1:]:
            file = folder / "locale" / f"{path.stem}.{language}.po"
            missing[file.name] = _update(file, language, said, in_order=True)
    return missing


def _update(file: Path, language: str, said: Catalog, *, in_order: bool) -> int:
    """Bring a catalogue up to date, compile it, and count what is left to translate."""
    file.parent.mkdir(exist_ok=True)
    known = Catalog(language)
    if file.exists():
        with file.open("rb") as old:
            known = read_po(old, language)
    known.update(said, no_fuzzy_matching=True)
    known.obsolete.clear()
    with file.open("wb") as new:
        new.write(_head(known, language).encode())
        write_po(
            new, known, width=99, sort_output=not in_order, no_location=True, omit_header=True
        )
    with file.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, known)
    return sum(not _translated(each.string) for each in known if each.id)


def _head(catalog: Catalog, language: str) -> str:
    return (
        'msgid ""\n'
        'msgstr ""\n'
        f'"Language: {language}\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
    )


def _translated(words: str | Sequence[str] | None) -> bool:
    return all(words) if words and not isinstance(words, str) else bool(words)
