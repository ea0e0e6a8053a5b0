"""What the template lays out: cards, plots and seats, each with its words."""

from msgspec import Struct

from paydays_widgets.games.master_builder.moves import Move
from paydays_widgets.show.board import Play, SeatCard


class Worker(Struct, frozen=True, gc=False):
    """A worker card; its ``rank`` is counted from 1, and its flaws are letters and names.

    ``idle`` is one that lies face down. ``origin`` is the key of the thing that it comes from, if
    it is new in its place.
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
    state
        ``built``, ``open``, ``blocked`` (others must stand first) or ``vain`` (it is manned but
        would not stand).
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
    """A contract that a seat is building, with all its sections, in columns.

    ``warning`` says what prevents manned sections from standing.
    """

    number: int
    title: str
    income: str
    columns: tuple[tuple[Slot, ...], ...]
    label: str
    warning: str


class Proposal(Struct, frozen=True, gc=False):
    """A solver's proposal for an assignment; activating it asks for it, or puts it aside.

    Once it is asked for, ``words`` say what it achieves, and ``verb`` is on the button that plays
    its moves.
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
    """What loans cost at this time, which is ``early``, ``late`` or ``settled``.

    ``then`` says when that changes, and to what; "" if it does not.
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
    own
        Whether its hidden information may be shown.
    crew
        Its workers who are not at work.
    hidden
        How many workers it has assigned, if the assignments are hidden.
    proposal
        What a solver would assign; None unless the seat is assigning.
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
