"""Compile the translations on the way into a wheel: ``*.po`` becomes ``*.mo`` beside it."""

import os
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogues(folder: Path) -> None:
    """Write the ``.mo`` of each ``.po`` in a folder that has none, or one that is older.

    Several may do so at once: a catalogue is put in its place whole.
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
    """Builds every catalogue of the package, for a wheel as for an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Write the ``.mo`` of each ``.po`` of the package."""
        compile_catalogues(Path(self.root, "paydays_widgets"))
