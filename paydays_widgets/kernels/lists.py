"""What is done with the lists of cards in a position: decks, hands, discards. Needs numba."""

from paydays_widgets.kernels.compiled import below, in_place
from paydays_widgets.kernels.records import Listed


@in_place
def append(cards: Listed, card: int) -> None:
    """Put a card at the end."""
    cards.numbers[cards.length] = card
    cards.length += 1


@in_place
def holds(cards: Listed, card: int) -> bool:
    """Return whether a card is there."""
    for at in range(cards.length):
        if cards.numbers[at] == card:
            return True
    return False


@in_place
def remove(cards: Listed, card: int) -> None:
    """Take a card out and close the gap."""
    at = 0
    while cards.numbers[at] != card:
        at += 1
    cards.length -= 1
    for later in range(at, cards.length):
        cards.numbers[later] = cards.numbers[later + 1]


@in_place
def move_all(cards: Listed, to: Listed) -> None:
    """Put all cards at the end of another list."""
    for at in range(cards.length):
        append(to, cards.numbers[at])
    cards.length = 0


@in_place
def sort_in(cards: Listed, card: int) -> None:
    """Put a card among those in ascending order."""
    at = cards.length
    while at > 0 and cards.numbers[at - 1] > card:
        cards.numbers[at] = cards.numbers[at - 1]
        at -= 1
    cards.numbers[at] = card
    cards.length += 1


@in_place
def turned_up(deck: Listed, under: Listed, drawn: int) -> int:
    """Return the card that a draw stands for; the one on top if all lie in a known order."""
    return deck.numbers[below(drawn, deck.length)] if deck.length else under.numbers[0]
