"""The picture of the table: turns a scene into HTML.

This module decides what is shown: which hands, what can be played, the label of each thing, and
where a card comes from. The template ``board.html.j2`` lays it out; ``board.css`` styles it. What
is hidden from the scene's seats never reaches the template.
"""

from collections import Counter
from functools import lru_cache
from itertools import chain
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.core.game import Decide, Over, Seat
from paydays_widgets.core.text import Text, capital
from paydays_widgets.games.zahltag import events, reading
from paydays_widgets.games.zahltag.board.drawings import drawing
from paydays_widgets.games.zahltag.board.headline import Scene, certain, headline
from paydays_widgets.games.zahltag.deck import LAST_PAYDAY
from paydays_widgets.games.zahltag.engine import IN_A_ROW, TIE_DISCOUNT
from paydays_widgets.games.zahltag.events import Event
from paydays_widgets.games.zahltag.moves import (
    KINDS,
    Bid,
    Discard,
    Exchange,
    Keep,
    Kind,
    Move,
    Take,
)
from paydays_widgets.games.zahltag.state import NO_CARDS, Cards, View, of_kind
from paydays_widgets.games.zahltag.text import contract_title, equipment, kind_name, money
from paydays_widgets.show.board import NOTHING, Mood, Picture, Place, Play, SeatCard, Tone

PACKAGE: Final = "paydays_widgets.games.zahltag"


class Card(Struct, frozen=True, gc=False):
    """A card, and where it comes from if it is new in its place."""

    key: str
    origin: str


class Group(Struct, frozen=True, gc=False):
    """The cards of one kind in one place."""

    key: str
    kind: Kind
    name: str
    label: str
    count: int
    cards: tuple[Card, ...]
    play: Play | None = None
    picked: bool = False


class Contract(Struct, frozen=True, gc=False):
    """A contract card, with the drawing of what is to be built."""

    number: int
    title: str
    needs: tuple[Group, ...]
    drawing: str
    label: str


class BidPicture(Struct, frozen=True, gc=False):
    """The bid card in front of a seat: ``down``, ``sealed`` (its owner can see it) or ``up``.

    The lowest are ``tied`` if there are several.
    """

    face: str
    amount: str
    label: str
    lowest: bool = False
    tied: bool = False


class Firm(Struct, frozen=True, gc=False):
    """A seat's card: its hand, its sites, its bid."""

    seat: SeatCard
    hand_size: int
    hand: tuple[Group, ...] | None
    backs: tuple[Card, ...]
    left: tuple[Group, ...]
    right: tuple[Group, ...]
    bid: BidPicture | None
    bids: tuple[Play, ...]
    barred: str
    """Why the seat can only pass; empty if it can bid."""
    payday: str
    """What a payday would cost the seat now; empty while the cards are dealt."""
    keep: Play | None
    swaps: bool
    """Whether a hand card can be exchanged."""


def draw(scene: Scene) -> str:
    """Draw the table, with nothing that is hidden from the scene's seats."""
    return _Table(scene).draw()


class _Table(Picture[View, Event]):
    package: ClassVar[str] = PACKAGE

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.changing = next(iter(self.playing), None) if self.prompt != "bid" else None
        self.picked = self._picked()
        self.arrivals = self._arrivals()
        self.builders = reading.builders(scene.view, scene.past())
        self.sharers = reading.sharers(scene.past())
        self.gone = reading.paydays_gone(scene.view)
        self.ending = len(scene.view.past) == LAST_PAYDAY or isinstance(scene.view.turn, Over)

    def draw(self) -> str:
        view = self.view
        return self.render(
            head=headline(self.scene, self.picked),
            offer=self._contract(view.offer) if view.offer else None,
            pile=reading.pile(view),
            coming=self._coming(),
            safe=not self.scene.quiet and reading.next_card(view) == "contract",
            to_deal=self._to_deal(),
            less=TIE_DISCOUNT,
            stacks=self._stacks(),
            since=tuple(self._contract(number) for number in view.since),
            built=reading.awards(view, self.scene.past()),
            places=IN_A_ROW[len(view.firms)],
            paydays=LAST_PAYDAY,
            gone=self.gone,
            quiet=self.scene.quiet,
            ending=self.ending,
            own=len(self.scene.own) == 1,
            firms=[self._firm(seat) for seat in range(len(view.firms))],
        )

    def money(self, amount: int) -> str:
        return money(amount, self.text)

    def cash(self, seat: Seat) -> int:
        return self.view.firms[seat].money

    # what can be played

    def _picked(self) -> Kind | None:
        """Return the kind of the hand card that has been picked up, if any."""
        if self.changing is None:
            return None
        hand = self.scene.own[self.changing].firms[self.changing].hand or NO_CARDS
        held = (kind for at, kind in enumerate(KINDS) if hand[at])
        return next((kind for kind in held if self.scene.picked == f"hand:{kind}"), None)

    # where cards come from

    def _arrivals(self) -> dict[str, tuple[Cards, str]]:
        """Return the cards that the last event moved, by destination, and where they came from.

        Equal cards in one place are numbered from 1. New cards get the last numbers; they start
        from the first card of the place that they left.
        """
        event = self.scene.event
        match event:
            case events.CardDealt(seat=seat, kind=kind):
                return {f"s{seat + 1}-hand": (of_kind(kind or KINDS[0]), "deck")}
            case events.EquipmentTaken(seat=seat, kind=kind):
                return {f"s{seat + 1}-hand": (of_kind(kind), self._from_stack(kind))}
            case events.EquipmentDiscarded(seat=seat, kind=kind):
                return {"stack": (of_kind(kind), self._from_hand(seat))}
            case events.EquipmentExchanged(seat=seat, gave=gave, took=took):
                return {
                    f"s{seat + 1}-hand": (of_kind(took), self._from_stack(took)),
                    "stack": (of_kind(gave), self._from_hand(seat)),
                }
            case events.EquipmentBroughtHome(seat=seat, cards=cards):
                return {f"s{seat + 1}-hand": (cards, f"s{seat + 1}-right-{{kind}}-1")}
            case events.EquipmentMovedOn(seat=seat, cards=cards):
                return {f"s{seat + 1}-right": (cards, f"s{seat + 1}-left-{{kind}}-1")}
            case (
                events.ContractAwarded(seat=seat, needs=needs)
                | events.ContractShared(seat=seat, needs=needs)
            ):
                return {f"s{seat + 1}-left": (needs, self._from_hand(seat))}
            case events.SeatOut(seat=seat, cards=cards):
                return {"stack": (cards, f"s{seat + 1}-hand")}
            case _:
                return {}

    def _from_hand(self, seat: Seat) -> str:
        shown = seat in self.scene.own
        return f"s{seat + 1}-hand-{{kind}}-1" if shown else f"s{seat + 1}-back-1"

    def _from_stack(self, kind: Kind) -> str:
        """Return the key of the card that was on top of a stack before the last event."""
        left = (self.view.stacks or NO_CARDS)[KINDS.index(kind)]
        return f"stack-{kind}-{left + 1}"

    # the middle

    def _contract(self, number: int) -> Contract:
        text = self.text
        deck = self.view.deck
        cards = deck.contracts[number - 1]
        title = contract_title(deck, number, text)
        needs = self._groups(f"contract-{number}", cards)
        return Contract(
            number=number,
            title=title,
            needs=needs,
            drawing=drawing(deck.titles[number - 1].en, sum(cards)),
            label=text(
                "Contract “{title}” needs {needs}", title=title, needs=equipment(cards, text)
            ),
        )

    def _coming(self) -> str:
        """Say what comes next, or how likely a payday is."""
        text, (_, paydays) = self.text, reading.pile(self.view)
        if self.ending:
            return text("The fifth payday was the last: the game is over.")
        if self.scene.quiet:
            return text("What comes next?")
        half_up = (200 * paydays // max(self.view.pile_size, 1) + 1) // 2
        chance = text("Chance of a payday next: {chance}", chance=text.percent(half_up))
        return certain(self.scene) or chance

    def _to_deal(self) -> int:
        """Count the equipment not yet dealt; 0 once the stacks are open."""
        view = self.view
        if view.stacks is not None:
            return 0
        return sum(view.deck.equipment) - sum(firm.hand_size for firm in view.firms)

    def _stacks(self) -> list[Group]:
        """Show the stacks; only the top card of each is drawn."""
        text = self.text
        came, origin = self.arrivals.get("stack", (NO_CARDS, ""))
        found = []
        for at, size in enumerate(self.view.stacks or NO_CARDS):
            kind = KINDS[at]
            name = capital(kind_name(kind, text))
            label = text("{kind} stack, {n} left", kind=name, n=size)
            come = origin.format(kind=kind) if came[at] else ""
            found.append(
                Group(
                    key=f"stack-{kind}",
                    kind=kind,
                    name=name,
                    label=label,
                    count=size,
                    cards=(Card(f"stack-{kind}-{size}", come),) * bool(size),
                    play=self._stack_play(kind, size, label),
                )
            )
        return found

    def _stack_play(self, kind: Kind, size: int, label: str) -> Play | None:
        seat, picked, text = self.changing, self.picked, self.text
        if seat is None or self.prompt == "surplus":
            return None
        if picked is None:
            verb = text("Take") if size else text("Empty")
            return self._laid(label, Take(seat, kind), verb)
        if picked == kind:
            return self._laid(label, Discard(seat, kind), text("Discard"))
        return self._laid(label, Exchange(seat, picked, kind), text("Swap"))

    def _laid(self, place: str, move: Move, verb: str) -> Play:
        """Play a move at a place on the table, which says what lies there."""
        return self.play(move, f"{place}. {self.scene.called(move)}", verb)

    # a seat

    def _firm(self, seat: Seat) -> Firm:
        firm = self.view.firms[seat]
        view = self.scene.own.get(seat)
        hand = view.firms[seat].hand if view else None
        place = f"s{seat + 1}"
        bids = seat in self.playing and self.prompt == "bid"
        to_bid = self._bids(seat) if bids else ()
        whys = [play.why for play in to_bid[:-1]]
        return Firm(
            seat=self.card(seat),
            hand_size=firm.hand_size,
            hand=None if hand is None else self._hand(seat, hand),
            backs=self._backs(place, firm.hand_size) if hand is None else (),
            left=self._groups(f"{place}-left", firm.left),
            right=self._groups(f"{place}-right", firm.right),
            bid=self._bid(seat),
            bids=to_bid,
            barred=whys[0] if whys and all(whys) else "",
            payday=self._payday(seat),
            keep=self._keep(seat) if seat == self.changing and self.prompt != "surplus" else None,
            swaps=seat == self.changing and self._swaps(),
        )

    def ranking(self) -> tuple[Place, ...]:
        """Show what decides between seats with equal money (ZT-end-tie)."""
        firms = self.view.firms
        sums = Counter(firm.money for firm in firms if not firm.out)

        def reason(place: Place) -> str:
            firm = firms[place.seat - 1]
            if firm.out or sums[firm.money] == 1:
                return ""
            table = sum(firm.left) + sum(firm.right)
            return self.text(
                "Tie: fewer cards win ({hand} in hand + {table} at work = {n})",
                hand=firm.hand_size,
                table=table,
                n=firm.hand_size + table,
            )

        return tuple(replace(place, sum=reason(place)) for place in super().ranking())

    def doing(self, seat: Seat) -> tuple[str, Tone]:
        view, text = self.view, self.text
        if view.firms[seat].out:
            return text("Out of the game"), "out"
        if isinstance(view.turn, Decide) and seat in view.turn.seats:
            words = {
                "bid": text("Your price?") if seat in self.scene.acting else text("Bidding…"),
                "surplus": text("Discarding…"),
            }
            return words.get(self.prompt, text("Changing…")), "acting"
        if view.firms[seat].has_bid and self.prompt == "bid":
            return text("Has decided"), "idle"
        if any(firm.has_bid for firm in view.firms):
            return (text("Builds it"), "active") if seat in self.builders else ("", "idle")
        if seat == view.active and view.number:
            return text("Has the turn"), "active"
        return "", "idle"

    def note(self, seat: Seat) -> tuple[str, Mood]:
        """Say what the last event means for a seat."""
        text = self.text
        match self.scene.event:
            case events.ContractAwarded(seat=at, amount=amount) if at == seat:
                return text("Builds for {sum}", sum=self.money(amount)), "gain"
            case events.ContractShared(amount=amount) if seat in self.sharers:
                if amount < 0:
                    return text("Builds, and pays {sum}", sum=self.money(-amount)), "loss"
                return text("Builds for {sum}", sum=self.money(amount)), "gain"
            case events.ShareUnpayable(seat=at) if at == seat:
                return text("Cannot pay"), "loss"
            case events.SeatOut(seat=at) if at == seat:
                return text("Cannot pay"), "loss"
            case events.FinePaid(seat=at, paid=paid) if at == seat:
                return text("Pays {sum}", sum=self.money(paid)), "loss"
            case events.IdleEquipmentPaid(dues=dues, broke=broke):
                due = dues[seat]
                if due is None:
                    return NOTHING
                if seat in broke:
                    return text("Owes {sum}, cannot pay", sum=self.money(due)), "loss"
                if due == 0:
                    return text("Smallest hand: pays nothing"), "gain"
                return text("{n} idle: pays {sum}", n=due, sum=self.money(due)), "loss"
            case _:
                return NOTHING

    def _payday(self, seat: Seat) -> str:
        """Say what a payday would cost a seat now, for its cards above the smallest hand."""
        view, text = self.view, self.text
        if view.stacks is None or view.firms[seat].out or self.ending:
            return ""
        hand, due = view.firms[seat].hand_size, reading.payday_due(view, seat)
        if not due:
            return text("nothing")
        return f"{hand}\u00a0−\u00a0{hand - due}\u00a0=\u00a0{self.money(due)}"

    # a seat's cards

    def _groups(self, place: str, cards: Cards) -> tuple[Group, ...]:
        came, origin = self.arrivals.get(place, (NO_CARDS, ""))
        return _grouped(place, cards, came, origin, self.text)

    def _hand(self, seat: Seat, hand: Cards) -> tuple[Group, ...]:
        groups = self._groups(f"s{seat + 1}-hand", hand)
        if seat != self.changing:
            return groups
        return tuple(
            replace(group, play=self._hand_play(seat, group), picked=group.kind == self.picked)
            for group in groups
        )

    def _hand_play(self, seat: Seat, group: Group) -> Play:
        text = self.text
        discard = Discard(seat, group.kind)
        label = text("In your hand: {cards}", cards=group.label)
        if self.prompt == "surplus":
            return self._laid(label, discard, "")
        if group.kind == self.picked:
            return Play(text("{hand}. Picked up; put it down", hand=label), "", value="")
        exchanges = {Exchange(seat, group.kind, other) for other in KINDS}
        if not self.playing[seat].isdisjoint(exchanges):
            told = text("{hand}. Pick one up to swap or discard it", hand=label)
            return Play(told, "", value=f"hand:{group.kind}")
        told = text("{hand}. Pick one up to discard it", hand=label)
        if discard in self.playing[seat]:
            return Play(told, "", value=f"hand:{group.kind}")
        return self.play(discard, told, "")

    def _swaps(self) -> bool:
        return any(isinstance(move, Exchange) for moves in self.playing.values() for move in moves)

    def _backs(self, place: str, size: int) -> tuple[Card, ...]:
        came, origin = self.arrivals.get(f"{place}-hand", (NO_CARDS, ""))
        new = [origin.format(kind=kind) for at, kind in enumerate(KINDS) for _ in range(came[at])]
        origins = [""] * (size - len(new)) + new
        return tuple(Card(f"{place}-back-{n + 1}", come) for n, come in enumerate(origins))

    def _keep(self, seat: Seat) -> Play:
        if self.picked:
            return Play("", self.text("Put it back"))
        return self.named(Keep(seat))

    # a seat's bid

    def _bid(self, seat: Seat) -> BidPicture | None:
        """Show the bid card in front of a seat."""
        text = self.text
        firm = self.view.firms[seat]
        name = self.scene.names[seat]
        if not firm.has_bid:
            return None
        if firm.bid is not None:
            made = [other.bid for other in self.view.firms if other.bid]
            lowest = firm.bid == min(made, default=None)
            tied = lowest and made.count(firm.bid) > 1
            amount = _amount(firm.bid, text)
            if not firm.bid:
                told = text("{name} passes", name=name)
            elif tied:
                told = text("{name} bids {amount}: a tie", name=name, amount=amount)
            elif lowest:
                told = text("{name} bids {amount}, the least", name=name, amount=amount)
            else:
                told = text("{name} bids {amount}", name=name, amount=amount)
            return BidPicture("up", amount, told, lowest, tied)
        # When all hands are shown, several people see the screen: a sealed bid stays hidden.
        view = self.scene.own.get(seat) if len(self.scene.own) == 1 else None
        own = view.firms[seat].bid if view else None
        if own is None:
            return BidPicture("down", "", text("{name} has played a card, hidden", name=name))
        amount = _amount(own, text)
        told = text("{name} has passed, hidden from the others", name=name)
        if own:
            told = text(
                "{name} has played {amount}, hidden from the others", name=name, amount=amount
            )
        return BidPicture("sealed", amount, told)

    def _bids(self, seat: Seat) -> tuple[Play, ...]:
        """Show the amounts to choose from, from small to large; the last one is "00".

        On paper two of them share a card; on a screen that decides nothing.
        """
        text = self.text
        amounts = sorted(chain(*self.view.deck.bid_cards))
        return (
            *(self.named(Bid(seat, amount), text.number(amount)) for amount in amounts),
            self.named(Bid(seat, 0), "00"),
        )


@lru_cache(maxsize=2000)
def _grouped(place: str, cards: Cards, came: Cards, origin: str, text: Text) -> tuple[Group, ...]:
    """Show cards of the same place by their kinds; the last of each have come from elsewhere."""
    found = []
    for at, count in enumerate(cards):
        if not count:
            continue
        kind = KINDS[at]
        old = count - came[at]
        come = origin.format(kind=kind)
        found.append(
            Group(
                key=f"{place}-{kind}",
                kind=kind,
                name=capital(kind_name(kind, text)),
                label=equipment(of_kind(kind, count), text),
                count=count,
                cards=tuple(
                    Card(f"{place}-{kind}-{n + 1}", come if n >= old else "") for n in range(count)
                ),
            )
        )
    return tuple(found)


def _amount(bid: int, text: Text) -> str:
    return money(bid, text) if bid else "00"
