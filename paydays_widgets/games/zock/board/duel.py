"""The scene of a duel."""

from msgspec import Struct

from paydays_widgets.core.game import Chance, Seat, Settling
from paydays_widgets.games.zock import events, reading
from paydays_widgets.games.zock.board.headline import Scene
from paydays_widgets.games.zock.text import money
from paydays_widgets.show.board import Play


class Fighter(Struct, frozen=True, gc=False):
    """A side of a duel."""

    seat: int
    name: str
    role: str
    risk: int
    """In how many duels of 11 it loses; 0 if that is not shown."""
    rolls: bool
    state: str
    """``fights``, ``won`` or ``lost``."""


class Duel(Struct, frozen=True, gc=False):
    """The scene of a duel."""

    fighters: tuple[Fighter, Fighter]
    die: int
    rolled: str
    roll: Play | None
    """The next roll, if one is due."""
    pot: int
    """What the winner will have; 0 once the duel is decided."""


def duel(scene: Scene) -> Duel | None:
    """Show a duel from its challenge until it is decided."""
    view, event, text, names = scene.view, scene.event, scene.text, scene.names
    if isinstance(event, events.DuelDecided):
        attacker = event.attacker
        attacked = event.loser if event.seat == attacker else event.seat
        amount = money(event.amount, text)
        told = text("{name} wins {amount}", name=names[event.seat], amount=amount)
        states = {event.seat: "won", event.loser: "lost"}
        return Duel(_fighters(scene, attacker, attacked, None, states), 1, told, None, 0)
    if view.attacked is None:
        return None
    turn = view.turn
    waits = not isinstance(turn, Settling)
    roller = reading.duellists(view, turn.repeat)[0] if isinstance(turn, Chance) else None
    die, told = 0, text("{name} rolls first.", name=names[view.attacked])
    if isinstance(event, events.DuelRolled):
        die = event.die
        told = text(
            "Roll {count}: {name} has a {die}", count=event.count, name=names[event.seat], die=die
        )
    roll = Play(text("Roll the die of the duel"), do="step") if waits else None
    fighters = _fighters(scene, view.active, view.attacked, roller, {})
    pot = sum(view.sides[seat].money for seat in (view.active, view.attacked))
    return Duel(fighters, die, told, roll, pot)


def _fighters(
    scene: Scene, attacker: Seat, attacked: Seat, roller: Seat | None, states: dict[Seat, str]
) -> tuple[Fighter, Fighter]:
    text = scene.text

    def fighter(seat: Seat, role: str) -> Fighter:
        told = roller is not None and scene.advice
        return Fighter(
            seat=seat + 1,
            name=scene.names[seat],
            role=role,
            risk=reading.duels_lost(first=seat == roller) if told else 0,
            rolls=seat == roller,
            state=states.get(seat, "fights"),
        )

    return (fighter(attacker, text("attacks")), fighter(attacked, text("is attacked")))
