"""What a seat cannot know is dealt again: nothing that it sees changes, and no more is known."""

import random
from collections.abc import Iterator
from itertools import count

import pytest
from msgspec.structs import replace

from paydays_widgets.core.chance import draw, key
from paydays_widgets.core.game import Decide
from paydays_widgets.games.zahltag.bots import STRATEGIES
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from paydays_widgets.games.zahltag.events import Event
from paydays_widgets.games.zahltag.hidden import seen_in_hands
from paydays_widgets.games.zahltag.state import State, View
from tests.contract.contract import a_move, is_over, knowledge


def luck(seed: int) -> Iterator[int]:
    return (draw(key(seed), 0, 1, at) for at in count())


def decisions(seats: int, seed: int) -> Iterator[tuple[State, list[Event]]]:
    """Play a game at random, and yield each decision with the events so far."""
    state, past = ZAHLTAG.start(seats), list[Event]()
    dice, know = random.Random(seed), knowledge("zahltag")
    while not is_over(ZAHLTAG, state):
        if isinstance(ZAHLTAG.turn(state), Decide):
            yield state, past
        steps = ZAHLTAG.unfold(state, a_move(ZAHLTAG, state, dice, know, "eager"))
        past += [step.event for step in steps]
        state = steps[-1].state


def waiting(state: State) -> tuple[int, ...]:
    turn = ZAHLTAG.turn(state)
    assert isinstance(turn, Decide)
    return turn.seats


def without_bids(view: View) -> View:
    firms = tuple(replace(each, bid=None, has_bid=False) for each in view.firms)
    return replace(view, firms=firms, turn=None, legal=())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_seat_sees_no_difference(seats: int) -> None:
    for number, (state, past) in enumerate(decisions(seats, seats)):
        seat = waiting(state)[0]
        other = ZAHLTAG.imagine(state, seat, past, luck(number))
        assert without_bids(ZAHLTAG.view(other, seat)) == without_bids(ZAHLTAG.view(state, seat))
        assert ZAHLTAG.legal(other, seat) == ZAHLTAG.legal(state, seat)
        assert other.bids[seat] == state.bids[seat]
        totals = [
            [sum(kind) for kind in zip(*(firm.hand for firm in each.firms), strict=True)]
            for each in (state, other)
        ]
        assert totals[0] == totals[1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_known_of_a_hand_is_in_it_whatever_is_dealt(seats: int) -> None:
    known_at_some_time = 0
    for number, (state, past) in enumerate(decisions(seats, 10 + seats)):
        known = seen_in_hands(tuple(past), seats)
        imagined = ZAHLTAG.imagine(state, 0, past, luck(number))
        for firm, other, least in zip(state.firms, imagined.firms, known, strict=True):
            for hand in (firm.hand, other.hand) if not firm.out else ():
                assert all(n >= seen for n, seen in zip(hand, least, strict=True))
        known_at_some_time = max(known_at_some_time, *map(sum, known))
    assert known_at_some_time >= 3


def test_every_hand_that_is_possible_is_dealt() -> None:
    state, past = next(decisions(2, 1))
    hands = {ZAHLTAG.imagine(state, 0, past, luck(at)).firms[1].hand for at in range(200)}
    assert hands == {state.firms[1].hand}, "with two seats all other cards are the rival's"
    state, past = next(decisions(3, 1))
    hands = {ZAHLTAG.imagine(state, 0, past, luck(at)).firms[1].hand for at in range(400)}
    assert len(hands) > 20


def test_bids_that_lie_face_down_are_made_anew() -> None:
    for state, past in decisions(3, 5):
        if state.phase == "bid" and state.bids[0] is not None and state.bids[1] is None:
            other = ZAHLTAG.imagine(state, 1, past, luck(0))
            assert other.bids[0] is None
            assert waiting(other) == (0, 1, 2)[: len(other.bids)]
            break
    else:
        pytest.fail("no seat was asked after another")


def test_a_strategy_can_go_on_from_there() -> None:
    for state, past in [*decisions(4, 9)][::20]:
        seat = waiting(state)[0]
        other = ZAHLTAG.imagine(state, seat, past, luck(3))
        for choose in STRATEGIES.values():
            move = choose(ZAHLTAG.view(other, seat), 2**31)
            assert ZAHLTAG.refuse(other, move) is None
