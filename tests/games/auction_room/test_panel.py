"""What a panel needs from the auction room."""

from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE
from paydays_widgets.core.text import Text
from paydays_widgets.games.auction_room import events, panel
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM
from paydays_widgets.games.auction_room.moves import Bid, Pass, Stop
from paydays_widgets.games.auction_room.rules import PRESETS, Rules
from tests.games.auction_room.positions import common, opened, play

EN = Text("en")
NAMES = ("Anna", "Ben")


def test_every_preset_has_a_name_however_many_rounds_it_has() -> None:
    names = {name: panel.edition(rules, EN) for name, rules in PRESETS.items()}
    assert len({*names.values()}) == len(PRESETS)
    for name, rules in PRESETS.items():
        assert panel.edition(replace(rules, rounds=20), EN) == names[name]
    assert panel.edition(Rules("dutch", reserve=40), EN) == "falling clock, rules of your own"


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
        (opened((6_000, 4_800)), [("Its value", "$60")]),
        (opened((6_000, 4_800), auction="tender_first"), [("Its cost", "$60")]),
        (common(13_600, 15_000, 13_000), [("Its estimate", "$150")]),
        (
            opened((8_000, 9_000), 3_000, 2_600, values="budget"),
            [("Its value", "$80"), ("Its budget", "$30")],
        ),
    ):
        assert panel.holdings(AUCTION_ROOM.view(state, 0), 0, EN) == expected
    assert panel.holdings(AUCTION_ROOM.view(opened((6_000, 4_800)), 0), 1, EN) == []
    ruined = play(opened((6_000, 1_000, 0), purse=50), "1 pass; 2 bid 7000; 3 pass").state
    assert panel.holdings(AUCTION_ROOM.view(ruined, 0), 1, EN) == [("Out of the game", "")]


def test_a_sealed_bid_could_have_been_another() -> None:
    view = AUCTION_ROOM.view(opened((6_000, 4_800)), 0)
    told, others = panel.what_ifs(view, Bid(0, 4_500), NAMES, EN)
    assert told == "Anna bid $45"
    assert [label for _, label in others] == [
        *[f"${ten}" for ten in range(0, 101, 10)],
        "Pass",
    ]
    told, others = panel.what_ifs(view, Pass(0), NAMES, EN)
    assert told == "Anna passed"
    assert len(others) == 11
    clock = AUCTION_ROOM.view(opened((6_000, 4_800), auction="dutch"), 0)
    assert panel.what_ifs(clock, Stop(0, 4_400), NAMES, EN) == ("", ())
    assert panel.what_ifs(clock, Pass(0), NAMES, EN) == ("", ())


def test_rounds_prices_and_accounts_are_told() -> None:
    view = AUCTION_ROOM.view(opened((6_000, 4_800)), None)
    assert panel.progress(view, EN) == "Round 1 of 6"
    assert panel.turn_name(2, EN) == "Round 2"
    assert panel.flows(EN).keys() == {"ProfitBooked", "ProfitsPaid"}
    sold = play(opened((6_000, 4_800)), "1 bid 4500; 2 pass").the(events.ObjectSold)
    assert panel.milestone(sold, EN) == "Sold at $45"
    assert panel.milestone(replace(sold, price=None), EN) == ""
