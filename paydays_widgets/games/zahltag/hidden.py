"""What a seat cannot know: the others' hands, but for the cards that everyone has seen."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import add

from msgspec.structs import replace

from paydays_widgets.core.chance import shuffled
from paydays_widgets.core.game import Seat
from paydays_widgets.games.zahltag import events
from paydays_widgets.games.zahltag.events import Event
from paydays_widgets.games.zahltag.moves import KINDS
from paydays_widgets.games.zahltag.state import NO_CARDS, Cards, Firm, State, of_kind


@lru_cache(maxsize=4)  # the lab deals the same position thousands of times
def seen_in_hands(past: tuple[Event, ...], seats: int) -> tuple[Cards, ...]:
    """List, for each seat, the cards that are known to be in its hand.

    Known are cards that it took from an open stack or brought home from work, and what a
    contract needs that it bid for. A card that it discards may be one of these.

    Parameters
    ----------
    past
        All events so far.
    """
    hands = [NO_CARDS] * seats
    needs: Cards = NO_CARDS
    for event in past:
        if isinstance(event, events.ContractTurnedUp):
            needs = event.needs
        elif isinstance(event, events.BidsRevealed):
            for seat, bid in enumerate(event.bids):
                if bid:
                    hands[seat] = _each(max, hands[seat], needs)
        else:
            seat, more, less = _change(event)
            hands[seat] = _each(
                lambda n, gone: max(0, n - gone), _each(add, hands[seat], more), less
            )
    return tuple(hands)


def _change(event: Event) -> tuple[Seat, Cards, Cards]:
    """Return whose hand an event changes for all to see, what it gains and what it loses."""
    match event:
        case events.EquipmentTaken(seat=seat, kind=kind):
            return seat, of_kind(kind), NO_CARDS
        case events.EquipmentDiscarded(seat=seat, kind=kind):
            return seat, NO_CARDS, of_kind(kind)
        case events.EquipmentExchanged(seat=seat, gave=gave, took=took):
            return seat, of_kind(took), of_kind(gave)
        case events.EquipmentBroughtHome(seat=seat, cards=cards):
            return seat, cards, NO_CARDS
        case (
            events.ContractAwarded(seat=seat, needs=needs)
            | events.ContractShared(seat=seat, needs=needs)
        ):
            return seat, NO_CARDS, needs
        case _:
            return 0, NO_CARDS, NO_CARDS


def imagined(s: State, seat: Seat, past: Sequence[Event], luck: Iterator[int]) -> State:
    """Deal the others' unknown cards again, and let those who have bid face down bid again."""
    known = seen_in_hands(tuple(past), len(s.firms))
    others = [at for at, firm in enumerate(s.firms) if at != seat and not firm.out]
    unknown = [
        kind
        for kind in range(len(KINDS))
        for at in others
        for _ in range(s.firms[at].hand[kind] - known[at][kind])
    ]
    dealt = iter(shuffled(unknown, luck))
    firms = [
        _with_hand(firm, known[at], dealt) if at in others else firm
        for at, firm in enumerate(s.firms)
    ]
    bids = s.bids
    if s.phase == "bid":
        bids = tuple(bid if at == seat else None for at, bid in enumerate(bids))
    return replace(s, firms=tuple(firms), bids=bids)


def _with_hand(firm: Firm, known: Cards, dealt: Iterator[int]) -> Firm:
    new = [next(dealt) for _ in range(sum(firm.hand) - sum(known))]
    foremen, workers, cranes, excavators = (n + new.count(kind) for kind, n in enumerate(known))
    return replace(firm, hand=(foremen, workers, cranes, excavators))


def _each(compute: Callable[[int, int], int], one: Cards, other: Cards) -> Cards:
    foremen, workers, cranes, excavators = map(compute, one, other)
    return (foremen, workers, cranes, excavators)
