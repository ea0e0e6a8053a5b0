"""The headline: the line above the calendar that says what is going on."""

from typing import Any, TypeAlias, cast

from paydays_widgets.core.game import Chance, Decide, Over, Seat
from paydays_widgets.games.pay_day import events, reading, state
from paydays_widgets.games.pay_day.engine.facts import BET_WINS, STEP, highest, net_worth, plight
from paydays_widgets.games.pay_day.text import explain
from paydays_widgets.games.pay_day.text.names import covered, day_name, deal_name, money
from paydays_widgets.show import board
from paydays_widgets.show.board import Headline, told, victory

Scene: TypeAlias = board.Scene[state.View, events.Event]


def headline(scene: Scene) -> Headline:
    """Say what is going on."""
    turn = scene.view.turn
    match turn:
        case Over():
            return _over(scene)
        case Chance():
            return _awaits(scene, turn.purpose)
        case Decide():
            return _asks(scene, turn)
        case _:
            return _rolled(scene) or told(scene, explain)


def _rolled(scene: Scene) -> Headline | None:
    """Say what the last roll for a prize has decided; return None for any other event."""
    item = scene.view.agenda[0] if scene.view.agenda else None
    if not isinstance(scene.event, events.DieRolled) or not isinstance(item, state.RollOff):
        return None
    text, best = scene.text, [scene.names[seat] for seat in highest(item)]
    facts = {"name": text.listing(best), "n": max(item.rolls), "sum": money(item.prize, text)}
    if len(best) > 1:
        prompt = text("A tie for the highest roll: {name}", **facts)
        hint = text("They have each rolled {n}.", **facts)
    elif item.purpose == "poker":
        prompt = text("{name} wins the stakes of {sum}", **facts)
        hint = text("Highest roll: {name}, {n}.", **facts)
    else:
        prompt = text("{name} wins the commission of {sum}", **facts)
        hint = text("Highest roll: {name}, {n}. The bank pays.", **facts)
    return Headline(prompt, hint, told=True)


def _over(scene: Scene) -> Headline:
    text, view = scene.text, scene.view
    hint = text("Cash and savings, less the loan, decide.")
    if net_worth(view.households[scene.standing().ranking[0][0]]) < 0:
        hint = text("Everyone is below zero, so the player closest to zero wins.")
    if view.pot:
        lapsed = text("Nobody won the pot of {sum}.", sum=money(view.pot, text))
        hint = f"{hint} {lapsed}"
    return Headline(victory(scene), hint)


def _awaits(scene: Scene, purpose: str) -> Headline:
    """Say what chance does next, and for whom."""
    text, view = scene.text, scene.view
    item = view.agenda[0] if view.agenda else None
    match item:
        case state.Delivery(seat=seat, left=left):
            hint = text.plural("{n} card to draw", "{n} cards to draw", left)
            return Headline(text("{name} opens the mail", name=scene.names[seat]), hint)
        case state.RollOff(purpose=kind, prize=prize, seats=seats, rolls=rolls):
            facts = {"name": scene.names[seats[len(rolls)]], "sum": money(prize, text)}
            if kind == "poker":
                prompt = text("{name} rolls at poker for {sum}", **facts)
                return Headline(prompt, text("The highest roll takes all stakes."))
            prompt = text("{name} rolls for the commission of {sum}", **facts)
            return Headline(
                prompt, text("A Deal was bought: the bank pays this to the highest roll.")
            )
        case state.SwellfareDraw(seat=seat, stake=stake):
            prompt = text("{name} rolls for Swellfare", name=scene.names[seat])
            won = money(reading.payout(view, stake), text)
            hint = text("A {n} or more pays {prize}.", n=BET_WINS, prize=won)
            return Headline(prompt, hint)
        case _ if purpose == "turn_up":
            name = scene.names[cast("Any", item).seat]
            return Headline(
                text("{name} turns up a Deal", name=name), text("Buy it at once, or leave it.")
            )
        case _:
            prompt = text("{name} rolls the die", name=scene.names[view.active])
            return Headline(prompt, _month(scene, view.households[view.active]))


def _month(scene: Scene, household: state.Household) -> str:
    """Say which month it is, and what its Pay Day brings if it is the last."""
    text, view = scene.text, scene.view
    left = len(view.deck.days) - household.day
    if household.month == view.rules.months:
        return text("Last month: no salary at its Pay Day. Days left: {n}.", n=left)
    return text(
        "Month {month} of {months}. Days left until Pay Day: {n}.",
        month=household.month,
        months=view.rules.months,
        n=left,
    )


def _swellfare(scene: Scene, seat: Seat) -> Headline:
    """Ask for a stake on Swellfare, or say what keeps the seat from staking."""
    text, view, name = scene.text, scene.view, scene.names[seat]
    if not plight(view.households[seat], view.rules, view.deck).in_need:
        why = text("Only a player who owes more than their cash can bet.")
        if view.rules.swellfare_debt_test == "cash_and_savings":
            why = text("Only a player who owes more than their cash and savings can bet.")
        return Headline(text("{name} cannot bet on Swellfare", name=name), why)
    prompt = (
        text("{name}, do you stake money on Swellfare?", name=name)
        if seat in scene.acting
        else text("Does {name} stake money on Swellfare?", name=name)
    )
    if view.rules.stake_returned:
        hint = text(
            "A bet: a 5 or a 6 pays ten times the stake and returns it; otherwise the pot gets it."
        )
        return Headline(prompt, hint)
    return Headline(
        prompt, text("A bet: a 5 or a 6 pays ten times the stake; otherwise the pot gets it.")
    )


def _asks(scene: Scene, turn: Decide) -> Headline:
    text, view, seat = scene.text, scene.view, turn.seats[0]
    name, here = scene.names[seat], seat in scene.acting
    match view.agenda[0]:
        case state.DealOffer(deal=deal):
            entry = view.deck.deals[deal - 1]
            facts = {
                "name": name,
                "deal": deal_name(view.deck, deal, text),
                "cost": money(entry.cost, text),
            }
            prompt = (
                text("{name}, do you buy “{deal}”?", **facts)
                if here
                else text("Does {name} buy “{deal}” for {cost}?", **facts)
            )
            hint = text(
                "Sells for {price} on a Buyer day; unsold, it is worth nothing.",
                price=money(entry.price, text),
            )
            return Headline(prompt, hint)
        case state.InsuranceOffer(card=card):
            cost = money(view.deck.mail[card - 1].amount, text)
            prompt = (
                text("{name}, do you buy insurance for {cost}?", name=name, cost=cost)
                if here
                else text("Does {name} buy insurance for {cost}?", name=name, cost=cost)
            )
            return Headline(prompt, covered(view.deck, card, text))
        case state.PokerTable(stake=stake):
            sum_ = money(stake, text)
            prompt = (
                text("{name}, do you play poker for {stake}?", name=name, stake=sum_)
                if here
                else text("Does {name} play poker for {stake}?", name=name, stake=sum_)
            )
            return Headline(
                prompt, text("Everyone who plays rolls; the highest takes all stakes.")
            )
        case state.Payment(amount=amount, debt=debt, seat=seat):
            due = events.PaymentDue(
                seat=seat, debt=debt, amount=amount, cash=view.households[seat].cash
            )
            note = explain(due, scene.names, text, view.deck)
            prompt = note.what.rstrip(".")
            if debt == "day":
                prompt = text(
                    "{name} must raise {amount} for “{day}”",
                    name=name,
                    amount=money(amount - due.cash, text),
                    day=day_name(view.deck, view.households[seat].day, text),
                )
            if debt == "election":
                why = text(
                    "Every player puts {amount} in the pot; the next to roll a 6 wins it all.",
                    amount=money(amount, text),
                )
                return Headline(prompt, why)
            return Headline(prompt, note.why)
        case _ if turn.prompt == "bet":
            return _swellfare(scene, seat)
        case _ if turn.prompt == "sell":
            prompt = (
                text("{name}, do you sell a Deal?", name=name)
                if here
                else text("Does {name} sell a Deal?", name=name)
            )
            return Headline(prompt, text("The buyer takes one Deal per visit."))
        case _:
            household = view.households[seat]
            month = text(
                "Month {month} of {months}.", month=household.month, months=view.rules.months
            )
            hint = f"{month} {_at_the_bank(scene, household)}"
            return Headline(text("{name} is at the bank", name=name), hint)


def _at_the_bank(scene: Scene, household: state.Household) -> str:
    """Say what a seat can do at the bank, and nothing else."""
    text = scene.text
    step = money(STEP, text)
    if household.loan and household.cash >= STEP:
        return text("Pay back in steps of {step}, or leave the bank.", step=step)
    if household.savings and household.cash >= STEP:
        return text("Save or withdraw in steps of {step}, then leave the bank.", step=step)
    if household.savings:
        return text("Withdraw in steps of {step}, or leave the bank.", step=step)
    if household.cash >= STEP and not household.loan:
        return text("Save in steps of {step}, or leave the bank.", step=step)
    return text("There is less than {step} to pay back or save: leave the bank.", step=step)
