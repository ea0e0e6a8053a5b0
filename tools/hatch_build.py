"""Compile the translations while building a wheel, and put the notebooks into it."""

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


class WheelHook(BuildHookInterface[Any]):
    """Compiles every catalogue of the package, for wheels and editable installs alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the package's catalogues; a wheel takes the notebooks along."""
        notebooks = Path(self.root, "notebooks")
        compile_catalogues(Path(self.root, "paydays_widgets"))
        compile_catalogues(notebooks)
        if version == "standard":
            for path in notebooks.rglob("*.*"):
                kept = path.suffix in {".ipynb", ".po", ".mo"}
                if kept and path.parent.name != ".ipynb_checkpoints":  # JupyterLab's copies
                    within = path.relative_to(self.root).as_posix()
                    build_data["force_include"][str(path)] = f"paydays_widgets/{within}"
