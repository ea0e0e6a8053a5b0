"""Who has no choice beside others who have is not asked, and counts when they have decided."""

from paydays_widgets.classroom import screens, wishes
from paydays_widgets.classroom.clients import ClassScreen, Client, Here
from paydays_widgets.classroom.sitting import Sitting
from tests.classroom.classes import NAMES, Class, same_again
from tests.markup import Page


def parted(room: Class) -> Sitting:
    """Play on until some have a choice while others have none."""
    sitting = room.room.sittings[0]
    while len(sitting.asks) < 2 or not sitting.quiet:
        room.decide(room.turn()[0])
    return sitting


def phone(room: Class, seat: int) -> tuple[str, set[str]]:
    """Read a seat's phone: what is said, and the moves to press."""
    here = Here(1, room.room)
    here.clients = [Client(each, ClassScreen(), lambda _: None) for each in room.room.present]
    person = room.room.sittings[0].people[seat][0]
    parts = screens.student(here, person, ClassScreen(), {}).parts
    stage = Page(parts["stage"].html).elements
    moves = {each["data-move"] or "" for each in stage if each["aria-disabled"] != "true"}
    return Page(parts["head"].html).key("head").said, moves - {""}


def test_who_has_no_choice_reads_why_and_is_counted_when_the_others_have_decided() -> None:
    room = Class().open().join(*NAMES[:4]).begin()
    sitting = parted(room)
    quiet, turn = sitting.quiet, sitting.table.turn
    asked = len(sitting.waiting)
    for seat in quiet:
        said, moves = phone(room, seat)
        assert not moves
        assert str(asked) in said
    for number, seat in enumerate(sorted(sitting.asks)):
        said, moves = phone(room, seat)
        assert moves
        assert f"{number} of {asked}" in said  # nobody is named, nor counted out
        assert sitting.table.turn.turn == turn.turn
        room.decide(sitting.people[seat][0])
    assert sitting.table.turn != turn
    assert {sitting.table.branch.moves[number].by for number in sitting.unasked} >= quiet
    same_again(room)


def test_a_decision_that_is_taken_back_takes_those_along_that_followed_by_themselves() -> None:
    room = Class().open(undo_revealed=True).join(*NAMES[:4]).begin()
    sitting = parted(room)
    made, unasked = sitting.made, [*sitting.unasked]
    first, *others = sorted(sitting.asks)
    for seat in (first, *others):
        room.decide(sitting.people[seat][0])
    assert len(sitting.unasked) > len(unasked)
    while sitting.made > made:
        room.do(wishes.undo(room.room, 0))
    assert (sitting.made, sitting.unasked) == (made, unasked)
    assert first in sitting.asks
    same_again(room)
