"""What is at stake in a decision: which contracts are won right away, over many games."""

from collections.abc import Callable, Mapping
from typing import Final

from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Text
from paydays_widgets.games.master_builder.events import AuctionsEnded, ContractWon, Event
from paydays_widgets.games.master_builder.moves import Assign, Bid, Move, Name
from paydays_widgets.games.master_builder.reading.appraisal import offer
from paydays_widgets.games.master_builder.state import View
from paydays_widgets.games.master_builder.text.names import contract_title, money

PROMPTS: Final = frozenset({"name", "must_name", "auction"})


def settled(event: Event, seat: Seat) -> str:
    """Say what has become of a bid, as soon as an event shows it; "" before."""
    if isinstance(event, ContractWon):
        return "won" if event.seat == seat else "lost"
    return "lost" if isinstance(event, AuctionsEnded) else ""


def told(prompt: str, shares: Mapping[str, str], text: Text) -> str:
    """Tell how often the seat wins the contract; "" if it never does."""
    won = shares.get("won", "")
    if not won:
        return ""
    if prompt == "auction":
        return text("wins the contract {won} of the time", won=won)
    return text("wins the next contract {won} of the time", won=won)


def facing(view: View, text: Text) -> str:
    """Say how many others can raise the bid."""
    bidders = able(view, None)
    if bidders is None:
        return ""
    rivals = len({*bidders} - {view.seat})
    if not rivals:
        return text("No rival can bid more.")
    return text.plural("{n} rival can bid more.", "{n} rivals can bid more.", rivals)


def argument(view: View, text: Text) -> str:
    """Say what a contract leaves for a bid."""
    if view.auction is None or view.seat is None:
        return ""
    found = offer(view, view.seat, view.auction.contract)
    if found.brings <= view.auction.bid:
        return text("Another bid costs more than the contract brings this crew.")
    brings, wages, left = (money(n, text) for n in (found.brings, found.wages, found.worth))
    facts = {"brings": brings, "wages": wages, "sum": left}
    if not found.wages:
        said = text("It brings this crew {brings}, with no further round of wages.", **facts)
    elif found.worth > view.auction.bid:
        said = text.plural(
            "It brings {brings}; less {wages} for {n} round of wages, {sum} is left.",
            "It brings {brings}; less {wages} for {n} rounds of wages, {sum} is left.",
            found.rounds,
            **facts,
        )
    else:
        said = text.plural(
            "It brings {brings}: another bid leaves less than {wages}, its {n} round of wages.",
            "It brings {brings}: another bid leaves less than {wages}, its {n} rounds of wages.",
            found.rounds,
            **facts,
        )
    return said


def loses(view: View, move: Move) -> bool:
    """Return whether a bid is above what the contract brings the crew, as the board says."""
    match move:
        case Name(contract=contract, bid=bid):
            return bid > offer(view, move.by, contract).brings
        case Bid(amount=amount) if view.auction:
            return amount > offer(view, move.by, view.auction.contract).brings
        case _:
            return False


def about(view: View, move: Move, text: Text) -> str:
    """Name the contract that is named, bid for or built."""
    if isinstance(move, Name | Assign):
        return contract_title(view.deck, move.contract, text)
    return contract_title(view.deck, view.auction.contract, text) if view.auction else ""


def able(view: View, _own: Callable[[Seat], View] | None) -> tuple[Seat, ...] | None:
    """List the seats that have not passed and can raise the bid."""
    auction = view.auction
    if auction is None:
        return None
    return tuple(seat for seat in auction.bidders if view.builders[seat].cash > auction.bid)
