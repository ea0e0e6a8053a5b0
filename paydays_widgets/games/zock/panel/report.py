"""Reports on a game of Zock: when to cash, what a duel brings, who paid, what the bank has."""

from collections.abc import Mapping, Sequence

from paydays_widgets.core.game import Seat
from paydays_widgets.core.ledger import cash
from paydays_widgets.core.report import NOTHING, Figures, Report, signed
from paydays_widgets.core.text import Text
from paydays_widgets.games.zock import events
from paydays_widgets.games.zock.engine import landing, square_of
from paydays_widgets.games.zock.moves import FACES, PAWNS, Pawn
from paydays_widgets.games.zock.reading import (
    FIRST_LOSES,
    LUCKY,
    cash_shares,
    turn_price,
    worths,
)
from paydays_widgets.games.zock.state import HOME, View
from paydays_widgets.games.zock.text import money, pawn_kind

Past = Sequence[tuple[events.Event, View]]


def reports(opening: View, past: Past, text: Text) -> tuple[Report, ...]:
    """Report on the game so far: for each seat, then for the whole table.

    Parameters
    ----------
    opening
        What lay open at the start.
    past
        Each event, and what lay open after it.
    text
        The language.
    """
    now = past[-1][1] if past else opening
    seats = range(len(now.sides))
    return (
        *[Report(seat, _of_seat(past, now, seat, text)) for seat in seats],
        Report(None, (_bank(opening, past, now, text), _duels(now, text))),
        Report(None, (_stopping(now, text),)),
    )


def windows(view: View, seat: Seat) -> Mapping[Pawn, int]:
    """Return what the bank would owe for each pawn on the circuit, if it could be cashed."""
    return {
        pawn: _sum(view, seat, pawn, steps)
        for pawn, steps in zip(PAWNS, view.sides[seat].pawns, strict=True)
        if steps != HOME
    }


def _sum(view: View, seat: Seat, pawn: Pawn, steps: int) -> int:
    deck = view.deck
    if steps <= deck.quarter:
        return 0
    times = deck.king_times if pawn == "king" else 1
    square = square_of(deck, seat, len(view.sides), steps)
    return times * deck.window(view.rules.payout, steps, square)


def _of_seat(past: Past, now: View, seat: Seat, text: Text) -> tuple[Figures, ...]:
    if max(now.sides[seat].pawns) == HOME:
        return (_flow(past, now, seat, text),)
    return (_pawns(now, seat, text), _flow(past, now, seat, text))


# --- a seat -----------------------------------------------------------------------------------


def _pawns(now: View, seat: Seat, text: Text) -> Figures:
    """Compare cashing each pawn now with one more roll."""
    deck, rules = now.deck, now.rules
    rows, sums = [], []
    foremost = max(now.sides[seat].pawns)
    for pawn, steps in zip(PAWNS, now.sides[seat].pawns, strict=True):
        if steps == HOME:
            continue
        times = deck.king_times if pawn == "king" else 1
        worth = worths(deck, rules, deck.exit(seat, len(now.sides)), times)
        ahead = [landing(rules, deck, steps, die) for die in LUCKY]
        nexts = [0 if each == HOME else round(worth[each]) for each in ahead]
        rolled = round(sum(nexts) / len(FACES))
        paid = _sum(now, seat, pawn, steps)
        kind = pawn_kind(pawn, text)
        rows.append(
            (
                kind,
                text.number(steps),
                money(paid, text) if paid else NOTHING,
                money(rolled, text),
            )
        )
        if steps == foremost and paid:
            terms = " + ".join(money(each, text) for each in (0, *nexts))
            sums.append(f"{kind}: ({terms}) / {len(FACES)} = {money(rolled, text)}")
    return Figures(
        title=text("Cash or roll on"),
        columns=(text("Steps"), text("Cashed now"), text("After one more roll")),
        rows=tuple(rows),
        words=text(
            "After one more roll: what a pawn is worth on the average if it moves with it, is "
            "alone, foremost and never hit, and is cashed at the best moment later; a 1 leaves "
            "nothing."
        ),
        sums=tuple(sums),
    )


def _flow(past: Past, now: View, seat: Seat, text: Text) -> Figures:
    """Sum up what came in and went out, and what a 1, a hit or a duel has cost."""
    account = cash(seat)
    titles = {
        events.PawnsCashed: text("Cashed"),
        events.FinePaid: text("Fines"),
        events.DuelDecided: text("Duels"),
        events.MoneyBorrowed: text("Borrowed"),
        events.DebtRepaid: text("Repaid"),
        events.SeatOut: text("Left by who had to leave"),
    }
    sums: dict[type, list[int]] = {kind: [0, 0] for kind in titles}
    missed = 0
    before = None
    for event, view in past:
        for each in event.transfers:
            if each.target == account:
                sums[type(event)][0] += each.amount
            elif each.source == account:
                sums[type(event)][1] += each.amount
        if before is not None:
            missed += _missed(before, event, seat)
        before = view
    side = now.sides[seat]
    rows = [
        (title, signed(sums[kind][0], money, text), signed(-sums[kind][1], money, text))
        for kind, title in titles.items()
        if any(sums[kind])
    ]
    came, went = (sum(each[at] for each in sums.values()) for at in (0, 1))
    rows.append((text("In all"), signed(came, money, text), signed(-went, money, text)))
    rows.append((text("Money less debt"), "", money(side.money - side.debt, text)))
    return Figures(
        title=text("Where the money came from"),
        columns=(text("In"), text("Out")),
        rows=tuple(rows),
        totals=(len(rows) - 2, len(rows) - 1),
        words=text(
            "Windows lost by pawns that went home unpaid: {sum}. That is what waiting has cost "
            "so far.",
            sum=money(missed, text),
        )
        if missed
        else "",
    )


def _missed(before: View, event: events.Event, seat: Seat) -> int:
    """Return what the windows showed for the pawns that an event sends home unpaid."""
    match event:
        case events.PawnWentHome(seat=at, pawn=pawn) if at == seat:
            lost: tuple[Pawn, ...] = (pawn,)
        case events.PawnsHit(victim=at, pawns=lost) if at == seat:
            pass
        case events.DuelDecided(loser=at, pawns=lost) if at == seat:
            pass
        case _:
            return 0
    shown = windows(before, seat)
    return sum(shown[pawn] for pawn in lost)


# --- the table ----------------------------------------------------------------------------------


def _bank(opening: View, past: Past, now: View, text: Text) -> Figures:
    """Trace the bank's money: what it had, paid, lent and lost."""
    paid = lent = repaid = lapsed = 0
    for event, _ in past:
        match event:
            case events.PawnsCashed(paid=amount):
                paid += amount
            case events.MoneyBorrowed(amount=amount):
                lent += amount
            case events.DebtRepaid(amount=amount):
                repaid += amount
            case events.SeatOut(debt=amount):
                lapsed += amount
            case _:
                pass
    lines = [
        (text("At the start"), money(opening.bank, text)),
        (text("Paid for pawns"), signed(-paid, money, text)),
        (text("Lent"), signed(-lent, money, text)),
        (text("Repaid"), signed(repaid, money, text)),
        (text("In the vault"), money(now.bank, text)),
        (text("Owed by the seats"), money(lent - repaid - lapsed, text)),
        (text("Lapsed with seats that left"), money(lapsed, text)),
    ]
    return Figures(
        title=text("The bank"),
        columns=(),
        rows=tuple(lines),
        totals=(4,),
        words=text(
            "The bank’s money and the seats’ are {sum} together at every moment. A debt adds "
            "none to it: what is lent is missing in the vault.",
            sum=money(now.bank + sum(side.money for side in now.sides), text),
        ),
    )


def _duels(now: View, text: Text) -> Figures:
    """Compute what attacking each king brings on average."""
    wins, loses = FIRST_LOSES, 1 - FIRST_LOSES
    playing = [seat for seat, side in enumerate(now.sides) if not side.out]
    rows = []
    for attacker in playing:
        mine = now.sides[attacker].money
        gains = [
            NOTHING
            if other == attacker
            else signed(round(wins * now.sides[other].money - loses * mine), money, text)
            for other in playing
        ]
        rows.append((text("Seat {n} attacks", n=attacker + 1), *gains))
    return Figures(
        title=text("What a duel brings"),
        columns=tuple(text("seat {n}", n=other + 1) for other in playing),
        rows=tuple(rows),
        words=text(
            "On the average, for who attacks: the attacked seat rolls first and loses 6 duels in "
            "11. So an attack pays when the other has more than 5/6 of one’s own money; but "
            "everything is at stake."
        ),
        sums=(
            text("attacked loses: p = 1/6 + 5/6 × (1 − p), so p = 6/11"),
            text("attack: 6/11 × the other’s money − 5/11 × one’s own"),
        ),
    )


def _stopping(now: View, text: Text) -> Figures:
    """Show what to do at every number of steps, with unlimited time and without."""
    deck, rules, seat = now.deck, now.rules, now.active
    exit_ = deck.exit(seat, len(now.sides))
    price = turn_price(deck, rules, exit_)
    worth = worths(deck, rules, exit_)
    patient, hurried = cash_shares(deck, rules, exit_), cash_shares(deck, rules, exit_, price)
    rows = [
        (
            text.number(steps),
            money(_sum(now, seat, "a", steps), text),
            money(round(worth[steps]), text),
            _advice(patient[steps], text),
            _advice(hurried[steps], text),
        )
        for steps in range(deck.quarter + 1, deck.squares)
    ]
    return Figures(
        title=text("When to cash a pawn that is alone, by its steps"),
        columns=(
            text("Window"),
            text("Worth"),
            text("With all the time"),
            text("If turns count"),
        ),
        rows=tuple(rows),
        words=text(
            "Worked out backwards from the last square, each roll losing the pawn once in six. "
            "Who counts turns reckons {sum} for each: so much a turn brings at best to a king "
            "that runs alone. With all the time, a king is cashed at the same steps.",
            sum=money(round(price), text),
        ),
    )


def _advice(share: float, text: Text) -> str:
    if share in (0, 1):
        return text("cash") if share else text("go on")
    times = round(len(LUCKY) * share)
    return text("cash after {n} of 5 rolls", n=times)
