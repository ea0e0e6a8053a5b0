"""Named strategies: each a small function that chooses a move from a seat's view and a draw.

Read one, then write a better one: any function ``choose(view, luck)`` that returns a legal move
can play a seat. A strategy says what it would pay at most, and :func:`at_most` turns that into a
bid, or into a price at which the clock is stopped. What theory says is in
:mod:`paydays_widgets.games.auction_room.reading`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from paydays_widgets.core.chance import choice
from paydays_widgets.core.game import me
from paydays_widgets.core.table import RANDOM, Strategy
from paydays_widgets.core.text import Words
from paydays_widgets.games.auction_room.deck import UNIT
from paydays_widgets.games.auction_room.moves import Bid, Move, Pass, Stop
from paydays_widgets.games.auction_room.reading import agreed, equilibrium, most_payable, own_value
from paydays_widgets.games.auction_room.rules import CLOCKS
from paydays_widgets.games.auction_room.state import PASSED, View

MARGIN: Final = 10 * UNIT
"""What ``fixed_margin`` wants to keep."""
TOO_HIGH: Final = 1.1
"""By what factor ``overbidder`` exceeds a value where a second price decides."""


def at_most(view: View, amount: float) -> Move:
    """Return the move of a seat that agrees to a price up to an amount, or in a tender from it on.

    Once a clock has risen a seat can no longer pass: one that would, as another kept it in, stops.

    Parameters
    ----------
    amount
        In cents.
    """
    seat, price = me(view), agreed(view.rules, view.deck, amount, most_payable(view))
    if price == PASSED and view.legal[-1] == Pass(seat):
        return Pass(seat)
    if view.rules.auction not in CLOCKS:
        return Bid(seat, price)
    return Stop(seat, (min if view.rules.auction == "dutch" else max)(price, view.clock))


def random_legal(view: View, luck: int) -> Move:
    """Choose at random among all legal moves.

    Idea: none at all; this is the yardstick for the others.
    Why it could win: where the winner pays little of its bid, it now and then wins cheaply.
    How it loses: it bids above the value as readily as below.
    """
    return choice(view.legal, luck)


def in_equilibrium(view: View, _luck: int) -> Move:
    """Bid what theory says, and the value where theory says nothing.

    Idea: if everyone bids so, nobody gains by another bid.
    Why it could win: it knows how much to shade for so many rivals, and corrects an estimate.
    How it loses: against rivals who do not bid so, another bid may earn more.
    """
    bid = equilibrium(view)
    return at_most(view, own_value(view) if bid is None else bid)


def truthful(view: View, _luck: int) -> Move:
    """Bid one's own value, cost or estimate, whatever the format.

    Idea: never pay more than it is worth, nor lose an object that is worth its price.
    Why it could win: in a second-price auction, and at a rising clock, nothing is better.
    How it loses: at a first price it never keeps anything, and the highest of several estimates
    is too high as a rule.
    """
    return at_most(view, own_value(view))


def fixed_margin(view: View, _luck: int) -> Move:
    """Keep ten units, whatever the value and the rivals.

    Idea: a merchant's rule; anyone who sells at cost earns nothing.
    Why it could win: against few rivals at a first price it is not far from the best.
    How it loses: the more rivals, the less there is to keep; and at a second price it only loses
    objects.
    """
    value = own_value(view)
    return at_most(view, value + MARGIN if view.rules.tender else value - MARGIN)


def careful(view: View, _luck: int) -> Move:
    """Take a common value for as low as it can be, and shade a private one by a third.

    Idea: the highest estimate wins, and it is too high; so bid the estimate less the whole error.
    Why it could win: it never pays more than the object is worth.
    How it loses: with few rivals it leaves them objects that would have paid.
    """
    value = own_value(view)
    if view.rules.common:
        return at_most(view, value - view.rules.spread * UNIT)
    if view.rules.tender:
        return at_most(view, value + (view.deck.top - value) / 3)
    return at_most(view, value * 2 / 3)


def overbidder(view: View, _luck: int) -> Move:
    """Bid a tenth above the value where another bid sets the price, as people are found to.

    Idea: a higher bid wins more often, and one pays the second price all the same.
    Why it could win: it takes objects from rivals who bid their value.
    How it loses: whatever it wins by the extra tenth costs more than it is worth.
    """
    value = own_value(view)
    if view.rules.auction == "tender_second":
        return at_most(view, value / TOO_HIGH)
    return at_most(
        view, value * TOO_HIGH if view.rules.auction in {"second", "english"} else value
    )


STRATEGIES: Final[Mapping[str, Strategy]] = MappingProxyType(
    {
        "random_legal": random_legal,
        "in_equilibrium": in_equilibrium,
        "truthful": truthful,
        "fixed_margin": fixed_margin,
        "careful": careful,
        "overbidder": overbidder,
    }
)
TITLES: Final[Mapping[str, tuple[Words, Words]]] = MappingProxyType(
    {
        "random_legal": RANDOM,
        "in_equilibrium": (
            Words("Equilibrium", "Équilibre", "Gleichgewicht"),
            Words(
                "Bids what theory says for this format and this number of rivals.",
                "Offre ce que dit la théorie pour ce format et ce nombre de joueurs.",
                "Bietet, was die Theorie für dieses Format und so viele Mitbietende sagt.",
            ),
        ),
        "truthful": (
            Words("Truthful", "Sincère", "Ehrlich"),
            Words(
                "Bids its own value, cost or estimate in every format.",
                "Offre sa valeur, son coût ou son estimation dans tous les formats.",
                "Bietet in jedem Format den eigenen Wert, die Kosten oder die Schätzung.",
            ),
        ),
        "fixed_margin": (
            Words("Fixed margin", "Marge fixe", "Feste Marge"),
            Words(
                "Wants to keep 10, whatever the value and however many rivals.",
                "Veut garder 10, quels que soient la valeur et le nombre de joueurs.",
                "Will 10 behalten, unabhängig von Wert und Mitbietenden.",
            ),
        ),
        "careful": (
            Words("Careful", "Prudent", "Vorsichtig"),
            Words(
                "Bids the estimate less its largest error, or two thirds of a private value.",
                "Offre l’estimation moins l’erreur maximale, ou les deux tiers d’une valeur.",
                "Bietet die Schätzung minus den größten Fehler, oder zwei Drittel des Werts.",
            ),
        ),
        "overbidder": (
            Words("Overbidder", "Surenchérisseur", "Überbieter"),
            Words(
                "Bids a tenth above its value where another bid sets the price.",
                "Offre un dixième de plus que sa valeur quand une autre offre fait le prix.",
                "Bietet ein Zehntel über dem Wert, wenn ein anderes Gebot den Preis bestimmt.",
            ),
        ),
    }
)
"""The title and one-line idea of each strategy, as the panel lists them."""
