"""Templates, from any package.

Every template can import ``kit.html.j2``, the macros that all boards share, and ``plot.html.j2``,
those of plots. ``kept(macro, *values)`` draws a part again only if its values have changed.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

import paydays_widgets

if TYPE_CHECKING:
    from jinja2 import BytecodeCache, Environment
    from jinja2.bccache import Bucket
    from jinja2.runtime import Context, Macro


class Kept:
    """What is kept of the parts that have been drawn.

    Attributes
    ----------
    most
        How many parts of each package's templates: those of a few tables.
    """

    most: ClassVar[int] = 400


_SIGNS: Final = "=−×+≤"


def unbroken(html: str) -> str:
    """Keep each sum of some markup on one line; only one of many terms may go on before a plus.

    Examples
    --------
    >>> unbroken("It costs 8 − 7 = 1 M.").replace("\N{NO-BREAK SPACE}", "_")
    'It costs 8_−_7_=_1 M.'
    """
    for sign in _SIGNS:
        before = " " if sign == "+" else "\N{NO-BREAK SPACE}"
        html = html.replace(f" {sign} ", f"{before}{sign}\N{NO-BREAK SPACE}")
    return html


@cache
def templates(package: str, folder: str = "") -> "Environment":
    """Return the Jinja environment for a package's templates, with autoescape on.

    Parameters
    ----------
    folder
        The folder of the templates; the package itself if this is "" or no such folder exists.

    Examples
    --------
    >>> boards = templates("paydays_widgets.games.zahltag", "board")
    >>> boards.from_string("{{ name }}").render(name="<b>Anna</b>")
    '&lt;b&gt;Anna&lt;/b&gt;'
    """
    from importlib.resources import files

    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

    place = folder if files(package).joinpath(folder).is_dir() else ""
    made = Environment(
        loader=ChoiceLoader([PackageLoader(package, place), PackageLoader(__package__, "")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_compiled(),
    )
    made.globals["kept"] = _keeper()
    return made


@cache
def _compiled() -> "BytecodeCache | None":
    """Keep compiled templates for the next process; return None where nothing can be written.

    Their folder is named by what decides how they are compiled: Jinja's version, and ours.
    """
    from jinja2 import FileSystemBytecodeCache, __version__

    class Compiled(FileSystemBytecodeCache):
        def dump_bytecode(self, bucket: "Bucket") -> None:
            with suppress(OSError):  # a full disk
                super().dump_bytecode(bucket)

    try:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        folder = (
            home / "paydays_widgets" / f"templates-{__version__}-{paydays_widgets.__version__}"
        )
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # a home that cannot be written to, or none
        return None
    return Compiled(str(folder))


def _keeper() -> Callable[..., str]:
    """Make the function that keeps what macros have drawn."""
    from jinja2 import pass_context

    parts: dict[tuple[object, ...], str] = {}

    @pass_context
    def kept(context: "Context", macro: "Macro", *values: Any) -> str:
        """Draw what a macro draws from values, unless it has drawn it from equal ones.

        Such a macro may use nothing but these values, the words and the prefix.
        """
        key = (context.name, macro.name, context["text"].language, context["prefix"], values)
        part = parts.get(key)
        if part is None:
            part = parts[key] = macro(*values)
            if len(parts) > Kept.most:
                del parts[next(iter(parts))]
        return part

    return kept
