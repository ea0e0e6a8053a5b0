"""From the engine's positions to arrays, and from codes to the engine's moves."""

from typing import get_args

from paydays_widgets.core.game import CHANCE
from paydays_widgets.games.pay_day import state as items
from paydays_widgets.games.pay_day.deck import DAYS, Cover, DayKind, Deck, MailKind
from paydays_widgets.games.pay_day.kernel import layout as lay
from paydays_widgets.games.pay_day.moves import Buy, Move, Pass
from paydays_widgets.games.pay_day.reading import buyers, cost_of_mail, mail_a_day
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.state import Debt, Item, State
from paydays_widgets.kernels.compiled import Packed, Row, fractions, numbers


def pack(state: State) -> Packed:
    """Turn a position into arrays."""
    deck = state.deck
    d = _pack_deck(deck, state.rules, len(state.households))
    s = numbers(
        lay.LISTS + lay.MAIL_LISTS * (len(deck.mail) + 1) + lay.DEAL_LISTS * (len(deck.deals) + 1)
    )
    s[lay.PHASE] = lay.PHASES.index(state.phase)
    s[lay.TURN], s[lay.ACTIVE] = state.turn, state.active
    s[lay.POT], s[lay.POT_OPEN], s[lay.STAKES] = state.pot, state.pot_open, state.stakes
    for lane, count in enumerate(state.counts):
        s[lay.COUNTS + lane] = count
    for item in reversed(state.agenda):
        _pack_item(s, item)
    _pack_list(s, lay.mail_at(d, lay.MAIL_DECK), state.mail)
    _pack_list(s, lay.mail_at(d, lay.MAIL_UNDER), state.mail_under)
    _pack_list(s, lay.mail_at(d, lay.MAIL_DISCARD), state.mail_discard)
    _pack_list(s, lay.deals_at(d, lay.DEAL_DECK), state.deals)
    _pack_list(s, lay.deals_at(d, lay.DEAL_UNDER), state.deals_under)
    for seat, household in enumerate(state.households):
        s[lay.CASH + seat] = household.cash
        s[lay.SAVINGS + seat] = household.savings
        s[lay.LOAN + seat] = household.loan
        s[lay.MONTH + seat] = household.month
        s[lay.DAY + seat] = household.day
        _pack_list(s, lay.mail_at(d, lay.BILLS + seat), household.bills)
        _pack_list(s, lay.mail_at(d, lay.TICKETS + seat), household.tickets)
        _pack_list(s, lay.mail_at(d, lay.INSURANCES + seat), household.insurances)
        _pack_list(s, lay.deals_at(d, lay.HAND + seat), household.deals)
    return Packed(s, d, _pack_tables(deck, state.rules.months))


def _pack_list(s: Row[int], at: int, cards: tuple[int, ...]) -> None:
    for card in cards:
        lay.append(s, at, card)


def _pack_item(s: Row[int], item: Item) -> None:
    lay.push(s, lay.KINDS.index(type(item)), -1, 0, 0)
    at = lay.top(s)
    match item:
        case items.PokerTable(waiting, players, stake):
            s[at + lay.AMOUNT] = stake
            _pack_list(s, at + lay.FIRST, waiting)
            _pack_list(s, at + lay.SECOND, players)
        case items.RollOff(purpose_, prize, seats, rolls):
            s[at + lay.AMOUNT] = prize
            s[at + lay.DEBT] = lay.PHASES.index(purpose_)
            _pack_list(s, at + lay.FIRST, seats)
            _pack_list(s, at + lay.SECOND, rolls)
        case _:
            s[at + lay.SEAT] = item.seat
    match item:
        case items.Visit(_, amount) | items.Delivery(_, amount) | items.PaydayStep(_, amount):
            s[at + lay.AMOUNT] = amount
        case items.Payment(_, amount, debt, card):
            s[at + lay.AMOUNT], s[at + lay.CARD] = amount, card
            s[at + lay.DEBT] = get_args(Debt).index(debt)
        case items.SwellfareDraw(_, amount, card):
            s[at + lay.AMOUNT], s[at + lay.CARD] = amount, card
        case (
            items.DealOffer(_, card)
            | items.InsuranceOffer(_, card)
            | items.SwellfareOffer(_, card)
        ):
            s[at + lay.CARD] = card


def _pack_deck(deck: Deck, rules: Rules, seats: int) -> Row[int]:
    letter = lay.DEAL + lay.EACH * len(deck.deals)
    d = numbers(letter + lay.EACH * len(deck.mail))
    d[lay.SEATS] = seats
    d[lay.MONTHS] = rules.months
    d[lay.ANY_TIME] = rules.banking == "any_time"
    d[lay.STAKE_RETURNED] = rules.stake_returned
    d[lay.WITH_SAVINGS] = rules.swellfare_debt_test == "cash_and_savings"
    d[lay.SIX_ON_ANY_ROLL] = rules.pot_six == "any_roll"
    d[lay.COMMISSION_SPLIT] = rules.commission_tie == "split"
    d[lay.POKER_SPLIT] = rules.poker_tie == "split"
    d[lay.BUYER_ROLLS] = rules.buyer_rolls_for_commission
    d[lay.UNDER_DECK] = rules.lottery_discard == "under_deck"
    d[lay.FOR_A_MONTH] = rules.insurance_term == "month"
    d[lay.MAX_LOAN] = lay.NO_LIMIT if rules.max_loan is None else rules.max_loan
    d[lay.SALARY], d[lay.BONUS] = deck.salary, deck.daylight_bonus
    d[lay.LETTERS], d[lay.DEALS], d[lay.LETTER] = len(deck.mail), len(deck.deals), letter
    d[lay.BUYERS] = sum(day.kind == "buyer" for day in deck.days) * rules.months
    for at, day in enumerate(deck.days):
        d[lay.DAY_KIND + at] = get_args(DayKind).index(day.kind)
        d[lay.DAY_AMOUNT + at] = day.amount
    for at, deal in enumerate(deck.deals):
        d[lay.DEAL + lay.EACH * at + lay.COST] = deal.cost
        d[lay.DEAL + lay.EACH * at + lay.FEE_FOR_ALL] = deal.commission
        d[lay.DEAL + lay.EACH * at + lay.PRICE] = deal.price
    for at, card in enumerate(deck.mail):
        d[letter + lay.EACH * at + lay.MAIL_KIND] = get_args(MailKind).index(card.kind)
        d[letter + lay.EACH * at + lay.SUM] = card.amount
        d[letter + lay.EACH * at + lay.COVER] = get_args(Cover).index(card.cover)
    return d


def _pack_tables(deck: Deck, months: int) -> Row[float]:
    width = sum(day.kind == "buyer" for day in deck.days) * months
    t = fractions(lay.SALES + months * (DAYS + 1) * width)
    for at, cover in enumerate(get_args(Cover)):
        if cover and deck.mail:
            t[lay.MAIL_COST + at] = cost_of_mail(deck, cover)
    t[lay.MAIL_A_DAY] = mail_a_day(deck)
    for left in range(months):
        for day in range(DAYS + 1):
            for n, chance in enumerate(buyers(deck.days, day, left)):
                t[lay.SALES + (left * (DAYS + 1) + day) * width + n] = chance
    return t


def move(code: int) -> Move:
    """Turn a code into the move that it stands for."""
    what, place = divmod(int(code), lay.BASE)
    number, verb = divmod(what, lay.VERBS)
    kind, by = lay.MOVES[verb], place + CHANCE
    if kind is Buy or kind is Pass:
        return kind(by)
    return kind(by, number)  # type: ignore[call-arg]
