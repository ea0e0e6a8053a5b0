"""The facts of a Master Builder game: builders, piles, contracts on offer, the auction.

Cards are named by their numbers in the deck, counted from 1; sums are in thousands.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Seat, Standing, Turn
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
    """A contract that a seat holds, and the sections of it that stand (counted from 1)."""

    contract: int
    built: tuple[int, ...] = ()


class Job(Struct, frozen=True, gc=False):
    """A worker's work in this phase: a section of a contract."""

    worker: int
    contract: int
    section: int


class Builder(Struct, frozen=True, gc=False):
    """What a seat owns and owes.

    Parameters
    ----------
    cash
        Its money; below 0 only after the final reckoning.
    crew
        Its workers, in the order of hiring.
    bill
        Their wages: its marker on the wage track.
    idle
        The workers turned face down.
    holdings
        The contracts that it has yet to finish, in the order of winning.
    town
        The contracts that it has finished.
    loans
        How many small and large loans it owes.
    jobs
        The work that it has assigned in this phase.
    ready
        Whether it has assigned all that it will.
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
    """The workers of a skill that nobody has.

    Parameters
    ----------
    top
        The open one; 0 where there is none.
    unseen
        Those that have not come up yet, ascending (not their order).
    under
        Those put under them since, in order.
    """

    top: int
    unseen: tuple[int, ...]
    under: tuple[int, ...] = ()


class Auction(Struct, frozen=True, gc=False):
    """An auction that is going on.

    Parameters
    ----------
    contract
        What for.
    bid
        The highest bid.
    leader
        Who made it.
    bidders
        Who has the right to bid and has not passed, clockwise from who named it.
    """

    contract: int
    bid: int
    leader: Seat
    bidders: tuple[Seat, ...]


class State(Struct, frozen=True, gc=False):
    """A position.

    Parameters
    ----------
    rules, deck
        What is played.
    phase
        What is to be done next; ``settling`` inside a move, ``reveal`` while all assignments
        lie open.
    round
        The round, counted from 1; 0 in set-up.
    mallet
        The first seat of the round.
    active
        Whose decision it is.
    builders
        One a seat.
    piles
        The workers to hire, by skill.
    unseen
        The contracts that have not come up, ascending; with two seats, also those in the box.
    pile_size
        How many of them are in the pile.
    economy
        How many cards are left of each kind, by the deck's order.
    events
        The event cards that have not come up, ascending.
    events_under
        Those that went under the pile, in order.
    climate
        The round's economy card; 0 where there is none.
    event
        The event that strikes; 0 where there is none.
    offers
        The contracts revealed in this round and not yet won.
    left_over
        Those left over from the round before, with money on each.
    withdrawn
        Those that have left the game.
    pot
        The money that lies on contracts.
    auction
        The auction; None where there is none.
    out
        The seats whose phase 2 is over (``first_player_pass``).
    served
        How many seats, from the mallet on, are done with what all do in turn.
    passes
        How many seats in a row have neither hired nor fired.
    turned
        How many workers of each skill came up in this round.
    opening
        The skill of the worker that comes up next.
    to_reveal
        How many contracts are still to be revealed.
    need
        How many workers the active seat has yet to choose.
    due
        What the active seat must borrow for.
    count
        How many decisions this phase has seen.
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
    """What may be known of a seat: all but its assignments while they are hidden.

    Parameters
    ----------
    cash, crew, bill, idle, holdings, town, loans, ready, changes
        As in :class:`Builder`.
    assigned
        How many workers it has assigned.
    jobs
        Which ones, and to what; None while that is hidden.
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

    Parameters
    ----------
    seat
        Who looks; None for what lies open on the table.
    rules, deck
        What is played; all know the whole deck.
    turn
        Who may act.
    number
        The round, counted from 1; 0 in set-up.
    last_round
        The round that ends the game.
    mallet, active
        The round's first seat, and whose decision it is.
    builders
        One a seat.
    open
        The worker to hire of each skill; 0 where there is none.
    pile_sizes
        How many workers lie under it.
    contracts_left
        How many contracts are in the pile.
    offers, left_over, withdrawn
        Contracts on offer, those of them left over from the round before, and those gone.
    climate, event
        The economy and the event card that lie open; 0 where there is none.
    auction
        The auction that is going on.
    out
        The seats whose phase 2 is over.
    early
        Whether loans are repaid at the early rate.
    need, due
        How many workers the active seat has yet to choose; what it must borrow for.
    legal
        The moves that the seat may make (of amounts, a selection).
    standing
        The ranking as it stands.
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
    standing: Standing
