import re
from typing import Any, get_args, get_type_hints

import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import Refusal
from paydays_widgets.core.text import LANGUAGES, Note, Text
from paydays_widgets.games.master_builder.deck import FLAWS, SKILLS, EventCard, default_deck
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.events import (
    AssignmentDone,
    AssignmentsRevealed,
    AuctionsEnded,
    BiddingNarrowed,
    BidRaised,
    ContractLeftOver,
    ContractNamed,
    ContractsGone,
    ContractTurnedUp,
    ContractWithdrawn,
    ContractWon,
    DuePaid,
    EarlyRepaymentEnded,
    EconomyTurnedUp,
    Event,
    EventPutBack,
    EventTurnedUp,
    GameEnded,
    IncomePaid,
    LeftOverTaken,
    LoanRepaid,
    LoansSettled,
    LoanTaken,
    MalletDrawn,
    NamingForced,
    PaymentShort,
    PhaseBegun,
    RoundBegun,
    SeatPassed,
    SeatSpared,
    SectionsBuilt,
    SectionsUnbuilt,
    UnfinishedPaid,
    WorkerAssigned,
    WorkerDismissed,
    WorkerFired,
    WorkerHired,
    WorkersBack,
    WorkersTurnedDown,
    WorkerTurnedUp,
)
from paydays_widgets.games.master_builder.state import Job
from paydays_widgets.games.master_builder.text import (
    contract_title,
    crew,
    effect,
    explain,
    flaw_name,
    flaws,
    money,
    part_name,
    refused,
    sections,
    skill_name,
    workers,
)

PACKAGE = "paydays_widgets.games.master_builder"
DECK = default_deck()
NAMES = ["Anna", "Ben", "Cem"]
HOSTILE = ["<b onclick='x'>{name}</b>", "{0} %s {n!r}", "“\u202e&amp;\n"]
TEXTS: dict[str, Text] = {language: Text(language, PACKAGE) for language in LANGUAGES}
EN = TEXTS["en"]
LEVY = EventCard(DECK.events[0].title, "levy", amount=4)

EVENTS: list[Event] = [
    MalletDrawn(seat=1),
    *[WorkerTurnedUp(worker=number) for number in (1, 11, 21, 31)],
    RoundBegun(clause="MB-round", seat=0, round=1),
    RoundBegun(clause="MB-rounds-2-6", seat=0, round=2),
    RoundBegun(clause="MB-end", seat=0, round=5),
    *[PhaseBegun(phase=phase) for phase in range(1, 6)],
    WorkerHired(clause="MB-1-draft", seat=0, worker=9, bill=1),
    WorkerHired(clause="MB-1-turns", seat=0, worker=40, bill=30),
    WorkerFired(seat=0, worker=25, bill=0),
    SeatPassed(clause="MB-1-turns", seat=2),
    SeatPassed(clause="MB-1-wages", seat=2),
    SeatPassed(clause="MB-2-nominate", seat=2),
    SeatPassed(clause="MB-2-auction", seat=2),
    SeatPassed(clause="MB-5-repay", seat=2),
    EconomyTurnedUp(seat=0, card=1, says=1, revealed=1),
    EconomyTurnedUp(seat=0, card=4, says=3, revealed=0),
    *[ContractTurnedUp(contract=number) for number in (1, 12)],
    NamingForced(seat=0),
    ContractNamed(seat=0, contract=3, bid=10, cost=8),
    BidRaised(seat=1, contract=3, bid=11),
    ContractWon(clause="MB-2-win", seat=1, contract=3, price=11, cost=8),
    ContractWon(clause="MB-2-last-one", seat=1, contract=3, price=8, cost=8),
    LeftOverTaken(seat=1, contract=3, amount=5),
    BiddingNarrowed(seat=0, seats=(1, 2)),
    AuctionsEnded(clause="MB-2-end", without=(), left=()),
    AuctionsEnded(clause="MB-2-end", without=(1,), left=(3, 4)),
    AuctionsEnded(clause="MB-2-later", without=(1, 2), left=(3,)),
    ContractLeftOver(contract=3, amount=5),
    ContractWithdrawn(contract=3, amount=5),
    EarlyRepaymentEnded(),
    ContractsGone(last=4),
    *[EventTurnedUp(seat=0, card=number) for number in range(1, 17)],
    SeatSpared(seat=1, card=3),
    WorkersTurnedDown(seat=0, workers=(1, 31, 32), pay=0),
    WorkersTurnedDown(seat=0, workers=(21,), pay=3),
    WorkersTurnedDown(seat=0, workers=(11, 12), pay=3),
    WorkerDismissed(seat=0, worker=11, bill=4),
    EventPutBack(card=16),
    WorkerAssigned(seat=0, worker=None, contract=None, section=None),
    *[WorkerAssigned(seat=0, worker=31, contract=1, section=section) for section in (1, 2)],
    *[WorkerAssigned(seat=0, worker=31, contract=3, section=section) for section in (1, 3, 5)],
    AssignmentDone(seat=0, workers=0),
    AssignmentDone(seat=0, workers=1),
    AssignmentDone(seat=0, workers=4),
    AssignmentsRevealed(jobs=((Job(1, 3, 1), Job(2, 3, 3)), (), (Job(31, 1, 1),))),
    SectionsBuilt(seat=0, contract=3, sections=(1, 2, 3, 5), standing=4),
    SectionsBuilt(seat=0, contract=1, sections=(1, 2), standing=2),
    SectionsUnbuilt(clause="MB-4-assign", seat=0, contract=12, sections=(1,)),
    SectionsUnbuilt(clause="MB-4-stable", seat=0, contract=3, sections=(1, 2)),
    SectionsUnbuilt(clause="MB-4-walls", seat=0, contract=1, sections=(1,)),
    WorkersBack(idle=0),
    WorkersBack(idle=1),
    WorkersBack(idle=3),
    IncomePaid(seat=0, contract=3, amount=45),
    PaymentShort(clause="MB-5-wages", seat=0, due=24, cash=5),
    PaymentShort(clause="MB-3-event", seat=0, due=4, cash=0),
    DuePaid(clause="MB-5-wages", seat=0, amount=24, workers=1),
    DuePaid(clause="MB-5-wages", seat=0, amount=24, workers=5),
    DuePaid(clause="MB-3-event", seat=0, amount=4, workers=5),
    LoanTaken(seat=0, loan="small", amount=10, due=24, cash=15),
    LoanTaken(seat=0, loan="large", amount=30, due=24, cash=35),
    LoanRepaid(seat=0, loan="small", principal=10, amount=13, early=True),
    LoanRepaid(seat=0, loan="large", principal=30, amount=40, early=False),
    UnfinishedPaid(seat=0, contract=4, income=50, missing=1, each=20, amount=30),
    UnfinishedPaid(seat=0, contract=4, income=50, missing=6, each=20, amount=0),
    LoansSettled(seat=0, small=1, large=0, amount=13, early=True),
    LoansSettled(seat=0, small=0, large=2, amount=80, early=False),
    LoansSettled(seat=0, small=2, large=1, amount=64, early=True),
    GameEnded(winners=(0,), cash=(40, -12, 3)),
    GameEnded(winners=(0, 2), cash=(40, -12, 40)),
]
MOVES = ("hire", "fire", "pass", "name", "bid", "choose", "assign", "build", "drawlot", "turnup")
REASONS = [
    Refusal("MB-1-draft", "no_firing"),
    Refusal("MB-1-draft", "must_take"),
    Refusal("MB-1-empty", "pile_empty", {"skill": "master"}),
    Refusal("MB-1-empty", "pile_empty", {"skill": "{x}"}),
    Refusal("MB-1-wages", "wage_limit", {"bill": 28, "wage": 3, "limit": 30}),
    Refusal("MB-1-three", "limit", {"limit": 3}),
    Refusal("MB-1-fire", "not_in_crew", {"worker": 3}),
    Refusal("MB-2-nominate", "not_on_offer", {"contract": 3}),
    Refusal("MB-2-nominate", "below_cost", {"bid": 3, "cost": 8}),
    Refusal("MB-2-auction", "no_cash", {"bid": 41, "cash": 40}),
    Refusal("MB-2-last-one", "costs", {"cost": 8}),
    Refusal("MB-2-must-name", "must_name"),
    Refusal("MB-2-auction", "too_low", {"bid": 8, "high": 9}),
    Refusal("MB-2-auction", "passed", {"seat": 1}),
    Refusal("MB-2-first-round", "wins_no_more", {"seat": 1}),
    Refusal("MB-2-nominate", "phase_over", {"seat": 1}),
    Refusal("MB-3-absent", "not_struck", {"worker": 3, "leaves": 0}),
    Refusal("MB-3-gone", "not_struck", {"worker": 3, "leaves": 1}),
    Refusal("MB-4-assign", "ready", {"seat": 1}),
    Refusal("MB-3-absent", "face_down", {"worker": 3}),
    Refusal("MB-4-assign", "at_work", {"worker": 3}),
    *[
        Refusal("MB-4-assign", reason, {"contract": 3, "section": 2})
        for reason in ("no_such_section", "stands", "manned")
    ],
    Refusal(
        "MB-4-assign",
        "skill",
        {"contract": 3, "section": 2, "has": "apprentice", "needs": "foreman"},
    ),
    Refusal("MB-4-stable", "walls_first", {"contract": 3, "section": 5, "part": "roof"}),
    Refusal("MB-4-walls", "walls_first", {"contract": 1, "section": 5, "part": "small"}),
    Refusal("MB-5-need", "due_first", {"due": 24}),
    Refusal("MB-5-need", "not_due"),
    Refusal("MB-5-repay", "no_such_loan", {"loan": "small"}),
    Refusal("MB-5-repay", "no_such_loan", {"loan": "large"}),
    Refusal("MB-5-loans", "no_such_loan", {"loan": "{x}"}),
    Refusal("MB-5-repay", "cannot_repay", {"loan": "small", "price": 13, "cash": 12}),
]


def check(said: str) -> None:
    """Hold what every sentence keeps to, whatever the language."""
    assert said == said.strip()
    assert not re.search(r"[{}]|\bNone\b(?! (of|is))|\.\.|  |\(\)", said), said


def test_every_event_with_every_clause_is_among_the_examples() -> None:
    there = {(type(event), event.clause) for event in EVENTS}
    assert there == {
        (kind, clause)
        for kind in get_args(Event)
        for clause in get_args(get_type_hints(kind)["clause"])
    }


def test_every_reason_is_among_the_examples() -> None:
    assert {each.reason for each in REASONS} == set(MASTER_BUILDER.reasons)
    assert all(each.clause in MASTER_BUILDER.reasons[each.reason] for each in REASONS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EVENTS, ids=[type(each).__name__ for each in EVENTS])
def test_every_event_is_told_in_every_language(event: Event, language: str) -> None:
    note = explain(event, NAMES, TEXTS[language], DECK)
    for said in (note.what, note.why):
        check(said)
        assert said == "" or said.endswith((".", ".)")), said
    assert note.what
    check(note.sum)
    seat: Any = getattr(event, "seat", None)
    if seat is not None:
        assert NAMES[seat] in note.what


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_may_be_anything(language: str) -> None:
    text = TEXTS[language]
    for event in EVENTS:
        note = explain(event, HOSTILE, text, DECK)
        seat: Any = getattr(event, "seat", None)
        if seat is not None:
            assert HOSTILE[seat] in note.what
    for refusal in REASONS:
        if "seat" in refusal.facts:
            assert HOSTILE[int(refusal.facts["seat"])] in refused(refusal, HOSTILE, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_hidden_is_not_told(language: str) -> None:
    text = TEXTS[language]
    event = WorkerAssigned(seat=1, worker=21, contract=3, section=2)
    seen = MASTER_BUILDER.witness(event, 0)
    assert seen is not None
    note = explain(seen, NAMES, text, DECK)
    assert note.what != explain(event, NAMES, text, DECK).what
    assert not re.search(r"\d|foreman|contremaître|Polier", note.what + note.why + note.sum)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("refusal", REASONS, ids=[each.reason for each in REASONS])
def test_every_refusal_is_told_in_every_language(refusal: Refusal, language: str) -> None:
    said = refused(refusal, NAMES, TEXTS[language])
    check(said.replace("{x}", "x"))
    assert said.endswith(".")


def test_an_unknown_reason_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown reason 'odd'"):
        refused(Refusal("MB-end", "odd"), NAMES, EN)


def test_languages_differ() -> None:
    for event in EVENTS:
        whats = {explain(event, NAMES, text, DECK).what for text in TEXTS.values()}
        assert len(whats) == len(LANGUAGES), whats
    for card in (*DECK.events, LEVY):
        assert len({effect(card, text) for text in TEXTS.values()}) == len(LANGUAGES)


# --- some of them word for word ---------------------------------------------------------------


def told(event: Event, language: str = "en") -> Note:
    return explain(event, NAMES, TEXTS[language], DECK)


@pytest.mark.clause("MB-5-repay", "MB-5-loans")
def test_a_repayment_says_what_the_credit_cost() -> None:
    repaid = LoanRepaid(seat=0, loan="small", principal=10, amount=13, early=True)
    assert told(repaid) == Note(
        "Anna repays a small loan with $13,000.",
        "Contract cards are still in play: the early rate.",
        "$13,000 repaid − $10,000 borrowed = $3,000, the price of the credit",
    )
    late = replace(repaid, amount=15, early=False)
    assert told(late).why == "No contract card is in play any more: the late rate."


@pytest.mark.clause("MB-end-unfinished")
def test_an_unfinished_building_is_worked_out() -> None:
    paid = UnfinishedPaid(seat=0, contract=4, income=50, missing=2, each=20, amount=10)
    assert told(paid).sum == "$50,000 − 2 missing sections × $20,000, at least $0 = $10,000"
    assert told(paid, "de").sum.endswith("= 10.000\xa0$")


@pytest.mark.clause("MB-end-loans")
def test_the_last_repayment_counts_the_loans() -> None:
    settled = LoansSettled(seat=0, small=2, large=1, amount=64, early=True)
    assert told(settled).sum == "2 small loans × $13,000 + 1 large loan × $38,000 = $64,000"


@pytest.mark.clause("MB-2-win")
def test_a_win_says_what_it_cost_above_the_least() -> None:
    won = ContractWon(clause="MB-2-win", seat=1, contract=3, price=11, cost=8)
    assert told(won).sum == "$11,000 paid − $8,000 cost = $3,000 more than the least"


def test_an_event_says_what_it_does() -> None:
    whys = [told(EventTurnedUp(seat=0, card=card)).why for card in (1, 6, 10, 11, 15)]
    assert whys == [
        "All workers with this flaw miss the building: touchy.",
        "Half of these workers, rounded up, miss the building: apprentices.",
        "1 worker of each seat must work elsewhere; the bank pays $3,000.",
        "2 workers of each seat must work elsewhere; the bank pays $3,000 for each.",
        "Whoever has 6 workers or more lets one go.",
    ]
    assert effect(LEVY, EN) == "Every seat pays $4,000."


def test_things_have_names() -> None:
    german = TEXTS["de"]
    assert crew((2, 0, 1, 0), EN) == "2 apprentices and 1 foreman"
    assert crew((0, 0, 0, 0), EN) == "nobody"
    assert crew((0, 2, 0, 3), german) == "2 Gesellen und 3 Meister"
    assert workers(DECK, (1, 31, 2), EN) == "2 apprentices and 1 master"
    assert [skill_name(skill, EN) for skill in SKILLS] == list(SKILLS)
    assert skill_name("dragon", german) == "dragon"
    assert len({flaw_name(flaw, german) for flaw in FLAWS}) == 5
    assert flaws(DECK.workers[8], german) == "empfindlich, hinterlistig, nachlässig"
    parts = ("wall", "gable", "roof", "curtain", "small")
    assert len({part_name(part, german) for part in parts}) == 5
    assert sections("city_wall", (1, 2, 3), EN) == "1 curtain wall and 2 small pieces"
    assert [money(-1200, text) for text in TEXTS.values()] == [
        "−$1,200,000",
        "−1\u202f200\u202f000\xa0$",
        "−1.200.000\xa0$",
    ]
    assert contract_title(DECK, 12, german) == "Königstor"
