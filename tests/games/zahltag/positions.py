"""Positions of Zahltag, built and played in the rulebook's terms.

Cards are letters: F a foreman, W a worker, C a crane, X an excavator; ``"FFW"`` is a hand of two
foremen and a worker. A contract goes by what it needs. Moves are given in their notation. Cards
not in a hand or on a table lie in the stacks, so the cards are always complete.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from paydays_widgets.games.zahltag.deck import Deck, default_deck
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from paydays_widgets.games.zahltag.events import Event
from paydays_widgets.games.zahltag.rules import Rules
from paydays_widgets.games.zahltag.state import Cards, Firm, Phase, State
from tests.games import playing

LETTERS = "FWCX"


class Played(playing.Played[State, Event], frozen=True):
    """What some moves led to."""

    @property
    def money(self) -> tuple[int, ...]:
        return tuple(firm.money for firm in self.state.firms)


def cards(letters: str) -> Cards:
    foremen, workers, cranes, excavators = (letters.count(each) for each in LETTERS)
    assert foremen + workers + cranes + excavators == len(letters)
    return (foremen, workers, cranes, excavators)


def contract(needs: str) -> int:
    """Return the number of the contract that needs exactly these cards."""
    return default_deck().contracts.index(cards(needs)) + 1


def total(state: State) -> tuple[int, ...]:
    """Count the equipment, wherever it is."""
    places = [state.stacks]
    for firm in state.firms:
        places += [firm.hand, firm.left, firm.right]
    return tuple(map(sum, zip(*places, strict=True)))


def position(
    hands: Sequence[str],
    *,
    money: Sequence[int] | None = None,
    left: Sequence[str] | None = None,
    right: Sequence[str] | None = None,
    out: Sequence[int] = (),
    phase: Phase = "change",
    active: int = 0,
    offer: str = "",
    since: int = 0,
    past: Sequence[int] = (),
    pile: Sequence[str] | None = None,
    pile_paydays: int | None = None,
    count: int = 0,
    rules: Rules | None = None,
) -> State:
    """Build a position.

    ``since`` contracts lie in view since the last payday, and ``past`` before each payday that
    is over; they are taken from the end of the deck. Seats are counted from 0 here. A seat
    named in ``out`` has nothing.
    """
    deck = default_deck()
    seats = len(hands)
    money = money or [deck.start_money] * seats
    left = left or [""] * seats
    right = right or [""] * seats
    firms = tuple(
        Firm(0, out=True)
        if seat in out
        else Firm(money[seat], cards(hands[seat]), cards(left[seat]), cards(right[seat]))
        for seat in range(seats)
    )
    offered = contract(offer) if offer else 0
    numbers = [number for number in range(1, len(deck.contracts) + 1) if number != offered]
    gone = []
    for size in (*past, since):
        gone.append(tuple(numbers[len(numbers) - size :]))
        del numbers[len(numbers) - size :]
    state = State(
        rules=rules or Rules(),
        deck=deck,
        phase=phase,
        turn=0 if phase == "adjust" else 9,
        active=active,
        firms=firms,
        stacks=(0, 0, 0, 0),
        pile=tuple(numbers) if pile is None else tuple(sorted(map(contract, pile))),
        pile_paydays=deck.paydays - len(past) if pile_paydays is None else pile_paydays,
        offer=offered,
        bids=(None,) * seats,
        since=gone[-1],
        past=tuple(gone[:-1]),
        count=count,
        gone=tuple((seat,) for seat in out),
    )
    held = total(state)
    rest = [there - used for there, used in zip(deck.equipment, held, strict=True)]
    assert min(rest) >= 0, "there are not so many cards"
    foremen, workers, cranes, excavators = rest
    return replace(state, stacks=(foremen, workers, cranes, excavators))


def start(seats: int, rules: Rules | None = None, deck: Deck | None = None) -> State:
    """Return the position in which the first seat adjusts, dealt in the order of the stacks."""
    state = ZAHLTAG.start(seats, rules, deck)
    while state.phase == "deal":
        state = ZAHLTAG.unfold(state, ZAHLTAG.outcomes(state)[0].move)[-1].state
    return state


SCRIPT = playing.Script(ZAHLTAG, Played, total)
play = SCRIPT.play
legal = SCRIPT.legal
refused = SCRIPT.refused
