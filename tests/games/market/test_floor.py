"""How a class speaks in the market, and what its pages then leave out."""

from typing import Any

from paydays_widgets.games.market import events, floor
from paydays_widgets.games.market.engine import MARKET
from tests.boards import scene
from tests.games.market.examples import EVENTS
from tests.games.market.positions import opened, play
from tests.games.market.test_board import CARDS, after, keys, shown, step_at, until
from tests.markup import Page

FREE: dict[str, Any] = {"speech": "free"}
PHONE: dict[str, Any] = {"apart": True}


def known(event: events.Event, seat: int | None = None) -> events.Event:
    """Return an event as somebody may know it."""
    found = MARKET.witness(event, seat)
    assert found is not None
    return found


def test_a_bell_ends_a_call_and_a_market_in_which_all_may_speak() -> None:
    call, free, drawn = (
        opened(*CARDS, **rules) for rules in ({"institution": "call"}, FREE, {"speech": "drawn"})
    )
    assert [floor.rings(each) for each in (call, free, drawn)] == [True, True, False]
    assert [floor.flows(each) for each in (call, free, drawn)] == [False, True, False]
    waiting = play(free, str(floor.rest(0))).state
    assert waiting.traders[0].waits


def test_a_market_closes_as_its_period_ends() -> None:
    moves = ["2 offer 4500", "1 take 4500", "4 offer 5500", "3 take 5500"]
    _, past = step_at(opened(*CARDS, **FREE), moves, events.PeriodEnded)
    assert [type(each) for each in past if floor.closes(each)] == [events.PeriodEnded]


def test_the_book_and_what_nobody_is_told_stand_in_no_story() -> None:
    played = play(
        opened(*CARDS, **FREE), "1 offer 4000; 3 wait; 1 withdraw; 2 offer 4500; 1 take 4500"
    )
    public = [known(each) for each in played.events]
    told = [type(each) for each in public if not floor.silent(each)]
    assert told == [events.Traded]
    gains = [each for each in played.events if isinstance(each, events.GainBooked)]
    own = [known(each, 0) for each in gains]
    assert [floor.silent(each) for each in own] == [each.seat != 0 for each in gains]
    assert all(floor.passes(each) for each in public)


def test_news_is_the_same_for_all_and_says_nobodys_card() -> None:
    state = play(opened(*CARDS, **FREE), "2 offer 4500; 3 offer 4000").state
    news = floor.news(scene("market", state, own=(), mine=None, apart=True))
    assert {*news} == {"book", "prices", "taking", "take-buyer", "take-seller"}
    said = {key: Page(html).elements[0] for key, html in news.items()}
    assert "$45" in said["book"].said
    assert 'data-move="@ take 4500"' in news["take-buyer"]
    assert 'data-move="@ take 4000"' in news["take-seller"]
    other = play(opened(9_000, 100, 9_900, 200, **FREE), "2 offer 4500; 3 offer 4000").state
    assert floor.news(scene("market", other, own=(), mine=None, apart=True)) == news
    empty = floor.news(scene("market", opened(*CARDS, **FREE), own=(), mine=None, apart=True))
    assert "data-move" not in empty["take-buyer"] + empty["take-seller"]


def test_a_phone_has_no_line_that_moves_and_keeps_its_trades() -> None:
    start = opened(*CARDS, **FREE)
    assert "head" not in keys(shown(start, **PHONE))
    state, past = after(start, "2 offer 4500; 1 take 4500")
    seen = shown(state, past=past, **PHONE)
    assert seen.key("own-trades").figures == ["$45", "+$35"]
    assert "own-trades" not in keys(shown(state, own=(2,), past=past, **PHONE))
    loss, past = after(start, "2 offer 9000; 1 take 9000")
    assert "$10" in shown(loss, past=past, **PHONE).key("own-trades").said


def test_a_phone_says_what_a_period_has_brought() -> None:
    moves = ["2 offer 4500", "1 take 4500", "4 offer 5500", "3 take 5500"]
    state, past = step_at(opened(*CARDS, **FREE), moves, events.PeriodEnded)
    assert shown(state, past=past, **PHONE).key("result").figures == ["1", "$35"]
    assert shown(state, own=(), past=past, **PHONE).key("result").figures == ["2"]
    assert until(past, events.Traded, 2)


def test_a_projector_shows_the_market_large_as_long_as_all_may_speak() -> None:
    start = opened(*CARDS, **FREE)
    boards = [shown(start, own=(), **PHONE), shown(start, **PHONE), shown(start, own=())]
    assert ["pw-mk--hall" in each.elements[0]["class"] for each in boards] == [True, False, False]


def test_what_follows_from_a_margin_call_hurries_and_bookkeeping_is_passed_over() -> None:
    kinds = {type(each): each for each in EVENTS}
    assert {kind for kind, each in kinds.items() if floor.hurries(each)} == {
        events.MarginCalled,
        events.ForceSold,
        events.Ruined,
    }
    assert all(
        floor.passes(kinds[each])
        for each in (events.InterestBooked, events.LoanRepaid, events.OfferLapsed)
    )
