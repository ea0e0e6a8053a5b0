"""A class that trades shares on credit: however many must sell, the next period opens soon."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.clients import Here
from paydays_widgets.classroom.entries import Decided
from paydays_widgets.classroom.pacing import BETWEEN, READING
from paydays_widgets.games.market import events
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.talk.film import LONGEST, MOST_BEATS
from tests.classroom.phones import Hall, run
from tests.classroom.test_market import again_alike, opened

RULES = Rules(speech="free", goods="shares", credit=75, rate=10, periods=5)
PEOPLE = 12
LATER = events.MarginCalled, events.ForceSold, events.Ruined


def say(here: Here, seat: int, what: str) -> Decided | None:
    [sitting] = here.room.sittings
    return wishes.decide(
        here.room, sitting.people[seat][0], f"{seat + 1} {what}", sitting.asked, 0
    )


async def ruin(hall: Hall, here: Here, debtors: Sequence[int]) -> None:
    """Let some buy dear on credit; then a share is sold cheap, and the bell rings.

    Each debtor owes more than any dividend on six shares, and has to sell them all.
    """
    bought = [(buyer, buyer + of, 300) for buyer in debtors for of in (1, 1, 2)]
    deals = [(2, 1, 300), *bought, (2, 1, 1)]
    for buyer, seller, price in deals:
        for seat, what in ((seller, f"ask {price}00"), (buyer, f"buy {price}00")):
            await hall.wish(here, lambda *_, seat=seat, what=what: [say(here, seat, what)])
    await hall.wish(here, lambda room, _: [wishes.ring(room, 0)])


@pytest.mark.parametrize("pace", [*BETWEEN])
@pytest.mark.parametrize("debtors", [(), (3,), (3, 6, 9)])
def test_a_chain_of_forced_sales_is_told_within_a_few_seconds(
    pace: str, debtors: tuple[int, ...], tmp_path: Path
) -> None:
    async def act(hall: Hall) -> None:
        here, _ = await opened(hall, PEOPLE, RULES, pace=pace)
        await ruin(hall, here, debtors)
        [sitting] = here.room.sittings
        await hall.until(lambda: isinstance(sitting.table.event, events.DividendPaid))
        began, seen = hall.now, [sitting.table.at]
        while not sitting.flows:
            await hall.later(50)
            seen += [sitting.table.at] if sitting.table.at != seen[-1] else []
        chain = [each for each in sitting.table.branch.steps if isinstance(each.event, LATER)]
        assert len(chain) == 8 * len(debtors)
        steps = sitting.table.branch.steps
        shown = [at for at in seen if isinstance(steps[at - 1].event, LATER)]
        assert len(shown) == min(len(chain), MOST_BEATS)
        assert [steps[at - 1] for at in shown[-1:]] == chain[-1:]
        told = bool(chain) * (LONGEST + READING) + 50 * len(seen)
        assert hall.now - began <= BETWEEN[pace] + told
        again_alike(hall, here)

    run(act, tmp_path)


def test_a_teacher_who_steps_comes_through_a_chain_with_as_many_steps_as_a_film(
    tmp_path: Path,
) -> None:
    async def act(hall: Hall) -> None:
        here, _ = await opened(hall, PEOPLE, RULES, pace="teacher")
        teacher = await hall.teacher(here)
        await ruin(hall, here, (3, 6, 9))
        [sitting] = here.room.sittings
        pressed = 0
        while not sitting.flows:
            await teacher.do("step", "0")
            pressed += isinstance(sitting.table.event, LATER)
        assert pressed == MOST_BEATS

    run(act, tmp_path)
