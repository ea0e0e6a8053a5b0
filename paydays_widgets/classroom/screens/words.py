"""The words of the class's pages, and the templates that they stand in."""

from functools import cache, lru_cache
from typing import Final

from paydays_widgets.classroom.clients import ClassScreen, Client
from paydays_widgets.classroom.entries import Person, Way
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.rounds import title
from paydays_widgets.core.game import Complaint, IllegalMove, StaleMove
from paydays_widgets.core.text import Language, Text
from paydays_widgets.show.modules import Modules
from paydays_widgets.show.template import templates
from paydays_widgets.show.words import complaint
from paydays_widgets.talk.screen import Tone

PACKAGE: Final = "paydays_widgets.classroom"


@cache
def words(language: Language) -> Text:
    """Return a class’s words in a language."""
    return Text(language, PACKAGE, "paydays_widgets.talk")


@cache
def of_game(modules: Modules, language: Language) -> Text:
    """Return a game’s words in a language."""
    return Text(language, modules.package, "paydays_widgets.talk")


def render(template: str, text: Text, **facts: object) -> str:
    """Render a template of the class's pages."""
    page = templates(PACKAGE, "templates").get_template(template)
    return page.render(text=text, plural=text.plural, number=text.number, prefix="class", **facts)


@lru_cache(maxsize=32)
def preferences(language: Language, theme: str, *, seat: bool = False) -> str:
    """Draw the choices that a reader makes for every page of this host.

    Parameters
    ----------
    seat
        Whether the page is somebody's seat, which somebody else may want to leave.
    """
    facts = {"language": language, "theme": theme, "seat": seat}
    return render("preferences.html.j2", words(language), **facts).rstrip()


def told(
    room: Room, language: Language, error: Exception, person: Person | None = None
) -> tuple[Tone, str]:
    """Say in words why something was not carried out for somebody; None for the teacher."""
    text = words(language)
    match error:
        case IllegalMove():
            game = of_game(room.modules, language)
            found = None if person is None or room.polled else room.place(person)
            called = room.names(found[0] if found else room.sittings[0], words(language))
            return "error", room.modules.text.refused(error.refusal, called, game)
        case StaleMove():
            return "warn", text("Too late: the table has changed in the meantime. Look again.")
        case Complaint():
            return "error", complaint(error, text)
        case _:
            return "error", text("This did not work. Try again, or ask your teacher.")


def sizes(modules: Modules, way: Way, text: Text) -> list[tuple[int, str]]:
    """Name how many can sit at a table of a class, in its order."""
    legal, panel = modules.engine.seats, modules.panel
    found = panel.TABLES if way == "tables" and panel.TABLES else panel.SEATS
    return [
        (n, text("all at one table") if n == max(legal) > max(panel.SEATS) else text.number(n))
        for n in found
        if n in legal
    ]


def stage(room: Room, text: Text) -> str:
    """Say how far a programme is; "" where there is none."""
    programme, last = room.opened.programme, room.periods[-1] if room.periods else None
    if not programme or last is None:
        return ""
    parts = [text("Block {n} of {of}", n=last.block + 1, of=len(programme))]
    games = programme[last.block].games
    if games > 1:
        parts.append(text("round {n} of {of}", n=last.game + 1, of=games))
    if last.practice:
        parts.append(text("practice"))
    return " · ".join([part.replace(" ", "\xa0") for part in parts])


def following(room: Room, text: Text) -> str:
    """Name the rules of the block that comes next; "" if the block goes on."""
    if room.coming is None or room.stays_in_block:
        return ""
    block, _ = room.coming
    return title(room, block, of_game(room.modules, text.language))


def goes_on(room: Room, text: Text) -> str:
    """Say what begins when all tables of a programme have finished; "" until then."""
    if not room.rests_between or room.paused:
        return ""
    name = following(room, text)
    return text("Next block: {rules}", rules=name) if name else text("Next round")


def shows(room: Room, screen: ClassScreen, table: int) -> bool:
    """Return whether a teacher's page shows a table large."""
    return screen.table == table or len(room.sittings) == 1


def tick(room: Room, table: int, price: int, client: Client) -> dict[str, object]:
    """Say to a page where the clock of a table stands."""
    screen = client.screen
    return {
        "table": table,
        "board": client.person is not None or shows(room, screen, table),
        "price": price,
        "text": _price(room.modules, price, screen.language),
    }


@lru_cache(maxsize=2048)
def _price(modules: Modules, price: int, language: Language) -> str:
    return modules.text.money(price, of_game(modules, language))


def nudged(language: Language) -> str:
    """Say to somebody for whom the class waits that it does."""
    text = words(language)
    return text("Your teacher is waiting for you.")


def lost(text: Text) -> dict[str, str]:
    """Say what a page shows while it cannot reach the server."""
    return {
        "text": text(
            "The connection is interrupted. It comes back by itself, and your seat is kept."
        )
    }
