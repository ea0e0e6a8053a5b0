"""The auction room as a programme: formats one after the other, and the figures of each round."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias, get_args

from msgspec.structs import replace

from paydays_widgets.core.game import Step
from paydays_widgets.core.text import Text
from paydays_widgets.games.auction_room import events, reading
from paydays_widgets.games.auction_room.deck import UNIT, Deck
from paydays_widgets.games.auction_room.events import Event
from paydays_widgets.games.auction_room.programme import measured
from paydays_widgets.games.auction_room.reading.averages import averages
from paydays_widgets.games.auction_room.rules import CLOCKS, Rounds, Rules, Told
from paydays_widgets.games.auction_room.state import PASSED, State, ceiling
from paydays_widgets.games.auction_room.text import told_names
from paydays_widgets.show.measure import Seen
from paydays_widgets.show.programme import Axes, Line, Plan, Theory, What

Steps: TypeAlias = Sequence[Step[State, Event]]

COUNT: Final = "rounds"
ROUNDS: Final[Sequence[int]] = get_args(Rounds)
USUAL: Final = Rules().rounds
MIXES: Final = True
TOLD: Final[Sequence[Told]] = get_args(Told)
sheet: Final = None
_POINTS: Final = 40
"""At how many values the line of the equilibrium is drawn."""


topic = measured.topic
unmeasured = measured.unmeasured


def shaped(rules: Rules, rounds: Rounds) -> Rules:
    """Return rules with another number of rounds."""
    return replace(rules, rounds=rounds)


def named(rules: Rules, all_: Sequence[Rules]) -> Rules:
    """Return rules of a block without what students learn after a round, unless that differs."""
    return replace(rules, told=TOLD[0]) if len({each.told for each in all_}) == 1 else rules


def counted(n: int, text: Text) -> str:
    """Say how many rounds there are."""
    return text.plural("{n} round", "{n} rounds", n)


def plans(text: Text) -> Sequence[Plan]:
    """List programmes to begin with."""
    first, second = {"rules": "first_price"}, {"rules": "second_price"}
    few, many = ({"rules": "curse", "size": size} for size in ("3", "7"))
    return (
        Plan("prices", text("First price, then second price"), (first, second)),
        Plan("curse", text("The winner’s curse: three seats, then seven"), (few, many)),
        Plan(
            "hour",
            text("Prices, then the winner’s curse"),
            [{**each, "rounds": "6"} for each in (first, second, few, many)],
        ),
    )


def clashes(rules: Rules, text: Text, *, mixed: bool) -> Mapping[str, str]:
    """Say which switches cannot have their value beside the others, and what they can have."""
    found = {}
    told = told_names(text)
    if rules.tender and rules.values != "private":
        found["values"] = text(
            "In a tender everyone has a cost of their own: choose “{choice}”.",
            choice=text("a different amount for each player"),
        )
    if rules.tender and rules.reserve:
        found["reserve"] = text(
            "A tender has no reserve: choose “{choice}”.", choice=text("anything")
        )
    if rules.auction in CLOCKS and rules.told in {"price", "win"}:
        found["told"] = text(
            "At a clock everyone sees who stops it, and where: choose “{one}” or “{other}”.",
            one=told["values"],
            other=told["bids"],
        )
    if rules.purse and mixed:
        found["purse"] = text(
            "A purse lasts only as long as the tables do: choose “{choice}”, or keep the tables.",
            choice=text("none"),
        )
    return found


def keeps(rules: Rules) -> bool:
    """Return whether bids or values stay secret when a round is over (AR-told)."""
    return rules.told != "values"


def tells_takings(rules: Rules) -> bool:
    """Return whether everyone learns what the seller took, or the buyer paid (AR-told)."""
    secret = {"price", "win"} if rules.auction == "all_pay" else {"win"}
    return rules.auction in CLOCKS or rules.told not in secret


def tells(rules: Rules, what: What, *, over: bool, finished: bool) -> bool:  # noqa: ARG001
    """Return whether something of a game's rounds may be told.

    What the rules keep secret no page ever shows. Profits are paid at the end, and the file, as
    the data of an experiment, has everything then.
    """
    if not keeps(rules):
        return True
    if what == "values" or not finished:
        return False
    return what != "takings" or tells_takings(rules)


def waits(_rules: Rules) -> bool:
    """Return whether groups with the same luck keep an outcome until all have decided."""
    return True


def earnings(steps: Steps, seats: int) -> list[int | None]:
    """Add up what each seat has earned so far; None before its first round is over."""
    found: list[int | None] = [None] * seats
    for lines in rounds(steps):
        for line in lines:
            found[line.seat] = (found[line.seat] or 0) + line.profit
    return found


def rounds(steps: Steps) -> list[Sequence[Line]]:
    """Find every round that is over, with all its seats."""
    return [
        [*_lines(step.state, step.event)]
        for step in steps
        if isinstance(step.event, events.ProfitBooked)
    ]


def _lines(state: State, event: events.ProfitBooked) -> Iterator[Line]:
    rules = state.rules
    for seat, (bidder, profit) in enumerate(zip(state.bidders, event.profits, strict=True)):
        if profit is None:  # it was out before this round
            continue
        yield Line(
            round=state.round,
            seat=seat,
            value=state.worth if rules.common else bidder.value,
            signal=bidder.value if rules.common else None,
            budget=bidder.budget,
            bid=None if bidder.bid == PASSED else bidder.bid,
            price=event.price,
            profit=profit,
            wins=seat == event.winner,
        )


def among_bots(rules: Rules) -> Rules:
    """Return the rules by which bots play alone: the same."""
    return rules


def seen(steps: Steps, rules: Rules, deck: Deck) -> Iterator[Seen]:
    """Find what the rounds of a game that are over brought, in the measure of their rules."""
    return measured.seen(rounds(steps), rules, deck)


def ends(event: Event) -> bool:
    """Return whether an event ends the game, after its last round."""
    return isinstance(event, events.ProfitsPaid | events.GameEnded)


def takings(lines: Sequence[Line], rules: Rules) -> int:
    """Return what the seller took in a round, or the buyer paid (AR-price)."""
    if rules.auction == "all_pay":
        return sum(line.bid or 0 for line in lines)
    return sum(line.price or 0 for line in lines if line.wins)


def theory(rules: Rules, deck: Deck, seats: int) -> Theory:
    """Return what theory expects; a clock's common value depends on who has dropped out."""
    low, high = _span(rules, deck)
    at = [low + (high - low) * number // _POINTS for number in range(_POINTS + 1)]
    bids = (
        [] if rules.budgets else [(n, reading.equilibrium_bid(rules, deck, seats, n)) for n in at]
    )
    known = [(n, bid) for n, bid in bids if bid is not None]
    found = averages(rules, deck, seats)
    return Theory(
        bids=known,
        takings=None if found is None or rules.common else found.takings,
        kept=None if found is None else found.kept,
    )


def _span(rules: Rules, deck: Deck) -> tuple[int, int]:
    """Return the lowest and the highest amount that a seat can know."""
    spread = rules.spread * UNIT
    return (deck.low - spread, deck.high + spread) if rules.common else (0, deck.top)


def efficiency(rounds: Sequence[Sequence[Line]], rules: Rules) -> float | None:
    """Return what winners drew from their objects, as a share of what could be drawn.

    In a tender it is the other way round: the least that the works could have cost, as a share of
    what they cost. A common value is worth the same to everyone, so None.
    """
    if rules.common:
        return None
    best = drawn = 0
    for lines in rounds:
        values = [line.value for line in lines if line.value is not None]
        won = [line.value for line in lines if line.wins and line.value is not None]
        if rules.tender and won:
            best, drawn = best + won[0], drawn + min(values)
        elif not rules.tender:
            best, drawn = best + max(values), drawn + sum(won)
    return drawn / best if best else None


def axes(rules: Rules, deck: Deck, text: Text) -> Axes:
    """Return the words of the picture."""
    clock = rules.auction in CLOCKS
    known = text("Cost") if rules.tender else text("Estimate") if rules.common else text("Value")
    bid = text("Where the clock was stopped") if clock else text("The bid")
    _, high = _span(rules, deck)
    return Axes(known, bid, high, ceiling(rules, deck))
