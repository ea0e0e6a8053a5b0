"""The cards and amounts of Kuhn poker, as data that users can replace with their own file."""

from collections.abc import Iterator
from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from paydays_widgets.core.deckfile import CheckedDeck, Decks, Figure, Name

Card: TypeAlias = Literal["jack", "queen", "king", "ace"]
CARDS: Final[tuple[Card, ...]] = get_args(Card)
"""Every card that has a picture and a name."""
Chips: TypeAlias = Annotated[int, Meta(ge=1, le=1_000)]


class DeckFile(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A pack as its file states it."""

    name: Name
    start_money: Figure[Chips]
    ante: Figure[Chips]
    bet: Figure[Chips]
    cards: tuple[Figure[Card], Figure[Card], Figure[Card], Figure[Card]]


class Deck(CheckedDeck, frozen=True, gc=False, forbid_unknown_fields=True):
    """A pack as the engine reads it; the cards are in order from low to high."""

    start_money: Chips
    ante: Chips
    bet: Chips
    cards: tuple[Card, Card, Card, Card]

    def flaws(self) -> Iterator[tuple[str, str]]:
        """Find the places of inconsistent figures, and say what was expected there."""
        if len({*self.cards}) < len(self.cards):
            yield "cards", "expected each card once"
        if self.start_money < self.ante + self.bet:
            problem = f"expected {self.ante + self.bet} or more, for the ante and a bet"
            yield "start_money", f"{problem}; got {self.start_money}"


def compile_deck(file: DeckFile) -> Deck:
    """Turn a pack file into the engine's pack."""
    one, two, three, four = (each.value for each in file.cards)
    figures = (file.start_money.value, file.ante.value, file.bet.value)
    return Deck(file.name, *figures, (one, two, three, four))


_DECKS: Final = Decks("tests.kuhn_poker", DeckFile, compile_deck)
parse_deck, default_deck = _DECKS.parse, _DECKS.own
