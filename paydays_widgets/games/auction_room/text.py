"""The auction room in words: what happened and why, why a move is refused, what a seat decides.

The functions return plain text with names as they were typed: escape it before printing it.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, assert_never

from paydays_widgets.core.game import Refusal
from paydays_widgets.core.text import Note, Text
from paydays_widgets.games.auction_room import events, moves
from paydays_widgets.games.auction_room.deck import UNIT, Deck
from paydays_widgets.games.auction_room.events import Event
from paydays_widgets.games.auction_room.rules import TENDERS, Rules
from paydays_widgets.games.auction_room.state import PASSED, View, highest_above
from paydays_widgets.show.words import Names, Phrases, TurnWords, by_seat, dollars, listed

# --- words and sums -----------------------------------------------------------------------------


def money(n: float, text: Text) -> str:
    """Write a sum of money, given in cents."""
    return dollars(n, text, UNIT)


def auction_name(auction: str, text: Text) -> str:
    """Name a format, as the object of a sentence would be."""
    return {
        "first": text("first price"),
        "second": text("second price"),
        "english": text("rising clock"),
        "dutch": text("falling clock"),
        "all_pay": text("everyone pays"),
        "tender_first": text("tender, first price"),
        "tender_second": text("tender, second price"),
    }[auction]


def told_names(text: Text) -> Mapping[str, str]:
    """Name what can be told after a round."""
    return {
        "values": text("bids and values"),
        "bids": text("bids"),
        "price": text("the price"),
        "win": text("to each player only whether they won"),
    }


def price_rule(auction: str, text: Text) -> str:
    """Say who wins in a format, and at what price."""
    return {
        "first": text("The highest bidder wins and pays that bid."),
        "second": text("The highest bidder wins; the second highest bid is the price."),
        "english": text("The price rises; the last player left wins and pays it."),
        "dutch": text("The price falls; the first player to stop it pays it."),
        "all_pay": text("The highest bidder wins; everyone pays their own bid."),
        "tender_first": text("The lowest bidder gets the work and is paid that bid."),
        "tender_second": text(
            "The lowest bidder gets the work and is paid the second lowest bid."
        ),
    }[auction]


def law(rules: Rules, deck: Deck, text: Text) -> str:
    """Say how what a seat knows is drawn."""
    low, high = (deck.low, deck.high) if rules.common else (0, deck.top)
    if deck.grain == UNIT:
        ends = {"low": low // UNIT, "high": high // UNIT}
        amounts = text("each whole number from {low} to {high}", **ends)
    else:
        sums = {"low": money(low, text), "high": money(high, text)}
        step = money(deck.grain, text)
        amounts = text("each multiple of {step} from {low} to {high}", step=step, **sums)
    if rules.tender:
        return text("Costs: {amounts}, equally likely.", amounts=amounts)
    if rules.common:
        return text(
            "Worth to everyone: {amounts}, equally likely. An estimate is at most {spread} off, "
            "all errors equally likely.",
            amounts=amounts,
            spread=money(rules.spread * UNIT, text),
        )
    if rules.budgets:
        return text("Values and budgets: {amounts}, equally likely.", amounts=amounts)
    return text("Values: {amounts}, equally likely.", amounts=amounts)


def rivals(n: int, text: Text) -> str:
    """Say how many rivals a seat has."""
    return text.plural("You have {n} rival.", "You have {n} rivals.", n)


PriceSetter: TypeAlias = Literal[
    "own", "clock", "all", "alone", "rival", "hidden", "limit", "reserve", "nothing"
]
"""What sets a price: the winner's own bid, the clock, all bids or the only one, the next bid, what
is hidden, the limit of a tender, the reserve, or nothing."""

# --- what happened ------------------------------------------------------------------------------


def explain(event: Event, names: Names, text: Text, deck: Deck) -> Note:
    """Explain an event: what happened, why in this case, and the sum worked out.

    Examples
    --------
    >>> from paydays_widgets.games.auction_room.deck import default_deck
    >>> event = events.ClockMoved(price=4_200, rises=True)
    >>> explain(event, ["Anna", "Ben"], Text("en"), default_deck()).what
    'The clock rises to $42.'
    """
    match event:
        case events.WorthDrawn() | events.ValueDrawn():
            return _drawn(event, names, text, deck)
        case events.RoundBegun():
            return _begun(event, text)
        case events.BidSealed() | events.CallMade():
            return _decided(event, names, text)
        case events.BidsOpened():
            return _opened(event, names, text)
        case events.ClockMoved(price=price, rises=True):
            return Note(text("The clock rises to {sum}.", sum=money(price, text)))
        case events.ClockMoved(price=price):
            return Note(text("The clock falls to {sum}.", sum=money(price, text)))
        case events.SeatsPassed() | events.ClockStopped():
            return _stopped(event, names, text)
        case events.LotDrawn():
            return _lot(event, names, text)
        case events.ObjectSold():
            return _sold(event, names, text)
        case events.ObjectUnsold(reserve=reserve):
            why = text("Nobody offers the reserve, {sum}.", sum=money(reserve, text))
            return Note(text("Nobody bids."), why if reserve else "")
        case events.ValuesTold():
            return _told(event, names, text)
        case events.ProfitBooked():
            return _profits(event, names, text)
        case events.SeatRuined(seat=seat, purse=purse):
            what = text("{name} is out of the game.", name=names[seat])
            return Note(what, text("The purse of {sum} is lost.", sum=money(purse, text)))
        case events.ProfitsPaid(totals=totals):
            return Note(
                text("Profits are paid and made public."), "", by_seat(totals, names, money, text)
            )
        case events.GameEnded():
            return _ended(event, names, text)
        case _:
            assert_never(event)


def _drawn(
    event: events.WorthDrawn | events.ValueDrawn, names: Names, text: Text, deck: Deck
) -> Note:
    if isinstance(event, events.WorthDrawn):
        low, high = money(deck.low, text), money(deck.high, text)
        return Note(
            text("The value of the object is drawn; nobody sees it."),
            text(
                "It lies between {low} and {high}, all amounts equally likely.", low=low, high=high
            ),
        )
    name, amount = names[event.seat], event.amount
    if amount is None:
        match event.what:
            case "value":
                return Note(text("{name}’s value is drawn.", name=name))
            case "cost":
                return Note(text("{name}’s cost is drawn.", name=name))
            case "estimate":
                return Note(text("{name} gets an estimate.", name=name))
            case "budget":
                return Note(text("{name} gets a budget.", name=name))
    sum_ = money(amount, text)
    match event.what:
        case "value":
            return Note(text("The object is worth {sum} to {name}.", sum=sum_, name=name))
        case "cost":
            return Note(text("The work would cost {name} {sum}.", sum=sum_, name=name))
        case "estimate":
            return Note(text("{name} estimates the object at {sum}.", sum=sum_, name=name))
        case "budget":
            return Note(text("{name} can spend {sum}.", sum=sum_, name=name))
        case _:
            assert_never(event.what)


def _begun(event: events.RoundBegun, text: Text) -> Note:
    reserve = event.reserve
    told = text("The seller accepts {sum} or more.", sum=money(reserve, text)) if reserve else ""
    several = event.rounds > 1
    where = text("Round {n} of {of}.", n=event.round, of=event.rounds) if several else ""
    return Note(price_rule(event.auction, text), f"{where} {told}".strip())


def _decided(event: events.BidSealed | events.CallMade, names: Names, text: Text) -> Note:
    name = names[event.seat]
    if isinstance(event, events.BidSealed):
        if event.amount is None:
            return Note(text("{name} has decided.", name=name))
        if event.amount == PASSED:
            return Note(text("{name} passes.", name=name))
        return Note(text("{name} bids {sum}.", name=name, sum=money(event.amount, text)))
    if event.price is None:
        return Note(text("{name} has decided how far the clock may run.", name=name))
    if event.price == PASSED:
        return Note(text("{name} passes.", name=name))
    sum_ = money(event.price, text)
    if event.stays:
        return Note(text("{name} lets the clock run to {sum}.", name=name, sum=sum_))
    return Note(text("{name} will stop the clock at {sum}.", name=name, sum=sum_))


def _opened(event: events.BidsOpened, names: Names, text: Text) -> Note:
    if event.told in {"price", "win"}:
        return Note(text("The bids are opened."), text("They stay secret."))
    told = [
        text("{name}: passes", name=names[at])
        if bid == PASSED
        else text("{name}: {sum}", name=names[at], sum=money(bid, text))
        for at, bid in enumerate(event.bids)
        if bid is not None
    ]
    return Note(text("The bids are opened."), "", "\n".join(told))


def _stopped(event: events.SeatsPassed | events.ClockStopped, names: Names, text: Text) -> Note:
    who = listed(names, event.seats, text)
    left = (
        text.plural("{n} player is still in.", "{n} players are still in.", event.left)
        if event.left
        else ""
    )
    if isinstance(event, events.SeatsPassed):
        what = text.plural("{names} passes.", "{names} pass.", len(event.seats), names=who)
        return Note(what, left)
    sum_ = money(event.price, text)
    if not event.rises:
        what = text.plural(
            "{names} stops the clock at {sum}.",
            "{names} stop the clock at {sum}.",
            len(event.seats),
            names=who,
            sum=sum_,
        )
        return Note(what)
    return Note(
        text.plural(
            "{names} drops out at {sum}.",
            "{names} drop out at {sum}.",
            len(event.seats),
            names=who,
            sum=sum_,
        ),
        left,
    )


def _lot(event: events.LotDrawn, names: Names, text: Text) -> Note:
    why = text("Equal bids: each has the same chance.")
    if event.seat is None or event.tied is None:
        return Note(text("Ties are broken by a draw."), why)
    who = listed(names, event.tied, text)
    what = text("{name} wins the draw among {names}.", name=names[event.seat], names=who)
    return Note(what, why)


def _sold(event: events.ObjectSold, names: Names, text: Text) -> Note:
    if event.price is None:
        return Note(text("The round is decided; who won is secret."))
    price = money(event.price, text)
    if event.seat is None:
        return Note(text("The price is {sum}; who won is secret.", sum=price))
    name = names[event.seat]
    works = event.auction in TENDERS
    what = (
        text("{name} does the work for {sum}.", name=name, sum=price)
        if works
        else text("{name} wins and pays {sum}.", name=name, sum=price)
    )
    return Note(what, _price_found(event, text))


def price_setter(event: events.ObjectSold) -> PriceSetter:
    """Return what set the price."""
    match event.auction:
        case "first" | "tender_first":
            return "own"
        case "dutch":
            return "clock"
        case "all_pay":
            return "alone" if event.rival == PASSED else "all"
        case _ if event.rival is None:
            return "hidden"
        case _ if event.rival != PASSED:
            return "rival"
        case "tender_second":
            return "limit"
        case _:
            return "reserve" if event.price else "nothing"


def _price_found(event: events.ObjectSold, text: Text) -> str:
    """Say how the format found the price."""
    bid = "" if event.bid is None else money(event.bid, text)
    match event.auction, price_setter(event):
        case "tender_first", _:
            return text("The lowest bid is the price.")
        case _, "own":
            return text("At a first price, the winner pays their own bid.")
        case _, "clock":
            return text("The first to stop the clock pays its price.")
        case _, "all":
            return text("Losers pay their bids too, for nothing.")
        case _, "alone":
            return text("Nobody else has bid, so nobody else pays.")
        case "english", "rival":
            return text("The price is where the last rival dropped out.")
        case "english", "reserve":
            return text("Everyone else passed, so the clock never rose: the reserve is the price.")
        case "english", _:
            return text("Everyone else passed, so the clock never rose: there is nothing to pay.")
        case _, "rival":
            return text("The winner’s own bid was {bid}; the next one sets the price.", bid=bid)
        case "tender_second", "hidden":
            return text(
                "The winner’s own bid was {bid}; the next one is the price, or with no other the "
                "limit.",
                bid=bid,
            )
        case _, "hidden":
            return text(
                "The winner’s own bid was {bid}; the next one is the price, or with no other the "
                "least that the seller accepts.",
                bid=bid,
            )
        case _, "limit":
            return text(
                "The winner’s own bid was {bid}; with no other, the limit is paid.", bid=bid
            )
        case _, "reserve":
            return text(
                "The winner’s own bid was {bid}; with no other, the reserve is paid.", bid=bid
            )
        case _, "nothing":
            return text(
                "The winner’s own bid was {bid}; with no other, there is nothing to pay.", bid=bid
            )
        case never:
            assert_never(never)


def _told(event: events.ValuesTold, names: Names, text: Text) -> Note:
    values = by_seat(event.values, names, money, text)
    if any(each is not None for each in event.budgets):
        told = [
            text(
                "{name}: {value}, can spend {budget}",
                name=names[at],
                value=money(value, text),
                budget=money(budget, text),
            )
            for at, (value, budget) in enumerate(zip(event.values, event.budgets, strict=True))
            if value is not None and budget is not None
        ]
        why = text("With budgets, the player who values it most need not win.")
        return Note(text("The values are revealed."), why, "\n".join(told))
    if event.worth is None:
        what = (
            text("The costs are revealed.") if event.tender else text("The values are revealed.")
        )
        return Note(what, _efficient(event, names, text), values)
    what = text("The object was worth {sum}.", sum=money(event.worth, text))
    estimates = [each for each in event.values if each is not None]
    if event.winner is None or len(estimates) == 1:
        return Note(what, "", values)
    own, n = event.values[event.winner], len(estimates)
    if own != max(estimates):
        return Note(what, text("The winner’s estimate was not the highest."), values)
    above = money(highest_above(event.spread, n), text)
    why = text(
        "Of {n} estimates the winner’s was the highest: on average the highest is {sum} too high.",
        n=n,
        sum=above,
    )
    return Note(what, why, values)


def _efficient(event: events.ValuesTold, names: Names, text: Text) -> str:
    """Say whether who values the object most, or works most cheaply, has won."""
    known = {at: value for at, value in enumerate(event.values) if value is not None}
    if event.winner is None or not known:
        return ""
    best = min(known.values()) if event.tender else max(known.values())
    if best < event.reserve:
        return text("Nobody values it at the reserve, so it need not be sold.")
    if known[event.winner] == best:
        if event.tender:
            return text(
                "The cheapest firm does the work, as in every format if everyone bids by the "
                "same rule."
            )
        return text(
            "The object goes to the player who values it most, as in every format if everyone "
            "bids by the same rule."
        )
    ahead = listed(names, [at for at, value in known.items() if value == best], text)
    if event.tender:
        return text(
            "If everyone bid by the same rule, {names} would do the work in every format.",
            names=ahead,
        )
    return text(
        "If everyone bid by the same rule, {names} would get it in every format.", names=ahead
    )


def _profits(event: events.ProfitBooked, names: Names, text: Text) -> Note:
    first = event.totals == event.profits
    told = [
        text("{name}: {sum}", name=names[at], sum=money(profit, text))
        if first
        else text(
            "{name}: {profit}, {total} in all",
            name=names[at],
            profit=money(profit, text),
            total=money(total, text),
        )
        for at, (profit, total) in enumerate(zip(event.profits, event.totals, strict=True))
        if profit is not None and total is not None
    ]
    sums = "\n".join(told)
    if event.winner is None or event.value is None or event.price is None:
        return Note(text("The profits of the round are booked."), "", sums)
    value, price = money(event.value, text), money(event.price, text)
    gain = event.price - event.value if event.tender else event.value - event.price
    name, kept = names[event.winner], money(abs(gain), text)
    what = (
        text("{name} gains {sum}.", name=name, sum=kept)
        if gain >= 0
        else text("{name} loses {sum}.", name=name, sum=kept)
    )
    why = (
        text("{price} received, less {cost} of cost.", price=price, cost=value)
        if event.tender
        else text("Value {value}, less {price} paid.", value=value, price=price)
    )
    return Note(what, why, sums)


def _ended(event: events.GameEnded, names: Names, text: Text) -> Note:
    who = listed(names, event.winners, text)
    what = text.plural("{names} wins.", "{names} share the win.", len(event.winners), names=who)
    why = (
        text("All rounds are played; the player with the most money wins.")
        if event.clause == "AR-end"
        else text("Fewer than two players still have a purse.")
    )
    return Note(what, why, by_seat(event.totals, names, money, text))


# --- what is asked, and what is refused ---------------------------------------------------------


def phrases(text: Text) -> Phrases:
    """Return the words for what chance does, what a seat has to decide, and its moves."""
    return Phrases(
        chances={
            "deal": text("The next round begins."),
            "lot": text("Ties are broken by a draw."),
        },
        prompts={
            "bid": text("hand in a sealed bid, or pass"),
            "clock": text("press, or let the clock run"),
        },
        moves={
            moves.Bid: text("bid"),
            moves.Pass: text("pass"),
            moves.Stop: text("stop the clock"),
            moves.Stay: text("let the clock run"),
            moves.Draw: text("draw"),
            moves.Lot: text("draw lots"),
        },
        events={events.BidsOpened: text("open the bids")},
        together={"bid": text("Bid now: everyone bids at once")},
    )


def _refused(refusal: Refusal, names: Names, text: Text) -> str | None:
    """Say why a move is refused for one of this game's reasons, and what can be done instead."""
    facts = refusal.facts

    def sum_(fact: str) -> str:
        return money(int(facts[fact]), text)

    match refusal.reason:
        case "decided":
            return text(
                "{name} has already decided in this round.", name=names[int(facts["seat"])]
            )
        case "below_reserve":
            return text(
                "The seller does not accept {amount}. Bid {reserve} or more, or pass.",
                amount=sum_("amount"),
                reserve=sum_("reserve"),
            )
        case "above_limit":
            return text(
                "{amount} is above the limit. Bid {limit} or less.",
                amount=sum_("amount"),
                limit=sum_("limit"),
            )
        case "above_budget":
            return text(
                "{amount} is above the budget. Bid {budget} or less.",
                amount=sum_("amount"),
                budget=sum_("budget"),
            )
        case "off_clock":
            return text(
                "The clock does not come to {price}. Choose a price from {clock} to {end} in "
                "steps of {tick}.",
                price=sum_("price"),
                clock=sum_("clock"),
                end=sum_("end"),
                tick=sum_("tick"),
            )
        case "too_late":
            return text(
                "The clock has started, so it is too late to pass: stop it at {clock} or later.",
                clock=sum_("clock"),
            )
        case _:
            return None


_TURNS: Final = TurnWords(phrases, _refused)
prompt: Final = _TURNS.prompt
refused: Final = _TURNS.refused


def choice(view: View, move: moves.Move, _names: Names, text: Text) -> str:
    """Name a choice."""
    match move:
        case moves.Bid(amount=amount):
            return text("Bid {sum}", sum=money(amount, text))
        case moves.Stop(price=price) if view.rules.auction == "dutch":
            return text("Buy at {sum}", sum=money(price, text))
        case moves.Stop(price=price):
            return text("Drop out at {sum}", sum=money(price, text))
        case moves.Stay(price=price):
            return text("On to {sum}", sum=money(price, text))
        case moves.Pass():
            return text("Pass")
        case _:
            return ""
