"""Named strategies: each a small function that chooses a move from a seat's view and a draw.

Read one, then write a better one: any function ``choose(view, luck)`` that returns a legal move
can play a seat. The functions that the strategies are built from are in
:mod:`paydays_widgets.games.zahltag.reading`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from paydays_widgets.core.chance import WORD, choice
from paydays_widgets.core.table import Strategy
from paydays_widgets.core.text import Words
from paydays_widgets.games.zahltag.moves import Move
from paydays_widgets.games.zahltag.reading import (
    best_change,
    bid_up_to,
    bidding,
    chance_able,
    contracts_ahead,
    covered,
    highest_bid,
    needs,
    rivals,
    rivals_able,
    worthwhile_change,
)
from paydays_widgets.games.zahltag.state import Cards, View

MARGIN: Final = 1
"""What ``cost_plus`` adds to its costs, in millions."""
CREW: Final = 5
"""The most cards that ``lean_crew`` holds: no contract of the game's own deck needs more."""
LEAST_BID: Final = 3
"""The least that ``undercutter`` asks, in millions: a tie at 2 would bring nothing."""
PATIENT_BID: Final = 5
"""The least that ``patient_bidder`` works for, in millions."""
OWN_COST: Final = 2
"""The least that a contract must bring ``mixed_bidder``, in millions: what a tie costs."""


def random_legal(view: View, luck: int) -> Move:
    """Choose at random among all legal moves.

    Idea: none at all; this is the yardstick for the others.
    Why it could win: now and then it is alone on a contract and asks a lot.
    How it loses: it bids 1 as readily as 8, takes cards that it does not need, and passes on
    contracts that only it could build.
    """
    return choice(view.legal, luck)


def cost_plus(view: View, _luck: int) -> Move:
    """Bid the costs plus a margin.

    Idea: a card idle on payday costs 1 M, so a contract costs 1 M for each card it ties up. Ask
    that much and 1 M more.
    Why it could win: it is paid for all its work, and big contracts pay it well.
    How it loses: it never looks at the others. Alone, it asks too little; anyone who knows its
    formula asks 1 M less.
    """
    if bidding(view):
        return bid_up_to(view, sum(needs(view)) + MARGIN)
    return worthwhile_change(view)


def lean_crew(view: View, _luck: int) -> Move:
    """Keep the hand so small that paydays cost next to nothing.

    Idea: hold no more than five cards, chosen to cover the most contracts.
    Why it could win: when contracts go for little, saved wages decide, and a small hand makes
    the others' paydays dearer.
    How it loses: it must let most contracts pass, the large ones above all; two contracts
    running leave it with nothing in hand.
    """
    if bidding(view):
        return bid_up_to(view, sum(needs(view)) + MARGIN)
    ahead = contracts_ahead(view)

    def score(hand: Cards) -> float:
        too_many = max(0, sum(hand) - CREW)
        return covered(hand, ahead) - too_many * len(view.deck.contracts)

    return best_change(view, score)


def hoarder(view: View, _luck: int) -> Move:
    """Own as much as the rules allow, so as to be able to bid for anything.

    Idea: take a card whenever there is room, and ask a modest price, 1 M for each card needed.
    Why it could win: it can bid for nearly every contract, even while much of its equipment
    is at work, and cards at work cost nothing on payday.
    How it loses: it pays the most for idle cards on each payday, and each of its cheap
    contracts earns little: with few seats, whoever asks more earns more.
    """
    if bidding(view):
        return bid_up_to(view, sum(needs(view)))
    ahead = contracts_ahead(view)
    one_card_more = len(view.deck.contracts) + 1
    return best_change(view, lambda hand: sum(hand) * one_card_more + covered(hand, ahead))


def undercutter(view: View, _luck: int) -> Move:
    """Work out who could bid: if nobody, ask the most, else less than they will.

    Idea: cards in no stack, on no table and not in its own hand are in the others' hands. If
    they cannot build, ask the highest amount. If someone could, ask 1 M for each card needed,
    which is less than the costs and a margin.
    Why it could win: it earns the most on every contract that nobody else can build.
    How it loses: rivals that could hold the cards often do not, and then it has asked too
    little; two undercutters ruin each other's prices.
    """
    if not bidding(view):
        return worthwhile_change(view)
    if not rivals_able(view):
        return bid_up_to(view, highest_bid(view))
    return bid_up_to(view, max(LEAST_BID, sum(needs(view))))


def patient_bidder(view: View, _luck: int) -> Move:
    """Ask much and wait for the contracts that nobody else wants or can build.

    Idea: never work for less than 5 M, and ask 2 M above the costs for large contracts.
    Why it could win: the others' equipment is often at work; then nobody undercuts it. One
    contract at 6 M is worth three at 2 M, and is less contested.
    How it loses: where someone can always ask less, it waits for ever, and meanwhile pays for
    its idle cards.
    """
    if bidding(view):
        return bid_up_to(view, max(PATIENT_BID, sum(needs(view)) + MARGIN + 1))
    return worthwhile_change(view)


def mixed_bidder(view: View, luck: int) -> Move:
    """Estimate how likely the rivals can bid, and draw a price that they cannot predict.

    Idea: a fixed price can be underbid by 1 M. So draw one, in such a way that each price in
    its range earns the same on average against rivals who do likewise: high prices seldom win,
    low ones often. Each rival that can bid with probability p multiplies the gain above the
    cost by (1 - p) / (1 - p u), where u (from 0 to 1) is the luck. Sure to be alone (p = 0), it
    asks the most; with a sure rival (p = 1), hardly more than its cost.
    Why it could win: nobody can predict its price, and it asks more the safer it is.
    How it loses: hands are picked, not dealt at random, so its p is a guess; and it ignores a
    rival's habits.
    """
    if not bidding(view):
        return worthwhile_change(view)
    gain = float(highest_bid(view) - OWN_COST)
    for seat in rivals(view):
        able = chance_able(view, seat)
        gain *= (1 - able) / (1 - able * luck / WORD)
    return bid_up_to(view, round(OWN_COST + gain))


STRATEGIES: Final[Mapping[str, Strategy]] = MappingProxyType(
    {
        "random_legal": random_legal,
        "cost_plus": cost_plus,
        "lean_crew": lean_crew,
        "hoarder": hoarder,
        "undercutter": undercutter,
        "patient_bidder": patient_bidder,
        "mixed_bidder": mixed_bidder,
    }
)
"""The strategies that can play a seat, by name."""

TITLES: Final[Mapping[str, tuple[Words, Words]]] = MappingProxyType(
    {
        "random_legal": (
            Words("Random", "Au hasard", "Zufall"),
            Words(
                "Draws lots among all legal moves.",
                "Tire au sort parmi tous les coups permis.",
                "Wählt zufällig unter allen erlaubten Zügen.",
            ),
        ),
        "cost_plus": (
            Words("Cost plus margin", "Coût plus marge", "Kosten plus Aufschlag"),
            Words(
                "Asks 1\u00a0M for each card needed and 1\u00a0M more, blind to the others.",
                "Demande 1\u00a0M par carte nécessaire et 1\u00a0M de plus, sans voir les autres.",
                "Verlangt 1\u00a0Mio. je Karte und 1\u00a0Mio. mehr, ohne Blick auf die anderen.",
            ),
        ),
        "lean_crew": (
            Words("Lean crew", "Équipe réduite", "Kleine Mannschaft"),
            Words(
                "Holds five cards at most: cheap paydays, few contracts.",
                "Garde cinq cartes au plus, donc des jours de paye légers et peu de chantiers.",
                "Hält höchstens fünf Karten: billige Zahltage, wenige Aufträge.",
            ),
        ),
        "hoarder": (
            Words("Hoarder", "Accapareur", "Hamsterer"),
            Words(
                "Takes every card it may: many contracts, dear paydays.",
                "Prend toutes les cartes permises, pour beaucoup de chantiers et de frais.",
                "Nimmt jede erlaubte Karte: viele Aufträge, teure Zahltage.",
            ),
        ),
        "undercutter": (
            Words("Undercutter", "Casseur de prix", "Preisbrecher"),
            Words(
                "Works out who could bid: alone it asks the most, else it asks little.",
                "Déduit qui pourrait faire une offre, demande le maximum si personne, sinon peu.",
                "Erschließt, wer bieten könnte: allein verlangt er am meisten, sonst wenig.",
            ),
        ),
        "patient_bidder": (
            Words("Patient bidder", "Patient", "Geduldiger"),
            Words(
                "Never works for less than 5\u00a0M and waits until nobody asks less.",
                "Ne travaille jamais à moins de 5\u00a0M et attend que personne ne demande moins.",
                "Arbeitet nie unter 5\u00a0Mio. und wartet, bis niemand weniger verlangt.",
            ),
        ),
        "mixed_bidder": (
            Words("Mixed bidder", "Stratège mixte", "Gemischter Bieter"),
            Words(
                "Lets luck choose its price, the higher the less likely a rival is.",
                "Laisse le sort fixer son prix, plus haut quand un rival est moins probable.",
                "Lässt das Los den Preis wählen, höher, je unwahrscheinlicher ein Rivale ist.",
            ),
        ),
    }
)
"""The title and one-line idea of each strategy, as the panel lists them."""
