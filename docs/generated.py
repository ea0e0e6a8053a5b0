"""The pages that are made from data: rulebooks, verbs, the command line."""

import ast
import shutil
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, get_args

from paydays_widgets import games
from paydays_widgets.app import build_parser
from paydays_widgets.classroom.experiments import experiments as read
from paydays_widgets.classroom.measures import named
from paydays_widgets.core.rulebook import Clause
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.panels.session import Session
from paydays_widgets.show import vignette
from paydays_widgets.show.measure import Topic
from paydays_widgets.show.modules import Modules

TESTS: Final = Path(__file__).parents[1] / "tests"
WORDS: Final = {
    "en": {
        "title": "The rules of {game}",
        "source": "Source",
        "ruling": "Our ruling",
        "test": "Tested by",
        "play": "Play a position with this rule: {title}",
        "note": "In our own words, with their sources; some can be played on a table.",
    },
    "fr": {
        "title": "Les règles de {game}",
        "source": "Source",
        "ruling": "Notre décision",
        "test": "Testé par",
        "play": "Jouer une position avec cette règle : {title}",
        "note": "Dans nos propres mots, avec leurs sources ; certaines se jouent sur une table.",
    },
    "de": {
        "title": "Die Regeln von {game}",
        "source": "Quelle",
        "ruling": "Unsere Entscheidung",
        "test": "Geprüft von",
        "play": "Eine Stellung mit dieser Regel spielen: {title}",
        "note": "In unseren eigenen Worten, mit Quellen; manche sind am Tisch zu spielen.",
    },
}


def write(folder: Path) -> None:
    """Write all pages into a folder, in place of those that were there."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    tests = tested()
    for name in games.names():
        for language in LANGUAGES:
            page = rulebook(name, language, tests)
            (folder / f"{name}.{language}.md").write_text(page, encoding="utf-8")
    (folder / "experiments.md").write_text(experiments(), encoding="utf-8")
    (folder / "verbs.md").write_text(verbs(), encoding="utf-8")
    (folder / "command_line.md").write_text(command_line(), encoding="utf-8")


# --- rulebooks -----------------------------------------------------------------------------------


def rulebook(name: str, language: str, tests: Mapping[str, list[str]]) -> str:
    """Write a game's rules: each clause with all that is known of it, and a position to play."""
    modules, words = games.modules(name), WORDS[language]
    text = Text(language, modules.package)
    played = positions(modules)
    told = [f"# {words['title'].format(game=modules.panel.TITLE)}", "", words["note"], ""]
    for clause in modules.rulebook.clauses.values():
        told += _clause(modules, clause, text, words, tests.get(clause.id, []))
        if clause.id in played:
            title = text.pick(modules.vignettes[played[clause.id]].title)
            page = f"../../../dashboards/{name}.html"
            address = f"{page}?position={played[clause.id]}&lang={language}"
            said = words["play"].format(title=title)
            told += [
                "```{raw} html",
                f'<details class="live" data-live="{address}"><summary>{said}</summary></details>',
                "```",
                "",
            ]
    return "\n".join(told)


def _clause(
    modules: Modules, clause: Clause, text: Text, words: Mapping[str, str], tests: list[str]
) -> Iterator[str]:
    rules = modules.engine.rules_type()
    documents = modules.rulebook.documents
    yield from (f"({clause.id}-{text.language})=", f"## {text.pick(clause.title)}", "")
    yield from (f"`{clause.id}` {clause.told(rules, text)}", "")
    for other in clause.otherwise(rules, modules.panel.switches(text), text):
        yield from (f"- *{other.switch}: {other.option}*: {other.words}",)
    yield ""
    if clause.sources:
        found = [
            f"{text.pick(documents[each.document].title)}, {each.section}"
            for each in clause.sources
        ]
        yield from (f"{words['source']}: {'; '.join(found)}.", "")
    if clause.ruling:
        yield from (f"{words['ruling']}: {text.pick(clause.ruling)}", "")
    if tests:
        yield from (f"{words['test']}: {', '.join(f'`{each}`' for each in tests)}.", "")


def positions(modules: Modules) -> dict[str, str]:
    """Find a position for each clause: where it is at issue, or else one whose course has it."""
    found: dict[str, str] = {}
    for each in modules.vignettes.values():
        for clause in each.clauses:
            found.setdefault(clause, each.id)
    for each in modules.vignettes.values():
        for step in vignette.set_up(each, modules.engine).branch.steps:
            found.setdefault(step.event.clause, each.id)
    return found


def tested() -> dict[str, list[str]]:
    """List the tests that are marked with a clause, by clause."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for each in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(each, ast.FunctionDef):
                for clause in _marks(each):
                    found.setdefault(clause, []).append(each.name)
    return found


def _marks(test: ast.FunctionDef) -> Iterator[str]:
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
            yield from (ast.literal_eval(each) for each in mark.args)


# --- verbs and commands --------------------------------------------------------------------------


def experiments() -> str:
    """Write what stands beside a class: how it is measured, and what experiments found."""
    text = Text("en", "paydays_widgets.classroom")
    told = [_BESIDE]
    for topic in get_args(Topic):
        words = named(topic, text)
        told += [f"## {words.title}", "", f"Scale: {words.scale}.", ""]
        for each in read():
            if each.topic == topic:
                told += [
                    f"**{each.label.en}: {each.found.en}.** Measured: {each.measured.en}.",
                    f"On our scale: {each.maps.en}.",
                    "",
                    f"Source: {each.citation}; {each.place.en}, as read at <{each.address}>.",
                    "",
                ]
    return "\n".join(told)


_BESIDE: Final = """# Beside theory and experiments

Below the results of a programme, a teacher opens __Beside theory and experiments__: the class,
bots, theory and published experiments on one scale for each topic. A block appears there once it
is over and its rules let everyone know the values. `beside.csv` has the same, with shares as
numbers.

A measure divides sums: what was paid, kept or gained, by what theory expects of the very values
that were dealt. So lucky values change little, and blocks with other amounts share a scale.
Rounds count that people alone have played, or groups with at most one bot in eight seats; of bids
above a value, each bid by a person. A dot is a person or a group. The interval of 95% leaves out
one person or group after the other (a jackknife, with Student’s t); with fewer than five there
are dots alone. Where each round has new groups, each group of a round counts by itself, though
people come back: the interval is then somewhat too narrow. Bots are those that a game begins
with.

Figures stand here only as they were read, with the place; a bar with stripes says on which side
of a figure a result lies, where no more could be read. The amounts of Kagel and Levin (1986), the
bids of Cox, Roberson and Smith (1982) and the prices of Smith (1962) were not read, so they are
not drawn. Nothing here measures a run on a bank or a bubble.
"""


def verbs() -> str:
    """Write a table of what :meth:`Desk.do` takes."""
    rows = ["# Verbs", "", "What `desk.do(verb, value)` can do, as the buttons do it.", ""]
    rows += ["| verb | what it does |", "|---|---|"]
    for name, verb in sorted(Session.verbs.items()):
        told = (verb.act.__doc__ or "").strip().splitlines()
        if told:
            rows.append(f"| `{name}` | {told[0].replace('|', '/')} |")
    return "\n".join([*rows, ""])


def command_line() -> str:
    """Write what each command says of itself."""
    told = ["# The command line", ""]
    for title, parser in _commands(build_parser()):
        told += [f"## `{title}`", "", "```text", parser.format_help().rstrip(), "```", ""]
    return "\n".join(told)


def _commands(parser: ArgumentParser) -> Iterator[tuple[str, ArgumentParser]]:
    yield parser.prog, parser
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to its commands
        if isinstance(action, _SubParsersAction):
            choices: Mapping[str, Any] = action.choices
            for each in choices.values():
                yield from _commands(each)
