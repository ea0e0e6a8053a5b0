"""The picture of the table: turns a scene into HTML.

This module decides what is shown: the pawns, what each could do and with what result, and the
seats. The template ``board.html.j2`` lays it out; ``board.css`` styles it.
"""

from collections.abc import Sequence
from itertools import compress, pairwise
from typing import ClassVar, Final

from msgspec import Struct

from paydays_widgets.core.game import Chance, Decide, Over, Seat, Settling
from paydays_widgets.core.ledger import BANK
from paydays_widgets.games.zock import events, reading
from paydays_widgets.games.zock.board import circuit
from paydays_widgets.games.zock.board.curve import Curve, curve
from paydays_widgets.games.zock.board.duel import duel
from paydays_widgets.games.zock.board.headline import PLAYED, Scene, headline
from paydays_widgets.games.zock.moves import PAWNS, Cash, Go, Move, Pawn, Repay, SendHome, Throw
from paydays_widgets.games.zock.state import HOME, View
from paydays_widgets.games.zock.text import money, pawn_kind, pawn_name, pawns_listed, plus
from paydays_widgets.show.board import NOTHING, Flight, Mood, Picture, Play, SeatCard, Tone
from paydays_widgets.show.gauge import Gauge

PACKAGE: Final = "paydays_widgets.games.zock"
_NAMED: Final = 3
"""How many of the numbers round the board are named beside it."""
_BARS: Final = 20
"""The number of bars in the bank's vault at the start of the game."""
_NOTES: Final = (500, 1_000, 5_000)
_BESIDE: Final = 20.0
"""How much of a seat's track a pawn takes up on the narrowest card, in hundredths."""


class Token(Struct, frozen=True, gc=False):
    """A pawn on the board."""

    key: str
    seat: int
    pawn: Pawn
    x: float
    y: float
    size: float
    label: str
    plays: bool
    """Whether its seat plays now: the steps and the sums on the board are for it."""
    move: Move | None


class Act(Struct, frozen=True, gc=False):
    """A choice open now: its symbol (a pawn or the die) and its result."""

    play: Play
    icon: str
    detail: str
    tone: str
    """``gain``, ``loss``, ``duel`` or ``""``."""


class Lane(Struct, frozen=True, gc=False):
    """A pawn on a seat's track: how far it has gone, from 0 to 100.

    The level is -1 for a pawn above the track and 1 for one below it, since another pawn is near.
    """

    key: str
    pawn: Pawn
    at: float
    level: int
    home: bool


def draw(scene: Scene) -> str:
    """Draw the table."""
    return _Table(scene).draw()


class _Table(Picture[View, events.Event]):
    package: ClassVar[str] = PACKAGE

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.deck = scene.view.deck
        self.seats = len(scene.view.sides)
        self.acting = next(iter(self.playing), None)
        """The seat that can decide on this screen now, if any."""
        self.own = None if self.acting is None else scene.own[self.acting]
        self.over = isinstance(scene.view.turn, Over)
        self.duel = duel(scene)

    def draw(self) -> str:
        view, deck = self.view, self.deck
        tiles = circuit.tiles(view)
        drawn = curve(deck, view.rules, circuit.exit_of(view, view.active))
        counts = not self.over and self.duel is None
        usual = deck.money - self.seats * deck.start_money
        full = max(usual, view.rules.capital or 0, view.bank, 1)
        return self.render(
            head=headline(self.scene),
            names=self.scene.names,
            tiles=tiles,
            bands=circuit.bands(view) if counts else (),
            payee=circuit.payee(self.scene) if counts else None,
            counted=view.active + 1 if counts else 0,
            printed=view.rules.payout == "square",
            turned=round(360 * view.disc / deck.squares, 2),
            arrows=tuple(circuit.arrow(self.scene, seat) for seat in range(self.seats)),
            corners=circuit.homes(view),
            lit=[self._plays(seat) and not self.over for seat in range(self.seats)],
            tokens=[
                self._token(seat, at)
                for seat, side in enumerate(view.sides)
                for at in range(len(PAWNS))
                if not side.out
            ],
            targets=self._targets(),
            told=sorted({int(tile.number) for tile in tiles if tile.number} - {0})[:_NAMED]
            if counts
            else (),
            roll=self._roll(),
            decided=self._acts(),
            repays=self._repays(),
            gauge=self._gauge(),
            curve=drawn,
            pawns=self._along(drawn),
            advice=self.scene.advice and self.scene.hint,
            advises=self.scene.advice,
            duel=self.duel,
            bars=-(-_BARS * view.bank // full),
            owed=sum(side.debt for side in view.sides),
            cards=[self._card(seat) for seat in range(self.seats)],
            lanes=[self._lanes(seat) for seat in range(self.seats)],
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

    def _plays(self, seat: Seat) -> bool:
        """Whether a seat plays now, or fights; all do once the game is over."""
        if self.duel:
            return seat + 1 in {each.seat for each in self.duel.fighters}
        return self.over or seat == self.view.active

    def _token(self, seat: Seat, at: int) -> Token:
        text, pawn = self.text, PAWNS[at]
        side = self.view.sides[seat]
        steps = side.pawns[at]
        x, y, size = circuit.spot(self.view, seat, at)
        name, kind = self.scene.names[seat], pawn_kind(pawn, text)
        first = circuit.exit_of(self.view, self.view.active)
        square = (circuit.square(self.view, seat, steps) - first) % self.deck.squares
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
        if self.own and seat == self.acting:
            kinds: dict[str, type[Go | Cash | SendHome]] = {
                "move": Go,
                "choose": Cash,
                "foremost": SendHome,
            }
            would = kinds[self.prompt](seat, pawn)
            if would in self.playing[seat]:
                move = would
                label = f"{label}. {self.scene.called(move)}"
        return Token(
            key=f"p{seat + 1}-{pawn}",
            seat=seat + 1,
            pawn=pawn,
            x=x,
            y=y,
            size=size,
            label=label,
            plays=self._plays(seat),
            move=move,
        )

    def _targets(self) -> list[tuple[Pawn, tuple[float, float]]]:
        """List the pawns that can move, with the places where they would land."""
        if self.own is None or self.prompt != "move":
            return []
        found = []
        for pawn in reading.may_go(self.own):
            steps = reading.steps_after(self.own, pawn)
            if steps != HOME:
                found.append((pawn, circuit.landing(self.view, steps)))
        return found

    def _roll(self) -> Play | None:
        """Return what clicking the die does, if anything."""
        if isinstance(self.turn, Chance) and self.turn.purpose == "roll":
            name = self.scene.names[self.view.active]
            return Play(self.text("Roll the die for {name}", name=name), do="step")
        if self.acting is not None and self.prompt == "choose":
            move = Throw(self.acting)
            return Play(self.scene.called(move), move=move)
        return None

    # what can be decided

    def _acts(self) -> list[Act]:
        """List the seat's choices, including those it does not have, with the reason."""
        own, by = self.own, self.view.active
        if own is None:
            return []
        if self.prompt == "foremost":
            return [
                self._act(SendHome(by, pawn), pawn, "", "loss") for pawn in reading.foremost(own)
            ]
        found = []
        if self.prompt == "choose":
            found.append(self._act(Throw(by), "die", self._risk(own), ""))
        if self.prompt == "move":
            found += [
                self._act(Go(by, pawn), pawn, *self._consequence(own, pawn)) for pawn in PAWNS
            ]
        if self.prompt == ("choose" if own.rules.cash == "before_roll" else "move"):
            found += [
                self._act(Cash(by, pawn), pawn, self._cashing(own, pawn), "gain")
                for pawn in PAWNS
                if reading.steps(own, pawn) != HOME
            ]
        return found

    def _act(self, move: Move, thing: str, detail: str, tone: str) -> Act:
        play = self.named(move)
        return Act(play, thing, detail, "" if play.why else tone)

    def _risk(self, own: View) -> str:
        """Say which pawn a 1 would send home."""
        first = reading.foremost(own)
        if not first:
            return self.text("No pawn is on the circuit yet.")
        name = pawn_name(first[0], self.text)
        lost = 0 if self.scene.quiet else reading.at_risk(own)
        if not lost:
            return self.text("2 to 6: move on. 1: {pawn} goes home.", pawn=name)
        return self.text(
            "2 to 6: move on. 1: {pawn} goes home, and {sum} is lost.",
            pawn=name,
            sum=money(lost, self.text),
        )

    def _consequence(self, own: View, pawn: Pawn) -> tuple[str, str]:
        """Describe what a pawn would meet, or be worth, where it lands: result and tone."""
        text, by = self.text, self.view.active
        start, after = reading.steps(own, pawn), reading.steps_after(own, pawn)
        if after == HOME:
            return text("A full lap pays nothing."), "loss"
        path = text("{start} → {end} steps", start=max(start, 0), end=after)
        met = reading.met(own, pawn)
        if met is not None and reading.challenged(own, pawn) is None:
            return self._hit(*met, reading.fine_won(own, pawn)), "gain"
        if met is not None:
            name = self.scene.names[met[0]]
            return text("{path}: duel with {name}!", path=path, name=name), "duel"
        window = reading.window(own, by, after)
        if start not in (HOME, after - own.die):
            result = text("it stops before its exit") if after > start else text("a new lap")
        elif window:
            result = text("if cashed later, {sum}", sum=self._times([pawn], window))
        else:
            result = text("worth nothing yet")
        return text("{path}: {result}", path=path, result=result), ""

    def _hit(self, victim: Seat, pawns: Sequence[Pawn], paid: int) -> str:
        """Say who goes home, who pays whom, and what the fine is for or that it is not whole."""
        text, names = self.text, self.scene.names
        facts = {"name": names[victim], "to": names[self.view.active], "fine": self.money(paid)}
        if len(pawns) > 1:
            told = text("Sends {n} pawns home: {name} pays {to} {fine}", n=len(pawns), **facts)
        elif "king" in pawns:
            told = text("Sends a king home: {name} pays {to} {fine}", **facts)
        else:
            told = text("Sends a pawn home: {name} pays {to} {fine}", **facts)
        fines = [self.deck.fine(pawn) for pawn in pawns]
        if paid < sum(fines):
            why = text("the fine would be {due}", due=self.money(sum(fines)))
        elif len(fines) > 1:
            why = plus(fines, text)
        else:
            why = text("fine for a king") if "king" in pawns else text("fine for a pawn")
        return f"{told} ({why})"

    def _cashing(self, own: View, pawn: Pawn) -> str:
        """Say what cashing a pawn brings, and who pays it."""
        text, pawns = self.text, reading.together(own, pawn)
        window = reading.window(own, self.view.active, reading.steps(own, pawn))
        if not window:
            return ""
        if reading.due(own, pawn) > own.bank:
            return text("The bank pays {sum}: all that it has", sum=self.money(own.bank))
        return text("Bank pays {sum}", sum=self._times(pawns, window))

    def _times(self, pawns: Sequence[Pawn], window: int) -> str:
        """Write what is paid for pawns and, for a king or a stack, how it comes about."""
        times = sum(map(self.deck.times, pawns))
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

    def _gauge(self) -> Gauge | None:
        """Show what a duel that the king may begin wins and loses on average."""
        own, text = self.own, self.text
        if own is None or self.prompt != "move" or self.scene.quiet:
            return None
        kings = [pawn for pawn in reading.may_go(own) if pawn == "king"]
        other = reading.challenged(own, kings[0]) if kings else None
        if other is None:
            return None
        wins, losses = map(round, reading.duel_shares(own, other))
        gain = round(reading.duel_gain(own, other))
        n = reading.duels_lost(first=True)
        sum_ = text(
            "{n} of 11 duels win {won}, {m} lose {lost}: {gain} on average",
            n=n,
            m=11 - n,
            won=self.money(own.sides[other].money),
            lost=self.money(own.sides[self.view.active].money),
            gain=f"+{self.money(gain)}" if gain > 0 else self.money(gain),
        )
        hand = own.sides[self.view.active].money
        return Gauge.of(price=losses, others=0, brings=wins, hand=hand, sum_=sum_)

    def _repays(self) -> dict[int, Play]:
        """Offer to repay one note, or as much as possible, by amount."""
        legal = self.own.legal if self.own else ()
        amounts = [move.amount for move in legal if isinstance(move, Repay)]
        offered = sorted({*[each for each in _NOTES if each in amounts], *amounts[-1:]})
        return {amount: self.named(Repay(self.view.active, amount)) for amount in offered}

    def _along(self, drawn: Curve) -> tuple[tuple[Pawn, float, float], ...]:
        """Set the active seat's pawns on the curve: each one's place from the left and below."""
        found = []
        for pawn, steps in zip(PAWNS, self.view.sides[self.view.active].pawns, strict=True):
            at = steps - drawn.first
            if at >= 0:
                left = round(100 * (at + 0.5) / drawn.columns, 2)
                found.append((pawn, left, drawn.heights[at]))
        return tuple(found)

    # the seats

    def _card(self, seat: Seat) -> SeatCard:
        debt = self.view.sides[seat].debt
        return self.card(seat, self.text("owes {debt}", debt=self.money(debt)) if debt else "")

    def _lanes(self, seat: Seat) -> tuple[Lane, ...]:
        """Set a seat's pawns on its track; one that is out has none."""
        side, last = self.view.sides[seat], self.deck.squares - 1
        places = iter(_apart([100 * steps / last for steps in side.pawns if steps != HOME]))
        return tuple(
            Lane(
                f"l{seat + 1}-{pawn}",
                pawn,
                *((0.0, 0) if steps == HOME else next(places)),
                steps == HOME,
            )
            for pawn, steps in zip(PAWNS, side.pawns, strict=True)
            if not side.out
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
