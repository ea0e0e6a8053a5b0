"""Zahltag's rules: who may act, what is legal, and what follows from a move.

Teaches sealed procurement auctions (the lowest bid wins and is paid) and the cost of capacity:
idle equipment is paid for on every payday, and equipment at work cannot serve another contract.
All functions are pure. The clauses that they name are in ``rulebook.toml``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final, cast

from msgspec.structs import replace

from paydays_widgets.core.chance import Outcome
from paydays_widgets.core.engine import Clauses, Engine, Prompt, put, ranked, then
from paydays_widgets.core.game import (
    CHANCE,
    BySeat,
    Chance,
    Decide,
    Over,
    Refusal,
    Seat,
    Settling,
    Standing,
    Step,
    Turn,
)
from paydays_widgets.core.ledger import BANK, Transfer, cash
from paydays_widgets.games.zahltag import events
from paydays_widgets.games.zahltag.deck import HAND, LAST_PAYDAY, Deck, default_deck
from paydays_widgets.games.zahltag.events import EndClause, Event, TurnClause
from paydays_widgets.games.zahltag.hidden import imagined
from paydays_widgets.games.zahltag.moves import (
    KINDS,
    NOTATION,
    PAYDAY,
    Bid,
    Deal,
    Discard,
    Exchange,
    Keep,
    Kind,
    Move,
    Take,
    TurnUp,
)
from paydays_widgets.games.zahltag.rules import Rules
from paydays_widgets.games.zahltag.state import (
    NO_CARDS,
    Cards,
    Firm,
    FirmView,
    State,
    View,
    covers,
)

LIMIT: Final = 12
"""The most equipment a seat may own (ZT-2-limit)."""
ADJUSTMENTS: Final = 3
"""Changes before the first turn (ZT-adjust)."""
TIE_DISCOUNT: Final = 2
"""How much less than its bid each tied seat is paid, in millions (ZT-4-tie)."""
IN_A_ROW: Final = MappingProxyType({2: 8, 3: 9, 4: 9})
"""Contracts in a row before a payday is forced, by seats at the start (ZT-3-forced)."""

_INDEX: Final[Mapping[str, int]] = MappingProxyType({kind: at for at, kind in enumerate(KINDS)})
_UNIT: Final[tuple[Cards, ...]] = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
_DEALS: Final = tuple([Deal(CHANCE, kind) for kind in KINDS])
_CHANGES: Final = (Take, Discard, Exchange, Keep)

_Steps = list[Step[State, Event]]


class Zahltag(Engine[State, Move, Event, View, Rules, Deck]):
    """The engine. It holds no state: one instance serves every table."""

    id = "zahltag"
    version = 1
    rules_type = Rules
    deck_type = Deck
    notation = NOTATION
    seats = (2, 3, 4)
    clauses = Clauses(seats="ZT-players", turns="ZT-turn-end", over="ZT-end", out="ZT-out")
    chances = MappingProxyType({"deal": "ZT-deal", "turn_up": "ZT-3-reveal"})
    prompts = MappingProxyType(
        {
            "adjust": Prompt("ZT-adjust", _CHANGES),
            "change": Prompt("ZT-2-change", _CHANGES),
            "surplus": Prompt("ZT-2-limit-how", (Discard,)),
            "bid": Prompt("ZT-4-bid", (Bid,)),
        }
    )
    reasons = MappingProxyType(
        {
            "already_bid": ("ZT-4-bid",),
            "stack_empty": ("ZT-2-empty",),
            "not_in_hand": ("ZT-adjust", "ZT-2-change", "ZT-2-limit-how"),
            "same_kind": ("ZT-adjust", "ZT-2-change"),
            "limit": ("ZT-2-limit-how",),
            "adjust_exchange": ("ZT-adjust",),
            "adjust_direction": ("ZT-adjust",),
            "no_such_bid": ("ZT-bids",),
            "lacks": ("ZT-4-bid",),
        }
    )

    def deck(self) -> Deck:
        """Return the deck that comes with the game."""
        return default_deck()

    def set_up(self, seats: int, rules: Rules, deck: Deck) -> State:
        """Return the state before the first card is dealt (ZT-players, ZT-money, ZT-pile).

        Raises
        ------
        ValueError
            If the deck has too few equipment cards to deal.
        """
        if sum(deck.equipment) < HAND * seats:
            message = (
                f"the deck '{deck.name}' has {sum(deck.equipment)} equipment cards; "
                f"{seats} seats are dealt {HAND * seats} (ZT-deal)"
            )
            raise ValueError(message)
        return State(
            rules=rules,
            deck=deck,
            phase="deal",
            turn=0,
            active=rules.first,
            firms=(Firm(deck.start_money),) * seats,
            stacks=deck.equipment,
            pile=tuple(range(1, len(deck.contracts) + 1)),
            pile_paydays=deck.paydays,
            offer=0,
            bids=(None,) * seats,
        )

    def turn(self, s: State) -> Turn:
        """Return who may act."""
        phase = s.phase
        if phase == "bid":
            return Decide(_waiting(s.bids, s.gone), phase, s.turn, 0)
        if phase in {"change", "surplus"}:
            return Decide((s.active,), phase, s.turn, 0)
        if phase in {"turn_up", "deal"}:
            return Chance(phase, s.turn, s.count)
        if phase == "adjust":
            return Decide((s.active,), phase, s.turn, abs(s.count))
        return Over(s.turn) if phase == "over" else Settling(s.turn)

    def playing(self, s: State) -> list[bool]:
        """Return, for each seat, whether it is still in the game (ZT-out)."""
        return [not firm.out for firm in s.firms]

    def options(self, s: State, by: Seat) -> tuple[Move, ...]:
        """List the legal moves of a seat that has to decide."""
        phase = s.phase
        if phase == "bid":
            able = covers(s.firms[by].hand, s.deck.contracts[s.offer - 1])
            return _bids(by, s.deck.bid_cards if able else ())
        firm = s.firms[by]
        hand = _kinds(firm.hand)
        if phase == "surplus":
            return tuple(Discard(by, kind) for kind in hand)
        stacks = _kinds(s.stacks)
        if phase == "change":
            room = s.rules.over_limit != "forbid" or _owned(firm) < LIMIT
            return _changes(by, hand, stacks if room else (), stacks)
        if s.rules.adjust == "three_rounds":
            return _changes(by, hand, stacks, stacks)
        return _changes(by, hand if s.count <= 0 else (), stacks if s.count >= 0 else (), ())

    def refuse_seat(self, s: State, by: Seat) -> Refusal | None:
        """Refuse a second bid (ZT-4-bid)."""
        return Refusal("ZT-4-bid", "already_bid", {"seat": by}) if s.phase == "bid" else None

    def outcomes(self, s: State) -> tuple[Outcome[Move], ...]:
        """List what could be dealt next, by kind, or turned up: paydays, then contracts."""
        if s.phase == "turn_up":
            cards = _cards(len(s.deck.contracts), s.pile_paydays)
            return tuple([cards[number] for number in (PAYDAY, *s.pile)])
        if s.phase == "deal":
            left = zip(_DEALS, s.stacks, strict=True)
            return tuple([Outcome(deal, n) for deal, n in left if n])
        return ()

    def can_come(self, s: State, m: Move) -> bool:
        """Return whether a card is left in its stack, or in the pile."""
        match m:
            case TurnUp(_, card) if s.phase == "turn_up":
                return card in s.pile or card == PAYDAY
            case Deal(_, kind):
                return s.phase == "deal" and _holds(s.stacks, kind)
            case _:
                return False

    def view(self, s: State, seat: Seat | None) -> View:
        """Return what a seat may know; for None, what lies open on the table (ZT-open)."""
        shown = s.phase == "award"
        dealing = s.phase == "deal" or (s.turn == 0 and s.count == HAND * len(s.firms))
        firms = [
            FirmView(
                money=firm.money,
                hand_size=sum(firm.hand),
                hand=firm.hand if at == seat else None,
                left=firm.left,
                right=firm.right,
                out=firm.out,
                has_bid=s.bids[at] is not None,
                bid=s.bids[at] if shown or at == seat else None,
            )
            for at, firm in enumerate(s.firms)
        ]
        return View(
            seat=seat,
            rules=s.rules,
            deck=s.deck,
            turn=self.turn(s),
            number=s.turn,
            active=s.active,
            firms=tuple(firms),
            stacks=None if dealing else s.stacks,
            pile_size=len(s.pile) + s.pile_paydays,
            offer=s.offer,
            since=s.since,
            past=s.past,
            legal=() if seat is None else self.legal(s, seat),
        )

    def witness(self, e: Event, seat: Seat | None) -> Event | None:
        """Return an event as a seat may know it: others' dealt cards and bids are hidden."""
        match e:
            case events.CardDealt(seat=owner) if owner != seat:
                return replace(e, kind=None)
            case events.BidSealed(seat=owner) if owner != seat:
                return replace(e, amount=None)
            case _:
                return e

    def told(self, m: Move, later: Iterable[Event]) -> bool:
        """Return whether a bid has been revealed (ZT-4-award)."""
        return isinstance(m, Bid) and any(isinstance(e, events.BidsRevealed) for e in later)

    def imagine(self, s: State, seat: Seat, past: Sequence[Event], luck: Iterator[int]) -> State:
        """Deal the others' unknown cards again, and make their face-down bids again."""
        return imagined(s, seat, past, luck)

    def standing(self, s: State) -> Standing:
        """Rank the seats: money, then fewer cards, then fewer on the table (ZT-end-tie)."""
        marks = {
            seat: (firm.money, -_owned(firm), -sum(firm.left) - sum(firm.right))
            for seat, firm in enumerate(s.firms)
            if not firm.out
        }
        ranking = ranked(marks) + s.gone[::-1]
        if not marks:
            return Standing(ranking, "ZT-out-how")
        if len(marks) == 1:
            return Standing(ranking, "ZT-out")
        second, first = sorted(money for money, _, _ in marks.values())[-2:]
        return Standing(ranking, "ZT-end-tie" if first == second else "ZT-end")

    def books(self, s: State) -> dict[str, int]:
        """Return each seat's cash, in millions."""
        return {cash(seat): firm.money for seat, firm in enumerate(s.firms)}


# --- cards ------------------------------------------------------------------------------------


def _plus(a: Cards, b: Cards) -> Cards:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3])


def _minus(a: Cards, b: Cards) -> Cards:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3])


def _owned(firm: Firm) -> int:
    return sum(firm.hand) + sum(firm.left) + sum(firm.right)


@cache
def _kinds(cards: Cards) -> tuple[Kind, ...]:
    return tuple([kind for kind, n in zip(KINDS, cards, strict=True) if n])


# --- what is legal ----------------------------------------------------------------------------


@cache
def _cards(contracts: int, paydays: int) -> tuple[Outcome[Move], ...]:
    """List what can be turned up, by number."""
    weights = (paydays, *[1] * contracts)
    return tuple([Outcome(TurnUp(CHANCE, number), n) for number, n in enumerate(weights)])


@lru_cache(maxsize=1000)
def _waiting(bids: BySeat[int | None], gone: tuple[tuple[Seat, ...], ...]) -> tuple[Seat, ...]:
    """List the seats that have yet to bid."""
    out = sum(gone, ())
    return tuple([at for at, bid in enumerate(bids) if bid is None and at not in out])


@cache
def _bids(by: Seat, cards: tuple[tuple[int, int], ...]) -> tuple[Move, ...]:
    amounts = sorted(amount for card in cards for amount in card)
    return (Bid(by, 0), *[Bid(by, amount) for amount in amounts])


@cache
def _changes(
    by: Seat, give: tuple[Kind, ...], take: tuple[Kind, ...], get: tuple[Kind, ...]
) -> tuple[Move, ...]:
    """List changes of equipment by what may be given, taken, and got in exchange."""
    return (
        *[Take(by, kind) for kind in take],
        *[Discard(by, kind) for kind in give],
        *[Exchange(by, old, new) for old in give for new in get if old != new],
        Keep(by),
    )


def _refuse_bid(s: State, m: Bid) -> Refusal | None:
    if m.amount == 0:
        return None
    for card in s.deck.bid_cards:
        if m.amount in card:
            break
    else:
        can = ", ".join(str(amount) for amount in sorted(sum(s.deck.bid_cards, ())))
        return Refusal("ZT-bids", "no_such_bid", {"amount": m.amount, "can": can})
    hand = s.firms[m.by].hand
    needs = s.deck.contracts[s.offer - 1]
    if covers(hand, needs):
        return None
    missing: dict[str, int | str] = {
        kind: max(0, needs[at] - hand[at]) for at, kind in enumerate(KINDS)
    }
    return Refusal("ZT-4-bid", "lacks", missing)


def _one_round(s: State) -> bool:
    return s.phase == "adjust" and s.rules.adjust == "one_round"


def _refuse_take(s: State, m: Take) -> Refusal | None:
    if s.count < 0 and _one_round(s):
        return Refusal("ZT-adjust", "adjust_direction", {"done": "discard"})
    if not _holds(s.stacks, m.kind):
        return Refusal("ZT-2-empty", "stack_empty", {"kind": m.kind})
    if s.phase == "change" and s.rules.over_limit == "forbid":
        owned = _owned(s.firms[m.by])
        if owned >= LIMIT:
            return Refusal("ZT-2-limit-how", "limit", {"limit": LIMIT, "total": owned})
    return None


def _refuse_discard(s: State, m: Discard) -> Refusal | None:
    if s.count > 0 and _one_round(s):
        return Refusal("ZT-adjust", "adjust_direction", {"done": "take"})
    if not _holds(s.firms[m.by].hand, m.kind):
        return Refusal(ZAHLTAG.prompts[s.phase].clause, "not_in_hand", {"kind": m.kind})
    return None


def _refuse_exchange(s: State, m: Exchange) -> Refusal | None:
    if _one_round(s):
        return Refusal("ZT-adjust", "adjust_exchange")
    if not _holds(s.firms[m.by].hand, m.give):
        return Refusal(ZAHLTAG.prompts[s.phase].clause, "not_in_hand", {"kind": m.give})
    if m.give == m.take:
        return Refusal(ZAHLTAG.prompts[s.phase].clause, "same_kind", {"kind": m.give})
    if not _holds(s.stacks, m.take):
        return Refusal("ZT-2-empty", "stack_empty", {"kind": m.take})
    return None


def _holds(cards: Cards, kind: str) -> bool:
    at = _INDEX.get(kind)
    return at is not None and cards[at] > 0


# --- what follows -----------------------------------------------------------------------------


def _deal(s: State, m: Deal, steps: _Steps) -> None:
    seat, at = s.active, _INDEX[m.kind]
    firm = s.firms[seat]
    dealt = s.count + 1
    seats = len(s.firms)
    done = dealt == HAND * seats
    s = then(
        steps,
        events.CardDealt(seat=seat, kind=KINDS[at]),
        replace(
            s,
            phase="settling" if done else "deal",
            firms=put(s.firms, seat, replace(firm, hand=_plus(firm.hand, _UNIT[at]))),
            stacks=_minus(s.stacks, _UNIT[at]),
            active=(seat + 1) % seats,
            count=dealt,
        ),
    )
    if done:
        s = replace(s, phase="adjust", active=s.rules.first, count=0)
        then(steps, events.StacksSorted(stacks=s.stacks), s)


def _take(s: State, m: Take, steps: _Steps) -> None:
    seat, at = m.by, _INDEX[m.kind]
    firm = s.firms[seat]
    firm = replace(firm, hand=_plus(firm.hand, _UNIT[at]))
    total = _owned(firm)
    over = s.phase == "change" and total > LIMIT
    after = replace(s, firms=put(s.firms, seat, firm), stacks=_minus(s.stacks, _UNIT[at]))
    event = events.EquipmentTaken(
        clause="ZT-adjust" if s.phase == "adjust" else "ZT-2-limit-how" if over else "ZT-2-change",
        seat=seat,
        kind=KINDS[at],
        total=total,
    )
    if over:
        _fine(then(steps, event, replace(after, phase="settling")), seat, total - LIMIT, steps)
    else:
        _changed(after, event, 1, steps)


def _discard(s: State, m: Discard, steps: _Steps) -> None:
    seat, at = m.by, _INDEX[m.kind]
    firm = s.firms[seat]
    firm = replace(firm, hand=_minus(firm.hand, _UNIT[at]))
    after = replace(s, firms=put(s.firms, seat, firm), stacks=_plus(s.stacks, _UNIT[at]))
    event = events.EquipmentDiscarded(
        clause="ZT-adjust"
        if s.phase == "adjust"
        else "ZT-2-change"
        if s.phase == "change"
        else "ZT-2-limit-how",
        seat=seat,
        kind=KINDS[at],
        total=_owned(firm),
    )
    _changed(after, event, -1, steps)


def _exchange(s: State, m: Exchange, steps: _Steps) -> None:
    seat, give, take = m.by, _INDEX[m.give], _INDEX[m.take]
    firm = s.firms[seat]
    firm = replace(firm, hand=_plus(_minus(firm.hand, _UNIT[give]), _UNIT[take]))
    stacks = _minus(_plus(s.stacks, _UNIT[give]), _UNIT[take])
    event = events.EquipmentExchanged(
        clause="ZT-adjust" if s.phase == "adjust" else "ZT-2-change",
        seat=seat,
        gave=KINDS[give],
        took=KINDS[take],
        total=_owned(firm),
    )
    _changed(replace(s, firms=put(s.firms, seat, firm), stacks=stacks), event, 0, steps)


def _keep(s: State, m: Keep, steps: _Steps) -> None:
    seat = m.by
    event = events.EquipmentKept(
        clause="ZT-adjust" if s.phase == "adjust" else "ZT-2-change",
        seat=seat,
        total=_owned(s.firms[seat]),
    )
    _changed(s, event, 0, steps)


def _changed(s: State, event: Event, direction: int, steps: _Steps) -> None:
    """Continue after a change of equipment: with set-up (ZT-adjust), or step 3 of the turn."""
    if s.phase == "adjust":
        _adjusted(s, event, direction, steps)
    elif len(s.since) >= IN_A_ROW[len(s.firms)]:
        s = then(steps, event, replace(s, phase="settling"))
        s = replace(s, pile_paydays=s.pile_paydays - 1)
        forced = events.PaydayForced(seat=s.active, contracts=len(s.since))
        _payday(then(steps, forced, s), steps)
    else:
        then(steps, event, replace(s, phase="turn_up", count=0))


def _adjusted(s: State, event: Event, direction: int, steps: _Steps) -> None:
    first = s.rules.first
    count = s.count
    if s.rules.adjust == "one_round":
        count += direction
        if direction and abs(count) < ADJUSTMENTS:
            then(steps, event, replace(s, count=count))
            return
        count = 0
    following = (s.active + 1) % len(s.firms)
    if following != first:
        then(steps, event, replace(s, active=following, count=count))
    elif s.rules.adjust == "three_rounds" and count + 1 < ADJUSTMENTS:
        then(steps, event, replace(s, active=following, count=count + 1))
    else:
        s = then(steps, event, replace(s, phase="settling", active=following, count=0))
        begun = events.TurnBegun(clause="ZT-players", seat=first, turn=1)
        then(steps, begun, replace(s, phase="change", turn=1))


def _fine(s: State, seat: Seat, surplus: int, steps: _Steps) -> None:
    """Make a seat pay for its card above the limit, or put it out (ZT-2-limit)."""
    firm = s.firms[seat]
    payees: tuple[Seat, ...] = ()
    accounts: tuple[str, ...] = (BANK,)
    if s.rules.over_limit == "fine_players":
        payees = tuple(at for at, other in enumerate(s.firms) if at != seat and not other.out)
        accounts = tuple(cash(at) for at in payees)
    owed = surplus * len(accounts)
    if firm.money < owed:
        s = _go_out(s, {seat: owed}, steps)
        _next_turn(s, steps, "ZT-out-how")
        return
    firms = tuple(
        replace(other, money=other.money + surplus)
        if at in payees
        else replace(other, money=other.money - owed)
        if at == seat
        else other
        for at, other in enumerate(s.firms)
    )
    event = events.FinePaid(
        seat=seat,
        surplus=surplus,
        each=surplus,
        payees=payees,
        paid=owed,
        transfers=tuple(Transfer(cash(seat), account, surplus) for account in accounts),
    )
    then(steps, event, replace(s, phase="surplus", firms=firms))


def _turn_up(s: State, m: TurnUp, steps: _Steps) -> None:
    seat, card = s.active, m.card
    if card != PAYDAY:
        needs = s.deck.contracts[card - 1]
        at = s.pile.index(card)
        pile = s.pile[:at] + s.pile[at + 1 :]
        event = events.ContractTurnedUp(seat=seat, contract=card, needs=needs)
        then(steps, event, replace(s, phase="bid", pile=pile, offer=card, count=0))
        return
    after_payday = bool(s.past) and not s.since
    if after_payday and s.pile:
        forced = len(s.past[-1]) >= IN_A_ROW[len(s.firms)]
        put_back = events.PaydayPutBack(
            clause="ZT-3-first" if forced else "ZT-3-repeat", seat=seat
        )
        then(steps, put_back, replace(s, count=s.count + 1))
        return
    turned_up = events.PaydayTurnedUp(
        clause="ZT-3-repeat-end" if after_payday else "ZT-3-reveal" if s.since else "ZT-3-first",
        seat=seat,
    )
    s = replace(s, phase="settling", pile_paydays=s.pile_paydays - 1, count=0)
    _payday(then(steps, turned_up, s), steps)


def _bid(s: State, m: Bid, steps: _Steps) -> None:
    seat, amount = m.by, m.amount
    bids = put(s.bids, seat, amount)
    sealed = events.BidSealed(seat=seat, amount=amount)
    s = replace(s, bids=bids)
    if _waiting(bids, s.gone):
        then(steps, sealed, s)
        return
    s = then(steps, sealed, replace(s, phase="settling"))
    lowest = min([bid for bid in bids if bid], default=0)
    revealed = events.BidsRevealed(bids=bids, lowest=lowest)
    s = then(steps, revealed, replace(s, phase="award"))
    seats = len(bids)
    order = [(s.active + at) % seats for at in range(seats)]
    winners = [at for at in order if bids[at] == lowest] if lowest else []
    contract = s.offer
    needs = s.deck.contracts[contract - 1]
    broke: dict[Seat, int] = {}
    if not winners:
        s = then(steps, events.ContractUnawarded(contract=contract), s)
    elif len(winners) == 1:
        s = _award(s, winners[0], lowest, needs, steps)
    else:
        for at in winners:
            s = _share(s, at, lowest, needs, winners, broke, steps)
        if broke:
            s = _go_out(s, broke, steps)
    since = (*s.since, contract)
    returned = events.BidCardsReturned(contract=contract, count=len(since))
    after = replace(s, phase="settling", offer=0, bids=(None,) * seats, since=since)
    _next_turn(then(steps, returned, after), steps)


def _to_work(s: State, seat: Seat, amount: int, needs: Cards) -> State:
    firm = s.firms[seat]
    firm = replace(
        firm,
        money=firm.money + amount,
        hand=_minus(firm.hand, needs),
        left=_plus(firm.left, needs),
    )
    return replace(s, firms=put(s.firms, seat, firm))


def _award(s: State, seat: Seat, amount: int, needs: Cards, steps: _Steps) -> State:
    event = events.ContractAwarded(
        seat=seat,
        contract=s.offer,
        amount=amount,
        needs=needs,
        transfers=(Transfer(BANK, cash(seat), amount),),
    )
    return then(steps, event, _to_work(s, seat, amount, needs))


def _share(
    s: State,
    seat: Seat,
    bid: int,
    needs: Cards,
    tied: Sequence[Seat],
    broke: dict[Seat, int],
    steps: _Steps,
) -> State:
    """Let a tied seat build for less, or add it to ``broke`` if it cannot pay (ZT-4-tie)."""
    amount = bid - TIE_DISCOUNT
    had = s.firms[seat].money
    if had + amount < 0:
        broke[seat] = -amount
        unpayable = events.ShareUnpayable(seat=seat, contract=s.offer, owed=-amount, had=had)
        return then(steps, unpayable, s)
    transfers: tuple[Transfer, ...] = ()
    if amount > 0:
        transfers = (Transfer(BANK, cash(seat), amount),)
    elif amount < 0:
        transfers = (Transfer(cash(seat), BANK, -amount),)
    event = events.ContractShared(
        seat=seat,
        contract=s.offer,
        bid=bid,
        amount=amount,
        needs=needs,
        tied=tuple(tied),
        transfers=transfers,
    )
    return then(steps, event, _to_work(s, seat, amount, needs))


def _payday(s: State, steps: _Steps) -> None:
    """Make the seats pay for idle equipment, and count the payday (ZT-4-payday)."""
    hands = [None if firm.out else sum(firm.hand) for firm in s.firms]
    smallest = min(hand for hand in hands if hand is not None)
    dues = [None if hand is None else hand - smallest for hand in hands]
    broke = {at: due for at, due in enumerate(dues) if due and s.firms[at].money < due}
    paid = [0 if due is None or at in broke else due for at, due in enumerate(dues)]
    event = events.IdleEquipmentPaid(
        smallest=smallest,
        hands=tuple(hands),
        dues=tuple(dues),
        broke=tuple(broke),
        transfers=tuple(Transfer(cash(at), BANK, due) for at, due in enumerate(paid) if due),
    )
    firms = tuple(
        replace(firm, money=firm.money - due) if due else firm
        for firm, due in zip(s.firms, paid, strict=True)
    )
    s = then(steps, event, replace(s, firms=firms))
    if broke:
        s = _go_out(s, broke, steps)
    counted = events.PaydayCounted(count=len(s.past) + 1, contracts=len(s.since))
    s = then(steps, counted, replace(s, past=(*s.past, s.since), since=()))
    _next_turn(s, steps)


def _go_out(s: State, owed: Mapping[Seat, int], steps: _Steps) -> State:
    """Put out the seats that cannot pay; those of one step rank together (ZT-out, ZT-out-how)."""
    before = s.gone
    group: tuple[Seat, ...] = ()
    for seat, sum_owed in owed.items():
        firm = s.firms[seat]
        cards = _plus(_plus(firm.hand, firm.left), firm.right)
        group = (*group, seat)
        event = events.SeatOut(
            seat=seat,
            owed=sum_owed,
            had=firm.money,
            cards=cards,
            transfers=(Transfer(cash(seat), BANK, firm.money),) if firm.money else (),
        )
        s = then(
            steps,
            event,
            replace(
                s,
                firms=put(s.firms, seat, Firm(0, NO_CARDS, NO_CARDS, NO_CARDS, out=True)),
                stacks=_plus(s.stacks, cards),
                gone=(*before, group),
            ),
        )
    return s


def _next_turn(s: State, steps: _Steps, clause: TurnClause = "ZT-turn-end") -> None:
    """Begin the next seat's turn and do its step 1 (ZT-1-continue), or end the game."""
    playing = [firm.out for firm in s.firms].count(False)
    if playing <= 1 or len(s.past) >= LAST_PAYDAY:
        _end(s, steps)
        return
    seats = len(s.firms)
    seat = (s.active + 1) % seats
    while s.firms[seat].out:
        seat = (seat + 1) % seats
    firm = s.firms[seat]
    at_work = firm.left != NO_CARDS or firm.right != NO_CARDS
    phase = "settling" if at_work else "change"
    begun = events.TurnBegun(clause=clause, seat=seat, turn=s.turn + 1)
    s = replace(s, phase=phase, active=seat, turn=s.turn + 1, count=0)
    s = then(steps, begun, s)
    if firm.right != NO_CARDS:
        home = firm.right
        firm = replace(firm, hand=_plus(firm.hand, home), right=NO_CARDS)
        phase = "change" if firm.left == NO_CARDS else "settling"
        s = replace(s, phase=phase, firms=put(s.firms, seat, firm))
        s = then(steps, events.EquipmentBroughtHome(seat=seat, cards=home), s)
    if firm.left != NO_CARDS:
        moved = events.EquipmentMovedOn(seat=seat, cards=firm.left)
        firm = replace(firm, left=NO_CARDS, right=firm.left)
        then(steps, moved, replace(s, phase="change", firms=put(s.firms, seat, firm)))


def _end(s: State, steps: _Steps) -> None:
    standing = ZAHLTAG.standing(s)
    event = events.GameEnded(
        clause=cast("EndClause", standing.clause),
        winners=standing.ranking[0],
        money=tuple(firm.money for firm in s.firms),
        cards=tuple(_owned(firm) for firm in s.firms),
        on_table=tuple(sum(firm.left) + sum(firm.right) for firm in s.firms),
    )
    then(steps, event, replace(s, phase="over"))


ZAHLTAG: Final = Zahltag(
    checks={
        Take: _refuse_take,
        Discard: _refuse_discard,
        Exchange: _refuse_exchange,
        Bid: _refuse_bid,
    },
    acts={
        Deal: _deal,
        Take: _take,
        Discard: _discard,
        Exchange: _exchange,
        Keep: _keep,
        TurnUp: _turn_up,
        Bid: _bid,
    },
)
