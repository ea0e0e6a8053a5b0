"""The panel room of every game: what the form offers can be played; what is shown has words."""

import tomllib
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.game import CHANCE, Decide
from paydays_widgets.core.ledger import CASH, owner
from paydays_widgets.core.switch import applies
from paydays_widgets.core.table import HUMAN, AnyTable, Player, Table
from paydays_widgets.core.text import LANGUAGES, Language, Text
from paydays_widgets.panels.drawer import tabs
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.widgets import Controls, Drawer, Stage, Storyline
from tests.contract.contract import ALL_GAMES, engine, game_at_random
from tests.games.playing import bots_play
from tests.markup import BROKEN, Page

ALL_LANGUAGES = pytest.mark.parametrize("language", LANGUAGES)
NAMES = ("Anna", "Ben", "Cem", "Dora", "Emma", "Farid", "Greta", "Hugo")
MINUTE = {
    "master_builder": {"unfinished_penalty"},
    "auction_room": {"auction", "values", "reserve"},
    "market": {
        "institution",
        "speech",
        "values",
        "change",
        "swap",
        "units",
        "periods",
        "ceiling",
        "floor",
        "tax",
        "quota",
        "goods",
    },
    "pay_day": set(),
    "zahltag": set(),
    "zock": {"cash", "payout", "king_first", "all_money"},
}
"""The switches that change what is told in a minute."""


def text(name: str, language: Language) -> Text:
    return Text(language, games.modules(name).package)


def seated(name: str, *kinds: str) -> AnyTable:
    modules = games.modules(name)
    players = [Player(*each) for each in zip(NAMES, kinds, strict=False)]
    return Table(modules.engine, players, strategies=modules.bots.STRATEGIES)


def course(name: str) -> Iterator[tuple[Any, Any, Any]]:
    """Yield some positions of a game at random, each with the move made there and the view."""
    preset, seats = next(iter(games.modules(name).presets)), games.modules(name).panel.SEATS[-1]
    table = game_at_random(name, preset, seats)
    states = [table.start, *(table.branch.steps[end - 1].state for end in table.branch.ends)]
    for state, move in list(zip(states, table.branch.moves, strict=False))[::7]:
        yield state, move, table.game.view(state, None)


@ALL_GAMES
def test_opponents_and_the_stand_in_are_bots_of_the_game(name: str) -> None:
    panel, strategies = games.modules(name).panel, games.modules(name).bots.STRATEGIES
    assert {*panel.OPPONENTS} <= {*strategies}
    assert len(panel.OPPONENTS) == max(panel.SEATS) - 1
    assert panel.STAND_IN in {"", *strategies}
    assert panel.LUCK in {"cards", "dice", "both"}


@ALL_GAMES
@ALL_LANGUAGES
def test_presets_and_switches_say_what_the_rules_have(name: str, language: Language) -> None:
    panel, presets = games.modules(name).panel, games.modules(name).presets
    kind = games.load(name).rules_type
    said = text(name, language)
    found = panel.presets(said)
    assert {preset: convert(v, kind, strict=False) for preset, _, v in found} == presets
    assert len({title for _, title, _ in found}) == len(presets)
    assert all(panel.edition(rules, said) for rules in presets.values())
    switches = panel.switches(said)
    assert sum(not each.rare for each in switches) <= 2  # the others are in a fold
    assert {each.field for each in switches} | {"first"} >= {*kind.__struct_fields__}
    for switch in switches:
        assert switch.label
        assert all(title for _, title in switch.options)
        values = [value for value, _ in switch.options]
        chosen = [convert({switch.field: each}, kind, strict=False) for each in values]
        assert len({*chosen}) == len(values)
        assert kind() in chosen


@pytest.mark.parametrize(
    ("name", "free", "own"),
    [
        ("auction_room", {"rounds": 20}, {"auction": "dutch", "reserve": 40}),
        ("market", {"periods": 15}, {"values": "drawn", "tax": 30}),
        ("master_builder", {}, {"hire_fire_limit": 3}),
        ("pay_day", {"months": 5, "first": 1}, {"max_loan": 6900}),
        ("zahltag", {"first": 1}, {"adjust": "one_round", "over_limit": "forbid"}),
        ("zock", {"rounds": 50, "capital": 5_000, "first": 1}, {"lap": "circle"}),
    ],
)
def test_a_preset_is_known_by_its_name_and_a_mixture_is_nobodys(
    name: str, free: dict[str, Any], own: dict[str, Any]
) -> None:
    edition, said = games.modules(name).panel.edition, text(name, "en")
    named = {
        replace(each, **free): edition(each, said) for each in games.modules(name).presets.values()
    }
    assert len({*named.values()}) == len(named)
    assert all(edition(rules, said) == title for rules, title in named.items())
    assert edition(games.load(name).rules_type(**own), said) not in named.values()


@ALL_GAMES
def test_a_class_plays_rules_of_the_game_at_tables_that_it_allows(name: str) -> None:
    panel, legal = games.modules(name).panel, games.load(name).seats
    assert {*panel.TABLES} <= {*legal}
    for rules in games.modules(name).presets.values():
        played = panel.in_class(rules)
        assert type(played) is type(rules)
        assert panel.in_class(played) == played
    table = seated(name, *["human"] * min(panel.SEATS))
    assert all(label and sum_ for label, sum_ in panel.glance(table, text(name, "en")))


@pytest.mark.walk(8)
@ALL_GAMES
@ALL_LANGUAGES
def test_every_value_of_a_switch_is_taken_and_shown(name: str, language: Language) -> None:
    session = Session(bots_play(name, games.modules(name).panel.OPPONENTS[:1] * 2, 1), language)
    drawer = Drawer(session)
    switches = games.modules(name).panel.switches(session.text)
    offered = {each.field: each.options for each in switches}
    needed: dict[str, dict[str, str]] = {}  # beside what each switch makes a difference
    for switch in switches:
        beside = dict[str, str]()
        if switch.applies:
            other, wanted = switch.applies[0]
            value = next(each for each, _ in offered[other] if applies(each, wanted))
            beside = {**needed[other], f"rules.{other}": value}
        needed[switch.field] = beside
        for value, _ in switch.options:
            assert session.do("new", {"seats": "2", **beside, f"rules.{switch.field}": value})
            session.do("tab", "new")
            options = Page(drawer.html).inside(f"rules-{switch.field}")
            chosen = [each["value"] for each in options if "selected" in each.attributes]
            assert chosen == [value]
            session.do("tab", "new")
    drawer.close()


@ALL_GAMES
@ALL_LANGUAGES
def test_what_a_position_is_worth_has_words(name: str, language: Language) -> None:
    panel, said = games.modules(name).panel, text(name, language)
    for _, _, view in course(name):
        assert panel.progress(view, said)
        for seat in range(panel.SEATS[-1]):
            assert all(label for label, _ in panel.holdings(view, seat, said))
            if panel.measures is not None:
                measured = panel.measures(view, seat, said)
                assert all(label and type(amount) is int for label, amount in measured)


@ALL_GAMES
def test_a_wish_is_a_move_of_chance_with_a_name_of_its_own(name: str) -> None:
    said = text(name, "en")
    for _, _, view in course(name):
        wished = games.modules(name).panel.wishes(view, said)
        assert all(move.by == CHANCE for move, _ in wished)
        assert len({*wished}) == len({move for move, _ in wished}) == len(wished)
        assert all(label for _, label in wished)


@ALL_GAMES
@ALL_LANGUAGES
def test_what_could_have_been_decided_otherwise_is_legal(name: str, language: Language) -> None:
    game, tell = games.load(name), games.modules(name).panel.what_ifs
    for state, move, view in course(name):
        if tell is not None and isinstance(game.turn(state), Decide):
            told, others = tell(view, move, NAMES, text(name, language))
            if others:
                assert told
            for other, label in others:
                assert label
                assert other != move
                assert game.refuse(state, other) is None


@ALL_GAMES
@ALL_LANGUAGES
def test_every_account_is_named(name: str, language: Language) -> None:
    panel, game = games.modules(name).panel, games.load(name)
    named = panel.accounts(text(name, language))
    assert all(named.values())
    for state, _, _ in course(name):
        kinds = {account.partition(":")[0] for account in game.books(state)}
        assert kinds <= {CASH, *named}
        assert all(owner(each) is not None for each in game.books(state) if each.startswith(CASH))


@ALL_GAMES
@ALL_LANGUAGES
def test_reports_are_worked_out_at_every_step(name: str, language: Language) -> None:
    panel, said = games.modules(name).panel, text(name, language)
    preset, seats = next(iter(games.modules(name).presets)), panel.SEATS[-1]
    table = game_at_random(name, preset, seats)
    opening = table.game.view(table.start, None)
    past = [(step.event, table.game.view(step.state, None)) for step in table.branch.steps]
    for cut in (0, len(past) // 3, len(past)):
        found = panel.reports(opening, past[:cut], said) if panel.reports else ()
        figures = [figure for each in found for figure in each.figures]
        for figure in figures:
            assert figure.title
            wide = len(figure.columns) or 1  # if there are only sums, no column has a title
            assert all(len(row) == 1 + wide for row in figure.rows)


@pytest.mark.walk(8)
@ALL_GAMES
@ALL_LANGUAGES
def test_every_part_and_tab_is_drawn_and_no_name_is_markup(name: str, language: Language) -> None:
    bots = games.modules(name).bots.STRATEGIES
    players = [Player(f"<img src={at}>", next(iter(bots))) for at in range(2)]
    table = Table(games.load(name), players, strategies=bots, seed=3)
    while table.advance():
        pass
    session = Session(table, language)
    parts = [kind(session) for kind in (Controls, Stage, Storyline, Drawer)]
    shown = [*tabs(session)]
    if "report" in shown:
        assert shown[shown.index("report") - 1] == "money"
    for tab in ("", *shown):
        if tab:
            assert session.do("tab", tab)
        for part in parts:
            assert Page(part.html).elements
            assert BROKEN not in part.html
            assert "<img" not in part.html, tab
    assert any(escape(players[0].name) in part.html for part in parts)
    for part in parts:
        part.close()
    session.close()


@pytest.mark.parametrize("name", games.names())
def test_the_form_offers_an_example_deck_that_can_be_played(name: str) -> None:
    session = Session(seated(name, *[HUMAN] * games.modules(name).panel.SEATS[0]))
    session.do("tab", "new")
    form = Drawer(session)
    assert 'data-do="deck_file"' in form.html
    form.close()
    assert session.do("deck_file")
    (order,) = session.outbox
    assert order["name"] == f"{name}.deck.toml"
    assert session.do("new", {"deck": order["text"]}), session.screen.message
    assert session.table.deck == session.table.game.deck()


@ALL_GAMES
def test_what_is_hidden_is_asked_for_and_the_curtain_has_words(name: str) -> None:
    panel = games.modules(name).panel
    assert {*(panel.HIDES or ())} | {*panel.OPENING} <= {*engine(name).prompts}
    for language in LANGUAGES:
        said = text(name, language)
        hint, button = panel.curtain("Anna", said)
        assert "Anna" in hint + button
        assert all(panel.face_up(said))
        assert panel.turn_name(3, said)


@pytest.mark.parametrize("name", games.names())
@ALL_LANGUAGES
def test_what_wins_stands_on_the_table(name: str, language: Language) -> None:
    stage = Stage(Session(seated(name, HUMAN, HUMAN), language))
    goal = games.modules(name).panel.GOAL
    assert goal is not None
    assert getattr(goal, language) in Page(stage.html).key("goal").said
    stage.close()


def test_the_goal_leads_to_the_rules_in_a_minute() -> None:
    session = Session(seated("zahltag", HUMAN, HUMAN))
    stage, drawer = Stage(session), Drawer(session)
    link = Page(stage.html).key("rules-in-a-minute")
    places = []
    for _ in range(2):  # it is scrolled to again even if it is open
        session.do(link["data-do"], link["data-value"])
        assert session.screen.tab == "minute"
        places.append(Page(drawer.html).key("body-minute")["data-show"])
    assert len(set(places)) == 2
    assert Page(drawer.html).key("page-minute")["aria-pressed"] == "true"
    for each in (stage, drawer):
        each.close()


@ALL_GAMES
@ALL_LANGUAGES
def test_the_seat_of_the_only_person_is_marked(name: str, language: Language) -> None:
    bot = next(iter(games.modules(name).bots.STRATEGIES))
    for kinds, mine in (((bot, HUMAN), ["s2"]), ((HUMAN, HUMAN), []), ((bot, bot), [])):
        session = Session(seated(name, *kinds), language)
        stage = Stage(session)
        cards = [each for each in Page(stage.html).elements if "pw-seat" in each["class"].split()]
        marked = [each for each in cards if "pw-seat__you" in str(each.node.html)]
        assert len(cards) == len(kinds)
        assert [each["data-key"] for each in marked] == mine
        said = [each["data-key"] for each in cards if session.text("this is you") in each.label]
        assert said == mine
        stage.close()


@pytest.mark.parametrize("name", games.names())
@ALL_LANGUAGES
def test_the_rules_are_told_in_five_pictures(name: str, language: Language) -> None:
    session = Session(seated(name, HUMAN, HUMAN), language)
    drawer = Drawer(session)
    assert next(iter(tabs(session))) == "minute"
    session.do("tab", "minute")
    page = Page(drawer.html)
    steps = [each for each in page.elements if each["class"] == "pw-minute__step"]
    assert len(steps) == 5
    drawn = {each["id"] for each in page.elements if each.tag == "symbol"}
    for step in steps:
        shapes = [each for each in step.inside if each.tag in {"path", "use", "rect", "text"}]
        assert len(shapes) > 2
        assert {each["href"][1:] for each in shapes if each.tag == "use"} <= drawn
        (told,) = [each for each in step.inside if each.tag == "p"]
        assert told.said.endswith(".")
    drawer.close()


@pytest.mark.parametrize("name", games.names())
@ALL_LANGUAGES
def test_the_minute_tells_the_rules_in_play(name: str, language: Language) -> None:
    """Each switch of which it tells is told otherwise for each value, and no other changes it."""
    modules = games.modules(name)
    text = Text(language, modules.package)
    kind = modules.engine.rules_type
    telling = {}
    for switch in modules.panel.switches(text):
        values = [None if value == "null" else value for value, _ in switch.options]
        chosen = [convert({switch.field: each}, kind, strict=False) for each in values]
        told = {modules.minute(each, text, "p") for each in chosen}
        telling[switch.field] = len(told)
        assert len(told) in {1, len(chosen)}
    assert {field for field, told in telling.items() if told > 1} == MINUTE[name]


def test_the_minute_of_the_french_edition_of_zock_has_its_rules() -> None:
    session = Session(seated("zock", HUMAN, HUMAN))
    session.do("new", {"seats": "2", "rules.cash": "after_roll", "rules.lap": "circle"})
    session.do("tab", "minute")
    drawer = Drawer(session)
    said = Page(drawer.html).key("body-minute").said
    assert "instead of moving, after the roll" in said
    assert "instead of rolling" not in said
    drawer.close()


def test_a_plain_game_has_no_minute() -> None:
    session = Session(seated("my_game", HUMAN, HUMAN))
    assert "minute" not in tabs(session)
    assert "goal" not in Page(Stage(session).html).keys("")


@pytest.mark.parametrize("people", [1, 2])
@ALL_GAMES
def test_a_set_up_that_can_be_skipped_ends_at_the_first_decision_about_money(
    name: str, people: int
) -> None:
    modules = games.modules(name)
    kinds = [*[HUMAN] * people, *modules.panel.OPPONENTS][: modules.panel.SEATS[-1]]
    session = Session(seated(name, *kinds))
    if not modules.panel.OPENING:
        assert not session.opening
        assert not session.do("skip")
        return
    session.do("step")
    bar = Controls(session)
    assert session.opening
    assert 'data-do="skip"' in bar.html
    assert session.do("skip")
    turn = session.table.turn
    assert isinstance(turn, Decide)
    assert turn.prompt in modules.panel.OPENING
    assert turn.turn == 1
    assert not session.opening
    assert 'data-do="skip"' not in bar.html
    assert not session.do("skip")
    bar.close()


def provenances(value: object) -> list[str]:
    """List where the figures of a part of a deck file come from."""
    if isinstance(value, list):
        return [each for part in value for each in provenances(part)]
    if not isinstance(value, dict):
        return []
    own = [str(value["provenance"])] if "provenance" in value else []
    return own + provenances([*value.values()])


@pytest.mark.parametrize("name", games.names())
@ALL_LANGUAGES
def test_the_panel_says_which_figures_are_reconstructed(name: str, language: Language) -> None:
    modules = games.modules(name)
    file = tomllib.loads((files(modules.package) / "deck.toml").read_text(encoding="utf-8"))
    counts = {field: provenances(value) for field, value in file.items()}
    ours = {
        field: (each.count("reconstructed"), len(each))
        for field, each in counts.items()
        if "reconstructed" in each
    }
    assert ours
    assert modules.reconstructed == ours
    session = Session(seated(name, HUMAN, HUMAN), language)
    drawer = Drawer(session)
    named = modules.panel.figures(session.text)
    assert named.keys() == ours.keys()
    for tab in ("rules", "new"):
        session.do("tab", tab)
        said = Page(drawer.html).key("reconstructed").said
        for field, (some, of) in ours.items():
            part = named[field]
            if some < of:
                part = session.text("{name} ({n} of {of})", name=part, n=some, of=of)
            assert part in said
    drawer.close()


def test_a_game_without_a_deck_file_reconstructs_nothing() -> None:
    session = Session(seated("my_game", HUMAN, HUMAN))
    drawer = Drawer(session)
    assert games.modules("my_game").reconstructed == {}
    session.do("tab", "rules")
    assert "reconstructed" not in Page(drawer.html).keys("")
    drawer.close()


@ALL_LANGUAGES
def test_a_new_game_marks_what_both_rulebooks_of_zahltag_do_otherwise(language: Language) -> None:
    session = Session(seated("zahltag", HUMAN, HUMAN), language)
    drawer = Drawer(session)
    session.do("tab", "new")
    page = Page(drawer.html)
    panel, presets = games.modules("zahltag").panel, games.modules("zahltag").presets
    for switch in panel.switches(session.text):
        usual = getattr(presets["teaching"], switch.field)
        both = usual not in {getattr(presets[each], switch.field) for each in ("de", "fr")}
        assert bool(switch.ours) == both
        assert page.key(f"switch-{switch.field}").said.startswith(
            f"{switch.label} *" if both else switch.label
        )
        if both:
            assert page.key(f"ours-{switch.field}").said == f"* {switch.ours}"
    assert len(page.keys("ours-")) == 1
    drawer.close()
