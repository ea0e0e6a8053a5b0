"""The plain picture of a game: seats, accounts, open things, and legal moves."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import Struct

from paydays_widgets.core.game import Event, Move, Seat, Settling
from paydays_widgets.core.ledger import CASH, Account, owner
from paydays_widgets.show import board
from paydays_widgets.show.board import Picture
from paydays_widgets.show.plain.fields import Field, fields, label, said, title

if TYPE_CHECKING:
    from paydays_widgets.show.protocols import GameModules, TextModule

Scene: TypeAlias = board.Scene[Any, Event]
Facts: TypeAlias = list[tuple[str, str]]
"""Pairs of a label and a value."""

NOT_SHOWN: Final = ("seat", "turn", "legal", "rules", "deck")
"""The fields of a view that are not part of the picture."""


class Act(Struct, frozen=True):
    """A move that can be played: the words on its button, and its label for screen readers."""

    move: Move
    verb: str
    label: str


class Rows(Struct, frozen=True):
    """Things of one kind on the table, in rows with the same columns."""

    label: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class PlainBoard:
    """The usual ``board``."""

    def __init__(self, modules: "GameModules") -> None:
        self._modules = modules

    def draw(self, scene: Scene) -> str:
        """Draw the table."""
        return PlainPicture(scene, self._modules.text).draw()


class PlainPicture(Picture[Any, Event]):
    """A scene, prepared for the plain template."""

    package = "paydays_widgets.show.plain"

    def __init__(self, scene: Scene, words: "TextModule") -> None:
        super().__init__(scene)
        self.words = words
        self.balances = scene.books()

    def draw(self) -> str:
        """Draw the table."""
        scene, words = self.scene, self.words
        told = ""
        if self.event is not None:
            told = words.explain(self.event, scene.names, self.text, scene.deck).what
        asked = words.prompt(self.turn, scene.names, self.text)
        settling = isinstance(self.turn, Settling) and told != ""
        facts, things = self._lying_open()
        return self.render(
            head=board.Headline(told) if settling else board.Headline(asked, told),
            seats=[
                (self.card(seat), self._accounts(seat) + self._known(seat))
                for seat in range(len(scene.names))
            ],
            moves=[
                (scene.names[seat], seat + 1, self._moves(scene.own[seat].legal))
                for seat in sorted(self.playing)
            ],
            facts=facts,
            things=things,
            names=scene.names,
        )

    def money(self, amount: int) -> str:
        """Write an amount of money."""
        return self.words.money(amount, self.text)

    def account(self, account: Account) -> str:
        """Return the key of the element where an account's money starts its flight."""
        return "open" if owner(account) is None else super().account(account)

    def _accounts(self, seat: Seat) -> Facts:
        """List a seat's accounts other than cash."""
        return [
            (label(account.partition(":")[0]), self.money(amount))
            for account, amount in self.balances.items()
            if owner(account) == seat and not account.startswith(f"{CASH}:")
        ]

    def _known(self, seat: Seat) -> Facts:
        """List the known facts about a seat: its public values, and what it alone can see."""
        view = self.scene.own.get(seat, self.view)
        cash = tuple(self.cash(each) for each in range(len(self.scene.names)))
        found: Facts = []
        for field in fields(view, *NOT_SHOWN):
            if field.by_seat and field.value != cash:  # the cash stands beside the name
                found += self._parts(field.of(seat))
            elif not field.by_seat and field.value != getattr(self.view, field.name):
                found.append(self._said(field))
        return found

    def _lying_open(self) -> tuple[Facts, list[Rows]]:
        """List the open things that belong to no seat: as facts, or in rows if they have parts."""
        facts: Facts = [
            (label(account), self.money(amount))
            for account, amount in self.balances.items()
            if owner(account) is None
        ]
        things = []
        for field in fields(self.view, *NOT_SHOWN):
            items = field.value if isinstance(field.value, tuple) else ()
            if field.by_seat:
                continue
            if items and all(isinstance(each, Struct) for each in items):
                things.append(self._rows(field.label, items))
            else:
                facts.append(self._said(field))
        return facts, things

    def _rows(self, name: str, items: Sequence[Any]) -> Rows:
        rows = [dict(self._parts(Field(name, name, None, item))) for item in items]
        columns = tuple(dict.fromkeys(column for row in rows for column in row))
        cells = [tuple(row.get(column, "") for column in columns) for row in rows]
        return Rows(title(name), columns, tuple(cells))

    def _parts(self, field: Field) -> Iterator[tuple[str, str]]:
        """Put a field into words; a Struct field by field."""
        parts = fields(field.value) if isinstance(field.value, Struct) else [field]
        return map(self._said, parts)

    def _said(self, field: Field) -> tuple[str, str]:
        return field.label, said(field.value, field.hint, self.scene.names, self.text)

    def _moves(self, legal: Sequence[Move]) -> list[tuple[str, list[Act]]]:
        """Group moves by kind; moves without parameters form a group without a name."""
        kinds: dict[str, list[Act]] = {}
        for move in legal:
            kind = title(type(move).__name__)
            label = self.scene.called(move)
            act = Act(move, label.removeprefix(f"{kind} "), label)
            kinds.setdefault("" if act.verb == label else kind, []).append(act)
        return list(kinds.items())
