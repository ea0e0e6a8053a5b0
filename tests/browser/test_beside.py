"""A class beside theory and experiments, as a teacher opens it at a projector and on a phone."""

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.entries import AnyEntry
from paydays_widgets.classroom.room import Room
from tests.browser.conftest import Visit
from tests.browser.dashboard import faults
from tests.classroom.programmes import programme
from tests.classroom.server import HOST_TOKEN, Server

BLOCKS = programme({"rules": "first_price", "size": "2", "rounds": "1"})
LONG = 30.0
"""Seconds in which a busy machine plays a round."""
WIDE = "document.documentElement.scrollWidth - innerWidth"
SIZES = [(1920, 1080, "light"), (1280, 800, "dark"), (390, 844, "light")]


def bids(room: Room) -> Iterator[AnyEntry]:
    """Let everybody bid half of their value."""
    for sitting in room.sittings:
        for seat in sitting.waiting:
            half = sitting.table.state.bidders[seat].value // 200 * 100
            move = f"{seat + 1} bid {half}"
            made = wishes.decide(room, sitting.people[seat][0], move, sitting.asked, 0)
            assert made is not None
            yield made


def join(name: str, room: Room) -> Iterator[AnyEntry]:
    yield wishes.join(room, name, f"digest of {name}")


def played(server: Server) -> Here:
    here = server.open("", programme=BLOCKS, pace="fast")
    server.wish(here, partial(join, "Anna"))
    server.wish(here, partial(join, "Ben"))
    server.wish(here, lambda room: [wishes.begin(room, room.present)])
    until = time.monotonic() + LONG
    while not here.room.finished and time.monotonic() < until:
        server.wish(here, bids)
        time.sleep(0.1)
    assert here.room.finished
    return here


@pytest.mark.browser
def test_a_teacher_opens_the_comparison_and_takes_it_as_a_file(
    visit: Visit, tmp_path: Path
) -> None:
    with Server(tmp_path) as server:
        here = played(server)
        for width, height, scheme in SIZES:
            with visit(viewport={"width": width, "height": height}, color_scheme=scheme) as page:
                name = f"paydays-host-{here.code}"
                page.context.add_cookies(
                    [{"name": name, "value": HOST_TOKEN, "url": server.address}]
                )
                page.goto(f"{server.address}class/{here.code}/teacher")
                summary = page.locator('[data-key="beside"] > summary')
                expect(summary).to_be_visible()
                marks = page.locator(".cl-scale__mark")
                expect(marks.first).to_be_hidden()
                summary.click()
                expect(marks).to_have_count(3)  # the class, theory, an experiment
                expect(marks.first).to_be_visible()
                assert page.evaluate(WIDE) <= 0
                file = page.locator('[data-key="beside"] a[download]')
                with page.expect_download() as download:
                    file.click()
                assert "experiment" in download.value.path().read_text(encoding="utf-8")
                page.screenshot(path=tmp_path / f"{width}.png", full_page=True)
                assert faults(page, within=".cl-beside") == []
                assert faults(page, contrast=True, within=".cl-beside") == []
