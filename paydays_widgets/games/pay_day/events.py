"""What can follow from a move in Pay Day. Each event names the clause that it applies."""

from typing import Literal, TypeAlias

from paydays_widgets.core import game
from paydays_widgets.core.game import Seat
from paydays_widgets.games.pay_day.state import Debt

RollClause: TypeAlias = Literal["PD-deal-commission", "PD-poker"]
"""What is rolled for, with the highest roll to win."""


class TurnBegun(game.Event, frozen=True, kw_only=True):
    """The next seat’s turn began; the clause says whether finished seats were passed over."""

    clause: Literal["PD-players", "PD-own-pace"]
    seat: Seat
    turn: int


class PawnMoved(game.Event, frozen=True, kw_only=True):
    """A seat moved forward by its roll, or stopped early on Pay Day."""

    clause: Literal["PD-move", "PD-stop"]
    seat: Seat
    pips: int
    start: int
    day: int


class PotWon(game.Event, frozen=True, kw_only=True):
    """A seat rolled a 6 while the pot was open, and took all the money in it."""

    clause: Literal["PD-election"] = "PD-election"
    seat: Seat
    amount: int


class SundayRested(game.Event, frozen=True, kw_only=True):
    """A seat rested; nothing happened."""

    clause: Literal["PD-sunday"] = "PD-sunday"
    seat: Seat
    day: int


class DaySettled(game.Event, frozen=True, kw_only=True):
    """A seat received what its day pays, or paid what its day collects (negative)."""

    clause: Literal["PD-day-money"] = "PD-day-money"
    seat: Seat
    day: int
    amount: int


class PaymentDue(game.Event, frozen=True, kw_only=True):
    """A seat’s cash does not cover a payment; it must raise the shortfall."""

    clause: Literal["PD-raise"] = "PD-raise"
    seat: Seat
    debt: Debt
    amount: int
    cash: int


class SavingsWithdrawn(game.Event, frozen=True, kw_only=True):
    """A seat took money out of its savings; ``savings`` is what remains."""

    clause: Literal["PD-savings", "PD-payday-4-bank"]
    seat: Seat
    amount: int
    fee: int
    savings: int


class LoanTaken(game.Event, frozen=True, kw_only=True):
    """A seat borrowed; ``loan`` is what it owes now, ``interest`` what the next Pay Day takes."""

    clause: Literal["PD-loan"] = "PD-loan"
    seat: Seat
    amount: int
    loan: int
    interest: int


class LoanRepaid(game.Event, frozen=True, kw_only=True):
    """A seat paid back all or part of its loan; ``loan`` is what it still owes."""

    clause: Literal["PD-payday-4-bank"] = "PD-payday-4-bank"
    seat: Seat
    amount: int
    loan: int


class SavingsDeposited(game.Event, frozen=True, kw_only=True):
    """A seat put money into its savings; ``interest`` is what the next Pay Day pays on them."""

    clause: Literal["PD-payday-4-bank"] = "PD-payday-4-bank"
    seat: Seat
    amount: int
    savings: int
    interest: int


class BankLeft(game.Event, frozen=True, kw_only=True):
    """A seat finished its business at the bank."""

    clause: Literal["PD-payday-4-bank"] = "PD-payday-4-bank"
    seat: Seat


class MailReshuffled(game.Event, frozen=True, kw_only=True):
    """The Mail deck was used up, so the discard was shuffled and became the deck."""

    clause: Literal["PD-mail-deck"] = "PD-mail-deck"
    cards: int


class NoMailLeft(game.Event, frozen=True, kw_only=True):
    """A seat gets no more mail, since neither the deck nor the discard has any."""

    clause: Literal["PD-mail-deck"] = "PD-mail-deck"
    seat: Seat
    missing: int


class MailDiscarded(game.Event, frozen=True, kw_only=True):
    """A postcard or an advertisement came, and was discarded."""

    clause: Literal["PD-mail"] = "PD-mail"
    seat: Seat
    card: int


class BillKept(game.Event, frozen=True, kw_only=True):
    """A bill came; it is due at the end of the month, when ``bills`` is now due in all."""

    clause: Literal["PD-mail"] = "PD-mail"
    seat: Seat
    card: int
    amount: int
    bills: int


class BillCancelled(game.Event, frozen=True, kw_only=True):
    """A bill came that an insurance cancels."""

    clause: Literal["PD-insurance"] = "PD-insurance"
    seat: Seat
    card: int
    amount: int


class WindfallPaid(game.Event, frozen=True, kw_only=True):
    """A windfall came and was paid at once."""

    clause: Literal["PD-mail"] = "PD-mail"
    seat: Seat
    card: int
    amount: int


class TicketKept(game.Event, frozen=True, kw_only=True):
    """A lottery ticket came; it counts on the Lottery Draw day of this month."""

    clause: Literal["PD-lottery"] = "PD-lottery"
    seat: Seat
    card: int
    amount: int


class InsuranceOffered(game.Event, frozen=True, kw_only=True):
    """An insurance came and may be bought."""

    clause: Literal["PD-insurance"] = "PD-insurance"
    seat: Seat
    card: int
    price: int


class InsuranceBought(game.Event, frozen=True, kw_only=True):
    """A seat bought an insurance; it cancelled bills that the seat held."""

    clause: Literal["PD-insurance"] = "PD-insurance"
    seat: Seat
    card: int
    price: int
    cancelled: tuple[int, ...]


class InsuranceDiscarded(game.Event, frozen=True, kw_only=True):
    """A seat declined an insurance, or could not buy it because it has that kind (``owned``)."""

    clause: Literal["PD-insurance"] = "PD-insurance"
    seat: Seat
    card: int
    owned: bool


class InsuranceEnded(game.Event, frozen=True, kw_only=True):
    """Insurances that last a month ended."""

    clause: Literal["PD-insurance"] = "PD-insurance"
    seat: Seat
    cards: tuple[int, ...]


class SwellfareOffered(game.Event, frozen=True, kw_only=True):
    """A Swellfare card came to a seat that may stake money, or could if it borrowed more."""

    clause: Literal["PD-swellfare"] = "PD-swellfare"
    seat: Seat
    card: int
    loan: int
    interest: int
    bills: int
    means: int


class SwellfareUnused(game.Event, frozen=True, kw_only=True):
    """A Swellfare card was discarded: the seat may not use it, or chose not to (``declined``)."""

    clause: Literal["PD-swellfare"] = "PD-swellfare"
    seat: Seat
    card: int
    loan: int
    interest: int
    bills: int
    means: int
    declined: bool


class SwellfareStaked(game.Event, frozen=True, kw_only=True):
    """A seat staked money on a Swellfare card."""

    clause: Literal["PD-swellfare"] = "PD-swellfare"
    seat: Seat
    card: int
    stake: int


class SwellfareWon(game.Event, frozen=True, kw_only=True):
    """The die paid a Swellfare stake many times over."""

    clause: Literal["PD-swellfare"] = "PD-swellfare"
    seat: Seat
    pips: int
    stake: int
    prize: int
    returned: bool


class SwellfareLost(game.Event, frozen=True, kw_only=True):
    """The die sent a Swellfare stake to the pot, which now holds ``pot``."""

    clause: Literal["PD-swellfare"] = "PD-swellfare"
    seat: Seat
    pips: int
    stake: int
    pot: int


class NoDealLeft(game.Event, frozen=True, kw_only=True):
    """There is no Deal in the deck, so nothing happened."""

    clause: Literal["PD-deal"] = "PD-deal"
    seat: Seat


class DealTurnedUp(game.Event, frozen=True, kw_only=True):
    """A seat turned up a Deal, which it may buy."""

    clause: Literal["PD-deal"] = "PD-deal"
    seat: Seat
    deal: int
    cost: int
    commission: int
    price: int


class DealDeclined(game.Event, frozen=True, kw_only=True):
    """A seat put the Deal under the deck."""

    clause: Literal["PD-deal"] = "PD-deal"
    seat: Seat
    deal: int


class DealBought(game.Event, frozen=True, kw_only=True):
    """A seat bought the Deal."""

    clause: Literal["PD-deal"] = "PD-deal"
    seat: Seat
    deal: int
    cost: int


class NoCommission(game.Event, frozen=True, kw_only=True):
    """Nobody but the buyer is in play, so no commission was paid."""

    clause: Literal["PD-deal-commission"] = "PD-deal-commission"
    seat: Seat


class DieRolled(game.Event, frozen=True, kw_only=True):
    """A seat rolled for a commission or at poker."""

    clause: RollClause
    seat: Seat
    pips: int


class RollTied(game.Event, frozen=True, kw_only=True):
    """Several seats rolled the highest; they roll again."""

    clause: RollClause
    seats: tuple[Seat, ...]
    pips: int


class CommissionPaid(game.Event, frozen=True, kw_only=True):
    """The highest roll won the commission; tied seats share it."""

    clause: Literal["PD-deal-commission"] = "PD-deal-commission"
    seats: tuple[Seat, ...]
    commission: int
    each: int


class BuyerLeft(game.Event, frozen=True, kw_only=True):
    """A seat sold nothing to the buyer; it held ``deals``."""

    clause: Literal["PD-buyer"] = "PD-buyer"
    seat: Seat
    deals: int


class DealSold(game.Event, frozen=True, kw_only=True):
    """A seat sold a Deal, which went under the deck."""

    clause: Literal["PD-buyer"] = "PD-buyer"
    seat: Seat
    deal: int
    price: int
    cost: int


class TicketsCashed(game.Event, frozen=True, kw_only=True):
    """A seat on the Lottery Draw day cashed all its tickets."""

    clause: Literal["PD-lottery"] = "PD-lottery"
    seat: Seat
    cards: tuple[int, ...]
    amount: int


class NoTickets(game.Event, frozen=True, kw_only=True):
    """A seat on the Lottery Draw day has no ticket."""

    clause: Literal["PD-lottery"] = "PD-lottery"
    seat: Seat


class ElectionHeld(game.Event, frozen=True, kw_only=True):
    """A seat landed on Town Election: all put money in the pot, and a 6 wins it from now on."""

    clause: Literal["PD-election", "PD-day-26-27"]
    seat: Seat
    amount: int


class ContributionPaid(game.Event, frozen=True, kw_only=True):
    """A seat put its share in the pot, which now holds ``pot``."""

    clause: Literal["PD-election"] = "PD-election"
    seat: Seat
    amount: int
    pot: int


class DaylightBegun(game.Event, frozen=True, kw_only=True):
    """A seat landed on Daylight Savings: every seat steps back one day, one after another."""

    clause: Literal["PD-daylight"] = "PD-daylight"
    seat: Seat


class PawnSteppedBack(game.Event, frozen=True, kw_only=True):
    """A seat stepped back one day (0 is Start)."""

    clause: Literal["PD-daylight"] = "PD-daylight"
    seat: Seat
    day: int


class StartBonusPaid(game.Event, frozen=True, kw_only=True):
    """A seat on Start stayed there and collected money."""

    clause: Literal["PD-daylight"] = "PD-daylight"
    seat: Seat
    amount: int


class DaylightSpent(game.Event, frozen=True, kw_only=True):
    """A seat stepped back onto Daylight Savings, which does not take effect again."""

    clause: Literal["PD-daylight"] = "PD-daylight"
    seat: Seat


class PokerCalled(game.Event, frozen=True, kw_only=True):
    """A seat landed on the poker game: all may stake money."""

    clause: Literal["PD-poker"] = "PD-poker"
    seat: Seat
    stake: int


class PokerJoined(game.Event, frozen=True, kw_only=True):
    """A seat put in its stake."""

    clause: Literal["PD-poker"] = "PD-poker"
    seat: Seat
    stake: int


class PokerPassed(game.Event, frozen=True, kw_only=True):
    """A seat does not play."""

    clause: Literal["PD-poker"] = "PD-poker"
    seat: Seat


class PokerCalledOff(game.Event, frozen=True, kw_only=True):
    """Fewer than two seats play: any stake is returned."""

    clause: Literal["PD-poker"] = "PD-poker"
    seats: tuple[Seat, ...]
    stake: int


class PokerWon(game.Event, frozen=True, kw_only=True):
    """The highest roll won all stakes; tied seats share them."""

    clause: Literal["PD-poker"] = "PD-poker"
    seats: tuple[Seat, ...]
    stakes: int
    each: int


class SalaryPaid(game.Event, frozen=True, kw_only=True):
    """A seat on Pay Day collected its salary; 0 at the end of its last month."""

    clause: Literal["PD-payday-1-salary"] = "PD-payday-1-salary"
    seat: Seat
    amount: int


class SavingsInterestPaid(game.Event, frozen=True, kw_only=True):
    """A seat collected interest on its savings."""

    clause: Literal["PD-savings-interest"] = "PD-savings-interest"
    seat: Seat
    savings: int
    amount: int


class LoanInterestPaid(game.Event, frozen=True, kw_only=True):
    """A seat paid interest on its loan."""

    clause: Literal["PD-loan-interest"] = "PD-loan-interest"
    seat: Seat
    loan: int
    amount: int


class NoInterest(game.Event, frozen=True, kw_only=True):
    """A seat has neither savings nor a loan, so there is no interest."""

    clause: Literal["PD-payday-2-interest"] = "PD-payday-2-interest"
    seat: Seat


class BillsPaid(game.Event, frozen=True, kw_only=True):
    """A seat paid its bills of the month."""

    clause: Literal["PD-payday-3-bills"] = "PD-payday-3-bills"
    seat: Seat
    cards: tuple[int, ...]
    amount: int


class TicketsVoided(game.Event, frozen=True, kw_only=True):
    """Lottery tickets that were not used became void."""

    clause: Literal["PD-payday-5-lottery"] = "PD-payday-5-lottery"
    seat: Seat
    cards: tuple[int, ...]
    under: bool


class DealsGivenUp(game.Event, frozen=True, kw_only=True):
    """Deals that were not sold in time became worthless."""

    clause: Literal["PD-payday-6-deals"] = "PD-payday-6-deals"
    seat: Seat
    deals: tuple[int, ...]
    cost: int


class MonthBegun(game.Event, frozen=True, kw_only=True):
    """A seat went back to Start for its next month."""

    clause: Literal["PD-payday-7-restart"] = "PD-payday-7-restart"
    seat: Seat
    month: int


class SeatFinished(game.Event, frozen=True, kw_only=True):
    """A seat has finished its last month and takes no further part."""

    clause: Literal["PD-own-pace"] = "PD-own-pace"
    seat: Seat
    months: int


class PotLeft(game.Event, frozen=True, kw_only=True):
    """Nobody won what lay in the pot at the end."""

    clause: Literal["PD-pot"] = "PD-pot"
    amount: int


class GameEnded(game.Event, frozen=True, kw_only=True):
    """All seats have finished: cash and savings, less the loan, decide."""

    clause: Literal["PD-end"] = "PD-end"
    winners: tuple[Seat, ...]
    cash: tuple[int, ...]
    savings: tuple[int, ...]
    loans: tuple[int, ...]


Event: TypeAlias = (
    TurnBegun
    | PawnMoved
    | PotWon
    | SundayRested
    | DaySettled
    | PaymentDue
    | SavingsWithdrawn
    | LoanTaken
    | LoanRepaid
    | SavingsDeposited
    | BankLeft
    | MailReshuffled
    | NoMailLeft
    | MailDiscarded
    | BillKept
    | BillCancelled
    | WindfallPaid
    | TicketKept
    | InsuranceOffered
    | InsuranceBought
    | InsuranceDiscarded
    | InsuranceEnded
    | SwellfareOffered
    | SwellfareUnused
    | SwellfareStaked
    | SwellfareWon
    | SwellfareLost
    | NoDealLeft
    | DealTurnedUp
    | DealDeclined
    | DealBought
    | NoCommission
    | DieRolled
    | RollTied
    | CommissionPaid
    | BuyerLeft
    | DealSold
    | TicketsCashed
    | NoTickets
    | ElectionHeld
    | ContributionPaid
    | DaylightBegun
    | PawnSteppedBack
    | StartBonusPaid
    | DaylightSpent
    | PokerCalled
    | PokerJoined
    | PokerPassed
    | PokerCalledOff
    | PokerWon
    | SalaryPaid
    | SavingsInterestPaid
    | LoanInterestPaid
    | NoInterest
    | BillsPaid
    | TicketsVoided
    | DealsGivenUp
    | MonthBegun
    | SeatFinished
    | PotLeft
    | GameEnded
)
