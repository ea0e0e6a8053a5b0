"""Balance sheets: what a seat has and owes, line by line, and which lines count in the ranking.

A game's engine draws them up (``Engine.sheet``). Cards, tabs, reports, charts and files take
every total from there, so that the same seat is worth the same wherever it is shown.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from paydays_widgets.core.ledger import CASH, Account, Books, owner

HAS: Final = "assets"
"""The kind under which the sum of a seat's assets is shown and exported."""
OWES: Final = "debts"
"""The same for its debts."""
COUNTED: Final = "net_worth"
"""The same for what counts in the ranking."""
IN_ALL: Final = "in_all"
"""The same for the total of all lines, where some do not count."""


class Item(Struct, frozen=True, gc=False):
    """A line of a balance sheet; what is owed is positive among the debts.

    Parameters
    ----------
    kind
        The kind of account, such as ``savings`` or ``loan``; ``panel.accounts`` has its name.
    """

    kind: str
    amount: int
    counts: bool = True


class Sheet(Struct, frozen=True, gc=False):
    """A seat's balance sheet.

    Parameters
    ----------
    assets, debts
        What it has, and what it owes. The kinds are the same in every position of a game, and
        each occurs once.

    Examples
    --------
    >>> sheet = Sheet((Item("cash", 75), Item("deals", 650, counts=False)), (Item("loan", 400),))
    >>> sheet.has, sheet.owes, sheet.in_all
    (725, 400, 325)
    >>> sheet.counted_assets, sheet.counted_debts, sheet.counted
    (75, 400, -325)
    """

    assets: tuple[Item, ...]
    debts: tuple[Item, ...] = ()

    @property
    def has(self) -> int:
        """The sum of all assets."""
        return _sum(self.assets)

    @property
    def owes(self) -> int:
        """The sum of all debts."""
        return _sum(self.debts)

    @property
    def in_all(self) -> int:
        """All assets less all debts."""
        return self.has - self.owes

    @property
    def counted_assets(self) -> int:
        """The sum of the assets that count in the ranking."""
        return _sum(each for each in self.assets if each.counts)

    @property
    def counted_debts(self) -> int:
        """The sum of the debts that count in the ranking."""
        return _sum(each for each in self.debts if each.counts)

    @property
    def counted(self) -> int:
        """Net worth as the rules count it: the amount that ranks the seat."""
        return self.counted_assets - self.counted_debts

    @property
    def two_totals(self) -> bool:
        """Whether some lines do not count, so that there are two totals."""
        return not all(each.counts for each in (*self.assets, *self.debts))

    @property
    def sums(self) -> tuple[Item, ...]:
        """What it has, owes and is worth; and the total of all lines, if some do not count."""
        sums = (Item(HAS, self.has), Item(OWES, self.owes), Item(COUNTED, self.counted))
        return (*sums, Item(IN_ALL, self.in_all, counts=False)) if self.two_totals else sums

    def accounts(self, seat: int) -> dict[Account, int]:
        """List every line and sum as an account of the seat; debts are negative."""
        lines = {each.kind: each.amount for each in (*self.assets, *self.sums)}
        owed = {each.kind: -each.amount for each in (*self.debts, Item(OWES, self.owes))}
        return {f"{kind}:{seat + 1}": amount for kind, amount in {**lines, **owed}.items()}


def plain_sheet(books: Books, seat: int) -> Sheet:
    """Draw up a seat's sheet from its accounts: all count, and those below zero are debts.

    Its cash is an asset even below zero.

    Examples
    --------
    >>> sheet = plain_sheet({"cash:1": -5, "loan:1": -20, "cash:2": 80, "pot": 3}, 0)
    >>> sheet.has, sheet.owes, sheet.counted
    (-5, 20, -25)
    """
    own = {
        account.partition(":")[0]: amount
        for account, amount in books.items()
        if owner(account) == seat
    }
    owed = {kind for kind, amount in own.items() if amount < 0 and kind != CASH}
    return Sheet(
        tuple(Item(kind, amount) for kind, amount in own.items() if kind not in owed),
        tuple(Item(kind, -own[kind]) for kind in own if kind in owed),
    )


def _sum(lines: Iterable[Item]) -> int:
    return sum(each.amount for each in lines)
