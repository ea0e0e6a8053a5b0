"""The prose of a lesson on a page of Voila, in three languages: its template names this module."""

from pathlib import Path
from typing import Any

from nbconvert.preprocessors import Preprocessor

from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.lessons.catalogue import Catalogue


class Languages(Preprocessor):
    """Puts the words of each language beside a text cell's source, as its metadata ``words``."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:  # noqa: ANN401 - nbconvert's
        """Translate a lesson; a notebook without a catalogue stays as it is.

        A page knows its name, and of its folder at most the server's: lessons lie in ``lessons``.
        """
        folder = Path(resources.get("root", ""), "lessons")
        catalogue = Catalogue(resources["metadata"]["name"], folder)
        follows = bool(catalogue) and not nb.metadata.get("paydays", {}).get("language")
        for cell in nb.cells if follows else ():
            if cell.cell_type == "markdown":
                cell.metadata["words"] = {
                    language: catalogue.prose(cell.source, language) for language in LANGUAGES
                }
        nb.metadata["in_languages"] = follows
        return nb, resources
