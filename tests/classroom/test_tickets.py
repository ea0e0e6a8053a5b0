"""A ticket for another phone is good once, and for minutes."""

import pytest

from paydays_widgets.classroom.room import Human
from paydays_widgets.classroom.tickets import MINUTES, Tickets

PEOPLE = [Human("Anna", "the token of Anna", 0), Human("Ben", "the token of Ben", 0)]


class Clock:
    """A clock that stands still."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tickets(clock: Clock) -> Tickets:
    return Tickets(clock)


def test_a_ticket_is_its_owners_and_no_token(tickets: Tickets) -> None:
    ticket = tickets.issue(1, PEOPLE)
    assert len(ticket) >= 32
    assert tickets.whose(ticket, PEOPLE) == 1
    for other in ("", "guessed", PEOPLE[1].token, ticket[:-1]):
        assert tickets.whose(other, PEOPLE) is None


def test_it_is_good_for_minutes(tickets: Tickets, clock: Clock) -> None:
    ticket = tickets.issue(1, PEOPLE)
    clock.now += 60 * MINUTES - 1
    assert tickets.whose(ticket, PEOPLE) == 1
    clock.now += 1
    assert tickets.whose(ticket, PEOPLE) is None


def test_it_is_good_until_the_seat_has_another_token(tickets: Tickets) -> None:
    ticket = tickets.issue(1, PEOPLE)
    assert tickets.whose(ticket, [PEOPLE[0], Human("Ben", "of the new phone", 0)]) is None
    sent_away = Human("Ben", "the token of Ben", 0, gone=True)
    assert tickets.whose(ticket, [PEOPLE[0], sent_away]) is None
    assert tickets.whose(ticket, PEOPLE) == 1, "it was not written: the seat has not moved"


def test_a_newer_one_takes_its_place(tickets: Tickets) -> None:
    first, other, second = (tickets.issue(each, PEOPLE) for each in (1, 0, 1))
    assert [tickets.whose(each, PEOPLE) for each in (first, other, second)] == [None, 0, 1]
