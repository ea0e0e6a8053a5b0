import re

import pytest

from paydays_widgets import games
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.games.zock.deck import default_deck
from paydays_widgets.games.zock.rules import Rules

BOOK = games.modules("zock").rulebook


def test_what_the_source_does_not_say_is_a_ruling() -> None:
    unsaid = {each.id for each in BOOK.clauses.values() if not each.sources}
    assert unsaid == {"ZK-lap", "ZK-no-move"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_give_the_amounts_of_the_deck(language: str) -> None:
    deck = default_deck()
    notes = {deck.start_money, 5_000, 1_000, 500}
    for id_, rules, expected in (
        ("ZK-money", Rules(), {*notes, deck.money}),
        ("ZK-money", Rules(capital=20_000), {*notes, 20_000}),
        ("ZK-hit", Rules(), {deck.fine_king, deck.fine_pawn}),
    ):
        said = BOOK[id_].told(rules, Text(language))
        figures = re.findall(r"\d+(?:[.,\u202f]\d{3})*", said)
        assert {int(re.sub(r"\D", "", each)) for each in figures} == expected, id_
