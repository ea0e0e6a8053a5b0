"""What the seats of a table are called."""

from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.sitting import Sitting
from paydays_widgets.core.text import Text


def names(room: Room, sitting: Sitting, text: Text) -> tuple[str, ...]:
    """Name the seats of a table by those who sit there.

    In a poll nobody does: there seats are named by their shapes, since cards have colours too, and
    no seat is taken for a student who happens to have its name.
    """
    if not room.polled:
        return tuple(player.called for player in sitting.table.players)
    shapes = text("Circle"), text("Square"), text("Drop"), text("Leaf")
    return shapes[: len(sitting.table.players)]
