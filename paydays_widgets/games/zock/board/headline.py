"""The headline over the table: what is to be decided, or what has just happened."""

from typing import Final, TypeAlias

from msgspec.structs import replace

from paydays_widgets.core.game import Chance, Decide, Seat
from paydays_widgets.games.zock import events
from paydays_widgets.games.zock.engine import could_cash, could_go, following, standing_at
from paydays_widgets.games.zock.reading import duellists
from paydays_widgets.games.zock.state import HOME, KING, View
from paydays_widgets.games.zock.text import explain, money, pawn_name
from paydays_widgets.show import board
from paydays_widgets.show.board import Headline, told

Scene: TypeAlias = board.Scene[View, events.Event]
PLAYED: Final = (
    events.PawnBroughtOut,
    events.PawnMoved,
    events.PawnWentHome,
    events.NothingSentHome,
    events.TurnPassed,
    events.PawnsCashed,
)
"""What a seat has done with its turn, if the game pauses after it."""


def headline(scene: Scene) -> Headline:
    """Say what is going on."""
    turn, text = scene.view.turn, scene.text
    match turn:
        case Decide():
            return _decide(scene, turn)
        case Chance(purpose="duel"):
            roller, other = duellists(scene.view, turn.repeat)
            hint = text(
                "A 1 costs {name} all {sum}; after any other number, {other} rolls.",
                name=scene.names[roller],
                sum=money(scene.view.sides[roller].money, text),
                other=scene.names[other],
            )
            return Headline(text("Duel: {name} rolls", name=scene.names[roller]), hint)
        case Chance():
            view = scene.view
            if max(view.sides[view.active].pawns) == HOME:
                hint = (
                    text("A 1 brings no pawn out.")
                    if scene.apart
                    else text("Press the die. A 1 brings no pawn out.")
                )
            else:
                hint = text("A 1 sends the foremost pawn home, unpaid.")
            return Headline(text("{name} rolls the die", name=scene.names[view.active]), hint)
        case _:
            return _told(scene)


def _told(scene: Scene) -> Headline:
    """Describe the last event and, once a turn is played, say who is next."""
    head, view, event = told(scene, explain), scene.view, scene.event
    if isinstance(event, events.GameEnded):
        return replace(head, prompt=_won(scene, event), told=False)
    if not isinstance(event, PLAYED):
        return head
    if (
        isinstance(event, events.PawnBroughtOut | events.PawnMoved)
        and standing_at(view, event.square, event.seat) is not None
    ):
        return head  # a hit or a duel follows
    seat, round_ = following(view)
    if round_ > view.rules.rounds:
        return head
    coming = scene.text("Next: {name}.", name=scene.names[seat])
    return replace(head, hint=f"{head.hint} {coming}".strip())


def _won(scene: Scene, event: events.GameEnded) -> str:
    """Say who wins, and what they have."""
    text, first = scene.text, event.winners[0]
    return text.plural(
        "{names} wins with {sum}",
        "{names} share the victory with {sum} each",
        len(event.winners),
        names=text.listing([scene.names[seat] for seat in event.winners]),
        sum=money(event.money[first] - event.debts[first], text),
    )


def _which(scene: Scene, name: str) -> str:
    """Ask which pawn is to move or, if only one can, say so."""
    text, view = scene.text, scene.view
    facts = {"name": name, "die": view.die}
    pawns = could_go(view)
    if len(pawns) > 1:
        return text("{name} has rolled a {die}: which pawn?", **facts)
    if view.sides[view.active].pawns[KING] == HOME:
        return text("{name} has rolled a {die}: the king must come out.", **facts)
    only = pawn_name(pawns[0], text)
    return text("{name} has rolled a {die}: only {pawn} can use it.", pawn=only, **facts)


def _forced(view: View, seat: Seat) -> bool:
    """Whether a seat that has rolled can do but one thing."""
    cashes = view.rules.cash == "after_roll" and could_cash(view)
    return len(could_go(view)) == 1 and not cashes and not view.sides[seat].debt


def _decide(scene: Scene, turn: Decide) -> Headline:
    text, view = scene.text, scene.view
    seat = turn.seats[0]
    name = scene.names[seat]
    if turn.prompt == "move":
        if view.rules.cash == "after_roll" and could_cash(view):
            asked = text("{name} has rolled a {die}: move, or cash?", name=name, die=view.die)
        else:
            asked = _which(scene, name)
        here = text("Each button says what would follow.") if seat in scene.acting else ""
        if here and _forced(view, seat):
            here = text("One button is open: it says what would follow.")
        if seat in scene.bots:
            here = text("A bot decides here.")
        return Headline(asked, here)
    if turn.prompt == "foremost":
        asked = text("{name} has rolled a 1: which pawn goes home?", name=name)
        return Headline(asked, text("They have gone equally far."))
    if view.rules.cash == "after_roll" or not could_cash(view):
        return Headline(text("{name}: roll, or repay first?", name=name))
    hint = text("Anyone who cashes does not roll. A 1 would send the foremost pawn home, unpaid.")
    return Headline(text("{name}: cash, or roll on?", name=name), hint)
