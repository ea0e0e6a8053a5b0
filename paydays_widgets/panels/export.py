"""All steps of a game, or all decisions, as a table for a spreadsheet."""

from collections.abc import Iterator
from functools import partial
from typing import cast

from paydays_widgets.core.ledger import Account
from paydays_widgets.core.table import HUMAN
from paydays_widgets.show.spreadsheet import spreadsheet
from paydays_widgets.talk import decisions
from paydays_widgets.talk.sight import Sight


def steps_as_csv(at: Sight) -> str:
    """Write all steps up to the cursor as CSV, without anything hidden from the screen."""
    return spreadsheet(_rows(at), at.text.language)


def decisions_as_csv(at: Sight) -> str:
    """Write all decisions up to the cursor as CSV, without anything hidden from the screen."""
    read = decisions.Reading(
        at.table, at.modules, at.names, at.text, seat=at.hearer, hands=at.all_shown
    )
    return spreadsheet(
        decisions.rows(map(partial(_by, at), decisions.lines(read))), at.text.language
    )


def _by(at: Sight, line: decisions.Line) -> decisions.Line:
    """Say who decides for a seat: its name, or a bot."""
    human = at.table.players[cast("int", line["seat"]) - 1].kind == HUMAN
    return line | {"by": line["name"] if human else "bot"}


def _rows(at: Sight) -> Iterator[list[object]]:
    table, branch = at.table, at.table.branch
    accounts = list(_balances(at, table.start))
    yield ["step", "turn", "move", "event", "clause", "what", *accounts]
    move = 0
    for number, (turn, step) in enumerate(zip(at.turns(), branch.steps, strict=False), 1):
        while branch.ends[move] < number:
            move += 1
        told = table.told(move, at.hearer, shown=number)
        balances = _balances(at, step.state)
        yield [
            number,
            turn,
            str(branch.moves[move]) if told else "",
            type(step.event).__name__,
            step.event.clause,
            at.told(number).what,
            *[balances[account] for account in accounts],
        ]


def _balances(at: Sight, state: object) -> dict[Account, int]:
    """List the balance of every account, then the other lines and the sums of balance sheets."""
    game = at.table.game
    balances = dict(game.books(state))
    for seat in range(len(at.names)):
        balances |= game.sheet(state, seat).accounts(seat)
    return balances
