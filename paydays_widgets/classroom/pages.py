"""Which pages are out of date, and drawing them: for a short time, then wishes come first."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from paydays_widgets.classroom import assets, screens
from paydays_widgets.classroom.clients import Client, Here, News

if TYPE_CHECKING:
    from paydays_widgets.core.text import Language

_SLICE: Final = 0.008
"""Seconds of work between two looks at what has come."""
_DRAWING: Final = 0.06
"""Seconds that a round draws before it takes wishes again."""
_NEWS: Final = 100
"""Milliseconds between two messages about the news of a table, at least."""
_LATER: Final = 2_000
"""For how many milliseconds pages wait for more to show, at most."""
_APART: Final = 250
"""Milliseconds between two of those that were told of news, at most, as long as there is news."""
_SELDOM: Final = 5_000
"""Milliseconds between two counts that phones get, at most."""
_CALM: Final = 500
"""After how many milliseconds without news they need not wait for one another."""
_FEW: Final = 3
"""How many of them a round draws, at most: there is time between two rounds for what is new."""
AT_ONCE: Final = 12
"""How many pages are drawn at once after news, or told that somebody else has decided."""
_EACH_MORE: Final = 20
"""Milliseconds for which pages wait for each that is more than those."""
_EACH_TABLE: Final = 10
"""Milliseconds for which a teacher's page waits, each time, for each table more than those."""
_LOG: Final = logging.getLogger("paydays")


def _wait(pages: int, most: int = _LATER) -> int:
    """Return for how many milliseconds so many pages wait for more to show; a few do not wait."""
    return min(most, _EACH_MORE * max(0, pages - AT_ONCE))


class Pace:
    """Lets others work, now and then."""

    def __init__(self) -> None:
        self._since = time.perf_counter()

    async def rest(self) -> None:
        """Let others work, if this has worked for long."""
        if time.perf_counter() - self._since > _SLICE:
            await asyncio.sleep(0)
            self._since = time.perf_counter()


class Pages:
    """The open pages that are out of date.

    Attributes
    ----------
    bell
        Rings when there is something to draw.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._stale: dict[Client, tuple[Here, bool]] = {}  # with whether all of it is
        self._ran: list[tuple[Here, Sequence[int]]] = []  # with the tables whose clocks ran on
        self._news: dict[tuple[Here, int], int] = {}  # by table: when all pages get it
        self._told: dict[tuple[Here, int], int] = {}  # when they were
        self._later: dict[Client, tuple[Here, int]] = {}  # when they are drawn, in this order
        self._counts: dict[Here, tuple[int, dict[Client, None]]] = {}  # when these are drawn
        self._counted: WeakKeyDictionary[Here, int] = WeakKeyDictionary()  # when they were
        self._glances: dict[Here, int] = {}  # when the teacher's pages are drawn
        self._glanced: WeakKeyDictionary[Here, int] = WeakKeyDictionary()  # when they were
        self._crowds: dict[Here, int] = {}  # when each room next hears its numbers
        self._since: dict[Client, int] = {}  # when pages were out of date that are or were
        self._waited = 0  # the longest that one was, of those drawn last
        self._drew: set[Here] = set()  # since all pages were up to date
        self._heard = -_CALM  # when there was news
        self._next = 0  # when the next of those is drawn, at the earliest
        self.bell = asyncio.Event()

    @property
    def drawn(self) -> bool:
        """Whether every page is up to date, as far as it is to be now."""
        now = self._clock()
        return not (self._stale or self._ran) and all(due > now for due in self.due)

    @property
    def due(self) -> list[int]:
        """When something is to be told or drawn that can wait."""
        first = [max(due, self._next) for _, due in islice(self._later.values(), 1)]
        counts = (due for due, _ in self._counts.values())
        return [
            *self._news.values(),
            *first,
            *counts,
            *self._crowds.values(),
            *self._glances.values(),
        ]

    def leave(self, client: Client) -> None:
        """Forget a page that is gone."""
        self._stale.pop(client, None)
        self._since.pop(client, None)
        self._later.pop(client, None)

    def touch(self, here: Here, *clients: Client) -> None:
        """Have pages drawn on which a room looks different now."""
        here.drawn.clear()
        self.refresh(here, *clients)

    def refresh(self, here: Here, *clients: Client) -> None:
        """Have pages drawn on which only something of their own is different."""
        for each in clients:
            self._stale[each] = here, True
            self._since.setdefault(each, self._clock())
            self._later.pop(each, None)
        self.bell.set()

    def tell(self, here: Here, table: int) -> None:
        """Have all pages of a table told of news, soon, if what lies open there goes to all."""
        if here.room.modules.floor is None:
            return
        now = self._heard = self._clock()
        self._told = {each: at for each, at in self._told.items() if at + _NEWS > now}
        self._news.setdefault((here, table), max(now, self._told.get((here, table), 0) + _NEWS))
        self.bell.set()

    def later(self, here: Here, *clients: Client) -> None:
        """Have pages drawn that have been told the most of it: one after the other, by and by."""
        pages = len({*self._later, *self._stale, *clients})
        due = self._clock() + _wait(pages)
        for each in clients:
            if each not in self._stale:
                self._later.setdefault(each, (here, due))

    def crowd(self, here: Here) -> None:
        """Have a room told how many there are: at once if it is small, else now and then.

        The teacher's pages hear it more often than very many phones.
        """
        pages = len(here.clients)
        due = here.counted + _wait(pages, _SELDOM)
        self._crowds.setdefault(here, max(self._clock(), due))
        self._soon(here, _wait(pages))
        self.bell.set()

    def glance(self, here: Here) -> None:
        """Have the teacher's pages drawn: those of very many tables now and then."""
        self._soon(here, _EACH_TABLE * max(0, len(here.room.sittings) - AT_ONCE))

    def _soon(self, here: Here, wait: int) -> None:
        due = max(self._clock(), self._glanced.get(here, -wait) + wait)
        self._glances[here] = min(due, self._glances.get(here, due))
        self.bell.set()

    def count(self, here: Here, *clients: Client) -> None:
        """Have pages say how many have decided, which of phones only the heads do.

        Many pages wait for more of it to say, so that not all are drawn for each that decides.
        """
        wait = _wait(len(clients))
        due = max(self._clock(), self._counted.get(here, -wait) + wait)
        self._counts.setdefault(here, (due, {}))[1].update(dict.fromkeys(clients))
        self.bell.set()

    def run(self, here: Here, tables: Sequence[int]) -> None:
        """Have pages told that clocks ran on."""
        self._ran.append((here, tables))
        self.bell.set()

    async def draw(self, pace: Pace) -> None:
        """Draw what has changed, each view once, until it is time to take wishes again."""
        ran, self._ran = self._ran, []
        for here, tables in ran:
            if here.sound:
                self._show_clocks(here, tables)
        self._come_due()
        until = time.perf_counter() + _DRAWING
        while self._stale and time.perf_counter() < until:
            client = next(iter(self._stale))
            here, whole = self._stale.pop(client)
            since = self._since.pop(client, None)
            if not here.sound:
                continue
            if since is not None:
                self._waited = max(self._waited, self._clock() - since)
            try:
                old = () if whole else client.sent
                page = screens.shown(here, client.person, client.screen, here.drawn, old)
                client.show(page, self._clock(), assets.board(page.game or here.room.game))
                if whole:  # the picture has where clocks started
                    ran_on = [n for n, it in here.clocks.items() if it.price != it.clock.price]
                    self._show_clocks(here, ran_on, client)
            except Exception:  # noqa: BLE001 - the other pages are drawn
                _LOG.exception("A page of the class %s could not be shown.", here.code)
            self._drew.add(here)
            await pace.rest()
        if not self._stale:
            self._let_go()

    def _let_go(self) -> None:
        """Forget what was drawn, except in a poll: anyone who answers later sees the same."""
        for here in self._drew:
            if not here.room.polled:
                here.drawn.clear()
        self._drew.clear()

    def waited(self) -> int:
        """Return how long a page was out of date at most, of those drawn since this was asked."""
        found, self._waited = self._waited, 0
        return found

    def _come_due(self) -> None:
        """Tell news, and have the next of those pages drawn that could wait until now."""
        now = self._clock()
        self._come_to_count(now)
        for (here, table), due in [*self._news.items()]:
            if due <= now:
                del self._news[here, table]
                self._told[here, table] = now
                if here.sound:
                    self._tell(here, table)
        busy = now < self._heard + _CALM
        for client, (here, due) in [*islice(self._later.items(), _FEW)]:
            if max(due, self._next) <= now:
                self._next = now + min(_APART, _wait(len(self._later))) if busy else now
                del self._later[client]
                self._stale[client] = here, True

    def _come_to_count(self, now: int) -> None:
        """Have pages say how many have joined, answered or decided."""
        for here, due in [*self._crowds.items()]:
            if due <= now:
                del self._crowds[here]
                here.counted = now
                if here.sound:
                    self._count(here)
        for here, due in [*self._glances.items()]:
            if due <= now:
                del self._glances[here]
                self._glanced[here] = now
                self.refresh(here, *here.teachers)
        for here, (due, clients) in [*self._counts.items()]:
            if due <= now:
                del self._counts[here]
                self._counted[here] = now
                for each in clients:
                    if each in here.clients:
                        self._stale.setdefault(each, (here, each.person is None))

    def _count(self, here: Here) -> None:
        """Tell all phones how many there are: the same to all."""
        drawn: dict[Language, News] = {}
        for client in here.clients:
            language = client.screen.language
            if client.person is None:
                continue
            try:
                if language not in drawn:
                    drawn[language] = News(*screens.counted(here.room, language), 0)
                client.tell(drawn[language])
            except Exception:  # noqa: BLE001 - the other pages get theirs
                _LOG.exception("A count of the class %s could not be told.", here.code)

    def _tell(self, here: Here, table: int) -> None:
        """Tell the pages of a table what is news there, as it lies open: the same for all."""
        room = here.room
        if table >= len(room.sittings):
            return  # its pages are drawn
        sitting = room.sittings[table]
        drawn: dict[Language, News] = {}
        pages = (*here.teachers, *here.pages_of(sitting.everybody))
        for client in pages:
            screen = client.screen
            hides = screen.open or not screens.shows(room, screen, table)
            if client.person is None and hides:
                continue
            try:
                if screen.language not in drawn:
                    parts = screens.news(room, sitting, screen.language)
                    drawn[screen.language] = News("stage", parts, sitting.asked)
                client.tell(drawn[screen.language])
            except Exception:  # noqa: BLE001 - the other pages get theirs
                _LOG.exception("News of the class %s could not be told.", here.code)
        self.later(here, *pages)  # one drawn before the news came, too

    def behind(self, here: Here, table: int) -> bool:
        """Return whether a page of a table has yet to show its last event."""
        if not self._stale:
            return False
        people = here.room.sittings[table].everybody
        clients = here.pages_of(people or None)
        return any(each in self._stale for each in clients)

    def _show_clocks(self, here: Here, tables: Sequence[int], *clients: Client) -> None:
        """Tell pages, or some of them, where the clocks of tables stand that they show."""
        room, now = here.room, self._clock()
        clocks = {table: here.clocks[table] for table in tables if table in here.clocks}
        for ticking in clocks.values():
            ticking.shown(now)
        sits = {person: each for each in clocks for person in room.sittings[each].everybody}
        for client in clients or here.clients:
            mine = [*clocks] if client.person is None else []
            mine += [sits[client.person]] if client.person in sits else []
            if mine:
                told = [screens.tick(room, each, clocks[each].price, client) for each in mine]
                client.tick(told, now)
