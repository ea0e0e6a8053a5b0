"""What a notebook holds of a panel for hosts in which no program answers."""

import nbformat
import pytest
from nbconvert import HTMLExporter, MarkdownExporter

from paydays_widgets import SITE, games
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.panels import Desk

VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.names())
def test_a_file_says_in_words_what_it_is_and_where_to_play_it(name: str, language: str) -> None:
    desk = Desk(name, seed=1, language=language)
    known = games.modules(name).panel
    for shown, view in ((desk, desk), (desk.stage, desk.stage)):
        made = shown._repr_mimebundle_()
        held = made[0] if isinstance(made, tuple) else made
        assert held[VIEW]["model_id"] == view.model_id
        assert f'href="{SITE}dashboards/{name}.html"' in held["text/html"]
        assert known.TITLE in held["text/html"]
        assert held["text/plain"] == f"{known.TITLE}: {SITE}dashboards/{name}.html"
        assert len(held["text/html"]) < 1000  # a notebook holds one for each cell
    desk.close()


@pytest.mark.parametrize("name", games.names())
def test_a_position_is_named_by_its_address(name: str) -> None:
    desk = Desk(name)
    position = next(iter(games.modules(name).vignettes))
    assert desk.do("vignette", position)
    held = desk._repr_mimebundle_()
    assert f"{name}.html?position={position}" in held["text/html"]
    desk.close()


def test_a_page_made_of_a_file_without_widgets_says_where_to_play() -> None:
    desk = Desk("zock")
    held = desk._repr_mimebundle_()
    output = nbformat.v4.new_output("execute_result", held, execution_count=1)  # type: ignore[no-untyped-call]
    cell = nbformat.v4.new_code_cell('Desk("zock")', outputs=[output])  # type: ignore[no-untyped-call]
    notebook = nbformat.v4.new_notebook(cells=[cell])  # type: ignore[no-untyped-call]
    for exporter in (HTMLExporter(), MarkdownExporter()):  # type: ignore[no-untyped-call]
        made, _ = exporter.from_notebook_node(notebook)
        assert f'href="{SITE}dashboards/zock.html"' in made
        assert "Desk(children" not in made
    desk.close()


def test_somebodys_own_game_has_no_page_on_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk("zock")
    monkeypatch.setattr(games, "names", lambda: ("zahltag",))
    held = desk._repr_mimebundle_()
    assert "Zock" in held["text/html"]
    assert "href" not in held["text/html"]
    desk.close()
