"""What speaks for and against a bid, in words."""

from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Text
from paydays_widgets.games.master_builder.reading.appraisal import other
from paydays_widgets.games.master_builder.state import View
from paydays_widgets.games.master_builder.text.names import contract_title, money


def instead(view: View, seat: Seat, contract: int, text: Text) -> str:
    """Say what else on offer would leave a seat the most; "" if nothing would."""
    found = other(view, seat, contract)
    if found is None:
        return ""
    return text(
        "“{contract}” would leave {sum} at its lowest bid.",
        contract=contract_title(view.deck, found.contract, text),
        sum=money(found.left, text),
    )
