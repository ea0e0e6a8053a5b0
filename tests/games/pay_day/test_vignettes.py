"""The answer of every ready position, played out."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.game import Chance, Decide, Over
from paydays_widgets.games.pay_day.deck import DAYS, Deck, default_deck
from paydays_widgets.games.pay_day.engine import PAY_DAY
from paydays_widgets.games.pay_day.engine.facts import net_worth
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
    PawnSteppedBack,
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

VIGNETTES = games.modules("pay_day").vignettes
Places: TypeAlias = tuple[tuple[tuple[int, int], ...], int]
"""The day and month of each piece, and whose turn it is."""


def at(vignette: str) -> State:
    state: State = playing.Course("pay_day", vignette).state
    return state


def after(vignette: str, *moves: str) -> Played:
    return play(at(vignette), *moves)


def expected(here: State, judge: Callable[[Event, State], tuple[float, bool]]) -> float:
    """Work out what is earned on average from a roll on, Daylight Savings and all.

    Only rolls move pieces, whatever is decided and drawn besides, so the engine is asked once for
    each roll from each place where the pieces can stand. They can come back there, so the averages
    are found by going on until they no longer change.

    Parameters
    ----------
    here
        A position in which a die is to be rolled for moving.
    judge
        What an event earns, and whether nothing after it counts.
    """
    told: dict[Places, list[tuple[float, Places | None]]] = {}
    waiting = [_places(here)]
    while waiting:
        places = waiting.pop()
        if places not in told:
            at = _set_out(here, places)
            told[places] = [_followed(at, pips, judge) for pips in range(1, 7)]
            waiting += [after for _, after in told[places] if after]
    worth = dict.fromkeys(told, 0.0)
    change = 1.0
    while change > 1e-9:
        was = worth
        worth = {
            places: sum(earned + (was[after] if after else 0) for earned, after in rolls) / 6
            for places, rolls in told.items()
        }
        change = max(abs(worth[places] - was[places]) for places in told)
    return worth[_places(here)]


def _places(state: State) -> Places:
    return tuple((each.day, each.month) for each in state.households), state.active


def _set_out(here: State, places: Places) -> State:
    """Put the pieces on their places, with cash enough for anything."""
    stand, active = places
    households = tuple(
        replace(each, day=day, month=month, cash=10_000, bills=())
        for each, (day, month) in zip(here.households, stand, strict=True)
    )
    return replace(here, households=households, active=active)


def _followed(
    state: State, pips: int, judge: Callable[[Event, State], tuple[float, bool]]
) -> tuple[float, Places | None]:
    """Play a roll until the next one; return what it earned, and where the pieces stand then."""
    earned, move = 0.0, PAY_DAY.read(f"* roll {pips}")
    while True:
        for step in PAY_DAY.unfold(state, move):
            state = step.state
            more, ended = judge(step.event, state)
            earned += more
            if ended:
                return earned, None
        turn = PAY_DAY.turn(state)
        if isinstance(turn, Over):
            return earned, None
        if isinstance(turn, Chance) and turn.purpose == "roll":
            return earned, _places(state)
        if isinstance(turn, Chance):
            move = PAY_DAY.outcomes(state)[0].move
        else:
            assert isinstance(turn, Decide)
            move = PAY_DAY.legal(state, turn.seats[0])[-1]


def chance_of(days: Iterable[int], until: int) -> Callable[[Event, State], tuple[float, bool]]:
    """Judge whether the first seat lands on one of some days by the end of a month."""
    wanted = frozenset(days)

    def judge(event: Event, state: State) -> tuple[float, bool]:
        match event:
            case PawnMoved(seat=0, day=day) | PawnSteppedBack(seat=0, day=day) if day in wanted:
                return 1.0, True
            case SalaryPaid(seat=0):
                return 0.0, state.households[0].month == until
            case _:
                return 0.0, False

    return judge


def mail_until(month: int, deck: Deck) -> Callable[[Event, State], tuple[float, bool]]:
    """Count the cards of mail that come to the first seat by the end of a month."""

    def judge(event: Event, state: State) -> tuple[float, bool]:
        match event:
            case PawnMoved(seat=0, day=day) | PawnSteppedBack(seat=0, day=day) if day:
                there = deck.days[day - 1]
                return float(there.amount if there.kind == "mail" else 0), False
            case SalaryPaid(seat=0):
                return 0.0, state.households[0].month == month
            case _:
                return 0.0, False

    return judge


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
    assert (1200 * 20 // 100, 325 - 1300 * 20 // 100 - 150) == (240, -85)
    assert [here.deck.deals[deal - 1].price for deal in anna.deals] == [2500]
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
    assert here.households[0].cash == 235
    left = after("on-credit", "1 pass").state
    this, both = (expected(left, chance_of(buyers, month)) for month in (1, 2))
    assert (round(100 * this), round(100 * both)) == (62, 91)
    for chance in (this, both):
        assert f"about {round(100 * chance)}%" in VIGNETTES["on-credit"].answer.en
    assert round(1 / (1 - both)) == 11
    interest = 800 * 20 // 100
    assert interest == 160
    gains = [2500 - 1000 - interest, 2500 - 1000 - 2 * interest, -1000 - 2 * interest]
    assert gains == [1340, 1180, -1320]
    assert this * gains[0] + (both - this) * gains[1] + (1 - both) * gains[2] > 0


@pytest.mark.no_cover
@pytest.mark.clause("PD-insurance")
@pytest.mark.thorough
def test_the_answer_of_insurance_that_does_not_pay() -> None:
    deck = default_deck()
    bills = [each.amount for each in deck.mail if (each.kind, each.cover) == ("bill", "car")]
    assert (len(deck.mail), len(bills), sum(bills), max(bills)) == (72, 6, 500, 150)
    here = at("insurance-dear")
    cards = expected(PAY_DAY.start(2, here.rules), mail_until(1, deck))
    assert round(cards, 1) == 3.9
    assert f"about {cards:.1f} cards" in VIGNETTES["insurance-dear"].question.en
    assert round(500 / 72) == 7
    a_month = cards * 500 / 72
    assert round(a_month) == 27
    assert 7 < 200 / a_month < 8
    assert (here.rules.months, here.households[0].day) == (3, 5)
    left = expected(after("insurance-dear", "1 pass").state, mail_until(3, deck))
    assert round(left) == 10
    unseen = len(here.mail)  # no bill for the car is among the two that have been drawn
    assert unseen == 70
    assert f"about ${round(left * 500 / 72, -1):.0f}" in VIGNETTES["insurance-dear"].verdict.en
    assert round(left * 500 / unseen, -1) == round(left * 500 / 72, -1) == 70
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
    assert expected(here, chance_of([30], 1)) == pytest.approx(7 / 36)
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
    assert here.deck.days[28].kind == "lottery"
    assert round(100 * chance_to_land(22, [29])) == 25
    chance = expected(here, chance_of([29], 1))
    assert round(100 * chance) == 30
    assert f"about {round(100 * chance)}%" in VIGNETTES["ticket-void"].answer.en
    assert f"about ${round(150 * chance)}." in VIGNETTES["ticket-void"].verdict.en
    alone = [chance_to_land(day, [29]) for day in (26, 27, 28)]
    assert alone == sorted(alone, reverse=True)  # so a day back is no loss
    back = replace(here, households=(replace(here.households[0], day=30), here.households[1]))
    back = replace(back, active=1)
    assert play(back, "* roll 6").the(TicketsCashed).amount == 150
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
    assert here.households[0].cash - 500 == -225
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
