"""Questions on the rules before a game: every game, way to play, kind of block, and language.

What is right is held to the engine, which plays the question again.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, Final, get_args

import msgspec
import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.classroom import rounds, screens, wishes
from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.composing import blocks, fresh
from paydays_widgets.classroom.entries import Block, Way
from paydays_widgets.classroom.homework import room_of
from paydays_widgets.core import record
from paydays_widgets.core.game import Rules
from paydays_widgets.core.ledger import cash
from paydays_widgets.core.text import LANGUAGES, Language, Text
from paydays_widgets.games.auction_room import events as auctions
from paydays_widgets.games.auction_room.moves import Bid, Stop
from paydays_widgets.games.auction_room.rules import CLOCKS
from paydays_widgets.games.market import events as markets
from paydays_widgets.games.pay_day import events as paydays
from paydays_widgets.show.check import Check
from tests import markup
from tests.classroom.classes import NAMES, Class

GAMES: Final = games.names()
WAYS: Final[Sequence[Way]] = get_args(Way)
MOST: Final = 2
Steps = Sequence[Any]
Measure = Callable[[Any, Any, Steps], int]


def rises(account: str, sign: int = 1) -> Measure:
    """Return by how much an account rises, or with -1 falls."""
    return lambda before, after, _: sign * (after.get(account, 0) - before.get(account, 0))


def booked(seat: int) -> Measure:
    """Return what the market books for a seat; with shares, what it receives, owes or has."""

    def found(before: Any, after: Any, steps: Steps) -> int:
        if "debt:1" in after:
            if seat == 0:
                return rises(cash(0))(before, after, steps)
            return int(-after["debt:2"] or after[cash(1)])
        gains = [each.event for each in steps if isinstance(each.event, markets.GainBooked)]
        return sum(each.gain or 0 for each in gains if each.seat == seat)

    return found


def profit(_before: Any, _after: Any, steps: Steps) -> int:
    """Return what the auction room books for the first seat."""
    [found] = [each.event for each in steps if isinstance(each.event, auctions.ProfitBooked)]
    own = found.profits[0]
    assert own is not None
    return own


def besides_salary(sign: int) -> Measure:
    """Return what a Pay Day brings besides the salary; with -1, what it costs."""

    def found(before: Any, after: Any, steps: Steps) -> int:
        paid = [each.event for each in steps if isinstance(each.event, paydays.SalaryPaid)]
        return sign * (rises(cash(0))(before, after, steps) - sum(each.amount for each in paid))

    return found


MEASURES: Final[Mapping[str, Sequence[Measure]]] = {
    "zahltag": (rises(cash(0)), rises(cash(0), -1)),
    "master_builder": (rises(cash(0)), rises(cash(0), -1)),
    "pay_day": (besides_salary(-1), besides_salary(1)),
    "zock": (rises(cash(0)), rises("debt:1", -1)),
    "auction_room": (profit, profit),
    "market": (booked(0), booked(1)),
}
"""How an engine's books or events say what is right, by game and question."""


@cache
def every_rules(name: str) -> Sequence[Rules]:
    """List all presets, and each of them with each value of each switch."""
    modules = games.modules(name)
    text = Text("en", modules.package)
    found = dict.fromkeys(modules.presets.values())
    for rules in modules.presets.values():
        for switch in modules.panel.switches(text):
            for value, _ in switch.options:
                made = type(rules)(
                    **{**_facts(rules), **_facts(_read(rules, switch.field, value))}
                )
                found[modules.panel.in_class(made)] = None
    programme = modules.programme
    return [
        each
        for each in found
        if programme is None or not programme.clashes(each, text, mixed=False)
    ]


def _facts(rules: Any) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in rules.__struct_fields__}


def _read(rules: Any, field: str, value: str) -> Any:
    read = msgspec.convert({field: value}, type(rules), strict=False)
    return replace(rules, **{field: getattr(read, field)})


@pytest.mark.parametrize("name", GAMES)
def test_what_is_right_is_what_the_engine_comes_to(name: str) -> None:
    modules = games.modules(name)
    assert modules.checks is not None
    engine, deck = modules.engine, modules.engine.deck()
    for rules in every_rules(name):
        asked = modules.checks.checks(rules, deck, Text("en", modules.package))
        assert len(asked) == MOST
        for check, measure in zip(asked, MEASURES[name], strict=True):
            if not check.moves:  # the most that a budget allows
                _is_the_most(engine, check)
                continue
            state, steps = check.before, list[Any]()
            for move in check.moves:
                assert engine.refuse(state, move) is None, (rules, move)
                steps += engine.unfold(state, move)
                state = steps[-1].state
            books = engine.books(check.before), engine.books(state)
            assert check.right == measure(*books, steps), rules


def _is_the_most(engine: Any, check: Check) -> None:
    move = Stop if check.before.rules.auction in CLOCKS else Bid
    step = 100
    assert engine.refuse(check.before, move(0, check.right)) is None
    assert engine.refuse(check.before, move(0, check.right + step)) is not None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_each_wrong_answer_has_its_reason(name: str, language: Language) -> None:
    modules = games.modules(name)
    assert modules.checks is not None
    for rules in every_rules(name):
        text = Text(language, modules.package)
        for check in modules.checks.checks(rules, modules.engine.deck(), text):
            assert [*check.options] == sorted({*check.options})
            assert 3 <= len(check.options) <= 4
            assert {*check.options} == {check.right, *check.slips}
            assert check.right not in check.slips
            assert all([check.asked, check.why, *check.slips.values()])


def of_a_preset(name: str, preset: str, way: Way) -> Class:
    """Open a class that is asked about the rules of a preset."""
    modules = games.modules(name)
    saved = fresh(name, way, preset)
    table = record.loads(saved, modules.engine, modules.bots.STRATEGIES)
    return Class().open(way, table, checks=MOST)


def programme(name: str, preset: str) -> tuple[Block, ...]:
    game = games.modules(name).programme
    assert game is not None
    sizes = games.modules(name).panel.TABLES or (4,)
    fields = {
        "rules-1": preset,
        f"{game.COUNT}-1": str(game.USUAL),
        "size-1": str(sizes[0]),
        "checks-1": str(MOST),
    }
    return blocks(name, lambda field: fields.get(field, ""))


PRESETS: Final = [(name, preset) for name in GAMES for preset in games.modules(name).presets]
OPENED: Final = [
    *[(*each, way) for each, way in product(PRESETS, WAYS)],
    *[(*each, "programme") for each in PRESETS if games.modules(each[0]).programme],
]


def opened(name: str, preset: str, way: str) -> Class:
    if way == "programme":
        return Class().open(programme=programme(name, preset))
    return of_a_preset(name, preset, way)  # type: ignore[arg-type]


def phone(room: Class, person: int, language: Language) -> markup.Page | None:
    page = screens.student(Here(1, room.room), person, ClassScreen(language=language), {})
    part = page.parts.get("spread")
    return None if part is None else markup.Page(part.html)


def flat(words: str) -> str:
    return " ".join(words.split())


def head(room: Class) -> markup.Page:
    return markup.Page(screens.teacher(Here(1, room.room), ClassScreen(), {}).parts["head"].html)


@pytest.mark.walk(36)  # every game and preset
@pytest.mark.parametrize(("name", "preset", "way"), OPENED)
def test_a_phone_asks_marks_and_explains_before_every_game(
    name: str, preset: str, way: str
) -> None:
    room = opened(name, preset, way).join(*NAMES[:5])
    modules = room.room.modules
    assert room.room.checking == 0
    asked = rounds.checks(room.room, 0, Text("en", modules.package))
    assert len(asked) == MOST
    for number, check in enumerate(asked):
        for person, amount in enumerate([check.right, *check.slips]):
            room.do(wishes.check(room.room, person, 0, number, amount))
    for language in LANGUAGES:
        text = Text(language, modules.package)
        words = rounds.checks(room.room, 0, text)
        for number, check in enumerate(words):
            for person, amount in enumerate([check.right, *check.slips]):
                page = phone(room, person, language)
                assert page is not None
                told = page.key(f"check-{number}-told")
                assert told["data-right"] == ("yes" if person == 0 else "no")
                assert flat(check.why) in told.said
                assert flat(check.slips.get(amount, "")) in told.said
        silent = phone(room, 4, language)
        assert silent is not None
        said = silent.key("checks").said
        assert all(flat(check.asked) in said for check in words)
    _teacher_sees(room, asked)
    room.begin()
    assert not head(room).keys("checks")
    assert room_of(room.log).checked == room.room.checked


def _teacher_sees(room: Class, asked: Sequence[Check]) -> None:
    page = head(room)
    for number, check in enumerate(asked):
        answered = str(1 + len(check.slips))
        assert page.key(f"check-{number}-right").figures == ["1", answered]
    wrong, waiting = page.key("checks-wrong").said, page.key("checks-waiting").said
    assert NAMES[1] in wrong
    assert NAMES[4] in waiting
    assert NAMES[0] not in wrong + waiting


@pytest.mark.parametrize("way", WAYS)
def test_the_teacher_begins_without_any_answer(way: Way) -> None:
    for name in GAMES:
        room = opened(name, next(iter(games.modules(name).presets)), way).join(*NAMES[:4]).begin()
        assert (room.room.begun, room.room.checking) == (True, None)
