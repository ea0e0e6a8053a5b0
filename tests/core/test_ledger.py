"""Accounts, transfers, books, and the journal that explains them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paydays_widgets.core.ledger import BANK, Transfer, cash, owner, post, postings

ACCOUNTS = st.sampled_from([BANK, "cash:1", "cash:2", "savings:2"])
TRANSFERS = st.lists(st.builds(Transfer, ACCOUNTS, ACCOUNTS, st.integers(0, 10**6)))


@pytest.mark.parametrize("seat", range(8))
def test_a_seat_owns_its_cash(seat: int) -> None:
    assert cash(seat) == f"cash:{seat + 1}"
    assert owner(cash(seat)) == seat


def test_the_bank_is_nobodys_and_other_accounts_have_owners_too() -> None:
    assert owner(BANK) is None
    assert owner("savings:12") == 11


@given(TRANSFERS)
def test_no_transfer_makes_or_loses_money(transfers: list[Transfer]) -> None:
    books = {"cash:1": 20, "cash:2": 5}
    after = post(books, transfers)
    assert sum(after.values()) == 25
    assert books == {"cash:1": 20, "cash:2": 5}


def test_transfers_are_posted_one_by_one() -> None:
    transfers = [Transfer("cash:1", "cash:2", 3), Transfer("cash:2", BANK, 4)]
    assert post({"cash:1": 20, "cash:2": 20}, transfers) == {"cash:1": 17, "cash:2": 19, "bank": 4}
    assert post({"cash:1": 20}, []) == {"cash:1": 20}


def test_a_journal_leaves_out_what_moves_nothing() -> None:
    wages = [Transfer("cash:1", BANK, 3), Transfer("cash:2", BANK, 1)]
    journal = postings({"cash:1": 20, "cash:2": 20}, [(1, "a", []), (2, "b", wages), (5, "c", [])])
    (entry,) = journal
    assert (entry.at, entry.clause) == (2, "b")
    assert dict(entry.changes) == {"cash:1": -3, "cash:2": -1, "bank": 4}
    assert dict(entry.books) == {"cash:1": 17, "cash:2": 19, "bank": 4}


@given(st.lists(TRANSFERS, max_size=6))
def test_a_journals_last_books_are_all_transfers_posted(events: list[list[Transfer]]) -> None:
    journal = postings({"cash:1": 9}, [(at, "x", each) for at, each in enumerate(events)])
    together = post({"cash:1": 9}, [each for event in events for each in event])
    books = journal[-1].books if journal else {"cash:1": 9}
    assert {key: n for key, n in books.items() if n} == {
        key: n for key, n in together.items() if n
    }
    assert all(sum(entry.changes.values()) == 0 for entry in journal)
