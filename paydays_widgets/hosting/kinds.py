"""What files are called to browsers."""

import mimetypes
from typing import Final

_KINDS: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}


def register() -> None:
    """Call files what browsers take: on Windows the registry may say otherwise."""
    for ending, kind in _KINDS.items():
        mimetypes.add_type(kind, ending)
