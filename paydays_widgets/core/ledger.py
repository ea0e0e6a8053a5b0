"""Accounts, transfers between them, and the books that follow from a game's events.

An account is a word: ``bank``, or a seat's account such as ``cash:1`` (seats are counted from 1
in anything printed). A game may add kinds of its own, such as ``savings:2``.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct

Account = str
Books = Mapping[Account, int]

BANK: Final[Account] = "bank"
CASH: Final = "cash"
"""The kind of account that every seat has."""
_CASH: Final = tuple(f"{CASH}:{n}" for n in range(1, 100))


class Transfer(Struct, frozen=True, gc=False):
    """A payment from one account to another.

    Parameters
    ----------
    amount
        In the smallest unit that the game knows; never negative.
    """

    source: Account
    target: Account
    amount: int


def cash(seat: int) -> Account:
    """Return the account that holds a seat's cash.

    Examples
    --------
    >>> cash(0)
    'cash:1'
    """
    return _CASH[seat]


def owner(account: Account) -> int | None:
    """Return the seat (counted from 0) that owns an account; None for the bank's.

    Examples
    --------
    >>> owner("cash:2"), owner("bank")
    (1, None)
    """
    _, colon, number = account.partition(":")
    return int(number) - 1 if colon else None


def owners(books: Books) -> tuple[int, ...]:
    """List the seats that own an account, in order.

    Examples
    --------
    >>> owners({"cash:1": 50, "loan:1": -200, "cash:2": 80, "pot": 30})
    (0, 1)
    """
    return _owners(tuple(books))


@lru_cache(maxsize=1024)
def _owners(accounts: tuple[Account, ...]) -> tuple[int, ...]:
    found = {owner(account) for account in accounts}
    return tuple(sorted(seat for seat in found if seat is not None))


def post(books: Books, transfers: Iterable[Transfer]) -> dict[Account, int]:
    """Return the books after some transfers; a new account starts at 0.

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


class Posting(Struct, frozen=True, gc=False):
    """The effect of one event on the accounts.

    Parameters
    ----------
    at
        The event's place in the history, counted from 1.
    clause
        The rule that moved the money.
    changes
        By account; over seats and bank they sum to 0.
    books
        The balances after the event.
    """

    at: int
    clause: str
    changes: Books
    books: Books


def postings(
    opening: Books, moved: Iterable[tuple[int, str, Iterable[Transfer]]]
) -> tuple[Posting, ...]:
    """Write a journal.

    Parameters
    ----------
    moved
        For each event its place, clause and transfers; events that move no money are left out.

    Examples
    --------
    >>> journal = postings({"cash:1": 20}, [(7, "ZT-4-payday", [Transfer("cash:1", "bank", 3)])])
    >>> dict(journal[0].changes), journal[0].books["cash:1"]
    ({'cash:1': -3, 'bank': 3}, 17)
    """
    journal: list[Posting] = []
    books: Books = opening
    for at, clause, transfers in moved:
        changes = post({}, transfers)
        if changes:
            books = {**books, **{key: books.get(key, 0) + n for key, n in changes.items()}}
            journal.append(Posting(at, clause, changes, books))
    return tuple(journal)
