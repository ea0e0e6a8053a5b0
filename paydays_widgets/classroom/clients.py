"""Pages that are open: whose they are, what stands on them, and the room that they look at."""

import logging
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.classroom.entries import Person
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.tickets import Pass, Tickets
from paydays_widgets.classroom.ticking import LATEST
from paydays_widgets.lab import client as lab
from paydays_widgets.talk.advice import Advice
from paydays_widgets.talk.line import Inbox
from paydays_widgets.talk.screen import Screen, Tone

if TYPE_CHECKING:
    from paydays_widgets.classroom.bell import Bell
    from paydays_widgets.classroom.measures import Estimate
    from paydays_widgets.classroom.reach import Address
    from paydays_widgets.classroom.results import Spread
    from paydays_widgets.classroom.store import Failure
    from paydays_widgets.classroom.ticking import Ticking
    from paydays_widgets.core.game import Seat
    from paydays_widgets.core.text import Language

Post: TypeAlias = Callable[[Mapping[str, Any]], None]
"""Sends a message to a page."""
Close: TypeAlias = Callable[[int, str], None]
"""Closes the line of a page, with a code of WebSockets and a reason."""
ASKED: Final = 2_000
"""For how many milliseconds a page is not asked once more to answer a tick."""
BROKEN: Final = 1011
"""The code of a line that is closed since we cannot speak to its page."""
MARK: Final = "\0"
"""What stands around elements of which a page can be told alone: no name and no word has it."""
_KEY: Final = re.compile(r'data-key="([^"]+)"')
_LOG: Final = logging.getLogger("paydays")


class ClassScreen(Screen, frozen=True, kw_only=True):
    """What one page of a class shows besides the room, each page for itself.

    Parameters
    ----------
    address
        On the teacher's page: the address that phones open, such as ``http://192.168.1.5:8866``.
    table
        On the teacher's page: the table that is shown large; None for all of them.
    open
        On the teacher's page: what else is open there, such as a form.
    notes
        Whether it is the teacher's own page beside the projector.
    chapter, block, theory
        In its results: the chapter, and the block of a programme, that are shown, None for the
        last; and whether theory is shown beside the class.
    picked_for, said_for
        On a student's page: the number of the decision for which something is picked up; and those
        of the decision that the message is about, and of the one that its reader faced then.
    """

    address: str = ""
    table: int | None = None
    open: str = ""
    notes: bool = False
    chapter: int | None = None
    block: int | None = None
    theory: bool = False
    picked_for: int = 0
    said_for: tuple[int | None, int] = None, 0


class Drawing(Struct, frozen=True):
    """A part of a page, which the browser keeps in step: markup and the decision it is for.

    Parameters
    ----------
    html
        The markup. Whatever people typed is escaped.
    seq
        The number of the decision that it asks for; a page says it with every move.
    game
        The game whose style sheet it needs; "" for the one that the class plays.
    pieces
        The markup in pieces, if a page can be told of some of them: each second one is an element
        with a ``data-key``, the others are what stands between them.
    """

    html: str
    seq: int = 0
    game: str = ""
    pieces: tuple[str, ...] = ()

    @classmethod
    def divided(cls, html: str) -> Self:
        """Make it from markup in which :data:`MARK` stands before and after each such element."""
        pieces = tuple(html.split(MARK))
        return cls("".join(pieces), pieces=pieces)


class Page(Struct, frozen=True):
    """All that one page shows.

    Parameters
    ----------
    call
        The number of the decision that its reader is to make; 0 for none. When it changes, a
        phone shakes.
    lost
        What the page says while it cannot reach the server.
    same
        The names of other parts, which stay as they are.
    seat
        Whose its picture is, counted from 1; 0 for nobody's.
    """

    parts: Mapping[str, Drawing]
    title: str
    call: int = 0
    lost: Mapping[str, str] = MappingProxyType({})
    same: frozenset[str] = frozenset()
    seat: int = 0

    @property
    def game(self) -> str:
        """The game whose style sheet it needs; "" for the one that the class plays."""
        return next((each.game for each in self.parts.values() if each.game), "")


Drawings: TypeAlias = dict[tuple[object, ...], Any]
"""What has been drawn of a room as it is now, parts and pages: those who see the same share it."""


class Alike(dict[str, Any]):
    """A message that several pages get: it is written once for all that agreed on the same.

    Attributes
    ----------
    frames
        What is sent, by how far compression may refer back.
    """

    def __init__(self, **facts: object) -> None:
        super().__init__(facts)
        self.frames: dict[int, bytes] = {}


class News:
    """What is news on the picture of a table, as it lies open: all pages get the same of it.

    Parameters
    ----------
    part, parts
        The part of the page, and what stands there now, by ``data-key``.
    seq
        The number of what people face now.
    """

    def __init__(self, part: str, parts: Mapping[str, str], seq: int) -> None:
        self.part = part
        self.parts = {key: (hash(html), html) for key, html in parts.items()}
        self._seq = seq
        self._messages: dict[tuple[str, ...], Alike] = {}

    def message(self, keys: tuple[str, ...]) -> Alike:
        """Make the message that tells some of it."""
        if keys not in self._messages:
            parts = {key: self.parts[key][1] for key in keys}
            self._messages[keys] = Alike(kind="news", part=self.part, parts=parts, seq=self._seq)
        return self._messages[keys]


class Client:
    """A page that is open.

    Parameters
    ----------
    person
        Whose it is; None for the teacher's.

    Attributes
    ----------
    sent
        A hash of each part that it shows: the markup of hundreds of pages would fill the memory.
    late
        How many milliseconds a message to it and back took when it was last asked to answer.
    news
        For each part of the page: a hash of what it was told since it was drawn, by ``data-key``.
    """

    def __init__(
        self,
        person: Person | None,
        screen: ClassScreen,
        post: Post,
        close: Close = lambda _code, _reason: None,
    ) -> None:
        self.person = person
        self.screen = screen
        self._post = post
        self.close = close
        self.sent: Mapping[str, int] = {}
        self.news: dict[str, dict[str, int]] = {}
        self.late = 0
        self._pieces: dict[str, tuple[int, tuple[int, ...]]] = {}
        self._asked_at = -ASKED
        self._asked: int | None = None
        self._heading: tuple[str, int, str, int] | None = None

    @property
    def calls(self) -> bool:
        """Whether the page that was shown asks its reader for a decision."""
        return self._heading is not None and self._heading[1] > 0

    def post(self, message: Mapping[str, Any]) -> None:
        """Send it a message; a line that takes none is closed, and nobody else waits for it."""
        try:
            self._post(message)
        except Exception:  # noqa: BLE001 - the other pages get theirs
            _LOG.exception("A page of the class could not be told something: its line is closed.")
            self._post = lambda _: None
            self.close(BROKEN, "this page could not be told something")

    def say(self, room: Room, tone: Tone, said: str, asked: int | None = None) -> None:
        """Have something said on the page, of its decision; on a phone, until the next comes."""
        faces = 0 if self.person is None else room.faces(self.person)
        self.screen = replace(self.screen.saying(tone, said), said_for=(asked, faces))

    def tick(self, clocks: Sequence[Mapping[str, Any]], now: int) -> None:
        """Tell it where clocks stand; a phone is asked now and then how long that takes."""
        asks = self.person is not None and now - self._asked_at >= ASKED
        if asks:
            self._asked = self._asked_at = now
        self.post({"kind": "tick", "clocks": clocks, "now": now, "ask": asks})

    def tell(self, news: News) -> None:
        """Tell it what is news to it."""
        part = news.part
        if part not in self.sent:
            return
        known = self.news.setdefault(part, {})
        fresh = tuple(key for key, (mark, _) in news.parts.items() if known.get(key) != mark)
        if fresh:
            known |= {key: news.parts[key][0] for key in fresh}
            self.sent = {**self.sent, part: 0}  # not what was drawn any more
            self.post(news.message(fresh))

    def answers(self, stamp: object, now: int) -> bool:
        """Take a stamp that comes back; return whether an answer with it was asked for."""
        if type(stamp) is not int or stamp != self._asked:
            return False
        self._asked, self.late = None, min(now - stamp, LATEST)
        return True

    def show(self, page: Page, now: int = 0, style: str = "") -> None:
        """Send what differs from what the page shows.

        Parameters
        ----------
        now
            The time, in milliseconds, by the clock that all times on the page are from.
        style
            The name of the game's style sheet.
        """
        sent = {name: hash(part) for name, part in page.parts.items()}
        parts = {
            name: {"html": part.html, "seq": part.seq}
            for name, part in page.parts.items()
            if self.sent.get(name) != sent[name]
        }
        fresh = {name: self._fresh(name, page.parts[name]) for name in parts}
        parts = {name: part for name, part in parts.items() if not fresh[name]}
        gone = [name for name in self.sent if name not in sent and name not in page.same]
        self.news = {part: known for part, known in self.news.items() if part not in parts}
        self.sent = {name: self.sent[name] for name in page.same} | sent
        before, self._heading = self._heading, (page.title, page.call, style, page.seat)
        if parts or gone or before != self._heading:
            self.post(
                {
                    "kind": "page",
                    "parts": parts,
                    "gone": gone,
                    "title": page.title,
                    "call": page.call,
                    "seat": page.seat,
                    "now": now,
                    "style": style,
                    "lang": self.screen.language,
                    "theme": self.screen.theme,
                    "lost": page.lost,
                }
            )
        for name, pieces in fresh.items():
            if pieces:
                seq = page.parts[name].seq
                self.post({"kind": "news", "part": name, "parts": pieces, "seq": seq})

    def _fresh(self, name: str, part: Drawing) -> Mapping[str, str]:
        """Return the pieces of a part that have changed; none if all of it has to be sent."""
        frame = hash((part.seq, part.game, part.pieces[::2]))
        now = frame, tuple(map(hash, part.pieces[1::2]))
        known = self._pieces.get(name)
        self._pieces[name] = now
        if not part.pieces or known is None or known[0] != frame or name in self.news:
            return {}
        changed = zip(part.pieces[1::2], now[1], known[1], strict=True)
        found = [piece for piece, mark, before in changed if mark != before]
        return {_KEY.search(piece)[1]: piece for piece in found}  # type: ignore[index] # it has one


class Clients:
    """The pages of a room that are open, in the order in which they came."""

    def __init__(self, clients: Iterable[Client] = ()) -> None:
        self._all: dict[Client, None] = {}
        self._of: dict[Person | None, dict[Client, None]] = {}
        for each in clients:
            self.append(each)

    def __iter__(self) -> Iterator[Client]:
        return iter([*self._all])  # one may leave meanwhile

    def __len__(self) -> int:
        return len(self._all)

    def __contains__(self, client: object) -> bool:
        return client in self._all

    def append(self, client: Client) -> None:
        """Add a page."""
        self._all[client] = None
        self._of.setdefault(client.person, {})[client] = None

    def remove(self, client: Client) -> None:
        """Take a page away."""
        del self._all[client]
        mine = self._of[client.person]
        del mine[client]
        if not mine:
            del self._of[client.person]

    def of(self, person: Person | None) -> Collection[Client]:
        """List somebody's pages; by None the teacher's."""
        return self._of.get(person, ())

    @property
    def people(self) -> frozenset[Person]:
        """Everybody who has a page."""
        return frozenset(each for each in self._of if each is not None)


class Here:
    """A room that lives on this server, with the pages that are open.

    Attributes
    ----------
    written
        How many entries the store has.
    trouble
        Why nothing can be saved now; None as long as all is well.
    sound
        Whether `room` is what the store has; if not, it is read again before anything else.
    tried
        When the last attempt to read it again was made.
    steps
        When a table shows its next event, by table.
    limits
        When the time for a decision is up, by table, with the number of the decision.
    waits
        The tables that wait for others.
    bells
        The bells that end a period, by table.
    words
        When bots speak where all may do so at any time, by table and seat.
    away
        Since when people at such a table have had no page, in milliseconds.
    coming
        When the next game of a block begins by itself; 0 if none does.
    rehearsed
        When pretend students do what they are asked.
    warned
        Everybody whose page has said what nobody can read: the log says it once.
    failed
        Where the drawing of its pages has failed: the log says each once.
    reach
        The addresses of this server, as they were when the teacher's page was opened.
    spreads
        What bots do, beside the results of a chapter, by its number; None as long as they play.
    of_bots
        What bots do in the blocks of a programme, by the numbers of chapter and block; None as
        long as they play, and if they could not.
    advice
        In a poll, what each answer earns, once the teacher has asked for it.
    drawn
        What has been drawn for several pages since the room last looked different.
    watched
        What those see who have no seat, by language, with the second in which it was drawn.
    strain
        How many milliseconds its server let something wait of late; 0 as long as it keeps up.
    counted
        When its pages were last told how many there are.
    inboxes
        Which messages have come, by person: a page that connects again is the same person's.
    """

    def __init__(self, id: int, room: Room) -> None:
        self.id = id
        self.room = room
        self.written = room.entries
        self.clients = Clients()
        self.trouble: Failure | None = None
        self.sound = True
        self.tried = 0
        self.steps: dict[int, int] = {}
        self.limits: dict[int, tuple[int, int]] = {}
        self.waits: set[int] = set()
        self.coming = 0
        self.rehearsed = 0
        self.clocks: dict[int, Ticking] = {}
        self.bells: dict[int, Bell] = {}
        self.words: dict[tuple[int, Seat], int] = {}
        self.away: dict[Person, int] = {}
        self.warned: set[Person | None] = set()
        self.failed: set[object] = set()
        self.reach: tuple[Address, ...] = ()
        self.tickets = Tickets()
        self.pass_ = Pass()
        self.spreads: dict[int, Mapping[int, Spread] | None] = {}
        self.of_bots: dict[int, dict[int, Estimate | None]] = {}
        self.advice = Advice(lab.Client())
        self.drawn: Drawings = {}
        self.watched: dict[Language, tuple[float, Mapping[str, str]]] = {}
        self.strain = 0
        self.counted = 0
        self.inboxes: defaultdict[Person | None, Inbox] = defaultdict(partial(Inbox, roams=True))

    @property
    def code(self) -> str:
        """The code by which the class joins."""
        return self.room.opened.code

    def open(self, room: Room) -> None:
        """Go on with another chapter: every page shows what that begins with."""
        self.room = room
        self.steps, self.limits, self.clocks, self.away, self.coming = {}, {}, {}, {}, 0
        self.bells, self.words, self.waits = {}, {}, set()
        self.advice.drop()
        for each in self.clients:
            look = each.screen
            each.screen = ClassScreen(
                language=look.language, theme=look.theme, address=look.address, notes=look.notes
            )

    def forget_tables(self, first: int) -> None:
        """Plan nothing for tables that are not in the room, as after a beginning that failed."""
        for plans in (self.steps, self.limits, self.clocks, self.bells):
            for table in [each for each in plans if each >= first]:
                plans.pop(table)
        for table, seat in [each for each in self.words if each[0] >= first]:
            del self.words[table, seat]

    def until(self, table: int) -> int:
        """Return when the time of a table is up, by its bell or limit; 0 if it has none."""
        bell = self.bells.get(table)
        if bell is not None:
            return 0 if bell.stopped else bell.due
        asked, due = self.limits.get(table, (0, 0))
        return due if asked == self.room.sittings[table].asked else 0

    @property
    def rehearses(self) -> bool:
        """Whether pretend students are here, and somebody looks at them."""
        run = self.room.run
        return run is not None and bool(run.pretend and self.clients) and not self.room.ended

    @property
    def teachers(self) -> list[Client]:
        """The teacher's pages."""
        return [*self.clients.of(None)]

    def pages_of(self, people: Iterable[Person] | None) -> list[Client]:
        """List the pages of some people; by None all pages, the teacher's too."""
        if people is None:
            return [*self.clients]
        return [each for person in dict.fromkeys(people) for each in self.clients.of(person)]

    @property
    def there(self) -> frozenset[Person]:
        """Everybody whose page is open."""
        return self.clients.people

    @property
    def held(self) -> bool:
        """Whether the only table waits, since the teacher shows something else in its place."""
        return len(self.room.sittings) == 1 and any(each.screen.open for each in self.teachers)
