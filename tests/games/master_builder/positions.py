"""Positions of Master Builder, built and played so that a test reads like the rulebook.

A crew is written in letters (A apprentice, T tradesman, F foreman, M master) and gets the first
free workers in the deck, or as a list of workers' numbers. Sums are in thousands.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from paydays_widgets.games.master_builder.deck import Deck, default_deck
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.events import Event
from paydays_widgets.games.master_builder.rules import Rules
from paydays_widgets.games.master_builder.state import Builder, Holding, Phase, Pile, State
from tests.games import playing

LETTERS = "ATFM"
Crew = str | Sequence[int]


class Played(playing.Played[State, Event], frozen=True):
    """The outcome of some moves."""

    @property
    def cash(self) -> tuple[int, ...]:
        return tuple(each.cash for each in self.state.builders)


def position(
    crews: Sequence[Crew],
    *,
    cash: Sequence[int] | None = None,
    holdings: Sequence[Mapping[int, Sequence[int]]] | None = None,
    loans: Sequence[tuple[int, int]] | None = None,
    phase: Phase = "hire",
    round: int = 2,  # noqa: A002 - as in the state
    mallet: int = 0,
    active: int | None = None,
    offers: Sequence[int] = (),
    left_over: Sequence[int] = (),
    pile: int | None = None,
    rules: Rules | None = None,
    deck: Deck | None = None,
    **more: Any,
) -> State:
    """Build a position; seats are counted from 0.

    ``holdings`` states each seat's contracts with the sections that stand. Contracts not placed
    anywhere are in the pile; ``pile`` limits how many, and the others have left the game.
    """
    deck = deck or default_deck()
    seats = len(crews)
    free = list(range(1, len(deck.workers) + 1))
    staffs = [_staff(crew, free, deck) for crew in crews]
    held = [*(holdings or [{}] * seats)]
    used = {*offers, *left_over, *(number for each in held for number in each)}
    unseen = [number for number in range(1, len(deck.contracts) + 1) if number not in used]
    boxed = 4 if seats == 2 else 0
    kept = unseen if pile is None else unseen[: pile + boxed]
    builders = tuple(
        Builder(
            cash=(cash or [40] * seats)[seat],
            crew=staffs[seat],
            bill=sum(deck.workers[number - 1].wage for number in staffs[seat]),
            holdings=tuple(Holding(number, tuple(built)) for number, built in held[seat].items()),
            loans=(loans or [(0, 0)] * seats)[seat],
        )
        for seat in range(seats)
    )
    piles = tuple(
        [number for number in free if deck.workers[number - 1].skill == skill]
        for skill in range(4)
    )
    state = State(
        rules=rules or Rules(),
        deck=deck,
        phase=phase,
        round=round,
        mallet=mallet,
        active=mallet if active is None else active,
        builders=builders,
        piles=tuple(Pile(each[0] if each else 0, tuple(each[1:])) for each in piles),
        unseen=tuple(kept),
        pile_size=len(kept) - boxed,
        economy=tuple(each.cards for each in deck.economy),
        events=tuple(range(1, len(deck.events) + 1)),
        last_round=6,
        offers=tuple(offers),
        left_over=tuple(left_over),
        withdrawn=tuple(unseen[len(kept) :]),
        pot=5 * len(left_over),
    )
    return replace(state, **more)


def _staff(crew: Crew, free: list[int], deck: Deck) -> tuple[int, ...]:
    found = []
    for each in crew:
        if isinstance(each, int):
            number = each
        else:
            skill = LETTERS.index(each)
            number = next(n for n in free if deck.workers[n - 1].skill == skill)
        free.remove(number)
        found.append(number)
    return tuple(found)


def begin(seats: int, rules: Rules | None = None, deck: Deck | None = None) -> State:
    """Play until seat 1 is about to take its first worker; the lowest numbers lie open."""
    state = MASTER_BUILDER.start(seats, rules, deck)
    while state.phase in {"lot", "deal"}:
        state = MASTER_BUILDER.unfold(state, MASTER_BUILDER.outcomes(state)[0].move)[-1].state
    return state


def naming(crews: Sequence[Crew] | int, offers: Sequence[int], **more: Any) -> State:
    """Build a position in which the first seat must decide whether to name a contract."""
    staff = ["AATTF"] * crews if isinstance(crews, int) else crews
    return position(staff, phase="name", offers=offers, **more)


def total(state: State) -> tuple[list[int], list[int]]:
    """Gather all workers and all contracts, wherever they are."""
    workers = [number for each in state.builders for number in each.crew]
    for pile in state.piles:
        workers += [*pile.unseen, *pile.under, *([pile.top] if pile.top else [])]
    contracts = [*state.unseen, *state.offers, *state.left_over, *state.withdrawn]
    for each in state.builders:
        contracts += [*each.town, *(holding.contract for holding in each.holdings)]
    return sorted(workers), sorted(contracts)


SCRIPT = playing.Script(MASTER_BUILDER, Played, total)
play = SCRIPT.play
legal = SCRIPT.legal
refused = SCRIPT.refused


def asked(state: State) -> tuple[str, tuple[int, ...]]:
    """Return the prompt and the seats that must decide (from 1); for chance, its purpose."""
    turn: Any = MASTER_BUILDER.turn(state)
    if hasattr(turn, "purpose"):
        return turn.purpose, ()
    return turn.prompt, tuple(seat + 1 for seat in turn.seats)
