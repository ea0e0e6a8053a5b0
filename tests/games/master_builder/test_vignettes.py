"""Every ready position: it stands as told, and its answer is played out."""

import re
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from paydays_widgets.core import rulebook
from paydays_widgets.core.game import CHANCE, Chance, Decide, Over
from paydays_widgets.core.table import Table
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.core.vignette import Vignette, load, set_up
from paydays_widgets.games.master_builder.deck import Deck, default_deck
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.events import (
    ContractsGone,
    ContractWithdrawn,
    ContractWon,
    Event,
    IncomePaid,
    LoanRepaid,
    LoansSettled,
    LoanTaken,
    SectionsBuilt,
    SectionsUnbuilt,
    UnfinishedPaid,
)
from paydays_widgets.games.master_builder.moves import Move
from paydays_widgets.games.master_builder.reading.appraisal import worth
from paydays_widgets.games.master_builder.reading.credit import premium
from paydays_widgets.games.master_builder.rules import Rules
from paydays_widgets.games.master_builder.state import State, View

PACKAGE = "paydays_widgets.games.master_builder"
BuildersTable: TypeAlias = Table[State, Move, Event, View, Rules, Deck]
VIGNETTES = {each.id: each for each in load(PACKAGE)}
PROMPTS = {
    "first-round-squeeze": "name",
    "poor-rival": "auction",
    "left-over": "name",
    "struck-by-flaws": "event",
    "foreman-on-a-tradesmans-wall": "assign",
    "small-or-large": "borrow",
    "early-becomes-late": "auction",
    "unfinished-at-the-end": "assign",
}


class Course:
    """What follows when the class plays on from a vignette's position."""

    def __init__(self, vignette: Vignette, *script: str) -> None:
        self.table: BuildersTable = set_up(vignette, MASTER_BUILDER)
        self.at = self.table.at
        for move in [each for each in ";".join(script).split(";") if each.strip()]:
            self.table.play(MASTER_BUILDER.read(move))

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def view(self) -> View:
        return MASTER_BUILDER.view(self.state, None)

    @property
    def events(self) -> list[Event]:
        return [step.event for step in self.table.line.steps[self.at :]]

    @property
    def kinds(self) -> list[type[Event]]:
        return [type(event) for event in self.events]

    @property
    def cash(self) -> list[int]:
        return [builder.cash for builder in self.state.builders]

    def why(self, move: str) -> str:
        refusal = MASTER_BUILDER.refuse(self.state, MASTER_BUILDER.read(move))
        return refusal.reason if refusal else ""


def on(vignette: str, *script: str) -> Course:
    return Course(VIGNETTES[vignette], *script)


# --- all of them ------------------------------------------------------------------------------


def test_there_is_a_vignette_for_each_of_the_curious_cases() -> None:
    assert list(VIGNETTES) == list(PROMPTS)


@pytest.mark.parametrize("vignette", VIGNETTES.values(), ids=list(VIGNETTES))
def test_a_vignette_waits_at_its_question(vignette: Vignette) -> None:
    table = set_up(vignette, MASTER_BUILDER)
    assert table.newest
    turn = table.turn
    assert not isinstance(turn, Over)
    if isinstance(turn, Decide):
        assert turn.prompt == PROMPTS[vignette.id]
        asked = vignette.players[table.waiting()[0]].name
        for language in LANGUAGES:
            assert asked in getattr(vignette.question, language)
    else:
        assert isinstance(turn, Chance)
        assert turn.purpose == PROMPTS[vignette.id]


@pytest.mark.parametrize("vignette", VIGNETTES.values(), ids=list(VIGNETTES))
def test_a_vignette_speaks_every_language_with_the_same_sums(vignette: Vignette) -> None:
    names = "|".join(player.name for player in vignette.players)
    for field in ("title", "question", "answer"):
        words = getattr(vignette, field)
        said = [getattr(words, language) for language in LANGUAGES]
        assert all(text.strip() == text != "" for text in said)
        assert len(set(said)) == len(LANGUAGES)
        assert not re.search(rf"({names})’", words.de)
        figures = [re.sub(r"(?<=\d)[,.\u202f ](?=\d{3}\b)", "", text) for text in said]
        counted = [
            sorted(re.findall(r"\d+", re.sub(r"(\d),(\d)", r"\1.\2", text))) for text in figures
        ]
        assert counted[0] == counted[1]
        assert set(counted[0]) <= {*counted[2], "000"}


@pytest.mark.parametrize("vignette", VIGNETTES.values(), ids=list(VIGNETTES))
def test_a_vignette_turns_on_clauses_of_the_rulebook(vignette: Vignette) -> None:
    clauses = rulebook.load(PACKAGE).clauses
    assert vignette.clauses
    assert set(vignette.clauses) <= set(clauses)


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


# --- the answers, each played out -------------------------------------------------------------


@pytest.mark.clause("MB-2-first-round", "MB-2-last-one")
@pytest.mark.parametrize(("price", "better"), [(20, "equal"), (21, "loser"), (19, "winner")])
def test_the_answer_of_the_first_round_squeeze(price: int, better: str) -> None:
    start = on("first-round-squeeze")
    assert start.state.offers == (5, 4)
    assert start.why("1 name 5 12") == "wins_no_more"
    assert [worth(start.view, seat, 5) for seat in (1, 2)] == [60, 60]
    assert [worth(start.view, seat, 4) for seat in (1, 2)] == [50, 50]
    after = on("first-round-squeeze", f"2 name 5 12; 3 bid {price - 1}; 2 bid {price}; 3 pass")
    won = [event for event in after.events if isinstance(event, ContractWon)]
    assert [(each.seat, each.contract, each.price) for each in won] == [(1, 5, price), (2, 4, 10)]
    surplus = {"winner": 60 - price, "loser": 50 - 10}
    if better == "equal":
        assert surplus["winner"] == surplus["loser"] == 40
    else:
        assert max(surplus, key=lambda who: surplus[who]) == better


@pytest.mark.clause("MB-2-auction", "MB-5-wages", "MB-5-loans")
def test_the_answer_of_the_poor_rival() -> None:
    start = on("poor-rival")
    assert (start.cash, start.state.builders[1].bill) == ([34, 12], 11)
    won = on("poor-rival", "1 bid 12")
    assert won.state.auction is None
    assert won.cash == [22, 12]
    dared = on("poor-rival", "1 bid 11")
    assert dared.why("2 bid 13") == "no_cash"
    taken = on("poor-rival", "1 bid 11; 2 bid 12; 1 pass")
    assert taken.cash == [34, 0]
    refused = on("poor-rival", "1 bid 11; 2 pass")
    assert refused.cash == [23, 12]
    quiet = "* event 16; 1 build; 2 build; "
    twice = "2 borrow small; 2 borrow small"
    squeezed = on("poor-rival", "1 bid 11; 2 bid 12; 1 pass", quiet + twice)
    let_be = on("poor-rival", "1 pass", quiet + "2 borrow small")
    assert squeezed.kinds.count(LoanTaken) == 2
    assert let_be.kinds.count(LoanTaken) == 1
    one, two = (each.state.builders[1] for each in (let_be, squeezed))
    assert (one.cash, one.loans, two.cash, two.loans) == (1, (1, 0), 9, (2, 0))
    # 2 more for the contract, 3 for the second loan: 5 less in all at the early rate
    assert (one.cash - 13) - (two.cash - 26) == 5


@pytest.mark.clause("MB-2-left-over", "MB-2-win")
def test_the_answer_of_the_contract_left_over() -> None:
    start = on("left-over")
    assert (start.state.left_over, start.state.offers, start.cash) == ((4,), (), [10, 9])
    bought = on("left-over", "1 name 4 10")
    assert bought.cash == [5, 9]
    assert bought.state.builders[0].bill == 11
    assert start.why("1 name 4 11") == "no_cash"
    left = on("left-over", "1 pass")  # and Ben is not even asked
    assert ContractWithdrawn in left.kinds
    assert left.cash == [10, 9]


@pytest.mark.clause("MB-3-event", "MB-3-absent", "MB-3-gone")
def test_the_answer_of_struck_by_flaws() -> None:
    start = on("struck-by-flaws")
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
        table = on("struck-by-flaws", event).table
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
    table = on("struck-by-flaws").table
    assert str(table.dealer.wish) == "* event 5"


@pytest.mark.clause("MB-4-assign", "MB-4-stable")
def test_the_answer_of_the_foreman_on_a_tradesmans_wall() -> None:
    start = on("foreman-on-a-tradesmans-wall")
    workers = start.state.deck.workers
    skills = sorted(workers[number - 1].skill for number in start.state.builders[0].crew)
    assert skills == [0, 0, 0, 1, 2]
    wrong = on(
        "foreman-on-a-tradesmans-wall", "1 assign 21 8.1; 1 assign 12 8.2; 1 build; 2 build"
    )
    assert SectionsUnbuilt in wrong.kinds
    assert SectionsBuilt not in wrong.kinds
    assert on("foreman-on-a-tradesmans-wall", "1 assign 21 8.1").why("1 assign 12 8.3") == "skill"
    right = on(
        "foreman-on-a-tradesmans-wall", "1 assign 12 8.1; 1 assign 21 8.3; 1 build; 2 build"
    )
    (built,) = [event for event in right.events if isinstance(event, SectionsBuilt)]
    assert (built.seat, built.sections) == (0, (1, 3))


@pytest.mark.clause("MB-5-loans", "MB-5-need")
def test_the_answer_of_small_or_large() -> None:
    assert on("small-or-large").cash[0] == 4
    assert on("small-or-large").state.due == 30
    small = on("small-or-large", "1 borrow small; 1 borrow small; 1 borrow small")
    large = on("small-or-large", "1 borrow large")
    assert small.cash[0] == large.cash[0] == 4
    (loans, other) = (each.state.builders[0].loans for each in (small, large))
    assert (loans, other) == ((3, 0), (0, 1))
    little, much = default_deck().loans
    assert (3 * little.early, 3 * little.late, much.early, much.late) == (39, 45, 38, 40)
    rates = [premium(*each) for each in ((10, 13), (10, 15), (30, 38), (30, 40))]
    assert [round(each, 1) for each in rates] == [30.0, 50.0, 26.7, 33.3]


@pytest.mark.clause("MB-5-early", "MB-5-repay", "MB-end")
def test_the_answer_of_the_day_early_becomes_late() -> None:
    start = on("early-becomes-late")
    assert (start.state.pile_size, start.cash) == (0, [22, 56])
    repaid = on("early-becomes-late", "1 repay small; 1 pass")
    (loan,) = [event for event in repaid.events if isinstance(event, LoanRepaid)]
    assert (loan.amount, loan.early) == (13, True)
    assert repaid.cash[0] == 22 - 13
    late = on("early-becomes-late", "1 pass")
    assert ContractsGone in late.kinds
    assert late.state.last_round == late.state.round + 1
    assert not late.view.early
    outbid = on("early-becomes-late", "1 bid 22; 2 bid 23")
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
