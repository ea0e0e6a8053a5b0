"""The teacher's pages, asked for as a browser asks."""

import asyncio
import re
from pathlib import Path

import pytest

from paydays_widgets import games
from paydays_widgets.classroom import reach, wishes
from paydays_widgets.classroom.entries import Options
from paydays_widgets.core import record
from paydays_widgets.core.game import Decide
from paydays_widgets.core.table import AnyTable, Player, Table
from paydays_widgets.core.text import Text
from tests.classroom.browsers import Browser, teacher
from tests.classroom.phones import saved
from tests.classroom.server import Server
from tests.classroom.test_homework_pages import assigned
from tests.course import FOLDER
from tests.spreadsheets import lines_of

COMMAND = '<code class="pw-code">paydays class</code>'


def student(server: Server, code: str, name: str) -> Browser:
    browser = Browser(server).ask(f"/join/{code}")
    return browser.ask(f"/class/{code}/join", {"form": browser.form, "name": name})


def test_where_no_phone_gets_in_a_command_stands_in_the_place_of_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under ``paydays serve`` a server listens to this machine alone; its addresses say so."""
    there = [reach.Network("127.0.0.9", "Wi-Fi", phones=True)]
    monkeypatch.setattr(reach, "networks", lambda: there)
    with Server(tmp_path, far=True, pages=FOLDER.parent) as server:
        for form in ("class/new", "class/homework/new", "class/draft"):
            fields = {"record": ""} if form == "class/draft" else None
            asked = Browser(server).ask(f"/{form}", fields).text
            assert COMMAND in part(asked, "unreached")
        for here in (server.open(saved()), assigned(server)):
            page = teacher(server, here.code).ask(f"/class/{here.code}/teacher")
            assert page.status == 200
            assert [each.answers for each in here.reach] == [False]
            assert COMMAND in part(page.text, "unreached")
            assert 'data-key="qr"' not in page.text
            assert f":{server.port}/join" not in page.text
        here = server.open(saved())
        elsewhere = teacher(server, here.code)
        elsewhere.headers["Host"] = "school.example"
        there_ = elsewhere.ask(f"/class/{here.code}/teacher").text
        assert "school.example/join" in there_
        assert 'data-key="unreached"' not in there_


def part(text: str, key: str) -> str:
    """Return the markup of a paragraph of a page."""
    found = re.search(rf'<p [^>]*data-key="{key}".*?</p>', text, re.DOTALL)
    assert found
    return found[0]


def test_where_phones_get_in_their_address_is_shown_with_the_code(server: Server) -> None:
    assert 'data-key="unreached"' not in Browser(server).ask("/class/new").text
    here = server.open(saved())
    page = teacher(server, here.code).ask(f"/class/{here.code}/teacher").text
    assert f":{server.port}/join" in page
    assert 'data-key="qr"' in page
    assert 'data-key="unreached"' not in page


def test_every_decision_is_a_file_for_the_teacher_alone(server: Server) -> None:
    here = server.open(saved(seats=2), size=2)
    code = here.code
    anna, _ = student(server, code, "Anna"), student(server, code, "Ben")
    server.begin(here)
    sitting = here.room.sittings[0]
    while not sitting.waiting:
        sitting.catch_up(0)
    server.wish(here, lambda room: [wishes.stand_in(room, 0, sitting.waiting[0])])
    for stranger in (anna, Browser(server)):
        assert stranger.ask(f"/class/{code}/decisions.csv?again=1").status == 403
    file = teacher(server, code).ask(f"/class/{code}/decisions.csv")
    assert (
        file.got["content-disposition"] == f'attachment; filename="zahltag-{code}-decisions.csv"'
    )
    [line] = lines_of(file.text)
    assert (line["table"], line["by"]) == ("1", "bot")
    page = teacher(server, code).ask(f"/class/{code}/decisions.csv?language=de").text
    assert lines_of(page, separator=";")[0]["by"] == "bot"


def test_an_address_is_tried_before_it_is_shown(server: Server) -> None:
    networks = [
        reach.Network("127.0.0.9", "Ethernet", phones=True),
        reach.Network("127.0.0.1", "Wi-Fi", phones=True),
    ]
    found = asyncio.run(reach.tried("http", server.port, "/p/", networks))
    assert [(each.url, each.network, each.answers) for each in found] == [
        (f"http://127.0.0.1:{server.port}/p", "Wi-Fi", True),
        (f"http://127.0.0.9:{server.port}/p", "Ethernet", False),
    ]


def test_a_computer_in_no_network_says_so_and_draws_no_picture_of_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "networks", list)
    with Server(tmp_path, far=True) as server:
        here = server.open(saved())
        shown = teacher(server, here.code).ask(f"/class/{here.code}/teacher").text
        assert COMMAND not in part(shown, "unreached")
        assert 'data-key="qr"' not in shown
        assert f"127.0.0.1:{server.port}/join" not in shown
        assert here.code in shown.replace("</span>", "").replace(" ", "")


def opened(browser: Browser, **fields: str) -> str:
    """Open a room with the form, and return where the browser is sent."""
    browser.ask("/class/new", {"form": browser.form, **fields})
    return browser.got.get("location", "")


@pytest.mark.parametrize("way", ["tables", "team", "poll"])
def test_a_class_is_opened_with_a_new_game(server: Server, way: str) -> None:
    browser = Browser(server).ask("/class/new")
    assert "Master Builder" in browser.text
    to = opened(browser, game="pay_day", way=way)
    here = server.classroom.live.rooms[to.split("/")[2]]
    assert (here.room.opened.way, here.room.modules.engine.id) == (way, "pay_day")
    assert browser.ask(to).status == 200
    assert here.room.start.fixed is None


def test_a_dashboard_learns_whether_a_class_may_be_opened(tmp_path: Path) -> None:
    with Server(tmp_path, key="open sesame") as locked:
        assert Browser(locked).ask("/class/draft").text == "true"
        brought = Browser(locked).ask("/class/draft", {"record": record.share(begun_zock())})
        assert 'data-key="brings-table"' in brought.text
    with Server(tmp_path) as here:
        assert Browser(here).ask("/class/draft").text == "true"
        here.classroom.proxied = True  # nobody is on this very machine
        assert Browser(here).ask("/class/draft").text == "false"


def test_the_form_begins_with_the_game_of_the_page_and_skips_the_set_up(server: Server) -> None:
    for asked, chosen in (("?game=zock", "zock"), ("?game=chess", "zahltag"), ("", "zahltag")):
        browser = Browser(server).ask(f"/class/new{asked}")
        assert re.findall(r'value="(\w+)" required checked', browser.text) == [chosen]
        assert re.search(r'name="skip" value="yes" checked', browser.text)
    for skip in ({"skip": "yes"}, {}):
        to = opened(Browser(server).ask("/class/new"), game="zahltag", way="tables", **skip)
        assert server.classroom.live.rooms[to.split("/")[2]].room.opened.prepared == bool(skip)
    for given, contest in (({}, True), ({"options": '{"contest": false}'}, False)):
        to = opened(Browser(server).ask("/class/new"), game="zahltag", way="tables", **given)
        room = server.classroom.live.rooms[to.split("/")[2]].room
        assert room.options == Options(contest=contest)
    modules = games.modules("zahltag")
    table = record.loads(saved(steps=40), modules.engine, modules.bots.STRATEGIES)
    new = Browser(server).ask("/class/draft", {"record": record.share(table)})
    assert 'data-key="brings-new"' in new.text
    assert 'name="skip"' in new.text


def begun_zock() -> AnyTable:
    """Set up a game of Zock in which something has been decided."""
    modules = games.modules("zock")
    players = [Player(each) for each in ("Anna", "Ben")]
    table: AnyTable = Table(modules.engine, players, strategies=modules.bots.STRATEGIES)
    while len(table.branch.moves) < 5:
        if not table.advance():
            table.play(table.game.legal(table.state, table.waiting()[0])[0])
    return table


def test_a_class_is_opened_with_the_game_on_a_table(server: Server) -> None:
    browser = Browser(server).ask("/class/draft", {"record": record.share(begun_zock())})
    assert 'name="skip"' not in browser.text
    assert 'data-key="brings-position"' in browser.text
    found = re.search(r'name="record" value="([^"]+)"', browser.text)
    assert found
    to = opened(browser, record=found[1], way="tables")
    here = server.classroom.live.rooms[to.split("/")[2]]
    assert here.room.start.fixed == 2


def test_a_class_is_opened_with_rules_of_the_game(server: Server) -> None:
    browser = Browser(server).ask("/class/new")
    presets = games.modules("auction_room").panel.presets(Text("en"))
    assert [title for _, title, _ in presets if title not in browser.text] == []
    rules = {"rules-auction_room": "second_price", "rules-zock": "french"}
    to = opened(browser, game="auction_room", way="tables", **rules)
    here = server.classroom.live.rooms[to.split("/")[2]]
    assert here.room.modules.engine.id == "auction_room"
    record_ = record.loads(
        here.room.opened.record, here.room.modules.engine, here.room.modules.bots.STRATEGIES
    )
    assert record_.rules.auction == "second"


def test_what_cannot_be_opened_is_said_in_the_form(server: Server) -> None:
    broken = Browser(server).ask("/class/draft", {"record": "g=broken"})
    assert broken.alert
    browser = Browser(server).ask("/class/new")
    for fields in (
        {"game": "auction_room", "rules-auction_room": "chess"},
        {"game": "chess"},
        {"game": "zock", "way": "by post"},
        {"record": "{}"},
    ):
        opened(browser, **fields)
        assert browser.status == 400
        assert 'role="alert"' in browser.text
    stranger = Browser(server)
    stranger.ask("/class/new", {"game": "zock", "form": "forged"})
    assert stranger.status == 403


def test_a_game_is_replayed_only_for_whoever_may_open_a_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = games.modules("zahltag")
    table = record.loads(saved(steps=40), modules.engine, modules.bots.STRATEGIES)
    fields = {"record": record.share(table)}

    def replayed(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(record, "loads", replayed)
    refused = "This saved game cannot be opened."
    with Server(tmp_path) as here:
        assert refused in Browser(here).ask("/class/draft", fields).text
    with Server(tmp_path, key="open sesame") as locked:
        assert refused not in Browser(locked).ask("/class/draft", fields).text


def test_who_knows_the_key_may_open_a_class(tmp_path: Path) -> None:
    with Server(tmp_path, key="open sesame") as server:
        browser = Browser(server).ask("/class/new")
        assert 'type="password"' in browser.text
        assert not opened(browser, game="zock", key="wrong")
        assert browser.status == 403
        assert opened(browser.ask("/class/new"), game="zock", key="open sesame")


@pytest.mark.parametrize("page", ["class/new", "class/homework/new"])
def test_where_a_class_may_be_opened_is_a_link_with_its_port(
    page: str, server: Server, tmp_path: Path
) -> None:
    """Phones know the server by an address of the network, and so may the teacher's browser."""
    lost = Browser(server, Host=f"192.168.1.5:{server.port}")
    links = re.compile(r'href="(http://[^"]+)"')
    own = f"http://127.0.0.1:{server.port}/{page}?game=zock"
    assert links.findall(lost.ask(f"/{page}?game=zock").text) == [own]
    form = lost.ask("/join").form
    assert lost.ask(f"/{page}", {"form": form, "game": "zock"}).status == 403
    assert links.findall(lost.text) == [own.partition("?")[0]]
    assert not links.findall(Browser(server).ask(f"/{page}").text)
    with Server(tmp_path, proxied=True) as proxied:  # nobody is on this very machine
        page_ = Browser(proxied, Host="school.example").ask(f"/{page}")
        assert not links.findall(page_.text)
        assert 'method="post"' not in page_.text


@pytest.mark.parametrize("name", games.names())
def test_in_its_first_minute_a_class_plays(name: str, server: Server) -> None:
    """As the form is at first, nobody at a table waits while another prepares the game."""
    asked = Browser(server).ask(f"/class/new?game={name}")
    skip = {"skip": "yes"} if 'name="skip"' in asked.text else {}
    here = server.classroom.live.rooms[
        opened(asked, game=name, way="tables", **skip).split("/")[2]
    ]
    people = ("Anna", "Ben", "Cara", "Dan")
    for each in people:
        Browser(server).join(here.code, each)
    server.begin(here)
    [sitting] = here.room.sittings
    sitting.catch_up(0)
    panel = games.modules(name).panel
    turn = sitting.table.turn
    assert isinstance(turn, Decide)
    if panel.OPENING:
        assert turn.turn == 1
        assert turn.prompt in (panel.BEGINS or panel.OPENING)
    if panel.BEGINS:
        assert sitting.waiting == (0, 1, 2, 3)


@pytest.mark.parametrize("page", ["class/new", "class/homework/new"])
def test_a_language_that_was_chosen_stays(page: str, server: Server) -> None:
    browser = Browser(server).ask(f"/{page}?game=zock&language=fr")
    assert 'href="?game=zock&amp;language=de"' in browser.text
    if page == "class/new":
        assert f'action="/{page}?language=fr"' in browser.text
        fields = {"form": browser.form, "game": "zock", "way": "tables"}
        browser.ask("/class/new?language=fr", fields)
        assert browser.got["location"].endswith("/teacher?language=fr")
