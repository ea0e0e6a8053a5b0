"""The round board: the circuit's squares and what they would pay, the disc, and where pawns stand.

Positions are in hundredths of the board's width, and angles in turns, clockwise from the top.
"""

from functools import cache
from itertools import pairwise
from math import cos, pi, sin
from typing import Final

from msgspec import Struct

from paydays_widgets.core.game import Seat
from paydays_widgets.core.names import shortened
from paydays_widgets.games.zock import events, reading
from paydays_widgets.games.zock.board.headline import Scene
from paydays_widgets.games.zock.engine import square_of
from paydays_widgets.games.zock.state import HOME, KING, View

_TILE: Final = (37.8, 46.2)
_MARK: Final = 48.2
"""The radius of the squares' numbers: outside the circuit, where no pawn hides them."""
_BAND: Final = (31, 36.8)
_PRINTED: Final = (26.6, 36.8)
"""The band's radii where each square has a sum of its own, which then lies along the radius."""
_DISC: Final = (30.2, 26.4, 15.9)
"""The radii of the disc, its arrows and its windows."""
_WIDE: Final = 12.0
"""The radius of a window that says how many times its sum is paid."""
_CORNERS: Final = ((7.2, 7.2), (92.8, 7.2), (92.8, 92.8), (7.2, 92.8))
"""The middles of the homes."""
_BESIDE_HOME: Final = 25
"""How far from the middle, both ways, a number would be that stood beside a home."""
_SLOTS: Final = ((0.0, -3.2), (-3.2, 3.0), (3.2, 3.0))
_PAWN: Final = 5.4
_KING: Final = 5.8
"""The widths of pawns, with room beside them for the ring of those that can be played."""
_ROOM: Final = 17.4
"""How far along the radius pawns on one square may stand; those that would not fit are smaller."""
_SPANNED: Final = 20
"""How many characters the first quarter of the gold ring has room for."""
_FIFTH: Final = 5
_LEVELS: Final = 5


class Tile(Struct, frozen=True, gc=False):
    """A square of the circuit: its outline, its number, and the seat whose exit it is (or 0).

    Numbers count the steps from the active seat's exit; none stands beside a home.
    """

    path: str
    number: str
    x: float
    y: float
    seat: int


class Band(Struct, frozen=True, gc=False):
    """A run of squares for which the window shows the seat to move the same sum."""

    path: str
    sum: int
    x: float
    y: float
    level: int
    """From 0 (nothing) to 5 (the highest sum)."""
    turn: float
    """The label's rotation, in degrees."""


class Arrow(Struct, frozen=True, gc=False):
    """An arrow of the disc and the window behind it; positions are in hundredths of the disc."""

    seat: int
    angle: float
    tip: tuple[float, float]
    window: tuple[float, float]
    sum: int
    times: int
    """How many times that sum is paid."""
    lit: bool


def _on(angle: float, radius: float) -> tuple[float, float]:
    """Return the point at an angle (in turns, clockwise from the top) and a radius."""
    return (
        round(50 + radius * sin(2 * pi * angle), 2),
        round(50 - radius * cos(2 * pi * angle), 2),
    )


def _arc(start: float, end: float, radii: tuple[float, float]) -> str:
    """Outline a piece of a ring between two angles (in turns)."""
    inner, outer = radii
    wide = int(end - start > 1 / 2)
    (ax, ay), (bx, by) = _on(start, outer), _on(end, outer)
    (cx, cy), (dx, dy) = _on(end, inner), _on(start, inner)
    return (
        f"M{ax} {ay}A{outer} {outer} 0 {wide} 1 {bx} {by}"
        f"L{cx} {cy}A{inner} {inner} 0 {wide} 0 {dx} {dy}Z"
    )


def exit_of(view: View, seat: Seat) -> int:
    """Return the square of a seat's exit."""
    return view.deck.exit(seat, len(view.sides))


def homes(view: View) -> tuple[tuple[float, float], ...]:
    """Return the middle of each seat's home; two seats sit opposite each other."""
    return _CORNERS[:: 1 if len(view.sides) > 2 else 2]  # noqa: PLR2004


def tiles(view: View) -> tuple[Tile, ...]:
    """Return the squares."""
    exits = tuple(exit_of(view, seat) for seat in range(len(view.sides)))
    return _tiles(view.deck.squares, exits, exits[view.active])


@cache
def _tiles(squares: int, exits: tuple[int, ...], first: int) -> tuple[Tile, ...]:
    found = []
    for square in range(squares):
        start, end = ((square - 0.46) / squares, (square + 0.46) / squares)
        # beside the disc two digits lie across the ring, and need more room
        x, y = _on(square / squares, _MARK + 0.6 * sin(2 * pi * square / squares) ** 4)
        seat = exits.index(square) + 1 if square in exits else 0
        steps = (square - first) % squares
        corner = min(abs(x - 50), abs(y - 50)) > _BESIDE_HOME
        number = str(steps) if steps % _FIFTH == 0 and not corner else ""
        found.append(Tile(_arc(start, end, _TILE), number, x, y, seat))
    return tuple(found)


def square(view: View, seat: Seat, steps: int) -> int:
    """Return the square so many steps past a seat's exit."""
    return square_of(view.deck, seat, len(view.sides), steps)


def landing(view: View, steps: int) -> tuple[float, float]:
    """Return where the active seat's pawn would land, so many steps past its exit."""
    return _on(square(view, view.active, steps) / view.deck.squares, sum(_TILE) / 2)


def bands(view: View) -> tuple[Band, ...]:
    """Show what the window pays the active seat along the circuit."""
    deck, seat = view.deck, view.active
    sums = [reading.window(view, seat, steps) for steps in range(deck.squares)]
    levels = sorted({0, *sums})
    starts = [at for at in range(1, deck.squares) if sums[at] != sums[at - 1]]
    found = []
    exit_ = exit_of(view, seat)
    printed = view.rules.payout == "square"
    radii = _PRINTED if printed else _BAND
    if printed:
        starts = list(range(deck.quarter + 1, deck.squares))
    for start, end in pairwise([*starts, deck.squares]):
        angles = ((exit_ + start - 0.46) / deck.squares, (exit_ + end - 0.54) / deck.squares)
        middle = sum(angles) / 2
        x, y = _on(middle, sum(radii) / 2)
        level = -(-_LEVELS * levels.index(sums[start]) // max(1, len(levels) - 1))
        # A label follows the circuit, or the radius if each square has its own; none is
        # upside down.
        angle = 360 * (middle % 1) + (90 if printed else 0)
        turn = round((angle + 90) % 180 - 90, 1)
        found.append(Band(_arc(*angles, radii), sums[start], x, y, level, turn))
    return tuple(found)


def payee(scene: Scene) -> tuple[str, str] | None:
    """Say on the ring for whom its sums are, along its first quarter, which pays nothing.

    A long name is cut, since others say it whole.
    """
    view, text = scene.view, scene.text
    deck, seat = view.deck, view.active
    if not any(reading.window(view, seat, steps) for steps in range(deck.squares)):
        return None
    room = _SPANNED - len(text("Bank pays {name}", name=""))
    name = shortened(scene.names[seat], room)
    start = (exit_of(view, seat) - 0.46) / deck.squares
    end = start + (deck.quarter + 0.92) / deck.squares
    radius = sum(_PRINTED if view.rules.payout == "square" else _BAND) / 2
    upright = cos(pi * (start + end)) >= 0  # no words are upside down
    (ax, ay), (bx, by) = (_on(at, radius) for at in ((start, end) if upright else (end, start)))
    path = f"M{ax} {ay}A{radius} {radius} 0 0 {int(upright)} {bx} {by}"
    return text("Bank pays {name}", name=name), path


def arrow(scene: Scene, seat: Seat) -> Arrow:
    """Return a seat's arrow, whose window is lit when the seat has just rolled or cashed."""
    view, event = scene.view, scene.event
    radius, tip, window = _DISC
    angle = exit_of(view, seat) / view.deck.squares
    lit = isinstance(event, events.DiscTurned | events.PawnsCashed) and event.seat == seat
    times = event.times if lit and isinstance(event, events.PawnsCashed) else 1
    return Arrow(
        seat=seat + 1,
        angle=round(360 * angle, 2),
        tip=_on(angle, 50 * tip / radius),
        window=_on(angle, 50 * (_WIDE if times > 1 else window) / radius),
        sum=reading.window(view, seat, view.disc),
        times=times,
        lit=lit,
    )


def spot(view: View, seat: Seat, at: int) -> tuple[float, float, float]:
    """Return the position and the width of a pawn; pawns on one square do not overlap."""
    steps = view.sides[seat].pawns[at]
    size = _KING if at == KING else _PAWN
    if steps == HOME:
        (x, y), (dx, dy) = homes(view)[seat], _SLOTS[at]
        return (round(x + dx, 2), round(y + dy, 2), size)
    lies = square(view, seat, steps)
    together = [
        (other, place)
        for other, side in enumerate(view.sides)
        for place, gone in enumerate(side.pawns)
        if gone != HOME and square(view, other, gone) == lies
    ]
    apart = min(_KING, round(_ROOM / len(together), 2))
    off = together.index((seat, at)) - (len(together) - 1) / 2
    beyond = max(0.0, apart * len(together) - (_TILE[1] - _TILE[0])) / 2
    radius = sum(_TILE) / 2 + apart * off - beyond  # a number stands outside
    return (*_on(lies / view.deck.squares, radius), min(size, apart))
