"""Named strategies: each a small function that chooses a move from a seat's view and a draw.

Read one, then write a better one: any function ``choose(view, luck)`` that returns a legal move
can play a seat. The functions that the strategies are built from are in
:mod:`paydays_widgets.games.zock.reading`. None of them repays a debt: it bears no interest.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from paydays_widgets.core.chance import choice
from paydays_widgets.core.game import me
from paydays_widgets.core.table import RANDOM, Strategy
from paydays_widgets.core.text import Words
from paydays_widgets.games.zock.moves import Cash, Move, Pawn, Throw
from paydays_widgets.games.zock.reading import (
    FIRST_LOSES,
    before_roll,
    best_go,
    brings,
    cash_first,
    challenged,
    danger,
    duel_gain,
    fine_won,
    gain,
    may_cash,
    prey,
    side,
    steps,
    steps_after,
    time_to_cash,
    turns_left,
)
from paydays_widgets.games.zock.state import View

ENOUGH: Final = 3_000
"""The least sum for which ``hunter`` interrupts its hunt and cashes."""
HUNTING: Final = 10
"""How many times as much as a pawn's own worth ``hunter`` counts what there is to hit."""
FAR: Final = 1_000_000
"""More than everything else in a score, so that it decides before all other reasons."""


def random_legal(view: View, luck: int) -> Move:
    """Choose at random among all legal moves.

    Idea: none at all; this is the yardstick for the others.
    Why it could win: it now and then cashes late, and its king stumbles into duels.
    How it loses: it cashes a pawn for the smallest sum as readily as it lets the best one go on.
    """
    return choice(view.legal, luck)


def cash_at_once(view: View, _luck: int) -> Move:
    """Cash a pawn as soon as the bank pays anything for it.

    Idea: a bird in the hand. One roll in six loses the foremost pawn, so never risk one that
    brings money.
    Why it could win: it loses hardly any pawn past the first quarter, and its king brings
    three times the sum again and again.
    How it loses: the first sums are the smallest, and every turn spent on cashing moves nothing.
    """
    pawns = may_cash(view)
    if pawns:
        return Cash(me(view), max(pawns, key=lambda pawn: brings(view, pawn)))
    if before_roll(view):
        return Throw(me(view))
    return best_go(view, lambda pawn: steps(view, pawn))


def optimal_stopper(view: View, _luck: int) -> Move:
    """Go on as long as the next roll is worth more, on average, than the window's sum.

    Idea: what a pawn is worth can be worked out backwards from the last square and the last
    round: the better of cashing now and the mean over the next roll, which brings nothing one
    time in six. Cash as soon as cashing is no worse; otherwise move the pawn that gains most.
    Why it could win: for a lone pawn, no rule brings more, and it knows when the game ends.
    How it loses: each turn can be used only once. While it goes on and on, others cash twice.
    """
    cashing = _cashing(view, 0)
    if cashing is not None:
        return cashing
    return best_go(view, lambda pawn: gain(view, pawn))


def turn_counter(view: View, _luck: int) -> Move:
    """Cash as soon as going on is not worth the turns that it takes.

    Idea: a turn spent on one thing is not spent on another. Work out what each turn that is left
    earns on average at best, and charge it at that price; then stop as the optimal stopper does.
    Why it could win: it runs with the king, which brings three times the sum, and cashes it
    early, again and again.
    How it loses: its king is always out on the circuit, and it takes duels as they come.
    """
    cashing = _cashing(view, 1)
    if cashing is not None:
        return cashing
    return best_go(view, lambda pawn: gain(view, pawn, 1))


def hunter(view: View, _luck: int) -> Move:
    """Hit whatever can be hit, and stand where others come within reach.

    Idea: a hit brings a fine and costs an opponent all its steps. So move to hit, or to where the
    next roll has most to hit; only among equals does a pawn's own worth decide. Cash only larger
    sums, until time runs out.
    Why it could win: with many seats there is always prey, and kings pay three times as much.
    How it loses: a hunter is among the others' pawns and gets hit too, and it takes duels as
    they come.
    """
    late = turns_left(view) <= len(may_cash(view))
    ready = [pawn for pawn in may_cash(view) if late or brings(view, pawn) >= ENOUGH]
    if ready:
        return Cash(me(view), cash_first(view, ready))
    if before_roll(view):
        return Throw(me(view))

    def score(pawn: Pawn) -> float:
        gained = prey(view, steps_after(view, pawn)) - prey(view, steps(view, pawn))
        hunted = fine_won(view, pawn) + view.deck.fine_pawn * gained / 6
        return hunted + gain(view, pawn, 1) / HUNTING

    return best_go(view, score)


def duellist(view: View, _luck: int) -> Move:
    """Attack a king whose owner has as much to lose, and keep out of the others' way.

    Idea: the attacked seat rolls first and loses 6 duels in 11. So attacking pays, unless the
    attacker has much more to lose; being attacked does not.
    Why it could win: one duel won is worth more than everything cashed in a game.
    How it loses: 5 in 11 of its attacks cost it everything.
    """
    cashing = _cashing(view, 1)
    if cashing is not None:
        return cashing

    def score(pawn: Pawn) -> float:
        other = challenged(view, pawn)
        if other is not None:
            return duel_gain(view, other)
        loss = (2 * FIRST_LOSES - 1) * side(view).money  # in a duel for equal sums
        return gain(view, pawn, 1) - _closer(view, pawn) * loss

    return best_go(view, score)


def king_keeper(view: View, _luck: int) -> Move:
    """Keep the king out of other kings' reach, and never attack one.

    Idea: the loser of a duel loses everything. So count what a lost duel costs and not what a
    won one brings, and let the king run only where that risk is worth its while. Otherwise count
    turns, as the turn counter does.
    Why it could win: it fights few duels, and a seat that does not play for everything seldom
    loses everything.
    How it loses: it gives away steps to stay out of reach, and every duel that it could win.
    """
    cashing = _cashing(view, 1)
    if cashing is not None:
        return cashing

    def score(pawn: Pawn) -> float:
        if challenged(view, pawn) is not None:
            return -FAR
        won = gain(view, pawn, 1)
        return won - _closer(view, pawn) * FIRST_LOSES * side(view).money

    return best_go(view, score)


def _closer(view: View, pawn: Pawn) -> float:
    """Return by how much a move raises the chance to be attacked by a king; 0 for a pawn."""
    if pawn != "king":
        return 0.0
    after = danger(view, steps_after(view, pawn), kings=True)
    return after - danger(view, steps(view, pawn), kings=True)


def _cashing(view: View, counted: float) -> Move | None:
    """Cash if it is time to; else take the die if it has yet to be taken; else return None."""
    ready = [pawn for pawn in may_cash(view) if time_to_cash(view, pawn, counted)]
    if ready:
        return Cash(me(view), cash_first(view, ready))
    return Throw(me(view)) if before_roll(view) else None


STRATEGIES: Final[Mapping[str, Strategy]] = MappingProxyType(
    {
        "random_legal": random_legal,
        "cash_at_once": cash_at_once,
        "optimal_stopper": optimal_stopper,
        "turn_counter": turn_counter,
        "hunter": hunter,
        "duellist": duellist,
        "king_keeper": king_keeper,
    }
)
"""The strategies that can play a seat, by name."""

TITLES: Final[Mapping[str, tuple[Words, Words]]] = MappingProxyType(
    {
        "random_legal": RANDOM,
        "cash_at_once": (
            Words("Cash at once", "Encaisse aussitôt", "Löst sofort ein"),
            Words(
                "Cashes a pawn as soon as the bank pays anything for it.",
                "Encaisse un pion dès que la banque en donne quelque chose.",
                "Löst eine Figur ein, sobald die Bank irgendetwas dafür zahlt.",
            ),
        ),
        "optimal_stopper": (
            Words("Optimal stopper", "Arrêt optimal", "Optimaler Stopper"),
            Words(
                "Goes on as long as the next roll is worth more than the window’s sum.",
                "Continue tant que le prochain jet vaut plus que la somme de la fenêtre.",
                "Läuft weiter, solange der nächste Wurf mehr wert ist als der Betrag im Fenster.",
            ),
        ),
        "turn_counter": (
            Words("Turn counter", "Compte les tours", "Zugzähler"),
            Words(
                "Charges each turn at what it could earn elsewhere, and cashes early.",
                "Compte à chaque tour ce qu’il rapporterait ailleurs, et encaisse tôt.",
                "Rechnet jedem Zug an, was er anderswo brächte, und löst früh ein.",
            ),
        ),
        "hunter": (
            Words("Hunter", "Chasseur", "Jäger"),
            Words(
                "Hits what can be hit and stands where prey comes within reach.",
                "Renvoie tout ce qu’il peut et se place là où une proie passe à portée.",
                "Schlägt, was zu schlagen ist, und stellt sich in Reichweite von Beute auf.",
            ),
        ),
        "duellist": (
            Words("Duellist", "Duelliste", "Duellant"),
            Words(
                "Attacks kings with as much to lose: the attacked player loses 6 duels in 11.",
                "Attaque les rois qui ont autant à perdre\u202f: l’attaqué perd 6 fois sur 11.",
                "Greift Könige mit ebenso viel Geld an: Angegriffene verlieren 6 von 11 Duellen.",
            ),
        ),
        "king_keeper": (
            Words("King keeper", "Garde du roi", "Königshüter"),
            Words(
                "Keeps its king out of other kings’ reach and attacks none.",
                "Tient son roi hors de portée des autres rois et n’en attaque aucun.",
                "Hält den König außer Reichweite anderer Könige und greift keinen an.",
            ),
        ),
    }
)
"""The title and one-line idea of each strategy, as the panel lists them."""
