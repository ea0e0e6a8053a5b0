"""What the pages of a class say of its markets: who has spoken, what stands, what is refused."""

from itertools import cycle, product
from random import Random

import pytest
from msgspec.structs import replace

from paydays_widgets.classroom import screens, wishes
from paydays_widgets.classroom.clients import ClassScreen
from paydays_widgets.classroom.screens.seat import SeatSight
from paydays_widgets.core.game import IllegalMove
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.games.market.events import GainBooked, OfferMade, Traded
from paydays_widgets.games.market.rules import Rules
from tests.classroom.classes import Class, game
from tests.classroom.markets import MARKET
from tests.classroom.test_teaching import Desk
from tests.markup import Page

NAMES = [f"P{number}" for number in range(8)]


@pytest.fixture
def room() -> Class:
    """Two markets of four, which are open."""
    opened = Class().open(table=game("market", rules=Rules()), size=4).join(*NAMES)
    return opened.begin([*range(8)])


def say(room: Class, person: int, what: str) -> None:
    found = room.room.place(person)
    assert found is not None
    sitting, seat = found
    move = f"{seat + 1} {what}"
    room.do(wishes.decide(room.room, person, move, sitting.asked, room.now))
    room.walk()


def shown(room: Class, part: str, table: int | None = None) -> Page:
    page = screens.teacher(Desk(room).here, ClassScreen(table=table), {})
    return Page(page.parts[part].html)


def test_a_teacher_sees_who_is_silent_and_each_market_at_a_glance(room: Class) -> None:
    first, second = ([*each.everybody] for each in room.room.sittings)
    say(room, first[0], "offer 4000")
    say(room, second[1], "offer 7000")
    assert "2 of 8" in shown(room, "head").key("count").said
    tables = shown(room, "main")
    assert "$40" in tables.key("t0").said
    assert "$70" in tables.key("t1").said
    for number, people in enumerate((first, second)):
        spoken = {first[0], second[1]}
        large = shown(room, "main", table=number)
        silent = large.keys(f"t{number}s")
        assert len(silent) == len([each for each in people if each not in spoken])
    assert shown(room, "head").key("ring")["data-do"] == "ring"
    assert tables.key("ring-1")["data-value"] == "1"


def test_a_phone_shows_no_cash_before_gains_are_paid() -> None:
    for rules, shown in ((Rules(), False), (Rules(goods="shares"), True)):
        room = Class().open(table=game("market", rules=rules), size=4).join(*NAMES[:4])
        room.begin([0, 1, 2, 3])
        head = screens.student(Desk(room).here, 0, ClassScreen(), {}).parts["head"].html
        assert bool(Page(head).keys("purse")) is shown


def test_a_phone_says_what_its_seat_has_gained_and_nobody_elses_card(room: Class) -> None:
    sitting = room.room.sittings[0]
    buyer, seller = (sitting.people[seat][0] for seat in (0, 1))
    say(room, seller, "offer 4500")
    say(room, buyer, "take 4500")
    look = ClassScreen()
    own, others = (
        screens.student(Desk(room).here, person, look, {})
        for person in (buyer, sitting.people[2][0])
    )
    traded = Page(own.parts["stage"].html).key("own-trades").said
    assert "$45" in traded
    assert "own-trades" not in others.parts["stage"].html
    steps = sitting.table.branch.steps
    told = [
        int(key[1:]) for key in Page(others.parts["story"].html).keys("s") if key[1:].isdigit()
    ]
    events = {type(steps[at - 1].event) for at in told}
    assert Traded in events
    assert not events & {OfferMade, GainBooked}  # the book says it, and nobody else's gain is told


def test_a_refusal_names_who_sits_at_the_same_table(room: Class) -> None:
    sitting = room.room.sittings[1]
    person = sitting.people[0][0]
    say(room, person, "wait")
    with pytest.raises(IllegalMove) as error:
        sitting.must_allow(room.room.read("1 wait"))
    assert NAMES[person] in screens.told(room.room, "en", error.value, person)[1]


def test_a_projector_says_once_that_the_game_goes_on_by_itself() -> None:
    room = Class().open(table=game("market", rules=Rules(speech="free")), size=60).join(*NAMES)
    room.begin([*range(8)])
    room.walk()
    room.do(wishes.ring(room.room, 0))
    page = screens.teacher(Desk(room).here, ClassScreen(), {})
    parts = "".join(page.parts[part].html for part in ("head", "main"))
    assert parts.count("Goes on by itself") == 1


@pytest.mark.parametrize("preset", MARKET.presets)
def test_what_is_drawn_once_for_all_is_what_each_page_would_draw(preset: str) -> None:
    rules, strategies = MARKET.presets[preset], MARKET.bots.STRATEGIES
    room = Class().open(table=game("market", rules=rules), size=60).join(*NAMES)
    [sitting] = room.begin([*range(8)]).room.sittings
    luck, readers = Random(1), cycle(product(range(8), LANGUAGES))
    drawn = set()
    for _ in range(150):
        if not sitting.waiting:
            sitting.advance()
        elif luck.random() < 0.03 and sitting.rings:
            sitting.ring(room.now)
        else:
            table, seat = sitting.table, luck.choice(sitting.waiting)
            view = table.game.view(table.state, seat)
            move = strategies["zero_intelligence"](view, luck.randrange(2**32))
            sitting.play(move, sitting.people[seat][0], 0, room.now, room.now)
        seat, language = next(readers)
        scene = SeatSight(room.room, sitting, ClassScreen(language=language), seat).scene("class")
        shared = screens.news(room.room, sitting, language)
        drawn.add(shared["prices"])
        alone = MARKET.board.draw(scene)
        assert MARKET.board.draw(replace(scene, shared=shared)) == alone
        kept = {name: f"<p>{name}</p>" for name in shared}
        once = MARKET.board.draw(replace(scene, shared=kept))
        assert kept["prices"] in once
        assert "<figure" not in once, "it is not drawn once more"
    assert len(drawn) > 10
