"""The engine and a second, simpler Zahltag allow the same moves, with the same results."""

import random
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final, get_args

import pytest

from paydays_widgets.core.game import CHANCE, Chance, Decide
from paydays_widgets.core.text import Words
from paydays_widgets.games.zahltag.deck import Deck, default_deck
from paydays_widgets.games.zahltag.engine import LIMIT, ZAHLTAG
from paydays_widgets.games.zahltag.rules import Adjust, OverLimit, Rules
from paydays_widgets.games.zahltag.state import State
from tests.games.zahltag.reference import Reference

pytestmark = pytest.mark.no_cover  # the tests of the rules reach every line

TINY = Deck(
    name="tiny",
    start_money=1,
    equipment=(14, 8, 2, 0),
    paydays=5,
    bid_cards=((1, 2),),
    contracts=((1, 0, 0, 0), (1, 1, 0, 0), (0, 0, 1, 0), (3, 0, 0, 0), (0, 2, 0, 0)),
    titles=(Words("Hut", "Cabane", "Hütte"),) * 5,
)
SWITCHES = [*product(get_args(Adjust), get_args(OverLimit))]


def both(seats: int, rules: Rules, deck: Deck) -> tuple[State, Reference]:
    reference = Reference(
        seats,
        adjust=rules.adjust,
        over_limit=rules.over_limit,
        first=rules.first,
        money=deck.start_money,
        equipment=deck.equipment,
        contracts=deck.contracts,
        paydays=deck.paydays,
        bids=[amount for card in deck.bid_cards for amount in card],
    )
    return ZAHLTAG.start(seats, rules, deck), reference


def legal(state: State) -> list[str]:
    turn = ZAHLTAG.turn(state)
    seats = turn.seats if isinstance(turn, Decide) else (CHANCE,)
    return [str(move) for seat in seats for move in ZAHLTAG.legal(state, seat)]


def after(state: State, text: str) -> State:
    return ZAHLTAG.unfold(state, ZAHLTAG.read(text))[-1].state


def picture(state: State) -> dict[str, object]:
    """Return the engine's state in the form of the reference's picture."""
    phases = {"turn_up": "turn"}
    return {
        "to do": phases.get(state.phase, state.phase),
        "seats": [
            (not firm.out, firm.money, firm.hand, firm.left, firm.right) for firm in state.firms
        ],
        "stock": state.stacks,
        "pile": list(state.pile),
        "paydays": (state.pile_paydays, len(state.past)),
        "in a row": len(state.since),
    }


def weight(text: str) -> float:
    """Weight moves so that games are eventful: much equipment, low bids, little money left."""
    if "take" in text:
        return 4
    return 3 if text.endswith(("bid 1", "bid 2")) else 1


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("adjust", "over_limit"), SWITCHES)
@pytest.mark.parametrize("deck", [default_deck(), TINY], ids=lambda deck: deck.name)
def test_whole_games_agree_move_by_move(
    seats: int, adjust: Adjust, over_limit: OverLimit, deck: Deck
) -> None:
    if sum(deck.equipment) < 7 * seats:
        with pytest.raises(ValueError, match="ZT-deal"):
            ZAHLTAG.start(seats, None, deck)
        return
    for seed in range(4):
        luck = random.Random(f"{seats} {adjust} {over_limit} {deck.name} {seed}")
        rules = Rules(adjust, over_limit, first=luck.randrange(seats))
        state, reference = both(seats, rules, deck)
        while state.phase != "over":
            moves = legal(state)
            assert set(moves) == reference.legal()
            assert len(set(moves)) == len(moves)
            weights = (
                [each.weight for each in ZAHLTAG.outcomes(state)]
                if isinstance(ZAHLTAG.turn(state), Chance)
                else [weight(move) for move in moves]
            )
            text = luck.choices(moves, weights)[0]
            state = after(state, text)
            reference.do(text)
            assert picture(state) == reference.picture(), (seed, text)
        assert reference.legal() == set()
        if any(not firm.out for firm in state.firms):
            assert set(ZAHLTAG.standing(state).ranking[0]) == reference.winners()


def script(upto: str, rules: Rules) -> Iterator[str]:
    """Yield the moves that lead the tiny game to a position worth counting from.

    ``adjust`` and ``change`` are phases, with hands as dealt; at ``full`` the first seat has taken
    all it may, all have passed, and no payday has come.
    """
    state = ZAHLTAG.start(2, rules, TINY)
    while state.phase != upto:
        full = sum(state.firms[0].hand) == LIMIT and not state.active
        if full and state.phase == "change":
            return
        moves = [text for text in legal(state) if text != "* turn payday"]
        takes = [text for text in moves if text.startswith("1 take") and upto == "full"]
        keeps = [text for text in moves if text.endswith(("keep", "00"))]
        dealt = moves[state.count % len(moves) :]
        text = [*takes, *keeps, *dealt][0]
        yield text
        state = after(state, text)


def sequences(state: State, depth: int) -> int:
    """Count the ways in which the game can go on for ``depth`` moves."""
    moves = legal(state)
    if depth == 1 or not moves:
        return len(moves)
    return sum(sequences(after(state, text), depth - 1) for text in moves)


def plain_sequences(reference: Reference, depth: int) -> int:
    moves = reference.legal()
    if depth == 1 or not moves:
        return len(moves)
    return sum(plain_sequences(reference.after(text), depth - 1) for text in moves)


PERFT: Final[Mapping[tuple[Adjust, OverLimit, str], tuple[int, ...]]] = {
    ("three_rounds", "forbid", "adjust"): (10, 109, 1056, 10447),
    ("one_round", "forbid", "adjust"): (6, 22, 88, 471, 2535),
    ("three_rounds", "forbid", "change"): (10, 60, 365, 1290, 9484),
    ("three_rounds", "forbid", "full"): (8, 16, 36, 72, 810, 810, 224),
    ("three_rounds", "fine_players", "full"): (10, 22, 48, 100, 870, 1436, 964),
    ("three_rounds", "fine_bank", "full"): (10, 22, 48, 100, 870, 1436, 964),
}
"""How many sequences of 1, 2, 3… moves there are, by switches and position."""


@pytest.mark.thorough
@pytest.mark.parametrize(("adjust", "over_limit", "upto"), PERFT)
def test_perft_counts_every_course_of_a_tiny_game(
    adjust: Adjust, over_limit: OverLimit, upto: str
) -> None:
    rules = Rules(adjust, over_limit)
    state, reference = both(2, rules, TINY)
    for text in script(upto, rules):
        state = after(state, text)
        reference.do(text)
    expected = PERFT[adjust, over_limit, upto]
    depths = range(1, len(expected) + 1)
    assert tuple(sequences(state, depth) for depth in depths) == expected
    assert tuple(plain_sequences(reference, depth) for depth in depths) == expected
