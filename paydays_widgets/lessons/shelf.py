"""The shelf: the front page, with the games and the lessons that there are."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from msgspec import Struct

from paydays_widgets import games
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.lessons.leaf import Leaf
from paydays_widgets.lessons.notebooks import Lesson, lessons
from paydays_widgets.panels.verbs import CLASS, IN_LAB


class GameCard(Struct, frozen=True):
    """A game on the shelf.

    Parameters
    ----------
    id, title
        Its names.
    about
        What it is about.
    seats
        The fewest and the most.
    minutes
        About how long it takes; 0 where that is not known.
    emblem
        Its picture, as SVG; it comes with the game.
    starts
        Whether a first game starts at a telling decision.
    """

    id: str
    title: str
    about: str
    seats: tuple[int, int]
    minutes: int
    emblem: str
    starts: bool


class Shelf(Leaf):
    """The front page: what this is, for whom, the games, the lessons.

    Whatever stands on it is there: a game is shown if ``dashboards`` has its notebook, a lesson
    if ``lessons`` has one that says what it is (:class:`Lesson`).

    Parameters
    ----------
    folder
        Where ``dashboards`` and ``lessons`` lie, from the notebook's own folder.
    language
        To begin with; the reader's choice is kept in the browser.
    """

    template = "shelf.html.j2"

    def __init__(self, folder: str | Path = ".", language: str = "en") -> None:
        super().__init__(greet=True, language=language)
        self._folder = Path(folder)
        self.refresh()

    def handle(self, message: dict[str, Any]) -> None:
        """Take the language or the theme that was chosen, now or on another page."""
        verb, value = message.get("do"), message.get("value")
        chosen: dict[Any, Any] = (
            value if verb == "greet" and isinstance(value, dict) else {verb: value}
        )
        language, theme = chosen.get("language"), chosen.get("theme")
        if language in LANGUAGES:
            self.language = language
        if theme in {"auto", "light", "dark"}:
            self.theme = theme
        self.refresh()

    def facts(self) -> dict[str, Any]:
        """Return the cards, where classes are joined and opened, and how links open."""
        text = self.text
        classes = os.environ.get(CLASS, "")
        return {
            "games": [self._card(name, text) for name in self.games()],
            "lessons": [
                (
                    path.as_posix(),
                    lesson,
                    games.modules(lesson.game).panel.TITLE if lesson.kind == "lesson" else "",
                )
                for path, lesson in self.lessons()
            ],
            "names": {"en": "English", "fr": "Français", "de": "Deutsch"},
            "theme": self.theme,
            "join": classes and urljoin(classes, "../join"),
            "open": classes and urljoin(classes, "new"),
            "ours": classes and urljoin(classes, "ours"),
            "today": classes and urljoin(classes, "today"),
            # Lab would ask whether to leave a page on which a cell has just been run.
            "target": "_blank" if IN_LAB in os.environ else "",
        }

    def games(self) -> tuple[str, ...]:
        """List the games that have a dashboard."""
        return tuple(
            name
            for name in games.names()
            if (self._folder / "dashboards" / f"{name}.ipynb").is_file()
        )

    def lessons(self) -> tuple[tuple[Path, Lesson], ...]:
        """List the lessons, with their paths from the notebook's folder."""
        return lessons(self._folder)

    def _card(self, name: str, text: Text) -> GameCard:
        modules = games.modules(name)
        panel = modules.panel
        return GameCard(
            id=name,
            title=panel.TITLE,
            about=text.pick(panel.ABOUT),
            seats=(min(panel.SEATS), max(panel.SEATS)),
            minutes=panel.MINUTES,
            emblem=modules.emblem,
            starts=modules.start is not None,
        )
