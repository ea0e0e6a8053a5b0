"""Compile the translations on the way into a wheel: ``*.po`` becomes ``*.mo`` beside it."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[Any]):
    """Builds every catalogue of the package, for a wheel as for an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Write the ``.mo`` of each ``.po`` of the package."""
        for po in Path(self.root, "paydays_widgets").rglob("*.po"):
            with po.open("rb") as text, po.with_suffix(".mo").open("wb") as binary:
                write_mo(binary, read_po(text))
