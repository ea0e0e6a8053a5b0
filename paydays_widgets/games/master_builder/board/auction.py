"""Contracts on offer and their auctions: who bids, how the price climbs, what it was worth."""

import re
from collections.abc import Collection, Mapping
from functools import partial
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.core.game import Decide, Move, Seat
from paydays_widgets.games.master_builder import events
from paydays_widgets.games.master_builder.board.cards import Card, contract_card, crew
from paydays_widgets.games.master_builder.board.headline import Scene, narrowed
from paydays_widgets.games.master_builder.board.picture import Need
from paydays_widgets.games.master_builder.board.worth import Bids, lesson, limits, lost
from paydays_widgets.games.master_builder.moves import Bid, Name
from paydays_widgets.games.master_builder.reading.appraisal import offer, reckon, rounds_to_finish
from paydays_widgets.games.master_builder.state import Auction
from paydays_widgets.games.master_builder.text.names import money
from paydays_widgets.show.board import Play
from paydays_widgets.show.gauge import Gauge
from paydays_widgets.show.pad import Outlook, Pad

Playing: TypeAlias = Mapping[Seat, Collection[Move]]


class Bidder(Struct, frozen=True, gc=False):
    """A seat in an auction, with its workers.

    Its ``state`` is ``asked``, ``leads``, ``in`` or ``out``. ``purse`` is the highest bid that it
    could still make, and ``share`` the same in per cent of the scale.
    """

    seat: int
    name: str
    state: str
    words: str
    purse: str
    share: int
    crew: tuple[Need, ...]


class Rung(Struct, frozen=True, gc=False):
    """A bid in the climb of the price, and whose it is."""

    seat: int
    amount: str
    label: str


class Verdict(Struct, frozen=True, gc=False):
    """What a contract was worth to a seat and its crew: three bars on one scale, in per cent."""

    seat: int
    name: str
    worth: str
    purse: str
    worth_share: int
    limit_share: int
    words: str
    crew: tuple[Need, ...]
    won: bool


class Sale(Struct, frozen=True, gc=False):
    """The auction: one about to begin, one in progress, or the last one of this phase.

    Parameters
    ----------
    leader
        The words before the price, such as "Ben leads with".
    bidders
        All seats, unless the auction has ended.
    asks
        What must be done before there is a bid, in words.
    verdicts
        After the auction, what the contract was worth to each seat.
    beyond_all
        Whether no crew could finish the contract.
    lesson
        The contract's worth to the deciding seat; in the end, what the winner gains, and how much
        it overpaid.
    """

    card: Card | None = None
    leader: str = ""
    price: str = ""
    price_share: int = 0
    bidders: tuple[Bidder, ...] = ()
    rungs: tuple[Rung, ...] = ()
    pad: Pad | None = None
    asks: str = ""
    verdicts: tuple[Verdict, ...] = ()
    beyond_all: bool = False
    lesson: tuple[str, ...] = ()
    gauge: Gauge | None = None
    won: bool = False
    over: bool = False


# --- naming -----------------------------------------------------------------------------------


def offers(scene: Scene, playing: Playing) -> tuple[Card, ...]:
    """Show the contracts on offer, one of which may be picked up."""
    view, text = scene.view, scene.text
    seat = _naming(scene, playing)
    number = _picked(scene.picked)
    on_sale = view.auction.contract if view.auction else 0
    found = []
    for each in (*view.left_over, *view.offers):
        if each == on_sale:
            continue
        card = contract_card(scene, each)
        if seat is None:
            found.append(card)
            continue
        cost = view.deck.contracts[each - 1].cost
        why = _forbidden(scene, playing, seat, each)
        if why:
            lowest = Name(seat, each, cost)
            found.append(_with(card, Play(card.label, "", move=lowest, why=why)))
        elif each == number:
            label = text("{contract}. Chosen; put it back", contract=card.label)
            found.append(_with(card, Play(label, text("Chosen"), value=""), picked=True))
        else:
            label = text("{contract}. Choose it for auction", contract=card.label)
            found.append(_with(card, Play(label, text("Choose"), value=f"offer:{each}")))
    return tuple(found)


def _naming(scene: Scene, playing: Playing) -> Seat | None:
    """Return the seat that names a contract here."""
    turn = scene.view.turn
    names = isinstance(turn, Decide) and turn.prompt in {"name", "must_name"}
    return next(iter(playing), None) if names else None


def _forbidden(scene: Scene, playing: Playing, seat: Seat, contract: int) -> str:
    """Say why a seat cannot name a contract; "" if it can."""
    lowest = Name(seat, contract, scene.view.deck.contracts[contract - 1].cost)
    return "" if lowest in playing[seat] else scene.why(lowest)


def _with(card: Card, play: Play, *, picked: bool = False) -> Card:
    return replace(card, play=play, picked=picked)


def _picked(picked: str) -> int:
    """Read which contract was picked up, as in ``offer:7``; 0 for none."""
    found = re.fullmatch(r"offer:([0-9]{1,3})", picked)
    return int(found[1]) if found else 0


def _pad(scene: Scene, seat: Seat, contract: int, least: int) -> Pad:
    """Let a seat set a bid from the lowest, which stands there at first, to all its cash."""
    text, naming = scene.text, scene.view.auction is None

    def move(amount: int) -> Move:
        return Name(seat, contract, amount) if naming else Bid(seat, amount)

    most = scene.view.builders[seat].cash
    bound = naming and bool(scene.why(move(most)))  # a seat without rivals pays the cost
    return Pad.of(
        move,
        least,
        least if bound else most,
        key=f"{seat + 1}-{contract}-{least}",
        label=text("Your bid"),
        bare=text("Open") if naming else text("Bid"),
        verb=text("Open at {sum}", sum="{sum}") if naming else "",
        called=scene.called,
        text=text,
        money=partial(money, text=text),
        chosen=scene.chosen,
        now=least,
        outlook=_outlook(scene, seat, contract),
    )


# --- the auction ------------------------------------------------------------------------------


def current_sale(scene: Scene, playing: Playing) -> Sale:
    """Show the auction in progress, the one about to begin, or the last one of this phase."""
    view, text = scene.view, scene.text
    seat = _naming(scene, playing)
    number = _picked(scene.picked)
    on_offer = number in (*view.left_over, *view.offers)
    if seat is not None and on_offer and not _forbidden(scene, playing, seat, number):
        return _about_to_begin(scene, seat, number)
    bids, won, gift = _last(scene)
    if view.auction is not None:
        return _going_on(scene, view.auction, playing, bids)
    shown = seat is None and not isinstance(scene.event, events.SeatPassed)
    if won and (shown or isinstance(scene.event, events.ContractWon | events.LeftOverTaken)):
        return _ended(scene, won, bids, gift)
    if seat is not None:
        asks = text("Choose a contract, then set its price here.")
        return Sale(bidders=_purses(scene), asks=asks)
    # Another contract is in question, or none any more.
    return Sale(bidders=_purses(scene), over=_over(scene))


def _over(scene: Scene) -> bool:
    """Whether this round's auctions are over."""
    ends = (
        each for each in scene.past() if isinstance(each, events.AuctionsEnded | events.PhaseBegun)
    )
    return isinstance(next(ends, None), events.AuctionsEnded)


def _about_to_begin(scene: Scene, seat: Seat, contract: int) -> Sale:
    view, text = scene.view, scene.text
    cost = view.deck.contracts[contract - 1].cost
    pad = _pad(scene, seat, contract, cost)
    return Sale(
        card=contract_card(scene, contract),
        leader=text("Lowest bid"),
        price=money(cost, text),
        price_share=_share(cost, _most(scene, cost)),
        bidders=_purses(scene, cost),
        pad=pad,
        lesson=limits(scene, seat, contract, cost),
        gauge=pad.gauge(partial(money, text=text)),
    )


def _outlook(scene: Scene, seat: Seat, contract: int) -> Outlook | None:
    """Lay a bid and the wages along what the contract brings, unless a position asks for it."""
    if scene.quiet:
        return None
    text, found = scene.text, offer(scene.view, seat, contract)
    facts = {"wages": money(found.wages, text), "sum": "{size}"}
    return Outlook(
        price=None,
        others=found.wages,
        brings=found.brings,
        hand=scene.view.builders[seat].cash,
        gains=text("leaves {sum} after {wages} of wages", **facts),
        loses=text("{sum} short with {wages} of wages", **facts),
    )


def _most(scene: Scene, *sums: int) -> int:
    """Return the end of the scale: the highest of some sums and all purses."""
    return max(*sums, *(each.cash for each in scene.view.builders))


def _purses(scene: Scene, cost: int = 0) -> tuple[Bidder, ...]:
    """Show what each seat could bid, while nobody bids."""
    top = _most(scene, cost)
    return tuple(_bidder(scene, seat, "", "", top) for seat in range(len(scene.view.builders)))


def _bidder(scene: Scene, seat: Seat, state: str, words: str, top: int) -> Bidder:
    cash = scene.view.builders[seat].cash
    return Bidder(
        seat=seat + 1,
        name=scene.names[seat],
        state=state,
        words=words,
        purse=money(cash, scene.text),
        share=_share(cash, top),
        crew=crew(scene, seat),
    )


def _last(scene: Scene) -> tuple[Bids, events.ContractWon | None, int]:
    """Find the bids of the last auction, its outcome, and the money that lay on the contract."""
    bids: Bids = []
    won: events.ContractWon | None = None
    gift = 0
    for event in scene.past():
        match event:
            case events.BidRaised() | events.ContractNamed():
                bids.insert(0, event)
            case events.ContractWon() if won is None and not bids:
                won = event
            case events.LeftOverTaken() if won is None:
                gift = event.amount
            case _:
                pass
        if (
            isinstance(event, events.PhaseBegun | events.ContractNamed | events.ContractWon)
            and event is not won
        ):
            break
    return bids, won, gift


def _rungs(scene: Scene, bids: Bids) -> tuple[Rung, ...]:
    text = scene.text
    return tuple(
        Rung(
            seat=bid.seat + 1,
            amount=money(bid.bid, text),
            label=text("{name} {sum}", name=scene.names[bid.seat], sum=money(bid.bid, text)),
        )
        for bid in bids
    )


def _going_on(scene: Scene, auction: Auction, playing: Playing, bids: Bids) -> Sale:
    view, text = scene.view, scene.text
    contract = view.deck.contracts[auction.contract - 1]
    top = _most(scene, auction.bid, contract.cost)
    bidders = []
    for seat, builder in enumerate(view.builders):
        broke = builder.cash <= auction.bid
        if seat == auction.leader:
            state, words = "leads", text("leads")
        elif seat not in auction.bidders:
            barred = bool(narrowed(scene)) and bool(builder.holdings)
            words = text("has a contract") if barred else text("out of this auction")
            state = "out"
        elif seat == view.active:
            state, words = "asked", text("decides now")
        elif broke:
            state, words = "out", text("cannot bid more")
        else:
            state, words = "in", text("still in")
        bidders.append(_bidder(scene, seat, state, words, top))
    least, written = auction.bid + 1, partial(money, text=text)
    turn, pad = view.turn, None
    if isinstance(turn, Decide) and turn.prompt == "auction" and playing:
        pad = _pad(scene, next(iter(playing)), auction.contract, least)
        gauge = pad.gauge(written)
    else:
        outlook = _outlook(scene, view.active, auction.contract)
        bid = min(least, view.builders[view.active].cash)
        gauge = None if outlook is None else outlook.at(bid, written)
    return Sale(
        card=contract_card(scene, auction.contract),
        leader=text("{name} leads with", name=scene.names[auction.leader]),
        price=money(auction.bid, text),
        price_share=_share(auction.bid, top),
        bidders=tuple(bidders),
        rungs=_rungs(scene, bids),
        pad=pad,
        lesson=limits(scene, view.active, auction.contract, least),
        gauge=gauge,
    )


def _share(amount: int, top: int) -> int:
    return round(100 * max(0, amount) / max(top, 1))


def _ended(scene: Scene, won: events.ContractWon, bids: Bids, gift: int) -> Sale:
    view, text = scene.view, scene.text
    found = reckon(view, won.seat, won.contract, won.price)
    top = max(won.price, *(max(each.worth, each.limit) for each in found.seats))
    verdicts = []
    for each in found.seats:
        purse = each.purse - (gift if each.seat == won.seat else 0)
        if each.seat == won.seat:
            words = text("won it for {sum}", sum=money(won.price, text))
        else:
            words = lost(scene, each, won.contract)
        verdicts.append(
            Verdict(
                seat=each.seat + 1,
                name=scene.names[each.seat],
                worth=money(each.worth, text),
                purse=money(purse, text),
                worth_share=_share(each.worth, top),
                limit_share=_share(each.limit, top),
                words=words,
                crew=crew(scene, each.seat),
                won=each.seat == won.seat,
            )
        )
    return Sale(
        card=contract_card(scene, won.contract),
        leader=text("{name} wins it for", name=scene.names[won.seat]),
        price=money(won.price, text),
        price_share=_share(won.price, top),
        rungs=_rungs(scene, bids),
        verdicts=tuple(verdicts),
        beyond_all=not any(
            rounds_to_finish(view, each.seat, won.contract) for each in found.seats
        ),
        lesson=lesson(scene, found, bids),
        won=True,
    )
