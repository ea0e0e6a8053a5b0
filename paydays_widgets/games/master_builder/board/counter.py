"""The bank's counter: what loans cost by how long they are held, and when the early price ends."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct

from paydays_widgets.core.game import Decide, Move, Seat
from paydays_widgets.core.text import Language, Text
from paydays_widgets.games.master_builder.board.headline import Scene
from paydays_widgets.games.master_builder.deck import Loan
from paydays_widgets.games.master_builder.engine.phases import ROUNDS
from paydays_widgets.games.master_builder.events import EconomyTurnedUp, RoundBegun
from paydays_widgets.games.master_builder.moves import LOANS, Borrow
from paydays_widgets.games.master_builder.reading.credit import HELD, rate, soonest, terms
from paydays_widgets.games.master_builder.text.captions import loan_title, percent
from paydays_widgets.games.master_builder.text.names import money
from paydays_widgets.show.board import Play

PACKAGE: Final = "paydays_widgets.games.master_builder"
NEVER: Final = "–"
"""In place of a rate that cannot come about."""


class Price(Struct, frozen=True, gc=False):
    """A price of a loan: its name, the sum, and the rates by rounds held."""

    title: str
    sum: str
    rates: tuple[str, ...]
    holds: bool


class Offer(Struct, frozen=True, gc=False):
    """A kind of loan, with its early and its late price, and what it costs, in words.

    ``consequence`` says what would be left after paying what is due; "" if nothing is due.
    """

    kind: str
    title: str
    receive: str
    prices: tuple[Price, ...]
    cost: str
    consequence: str
    play: Play | None


class Owed(Struct, frozen=True, gc=False):
    """A loan that a seat owes: since when, and at what rate if it is repaid now."""

    seat: int
    name: str
    title: str
    words: str


class Counter(Struct, frozen=True, gc=False):
    """The bank's counter: the two kinds of loan, and every loan that is owed.

    It is ``open`` if the current decision concerns it; while a seat decides whether to repay its
    own loans, it has no ``offers``. ``until`` says when the early price ends, and ``rounds`` are
    the columns of the rates.
    """

    open: bool
    offers: tuple[Offer, ...]
    owed: tuple[Owed, ...]
    until: str
    rounds: tuple[int, ...]


def counter(scene: Scene, playing: Mapping[Seat, Collection[Move]], *, open_: bool) -> Counter:
    """Show what credit costs."""
    view, text = scene.view, scene.text
    turn = view.turn
    borrows = isinstance(turn, Decide) and turn.prompt == "borrow"
    seat = next(iter(playing), None) if borrows else None
    offers = []
    limits = _limits(scene)
    repays = isinstance(turn, Decide) and turn.prompt == "repay"
    for kind, card in () if repays else zip(LOANS, view.deck.loans, strict=True):
        prices = _prices(card, text.language, limits, is_early=view.early)
        costs = {
            "early": money(card.early - card.receive, text),
            "late": money(card.late - card.receive, text),
        }
        cost = text("It costs {early} if repaid early, {late} if late.", **costs)
        if any(NEVER in price.rates for price in prices):
            cost += " " + text("A dash: this cannot happen.")
        consequence, play = "", None
        if borrows:
            cash = view.builders[view.active].cash + card.receive
            consequence = _consequence(cash, view.due, scene)
        if seat is not None:
            move = Borrow(seat, kind)
            label = scene.called(move)
            verb = text("Borrow {sum}", sum=money(card.receive, text))
            chosen = move in scene.chosen
            play = Play(label, verb, move=move, why=scene.why(move), chosen=chosen)
        offers.append(
            Offer(
                kind=kind,
                title=loan_title(kind, text),
                receive=money(card.receive, text),
                prices=prices,
                cost=cost,
                consequence=consequence,
                play=play,
            )
        )
    rounds = tuple(n for n in HELD if n <= limits[1])
    return Counter(open_, tuple(offers), _owed(scene), _until(scene), rounds)


def _limits(scene: Scene) -> tuple[int, int]:
    """Tell after how many rounds a loan taken now can be late, and when the game ends."""
    view = scene.view
    late = 0
    if view.early and (view.contracts_left or view.offers or view.left_over):
        late = (_soonest(scene) or 2 * ROUNDS) - view.number
    return late, max(view.last_round - view.number, 1)


@lru_cache(maxsize=64)
def _prices(
    card: Loan, language: Language, limits: tuple[int, int], *, is_early: bool
) -> tuple[Price, ...]:
    """Return the prices of a loan, which are the same at every step."""
    text = Text(language, PACKAGE)
    late, end = limits
    prices = (
        (text("early"), card.early, is_early, 0),
        (text("late"), card.late, not is_early, late),
    )
    return tuple(
        Price(
            title=title,
            sum=money(repaid, text),
            rates=tuple(
                percent(rate(card.receive, repaid, n), text) if first <= n else NEVER
                for n in HELD
                if n <= end
            ),
            holds=holds,
        )
        for title, repaid, holds, first in prices
    )


def _consequence(cash: int, due: int, scene: Scene) -> str:
    text = scene.text
    if cash < due:
        return text("Still {sum} short: then borrow again", sum=money(due - cash, text))
    return text("Leaves {sum} after paying", sum=money(cash - due, text))


def _until(scene: Scene) -> str:
    """Say when the early price ends."""
    view, text = scene.view, scene.text
    if not view.early:
        return text("No contract is in the pile or on offer: every loan is repaid late.")
    offered = len(view.offers) + len(view.left_over)
    if not view.contracts_left and not offered:
        return text(
            "A loan is repaid early until every contract that a player holds is finished, "
            "and late after that."
        )
    left = {"pile": view.contracts_left, "offer": offered}
    number = _soonest(scene)
    if not number:
        return text(
            "A loan is repaid early while contracts are left; {pile} in the pile and {offer} on "
            "offer are too many to run out. So nobody will repay late.",
            **left,
        )
    return text(
        "A loan is repaid early while contracts are left, now {pile} in the pile and "
        "{offer} on offer; it is late after that, in round {n} at the earliest.",
        n=number,
        **left,
    )


def _soonest(scene: Scene) -> int:
    """Find the first round in which the early price may end; 0 if it holds to the end."""
    turned = [event.card for event in scene.past() if isinstance(event, EconomyTurnedUp)]
    return soonest(scene.view, turned)


def _owed(scene: Scene) -> tuple[Owed, ...]:
    view, text = scene.view, scene.text
    seats = len(view.builders)
    if all(each.loans == (0, 0) for each in view.builders):
        return ()
    story = list(scene.past())[::-1]
    first = view.number - sum(isinstance(event, RoundBegun) for event in story)
    found = []
    for seat, loans in enumerate(terms(story, seats, first)):
        for debt in loans:
            if debt.until:
                continue
            card = view.deck.loans[LOANS.index(debt.kind)]
            price = card.early if view.early else card.late
            held = view.number - debt.since
            sums = {
                "received": money(card.receive, text),
                "round": debt.since,
                "sum": money(price, text),
                "early": money(card.early, text),
                "late": money(card.late, text),
            }
            if held:
                words = text("{received} since round {round}.", **sums)
            else:
                words = text("{received} since this round.", **sums)
            if view.early:
                words += " " + text("To repay: {early} early, {late} late.", **sums)
            else:
                words += " " + text("To repay: {sum}.", **sums)
            if held:
                words += " " + text(
                    "So far that is {rate} interest a round; the longer it is kept, the less.",
                    rate=percent(rate(card.receive, price, held), text),
                )
            found.append(Owed(seat + 1, scene.names[seat], loan_title(debt.kind, text), words))
    return tuple(found)
