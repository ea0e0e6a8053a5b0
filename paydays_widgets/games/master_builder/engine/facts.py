"""Facts about a position: who may win a contract, what a loan costs, whom an event strikes.

Both legality (:mod:`engine`) and what follows from a move (:mod:`phases`) build on them.
"""

from typing import Final

from paydays_widgets.core.game import Seat
from paydays_widgets.games.master_builder.deck import SECTIONS, EventCard
from paydays_widgets.games.master_builder.engine.building import payment
from paydays_widgets.games.master_builder.moves import LOANS, LoanKind
from paydays_widgets.games.master_builder.state import Builder, State

LOAN_INDEX: Final = {kind: at for at, kind in enumerate(LOANS)}


def in_turn(s: State, at: int) -> Seat:
    """Return the seat at a place in the turn order, counted from the mallet."""
    return (s.mallet + at) % len(s.builders)


# --- contracts --------------------------------------------------------------------------------


def on_offer(s: State) -> tuple[int, ...]:
    """List the contracts that can be named, those left over first."""
    return s.left_over + s.offers


def may_win(s: State, seat: Seat) -> bool:
    """Return whether a seat may win a contract (MB-2-first-round, MB-2-nominate)."""
    if s.round == 1 and any(len(each.holdings) > 1 for each in s.builders):
        return not s.builders[seat].holdings
    return seat not in s.out


def unopposed(s: State, seat: Seat) -> bool:
    """Return whether a seat is the last one without a contract in round 1 (MB-2-last-one)."""
    return (
        s.round == 1
        and not s.builders[seat].holdings
        and not any(may_win(s, at) for at in range(len(s.builders)) if at != seat)
    )


# --- loans ------------------------------------------------------------------------------------


def is_early(s: State) -> bool:
    """Return whether loans are repaid at the early price (MB-5-early)."""
    if s.pile_size or s.offers or s.left_over:
        return True
    return s.rules.early_repay_until == "any_contract_unfinished" and any(
        each.holdings for each in s.builders
    )


def price(s: State, loan: LoanKind) -> int:
    """Return what a loan costs to repay now, in thousands (MB-5-loans)."""
    card = s.deck.loans[LOAN_INDEX[loan]]
    return card.early if is_early(s) else card.late


def repayable(s: State, builder: Builder) -> tuple[LoanKind, ...]:
    """List the kinds of loan that a seat owes and can afford to repay now."""
    if builder.loans == (0, 0):
        return ()
    return tuple(
        kind
        for kind, owed in zip(LOANS, builder.loans, strict=True)
        if owed and builder.cash >= price(s, kind)
    )


def debt(s: State, builder: Builder) -> int:
    """Return what it would cost to repay all of a seat's loans now, in thousands."""
    small, large = builder.loans
    return small * price(s, "small") + large * price(s, "large") if small or large else 0


# --- the town ---------------------------------------------------------------------------------


def is_finished(built: tuple[int, ...]) -> bool:
    """Return whether all sections of a building stand."""
    return len(built) == SECTIONS


def left_to_pay(s: State, contract: int, missing: int) -> tuple[int, int]:
    """Return the cost of each missing section at the end, and what the building then pays.

    ``Rules.unfinished_penalty`` decides which of two ways is used (MB-end-unfinished).
    """
    by_pct = s.rules.unfinished_penalty == "20_percent_each"
    return payment(s.deck.contracts[contract - 1].income, SECTIONS - missing, by_pct=by_pct)


# --- events -----------------------------------------------------------------------------------


def struck(s: State, card: EventCard, builder: Builder) -> tuple[tuple[int, ...], int]:
    """Find the workers of a seat that an event can strike, and how many of them it strikes.

    Workers already struck do not count.
    """
    workers = s.deck.workers
    crew = [number for number in builder.crew if number not in builder.idle]
    match card.effect:
        case "flaw_idle":
            found = [number for number in crew if card.flaw in workers[number - 1].flaws]
            return tuple(found), len(found)
        case "half_idle":
            found = [number for number in crew if workers[number - 1].skill == card.skill]
            return tuple(found), (len(found) + 1) // 2
        case "labour":
            return tuple(crew), min(card.workers, len(crew))
        case "most_flaws_idle":
            most = max([len(workers[number - 1].flaws) for number in crew], default=0)
            found = [number for number in crew if len(workers[number - 1].flaws) == most]
            return tuple(found), min(1, len(found))
        case "dismiss":
            found = [number for number in crew if card.flaw in workers[number - 1].flaws]
            return tuple(found), min(1, len(found))
        case "release":
            return tuple(crew), 1 if len(crew) >= card.workers else 0
        case _:  # a levy takes money, a quiet time nothing
            return (), 0


def leaves(card: EventCard) -> bool:
    """Return whether an event makes workers leave (MB-3-gone) rather than rest (MB-3-absent)."""
    return card.effect in {"dismiss", "release"}
