"""The door to all classes, with a clock that stands still until it is told to go on."""

from contextlib import suppress
from itertools import count

import pytest

from paydays_widgets.classroom.doors import EVERYWHERE, GUESSES, JOINS, Doors, Shut
from paydays_widgets.classroom.rooms import CODE, LETTERS, MOST
from paydays_widgets.core.game import Complaint

HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"
WRONG, EVERY = GUESSES
YEAR = 365.25 * 86_400


class Street:
    """A door, and those who come to it."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.doors = Doors(lambda: self.now)
        self._words = (f"wrong {number}" for number in count())

    def guess(self, address: str = HERE) -> None:
        """Name a wrong word that was not named before."""
        word = next(self._words)
        self.doors.knock(address, word)
        self.doors.wrong(address, word)

    def name(self, word: str = "RIGHT", address: str = HERE) -> None:
        """Name a right word."""
        self.doors.knock(address, word)
        self.doors.right(address, word)

    def use_up(self, address: str = HERE) -> None:
        """Guess as long as guesses are looked up."""
        for _ in range(WRONG):
            self.guess(address)


@pytest.fixture
def street() -> Street:
    return Street()


def test_once_guesses_are_used_up_a_new_word_is_refused_be_it_right_or_wrong(
    street: Street,
) -> None:
    street.use_up()
    for name in (street.guess, street.name):
        with pytest.raises(Shut):
            name()
    street.name(address=ELSEWHERE)
    street.now += EVERY
    street.name()


def test_a_word_that_is_known_there_passes_whatever_was_guessed(street: Street) -> None:
    street.name()
    street.use_up()
    street.name()
    with pytest.raises(Shut):
        street.name("ANOTHER")
    street.doors.right(HERE, "ANOTHER")  # by a cookie
    street.name("ANOTHER")


def test_a_right_word_is_no_guess(street: Street) -> None:
    for _ in range(2 * WRONG):
        street.name()
    for number in range(2 * WRONG):
        street.name(f"RIGHT {number}")
    street.use_up()


def test_a_word_that_is_right_no_more_is_no_guess_the_first_time(street: Street) -> None:
    street.name()
    street.use_up()
    street.doors.knock(HERE, "RIGHT")
    street.doors.wrong(HERE, "RIGHT")
    with pytest.raises(Shut):
        street.doors.knock(HERE, "RIGHT")


def flood(street: Street, seconds: int, addresses: list[str]) -> int:
    """Guess twenty times a second from each address; return how many were looked up."""
    looked_up = 0
    for _ in range(seconds * 20):
        street.now += 0.05
        for address in addresses:
            with suppress(Shut):
                street.guess(address)
                looked_up += 1
    return looked_up


def test_a_flood_from_one_address_is_bounded(street: Street) -> None:
    assert WRONG <= flood(street, 600, [HERE]) <= WRONG + 600 / EVERY + 1


def test_many_addresses_together_are_bounded_too(street: Street) -> None:
    most, every = EVERYWHERE
    addresses = [f"198.51.100.{number}" for number in range(20)]
    assert most <= flood(street, 15, addresses) <= most + 15 / every + 1


def test_words_that_are_looked_up_at_once_are_all_counted(street: Street) -> None:
    words = [f"at once {number}" for number in range(3 * WRONG)]
    for word in words:
        street.doors.knock(HERE, word)
    for word in words:
        street.doors.wrong(HERE, word)
    street.now += 2 * WRONG * EVERY
    with pytest.raises(Shut):
        street.guess()
    street.now += EVERY
    street.guess()


def test_to_find_one_of_all_classes_takes_years() -> None:
    tries = len(LETTERS) ** CODE / MOST / 2
    assert tries * EVERY > 10 * YEAR
    assert tries * EVERYWHERE[1] > YEAR


def test_an_ipv6_network_counts_as_one_address(street: Street) -> None:
    street.use_up("2001:db8:1:2::1")
    with pytest.raises(Shut):
        street.guess("2001:db8:1:2:ffff::9")
    street.guess("2001:db8:1:3::1")


def test_what_is_remembered_is_bounded(street: Street) -> None:
    for number in range(10_000):
        street.name(f"RIGHT {number}")
        street.name(address=f"10.0.{number // 250}.{number % 250}")
    assert len(street.doors._addresses) < 5_000
    assert all(len(each.known) < 200 for each in street.doors._addresses.values())


def test_a_school_joins_at_once_and_four_hundred_within_a_minute(street: Street) -> None:
    joined, most = 0, JOINS[0]
    for _ in range(most):
        street.doors.joins(HERE, "RIGHT")
    with pytest.raises(Complaint, match="Very many people are joining"):
        street.doors.joins(HERE, "RIGHT")
    street.doors.joins(HERE, "ANOTHER")
    street.doors.joins(ELSEWHERE, "RIGHT")
    for _ in range(60):
        street.now += 1
        with suppress(Complaint):
            while True:
                street.doors.joins(HERE, "RIGHT")
                joined += 1
    assert most + joined >= 400


def test_who_has_not_joined_after_all_leaves_the_place(street: Street) -> None:
    for _ in range(JOINS[0]):
        counted = street.doors.joins(HERE, "RIGHT")
    counted.give_back()
    street.doors.joins(HERE, "RIGHT")
    with pytest.raises(Complaint):
        street.doors.joins(HERE, "RIGHT")
