"""Notebooks that a test writes for itself."""

import json
from pathlib import Path
from typing import Any


def write(path: Path, *code: str, markdown: str = "") -> None:
    """Write a notebook of code cells, with a text cell at its end."""
    cells: list[dict[str, Any]] = [
        {"cell_type": "code", "source": each, "outputs": [], "execution_count": None}
        for each in code
    ]
    if markdown:
        cells.append({"cell_type": "markdown", "source": markdown})
    notebook = {
        "cells": [{"id": f"c{n}", "metadata": {}, **cell} for n, cell in enumerate(cells)],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(notebook))
