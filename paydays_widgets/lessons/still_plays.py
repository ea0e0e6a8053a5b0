"""A cell that was to define ``choose`` and cannot be read: the one from before still plays."""

import re
import sys
from collections.abc import Mapping
from typing import Any

from paydays_widgets.core.text import Text
from paydays_widgets.lessons.cells import CHOOSE
from paydays_widgets.lessons.leaf import PACKAGE


def still_plays(source: str, error: object, names: Mapping[str, Any]) -> str:
    """Say so, where it is so; else return nothing.

    Parameters
    ----------
    names
        Those of the notebook.
    """
    if not isinstance(error, SyntaxError) or not callable(names.get(CHOOSE)):
        return ""
    if not re.search(rf"^\s*def {CHOOSE}\b", source, re.MULTILINE):
        return ""
    text = Text(getattr(names.get("progress"), "language", "en"), PACKAGE)
    return text("This cell was not run: the choose from before still plays.")


def watch() -> None:
    """Have a notebook say so below the error."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is not None:
        shell.events.register("post_run_cell", _told)  # once, however often


def _told(result: Any) -> None:  # noqa: ANN401 - IPython's
    names = sys.modules["IPython"].get_ipython().user_ns
    if said := still_plays(result.info.raw_cell or "", result.error_before_exec, names):
        print(said)  # noqa: T201 - below the cell
