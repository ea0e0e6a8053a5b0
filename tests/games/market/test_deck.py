"""The amounts: what a file of one's own may say."""

import pytest

from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.games.market.deck import deck_file, default_deck, parse_deck
from paydays_widgets.games.market.engine.schedule import steps

USUAL: dict[str, int | list[int]] = {
    "top": 10_000,
    "grain": 100,
    "demand_high": 8_000,
    "demand_low": 2_000,
    "supply_low": 1_000,
    "supply_high": 7_000,
    "shift": 2_000,
    "patience": 20,
    "dividends": [0, 100],
    "shares": [1, 2],
    "cash": [300, 200],
}


def written(**change: int | list[int]) -> str:
    rows = [
        f'{name} = {{ value = {value}, provenance = "reconstructed" }}'
        for name, value in (USUAL | change).items()
    ]
    return "\n".join(['name = "mine"', *rows])


def test_amounts_of_ones_own_are_read() -> None:
    deck = parse_deck(written(grain=1, demand_high=7_777), "mine.toml")
    assert (deck.grain, deck.demand_high, deck.top) == (1, 7_777, default_deck().top)
    assert {*USUAL, "name"} == {*deck_file().__struct_fields__}


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"top": 10_050}, "top"),
        ({"shift": 50}, "shift"),
        ({"grain": 30, "top": 9_990, "shift": 2_010}, "demand_high"),
        ({"top": 6_900, "demand_high": 2_000, "supply_high": 2_000, "shift": 0}, "top"),
        ({"demand_high": 1_900}, "demand_high"),
        ({"supply_high": 900}, "supply_high"),
        ({"demand_high": 8_100}, "demand_high"),
        ({"supply_high": 10_100}, "supply_high"),
        ({"dividends": [100, 0]}, "dividends"),
        ({"dividends": [100, 100]}, "dividends"),
        ({"cash": [300]}, "cash"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(
    change: dict[str, int | list[int]], place: str
) -> None:
    with pytest.raises(DeckError, match=rf"at {place}.*expected"):
        parse_deck(written(**change), "mine.toml")


def test_a_grain_has_to_divide_a_unit() -> None:
    odd: dict[str, int | list[int]] = {
        name: 30 * (value // 30)
        for name, value in USUAL.items()
        if isinstance(value, int) and name != "patience"
    }
    with pytest.raises(DeckError, match=r"at grain.*divisor"):
        parse_deck(written(**odd | {"grain": 30}), "mine.toml")


def test_steps_are_rounded_down_to_the_grain() -> None:
    assert steps(8_000, 2_000, 5, 100) == (8_000, 6_500, 5_000, 3_500, 2_000)
    assert steps(1_000, 7_000, 8, 100)[1:3] == (1_800, 2_700)
