"""What a panel needs from Zock besides its rules, board and words."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE, Seat
from paydays_widgets.core.switch import Switch, listed, preset_of
from paydays_widgets.core.text import Text, Words
from paydays_widgets.games.zock.engine import ZOCK, could_cash, could_go
from paydays_widgets.games.zock.events import DuelDecided, Event
from paydays_widgets.games.zock.moves import FACES, PAWNS, Cash, Go, Move, Roll, Throw
from paydays_widgets.games.zock.panel import report
from paydays_widgets.games.zock.reading import brings, met, steps, window
from paydays_widgets.games.zock.rules import LEFT_OPEN, PRESETS, Rules
from paydays_widgets.games.zock.state import HOME, View
from paydays_widgets.games.zock.text import money, pawn_name

SEATS: Final = ZOCK.seats
MINUTES: Final = 15
"""A game against bots, at a quarter of a minute a decision and a second or two a step."""
LUCK: Final = "dice"
TITLE: Final = "Zock"
OPEN: Final = True
"""Nothing is hidden in Zock, so nobody has to look away."""
ABOUT: Final = Words(
    en="When to stop: the farther your pawn runs, the more it earns you, but a 1 sends it home "
    "unpaid.",
    fr="Le risque\u202f: s’arrêter à temps, avant qu’un 1 ne renvoie le pion.",
    de="Risiko: Wann hört man auf, ehe eine 1 alles zunichtemacht?",
)
"""What the game is about, for the shelf."""
GOAL: Final = Words(
    en="The richest player at the end wins. A pawn pays when it is cashed: the farther, the more.",
    fr="Le plus riche à la fin gagne. Un pion rapporte quand on l’encaisse : plus loin, plus.",
    de="Wer am Ende am reichsten ist, gewinnt. Eine Figur bringt Geld, wenn man sie einlöst: je "
    "weiter, desto mehr.",
)
"""What wins, on the table."""
OPPONENTS: Final = ("turn_counter", "hunter", "duellist")
"""The bots that play when nobody has chosen any."""
STAND_IN: Final = "turn_counter"
"""The strategy that plays for people when a game is replayed with one move changed."""

_ROUNDS: Final = (20, 10, 30, 50)
_CAPITALS: Final = (0, 5_000, 20_000, 50_000)


def edition(rules: Rules, text: Text) -> str:
    """Name the rules in play: a preset, or rules of the user's own.

    The number of rounds, the money and the first seat do not change the edition.
    """
    return {
        "teaching": text("Schmidt Spiele · rules for teaching"),
        "french": text("Schmidt Spiele · French rules to the letter"),
        "": text("Schmidt Spiele · rules of your own"),
    }[preset_of(rules, PRESETS, "rounds", "capital", "first")]


def presets(text: Text) -> Sequence[tuple[str, str, dict[str, str]]]:
    """List the presets: name, title, and the value of every switch."""
    titles = {"teaching": text("For teaching"), "french": text("French rules to the letter")}
    shown = (
        "cash",
        "payout",
        "stacking",
        "king_first",
        "third_pawn",
        "lap",
        "bank_short",
        "all_money",
    )
    return listed(PRESETS, titles, shown)


_NOTED: Final = ("capital", "all_money")
"""The switches beside which the mark is explained: the last one in the fold, and out of it."""


def figures(text: Text) -> Mapping[str, str]:
    """Name the parts of the deck with reconstructed figures."""
    return {
        "money": text("all the money there is"),
        "squares": text("the length of the circuit"),
        "exits": text("the exits"),
        "by_progress": text("the sums in the window"),
        "by_square": text("the sums in the window"),
    }


def switches(text: Text) -> Sequence[Switch]:
    """List the switches of the rules, and mark those that the French rules leave open."""
    note = text("* The printed rules leave this open; we have them in French.")
    return [
        replace(each, label=f"{each.label} *", note=note if each.field in _NOTED else "")
        if each.field in LEFT_OPEN
        else each
        for each in _all(text)
    ]


def _all(text: Text) -> Sequence[Switch]:
    return [
        Switch(
            "rounds",
            text("How many rounds are played"),
            [(str(n), text.number(n)) for n in _ROUNDS],
        ),
        Switch(
            "capital",
            text("How much money the bank has at first"),
            [
                ("null", text("the usual sum")),
                *[(str(sum_), money(sum_, text)) for sum_ in _CAPITALS],
            ],
        ),
        Switch(
            "cash",
            text("Cashing a pawn"),
            [
                ("before_roll", text("takes the place of the roll")),
                ("after_roll", text("takes the place of the move, after the roll")),
            ],
            rare=True,
        ),
        Switch(
            "payout",
            text("What the bank pays for a pawn"),
            [
                ("progress", text("rises with the steps since the exit")),
                ("square", text("is printed on the square")),
            ],
            rare=True,
        ),
        Switch(
            "stacking",
            text("Several pawns of one player on a square"),
            [("house", text("stand together (house rule)")), ("forbid", text("are not allowed"))],
            rare=True,
        ),
        Switch(
            "king_first",
            text("While the king is at home"),
            [
                ("king_leaves_first", text("no other pawn leaves home")),
                ("freeze_circuit_pawns", text("others may leave home, but not move on")),
            ],
            rare=True,
        ),
        Switch(
            "third_pawn",
            text("A third pawn"),
            [
                ("may_enter", text("may come out as well")),
                ("two_at_most", text("stays at home while two are out")),
            ],
            rare=True,
        ),
        Switch(
            "lap",
            text("After a full lap a pawn"),
            [
                ("wait", text("waits on the last square to be cashed")),
                ("circle", text("goes on and counts its steps from zero again")),
                ("home_unpaid", text("goes home with no money")),
            ],
            rare=True,
        ),
        Switch(
            "bank_short",
            text("A player who needs more than the bank has"),
            [("out", text("leaves the game")), ("lends_rest", text("is lent what is there"))],
            rare=True,
        ),
        Switch(
            "all_money",
            text("When one player has all the players’ money"),
            [
                ("seats", text("it wins at once")),
                ("last_in_play", text("the game goes on to the last in play")),
            ],
            rare=True,
        ),
    ]


def wishes(view: View, text: Text) -> Sequence[tuple[Move, str]]:
    """List what a teacher may make the die show next: move and name."""
    return [(Roll(CHANCE, die), text("The die: {die}", die=die)) for die in FACES]


def holdings(view: View, seat: Seat, text: Text) -> Sequence[tuple[str, str]]:
    """List what a seat has besides its balance sheet: label and amount."""
    side = view.sides[seat]
    if side.out:
        return [(text("Out of the game"), "")]
    out = sum(steps != HOME for steps in side.pawns)
    return [(text("Pawns on the circuit"), text.number(out))]


flows, reports = report.flows, report.reports


def accounts(text: Text) -> Mapping[str, str]:
    """Name the kinds of accounts."""
    return {"debt": text("Debt"), "vault": text("Bank’s money"), "bank": text("Owed to the bank")}


def measures(view: View, seat: Seat, text: Text) -> Sequence[tuple[str, int]]:
    """List what branches are compared by besides what a seat is worth: label and number."""
    side, own = view.sides[seat], replace(view, seat=seat)
    pawns = sum(view.deck.times(pawn) * window(view, seat, steps(own, pawn)) for pawn in PAWNS)
    return [
        (text("Money"), side.money),
        (text("Debt"), -side.debt),
        (text("What the bank would pay for its pawns"), pawns),
    ]


def what_ifs(
    view: View, move: Move, names: Sequence[str], text: Text
) -> tuple[str, Sequence[tuple[Move, str]]]:
    """Describe a decision, and list the alternatives to it: move and name.

    Only decisions with something at stake count: whether to cash, and whom to meet.
    """
    if not isinstance(move, Cash | Go | Throw):
        return "", ()
    before = not view.die
    cashes = could_cash(view) if before == (view.rules.cash == "before_roll") else ()
    goes = () if before else could_go(view)
    by = move.by
    own = replace(view, seat=by)
    if not cashes and not any(met(own, pawn) for pawn in goes):
        return "", ()
    others: list[tuple[Move, str]] = []
    if before:
        others.append((Throw(by), text("What if the die had been rolled?")))
    for pawn in goes:
        label = text("What if {pawn} had moved?", pawn=pawn_name(pawn, text))
        others.append((Go(by, pawn), label))
    for pawn in cashes:
        label = text("What if {pawn} had been cashed?", pawn=pawn_name(pawn, text))
        others.append((Cash(by, pawn), label))
    return _decided(own, move, names[by], text), [each for each in others if each[0] != move]


def _decided(view: View, move: Cash | Go | Throw, name: str, text: Text) -> str:
    match move:
        case Cash(pawn=pawn):
            named, paid = pawn_name(pawn, text), money(brings(view, pawn), text)
            return text("{name} cashed {pawn} for {sum}", name=name, pawn=named, sum=paid)
        case Go(pawn=pawn):
            named = pawn_name(pawn, text)
            return text("{name} moved {pawn} with a {die}", name=name, pawn=named, die=view.die)
        case _:
            return text("{name} rolled", name=name)


def progress(view: View, text: Text) -> str:
    """Say how far the game has come."""
    return text(
        "Round {n} of {all} · bank {bank}",
        n=view.round,
        all=view.rules.rounds,
        bank=money(view.bank, text),
    )


def milestone(event: Event, text: Text) -> str:
    """Label an event that charts mark on the time axis: a duel; "" for any other."""
    return text("Duel") if isinstance(event, DuelDecided) else ""
