"""How a position of Master Builder is laid out: records with the state's own names.

What is known of a worker or of a contract wherever it is (whether it is idle, what is built)
stands under the card's number. Sections are counted from 0, so those of a building are the bits of
a number.
"""

from typing import Annotated, Final, get_args

from paydays_widgets.core.chance import purpose
from paydays_widgets.games.master_builder.deck import MOST_CARDS, SECTIONS, SKILLS, Effect
from paydays_widgets.games.master_builder.moves import (
    Assign,
    Bid,
    Borrow,
    Build,
    Choose,
    DrawLot,
    Fire,
    Hire,
    Name,
    Pass,
    Repay,
)
from paydays_widgets.games.master_builder.state import Phase
from paydays_widgets.kernels.compiled import Grid, Row, in_place, lanes
from paydays_widgets.kernels.records import Listed, Records

STRATEGIES: Final = (
    "random_legal",
    "fits_the_crew",
    "price_to_value",
    "land_grabber",
    "debt_averse",
    "opportunist",
)
"""The strategies of ``bots``; a seat's ``kind`` is a place among them."""
RANDOM_LEGAL, FITS_THE_CREW, PRICE_TO_VALUE, LAND_GRABBER, DEBT_AVERSE, OPPORTUNIST = range(6)

MAX_SEATS: Final = 4
LEVELS: Final = len(SKILLS)

PHASES: Final = get_args(Phase)
LOT, DEAL, WORKER, DRAFT, HIRE, ECONOMY, CONTRACT, NAME, MUST_NAME, AUCTION = range(10)
EVENT, IDLE, DISMISS, ASSIGN, REVEAL, BORROW, REPAY, SETTLING, OVER = range(10, 19)

IMAGINED: Final = 3
"""For how many more workers, or contracts, than there are a bot has room."""
CREWS: Final = 64
"""How many crews a bot scores at most while it decides."""
TASKS: Final = 10


class Builder:
    """What a seat owns and owes."""

    cash: int
    crew: Annotated[Listed, MOST_CARDS]
    bill: int
    holdings: Annotated[Listed, MOST_CARDS]
    loans: Annotated[Row[int], 2]
    ready: bool
    changes: int


class Pile:
    """The workers of one skill that nobody has hired."""

    top: int
    unseen: Annotated[Listed, MOST_CARDS]
    under: Annotated[Listed, MOST_CARDS]


class Auction:
    """An auction in progress; ``bidders`` says of each seat whether it has not passed."""

    contract: int
    bid: int
    leader: int
    bidders: Annotated[Row[int], MAX_SEATS]


class Score:
    """What a bot found a crew to be worth."""

    hands: int
    bill: int
    score: int


class Position:
    """A position ``s``."""

    phase: int
    turn: int
    """The round, counted from 1; 0 during set-up."""
    mallet: int
    active: int
    builders: Annotated[Records[Builder], MAX_SEATS]
    piles: Annotated[Records[Pile], LEVELS]
    unseen: Annotated[Listed, MOST_CARDS]
    pile_size: int
    economy: Annotated[Row[int], MOST_CARDS + 1]
    events: Annotated[Listed, MOST_CARDS]
    last_round: int
    events_under: Annotated[Listed, MOST_CARDS]
    climate: int
    event: int
    offers: Annotated[Listed, MOST_CARDS]
    left_over: Annotated[Listed, MOST_CARDS]
    pot: int
    auction: Auction
    out: Annotated[Row[int], MAX_SEATS]
    """Whether phase 2 is over for a seat."""
    served: int
    passes: int
    turned: Annotated[Row[int], LEVELS]
    opening: int
    to_reveal: int
    need: int
    due: int
    count: int
    idle: Annotated[Row[int], MOST_CARDS + 1]
    jobs: Annotated[Row[int], MOST_CARDS + 1]
    """By worker: whether it is face down, and TASKS times its contract plus its section."""
    built: Annotated[Row[int], MOST_CARDS + 1]
    """By contract: its sections that stand, a bit for each."""
    order: Annotated[Listed, MOST_CARDS + IMAGINED]
    stand: Annotated[Listed, MOST_CARDS + IMAGINED]
    plan: Annotated[Listed, MOST_CARDS + IMAGINED]
    """A bot's: contracts in an order, what will stand of each, and jobs."""
    scored: int
    scores: Annotated[Records[Score], CREWS]


LEFT_OUT: Final = {
    "rules": "what a switch changes is printed",
    "deck": "its figures are printed",
    "round": "it is the turn's number",
    "withdrawn": "a contract that was taken out does not come back",
    "builders.idle": "known of a worker wherever it is",
    "builders.jobs": "known of a worker wherever it is",
    "builders.town": "no rule asks what has been finished",
    "builders.holdings.contract": "a holding is the number of its contract",
    "builders.holdings.built": "known of a contract wherever it is",
}
"""What a state holds and a position does not, and why."""


class Loan:
    """A kind of loan."""

    receive: int
    early: int
    late: int


class Worker:
    """A worker card."""

    skill: int
    wage: int
    flaws: int
    """A bit for each kind."""
    how_many: int
    """How many flaws it has."""


class Contract:
    """A contract card."""

    kind: int
    cost: int
    income: int
    labour: int
    """What its smallest crew costs."""
    beginning: Annotated[Row[int], SECTIONS]
    going_on: Annotated[Row[int], SECTIONS]
    """The sections as workers are put on them, if their stage is begun or goes on."""
    needs: Annotated[Row[int], SECTIONS]
    """How many workers a section needs."""
    heads: Annotated[Grid, SECTIONS, 2]
    """Their skills, which ascend."""


class EventCard:
    """An event card: its effect, and what it needs."""

    effect: int
    flaw: int
    skill: int
    workers: int
    amount: int


class Printed:
    """What is printed on the cards, and the rules ``d``; cards are counted from 1."""

    seats: int
    hire_fire_limit: int
    phase_over: bool
    any_unfinished: bool
    by_pct: bool
    wage_limit: int
    loans: Annotated[Records[Loan], 2]
    wages: Annotated[Row[int], LEVELS]
    """The wage of each skill; -1 if no worker has it."""
    worker_cards: int
    contract_cards: int
    climate_cards: int
    """How many there are."""
    workers: Annotated[Records[Worker], MOST_CARDS + 1]
    contracts: Annotated[Records[Contract], MOST_CARDS + 1]
    reveals: Annotated[Row[int], MOST_CARDS + 1]
    """How many contracts an economy card reveals."""
    events: Annotated[Records[EventCard], MOST_CARDS + 1]


FLAW_IDLE, HALF_IDLE, LABOURING, MOST_FLAWS_IDLE, DISMISSING, RELEASING, LEVY, _ = range(
    len(get_args(Effect))
)

# What is done, as a number, to which VERBS times a number is added.
HIRING, FIRING, PASSING, NAMING, RAISING, CHOOSING, ASSIGNING, BUILDING = range(8)
BORROWING, REPAYING, LOTTING, TURNING_UP = range(8, 12)
MOVES: Final = (Hire, Fire, Pass, Name, Bid, Choose, Assign, Build, Borrow, Repay, DrawLot)
A_WORKER, A_CONTRACT, A_CLIMATE, AN_EVENT, VERBS = range(TURNING_UP, TURNING_UP + 5)
"""What is turned up."""
DECISIONS: Final = (DRAFT, HIRE, NAME, MUST_NAME, AUCTION, IDLE, DISMISS, ASSIGN, BORROW, REPAY)
BASE: Final = MAX_SEATS + 1
BIDS: Final = 10_000
"""A naming's number is BIDS times the contract plus the bid."""
SPOTS: Final = 1_000 * TASKS
"""An assignment's number is SPOTS times the worker plus its section."""

CHANCES: Final = tuple(purpose(each) for each in PHASES)
OPENED: Final = tuple(purpose(each) for each in SKILLS)
LUCK: Final = lanes(PHASES, MAX_SEATS)


@in_place
def assignment(worker: int, contract: int, section: int) -> int:
    """Return what is done when a worker is assigned to a section."""
    return ASSIGNING + VERBS * (worker * SPOTS + contract * TASKS + section + 1)
