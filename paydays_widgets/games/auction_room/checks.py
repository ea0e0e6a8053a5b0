"""Questions on the rules of a block, which the engine answers: what a seat earns in a round."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from paydays_widgets.core.game import CHANCE
from paydays_widgets.core.text import Text
from paydays_widgets.games.auction_room import events, reading
from paydays_widgets.games.auction_room.deck import UNIT, Deck
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.moves import Bid, Draw, Move, Stop
from paydays_widgets.games.auction_room.rules import CLOCKS, Rules
from paydays_widgets.games.auction_room.state import State
from paydays_widgets.games.auction_room.text import money, price_rule
from paydays_widgets.show.check import Check, posed


class _Round(Struct, frozen=True):
    """A round of the seat that is asked, against the best of all others. Amounts in cents.

    Parameters
    ----------
    own
        The seat's value, cost or estimate.
    worth
        What the object is worth to it, if that is common to everyone.
    """

    own: int
    bid: int
    other: int
    budget: int
    worth: int | None = None


def checks(rules: Rules, deck: Deck, text: Text) -> Sequence[Check]:
    """Ask what a seat earns that wins, and one that loses, or the most that a budget allows."""
    wins, loses = _rounds(rules, deck)
    second = _of_a_budget if rules.budgets else _earned
    return _earned(rules, deck, wins, text), second(rules, deck, loses, text)


def _rounds(rules: Rules, deck: Deck) -> tuple[_Round, _Round]:
    """Make up a round in which the seat wins, and one in which it loses.

    All bids are above any reserve, and prices of a clock that begins there.
    """
    tenth = deck.top // 10
    if rules.tender:
        own, better, worse = 3 * tenth, 4 * tenth, 5 * tenth
    elif rules.common:
        own = (deck.low + deck.high) // 2
        step = rules.spread * UNIT // 3
        better, worse = own - step, own - 2 * step
        worth = own - 3 * step
        return (
            _Round(own, better, worse, deck.top, worth),
            _Round(own, worse, better, deck.top, worth),
        )
    else:
        own, better, worse = 9 * tenth, 8 * tenth, 7 * tenth
    return _Round(own, better, worse, deck.top), _Round(own, worse, better, better)


def _played(rules: Rules, deck: Deck, it: _Round) -> tuple[State, events.ProfitBooked]:
    """Let the engine play the round; return the state before the bids, and the profits."""
    drawn = [it.own, it.own if it.worth is None else it.worth]
    if it.worth is not None:
        drawn = [it.worth, *drawn]
    if rules.budgets:
        drawn += [it.budget, deck.top]
    state = AUCTION_ROOM.start(2, rules, deck)
    for amount in drawn:
        state = AUCTION_ROOM.unfold(state, Draw(CHANCE, amount))[-1].state
    before = state
    found = []
    for move in _moves(rules, it):
        steps = AUCTION_ROOM.unfold(state, move)
        state = steps[-1].state
        found += [each.event for each in steps if isinstance(each.event, events.ProfitBooked)]
    return before, found[0]


def _moves(rules: Rules, it: _Round) -> Iterator[Move]:
    clock = rules.auction in CLOCKS
    for seat, price in enumerate((it.bid, it.other)):
        yield Stop(seat, price) if clock else Bid(seat, price)


def _earned(rules: Rules, deck: Deck, it: _Round, text: Text) -> Check:
    """Ask what the seat earns."""
    before, booked = _played(rules, deck, it)
    right = booked.profits[0]
    assert right is not None  # noqa: S101 - it is in the game
    wins = booked.winner == 0
    worth = it.own if it.worth is None else it.worth
    told = [_known(rules, it, text), _happened(rules, it, text, wins=wins)]
    if it.worth is not None:
        told.append(text("The object turns out to be worth {sum}.", sum=money(it.worth, text)))
    return posed(
        " ".join([*told, text("What do you earn?")]),
        right,
        f"{price_rule(rules.auction, text)} {_sum(rules, worth, right, text, wins=wins)}",
        _slips(rules, it, worth, text, wins=wins),
        before,
        tuple(_moves(rules, it)),
    )


def _slips(
    rules: Rules, it: _Round, worth: int, text: Text, *, wins: bool
) -> Iterator[tuple[int, str]]:
    """Say of each mistake to which sum it leads."""
    sign = -1 if rules.tender else 1
    own, other = sign * (worth - it.bid), sign * (worth - it.other)
    if not wins:
        for amount in (own, other):
            yield amount, text("You do not win, so you do not get that.")
        yield 0, text("Everyone pays their bid here, also those who do not win.")
        yield it.own - it.bid, text("You do not win, so you do not get that.")
        yield worth, text("You do not win, so you do not get that.")
        return
    yield own, text("That would be so if you paid your own bid.")
    yield other, text("That would be so at the price of the other bid.")
    yield 0, text("You win: the difference is yours, gain or loss.")
    if rules.tender:
        yield -own, text("It is the reverse: your cost comes off what you are paid.")
    elif it.worth is not None:
        estimate = text("Your estimate does not count any more: what counts is what it is worth.")
        yield it.own - it.bid, estimate
    yield worth, text("The price comes off.")


def _known(rules: Rules, it: _Round, text: Text) -> str:
    """Say what the seat knows when it bids."""
    own = money(it.own, text)
    if rules.tender:
        return text("The work costs you {sum}.", sum=own)
    if rules.common:
        return text("Your estimate is {sum}.", sum=own)
    if rules.budgets:
        budget = money(it.budget, text)
        return text("Your value is {sum}, and your budget {budget}.", sum=own, budget=budget)
    return text("Your value is {sum}.", sum=own)


def _happened(rules: Rules, it: _Round, text: Text, *, wins: bool) -> str:
    """Say what the seat and the best of the others do."""
    bid, other = money(it.bid, text), money(it.other, text)
    match rules.auction, wins:
        case "english", True:
            return text(
                "The last of the others stops the clock at {other}; you are still in.", other=other
            )
        case "english", False:
            return text("You stop the clock at {bid}; another is still in.", bid=bid)
        case "dutch", True:
            return text("You are the first to stop the clock, at {bid}.", bid=bid)
        case "dutch", False:
            return text("Another is the first to stop the clock, at {other}.", other=other)
    if rules.tender:
        return text("You ask for {bid}; the lowest other bid is {other}.", bid=bid, other=other)
    return text("You bid {bid}; the highest other bid is {other}.", bid=bid, other=other)


def _sum(rules: Rules, worth: int, right: int, text: Text, *, wins: bool) -> str:
    """Work out what the seat earns."""
    if not wins and right:
        profit = money(right, text)
        return text("You do not win, and pay your bid all the same: {profit}.", profit=profit)
    if not wins:
        return text("You do not win, so you earn nothing.")
    price = worth + right if rules.tender else worth - right
    first, second = (price, worth) if rules.tender else (worth, price)
    return f"{money(first, text)} − {money(second, text)} = {money(right, text)}"


def _of_a_budget(rules: Rules, deck: Deck, it: _Round, text: Text) -> Check:
    """Ask for the highest price that the seat can agree to."""
    before, _ = _played(rules, deck, it)
    right = reading.most_payable(AUCTION_ROOM.view(before, 0))
    asked = text("What is the highest price that you can agree to?")
    beyond = text("That is above your budget.")
    return posed(
        f"{_known(rules, it, text)} {asked}",
        right,
        text("Nobody may bid above their budget, whatever the object is worth to them."),
        ((it.own, beyond), (it.bid, text("You can go on up to your budget.")), (deck.top, beyond)),
        before,
    )
