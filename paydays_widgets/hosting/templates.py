"""Voila's templates, compiled once: Voila would compile them anew for each visitor."""

from typing import Final

import jinja2
import voila.notebook_renderer
from voila.exporter import VoilaExporter


class Memory(jinja2.BytecodeCache):
    """Compiled templates; one whose source has changed is compiled again."""

    def __init__(self) -> None:
        self._compiled: dict[str, bytes] = {}

    def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        """Take a template from here, if it is here and has not changed."""
        if bucket.key in self._compiled:
            bucket.bytecode_from_string(self._compiled[bucket.key])

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        """Keep a template that has been compiled."""
        self._compiled[bucket.key] = bucket.bytecode_to_string()


_MEMORY: Final = Memory()


class Exporter(VoilaExporter):
    """Voila's exporter, with a memory that all visitors share."""

    def _create_environment(self) -> jinja2.Environment:
        environment: jinja2.Environment = super()._create_environment()
        environment.bytecode_cache = _MEMORY
        return environment


def remember() -> None:
    """Have Voila use this exporter: it names its own, and asks for no other."""
    voila.notebook_renderer.VoilaExporter = Exporter
