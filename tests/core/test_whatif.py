"""A game replayed with one decision changed."""

import pytest

from paydays_widgets import games
from paydays_widgets.core.game import CHANCE, Complaint, IllegalMove, Over
from paydays_widgets.core.table import HUMAN, AnyTable, Player, Table
from paydays_widgets.core.whatif import retell

PAY_DAY = games.load("pay_day")
BOTS = games.modules("pay_day").bots.STRATEGIES


def begun(*kinds: str, months: int = 2, **how: bool) -> AnyTable:
    players = [Player(name, kind) for name, kind in zip("AB", kinds, strict=True)]
    rules = PAY_DAY.rules_type(months=months)
    return Table(PAY_DAY, players, rules=rules, strategies=BOTS, seed=7, **how)


def play(table: AnyTable, script: str) -> AnyTable:
    for move in script.split(";"):
        table.play(PAY_DAY.read(move))
    return table


def number_of(table: AnyTable, notation: str) -> int:
    return [str(move) for move in table.branch.moves].index(notation)


def instead(table: AnyTable, old: str, new: str) -> int:
    return retell(table, number_of(table, old), PAY_DAY.read(new), "no_debt")


def written(table: AnyTable, number: int) -> list[str]:
    return [str(move) for move in table.branches[number].moves]


BOUGHT = "* roll 4;* deal 5;1 buy;* roll 1;* roll 5;* roll 1;* mail 44;* roll 5;1 sell 5;* roll 6"


def test_what_can_stay_stays_and_the_stand_in_decides_the_rest() -> None:
    table = play(begun(HUMAN, HUMAN), BOUGHT)
    other = instead(table, "1 buy", "1 pass")
    assert written(table, other) == [
        "* roll 4",
        "* deal 5",
        "1 pass",
        "* roll 1",
        "* mail 44",
        "* roll 5",
        "* roll 6",
    ]
    assert table.current == other
    compared = table.compare(0, other)
    assert compared.first["cash:1"] - compared.second["cash:1"] == 600 - 300
    assert compared.turn == 4


def test_a_decision_that_nobody_made_is_made_by_the_stand_in() -> None:
    left = BOUGHT.replace("1 buy;* roll 1;* roll 5", "1 pass").replace("1 sell 5;", "")
    table = play(begun(HUMAN, HUMAN), left)
    other = instead(table, "1 pass", "1 buy")
    told = written(table, other)
    assert told[:3] == ["* roll 4", "* deal 5", "1 buy"]
    assert "1 sell 5" in told, "the buyer on day 9 is new to this branch"
    assert told[-1] == "* roll 6"


def test_it_goes_no_farther_than_the_other_branch() -> None:
    for moves in range(3, len(BOUGHT.split(";")) + 1):
        table = play(begun(HUMAN, HUMAN), ";".join(BOUGHT.split(";")[:moves]))
        other = instead(table, "1 buy", "1 pass")
        ends = [table.game.turn(table.branches[n].steps[-1].state).turn for n in (0, other)]
        assert ends[1] <= ends[0] + 1


def test_a_game_that_is_over_is_told_to_its_end_with_bots_that_think_anew() -> None:
    table = begun("leverage_every_deal", "saver")
    while table.advance():
        pass
    bought = number_of(table, "1 buy")
    other = retell(table, bought, PAY_DAY.read("1 pass"), "no_debt")
    assert isinstance(table.turn, Over)
    rolls = [
        [str(move) for move in table.branches[n].moves[:bought] if move.by == CHANCE]
        for n in (0, other)
    ]
    assert rolls[0] == rolls[1]


def test_the_same_question_again_is_the_same_branch() -> None:
    table = play(begun(HUMAN, HUMAN), BOUGHT)
    other = instead(table, "1 buy", "1 pass")
    table.switch(0)
    assert instead(table, "1 buy", "1 pass") == other
    assert len(table.branches) == 2


def test_another_throw_can_be_asked_for_too() -> None:
    table = play(begun(HUMAN, HUMAN), BOUGHT)
    other = retell(table, 0, PAY_DAY.read("* roll 2"), "no_debt")
    assert table.branches[other].shared == 0
    assert table.state.households[0].cash >= 325 + 500


def test_what_is_not_legal_there_makes_no_branch() -> None:
    table = play(begun(HUMAN, HUMAN), BOUGHT)
    with pytest.raises(IllegalMove):
        instead(table, "1 buy", "1 sell 5")
    assert len(table.branches) == 1


def test_chance_that_is_not_taken_back_is_not_told_again() -> None:
    table = play(begun(HUMAN, HUMAN, undo_chance=False), BOUGHT)
    with pytest.raises(Complaint, match="stays as it is"):
        instead(table, "1 buy", "1 pass")
