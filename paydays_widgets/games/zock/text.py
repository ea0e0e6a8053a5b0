"""Zock in words: what happened and why, why a move is refused, and what a seat has to do.

The functions return plain text with names as they were typed: escape it before printing it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, assert_never

from paydays_widgets.core.game import Refusal
from paydays_widgets.core.text import Note, Text, capital
from paydays_widgets.games.zock import events, moves, reading
from paydays_widgets.games.zock.deck import Deck
from paydays_widgets.games.zock.events import Event
from paydays_widgets.games.zock.state import HOME, View
from paydays_widgets.show.words import Names, Phrases, TurnWords, game_over, listed

# --- words and sums ---------------------------------------------------------------------------


def money(n: float, text: Text) -> str:
    """Write a sum of money.

    Examples
    --------
    >>> money(-30000, Text("en"))
    '−30,000'
    """
    return text.number(n)


def pawn_name(pawn: str, text: Text) -> str:
    """Name a pawn as the object of a sentence.

    Examples
    --------
    >>> pawn_name("king", Text("en")), pawn_name("a", Text("en"))
    ('the king', 'pawn A')
    """
    match pawn:
        case "king":
            return text("the king")
        case "a" | "b":
            return text("pawn {letter}", letter=pawn.upper())
        case _:  # a move from outside can name anything
            return pawn


def pawn_kind(pawn: str, text: Text) -> str:
    """Name a pawn as it appears in a list.

    Examples
    --------
    >>> pawn_kind("king", Text("en")), pawn_kind("a", Text("en"))
    ('king', 'pawn A')
    """
    return text("king") if pawn == "king" else pawn_name(pawn, text)


def pawns_listed(pawns: Sequence[str], text: Text) -> str:
    """List several pawns.

    Examples
    --------
    >>> pawns_listed(["king", "b"], Text("en"))
    'king and pawn B'
    """
    return text.listing([pawn_kind(pawn, text) for pawn in pawns])


def pawns_named(pawns: Sequence[str], text: Text) -> str:
    """Name several pawns as the object of a sentence.

    Examples
    --------
    >>> pawns_named(["king", "b"], Text("en"))
    'the king and pawn B'
    """
    return text.listing([pawn_name(pawn, text) for pawn in pawns])


def plus(sums: Iterable[int], text: Text) -> str:
    """Write an addition."""
    return " + ".join(money(each, text) for each in sums)


# --- what happened ----------------------------------------------------------------------------


def explain(event: Event, names: Names, text: Text, deck: Deck) -> Note:
    """Explain an event: what happened, why in this case, and the sum worked out.

    Examples
    --------
    >>> from paydays_widgets.games.zock.deck import default_deck
    >>> explain(events.DieRolled(seat=1, die=4), ["Anna", "Ben"], Text("en"), default_deck()).what
    'Ben rolls a 4.'
    """
    match event:
        case events.TurnBegun():
            return _begun(event, names, text)
        case events.DieTaken():
            gave_up = event.clause == "ZK-cash-when"
            return Note(
                text("{name} takes the die.", name=names[event.seat]),
                text("Anyone who rolls cannot cash in this turn.") if gave_up else "",
            )
        case events.DieRolled():
            what = text("{name} rolls a {die}.", name=names[event.seat], die=event.die)
            return Note(what, text("A 1 sends the foremost pawn home.") if event.die == 1 else "")
        case events.PawnBroughtOut():
            return _brought_out(event, names, text)
        case events.PawnMoved():
            return _moved(event, names, text, deck)
        case events.PawnWentHome():
            return _went_home(event, names, text, deck)
        case events.NothingSentHome():
            return Note(
                text("{name} has no pawn on the circuit.", name=names[event.seat]),
                text("So the 1 sends no pawn home. Nor does it bring one out."),
            )
        case events.TurnPassed():
            return Note(
                text("{name} passes.", name=names[event.seat]),
                text("No pawn may be moved by {die} squares.", die=event.die),
            )
        case events.PawnsHit():
            return _hit(event, names, text, deck)
        case events.MoneyBorrowed():
            return _borrowed(event, names, text)
        case events.FinePaid():
            return Note(
                text(
                    "{name} pays {amount} to {payee}.",
                    name=names[event.seat],
                    amount=money(event.amount, text),
                    payee=names[event.payee],
                ),
                text("The owner of a pawn that is hit pays the hitter.")
                if event.clause == "ZK-hit"
                else text("That is all that there is; the rest of the fine lapses."),
            )
        case events.SeatOut():
            return _out(event, names, text)
        case events.DuelBegun():
            return _duel(event, names, text)
        case events.DuelRolled():
            return Note(
                text(
                    "Duel, roll {count}: {name} rolls a {die}.",
                    count=event.count,
                    name=names[event.seat],
                    die=event.die,
                ),
                text("A 1 loses the duel.")
                if event.die == 1
                else text("No 1, so the other rolls."),
            )
        case events.DuelDecided():
            return _decided(event, names, text)
        case events.DiscTurned():
            return _turned(event, names, text)
        case events.PawnsCashed():
            return _cashed(event, names, text)
        case events.DebtRepaid():
            return _repaid(event, names, text)
        case events.GameEnded():
            return _ended(event, names, text)
        case _:
            assert_never(event)


def _begun(event: events.TurnBegun, names: Names, text: Text) -> Note:
    what = text(
        "Turn {n}, round {round}: {name} plays.",
        n=event.turn,
        round=event.round,
        name=names[event.seat],
    )
    match event.clause:
        case "ZK-players":
            return Note(what)
        case "ZK-bank-empty":
            return Note(what, text("Players who have left the game are passed over."))
        case _:
            assert_never(event.clause)


def _brought_out(event: events.PawnBroughtOut, names: Names, text: Text) -> Note:
    what = text(
        "{name} brings out {pawn}.", name=names[event.seat], pawn=pawn_name(event.pawn, text)
    )
    counted = text.plural("{n} step past the exit", "{n} steps past the exit", event.steps)
    match event.clause:
        case "ZK-king-first":
            return Note(what, text("The king has to be in play."), counted)
        case "ZK-two-out":
            return Note(what, text("Fewer than two pawns were on the circuit."), counted)
        case "ZK-choose":
            return Note(what, text("With two on the circuit, the third may come out."), counted)
        case _:
            assert_never(event.clause)


def _moved(event: events.PawnMoved, names: Names, text: Text, deck: Deck) -> Note:
    facts = {"name": names[event.seat], "pawn": pawn_name(event.pawn, text)}
    start, die, steps = (text.number(n) for n in (event.start, event.die, event.steps))
    if event.clause == "ZK-choose":
        return Note(
            text("{name} moves {pawn} {die} steps.", die=die, **facts),
            text.plural(
                "It has gone {n} step since its exit.",
                "It has gone {n} steps since its exit.",
                event.steps,
            ),
            text("{sum} steps", sum=f"{start} + {die} = {steps}"),
        )
    beyond = event.start + event.die
    if event.steps < event.start:
        lap = text.number(deck.squares)
        return Note(
            text("{name} moves {pawn} past its exit.", **facts),
            text("Its steps are counted from zero again."),
            f"{start} + {die} − {lap} = {steps}",
        )
    return Note(
        text("{name} moves {pawn} to the last square before its exit.", **facts),
        text("There it waits to be cashed."),
        f"{start} + {die} = {text.number(beyond)} > {steps}",
    )


def _went_home(event: events.PawnWentHome, names: Names, text: Text, deck: Deck) -> Note:
    what = text(
        "{name} takes {pawn} home, with no money.",
        name=names[event.seat],
        pawn=pawn_name(event.pawn, text),
    )
    if event.clause == "ZK-lap":
        return Note(what, text("The roll takes it past its own exit: a full lap pays nothing."))
    gone = text.plural(
        "It had gone {n} step, and no other pawn of that player had gone farther.",
        "It had gone {n} steps, and no other pawn of that player had gone farther.",
        event.steps,
    )
    chosen = text("Another had gone as far, so there was a choice.")
    sum_ = ""
    if event.cashable:
        sum_ = text(
            "{steps} steps, more than a quarter ({quarter}): it could have been cashed",
            steps=event.steps,
            quarter=deck.quarter,
        )
    return Note(what, f"{gone} {chosen}" if event.foremost > 1 else gone, sum_)


def _hit(event: events.PawnsHit, names: Names, text: Text, deck: Deck) -> Note:
    fines = [deck.fine(pawn) for pawn in event.pawns]
    what = text(
        "{name} hits {victim} and sends home: {pawns}.",
        name=names[event.seat],
        pawns=pawns_listed(event.pawns, text),
        victim=names[event.victim],
    )
    if len(fines) == 1:
        why = text("A fine of {fine} is due.", fine=money(event.fine, text))
        return Note(what, why)
    why = text("Every pawn that stands there is hit, and a fine is due for each.")
    return Note(what, why, f"{plus(fines, text)} = {money(event.fine, text)}")


def _borrowed(event: events.MoneyBorrowed, names: Names, text: Text) -> Note:
    amount, debt = money(event.amount, text), money(event.debt, text)
    missing = event.owed - event.had
    sum_ = text(
        "{owed} due − {had} there = {amount} missing",
        owed=money(event.owed, text),
        had=money(event.had, text),
        amount=money(missing, text),
    )
    if event.amount < missing:
        why = text("The bank lends all that it has left. The debt is now {debt}.", debt=debt)
        sum_ = text("{sum} > {amount} in the bank", sum=sum_, amount=amount)
    else:
        why = text("There is not enough money for the fine. The debt is now {debt}.", debt=debt)
    return Note(
        text("{name} borrows {amount} from the bank.", name=names[event.seat], amount=amount),
        why,
        sum_,
    )


def _out(event: events.SeatOut, names: Names, text: Text) -> Note:
    missing = money(event.owed - event.had, text)
    facts = {"creditor": names[event.creditor], "had": money(event.had, text)}
    why = text(
        "The bank cannot lend what is missing. {creditor} gets what is there: {had}.", **facts
    )
    if event.debt:
        lapsed = text("A debt of {debt} lapses.", debt=money(event.debt, text))
        why = f"{why} {lapsed}"
    return Note(
        text("{name} cannot pay and leaves the game.", name=names[event.seat]),
        why,
        text(
            "{missing} missing > {bank} in the bank", missing=missing, bank=money(event.bank, text)
        ),
    )


def _duel(event: events.DuelBegun, names: Names, text: Text) -> Note:
    attacker, attacked = names[event.seat], names[event.attacked]
    why = text(
        "{attacked} rolls first, then they take turns. "
        "The first to roll a 1 loses all their money.",
        attacked=attacked,
    )
    if len(event.pawns) > 1:
        at_stake = text("At stake on the square: {pawns}.", pawns=pawns_listed(event.pawns, text))
        why = f"{why} {at_stake}"
    return Note(
        text(
            "A king lands on a king: {name} must fight {attacked} in a duel.",
            name=attacker,
            attacked=attacked,
        ),
        why,
        text(
            "{attacked} stakes {second}, {name} {first}; {attacked} loses 6 duels in 11",
            attacked=attacked,
            name=attacker,
            first=money(event.stakes[0], text),
            second=money(event.stakes[1], text),
        ),
    )


def _decided(event: events.DuelDecided, names: Names, text: Text) -> Note:
    facts = {"name": names[event.seat], "loser": names[event.loser]}
    what = text(
        "{name} wins the duel and gets {amount} from {loser}.",
        amount=money(event.amount, text),
        **facts,
    )
    sent = text(
        "{loser} has rolled the 1 and takes home {pawns}.",
        pawns=pawns_named(event.pawns, text),
        **facts,
    )
    if event.amount:
        return Note(what, sent)
    return Note(text("{name} wins the duel; {loser} has no money to give.", **facts), sent)


def _turned(event: events.DiscTurned, names: Names, text: Text) -> Note:
    what = text(
        "{name} turns the disc: its arrow points to {pawn}, its window shows {window}.",
        name=names[event.seat],
        pawn=pawn_name(event.pawn, text),
        window=money(event.window, text),
    )
    match event.payout:
        case "progress":
            return Note(
                what,
                text.plural(
                    "That is the sum for {n} step since the exit.",
                    "That is the sum for {n} steps since the exit.",
                    event.steps,
                ),
            )
        case "square":
            return Note(what, text("That sum is printed on its square."))
        case _:
            assert_never(event.payout)


def _cashed(event: events.PawnsCashed, names: Names, text: Text) -> Note:
    due, paid = money(event.due, text), money(event.paid, text)
    what = text(
        "{name} cashes {pawns} and gets {paid}.",
        name=names[event.seat],
        pawns=pawns_named(event.pawns, text),
        paid=paid,
    )
    sum_ = f"{text.number(event.times)} × {money(event.window, text)} = {due}"
    match event.clause:
        case "ZK-cash":
            if event.times == 1:
                return Note(what, text("The pawn goes home."))
            why = text(
                "A king is paid {times} × {window} and goes home.",
                times=event.times,
                window=money(event.window, text),
            )
            return Note(what, why)
        case "ZK-stack":
            return Note(
                what, text("Pawns that stand together are cashed together, and go home."), sum_
            )
        case "ZK-bank-empty":
            why = text("The bank pays what it has. It is empty now.")
            return Note(what, why, text("{sum} due > {paid} in the bank", sum=sum_, paid=paid))
        case _:
            assert_never(event.clause)


def _repaid(event: events.DebtRepaid, names: Names, text: Text) -> Note:
    debt, amount = money(event.debt, text), money(event.amount, text)
    before = money(event.debt + event.amount, text)
    return Note(
        text("{name} repays the bank {amount}.", name=names[event.seat], amount=amount),
        text("The debt is now {debt}.", debt=debt) if event.debt else text("No debt is left."),
        f"{before} − {amount} = {debt}",
    )


def _ended(event: events.GameEnded, names: Names, text: Text) -> Note:
    winners = listed(names, event.winners, text)
    what = game_over(event.winners, names, text)
    lines = []
    for name, sum_, debt in zip(names, event.money, event.debts, strict=True):
        worth = text("{name}: {amount}", name=name, amount=money(sum_, text))
        if debt:
            worth = text(
                "{worth} − {debt} debt = {left}",
                worth=worth,
                debt=money(debt, text),
                left=money(sum_ - debt, text),
            )
        lines.append(worth)
    sums = "\n".join(lines)
    match event.ending:
        case "all_money":
            return Note(what, text("{name} has all the players’ money.", name=winners), sums)
        case "last_in_play":
            return Note(what, text("All the others have left the game."), sums)
        case "rounds":
            return Note(
                what,
                text(
                    "The agreed rounds are over: money less debts decides; pawns still on the "
                    "circuit are worth nothing."
                ),
                sums,
            )
        case _:
            assert_never(event.ending)


# --- what is asked, and what is refused -------------------------------------------------------


def phrases(text: Text) -> Phrases:
    """Return the words for what chance does, what a seat has to decide, and its moves."""
    return Phrases(
        chances={
            "roll": text("Next, the die is rolled."),
            "duel": text("The die is rolled for the duel."),
        },
        prompts={
            "choose": text("roll the die, or choose something else"),
            "move": text("decide what to do with the roll"),
            "foremost": text("choose which of the foremost pawns goes home"),
        },
        moves={
            moves.Throw: text("roll the die"),
            moves.Go: text("move a pawn"),
            moves.Cash: text("cash a pawn"),
            moves.SendHome: text("send a pawn home"),
            moves.Repay: text("repay a debt"),
            moves.Roll: text("roll the die"),
        },
    )


def _refused(refusal: Refusal, _names: Names, text: Text) -> str | None:
    """Say why a move is refused for one of this game's reasons, and what can be done instead."""
    facts = refusal.facts
    match refusal.reason:
        case "no_pawn":
            return text(
                "There is no pawn “{pawn}”: a player has king, a and b.", pawn=facts["pawn"]
            )
        case "king_first":
            return text("The king is at home: it has to come out first.")
        case "frozen":
            return text("While the king is at home, pawns on the circuit do not move on.")
        case "two_out":
            return text("Fewer than two pawns are on the circuit: one has to be brought out.")
        case "two_at_most":
            return text("Two pawns are on the circuit, and no third may come out.")
        case "at_end":
            return text("It stands on the last square before its exit: it can only be cashed.")
        case "own_pawn":
            return text("A pawn of the same player stands there, and they may not share a square.")
        case "cash_when":
            if facts["when"] == "before_roll":
                return text("The die is rolled: this turn is for moving. Cash before the roll.")
            return text("Roll first: a pawn is cashed in place of the move.")
        case "cash_two":
            return text("Cashing needs two pawns on the circuit, the king among them.")
        case "cash_home":
            return text("It is at home: only a pawn on the circuit can be cashed.")
        case "cash_quarter":
            return text(
                "{steps} steps gone; pays from {least} steps on.",
                steps=facts["steps"],
                least=int(facts["quarter"]) + 1,
            )
        case "not_foremost":
            return text(
                "It has gone {steps} steps and another one {most}: the foremost goes home.",
                steps=facts["steps"],
                most=facts["most"],
            )
        case "no_debt":
            return text("There is no debt to repay.")
        case "repay_steps":
            return text("Repay in steps of {note}, not {amount}.", **_numbers(facts))
        case "repay_debt":
            return text("The debt is only {debt}; {amount} is too much.", **_numbers(facts))
        case "repay_money":
            return text("There is only {money}; {amount} is too much.", **_numbers(facts))
        case _:
            return None


def _numbers(facts: Mapping[str, int | str]) -> dict[str, int]:
    return {name: int(fact) for name, fact in facts.items()}


_TURNS: Final = TurnWords(phrases, _refused)
prompt: Final = _TURNS.prompt
refused: Final = _TURNS.refused


def choice(view: View, move: moves.Move, _names: Names, text: Text) -> str:
    """Name a choice, by the view of the seat that has it."""
    match move:
        case moves.Throw():
            return text("Roll on")
        case moves.Cash(pawn=pawn):
            named = pawns_named(reading.together(view, pawn), text)
            return capital(text("Cash {pawns}", pawns=named))
        case moves.Repay(amount=amount):
            return text("Repay {amount}", amount=money(amount, text))
        case moves.Go(pawn=pawn) if reading.steps_after(view, pawn) != HOME:
            named = pawn_name(pawn, text)
            out = reading.steps(view, pawn) == HOME
            told = text("Bring out {pawn}", pawn=named) if out else text("Move {pawn}", pawn=named)
            return capital(told)
        case moves.Go(pawn=pawn) | moves.SendHome(pawn=pawn):
            return capital(text("Send {pawn} home", pawn=pawn_name(pawn, text)))
        case _:
            return ""
