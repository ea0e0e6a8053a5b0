"""Where a class is opened: the form, and the room."""

import hmac
import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from http import HTTPStatus
from types import MappingProxyType
from typing import Final

import msgspec
from tornado import web

from paydays_widgets import games
from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.composing import BLOCKS, Amiss, blocks, fresh, switches
from paydays_widgets.classroom.doors import Shut
from paydays_widgets.classroom.entries import MOST_CHECKS, Digest, Opened, Options, Way, digest
from paydays_widgets.classroom.homework import Homework
from paydays_widgets.classroom.pacing import BETWEEN
from paydays_widgets.classroom.reach import Address
from paydays_widgets.classroom.screens.words import sizes, words
from paydays_widgets.classroom.start import decided
from paydays_widgets.classroom.tickets import new_token
from paydays_widgets.classroom.web.handler import Handler
from paydays_widgets.core import record
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.switch import Switch
from paydays_widgets.core.table import AnyTable
from paydays_widgets.core.text import Text
from paydays_widgets.show.programme import ProgrammeModule
from paydays_widgets.talk.session import sets_up

PROGRAMME: Final = "programme"
"""What the form calls a class that plays block after block."""
LASTS: Final = (120, 60, 90, 180, 240, 300, 0)
"""How many seconds a period can last where a bell ends it, the usual number first; 0 for any."""
PAUSES: Final = 2
"""How many outcomes are shown after a period: of a call or a dividend, and what was traded."""
FIRST: Final = "zahltag"
"""The game that the guide to a first lesson begins with."""


class Draft(Handler):
    """Where a page of a game brings what is on its table; nothing happens yet."""

    page = "class/new"
    """The path of the form."""
    goes_on = False
    """Whether a class that is here goes on with it."""

    def check_xsrf_cookie(self) -> None:
        """Let forms of other pages in: this one only asks how the class is to play."""

    def get(self) -> None:
        """Say whether this browser may open a class, at least with the key."""
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps(not self.access["refused"]))

    async def post(self) -> None:
        """Ask how the class is to play the game on a table."""
        await self.ask()

    async def ask(
        self, said: str = "", chosen: str = FIRST, amiss: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """Send the form in which a room is opened, perhaps with the game on somebody's table.

        Parameters
        ----------
        said
            What is wrong with what was written in it.
        chosen
            The game that is chosen at first.
        amiss
            What is wrong with some fields, by their names.
        """
        record_, game, begun, opening, brings = self.field("record"), "", None, True, ""
        table, edition = None, ""
        try:
            saved = record.unshare(record_) if record_ else ""
            if saved:
                brings = record.game_of(saved)
                modules = games.modules(brings)
                game = modules.panel.TITLE
                if self.classroom.may_open(self.request):  # a stranger's game is not replayed
                    table = record.loads(saved, modules.engine, modules.bots.STRATEGIES)
                    begun = bool(decided(table))
                    opening = sets_up(table, modules.panel.OPENING)
                    edition = modules.panel.edition(table.rules, self._text(brings))
        except (Complaint, ValueError):
            record_, brings = "", ""
            said = words(self.language)("This saved game cannot be opened.")
        order = sorted(games.names(), key=lambda name: name != FIRST)
        panels = {name: games.modules(name).panel for name in order}
        self.show_form(
            "new.html.j2",
            page=self.page,
            record=record_,
            game=game,
            edition=edition,
            begun=begun,
            opening=opening,
            said=said,
            **self.access,
            goes_on=self.goes_on,
            games=panels.items(),
            brings=brings,
            presets={name: panel.presets(self._text(name)) for name, panel in panels.items()},
            tables={
                name: sizes(games.modules(name), "tables", words(self.language))
                for name, panel in panels.items()
                if panel.TABLES
            },
            briefs={
                name: {
                    preset: panel.brief(rules, self._text(name))
                    for preset, rules in games.modules(name).presets.items()
                }
                for name, panel in panels.items()
                if panel.TABLES
            },
            lasts={name: self._lasts(name) for name in panels},
            lengths={name: self._length(name, table) for name in panels},
            switches={name: self._switches(name) for name in panels if panels[name].TABLES},
            chosen=next(each for each in (self.field("game"), chosen, FIRST) if each in panels),
            given=self.given,
            started=self.started,
            amiss=amiss,
            checks=_numbers(range(MOST_CHECKS + 1), words(self.language)),
            wrong={int(name.rpartition("-")[2]) for name in amiss},
            at=await self.unreached(),
            languages=() if record_ or self.goes_on else self.in_languages(),
            programmes=[
                self._programme(name, programme)
                for name in order
                if (programme := games.modules(name).programme) is not None
            ],
        )

    def _lasts(self, name: str) -> list[tuple[str, str]]:
        """Name how long a period can last, where a bell ends it."""
        if games.modules(name).floor is None:
            return []
        text = words(self.language)
        return [
            (str(each), text("{n} seconds", n=each) if each else text("until I ring the bell"))
            for each in LASTS
        ]

    def _length(self, name: str, table: AnyTable | None) -> dict[str, object]:
        """Say how long a game with bells takes, and how the page works it out for other rules."""
        modules = games.modules(name)
        if modules.floor is None or modules.programme is None:
            return {}
        rules = modules.engine.rules_type()
        if table is not None and table.game.id == name:
            rules = table.rules
        text, field = words(self.language), modules.programme.COUNT
        return {
            "count": field,
            "periods": getattr(rules, field),
            "pause": PAUSES * BETWEEN["normal"] // 1_000,
            "about": text("About {n} minutes.", n="{n}"),
            "open": text("It takes as long as you let its periods last."),
        }

    def _text(self, name: str) -> Text:
        return Text(self.language, games.modules(name).package)

    def _switches(self, name: str) -> list[Switch]:
        return switches(games.modules(name), self._text(name))

    def given(self, name: str, usual: str = "") -> str:
        """Return a field as it was sent; as it is at first, or in a plan, if no form was."""
        return self.field(name) if self.field("way") else self.started.get(name, usual)

    @cached_property
    def started(self) -> Mapping[str, str]:
        """The fields of the programme that was chosen to begin with; none for no such."""
        game, chosen = (self.get_query_argument(each, "") for each in ("game", "plan"))
        programme = games.modules(game).programme if game in games.names() else None
        plans = () if programme is None else programme.plans(Text(self.language))
        plan = next((each for each in plans if each.name == chosen), None)
        if plan is None:
            return {}
        blocks = enumerate(plan.blocks, 1)
        fields = {f"{name}-{at}": it for at, block in blocks for name, it in block.items()}
        fields |= {"same": "yes"} if plan.same else {}
        own = {f"{game}-{name}": value for name, value in fields.items()}
        return {**own, "plan": f"{game}-{chosen}", "way": PROGRAMME}

    async def unreached(self) -> Address | None:
        """Return the address that no phone can open, if this server has no other."""
        if self.access["refused"] or self.goes_on:
            return None
        first, *_ = await self.classroom.reach(self.request)
        return None if first.answers else first

    @property
    def access(self) -> dict[str, bool | str]:
        """Whether a room can be opened here, whether that needs the key, and where it does not."""
        free, key = self.classroom.may_open(self.request), bool(self.classroom.key)
        own = self.classroom.own(self.request)
        query = f"?{self.request.query}" if self.request.query else ""
        return {
            "needs_key": key and not free,
            "refused": not key and not free,
            "own": f"{own}{self.url(self.page)}{query}" if own else "",
        }

    def _programme(self, name: str, game: ProgrammeModule) -> dict[str, object]:
        """Gather the choices of a game's programme."""
        modules = games.modules(name)
        text = Text(self.language, modules.package)
        offered = self._switches(name)
        return {
            "game": name,
            "presets": modules.panel.presets(text),
            "title": modules.panel.TITLE,
            "plans": game.plans(text),
            "switches": [each for each in offered if each.field != game.COUNT],
            "count": game.COUNT,
            "counted": next(each.label for each in offered if each.field == game.COUNT),
            "mixes": game.MIXES,
            "rounds": _numbers(sorted(game.ROUNDS), text),
            "usual": str(game.USUAL),
            "sizes": sizes(modules, "tables", words(self.language)),
            "size": str(next(iter(modules.panel.TABLES), Options().size)),
            "checks": _numbers(range(MOST_CHECKS + 1), text),
            "blocks": range(1, BLOCKS + 1),
        }


def _numbers(allowed: Iterable[int], text: Text) -> list[tuple[str, str]]:
    return [(str(each), text.number(each)) for each in allowed]


class Opening(Draft):
    """Where a room is opened."""

    def check_xsrf_cookie(self) -> None:
        """Refuse a form that another site has made."""
        Handler.check_xsrf_cookie(self)

    async def get(self) -> None:  # type: ignore[override] # it looks for an address first
        """Ask which game the class is to play, and how."""
        await self.ask(chosen=self.get_query_argument("game", FIRST))

    async def post(self) -> None:
        """Open a room with a saved game, and make this browser the teacher's."""
        if not await self._may():
            return
        try:
            here, token = await self.classroom.once.do(self.sent, self._open)
        except (Complaint, msgspec.ValidationError) as error:
            await self.ask_again(error)
            return
        self.classroom.doors.right(self.address, here.code)
        self.give(f"paydays-host-{here.code}", here, token)
        to = f"class/{here.code}/teacher{self.chosen_language}"
        self.redirect(self.url(to), status=HTTPStatus.SEE_OTHER)

    def of_game(self, name: str) -> str:
        """Return a field of the programme of the game that was chosen."""
        return self.field(f"{self.field('game')}-{name}")

    async def ask_again(self, error: Exception) -> None:
        """Send the form with what was written in it, and what is wrong with that."""
        self.set_status(HTTPStatus.BAD_REQUEST)
        amiss = error.fields if isinstance(error, Amiss) else {}
        amiss = {f"{self.field('game')}-{name}": said for name, said in amiss.items()}
        await self.ask(self.complaint(error), amiss=amiss)

    async def _open(self) -> tuple[Here, str]:
        token = new_token()
        return await self.live.rooms.open(self.chosen(digest(token))), token

    def chosen(self, host: Digest) -> Opened:
        """Read what the form says."""
        given = self.field("record")
        saved = record.unshare(given) if given.startswith(record.FRAGMENT) else given
        chosen_way = self.get_body_argument("way", "tables")
        way = msgspec.convert("tables" if chosen_way == PROGRAMME else chosen_way, Way)
        options = self.get_body_argument("options", "{}")
        chosen = msgspec.json.decode(options, type=dict[str, object])
        game = self.field("game")
        programme = blocks(game, self.of_game, self.language) if chosen_way == PROGRAMME else ()
        if programme:
            saved = programme[0].record
        saved = saved or fresh(
            game, way, self.field(f"rules-{game}"), lambda name: self.field(f"{name}-{game}")
        )
        return Opened(
            "",
            host,
            way,
            self.language,
            saved,
            0,
            msgspec.convert(
                {"contest": True, **self._usual(way, record.game_of(saved)), **chosen}, Options
            ),
            prepared=bool(self.field("skip")),
            programme=programme,
            same=bool(self.of_game("same")),
        )

    def _usual(self, way: Way, game: str) -> dict[str, int]:
        """Read how many sit at a table, how long a period lasts, and what is asked before it."""
        modules = games.modules(game)
        asked = {
            "size": modules.panel.TABLES if way == "tables" else (),
            "limit": LASTS if way != "poll" and modules.floor is not None else (),
        }
        checks = self.field("checks") or "0"
        if checks not in map(str, range(MOST_CHECKS + 1)):
            raise Complaint("this is not among the choices")
        found = {"checks": int(checks)}
        for name, allowed in asked.items():
            given = self.field(f"{name}-{game}")
            if given and given not in map(str, allowed or (given,)):
                raise Complaint("this is not among the choices")
            if allowed:
                found[name] = int(given or allowed[0])
        return found

    async def _may(self) -> bool:
        """Find out whether this browser may open a room, or say that it may not."""
        given, wanted = self.field("key"), self.classroom.key

        async def opens_it() -> bool | None:
            return hmac.compare_digest(wanted.encode(), given.encode()) or None

        if self.access["refused"]:
            self.set_status(HTTPStatus.FORBIDDEN)
            await self.ask()
            return False
        may: bool | None = True
        try:
            if wanted:
                may = await self.answered(f"key {digest(given)}", opens_it)
        except Shut as error:
            self.say(HTTPStatus.TOO_MANY_REQUESTS, self.complaint(error))
            return False
        if not may:
            text = words(self.language)
            self.say(
                HTTPStatus.FORBIDDEN, text("Only somebody with the key may open a class here.")
            )
        return bool(may)


class Next(Opening):
    """Where a class goes on with another game: the same form, for the teacher of the room."""

    goes_on = True

    async def get(self, code: str) -> None:  # type: ignore[override] # its path has a code
        """Ask which game the class is to play next, and how."""
        if await self._here(code) is not None:
            await self.ask(chosen=self.get_query_argument("game", FIRST))

    async def post(self, code: str) -> None:  # type: ignore[override]
        """Begin the next chapter of the room."""
        here = await self._here(code)
        if here is None:
            return
        try:
            await self.classroom.once.do(self.sent, lambda: self._go_on(here))
        except (Complaint, msgspec.ValidationError) as error:
            await self.ask_again(error)
            return
        to = f"class/{here.code}/teacher?language={self.language}"
        self.redirect(self.url(to), status=HTTPStatus.SEE_OTHER)

    async def _go_on(self, here: Here) -> None:
        first = await self.live.rooms.ready(self.chosen(here.room.opened.host), here)
        await self.live.wish(here, lambda room, _at: wishes.open_next(room, first))

    async def _here(self, code: str) -> Here | None:
        """Find the room, if this browser is its teacher's; else say what is wrong."""
        here = await self.room(code)
        if here is None or not self.is_teachers(here, "next"):
            return None
        if isinstance(here.room, Homework):
            raise web.HTTPError(HTTPStatus.NOT_FOUND)
        self.page = f"class/{here.code}/next"
        return here

    @property
    def access(self) -> dict[str, bool | str]:
        """A room that is open needs no key."""
        return {"needs_key": False, "refused": False, "own": ""}
