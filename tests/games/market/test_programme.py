"""The market as a programme: what its periods came to, and what theory expects of them."""

from collections.abc import Iterator
from statistics import fmean
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.game import Step
from paydays_widgets.core.table import Player, Table
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.games.market import events, programme
from paydays_widgets.games.market.checks import checks
from paydays_widgets.games.market.deck import default_deck
from paydays_widgets.games.market.engine import MARKET
from paydays_widgets.games.market.events import Event
from paydays_widgets.games.market.programme import results
from paydays_widgets.games.market.reading import periods as played
from paydays_widgets.games.market.reading.periods import Period
from paydays_widgets.games.market.rules import PRESETS, Rules
from paydays_widgets.games.market.state import State
from paydays_widgets.show.programme import Course
from tests.games.playing import bots_play

PACKAGE = games.modules("market").package
EN = Text("en", PACKAGE)
KINDS = ("zero_intelligence", "price_watcher", "truthful", "random_legal")
INSTITUTIONS = ({"institution": "call"}, {"speech": "free"})
VALUES = (
    {"values": "schedule"},
    {"values": "drawn", "change": "again"},
    {"change": "shift", "periods": 4},
    {"swap": True},
)
POLICIES: tuple[dict[str, Any], ...] = (
    {},
    {"ceiling": 40},
    {"floor": 60},
    {"tax": 20, "payer": "buyers"},
    {"tax": 20, "payer": "sellers"},
    {"quota": 2},
)
SIZES = (2, 8, 31, 60)


def ways() -> Iterator[Any]:
    """List institutions, values, policies and sizes, each with each."""
    for institution in INSTITUTIONS:
        for values in VALUES:
            for policy in POLICIES:
                for size in SIZES:
                    parts = institution, values, policy
                    given = {**institution, **values, **policy}
                    chosen = ["_".join(map(str, each.values())) for each in parts]
                    yield pytest.param(Rules(**given), size, id="-".join([*chosen, str(size)]))


UNITS = [each for each in PRESETS.values() if not each.shares]


def game(rules: Rules, size: int) -> list[Step[State, Event]]:
    kinds = [KINDS[seat // 2 % len(KINDS)] for seat in range(size)]
    return [*bots_play("market", kinds, 3, rules).branch.steps]


# --- the same once more, by other means ----------------------------------------------------------


def surplus(values: list[int], costs: list[int], most: int) -> int:
    """The most that so many trades can gain: the best value with the lowest cost, and so on."""
    pairs = zip(sorted(values)[::-1], sorted(costs), strict=False)
    return sum([max(value - cost, 0) for value, cost in pairs][:most])


def facts(steps: list[Step[State, Event]]) -> Iterator[dict[str, Any]]:
    """Work out each period from what was dealt and traded, unit by unit."""
    found: dict[str, Any] = {}
    for step in steps:
        match step.event:
            case events.PeriodBegun():
                traders = step.state.traders
                found = {"prices": [], "gained": 0, "values": [], "costs": []}
                left = [[*each.cards] for each in traders]
                buyers = {
                    seat
                    for seat in range(len(traders))
                    if MARKET.view(step.state, seat).traders[seat].side == "buyer"
                }
                for seat, each in enumerate(traders):
                    found["values" if seat in buyers else "costs"] += each.cards
            case events.Traded(buyer=buyer, seller=seller, price=price):
                found["prices"].append(price)
                found["gained"] += left[buyer].pop(0) - left[seller].pop(0)
            case events.PeriodEnded():
                yield found
            case _:
                pass


@pytest.mark.walk
@pytest.mark.parametrize(("rules", "size"), [*ways()])
def test_figures_are_those_of_the_cards_and_prices(rules: Rules, size: int) -> None:
    steps = game(rules, size)
    found = [*played.periods(steps)]
    known = [*facts(steps)]
    assert [each.number for each in found] == [*range(1, rules.periods + 1)]
    assert all(each.over for each in found)
    for each, fact in zip(found, known, strict=True):
        assert each.prices == fact["prices"]
        assert each.gained == fact["gained"]
        assert (sorted(each.values), sorted(each.costs)) == tuple(
            sorted(fact[side]) for side in ("values", "costs")
        )
        free = surplus(fact["values"], fact["costs"], 3 * size)
        under = surplus(fact["values"], fact["costs"], most(each, rules))
        assert (each.free, each.possible) == (free, under)
        _theory(each, rules)
    gained = sum(fact["gained"] for fact in known)
    for part, of in (
        (played.efficiency(found), sum(each.possible for each in found)),
        (played.kept(found), sum(each.free for each in found)),
    ):
        assert part == (pytest.approx(gained / of) if of else None)


def most(each: Period, rules: Rules) -> int:
    """How many units the rules allow: those whose traders can afford a price that is legal."""
    tax, pairs = rules.tax * 100, zip(sorted(each.values)[::-1], sorted(each.costs), strict=False)
    found = sum(value - cost >= tax for value, cost in pairs)
    if rules.ceiling:
        found = min(found, sum(cost <= rules.ceiling * 100 for cost in each.costs))
    if rules.floor:
        found = min(found, sum(value >= rules.floor * 100 for value in each.values))
    return min(found, rules.quota or found)


def _theory(each: Period, rules: Rules) -> None:
    """As many want to buy as to sell at the middle price of theory, unless that is forbidden."""
    theory = each.theory
    if theory is None:
        return
    tax, price = rules.tax * 100, theory.price
    on_buyers = tax if rules.payer == "buyers" else 0
    buying = sum(value - on_buyers >= price for value in each.values)
    selling = sum(cost + tax - on_buyers <= price for cost in each.costs)
    assert theory.units <= min(buying, selling)
    if not (rules.ceiling or rules.floor or rules.quota):
        strict = sum(value - on_buyers > price for value in each.values)
        assert strict <= theory.units
    assert each.expected("buyer") + each.expected("seller") + tax * theory.units == pytest.approx(
        theory.surplus
    )
    if each.prices and price:
        far = fmean((one - price) ** 2 for one in each.prices) ** 0.5 / price
        assert played.alpha([each]) == pytest.approx(100 * far)


@pytest.mark.clause("MK-gain")
@pytest.mark.parametrize("rules", [Rules(speech="free"), Rules("call", tax=20)])
def test_what_seats_have_earned_is_what_they_are_paid(rules: Rules) -> None:
    steps = game(rules, 8)
    paid = next(each.event for each in steps if isinstance(each.event, events.GainsPaid))
    assert programme.earnings(steps, 8) == [*paid.totals]
    begun = next(at for at, each in enumerate(steps) if isinstance(each.event, events.PeriodBegun))
    assert programme.earnings(steps[: begun + 1], 8) == [None] * 8


@pytest.mark.clause("MK-end")
def test_a_programme_leaves_out_what_ends_a_game() -> None:
    found = game(Rules("call"), 4)
    ends = [programme.ends(each.event) for each in found]
    assert ends == sorted(ends)
    assert sum(ends) == 2
    assert isinstance(found[-3].event, events.CardsTold)


@pytest.mark.clause("MK-ceiling", "MK-floor")
def test_periods_are_counted_and_no_market_waits_for_another() -> None:
    assert programme.counted(1, Text("en")) != programme.counted(3, Text("en"))
    assert not any(programme.waits(rules) for rules in PRESETS.values())


@pytest.mark.parametrize("rules", [Rules("call"), Rules(speech="free", periods=3)])
def test_each_trade_is_marked_in_its_period_and_theory_where_it_is_told(rules: Rules) -> None:
    games = [game(rules, size) for size in (4, 8)]
    known, hidden = (
        results.marks(Course("Block", rules, default_deck(), 8, games, told))
        for told in (True, False)
    )
    trades = [
        each.event for steps in games for each in steps if isinstance(each.event, events.Traded)
    ]
    assert [price for _, price in known.dots] == [each.price for each in trades]
    assert all(0 < along < rules.periods for along, _ in known.dots)
    assert {int(along) for along, _ in known.dots} == {*range(rules.periods)}
    assert known.dots == hidden.dots
    assert [along for along, _ in known.line] == [
        number + end for number in range(rules.periods) for end in (0, 1)
    ]
    assert not hidden.line
    assert results.scales(EN) == ("Period", "Price")


def test_an_offer_that_is_withdrawn_has_a_line_of_its_own() -> None:
    table = Table(MARKET, [Player("A"), Player("B")], rules=Rules(speech="free"), seed=1)
    while not table.waiting():
        table.advance()
    for move in ("1 offer 2000", "1 withdraw"):
        table.play(move)
        table.go_to(len(table.branch.steps))
    found = [each for _, _, each in results.lines(table.branch.steps, table.rules, told=False)]
    assert [(each["what"], str(each["price"])) for each in found] == [
        ("offer", "20"),
        ("withdraw", "20"),
    ]


def test_a_floor_above_the_ceiling_is_refused() -> None:
    for language in LANGUAGES:
        text = Text(language, PACKAGE)
        assert not programme.clashes(Rules(ceiling=40, floor=40), text, mixed=False)
        assert [*programme.clashes(Rules(ceiling=40, floor=50), text, mixed=False)] == ["floor"]


@pytest.mark.parametrize("rules", [*UNITS, Rules(tax=30, payer="sellers", floor=70)])
@pytest.mark.clause("MK-gain", "MK-tax")
def test_questions_on_the_rules_have_one_right_answer(rules: Rules) -> None:
    asked = checks(rules, default_deck(), EN)
    assert len(asked) == 2
    for each in asked:
        assert each.options.count(each.right) == 1
        assert len({*each.options}) == len(each.options) > 2
        assert each.right in {2_000, 2_000 - rules.tax * 100}
    assert sum(each.right for each in asked) == 4_000 - rules.tax * 100


def course(rules: Rules, *, told: bool, size: int = 6) -> Course:
    steps = game(rules, size)
    return Course("Block", rules, default_deck(), size, [steps, steps], told)


@pytest.mark.parametrize("rules", UNITS)
@pytest.mark.clause("MK-told")
def test_mk_told_nothing_hangs_on_cards_before_they_are_told(rules: Rules) -> None:
    """With all cards a unit dearer, what is not told is the same, and what is told is not."""
    known = course(rules, told=False)
    other = replace(
        known,
        games=[
            [replace(each, state=_dearer(each.state), event=_gained(each.event)) for each in steps]
            for steps in known.games
        ],
    )
    for told in (False, True):
        one, two = (replace(each, told=told) for each in (known, other))
        said = [
            (
                [results.said(it, EN) for it in results.quantities(each)],
                results.periods(each, EN),
                results.pictures([each], EN),
                [[*results.lines(steps, rules, told=told)] for steps in each.games],
            )
            for each in (one, two)
        ]
        for mine, theirs in zip(*said, strict=True):
            assert (mine == theirs) is not told


def _dearer(state: State) -> State:
    traders = [
        replace(each, cards=tuple(card + 100 for card in each.cards)) for each in state.traders
    ]
    return replace(state, traders=tuple(traders))


def _gained(event: Event) -> Event:
    if isinstance(event, events.GainBooked):
        more = 100 if event.side == "buyer" else -100
        return replace(event, card=(event.card or 0) + 100, gain=(event.gain or 0) + more)
    return event


def test_blocks_stand_on_one_scale() -> None:
    """The same market is drawn alike beside a shorter one and beside a larger one."""
    small, large = course(Rules(speech="free"), told=True), course(Rules(units=3), told=True)
    alone, [beside, _] = results.pictures([small], EN)[0], results.pictures([small, large], EN)
    assert alone != beside
    first, second = results.pictures([small, small], EN)
    assert first.replace("prices-1", "prices-2") == second


def test_what_is_asked_goes_by_the_rules() -> None:
    asked = [
        results.questions([course(rules, told=True) for rules in those], EN)
        for those in (
            [Rules()],
            [Rules(), Rules(ceiling=40)],
            [Rules(), Rules(tax=20)],
            [Rules(), Rules("call")],
        )
    ]
    assert [len(each) for each in asked] == [1, 2, 2, 2]
    assert len({*(each[-1] for each in asked)}) == len(asked)


def test_a_line_for_each_side_of_each_trade() -> None:
    rules = Rules(speech="free", tax=20)
    steps = game(rules, 8)
    found: list[tuple[Any, Any]] = [
        (seat, cells) for _, seat, cells in results.lines(steps, rules, told=True)
    ]
    made = [each.event for each in steps if isinstance(each.event, events.Traded)]
    trades = [(seat, cells) for seat, cells in found if cells["what"] == "trade"]
    assert len(trades) == 2 * len(made)
    for at, event in enumerate(made):
        two = dict(trades[2 * at : 2 * at + 2])
        assert {*two} == {event.buyer, event.seller}
        assert two[event.buyer]["with"] == event.seller + 1
        assert {100 * each["price"] for each in two.values()} == {event.price}
    for seat, gain in enumerate(programme.earnings(steps, 8)):
        assert sum(100 * cells["gain"] for by, cells in trades if by == seat) == gain
    assert all({*cells} <= {*results.COLUMNS} for _, cells in found)
    ended = [cells for seat, cells in found if seat is None]
    assert [each["period"] for each in ended] == [1, 2, 3]
    assert sum(each["number"] for each in ended) == len(made)


@pytest.mark.parametrize("preset", PRESETS)
def test_each_period_that_is_over_is_measured_by_what_was_gained(preset: str) -> None:
    rules = PRESETS[preset]
    table = bots_play("market", ["zero_intelligence"] * 4, 3, rules)
    found = [*programme.seen(table.branch.steps, rules, table.deck)]
    assert {each.round for each in found} <= {*range(1, rules.periods + 1)}
    if rules.shares:  # each price against the value
        trades = [each for each in table.branch.steps if isinstance(each.event, events.Traded)]
        assert len(found) == len(trades)
        assert programme.topic(rules, table.deck) == "shares"
        return
    assert len(found) == rules.periods
    assert all(each.part <= each.whole for each in found)
    assert programme.topic(rules, table.deck) == "efficiency"
    assert programme.unmeasured(rules, EN) == ""


def test_bots_speak_as_drawn_where_nobody_else_does() -> None:
    free = Rules(speech="free", tax=20)
    assert programme.among_bots(free) == Rules(speech="drawn", tax=20)
