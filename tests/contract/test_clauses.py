"""Every clause has a test marked with it, and every mark names a clause."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.contract.contract import ALL_FURNISHED, EVERY_GAME, rulebook

TESTS = Path(__file__).parents[1]


@cache
def marked() -> dict[str, list[str]]:
    """Read the test files, and list the tests marked with each clause."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for name, clause in marks(ast.parse(path.read_text(encoding="utf-8"))):
            found.setdefault(clause, []).append(f"{path.relative_to(TESTS)}::{name}")
    return found


def marks(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for each in node.decorator_list:
                if isinstance(each, ast.Call) and ast.unparse(each.func) == "pytest.mark.clause":
                    yield from ((node.name, ast.literal_eval(clause)) for clause in each.args)


@ALL_FURNISHED
def test_every_clause_has_a_test(name: str) -> None:
    clauses = rulebook(name).clauses
    missing = [id_ for id_ in clauses if id_ not in marked()]
    assert not missing, f"no test is marked with {', '.join(missing)}"


def test_every_mark_names_a_clause() -> None:
    known = {id_ for name in EVERY_GAME for id_ in rulebook(name).clauses}
    unknown = {clause: tests for clause, tests in marked().items() if clause not in known}
    assert not unknown


def test_marks_are_found() -> None:
    text = """
@pytest.mark.clause("A-1", "A-2")
def test_one() -> None: ...

def test_two() -> None: ...

@pytest.mark.parametrize("x", [1])
@pytest.mark.clause("A-3")
def test_three() -> None: ...

@pytest.mark.clause("A-4")
def helper() -> None: ...
"""
    assert [*marks(ast.parse(text))] == [
        ("test_one", "A-1"),
        ("test_one", "A-2"),
        ("test_three", "A-3"),
    ]
