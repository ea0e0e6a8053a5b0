"""Gauge and buttons in forced colours, as a reader with Windows's contrast themes sees it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader
from playwright.sync_api import Page

import paydays_widgets
from paydays_widgets.show.gauge import Gauge

ROOT = Path(paydays_widgets.__file__).parent
SHEETS = ("panel.css", "kit.css")
GROUNDS = """all => all.map(each => {
  const look = getComputedStyle(each);
  const edge = look.borderTopWidth === "0px" ? "" : look.borderTopColor;
  return [look.backgroundColor, look.backgroundImage, edge].join(" ");
})"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_parts_of_a_gauge_are_told_apart_in_forced_colours(
    scheme: str, visitors: Callable[..., Page]
) -> None:
    kit = Environment(loader=FileSystemLoader(ROOT / "show"), autoescape=True)
    page = visitors(color_scheme=scheme, forced_colors="active")
    gauge = kit.from_string('{% from "kit.html.j2" import gauged %}{{ gauged(gauge) }}')
    css = "".join((ROOT / "show" / "static" / each).read_text("utf-8") for each in SHEETS)
    drawn = gauge.render(gauge=Gauge(40, 20, 80, 90, ""))
    page.set_content(f"<style>{css}</style><div class='pw'><div>{drawn}</div></div>")
    looks = page.locator(".pw-gauge__bar > i").evaluate_all(GROUNDS)
    assert len({*looks}) == len(looks) == 5
    outline = page.locator(".pw-gauge__bar").evaluate("el => getComputedStyle(el).outlineStyle")
    assert outline == "solid"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_button_that_cannot_be_pressed_looks_so(
    scheme: str, visitors: Callable[..., Page]
) -> None:
    page = visitors(color_scheme=scheme, forced_colors="active")
    css = (ROOT / "show" / "static" / "panel.css").read_text("utf-8")
    buttons = "".join(
        f"<button class='pw-btn' aria-disabled='{disabled}'>Bid</button>"
        for disabled in ("false", "true")
    )
    page.set_content(f"<style>{css}</style><div class='pw'>{buttons}</div>")
    able, unable = page.locator("button").evaluate_all(
        "all => all.map(getComputedStyle).map(look => [look.color, look.borderColor])"
    )
    assert all(one != other for one, other in zip(able, unable, strict=True))
