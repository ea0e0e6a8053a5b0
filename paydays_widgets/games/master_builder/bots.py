"""Named strategies: each a small function from what a seat may know, and a draw, to its move.

Read one, then write a better one: any ``choose(view, luck)`` that returns a legal move can take a
seat at a table. The words that they use are defined in
:mod:`paydays_widgets.games.master_builder.reading`.
"""

from collections.abc import Mapping
from math import inf
from types import MappingProxyType
from typing import Final

from paydays_widgets.core.chance import choice
from paydays_widgets.core.table import RANDOM, Strategy
from paydays_widgets.core.text import Words
from paydays_widgets.games.master_builder.moves import Move, Repay
from paydays_widgets.games.master_builder.reading import (
    Crew,
    asked,
    best_change,
    bid_up_to,
    can_finish,
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
"""A crew that can begin nearly anything: numbers of apprentices, tradesmen, foremen, masters."""
CHEAP: Final = (3, 2, 0, 0)
"""A crew for the simple contracts, with low wages."""
SHARE: Final = 0.5
"""The largest share of a contract's worth to bid for it."""
CREW_SHARE: Final = 0.35
"""The largest share of its income that ``fits_the_crew`` bids: its crew must be paid, too."""
SPARE: Final = 2
"""How many rounds ``fits_the_crew`` keeps to spare for events when it buys."""
GRAB: Final = 1 / 3
"""The largest share of its income that ``land_grabber`` bids for a contract, buildable or not."""
CLOSING: Final = 2
"""In so many rounds at the end a crew that is hired for a contract hardly finishes it."""
PATIENCE: Final = 2
"""How far above a contract's cost ``opportunist`` bids, in thousands."""
VACANCY: Final = 6
"""What a vacancy in the crew counts for in the draft, in thousands."""
KEPT: Final = 7
"""What it counts for in each round to come with ``fits_the_crew``: more than any wage."""


def random_legal(view: View, luck: int) -> Move:
    """Choose any legal move at random.

    Idea: none at all; this is the yardstick for the others.
    Why it could win: it hardly can.
    How it loses: it hires workers it cannot pay, buys contracts it cannot build, and sends its
    masters to do an apprentice's work.
    """
    return choice(view.legal, luck)


def fits_the_crew(view: View, _luck: int) -> Move:
    """Hire an all-round crew, keep it, and buy only what it can finish in good time.

    Idea: a crew is paid whether it works or not, so choose contracts to fit the crew, not the
    crew to fit the contracts. Buy one only if the crew can finish it beside all it has to build,
    with two rounds to spare, and pay up to about a third of its income. Towards the end, keep
    only those who bring in more than their wages.
    Why it could win: it can build nearly anything, and leaves hardly anything unfinished.
    How it loses: it pays a master in every round, though it may need one only twice; and with
    two rounds to spare it lets contracts go that it could have built.
    """
    cards = view.deck.contracts
    match asked(view):
        case "draft":
            return best_change(view, lambda workers, bill: _manned(ALL_ROUND, workers, bill))
        case "hire":
            return best_change(view, lambda workers, bill: _lasting(view, workers, bill))
        case "name" | "must_name" | "auction":
            return bid_up_to(
                view,
                lambda number: (
                    CREW_SHARE * cards[number - 1].income if can_finish(view, number, SPARE) else 0
                ),
            )
        case _:
            return carry_on(view)


def price_to_value(view: View, _luck: int) -> Move:
    """Work out what a contract is worth, and pay up to half of that.

    Idea: a contract is worth not what its card says, but what it adds to this crew's income in
    the remaining rounds, less one round's wages for those who build it. Hire those who bring in
    more than their wages, fire the others.
    Why it could win: it never overpays, and its crew is as large as its work.
    How it loses: it assumes that nobody falls ill and that no better crew can be had; and a
    rival that bids up to the full worth takes every contract from it.
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
    """Buy whatever is for sale, and worry later about who builds it.

    Idea: contracts are scarce. Begin with a cheap crew, pay up to a third of the income on the
    card for any contract, then hire those who can build it. In the last two rounds, buy only what
    the crew can still build.
    Why it could win: when the others run dry it has the work, and even a building that is nearly
    finished pays something at the end.
    How it loses: the cash that it spends on contracts is missing for wages, so it borrows more
    than anyone else; and it leaves more than a third of its buildings unfinished.
    """
    cards = view.deck.contracts

    def limit(number: int) -> float:
        most = GRAB * cards[number - 1].income
        return most if phases_left(view) > CLOSING else min(most, gain(view, number))

    match asked(view):
        case "draft":
            return best_change(view, lambda workers, bill: _manned(CHEAP, workers, bill))
        case "hire":
            return best_change(view, lambda workers, bill: worth_of_crew(view, workers, bill))
        case "name" | "must_name" | "auction":
            return bid_up_to(view, limit)
        case _:
            return carry_on(view)


def debt_averse(view: View, _luck: int) -> Move:
    """Never bid the money for the next wages; repay any debt before all else.

    Idea: a loan costs 30 to 50 per cent. So keep two rounds' wages in hand, whether bidding or
    hiring.
    Why it could win: it keeps what the others pay the bank for their loans.
    How it loses: money in hand earns nothing. It bids least when the best contracts come, its
    small crew leaves many unfinished, and it ends with little more than it began with.
    """
    if any(isinstance(move, Repay) for move in view.legal):
        return repay(view, 0)
    there = own(view)
    match asked(view):
        case "draft":
            return best_change(view, lambda workers, bill: _manned(CHEAP, workers, bill))
        case "hire":
            purse = max(there.cash // 2, there.bill)
            return best_change(
                view, lambda workers, bill: _paying(view, workers, bill) if bill <= purse else -inf
            )
        case "name" | "must_name" | "auction":
            spare = there.cash - 2 * there.bill
            return bid_up_to(view, lambda number: min(spare, SHARE * gain(view, number)))
        case _:
            return carry_on(view)


def opportunist(view: View, _luck: int) -> Move:
    """Wait for bargains: left-over contracts, and those that nobody else can afford.

    Idea: bid little more than the cost, and count the money that lies on a contract. Where no
    rival has the cash to raise, name it at its cost.
    Why it could win: contracts that nobody wanted cost it next to nothing, and it still has cash
    when the others have spent theirs.
    How it loses: while the others can still pay, it goes without, yet it must pay its crew for
    the rounds in which they had nothing to build.
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


def _manned(wanted: Crew, workers: Crew, bill: int) -> float:
    """Score a crew in the draft by how close it comes to the wanted one."""
    return -VACANCY * shortfall(workers, wanted) - bill


def _lasting(view: View, workers: Crew, bill: int) -> float:
    """Score a crew by its income less its wages; vacancies count until the last rounds."""
    worth = worth_of_crew(view, workers, bill)
    if phases_left(view) <= CLOSING or not contracts_ahead(view):
        return worth
    return worth - KEPT * phases_left(view) * shortfall(workers, ALL_ROUND)


def _paying(view: View, workers: Crew, bill: int) -> float:
    """Score a crew by its income less its wages; vacancies count while contracts may come."""
    if asked(view) == "draft":
        return _manned(ALL_ROUND, workers, bill)
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
"""The strategies that can play a seat, by name."""

TITLES: Final[Mapping[str, tuple[Words, Words]]] = MappingProxyType(
    {
        "random_legal": RANDOM,
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
                "Achète tout ce qui se présente, et verra plus tard qui le bâtira.",
                "Kauft, was zu haben ist, und sieht später, wer es baut.",
            ),
        ),
        "debt_averse": (
            Words("Debt-averse", "Sans dettes", "Schuldenscheu"),
            Words(
                "Keeps two rounds’ wages in hand and repays loans at once.",
                "Garde en caisse deux tours de salaires et rembourse ses emprunts aussitôt.",
                "Hält zwei Runden Lohn zurück und zahlt Kredite sofort zurück.",
            ),
        ),
        "opportunist": (
            Words("Opportunist", "Opportuniste", "Gelegenheitskäufer"),
            Words(
                "Waits for bargains: left-over contracts, and rivals without money.",
                "Guette les occasions, contrats délaissés et enchérisseurs à court d’argent.",
                "Wartet auf Gelegenheiten: liegen gebliebene Aufträge und Mitbietende ohne Geld.",
            ),
        ),
    }
)
"""Each strategy's short title and its idea in one line, for the panel's menu."""
