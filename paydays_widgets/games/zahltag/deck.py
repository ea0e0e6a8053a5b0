"""The cards and amounts of Zahltag, as data that users can replace with a file of their own.

``deck.toml`` next to this module is the deck that comes with the game. It states for each figure
whether it is in a rulebook, publicly known, or our own reconstruction.
"""

from collections.abc import Iterator
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from paydays_widgets.core.deckfile import CheckedDeck, Decks, Figure, Name, Provenance
from paydays_widgets.core.text import Words

HAND: Final = 7
"""Cards dealt to each seat (ZT-deal)."""
LAST_PAYDAY: Final = 5
"""The payday that ends the game (ZT-end)."""

# The upper bounds are far above any real deck; a bid's notation holds six digits.
MOST_CONTRACTS: Final = 999
MOST_BID_CARDS: Final = 99
Money: TypeAlias = Annotated[int, Meta(ge=0, le=999_999)]
Amount: TypeAlias = Annotated[int, Meta(ge=1, le=999_999)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=999)]
Paydays: TypeAlias = Annotated[int, Meta(ge=LAST_PAYDAY, le=99)]


class Equipment(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The number of cards of each kind."""

    foreman: Figure[Count]
    worker: Figure[Count]
    crane: Figure[Count]
    excavator: Figure[Count]


class BidCard(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A bid card's two amounts, in millions."""

    amounts: tuple[Amount, Amount]
    provenance: Provenance


class Needs(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The equipment that a contract shows."""

    foreman: Count = 0
    worker: Count = 0
    crane: Count = 0
    excavator: Count = 0


class Contract(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A contract card."""

    title: Words
    needs: Needs
    provenance: Provenance


class DeckFile(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A deck as its file states it."""

    name: Name
    start_money: Figure[Money]
    equipment: Equipment
    paydays: Figure[Paydays]
    bid_cards: Annotated[tuple[BidCard, ...], Meta(min_length=1, max_length=MOST_BID_CARDS)]
    contracts: Annotated[tuple[Contract, ...], Meta(min_length=1, max_length=MOST_CONTRACTS)]


class Deck(CheckedDeck, frozen=True, gc=False, forbid_unknown_fields=True):
    """A deck as the engine reads it; money is in millions.

    Parameters
    ----------
    equipment
        The number of foremen, workers, cranes and excavators.
    bid_cards
        The two amounts on each bid card of a seat, in millions.
    contracts
        What each contract needs; contract ``n`` is ``contracts[n - 1]``.
    """

    start_money: Money
    equipment: tuple[Count, Count, Count, Count]
    paydays: Paydays
    bid_cards: Annotated[
        tuple[tuple[Amount, Amount], ...], Meta(min_length=1, max_length=MOST_BID_CARDS)
    ]
    contracts: Annotated[
        tuple[tuple[Count, Count, Count, Count], ...],
        Meta(min_length=1, max_length=MOST_CONTRACTS),
    ]
    titles: Annotated[tuple[Words, ...], Meta(max_length=MOST_CONTRACTS)]

    def flaws(self) -> Iterator[tuple[str, str]]:
        """Find the places of inconsistent figures, and say what was expected there.

        One contract is enough: a game ends by its paydays whatever the pile holds (ZT-3-forced,
        ZT-3-repeat-end). Whether the equipment suffices to deal depends on the number of seats,
        so that is checked when a game starts.
        """
        seen: set[int] = set()
        for index, card in enumerate(self.bid_cards):
            for amount in card:
                if amount in seen:
                    place = f"bid_cards[{index}].amounts"
                    yield place, f"expected each amount once in all, but {amount} comes again"
                seen.add(amount)
        if 1 not in seen:
            problem = "expected 1 among the amounts, the lowest bid of the rules (ZT-bids)"
            yield "bid_cards", problem
        if len(self.titles) != len(self.contracts):
            problem = f"expected a title for each of the {len(self.contracts)} contracts"
            yield "titles", f"{problem}, got {len(self.titles)}"
        kinds = Needs.__struct_fields__
        for index, needs in enumerate(self.contracts):
            place = f"contracts[{index}].needs"
            if not any(needs):
                yield place, f"expected at least one card of {', '.join(kinds)}"
            for kind, needed, there in zip(kinds, needs, self.equipment, strict=True):
                if needed > there:
                    problem = f"expected at most {there}, all that exist, got {needed}"
                    yield f"{place}.{kind}", problem


def compile_deck(file: DeckFile) -> Deck:
    """Turn a deck file into the engine's deck.

    Raises
    ------
    DeckError
        If its figures are inconsistent.
    """
    counts = file.equipment
    return Deck(
        name=file.name,
        start_money=file.start_money.value,
        equipment=(
            counts.foreman.value,
            counts.worker.value,
            counts.crane.value,
            counts.excavator.value,
        ),
        paydays=file.paydays.value,
        bid_cards=tuple(each.amounts for each in file.bid_cards),
        contracts=tuple(
            (each.needs.foreman, each.needs.worker, each.needs.crane, each.needs.excavator)
            for each in file.contracts
        ),
        titles=tuple(each.title for each in file.contracts),
    )


_DECKS: Final = Decks("paydays_widgets.games.zahltag", DeckFile, compile_deck)
load_deck, parse_deck = _DECKS.load, _DECKS.parse
deck_file, default_deck = _DECKS.file, _DECKS.own
