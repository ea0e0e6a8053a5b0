"""The desk: the whole panel of a game in one widget."""

from collections.abc import Mapping, Sequence
from typing import Any

import ipywidgets  # type: ignore[import-untyped]
import traitlets as t
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.chance import drawn_seed
from paydays_widgets.core.game import Move
from paydays_widgets.core.table import AnyTable, Player, Strategy, Table
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.panels.saved import bundle
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.verbs import default_players
from paydays_widgets.panels.widgets import Controls, Drawer, Stage, Storyline
from paydays_widgets.talk.ahead import Ahead


class Desk(ipywidgets.Box):  # type: ignore[misc]  # ipywidgets has no types
    """A game to play, step through and explain: table, controls, storyline, books.

    Whatever a button does, code can do through :meth:`do` and :meth:`play`.

    Parameters
    ----------
    game
        A game's id, or a table in play.
    players
        The players, clockwise; by default one person and the game's usual bots.
    rules, deck, seed
        As for :class:`paydays_widgets.core.table.Table`; a seed is drawn if none is given.
    strategies
        Additional strategies by name, such as a student's own ``choose``.
    language
        ``en``, ``fr`` or ``de``; None follows the reader's browser.
    keep
        The name under which the browser keeps the game, unique within the page; "" to keep
        nothing.
    teach
        Whether it begins with all that a teacher steps and looks with, rather than with a
        player's few controls. A button changes it, and the browser remembers it.
    lesson
        Where the lesson stands that goes with the game, for a link at its end; "" for none.

    Attributes
    ----------
    language, face_up, playing, teach
        May be set, observed and linked.
    at
        The cursor: the number of steps before it. May be set.
    message
        The panel's current message; "" for none. Read only.
    parts
        The widgets that it is made of: controls, table, storyline and drawer.
    """

    language = t.Enum(LANGUAGES, "en")
    face_up = t.Bool()
    playing = t.Bool()
    teach = t.Bool()
    at = t.Int()
    message = t.Unicode(read_only=True)

    def __init__(
        self,
        game: str | AnyTable = "zahltag",
        players: Sequence[Player] | None = None,
        *,
        rules: object = None,
        deck: object = None,
        seed: int | None = None,
        strategies: Mapping[str, Strategy] | None = None,
        language: str | None = None,
        keep: str = "",
        teach: bool = False,
        lesson: str = "",
    ) -> None:
        if isinstance(game, str):
            modules = games.modules(game)
            known = {**modules.bots.STRATEGIES, **(strategies or {})}
            table: AnyTable = Table(
                modules.engine,
                default_players(game) if players is None else players,
                rules=rules,
                deck=deck,
                seed=drawn_seed() if seed is None else seed,
                strategies=known,
            )
        else:
            table = game
        self.session = Session(table, language, strategies)
        self.session.screen = replace(self.session.screen, teach=teach)
        self.session.lesson = lesson
        self.controls = Controls(self.session)
        self.stage = Stage(self.session, keep=keep)
        self.storyline = Storyline(self.session)
        self.drawer = Drawer(self.session)
        self.session.together = self.stage.together
        self.parts = (self.controls, self.stage, self.storyline, self.drawer)
        for part, place in zip(self.parts, ("bar", "stage", "side", "below"), strict=True):
            part.add_class(f"pw-desk__{place}")
        self._grid = ipywidgets.Box(self.parts)
        self._grid.add_class("pw-desk__grid")
        super().__init__([self._grid])
        self.add_class("pw-desk")
        self._follow()
        self._unwatch = self.session.watch(self._follow)
        panes = [part.pane for part in self.parts]
        self._ahead = Ahead(self.session, self.stage.pane, panes)
        self.observe(self._lead, ["language", "face_up", "playing", "teach", "at"])

    @property
    def table(self) -> AnyTable:
        """The game on the table."""
        return self.session.table

    def play(self, move: Move | str) -> bool:
        """Play a move, given as a Move or in its notation: ``1 bid 5``.

        Returns
        -------
        bool
            False if it was refused (see :attr:`message`).
        """
        return self.session.play(move)

    def do(self, verb: str, value: object = None) -> bool:
        """Carry out a verb such as ``step``, ``turn``, ``undo`` or ``goto``.

        :attr:`paydays_widgets.panels.Session.verbs` lists them all.

        Returns
        -------
        bool
            False if it failed (see :attr:`message`).
        """
        return self.session.do(verb, value)

    def _display_(self) -> object:
        """Show the parts one below the other in marimo, which shows no widgets of ipywidgets."""
        import marimo  # type: ignore[import-not-found]  # who calls this has it

        return marimo.vstack(list(self.parts))

    def close(self) -> None:
        """Close the desk and everything in it."""
        if self.comm is None:
            return  # already closed, or never opened
        self._unwatch()
        self._ahead.close()
        self.session.close()
        for part in self.parts:
            part.close()
        for box in (self._grid, self):
            layout = box.layout
            super().close() if box is self else box.close()
            layout.close()

    def _repr_mimebundle_(self, **how: object) -> dict[str, Any]:
        return bundle(self.session, super()._repr_mimebundle_(**how))

    def _follow(self) -> None:
        """Copy the session's values to the traits."""
        screen = self.session.screen
        (self.add_class if screen.projector else self.remove_class)("pw-desk--projector")
        (self.remove_class if self.session.teaches else self.add_class)("pw-desk--play")
        with self.hold_trait_notifications():
            self.language = screen.language
            self.face_up = screen.face_up
            self.playing = screen.playing
            self.teach = screen.teach
            self.at = self.session.table.at
            self.set_trait("message", screen.message.text if screen.message else "")

    def _lead(self, change: Mapping[str, Any]) -> None:
        """Pass a trait that was set on to the session."""
        session, screen, value = self.session, self.session.screen, change["new"]
        match change["name"]:
            case "language" if value != screen.language:
                session.do("language", value)
            case "face_up" if value != screen.face_up:
                session.do("face_up", value)
            case "playing" if value != screen.playing:
                session.do("on")
            case "teach" if value != screen.teach:
                session.do("teach", value)
            case "at" if value != session.table.at:
                session.do("goto", value)
