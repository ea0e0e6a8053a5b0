"""Where a class is opened: the form, and the room."""

import hmac
import json
from http import HTTPStatus
from typing import Final

import msgspec

from paydays_widgets import games
from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.doors import Shut
from paydays_widgets.classroom.entries import (
    Opened,
    Options,
    Way,
    digest,
)
from paydays_widgets.classroom.opening import BLOCKS, blocks, fresh
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.classroom.start import decided
from paydays_widgets.classroom.tickets import new_token
from paydays_widgets.classroom.web.handler import Handler
from paydays_widgets.core import record
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.text import Text
from paydays_widgets.show.programme import ProgrammeModule
from paydays_widgets.talk.session import sets_up

PROGRAMME: Final = "programme"
"""What the form calls a class that plays block after block."""
FIRST: Final = "zahltag"
"""The game that the guide to a first lesson begins with."""


class Draft(Handler):
    """Where a page of a game brings what is on its table; nothing happens yet."""

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
            record=record_,
            game=game,
            begun=begun,
            opening=opening,
            said=said,
            **self.access,
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
    def access(self) -> dict[str, bool]:
        """Whether a room can be opened here, and whether that needs the key."""
        free, key = self.classroom.may_open(self.request), bool(self.classroom.key)
        return {"needs_key": key and not free, "refused": not key and not free}

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
        first = Opened(
            "",
            digest(token),
            way,
            self.language,
            saved or fresh(game, way, self.field(f"rules-{game}")),
            0,
            msgspec.convert({"contest": True, **chosen}, Options),
            prepared=bool(self.field("skip")),
            programme=programme,
            same=bool(self.field("same")),
        )
        return await self.live.rooms.open(first), token

    async def _may(self) -> bool:
        """Find out whether this browser may open a room, or say that it may not."""
        given, wanted = self.field("key"), self.classroom.key

        async def opens_it() -> bool | None:
            return hmac.compare_digest(wanted.encode(), given.encode()) or None

        may: bool | None = self.classroom.may_open(self.request)
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
