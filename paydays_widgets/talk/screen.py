"""What one reader's page shows besides the table."""

from collections.abc import Collection
from typing import Final, Literal, Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Language
from paydays_widgets.show.vignette import Vignette
from paydays_widgets.talk.film import Film

Tone: TypeAlias = Literal["info", "good", "warn", "error"]

PACES: Final = {"slow": 1800, "normal": 900, "fast": 250}
"""Milliseconds between two steps while the game plays on."""
OWN: Final = "own"
"""The pace at which each picture of a film stays until its reader goes on."""
THEMES: Final = ("auto", "light", "dark")


class Message(Struct, frozen=True):
    """A message of the panel; it stays until the next action.

    Parameters
    ----------
    printed
        What a student's strategy has printed; "" for nothing.
    """

    tone: Tone
    text: str
    printed: str = ""


class SatOut(Struct, frozen=True):
    """A phase of a turn in which people pass without being asked, until they take it back."""

    turn: int
    phase: str
    seats: tuple[Seat, ...]


class Screen(Struct, frozen=True, kw_only=True):
    """Everything on a screen except the table.

    Parameters
    ----------
    language
        ``en``, ``fr`` or ``de``.
    follows
        Whether the language follows the reader's browser.
    theme
        One of :data:`THEMES`.
    pace
        The speed of automatic play: a key of :data:`PACES`; or :data:`OWN` for films.
    tab
        The open tab of the drawer; "" for none.
    shown
        How many times something beside the drawer has asked for a tab, which is then scrolled to.
    teach
        Whether the page has all that a teacher steps and looks with; or a player's few controls,
        where a press leads to the next decision.
    projector
        Whether the page is shown to a class: large type, one sentence, controls on one line.
    hint
        Whether the picture shows the best move; None is as usual: only with the result of a
        position that asks for it.
    face_up
        Whether all hands are shown (sealed bids stay hidden until they are revealed).
    picked
        What has been picked up while a move is still incomplete, such as ``hand:worker``.
    revealed
        The seat that has taken over a shared screen.
    playing
        Whether the game plays on automatically.
    film
        What is still to be shown of what has happened since the last decision, if anything.
    message
        The message to show, if any.
    sat_out
        The phase in which people here pass until its end, if any.
    vignette, answered, beyond
        The vignette on the table, whether its answer is shown, and whether the game goes on beyond
        its result.
    compared
        The numbers of two branches to compare.
    lab_game
        The number of the lab's game on the table; None if it is another.
    started
        The step at which a first game was handed over to its player; 0 for any other game.
    coach
        Whether each decision has its coach; None as usual: the first three of a first game.
    replaced
        How many times the table has been replaced by another.
    """

    language: Language = "en"
    follows: bool = False
    theme: str = "auto"
    pace: str = "normal"
    tab: str = ""
    shown: int = 0
    teach: bool = True
    projector: bool = False
    hint: bool | None = None
    face_up: bool = False
    picked: str = ""
    revealed: Seat | None = None
    playing: bool = False
    film: Film | None = None
    message: Message | None = None
    sat_out: SatOut | None = None
    vignette: Vignette | None = None
    answered: bool = False
    beyond: bool = False
    compared: tuple[int, int] | None = None
    lab_game: int | None = None
    started: int = 0
    coach: bool | None = None
    replaced: int = 0

    def cleared(self, keeps: Collection[str] = ()) -> Self:
        """Clear the :data:`PASSING` fields, except those that an action keeps."""
        return self._without(PASSING - set(keeps))

    def at_another_table(self) -> Self:
        """Clear everything that concerned the previous table."""
        bare = self._without(PASSING | _OF_A_TABLE)
        return replace(bare, replaced=self.replaced + 1)

    def saying(self, tone: Tone, text: str) -> Self:
        """Return the screen with a message."""
        return replace(self, message=Message(tone, text))

    def _without(self, names: Collection[str]) -> Self:
        return replace(self, **{name: getattr(_BLANK, name) for name in names})


_BLANK: Final = Screen()
PASSING: Final = frozenset({"picked", "revealed", "playing", "message", "sat_out"})
"""The fields that every action clears unless it is declared to keep them."""
_OF_A_TABLE: Final = {
    "vignette",
    "answered",
    "beyond",
    "compared",
    "hint",
    "lab_game",
    "film",
    "started",
}
"""The fields that another table clears besides."""
