"""What a contract is worth to a crew, in words: before a bid, and once it has been won."""

from typing import Final, TypeAlias

from paydays_widgets.core.game import Seat
from paydays_widgets.games.master_builder import events
from paydays_widgets.games.master_builder.board.headline import Scene
from paydays_widgets.games.master_builder.reading.appraisal import (
    Appraisal,
    Offer,
    Reckoning,
    missing,
    offer,
    rounds_to_finish,
)
from paydays_widgets.games.master_builder.text.bidding import instead
from paydays_widgets.games.master_builder.text.captions import a_worker
from paydays_widgets.games.master_builder.text.names import money

MINUS: Final = "−"
JOINER: Final = "\N{WORD JOINER}"
"""Keeps a loss and its sign on one line."""
Bids: TypeAlias = list[events.ContractNamed | events.BidRaised]


def limits(scene: Scene, seat: Seat, contract: int, least: int) -> tuple[str, ...]:
    """Say what limits the bid of the seat that decides, unless a position asks for it.

    Four things can: what the contract brings less the wages that it takes, the cash, what else is
    on offer, and the wages of this round, which are due after its income.
    """
    if scene.quiet:
        return ()
    view, text = scene.view, scene.text
    found, builder = offer(view, seat, contract), view.builders[seat]
    said = [_finishing(scene, seat, contract, found)]
    said.append(_bound(scene, seat, found, least))
    if view.auction:  # what else is on offer is compared there before one is named
        said += filter(None, [instead(view, seat, contract, text)])
    kept = builder.cash - builder.bill  # in hand, for the bid, if the wages are put by
    wages = money(builder.bill, text)
    if kept < least:
        said.append(
            text(
                "After any bid, this round’s wages of {wages} must come from income or a loan.",
                wages=wages,
            )
        )
    elif kept < min(found.worth, builder.cash):
        said.append(
            text(
                "Above {sum}, this round’s wages of {wages} must come from income or a loan.",
                sum=money(kept, text),
                wages=wages,
            )
        )
    return (" ".join(said),)


def _bound(scene: Scene, seat: Seat, found: Offer, least: int) -> str:
    """Say up to which bid a contract pays the wages that it takes, or is no loss."""
    text, cash = scene.text, scene.view.builders[seat].cash
    facts = {"wages": money(found.wages, text), "sum": money(found.worth, text)}
    if found.brings < least:
        return text("With this crew any bid costs more than it brings.")
    if cash < found.worth:
        return text("The cash allows {sum} at most.", sum=money(cash, text))
    if not found.wages:
        return text("A bid above {sum} costs more than it brings.", **facts)
    if found.worth < least:
        return text("No bid leaves the wages for it, {wages}.", **facts)
    return text("Bids up to {sum} leave the wages for it, {wages}.", **facts)


def _finishing(scene: Scene, seat: Seat, contract: int, found: Offer) -> str:
    """Say whether a crew can finish a contract, and in how many rounds."""
    view, text = scene.view, scene.text
    rounds = rounds_to_finish(view, seat, contract)
    if not rounds:
        unfinished = text("Unfinished it brings {sum}.", sum=money(found.brings, text))
        return f"{_unable(scene, seat, contract)} {unfinished}"
    if found.brings - found.gift < view.deck.contracts[contract - 1].income:
        adds = money(found.brings, text)
        return text("This crew can finish it only if other work waits: it adds {sum}.", sum=adds)
    if view.builders[seat].holdings:
        return text.plural(
            "This crew can finish it in {n} round if it builds nothing else.",
            "This crew can finish it in {n} rounds if it builds nothing else.",
            rounds,
        )
    return text.plural(
        "This crew can finish it in {n} round.", "This crew can finish it in {n} rounds.", rounds
    )


def _unable(scene: Scene, seat: Seat, contract: int) -> str:
    """Say why a crew cannot finish a contract."""
    skill, text = missing(scene.view, seat, contract), scene.text
    if skill is None:
        return text("This crew cannot finish it in the rounds left.")
    worker = a_worker(skill, text)
    return text("This crew cannot finish it: {worker} is missing.", worker=worker)


def lost(scene: Scene, loser: Appraisal, contract: int) -> str:
    """Say in a few words what kept a seat from winning a contract."""
    view, text, seat = scene.view, scene.text, loser.seat
    if seat in view.out:
        return text("put up no contract")
    if not loser.could_win:
        held = len(view.builders[seat].holdings)
        return text.plural("already has {n} contract", "already has {n} contracts", held)
    if not rounds_to_finish(view, seat, contract):
        skill = missing(view, seat, contract)
        if skill is None:
            return text("too few rounds left")
        return text("{worker} is missing", worker=a_worker(skill, text))
    if loser.purse < loser.worth:
        return text("could pay {sum} at most", sum=money(max(loser.purse, 0), text))
    return text("had enough cash for it")


def lesson(scene: Scene, found: Reckoning, bids: Bids) -> tuple[str, ...]:
    """Say what the winner gains, and whether less would have won."""
    view, text, contract = scene.view, scene.text, found.contract
    card = view.deck.contracts[contract - 1]
    brought = offer(view, found.winner, contract)
    facts = {
        "name": scene.names[found.winner],
        "brings": money(brought.brings, text),
        "wages": money(brought.wages, text),
        "price": money(found.price, text),
        "surplus": money(found.surplus, text).replace(MINUS, MINUS + JOINER),
        "enough": money(found.enough, text),
        "overpaid": money(found.overpaid, text),
    }
    sum_ = (
        text("{brings} − {price} − {wages} of wages = {surplus}", **facts)
        if brought.wages
        else text("{brings} − {price} = {surplus}", **facts)
    )
    said = []
    gains = text("{name} gains {sum}.", sum=sum_, **facts)
    if not rounds_to_finish(view, found.winner, contract):
        said.append(_unable(scene, found.winner, contract))
        gains = text("Unfinished it brings {name} {sum}.", sum=sum_, **facts)
    elif brought.brings < card.income:
        said.append(text("This crew can finish it only if other work waits."))
    said.append(gains)
    if found.surplus < 0 and found.price <= brought.brings:
        said.append(text("That does not pay all the wages for it."))
    elif found.surplus < 0:
        hires = found.price < card.income
        said.append(
            text("That is a loss, unless {name} hires.", **facts)
            if hires
            else text("That is a loss.")
        )
    asks = text("Could {name} have paid less?", **facts)
    rival = next((bid for bid in reversed(bids) if bid.seat != found.winner), None)
    if rival and rival.bid == found.price - 1:
        answer = text(
            "No: {rival} bid {sum}, so {price} was the least.",
            rival=scene.names[rival.seat],
            sum=money(rival.bid, text),
            **facts,
        )
    elif found.overpaid:
        answer = text(
            "Yes, if rivals stop at what it is worth to them: {enough} is enough, and "
            "{price} − {enough} = {overpaid} is too much.",
            **facts,
        )
    elif found.price == card.cost:
        answer = text("No: {price} is the lowest bid allowed.", **facts)
    else:
        most = money(found.enough - 1, text)
        answer = text("Perhaps, but a rival’s wages were covered up to a bid of {sum}.", sum=most)
    return " ".join(said), f"{asks} {answer}"
