"""What reports are made of: a seat's cash flow, and sums in a table."""

from paydays_widgets.core.game import Event
from paydays_widgets.core.ledger import BANK, Transfer, cash
from paydays_widgets.core.report import cash_flow, flow_rows


def paid(clause: str, *transfers: tuple[str, str, int]) -> Event:
    return Event(clause=clause, transfers=tuple(Transfer(*each) for each in transfers))


EVENTS = [
    (1, paid("salary", (BANK, cash(0), 300), (BANK, cash(1), 500))),
    (1, paid("bill", (cash(0), BANK, 40))),
    (2, paid("salary", (BANK, cash(0), 300))),
    (2, paid("turned", (cash(0), cash(1), 5), (cash(1), cash(0), 5))),
    (2, paid("found", (BANK, cash(0), 7))),
    (3, paid("savings", (cash(0), "savings:1", 10))),
]


def test_a_cash_flow_sums_a_seats_cash_by_clause_and_period() -> None:
    assert cash_flow(EVENTS, 0) == {
        "salary": {1: 300, 2: 300},
        "bill": {1: -40},
        "found": {2: 7},
        "savings": {3: -10},
    }
    assert cash_flow(EVENTS, 1) == {"salary": {1: 500}}
    assert cash_flow([], 0) == {}


def test_the_rows_are_in_the_order_of_their_names_and_the_total_has_all() -> None:
    titles = {"bill": "Bills", "rent": "Rent", "salary": "Salary", "savings": "Saved"}
    assert flow_rows(cash_flow(EVENTS, 0), titles, "Change", range(1, 4), str) == (
        ("Bills", "-40", "0", "0", "-40"),
        ("Salary", "300", "300", "0", "600"),
        ("Saved", "0", "0", "-10", "-10"),
        ("Change", "260", "307", "-10", "557"),
    )
