"""The style sheets: no class is styled that nothing wears."""

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
