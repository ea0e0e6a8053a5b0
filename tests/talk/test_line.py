from hypothesis import given
from hypothesis import strategies as st

from paydays_widgets.talk.line import Inbox, Outbox


def test_each_view_counts_its_own_messages() -> None:
    inbox = Inbox()
    assert [inbox.takes(view, 1) for view in ("a", "b", "a")] == [True, True, False]
    assert not inbox.takes("a", None)
    assert not inbox.takes("a", "2")
    assert inbox.takes("a", 2)


def test_a_view_that_is_not_known_begins_with_its_first_message() -> None:
    assert not Inbox().takes("a", 5)


def test_a_view_of_another_server_goes_on_after_it_has_connected_again() -> None:
    inbox = Inbox(roams=True)
    assert inbox.resumed("a")["number"] == 0
    assert [inbox.takes("a", number) for number in (5, 5, 6)] == [True, False, True]
    assert inbox.resumed("a")["number"] == 6


def test_of_many_views_the_one_in_use_is_remembered() -> None:
    inbox = Inbox()
    inbox.takes("mine", 1)
    for number in range(2, 40):
        assert inbox.takes(f"other {number}", 1)
        assert inbox.takes("mine", number)
    assert inbox.resumed("other 2")["number"] == 0


@given(st.lists(st.sampled_from(["send", "lose", "connect"]), max_size=60))
def test_whatever_is_lost_each_message_is_taken_once_and_in_order(events: list[str]) -> None:
    inbox, taken = Inbox(), list[int]()
    unsure, number = list[int](), 0

    def post(letter: int) -> None:
        if inbox.takes("a", letter):
            taken.append(letter)

    for event in (*events, "connect"):
        if event == "connect":
            got = inbox.resumed("a")["number"]
            unsure = [each for each in unsure if each > got]
            for letter in unsure:
                post(letter)
        else:
            number += 1
            unsure.append(number)
            if event == "send":
                post(number)
    assert taken == list(range(1, number + 1))


def test_what_a_page_has_not_heard_is_kept() -> None:
    outbox = Outbox()
    sent = [outbox.numbered({"kind": "say", "text": text}) for text in ("one", "two", "three")]
    assert [each["number"] for each in sent] == [1, 2, 3]
    outbox.heard(1)
    assert list(outbox) == sent[1:]
    for nothing in (None, "3", 0):
        outbox.heard(nothing)
    assert list(outbox) == sent[1:]
    outbox.heard(99)
    assert not list(outbox)
