"""A game written down as text: what could be done, what was done, what followed, how all stand.

After the example of OpenSpiel's playthroughs. One stands for each game and preset in this
folder; a change of the rules shows in them as a difference that a person can read.
"""

from collections.abc import Iterator
from typing import Any, cast

from msgspec import structs

from paydays_widgets import games
from paydays_widgets.core.chance import Lane, Outcome, SeededDealer, pick
from paydays_widgets.core.game import Chance, Decide, Turn
from paydays_widgets.core.ledger import Transfer
from paydays_widgets.core.text import LANGUAGES, Text
from tests.contract.contract import is_over, knowledge

NO_TRANSFERS = ("transfers", ())
NAMES = ("Anna", "Ben", "Chloé", "David")


def playthrough(name: str, preset: str, seats: int, seed: int) -> Iterator[str]:
    """Write a game line by line. Seats choose by luck, eagerly; chance deals by its weights."""
    game, know = games.load(name), knowledge(name)
    words = games.rooms(name).text
    text = Text(LANGUAGES[0])
    rules = games.rooms(name).presets[preset]
    state = game.start(seats, rules)
    dealer = SeededDealer(seed)
    yield f"{name}, version {game.version}: {seats} seats, preset {preset}, seed {seed}"
    yield f"rules: {fields(rules)}"
    number = 0
    while not is_over(game, state):
        turn = game.turn(state)
        number += 1
        options = tuple(choices(game, state, turn, know))
        move = pick(options, dealer.luck(Lane(number, "playthrough", 0)))
        yield ""
        yield f"# {number}: {fields(turn)}"
        weighed = isinstance(turn, Chance)
        yield from (f"  {line}" for line in grouped(options, weighed=weighed))
        yield f"> {move}"
        for step in game.unfold(state, move):
            state = step.state
            yield f"  {type(step.event).__name__} {fields(step.event)}"
            note = words.explain(step.event, NAMES[:seats], text, state.deck)
            told = " / ".join(part for part in (note.what, note.why, note.sum) if part)
            yield f"    {' / '.join(told.splitlines())}"
        yield from know.summary(state)
    yield ""
    yield f"standing: {fields(game.standing(state))}"


def choices(game: Any, state: Any, turn: Turn, know: Any) -> Iterator[Outcome[Any]]:
    if isinstance(turn, Chance):
        yield from game.outcomes(state)
    else:
        for seat in cast("Decide", turn).seats:
            yield from (Outcome(each, know.eager(each)) for each in game.legal(state, seat))


def grouped(options: tuple[Outcome[Any], ...], *, weighed: bool) -> Iterator[str]:
    """Write moves that differ in their last word alone as one line."""
    lines: dict[str, list[str]] = {}
    for each in options:
        start, _, last = str(each.move).rpartition(" ")
        weight = f"×{each.weight}" if weighed else ""
        lines.setdefault(start, []).append(last + weight)
    yield from (f"{start} {', '.join(last)}" for start, last in lines.items())


def fields(value: Any) -> str:
    """Write a Struct's fields, short; what moves no money does not say so."""
    named = structs.asdict(value).items()
    return " ".join(f"{key}={plain(each)}" for key, each in named if (key, each) != NO_TRANSFERS)


def plain(value: object) -> str:
    match value:
        case tuple():
            return f"({','.join(map(plain, value))})"
        case Transfer(source, target, amount):
            return f"{source}>{target}:{amount}"
        case None:
            return "-"
        case _:
            return str(value)
