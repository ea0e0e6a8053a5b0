"""Stills: how a dashboard begins, as markup that a page can show before its kernel answers.

What chance brings is left blank: the visitor's own game is another one.

``python -m paydays_widgets.panels.still FOLDER`` writes those of a folder's dashboards as JSON:
``{path: {language: markup}}``.
"""

import ast
import sys
from pathlib import Path
from typing import Any, Final

from msgspec import json

from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.panels.desk import Desk

_PLACES: Final = ("bar", "stage", "side", "below")


def stills(folder: Path, *, started: bool = False) -> dict[str, dict[str, str]]:
    """Draw every dashboard in a folder: a notebook with one cell, which ends with a desk.

    Parameters
    ----------
    started
        Whether a first game stands on the table, at its first telling decision.

    Returns
    -------
    dict
        By path within the folder, and by language.
    """
    found: dict[str, dict[str, str]] = {}
    for path in sorted(folder.rglob("*.ipynb")):
        desk = _desk(path)
        if desk is not None:
            name = path.relative_to(folder).as_posix()
            if started:
                desk.do("start")
            found[name] = {language: still(desk, language) for language in LANGUAGES}
            desk.close()
    return found


def still(desk: Desk, language: str) -> str:
    """Draw a desk as it is now, in a language."""
    desk.do("language", language)
    drawn = "".join(
        f'<div class="pw-desk__{place}"><div class="pw"><div class="pw-body">{part.html}</div>'
        "</div></div>"
        for place, part in zip(_PLACES, desk.parts, strict=True)
    )
    grid = f'<div class="pw-desk__grid">{drawn}</div>'
    style = desk.stage.get_state("_css")["_css"]
    kind = "pw-desk pw-desk--still" + " pw-desk--play" * (not desk.session.teaches)
    return f'<style>{style}</style><div class="{kind}" lang="{language}">{grid}</div>'


def _desk(path: Path) -> Desk | None:
    """Make a notebook's desk, if the notebook is a dashboard."""
    cells = json.decode(path.read_bytes())["cells"]
    code = ["".join(each["source"]) for each in cells if each["cell_type"] == "code"]
    if len(code) != 1 or "Desk(" not in code[0]:
        return None
    *before, last = ast.parse(code[0]).body
    if not isinstance(last, ast.Expr):
        return None
    space: dict[str, Any] = {}
    exec(compile(ast.Module(before, []), str(path), "exec"), space)  # noqa: S102 - as a kernel does
    made = eval(compile(ast.Expression(last.value), str(path), "eval"), space)  # noqa: S307
    return made if isinstance(made, Desk) else None


if __name__ == "__main__":
    sys.stdout.buffer.write(json.encode(stills(Path(sys.argv[1]))))
