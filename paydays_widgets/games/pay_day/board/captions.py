"""What the days of the calendar and the cards of mail bring, in the words printed on them."""

from paydays_widgets.core.text import Text
from paydays_widgets.games.pay_day.deck import Day, Letter
from paydays_widgets.games.pay_day.rules import Rules
from paydays_widgets.games.pay_day.text.names import money


def told_of(day: Day, text: Text, *, last: bool = False) -> str:
    """Say what happens on a day, perhaps in the last month."""
    amount = money(abs(day.amount), text)
    match day.kind:
        case "mail":
            return text.plural("{n} card of mail", "{n} cards of mail", day.amount)
        case "deal":
            return text("Turn up a Deal, and buy it or leave it")
        case "buyer":
            return text("Sell one Deal")
        case "money":
            told = text("Collect {amount}", amount=amount)
            return told if day.amount > 0 else text("Pay {amount}", amount=amount)
        case "sunday":
            return text("Nothing happens")
        case "lottery":
            return text("Every lottery ticket held pays out")
        case "poker":
            return text(
                "Every player may stake {amount}; the highest roll takes all", amount=amount
            )
        case "election":
            return text(
                "Every player puts {amount} in the pot; the next to roll a 6 wins it all",
                amount=amount,
            )
        case "daylight":
            return text("Every player steps back one day")
        case "payday" if last:
            return text("Interest and bills, no salary: the last Pay Day")
        case "payday":
            return text("Salary, interest, bills, bank")


def tag(day: Day, text: Text) -> str:
    """Write what a day brings in short, for its square."""
    match day.kind:
        case "mail":
            return f"×{text.number(day.amount)}"
        case "deal":
            return text("buy?")
        case "buyer":
            return text("sell?")
        case "money":
            sign = "+" if day.amount > 0 else ""
            return f"{sign}{money(day.amount, text)}"
        case "poker":
            return money(day.amount, text)
        case "election":
            return money(-day.amount, text)
        case "sunday":
            return text("rest")
        case "daylight":
            return text("−1 day")
        case _:
            return ""


def words_of_mail(card: Letter, rules: Rules, text: Text) -> str:
    """Say what a card of mail leads to."""
    match card.kind, card.cover:
        case "bill", "car":
            return text("Due at the end of the month. For the car.")
        case "bill", "health":
            return text("Due at the end of the month. From doctor or dentist.")
        case "bill", _:
            return text("Due at the end of the month.")
        case "windfall", _:
            return text("Paid at once.")
        case "ticket", _:
            return text("Pays if its holder lands on the Lottery Draw day this month, or never.")
        case "insurance", "car":
            return text("Cancels all bills for the car.")
        case "insurance", _:
            return text("Cancels all bills for doctor, dentist and hospital.")
        case "swellfare", _ if rules.swellfare_debt_test == "cash":
            return text(
                "Open to anyone who owes more than their cash: stake up to $100, and a 5 or "
                "a 6 pays ten times as much."
            )
        case "swellfare", _:
            return text(
                "Open to anyone who owes more than their cash and savings: stake up to $100, "
                "and a 5 or a 6 pays ten times as much."
            )
        case _:
            return text("Nothing to pay.")
