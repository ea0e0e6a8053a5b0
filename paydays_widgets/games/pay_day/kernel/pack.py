"""From the engine's positions to arrays, and from codes to the engine's moves."""

from typing import get_args

from paydays_widgets.core.game import CHANCE
from paydays_widgets.games.pay_day import state as items
from paydays_widgets.games.pay_day.deck import DAYS, Cover, DayKind, Deck, MailKind
from paydays_widgets.games.pay_day.kernel.layout import (
    ACTIVE,
    AMOUNT,
    ANY_TIME,
    BASE,
    BILLS,
    BONUS,
    BUYER_ROLLS,
    BUYERS,
    CARD,
    CASH,
    COMMISSION_SPLIT,
    COST,
    COUNTS,
    COVER,
    DAY,
    DAY_AMOUNT,
    DAY_KIND,
    DEAL,
    DEAL_DECK,
    DEAL_LISTS,
    DEAL_UNDER,
    DEALS,
    DEBT,
    EACH,
    FEE_FOR_ALL,
    FIRST,
    FOR_A_MONTH,
    HAND,
    INSURANCES,
    KINDS,
    LETTER,
    LETTERS,
    LISTS,
    LOAN,
    MAIL_A_DAY,
    MAIL_COST,
    MAIL_DECK,
    MAIL_DISCARD,
    MAIL_KIND,
    MAIL_LISTS,
    MAIL_UNDER,
    MAX_LOAN,
    MONTH,
    MONTHS,
    MOVES,
    NO_LIMIT,
    PHASE,
    PHASES,
    POKER_SPLIT,
    POT,
    POT_OPEN,
    PRICE,
    SALARY,
    SALES,
    SAVINGS,
    SEAT,
    SEATS,
    SECOND,
    SIX_ON_ANY_ROLL,
    STAKE_RETURNED,
    STAKES,
    SUM,
    TICKETS,
    TURN,
    UNDER_DECK,
    VERBS,
    WITH_SAVINGS,
    append,
    deals_at,
    mail_at,
    push,
    top,
)
from paydays_widgets.games.pay_day.moves import Buy, Move, Pass
from paydays_widgets.games.pay_day.reading import buyers, cost_of_mail, mail_a_day
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.state import Debt, Item, State
from paydays_widgets.kernels.compiled import Packed, Row, fractions, numbers


def pack(state: State) -> Packed:
    """Turn a position into arrays."""
    deck = state.deck
    d = _pack_deck(deck, state.rules, len(state.households))
    s = numbers(LISTS + MAIL_LISTS * (len(deck.mail) + 1) + DEAL_LISTS * (len(deck.deals) + 1))
    s[PHASE] = PHASES.index(state.phase)
    s[TURN], s[ACTIVE] = state.turn, state.active
    s[POT], s[POT_OPEN], s[STAKES] = state.pot, state.pot_open, state.stakes
    for lane, count in enumerate(state.counts):
        s[COUNTS + lane] = count
    for item in reversed(state.agenda):
        _pack_item(s, item)
    _pack_list(s, mail_at(d, MAIL_DECK), state.mail)
    _pack_list(s, mail_at(d, MAIL_UNDER), state.mail_under)
    _pack_list(s, mail_at(d, MAIL_DISCARD), state.mail_discard)
    _pack_list(s, deals_at(d, DEAL_DECK), state.deals)
    _pack_list(s, deals_at(d, DEAL_UNDER), state.deals_under)
    for seat, household in enumerate(state.households):
        s[CASH + seat] = household.cash
        s[SAVINGS + seat] = household.savings
        s[LOAN + seat] = household.loan
        s[MONTH + seat] = household.month
        s[DAY + seat] = household.day
        _pack_list(s, mail_at(d, BILLS + seat), household.bills)
        _pack_list(s, mail_at(d, TICKETS + seat), household.tickets)
        _pack_list(s, mail_at(d, INSURANCES + seat), household.insurances)
        _pack_list(s, deals_at(d, HAND + seat), household.deals)
    return Packed(s, d, _pack_tables(deck, state.rules.months))


def _pack_list(s: Row[int], at: int, cards: tuple[int, ...]) -> None:
    for card in cards:
        append(s, at, card)


def _pack_item(s: Row[int], item: Item) -> None:
    push(s, KINDS.index(type(item)), -1, 0, 0)
    at = top(s)
    match item:
        case items.PokerTable(waiting, players, stake):
            s[at + AMOUNT] = stake
            _pack_list(s, at + FIRST, waiting)
            _pack_list(s, at + SECOND, players)
        case items.RollOff(purpose_, prize, seats, rolls):
            s[at + AMOUNT] = prize
            s[at + DEBT] = PHASES.index(purpose_)
            _pack_list(s, at + FIRST, seats)
            _pack_list(s, at + SECOND, rolls)
        case _:
            s[at + SEAT] = item.seat
    match item:
        case items.Visit(_, amount) | items.Delivery(_, amount) | items.PaydayStep(_, amount):
            s[at + AMOUNT] = amount
        case items.Payment(_, amount, debt, card):
            s[at + AMOUNT], s[at + CARD] = amount, card
            s[at + DEBT] = get_args(Debt).index(debt)
        case items.SwellfareDraw(_, amount, card):
            s[at + AMOUNT], s[at + CARD] = amount, card
        case (
            items.DealOffer(_, card)
            | items.InsuranceOffer(_, card)
            | items.SwellfareOffer(_, card)
        ):
            s[at + CARD] = card


def _pack_deck(deck: Deck, rules: Rules, seats: int) -> Row[int]:
    letter = DEAL + EACH * len(deck.deals)
    d = numbers(letter + EACH * len(deck.mail))
    d[SEATS] = seats
    d[MONTHS] = rules.months
    d[ANY_TIME] = rules.banking == "any_time"
    d[STAKE_RETURNED] = rules.stake_returned
    d[WITH_SAVINGS] = rules.swellfare_debt_test == "cash_and_savings"
    d[SIX_ON_ANY_ROLL] = rules.pot_six == "any_roll"
    d[COMMISSION_SPLIT] = rules.commission_tie == "split"
    d[POKER_SPLIT] = rules.poker_tie == "split"
    d[BUYER_ROLLS] = rules.buyer_rolls_for_commission
    d[UNDER_DECK] = rules.lottery_discard == "under_deck"
    d[FOR_A_MONTH] = rules.insurance_term == "month"
    d[MAX_LOAN] = NO_LIMIT if rules.max_loan is None else rules.max_loan
    d[SALARY], d[BONUS] = deck.salary, deck.daylight_bonus
    d[LETTERS], d[DEALS], d[LETTER] = len(deck.mail), len(deck.deals), letter
    d[BUYERS] = sum(day.kind == "buyer" for day in deck.days) * rules.months
    for at, day in enumerate(deck.days):
        d[DAY_KIND + at] = get_args(DayKind).index(day.kind)
        d[DAY_AMOUNT + at] = day.amount
    for at, deal in enumerate(deck.deals):
        d[DEAL + EACH * at + COST] = deal.cost
        d[DEAL + EACH * at + FEE_FOR_ALL] = deal.commission
        d[DEAL + EACH * at + PRICE] = deal.price
    for at, card in enumerate(deck.mail):
        d[letter + EACH * at + MAIL_KIND] = get_args(MailKind).index(card.kind)
        d[letter + EACH * at + SUM] = card.amount
        d[letter + EACH * at + COVER] = get_args(Cover).index(card.cover)
    return d


def _pack_tables(deck: Deck, months: int) -> Row[float]:
    width = sum(day.kind == "buyer" for day in deck.days) * months
    t = fractions(SALES + months * (DAYS + 1) * width)
    for at, cover in enumerate(get_args(Cover)):
        if cover and deck.mail:
            t[MAIL_COST + at] = cost_of_mail(deck, cover)
    t[MAIL_A_DAY] = mail_a_day(deck)
    for left in range(months):
        for day in range(DAYS + 1):
            for n, chance in enumerate(buyers(deck.days, day, left)):
                t[SALES + (left * (DAYS + 1) + day) * width + n] = chance
    return t


def move(code: int) -> Move:
    """Turn a code into the move that it stands for."""
    what, place = divmod(int(code), BASE)
    number, verb = divmod(what, VERBS)
    kind, by = MOVES[verb], place + CHANCE
    if kind is Buy or kind is Pass:
        return kind(by)
    return kind(by, number)  # type: ignore[call-arg]
