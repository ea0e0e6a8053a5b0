"""The state of a Master Builder game: builders, piles, contracts on offer, the auction.

Cards are identified by their numbers in the deck, counted from 1; sums are in thousands of
dollars.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat, Turn
from paydays_widgets.games.master_builder.deck import Deck
from paydays_widgets.games.master_builder.moves import Move
from paydays_widgets.games.master_builder.rules import Rules

Phase: TypeAlias = Literal[
    "lot",
    "deal",
    "worker",
    "draft",
    "hire",
    "economy",
    "contract",
    "name",
    "must_name",
    "auction",
    "event",
    "idle",
    "dismiss",
    "assign",
    "reveal",
    "borrow",
    "repay",
    "settling",
    "over",
]


class Holding(Struct, frozen=True, gc=False):
    """A contract that a seat holds, and its sections that are built (counted from 1)."""

    contract: int
    built: tuple[int, ...] = ()


class Job(Struct, frozen=True, gc=False):
    """A worker's assignment in this phase: a section of a contract."""

    worker: int
    contract: int
    section: int


class Builder(Struct, frozen=True, gc=False):
    """What a seat owns and owes.

    Parameters
    ----------
    cash
        Its money; negative only after the final settlement.
    crew
        Its workers, in the order in which they were hired.
    bill
        Their wages per round: its marker on the wage track.
    idle
        The workers turned face down.
    changes
        How often it has hired or fired in this round.
    """

    cash: int
    crew: tuple[int, ...] = ()
    bill: int = 0
    idle: tuple[int, ...] = ()
    holdings: tuple[Holding, ...] = ()
    town: tuple[int, ...] = ()
    loans: tuple[int, int] = (0, 0)
    jobs: tuple[Job, ...] = ()
    ready: bool = False
    changes: int = 0


class Pile(Struct, frozen=True, gc=False):
    """The workers of one skill that nobody has hired.

    Parameters
    ----------
    top
        The open worker; 0 for none.
    unseen
        The workers not yet turned up, in ascending order (not the order of the pile).
    under
        The workers put under the pile since, in order.
    """

    top: int
    unseen: tuple[int, ...]
    under: tuple[int, ...] = ()


class Auction(Struct, frozen=True, gc=False):
    """An auction in progress: the highest bid, and the seat that made it.

    Parameters
    ----------
    bidders
        The seats that may bid and have not passed, clockwise from the one that named the contract.
    """

    contract: int
    bid: int
    leader: Seat
    bidders: tuple[Seat, ...]


class State(Struct, frozen=True, gc=False):
    """A position.

    Parameters
    ----------
    phase
        What is to be done next; ``settling`` while a move is carried out, ``reveal`` while all
        assignments lie open.
    round
        The round, counted from 1; 0 during set-up.
    mallet
        The first seat of the round.
    piles
        The workers to hire, by skill.
    unseen
        The contracts not yet turned up, in ascending order; with two seats, also those in the box.
    pile_size
        How many of them are in the pile.
    economy
        How many cards of each kind are left, in the deck's order.
    events
        The event cards not yet turned up, in ascending order.
    events_under
        The event cards put under the pile, in order.
    climate
        The round's economy card; 0 for none.
    event
        The event that strikes; 0 for none.
    offers
        The contracts revealed in this round and not yet won.
    left_over
        The contracts left over from the previous round, with money on each.
    pot
        The total money on contracts.
    out
        The seats for which phase 2 is over (``first_player_pass``).
    served
        How many seats have had their turn at what everyone does in order, from the mallet on.
    passes
        How many seats in a row have neither hired nor fired.
    turned
        How many workers of each skill have come up in this round.
    opening
        The skill of the worker that comes up next.
    to_reveal
        How many contracts are still to be revealed.
    need
        How many workers the active seat has yet to choose.
    due
        The payment for which the active seat must borrow.
    count
        How many decisions have been made in this phase.
    last_round
        The round that ends the game.
    """

    rules: Rules
    deck: Deck
    phase: Phase
    round: int
    mallet: Seat
    active: Seat
    builders: tuple[Builder, ...]
    piles: tuple[Pile, ...]
    unseen: tuple[int, ...]
    pile_size: int
    economy: tuple[int, ...]
    events: tuple[int, ...]
    last_round: int
    events_under: tuple[int, ...] = ()
    climate: int = 0
    event: int = 0
    offers: tuple[int, ...] = ()
    left_over: tuple[int, ...] = ()
    withdrawn: tuple[int, ...] = ()
    pot: int = 0
    auction: Auction | None = None
    out: tuple[Seat, ...] = ()
    served: int = 0
    passes: int = 0
    turned: tuple[int, int, int, int] = (0, 0, 0, 0)
    opening: int = 0
    to_reveal: int = 0
    need: int = 0
    due: int = 0
    count: int = 0


class BuilderView(Struct, frozen=True, gc=False):
    """What may be known of a seat: everything except its assignments while they are hidden.

    Fields of the same name are as in :class:`Builder`.

    Parameters
    ----------
    assigned
        How many workers it has assigned.
    jobs
        Its assignments; None while they are hidden.
    """

    cash: int
    crew: tuple[int, ...]
    bill: int
    idle: tuple[int, ...]
    holdings: tuple[Holding, ...]
    town: tuple[int, ...]
    loans: tuple[int, int]
    ready: bool
    changes: int
    assigned: int
    jobs: tuple[Job, ...] | None


class View(Struct, frozen=True, gc=False):
    """What a seat may know of a position.

    Fields of the same name are as in :class:`State`.

    Parameters
    ----------
    number
        The round, counted from 1; 0 during set-up.
    open
        The open worker of each skill; 0 for none.
    pile_sizes
        How many workers lie under each open one.
    contracts_left
        How many contracts are in the pile.
    early
        Whether loans are repaid at the early price.
    legal
        The moves listed for the seat; other amounts may be legal too.
    """

    seat: Seat | None
    rules: Rules
    deck: Deck
    turn: Turn
    number: int
    last_round: int
    mallet: Seat
    active: Seat
    builders: tuple[BuilderView, ...]
    open: tuple[int, ...]
    pile_sizes: tuple[int, ...]
    contracts_left: int
    offers: tuple[int, ...]
    left_over: tuple[int, ...]
    withdrawn: tuple[int, ...]
    climate: int
    event: int
    auction: Auction | None
    out: tuple[Seat, ...]
    early: bool
    need: int
    due: int
    legal: tuple[Move, ...]
