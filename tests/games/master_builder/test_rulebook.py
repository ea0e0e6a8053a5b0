import re

import pytest

from paydays_widgets import games
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.games.master_builder.deck import default_deck
from paydays_widgets.games.master_builder.engine.phases import LEFT_OVER

BOOK = games.modules("master_builder").rulebook


def test_sources_are_the_rulebook_and_for_two_figures_reviews() -> None:
    reviewed = {
        clause.id
        for clause in BOOK.clauses.values()
        if {source.document for source in clause.sources} - {"rules"}
    }
    assert reviewed == {"MB-1-three", "MB-end-unfinished"}


@pytest.mark.clause("MB-money", "MB-1-wages", "MB-5-loans", "MB-2-left-over", "MB-end-unfinished")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_give_the_amounts_of_the_deck_and_the_engine(language: str) -> None:
    deck = default_deck()
    loans = [n for each in deck.loans for n in (each.receive, each.early, each.late)]
    for id_, expected in {
        "MB-money": [deck.start_money],
        "MB-1-wages": [deck.wage_limit],
        "MB-5-loans": loans,
        "MB-2-left-over": [LEFT_OVER],
    }.items():
        said = getattr(BOOK[id_].words, language)
        sums = re.findall(r"(\d+)[.,\u202f]000", said)
        assert [int(n) for n in sums] == expected, id_
