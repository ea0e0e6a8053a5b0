"""What reports are made of: a seat's cash flow, and sums in a table."""

from paydays_widgets.core.game import Event
from paydays_widgets.core.ledger import BANK, Transfer, cash
from paydays_widgets.show.report import Payments, cash_flow, flow_chart, flow_rows, named


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


NAMES = {"bill": "Bills", "rent": "Rent", "salary": "Salary", "savings": "Saved"}


def test_a_cash_flow_sums_a_seats_receipts_and_payments_by_name_and_period() -> None:
    assert cash_flow(EVENTS, 0, named(NAMES)) == {
        "Salary": {1: Payments(300, 0, 1), 2: Payments(300, 0, 1)},
        "Bills": {1: Payments(0, 40, 1)},
        "turned": {2: Payments(5, 5, 1)},
        "found": {2: Payments(7, 0, 1)},
        "Saved": {3: Payments(0, 10, 1)},
    }
    assert cash_flow(EVENTS, 1, named(NAMES))["Salary"] == {1: Payments(500, 0, 1)}
    assert cash_flow([], 0, named(NAMES)) == {}


def test_what_falls_under_one_name_is_one_line() -> None:
    pair = [(1, paid("bill", (cash(0), BANK, 40))), (1, paid("salary", (BANK, cash(0), 300)))]
    (line,) = cash_flow(pair, 0, named({"Event": "Money"})).values()
    assert line == {1: Payments(300, 40, 2)}
    assert line[1].net == 260


def test_the_rows_are_in_the_order_of_their_names_and_the_total_has_all() -> None:
    flow = cash_flow(EVENTS, 0, named(NAMES))
    assert flow_rows(flow, NAMES.values(), "Change", range(1, 4), str) == (
        ("Bills", "-40", "0", "0", "-40"),
        ("Salary", "300", "300", "0", "600"),
        ("Saved", "0", "0", "-10", "-10"),
        ("turned", "0", "0", "0", "0"),
        ("found", "0", "7", "0", "7"),
        ("Change", "260", "307", "-10", "557"),
    )


def test_a_chart_shows_what_each_name_brought_in_all_less_what_it_cost() -> None:
    flow = cash_flow(EVENTS, 0, named(NAMES))
    chart = flow_chart(flow, NAMES.values(), "In all")
    assert chart.at == ("Bills", "Salary", "Saved", "turned", "found")
    assert chart.series == {"In all": (-40, 600, -10, 0, 7)}
