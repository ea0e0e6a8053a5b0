"""A class in one market, where anybody may speak at any time."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import asdict, replace

from paydays_widgets.classroom import entries, wishes
from paydays_widgets.classroom.bell import NOTED
from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.entries import Options
from paydays_widgets.classroom.pacing import WORDS
from paydays_widgets.classroom.room import Room
from paydays_widgets.core import record
from paydays_widgets.core.game import Complaint, IllegalMove, StaleMove
from paydays_widgets.core.table import Player, Table
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.games import load
from paydays_widgets.games.market.deck import Deck
from paydays_widgets.games.market.events import OfferSealed, OffersOpened, PeriodEnded, Traded
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.state import NONE
from tests.classroom.classes import Class, same_again
from tests.classroom.phones import Hall, Phone, run

PEOPLE = 6


@pytest.fixture
def market() -> Class:
    players = [Player(f"P{seat}") for seat in range(PEOPLE)]
    rules = Rules(speech="free", values="drawn")
    table = Table(load("market"), players, rules=rules, seed=5)
    people = [f"P{number}" for number in range(PEOPLE)]
    return Class().open(table=table, size=60).join(*people).begin([*range(PEOPLE)])


def asked(room: Class) -> int:
    return room.room.sittings[0].asked


def say(room: Class, person: int, what: str, number: int | None = None) -> None:
    """Let somebody say something, for the question that they see or one that they saw."""
    move = f"{person + 1} {what}"
    number = asked(room) if number is None else number
    room.do(wishes.decide(room.room, person, move, number, room.now))
    room.walk()


def state(room: Class) -> Any:
    return room.room.sittings[0].table.state


def test_who_waited_may_speak_again_after_news(market: Class) -> None:
    say(market, 0, "wait")
    before = asked(market)
    with pytest.raises(StaleMove):
        say(market, 0, "offer 1000")
    say(market, 1, "offer 9000")
    assert asked(market) != before
    say(market, 0, "offer 1000")
    assert [each.price for each in state(market).bids] == [1_000]
    same_again(market)


def test_an_order_for_an_older_question_counts(market: Class) -> None:
    seen = asked(market)
    say(market, 0, "offer 1000", seen)
    say(market, 2, "offer 2000", seen)
    say(market, 1, "offer 9000", seen)
    assert [each.price for each in state(market).bids] == [1_000, 2_000]
    with pytest.raises(StaleMove):
        say(market, 0, "offer 3000", seen)
    same_again(market)


def test_a_price_that_is_gone_is_not_taken(market: Class) -> None:
    say(market, 1, "offer 5000")
    seen = asked(market)
    say(market, 0, "take 5000", seen)
    with pytest.raises((IllegalMove, StaleMove)):
        say(market, 2, "take 5000", seen)
    assert state(market).traded == 1
    same_again(market)


def test_a_period_ends_when_all_wait_since_the_last_news(market: Class) -> None:
    say(market, 0, "offer 1000")
    seen = asked(market)
    for person in range(PEOPLE):
        assert state(market).period == 1
        say(market, person, "wait", seen)
    assert state(market).period == 2
    same_again(market)


def test_two_send_the_same_price_twice(market: Class) -> None:
    seen = asked(market)
    say(market, 0, "offer 1000", seen)
    assert wishes.decide(market.room, 0, "1 offer 1000", seen, market.now) is None
    with pytest.raises(IllegalMove):
        say(market, 2, "offer 1000", seen)


def test_sixty_people_in_one_market_and_its_log_read_again() -> None:
    rules = Rules(speech="free", units=3)
    players = [Player(f"P{seat}") for seat in range(60)]
    table = Table(load("market"), players, rules=rules, seed=5)
    room = Class().open(table=table, size=60).join(*[each.name for each in players])
    room.begin([*range(60)])
    sitting, luck = room.room.sittings[0], Random(1)
    for _ in range(300):
        seat = luck.choice(sitting.waiting)
        move = luck.choice(sitting.table.game.legal(sitting.table.state, seat))
        say(room, seat, str(move).partition(" ")[2])
    assert state(room).period > 1
    same_again(room)


# --- the bell ------------------------------------------------------------------------------------


def test_the_bell_ends_a_period_and_all_who_are_silent_wait(market: Class) -> None:
    say(market, 0, "offer 1000")
    say(market, 3, "wait")
    market.do(wishes.ring(market.room, 0))
    assert isinstance(market.room.sittings[0].table.event, PeriodEnded)
    assert [each.person for each in market.room.sittings[0].decisions] == [0, 3]
    market.walk()
    same_again(market)
    assert (state(market).period, state(market).traded) == (2, 0)
    market.do(wishes.pause(market.room, paused=True))
    with pytest.raises(Complaint):
        wishes.ring(market.room, 0)
    market.do(wishes.pause(market.room, paused=False))
    for _ in range(2):
        market.do(wishes.ring(market.room, 0))
        market.walk()
    assert market.room.sittings[0].over
    with pytest.raises(Complaint):
        wishes.ring(market.room, 0)
    same_again(market)


def test_the_bell_ends_a_call_with_the_prices_that_have_come() -> None:
    players = [Player(f"P{seat}") for seat in range(4)]
    rules = Rules("call", units=2, change="again")
    room = Class().open(table=Table(load("market"), players, rules=rules, seed=5), size=60)
    room.join("Anna", "Ben", "Cara", "Dan").begin([0, 1, 2, 3])
    room.do(wishes.take_over(room.room, 0, 3, bot=True))
    sitting = room.room.sittings[0]
    say(room, 0, "offer 6000")
    room.do(wishes.ring(room.room, 0))
    sealed = [each.event for each in sitting.table.branch.steps]
    prices = {(each.seat, each.unit): each.price for each in sealed if type(each) is OfferSealed}
    assert prices[0, 0] == 6_000
    assert [prices[each] for each in ((0, 1), (1, 0), (1, 1), (2, 0), (2, 1))] == [NONE] * 5
    assert NONE not in (prices[3, 0], prices[3, 1]), "a bot hands in its prices all the same"
    assert isinstance(sitting.table.event, OffersOpened)
    room.walk()
    same_again(room)
    assert sitting.table.state.period == 2


# --- on a server ---------------------------------------------------------------------------------


def record_of(rules: Rules, deck: Deck | None = None) -> str:
    """Save a market that can be opened as a room."""
    players = [Player("P0"), Player("P1")]
    return record.dumps(Table(load("market"), players, rules=rules, deck=deck, seed=5))


async def opened(hall: Hall, people: int, rules: Rules, **more: Any) -> tuple[Here, list[Phone]]:
    """Open a market on a server, and let it begin."""
    here = await hall.open(record_of(rules, more.pop("deck", None)), size=60, **more)
    phones = [await hall.join(here, f"S{person}") for person in range(people)]
    await hall.begin(here)
    await hall.until(lambda: bool(here.room.sittings[0].waiting))
    await settle(hall)
    return here, phones


async def settle(hall: Hall) -> None:
    """Let the pages be drawn that could wait."""
    hall.now += 2_000
    await hall.rounds(100)


def seat_of(phone: Phone) -> int:
    """Return where somebody sits."""
    found = phone.here.room.place(phone.client.person or 0)
    assert found is not None
    return found[1]


async def speak(phone: Phone, what: str) -> None:
    """Let somebody say something, for the question that is on the phone."""
    await phone.play(f"{seat_of(phone) + 1} {what}")


def logged(hall: Hall, here: Here) -> Room:
    """Read the log again."""
    lines = hall.store.load(here.id)
    return Room([(entries.read(each.data), each.at) for each in lines])


def again_alike(hall: Hall, here: Here) -> None:
    """Read the log again: the market must be the same."""
    [one], [other] = here.room.sittings, logged(hall, here).sittings
    assert one.table.branch.moves == other.table.branch.moves
    assert one.decisions == other.decisions
    assert (one.people, one.bots) == (other.people, other.bots)


def test_the_clock_is_that_of_the_period_whatever_is_said(tmp_path: Path) -> None:
    async def act(hall: Hall) -> None:
        here, phones = await opened(hall, 4, Rules(speech="free", values="drawn"), limit=30)
        until = here.until(0)
        assert until
        await hall.later(5_000)
        await speak(phones[0], "offer 1000")
        await hall.later(5_000)
        await speak(phones[2], "offer 2000")
        await settle(hall)
        assert here.until(0) == until, "news does not set the clock again"
        assert all(f'data-until="{until}"' in each.parts["head"]["html"] for each in phones)
        left = until - hall.now
        await hall.wish(here, lambda room, _: [wishes.pause(room, paused=True)])
        assert here.until(0) == 0
        await hall.later(60_000)
        await hall.wish(here, lambda room, _: [wishes.pause(room, paused=False)])
        assert here.until(0) == hall.now + left
        longer = Options(**{**asdict(here.room.options), "limit": 40})
        await hall.wish(here, lambda room, _: [wishes.change(room, longer)])
        assert here.until(0) == hall.now + left + 10_000
        await hall.later(left + 9_999)
        assert here.room.sittings[0].table.state.period == 1
        await hall.later(1)
        assert isinstance(here.room.sittings[0].table.event, PeriodEnded)
        assert here.until(0) == 0
        await hall.until(lambda: here.room.sittings[0].table.state.period == 2)
        await hall.until(lambda: bool(here.room.sittings[0].waiting))
        assert 0 < here.until(0) - hall.now <= 40_000
        again_alike(hall, here)

    run(act, tmp_path)


def test_the_teacher_rings_early(tmp_path: Path) -> None:
    async def act(hall: Hall) -> None:
        here, _ = await opened(hall, 4, Rules("call"))
        teacher = await hall.teacher(here)
        await teacher.do("ring", "0")
        assert isinstance(here.room.sittings[0].table.event, OffersOpened)
        await teacher.do("ring", "0")
        assert teacher.said
        again_alike(hall, here)

    run(act, tmp_path)


def test_a_server_that_comes_back_goes_on_with_the_time_that_was_left(tmp_path: Path) -> None:
    async def act(hall: Hall) -> None:
        here, _ = await opened(hall, 4, Rules(speech="free"), limit=60)
        await hall.later(10_000)
        left = here.until(0) - hall.now
        other = Hall(tmp_path)
        other.now = hall.now + 1_000_000
        found = await other.live.rooms.find(here.code)
        assert found is not None
        assert abs(found.until(0) - other.now - left) <= NOTED
        other.store.close()

    run(act, tmp_path)


def test_bots_speak_each_in_its_time_and_people_come_between(tmp_path: Path) -> None:
    async def act(hall: Hall) -> None:
        rules = Rules(speech="free", values="drawn", units=3)
        here, phones = await opened(hall, 7, rules)
        sitting = here.room.sittings[0]
        for person in range(1, 7):
            seat = seat_of(phones[person])
            gives = partial(wishes.take_over, table=0, seat=seat, bot=True)
            await hall.wish(here, lambda room, _, gives=gives: [gives(room)])
        begun = sitting.made
        await hall.later(WORDS["normal"] - 1)
        assert sitting.made == begun, "no bot speaks before a person can"
        await speak(phones[0], "offer 100" if seat_of(phones[0]) % 2 == 0 else "offer 9900")
        assert sitting.made == begun + 1
        most = 0
        for _ in range(60):
            before = sitting.made
            await hall.later(100)
            most = max(most, sitting.made - before)
        assert 1 <= most <= 3, "not all at once"
        spoken = {each.seat for each in sitting.decisions if each.person is None}
        assert spoken <= {seat_of(each) for each in phones[1:]}
        again_alike(hall, here)
        await hall.until(lambda: sitting.table.state.period > 1 or sitting.table.state.traded > 2)
        again_alike(hall, here)
        late = await hall.join(here, "Late")
        await hall.wish(here, lambda room, _: [wishes.remove(room, 3)])
        free = wishes.free_seat(here.room)
        assert free == (0, seat_of(phones[3]))
        await hall.wish(here, lambda room, _: [wishes.seat(room, 7, *free)])
        assert seat_of(late) not in sitting.speaking

    run(act, tmp_path)


# --- news ----------------------------------------------------------------------------------------


def news(phone: Phone) -> list[Mapping[str, str]]:
    """List the news that a page was told."""
    return [each["parts"] for each in phone.heard if each["kind"] == "news"]


def drawn(pages: Sequence[Phone]) -> list[Phone]:
    """List the pages that were drawn again."""
    return [each for each in pages if any(it["kind"] == "page" for it in each.heard)]


def test_an_order_is_one_small_message_to_all_and_a_page_to_whom_it_concerns(
    tmp_path: Path,
) -> None:
    async def act(hall: Hall) -> None:
        here, phones = await opened(hall, 30, Rules(speech="free", values="drawn"))
        teacher = await hall.teacher(here)
        buyers = [each for each in phones if seat_of(each) % 2 == 0]
        sellers = [each for each in phones if each not in buyers]
        pages = [*phones, teacher]
        for each in pages:
            each.heard.clear()
        await speak(buyers[0], "offer 1000")
        told = [news(each) for each in pages]
        assert all(len(each) == 1 for each in told)
        assert all(each == told[0] for each in told[1:]), "the same to all"
        assert {*told[0][0]} == {"book", "prices", "taking", "take-buyer", "take-seller"}
        assert '"@ take 1000"' in told[0][0]["take-seller"]
        assert drawn(pages) == [buyers[0]]
        for each in pages:
            each.heard.clear()
        await speak(buyers[1], "offer 1100")
        await speak(buyers[2], "offer 1200")
        assert not any(news(each) for each in pages), "not before a tenth of a second is over"
        await hall.later(100)
        assert all(len(news(each)) == 1 for each in pages)
        assert {*news(sellers[0])[0]} == {"book", "take-seller"}, "only what has changed"
        for each in pages:
            each.heard.clear()
        await speak(sellers[1], "take 1200")
        await hall.later(100)
        assert all("prices" in news(each)[0] for each in pages)
        assert {*drawn(pages)} == {buyers[2], sellers[1]}

    run(act, tmp_path)


def test_the_pages_of_a_small_room_are_drawn_at_once_after_news(tmp_path: Path) -> None:
    async def act(hall: Hall) -> None:
        here, phones = await opened(hall, 11, Rules(speech="free", values="drawn"))
        pages = [*phones, await hall.teacher(here)]
        buyer = next(each for each in phones if seat_of(each) % 2 == 0)
        sellers = [each for each in phones if seat_of(each) % 2]
        await settle(hall)
        for price in range(1_000, 4_000, 1_000):
            for each in pages:
                each.heard.clear()
            await hall.later(100)
            await speak(buyer, f"offer {price}")
            assert {*drawn(pages)} == {*pages}
            for each in pages:
                kinds = [it["kind"] for it in each.heard if it["kind"] in {"news", "page"}]
                assert kinds.count("page") <= 2
            for each in sellers:
                assert f"Selling at ${price // 100} " in each.parts["stage"]["html"]
                assert f"{seat_of(each) + 1} take {price}" in each.moves

    run(act, tmp_path)


def test_while_there_is_news_the_pages_told_of_it_wait_for_one_another(tmp_path: Path) -> None:
    async def act(hall: Hall) -> None:
        here, phones = await opened(hall, 20, Rules(speech="free", values="drawn"))
        buyer, seller = (next(p for p in phones if seat_of(p) % 2 == side) for side in (0, 1))
        pages = [*phones, await hall.teacher(here)]
        await settle(hall)
        counts = []
        for price in range(1_000, 7_000, 100):
            for each in pages:
                each.heard.clear()
            await speak(buyer, f"offer {price}")
            await hall.later(100)
            assert buyer in drawn(pages)
            counts.append(len(drawn(pages)) - 1)
        assert max(counts) == 1, "one page beside that of who spoke"
        assert sum(counts) >= len(pages), "each in its turn"
        await settle(hall)
        await speak(seller, "wait")
        await settle(hall)
        assert not seller.moves
        await speak(buyer, "offer 8000")
        assert f"{seat_of(seller) + 1} take 8000" in seller.moves, "at once"

    run(act, tmp_path)


@pytest.mark.parametrize(
    ("people", "most"), [(11, 0), (13, 100), (15, 200), (20, 600), (60, 1_500)]
)
def test_a_room_that_is_larger_waits_a_little_longer_for_its_pages(
    tmp_path: Path, people: int, most: int
) -> None:
    async def act(hall: Hall) -> None:
        _, phones = await opened(hall, people, Rules(speech="free", values="drawn"))
        buyer = next(each for each in phones if seat_of(each) % 2 == 0)
        await settle(hall)
        for each in phones:
            each.heard.clear()
        await speak(buyer, "offer 1000")
        for _ in range(0, most, 20):
            await hall.later(20)
        assert {*drawn(phones)} == {*phones}

    run(act, tmp_path)


def test_curves_come_as_news_to_all_who_see_them_before_any_page(tmp_path: Path) -> None:
    """Each market and each language has its own, and a market learns nothing of another's."""

    async def act(hall: Hall) -> None:
        here = await hall.open(record_of(Rules("call")), size=10)
        phones = [await hall.join(here, f"S{n}", LANGUAGES[n % 3]) for n in range(20)]
        await hall.begin(here)
        await hall.until(lambda: all(each.waiting for each in here.room.sittings))
        tables = [[phones[person] for person in each.everybody] for each in here.room.sittings]
        for number, table in enumerate(tables):
            for each in table[:-1]:
                await speak(each, f"offer {4_000 + 1_000 * number + 100 * seat_of(each)}")
        await settle(hall)
        messages: list[set[int]] = []
        for table in tables:
            for each in phones:
                each.heard.clear()
            await speak(table[-1], "offer 4900")
            assert not any(each.heard for each in phones if each not in table)
            for each in table:
                told, *more = [it for it in each.heard if it["kind"] in {"news", "page"}]
                assert told["kind"] == "news"
                assert {*told["parts"]} == {"prices"}
                assert "pw-mk-lines" in told["parts"]["prices"]
                assert [it["kind"] for it in more] == ["page"]
            messages.append(
                {id(it) for each in table for it in each.heard if it["kind"] == "news"}
            )
        assert [len(each) for each in messages] == [3, 3], "one for each language"

    run(act, tmp_path)


def test_many_pages_wait_for_more_to_say_of_how_many_have_decided(tmp_path: Path) -> None:
    async def act(hall: Hall) -> None:
        here, phones = await opened(hall, 20, Rules("call"))
        pages = [*phones, await hall.teacher(here)]
        await settle(hall)
        for each in pages:
            each.heard.clear()
        for each in phones[:-1]:
            await speak(each, "offer 5000")
            await hall.later(10)
        counts = [sum(it["kind"] == "page" for it in each.heard) for each in pages]
        assert max(counts) <= 4, "its own, and a few that count"
        await hall.later(2_000)
        assert all("Waiting for 1 of 20" in it.parts["head"]["html"] for it in phones[:-1])
        assert "19/20" in pages[-1].heard[-1]["title"]
        await speak(phones[-1], "offer 5000")
        assert all("pw-mk-lines" in each.parts["stage"]["html"] for each in phones), "at once"

    run(act, tmp_path)


@pytest.mark.parametrize("seed", range(3))
def test_soon_all_pages_are_what_they_would_be_if_they_were_loaded_again(
    tmp_path: Path, seed: int
) -> None:
    async def act(hall: Hall) -> None:
        here, phones = await opened(hall, 6, Rules(speech="free", values="drawn", units=2))
        luck = Random(seed)
        for _ in range(60):
            phone = luck.choice(phones)
            sitting, seat = here.room.sittings[0], seat_of(phone)
            if seat not in sitting.waiting:
                await hall.later(1_000)
                continue
            move = luck.choice(sitting.table.game.legal(sitting.table.state, seat))
            await phone.play(str(move), sitting.asked)
            await hall.later(luck.choice((10, 50, 200)))
        await settle(hall)
        for phone in [*phones, await hall.teacher(here)]:
            fresh = Phone(hall, here, phone.client.person, ClassScreen())
            await hall.rounds(100)
            parts = {name: each["html"] for name, each in fresh.parts.items()}
            assert {name: each["html"] for name, each in phone.parts.items()} == parts
        again_alike(hall, here)

    run(act, tmp_path)


A_CENT_BETTER = {1, 99}
SUM = re.compile(rb"\$[0-9,]*\.([0-9]{2})")


def test_no_message_says_what_anybody_else_has(tmp_path: Path) -> None:
    """Prices are whole units and cards are not, so that each sum tells whose card is in it."""

    async def act(hall: Hall) -> None:
        rules = Rules(speech="free", values="drawn", units=2)
        deck = replace(load("market").deck(), grain=1)
        here, phones = await opened(hall, 8, rules, deck=deck)
        teacher = await hall.teacher(here)
        [sitting] = here.room.sittings
        cards = {each: sitting.table.state.traders[seat_of(each)].cards for each in phones}
        cents = [card % 100 for each in cards.values() for card in each]
        luck, seen = Random(3), 0
        for _ in range(120):
            if sitting.table.state.period > 1:
                break
            phone = luck.choice(phones)
            if seat_of(phone) not in sitting.waiting:
                await hall.later(500)
                continue
            legal = sitting.table.game.legal(sitting.table.state, seat_of(phone))
            lively = [each for each in legal if str(each).split()[1] != "wait"]
            await phone.play(str(luck.choice(lively or legal)), sitting.asked)
            await hall.later(60)
        await settle(hall)
        assert any(isinstance(step.event, Traded) for step in sitting.table.branch.steps)
        assert len({*cents}) > 12
        for phone in [*phones, teacher]:
            own = cards.get(phone, ())
            sums = {
                (sign * sum(some)) % 100
                for some in ([], *([each] for each in own), own)
                for sign in (1, -1)
            }
            found = {int(each) for each in SUM.findall(phone.bytes)} - A_CENT_BETTER
            assert found <= sums, (found - sums, own)
            seen += len(found)
        assert seen > len(phones), "sums are recognized"

    run(act, tmp_path)


def test_who_comes_back_finds_standing_orders(tmp_path: Path) -> None:
    async def act(hall: Hall) -> None:
        here, phones = await opened(hall, 4, Rules(speech="free", values="drawn"))
        buyer = next(each for each in phones if seat_of(each) % 2 == 0)
        await speak(buyer, "offer 1000")
        assert buyer.number in buyer.got
        buyer.leave()
        fresh = Phone(hall, here, buyer.client.person, ClassScreen())
        await hall.rounds()
        own = fresh.html("stage").key(f"offer-{seat_of(buyer) + 1}")
        assert "data-own" in own.attributes
        assert [str(each.move) for each in logged(hall, here).sittings[0].decisions] == [
            f"{seat_of(buyer) + 1} offer 1000"
        ]

    run(act, tmp_path)
