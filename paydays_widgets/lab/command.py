"""The lab's commands. Results go to the standard output, progress to the standard error."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final, TypeAlias

from paydays_widgets import games
from paydays_widgets.core import record
from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.table import AnyTable
from paydays_widgets.core.text import LANGUAGES, Text

MOST_DIGITS: Final = 18
"""They fit into 64 bits."""

Command: TypeAlias = Callable[..., ArgumentParser]


def add(command: Command) -> None:
    """Add the commands; ``command`` makes a parser for each."""
    simulate = _experiment(command, "simulate", "play many games between strategies", _simulate)
    simulate.add_argument("--seats", **_SEATS)
    simulate.add_argument(
        "--csv", type=Path, metavar="FILE", help="write one line per game to this file"
    )
    cup = _experiment(
        command, "tournament", "play every strategy against every other", _tournament
    )
    cup.add_argument("--strategies", **{**_SEATS, "help": "their names, separated by commas"})
    cup.add_argument(
        "--table",
        type=_whole,
        metavar="N",
        help="players per game; default: as many as there are strategies, or as the game takes",
    )
    swept = _experiment(
        command, "sweep", "change one figure and play the same deals again", _sweep
    )
    swept.add_argument("--seats", **_SEATS)
    swept.add_argument(
        "--vary",
        required=True,
        type=_values,
        metavar="NAME=A,B",
        help="what to change, such as deck.start_money=10,20,30",
    )
    swept.add_argument(
        "--csv", type=Path, metavar="FILE", help="write one line per value to this file"
    )
    opened = command(
        "open", help="replay one game as text", description="Play one game and tell its story."
    )
    _setting(opened)
    opened.add_argument("--seats", **_SEATS)
    opened.add_argument("--seed", type=_whole, required=True, metavar="N", help="the game's seed")
    opened.add_argument(
        "--language", choices=LANGUAGES, default="en", help="of the story; default: en"
    )
    opened.add_argument(
        "--link", action="store_true", help="print the end of a link to the game instead"
    )
    opened.set_defaults(run=_open)
    advised = command(
        "advise",
        help="compare the choices at a decision",
        description="Play on from the position of a saved game, with each choice in turn.",
    )
    advised.add_argument("file", type=Path, metavar="FILE", help="the saved game")
    advised.add_argument(
        "--persons",
        metavar="NAME",
        help="the strategy that plays in people's place; needed if people play",
    )
    advised.add_argument(
        "--games", type=_whole, default=200, metavar="N", help="games per choice; default: 200"
    )
    advised.add_argument(
        "--seed", type=_whole, metavar="N", help="of the run; default: drawn at random"
    )
    advised.set_defaults(run=_advise)
    saved = command(
        "record", help="check a saved game", description="Check a saved game."
    ).add_subparsers(metavar="COMMAND", required=True)
    check = saved.add_parser(
        "check",
        help="replay it by the rules",
        description="Replay a saved game and check each move.",
    )
    check.add_argument("file", type=Path, metavar="FILE")
    check.set_defaults(run=_check)


def _whole(given: str) -> int:
    if given.isascii() and given.isdigit() and len(given) <= MOST_DIGITS:
        return int(given)
    raise ArgumentTypeError(f"give a whole number of at most {MOST_DIGITS} digits, not {given}")


def _names(given: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in given.split(","))


def _values(given: str) -> tuple[str, tuple[str, ...]]:
    name, given_values, values = given.partition("=")
    if not given_values:
        raise ArgumentTypeError(f"give NAME=A,B such as deck.start_money=10,20, not {given}")
    return name, _names(values)


_SEATS: Final[dict[str, Any]] = {
    "required": True,
    "type": _names,
    "metavar": "A,B",
    "help": "each player's strategy, separated by commas",
}


def _setting(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(games.names())}")
    parser.add_argument(
        "--rules", metavar="NAME", help="the name of a preset; default: the game's usual rules"
    )
    parser.add_argument("--deck", type=Path, metavar="FILE", help="a deck of your own (TOML)")


def _experiment(
    command: Command, name: str, meaning: str, run: Callable[[Namespace], str]
) -> ArgumentParser:
    parser = command(name, help=meaning, description=f"{meaning[:1].upper()}{meaning[1:]}.")
    _setting(parser)
    parser.add_argument(
        "--games", type=_whole, default=1000, metavar="N", help="how many games; default: 1000"
    )
    parser.add_argument(
        "--seed", type=_whole, metavar="N", help="of the run; default: drawn at random"
    )
    parser.add_argument(
        "--jobs", type=_whole, default=1, metavar="N", help="how many processes to use; default: 1"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(run=run)
    return parser


def _tell(done: int, total: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(f"\r{done:,} of {total:,} games", end=end, file=sys.stderr, flush=True)


def _how(asked: Namespace) -> dict[str, Any]:
    return {
        "games": asked.games,
        "seed": asked.seed,
        "rules": asked.rules,
        "deck": _deck(asked),
        "tell": _tell,
    }


def _deck(asked: Namespace) -> object:
    if asked.deck is None:
        return None
    from paydays_widgets.lab.setting import modules_of

    module = modules_of(asked.game).deck
    if module is None:
        raise Complaint("this game has no deck that can be changed")
    try:
        return module.parse_deck(_read(asked.deck), asked.deck.name)
    except DeckError as error:
        raise Complaint("{problem}", problem=error) from None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Complaint(
            "{path} cannot be read: {problem}",
            path=path,
            problem=getattr(error, "strerror", None) or "it is not text",
        ) from None


def _pool(asked: Namespace) -> Any:
    return ProcessPoolExecutor(asked.jobs) if asked.jobs > 1 else nullcontext()


def _simulate(asked: Namespace) -> str:
    from paydays_widgets import lab

    with _pool(asked) as pool:
        run = lab.simulate(asked.game, asked.seats, executor=pool, **_how(asked))
    if asked.csv:
        _write(asked.csv, run.to_csv())
    return run.to_json() if asked.json else str(run)


def _tournament(asked: Namespace) -> str:
    from paydays_widgets import lab

    with _pool(asked) as pool:
        cup = lab.tournament(
            asked.game, asked.strategies, seats=asked.table, executor=pool, **_how(asked)
        )
    return cup.to_json() if asked.json else str(cup)


def _sweep(asked: Namespace) -> str:
    from paydays_widgets import lab

    with _pool(asked) as pool:
        swept = lab.sweep(asked.game, asked.seats, *asked.vary, executor=pool, **_how(asked))
    if asked.csv:
        _write(asked.csv, swept.to_csv())
    return swept.to_json() if asked.json else str(swept)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Complaint(
            "{path} cannot be written: {problem}", path=path, problem=error.strerror
        ) from None


def _open(asked: Namespace) -> str:
    from paydays_widgets.lab.setting import setting

    named = setting(asked.game, asked.seats, rules=asked.rules, deck=_deck(asked))
    table = named.played(asked.seed, named.titles(asked.language))
    return f"#{record.share(table)}" if asked.link else story(table, asked.language)


def story(table: AnyTable, language: str = "en") -> str:
    """Tell a game: one sentence for each event, one for a whole deal."""
    modules = games.modules(table.game.id)
    text, names = Text(language, modules.package), [each.called for each in table.players]
    branch = table.branch
    told = [
        modules.text.explain(step.event, names, text, table.deck).what
        for at, step in enumerate(branch.steps)
        if not (branch.dealt[at] and branch.dealt[at + 1 : at + 2] == [True])
    ]
    return "\n".join(told)


def _table(file: Path) -> AnyTable:
    from paydays_widgets.lab.setting import modules_of

    text = _read(file)
    modules = modules_of(record.game_of(text))
    return record.loads(text, modules.engine, modules.bots.STRATEGIES)


def _advise(asked: Namespace) -> str:
    from paydays_widgets import lab

    return str(
        lab.advise(
            _table(asked.file),
            persons=asked.persons,
            games=asked.games,
            seed=asked.seed,
            tell=_tell,
        )
    )


def _check(asked: Namespace) -> str:
    table = _table(asked.file)
    moves = sum(len(each.moves) - each.shared for each in table.branches)
    return f"{asked.file}: {moves} moves of {table.game.id}, all legal; the record is unchanged."
