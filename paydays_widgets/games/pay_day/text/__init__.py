"""Pay Day in words: what happened and why, why a move is refused, and who must decide what.

The sentences are plain text. Names are inserted as they were typed; the caller escapes them.
"""

from collections.abc import Mapping
from typing import Final

from paydays_widgets.core.game import Refusal
from paydays_widgets.core.text import Text
from paydays_widgets.games.pay_day import moves, reading
from paydays_widgets.games.pay_day.engine import BET_STEP
from paydays_widgets.games.pay_day.state import View
from paydays_widgets.games.pay_day.text.names import deal_name, money
from paydays_widgets.games.pay_day.text.telling import explain
from paydays_widgets.show.words import Names, Phrases, TurnWords

__all__ = ["choice", "explain", "money", "phrases", "prompt", "refused"]


def phrases(text: Text) -> Phrases:
    """Return the phrases for what chance does, what a seat must decide, and what was tried."""
    return Phrases(
        chances={
            "roll": text("Next, the die is rolled for a move."),
            "turn_up": text("Next, the top Deal is turned up."),
            "mail": text("Next, a Mail card is drawn."),
            "commission": text("Next, the die is rolled for the commission."),
            "poker": text("Next, the die is rolled for poker."),
            "swellfare": text("Next, the die is rolled for Swellfare."),
        },
        prompts={
            "buy": text("buy the Deal, or pass"),
            "insure": text("buy the insurance, or pass"),
            "bet": text("stake money on the Swellfare card, or pass"),
            "sell": text("sell a Deal, or pass"),
            "stake": text("stake money at poker, or pass"),
            "raise": text("withdraw savings or borrow, until the payment can be made"),
            "bank": text("pay back, withdraw or save money, or leave the bank"),
        },
        moves={
            moves.Buy: text("buy"),
            moves.Sell: text("sell a Deal"),
            moves.Stake: text("stake money"),
            moves.Pass: text("pass"),
            moves.Withdraw: text("withdraw money"),
            moves.Borrow: text("borrow money"),
            moves.Repay: text("pay a loan back"),
            moves.Deposit: text("save money"),
            moves.Roll: text("roll the die"),
            moves.TurnUp: text("turn up a Deal"),
            moves.Deliver: text("draw a card"),
        },
    )


def _refused(refusal: Refusal, _names: Names, text: Text) -> str | None:
    """Explain why this game refuses a move, and what can be done instead."""
    facts = refusal.facts
    match refusal.reason:
        case "payday_only" if facts["move"] == "repay":
            return text("A loan is paid back only at the bank on Pay Day.")
        case "payday_only":
            return text("Money is saved only at the bank on Pay Day.")
        case "nothing_due" if facts["move"] == "borrow":
            return text("Under these rules a loan is taken only when a payment calls for it.")
        case "nothing_due":
            return text(
                "Under these rules savings are withdrawn only for a payment, or on Pay Day."
            )
        case "not_held":
            return text(
                "The player does not hold Deal {number}. Name one in hand, or pass.",
                number=facts["deal"],
            )
        case "no_such_stake":
            return _no_such_stake(facts, text)
        case _:
            return _refused_sum(refusal, text)


def _refused_sum(refusal: Refusal, text: Text) -> str | None:
    """Explain why a sum is refused."""
    sums = {key: money(int(fact), text) for key, fact in refusal.facts.items()}
    match refusal.reason:
        case "steps":
            return text("{amount} will not do: the bank deals in steps of {step}.", **sums)
        case "has_loan":
            return text(
                "Nothing can be saved while {loan} is owed. Pay the loan back first.", **sums
            )
        case "has_savings":
            return text(
                "Nothing can be borrowed while {savings} is saved. Withdraw that first.", **sums
            )
        case "more_than_saved":
            return text("{amount} is more than the savings of {savings}.", **sums)
        case "more_than_owed":
            return text("{amount} is more than the loan of {loan}.", **sums)
        case "more_than_cash":
            return text("{amount} is more than the cash of {cash}.", **sums)
        case "more_than_needed":
            return text("{amount} is more than the payment needs. Take {most} at most.", **sums)
        case "not_in_need":
            return text(
                "A player may stake only if the debts exceed the money in hand: {owed} is "
                "not more than {means}. A loan would change that.",
                **sums,
            )
        case "above_max_loan":
            return text(
                "{amount} more would take the loan of {loan} above {most}, the most that is lent.",
                **sums,
            )
        case "max_loan":
            return text(
                "This costs {price}, but with a loan of at most {most} only {means} "
                "can be raised.",
                **sums,
            )
        case _:
            return None


def _no_such_stake(facts: Mapping[str, int | str], text: Text) -> str:
    sums = {key: money(int(fact), text) for key, fact in facts.items()}
    if facts["least"] == facts["most"]:
        return text("{amount} is not the stake at poker. Stake {most}, or pass.", **sums)
    return text(
        "{amount} is not a Swellfare stake. Stake {least} to {most}, in steps of {step}.",
        step=money(BET_STEP, text),
        **sums,
    )


_TURNS: Final = TurnWords(phrases, _refused)
prompt: Final = _TURNS.prompt
refused: Final = _TURNS.refused


def choice(view: View, move: moves.Move, _names: Names, text: Text) -> str:
    """Name a choice, by the view of the seat that has it."""
    match move:
        case moves.Buy():
            price = reading.price_asked(view)
            if reading.loan_needed(reading.own(view), price):
                return text("Buy on credit")
            return text("Buy for {sum}", sum=money(price, text))
        case moves.Sell(deal=number):
            deal = view.deck.deals[number - 1]
            return text(
                "Sell {deal}: {price} (gain {gain})",
                deal=deal_name(view.deck, number, text),
                price=money(deal.price, text),
                gain=money(deal.price - deal.cost, text),
            )
        case moves.Stake(amount=amount):
            return text("Stake {sum}", sum=money(amount, text))
        case moves.Withdraw(amount=amount):
            return text("Withdraw {sum}", sum=money(amount, text))
        case moves.Borrow(amount=amount):
            return text("Borrow {sum}", sum=money(amount, text))
        case moves.Repay(amount=amount):
            return text("Pay back {sum}", sum=money(amount, text))
        case moves.Deposit(amount=amount):
            return text("Save {sum}", sum=money(amount, text))
        case moves.Pass():
            return _declined(view, text)
        case _:
            return ""


def _declined(view: View, text: Text) -> str:
    """Say what declining is called, by what is asked."""
    prompt = getattr(view.turn, "prompt", "")
    if prompt == "bet" and not any(isinstance(move, moves.Stake) for move in view.legal):
        return text("Discard the card")
    return {
        "buy": text("Leave it"),
        "insure": text("No insurance"),
        "sell": text("Sell nothing"),
        "stake": text("Do not play"),
        "bet": text("Stake nothing"),
    }.get(prompt, text("Leave the bank"))
