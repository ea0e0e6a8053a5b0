"""The answer of every ready position, played out."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache

import pytest

from paydays_widgets import games
from paydays_widgets.core.game import Chance, Decide, Over
from paydays_widgets.games.pay_day.deck import DAYS, default_deck
from paydays_widgets.games.pay_day.engine import PAY_DAY
from paydays_widgets.games.pay_day.engine.agenda import net_worth
from paydays_widgets.games.pay_day.events import (
    ContributionPaid,
    DaylightSpent,
    DealsGivenUp,
    ElectionHeld,
    Event,
    GameEnded,
    InsuranceBought,
    LoanInterestPaid,
    LoanTaken,
    PawnMoved,
    PokerCalled,
    SalaryPaid,
    StartBonusPaid,
    SwellfareWon,
    TicketsCashed,
    TicketsVoided,
)
from paydays_widgets.games.pay_day.moves import Pass
from paydays_widgets.games.pay_day.reading import raise_least
from paydays_widgets.games.pay_day.state import State
from tests.games import playing
from tests.games.pay_day.positions import Played, play

VIGNETTES = games.rooms("pay_day").vignettes


def at(vignette: str) -> State:
    state: State = playing.Course("pay_day", vignette).state
    return state


def after(vignette: str, *moves: str) -> Played:
    return play(at(vignette), *moves)


def chance_to_land(start: int, days: Iterable[int]) -> Fraction:
    """Compute the chance of landing on one of some days this month, without Daylight Savings."""
    wanted = frozenset(days)

    @cache
    def from_day(day: int) -> Fraction:
        if day == DAYS:
            return Fraction(0)
        ahead = [min(day + pips, DAYS) for pips in range(1, 7)]
        return sum([Fraction(1) if n in wanted else from_day(n) for n in ahead], Fraction(0)) / 6

    return from_day(start)


@pytest.mark.clause("PD-loan-interest", "PD-raise", "PD-payday-3-bills")
def test_the_answer_of_the_loan_spiral() -> None:
    here = at("loan-spiral")
    anna = here.households[0]
    assert (anna.loan, anna.cash, anna.day) == (1200, 110, DAYS)
    assert sum(here.deck.mail[card - 1].amount for card in anna.bills) == 150
    played = play(here, "1 borrow 100")
    # Ben plays on; Anna's later months are like this one, with other bills of 150 in total.
    for month, (one, other) in enumerate([(31, 25), (4, 26), (5, 27)], 2):
        played = _month(played.state, {1: one, 11: other})
        household = played.state.households[0]
        assert household.loan == 1200 + 100 * month
        assert household.month == month + 1
        interest = [e.amount for e in played.all(LoanInterestPaid) if e.seat == 0]
        assert interest == [(1100 + 100 * month) // 5]
    assert (325 - 150) * 5 == 875
    # at 800, below the limit, a month leaves a surplus
    assert 325 - 800 // 5 - 150 > 0 > 325 - 900 // 5 - 150


def _month(state: State, mail: dict[int, int]) -> Played:
    """Take seat 1 through a month: days 1 and 11 bring bills, and no other day costs or pays."""
    path = iter((1, 6, 4, 3, 6, 1, 1, 6, 3))  # days 1, 7, 11, 14, 20, 21, 22, 28, 31
    events: list[Event] = []
    month = state.households[0].month + (state.households[0].day == DAYS)
    while state.households[0].month <= month:
        turn = PAY_DAY.turn(state)
        move = _of_chance(state, turn, path, mail) if isinstance(turn, Chance) else ""
        if isinstance(turn, Decide):
            view = PAY_DAY.view(state, turn.seats[0])
            # borrow what is needed, decline everything else
            move = str(raise_least(view) if turn.prompt == "raise" else view.legal[-1])
        played = play(state, move)
        events += played.events
        state = played.state
    return Played(state, tuple(events))


def _of_chance(state: State, turn: Chance, path: Iterator[int], mail: dict[int, int]) -> str:
    if turn.purpose == "mail":
        day = state.households[0].day
        if state.active == 0 and day in mail:
            return f"* mail {mail[day]}"
        return f"* mail {next(n for n in state.mail if n > 55)}"
    if turn.purpose == "roll" and state.active == 0:
        return f"* roll {next(path)}"
    if turn.purpose == "turn_up":
        return f"* deal {state.deals[0]}"
    # Ben keeps off days that concern everyone
    ben = state.households[1].day
    good = [n for n in range(1, 7) if ben + n not in {10, 26, 27}]
    return f"* roll {good[-1]}"


@pytest.mark.clause("PD-one-account", "PD-payday-4-bank", "PD-savings")
def test_the_answer_of_savings_against_loan() -> None:
    here = at("savings-or-loan")
    anna = here.households[0]
    assert (anna.cash, anna.loan) == (310, 200)
    assert PAY_DAY.refuse(here, PAY_DAY.read("1 deposit 100")) is not None
    paid = play(here, "1 repay 200")
    assert paid.state.households[0].cash == 110
    saved = play(paid.state, "1 deposit 100").state.households[0]
    assert (saved.cash, saved.savings) == (10, 100)
    assert (200 * 20 // 100, 100 * 10 // 100, 50 // 10) == (40, 10, 5)
    # a withdrawal on another day costs 50
    later = play(
        play(paid.state, "1 deposit 100", "1 pass").state, "* roll 3", "2 pass", "* roll 6"
    )
    cost = play(later.state, "1 withdraw 100")
    assert cost.state.households[0].cash == 10 + 100 - 50 - 50


@pytest.mark.clause("PD-deal", "PD-loan", "PD-deal-worthless")
def test_the_answer_of_a_bargain_on_credit() -> None:
    here = at("on-credit")
    bought = play(here, "1 buy", "1 borrow 800")
    assert bought.state.households[0].loan == 800
    deal = here.deck.deals[13]
    assert (deal.cost, deal.price) == (1000, 2500)
    buyers = [n for n, day in enumerate(here.deck.days, 1) if day.kind == "buyer"]
    ahead = [day for day in buyers if day > here.households[0].day]
    assert ahead == [17, 20, 30]
    this = chance_to_land(15, ahead)
    later = chance_to_land(0, buyers)
    assert round(100 * this) == 61
    assert round(100 * (this + (1 - this) * later)) == 90
    assert 2500 - 1000 - 160 == 1340
    assert 800 * 20 // 100 == 160


@pytest.mark.clause("PD-insurance")
def test_the_answer_of_insurance_that_does_not_pay() -> None:
    deck = default_deck()
    bills = [each.amount for each in deck.mail if (each.kind, each.cover) == ("bill", "car")]
    assert (len(deck.mail), len(bills), sum(bills), max(bills)) == (72, 6, 500, 150)
    cards = sum(
        day.amount * chance_to_land(0, [number])
        for number, day in enumerate(deck.days, 1)
        if day.kind == "mail"
    )
    assert round(float(cards), 1) == 3.8
    a_month = float(cards) * 500 / 72
    assert round(a_month) == 26
    assert round(3 * a_month, -1) == 80
    assert 7 < 200 / a_month < 8
    here = at("insurance-dear")
    assert here.rules.months == 3
    held = [here.deck.mail[card - 1].cover for card in here.households[0].bills]
    assert held == [""]


@pytest.mark.clause("PD-insurance", "PD-mail-order")
def test_the_answer_of_insurance_that_pays_at_once() -> None:
    here = at("insurance-at-once")
    assert here.rules.months == here.households[0].month == 1
    bought = play(here, "1 buy")
    event = bought.the(InsuranceBought)
    assert sum(here.deck.mail[card - 1].amount for card in event.cancelled) == 225
    assert event.price == 150
    assert bought.state.households[0].bills == ()


@pytest.mark.clause("PD-stop", "PD-buyer", "PD-deal-worthless")
def test_the_answer_of_the_last_buyer() -> None:
    here = at("past-the-buyer")
    assert here.households[0].month == here.rules.months
    assert chance_to_land(28, [30]) == Fraction(7, 36)
    assert round(550 * Fraction(7, 36)) == 107
    sold = play(here, "* roll 2", "1 sell 3")
    assert sold.state.households[0].cash == 125 + 550
    for pips in (3, 4, 5, 6):
        missed = play(here, f"* roll {pips}", "1 pass")
        moved = missed.the(PawnMoved)
        assert moved.day == DAYS
        assert missed.the(DealsGivenUp).cost == 200


@pytest.mark.clause("PD-payday-1-salary", "PD-payday-2-interest", "PD-end")
def test_the_answer_of_the_last_month() -> None:
    here = at("no-salary")
    anna = here.households[0]
    assert (anna.cash, anna.loan) == (25, 200)
    played = play(here, "1 borrow 100", "1 borrow 100")
    household = played.state.households[0]
    assert (household.cash, household.loan, household.deals) == (85, 400, ())
    assert net_worth(household) == 25 - 40 - 100 - 200 == -315
    assert played.the(LoanInterestPaid).amount == 40
    assert played.the(DealsGivenUp).cost == 500
    salary = [step for step in _history("no-salary") if isinstance(step, SalaryPaid)]
    assert [(each.seat, each.amount) for each in salary] == [(0, 0)]


def _history(vignette: str) -> list[Event]:
    table = playing.Course("pay_day", vignette).table
    return [step.event for step in table.branch.steps]


@pytest.mark.clause("PD-lottery", "PD-payday-5-lottery")
def test_the_answer_of_tickets_that_run_out() -> None:
    here = at("ticket-void")
    assert here.households[0].day == 22
    chance = chance_to_land(22, [29])
    assert round(100 * chance) == 25
    assert round(150 * chance) == 38
    cashed = play(here, "* roll 6", "* roll 1", "* mail 50", "* roll 1")
    assert cashed.the(TicketsCashed).amount == 150
    missed = play(here, "* roll 6", "* roll 1", "* mail 50", "* roll 3", "1 pass")
    assert missed.the(TicketsVoided).under
    assert missed.state.mail_under == (40, 42)


@pytest.mark.clause("PD-daylight", "PD-day-26-27", "PD-election")
def test_the_answer_of_the_daylight_chain() -> None:
    table = playing.Course("pay_day", "daylight-chain").table
    begun = table.at
    while table.advance() and not isinstance(table.turn, Decide):
        pass
    events = [step.event for step in table.branch.steps[begun:]]
    kinds = [type(event) for event in events]
    assert kinds.index(ElectionHeld) < kinds.index(DaylightSpent) < kinds.index(PokerCalled)
    held = next(event for event in events if isinstance(event, ElectionHeld))
    assert (held.clause, held.seat) == ("PD-day-26-27", 0)
    assert kinds.count(ContributionPaid) == 4
    assert (table.state.pot, table.state.pot_open) == (200, True)
    poker = next(event for event in events if isinstance(event, PokerCalled))
    assert (poker.seat, poker.stake) == (2, 100)
    for seat in (2, 3, 0, 1):
        table.play(Pass(seat))
    after = [step.event for step in table.branch.steps[begun:]]
    bonus = next(event for event in after if isinstance(event, StartBonusPaid))
    assert (bonus.seat, bonus.amount) == (3, 325)
    assert [each.day for each in table.state.households] == [26, 27, 10, 0]


@pytest.mark.clause("PD-end", "PD-swellfare")
@pytest.mark.parametrize(
    ("stake", "pips", "worth", "first"),
    [(10, 6, -135, 0), (10, 4, -235, 1), (100, 5, 675, 0), (100, 1, -325, 1)],
)
def test_the_answer_of_all_in_the_negative(stake: int, pips: int, worth: int, first: int) -> None:
    here = at("below-zero")
    assert net_worth(here.households[1]) == -185
    played = play(here, f"1 stake {stake}", f"* roll {pips}")
    assert bool(played.all(SwellfareWon)) is (pips > 4)
    # on to Pay Day, landing only on days when nothing happens
    played = play(played.state, "* roll 6", "* roll 3")
    state = played.state
    while isinstance(PAY_DAY.turn(state), Decide):
        last = str(PAY_DAY.legal(state, 0)[-1])
        played = play(state, last)
        state = played.state
    assert isinstance(PAY_DAY.turn(state), Over)
    assert played.the(GameEnded).winners == (first,)
    assert net_worth(state.households[0]) == worth
    assert round(1000 / 3) == 333


def test_no_loan_of_a_vignette_is_an_accident() -> None:
    """A position has a loan if its question names one, and only then."""
    owing = [name for name in VIGNETTES if any(isinstance(e, LoanTaken) for e in _history(name))]
    assert owing == ["loan-spiral", "savings-or-loan", "no-salary", "below-zero"]
