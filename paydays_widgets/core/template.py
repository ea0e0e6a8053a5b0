"""Templates: how markup is laid out, by whichever package it lies in.

Every template can import ``kit.html.j2``, the macros that all boards share.
"""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def templates(package: str, folder: str = "") -> "Environment":
    """Give the templates of a package; whatever is put into them is escaped.

    Parameters
    ----------
    package
        Its full name.
    folder
        Where they lie in it; "" for beside its modules.

    Examples
    --------
    >>> boards = templates("paydays_widgets.games.zahltag", "board")
    >>> boards.from_string("{{ name }}").render(name="<b>Anna</b>")
    '&lt;b&gt;Anna&lt;/b&gt;'
    """
    from jinja2 import (
        ChoiceLoader,
        Environment,
        PackageLoader,
        StrictUndefined,
    )

    return Environment(
        loader=ChoiceLoader([PackageLoader(package, folder), PackageLoader(__package__, "")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
