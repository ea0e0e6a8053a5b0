"""Kuhn poker in words: what happened and why, why a move is refused, what is asked of whom."""

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from paydays_widgets.core.game import Chance, Decide, Over, Refusal, Settling, Turn
from paydays_widgets.core.text import Note, Text
from tests.kuhn_poker.deck import Deck
from tests.kuhn_poker.events import (
    AntesPaid,
    BetCalled,
    BetMade,
    CardDealt,
    CardsShown,
    Checked,
    Event,
    GameEnded,
    HandGivenUp,
    PotWon,
)

Names: TypeAlias = Sequence[str]


def money(n: int, text: Text) -> str:
    """Write a number of chips.

    Examples
    --------
    >>> money(-2, Text("en"))
    '−2'
    """
    return text.number(n)


def card_name(card: str, text: Text) -> str:
    """Name a card, as it stands in a list or on the card itself."""
    match card:
        case "jack":
            return text("jack")
        case "queen":
            return text("queen")
        case "king":
            return text("king")
        case _:
            return text("ace")


def explain(event: Event, names: Names, text: Text, deck: Deck) -> Note:  # noqa: C901, PLR0911 - one case an event
    """Tell an event: what happened, why in this case, and the sum worked out.

    Examples
    --------
    >>> from tests.kuhn_poker.deck import default_deck
    >>> explain(Checked(seat=1), ["Anna", "Ben"], Text("en"), default_deck()).what
    'Ben checks.'
    """
    match event:
        case CardDealt(seat=seat, card=card):
            if card is None:
                return Note(text("{name} is dealt a card, face down.", name=names[seat]))
            name = card_name(card, text)
            return Note(text("{name} is dealt a card: {card}.", name=names[seat], card=name))
        case AntesPaid(each=each):
            what = text("Each seat pays the ante: {each}.", each=each)
            return Note(what, sum=f"2 × {money(each, text)} = {money(2 * each, text)}")
        case Checked(seat=seat):
            return Note(text("{name} checks.", name=names[seat]))
        case BetMade(seat=seat, amount=amount, pot=pot):
            why = text("To call costs {amount}, and {pot} are to be won.", amount=amount, pot=pot)
            return Note(text("{name} bets {amount}.", name=names[seat], amount=amount), why)
        case BetCalled(seat=seat, pot=pot):
            why = text("The pot holds {pot}. The cards are compared.", pot=pot)
            return Note(text("{name} calls the bet.", name=names[seat]), why)
        case HandGivenUp(seat=seat):
            return Note(
                text("{name} folds.", name=names[seat]),
                text("What has been put in is lost: {ante}.", ante=deck.ante),
            )
        case CardsShown(cards=(one, two)):
            return Note(
                text(
                    "{first} shows: {one}. {second} shows: {two}.",
                    first=names[0],
                    one=card_name(one, text),
                    second=names[1],
                    two=card_name(two, text),
                )
            )
        case PotWon(seat=seat, amount=amount, clause=clause):
            what = text("{name} takes the pot of {amount}.", name=names[seat], amount=amount)
            if clause == "KP-fold":
                return Note(what, text("The other seat has folded; no card is shown."))
            return Note(what, text("The higher card wins."))
        case GameEnded(winner=winner, gain=gain):
            return Note(
                text.plural(
                    "{name} wins {n} chip.", "{name} wins {n} chips.", gain, name=names[winner]
                )
            )
        case _:
            assert_never(event)


def prompt(turn: Turn, names: Names, text: Text) -> str:
    """Say what is asked of whom.

    Examples
    --------
    >>> prompt(Decide((1,), "answer", 1, 0), ["Anna", "Ben"], Text("en"))
    'Ben: call the bet, or fold?'
    """
    match turn:
        case Over():
            return text("The hand is over.")
        case Settling():
            return text("The last move is being carried out.")
        case Chance():
            return text("The cards are being dealt.")
        case Decide(seats=(seat,), prompt="open"):
            return text("{name}: check or bet?", name=names[seat])
        case Decide(seats=(seat, *_)):
            return text("{name}: call the bet, or fold?", name=names[seat])
        case _:
            raise ValueError(turn)


def refused(refusal: Refusal, names: Names, text: Text) -> str:  # noqa: PLR0911 - one case a reason
    """Say why a move is refused and what can be done instead.

    Examples
    --------
    >>> refused(Refusal("KP-answer", "no_bet"), ["Anna"], Text("en"))
    'Nobody has bet yet: check or bet.'
    """
    facts = refusal.facts
    match refusal.reason:
        case "over":
            return text("The hand is over. A new game, or a step back, allows new moves.")
        case "settling":
            return text("The last move is still being carried out. Step to its end first.")
        case "no_seat":
            return text("There is no seat {seat}: there are two.", seat=int(facts["seat"]) + 1)
        case "chance_deals":
            return text("Chance deals the cards, and then the seats decide.")
        case "cannot_come":
            return text("Only a card that is left in the pack can be dealt.")
        case "not_chance":
            return text(
                "The cards are dealt. It is the turn of {name}.", name=names[int(facts["active"])]
            )
        case "not_your_turn":
            return text("It is the turn of {name}.", name=names[int(facts["active"])])
        case "bet_made":
            return text("There is a bet of {bet}: call it, or fold.", bet=facts["bet"])
        case "no_bet":
            return text("Nobody has bet yet: check or bet.")
        case _:
            raise ValueError(refusal.reason)
