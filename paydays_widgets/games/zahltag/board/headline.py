"""The headline over the table: what is to be decided, or what has just happened."""

from collections.abc import Sequence
from itertools import islice
from typing import Final, TypeAlias

from msgspec.structs import replace

from paydays_widgets.core.game import Chance, Decide, Over, Seat
from paydays_widgets.games.zahltag import events
from paydays_widgets.games.zahltag.deck import LAST_PAYDAY
from paydays_widgets.games.zahltag.engine import ADJUSTMENTS, TIE_DISCOUNT
from paydays_widgets.games.zahltag.moves import Discard, Exchange, Kind, Take
from paydays_widgets.games.zahltag.reading import builders, next_card, payday_due
from paydays_widgets.games.zahltag.state import View
from paydays_widgets.games.zahltag.text import contract_title, explain, kind_name, money
from paydays_widgets.show import board
from paydays_widgets.show.board import Headline, told, victory

Scene: TypeAlias = board.Scene[View, events.Event]

_RECENT: Final = 12
"""Among so many events is the last award, if it was in the turn before."""


def headline(scene: Scene, picked: Kind | None) -> Headline:
    """Say what is going on, and what can be done with the kind of card that is picked up."""
    turn = scene.view.turn
    match turn:
        case Over():
            return Headline(victory(scene), told(scene, explain).hint)
        case Decide():
            return _decide(scene, turn, picked)
        case Chance(purpose="deal"):
            return Headline(scene.text("The cards are dealt"), scene.text("Seven for each firm"))
        case Chance():
            return _turn_up(scene)
        case _:
            return _happened(scene)


def _decide(scene: Scene, turn: Decide, picked: Kind | None) -> Headline:
    text = scene.text
    seats, prompt = turn.seats, turn.prompt
    view = scene.view
    names = text.listing([scene.names[seat] for seat in seats])
    here = [seat for seat in seats if seat in scene.acting]
    if prompt == "bid":
        title = contract_title(view.deck, view.offer, text)
        asked = text("Who builds “{title}” for the least?", title=title)
        choice = _choice(scene, here[0]) if here else ""
        return Headline(asked, f"{_how(scene, here)} {choice}".rstrip())
    if prompt == "surplus":
        return Headline(
            text("{name} gives up one card", name=names),
            text("Choose the hand card to discard.") if here else "",
        )
    if picked:
        return Headline(
            text("Picked up: {kind}", kind=kind_name(picked, text)), _put(scene, picked)
        )
    hint = f"{_change(scene, here[0]) if here else ''} {_before(scene)}".strip()
    if prompt == "adjust":
        return _adjust(scene, seats[0], turn.repeat, hint)
    return Headline(_may(scene, seats[0]), hint)


def _choice(scene: Scene, seat: Seat) -> str:
    """Say what a payday would cost the seat, or why it can only pass."""
    text = scene.text
    if len(scene.own[seat].legal) == 1:
        return text("You can only pass: cards are missing.")
    due = payday_due(scene.view, seat)
    if not due:
        return text("A payday would cost you nothing.")
    return text("A payday would cost you {sum}.", sum=money(due, text))


def _how(scene: Scene, here: Sequence[Seat]) -> str:
    """Say who builds, and who does in a tie; to those who do not bid here, what can be bid."""
    text = scene.text
    less = money(TIE_DISCOUNT, text)
    paid = text(
        "The lowest bidder builds; in a tie each of them does, for {less} less.", less=less
    )
    if here:
        all_bid = text("Everyone bids at once, in secret.")
        return f"{all_bid} {paid}"
    amounts = [amount for card in scene.view.deck.bid_cards for amount in card]
    most = money(max(amounts), text)
    bid = text(
        "Everyone bids at once, in secret: {least} to {most}, or pass.",
        least=min(amounts),
        most=most,
    )
    return f"{bid} {paid}"


def _may(scene: Scene, seat: Seat) -> str:
    """Say who may change a card; on a screen of one's own, it is oneself."""
    if scene.apart and scene.mine == seat:
        return scene.text("You may change one card")
    return scene.text("{name} may change one card", name=scene.names[seat])


def _change(scene: Scene, seat: Seat) -> str:
    """Say what a seat may do with its equipment."""
    text = scene.text
    legal = scene.own[seat].legal
    takes = any(isinstance(move, Take) for move in legal)
    gives = any(isinstance(move, Discard) for move in legal)
    if any(isinstance(move, Exchange) for move in legal):
        return text("“Take” adds a card. “Give” swaps one of yours, or discards it.")
    if takes and gives:
        return text("Take a card, tap one of yours to discard it, or keep them all.")
    if takes:
        return text("Take a card, or keep them all.")
    return text("Tap a card to discard it, or keep them all.")


def _put(scene: Scene, picked: Kind) -> str:
    """Say where a card that has been picked up can go."""
    text = scene.text
    exchanges = any(
        isinstance(move, Exchange) and move.give == picked
        for view in scene.own.values()
        for move in view.legal
    )
    if exchanges:
        return text("Swap it for another kind, or discard it on its own stack.")
    return text("Discard it on its own stack, or put it back.")


def _adjust(scene: Scene, seat: Seat, repeat: int, hint: str) -> Headline:
    text = scene.text
    if scene.view.rules.adjust == "one_round":
        name = scene.names[seat]
        prompt = text("{name} takes or discards up to {n} cards", name=name, n=ADJUSTMENTS)
        return Headline(prompt, hint)
    told = text(
        "Before the first turn, each may change one card a round. Round {n} of {all}.",
        n=repeat + 1,
        all=ADJUSTMENTS,
    )
    why = text("Only a firm that holds the cards of a contract can bid for it.")
    return Headline(_may(scene, seat), f"{told} {hint or why}")


def _turn_up(scene: Scene) -> Headline:
    text = scene.text
    name = scene.names[scene.view.active]
    if isinstance(scene.event, events.PaydayPutBack):
        return _happened(scene)
    prompt = text("{name} turns up the next card", name=name)
    asked = text("A contract, or a payday?")
    if sure := certain(scene):
        asked = f"{sure}."
    return Headline(prompt, f"{asked} {_before(scene)}".rstrip())


def certain(scene: Scene) -> str:
    """Say what comes next, where it is certain and no question is about it; else nothing."""
    text = scene.text
    match "" if scene.quiet else next_card(scene.view):
        case "payday":
            return text("A payday comes next")
        case "contract":
            return text("A contract comes next")
        case _:
            return ""


def _happened(scene: Scene) -> Headline:
    """Report the last event while a move is still being carried out."""
    event, text, found = scene.event, scene.text, told(scene, explain)
    seats = builders(scene.view, scene.past())
    if isinstance(event, events.BidsRevealed):
        # the seats show who bid what; in one line it would be too long to read
        lowest = event.lowest
        if not lowest:
            return Headline(text("Everyone passes"), found.hint)
        tied = event.bids.count(lowest)
        if len(seats) != tied:
            return Headline(text("The lowest bid is {sum}", sum=money(lowest, text)), found.hint)
        amount = lowest - TIE_DISCOUNT if tied > 1 else lowest
        return Headline(_gets(scene, seats, scene.view.offer, lowest, amount), found.hint)
    if isinstance(event, events.ContractAwarded):
        gets = _gets(scene, seats, event.contract, event.amount, event.amount)
        return replace(found, prompt=gets)
    if isinstance(event, events.ContractShared) and len(seats) > 1:
        return replace(found, prompt=_gets(scene, seats, event.contract, event.bid, event.amount))
    return found


def _gets(scene: Scene, seats: Sequence[Seat], contract: int, bid: int, amount: int) -> str:
    """Say in one sentence who builds for how much."""
    text = scene.text
    names = text.listing([scene.names[seat] for seat in seats])
    if bid == amount:
        title = contract_title(scene.view.deck, contract, text)
        sum_ = money(amount, text)
        return text("{name} builds “{contract}” for {sum}", name=names, contract=title, sum=sum_)
    if amount < 0:
        return text(
            "Tie: {names} each build, and each pay {sum}", names=names, sum=money(-amount, text)
        )
    return text(
        "Tie: {names} each build, for {bid} − {less} = {sum}",
        names=names,
        bid=bid,
        less=bid - amount,
        sum=money(amount, text),
    )


def _before(scene: Scene) -> str:
    """Say who got the last contract, or that a payday has come since."""
    shared: list[events.ContractShared] = []
    for event in islice(scene.past(), _RECENT):
        match event:
            case events.ContractAwarded(seat=seat, contract=contract, amount=amount):
                return _just_now(scene, _gets(scene, (seat,), contract, amount, amount))
            case events.ContractShared():
                shared.insert(0, event)
            case events.ShareUnpayable():
                return ""
            case events.PaydayCounted(count=count):
                payday = scene.text("payday {count} of {last}", count=count, last=LAST_PAYDAY)
                return _just_now(scene, payday)
            case events.BidsRevealed() if shared:
                last = shared[0]
                seats = [each.seat for each in shared]
                gets = _gets(scene, seats, last.contract, last.bid, last.amount)
                return _just_now(scene, gets)
            case _:
                continue
    return ""


def _just_now(scene: Scene, what: str) -> str:
    return scene.text("Just now: {what}.", what=what.rstrip("."))
