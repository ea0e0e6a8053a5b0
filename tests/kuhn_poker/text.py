"""Kuhn poker in words: what happened and why, why a move is refused, what a seat has to do."""

from typing import Final, assert_never

from paydays_widgets.core.text import Note, Text, capital
from paydays_widgets.show.words import Names, Phrases, TurnWords
from tests.kuhn_poker.deck import Card, Deck
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
from tests.kuhn_poker.moves import Bet, Call, Check, Deal, Fold, Move


def card_name(card: Card, text: Text) -> str:
    """Name a card, as it appears in a list or on the card itself."""
    jack, queen, king, ace = text("jack"), text("queen"), text("king"), text("ace")
    return {"jack": jack, "queen": queen, "king": king, "ace": ace}[card]


def explain(event: Event, names: Names, text: Text, deck: Deck) -> Note:
    """Explain an event: what happened, why in this case, and the sum worked out.

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
            what = text("Each player pays the ante: {each}.", each=each)
            return Note(what, sum=f"2 × {text.number(each)} = {text.number(2 * each)}")
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


def phrases(text: Text) -> Phrases:
    """Return the words for what chance does, what a seat has to decide, and its moves."""
    return Phrases(
        chances={"deal": text("The cards are being dealt.")},
        prompts={"open": text("check, or bet"), "answer": text("call the bet, or fold")},
        moves={
            Check: text("check"),
            Bet: text("bet"),
            Call: text("call"),
            Fold: text("fold"),
            Deal: text("deal a card"),
        },
    )


def choice(_view: object, move: Move, _names: Names, text: Text) -> str:
    """Name a choice, as its button says."""
    return capital(phrases(text).moves[type(move)])


prompt: Final = TurnWords(phrases).prompt
