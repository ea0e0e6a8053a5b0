"""What the package imports, and what its extras bring."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import paydays_widgets

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = Path(paydays_widgets.__path__[0])
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: Final = PROJECT["optional-dependencies"]
NEEDS: Final = {
    "catalogs.py": "author",
    "classroom": "class",
    "games": "all",  # a kernel needs the lab's, a board the panels'
    "hosting": "serve",
    "kernels": "lab",
    "lab": "lab",
    "lessons": "serve",  # a page of one is a server's matter
    "panels": "panels",
    "show": "panels",
    "site": "panels",
    "starter": "author",
    "talk": "panels",
}
"""The extra that a part of the package needs; the others need none."""
BY_CHOICE: Final = {"marimo", "pandas"}
"""What is imported by those alone who have it: a host, and a table of a run."""


def brought(extra: str) -> set[str]:
    """List what an extra brings by name, other extras' included."""
    found = set()
    for each in map(Requirement, EXTRAS[extra]):
        if canonicalize_name(each.name) == "paydays-widgets":
            found |= {one for other in each.extras for one in brought(other)}
        else:
            found.add(canonicalize_name(each.name))
    return found


def imported() -> Iterator[tuple[Path, str]]:
    """Yield what is imported from outside, by the file that does."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            for name in {each.partition(".")[0] for each in names}:
                if name not in {*sys.stdlib_module_names, "paydays_widgets", "my_game"}:
                    yield path.relative_to(PACKAGE), name


def test_what_is_imported_is_declared_by_the_extra_that_needs_it() -> None:
    always = {canonicalize_name(Requirement(each).name) for each in PROJECT["dependencies"]}
    known = packages_distributions()
    seen, missing = set(), set()
    for path, name in imported():
        part = path.parts[0]
        seen.add(part)
        has = always | (brought(NEEDS[part]) if part in NEEDS else set())
        if name not in BY_CHOICE and not {canonicalize_name(each) for each in known[name]} & has:
            missing.add((path.as_posix(), name))
    assert missing == set()
    assert {*NEEDS} <= seen


def test_every_extra_that_is_named_exists() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *PACKAGE.rglob("*.py")]
    named = {
        extra.strip()
        for page in pages
        for extras in re.findall(r"paydays_widgets\[([\w, ]+)\]", page.read_text(encoding="utf-8"))
        for extra in extras.split(",")
    }
    by_commands = set(re.findall(r'\bextra="(\w+)"', (PACKAGE / "app.py").read_text("utf-8")))
    assert by_commands >= {"author", "class", "lab", "serve"}
    assert named | by_commands <= {*EXTRAS}
