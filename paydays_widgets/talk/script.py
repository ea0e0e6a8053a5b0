"""The page's end of the conversation: a script in parts, which are joined when it is served."""

from functools import cache
from importlib.resources import files


@cache
def script() -> str:
    """Join the parts of the page's script, in the order of their names."""
    parts = {each.name: each for each in (files(__package__) / "static").iterdir()}
    return "\n".join(parts[name].read_text(encoding="utf-8") for name in sorted(parts))
