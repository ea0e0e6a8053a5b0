"""Exact figures against those found without this program, and against the engine."""

import random
from collections import Counter
from itertools import product

import numpy as np
import pytest
from msgspec.structs import replace

from paydays_widgets.core.chance import pick
from paydays_widgets.core.game import Chance, Decide, Over
from paydays_widgets.games.pay_day.deck import Day, Deck, default_deck
from paydays_widgets.games.pay_day.engine import PAY_DAY
from paydays_widgets.games.pay_day.events import (
    BillKept,
    DaySettled,
    DealTurnedUp,
    Event,
    MailDiscarded,
    PawnMoved,
)
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.lab.pay_day import Month, landing, month, months_to_pay_off

DECK = default_deck()
GAMES = 1_000
SEATS = 4


@pytest.mark.clause("PD-move", "PD-stop")
def test_the_chances_to_land_are_those_computed_elsewhere() -> None:
    chances = landing(31)
    known = [0.1667, 0.1944, 0.2269, 0.2647, 0.3088, 0.3602, 0.2536]
    assert chances[1:8] == pytest.approx(known, abs=0.00005)
    assert max(abs(each - 2 / 7) for each in chances[9:31]) < 0.01
    assert (chances[0], chances[31]) == (1, 1)


def test_the_chances_to_land_are_the_visits_of_the_chain() -> None:
    chain = np.zeros((31, 31))
    for day, pips in product(range(31), range(1, 7)):
        if day + pips < 31:
            chain[day, day + pips] += 1 / 6
    visits = np.linalg.inv(np.eye(31) - chain)[0]
    assert landing(31) == pytest.approx([*visits, 1])


@pytest.mark.clause("PD-move", "PD-mail", "PD-deal", "PD-buyer", "PD-day-money")
def test_a_month_brings_what_was_computed_elsewhere() -> None:
    found = month(DECK)
    assert found.turns == pytest.approx(9.33, abs=0.005)
    assert found.mail == pytest.approx(3.76, abs=0.005)
    assert found.deals == pytest.approx(1.13, abs=0.005)
    assert found.buyers == pytest.approx(1.14, abs=0.005)
    assert found.day_money == pytest.approx(59, abs=0.5)
    assert found.salary == 325
    assert (found.bills - found.windfalls) / found.mail == pytest.approx(35, abs=0.5)


def test_a_months_income_is_what_is_left_of_it() -> None:
    found = Month(9, 4, 1, 1, 50.0, 150.0, 10.0, 325)
    assert found.income == 235


@pytest.mark.clause("PD-insurance")
def test_insurance_pays_only_in_a_long_game() -> None:
    assert months_to_pay_off(DECK, "car") == pytest.approx(7.7, abs=0.05)
    assert months_to_pay_off(DECK, "health") == pytest.approx(5.8, abs=0.05)


def test_a_deck_without_insurance_has_no_such_figure() -> None:
    bare = replace(DECK, mail=(), mail_titles=())
    assert month(bare).bills == 0
    with pytest.raises(ValueError, match="no insurance for 'car'"):
        months_to_pay_off(bare, "car")


# --- the engine ----------------------------------------------------------------------------------


def without_daylight() -> Deck:
    """Give the calendar in which every seat's month is a walk of its own."""
    days = tuple(Day("sunday", 0) if each.kind == "daylight" else each for each in DECK.days)
    return replace(DECK, days=days)


def events(seed: int) -> list[Event]:
    """Play a month in which everyone does the least that is legal."""
    luck = random.Random(seed)
    state = PAY_DAY.start(SEATS, Rules(months=1), without_daylight())
    found: list[Event] = []
    while not isinstance(turn := PAY_DAY.turn(state), Over):
        if isinstance(turn, Chance):
            move = pick(PAY_DAY.outcomes(state), luck.getrandbits(32))
        else:
            assert isinstance(turn, Decide)
            move = PAY_DAY.legal(state, turn.seats[0])[-1]
        for step in PAY_DAY.unfold(state, move):
            state = step.state
            found.append(step.event)
    return found


@pytest.mark.clause("PD-move", "PD-stop", "PD-mail", "PD-deal")
@pytest.mark.thorough
def test_the_engine_agrees() -> None:
    chances, expected = landing(31), month(DECK)
    months = GAMES * SEATS
    landed: Counter[int] = Counter()
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        for event in events(seed):
            match event:
                case PawnMoved():
                    landed[event.day] += 1
                case DaySettled():
                    seen["money"] += event.amount
                case DealTurnedUp():
                    seen["deals"] += 1
                case BillKept():
                    seen["bills"] += event.amount
                case MailDiscarded():
                    seen["mail to smile at"] += 1
                case _:
                    pass
    # Four standard errors each; those of the sums are from the spread of a single month.
    for day in range(1, 32):
        error = 4 * (chances[day] * (1 - chances[day]) / months) ** 0.5
        assert landed[day] / months == pytest.approx(chances[day], abs=error + 1e-9), day
    assert landed.total() / months == pytest.approx(expected.turns, abs=4 * 1.3 / months**0.5)
    assert seen["deals"] / months == pytest.approx(expected.deals, abs=4 * 1 / months**0.5)
    assert seen["money"] / months == pytest.approx(expected.day_money, abs=4 * 260 / months**0.5)
    assert seen["bills"] / months == pytest.approx(expected.bills, abs=4 * 180 / months**0.5)
    jokes = expected.mail * 20 / 72
    assert seen["mail to smile at"] / months == pytest.approx(jokes, abs=4 * 1.2 / months**0.5)
