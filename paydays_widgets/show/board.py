"""The board kit: what a game receives to draw, and the parts that every board has.

A board is a :class:`Picture`. It turns a scene into the values that a template lays out with the
macros of ``kit.html.j2``. Each game adds what is special to it.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from paydays_widgets.core.balance import Sheet
from paydays_widgets.core.game import Decide, Event, Move, Over, Seat, Standing, View
from paydays_widgets.core.ledger import Account, Books, cash, owner
from paydays_widgets.core.text import Note, Text, Words
from paydays_widgets.show.template import templates

V = TypeVar("V", bound=View)
E = TypeVar("E", bound=Event)
Tone: TypeAlias = Literal["idle", "active", "acting", "won", "out"]
"""The look of a seat's card."""
Mood: TypeAlias = Literal["gain", "loss", ""]
"""Whether news is good or bad; "" for neither."""


class Routine(Struct, frozen=True):
    """A move that a player can leave to the page each time it is asked for; it binds nobody.

    Parameters
    ----------
    phase
        How long it holds: until the game comes to another phase, or another turn.
    begin
        What its button says.
    told
        What is said while it holds.
    until
        When the player is asked again.
    beside
        Whether the picture has its button, beside those of the moves.
    """

    phase: str
    move: Move
    begin: Words
    told: Words
    until: Words
    beside: bool = False


class Scene(Struct, Generic[V, E], frozen=True):
    """Everything needed to draw the table.

    Parameters
    ----------
    view
        The view of the open table.
    own
        The views of the seats whose hidden things may be shown on this screen.
    event
        The last event, as far as those seats may know it; None at the start.
    names
        The seats' names, as they stand in a sentence: never trust them as markup.
    acting
        The seats whose moves are entered on this screen now.
    picked
        What has been picked up while a move is still incomplete, such as ``hand:worker``; "" for
        nothing.
    prefix
        A prefix for every element id, so that two panels can share a page.
    key
        An id for the step shown. Something that happens only once, such as money flying across
        the table, carries it in its ``data-key``.
    called
        A function that names a choice of a seat in words, such as those of its button.
    why
        A function that explains in words why a move is refused now; "" if it is legal. The
        picture shows this on whatever cannot be played.
    advice
        Whether the picture may show the best move or the odds. False while a lesson is still
        asking for them.
    asks
        Whether the headline stands over the table. False where a lesson asks instead.
    hint
        Whether the picture shows the best move now. A button at it, with the verb ``hint``, shows
        and hides it.
    quiet
        Whether the picture keeps to itself what would answer a question that is still open.
    past
        A function that returns the events so far, newest first, as far as this screen may know
        them.
    bots
        The seats of bots, which the next step lets decide; none where the game does not go on.
    mine
        The seat of the only person who plays here; None if nobody or several do.
    apart
        Whether the others are people as well, each with a screen of their own.
    happened
        What has just happened, in a sentence.
    coached
        What the coach says; "" for nothing now, None where the coach has no place.
    named
        The seats that are marked as bots beside their names.
    ticks
        Whether a server lets the game's clock run, and seats only stop it.
    routine
        What the person who is asked here can leave to the page, if anything.
    shared
        Parts of the picture that have been drawn as they lie open, the same for all, by
        ``data-key``.
    """

    view: V
    own: Mapping[Seat, V]
    event: E | None
    names: tuple[str, ...]
    acting: frozenset[Seat]
    picked: str
    text: Text
    prefix: str
    key: str
    called: Callable[[Move], str]
    why: Callable[[Move], str]
    sheet: Callable[[Seat], Sheet]
    standing: Callable[[], Standing]
    advice: bool = True
    asks: bool = True
    hint: bool = True
    quiet: bool = False
    past: Callable[[], Iterable[E]] = tuple
    deck: Any = None
    books: Callable[[], Books] = dict
    bots: frozenset[Seat] = frozenset()
    mine: Seat | None = None
    apart: bool = False
    happened: str = ""
    coached: str | None = None
    chosen: frozenset[Move] = frozenset()
    named: frozenset[Seat] = frozenset()
    ticks: bool = False
    routine: Routine | None = None
    shared: Mapping[str, str] = MappingProxyType({})


class Headline(Struct, frozen=True, gc=False):
    """The line over the table.

    Parameters
    ----------
    hint
        What the seat may do, or what follows; "" for nothing.
    sum
        The calculation of what has just happened, for a phone, which has no storyline beside the
        table; "" for nothing, and for one of several lines.
    told
        Whether it says what has just happened.
    """

    prompt: str
    hint: str = ""
    sum: str = ""
    told: bool = False


class Play(Struct, frozen=True, gc=False):
    """The effect of activating a thing on the board.

    Parameters
    ----------
    label
        The name for screen readers; "" if they should read the visible words.
    why
        Why it cannot be played now; "" if it can.
    do
        What the panel does if there is no move: ``pick`` it up, or ``step`` on.
    main
        Whether it is the main choice, to be noticed first.
    chosen
        Whether it has been chosen, but not made.
    """

    label: str
    verb: str = ""
    move: Move | None = None
    value: str = ""
    why: str = ""
    key: str = ""
    do: str = "pick"
    main: bool = False
    chosen: bool = False


class Place(Struct, frozen=True, gc=False):
    """A place in the ranking, and the money that decides it.

    Parameters
    ----------
    number, seat, name
        The place, and who holds it; both numbers count from 1.
    sum
        The calculation of that money; "" if there is nothing to calculate.
    """

    number: int
    seat: int
    name: str
    money: str
    sum: str = ""


class Flight(Struct, frozen=True, gc=False):
    """Money in flight: the element keys of its source and target, and the amount as text."""

    source: str
    target: str
    amount: str


class SeatCard(Struct, frozen=True, gc=False):
    """What every game shows of a seat; its number is counted from 1.

    Parameters
    ----------
    plays
        Whether the seat's moves are entered on this screen now.
    mine
        Whether it is the seat of the only person who plays.
    bot
        Whether it is marked as a bot.
    note, note_tone
        What the last event means for the seat; "" for nothing.
    """

    number: int
    name: str
    money: str
    label: str
    status: str
    tone: Tone
    plays: bool
    mine: bool
    bot: bool
    note: str
    note_tone: Mood


NOTHING: Final[tuple[str, Mood]] = ("", "")
"""The note and mood of an event that does not concern a seat."""


class Picture(Generic[V, E]):
    """Turns one scene into the values that a template lays out.

    A game defines its package, and whatever is not as usual: how it writes money, what a seat is
    doing, what an event means for a seat.

    Attributes
    ----------
    deciding, decider
        The seats to decide, and the first of them; () and None if nobody decides.
    prompt
        The key of the decision; "" if nobody decides.
    playing
        The seats that decide on this screen now, with their legal moves.
    """

    package: ClassVar[str]
    """The game's package."""

    def __init__(self, scene: Scene[V, E]) -> None:
        self.scene = scene
        self.view = scene.view
        self.text = scene.text
        self.event = scene.event
        self.turn = turn = scene.view.turn
        deciding = turn.seats if isinstance(turn, Decide) else ()
        self.deciding = deciding
        self.decider = deciding[0] if deciding else None
        self.prompt = turn.prompt if isinstance(turn, Decide) else ""
        self.playing = {
            seat: frozenset(scene.own[seat].legal)
            for seat in deciding
            if seat in scene.acting and seat in scene.own
        }

    # what a game may define

    def money(self, amount: int) -> str:
        """Write an amount of money: by default as a plain number."""
        return self.text.number(amount)

    def cash(self, seat: Seat) -> int:
        """Return a seat's cash: by default from the books."""
        return self.scene.books().get(cash(seat), 0)

    def purse(self, seat: Seat) -> str:
        """Write a seat's cash."""
        return self.money(self.cash(seat))

    def doing(self, seat: Seat) -> tuple[str, Tone]:
        """Describe what a seat is doing during the game, with the tone of its card.

        By default, whether it is to decide.
        """
        if seat not in self.deciding:
            return "", "idle"
        return self.text("to decide"), "acting" if seat in self.playing else "active"

    def worth(self, seat: Seat) -> int:
        """Return the amount that ranks a seat: its net worth, as the rules count it."""
        return self.scene.sheet(seat).counted

    def note(self, _seat: Seat, /) -> tuple[str, Mood]:
        """Describe what the last event means for a seat."""
        return NOTHING

    def account(self, account: Account) -> str:
        """Return the key of the element where an account's money starts its flight."""
        seat = owner(account)
        return "bank" if seat is None else f"s{seat + 1}-money"

    # what follows from these

    def play(self, move: Move, label: str, verb: str = "", *, main: bool = False) -> Play:
        """Make a thing that plays a move, or explains why the move is refused."""
        why = "" if move in self.playing[move.by] else self.scene.why(move)
        key = str(move).replace(" ", "-")
        chosen = move in self.scene.chosen
        return Play(label, verb, move=move, why=why, key=key, main=main, chosen=chosen)

    def named(self, move: Move, verb: str = "", *, main: bool = False) -> Play:
        """Play a move by its own words, which a shorter verb may stand for."""
        called = self.scene.called(move)
        return self.play(move, called if verb else "", verb or called, main=main)

    def card(self, seat: Seat, *more: str, said: str = "") -> SeatCard:
        """Make a seat's card.

        Parameters
        ----------
        more
            Words for screen readers, read between cash and status.
        said
            Words for screen readers in place of name and cash.
        """
        name, money = self.scene.names[seat], self.purse(seat)
        status, tone = self.status(seat)
        note, mood = self.note(seat)
        said = said or self.text("{name}, {money}", name=name, money=money)
        mine = seat == self.scene.mine
        bot = seat in self.scene.named
        you = self.text("this is you") if mine else self.text("bot") if bot else ""
        return SeatCard(
            number=seat + 1,
            name=name,
            money=money,
            label=", ".join(filter(None, (said, you, *more, status))),
            status=status,
            tone=tone,
            plays=seat in self.playing,
            mine=mine,
            bot=bot,
            note=note,
            note_tone=mood,
        )

    def alone(self) -> SeatCard | None:
        """Return who decides, if it is one seat, here or else at the table."""
        found = tuple(self.playing) or self.deciding
        return self.card(found[0]) if len(found) == 1 else None

    def status(self, seat: Seat) -> tuple[str, Tone]:
        """Describe what a seat is doing, or whether it has won, with the tone of its card."""
        if not isinstance(self.turn, Over):
            return self.doing(seat)
        won = seat in self.scene.standing().ranking[0]
        return (self.text("Winner"), "won") if won else ("", "idle")

    def ranking(self) -> tuple[Place, ...]:
        """List the places of a finished game; empty during play."""
        found: list[Place] = []
        for group in self.scene.standing().ranking if isinstance(self.turn, Over) else ():
            number = len(found) + 1
            found += [
                Place(number, seat + 1, self.scene.names[seat], self.money(self.worth(seat)))
                for seat in group
            ]
        return tuple(found)

    def flights(self) -> tuple[Flight, ...]:
        """List the transfers of the last event as money in flight."""
        return tuple(
            Flight(self.account(each.source), self.account(each.target), self.money(each.amount))
            for each in (self.event.transfers if self.event else ())
        )

    def render(self, **facts: object) -> str:
        """Render the board: its template gets the given facts besides those of every board."""
        template = templates(self.package, "board").get_template("board.html.j2")
        return template.render(
            **self._usual(),
            playing=bool(self.playing),
            asks=self.scene.asks,
            happened=self.scene.happened,
            coached=self.scene.coached,
            ranking=self.ranking(),
            flights=self.flights(),
            decider=self.alone(),
            **facts,
        )

    def _usual(self) -> dict[str, object]:
        """Return what the templates of every board use."""
        return {
            "text": self.text,
            "plural": self.text.plural,
            "number": self.text.number,
            "money": self.money,
            "prefix": self.scene.prefix,
            "key": self.scene.key,
            "view": self.view,
        }


def victory(scene: Scene[V, E]) -> str:
    """Announce the winner or winners."""
    winners = scene.standing().ranking[0]
    names = scene.text.listing([scene.names[seat] for seat in winners])
    return scene.text.plural(
        "{names} wins", "{names} share the victory", len(winners), names=names
    )


def told(scene: Scene[V, E], explain: Callable[[E, tuple[str, ...], Text, Any], Note]) -> Headline:
    """Describe the last event while a move is still being carried out."""
    if scene.event is None:
        return Headline("")
    note = explain(scene.event, scene.names, scene.text, scene.deck)
    return Headline(note.what, note.why, "" if "\n" in note.sum else note.sum, told=True)
