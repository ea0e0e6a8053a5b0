"""Programmes of the auction room, as the teacher's form makes them."""

from collections.abc import Mapping

from paydays_widgets.classroom import wishes
from paydays_widgets.classroom.composing import blocks
from paydays_widgets.classroom.entries import Block
from tests.classroom.classes import Class

USUAL: Mapping[str, str] = {"rounds": "3", "size": "4"}


def fields(*given: Mapping[str, str], told: str = "values") -> dict[str, str]:
    """Fill in the form: for each block what differs from :data:`USUAL`."""
    usual = {**USUAL, "told": told}
    return {
        f"{name}-{number}": value
        for number, block in enumerate(given, 1)
        for name, value in {**usual, **block}.items()
    }


def programme(*given: Mapping[str, str], told: str = "values") -> tuple[Block, ...]:
    filled = fields(*given, told=told)
    return blocks("auction_room", lambda name: filled.get(name, ""))


def opened(*given: Mapping[str, str], told: str = "values", same: bool = False) -> Class:
    """Open a class that plays a programme."""
    made = programme(*given, told=told)
    return Class().open(programme=made, same=same, pace="fast")


def play(room: Class, part: int = 2) -> None:
    """Play the game of all tables to its end: each bids a part of the value, such as half."""
    for sitting in room.room.sittings:
        while not sitting.over:
            room.walk()
            for seat in sitting.waiting:
                bidder = sitting.table.state.bidders[seat]
                amount = min(bidder.value // part, bidder.budget or bidder.value) // 100 * 100
                move = f"{seat + 1} bid {amount}"
                made = wishes.decide(
                    room.room, sitting.people[seat][0], move, sitting.asked, room.now
                )
                room.do(made)
            room.walk()
