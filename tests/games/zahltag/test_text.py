import re
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import pytest

from paydays_widgets.core.chance import Lane, SeededDealer, choice
from paydays_widgets.core.game import CHANCE, Chance, Decide, Over, Refusal
from paydays_widgets.core.text import LANGUAGES, Note, Text
from paydays_widgets.games.zahltag.deck import default_deck
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from paydays_widgets.games.zahltag.events import (
    BidCardsReturned,
    BidSealed,
    BidsRevealed,
    CardDealt,
    ContractAwarded,
    ContractShared,
    ContractTurnedUp,
    ContractUnawarded,
    EquipmentBroughtHome,
    EquipmentDiscarded,
    EquipmentExchanged,
    EquipmentKept,
    EquipmentMovedOn,
    EquipmentTaken,
    Event,
    FinePaid,
    GameEnded,
    IdleEquipmentPaid,
    PaydayCounted,
    PaydayForced,
    PaydayPutBack,
    PaydayTurnedUp,
    SeatOut,
    ShareUnpayable,
    StacksSorted,
    TurnBegun,
)
from paydays_widgets.games.zahltag.moves import KINDS
from paydays_widgets.games.zahltag.rules import PRESETS
from paydays_widgets.games.zahltag.text import (
    bid_name,
    contract_title,
    equipment,
    explain,
    kind_name,
    money,
    refused,
)

PACKAGE = "paydays_widgets.games.zahltag"
DECK = default_deck()
NAMES = ["Anna", "Ben", "Cem"]
HOSTILE = ["<b onclick='x'>{name}</b>", "{0} %s {n!r}", "“\u202e&amp;\n"]
TEXTS: dict[str, Text] = {language: Text(language, PACKAGE) for language in LANGUAGES}
EN = TEXTS["en"]


def ended(clause: Any, winners: tuple[int, ...], **facts: tuple[int, ...]) -> GameEnded:
    return GameEnded(
        clause=clause,
        winners=winners,
        money=(30, 30, 12),
        cards=facts.get("cards", (7, 7, 9)),
        on_table=facts.get("on_table", (2, 1, 0)),
    )


EVENTS: list[Event] = [
    CardDealt(seat=1, kind=None),
    *[CardDealt(seat=1, kind=kind) for kind in KINDS],
    StacksSorted(stacks=(7, 9, 3, 12)),
    EquipmentTaken(clause="ZT-2-change", seat=0, kind="crane", total=8),
    EquipmentTaken(clause="ZT-adjust", seat=0, kind="worker", total=1),
    EquipmentTaken(clause="ZT-2-limit-how", seat=0, kind="worker", total=13),
    EquipmentDiscarded(clause="ZT-2-change", seat=0, kind="foreman", total=6),
    EquipmentDiscarded(clause="ZT-adjust", seat=0, kind="excavator", total=6),
    EquipmentDiscarded(clause="ZT-2-limit-how", seat=0, kind="worker", total=12),
    EquipmentExchanged(clause="ZT-2-change", seat=2, gave="crane", took="worker", total=7),
    EquipmentExchanged(clause="ZT-adjust", seat=2, gave="crane", took="worker", total=7),
    EquipmentKept(clause="ZT-2-change", seat=2, total=7),
    EquipmentKept(clause="ZT-adjust", seat=2, total=7),
    FinePaid(seat=0, surplus=1, each=1, payees=(1, 2), paid=2),
    FinePaid(seat=0, surplus=2, each=2, payees=(), paid=2),
    SeatOut(seat=1, owed=3, had=1, cards=(1, 2, 0, 0)),
    SeatOut(seat=1, owed=1, had=0, cards=(0, 0, 0, 0)),
    ContractTurnedUp(seat=0, contract=17, needs=DECK.contracts[16]),
    PaydayTurnedUp(clause="ZT-3-reveal", seat=0),
    PaydayTurnedUp(clause="ZT-3-first", seat=0),
    PaydayTurnedUp(clause="ZT-3-repeat-end", seat=0),
    PaydayPutBack(clause="ZT-3-repeat", seat=0),
    PaydayPutBack(clause="ZT-3-first", seat=0),
    PaydayForced(seat=0, contracts=9),
    BidSealed(seat=0, amount=None),
    BidSealed(seat=0, amount=3),
    BidSealed(seat=0, amount=0),
    BidsRevealed(bids=(3, None, 0), lowest=3),
    BidsRevealed(bids=(3, 3, 5), lowest=3),
    BidsRevealed(bids=(0, None, 0), lowest=0),
    ContractAwarded(seat=0, contract=1, amount=3, needs=(1, 1, 0, 0)),
    ContractShared(seat=0, contract=1, bid=3, amount=1, needs=(1, 1, 0, 0)),
    ContractShared(seat=0, contract=1, bid=2, amount=0, needs=(1, 1, 0, 0)),
    ContractShared(seat=0, contract=1, bid=1, amount=-1, needs=(1, 1, 0, 0)),
    ShareUnpayable(seat=2, contract=32, owed=1, had=0),
    ContractUnawarded(contract=32),
    BidCardsReturned(contract=32, count=4),
    IdleEquipmentPaid(smallest=3, hands=(5, 3, 9), dues=(2, 0, 6), broke=(2,)),
    IdleEquipmentPaid(smallest=1, hands=(5, None, 1), dues=(4, None, 0), broke=()),
    IdleEquipmentPaid(smallest=4, hands=(4, 4, None), dues=(0, 0, None), broke=()),
    PaydayCounted(count=2, contracts=0),
    TurnBegun(clause="ZT-turn-end", seat=1, turn=3),
    TurnBegun(clause="ZT-players", seat=1, turn=1),
    TurnBegun(clause="ZT-out-how", seat=1, turn=9),
    EquipmentBroughtHome(seat=0, cards=(0, 0, 1, 2)),
    EquipmentMovedOn(seat=0, cards=(1, 0, 0, 0)),
    ended("ZT-end", (0,)),
    ended("ZT-end-tie", (1,)),
    ended("ZT-end-tie", (0,), cards=(6, 7, 9)),
    ended("ZT-end-tie", (0, 1), on_table=(1, 1, 0)),
    ended("ZT-out", (0,)),
    ended("ZT-out-how", (0, 2)),
]
REASONS = [
    Refusal("ZT-4-bid", "already_bid", {"seat": 1}),
    Refusal("ZT-2-empty", "stack_empty", {"kind": "crane"}),
    Refusal("ZT-2-change", "not_in_hand", {"kind": "crane"}),
    Refusal("ZT-2-change", "same_kind", {"kind": "crane"}),
    Refusal("ZT-2-limit-how", "limit", {"limit": 12, "total": 12}),
    Refusal("ZT-adjust", "adjust_exchange"),
    Refusal("ZT-adjust", "adjust_direction", {"done": "take"}),
    Refusal("ZT-adjust", "adjust_direction", {"done": "discard"}),
    Refusal("ZT-bids", "no_such_bid", {"amount": 9, "can": "1, 2"}),
    Refusal("ZT-4-bid", "lacks", {"foreman": 0, "worker": 2, "crane": 1, "excavator": 0}),
]


def actors(event: Event) -> list[int]:
    seat = getattr(event, "seat", None)
    return [] if seat is None else [seat]


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
    assert {each.reason for each in REASONS} == set(ZAHLTAG.reasons)
    assert all(each.clause in ZAHLTAG.reasons[each.reason] for each in REASONS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EVENTS, ids=[type(each).__name__ for each in EVENTS])
def test_every_event_is_told_in_every_language(event: Event, language: str) -> None:
    note = explain(event, NAMES, TEXTS[language], DECK)
    for said in (note.what, note.why):
        check(said)
        assert said == "" or said.endswith((".", ".)")), said
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
    for refusal in REASONS:
        if "seat" in refusal.facts:
            assert HOSTILE[int(refusal.facts["seat"])] in refused(refusal, HOSTILE, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_hidden_is_not_told(language: str) -> None:
    text = TEXTS[language]
    for event in (CardDealt(seat=1, kind="crane"), BidSealed(seat=1, amount=3)):
        seen = ZAHLTAG.witness(event, 0)
        assert seen is not None
        note = explain(seen, NAMES, text, DECK)
        assert note.what != explain(event, NAMES, text, DECK).what
        assert not re.search(r"\d|crane|grue|Kran", note.what + note.why + note.sum)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("refusal", REASONS, ids=[each.reason for each in REASONS])
def test_every_refusal_is_told_in_every_language(refusal: Refusal, language: str) -> None:
    said = refused(refusal, NAMES, TEXTS[language])
    check(said)
    assert said.endswith(".")


def test_an_unknown_reason_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown reason 'odd'"):
        refused(Refusal("ZT-end", "odd"), NAMES, EN)


def test_languages_differ() -> None:
    for event in EVENTS:
        whats = {explain(event, NAMES, text, DECK).what for text in TEXTS.values()}
        assert len(whats) == len(LANGUAGES)


# --- some of them word for word ---------------------------------------------------------------


def told(event: Event, language: str = "en") -> Note:
    return explain(event, NAMES, TEXTS[language], DECK)


@pytest.mark.clause("ZT-4-tie")
def test_a_tie_is_worked_out() -> None:
    note = told(ContractShared(seat=0, contract=15, bid=3, amount=1, needs=(2, 0, 0, 1)))
    assert note.sum == "3\xa0M bid − 2\xa0M for the tie = 1\xa0M"
    note = told(ContractShared(seat=0, contract=15, bid=1, amount=-1, needs=(2, 0, 0, 1)), "de")
    assert note.sum == "Gebot 1\xa0Mio. − 2\xa0Mio. für den Gleichstand = −1\xa0Mio."


@pytest.mark.clause("ZT-4-payday")
def test_a_payday_is_worked_out_seat_by_seat() -> None:
    event = IdleEquipmentPaid(smallest=3, hands=(5, 3, 9), dues=(2, 0, 6), broke=(2,))
    assert told(event) == Note(
        "Payday: Anna pays 2\xa0M and Cem cannot pay 6\xa0M.",
        "The smallest hand has 3 cards and is free (Ben). Cards on the table cost nothing.",
        "Anna: 5 hand cards − 3 (smallest hand) = 2, so 2\xa0M\n"
        "Ben: 3 hand cards − 3 (smallest hand) = 0, so 0\xa0M\n"
        "Cem: 9 hand cards − 3 (smallest hand) = 6, so 6\xa0M",
    )
    assert (
        told(event, "de").what
        == "Zahltag: Anna muss 2\xa0Mio. zahlen und Cem kann 6\xa0Mio. nicht zahlen."
    )
    assert told(event, "fr").sum.startswith(
        "Anna\u202f: 5 cartes en main − 3 (plus petite main) = 2, soit 2\xa0M\n"
    )


@pytest.mark.clause("ZT-2-limit")
def test_a_fine_is_worked_out() -> None:
    note = told(FinePaid(seat=0, surplus=1, each=1, payees=(1, 2), paid=2))
    assert note.sum == "1 card above 12 × 1\xa0M × 2 other seats = 2\xa0M"
    assert note.why.endswith("to every other seat: Ben and Cem.")
    assert told(FinePaid(seat=0, surplus=1, each=1, payees=(), paid=1)).why.endswith(
        "to the bank."
    )


@pytest.mark.clause("ZT-end-tie")
def test_a_tie_at_the_end_says_what_decided() -> None:
    whys = [told(event).why for event in EVENTS if event.clause == "ZT-end-tie"]
    assert whys == [
        "Money and cards are equal; fewer cards on the table decide.",
        "Money is equal; fewer equipment cards decide.",
        "Money, cards and cards on the table are all equal.",
    ]


def test_things_have_names() -> None:
    german = TEXTS["de"]
    assert equipment((2, 0, 1, 0), EN) == "2 foremen and 1 crane"
    assert equipment((0, 0, 0, 0), EN) == "no cards"
    assert [kind_name("crane", text, 2) for text in TEXTS.values()] == ["cranes", "grues", "Kräne"]
    assert [kind_name(kind, EN) for kind in KINDS] == list(KINDS)
    assert kind_name("dragon", german) == "dragon"
    assert [money(-1200, text) for text in TEXTS.values()] == [
        "−1,200\xa0M",
        "−1\u202f200\xa0M",
        "−1.200\xa0Mio.",
    ]
    assert [bid_name(0, text) for text in TEXTS.values()] == ["“00”", "«\u202f00\u202f»", "„00“"]
    assert bid_name(3, german) == "3\xa0Mio."
    assert contract_title(DECK, 32, german) == "Hochhaus"


# --- whole games ------------------------------------------------------------------------------


def played(preset: str, seed: int, seats: int) -> Iterator[Event]:
    luck = SeededDealer(seed)
    state = ZAHLTAG.start(seats, PRESETS[preset])
    for number in range(5000):
        turn = ZAHLTAG.turn(state)
        if isinstance(turn, Over):
            return
        assert isinstance(turn, Decide | Chance)
        by = turn.seats[0] if isinstance(turn, Decide) else CHANCE
        move = choice(ZAHLTAG.legal(state, by), luck.luck(Lane(number, "any", 0)))
        for step in ZAHLTAG.unfold(state, move):
            state = step.state
            yield step.event


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_whole_games_are_told_as_each_seat_may_know_them(preset: str, seats: int) -> None:
    names = [*NAMES, "Dana"][:seats]
    for seed in range(2):
        for event in played(preset, seed, seats):
            for seat in (None, 0):
                seen = ZAHLTAG.witness(event, seat)
                if seen is None:
                    continue
                for text in TEXTS.values():
                    note = explain(seen, names, text, DECK)
                    check(note.what)
                    check(note.why)
                    check(note.sum)
