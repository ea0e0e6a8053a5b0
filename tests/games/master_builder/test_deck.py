from importlib.resources import files

import msgspec
import pytest
from msgspec.structs import replace

from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.games.master_builder.deck import (
    FLAWS,
    Deck,
    deck_file,
    default_deck,
    parse_deck,
)
from tests.games.deckfiles import refuses

OWN = (files("paydays_widgets.games.master_builder") / "deck.toml").read_text(encoding="utf-8")
LANGUAGES = ("en", "fr", "de")


@pytest.mark.clause("MB-money", "MB-1-wages", "MB-5-loans")
def test_what_the_rulebook_states_is_in_the_deck() -> None:
    deck, file = default_deck(), deck_file()
    assert (deck.start_money, deck.wage_limit) == (40, 30)
    assert [(each.receive, each.early, each.late) for each in deck.loans] == [
        (10, 13, 15),
        (30, 38, 40),
    ]
    assert {file.start_money.provenance, file.wage_limit.provenance} == {"source"}
    assert {file.loans.small.provenance, file.loans.large.provenance} == {"source"}


@pytest.mark.clause("MB-workers")
def test_forty_workers_of_four_skills_with_one_to_three_flaws() -> None:
    deck = default_deck()
    assert [[each.skill for each in deck.workers].count(skill) for skill in range(4)] == [10] * 4
    assert [deck.workers[number].wage for number in (0, 10, 20, 30)] == [1, 3, 4, 6]
    assert {len(each.flaws) for each in deck.workers} == {1, 2, 3}
    assert len({(each.skill, each.flaws) for each in deck.workers}) == 40
    totals = [sum(flaw in each.flaws for each in deck.workers) for flaw in FLAWS]
    assert totals == [14, 13, 13, 14, 14]


@pytest.mark.clause("MB-contracts")
def test_twelve_contracts_of_six_sections_each_payable_within_the_limits() -> None:
    deck = default_deck()
    assert len(deck.contracts) == 12
    assert sum(len(each.heads) for each in deck.contracts) == 72
    wages = (1, 3, 4, 6)
    for contract in deck.contracts:
        bill = sum(n * wage for n, wage in zip(contract.crew(), wages, strict=True))
        assert bill <= deck.wage_limit
        assert contract.cost < contract.income
    costs = sorted(each.cost for each in deck.contracts)
    assert costs[-1] + costs[-2] <= deck.start_money


@pytest.mark.clause("MB-economy", "MB-events")
def test_eleven_economy_cards_and_sixteen_events() -> None:
    deck = default_deck()
    assert sum(each.cards for each in deck.economy) == 11
    assert len(deck.events) == 16
    effects = [each.effect for each in deck.events]
    assert [effects.count(each) for each in ("flaw_idle", "half_idle", "labour")] == [5, 4, 2]
    assert {each.flaw for each in deck.events if each.effect == "flaw_idle"} == set(FLAWS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_title_of_its_own_in_each_language(language: str) -> None:
    deck = default_deck()
    for cards in (deck.contracts, deck.economy, deck.events):
        titles = {getattr(each.title, language) for each in cards}
        assert len(titles) == len(cards)


def test_figures_say_where_they_come_from() -> None:
    file = deck_file()
    assert file.wages.master.provenance == "reconstructed"
    assert {file.wages.apprentice.provenance, file.wages.foreman.provenance} == {"public"}
    assert {each.provenance for each in file.workers} == {"reconstructed"}
    assert {each.provenance for each in file.contracts} == {"reconstructed"}
    assert {each.provenance for each in file.economy} == {"reconstructed"}
    assert {each.provenance for each in file.events} == {"reconstructed"}


def test_an_event_can_be_changed() -> None:
    levy = 'effect = "levy"\namount = 4'
    deck = parse_deck(OWN.replace('effect = "nothing"', levy), "own.toml")
    assert (deck.events[15].effect, deck.events[15].amount) == ("levy", 4)


@pytest.mark.parametrize(
    ("old", "new", "place", "problem"),
    [
        ("early = 13", "early = 9", "loans.small", "expected receive, early and late in ascend"),
        ("late = 40", "late = 37", "loans.large", "expected receive, early and late in ascend"),
        (
            "master = { value = 6",
            "master = { value = 31",
            "wages.master",
            "expected at most 30, the wage limit, got 31",
        ),
        ('["S", "W"]', '["S", "S"]', "workers[5].flaws", "expected each flaw once"),
        ('["S", "W"]', "[]", "workers[5].flaws", "expected a list of length >= 1"),
        (
            "cost = 6",
            "cost = 41",
            "contracts[0].cost",
            "expected at most 40, the starting money (MB-2-last-one), got 41",
        ),
        (
            "income = 40",
            "income = 42",
            "contracts[0].income",
            "expected a multiple of 5, so that 20% of it is a whole number, got 42",
        ),
        (
            '["apprentice"]]',
            "]",
            "contracts[0].sections",
            "expected a list of length >= 6, got a list of 5",
        ),
        ("cards = 3", "cards = 0", "economy[0].cards", "expected a whole number >= 1, got 0"),
        ('flaw = "S"', "", "events[0].flaw", "expected one with the effect 'flaw_idle'"),
        (
            'effect = "nothing"',
            'effect = "nothing"\nworkers = 2',
            "events[15].workers",
            "expected none with the effect 'nothing'",
        ),
        ('skill = "apprentice"\nprov', "prov", "events[5].skill", "expected one with the effect"),
        (
            'effect = "nothing"',
            'effect = "nothing"\nskill = "master"',
            "events[15].skill",
            "expected none with the effect 'nothing'",
        ),
    ],
)
def test_a_deck_that_cannot_be_played_is_refused(
    old: str, new: str, place: str, problem: str
) -> None:
    refuses(parse_deck, OWN, (old, new), place, problem)


def test_five_economy_cards_are_needed() -> None:
    deck = default_deck()
    with pytest.raises(DeckError, match="at economy: expected at least 5 cards in all, got 3"):
        replace(deck, economy=deck.economy[:1])


def test_a_deck_decoded_from_elsewhere_is_checked_as_well() -> None:
    raw = msgspec.json.decode(msgspec.json.encode(default_deck()))
    raw["contracts"][11]["heads"][0] = [3, 1]
    with pytest.raises(msgspec.ValidationError, match=r"heads\[0\].*expected ascending skills"):
        msgspec.convert(raw, Deck)
