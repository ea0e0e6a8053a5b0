"""Zahltag in words: what happened and why, why a move is refused, and what a seat has to do.

The functions return plain text with names as they were typed: escape it before printing it.
"""

from typing import Final, assert_never

from paydays_widgets.core.game import Refusal
from paydays_widgets.core.text import Note, Text
from paydays_widgets.games.zahltag import events, moves
from paydays_widgets.games.zahltag.deck import LAST_PAYDAY, Deck
from paydays_widgets.games.zahltag.engine import LIMIT
from paydays_widgets.games.zahltag.events import Event
from paydays_widgets.games.zahltag.moves import KINDS
from paydays_widgets.games.zahltag.state import Cards, View
from paydays_widgets.show.words import Names, Phrases, TurnWords, game_over, listed

# --- words and sums ---------------------------------------------------------------------------


def money(n: float, text: Text) -> str:
    r"""Write a sum of money, given in millions; an average has a decimal place.

    Examples
    --------
    >>> money(-1, Text("en")), money(24.3, Text("en"))
    ('−1\xa0M', '24.3\xa0M')
    """
    written = text.number(n, places=0 if isinstance(n, int) else 1)
    return text("{n}\N{NO-BREAK SPACE}M", n=written)


def kind_name(kind: str, text: Text, n: int = 1) -> str:
    """Name a kind of equipment, singular or plural as ``n`` cards require.

    Examples
    --------
    >>> kind_name("crane", Text("en"), 2)
    'cranes'
    """
    match kind:
        case "foreman":
            return text.plural("foreman", "foremen", n)
        case "worker":
            return text.plural("worker", "workers", n)
        case "crane":
            return text.plural("crane", "cranes", n)
        case "excavator":
            return text.plural("excavator", "excavators", n)
        case _:  # a move from outside can name anything
            return kind


def equipment(cards: Cards, text: Text) -> str:
    """Count cards by kind.

    Examples
    --------
    >>> equipment((0, 0, 1, 2), Text("en"))
    '1 crane and 2 excavators'
    """
    foremen, workers, cranes, excavators = cards
    counted = [
        text.plural("{n} foreman", "{n} foremen", foremen) if foremen else "",
        text.plural("{n} worker", "{n} workers", workers) if workers else "",
        text.plural("{n} crane", "{n} cranes", cranes) if cranes else "",
        text.plural("{n} excavator", "{n} excavators", excavators) if excavators else "",
    ]
    return text.listing([each for each in counted if each]) or text("no cards")


def contract_title(deck: Deck, number: int, text: Text) -> str:
    """Return the title of a contract, by its number, counted from 1."""
    return text.pick(deck.titles[number - 1])


def _card(kind: str | None, text: Text) -> str:
    """Name one card as the object of a sentence."""
    match kind:
        case "foreman":
            return text("a foreman")
        case "worker":
            return text("a worker")
        case "crane":
            return text("a crane")
        case "excavator":
            return text("an excavator")
        case _:
            return text("a card")


def _owned(total: int, clause: str, text: Text) -> str:
    if clause == "ZT-adjust":  # nothing is on the table yet
        return text.plural("That makes {n} card in hand.", "That makes {n} cards in hand.", total)
    return text.plural(
        "That makes {n} card in hand and at work.",
        "That makes {n} cards in hand and at work.",
        total,
    )


# --- what happened ----------------------------------------------------------------------------


def explain(event: Event, names: Names, text: Text, deck: Deck) -> Note:
    """Explain an event: what happened, why in this case, and the sum worked out.

    Examples
    --------
    >>> from paydays_widgets.games.zahltag.deck import default_deck
    >>> note = explain(
    ...     events.EquipmentTaken(clause="ZT-2-change", seat=0, kind="crane", total=8),
    ...     ["Anna", "Ben"], Text("en"), default_deck(),
    ... )
    >>> note.what
    'Anna takes a crane.'
    """
    match event:
        case events.CardDealt():
            return Note(
                text(
                    "{name} is dealt {card}.", name=names[event.seat], card=_card(event.kind, text)
                )
            )
        case events.StacksSorted():
            return Note(
                text("The hands are dealt; the stacks are face up."),
                text(
                    "Everyone can see what is left: {cards}.", cards=equipment(event.stacks, text)
                ),
            )
        case events.EquipmentTaken():
            return _taken(event, names, text)
        case events.EquipmentDiscarded():
            return _discarded(event, names, text)
        case events.EquipmentExchanged():
            return Note(
                text(
                    "{name} swaps {gave} for {took}.",
                    name=names[event.seat],
                    gave=_card(event.gave, text),
                    took=_card(event.took, text),
                ),
                text("The hand is as large as before, so it costs no more on payday."),
            )
        case events.EquipmentKept():
            return Note(text("{name} keeps the hand as it is.", name=names[event.seat]))
        case events.FinePaid():
            return _fined(event, names, text)
        case events.SeatOut():
            return _out(event, names, text)
        case events.ContractTurnedUp():
            return Note(
                text(
                    "{name} turns up a contract: {contract}.",
                    name=names[event.seat],
                    contract=contract_title(deck, event.contract, text),
                ),
                text("To bid, a hand must hold {cards}.", cards=equipment(event.needs, text)),
            )
        case events.PaydayTurnedUp():
            return _payday(event, names, text)
        case events.PaydayPutBack():
            return _put_back(event, names, text)
        case events.PaydayForced():
            return Note(
                text("{name} takes a payday out of the pile.", name=names[event.seat]),
                text.plural(
                    "{n} contract has come up with no payday; one is due.",
                    "{n} contracts in a row have come up with no payday; one is due.",
                    event.contracts,
                ),
            )
        case events.BidSealed():
            return _sealed(event, names, text)
        case events.BidsRevealed():
            return _revealed(event, names, text)
        case events.ContractAwarded():
            return Note(
                text(
                    "{name} gets the contract “{contract}” for {amount}.",
                    name=names[event.seat],
                    contract=contract_title(deck, event.contract, text),
                    amount=money(event.amount, text),
                ),
                text(
                    "At work now, so free of charge on payday: {cards}.",
                    cards=equipment(event.needs, text),
                ),
            )
        case events.ContractShared():
            return _shared(event, names, text, deck)
        case events.ShareUnpayable():
            return Note(
                text(
                    "{name} cannot pay for the tie and does not build “{contract}”.",
                    name=names[event.seat],
                    contract=contract_title(deck, event.contract, text),
                ),
                text("In a tie, this bid costs money."),
                _short_of(event.had, event.owed, text),
            )
        case events.ContractUnawarded():
            return Note(
                text(
                    "Everyone passes: nobody gets the contract “{contract}”.",
                    contract=contract_title(deck, event.contract, text),
                ),
                text("It is laid aside, and still counts among the contracts in a row."),
            )
        case events.BidCardsReturned():
            return Note(
                text("Everyone takes back their bid cards."),
                text("Contracts since the last payday: {n}.", n=event.count),
            )
        case events.IdleEquipmentPaid():
            return _paid(event, names, text)
        case events.PaydayCounted():
            return Note(
                text("Payday {count} of {last} is past.", count=event.count, last=LAST_PAYDAY),
                text("Contracts before it: {n}.", n=event.contracts),
            )
        case events.TurnBegun():
            return _begun(event, names, text)
        case events.EquipmentBroughtHome():
            return Note(
                text(
                    "{name} gets {cards} back: the building is finished.",
                    name=names[event.seat],
                    cards=equipment(event.cards, text),
                ),
                text("Back in hand, cards can build again, and cost money on a payday."),
            )
        case events.EquipmentMovedOn():
            return Note(
                text(
                    "{name} must leave {cards} at work for one more turn.",
                    name=names[event.seat],
                    cards=equipment(event.cards, text),
                ),
                text("Building takes two turns: the cards are back at the start of the next one."),
            )
        case events.GameEnded():
            return _ended(event, names, text)
        case _:
            assert_never(event)


def _taken(event: events.EquipmentTaken, names: Names, text: Text) -> Note:
    what = text("{name} takes {card}.", name=names[event.seat], card=_card(event.kind, text))
    if event.clause == "ZT-2-limit-how":
        sum_ = f"{text.number(event.total)} > {text.number(LIMIT)}"
        return Note(what, text("Too many cards: a fine is due at once."), sum_)
    return Note(what, _owned(event.total, event.clause, text))


def _discarded(event: events.EquipmentDiscarded, names: Names, text: Text) -> Note:
    what = text("{name} discards {card}.", name=names[event.seat], card=_card(event.kind, text))
    match event.clause:
        case "ZT-2-change":
            return Note(what, text("What is not in hand costs nothing on payday."))
        case "ZT-adjust" | "ZT-2-limit-how":
            return Note(what, _owned(event.total, event.clause, text))
        case _:
            assert_never(event.clause)


def _fined(event: events.FinePaid, names: Names, text: Text) -> Note:
    paid = money(event.paid, text)
    one = money(1, text)
    above = text.plural(
        "{n} card above {limit} × {one}",
        "{n} cards above {limit} × {one}",
        event.surplus,
        limit=LIMIT,
        one=one,
    )
    if event.payees:
        seats = text.plural("{n} other firm", "{n} other firms", len(event.payees))
        above = f"{above} × {seats}"
        why = text(
            "Each extra card costs a payment to every other firm: {names}.",
            names=listed(names, event.payees, text),
        )
    else:
        why = text("Each extra card costs a payment to the bank.")
    what = text("{name} pays a fine of {paid}.", name=names[event.seat], paid=paid)
    return Note(what, why, f"{above} = {paid}")


def _short_of(had: int, owed: int, text: Text) -> str:
    return text("{had} in cash < {owed} due", had=money(had, text), owed=money(owed, text))


def _out(event: events.SeatOut, names: Names, text: Text) -> Note:
    return Note(
        text("{name} cannot pay and is out of the game.", name=names[event.seat]),
        text(
            "Its money goes to the bank, its cards to the stacks: {cards}.",
            cards=equipment(event.cards, text),
        ),
        _short_of(event.had, event.owed, text),
    )


def _payday(event: events.PaydayTurnedUp, names: Names, text: Text) -> Note:
    what = text("{name} turns up a payday.", name=names[event.seat])
    match event.clause:
        case "ZT-3-reveal":
            return Note(what, text("Now cards in hand cost money."))
        case "ZT-3-first":
            return Note(what, text("No contract came before it, but it counts all the same."))
        case "ZT-3-repeat-end":
            return Note(
                what,
                text(
                    "It follows a payday directly, but no contract is left in the pile: it counts."
                ),
            )
        case _:
            assert_never(event.clause)


def _put_back(event: events.PaydayPutBack, names: Names, text: Text) -> Note:
    what = text("{name} turns up a payday; it is shuffled back.", name=names[event.seat])
    match event.clause:
        case "ZT-3-repeat":
            return Note(what, text("The card before it was a payday too. Another card follows."))
        case "ZT-3-first":
            return Note(
                what,
                text("The forced payday just before it was a payday too. Another card follows."),
            )
        case _:
            assert_never(event.clause)


def _sealed(event: events.BidSealed, names: Names, text: Text) -> Note:
    name = names[event.seat]
    if event.amount is None:
        what = text("{name} lays down a bid card, face down.", name=name)
    elif event.amount:
        what = text("{name} bids {amount}.", name=name, amount=money(event.amount, text))
    else:
        what = text("{name} passes.", name=name)
    return Note(what)


def _revealed(event: events.BidsRevealed, names: Names, text: Text) -> Note:
    bids = [
        text("{name} {bid}", name=names[seat], bid=money(bid, text))
        if bid
        else text("{name} passes", name=names[seat])
        for seat, bid in enumerate(event.bids)
        if bid is not None
    ]
    what = text("Every bid is shown: {bids}.", bids=text.listing(bids))
    if not event.lowest:
        return Note(what, text("So nobody gets the contract."))
    lowest = [names[seat] for seat, bid in enumerate(event.bids) if bid == event.lowest]
    amount, who = money(event.lowest, text), text.listing(lowest)
    why = text.plural(
        "{amount} is the lowest bid, made by {names} alone.",
        "{amount} is the lowest bid, made by {names}: each of them builds.",
        len(lowest),
        amount=amount,
        names=who,
    )
    return Note(what, why)


def _shared(event: events.ContractShared, names: Names, text: Text, deck: Deck) -> Note:
    facts = {
        "bid": money(event.bid, text),
        "tied": listed(names, event.tied, text),
        "name": names[event.seat],
        "contract": contract_title(deck, event.contract, text),
        "amount": money(abs(event.amount), text),
    }
    if event.amount > 0:
        what = text(
            "Tie at {bid} ({tied}): {name} builds “{contract}” and receives {amount}.", **facts
        )
    elif event.amount:
        what = text(
            "Tie at {bid} ({tied}): {name} builds “{contract}” and pays {amount}.", **facts
        )
    else:
        what = text(
            "Tie at {bid} ({tied}): {name} builds “{contract}” and receives nothing.", **facts
        )
    return Note(
        what,
        text(
            "Several firms made the lowest bid, so each builds with its own cards: {cards}.",
            cards=equipment(event.needs, text),
        ),
        text(
            "{bid} bid − {less} for the tie = {amount}",
            bid=money(event.bid, text),
            less=money(event.bid - event.amount, text),
            amount=money(event.amount, text),
        ),
    )


def _paid(event: events.IdleEquipmentPaid, names: Names, text: Text) -> Note:
    smallest = event.smallest
    payments, free, lines = [], [], []
    for seat, (hand, due) in enumerate(zip(event.hands, event.dues, strict=True)):
        if hand is None or due is None:
            continue
        name = names[seat]
        amount = money(due, text)
        if seat in event.broke:
            payments.append(text("{name} cannot pay {amount}", name=name, amount=amount))
        elif due:
            payments.append(text("{name} pays {amount}", name=name, amount=amount))
        else:
            free.append(name)
        lines.append(
            text.plural(
                "{name}: {n} hand card − {smallest} (smallest hand) = {due}, so {amount}",
                "{name}: {n} hand cards − {smallest} (smallest hand) = {due}, so {amount}",
                hand,
                name=name,
                smallest=smallest,
                due=due,
                amount=amount,
            )
        )
    if not payments:
        what = text("Payday: nobody pays.")
        why = text.plural(
            "Every hand has {n} card, so none is above the smallest.",
            "Every hand has {n} cards, so none is above the smallest.",
            smallest,
        )
    else:
        what = text("Payday: {payments}.", payments=text.listing(payments))
        spared = text.listing(free)
        why = text.plural(
            "The smallest hand has {n} card and is free ({names}). Cards at work cost nothing.",
            "The smallest hand has {n} cards and is free ({names}). Cards at work cost nothing.",
            smallest,
            names=spared,
        )
    return Note(what, why, "\n".join(lines))


def _begun(event: events.TurnBegun, names: Names, text: Text) -> Note:
    what = text("Turn {n}: {name} plays.", n=event.turn, name=names[event.seat])
    match event.clause:
        case "ZT-turn-end":
            return Note(what)
        case "ZT-players":
            return Note(what, text("The hands are adjusted; the first firm begins."))
        case "ZT-out-how":
            return Note(
                what, text("A firm that goes out in step 2 of its turn has no steps 3 and 4.")
            )
        case _:
            assert_never(event.clause)


def _ended(event: events.GameEnded, names: Names, text: Text) -> Note:
    winners = listed(names, event.winners, text)
    what = game_over(event.winners, names, text)
    totals = [
        text("{name}: {amount}", name=name, amount=money(sum_, text))
        for name, sum_ in zip(names, event.money, strict=True)
    ]
    match event.clause:
        case "ZT-end":
            return Note(
                what,
                text("The fifth payday is past, and {name} has the most money.", name=winners),
                "\n".join(totals),
            )
        case "ZT-end-tie":
            counted = [
                text.plural(
                    "{total}, {n} card, of these {table} at work",
                    "{total}, {n} cards, of these {table} at work",
                    cards,
                    total=total,
                    table=table,
                )
                for total, cards, table in zip(totals, event.cards, event.on_table, strict=True)
            ]
            return Note(what, _tie_break(event, text), "\n".join(counted))
        case "ZT-out":
            return Note(what, text("All the others are out of the game."), "\n".join(totals))
        case "ZT-out-how":
            return Note(what, text("The last ones went out in the same step."))
        case _:
            assert_never(event.clause)


def _tie_break(event: events.GameEnded, text: Text) -> str:
    """Say what decided between equal sums of money."""
    if len(event.winners) > 1:
        return text("Money, cards and cards at work are all equal.")
    winner = event.winners[0]
    richest = [seat for seat, sum_ in enumerate(event.money) if sum_ == event.money[winner]]
    fewest = [seat for seat in richest if event.cards[seat] == event.cards[winner]]
    if len(fewest) == 1:
        return text("Money is equal; the firm with fewer cards wins.")
    return text("Money and cards are equal; the firm with fewer cards at work wins.")


# --- what is asked, and what is refused -------------------------------------------------------


def phrases(text: Text) -> Phrases:
    """Return the words for what chance does, what a seat has to decide, and its moves."""
    return Phrases(
        chances={
            "deal": text("The cards are being dealt."),
            "turn_up": text("The top card of the pile is turned up next."),
        },
        prompts={
            "adjust": text("adjust the hand before the first turn, or keep it"),
            "change": text("take, swap or discard one card, or keep the hand"),
            "surplus": text("discard one hand card"),
            "bid": text("bid for the contract, or pass"),
        },
        moves={
            moves.Take: text("take a card"),
            moves.Discard: text("discard a card"),
            moves.Exchange: text("swap a card"),
            moves.Keep: text("keep the hand"),
            moves.Bid: text("bid"),
            moves.Deal: text("deal a card"),
            moves.TurnUp: text("turn up a card"),
        },
        events={events.BidsRevealed: text("reveal bids")},
        together={"bid": text("Bid now: everyone bids at once")},
    )


def _refused(refusal: Refusal, names: Names, text: Text) -> str | None:
    """Say why a move is refused for one of this game's reasons, and what can be done instead."""
    facts = refusal.facts
    match refusal.reason:
        case "already_bid":
            return text(
                "{name} has already played a card. It stays there until everyone has played.",
                name=names[int(facts["seat"])],
            )
        case "stack_empty":
            return text(
                "The stack “{kind}” is empty until someone discards one. "
                "Another kind can be taken.",
                kind=kind_name(str(facts["kind"]), text, 2),
            )
        case "not_in_hand":
            return text(
                "The hand holds no such card: {kind}. Choose one that it holds.",
                kind=kind_name(str(facts["kind"]), text),
            )
        case "same_kind":
            return text(
                "Swap a card for another kind, not {kind} for {kind}. "
                "To change nothing, keep the hand.",
                kind=kind_name(str(facts["kind"]), text),
            )
        case "limit":
            return text(
                "A firm may own {limit} cards, and this one owns {total}. "
                "Discard or swap one card, or keep the hand.",
                limit=facts["limit"],
                total=facts["total"],
            )
        case "adjust_exchange":
            return text("With one round of adjusting, cards are taken or discarded, not swapped.")
        case "adjust_direction" if facts["done"] == "take":
            return text("This firm has taken cards, so it cannot discard: take more, or stop.")
        case "adjust_direction":
            return text("This firm has discarded cards, so it cannot take: discard more, or stop.")
        case "no_such_bid":
            return text(
                "No bid card shows {amount}. Bid {can}, or pass.",
                amount=money(int(facts["amount"]), text),
                can=facts["can"],
            )
        case "lacks":
            foremen, workers, cranes, excavators = (int(facts[kind]) for kind in KINDS)
            return text(
                "The hand lacks {cards}, so this firm can only pass.",
                cards=equipment((foremen, workers, cranes, excavators), text),
            )
        case _:
            return None


_TURNS: Final = TurnWords(phrases, _refused)
prompt: Final = _TURNS.prompt
refused: Final = _TURNS.refused


def choice(_view: View, move: moves.Move, _names: Names, text: Text) -> str:
    """Name a choice."""
    match move:
        case moves.Take(kind=kind):
            return text("Take: {card}", card=kind_name(kind, text))
        case moves.Discard(kind=kind):
            return text("Discard: {card}", card=kind_name(kind, text))
        case moves.Exchange(give=give, take=take):
            given, taken = kind_name(give, text), kind_name(take, text)
            return text("Swap: {given} for {taken}", given=given, taken=taken)
        case moves.Keep():
            return text("Keep the hand")
        case moves.Bid(amount=0):
            return text("Pass, with the card 00")
        case moves.Bid(amount=amount):
            return text("Bid {sum}", sum=money(amount, text))
        case _:
            return ""
