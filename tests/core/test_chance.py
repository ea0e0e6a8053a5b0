"""Drawing by weights, and the dealers: by seed, and by the teacher's choice."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paydays_widgets.core.chance import (
    WORD,
    Lane,
    Outcome,
    SeededDealer,
    TeachersDealer,
    choice,
    pick,
    probability,
)

M = TypeVar("M")

WEATHER = (Outcome("sun", 1), Outcome("rain", 3), Outcome("snow", 4))
LANE = Lane(3, "turn_up", 0)


@given(
    weights=st.lists(st.integers(1, 1000), min_size=1, max_size=40), draw=st.integers(0, WORD - 1)
)
def test_a_draw_picks_the_first_outcome_whose_cumulative_weight_exceeds_it(
    weights: list[int], draw: int
) -> None:
    outcomes = [Outcome(at, weight) for at, weight in enumerate(weights)]
    mark = (draw * sum(weights)) >> 32
    cumulative = [sum(weights[: at + 1]) for at in range(len(weights))]
    assert pick(outcomes, draw) == next(at for at, sum_ in enumerate(cumulative) if sum_ > mark)


@pytest.mark.parametrize(
    ("draw", "move"),
    [
        (0, "sun"),
        (WORD // 8 - 1, "sun"),
        (WORD // 8, "rain"),
        (WORD // 2 - 1, "rain"),
        (WORD // 2, "snow"),
        (WORD - 1, "snow"),
    ],
)
def test_the_edges_of_the_draws(draw: int, move: str) -> None:
    assert pick(WEATHER, draw) == move


def test_an_outcome_without_weight_never_comes() -> None:
    outcomes = [Outcome("never", 0), Outcome("always", 2), Outcome("neither", 0)]
    assert {pick(outcomes, draw) for draw in (0, WORD // 2, WORD - 1)} == {"always"}


@pytest.mark.parametrize("outcomes", [[], [Outcome("never", 0)]])
def test_there_must_be_something_to_pick(outcomes: list[Outcome[str]]) -> None:
    with pytest.raises(ValueError, match="no outcome has a weight"):
        pick(outcomes, 0)


def test_probabilities_are_exact_and_sum_to_one() -> None:
    assert probability(WEATHER, "rain") == Fraction(3, 8)
    assert probability(WEATHER, "hail") == 0
    assert sum(probability(WEATHER, each.move) for each in WEATHER) == 1


@given(size=st.integers(1, 50), draw=st.integers(0, WORD - 1))
def test_a_choice_is_one_of_the_options(size: int, draw: int) -> None:
    assert choice(range(size), draw) == draw * size // WORD


def test_a_seed_gives_a_lane_its_luck_whenever_it_is_asked() -> None:
    lanes = [Lane(turn, "bid 1", repeat) for turn in range(5) for repeat in range(3)]
    one, two = SeededDealer(7), SeededDealer(7)
    assert [one.luck(lane) for lane in lanes] == [two.luck(lane) for lane in reversed(lanes)][::-1]


def test_turn_purpose_repeat_and_seed_all_matter() -> None:
    lanes = [LANE, Lane(4, "turn_up", 0), Lane(3, "deal", 0), Lane(3, "turn_up", 1)]
    lucks = [SeededDealer(1).luck(lane) for lane in lanes] + [SeededDealer(2).luck(LANE)]
    assert len(set(lucks)) == len(lucks)
    assert all(0 <= luck < WORD for luck in lucks)


def test_a_seeds_luck_stays_the_same_for_ever() -> None:
    """Saved games continue with the same cards, so these numbers may never change."""
    assert SeededDealer(1).luck(Lane(0, "deal", 0)) == 993_411_765
    assert SeededDealer(2026).luck(Lane(12, "turn_up", 3)) == 2_705_025_545
    assert SeededDealer(-5).luck(Lane(1, "bid 4", 0)) == 66_363_047


def test_a_seed_counts_by_its_last_64_bits() -> None:
    assert SeededDealer(-1).luck(LANE) == SeededDealer((1 << 64) - 1).luck(LANE)


@pytest.mark.parametrize(
    "lane", [Lane(1 << 16, "roll", 0), Lane(-1, "roll", 0), Lane(0, "roll", 1 << 16)]
)
def test_a_lane_without_room_is_told(lane: Lane) -> None:
    with pytest.raises(ValueError, match="from 0 to 65535"):
        SeededDealer(1).luck(lane)


def test_neighbouring_lanes_are_independent() -> None:
    """Pairs of dice over neighbouring turns, repeats, seats and seeds: chi², 35 degrees."""

    def die(seed: int, lane: Lane) -> int:
        return choice(range(6), SeededDealer(seed).luck(lane))

    pairs = {
        "turns": [
            (die(1, Lane(n, "roll", 0)), die(1, Lane(n + 1, "roll", 0))) for n in range(7200)
        ],
        "repeats": [
            (die(1, Lane(1, "roll", n)), die(1, Lane(1, "roll", n + 1))) for n in range(7200)
        ],
        "seats": [(die(1, Lane(n, "bid 1", 0)), die(1, Lane(n, "bid 2", 0))) for n in range(7200)],
        "seeds": [(die(n, LANE), die(n + 1, LANE)) for n in range(7200)],
    }
    for found in pairs.values():
        counts = Counter(found)
        chi2 = sum((counts[one, two] - 200) ** 2 / 200 for one in range(6) for two in range(6))
        assert chi2 < 60  # one run in 200 is above it by luck alone


def test_seeded_outcomes_come_as_often_as_they_should() -> None:
    dealer = SeededDealer(11)
    found = Counter(dealer.pick(WEATHER, Lane(turn, "weather", 0)) for turn in range(8000))
    assert found["sun"] == pytest.approx(1000, abs=120)
    assert found["rain"] == pytest.approx(3000, abs=180)
    assert found["snow"] == pytest.approx(4000, abs=180)


class Sunny:
    """A dealer that always deals the first outcome."""

    def luck(self, _: Lane) -> int:
        return 0

    def pick(self, outcomes: Sequence[Outcome[M]], lane: Lane) -> M:
        return pick(outcomes, self.luck(lane))


def test_a_teachers_wish_waits_until_it_can_be_granted() -> None:
    dealer = TeachersDealer(Sunny())
    assert dealer.pick(WEATHER, LANE) == "sun"
    dealer.wish = "snow"
    picked = [dealer.pick(outcomes, LANE) for outcomes in (WEATHER[:2], WEATHER, WEATHER)]
    assert picked == ["sun", "snow", "sun"]
    assert vars(dealer)["wish"] is None
    assert dealer.luck(LANE) == 0
