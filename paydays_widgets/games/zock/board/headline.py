"""The headline over the table: what is to be decided, or what has just happened."""

from typing import TypeAlias

from paydays_widgets.core import board
from paydays_widgets.core.board import Headline, told
from paydays_widgets.core.game import Chance, Decide, Seat
from paydays_widgets.games.zock import events
from paydays_widgets.games.zock.engine import could_cash
from paydays_widgets.games.zock.state import HOME, View
from paydays_widgets.games.zock.text import explain

Scene: TypeAlias = board.Scene[View, events.Event]


def headline(scene: Scene) -> Headline:
    """Say what is going on.

    Parameters
    ----------
    scene
        What may be shown, and to whom.
    """
    turn, text = scene.view.turn, scene.text
    match turn:
        case Decide():
            return _decide(scene, turn)
        case Chance(purpose="duel"):
            roller, other = (scene.names[seat] for seat in duellists(scene.view, turn.repeat))
            hint = text("A 1 loses all. Otherwise it is the turn of {other}.", other=other)
            return Headline(text("Duel: {name} rolls", name=roller), hint)
        case Chance():
            view = scene.view
            if max(view.sides[view.active].pawns) == HOME:
                hint = text("A 1 brings no pawn out.")
            else:
                hint = text("A 1 sends the foremost pawn home, unpaid.")
            return Headline(text("{name} rolls the die", name=scene.names[view.active]), hint)
        case _:
            return told(scene, explain)


def duellists(view: View, rolled: int) -> tuple[Seat, Seat]:
    """Return the seat that rolls next in a duel, after some rolls, and the other seat."""
    attacked = view.active if view.attacked is None else view.attacked
    return (view.active, attacked) if rolled % 2 else (attacked, view.active)


def _decide(scene: Scene, turn: Decide) -> Headline:
    text, view = scene.text, scene.view
    seat = turn.seats[0]
    name = scene.names[seat]
    if turn.prompt == "move":
        if view.rules.cash == "after_roll" and could_cash(view):
            asked = text("{name} has rolled a {die}: move, or cash?", name=name, die=view.die)
        else:
            asked = text("{name} has rolled a {die}: which pawn?", name=name, die=view.die)
        here = text("Each button says what would follow.") if seat in scene.acting else ""
        if seat in scene.bots:
            here = text("A bot plays this seat: Step lets it decide.")
        return Headline(asked, here)
    if turn.prompt == "foremost":
        asked = text("{name} has rolled a 1: which pawn goes home?", name=name)
        return Headline(asked, text("They have gone equally far."))
    if view.rules.cash == "after_roll" or not could_cash(view):
        return Headline(text("{name}: roll, or repay first?", name=name))
    hint = text("Whoever cashes does not roll. A 1 would send the foremost pawn home, unpaid.")
    return Headline(text("{name}: cash, or roll on?", name=name), hint)
