"""The code in the cells of a notebook."""

import re
from collections.abc import Mapping
from typing import Any, Final

CHOOSE: Final = "choose"
_MAGIC: Final = re.compile(r"^[ \t]*[%!].*$", re.MULTILINE)


def code(cell: Mapping[str, Any]) -> str:
    """Return a cell's code without IPython's own commands; "" for a cell of another kind."""
    if cell.get("cell_type") != "code":
        return ""
    return _MAGIC.sub("", "".join(cell.get("source", "")))
