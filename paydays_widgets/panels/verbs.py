"""The verbs: what can be done on a screen besides playing a move.

Each takes the session and the value that came with it, which nobody has looked at yet.
"""

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NoReturn

from msgspec import ValidationError, convert

from paydays_widgets.core import record, vignette
from paydays_widgets.core.game import Chance, Complaint, Over, Settling
from paydays_widgets.core.rooms import FirstSeat
from paydays_widgets.core.table import HUMAN, Player, Table
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.panels import given

if TYPE_CHECKING:
    from paydays_widgets.panels.session import AnyTable, Session

NAMES: Final = ("Anna", "Ben", "Chloé", "David")
PACES: Final = {"slow": 1800, "normal": 900, "fast": 250}
"""Milliseconds between two steps while the game plays on."""
THEMES: Final = ("auto", "light", "dark")
LONGEST_NAME: Final = 40


def _advance(session: "Session") -> bool:
    """Make one step; a card that the teacher has set comes even where the history went on."""
    table = session.table
    wish = table.dealer.wish
    if wish is not None and not table.newest:
        settled = isinstance(table.turn, Chance)
        if settled and any(each.move == wish for each in table.game.outcomes(table.state)):
            table.dealer.wish = None
            table.play(wish, through=False)
            return True
    return table.advance()


def _step(session: "Session", _: object) -> None:
    session.picked = ""
    if not _advance(session):
        _wait(session)


def _wait(session: "Session") -> None:
    """Say why there is no next step."""
    if isinstance(session.table.turn, Over):
        session.playing = False
        session.say("info", session.text("The game is over."))
    elif not session.playing:
        asked = session.words.prompt(session.table.turn, session.names, session.text)
        session.say("info", asked)


def _turn(session: "Session", _: object) -> None:
    """Go on to the next turn, or as far as it goes without a person's decision."""
    table = session.table
    session.picked = ""
    begun = table.turn.turn
    if not _advance(session):
        _wait(session)
        return
    while isinstance(table.turn, Settling) or table.turn.turn == begun:
        if not _advance(session):
            return


def _on(session: "Session", _: object) -> None:
    session.playing = not session.playing and not isinstance(session.table.turn, Over)


def _pace(session: "Session", value: object) -> None:
    session.pace = given.one_of(value, PACES)


def _undo(session: "Session", _: object) -> None:
    session.playing = False
    session.picked = ""
    session.revealed = None
    if not session.can_undo():
        session.say("info", session.text("There is no move that may be taken back."))
        return
    session.table.undo()


def _redo(session: "Session", _: object) -> None:
    session.picked = ""
    if session.table.newest:
        session.say("info", session.text("There is no move to play again."))
        return
    session.table.redo()


def _goto(session: "Session", value: object) -> None:
    at = given.number(value, len(session.table.line.steps))
    session.playing = False
    session.picked = ""
    session.revealed = None
    session.table.go_to(at)


def _moves(session: "Session", value: object) -> None:
    """Play several moves that were entered at once, parted by ``;``: all of them or none."""
    table, game = session.table, session.table.game
    moves = [game.read(each) for each in given.word(value).split(";")]
    state = table.state
    for move in moves:
        state = game.unfold(state, move)[-1].state
    for move in moves:
        table.play(move)
    session.picked = ""
    session.fresh = False


def _pick(session: "Session", value: object) -> None:
    session.picked = given.word(value)


def _reveal(session: "Session", value: object) -> None:
    seat = given.nth(value, len(session.names))
    if seat not in session.table.waiting():
        raise Complaint(
            "{name} has nothing to decide now, and need not take over the screen",
            name=session.names[seat],
        )
    session.revealed = seat


def _hide(session: "Session", _: object) -> None:
    session.revealed = None


def _face_up(session: "Session", value: object) -> None:
    session.face_up = (not session.face_up) if value is None else given.flag(value)


def _language(session: "Session", value: object) -> None:
    language = given.one_of(value, LANGUAGES)
    session.speak(language)


def _greet(session: "Session", value: object) -> None:
    """Take over what the reader chose on another page, or the browser's language."""
    chosen = given.fields(value)
    if session.follows and chosen.get("language") in LANGUAGES:
        _language(session, chosen["language"])
    if chosen.get("theme") in THEMES:
        session.theme = chosen["theme"]


def _theme(session: "Session", value: object) -> None:
    session.theme = given.one_of(value, THEMES)


def _tab(session: "Session", value: object) -> None:
    tab = given.word(value)
    session.tab = "" if tab == session.tab else tab


def _wish(session: "Session", value: object) -> None:
    notation = given.word(value)
    table = session.table
    if not notation:
        table.dealer.wish = None
        return
    move = table.game.read(notation)
    can_come = session.panel.wishes(table.game.view(table.state, None), session.text)
    given.one_of(str(move), [wish for wish, _ in can_come])
    table.dealer.wish = move
    session.say("info", session.text("Set: it will come as soon as the rules allow it."))


def _new(session: "Session", value: object) -> None:
    """Begin a new game as the set-up form says; what it leaves out is as usual."""
    fields = given.fields(value)
    source = fields.get("deck", "").strip()
    session.put(
        Table(
            session.table.game,
            players := _players(session, fields),
            rules=_rules(session, fields, len(players)),
            deck=session.rooms.deck.parse_deck(source, "deck") if source else None,
            seed=_seed(fields.get("seed", "")),
            strategies=session.strategies,
            undo_chance=fields.get("undo_chance", "yes") != "no",
        )
    )
    session.tab = ""


def _players(session: "Session", fields: Mapping[str, str]) -> list[Player]:
    counts = session.panel.SEATS
    seats = int(given.one_of(fields.get("seats", str(max(counts))), [str(n) for n in counts]))
    known = (HUMAN, *session.strategies)
    players = []
    for number in range(1, seats + 1):
        name = " ".join(fields.get(f"name{number}", "").split())[:LONGEST_NAME]
        kind = given.one_of(fields.get(f"kind{number}", HUMAN), known)
        players.append(Player(name or NAMES[number - 1], kind))
    return players


def _rules(session: "Session", fields: Mapping[str, str], seats: int) -> Any:  # noqa: ANN401 - a game's
    chosen = {key[6:]: text for key, text in fields.items() if key.startswith("rules.")}
    try:
        rules = convert(chosen, session.table.game.rules_type, strict=False)
    except ValidationError as error:
        _refuse_setting(session, chosen, str(error))
    if isinstance(rules, FirstSeat) and not 0 <= rules.first < seats:
        raise Complaint(
            "seat {first} cannot start: there are {n} seats", first=rules.first + 1, n=seats
        )
    return rules


def _refuse_setting(session: "Session", chosen: Mapping[str, str], error: str) -> NoReturn:
    """Say which setting of a switch the rules do not know, and which the set-up form offers."""
    found = re.search(r"`\$\.(\w+)`", error)
    value = chosen.get(found[1] if found else "", "")
    for switch in session.panel.switches(session.text):
        if found and switch.field == found[1]:
            given.one_of(value, [option for option, _ in switch.options])
    raise Complaint(
        "“{value}” cannot be used here: expected a setting that these rules know",
        value=given.short(value),
    )


def _seed(written: str) -> int:
    seed = written.strip() or "1"
    if not re.fullmatch("-?[0-9]{1,18}", seed):  # a saved game has room for no longer one
        raise Complaint(
            "the seed must be a whole number of at most 18 digits, not “{seed}”",
            seed=given.short(seed),
        )
    return int(seed)


def _vignette(session: "Session", value: object) -> None:
    known = session.vignettes
    found = known[given.one_of(value, known)]
    names = session.names
    table = vignette.set_up(found, session.table.game, names, session.strategies)
    session.put(table, found.named(names))
    if session.hand_over is not None:
        session.revealed = session.hand_over  # the class looks over the shoulder of who decides
    session.tab = ""


def _answer(session: "Session", _: object) -> None:
    session.answered = not session.answered


def _load(session: "Session", value: object) -> None:
    text = given.word(value).strip()
    if "#" + record.FRAGMENT in text or text.startswith(record.FRAGMENT):
        text = record.unshare(text.partition("#")[2] or text)
    session.put(record.loads(text, session.table.game, session.strategies))
    session.say("good", session.text("The saved game is on the table."))
    session.tab = ""


def _load_text(session: "Session", value: object) -> None:
    _load(session, given.fields(value).get("text"))


def _contains(table: "AnyTable", other: "AnyTable") -> bool:
    """Tell whether a table has every branch of another one's game."""
    same = (table.players, table.rules, table.deck) == (other.players, other.rules, other.deck)
    return same and all(
        any(line.moves[: len(each.moves)] == each.moves for line in table.lines)
        for each in other.lines
    )


def _offer(session: "Session", value: object) -> None:
    """Look at a record that the browser kept; an unreadable one is not offered."""
    text = given.word(value)
    if text == record.share(session.table):
        return
    try:
        kept = record.loads(record.unshare(text), session.table.game, session.strategies)
    except record.RecordError:
        return
    if _contains(session.table, kept):
        return
    if session.offered is None:
        session.offered = kept
        session.fresh = True
    elif session.older is None and not _contains(session.offered, kept):
        session.older = kept


def _resume(session: "Session", _: object) -> None:
    if session.offered is not None:
        session.put(session.offered)


def _forget(session: "Session", _: object) -> None:
    session.offered, session.older = session.older, None
    session.outbox.append({"kind": "forget", "all": not session.begun})


def _save(session: "Session", _: object) -> None:
    session.outbox.append(
        {
            "kind": "save",
            "name": f"{session.id}.json",
            "mime": "application/json",
            "text": record.dumps(session.table),
        }
    )


def _share(session: "Session", _: object) -> None:
    session.outbox.append({"kind": "link", "fragment": record.share(session.table)})
    session.say("good", session.text("The link to this game is in the address bar and copied."))


def _csv(session: "Session", _: object) -> None:
    session.outbox.append(
        {
            "kind": "save",
            "name": f"{session.id}.csv",
            "mime": "text/csv",
            "text": session.table_of_steps(),
        }
    )


def _branch(session: "Session", value: object) -> None:
    number = given.nth(value, len(session.table.lines))
    session.playing = False
    session.picked = ""
    session.revealed = None
    session.table.switch(number)


def _compare(session: "Session", value: object) -> None:
    fields = given.fields(value)
    branches = len(session.table.lines)
    session.compared = (
        given.nth(fields.get("first"), branches),
        given.nth(fields.get("second"), branches),
    )


def _what_if(session: "Session", value: object) -> None:
    """Tell the game again with one decision changed, beside the one on the table."""
    from paydays_widgets.core.whatif import retell  # noqa: PLC0415 - read when it is asked for

    table = session.table
    at, _, notation = given.word(value).partition(":")
    number = given.nth(at, len(table.line.moves))
    move = table.game.read(notation)
    here, cursor = table.current, table.at
    session.playing = False
    session.picked = ""
    try:
        other = retell(table, number, move, session.panel.STAND_IN or session.panel.OPPONENTS[0])
        session.compared = (here, other)
    finally:
        table.current = here
        table.go_to(cursor)


def _dismiss(session: "Session", _: object) -> None:
    session.message = None


def _storage_full(session: "Session", _: object) -> None:
    session.say(
        "warn", session.text("This browser has no room to keep the game: save it as a file.")
    )


VERBS: Final[Mapping[str, Callable[["Session", object], None]]] = {
    "step": _step,
    "turn": _turn,
    "on": _on,
    "pace": _pace,
    "undo": _undo,
    "redo": _redo,
    "goto": _goto,
    "moves": _moves,
    "pick": _pick,
    "reveal": _reveal,
    "hide": _hide,
    "face_up": _face_up,
    "language": _language,
    "theme": _theme,
    "tab": _tab,
    "wish": _wish,
    "new": _new,
    "vignette": _vignette,
    "answer": _answer,
    "load": _load,
    "load_text": _load_text,
    "link": _load,
    "greet": _greet,
    "offer": _offer,
    "resume": _resume,
    "forget": _forget,
    "save": _save,
    "share": _share,
    "csv": _csv,
    "branch": _branch,
    "compare": _compare,
    "what_if": _what_if,
    "dismiss": _dismiss,
    "storage-full": _storage_full,
}
"""What can be done on a screen besides playing a move."""
