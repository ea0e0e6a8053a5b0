"""What theory expects of a period's cards, and what has come of them."""

from collections.abc import Iterator, Sequence

from paydays_widgets.core.text import Text
from paydays_widgets.games.market import reading
from paydays_widgets.games.market.deck import UNIT
from paydays_widgets.games.market.reading import Equilibrium
from paydays_widgets.games.market.reading.periods import Trade
from paydays_widgets.games.market.rules import Rules
from paydays_widgets.games.market.text import money


def about(
    cards: Sequence[Sequence[int]],
    theory: Equilibrium | None,
    free: Equilibrium | None,
    trades: Sequence[Trade],
    *,
    rules: Rules,
    text: Text,
) -> Iterator[str]:
    """Say what theory expects, what was traded, and what a state's rules cost; a line each.

    Parameters
    ----------
    cards
        Those of each seat, as they were in the period.
    theory, free
        Where demand and supply meet, and where they would without the rules of the state.
    """
    yield _expected(theory, text)
    prices = [each.price for each in trades]
    if not prices:
        yield text("No unit was traded.")
    else:
        mean = money(round(sum(prices) / len(prices)), text)
        yield text.plural(
            "Traded: {n} unit at {sum}.",
            "Traded: {n} units at {sum} on average.",
            len(prices),
            sum=mean,
        )
    if theory and theory.surplus:
        gained = reading.gained(cards, [(each.buyer, each.seller) for each in trades])
        yield text(
            "Efficiency: {sum} of {most} gained, {share}.",
            sum=money(gained, text),
            most=money(theory.surplus, text),
            share=text.percent(100 * reading.efficiency(gained, theory.surplus)),
        )
    far = reading.alpha((price, theory.price) for price in prices) if theory else None
    if theory and far is not None:
        yield text(
            "Smith’s alpha: prices lie {share} from {price}.",
            share=text.percent(far),
            price=money(theory.price, text),
        )
    if free and rules.limited:
        facts = {"price": money(free.price, text), "sum": money(free.surplus, text)}
        yield text.plural(
            "A free market: {n} unit at {price}, {sum} gained.",
            "A free market: {n} units at {price}, {sum} gained.",
            free.units,
            **facts,
        )
    if prices and rules.tax:
        mid, tax = sum(prices) / len(prices), rules.tax * UNIT
        bought, sold = (mid + tax, mid) if rules.payer == "buyers" else (mid, mid - tax)
        yield text(
            "Tax: buyers pay {paid}, sellers keep {kept}.",
            paid=money(bought, text),
            kept=money(sold, text),
        )


def _expected(theory: Equilibrium | None, text: Text) -> str:
    if theory is None:
        return text("Theory: nobody has anything to gain from a trade.")
    low, high = money(theory.low, text), money(theory.high, text)
    if low == high:
        return text.plural(
            "Theory (Q*, P*): {n} unit at {sum}.",
            "Theory (Q*, P*): {n} units at {sum}.",
            theory.units,
            sum=low,
        )
    return text.plural(
        "Theory (Q*, P*): {n} unit at {low} to {high}.",
        "Theory (Q*, P*): {n} units at {low} to {high}.",
        theory.units,
        low=low,
        high=high,
    )
