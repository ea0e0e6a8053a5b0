"""A short game as a file: the moves, and under each move what followed.

A file begins with a head: a line that says what it shows, then the position, up to a blank line.

- ``seats: 3``, or ``vignette: tie-at-one``, one of the game's vignettes
- ``rules: first=Ben``, where they differ from the default
- ``deck: paydays=2``, where it differs from the game's
- ``given: active=Ben firms.Ben.money=1``, changes to the state that these lead to

A path consists of fields, indices (from 0) and names of seats; a value is JSON, a name or a word.
After the head, the first characters of each line say what it does:

- ``> 2 bid 5`` plays a move. Each of its steps takes two lines: the event with its clause and
  facts, and its words. One more line shows what has changed.
- ``>> * roll 4; 1 go king`` plays moves that only lead on, and does not report them.
- ``! 2 bid 9`` says why a move is refused.
- ``? 2`` lists what a seat may do; ``? *`` lists what chance could bring, with weights.
- ``#`` is a comment.

The tests write all lines that begin with a space.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct, structs

from paydays_widgets import games
from paydays_widgets.core.game import CHANCE, Event, Over, Refusal, Seat
from paydays_widgets.core.ledger import Account, owner
from paydays_widgets.core.notation import FromOne
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.show.vignette import set_up
from tests.contract.contract import knowledge

NAMES = ("Anna", "Ben", "Chloé", "David", "Emma", "Farid", "Greta", "Hugo")
T = TypeVar("T")


class Transcript:
    """A file, played.

    Attributes
    ----------
    lines
        What it should say.
    events
        The events that were reported.
    """

    def __init__(self, path: Path) -> None:
        self.game = games.load(path.parent.name)
        self.modules = games.modules(path.parent.name)
        self.text = Text(LANGUAGES[0])
        self.events: list[Event] = []
        self.lines: list[str] = []
        written = path.read_text(encoding="utf-8").splitlines()
        read = iter([line for line in written if not line.startswith(" ")])
        head = [*takewhile(bool, read)]
        said = [line.split(": ", 1) for line in head[1:] if not line.startswith("#")]
        self.state = self._opening(dict(said))
        self.names = NAMES[: sum(map(is_cash, self.game.books(self.state)))]
        self._stood: dict[str, str] = {}
        self.lines += [*head, *self._position(), ""]
        for line in read:
            self.lines.append(line)
            try:
                self.lines += self._told(line)
            except ValueError as error:
                error.add_note(f"{path}: {line}")
                raise

    def _opening(self, head: dict[str, str]) -> Any:
        if "vignette" in head:
            state = set_up(self.modules.vignettes[head.pop("vignette")], self.game).state
        else:
            rules = patched(self.game.rules_type(), head.pop("rules", ""))
            deck = patched(self.game.deck(), head.pop("deck", ""))
            state = self.game.start(int(head.pop("seats")), rules, deck)
        state = patched(state, head.pop("given", ""))
        assert not head, f"this head has no use for {', '.join(head)}"
        return state

    def _told(self, line: str) -> Iterator[str]:
        """Carry out a line, and report the result."""
        sign, _, what = line.partition(" ")
        match sign:
            case ">":
                for step in self.game.unfold(self.state, self.game.read(what)):
                    self.state = step.state
                    self.events.append(step.event)
                    yield from self._event(step.event)
                yield from self._changes()
            case ">>":
                for notation in what.split(";"):
                    self.state = self.game.unfold(self.state, self.game.read(notation))[-1].state
                yield from self._changes()
            case "!":
                refusal = self.game.refuse(self.state, self.game.read(what))
                assert refusal is not None, f"{what} is legal"
                yield self._refusal(refusal)
            case "?":
                yield from self._choices(CHANCE if what == "*" else int(what) - 1)
            case _:
                assert not sign or sign == "#", f"a line does not begin with {sign!r}"

    def _event(self, event: Event) -> Iterator[str]:
        facts = [*self._facts(event), *map(self._transfer, event.transfers)]
        yield f"  {' '.join([type(event).__name__, event.clause, *facts])}"
        note = self.modules.text.explain(event, self.names, self.text, self.state.deck)
        told = " / ".join(part for part in (note.what, note.why, note.sum) if part)
        yield f"    {' / '.join(told.splitlines())}"

    def _facts(self, event: Event) -> Iterator[str]:
        hints = get_type_hints(type(event), include_extras=True)
        for name, value in structs.asdict(event).items():
            if name not in {"clause", "transfers"} and value is not None and value != ():
                told = self.names.__getitem__ if of_seats(hints[name]) else str
                yield f"{name}={nested(value, told)}"

    def _transfer(self, transfer: Any) -> str:
        source, target = self._account(transfer.source), self._account(transfer.target)
        return f"{source}>{target}:{transfer.amount}"

    def _account(self, account: Account) -> str:
        seat = owner(account)
        if seat is None:
            return account
        name, kind = self.names[seat], account.partition(":")[0]
        return name if is_cash(account) else f"{name}.{kind}"

    def _refusal(self, refusal: Refusal) -> str:
        told = self.modules.text.refused(refusal, self.names, self.text)
        return f"  {refusal.reason} {refusal.clause}: {told}"

    def _choices(self, seat: Seat) -> Iterator[str]:
        turn = self.game.turn(self.state)
        yield f"  {self.modules.text.prompt(turn, self.names, self.text)}"
        weights = {each.move: each.weight for each in self.game.outcomes(self.state)}
        lines: dict[str, list[str]] = {}
        for move in self.game.legal(self.state, seat):
            start, _, last = str(move).rpartition(" ")
            weight = weights.get(move, 1)
            lines.setdefault(start, []).append(f"{last}×{weight}" if weight > 1 else last)
        yield from (f"  {start} {', '.join(last)}" for start, last in lines.items())

    def _stands(self) -> dict[str, str]:
        summary = knowledge(self.game.id).summary(self.state)
        stands = {
            key if isinstance(key, str) else self.names[key]: told for key, told in summary.items()
        }
        if isinstance(self.game.turn(self.state), Over):
            standing = self.game.standing(self.state)
            places = [", ".join(self.names[seat] for seat in place) for place in standing.ranking]
            stands["ranking"] = f"{' > '.join(places)} ({standing.clause})"
        return stands

    def _position(self) -> Iterator[str]:
        """Report the position: the middle of the table, and a line for each seat."""
        self._stood = self._stands()
        seats = {key: told for key, told in self._stood.items() if key in self.names}
        yield listed({key: told for key, told in self._stood.items() if key not in seats})
        yield from (listed({name: told}) for name, told in seats.items())

    def _changes(self) -> Iterator[str]:
        """Report what has changed since the last report."""
        before, self._stood = self._stood, self._stands()
        new = {key: told for key, told in self._stood.items() if told != before.get(key)}
        if new:
            yield listed(new)


def listed(stands: Mapping[str, str]) -> str:
    return f"  = {' · '.join(f'{key} {told}' for key, told in stands.items())}"


def is_cash(account: Account) -> bool:
    return account.startswith("cash:")


def patched(whole: T, changes: str) -> T:
    """Return a Struct with some changes, each written ``path=value``."""
    raw = msgspec.to_builtins(whole)
    for path, _, value in (change.partition("=") for change in changes.split()):
        *way, last = (place(each) for each in path.split("."))
        at = raw
        for step in way:
            at = at[step]
        assert not isinstance(at, dict) or last in at, f"there is no {path}"
        at[last] = plain(value)
    return msgspec.convert(raw, type(whole))


def place(word: str) -> str | int:
    """Read one step of a path: a field, an index, or a seat's name."""
    return NAMES.index(word) if word in NAMES else int(word) if word.isdecimal() else word


def plain(word: str) -> object:
    """Read a value: a name, JSON, or a word."""
    if word in NAMES:
        return NAMES.index(word)
    try:
        return msgspec.json.decode(word)
    except msgspec.DecodeError:
        return word


def of_seats(hint: object) -> bool:
    """Return whether a type holds seats."""
    return hint == FromOne() or any(map(of_seats, get_args(hint)))


def nested(value: object, told: Callable[[Any], str]) -> str:
    """Write a value; for a tuple or a Struct, write each part."""
    if isinstance(value, Struct):
        return f"{type(value).__name__}{nested(structs.astuple(value), told)}"
    if isinstance(value, tuple):
        return f"({','.join(nested(each, told) for each in value)})"
    return "-" if value is None else told(value)


@cache
def played(path: Path) -> Transcript:
    """Play a file; its tests share the result."""
    return Transcript(path)
