"""What the template lays out: cards, plots and seats, each with its words."""

from msgspec import Struct

from paydays_widgets.games.master_builder.moves import Move
from paydays_widgets.show.board import Play, SeatCard


class Worker(Struct, frozen=True, gc=False):
    """A worker card.

    Parameters
    ----------
    number
        Its number in the deck.
    skill, rank, name
        The skill's id, its rank from 1, and its name.
    wage
        In thousands.
    flaws
        Letter and name.
    label
        What a screen reader says.
    idle
        Whether it lies face down.
    play
        What activating it does.
    picked
        Whether it has been picked up.
    origin
        If it is new in its place, the key of the thing that it comes from.
    """

    number: int
    skill: str
    rank: int
    name: str
    wage: str
    flaws: tuple[tuple[str, str], ...]
    label: str
    idle: bool = False
    play: Play | None = None
    picked: bool = False
    origin: str = ""


class Market(Struct, frozen=True, gc=False):
    """A pile of workers with the open one."""

    skill: str
    name: str
    worker: Worker | None
    size: int
    more: str
    label: str
    play: Play | None


class Need(Struct, frozen=True, gc=False):
    """A worker that a section needs: the skill's id, its rank from 1, its name."""

    skill: str
    rank: int
    name: str


class Slot(Struct, frozen=True, gc=False):
    """A section of a contract: what it needs, who works on it, and whether it stands.

    Parameters
    ----------
    number
        Its number in the contract.
    part
        The part of the building that it is.
    needs
        The workers that are still missing.
    workers
        The workers assigned.
    proposed
        The workers that the proposal would assign.
    state
        ``built``, ``open``, ``blocked`` (others must stand first) or ``vain`` (it is manned but
        would not stand).
    label
        What a screen reader says.
    play
        What activating it does.
    """

    number: int
    part: str
    needs: tuple[Need, ...]
    workers: tuple[Worker, ...]
    proposed: tuple[Worker, ...]
    state: str
    label: str
    play: Play | None


class Plot(Struct, frozen=True, gc=False):
    """A contract that a seat is building.

    Parameters
    ----------
    number, title
        As on the card.
    income
        What it pays, in words.
    built
        How many sections stand.
    columns
        Its sections, those of one part beside each other's, in columns.
    label
        What a screen reader says.
    warning
        What prevents manned sections from standing.
    """

    number: int
    title: str
    income: str
    built: int
    columns: tuple[tuple[Slot, ...], ...]
    label: str
    warning: str


class Proposal(Struct, frozen=True, gc=False):
    """A solver's proposal for an assignment.

    Parameters
    ----------
    play
        Asks for it, or dismisses it.
    words
        What it achieves; "" if it was not asked for.
    moves
        The moves that carry it out.
    verb
        The label of the button that plays them.
    """

    play: Play
    words: str = ""
    moves: tuple[Move, ...] = ()
    verb: str = ""


class Lot(Struct, frozen=True, gc=False):
    """A building of the town; each section is ``built``, ``new`` or ""."""

    number: int
    title: str
    kind: str
    seat: int
    parts: tuple[str, ...]
    label: str
    finished: bool


class Rate(Struct, frozen=True, gc=False):
    """What loans cost at this time.

    Parameters
    ----------
    holds
        ``early``, ``late`` or ``settled``.
    now
        What a loan costs now, in words.
    then
        When that changes, and to what; "" if it does not.
    hint
        The same for all loans, with the reason.
    """

    holds: str
    now: str
    then: str
    hint: str


class Loan(Struct, frozen=True, gc=False):
    """The loans of one kind that a seat owes."""

    kind: str
    title: str
    count: int
    label: str
    price: str
    play: Play | None


class BuilderPicture(Struct, frozen=True, gc=False):
    """A seat's card.

    Parameters
    ----------
    seat
        What every game shows of a seat.
    mallet
        Whether it holds the mallet.
    own
        Whether its hidden information may be shown.
    bill, limit, wages
        Its wages, their limit, and both in words.
    crew
        Its workers who are not at work.
    hidden
        How many workers it has assigned, if the assignments are hidden.
    plots
        What it is building.
    proposal
        What a solver would assign; None unless the seat is assigning.
    loans
        What it owes.
    build
        Finishes assigning; None unless the seat is assigning.
    """

    seat: SeatCard
    mallet: bool
    own: bool
    bill: int
    limit: int
    wages: str
    crew: tuple[Worker, ...]
    hidden: str
    plots: tuple[Plot, ...]
    proposal: Proposal | None
    loans: tuple[Loan, ...]
    build: Play | None
