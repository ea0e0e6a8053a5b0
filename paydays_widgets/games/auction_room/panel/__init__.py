"""What a panel needs from the auction room besides its rules, board and words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from paydays_widgets.core.game import CHANCE, Chance, Decide, Seat
from paydays_widgets.core.switch import Switch, listed, preset_of
from paydays_widgets.core.text import Text, Words
from paydays_widgets.games.auction_room.deck import UNIT
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.events import Event, ObjectSold
from paydays_widgets.games.auction_room.moves import Bid, Draw, Lot, Move, Pass, Stop
from paydays_widgets.games.auction_room.panel import report
from paydays_widgets.games.auction_room.rules import PRESETS, Rules
from paydays_widgets.games.auction_room.state import View, floor
from paydays_widgets.games.auction_room.text import money, told_names

SEATS: Final = AUCTION_ROOM.seats
MINUTES: Final = 5
"""Six rounds against bots, at half a minute a decision."""
LUCK: Final = "cards"
RESTS: Final = True
TITLE: Final = "Auction Room"
ABOUT: Final = Words(
    en="Seven ways to find a price: what is it worth to you, and what do you bid?",
    fr="Sept façons de trouver un prix\u202f: que vaut l’objet, et qu’offrez-vous\u202f?",
    de="Sieben Wege zu einem Preis: Was ist es dir wert, und was bietest du?",
)
"""What the game is about, for the shelf."""
GOAL: Final = Words(
    en="The player with the most money after the last round wins.",
    fr="Le plus d’argent après le dernier tour l’emporte.",
    de="Wer nach der letzten Runde das meiste Geld hat, gewinnt.",
)
"""What wins, on the table."""
OPPONENTS: Final = (
    "in_equilibrium",
    "fixed_margin",
    "careful",
    "truthful",
    "overbidder",
    "in_equilibrium",
    "careful",
)
"""The bots that play when nobody has chosen any."""


reports = report.reports


def instead(view: View, move: Move) -> Move | None:
    """Return the lowest bid, or the clock's price, for a budget that allows neither."""
    turn = view.turn
    if not isinstance(move, Pass) or not isinstance(turn, Decide):
        return None
    if turn.prompt == "bid":
        return Bid(move.by, max(floor(view.rules), UNIT))
    return Stop(move.by, view.clock)


_PRESET: Final = ("auction", "values", "spread", "reserve", "told", "purse")
"""The switches that a preset sets: how many rounds there are is left open."""


def edition(rules: Rules, text: Text) -> str:
    """Name the rules in play: a preset, or what they are made of."""
    preset = preset_of(rules, PRESETS, "rounds")
    return _titles(text)[preset] if preset else ", ".join(_made_of(rules, text))


def _made_of(rules: Rules, text: Text) -> Iterator[str]:
    """Name a format, and what is not usual beside it."""
    plain = preset_of(Rules(rules.auction), PRESETS)
    yield _titles(text)[plain] if plain else text("Tender, second price")
    if rules.budgets:
        yield text("budgets")
    if rules.common:
        wrong = money(rules.spread * UNIT, text)
        yield text("a common value, estimates at most {sum} off", sum=wrong)
    if rules.reserve and not rules.tender:
        yield text("a reserve of {sum}", sum=money(rules.reserve * UNIT, text))
    if rules.purse:
        yield text("a purse of {sum}", sum=money(rules.purse * UNIT, text))
    if rules.told != "values":
        yield text("announced: {what}", what=told_names(text)[rules.told])


def _titles(text: Text) -> Mapping[str, str]:
    return {
        "first_price": text("Sealed bids, first price"),
        "second_price": text("Sealed bids, second price"),
        "english": text("Rising clock"),
        "dutch": text("Falling clock"),
        "all_pay": text("Everyone pays"),
        "tender": text("Tender: the lowest bidder gets the work"),
        "curse": text("A common value, estimated"),
        "budgets": text("Budgets, second price"),
    }


def presets(text: Text) -> Sequence[tuple[str, str, dict[str, str]]]:
    """List the presets: name, title, and the value of every switch."""
    return listed(PRESETS, _titles(text), _PRESET)


def switches(text: Text) -> Sequence[Switch]:
    """List the switches of the rules."""
    return [
        Switch(
            "auction",
            text("How the price is found"),
            [
                ("first", text("sealed, first price")),
                ("second", text("sealed, second price")),
                ("english", text("a clock that rises")),
                ("dutch", text("a clock that falls")),
                ("all_pay", text("sealed, everyone pays")),
                ("tender_first", text("tender, first price")),
                ("tender_second", text("tender, second price")),
            ],
        ),
        Switch(
            "values",
            text("What the object is worth"),
            [
                ("private", text("a different amount for each player")),
                ("budget", text("a different amount, and a budget")),
                ("common", text("the same for all, but unknown")),
            ],
            note=text("In a tender everyone has a cost of their own."),
        ),
        Switch(
            "spread",
            text("Error of an estimate, at most"),
            [(str(n), text.number(n)) for n in (6, 12, 24)],
            rare=True,
            applies=[("values", "common")],
        ),
        Switch(
            "reserve",
            text("The least that the seller accepts"),
            [(str(n), text.number(n) if n else text("anything")) for n in (0, 20, 30, 40, 50, 60)],
            rare=True,
        ),
        Switch(
            "told", text("Announced after a sealed round"), [*told_names(text).items()], rare=True
        ),
        Switch(
            "purse",
            text("Purse that can be lost"),
            [(str(n), text.number(n) if n else text("none")) for n in (0, 50, 100, 200)],
            rare=True,
        ),
        Switch(
            "rounds",
            text("Rounds"),
            [(str(n), text.number(n)) for n in (1, 3, 6, 10, 12, 20)],
            rare=True,
        ),
    ]


def wishes(view: View, text: Text) -> Sequence[tuple[Move, str]]:
    """List the amounts that a teacher may choose to be drawn next, or who wins the lot."""
    if not isinstance(view.turn, Chance):
        return []
    if view.turn.purpose == "lot":
        return [(Lot(CHANCE, at), text("Seat {n}", n=at + 1)) for at in range(len(view.bidders))]
    tens = range(0, view.deck.top + 1, 10 * UNIT)
    return [(Draw(CHANCE, cents), money(cents, text)) for cents in tens]


def holdings(view: View, seat: Seat, text: Text) -> Sequence[tuple[str, str]]:
    """List what a seat has besides its balance sheet: label and amount."""
    bidder = view.bidders[seat]
    if bidder.out:
        return [(text("Out of the game"), "")]
    found = []
    if bidder.value is not None:
        label = (
            text("Cost")
            if view.rules.tender
            else text("Estimate")
            if view.rules.common
            else text("Value")
        )
        found.append((label, money(bidder.value, text)))
    if bidder.budget is not None:
        found.append((text("Budget"), money(bidder.budget, text)))
    return found


def progress(view: View, text: Text) -> str:
    """Say how far the game has come; "" for a single round."""
    if view.rules.rounds == 1:
        return ""
    return text("Round {n} of {of}", n=view.round, of=view.rules.rounds)


def turn_name(turn: int, text: Text) -> str:
    """Name a turn in the storyline."""
    return text("Round {n}", n=turn)


def flows(text: Text) -> Mapping[str, str]:
    """Name the accounts of a cash flow statement, in order."""
    return {
        "ProfitBooked": text("Profits of rounds"),
        "ProfitsPaid": text("Profits paid at the end"),
    }


def figures(text: Text) -> Mapping[str, str]:
    """Name the parts of the deck with reconstructed figures."""
    return {
        "low": text("the lowest common value"),
        "high": text("the highest common value"),
        "grain": text("the grain of values"),
        "tick": text("the step of the clock"),
    }


def milestone(event: Event, text: Text) -> str:
    """Label an event that charts mark on the time axis: a price; "" for any other."""
    if isinstance(event, ObjectSold) and event.price is not None:
        return text("Sold at {sum}", sum=money(event.price, text))
    return ""


def what_ifs(
    view: View, move: Move, names: Sequence[str], text: Text
) -> tuple[str, Sequence[tuple[Move, str]]]:
    """Describe a sealed bid, and list some others: moves and their labels."""
    if not isinstance(move, Bid | Pass) or view.turn.__class__.__name__ != "Decide":
        return "", ()
    if view.rules.auction in {"english", "dutch"}:
        return "", ()
    name = names[move.by]
    told = (
        text("{name} bid {sum}", name=name, sum=money(move.amount, text))
        if isinstance(move, Bid)
        else text("{name} passed", name=name)
    )
    tens = [each for each in view.legal if isinstance(each, Bid) and not each.amount % (10 * UNIT)]
    others: list[tuple[Move, str]] = [
        (each, money(each.amount, text)) for each in tens if each != move
    ]
    return told, [*others, *([(Pass(move.by), text("Pass"))] if isinstance(move, Bid) else [])]


def curtain(name: str, text: Text) -> tuple[str, str]:
    """Return the hint and the label of the button to take over the screen."""
    hint = text(
        "Everyone else, look away, and cover any projector: {name}’s value is about to be "
        "shown. It is hidden again as soon as {name} has decided.",
        name=name,
    )
    return hint, text("I am {name}: show my value", name=name)


def face_up(text: Text) -> tuple[str, str]:
    """Return the label and the hint of the button that shows everything hidden."""
    return text("Show all values"), text("Show every value; sealed bids stay hidden")
