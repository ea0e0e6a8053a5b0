"""What is told of a round fits its format, its reserve, and how many have bid."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any, Final, NamedTuple, get_args

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.text import LANGUAGES, Language, Text
from paydays_widgets.games.auction_room import events, stakes
from paydays_widgets.games.auction_room.deck import default_deck
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.rules import TENDERS, Auction, Rules, Told
from paydays_widgets.games.auction_room.text import PriceSetter, explain, price_setter
from tests.games.auction_room.positions import Played, opened, play

PACKAGE: Final = games.modules("auction_room").package
NAMES: Final = ("Anna", "Ben", "Cem")
BIDS: Final = (7_000, 6_400, 6_000)
"""The best bid first; in a tender, last."""
ABSENT: Final[dict[str, dict[Language, str]]] = {
    "sale": {
        "en": r"value|object|seller|reserve|estimate|highest",
        "fr": r"valeur|objet|vendeur|réserve|estimation|la plus haute",
        "de": r"Wert|Gegenstand|Verkäufer|Mindestpreis|Schätzung|höchste",
    },
    "tender": {
        "en": r"\bcosts?\b|\bwork|tender|lowest",
        "fr": r"\bcoûts?\b|travail|appel d’offres|la plus basse",
        "de": r"\bKosten|Arbeit|Ausschreibung|niedrigste",
    },
    "reserve": {"en": "reserve", "fr": "réserve", "de": "Mindestpreis"},
}
"""Words that only a sale, only a tender or only a round with a reserve may use."""


class Case(NamedTuple):
    """A round that is played to its end: seats bid, from the best bid on, or pass."""

    auction: Auction
    reserve: int
    bids: int
    told: Told = "values"

    @property
    def rules(self) -> dict[str, Any]:
        return {"auction": self.auction, "reserve": self.reserve, "told": self.told, "rounds": 1}

    @property
    def tender(self) -> bool:
        return self.auction in TENDERS

    def play(self) -> tuple[tuple[int, ...], Played]:
        """Return the bids, and what followed."""
        made = (sorted if self.tender else tuple)(BIDS)[: self.bids]
        verb = "stop" if self.auction in {"english", "dutch"} else "bid"
        moves = [f"{seat} {verb} {bid}" for seat, bid in enumerate(made, 1)]
        moves += [f"{seat} pass" for seat in range(self.bids + 1, 4)]
        played = play(opened((9_000, 8_000, 7_000), **self.rules), *moves)
        if played.state.phase == "clock":  # the second bidder goes on
            more = play(played.state, "1 stop 7000; 2 stop 6400")
            played = replace(more, events=(*played.events, *more.events))
        return tuple(made), played


CASES: Final = [Case(*each) for each in product(get_args(Auction), (0, 50), (0, 1, 2, 3))]
EVERY_CASE: Final = pytest.mark.parametrize("case", CASES, ids=str)


def setter(case: Case) -> PriceSetter:
    """Say what sets a price, as the clauses have it (AR-price, AR-reserve)."""
    match case.auction:
        case "first" | "tender_first":
            return "own"
        case "dutch":
            return "clock"
        case "all_pay":
            return "all" if case.bids > 1 else "alone"
        case _ if case.bids > 1:
            return "rival"
        case "tender_second":
            return "limit"
        case _:
            return "reserve" if case.reserve else "nothing"


@EVERY_CASE
@pytest.mark.clause("AR-price", "AR-reserve")
def test_what_set_the_price_is_what_did(case: Case) -> None:
    bids, played = case.play()
    sold = played.all(events.ObjectSold)
    if not bids:
        assert not sold
        assert played.the(events.ObjectUnsold)
        return
    found = price_setter(sold[0])
    assert found == setter(case)
    rival = bids[1] if len(bids) > 1 else -1
    if case.auction != "dutch":  # nobody else stops it
        assert sold[0].rival == rival
    paid: dict[PriceSetter, int] = {
        "rival": rival,
        "reserve": 5_000,
        "nothing": 0,
        "limit": default_deck().top,
    }
    assert sold[0].price == paid.get(found, bids[0])


@pytest.mark.parametrize("auction", ["second", "tender_second"])
@pytest.mark.parametrize("bids", [1, 3])
@pytest.mark.clause("AR-told")
def test_a_winner_who_may_not_know_is_not_told_what_set_the_price(
    auction: Auction, bids: int
) -> None:
    _, played = Case(auction, 0, bids, told="price").play()
    event = AUCTION_ROOM.witness(played.the(events.ObjectSold), 0)
    assert isinstance(event, events.ObjectSold)
    assert price_setter(event) == "hidden"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("auction", get_args(Auction))
def test_each_way_to_a_price_has_words_of_its_own(auction: Auction, language: Language) -> None:
    told = {}
    for case in CASES:
        if case.auction == auction and case.bids:
            sold = case.play()[1].the(events.ObjectSold)
            told[price_setter(sold)] = why(replace(sold, bid=100), language)
    if auction in {"second", "tender_second"}:
        told["hidden"] = why(replace(sold, rival=None, bid=100), language)
    assert len({*told.values()}) == len(told)


def why(event: events.ObjectSold, language: Language) -> str:
    return explain(event, NAMES, Text(language, PACKAGE), default_deck()).why


def said(case: Case, language: Language) -> Iterator[str]:
    """Collect what is told of a round: the rules in a minute, the argument, each event."""
    text = Text(language, PACKAGE)
    _, played = case.play()
    yield games.modules("auction_room").minute(Rules(**case.rules), text, "p")
    yield stakes.argument(AUCTION_ROOM.view(played.state, 0), text)
    for event in played.events:
        for seat in (None, 0, 2):
            witnessed = AUCTION_ROOM.witness(event, seat)
            if witnessed is not None:
                note = explain(witnessed, NAMES, text, default_deck())
                yield from (note.what, note.why, note.sum)


@EVERY_CASE
@pytest.mark.parametrize("told", get_args(Told))
def test_no_words_of_another_format_or_of_a_reserve_that_is_not_there(
    case: Case, told: Told
) -> None:
    case = case._replace(told=told)
    wrong = ["sale"] if case.tender else ["tender", *(["reserve"] if not case.reserve else [])]
    for language in LANGUAGES:
        for each in said(case, language):
            for kind in wrong:
                assert not re.search(ABSENT[kind][language], each, re.IGNORECASE), each


@pytest.mark.clause("AR-reserve")
def test_a_reserve_above_all_values_makes_nobody_the_right_winner() -> None:
    """Who bids above its value for all that may win; nobody \"would have it in every format\"."""
    state = opened((3_000, 4_000, 2_000), auction="first", reserve=50, rounds=1)
    told = play(state, "1 bid 5000; 2 pass; 3 pass").the(events.ValuesTold)
    for language in LANGUAGES:
        text = Text(language, PACKAGE)
        note = explain(told, NAMES, text, default_deck())
        assert note.why
        assert not any(name in note.why for name in NAMES)
