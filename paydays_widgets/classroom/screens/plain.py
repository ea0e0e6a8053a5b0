"""The student's page for browsers without script: the picture itself is a form."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_BUTTON: Final = re.compile(r"<button([^>]*)>")
_SAYS: Final = re.compile(r' (data-move|data-value)="([^"]*)"')
_FIELDS: Final[Mapping[str, str]] = MappingProxyType({"pick": "pick", "moves": "move"})
"""The fields by which a form says what ``data-do`` says to a script."""


def form(html: str) -> str:
    """Have the buttons of a picture send what they stand for; those that do nothing rest.

    Parameters
    ----------
    html
        A picture, in which no attribute holds a bare ``>``.

    Examples
    --------
    >>> form('<button type="button" data-walk data-move="1 keep">Keep</button>')
    '<button name="move" value="1 keep" data-walk data-move="1 keep">Keep</button>'
    """
    return _BUTTON.sub(_button, html)


def _button(found: re.Match[str]) -> str:
    attributes = found[1].replace(' type="button"', "", 1)
    says = dict(_SAYS.findall(attributes))
    does = re.search(r' data-do="(\w+)"', attributes)
    field = "move" if "data-move" in says else _FIELDS.get(does[1], "") if does else ""
    if not field or ' aria-disabled="true"' in attributes:
        return f'<button type="button" disabled{attributes}>'
    value = says.get("data-move", says.get("data-value", ""))
    return f'<button name="{field}" value="{value}"{attributes}>'


def asks(html: str) -> bool:
    """Return whether a form has anything to choose."""
    return '<button name="' in html
