"""The market in words: what happened and why, why a move is refused, what a seat decides.

The functions return plain text with names as they were typed: escape it before printing it.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, assert_never

from paydays_widgets.core.game import Refusal
from paydays_widgets.core.text import Note, Text
from paydays_widgets.games.market import events, moves
from paydays_widgets.games.market.deck import UNIT, Deck
from paydays_widgets.games.market.engine.crossing import cut_short, price_range
from paydays_widgets.games.market.events import Event, Side
from paydays_widgets.games.market.rules import Institution, Rules
from paydays_widgets.games.market.state import NONE, View, gain, would_buy
from paydays_widgets.games.market.text import shares
from paydays_widgets.games.market.text.sums import money
from paydays_widgets.show.words import Names, Phrases, TurnWords, by_seat, listed

__all__ = [
    "choice",
    "explain",
    "gain_sum",
    "institution_name",
    "law",
    "money",
    "phrases",
    "policy",
    "price_rule",
    "prompt",
    "refused",
    "sides",
]

# --- words and sums -----------------------------------------------------------------------------


def institution_name(institution: Institution, text: Text) -> str:
    """Name an institution."""
    return text("Call market") if institution == "call" else text("Double auction")


def price_rule(institution: Institution, text: Text) -> str:
    """Say who trades under an institution, and at what price."""
    if institution == "call":
        return text("Everyone seals a price. The best bids meet the best asks, all at one price.")
    return text("Name a price, or take the other side’s best: it is the price that is paid.")


def law(rules: Rules, deck: Deck, text: Text) -> str:
    """Say where the cards come from, or what shares pay."""
    if rules.shares:
        return shares.law(rules, deck, text)
    if rules.values == "drawn":
        ends = {"low": money(0, text), "top": money(deck.top, text)}
        law = text("Values and costs: from {low} to {top}, equally likely.", **ends)
    else:
        law = text(
            "Values: from {high} down to {low}, in equal steps. Costs: from {least} up to {most}.",
            high=money(deck.demand_high, text),
            low=money(deck.demand_low, text),
            least=money(deck.supply_low, text),
            most=money(deck.supply_high, text),
        )
    if rules.change == "stay":
        return law
    later = (
        text("Each period has new cards.")
        if rules.change == "again"
        else text("In the second half every value is {sum} higher.", sum=money(deck.shift, text))
    )
    return f"{law} {later}"


def policy(rules: Rules, text: Text) -> tuple[str, ...]:
    """Say what the state forbids or takes, a sentence each."""
    told: list[str] = []
    if rules.ceiling:
        told.append(text("No price is above {sum}.", sum=money(rules.ceiling * UNIT, text)))
    if rules.floor:
        told.append(text("No price is below {sum}.", sum=money(rules.floor * UNIT, text)))
    if rules.tax:
        tax = money(rules.tax * UNIT, text)
        told.append(
            text("The buyer pays a tax of {sum} besides the price.", sum=tax)
            if rules.payer == "buyers"
            else text("The seller pays a tax of {sum} out of the price.", sum=tax)
        )
    if rules.quota:
        quota = text.plural(
            "At most {n} unit is traded in a period.",
            "At most {n} units are traded in a period.",
            rules.quota,
        )
        told.append(quota)
    return tuple(told)


def sides(buyers: int, sellers: int, text: Text) -> str:
    """Say how many buy, and how many sell."""
    buying = text.plural("{n} buyer", "{n} buyers", buyers)
    selling = text.plural("{n} seller", "{n} sellers", sellers)
    return f"{buying}, {selling}"


def gain_sum(side: Side, card: int, price: int, tax: int, text: Text) -> str:
    """Work out what a seat gains from a unit.

    Examples
    --------
    >>> gain_sum("buyer", 8_000, 4_500, 0, Text("en"))
    'value $80 − price $45 = $35'
    >>> gain_sum("seller", 3_000, 4_500, 2_000, Text("en"))
    'price $45 − cost $30 − tax $20 = −$5'
    """
    facts = {
        "card": money(card, text),
        "price": money(price, text),
        "tax": money(tax, text),
        "gain": money(gain(side, card, price, tax), text),
    }
    if side == "buyer":
        return (
            text("value {card} − price {price} − tax {tax} = {gain}", **facts)
            if tax
            else text("value {card} − price {price} = {gain}", **facts)
        )
    return (
        text("price {price} − cost {card} − tax {tax} = {gain}", **facts)
        if tax
        else text("price {price} − cost {card} = {gain}", **facts)
    )


# --- what happened ------------------------------------------------------------------------------


def explain(event: Event, names: Names, text: Text, deck: Deck) -> Note:
    """Explain an event: what happened, why in this case, and the sum worked out.

    Examples
    --------
    >>> from paydays_widgets.games.market.deck import default_deck
    >>> event = events.OfferMade(seat=0, side="buyer", price=4_500, before=4_000)
    >>> note = explain(event, ["Anna", "Ben"], Text("en"), default_deck())
    >>> note.what, note.why
    ('Anna bids $45.', 'No bid is higher now. Before, theirs was $40.')
    """
    match event:
        case events.CardDealt():
            return _dealt(event, names, text)
        case events.DemandShifted(amount=amount):
            return _shifted(amount, text)
        case events.RolesSwapped():
            why = text("Those who bought now sell, and those who sold now buy, with new cards.")
            return Note(text("Buyers and sellers swap roles."), why)
        case events.PeriodBegun(period=n, periods=of):
            return Note(text("Period {n} of {of}: the market opens.", n=n, of=of))
        case events.OfferSealed():
            return _sealed(event, names, text)
        case events.OffersOpened():
            return _opened(event, text)
        case events.LotDrawn():
            return _lot(event, names, text)
        case events.WordGiven(seat=seat):
            why = text("Drawn among everyone who can still trade and does not wait.")
            return Note(text("{name} is next.", name=names[seat]), why)
        case events.OfferMade():
            return _offered(event, names, text)
        case events.OfferWithdrawn():
            return _withdrawn(event, names, text)
        case events.Waited(seat=seat):
            why = text("Until there is news: a price, a withdrawal or a trade.")
            return Note(text("{name} waits.", name=names[seat]), why)
        case events.Traded(share=True):
            return shares.traded(event, names, text)
        case events.Traded():
            return _traded(event, names, text)
        case events.GainBooked():
            return _gained(event, names, text)
        case events.PeriodEnded():
            return _closed(event, text)
        case events.CardsTold(cards=cards):
            return _told(cards, names, text)
        case events.GainsPaid(totals=totals):
            sums = by_seat(totals, names, money, text)
            return Note(text("Gains are paid and made public."), "", sums)
        case events.GameEnded(shares=True):
            winners = [names[seat] for seat in event.winners]
            return shares.ended(winners, by_seat(event.totals, names, money, text), text)
        case events.GameEnded():
            return _ended(event, names, text)
        case _:
            return shares.explain(event, names, text, deck)


def _dealt(event: events.CardDealt, names: Names, text: Text) -> Note:
    name = names[event.seat]
    if event.amount is None:
        if event.side == "buyer":
            return Note(text("{name} learns what a unit is worth to them.", name=name))
        return Note(text("{name} learns what a unit costs them.", name=name))
    sum_ = money(event.amount, text)
    if event.side == "buyer":
        what = text("A unit is worth {sum} to {name}.", sum=sum_, name=name)
        return Note(what, text("Buying for less is a gain."))
    what = text("A unit costs {name} {sum}.", sum=sum_, name=name)
    return Note(what, text("Selling for more is a gain."))


def _shifted(amount: int | None, text: Text) -> Note:
    if amount is None:
        return Note(text("The second half begins: look at your card."))
    what = text("Every unit is now worth {sum} more to its buyer.", sum=money(amount, text))
    return Note(what, text("Sellers are not told: their costs stay."))


def _sealed(event: events.OfferSealed, names: Names, text: Text) -> Note:
    name = names[event.seat]
    which = text("This is for unit {n}.", n=event.unit + 1) if event.unit else ""
    if event.price is not None and event.price != NONE and event.side:
        facts = {"name": name, "sum": money(event.price, text)}
        if event.side == "buyer":
            return Note(text("{name} seals a bid of {sum}.", **facts), which)
        return Note(text("{name} seals an ask of {sum}.", **facts), which)
    if event.price is None:
        return Note(text("{name} has decided.", name=name), which)
    if event.price == NONE:
        return Note(text("{name} names no price.", name=name), which)
    return Note(
        text("{name} seals a price of {sum}.", name=name, sum=money(event.price, text)), which
    )


def _opened(event: events.OffersOpened, text: Text) -> Note:
    bids, asks, units = event.bids, event.asks, event.units
    if event.price is None:
        what = text("The prices are opened: nothing is traded.")
        if not bids or not asks:
            named = bids or asks
            if not named:
                return Note(what, text("Nobody has named a price."))
            return Note(what, text("Nobody asks.") if bids else text("Nobody bids."))
        best = {"bid": money(bids[0], text), "ask": money(asks[0], text)}
        why = text("The highest bid, {bid}, is below the lowest ask, {ask}.", **best)
        return Note(what, why)
    price = money(event.price, text)
    if event.share:
        what = text.plural(
            "The prices are opened: {n} share is traded, at {price}.",
            "The prices are opened: {n} shares are traded, each at {price}.",
            units,
            price=price,
        )
    else:
        what = text.plural(
            "The prices are opened: {n} unit is traded, at {price}.",
            "The prices are opened: {n} units are traded, each at {price}.",
            units,
            price=price,
        )
    low, high = price_range(bids, asks, units)
    ends = {"low": money(low, text), "high": money(high, text)}
    if cut_short(bids, asks, units):
        why = text(
            "The quota leaves out others who would trade; the price lies halfway between the last "
            "bid, {high}, and the last ask, {low}.",
            **ends,
        )
    elif low == high:
        why = text("At no other price would as many be bought as sold.")
    else:
        why = text(
            "At any price between {low} and {high} as many would be bought as sold; the price "
            "lies halfway.",
            **ends,
        )
    left = _left_out(bids[units:], asks[units:], text)
    return Note(what, f"{why} {left}".strip(), _halfway(low, high, event.price, text))


def _halfway(low: int, high: int, price: int, text: Text) -> str:
    """Work out the price of a call; "" where there is nothing to work out."""
    if low == high:
        return ""
    facts = {"low": money(low, text), "high": money(high, text), "price": money(price, text)}
    if (low + high) % 2:
        return text("({low} + {high}) ÷ 2 − half a cent = {price}", **facts)
    return text("({low} + {high}) ÷ 2 = {price}", **facts)


def _left_out(bids: Sequence[int], asks: Sequence[int], text: Text) -> str:
    """Say which prices come to no trade, those of either side from the best."""
    left = []
    if bids:
        sum_ = money(bids[0], text)
        told = text.plural("{n} bid of {sum}", "{n} bids of {sum} at most", len(bids), sum=sum_)
        left.append(told)
    if asks:
        sum_ = money(asks[0], text)
        told = text.plural("{n} ask of {sum}", "{n} asks of {sum} at least", len(asks), sum=sum_)
        left.append(told)
    return text("Left out: {prices}.", prices=text.listing(left)) if left else ""


def _lot(event: events.LotDrawn, names: Names, text: Text) -> Note:
    name = names[event.seat]
    if len(event.tied) == 1:
        why = text("All prices that tie come from the same player.")
        return Note(text("{name} trades the next unit.", name=name), why)
    who = listed(names, event.tied, text)
    why = (
        text("They bid the same, and there are fewer units than such bids.")
        if event.side == "buyer"
        else text("They ask the same, and fewer units are bought than there are such asks.")
    )
    return Note(text("{name} wins the draw among {names}.", name=name, names=who), why)


def _offered(event: events.OfferMade, names: Names, text: Text) -> Note:
    facts = {"name": names[event.seat], "sum": money(event.price, text)}
    if event.side == "buyer":
        what, why = text("{name} bids {sum}.", **facts), text("No bid is higher now.")
    else:
        what, why = text("{name} asks {sum}.", **facts), text("No ask is lower now.")
    if event.before is not None:
        before = text("Before, theirs was {sum}.", sum=money(event.before, text))
        why = f"{why} {before}"
    return Note(what, why)


def _withdrawn(event: events.OfferWithdrawn, names: Names, text: Text) -> Note:
    facts = {"name": names[event.seat], "sum": money(event.price, text)}
    if event.side == "buyer":
        return Note(text("{name} takes the bid of {sum} off the book.", **facts))
    return Note(text("{name} takes the ask of {sum} off the book.", **facts))


def _traded(event: events.Traded, names: Names, text: Text) -> Note:
    what = text(
        "{buyer} buys a unit from {seller} for {sum}.",
        buyer=names[event.buyer],
        seller=names[event.seller],
        sum=money(event.price, text),
    )
    if event.clause == "MK-cross":
        return Note(what, text("One price holds for everyone, whatever they named."))
    why = text("The price that stood on the book is paid. Units so far: {n}.", n=event.number)
    return Note(what, why)


def _gained(event: events.GainBooked, names: Names, text: Text) -> Note:
    name = names[event.seat]
    if event.card is None or event.gain is None:
        return Note(text("What {name} gains stays secret until the end.", name=name))
    sum_ = gain_sum(event.side, event.card, event.price, event.tax, text)
    if event.gain < 0:
        return Note(text("{name} loses {sum}.", name=name, sum=money(-event.gain, text)), "", sum_)
    if event.gain == 0:
        return Note(text("{name} gains nothing.", name=name), "", sum_)
    return Note(text("{name} gains {sum}.", name=name, sum=money(event.gain, text)), "", sum_)


def _closed(event: events.PeriodEnded, text: Text) -> Note:
    facts = {"period": event.period}
    if not event.units:
        what = text("Period {period} is over: nothing was traded.", **facts)
    elif event.share:
        what = text.plural(
            "Period {period} is over: {n} share was traded.",
            "Period {period} is over: {n} shares were traded.",
            event.units,
            **facts,
        )
    else:
        what = text.plural(
            "Period {period} is over: {n} unit was traded.",
            "Period {period} is over: {n} units were traded.",
            event.units,
            **facts,
        )
    match event.cause:
        case "waits":  # where a bell may have rung, it is not known that all chose to
            return Note(what, "" if event.free else text("Everyone waits."))
        case "side":
            return Note(what, text("One side has no unit left."))
        case "time":
            return Note(what, text("Time is up: everyone has been asked often enough."))
        case "quota":
            return Note(what, text("The quota is used up."))
        case "call":
            return Note(what, text("Prices meet once in a period."))
        case _:
            assert_never(event.cause)


def _told(cards: Sequence[Sequence[int]], names: Names, text: Text) -> Note:
    what = text("Everyone’s cards are shown.")
    why = text("Now it can be seen what could have been gained.")
    told = [
        text("{name}: {sum}", name=names[at], sum=", ".join(money(card, text) for card in each))
        for at, each in enumerate(cards)
    ]
    return Note(what, why, "\n".join(told))


def _ended(event: events.GameEnded, names: Names, text: Text) -> Note:
    who = listed(names, event.winners, text)
    what = text.plural(
        "{names} has gained most.", "{names} have gained most.", len(event.winners), names=who
    )
    why = text("The last period is over. Gains depend on the cards, too.")
    return Note(what, why, by_seat(event.totals, names, money, text))


# --- what is asked, and what is refused ---------------------------------------------------------


@lru_cache(8)
def phrases(text: Text) -> Phrases:
    """Return the words for what chance does, what a seat has to decide, and its moves."""
    return Phrases(
        chances={
            "deal": text("Next, the cards are dealt."),
            "tie": text("Next, places are drawn among equal prices."),
            "word": text("Next, it is drawn who acts."),
            "dividend": text("Next, the dividend is drawn."),
        },
        prompts={
            "call": text("hand in a price in secret, or none"),
            "speak": text("name a price, take one, or wait"),
        },
        moves={
            moves.Offer: text("name a price"),
            moves.Take: text("take a price"),
            moves.Bid: text("bid"),
            moves.Ask: text("ask"),
            moves.Buy: text("buy a share"),
            moves.Sell: text("sell a share"),
            moves.Withdraw: text("withdraw a price"),
            moves.Wait: text("wait"),
            moves.Card: text("deal a card"),
            moves.Next: text("draw who acts next"),
            moves.Lot: text("draw lots"),
            moves.Dividend: text("draw a dividend"),
        },
        events={events.OffersOpened: text("open the prices")},
        together={
            "call": text("Name a price now: everyone at once"),
            "speak": text("The market is open: anyone may act"),
        },
    )


def _refused(refusal: Refusal, names: Names, text: Text) -> str | None:
    """Say why a move is refused for one of this game's reasons, and what can be done instead."""
    facts = refusal.facts
    sums = {
        fact: money(int(facts[fact]), text)
        for fact in ("price", "most", "least", "best")
        if fact in facts
    }
    name = names[int(facts["seat"])] if "seat" in facts else ""
    match refusal.reason:
        case "decided":
            return text("{name} has already decided.", name=name)
        case "waits":
            return text(
                "{name} waits until there is news: a price, a withdrawal or a trade.", name=name
            )
        case "traded_all":
            return text("{name} has no unit left to trade in this period.", name=name)
        case "above_limit" if refusal.clause == "MK-ceiling":
            return text("{price} is above the ceiling. Name {most} or less.", **sums)
        case "above_limit":
            return text("{price} is above the highest price. Name {most} or less.", **sums)
        case "below_limit" if refusal.clause == "MK-floor":
            return text("{price} is below the floor. Name {least} or more.", **sums)
        case "below_limit":
            return text("{price} is below the lowest price. Name {least} or more.", **sums)
        case "no_offer":
            return text("{name} has no price on the book to withdraw.", name=name)
        case "no_share":
            return text("{name} has no share to sell. Buy first.", name=name)
        case "beyond_means":
            return text("{price} is more than you can pay. Bid {most} or less, or wait.", **sums)
        case "bid_now":
            return text("First a bid is handed in: bid, or name no price.")
        case "ask_now":
            return text("Now an ask is handed in: ask, or name no price.")
        case "stale" if not facts["price"]:  # it came before anyone had read it (firm.js)
            return (
                text("The lowest ask, {best}, has only just come. Take it, or wait.", **sums)
                if facts["side"] == "buyer"
                else text("The highest bid, {best}, has only just come. Take it, or wait.", **sums)
            )
        case "goods":
            return (
                text("Shares are traded here: bid, ask, buy or sell.")
                if facts["goods"] == "shares"
                else text("Units are traded here: name a price, or take one.")
            )
        case _:
            buying = facts.get("side") == "buyer"
            return _refused_on_the_book(refusal.reason, sums, text, buying=buying)


def _refused_on_the_book(
    reason: str, sums: dict[str, str], text: Text, *, buying: bool
) -> str | None:
    """Say why a price is no better, one's own, or cannot be taken."""
    match reason:
        case "no_price":
            return (
                text("There is no ask on the book to take. Bid, or wait.")
                if buying
                else text("There is no bid on the book to take. Ask, or wait.")
            )
        case "stale":
            return (
                text("The lowest ask is {best}, not {price}. Take that one, or wait.", **sums)
                if buying
                else text(
                    "The highest bid is {best}, not {price}. Take that one, or wait.", **sums
                )
            )
        case "no_better":
            return (
                text("{price} is no better bid. Bid more than {best}.", **sums)
                if buying
                else text("{price} is no better ask. Ask less than {best}.", **sums)
            )
        case "own":
            return (
                text("The bid of {price} is your own. Ask more, or withdraw it first.", **sums)
                if buying
                else text(
                    "The ask of {price} is your own. Bid less, or withdraw it first.", **sums
                )
            )
        case _:
            return None


_TURNS: Final = TurnWords(phrases, _refused)
prompt: Final = _TURNS.prompt
refused: Final = _TURNS.refused


def choice(view: View, move: moves.Move, _names: Names, text: Text) -> str:
    """Name a choice."""
    buying = would_buy(view, move)
    match move:
        case moves.Offer(price=price) | moves.Bid(price=price) | moves.Ask(price=price):
            sum_ = money(price, text)
            return text("Bid {sum}", sum=sum_) if buying else text("Ask {sum}", sum=sum_)
        case moves.Take(price=price) | moves.Buy(price=price) | moves.Sell(price=price):
            sum_ = money(price, text)
            return text("Buy at {sum}", sum=sum_) if buying else text("Sell at {sum}", sum=sum_)
        case moves.Withdraw():
            return text("Withdraw")
        case moves.Wait():
            return text("No price") if view.rules.call else text("Wait")
        case _:
            return ""
