"""The picture of the table: turns a scene into HTML."""

from typing import ClassVar, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Chance, Seat
from paydays_widgets.show import board
from paydays_widgets.show.board import Headline, Picture, Play, SeatCard, told
from tests.kuhn_poker.events import Event
from tests.kuhn_poker.state import View
from tests.kuhn_poker.text import card_name, explain, prompt

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

    def account(self, account: str) -> str:
        return "pot" if account == "pot" else super().account(account)

    def _hand(self, seat: Seat) -> Hand:
        scene, text = self.scene, self.text
        card = scene.own.get(seat, self.view).sides[seat].card
        dealt = not isinstance(self.turn, Chance) or seat < self.turn.repeat
        face = card_name(card, text) if card else text("hidden card") if dealt else ""
        legal = scene.own[seat].legal if seat in self.playing else ()
        return Hand(
            seat=self.card(seat, face),
            card=card or ("back" if dealt else ""),
            face=face,
            acts=tuple(self.named(move) for move in legal),
        )
