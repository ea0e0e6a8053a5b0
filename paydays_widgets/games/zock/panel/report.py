"""Reports on a game of Zock: when to cash, what a duel brings, who paid, what the bank has."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from paydays_widgets.core.game import Over, Seat
from paydays_widgets.core.text import Text
from paydays_widgets.games.zock import events
from paydays_widgets.games.zock.engine import UNLUCKY, could_cash, landing
from paydays_widgets.games.zock.moves import FACES, PAWNS, Pawn
from paydays_widgets.games.zock.reading import (
    LUCKY,
    brings,
    cash_shares,
    duel_gain,
    turn_price,
    window,
    worths,
)
from paydays_widgets.games.zock.state import HOME, View
from paydays_widgets.games.zock.text import money, pawn_kind, plus
from paydays_widgets.show.report import (
    NOTHING,
    Chart,
    Figures,
    Report,
    cash_flow,
    flow_chart,
    named,
    signed,
)

Past = Sequence[tuple[events.Event, View]]


def reports(opening: View, past: Past, text: Text) -> tuple[Report, ...]:
    """Report on each seat, then on the whole table: cashing, duels, cash flow and the bank."""
    now = past[-1][1] if past else opening
    seats = range(len(now.sides))
    return (
        *[Report(seat, _of_seat(opening, past, seat, text)) for seat in seats],
        Report(None, (_bank(opening, past, now, text), _duels(now, text))),
        Report(None, (_stopping(now, text),)),
    )


def _of_seat(opening: View, past: Past, seat: Seat, text: Text) -> tuple[Figures, ...]:
    now = past[-1][1] if past else opening
    if isinstance(now.turn, Over) or max(now.sides[seat].pawns) == HOME:
        return (_flow(opening, past, seat, text),)
    return (_pawns(now, seat, text), _flow(opening, past, seat, text))


# --- a seat -----------------------------------------------------------------------------------


def _pawns(now: View, seat: Seat, text: Text) -> Figures:
    """Compare cashing each pawn now with one more roll."""
    deck, rules = now.deck, now.rules
    rows, sums = [], []
    foremost, cashable = max(now.sides[seat].pawns), could_cash(now, seat)
    for pawn, steps in zip(PAWNS, now.sides[seat].pawns, strict=True):
        if steps == HOME:
            continue
        times = deck.times(pawn)
        worth = worths(deck, rules, deck.exit(seat, len(now.sides)), times)
        ahead = [landing(rules, deck, steps, die) for die in LUCKY]
        nexts = [0 if each == HOME else round(worth[each]) for each in ahead]
        rolled = round(sum(nexts) / len(FACES))
        paid = times * window(now, seat, steps) if pawn in cashable else 0
        kind = pawn_kind(pawn, text)
        rows.append(
            (kind, text.number(steps), money(paid, text) if paid else NOTHING, money(rolled, text))
        )
        if steps == foremost and paid:
            added = plus((0, *nexts), text)
            sums.append(f"{kind}: ({added}) / {len(FACES)} = {money(rolled, text)}")
    return Figures(
        title=text("Cash or roll on"),
        columns=(text("Steps"), text("Cashed now"), text("After one more roll")),
        rows=tuple(rows),
        words=text(
            "After one more roll: what the pawn is worth on average if it moves by that roll. It "
            "is taken to be alone, always foremost, never hit, and cashed later at the best "
            "moment; a 1 leaves nothing."
        ),
        sums=tuple(sums),
    )


def flows(text: Text) -> dict[str, str]:
    """Name the accounts of a cash flow statement, in order."""
    return {
        "PawnsCashed": text("Pawns cashed"),
        "FinePaid": text("Fines"),
        "DuelDecided": text("Duels"),
        "MoneyBorrowed": text("Borrowed"),
        "DebtRepaid": text("Repaid"),
        "SeatOut": text("From players who left"),
    }


def _flow(opening: View, past: Past, seat: Seat, text: Text) -> Figures:
    """Sum up what came in and went out, and what a 1, a hit or a duel has cost."""
    names, whole = flows(text), text("In all")
    flow = cash_flow(((0, event) for event, _ in past), seat, named(names))
    sums = [(name, flow[name][0]) for name in names.values() if name in flow]
    lines = [
        *[(name, each.received, each.paid) for name, each in sums],
        (whole, sum(each.received for _, each in sums), sum(each.paid for _, each in sums)),
    ]
    rows = [(name, _signed(came, text), _signed(-went, text)) for name, came, went in lines]
    missed = _missed(opening, past, seat)
    return Figures(
        title=text("Where the money came from"),
        columns=(text("In"), text("Out")),
        rows=tuple(rows),
        totals=(len(rows) - 1,),
        words=text(
            "Pawns went home unpaid that could have been cashed shortly before for {sum}. That is "
            "what waiting has cost so far.",
            sum=money(missed, text),
        )
        if missed
        else "",
        chart=flow_chart(flow, names.values(), whole),
    )


def _missed(opening: View, past: Past, seat: Seat) -> int:
    """Sum up what a seat could have cashed and lost by not cashing it.

    A turn cashes one square: of several losses before the next turn, the largest counts. A turn
    that was used to cash another pawn was not spent waiting.
    """
    before_roll = opening.rules.cash == "before_roll"
    offered = _offered(opening, seat) if before_roll and opening.active == seat else {}
    found = worst = 0
    for event, view in past:
        match event:
            case events.TurnBegun(seat=at) if at == seat:
                found, worst = found + worst, 0
                if before_roll:
                    offered = _offered(view, seat)
            case events.DieRolled(seat=at, die=die) if at == seat and die != UNLUCKY:
                if not before_roll:
                    offered = _offered(view, seat)
            case events.PawnsCashed(seat=at) if at == seat:
                offered = {}
            case _:
                lost = [offered.get(pawn, 0) for pawn in _sent_home(event, seat)]
                worst = max(worst, *lost, 0)
    return found + worst


def _sent_home(event: events.Event, seat: Seat) -> tuple[Pawn, ...]:
    """List the pawns of a seat that an event sends home unpaid."""
    match event:
        case events.PawnWentHome(seat=at, pawn=pawn) if at == seat:
            return (pawn,)
        case events.PawnsHit(victim=at, pawns=pawns) if at == seat:
            return pawns
        case events.DuelDecided(loser=at, pawns=pawns) if at == seat:
            return pawns
        case _:
            return ()


def _offered(view: View, seat: Seat) -> Mapping[Pawn, int]:
    """Return what cashing each pawn would bring."""
    own = replace(view, seat=seat)
    return {pawn: brings(own, pawn) for pawn in could_cash(own, seat)}


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
        (text("At the start"), opening.bank, money),
        (text("Paid for pawns"), -paid, _signed),
        (text("Lent"), -lent, _signed),
        (text("Repaid"), repaid, _signed),
        (text("In the vault"), now.bank, money),
        (text("Owed by the players"), lent - repaid - lapsed, money),
        (text("Lapsed with players who left"), lapsed, money),
    ]
    return Figures(
        title=text("The bank"),
        columns=(),
        rows=tuple((label, write(n, text)) for label, n, write in lines),
        totals=(4,),
        chart=Chart(
            tuple(label for label, *_ in lines), {text("In all"): tuple(n for _, n, _ in lines)}
        ),
        words=text(
            "The bank’s money and the players’ money always add up to {sum}. A debt adds nothing "
            "to it: what is lent is missing from the bank.",
            sum=money(now.bank + sum(side.money for side in now.sides), text),
        ),
    )


def _signed(n: int, text: Text) -> str:
    return signed(n, money, text)


def _duels(now: View, text: Text) -> Figures:
    """Compute what attacking each king brings on average."""
    playing = [seat for seat, side in enumerate(now.sides) if not side.out]
    rows = []
    for attacker in playing:
        own = replace(now, seat=attacker)
        gains = [
            NOTHING if other == attacker else _signed(round(duel_gain(own, other)), text)
            for other in playing
        ]
        rows.append((text("Player {n} attacks", n=attacker + 1), *gains))
    return Figures(
        title=text("What a duel brings"),
        columns=tuple(text("player {n}", n=other + 1) for other in playing),
        rows=tuple(rows),
        words=text(
            "What the attacker gains on average. The attacked player rolls first and loses 6 "
            "duels in 11, so an attack pays when the other has more than 5/6 of one’s own money. "
            "But everything is at stake."
        ),
        sums=(
            text("the attacked player loses: p = 1/6 + 5/6 × (1 − p), so p = 6/11"),
            text("an attack brings: 6/11 × the other’s money − 5/11 × one’s own"),
        ),
    )


def _stopping(now: View, text: Text) -> Figures:
    """Show what to do at every number of steps, with unlimited time and without."""
    deck, rules, seat = now.deck, now.rules, now.active
    exit_ = deck.exit(seat, len(now.sides))
    price = turn_price(deck, rules, exit_)
    worth = worths(deck, rules, exit_)
    patient, hurried = cash_shares(deck, rules, exit_), cash_shares(deck, rules, exit_, price)
    ahead = range(deck.quarter + 1, deck.squares)
    paid = [window(now, seat, steps) for steps in ahead]
    rows = [
        (
            text.number(steps),
            money(sum_, text),
            money(round(worth[steps]), text),
            _advice(patient[steps], text),
            _advice(hurried[steps], text),
        )
        for steps, sum_ in zip(ahead, paid, strict=True)
    ]
    return Figures(
        title=text("When to cash a pawn that is alone, by its steps"),
        columns=(
            text("The bank pays"),
            text("Worth"),
            text("With time to spare"),
            text("If every turn counts"),
        ),
        rows=tuple(rows),
        words=text(
            "Worked out backwards from the last square; one roll in six loses the pawn. If "
            "every turn counts, each is charged at {sum}: the most that a turn brings on "
            "average, to a king that runs alone. With time to spare, a king is cashed at "
            "the same steps.",
            sum=money(round(price), text),
        ),
        chart=Chart(
            tuple(ahead),
            {text("The bank pays"): tuple(paid), text("Worth"): worth[ahead.start :]},
            text("Steps"),
        ),
    )


def _advice(share: float, text: Text) -> str:
    if share in (0, 1):
        return text("cash") if share else text("go on")
    times = round(len(LUCKY) * share)
    return text("cash after {n} of 5 rolls", n=times)
