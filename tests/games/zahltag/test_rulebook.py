import re

import pytest

from paydays_widgets import games
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.games.zahltag.deck import default_deck

BOOK = games.rooms("zahltag").rulebook


def test_sources_are_both_rulebooks() -> None:
    for clause in BOOK.clauses.values():
        named = {source.document for source in clause.sources}
        assert named in (set(), {"de", "fr"}), clause.id


@pytest.mark.clause("ZT-money", "ZT-deal", "ZT-pile", "ZT-bids")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_give_the_amounts_of_the_deck(language: str) -> None:
    deck = default_deck()
    amounts = sum(deck.bid_cards, ())
    for id_, expected in {
        "ZT-money": {deck.start_money},
        "ZT-deal": {sum(deck.equipment), *deck.equipment},
        "ZT-pile": {len(deck.contracts), deck.paydays},
        "ZT-bids": {min(amounts), max(amounts)},
    }.items():
        said = getattr(BOOK[id_].words, language)
        assert {int(n) for n in re.findall(r"\d+", said)} - {0} == expected, id_
