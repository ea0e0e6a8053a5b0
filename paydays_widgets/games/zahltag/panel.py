"""What a panel needs from Zahltag besides its rules, board and words."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from paydays_widgets.core.contest import Prize
from paydays_widgets.core.game import CHANCE, Over, Seat
from paydays_widgets.core.switch import Switch, listed, preset_of
from paydays_widgets.core.text import Text, Words
from paydays_widgets.games.zahltag.deck import Deck
from paydays_widgets.games.zahltag.engine import IN_A_ROW, ZAHLTAG
from paydays_widgets.games.zahltag.events import Event, PaydayCounted
from paydays_widgets.games.zahltag.moves import PAYDAY, Bid, Move, TurnUp
from paydays_widgets.games.zahltag.reading import hand, numbers_ahead, payday_due
from paydays_widgets.games.zahltag.rules import PRESETS, Rules
from paydays_widgets.games.zahltag.state import View, covers
from paydays_widgets.games.zahltag.text import contract_title, equipment, money

SEATS: Final = ZAHLTAG.seats
MINUTES: Final = 20
"""A game against bots, at a quarter of a minute a decision and a second or two a step."""
LUCK: Final = "cards"
TITLE: Final = "Zahltag"
ABOUT: Final = Words(
    en="Building firms: the lowest sealed bidder wins, and crews without work cost money.",
    fr="Des entreprises\u202f: le moins-disant gagne, les équipes sans travail coûtent.",
    de="Baufirmen: Wer verdeckt am wenigsten bietet, gewinnt; Kolonnen ohne Arbeit kosten Geld.",
)
"""What the game is about, for the shelf."""
GOAL: Final = Words(
    en="The firm with the most money after the fifth payday wins (M = million).",
    fr="Le plus riche après le cinquième jour de paye gagne (M = million).",
    de="Wer nach dem fünften Zahltag das meiste Geld hat, gewinnt.",
)
"""What wins, on the table."""


def _able(view: View, move: Move) -> bool | None:
    """Return whether a hand has the equipment for a contract that is turned up."""
    if not isinstance(move, TurnUp) or move.card == PAYDAY:
        return None
    return covers(hand(view), view.deck.contracts[move.card - 1])


OPENING: Final = {
    "change": Words(
        en="Bots adjust all hands, yours too",
        fr="Robots ajustent tout, pour vous aussi",
        de="Bots ändern alle Hände, auch deine",
    )
}
"""Where the set-up ends, with hands dealt and adjusted; till then bots decide for people too."""
BEGINS: Final = ("bid",)
CONTEST: Final = Prize(
    able=_able,
    promise=Words(
        en="The first {n} contracts are drawn so that at least two firms can, as a rule, bid",
        fr="Les {n} premiers chantiers sont tirés pour qu’au moins deux entreprises puissent, en "
        "règle générale, faire une offre",
        de="Die ersten {n} Aufträge werden so gezogen, dass in der Regel mindestens zwei Firmen "
        "bieten können",
    ),
)
OPPONENTS: Final = ("cost_plus", "hoarder", "undercutter")
"""The bots that play when nobody has chosen any."""


def edition(rules: Rules, text: Text) -> str:
    """Name the rules in play: a preset, or rules of the user's own."""
    return {
        "teaching": text("Delonge 2002 · rules for teaching"),
        "de": text("Delonge 2002 · German rulebook"),
        "fr": text("Delonge 2002 · French rulebook"),
        "": text("Delonge 2002 · rules of your own"),
    }[preset_of(rules, PRESETS, "first")]


def presets(text: Text) -> Sequence[tuple[str, str, dict[str, str]]]:
    """List the presets: name, title, and the value of every switch."""
    titles = {
        "teaching": text("For teaching"),
        "de": text("German rulebook"),
        "fr": text("French rulebook"),
    }
    return listed(PRESETS, titles, ("adjust", "over_limit"))


def switches(text: Text) -> Sequence[Switch]:
    """List the switches of the rules."""
    return [
        Switch(
            "adjust",
            text("Adjusting the hand before the first turn"),
            [
                ("three_rounds", text("three rounds, one change each (German)")),
                ("one_round", text("one round, up to three cards (French)")),
            ],
        ),
        Switch(
            "over_limit",
            text("A thirteenth card"),
            [
                ("forbid", text("is not allowed")),
                ("fine_players", text("costs 1 M, paid to each other firm (German)")),
                ("fine_bank", text("costs 1 M, paid to the bank (French)")),
            ],
            rare=True,
            ours=text(
                "Both rulebooks let a firm take a thirteenth card for a fine. That it is not "
                "allowed is a rule of this project."
            ),
        ),
    ]


def wishes(view: View, text: Text) -> Sequence[tuple[Move, str]]:
    """List the cards of the pile that a teacher may choose to come next: move and name."""
    contracts = _contracts(view.deck, text)
    payday = TurnUp(CHANCE, PAYDAY), text("Payday")
    return [payday, *[contracts[number - 1] for number in numbers_ahead(view)]]


@lru_cache(maxsize=16)
def _contracts(deck: Deck, text: Text) -> tuple[tuple[Move, str], ...]:
    """List all contracts of a deck; they never change, so they are put in words once."""
    return tuple(
        (
            TurnUp(CHANCE, number),
            text(
                "{title}: {needs}",
                title=contract_title(deck, number, text),
                needs=equipment(needs, text),
            ),
        )
        for number, needs in enumerate(deck.contracts, 1)
    )


def figures(text: Text) -> Mapping[str, str]:
    """Name the parts of the deck with reconstructed figures."""
    return {"contracts": text("what each contract needs")}


def flows(text: Text) -> Mapping[str, str]:
    """Name the accounts of a cash flow statement, in order."""
    return {
        "ContractAwarded": text("Contracts"),
        "ContractShared": text("Contracts won in a tie"),
        "IdleEquipmentPaid": text("Idle cards"),
        "FinePaid": text("Fines"),
        "SeatOut": text("Lost on leaving the game"),
    }


def holdings(view: View, seat: Seat, text: Text) -> Sequence[tuple[str, str]]:
    """List what a seat has besides its balance sheet: label and amount."""
    firm = view.firms[seat]
    if firm.out:
        return [(text("Out of the game"), "")]
    held = [
        (text("Cards in hand"), text.number(firm.hand_size)),
        (text("Cards at work"), text.number(sum(firm.left) + sum(firm.right))),
    ]
    if not isinstance(view.turn, Over):
        held.append((text("If a payday came now"), money(-payday_due(view, seat), text)))
    return held


def progress(view: View, text: Text) -> str:
    """Say how far the game has come."""
    return text(
        "Paydays {paydays} of 5 · contracts in a row {row} of {most}, then a payday",
        paydays=len(view.past),
        row=len(view.since),
        most=IN_A_ROW[len(view.firms)],
    )


def what_ifs(
    view: View, move: Move, names: Sequence[str], text: Text
) -> tuple[str, Sequence[tuple[Move, str]]]:
    """Describe a bid, and list the other bids: moves and their labels."""
    if not isinstance(move, Bid):
        return "", ()
    name, by = names[move.by], move.by
    if not move.amount:
        return text("{name} passed", name=name), ()  # whether it could bid is hidden
    others = [
        (Bid(by, amount), money(amount, text) if amount else text("Pass"))
        for amount in (*sorted(chain(*view.deck.bid_cards)), 0)
        if amount != move.amount
    ]
    return text("{name} bid {sum}", name=name, sum=money(move.amount, text)), others


def instead(view: View, move: Move) -> Move | None:
    """Return the lowest bid for a hand that can only pass: the refusal says what it lacks."""
    if not isinstance(move, Bid):
        return None
    return Bid(move.by, min(chain(*view.deck.bid_cards)))


def milestone(event: Event, text: Text) -> str:
    """Label an event that charts mark on the time axis: a payday; "" for any other."""
    if isinstance(event, PaydayCounted):
        return text("Payday {n}", n=event.count)
    return ""


def curtain(name: str, text: Text) -> tuple[str, str]:
    """Return the hint and the label of the button to take over the screen."""
    hint = text(
        "Everyone else, look away, and cover any projector: {name}’s hand is about to be "
        "shown. It is hidden again as soon as {name} has decided.",
        name=name,
    )
    return hint, text("I am {name}: show my hand", name=name)


def face_up(text: Text) -> tuple[str, str]:
    """Return the label and the hint of the button that shows everything hidden."""
    return text("Show all hands"), text("Show every hand; sealed bids stay hidden")
