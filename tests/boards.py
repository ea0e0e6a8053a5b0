"""Games at random, and a position as a screen shows it: alike for every game."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, cast

from paydays_widgets import games
from paydays_widgets.core.chance import choice_by_kind, pick
from paydays_widgets.core.game import Chance, Decide, Over
from paydays_widgets.core.text import Text
from paydays_widgets.show.board import Scene
from tests.markup import Page

NAMES = ("Anna", "Ben", "Cem", "Dana", "Emma", "Farid", "Greta", "Hugo")


def steps(name: str, seats: int, seed: int, rules: Any = None) -> Iterator[tuple[list[Any], Any]]:
    """Play a game at random; at every step this is its story so far, and the position."""
    game, luck = games.load(name), random.Random(seed)
    state, story = game.start(seats, rules), []
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            move = pick(game.outcomes(state), luck.getrandbits(32))
        else:
            seat = cast("Decide", turn).seats[0]
            move = choice_by_kind(game.legal(state, seat), luck.getrandbits(32))
        for step in game.unfold(state, move):
            story.append(step.event)
            state = step.state
            yield story, state


def scene(
    name: str,
    state: Any,
    *,
    own: Sequence[int] = (),
    acting: Sequence[int] | None = None,
    picked: str = "",
    event: Any = None,
    past: Sequence[Any] = (),
    names: Sequence[str] = NAMES,
    language: str = "en",
    prefix: str = "a-",
    quiet: bool = False,
    apart: bool = False,
    ticks: bool = False,
    advice: bool = True,
    mine: int | None = None,
    chosen: frozenset[Any] = frozenset(),
) -> Scene[Any, Any]:
    """Set a scene.

    Parameters
    ----------
    own, acting
        The seats that see their own, and those that act: the same ones if it is not said.
    event, past
        The last event, or all of them.
    quiet
        Whether a position asks what the picture could tell.
    apart
        Whether each person has a screen of their own.
    ticks
        Whether a server lets the game's clock run.
    advice
        Whether the picture may advise.
    mine
        The seat of the only person.
    chosen
        The moves that have been chosen, and not made.
    """
    modules = games.modules(name)
    game, text = modules.engine, Text(language, modules.package)
    seats = sum(map(len, game.standing(state).ranking))
    own = [seat for seat in own if seat < seats]
    viewer = own[0] if len(own) == 1 else None
    events = [*past] if event is None else [event]

    def why(move: Any) -> str:
        refusal = game.refuse(state, move)
        return "" if refusal is None else modules.text.refused(refusal, names, text)

    def told() -> Iterator[Any]:
        for each in reversed(events):
            yield game.witness(each, viewer)

    return Scene(
        view=game.view(state, None),
        own={seat: game.view(state, seat) for seat in own},
        event=next(told(), None),
        names=tuple(names[:seats]),
        acting=frozenset(own if acting is None else acting),
        picked=picked,
        text=text,
        prefix=prefix,
        key="k7",
        called=lambda move: modules.text.choice(game.view(state, move.by), move, names, text),
        why=why,
        past=told,
        deck=state.deck,
        books=lambda: game.books(state),
        sheet=lambda seat: game.sheet(state, seat),
        standing=lambda: game.standing(state),
        quiet=quiet,
        apart=apart,
        ticks=ticks,
        advice=advice,
        mine=mine,
        chosen=chosen,
    )


def draw(name: str, state: Any, **how: Any) -> str:
    return games.modules(name).board.draw(scene(name, state, **how))


def page(name: str, state: Any, **how: Any) -> Page:
    return Page(draw(name, state, **how))
