"""Deck files with a mistake in them."""

from collections.abc import Callable

import pytest

from paydays_widgets.core.deckfile import DeckError


def refuses(
    parse: Callable[[str, str], object],
    text: str,
    change: tuple[str, str],
    place: str,
    problem: str,
) -> None:
    """Change one place in a deck file, and read what is wrong with it."""
    old, new = change
    assert old in text
    with pytest.raises(DeckError) as caught:
        parse(text.replace(old, new, 1), "own.toml")
    assert (caught.value.file, caught.value.place) == ("own.toml", place)
    assert problem in caught.value.problem
