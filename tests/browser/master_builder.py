"""Positions of Master Builder for its dashboard."""

from tests.browser.dashboard import Dashboard, Shelf

SHELF = Shelf("master_builder", ("fits_the_crew", "price_to_value", "debt_averse", "land_grabber"))
awaits = SHELF.awaits

DASHBOARD = Dashboard(
    name="master_builder",
    new=SHELF.new,
    phases={
        "the draft": awaits("draft", 2),
        "hiring": awaits("hire", 2),
        "a nomination": awaits("name"),
        "an auction": awaits("auction", 6),
        "an assignment": awaits("assign"),
        "an event": awaits("idle"),
        "a dismissal": awaits("dismiss"),
        "a loan": awaits("borrow"),
        "repaying": awaits("repay"),
        "over": SHELF.over,
    },
    steps=200,
)
