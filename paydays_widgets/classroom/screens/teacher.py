"""What the teacher's page shows: who is here, the tables, the poll, the results."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import segno

from paydays_widgets.classroom import known, rounds, wishes
from paydays_widgets.classroom.clients import MARK, ClassScreen, Drawing, Drawings, Here, Page
from paydays_widgets.classroom.people import groups
from paydays_widgets.classroom.reach import Address
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.screens import (
    advice,
    beside,
    bids,
    checks,
    courses,
    poll,
    running,
    sheet,
)
from paydays_widgets.classroom.screens.overview import awaited, card, spoken, unanswered
from paydays_widgets.classroom.screens.seat import TableSight
from paydays_widgets.classroom.screens.student import PREFIX, minute, story
from paydays_widgets.classroom.screens.words import (
    goes_on,
    lost,
    of_game,
    preferences,
    render,
    sizes,
    stage,
    words,
)
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.classroom.start import CONTESTS
from paydays_widgets.classroom.tickets import MINUTES
from paydays_widgets.core.text import Text

_FEW: Final = 6
"""How many names of those who are awaited stand on the page by themselves."""
_ROW: Final = 16
"""How many names a page gets together, if one of them has come or gone."""
_NEARLY: Final = 20
"""Of how many free places the page says that they are the last."""
PHONE: Final = "phone:"
"""In ``ClassScreen.open``: the number of somebody who changes phones, and the ticket."""


def teacher(here: Here, screen: ClassScreen, drawn: Drawings) -> Page:
    """Draw the teacher's page.

    Parameters
    ----------
    drawn
        What has been drawn at this moment.
    """
    room, text = here.room, words(screen.language)
    if screen.notes:
        return running.notes(here, screen)
    parts = {"head": _head(here, screen, text), **_main(here, screen, drawn, text)}
    waits = awaited(here, text, _alone(here, screen))
    title = f"{waits.done}/{waits.asked} · " if waits and waits.asked else ""
    return Page(parts, f"{title}{room.opened.code} · {room.modules.panel.TITLE}", lost=lost(text))


def _main(here: Here, screen: ClassScreen, drawn: Drawings, text: Text) -> dict[str, Drawing]:
    """Draw what is open; else what the stage of a running order shows; else the game."""
    room = here.room
    stage = None if room.run is None else room.run.stage
    if screen.open == "rules":
        own = minute(room.modules, room.rules, room.start.table.deck, 0, screen.language)
        return {"main": Drawing(render("teacher_rules.html.j2", text, **own))}
    if screen.open == "results" and room.played:
        return {"main": _results(here, screen, text)}
    if screen.open == "join":
        return {"main": _join(here, screen, text)}
    if not screen.open and (board := running.board(room, text)) is not None:
        return {"main": board}
    if not screen.open and stage is not None and stage.results and room.played:
        return {"main": _results(here, screen, text)}
    return _game(here, screen, drawn, text)


def _game(here: Here, screen: ClassScreen, drawn: Drawings, text: Text) -> dict[str, Drawing]:
    room = here.room
    if not room.begun:
        return {"main": (_asking if _asks(room) else _join)(here, screen, text)}
    if room.ended or (room.opened.programme and room.finished):
        return {"main": _results(here, screen, text)}
    if screen.open:
        return {"main": Drawing("")}  # what is open stands in the place of the tables
    if room.polled:
        return _poll(here, screen, drawn)
    if screen.table is not None or len(room.sittings) == 1:
        return _large(here, room.sittings[screen.table or 0], screen, drawn)
    return {"main": tables(here, screen)}


def _asks(room: Room) -> bool:
    """Return whether a lesson's class answers questions on the rules before its game begins."""
    there = room.run is not None and room.run.at == room.run.chapter and bool(room.present)
    return there and not room.begun and room.checking is not None


def _asking(here: Here, screen: ClassScreen, text: Text) -> Drawing:
    """Say how many have answered questions on the rules, and how others can still join."""
    room = here.room
    facts = checks.for_the_teacher(room, text)
    assert room.checking is not None  # noqa: S101 - such a room is shown
    away = checks.unanswered(room, room.checking)
    return Drawing(
        render(
            "teacher_asking.html.j2",
            text,
            room=room,
            screen=screen,
            done=len(room.present) - len(away),
            all=len(room.present),
            missing=[room.people[each].called for each in away] if len(away) <= _FEW else (),
            **facts,
            **_door(here, screen),
        )
    )


# --- the bar, and what opens below it ----------------------------------------------------------


def _head(here: Here, screen: ClassScreen, text: Text) -> Drawing:
    room = here.room
    changing = screen.open.startswith(PHONE)
    over = bool(room.opened.programme) and room.finished
    shows_board = _asks(room) and not screen.open
    facts = _people(here, screen) if screen.open == "people" or changing else {}
    return Drawing(
        render(
            "teacher_head.html.j2",
            text,
            room=room,
            screen=screen,
            preferences=preferences(screen.language, screen.theme),
            title=room.modules.panel.TITLE,
            bar=running.bar(room, text),
            awaited=awaited(here, text, _alone(here, screen)),
            spoken=spoken(room, _alone(here, screen)),
            rings=any(each.rings for each in room.sittings) and not room.ended,
            ready=bool(room.present) or room.polled,
            moving=not room.poll.rests
            and any(not each.waiting and not each.over for each in room.sittings),
            behind=_behind(here, screen, text),
            stage=text("The programme is over.") if over else stage(room, text),
            over=over,
            next=goes_on(room, text),
            **({"checks": ()} if shows_board else checks.for_the_teacher(room, text)),
            soon=room.goes_on,
            rests=any(map(room.waits_for_the_teacher, room.sittings)) and not room.ended,
            trouble="" if here.trouble is None else _complaint(here, text),
            strain=_strain(here, text),
            full=_full(room, text) if not room.begun or screen.open == "join" else "",
            sizes=sizes(room.modules, room.opened.way, text),
            paces=(
                ("teacher", text("one event each time I press “Next event”")),
                ("slow", text("slow")),
                ("normal", text("normal")),
                ("fast", text("fast")),
            ),
            same_luck={
                "cards": text("Same cards at all tables, so that they can be compared"),
                "dice": text("Same dice at all tables, so that they can be compared"),
            }.get(
                room.modules.panel.LUCK,
                text("Same cards and dice at all tables, so that they can be compared"),
            ),
            promise=_promise(room, text),
            changing=changing,
            **{"ticket": None, "names": (), "seats": (), "where": {}, "tables": 0, **facts},
        )
    )


def _behind(here: Here, screen: ClassScreen, text: Text) -> str:
    """Say what the tables do while something else stands in their place; "" if nothing does."""
    room = here.room
    if not screen.open or not room.begun or room.paused or room.finished or room.rests_between:
        return ""
    if here.held:
        return text("The table waits: what happens next is shown when you close this.")
    return text("The tables play on.")


def _alone(here: Here, screen: ClassScreen) -> int | None:
    """Return the only one of several tables that the page shows; None if it shows all."""
    return screen.table if len(here.room.sittings) > 1 else None


def _complaint(here: Here, text: Text) -> str:
    trouble = here.trouble
    return "" if trouble is None else text(trouble.sentence, **trouble.facts)


def _strain(here: Here, text: Text) -> str:
    """Say that the server hardly keeps up, and what to do; "" as long as it does."""
    if not here.strain:
        return ""
    return text(
        "This server is at its limit: in the last half minute phones waited up to {n} s. Close "
        "other classes and programs on it, and let nobody else join.",
        n=text.number(-(-here.strain // 1000)),
    )


def _full(room: Room, text: Text) -> str:
    """Say that the room is full, or nearly; "" as long as it is not."""
    left = wishes.places(room)
    if room.ended or room.closed or left > _NEARLY:
        return ""
    if left:
        return text.plural(
            "Only {n} more person can join; then the room is full.",
            "Only {n} more people can join; then the room is full.",
            left,
        )
    return text(
        "The room is full, with {n} people. Anyone else can watch at the front, or share a phone.",
        n=len(room.present),
    )


def _people(here: Here, screen: ClassScreen) -> dict[str, Any]:
    """Gather what is needed to rename, move and seat people."""
    room, text = here.room, words(screen.language)
    seats = [
        (
            f"{sitting.number} {seat}",
            text(
                "Table {n}, seat {seat}: {name}",
                n=sitting.number + 1,
                seat=seat + 1,
                name=sitting.table.players[seat].called,
            ),
        )
        for sitting in room.sittings
        for seat in range(len(sitting.people))
    ]
    where = {}
    for person in room.present:
        found = room.place(person)
        where[person] = "" if found is None else f"{found[0].number} {found[1]}"
    ticket = None
    if screen.open.startswith(PHONE):
        _, _, token = screen.open.removeprefix(PHONE).partition(":")
        whose = here.tickets.whose(token, room.people)
        url = f"{screen.address}/join/{room.opened.code}?ticket={token}"
        if whose is not None:
            name = room.people[whose].called
            ticket = {"name": name, "minutes": MINUTES, "qr": picture(url), "url": url}
    return {
        "names": _names(here),
        "seats": seats if not room.polled else (),
        "where": where,
        "tables": max(2, -(-len(room.present) // 2)),
        "ticket": ticket,
    }


def _names(here: Here) -> list[tuple[int, str, bool]]:
    people, there = here.room.people, here.there
    return [(each, people[each].called, each in there) for each in here.room.present]


def _results(here: Here, screen: ClassScreen, text: Text) -> Drawing:
    """Draw the results of one of the games that have begun: the last, unless another is chosen."""
    played = here.room.played
    number = max(played) if screen.chapter is None else screen.chapter
    room = played[number]
    game, of_bids = rounds.programme(room), rounds.bids(room)
    if of_bids is not None:
        found = bids.results(room, number, screen, of_bids)
    elif game is not None and game.sheet is not None:
        found = courses.results(room, number, screen, game.sheet)
    else:
        found = sheet.results(room, number, screen, here.spreads.get(number))
    found += beside.results(room, number, screen, here.of_bots.get(number, {}))
    stages = running.chapters(here.room, text)
    return Drawing(
        render("chapters.html.j2", text, room=here.room, shown=number, stages=stages)
        + found
        + _known(here.room, room, text),
        game=room.game,
    )


def _known(class_: Room, chapter: Room, text: Text) -> str:
    """Draw what a class knew: of the rules of a game, and of its lesson's questions."""
    right = [each.right for each in chapter.checked.values()]

    def share(of: tuple[int, int]) -> str:
        answered, rightly = of
        return text.percent(100 * rightly / answered)

    return render(
        "known.html.j2",
        text,
        known=known.of_a_lesson(class_, text),
        rules=text.percent(100 * sum(right) / len(right)) if right else "",
        share=share,
    )


# --- joining -----------------------------------------------------------------------------------


def _join(here: Here, screen: ClassScreen, text: Text) -> Drawing:
    room = here.room
    names = _names(here)
    rows = 1 << (-(-len(names) // _ROW) - 1).bit_length() if names else 0
    return Drawing.divided(
        render(
            "teacher_join.html.j2",
            text,
            room=room,
            screen=screen,
            **_door(here, screen),
            present=len(names),
            rows=[names[_ROW * row : _ROW * (row + 1)] for row in range(rows)],
            mark=MARK,
            plan=_programme(room, text) if room.opened.programme else _plan(room, text),
            promise=_promise(room, text) if room.options.contest else "",
        )
    )


def _door(here: Here, screen: ClassScreen) -> dict[str, object]:
    """Gather how to join: the picture, and the address."""
    return {
        "qr": picture(f"{screen.address}/join/{here.code}"),
        "shown": f"{screen.address}/join".removeprefix("http://"),
        **ways(here, screen),
    }


def ways(here: Here, screen: ClassScreen) -> dict[str, object]:
    """Say what is known of the address that is shown, and which others phones could open."""
    known = {each.url: each for each in here.reach}
    return {
        "at": known.get(screen.address, Address(screen.address)),
        "others": [each for each in here.reach if each.answers and each.url != screen.address],
    }


def _promise(room: Room, text: Text) -> str:
    """Say for how much of what comes first at least two seats can bid; "" for nothing."""
    contest = room.start.contest
    return "" if contest is None else text.pick(contest.promise).format(n=CONTESTS)


def _plan(room: Room, text: Text) -> str:
    """Say which tables there will be."""
    people = len(room.present)
    if room.polled:
        return text("Everyone answers the same question.")
    if not people:
        return ""
    if room.opened.way == "team":
        return text("One table, with a team in each of {n} seats.", n=room.size)
    sizes = [len(each) for each in groups(room.present, room.size, room.start.most)]
    least, most = min(sizes), max(sizes)
    if len(sizes) == 1:
        return text("One table.")
    if least == most:
        return text("{n} tables of {size}.", n=len(sizes), size=most)
    return text("{n} tables of {least} or {most}.", n=len(sizes), least=least, most=most)


def _programme(room: Room, text: Text) -> str:
    """Say which blocks there will be."""
    own = of_game(room.modules, text.language)
    blocks = range(len(room.blocks))
    return " · ".join([_planned(room, block, text, own) for block in blocks])


def _planned(room: Room, block: int, text: Text, own: Text) -> str:
    """Say what a block will be: its rules, how many rounds, and whether they count."""
    each = room.blocks[block]
    game = room.modules.programme
    assert game is not None  # noqa: S101 - else there would be no programme
    n = max(each.games, getattr(room.rules_of_blocks[block], game.COUNT))
    parts = [game.counted(n, own), text("practice") if each.practice else ""]
    told = ", ".join(filter(None, parts))
    return f"{block + 1}. {rounds.title(room, block, own)} ({told})"


@lru_cache(maxsize=64)
def picture(url: str) -> str:
    """Draw an address as a QR code, dark on light in every theme: many phones read no other."""
    code = segno.make(url, micro=False, error="m")
    drawn: str = code.svg_inline(omitsize=True, border=3, dark="#000", light="#fff")
    return drawn


# --- tables ------------------------------------------------------------------------------------


def tables(here: Here, screen: ClassScreen, *, acts: bool = True) -> Drawing:
    """Draw all tables at a glance, with what the teacher may do there, or without."""
    text = words(screen.language)
    cards = [card(here, each, screen, text) for each in here.room.sittings]
    return Drawing.divided(
        render(
            "teacher_tables.html.j2",
            text,
            cards=cards,
            said=_said(text),
            pace=here.room.options.pace,
            room=here.room,
            several=len(cards) > 1,
            acts=acts,
            mark=MARK,
        )
    )


def _said(text: Text) -> Mapping[str, str]:
    """Say what somebody is doing."""
    return {
        "decides": text("is deciding"),
        "away": text("not connected"),
        "decided": text.plural("has decided", "have decided", 1),
        "bot": text("bot"),
        "lost": text("not connected"),
        "in": text("still in"),
        "out": text("out"),
        "silent": text("silent so far"),
        "spoke": text.plural("has spoken", "have spoken", 1),
        "": "",
    }


def _large(
    here: Here, sitting: Sitting, screen: ClassScreen, drawn: Drawings
) -> dict[str, Drawing]:
    """Show one table as it lies open, with its storyline."""
    room, text = here.room, words(screen.language)
    sight = TableSight(room, sitting, screen)
    several = len(room.sittings)
    nav = render(
        "teacher_large.html.j2",
        text,
        card=card(here, sitting, screen, text),
        several=several > 1,
        before=(sitting.number - 1) % several,
        after=(sitting.number + 1) % several,
        pace=room.options.pace,
        room=room,
        said=_said(text),
    )
    return {"main": Drawing(nav), **open_table(here, sight, sitting, drawn)}


def open_table(
    here: Here, sight: TableSight, sitting: Sitting, drawn: Drawings
) -> dict[str, Drawing]:
    """Draw a table as a sight has it: the picture, and the storyline."""
    mine = (here.id, sitting.number, sight.seat, sight.screen.language, "teacher")
    if mine not in drawn:
        drawn[mine] = Drawing(sight.modules.board.draw(sight.scene(PREFIX)), sitting.asked)
        drawn[*mine, "story"] = story(sight)
    return {"stage": drawn[mine], "story": drawn[*mine, "story"]}


# --- the poll ----------------------------------------------------------------------------------


def _poll(here: Here, screen: ClassScreen, drawn: Drawings) -> dict[str, Drawing]:
    """Show the question to the class, and its answers once they are to be seen."""
    room, text = here.room, words(screen.language)
    [sitting] = room.sittings
    sight = TableSight(room, sitting, screen, poll.seat(room))
    if sitting.over:
        told = text("The game is over.")
    elif room.poll.rests:
        told = poll.played(room, sight, text)
    elif room.poll.seat is None:
        told = text("The class plays {name}.", name=sight.names[poll.seat(room)])
    elif room.poll.revealed:
        told = text(
            "The answers for {name}. Choose the one to play.", name=sight.names[room.poll.seat]
        )
    else:
        name = sight.names[room.poll.seat]
        told = text("The class plays {name}. What would you do?", name=name)
    legal = (
        sight.table.game.legal(sight.table.state, room.poll.seat)
        if room.poll.seat is not None
        else ()
    )
    given = {each.moves for each in room.poll.answers.values()}
    shown = room.poll.revealed or room.poll.rests
    about = (
        ()
        if room.poll.rounds or room.poll.answers or sitting.over
        else poll.about(room, sight, text)
    )
    missing = [room.people[each].called for each in (() if room.paused else unanswered(room))]
    html = render(
        "teacher_poll.html.j2",
        text,
        told=told,
        about=about,
        until=here.until(sitting.number),
        seat=0 if sitting.over else poll.seat(room) + 1,
        missing=missing if room.poll.answers or (len(missing) <= _FEW and not about) else (),
        few=len(missing) <= _FEW,
        awaited=awaited(here, text),
        revealed=room.poll.revealed,
        shown=shown,
        bars=poll.shown(room, sight) if shown else (),
        **(advice.earned(here, screen) if shown else {}),
        advises=poll.may_advise(room),
        others=poll.others(sight, legal, given) if room.poll.revealed else (),
    )
    return {"main": Drawing(html), **open_table(here, sight, sitting, drawn)}
