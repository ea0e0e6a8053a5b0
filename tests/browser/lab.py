"""Notebooks in JupyterLab."""

from typing import Final

from playwright.sync_api import Page

IDLE: Final = (
    "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
)
RUN: Final = "() => { window.jupyterapp.commands.execute('runmenu:run-all'); }"


def run_all(page: Page) -> None:
    """Run all cells of a notebook, as the menu does, once its kernel is there."""
    page.wait_for_function(IDLE)
    page.evaluate(RUN)
