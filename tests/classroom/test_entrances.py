"""Every entrance of a class leads through one door: codes, keys, names and tickets."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import quote

import pytest
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from paydays_widgets.classroom import doors, rooms, wishes
from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.entries import MOST_PEOPLE, digest
from paydays_widgets.classroom.rooms import CODE, LETTERS
from tests.classroom.browsers import UPGRADE, Browser, teacher
from tests.classroom.phones import saved
from tests.classroom.server import Server
from tests.markup import figures

FEW = 5


@pytest.fixture
def strict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that allows few guesses."""
    monkeypatch.setattr(doors, "GUESSES", (FEW, 600.0))
    with Server(tmp_path) as running:
        yield running


def codes(*there: Here) -> Iterator[str]:
    """Make codes that no room has."""
    taken = {here.code for here in there}
    return (code for code in map("".join, product(LETTERS, repeat=CODE)) if code not in taken)


def use_up(server: Server, *there: Here) -> Iterator[str]:
    """Try wrong codes until no more are looked up; return others."""
    wrong = codes(*there)
    for _ in range(FEW):
        assert Browser(server).ask(f"/join/{next(wrong)}").status == 404
    assert Browser(server).ask(f"/join/{next(wrong)}").status == 429
    return wrong


def socket(browser: Browser, code: str, query: str = "") -> int:
    """Ask for a socket, and return the status of the answer alone."""
    return browser.ask(f"/class/{code}/socket{query}", more=UPGRADE).status


def heard(server: Server, code: str, token: str, most: int = 9) -> list[str]:
    """Open a student's socket, and return what comes first, or until the server closes it."""

    async def listen() -> list[str]:
        address = f"ws://127.0.0.1:{server.port}/class/{code}/socket"
        asked = HTTPRequest(address, headers={"Cookie": f"paydays-{code}={token}"})
        line = await websocket_connect(asked)
        told: list[str] = []
        while (message := await asyncio.wait_for(line.read_message(), 20)) is not None:
            told.append(str(message))
            if len(told) >= most:
                line.close()
        line.close()
        return told

    return asyncio.run(listen())


def token(browser: Browser, code: str) -> str:
    return browser.cookies[f"paydays-{code}", f"/class/{code}"]


# --- codes


def test_wrong_codes_of_a_school_shut_out_nobody_who_belongs_to_a_class(strict: Server) -> None:
    here = strict.open(saved())
    code = here.code
    anna = Browser(strict).join(code, "Anna")
    wrong = use_up(strict, here)
    assert anna.ask(f"/class/{code}?again=1").status == 200
    desk = teacher(strict, code)
    assert desk.ask(f"/class/{code}/teacher").status == 200
    assert desk.ask(f"/class/{code}/decisions.csv").status == 200
    ben = Browser(strict).join(code, "Ben")
    assert ben.status == 303, "the code is known at this address"
    typed = Browser(strict).ask("/join")
    assert typed.ask("/join", {"form": typed.form, "code": code}).status == 303
    assert Browser(strict).ask(f"/join/{next(wrong)}").status == 429


def test_who_holds_a_cookie_passes_where_nobody_has_named_the_code(strict: Server) -> None:
    here = strict.open(saved())
    strict.wish(here, lambda room: [wishes.join(room, "Anna", digest("of Anna"))])
    use_up(strict, here)
    assert Browser(strict).ask(f"/join/{here.code}").status == 429
    anna = Browser(strict)
    anna.cookies[f"paydays-{here.code}", f"/class/{here.code}"] = "of Anna"
    assert anna.ask(f"/class/{here.code}").status == 200
    assert '"kind":"page"' in heard(strict, here.code, "of Anna", most=1)[0]


def test_a_new_right_code_is_refused_as_a_wrong_one_is(strict: Server) -> None:
    here, other = strict.open(saved()), strict.open(saved())
    wrong = use_up(strict, here, other)
    answers = []
    for code in (here.code, next(wrong)):
        browser = Browser(strict)
        pages = [
            browser.ask(f"/{page}").text.replace(code, "")
            for page in (
                f"join/{code}",
                f"class/{code}",
                f"class/{code}/teacher",
                f"class/{code}/decisions.csv",
            )
        ]
        answers.append((pages, browser.status, socket(browser, code), browser.text))
    assert answers[0] == answers[1]


def test_the_socket_does_not_tell_a_room_without_a_seat_from_no_room(server: Server) -> None:
    here = server.open(saved())
    Browser(server).join(here.code, "Anna")
    answers = []
    for code in (here.code, next(codes(here)), "ILOILOIL"):
        for query in ("", "?as=teacher"):
            stranger = Browser(server)
            status = socket(stranger, code, query)
            same = {name: each for name, each in stranger.got.items() if name != "date"}
            answers.append((status, stranger.text, same))
    assert answers[0][0] == 403
    assert all(each == answers[0] for each in answers)


def test_sockets_pages_forms_and_keys_go_through_one_door(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "GUESSES", (FEW, 600.0))
    with Server(tmp_path, key="open sesame") as locked:
        here = locked.open(saved())
        wrong = codes(here)
        typed = Browser(locked)
        form = typed.ask("/join").form
        assert socket(Browser(locked), next(wrong)) == 403
        assert socket(Browser(locked), here.code) == 403, "a guess too: it has no seat there"
        assert typed.ask("/join", {"form": form, "code": next(wrong)}).status == 404
        assert open_with(locked, "wrong").status == 403
        assert Browser(locked).ask(f"/class/{next(wrong)}/decisions.csv").status == 404
        assert socket(Browser(locked), next(wrong)) == 429
        assert open_with(locked, "another").status == 429
        assert open_with(locked, "open sesame").status == 429, "as a wrong one"
        assert typed.ask("/join", {"form": form, "code": next(wrong)}).status == 429


def open_with(server: Server, key: str) -> Browser:
    browser = Browser(server).ask("/class/new")
    return browser.ask("/class/new", {"form": browser.form, "game": "zock", "key": key})


def test_a_key_that_was_used_at_an_address_opens_classes_there_whatever_others_guess(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "GUESSES", (FEW, 600.0))
    with Server(tmp_path, key="open sesame") as locked:
        assert open_with(locked, "open sesame").status == 303
        for number in range(FEW):
            assert open_with(locked, f"wrong {number}").status == 403
        assert open_with(locked, "wrong once more").status == 429
        assert open_with(locked, "open sesame").status == 303


def test_what_can_be_no_code_is_no_guess(strict: Server) -> None:
    for number in range(3 * FEW):
        assert Browser(strict).ask(f"/join/{number}").status == 404
        assert Browser(strict).ask("/join/LOLLIOLO").status == 404
    assert Browser(strict).ask("/join/QQQQQQQR").status == 404


LINK = "ABCDEGKS"


@pytest.mark.parametrize(
    "typed",
    [
        *("abcdegks", "AbCdEgKs", "ABCD EGKS", "ABCD-EGKS", "ABCD.EGKS.", "ABCD\u202fEGKS"),
        *("“ABCDEGKS”", "ABCDEGKS,", "(ABCDEGKS)", "A8CDE6K5", "\xc1BCDE\u0301GKS"),
        *("\u0410\u0412CD\u0415G\u041aS", "\u0391\u0392CD\u0395G\u039aS"),  # Cyrillic, Greek
        "".join(chr(ord(each) + 0xFEE0) for each in "ABCDEGKS"),  # as wide as a Chinese sign
        *("http://192.168.1.5:8866/join/ABCDEGKS", "a.b/Join/abcdegks/"),
    ],
)
def test_a_code_is_read_however_it_is_typed(typed: str, server: Server) -> None:
    assert rooms.typed(typed) == rooms.typed(typed.lower()) == LINK
    browser = Browser(server).ask("/join")
    browser.ask("/join", {"form": browser.form, "code": typed})
    assert browser.status == 404, "it was looked for, and is no room"
    assert rooms.typed("ABCD") == "ABCD"
    assert not rooms.spelled(rooms.typed("ABCDEGK"))


@pytest.mark.parametrize("prefix", ["/", "/games/"])
def test_a_link_is_read_however_it_is_written(prefix: str, tmp_path: Path) -> None:
    with Server(tmp_path, prefix) as server:
        code = server.open(saved()).code
        sloppy = quote(code[:4].lower() + " " + code[4:])
        for written, meant in {
            f"join/{code}/": f"join/{code}",
            f"join/{code}.": f"join/{code}",
            f"join/{code}),": f"join/{code}",
            f"join/{code.lower()}": f"join/{code}",
            f"Join/{code}": f"join/{code}",
            f"JOIN/{sloppy}?ticket=x&language=de": f"join/{code}?ticket=x&language=de",
            f"join/{code[:4]}/{code[4:]}": f"join/{code}",
            f"class/{code}/join": f"join/{code}",
            f"class/{code}/join?language=fr": f"join/{code}?language=fr",
            f"class/{code.lower()}/Join/": f"join/{code}",
            f"class/{code}/": f"class/{code}",
            f"class/{code}.": f"class/{code}",
            f"Class/{sloppy}": f"class/{code}",
            f"class/{code}/teacher/": f"class/{code}/teacher",
            "join/": "join",
            "Join": "join",
            "join.": "join",
            "class": "class/new",
            "Class/": "class/new",
            "teach": "class/new",
            "class/new/": "class/new",
            "Class/New?game=zock": "class/new?game=zock",
            "class/homework/new/": "class/homework/new",
        }.items():
            browser = Browser(server).ask(f"{prefix}{written}")
            assert (browser.status, browser.got.get("location")) == (303, prefix + meant), written
            assert Browser(server).ask(prefix + meant).status in {200, 303, 410}, meant


@pytest.mark.parametrize("path", ["join/ABC", "join/ABC/", "class/ABC/", "class/ABCDEGKS/secret/"])
def test_what_leads_nowhere_is_not_sent_round(path: str, server: Server) -> None:
    for _ in range(3):
        browser = Browser(server).ask(f"/{path}")
        if browser.status != 303:
            break
        path = browser.got["location"].removeprefix("/")
    assert browser.status == 404


def test_who_has_a_seat_gets_to_it_by_a_link_in_small_letters(server: Server) -> None:
    here = server.open(saved())
    anna = Browser(server).join(here.code, "Anna")
    anna.ask(f"/join/{here.code.lower()}/")
    assert "Anna" in anna.ask(anna.got["location"]).text


# --- joining


@pytest.mark.parametrize("phones", [40, pytest.param(MOST_PEOPLE, marks=pytest.mark.hosting)])
def test_all_phones_behind_one_address_join_within_a_minute(server: Server, phones: int) -> None:
    here = server.open(saved())
    begun = monotonic()

    def join(number: int) -> int:
        phone = Browser(server)
        while phone.join(here.code, f"Name {number}").status != 303 and monotonic() < begun + 60:
            sleep(1)
        return phone.status

    with ThreadPoolExecutor(40) as school:
        joined = list(school.map(join, range(phones)))
    assert joined == [303] * phones
    assert len(here.room.present) == phones


def test_invented_people_from_one_address_do_not_fill_a_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "JOINS", (FEW, 600.0))
    with Server(tmp_path) as server:
        here, other = server.open(saved()), server.open(saved())
        for number in range(FEW):
            assert Browser(server).join(here.code, f"Bot {number}").status == 303
            if number < FEW - 1:
                taken = Browser(server).join(here.code, "bot 0").alert
        late = Browser(server).join(here.code, "Anna")
        assert late.alert != taken
        assert 'value="Anna"' in late.text
        assert len(here.room.people) == FEW
        assert Browser(server).join(other.code, "Anna").status == 303


def test_who_was_sent_away_frees_a_place(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wishes, "MOST_PEOPLE", 2)
    here = server.open(saved())
    for name in ("Bot 1", "Bot 2"):
        assert Browser(server).join(here.code, name).status == 303
    full = Browser(server).ask(f"/join/{here.code}")
    assert figures(full.alert) == ["2"]
    assert 'name="name"' not in full.text
    server.wish(here, lambda room: [wishes.remove(room, 0)])
    assert Browser(server).join(here.code, "Anna").status == 303


def test_a_closed_class_says_so_and_keeps_those_who_are_in_it(server: Server) -> None:
    here = server.open(saved())
    anna = Browser(server).join(here.code, "Anna")
    form = Browser(server).ask(f"/join/{here.code}")
    server.wish(here, lambda room: [wishes.close(room, closed=True)])
    shut = Browser(server, **{"Accept-Language": "de"}).ask(f"/join/{here.code}")
    assert shut.status == 200
    assert 'name="name"' not in shut.text
    form.ask(f"/class/{here.code}/join", {"form": form.form, "name": "Late"})
    assert form.alert == Browser(server).ask(f"/join/{here.code}").alert != shut.alert
    assert len(here.room.people) == 1
    assert anna.ask(f"/class/{here.code}?again=1").status == 200
    server.wish(here, lambda room: [wishes.close(room, closed=False)])
    assert Browser(server).join(here.code, "Late").status == 303


# --- tickets


def test_a_ticket_works_once_and_gives_a_new_token(server: Server) -> None:
    here = server.open(saved())
    code = here.code
    old = Browser(server).join(code, "Anna")
    was = token(old, code)
    ticket = here.tickets.issue(0, here.room.people)
    assert ticket != was
    phones = [Browser(server).ask(f"/join/{code}?ticket={ticket}") for _ in range(3)]
    assert all("Anna" in each.text for each in phones)
    assert old.ask(f"/class/{code}?again=1").status == 200, "to screen does not use it"
    for phone in phones:
        phone.ask(f"/class/{code}/join", {"form": phone.form, "ticket": ticket})
    first, *others = phones
    assert first.status == 303
    assert token(first, code) not in {was, ticket}
    assert "Anna" in first.ask(f"/class/{code}?again=1").text
    for other in others:
        assert other.status == 409
        assert other.alert
        assert [name for name, _ in other.cookies] == ["paydays-form"]
    assert Browser(server).ask(f"/join/{code}?ticket={ticket}").status == 410
    lines = b"".join(each.data for each in server.classroom.store.load(here.id))
    for secret in (ticket, was, token(first, code)):
        assert secret.encode() not in lines
    assert len(here.room.people) == 1


def test_a_ticket_is_no_seat_and_a_token_no_ticket(server: Server) -> None:
    here = server.open(saved())
    code = here.code
    anna = Browser(server).join(code, "Anna")
    ticket = here.tickets.issue(0, here.room.people)
    thief = Browser(server)
    thief.cookies[f"paydays-{code}", f"/class/{code}"] = ticket
    assert thief.ask(f"/class/{code}?again=1").status == 303
    assert socket(thief, code) == 403
    for wrong in ("wrong", token(anna, code), here.room.people[0].token):
        assert Browser(server).ask(f"/join/{code}?ticket={wrong}").status == 410


def test_two_phones_that_use_a_ticket_at_once_do_not_both_get_the_seat(server: Server) -> None:
    here = server.open(saved())
    code = here.code
    Browser(server).join(code, "Anna")
    ticket = here.tickets.issue(0, here.room.people)
    phones = [Browser(server).ask(f"/join/{code}?ticket={ticket}") for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        got = list(
            pool.map(
                lambda each: (
                    each.ask(f"/class/{code}/join", {"form": each.form, "ticket": ticket}).status
                ),
                phones,
            )
        )
    assert sorted(got) == [303] + [409] * 7


def test_the_old_phone_is_told(server: Server) -> None:
    here = server.open(saved())
    code = here.code
    old = Browser(server).join(code, "Anna")
    server.wish(here, lambda room: [wishes.change_phone(room, 0, digest("of the new phone"))])
    for page in ("", "?again=1"):
        assert old.ask(f"/class/{code}{page}").status == 200
        assert old.alert
    assert heard(server, code, token(old, code)) == ['{"kind":"gone"}']
    old.join(code, "Ben")  # somebody else has it now
    assert old.status == 303
    assert "Ben" in old.ask(f"/class/{code}?again=1").text


def test_who_was_sent_away_is_told_and_may_come_again(server: Server) -> None:
    here = server.open(saved())
    code = here.code
    anna = Browser(server).join(code, "Anna")
    ticket = here.tickets.issue(0, here.room.people)
    server.wish(here, lambda room: [wishes.remove(room, 0)])
    assert heard(server, code, token(anna, code)) == ['{"kind":"gone"}']
    assert anna.ask(f"/class/{code}?again=1").status == 303
    assert Browser(server).ask(f"/join/{code}?ticket={ticket}").status == 410
    assert anna.join(code, "Anna").status == 303


def test_a_server_that_starts_again_has_all_seats_and_no_tickets(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        here = server.open(saved())
        code = here.code
        old, moved = (Browser(server).join(code, name) for name in ("Anna", "Ben"))
        server.wish(
            here, lambda room: [wishes.change_phone(room, 1, digest("of Ben’s new phone"))]
        )
        ticket = here.tickets.issue(0, here.room.people)
    with Server(tmp_path) as server:
        old.server = moved.server = server
        assert Browser(server).ask(f"/join/{code}?ticket={ticket}").status == 410
        assert "Anna" in old.ask(f"/class/{code}?again=1").text
        assert moved.ask(f"/class/{code}?again=1").alert
        here = server.classroom.live.rooms[code]
        again = here.tickets.issue(0, here.room.people)
        new = Browser(server).ask(f"/join/{code}?ticket={again}")
        assert new.ask(f"/class/{code}/join", {"form": new.form, "ticket": again}).status == 303


# --- who may open a class


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "LocalHost"])
def test_a_browser_of_this_machine_opens_classes_under_its_own_names(
    server: Server, host: str
) -> None:
    for named in (host, f"{host}:{server.port}", f"{host}:9999"):
        for more in ({}, {"Origin": f"http://{named}".lower()}):
            own = Browser(server, Host=named, **more)
            assert own.ask("/class/draft").text == "true"
            own.ask("/class/new")
            own.ask("/class/new", {"form": own.form, "game": "zock", "way": "poll"})
            assert own.status == 303


@pytest.mark.parametrize(
    "more",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example", "Origin": "http://evil.example"},
        {"Host": "127.0.0.1.evil.example:8866"},
        {"Host": "localhost.evil.example"},
        {"Host": "192.168.1.5:8866"},
        {"Host": "localhost", "Origin": "http://evil.example"},
        {"Host": "localhost:8866", "Origin": "http://localhost:1234"},
        {"Host": "localhost", "Origin": "null"},
        {"Host": "["},
        {"Host": "evil.example", "X-Real-IP": "127.0.0.1", "X-Forwarded-Host": "localhost"},
    ],
)
def test_another_site_opens_no_class_under_its_own_name(
    server: Server, more: dict[str, str]
) -> None:
    form = Browser(server).ask("/join")
    assert form.ask("/class/draft", more=more).text == "false"
    assert "<form" not in form.ask("/class/new", more=more).text
    rooms = len(server.classroom.live.rooms)
    fields = {"form": Browser(server).ask("/join").form, "game": "zock"}
    form.cookies["paydays-form", "/"] = fields["form"]
    assert form.ask("/class/new", fields, more).status == 403
    assert len(server.classroom.live.rooms) == rooms
