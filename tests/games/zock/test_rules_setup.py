"""What lies on the table at the start, and who may act at all."""

import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE, Chance, Decide
from paydays_widgets.games.zock import GAME, PRESETS, Rules
from paydays_widgets.games.zock.deck import default_deck
from paydays_widgets.games.zock.engine import ZOCK
from paydays_widgets.games.zock.events import TurnBegun
from paydays_widgets.games.zock.moves import Cash, Go, Roll, SendHome
from paydays_widgets.games.zock.state import ALL_HOME
from tests.games.zock.positions import legal, play, position, refused

KINDS: dict[str, type[Go | Cash | SendHome]] = {"Go": Go, "Cash": Cash, "SendHome": SendHome}


@pytest.mark.clause("ZK-players")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_zk_players_the_first_seat_starts_and_play_goes_round(seats: int) -> None:
    state = ZOCK.start(seats)
    assert ZOCK.turn(state) == Chance("roll", 1, 0)
    order = []
    for _ in range(seats + 1):
        order.append(state.active)
        state = play(state, "* roll 1").state
    assert order == [*range(seats), 0]


@pytest.mark.clause("ZK-players")
def test_zk_players_another_seat_may_be_chosen_to_start_and_then_ends_each_round() -> None:
    state = ZOCK.start(3, Rules(first=2))
    rounds = []
    for _ in range(6):
        rounds.append((state.active, state.round))
        state = play(state, "* roll 1").state
    assert rounds == [(2, 1), (0, 1), (1, 1), (2, 2), (0, 2), (1, 2)]


@pytest.mark.clause("ZK-players")
def test_zk_players_every_new_turn_is_told() -> None:
    begun = play(ZOCK.start(2), "* roll 1; * roll 1").all(TurnBegun)
    assert [(each.seat, each.turn, each.round) for each in begun] == [(1, 2, 1), (0, 3, 2)]
    assert {each.clause for each in begun} == {"ZK-players"}


@pytest.mark.clause("ZK-players")
@pytest.mark.parametrize("first", [-1, 2])
def test_zk_players_the_first_seat_is_one_of_the_seats(first: int) -> None:
    with pytest.raises(ValueError, match="cannot start: there are 2 seats"):
        ZOCK.start(2, Rules(first=first))


@pytest.mark.clause("ZK-players")
def test_zk_players_only_the_active_seat_acts() -> None:
    state = position("12 3 -", "12 3 -", "- - -", phase="move", die=4)
    assert refused(state, "2 go king").reason == "not_your_turn"
    assert refused(state, "2 go king").facts == {"seat": 1, "active": 0}
    assert refused(state, "4 go king").reason == "no_seat"
    assert refused(state, "* roll 3").reason == "not_chance"
    assert {move[0] for move in legal(state)} == {"1"}


@pytest.mark.clause("ZK-players")
@pytest.mark.parametrize(
    ("seats", "exits"), [(2, [0, 20]), (3, [0, 10, 20]), (4, [0, 10, 20, 30])]
)
def test_zk_players_two_seats_sit_opposite_each_other(seats: int, exits: list[int]) -> None:
    assert [default_deck().exit(seat, seats) for seat in range(seats)] == exits


@pytest.mark.clause("ZK-money")
@pytest.mark.parametrize(("seats", "bank"), [(2, 140_000), (3, 110_000), (4, 80_000)])
def test_zk_money_every_seat_has_30000_and_the_bank_what_is_left(seats: int, bank: int) -> None:
    state = ZOCK.start(seats)
    assert [side.money for side in state.sides] == [30_000] * seats
    assert [side.debt for side in state.sides] == [0] * seats
    assert state.bank == bank


@pytest.mark.clause("ZK-money")
def test_zk_money_the_banks_capital_is_a_setting() -> None:
    assert ZOCK.start(4, Rules(capital=0)).bank == 0
    assert ZOCK.start(4, Rules(capital=12_500)).bank == 12_500


@pytest.mark.clause("ZK-money")
@pytest.mark.parametrize("capital", [-500, 250])
def test_zk_money_the_capital_is_in_notes_of_500(capital: int) -> None:
    with pytest.raises(ValueError, match=r"the bank holds a multiple of 500 .* \(ZK-money\)"):
        ZOCK.start(2, Rules(capital=capital))


@pytest.mark.clause("ZK-pawns")
def test_zk_pawns_three_each_start_at_home() -> None:
    state = ZOCK.start(4)
    assert {side.pawns for side in state.sides} == {ALL_HOME}
    assert len(ALL_HOME) == 3


@pytest.mark.clause("ZK-pawns")
@pytest.mark.parametrize(
    ("phase", "verb"), [("move", "Go"), ("choose", "Cash"), ("foremost", "SendHome")]
)
def test_zk_pawns_there_is_no_other_pawn(phase: str, verb: str) -> None:
    state = position("12 12 -", "- - -", phase=phase, die=3)  # type: ignore[arg-type]
    move = KINDS[verb](0, "queen")  # type: ignore[arg-type]  # a foreign word
    refusal = ZOCK.refuse(state, move)
    assert refusal is not None
    assert (refusal.clause, refusal.reason, refusal.facts) == (
        "ZK-pawns",
        "no_pawn",
        {"pawn": "queen"},
    )


@pytest.mark.clause("ZK-roll")
def test_zk_roll_the_die_has_six_equal_faces() -> None:
    outcomes = ZOCK.outcomes(ZOCK.start(2))
    assert [(str(each.move), each.weight) for each in outcomes] == [
        (f"* roll {die}", 1) for die in range(1, 7)
    ]
    state = position("- - -", "- - -")
    assert refused(state, "1 throw").reason == "chance_acts"
    assert refused(state, "1 go king").clause == "ZK-roll"
    for die in (0, 7):
        refusal = ZOCK.refuse(state, Roll(CHANCE, die))
        assert refusal is not None
        assert refusal.reason == "cannot_come"


@pytest.mark.clause("ZK-roll")
def test_zk_roll_who_has_nothing_else_to_decide_rolls_at_once() -> None:
    assert ZOCK.turn(position("- - -", "- - -")) == Chance("roll", 10, 0)
    after = play(position("12 2 -", "- - -", active=1), "* roll 1").state
    assert ZOCK.turn(after) == Decide((0,), "choose", 11, 0)
    thrown = play(after, "1 throw")
    assert thrown.names == ("DieTaken",)
    assert ZOCK.turn(thrown.state) == Chance("roll", 11, 0)


@pytest.mark.clause("ZK-roll")
def test_zk_roll_a_pawn_goes_as_many_squares_as_the_die_shows() -> None:
    after = play(position("12 3 -", "- - -"), "* roll 5; 1 go a")
    assert after.pawns(0) == (12, 8, -1)
    assert after.state.active == 1


@pytest.mark.clause("ZK-roll")
def test_zk_roll_what_belongs_to_another_moment_is_refused() -> None:
    move = position("12 3 -", "- - -", phase="move", die=4)
    assert (refused(move, "1 throw").clause, refused(move, "1 throw").reason) == (
        "ZK-choose",
        "wrong_phase",
    )
    choose = position("12 3 -", "- - -", phase="choose")
    assert refused(choose, "1 go a").facts == {"move": "go", "prompt": "choose"}
    foremost = position("12 12 -", "- - -", phase="foremost", die=1)
    assert refused(foremost, "1 cash a").clause == "ZK-one"


def test_the_presets_are_those_of_the_game() -> None:
    assert PRESETS["teaching"] == Rules()
    assert PRESETS["french"] == Rules(
        cash="after_roll", king_first="freeze_circuit_pawns", lap="circle", bank_short="lends_rest"
    )
    assert GAME is ZOCK


def test_nothing_is_hidden() -> None:
    state = position("12 3 -", "5 - -", phase="move", die=4)
    open_table = ZOCK.view(state, None)
    for seat in range(2):
        view = ZOCK.view(state, seat)
        assert replace(view, seat=None, legal=()) == open_table
        for step in ZOCK.unfold(state, ZOCK.read("1 go a")):
            assert ZOCK.witness(step.event, seat) == step.event
