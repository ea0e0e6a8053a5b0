"""A lesson runs from a clean start, and its answers and claims hold; browsers run dashboards."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from paydays_widgets import games
from paydays_widgets.lessons.catalogue import messages
from paydays_widgets.lessons.shelf import Shelf
from tests.course import COURSE, FOLDER, LESSONS

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
PATHS = sorted(
    path for path in NOTEBOOKS.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts
)
MOST_QUESTIONS = 12
MOST_MINUTES = 30
MOST_WORDS = 1_250
RECALLED = 3
"""How many questions bring back the lesson before."""

SOLVE = """
from paydays_widgets.lessons import Bet, Choice, Right

for question in progress.questions:
    if isinstance(question, Bet):
        assert question.reply(question.low), question.id
        continue
    if not question.marked:
        assert question.reply(question.comes.text), question.id
        continue
    if isinstance(question, Choice):
        (right,) = [each.text for each in question.options if isinstance(each, Right)]
        assert not any(question.reply(o.text) for o in question.options if o.text != right)
    else:
        right = question.right
        assert not any(question.reply(slip) for slip in question.slips), question.id
    assert question.reply(right), question.id
assert progress.unsolved == ()
"""
SHOWN = """
from paydays_widgets.lessons.leaf import Leaf
import ipywidgets

shown = vars(ipywidgets.widgets.widget)["_instances"].values()
assert not [each for each in shown if isinstance(each, Leaf) and each.waits]
assert not [each.html for each in shown if "pw-banner--error" in getattr(each, "html", "")]
"""
ASSUMED = """
from paydays_widgets.lessons.leaf import Leaf
from fractions import Fraction as F
import ipywidgets

shown = vars(ipywidgets.widgets.widget)["_instances"].values()
rows = [each.rows for each in shown if isinstance(each, Figures)]
assert len(rows) == 10
averages, independent, uniform, number, alone, ends, rate, sound, sales, power = rows
assert [each[1:] for each in averages] == [(60, 60), (F("68.6"), 60)]
assert [each[1:] for each in independent] == [(F("33.3"), F("33.3")), (F("33.4"), F("36.7"))]
assert [each[1:] for each in uniform] == [(75, 60), (F("85.7"), F("76.2")), (60, 40)]
assert [each[1] for each in number] == [40, 60, F("47.8")]
assert [each[1] for each in alone] == [60, F("56.7"), 0]
assert [each[1] for each in ends] == [F("119.5"), 150, F("180.5")]
assert [each[1] for each in rate] == [892, 855, 753]
assert [each[1] for each in sound[:2]] == [F("56.25"), F("78.57")]
assert [each[1:] for each in sales] == [(2, F("4.6")), (4, F("31.7"))]
assert [each[1:] for each in power] == [(20, 70, 0), (16, 74, 32), (20, 70, 0)]
"""
PREPARED = """
from paydays_widgets.lab.preparing import prepare

prepare(GAME_ID, lambda _news: None)  # as a server does
"""
FEWER = """
from paydays_widgets.lessons import Contest

ALL = False
for each in [each for each in globals().values() if isinstance(each, Contest)]:
    if not each.setting.own:
        each.deals //= 10  # the engine plays them
"""
CLAIMS = {
    "01_the_lowest_bid": """
assert str(rows()[0][0]) == "1 M, your price"
assert rows()[0][1] == averages[bid.low] == 1
for cost in range(0, 91, 10):  # what the reader finds by the sliders
    for rivals in range(1, 7):
        best = max(range(1001), key=lambda tenths: expected(cost, Fraction(tenths, 10), rivals))
        halfway = Fraction(rivals * cost + 100, rivals + 1)
        assert abs(Fraction(best, 10) - halfway) < Fraction(1, 10)
""",
    "02_ten_and_twenty_percent": """
assert [owed for _, owed, _ in lived()][:5] == [100, 120, 144, 173, 207]
double.again()
assert double.reply(9)
assert lived()[-1] == (9, 516, 280)
rows = dict((str(name), found) for name, found in moved())
assert rows["Cost of the loan, as a multiple of what savings earn"] == Fraction("3.7")
assert rows["Month in which the debt has doubled"] == 4
sliders.move("months", 1)
assert dict((str(name), found) for name, found in moved())[
    "Cost of the loan, as a multiple of what savings earn"
] == 2  # twice the rate, for one month
""",
    "03a_bidding_within_a_purse": """
assert [climb(18, each, 23)[1:] for each in (12, 22)] == [("Chloé", 19), ("Chloé", 22)]
assert {climb(18, each, 23)[1:] for each in range(23, 41)} == {("Ben", 23)}
assert all(gain(each) < gain(WORTH) for each in LIMITS if each != WORTH)
sliders.move("limit", 50)
above = dict((str(name), result) for name, result in moved())["Gain on average, over all auctions"]
sliders.move("purse", 20)
poor = dict((str(name), result) for name, result in moved())["Gain on average, over all auctions"]
assert above < 0 < poor  # rivals who can pay 20 leave something, whatever the limit
""",
    "03b_wages_and_loans": """
assert [left for _, left in course()] == [40, 32, 21, 66, 55]
for bid, left in ((23, 40), (30, 33), (40, 23)):
    go_to.again()
    assert go_to.reply(bid)
    assert course()[-1][1] == left
    assert (course()[2][1] < 0) == (bid > spare.right)
found = {}
for price in (12, 29, 30, 40):
    sliders.move("price", price)
    found[price] = [result for _, result in moved()]
assert found == {12: [0, 0, 0, 11], 29: [0, 0, 0, -6], 30: [1, 1, 3, -10], 40: [11, 2, 6, -23]}
assert all(invoice.reply(each) for each in ("44.585", "44.5853", "44.6", "45"))  # however rounded
assert all(rate.reply(each) for each in ("14.018", "14.0175", "14"))
""",
    "04_when_to_stop": """
for since, (brings, lost) in every.items():
    found = pawns(since)
    assert abs(sum(found) / MANY - brings) < 200
    assert abs(found.count(0) - MANY * lost) < 50  # what is drawn, and what is worked out
assert [paid for _, paid in many()] == [27, 0, 3000, 0]
assert moved()[0][1] == "31–32, 36–39"
for turn in (0, 100, 200):
    sliders.move("turn", turn)
    stops = exact.stopping(price=turn).cash_at
    assert moved()[0][1].split("–")[0].split(",")[0] == str(stops[0])
sliders.move("turn", 0)
sliders.move("most", 3000)
assert moved()[0][1] == "26–39"  # a bank that has little is left early
""",
    "05_mark_up_and_rivals": """
from paydays_widgets import lab

assert [kept for *_, kept, _ in many()] == [0, 0, 0]  # each bet was the cost itself
for firms, pays in ((2, 66.7), (3, 50), (5, 33.3)):
    names, rules = ["in_equilibrium"] * firms, Rules("tender_first", rounds=20)
    run = lab.simulate("auction_room", names, games=1000, rules=rules, seed=1)
    kept = sum(seat.money.value for seat in run.seats) / 2000
    assert abs(100 / (firms + 1) + kept - pays) < 0.5
found = {each.name: each for each in board.play().scores}
assert found["in_equilibrium"].behind.value == 0  # it is the first
assert all(each.behind.high < 0 for name, each in found.items() if name != "in_equilibrium")
""",
    "06_does_the_format_matter": """
from paydays_widgets import lab

assert [takes for _, takes, _ in many()][:2] == [tenth(taken("first", 4, 0.75))] * 2
for auction in FORMATS:
    names, rules = ["in_equilibrium"] * 4, Rules(auction, rounds=20)
    run = lab.simulate("auction_room", names, games=1000, rules=rules, deck=DECK, seed=1)
    kept = sum(seat.money.value for seat in run.seats) / 2000
    assert abs(80 - kept - 60) < 1  # the highest value less what bidders keep
""",
    "07_the_winners_curse": """
assert dict((str(name), found) for name, found in many())[
    "The winner gains, on average"
] == tenth(150 - bid.low - sum(errors(7, 24)) / MANY)
for bidders, spread, too_high in ((2, 24, 8), (3, 24, 12), (7, 24, 18), (5, 30, 20), (8, 45, 35)):
    found = sum(errors(bidders, spread)) / MANY
    assert abs(found - too_high) < spread / 24  # what the formula says, and what is drawn
""",
    "08_debt_that_feeds_itself": """
assert told().facts["bet"] == year.low  # the reader's own
for rate, debt in ((10, 2000), (20, 1000), (30, 667)):
    sliders.move("rate", rate)
    assert dict((str(name), found) for name, found in counted())["Tipping debt"] == debt
sliders.move("shock", 0)
for buffer, out in ((560, 0), (900, 500)):  # at 30% they owe more or less than 667
    sliders.move("buffer", buffer)
    assert dict((str(name), found) for name, found in counted())[
        "Out of debt after two years, out of 500"
    ] == out
""",
    "09_the_run": """
assert told().facts["n"] == expect.low  # the reader's own
assert count(nights(most=1), -1)[0] > 990  # suspension: somebody has not thought again by then
assert count(nights(insured=101), -1)[0] > 990  # insurance
assert count(nights(insured=100), -1)[1] > 400  # but not if waiting is only no worse
sliders.move("today", 99)
assert dict((str(name), found) for name, found in morning())["All four wait"] > ALL
""",
    "10_a_market_of_strategies": """
widths = [high - low for _, low, high in raced().values()]
assert 0.4 < widths[-1] / widths[-2] < 0.6  # four times as many, half as wide
truth = {each: interval(gains(each, sales(20_000, 1))) for each in (40, 65, 80, 90, 100)}
assert {each for each, (average, reach) in truth.items() if average - reach > 0} == {40, 65, 80}
assert {each for each, (average, reach) in truth.items() if average + reach < 0} == {90, 100}
assert max(unseen.values()) < 0.2  # hardly anything beats two thirds
gain = trial.play().gain
assert gain.value < 0
assert (gain.high < 0) >= ALL  # what there is to begin with is worse
better = Contest(
    mine.strategies,
    game=mine.game,
    own={"choose": lambda view, luck: at_most(view, 2 / 3 * reading.own_value(view))},
    instead_of="fixed_margin",
    deals=mine.deals,
)
assert better.play().gain.low > 0
""",
    "11_supply_and_demand": """
from paydays_widgets import lab

PARTS = {((80, 20), (10, 70)): 84.1, ((80, 60, 40, 20), (10, 30, 50, 70)): 91.4}
for dealt, part in PARTS.items():  # of what could be gained, as the game's README has it
    most = sum(value - cost for value, cost in zip(*dealt) if value > cost)
    tries = [market(*dealt, Random(n)) for n in range(4000)]
    found = sum(dealt[0][buyer] - dealt[1][seller] for each in tries for buyer, seller, _ in each)
    assert abs(found / 4000 / most * 100 - part) < 1.5
    rules = Rules(periods=3, change="again")
    names = ["zero_intelligence"] * 2 * len(dealt[0])
    run = lab.simulate("market", names, games=1000, rules=rules, seed=1)
    gained = sum(seat.money.value for seat in run.seats) / 300
    assert abs(gained / most * 100 - part) < 1.5  # and so do the game's own
for side, hide in ((1, 25), (4, 0), (16, 10)):
    sliders.move("side", side)
    sliders.move("hide", hide)
    whole, call, drawn = (found for _, found in moved())
    assert whole == 100
    assert (call == 100) == (hide == 0)
    assert 80 < drawn <= 100
sliders.move("side", 16)
sliders.move("hide", 60)
assert moved()[1][1] < moved()[2][1]
assert len(once()) <= 4
gain = trial.play().gain
assert (gain.high < 0) >= ALL
better = Contest(
    mine.strategies,
    game="market",
    own={"choose": STRATEGIES["price_watcher"]},
    instead_of="zero_intelligence",
    deals=mine.deals,
)
found = better.play().gain
assert found.value > 0
assert (found.low > 0) >= ALL
""",
    "12_a_ceiling_and_a_tax": """
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.table import Player, Table
from paydays_widgets.games.market.bots import STRATEGIES
from paydays_widgets.games.market.deck import default_deck
from paydays_widgets.games.market.events import GainBooked

assert moved()[2][1] == 55
MARKET, fine = games.load("market"), replace(default_deck(), grain=50)


def gained(limits, luck=1):
    \"\"\"Play the town in the game's own engine: what buyers, sellers and the state get.\"\"\"
    rules = Rules("call", values="drawn", **limits)
    players = [Player(f"P{n}", "truthful") for n in range(2 * TRADERS)]
    table = Table(MARKET, players, rules=rules, deck=fine, seed=luck, strategies=STRATEGIES)
    for pair in zip(VALUES, COSTS):
        for card in pair:
            table.make(MARKET.read(f"* card {round(100 * card)}"))
    while table.advance():
        pass
    booked = [step.event for step in table.branch.steps if isinstance(step.event, GainBooked)]
    first = booked[: len(booked) // 3]  # all periods are alike but for the lot
    sides = {
        side: sum(each.gain for each in first if each.side == side) / 100
        for side in ("buyer", "seller")
    }
    return len(first) / 2, *sides.values(), sum(each.tax for each in first) / 100


assert gained({}) == (20, 200, 600, 0)
for payer in ("buyers", "sellers"):
    assert gained({"tax": 20, "payer": payer}) == (15, 112.5, 337.5, 300)
units, buyers, sellers, _ = gained({"quota": 10})
assert (units, buyers + sellers) == (10, 600)
many = [gained({"ceiling": 40}, luck) for luck in range(20)]
assert {each[0] for each in many} == {10}
assert {each[2] for each in many} == {150}
assert abs(sum(each[1] for each in many) / 20 - 350) < 35
for tax, lost in ((0, 0), (20, 50), (40, 200), (80, 800)):
    sliders.move("tax", tax)
    assert moved()[4][1] == lost
taken = {}
for tax in range(0, 81, 5):
    sliders.move("tax", tax)
    taken[tax] = moved()[3][1]
assert max(taken, key=taken.get) == 40
sliders.move("fall", 9)
sliders.move("rise", 1)
sliders.move("tax", 20)
paid = moved()[1][1] - (90 - 9 * 8)
assert paid == 18  # of 20
""",
    "13_a_bubble_on_credit": """
asked = seen().table
anna = asked.players.index(Player("Anna"))
assert asked.state.active == anna == seen().screen.revealed
cash = asked.state.traders[anna].booked
assert cash >= max(100 * pay.high, asked.state.asks[0].price) > asked.state.bids[0].price
luck = Random(1)
held = [sum(luck.choice(DIVIDENDS) for _ in range(PERIODS)) for _ in range(20_000)]
for price in (240, 360, 480):  # the chances that are worked out, and what is drawn
    assert abs(100 * sum(total < price for total in held) / len(held) - loses(price)) < 1.5
for luck in range(30, 34):
    without, credit = market(luck, 0), market(luck, CREDIT)
    assert measures(credit)[0] > 1.2 * measures(without)[0] > 0
    paid = [
        [step.event.amount for step in table.branch.steps if step.event.clause == "MK-dividend"]
        for table in (without, credit)
    ]
    assert paid[0] == paid[1]
    assert len(paid[0]) == PERIODS
gain = trial.play().gain
assert (gain.high < 0) >= ALL
better = Contest(
    mine.strategies,
    game="market",
    own={
        "choose": lambda view, _: deal(
            view, worth(view), 3 * worth(view) // 2, buys_first=False
        )
    },
    instead_of="fundamentalist",
    rules="credit",
    deals=mine.deals,
)
found = better.play().gain
assert found.value > 0
assert (found.low > 0) >= ALL
borrowing.move("debt", 1200)
borrowing.move("change", -25)
assert [result for _, result in leveraged()][2:4] == [0, -100]
borrowing.move("debt", 0)
assert leveraged()[3][1] == -25
for rate, months, first, paid in ((0, 10, 0, 1000), (2, 12, 20, 1134.7), (5, 60, 50, 3169.7)):
    sliders.move("rate", rate)
    sliders.move("months", months)
    rows = [result for _, result in repaid()]
    assert (rows[1], float(rows[2])) == (first, paid)
assert rows[3] > 45  # of 60
sliders.move("rate", 0)
sliders.move("prices", 20)
assert repaid()[5][1] < 0
""",
}
"""What a lesson's text says of its experiments; what the engine plays needs all its games."""


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def game_of(lesson: Path) -> str:
    return str(read(lesson).metadata.paydays.game)


def run(path: Path, *more: str) -> None:
    """Execute a notebook, with more cells at its end."""
    notebook = read(path)
    for source in more:
        cell = nbformat.v4.new_code_cell(source)  # type: ignore[no-untyped-call]
        notebook.cells.append(cell)
    resources = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, timeout=400, resources=resources).execute()


@pytest.fixture(params=PATHS, ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


def test_nothing_that_was_computed_is_committed(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    assert notebook.metadata.title
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None


def test_text_stands_in_text_cells(path: Path) -> None:
    for cell in read(path).cells:
        if cell.cell_type == "code":
            assert not re.search(r"\bMarkdown\b|\bHTML\b|\bprint\(|\bdisplay\(", cell.source)


def test_links_lead_somewhere(path: Path) -> None:
    for cell in read(path).cells:
        if cell.cell_type == "markdown":
            for link in re.findall(r"\]\(([^)]+)\)", cell.source):
                assert (path.parent / link).is_file(), link
            for link in re.findall(r"<(https?:[^>]+)>", cell.source):
                assert re.match(r"https://doi\.org/10\.\d{4,5}/\S+$", link), link


@pytest.fixture(params=LESSONS, ids=lambda path: path.stem)
def lesson(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


@pytest.mark.walk(5)
@pytest.mark.notebooks
def test_a_lesson_runs_and_its_answers_and_claims_hold(lesson: Path) -> None:
    game = f"GAME_ID = {game_of(lesson)!r}"
    run(lesson, SOLVE, game, PREPARED, FEWER, CLAIMS[lesson.stem], SHOWN)


@pytest.mark.notebooks
def test_what_lessons_assume_is_worked_out() -> None:
    run(FOLDER / "what_these_lessons_assume.ipynb", ASSUMED)


def test_a_lesson_leads_to_what_it_assumes(lesson: Path) -> None:
    assert "](what_these_lessons_assume.ipynb)" in read(lesson).cells[-1].source
    page = read(FOLDER / "what_these_lessons_assume.ipynb")
    assert f"]({lesson.name})" in "".join(cell.source for cell in page.cells)


@pytest.mark.notebooks
@pytest.mark.hosting
def test_a_lessons_claims_hold_in_all_its_games(lesson: Path) -> None:
    game = f"GAME_ID = {game_of(lesson)!r}"
    run(lesson, SOLVE, game, PREPARED, "ALL = True", CLAIMS[lesson.stem])


def test_a_lesson_asks_before_it_shows(lesson: Path) -> None:
    notebook = read(lesson)
    source = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    assert source.count("progress.ask(") >= 8
    for widget in re.findall(
        r"^(?: {4})?(?:progress\.add\()?(?:Run|Figures|Curve|Note)\((?:.|\n)*?\n?\)$",
        source,
        re.MULTILINE,
    ):
        assert "after=" in widget
    for cell in notebook.cells:
        folded = r"\b(Right|Number)\(|^(from|import) "  # nor are answers to be seen in Lab
        if cell.cell_type == "code" and re.search(folded, cell.source):
            assert cell.metadata.jupyter.source_hidden
        elif cell.cell_type == "code":
            assert len(cell.source.splitlines()) <= 30


def test_a_lesson_says_at_once_how_it_is_begun_in_lab(lesson: Path) -> None:
    first = read(lesson).cells[0].source
    assert "In JupyterLab, first choose <em>Run All Cells</em> in the menu <em>Run</em>" in first


def test_a_lesson_begins_with_its_questions_minutes_and_goal(lesson: Path) -> None:
    notebook = read(lesson)
    cells, minutes = notebook.cells, notebook.metadata.paydays.minutes
    asked = sum("progress.ask(" in cell.source for cell in cells)
    assert f"**{asked} questions, about {minutes} minutes.**" in cells[0].source
    assert re.search(r"^Afterwards you can .+\.$", cells[0].source, re.MULTILINE)
    assert f", of={asked})" in cells[1].source


def test_what_has_been_found_is_not_told_before(lesson: Path) -> None:
    cells = read(lesson).cells
    (at,) = [n for n, cell in enumerate(cells) if "What you have found" in cell.source]
    assert re.fullmatch(r"## \d+\. What you have found", cells[at].source)
    note = r"(progress\.add\(\s+)?Note\((?:.|\n)+\n +after=progress,\n *\)(\n\))?"
    assert re.fullmatch(note, cells[at + 1].source)


def test_rules_are_named_by_their_titles(lesson: Path) -> None:
    notebook = read(lesson)
    known = games.modules(notebook.metadata.paydays.game).rulebook.clauses.values()
    text = "\n".join(cell.source for cell in notebook.cells)
    assert not re.search(r"\b[A-Z]{2}-[a-z0-9-]+\b", text)  # codes tell a student nothing
    (used,) = re.findall(r"\*\*The rules used here\*\*.* names them: (.+)\.", text)
    named = used.split("; ")
    assert len(named) >= 3
    assert set(named) <= {clause.title.en for clause in known}


def test_a_sum_of_dollars_is_not_read_as_mathematics(lesson: Path) -> None:
    for cell in read(lesson).cells:
        if cell.cell_type == "markdown":
            assert "$" not in cell.source


def test_a_dashboard_leads_to_the_lesson_on_its_game() -> None:
    shelf = Shelf(NOTEBOOKS)
    linked = {}
    for name in shelf.games():
        path = NOTEBOOKS / "dashboards" / f"{name}.ipynb"
        [cell] = read(path).cells
        for lesson in re.findall(r'lesson="([^"]+)"', cell.source):
            linked[name] = (path.parent / lesson).resolve().relative_to(NOTEBOOKS)
    games_of = {path: lesson.game for path, lesson in shelf.lessons()}
    assert {name: games_of[path] for name, path in linked.items()} == {n: n for n in games.names()}
    shelf.close()


def words(said: Iterable[str]) -> int:
    plain = (re.sub(r"<[^>]*>|\]\([^)]*\)|\{\w*\}", " ", each) for each in said)
    return sum(len(re.findall(r"\w[\w’'-]*", each)) for each in plain)


def test_a_lesson_is_in_all_languages(lesson: Path) -> None:
    assert "language" not in read(lesson).metadata.paydays


def test_a_lesson_that_has_moved_leads_on() -> None:
    lessons = {path.name for path in LESSONS}
    for path in {*FOLDER.glob("*.ipynb")} - {*COURSE}:
        prose = "".join(cell.source for cell in read(path).cells)
        assert {*re.findall(r"\]\(([^)]+)\)", prose)} <= lessons
        assert "](" in prose


def test_a_lesson_is_short(lesson: Path) -> None:
    notebook = read(lesson)
    asked = [cell for cell in notebook.cells if "progress.ask(" in cell.source]
    assert len(asked) <= MOST_QUESTIONS
    assert notebook.metadata.paydays.minutes <= MOST_MINUTES
    assert words(messages([cell for cell in notebook.cells if cell not in asked])) <= MOST_WORDS


def test_a_lesson_goes_from_what_was_before_to_a_bet_a_formula_life_and_play(lesson: Path) -> None:
    cells = read(lesson).cells
    asks = re.compile(r"\b(Bet|Prediction|Number|Choice|Sliders)\(")
    kinds = [kind for cell in cells for kind in asks.findall(cell.source)]
    recalls = 0 if lesson.stem.startswith("01") else RECALLED
    assert not {"Bet", "Prediction"} & {*kinds[:recalls]}
    assert kinds[recalls] in {"Bet", "Prediction"}
    assert kinds[-1] == "Sliders"
    (formula,) = [cell.source for cell in cells if re.search(r"^> ", cell.source, re.MULTILINE)]
    assert len(re.findall(r"^> ?\S", formula, re.MULTILINE)) <= 4
    assert "<https://doi.org/" in cells[-1].source
    ids = [cell.id for cell in cells]
    assert ids.index("formula") < ids.index("life") < ids.index("play") < ids.index("end")
