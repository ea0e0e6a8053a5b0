"""What a screen reader hears, and what an automatic check finds."""

import re

from playwright.sync_api import Page, expect

from tests.browser.dashboard import faults, key, put, tab
from tests.browser.zahltag import changing, offered


def test_no_serious_fault_is_found_in_banners(desk: Page) -> None:
    put(desk, changing())
    tab(desk, "positions")
    key(desk, "vb-tie-at-one").click()
    key(desk, "answer-toggle").click()
    expect(key(desk, "verdict")).to_be_visible()
    key(desk, "step").click(force=True)
    expect(key(desk, "message")).to_be_visible()
    assert faults(desk) == []


def test_every_stack_card_and_bid_has_a_name(desk: Page) -> None:
    put(desk, changing())
    for kind in ("Foreman", "Worker", "Crane", "Excavator"):
        name = re.compile(rf"^{kind} stack, \d+ left\. Take: \w+$")
        expect(desk.get_by_role("button", name=name)).to_be_visible()
    hand = desk.get_by_role("group", name="Anna: 7 hand cards")
    for cards in ("2 foremen", "2 workers", "2 cranes", "1 excavator"):
        name = re.compile(rf"^In your hand: {cards}\. Pick one up")
        expect(hand.get_by_role("button", name=name)).to_be_visible()
    for seat in ("Ben", "Chloé", "David"):
        expect(desk.get_by_role("img", name=f"{seat}: 7 hand cards, hidden")).to_be_visible()
        expect(desk.get_by_role("group", name=f"{seat}, 20 M")).to_be_visible()
    put(desk, offered())
    bids = desk.get_by_role("group", name="Your bid, Anna")
    for amount in range(1, 9):
        expect(bids.get_by_role("button", name=f"Bid {amount} M", exact=True)).to_be_visible()
    expect(bids.get_by_role("button", name="Pass, with the card 00")).to_be_visible()
    expect(desk.get_by_role("group", name=re.compile("^Contract “Kiosk” needs"))).to_be_visible()
    expect(
        desk.get_by_role("img", name=re.compile(r"^Face-down pile, \d+ cards$"))
    ).to_be_attached()
    bids.get_by_role("button", name="Bid 3 M").click()
    expect(desk.get_by_role("img", name=re.compile("^Anna has played 3"))).to_be_visible()


def test_what_happens_is_said(desk: Page) -> None:
    put(desk, offered())
    said = desk.locator(".pw-desk__side .pw [role=status]")
    desk.get_by_role("button", name="Bid 5 M", exact=True).click()
    expect(said).to_contain_text("Anna")
    key(desk, "step").click()
    expect(said).to_contain_text("Ben")


def test_parts_of_the_panel_are_landmarks_with_headings(desk: Page) -> None:
    put(desk, changing())
    for name in ("Controls", "Table", "Storyline", "More"):
        expect(desk.get_by_role("region", name=name, exact=True)).to_be_visible()
    for heading in ("Zahltag", "Storyline"):
        expect(desk.get_by_role("heading", name=heading, exact=True)).to_be_visible()
