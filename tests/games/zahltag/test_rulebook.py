import re

import pytest

from paydays_widgets import games
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.games.zahltag.deck import default_deck

BOOK = games.modules("zahltag").rulebook


def test_sources_are_both_rulebooks() -> None:
    for clause in BOOK.clauses.values():
        named = {source.document for source in clause.sources}
        assert named in (set(), {"de", "fr"}), clause.id


@pytest.mark.clause("ZT-money", "ZT-deal", "ZT-pile")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_give_the_amounts_of_the_deck(language: str) -> None:
    deck = default_deck()
    for id_, expected in {
        "ZT-money": {deck.start_money},
        "ZT-deal": {sum(deck.equipment), *deck.equipment},
        "ZT-pile": {len(deck.contracts), deck.paydays},
    }.items():
        said = getattr(BOOK[id_].words, language)
        assert {int(n) for n in re.findall(r"\d+", said)} - {0} == expected, id_


@pytest.mark.clause("ZT-bids")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_amounts_of_the_bid_cards_are_a_ruling_and_the_words_hold_with_any_deck(
    language: str,
) -> None:
    amounts = sum(default_deck().bid_cards, ())
    clause = BOOK["ZT-bids"]
    assert re.findall(r"\d+", getattr(clause.words, language)) == ["00"]
    assert clause.ruling is not None
    ruled = {int(n) for n in re.findall(r"\d+", getattr(clause.ruling, language))}
    assert ruled == {min(amounts), max(amounts)}
