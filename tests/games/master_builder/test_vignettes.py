"""The answer of every ready position, played out."""

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.game import CHANCE, Decide, Over
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.games.master_builder.deck import default_deck
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.events import (
    ContractsGone,
    ContractWithdrawn,
    ContractWon,
    IncomePaid,
    LoanRepaid,
    LoansSettled,
    LoanTaken,
    SectionsBuilt,
    SectionsUnbuilt,
    UnfinishedPaid,
)
from paydays_widgets.games.master_builder.reading.appraisal import offer
from paydays_widgets.games.master_builder.reading.credit import premium
from paydays_widgets.games.master_builder.state import View
from paydays_widgets.show.vignette import Vignette
from tests.games import playing

VIGNETTES = games.modules("master_builder").vignettes


class Course(playing.Course):
    def __init__(self, vignette: Vignette | str, *script: str) -> None:
        super().__init__("master_builder", vignette)
        for move in filter(str.strip, ";".join(script).split(";")):
            self.play(move)

    @property
    def view(self) -> View:
        return MASTER_BUILDER.view(self.state, None)

    @property
    def cash(self) -> list[int]:
        return [builder.cash for builder in self.state.builders]

    def why(self, move: str) -> str:
        refusal = self.game.refuse(self.state, self.game.read(move))
        return refusal.reason if refusal else ""


def test_the_texts_name_the_contracts_as_the_deck_does() -> None:
    titles = [each.title for each in default_deck().contracts]
    for vignette, number in {
        "first-round-squeeze": 5,
        "poor-rival": 4,
        "left-over": 4,
        "foreman-on-a-tradesmans-wall": 8,
        "unfinished-at-the-end": 8,
    }.items():
        for language in LANGUAGES:
            title = getattr(titles[number - 1], language)
            assert title in getattr(VIGNETTES[vignette].question, language)


@pytest.mark.clause("MB-2-first-round", "MB-2-last-one")
@pytest.mark.parametrize(("price", "better"), [(20, "equal"), (21, "loser"), (19, "winner")])
def test_the_answer_of_the_first_round_squeeze(price: int, better: str) -> None:
    start = Course("first-round-squeeze")
    assert start.state.offers == (5, 4)
    assert start.why("1 name 5 12") == "wins_no_more"
    offers = {each: [offer(start.view, seat, each) for seat in (1, 2)] for each in (4, 5)}
    assert [each.brings for each in offers[5]] == [60, 60]
    assert [each.brings for each in offers[4]] == [50, 50]
    assert len({each.wages for both in offers.values() for each in both}) == 1
    after = Course("first-round-squeeze", f"2 name 5 12; 3 bid {price - 1}; 2 bid {price}; 3 pass")
    won = after.of(ContractWon)
    assert [(each.seat, each.contract, each.price) for each in won] == [(1, 5, price), (2, 4, 10)]
    surplus = {"winner": 60 - price, "loser": 50 - 10}
    if better == "equal":
        assert surplus["winner"] == surplus["loser"] == 40
    else:
        assert max(surplus, key=lambda who: surplus[who]) == better


@pytest.mark.clause("MB-2-auction", "MB-5-wages", "MB-5-loans")
def test_the_answer_of_the_poor_rival() -> None:
    start = Course("poor-rival")
    assert (start.cash, start.state.builders[1].bill) == ([34, 12], 11)
    won = Course("poor-rival", "1 bid 12")
    assert won.state.auction is None
    assert won.cash == [22, 12]
    dared = Course("poor-rival", "1 bid 11")
    assert dared.why("2 bid 13") == "no_cash"
    taken = Course("poor-rival", "1 bid 11; 2 bid 12; 1 pass")
    assert taken.cash == [34, 0]
    refused = Course("poor-rival", "1 bid 11; 2 pass")
    assert refused.cash == [23, 12]
    quiet = "* event 16; 1 build; 2 build; "
    twice = "2 borrow small; 2 borrow small"
    squeezed = Course("poor-rival", "1 bid 11; 2 bid 12; 1 pass", quiet + twice)
    let_be = Course("poor-rival", "1 pass", quiet + "2 borrow small")
    assert squeezed.kinds.count(LoanTaken) == 2
    assert let_be.kinds.count(LoanTaken) == 1
    one, two = (each.state.builders[1] for each in (let_be, squeezed))
    assert (one.cash, one.loans, two.cash, two.loans) == (1, (1, 0), 9, (2, 0))
    # 2 more for the contract, 3 for the second loan: 5 less in all at the early price
    assert (one.cash - 13) - (two.cash - 26) == 5


@pytest.mark.clause("MB-2-left-over", "MB-2-win")
def test_the_answer_of_the_contract_left_over() -> None:
    start = Course("left-over")
    assert (start.state.left_over, start.state.offers, start.cash) == ((4,), (), [10, 9])
    bought = Course("left-over", "1 name 4 10")
    assert bought.cash == [5, 9]
    assert bought.state.builders[0].bill == 11
    assert start.why("1 name 4 11") == "no_cash"
    contract = start.state.deck.contracts[3]
    assert (contract.cost, contract.income) == (10, 50)
    left = Course("left-over", "1 pass")  # and Ben is not even asked
    assert ContractWithdrawn in left.kinds
    assert left.cash == [10, 9]


@pytest.mark.clause("MB-3-event", "MB-3-absent", "MB-3-gone")
def test_the_answer_of_struck_by_flaws() -> None:
    start = Course("struck-by-flaws")
    anna, ben = start.state.builders
    deck = start.state.deck
    foremen = [30, 21]
    assert [set(deck.workers[number - 1].flaws) for number in foremen] == [{*"HSD"}, {"W"}]
    assert [deck.workers[number - 1].wage for number in foremen] == [4, 4]
    for builder, foreman in zip((anna, ben), foremen, strict=True):
        skills = [deck.workers[number - 1].skill for number in builder.crew]
        assert foreman in builder.crew
        assert skills.count(2) == 1
    events = [str(each) for each in MASTER_BUILDER.legal(start.state, CHANCE)]
    assert len(events) == 16
    struck = [0, 0]
    for event in events:
        table = Course("struck-by-flaws", event).table
        chosen: set[int] = set()
        while isinstance(turn := table.turn, Decide) and turn.prompt in {"idle", "dismiss"}:
            seat = turn.seats[0]
            chosen.add(seat)
            spare = [
                each
                for each in MASTER_BUILDER.legal(table.state, seat)
                if str(foremen[seat]) not in str(each).split()
            ]
            table.play(spare[0])
        for seat, builder in enumerate(table.state.builders):
            gone = foremen[seat] not in builder.crew or foremen[seat] in builder.idle
            struck[seat] += gone
            assert not (gone and seat in chosen)
    assert struck == [7, 2]
    assert [100 * each / 16 for each in struck] == [43.75, 12.5]
    table = Course("struck-by-flaws").table
    assert str(table.dealer.wish) == "* event 5"


@pytest.mark.clause("MB-4-assign", "MB-4-stable")
def test_the_answer_of_the_foreman_on_a_tradesmans_wall() -> None:
    start = Course("foreman-on-a-tradesmans-wall")
    workers = start.state.deck.workers
    skills = sorted(workers[number - 1].skill for number in start.state.builders[0].crew)
    assert skills == [0, 0, 0, 1, 2]
    crew = [workers[number - 1] for number in start.state.builders[0].crew]
    assert sum(each.wage for each in crew if each.skill == 0) == 3
    wrong = Course(
        "foreman-on-a-tradesmans-wall", "1 assign 21 8.1; 1 assign 12 8.2; 1 build; 2 build"
    )
    assert SectionsUnbuilt in wrong.kinds
    assert SectionsBuilt not in wrong.kinds
    assert (
        Course("foreman-on-a-tradesmans-wall", "1 assign 21 8.1").why("1 assign 12 8.3") == "skill"
    )
    right = Course(
        "foreman-on-a-tradesmans-wall", "1 assign 12 8.1; 1 assign 21 8.3; 1 build; 2 build"
    )
    (built,) = right.of(SectionsBuilt)
    assert (built.seat, built.sections) == (0, (1, 3))


@pytest.mark.clause("MB-5-loans", "MB-5-need")
def test_the_answer_of_small_or_large() -> None:
    assert Course("small-or-large").cash[0] == 4
    assert Course("small-or-large").state.due == 30
    crew = Course("small-or-large").state.builders[0].crew
    assert [default_deck().workers[number - 1].skill for number in crew].count(3) == 5
    small = Course("small-or-large", "1 borrow small; 1 borrow small; 1 borrow small")
    large = Course("small-or-large", "1 borrow large")
    assert small.cash[0] == large.cash[0] == 4
    (loans, other) = (each.state.builders[0].loans for each in (small, large))
    assert (loans, other) == ((3, 0), (0, 1))
    little, much = default_deck().loans
    assert (3 * little.early, 3 * little.late, much.early, much.late) == (39, 45, 38, 40)
    rates = [premium(*each) for each in ((10, 13), (10, 15), (30, 38), (30, 40))]
    assert [round(each, 1) for each in rates] == [30.0, 50.0, 26.7, 33.3]


@pytest.mark.clause("MB-5-early", "MB-5-repay", "MB-end")
def test_the_answer_of_the_day_early_becomes_late() -> None:
    start = Course("early-becomes-late")
    assert (start.state.pile_size, start.cash) == (0, [22, 56])
    assert start.state.auction is not None
    assert start.state.auction.bid == 16
    small = start.state.deck.loans[0]
    assert (small.early, small.late) == (13, 15)
    repaid = Course("early-becomes-late", "1 repay small; 1 pass")
    (loan,) = repaid.of(LoanRepaid)
    assert (loan.amount, loan.early) == (13, True)
    assert repaid.cash[0] == 22 - 13
    late = Course("early-becomes-late", "1 pass")
    assert ContractsGone in late.kinds
    assert late.state.last_round == late.state.round + 1
    assert not late.view.early
    outbid = Course("early-becomes-late", "1 bid 22; 2 bid 23")
    assert outbid.state.auction is None
    assert outbid.why("1 repay small") != ""


@pytest.mark.clause("MB-end-unfinished")
@pytest.mark.parametrize(
    ("moves", "penalty", "paid"),
    [
        ("", "20000_each", [55, 0]),
        ("1 assign 21 8.6; ", "20000_each", [75, 0]),
        ("1 assign 21 8.6; 1 assign 12 4.4; ", "20000_each", [75, 0]),
        ("1 assign 21 4.2; 1 assign 12 4.4; ", "20000_each", [55, 10]),
        ("1 assign 21 8.6; ", "20_percent_each", [75, 10]),
        ("1 assign 21 8.6; 1 assign 12 4.4; ", "20_percent_each", [75, 20]),
        ("1 assign 21 4.2; 1 assign 12 4.4; ", "20_percent_each", [60, 30]),
    ],
)
def test_the_answer_of_unfinished_at_the_end(moves: str, penalty: str, paid: list[int]) -> None:
    vignette = replace(VIGNETTES["unfinished-at-the-end"], rules={"unfinished_penalty": penalty})
    course = Course(vignette, moves + "1 build")
    while isinstance(turn := course.table.turn, Decide):
        assert turn.prompt == "borrow"
        course.table.play(MASTER_BUILDER.read("1 borrow small"))
    assert isinstance(course.table.turn, Over)
    amounts = {8: 0, 4: 0}
    for event in course.events:
        if isinstance(event, IncomePaid | UnfinishedPaid) and event.seat == 0:
            amounts[event.contract] += event.amount
    assert list(amounts.values()) == paid
    assert LoansSettled in course.kinds
