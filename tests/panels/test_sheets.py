"""The style sheets: no class is styled that nothing wears, and no change restyles everything."""

import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "paydays_widgets"
WEARERS = "".join(
    path.read_text(encoding="utf-8")
    for kind in ("py", "j2", "js")
    for path in sorted(PACKAGE.rglob(f"*.{kind}"))
)
BUILT = re.compile(r"""(pw-[\w-]*[-_])(?=["']|%|\{)""")
"""The beginning of a class that is put together, such as ``pw-seat--`` before ``{{ tone }}``."""


@pytest.mark.parametrize("sheet", sorted(PACKAGE.rglob("*.css")), ids=lambda path: path.name)
def test_every_styled_class_is_worn(sheet: Path) -> None:
    rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    styled = set(re.findall(r"\.(pw-[\w-]+)", rules))
    worn = set(re.findall(r"pw-[\w-]+", WEARERS))
    built = tuple(set(BUILT.findall(WEARERS)))
    assert sorted(each for each in styled - worn if not each.startswith(built)) == []


@pytest.mark.parametrize("sheet", sorted(PACKAGE.rglob("*.css")), ids=lambda path: path.name)
def test_what_depends_on_what_it_holds_is_styled_by_its_class(sheet: Path) -> None:
    """If ``.a:has(.b) > *`` is in a sheet, every element is styled again with every change."""
    rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    screen = re.sub(r"@media print \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", rules)
    assert [each for each in _holding(screen) if not _named(each)] == []


def test_an_unnamed_subject_is_found() -> None:
    unnamed = _holding(".a:not(:has(> .b)) > *, .a:has(.b) [id], .a:has(b) > :not(.c) {} .d {}")
    named = _holding(".a:has(.b) .c, .a:has(i), .a > [id]:not(:has(.b)) {}")
    assert [_named(each) for each in (*unnamed, *named)] == [False] * 3 + [True] * 3


def _holding(css: str) -> list[str]:
    """List the selectors that depend on what an element holds."""
    preludes = re.findall(r"([^{};]+)\{", css)
    listed = (re.split(r",(?![^()]*\))", each) for each in preludes)
    return [each.strip() for group in listed for each in group if ":has(" in each]


def _named(selector: str) -> bool:
    """Return whether what a selector styles has a class, or is what holds the other."""
    plain = re.sub(r":has\((?:[^()]|\([^()]*\))*\)", ".has", selector)
    plain = re.sub(r":not\((?!\.has\))[^()]*\)", "", plain)
    return "." in re.split(r"[\s>+~]+", plain.strip())[-1]
