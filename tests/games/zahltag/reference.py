"""A second, simpler implementation of Zahltag to compare the engine with.

It is written from the rules' clauses alone and shares no code with the engine. It finds what is
legal by trying every move, has no events, keeps lists and dictionaries, and its moves are
strings.
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import Literal

KINDS = ("foreman", "worker", "crane", "excavator")
Place = Literal["hand", "left", "right"]


class Seat:
    """What a player has."""

    def __init__(self, money: int) -> None:
        self.money = money
        self.hand: list[str] = []
        self.left: list[str] = []
        self.right: list[str] = []
        self.playing = True

    def owned(self) -> int:
        return len(self.hand) + len(self.left) + len(self.right)


class Reference:
    """A game in progress."""

    def __init__(
        self,
        seats: int,
        *,
        adjust: str,
        over_limit: str,
        first: int,
        money: int,
        equipment: Sequence[int],
        contracts: Sequence[Sequence[int]],
        paydays: int,
        bids: Sequence[int],
    ) -> None:
        self.adjust = adjust
        self.over_limit = over_limit
        self.first = first
        self.bids = bids
        self.seats = [Seat(money) for _ in range(seats)]
        self.stock = dict(zip(KINDS, equipment, strict=True))
        self.contracts = [dict(zip(KINDS, needs, strict=True)) for needs in contracts]
        self.pile = list(range(1, len(contracts) + 1))
        self.paydays_in_pile = paydays
        self.paydays_past = 0
        self.in_a_row = 0
        self.offer = 0
        self.sealed: dict[int, int] = {}
        self.to_do = "deal"
        self.who = first
        self.dealt = 0
        self.adjusting = [(seat + first) % seats for seat in range(seats)]
        if adjust == "three_rounds":
            self.adjusting *= 3
        self.adjusted: list[str] = []

    # --- what may be done -------------------------------------------------------------------

    def every_move(self) -> list[str]:
        """List every string that could be a move of this game."""
        texts = ["* turn payday", *(f"* turn {1 + n}" for n in range(len(self.contracts)))]
        texts += [f"* deal {kind}" for kind in KINDS]
        for seat in range(1, len(self.seats) + 1):
            texts.append(f"{seat} keep")
            texts += [f"{seat} {verb} {kind}" for verb in ("take", "discard") for kind in KINDS]
            texts += [f"{seat} exchange {give} {get}" for give in KINDS for get in KINDS]
            texts += [f"{seat} bid {amount or '00'}" for amount in (0, *self.bids)]
        return texts

    def legal(self) -> set[str]:
        return {text for text in self.every_move() if self.allows(text)}

    def allows(self, text: str) -> bool:
        by, verb, *rest = text.split()
        if by == "*":
            return self._chance_may(verb, rest[0])
        if self.to_do == "bid":
            return verb == "bid" and self._may_bid(int(by) - 1, rest[0])
        if self.to_do not in {"adjust", "change", "surplus"} or int(by) - 1 != self.who:
            return False
        seat = self.seats[self.who]
        if self.to_do == "surplus":
            return verb == "discard" and rest[0] in seat.hand
        if self.to_do == "adjust" and self.adjust == "one_round" and verb != "keep":
            return self._may_adjust_in_one_round(seat, verb, rest[0])
        return self._may_change(seat, verb, *rest)

    def _may_bid(self, number: int, amount: str) -> bool:
        seat = self.seats[number]
        if number in self.sealed or not seat.playing:
            return False
        needs = self.contracts[self.offer - 1].items()
        return amount == "00" or all(seat.hand.count(kind) >= n for kind, n in needs)

    def _may_change(self, seat: Seat, verb: str, kind: str = "", new: str = "") -> bool:
        full = seat.owned() == 12 and self.over_limit == "forbid"
        return {
            "keep": True,
            "take": self.stock.get(kind, 0) > 0 and not full,
            "discard": kind in seat.hand,
            "exchange": kind in seat.hand and kind != new and self.stock.get(new, 0) > 0,
        }.get(verb, False)

    def _chance_may(self, verb: str, what: str) -> bool:
        if self.to_do == "deal":
            return verb == "deal" and self.stock[what] > 0
        if self.to_do != "turn" or verb != "turn":
            return False
        return self.paydays_in_pile > 0 if what == "payday" else int(what) in self.pile

    def _may_adjust_in_one_round(self, seat: Seat, verb: str, kind: str) -> bool:
        if verb not in {"take", "discard"} or any(done != verb for done in self.adjusted):
            return False
        return self.stock[kind] > 0 if verb == "take" else kind in seat.hand

    # --- doing it ---------------------------------------------------------------------------

    def after(self, text: str) -> "Reference":
        """Return the game after a move; this one stays as it is."""
        copy = deepcopy(self)
        copy.do(text)
        return copy

    def do(self, text: str) -> None:
        by, verb, *rest = text.split()
        seat = self.seats[self.who if by == "*" else int(by) - 1]
        if verb == "bid":
            self.sealed[int(by) - 1] = int(rest[0])
            if len(self.sealed) == sum(each.playing for each in self.seats):
                self._award()
            return
        if verb == "turn":
            self._turn_up(rest[0])
            return
        if verb in {"take", "deal"}:
            self._move(self.stock, seat.hand, rest[0])
        elif verb == "discard":
            self._back(seat.hand, [rest[0]])
        elif verb == "exchange":
            self._back(seat.hand, [rest[0]])
            self._move(self.stock, seat.hand, rest[1])
        self._go_on(seat, verb)

    def _go_on(self, seat: Seat, verb: str) -> None:
        if self.to_do == "deal":
            self.dealt += 1
            self.who = (self.who + 1) % len(self.seats)
            if self.dealt == 7 * len(self.seats):
                self.to_do = "adjust"
        elif self.to_do == "adjust":
            self.adjusted.append(verb)
            more = self.adjust == "one_round" and verb != "keep" and len(self.adjusted) < 3
            if not more:
                self.adjusted = []
                del self.adjusting[0]
            self.who = self.adjusting[0] if self.adjusting else self.first
            if not self.adjusting:
                self.to_do = "change"
        elif seat.owned() > 12:
            self._fine(seat)
        else:
            self._step_three()

    def _fine(self, seat: Seat) -> None:
        others = [each for each in self.seats if each.playing and each is not seat]
        owed = 1 if self.over_limit == "fine_bank" else len(others)
        if seat.money < owed:
            self._out([seat])
            self._next()
            return
        seat.money -= owed
        if self.over_limit == "fine_players":
            for each in others:
                each.money += 1
        self.to_do = "surplus"

    def _step_three(self) -> None:
        if self.in_a_row == (8 if len(self.seats) == 2 else 9):
            self._payday()
        else:
            self.to_do = "turn"

    def _turn_up(self, what: str) -> None:
        if what != "payday":
            self.offer = int(what)
            self.pile.remove(self.offer)
            self.to_do = "bid"
            self.sealed = {}
        elif self.in_a_row or not self.paydays_past or not self.pile:
            self._payday()

    def _payday(self) -> None:
        playing = [each for each in self.seats if each.playing]
        fewest = min(len(each.hand) for each in playing)
        owed = {each: len(each.hand) - fewest for each in playing}
        broke = [each for each in playing if each.money < owed[each]]
        for each in playing:
            each.money -= owed[each]
        self._out(broke)
        self.paydays_in_pile -= 1
        self.paydays_past += 1
        self.in_a_row = 0
        self._next()

    def _award(self) -> None:
        bids = {at: bid for at, bid in self.sealed.items() if bid}
        lowest = [at for at, bid in bids.items() if bid == min(bids.values())]
        broke = []
        for at in lowest:
            seat = self.seats[at]
            gain = bids[at] - (2 if len(lowest) > 1 else 0)
            if seat.money + gain < 0:
                broke.append(seat)
                continue
            seat.money += gain
            for kind, count in self.contracts[self.offer - 1].items():
                for _ in range(count):
                    seat.hand.remove(kind)
                    seat.left.append(kind)
        self._out(broke)
        self.in_a_row += 1
        self._next()

    def _next(self) -> None:
        playing = [each for each in self.seats if each.playing]
        if len(playing) < 2 or self.paydays_past == 5:
            self.to_do = "over"
            return
        self.who = (self.who + 1) % len(self.seats)
        while not self.seats[self.who].playing:
            self.who = (self.who + 1) % len(self.seats)
        seat = self.seats[self.who]
        seat.hand += seat.right
        seat.right, seat.left = seat.left, []
        self.to_do = "change"

    def _out(self, seats: list[Seat]) -> None:
        for seat in seats:
            seat.money = 0
            seat.playing = False
            for place in (seat.hand, seat.left, seat.right):
                self._back(place, list(place))

    def _back(self, place: list[str], kinds: list[str]) -> None:
        for kind in kinds:
            place.remove(kind)
            self.stock[kind] += 1

    def _move(self, stock: dict[str, int], hand: list[str], kind: str) -> None:
        stock[kind] -= 1
        hand.append(kind)

    # --- looking at it ----------------------------------------------------------------------

    def picture(self) -> dict[str, object]:
        """Return everything on the table, in a form that can be compared."""
        return {
            "to do": self.to_do,
            "seats": [
                (
                    each.playing,
                    each.money,
                    _count(each.hand),
                    _count(each.left),
                    _count(each.right),
                )
                for each in self.seats
            ],
            "stock": tuple(self.stock.values()),
            "pile": sorted(self.pile),
            "paydays": (self.paydays_in_pile, self.paydays_past),
            "in a row": self.in_a_row,
        }

    def winners(self) -> set[int]:
        """Return the seats that would win the game now; none if no seat is left."""
        marks = {
            at: (-each.money, each.owned(), len(each.left) + len(each.right))
            for at, each in enumerate(self.seats)
            if each.playing
        }
        return {at for at, mark in marks.items() if mark == min(marks.values())}


def _count(cards: list[str]) -> tuple[int, ...]:
    return tuple(cards.count(kind) for kind in KINDS)
