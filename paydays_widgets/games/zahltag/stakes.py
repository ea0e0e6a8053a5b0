"""What is at stake in a decision: how often a seat wins the next contract, over many games."""

from collections.abc import Callable, Mapping
from typing import Final

from paydays_widgets.core.game import Decide, Seat
from paydays_widgets.core.text import Text
from paydays_widgets.games.zahltag import reading
from paydays_widgets.games.zahltag.engine import TIE_DISCOUNT
from paydays_widgets.games.zahltag.events import BidsRevealed, Event, IdleEquipmentPaid
from paydays_widgets.games.zahltag.moves import Move
from paydays_widgets.games.zahltag.state import View, covers
from paydays_widgets.games.zahltag.text import contract_title, money

PROMPTS: Final = frozenset({"change", "bid"})


def settled(event: Event, seat: Seat) -> str:
    """Say what has become of the next card, as soon as an event shows it; "" before."""
    match event:
        case BidsRevealed(bids=bids, lowest=lowest):
            if not lowest or bids[seat] != lowest:
                return "lost"
            return "won" if bids.count(lowest) == 1 else "tied"
        case IdleEquipmentPaid():
            return "payday"
        case _:
            return ""


def told(prompt: str, shares: Mapping[str, str], text: Text) -> str:
    """Tell how often the seat wins the contract; "" if it never does."""
    won, tied = shares.get("won", ""), shares.get("tied", "")
    if not won:
        return text("never wins alone, ties {tied} of the time", tied=tied) if tied else ""
    if prompt == "change":
        return text("wins the next contract alone {won} of the time", won=won)
    if tied:
        return text("wins the contract {won} of the time, ties {tied}", won=won, tied=tied)
    return text("wins the contract {won} of the time", won=won)


def facing(view: View, text: Text) -> str:
    """Say how many others could bid, going by what everyone has seen."""
    if not isinstance(view.turn, Decide) or view.turn.prompt != "bid":
        return ""
    able = len(reading.rivals_able(view))
    if not able:
        return text("No rival can bid.")
    return text.plural("{n} rival may be able to bid.", "{n} rivals may be able to bid.", able)


def argument(view: View, text: Text) -> str:
    """Say what a bid is paid, alone and in a tie, and what its cards save meanwhile."""
    if not isinstance(view.turn, Decide) or view.turn.prompt != "bid" or len(view.legal) == 1:
        return ""
    less = money(TIE_DISCOUNT, text)
    told = text("Alone you are paid your bid, in a tie {less} less.", less=less)
    spared = round(reading.wages_spared(view), 1)
    if not spared:
        return told
    saves = text("Cards at work save {spared} on paydays, on average.", spared=money(spared, text))
    return f"{told} {saves}"


def loses(_view: View, _move: Move) -> bool:
    """Say no: whether a bid pays depends on what the cards could earn meanwhile."""
    return False


def about(view: View, _move: Move, text: Text) -> str:
    """Name the contract on offer."""
    return contract_title(view.deck, view.offer, text) if view.offer else ""


def able(view: View, own: Callable[[Seat], View] | None) -> tuple[Seat, ...] | None:
    """List the seats that hold what the contract on offer needs."""
    if own is None or not view.offer:
        return None
    wanted = reading.needs(view)
    playing = [seat for seat, firm in enumerate(view.firms) if not firm.out]
    return tuple(seat for seat in playing if covers(reading.hand(own(seat)), wanted))
