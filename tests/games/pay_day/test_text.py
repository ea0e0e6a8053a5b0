import re
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import pytest

from paydays_widgets.core.chance import Lane, SeededDealer, choice
from paydays_widgets.core.game import CHANCE, Chance, Decide, Over, Refusal
from paydays_widgets.core.text import LANGUAGES, Note, Text
from paydays_widgets.games.pay_day import events as e
from paydays_widgets.games.pay_day.deck import default_deck
from paydays_widgets.games.pay_day.engine import PAY_DAY
from paydays_widgets.games.pay_day.events import Event
from paydays_widgets.games.pay_day.rules import PRESETS, Rules
from paydays_widgets.games.pay_day.state import Debt
from paydays_widgets.games.pay_day.text import (
    day_name,
    deal_name,
    explain,
    mail_name,
    money,
    percent,
    refused,
)
from tests.games.pay_day.positions import AD, CAR, HEALTH, POSTCARD, SWELLFARE

PACKAGE = "paydays_widgets.games.pay_day"
DECK = default_deck()
NAMES = ["Anna", "Ben", "Cem"]
HOSTILE = ["<b onclick='x'>{name}</b>", "{0} %s {n!r}", "“\u202e&amp;\n"]
TEXTS: dict[str, Text] = {language: Text(language, PACKAGE) for language in LANGUAGES}
EN = TEXTS["en"]
PLIGHT: dict[str, Any] = {"loan": 300, "interest": 60, "bills": 25}

EVENTS: list[Event] = [
    e.TurnBegun(clause="PD-players", seat=1, turn=3),
    e.TurnBegun(clause="PD-own-pace", seat=1, turn=3),
    e.PawnMoved(clause="PD-move", seat=0, pips=3, start=5, day=8),
    e.PawnMoved(clause="PD-stop", seat=0, pips=3, start=28, day=31),
    e.PawnMoved(clause="PD-stop", seat=0, pips=6, start=28, day=31),
    e.PotWon(seat=0, amount=150),
    e.SundayRested(seat=0, day=7),
    e.DaySettled(seat=0, day=2, amount=500),
    e.DaySettled(seat=0, day=18, amount=-75),
    *[e.PaymentDue(seat=0, debt=debt, amount=100, cash=20) for debt in get_args(Debt)],
    e.SavingsWithdrawn(clause="PD-savings", seat=0, amount=300, fee=50, savings=100),
    e.SavingsWithdrawn(clause="PD-payday-4-bank", seat=0, amount=300, fee=0, savings=0),
    e.LoanTaken(seat=0, amount=100, loan=300),
    e.LoanRepaid(seat=0, amount=100, loan=300),
    e.LoanRepaid(seat=0, amount=100, loan=0),
    e.SavingsDeposited(seat=0, amount=100, savings=300),
    e.BankLeft(seat=0),
    e.MailReshuffled(cards=60),
    e.NoMailLeft(seat=0, missing=2),
    e.MailDiscarded(seat=0, card=POSTCARD),
    e.MailDiscarded(seat=0, card=AD),
    e.BillKept(seat=0, card=1, amount=25, bills=75),
    e.BillCancelled(seat=0, card=1, amount=25),
    e.WindfallPaid(seat=0, card=35, amount=20),
    e.TicketKept(seat=0, card=40, amount=50),
    e.InsuranceOffered(seat=0, card=CAR, price=200),
    e.InsuranceOffered(seat=0, card=HEALTH, price=150),
    e.InsuranceBought(seat=0, card=CAR, price=200, cancelled=()),
    e.InsuranceBought(seat=0, card=CAR, price=200, cancelled=(1,)),
    e.InsuranceBought(seat=0, card=CAR, price=200, cancelled=(1, 2)),
    e.InsuranceDiscarded(seat=0, card=CAR, owned=True),
    e.InsuranceDiscarded(seat=0, card=CAR, owned=False),
    e.InsuranceEnded(seat=0, cards=(CAR,)),
    e.InsuranceEnded(seat=0, cards=(CAR, HEALTH)),
    e.SwellfareOffered(seat=0, card=SWELLFARE, **PLIGHT, means=20),
    e.SwellfareUnused(seat=0, card=SWELLFARE, **PLIGHT, means=20, declined=True),
    e.SwellfareUnused(seat=0, card=SWELLFARE, **PLIGHT, means=2000, declined=False),
    e.SwellfareStaked(seat=0, card=SWELLFARE, stake=40),
    e.SwellfareWon(seat=0, pips=5, stake=40, prize=400, returned=False),
    e.SwellfareWon(seat=0, pips=6, stake=40, prize=400, returned=True),
    e.SwellfareLost(seat=0, pips=1, stake=40, pot=90),
    e.NoDealLeft(seat=0),
    e.DealTurnedUp(seat=0, deal=5, cost=300, commission=35, price=600),
    e.DealDeclined(seat=0, deal=5),
    e.DealBought(seat=0, deal=5, cost=300),
    e.NoCommission(seat=0),
    e.DieRolled(clause="PD-deal-commission", seat=0, pips=4),
    e.DieRolled(clause="PD-poker", seat=0, pips=4),
    e.RollTied(clause="PD-deal-commission", seats=(0, 1), pips=4),
    e.RollTied(clause="PD-poker", seats=(0, 1, 2), pips=4),
    e.CommissionPaid(seats=(1,), commission=35, each=35),
    e.CommissionPaid(seats=(1, 2), commission=35, each=17),
    e.BuyerLeft(seat=0, deals=0),
    e.BuyerLeft(seat=0, deals=2),
    e.DealSold(seat=0, deal=5, price=600, cost=300),
    e.TicketsCashed(seat=0, cards=(40,), amount=50),
    e.TicketsCashed(seat=0, cards=(40, 42), amount=150),
    e.NoTickets(seat=0),
    e.ElectionHeld(clause="PD-election", seat=0, amount=50),
    e.ElectionHeld(clause="PD-day-26-27", seat=0, amount=50),
    e.ContributionPaid(seat=0, amount=50, pot=150),
    e.DaylightBegun(seat=0),
    e.PawnSteppedBack(seat=0, day=0),
    e.PawnSteppedBack(seat=0, day=25),
    e.StartBonusPaid(seat=0, amount=325),
    e.DaylightSpent(seat=0),
    e.PokerCalled(seat=0, stake=100),
    e.PokerJoined(seat=0, stake=100),
    e.PokerPassed(seat=0),
    e.PokerCalledOff(seats=(), stake=100),
    e.PokerCalledOff(seats=(1,), stake=100),
    e.PokerWon(seats=(1,), stakes=300, each=300),
    e.PokerWon(seats=(1, 2), stakes=300, each=150),
    e.SalaryPaid(seat=0, amount=325),
    e.SalaryPaid(seat=0, amount=0),
    e.SavingsInterestPaid(seat=0, savings=300, amount=30),
    e.LoanInterestPaid(seat=0, loan=300, amount=60),
    e.NoInterest(seat=0),
    e.BillsPaid(seat=0, cards=(), amount=0),
    e.BillsPaid(seat=0, cards=(1,), amount=25),
    e.BillsPaid(seat=0, cards=(1, 2), amount=75),
    e.TicketsVoided(seat=0, cards=(40,), under=True),
    e.TicketsVoided(seat=0, cards=(40, 42), under=False),
    e.DealsGivenUp(seat=0, deals=(5,), cost=300),
    e.DealsGivenUp(seat=0, deals=(5, 1), cost=450),
    e.MonthBegun(seat=0, month=2),
    e.SeatFinished(seat=0, months=3),
    e.PotLeft(amount=150),
    e.GameEnded(winners=(0,), cash=(90, 0, 5), savings=(0, 0, 0), loans=(0, 900, 0)),
    e.GameEnded(winners=(0, 2), cash=(5, 0, 5), savings=(0, 0, 0), loans=(100, 900, 100)),
]
REASONS = [
    Refusal("PD-savings", "payday_only", {"move": "deposit"}),
    Refusal("PD-loan", "payday_only", {"move": "repay"}),
    Refusal("PD-savings", "nothing_due", {"move": "withdraw"}),
    Refusal("PD-loan", "nothing_due", {"move": "borrow"}),
    Refusal("PD-buyer", "not_held", {"deal": 5}),
    Refusal("PD-poker", "no_such_stake", {"amount": 50, "least": 100, "most": 100}),
    Refusal("PD-swellfare", "no_such_stake", {"amount": 5, "least": 10, "most": 100}),
    Refusal("PD-savings", "steps", {"amount": 50, "step": 100}),
    Refusal("PD-one-account", "has_loan", {"loan": 300}),
    Refusal("PD-one-account", "has_savings", {"savings": 300}),
    Refusal("PD-savings", "more_than_saved", {"amount": 400, "savings": 300}),
    Refusal("PD-payday-4-bank", "more_than_owed", {"amount": 400, "loan": 300}),
    Refusal("PD-payday-4-bank", "more_than_cash", {"amount": 400, "cash": 300}),
    Refusal("PD-raise", "more_than_needed", {"amount": 400, "most": 300}),
    Refusal("PD-raise", "max_loan", {"price": 400, "means": 300, "most": 6900}),
]


def actors(event: Event) -> list[int]:
    seat = getattr(event, "seat", None)
    return list(getattr(event, "seats", ())) if seat is None else [seat]


def check(said: str) -> None:
    """Hold what every sentence keeps to, whatever the language."""
    assert said == said.strip()
    assert not re.search(r"[{}]|None|\.\.|  |\(\)", said), said


def test_every_event_with_every_clause_is_among_the_examples() -> None:
    there = {(type(event), event.clause) for event in EVENTS}
    assert there == {
        (kind, clause)
        for kind in get_args(Event)
        for clause in get_args(get_type_hints(kind)["clause"])
    }


def test_every_reason_is_among_the_examples() -> None:
    assert {each.reason for each in REASONS} == set(PAY_DAY.reasons)
    assert all(each.clause in PAY_DAY.reasons[each.reason] for each in REASONS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EVENTS, ids=[type(each).__name__ for each in EVENTS])
def test_every_event_is_told_in_every_language(event: Event, language: str) -> None:
    note = explain(event, NAMES, TEXTS[language], DECK)
    for said in (note.what, note.why):
        check(said)
        assert said == "" or said.endswith((".", "“.", "”.")), said
    assert note.what
    check(note.sum)
    for seat in actors(event):
        assert NAMES[seat] in note.what


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_may_be_anything(language: str) -> None:
    text = TEXTS[language]
    for event in EVENTS:
        note = explain(event, HOSTILE, text, DECK)
        for seat in actors(event):
            assert HOSTILE[seat] in note.what


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("refusal", REASONS, ids=[each.reason for each in REASONS])
def test_every_refusal_is_told_in_every_language(refusal: Refusal, language: str) -> None:
    said = refused(refusal, NAMES, TEXTS[language])
    check(said)
    assert said.endswith(".")


def test_an_unknown_reason_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown reason 'odd'"):
        refused(Refusal("PD-end", "odd"), NAMES, EN)


def test_languages_differ() -> None:
    for event in EVENTS:
        whats = {explain(event, NAMES, text, DECK).what for text in TEXTS.values()}
        assert len(whats) == len(LANGUAGES)


# --- some of them word for word ------------------------------------------------------------------


def told(event: Event, language: str = "en") -> Note:
    return explain(event, NAMES, TEXTS[language], DECK)


@pytest.mark.clause("PD-loan-interest")
def test_interest_is_worked_out() -> None:
    event = e.LoanInterestPaid(seat=0, loan=1300, amount=260)
    assert told(event).sum == "$1,300 × 20% = $260"
    assert told(event, "de").sum == "1.300\xa0$ × 20\xa0% = 260\xa0$"
    assert told(event, "fr").sum == "1\u202f300\xa0$ × 20\xa0% = 260\xa0$"


@pytest.mark.clause("PD-raise")
def test_what_is_lacking_is_worked_out() -> None:
    note = told(e.PaymentDue(seat=0, debt="bills", amount=525, cash=325))
    assert note.what == "Anna must raise $200 for the bills of the month."
    assert note.sum == "$525 − $325 = $200"


@pytest.mark.clause("PD-swellfare")
def test_the_test_of_swellfare_is_worked_out() -> None:
    offered = e.SwellfareOffered(seat=0, card=SWELLFARE, **PLIGHT, means=20)
    assert told(offered).sum == "loan $300 + interest $60 + bills $25 = $385 > $20"
    unused = e.SwellfareUnused(seat=0, card=SWELLFARE, **PLIGHT, means=385, declined=False)
    assert told(unused).sum == "loan $300 + interest $60 + bills $25 = $385 ≤ $385"


@pytest.mark.clause("PD-stop")
def test_a_roll_that_is_cut_short_is_worked_out() -> None:
    assert (
        told(e.PawnMoved(clause="PD-stop", seat=0, pips=6, start=28, day=31)).sum
        == "28 + 6 = 34 > 31"
    )


@pytest.mark.clause("PD-payday-3-bills")
def test_bills_are_added_up() -> None:
    assert told(e.BillsPaid(seat=0, cards=(1, 2), amount=75)) == Note(
        "Anna pays 2 bills: $75.", "", "$25 + $50 = $75"
    )
    assert told(e.BillsPaid(seat=0, cards=(1,), amount=25)).sum == ""


@pytest.mark.clause("PD-end")
def test_the_end_is_worked_out_seat_by_seat() -> None:
    ended = e.GameEnded(winners=(0,), cash=(90, 0, 5), savings=(0, 0, 0), loans=(0, 900, 0))
    assert told(ended).what == "The game is over: Anna wins."
    assert told(ended).sum.splitlines()[1] == "Ben: cash $0 + savings $0 − loan $900 = −$900"


def test_things_have_names() -> None:
    german = TEXTS["de"]
    assert [money(-1200, text) for text in TEXTS.values()] == [
        "−$1,200",
        "−1\u202f200\xa0$",
        "−1.200\xa0$",
    ]
    assert [percent(20, text) for text in TEXTS.values()] == ["20%", "20\xa0%", "20\xa0%"]
    assert (day_name(DECK, 26, german), day_name(DECK, 0, EN)) == ("Stadtwahl", "Start")
    assert deal_name(DECK, 5, german) == "Ladung Kupferrohr"
    assert mail_name(DECK, 34, german) == "Hochzeit der Tochter"


# --- whole games ---------------------------------------------------------------------------------


def played(rules: Rules, seed: int, seats: int) -> Iterator[Event]:
    luck = SeededDealer(seed)
    state = PAY_DAY.start(seats, rules)
    for number in range(5000):
        turn = PAY_DAY.turn(state)
        if isinstance(turn, Over):
            return
        assert isinstance(turn, Decide | Chance)
        by = turn.seats[0] if isinstance(turn, Decide) else CHANCE
        move = choice(PAY_DAY.legal(state, by), luck.luck(Lane(number, "any", 0)))
        for step in PAY_DAY.unfold(state, move):
            state = step.state
            yield step.event


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_whole_games_are_told(preset: str, seats: int) -> None:
    names = [*NAMES, "Dana"][:seats]
    for event in played(PRESETS[preset], seats, seats):
        for text in TEXTS.values():
            note = explain(event, names, text, DECK)
            check(note.what)
            check(note.why)
            check(note.sum)
