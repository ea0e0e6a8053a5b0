"""A table: playing, walking the history event by event, branching, and asking strategies."""

from typing import Any

import pytest

from paydays_widgets.core.chance import Lane, SeededDealer
from paydays_widgets.core.game import (
    CHANCE,
    Complaint,
    Decide,
    IllegalMove,
    Move,
    Over,
    Settling,
    StaleMove,
)
from paydays_widgets.core.notation import NotationError
from paydays_widgets.core.record import dumps, loads
from paydays_widgets.core.strategy import StrategyError
from paydays_widgets.core.table import Player, Table, letter
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from paydays_widgets.games.zahltag.events import (
    BidSealed,
    BidsRevealed,
    CardDealt,
    ContractTurnedUp,
    EquipmentKept,
    StacksSorted,
    TurnBegun,
)
from paydays_widgets.games.zahltag.moves import KINDS, Bid, Deal, Keep, Take
from paydays_widgets.games.zahltag.rules import PRESETS, Rules
from tests.core.tables import STRATEGIES, AnyTable, begun, dealt, play, still, table


def names(on: AnyTable) -> list[str]:
    return [type(step.event).__name__ for step in on.branch.steps]


def event(on: AnyTable) -> type:
    """Return the type of the event just before the cursor."""
    return type(on.event)


# --- set-up -----------------------------------------------------------------------------------


def test_a_new_table_stands_at_the_start() -> None:
    on = table()
    assert (on.at, on.move_number, on.event, on.newest) == (0, 0, None, True)
    assert on.state == on.start == ZAHLTAG.start(2)
    assert on.rules == PRESETS["teaching"]
    assert on.deck == ZAHLTAG.deck()
    assert not on.can_undo()
    assert on.waiting() == ()


def test_rules_and_deck_can_be_chosen() -> None:
    players = [Player("Anna"), Player("Ben")]
    on = Table(ZAHLTAG, players, rules=PRESETS["fr"], deck=ZAHLTAG.deck(), seed=3)
    assert on.state.rules == PRESETS["fr"]
    assert on.players == tuple(players)


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(ValueError, match=r"[Ss]eat 2 .*genius.*human, any_legal"):
        table("human", "genius")


@pytest.mark.parametrize("seats", [1, 5])
def test_a_wrong_number_of_seats_is_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2–4 seats"):
        table(*["human"] * seats)


# --- playing ----------------------------------------------------------------------------------


def test_a_move_is_played_to_its_end() -> None:
    on = play(dealt(), "1 keep")
    assert on.newest
    assert event(on) is EquipmentKept
    assert on.move_number == 15


def test_a_move_can_be_stopped_after_its_first_event() -> None:
    on = play(begun(), "1 keep; * turn 1; 1 bid 00")
    on.play(Bid(1, 0), through=False)
    assert event(on) is BidSealed
    assert on.turn == Settling(1)
    assert not on.newest
    number = on.move_number
    assert on.advance()
    assert event(on) is BidsRevealed
    assert on.move_number == number


def test_an_illegal_move_leaves_the_table_as_it_was() -> None:
    on = begun()
    before = (on.at, [*on.branch.moves], on.state)
    with pytest.raises(IllegalMove, match="2 keep: refused by ZT-turn-end, not_your_turn"):
        play(on, "2 keep")
    assert (on.at, on.branch.moves, on.state) == before
    assert len(on.branches) == 1


@pytest.mark.parametrize(
    "move",
    [
        Bid(0, 2.0),  # type: ignore[arg-type]
        Bid(0, amount=True),
        Bid(0, -1),
        Take(0, "shovel"),  # type: ignore[arg-type]
        Deal(0, "crane"),
        Keep(-1),
    ],
    ids=repr,
)
def test_what_a_struct_holds_but_no_notation_says_is_refused(move: Move) -> None:
    on = play(begun(), "1 keep; * turn 1")
    before = on.at
    with pytest.raises(NotationError):
        on.play(move)
    assert on.at == before


def test_what_is_played_is_what_its_notation_says() -> None:
    class Amount(int):
        """A whole number of another type, such as array libraries have."""

    on = play(begun(), "1 keep; * turn 1")
    on.play(Bid(0, Amount(0)))
    assert type(on.branch.moves[-1].amount) is int


def test_nothing_is_played_inside_a_move() -> None:
    on = play(begun(), "1 keep; * turn 1; 1 bid 00")
    on.play(Bid(1, 0), through=False)
    with pytest.raises(StaleMove, match="still being carried out"):
        play(on, "2 keep")


def test_humans_are_waited_for() -> None:
    on = dealt("human", "still", "human")
    assert on.waiting() == (0,)
    assert not on.advance()
    play(on, "1 keep")
    assert on.waiting() == ()
    assert on.advance()
    assert on.branch.moves[-1] == Keep(1)
    assert on.waiting() == (2,)


def test_bots_bid_before_the_humans_that_are_waited_for() -> None:
    on = dealt("human", "still", "still")
    while not (isinstance(on.turn, Decide) and on.turn.prompt == "bid"):
        if not on.advance():
            play(on, "1 keep")
    assert on.waiting() == (0,)
    assert on.advance()
    assert on.advance()
    assert on.waiting() == (0,)
    assert not on.advance()


def test_bots_alone_play_to_the_end() -> None:
    on = table("any_legal", "any_legal", "any_legal", seed=5)
    steps = 0
    while on.advance():
        steps += 1
    assert isinstance(on.turn, Over)
    assert steps == on.at - 21  # the deal's 22 steps are one


def test_on_a_copy_one_plays_alone() -> None:
    one = table("any_legal", "any_legal", "any_legal", seed=5)
    one.advance()
    at, moves = one.at, [*one.branch.moves]
    seen: list[int] = []
    one.watch(lambda: seen.append(one.at))
    other = one.copied()
    other.dealer.wish = "x"
    while other.advance():
        pass
    assert (one.at, one.branch.moves, one.dealer.wish, seen) == (at, moves, None, [])
    while one.advance():
        pass
    assert other.branch.moves == one.branch.moves
    assert other.state == one.state


def test_the_same_seed_brings_the_same_game() -> None:
    first, second, other = (table("any_legal", "any_legal", seed=seed) for seed in (5, 5, 6))
    for on in (first, second, other):
        while on.advance():
            pass
    assert first.branch.steps == second.branch.steps != other.branch.steps


# --- the deal is folded -----------------------------------------------------------------------


def test_a_deal_is_walked_in_one_go() -> None:
    on = table()
    assert on.advance()
    assert names(on) == ["CardDealt"] * 14 + ["StacksSorted"]
    assert event(on) is StacksSorted
    assert on.newest


def test_a_deal_in_the_history_is_walked_in_one_go_too() -> None:
    on = play(dealt(), "1 keep")
    on.go_to(0)
    assert on.advance()
    assert on.at == 15
    assert on.advance()
    assert on.at == 16


def test_a_deal_that_was_begun_by_hand_is_gone_on_with() -> None:
    on = play(table(), "* deal crane; * deal crane")
    assert event(on) is CardDealt
    assert on.advance()
    assert on.at == 15
    assert on.branch.moves[:2] == [Deal(-1, "crane")] * 2


def test_the_middle_of_a_deal_is_gone_on_from() -> None:
    on = dealt()
    on.go_to(5)
    assert on.advance()
    assert on.at == 15


# --- walking ----------------------------------------------------------------------------------


def test_one_event_at_a_time() -> None:
    on = play(begun(), "1 keep; * turn 1; 1 bid 00; 2 bid 00")
    end = on.at
    on.go_to(end - 5)
    seen = []
    while not on.newest:
        assert on.advance()
        seen.append(type(on.event).__name__)
    assert seen == [
        "BidSealed",
        "BidsRevealed",
        "ContractUnawarded",
        "BidCardsReturned",
        "TurnBegun",
    ]
    assert on.at == end


@pytest.mark.parametrize("at", [-1, 1])
def test_there_is_nothing_before_the_start_or_after_the_end(at: int) -> None:
    on = begun()
    with pytest.raises(Complaint, match=r"there is no step -?\d+: choose from 0 to 22"):
        on.go_to(at if at < 0 else len(on.branch.steps) + at)


def test_undo_takes_back_a_move_and_redo_plays_it_again() -> None:
    on = play(begun(), "1 keep; * turn 1; 1 bid 00; 2 bid 00")
    end = on.at
    on.undo()
    assert event(on) is BidSealed
    assert on.at == end - 5
    on.undo()
    assert event(on) is ContractTurnedUp
    on.redo()
    on.redo()
    assert on.at == end
    with pytest.raises(Complaint, match="no move to play again"):
        on.redo()


def test_undo_inside_a_move_goes_back_to_its_beginning_and_redo_to_its_end() -> None:
    on = play(begun(), "1 keep; * turn 1; 1 bid 00; 2 bid 00")
    end = on.at
    on.go_to(end - 2)
    on.undo()
    assert on.at == end - 5
    on.go_to(end - 2)
    on.redo()
    assert on.at == end


def test_undo_reaches_the_start_and_no_further() -> None:
    on = play(table(), "* deal crane")
    on.undo()
    assert on.at == 0
    assert not on.can_undo()
    with pytest.raises(Complaint, match="no move to take back"):
        on.undo()


def test_chance_may_be_kept_from_being_taken_back() -> None:
    on = play(begun(undo_chance=False), "1 keep; * turn 1; 1 bid 00")
    on.undo()
    assert event(on) is ContractTurnedUp
    assert not on.can_undo()
    with pytest.raises(Complaint, match="no move to take back"):
        on.undo()
    assert event(on) is ContractTurnedUp


def test_a_deal_is_taken_back_and_played_again_as_a_whole() -> None:
    on = dealt()
    assert len(on.branch.moves) == 14
    on.undo()
    assert (on.at, on.newest) == (0, False)
    on.redo()
    assert on.newest
    on.go_to(3)
    on.redo()
    assert on.newest


def test_what_chance_did_cannot_be_played_away_where_it_is_not_taken_back() -> None:
    on = play(begun(undo_chance=False), "1 keep; * turn 1; 1 bid 00; 2 bid 00")
    on.go_to(on.branch.ends[-5])
    before = (on.at, len(on.branches))
    with pytest.raises(Complaint, match="stays as it is"):
        play(on, "1 take crane")
    assert (on.at, len(on.branches)) == before
    on.go_to(on.branch.ends[-2])
    play(on, "2 bid 00")
    assert len(on.branches) == 1


# --- branches ---------------------------------------------------------------------------------


def test_a_move_that_another_branch_went_on_with_leads_to_that_branch() -> None:
    on = play(begun(), "1 keep; * turn 1; 1 bid 00")
    on.go_to(on.branch.ends[-4])
    kind = KINDS[[bool(n) for n in on.state.firms[0].hand].index(True)]
    play(on, f"1 discard {kind}")
    assert (on.current, len(on.branches)) == (1, 2)
    on.undo()
    play(on, "1 keep")
    assert (on.current, len(on.branches)) == (0, 2)
    assert not on.newest


def test_branches_that_are_not_there_are_not_compared() -> None:
    with pytest.raises(Complaint, match="there is no branch 4: choose from 1 to 1"):
        begun().compare(0, 3)


def test_the_same_move_again_is_no_branch() -> None:
    on = play(begun(), "1 keep; * turn 1; 1 bid 00; 2 bid 00")
    end = on.at
    on.undo()
    on.undo()
    play(on, "1 bid 00")
    assert len(on.branches) == 1
    on.play(Bid(1, 0), through=False)
    assert (len(on.branches), on.at) == (1, end - 4)
    play_end = on.branch.ends[-1]
    on.undo()
    play(on, "2 bid 00")
    assert (len(on.branches), on.at) == (1, play_end)


def test_another_move_while_the_cursor_is_back_is_a_branch() -> None:
    on = play(begun(), "1 keep; * turn 1; 1 bid 00; 2 bid 00")
    moves, steps = [*on.branch.moves], [*on.branch.steps]
    on.undo()
    on.undo()
    on.undo()
    play(on, "* turn payday")
    assert [branch.name for branch in on.branches] == ["A", "B"]
    assert (on.branch.parent, on.branch.shared) == (0, 21)
    assert on.branch.moves == [*moves[:21], ZAHLTAG.read("* turn payday")]
    assert on.branch.steps[:23] == steps[:23]
    assert len(on.branch.dealt) == len(on.branch.steps)
    assert on.newest
    assert on.branches[0].moves == moves
    assert on.branches[0].steps == steps


def test_an_illegal_move_while_the_cursor_is_back_makes_no_branch() -> None:
    on = play(begun(), "1 keep; * turn 1")
    on.undo()
    with pytest.raises(IllegalMove):
        play(on, "1 keep")
    assert len(on.branches) == 1


def test_branches_of_branches_and_switching_between_them() -> None:
    on = play(begun(), "1 keep")
    on.undo()
    play(on, first_discard(on))
    play(on, "* turn 2")
    on.undo()
    play(on, "* turn 3")
    assert [(branch.name, branch.parent, branch.shared) for branch in on.branches] == [
        ("A", None, 0),
        ("B", 0, 20),
        ("C", 1, 21),
    ]
    on.switch(0)
    assert on.branch.name == "A"
    assert event(on) is EquipmentKept
    for number in (-1, 3):
        with pytest.raises(
            Complaint, match=rf"there is no branch {number + 1}: choose from 1 to 3"
        ):
            on.switch(number)


def first_discard(on: AnyTable) -> str:
    return next(text for text in map(str, ZAHLTAG.legal(on.state, 0)) if "discard" in text)


def passing(on: AnyTable) -> None:
    """Play to the end, with everyone keeping and passing."""
    while not isinstance(on.turn, Over):
        if not on.advance():
            seat = on.waiting()[0]
            on.play(still(ZAHLTAG.view(on.state, seat), 0))


def test_two_branches_meet_the_same_luck() -> None:
    on = begun()
    there = on.at
    passing(on)
    on.go_to(there)
    play(on, first_discard(on))
    passing(on)
    one, two = (
        [str(move) for move in branch.moves if move.by == CHANCE] for branch in on.branches
    )
    assert len(on.branches) == 2
    assert one == two


def feasible(on: AnyTable, seat: int) -> int:
    """Return the number of a contract that a seat has the equipment for."""
    hand = on.state.firms[seat].hand
    return next(
        number
        for number, needs in enumerate(on.deck.contracts, 1)
        if all(has >= need for has, need in zip(hand, needs, strict=True))
    )


def test_branches_are_compared_at_the_last_turn_that_both_have_completed() -> None:
    on = begun()
    play(on, f"1 keep; * turn {feasible(on, 0)}; 2 bid 00; 1 bid 5")
    on.undo()
    play(on, "1 bid 8")
    compared = on.compare(0, 1)
    assert (compared.shared, compared.turn) == (len(on.branch.moves) - 1, 1)
    assert compared.first == {"cash:1": 25, "cash:2": 20}
    assert compared.second == {"cash:1": 28, "cash:2": 20}


def test_what_a_branch_earned_later_does_not_count() -> None:
    on = begun()
    play(on, f"1 keep; * turn {feasible(on, 0)}; 2 bid 00; 1 bid 5")
    on.undo()
    play(on, "1 bid 8; 2 keep; * turn payday; 1 keep")
    assert on.state.firms[1].money < 20
    assert on.compare(0, 1).second == {"cash:1": 28, "cash:2": 20}
    play(on, "* turn 30; 1 bid 00; 2 bid 00; 2 keep; * turn payday")
    compared = on.compare(1, 0)
    assert compared.turn == 1
    assert sum(compared.first.values()) > sum(ZAHLTAG.books(on.state).values())


def test_a_turns_last_move_counts_for_that_turn() -> None:
    """The payday ends a turn in the same move that begins the next one."""
    on = begun()
    play(on, first_discard(on), "* turn payday")
    on.undo()
    play(on, "* turn 1")
    assert on.compare(0, 1).turn == 0  # the other branch is in the middle of its turn
    play(on, "1 bid 00; 2 bid 00")
    compared = on.compare(0, 1)
    assert compared.turn == 1
    assert compared.first == {"cash:1": 20, "cash:2": 19}
    assert compared.second == {"cash:1": 20, "cash:2": 20}


def test_a_finished_game_counts_its_last_turn() -> None:
    on = dealt("still", "still")
    while on.advance():
        pass
    assert on.compare(0, 0).turn == on.turn.turn
    assert on.compare(0, 0).first == ZAHLTAG.books(on.state)


def test_compare_at_the_start_is_empty_handed() -> None:
    on = table()
    assert on.compare(0, 0).first == {"cash:1": 20, "cash:2": 20}
    assert on.compare(0, 0).turn == 0


@pytest.mark.parametrize(
    ("number", "name"),
    [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")],
)
def test_branches_have_letters(number: int, name: str) -> None:
    assert letter(number) == name


# --- what a notebook's code may give ----------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ({"players": ["Anna", "Ben"]}, "seat 1 must have a Player, .* not 'Anna'"),
        ({"players": []}, "2–4 seats, not 0"),
        ({"seed": "abc"}, "the seed must be a whole number of at most 100 digits, not 'abc'"),
        ({"seed": 1.5}, "the seed must be a whole number of at most 100 digits, not 1.5"),
        ({"seed": 10**100}, "at most 100 digits, not 1000"),
        ({"players": [Player("x" * 201), Player("Ben")]}, "a name has at most 200 characters"),
        ({"seed": True}, "the seed must be a whole number of at most 100 digits, not True"),
        ({"rules": {"adjust": "one_round"}}, "rules: give Rules, not {'adjust'"),
        ({"rules": Rules(adjust="foo")}, "rules: Invalid enum value 'foo'"),  # type: ignore[arg-type]
        ({"deck": "mine.toml"}, "deck: give Deck, not 'mine.toml'"),
        ({"strategies": {"human": still}}, "stands for a person"),
    ],
)
def test_what_no_game_could_be_played_with_is_refused(given: dict[str, Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        Table(ZAHLTAG, **{"players": [Player("Anna"), Player("Ben")], **given})


# --- strategies -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strategy", "match"),
    [
        ("failing", r"failing.* failed on seat 2: RuntimeError\('no idea on seat 1"),
        ("silent", r"silent.* gave back no move for seat 2; .* “return”"),
        ("meddling", r"meddling.* must give back a move for seat 2; it gave Bid\(by=0"),
        ("greedy", r"greedy.* chose Bid\(by=1, amount=77\), which rule ZT-adjust forbids"),
        ("half", r"half.* gave back Bid\(by=1, amount=2.5\), which is not a move of this game"),
    ],
)
def test_a_strategy_that_fails_is_named_and_the_table_is_as_it_was(
    strategy: str, match: str
) -> None:
    on = play(dealt("human", strategy), "1 keep")
    before = (on.at, [*on.branch.moves], on.state)
    with pytest.raises(StrategyError, match=match):
        on.advance()
    assert (on.at, on.branch.moves, on.state) == before


def test_any_strategy_can_be_asked_for_advice_and_nothing_is_played() -> None:
    on = dealt("human", "human")
    at = on.at
    assert on.ask(0, "still") == Keep(0)
    assert on.at == at
    with pytest.raises(StrategyError, match="seat 2 has nothing to decide now"):
        on.ask(1, "still")
    with pytest.raises(StrategyError, match=r"genius.* failed on seat 1: KeyError"):
        on.ask(0, "genius")
    with pytest.raises(StrategyError, match="nothing to decide"):
        table().ask(0, "still")


def test_a_strategy_sees_its_own_view_and_its_own_luck() -> None:
    seen = []

    def spying(view: object, luck: int) -> Keep:
        seen.append((view, luck))
        return Keep(0)

    on = Table(
        ZAHLTAG,
        [Player("A", "spy"), Player("B")],
        seed=9,
        strategies={"spy": spying, **STRATEGIES},
    )
    on.advance()
    before = on.state
    on.advance()
    luck = SeededDealer(9).luck(Lane(0, "adjust 1", 0))
    assert seen == [(ZAHLTAG.view(before, 0), luck)]


def test_the_teacher_sets_what_comes_next() -> None:
    on = begun()
    on.dealer.wish = ZAHLTAG.read("* turn payday")
    play(on, "1 keep")
    on.advance()
    assert str(on.branch.moves[-1]) == "* turn payday"
    assert on.dealer.wish is None


# --- watchers ---------------------------------------------------------------------------------


def test_watchers_are_told_of_every_change_until_they_end() -> None:
    on = table()
    seen: list[int] = []
    end = on.watch(lambda: seen.append(on.at))
    on.advance()
    play(on, "1 keep")
    on.undo()
    on.redo()
    on.go_to(3)
    on.switch(0)
    assert seen == [15, 16, 15, 16, 3, 16]
    end()
    end()
    on.undo()
    assert len(seen) == 6


def test_a_watcher_may_end_itself_and_another_while_it_is_told() -> None:
    on = table()
    told = []

    def both() -> None:
        told.append("first")
        end_first()
        end_second()

    end_first = on.watch(both)
    end_second = on.watch(lambda: told.append("second"))
    on.advance()
    play(on, "1 keep")
    assert told == ["first", "second"]


def test_a_refused_move_tells_nobody() -> None:
    on = begun()
    on.watch(lambda: pytest.fail("nothing has changed"))
    with pytest.raises(IllegalMove):
        play(on, "2 keep")
    assert event(on) is TurnBegun


# --- bounds -----------------------------------------------------------------------------------


def test_a_game_has_a_largest_number_of_branches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paydays_widgets.core.table.MOST_BRANCHES", 2)
    on = play(begun(seed=3), "1 keep; * turn 1; 1 bid 00")
    on.undo()
    play(on, "2 bid 00")
    on.undo()
    with pytest.raises(Complaint, match="2 branches, and there can be no more"):
        play(on, "1 bid 5")
    assert len(on.branches) == 2
    play(on, "1 bid 00")  # a branch that is there can be walked
    assert loads(dumps(on), ZAHLTAG, STRATEGIES).current == on.current


def test_a_game_has_a_largest_number_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    on = play(begun(seed=3), "1 keep; * turn 1; 1 bid 00")
    most = len(on.branch.moves)
    monkeypatch.setattr("paydays_widgets.core.table.MOST_MOVES", most)
    with pytest.raises(Complaint, match=f"{most} moves in all its branches"):
        play(on, "2 bid 00")
    on.undo()
    with pytest.raises(Complaint, match="start a new game"):  # a branch would hold them again
        play(on, "2 bid 00")
    assert (len(on.branches), len(on.branch.moves)) == (1, most)


def test_bots_too_stop_at_the_largest_number_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    on = dealt("still", "still")
    monkeypatch.setattr("paydays_widgets.core.table.MOST_MOVES", len(on.branch.moves) + 1)
    assert on.advance()
    with pytest.raises(Complaint, match="there can be no more"):
        on.advance()
