import re
from importlib.resources import files
from pathlib import Path
from statistics import fmean

import msgspec
import pytest
from msgspec.structs import replace

from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.games.pay_day.deck import (
    Day,
    Deck,
    Letter,
    deck_file,
    default_deck,
    load_deck,
    parse_deck,
)
from tests.games.deckfiles import refuses

SOURCE = (files("paydays_widgets.games.pay_day") / "deck.toml").read_text(encoding="utf-8")


def amounts(kind: str, cover: str = "") -> list[int]:
    return sorted(
        each.amount for each in default_deck().mail if (each.kind, each.cover) == (kind, cover)
    )


@pytest.mark.clause("PD-move", "PD-day-26-27")
def test_the_calendar_is_that_of_1975() -> None:
    kinds = [each.kind for each in default_deck().days]
    assert len(kinds) == 31
    where = {kind: [n for n, each in enumerate(kinds, 1) if each == kind] for kind in set(kinds)}
    assert where == {
        "mail": [1, 3, 5, 11, 16, 19, 22, 24],
        "deal": [4, 12, 15, 25],
        "buyer": [9, 17, 20, 30],
        "sunday": [7, 14, 21, 28],
        "money": [2, 6, 8, 13, 18, 23],
        "poker": [10],
        "election": [26],
        "daylight": [27],
        "lottery": [29],
        "payday": [31],
    }
    assert sum(each.amount for each in default_deck().days if each.kind == "mail") == 14


@pytest.mark.clause("PD-mail-deck")
def test_the_mail_is_as_it_is_known() -> None:
    assert len(default_deck().mail) == 72
    assert amounts("bill", "car") == [25, 50, 75, 100, 100, 150]
    assert amounts("bill", "health") == [15, 20, 25, 50, 75, 75, 85, 150]
    assert (len(amounts("bill")), sum(amounts("bill"))) == (20, 1765)
    assert sum(each.amount for each in default_deck().mail if each.kind == "bill") == 2760
    assert amounts("windfall") == [15, 20, 35, 50, 150]
    assert amounts("ticket") == [50, 50, 100, 100]
    assert amounts("insurance", "car") == [200] * 3
    assert amounts("insurance", "health") == [150] * 3
    assert len(amounts("swellfare")) == 3
    assert (len(amounts("advertisement")), len(amounts("postcard"))) == (12, 8)


@pytest.mark.clause("PD-deal-deck")
def test_the_deals_are_sixteen_and_bring_497_on_average() -> None:
    deals = default_deck().deals
    assert len(deals) == 16
    assert [each.cost for each in deals] == sorted(each.cost for each in deals)
    assert all(each.price > each.cost + each.commission for each in deals)
    assert fmean(each.price - each.cost for each in deals) == pytest.approx(497, abs=0.5)


def test_figures_say_where_they_come_from() -> None:
    file = deck_file()
    assert {each.provenance for each in (file.start_money, file.salary)} == {"source"}
    known = [number for number, each in enumerate(file.days, 1) if each.provenance == "source"]
    assert known == [10, 26, 31]
    assert {each.provenance for each in file.deals} == {"reconstructed"}
    unknown = [each for each in file.mail if each.provenance == "reconstructed"]
    assert len(unknown) == 12
    assert {each.kind for each in unknown} == {"postcard", "windfall", "swellfare"}


@pytest.mark.clause("PD-mail-deck")
def test_without_the_reconstructed_cards_it_is_a_mail_deck_of_sixty() -> None:
    parts = re.split(r"(?=^\[\[)", SOURCE, flags=re.MULTILINE)
    kept = [
        each for each in parts if not (each.startswith("[[mail]]") and "reconstructed" in each)
    ]
    assert len(parse_deck("".join(kept), "sixty.toml").mail) == 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_title_of_its_own_in_each_language(language: str) -> None:
    deck = default_deck()
    for titles in (deck.day_titles, deck.deal_titles, deck.mail_titles):
        said = [getattr(each, language) for each in titles]
        assert len(set(said)) == len(said)
        assert max(map(len, said)) <= 40
        assert not any(re.search(r"['\"]| [;:!?]", each) for each in said)


def test_a_deck_of_ones_own_is_read(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(SOURCE.replace("amount = 500\n", "amount = 400\n", 1), encoding="utf-8")
    deck = load_deck(path)
    assert deck.days[1] == Day("money", 400)
    assert replace(deck, days=default_deck().days) == default_deck()


@pytest.mark.parametrize(
    ("old", "new", "place", "problem"),
    [
        ('kind = "payday"', 'kind = "sunday"', "days[30].kind", "the kind 'payday' for day 31"),
        ('kind = "buyer"', 'kind = "payday"', "days[8].kind", "got 'payday' for day 9"),
        ('kind = "mail"\namount = 1', 'kind = "mail"', "days[0].amount", "1 to 9 cards of mail"),
        ("amount = 500\n", "", "days[1].amount", "expected a sum that is not 0, got 0"),
        (
            'kind = "poker"\namount = 100',
            'kind = "poker"\namount = -100',
            "days[9].amount",
            "expected a sum of at least 1 for 'poker', got -100",
        ),
        ('kind = "deal"', 'kind = "deal"\namount = 3', "days[3].amount", "no amount for 'deal'"),
        ('kind = "bill"\namount = 25\n', 'kind = "bill"\n', "mail[0].amount", "at least 1 for"),
        (
            'kind = "postcard"',
            'kind = "postcard"\namount = 5',
            "mail[55].amount",
            "expected no amount for 'postcard', got 5",
        ),
        (
            'kind = "insurance"\namount = 200\ncover = "car"',
            'kind = "insurance"\namount = 200',
            "mail[63].cover",
            "expected 'car' or 'health' for an insurance, got none",
        ),
        (
            'kind = "advertisement"',
            'kind = "advertisement"\ncover = "car"',
            "mail[43].cover",
            "'advertisement' is neither a bill nor an insurance, got 'car'",
        ),
        ("cost = 150", "cost = 0", "deals[0].cost", "expected a whole number >= 1, got 0"),
        ("value = 325", "value = -5", "start_money.value", "expected a whole number >= 0, got -5"),
    ],
)
def test_a_figure_that_does_not_fit_is_refused_with_its_place(
    old: str, new: str, place: str, problem: str
) -> None:
    refuses(parse_deck, SOURCE, (old, new), place, problem)


def test_a_month_has_31_days() -> None:
    days = default_deck().days
    with pytest.raises(DeckError, match="expected 31 days"):
        replace(default_deck(), days=days[1:], day_titles=default_deck().day_titles[1:])


def test_titles_are_as_many_as_the_things_that_bear_them() -> None:
    with pytest.raises(DeckError, match="expected 16 titles, one each, got 15"):
        replace(default_deck(), deal_titles=default_deck().deal_titles[1:])


def test_a_deck_out_of_a_record_is_checked_too() -> None:
    raw = msgspec.to_builtins(default_deck())
    assert msgspec.convert(raw, Deck) == default_deck()
    raw["mail"] = [msgspec.to_builtins(Letter("bill", 0, "car")), *raw["mail"][1:]]
    with pytest.raises(msgspec.ValidationError, match="at least 1 for 'bill'"):
        msgspec.convert(raw, Deck)
