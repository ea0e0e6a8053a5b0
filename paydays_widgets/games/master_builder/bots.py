"""Named strategies: each a small function from what a seat may know, and a draw, to its move.

Read one, then write a better one: whatever is called as ``choose(view, luck)`` and gives a
legal move can sit at a table. What the words in them mean stands in
:mod:`paydays_widgets.games.master_builder.reading`.
"""

from collections.abc import Mapping
from math import inf
from types import MappingProxyType
from typing import Final

from paydays_widgets.core.chance import choice
from paydays_widgets.core.table import Strategy
from paydays_widgets.core.text import Words
from paydays_widgets.games.master_builder.moves import Move, Repay
from paydays_widgets.games.master_builder.reading import (
    Crew,
    asked,
    best_change,
    bid_up_to,
    carry_on,
    contracts_ahead,
    gain,
    labour,
    own,
    phases_left,
    repay,
    richest_rival,
    shortfall,
    worth_of_crew,
)
from paydays_widgets.games.master_builder.state import View

ALL_ROUND: Final = (1, 2, 1, 1)
"""A crew that can begin nearly anything: apprentices, tradesmen, foremen, masters."""
CHEAP: Final = (3, 2, 0, 0)
"""A crew for the simple contracts, with low wages."""
SHARE: Final = 0.5
"""The part of a contract's worth that is paid for it at the most."""
CREW_SHARE: Final = 0.35
"""The same for ``fits_the_crew``, whose crew must be paid all the game long."""
GRAB: Final = 0.4
"""The part of its income that ``land_grabber`` pays for a contract, buildable or not."""
PATIENCE: Final = 2
"""How far above its cost ``opportunist`` goes, in thousands."""
VACANCY: Final = 6
"""What a vacant place in the crew wanted counts while contracts are to come, in thousands."""


def random_legal(view: View, luck: int) -> Move:
    """Draw lots among all legal moves.

    Idea: none at all; this is the yardstick for the others.
    Why it could win: it hardly can.
    How it loses: it hires whom it cannot pay, buys what it cannot build, and sends its masters
    to an apprentice's work.
    """
    return choice(view.legal, luck)


def fits_the_crew(view: View, _luck: int) -> Move:
    """Hire an all-round crew, keep it, and buy only what it can finish by itself.

    Idea: a crew is paid whether it works or not, so choose the contracts by the crew and not
    the crew by the contracts. Pay up to a third of what a contract adds to the income.
    Why it could win: it is never idle for want of skill, and hardly anything stays unfinished.
    How it loses: it pays a master all the game long, though it may need one twice; and what
    is too hard for its crew goes cheaply to others.
    """
    match asked(view):
        case "draft" | "hire":
            return best_change(view, lambda workers, bill: _manned(view, ALL_ROUND, workers, bill))
        case "name" | "must_name" | "auction":
            return bid_up_to(view, lambda number: CREW_SHARE * gain(view, number, finish=True))
        case _:
            return carry_on(view)


def price_to_value(view: View, _luck: int) -> Move:
    """Reckon what a contract is worth, and pay up to half of it.

    Idea: a contract is worth what it adds to this crew's income in the rounds that are left,
    less a round's wages of those who build it; not what it says on the card. Hire whoever
    brings in more than the wages, fire whoever does not.
    Why it could win: it never overpays, and its crew is as large as its work.
    How it loses: it reckons as if nobody fell ill and no better crew could be had; and whoever
    bids up to all of the worth takes every contract from it.
    """
    match asked(view):
        case "draft" | "hire":
            return best_change(view, lambda workers, bill: _paying(view, workers, bill))
        case "name" | "must_name" | "auction":
            return bid_up_to(
                view, lambda number: SHARE * (gain(view, number) - labour(view, number))
            )
        case _:
            return carry_on(view)


def land_grabber(view: View, _luck: int) -> Move:
    """Buy whatever can be had, and see later who builds it.

    Idea: contracts are few. Pay up to two fifths of the income on the card for any of them,
    and begin with a cheap crew.
    Why it could win: when the others run dry it has all the work, and nearly finished
    buildings pay something at the end, too.
    How it loses: the cash that it spends on contracts is missing for wages, so it borrows; and
    of what it cannot build nothing is left.
    """
    match asked(view):
        case "draft":
            return best_change(view, lambda workers, bill: _manned(view, CHEAP, workers, bill))
        case "hire":
            return best_change(view, lambda workers, bill: worth_of_crew(view, workers, bill))
        case "name" | "must_name" | "auction":
            cards = view.deck.contracts
            return bid_up_to(view, lambda number: GRAB * cards[number - 1].income)
        case _:
            return carry_on(view)


def debt_averse(view: View, _luck: int) -> Move:
    """Never bid the money for the next wages; owing something, repay it before all else.

    Idea: a loan costs 30 to 50 per cent. So keep two rounds' wages in hand when bidding, and
    hire no crew whose wages would pass a quarter of the cash.
    Why it could win: what the others pay the bank for their loans, it keeps.
    How it loses: money in hand earns nothing. It bids least when the best contracts come, and
    a small crew leaves them unfinished.
    """
    if any(isinstance(move, Repay) for move in view.legal):
        return repay(view, 0)
    there = own(view)
    match asked(view):
        case "draft":
            return best_change(view, lambda workers, bill: _manned(view, CHEAP, workers, bill))
        case "hire":
            purse = max(there.cash // 4, there.bill)
            return best_change(
                view,
                lambda workers, bill: _paying(view, workers, bill) if bill <= purse else -inf,
            )
        case "name" | "must_name" | "auction":
            spare = there.cash - 2 * there.bill
            return bid_up_to(view, lambda number: min(spare, SHARE * gain(view, number)))
        case _:
            return carry_on(view)


def opportunist(view: View, _luck: int) -> Move:
    """Wait for bargains: left-over contracts, and those that nobody else can pay.

    Idea: bid hardly more than the cost, and count the money that lies on a contract. Where no
    rival has the cash to raise, name it at its cost.
    Why it could win: contracts that nobody wanted cost it next to nothing, and its cash is
    there when the others have spent theirs.
    How it loses: while the others can still pay it goes without, and the rounds in which its
    crew had nothing to build were paid all the same.
    """

    def limit(number: int) -> float:
        cost = view.deck.contracts[number - 1].cost
        lies_on_it = 5 if number in view.left_over else 0
        alone = richest_rival(view) <= cost
        reach = cost if alone else cost + PATIENCE + lies_on_it
        return min(reach, gain(view, number) + lies_on_it)

    match asked(view):
        case "draft" | "hire":
            return best_change(view, lambda workers, bill: _paying(view, workers, bill))
        case "name" | "must_name" | "auction":
            return bid_up_to(view, limit)
        case _:
            return carry_on(view)


def _manned(view: View, wanted: Crew, workers: Crew, bill: int) -> float:
    """Score a crew by how near it comes to the one that is wanted, while there is work for it."""
    if not contracts_ahead(view) and not own(view).holdings:
        return -bill
    return -VACANCY * shortfall(workers, wanted) - bill


def _paying(view: View, workers: Crew, bill: int) -> float:
    """Score a crew by what it brings in, less its wages; vacancies count while more may come."""
    if asked(view) == "draft":
        return _manned(view, ALL_ROUND, workers, bill)
    vacancies = shortfall(workers, ALL_ROUND) if contracts_ahead(view) else 0
    ahead = max(0, phases_left(view) - 1)
    return worth_of_crew(view, workers, bill) - vacancies * ahead


STRATEGIES: Final[Mapping[str, Strategy]] = MappingProxyType(
    {
        "random_legal": random_legal,
        "fits_the_crew": fits_the_crew,
        "price_to_value": price_to_value,
        "land_grabber": land_grabber,
        "debt_averse": debt_averse,
        "opportunist": opportunist,
    }
)
"""What a seat can be given to, by name."""

TITLES: Final[Mapping[str, tuple[Words, Words]]] = MappingProxyType(
    {
        "random_legal": (
            Words("Random", "Au hasard", "Zufall"),
            Words(
                "Draws lots among all legal moves.",
                "Tire au sort parmi tous les coups permis.",
                "Lost unter allen erlaubten Zügen.",
            ),
        ),
        "fits_the_crew": (
            Words("Fits the crew", "À la mesure de l’équipe", "Passend zur Mannschaft"),
            Words(
                "Keeps an all-round crew and buys only what it can finish.",
                "Garde une équipe polyvalente et n’achète que ce qu’elle peut achever.",
                "Hält eine vielseitige Mannschaft und kauft nur, was sie vollenden kann.",
            ),
        ),
        "price_to_value": (
            Words("Price to value", "Au juste prix", "Preis nach Wert"),
            Words(
                "Pays up to half of what a contract is worth to its crew.",
                "Paie jusqu’à la moitié de ce qu’un contrat vaut pour son équipe.",
                "Zahlt bis zur Hälfte dessen, was ein Auftrag der Mannschaft wert ist.",
            ),
        ),
        "land_grabber": (
            Words("Land grabber", "Accapareur", "Raffer"),
            Words(
                "Buys whatever can be had, and sees later who builds it.",
                "Achète tout ce qui se présente, et voit plus tard qui le bâtira.",
                "Kauft, was zu haben ist, und sieht später, wer es baut.",
            ),
        ),
        "debt_averse": (
            Words("Debt-averse", "Sans dettes", "Schuldenscheu"),
            Words(
                "Keeps two rounds’ wages in hand and repays at once.",
                "Garde deux tours de salaires en caisse et rembourse aussitôt.",
                "Behält zwei Runden Lohn in der Hand und zahlt sofort zurück.",
            ),
        ),
        "opportunist": (
            Words("Opportunist", "Opportuniste", "Gelegenheitskäufer"),
            Words(
                "Waits for bargains: left-over contracts, and rivals without money.",
                "Guette les occasions, contrats délaissés et rivaux à court d’argent.",
                "Wartet auf Gelegenheiten: Liegengebliebenes und Rivalen ohne Geld.",
            ),
        ),
    }
)
"""A short title and the idea in one line, for the choice on the panel."""
