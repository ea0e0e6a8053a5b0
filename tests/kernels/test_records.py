"""Records are laid out and filled by the names of a class's fields."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct

from paydays_widgets.games.auction_room import kernel as auction_room
from paydays_widgets.games.auction_room.state import State as AuctionRoomState
from paydays_widgets.games.market import kernel as market
from paydays_widgets.games.market.state import State as MarketState
from paydays_widgets.games.master_builder import kernel as master_builder
from paydays_widgets.games.master_builder.state import State as MasterBuilderState
from paydays_widgets.games.pay_day import kernel as pay_day
from paydays_widgets.games.pay_day.state import State as PayDayState
from paydays_widgets.games.zahltag import kernel as zahltag
from paydays_widgets.games.zahltag.state import State as ZahltagState
from paydays_widgets.games.zock import kernel as zock
from paydays_widgets.games.zock.state import State as ZockState
from paydays_widgets.kernels.compiled import Grid, Row
from paydays_widgets.kernels.records import Listed, Records, layout, records


class Card:
    cost: int
    income: int


class Firm:
    money: int
    cards: Annotated[Records[Card], 3]


class Position:
    turn: int
    best: Card
    round_: int
    sealed: bool
    worths: Annotated[Row[int], 2]
    seen: Annotated[Grid, 2, 3]
    pile: Annotated[Listed, 3]
    firms: Annotated[Records[Firm], 2]


STATE = SimpleNamespace(
    turn=3,
    best=SimpleNamespace(cost=8, income=6),
    round=2,
    worths=(5,),
    seen=((1, 2), (3, 4)),
    pile=(8, 9),
    firms=[SimpleNamespace(money=20, cards=[SimpleNamespace(income=9, cost=7)])],
)


def test_fields_take_what_has_their_name_as_deep_as_it_goes() -> None:
    position: Any = records(Position, STATE, sealed=True)[0]
    assert (position.turn, position.round_, position.sealed) == (3, 2, 1)
    assert (position.best.cost, position.best.income) == (8, 6)
    assert position.worths.tolist() == [5, 0]
    assert position.seen.tolist() == [[1, 2, 0], [3, 4, 0]]
    assert (position.pile.length, position.pile.numbers.tolist()) == (2, [8, 9, 0])
    assert [each.money for each in position.firms] == [20, 0]
    assert (position.firms[0].cards[0].cost, position.firms[0].cards[0].income) == (7, 9)


def test_what_is_given_goes_before_what_is_alike() -> None:
    assert records(Position, STATE, turn=9, sealed=False)[0].turn == 9


def test_a_field_that_nothing_fills_is_named() -> None:
    with pytest.raises(TypeError, match=r"Position\.sealed"):
        records(Position, STATE)


def test_more_than_fits_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Position\.worths: 3"):
        records(Position, STATE, sealed=True, worths=(1, 2, 3))
    with pytest.raises(TypeError, match=r"Position\.pile: 4"):
        records(Position, STATE, sealed=True, pile=(1, 2, 3, 4))


def test_a_name_that_numpys_records_have_is_refused() -> None:
    class Wrong:
        round: int

    with pytest.raises(TypeError, match=r"Wrong\.round"):
        layout(Wrong)


def structs(kind: Any) -> Iterator[type[Struct]]:
    """Find the Structs that a field may hold, in a tuple too."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        yield kind
    for each in get_args(kind):
        yield from structs(each)


def held(record: Any) -> dict[str, Any]:
    """Say what a record's fields hold; a number or a list of numbers has no fields."""
    kinds = {} if record is Listed else get_type_hints(record)
    return {
        name.removesuffix("_"): get_args(kind)[0] if get_origin(kind) is Records else kind
        for name, kind in kinds.items()
    }


def left_out(record: Any, *states: type[Struct], within: str = "") -> set[str]:
    """Find the facts for which a record has no field, as deep as it goes."""
    fields, found = held(record), set()
    for state in states:
        for name, kind in get_type_hints(state).items():
            if name not in fields:
                found.add(within + name)
            elif inner := [*structs(kind)]:
                found |= left_out(fields[name], *inner, within=f"{within}{name}.")
    return found


@pytest.mark.parametrize(
    ("kernel", "state"),
    [
        (auction_room, AuctionRoomState),
        (market, MarketState),
        (master_builder, MasterBuilderState),
        (pay_day, PayDayState),
        (zahltag, ZahltagState),
        (zock, ZockState),
    ],
    ids=["auction_room", "market", "master_builder", "pay_day", "zahltag", "zock"],
)
def test_a_position_has_every_fact_of_a_state_or_says_why_not(kernel: Any, state: Any) -> None:
    assert left_out(kernel.Position, state) == kernel.LEFT_OUT.keys()
    assert all(kernel.LEFT_OUT.values())


def test_what_a_record_within_a_record_leaves_out_is_found() -> None:
    class Held(Struct):
        cost: int
        income: int
        colour: str

    class Seat(Struct):
        money: int
        cards: tuple[Held, ...]

    class Whole(Struct):
        turn: int
        firms: tuple[Seat, ...]
        best: Held | None

    assert left_out(Position, Whole) == {"firms.cards.colour", "best.colour"}
