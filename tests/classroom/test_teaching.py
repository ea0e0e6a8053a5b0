"""The teacher's page: what it shows, and what it may ask for."""

import asyncio
import gc
import re
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.classroom import bots, results, screens, wishes
from paydays_widgets.classroom.clients import ClassScreen, Client, Clients, Here, Page
from paydays_widgets.classroom.entries import Opened, Options, Way
from paydays_widgets.classroom.reach import Address
from paydays_widgets.classroom.results import rows
from paydays_widgets.classroom.screens import advice, overview, poll, sheet, student
from paydays_widgets.classroom.screens.seat import TableSight
from paydays_widgets.classroom.screens.teacher import picture
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.classroom.teaching import TEACHING
from paydays_widgets.classroom.verbs import Advises, Call, Forgets, Nudges, Steps, Stops
from paydays_widgets.core.game import Complaint, Decide
from paydays_widgets.core.table import AnyTable, Player, Table
from paydays_widgets.core.text import LANGUAGES, Language, Text
from paydays_widgets.games.zahltag.deck import default_deck
from paydays_widgets.lab import futures, growth
from paydays_widgets.lab.estimate import Estimate
from paydays_widgets.lab.summary import Prospects
from tests import markup
from tests.classroom.classes import NAMES, Class, answer, game
from tests.loops import StartsNothing

ADDRESS = "http://192.168.1.5:8866"


def said(html: str) -> str:
    """Return the words of some markup."""
    page = markup.Page(f"<div data-key='all'>{html}</div>")
    return page.key("all").said


class Desk:
    """The teacher's page on a room, without a server."""

    def __init__(
        self, room: Class, language: Language = "en", reach: tuple[Address, ...] = ()
    ) -> None:
        self.room = room
        self.screen = ClassScreen(language=language, address=ADDRESS)
        self.here = Here(1, room.room)
        self.here.reach = reach or (Address(ADDRESS),)
        self.come(*room.room.present)

    def come(self, *people: int) -> None:
        """Let only these be connected."""
        self.here.clients = Clients(Client(each, ClassScreen(), lambda _: None) for each in people)

    def do(self, verb: str, value: object = None) -> list[object]:
        """Carry out a verb, and return the orders that are neither entries nor looks."""
        orders: list[object] = []
        for change in TEACHING[verb].act(Call(self.here, self.screen, self.room.now), value):
            if isinstance(change, ClassScreen):
                self.screen = change
            elif isinstance(change, Steps | Nudges | Forgets | Advises | Stops):
                orders.append(change)
            else:
                self.room.do(change)
        return orders

    @property
    def page(self) -> Page:
        return screens.teacher(self.here, self.screen, {})

    def part(self, name: str = "main") -> markup.Page:
        return markup.Page(self.page.parts[name].html)

    def offers(self, verb: str) -> list[str]:
        """List the values of a verb that the page offers."""
        return [
            each["data-value"] or ""
            for part in self.page.parts
            for each in self.part(part).elements
            if each["data-do"] == verb
        ]


@pytest.fixture
def desk() -> Desk:
    return Desk(Class().open(size=3).join(*NAMES[:6]).begin())


def every(room: Class) -> list[ClassScreen]:
    """List what the page can have open."""
    looks = [
        ClassScreen(open=each) for each in ("", "options", "people", "results", "join", "end")
    ]
    return [*looks, ClassScreen(table=0), ClassScreen(open="phone:0:a-ticket")]


@pytest.mark.walk(len(games.names()))
@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.names())
def test_the_page_is_drawn_at_any_time_of_any_game(name: str, language: Language) -> None:
    for way in ("tables", "team", "poll"):
        room = Class().open(way, table=game(name, 3), size=3).join(*NAMES[:4])
        for stage in range(3):
            if stage:
                room.begin() if stage == 1 else room.do(wishes.end(room.room))
            for screen in every(room):
                page = screens.teacher(Desk(room).here, markup_look(screen, language), {})
                assert "head" in page.parts
                for part in page.parts.values():
                    assert "None" not in said(part.html)


def markup_look(screen: ClassScreen, language: Language) -> ClassScreen:
    return ClassScreen(language=language, address=ADDRESS, open=screen.open, table=screen.table)


def test_a_name_is_no_markup() -> None:
    room = Class().open(size=2).join("<b>Anna", "<img src=x>")
    desk = Desk(room)
    for opened in ("", "people"):
        desk.screen = ClassScreen(open=opened, address=ADDRESS)
        assert all("<b>Anna" not in part.html for part in desk.page.parts.values())
    room.begin()
    for screen in every(room):
        desk.screen = markup_look(screen, "en")
        assert all("<img" not in part.html for part in desk.page.parts.values())


# --- before the game


def test_the_class_reads_how_to_join() -> None:
    desk = Desk(Class().open().join("Anna"))
    words = said(desk.page.parts["main"].html)
    assert "192.168.1.5:8866/join" in words
    assert "A B C D E F" in words
    assert picture(f"{ADDRESS}/join/ABCDEFGH") in desk.page.parts["main"].html


def test_an_address_that_did_not_answer_is_told_in_sight() -> None:
    silent, other = Address(ADDRESS, answers=False), Address("http://10.0.0.2:8866", "Wi-Fi")
    desk = Desk(Class().open(), reach=(silent, other))
    assert "192.168.1.5:8866" in desk.part().key("unreached").said
    desk.do("address", {"address": "10.0.0.2:8866/"})
    assert desk.screen.address == other.url
    assert not desk.part().keys("unreached")
    for wrong in ("", "javascript:alert(1)", "ftp://a", "http://" + "x" * 300):
        with pytest.raises(Complaint, match="give an address"):
            desk.do("address", {"address": wrong})


def test_every_network_that_answers_is_one_press_away() -> None:
    there = (
        Address(ADDRESS, "Wi-Fi"),
        Address("http://10.0.0.2:8866", "Ethernet"),
        Address("http://192.168.56.1:8866", "VirtualBox", phones=False),
        Address("http://10.9.9.9:8866", "silent", answers=False),
    )
    desk = Desk(Class().open(), reach=there)
    assert not desk.part().keys("unreached")
    assert offered(desk) == {"Ethernet": there[1].url, "VirtualBox": there[2].url}
    desk.do("address", {"address": there[2].url})
    assert desk.part().keys("unreached")
    assert offered(desk) == {"Wi-Fi": there[0].url, "Ethernet": there[1].url}
    assert picture(f"{there[2].url}/join/ABCDEFGH") in desk.page.parts["main"].html
    assert not Desk(Class().open()).part().keys("network")


def offered(desk: Desk) -> dict[str, str]:
    """Return the addresses that a press shows, by the names of their networks."""
    forms = re.findall(
        r'<form data-key="network\d".*?</form>', desk.page.parts["main"].html, re.DOTALL
    )
    return {
        re.findall(r"<button[^>]*>(\S+): ", form)[0]: re.findall(r'value="([^"]+)"', form)[0]
        for form in forms
    }


@pytest.mark.parametrize(("people", "plan"), [(8, "2 4"), (9, "3 3")])
def test_the_plan_says_which_tables_there_will_be(people: int, plan: str) -> None:
    here = Desk(Class().open().join(*NAMES[:people])).part().key("here")
    assert plan in " ".join(here.figures)


def test_the_game_begins_by_lot() -> None:
    desk = Desk(Class().open(size=3))
    with pytest.raises(Complaint, match="nobody has joined"):
        desk.do("begin")
    desk.room.join(*NAMES)
    desk.do("begin")
    seated = [person for each in desk.here.room.sittings for [person] in each.people]
    assert sorted(seated) == list(range(9))
    assert seated != sorted(seated)  # one lot in 40,000 leaves them so


def test_the_game_begins_at_tables_put_together_by_hand() -> None:
    desk = Desk(Class().open(size=3).join(*NAMES[:5]))
    desk.do("open", "people")
    assert desk.offers("begin-by-hand")
    desk.do("begin-by-hand", {"p0": "2", "p1": "1", "p2": "2", "p3": "0"})
    people = [each.people for each in desk.here.room.sittings]
    assert people[:2] == [[[1], []], [[0], [2]]]
    assert sorted(person for [person] in people[2]) == [3, 4]


def test_options_are_those_of_the_form() -> None:
    desk = Desk(Class().open().join("Anna"))
    desk.do("options", {"size": "2", "pace": "teacher", "limit": "30", "late": "on"})
    assert desk.here.room.options == Options(2, "teacher", 30, alike=False)
    for wrong in ({"limit": "-1"}, {"pace": "now"}, {"size": "1"}, {"size": "99"}, 5):
        with pytest.raises(Complaint):
            desk.do("options", wrong)
    desk.room.begin()
    desk.do("options", {"pace": "fast", "undo_revealed": "on"})
    assert desk.here.room.options == Options(2, "fast", 30, False, False, True)  # noqa: FBT003


# --- people


def test_people_are_renamed_moved_and_sent_away(desk: Desk) -> None:
    room = desk.here.room
    desk.do("rename", {"person": "2", "name": "Cleo"})
    assert room.people[2].name == "Cleo"
    desk.do("phone", "1")
    assert room.known("token of Ben") == 1, "until the ticket is used"
    ticket = desk.screen.open.removeprefix("phone:1:")
    assert desk.here.tickets.whose(ticket, room.people) == 1
    shown = desk.part("head").key("ticket")
    assert "Ben" in shown.said
    assert f"{ADDRESS}/join/ABCDEFGH?ticket={ticket}" in shown.said
    assert "10" in shown.figures  # minutes
    desk.room.do(wishes.change_phone(room, 1, "token of Ben’s new phone"))
    used = desk.part("head").key("ticket").said
    assert used
    assert ticket not in used
    desk.do("remove", "1")
    assert room.people[1].gone
    desk.do("seat", {"person": "0", "where": "1 0"})
    assert room.sittings[1].people[0] == [0]
    for verb, wrong in (
        ("phone", "9"),
        ("remove", "-1"),
        ("rename", {}),
        ("seat", {"person": "0"}),
    ):
        with pytest.raises(Complaint):
            desk.do(verb, wrong)


def test_the_class_is_closed_and_opened_again() -> None:
    desk = Desk(Class().open().join("Anna"))
    assert desk.offers("close") == [""]
    desk.do("close")
    assert desk.room.room.closed
    assert not desk.offers("close")
    assert desk.part("head").keys("closed")
    assert desk.offers("reopen") == [""]
    desk.do("reopen")
    assert not desk.offers("reopen")
    desk.room.begin()
    assert not desk.offers("close")
    desk.do("open", "join")
    assert desk.offers("close") == [""]


def test_bots_take_over_and_give_back(desk: Desk) -> None:
    table, sitting = 0, desk.here.room.sittings[0]
    seat = sitting.waiting[0]
    where = f"{table} {seat}"
    assert where in desk.offers("decide")
    desk.do("decide", where)
    assert sitting.decisions[-1].person is None
    desk.do("bot", "0 1")
    assert "0 1" in desk.offers("give-back")
    assert "bot" in desk.part().key("t0s2")["class"]
    desk.do("give-back", "0 1")
    assert "0 1" not in desk.offers("give-back")
    for wrong in ("0", "0 1 2", "9 9", None, "a b"):
        with pytest.raises(Complaint):
            desk.do("bot", wrong)


# --- at the tables


def test_a_table_says_who_decides_and_who_is_not_there(desk: Desk) -> None:
    sitting = desk.here.room.sittings[0]
    person, seat = desk.room.turn()
    key = f"t0s{seat + 1}"
    assert "cl-seat--decides" in desk.part().key(key)["class"]
    desk.come(*(each for each in range(6) if each != person))
    assert "cl-seat--away" in desk.part().key(key)["class"]
    assert sitting.waiting == (seat,)


def test_the_bar_counts_who_has_decided_and_nudges_the_others() -> None:
    desk = Desk(Class().open(size=4).join(*NAMES[:4]).begin())
    while len(desk.here.room.sittings[0].waiting) != 4:
        desk.room.decide(desk.room.turn()[0])
    desk.room.decide(2)
    assert desk.part("head").key("count").figures == ["1", "4"]
    assert desk.do("nudge") == [Nudges((0, 1, 3))]
    assert desk.do("nudge", "0") == [Nudges((0, 1, 3))]
    assert "cl-seat--decides" in desk.page.parts["main"].html
    desk.do("pause")
    assert not desk.part("head").keys("count")
    assert "nudge" not in desk.page.parts["head"].html
    assert "cl-seat--decides" not in desk.page.parts["main"].html


def test_with_one_of_several_tables_large_the_bar_counts_that_table() -> None:
    desk = Desk(Class().open(size=4).join(*NAMES[:8]).begin())
    first, second = desk.here.room.sittings
    while len(first.waiting) != 4:
        desk.room.decide(desk.room.turn()[0])
    [seat] = second.waiting
    called = desk.here.room.people[second.people[seat][0]].name
    assert desk.part("head").key("count").figures == ["5"]
    assert desk.part("head").key("nudge").figures == ["5"]
    desk.do("table", "0")
    assert desk.part("head").key("count").figures == ["1", "0", "4"]
    assert desk.part("head").key("nudge-0").figures == ["4"]
    desk.do("table", "1")
    assert desk.part("head").key("count").figures == ["2"]
    for key in ("count", "nudge-1"):
        assert called in desk.part("head").key(key).said
    assert desk.do("nudge", "1") == [Nudges(tuple(second.people[seat]))]


def test_while_events_are_shown_the_page_says_that_it_goes_on_by_itself(desk: Desk) -> None:
    for table, sitting in enumerate(desk.here.room.sittings):
        while sitting.waiting:
            desk.room.do(wishes.stand_in(desk.here.room, table, sitting.waiting[0]))
    goes_on = desk.part("head").key("count").said
    assert said(desk.page.parts["main"].html).count(goes_on) == 2
    desk.do("table", "0")
    assert goes_on in said(desk.page.parts["main"].html)
    desk.do("pause")
    assert goes_on not in "".join(said(each.html) for each in desk.page.parts.values())
    desk.do("resume")
    desk.do("options", {"pace": "teacher"})
    assert goes_on not in "".join(said(each.html) for each in desk.page.parts.values())


def test_the_bar_names_whoever_decides_alone() -> None:
    desk = Desk(Class().open(size=4).join(*NAMES[:4]).begin())
    [(person, _)] = [desk.room.turn()]
    name = desk.here.room.people[person].name
    since = desk.here.room.sittings[0].asked_at
    assert f'data-since="{since}"' in desk.page.parts["head"].html
    for key in ("count", "nudge"):
        assert name in desk.part("head").key(key).said
    desk.do("nudge")
    assert desk.part("head").key("said").said


def test_the_bar_names_the_few_who_decide_at_several_tables() -> None:
    desk = Desk(Class().open(size=2).join(*NAMES[:6]).begin())
    waiting = [
        desk.here.room.people[each.people[each.waiting[0]][0]].name
        for each in desk.here.room.sittings
    ]
    assert desk.part("head").key("count").said.endswith(words("en").listing(waiting))
    many = Desk(Class().open(size=2).join(*NAMES[:8]).begin())
    assert many.part("head").key("count").figures == ["4"]


@pytest.mark.parametrize("name", games.names())
def test_the_rules_are_on_the_projector_whenever_they_are_asked_for(name: str) -> None:
    for room in (
        Class().open(table=game(name)).join("Anna"),
        Class().open(table=game(name)).join("Anna").begin(),
    ):
        desk = Desk(room)
        desk.do("open", "rules")
        goal = room.room.modules.panel.GOAL
        assert goal
        assert goal.en in said(desk.page.parts["main"].html)
        assert 'class="pw-minute"' in desk.page.parts["main"].html
        assert "stage" not in desk.page.parts
        desk.do("open", "")
        assert 'class="pw-minute"' not in desk.page.parts["main"].html


@pytest.mark.parametrize("preset", ["teaching", "french"])
def test_the_rules_of_a_class_are_those_that_it_plays(preset: str) -> None:
    """The projector, the lobby and the phones tell them, before the game and while it lasts."""
    modules = games.modules("zock")
    rules = modules.presets[preset]
    minute = said(modules.minute(rules, Text("en", modules.package), "p"))
    table: AnyTable = Table(
        games.load("zock"), [Player("Anna"), Player("Ben")], rules=rules, seed=1
    )
    waiting = Class().open(table=table, size=2).join(*NAMES[:2])
    lobby = screens.student(Here(1, waiting.room), 0, ClassScreen(), {})
    desk = Desk(waiting.begin())
    desk.do("open", "rules")
    phone = screens.student(Here(1, waiting.room), 0, ClassScreen(), {})
    shown = [*lobby.parts.values(), desk.page.parts["main"], phone.parts["rules"]]
    told = [said(each.html) for each in shown if "pw-minute" in each.html]
    assert len(told) == 3
    for each in told:
        assert minute in each


def test_steps_are_of_one_table_or_of_all(desk: Desk) -> None:
    assert desk.do("step") == [Steps()]
    assert desk.do("step", "1") == [Steps(1)]
    with pytest.raises(Complaint):
        desk.do("step", "7")


def test_a_table_is_shown_large_without_anybodys_hand(desk: Desk) -> None:
    assert desk.offers("table") == ["0", "1"]
    desk.do("table", "1")
    assert set(desk.page.parts) == {"head", "main", "stage", "story"}
    backs = [key for key in desk.part("stage").keys("s") if "-back-" in key]
    assert {key.partition("-")[0] for key in backs} == {"s1", "s2", "s3"}
    assert not desk.offers("pick")
    desk.do("table", "")
    assert set(desk.page.parts) == {"head", "main"}


def test_a_decision_is_taken_back(desk: Desk) -> None:
    desk.do("options", {"undo_revealed": "on", "late": "on"})
    desk.room.decide(desk.room.turn()[0])
    name = desk.here.room.people[desk.here.room.sittings[0].decisions[-1].person or 0].name
    assert name in desk.part().key("undo-0").said
    assert desk.offers("undo") == ["0"]
    desk.do("undo", "0")
    assert desk.here.room.sittings[0].decisions[-1].undone


def test_all_tables_are_paused_and_go_on(desk: Desk) -> None:
    desk.do("pause")
    assert desk.part("head").keys("paused")
    assert desk.offers("resume")
    desk.do("resume")
    assert not desk.here.room.paused


def test_the_end_is_asked_for_twice_and_shows_the_results(desk: Desk) -> None:
    assert not desk.offers("end")
    desk.do("open", "end")
    assert desk.offers("end")
    desk.do("end")
    assert desk.here.room.ended
    assert desk.screen.open == "results"
    assert "decisions.csv" in desk.page.parts["main"].html


@pytest.mark.parametrize("way", ["tables", "poll"])
def test_after_the_end_only_the_results_are_shown(way: Way) -> None:
    desk = Desk(Class().open(way, size=3).join(*NAMES[:3]).begin())
    desk.do("end")
    for part in ("", "forget", "people"):
        desk.screen = ClassScreen(open=part, table=0)
        assert set(desk.page.parts) == {"head", "main"}
        assert not {"count", "nudge", "missing"} & {
            key for name in desk.page.parts for key in desk.part(name).keys("")
        }
    desk.screen = ClassScreen(open="forget")
    # beside what deletes them
    assert 'href="decisions.csv?chapter=0' in desk.page.parts["head"].html


@pytest.mark.parametrize(
    ("name", "luck"), [("zahltag", "cards"), ("zock", "dice"), ("pay_day", "cards and dice")]
)
def test_the_options_name_the_luck_that_a_game_has(name: str, luck: str) -> None:
    desk = Desk(Class().open(table=game(name)).join("Anna"))
    desk.do("open", "options")
    assert f"Same {luck} at all tables" in said(desk.page.parts["head"].html)


def test_what_stands_before_the_end_is_called_so(desk: Desk) -> None:
    def heading() -> str:
        results = desk.part().key("results")
        return next(each.said for each in results.inside if each.tag == "h2")

    desk.do("open", "results")
    before = heading()
    desk.do("end")
    assert heading() != before


# --- the poll


def test_the_class_is_polled() -> None:
    desk = Desk(Class().open("poll").join(*NAMES[:3]).begin())
    assert "Circle" in said(desk.page.parts["main"].html)
    answer(desk.room, 0)
    answer(desk.room, 1, 1)
    assert desk.part("head").key("count").figures == ["2", "3"]
    for key in ("missing", "nudge"):
        assert NAMES[2] in desk.part().key(key).said
    assert desk.do("nudge") == [Nudges((2,))]
    assert not desk.offers("go-on")
    desk.do("reveal")
    first = str(desk.here.room.poll.answers[0].moves[0])
    assert desk.offers("go-on")[0] == first
    desk.do("go-on", first)
    assert (
        desk.here.room.poll.rounds[0].decision.move == desk.here.room.sittings[0].decisions[0].move
    )


def against_bots() -> AnyTable:
    """Set up Zahltag for the class at the first seat, and two bots."""
    modules = games.modules("zahltag")
    bot = modules.panel.OPPONENTS[0]
    players = [Player("Class"), Player("One", bot), Player("Two", bot)]
    return Table(modules.engine, players, seed=3, strategies=modules.bots.STRATEGIES)


def test_a_poll_says_who_plays_and_where_its_game_began() -> None:
    desk = Desk(Class().open("poll", table=against_bots()).join("Anna").begin())
    desk.room.walk()
    bots = desk.part().key("about").said
    assert "Square and Drop" in bots
    assert said(desk.page.parts["stage"].html).count("(bot)") == 2
    assert desk.part("head").key("reveal")["class"] == "pw-btn"  # there is nothing to show yet
    answer(desk.room, 0)
    assert desk.part("head").key("reveal")["class"] == "pw-btn pw-btn--primary"
    desk.do("reveal")
    desk.do("go-on", str(desk.here.room.poll.answers[0].moves[0]))
    assert 'data-key="about"' not in desk.page.parts["main"].html
    later = against_bots()
    while not later.waiting():
        later.advance()
    later.play(later.game.legal(later.state, 0)[0])
    desk = Desk(Class().open("poll", table=later).join("Anna").begin())
    desk.room.walk()
    assert desk.part().key("about").said.startswith(bots)
    assert desk.part().key("about").said != bots


def test_a_question_of_a_poll_names_the_contract() -> None:
    desk = Desk(Class().open("poll", table=against_bots()).join("Anna").begin())
    desk.room.walk()
    while (
        not desk.here.room.poll.rounds or desk.here.room.poll.rounds[-1].decision.prompt != "bid"
    ):
        answer(desk.room, 0)
        desk.do("reveal")
        desk.do("go-on", str(desk.here.room.poll.answers[0].moves[0]))
        desk.room.walk()
    desk.do("open", "results")
    [bid, *others] = [
        each for each in desk.part().elements if each["class"] == "cl-question__about"
    ]
    assert [each.en for each in default_deck().titles if each.en in bid.said]
    assert not others  # before the first turn nothing has come up


def test_the_hand_of_the_seat_that_is_asked_is_on_the_projector() -> None:
    table = game(seats=3)
    desk = Desk(Class().open("poll", table=table, size=3).join("Anna").begin())
    assert desk.part("stage").keys("s1-hand-")
    for hidden in ("s2", "s3"):
        assert not desk.part("stage").keys(f"{hidden}-hand-")
        assert len(desk.part("stage").keys(f"{hidden}-back-")) == 7


def test_no_seat_of_a_poll_is_taken_for_a_student() -> None:
    """The game was saved with names that students of this class have too."""
    room = Class().open("poll", table=game(seats=4)).join(*NAMES[:4]).begin()
    answer(room, 0)
    room.do(wishes.reveal(room.room))
    desk = Desk(room)
    desk.do("language", "de")
    for part in desk.page.parts.values():
        assert not [name for name in NAMES[:4] if name in said(part.html)]
    assert "Kreis" in said(desk.page.parts["stage"].html)
    desk.do("open", "results")
    assert "Kreis" in said(desk.page.parts["main"].html)
    page = student(Here(1, room.room), 1, ClassScreen(language="fr"), {})
    assert "Rond" in said(page.parts["stage"].html)
    assert 'class="pw-seat__you"' not in page.parts["stage"].html


# --- the results


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the picture while the game is on, as that of a game whose marks hide nothing."""
    monkeypatch.setattr(games.modules("zahltag").debrief, "LATE", False)


def win(desk: Desk, dots: int) -> None:
    """Play on until the picture of the results has so many dots."""
    room = desk.room.room
    while len(results.dots(results.marks(room))) < dots:
        for table, sitting in enumerate(room.sittings):
            if sitting.waiting:
                desk.room.decide(desk.room.turn(table)[0], -1)


@pytest.mark.usefixtures("at_once")
def test_the_results_have_every_seat_and_the_picture(desk: Desk) -> None:
    desk.do("open", "results")
    assert 'data-key="few"' not in desk.page.parts["main"].html  # the picture is yet to come
    win(desk, 2)
    assert desk.part().key("few").figures[-1] == "12"
    assert 'data-key="finding"' not in desk.page.parts["main"].html
    win(desk, sheet.SURE)
    assert int(desk.part().key("finding").figures[-1]) >= sheet.SURE
    told = said(desk.page.parts["main"].html)
    assert all(name in told for name in NAMES[:6])
    playing = desk.part().key("plot")
    assert "1,000" in playing.figures
    assert str(playing.node.html).count('class="dot') > 3
    desk.here.spreads[0] = {1: (3, 4, 5), 2: (1, 2, 3)}
    assert desk.page.parts["main"].html.count('class="box"') == 2
    desk.here.spreads[0] = {}
    assert "1,000" not in desk.part().key("plot").figures  # they could not be played


@pytest.mark.usefixtures("at_once")
def test_a_contract_that_several_build_is_one_dot() -> None:
    desk = Desk(Class().open().join(*NAMES[:4]).begin())
    room = desk.room
    while len(won := [each.point for each in results.marks(room.room)]) < 2:
        room.decide(room.turn()[0], -1)  # those who can bid the most, and the others keep the hand
    assert len({each.seat for each in won}) == len(won)
    assert {each.y for each in won} == {8}
    desk.do("open", "results")
    html = desk.page.parts["main"].html
    assert html.count('class="dot') == 1
    names = [NAMES[each.seat] for each in won]
    assert all(name in html.partition('class="dot')[2] for name in names)


@pytest.mark.usefixtures("at_once")
def test_a_phone_has_the_sentence_with_which_the_teachers_results_begin(desk: Desk) -> None:
    win(desk, sheet.SURE)
    assert "spread" not in screens.student(desk.here, 0, ClassScreen(), {}).parts
    desk.room.do(wishes.end(desk.room.room))
    sentence = markup.Page(desk.page.parts["main"].html).key("finding").said
    phone = screens.student(desk.here, 0, ClassScreen(), {}).parts["spread"].html
    about, _, _dots = sentence.rpartition("?")
    assert about in said(phone)


def test_a_picture_of_what_hands_held_waits_until_the_class_has_finished(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(games.modules("zahltag").debrief, "LATE", False)
        win(desk, 2)
    desk.do("open", "results")
    assert desk.part().keys("no-plot")
    desk.room.do(wishes.end(desk.room.room))
    assert desk.part().keys("plot")


@pytest.mark.usefixtures("at_once")
def test_few_dots_are_no_finding_at_the_end_either(desk: Desk) -> None:
    win(desk, 2)
    desk.room.do(wishes.end(desk.room.room))
    assert desk.part().keys("few")
    assert not desk.part().keys("finding")
    assert "spread" not in screens.student(desk.here, 0, ClassScreen(), {}).parts


@pytest.mark.thorough
def test_bots_play_beside_a_class_in_a_process_of_their_own() -> None:
    opened = Class().open(table=game("zock", 2)).room.opened
    with asyncio.Runner(loop_factory=StartsNothing) as runner:
        found = runner.run(bots.spreads(opened, 2, 20))
    assert found
    assert all(low <= middle <= high for low, middle, high in found.values())
    broken = Opened("ABCDEFGH", "host", "tables", "en", "no game", 1)
    with pytest.raises(bots.Failed):
        asyncio.run(bots.spreads(broken, 2, 20))


@pytest.mark.parametrize("full", [False, True], ids=["free", "no thread free"])
@pytest.mark.parametrize("after", [0, 0.05])
def test_bots_end_with_the_class_however_soon_it_ends(after: float, *, full: bool) -> None:
    async def class_that_ends() -> None:
        opened = Class().open(table=game("zock", 2)).room.opened
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        over = threading.Event()
        busy = asyncio.create_task(asyncio.to_thread(over.wait)) if full else None
        playing = asyncio.create_task(bots.spreads(opened, 2))
        await asyncio.sleep(after)
        playing.cancel()
        await asyncio.wait([playing])
        assert playing.cancelled()
        over.set()
        if busy:
            await busy

    before = psutil.Process().children()
    asyncio.run(class_that_ends())
    gc.collect()  # what was left running would warn
    assert psutil.Process().children() == before


# --- understood at first sight


def test_of_two_tables_the_page_names_the_other_once() -> None:
    desk = Desk(Class().open(table=game("zock", 2), size=2).join(*NAMES[:4]).begin())
    desk.do("table", "0")
    assert desk.offers("table") == ["", "1"]


def test_a_bar_is_the_share_of_all_answers() -> None:
    room = Class().open("poll").join(*NAMES[:4]).begin()
    for person, pick in enumerate((0, 0, 0, 1)):
        answer(room, person, pick)
    desk = Desk(room)
    desk.do("reveal")
    html = desk.page.parts["main"].html
    assert "width:75%" in html
    assert "width:25%" in html
    assert "(bot)" not in said(html)


def test_nobody_on_a_projector_is_you() -> None:
    ways: tuple[Way, ...] = ("team", "poll")
    for way in ways:
        room = Class().open(way).join(*NAMES[:2]).begin()
        assert "You" not in said(Desk(room).page.parts["stage"].html).split()
        phone = screens.student(Desk(room).here, 0, ClassScreen(), {})
        own = "You" in said(phone.parts["stage"].html).split()
        assert own == (way == "team")  # the seat of a poll is the whole class's


def test_people_at_a_table_are_no_bots() -> None:
    room = Class().open(table=game("pay_day", 2), size=2).join(*NAMES[:2]).begin()
    phone = screens.student(Desk(room).here, 0, ClassScreen(), {})
    assert "Bot" not in said(phone.parts["stage"].html).split()


def test_in_a_poll_nobody_is_a_firm() -> None:
    room = Class().open("poll", size=2).join(*NAMES[:2]).begin()
    here = Here(1, room.room)
    for language in LANGUAGES:
        page = screens.student(here, 0, ClassScreen(language=language), {})
        head, stage = (markup.Page(page.parts[name].html) for name in ("head", "stage"))
        assert not head.keys("purse")
        assert "pw-seat__you" not in stage.html
        firm = room.room.names(room.room.sittings[0], words(language))[poll.seat(room.room)]
        assert firm in head.key("told").said
        assert NAMES[0] in head.key("who").said
    at_tables = Class().open(size=2).join(*NAMES[:2]).begin()
    page = screens.student(Here(1, at_tables.room), 0, ClassScreen(), {})
    assert markup.Page(page.parts["head"].html).keys("purse")
    assert "pw-seat__you" in page.parts["stage"].html


@pytest.mark.parametrize("name", games.names())
def test_the_rules_are_there_while_a_game_is_played(name: str) -> None:
    room = Class().open(table=game(name, 2), size=2).join(*NAMES[:2]).begin()
    for language in LANGUAGES:
        page = screens.student(Here(1, room.room), 0, ClassScreen(language=language), {})
        (opens,) = [
            each
            for each in markup.Page(page.parts["head"].html).elements
            if "cl-head__rules" in each["class"]
        ]
        assert opens["popovertarget"] == "class-rules"
        rules = markup.Page(page.parts["rules"].html)
        assert len([e for e in rules.elements if "pw-minute__step" in e["class"].split()]) >= 4


def test_a_phone_says_the_place_when_the_teacher_ends_the_game() -> None:
    room = Class().open(size=2).join(*NAMES[:2]).begin()
    room.do(wishes.end(room.room))
    phone = screens.student(Desk(room).here, 0, ClassScreen(), {})
    assert "1" not in markup.Page(phone.parts["stage"].html).key("ranking").said.split()
    table = room.room.sittings[0].table
    assert {table.game.sheet(table.state, seat).counted for seat in range(2)} == {20}


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("way", ["tables", "poll"])
def test_a_game_that_is_ended_early_tells_how_it_stood(name: str, way: Way) -> None:
    room = Class().open(way, table=game(name, 2), size=2).join(*NAMES[:2]).begin()
    asked = screens.student(Here(1, room.room), 0, ClassScreen(), {})
    assert "data-move" in asked.parts["stage"].html
    room.do(wishes.end(room.room))
    desk = Desk(room)
    for language in LANGUAGES:
        page = screens.student(desk.here, 0, ClassScreen(language=language), {})
        assert page.call == 0
        stood = markup.Page(page.parts["stage"].html)
        first = stood.key("ranking").inside[0].said
        assert first.startswith("1 ") == any(results.places(desk.here.room.sittings[0]).values())
        assert "data-move" not in stood.html
    card = overview.card(desk.here, room.room.sittings[0], ClassScreen(), words("en"))
    assert card.over
    assert not {place.status for place in card.places} & {"decides", "decided", "away"}
    assert desk.page.title.startswith(room.room.opened.code)  # nobody is waited for


def test_nobody_has_a_place_as_long_as_all_have_the_same() -> None:
    desk = Desk(Class().open(size=3).join(*NAMES[:3]).begin())
    assert {each.place for each in rows(desk.room.room, words("en"))} == {0}
    desk.do("open", "results")
    assert desk.part().key("no-places")
    html = desk.page.parts["main"].html
    assert ">Place</th>" not in html
    assert ">Money</th>" in html
    assert desk.part().key("no-plot")


def test_a_poll_tells_what_the_class_said_and_what_was_played() -> None:
    room = Class().open("poll", undo_revealed=True).join(*NAMES[:3]).begin()
    desk = Desk(room)
    desk.do("open", "results")
    assert not desk.part().keys("asked-")
    for number in range(2):
        answer(room, 0)
        answer(room, 1)
        answer(room, 2, 1)
        room.do(wishes.reveal(room.room))
        room.pick(2 * number)
    page = desk.part()
    assert [each["data-key"] for each in page.key("asked").inside][:1] == ["asked-1"]
    [first, second] = [page.key(f"asked-{number}").said for number in (1, 2)]
    assert "3" in markup.figures(first)
    assert "Circle" in first
    assert re.search(r"✓ \w+ 2 \D* 1$", first)  # as two have said
    assert re.search(r" 2 \D* ✓ \w+ 1$", second)  # as one has said
    desk.do("undo", 0)
    assert "asked-2" not in desk.page.parts["main"].html
    desk.do("open", "")
    other = next(
        move
        for move in room.room.sittings[0].table.game.legal(
            room.room.sittings[0].table.state, room.room.poll.seat or 0
        )
    )
    room.do(wishes.pick(room.room, str(other)))
    desk.do("open", "results")
    asked = desk.part().key("asked-2")
    assert asked.said.count("✓") == 1
    assert asked.figures[-1] == "0"


def test_places_of_seats_that_are_worth_the_same_are_explained() -> None:
    desk = Desk(Class().open(size=4).join(*NAMES[:4]).begin())
    sitting = desk.room.room.sittings[0]
    while not any(results.places(sitting).values()) or not results.tied(
        rows(desk.room.room, words("en"))
    ):
        desk.room.do(wishes.stand_in(desk.room.room, 0, sitting.waiting[0]))
        desk.room.walk()
    desk.room.do(wishes.end(desk.room.room))
    phone = screens.student(desk.here, 0, ClassScreen(), {})
    worth = Counter(row.worth for row in rows(desk.room.room, words("en")))
    alike = sum(n for n in worth.values() if n > 1)
    ranked = markup.Page(phone.parts["stage"].html).inside("ranking")
    reasons = [each for each in ranked if each["class"] == "pw-tiny pw-num"]
    assert len(reasons) == alike
    told = set()
    for language in LANGUAGES:
        desk.screen = ClassScreen(language=language, open="results")
        told.add(markup.Page(desk.page.parts["main"].html).key("tie").said)
    assert len(told) == len(LANGUAGES)
    desk = Desk(Class().open(table=game("pay_day", 3), size=3).join(*NAMES[:3]).begin())
    desk.screen = ClassScreen(open="results")
    assert 'data-key="tie"' not in desk.page.parts["main"].html  # they share a place


def test_what_is_opened_stands_in_the_place_of_the_tables() -> None:
    several = Desk(Class().open(size=2).join(*NAMES[:4]).begin())
    assert several.part().key("tables")
    for what in ("people", "options", "end"):
        several.do("open", what)
        assert not several.page.parts["main"].html
        playing_on = several.part("head").key("behind").said
        several.do("open", "")
    one = Desk(Class().open("poll").join(*NAMES[:2]).begin())
    one.here.clients.append(Client(None, ClassScreen(open="people"), lambda _: None))
    one.do("open", "people")
    assert "stage" not in one.page.parts
    assert one.part("head").key("behind").said != playing_on
    one.do("pause")
    assert not one.part("head").keys("behind")


def test_what_was_played_of_one_answer_is_one_question() -> None:
    room = Class().open("poll", table=game("master_builder", 3)).join(*NAMES[:2]).begin()
    sitting = room.room.sittings[0]
    together: tuple[str, ...] = ()
    asked = 0
    while not together:
        play, state, seat = sitting.table.game, sitting.table.state, room.room.poll.seat or 0
        for one in play.legal(state, seat):
            turn = play.turn(after := play.unfold(state, one)[-1].state)
            if isinstance(turn, Decide) and turn.seats == (seat,):
                if len(then := play.legal(after, seat)) > 1:
                    together = str(one), str(then[0])
                break
        if not together:
            asked += 1
            answer(room, 0)
            room.pick()
            room.do(wishes.go_on(room.room))
    room.do(wishes.answer(room.room, 0, "; ".join(together), sitting.asked, room.now))
    room.do(wishes.reveal(room.room))
    desk = Desk(room)
    desk.do("go-on", "; ".join(together))
    assert len(room.room.poll.rounds) == asked + len(together)
    found = poll.asked(room.room, TableSight(room.room, sitting, ClassScreen(), 0))
    assert len(found) == asked + 1
    assert found[-1].count == 1
    room.walk()
    assert room.room.poll.rests
    [bar] = poll.shown(room.room, TableSight(room.room, sitting, ClassScreen(), 0))
    assert bar.mine


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_the_start_the_page_says_for_how_many_contracts_two_can_bid(
    language: Language,
) -> None:
    panel = games.modules("zahltag").panel
    assert panel.CONTEST is not None
    promise = words(language).pick(panel.CONTEST.promise).format(n=3)
    assert "3" in promise
    desk = Desk(Class().open(contest=True).join(*NAMES[:5]), language)
    assert desk.part().key("promise").said == f"{promise}."
    desk.do("open", "options")
    [box] = [each for each in desk.part("head").elements if each["name"] == "contest"]
    assert box["checked"] is not None
    assert promise in desk.part("head").key("options").said
    desk.do("options", {"late": "on"})
    assert not desk.room.room.options.contest
    assert "promise" not in desk.part().keys("")
    desk.do("options", {"late": "on", "contest": "on"})
    desk.room.begin()
    desk.do("open", "options")
    assert "contest" not in {each["name"] for each in desk.part("head").elements}
    desk.do("options", {"late": "on"})
    assert desk.room.room.options.contest


def test_a_game_without_contracts_promises_nothing() -> None:
    desk = Desk(Class().open(table=game("zock"), contest=True).join(*NAMES[:3]))
    assert "promise" not in desk.part().keys("")
    desk.do("open", "options")
    assert "contest" not in {each["name"] for each in desk.part("head").elements}


@pytest.mark.parametrize(
    ("language", "compiled"), [*[(each, True) for each in LANGUAGES], ("fr", False)]
)
def test_each_answer_says_what_it_earns_and_who_plays_on(
    language: Language, compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not compiled:
        monkeypatch.setattr(growth, "kernel", lambda _: None)
        monkeypatch.setattr(futures, "kernel", lambda _: None)
    table = game("zahltag", 3, "lean_crew")
    table.players = (Player("Anna"), *table.players[1:])
    desk = Desk(Class().open("poll", table=table).join(*NAMES[:3]).begin(), language)
    room = desk.room
    for person in range(3):
        answer(room, person, person % 2)
    desk.do("reveal")
    assert desk.offers("advise") == [""]
    asked = advice.question(room.room)
    desk.here.advice.asked = asked
    *_, found = growth.growth(asked.decision, 20, 1)
    assert isinstance(found, Prospects)
    assert found.compiled == compiled
    worse = Estimate(-3.0, -4.0, -2.0, 20, "t")
    first, *others = found.choices
    found = replace(found, choices=(replace(first, behind=worse), *others))
    desk.here.advice.found = found
    page, text = desk.part(), words(language)
    for bar in poll.bars(room.room, TableSight(room.room, room.room.sittings[0], desk.screen, 0)):
        said_of_it = page.key(f"earned-{bar.move.replace(' ', '-')}").said
        [choice] = [each for each in found.choices if each.move == bar.move]
        if choice.behind.high < 0:
            assert said_of_it.count("±") == 1
        else:
            assert said_of_it in {text("perhaps as good as the best"), text("the best answer")}
    assert page.key("verdict").said
    notes = page.key("earned-notes").said
    title = text.pick(games.modules("zahltag").bots.TITLES["lean_crew"][0])
    assert notes.count(title) >= 2
    slower = text("The engine plays these games itself: slower, and so fewer of them.")
    assert (" ".join(slower.split()) in notes) == (not compiled)
    desk.do("go-on", str(room.room.poll.answers[0].moves[0]))
    room.walk()
    assert desk.part().key("earned-notes").said == notes
    student_page = screens.student(desk.here, 0, ClassScreen(language=language), {})
    assert not [each for each in student_page.parts.values() if "earned" in each.html]


def test_a_sum_that_the_game_does_not_list_is_compared_too() -> None:
    table = game("master_builder", 3, "price_to_value")
    table.players = (Player("Anna"), *table.players[1:])
    desk = Desk(Class().open("poll", table=table).join("Anna").begin())
    room, [sitting] = desk.room, desk.room.room.sittings

    def naming() -> list[str]:
        legal = sitting.table.game.legal(sitting.table.state, 0)
        return [str(each) for each in legal if " name " in str(each)]

    while not naming():
        answer(room, 0)
        desk.do("go-on", str(room.room.poll.answers[0].moves[0]))
        room.walk()
        desk.do("next")
        room.walk()
    *words_, bid = naming()[-1].split()
    wished = " ".join([*words_, str(int(bid) + 1)])
    assert wished not in naming()
    room.do(wishes.answer(room.room, 0, wished, sitting.asked, room.now))
    desk.do("reveal")
    moves = [str(each) for each in advice.question(room.room).decision.moves()]
    assert moves.count(wished) == 1
