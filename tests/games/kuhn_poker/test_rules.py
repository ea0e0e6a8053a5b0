"""The rules by clause, and what perfect play is worth."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product

import msgspec
import pytest

from paydays_widgets.core.chance import probability
from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.core.game import Decide, IllegalMove, Over
from tests.kuhn_poker.bots import Rank, asked, own_rank, perfect, share
from tests.kuhn_poker.deck import default_deck, parse_deck
from tests.kuhn_poker.engine import KUHN_POKER
from tests.kuhn_poker.events import AntesPaid, CardDealt, CardsShown, Event, GameEnded, PotWon
from tests.kuhn_poker.moves import Bet, Check
from tests.kuhn_poker.rules import Rules
from tests.kuhn_poker.state import State, View

DECK_FILE = """
name = "dear"
start_money = { value = 9, provenance = "source" }
ante = { value = 2, provenance = "source" }
bet = { value = 3, provenance = "source" }
cards = [
  { value = "jack", provenance = "source" },
  { value = "queen", provenance = "source" },
  { value = "king", provenance = "source" },
  { value = "ace", provenance = "source" },
]
"""


def play(*moves: str, rules: Rules | None = None) -> tuple[State, list[Event]]:
    state, events = KUHN_POKER.start(2, rules), []
    for move in moves:
        steps = KUHN_POKER.unfold(state, KUHN_POKER.read(move))
        events += [step.event for step in steps]
        state = steps[-1].state
    return state, events


def chips(state: State) -> list[int]:
    return [side.money for side in state.sides]


def refused(state: State, move: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        KUHN_POKER.unfold(state, KUHN_POKER.read(move))
    return caught.value.refusal.reason


@pytest.mark.clause("KP-players", "KP-turns")
def test_the_first_seat_speaks_first_and_then_the_other() -> None:
    state, _ = play("* deal king", "* deal jack")
    assert KUHN_POKER.turn(state) == Decide((0,), "open", 1, 0)
    assert refused(state, "2 check") == "not_your_turn"
    assert refused(state, "3 check") == "no_seat"
    assert refused(state, "* deal queen") == "not_chance"
    state, _ = play("* deal king", "* deal jack", "1 check")
    assert KUHN_POKER.turn(state) == Decide((1,), "open", 1, 0)


@pytest.mark.clause("KP-cards")
@pytest.mark.parametrize(("cards", "highest"), [(3, "king"), (4, "ace")])
def test_three_cards_are_in_play_or_four(cards: int, highest: str) -> None:
    state = KUHN_POKER.start(2, msgspec.convert({"cards": cards}, Rules))
    moves = [each.move for each in KUHN_POKER.outcomes(state)]
    assert len(moves) == cards
    assert str(moves[-1]) == f"* deal {highest}"
    assert {probability(KUHN_POKER.outcomes(state), move) for move in moves} == {
        Fraction(1, cards)
    }


@pytest.mark.clause("KP-deal")
def test_each_seat_sees_its_own_card_alone() -> None:
    state, events = play("* deal king", "* deal jack")
    assert [side.card for side in KUHN_POKER.view(state, 0).sides] == ["king", None]
    assert [side.card for side in KUHN_POKER.view(state, None).sides] == [None, None]
    assert events[0] == CardDealt(seat=0, card="king")
    assert KUHN_POKER.witness(events[0], 1) == CardDealt(seat=0, card=None)
    dealing, _ = play("* deal king")
    assert refused(dealing, "* deal king") == "cannot_come"
    assert refused(dealing, "2 bet") == "chance_acts"


@pytest.mark.clause("KP-ante")
def test_both_pay_the_ante() -> None:
    state, events = play("* deal king", "* deal jack")
    assert isinstance(events[-1], AntesPaid)
    assert (chips(state), state.pot) == ([1, 1], 2)


@pytest.mark.clause("KP-check", "KP-showdown")
def test_two_checks_compare_the_cards() -> None:
    state, events = play("* deal queen", "* deal king", "1 check", "2 check")
    assert CardsShown(cards=("queen", "king")) in events
    assert chips(state) == [1, 3]
    assert KUHN_POKER.standing(state).ranking == ((1,), (0,))


@pytest.mark.clause("KP-bet", "KP-answer")
def test_a_bet_is_answered_by_a_call_or_a_fold_alone() -> None:
    state, _ = play("* deal queen", "* deal king", "1 check", "2 bet")
    assert (chips(state), state.pot) == ([1, 0], 3)
    assert refused(state, "1 bet") == refused(state, "1 check") == "wrong_phase"
    assert list(map(str, KUHN_POKER.legal(state, 0))) == ["1 call", "1 fold"]
    state, _ = play("* deal queen", "* deal king", "1 check", "2 bet", "1 call")
    assert chips(state) == [0, 4]
    opening, _ = play("* deal queen", "* deal king")
    assert refused(opening, "1 call") == refused(opening, "1 fold") == "wrong_phase"


@pytest.mark.clause("KP-fold", "KP-end")
def test_who_folds_loses_the_ante_and_no_card_is_shown() -> None:
    state, events = play("* deal queen", "* deal jack", "1 check", "2 bet", "1 fold")
    assert chips(state) == [1, 3]
    assert not any(isinstance(event, CardsShown) for event in events)
    assert [type(event) for event in events[-2:]] == [PotWon, GameEnded]
    assert events[-1] == GameEnded(winner=1, gain=1)
    assert [side.card for side in KUHN_POKER.view(state, 0).sides] == ["queen", None]
    assert KUHN_POKER.turn(state) == Over(1)
    assert refused(state, "1 check") == "over"


def test_nobody_acts_inside_a_move() -> None:
    settling = KUHN_POKER.unfold(play("* deal king")[0], KUHN_POKER.read("* deal jack"))[0].state
    refusal = KUHN_POKER.refuse(settling, Check(0))
    assert refusal is not None
    assert refusal.reason == "settling"


def test_a_deck_of_ones_own() -> None:
    deck = parse_deck(DECK_FILE, "mine")
    assert (deck.ante, deck.bet) == (2, 3)
    with pytest.raises(DeckError, match=r"mine, at start_money: expected 5 or more.* got 4"):
        parse_deck(DECK_FILE.replace("value = 9", "value = 4"), "mine")
    with pytest.raises(DeckError, match="each card once"):
        parse_deck(DECK_FILE.replace("queen", "jack"), "mine")


# --- perfect play -------------------------------------------------------------------------------

Play = Callable[[View], Fraction]
"""How often chips are put in, with what a seat knows."""


def worth(state: State, seats: tuple[Play, Play]) -> Fraction:
    """Give what the first seat wins on average, exactly: over all cards and all decisions."""
    turn = KUHN_POKER.turn(state)
    if isinstance(turn, Over):
        return Fraction(state.sides[0].money - default_deck().start_money)
    if isinstance(turn, Decide):
        (seat,) = turn.seats
        often = seats[seat](KUHN_POKER.view(state, seat))
        one, two = KUHN_POKER.legal(state, seat)
        bold, meek = (two, one) if isinstance(two, Bet) else (one, two)
        ways = [(bold, often), (meek, 1 - often)]
    else:
        outcomes = KUHN_POKER.outcomes(state)
        ways = [(each.move, probability(outcomes, each.move)) for each in outcomes]
    return sum(
        (p * worth(KUHN_POKER.unfold(state, move)[-1].state, seats) for move, p in ways if p),
        Fraction(0),
    )


def pure() -> Iterator[Play]:
    """Give every way to play without any luck."""
    places: list[tuple[str, Rank]] = [
        (prompt, rank) for prompt in ("open", "answer") for rank in ("low", "middle", "high")
    ]
    for chosen in product((Fraction(0), Fraction(1)), repeat=len(places)):
        yield player(dict(zip(places, chosen, strict=True)))


def player(shares: Mapping[tuple[str, Rank], Fraction]) -> Play:
    return lambda view: shares[asked(view), own_rank(view)]


def test_the_first_seat_loses_an_eighteenth_in_perfect_play_and_nobody_can_do_better() -> None:
    start = KUHN_POKER.start(2)
    value = Fraction(-1, 18)
    assert worth(start, (share, share)) == value
    assert max(worth(start, (other, share)) for other in pure()) == value
    assert min(worth(start, (share, other)) for other in pure()) == value


def test_the_bot_puts_chips_in_as_often_as_perfect_play_does() -> None:
    state, _ = play("* deal queen", "* deal king", "1 check", "2 bet")
    view = KUHN_POKER.view(state, 0)
    assert share(view) == Fraction(2, 3)
    draws = [(2 * n + 1) * (1 << 31) // 300 for n in range(300)]
    assert sum(str(perfect(view, draw)) == "1 call" for draw in draws) == 200
