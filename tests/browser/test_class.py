"""A class in real browsers: four phones at a table, one of which loses its line and comes back."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.live import CROWDED
from tests.browser.conftest import Visit
from tests.browser.dashboard import faults
from tests.browser.test_every_dashboard import SMALL
from tests.classroom.phones import saved
from tests.classroom.programmes import opened, play, programme
from tests.classroom.server import HOST_TOKEN, Server

NAMES = ("Anna", "Ben", "Cara", "Dan")
WORKED_OUT = 300_000
"""Milliseconds in which even a busy machine has compiled and played the games of a question."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("class")) as running:
        yield running


@pytest.fixture(scope="module")
def table(server: Server, visit: Visit) -> Iterator[tuple[Here, list[Page]]]:
    """A table of Zahltag with four phones, where nothing has been decided yet."""
    here = server.open(saved(), pace="fast", limit=3600)
    with ExitStack() as visits:
        looks: list[dict[str, Any]] = [
            {},
            {"locale": "fr-FR"},
            {"locale": "de-DE", "color_scheme": "dark"},
            {},
        ]
        phones = [visits.enter_context(visit(**PHONE, **look)) for look in looks]
        for phone, name in zip(phones, NAMES, strict=True):
            phone.goto(f"{server.address}join/{here.code}")
            phone.get_by_role("textbox").fill(name)
            phone.get_by_role("button").click()
            expect(phone.locator(".cl-lobby")).to_be_visible()
        server.begin(here)
        yield here, phones


def playable(phone: Page, move: str) -> Locator:
    """Find what plays a move, such as ``1 bid 5``."""
    return phone.locator(f'[data-move="{move}"]:not([aria-disabled=true])')


def told(phone: Page) -> Locator:
    return phone.locator("[data-key=told]")


def bids(phone: Page, seat: int) -> list[str]:
    moves = phone.locator(f'[data-move^="{seat + 1} bid"]:not([aria-disabled=true])')
    return [str(each.get_attribute("data-move")) for each in moves.all()]


def to_the_bids(here: Here, phones: list[Page]) -> None:
    """Keep all hands until everybody bids, and at least two can do so."""
    while True:
        expect(told(phones[0])).not_to_be_empty()
        sitting = here.room.sittings[0]
        for phone in phones:
            phone.wait_for_timeout(20)  # Playwright hears nothing while it sleeps
        if not sitting.waiting:
            continue
        if sitting.asking == {0, 1, 2, 3}:
            for seat, phone in enumerate(phones):
                expect(playable(phone, f"{seat + 1} bid 00")).to_be_visible()
            if sum(len(bids(phone, seat)) > 1 for seat, phone in enumerate(phones)) > 1:
                return
            for seat, phone in enumerate(phones):
                playable(phone, f"{seat + 1} bid 00").click()
                expect(playable(phone, f"{seat + 1} bid 00")).to_have_count(0)
        else:
            seat = sitting.waiting[0]
            playable(phones[seat], f"{seat + 1} keep").click()
            expect(playable(phones[seat], f"{seat + 1} keep")).to_have_count(0)


def test_four_phones_play_a_round_with_a_tie(table: tuple[Here, list[Page]]) -> None:
    here, phones = table
    to_the_bids(here, phones)
    able = [seat for seat in range(4) if len(bids(phones[seat], seat)) > 1][:2]
    for seat, phone in enumerate(phones):  # what is asked and the purse are on the first screen
        expect(told(phone)).to_be_in_viewport()
        expect(phone.locator("[data-key=purse]")).to_be_in_viewport()
        assert phone.title().startswith("● ")
        expect(phone.locator("[data-until]")).to_have_text(re.compile(r"^(59|60):[0-5]\d$"))
        box = phone.locator(f'[data-move="{seat + 1} bid 00"]').bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    languages = [phone.evaluate("document.documentElement.lang") for phone in phones]
    assert languages == ["en", "fr", "de", "en"]
    asked = here.room.sittings[0].asked
    order = [*(seat for seat in range(4) if seat not in able), *able]
    for number, seat in enumerate(order):
        move = f"{seat + 1} bid {4 if seat in able else '00'}"
        playable(phones[seat], move).click()
        if number < 3:
            expect(playable(phones[seat], move)).to_have_count(0)
            left = str(3 - number)
            expect(told(phones[seat])).to_contain_text(left)
            assert "●" not in phones[seat].title()
    for phone in phones:  # two have bid the same: all see it, each in the own language
        expect(phone.locator("[data-key=story]")).to_contain_text("4")
    for phone in phones:  # and sees all cards turned over, without scrolling
        cards = phone.locator(".pw-zt-reveal .pw-zt-bid[data-face=up]")
        expect(cards).to_have_count(4)
        for card in cards.all():
            expect(card).to_be_in_viewport(ratio=1)
    made = [each for each in here.room.sittings[0].decisions if each.asked == asked]
    assert sorted(str(each.move) for each in made) == sorted(
        f"{seat + 1} bid {4 if seat in able else '00'}" for seat in range(4)
    )


def test_a_phone_that_was_away_comes_back_to_its_seat(
    table: tuple[Here, list[Page]], server: Server
) -> None:
    here, phones = table
    phone = phones[1]
    phone.context.set_offline(True)
    expect(phone.locator(".pw-banner--lost")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.locator(".pw-banner--lost")).to_have_count(0)
    phone.goto("about:blank")
    while 1 in here.there:
        phone.wait_for_timeout(20)
    phone.goto(f"{server.address}class/{here.code}")
    expect(phone.locator("[data-key=who]")).to_contain_text("Ben")
    while 1 not in here.there:
        phone.wait_for_timeout(20)
    assert len(here.room.people) == 4
    for verb, wanted in (("theme", "dark"), ("language", "de")):
        phone.locator("[data-key=prefs] summary").click()
        phone.locator(f"[data-do={verb}]").select_option(wanted)
        expect(phone.locator("[data-key=prefs]")).not_to_have_attribute("open", "")
    expect(phone.locator("main")).to_have_attribute("data-theme", "dark")
    expect(phone.locator("html")).to_have_attribute("lang", "de")
    phone.reload()
    expect(phone.locator("html")).to_have_attribute("lang", "de")
    expect(phone.locator("main")).to_have_attribute("data-theme", "dark")
    server.wish(here, lambda room: [wishes.pause(room, paused=True)])
    for each in phones:
        expect(each.locator("[data-key=paused]")).to_be_visible()
    server.wish(here, lambda room: [wishes.pause(room, paused=False)])
    for each in phones:
        expect(each.locator("[data-key=paused]")).to_have_count(0)


def test_a_countdown_does_not_follow_a_jump_of_the_phones_clock(
    table: tuple[Here, list[Page]],
) -> None:
    _, phones = table
    phone = phones[2]
    place = phone.locator("[data-until]")
    expect(place).to_have_text(re.compile(r"^(5\d|60):[0-5]\d$"))
    phone.evaluate("Date.now = ((now) => () => now() + 3_600_000)(Date.now)")
    for _ in range(2):  # it has been counted since
        expect(place).not_to_have_text(place.inner_text())
    expect(place).to_have_text(re.compile(r"^(5\d|60):[0-5]\d$"))


def test_a_page_whose_line_made_way_rests_until_it_is_touched(
    table: tuple[Here, list[Page]], server: Server
) -> None:
    here, phones = table
    phone = phones[3]
    (client,) = (each for each in here.clients if each.person == 3)
    server.loop.call_soon_threadsafe(client.close, CROWDED, "too many pages of one person")
    expect(phone.locator(".pw-banner--lost")).to_be_visible()
    phone.wait_for_timeout(1_000)  # many times what another page waits
    assert 3 not in here.there
    phone.locator(".pw-banner--lost").click()
    expect(phone.locator(".pw-banner--lost")).to_have_count(0)
    while 3 not in here.there:
        phone.wait_for_timeout(20)


def talked_over(teacher: Page, anna: Page) -> None:
    """Ask what the answer earns, play it, and go on when it has been talked over."""
    teacher.get_by_role("button", name="Which answer earns most?").click()
    earned = teacher.locator("[data-key=earned-1-keep]")
    expect(earned).to_be_visible(timeout=WORKED_OUT)
    expect(teacher.locator("[data-key=lab-progress]")).to_have_count(0, timeout=WORKED_OUT)
    notes = teacher.locator("[data-key=earned-notes]")
    notes.locator("summary").click()
    expect(notes.locator("summary ~ *").first).to_be_visible()
    asked = told(anna).inner_text()
    teacher.locator('[data-do="go-on"]').first.click()
    expect(anna.locator("[data-key=spread]")).to_have_count(0)
    onward = teacher.get_by_role("button", name="Next question")
    expect(onward).to_be_visible(timeout=WORKED_OUT)
    expect(earned).to_be_visible()  # it stays until the next question
    expect(told(anna)).not_to_have_text(asked)
    onward.click()
    expect(teacher.locator(".cl-answers")).to_have_count(0)


def test_a_teacher_polls_a_class(server: Server, visit: Visit) -> None:
    with visit() as teacher, visit(**PHONE) as anna, visit(**PHONE) as ben:
        teacher.goto(f"{server.address}class/new")
        teacher.get_by_label("Zahltag").check()
        teacher.get_by_label("As a poll").check()
        teacher.get_by_label("Skip the set-up").uncheck()
        teacher.get_by_role("button", name="Open the class").click()
        expect(teacher.locator(".cl-join__qr svg")).to_be_visible()
        code = teacher.url.split("/")[-2]
        for phone, name in ((anna, "Anna"), (ben, "Ben")):
            phone.goto(f"{server.address}join")
            phone.get_by_role("textbox").fill(code.lower())
            phone.get_by_role("button").click()
            phone.get_by_label("Your name").fill(name)
            phone.get_by_role("button", name="Join").click()
        expect(teacher.locator(".cl-names")).to_contain_text("Anna")
        expect(teacher.locator(".cl-names")).to_contain_text("Ben")
        teacher.get_by_role("button", name="Begin", exact=True).click()
        teacher.set_viewport_size({"width": 1920, "height": 1080})
        expect(teacher.locator(".pw-desk--projector .pw-board")).to_be_in_viewport(ratio=1)
        assert teacher.evaluate(SMALL) == []
        playable(anna, "1 keep").click()
        expect(teacher.locator("[data-key=count]")).to_contain_text("1 of 2")
        playable(ben, "1 keep").click()
        expect(teacher.locator("[data-key=count]")).to_contain_text("2 of 2")
        expect(teacher.locator(".cl-answers")).to_have_count(0)
        teacher.keyboard.press("Space")  # the next thing to do is on the space bar
        expect(teacher.locator(".cl-answers")).to_contain_text("2")
        for width, height in ((1920, 1080), (1280, 800)):
            teacher.set_viewport_size({"width": width, "height": height})
            for part in (".cl-answers", ".pw-board"):  # the class sees both at once, whole
                expect(teacher.locator(part)).to_be_in_viewport(ratio=1)
        expect(anna.locator("[data-key=spread]")).to_be_visible()
        talked_over(teacher, anna)
        teacher.reload()  # nothing is lost: the room is on the server
        expect(teacher.locator("[data-key=bar]")).to_contain_text("Zahltag")
        teacher.get_by_role("button", name="Results").click()
        expect(teacher.locator(".cl-sheet")).to_be_visible()
        expect(teacher.locator(".cl-said--played")).to_have_count(1)
        heads = teacher.locator(".cl-sheet th")
        assert heads.evaluate_all("all => all.filter(th => th.scrollWidth > th.clientWidth)") == []
        with teacher.expect_download() as file:
            teacher.get_by_role("link", name="CSV").click()
        assert file.value.suggested_filename == f"zahltag-{code}-decisions.csv"


def test_the_game_of_a_dashboard_is_played_with_the_class(voila_url: str, visit: Visit) -> None:
    with visit() as teacher:
        teacher.goto(f"{voila_url}voila/render/dashboards/zahltag.ipynb")
        teacher.get_by_role("button", name="Save and share").click()
        with teacher.context.expect_page() as popup:
            teacher.get_by_role("button", name="Open a class").click()
        page = popup.value
        expect(page.locator("[data-key=brings-new]")).to_be_visible()
        expect(page.locator("[data-key=unreached] code")).to_be_visible()
        page.get_by_role("button", name="Open the class").click()
        # the server listens to this machine alone: no phone could open an address with a code
        expect(page.locator("[data-key=unreached] code")).to_be_visible()
        expect(page.locator(".cl-join__code")).to_have_count(0)
        page.close()


def test_a_class_is_opened_from_the_first_line_of_a_dashboard(
    voila_url: str, visit: Visit
) -> None:
    with visit() as teacher:
        teacher.goto(f"{voila_url}voila/render/dashboards/zahltag.ipynb")
        link = teacher.get_by_role("navigation").get_by_role("link", name="Play with the class")
        expect(link).to_be_in_viewport(ratio=1)
        assert str(link.get_attribute("href")).endswith("/class/new?game=zahltag")
        keep = teacher.locator('[data-move="1 keep"]:not([aria-disabled=true])')
        keep.first.click()
        expect(keep).to_have_count(0)
        with teacher.context.expect_page() as popup:
            link.click()
        expect(popup.value.locator("[data-key=brings-position]")).to_be_visible()
        expect(popup.value.get_by_label("Skip the set-up")).to_be_checked()
        popup.value.close()
        teacher.set_viewport_size({"width": 390, "height": 844})
        expect(link).to_be_hidden()  # there the rules are told from this line
    with visit() as reader:
        reader.goto(f"{voila_url}voila/render/lessons/01_the_lowest_bid.ipynb")
        links = reader.get_by_role("navigation").get_by_role("link")
        expect(links).to_have_count(2)  # home, and as homework
        expect(reader.locator("[data-key=with-the-class]")).to_be_hidden()


def faults_by_day_and_night(page: Page, within: str = ".pw-desk") -> list[str]:
    """List the faults of a page by day, and those of its contrast by night."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    by_day = faults(page, within=within)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return by_day + faults(page, contrast=True, within=within)


@pytest.mark.walk
@pytest.mark.parametrize("way", ["tables", "poll"])
def test_axe_finds_no_fault_with_a_class(server: Server, visit: Visit, way: str) -> None:
    """What is the same in a poll is looked at once."""
    polled = way == "poll"
    with visit() as teacher, visit(**PHONE) as anna, visit(**PHONE) as ben:
        teacher.goto(f"{server.address}class/new")
        if not polled:
            assert faults_by_day_and_night(teacher, within="body") == []
        # in a poll of Zahltag the class decides at once
        teacher.get_by_label("Zahltag" if polled else "Zock").check()
        teacher.get_by_label("As a poll" if polled else "At tables").check()
        teacher.get_by_role("button", name="Open the class").click()
        expect(teacher.locator(".cl-join__qr svg")).to_be_visible()
        code = teacher.url.split("/")[-2]
        for phone, name in ((anna, "Anna"), (ben, "Ben")):
            phone.goto(f"{server.address}join/{code}")
            if not polled:
                assert faults_by_day_and_night(phone, within="body") == []
            phone.get_by_label("Your name").fill(name)
            phone.get_by_role("button", name="Join").click()
            expect(teacher.locator(".cl-names")).to_contain_text(name)
        for page in (teacher, anna):
            if not polled:
                assert faults_by_day_and_night(page) == []
        teacher.get_by_role("button", name="Begin", exact=True).click()
        expect(anna.locator("[data-key=story]")).to_be_visible()
        for page in (teacher, anna, ben):
            assert faults_by_day_and_night(page) == []
        for part in ("Results",) if polled else ("People", "Options", "Results"):
            teacher.get_by_role("button", name=part).click()
            expect(teacher.locator(f"[data-key={part.lower()}]")).to_be_visible()
            assert faults_by_day_and_night(teacher) == []
        if polled:
            teacher.get_by_role("button", name="Results").click()
            teacher.get_by_role("button", name="Show the answers").click()
            expect(anna.locator("[data-key=spread]")).to_be_visible()
            for page in (teacher, anna):
                assert faults_by_day_and_night(page) == []


MARKED = """all => all.map(each => {
  const { backgroundColor, outlineStyle } = getComputedStyle(each);
  return backgroundColor + outlineStyle;
})"""


def test_results_tell_marks_and_the_chosen_block_apart_in_forced_colours(
    server: Server, visit: Visit
) -> None:
    blocks = {"rules": "first_price"}, {"rules": "second_price"}
    played = opened(*blocks).join(*NAMES[:4]).begin()
    play(played)
    played.begin()
    play(played)
    here = server.open("", programme=programme(*blocks), pace="fast")
    for entry, _ in played.log[1:]:
        server.wish(here, lambda _, entry=entry: [entry])  # type: ignore[misc]
    with visit() as teacher:
        teacher.context.add_cookies(
            [{"name": f"paydays-host-{here.code}", "value": HOST_TOKEN, "url": server.address}]
        )
        teacher.emulate_media(forced_colors="active")
        teacher.goto(f"{server.address}class/{here.code}/teacher")
        teacher.get_by_role("button", name="Results").click()
        results = teacher.locator(".cl-results")
        expect(results.locator(".cl-plot")).to_be_visible()
        chosen = results.locator(".pw-btn[aria-pressed]").evaluate_all(MARKED)
        assert sum("solid" in each for each in chosen) == 1
        signs = results.locator(".cl-key").evaluate_all(MARKED)
        assert len(signs) == 2
        assert not {*signs} & {*results.evaluate_all(MARKED)}


def test_a_phone_follows_to_the_next_game_by_itself(server: Server, visit: Visit) -> None:
    here = server.open(saved(seats=2), size=2, pace="fast")
    with visit(**PHONE) as phone, visit() as desk:
        phone.goto(f"{server.address}join/{here.code}")
        phone.get_by_role("textbox").fill("Anna")
        phone.get_by_role("button").click()
        expect(phone.locator("[data-key=lobby]")).to_be_visible()
        address = f"{server.address}class/{here.code}"
        desk.context.add_cookies(
            [{"name": f"paydays-host-{here.code}", "value": HOST_TOKEN, "url": address}]
        )
        desk.goto(f"{address}/teacher")
        server.begin(here)
        expect(phone.locator("[data-part=stage] [data-move]").first).to_be_visible()
        desk.locator("[data-key=open-end]").click()
        desk.locator("[data-key=next-game]").click()
        desk.locator("input[name=game][value=zock]").check()
        desk.locator("form.cl-form button.pw-btn--primary").click()
        expect(desk.locator("[data-key=qr]")).to_be_visible()
        expect(phone.locator("[data-key=lobby]")).to_be_visible()
        sheet = phone.locator("link[data-style]")
        expect(sheet).to_have_attribute("href", re.compile(r"/zock\.\w+\.css$"))
        server.begin(here)
        expect(phone.locator("[data-part=stage] .pw-board")).to_be_visible()
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        desk.locator("[data-key=open-results]").click()
        desk.locator("[data-key=chapter-0]").click()
        expect(desk.locator("[data-key=chapter-0]")).to_have_attribute("aria-pressed", "true")
        assert not [*faults(phone), *faults(desk)]
