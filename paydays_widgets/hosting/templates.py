"""Voila's exporter: templates are compiled once for all visitors, and know the root."""

from typing import Any, Final

import jinja2
import voila.notebook_renderer
from voila.exporter import VoilaExporter


class Memory(jinja2.BytecodeCache):
    """Compiled templates; one whose source has changed is compiled again."""

    def __init__(self) -> None:
        self._compiled: dict[str, bytes] = {}

    def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        if bucket.key in self._compiled:
            bucket.bytecode_from_string(self._compiled[bucket.key])

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        self._compiled[bucket.key] = bucket.bytecode_to_string()


_MEMORY: Final = Memory()


class Exporter(VoilaExporter):
    def _create_environment(self) -> jinja2.Environment:
        environment: jinja2.Environment = super()._create_environment()
        environment.bytecode_cache = _MEMORY
        return environment

    def _init_resources(self, resources: dict[str, Any]) -> dict[str, Any]:
        """Say where the server's notebooks lie."""
        found: dict[str, Any] = super()._init_resources(resources)
        found["root"] = self.contents_manager.root_dir
        return found


def remember() -> None:
    """Make Voila use this exporter: it imports its own, and has no option for another."""
    voila.notebook_renderer.VoilaExporter = Exporter
