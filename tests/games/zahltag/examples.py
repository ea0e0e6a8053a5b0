"""Events and refusals of Zahltag, one for each wording that they can have."""

from typing import Any

from paydays_widgets.core.game import Refusal
from paydays_widgets.games.zahltag import events as e
from paydays_widgets.games.zahltag.deck import default_deck
from paydays_widgets.games.zahltag.moves import KINDS


def ended(clause: Any, winners: tuple[int, ...], **facts: tuple[int, ...]) -> e.GameEnded:
    return e.GameEnded(
        clause=clause,
        winners=winners,
        money=(30, 30, 12),
        cards=facts.get("cards", (7, 7, 9)),
        on_table=facts.get("on_table", (2, 1, 0)),
    )


EVENTS: tuple[e.Event, ...] = (
    e.CardDealt(seat=1, kind=None),
    *[e.CardDealt(seat=1, kind=kind) for kind in KINDS],
    e.StacksSorted(stacks=(7, 9, 3, 12)),
    e.EquipmentTaken(clause="ZT-2-change", seat=0, kind="crane", total=8),
    e.EquipmentTaken(clause="ZT-adjust", seat=0, kind="worker", total=1),
    e.EquipmentTaken(clause="ZT-2-limit-how", seat=0, kind="worker", total=13),
    e.EquipmentDiscarded(clause="ZT-2-change", seat=0, kind="foreman", total=6),
    e.EquipmentDiscarded(clause="ZT-adjust", seat=0, kind="excavator", total=6),
    e.EquipmentDiscarded(clause="ZT-2-limit-how", seat=0, kind="worker", total=12),
    e.EquipmentExchanged(clause="ZT-2-change", seat=2, gave="crane", took="worker", total=7),
    e.EquipmentExchanged(clause="ZT-adjust", seat=2, gave="crane", took="worker", total=7),
    e.EquipmentKept(clause="ZT-2-change", seat=2, total=7),
    e.EquipmentKept(clause="ZT-adjust", seat=2, total=7),
    e.FinePaid(seat=0, surplus=1, each=1, payees=(1, 2), paid=2),
    e.FinePaid(seat=0, surplus=2, each=2, payees=(), paid=2),
    e.SeatOut(seat=1, owed=3, had=1, cards=(1, 2, 0, 0)),
    e.SeatOut(seat=1, owed=1, had=0, cards=(0, 0, 0, 0)),
    e.ContractTurnedUp(seat=0, contract=17, needs=default_deck().contracts[16]),
    e.PaydayTurnedUp(clause="ZT-3-reveal", seat=0),
    e.PaydayTurnedUp(clause="ZT-3-first", seat=0),
    e.PaydayTurnedUp(clause="ZT-3-repeat-end", seat=0),
    e.PaydayPutBack(clause="ZT-3-repeat", seat=0),
    e.PaydayPutBack(clause="ZT-3-first", seat=0),
    e.PaydayForced(seat=0, contracts=9),
    e.BidSealed(seat=0, amount=None),
    e.BidSealed(seat=0, amount=3),
    e.BidSealed(seat=0, amount=0),
    e.BidsRevealed(bids=(3, None, 0), lowest=3),
    e.BidsRevealed(bids=(3, 3, 5), lowest=3),
    e.BidsRevealed(bids=(0, None, 0), lowest=0),
    e.ContractAwarded(seat=0, contract=1, amount=3, needs=(1, 1, 0, 0)),
    e.ContractShared(seat=0, contract=1, bid=3, amount=1, needs=(1, 1, 0, 0), tied=(0, 2)),
    e.ContractShared(seat=0, contract=1, bid=2, amount=0, needs=(1, 1, 0, 0), tied=(2, 0)),
    e.ContractShared(seat=0, contract=1, bid=1, amount=-1, needs=(1, 1, 0, 0), tied=(0, 1, 2)),
    e.ShareUnpayable(seat=2, contract=32, owed=1, had=0),
    e.ContractUnawarded(contract=32),
    e.BidCardsReturned(contract=32, count=4),
    e.IdleEquipmentPaid(smallest=3, hands=(5, 3, 9), dues=(2, 0, 6), broke=(2,)),
    e.IdleEquipmentPaid(smallest=1, hands=(5, None, 1), dues=(4, None, 0), broke=()),
    e.IdleEquipmentPaid(smallest=4, hands=(4, 4, None), dues=(0, 0, None), broke=()),
    e.PaydayCounted(count=2, contracts=0),
    e.TurnBegun(clause="ZT-turn-end", seat=1, turn=3),
    e.TurnBegun(clause="ZT-players", seat=1, turn=1),
    e.TurnBegun(clause="ZT-out-how", seat=1, turn=9),
    e.EquipmentBroughtHome(seat=0, cards=(0, 0, 1, 2)),
    e.EquipmentMovedOn(seat=0, cards=(1, 0, 0, 0)),
    ended("ZT-end", (0,)),
    ended("ZT-end-tie", (1,)),
    ended("ZT-end-tie", (0,), cards=(6, 7, 9)),
    ended("ZT-end-tie", (0, 1), on_table=(1, 1, 0)),
    ended("ZT-out", (0,)),
    ended("ZT-out-how", (0, 2)),
)
REFUSALS = [
    Refusal("ZT-4-bid", "already_bid", {"seat": 1}),
    Refusal("ZT-2-empty", "stack_empty", {"kind": "crane"}),
    Refusal("ZT-2-change", "not_in_hand", {"kind": "crane"}),
    Refusal("ZT-2-change", "same_kind", {"kind": "crane"}),
    Refusal("ZT-2-limit-how", "limit", {"limit": 12, "total": 12}),
    Refusal("ZT-adjust", "adjust_exchange"),
    Refusal("ZT-adjust", "adjust_direction", {"done": "take"}),
    Refusal("ZT-adjust", "adjust_direction", {"done": "discard"}),
    Refusal("ZT-bids", "no_such_bid", {"amount": 9, "can": "1, 2"}),
    Refusal("ZT-4-bid", "lacks", {"foreman": 0, "worker": 2, "crane": 1, "excavator": 0}),
]
