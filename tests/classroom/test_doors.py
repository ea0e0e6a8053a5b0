"""The door to all classes, with a clock that stands still until it is told to go on."""

from collections import Counter
from contextlib import suppress
from heapq import heapify, heappop, heappush
from itertools import count
from random import Random

import pytest

from paydays_widgets.classroom.doors import (
    EVERYWHERE,
    GUESSES,
    JOINS,
    KNOCKS,
    LONGEST,
    QUEUE,
    Doors,
    Shut,
)
from paydays_widgets.core.game import Complaint

HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"
MOST, EVERY = GUESSES


class Street:
    """A door, and those who come to it."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.doors = Doors(lambda: self.now)
        self._words = (f"wrong {number}" for number in count())

    def guess(self, address: str = HERE) -> float:
        """Name a wrong word that was not named before; return how long its answer waits."""
        word = next(self._words)
        wait = self.doors.knock(address, word)
        self.doors.wrong(address, word)
        return wait

    def name(self, word: str = "RIGHT", address: str = HERE) -> float:
        """Name a right word."""
        wait = self.doors.knock(address, word)
        self.doors.right(address, word)
        return wait

    def use_up(self, address: str = HERE) -> None:
        """Guess as long as nobody waits for an answer."""
        for _ in range(MOST):
            assert self.guess(address) == 0


@pytest.fixture
def street() -> Street:
    return Street()


def test_after_sixty_wrong_words_a_new_one_waits_whether_it_is_right_or_wrong(
    street: Street,
) -> None:
    street.use_up()
    assert [street.doors.knock(HERE, each) for each in ("WRONG", "RIGHT")] == [EVERY, 2 * EVERY]
    street.now += MOST * EVERY
    assert street.guess(ELSEWHERE) == 0


def test_behind_those_who_wait_a_new_word_is_refused_whether_it_is_right_or_wrong(
    street: Street,
) -> None:
    street.use_up()
    assert [street.guess() for _ in range(3)] == [EVERY, 2 * EVERY, 3 * EVERY]
    assert 3 * EVERY <= LONGEST
    with pytest.raises(Shut, match="wrong codes"):
        street.guess()
    with pytest.raises(Shut):
        street.name()


def test_who_names_a_word_that_is_known_there_passes_at_once(street: Street) -> None:
    street.name()
    street.use_up()
    street.guess()
    assert [street.name() for _ in range(40)] == [0.0] * 40
    street.doors.right(ELSEWHERE, "OF A SEAT")  # as whoever holds a cookie has it noted
    street.use_up(ELSEWHERE)
    assert street.name("OF A SEAT", ELSEWHERE) == 0


def test_all_who_name_a_new_word_wait_for_one_turn(street: Street) -> None:
    street.use_up()
    assert [street.doors.knock(HERE, "RIGHT") for _ in range(40)] == [EVERY] * 40
    street.now += 2
    assert street.doors.knock(HERE, "RIGHT") == EVERY - 2
    street.now += EVERY
    for _ in range(41):
        street.doors.right(HERE, "RIGHT")
    assert street.guess() == 0, "what was right is given back, once"
    assert street.guess() > 0


def test_right_words_and_repeated_ones_are_not_counted(street: Street) -> None:
    for number in range(3 * MOST):
        assert street.name(f"right {number}") == 0
    for _ in range(3 * MOST):
        assert street.doors.knock(HERE, "the same") == 0
        street.doors.wrong(HERE, "the same")
    for _ in range(3 * MOST):
        assert street.doors.knock(HERE, "nobody knows") == 0
        street.doors.unanswered(HERE, "nobody knows")
    for _ in range(MOST - 1):
        assert street.guess() == 0
    assert street.guess() == EVERY


def test_a_wrong_word_may_be_right_later(street: Street) -> None:
    for _ in range(MOST - 1):
        street.guess()
    assert street.doors.knock(HERE, "LATER") == 0
    street.doors.wrong(HERE, "LATER")
    assert street.guess() > 0
    assert [street.name("LATER") for _ in range(40)] == [0.0] * 40


def flood(street: Street, seconds: int, addresses: list[str]) -> tuple[int, int]:
    """Have 300 new words a second tried, and the known one as often; count what is answered."""
    lot = Random(1)
    answered = known = 0
    for each in addresses:
        street.doors.right(each, "RIGHT")
    for number in range(300 * seconds):
        street.now = 1_000 + number / 300
        address = addresses[number % len(addresses)]
        for new in lot.sample((True, False), 2):
            with suppress(Shut):
                if new:
                    street.guess(address)
                else:
                    street.name(address=address)
                answered += new
                known += not new
    return answered, known


@pytest.mark.thorough
def test_no_flood_makes_answers_come_faster(street: Street) -> None:
    (most, every), queue = KNOCKS, QUEUE / KNOCKS[1]
    answered, known = flood(street, 120, [HERE])
    assert answered <= MOST + (120 + LONGEST) / EVERY + 1
    assert known <= 2 * MOST + most + 120 / every + queue + 1


@pytest.mark.thorough
def test_many_addresses_together_are_bounded_too(street: Street) -> None:
    most, every = EVERYWHERE
    answered, _ = flood(street, 120, [f"192.0.{n // 256}.{n % 256}" for n in range(4_000)])
    assert most < answered <= most + (120 + LONGEST) / every + 1
    with pytest.raises(Shut):
        street.guess("198.51.100.1")
    assert street.name(address="192.0.1.1") == 0


def test_a_class_joins_within_seconds_beside_guessers_at_its_own_address(street: Street) -> None:
    street.name()
    come = [(street.now, number, True) for number in range(20)]  # twenty lines of guessers
    come += [(street.now + 60, 100 + number, False) for number in range(40)]
    heapify(come)
    seen: Counter[int] = Counter()
    while (now := come[0][0]) < 1_120:
        street.now = now
        _, number, guesses = heappop(come)
        try:
            wait = street.guess() if guesses else street.name()
        except Shut as error:
            assert guesses, "nobody who names a known word is refused"
            wait = error.after
        seen[number] += 1
        if guesses or seen[number] < 3:  # the page, the form, and the seat
            heappush(come, (now + wait + 0.001, number, guesses))
        else:
            last = now + wait
    assert all(seen[100 + number] == 3 for number in range(40))
    assert last - 1_060 < 20
    assert sum(seen[number] for number in range(20)) < MOST + KNOCKS[0] + 120 / KNOCKS[1] + 40


def test_an_ipv6_network_counts_as_one_address(street: Street) -> None:
    for number in range(MOST):
        assert street.guess(f"2001:db8:0:7::{number:x}") == 0
    assert street.guess("2001:db8:0:7:ffff::1") == EVERY
    assert street.guess("2001:db8:0:8::1") == 0


@pytest.mark.thorough
def test_what_is_remembered_is_bounded(street: Street) -> None:
    for number in range(20_000):
        street.now += 1
        address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        street.guess(address)
        street.guess()
        street.name(f"right {number}")
        street.now += EVERY
    assert len(street.doors._addresses) <= 4_096
    here = street.doors._from(HERE)
    assert max(len(here.known), len(here.wrong), len(here.asked)) <= 128


def test_a_school_joins_at_once_and_more_join_by_and_by(street: Street) -> None:
    most, every = JOINS
    street.name()
    for _ in range(most):
        street.doors.joins(HERE, "RIGHT")
    with pytest.raises(Complaint, match="Try again in a few seconds"):
        street.doors.joins(HERE, "RIGHT")
    street.doors.joins(HERE, "OTHER")
    street.doors.joins(ELSEWHERE, "RIGHT")
    street.now += every
    street.doors.joins(HERE, "RIGHT").give_back()  # the name was taken
    street.doors.joins(HERE, "RIGHT")
    with pytest.raises(Complaint):
        street.doors.joins(HERE, "RIGHT")
