"""Where a class is opened: the form, and the room."""

import hmac
import json
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Final

import msgspec
from tornado import web

from paydays_widgets import games
from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.doors import Shut
from paydays_widgets.classroom.entries import Block, Digest, Opened, Options, Way, digest
from paydays_widgets.classroom.homework import Homework
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.classroom.start import decided
from paydays_widgets.classroom.tickets import new_token
from paydays_widgets.classroom.web.handler import Handler
from paydays_widgets.core import record
from paydays_widgets.core.game import Complaint, Rules
from paydays_widgets.core.table import HUMAN, Player, Table
from paydays_widgets.core.text import Text
from paydays_widgets.show.modules import Modules
from paydays_widgets.show.programme import ProgrammeModule
from paydays_widgets.talk.session import sets_up

PROGRAMME: Final = "programme"
"""What the form calls a class that plays block after block."""
FIRST: Final = "zahltag"
"""The game that the guide to a first lesson begins with."""
BLOCKS: Final = 6
"""How many blocks the form has room for."""


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
        self.ask()

    def ask(self, said: str = "", chosen: str = FIRST) -> None:
        """Send the form in which a room is opened, perhaps with the game on somebody's table."""
        record_, game, begun, opening = self.field("record"), "", None, True
        try:
            saved = record.unshare(record_) if record_ else ""
            if saved:
                modules = games.modules(record.game_of(saved))
                game = modules.panel.TITLE
                if self.classroom.may_open(self.request):  # a stranger's game is not replayed
                    table = record.loads(saved, modules.engine, modules.bots.STRATEGIES)
                    begun = bool(decided(table))
                    opening = sets_up(table, modules.panel.OPENING)
        except (Complaint, ValueError):
            record_, said = "", words(self.language)("This saved game cannot be opened.")
        order = sorted(games.names(), key=lambda name: name != FIRST)
        panels = {name: games.modules(name).panel for name in order}
        self.show_form(
            "new.html.j2",
            page=self.page,
            record=record_,
            game=game,
            begun=begun,
            opening=opening,
            said=said,
            **self.access,
            goes_on=self.goes_on,
            games=panels.items(),
            presets={
                name: panel.presets(Text(self.language, games.modules(name).package))
                for name, panel in panels.items()
            },
            skips=words(self.language).listing(
                [each.TITLE for each in panels.values() if each.OPENING]
            ),
            chosen=chosen if chosen in panels else FIRST,
            programmes=[
                self._programme(name, programme)
                for name in order
                if (programme := games.modules(name).programme) is not None
            ],
        )

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
        return {
            "game": name,
            "presets": modules.panel.presets(text),
            "rounds": game.ROUNDS,
            "usual": modules.engine.rules_type().rounds,
            "told": game.told(text),
            "sizes": modules.engine.seats,
            "blocks": range(1, BLOCKS + 1),
        }


class Opening(Draft):
    """Where a room is opened."""

    def check_xsrf_cookie(self) -> None:
        """Refuse a form that another site has made."""
        Handler.check_xsrf_cookie(self)

    def get(self) -> None:
        """Ask which game the class is to play, and how."""
        self.ask(chosen=self.get_query_argument("game", FIRST))

    async def post(self) -> None:
        """Open a room with a saved game, and make this browser the teacher's."""
        if not await self._may():
            return
        try:
            here, token = await self.classroom.once.do(self.sent, self._open)
        except (Complaint, msgspec.ValidationError) as error:
            self.set_status(HTTPStatus.BAD_REQUEST)
            self.ask(self.complaint(error))
            return
        self.classroom.doors.right(self.address, here.code)
        self.give(f"paydays-host-{here.code}", here, token)
        self.redirect(self.url(f"class/{here.code}/teacher"), status=HTTPStatus.SEE_OTHER)

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
        programme = blocks(game, self.field) if chosen_way == PROGRAMME else ()
        if programme:
            saved = programme[0].record
        return Opened(
            "",
            host,
            way,
            self.language,
            saved or fresh(game, way, self.field(f"rules-{game}")),
            0,
            msgspec.convert({"contest": True, **chosen}, Options),
            prepared=bool(self.field("skip")),
            programme=programme,
            same=bool(self.field("same")),
        )

    async def _may(self) -> bool:
        """Find out whether this browser may open a room, or say that it may not."""
        given, wanted = self.field("key"), self.classroom.key

        async def opens_it() -> bool | None:
            return hmac.compare_digest(wanted.encode(), given.encode()) or None

        if self.access["refused"]:
            self.set_status(HTTPStatus.FORBIDDEN)
            self.ask()
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
            self.ask()

    async def post(self, code: str) -> None:  # type: ignore[override]
        """Begin the next chapter of the room."""
        here = await self._here(code)
        if here is None:
            return
        try:
            await self.classroom.once.do(self.sent, lambda: self._go_on(here))
        except (Complaint, msgspec.ValidationError) as error:
            self.set_status(HTTPStatus.BAD_REQUEST)
            self.ask(self.complaint(error))
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


def fresh(name: str, way: Way = "tables", preset: str = "") -> str:
    """Make the record of a new game; in a poll, bots play all seats but one.

    Parameters
    ----------
    preset
        The name of its rules; "" for the usual ones.

    Raises
    ------
    Complaint
        If there is no such game, or it has no such rules.
    """
    modules = _modules(name)
    return _record(modules, _rules(modules, preset), way)


def blocks(name: str, field: Callable[[str], str]) -> tuple[Block, ...]:
    """Make the blocks of a programme from the fields of a form.

    Parameters
    ----------
    field
        Returns a field; "" if the form does not have it. Those of the first block are
        ``rules-1``, ``rounds-1``, ``size-1``, ``mixed-1`` and ``practice-1``.

    Raises
    ------
    Complaint
        If the game cannot be played so, or no block has rules.
    """
    modules = _modules(name)
    game = modules.programme
    if game is None:
        raise Complaint("{game} is played one game at a time", game=modules.panel.TITLE)
    names = ("rules", "rounds", "size", "mixed", "practice")
    given = [
        {name: field(f"{name}-{at}") for name in names} | {"told": field("told")}
        for at in range(1, BLOCKS + 1)
    ]
    chosen = [each for each in given if each["rules"]]
    found = tuple(_block(modules, game, each) for each in chosen)
    if not found:
        raise Complaint("choose the rules of at least one block")
    counted = [each for each in chosen if each["rounds"] != "1" and not each["practice"]]
    if field("same") and len({each["mixed"] for each in counted}) > 1:
        raise Complaint(
            "the same values in each block need new tables after each round in all blocks, or "
            "in none"
        )
    return found


def _block(modules: Modules, game: ProgrammeModule, given: Mapping[str, str]) -> Block:
    rules = _rules(modules, given["rules"])
    rounds = _number(given["rounds"], game.ROUNDS)
    size = _number(given["size"], modules.engine.seats)
    mixed, told = bool(given["mixed"]), given["told"]
    if told not in game.TOLD:
        raise Complaint("this is not among the choices")
    return Block(
        _record(modules, game.shaped(rules, 1 if mixed else rounds, told)),
        size,
        games=rounds if mixed else 1,
        practice=bool(given["practice"]),
    )


def _number(given: str, allowed: Sequence[int]) -> int:
    if not given.isdecimal() or int(given) not in allowed:
        raise Complaint("this is not among the choices")
    return int(given)


def _modules(name: str) -> Modules:
    if name not in games.names():
        raise Complaint("choose one of the games")
    return games.modules(name)


def _rules(modules: Modules, preset: str) -> Rules | None:
    if not preset:
        return None
    if preset not in modules.presets:
        raise Complaint("choose one of the game’s rules")
    rules: Rules = modules.presets[preset]
    return rules


def _record(modules: Modules, rules: Rules | None, way: Way = "tables") -> str:
    bots = modules.panel.OPPONENTS
    players = [
        Player(f"Seat {seat + 1}", bots[seat % len(bots)] if way == "poll" and seat else HUMAN)
        for seat in range(modules.panel.SEATS[-1])
    ]
    strategies = modules.bots.STRATEGIES
    return record.dumps(Table(modules.engine, players, rules=rules, strategies=strategies))
