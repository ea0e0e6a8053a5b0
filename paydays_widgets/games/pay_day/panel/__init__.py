"""What a panel needs from Pay Day besides its rules, its picture and its words."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, cast

from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE, Seat
from paydays_widgets.core.switch import Switch, listed, preset_of
from paydays_widgets.core.text import Text, Words
from paydays_widgets.games.pay_day import reading
from paydays_widgets.games.pay_day.deck import Deck
from paydays_widgets.games.pay_day.engine import PAY_DAY, balance
from paydays_widgets.games.pay_day.engine.facts import STEP
from paydays_widgets.games.pay_day.events import Event, SalaryPaid
from paydays_widgets.games.pay_day.moves import (
    Buy,
    Deliver,
    Deposit,
    Move,
    Pass,
    Repay,
    Roll,
    Stake,
    TurnUp,
)
from paydays_widgets.games.pay_day.panel import report
from paydays_widgets.games.pay_day.rules import MOST_MONTHS, PRESETS, Rules
from paydays_widgets.games.pay_day.state import (
    DealOffer,
    Household,
    InsuranceOffer,
    PaydayStep,
    View,
)
from paydays_widgets.games.pay_day.text.names import account_names, deal_name, mail_name, money

SEATS: Final = PAY_DAY.seats
MINUTES: Final = 20
"""A game against bots, at a quarter of a minute a decision and a second or two a step."""
TITLE: Final = "Pay Day"
ABOUT: Final = Words(
    en="A household: from one salary to the next, with bills, savings and loans.",
    fr="Un ménage\u202f: d’un salaire à l’autre, entre factures, épargne et emprunts.",
    de="Ein Haushalt: von einem Lohn zum nächsten, mit Rechnungen, Ersparnissen und Krediten.",
)
"""What the game is about, for the shelf."""
GOAL: Final = Words(
    en="The most cash and savings, less the loan.",
    fr="Qui a le plus d’espèces et d’épargne, emprunt déduit, gagne.",
    de="Wer am meisten Bargeld und Ersparnisse hat, Kredit abgezogen, gewinnt.",
)
"""What wins, on the table."""
OPPONENTS: Final = ("saver", "leverage_every_deal", "gambler")
"""The bots that play by default."""
STAND_IN: Final = "no_debt"
"""The strategy that decides for people when a game is replayed with one change."""
OPEN: Final = True
"""Nothing is hidden between seats, so players who share a screen need no handover."""
_CIRCLED: Final = "①②③④"


def edition(rules: Rules, text: Text) -> str:
    """Name the rules in use: those of 1975, or a mixture."""
    if preset_of(rules, PRESETS, "months", "first"):
        return text("Gruen 1975")
    return text("Gruen 1975 · rules of your own")


def presets(text: Text) -> Sequence[tuple[str, str, dict[str, str]]]:
    """List the presets: name, title, and the switches that set each apart."""
    titles = {"1975": text("Three months"), "lesson": text("Two months, for a lesson")}
    return listed(PRESETS, titles, ("months",))


def figures(text: Text) -> Mapping[str, str]:
    """Name the parts of the deck with reconstructed figures."""
    return {"deals": text("the Deals"), "mail": text("the Mail")}


def switches(text: Text) -> Sequence[Switch]:
    """List the switches of the rules."""
    months = [
        (str(n), text.plural("{n} month", "{n} months", n)) for n in range(1, MOST_MONTHS + 1)
    ]
    ties = [("reroll", text("they roll again")), ("split", text("they share"))]
    return [
        Switch("months", text("How many months are played"), months),
        Switch(
            "banking",
            text("When the bank lends and pays out"),
            [
                ("any_time", text("at every decision (1975)")),
                ("when_due", text("only for a payment that is due")),
            ],
        ),
        Switch(
            "max_loan",
            text("The largest loan for a payment by choice"),
            [("null", text("no limit")), ("6900", money(6900, text))],
            rare=True,
        ),
        Switch(
            "insurance_term",
            text("How long insurance lasts"),
            [("game", text("the whole game (1975)")), ("month", text("to its owner’s Pay Day"))],
            rare=True,
        ),
        Switch(
            "buyer_rolls_for_commission",
            text("Who rolls for a Deal’s commission"),
            [
                ("true", text("all players")),
                ("false", text("everyone except the player who buys it")),
            ],
            rare=True,
        ),
        Switch("commission_tie", text("Equal rolls for a commission"), ties, rare=True),
        Switch("poker_tie", text("Equal rolls at poker"), ties, rare=True),
        Switch(
            "swellfare_debt_test",
            text("Who may bet on Swellfare"),
            [
                ("cash", text("anyone who owes more than they have in cash")),
                (
                    "cash_and_savings",
                    text("anyone who owes more than they have in cash and savings"),
                ),
            ],
            rare=True,
        ),
        Switch(
            "stake_returned",
            text("What a win on Swellfare pays"),
            [
                ("false", text("ten times the stake")),
                ("true", text("ten times the stake, and the stake")),
            ],
            rare=True,
        ),
        Switch(
            "pot_six",
            text("Which roll of 6 wins the pot"),
            [("movement", text("one that moves the pawn")), ("any_roll", text("any roll"))],
            rare=True,
        ),
        Switch(
            "lottery_discard",
            text("Where unused lottery tickets go"),
            [
                ("under_deck", text("under the deck, and come again")),
                ("discard", text("to the discard")),
            ],
            rare=True,
        ),
    ]


def wishes(view: View, text: Text) -> Sequence[tuple[Move, str]]:
    """List what a teacher may choose to come next: a roll, a Deal or a card of mail."""
    dice, deals, mail = _chances(view.deck, text)
    letters = view.mail or view.mail_under[:1] or sorted(view.mail_discard)
    return [
        *dice,
        *(deals[number - 1] for number in view.deals or view.deals_under[:1]),
        *(mail[number - 1] for number in letters),
    ]


@lru_cache(maxsize=16)
def _chances(deck: Deck, text: Text) -> tuple[tuple[tuple[Move, str], ...], ...]:
    """List all rolls, Deals and mail; they never change, so they are put in words once."""
    return (
        tuple((Roll(CHANCE, n), text("Die: {n}", n=n)) for n in range(1, 7)),
        tuple((TurnUp(CHANCE, n), _deal(deck, n, text)) for n in range(1, len(deck.deals) + 1)),
        tuple((Deliver(CHANCE, n), _letter(deck, n, text)) for n in range(1, len(deck.mail) + 1)),
    )


def _deal(deck: Deck, number: int, text: Text) -> str:
    cost = money(deck.deals[number - 1].cost, text)
    return text("Deal: {deal}, {cost}", deal=deal_name(deck, number, text), cost=cost)


def _letter(deck: Deck, number: int, text: Text) -> str:
    name, amount = mail_name(deck, number, text), deck.mail[number - 1].amount
    if amount:
        return text("Mail: {card}, {sum}", card=name, sum=money(amount, text))
    return text("Mail: {card}", card=name)


def accounts(text: Text) -> Mapping[str, str]:
    """Name the kinds of accounts, and the lines of balance sheets."""
    return account_names(text)


def totals(text: Text) -> tuple[str, str]:
    """Name what counts in the ranking, and the total with what was paid for or is due."""
    return text("Net worth, counts at the end"), text("Net worth, with Deals and bills")


def remarks(view: View, seat: Seat, text: Text) -> Sequence[str]:
    """Say what Deals are worth if no buyer comes."""
    if not view.households[seat].deals:
        return ()
    return (text("A Deal for which no buyer comes is worth nothing at the end."),)


flows, reports = report.flows, report.reports


def holdings(view: View, seat: Seat, text: Text) -> Sequence[tuple[str, str]]:
    """List what a seat has besides its balance sheet: insurances and lottery tickets."""
    household = view.households[seat]
    held = [(mail_name(view.deck, card, text), text("in force")) for card in household.insurances]
    if household.tickets:
        held.append((text("Lottery tickets"), text.number(len(household.tickets))))
    return held


def measures(view: View, seat: Seat, text: Text) -> Sequence[tuple[str, int]]:
    """List the lines by which two branches are compared, besides a seat's net worth."""
    sheet, names = balance.sheet(view, seat), account_names(text)
    return [
        *[(names[each.kind], each.amount) for each in sheet.assets],
        *[(names[each.kind], -each.amount) for each in sheet.debts],
        (totals(text)[1], sheet.in_all),
    ]


def what_ifs(
    view: View, move: Move, names: Sequence[str], text: Text
) -> tuple[str, Sequence[tuple[Move, str]]]:
    """Describe a decision, and list what could have been done instead: moves and their labels."""
    if move.by == CHANCE or not view.agenda:
        return "", ()
    name, by = names[move.by], move.by
    what, price = _offered(view, text), reading.price_asked(view)
    facts = {"name": name, "what": what, "sum": money(price, text)}
    household = view.households[by]
    match move:
        case Buy():
            return _bought(by, reading.loan_needed(household, price), facts, text)
        case Stake(amount=amount):
            staked = money(amount, text)
            return text("{name} staked {sum}", name=name, sum=staked), [
                (Pass(by), text("What if not?"))
            ]
        case Pass() if what:
            return text("{name} turned down: {what}, {sum}", **facts), [
                (Buy(by), text("What if it had been bought?"))
            ]
        case Pass() if isinstance(view.agenda[0], PaydayStep) and household.cash >= STEP:
            instead = cast("Repay | Deposit", reading.save_all_but(replace(view, seat=by), 0))
            return _at_the_bank(household, instead, name, text)
        case Repay(amount=amount) | Deposit(amount=amount):
            told = text("{name} paid back {sum}", name=name, sum=money(amount, text))
            if isinstance(move, Deposit):
                told = text("{name} saved {sum}", name=name, sum=money(amount, text))
            return told, [(Pass(by), text("What if not?"))]
        case _:
            return "", ()


def _bought(
    by: Seat, loan: int, facts: Mapping[str, str], text: Text
) -> tuple[str, Sequence[tuple[Move, str]]]:
    """Describe a purchase; if it was made on credit, ask what if nothing had been borrowed."""
    if loan:
        done = text(
            "{name} bought on a loan of {loan}: {what}, {sum}", loan=money(loan, text), **facts
        )
        return done, [(Pass(by), text("What if nothing had been borrowed?"))]
    done = text("{name} bought: {what}, {sum}", **facts)
    return done, [(Pass(by), text("What if not?"))]


def _offered(view: View, text: Text) -> str:
    """Name the Deal or the insurance on offer; return "" for none."""
    match view.agenda[0]:
        case DealOffer(deal=deal):
            return deal_name(view.deck, deal, text)
        case InsuranceOffer(card=card):
            return mail_name(view.deck, card, text)
        case _:
            return ""


def _at_the_bank(
    household: Household, instead: Repay | Deposit, name: str, text: Text
) -> tuple[str, Sequence[tuple[Move, str]]]:
    done = text(
        "{name} left the bank with {sum} in cash", name=name, sum=money(household.cash, text)
    )
    sum_ = money(instead.amount, text)
    label = text("What if {sum} had been saved?", sum=sum_)
    if isinstance(instead, Repay):
        label = text("What if {sum} had been paid back?", sum=sum_)
    return done, [(instead, label)]


def progress(view: View, text: Text) -> str:
    """Say how far the game has come: in which month the seat is whose turn it is."""
    months = view.rules.months
    if all(household.month > months for household in view.households):
        return text.plural("{n} month played", "{n} months played", months)
    month = min(view.households[view.active].month, months)
    return text("Month {month} of {months}", month=month, months=months)


def ready(view: View) -> tuple[Move, ...]:
    """List the sum that stands in the field where a seat must raise money."""
    return (reading.raise_least(view),) if reading.asked(view) == "raise" else ()


def milestone(event: Event, text: Text) -> str:
    """Return the mark for a chart's time axis: the seat's number on its Pay Day, otherwise ""."""
    return _CIRCLED[event.seat] if isinstance(event, SalaryPaid) else ""
