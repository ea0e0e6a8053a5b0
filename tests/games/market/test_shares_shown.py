"""A market of shares as pages show it: the picture, figures, files, questions, and bots."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import Step
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.games.market import debrief, events, programme, stakes
from paydays_widgets.games.market.board import draw, news
from paydays_widgets.games.market.checks import checks
from paydays_widgets.games.market.deck import default_deck
from paydays_widgets.games.market.engine import MARKET
from paydays_widgets.games.market.events import Event
from paydays_widgets.games.market.moves import Bid
from paydays_widgets.games.market.panel import edition, holdings, milestone, wishes
from paydays_widgets.games.market.programme import results, shares
from paydays_widgets.games.market.reading import shares as reading
from paydays_widgets.games.market.reading.shares import Paid
from paydays_widgets.games.market.rules import PRESETS, Rules
from paydays_widgets.games.market.state import State
from paydays_widgets.games.market.text import explain, money
from paydays_widgets.games.market.text.shares import bubble_told, forced
from paydays_widgets.show.programme import Course
from tests.boards import NAMES, page, scene
from tests.games.market.positions import play
from tests.games.playing import bots_play
from tests.markup import Page

EN = Text("en", "paydays_widgets.games.market")
KINDS = ("borrower", "trend_follower", "zero_intelligence", "fundamentalist")
FREE = Rules(goods="shares", speech="free", periods=3, credit=50, rate=5)
FORCED = (2, 12, 32, 34)
"""The first of these games forces no sale, the others do; bids and the bank take shares."""
LENT = "2 ask 16000; 3 buy 16000; 2 ask 17000; 3 buy 17000"
"""The third seat has spent all its cash, and borrowed."""


def opened(**rules: Any) -> State:
    return MARKET.start(3, replace(FREE, **rules))


def shown(state: State, own: Sequence[int] = (0,), **how: Any) -> Page:
    mine = own[0] if len(own) == 1 else None
    return page("market", state, **{"own": own, "mine": mine, **how})


def game(rules: Rules, seed: int = 3, size: int = 4) -> list[Step[State, Event]]:
    kinds = [KINDS[seat % len(KINDS)] for seat in range(size)]
    return [*bots_play("market", kinds, seed, rules).branch.steps]


# --- the picture ---------------------------------------------------------------------------------


def test_a_seat_sees_what_it_has_and_names_two_prices() -> None:
    seen = shown(opened())
    assert seen.key("own").figures[:2] == ["$45", "3"]
    assert seen.keys("pad-bid") == ["pad-bid"]
    assert seen.keys("pad-ask") == ["pad-ask"]
    assert not seen.keys("lines")
    lent = play(opened(), LENT)
    seen = shown(lent.state, own=(2,), past=lent.events)
    assert {"$141", "$255"} <= {*seen.key("own").figures}
    assert len(seen.keys("trade-1-")) == 2
    assert "$141" in seen.key("seats").figures
    bare = shown(lent.state, own=(1,), past=lent.events)
    assert not bare.keys("pad-ask")


def test_a_note_says_what_buying_takes() -> None:
    state = play(opened(), "2 ask 4000").state
    assert shown(state).key("taking").figures == ["$40", "$5"]
    lent = play(opened(), LENT, "2 bid 900; 2 withdraw; 3 ask 17500").state
    notes = shown(lent, own=(0,)).key("taking").figures
    assert notes == ["$175", "$45", "$130"]


def test_the_values_steps_are_hidden_until_the_end_unless_they_are_shown() -> None:
    assert shown(opened(shown=True)).keys("lines")
    last = replace(opened(), period=3, phase="dividend")
    over = play(last, "* dividend 0")
    seen = shown(over.state, past=over.events)
    assert seen.keys("lines")
    assert seen.key("about").words
    assert not shown(over.state, past=over.events, quiet=True).keys("lines")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bubble_is_told_at_the_end_with_what_was_borrowed_and_sold(language: str) -> None:
    told = set()
    for seed in FORCED:
        steps = game(PRESETS["credit"], seed)
        past = [each.event for each in steps]
        seen = shown(steps[-1].state, past=past, language=language)
        forced = [each for each in past if isinstance(each, events.ForceSold)]
        told.add((seen.key("about").words.count("\n"), bool(forced)))
        assert len(seen.keys("trade-")) == len(reading.sales(steps))
    assert len({forced for _, forced in told}) == 2


def test_a_call_asks_for_a_bid_and_then_for_an_ask() -> None:
    state = opened(institution="call")
    assert shown(state).keys("pad-") == ["pad-bid"]
    later = play(state, "1 bid 4000; 2 wait; 3 wait").state
    seen = shown(later)
    assert seen.keys("pad-") == ["pad-ask"]
    assert shown(play(later, "1 ask 5000").state, own=(), apart=True)
    assert shown(play(later, "1 ask 5000").state, own=())


def test_each_status_and_result_is_said() -> None:
    waiting = play(opened(), "1 wait")
    assert shown(waiting.state, own=())
    ended = play(waiting.state, "2 wait; 3 wait")
    assert shown(ended.state, own=(), past=ended.events).key("result").words
    broke = replace(
        ended.state,
        traders=(replace(ended.state.traders[0], shares=0, debt=9), *ended.state.traders[1:]),
    )
    ruined = play(broke, "* dividend 0")
    assert shown(ruined.state, own=(), past=ruined.events).key("seats").words
    owing = replace(ended.state.traders[0], debt=90_000, booked=0)
    forced = replace(ended.state, traders=(owing, *ended.state.traders[1:]), last=100)
    steps = MARKET.unfold(forced, MARKET.read("* dividend 0"))
    for at, step in enumerate(steps, 1):
        past = [each.event for each in steps[:at]]
        assert shown(step.state, own=(), past=past)


def test_news_lets_everyone_buy_and_sell() -> None:
    state = play(opened(), "1 bid 4000; 2 ask 9000").state
    told = news(scene("market", state, apart=True))
    assert '"@ buy 9000"' in told["take-buyer"]
    assert '"@ sell 4000"' in told["take-seller"]
    assert "data-move" not in news(scene("market", opened(), apart=True))["take-buyer"]


# --- a class -------------------------------------------------------------------------------------


def course(rules: Rules, *, told: bool = True, games: int = 2) -> Course:
    steps = [game(rules, seed) for seed in range(games)]
    return Course("Block", rules, default_deck(), 4, steps, told)


@pytest.mark.parametrize("preset", ["shares", "credit", "shares_call"])
def test_results_say_prices_and_dividends_and_hide_the_value_until_told(preset: str) -> None:
    rules = PRESETS[preset]
    known, hidden = course(rules), course(rules, told=False)
    names = [results.said(each, EN).name for each in results.quantities(known)]
    assert [each.key for each in results.quantities(known)] == [*results.KEYS]
    assert len({*names}) == len(names) > 5
    rows = results.periods(known, EN)
    assert len(rows) == rules.periods
    assert [row[0].value for row in rows] == ["1", "2", "3", "4", "5"]
    assert all(each.theory for row in rows for each in row if each.name == EN("Price on average"))
    if not rules.shown:
        rows = results.periods(hidden, EN)
        prices = [each for row in rows for each in row if each.name == EN("Price on average")]
        assert not any(each.theory for each in prices)
        assert "lines-cards" not in results.pictures([hidden], EN)[0]
    assert "lines-cards" in results.pictures([known], EN)[0]
    assert results.questions([known], EN)
    assert len(results.marks(known).line) == 10
    assert not results.marks(hidden).line or rules.shown


def test_blocks_of_units_and_of_shares_are_drawn_in_their_order() -> None:
    units = Course("Units", Rules(), default_deck(), 4, [game(Rules())], told=True)
    drawn = results.pictures([course(PRESETS["shares"]), units, course(PRESETS["credit"])], EN)
    assert [
        next(key for key in ("prices-1", "prices-2") if f'"{key}"' in each) for each in drawn
    ] == ["prices-1", "prices-1", "prices-2"]
    assert "Units" in drawn[1]
    assert results.quantities(course(PRESETS["shares"], games=0))
    assert [each.key for each in results.quantities(units)] == [*results.KEYS]
    assert results.pictures([course(PRESETS["shares"], games=0)], EN)


def test_the_file_has_dividends_cash_shares_debts_and_forced_sales() -> None:
    rules = PRESETS["credit"]
    seen: set[object] = set()
    for seed in FORCED:
        steps = game(rules, seed)
        for at, seat, cells in results.lines(steps, rules, told=True):
            seen.add(cells["what"])
            assert {*cells} <= {*results.COLUMNS}
            if seat is not None:
                trader = steps[at].state.traders[seat]
                assert (cells["shares"], cells["cash"]) == (
                    trader.shares,
                    Decimal(trader.booked) / 100,
                )
    assert seen == {*("offer", "withdraw", "trade", "forced", "dividend", "interest", "ruin")} - {
        "withdraw"
    }
    sealed = game(PRESETS["shares_call"])
    hidden = [
        cells
        for _, _, cells in results.lines(
            sealed, replace(PRESETS["shares_call"], shown=False), told=False
        )
    ]
    assert not any(cells["price"] for cells in hidden if cells["what"] == "offer")
    assert not any("value" in cells for cells in hidden)
    withdrawn = [Step(each, opened()) for each in play(opened(), "1 bid 100; 1 withdraw").events]
    assert [c["what"] for _, _, c in results.lines(withdrawn, FREE, told=False)] == [
        "offer",
        "withdraw",
    ]


def test_what_everybody_won_adds_up_to_the_luck_of_the_dividends() -> None:
    steps = game(PRESETS["shares"])
    assert programme.earnings(steps[:-1], 4) == [None] * 4
    assert programme.earnings([], 4) == [None] * 4
    won = programme.earnings(steps, 4)
    paid = sum(each.event.amount for each in steps if isinstance(each.event, events.DividendPaid))
    assert sum(each or 0 for each in won) == 9 * (paid - 12_000)
    table = debrief.figures(steps, 4)
    assert [row[2] for row in table] == [each.booked for each in steps[-1].state.traders]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", ["shares", "credit", "shares_call"])
def test_questions_on_shares_have_one_right_answer(preset: str, language: str) -> None:
    text = Text(language, "paydays_widgets.games.market")
    asked = checks(PRESETS[preset], default_deck(), text)
    assert len(asked) == 2
    for each in asked:
        assert [*each.options] == sorted({*each.options})
        assert each.right in each.options
        assert len(each.options) > 3
    assert [each.right for each in asked] == [18_000, 2_000 if preset == "credit" else 4_000]


def test_a_bubble_compares_only_periods_that_had_trades() -> None:
    values = [12_000, 9_600, 7_200, 4_800, 2_400]
    one = reading.bubble([(value, [3_000, 30_000] * (value == 9_600)) for value in values], 1, 8)
    assert one is not None
    assert (one.periods, one.amplitude, one.turnover) == (1, None, 0.25)
    assert one.deviation == pytest.approx((16_500 - 9_600) / 9_600)
    two = reading.bubble([(100, [100]), (80, []), (60, [90, 90])], 100, 8)
    assert two == reading.Bubble(2, 0.3, 30 / 160, 3 / 8)


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_was_forced_to_sell_is_named_with_number_and_price(language: str) -> None:
    text = Text(language, "paydays_widgets.games.market")
    said = forced([("Anna", 3_000), ("Ben", 1_000), ("Ben", 2_000)], text)
    assert said.startswith("3 ")
    assert said.index("Ben") < said.index("Anna")
    for sum_ in (1_500, 3_000):
        assert money(sum_, text) in said
    many = forced([(f"P{n}", 100) for n in range(9)], text)
    assert "P3" in many
    assert "P4" not in many


def test_results_give_sums_of_the_block_and_say_what_they_leave_out() -> None:
    rules, names = PRESETS["credit"], ["Anna", "Ben", "Cleo", "Dora"]
    steps = [game(rules, seed) for seed in FORCED]
    block = Course("Block", rules, default_deck(), 4, steps, told=True, names=[names] * 4)
    every = [each.event for one in steps for each in one]
    found = {each.key: each for each in results.quantities(block)}
    sold = [each for each in every if isinstance(each, events.ForceSold)]
    ruined = [each for each in every if isinstance(each, events.Ruined)]
    assert (found["forced"].value, found["ruined"].value) == (len(sold), len(ruined))
    assert results.said(found["forced"], EN).value == str(len(sold))
    assert found["borrowed"].value == reading.lent(every)
    assert results.said(replace(found["price"], value=10_875.0), EN).value == "$108.75"
    told, profit = results.notes([block], EN)
    assert told.startswith(f"{len(sold)} forced sales: ")
    assert any(names[each.seat] in told for each in sold)
    began = shares.worth(rules, default_deck(), 0)
    assert money(began, EN) in profit
    secret = replace(block, told=False, rules=replace(rules, shown=False))
    assert results.notes([secret], EN) == [told]
    assert all(each.startswith("Block: ") for each in results.notes([block, block], EN))
    assert results.notes([Course("Units", Rules(), default_deck(), 4, [], told=True)], EN) == []
    page = results.pictures([block], EN)[0]
    assert page.count("pw-mk-dot--forced") == len(sold)
    assert EN("Forced sale") in page
    assert EN("Forced sale") not in results.pictures([course(PRESETS["shares"])], EN)[0]
    assert results.questions([block], EN)[0] != debrief.labels(EN).question


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_amplitude_is_not_said_of_one_period(language: str) -> None:
    text = Text(language, "paydays_widgets.games.market")
    trades = [Paid(period, 1, 1, 30_000, (0, 1), forced=False) for period in (1, 3)]
    view = MARKET.view(opened(credit=0), None)
    said = [[*bubble_told(view, trades[:n], [], ["A", "B", "C"], text)] for n in (1, 2)]
    assert [len(each) for each in said] == [2, 3]
    assert text.percent(317) in said[0][0]
    steps = game(PRESETS["shares"])
    early = [each for each in steps if each.state.period == 1]
    alone = Course("Block", PRESETS["shares"], default_deck(), 4, [early], told=True)
    found = {each.key: each for each in results.quantities(alone)}
    assert (found["amplitude"].value, found["amplitude"].theory) == (None, None)
    assert found["deviation"].value


def test_a_game_without_trades_has_no_bubble() -> None:
    assert reading.bubble([(100, [])], 100, 5) is None
    assert reading.sales([]) == []


# --- words around --------------------------------------------------------------------------------


def test_stakes_speak_of_shares() -> None:
    view = MARKET.view(opened(), 0)
    assert stakes.facing(view, EN)
    assert stakes.argument(view, EN)
    assert stakes.about(view, Bid(0, 100), EN)
    assert not stakes.loses(view, Bid(0, 4_500))


def test_the_panel_names_shares_and_lists_what_may_come() -> None:
    assert "50%" in edition(replace(FREE, periods=4, rate=10), EN)
    assert edition(Rules("call", goods="shares", shown=True, units=3), EN)
    ended = play(opened(), "1 wait; 2 wait; 3 wait").state
    assert len(wishes(MARKET.view(ended, None), EN)) == 4
    assert [amount for _, amount in holdings(MARKET.view(ended, None), 0, EN)] == ["3", "$45"]
    assert len(holdings(MARKET.view(opened(credit=0), None), 0, EN)) == 1
    assert len(holdings(MARKET.view(play(opened(), LENT).state, None), 0, EN)) == 3
    called = events.MarginCalled(seat=0, debt=1, shares=1, price=1, credit=50, most=0)
    assert milestone(called, EN) != milestone(events.Ruined(seat=0, debt=1), EN) != ""


# --- what a student on a phone has to know -------------------------------------------------------


def test_the_prices_say_which_period_it_is() -> None:
    later = replace(opened(periods=5), period=3)
    assert "Prices up to period 3 of 5" in shown(later).key("prices").said
    units = replace(MARKET.start(4, Rules()), period=1)
    assert "Prices of period 1 of 3" in shown(units, own=()).key("prices").said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("buyer", [None, 1])
def test_a_forced_sale_names_the_value_only_where_it_is_shown(
    language: str, buyer: int | None
) -> None:
    text, deck = Text(language, "paydays_widgets.games.market"), default_deck()
    sale = events.ForceSold(seat=0, buyer=buyer, price=3_000, value=4_800, last=3_100)
    known = explain(sale, ("Anna", "Ben"), text, deck)
    hidden = explain(replace(sale, value=None), ("Anna", "Ben"), text, deck)
    assert "48" in known.why
    assert known.sum
    assert "48" not in f"{hidden.what}{hidden.why}{hidden.sum}"
    assert "31" in hidden.why


@pytest.mark.parametrize("told", [False, True])
def test_forced_sales_of_games_hide_the_value(told: bool) -> None:
    rules = replace(PRESETS["credit"], shown=told)
    played = [step.event for seed in FORCED for step in game(rules, seed)]
    sold = [each for each in played if isinstance(each, events.ForceSold)]
    assert sold
    assert all((each.value is not None) is told for each in sold)


def test_a_period_that_a_bell_may_have_ended_gives_no_reason() -> None:
    ended = play(opened(), "1 wait; 2 wait; 3 wait").events[-1]
    assert isinstance(ended, events.PeriodEnded)
    assert not explain(ended, NAMES, EN, default_deck()).why
    assert explain(replace(ended, free=False), NAMES, EN, default_deck()).why
    told = explain(replace(ended, units=4), NAMES, EN, default_deck()).what
    assert told == "Period 1 is over: 4 shares were traded."


def test_a_phone_warns_of_forced_sales_and_says_who_cannot_bid() -> None:
    state = opened()
    owing = replace(state.traders[0], debt=90_000, booked=0)
    late = replace(state, traders=(owing, *state.traders[1:]), last=100)
    seen = shown(late)
    assert "shares are sold when the period ends" in seen.key("own").said
    assert "No cash, no credit: you cannot bid." in seen.key("own").said
    assert not seen.keys("pad-bid")
    poor = replace(late, rules=replace(late.rules, credit=0))
    assert "No cash: you cannot bid." in shown(poor).key("own").said
    assert "sold" not in shown(replace(late, period=3)).key("own").said
    assert "cannot" not in shown(state).key("own").said


def test_ruin_is_said_at_the_end_too() -> None:
    last = replace(opened(), period=3, phase="dividend")
    broke = replace(last.traders[0], shares=0, booked=0, debt=9)
    over = play(replace(last, traders=(broke, *last.traders[1:])), "* dividend 0")
    assert "Ruined" in shown(over.state, past=over.events).key("seats").said


def test_of_many_periods_some_numbers_make_way_on_a_phone() -> None:
    def between(periods: int) -> int:
        return str(draw(scene("market", opened(periods=periods)))).count("pw-mk-part--between")

    assert [between(5), between(15)] == [0, 11]


def test_dots_of_earlier_periods_are_named_and_a_heading_comes_before_its_prices() -> None:
    steps = game(PRESETS["shares"], 1)
    for period, named in ((1, False), (3, True)):
        at = max(n for n, each in enumerate(steps) if each.state.period == period)
        past = [each.event for each in steps[: at + 1]]
        seen = shown(steps[at].state, past=past)
        assert ("Earlier periods" in seen.key("prices").said) is named
        keys = [each["data-key"] for each in seen.elements]
        assert keys.index("more-asks") < keys.index("asks")
        assert keys.index("more-bids") < keys.index("bids")


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_ruined_reads_what_they_owe_where_they_decided(language: str) -> None:
    state = opened()
    traders = replace(state.traders[0], out=True, shares=0, booked=0, debt=710), *state.traders[1:]
    state = replace(state, traders=traders, last=100)
    seen = shown(state, acting=(), apart=True, language=language)
    assert any(sum_ in seen.key("result").said for sum_ in ("7.10", "7,10"))
    assert any("pw-mk--still" in each["class"].split() for each in seen.elements)
