"""Pay Day's positions as records, whose fields have the names of the engine's state."""

from typing import Annotated, Final, get_args

from paydays_widgets.games.pay_day.deck import DAYS, MOST_DEALS, MOST_MAIL, Cover
from paydays_widgets.games.pay_day.engine.facts import MAX_SEATS
from paydays_widgets.games.pay_day.state import Prompt, Purpose
from paydays_widgets.kernels.compiled import Row
from paydays_widgets.kernels.records import Listed, Records

PHASES: Final = (*get_args(Purpose), *get_args(Prompt), "settling", "over")
ROLL, TURN_UP, MAIL, COMMISSION, POKER, SWELLFARE, BUY, INSURE, BET, SELL, STAKE = range(11)
RAISE, BANK, SETTLING, OVER = range(11, 15)
DECISIONS: Final = len(get_args(Purpose))
"""The place of the decisions among the counts, after the purposes of chance."""

VISIT, STEP_BACK, PAYMENT, DELIVERY, DEAL_VISIT, DEAL_OFFER, INSURANCE_OFFER = range(7)
SWELLFARE_OFFER, SWELLFARE_DRAW, BUYER_VISIT, POKER_TABLE, ROLL_OFF, PAYDAY_STEP = range(7, 13)
"""The kinds of items, in the order of ``Item``."""
FOR_DAY, FOR_ELECTION, FOR_INTEREST, FOR_BILLS, FOR_DEAL = range(5)
FOR_INSURANCE, FOR_POKER, FOR_SWELLFARE = range(5, 8)
"""What a payment is for, in the order of ``Debt``."""
SALARY, INTEREST, BILLS, BUSINESS, TICKETS, DEALS = range(1, 7)
"""The steps of Pay Day before the last, at which a seat goes back to Start."""
DEEPEST: Final = 8
"""More items than an agenda can have: Daylight Savings sends back four seats, the first of them
to an election for which four have to pay."""


class Household:
    """What a seat has, owes and holds."""

    cash: int
    savings: int
    loan: int
    month: int
    day: int
    bills: Annotated[Listed, MOST_MAIL]
    tickets: Annotated[Listed, MOST_MAIL]
    insurances: Annotated[Listed, MOST_MAIL]
    deals: Annotated[Listed, MOST_DEALS]


class Item:
    """An item of the agenda: those of a kind use the fields that its class in the engine has."""

    kind: int
    seat: int
    back: bool
    amount: int
    debt: int
    card: int
    left: int
    deal: int
    stake: int
    waiting: Annotated[Listed, MAX_SEATS]
    players: Annotated[Listed, MAX_SEATS]
    purpose: int
    prize: int
    seats: Annotated[Listed, MAX_SEATS]
    rolls: Annotated[Listed, MAX_SEATS]
    step: int


class Position:
    """A position ``s``.

    Cards that the rules only count or sort, such as the discard, are kept in no order.
    """

    phase: int
    turn: int
    active: int
    households: Annotated[Records[Household], MAX_SEATS]
    deals: Annotated[Listed, MOST_DEALS]
    mail: Annotated[Listed, MOST_MAIL]
    deals_under: Annotated[Listed, MOST_DEALS]
    mail_under: Annotated[Listed, MOST_MAIL]
    mail_discard: Annotated[Listed, MOST_MAIL]
    pot: int
    pot_open: bool
    stakes: int
    agenda: Annotated[Records[Item], DEEPEST]
    """A pile, with the next thing to do on top."""
    first: int
    """The place of the next thing to do on the agenda; -1 if there is none."""
    counts: Annotated[Row[int], DECISIONS + 1]
    prices: Annotated[Listed, MOST_DEALS + 1]
    """Room to sort the prices of Deals in."""


LEFT_OUT: Final = {"rules": "what a switch changes is printed", "deck": "its figures are printed"}
"""What a state holds and a position does not, and why."""

MAIL_DAY, DEAL_DAY, BUYER_DAY, MONEY_DAY, SUNDAY, LOTTERY_DAY, POKER_DAY = range(7)
ELECTION_DAY, DAYLIGHT_DAY, PAYDAY = range(7, 10)
BILL, WINDFALL, TICKET, INSURANCE, SWELLFARE_CARD = range(5)
NO_LIMIT: Final = 1 << 40


class Day:
    """A day of the calendar."""

    kind: int
    amount: int


class Deal:
    """A Deal."""

    cost: int
    commission: int
    price: int


class Letter:
    """A card of mail."""

    kind: int
    amount: int
    cover: int


class Printed:
    """What is printed on the board and the cards, and the rules ``d``."""

    seats: int
    months: int
    any_time: bool
    stake_returned: bool
    with_savings: bool
    six_on_any_roll: bool
    commission_split: bool
    poker_split: bool
    buyer_rolls_for_commission: bool
    under_deck: bool
    for_a_month: bool
    max_loan: int
    """NO_LIMIT if there is none."""
    salary: int
    daylight_bonus: int
    days: Annotated[Records[Day], DAYS]
    deals: Annotated[Records[Deal], MOST_DEALS]
    mail: Annotated[Records[Letter], MOST_MAIL]
    buyers: int
    """How many buyers can come in all months together."""


# Tables ``t``: cards of mail on an average day; from MAIL_COST on, what a card costs on average,
# by the place of its cover; from SALES on, by the months that follow and the day, how likely at
# least 1, 2… buyers are.
MAIL_A_DAY, MAIL_COST = range(2)
SALES: Final = MAIL_COST + len(get_args(Cover))

BUYING, SELLING, STAKING, REPAYING, WITHDRAWING, DEPOSITING, BORROWING, PASSING = range(8)
ROLLING, TURNING_UP, DELIVERING = range(8, 11)
"""What is done, in the order of ``MOVES``."""
