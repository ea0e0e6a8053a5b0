"""What a board's style sheet may say: it is one of several on a page, in any order."""

import re
from collections.abc import Iterator
from importlib.resources import files

import paydays_widgets.show
from paydays_widgets import games
from tests.contract.contract import ALL_FURNISHED

KIT = (files(paydays_widgets.show) / "static" / "kit.css").read_text(encoding="utf-8")
GROUPS = ("@container", "@media", "@supports", "@layer")


def selectors(css: str) -> Iterator[str]:
    """Give every selector of a style sheet, also within groups of rules."""
    css = re.sub(
        r"/\*.*?\*/|@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css, flags=re.DOTALL
    )
    for prelude in re.findall(r"([^{};]+)\{", css):
        if not prelude.strip().startswith(GROUPS):
            yield from (each.strip() for each in re.split(r",(?![^(]*\))", prelude))


def test_selectors_are_found_wherever_they_stand() -> None:
    css = """
    /* a { } */
    .pw .a, .pw .b:is(.c, .d) { --x: 1; color: red }
    @container (max-width: 560px) { .e { top: 0 } @media print { .f::after { top: 1px; } } }
    @keyframes turn { from { top: 0 } to { top: 1px } }
    """
    assert list(selectors(css)) == [".pw .a", ".pw .b:is(.c, .d)", ".e", ".f::after"]


@ALL_FURNISHED
def test_every_rule_outweighs_what_all_surfaces_share(name: str) -> None:
    css = games.modules(name).style
    found = list(selectors(css))
    assert len(found) > 3
    heavy = re.compile(
        r"(\.pw-desk(--projector|--still|--play|:has\(\.pw-question\))\S*\s+)?\.pw\s"
    )
    assert [each for each in found if not heavy.match(each)] == []


def classes(selector: str) -> set[str]:
    return set(re.findall(r"\.(pw-[\w-]+)", selector))


def test_every_rule_of_the_kit_gives_way_to_a_games() -> None:
    """It outweighs a reset of panel.css, and nothing with two classes, wherever that stands."""
    for each in selectors(KIT):
        assert each.startswith("div "), each
        weighing = re.sub(r":where\([^()]*(\([^()]*\))?[^()]*\)", "", each)
        weighing = re.sub(r":is\([^()]*\)", ".any", weighing)
        assert len(re.findall(r"[.\[]|(?<!:):(?!:)", weighing)) <= 1, each


@ALL_FURNISHED
def test_what_a_game_says_of_the_kit_holds_for_its_own_board_only(name: str) -> None:
    kit = {each for selector in selectors(KIT) for each in classes(selector)}
    for each in selectors(games.modules(name).style):
        used = classes(each)
        if used & kit:
            assert used - kit, each
