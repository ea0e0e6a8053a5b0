"""Named strategies: each a small function that chooses a move from a seat's view and a draw.

Read one, then write a better one: any function ``choose(view, luck)`` that returns a legal move
can play a seat. The functions that the strategies are built from are in
:mod:`paydays_widgets.games.zahltag.reading`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from paydays_widgets.core.chance import WORD, choice
from paydays_widgets.core.table import RANDOM, Strategy
from paydays_widgets.core.text import Words
from paydays_widgets.games.zahltag.deck import LAST_PAYDAY
from paydays_widgets.games.zahltag.engine import TIE_DISCOUNT
from paydays_widgets.games.zahltag.moves import Bid, Move
from paydays_widgets.games.zahltag.reading import (
    best_change,
    bid_up_to,
    bidding,
    chance_able,
    chance_alone,
    contracts_ahead,
    covered,
    highest_bid,
    needs,
    odds,
    rivals,
    wages_spared,
    worthwhile_change,
)
from paydays_widgets.games.zahltag.state import View

# All sums are in millions.

MARGIN: Final = 1
"""What ``cost_plus`` adds to its costs."""
CREW: Final = 5
"""The most cards that ``lean_crew`` holds: no contract of the game's own deck needs more."""
CREW_PRICE: Final = 4
"""What ``lean_crew`` asks for any contract."""
USUAL: Final = (0, 1, 2)
"""What ``undercutter`` thinks that a rival asks above 1 M a card, each as likely."""
CONTESTED: Final = 2
"""What ``undercutter`` thinks that a contract brings if a rival can build it too."""
PATIENT_BID: Final = 5
"""The least that ``patient_bidder`` works for."""
PATIENT_MARGIN: Final = 3
"""What ``patient_bidder`` adds to the costs of a contract."""
PATIENT_GAIN: Final = 1.5
"""What ``patient_bidder`` expects of a contract that it can build: most go to someone else."""
LEAST: Final = 2
"""The least that a contract must bring ``mixed_bidder``: what a tie takes off."""


def random_legal(view: View, luck: int) -> Move:
    """Choose at random among all legal moves.

    Idea: none at all; this is the yardstick for the others.
    Why it could win: now and then it is alone on a contract and asks a lot.
    How it loses: it bids 1 as readily as 8, takes cards that it does not need, and passes on
    contracts that only it could build.
    """
    return choice(view.legal, luck)


def cost_plus(view: View, _luck: int) -> Move:
    """Bid by a price list: the costs plus a margin.

    Idea: a card idle on payday costs 1 M. So reckon 1 M for each card that a contract ties up,
    and ask 1 M more. Hold the cards that by these prices are worth wages of 1 M a payday each.
    Why it could win: it is paid for all its work, and big contracts pay it well.
    How it loses: it never looks at the others, not even to see that cards up to the smallest
    hand are free. Alone, it asks too little; a rival that knows its list asks 1 M less.
    """
    if bidding(view):
        return bid_up_to(view, sum(needs(view)) + MARGIN)
    return worthwhile_change(view, lambda each: sum(each) + MARGIN, free=0)


def lean_crew(view: View, _luck: int) -> Move:
    """Keep the hand so small that paydays cost next to nothing.

    Idea: hold no more than five cards, chosen to cover the most contracts. Any contract keeps
    most of them busy for two rounds, so each has one price, 4 M.
    Why it could win: it hardly pays wages, its small hand makes the others pay more, and for
    large contracts it asks less than most.
    How it loses: it must let most contracts pass: with one running, little is left in hand.
    Someone can often ask less for the small ones.
    """
    if bidding(view):
        return bid_up_to(view, CREW_PRICE)
    return worthwhile_change(view, most=CREW)


def hoarder(view: View, _luck: int) -> Move:
    """Own as much as the rules allow, so as to be able to bid for anything.

    Idea: take a card whenever there is room, and ask a modest price, 1 M for each card needed.
    Only when one payday is left, give up what is not worth its wages.
    Why it could win: it can bid for nearly every contract, even while much of its equipment
    is at work, and cards at work cost nothing on payday.
    How it loses: it pays the most for idle cards on each payday, and each of its cheap
    contracts earns little.
    """
    if bidding(view):
        return bid_up_to(view, sum(needs(view)))
    if len(view.past) == LAST_PAYDAY - 1:
        return worthwhile_change(view)
    ahead = contracts_ahead(view)
    one_card_more = len(view.deck.contracts) + 1
    return best_change(view, lambda hand: sum(hand) * one_card_more + covered(hand, ahead))


def undercutter(view: View, _luck: int) -> Move:
    """Work out how likely each price is to be the lowest, and ask the one that brings most.

    Idea: cards in no stack, on no table and not in its own hand are in the others' hands; that
    says how likely a rival can bid. If one can, it asks 1 M a card, or 1 or 2 M more. So weigh
    each price, and the wages that the contract spares, by the chance to get it: alone this is
    the highest price, else mostly just below the others. Hold what the others cannot build with.
    Why it could win: it earns the most where nobody else can build, and seldom asks too much.
    How it loses: its guess of the others' prices is fixed. Against rivals that ask less, or that
    guess likewise, it is underbid or ties.
    """
    if not bidding(view):
        more, alone = highest_bid(view) - CONTESTED, chance_alone(view)
        return worthwhile_change(view, lambda each: CONTESTED + more * alone(each))
    asked = {sum(needs(view)) + more: 1 / len(USUAL) for more in USUAL}
    spared = wages_spared(view)

    def brings(move: Move) -> float:
        if not isinstance(move, Bid) or not move.amount:
            return 0.0
        alone, tied = odds(view, move.amount, asked)
        gain = move.amount + spared
        return alone * gain + tied * (gain - TIE_DISCOUNT)

    return max(reversed(view.legal), key=brings)


def patient_bidder(view: View, _luck: int) -> Move:
    """Ask much and wait for the contracts that nobody else wants or can build.

    Idea: never work for less than 5 M, and ask 3 M above the costs. Most contracts then go to
    someone else, so hold only cards that are worth their wages all the same.
    Why it could win: the others' equipment is often at work; then nobody undercuts it. One
    contract at 6 M is worth three at 2 M, and it hardly ever ties.
    How it loses: where someone can always ask less, it waits for ever.
    """
    if bidding(view):
        return bid_up_to(view, max(PATIENT_BID, sum(needs(view)) + PATIENT_MARGIN))
    return worthwhile_change(view, lambda _needs: PATIENT_GAIN)


def mixed_bidder(view: View, luck: int) -> Move:
    """Estimate how likely the rivals can bid, and draw a price that they cannot predict.

    Idea: a fixed price can be underbid by 1 M. So draw one, in such a way that each price in
    its range earns the same on average against rivals who do likewise: high prices seldom win,
    low ones often. Each rival that can bid with probability p multiplies the gain above the
    cost by (1 - p) / (1 - p u), where u (from 0 to 1) is the luck. Sure to be alone (p = 0), it
    asks the most; with a sure rival (p = 1), hardly more than its cost. On average that earns
    as much as the highest price at which nobody else can bid: by that it chooses its cards.
    Why it could win: nobody can predict its price, and it asks more the safer it is.
    How it loses: hands are picked, not dealt at random, so its p is a guess; and it ignores a
    rival's habits.
    """
    most = highest_bid(view)
    if not bidding(view):
        alone = chance_alone(view)
        return worthwhile_change(view, lambda each: (most - LEAST) * alone(each))
    cost = max(0.0, LEAST - wages_spared(view))
    gain = most - cost
    for seat in rivals(view):
        able = chance_able(view, seat)
        gain *= (1 - able) / (1 - able * luck / WORD)
    return bid_up_to(view, round(cost + gain))


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
        "random_legal": RANDOM,
        "cost_plus": (
            Words("Cost plus margin", "Coût plus marge", "Kosten plus Aufschlag"),
            Words(
                "Asks 1\u00a0M for each card needed and 1\u00a0M more, and looks at nobody.",
                "Demande 1\u00a0M par carte nécessaire, plus 1\u00a0M, sans regarder les autres.",
                "Verlangt 1\u00a0Mio. je Karte und 1\u00a0Mio. mehr, ohne auf andere zu achten.",
            ),
        ),
        "lean_crew": (
            Words("Lean crew", "Équipe réduite", "Kleine Mannschaft"),
            Words(
                "Holds five cards at most, and asks 4\u00a0M for any contract.",
                "Garde cinq cartes au plus et demande 4\u00a0M pour n’importe quel chantier.",
                "Hält höchstens fünf Karten und verlangt für jeden Auftrag 4\u00a0Mio.",
            ),
        ),
        "hoarder": (
            Words("Hoarder", "Accapareur", "Hamsterer"),
            Words(
                "Takes every card it may and asks 1\u00a0M for each card needed.",
                "Prend toutes les cartes permises et demande 1\u00a0M par carte nécessaire.",
                "Nimmt jede erlaubte Karte und verlangt 1\u00a0Mio. je benötigte Karte.",
            ),
        ),
        "undercutter": (
            Words("Undercutter", "Casseur de prix", "Preisbrecher"),
            Words(
                "Works out who could bid, and asks the price that brings the most on average.",
                "Déduit qui peut faire une offre et demande ce qui rapporte le plus en moyenne.",
                "Erschließt, wer bieten könnte, und verlangt, was im Mittel am meisten bringt.",
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
                "Laisse le sort fixer son prix, plus haut quand un concurrent est moins probable.",
                "Lässt das Los den Preis wählen, höher, je unwahrscheinlicher Konkurrenz ist.",
            ),
        ),
    }
)
"""The title and one-line idea of each strategy, as the panel lists them."""
