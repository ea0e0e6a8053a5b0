"""The amounts: what a file of one's own may say."""

import pytest

from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.games.auction_room.deck import default_deck, parse_deck

OWN = """
name = "mine"
top = {{ value = {top}, provenance = "reconstructed" }}
low = {{ value = {low}, provenance = "reconstructed" }}
high = {{ value = {high}, provenance = "reconstructed" }}
grain = {{ value = {grain}, provenance = "reconstructed" }}
tick = {{ value = {tick}, provenance = "reconstructed" }}
"""
USUAL = {"top": 10_000, "low": 5_000, "high": 25_000, "grain": 100, "tick": 200}


def test_amounts_of_ones_own_are_read() -> None:
    deck = parse_deck(OWN.format(**USUAL | {"grain": 1, "tick": 60}), "mine.toml")
    assert (deck.grain, deck.tick, deck.top) == (1, 60, default_deck().top)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"top": 10_050}, "top"),
        ({"grain": 30, "top": 9_000, "low": 6_000, "high": 24_000}, "grain"),
        ({"low": 2_000}, "low"),
        ({"high": 5_000}, "high"),
        ({"tick": 20}, "tick"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(change: dict[str, int], place: str) -> None:
    with pytest.raises(DeckError, match=rf"at {place}.*expected"):
        parse_deck(OWN.format(**USUAL | change), "mine.toml")
