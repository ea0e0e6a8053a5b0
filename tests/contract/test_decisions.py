"""Every game's decisions as one long table: a line for each, the same columns, nothing hidden."""

from decimal import Decimal
from typing import Any

import pytest

from paydays_widgets import games
from paydays_widgets.core.game import CHANCE, Decide, Move
from paydays_widgets.core.ledger import cash
from paydays_widgets.core.table import AnyTable, Player, Table
from paydays_widgets.core.text import LANGUAGES, Language, Text
from paydays_widgets.games.zahltag.moves import Bid
from paydays_widgets.show.spreadsheet import spreadsheet
from paydays_widgets.talk.decisions import COLUMNS, Line, Reading, lines, rows
from tests.contract.contract import ALL_FURNISHED, ALL_GAMES, ALL_SET_UPS, engine, game_at_random
from tests.spreadsheets import lines_of

KEYS = {"won", "lost", "tied", "payday", "kept", "off", "out"}
"""What choices lead to, as the games' code has it."""


def reading(table: AnyTable, language: Language = "en", **may: Any) -> Reading:
    """Read a table as the file does."""
    modules = games.modules(table.game.id)
    text = Text(language, modules.package, "paydays_widgets.talk")
    return Reading(table, modules, [each.called for each in table.players], text, **may)


def of_people(table: AnyTable) -> list[tuple[int, Move]]:
    """List the moves of seats, with their numbers."""
    return [(n, move) for n, move in enumerate(table.branch.moves) if move.by != CHANCE]


def unit_of(name: str) -> int:
    """How many of the smallest unit of money make the unit of the file."""
    programme = games.modules(name).programme
    return 1 if programme is None else programme.UNIT


def named(name: str, move: Move) -> object:
    """Return the sum that a move has, in the units of the file."""
    if isinstance(move, Bid) and move.amount == 0:
        return ""  # the card "00" is a pass
    fields = {"amount", "bid", "price"}.intersection(move.__struct_fields__)
    sums = [getattr(move, field) for field in fields]
    unit = unit_of(name)
    return Decimal(sums[0]) / unit if sums else ""


@ALL_SET_UPS
def test_every_decision_is_a_line(name: str, preset: str, seats: int) -> None:
    table = game_at_random(name, preset, seats)
    made = of_people(table)
    unit = unit_of(name)
    for (number, move), line in zip(
        made, lines(reading(table, everything=True, hands=True)), strict=True
    ):
        state = table.before(number)
        turn = table.game.turn(state)
        assert isinstance(turn, Decide)
        assert line.keys() <= {*COLUMNS}
        assert (line["turn"], line["seat"]) == (turn.turn, move.by + 1)
        assert table.game.read(str(line["move"])) == move
        assert line["amount"] == named(name, move)
        assert line["asked"]
        assert line["chosen"]
        books = table.game.books(state)
        if cash(move.by) in books:
            assert line["money_before"] == Decimal(books[cash(move.by)]) / unit


@ALL_SET_UPS
def test_what_has_not_been_told_is_blank(name: str, preset: str, seats: int) -> None:
    table = game_at_random(name, preset, seats)
    for seat in (None, 0):
        for (number, _), line in zip(
            of_people(table), lines(reading(table, seat=seat)), strict=True
        ):
            told = table.told(number, seat)
            assert {"chosen", "amount", "about", "able", "move"}.isdisjoint(line) != told
            assert line["asked"]


@ALL_GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_spreadsheet_opens_the_file(name: str, language: Language) -> None:
    modules = games.modules(name)
    bots = [*modules.bots.STRATEGIES]
    players = [Player(f"{sign}1+1", bots[0]) for sign in "=+-@"[: min(3, max(engine(name).seats))]]
    table: AnyTable = Table(engine(name), players, strategies=modules.bots.STRATEGIES, seed=5)
    while table.advance():
        pass
    file = spreadsheet(rows(lines(reading(table, language, everything=True))), language)
    found = lines_of(file, separator="," if language == "en" else ";")
    assert len(found) == len(of_people(table))
    for line in found:
        assert tuple(line) == COLUMNS
        assert line["name"].startswith("'")
        for column, cell in line.items():
            is_sum = column in {"amount", "price", "money_before", "money_after"}
            assert is_sum or not cell.startswith(tuple("=+-@"))


@ALL_FURNISHED
def test_what_came_of_a_decision_is_said_in_words(name: str) -> None:
    preset = next(iter(games.modules(name).presets))
    table = game_at_random(name, preset, 3 if name != "kuhn_poker" else 2)
    told = [each.get("outcome", "") for each in lines(reading(table, "de", everything=True))]
    assert not KEYS.intersection(map(str, told))
    assert any(told) == (games.modules(name).stakes is not None)


def zahltag() -> AnyTable:
    """Let bots play Zahltag."""
    modules = games.modules("zahltag")
    players = [Player(kind, kind) for kind in [*modules.bots.STRATEGIES][1:5]]
    table: AnyTable = Table(modules.engine, players, strategies=modules.bots.STRATEGIES, seed=4)
    while table.advance():
        pass
    return table


def bids(table: AnyTable, **may: Any) -> list[Line]:
    found = lines(reading(table, **may))
    moves = [move for _, move in of_people(table)]
    return [line for move, line in zip(moves, found, strict=True) if isinstance(move, Bid)]


def test_a_bid_has_its_contract_its_rivals_and_its_price() -> None:
    table = zahltag()
    modules = games.modules("zahltag")
    assert modules.debrief is not None
    marks = modules.debrief.points(table.branch.steps)
    won = [each for each in bids(table, everything=True, hands=True) if each["outcome"] == "won"]
    alone = [each for each in marks if not each.shared]
    assert len(won) == len(alone) > 0
    for line, mark in zip(won, alone, strict=True):
        assert (line["seat"], line["price"]) == (mark.seat + 1, mark.y)
        assert line["amount"] == line["price"]
        assert line["able"] == mark.x - 1
        assert line["about"]
        assert int(str(line["money_after"])) >= int(str(line["money_before"])) + mark.y
    lost = [each for each in bids(table, everything=True) if each["outcome"] == "lost"]
    assert any(each["price"] != "" and each["amount"] != each["price"] for each in lost)


def test_who_could_bid_is_blank_while_hands_are_hidden() -> None:
    assert {each["able"] for each in bids(zahltag())} == {""}
