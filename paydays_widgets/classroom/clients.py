"""Pages that are open: whose they are, what stands on them, and the room that they look at."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import Struct

from paydays_widgets.classroom.entries import Person
from paydays_widgets.classroom.hub import Room
from paydays_widgets.core.text import Language
from paydays_widgets.panels.screen import Tone

if TYPE_CHECKING:
    from paydays_widgets.classroom.results import Spread
    from paydays_widgets.classroom.store import Failure

Post: TypeAlias = Callable[[Mapping[str, Any]], None]
"""Sends a message to a page."""
_MOST_VIEWS: Final = 16
"""The number of views of one person whose messages are counted."""


class Look(Struct, frozen=True):
    """What one page shows besides the room, each page for itself.

    Parameters
    ----------
    language
        Its language.
    theme
        ``auto``, ``light`` or ``dark``.
    picked
        What has been picked up while a move is incomplete.
    tone, said
        A message to its reader, in words; "" for none. It stays until the next action.
    address
        On the teacher's page: the address that phones open, such as ``http://192.168.1.5:8866``.
    table
        On the teacher's page: the table that is shown large; None for all of them.
    open
        On the teacher's page: what else is open there, such as a form.
    """

    language: Language = "en"
    theme: str = "auto"
    picked: str = ""
    tone: Tone = "info"
    said: str = ""
    address: str = ""
    table: int | None = None
    open: str = ""


class Part(Struct, frozen=True):
    """A part of a page, which the browser keeps in step: markup and the decision it is for.

    Parameters
    ----------
    html
        The markup. Whatever people typed is escaped.
    seq
        The number of the decision that it asks for; a page says it with every move.
    """

    html: str
    seq: int = 0


class Page(Struct, frozen=True):
    """All that one page shows.

    Parameters
    ----------
    parts
        Its parts, by name.
    title
        What the browser writes over it.
    call
        The number of the decision that its reader is to make; 0 for none. When it changes, a
        phone shakes.
    lost
        What the page says while it cannot reach the server.
    """

    parts: Mapping[str, Part]
    title: str
    call: int = 0
    lost: Mapping[str, str] = MappingProxyType({})


class Client:
    """A page that is open.

    Parameters
    ----------
    person
        Whose it is; None for the teacher's.
    look
        What it shows besides the room.
    post
        Sends it a message.

    Attributes
    ----------
    sent
        What it shows now, as far as it has been sent.
    """

    def __init__(self, person: Person | None, look: Look, post: Post) -> None:
        self.person = person
        self.look = look
        self.post = post
        self.sent: Page | None = None

    def show(self, page: Page, now: int = 0) -> None:
        """Send what differs from what the page shows.

        Parameters
        ----------
        page
            What it is to show.
        now
            The server's time, in milliseconds since 1970: the page counts down by it.
        """
        was = self.sent.parts if self.sent else {}
        parts = {
            name: {"html": part.html, "seq": part.seq}
            for name, part in page.parts.items()
            if was.get(name) != part
        }
        gone = [name for name in was if name not in page.parts]
        self.sent, before = page, self.sent
        if (
            parts
            or gone
            or before is None
            or (before.title, before.call) != (page.title, page.call)
        ):
            self.post(
                {
                    "kind": "page",
                    "parts": parts,
                    "gone": gone,
                    "title": page.title,
                    "call": page.call,
                    "now": now,
                    "lang": self.look.language,
                    "theme": self.look.theme,
                    "lost": page.lost,
                }
            )


class Here:
    """A room that lives on this server, with the pages that are open.

    Parameters
    ----------
    id
        Its number in the store.
    room
        What its log amounts to.

    Attributes
    ----------
    written
        How many entries the store has.
    clients
        The pages that are open.
    trouble
        Why nothing can be saved now; None as long as all is well.
    sound
        Whether `room` is what the store has; if not, it is read anew before anything else.
    tried
        When it was last tried to read it anew.
    steps
        When a table shows its next event, by table.
    limits
        When the time for a decision is up, by table, with the number of the decision.
    reach
        The addresses of this server, and whether they answered when they were tried.
    spreads, comparing
        What bots do, beside the results; None as long as it is not known. And whether they have
        begun to play.
    """

    def __init__(self, id: int, room: Room) -> None:
        self.id = id
        self.room = room
        self.written = room.entries
        self.clients: list[Client] = []
        self.trouble: Failure | None = None
        self.sound = True
        self.tried = 0
        self.steps: dict[int, int] = {}
        self.limits: dict[int, tuple[int, int]] = {}
        self.reach: Mapping[str, bool] = {}
        self.spreads: Mapping[int, Spread] | None = None
        self.comparing = False
        self._letters: dict[tuple[Person | None, str], int] = {}

    @property
    def code(self) -> str:
        """The code by which the class joins."""
        return self.room.opened.code

    def until(self, table: int) -> int:
        """Return when the time for the present decision of a table is up; 0 if it has no limit."""
        asked, due = self.limits.get(table, (0, 0))
        return due if asked == self.room.sittings[table].asked else 0

    @property
    def there(self) -> frozenset[Person]:
        """Everybody whose page is open."""
        return frozenset(each.person for each in self.clients if each.person is not None)

    def got(self, client: Client, view: str) -> int | None:
        """Return the number of the last message of a view; None if it is not known here."""
        return self._letters.get((client.person, view))

    def get(self, client: Client, view: str, number: int) -> None:
        """Note the number of a view's last message."""
        key = (client.person, view)
        self._letters.pop(key, None)
        self._letters[key] = number
        own = [each for each in self._letters if each[0] == client.person]
        if len(own) > _MOST_VIEWS:
            del self._letters[own[0]]
