"""Questions on the rules of a block, before it begins: on a phone, and counted for the teacher."""

from collections.abc import Sequence

from msgspec import Struct

from paydays_widgets.classroom import rounds
from paydays_widgets.classroom.clients import Drawing
from paydays_widgets.classroom.entries import Person
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.screens.words import of_game, render, words
from paydays_widgets.core.text import Language, Text


class Asked(Struct, frozen=True):
    """A question as somebody's phone shows it.

    Parameters
    ----------
    options
        What can be answered: the value of its button, and the amount.
    given
        What was answered; "" for nothing yet.
    """

    number: int
    words: str
    options: Sequence[tuple[str, str]]
    given: str
    correct: bool
    right: str
    slip: str
    why: str


class Counted(Struct, frozen=True):
    """A question as the teacher sees it: how many have answered, and how many of them rightly."""

    words: str
    answered: int
    right: int


class Behind(Struct, frozen=True):
    """Who does not know the rules yet, by name: who was wrong, and who has answers to give."""

    wrong: Sequence[str]
    waiting: Sequence[str]


def of_a_phone(room: Room, person: Person, language: Language) -> Drawing | None:
    """Draw the questions of the block that comes next; None if none are asked."""
    block = room.checking
    if block is None:
        return None
    own = of_game(room.modules, language)

    def money(amount: int) -> str:
        return room.modules.text.money(amount, own)

    found = []
    for number, check in enumerate(rounds.checks(room, block, own)):
        given = room.checked.get((person, block, number))
        found.append(
            Asked(
                number=number,
                words=check.asked,
                options=[(f"{block} {number} {each}", money(each)) for each in check.options],
                given="" if given is None else money(given.amount),
                correct=given is not None and given.right,
                right=money(check.right),
                slip="" if given is None else check.slips.get(given.amount, ""),
                why=check.why,
            )
        )
    title = "" if room.begun else rounds.title(room, block, own)  # the head says what comes next
    return Drawing(render("checks.html.j2", words(language), asked=found, title=title))


def counted(room: Room, block: int, text: Text) -> list[Counted]:
    """Count the answers to the questions of a block."""
    found = []
    for number, check in enumerate(
        rounds.checks(room, block, of_game(room.modules, text.language))
    ):
        given = [
            each for (_, asked, at), each in room.checked.items() if (asked, at) == (block, number)
        ]
        found.append(Counted(check.asked, len(given), sum(each.right for each in given)))
    return found


def for_the_teacher(room: Room, text: Text) -> dict[str, object]:
    """Gather how many know the rules of the block that comes next; nothing if none are asked."""
    if room.checking is None:
        return {"checks": (), "not_there": Behind((), ())}
    found = counted(room, room.checking, text)
    return {"checks": found, "not_there": behind(room, room.checking)}


def behind(room: Room, block: int) -> Behind:
    """List who does not know the rules of a block yet; who was wrong stands there only."""
    numbers = range(len(rounds.checks(room, block, Text("en"))))
    wrong, waiting = [], []
    for person in room.present:
        given = [room.checked.get((person, block, number)) for number in numbers]
        if any(each is not None and not each.right for each in given):
            wrong.append(room.people[person].called)
        elif None in given:
            waiting.append(room.people[person].called)
    return Behind(wrong, waiting)


def unanswered(room: Room, block: int) -> list[Person]:
    """List who has yet to answer a question on the rules of a block, rightly or not."""
    numbers = range(len(rounds.checks(room, block, Text("en"))))
    return [
        person
        for person in room.present
        if any((person, block, number) not in room.checked for number in numbers)
    ]


def share(room: Room, block: int, text: Text) -> float | None:
    """Return which share of the answers on a block's rules was right; None for no answer."""
    found = counted(room, block, text)
    answered = sum(each.answered for each in found)
    return sum(each.right for each in found) / answered if answered else None
