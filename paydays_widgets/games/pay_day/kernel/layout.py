"""How a position of Pay Day lies in arrays, and what can be read off it at once.

The agenda is a pile of items, the next thing on top. Cards lie in lists, each a number of cards
and then the cards; those that the rules only count or sort are kept in no order.
"""

from typing import Final, get_args

from paydays_widgets.core.chance import purpose
from paydays_widgets.games.pay_day import moves
from paydays_widgets.games.pay_day.deck import DAYS, Cover
from paydays_widgets.games.pay_day.engine.facts import FEE, LOAN_PCT, MAX_SEATS, STEP
from paydays_widgets.games.pay_day.state import Item, Prompt, Purpose
from paydays_widgets.kernels.compiled import Row, in_place, lanes

STRATEGIES: Final = (
    "random_legal",
    "no_debt",
    "leverage_every_deal",
    "insurer",
    "saver",
    "gambler",
    "investor",
)
"""The strategies of ``bots``; a seat's ``kind`` is a place among them."""
RANDOM_LEGAL, NO_DEBT, LEVERAGE_EVERY_DEAL, INSURER, SAVER, GAMBLER, INVESTOR = range(7)
RESERVE: Final = 200
ALL_IN: Final = 100

PHASES: Final = (*get_args(Purpose), *get_args(Prompt), "settling", "over")
ROLL, TURN_UP, MAIL, COMMISSION, POKER, SWELLFARE, BUY, INSURE, BET, SELL, STAKE = range(11)
RAISE, BANK, SETTLING, OVER = range(11, 15)
DECISIONS: Final = len(get_args(Purpose))
"""The place of the decisions among the counts, after the purposes of chance."""
FACES: Final = 6

# A position ``s``. From CASH, SAVINGS, LOAN, MONTH and DAY on there is a place for each seat.
PHASE, TURN, ACTIVE, POT, POT_OPEN, STAKES, DEPTH, COUNTS = range(8)
CASH: Final = COUNTS + DECISIONS + 1
SAVINGS: Final = CASH + MAX_SEATS
LOAN: Final = SAVINGS + MAX_SEATS
MONTH: Final = LOAN + MAX_SEATS
DAY: Final = MONTH + MAX_SEATS
AGENDA: Final = DAY + MAX_SEATS
DEEPEST: Final = 8
"""More items than an agenda can have: Daylight Savings sends back four seats, the first of them
to an election for which four have to pay."""

# An item of the agenda. AMOUNT is also the mail that is left, the step of Pay Day and whether a
# visit was caused by Daylight Savings. From FIRST on there is a list of seats (that roll, or have
# yet to decide), from SECOND on another (their rolls, or who plays poker).
KIND, SEAT, AMOUNT, DEBT, CARD, FIRST = range(6)
SECOND: Final = FIRST + 1 + MAX_SEATS
WIDTH: Final = SECOND + 1 + MAX_SEATS
LISTS: Final = AGENDA + DEEPEST * WIDTH

KINDS: Final = get_args(Item)
VISIT, STEP_BACK, PAYMENT, DELIVERY, DEAL_VISIT, DEAL_OFFER, INSURANCE_OFFER = range(7)
SWELLFARE_OFFER, SWELLFARE_DRAW, BUYER_VISIT, POKER_TABLE, ROLL_OFF, PAYDAY_STEP = range(7, 13)
FOR_DAY, FOR_ELECTION, FOR_INTEREST, FOR_BILLS, FOR_DEAL = range(5)
FOR_INSURANCE, FOR_POKER, FOR_SWELLFARE = range(5, 8)

# The lists of mail from LISTS on, each with room for all; from BILLS, TICKETS and INSURANCES on
# there is one for each seat. Then the lists of Deals; from HAND on there is one for each seat.
MAIL_DECK, MAIL_UNDER, MAIL_DISCARD, BILLS = range(4)
TICKETS: Final = BILLS + MAX_SEATS
INSURANCES: Final = TICKETS + MAX_SEATS
MAIL_LISTS: Final = INSURANCES + MAX_SEATS
DEAL_DECK, DEAL_UNDER, SORTED, HAND = range(4)
DEAL_LISTS: Final = HAND + MAX_SEATS

# The deck and the rules ``d``: LETTERS and DEALS say how many there are, LETTER where they begin.
SEATS, MONTHS, ANY_TIME, STAKE_RETURNED, WITH_SAVINGS, SIX_ON_ANY_ROLL = range(6)
COMMISSION_SPLIT, POKER_SPLIT, BUYER_ROLLS, UNDER_DECK, FOR_A_MONTH, MAX_LOAN = range(6, 12)
SALARY, BONUS, LETTERS, DEALS, LETTER, BUYERS, DAY_KIND = range(12, 19)
DAY_AMOUNT: Final = DAY_KIND + DAYS
DEAL: Final = DAY_AMOUNT + DAYS
COST, FEE_FOR_ALL, PRICE = range(3)
"""The parts of a Deal: its cost, its commission, its price."""
MAIL_KIND, SUM, COVER = range(3)
"""The parts of a card of mail."""
EACH: Final = 3
"""How many parts a Deal and a card of mail have."""
NO_LIMIT: Final = 1 << 40

D_MAIL, D_DEAL, D_BUYER, D_MONEY, D_SUNDAY, D_LOTTERY, D_POKER = range(7)
D_ELECTION, D_DAYLIGHT, D_PAYDAY = range(7, 10)
S_SALARY, S_INTEREST, S_BILLS, S_BANK, S_TICKETS, S_DEALS = range(1, 7)
"""The steps of Pay Day before the last, at which a seat goes back to Start."""
M_BILL, M_WINDFALL, M_TICKET, M_INSURANCE, M_SWELLFARE = range(5)

# Tables ``t``: cards of mail on an average day; from MAIL_COST on, what a card costs on average,
# by the place of its cover; from SALES on, by the months that follow and the day, how likely at
# least 1, 2… buyers are.
MAIL_A_DAY, MAIL_COST = range(2)
SALES: Final = MAIL_COST + len(get_args(Cover))

# What is done, as a number, to which VERBS times a card or a sum is added.
BUYING, SELLING, STAKING, REPAYING, WITHDRAWING, DEPOSITING, BORROWING, PASSING = range(8)
ROLLING, TURNING_UP, DELIVERING = range(8, 11)
MOVES: Final = (
    moves.Buy,
    moves.Sell,
    moves.Stake,
    moves.Repay,
    moves.Withdraw,
    moves.Deposit,
    moves.Borrow,
    moves.Pass,
    moves.Roll,
    moves.TurnUp,
    moves.Deliver,
)
VERBS: Final = len(MOVES)
BASE: Final = MAX_SEATS + 1

CHANCES: Final = tuple(purpose(each) for each in PHASES)
LUCK: Final = lanes(PHASES, MAX_SEATS)


@in_place
def mail_at(d: Row[int], which: int) -> int:
    """Return where a list of mail begins."""
    return LISTS + which * (d[LETTERS] + 1)


@in_place
def deals_at(d: Row[int], which: int) -> int:
    """Return where a list of Deals begins."""
    return LISTS + MAIL_LISTS * (d[LETTERS] + 1) + which * (d[DEALS] + 1)


@in_place
def append(s: Row[int], at: int, card: int) -> None:
    """Put a card at the end of a list."""
    s[at] += 1
    s[at + s[at]] = card


@in_place
def remove(s: Row[int], at: int, card: int) -> None:
    """Take a card out of a list and close the gap."""
    place = 1
    while s[at + place] != card:
        place += 1
    for each in range(place, s[at]):
        s[at + each] = s[at + each + 1]
    s[at] -= 1


@in_place
def move_all(s: Row[int], start: int, to: int) -> None:
    """Put all cards of a list at the end of another."""
    for place in range(1, s[start] + 1):
        append(s, to, s[start + place])
    s[start] = 0


@in_place
def sort_in(s: Row[int], at: int, number: int) -> None:
    """Put a number into a list in ascending order."""
    place = s[at] + 1
    while place > 1 and s[at + place - 1] > number:
        s[at + place] = s[at + place - 1]
        place -= 1
    s[at + place] = number
    s[at] += 1


@in_place
def top(s: Row[int]) -> int:
    """Return where the first item of the agenda begins."""
    return AGENDA + (s[DEPTH] - 1) * WIDTH


@in_place
def push(s: Row[int], kind: int, seat: int, amount: int, card: int) -> None:
    """Put an item before all others of the agenda."""
    s[DEPTH] += 1
    at = top(s)
    s[at + KIND] = kind
    s[at + SEAT] = seat
    s[at + AMOUNT] = amount
    s[at + CARD] = card
    s[at + FIRST] = 0
    s[at + SECOND] = 0


@in_place
def owe(s: Row[int], seat: int, amount: int, debt: int, card: int) -> None:
    """Let a seat pay before anything else is done."""
    push(s, PAYMENT, seat, amount, card)
    s[top(s) + DEBT] = debt


@in_place
def discard(s: Row[int], d: Row[int], card: int) -> None:
    """Put a card of mail on the discard."""
    append(s, mail_at(d, MAIL_DISCARD), card)


@in_place
def of_letter(d: Row[int], card: int, part: int) -> int:
    """Return a part of a card of mail."""
    return d[d[LETTER] + EACH * (card - 1) + part]


@in_place
def of_deal(d: Row[int], deal: int, part: int) -> int:
    """Return a part of a Deal."""
    return d[DEAL + EACH * (deal - 1) + part]


@in_place
def in_play(s: Row[int], d: Row[int], seat: int) -> bool:
    """Return whether a seat has months left to play (PD-own-pace)."""
    return s[MONTH + seat] <= d[MONTHS]


@in_place
def bills(s: Row[int], d: Row[int], seat: int, cover: int) -> int:
    """Add up a seat's bills, those with a cover if one is named."""
    at, found = mail_at(d, BILLS + seat), 0
    for place in range(1, s[at] + 1):
        if cover == 0 or of_letter(d, s[at + place], COVER) == cover:
            found += of_letter(d, s[at + place], SUM)
    return found


@in_place
def interest_due(s: Row[int], seat: int) -> int:
    """Return the interest due on a seat's loan at the next Pay Day (PD-loan-interest)."""
    return s[LOAN + seat] * LOAN_PCT // 100


@in_place
def lacking(s: Row[int], d: Row[int], seat: int) -> int:
    """Return how far a seat's debts exceed its means (PD-swellfare)."""
    debts = s[LOAN + seat] + interest_due(s, seat) + bills(s, d, seat, 0)
    return debts - s[CASH + seat] - d[WITH_SAVINGS] * s[SAVINGS + seat]


@in_place
def insured(s: Row[int], d: Row[int], seat: int, cover: int) -> bool:
    """Return whether a seat holds an insurance of a kind."""
    at = mail_at(d, INSURANCES + seat)
    for place in range(1, s[at] + 1):
        if of_letter(d, s[at + place], COVER) == cover:
            return True
    return False


@in_place
def fee_now(s: Row[int], seat: int) -> int:
    """Return what a withdrawal costs now: nothing on Pay Day (PD-savings)."""
    return 0 if s[DAY + seat] == DAYS else FEE


@in_place
def up_to_step(amount: int) -> int:
    """Round up to what savings and loans change by."""
    return -(-amount // STEP) * STEP


@in_place
def decider(s: Row[int]) -> int:
    """Return the seat that the first item of the agenda waits for."""
    at = top(s)
    return s[at + FIRST + 1] if s[at + KIND] == POKER_TABLE else s[at + SEAT]


@in_place
def shortfall(s: Row[int]) -> int:
    """Return how far the cash of the seat that must pay falls short."""
    at = top(s)
    return s[at + AMOUNT] - s[CASH + s[at + SEAT]]
