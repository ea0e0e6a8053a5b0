"""Collect and compile the translations of a game outside this package. This needs Babel."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from paydays_widgets.core.text import LANGUAGES

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
    missing = {}
    (folder / "locale").mkdir(exist_ok=True)
    for language in LANGUAGES[1:]:
        file = folder / "locale" / f"{language}.po"
        known = Catalog(language)
        if file.exists():
            with file.open("rb") as old:
                known = read_po(old, language)
        known.update(said, no_fuzzy_matching=True)
        known.obsolete.clear()
        with file.open("wb") as new:
            new.write(_head(known, language).encode())
            write_po(new, known, width=99, sort_output=True, no_location=True, omit_header=True)
        with file.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, known)
        missing[file.name] = sum(not _translated(each.string) for each in known if each.id)
    return missing


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
