"""What is told of a market: sums are those of the books, and each side reads its own words."""

import re
from collections.abc import Iterator
from typing import Final, get_args

import pytest

from paydays_widgets import games
from paydays_widgets.core.game import Refusal
from paydays_widgets.core.text import LANGUAGES, Language, Note, Text
from paydays_widgets.games.market import events, moves
from paydays_widgets.games.market.deck import default_deck
from paydays_widgets.games.market.engine import MARKET, NO_QUOTA
from paydays_widgets.games.market.engine.crossing import crossing_units, price_range
from paydays_widgets.games.market.events import Cause, Event, Side
from paydays_widgets.games.market.rules import Institution, Rules
from paydays_widgets.games.market.text import (
    choice,
    explain,
    institution_name,
    law,
    money,
    policy,
    price_rule,
    prompt,
    refused,
    sides,
)
from tests.contract.test_words import HOSTILE, actors, check, check_note
from tests.games.market.examples import EVENTS, REFUSALS
from tests.games.market.positions import asked, opened, play
from tests.games.playing import bots_play
from tests.markup import figures

PACKAGE: Final = games.modules("market").package
NAMES: Final = ("Anna", "Ben", "Cem", "Dora")
EN: Final = Text("en", PACKAGE)
SIDES: Final[dict[Side, dict[Language, str]]] = {
    "buyer": {
        "en": r"\bbids?\b|\bvalue|\bbuyers?\b",
        "fr": r"\bdemandes?\b|\bvaleur|\bacheteu",
        "de": r"\bGebote?s?\b|\bbiete|\bWert\b|\bKäufer",
    },
    "seller": {
        "en": r"\basks?\b|\bcosts?\b|\bsellers?\b",
        "fr": r"\boffres?\b|\bcoût|\bvendeu",
        "de": r"\bForderung|\bforder|\bkoste|\bVerkäufer",
    },
}
"""Words that belong to one side."""
ALL_LANGUAGES: Final = pytest.mark.parametrize("language", LANGUAGES)


def told(event: Event, language: Language = "en", names: tuple[str, ...] = NAMES) -> Note:
    return explain(event, names, Text(language, PACKAGE), default_deck())


def cents(words: str) -> list[int]:
    """Read the sums of an English sentence, in cents."""
    return [round(float(each.replace("$", "").replace("−", "-")) * 100) for each in figures(words)]


# --- every event, every refusal -----------------------------------------------------------------


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_is_told_in_every_language(event: Event) -> None:
    notes = [told(event, language) for language in LANGUAGES]
    for note in notes:
        check_note(note)
    assert len({note.what for note in notes}) == len(LANGUAGES)
    assert len({note.why for note in notes}) == (len(LANGUAGES) if notes[0].why else 1)
    for language in LANGUAGES:
        hostile = told(event, language, HOSTILE)
        assert all(HOSTILE[seat] in hostile.what for seat in actors(event))


def test_no_two_examples_are_told_alike() -> None:
    assert len({told(event) for event in EVENTS}) == len(EVENTS)


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.reason)
def test_a_refusal_says_what_is_possible_in_every_language(refusal: Refusal) -> None:
    said = [refused(refusal, NAMES, Text(language, PACKAGE)) for language in LANGUAGES]
    assert len({*said}) == len(LANGUAGES)
    for each in said:
        check(each)
        assert each.endswith(".")
        assert "seat" not in refusal.facts or NAMES[int(refusal.facts["seat"])] in each
    named = [refusal.facts[fact] for fact in ("most", "least", "best") if fact in refusal.facts]
    assert {*named} <= {*cents(said[0])}


def test_a_reason_that_is_not_known_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown reason 'odd'"):
        refused(Refusal("MK-call", "odd"), NAMES, EN)


@pytest.mark.clause("MK-told")
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_what_is_hidden_is_not_told(event: Event) -> None:
    for seat in (None, 0, 1):
        seen = MARKET.witness(event, seat)
        if seen is not None and seen != event:
            for language in LANGUAGES:
                assert told(seen, language).what != told(event, language).what
                assert not re.search(r"\d", told(seen, language).sum)


@ALL_LANGUAGES
def test_each_side_reads_its_own_words(language: Language) -> None:
    for event in EVENTS:
        match event:
            case (
                events.CardDealt(side=side)
                | events.GainBooked(side=side)
                | events.OfferMade(side=side)
                | events.OfferWithdrawn(side=side)
                | events.LotDrawn(side=side)
            ):
                other: Side = "seller" if side == "buyer" else "buyer"
                note = told(event, language)
                said = f"{note.what} {note.why} {note.sum}"
                assert not re.search(SIDES[other][language], said), said
            case _:
                pass


# --- sums ---------------------------------------------------------------------------------------


def whole_games() -> Iterator[Event]:
    """Play games under both institutions, with a tax, a quota and several units."""
    kinds = ("zero_intelligence", "price_watcher", "zero_intelligence", "truthful")
    for rules in (
        Rules(tax=10),
        Rules("call", units=2, tax=20, payer="sellers", values="drawn", change="again"),
        Rules("call", units=3, quota=3),
    ):
        for step in bots_play("market", kinds, 7, rules).branch.steps:
            yield step.event


@pytest.mark.clause("MK-gain", "MK-tax")
def test_a_gain_is_worked_out_as_it_is_booked() -> None:
    found = 0
    for event in whole_games():
        if isinstance(event, events.GainBooked):
            note, found = told(event), found + 1
            first, *less, gain = cents(note.sum)
            assert first - sum(less) == gain == event.gain
            assert len(less) == 1 + bool(event.tax)
            assert cents(note.what) == ([abs(gain)] if gain else [])
    assert found > 10


@pytest.mark.clause("MK-cross")
def test_the_price_of_a_call_is_worked_out_as_it_was_found() -> None:
    found = 0
    for event in whole_games():
        if isinstance(event, events.OffersOpened) and event.price is not None:
            note, found = told(event), found + 1
            low, high = price_range(event.bids, event.asks, event.units)
            assert event.price in cents(note.what)
            if low != high:
                assert {low, high} <= {*cents(note.why)}
                first, second, _, price = cents(note.sum.replace("÷ 2", "÷ $2"))
                assert ((first + second) // 2, price) == (event.price, event.price)
            else:
                assert not note.sum
    assert found > 3


@pytest.mark.clause("MK-cross")
def test_prices_that_come_to_no_trade_are_counted() -> None:
    bids, asks = (8_000, 6_000, 4_000, 3_900), (1_000, 5_000, 7_000)
    units = crossing_units(bids, asks, NO_QUOTA)
    why = told(events.OffersOpened(bids=bids, asks=asks, units=units, price=5_500)).why
    assert figures(why)[-4:] == ["2", "$40", "1", "$70"]


@pytest.mark.clause("MK-cross")
def test_a_half_cent_goes_to_the_buyers() -> None:
    event = events.OffersOpened(bids=(6_001,), asks=(5_000,), units=1, price=5_500)
    assert told(event).sum == "($50 + $60.01) ÷ 2 − half a cent = $55"


@pytest.mark.clause("MK-close", "MK-quota", "MK-cross")
@ALL_LANGUAGES
def test_each_end_of_a_period_has_words_of_its_own(language: Language) -> None:
    said = {
        told(events.PeriodEnded(clause="MK-close", cause=cause, period=1, units=2), language).why
        for cause in get_args(Cause)
    }
    assert len(said) == len(get_args(Cause))


@pytest.mark.clause("MK-change")
@ALL_LANGUAGES
def test_buyers_read_by_how_much_demand_shifts_and_sellers_do_not(language: Language) -> None:
    shifted = events.DemandShifted(amount=2_000)
    for seat in (None, 0, 1):
        seen = MARKET.witness(shifted, seat)
        assert isinstance(seen, events.DemandShifted)
        assert bool(figures(told(seen, language).what)) is (seat == 0)


@pytest.mark.clause("MK-offer")
def test_a_price_tells_the_one_that_it_replaces() -> None:
    played = play(opened(8_000, 2_000, speech="free"), "1 offer 4000; 1 offer 4550")
    first, second = (told(event) for event in played.all(events.OfferMade))
    assert (cents(first.what), cents(first.why)) == ([4_000], [])
    assert (cents(second.what), cents(second.why)) == ([4_550], [4_000])


# --- rules, turns, choices ----------------------------------------------------------------------


@ALL_LANGUAGES
def test_rules_and_sides_are_told_with_their_sums(language: Language) -> None:
    text, deck = Text(language, PACKAGE), default_deck()
    kinds = get_args(Institution)
    assert len({institution_name(each, text) for each in kinds}) == len(kinds)
    assert len({price_rule(each, text) for each in kinds}) == len(kinds)
    assert re.findall(r"\d+", law(Rules(), deck, text)) == ["80", "20", "10", "70"]
    assert len(figures(law(Rules(change="shift"), deck, text))) == 5
    assert len(figures(law(Rules(values="drawn"), deck, text))) == 2
    assert len(figures(law(Rules(goods="shares"), deck, text))) == 5
    assert len(figures(law(Rules(goods="shares", credit=50), deck, text))) == 6
    assert len(figures(law(Rules(goods="shares", credit=50, rate=10), deck, text))) == 7
    assert figures(sides(1, 2, text)) == ["1", "2"]
    assert policy(Rules(), text) == ()
    limited = Rules(ceiling=60, floor=30, tax=10, quota=1)
    said = policy(limited, text)
    assert [re.findall(r"\d+", each) for each in said] == [["60"], ["30"], ["10"], ["1"]]
    assert policy(Rules(tax=10, payer="sellers"), text)[0] not in said


@ALL_LANGUAGES
def test_whoever_has_to_decide_is_named(language: Language) -> None:
    text = Text(language, PACKAGE)
    cards = (8_000, 2_000, 7_000)
    called, free = opened(*cards, institution="call"), opened(*cards, speech="free")
    said = [prompt(MARKET.turn(state), NAMES, text) for state in (called, free)]
    assert all(name in each for each in said for name in NAMES[:3])
    assert said[0] != said[1]
    assert "Ben" in prompt(MARKET.turn(asked(opened(*cards), 2)), NAMES, text)
    chance = [MARKET.start(2), opened(*cards)]
    assert len({prompt(MARKET.turn(state), NAMES, text) for state in chance}) == 2


@ALL_LANGUAGES
def test_choices_have_the_words_of_their_side(language: Language) -> None:
    text = Text(language, PACKAGE)
    state = play(opened(8_000, 2_000, 7_000, speech="free"), "2 offer 6000; 1 offer 4000").state
    call = opened(8_000, 2_000, institution="call")

    def said(state: object, seat: int, move: moves.Move) -> str:
        return choice(MARKET.view(state, seat), move, NAMES, text)  # type: ignore[arg-type]

    bid, ask = (said(state, seat, moves.Offer(seat, 4_550)) for seat in (0, 1))
    buy, sell = (said(state, seat, moves.Take(seat, 4_550)) for seat in (0, 1))
    assert all(money(4_550, text) in each for each in (bid, ask, buy, sell))
    assert len({bid, buy, sell}) == 3
    assert ask not in {buy, sell}
    off, wait = said(state, 0, moves.Withdraw(0)), said(state, 0, moves.Wait(0))
    none = said(call, 0, moves.Wait(0))
    assert len({off, wait, none, ""}) == 4
    assert said(state, 0, moves.Lot(-1, 0)) == ""


@pytest.mark.clause("MK-tax")
def test_mk_tax_is_said_to_be_paid_by_the_side_that_pays_it() -> None:
    told = [policy(Rules(tax=20, payer=each), Text("en")) for each in ("buyers", "sellers")]
    assert [each.split()[1] for (each,) in told] == ["buyer", "seller"]
