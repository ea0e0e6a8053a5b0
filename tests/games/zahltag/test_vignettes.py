"""The answer of every vignette, played out."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.chance import probability
from paydays_widgets.core.game import CHANCE, Decide, IllegalMove
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.games.zahltag import bots, reading
from paydays_widgets.games.zahltag.deck import default_deck
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from paydays_widgets.games.zahltag.events import (
    ContractAwarded,
    ContractShared,
    ContractUnawarded,
    FinePaid,
    GameEnded,
    IdleEquipmentPaid,
    PaydayForced,
    PaydayPutBack,
    PaydayTurnedUp,
    SeatOut,
)
from paydays_widgets.games.zahltag.moves import Bid, Keep, TurnUp
from paydays_widgets.show.vignette import Vignette
from tests.games import playing
from tests.games.zahltag.positions import cards

VIGNETTES = games.modules("zahltag").vignettes


class Course(playing.Course):
    """A course that plays chance's part itself if the script leaves it out."""

    def __init__(self, vignette: Vignette | str, *script: str) -> None:
        super().__init__("zahltag", vignette)
        self.follow(*script)

    def follow(self, *script: str) -> None:
        """Play moves; before people decide, and at the end, play what chance has to do."""
        for move in script:
            if not move.startswith("*"):
                self.chance()
            self.play(move)
        self.chance()

    def chance(self) -> None:
        while not isinstance(self.table.turn, Decide) and self.table.advance():
            pass

    @property
    def money(self) -> list[int]:
        return [firm.money for firm in self.state.firms]

    @property
    def hands(self) -> list[int]:
        return [sum(firm.hand) for firm in self.state.firms]

    @property
    def dues(self) -> tuple[int | None, ...]:
        """What the seats owe on the first payday."""
        return self.of(IdleEquipmentPaid)[0].dues


def changes(course: Course) -> list[str]:
    return [str(move) for move in ZAHLTAG.legal(course.state, 0)]


@pytest.mark.clause("ZT-4-tie", "ZT-4-award")
def test_the_answer_of_a_tie_at_one() -> None:
    tied = Course("tie-at-one", "1 bid 1")
    assert tied.kinds.count(ContractShared) == 2
    assert tied.money == [19, 19, 20]
    for move in ("1 bid 00", "1 bid 2", "1 bid 8"):
        alone = Course("tie-at-one", move)
        assert ContractAwarded in alone.kinds
        assert alone.money == [20, 21, 20]
    chloe = Course("tie-at-one").state.firms[2]
    assert chloe.hand[0] == 0


@pytest.mark.clause("ZT-3-repeat")
def test_the_answer_of_two_paydays_in_a_row() -> None:
    start = Course("payday-twice")
    assert start.money == [20, 20, 18]
    assert start.hands == [7, 7, 9]
    after = Course("payday-twice", "3 keep")
    put_back = after.kinds.index(PaydayPutBack)
    assert IdleEquipmentPaid not in after.kinds[put_back:]
    assert after.money == start.money
    assert after.state.offer
    after.follow("1 bid 00", "2 bid 00", "3 bid 00")
    table = after.table
    assert (after.state.turn, after.state.active) == (4, 0)
    table.play(ZAHLTAG.read("1 keep"))
    payday = TurnUp(CHANCE, 0)
    first = probability(ZAHLTAG.outcomes(table.state), payday)
    assert first == Fraction(5, 35)
    contract = ZAHLTAG.outcomes(table.state)[-1].move
    table.play(contract)
    after.follow("1 bid 00", "2 bid 00", "3 bid 00")
    assert (after.state.turn, after.state.active) == (5, 1)
    table.play(ZAHLTAG.read("2 keep"))
    second = probability(ZAHLTAG.outcomes(table.state), payday)
    assert second == Fraction(5, 34)
    assert round(float(first + (1 - first) * second), 2) == 0.27
    contracts = default_deck().contracts
    assert (sum(each[0] > 0 for each in contracts), len(contracts)) == (21, 32)
    assert start.state.firms[2].hand[0] == 2


@pytest.mark.clause("ZT-3-forced", "ZT-4-payday")
@pytest.mark.parametrize(
    ("move", "dues"),
    [
        ("1 keep", (2, 1, 0)),
        ("1 discard worker", (1, 1, 0)),
        ("1 take crane", (3, 1, 0)),
        ("1 exchange worker crane", (2, 1, 0)),
    ],
)
def test_the_answer_of_the_ninth_contract_in_a_row(
    move: str, dues: tuple[int | None, ...]
) -> None:
    assert Course("ninth-contract").hands == [8, 7, 6]
    assert len(Course("ninth-contract").state.since) == 9
    after = Course("ninth-contract", move)
    assert PaydayForced in after.kinds
    assert after.dues == dues


@pytest.mark.clause("ZT-4-payday", "ZT-3-first")
@pytest.mark.parametrize(
    ("move", "dues"),
    [("1 keep", (0, 1, 3, 5)), ("1 discard crane", (0, 2, 4, 6)), ("1 take crane", (0, 0, 2, 4))],
)
def test_the_answer_of_the_smallest_hand(move: str, dues: tuple[int | None, ...]) -> None:
    assert Course("smallest-hand").hands == [4, 5, 7, 9]
    after = Course("smallest-hand", move)
    (event,) = after.of(PaydayTurnedUp)
    assert event.clause == "ZT-3-first"
    assert after.dues == dues


@pytest.mark.clause("ZT-3-repeat-end", "ZT-end", "ZT-end-tie")
@pytest.mark.parametrize(
    ("move", "money", "winners", "clause"),
    [
        ("1 keep", (20, 20), (0, 1), "ZT-end-tie"),
        ("1 take crane", (19, 20), (1,), "ZT-end"),
        ("1 discard crane", (20, 19), (0,), "ZT-end"),
    ],
)
def test_the_answer_of_only_paydays_left(
    move: str, money: tuple[int, ...], winners: tuple[int, ...], clause: str
) -> None:
    start = Course("only-paydays-left")
    assert not start.state.pile
    assert start.state.pile_paydays == 2
    assert len(start.state.past) == 4
    assert len(start.state.deck.contracts) == 32
    assert (start.money, start.hands) == ([20, 20], [7, 7])
    after = Course("only-paydays-left", move)
    (turned_up,) = after.of(PaydayTurnedUp)
    assert turned_up.clause == "ZT-3-repeat-end"
    ended = after.events[-1]
    assert isinstance(ended, GameEnded)
    assert (ended.money, ended.winners, ended.clause) == (money, winners, clause)


@pytest.mark.clause("ZT-4-payday", "ZT-out", "ZT-out-how")
def test_the_answer_of_a_firm_that_cannot_pay() -> None:
    start = Course("cannot-pay")
    assert (start.money, start.hands) == ([4, 20, 13], [12, 2, 7])
    owed = set()
    for move in changes(start):
        after = Course("cannot-pay", move)
        (out,) = after.of(SeatOut)
        assert out.seat == 0
        assert out.had == 4
        owed.add((move.split()[1], out.owed))
        assert after.money == [0, 20, 8]
        assert after.dues[1:] == (0, 5)
        assert isinstance(after.table.turn, Decide)
    assert owed == {("keep", 10), ("exchange", 10), ("discard", 9)}
    paid = [step.event for step in start.table.branch.steps]
    due = [event.dues[0] for event in paid if isinstance(event, IdleEquipmentPaid)]
    assert due == [7, 9]


@pytest.mark.clause("ZT-1-continue", "ZT-4-award")
def test_the_answer_of_two_turns_at_work() -> None:
    assert [firm.hand[2] for firm in Course("two-turns-at-work").state.firms] == [2, 1, 1]
    after = Course("two-turns-at-work", "1 bid 8")
    assert after.money == [28, 20, 20]
    assert missed(after) == [2, 3, 4, 5, 6]
    later = Course("two-turns-at-work", "1 bid 00", "2 keep", "* turn 6", *passes())
    later.follow("3 keep", "* turn 2", "1 bid 8", "2 bid 00", "3 bid 00")
    assert missed(later) == [4, 5, 6]


def passes() -> list[str]:
    return ["1 bid 00", "2 bid 00", "3 bid 00"]


def missed(course: Course) -> list[int]:
    """List the turns up to 7 whose contract finds some of Anna's equipment at work."""
    found = []
    table = course.table
    while table.state.turn < 8:
        state = table.state
        if state.phase == "turn_up":
            contracts = (o.move for o in ZAHLTAG.outcomes(state) if o.move != TurnUp(CHANCE, 0))
            table.play(next(contracts))
            if sum(state.firms[0].hand) < 7:
                found.append(state.turn)
        else:
            turn = table.turn
            assert isinstance(turn, Decide)
            seat = turn.seats[0]
            table.play(Bid(seat, 0) if turn.prompt == "bid" else Keep(seat))
    return found


@pytest.mark.clause("ZT-4-bid", "ZT-open", "ZT-hidden")
def test_the_answer_of_the_only_bidder() -> None:
    start = Course("lone-bidder")
    view = ZAHLTAG.view(start.state, 0)
    assert view.stacks is not None
    assert (reading.hand(view)[2], view.stacks[2], reading.unseen(view)[2]) == (3, 6, 1)
    assert reading.rivals_able(view) == ()
    assert str(bots.undercutter(view, 0)) == "1 bid 8"
    assert Course("lone-bidder", "1 bid 8").money == [28, 20, 20]
    assert Course("lone-bidder", "1 bid 5").money == [25, 20, 20]
    start.table.undo()
    start.table.undo()
    for seat in (1, 2):
        assert list(ZAHLTAG.legal(start.state, seat)) == [Bid(seat, 0)]


@pytest.mark.clause("ZT-2-limit", "ZT-2-limit-how", "ZT-2-change")
@pytest.mark.parametrize(
    ("over_limit", "money"), [("fine_players", [18, 21, 21]), ("fine_bank", [19, 20, 20])]
)
def test_the_answer_of_the_thirteenth_card(over_limit: str, money: list[int]) -> None:
    vignette = replace(VIGNETTES["thirteenth-card"], rules={"over_limit": over_limit})
    assert Course(vignette).hands == [12, 7, 7]
    fined = Course(vignette, "1 take crane")
    assert FinePaid in fined.kinds
    assert fined.money == money
    assert all("discard" in move for move in changes(fined))
    fined.follow("1 discard worker")
    exchanged = Course(vignette)
    exchanged.play("1 exchange worker crane")
    assert exchanged.money == [20, 20, 20]
    assert fined.state.firms[0].hand == exchanged.state.firms[0].hand


@pytest.mark.clause("ZT-2-limit-how")
def test_the_answer_of_the_thirteenth_card_under_the_rules_for_teaching() -> None:
    assert VIGNETTES["thirteenth-card"].rules == {"over_limit": "fine_players"}
    with pytest.raises(IllegalMove, match="ZT-2-limit-how"):
        Course(replace(VIGNETTES["thirteenth-card"], rules={}), "1 take crane")


@pytest.mark.clause("ZT-4-tie", "ZT-3-forced", "ZT-4-payday")
@pytest.mark.parametrize(
    ("moves", "dues", "money"),
    [
        (("1 bid 2", "1 keep"), (0, 0), [20, 20]),
        (("1 bid 00", "1 keep"), (2, 0), [18, 22]),
        (("1 bid 00", "1 discard crane"), (1, 0), [19, 22]),
        (("1 bid 1", "1 keep"), (0, 2), [21, 18]),
    ],
)
def test_the_answer_of_a_tie_at_two(
    moves: tuple[str, ...], dues: tuple[int | None, ...], money: list[int]
) -> None:
    assert Course("tie-at-two").hands == [7, 7]
    assert len(Course("tie-at-two").state.since) == 7
    assert sum(default_deck().contracts[0]) == 2
    before = Course("tie-at-two")
    before.table.undo()
    (kind,) = [each.kind for each in VIGNETTES["tie-at-two"].players if each.name == "Ben"]
    assert str(bots.STRATEGIES[kind](ZAHLTAG.view(before.state, 1), 0)) == "2 bid 2"
    after = Course("tie-at-two", *moves)
    assert PaydayForced in after.kinds
    assert after.dues == dues
    assert after.money == money


@pytest.mark.clause("ZT-4-tie")
def test_had_ben_thought_of_one_as_well() -> None:
    vignette = VIGNETTES["tie-at-two"]
    assert vignette.moves.count("2 bid 2") == 1
    both = replace(vignette, moves=vignette.moves.replace("2 bid 2", "2 bid 1"))
    assert Course(both, "1 bid 1").money == [19, 19]


@pytest.mark.clause("ZT-4-none", "ZT-3-forced", "ZT-4-bid")
@pytest.mark.parametrize(
    ("move", "dues"), [("1 keep", (0, 2, 3)), ("1 discard worker", (0, 3, 4))]
)
def test_the_answer_of_everybody_passes(move: str, dues: tuple[int | None, ...]) -> None:
    start = Course("everybody-passes")
    assert start.hands == [5, 7, 8]
    assert all(firm.hand[2] < 2 for firm in start.state.firms)
    assert changes(start) == ["1 bid 00"]
    after = Course("everybody-passes", "1 bid 00")
    assert ContractUnawarded in after.kinds
    assert after.money == [20, 20, 20]
    assert len(after.state.since) == 9
    after.follow(move)
    assert PaydayForced in after.kinds
    assert after.dues == dues


@pytest.mark.clause("ZT-hidden", "ZT-open", "ZT-4-bid")
def test_the_answer_of_an_open_secret() -> None:
    start = Course("open-secret")
    view = ZAHLTAG.view(start.state, 0)
    assert view.stacks == (9, 11, 9, 9)
    assert reading.hand(view) == cards("FFWWWCX")
    assert view.firms[1].hand is None
    assert reading.unseen(view) == start.state.firms[1].hand == cards("FFFWWXX")
    assert str(bots.undercutter(view, 0)) == "1 bid 8"
    assert Course("open-secret", "1 bid 8").money == [28, 20]


def test_the_texts_name_the_contracts_as_the_deck_does() -> None:
    titles = default_deck().titles
    for vignette, number in {
        "tie-at-one": 1,
        "two-turns-at-work": 18,
        "lone-bidder": 28,
        "tie-at-two": 1,
        "everybody-passes": 32,
        "open-secret": 23,
    }.items():
        assert Course(vignette).state.offer == number
        for language in LANGUAGES:
            title = getattr(titles[number - 1], language).lower()
            assert title in getattr(VIGNETTES[vignette].question, language).lower()
