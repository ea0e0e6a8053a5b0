"""From a position onwards: what each choice earns, and what it would have led to."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets import games, lab
from paydays_widgets.core.game import Complaint, Decide
from paydays_widgets.core.table import AnyTable, Player, Table
from paydays_widgets.games.auction_room import moves as auction_room
from paydays_widgets.games.auction_room.reading import own_value
from paydays_widgets.games.zahltag.moves import Bid
from paydays_widgets.lab import futures
from paydays_widgets.lab.decision import OF_A_KIND
from tests.markup import figures

STRATEGIES = {name: [*games.modules(name).bots.STRATEGIES] for name in games.names()}


def waiting(table: AnyTable) -> tuple[int, ...]:
    turn = table.turn
    return turn.seats if isinstance(turn, Decide) else ()


def a_table(name: str, *kinds: str, seed: int = 3) -> AnyTable:
    known = games.modules(name).bots.STRATEGIES
    return Table(
        games.load(name), [Player(kind, kind) for kind in kinds], seed=seed, strategies=known
    )


def at_decision(table: AnyTable, number: int = 12) -> AnyTable:
    """Step to a decision between several choices."""
    decisions = 0
    while decisions < number or len(table.game.legal(table.state, waiting(table)[0])) < 2:
        assert table.advance(), "the game ends first"
        while not waiting(table):
            assert table.advance(), "the game ends first"
        decisions += 1
    return table


def first_move(view: Any, _luck: int) -> Any:
    return view.legal[0]


@pytest.fixture(scope="module")
def bidding() -> AnyTable:
    """A table where seat 3 is to bid and can."""
    table = a_table("zahltag", "lean_crew", "hoarder", "undercutter", seed=5)
    while True:
        table.advance()
        bids = table.state.phase == "bid" and waiting(table)[:1] == (2,)
        if bids and len(table.game.legal(table.state, 2)) > 2:
            return table


def test_advice_compares_all_choices_with_the_same_luck(bidding: AnyTable) -> None:
    advice = lab.advise(bidding, games=3, seed=1)
    assert advice.seat == 2
    assert [each.move for each in advice.choices] == [*bidding.game.legal(bidding.state, 2)]
    best = advice.best
    assert best.behind.value == best.behind.low == best.behind.high == 0
    for each in advice.choices:
        assert each.behind.value == pytest.approx(each.money.value - best.money.value)
        assert 0 <= each.won.value <= 1
        assert each.money.n == 3
    assert figures(str(advice).splitlines()[-1]) == ["3", "1"]
    assert advice == lab.advise(bidding, games=3, seed=1)


def test_advice_does_not_depend_on_what_is_hidden(bidding: AnyTable) -> None:
    """The others' real hands and sealed bids make no difference."""
    engine, seat = bidding.game, 2
    past = [step.event for step in bidding.branch.steps[: bidding.at]]
    other = a_table("zahltag", "lean_crew", "hoarder", "undercutter", seed=5)
    other.go_to(0)
    while other.at < bidding.at:
        other.advance()
    step = other.branch.steps[other.at - 1]
    changed = engine.imagine(bidding.state, seat, past, iter(range(2**31, 2**32, 99_999_999)))
    changed = replace(changed, bids=bidding.state.bids)
    assert changed.firms != bidding.state.firms
    other.branch.steps[other.at - 1] = type(step)(step.event, changed)
    one, two = (lab.advise(each, games=20, seed=4) for each in (bidding, other))
    assert [each.money for each in one.choices] == [each.money for each in two.choices]


def test_advice_tells_what_each_bid_leads_to(bidding: AnyTable) -> None:
    advice = lab.advise(bidding, games=20, seed=1)
    assert re.search(r"\(.* to .*\)(  (lost|tied|won) \d+%)+\n", str(advice))
    passed, *bids = advice.choices
    assert {name: each.value for name, each in passed.led.items()} == {"lost": 1}
    for each in bids:
        assert sum(share.value for share in each.led.values()) == pytest.approx(1)
        assert set(each.led) <= {"won", "tied", "lost"}
    assert max(each.led["won"].value for each in bids if "won" in each.led) > 0
    wins = [each.led["lost"].value if "lost" in each.led else 0 for each in bids]
    assert wins == sorted(wins), "the lower a bid, the more often it wins"


@pytest.mark.parametrize("name", games.names())
@pytest.mark.thorough
def test_the_engine_counts_what_choices_lead_to_as_the_kernel_does(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = a_table(name, *STRATEGIES[name][:3])
    while not (at_stake(table) and len(table.game.legal(table.state, waiting(table)[0])) > 1):
        assert table.advance()
    compiled = lab.advise(table, games=2, seed=2)
    assert any(each.led for each in compiled.choices)
    monkeypatch.setattr(futures, "kernel", lambda _game: None)
    assert lab.advise(table, games=2, seed=2) == compiled


def at_stake(table: AnyTable) -> bool:
    stakes, turn = games.modules(table.game.id).stakes, table.turn
    return stakes is not None and isinstance(turn, Decide) and turn.prompt in stakes.PROMPTS


@pytest.mark.parametrize("name", games.names())
@pytest.mark.thorough
def test_the_kernel_and_the_engine_give_the_same_advice(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = at_decision(a_table(name, *STRATEGIES[name][1:4]))
    compiled = lab.advise(table, games=3, seed=2)
    monkeypatch.setattr(futures, "kernel", lambda _game: None)
    assert lab.advise(table, games=3, seed=2) == compiled


def test_a_position_without_secrets_stays_as_it_is() -> None:
    table = at_decision(a_table("zock", "cash_at_once", "optimal_stopper"))
    assert table.game.imagine(table.state, 0, (), iter(())) == table.state


def test_hidden_assignments_are_made_anew() -> None:
    table = a_table("master_builder", *STRATEGIES["master_builder"][1:4])
    while True:
        table.advance()
        state = table.state
        if state.phase == "assign" and waiting(table)[0] > 0 and state.builders[0].jobs:
            break
    (seat, *_) = waiting(table)
    imagined = table.game.imagine(state, seat, (), iter(()))
    assert imagined.builders[0].jobs == ()
    assert not imagined.builders[0].ready
    assert imagined.builders[seat] == state.builders[seat]
    turn = table.game.turn(imagined)
    assert isinstance(turn, Decide)
    assert 0 in turn.seats
    assert lab.advise(table, games=2, seed=1).games == 2


@pytest.mark.parametrize("name", games.names())
def test_a_replay_has_the_same_cards_and_opens(name: str) -> None:
    table = at_decision(a_table(name, *STRATEGIES[name][1:4]))
    before = table.branch.moves[: table.move_number]
    (seat, *_) = waiting(table)
    chosen = table.ask(seat, table.players[seat].kind)
    at = table.at
    table.play(chosen)
    table.go_to(at)
    found = lab.replay(table)
    usual = next(each for each in found.futures if each.move == chosen)
    while table.advance():
        pass
    assert usual.worth == tuple(
        table.game.sheet(table.state, each).counted for each in range(3)
    ), "the choice that was made leads to the game that was played"
    opened = found.open(found.futures.index(usual))
    assert opened.state == table.state
    other = found.open(0)
    assert other.branch.moves[: len(before)] == before
    assert other.branch.moves[len(before)] == found.futures[0].move


def test_people_are_played_by_whom_one_says() -> None:
    table = a_table("zahltag", "lean_crew", "hoarder")
    table.players = (Player("Anna"), table.players[1])
    while not isinstance(table.turn, Decide):
        table.advance()
    with pytest.raises(Complaint, match="say which strategy plays for Anna; known: random_legal"):
        lab.advise(table)
    assert lab.advise(table, persons="cost_plus", games=2, seed=1).setting.line_up == (
        "cost_plus",
        "hoarder",
    )
    with pytest.raises(Complaint, match="unknown strategy “x”"):
        lab.replay(table, persons="x")


def test_a_strategy_of_ones_own_plays_on() -> None:
    table = a_table("zahltag", "lean_crew", "hoarder")
    table.strategies = {**table.strategies, "mine": first_move}
    table.players = (Player("Anna"), table.players[1])
    while not isinstance(table.turn, Decide):
        table.advance()
    assert lab.replay(table, persons="mine").setting.guests == {"mine": first_move}
    assert lab.advise(table, persons="mine", games=1, seed=1).choices[0].money.n == 1


def test_progress_is_told(bidding: AnyTable) -> None:
    told: list[tuple[int, int]] = []
    lab.advise(bidding, games=2, tell=lambda *n: told.append(n))
    assert told == [(1, 2), (2, 2)]


def test_of_many_sums_some_are_compared() -> None:
    table = at_decision(a_table("auction_room", "truthful", "careful"))
    found = [each.move for each in lab.advise(table, games=2, seed=2).choices]
    sums = [each.amount for each in found if isinstance(each, auction_room.Bid)]
    worth = own_value(table.game.view(table.state, waiting(table)[0]))
    assert sums == sorted(sums)
    assert {0, worth, worth + 100, 10_000} <= {*sums}
    assert len(sums) <= OF_A_KIND
    assert [each for each in found if isinstance(each, auction_room.Pass)]


def test_what_cannot_be_asked_is_said(bidding: AnyTable) -> None:
    with pytest.raises(Complaint, match="nobody has to decide here"):
        lab.advise(a_table("zahltag", "lean_crew", "hoarder"))
    with pytest.raises(Complaint, match="at least one game"):
        lab.advise(bidding, games=0)
    with pytest.raises(Complaint, match="no choice 99: choose from 0 to"):
        lab.replay(bidding).open(99)


def test_bids_are_told_apart(bidding: AnyTable) -> None:
    moves = [each.move for each in lab.replay(bidding).futures]
    assert len({str(move) for move in moves}) == len(moves)
    assert all(isinstance(move, Bid) for move in moves)
