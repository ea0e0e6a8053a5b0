"""Events of Kuhn poker, in all the ways in which they are told apart."""

from paydays_widgets.core.game import Refusal
from tests.kuhn_poker import events as e

EVENTS: tuple[e.Event, ...] = (
    e.CardDealt(seat=1, card=None),
    e.CardDealt(seat=1, card="queen"),
    e.AntesPaid(each=1),
    e.Checked(seat=0),
    e.BetMade(seat=0, amount=1, pot=3),
    e.BetCalled(seat=1, amount=1, pot=4),
    e.HandGivenUp(seat=1),
    e.CardsShown(cards=("king", "jack")),
    e.PotWon(clause="KP-showdown", seat=0, amount=4),
    e.PotWon(clause="KP-fold", seat=0, amount=3),
    e.GameEnded(winner=0, gain=2),
)
REFUSALS: tuple[Refusal, ...] = ()
