"""A student's ``choose``, taken out of a notebook with the code that it needs and no more."""

import ast
import re
import symtable
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from paydays_widgets.lessons.cells import CHOOSE, code


class BrokenCell(ValueError):
    """A cell cannot be read as Python; the message says where."""


def chosen(cells: Iterable[Mapping[str, Any]]) -> str | None:
    r"""Return the code of ``choose`` and of what it names; None where there is none.

    Widgets, questions and whatever else a notebook has are left out.

    Raises
    ------
    BrokenCell
        If the cell of a ``choose`` cannot be read.

    Examples
    --------
    >>> code = "import re\nHALF = 1/2\nprint(HALF)\ndef choose(view, luck): return HALF"
    >>> print(chosen([{"cell_type": "code", "source": code}]))
    HALF = 1 / 2
    def choose(view, luck):
        return HALF
    """
    statements = [_Statement(each) for cell in _code(cells) for each in cell]
    variables = {name for each in statements if not each.imports for name in each.binds}
    wanted, kept = {CHOOSE}, set[int]()
    while more := {
        n
        for n, each in enumerate(statements)
        if n not in kept and (each.binds | each.changes & variables) & wanted
    }:
        kept |= more
        wanted |= {name for n in more for name in statements[n].uses}
    if not any(statements[n].defines for n in kept):
        return None
    return "\n".join(ast.unparse(statements[n].tree) for n in sorted(kept))


def lesson_of(cells: Iterable[Mapping[str, Any]]) -> str:
    """Return the lesson that a notebook says it is, by its ``Progress``; "" if it does not."""
    found = (re.search(r"\bProgress\(\s*[\"'](\w+)[\"']", code(cell)) for cell in cells)
    return next((each[1] for each in found if each), "")


def _code(cells: Iterable[Mapping[str, Any]]) -> Iterator[list[ast.stmt]]:
    """Parse the cells; one that is broken matters only if it may define a ``choose``."""
    for number, cell in enumerate(cells, 1):
        source = code(cell)
        try:
            yield ast.parse(source).body
        except (SyntaxError, ValueError) as error:
            if re.search(rf"\bdef {CHOOSE}\b", source):
                line = getattr(error, "lineno", None) or 1
                raise BrokenCell(f"cell {number}, line {line}: {error.args[0]}") from None


class _Statement:
    """A statement of a cell: which names of the notebook it binds, changes and uses."""

    def __init__(self, tree: ast.stmt) -> None:
        self.tree = tree
        self.defines = getattr(tree, "name", "") == CHOOSE
        self.imports = isinstance(tree, ast.Import | ast.ImportFrom)
        table = symtable.symtable(ast.unparse(tree), "cell", "exec")
        symbols = table.get_symbols()
        self.binds = {s.get_name() for s in symbols if s.is_assigned() or s.is_imported()}
        if isinstance(tree, ast.ImportFrom) and tree.names[0].name == "*":
            self.binds = {CHOOSE}  # it may bind whatever is needed
        self.uses = {s.get_name() for s in symbols if s.is_referenced()} | {*_globals(table)}
        self.changes = {*_changed(tree)}


def _globals(table: symtable.SymbolTable) -> Iterator[str]:
    """List the names of the notebook that functions and classes use."""
    for inner in table.get_children():
        yield from (each.get_name() for each in inner.get_symbols() if each.is_global())
        yield from _globals(inner)


def _changed(tree: ast.stmt) -> Iterator[str]:
    """List the names whose objects a statement may change, as ``TABLE[3] = 4`` does."""
    if isinstance(tree, ast.FunctionDef | ast.ClassDef):
        return
    for node in ast.walk(tree):
        whole = node.func if isinstance(node, ast.Call) else node
        if isinstance(whole, ast.Attribute | ast.Subscript) and (
            whole is not node or isinstance(whole.ctx, ast.Store | ast.Del)
        ):
            while isinstance(whole, ast.Attribute | ast.Subscript):
                whole = whole.value
            if isinstance(whole, ast.Name):
                yield whole.id
