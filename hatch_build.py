"""Compile the translations while building a wheel: each ``*.po`` into a ``*.mo`` beside it."""

import os
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogues(folder: Path) -> None:
    """Compile each ``.po`` in a folder whose ``.mo`` is missing or older.

    Several processes may do so at once, since each ``.mo`` is replaced atomically.
    """
    for po in folder.rglob("*.po"):
        mo = po.with_suffix(".mo")
        if mo.exists() and mo.stat().st_mtime >= po.stat().st_mtime:
            continue
        ours = mo.with_suffix(f".{os.getpid()}")
        with po.open("rb") as text, ours.open("wb") as binary:
            write_mo(binary, read_po(text))
        ours.replace(mo)


class CatalogueHook(BuildHookInterface[Any]):
    """Compiles every catalogue of the package, for wheels and editable installs alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Compile the package's catalogues."""
        compile_catalogues(Path(self.root, "paydays_widgets"))
