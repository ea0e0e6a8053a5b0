"""The picture of the market."""

from collections.abc import Sequence
from typing import Any

import pytest

from paydays_widgets.games.market import events
from paydays_widgets.games.market.engine import MARKET
from paydays_widgets.games.market.moves import Offer
from paydays_widgets.games.market.state import State
from tests.boards import page
from tests.games.market.positions import asked, opened, play
from tests.markup import Page, figures

MANY = tuple(f"Seat {number}" for number in range(1, 61))
CARDS = (8_000, 3_000, 6_000, 5_000)
"""Two buyers and two sellers, by turns: one unit is traded in theory, two never."""


def shown(state: State, own: Sequence[int] = (0,), **how: Any) -> Page:
    mine = own[0] if len(own) == 1 else None
    return page("market", state, **{"own": own, "mine": mine, **how})


def keys(seen: Page) -> set[str]:
    return {*seen.keys("")}


def after(state: State, *moves: str) -> tuple[State, list[Any]]:
    """Return the position that some moves lead to, and what has happened."""
    played = play(state, *moves)
    return played.state, [*played.events]


def until(past: Sequence[Any], kind: type, nth: int = 1) -> list[Any]:
    """Return what had happened when an event came for the n-th time."""
    at = [number for number, each in enumerate(past) if isinstance(each, kind)]
    return [*past[: at[nth - 1] + 1]]


def step_at(state: State, moves: Sequence[str], kind: type) -> tuple[State, list[Any]]:
    """Return the step of some moves at which an event first comes."""
    past: list[Any] = []
    for move in moves:
        for step in MARKET.unfold(state, MARKET.read(move)):
            past.append(step.event)
            state = step.state
            if isinstance(step.event, kind):
                return state, past
    raise AssertionError(kind)


# --- what a seat knows of itself -----------------------------------------------------------------


@pytest.mark.clause("MK-cards", "MK-told")
def test_a_seat_sees_its_card_and_nobody_elses() -> None:
    state = opened(*CARDS)
    assert shown(state).key("own").figures == ["$80", "$0", "1"]
    assert shown(state, own=(1,)).key("own").figures == ["$30", "$0", "1"]
    assert shown(state).key("own").label != shown(state, own=(1,)).key("own").label
    for own in ((), (0,)):
        seen = shown(asked(state, 1), own=own)
        figures = [
            *seen.key("mine").figures,
            *seen.key("book").figures,
            *seen.key("seats").figures,
        ]
        assert not {"$30", "$60", "$50"} & {*figures}
        assert ("$80" in figures) is bool(own)
    assert "own" not in keys(shown(state, own=()))


@pytest.mark.clause("MK-told")
def test_where_everything_lies_face_up_cards_stand_with_their_seats() -> None:
    state = asked(opened(*CARDS), 1)
    seen = shown(state, own=range(4))
    assert [seen.key(f"s{seat}-cards").figures for seat in (1, 2)] == [["$80"], ["$30"]]
    assert "s1-cards" not in keys(shown(state))
    assert "s1-cards" not in keys(shown(state, own=()))
    alone = shown(state, own=(1,), mine=None)
    assert alone.key("own").figures[0] == "$30", "the screen of one seat, though others play"


@pytest.mark.clause("MK-cards", "MK-gain")
def test_units_go_from_the_best_and_what_they_brought_is_their_owners_alone() -> None:
    state = opened(8_000, 6_000, 3_000, 4_000, units=2)
    moves = ("* next 2; 2 offer 4500; * next 1; 1 take 4500",)
    state, past = after(state, *moves)
    seen = shown(state, past=past)
    units = [
        each["class"] for each in seen.inside("own") if each.tag == "b" and "unit" in each["class"]
    ]
    assert ["done" in units[0], "next" in units[1]] == [True, True]
    assert seen.key("gained").said == "$35"
    assert "$35" not in shown(state, own=(), past=past).html
    assert "$35" not in shown(state, own=(1,), past=past).html
    dear, past = after(opened(*CARDS), "* next 2; 2 offer 9000; * next 1; 1 take 9000")
    assert "pw-mk-loss" in shown(dear, past=past).key("gained")["class"]


@pytest.mark.clause("MK-call")
def test_a_sealed_price_is_seen_by_its_owner_where_nobody_looks_on() -> None:
    state = play(opened(*CARDS, institution="call"), "1 offer 7500; 2 wait").state
    assert shown(state, apart=True).key("sealed").figures == ["$75"]
    assert not shown(state, own=(1,), apart=True).key("sealed").figures
    assert "sealed" not in keys(shown(state)), "others may look on"
    assert "$75" not in shown(state, own=(2,), apart=True).html
    assert "$75" not in shown(state, own=(), apart=True).html
    two = play(opened(*CARDS, institution="call", units=2), "1 offer 7500; 2 offer 5000").state
    assert shown(two).key("sealed").figures == ["$75"], "while the next unit is asked for"


# --- the book ------------------------------------------------------------------------------------


@pytest.mark.clause("MK-offer")
def test_the_best_offers_stand_beside_the_gap() -> None:
    state = opened(*CARDS)
    assert not shown(state).key("gap").figures
    state = play(state, "* next 1; 1 offer 3000; * next 3; 3 offer 4000; * next 1").state
    one = shown(state)
    assert one.key("bids").figures == ["$40", "3", "$30", "1"]
    assert "best" in one.key("offer-3")["class"]
    assert "data-own" in one.key("offer-1").attributes
    assert "data-own" not in shown(state, own=()).key("offer-1").attributes
    state = play(state, "1 wait; * next 2; 2 offer 7000; * next 4; 4 offer 6500").state
    both = shown(state)
    assert both.key("asks").figures == ["$70", "2", "$65", "4"]
    assert both.key("gap").figures == ["$25"]
    alone = play(opened(*CARDS), "* next 2; 2 offer 7000").state
    texts = {shown(each).key("gap").said for each in (alone, opened(*CARDS), state)}
    texts.add(one.key("gap").said)
    assert len(texts) == 4


@pytest.mark.clause("MK-seats", "MK-offer")
def test_a_market_of_sixty_has_a_picture_of_the_same_size() -> None:
    state = MARKET.start(60)
    while type(MARKET.turn(state)).__name__ == "Chance" and state.phase == "deal":
        state = MARKET.unfold(state, MARKET.outcomes(state)[0].move)[-1].state
    for number in range(8):
        buyer, seller = 2 * number + 1, 2 * number + 2
        moves = f"* next {buyer}; {buyer} offer {1000 + 100 * number}"
        state = play(
            state, f"{moves}; * next {seller}; {seller} offer {9000 - 100 * number}"
        ).state
    seen = shown(state, names=MANY)
    assert len(seen.keys("offer-")) == 10
    assert [seen.key(f"more-{side}").figures for side in ("asks", "bids")] == [["3"], ["3"]]
    assert "s1" not in keys(seen)
    assert "seats" not in keys(seen)
    few = shown(opened(*CARDS))
    assert not few.key("more-asks").said
    assert "s4" in keys(few)


@pytest.mark.clause("MK-end")
def test_of_many_the_first_are_listed_at_the_end_and_who_looks() -> None:
    cards = [card for number in range(5) for card in (5_000 + 100 * number, 4_000)]
    state = opened(*cards, institution="call", periods=3)
    waits = "; ".join(f"{seat} wait" for seat in range(1, 11))
    end, past = after(state, waits, waits, waits)
    assert len(shown(end, own=(), past=past, names=MANY).inside("ranking")) < 20
    places = [
        each
        for each in shown(end, own=(8,), past=past, names=MANY).inside("ranking")
        if each.tag == "li"
    ]
    assert [each["class"].split()[0] for each in places] == ["s1", "s2", "s3", "s9"]
    assert "fly-k7-1" not in keys(shown(end, own=(), past=past, names=MANY))


# --- prices --------------------------------------------------------------------------------------


TRADE = "* next {0}; {0} offer {2}; * next {1}; {1} take {2}"


@pytest.mark.clause("MK-take", "MK-periods")
def test_trades_are_dots_and_those_of_the_period_before_are_fainter() -> None:
    state = opened(*CARDS)
    one = [TRADE.format(2, 1, 4500), TRADE.format(4, 3, 5500)]
    state, past = after(state, *one)
    begun = shown(state, past=past)
    assert begun.keys("before-") == ["before-1", "before-2"]
    assert not begun.keys("trade-")
    state, more = after(state, TRADE.format(2, 3, 5000))
    seen = shown(state, past=[*past, *more])
    assert seen.keys("trade-") == ["trade-1"]
    assert seen.key("trade-1")["style"] == "left:25.0%;top:50.0%"
    assert "data-own" not in seen.key("trade-1").attributes
    mine = shown(state, own=(2,), past=[*past, *more])
    assert "data-own" in mine.key("trade-1").attributes
    third, last = after(state, TRADE.format(4, 1, 6000), TRADE.format(2, 1, 4000))
    assert len(shown(third, past=[*past, *more, *last]).keys("before-")) == 2
    moves = "; ".join(one).split("; ")
    closed, all_ = step_at(opened(*CARDS), moves, events.PeriodEnded)
    labels = [
        next(each.label for each in page_.inside("prices") if each.label)
        for page_ in (begun, seen, shown(closed, past=all_))
    ]
    assert len({*labels}) == 3
    assert figures(labels[-1]) == ["2", "$45", "$55", "$55"]


@pytest.mark.clause("MK-ceiling", "MK-floor")
def test_what_the_state_forbids_is_drawn() -> None:
    state = opened(*CARDS, ceiling=60, floor=30)
    limits = [each for each in shown(state).inside("prices") if "limit" in each["class"]]
    assert [each.figures for each in limits] == [["$60"], ["$30"]]
    assert [each["style"] for each in limits] == ["top:40.0%", "top:70.0%"]


@pytest.mark.clause("MK-cross")
def test_a_call_shows_its_offers_once_they_are_opened() -> None:
    state = opened(*CARDS, institution="call")
    assert "book" not in keys(shown(state))
    moves = ["1 offer 7000", "2 offer 4000", "3 offer 5500", "4 offer 6000"]
    open_, past = step_at(state, moves, events.OffersOpened)
    seen = shown(open_, past=past)
    lines = [each for each in seen.inside("prices") if each.tag == "path"]
    assert [each["d"] for each in lines] == ["M0 30.0H50.0V45.0H100.0", "M0 60.0H50.0V40.0H100.0"]
    assert "$57.50" in seen.key("prices").figures
    assert seen.key("result").figures == ["1", "$57.50"]
    assert "band" not in keys(seen)
    nothing, past = step_at(state, ["1 wait", "2 wait", "3 wait", "4 wait"], events.OffersOpened)
    seen = shown(nothing, past=past)
    assert [each["d"] for each in seen.inside("prices") if each.tag == "path"] == ["", ""]
    assert seen.key("result").figures == ["0"]


@pytest.mark.clause("MK-told")
def test_theory_is_drawn_when_cards_are_told_and_not_before() -> None:
    state = opened(*CARDS, institution="call", change="stay", values="drawn", periods=3)
    call = "1 offer 7000; 2 offer 4000; 3 offer 5500; 4 offer 6000"
    state, past = after(state, call, call)
    assert "band" not in keys(shown(state, past=past))
    end, last = after(state, call)
    told = until([*past, *last], events.CardsTold)
    for seen in (shown(end, own=(), past=told), shown(end, own=(), past=[*past, *last])):
        lines = [each["d"] for each in seen.inside("prices") if each.tag == "path"]
        assert lines == ["M0 20.0H50.0V40.0H100.0", "M0 70.0H50.0V50.0H100.0"]
        assert seen.key("band")["style"] == "top:40.0%;height:10.0%"
        assert seen.key("units")["style"] == "left:100.0%"
        said = [["2", "$50", "$60"], ["1", "$57.50"], ["$50", "$60", "83%"], ["5%", "$55"]]
        assert [each.figures for each in seen.inside("about") if each.tag == "p"] == said
        assert len(seen.keys("trade-")) == 1
    assert "band" not in keys(shown(end, own=(), past=told, quiet=True))


@pytest.mark.clause("MK-told", "MK-change", "MK-roles")
def test_cards_that_are_told_between_periods_are_those_of_the_period_before() -> None:
    state = opened(8_000, 3_000, institution="call", swap=True, periods=4)
    deal = "1 offer 5000; 2 offer 5000"
    mid, past = after(state, deal)
    mid, told = step_at(mid, deal.split("; "), events.CardsTold)
    seen = shown(mid, own=(), past=[*past, *told])
    lines = [each["d"] for each in seen.inside("prices") if each.tag == "path"]
    assert lines == ["M0 20.0H100.0", "M0 70.0H100.0"]


LOST, LOST_MORE = (["$0", most, "0%", "1"] for most in ("$50", "$60"))
"""Nothing gained of what could be, where a free market trades a unit."""


@pytest.mark.clause("MK-told")
@pytest.mark.parametrize(
    ("cards", "rules", "figures"),
    [
        ((3_000, 8_000), {}, []),
        ((6_000, 6_000), {}, ["1", "$60"]),
        ((8_000, 3_000), {"ceiling": 40, "floor": 40}, ["1", "$40", *LOST, "$55", "$50"]),
        ((9_000, 3_000), {"tax": 20}, ["1", "$30", "$70", *LOST_MORE, "$60", "$60"]),
        (
            (9_000, 3_000),
            {"tax": 20, "payer": "sellers"},
            ["1", "$50", "$90", *LOST_MORE, "$60", "$60"],
        ),
    ],
)
def test_theory_is_said_in_words(
    cards: tuple[int, int], rules: dict[str, Any], figures: list[str]
) -> None:
    state = opened(*cards, institution="call", periods=3, **rules)
    waits = "1 wait; 2 wait"
    end, past = after(state, waits, waits, waits)
    seen = shown(end, own=(), past=past)
    assert seen.key("about").figures == figures
    assert ("band" in keys(seen)) is bool(figures)
    faint = [each for each in seen.inside("prices") if "line--faint" in each["class"]]
    assert len(faint) == ("tax" in rules)


@pytest.mark.clause("MK-tax", "MK-told")
@pytest.mark.parametrize(("payer", "sums"), [("buyers", [70, 50]), ("sellers", [50, 30])])
def test_a_tax_lies_between_what_buyers_pay_and_sellers_keep(payer: str, sums: list[int]) -> None:
    state = opened(9_000, 1_000, institution="call", periods=3, tax=20, payer=payer)
    end, past = after(state, *["1 offer 5000; 2 offer 5000"] * 3)
    seen = shown(end, own=(), past=past)
    (faint,) = [each for each in seen.inside("prices") if "line--faint" in each["class"]]
    assert f"line--{payer[:-1]}" in faint["class"]
    told = [each for each in seen.inside("about") if each.tag == "p"]
    assert told[-1].figures == [f"${each}" for each in sums]
    assert told[2].figures == ["$80", "$80", "100%"]  # what the state gets is not lost


@pytest.mark.clause("MK-call", "MK-periods")
def test_the_offers_of_the_call_before_stay_while_the_next_prices_are_named() -> None:
    state = opened(*CARDS, institution="call")
    moves = ["1 offer 7000", "2 offer 4000", "3 offer 5500", "4 offer 6000"]
    begun, past = step_at(state, moves, events.PeriodBegun)
    assert not [each for each in shown(state).inside("prices") if each.tag == "path"]
    lines = [each for each in shown(begun, past=past).inside("prices") if each.tag == "path"]
    assert [each["d"] for each in lines] == ["M0 30.0H50.0V45.0H100.0", "M0 60.0H50.0V40.0H100.0"]
    assert all("line--faint" in each["class"] for each in lines)
    assert shown(begun, past=past).keys("before-") == ["before-1"]


# --- what is decided -----------------------------------------------------------------------------


@pytest.mark.clause("MK-offer", "MK-take", "MK-withdraw", "MK-wait")
def test_a_price_is_set_and_what_else_can_be_done_stands_beside_it() -> None:
    state = asked(opened(*CARDS), 1)
    seen = shown(state)
    assert {*seen.moves} == {"1 wait"}
    (pad,) = seen.pads
    assert [pad[each] for each in ("low", "high", "most")] == [0, 10_000, 8_000]
    assert "taking" not in keys(seen)
    state = play(state, "1 offer 4050; * next 2; 2 offer 7000; * next 1").state
    seen = shown(state)
    assert {*seen.moves} == {"1 take 7000", "1 withdraw", "1 wait"}
    (pad,) = seen.pads
    assert (pad["low"], pad["high"]) == (4_100, 10_000)
    assert seen.key("taking").figures == ["$70", "$10"]
    state = play(state, "1 wait; * next 4").state
    sells = shown(state, own=(3,))
    (pad,) = sells.pads
    assert (pad["low"], pad["high"], pad["most"]) == (0, 6_900, 6_900)
    assert sells.key("taking").figures == ["$40.50", "$9.50"]
    gains = play(opened(*CARDS), "* next 1; 1 offer 4000; * next 2").state
    assert shown(gains, own=(1,)).key("taking").figures == ["$40", "$10"]
    loses = play(opened(*CARDS), "* next 2; 2 offer 9000; * next 1").state
    assert shown(loses).key("taking").figures == ["$90", "$10"]
    assert "pw-mk-loss" in sells.key("taking")["class"]


@pytest.mark.clause("MK-call")
def test_a_call_asks_for_a_sealed_price_or_none() -> None:
    state = opened(*CARDS, institution="call")
    assert {*shown(state).moves} == {"1 wait"}
    heads = {shown(state, own=(seat,)).key("head").said for seat in (0, 1)}
    heads |= {shown(asked(opened(*CARDS), 1 + at), own=(at,)).key("head").said for at in (0, 1)}
    assert len(heads) == 4


@pytest.mark.clause("MK-offer")
def test_who_cannot_name_a_better_price_has_no_pad() -> None:
    state = play(opened(*CARDS), "* next 3; 3 offer 10000; * next 1").state
    seen = shown(state)
    assert {*seen.moves} == {"1 wait"}
    assert not seen.pads


@pytest.mark.clause("MK-gain", "MK-tax")
@pytest.mark.parametrize("institution", ["call", "continuous"])
@pytest.mark.parametrize(
    ("seat", "rules", "gains", "loses"),
    [
        (0, {}, ["$80", "$45", "$35"], ["$80", "$90", "−$10"]),
        (0, {"tax": 20}, ["$80", "$20", "$45", "$15"], ["$80", "$20", "$90", "−$30"]),
        (1, {}, ["$45", "$30", "$15"], ["$25", "$30", "−$5"]),
        (
            1,
            {"tax": 10, "payer": "sellers"},
            ["$45", "$30", "$10", "$5"],
            ["$25", "$30", "$10", "−$15"],
        ),
    ],
)
def test_the_gauge_says_what_a_price_leaves_and_marks_a_loss(
    institution: str, seat: int, rules: dict[str, Any], gains: list[str], loses: list[str]
) -> None:
    state = opened(*CARDS, institution=institution, **rules)
    state = state if institution == "call" else asked(state, seat + 1)

    def gauge(price: int) -> Any:
        chosen = frozenset({Offer(seat, price)})
        return shown(state, own=(seat,), chosen=chosen).key("gauge")

    assert gauge(4_500).figures == gains
    lost = gauge(2_500 if seat else 9_000)
    assert lost.figures == loses
    assert (
        "width:0"
        not in next(each["style"] for each in lost.inside if "lost" in each["class"]).split(
            "left:"
        )[1]
    )


@pytest.mark.clause("MK-take", "MK-gain")
@pytest.mark.parametrize("tax", [0, 10])
@pytest.mark.parametrize(
    ("moves", "seat", "best", "over"),
    [
        ("* next 2; 2 offer 5000; * next 1", 0, 5_000, [5_000, 6_000, 9_000]),
        ("* next 1; 1 offer 4000; * next 2", 1, 4_000, [4_000, 2_500, 1_500]),
    ],
)
def test_the_gauge_of_a_price_that_meets_the_best_offer_says_what_its_trade_leaves(
    moves: str, seat: int, best: int, over: list[int], tax: int
) -> None:
    payer = "sellers" if seat else "buyers"
    state = play(opened(*CARDS, tax=tax, payer=payer), moves).state
    for price in over:
        move = Offer(seat, price)
        gauge = shown(state, own=(seat,), chosen=frozenset({move})).key("gauge")
        [booked] = [
            each.event
            for each in MARKET.unfold(state, move)
            if isinstance(each.event, events.GainBooked) and each.event.seat == seat
        ]
        sums = gauge.figures
        assert f"${best // 100}" in sums
        assert sums[-1] == f"${(booked.gain or 0) // 100}"
        assert price == best or f"${price // 100}" not in sums
    short = Offer(seat, best + (100 if seat else -100))
    sums = shown(state, own=(seat,), chosen=frozenset({short})).key("gauge").figures
    assert f"${short.price // 100}" in sums


def test_no_price_is_proposed() -> None:
    seen = shown(asked(opened(*CARDS), 1))
    assert seen.key("offer")["aria-disabled"] == "true"
    (field,) = [each for each in seen.elements if each["inputmode"]]
    assert (field["inputmode"], field["value"]) == ("decimal", "")


# --- what others see -----------------------------------------------------------------------------


@pytest.mark.clause("MK-take")
def test_what_has_come_last_stands_large_while_others_decide() -> None:
    state = asked(opened(*CARDS), 1)
    assert "result" not in keys(shown(state, own=()))
    state, past = after(opened(*CARDS), TRADE.format(2, 1, 4500))
    assert shown(state, own=(), past=past).key("result").figures == ["1", "$45"]
    ended, past = step_at(
        opened(8_000, 3_000), TRADE.format(2, 1, 4500).split("; "), events.PeriodEnded
    )
    assert shown(ended, own=(), past=past).key("result").figures == ["1"]


@pytest.mark.clause("MK-call")
def test_how_many_have_decided_is_counted_where_it_is_drawn_again() -> None:
    state = play(opened(*CARDS, institution="call"), "1 offer 4500").state
    assert shown(state, own=()).key("result").figures == ["1", "4"]
    later = play(state, "2 offer 4500").state
    phones = [shown(each, own=(0,), acting=(), apart=True) for each in (state, later)]
    assert "result" not in keys(phones[0])
    one, other = (each.key("s2").label for each in phones)
    assert one == other
    cards = {shown(each, own=()).key("s2").label for each in (state, later)}
    assert len(cards) == 2


@pytest.mark.clause("MK-wait", "MK-word")
def test_what_a_seat_is_doing_is_said_on_its_card() -> None:
    state = asked(opened(*CARDS), 1)
    assert "acting" in shown(state).key("s1")["class"]
    assert "active" in shown(state, own=()).key("s1")["class"]
    waits = play(opened(*CARDS), "* next 1; 1 wait; * next 2; 2 wait; * next 3").state
    traded = play(opened(*CARDS), TRADE.format(2, 1, 4500), "* next 3").state
    sealed = play(opened(*CARDS, institution="call"), "1 wait; 2 wait").state
    labels = [
        shown(each, own=()).key(f"s{seat}").label.split(", ", 2)[2]
        for each in (state, waits, traded, sealed)
        for seat in (1, 2)
    ]
    assert len({*labels}) == 8


@pytest.mark.clause("MK-seats")
def test_a_large_class_is_asked_together() -> None:
    cards = [card for _ in range(5) for card in (8_000, 3_000)]
    both: tuple[dict[str, Any], ...] = ({"institution": "call"}, {"speech": "free"})
    for rules in both:
        few = shown(opened(*CARDS, **rules), own=()).key("head").said
        many = shown(opened(*cards, **rules), own=(), names=MANY).key("head").said
        assert "Anna" in few
        assert MANY[0] not in many


def test_what_happens_stands_over_the_table_while_nobody_decides() -> None:
    start = MARKET.start(4)
    assert "head" in keys(shown(start, own=()))
    ended, past = step_at(
        opened(8_000, 3_000), TRADE.format(2, 1, 4500).split("; "), events.Traded
    )
    assert "Anna" in shown(ended, own=(), past=past).key("head").said


@pytest.mark.clause("MK-told", "MK-end")
def test_gains_fly_to_their_seats_at_the_end() -> None:
    state = opened(8_000, 3_000, institution="call", periods=3)
    call = "1 offer 5000; 2 offer 5000"
    end, past = after(state, call, call, call)
    seen = shown(end, own=(), past=until(past, events.GainsPaid))
    flights = [each for each in seen.elements if each["data-motion"] == "fly"]
    assert [(each["data-from"], each["data-to"]) for each in flights] == [
        ("prices", "s1-money"),
        ("prices", "s2-money"),
    ]
    assert [each.said for each in flights] == ["$90", "$60"]
    assert seen.key("s1-money").said == "$90"
    assert "ranking" in keys(shown(end, own=(), past=past))
