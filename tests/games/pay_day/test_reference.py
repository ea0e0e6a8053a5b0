"""The engine against a second implementation of the same rules."""

import random
from collections import Counter
from dataclasses import astuple
from typing import Any

import pytest
from msgspec.structs import astuple as fields
from msgspec.structs import replace

from paydays_widgets.core.chance import pick
from paydays_widgets.core.game import Chance, Decide, Over, Turn
from paydays_widgets.games.pay_day.deck import Deck, default_deck
from paydays_widgets.games.pay_day.engine import PAY_DAY
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.state import State
from tests.contract.contract import knowledge
from tests.games.pay_day.reference import BANK, Reference

KNOW = knowledge("pay_day")
VARIANTS: list[Rules] = [*KNOW.VARIANTS]
GAMES = 3


def lean() -> Deck:
    """Make a deck so small that it is often used up, and mostly of Swellfare cards."""
    deck = default_deck()
    kept = [number for number, each in enumerate(deck.mail) if each.kind == "swellfare"]
    kept += [0, 33, 39, 41, 63, 66, 34]
    return replace(
        deck,
        mail=tuple(deck.mail[number] for number in kept),
        mail_titles=tuple(deck.mail_titles[number] for number in kept),
        deals=deck.deals[:3],
        deal_titles=deck.deal_titles[:3],
    )


def waiting(turn: Turn) -> tuple[str, int]:
    if isinstance(turn, Chance):
        return turn.purpose, BANK
    assert isinstance(turn, Decide)
    (seat,) = turn.seats
    return turn.prompt, seat


def facts(state: State) -> Any:
    homes = [
        tuple(list(each) if isinstance(each, tuple) else each for each in fields(household))
        for household in state.households
    ]
    decks = ({*state.deals}, {*state.mail}, *map(list, (state.deals_under, state.mail_under)))
    return homes, decks, list(state.mail_discard), state.pot, state.pot_open


def told(reference: Reference) -> Any:
    decks = (reference.deals, reference.mail, reference.deals_under, reference.mail_under)
    homes = [astuple(home) for home in reference.homes]
    return homes, decks, reference.discard, reference.pot, reference.open


def same_course(seats: int, rules: Rules, deck: Deck, seed: str) -> Counter[str]:
    """Play a game with both, and compare them at every decision."""
    luck = random.Random(seed)
    state, reference = PAY_DAY.start(seats, rules, deck), Reference(seats, rules, deck)
    course = reference.game()
    asked = next(course)
    seen: Counter[str] = Counter()
    while not isinstance(turn := PAY_DAY.turn(state), Over):
        assert asked == waiting(turn), seed
        assert told(reference) == facts(state), seed
        seen[asked[0]] += 1
        if isinstance(turn, Chance):
            move = pick(PAY_DAY.outcomes(state), luck.getrandbits(32))
        else:
            options = PAY_DAY.legal(state, asked[1])
            move = luck.choices(options, [KNOW.eager(each) for each in options])[0]
        state = PAY_DAY.unfold(state, move)[-1].state
        try:
            asked = course.send(move)
        except StopIteration:
            assert isinstance(PAY_DAY.turn(state), Over)
    assert told(reference) == facts(state), seed
    return seen


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_the_engine_plays_as_the_rules_told_a_second_time(number: int, seats: int) -> None:
    for played in range(GAMES):
        same_course(seats, VARIANTS[number], default_deck(), f"{number} {seats} {played}")


@pytest.mark.thorough
def test_and_so_it_does_with_decks_that_are_often_used_up() -> None:
    seen: Counter[str] = Counter()
    for number, rules in enumerate(VARIANTS):
        for seats in (2, 4):
            seen += same_course(seats, rules, lean(), f"lean {number} {seats}")
    assert min(seen.values()) > 30, seen
    assert len(seen) == 13
