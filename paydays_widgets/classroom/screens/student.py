"""What a student's page shows: the lobby, a seat at a table, the poll, the end."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from markupsafe import escape
from msgspec.structs import replace

from paydays_widgets.classroom import rounds
from paydays_widgets.classroom.clients import ClassScreen, Drawing, Drawings, Here, Page
from paydays_widgets.classroom.entries import Person
from paydays_widgets.classroom.results import places, rows_of
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.screens import bids, checks, poll, running
from paydays_widgets.classroom.screens.seat import SeatSight, TableSight
from paydays_widgets.classroom.screens.sheet import decided, finding, tie
from paydays_widgets.classroom.screens.words import (
    following,
    lost,
    of_game,
    preferences,
    render,
    stage,
    words,
)
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.core.game import Decide, Seat
from paydays_widgets.core.text import Language, Text, Words
from paydays_widgets.show.board import Place
from paydays_widgets.show.modules import Modules
from paydays_widgets.show.template import templates
from paydays_widgets.talk.story import Telling, tellings

PREFIX: Final = "class"
_NAME: Final = "\ue000"
_COUNTED: Final = "\ue001"
"""Stand where the reader's name belongs, and how many have answered, on a page that many share."""


def student(
    here: Here, person: Person, screen: ClassScreen, drawn: Drawings, old: Collection[str] = ()
) -> Page:
    """Draw the page of a student.

    Parameters
    ----------
    drawn
        What has been drawn at this moment.
    old
        The names of the parts that the page shows, if only its head may have changed.
    """
    room, text = here.room, words(screen.language)
    title = room.modules.panel.TITLE
    if room.people[person].gone:
        head = _head(room, person, screen, told=text("Your teacher has closed your seat."))
        return Page({"head": head}, title, lost=lost(text))
    asked = running.of_a_phone(room, person, screen.language)
    if running.without_a_table(room):
        says = "" if running.asks(room) else text("Look at the front.")
        head = _head(room, person, screen, told=says)
        return Page({"head": head} | _above(asked), title, lost=lost(text))
    found = _seen(room, person)
    if found is None:
        told = (
            text("You are in. The game begins as soon as your teacher starts it.")
            if not room.begun
            else text("The game is on, and you have no seat yet. Your teacher gives you one.")
        )
        if room.ended:
            told = text("Your teacher has ended the game.")
        count = len(room.present)
        read = _memo(
            drawn, (here.id, "lobby", screen.language, count), lambda: lobby(room, screen)
        )
        parts = {"head": _head(room, person, screen, told=told), "stage": read}
        return Page(parts | _checks(room, person, screen), title, lost=lost(text))
    screen = _now_only(room, person, found[0], screen)
    if room.polled and asked is None:
        return _alike(here, person, screen, drawn)
    page = _seated(here, person, screen, drawn, old=old)
    if page.same:
        return page
    return replace(page, parts={**page.parts, **(_checks(room, person, screen) or _above(asked))})


def _alike(here: Here, person: Person, screen: ClassScreen, drawn: Drawings) -> Page:
    """Draw the page of somebody in a poll; those who have answered alike share it.

    How many have answered is put in later: each answer changes it.
    """
    room = here.room
    poll_, played = room.poll, room.poll.played
    before = played[0].answers.get(person) if played else None
    said = tuple(each and each.moves for each in (poll_.answers.get(person), before))
    looks = screen.language, screen.theme, screen.message, screen.picked
    spread = len(poll_.answers) if poll_.revealed else None
    key = (here.id, *looks, *said, spread, len(room.present))
    page = drawn.get(key)
    if page is None:
        page = drawn[key] = _seated(here, person, screen, drawn, name=_NAME)
    head = page.parts["head"].html.replace(_NAME, escape(room.people[person].called))
    head = head.replace(_COUNTED, escape(poll.counted(room, words(screen.language))))
    return replace(page, parts={**page.parts, "head": Drawing(head)})


def _seated(
    here: Here,
    person: Person,
    screen: ClassScreen,
    drawn: Drawings,
    *,
    old: Collection[str] = (),
    name: str = "",
) -> Page:
    """Draw the page of somebody who sees a table.

    Parameters
    ----------
    name
        What stands in the place of the reader's name, if that is to be put in later, as how many
        have answered.
    """
    room, text = here.room, words(screen.language)
    found, title = _seen(room, person), room.modules.panel.TITLE
    assert found is not None  # noqa: S101 - else it is the lobby
    sitting, seat = found
    answer = room.poll.answers.get(person)
    sight = SeatSight(room, sitting, screen, seat, answer.moves if answer else ())
    asks = sitting.faced if sight.acting else 0
    calls = asks if person not in room.poll.answers else 0
    head = _seat_head(here, sight, person, screen, name)
    if calls:
        title = f"● {sight.asked} · {title}"
    if "stage" in old and "story" in old:
        same = frozenset(old) - {"head"}
        return Page({"head": head}, title, calls, lost(text), same, seat + 1)
    mine = (here.id, sitting.number, seat, screen.language)
    parts = {
        "head": head,
        "stage": _memo(drawn, (*mine, "standing"), lambda: _standing(room, sight))
        if room.ended and not sitting.over
        else _memo(
            drawn,
            (*mine, screen.picked, bool(asks), sight.chosen),
            lambda: Drawing(_board(sight), sitting.asked),
        ),
        "story": _with_rounds(
            _memo(drawn, (*mine, "story"), lambda: story(sight, pupil=True)), sight, person
        ),
        "rules": _rules(
            room.modules, room.rules, sitting.table.deck, len(sitting.people), screen.language
        ),
    }
    if room.finished and not room.opened.programme:
        said = _memo(drawn, (here.id, "finding", screen.language), lambda: _finding(room, screen))
        if said.html:
            parts["spread"] = said
    elif room.poll.revealed:
        parts["spread"] = Drawing(poll.spread(room, sight, answer))
    return Page(parts, title, calls, lost(text), seat=seat + 1)


def news(room: Room, sitting: Sitting, language: Language) -> Mapping[str, str]:
    """Draw what is news at a table, as it lies open: once for all, by ``data-key``."""
    sight = TableSight(room, sitting, ClassScreen(language=language))
    floor = sight.modules.floor
    if floor is None:
        return {}
    at = sitting.undone, sitting.made, sitting.table.at, sight.names
    known, parts = sitting.lies_open.get(language, (None, {}))
    if known != at:
        parts = floor.news(sight.scene(PREFIX))
        sitting.lies_open[language] = at, parts
    return parts


def counted(room: Room, language: Language) -> tuple[str, Mapping[str, str]]:
    """Draw how many have joined, or answered a poll: the part of a page, and what is in it."""
    text = words(language)
    if not room.begun:
        return "stage", {"present": render("present.html.j2", text, count=len(room.present))}
    said = poll.counted(room, text)
    return "head", {"counted": render("counted.html.j2", text, counted=said)} if said else {}


def _checks(room: Room, person: Person, screen: ClassScreen) -> dict[str, Drawing]:
    """Ask for the rules of the block that comes next, above all else."""
    asked = checks.of_a_phone(room, person, screen.language)
    return {} if asked is None else {"spread": asked}


def _above(asked: Drawing | None) -> dict[str, Drawing]:
    return {} if asked is None else {"spread": asked}


def _with_rounds(told: Drawing, sight: SeatSight, person: Person) -> Drawing:
    """Add to the storyline of a game of a programme what somebody has earned in its block."""
    room, game = sight.room, rounds.bids(sight.room)
    if game is None or not (room.opened.programme and sight.sitting.over):
        return told
    return Drawing(told.html + bids.own(room, person, game, sight.screen.language))


def _now_only(room: Room, person: Person, sitting: Sitting, screen: ClassScreen) -> ClassScreen:
    """Leave out what was picked up for another decision, and what was said before this one."""
    if room.faces(person) not in {0, *screen.said_for}:
        screen = replace(screen, message=None)
    return screen if screen.picked_for == sitting.asked else replace(screen, picked="")


def _seen(room: Room, person: Person) -> tuple[Sitting, Seat] | None:
    """Find the table and the seat that somebody sees: in a poll, the seat that decides."""
    if not room.polled:
        return room.place(person)
    if not room.sittings:
        return None
    return room.sittings[0], poll.seat(room)


def _memo(drawn: Drawings, key: tuple[object, ...], draw: Callable[[], Drawing]) -> Drawing:
    if key not in drawn:
        drawn[key] = draw()
    found: Drawing = drawn[key]
    return found


# --- the head: who, how much, what is asked ----------------------------------------------------


def bare(room: Room, person: Person, screen: ClassScreen, told: str) -> Drawing:
    """Draw a head that only says something."""
    return _head(room, person, screen, told=told)


def _head(
    room: Room, person: Person, screen: ClassScreen, sight: SeatSight | None = None, **facts: Any
) -> Drawing:
    usual = {
        "room": room,
        "screen": screen,
        "preferences": preferences(screen.language, screen.theme, seat=True),
        "name": room.people[person].called,
        "sight": sight,
        "table": "",
        "purse": "",
        "purse_name": "",
        "calls": False,
        "sealed": False,
        "until": 0,
        "told": "",
        "asked": "",
        "note": "",
        "counted": "",
        "answered": False,
    }
    return Drawing(render("head.html.j2", words(screen.language), **{**usual, **facts}))


def _seat_head(
    here: Here, sight: SeatSight, person: Person, screen: ClassScreen, name: str
) -> Drawing:
    sitting = sight.sitting
    room, text = here.room, words(screen.language)
    polled = room.polled
    told, note = (
        poll.told(here, sight, person, text) if polled else _told(here, sight, person, text)
    )
    so_far = poll.counted(room, text)
    answered = person in room.poll.answers
    calls = bool(sight.acting) and not answered
    sealed = sight.seat in sitting.asking.difference(sitting.waiting)
    facts: dict[str, Any] = {"calls": calls, "sealed": sealed}
    facts |= {"table": _where(room, sitting, sight.seat, person, text), "purse": sight.purse}
    if room.opened.programme:
        sum_ = sight.words.money(rounds.earned(room, sitting, person), sight.text)
        facts |= {"purse": sum_, "purse_name": text("Your profit so far")}
    facts |= {"told": told, "note": note, "counted": so_far, "until": here.until(sitting.number)}
    facts["answered"] = answered and not room.poll.revealed
    if name:
        facts |= {"name": name, "counted": so_far and _COUNTED}
    if not room.ended and not sitting.over:  # the table says it in more words
        question = "" if answered or sealed else sight.question
        facts["asked"] = question if sitting.waiting and not room.poll.resting else sight.happened
    return _head(room, person, screen, sight, **facts)


def _where(room: Room, sitting: Sitting, seat: Seat, person: Person, text: Text) -> str:
    """Say how far a programme is, or which table somebody sits at; and who shares the seat."""
    numbered = text("Table {n}", n=sitting.number + 1) if len(room.sittings) > 1 else ""
    found = stage(room, text) or numbered
    others = [room.people[each].called for each in sitting.people[seat] if each != person]
    if room.opened.way != "tables" or not others:
        return found
    shared = text(
        "you share this seat with {names}: the first press decides for you all",
        names=text.listing(others),
    )
    return f"{found} · {shared}" if found else shared


def _told(here: Here, sight: SeatSight, person: Person, text: Text) -> tuple[str, str]:
    """Say how a game has ended for somebody, or what happens now, and what more to say."""
    room = here.room
    if sight.sitting.over and room.opened.programme:
        return _between(room, person, text), ""
    if sight.sitting.over:
        return _placed(sight, text), ""
    if room.ended:
        return text("Your teacher has ended the game."), _so_far(sight, text)
    return _now(here, sight, text)


def _now(here: Here, sight: SeatSight, text: Text) -> tuple[str, str]:
    """Say what is asked of a seat, or whom the table waits for; and what more there is to say."""
    room, sitting, turn = here.room, sight.sitting, sight.table.turn
    stood_in = text("A bot has decided for you.") if _is_stood_in(sitting, sight.seat) else ""
    if room.waits_for_others(sitting):
        return text("Waiting for the other tables"), stood_in
    if not sitting.waiting or not isinstance(turn, Decide):
        return text("See what happens"), stood_in or poll.goes_on(here, text)
    if room.paused or sitting.flows:
        rests = "" if room.away else text("Wait until the game goes on.")
        return (rests, "") if room.paused else _flows(sight, turn)
    seats = sitting.asking
    waiting = len(sitting.waiting)
    if sight.seat in sitting.waiting:
        alone = len(seats) == 1 or room.clock(sitting) is not None
        decided = text.plural(
            "{n} of {all} has decided.",
            "{n} of {all} have decided.",
            len(seats) - waiting,
            all=len(seats),
        )
        return _yours(sight, turn, together=len(seats) > 1, text=text), "" if alone else decided
    if len(seats) > 1:
        waits = text.plural(
            "Waiting for {n} of {all}", "Waiting for {n} of {all}", waiting, all=len(seats)
        )
        decided = stood_in or text("You have decided.")
        return waits, decided if sight.seat in seats else ""
    name = sight.names[sitting.waiting[0]]
    return text("{name} decides", name=name), ""


def _flows(sight: SeatSight, turn: Decide) -> tuple[str, str]:
    """Say that all may speak, and why a seat may not until there is news, or any more."""
    game, floor = sight.table.game, sight.modules.floor
    assert floor is not None  # noqa: S101 - else nobody would speak
    refusal = game.refuse(sight.table.state, floor.rest(sight.seat))
    why = "" if refusal is None else sight.words.refused(refusal, sight.names, sight.text)
    return sight.words.phrases(sight.text).together[turn.prompt], why


def _is_stood_in(sitting: Sitting, seat: Seat) -> bool:
    """Return whether a bot has decided for a seat in this turn, this once."""
    turn = sitting.table.turn.turn
    made = [each for each in sitting.decisions if each.seat == seat and not each.undone]
    return bool(made) and made[-1].turn == turn and made[-1].person is None


def _yours(sight: SeatSight, turn: Decide, *, together: bool, text: Text) -> str:
    """Say that a seat is to decide: alone, or at once with others."""
    if len(sight.table.game.legal(sight.table.state, sight.seat)) == 1:
        return text("Your turn, with only one choice")
    found = sight.words.phrases(sight.text).together.get(turn.prompt) if together else None
    return found or text("Your turn")


def _between(room: Room, person: Person, text: Text) -> str:
    """Say what comes after a game of a programme, or where somebody stands at its end."""
    if room.finished:
        return text(
            "The programme is over: your rank is {n} of {all}.",
            n=rounds.place(room, person),
            all=len(room.present),
        )
    name = following(room, text)
    if name:
        return text("The block is over. Next: {rules}", rules=name)
    return text("The round is over. The tables are mixed for the next.")


def _placed(sight: SeatSight, text: Text) -> str:
    """Say which place a seat has come to."""
    place = _place(sight)
    if place == 1:
        return text("The game is over, and you have won.")
    return text("The game is over: your rank is {n} of {all}.", n=place, all=len(sight.names))


def _so_far(sight: SeatSight, text: Text) -> str:
    """Say which place a seat had when the game was ended before its time."""
    place = _place(sight)
    if not place:
        return text("Everyone had the same then.")
    return text("Your rank was {n} of {all} then.", n=place, all=len(sight.names))


def _place(sight: SeatSight) -> int:
    """Find the place of a seat, counted from 1; 0 if nobody has one yet."""
    return places(sight.sitting)[sight.seat]


def _standing(room: Room, sight: SeatSight) -> Drawing:
    """Draw how a table stood when the game was ended before its time."""
    text = words(sight.text.language)
    rows = rows_of(room, sight.sitting, text)
    ranked = [
        Place(
            row.place,
            row.seat + 1,
            row.name,
            sight.words.money(row.worth, sight.text),
            decided(room, row, rows, sight.text),
        )
        for row in rows
    ]
    goal = sight.panel.GOAL
    return Drawing(
        render(
            "standing.html.j2",
            text,
            places=ranked,
            goal=goal and text.pick(goal),
            tie=tie(room, rows, text),
        )
    )


def _finding(room: Room, screen: ClassScreen) -> Drawing:
    """Draw the sentence at the top of the teacher's results, if there is one."""
    said = finding(room, of_game(room.modules, screen.language))
    html = render("finding.html.j2", words(screen.language), finding=said)
    return Drawing(html if said else "")


# --- the table, the storyline, the lobby -------------------------------------------------------


def _board(sight: SeatSight) -> str:
    """Draw the table, and below it what wins, unless the rounds of a programme add up."""
    shared = news(sight.room, sight.sitting, sight.screen.language)
    board = sight.modules.board.draw(replace(sight.scene(PREFIX), shared=shared))
    goal = None if sight.room.opened.programme else sight.panel.GOAL
    return board + _goal(goal, sight.screen.language)


@cache
def _goal(goal: Words | None, language: Language) -> str:
    text = words(language)
    return render("goal.html.j2", text, goal=text.pick(goal)) if goal else ""


def story(sight: TableSight, *, pupil: bool = False) -> Drawing:
    """Draw the storyline of a table, as far as a sight may know it.

    Parameters
    ----------
    pupil
        Whether a pupil reads it on a phone: what is new comes first, without the rulebook.
    """
    found, _ = tellings(sight, ruled=not pupil)
    if rounds.is_one_round(sight.room):
        found = [replace(each, turn="") for each in found]
    if pupil:
        found = _newest_first(found)
    draw = _pupils_story if pupil else _story
    return Drawing(draw(sight.text, tuple(found), newest=pupil))


def _story(text: Text, entries: tuple[Telling, ...], *, newest: bool) -> str:
    page = templates("paydays_widgets.show").get_template("story.html.j2")
    facts = {"earlier": 0, "walks": False, "unfolds": True, "newest": newest}
    return str(page.render(text=text, prefix=PREFIX, entries=entries, **facts))


_pupils_story: Final = lru_cache(maxsize=256)(_story)
"""Drawn once: a story stays the same for long, or is the same for several pupils."""


def _newest_first(found: Sequence[Telling]) -> list[Telling]:
    """Turn the storyline round: each turn still begins with its heading."""
    turns: list[list[Telling]] = []
    for entry in found:
        if entry.turn or not turns:
            turns.append([])
        turns[-1].append(entry)
    return [
        replace(entry, turn="" if number else turn[0].turn)
        for turn in reversed(turns)
        for number, entry in enumerate(reversed(turn))
    ]


def lobby(room: Room, screen: ClassScreen) -> Drawing:
    """Draw what to read before the game: what wins, and the rules in a minute."""
    return Drawing(
        render(
            "lobby.html.j2",
            words(screen.language),
            count=len(room.present),
            title=room.modules.panel.TITLE,
            begun=room.begun,
            **minute(room.modules, room.rules, room.start.table.deck, 0, screen.language),
        )
    )


@lru_cache(maxsize=64)
def _rules(
    modules: Modules, rules: object, deck: object, seats: int, language: Language
) -> Drawing:
    """Draw the same for players: it opens over the table."""
    facts = minute(modules, rules, deck, seats, language)
    return Drawing(render("rules.html.j2", words(language), **facts))


@lru_cache(maxsize=64)
def minute(
    modules: Modules, rules: object, deck: object, seats: int, language: Language
) -> dict[str, Any]:
    """Draw the rules in play in a minute, if the game has them, and say what wins.

    Parameters
    ----------
    seats
        How many play at a table; 0 if this is not known yet.
    """
    goal = modules.panel.GOAL
    text = of_game(modules, language)
    minute = modules.minute(rules, text, "rules", deck, seats) if modules.has_minute else ""
    return {"goal": goal and text.pick(goal), "minute": minute}
