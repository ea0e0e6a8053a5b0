"""The notation of every game: each form reads back as it was written."""

from importlib import import_module
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Meta

from paydays_widgets import games
from paydays_widgets.core.game import CHANCE
from paydays_widgets.core.notation import FromOne, Notation, NotationError
from tests.contract.contract import EVERY_GAME, knowledge

NOTATIONS: dict[str, Notation[Any]] = {
    name: import_module(f"{games.modules(name).package}.moves").NOTATION for name in EVERY_GAME
}
KINDS = [
    pytest.param(name, kind, id=f"{name} {kind.__name__}")
    for name, notation in NOTATIONS.items()
    for kind in notation.kinds
]


def values(of: Any) -> st.SearchStrategy[Any]:
    """Generate values of a field from its type."""
    if get_origin(of) is Literal:
        return st.sampled_from(get_args(of))
    assert get_origin(of) is Annotated
    if FromOne() in of.__metadata__:
        return st.integers(0, 8)
    (bounds,) = [mark for mark in of.__metadata__ if isinstance(mark, Meta)]
    assert bounds.ge is not None
    assert bounds.le is not None
    return st.integers(int(bounds.ge), int(bounds.le))


def moves(kind: Any) -> st.SearchStrategy[Any]:
    """Generate moves of a kind."""
    types = get_type_hints(kind, include_extras=True)
    fields = {name: values(types[name]) for name in kind.__struct_fields__}
    if kind.form.startswith("*"):
        fields["by"] = st.just(CHANCE)
    return st.builds(kind, **fields)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_kind_of_move_has_a_form(name: str) -> None:
    assert set(NOTATIONS[name].kinds) == set(knowledge(name).MOVES)


@pytest.mark.parametrize(("name", "kind"), KINDS)
@settings(max_examples=20)  # of a few numbers, each read by itself
@given(data=st.data())
def test_a_move_is_read_as_it_was_written(name: str, kind: Any, data: st.DataObject) -> None:
    move = data.draw(moves(kind))
    again = games.load(name).read(str(move))
    assert again == move
    assert type(again) is kind


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_words_that_say_what_can_be_read_hold_a_line_of_every_form(name: str) -> None:
    game, notation = games.load(name), NOTATIONS[name]
    with pytest.raises(NotationError) as caught:
        game.read("?")
    quoted = caught.value.expected.split("'")[1::2]
    assert [type(game.read(line)) for line in quoted] == list(notation.kinds)
