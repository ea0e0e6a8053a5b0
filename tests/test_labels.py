"""What the documentation names as a control of a page is written as the page writes it.

There ``__Undo__`` is a control's name, and ``**bold**`` anything else that is bold.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from babel.messages.pofile import read_po

from paydays_widgets.core.text import LANGUAGES

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = sorted(
    [
        ROOT / "README.md",
        *(
            path
            for path in (ROOT / "docs").rglob("*.md")
            if path.name != "words.md" and not {"changes", "generated"} & {*path.parts}
        ),
    ]
)
CODE: Final = re.compile(r"^```.*?^```$|`[^`\n]+`", re.DOTALL | re.MULTILINE)
LABEL: Final = re.compile(r"(?<!\w)__(.+?)__(?!\w)", re.DOTALL)
OTHER: Final = re.compile(r"\*\*([^*]+)\*\*|(?<![\w*])\*(?![\s*])([^*]+)\*(?![\w*])")
PLACE: Final = re.compile(r"{\w+}")
IN_A_PAGE: Final = re.compile(r'data-words="en">([^<]+)<')
"""How a template without a catalogue has its words."""
NO_LABELS: Final = {
    "Health": "an address, and a game's asset",
    "Pay Day": "a game",
    "The lowest bid": "a lesson",
    "from": "a word of a command",
    "lost": "a value in a file",
    "won": "a value in a file",
}
"""What is bold or italic though a page has a label of that name, and what it is."""
DOOR: Final = ROOT / "docs" / "index.md"
"""Its doors are named by what readers want: one is *Teach*, as a label is."""


@cache
def labels() -> frozenset[str]:
    """List what stands on pages in English, with … for what it is filled with."""
    found = {each.upper() for each in LANGUAGES}  # the list of languages
    for path in (ROOT / "paydays_widgets").rglob("locale/fr.po"):
        with path.open("rb") as file:
            for message in read_po(file):
                found |= {message.id} if isinstance(message.id, str) else {*message.id}
    for path in (ROOT / "paydays_widgets" / "hosting" / "jupyter").rglob("*.html"):
        found |= {*IN_A_PAGE.findall(path.read_text(encoding="utf-8"))}
    return frozenset(PLACE.sub("…", each) for each in found)


def prose(page: Path) -> str:
    return CODE.sub("``", page.read_text(encoding="utf-8"))


def named(form: re.Pattern[str], page: Path) -> Iterator[str]:
    """Yield what has a form on a page, in one line."""
    for found in form.findall(prose(page)):
        yield " ".join("".join(found).split())


def test_labels_are_found() -> None:
    told = {each for page in PAGES for each in named(LABEL, page)}
    assert {"Save and share", "Undo", "Give as homework", "Take back …’s decision"} <= told


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_label_is_written_as_on_its_page(page: Path) -> None:
    assert [each for each in named(LABEL, page) if each not in labels()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_label_is_marked_as_one(page: Path) -> None:
    known = {*NO_LABELS, *(["Teach"] if page == DOOR else ())}
    assert [each for each in named(OTHER, page) if each in labels() and each not in known] == []


def test_what_is_no_label_has_the_name_of_one() -> None:
    told = {each for page in PAGES for each in named(OTHER, page)}
    assert [each for each in NO_LABELS if each not in told & labels()] == []
