"""The picture of the table: a scene becomes HTML."""

from typing import Final, TypeAlias

from msgspec import Struct

from paydays_widgets.core import board
from paydays_widgets.core.game import Decide, Seat
from paydays_widgets.core.template import templates
from paydays_widgets.core.text import Text
from tests.kuhn_poker.events import Event
from tests.kuhn_poker.moves import Bet, Call, Check, Move
from tests.kuhn_poker.state import View
from tests.kuhn_poker.text import card_name, explain, money, prompt

Scene: TypeAlias = board.Scene[View, Event]

PACKAGE: Final = "tests.kuhn_poker"


class Act(Struct, frozen=True):
    """Something that can be decided now, and its words."""

    move: Move
    label: str


class SeatPicture(Struct, frozen=True):
    """A seat; ``card`` is "" where none is dealt and ``back`` where it is hidden."""

    number: int
    name: str
    money: str
    active: bool
    card: str
    face: str
    acts: tuple[Act, ...]


def draw(scene: Scene) -> str:
    """Draw the table."""
    table, text, event = scene.table, scene.text, scene.event
    told = explain(event, scene.names, text, table.deck).what if event else ""
    template = templates(PACKAGE, "board").get_template("board.html.j2")
    return template.render(
        text=text,
        prompt=prompt(table.turn, scene.names, text),
        told=told,
        pot=money(table.pot, text),
        seats=[_seat(scene, seat) for seat in range(len(table.sides))],
    )


def _seat(scene: Scene, seat: Seat) -> SeatPicture:
    table, text = scene.table, scene.text
    side = scene.own.get(seat, table).sides[seat]
    turn = table.turn
    active = isinstance(turn, Decide) and seat in turn.seats
    legal = scene.own[seat].legal if seat in scene.acting and seat in scene.own else ()
    face = card_name(side.card, text) if side.card else text("hidden card") if side.dealt else ""
    return SeatPicture(
        number=seat + 1,
        name=scene.names[seat],
        money=money(side.money, text),
        active=active,
        card=side.card or ("back" if side.dealt else ""),
        face=face,
        acts=tuple(Act(move, _label(move, table.deck.bet, text)) for move in legal),
    )


def _label(move: Move, bet: int, text: Text) -> str:
    match move:
        case Check():
            return text("Check")
        case Bet():
            return text("Bet {amount}", amount=bet)
        case Call():
            return text("Call {amount}", amount=bet)
        case _:
            return text("Fold")
