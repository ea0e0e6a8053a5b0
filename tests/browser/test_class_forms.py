"""The teacher's forms in a real browser: what is in sight, what applies, what is filled in."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from paydays_widgets import games
from paydays_widgets.classroom.pacing import BETWEEN
from paydays_widgets.classroom.web.opening import PAUSES
from paydays_widgets.core.switch import idle
from paydays_widgets.core.text import Text
from tests.browser.conftest import HEIGHTS, Visit
from tests.browser.dashboard import faults
from tests.browser.test_class import PHONE
from tests.classroom.server import Server
from tests.course import FOLDER

AUCTION = games.modules("auction_room")
PRESETS = {name: values for name, _, values in AUCTION.panel.presets(Text("en"))}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("class"), pages=FOLDER.parent) as running:
        yield running


@pytest.mark.parametrize("page", ["class/new", "class/homework/new"])
@pytest.mark.parametrize("width", HEIGHTS)
def test_what_sends_the_form_is_in_sight_and_so_is_the_way_home(
    server: Server, visit: Visit, page: str, width: int
) -> None:
    with visit(viewport={"width": width, "height": HEIGHTS[width]}) as teacher:
        teacher.goto(f"{server.address}{page}?language=de")
        expect(teacher.locator(".cl-send button")).to_be_in_viewport(ratio=1)
        expect(teacher.locator("[data-key=home]")).to_be_in_viewport(ratio=1)
        expect(teacher.locator("[data-key=languages] [aria-current]")).to_have_attribute(
            "lang", "de"
        )
        assert teacher.evaluate("document.documentElement.scrollWidth") <= width
        teacher.locator("[data-key=languages] [lang=fr]").click()
        expect(teacher.locator("html")).to_have_attribute("lang", "fr")


def test_the_set_up_is_offered_where_there_is_one(server: Server, visit: Visit) -> None:
    with visit() as teacher:
        teacher.goto(f"{server.address}class/new")
        for name in games.names():
            teacher.locator(f"[name=game][value={name}]").check()
            skip = teacher.locator("[name=skip]")
            opens = bool(games.modules(name).panel.OPENING)
            expect(skip).to_be_visible(visible=opens)


def chosen(teacher: Page, block: int = 1) -> dict[str, str]:
    field = "[name=auction_room-{name}-{block}]"
    return {
        name: teacher.locator(field.format(name=name, block=block)).input_value()
        for name in PRESETS["curse"]
    }


def test_a_start_fills_in_the_rules_of_its_block(
    server: Server, visitors: Callable[..., Page]
) -> None:
    teacher = visitors()
    teacher.goto(f"{server.address}class/new?game=auction_room")
    teacher.locator("[name=way][value=programme]").check()
    block = teacher.locator(".cl-block").first
    block.locator("summary").click()
    assert chosen(teacher) == PRESETS["first_price"]
    expect(teacher.locator("[name=auction_room-spread-1]")).to_be_hidden()  # for estimates alone
    teacher.locator("[name=auction_room-rules-1]").select_option("curse")
    assert chosen(teacher) == PRESETS["curse"]
    expect(teacher.locator("[name=auction_room-spread-1]")).to_be_visible()
    teacher.locator("[name=auction_room-auction-1]").select_option("english")
    teacher.locator("[name=auction_room-checks-1]").select_option("2")
    teacher.locator("[name=auction_room-told-1]").select_option("win")
    teacher.locator("[name=auction_room-rules-2]").select_option("")
    teacher.locator(".cl-send button").click()
    wrong = teacher.locator("[data-key=amiss-auction_room-told-1]")
    expect(wrong).to_be_visible()  # at its field, and all else as it was
    assert chosen(teacher) == PRESETS["curse"] | {"auction": "english", "told": "win"}
    assert faults(teacher, within="body") == []
    teacher.locator("[name=auction_room-told-1]").select_option("bids")
    teacher.locator(".cl-send button").click()
    expect(teacher.locator("[data-key=qr]")).to_be_visible()
    code = teacher.url.split("/")[-2]
    [rules] = server.classroom.live.rooms[code].room.rules_of_blocks
    assert (rules.auction, rules.values) == ("english", "common")
    phone = visitors(**PHONE)
    phone.goto(f"{server.address}join/{code}")
    phone.get_by_role("textbox").fill("Anna")
    phone.keyboard.press("Enter")
    question = phone.locator("[data-key=check-0]")
    expect(question.get_by_role("button").first).to_be_in_viewport()
    assert faults(phone, within="body") == []
    count = teacher.locator("[data-key=check-0-right]")
    before = count.inner_text()
    question.get_by_role("button").first.click()
    expect(phone.locator("[data-key=check-0-told]")).to_be_in_viewport()
    expect(question.get_by_role("button")).to_have_count(0)
    expect(count).not_to_have_text(before)
    assert faults(phone, within="body") == []
    assert faults(teacher, within="body") == []


def test_a_market_says_what_is_traded_and_how_long_that_takes(
    server: Server, visitors: Callable[..., Page]
) -> None:
    teacher = visitors()
    teacher.goto(f"{server.address}class/new?game=market")
    market = games.modules("market")
    text = Text("en", market.package)
    switches = market.panel.switches(text)
    brief, length = (teacher.locator(f"[data-key={each}-market]") for each in ("brief", "length"))
    teacher.locator(".cl-choose__own summary").click()
    for name, rules in market.presets.items():
        teacher.locator("[name=rules-market]").select_option(name)
        expect(brief).to_have_text(market.panel.brief(rules, text))
        for limit in (60, 120):
            teacher.locator("[name=limit-market]").select_option(str(limit))
            pauses = PAUSES * BETWEEN["normal"] // 1_000
            minutes = -(-rules.periods * (limit + pauses) // 60)
            expect(length).to_contain_text(f"{minutes} minutes")
        played = market.panel.in_class(rules)
        without = idle(played, switches)
        for switch in switches:
            if switch.field != "speech":
                field = teacher.locator(f"[name={switch.field}-market]")
                expect(field).to_be_visible(visible=switch.field not in without)
    teacher.locator("[name=periods-market]").select_option("15")
    expect(length).to_contain_text("34 minutes")
    teacher.locator("[name=limit-market]").select_option("0")
    expect(length).not_to_contain_text("minutes")
    teacher.locator("[name=way][value=team]").check()
    expect(length).to_be_hidden()
