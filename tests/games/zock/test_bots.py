"""The named strategies: each plays as its idea says."""

from collections import Counter

import numpy as np
import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import me
from paydays_widgets.games.zock import Rules
from paydays_widgets.games.zock.bots import STRATEGIES
from paydays_widgets.games.zock.deck import default_deck
from paydays_widgets.games.zock.engine import ZOCK
from paydays_widgets.games.zock.events import PawnsCashed, PawnsHit
from paydays_widgets.games.zock.reading import (
    brings,
    challenged,
    danger,
    duel_gain,
    fine_won,
    prey,
    prices,
    steps_after,
    time_to_cash,
    turn_price,
    worth,
    worths,
)
from paydays_widgets.games.zock.state import HOME, State, View
from paydays_widgets.lab.estimate import Estimate, mean
from tests.games.playing import bots_play
from tests.games.zock.positions import position

LUCK = 1 << 31


def chosen(strategy: str, state: State, luck: int = LUCK) -> str:
    return str(STRATEGIES[strategy](ZOCK.view(state, state.active), luck))


def look(*written: str, **given: object) -> View:
    state = position(*written, **given)  # type: ignore[arg-type]
    return ZOCK.view(state, state.active)


# --- all of them --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_forced_choice_is_made(name: str) -> None:
    foremost = position("12 12 3", "- - -", phase="foremost", die=1)
    assert chosen(name, foremost) in {"1 home king", "1 home a"}
    rules = Rules(cash="after_roll", third_pawn="two_at_most", lap="wait")
    stuck = position("39 39 -", "- - -", phase="move", die=4, rules=rules)
    assert chosen(name, stuck) in {"1 cash king", "1 cash a"}


# --- each of them -------------------------------------------------------------------------------


def test_random_legal_draws_lots() -> None:
    state = position("12 3 -", "- - -", phase="move", die=4)
    moves = {chosen("random_legal", state, luck << 24) for luck in range(256)}
    assert moves == {"1 go king", "1 go a", "1 go b"}


def test_cash_at_once_takes_what_there_is() -> None:
    assert chosen("cash_at_once", position("2 11 -", "- - -", phase="choose")) == "1 cash a"
    assert chosen("cash_at_once", position("11 27 -", "- - -", phase="choose")) == "1 cash king"
    debts = [500, 0]
    none = position("2 10 -", "- - -", phase="choose", debts=debts)
    assert chosen("cash_at_once", none) == "1 throw"
    assert chosen("cash_at_once", position("2 10 -", "- - -", phase="move", die=3)) == "1 go a"


@pytest.mark.parametrize(
    ("steps", "cashes"), [(27, False), (30, False), (31, True), (34, False), (36, True)]
)
def test_optimal_stopper_cashes_where_the_table_says(steps: int, *, cashes: bool) -> None:
    state = position(f"2 {steps} -", "- - -", phase="choose")
    assert chosen("optimal_stopper", state) == ("1 cash a" if cashes else "1 throw")


def test_optimal_stopper_lets_a_pawn_wait_that_is_not_foremost() -> None:
    state = position("30 31 36", "- - -", phase="choose")
    assert chosen("optimal_stopper", state) == "1 cash b"
    ahead = position("33 31 -", "- - -", phase="choose")
    assert chosen("optimal_stopper", ahead) == "1 throw"


def test_optimal_stopper_moves_what_gains_most() -> None:
    state = position("25 33 -", "- - -", phase="move", die=6)
    assert chosen("optimal_stopper", state) == "1 go king"


@pytest.mark.parametrize("steps", [27, 11])
def test_turn_counter_cashes_earlier(steps: int) -> None:
    state = position(f"{steps} 2 -", "- - -", phase="choose")
    assert chosen("optimal_stopper", state) == "1 throw"
    assert chosen("turn_counter", state) == "1 cash king"


def test_turn_counter_runs_with_the_king() -> None:
    state = position("5 5 -", "- - -", phase="move", die=6)
    assert chosen("turn_counter", state) == "1 go king"


def test_in_the_last_round_everything_is_cashed() -> None:
    for name in ("optimal_stopper", "turn_counter", "duellist", "king_keeper"):
        state = position("2 11 -", "- - -", phase="choose", round_=20)
        assert chosen(name, state) == "1 cash a"


def test_when_time_runs_out_the_king_is_cashed_last() -> None:
    """With the king at home the other pawn could not be cashed any more."""
    for name in ("optimal_stopper", "turn_counter", "hunter", "duellist", "king_keeper"):
        state = position("12 11 3", "- - -", phase="choose", round_=19)
        assert chosen(name, state) == "1 cash a"
        two = position("12 11 -", "- - -", phase="choose", round_=19)
        assert chosen(name, two) == "1 cash king"


def test_hunter_hits_a_king_rather_than_a_pawn() -> None:
    state = position("2 6 9", "30 - 33", phase="move", die=4)
    assert chosen("hunter", state) == "1 go a"


def test_hunter_stands_where_there_is_prey() -> None:
    """From 8 it could hit the pawns on 12 and 13; from 4 and 6 less."""
    state = position("2 4 -", "32 33 -", phase="move", die=4)
    assert chosen("hunter", state) == "1 go a"


def test_hunter_cashes_larger_sums_only() -> None:
    assert chosen("hunter", position("2 25 -", "- - -", phase="choose")) == "1 throw"
    assert chosen("hunter", position("2 26 -", "- - -", phase="choose")) == "1 cash a"


@pytest.mark.parametrize(
    ("money", "move"),
    [([30_000, 30_000], "1 go king"), ([30_000, 10_000], "1 go a"), ([1_000, 9_000], "1 go king")],
)
def test_duellist_attacks_who_has_as_much_to_lose(money: list[int], move: str) -> None:
    state = position("6 2 -", "30 3 -", phase="move", die=4, money=money)
    assert chosen("duellist", state) in ({move} if move.endswith("king") else {"1 go a", "1 go b"})


def test_duellist_does_not_wait_to_be_attacked() -> None:
    """A 6 would take its king before the other one; a pawn moves instead."""
    safe = position("3 2 -", "- - -", phase="move", die=6)
    assert chosen("duellist", safe) == "1 go king"
    near = position("3 2 -", "25 24 -", phase="move", die=6, money=[200_000, 30_000])
    assert chosen("duellist", near) != "1 go king"


def test_king_keeper_cashes_as_the_turn_counter_does() -> None:
    for written in ("11 5 -", "5 16 -", "17 36 -", "27 3 -"):
        state = position(written, "- - -", phase="choose")
        assert chosen("king_keeper", state) == chosen("turn_counter", state)


def test_king_keeper_does_not_fight() -> None:
    state = position("6 2 -", "30 3 -", phase="move", die=4)
    assert chosen("king_keeper", state) in {"1 go a", "1 go b"}
    forced = position("- - -", "24 3 -", phase="move", die=4)
    assert chosen("king_keeper", forced) == "1 go king"


def test_king_keeper_keeps_out_of_reach() -> None:
    state = position("3 2 -", "25 24 -", phase="move", die=6)
    assert chosen("king_keeper", state) != "1 go king"


# --- what they take into account ----------------------------------------------------------------


def test_the_open_table_has_no_turn_to_think_about() -> None:
    with pytest.raises(ValueError, match="a strategy needs the view of a seat"):
        me(ZOCK.view(ZOCK.start(2), None))


def test_what_a_pawn_brings_is_what_the_bank_pays() -> None:
    view = look("26 26 12", "- - -", phase="choose")
    assert [brings(view, pawn) for pawn in ("king", "a", "b")] == [12_000, 12_000, 1_000]
    poor = look("26 26 12", "- - -", phase="choose", bank=2_000)
    assert brings(poor, "king") == 2_000
    square = look("2 17 -", "- - -", phase="choose", rules=Rules(payout="square"))
    assert brings(square, "a") == 3_000


def test_a_roll_that_is_known_is_reckoned_with() -> None:
    rules = Rules(cash="after_roll")
    for die, cashes in ((2, True), (6, False)):
        view = look("2 26 -", "- - -", phase="move", die=die, rules=rules)
        assert time_to_cash(view, "a") is cashes


def test_a_pawn_at_home_is_worth_nothing_yet() -> None:
    view = look("2 26 -", "- - -", phase="choose")
    assert worth(view, "b", HOME) == 0
    assert worth(view, "king", 26) == pytest.approx(3 * worth(view, "a", 26))
    assert worth(view, "a", 26, counted=1) < worth(view, "a", 26)


def test_what_a_pawn_is_worth_depends_on_the_turns_and_the_money_that_are_left() -> None:
    view = look("2 26 -", "- - -", phase="choose", round_=20)
    assert worth(view, "a", 26) == 0
    assert [round(worth(view, "a", 26, turns=turns)) for turns in (1, 2, 3)] == [
        3_000,
        3_000,
        3_000,
    ]
    assert [round(worth(view, "a", 27, turns=turns)) for turns in (1, 2, 3)] == [
        3_000,
        3_000,
        3_139,
    ]
    poor = look("2 26 -", "- - -", phase="choose", bank=2_000)
    assert worth(poor, "a", 26) == 2_000


def test_what_is_met_is_seen_before_the_move() -> None:
    view = look("6 6 -", "30 30 -", phase="move", die=4)
    assert challenged(view, "king") == 1
    assert fine_won(view, "king") == 0
    assert challenged(view, "a") is None
    assert fine_won(view, "a") == 4_000
    assert fine_won(view, "b") == 0
    assert steps_after(view, "b") == 4
    unpaid = look("3 38 -", "- - -", phase="move", die=4, rules=Rules(lap="home_unpaid"))
    assert fine_won(unpaid, "a") == 0
    assert prey(unpaid, 38) == 0


def test_a_duel_is_worth_what_the_odds_say() -> None:
    view = look("6 6 -", "30 30 -", phase="move", die=4, money=[11_000, 22_000])
    assert duel_gain(view, 1) == pytest.approx(6 * 2_000 - 5 * 1_000)


def test_danger_counts_pawns_that_could_come() -> None:
    view = look("6 6 -", "25 - -", phase="move", die=4)
    assert danger(view, 10, kings=True) == pytest.approx(1 / 6)
    assert danger(view, 10) == pytest.approx(1 / 6)
    assert danger(view, 22) == pytest.approx(1 / 6)
    three = look("6 6 -", "- - -", "- - -", phase="move", die=4, out=[1])
    assert danger(three, 12) == 0


def test_the_price_of_a_turn_is_what_the_king_earns_in_it() -> None:
    for rules in (Rules(), Rules(cash="after_roll")):
        price = turn_price(default_deck(), rules, 0)
        king = worths(default_deck(), rules, 0, 3, price)
        assert sum(king[2:7]) / 6 == pytest.approx(price, abs=0.1)
        by_turns = prices(default_deck(), rules, 0)
        assert by_turns[-1] == pytest.approx(price, abs=0.1)
        assert by_turns[1] == by_turns[2] == 0
    assert turn_price(default_deck(), Rules(), 0) == pytest.approx(596, abs=1)


# --- how they fare ------------------------------------------------------------------------------


def compare(kinds: list[str], games: int, rules: Rules) -> tuple[Counter[str], Counter[str]]:
    """Play games with rotated seats; return wins, and what was cashed."""
    wins: Counter[str] = Counter()
    paid: Counter[str] = Counter()
    for seed in range(games):
        turned = kinds[seed % len(kinds) :] + kinds[: seed % len(kinds)]
        table = bots_play("zock", turned, seed, rules)
        for seat in ZOCK.standing(table.state).ranking[0]:
            wins[turned[seat]] += 1
        for step in table.branch.steps:
            if isinstance(step.event, PawnsCashed):
                paid[turned[step.event.seat]] += step.event.paid
            if isinstance(step.event, PawnsHit):
                paid[f"{turned[step.event.seat]} hits"] += 1
    return wins, paid


@pytest.mark.thorough
def test_they_differ_in_what_they_do() -> None:
    kinds = ["cash_at_once", "optimal_stopper", "turn_counter", "hunter"]
    _, paid = compare(kinds, 120, Rules())
    assert paid["turn_counter"] > 1.2 * paid["optimal_stopper"]
    assert paid["hunter hits"] > 1.4 * max(paid[f"{kind} hits"] for kind in kinds[:3])


def share(name: str, rivals: list[str], deals: int, rules: Rules | None = None) -> Estimate:
    """Estimate a strategy's share of games won; it has each seat once with the luck of a deal."""
    seats = len(rivals) + 1
    found = []
    for seed in range(1, deals + 1):
        won = 0.0
        for seat in range(seats):
            table = bots_play("zock", [*rivals[:seat], name, *rivals[seat:]], seed, rules)
            first = ZOCK.standing(table.state).ranking[0]
            won += (seat in first) / len(first) / seats
        found.append(won)
    return mean(np.array(found))


@pytest.mark.hosting
@pytest.mark.parametrize("name", [each for each in STRATEGIES if each != "random_legal"])
def test_thinking_beats_drawing_lots(name: str) -> None:
    assert share(name, ["random_legal"] * 3, 75).low > 1 / 4


def test_rules_without_a_first_seat_of_ones_own_do_not_matter() -> None:
    rules = replace(Rules(rounds=3), first=1)
    assert bots_play("zock", ["hunter", "duellist"], 3, rules).state.round <= 3
