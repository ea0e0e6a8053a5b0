import re

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.table import Player, Table
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.panels.drawer import GROUPS, MENU, TABS, grouped, tabs, titles
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.widgets import Drawer
from tests.markup import BROKEN, Page, flat
from tests.panels.tables import GAME, dealt, finished, new, play, receive


@pytest.fixture
def session() -> Session:
    return Session(new())


def opened(session: Session, tab: str) -> str:
    session.do("tab", "")
    session.do("tab", tab)
    return flat(Drawer(session).html)


def test_the_drawer_is_shut_at_first(session: Session) -> None:
    html = flat(Drawer(session).html)
    assert html.count('role="tab"') == 4, "a newcomer reads them all"
    assert 'role="tabpanel"' not in html
    assert 'aria-selected="true"' not in html


@pytest.mark.parametrize("tab", [each for each in TABS if each not in {"decided", *MENU}])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tab_opens_and_shuts(tab: str, language: str) -> None:
    session = Session(new(), language)
    drawer = Drawer(session)
    receive(drawer, {"do": "tab", "value": tab, "seq": 0})
    assert drawer.html.count('role="tabpanel"') == 1
    assert drawer.html.count('aria-selected="true"') == 1
    assert BROKEN not in drawer.html
    group = next(name for name, pages in grouped(tabs(session)).items() if tab in pages)
    panel = re.search(r'id="([^"]+)" role="tabpanel" aria-labelledby="([^"]+)"', flat(drawer.html))
    assert panel is not None
    assert f'id="{panel[2]}" data-key="tab-{group}"' in flat(drawer.html)
    assert f'aria-controls="{panel[1]}"' in drawer.html
    receive(drawer, {"do": "tab", "value": tab, "seq": 0})
    assert 'role="tabpanel"' not in drawer.html


@pytest.mark.parametrize("page", MENU)
@pytest.mark.parametrize("teach", [True, False])
def test_a_page_of_the_menu_has_no_tab_and_can_be_closed(
    session: Session, page: str, *, teach: bool
) -> None:
    session.screen = replace(session.screen, teach=teach)
    drawer = Drawer(session)
    assert drawer.html.count('role="tab"') == 3 + teach
    receive(drawer, {"do": "show", "value": page, "seq": 0})
    assert f'data-key="body-{page}"' in flat(drawer.html)
    assert 'aria-selected="true"' not in drawer.html
    receive(drawer, {"do": "tab", "value": page, "seq": 0})
    assert f'data-key="body-{page}"' not in flat(drawer.html)


@pytest.mark.parametrize("group", GROUPS)
def test_a_tab_of_several_pages_leads_to_each(group: str) -> None:
    session = Session(new())
    drawer = Drawer(session)
    named = grouped(tabs(session))
    for name in named[group]:
        receive(drawer, {"do": "tab", "value": named[group][0], "seq": 0})
        receive(drawer, {"do": "show", "value": name, "seq": 0})
        html = flat(drawer.html)
        assert f'data-key="body-{name}"' in html
        assert html.count('aria-pressed="true"') == 1
        assert html.count('aria-selected="true"') == 1
        receive(drawer, {"do": "tab", "value": name, "seq": 0})
        assert 'role="tabpanel"' not in flat(drawer.html)


def test_a_tab_that_does_not_exist_is_no_tab(session: Session) -> None:
    assert 'role="tabpanel"' not in opened(session, "../../secrets")


def test_every_tab_has_a_title() -> None:
    for language in LANGUAGES:
        found = titles(Text(language))
        assert {*TABS, *GROUPS, "minute", "report"} == {*found}
        assert all(found.values())


def test_the_set_up_form_is_filled_with_what_is_played() -> None:
    rules = GAME.rules_type(adjust="one_round", first=1)
    table = new("", "hoarder", "lean_crew", names=("Mia", "Noé", "Ole"), rules=rules, seed=777_777)
    html = opened(Session(table), "new")
    assert '<option value="3" selected>' in html
    assert 'value="Mia"' in html
    assert 'value="David"' in html  # the fourth row stands ready
    assert '<option value="hoarder" selected>' in html
    assert '<option value="one_round" selected>' in html
    assert '<option value="1" selected>seat 2</option>' in html
    assert "777777" not in html  # or the form would tell what is hidden


def test_what_few_classes_change_is_in_a_fold(session: Session) -> None:
    first, _, rest = opened(session, "new").partition('<details data-key="rare"')
    fold = rest.partition("</details>")[0]
    for switch in session.panel.switches(session.text):
        assert f'name="rules.{switch.field}"' in (fold if switch.rare else first)
    assert 'name="rules.first"' in fold
    assert 'name="undo_chance"' in fold
    assert 'name="seed"' in fold


def test_a_strategy_of_ones_own_can_be_chosen_by_its_name() -> None:
    session = Session(new(), strategies={"my <first> bot": lambda view, _: view.legal[0]})
    assert "my &lt;first&gt; bot</option>" in opened(session, "new")


def test_what_each_bot_does_is_told_in_full_where_lists_would_cut_it(session: Session) -> None:
    told = opened(session, "new").partition("What each bot does")[2].partition("</details>")[0]
    assert told.count("<li>") == len(session.modules.bots.STRATEGIES)


def test_a_bot_without_a_title_goes_by_its_name_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(new())
    monkeypatch.setattr(session.modules.bots, "TITLES", {}, raising=False)
    assert "Lean crew</option>" in opened(session, "new")


@pytest.mark.parametrize(
    ("game", "again", "undo", "seed"),
    [
        ("zahltag", "The same cards again", "Taking back cards<", "Seed of the cards"),
        ("zock", "The same rolls again", "Taking back rolls<", "Seed of the dice"),
        (
            "pay_day",
            "The same cards and rolls again",
            "Taking back cards and rolls<",
            "Seed of cards and dice",
        ),
    ],
)
def test_luck_is_named_by_what_brings_it(game: str, again: str, undo: str, seed: str) -> None:
    session = Session(Table(games.load(game), [Player("Anna"), Player("Ben")]))
    html = opened(session, "new")
    assert again in html
    assert undo in html
    assert seed in opened(session, "save")


def test_what_is_to_be_known_of_a_source_is_said_once() -> None:
    html = opened(Session(Table(games.load("pay_day"), [Player("Anna"), Player("Ben")])), "rules")
    assert html.count("machine translation") == 1


def test_positions_say_what_becomes_of_the_game_on_the_table(session: Session) -> None:
    before = opened(session, "positions")
    session.keeping.browser = True
    assert Drawer(session).html != before


def test_positions_and_rules_are_listed_whole(session: Session) -> None:
    html = opened(session, "positions")
    for each in session.modules.vignettes.values():
        assert f'data-do="vignette" data-value="{each.id}"' in html
    html = opened(session, "rules")
    for clause in session.modules.rulebook.clauses.values():
        assert clause.id in html


def test_branches_are_listed_and_compared() -> None:
    table = dealt("FFWWCCX", "FFWWCCX")
    session = Session(table)
    assert "compare" not in Page(opened(session, "branches")).keys("compare")
    play(table, "1 keep", "* turn 1")
    here = table.at
    play(table, "1 bid 5;2 bid 6")
    table.go_to(here)
    play(table, "1 bid 7;2 bid 6")
    seen = Page(opened(session, "branches"))
    shared = str(table.branches[1].shared)
    assert seen.key("bB").figures[-1] == shared
    assert not seen.keys("comparison")
    session.do("compare", {"first": "0", "second": "1"})
    html = opened(session, "branches")
    assert Page(html).keys("comparison")
    assert ">+6\N{NBSP}M<" in html
    assert ">−5\N{NBSP}M<" in html


def test_branches_of_which_one_is_a_part_of_the_other_are_compared() -> None:
    table = dealt("FFWWCCX", "FFWWCCX")
    session = Session(table)
    here = table.at
    play(table, "1 keep")
    table.go_to(here)
    play(table, "1 take foreman")
    session.do("compare", {"first": "0", "second": "0"})
    assert "+" not in Page(opened(session, "branches")).key("comparison").said


def test_saving_says_what_a_file_holds(session: Session) -> None:
    html = opened(session, "save")
    for verb in ("save", "share", "embed", "csv", "decisions", "load", "load_text"):
        assert f'data-do="{verb}"' in html


def test_the_seed_is_told_when_the_game_is_over_and_before_only_when_asked_for() -> None:
    session = Session(finished("lean_crew", "hoarder", seed=987_654))
    assert "<p>987654</p>" in flat(opened(session, "save"))
    assert not Page(opened(session, "save")).keys("seed-shown")
    session.do("goto", 3)
    html = flat(opened(session, "save"))
    assert Page(html).keys("seed-shown")
    assert html.count("987654") == 1
    assert html.index("<details") < html.index("987654") < html.index("</details>")
