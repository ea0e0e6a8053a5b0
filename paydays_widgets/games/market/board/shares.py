"""The picture of a market of shares: portfolios, and prices against the value's steps."""

from collections.abc import Iterator

from msgspec import Struct

from paydays_widgets.core.game import Over, Seat
from paydays_widgets.core.ledger import Account
from paydays_widgets.games.market import events
from paydays_widgets.games.market.board import bubbles
from paydays_widgets.games.market.board.picture import Market
from paydays_widgets.games.market.board.plot import Plot
from paydays_widgets.games.market.events import Side
from paydays_widgets.games.market.moves import Ask, Bid, Buy, Sell, Wait, Withdraw
from paydays_widgets.games.market.reading import shares as reading
from paydays_widgets.games.market.state import Quote, TraderView, View, loan
from paydays_widgets.games.market.text.shares import bubble_told, value_sum
from paydays_widgets.show.board import Headline, Play, SeatCard, Tone
from paydays_widgets.show.pad import Pad


class Holding(Struct, frozen=True):
    """A line of a portfolio: what it is, how much, whether that is owed, and what follows."""

    said: str
    sum: str
    owed: bool = False
    note: str = ""


class Deal(Struct, frozen=True):
    """What a seat may do with shares.

    Parameters
    ----------
    bid, ask
        Prices that it names; None where it may not.
    buy, sell
        The best prices, which it can take; None where none stands.
    plays
        To withdraw, and to wait.
    note
        What buying at the best ask takes in cash and credit; "" where none stands.
    """

    bid: Pad | None
    ask: Pad | None
    buy: Play | None
    sell: Play | None
    plays: tuple[Play, ...]
    note: str


class Shares(Market):
    """A market in which everyone buys and sells."""

    def doing(self, seat: Seat) -> tuple[str, Tone]:
        each, text = self.view.traders[seat], self.text
        hidden = self.scene.apart and self._together and seat not in self.playing
        if seat in self.deciding and not hidden:
            return text("Decides…"), "acting" if seat in self.playing else "active"
        if self.prompt and not hidden and each.waits:
            return text("Waits"), "idle"
        if self.prompt == "call" and not hidden:
            return text("Has decided"), "idle"
        return text("In the market"), "idle"

    def status(self, seat: Seat) -> tuple[str, Tone]:
        """Say at the end, too, who is ruined."""
        out = self.view.traders[seat].out
        return (self.text("Ruined"), "out") if out else super().status(seat)

    def account(self, account: Account) -> str:
        return "prices" if account.startswith("debt:") else super().account(account)

    def _key(self, quote: Quote, *, buying: bool) -> str:
        """Name an offer; a seat can have one on either side."""
        return f"{'bid' if buying else 'ask'}-{quote.seat + 1}"

    def _named(self) -> tuple[int, int]:
        return (len(self.view.traders),) * 2

    def _takes(self, side: Side) -> tuple[Seat, Play | None]:
        """Let the first seat buy at the best ask, or sell at the best bid."""
        facing = self._facing(side)
        if facing is None:
            return 0, None
        move = (Buy if side == "buyer" else Sell)(0, facing.price)
        return 0, Play("", self.scene.called(move), move)

    # what a seat has

    def _held(self) -> dict[str, object]:
        return {
            "mine": None,
            "portfolio": () if self.me is None else tuple(self._holdings(self.own, self.me)),
            "decision": None,
            "deal": next(map(self._deal, self.playing), None),
            "out": self._out,
        }

    @property
    def _out(self) -> bool:
        """Whether the seat of this screen is ruined, and decides nothing any more."""
        return self.me is not None and self.view.traders[self.me].out

    def _holdings(self, view: View, seat: Seat) -> Iterator[Holding]:
        text, each, rules = self.text, view.traders[seat], view.rules
        over = isinstance(self.turn, Over)
        yield Holding(text("Cash"), self.money(each.cash), note="" if over else self._poor(each))
        yield Holding(text("Shares"), text.number(each.shares))
        if view.last is not None and not over:
            yield Holding(text("At the last price"), self.money(each.shares * view.last))
        if rules.credit:
            most = loan(rules, each.shares, view.last)
            called = each.shares > 0 and each.debt > most and view.period < rules.periods
            yield Holding(
                text("Debt"),
                self.money(each.debt),
                owed=each.debt > 0,
                note=text("Too much: unless it falls, shares are sold when the period ends.")
                if called and not over
                else "",
            )
            if not over:
                yield Holding(text("May owe"), self.money(most))
        if rules.shown and not over:
            sum_ = value_sum(rules, view.deck, view.period, text)
            yield Holding(text("Value of a share"), sum_)

    def _poor(self, each: TraderView) -> str:
        """Say why a seat cannot bid, if it can pay nothing."""
        if each.means or each.out:
            return ""
        if self.view.rules.credit:
            return self.text("No cash, no credit: you cannot bid.")
        return self.text("No cash: you cannot bid.")

    def _seat(self, seat: Seat) -> tuple[SeatCard, str]:
        each, text = self.view.traders[seat], self.text
        said = self._goods(each.shares)
        if each.debt:
            debt = text("owes {sum}", sum=self.money(each.debt))
            said = f"{said}, {debt}"
        return self.card(seat, said), said

    # prices

    def _plot(self) -> Plot:
        view, text = self.view, self.text
        path = reading.path(self.scene.past(), view.period)
        scale = bubbles.scale(view.rules, view.deck, path)
        over = isinstance(self.turn, Over) and not self.scene.quiet
        return Plot(
            caption=text("Prices by period")
            if over
            else text("Prices up to period {n} of {of}", n=view.period, of=view.rules.periods),
            label=self._said([each.price for each in path if each.period == view.period]),
            rows=tuple((y, self.money(price)) for y, price in scale.rows()),
            dots=tuple(bubbles.dots(path, scale, 0 if over else view.period)),
            laid="cards",
            most=view.rules.periods,
            lines=bubbles.steps(view.rules, view.deck, scale, text)
            if over or view.rules.shown
            else (),
            about=tuple(bubble_told(view, path, self.scene.past(), self.scene.names, text))
            if over
            else (),
            before=text("Earlier periods")
            if not over and any(each.period < view.period for each in path)
            else "",
            parts=bubbles.parts(view.rules, scale, text),
        )

    # what is decided

    def _headline(self) -> Headline:
        text, scene = self.text, self.scene
        if len(self.playing) != 1 or scene.mine is None or not self.deciding:
            return super()._headline()
        if not self.view.rules.call:
            asked = text("Bid, ask, buy, sell or wait?")
        elif self._asks_now:
            asked = text("Your sealed ask for a share?")
        else:
            asked = text("Your sealed bid for a share?")
        return Headline(asked, text("Each share pays a dividend when the period ends."))

    @property
    def _asks_now(self) -> bool:
        [seat] = self.playing
        return self.view.traders[seat].has_offered % 2 == 1

    def _result(self) -> tuple[str, str]:
        """Say what has come last, while nobody decides here."""
        text = self.text
        if self._out and self.me is not None:
            return text("You are ruined, and owe"), self.money(self.view.traders[self.me].debt)
        if isinstance(self.event, events.DividendPaid):
            return text("Dividend"), self.money(self.event.amount)
        if isinstance(self.event, events.ForceSold):
            return text("Forced sale"), self.money(self.event.price)
        if isinstance(self.event, events.PeriodEnded):
            return text("Traded"), self._goods(self.event.units)
        return super()._result()

    def _goods(self, n: int) -> str:
        return self.text.plural("{n} share", "{n} shares", n)

    def _deal(self, seat: Seat) -> Deal:
        view, text = self.scene.own[seat], self.text
        each = view.traders[seat]
        key = f"{seat + 1}-{view.period}-{each.has_offered if view.rules.call else 0}"
        bids = [move.price for move in view.legal if isinstance(move, Bid)] if each.means else []
        asks = [move.price for move in view.legal if isinstance(move, Ask)]
        buy = next((move for move in view.legal if isinstance(move, Buy)), None)
        sell = next((move for move in view.legal if isinstance(move, Sell)), None)
        names = (text("Your bid"), text("Bid")), (text("Your ask"), text("Ask"))
        return Deal(
            self._pad(lambda price: Bid(seat, price), bids, f"{key}-bid", names[0]),
            self._pad(lambda price: Ask(seat, price), asks, f"{key}-ask", names[1]),
            None if buy is None else self.named(buy),
            None if sell is None else self.named(sell),
            tuple(self.named(move) for move in view.legal if isinstance(move, Withdraw | Wait)),
            "" if buy is None else self._paying(buy.price, each.cash),
        )

    def _paying(self, price: int, has: int) -> str:
        """Say what buying at a price takes: cash, and what must be borrowed."""
        facts = {"sum": self.money(price), "cash": self.money(min(price, has))}
        if price <= has:
            return self.text(
                "Buying at {sum} leaves you {cash}.",
                sum=facts["sum"],
                cash=self.money(has - price),
            )
        return self.text(
            "Buying at {sum} takes {cash} in cash and {debt} on credit.",
            debt=self.money(price - has),
            **facts,
        )
