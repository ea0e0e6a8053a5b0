"""What a panel needs from Master Builder besides its rules, its picture and its words."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

from paydays_widgets.core.contest import Prize
from paydays_widgets.core.game import CHANCE, Chance, Decide, Seat, me
from paydays_widgets.core.switch import Switch, listed, preset_of
from paydays_widgets.core.text import Language, Text, Words, capital
from paydays_widgets.games.master_builder import events, moves
from paydays_widgets.games.master_builder.deck import SECTIONS, SKILLS, Deck
from paydays_widgets.games.master_builder.engine import MASTER_BUILDER
from paydays_widgets.games.master_builder.engine.building import payment
from paydays_widgets.games.master_builder.engine.phases import ROUNDS
from paydays_widgets.games.master_builder.moves import LOANS, Move
from paydays_widgets.games.master_builder.panel import report
from paydays_widgets.games.master_builder.reading import asked, can_finish
from paydays_widgets.games.master_builder.reading.appraisal import crew_of, earnings
from paydays_widgets.games.master_builder.rules import PRESETS, Rules
from paydays_widgets.games.master_builder.state import View
from paydays_widgets.games.master_builder.text.captions import loan_title, worker_label
from paydays_widgets.games.master_builder.text.names import contract_title, crew, effect, money
from paydays_widgets.show.board import Routine

PACKAGE: Final = "paydays_widgets.games.master_builder"
SEATS: Final = MASTER_BUILDER.seats
MINUTES: Final = 30
"""A game against bots, at a quarter of a minute a decision and a second or two a step."""
LUCK: Final = "cards"
TITLE: Final = "Master Builder"
ABOUT: Final = Words(
    en="Open auctions, wages every round, and income that comes late.",
    fr="Des enchères ouvertes, des salaires à chaque tour, et un revenu qui tarde.",
    de="Offene Versteigerungen, Löhne in jeder Runde und ein Ertrag, der spät kommt.",
)
"""What the game is about, for the shelf."""
GOAL: Final = Words(
    en="The richest player after six rounds, loans repaid, wins.",
    fr="Le plus riche après six tours gagne, emprunts remboursés.",
    de="Wer nach sechs Runden am reichsten ist, Kredite zurückgezahlt, gewinnt.",
)
"""What wins, on the table."""
OPENING: Final = dict.fromkeys(
    ("name", "must_name", "auction"),
    Words(en="To the first auction", fr="À la première enchère", de="Zur Versteigerung"),
)
"""Where the set-up ends, when crews are hired."""


def _able(view: View, move: Move) -> bool | None:
    """Return whether a crew could finish a contract that is turned up."""
    if not isinstance(move, moves.TurnUp) or move.cards != "contract":
        return None
    return can_finish(view, move.number, 0)


CONTEST: Final = Prize(
    able=_able,
    promise=Words(
        en="The first {n} contracts are drawn so that at least two crews can, as a rule, "
        "build them",
        fr="Les {n} premiers contrats sont tirés pour qu’au moins deux équipes puissent, en règle "
        "générale, les bâtir",
        de="Die ersten {n} Aufträge werden so gezogen, dass in der Regel mindestens zwei "
        "Mannschaften sie bauen können",
    ),
)
OPPONENTS: Final = ("fits_the_crew", "price_to_value", "debt_averse")
"""The bots that play by default."""
STAND_IN: Final = "fits_the_crew"
"""The strategy that decides for people if their own move is impossible in a changed replay."""
HIDES: Final = frozenset({"assign"})
"""The prompts that a seat decides in secret (MB-4-assign)."""


def sits_out(view: View) -> Routine | None:
    """Let a seat pass for a phase; no pass binds (MB-1-turns, MB-2-nominate)."""
    prompt = view.turn.prompt if isinstance(view.turn, Decide) else ""
    phase = {"hire": "crews", "name": "contracts", "auction": "contracts"}.get(prompt)
    if phase is None:
        return None
    return Routine(
        phase,
        moves.Pass(me(view)),
        begin=Words("Pass for this phase", "Passer cette phase", "Diese Phase passen"),
        told=Words(
            "You pass for this phase.",
            "Vous passez pendant cette phase.",
            "Du passt in dieser Phase.",
        ),
        until=Words(
            "You are not asked again until the phase ends; you can take it back until then",
            "On ne vous redemande rien jusqu’à la fin de la phase ; d’ici là, vous pouvez "
            "revenir dessus",
            "Bis zum Ende der Phase wirst du nicht mehr gefragt; bis dahin kannst du es "
            "zurücknehmen",
        ),
    )


def instead(view: View, move: Move) -> Move | None:
    """Return a worker or a bid for a seat that can only pass: the refusal says why."""
    if not isinstance(move, moves.Pass):
        return None
    if view.auction is not None:
        return moves.Bid(move.by, view.auction.bid + 1)
    skill = next((skill for skill, top in zip(SKILLS, view.open, strict=True) if top), None)
    return skill and moves.Hire(move.by, skill)


def ready(view: View) -> tuple[Move, ...]:
    """List the lowest bids, which stand in the field at first."""
    lowest = {each.contract: each for each in reversed(view.legal) if isinstance(each, moves.Name)}
    raises = (each for each in view.legal if isinstance(each, moves.Bid))
    return *lowest.values(), *islice(raises, 1)


def _titles(text: Text) -> Mapping[str, str]:
    return {"rulebook": text("Rulebook"), "reviews": text("As in game reviews")}


def edition(rules: Rules, text: Text) -> str:
    """Name the rules in use: a preset, or a mixture of them."""
    named = _titles(text).get(preset_of(rules, PRESETS), text("Rules of your own"))
    return text("Kramer and Witt 2008 · {rules}", rules=named)


def presets(text: Text) -> Sequence[tuple[str, str, dict[str, str]]]:
    """List the presets: name, title, and the value of every switch."""
    return listed(PRESETS, _titles(text), [each.field for each in switches(text)])


def figures(text: Text) -> Mapping[str, str]:
    """Name the parts of the deck with reconstructed figures."""
    return {
        "wages": text("the wages"),
        "workers": text("the workers’ skills and flaws"),
        "contracts": text("what stands on the contracts"),
        "economy": text("the economy cards"),
        "events": text("the event cards"),
    }


def switches(text: Text) -> Sequence[Switch]:
    """List the switches of the rules."""
    return [
        Switch(
            "hire_fire_limit",
            text("How often each player may hire or fire in a round"),
            [("10", text("10 times: hardly a limit")), ("3", text("3 times (reviews)"))],
        ),
        Switch(
            "first_player_pass",
            text("A player who puts up no contract"),
            [
                ("next_player_names", text("may still bid in this round")),
                ("phase_over_for_him", text("wins none in this round")),
            ],
            rare=True,
        ),
        Switch(
            "early_repay_until",
            text("Loans are repaid at the early, lower price"),
            [
                ("deck_or_display_nonempty", text("while contract cards are in play")),
                ("any_contract_unfinished", text("and until all contracts held are finished")),
            ],
            rare=True,
        ),
        Switch(
            "unfinished_penalty",
            text("A missing section costs at the end"),
            [
                ("20000_each", money(20, text)),
                ("20_percent_each", text("a fifth of the income (reviews)")),
            ],
        ),
    ]


def wishes(view: View, text: Text) -> Sequence[tuple[Move, str]]:
    """List the cards that a teacher may choose to come next, as moves and their names."""
    seen = {*view.offers, *view.left_over, *view.withdrawn}
    for builder in view.builders:
        seen.update(each.contract for each in builder.holdings)
        seen.update(builder.town)
    hired = {number for builder in view.builders for number in builder.crew}.union(view.open)
    seats = 0 if view.number else len(view.builders)
    gone = {
        *(moves.TurnUp(CHANCE, "contract", number) for number in seen),
        *(moves.TurnUp(CHANCE, "worker", number) for number in hired),
    }
    known = _wishes(view.deck, seats, text.language)
    return [wish for wish in known if wish[0] not in gone]


@lru_cache(maxsize=16)
def _wishes(deck: Deck, seats: int, language: Language) -> tuple[tuple[Move, str], ...]:
    """List all that can ever be chosen to come; it never changes, so it is put in words once."""
    text = Text(language, PACKAGE)
    found: list[tuple[Move, str]] = [
        (moves.DrawLot(CHANCE, seat), text("Mallet: player {n}", n=seat + 1))
        for seat in range(seats)
    ]
    for number, card in enumerate(deck.events, 1):
        title = text("Event: {title}", title=text.pick(card.title))
        found.append((moves.TurnUp(CHANCE, "event", number), f"{title} – {effect(card, text)}"))
    for number, contract in enumerate(deck.contracts, 1):
        title = text("Contract: {title}", title=contract_title(deck, number, text))
        found.append(
            (moves.TurnUp(CHANCE, "contract", number), f"{title}, {crew(contract.crew(), text)}")
        )
    for number, climate in enumerate(deck.economy, 1):
        title = text("Economy: {title}", title=text.pick(climate.title))
        found.append((moves.TurnUp(CHANCE, "economy", number), title))
    for number, worker in enumerate(deck.workers, 1):
        found.append((moves.TurnUp(CHANCE, "worker", number), capital(worker_label(worker, text))))
    return tuple(found)


def accounts(text: Text) -> Mapping[str, str]:
    """Name the accounts other than cash, and the lines of balance sheets."""
    return {
        "loan": text("Loans, as received"),
        "premium": text("Premium on repayment now"),
        "left_over": text("On contracts"),
    }


flows, reports = report.flows, report.reports


def holdings(view: View, seat: Seat, text: Text) -> Sequence[tuple[str, str]]:
    """List what a seat has besides its balance sheet, as labels and amounts."""
    builder, deck = view.builders[seat], view.deck
    by_pct = view.rules.unfinished_penalty == "20_percent_each"
    ahead = isinstance(view.turn, Decide | Chance)
    found = []
    worth = builder.cash
    for owed, card, title in zip(
        builder.loans, deck.loans, (text("Small loans"), text("Large loans")), strict=True
    ):
        worth -= owed * (card.early if view.early else card.late)
        if owed and view.early:
            label = text("{title}: what waiting for the late price costs", title=title)
            found.append((label, money(-owed * (card.late - card.early), text)))
    for holding in builder.holdings if ahead else ():
        label = text(
            "“{title}”, {n} of {all} sections stand: paid at the end as it is",
            title=contract_title(deck, holding.contract, text),
            n=len(holding.built),
            all=SECTIONS,
        )
        income = deck.contracts[holding.contract - 1].income
        paid = payment(income, len(holding.built), by_pct=by_pct)[1]
        worth += paid
        found.append((label, money(paid, text)))
    if ahead:
        found.append((text("If the game ended now"), money(worth, text)))
    found.append((text("Wages each round"), money(-builder.bill, text)))
    found.append((text("Buildings in the town"), text.number(len(builder.town))))
    return found


def measures(view: View, seat: Seat, text: Text) -> Sequence[tuple[str, int]]:
    """List the figures by which two branches are compared, as labels and sums."""
    builder = view.builders[seat]
    loans = zip(builder.loans, view.deck.loans, strict=True)
    debt = sum(owed * (card.early if view.early else card.late) for owed, card in loans)
    phases = max(view.last_round - view.number, 0)
    ahead = earnings(view, crew_of(view, seat), builder.holdings, phases)
    return [
        (text("Cash"), builder.cash),
        (text("Loans, to repay now"), -debt),
        (text("Wages each round"), -builder.bill),
        (text("Income ahead, with this crew"), ahead),
    ]


def what_ifs(
    view: View, move: Move, names: Sequence[str], text: Text
) -> tuple[str, Sequence[tuple[Move, str]]]:
    """Describe a decision, and list what could have been done instead: moves and their labels."""
    if move.by == CHANCE:
        return "", ()
    name, by, deck = names[move.by], move.by, view.deck
    otherwise = [(moves.Pass(by), text("What if not?"))]
    match move:
        case moves.Name(contract=number, bid=bid) if asked(view) == "name":
            title, sum_ = contract_title(deck, number, text), money(bid, text)
            told = text("{name} named “{title}” at {sum}", name=name, title=title, sum=sum_)
            return told, otherwise
        case moves.Bid(amount=amount) if view.auction:
            title = contract_title(deck, view.auction.contract, text)
            sum_ = money(amount, text)
            told = text("{name} bid {sum} for “{title}”", name=name, title=title, sum=sum_)
            return told, otherwise
        case moves.Pass() if view.auction and view.builders[move.by].cash > view.auction.bid:
            title, bid = contract_title(deck, view.auction.contract, text), view.auction.bid + 1
            label = text("What if the bid had been {sum}?", sum=money(bid, text))
            told = text("{name} bid no more for “{title}”", name=name, title=title)
            return told, [(moves.Bid(by, bid), label)]
        case moves.Borrow(loan=loan):
            kind, other = loan_title(loan, text), LOANS[1 - LOANS.index(loan)]
            label = text("What if it had been a {title}?", title=loan_title(other, text))
            told = text("{name} took: {title}", name=name, title=kind)
            return told, [(moves.Borrow(by, other), label)]
        case moves.Repay(loan=loan) if asked(view) == "repay":
            told = text("{name} repaid: {title}", name=name, title=loan_title(loan, text))
            return told, otherwise
        case moves.Pass() if asked(view) == "repay":
            builder = view.builders[move.by]
            prices = [(card.early if view.early else card.late) for card in deck.loans]
            ways = [
                (moves.Repay(by, kind), text("What if repaid: {title}?", title=title))
                for kind, price, owed in zip(LOANS, prices, builder.loans, strict=True)
                for title in (loan_title(kind, text),)
                if owed and price <= builder.cash
            ]
            return text("{name} kept the loans", name=name), ways
        case _:
            return "", ()


def face_up(text: Text) -> tuple[str, str]:
    """Return the label and the hint of the button that shows everything hidden."""
    return (
        text("Show who builds what"),
        text("For the teacher: show every player’s assignments that are still hidden"),
    )


def turn_name(turn: int, text: Text) -> str:
    """Name what the storyline counts."""
    return text("Round {n}", n=turn)


def curtain(name: str, text: Text) -> tuple[str, str]:
    """Return the message shown when the screen is handed over, and the label of its button."""
    hint = text("Choose which worker builds what. The others see it once everyone is ready.")
    return hint, text("I am {name}: show my site", name=name)


def progress(view: View, text: Text) -> str:
    """Say how far the game has come."""
    if not view.number:
        return text("Before the first round")
    return text("Round {n} of {all}", n=view.number, all=min(view.last_round, ROUNDS))


def milestone(event: events.Event, text: Text) -> str:
    """Return the mark for a chart's time axis at the end of early repayment; otherwise ""."""
    match event:
        case events.EarlyRepaymentEnded():
            return text("late price")
        case events.RoundBegun(clause="MB-end"):
            return text("last round")
        case _:
            return ""
