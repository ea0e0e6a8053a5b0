"""A lesson with its running order in real browsers, whose server is killed in the middle of it."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Error, Locator, Page, expect

from paydays_widgets.classroom import running
from paydays_widgets.core.text import LANGUAGES
from tests.browser.address import free_port
from tests.browser.dashboard import faults
from tests.browser.test_class import PHONE
from tests.classroom.server import Server
from tests.classroom.test_server_killed import kill, server

PEOPLE = 8
LESSON = "2_how_much_less"
LONG = 60_000
"""Milliseconds in which even a busy machine goes on."""


def key(page: Page, name: str) -> Locator:
    return page.locator(f'[data-key="{name}"]')


def arrive(page: Page, address: str) -> None:
    """Open a page of a server that is perhaps not yet there."""
    for _ in range(100):
        try:
            page.goto(address)
        except Error:
            page.wait_for_timeout(100)
        else:
            return
    raise AssertionError("the server does not come")


class Lesson:
    """A projector, the teacher's notes and phones."""

    def __init__(self, visitors: Callable[..., Page], address: str) -> None:
        self.visitors = visitors
        self.address = address
        self.projector = visitors(viewport={"width": 1920, "height": 1080})
        arrive(self.projector, f"{address}class/today")
        self.projector.locator(f'[name=order][value="{LESSON}"]').check()
        self.projector.locator('[name=short][value="yes"]').check()
        self.projector.locator("form .pw-btn--primary").click()
        expect(key(self.projector, "stage-bar")).to_be_visible()
        self.code = self.projector.url.partition("/class/")[2][:8]
        self.notes = self.projector.context.new_page()
        self.notes.set_viewport_size({"width": 390, "height": 844})
        self.notes.goto(f"{address}class/{self.code}/notes")
        self.phones = [self.join(f"P{number}") for number in range(PEOPLE)]

    def join(self, name: str) -> Page:
        phone = self.visitors(**PHONE)
        phone.goto(f"{self.address}join/{self.code}")
        phone.get_by_role("textbox").fill(name)
        phone.get_by_role("button").click()
        expect(phone.locator(".cl-lobby")).to_be_visible()
        return phone

    def go_to(self, stage: int) -> None:
        """Go on by the teacher's notes; the projector follows."""
        button = f'[data-key="stage-bar"] [data-key="stage-{stage}"]'
        self.notes.locator(button).click()
        for page in (self.notes, self.projector):
            expect(page.locator(button)).to_have_count(0)

    def play(self, end: Locator) -> None:
        """Let everybody pass, again and again, until something is there."""
        for _ in range(LONG // 100):
            if end.count():
                return
            for phone in self.phones:
                passes(phone)
            self.projector.wait_for_timeout(100)
        raise AssertionError("the game does not end")

    def another_phone(self, number: int) -> None:
        """Lose a phone; the same student comes back on a page of the same browser."""
        lost = self.phones[number]
        back = lost.context.new_page()
        lost.close()
        arrive(back, f"{self.address}class/{self.code}")
        self.phones[number] = back

    def check(self) -> None:
        """Let everybody but the last answer the question on the rules; the teacher begins."""
        for phone in self.phones[:-1]:
            phone.locator("[data-do=check]").first.click()
            expect(key(phone, "check-0-told")).to_be_visible()
        expect(key(self.notes, "checks-waiting")).to_contain_text(f"P{PEOPLE - 1}")
        key(self.notes, "begin").click()

    def choose(self, stage: int, options: int) -> None:
        for number, phone in enumerate(self.phones):
            chosen = key(phone, f"choice-{stage}-{number % options}")
            chosen.click()
            expect(chosen).to_have_attribute("aria-pressed", "true")
        expect(key(self.notes, "missing")).to_have_count(0)


def passes(phone: Page) -> None:
    """Pass, if the phone is asked."""
    button = phone.locator('[data-part=stage] [data-move$=" pass"]:not([aria-disabled=true])')
    if button.count():
        with suppress(Error):  # another has ended the round
            button.click(timeout=1_000)


def test_a_lesson_in_browsers(visitors: Callable[..., Page], tmp_path: Path) -> None:
    port = free_port()
    with server(f"sqlite:///{tmp_path}/class.db", port) as program:
        lesson = Lesson(visitors, f"http://127.0.0.1:{port}/")
        projector, phones = lesson.projector, lesson.phones
        lesson.go_to(0)
        for phone in phones:
            expect(phone.locator('[data-move$=" pass"]')).to_be_visible()
            passes(phone)
        expect(key(projector, "count").locator("b")).to_have_text(re.compile(f"^{PEOPLE} "))
        key(lesson.notes, "reveal").click()
        lesson.go_to(1)
        expect(key(projector, "stage-board")).to_be_visible()
        lesson.go_to(2)
        lesson.check()
        for phone in phones[:-1]:
            passes(phone)
        kill(program)
        lesson.another_phone(-1)
        lesson.play(key(projector, "begin"))
        key(projector, "begin").click()
        lesson.play(projector.locator("[data-part=main] table"))
        lesson.go_to(3)
        lesson.choose(3, options=2)
        phones[0].reload()
        expect(key(phones[0], "choice-3-0")).to_have_attribute("aria-pressed", "true")
        lesson.go_to(4)
        expect(key(phones[0], "choice-3-0")).to_have_attribute("data-right", "yes")
        expect(projector.locator("[data-part=main] table").first).to_be_visible()
        lesson.go_to(5)
        lesson.choose(5, options=1)
        key(projector, "show-answers").click()
        for part in ("50", "100"):
            expect(key(projector, "before-after")).to_contain_text(part)
        for page in (projector, lesson.notes, *phones):
            assert page.evaluate(
                "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
            )
            assert not faults(page)


def test_a_lesson_stays_in_its_language(visitors: Callable[..., Page], tmp_path: Path) -> None:
    """The browser asks for English; the link, and then the menu, for another language."""
    with Server(tmp_path / "class") as teaching:
        page = visitors()
        page.goto(f"{teaching.address}class/today?language=fr")
        page.locator(f'[name=order][value="{LESSON}"]').check()
        page.locator("form .pw-btn--primary").click()
        bar, order = key(page, "stage-bar"), running.orders()[LESSON]
        page.locator('[data-key="stage-bar"] [data-key="stage-0"]').click()
        expect(bar).to_contain_text(order.stages[0].title.fr)
        with page.context.expect_page() as opened:
            key(page, "notes").click()
        notes = opened.value
        expect(key(notes, "say")).to_contain_text(order.stages[0].say.fr[:40])
        notes.locator('[data-key="stage-bar"] [data-key="stage-1"]').click()
        for each in (page, notes):
            expect(key(each, "stage-bar")).to_contain_text(order.stages[1].title.fr)
            expect(each.locator("html")).to_have_attribute("lang", "fr")
        key(page, "prefs").locator("summary").click()
        page.locator("[data-do=language]").select_option("de")
        expect(bar).to_contain_text(order.stages[1].title.de)
        page.reload()
        page.locator("[data-do=add-time]").click()
        expect(bar).to_contain_text(order.stages[1].title.de)
        expect(page.locator("html")).to_have_attribute("lang", "de")


def test_a_plan_prints_on_two_pages(visitors: Callable[..., Page], tmp_path: Path) -> None:
    with Server(tmp_path / "class") as teaching:
        page = visitors()
        for name in running.orders():
            for language in LANGUAGES:
                page.goto(f"{teaching.address}class/today/{name}?language={language}")
                printed = page.pdf(format="A4")
                counts = {int(each) for each in re.findall(rb"/Count (\d+)", printed)}
                assert counts == {2}, (name, language)
