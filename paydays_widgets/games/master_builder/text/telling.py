"""What happened and why, in words."""

from collections.abc import Iterable
from typing import assert_never

from paydays_widgets.core.text import Note, Text
from paydays_widgets.games.master_builder import events
from paydays_widgets.games.master_builder.deck import SECTIONS, SKILLS, Deck
from paydays_widgets.games.master_builder.engine.building import PARTS
from paydays_widgets.games.master_builder.engine.phases import ROUNDS
from paydays_widgets.games.master_builder.text.names import (
    contract_title,
    crew,
    effect,
    flaws,
    money,
    part_name,
    sections,
    workers,
)
from paydays_widgets.show.words import Names, by_seat, game_over, listed


def _a_worker(deck: Deck, worker: int, text: Text) -> str:
    """Name one worker as the object of a sentence, with its flaws."""
    named = flaws(deck.workers[worker - 1], text)
    match SKILLS[deck.workers[worker - 1].skill]:
        case "apprentice":
            return text("an apprentice ({flaws})", flaws=named)
        case "tradesman":
            return text("a tradesman ({flaws})", flaws=named)
        case "foreman":
            return text("a foreman ({flaws})", flaws=named)
        case "master":
            return text("a master ({flaws})", flaws=named)


def _titles(deck: Deck, numbers: Iterable[int], text: Text) -> str:
    return text.listing(
        [text("“{title}”", title=contract_title(deck, number, text)) for number in numbers]
    )


def _rate(text: Text, *, early: bool) -> str:
    return (
        text("Contract cards are still in play, so the early price holds.")
        if early
        else text("No contract card is left in play, so the late price holds.")
    )


def explain(event: events.Event, names: Names, text: Text, deck: Deck) -> Note:
    """Explain an event: what happened, why in this case, and the sum worked out.

    Examples
    --------
    >>> from paydays_widgets.games.master_builder.deck import default_deck
    >>> event = events.WorkerHired(clause="MB-1-turns", seat=0, worker=12, bill=8)
    >>> note = explain(event, ["Anna", "Ben"], Text("en"), default_deck())
    >>> note.what
    'Anna hires a tradesman (weak).'
    >>> note.why
    'Wages now come to $8,000 a round.'
    """
    match event:
        case events.MalletDrawn():
            return Note(
                text("By lot, {name} goes first.", name=names[event.seat]),
                text("In every phase of the round the others follow clockwise."),
            )
        case events.WorkerTurnedUp():
            return Note(
                text("New worker turned up: {worker}.", worker=_a_worker(deck, event.worker, text))
            )
        case events.RoundBegun():
            return _round(event, names, text)
        case events.PhaseBegun():
            return Note(*_phase(event.phase, text))
        case events.WorkerHired():
            return Note(
                text(
                    "{name} hires {worker}.",
                    name=names[event.seat],
                    worker=_a_worker(deck, event.worker, text),
                ),
                _bill(event.bill, text),
            )
        case events.WorkerFired():
            return Note(
                text(
                    "{name} fires {worker}.",
                    name=names[event.seat],
                    worker=_a_worker(deck, event.worker, text),
                ),
                _bill(event.bill, text),
            )
        case events.SeatPassed():
            return _passed(event, names, text)
        case events.EconomyTurnedUp():
            return _economy(event, names, text, deck)
        case events.ContractTurnedUp():
            return _offered(event, text, deck)
        case events.NamingForced():
            return _forced(event, names, text)
        case events.ContractNamed():
            return Note(
                text(
                    "{name} puts up “{contract}” and bids {amount}.",
                    name=names[event.seat],
                    contract=contract_title(deck, event.contract, text),
                    amount=money(event.bid, text),
                ),
                text("Its lowest bid is {cost}.", cost=money(event.cost, text)),
            )
        case events.BidRaised():
            return Note(
                text(
                    "{name} bids {amount} for “{contract}”.",
                    name=names[event.seat],
                    contract=contract_title(deck, event.contract, text),
                    amount=money(event.bid, text),
                )
            )
        case events.ContractWon():
            return _won(event, names, text, deck)
        case events.LeftOverTaken():
            return Note(
                text(
                    "{name} takes the {amount} that lay on “{contract}”.",
                    name=names[event.seat],
                    amount=money(event.amount, text),
                    contract=contract_title(deck, event.contract, text),
                ),
                text("Nobody had wanted the contract in the round before."),
            )
        case events.BiddingNarrowed():
            return Note(
                text(
                    "{name} has two contracts; now only {others} may go on.",
                    name=names[event.seat],
                    others=listed(names, event.seats, text),
                ),
                text("In round 1 each of those without a contract still gets one, and just one."),
            )
        case events.AuctionsEnded():
            return _auctions_over(event, names, text, deck)
        case events.ContractLeftOver():
            return _left_over(event, text, deck)
        case events.ContractWithdrawn():
            return Note(
                text(
                    "“{contract}” leaves the game.",
                    contract=contract_title(deck, event.contract, text),
                ),
                text(
                    "For the second time, nobody wanted it; its {amount} goes back to the bank.",
                    amount=money(event.amount, text),
                ),
            )
        case events.EarlyRepaymentEnded():
            return _late_from_now(text, deck)
        case events.ContractsGone():
            return Note(
                text("Every contract has been won or has left the game."),
                text("Round {last} will be the last.", last=event.last),
            )
        case events.EventTurnedUp():
            return Note(
                text(
                    "{name} turns up the event card “{title}”.",
                    name=names[event.seat],
                    title=text.pick(deck.events[event.card - 1].title),
                ),
                effect(deck.events[event.card - 1], text),
            )
        case events.SeatSpared():
            return Note(text("The event card does nothing to {name}.", name=names[event.seat]))
        case events.WorkersTurnedDown():
            return _turned_down(event, names, text, deck)
        case events.WorkerDismissed():
            return Note(
                text(
                    "{name} loses {worker}.",
                    name=names[event.seat],
                    worker=_a_worker(deck, event.worker, text),
                ),
                _bill(event.bill, text),
            )
        case events.EventPutBack():
            return Note(
                text(
                    "The event card “{title}” goes under its pile.",
                    title=text.pick(deck.events[event.card - 1].title),
                )
            )
        case events.WorkerAssigned():
            return _assigned(event, names, text, deck)
        case events.AssignmentDone():
            return _ready(event, names, text)
        case events.AssignmentsRevealed():
            return _revealed(event, names, text)
        case events.SectionsBuilt():
            return _built(event, names, text, deck)
        case events.SectionsUnbuilt():
            return _unbuilt(event, names, text, deck)
        case events.WorkersBack():
            why = text.plural(
                "{n} of them had been face down.", "{n} of them had been face down.", event.idle
            )
            return Note(
                text("All workers are free again, and face up."), why if event.idle else ""
            )
        case events.IncomePaid():
            return Note(
                text(
                    "{name} finishes “{contract}” and receives {amount}.",
                    name=names[event.seat],
                    contract=contract_title(deck, event.contract, text),
                    amount=money(event.amount, text),
                ),
                text("The building goes to the town; a contract pays only once."),
            )
        case events.PaymentShort():
            return Note(
                text("{name} must borrow.", name=names[event.seat]),
                _why_due(event.clause, text),
                text(
                    "{cash} in cash < {due} due",
                    cash=money(event.cash, text),
                    due=money(event.due, text),
                ),
            )
        case events.DuePaid():
            return _paid(event, names, text)
        case events.LoanTaken():
            return _borrowed(event, names, text, deck)
        case events.LoanRepaid():
            return _repaid(event, names, text)
        case events.UnfinishedPaid():
            return _unfinished(event, names, text, deck)
        case events.LoansSettled():
            return _settled(event, names, text, deck)
        case events.GameEnded():
            return _ended(event, names, text)
        case _:
            assert_never(event)


def _bill(bill: int, text: Text) -> str:
    return text("Wages now come to {bill} a round.", bill=money(bill, text))


def _phase(phase: int, text: Text) -> tuple[str, str]:
    """Name a phase, and say what is done in it."""
    match phase:
        case 1:
            return text("Phase 1: hire and fire."), text(
                "One worker a turn; from round 2 on, workers may be fired too."
            )
        case 2:
            return text("Phase 2: contracts."), text("Each goes to the highest bid.")
        case 3:
            return text("Phase 3: the event card."), text("One card strikes every player.")
        case 4:
            return text("Phase 4: building."), text(
                "Everyone assigns their workers at the same time."
            )
        case _:
            return text("Phase 5: income and wages."), text(
                "Finished buildings pay, then wages are due."
            )


def _round(event: events.RoundBegun, names: Names, text: Text) -> Note:
    what = text(
        "Round {n} of {rounds}: {name} goes first.",
        n=event.round,
        rounds=ROUNDS,
        name=names[event.seat],
    )
    match event.clause:
        case "MB-round":
            return Note(what, text("In round 1 each player first takes five workers."))
        case "MB-rounds-2-6":
            return Note(what, text("After every round the next player clockwise goes first."))
        case "MB-end":
            return Note(what, text("It is the last one: there are no contracts left to win."))
        case _:
            assert_never(event.clause)


def _passed(event: events.SeatPassed, names: Names, text: Text) -> Note:
    name = names[event.seat]
    match event.clause:
        case "MB-1-turns":
            return Note(text("{name} neither hires nor fires.", name=name))
        case "MB-1-wages":
            return Note(
                text("{name} takes no worker.", name=name),
                text("None of the open workers fits the wage limit."),
            )
        case "MB-2-nominate":
            return Note(text("{name} puts up no contract.", name=name))
        case "MB-2-auction":
            return Note(text("{name} passes and is out of this auction.", name=name))
        case "MB-5-repay":
            return Note(text("{name} keeps the loans.", name=name))
        case _:
            assert_never(event.clause)


def _economy(event: events.EconomyTurnedUp, names: Names, text: Text, deck: Deck) -> Note:
    what = text(
        "{name} turns up the economy card “{title}”.",
        name=names[event.seat],
        title=text.pick(deck.economy[event.card - 1].title),
    )
    why = text("It decides how many new contracts come on offer: here {n}.", n=event.says)
    if event.revealed < event.says:
        why = text("{why} Left in the pile: {n}.", why=why, n=event.revealed)
    return Note(what, why)


def _offered(event: events.ContractTurnedUp, text: Text, deck: Deck) -> Note:
    contract = deck.contracts[event.contract - 1]
    return Note(
        text(
            "New on offer: “{contract}”, lowest bid {cost}.",
            contract=text.pick(contract.title),
            cost=money(contract.cost, text),
        ),
        text(
            "Once finished, it pays {income}. To build it in one phase takes {crew}.",
            income=money(contract.income, text),
            crew=crew(contract.crew(), text),
        ),
    )


def _forced(event: events.NamingForced, names: Names, text: Text) -> Note:
    what = text("{name} must put up a contract.", name=names[event.seat])
    must = text("Every player must have a contract by the end of round 1.")
    if not event.short:
        return Note(what, text("Everyone who could put one up has passed. {must}", must=must))
    return Note(
        what,
        text(
            "Nobody has named one. {must} Too little cash for any: {names}.",
            must=must,
            names=listed(names, event.short, text),
        ),
    )


def _left_over(event: events.ContractLeftOver, text: Text, deck: Deck) -> Note:
    title = contract_title(deck, event.contract, text)
    if not event.amount:
        return Note(
            text("Nobody wants “{contract}”: it stays unsold.", contract=title),
            text("No round follows, so the bank puts no money on it."),
        )
    return Note(
        text(
            "Nobody wants “{contract}”: it stays, with {amount} on it.",
            contract=title,
            amount=money(event.amount, text),
        ),
        text("The player who wins it in the next round takes the money too."),
    )


def _won(event: events.ContractWon, names: Names, text: Text, deck: Deck) -> Note:
    what = text(
        "{name} gets “{contract}” for {price}.",
        name=names[event.seat],
        contract=contract_title(deck, event.contract, text),
        price=money(event.price, text),
    )
    match event.clause:
        case "MB-2-win":
            return Note(
                what,
                text("Nobody bids more."),
                text(
                    "{price} paid − {cost} lowest bid = {more} added by bidding",
                    price=money(event.price, text),
                    cost=money(event.cost, text),
                    more=money(event.price - event.cost, text),
                )
                if event.price > event.cost
                else "",
            )
        case "MB-2-last-one":
            return Note(
                what, text("Nobody may bid against this player, who pays only the lowest bid.")
            )
        case _:
            assert_never(event.clause)


def _auctions_over(event: events.AuctionsEnded, names: Names, text: Text, deck: Deck) -> Note:
    what = text("No more contracts are awarded in this round.")
    why = (
        text("Nobody names one of those left: {titles}.", titles=_titles(deck, event.left, text))
        if event.left
        else text("None is left on offer.")
    )
    match event.clause:
        case "MB-2-end":
            return Note(what, why)
        case "MB-2-later":
            return Note(
                what,
                text(
                    "{why} Without a contract: {names}.",
                    why=why,
                    names=listed(names, event.without, text),
                ),
            )
        case _:
            assert_never(event.clause)


def _late_from_now(text: Text, deck: Deck) -> Note:
    small, large = deck.loans
    return Note(
        text("From now on loans are repaid at the late price."),
        text("No contract card is left in play."),
        text(
            "small: {small} → {small_late}\nlarge: {large} → {large_late}",
            small=money(small.early, text),
            small_late=money(small.late, text),
            large=money(large.early, text),
            large_late=money(large.late, text),
        ),
    )


def _turned_down(event: events.WorkersTurnedDown, names: Names, text: Text, deck: Deck) -> Note:
    absent = workers(deck, event.workers, text)
    what = text.plural(
        "{name}: {workers} misses the building phase.",
        "{name}: {workers} miss the building phase.",
        len(event.workers),
        name=names[event.seat],
        workers=absent,
    )
    why = text("Face down until it ends, and paid all the same.")
    if not event.pay:
        return Note(what, why)
    n = len(event.workers)
    facts = {"pay": money(event.pay, text), "sum": money(event.pay * n, text)}
    return Note(
        what,
        why,
        text.plural(
            "{n} worker × {pay} from the bank = {sum}",
            "{n} workers × {pay} from the bank = {sum}",
            n,
            **facts,
        ),
    )


def _assigned(event: events.WorkerAssigned, names: Names, text: Text, deck: Deck) -> Note:
    name = names[event.seat]
    if event.worker is None or event.contract is None or event.section is None:
        return Note(text("{name} assigns a worker, hidden from the others.", name=name))
    kind = deck.contracts[event.contract - 1].kind
    return Note(
        text(
            "{name} assigns {worker} to “{contract}”, section {section} ({part}).",
            name=name,
            worker=_a_worker(deck, event.worker, text),
            contract=contract_title(deck, event.contract, text),
            section=event.section,
            part=part_name(PARTS[kind][event.section - 1], text),
        )
    )


def _ready(event: events.AssignmentDone, names: Names, text: Text) -> Note:
    if not event.workers:
        return Note(text("{name} assigns nobody.", name=names[event.seat]))
    return Note(
        text.plural(
            "{name} is ready to build, with {n} worker.",
            "{name} is ready to build, with {n} workers.",
            event.workers,
            name=names[event.seat],
        )
    )


def _revealed(event: events.AssignmentsRevealed, names: Names, text: Text) -> Note:
    lines = [
        text.plural("{name}: {n} worker", "{name}: {n} workers", len(jobs), name=name)
        for name, jobs in zip(names, event.jobs, strict=True)
    ]
    return Note(
        text("Everyone is ready, and all assignments are face up."),
        text("A section that has all its workers is built now, if it can stand."),
        "\n".join(lines),
    )


def _built(event: events.SectionsBuilt, names: Names, text: Text, deck: Deck) -> Note:
    kind = deck.contracts[event.contract - 1].kind
    return Note(
        text(
            "{name} builds on “{contract}”: {sections}.",
            name=names[event.seat],
            contract=contract_title(deck, event.contract, text),
            sections=sections(kind, event.sections, text),
        ),
        text("Now {n} of {all} sections stand.", n=event.standing, all=SECTIONS),
    )


def _unbuilt(event: events.SectionsUnbuilt, names: Names, text: Text, deck: Deck) -> Note:
    kind = deck.contracts[event.contract - 1].kind
    what = text(
        "{name} works in vain on “{contract}”: {sections}.",
        name=names[event.seat],
        contract=contract_title(deck, event.contract, text),
        sections=sections(kind, event.sections, text),
    )
    match event.clause:
        case "MB-4-assign":
            return Note(what, text("A section is built with all its workers, or not at all."))
        case "MB-4-stable":
            return Note(
                what, text("It would not stand: a wall and a gable must come first, in one phase.")
            )
        case "MB-4-walls":
            return Note(
                what,
                text("It would not stand: the curtain wall and a small piece must come first."),
            )
        case _:
            assert_never(event.clause)


def _why_due(clause: str, text: Text) -> str:
    return (
        text("All wages must be paid.")
        if clause == "MB-5-wages"
        else text("The event card must be paid for.")
    )


def _paid(event: events.DuePaid, names: Names, text: Text) -> Note:
    facts = {"name": names[event.seat], "amount": money(event.amount, text)}
    match event.clause:
        case "MB-5-wages":
            return Note(
                text("{name} pays wages of {amount}.", **facts),
                text.plural(
                    "{n} worker is paid, at work or not.",
                    "{n} workers are paid, at work or not.",
                    event.workers,
                ),
            )
        case "MB-3-event":
            return Note(text("{name} pays {amount} to the bank.", **facts))
        case _:
            assert_never(event.clause)


def _borrowed(event: events.LoanTaken, names: Names, text: Text, deck: Deck) -> Note:
    small = event.loan == "small"
    facts = {"name": names[event.seat], "amount": money(event.amount, text)}
    card = deck.loans[0 if small else 1]
    return Note(
        text("{name} takes a small loan of {amount}.", **facts)
        if small
        else text("{name} takes a large loan of {amount}.", **facts),
        text(
            "To repay: {early} early, {late} late.",
            early=money(card.early, text),
            late=money(card.late, text),
        ),
        text(
            "{before} + {amount} = {cash}; {due} is due",
            before=money(event.cash - event.amount, text),
            amount=money(event.amount, text),
            cash=money(event.cash, text),
            due=money(event.due, text),
        ),
    )


def _interest(principal: int, amount: int, text: Text) -> str:
    return text(
        "{amount} repaid − {principal} borrowed = {interest}, the cost of the loan",
        amount=money(amount, text),
        principal=money(principal, text),
        interest=money(amount - principal, text),
    )


def _repaid(event: events.LoanRepaid, names: Names, text: Text) -> Note:
    facts = {"name": names[event.seat], "amount": money(event.amount, text)}
    return Note(
        text("{name} repays a small loan: {amount}.", **facts)
        if event.loan == "small"
        else text("{name} repays a large loan: {amount}.", **facts),
        _rate(text, early=event.early),
        _interest(event.principal, event.amount, text),
    )


def _unfinished(event: events.UnfinishedPaid, names: Names, text: Text, deck: Deck) -> Note:
    facts = {
        "income": money(event.income, text),
        "each": money(event.each, text),
        "zero": money(0, text),
        "amount": money(event.amount, text),
    }
    return Note(
        text(
            "{name} receives {amount} for “{contract}”, which is unfinished.",
            name=names[event.seat],
            amount=money(event.amount, text),
            contract=contract_title(deck, event.contract, text),
        ),
        text("Each missing section reduces the income, but never below zero."),
        text.plural(
            "{income} − {n} missing section × {each}, at least {zero} = {amount}",
            "{income} − {n} missing sections × {each}, at least {zero} = {amount}",
            event.missing,
            **facts,
        ),
    )


def _settled(event: events.LoansSettled, names: Names, text: Text, deck: Deck) -> Note:
    small, large = deck.loans
    one = money(small.early if event.early else small.late, text)
    other = money(large.early if event.early else large.late, text)
    owed = [
        text.plural(
            "{n} small loan × {price}", "{n} small loans × {price}", event.small, price=one
        )
        if event.small
        else "",
        text.plural(
            "{n} large loan × {price}", "{n} large loans × {price}", event.large, price=other
        )
        if event.large
        else "",
    ]
    amount = money(event.amount, text)
    return Note(
        text("{name} repays all loans: {amount}.", name=names[event.seat], amount=amount),
        _rate(text, early=event.early),
        f"{' + '.join(each for each in owed if each)} = {amount}",
    )


def _ended(event: events.GameEnded, names: Names, text: Text) -> Note:
    return Note(
        game_over(event.winners, names, text),
        text("All loans are repaid. The player with the most money wins."),
        by_seat(event.cash, names, money, text),
    )
