"""Accounts, transfers between them, and the books that follow from a game's events.

An account is a word: ``bank``, or a seat's purse such as ``cash:1`` (seats are counted from 1
in everything that is printed). A game may add kinds of its own, such as ``savings:2``.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

Account = str
Books = Mapping[Account, int]

BANK: Final[Account] = "bank"
_CASH: Final = tuple(f"cash:{n}" for n in range(1, 9))


class Transfer(Struct, frozen=True, gc=False):
    """Money that goes from one account to another.

    Parameters
    ----------
    source, target
        The accounts.
    amount
        In the smallest unit that the game knows; never negative.
    """

    source: Account
    target: Account
    amount: int


def cash(seat: int) -> Account:
    """Give the account that holds a seat's cash.

    Parameters
    ----------
    seat
        Counted from 0.

    Examples
    --------
    >>> cash(0)
    'cash:1'
    """
    return _CASH[seat]


def owner(account: Account) -> int | None:
    """Give the seat (counted from 0) that an account belongs to, or None for the bank's.

    Examples
    --------
    >>> owner("cash:2"), owner("bank")
    (1, None)
    """
    _, colon, number = account.partition(":")
    return int(number) - 1 if colon else None


def post(books: Books, transfers: Iterable[Transfer]) -> dict[Account, int]:
    """Give the books after some transfers; an account not named before starts at 0.

    Examples
    --------
    >>> post({"cash:1": 20}, [Transfer("cash:1", "bank", 3)])
    {'cash:1': 17, 'bank': 3}
    """
    after = dict(books)
    for each in transfers:
        after[each.source] = after.get(each.source, 0) - each.amount
        after[each.target] = after.get(each.target, 0) + each.amount
    return after
