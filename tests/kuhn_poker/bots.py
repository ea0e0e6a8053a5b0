"""Named strategies: each a small function that chooses a move from a seat's view and a draw."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from paydays_widgets.core.chance import WORD
from paydays_widgets.core.game import Decide
from paydays_widgets.core.table import Strategy
from paydays_widgets.core.text import Words
from paydays_widgets.show.plain import PlainBots
from tests.kuhn_poker.moves import Move
from tests.kuhn_poker.state import View

Rank: TypeAlias = Literal["low", "middle", "high"]

ALPHA: Final = Fraction(1, 3)
"""How often the first seat bluffs with the lowest card: anything from 0 to 1/3 is perfect play."""


def own_rank(view: View) -> Rank:
    """Return whether the seat's card is the lowest in play, the highest, or in between."""
    assert view.seat is not None
    card = view.sides[view.seat].card
    assert card is not None
    at = view.deck.cards.index(card)
    return "low" if at == 0 else "high" if at == view.rules.cards - 1 else "middle"


def asked(view: View) -> str:
    """Return what is to be decided: ``open`` (check or bet) or ``answer`` (call or fold)."""
    assert isinstance(view.turn, Decide)
    return view.turn.prompt


def put_in(view: View, *, chips: bool) -> Move:
    """Bet or call if ``chips``, else check or fold."""
    one, two = view.legal
    return (two if chips else one) if asked(view) == "open" else (one if chips else two)


def honest(view: View, _luck: int) -> Move:
    """Put chips in with the highest card only.

    Idea: never risk a bet that can be lost.
    How it loses: nobody pays when it bets, and every bluff takes its ante.
    """
    return put_in(view, chips=own_rank(view) == "high")


def bluffer(view: View, _luck: int) -> Move:
    """Bet with every card, and call with the highest only.

    Idea: a seat that folds loses the ante, so make the other one fold.
    How it loses: a seat that knows it calls with the middle card.
    """
    return put_in(view, chips=asked(view) == "open" or own_rank(view) == "high")


def doubter(view: View, _luck: int) -> Move:
    """Call every bet that could be a bluff.

    Idea: nobody takes its ante for nothing; with the lowest card a call never wins.
    How it loses: it pays every honest bet.
    """
    rank = own_rank(view)
    return put_in(view, chips=rank == "high" or (asked(view) == "answer" and rank == "middle"))


def perfect(view: View, luck: int) -> Move:
    """Play the equilibrium of the three-card game, which no strategy beats.

    Idea: bluff with the lowest card just so often that the other seat does as well by calling
    as by folding.
    How it loses: in the long run never more than its seat costs; but it does not exploit a bad
    player either.
    """
    return put_in(view, chips=luck < share(view) * WORD)


def share(view: View) -> Fraction:
    """Return how often perfect play puts chips in, given what the seat knows."""
    return _SHARES[view.seat == 0, asked(view)][own_rank(view)]


_SHARES: Final[Mapping[tuple[bool, str], Mapping[Rank, Fraction]]] = {
    (True, "open"): {"low": ALPHA, "middle": Fraction(0), "high": 3 * ALPHA},
    (True, "answer"): {"low": Fraction(0), "middle": ALPHA + Fraction(1, 3), "high": Fraction(1)},
    (False, "open"): {"low": Fraction(1, 3), "middle": Fraction(0), "high": Fraction(1)},
    (False, "answer"): {"low": Fraction(0), "middle": Fraction(1, 3), "high": Fraction(1)},
}

STRATEGIES: Final[Mapping[str, Strategy]] = MappingProxyType(
    {
        **PlainBots.STRATEGIES,
        "honest": honest,
        "bluffer": bluffer,
        "doubter": doubter,
        "perfect": perfect,
    }
)
TITLES: Final[Mapping[str, tuple[Words, Words]]] = MappingProxyType(
    {
        **PlainBots.TITLES,
        "honest": (
            Words("Honest", "Honnête", "Ehrlich"),
            Words("Bets on high cards.", "Mise sur une carte forte.", "Setzt auf hohe Karten."),
        ),
        "bluffer": (
            Words("Bluffer", "Bluffeur", "Blufft"),
            Words("Always bets.", "Mise toujours.", "Setzt immer."),
        ),
        "doubter": (
            Words("Doubter", "Sceptique", "Zweifelt"),
            Words("Believes no bet.", "Ne croit aucune mise.", "Glaubt keinem Einsatz."),
        ),
        "perfect": (
            Words("Perfect", "Parfait", "Perfekt"),
            Words("Bluffs just enough.", "Bluffe juste assez.", "Blufft genau genug."),
        ),
    }
)
