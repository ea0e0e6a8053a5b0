"""Deck files with a mistake in them."""

from collections.abc import Callable

import pytest

from paydays_widgets.core.deckfile import DeckError


def refusal(parse: Callable[[str, str], object], text: str, old: str, new: str) -> DeckError:
    """Change the first place in a deck file that says ``old``, and find what is told of it."""
    assert old in text
    with pytest.raises(DeckError) as caught:
        parse(text.replace(old, new, 1), "own.toml")
    assert caught.value.file == "own.toml"
    return caught.value
