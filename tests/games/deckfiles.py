"""Deck files with a mistake in them."""

from collections.abc import Callable

import pytest

from paydays_widgets.core.deckfile import DeckError


def refuses(
    parse: Callable[[str, str], object], text: str, old: str, new: str, place: str, problem: str
) -> None:
    """Change the first place in a deck file that says ``old``, and look at what is told of it."""
    assert old in text
    with pytest.raises(DeckError) as caught:
        parse(text.replace(old, new, 1), "own.toml")
    assert (caught.value.file, caught.value.place) == ("own.toml", place)
    assert problem in caught.value.problem
