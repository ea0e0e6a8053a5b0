"""What a form that came twice comes to, and for how long that is remembered."""

import asyncio

import pytest

from paydays_widgets.classroom import once
from paydays_widgets.classroom.once import Once


class Counter:
    """Counts how often it is asked, and answers with the number."""

    def __init__(self) -> None:
        self.asked = 0

    async def __call__(self) -> int:
        self.asked += 1
        await asyncio.sleep(0)
        return self.asked


def test_a_form_counts_once_while_it_is_remembered() -> None:
    async def test() -> None:
        forms, act = Once(), Counter()
        assert await asyncio.gather(*(forms.do("a", act) for _ in range(3))) == [1, 1, 1]
        assert [await forms.do("a", act), await forms.do("b", act)] == [1, 2]

    asyncio.run(test())


def test_a_form_is_forgotten_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        monkeypatch.setattr(once, "LASTS", 0)
        forms, act = Once(), Counter()
        found = await forms.do("a", act)
        while found == 1:
            await asyncio.sleep(0)
            found = await forms.do("a", act)

    asyncio.run(asyncio.wait_for(test(), 20))


def test_no_more_is_remembered_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        monkeypatch.setattr(once, "MOST", 2)
        forms, act = Once(), Counter()
        assert [await forms.do(each, act) for each in "abcb"] == [1, 2, 3, 2]
        assert await forms.do("a", act) == 4

    asyncio.run(test())


def test_what_failed_can_be_tried_again() -> None:
    async def fails() -> int:
        await asyncio.sleep(0)
        raise ValueError

    async def test() -> None:
        forms = Once()
        both = await asyncio.gather(
            *(forms.do("a", fails) for _ in range(2)), return_exceptions=True
        )
        assert [type(each) for each in both] == [ValueError, ValueError]
        await asyncio.sleep(0)
        assert await forms.do("a", Counter()) == 1

    asyncio.run(test())
