"""Named strategies: each a small function that chooses a move from a seat's view and a draw.

Read one, then write a better one: any function ``choose(view, luck)`` that returns a legal move
can play a seat. Most say at which price they would trade, and :func:`at` turns that into a move;
for shares, :mod:`.shares` does.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from paydays_widgets.core.chance import choice
from paydays_widgets.core.game import me
from paydays_widgets.core.table import RANDOM, Strategy
from paydays_widgets.core.text import Words
from paydays_widgets.games.market.bots import shares
from paydays_widgets.games.market.deck import UNIT
from paydays_widgets.games.market.engine import book
from paydays_widgets.games.market.moves import Move, Offer, Take, Wait
from paydays_widgets.games.market.reading import limit, linear
from paydays_widgets.games.market.state import View, bounds

NARROW: Final = 10
"""``sniper`` takes an offer once bid and ask are less than one part in so many apart."""


def buying(view: View) -> bool:
    """Return whether the seat is a buyer."""
    return view.traders[me(view)].side == "buyer"


def best(view: View) -> tuple[int | None, int | None]:
    """Return the best price of the seat's own side, and that of the other."""
    standing, facing = (book.best(each) for each in book.offers(view, buying=buying(view)))
    return None if standing is None else standing.price, None if facing is None else facing.price


def better(view: View, price: int, other: int | None) -> bool:
    """Return whether a price is a better offer than another of the seat's side."""
    return other is None or (price > other if buying(view) else price < other)


def reaches(view: View, price: int) -> bool:
    """Return whether a seat that agrees to a price can take the other side's best."""
    _, facing = best(view)
    return facing is not None and (facing <= price if buying(view) else facing >= price)


def at(view: View, price: int) -> Move:
    """Return the move of a seat that agrees to a price: take, offer, or wait if neither serves."""
    seat = me(view)
    standing, facing = best(view)
    low, high = bounds(view.rules, view.deck)
    if facing is not None and reaches(view, price):
        return Take(seat, facing)
    offered = min(price, high) if buying(view) else max(price, low)
    if low <= offered <= high and better(view, offered, standing):
        return Offer(seat, offered)
    return Wait(seat)


def random_legal(view: View, luck: int) -> Move:
    """Choose at random among all legal moves.

    Idea: none at all, not even not to lose: Gode and Sunder's trader without a budget.
    Why it could win: among its like, luck decides.
    How it loses: it buys above its value as readily as below.
    """
    return choice(view.legal, luck)


def zero_intelligence(view: View, luck: int) -> Move:
    """Name any price that is no loss: Gode and Sunder's trader with a budget (1993).

    A share it bids or asks any price for, up to twice its value.

    Idea: keep from losses, and leave the rest to the market.
    Why it could win: with a good card it trades sooner or later, and never at a loss.
    How it loses: it gives away most of what its card is worth when its draw is bad.
    """
    if view.rules.shares:
        return shares.zero_intelligence(view, luck)
    standing, _ = best(view)
    low, high = bounds(view.rules, view.deck)
    if buying(view):
        low, high = low if standing is None else max(low, standing + 1), min(high, limit(view))
    else:
        low, high = max(low, limit(view)), high if standing is None else min(high, standing - 1)
    if low > high:
        return at(view, limit(view))
    return at(view, low + (luck * (high - low + 1) >> 32))


def truthful(view: View, luck: int) -> Move:
    """Offer the own value or cost; with shares it is the ``fundamentalist``.

    Idea: trade whenever it pays at all.
    Why it could win: at a call with many traders its own price hardly ever is the price.
    How it loses: in a continuous market the other side takes its offer, and it keeps nothing.
    """
    if view.rules.shares:
        return shares.fundamentalist(view, luck)
    return at(view, limit(view))


def price_watcher(view: View, _luck: int) -> Move:
    """Aim at the going price, and give way a unit at a time; with shares, follow the trend.

    Idea: what was paid will be paid again; before the first trade, begin halfway to the end of the
    scale. It learns from prices as Cliff's ZIP traders do (1997), but keeps no margin of its own.
    Why it could win: it asks for as much as others got, and does not miss the trade.
    How it loses: a trader who opens with a bold price teaches it the wrong lesson.
    """
    if view.rules.shares:
        return shares.trend_follower(view)
    most = limit(view)
    end = 0 if buying(view) else view.deck.top
    aim = (most + end) // 2 if view.going is None else view.going
    aim = min(aim, most) if buying(view) else max(aim, most)
    standing, _ = best(view)
    if better(view, aim, standing) or standing is None or reaches(view, aim):
        return at(view, aim)
    step = UNIT if buying(view) else -UNIT
    return at(view, standing + step if better(view, most, standing + step) else most)


def sniper(view: View, luck: int) -> Move:
    """Wait, and take a good offer: Kaplan's trader, which won at Santa Fe (1993).

    With shares it is the ``fundamentalist``.

    Idea: let the others name prices, and take one as good as the going price, or when bid and ask
    are close together.
    Why it could win: it never gives anything away.
    How it loses: among its like nobody begins; at a call it can only offer its card.
    """
    if view.rules.shares:
        return shares.fundamentalist(view, luck)
    if view.rules.call:
        return at(view, limit(view))
    standing, facing = best(view)
    if facing is None or not reaches(view, limit(view)):
        return Wait(me(view))
    cheap = view.going is None or not better(view, facing, view.going)
    near = standing is not None and NARROW * abs(facing - standing) <= facing
    return Take(me(view), facing) if cheap or near else Wait(me(view))


def bargainer(view: View, luck: int) -> Move:
    """Play the linear equilibrium of one buyer and one seller.

    With shares it is the ``fundamentalist``.

    Idea: what Chatterjee and Samuelson found (1983): ask for more than the cost, bid less than the
    value, so that nobody gains by another price.
    Why it could win: with one rival across the table, nothing does better against its like.
    How it loses: with several on each side its margin only costs it trades.
    """
    if view.rules.shares:
        return shares.fundamentalist(view, luck)
    price = round(linear(limit(view), view.deck.top, buying=buying(view)))
    return at(view, min(price, limit(view)) if buying(view) else max(price, limit(view)))


def fundamentalist(view: View, luck: int) -> Move:
    """Buy a share for a tenth less than it is worth on average, sell it for a tenth more.

    Idea: dividends are what a share is good for. Without shares it offers its card.
    Why it could win: it sells to those who pay too much, and is never forced to sell.
    How it loses: while prices rise it has sold long ago, and watches the others grow rich.
    """
    return truthful(view, luck)


def trend_follower(view: View, _luck: int) -> Move:
    """Buy shares while prices rise, and sell them while they fall.

    Idea: what rises will go on rising; expect the last change again. Without shares it aims at the
    going price.
    Why it could win: it rides a bubble up, and is among the first to leave.
    How it loses: where prices go to and fro it buys high and sells low.
    """
    return price_watcher(view, 0)


def borrower(view: View, _luck: int) -> Move:
    """Buy as many shares as cash and credit allow, for up to a tenth more than the last price.

    Idea: own as much as can be while prices rise; sell in the last period. Without shares it
    offers its card.
    Why it could win: with high dividends it earns them on more shares than anyone.
    How it loses: when prices fall it is forced to sell, and what is left may not pay its debts.
    """
    if view.rules.shares:
        return shares.borrower(view)
    return at(view, limit(view))


STRATEGIES: Final[Mapping[str, Strategy]] = MappingProxyType(
    {
        "random_legal": random_legal,
        "zero_intelligence": zero_intelligence,
        "truthful": truthful,
        "price_watcher": price_watcher,
        "sniper": sniper,
        "bargainer": bargainer,
        "fundamentalist": fundamentalist,
        "trend_follower": trend_follower,
        "borrower": borrower,
    }
)
TITLES: Final[Mapping[str, tuple[Words, Words]]] = MappingProxyType(
    {
        "random_legal": RANDOM,
        "zero_intelligence": (
            Words("Zero intelligence", "Intelligence nulle", "Ohne Verstand"),
            Words(
                "Names any price at which it does not lose.",
                "Annonce n’importe quel prix sans perte.",
                "Nennt irgendeinen Preis ohne Verlust.",
            ),
        ),
        "truthful": (
            Words("Truthful", "Sincère", "Ehrlich"),
            Words(
                "Offers its own value or cost.",
                "Propose sa propre valeur ou son propre coût.",
                "Bietet den eigenen Wert oder die eigenen Kosten.",
            ),
        ),
        "price_watcher": (
            Words("Price watcher", "Suit le prix", "Preisbeobachter"),
            Words(
                "Aims at the going price and gives way by one at a time.",
                "Vise le prix du moment et cède pas à pas.",
                "Zielt auf den gängigen Preis und gibt schrittweise nach.",
            ),
        ),
        "sniper": (
            Words("Sniper", "Embusqué", "Lauert"),
            Words(
                "Names no price and takes a good one.",
                "N’annonce aucun prix et en accepte un bon.",
                "Nennt keinen Preis und nimmt einen guten an.",
            ),
        ),
        "bargainer": (
            Words("Bargainer", "Négociateur", "Verhandelt"),
            Words(
                "Keeps the margin that theory finds for one buyer and one seller.",
                "Garde la marge que la théorie trouve pour un acheteur et un vendeur.",
                "Behält die Spanne, die die Theorie für einen Käufer und einen Verkäufer findet.",
            ),
        ),
        "fundamentalist": (
            Words("Fundamentalist", "Fondamentaliste", "Fundamentalist"),
            Words(
                "Buys shares below what they pay on average, and sells them above it.",
                "Achète des actions sous ce qu’elles rapportent en moyenne, les vend au-dessus.",
                "Kauft Aktien unter dem, was sie im Durchschnitt bringen, und verkauft darüber.",
            ),
        ),
        "trend_follower": (
            Words("Trend follower", "Suit la tendance", "Folgt dem Trend"),
            Words(
                "Buys shares while prices rise, and sells them while they fall.",
                "Achète des actions quand les prix montent, les vend quand ils baissent.",
                "Kauft Aktien, solange Preise steigen, und verkauft sie, wenn sie fallen.",
            ),
        ),
        "borrower": (
            Words("Borrower", "Emprunteur", "Kreditnehmer"),
            Words(
                "Buys as many shares as cash and credit allow.",
                "Achète autant d’actions que sa caisse et le crédit le permettent.",
                "Kauft so viele Aktien, wie Kasse und Kredit erlauben.",
            ),
        ),
    }
)
"""The title and one-line idea of each strategy, as the panel lists them."""
