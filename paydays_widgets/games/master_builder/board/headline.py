"""The headline: the line above the table that says what is going on."""

from typing import TypeAlias

from msgspec.structs import replace

from paydays_widgets.core.game import Chance, Decide, Over, Seat
from paydays_widgets.games.master_builder import events
from paydays_widgets.games.master_builder.engine.phases import CREW
from paydays_widgets.games.master_builder.state import Auction, View
from paydays_widgets.games.master_builder.text import explain
from paydays_widgets.games.master_builder.text.names import contract_title, money
from paydays_widgets.show import board
from paydays_widgets.show.board import Headline, told, victory

Scene: TypeAlias = board.Scene[View, events.Event]


def headline(scene: Scene) -> Headline:
    """Say what is going on."""
    turn = scene.view.turn
    match turn:
        case Over():
            return Headline(victory(scene), _settled(scene))
        case Decide():
            return _decide(scene, turn)
        case Chance():
            return _turn_up(scene, str(turn.purpose))
        case _:
            found = told(scene, explain)
            won = scene.event
            why = narrowed(scene, won.seat) if isinstance(won, events.ContractWon) else ""
            return replace(found, hint=why) if why else found


def _settled(scene: Scene) -> str:
    """Say at which rate loans were repaid at the end, and why, and what nobody built."""
    text, view = scene.text, scene.view
    if not view.early:
        rate = text("All loans are repaid, at the late price: no contract is left.")
    elif view.contracts_left or view.offers or view.left_over:
        rate = text("All loans are repaid, at the early price: contracts are left.")
    else:
        rate = text("All loans are repaid, at the early price: a contract is unfinished.")
    taken = sum(len(each.holdings) + len(each.town) for each in view.builders)
    total = len(view.deck.contracts)
    nobody = text.plural(
        "Of {all} contracts, {n} went to nobody.",
        "Of {all} contracts, {n} went to nobody.",
        total - taken,
        all=total,
    )
    return f"{rate} {nobody}"


def _decide(scene: Scene, turn: Decide) -> Headline:
    text, view = scene.text, scene.view
    here = any(seat in scene.acting for seat in turn.seats)
    name = text.listing([scene.names[seat] for seat in turn.seats])
    builder = view.builders[turn.seats[0]]
    match turn.prompt:
        case "draft":
            worker = text.number(min(len(builder.crew) + 1, CREW))
            asked = text("{name}, whom do you hire? ({n} of {all})", name=name, n=worker, all=CREW)
            next_ = text("{name} hires a worker ({n} of {all})", name=name, n=worker, all=CREW)
            return Headline(
                asked if here else next_,
                text(
                    "One worker each in turn, until everyone has five. Wages: every round, "
                    "{limit} at most.",
                    limit=money(view.deck.wage_limit, text),
                ),
            )
        case "hire":
            hint = text(
                "One each in turn, until everyone passes. To fire, press one of yours (×). "
                "Wages: in phase 5."
            )
            ends = text("The phase ends when everyone has passed, one after another.")
            if here:
                return Headline(text("{name}, do you hire, fire or pass?", name=name), hint)
            return Headline(text("{name} hires, fires or passes", name=name), ends)
        case "name":
            hint = text("Choose a contract and an opening bid, or put up no contract.")
            if here:
                asked = text("{name}, which contract do you put up for auction?", name=name)
                return Headline(asked, hint)
            return Headline(text("{name} puts up a contract, or none", name=name))
        case "must_name":
            asked = text("{name}, which contract do you put up for auction?", name=name)
            next_ = text("{name} must put up a contract", name=name)
            hint = text("In round 1 nobody is left without one.")
            return Headline(asked if here else next_, hint)
        case "auction" if view.auction:
            return _auction(scene, view.auction, name, here=here)
        case "idle":
            asked = text("{name}, who misses the building phase?", name=name)
            next_ = text("{name} chooses who misses the building phase", name=name)
            return Headline(asked, _choose(scene)) if here else Headline(next_)
        case "dismiss":
            asked = text("{name}, who leaves?", name=name)
            next_ = text("{name} chooses who leaves", name=name)
            return Headline(asked, _choose(scene)) if here else Headline(next_)
        case "assign":
            prompt = text("Who builds what? Still to assign: {names}", names=name)
            if all(not each.ready for each in view.builders):
                prompt = text("Who builds what? Everyone assigns their workers")
            hidden = text("Everyone sees only their own until everyone is ready.")
            return Headline(prompt, _assign(scene) if here else hidden)
        case "borrow":
            asked = text("{name}, do you take a small loan or a large one?", name=name)
            next_ = text("{name} must borrow", name=name)
            facts = {"due": money(view.due, text), "cash": money(builder.cash, text)}
            due = (
                text("{due} is due for the event card, and there is only {cash} in cash.", **facts)
                if view.event
                else text("{due} is due for wages, and there is only {cash} in cash.", **facts)
            )
            return Headline(asked if here else next_, due)
        case _:
            hint = (
                text(
                    "The price stays the same as long as contracts are left. "
                    "Money repaid cannot be bid."
                )
                if view.early
                else text("The price stays the same now: waiting costs nothing more.")
            )
            asked = text("{name}, do you repay a loan?", name=name)
            next_ = text("{name} may repay a loan", name=name)
            return Headline(asked if here else next_, hint)


def _assign(scene: Scene) -> str:
    """Say how to assign workers, and in which order what is on the table can be built."""
    view, text = scene.view, scene.text
    kinds = {
        view.deck.contracts[holding.contract - 1].kind
        for builder in view.builders
        for holding in builder.holdings
    }
    said = [text("Choose a worker, then a section.")]
    if len(kinds) > 1:
        said += [
            text("House: wall and gable together, roof last."),
            text("City wall: curtain and small piece together, row by row."),
        ]
        return " ".join(said)
    if "house" in kinds:
        said.append(text("House: first a wall and a gable in one phase, last the roof."))
    if "city_wall" in kinds:
        said.append(
            text("City wall: first a curtain wall and a small piece in one phase; row after row.")
        )
    said.append(text("The others see it once everyone is ready."))
    return " ".join(said)


def _choose(scene: Scene) -> str:
    """Say how to choose who misses the building phase or leaves, and what it pays."""
    view, text = scene.view, scene.text
    how = text("Press one of the framed workers.")
    card = view.deck.events[view.event - 1]
    if card.effect != "labour":
        return how
    return how + " " + text("The bank pays {sum} at once.", sum=money(card.amount, text))


def _auction(scene: Scene, auction: Auction, name: str, *, here: bool) -> Headline:
    text, view = scene.text, scene.view
    title = contract_title(view.deck, auction.contract, text)
    asked = text("{name}, do you bid more for “{title}”?", title=title, name=name)
    next_ = text("“{title}”: {name} bids more or passes", title=title, name=name)
    hint = narrowed(scene) or text(
        "{leader} leads with {sum}. Nobody can bid more than their cash.",
        leader=scene.names[auction.leader],
        sum=money(auction.bid, text),
    )
    return Headline(asked if here else next_, hint)


def narrowed(scene: Scene, winner: Seat | None = None) -> str:
    """Say why only some players may bid in round 1; "" if everyone may.

    The one who has just won did so before.
    """
    view, text = scene.view, scene.text
    if view.number > 1:
        return ""
    for seat, builder in enumerate(view.builders):
        if len(builder.holdings) > 1 and seat != winner:
            return text(
                "{name} has two contracts: in round 1 only players without one may bid now.",
                name=scene.names[seat],
            )
    return ""


def _turn_up(scene: Scene, purpose: str) -> Headline:
    text = scene.text
    name = scene.names[scene.view.mallet]
    match purpose:
        case "lot":
            return Headline(
                text("Who goes first?"),
                text("A draw of lots decides who goes first in every phase of round 1."),
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
                text("{name} turns up an event card", name=name),
                text("It strikes every player. The more flaws a worker has, the worse the odds."),
            )
        case _:
            found = told(scene, explain)
            return replace(
                found, hint=text("Next, the top worker of the pile is turned up."), sum=""
            )
