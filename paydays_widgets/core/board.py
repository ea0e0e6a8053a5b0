"""The board kit: what a game is given to draw, and what every board is made of.

A board is a :class:`Picture`: it turns a scene into what a template lays out with the macros of
``kit.html.j2``. A game adds what is special to it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from paydays_widgets.core.game import Decide, Event, Move, Over, Seat, View
from paydays_widgets.core.ledger import Account, Books, owner
from paydays_widgets.core.template import templates
from paydays_widgets.core.text import Note, Text

V = TypeVar("V", bound=View)
E = TypeVar("E", bound=Event)
Tone: TypeAlias = Literal["idle", "active", "acting", "won", "out"]
"""How a seat's card looks."""
Mood: TypeAlias = Literal["gain", "loss", ""]
"""How good news is."""


class Scene(Struct, Generic[V, E], frozen=True):
    """What is to be drawn.

    Parameters
    ----------
    table
        What lies open on the table.
    own
        The views of the seats whose hidden things may be shown on this screen.
    event
        The last event, as those seats may know it; None at the start.
    names
        The seats' names, as they were typed: never trusted as markup.
    acting
        The seats whose moves are entered on this screen now.
    picked
        What has been picked up before a move is complete, such as ``hand:worker``; "" for
        nothing.
    text
        The words of the reader's language.
    prefix
        Precedes every element id, so that two panels can share a page.
    key
        Names the step that is shown; something that happens once, such as money that flies,
        carries it in its ``data-key``.
    why
        Tells in words why a move is refused now; "" where it is legal.
        A picture shows it on what cannot be played.
    advice
        Whether the picture may say what is best, or how likely something is. A lesson asks that
        first.
    past
        Gives the events up to the last one, the newest first, as this screen may know them.
    deck
        What is played with.
    books
        Gives the balances.
    """

    table: V
    own: Mapping[Seat, V]
    event: E | None
    names: tuple[str, ...]
    acting: frozenset[Seat]
    picked: str
    text: Text
    prefix: str
    key: str
    why: Callable[[Move], str]
    advice: bool = True
    past: Callable[[], Iterable[E]] = tuple
    deck: Any = None
    books: Callable[[], Books] = dict


class Headline(Struct, frozen=True, gc=False):
    """The line over the table.

    Parameters
    ----------
    prompt
        What is to be decided or has just happened.
    hint
        What one may do, or what it leads to; "" for nothing.
    """

    prompt: str
    hint: str = ""


class Play(Struct, frozen=True, gc=False):
    """What activating a thing does.

    Parameters
    ----------
    label
        What a screen reader says; "" where it reads what is written on it.
    verb
        What is written on it.
    move
        The move that it makes; None where it makes none.
    value
        What is then picked up.
    why
        Why it cannot be played now; "" where it can.
    key
        Names it where it is a thing of its own.
    do
        What the panel does where it makes no move: ``pick`` it up, or ``step`` on.
    main
        Whether it is the one to look at first.
    """

    label: str
    verb: str = ""
    move: Move | None = None
    value: str = ""
    why: str = ""
    key: str = ""
    do: str = "pick"
    main: bool = False


class Place(Struct, frozen=True, gc=False):
    """A place in the ranking.

    Parameters
    ----------
    number, seat, name
        Which place, and whose.
    money
        What it is ranked by.
    sum
        How that is reckoned; "" where nothing is to be reckoned.
    """

    number: int
    seat: int
    name: str
    money: str
    sum: str = ""


class Flight(Struct, frozen=True, gc=False):
    """Money on its way: the keys of the things that it leaves and reaches, and how much."""

    source: str
    target: str
    amount: str


class SeatCard(Struct, frozen=True, gc=False):
    """What every game shows of a seat.

    Parameters
    ----------
    number, name, money
        Who it is, and its cash.
    label
        What a screen reader says of it.
    status
        What it is about; "" for nothing.
    tone
        How it looks.
    plays
        Whether it is played from this screen now.
    note, note_tone
        What the last event means for it; "" for nothing.
    """

    number: int
    name: str
    money: str
    label: str
    status: str
    tone: Tone
    plays: bool
    note: str
    note_tone: Mood


NOTHING: Final[tuple[str, Mood]] = ("", "")
"""What an event means for a seat that it does not concern."""


class Picture(ABC, Generic[V, E]):
    """Turns one scene into what a template lays out.

    A game says what is special to it: its package, how money is written, what a seat is about,
    and what events mean for it.

    Attributes
    ----------
    scene, table, text, turn, event
        What is drawn, and the parts of it that are asked for most.
    decider
        The seat that decides, the first one where several do; None for none.
    prompt
        What is asked; "" where nobody decides.
    playing
        The seats that decide on this screen now, with their legal moves.
    """

    package: ClassVar[str]
    """The game's."""

    def __init__(self, scene: Scene[V, E]) -> None:
        self.scene = scene
        self.table = scene.table
        self.text = scene.text
        self.event = scene.event
        self.turn = turn = scene.table.turn
        deciding = turn.seats if isinstance(turn, Decide) else ()
        self.decider = deciding[0] if deciding else None
        self.prompt = turn.prompt if isinstance(turn, Decide) else ""
        self.playing = {
            seat: frozenset(scene.own[seat].legal)
            for seat in deciding
            if seat in scene.acting and seat in scene.own
        }

    # what a game says

    @abstractmethod
    def money(self, amount: int) -> str:
        """Write an amount of money."""

    @abstractmethod
    def cash(self, seat: Seat) -> int:
        """Count a seat's cash."""

    @abstractmethod
    def doing(self, seat: Seat) -> tuple[str, Tone]:
        """Say what a seat is about while the game goes on, and how its card then looks."""

    def worth(self, seat: Seat) -> int:
        """Reckon what a seat is ranked by."""
        return self.cash(seat)

    def note(self, seat: Seat) -> tuple[str, Mood]:  # noqa: ARG002 - a game looks
        """Say what the last event means for a seat."""
        return NOTHING

    def account(self, account: Account) -> str:
        """Name the thing on the table that money of an account sets out from."""
        seat = owner(account)
        return "bank" if seat is None else f"s{seat + 1}-money"

    # what follows from it

    def play(self, move: Move, label: str, verb: str = "", *, main: bool = False) -> Play:
        """Make a thing that plays a move; where it is refused, it says why."""
        why = "" if move in self.playing[move.by] else self.scene.why(move)
        key = str(move).replace(" ", "-")
        return Play(label, verb, move=move, why=why, key=key, main=main)

    def card(self, seat: Seat, *more: str, said: str = "") -> SeatCard:
        """Show a seat.

        Parameters
        ----------
        seat
            Which one.
        more
            What a screen reader says of it between its cash and its status.
        said
            What it says in place of name and cash.
        """
        name, money = self.scene.names[seat], self.money(self.cash(seat))
        status, tone = self.status(seat)
        note, mood = self.note(seat)
        said = said or self.text("{name}, {money}", name=name, money=money)
        return SeatCard(
            number=seat + 1,
            name=name,
            money=money,
            label=", ".join(filter(None, (said, *more, status))),
            status=status,
            tone=tone,
            plays=seat in self.playing,
            note=note,
            note_tone=mood,
        )

    def status(self, seat: Seat) -> tuple[str, Tone]:
        """Say what a seat is about, and how it looks."""
        if not isinstance(self.turn, Over):
            return self.doing(seat)
        won = seat in self.table.standing.ranking[0]
        return (self.text("Winner"), "won") if won else ("", "idle")

    def ranking(self) -> tuple[Place, ...]:
        """Give the ranking when the game is over."""
        found: list[Place] = []
        for group in self.table.standing.ranking if isinstance(self.turn, Over) else ():
            number = len(found) + 1
            found += [
                Place(number, seat + 1, self.scene.names[seat], self.money(self.worth(seat)))
                for seat in group
            ]
        return tuple(found)

    def flights(self) -> tuple[Flight, ...]:
        """Send the money of the last event on its way."""
        return tuple(
            Flight(self.account(each.source), self.account(each.target), self.money(each.amount))
            for each in (self.event.transfers if self.event else ())
        )

    def render(self, **facts: object) -> str:
        """Lay the board out.

        Parameters
        ----------
        facts
            What the template asks for beside what every board has.
        """
        template = templates(self.package, "board").get_template("board.html.j2")
        return template.render(
            text=self.text,
            plural=self.text.plural,
            number=self.text.number,
            prefix=self.scene.prefix,
            key=self.scene.key,
            view=self.table,
            playing=bool(self.playing),
            ranking=self.ranking(),
            flights=self.flights(),
            **facts,
        )


def victory(scene: Scene[V, E]) -> str:
    """Say who has won."""
    winners = scene.table.standing.ranking[0]
    names = scene.text.listing([scene.names[seat] for seat in winners])
    return scene.text.plural(
        "{names} wins", "{names} share the victory", len(winners), names=names
    )


def told(scene: Scene[V, E], explain: Callable[[E, tuple[str, ...], Text, Any], Note]) -> Headline:
    """Tell the last event, while the rules still carry out a move."""
    if scene.event is None:
        return Headline("")
    note = explain(scene.event, scene.names, scene.text, scene.deck)
    return Headline(note.what, note.why)
