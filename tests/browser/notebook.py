"""Notebooks that a test writes for itself."""

import json
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

_RUN_ALL: Final = """async () => {
    const lab = window.jupyterapp
    await lab.restored
    const { sessionContext } = lab.shell.currentWidget
    await sessionContext.ready
    await sessionContext.session.kernel.info
    lab.commands.execute("notebook:run-all-cells")
}"""


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


def run_all(page: Page) -> None:
    """Run all cells of the notebook that JupyterLab shows, once it and its kernel are ready."""
    page.locator(".jp-NotebookPanel .jp-CodeCell").first.wait_for()
    page.evaluate(_RUN_ALL)
