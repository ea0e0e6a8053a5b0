"""The pages around a panel: loading, light and dark, lists, errors, kernels given back."""

import json
import re
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
import pytest
from playwright.sync_api import Browser, Page, expect

if TYPE_CHECKING:
    from conftest import Serve

WIDGET = """
import anywidget, ipywidgets, os
class Hello(anywidget.AnyWidget):
    _esm = "export default {render({el}) { el.innerHTML = '<p class=here>Here</p>'; }}"
ipywidgets.VBox([Hello(), ipywidgets.Button(description="Deal"), ipywidgets.IntSlider()])
"""


def _notebook(path: Path, *sources: str, markdown: str = "") -> None:
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    if markdown:
        cells.insert(0, nbformat.v4.new_markdown_cell(markdown))
    path.parent.mkdir(exist_ok=True)
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)


@pytest.fixture(scope="module")
def url(serve: "Serve", tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("pages")
    _notebook(folder / "index.ipynb", markdown="# Games\n\n[Widget](dashboards/widget.ipynb)")
    _notebook(folder / "dashboards" / "widget.ipynb", WIDGET)
    _notebook(folder / "dashboards" / "slow.ipynb", "import time; time.sleep(3)", WIDGET)
    _notebook(folder / "dashboards" / "broken.ipynb", "1 / 0")
    return serve(folder, "--Voila.base_url=/school/")


def test_the_front_page_is_the_index_and_leads_on_by_a_relative_link(page: Page, url: str) -> None:
    page.goto(url)
    expect(page).to_have_url(re.compile(r"/school/voila/render/index\.ipynb$"))
    expect(page.get_by_role("heading", name="Games")).to_be_visible()
    page.get_by_role("link", name="Widget").click()
    expect(page.locator(".here")).to_be_visible()
