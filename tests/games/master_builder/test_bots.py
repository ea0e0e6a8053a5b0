"""The named strategies: each plays in its own way, and some play better."""

from collections import Counter

import pytest
from msgspec.structs import replace

from paydays_widgets.core.chance import WORD
from paydays_widgets.core.game import Decide
from paydays_widgets.games.master_builder import reading
from paydays_widgets.games.master_builder.bots import STRATEGIES, fits_the_crew
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.events import ContractWon, LoanTaken, SectionsUnbuilt
from paydays_widgets.games.master_builder.moves import Build, Move, Pass
from paydays_widgets.games.master_builder.rules import PRESETS
from paydays_widgets.games.master_builder.state import Job, State, View
from tests.games.master_builder.positions import begin, naming, play, position
from tests.games.playing import bots_play, meetings

NAMES = list(STRATEGIES)
THINKING = [name for name in NAMES if name != "random_legal"]
LUCK = [0, 1, WORD // 3, WORD // 2, WORD - 1]
ROOFLESS = (1, 2, 3, 4)


def seen(state: State, seat: int = 0) -> View:
    return MASTER_BUILDER.view(state, seat)


def choice(strategy: str, state: State, luck: int = 0) -> str:
    """Return the move that a strategy chooses for the seat that must decide."""
    turn = MASTER_BUILDER.turn(state)
    assert isinstance(turn, Decide)
    view = MASTER_BUILDER.view(state, turn.seats[0])
    move: Move = STRATEGIES[strategy](view, luck)
    assert move in view.legal
    return str(move)


# --- all of them ------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", THINKING)
def test_no_thinking_strategy_works_in_vain(strategy: str) -> None:
    for seed in range(4):
        steps = bots_play("master_builder", [strategy] * 3, seed).branch.steps
        assert not any(isinstance(step.event, SectionsUnbuilt) for step in steps)


# --- each of them -----------------------------------------------------------------------------


def test_random_legal_draws_lots() -> None:
    state = play(naming(2, [3]), "1 name 3 8").state
    drawn = [choice("random_legal", state, luck) for luck in (0, WORD - 1)]
    assert drawn == ["2 bid 9", "2 pass"]


def test_fits_the_crew_buys_only_what_its_crew_can_finish() -> None:
    simple = ["AATT", "AATT"]
    assert choice("fits_the_crew", naming(simple, [3])) == "1 name 3 8"
    assert choice("fits_the_crew", naming(simple, [11])) == "1 pass"  # foremen and masters
    assert choice("fits_the_crew", naming(["AFFMM", "A"], [11])) == "1 name 11 20"
    assert choice("fits_the_crew", naming(simple, [3], round=6)) == "1 pass"  # no time is left


def test_fits_the_crew_bids_a_third_of_what_it_brings() -> None:
    state = play(naming(["AATT", "AATT"], [3]), "1 name 3 14").state
    assert choice("fits_the_crew", state) == "2 bid 15"  # 45 x 0.35 = 15.75
    state = play(state, "2 bid 15").state
    assert choice("fits_the_crew", state) == "1 pass"


def test_fits_the_crew_drafts_all_round_and_keeps_its_crew_while_there_is_work() -> None:
    state = begin(2)
    drafted = []
    while state.phase in {"draft", "worker"}:
        text = str(MASTER_BUILDER.outcomes(state)[0].move) if state.phase == "worker" else ""
        if not text:
            text = choice("fits_the_crew", state)
            drafted.append(text)
        state = play(state, text).state
    taken = sorted(each.split()[-1] for each in drafted if each.startswith("1"))
    assert taken == ["apprentice", "foreman", "master", "tradesman", "tradesman"]
    assert choice("fits_the_crew", position(["ATTFM", "A"])) == "1 pass"
    over = position(["ATTFM", "A"], pile=0)
    assert choice("fits_the_crew", over).startswith("1 fire")  # nothing is left to build
    late = position(["ATTFM", "A"], round=5)
    assert choice("fits_the_crew", late).startswith("1 fire")  # nor time to build much


def test_price_to_value_goes_by_what_a_contract_adds_and_not_by_the_card() -> None:
    # The chapter house pays 95, but only with foremen and masters.
    assert choice("price_to_value", naming(["AATT", "A"], [11])) == "1 pass"
    assert choice("price_to_value", naming(["AATT", "A"], [3])) == "1 name 3 8"
    state = play(naming(["AATT", "AATT"], [3]), "1 name 3 16").state
    assert choice("price_to_value", state) == "2 bid 17"  # (45 - 10) / 2 = 17.5
    assert choice("price_to_value", play(state, "2 bid 17").state) == "1 pass"


def test_price_to_value_hires_who_pays_and_fires_who_does_not() -> None:
    # A foreman finishes what only foremen can: two roofs for 60, in two rounds.
    needs_foreman = position(
        ["A", "A"], holdings=[{5: ROOFLESS}, {}], pile=0, round=5, cash=[40, 40]
    )
    assert choice("price_to_value", needs_foreman) == "1 hire foreman"
    useless = position(["MA", "A"], pile=0, round=6)
    assert choice("price_to_value", useless) == "1 fire 31"


def test_land_grabber_pays_for_the_card_whoever_builds_it() -> None:
    assert choice("land_grabber", naming(["A", "A"], [11])) == "1 name 11 20"
    state = play(naming(["A", "A"], [11]), "1 name 11 30").state
    assert choice("land_grabber", state) == "2 bid 31"  # a third of 95
    assert choice("land_grabber", play(state, "2 bid 38").state) == "1 pass"
    assert choice("land_grabber", begin(2)) == "1 hire apprentice"
    assert choice("land_grabber", naming(["A", "A"], [11], round=4)) == "1 name 11 20"
    assert (
        choice("land_grabber", naming(["A", "A"], [11], round=5)) == "1 pass"
    )  # too late to hire


def test_debt_averse_keeps_two_rounds_wages_and_repays_at_once() -> None:
    crew = ["AATT", "AATT"]  # 8 a round
    assert choice("debt_averse", naming(crew, [3], cash=[23, 40])) == "1 pass"
    assert choice("debt_averse", naming(crew, [3], cash=[24, 40])) == "1 name 3 8"
    owing = position(["A", "A"], loans=[(1, 1), (0, 0)])
    assert choice("debt_averse", owing) == "1 repay large"
    assert choice("debt_averse", replace(owing, phase="repay")) == "1 repay large"
    poor = position(["A", "A"], loans=[(1, 1), (0, 0)], cash=[20, 40])
    assert choice("debt_averse", poor) == "1 repay small"


def test_debt_averse_hires_nobody_whom_it_could_not_pay_for_long() -> None:
    rich = position(["A", "A"], holdings=[{5: ROOFLESS}, {}], round=5, cash=[40, 40])
    assert choice("price_to_value", rich).startswith("1 hire")
    assert choice("debt_averse", rich).startswith("1 hire")
    poor = position(["A", "A"], holdings=[{5: ROOFLESS}, {}], round=5, cash=[4, 40])
    assert choice("debt_averse", poor) == "1 fire 1"  # nor does it keep one who cannot work there


def test_opportunist_goes_hardly_above_the_cost() -> None:
    state = naming(["AATT", "AATT"], [3])
    assert choice("opportunist", state) == "1 name 3 8"
    low = play(state, "1 name 3 9").state
    assert choice("opportunist", low) == "2 bid 10"
    high = play(state, "1 name 3 10").state
    assert choice("opportunist", high) == "2 pass"


def test_opportunist_counts_the_money_on_a_contract() -> None:
    state = play(naming(["AATT", "AATT"], [], left_over=[3]), "1 name 3 13").state
    assert choice("opportunist", state) == "2 bid 14"


def test_opportunist_takes_no_bargain_that_it_cannot_build() -> None:
    assert choice("opportunist", naming(["A", "A"], [11])) == "1 pass"


# --- what all the thinking ones do alike --------------------------------------------------------


@pytest.mark.parametrize("strategy", THINKING)
def test_the_least_able_is_sent_away(strategy: str) -> None:
    state = play(position([[31, 16, 9, 1], "A"], phase="event"), "* event 11").state
    assert choice(strategy, state) == "1 choose 9"  # of two apprentices, the one with more flaws


@pytest.mark.parametrize("strategy", THINKING)
def test_the_loan_is_as_small_as_it_can_be(strategy: str) -> None:
    little = play(position(["MM", ""], phase="event", cash=[2, 40]), "* event 16").state
    assert choice(strategy, little) == "1 borrow small"
    much = play(position(["MM", ""], phase="event", cash=[1, 40]), "* event 16").state
    assert choice(strategy, much) == "1 borrow large"


@pytest.mark.parametrize("strategy", [name for name in THINKING if name != "debt_averse"])
def test_a_loan_is_repaid_when_the_next_wages_are_safe(strategy: str) -> None:
    owing = position(["MM", ""], phase="repay", loans=[(1, 0), (0, 0)], cash=[25, 40])
    assert choice(strategy, owing) == "1 repay small"
    owing = position(["MM", ""], phase="repay", loans=[(1, 0), (0, 0)], cash=[24, 40])
    assert choice(strategy, owing) == "1 pass"


@pytest.mark.parametrize("strategy", THINKING)
def test_the_most_urgent_contract_is_built_first(strategy: str) -> None:
    state = position(["AT", ""], phase="assign", holdings=[{4: (), 3: (1, 2, 3, 4, 5)}, {}])
    state = replace(state, builders=(state.builders[0], replace(state.builders[1], ready=True)))
    assert choice(strategy, state) == "1 assign 11 3.6"
    state = play(state, "1 assign 11 3.6").state
    assert choice(strategy, state) == "1 build"


# --- reading a view ---------------------------------------------------------------------------


def test_the_open_table_has_no_crew_to_think_with() -> None:
    with pytest.raises(ValueError, match="the open table"):
        fits_the_crew(MASTER_BUILDER.view(naming(2, [3]), None), 0)


def test_nothing_is_asked_where_chance_acts() -> None:
    state = position(["A", "A"], phase="event")
    assert reading.asked(seen(state)) == ""
    assert reading.carry_on(seen(state)) == Pass(0)


def test_income_ahead_is_what_a_crew_builds_in_the_rounds_left() -> None:
    for round_, income in ((6, 0), (5, 45)):
        state = position(["AATT", ""], holdings=[{3: ()}, {}], round=round_)
        held = state.builders[0].holdings
        assert reading.income_ahead(seen(state), (0, 0, 1, 1), held) == income + (
            5 if round_ == 6 else 0
        )  # four walls in one round leave two roofs: 45 - 40
    fair = position(["AA", ""], holdings=[{3: ()}, {}], round=6, rules=PRESETS["reviews"])
    held = fair.builders[0].holdings
    assert reading.income_ahead(seen(fair), (0, 0), held) == 45 - 4 * 9


def test_gain_is_what_a_contract_adds() -> None:
    state = naming(["AATT", "A"], [3], holdings=[{4: ()}, {}], round=5)
    # Two rounds are enough for either contract, but not for both.
    held = state.builders[0].holdings
    alone = reading.income_ahead(seen(state), (0, 0, 1, 1), held)
    assert alone == 50
    assert 0 <= reading.gain(seen(state), 3) < 45
    assert reading.labour(seen(state), 3) == 4 + 2 * 3


def test_the_richest_rival_is_one_that_may_bid() -> None:
    state = naming(3, [3, 4], cash=[40, 30, 20])
    assert reading.richest_rival(seen(state)) == 30
    assert reading.richest_rival(seen(replace(state, out=(1,)))) == 20
    closed = naming(3, [3, 4], cash=[9, 30, 20], round=1, holdings=[{5: (), 6: ()}, {}, {7: ()}])
    assert reading.richest_rival(seen(closed)) == 30
    assert reading.richest_rival(seen(closed, 1)) == 0


def test_the_plan_is_the_same_whatever_of_it_is_entered() -> None:
    state = position(["AATT", ""], phase="assign", holdings=[{3: ()}, {}])
    state = replace(state, builders=(state.builders[0], replace(state.builders[1], ready=True)))
    whole = reading.plan(seen(state))
    assert whole == (Job(1, 3, 1), Job(2, 3, 3), Job(11, 3, 2), Job(12, 3, 4))
    for job in whole:
        move = reading.next_job(seen(state))
        assert str(move) == f"1 assign {job.worker} 3.{job.section}"
        state = play(state, str(move)).state
    assert reading.next_job(seen(state)) == Build(0)


# --- against each other -----------------------------------------------------------------------


class Scores:
    """The results of strategies that met, each in each seat with the luck of each seed."""

    def __init__(self, kinds: list[str], seeds: int) -> None:
        self.cash, self.wins, self.won, self.borrowed = (Counter[str]() for _ in range(4))
        for seated, table in meetings("master_builder", kinds, seeds):
            first_place = MASTER_BUILDER.standing(table.state).ranking[0]
            for seat, kind in enumerate(seated):
                self.cash[kind] += table.state.builders[seat].cash
                self.wins[kind] += first_place == (seat,)
            for step in table.branch.steps:
                match step.event:
                    case ContractWon(seat=seat):
                        self.won[seated[seat]] += 1
                    case LoanTaken(seat=seat, amount=amount):
                        self.borrowed[seated[seat]] += amount


@pytest.mark.no_cover
@pytest.mark.thorough
@pytest.mark.parametrize("strategy", THINKING)
def test_whoever_thinks_beats_random(strategy: str) -> None:
    scores = Scores([strategy, "random_legal"], 15)
    assert scores.wins[strategy] >= 25
    assert scores.cash[strategy] > scores.cash["random_legal"] + 30 * 50


@pytest.mark.thorough
def test_each_does_what_it_is_named_for() -> None:
    kinds = ["land_grabber", "debt_averse", "price_to_value", "opportunist"]
    scores = Scores(kinds, 12)
    assert max(kinds, key=scores.won.__getitem__) == "land_grabber"
    assert max(kinds, key=scores.borrowed.__getitem__) == "land_grabber"
    assert min(kinds, key=scores.borrowed.__getitem__) == "debt_averse"
    assert 5 * scores.borrowed["debt_averse"] < scores.borrowed["land_grabber"]
    assert min(scores.cash.values()) >= 4 * 12 * 40  # none ends below its start
