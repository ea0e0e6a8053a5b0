"""The headline over the table: what is to be decided, or what has just happened."""

from itertools import takewhile
from typing import TypeAlias

from msgspec.structs import replace

from paydays_widgets.core import board
from paydays_widgets.core.board import Headline, told, victory
from paydays_widgets.core.game import Chance, Decide, Over, Seat
from paydays_widgets.games.zahltag import events
from paydays_widgets.games.zahltag.engine import ADJUSTMENTS
from paydays_widgets.games.zahltag.moves import Discard, Exchange, Kind, Take
from paydays_widgets.games.zahltag.state import View
from paydays_widgets.games.zahltag.text import contract_title, explain, kind_name, money

Scene: TypeAlias = board.Scene[View, events.Event]


def headline(scene: Scene, picked: Kind | None) -> Headline:
    """Say what is going on.

    Parameters
    ----------
    scene
        What may be shown, and to whom.
    picked
        The kind of the hand card that has been picked up.
    """
    turn = scene.view.turn
    match turn:
        case Over():
            return Headline(victory(scene), told(scene, explain).hint)
        case Decide():
            return _decide(scene, turn, picked)
        case Chance(purpose="deal"):
            return Headline(scene.text("The cards are dealt"), scene.text("Seven for each seat"))
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
        if len(seats) == len([firm for firm in view.firms if not firm.out]):
            hint = text("All bid at once, hidden. The lowest bid wins and is paid.")
        else:
            hint = text("Still to play: {names}.", names=names)
        cards = _cards(scene, here[0]) if here else ""
        return Headline(asked, f"{hint} {cards}".rstrip())
    if prompt == "surplus":
        return Headline(
            text("{name} gives up one card", name=names),
            text("Choose the hand card to discard.") if here else "",
        )
    if picked:
        return Headline(
            text("Picked up: {kind}", kind=kind_name(picked, text)), _put(scene, picked)
        )
    hint = _change(scene, here[0]) if here else ""
    if prompt == "adjust":
        return _adjust(scene, seats[0], turn.repeat, hint)
    return Headline(_may(scene, seats[0]), hint)


def _cards(scene: Scene, seat: Seat) -> str:
    """Say how a bid card is chosen, unless the seat can only pass: its cards say why."""
    text = scene.text
    if len(scene.own[seat].legal) == 1:
        return text("You can only pass, with 00.")
    return text("Each card has two prices, in millions (M): choose one price, or pass with 00.")


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
        return text("Take, swap or discard one card, or keep all.")
    if takes and gives:
        return text("Take or discard one card, or keep all.")
    if takes:
        return text("Take a card, or keep all.")
    return text("Discard a card, or keep all.")


def _put(scene: Scene, picked: Kind) -> str:
    """Say where a card that has been picked up can go."""
    text = scene.text
    exchanges = any(
        isinstance(move, Exchange) and move.give == picked
        for view in scene.own.values()
        for move in view.legal
    )
    if exchanges:
        return text("Swap it for a card of another stack, or discard it on its own.")
    return text("Discard it on its own stack, or put it back.")


def _adjust(scene: Scene, seat: Seat, repeat: int, hint: str) -> Headline:
    text = scene.text
    if scene.view.rules.adjust == "one_round":
        name = scene.names[seat]
        prompt = text("{name} takes or discards up to {n} cards", name=name, n=ADJUSTMENTS)
        return Headline(prompt, hint)
    told = text(
        "Before the first turn each may change one card, {all} times round; this is round {n}.",
        n=repeat + 1,
        all=ADJUSTMENTS,
    )
    why = text("Only whoever holds the cards of a contract can bid for it.")
    return Headline(_may(scene, seat), f"{told} {hint or why}")


def _turn_up(scene: Scene) -> Headline:
    text = scene.text
    name = scene.names[scene.view.active]
    if isinstance(scene.event, events.PaydayPutBack):
        return _happened(scene)
    prompt = text("{name} turns up the next card", name=name)
    return Headline(prompt, text("A contract, or a payday?"))


def _happened(scene: Scene) -> Headline:
    """Report the last event while a move is still being carried out."""
    event, text, found = scene.event, scene.text, told(scene, explain)
    if isinstance(event, events.BidsRevealed):
        # the seats show who bid what; in one line it would be too long to read
        lowest = text("The lowest bid is {sum}", sum=money(event.lowest, text))
        return Headline(lowest if event.lowest else text("All pass"), found.hint)
    if isinstance(event, events.ContractShared) and len(shared := sharers(scene)) > 1:
        return replace(found, prompt=_all_build(scene, event, shared))
    return found


def sharers(scene: Scene) -> tuple[Seat, ...]:
    """List the seats that a tie has let build so far, in the order in which they did."""
    tied = events.ContractShared | events.ShareUnpayable
    come = takewhile(lambda each: isinstance(each, tied), scene.past() or (scene.event,))
    shared = [each.seat for each in come if isinstance(each, events.ContractShared)]
    return tuple(reversed(shared))


def _all_build(scene: Scene, event: events.ContractShared, seats: tuple[Seat, ...]) -> str:
    """Say in one sentence what a tie brings each of the seats that build."""
    text = scene.text
    facts = {
        "names": text.listing([scene.names[seat] for seat in seats]),
        "contract": contract_title(scene.view.deck, event.contract, text),
        "amount": money(abs(event.amount), text),
    }
    if event.amount > 0:
        return text("{names} carry out “{contract}” and each receive {amount}.", **facts)
    if event.amount:
        return text("{names} carry out “{contract}” and each pay {amount}.", **facts)
    return text("{names} carry out “{contract}” and receive nothing.", **facts)
