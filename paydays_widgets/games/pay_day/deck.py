"""The calendar, the cards and the amounts of Pay Day, as data that a user can replace.

``deck.toml``, beside this module, is the deck that comes with the game. For each figure it says
whether the rules state it, whether it is publicly known, or whether we reconstructed it.
"""

from collections.abc import Iterator
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from paydays_widgets.core.deckfile import CheckedDeck, Decks, Figure, Name, Provenance
from paydays_widgets.core.text import Words

DayKind: TypeAlias = Literal[
    "mail",
    "deal",
    "buyer",
    "money",
    "sunday",
    "lottery",
    "poker",
    "election",
    "daylight",
    "payday",
]
MailKind: TypeAlias = Literal[
    "bill", "windfall", "ticket", "insurance", "swellfare", "postcard", "advertisement"
]
Cover: TypeAlias = Literal["", "car", "health"]

DAYS: Final = 31
"""The number of days in a month; the last is Pay Day (PD-move)."""
_MOST_MAIL: Final = 9
_PAID: Final = frozenset({"bill", "windfall", "ticket", "insurance"})
"""The kinds of mail that pay or cost money."""
_PUT_IN: Final = frozenset({"poker", "election"})

# The upper bounds are far above those of any real game; a move's notation holds six digits.
MOST_DEALS: Final = 99
MOST_MAIL: Final = 199
Money: TypeAlias = Annotated[int, Meta(ge=0, le=99_999)]
Amount: TypeAlias = Annotated[int, Meta(ge=1, le=99_999)]
Signed: TypeAlias = Annotated[int, Meta(ge=-99_999, le=99_999)]


class DayEntry(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A day as a deck file states it."""

    title: Words
    kind: DayKind
    provenance: Provenance
    amount: Signed = 0


class DealEntry(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A Deal as a deck file states it."""

    title: Words
    cost: Amount
    commission: Amount
    price: Amount
    provenance: Provenance


class MailEntry(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A card of mail as a deck file states it."""

    title: Words
    kind: MailKind
    provenance: Provenance
    amount: Money = 0
    cover: Cover = ""


class DeckFile(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What ``deck.toml`` holds: names and figures as an author writes them."""

    name: Name
    start_money: Figure[Money]
    salary: Figure[Money]
    daylight_bonus: Figure[Money]
    days: Annotated[tuple[DayEntry, ...], Meta(max_length=DAYS)]
    deals: Annotated[tuple[DealEntry, ...], Meta(max_length=MOST_DEALS)]
    mail: Annotated[tuple[MailEntry, ...], Meta(max_length=MOST_MAIL)]


class Day(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A day of the calendar.

    Parameters
    ----------
    amount
        How many cards of mail come, or in dollars: what the bank pays (negative: collects), or
        what a seat puts in.
    """

    kind: DayKind
    amount: Signed


class Deal(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A Deal: its cost, its commission, and the price a buyer pays, in dollars."""

    cost: Amount
    commission: Amount
    price: Amount


class Letter(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A card of mail.

    Parameters
    ----------
    amount
        What it costs or pays, in dollars; 0 for neither.
    cover
        Which insurance cancels the bill, or what the insurance covers; "" for none.
    """

    kind: MailKind
    amount: Money
    cover: Cover


class Deck(CheckedDeck, frozen=True, gc=False, forbid_unknown_fields=True):
    """A deck as the engine reads it, in dollars.

    Day ``n`` is ``days[n - 1]``, and so with Deals and mail; titles stand in the same order.
    """

    start_money: Money
    salary: Money
    daylight_bonus: Money
    days: Annotated[tuple[Day, ...], Meta(max_length=DAYS)]
    deals: Annotated[tuple[Deal, ...], Meta(max_length=MOST_DEALS)]
    mail: Annotated[tuple[Letter, ...], Meta(max_length=MOST_MAIL)]
    day_titles: Annotated[tuple[Words, ...], Meta(max_length=DAYS)]
    deal_titles: Annotated[tuple[Words, ...], Meta(max_length=MOST_DEALS)]
    mail_titles: Annotated[tuple[Words, ...], Meta(max_length=MOST_MAIL)]

    def flaws(self) -> Iterator[tuple[str, str]]:
        """Find the places of inconsistent figures, and say what was expected there.

        A deck without Deals or without mail can be played: days that call for them then bring
        nothing (PD-deal, PD-mail-deck).
        """
        if len(self.days) != DAYS:
            yield "days", f"expected {DAYS} days (PD-move), got {len(self.days)}"
        for index, day in enumerate(self.days):
            if (day.kind == "payday") != (index == DAYS - 1):
                problem = f"expected the kind 'payday' for day {DAYS} and for no other (PD-move)"
                yield f"days[{index}].kind", f"{problem}, got {day.kind!r} for day {index + 1}"
            expected = _expected_of(day)
            if expected:
                yield f"days[{index}].amount", f"expected {expected}, got {day.amount}"
        yield from _mail_flaws(self)
        for name, things, titles in (
            ("day_titles", self.days, self.day_titles),
            ("deal_titles", self.deals, self.deal_titles),
            ("mail_titles", self.mail, self.mail_titles),
        ):
            if len(things) != len(titles):
                yield name, f"expected {len(things)} titles, one each, got {len(titles)}"


def _mail_flaws(deck: Deck) -> Iterator[tuple[str, str]]:
    for index, card in enumerate(deck.mail):
        place = f"mail[{index}]"
        if (card.kind in _PAID) != bool(card.amount):
            expected = "an amount of at least 1" if card.kind in _PAID else "no amount"
            yield f"{place}.amount", f"expected {expected} for '{card.kind}', got {card.amount}"
        if card.kind == "insurance" and not card.cover:
            yield f"{place}.cover", "expected 'car' or 'health' for an insurance, got none"
        if card.cover and card.kind not in {"bill", "insurance"}:
            problem = f"expected none, since '{card.kind}' is neither a bill nor an insurance"
            yield f"{place}.cover", f"{problem}, got {card.cover!r}"


def _expected_of(day: Day) -> str:
    """Say what a day's amount should be, or return "" if it is right."""
    if day.kind == "mail":
        return "" if 1 <= day.amount <= _MOST_MAIL else f"1 to {_MOST_MAIL} cards of mail"
    if day.kind == "money":
        return "" if day.amount else "a sum that is not 0"
    if day.kind in _PUT_IN:
        return "" if day.amount > 0 else f"a sum of at least 1 for '{day.kind}'"
    return f"no amount for '{day.kind}'" if day.amount else ""


def compile_deck(file: DeckFile) -> Deck:
    """Make the engine's deck from a deck file.

    Raises
    ------
    DeckError
        If its figures are inconsistent.
    """
    return Deck(
        name=file.name,
        start_money=file.start_money.value,
        salary=file.salary.value,
        daylight_bonus=file.daylight_bonus.value,
        days=tuple(Day(each.kind, each.amount) for each in file.days),
        deals=tuple(Deal(each.cost, each.commission, each.price) for each in file.deals),
        mail=tuple(Letter(each.kind, each.amount, each.cover) for each in file.mail),
        day_titles=tuple(each.title for each in file.days),
        deal_titles=tuple(each.title for each in file.deals),
        mail_titles=tuple(each.title for each in file.mail),
    )


_DECKS: Final = Decks("paydays_widgets.games.pay_day", DeckFile, compile_deck)
load_deck, parse_deck = _DECKS.load, _DECKS.parse
deck_file, default_deck = _DECKS.file, _DECKS.own
