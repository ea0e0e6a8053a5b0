"""Reading a view: what a seat has, what it must decide, and what it can expect.

Each function answers one question about a seat's view. The strategies in ``bots``, the picture
and the panel are built from these functions; a student's own ``choose`` can use them too.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple, cast

from paydays_widgets.core.game import Decide, me
from paydays_widgets.games.pay_day.deck import DAYS, Day, Deal, Deck, Letter
from paydays_widgets.games.pay_day.engine.facts import (
    BET_PAYS,
    BET_WINS,
    LOAN_PCT,
    STEP,
    Plight,
    fee_now,
    interest_due,
    interest_earned,
    payday_ahead,
    plight,
    up_to_step,
)
from paydays_widgets.games.pay_day.moves import (
    Borrow,
    Buy,
    Deposit,
    Move,
    Pass,
    Repay,
    Sell,
    Stake,
    Withdraw,
)
from paydays_widgets.games.pay_day.state import (
    DealOffer,
    Household,
    InsuranceOffer,
    Payment,
    PokerTable,
    View,
)

_FACES: Final = 6
LANDING: Final = 2 / 7
"""The probability of landing on a given day: a roll moves three and a half days on average."""


# --- the seat's own household -------------------------------------------------------------------


def own(view: View) -> Household:
    """Return the household of the view's seat."""
    return view.households[me(view)]


def withdrawal_needed(household: Household, price: int) -> int:
    """Return what must come out of the savings for a payment: in steps, and with the fee.

    Examples
    --------
    >>> withdrawal_needed(Household(cash=120, savings=300), 200)
    200
    >>> withdrawal_needed(Household(cash=120, savings=300), 900)
    300
    """
    short = price - household.cash
    if short <= 0:
        return 0
    return min(household.savings, up_to_step(short + fee_now(household)))


def loan_needed(household: Household, price: int) -> int:
    """Return the loan needed for a payment once cash and savings are used up (PD-raise).

    Examples
    --------
    >>> loan_needed(Household(cash=120), 350)
    300
    >>> loan_needed(Household(cash=120, savings=300), 350)
    0
    """
    means = household.cash
    if household.savings:
        means += household.savings - fee_now(household)
    return max(0, up_to_step(price - means))


class Paying(NamedTuple):
    """How a payment is met: savings withdrawn, the fee for that, the loan, and the cash left."""

    withdrawn: int
    fee: int
    loan: int
    left: int


def paying(household: Household, price: int) -> Paying:
    """Work out how a payment is met: savings come before a loan (PD-raise).

    Examples
    --------
    >>> paying(Household(cash=120, savings=300), 900)
    Paying(withdrawn=300, fee=50, loan=600, left=70)
    """
    withdrawn, loan = withdrawal_needed(household, price), loan_needed(household, price)
    fee = fee_now(household) if withdrawn else 0
    return Paying(withdrawn, fee, loan, household.cash + withdrawn - fee + loan - price)


def months_left(view: View) -> int:
    """Return how many months follow the current one."""
    return view.rules.months - own(view).month


def bills(view: View, *covers: str) -> int:
    """Add up the bills in hand: all of them, or only those with the given covers."""
    held = [view.deck.mail[card - 1] for card in own(view).bills]
    return sum(each.amount for each in held if not covers or each.cover in covers)


def dues(view: View) -> int:
    """Return what the next Pay Day will cost: the bills in hand, and interest on the loan."""
    return bills(view) + interest_due(own(view).loan)


def debts(view: View) -> Plight:
    """Return the debts and the means that a Swellfare card compares."""
    return plight(own(view), view.rules, view.deck)


def sold(household: Household, deck: Deck) -> int:
    """Return what the Deals in hand would bring."""
    return sum(deck.deals[deal - 1].price for deal in household.deals)


def interest_on(view: View, loan: int) -> int:
    """Return what a loan costs at every Pay Day to come; 0 if none follows."""
    return interest_due(loan) if payday_ahead(own(view), view.rules) else 0


def interest_by_payday(view: View, loan: int) -> dict[int, int]:
    """Say what a loan costs if it is repaid after the first, and after the last Pay Day."""
    household = own(view)
    ahead = view.rules.months - household.month + 1 - (household.day == DAYS)
    return {n: n * interest_due(loan) for n in (1, ahead) if n <= ahead}


def gain_of_step(view: View) -> int:
    """Return what a step paid back saves, or saved earns, at every Pay Day; 0 if none follows."""
    if not payday_ahead(own(view), view.rules):
        return 0
    return interest_due(STEP) if own(view).loan else interest_earned(STEP)


def loan_to_stake(view: View) -> int:
    """Return the loan with which a seat without savings may stake on Swellfare; 0 for none.

    A loan adds itself to the debts and to the cash, and its interest to the debts alone.

    Examples
    --------
    >>> from paydays_widgets.games.pay_day.engine import PAY_DAY
    >>> loan_to_stake(PAY_DAY.view(PAY_DAY.start(2), 0))  # 1,700 × 20% exceed $325
    1700
    """
    household, spare = own(view), -debts(view).lacking
    if household.savings or spare < 0:
        return 0
    loan = (spare // interest_due(STEP) + 1) * STEP
    most = view.rules.max_loan
    return loan if most is None or household.loan + loan <= most else 0


def to_spare(view: View) -> int:
    """Return the cash that the next Pay Day will not need."""
    household = own(view)
    coming = view.deck.salary if months_left(view) else 0
    return household.cash - max(0, dues(view) - coming)


# --- what is asked ------------------------------------------------------------------------------


def asked(view: View) -> str:
    """Return the prompt of the decision to be made.

    Raises
    ------
    ValueError
        If no seat has to decide now.
    """
    if isinstance(view.turn, Decide):
        return view.turn.prompt
    message = "nothing is asked of anyone now"
    raise ValueError(message)


def deal_offered(view: View) -> Deal:
    """Return the card that comes first in the agenda, a Deal to buy or refuse."""
    return view.deck.deals[cast("DealOffer", view.agenda[0]).deal - 1]


def insurance_offered(view: View) -> Letter:
    """Return the letter that comes first in the agenda, a policy to take or refuse."""
    return view.deck.mail[cast("InsuranceOffer", view.agenda[0]).card - 1]


def lacking(view: View) -> int:
    """Return how far the seat's cash falls short of the payment."""
    return cast("Payment", view.agenda[0]).amount - own(view).cash


def price_asked(view: View) -> int:
    """Return the price of what is offered, or the payment that is due; 0 for neither."""
    match view.agenda[0]:
        case DealOffer():
            return deal_offered(view).cost
        case InsuranceOffer():
            return insurance_offered(view).amount
        case Payment(amount=price) | PokerTable(stake=price):
            return price
        case _:
            return 0


# --- answers ------------------------------------------------------------------------------------


def buy_if(view: View, wanted: bool) -> Move:  # noqa: FBT001 - reads as a sentence
    """Buy what is offered if it is wanted and affordable; otherwise pass."""
    buy = Buy(me(view))
    return buy if wanted and buy in view.legal else Pass(me(view))


def stake_up_to(view: View, sum_: int) -> Move:
    """Stake as much as is allowed, up to a limit; pass if even the smallest stake exceeds it."""
    stakes = [move for move in view.legal if isinstance(move, Stake) and move.amount <= sum_]
    return max(stakes, key=lambda stake: stake.amount, default=Pass(me(view)))


def stake_on_credit(view: View, sum_: int) -> Move:
    """Stake up to a sum on Swellfare; borrow first if that is what allows it, and if it pays."""
    loan = loan_to_stake(view)
    if loan and worth_of_stake(view, sum_) > 0:
        return Borrow(me(view), loan)
    return stake_up_to(view, sum_)


def sell_dearest(view: View) -> Move:
    """Sell the Deal with the highest price."""
    sales = [move for move in view.legal if isinstance(move, Sell)]
    return max(sales, key=lambda sale: view.deck.deals[sale.deal - 1].price)


def raise_least(view: View) -> Borrow | Withdraw:
    """Raise no more than the payment needs, in one go if possible."""
    household = own(view)
    if not household.savings:
        loans = [move.amount for move in view.legal if isinstance(move, Borrow)]
        short = up_to_step(lacking(view))
        return Borrow(me(view), short if short in loans else loans[-1])
    needed = lacking(view) + fee_now(household)
    sums = [move for move in view.legal if isinstance(move, Withdraw)]
    enough = [each for each in sums if each.amount >= needed]
    return min(enough, key=lambda each: each.amount) if enough else sums[-1]


def repay(view: View) -> Move:
    """Pay back as much of the loan as cash allows; then leave the bank."""
    household = own(view)
    back = min(household.cash // STEP * STEP, household.loan)
    return Repay(me(view), back) if back else Pass(me(view))


def save_all_but(view: View, cash: int) -> Move:
    """Pay back the loan, then save all cash but the given sum."""
    household = own(view)
    saved = (household.cash - cash) // STEP * STEP
    if household.loan or saved <= 0:
        return repay(view)
    return Deposit(me(view), saved)


# --- what can be expected -----------------------------------------------------------------------


def prospects(view: View) -> dict[int, tuple[int, ...]]:
    """Return the days that the next roll may lead to, each with the pips that lead there."""
    start = view.households[view.active].day
    found: dict[int, tuple[int, ...]] = {}
    for pips in range(1, _FACES + 1):
        day = min(start + pips, DAYS)
        found[day] = (*found.get(day, ()), pips)
    return found


def buyer_days(view: View) -> tuple[int, int]:
    """Count the Buyer days to come: those of this month, and those of all later months."""
    days = [day for day, each in enumerate(view.deck.days, 1) if each.kind == "buyer"]
    return sum(day > own(view).day for day in days), len(days) * months_left(view)


def bills_to_come(view: View, cover: str) -> list[Letter]:
    """List the bills with a cover in the Mail deck."""
    deck = [view.deck.mail[card - 1] for card in (*view.mail, *view.mail_under)]
    return [each for each in deck if each.kind == "bill" and each.cover == cover]


def _total(numbers: Iterable[float]) -> float:
    """Add from left to right, as compiled code does: `sum` rounds otherwise since Python 3.12."""
    found = 0.0
    for each in numbers:
        found += each
    return found


@cache
def _visits(days: tuple[Day, ...], kind: str) -> tuple[tuple[float, ...], ...]:
    """Compute, for each day, how likely 0, 1, 2… visits to a kind of day are later that month."""
    most = sum(each.kind == kind for each in days)
    chances = [(1.0, *[0.0] * most)] * (DAYS + 1)
    for day in range(DAYS - 1, -1, -1):
        found = [0.0] * (most + 1)
        for pips in range(1, _FACES + 1):
            there = min(day + pips, DAYS)
            hit = days[there - 1].kind == kind
            for n in range(most + 1 - hit):
                found[n + hit] += chances[there][n] / _FACES
        chances[day] = tuple(found)
    return tuple(chances)


@cache
def buyers(days: tuple[Day, ...], day: int, months: int) -> tuple[float, ...]:
    """Compute how likely at least 1, 2… buyers are from a day on, with so many months to come."""
    visits = _visits(days, "buyer")
    found = visits[day]
    for _ in range(months):
        met = [0.0] * (len(found) + len(visits[0]) - 1)
        for n, one in enumerate(found):
            for more, other in enumerate(visits[0]):
                met[n + more] += one * other
        found = tuple(met)
    return tuple(_total(found[n:]) for n in range(1, len(found)))


def chances_to_sell(view: View) -> tuple[float, ...]:
    """Compute the probability of meeting at least one buyer, two, three… before the end."""
    return buyers(view.deck.days, own(view).day, months_left(view))


def chance_to_sell(view: View) -> float:
    """Compute the probability of meeting a buyer before the end of the seat's last month."""
    return next(iter(chances_to_sell(view)), 0.0)


def cost_of_mail(deck: Deck, cover: str) -> float:
    """Compute the average cost, per card of mail, of the bills that an insurance would cancel."""
    bills_ = sum(each.amount for each in deck.mail if each.kind == "bill" and each.cover == cover)
    return bills_ / len(deck.mail)


def mail_a_day(deck: Deck) -> float:
    """Compute how many cards of mail a day brings, on average over all days."""
    return sum(each.amount for each in deck.days if each.kind == "mail") / DAYS


def mail_ahead(view: View) -> float:
    """Estimate how many cards of mail will come before the end of the seat's last month."""
    days = DAYS - own(view).day + DAYS * months_left(view)
    return mail_a_day(view.deck) * days * LANDING


def takings(view: View, *more: int) -> float:
    """Compute what the Deals in hand, and more with given prices, bring on average.

    Each buyer takes the dearest that is left.
    """
    prices = [view.deck.deals[deal - 1].price for deal in own(view).deals]
    dearest = sorted([*prices, *more], reverse=True)
    chances = chances_to_sell(view)
    return _total([price * chance for price, chance in zip(dearest, chances, strict=False)])


def cost_of_paying(view: View, price: int) -> float:
    """Compute what it costs to raise the money for a payment: a fee, and a month's interest."""
    _, fee, loan, _ = paying(own(view), price)
    return fee + loan * LOAN_PCT / 100


def worth_of_deal(view: View) -> float:
    """Compute the average profit on the Deal on offer, after what it costs to pay for it.

    A Deal waits about a month for its buyer, so interest is counted once on a loan for it.
    """
    deal = deal_offered(view)
    gained = takings(view, deal.price) - takings(view)
    return gained - deal.cost - cost_of_paying(view, deal.cost)


def worth_of_insurance(view: View) -> float:
    """Compute the average gain from the insurance on offer: bills in hand and to come, less it."""
    card = insurance_offered(view)
    saved = mail_ahead(view) * cost_of_mail(view.deck, card.cover) + bills(view, card.cover)
    return saved - card.amount - cost_of_paying(view, card.amount)


def payout(view: View, stake: int) -> int:
    """Return what a Swellfare win pays, with the stake if that comes back."""
    return stake * (BET_PAYS + view.rules.stake_returned)


def worth_of_stake(view: View, stake: int) -> float:
    """Compute the average gain from a Swellfare stake, after the loan that it may take first."""
    won = payout(view, stake) * (_FACES + 1 - BET_WINS) / _FACES
    return won - stake - loan_to_stake(view) * LOAN_PCT / 100
