"""What is at stake in a decision: how often a pawn is lost before one’s next turn."""

from collections.abc import Callable, Mapping
from typing import Final

from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Text
from paydays_widgets.games.zock import events, reading
from paydays_widgets.games.zock.events import Event
from paydays_widgets.games.zock.moves import FACES, Cash, Go, Move, SendHome
from paydays_widgets.games.zock.state import View
from paydays_widgets.games.zock.text import money, pawn_name

PROMPTS: Final = frozenset({"choose", "move"})


def settled(event: Event, seat: Seat) -> str:
    """Say what has become of a seat’s pawns, as soon as an event shows it; "" before."""
    match event:
        case (
            events.PawnWentHome(seat=loser, clause="ZK-one")
            | events.PawnsHit(victim=loser)
            | events.DuelDecided(loser=loser)
        ) if loser == seat:
            return "lost"
        case events.TurnBegun(seat=next_one) if next_one == seat:
            return "kept"
        case events.GameEnded():
            return "kept"
        case _:
            return ""


def told(_prompt: str, shares: Mapping[str, str], text: Text) -> str:
    """Tell how often a pawn is lost; "" if none ever is."""
    lost = shares.get("lost", "")
    return text("loses a pawn before the next turn {lost} of the time", lost=lost) if lost else ""


def facing(_view: View, _text: Text) -> str:
    """Say nothing of the others: all their pawns are in sight."""
    return ""


def argument(view: View, text: Text) -> str:
    """Say what a roll risks where the foremost pawn may be cashed, or what sets pawns apart."""
    if view.seat is None:
        return ""
    if reading.choice_of_front(view):
        return text(
            "The pawn in front earns most, and a 1 strikes it alone. A second pawn spreads the "
            "risk."
        )
    lost = reading.at_risk(view) if view.rules.cash == "before_roll" else 0
    if not lost:
        return ""
    return text(
        "A 1 comes in one roll of six and loses {sum}: {share} a roll on average, besides pawns "
        "that others hit. The other five must bring more.",
        sum=money(lost, text),
        share=money(round(lost / len(FACES)), text),
    )


def loses(_view: View, _move: Move) -> bool:
    """Say no: there are no bids."""
    return False


def about(_view: View, move: Move, text: Text) -> str:
    """Name the pawn that is moved, cashed or sent home."""
    return pawn_name(move.pawn, text) if isinstance(move, Go | Cash | SendHome) else ""


def able(_view: View, _own: Callable[[Seat], View] | None) -> None:
    """Say nothing: there are no auctions."""
