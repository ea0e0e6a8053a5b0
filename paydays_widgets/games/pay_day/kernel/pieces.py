"""What every part of a turn does to a position: the agenda, cards, the pot."""

from paydays_widgets.games.pay_day.engine.facts import POT_WINS
from paydays_widgets.games.pay_day.kernel.state import PAYMENT, Position, Printed
from paydays_widgets.kernels.compiled import in_place
from paydays_widgets.kernels.lists import append
from paydays_widgets.kernels.records import Listed


@in_place
def put_first(s: Position, kind: int, seat: int) -> None:
    """Put an item before all others of the agenda; what else it holds is for the caller to say."""
    s.first += 1
    s.agenda[s.first].kind = kind
    s.agenda[s.first].seat = seat


@in_place
def owe(s: Position, seat: int, amount: int, debt: int, card: int) -> None:
    """Let a seat pay before anything else is done."""
    put_first(s, PAYMENT, seat)
    item = s.agenda[s.first]
    item.amount = amount
    item.debt = debt
    item.card = card


@in_place
def discard(s: Position, card: int) -> None:
    """Put a card of mail on the discard."""
    append(s.mail_discard, card)


@in_place
def collect(s: Position, seats: Listed, each: int) -> None:
    """Add the same sum to the cash of each of some seats."""
    for at in range(seats.length):
        s.households[seats.numbers[at]].cash += each


@in_place
def win_pot(s: Position, seat: int) -> None:
    """Let a seat take the pot."""
    s.households[seat].cash += s.pot
    s.pot = 0
    s.pot_open = False


@in_place
def roll_for(s: Position, d: Printed, seat: int, pips: int) -> None:
    """Award the pot to a roll that is not for movement, where the rules allow (PD-election)."""
    if pips == POT_WINS and s.pot_open and d.six_on_any_roll:
        win_pot(s, seat)
