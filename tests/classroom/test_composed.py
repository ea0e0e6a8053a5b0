"""All that the form of a programme offers: it is named and can be played, or refused in words."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from math import prod
from random import Random
from typing import Any

import pytest

from paydays_widgets import games
from paydays_widgets.classroom import results, rounds, screens, wishes
from paydays_widgets.classroom.clients import ClassScreen
from paydays_widgets.classroom.composing import Amiss, blocks, composed, switches
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.core.text import LANGUAGES, Language, Text
from paydays_widgets.show.programme import ProgrammeModule
from tests.classroom.browsers import Browser
from tests.classroom.classes import NAMES, Class
from tests.classroom.server import Server
from tests.classroom.test_teaching import Desk
from tests.markup import Page
from tests.spreadsheets import lines_of

Choice = dict[str, str]
GAMES = [name for name in games.names() if games.modules(name).programme is not None]
PEOPLE = 2
PARTS = 4
MOST = 6_000
ENOUGH = 24
"""After so many decisions a round is not played to its end."""
PRESETS = games.modules("auction_room").panel.presets(Text("en"))


def programme(name: str) -> ProgrammeModule:
    found = games.modules(name).programme
    assert found is not None
    return found


def axes(name: str) -> dict[str, list[str]]:
    """List what can be chosen for a block: the switches of its rules first."""
    modules, game = games.modules(name), programme(name)
    return {
        **{
            each.field: [value for value, _ in each.options]
            for each in switches(modules, Text("en", modules.package))
            if each.field != game.COUNT
        },
        "mixed": ["", "yes"] if game.MIXES else [""],
        "rules": [*modules.presets],
        game.COUNT: [str(each) for each in game.ROUNDS],
        "size": sizes(name),
        "practice": ["", "yes"],
        "checks": ["0", "1", "2"],
    }


def sizes(name: str) -> list[str]:
    """List how many can sit at a table: few, or everybody."""
    modules = games.modules(name)
    few = {*modules.panel.SEATS, max(modules.engine.seats)}
    return [str(each) for each in modules.panel.TABLES or modules.engine.seats if each in few]


def every(name: str) -> Iterator[Choice]:
    """Yield all that can be said of the rules of a block; of very much, some at random."""
    found = axes(name)
    ruled = [*found][: [*found].index("mixed") + 1]
    sets, luck = [found[each] for each in ruled], Random(name)
    whole = prod(map(len, sets)) <= MOST
    some = ([luck.choice(each) for each in sets] for _ in range(MOST))
    for values in product(*sets) if whole else some:
        yield dict(zip(ruled, values, strict=True)) | {"rules": found["rules"][0]}


def ruled(name: str, chosen: Choice, text: Text) -> Any:
    return composed(games.modules(name), lambda field: chosen.get(field, ""), text)


def clashes(name: str, chosen: Choice, language: Language = "en") -> Mapping[str, str]:
    text = Text(language, games.modules(name).package)
    rules = ruled(name, chosen, text)
    return programme(name).clashes(rules, text, mixed=bool(chosen["mixed"]))


@cache
def pairs(name: str) -> list[Choice]:
    """Choose blocks in which any two choices that go together come together at least once."""
    found, luck = axes(name), Random(name)
    fits = [{each: chosen[each] for each in chosen if each != "rules"} for chosen in every(name)]
    fits = [each for each in fits if not clashes(name, each | {"rules": found["rules"][0]})]
    luck.shuffle(fits)
    others = [each for each in found if each not in fits[0]]
    wanted = {
        ((one, a), (other, b))
        for one, other in combinations(found, 2)
        for a in found[one]
        for b in found[other]
        if one not in fits[0]
        or other not in fits[0]
        or any(each[one] == a and each[other] == b for each in fits)
    }
    made = []
    while wanted:
        tried = [
            luck.choice(fits) | {each: luck.choice(found[each]) for each in others}
            for _ in range(60)
        ]
        new = [wanted & {*combinations(((e, it[e]) for e in found), 2)} for it in tried]
        best = max(range(len(new)), key=lambda at: len(new[at]))
        if not new[best]:  # what is seldom is taken by itself
            (one, a), (other, b) = next(iter(wanted))
            fit = next(each for each in fits if each.get(one, a) == a and each.get(other, b) == b)
            tried[best] = tried[best] | fit | {one: a, other: b}
            new[best] = wanted & {*combinations(((e, tried[best][e]) for e in found), 2)}
        wanted -= new[best]
        made.append(tried[best])
    return made


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_rules_have_names_of_their_own_or_are_refused_where_they_clash(
    name: str, language: Language
) -> None:
    modules, text = games.modules(name), Text(language, games.modules(name).package)
    known: dict[str, Any] = {}
    refused = False
    for chosen in every(name):
        wrong = clashes(name, chosen, language)
        assert {*wrong} <= {*chosen}
        assert all(wrong.values())
        if wrong:  # with what the sentence says, it can be played
            refused = True
            mended = chosen | {each: axes(name)[each][0] for each in wrong}
            assert not clashes(name, mended)
            continue
        rules = ruled(name, chosen, text)
        title = modules.panel.edition(rules, text)
        assert known.setdefault(title, rules) == rules, title
    assert len({*known.values()}) == len(known)
    assert refused


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", GAMES)
def test_what_goes_together_is_played(name: str, part: int) -> None:
    for chosen in pairs(name)[part::PARTS]:
        played(name, chosen)


def played(name: str, chosen: Choice) -> None:
    """Have a round played by bots, and both files written."""
    made = blocks(name, lambda field: chosen.get(field.removesuffix("-1"), ""))
    room = Class().open(programme=made, pace="fast").join(*NAMES[:PEOPLE])
    check(room)
    room.begin()
    game, [sitting] = programme(name), room.room.sittings
    size = int(chosen["size"])
    together = size == max(games.load(name).seats) > max(games.modules(name).panel.SEATS)
    assert len(sitting.people) == (PEOPLE if together else size)
    while None in game.earnings(sitting.table.branch.steps, len(sitting.people)):
        if not sitting.waiting or len(sitting.decisions) > ENOUGH:
            break  # bots speak by the bell, which no room has without its server
        for seat in sitting.waiting:
            if seat in sitting.waiting:  # a trade may have closed the market
                room.do(wishes.stand_in(room.room, 0, seat))
        room.walk()
    draw(room)
    if not room.room.ended:
        room.do(wishes.end(room.room))
    draw(room)
    least = len(sitting.people) if game.sheet is None else 1
    assert len(lines_of(rounds.file(room.room, "en"))) >= least
    assert lines_of(results.decisions(room.room, words("en")))


def check(room: Class) -> None:
    """Let all answer what is asked before the block begins, in turn the first and the last."""
    asked = rounds.checks(room.room, 0, words("en"))
    for person, (number, each) in product(room.room.present, enumerate(asked)):
        room.do(wishes.check(room.room, person, 0, number, each.options[-(person % 2)]))
    draw(room)


def draw(room: Class) -> None:
    desk = Desk(room)
    for opened in ("", "join", "results"):
        page = screens.teacher(desk.here, ClassScreen(open=opened, theory=True), {})
        for part in page.parts.values():
            Page(part.html)
    for person in room.room.present:
        for part in screens.student(desk.here, person, ClassScreen(), {}).parts.values():
            Page(part.html)


# --- the form -----------------------------------------------------------------------------------


OWN = "auction_room-"
USUAL = {"rounds-1": "3", "size-1": "4"}


def sent(browser: Browser, **fields: str) -> Browser:
    given = {"form": browser.form, "once": browser.hidden("once"), "game": "auction_room"}
    own = {f"{OWN}{name}": value for name, value in ({**USUAL, **fields}).items()}
    return browser.ask("/class/new", {**given, "way": "programme", **own, "skip": ""})


def rules_of(server: Server, browser: Browser) -> Any:
    code = browser.got["location"].split("/")[2]
    room = server.classroom.live.rooms[code].room
    return room.rules_of_blocks[0], room.blocks[0]


def test_a_start_can_be_changed(server: Server) -> None:
    """A clock that rises for a common value stands in no preset."""
    changed = {"auction-1": "english", "told-1": "bids", "checks-1": "2"}
    browser = sent(Browser(server).ask("/class/new"), **{"rules-1": "curse", **changed})
    assert browser.status == 303
    rules, block = rules_of(server, browser)
    assert (rules.auction, rules.values, rules.spread) == ("english", "common", 24)
    assert (rules.told, block.checks) == ("bids", 2)
    title = games.modules("auction_room").panel.edition(rules, Text("en"))
    assert title not in [name for _, name, _ in PRESETS]


def test_a_clash_is_said_at_its_field_and_nothing_is_lost(server: Server) -> None:
    chosen = {"rules-1": "tender", "reserve-1": "40", "rules-2": "english", "told-2": "win"}
    more = {"rounds-2": "12", "size-2": "7", "practice-2": "yes"}
    browser = sent(Browser(server).ask("/class/new?language=de"), **chosen, **more)
    assert browser.status == 400
    page = Page(browser.text.partition("<body")[2].partition(">")[2].partition("</body>")[0])
    assert page.keys("amiss-") == [f"amiss-{OWN}{name}" for name in ("reserve-1", "told-2")]
    fields = {each["name"].removeprefix(OWN): each for each in page.elements if each["name"]}
    for name in ("reserve-1", "told-2"):
        assert fields[name]["aria-invalid"] == "true"
        assert page.key(f"amiss-{OWN}{name}")["id"] == fields[name]["aria-describedby"]
    for name, value in (chosen | more | {"rounds-1": "3"}).items():
        if fields[name].tag == "select":
            picked = [
                each["value"] for each in fields[name].inside if "selected" in each.attributes
            ]
            assert picked == [value], name
    assert "checked" in fields["practice-2"].attributes
    assert "checked" not in fields["skip"].attributes


def test_the_form_offers_all_that_can_be_chosen(server: Server) -> None:
    html = Browser(server).ask("/class/new").text
    page = Page(html.partition("<body")[2].partition(">")[2].partition("</body>")[0])
    offered: dict[str, Sequence[str]] = {}
    for each in page.elements:
        if each.tag == "select" and each["name"].endswith("-1") and OWN in each["name"]:
            offered[each["name"][len(OWN) : -2]] = [
                it["value"] for it in each.inside if it["value"]
            ]
    for name, values in axes("auction_room").items():
        if "" not in values:
            assert sorted(offered[name]) == sorted(values)
    starts = [each for each in page.elements if each["data-values"]]
    assert PRESETS[0][2] in [json.loads(each["data-values"]) for each in starts]


@pytest.mark.parametrize("given", [{"auction-1": "by post"}, {"checks-1": "3"}, {"purse-1": "7"}])
def test_what_is_not_offered_is_refused(server: Server, given: Choice) -> None:
    browser = sent(Browser(server).ask("/class/new"), **{"rules-1": "first_price", **given})
    assert browser.status == 400
    assert browser.alert


def test_all_that_clashes_is_said_at_once() -> None:
    filled = {"rules-1": "tender", "values-1": "common", "reserve-1": "20", "purse-1": "50"}
    filled |= {"rounds-1": "3", "size-1": "4", "mixed-1": "yes"}
    with pytest.raises(Amiss) as error:
        blocks("auction_room", lambda name: filled.get(name, ""))
    assert {*error.value.fields} == {"values-1", "reserve-1", "purse-1"}
