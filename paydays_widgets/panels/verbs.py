"""The verbs of a panel: the actions on a screen other than playing a move.

Each takes a session and an unchecked value, and returns the next screen. Before it acts, the
:data:`~paydays_widgets.talk.screen.PASSING` fields are cleared, except those that it keeps.
"""

import os
import re
from collections.abc import Collection, Mapping
from importlib.resources import files
from typing import Any, Final, NoReturn

from msgspec import ValidationError, convert, to_builtins
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core import record
from paydays_widgets.core.chance import drawn_seed
from paydays_widgets.core.game import Chance, Complaint, Decide, Settling
from paydays_widgets.core.names import cleaned
from paydays_widgets.core.switch import settled
from paydays_widgets.core.table import HUMAN, AnyTable, Player, Table
from paydays_widgets.core.text import LANGUAGES, short
from paydays_widgets.panels.export import decisions_as_csv, steps_as_csv
from paydays_widgets.show import vignette
from paydays_widgets.show.vignette import Vignette
from paydays_widgets.talk import given, keeping
from paydays_widgets.talk.screen import OWN, PACES, PASSING, THEMES, Screen
from paydays_widgets.talk.session import Session
from paydays_widgets.talk.verbs import GOES_ON, STAYS, Done, Verb

IN_LAB: Final = "JPY_SESSION_NAME"
"""What a Jupyter server sets for the kernel of an opened notebook, and Voila does not."""
CLASS: Final = "PAYDAYS_CLASS"
"""The environment variable with the address at which the page's server takes a class's games."""
NAMES: Final = ("Anna", "Ben", "Chloé", "David", "Emma", "Farid", "Greta", "Hugo")
USUAL: Final = 4
"""How many seats a game begins with if nobody has said so."""
LONGEST_NAME: Final = 40


# --- walking and playing -----------------------------------------------------------------------


def _advance(at: Session) -> bool:
    """Advance one step; a card that the teacher has chosen comes even back in the history."""
    table = at.table
    wish = table.dealer.wish
    if wish is not None and not table.newest:
        settled = isinstance(table.turn, Chance)
        if settled and any(each.move == wish for each in table.game.outcomes(table.state)):
            table.dealer.wish = None
            table.make(wish, through=False)
            return True
    return at.advance()


def _step(at: Session, _: object) -> Screen:
    film = at.screen.film
    if film is not None:
        left = tuple(stop for stop in film.stops if stop > at.table.at)
        at.table.go_to(left[0])
        more = replace(film, stops=left[1:]) if left[1:] else None
        return replace(at.screen, film=more, playing=more is not None)
    if not at.teaches:
        return _go_on(at, None)
    return at.screen if not at.stopped and _advance(at) else _waits(at)


def _waits(at: Session) -> Screen:
    """Explain why there is no next step."""
    if at.ended:
        return at.screen.saying("info", at.ended)
    if at.screen.playing:
        return at.screen
    return at.screen.saying("info", at.words.prompt(at.table.turn, at.names, at.text))


def _go_on(at: Session, _: object) -> Screen:
    """Go on to the next decision as a film; during one, to its end or its next picture."""
    if at.screen.film and at.screen.pace == OWN:
        return _step(at, None)
    if at.screen.film:
        at.end_film()
        return at.screen
    asked = at.table.newest and at.table.waiting() and at.forced is None
    if asked or at.stopped or not _advance(at):
        return _waits(at)
    return at.carried_on()


def _turn(at: Session, _: object) -> Screen:
    """Advance to the next turn, or as far as possible without a person's decision."""
    table = at.table
    begun = table.turn.turn
    if at.stopped or not _advance(at):
        return _waits(at)
    while isinstance(table.turn, Settling) or table.turn.turn == begun:
        if at.stopped or not _advance(at):
            break
    return at.screen


def _skip(at: Session, _: object) -> Screen:
    """Have chance and bots do the set-up, for people too."""
    if not at.opening:
        raise Complaint("the set-up is over")
    table = at.table
    while at.opening:
        if not _advance(at):
            table.make(table.ask(table.waiting()[0], at.stand_in), through=False)
    return at.screen


def _on(at: Session, _: object) -> Screen:
    return replace(at.screen, playing=not at.screen.playing)


def _pace(at: Session, value: object) -> Screen:
    """Set the speed; a film that is under way is shown to its end as it began."""
    return replace(at.screen, pace=given.one_of(value, (*PACES, OWN)))


def _undo(at: Session, _: object) -> Screen:
    if not at.can_undo():
        return at.screen.saying("info", at.text("There is no move to take back."))
    own = None if at.teaches else at.last_own()
    if own is None:
        at.table.undo()
    else:
        at.table.go_to(own)
    return at.screen


def _redo(at: Session, _: object) -> Screen:
    if at.table.newest:
        return at.screen.saying("info", at.text("There is no move to play again."))
    at.table.redo()
    return at.screen


def _goto(at: Session, value: object) -> Screen:
    at.table.go_to(given.number(value, len(at.table.branch.steps)))
    return at.screen


def _moves(at: Session, value: object) -> Screen:
    """Play several moves, separated by ``;``: all of them or none."""
    table, game = at.table, at.table.game
    moves = [game.read(each) for each in given.word(value).split(";")]
    state = table.state
    for move in moves:
        state = game.unfold(state, move)[-1].state
    for move in moves:
        table.make(move)
    return at.screen


def _wish(at: Session, value: object) -> Screen:
    notation = given.word(value)
    table = at.table
    if not notation:
        table.dealer.wish = None
        return at.screen
    move = table.game.read(notation)
    can_come = at.panel.wishes(table.game.view(table.state, None), at.text)
    given.one_of(str(move), [str(wish) for wish, _ in can_come])
    table.dealer.wish = move
    return at.screen.saying("info", at.text("Noted: it will come as soon as the rules allow it."))


def _branch(at: Session, value: object) -> Screen:
    at.table.switch(given.nth(value, len(at.table.branches)))
    return at.screen


def _compare(at: Session, value: object) -> Screen:
    fields = given.fields(value)
    branches = len(at.table.branches)
    first, second = (given.nth(fields.get(name), branches) for name in ("first", "second"))
    return replace(at.screen, compared=(first, second))


def _what_if(at: Session, value: object) -> Screen:
    """Replay the game with one decision changed, and compare it with the current branch."""
    from paydays_widgets.core.whatif import retell

    table = at.table
    number, _, notation = given.word(value).partition(":")
    which = given.nth(number, len(table.branch.moves))
    move = table.game.read(notation)
    here, cursor = table.current, table.at
    try:
        other = retell(table, which, move, at.stand_in)
    finally:
        table.current = here
        table.go_to(cursor)
    return replace(at.screen, compared=(here, other))


# --- looking -----------------------------------------------------------------------------------


def _pick(at: Session, value: object) -> Screen:
    return replace(at.screen, picked=given.word(value))


def _reveal(at: Session, value: object) -> Screen:
    seat = given.nth(value, len(at.names))
    if seat not in at.table.waiting():
        raise Complaint(
            "{name} has nothing to decide now, and need not take over the screen",
            name=at.names[seat],
        )
    return replace(at.screen, revealed=seat)


def _face_up(at: Session, value: object) -> Screen:
    shown = not at.screen.face_up if value is None else given.flag(value)
    return replace(at.screen, face_up=shown)


def _hint(at: Session, value: object) -> Screen:
    return replace(at.screen, hint=not at.hint if value is None else given.flag(value))


def _projector(at: Session, value: object) -> Screen:
    shown = not at.screen.projector if value is None else given.flag(value)
    return replace(at.screen, projector=shown, tab="" if shown else at.screen.tab)


def _teach(at: Session, value: object) -> Screen:
    return replace(at.screen, teach=not at.screen.teach if value is None else given.flag(value))


def _coach(at: Session, value: object) -> Screen:
    return replace(at.screen, coach=given.flag(value))


def _language(at: Session, value: object) -> Screen:
    return replace(at.screen, language=given.one_of(value, LANGUAGES))


def _theme(at: Session, value: object) -> Screen:
    return replace(at.screen, theme=given.one_of(value, THEMES))


def _greet(at: Session, value: object) -> Screen:
    """Adopt the reader's choices from another page, or the browser's language."""
    chosen = given.fields(value)
    screen = at.screen
    if screen.follows and chosen.get("language") in LANGUAGES:
        screen = replace(screen, language=chosen["language"])
    if chosen.get("theme") in THEMES:
        screen = replace(screen, theme=chosen["theme"])
    if chosen.get("pace") in {*PACES, OWN}:
        screen = replace(screen, pace=chosen["pace"])
    if chosen.get("teach") == "true":
        screen = replace(screen, teach=True)
    return screen


def _tab(at: Session, value: object) -> Done:
    tab = given.word(value)
    screen = replace(at.screen, tab="" if tab == at.screen.tab else tab)
    # other tabs may have been playing: ask the page what is kept now
    return Done(screen, ({"kind": "tell"},) if screen.tab == "save" else ())


def _show(at: Session, value: object) -> Screen:
    """Open a tab, and have it scrolled to even if it is open."""
    return replace(at.screen, tab=given.word(value), shown=at.screen.shown + 1)


def _answer(at: Session, _: object) -> Screen:
    return replace(at.screen, answered=not at.screen.answered)


def _beyond(at: Session, _: object) -> Screen:
    """Go on playing after the result of a position."""
    return replace(at.screen, beyond=True)


def _again(at: Session, _: object) -> Screen:
    """Go back to the question of a position, for another answer."""
    asked = at.screen.vignette
    step = None if asked is None else vignette.asked(asked, at.table)
    if asked is None or step is None:
        raise Complaint("no position with a question is on the table")
    at.table.go_to(step)
    at.table.dealer.wish = vignette.wish(asked, at.table.game)
    return replace(at.screen, answered=False, beyond=False)


def _as_it_is(at: Session, _: object) -> Screen:
    return at.screen


# --- another table -----------------------------------------------------------------------------


def _seat(at: Session, table: AnyTable, found: Vignette | None = None) -> Done:
    """Replace the current table, perhaps with a vignette."""
    orders = at.keeping.put(table, found.id if found else "")
    return Done(replace(at.screen.at_another_table(), vignette=found, tab=""), orders)


def _new(at: Session, value: object) -> Done:
    """Start a new game from the set-up form, with defaults for missing fields."""
    fields = given.fields(value)
    source = fields.get("deck", "").strip()
    table = Table(
        at.table.game,
        _players(at, fields),
        rules=_rules(at, fields),
        deck=_deck(at, source) if source else None,
        seed=seed(fields.get("seed", "").strip()),
        strategies=at.strategies,
        undo_chance=fields.get("undo_chance", "yes") != "no",
    )
    return _seat(at, table)


def default_players(game: str) -> tuple[Player, ...]:
    """Return one person and the game's usual opponents."""
    kinds = [HUMAN, *games.modules(game).panel.OPPONENTS][:USUAL]
    return tuple(Player(name, kind) for name, kind in zip(NAMES, kinds, strict=False))


def _start(at: Session, _: object) -> Done:
    """Start a first game where a person's first telling decision comes."""
    start = at.modules.start
    if start is None:
        raise Complaint("this game has no such start")
    table: AnyTable = Table(
        at.table.game, default_players(at.id), seed=start.seed, strategies=at.strategies
    )
    while not _asks(table, start.prompts):
        if not table.advance():
            table.make(table.ask(table.waiting()[0], at.stand_in), through=False)
    done = _seat(at, table)
    return replace(done, screen=replace(done.screen, started=table.at))


def _asks(table: AnyTable, prompts: Collection[str]) -> bool:
    """Return whether a person has a choice to make that one of some prompts asks for."""
    turn, waiting = table.turn, table.waiting()
    if not isinstance(turn, Decide) or turn.prompt not in prompts or not waiting:
        return False
    return len(table.game.legal(table.state, waiting[0])) > 1


def _rematch(at: Session, value: object) -> Done:
    """Start the game again: with other luck, or the same, or the same under other rules."""
    was, others = at.table, other_rules(at)
    asked = None if value is None else given.one_of(value, ["same", *others])
    table = Table(
        was.game,
        was.players,
        rules=others.get(asked or "", ("", was.rules))[1],
        deck=was.deck,
        seed=drawn_seed() if asked is None else was.seed,
        strategies=at.strategies,
        undo_chance=was.undo_chance,
    )
    return _seat(at, table)


def other_rules(at: Session) -> dict[str, tuple[str, Any]]:
    """List the presets that differ from the rules in play: titles and rules, by name.

    A switch that a preset leaves open, such as the number of rounds, stays as it is.
    """
    rules = at.table.rules
    now = to_builtins(rules)
    found = {
        name: (title, convert(now | values, type(rules), strict=False))
        for name, title, values in at.panel.presets(at.text)
    }
    return {name: each for name, each in found.items() if each[1] != rules}


def _deck(at: Session, source: str) -> object:
    if at.modules.deck is None:
        raise Complaint("this game has no deck to replace")
    return at.modules.deck.parse_deck(source, "deck")


def typed(at: Session) -> tuple[str, ...]:
    """List the players' names as they were typed."""
    return tuple(player.name for player in at.table.players)


def _players(at: Session, fields: Mapping[str, str]) -> list[Player]:
    counts = at.panel.SEATS
    seats = int(
        given.one_of(fields.get("seats", str(min(USUAL, max(counts)))), [str(n) for n in counts])
    )
    known = (HUMAN, *at.strategies)
    players = []
    for number in range(1, seats + 1):
        name = cleaned(fields.get(f"name{number}", ""), LONGEST_NAME)
        kind = given.one_of(fields.get(f"kind{number}", HUMAN), known)
        players.append(Player(name or NAMES[number - 1], kind))
    return players


def _rules(at: Session, fields: Mapping[str, str]) -> Any:  # noqa: ANN401 - a game's
    chosen = {key[6:]: text for key, text in fields.items() if key.startswith("rules.")}
    try:
        rules = convert(chosen, at.table.game.rules_type, strict=False)
    except ValidationError as error:
        _refuse_setting(at, chosen, str(error))
    return settled(rules, at.panel.switches(at.text))


def _refuse_setting(at: Session, chosen: Mapping[str, str], error: str) -> NoReturn:
    """Complain about an unknown value of a switch, and name those that the form offers."""
    found = re.search(r"`\$\.(\w+)`", error)
    value = chosen.get(found[1] if found else "", "")
    for switch in at.panel.switches(at.text):
        if found and switch.field == found[1]:
            given.one_of(value, [option for option, _ in switch.options])
    raise Complaint(
        "“{value}” cannot be used here: choose a setting that these rules know", value=short(value)
    )


def seed(written: str) -> int:
    """Read a seed from a form; draw one if the field is empty."""
    if not written:
        return drawn_seed()
    if not re.fullmatch("-?[0-9]{1,18}", written):
        raise Complaint(
            "the seed must be a whole number of at most 18 digits, not “{seed}”",
            seed=short(written),
        )
    return int(written)


def _vignette(at: Session, value: object) -> Done:
    known = at.modules.vignettes
    found = known[given.one_of(value, known)]
    table = vignette.set_up(found, at.table.game, typed(at), at.strategies)
    return _seat(at, table, found.named(typed(at)))


def _load(at: Session, value: object) -> Done:
    text = given.word(value).strip()
    if "#" + record.FRAGMENT in text or text.startswith(record.FRAGMENT):
        text = record.unshare(text.partition("#")[2] or text)
    return _opened(at, record.loads(text, at.table.game, at.strategies))


def _opened(at: Session, table: AnyTable) -> Done:
    done = _seat(at, table)
    told = at.text("The saved game is on the table.")
    return replace(done, screen=done.screen.saying("good", told))


def _load_text(at: Session, value: object) -> Done:
    return _load(at, given.fields(value).get("text"))


# --- the games that the browser keeps ----------------------------------------------------------


def _kept(at: Session, value: object) -> Done:
    """Adopt what the browser keeps, and restore the game of a reloaded tab."""
    told, left = keeping.read(value), at.table
    orders = at.keeping.told(told)
    screen = at.screen
    if at.table is not left:
        found = at.modules.vignettes.get(at.keeping.vignette)
        asked = found.named(typed(at)) if found else None
        screen = replace(screen.at_another_table(), vignette=asked)
    if told.link == "start":
        if at.table is left and screen.started:
            return Done(screen, orders)  # it has begun, and may have gone on
        started = _start(at, None)
        return replace(started, orders=(*orders, *started.orders))
    if told.link:
        linked = record.loads(record.unshare(told.link), at.table.game, at.strategies)
        if not at.keeping.has(linked):
            opened = _opened(at, linked)
            return replace(opened, orders=(*orders, *opened.orders))
    return Done(screen, orders)


def _taken(at: Session, value: object) -> Screen:
    at.keeping.taken(given.word(value))
    return at.screen


def _resume(at: Session, value: object) -> Screen | Done:
    if value == at.keeping.name:
        return at.screen  # a second click
    orders = at.keeping.go_back(_meant(at, value))
    return Done(at.screen.at_another_table(), orders)


def _forget(at: Session, value: object) -> Done:
    return Done(at.screen, at.keeping.forget(_meant(at, value)))


def _meant(at: Session, value: object) -> str:
    """Find the name of the intended game; without a value, the offered one."""
    offered = at.keeping.offered
    names = [each.name for each in at.keeping.others]
    return given.one_of(offered.name if offered and value is None else value, names)


def _forget_all(at: Session, value: object) -> Done:
    """Forget every kept game of this panel, or those of all panels."""
    order = {"kind": "forget", "all": given.one_of(value, ("panel", "everywhere"))}
    at.keeping.forget_all()
    told = at.text("Deleted. The game on the table will be kept again from its next move on.")
    return Done(at.screen.saying("good", told), (order,))


# --- what goes out -----------------------------------------------------------------------------


def _file(at: Session, ending: str, mime: str, text: str) -> Done:
    order = {"kind": "save", "name": f"{at.id}.{ending}", "mime": mime, "text": text}
    return Done(at.screen, (order,))


def _save(at: Session, _: object) -> Done:
    return _file(at, "json", "application/json", record.dumps(at.table))


def _class(at: Session, _: object) -> Done:
    """Bring the game on the table to the server's classes."""
    address = os.environ.get(CLASS, "")
    if not address:
        raise Complaint("this page's server has no classes")
    return Done(at.screen, ({"kind": "class", "url": address, "record": record.share(at.table)},))


def _csv(at: Session, _: object) -> Done:
    return _file(at, "csv", "text/csv", steps_as_csv(at))


def _decisions(at: Session, _: object) -> Done:
    return _file(at, "decisions.csv", "text/csv", decisions_as_csv(at))


def _deck_file(at: Session, _: object) -> Done:
    """Save the game's own deck, for a teacher to change."""
    if at.modules.deck is None:
        raise Complaint("this game has no deck to replace")
    own = (files(at.modules.package) / "deck.toml").read_text(encoding="utf-8")
    return _file(at, "deck.toml", "application/toml", own)


def _print(at: Session, _: object) -> Done:
    """Have the page print its table; with a position's question, its answer on a second page."""
    text, asked = at.text, at.screen.vignette
    title, question, answer = at.panel.TITLE, "", list[str]()
    if asked is not None:
        title += f" · {text.pick(asked.title)}"
        question = text.pick(asked.question)
        answer = [text("The answer"), text.pick(asked.verdict), text.pick(asked.answer)]
    order = {"kind": "print", "title": title, "question": question, "answer": answer}
    return Done(at.screen, (order,))


def _share(at: Session, _: object) -> Done:
    told = at.text("The link to this game is in the address bar and copied.")
    order = {"kind": "link", "fragment": record.share(at.table)}
    return Done(at.screen.saying("good", told), (order,))


def _embed(at: Session, _: object) -> Done:
    told = at.text("The frame is copied: paste it into the HTML of a page.")
    title = at.panel.TITLE
    order = {"kind": "link", "fragment": record.share(at.table), "frame": title}
    return Done(at.screen.saying("good", told), (order,))


def _storage_full(at: Session, _: object) -> Screen:
    told = at.text("This browser has no room for the game: save it as a file.")
    return at.screen.saying("warn", told)


def _storage_none(at: Session, _: object) -> Screen:
    told = at.text("This browser stores nothing: the game is lost when the page is closed.")
    return at.screen.saying("info", told)


VERBS: Final[Mapping[str, Verb[Session, Screen | Done]]] = {
    "step": Verb(_step, GOES_ON),
    "go_on": Verb(_go_on, GOES_ON),
    "turn": Verb(_turn, GOES_ON),
    "skip": Verb(_skip),
    "on": Verb(_on, STAYS),
    "pace": Verb(_pace, STAYS),
    "undo": Verb(_undo),
    "redo": Verb(_redo, GOES_ON),
    "goto": Verb(_goto),
    "moves": Verb(_moves, GOES_ON),
    "pick": Verb(_pick, STAYS),
    "reveal": Verb(_reveal, STAYS),
    "hide": Verb(_as_it_is, STAYS - {"revealed"}),
    "face_up": Verb(_face_up, STAYS),
    "hint": Verb(_hint, STAYS),
    "projector": Verb(_projector, STAYS),
    "teach": Verb(_teach, STAYS),
    "coach": Verb(_coach, STAYS),
    "language": Verb(_language, STAYS),
    "theme": Verb(_theme, STAYS),
    "tab": Verb(_tab, STAYS),
    "show": Verb(_show, STAYS),
    "wish": Verb(_wish, STAYS),
    "new": Verb(_new),
    "start": Verb(_start),
    "rematch": Verb(_rematch),
    "vignette": Verb(_vignette),
    "answer": Verb(_answer, STAYS),
    "again": Verb(_again),
    "beyond": Verb(_beyond, STAYS),
    "load": Verb(_load),
    "load_text": Verb(_load_text),
    "link": Verb(_load),
    "greet": Verb(_greet, PASSING),
    "kept": Verb(_kept, PASSING),
    "taken": Verb(_taken, PASSING),
    "resume": Verb(_resume, STAYS),
    "forget": Verb(_forget, STAYS),
    "forget_all": Verb(_forget_all, STAYS),
    "save": Verb(_save, STAYS),
    "print": Verb(_print, STAYS),
    "share": Verb(_share, STAYS),
    "embed": Verb(_embed, STAYS),
    "class": Verb(_class, STAYS),
    "csv": Verb(_csv, STAYS),
    "decisions": Verb(_decisions, STAYS),
    "deck_file": Verb(_deck_file, STAYS),
    "branch": Verb(_branch),
    "compare": Verb(_compare, STAYS),
    "what_if": Verb(_what_if, frozenset({"revealed"})),
    "dismiss": Verb(_as_it_is, STAYS),
    "storage-full": Verb(_storage_full, STAYS),
    "storage-none": Verb(_storage_none, STAYS),
}
"""All verbs that need no lab, by name."""
