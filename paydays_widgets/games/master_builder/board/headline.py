"""The headline: the line above the table that says what is going on."""

from typing import TypeAlias

from paydays_widgets.core import board
from paydays_widgets.core.board import Headline, told, victory
from paydays_widgets.core.game import Chance, Decide, Over
from paydays_widgets.games.master_builder import events
from paydays_widgets.games.master_builder.engine.phases import CREW
from paydays_widgets.games.master_builder.state import Auction, View
from paydays_widgets.games.master_builder.text import contract_title, effect, explain, money

Scene: TypeAlias = board.Scene[View, events.Event]


def headline(scene: Scene) -> Headline:
    """Say what is going on."""
    turn = scene.view.turn
    match turn:
        case Over():
            text = scene.text
            hint = text("Every loan is repaid, and every unfinished building is settled.")
            return Headline(victory(scene), hint)
        case Decide():
            return _decide(scene, turn)
        case Chance():
            return _turn_up(scene, str(turn.purpose))
        case _:
            return told(scene, explain)


def _decide(scene: Scene, turn: Decide) -> Headline:
    text, view = scene.text, scene.view
    here = any(seat in scene.acting for seat in turn.seats)
    name = text.listing([scene.names[seat] for seat in turn.seats])
    builder = view.builders[turn.seats[0]]
    match turn.prompt:
        case "draft":
            worker = text.number(min(len(builder.crew) + 1, CREW))
            prompt = text("{name} hires a worker ({n} of {all})", name=name, n=worker, all=CREW)
            return Headline(
                prompt,
                text(
                    "The crew’s wages may not exceed {limit}. "
                    "Events strike workers by their flaws.",
                    limit=money(view.deck.wage_limit, text),
                ),
            )
        case "hire":
            hint = text("Take an open worker, pick up one of your own to fire, or pass.")
            ends = text("The phase ends when all seats have passed, one after another.")
            prompt = text("{name} hires, fires or passes", name=name)
            return Headline(prompt, hint if here else ends)
        case "name":
            hint = text("Choose a contract on offer and an opening bid, or name none.")
            ask = text("Which contract does {name} put up for auction?", name=name)
            return Headline(ask, hint if here else "")
        case "must_name":
            return Headline(
                text("{name} must name a contract", name=name),
                text("In round 1 nobody is left without one."),
            )
        case "auction" if view.auction:
            return _auction(scene, view.auction, name)
        case "idle":
            prompt = text("Who misses the building phase? {name} chooses", name=name)
            return Headline(prompt, _event(scene))
        case "dismiss":
            return Headline(text("Who leaves? {name} chooses", name=name), _event(scene))
        case "assign":
            if all(not each.ready for each in view.builders):
                name = text("all")
            hint = text(
                "All assign at once, hidden from the others. Pick up a worker and choose a "
                "section, or let a section take the least able worker who will do."
            )
            prompt = text("Who builds what? Not ready yet: {names}", names=name)
            others = text("All assign at once, hidden from the others.")
            return Headline(prompt, hint if here else others)
        case "borrow":
            return Headline(
                text("{name} must borrow", name=name),
                text(
                    "{due} is due, and there is {cash} in cash. A small loan or a large one?",
                    due=money(view.due, text),
                    cash=money(builder.cash, text),
                ),
            )
        case _:
            hint = text("Repaying early costs less than late, but what is repaid cannot be bid.")
            return Headline(text("Does {name} repay a loan?", name=name), hint)


def _auction(scene: Scene, auction: Auction, name: str) -> Headline:
    text, view = scene.text, scene.view
    title = contract_title(view.deck, auction.contract, text)
    asked = text("“{title}”: does {name} bid more?", title=title, name=name)
    hint = text(
        "{leader} leads with {sum}. Nobody can bid more than their cash.",
        leader=scene.names[auction.leader],
        sum=money(auction.bid, text),
    )
    return Headline(asked, hint)


def _event(scene: Scene) -> str:
    view = scene.view
    card = view.deck.events[view.event - 1]
    return f"{scene.text.pick(card.title)}: {effect(card, scene.text)}"


def _turn_up(scene: Scene, purpose: str) -> Headline:
    text = scene.text
    name = scene.names[scene.view.mallet]
    match purpose:
        case "lot":
            return Headline(
                text("Who goes first?"),
                text("The lot decides who goes first and has the mallet until the round ends."),
            )
        case "deal":
            return Headline(text("The first worker of each pile is turned up"))
        case "economy":
            return Headline(
                text("{name} turns up an economy card", name=name),
                text("It says how many contracts come on offer."),
            )
        case "contract":
            return Headline(text("A contract is turned up"), text("Which one comes on offer?"))
        case "event":
            return Headline(
                text("{name} turns up an event", name=name),
                text("It strikes every seat. The more flaws a worker has, the worse the odds."),
            )
        case _:
            found = told(scene, explain)
            return Headline(found.prompt, text("The next worker of the pile is turned up."))
