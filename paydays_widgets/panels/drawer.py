"""The drawer below the table: books, charts, branches, positions, set-up, saving, rules."""

import os
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final

from paydays_widgets.core.game import FirstSeat, Over
from paydays_widgets.core.switch import written
from paydays_widgets.core.table import HUMAN
from paydays_widgets.core.text import Text
from paydays_widgets.panels.books import flows, ledger, sheets
from paydays_widgets.panels.branches import branches
from paydays_widgets.panels.charts import money_chart
from paydays_widgets.panels.decided import over
from paydays_widgets.panels.deciding import decided
from paydays_widgets.panels.lab import lab
from paydays_widgets.panels.part import PanelPart
from paydays_widgets.panels.plot import folded, plotted
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.verbs import CLASS, LONGEST_NAME, NAMES
from paydays_widgets.show.plain.fields import title as in_words
from paydays_widgets.show.protocols import Reports


def _report(reports: Reports, session: Session) -> dict[str, Any]:
    """Compile the game's reports on play up to the cursor."""
    table, game = session.table, session.table.game
    past = [
        (session.seen(step.event), game.view(step.state, None))
        for step in table.branch.steps[: table.at]
    ]
    opening = game.view(table.start, None)
    return {
        "reports": reports(opening, past, session.text),
        "folded": folded,
        "plotted": plotted,
        "as_money": lambda n: session.words.money(round(n), session.text),
    }


def _positions(session: Session) -> dict[str, Any]:
    return {"positions": session.modules.vignettes.values(), "keeps": session.keeping.browser}


def _new(session: Session) -> dict[str, Any]:
    """Compile the fields of the set-up form, filled in from the current game."""
    table, text = session.table, session.text
    panel = session.panel
    switches = panel.switches(text)
    bots = _bots(session)
    seats = []
    for at in range(max(panel.SEATS)):
        player = table.players[at] if at < len(table.players) else None
        default = bots[at % len(bots)][0] if at else HUMAN
        seats.append(
            {
                "name": player.name if player else NAMES[at],
                "kind": player.kind if player else default,
            }
        )
    return {
        "seats": seats,
        "counts": panel.SEATS,
        "with_seat": [
            [("seats", str(n)) for n in panel.SEATS if n > at] for at in range(max(panel.SEATS))
        ],
        "playing": len(table.players),
        "bots": bots,
        "presets": [
            (name, title, {f"rules.{field}": value for field, value in values.items()})
            for name, title, values in panel.presets(text)
        ],
        "switches": switches,
        "applies": {
            each.field: [(f"rules.{other}", value) for other, value in each.applies]
            for each in switches
        },
        "rules": {each.field: written(getattr(table.rules, each.field)) for each in switches},
        "first": table.rules.first if isinstance(table.rules, FirstSeat) else None,
        "longest": LONGEST_NAME,
        "reconstructed": _reconstructed(session),
        **_luck(session),
    }


def _luck(session: Session) -> dict[str, tuple[str, str, str]]:
    """Name the seed, taking chance moves back, and the same luck again, by what brings luck."""
    text = session.text
    named = {
        "cards": (
            text("Seed of the cards"),
            text("Taking back cards"),
            text("The same cards again"),
        ),
        "dice": (
            text("Seed of the dice"),
            text("Taking back rolls"),
            text("The same rolls again"),
        ),
        "both": (
            text("Seed of cards and dice"),
            text("Taking back cards and rolls"),
            text("The same cards and rolls again"),
        ),
    }
    return {"luck": named[session.panel.LUCK]}


def _bots(session: Session) -> list[tuple[str, str, str]]:
    """List every strategy: name, title and idea; a strategy of the user's own has no idea."""
    titles = session.modules.bots.TITLES
    return [
        (name, session.bot(name), session.text.pick(titles[name][1]) if name in titles else "")
        for name in session.strategies
    ]


def _save(session: Session) -> dict[str, Any]:
    """List the kept games: each with its rules and its progress; and the seed of this one."""
    panel, text, table = session.panel, session.text, session.table
    return {
        **_luck(session),
        "classes": bool(os.environ.get(CLASS)),
        "seed": table.seed,
        "over": isinstance(table.turn, Over),
        "kept": [
            (each, panel.edition(each.rules, text), panel.progress(each.view, text))
            for each in session.keeping.others
        ],
    }


def _rules(session: Session) -> dict[str, Any]:
    """List the clauses: each as it is played, and as other choices in a new game have it."""
    rules, text = session.table.rules, session.text
    switches = session.panel.switches(text)
    return {
        "clauses": [
            (clause, clause.told(rules, text), clause.otherwise(rules, switches, text))
            for clause in session.modules.rulebook.clauses.values()
            if clause.played(rules, switches)
        ],
        "documents": session.modules.rulebook.documents,
        "reconstructed": _reconstructed(session),
    }


def _reconstructed(session: Session) -> str:
    """Say which figures of the game's own deck are reconstructed; "" if none is."""
    text, names = session.text, session.panel.figures(session.text)
    counts: dict[str, tuple[int, int]] = {}
    for field, (n, of) in session.modules.reconstructed.items():
        name = names.get(field, in_words(field))
        before, all_before = counts.get(name, (0, 0))
        counts[name] = before + n, all_before + of
    parts = [
        name if n == of else text("{name} ({n} of {of})", name=name, n=n, of=of)
        for name, (n, of) in counts.items()
    ]
    if not parts:
        return ""
    return text(
        "Not every figure of the published game is known. In the game’s own deck, these are "
        "reconstructed, that is, chosen for this project: {parts}.",
        parts=text.listing(parts),
    )


TABS: Final[Mapping[str, Callable[[Session], dict[str, Any]]]] = {
    "rules": _rules,
    "positions": _positions,
    "new": _new,
    "decided": lambda session: {**_luck(session), **decided(session)},
    "money": money_chart,
    "branches": branches,
    "ledger": ledger,
    "sheets": sheets,
    "flows": flows,
    "lab": lambda session: lab(session, session.lab),
    "save": _save,
}
"""A function per page that compiles its contents once it is open; its template has its name."""
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "guide": ("minute", "rules"),
    "debrief": ("decided", "money", "report", "branches", "ledger", "sheets", "flows"),
}
"""The tabs with several pages; any other page is a tab of its own."""
MENU: Final = ("new", "save")
"""The pages without a tab: a player's menu opens them, and a teacher's buttons below the tabs."""


def tabs(session: Session) -> dict[str, Callable[[Session], dict[str, Any]]]:
    """List the pages of a session: those of every game, and its minute and reports, if any."""
    found = dict(TABS)
    if session.modules.has_minute:
        found = {"minute": lambda _: {}, **found}
    reports = session.panel.reports
    if reports is not None:
        after = list(found.items())
        at = list(found).index("money") + 1
        found = dict([*after[:at], ("report", partial(_report, reports)), *after[at:]])
    if not session.teaches:
        del found["lab"]
    if not over(session):
        del found["decided"]
    return found


def grouped(pages: Iterable[str]) -> dict[str, list[str]]:
    """List the pages of each tab, in order; a tab of one page has its name."""
    tab_of = {page: tab for tab, each in GROUPS.items() for page in each}
    found: dict[str, list[str]] = {}
    for page in pages:
        found.setdefault(tab_of.get(page, page), []).append(page)
    return {tab if len(each) > 1 else each[0]: each for tab, each in found.items()}


def titles(text: Text) -> dict[str, str]:
    """Name the tabs and their pages."""
    return {
        "minute": text("Rules in a minute"),
        "report": text("Analysis"),
        "guide": text("Rules"),
        "debrief": text("Debrief"),
        "rules": text("All rules"),
        "positions": text("Questions"),
        "new": text("New game"),
        "decided": text("What decided it?"),
        "money": text("Money over time"),
        "branches": text("What if?"),
        "ledger": text("Ledger"),
        "sheets": text("Balance sheets"),
        "flows": text("Cash flow statements"),
        "lab": text("Lab"),
        "save": text("Save and share"),
    }


def drawer(session: Session) -> dict[str, Any]:
    """Compile the tabs, and the contents of the open one."""
    known = tabs(session)
    tab = session.screen.tab if session.screen.tab in known else ""
    groups = grouped(name for name in known if name not in MENU)
    body = known[tab](session) if tab else {}
    return {
        "groups": groups,
        "menu": MENU,
        "labels": titles(session.text),
        "tab": tab,
        "group": next((name for name, pages in groups.items() if tab in pages), ""),
        **body,
    }


def _while_open(session: Session, tab: str, refresh: Callable[[], None]) -> Callable[[], None]:
    return lambda: refresh() if session.screen.tab == tab else None


DRAWER: Final = PanelPart(
    "drawer.html.j2",
    drawer,
    lambda session, refresh: session.lab.watch(_while_open(session, "lab", refresh)),
    lambda session, refresh: session.decided.watch(_while_open(session, "decided", refresh)),
)
