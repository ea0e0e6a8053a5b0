"""What a panel needs from the market besides its rules, board and words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE, Chance, Over, Seat, me
from paydays_widgets.core.switch import Switch, listed, preset_of
from paydays_widgets.core.table import AnyTable
from paydays_widgets.core.text import Text, Words
from paydays_widgets.games.market.deck import UNIT, default_deck
from paydays_widgets.games.market.engine.schedule import pack
from paydays_widgets.games.market.events import (
    DemandShifted,
    Event,
    MarginCalled,
    RolesSwapped,
    Ruined,
    Traded,
)
from paydays_widgets.games.market.moves import Card, Dividend, Lot, Move, Next, Take, Wait
from paydays_widgets.games.market.reading import left
from paydays_widgets.games.market.rules import PRESETS, Rules
from paydays_widgets.games.market.state import View
from paydays_widgets.games.market.text import law, money, policy, price_rule
from paydays_widgets.show.board import Routine

TITLE: Final = "Market"
ABOUT: Final = Words(
    en="Buyers, sellers, and a price that nobody sets.",
    fr="Des acheteurs, des vendeurs, et un prix que personne ne fixe.",
    de="Käufer, Verkäufer und ein Preis, den niemand festsetzt.",
)
"""What the game is about, for the shelf."""
GOAL: Final = Words(
    en="The richest player after the last period wins.",
    fr="Le plus riche après la dernière période l’emporte.",
    de="Wer nach der letzten Periode am reichsten ist, gewinnt.",
)
"""What wins, on the table, with shares and debts or without."""
SEATS: Final = tuple(range(2, 9))
TABLES: Final = (60, 2, 4, 6, 8, 10, 12, 16, 20, 30)
LUCK: Final = "cards"
MINUTES: Final = 5
RESTS: Final = True
"""Prices are read when a period ends."""
OPPONENTS: Final = (
    "price_watcher",
    "price_watcher",
    "zero_intelligence",
    "price_watcher",
    "sniper",
    "zero_intelligence",
    "price_watcher",
)
"""The bots that play when nobody has chosen any."""
STAND_IN: Final = "zero_intelligence"
"""The bot that plays wherever nobody sits."""


def in_class(rules: Rules) -> Rules:
    """Let everybody speak at any time: nobody waits to be drawn (MK-word).

    On a book shares are traded one at a time, however many units each can trade (MK-goods).
    """
    if rules.call:
        return rules
    return replace(rules, speech="free", units=1 if rules.shares else rules.units)


def sits_out(view: View) -> Routine | None:
    """Let a seat wait until the other side's best price leaves it something (MK-wait)."""
    seat = me(view)
    rest = Wait(seat)
    taken = next((each for each in view.legal if isinstance(each, Take)), None)
    pays = taken is not None and left(view, taken.price) > 0
    if view.rules.call or view.rules.shares or pays or rest not in view.legal:
        return None
    return Routine(
        "market",
        rest,
        begin=Words("Wait until it pays", "Attendre un gain", "Warten, bis es sich lohnt"),
        told=Words(
            "You wait until a price pays.",
            "Vous attendez un prix qui rapporte.",
            "Du wartest, bis sich ein Preis lohnt.",
        ),
        until=Words(
            "You are not asked again until a price leaves you something, or the period ends; you "
            "can take it back until then",
            "On ne vous redemande rien jusqu’à ce qu’un prix vous laisse un gain, ou jusqu’à la "
            "fin de la période ; d’ici là, vous pouvez revenir dessus",
            "Bis dir ein Preis etwas lässt oder die Periode endet, wirst du nicht mehr gefragt; "
            "bis dahin kannst du es zurücknehmen",
        ),
        beside=True,
    )


def edition(rules: Rules, text: Text) -> str:
    """Name the rules in play: a preset, or what they are made of."""
    preset = preset_of(rules, PRESETS, "periods", "speech")
    return _titles(text)[preset] if preset else ", ".join(_made_of(rules, text))


def _titles(text: Text) -> Mapping[str, str]:
    return {
        "double_auction": text("Double auction"),
        "call_market": text("Call market"),
        "two_traders": text("Two traders"),
        "shift": text("Demand shifts"),
        "ceiling": text("A ceiling"),
        "floor": text("A floor"),
        "tax": text("A tax on buyers"),
        "quota": text("A quota"),
        "shares": text("Shares"),
        "credit": text("Shares on credit"),
        "shares_call": text("Shares at a call"),
    }


def _made_of(rules: Rules, text: Text) -> Iterator[str]:
    """Name an institution, and what is not usual beside it."""
    yield text("Call market") if rules.call else text("Double auction")
    if rules.free:
        yield text("everyone speaks freely")
    if rules.shares:
        yield from _made_of_shares(rules, text)
        return
    if rules.values == "drawn":
        yield text("cards drawn by themselves")
    if rules.change == "again":
        yield text("new cards each period")
    if rules.change == "shift":
        yield text("demand shifts")
    if rules.swap:
        yield text("roles swap")
    if rules.units > 1:
        yield text("{n} units each", n=rules.units)
    if rules.ceiling:
        yield text("ceiling {n}", n=rules.ceiling)
    if rules.floor:
        yield text("floor {n}", n=rules.floor)
    if rules.tax:
        who = text("buyers") if rules.payer == "buyers" else text("sellers")
        yield text("tax {n} on {who}", n=rules.tax, who=who)
    if rules.quota:
        yield text("quota {n}", n=rules.quota)


def _made_of_shares(rules: Rules, text: Text) -> Iterator[str]:
    yield text("shares")
    if rules.shown:
        yield text("value shown")
    if rules.call and rules.units > 1:
        yield text("{n} shares each", n=rules.units)
    if rules.credit:
        yield text("credit {share}", share=text.percent(rules.credit))
    if rules.credit and rules.rate:
        yield text("interest {share}", share=text.percent(rules.rate))


def presets(text: Text) -> Sequence[tuple[str, str, dict[str, str]]]:
    """List the presets: name, title, and the value of every switch."""
    return listed(PRESETS, _titles(text), Rules.__struct_fields__)


def switches(text: Text) -> Sequence[Switch]:
    """List the switches of the rules, each with the goods and the market that it is for."""
    limits = (0, 30, 40, 50, 60, 70)
    units, shares = [("goods", "units")], [("goods", "shares")]
    return [
        Switch(
            "institution",
            text("How prices meet"),
            [
                ("continuous", text("one after the other: a double auction")),
                ("call", text("sealed, all at once: a call market")),
            ],
        ),
        Switch(
            "goods",
            text("Goods"),
            [
                ("units", text("units: buyers have values, sellers costs")),
                ("shares", text("shares: they pay dividends")),
            ],
            rare=True,
        ),
        Switch("periods", text("Periods"), _numbers((3, 4, 5, 6, 8, 10, 15), text)),
        Switch(
            "speech",
            text("Who is next in a double auction"),
            [("drawn", text("is drawn")), ("free", text("anybody, at any time"))],
            rare=True,
            applies=[("institution", "continuous")],
        ),
        Switch(
            "values",
            text("Values and costs"),
            [
                ("schedule", text("dealt from two schedules")),
                ("drawn", text("each drawn by itself")),
            ],
            rare=True,
            applies=units,
        ),
        Switch(
            "change",
            text("From period to period"),
            [
                ("stay", text("cards stay")),
                ("again", text("new cards each period")),
                ("shift", text("demand shifts halfway")),
            ],
            rare=True,
            applies=units,
        ),
        Switch(
            "swap",
            text("Roles"),
            [("false", text("stay")), ("true", text("swap halfway"))],
            rare=True,
            applies=units,
        ),
        Switch(
            "units",
            text("Units each can trade"),
            _numbers((1, 2, 3), text),
            rare=True,
            applies=[*units, ("institution", "call")],
        ),
        Switch("ceiling", text("Ceiling"), _numbers(limits, text), rare=True, applies=units),
        Switch("floor", text("Floor"), _numbers(limits, text), rare=True, applies=units),
        Switch(
            "tax", text("Tax on a unit"), _numbers((0, 10, 20, 30), text), rare=True, applies=units
        ),
        Switch(
            "payer",
            text("Who pays the tax"),
            [("buyers", text("buyers")), ("sellers", text("sellers"))],
            rare=True,
            applies=[("tax", "!0")],
        ),
        Switch(
            "quota",
            text("Quota"),
            _numbers((0, 1, 2, 3, 5, 10, 20), text),
            rare=True,
            applies=units,
        ),
        Switch(
            "shown",
            text("Value of a share"),
            [("false", text("hidden until the end")), ("true", text("shown"))],
            rare=True,
            applies=shares,
        ),
        Switch(
            "credit",
            text("Credit on shares"),
            _shares_of((0, 25, 50, 75), text),
            rare=True,
            applies=shares,
        ),
        Switch(
            "rate",
            text("Interest each period"),
            _shares_of((0, 5, 10), text),
            rare=True,
            applies=[("credit", "!0")],
        ),
    ]


def _numbers(those: Sequence[int], text: Text) -> list[tuple[str, str]]:
    return [(str(n), text.number(n) if n else text("none")) for n in those]


def _shares_of(those: Sequence[int], text: Text) -> list[tuple[str, str]]:
    return [(str(n), text.percent(n) if n else text("none")) for n in those]


def wishes(view: View, text: Text) -> Sequence[tuple[Move, str]]:
    """List what a teacher may choose to come next: a card, a lot, or who acts."""
    seats = [(at, text("Seat {n}", n=at + 1)) for at in range(len(view.traders))]
    match view.turn:
        case Chance("deal"):
            return [(Card(CHANCE, card), money(card, text)) for card in _cards(view)]
        case Chance("dividend"):
            return [(Dividend(CHANCE, each), money(each, text)) for each in view.deck.dividends]
        case Chance("tie"):
            return [(Lot(CHANCE, at), name) for at, name in seats]
        case _ if view.rules.call or view.rules.free:
            return []
        case _:
            return [(Next(CHANCE, at), name) for at, name in seats]


def _cards(view: View) -> Sequence[int]:
    if view.rules.values == "drawn":
        return range(0, view.deck.top + 1, 10 * UNIT)
    facts = view.rules, view.deck, len(view.traders), max(view.period, 1)
    return sorted({*pack(*facts, buying=True), *pack(*facts, buying=False)})


def holdings(view: View, seat: Seat, text: Text) -> Sequence[tuple[str, str]]:
    """List what a seat has besides its balance sheet: its cards, and what it has gained."""
    trader = view.traders[seat]
    if view.rules.shares:
        found = [(text("Shares"), text.number(trader.shares))]
        if view.last is not None:
            found.append((text("At the last price"), money(trader.shares * view.last, text)))
        if view.rules.credit:
            found.append((text("Can pay for a share"), money(trader.means, text)))
        return found
    found = []
    if trader.cards:
        n = len(trader.cards)
        label = (
            text.plural("Value", "Values", n)
            if trader.side == "buyer"
            else text.plural("Cost", "Costs", n)
        )
        found.append((label, ", ".join(money(card, text) for card in trader.cards)))
    if trader.gain is not None:
        found.append((text("Gain"), money(trader.gain, text)))
    return found


def milestone(event: Event, text: Text) -> str:
    """Label an event that charts mark on the time axis; "" for any other."""
    match event:
        case DemandShifted():
            return text("demand shifts")
        case RolesSwapped():
            return text("roles swap")
        case MarginCalled():
            return text("margin call")
        case Ruined():
            return text("ruin")
        case _:
            return ""


def figures(text: Text) -> Mapping[str, str]:
    """Name the parts of the deck with reconstructed figures."""
    schedules = text("the schedules of values and costs")
    return {
        "demand_high": schedules,
        "demand_low": schedules,
        "supply_low": schedules,
        "supply_high": schedules,
        "grain": text("the grain of values and costs"),
        "shift": text("how far demand shifts"),
        "patience": text("how often each seat is asked"),
        "shares": text("shares and cash at the start"),
        "cash": text("shares and cash at the start"),
    }


def accounts(text: Text) -> Mapping[str, str]:
    """Name the kind of account besides cash: debts."""
    return {"debt": text("Debt")}


def has_cash(view: View) -> bool:
    """Return whether gains have been paid, or shares are traded, which are paid at once."""
    return view.rules.shares or isinstance(view.turn, Over)


def brief(rules: Rules, text: Text) -> str:
    """Say how prices meet, and where the cards come from or what shares pay."""
    said = price_rule(rules.institution, text), law(rules, default_deck(), text)
    return " ".join((*said, *policy(rules, text)))


def progress(view: View, text: Text) -> str:
    """Say how far the game has come."""
    return text("Period {n} of {of}", n=view.period, of=view.rules.periods)


def glance(table: AnyTable, text: Text) -> Sequence[tuple[str, str]]:
    """List the best prices, the last one paid, and how much has been traded."""
    view = table.game.view(table.state, None)
    steps = table.branch.steps[: table.at]
    last = next((each.event for each in reversed(steps) if isinstance(each.event, Traded)), None)
    book = () if view.rules.call else ((text("Bid"), view.bids), (text("Ask"), view.asks))
    found = [(name, money(each[-1].price, text) if each else "–") for name, each in book]
    paid = "–" if last is None else money(last.price, text)
    return [*found, (text("Last price"), paid), (text("Traded"), text.number(view.traded))]


def turn_name(turn: int, text: Text) -> str:
    """Name a turn in the storyline."""
    return text("Period {n}", n=turn)
