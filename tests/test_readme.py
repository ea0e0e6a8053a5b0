"""What README and docs show runs, and every link between pages leads somewhere."""

import doctest
import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from paydays_widgets import lab
from paydays_widgets.games.master_builder import reading

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)
PAGES = sorted(
    (
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "paydays_widgets").rglob("README.md"),
        *(ROOT / "tests").rglob("README.md"),
    )
)


def blocks(language: str) -> list[str]:
    found = [text for name, text in FENCED.findall(README) if name == language]
    assert found, f"no block of {language}"
    return found


HOWTOS = sorted((ROOT / "docs" / "howto").glob("*.md"))


@pytest.mark.parametrize("block", blocks("pycon"))
def test_the_session_goes_as_it_is_shown(block: str) -> None:
    test = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
    assert test.examples
    told: list[str] = []
    failed, _ = doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert not failed, "".join(told)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_code_can_be_read_by_python(page: Path) -> None:
    for name, text in FENCED.findall(page.read_text(encoding="utf-8")):
        if name == "python":
            compile(text, page.name, "exec")


def test_a_strategy_is_played_and_its_words_are_told_as_they_are() -> None:
    page = (ROOT / "docs" / "tutorial" / "strategy.md").read_text(encoding="utf-8")
    (code,) = [text for name, text in FENCED.findall(page) if "import bots, reading" in text]
    made: dict[str, Any] = {}
    exec(compile(code, "strategy.md", "exec"), made)  # noqa: S102 - it is ours
    seats = ["mine", "opportunist", "land_grabber"]
    own = {"mine": made["choose"]}
    assert lab.simulate("master_builder", seats, games=2, seed=7, own=own).games == 2
    told = re.findall(r"^\| `(\w+)\((.+?)\)` \| \S.+ \|$", page, re.MULTILINE)
    assert len(told) >= 10
    for name, takes in told:
        signature = inspect.signature(getattr(reading, name))
        assert [*signature.parameters][: takes.count(",") + 1] == takes.split(", "), name
        assert signature.bind(*takes.split(", ")), name
    assert {*re.findall(r"reading\.(\w+)\(", code)} <= {name for name, _ in told}


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_page_and_its_heading(page: Path) -> None:
    links = re.findall(r"\]\(([^()\s]+)\)", page.read_text(encoding="utf-8"))
    for link in links:
        if re.match(r"(?!site:)[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        if path.startswith("site:"):  # a page of the site, made of a notebook
            made = path.removeprefix("site:").partition("?")[0].replace(".html", ".ipynb")
            assert (ROOT / "notebooks" / made).exists(), link
            continue
        if "/generated/" in f"/{path}":  # made from data when the documentation is built
            continue
        target = page.parent / path if path else page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


def test_what_the_launch_badges_open_is_there() -> None:
    paths = re.findall(r"urlpath=(?:voila%2Frender|lab%2Ftree)%2F([\w%.]+)\)", README)
    assert len(paths) == README.count("urlpath=")
    for path in paths:
        assert (ROOT / path.replace("%2F", "/")).is_file(), path


def test_what_readme_refers_to_is_there() -> None:
    text, _, listed = README.partition("\n[01]: ")
    found = dict(re.findall(r"^\[(.+)\]: (\S+)$", f"[01]: {listed}", re.MULTILINE))
    asked = re.findall(r"\[([^\[\]]+)\]\[([^\[\]]*)\]", text)
    assert {label or words for words, label in asked} == {*found}
    for address in found.values():
        page = re.sub(
            r"^https://[^/]+/(paydays-widgets/)?paydays_widgets/(blob/main/)?", "", address
        )
        source = page.replace(".html", ".md")
        notebook = f"notebooks/{page}".replace(".html", ".ipynb")
        assert any((ROOT / each).exists() for each in (page, source, notebook)), address


@pytest.mark.parametrize("page", HOWTOS, ids=lambda path: path.stem)
def test_a_how_to_ends_with_what_comes_next(page: Path) -> None:
    *_, last = page.read_text(encoding="utf-8").strip().split("\n\n")
    assert last.startswith("Next: ")
    assert "](" in last
