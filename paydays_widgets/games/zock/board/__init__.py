"""The picture of the table: turns a scene into HTML.

This module decides what is shown and where: the circuit's squares, the disc, the pawns, what each
pawn could do and with what result. The template ``board.html.j2`` lays it out; ``board.css``
styles it. Positions on the round board are in hundredths of its width.
"""

from collections.abc import Sequence
from functools import cache
from itertools import compress, pairwise
from math import cos, pi, sin
from typing import ClassVar, Final

from msgspec import Struct

from paydays_widgets.core.game import Chance, Decide, Over, Seat, Settling
from paydays_widgets.core.ledger import BANK
from paydays_widgets.core.names import shortened
from paydays_widgets.games.zock import events
from paydays_widgets.games.zock.board.curve import Curve, Mark, curve
from paydays_widgets.games.zock.board.headline import PLAYED, Scene, duellists, headline
from paydays_widgets.games.zock.engine import fine_paid, landing, square_of, standing_at
from paydays_widgets.games.zock.moves import (
    PAWNS,
    Cash,
    Go,
    Move,
    Pawn,
    Repay,
    SendHome,
    Throw,
)
from paydays_widgets.games.zock.state import HOME, KING, Side, View
from paydays_widgets.games.zock.text import money, pawn_kind, pawn_name, pawns_listed, pawns_named
from paydays_widgets.show.board import NOTHING, Flight, Mood, Picture, Play, SeatCard, Tone

PACKAGE: Final = "paydays_widgets.games.zock"
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
_NAMED: Final = 3
"""How many of the numbers round the board are named beside it."""
_BARS: Final = 20
"""The number of bars in the bank's vault at the start of the game."""
_FIFTH: Final = 5
_LEVELS: Final = 5
_NOTES: Final = (500, 1_000, 5_000)
_BESIDE: Final = 20.0
"""How much of a seat's track a pawn takes up on the narrowest card, in hundredths."""


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
    sum: str
    x: float
    y: float
    level: int
    """From 0 (nothing) to 5 (the highest sum)."""
    turn: float
    """The label's rotation, in degrees."""


class Payee(Struct, frozen=True, gc=False):
    """For whom the gold ring's sums are: words along its first quarter, which pays nothing."""

    words: str
    path: str


class Arrow(Struct, frozen=True, gc=False):
    """An arrow of the disc and the window behind it; positions are in hundredths of the disc."""

    seat: int
    angle: float
    tip: tuple[float, float]
    window: tuple[float, float]
    sum: str
    times: int
    """How many times that sum is paid."""
    lit: bool


class Token(Struct, frozen=True, gc=False):
    """A pawn on the board."""

    key: str
    seat: int
    pawn: Pawn
    x: float
    y: float
    size: float
    label: str
    home: bool
    plays: bool
    """Whether its seat plays now: the steps and the sums on the board are for it."""
    move: Move | None


class Home(Struct, frozen=True, gc=False):
    """A seat's corner with its name, and its money, which a phone shows there."""

    seat: int
    name: str
    x: float
    y: float
    out: bool
    plays: bool
    money: str


class Target(Struct, frozen=True, gc=False):
    """The square where a pawn would land."""

    pawn: Pawn
    seat: int
    x: float
    y: float


class Rung(Struct, frozen=True, gc=False):
    """A label under the curve, and how many columns it spans."""

    column: int
    span: int
    steps: str
    sum: str


class Beside(Struct, frozen=True, gc=False):
    """The curve beside the board, for the seat whose turn it is."""

    curve: Curve
    rungs: tuple[Rung, ...]
    pawns: tuple[tuple[str, Pawn, float, float], ...]
    """Key, pawn, and its position from the left and from below."""
    said: str
    depends: bool


class Act(Struct, frozen=True, gc=False):
    """A choice open now: its symbol (a pawn or the die) and its result."""

    play: Play
    icon: str
    detail: str
    tone: str
    """``gain``, ``loss``, ``duel`` or ``""``."""


class Die(Struct, frozen=True, gc=False):
    """The die: what it shows (0 for nothing), what clicking it does, and its name."""

    shown: int
    label: str
    play: Play | None = None


class Lane(Struct, frozen=True, gc=False):
    """A pawn on a seat's track: how far it has gone, from 0 to 100.

    The level is -1 for a pawn above the track and 1 for one below it, since another pawn is near.
    """

    key: str
    pawn: Pawn
    at: float
    level: int
    home: bool


class SidePicture(Struct, frozen=True, gc=False):
    """A seat's card: its debt, and how far its pawns have gone."""

    seat: SeatCard
    debt: str
    lanes: tuple[Lane, ...]
    progress: str


class Fighter(Struct, frozen=True, gc=False):
    """A side of a duel."""

    seat: int
    name: str
    role: str
    stake: str
    odds: str
    risk: int
    """In how many duels of 11 it loses; 0 if that is not told."""
    rolls: bool
    state: str
    """``fights``, ``won`` or ``lost``."""


class Duel(Struct, frozen=True, gc=False):
    """The scene of a duel."""

    fighters: tuple[Fighter, Fighter]
    die: int
    rolled: str
    roll: Play | None
    """The next roll, if one is due."""
    winner: str
    """What the winner will have."""


class Vault(Struct, frozen=True, gc=False):
    """What the bank holds."""

    money: str
    bars: int
    all: int
    lent: str
    empty: bool


def draw(scene: Scene) -> str:
    """Draw the table.

    Parameters
    ----------
    scene
        What may be shown, and to whom.
    """
    return _Table(scene).draw()


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


class _Table(Picture[View, events.Event]):
    """The table of a Zock game."""

    package: ClassVar[str] = PACKAGE

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.deck = scene.view.deck
        self.seats = len(scene.view.sides)
        self.acting = next(iter(self.playing), None)
        """The seat that can decide on this screen now, if any."""
        self.legal = () if self.acting is None else scene.own[self.acting].legal
        self.over = isinstance(scene.view.turn, Over)
        self.duel = self._duel()

    def draw(self) -> str:
        view, deck = self.view, self.deck
        exits = tuple(deck.exit(seat, self.seats) for seat in range(self.seats))
        return self.render(
            head=headline(self.scene),
            names=self.scene.names,
            tiles=_tiles(deck.squares, exits, exits[view.active]),
            bands=() if self.over or self.duel else self._bands(),
            payee=None if self.over or self.duel else self._payee(),
            counted=0 if self.over or self.duel else view.active + 1,
            printed=view.rules.payout == "square",
            round=self.text("Round {n} of {all}", n=view.round, all=view.rules.rounds),
            turned=round(360 * view.disc / deck.squares, 2),
            arrows=tuple(self._arrow(seat) for seat in range(self.seats)),
            homes=[self._home(seat) for seat in range(self.seats)],
            tokens=[
                self._token(seat, at)
                for seat, side in enumerate(view.sides)
                for at in range(len(PAWNS))
                if not side.out
            ],
            targets=self._targets(),
            told=() if self.over or self.duel else self._told(),
            rolled=self._die(),
            whose="" if self.over else self.scene.names[view.active],
            decided=self._acts(),
            repays=self._repays(),
            beside=self._beside(),
            advice=self.scene.advice and self.scene.hint,
            advises=self.scene.advice,
            duel=self.duel,
            vault=self._vault(),
            sides=[self._seat(seat) for seat in range(self.seats)],
            quarter=round(100 * (deck.quarter + 0.5) / (deck.squares - 1), 1),
            active=0 if self.over else view.active + 1,
        )

    def money(self, amount: int) -> str:
        return money(amount, self.text)

    def cash(self, seat: Seat) -> int:
        return self.view.sides[seat].money

    def flights(self) -> tuple[Flight, ...]:
        """List the money in flight; debts are not shown as money."""
        shown = self.event.transfers if self.event else ()
        real = [BANK not in {each.source, each.target} for each in shown]
        return tuple(compress(super().flights(), real))

    # the round board

    def _square(self, seat: Seat, steps: int) -> int:
        return square_of(self.deck, seat, self.seats, steps)

    def _window(self, seat: Seat, steps: int) -> int:
        """Return what the window shows for a seat's pawn; 0 in the first quarter."""
        if steps <= self.deck.quarter:
            return 0
        payout = self.view.rules.payout
        return self.deck.window(payout, steps, self._square(seat, steps))

    def _bands(self) -> tuple[Band, ...]:
        """Show what the window pays the active seat along the circuit."""
        deck, seat = self.deck, self.view.active
        sums = [self._window(seat, steps) for steps in range(deck.squares)]
        levels = sorted({0, *sums})
        starts = [at for at in range(1, deck.squares) if sums[at] != sums[at - 1]]
        found = []
        exit_ = deck.exit(seat, self.seats)
        printed = self.view.rules.payout == "square"
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
            label = self.money(sums[start])
            found.append(Band(_arc(*angles, radii), label, x, y, level, turn))
        return tuple(found)

    def _payee(self) -> Payee | None:
        """Say on the ring for whom its sums are; a long name is cut, since others say it whole."""
        deck, seat, text = self.deck, self.view.active, self.text
        if not any(self._window(seat, steps) for steps in range(deck.squares)):
            return None
        name = self.scene.names[seat]
        room = _SPANNED - len(text("Bank pays {name}", name=""))
        name = shortened(name, room)
        start = (deck.exit(seat, self.seats) - 0.46) / deck.squares
        end = start + (deck.quarter + 0.92) / deck.squares
        radius = sum(_PRINTED if self.view.rules.payout == "square" else _BAND) / 2
        upright = cos(pi * (start + end)) >= 0  # no words are upside down
        (ax, ay), (bx, by) = (
            _on(at, radius) for at in ((start, end) if upright else (end, start))
        )
        path = f"M{ax} {ay}A{radius} {radius} 0 0 {int(upright)} {bx} {by}"
        return Payee(text("Bank pays {name}", name=name), path)

    def _told(self) -> tuple[str, str]:
        """Say what the numbers round the board count: some of them, and the words for them."""
        deck, seat = self.deck, self.view.active
        exits = tuple(deck.exit(each, self.seats) for each in range(self.seats))
        tiles = _tiles(deck.squares, exits, exits[seat])
        shown = sorted({int(tile.number) for tile in tiles if tile.number} - {0})
        numbers = ", ".join(map(str, shown[:_NAMED]))
        words = self.text("steps from {name}’s exit", name=self.scene.names[seat])
        return (numbers, words)

    def _plays(self, seat: Seat) -> bool:
        """Whether a seat plays now, or fights; all do once the game is over."""
        if self.duel:
            return seat + 1 in {each.seat for each in self.duel.fighters}
        return self.over or seat == self.view.active

    def _arrow(self, seat: Seat) -> Arrow:
        view, deck = self.view, self.deck
        exit_ = deck.exit(seat, self.seats)
        shown = self._window(seat, view.disc)
        radius, tip, window = _DISC
        angle = exit_ / deck.squares
        event = self.event
        lit = isinstance(event, events.DiscTurned | events.PawnsCashed) and event.seat == seat
        label = self.money(shown) if shown else "–"
        times = event.times if lit and isinstance(event, events.PawnsCashed) else 1
        window = _WIDE if times > 1 else window
        return Arrow(
            seat=seat + 1,
            angle=round(360 * angle, 2),
            tip=_on(angle, 50 * tip / radius),
            window=_on(angle, 50 * window / radius),
            sum=label,
            times=times,
            lit=lit,
        )

    def _corner(self, seat: Seat) -> tuple[float, float]:
        return _CORNERS[seat if self.seats > 2 else 2 * seat]  # noqa: PLR2004 - two sit opposite

    def _home(self, seat: Seat) -> Home:
        side = self.view.sides[seat]
        name, money_ = self.scene.names[seat], self.money(side.money)
        plays = self._plays(seat) and not self.over and not side.out
        return Home(seat + 1, name, *self._corner(seat), side.out, plays, money_)

    def _spot(self, seat: Seat, at: int) -> tuple[float, float, float]:
        """Return the position and the width of a pawn; pawns on one square do not overlap."""
        steps = self.view.sides[seat].pawns[at]
        size = _KING if at == KING else _PAWN
        if steps == HOME:
            (x, y), (dx, dy) = self._corner(seat), _SLOTS[at]
            return (round(x + dx, 2), round(y + dy, 2), size)
        square = self._square(seat, steps)
        here = [
            (other, place)
            for other, side in enumerate(self.view.sides)
            for place, gone in enumerate(side.pawns)
            if gone != HOME and self._square(other, gone) == square
        ]
        apart = min(_KING, round(_ROOM / len(here), 2))
        off = here.index((seat, at)) - (len(here) - 1) / 2
        beyond = max(0.0, apart * len(here) - (_TILE[1] - _TILE[0])) / 2
        radius = sum(_TILE) / 2 + apart * off - beyond  # a number stands outside
        return (*_on(square / self.deck.squares, radius), min(size, apart))

    def _token(self, seat: Seat, at: int) -> Token:
        text, pawn = self.text, PAWNS[at]
        side = self.view.sides[seat]
        steps = side.pawns[at]
        x, y, size = self._spot(seat, at)
        name, kind = self.scene.names[seat], pawn_kind(pawn, text)
        first = self.deck.exit(self.view.active, self.seats)
        square = (self._square(seat, steps) - first) % self.deck.squares
        if steps == HOME:
            label = text("{name}: {pawn}, at home", name=name, pawn=kind)
        else:
            label = text.plural(
                "{name}: {pawn}, {n} step past its exit, on square {square}",
                "{name}: {pawn}, {n} steps past its exit, on square {square}",
                steps,
                name=name,
                pawn=kind,
                square=square,
            )
        move = None
        if seat == self.acting:
            would = {"move": Go, "choose": Cash, "foremost": SendHome}[self.prompt](seat, pawn)
            move = would if would in self.legal else None
        if move:
            label = f"{label}. {_capital(self._would(pawn)[0])}"
        return Token(
            key=f"p{seat + 1}-{pawn}",
            seat=seat + 1,
            pawn=pawn,
            x=x,
            y=y,
            size=size,
            label=label,
            home=steps == HOME,
            plays=self._plays(seat),
            move=move,
        )

    def _targets(self) -> list[Target]:
        if self.prompt != "move" or self.acting is None:
            return []
        found = []
        for pawn in PAWNS:
            steps = self._after(pawn)
            if Go(self.acting, pawn) in self.legal and steps != HOME:
                angle = self._square(self.acting, steps) / self.deck.squares
                found.append(Target(pawn, self.acting + 1, *_on(angle, sum(_TILE) / 2)))
        return found

    def _die(self) -> Die:
        view, text = self.view, self.text
        if isinstance(self.turn, Chance) and self.turn.purpose == "roll":
            label = text("Roll the die for {name}", name=self.scene.names[view.active])
            return Die(0, label, Play(label, do="step"))
        if self.acting is not None and self.prompt == "choose":
            label = text("Roll on")
            return Die(0, label, Play(label, move=Throw(self.acting)))
        shown = view.die
        return Die(shown, text("The die shows {die}", die=shown) if shown else text("The die"))

    # what can be decided

    def _side(self) -> Side:
        return self.view.sides[self.acting or 0]

    def _steps(self, pawn: Pawn) -> int:
        return self._side().pawns[PAWNS.index(pawn)]

    def _after(self, pawn: Pawn) -> int:
        return landing(self.view.rules, self.deck, self._steps(pawn), self.view.die)

    def _acts(self) -> list[Act]:
        """List the seat's choices, including those it does not have, with the reason."""
        seat, text = self.acting, self.text
        if seat is None:
            return []
        found = []
        if self.prompt == "choose":
            play = self.play(Throw(seat), "", text("Roll on"))
            found.append(Act(play, "die", self._risk(), ""))
        if self.prompt == "foremost":
            return [
                self._act(
                    SendHome(seat, pawn),
                    pawn,
                    text("Send {pawn} home", pawn=pawn_name(pawn, text)),
                    "",
                    "loss",
                )
                for pawn in PAWNS
                if SendHome(seat, pawn) in self.legal
            ]
        if self.prompt == "move":
            for pawn in PAWNS:
                title, detail, tone = self._would(pawn)
                found.append(self._act(Go(seat, pawn), pawn, title, detail, tone))
        if self.prompt == ("choose" if self.view.rules.cash == "before_roll" else "move"):
            for pawn in PAWNS:
                if self._steps(pawn) != HOME:
                    title, detail = self._cashing(pawn)
                    found.append(self._act(Cash(seat, pawn), pawn, title, detail, "gain"))
        return found

    def _act(self, move: Move, pawn: Pawn, title: str, detail: str, tone: str) -> Act:
        play = self.play(move, "", _capital(title))
        return Act(play, pawn, detail, "" if play.why else tone)

    def _risk(self) -> str:
        """Say which pawn a 1 would send home."""
        side, text = self._side(), self.text
        most = max(side.pawns)
        if most == HOME:
            return text("No pawn is on the circuit yet.")
        first = PAWNS[side.pawns.index(most)]
        return text("2 to 6: move on. 1: {pawn} goes home.", pawn=pawn_name(first, text))

    def _would(self, pawn: Pawn) -> tuple[str, str, str]:
        """Describe the choice of a pawn: title, result and tone."""
        text = self.text
        named = pawn_name(pawn, text)
        if self.prompt == "choose":
            return (*self._cashing(pawn), "gain")
        if self.prompt == "foremost":
            return (text("Send {pawn} home", pawn=named), "", "loss")
        start, after = self._steps(pawn), self._after(pawn)
        if after == HOME:
            return (text("Send {pawn} home", pawn=named), text("A full lap pays nothing."), "loss")
        if start == HOME:
            title = text("Bring out {pawn}", pawn=named)
        else:
            title = text("Move {pawn}", pawn=named)
        return (title, *self._consequence(pawn, start, after))

    def _consequence(self, pawn: Pawn, start: int, after: int) -> tuple[str, str]:
        """Describe what a pawn would meet, or be worth, where it lands: result and tone."""
        text, seat = self.text, self.acting or 0
        path = text("{start} → {end} steps", start=max(start, 0), end=after)
        met = standing_at(self.view, self._square(seat, after), seat)
        if met is None:
            if start not in (HOME, after - self.view.die):
                lap = text("it stops before its exit") if after > start else text("a new lap")
                return (text("{path}: {result}", path=path, result=lap), "")
            window = self._window(seat, after)
            paid = (
                text("if cashed later, {sum}", sum=self._times([pawn], window))
                if window
                else text("worth nothing yet")
            )
            return (text("{path}: {result}", path=path, result=paid), "")
        other, places = met
        name, to = self.scene.names[other], self.scene.names[seat]
        if pawn == "king" and KING in places:
            return (text("{path}: duel with {name}!", path=path, name=name), "duel")
        due = sum(self.deck.fine_king if at == KING else self.deck.fine_pawn for at in places)
        fined = fine_paid(self.view, other, due)
        fine = self.money(fined)
        if len(places) > 1:
            told = text(
                "Sends {n} pawns home: {name} pays {to} {fine}",
                n=len(places),
                name=name,
                to=to,
                fine=fine,
            )
        elif KING in places:
            told = text("Sends a king home: {name} pays {to} {fine}", name=name, to=to, fine=fine)
        else:
            told = text("Sends a pawn home: {name} pays {to} {fine}", name=name, to=to, fine=fine)
        return (f"{told} ({self._fined(places, due, fined)})", "gain")

    def _fined(self, places: Sequence[int], due: int, paid: int) -> str:
        """Say what a hit's fine is for, or that less than it is paid."""
        text = self.text
        if paid < due:
            return text("the fine would be {due}", due=self.money(due))
        fines = [self.deck.fine_king if at == KING else self.deck.fine_pawn for at in places]
        if len(fines) > 1:
            return " + ".join(self.money(each) for each in fines)
        return text("fine for a king") if KING in places else text("fine for a pawn")

    def _together(self, pawn: Pawn) -> list[Pawn]:
        """List the pawns that are cashed with a pawn: all on its square."""
        steps = self._steps(pawn)
        return [each for each in PAWNS if self._steps(each) == steps]

    def _due(self, pawn: Pawn) -> int:
        """Return what the bank owes for cashing a pawn, with all on its square."""
        return self._counted(self._together(pawn)) * self._window(
            self.acting or 0, self._steps(pawn)
        )

    def _cashing(self, pawn: Pawn) -> tuple[str, str]:
        """Say what cashing a pawn brings, and who pays it: title and sum."""
        text = self.text
        window = self._window(self.acting or 0, self._steps(pawn))
        pawns = self._together(pawn)
        title = text("Cash {pawns}", pawns=pawns_named(pawns, text))
        if not window:
            return (title, "")
        bank = self.view.bank
        if self._due(pawn) > bank:
            return (title, text("The bank pays {sum}: all that it has", sum=self.money(bank)))
        return (title, text("Bank pays {sum}", sum=self._times(pawns, window)))

    def _counted(self, pawns: Sequence[Pawn]) -> int:
        """Count pawns as the bank pays them: a king counts several times."""
        return sum(self.deck.king_times if each == "king" else 1 for each in pawns)

    def _times(self, pawns: Sequence[Pawn], window: int) -> str:
        """Write what is paid for pawns and, for a king or a stack, how it comes about."""
        times = self._counted(pawns)
        sum_ = self.money(times * window)
        if times == 1:
            return sum_
        return self.text(
            "{sum} ({pawns}: {times} × {window})",
            sum=sum_,
            pawns=pawns_listed(pawns, self.text),
            times=times,
            window=self.money(window),
        )

    def _repays(self) -> dict[int, Play]:
        """Offer to repay one note, or as much as possible, by amount."""
        amounts = [move.amount for move in self.legal if isinstance(move, Repay)]
        offered = sorted({*[each for each in _NOTES if each in amounts], *amounts[-1:]})
        return {
            amount: self.play(
                Repay(self.acting or 0, amount),
                "",
                self.text("Repay {amount}", amount=self.money(amount)),
            )
            for amount in offered
        }

    def _beside(self) -> Beside:
        """Draw the curve for a lone pawn, with the active seat's pawns on it."""
        text, seat = self.text, self.view.active
        drawn = curve(self.deck, self.view.rules, self.deck.exit(seat, self.seats))
        pawns = []
        for pawn, steps in zip(PAWNS, self.view.sides[seat].pawns, strict=True):
            at = steps - drawn.first
            if at >= 0:
                left = round(100 * (at + 0.5) / drawn.columns, 2)
                pawns.append((f"c{seat + 1}-{pawn}", pawn, left, drawn.heights[at]))
        return Beside(
            curve=drawn,
            rungs=tuple(self._rung(each) for each in drawn.marks),
            pawns=tuple(pawns),
            said=text.listing([text.number(each) for each in drawn.cash_at]),
            depends=bool(drawn.depends),
        )

    def _rung(self, mark: Mark) -> Rung:
        """Label a sum with the first and the last step that it is paid for."""
        steps = self.text.number(mark.steps)
        if not mark.sum:
            return Rung(mark.column, mark.span, steps, "")
        last = self.text.number(mark.steps + mark.span - 1)
        return Rung(mark.column, mark.span, f"{steps}–{last}", self.money(mark.sum))

    # the duel

    def _duel(self) -> Duel | None:
        """Show a duel from its challenge until it is decided."""
        view, event, text = self.view, self.event, self.text
        if isinstance(event, events.DuelDecided):
            attacker = event.attacker
            attacked = event.loser if event.seat == attacker else event.seat
            told = text(
                "{name} wins {amount}",
                name=self.scene.names[event.seat],
                amount=self.money(event.amount),
            )
            states = {event.seat: "won", event.loser: "lost"}
            return Duel(self._fighters(attacker, attacked, None, states), 1, told, None, "")
        if view.attacked is None:
            return None
        turn = view.turn
        waits = not isinstance(turn, Settling)
        roller = duellists(view, turn.repeat)[0] if isinstance(turn, Chance) else None
        die, told = 0, text("{name} rolls first.", name=self.scene.names[view.attacked])
        if isinstance(event, events.DuelRolled):
            die = event.die
            told = text(
                "Roll {count}: {name} has a {die}",
                count=event.count,
                name=self.scene.names[event.seat],
                die=die,
            )
        roll = Play(text("Roll the die of the duel"), do="step") if waits else None
        fighters = self._fighters(view.active, view.attacked, roller, {})
        stakes = sum(view.sides[seat].money for seat in (view.active, view.attacked))
        return Duel(fighters, die, told, roll, self.money(stakes))

    def _fighters(
        self, attacker: Seat, attacked: Seat, roller: Seat | None, states: dict[Seat, str]
    ) -> tuple[Fighter, Fighter]:
        text = self.text

        def fighter(seat: Seat, role: str) -> Fighter:
            odds, risk = "", 0
            if roller is not None and self.scene.advice:
                risk = 6 if seat == roller else 5
                odds = text("chance of losing: {n} in 11", n=risk)
            return Fighter(
                seat=seat + 1,
                name=self.scene.names[seat],
                role=role,
                stake=self.money(self.view.sides[seat].money),
                odds=odds,
                risk=risk,
                rolls=seat == roller,
                state=states.get(seat, "fights"),
            )

        return (fighter(attacker, text("attacks")), fighter(attacked, text("is attacked")))

    # the bank and the seats

    def _vault(self) -> Vault:
        view = self.view
        lent = sum(side.debt for side in view.sides)
        held = view.bank
        usual = self.deck.money - self.seats * self.deck.start_money
        full = max(usual, view.rules.capital or 0, held, 1)
        return Vault(
            money=self.money(held),
            bars=-(-_BARS * held // full),
            all=_BARS,
            lent=self.money(lent) if lent else "",
            empty=not held,
        )

    def _seat(self, seat: Seat) -> SidePicture:
        side, text = self.view.sides[seat], self.text
        squares = self.deck.squares
        out = [steps for steps in side.pawns if steps != HOME]
        places = iter(_apart([100 * steps / (squares - 1) for steps in out]))
        lanes = tuple(
            Lane(
                f"l{seat + 1}-{pawn}",
                pawn,
                *((0.0, 0) if steps == HOME else next(places)),
                steps == HOME,
            )
            for pawn, steps in zip(PAWNS, side.pawns, strict=True)
        )
        debt = text("owes {debt}", debt=self.money(side.debt)) if side.debt else ""
        return SidePicture(
            seat=self.card(seat, debt),
            debt=debt,
            lanes=() if side.out else lanes,
            progress=text.plural("{n} pawn out", "{n} pawns out", len(out)),
        )

    def doing(self, seat: Seat) -> tuple[str, Tone]:
        view, text = self.view, self.text
        if view.sides[seat].out:
            return text("Out of the game"), "out"
        if view.attacked is not None and seat in {view.active, view.attacked}:
            return text("In a duel"), "active"
        if seat != view.active:
            return "", "idle"
        if isinstance(view.turn, Decide):
            return text("Deciding…"), "acting"
        if isinstance(view.turn, Settling) and isinstance(self.event, PLAYED):
            return text("Has played"), "active"
        return text("To move"), "active"

    def note(self, seat: Seat) -> tuple[str, Mood]:
        """Say what the last event means for a seat."""
        text = self.text
        match self.event:
            case events.PawnsCashed(seat=at, paid=paid) if at == seat:
                return text("Cashes {sum}", sum=self.money(paid)), "gain"
            case events.PawnsHit(seat=at, victim=victim, fine=fine) if seat in {at, victim}:
                if seat == at:
                    return text("Hits: {sum} due", sum=self.money(fine)), "gain"
                return text("Is hit: owes {sum}", sum=self.money(fine)), "loss"
            case events.FinePaid(seat=at, payee=payee, amount=amount) if seat in {at, payee}:
                if seat == payee:
                    return text("Receives {sum}", sum=self.money(amount)), "gain"
                return text("Pays {sum}", sum=self.money(amount)), "loss"
            case events.MoneyBorrowed(seat=at, amount=amount) if at == seat:
                return text("Borrows {sum}", sum=self.money(amount)), "loss"
            case events.DebtRepaid(seat=at, amount=amount) if at == seat:
                return text("Repays {sum}", sum=self.money(amount)), "gain"
            case events.DuelDecided(seat=at, loser=loser, amount=amount) if seat in {at, loser}:
                if seat == at:
                    return text("Wins {sum}", sum=self.money(amount)), "gain"
                return text("Loses {sum}", sum=self.money(amount)), "loss"
            case events.PawnWentHome(seat=at) if at == seat:
                return text("Home, unpaid"), "loss"
            case events.SeatOut(seat=at) if at == seat:
                return text("Cannot pay"), "loss"
            case _:
                return NOTHING


def _capital(title: str) -> str:
    return title[:1].upper() + title[1:]


def _apart(places: Sequence[float]) -> list[tuple[float, int]]:
    """Set pawns on a track so that none covers another: each one's place and level."""
    order = sorted(range(len(places)), key=places.__getitem__)
    found = [(place, 0) for place in places]
    for before, after in pairwise(order):
        if places[after] - places[before] < _BESIDE:
            level = found[before][1] or -1
            found[before], found[after] = (places[before], level), (places[after], -level)
    if len(order) == len(PAWNS) and found[order[0]][1] == found[order[-1]][1] != 0:
        first, last = places[order[0]], places[order[-1]]  # of three, on one level
        missing = max(0.0, _BESIDE - (last - first))
        first = min(max(0.0, first - missing / 2), 100 - _BESIDE)
        found[order[0]] = (first, found[order[0]][1])
        found[order[-1]] = (max(last, first + _BESIDE), found[order[-1]][1])
    return [(round(place, 2), level) for place, level in found]
