"""A class beside bots, theory and experiments: what stands there, when, and in the file."""

import asyncio
import csv
import io
from collections.abc import Sequence

import pytest

from paydays_widgets import games
from paydays_widgets.classroom import beside, bots, measures, screens, wishes
from paydays_widgets.classroom.beside import OfBots
from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.experiments import Experiment, experiments
from paydays_widgets.classroom.measures import Estimate
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.screens.beside import results
from paydays_widgets.core.text import LANGUAGES, Language
from tests import markup
from tests.classroom import markets
from tests.classroom.classes import NAMES, Class, answer, game
from tests.classroom.programmes import opened, play
from tests.typography import assert_well_set

FIRST = {"rules": "first_price", "size": "2"}
SECOND = {"rules": "second_price", "size": "2"}
CURSE = {"rules": "curse", "size": "2"}
BOTS: OfBots = {0: Estimate(1.25, 1.2, 1.3, 400, ()), 1: None}


def played(*blocks: dict[str, str], people: int = 4, told: str = "values") -> Class:
    room = opened(*blocks, told=told).join(*NAMES[:people]).begin()
    for at in range(len(blocks)):
        play(room)
        if at + 1 < len(blocks):
            room.begin()
    return room


def drawn(room: Room, of_bots: OfBots = BOTS, language: Language = "en") -> markup.Page:
    return markup.Page(results(room, 0, ClassScreen(language=language), of_bots))


def lines(room: Room, of_bots: OfBots = BOTS) -> list[dict[str, str]]:
    written = beside.file(room, of_bots, "en").lstrip("\ufeff")
    return [*csv.DictReader(io.StringIO(written))]


def kinds(found: Sequence[dict[str, str]], topic: str) -> list[str]:
    return [each["who"] for each in found if each["topic"] == topic]


def test_a_class_stands_beside_bots_theory_and_experiments() -> None:
    room = played(FIRST, SECOND, CURSE).room
    page = drawn(room)
    assert page.keys("beside-") == ["beside-price", "beside-overbidding", "beside-curse"]
    for each in experiments():
        if each.topic in {"price", "overbidding", "curse"}:
            assert each.citation in page.key("beside").said
            assert each.label.en in page.key("beside").said
    assert "125%" in page.key("beside-price").said
    assert "125%" not in page.key("beside-overbidding").said  # bots are still playing there


def test_a_market_stands_beside_school_classes() -> None:
    room = markets.opened(12, {})
    markets.trade(room)
    page = drawn(room.room, {})
    assert page.keys("beside-") == ["beside-efficiency"]
    assert "above 95%" in page.key("beside").said


def test_shares_are_measured_in_words_of_their_own() -> None:
    room = markets.opened(12, {"rules": "shares"})
    markets.trade(room)
    page = drawn(room.room, {})
    assert page.keys("beside-") == ["beside-shares"]
    said = page.key("beside").said
    assert "What shares cost in per cent of their value" in " ".join(said.split())
    assert "trades" in said
    assert "auction" not in said
    assert kinds(lines(room.room), "shares") == ["class", "bots", "theory", *2 * ["experiment"]]
    assert "bubbles in 14 of 22" in said


def test_no_experiment_stands_beside_other_rules() -> None:
    room = played({"rules": "tender", "size": "2"})
    assert kinds(lines(room.room), "price") == ["class", "bots", "theory"]


def test_the_file_has_what_the_picture_has() -> None:
    found = lines(played(FIRST, SECOND).room)
    assert kinds(found, "price") == ["class", "bots", "theory", "experiment"]
    assert kinds(found, "overbidding") == ["class", "theory", "experiment"]
    one = found[0]
    assert (one["block"], one["n"], one["without"], one["seats"]) == ("1", "6", "0", "2")
    assert float(one["share"]) == pytest.approx(1, abs=0.02)
    assert found[1]["share"] == "1.2500"
    laboratory = found[3]
    assert (laboratory["share"], laboratory["n"]) == ("1.2720", "36")
    assert laboratory["place"]
    assert laboratory["address"].startswith("https://")


def test_nothing_is_shown_before_a_block_is_over() -> None:
    room = opened(FIRST, SECOND).join(*NAMES[:4]).begin()
    assert results(room.room, 0, ClassScreen(), BOTS) == ""
    assert lines(room.room) == []
    play(room)
    assert drawn(room.room).keys("beside-") == ["beside-price"]
    room.begin()
    assert drawn(room.room).keys("beside-") == ["beside-price"]


@pytest.mark.parametrize("told", ["bids", "price", "win"])
def test_what_rules_keep_secret_stands_beside_nothing(told: str) -> None:
    room = played(FIRST, told=told).room
    assert results(room, 0, ClassScreen(), BOTS) == ""
    assert lines(room) == []


def test_a_block_without_a_measure_says_why() -> None:
    room = played({**FIRST, "purse": "200"}).room
    page = drawn(room)
    assert page.keys("beside-") == []
    assert page.key("unmeasured")


def test_a_class_with_a_bot_in_each_group_has_no_mark() -> None:
    room = played(FIRST, people=1).room
    assert "nothing without bots" in drawn(room).key("beside").said
    assert lines(room)[0]["share"] == ""
    some = played(FIRST, people=3).room
    assert "3 with bots left out" in drawn(some).key("beside").said


def test_an_interval_is_drawn_where_there_are_enough() -> None:
    room = opened({**FIRST, "mixed": "yes"}).join(*NAMES[:4]).begin()
    for order in ([3, 2, 1, 0], [0, 2, 1, 3]):
        play(room, 3)
        room.begin(order)
    play(room, 3)
    assert "–" in drawn(room.room).key("beside-price").said
    assert lines(room.room)[0]["low"]


def test_the_teachers_page_has_it_below_the_results_closed() -> None:
    room = played(FIRST).room
    here = Here(1, room)
    here.of_bots[0] = {0: BOTS[0]}
    html = screens.teacher(here, ClassScreen(open="results"), {}).parts["main"].html
    page = markup.Page(html)
    assert "125%" in page.key("beside").said
    assert 'data-key="beside" data-keep-open>' in html
    usual = Class().open().join(*NAMES[:2]).begin()
    assert results(usual.room, 0, ClassScreen(), {}) == ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("of", experiments(), ids=lambda of: of.id)
def test_an_experiment_says_where_its_figure_stands(of: Experiment, language: Language) -> None:
    said = [getattr(words, language) for words in (of.label, of.found, of.place, of.measured)]
    said += [getattr(of.maps, language), getattr(of.differs, language)]
    assert all(said[:-1])
    for each in said:
        assert_well_set(each, language)
    ends = [of.value, of.above, of.below]
    assert sum(end is not None for end in ends) <= 1
    assert (of.topic is None) is bool(of.game)
    least, most = measures.BOUNDS[of.topic] if of.topic else (0, 0)
    assert all(end is None or least <= end <= most for end in ends)


def test_each_experiment_stands_beside_a_preset() -> None:
    presets = [
        (modules.programme.topic(rules, game(name, 2).deck), rules)
        for name in games.names()
        if (modules := games.modules(name)).programme is not None
        for rules in modules.presets.values()
    ]
    for each in experiments():
        if each.topic is None:
            assert each.game in games.names(), each.id
        else:
            assert any(each.topic == topic and each.beside(of) for topic, of in presets), each.id


def polled(name: str, rules: str) -> Class:
    """Let a class answer a question, and see it played."""
    table = game(name, rules=games.modules(name).presets[rules])
    room = Class().open("poll", table=table).join(*NAMES[:3]).begin()
    for person in range(3):
        answer(room, person)
    room.do(wishes.reveal(room.room))
    return room


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "rules", "ids"),
    [
        ("auction_room", "first_price", {"two-bidders"}),
        ("auction_room", "second_price", {"two-thirds"}),
        ("auction_room", "curse", {"few-bidders", "many-bidders", "jars"}),
        ("auction_room", "tender", set()),
        ("zock", "teaching", {"runs-known", "runs-chance"}),
        ("zahltag", "teaching", set()),
    ],
)
def test_what_fits_is_told_after_a_poll(
    name: str, rules: str, ids: set[str], language: Language
) -> None:
    room = polled(name, rules)
    assert results(room.room, 0, ClassScreen(language=language), {}) == ""
    table, seat = room.room.sittings[0].table, room.room.poll.seat
    assert seat is not None
    room.do(wishes.pick(room.room, str(table.game.legal(table.state, seat)[0])))
    wanted = [each for each in experiments() if each.id in ids]
    told = results(room.room, 0, ClassScreen(language=language), {})
    assert bool(told) is bool(ids)
    if wanted:
        said = markup.Page(told).key("told").said
        for each in wanted:
            assert " ".join(getattr(each.found, language).split()) in said
            assert each.citation in said


def test_runs_are_told_once_the_tables_are_over() -> None:
    room = Class().open(table=game("zock", 4)).join(*NAMES[:4]).begin()
    assert results(room.room, 0, ClassScreen(), {}) == ""
    room.do(wishes.end(room.room))
    page = drawn(room.room, {})
    assert "runs are frequent" in page.key("told").said
    assert page.keys("beside-") == []


def test_bots_are_measured_by_the_rules_of_a_block() -> None:
    room = opened(FIRST, SECOND, {**FIRST, "purse": "200"}).room
    [first] = measures.of_bots(room, 0, 2, 5)
    assert first.value > 1
    assert first.n == 15
    [second] = measures.of_bots(room, 1, 2)
    assert second.n >= measures.ENOUGH
    assert measures.of_bots(room, 2, 2) == []
    assert measures.of_bots(Class().open().room, 0, 2) == []


@pytest.mark.thorough
def test_bots_are_measured_in_a_process_of_their_own() -> None:
    opened_with = opened(FIRST, {**FIRST, "purse": "200"}).room.opened
    found = asyncio.run(bots.measured(opened_with, 0, 2, 5))
    assert found is not None
    assert found.n == 15
    assert asyncio.run(bots.measured(opened_with, 1, 2, 5)) is None
