from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.games.zahltag.deck import Deck, deck_file, default_deck, load_deck, parse_deck
from tests.games.deckfiles import refuses

OWN = """
name = "Small"
start_money = { value = 5, provenance = "reconstructed" }
paydays = { value = 5, provenance = "reconstructed" }
[equipment]
foreman = { value = 9, provenance = "reconstructed" }
worker = { value = 9, provenance = "reconstructed" }
crane = { value = 2, provenance = "reconstructed" }
excavator = { value = 0, provenance = "reconstructed" }
[[bid_cards]]
amounts = [1, 4]
provenance = "reconstructed"
[[contracts]]
title = { en = "Shed", fr = "Remise", de = "Schuppen" }
needs = { worker = 1, crane = 2 }
provenance = "reconstructed"
"""


@pytest.mark.clause("ZT-deal")
def test_the_equipment_is_that_of_the_rulebooks() -> None:
    assert default_deck().equipment == (14, 16, 10, 12)


@pytest.mark.clause("ZT-money", "ZT-bids", "ZT-pile")
def test_money_bids_and_pile_are_those_of_the_rulebooks() -> None:
    deck = default_deck()
    assert deck.start_money == 20
    assert sorted(sum(deck.bid_cards, ())) == list(range(1, 9))
    assert (len(deck.bid_cards), len(deck.contracts), deck.paydays) == (4, 32, 6)


def test_the_contracts_are_distinct_and_demand_twice_what_there_is() -> None:
    deck = default_deck()
    sizes = [sum(needs) for needs in deck.contracts]
    assert len(set(deck.contracts)) == 32
    assert sizes == sorted(sizes)
    assert [sizes.count(n) for n in (2, 3, 4, 5)] == [8, 12, 8, 4]
    demand = tuple(map(sum, zip(*deck.contracts, strict=True)))
    assert demand == tuple(2 * n for n in deck.equipment)


def test_every_contract_has_a_title_of_its_own_in_each_language() -> None:
    titles = default_deck().titles
    for language in ("en", "fr", "de"):
        assert len({getattr(title, language) for title in titles}) == 32


def test_figures_say_where_they_come_from() -> None:
    file = deck_file()
    assert file.start_money.provenance == file.paydays.provenance == "source"
    assert {each.provenance for each in file.bid_cards} == {"public"}
    known = [each.title.en for each in file.contracts if each.provenance == "public"]
    assert known == ["Footbridge", "Village school"]
    needs = {each.title.en: each.needs for each in file.contracts}
    assert (needs["Footbridge"].crane, needs["Footbridge"].excavator) == (1, 2)
    assert (needs["Village school"].foreman, needs["Village school"].worker) == (2, 2)


def test_a_deck_of_ones_own_is_read(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    deck = load_deck(path)
    assert deck == parse_deck(OWN, "own.toml")
    assert (deck.name, deck.start_money, deck.contracts) == ("Small", 5, ((0, 1, 2, 0),))
    assert deck.titles[0].de == "Schuppen"


@pytest.mark.parametrize(
    ("old", "new", "place", "problem"),
    [
        ("crane = 2", "crane = 3", "contracts[0].needs.crane", "expected at most 2"),
        ("crane = 2", "excavator = 1", "contracts[0].needs.excavator", "expected at most 0"),
        ("worker = 1, crane = 2", "", "contracts[0].needs", "expected at least one card of fore"),
        ("[1, 4]", "[2, 4]", "bid_cards", "expected 1 among the amounts"),
        ("[1, 4]", "[1, 1]", "bid_cards[0].amounts", "expected each amount once in all, but 1"),
        ("[1, 4]", "[1, 0]", "bid_cards[0].amounts[1]", "expected a whole number >= 1, got 0"),
        ("paydays = { value = 5", "paydays = { value = 4", "paydays.value", "expected a whole"),
        ("value = 9", "value = -1", "equipment.foreman.value", "expected a whole number >= 0"),
        ("value = 9", "value = 9999", "equipment.foreman.value", "expected a whole number <= 999"),
        (
            "start_money = { value = 5",
            "start_money = { value = -5",
            "start_money.value",
            "expected a whole number >= 0, got -5",
        ),
    ],
)
def test_a_deck_that_cannot_be_played_is_refused(
    old: str, new: str, place: str, problem: str
) -> None:
    refuses(parse_deck, OWN, (old, new), place, problem)


def test_no_contract_at_all_is_refused() -> None:
    text = "contracts = []\n" + OWN[: OWN.index("[[contracts]]")]
    with pytest.raises(DeckError, match="at contracts: expected a list of length >= 1"):
        parse_deck(text, "own.toml")


def test_titles_and_contracts_go_together() -> None:
    deck = default_deck()
    with pytest.raises(DeckError, match="expected a title for each of the 32 contracts, got 31"):
        replace(deck, titles=deck.titles[1:])


def test_a_deck_decoded_from_elsewhere_is_checked_as_well() -> None:
    raw = msgspec.to_builtins(default_deck())
    raw["bid_cards"] = [[2, 3]]
    with pytest.raises(msgspec.ValidationError, match="expected 1 among the amounts"):
        msgspec.convert(raw, Deck)
    raw["bid_cards"] = [[1, -3]]
    with pytest.raises(msgspec.ValidationError, match=r"bid_cards\[0\]\[1\]"):
        msgspec.convert(raw, Deck)
