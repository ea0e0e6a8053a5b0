"""Templates escape everything they are given, and refuse an undefined name."""

from pathlib import Path

import pytest
from jinja2 import UndefinedError

from paydays_widgets import games
from paydays_widgets.core.template import templates


@pytest.mark.parametrize("package", [games.rooms(name).package for name in games.names()])
def test_a_game_has_its_board_beside_its_modules(package: str) -> None:
    assert templates(package, "board").get_template("board.html.j2")
    assert templates(package, "board") is templates(package, "board")


def test_a_board_that_is_one_file_has_its_template_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "flat_game").mkdir()
    (tmp_path / "flat_game" / "__init__.py").touch()
    (tmp_path / "flat_game" / "board.py").touch()
    (tmp_path / "flat_game" / "board.html.j2").write_text("{{ name }} here")
    monkeypatch.syspath_prepend(tmp_path)
    board = templates("flat_game", "board").get_template("board.html.j2")
    assert board.render(name="Anna") == "Anna here"


def test_what_users_wrote_is_never_markup() -> None:
    page = templates("paydays_widgets.panels", "templates").from_string("<b>{{ name }}</b>")
    assert page.render(name="<i>&") == "<b>&lt;i&gt;&amp;</b>"


def test_what_is_missing_is_told() -> None:
    page = templates("paydays_widgets.panels", "templates").from_string("{{ name }}")
    with pytest.raises(UndefinedError, match="name"):
        page.render()
