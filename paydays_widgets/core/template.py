"""Templates, from any package.

Every template can import ``kit.html.j2``, the macros that all boards share, and ``plot.html.j2``,
those of plots.
"""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def templates(package: str, folder: str = "") -> "Environment":
    """Return the Jinja environment for a package's templates, with autoescape on.

    Parameters
    ----------
    package
        The package's full name.
    folder
        The folder of the templates; the package itself if this is "" or no such folder exists.

    Examples
    --------
    >>> boards = templates("paydays_widgets.games.zahltag", "board")
    >>> boards.from_string("{{ name }}").render(name="<b>Anna</b>")
    '&lt;b&gt;Anna&lt;/b&gt;'
    """
    from importlib.resources import files

    from jinja2 import (
        ChoiceLoader,
        Environment,
        PackageLoader,
        StrictUndefined,
    )

    place = folder if files(package).joinpath(folder).is_dir() else ""
    return Environment(
        loader=ChoiceLoader([PackageLoader(package, place), PackageLoader(__package__, "")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
