"""How a position of Master Builder lies in arrays, and what can be read off it at once.

Cards lie in lists, each a number of cards and then the cards. What is known of a worker or of a
contract wherever it is (whether it is idle, what is built) lies in a list by the card's number.
Sections are counted from 0, so those of a building are the bits of a number.
"""

from typing import Final, get_args

from paydays_widgets.core.chance import purpose
from paydays_widgets.games.master_builder.deck import PENALTY_PCT, SECTIONS, SKILLS
from paydays_widgets.games.master_builder.engine.building import PENALTY
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
from paydays_widgets.kernels.compiled import Row, grid, in_place, lanes

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

# A position ``s``. CONTRACT_SOLD is 0 if there is no auction. From TOP and TURNED on there is a
# place for each skill; from CASH to OUT, for each seat; BIDDING says who has not passed.
PHASE, ROUND, MALLET, ACTIVE, PILE_SIZE, LAST_ROUND, CLIMATE, STRIKING = range(8)
POT, FOR_SALE, HIGHEST, LEADER, SERVED, PASSES, OPENING, TO_REVEAL = range(8, 16)
NEED, DUE, COUNT = range(16, 19)
TOP: Final = COUNT + 1
TURNED: Final = TOP + LEVELS
CASH: Final = TURNED + LEVELS
BILL: Final = CASH + MAX_SEATS
SMALL: Final = BILL + MAX_SEATS
LARGE: Final = SMALL + MAX_SEATS
READY: Final = LARGE + MAX_SEATS
CHANGES: Final = READY + MAX_SEATS
BIDDING: Final = CHANGES + MAX_SEATS
OUT: Final = BIDDING + MAX_SEATS
SCORED: Final = OUT + MAX_SEATS
"""How many crews a bot has scored while it decides; then their workers, wages and scores."""
CREWS: Final = 64
SCORES: Final = SCORED + 1
LISTS: Final = SCORES + 3 * CREWS

# The lists from LISTS on, each with room for all. UNSEEN and UNDER: one for each skill; CREW and
# HOLDINGS: one for each seat. By number: how many economy cards of a kind are left, whether a
# worker is idle, its section (TASKS times the contract plus the section, from 1), what is built.
# A bot puts contracts in an ORDER, works out what will STAND, and makes a PLAN.
UNSEEN: Final = 0
UNDER: Final = UNSEEN + LEVELS
CREW: Final = UNDER + LEVELS
HOLDINGS: Final = CREW + MAX_SEATS
POOL: Final = HOLDINGS + MAX_SEATS
OFFERS, LEFT_OVER, EVENTS, EVENTS_UNDER, ECONOMIES, IDLES, JOBS, BUILT = range(POOL + 1, POOL + 9)
ORDER, STAND, PLAN, ALL_LISTS = range(BUILT + 1, BUILT + 5)
ROOM: Final = 4
"""A list has room for all cards of a kind, for how many they are, and for what a bot imagines."""
TASKS: Final = 10

# The deck and the rules ``d``. WIDTH is a list's room; CONTRACT_AT, CLIMATE_AT and EVENT_AT say
# where the cards begin. From WAGES on: the wage of each skill, -1 if no worker has it.
SEATS, LIMIT, PHASE_OVER, ANY_UNFINISHED, BY_PCT, WAGE_LIMIT, WIDTH = range(7)
WORKERS, CONTRACTS, CLIMATES, CONTRACT_AT, CLIMATE_AT, EVENT_AT = range(7, 13)
LOANS: Final = 13
RECEIVE, EARLY, LATE, LOAN_PARTS = range(4)
WAGES: Final = LOANS + 2 * LOAN_PARTS
WORKER_AT: Final = WAGES + LEVELS
SKILL, WAGE, FLAWS, HOW_MANY, WORKER_PARTS = range(5)
"""The parts of a worker: its skill, its wage, its flaws as bits, and how many they are."""
KIND, COST, INCOME, LABOUR, BEGINNING = range(5)
"""The parts of a contract. LABOUR is what its smallest crew costs; from BEGINNING and GOING_ON on
stand its sections as workers are put on them, if its stage is begun or goes on."""
GOING_ON: Final = BEGINNING + SECTIONS
HEADS: Final = GOING_ON + SECTIONS
"""How many workers a section needs, and their skills; HEAD numbers for each section."""
HEAD: Final = 3
CONTRACT_PARTS: Final = HEADS + HEAD * SECTIONS
EFFECT, WITH_FLAW, OF_SKILL, OF_WORKERS, AMOUNT, EVENT_PARTS = range(6)
"""The parts of an event: its effect, and what it needs."""
FLAW_IDLE, HALF_IDLE, LABOURING, MOST_FLAWS_IDLE, DISMISSING, RELEASING, LEVY = range(7)

STARTS: Final = grid(((0, 4, 6), (0, 3, 6)))
"""Where the stages of a house, and of city walls, begin and end."""
STAGES: Final = grid(((0b001111, 0b110000), (0b000111, 0b111000)))
GROUPS: Final = (
    ((0b000011, 0b001100), (0b110000, 0b110000)),
    ((0b000001, 0b000110), (0b001000, 0b110000)),
)
"""The groups of each stage; a house's roofs are one group."""
FIRSTS: Final = grid(((2, 1), (2, 2)))
"""How many sections of a stage must stand first: one of each group."""
WHOLE: Final = (1 << SECTIONS) - 1

# What is done, as a number, to which VERBS times a number is added.
HIRING, FIRING, PASSING, NAMING, RAISING, CHOOSING, ASSIGNING, BUILDING = range(8)
BORROWING, REPAYING, LOTTING, TURNING_UP = range(8, 12)
MOVES: Final = (
    Hire,
    Fire,
    Pass,
    Name,
    Bid,
    Choose,
    Assign,
    Build,
    Borrow,
    Repay,
    DrawLot,
)
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
def list_at(d: Row[int], which: int) -> int:
    """Return where a list begins."""
    return LISTS + which * d[WIDTH]


@in_place
def append(s: Row[int], at: int, card: int) -> None:
    """Put a card at the end of a list."""
    s[at] += 1
    s[at + s[at]] = card


@in_place
def remove(s: Row[int], at: int, card: int) -> bool:
    """Take a card out of a list, if it is there, and close the gap."""
    for place in range(1, s[at] + 1):
        if s[at + place] == card:
            for each in range(place, s[at]):
                s[at + each] = s[at + each + 1]
            s[at] -= 1
            return True
    return False


@in_place
def of_worker(d: Row[int], worker: int, part: int) -> int:
    """Return a part of a worker."""
    return d[WORKER_AT + WORKER_PARTS * (worker - 1) + part]


@in_place
def of_contract(d: Row[int], contract: int, part: int) -> int:
    """Return a part of a contract."""
    return d[d[CONTRACT_AT] + CONTRACT_PARTS * (contract - 1) + part]


@in_place
def of_event(d: Row[int], event: int, part: int) -> int:
    """Return a part of an event."""
    return d[d[EVENT_AT] + EVENT_PARTS * (event - 1) + part]


@in_place
def in_turn(s: Row[int], d: Row[int], at: int) -> int:
    """Return the seat at a place in the turn order, counted from the mallet."""
    return (s[MALLET] + at) % d[SEATS]


@in_place
def held(s: Row[int], d: Row[int], seat: int) -> int:
    """Count the unfinished contracts of a seat."""
    return s[list_at(d, HOLDINGS + seat)]


@in_place
def offered(s: Row[int], d: Row[int]) -> int:
    """Count the contracts that can be named."""
    return s[list_at(d, LEFT_OVER)] + s[list_at(d, OFFERS)]


@in_place
def offer(s: Row[int], d: Row[int], place: int) -> int:
    """Return a contract that can be named, those left over first."""
    at = list_at(d, LEFT_OVER)
    if place < s[at]:
        return s[at + 1 + place]
    return s[list_at(d, OFFERS) + 1 + place - s[at]]


@in_place
def narrowed(s: Row[int], d: Row[int]) -> bool:
    """Return whether only seats without a contract may win one (MB-2-first-round)."""
    if s[ROUND] == 1:
        for seat in range(d[SEATS]):
            if held(s, d, seat) > 1:
                return True
    return False


@in_place
def may_win(s: Row[int], d: Row[int], seat: int) -> bool:
    """Return whether a seat may win a contract (MB-2-first-round, MB-2-nominate)."""
    if narrowed(s, d):
        return held(s, d, seat) == 0
    return s[OUT + seat] == 0


@in_place
def unopposed(s: Row[int], d: Row[int], seat: int) -> bool:
    """Return whether a seat is the last one without a contract in round 1 (MB-2-last-one)."""
    if s[ROUND] != 1 or held(s, d, seat):
        return False
    for other in range(d[SEATS]):
        if other != seat and may_win(s, d, other):
            return False
    return True


@in_place
def is_early(s: Row[int], d: Row[int]) -> bool:
    """Return whether loans are repaid at the early price (MB-5-early)."""
    if s[PILE_SIZE] or offered(s, d):
        return True
    if d[ANY_UNFINISHED]:
        for seat in range(d[SEATS]):
            if held(s, d, seat):
                return True
    return False


@in_place
def price(s: Row[int], d: Row[int], loan: int) -> int:
    """Return what a loan costs to repay now (MB-5-loans)."""
    return d[LOANS + LOAN_PARTS * loan + (EARLY if is_early(s, d) else LATE)]


@in_place
def loans(s: Row[int], seat: int, loan: int) -> int:
    """Count a seat's loans of a kind."""
    return s[(LARGE if loan else SMALL) + seat]


@in_place
def repayable(s: Row[int], d: Row[int], seat: int, loan: int) -> bool:
    """Return whether a seat owes a loan of a kind and can afford to repay it now."""
    return loans(s, seat, loan) > 0 and s[CASH + seat] >= price(s, d, loan)


@in_place
def debt(s: Row[int], d: Row[int], seat: int) -> int:
    """Return what it would cost to repay all of a seat's loans now."""
    return s[SMALL + seat] * price(s, d, 0) + s[LARGE + seat] * price(s, d, 1)


@in_place
def standing(built: int) -> int:
    """Count the sections that stand."""
    found = 0
    for section in range(SECTIONS):
        found += built >> section & 1
    return found


@in_place
def payment(d: Row[int], contract: int, built: int, by_pct: int) -> int:
    """Compute what a building pays at the end (MB-end-unfinished)."""
    income = of_contract(d, contract, INCOME)
    each = income * PENALTY_PCT // 100 if by_pct else PENALTY
    return max(0, income - each * (SECTIONS - standing(built)))


@in_place
def decider(s: Row[int]) -> int:
    """Return the seat that decides; of those that still assign, the first."""
    if s[PHASE] != ASSIGN:
        return s[ACTIVE]
    seat = 0
    while s[READY + seat]:
        seat += 1
    return seat


# --- workers ------------------------------------------------------------------------------------


@in_place
def strikes(s: Row[int], d: Row[int], seat: int, worker: int) -> bool:
    """Return whether the event can strike a worker of a seat."""
    if s[list_at(d, IDLES) + worker]:
        return False
    effect = of_event(d, s[STRIKING], EFFECT)
    if effect in (FLAW_IDLE, DISMISSING):
        return of_worker(d, worker, FLAWS) & of_event(d, s[STRIKING], WITH_FLAW) != 0
    if effect == HALF_IDLE:
        return of_worker(d, worker, SKILL) == of_event(d, s[STRIKING], OF_SKILL)
    if effect == MOST_FLAWS_IDLE:
        crew = list_at(d, CREW + seat)
        for place in range(1, s[crew] + 1):
            more = of_worker(d, s[crew + place], HOW_MANY) > of_worker(d, worker, HOW_MANY)
            if more and not s[list_at(d, IDLES) + s[crew + place]]:
                return False
        return True
    return effect in (LABOURING, RELEASING)


@in_place
def struck(s: Row[int], d: Row[int], seat: int) -> int:
    """Count the workers of a seat that the event can strike."""
    crew, found = list_at(d, CREW + seat), 0
    for place in range(1, s[crew] + 1):
        found += int(strikes(s, d, seat, s[crew + place]))
    return found


@in_place
def leaves(s: Row[int], d: Row[int]) -> bool:
    """Return whether the event makes workers leave (MB-3-gone) rather than rest."""
    return of_event(d, s[STRIKING], EFFECT) in (DISMISSING, RELEASING)


# --- sections -----------------------------------------------------------------------------------


@in_place
def heads(d: Row[int], contract: int, section: int) -> int:
    """Count the workers that a section needs."""
    return of_contract(d, contract, HEADS + HEAD * section)


@in_place
def head(d: Row[int], contract: int, section: int, place: int) -> int:
    """Return a skill that a section needs; these ascend."""
    return of_contract(d, contract, HEADS + HEAD * section + 1 + place)


@in_place
def there(s: Row[int], d: Row[int], seat: int, contract: int, section: int) -> int:
    """Count the workers on a section."""
    crew, found = list_at(d, CREW + seat), 0
    for place in range(1, s[crew] + 1):
        if s[list_at(d, JOBS) + s[crew + place]] == TASKS * contract + section + 1:
            found += 1
    return found


@in_place
def least_skill(s: Row[int], d: Row[int], seat: int, contract: int, section: int) -> int:
    """Find the lowest skill that will do for one more worker on a section."""
    crew = list_at(d, CREW + seat)
    for place in range(1, s[crew] + 1):
        worker = s[crew + place]
        if s[list_at(d, JOBS) + worker] == TASKS * contract + section + 1:
            last = head(d, contract, section, 1)
            if of_worker(d, worker, SKILL) < last:
                return last
    return head(d, contract, section, 0)


@in_place
def is_open(s: Row[int], d: Row[int], seat: int, contract: int, section: int) -> bool:
    """Return whether one more worker could work on a section (MB-4-stable, MB-4-walls)."""
    built = s[list_at(d, BUILT) + contract]
    if built >> section & 1:
        return False
    if there(s, d, seat, contract, section) == heads(d, contract, section):
        return False
    start = STARTS[of_contract(d, contract, KIND), 1]
    if section >= start:
        for each in range(start):
            manned = there(s, d, seat, contract, each) == heads(d, contract, each)
            if not (built >> each & 1 or manned):
                return False
    return True


@in_place
def is_free(s: Row[int], d: Row[int], worker: int) -> bool:
    """Return whether a worker of a crew is neither idle nor at work."""
    return not s[list_at(d, IDLES) + worker] and not s[list_at(d, JOBS) + worker]


@in_place
def assignment(worker: int, contract: int, section: int) -> int:
    """Return what is done when a worker is assigned to a section."""
    return ASSIGNING + VERBS * (worker * SPOTS + contract * TASKS + section + 1)


@in_place
def may_hire(s: Row[int], d: Row[int], seat: int, skill: int) -> bool:
    """Return whether the wage limit allows a seat the open worker of a skill (MB-1-wages)."""
    worker = s[TOP + skill]
    return worker > 0 and s[BILL + seat] + of_worker(d, worker, WAGE) <= d[WAGE_LIMIT]
