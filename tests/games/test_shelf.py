"""The shelf: games are found by their names, and a name that is none is answered with the list."""

import pytest

from paydays_widgets import games


def test_the_names_are_those_of_the_folders() -> None:
    assert games.names() == tuple(sorted(games.names()))
    assert "zahltag" in games.names()
    assert "__pycache__" not in games.names()


@pytest.mark.parametrize("name", games.names())
def test_a_game_and_its_rooms_are_loaded_by_name(name: str) -> None:
    assert games.load(name).id == name
    assert games.modules(name).engine is games.load(name)
    assert games.modules(name) is games.modules(name)
    assert games.modules(name).package == f"paydays_widgets.games.{name}"


@pytest.mark.parametrize("name", ["chess", "", "zahltag.engine", "../core", "__pycache__"])
def test_a_name_that_is_none_is_answered_with_the_list(name: str) -> None:
    with pytest.raises(LookupError, match=r"there are: .*zahltag"):
        games.load(name)
