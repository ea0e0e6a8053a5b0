"""The board of every game: what it shows is sound, playable, fair and safe at every step."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest
from msgspec import Struct

from paydays_widgets import games
from paydays_widgets.core.game import Chance, Decide
from paydays_widgets.core.text import LANGUAGES, Language, Text
from paydays_widgets.show.template import Kept, templates
from tests.boards import NAMES, draw, page
from tests.contract.contract import ALL_GAMES, EVERY_GAME, a_move, is_over, knowledge
from tests.markup import Page

HOSTILE = ('<img src=x onerror="alert(1)">', "\"' onfocus=alert(2) x='", "{{ 7*7 }}", "</svg>") * 2
EACH = 9
"""Of the steps that show nothing new, every ninth is looked at."""


class Shot(Struct, frozen=True):
    """A step of a game at random."""

    number: int
    state: Any
    past: tuple[Any, ...]
    seats: int

    @property
    def own(self) -> tuple[int, ...]:
        """The seats that share the screen: none, one, or all."""
        seats = tuple(range(self.seats))
        return ((), seats[:1], seats, seats[-1:])[self.number % 4]


@cache
def shots(name: str, variant: int, seats: int) -> tuple[Shot, ...]:
    """Play a game, and keep the first step of each kind of event and prompt, and some more."""
    game, know = games.load(name), knowledge(name)
    luck = random.Random(f"{name} {variant} {seats}")
    state = game.start(seats, know.VARIANTS[variant])
    past: list[Any] = []
    kinds: set[object] = set()
    found = [Shot(0, state, (), seats)]
    while not is_over(game, state):
        for step in game.unfold(
            state, a_move(game, state, luck, know, luck.choice(["even", "eager"]))
        ):
            past.append(step.event)
            state = step.state
            turn = game.turn(state)
            kind = (type(step.event), turn.prompt if isinstance(turn, Decide) else type(turn))
            if kind not in kinds or len(past) % EACH == 0 or is_over(game, state):
                found.append(Shot(len(found), state, tuple(past), seats))
            kinds.add(kind)
    return tuple(found if len(found) < 160 else [*found[:120], *found[120:-1:12], found[-1]])


def language_of(shot: Shot) -> Language:
    return LANGUAGES[shot.number % len(LANGUAGES)]


def shown(name: str, shot: Shot, **how: Any) -> Page:
    usual = {"own": shot.own, "past": shot.past, "language": language_of(shot)}
    return page(name, shot.state, **{**usual, **how})


def ways() -> Iterator[tuple[str, int, int]]:
    """List some ways to play each game: its first, a middle and its last variant."""
    for name in EVERY_GAME:
        know = knowledge(name)
        count = len(know.VARIANTS)
        numbers = sorted({0, count // 2, count - 1})
        for at in range(max(len(numbers), len(know.SEATS))):
            yield name, numbers[at % len(numbers)], know.SEATS[at % len(know.SEATS)]


EVERY_WAY = pytest.mark.parametrize(("name", "variant", "seats"), [*ways()])


@pytest.mark.thorough
@EVERY_WAY
def test_every_step_is_drawn_with_keys_of_its_own_and_what_can_be_played(
    name: str, variant: int, seats: int
) -> None:
    for shot in shots(name, variant, seats):
        seen = shown(name, shot)
        check_keys_and_names(seen, seats)
        check_what_can_be_played(name, shot, seen)
        check_words_of_choices(name, shot, seen)


@pytest.mark.parametrize("name", EVERY_GAME)
@pytest.mark.thorough
def test_a_step_looks_the_same_whatever_was_drawn_before(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drawn() -> list[str]:
        templates.cache_clear()
        return [
            draw(name, each.state, own=each.own, past=each.past)
            for each in shots(name, 0, knowledge(name).SEATS[-1])[::2]
        ]

    kept = drawn()
    monkeypatch.setattr(Kept, "most", 0)
    assert drawn() == kept


def check_keys_and_names(seen: Page, seats: int) -> None:
    keys = Counter(each["data-key"] for each in seen.elements if each["data-key"])
    assert max(keys.values()) == 1, keys.most_common(1)
    ids = {each["id"] for each in seen.elements if each["id"]}
    assert all(each.startswith("a-") for each in ids)
    assert set(re.findall(r'href="#([^"]+)"', seen.html)) <= ids
    assert {"head", *[f"s{seat + 1}" for seat in range(seats)]} <= keys.keys()
    for each in seen.elements:
        if each["role"] in {"group", "img"}:
            assert each.label.strip(), each
        if each.tag == "button":
            assert each.label.strip() or each.said, each


def check_what_can_be_played(name: str, shot: Shot, seen: Page) -> None:
    """Check that it is legal, and that all else says why it is not."""
    game = games.load(name)
    turn = game.turn(shot.state)
    deciding = turn.seats if isinstance(turn, Decide) else ()
    allowed = {str(move) for by in shot.own for move in game.legal(shot.state, by)}
    for each in seen.elements:
        assert "disabled" not in each.attributes
        move = game.read(each["data-move"]) if each["data-move"] else None
        if each["aria-disabled"]:
            assert each["title"], each
            assert each["data-move"] not in allowed
        elif move is not None:
            assert game.refuse(shot.state, move) is None
            assert move.by in shot.own or isinstance(turn, Chance)
        if each["data-move"] or each["data-do"]:
            assert (each.tag, each["type"]) == ("button", "button")
            assert "data-walk" in each.attributes
    for pad in seen.pads:
        check_what_can_be_set(name, shot, pad, allowed)
    if set(deciding) & set(shot.own):
        assert allowed & seen.moves.keys() or 'data-do="pick"' in seen.html


def check_words_of_choices(name: str, shot: Shot, seen: Page) -> None:
    """Check that a button says what its choice is called in advice and in files."""
    game, modules = games.load(name), games.modules(name)
    text = Text(language_of(shot), modules.package)
    for written, button in seen.moves.items():
        move = game.read(written)
        if move.by in shot.own and not button["aria-disabled"]:
            called = modules.text.choice(game.view(shot.state, move.by), move, NAMES, text)
            assert called
            assert " ".join(called.split()) in " ".join((button.label or button.words).split())
    for pad in seen.pads:
        for sum_ in (pad["low"], pad["high"]):
            move = game.read(pad["move"].replace("{}", str(sum_)))
            called = modules.text.choice(game.view(shot.state, move.by), move, NAMES, text)
            assert pad["called"].replace("{sum}", modules.text.money(sum_, text)) == called


def check_what_can_be_set(name: str, shot: Shot, pad: dict[str, Any], allowed: set[str]) -> None:
    """Check that sums are legal from the lowest to the highest, and that those listed fit."""
    game, (before, after) = games.load(name), pad["move"].split("{}")
    low, high, step = pad["low"], pad["high"], pad["step"]
    for sum_ in (low, low + (high - low) // (2 * step) * step, high):
        assert game.refuse(shot.state, game.read(f"{before}{sum_}{after}")) is None
    listed = [each for each in allowed if each.startswith(before) and each.endswith(after)]
    sums = [int(each[len(before) : len(each) - len(after)]) for each in listed]
    assert low <= min(sums) <= max(sums) <= high
    assert not [each for each in sums if (each - low) % step]


@ALL_GAMES
def test_who_does_not_act_on_this_screen_has_nothing_to_decide(name: str) -> None:
    seats = max(knowledge(name).SEATS)
    for shot in islice(shots(name, 0, seats), 0, None, 5):
        if isinstance(games.load(name).turn(shot.state), Decide):
            seen = shown(name, shot, own=range(seats), acting=())
            assert not seen.moves
            assert 'data-do="pick"' not in seen.html


@ALL_GAMES
def test_what_is_hidden_does_not_reach_the_page(name: str) -> None:
    know = knowledge(name)
    seats = max(know.SEATS)
    for shot in islice(shots(name, 0, seats), 0, None, 4):
        for own in ((), (0,)):
            how: dict[str, Any] = {"own": own, "past": shot.past}
            drawn = draw(name, shot.state, **how)
            for swap in islice(know.hidden_swaps(shot.state, own[0] if own else None), 3):
                assert draw(name, swap.state, **how) == drawn


@ALL_GAMES
def test_names_are_never_markup(name: str) -> None:
    seats = max(knowledge(name).SEATS)
    found = shots(name, 0, seats)
    for shot in (*found[:-1:12], found[-1]):
        seen = shown(name, shot, own=range(seats), names=HOSTILE)
        assert not [each for each in seen.elements if each.tag == "img"]
        assert not [at for each in seen.elements for at in each.attributes if at.startswith("on")]
        for seat in range(seats):
            assert HOSTILE[seat] in seen.key(f"s{seat + 1}").words


@ALL_GAMES
def test_two_panels_do_not_share_an_id(name: str) -> None:
    shot = shots(name, 0, max(knowledge(name).SEATS))[-1]
    one, other = (
        {each["id"] for each in shown(name, shot, prefix=prefix).elements if each["id"]}
        for prefix in ("a-", "b-")
    )
    assert not one & other
