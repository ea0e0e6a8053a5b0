"""What there is to talk about after a game: marks and figures follow from its steps."""

import re
from collections.abc import Collection
from functools import cache

import pytest

from paydays_widgets import games
from paydays_widgets.core.game import Seat
from paydays_widgets.core.ledger import cash
from paydays_widgets.core.table import AnyTable, Player, Table
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.games.market.events import Traded
from paydays_widgets.games.zahltag.events import ContractShared
from paydays_widgets.show.debrief import DebriefModule, Halves, Point, halves

GAMES = pytest.mark.parametrize("name", games.names())


@cache
def played(name: str, seed: int = 1) -> AnyTable:
    modules = games.modules(name)
    bots = modules.panel.OPPONENTS
    players = [
        Player(str(seat), bots[seat % len(bots)]) for seat in range(modules.panel.SEATS[-1])
    ]
    table: AnyTable = Table(modules.engine, players, seed=seed, strategies=modules.bots.STRATEGIES)
    while table.advance():
        pass
    return table


def debrief(name: str) -> DebriefModule:
    found = games.modules(name).debrief
    assert found
    return found


def figures(name: str, seed: int = 1) -> list[list[int]]:
    table = played(name, seed)
    found = debrief(name).figures(table.branch.steps, len(table.players))
    return [list(each) for each in found]


def moved(table: AnyTable, seat: Seat, events: Collection[str], *, to: bool) -> int:
    """Add up what some events have moved to a seat's cash, or from it."""
    return sum(
        transfer.amount
        for step in table.branch.steps
        if type(step.event).__name__ in events
        for transfer in step.event.transfers
        if (transfer.target if to else transfer.source) == cash(seat)
    )


@GAMES
def test_the_clause_that_decides_a_tie_is_in_the_rulebook(name: str) -> None:
    assert {debrief(name).TIE} <= {"", *games.modules(name).rulebook.clauses}


@GAMES
def test_every_word_is_translated(name: str) -> None:
    said = []
    for language in LANGUAGES:
        text = Text(language, games.modules(name).package)
        labels = debrief(name).labels(text)
        said.append({labels.title, labels.y, labels.question})
        assert len({each.heading for each in debrief(name).columns(text)}) == len(
            debrief(name).columns(text)
        )
    assert len(set.union(*said)) == 3 * len(LANGUAGES)


@GAMES
def test_there_is_a_figure_for_each_column_and_seat(name: str) -> None:
    table = played(name)
    columns = debrief(name).columns(Text("en"))
    assert [len(row) for row in figures(name)] == [len(columns)] * len(table.players)
    assert any(any(row) for row in figures(name))


@GAMES
def test_what_marks_show_is_said_in_every_language(name: str) -> None:
    """Whichever half is higher; and nothing as long as there is nothing to compare."""
    rising = [Point(0, x, 1000 * x, 1) for x in (1, 1, 2, 3)]
    falling = [Point(0, each.x, 5000 - each.y, 1) for each in rising]
    said = set()
    for language in LANGUAGES:
        text = Text(language, games.modules(name).package, "paydays_widgets.panels")
        parts = halves(rising), halves(falling)
        said |= {debrief(name).finding(found, text) for found in parts if found}
    for points in ([], rising[:2], rising[1:]):
        assert halves(points) is None
    assert len(said) == 2 * len(LANGUAGES)
    assert all(each.count(".") + each.count("?") >= 2 for each in said)


@GAMES
def test_every_mark_names_the_step_that_it_stands_for(name: str) -> None:
    table = played(name)
    points = debrief(name).points(table.branch.steps)
    assert points
    for each in points:
        assert 1 <= each.at <= len(table.branch.steps)
        assert each.x >= 0
        if table.branch.steps[each.at - 1] != table.branch.steps[-1]:
            event = table.branch.steps[each.at - 1].event
            assert each.seat == (event.buyer if isinstance(event, Traded) else event.seat)


@GAMES
def test_nothing_has_happened_before_the_first_step(name: str) -> None:
    assert not debrief(name).points(())
    assert not any(map(any, debrief(name).figures((), 3)))


def test_zahltag_counts_who_could_bid_and_the_bid_that_won() -> None:
    for seed in range(1, 9):
        table = played("zahltag", seed)
        points = debrief("zahltag").points(table.branch.steps)
        for seat, (won, brought, idle, fines, kept) in enumerate(figures("zahltag", seed)):
            own = [each for each in points if each.seat == seat]
            assert won == len(own)
            events = [table.branch.steps[each.at - 1].event for each in own]
            assert brought == sum(event.amount for event in events)
            for point, event in zip(own, events, strict=True):
                assert point.y == event.amount + 2 * isinstance(event, ContractShared)
            awards = {"ContractAwarded", "ContractShared"}
            paid = moved(table, seat, awards, to=True) - moved(table, seat, awards, to=False)
            assert brought == paid
            assert idle >= moved(table, seat, {"IdleEquipmentPaid"}, to=False)
            assert fines == moved(table, seat, {"FinePaid"}, to=False)
            firm = table.state.firms[seat]
            assert kept == sum(firm.hand) + sum(firm.left) + sum(firm.right)
        bids = [
            sum(bid is not None and bid > 0 for bid in step.event.bids)
            for step in table.branch.steps
            if type(step.event).__name__ == "BidsRevealed"
        ]
        assert max(each.x for each in points) >= max(bids)
        assert all(1 <= each.x <= len(table.players) for each in points)


def test_zahltag_counts_fines() -> None:
    modules = games.modules("zahltag")
    players = [Player(str(seat), "random_legal") for seat in range(4)]
    table: AnyTable = Table(
        modules.engine,
        players,
        rules=modules.presets["de"],
        seed=1,
        strategies=modules.bots.STRATEGIES,
    )
    while table.advance():
        pass
    fines = [row[3] for row in debrief("zahltag").figures(table.branch.steps, 4)]
    assert fines == [moved(table, seat, {"FinePaid"}, to=False) for seat in range(4)]
    assert any(fines)


def test_master_builder_counts_who_bid_and_what_was_left() -> None:
    table = played("master_builder")
    points = debrief("master_builder").points(table.branch.steps)
    assert {each.x for each in points} <= {1, 2, 3, 4}
    assert max(each.x for each in points) > 1
    for seat, (won, paid, left, owed) in enumerate(figures("master_builder")):
        own = [each for each in points if each.seat == seat]
        assert won == len(own)
        assert left == sum(each.y for each in own)
        assert paid == moved(table, seat, {"ContractWon"}, to=False)
        sheets = [table.game.sheet(step.state, seat).owes for step in table.branch.steps]
        assert owed == max(sheets)


def test_pay_day_sets_the_largest_loan_against_the_end() -> None:
    table = played("pay_day", 3)  # with a loan, savings and a Deal that is sold
    end = table.branch.steps[-1].state
    for seat, (point, row) in enumerate(
        zip(debrief("pay_day").points(table.branch.steps), figures("pay_day", 3), strict=True)
    ):
        loan, paid, earned, sold = row
        assert point.y == table.game.sheet(end, seat).counted
        assert (point.x == 0 == loan) or 100 * (point.x - 1) < loan <= 100 * point.x
        assert table.branch.steps[point.at - 1].state.households[seat].loan == loan
        assert paid == moved(table, seat, {"LoanInterestPaid"}, to=False)
        assert earned == moved(table, seat, {"SavingsInterestPaid"}, to=True)
        deals = [type(step.event).__name__ for step in table.branch.steps if step.event]
        assert sold <= deals.count("DealSold")


def test_zock_marks_each_time_that_pawns_are_cashed() -> None:
    lost = 0
    for seed in range(1, 9):
        table = played("zock", seed)
        points = debrief("zock").points(table.branch.steps)
        for seat, (times, paid, hit, won, owed) in enumerate(figures("zock", seed)):
            own = [each for each in points if each.seat == seat]
            assert times == len(own)
            brought = moved(table, seat, {"PawnsCashed"}, to=True)
            assert paid == sum(each.y for each in own) == brought
            assert won == moved(table, seat, {"DuelDecided"}, to=True)
            assert owed == max(step.state.sides[seat].debt for step in table.branch.steps)
            lost += hit
        assert [each.x for each in points] == sorted(each.x for each in points)
    assert lost


SINGLE = {
    "zahltag": ("Where only 1 firm could bid", "Where up to 2 firms could bid"),
    "master_builder": ("Where only 1 player bid", "Where up to 2 players bid"),
    "zock": ("pawns in round 1 was", "by the end of round 2 was"),
    "auction_room": ("worth up to $1 ", "worth up to $2 "),
    "market": ("The first trade was made", "The first 2 trades were made"),
    "pay_day": ("borrowed $100 or less", "borrowed $200 or less"),
}


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_marks_show_is_said_of_one_as_of_many(name: str, language: str) -> None:
    """A single bidder, a first round and no loan at all have words of their own."""
    text = Text(language, games.modules(name).package, "paydays_widgets.panels")
    said = [debrief(name).finding(Halves(upto, 6.2, 2.1), text) for upto in (1, 2, 3)]
    if language == "en":
        for words, found in zip(SINGLE[name], said, strict=False):
            assert words in found
    for found in said:
        assert not re.search(r"\b1 (firms|players|entreprises|joueurs|Firmen)\b", found)


def test_pay_day_has_words_for_who_borrowed_nothing() -> None:
    said = [
        debrief("pay_day").finding(
            Halves(0, 900, 800), Text(language, games.modules("pay_day").package)
        )
        for language in LANGUAGES
    ]
    assert "who borrowed nothing" in said[0]
    assert all(len(re.findall(r"\d+", each)) == 2 for each in said)
