"""JupyterLab with the project's notebooks, as `make lab` starts it."""

from playwright.sync_api import Page, expect


def test_jupyterlab_opens_a_dashboards_notebook(page: Page, lab_url: str) -> None:
    page.goto(f"{lab_url}lab/tree/dashboards/zahltag.ipynb")
    expect(page.locator(".jp-NotebookPanel .jp-CodeCell").first).to_be_visible()
