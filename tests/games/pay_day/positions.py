"""Positions of Pay Day, built and played in the words of the rules.

Cards are named by what they are, such as ``mail("bill", 25, "car")``; moves are played by their
notation. Cards that no household holds are in the decks, so the cards are always complete.
"""

from msgspec.structs import replace

from paydays_widgets.games.pay_day.deck import Deck, default_deck
from paydays_widgets.games.pay_day.engine import PAY_DAY
from paydays_widgets.games.pay_day.events import Event
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.state import (
    DealOffer,
    Household,
    InsuranceOffer,
    Payment,
    State,
    SwellfareDraw,
    SwellfareOffer,
)
from tests.games import playing


class Played(playing.Played[State, Event], frozen=True):
    """The outcome of some moves."""

    @property
    def cash(self) -> tuple[int, ...]:
        return tuple(each.cash for each in self.state.households)

    @property
    def loans(self) -> tuple[int, ...]:
        return tuple(each.loan for each in self.state.households)

    @property
    def savings(self) -> tuple[int, ...]:
        return tuple(each.savings for each in self.state.households)

    @property
    def days(self) -> tuple[int, ...]:
        return tuple(each.day for each in self.state.households)


def mail(kind: str, amount: int = 0, cover: str = "", nth: int = 0) -> int:
    """Find the number of a card of mail: the n-th of identical cards, counted from 0."""
    alike = [
        number
        for number, each in enumerate(default_deck().mail, 1)
        if (each.kind, each.amount, each.cover) == (kind, amount, cover)
    ]
    return alike[nth]


def deal(cost: int, nth: int = 0) -> int:
    """Find the number of the n-th Deal with a given cost, counted from 0."""
    return [number for number, each in enumerate(default_deck().deals, 1) if each.cost == cost][
        nth
    ]


CAR = mail("insurance", 200, "car")
HEALTH = mail("insurance", 150, "health")
SWELLFARE = mail("swellfare")
POSTCARD = mail("postcard")
AD = mail("advertisement")


def conserved(s: State) -> object:
    """Check that each card is in one place, and that no seat has negative cash or two accounts."""
    deals = [*s.deals, *s.deals_under]
    mail = [*s.mail, *s.mail_under, *s.mail_discard]
    for each in s.households:
        assert min(each.cash, each.savings, each.loan) >= 0
        assert not (each.savings and each.loan)
        assert each.savings % 100 == each.loan % 100 == 0
        deals += each.deals
        mail += [*each.bills, *each.tickets, *each.insurances]
    for item in s.agenda:
        match item:
            case DealOffer(deal=deal) | Payment(debt="deal", card=deal):
                deals.append(deal)
            case (
                InsuranceOffer(card=card)
                | SwellfareOffer(card=card)
                | SwellfareDraw(card=card)
                | Payment(debt="insurance" | "swellfare", card=card)
            ):
                mail.append(card)
            case _:
                pass
    return sorted(deals), sorted(mail)


def position(
    *households: Household,
    active: int = 0,
    pot: int = 0,
    pot_open: bool = False,
    deals_under: tuple[int, ...] = (),
    mail_under: tuple[int, ...] = (),
    mail_discard: tuple[int, ...] = (),
    rules: Rules | None = None,
    deck: Deck | None = None,
) -> State:
    """Build a position in which a seat is about to roll; seats are counted from 0."""
    start = PAY_DAY.start(len(households), rules, deck)
    held_deals = {*deals_under}
    held_mail = {*mail_under, *mail_discard}
    for each in households:
        held_deals |= {*each.deals}
        held_mail |= {*each.bills, *each.tickets, *each.insurances}
    return replace(
        start,
        active=active,
        turn=9,
        households=households,
        deals=tuple(number for number in start.deals if number not in held_deals),
        mail=tuple(number for number in start.mail if number not in held_mail),
        deals_under=deals_under,
        mail_under=mail_under,
        mail_discard=mail_discard,
        pot=pot,
        pot_open=pot_open,
    )


def on(day: int, cash: int = 325, **held: object) -> Household:
    """Make a household that stands on a day of its first month."""
    return Household(cash, day=day, **held)  # type: ignore[arg-type]


def done(cash: int = 325, months: int = 3) -> Household:
    """Make a household that has finished its months."""
    return Household(cash, month=months + 1, day=31)


SCRIPT = playing.Script(PAY_DAY, Played, conserved)
play = SCRIPT.play
legal = SCRIPT.listed
refused = SCRIPT.refused


def answers(state: State, seat: int) -> list[str]:
    """List the moves that answer what is asked; the bank is at hand besides."""
    return [move for move in legal(state, seat) if " borrow " not in move]


def why(state: State, text: str) -> tuple[str, str]:
    """Return the clause and the reason of a refusal."""
    refusal = refused(state, text)
    return refusal.clause, refusal.reason
