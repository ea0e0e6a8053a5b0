"""The picture of the table: turns a scene into HTML."""

from typing import ClassVar, TypeAlias

from msgspec import Struct

from paydays_widgets.core import board
from paydays_widgets.core.board import Headline, Picture, Play, SeatCard, Tone, told
from paydays_widgets.core.game import Decide, Seat
from tests.kuhn_poker.events import Event
from tests.kuhn_poker.moves import Bet, Call, Check, Move
from tests.kuhn_poker.state import View
from tests.kuhn_poker.text import card_name, explain, money, prompt

Scene: TypeAlias = board.Scene[View, Event]


class Hand(Struct, frozen=True):
    """A seat's card; ``card`` is "" before the deal and ``back`` while it is hidden."""

    seat: SeatCard
    card: str
    face: str
    acts: tuple[Play, ...]


def draw(scene: Scene) -> str:
    """Draw the table."""
    return _Table(scene).draw()


class _Table(Picture[View, Event]):
    """The table of a game of Kuhn poker."""

    package: ClassVar[str] = "tests.kuhn_poker"

    def draw(self) -> str:
        scene, view = self.scene, self.view
        asked = prompt(view.turn, scene.names, self.text)
        return self.render(
            head=Headline(asked, told(scene, explain).prompt),
            pot=self.money(view.pot),
            hands=[self._hand(seat) for seat in range(len(view.sides))],
        )

    def money(self, amount: int) -> str:
        return money(amount, self.text)

    def cash(self, seat: Seat) -> int:
        return self.view.sides[seat].money

    def doing(self, seat: Seat) -> tuple[str, Tone]:
        decides = isinstance(self.turn, Decide) and seat in self.turn.seats
        return "", "active" if decides else "idle"

    def account(self, account: str) -> str:
        return "pot" if account == "pot" else super().account(account)

    def _hand(self, seat: Seat) -> Hand:
        scene, text = self.scene, self.text
        side = scene.own.get(seat, self.view).sides[seat]
        hidden = text("hidden card") if side.dealt else ""
        face = card_name(side.card, text) if side.card else hidden
        legal = scene.own[seat].legal if seat in self.playing else ()
        return Hand(
            seat=self.card(seat, face),
            card=side.card or ("back" if side.dealt else ""),
            face=face,
            acts=tuple(self.play(move, "", self._verb(move)) for move in legal),
        )

    def _verb(self, move: Move) -> str:
        bet, text = self.view.deck.bet, self.text
        match move:
            case Check():
                return text("Check")
            case Bet():
                return text("Bet {amount}", amount=bet)
            case Call():
                return text("Call {amount}", amount=bet)
            case _:
                return text("Fold")
