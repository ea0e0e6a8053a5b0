"""What a panel needs from the auction room."""

from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE
from paydays_widgets.core.text import Text
from paydays_widgets.games.auction_room import events, panel
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.moves import Bid, Pass, Stop
from tests.games.auction_room.positions import common, opened, play
from tests.markup import figures

EN = Text("en")
NAMES = ("Anna", "Ben")


def test_a_teacher_may_choose_an_amount_or_who_wins_the_lot() -> None:
    start = AUCTION_ROOM.view(AUCTION_ROOM.start(2), None)
    assert [str(move) for move, _ in panel.wishes(start, EN)][:2] == ["* draw 0", "* draw 1000"]
    tied = play(opened((6_000, 4_800)), "1 bid 4000; 2 bid 4000").state
    lots = panel.wishes(AUCTION_ROOM.view(tied, None), EN)
    assert [str(move) for move, _ in lots] == ["* lot 1", "* lot 2"]
    assert all(move.by == CHANCE for move, _ in lots)
    assert panel.wishes(AUCTION_ROOM.view(opened((6_000, 4_800)), None), EN) == []


def test_a_seat_holds_what_it_knows() -> None:
    for state, expected in (
        (opened((6_000, 4_800)), ["$60"]),
        (opened((6_000, 4_800), auction="tender_first"), ["$60"]),
        (common(13_600, 15_000, 13_000), ["$150"]),
        (opened((8_000, 9_000), 3_000, 2_600, values="budget"), ["$80", "$30"]),
    ):
        held = panel.holdings(AUCTION_ROOM.view(state, 0), 0, EN)
        assert [each for _, each in held] == expected
    assert panel.holdings(AUCTION_ROOM.view(opened((6_000, 4_800)), 0), 1, EN) == []
    ruined = play(opened((6_000, 1_000, 0), purse=50), "1 pass; 2 bid 7000; 3 pass").state
    assert [each for _, each in panel.holdings(AUCTION_ROOM.view(ruined, 0), 1, EN)] == [""]


def test_a_sealed_bid_could_have_been_another() -> None:
    view = AUCTION_ROOM.view(opened((6_000, 4_800)), 0)
    told, others = panel.what_ifs(view, Bid(0, 4_500), NAMES, EN)
    assert "Anna" in told
    assert figures(told) == ["$45"]
    assert [str(move) for move, _ in others] == [
        *[f"1 bid {ten}" for ten in range(0, 10_001, 1_000)],
        "1 pass",
    ]
    told, others = panel.what_ifs(view, Pass(0), NAMES, EN)
    assert "Anna" in told
    assert not figures(told)
    assert len(others) == 11
    clock = AUCTION_ROOM.view(opened((6_000, 4_800), auction="dutch"), 0)
    assert panel.what_ifs(clock, Stop(0, 4_400), NAMES, EN) == ("", ())
    assert panel.what_ifs(clock, Pass(0), NAMES, EN) == ("", ())


def test_rounds_prices_and_accounts_are_told() -> None:
    view = AUCTION_ROOM.view(opened((6_000, 4_800)), None)
    assert figures(panel.progress(view, EN)) == ["1", "6"]
    alone = replace(view, rules=replace(view.rules, rounds=1))
    assert panel.progress(alone, EN) == ""
    assert figures(panel.turn_name(2, EN)) == ["2"]
    assert panel.flows(EN).keys() == {"ProfitBooked", "ProfitsPaid"}
    sold = play(opened((6_000, 4_800)), "1 bid 4500; 2 pass").the(events.ObjectSold)
    assert figures(panel.milestone(sold, EN)) == ["$45"]
    assert panel.milestone(replace(sold, price=None), EN) == ""
