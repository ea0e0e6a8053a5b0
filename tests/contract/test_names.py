"""A name that is written from right to left turns nothing around it, wherever it stands."""

import pytest

from paydays_widgets import games
from paydays_widgets.core.names import isolated, unturned
from paydays_widgets.core.table import HUMAN, Player, Table
from paydays_widgets.core.text import LANGUAGES, Language
from paydays_widgets.panels.session import Session
from tests.contract.contract import ALL_GAMES, EVERY_GAME, engine
from tests.panels.tables import drawn
from tests.turning import FROM_THE_RIGHT, translated, turned

STOPS = 6
"""The number of positions of a game that are looked at."""


@ALL_GAMES
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("people", [False, True])
@pytest.mark.walk(len(EVERY_GAME))
def test_a_name_from_the_right_is_isolated_on_every_page(
    name: str, language: Language, people: bool
) -> None:
    modules = games.modules(name)
    bots = [*modules.bots.STRATEGIES]
    seats = max(modules.panel.SEATS)
    players = [Player(FROM_THE_RIGHT[seat], bots[seat % len(bots)]) for seat in range(seats)]
    table = Table(engine(name), players, strategies=modules.bots.STRATEGIES, seed=5)
    while table.advance():
        pass
    if people:
        table.players = tuple(Player(each.name, HUMAN) for each in players)
    session = Session(table, language)
    seen = set()
    last = len(table.branch.steps)
    for stop in range(STOPS):
        table.go_to(last * stop // (STOPS - 1))
        found = drawn(session)
        file = found.pop("csv")
        assert file == unturned(file)
        if stop:
            assert FROM_THE_RIGHT[0] in file
        for part, html in found.items():
            assert not turned(html), part
            assert not translated(html), part
            seen |= {each for each in FROM_THE_RIGHT if isolated(each) in html}
    session.close()
    assert seen >= set(FROM_THE_RIGHT[:seats])


@pytest.mark.parametrize("name", games.names())
def test_a_position_has_the_names_as_typed_and_tells_them_isolated(name: str) -> None:
    modules = games.modules(name)
    for vignette in modules.vignettes.values():
        named = vignette.named(FROM_THE_RIGHT)
        typed = [each.name for each in named.players]
        assert typed == [*FROM_THE_RIGHT[: len(typed)]]
        for words in (named.question, named.verdict, named.answer):
            for language in LANGUAGES:
                assert not turned(getattr(words, language))
