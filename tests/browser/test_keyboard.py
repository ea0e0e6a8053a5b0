"""The dashboard without a mouse."""

import re

from playwright.sync_api import Page, expect

from tests.browser.dashboard import focused, key, put, tab_onto, tab_to, walk_to
from tests.browser.zahltag import changing, handed_over, offered


def test_a_card_is_exchanged_and_a_bid_made_by_keys_alone(desk: Page) -> None:
    put(desk, changing())
    tab_to(desk, "s1")
    walk_to(desk, "s1-hand-worker", "Home", "ArrowRight")
    desk.keyboard.press("Enter")
    expect(key(desk, "s1-hand-worker")).to_have_attribute("aria-pressed", "true")
    expect(key(desk, "head")).to_contain_text("worker")
    assert focused(desk) == "s1-hand-worker"
    desk.keyboard.press("ArrowUp")
    assert focused(desk).startswith("stack-")
    desk.keyboard.press("End")
    assert focused(desk) == "stack-excavator"
    desk.keyboard.press("Enter")
    expect(desk.locator(".pw-story [aria-current=step]")).to_contain_text(
        re.compile("worker.*excavator")
    )
    desk.keyboard.press("u")
    expect(key(desk, "redo")).not_to_have_attribute("aria-disabled", "true")

    put(desk, offered())
    tab_to(desk, "s1-bids")
    desk.keyboard.press("End")
    assert focused(desk) == "s1-bid-00"
    desk.keyboard.press("Home")
    assert focused(desk) == "s1-bid-1"
    walk_to(desk, "s1-bid-4", "ArrowRight")
    desk.keyboard.press("Space")
    expect(key(desk, "s1-bids")).to_have_count(0)
    expect(key(desk, "s1-bid")).to_have_text("4 M")


def test_the_hotkeys_drive_the_panel(desk: Page) -> None:
    put(desk, offered())
    desk.get_by_role("button", name="Bid 5 M", exact=True).click()
    expect(key(desk, "s1-bids")).to_have_count(0)
    slider = key(desk, "slider")
    at = int(slider.get_attribute("value") or "0")
    key(desk, "step").focus()
    desk.keyboard.press("s")
    expect(slider).to_have_attribute("value", str(at + 1))
    desk.keyboard.press("t")
    expect(slider).not_to_have_attribute("value", str(at + 1))
    desk.keyboard.press("u")
    desk.keyboard.press("r")
    expect(key(desk, "redo")).to_have_attribute("aria-disabled", "true")
    desk.keyboard.press("p")
    expect(key(desk, "on")).to_have_attribute("aria-pressed", "true")
    desk.keyboard.press("p")
    expect(key(desk, "on")).to_have_attribute("aria-pressed", "false")
    desk.keyboard.press("f")
    expect(key(desk, "face_up")).to_have_attribute("aria-pressed", "true")
    desk.keyboard.press("f")
    expect(key(desk, "face_up")).to_have_attribute("aria-pressed", "false")


def test_what_cannot_be_done_can_be_reached_and_says_why(desk: Page) -> None:
    put(desk, changing())
    tab_to(desk, "controls")
    desk.keyboard.press("Home")
    walk_to(desk, "step", "ArrowRight")
    expect(key(desk, "step")).to_have_attribute("title", re.compile("Anna"))
    desk.keyboard.press("Enter")
    expect(key(desk, "message")).to_contain_text("Anna")
    assert focused(desk) == "step"


def test_the_next_card_is_set_to_a_payday_by_keys(desk: Page) -> None:
    put(desk, changing())
    tab_onto(desk, "wish-select")
    desk.keyboard.press("ArrowDown")
    expect(key(desk, "message")).to_be_visible()
    expect(key(desk, "wish-select")).to_have_value("* turn payday")
    tab_to(desk, "s1")
    walk_to(desk, "s1-keep", "End", "ArrowLeft")
    desk.keyboard.press("Enter")
    expect(desk.locator(".pw-story [aria-current=step]")).to_contain_text("Anna")
    desk.keyboard.press("s")
    expect(key(desk, "payday-1")).to_contain_text("Payday")


def test_the_screen_is_handed_over_by_keys(desk: Page) -> None:
    put(desk, handed_over())
    expect(key(desk, "reveal")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(key(desk, "curtain")).to_have_count(0)
    assert "pw" in focused(desk)
    desk.keyboard.press("ArrowDown")
    walk_to(desk, "s2-bid-00", "ArrowRight")


def test_a_presenters_remote_and_the_space_bar_walk_on_a_projector(desk: Page) -> None:
    put(desk, offered())
    desk.get_by_role("button", name="Bid 5 M", exact=True).click()
    now = desk.locator(".pw-story [aria-current=step] .pw-story__what")
    expect(now).to_contain_text(re.compile(r"Anna.* 5\sM"))
    own = now.inner_text()
    desk.evaluate("document.activeElement.blur()")
    desk.keyboard.press("b")
    expect(key(desk, "projector")).to_have_attribute("aria-pressed", "true")
    expect(now).not_to_have_text(own)  # her bid is sealed there
    first = now.inner_text()
    desk.evaluate("document.activeElement.blur()")
    assert desk.evaluate("document.activeElement === document.body")
    scrolled = desk.evaluate("scrollY")
    for press in ("PageDown", "Space"):
        desk.keyboard.press(press)
        expect(now).not_to_have_text(first)
        desk.keyboard.press("PageUp")
        expect(now).to_have_text(first)
    assert desk.evaluate("scrollY") == scrolled
    desk.keyboard.press("b")
    expect(key(desk, "back")).to_have_count(0)
    desk.evaluate("document.activeElement.blur()")
    desk.evaluate("scrollTo(0, 0)")
    desk.keyboard.press("PageDown")  # the page scrolls, as everywhere
    desk.wait_for_function("() => scrollY > 0")
    expect(now).to_have_text(own)
