"""The rules of the auction room, clause by clause."""

import pytest
from msgspec.structs import replace

from paydays_widgets.core.game import CHANCE, Chance, Complaint, Decide, Over, Standing
from paydays_widgets.core.ledger import Transfer
from paydays_widgets.games.auction_room import events
from paydays_widgets.games.auction_room.deck import default_deck
from paydays_widgets.games.auction_room.engine import AUCTION_ROOM, BUDGET_LANE, WORTH_LANE
from paydays_widgets.games.auction_room.rules import Auction, Rules, Spread
from paydays_widgets.games.auction_room.state import State
from tests.games.auction_room.positions import common, legal, opened, play, refused

ROUND = ("BidsOpened", "ObjectSold", "ValuesTold", "ProfitBooked")


def lanes(state: State) -> list[int]:
    """List the lanes of a round's draws."""
    found = []
    while isinstance(turn := AUCTION_ROOM.turn(state), Chance):
        found.append(turn.repeat)
        state = play(state, str(AUCTION_ROOM.legal(state, CHANCE)[0])).state
    return found


# --- seats, rounds and values -------------------------------------------------------------------


@pytest.mark.clause("AR-seats")
def test_ar_seats_two_to_eight() -> None:
    for seats in (1, 9):
        with pytest.raises(Complaint, match=f"not {seats}"):
            AUCTION_ROOM.start(seats)
    assert refused(opened((6_000, 4_800)), "3 bid 100").clause == "AR-seats"


@pytest.mark.clause("AR-rounds")
def test_ar_rounds_one_object_after_the_other() -> None:
    state = opened((6_000, 4_800), rounds=3)
    played = play(state, "1 bid 3000; 2 bid 2000")
    assert AUCTION_ROOM.turn(played.state) == Chance("deal", 2, 0)
    again = play(played.state, "* draw 1000; * draw 2000")
    assert again.the(events.RoundBegun).round == 2
    assert again.bids == (None, None)
    assert AUCTION_ROOM.turn(again.state) == Decide((0, 1), "bid", 2, 0)


@pytest.mark.clause("AR-values")
def test_ar_values_each_seat_sees_its_own_alone() -> None:
    state = opened((6_000, 4_800))
    for seat in (0, 1):
        view = AUCTION_ROOM.view(state, seat)
        assert [each.value is None for each in view.bidders] == [seat == 1, seat == 0]
    assert [each.value for each in AUCTION_ROOM.view(state, None).bidders] == [None, None]
    drawn = events.ValueDrawn(what="value", seat=0, amount=6_000)
    assert AUCTION_ROOM.witness(drawn, 0) == drawn
    hidden = AUCTION_ROOM.witness(drawn, 1)
    assert isinstance(hidden, events.ValueDrawn)
    assert hidden.amount is None


@pytest.mark.clause("AR-values")
def test_ar_values_a_number_is_drawn_for_a_seat_whatever_the_format() -> None:
    assert lanes(AUCTION_ROOM.start(3)) == [0, 1, 2]
    assert lanes(AUCTION_ROOM.start(3, Rules("tender_first", "common"))) == [0, 1, 2]
    assert lanes(AUCTION_ROOM.start(3, Rules(values="common"))) == [WORTH_LANE, 0, 1, 2]
    budgets = [BUDGET_LANE + seat for seat in range(3)]
    assert lanes(AUCTION_ROOM.start(3, Rules(values="budget"))) == [0, 1, 2, *budgets]


@pytest.mark.clause("AR-values")
@pytest.mark.parametrize("spread", [6, 12, 24])
def test_ar_values_an_estimate_is_off_by_no_more_than_its_error(spread: Spread) -> None:
    state = AUCTION_ROOM.start(2, Rules(values="common", spread=spread))
    worths = [str(each.move) for each in AUCTION_ROOM.outcomes(state)]
    assert (worths[0], worths[-1], len(worths)) == ("* draw 5000", "* draw 25000", 201)
    state = play(state, "* draw 15000").state
    estimates = [str(each.move) for each in AUCTION_ROOM.outcomes(state)]
    off = spread * 100
    assert (estimates[0], estimates[-1]) == (f"* draw {15_000 - off}", f"* draw {15_000 + off}")
    assert refused(state, f"* draw {15_000 + spread * 100 + 100}").clause == "AR-values"
    assert refused(state, "* draw 15050").clause == "AR-values"
    assert AUCTION_ROOM.view(state, None).worth is None


@pytest.mark.clause("AR-values")
def test_ar_values_no_bid_above_the_budget() -> None:
    state = opened((8_000, 9_000), 3_000, 2_600, auction="second", values="budget")
    assert max(int(move.split()[2]) for move in legal(state, 1) if "bid" in move) == 3_000
    refusal = refused(state, "1 bid 3100")
    assert (refusal.clause, refusal.reason) == ("AR-values", "above_budget")
    assert play(state, "1 bid 2650").bids[0] == 2_650


# --- bids ---------------------------------------------------------------------------------------


@pytest.mark.clause("AR-bid")
def test_ar_bid_sealed_and_only_once() -> None:
    state = play(opened((6_000, 4_800, 3_000)), "1 bid 4500").state
    assert AUCTION_ROOM.view(state, 1).bidders[0].bid is None
    assert AUCTION_ROOM.view(state, 1).bidders[0].has_bid
    assert AUCTION_ROOM.view(state, 0).bidders[0].bid == 4_500
    refusal = refused(state, "1 bid 4600")
    assert (refusal.clause, refusal.reason) == ("AR-bid", "decided")
    sealed = events.BidSealed(seat=0, amount=4_500)
    assert AUCTION_ROOM.witness(sealed, 1) == events.BidSealed(seat=0, amount=None)


@pytest.mark.clause("AR-bid")
def test_ar_bid_a_rising_clock_asks_again_when_a_seat_drops_out() -> None:
    state = opened((6_000, 4_800, 3_000), auction="english")
    played = play(state, "1 stop 6000; 2 stop 4800; 3 stop 3000")
    moved = played.all(events.ClockMoved)
    assert [each.price for each in moved] == [*range(200, 3_001, 200)]
    assert played.the(events.ClockStopped).seats == (2,)
    assert AUCTION_ROOM.turn(played.state) == Decide((0, 1), "clock", 1, 1)
    assert played.state.clock == 3_000
    view = AUCTION_ROOM.view(played.state, 0)
    assert [each.bid for each in view.bidders] == [None, None, 3_000]
    assert [each.still_in for each in view.bidders] == [True, True, False]


@pytest.mark.clause("AR-bid")
def test_ar_bid_who_lets_the_clock_run_decides_again_there() -> None:
    state = opened((6_000, 4_800), auction="english")
    played = play(state, "1 stay 200; 2 stop 4800")
    assert played.names == ("CallMade", "CallMade", "ClockMoved")
    assert AUCTION_ROOM.turn(played.state) == Decide((0,), "clock", 1, 1)
    assert AUCTION_ROOM.view(played.state, 0).bidders[1].has_bid
    both = play(state, "1 stay 400; 2 stay 400").state
    assert AUCTION_ROOM.turn(both) == Decide((0, 1), "clock", 1, 1)


@pytest.mark.clause("AR-bid")
def test_ar_bid_to_pass_is_possible_before_a_clock_rises() -> None:
    state = opened((6_000, 4_800, 3_000), auction="english", reserve=40)
    played = play(state, "1 stay 4200; 2 stay 4200; 3 pass")
    assert played.the(events.SeatsPassed).seats == (2,)
    refusal = refused(played.state, "1 pass")
    assert (refusal.clause, refusal.reason) == ("AR-bid", "too_late")
    alone = play(state, "1 stop 6000; 2 pass; 3 pass")
    assert alone.the(events.ObjectSold).price == 4_000
    nobody = play(state, "1 pass; 2 pass; 3 pass")
    assert nobody.the(events.ObjectUnsold).clause == "AR-reserve"


@pytest.mark.clause("AR-bid")
def test_ar_bid_a_clock_comes_to_its_own_prices_only() -> None:
    rising = opened((6_000, 4_800), auction="english")
    falling = opened((6_000, 4_800), auction="dutch")
    for state, wrong in (
        (rising, ("1 stop 4300", "1 stop 10200", "1 stay 0")),
        (falling, ("1 stop 4300", "1 stay 10000", "1 stop 10200")),
    ):
        for move in wrong:
            assert refused(state, move).reason == "off_clock"
    assert refused(rising, "1 bid 4000").reason == "wrong_phase"


@pytest.mark.clause("AR-bid")
def test_ar_bid_the_first_to_stop_a_falling_clock_buys() -> None:
    state = opened((6_000, 4_800, 3_000), auction="dutch")
    played = play(state, "1 stop 4400; 2 stay 8000; 3 pass")
    assert played.state.clock == 8_000
    assert AUCTION_ROOM.turn(played.state) == Decide((1,), "clock", 1, 1)
    done = play(played.state, "2 pass")
    assert done.the(events.ObjectSold).price == 4_400
    assert done.the(events.ObjectSold).seat == 0
    nobody = play(state, "1 pass; 2 pass; 3 pass")
    assert nobody.names[-2:] == ("ValuesTold", "ProfitBooked")
    assert nobody.the(events.ObjectUnsold).reserve == 0


@pytest.mark.clause("AR-bid", "AR-values")
def test_ar_bid_at_a_falling_clock_a_budget_only_bars_buying() -> None:
    state = opened((8_000, 9_000), 3_000, 2_600, auction="dutch", values="budget")
    assert "1 stay 9800" in legal(state, 1)
    assert "1 stop 3000" in legal(state, 1)
    assert refused(state, "1 stop 3200").reason == "above_budget"
    rising = opened((8_000, 9_000), 3_000, 2_600, auction="english", values="budget", reserve=40)
    assert legal(rising, 1) == {"1 pass"}
    assert refused(rising, "1 stay 4200").reason == "above_budget"


@pytest.mark.clause("AR-limit")
def test_ar_limit_no_bid_above_the_highest_value_or_estimate() -> None:
    assert refused(opened((6_000, 4_800)), "1 bid 10001").clause == "AR-limit"
    assert refused(common(13_600, 15_000, 13_000), "1 bid 27401").clause == "AR-limit"
    assert "1 bid 27400" in legal(common(13_600, 15_000, 13_000), 1)


@pytest.mark.clause("AR-reserve")
def test_ar_reserve_the_seller_takes_no_less() -> None:
    state = opened((6_000, 4_800), auction="second", reserve=50)
    refusal = refused(state, "1 bid 4900")
    assert (refusal.clause, refusal.facts) == ("AR-reserve", {"amount": 4_900, "reserve": 5_000})
    alone = play(state, "1 bid 6000; 2 pass")
    assert alone.the(events.ObjectSold).price == 5_000
    unsold = play(state, "1 pass; 2 pass")
    assert unsold.the(events.ObjectUnsold).reserve == 5_000
    assert unsold.money == (0, 0)
    tender = opened((6_000, 4_800), auction="tender_first", reserve=50)
    assert "1 bid 0" in legal(tender, 1)


# --- the price ----------------------------------------------------------------------------------


@pytest.mark.clause("AR-price")
@pytest.mark.parametrize(
    ("auction", "winner", "price"),
    [
        ("first", 0, 5_000),
        ("second", 0, 4_000),
        ("all_pay", 0, 5_000),
        ("tender_first", 2, 3_000),
        ("tender_second", 2, 4_000),
    ],
)
def test_ar_price_of_the_same_three_bids(auction: str, winner: int, price: int) -> None:
    state = opened((6_000, 4_800, 3_000), auction=auction)
    played = play(state, "1 bid 5000; 2 bid 4000; 3 bid 3000")
    assert played.names[-4:] == ROUND
    sold = played.the(events.ObjectSold)
    assert (sold.seat, sold.price) == (winner, price)


@pytest.mark.clause("AR-price")
def test_ar_price_a_single_bid_in_a_tender_is_paid_the_limit() -> None:
    played = play(opened((6_000, 4_800), auction="tender_second"), "1 bid 7000; 2 pass")
    assert played.the(events.ObjectSold).price == 10_000


@pytest.mark.clause("AR-price")
def test_ar_price_at_a_rising_clock_is_where_the_last_rival_drops_out() -> None:
    state = opened((6_000, 4_800, 3_000), auction="english")
    played = play(state, "1 stop 6000; 2 stop 4800; 3 stop 3000; 1 stop 6000; 2 stop 4800")
    sold = played.the(events.ObjectSold)
    assert (sold.seat, sold.price, sold.bid) == (0, 4_800, None)
    assert played.money == (1_200, 0, 0)


@pytest.mark.clause("AR-tie")
def test_ar_tie_the_lot_decides() -> None:
    state = play(opened((6_000, 4_800, 3_000)), "1 bid 4000; 2 bid 4000; 3 bid 1000").state
    assert AUCTION_ROOM.turn(state) == Chance("lot", 1, 0)
    assert [str(each.move) for each in AUCTION_ROOM.outcomes(state)] == ["* lot 1", "* lot 2"]
    assert refused(state, "* lot 3").clause == "AR-tie"
    played = play(state, "* lot 2")
    assert played.the(events.LotDrawn).tied == (0, 1)
    assert played.the(events.ObjectSold).seat == 1


@pytest.mark.clause("AR-tie")
@pytest.mark.parametrize("auction", ["english", "dutch"])
def test_ar_tie_at_a_clock(auction: str) -> None:
    state = play(opened((6_000, 4_800), auction=auction), "1 stop 4000; 2 stop 4000").state
    assert state.tied == (0, 1)
    assert play(state, "* lot 1").the(events.ObjectSold).price == 4_000


# --- what is told, and profit -------------------------------------------------------------------


def seen(told: str, seat: int | None, auction: str = "first") -> dict[str, object]:
    """Return what a seat is told of a round that the first seat wins, by event and field."""
    state = opened((6_000, 4_800), auction=auction, told=told)
    found: dict[str, object] = {}
    moves = "1 bid 4500; 2 bid 4000" if auction == "first" else "1 stop 4600; 2 pass"
    for event in play(state, moves).events:
        witnessed = AUCTION_ROOM.witness(event, seat)
        match witnessed:
            case events.BidsOpened(bids=bids):
                found["bids"] = bids
            case events.ObjectSold(seat=winner, price=price):
                found |= {"winner": winner, "price": price}
            case events.ValuesTold(values=values):
                found["values"] = values
            case events.ProfitBooked(profits=profits):
                found["profits"] = profits
            case _:
                pass
    return found


@pytest.mark.clause("AR-told")
def test_ar_told_values_bids_price_or_whether_one_has_won() -> None:
    everything = {
        "bids": (4_500, 4_000),
        "winner": 0,
        "price": 4_500,
        "values": (6_000, 4_800),
        "profits": (1_500, 0),
    }
    for seat in (None, 0, 1):
        assert seen("values", seat) == everything
    own = {"bids": (4_500, 4_000), "winner": 0, "price": 4_500, "profits": (None, 0)}
    assert seen("bids", 1) == own
    assert seen("price", 1) == {
        "bids": (None, 4_000),
        "winner": None,
        "price": 4_500,
        "profits": (None, 0),
    }
    assert seen("win", 1)["price"] is None
    assert seen("win", 0) == {
        "bids": (4_500, None),
        "winner": 0,
        "price": 4_500,
        "profits": (1_500, None),
    }
    assert seen("win", None)["profits"] == (None, None)


@pytest.mark.clause("AR-told")
def test_ar_told_at_a_clock_everybody_sees_who_stops_it() -> None:
    assert seen("win", 1, "dutch") == {"winner": 0, "price": 4_600, "profits": (None, 0)}


@pytest.mark.clause("AR-told")
@pytest.mark.parametrize(
    ("auction", "moves", "told"),
    [
        ("first", ["1 bid 3000", "2 bid 2000", "3 pass"], ["1 bid 3000", "2 bid 2000", "3 pass"]),
        ("english", ["1 stop 6000", "2 stop 4800", "3 pass"], ["2 stop 4800", "3 pass"]),
        ("english", ["1 stop 6000", "2 stop 4800", "3 stop 3000"], ["3 stop 3000"]),
        (
            "english",
            ["1 stop 5800", "2 stop 4800", "3 stop 3000", "1 stop 6000", "2 stop 4600"],
            ["3 stop 3000", "2 stop 4600"],
        ),
        ("dutch", ["1 stop 4400", "2 stop 4600", "3 pass"], ["2 stop 4600"]),
    ],
)
def test_ar_told_a_bid_is_opened_and_a_plan_for_a_clock_only_where_it_came_to_it(
    auction: Auction, moves: list[str], told: list[str]
) -> None:
    state = opened((6_000, 4_800, 3_000), auction=auction)
    events = play(state, *moves).events
    begun = [0, *(len(play(state, *moves[:made]).events) for made in range(1, len(moves)))]
    assert told == [
        move
        for move, own in zip(moves, begun, strict=True)
        if AUCTION_ROOM.told(AUCTION_ROOM.read(move), events[own + 1 :])
    ]


@pytest.mark.clause("AR-told")
def test_ar_told_a_lot_between_secret_bids_names_nobody() -> None:
    drawn = events.LotDrawn(seat=1, tied=(0, 1), told="win")
    assert AUCTION_ROOM.witness(drawn, 0) == events.LotDrawn(seat=None, tied=None, told="win")


@pytest.mark.clause("AR-told")
def test_ar_told_secret_profits_are_paid_at_the_end() -> None:
    state = opened((6_000, 4_800), told="price", rounds=1)
    played = play(state, "1 bid 4500; 2 bid 5000")
    assert played.the(events.ProfitBooked).transfers == ()
    assert played.the(events.ProfitsPaid).transfers == (Transfer("cash:2", "bank", 200),)
    assert AUCTION_ROOM.books(played.state) == {"cash:1": 0, "cash:2": -200}
    during = play(opened((6_000, 4_800), told="price", rounds=3), "1 bid 4500; 2 bid 5000").state
    assert AUCTION_ROOM.books(during) == {"cash:1": 0, "cash:2": 0}
    view = AUCTION_ROOM.view(during, 1)
    assert [each.money for each in view.bidders] == [None, -200]
    assert [each.bid for each in view.bidders] == [None, 5_000]


@pytest.mark.clause("AR-told", "AR-values")
def test_ar_told_a_common_value_comes_to_light() -> None:
    played = play(common(13_600, 15_000, 13_000, told="win"), "1 bid 14000; 2 bid 12000")
    told = played.the(events.ValuesTold)
    assert told.worth == 13_600
    for_loser = AUCTION_ROOM.witness(told, 1)
    assert isinstance(for_loser, events.ValuesTold)
    assert (for_loser.worth, for_loser.values, for_loser.winner) == (13_600, (None, 13_000), None)
    drawn = AUCTION_ROOM.witness(events.WorthDrawn(amount=13_600), 0)
    assert drawn == events.WorthDrawn(amount=None)
    assert AUCTION_ROOM.view(played.state, None).worth == 13_600


@pytest.mark.clause("AR-profit")
@pytest.mark.parametrize(
    ("auction", "money"),
    [
        ("first", (1_000, 0, 0)),
        ("second", (2_000, 0, 0)),
        ("all_pay", (1_000, -4_000, -3_000)),
        ("tender_first", (0, 0, 0)),
        ("tender_second", (0, 0, 1_000)),
    ],
)
def test_ar_profit_is_the_value_less_the_price(auction: str, money: tuple[int, ...]) -> None:
    state = opened((6_000, 4_800, 3_000), auction=auction)
    played = play(state, "1 bid 5000; 2 bid 4000; 3 bid 3000")
    assert played.money == money
    assert played.the(events.ProfitBooked).totals == money


@pytest.mark.clause("AR-ruin")
def test_ar_ruin_a_seat_without_a_purse_is_out() -> None:
    state = opened((6_000, 1_000, 3_000), purse=50, rounds=3)
    played = play(state, "1 bid 100; 2 bid 7000; 3 pass")
    assert played.the(events.SeatRuined).seat == 1
    assert played.state.gone == ((1,),)
    assert AUCTION_ROOM.turn(played.state) == Chance("deal", 2, 0)
    again = play(played.state, "* draw 100; * draw 200").state
    assert AUCTION_ROOM.turn(again) == Decide((0, 2), "bid", 2, 0)
    assert refused(again, "2 bid 100").clause == "AR-ruin"
    standing = AUCTION_ROOM.standing(again)
    assert standing.ranking == ((0, 2), (1,))


@pytest.mark.clause("AR-ruin", "AR-end")
def test_ar_ruin_with_one_seat_left_the_game_ends() -> None:
    played = play(opened((6_000, 1_000), purse=50, rounds=3), "1 bid 100; 2 bid 7000")
    ended = played.the(events.GameEnded)
    assert (ended.clause, ended.winners) == ("AR-ruin", (0,))
    assert AUCTION_ROOM.standing(played.state).clause == "AR-ruin"
    assert AUCTION_ROOM.turn(played.state) == Over(1)


@pytest.mark.clause("AR-ruin")
def test_ar_ruin_of_those_that_go_at_once_the_one_with_more_money_stands_higher() -> None:
    state = opened((0, 0, 3_000), auction="all_pay", purse=50, rounds=3)
    played = play(state, "1 bid 7000; 2 bid 6000; 3 bid 0")
    assert played.state.gone == ((0, 1),)
    assert played.the(events.GameEnded).winners == (2,)
    assert AUCTION_ROOM.standing(played.state).ranking == ((2,), (1,), (0,))


@pytest.mark.parametrize("rounds", [1, 3])
@pytest.mark.clause("AR-ruin", "AR-end")
def test_ar_ruin_if_nobody_is_left_the_most_money_wins(rounds: int) -> None:
    """Whether or not it is the last round, event and standing name the same clause."""
    state = opened((0, 0), auction="all_pay", purse=50, rounds=rounds)
    played = play(state, "1 bid 9000; 2 bid 6000")
    ended = played.the(events.GameEnded)
    assert played.money == (-4_000, -1_000)
    assert (ended.clause, ended.winners) == ("AR-ruin", (1,))
    assert AUCTION_ROOM.standing(played.state) == Standing(((1,), (0,)), "AR-ruin")


@pytest.mark.clause("AR-reserve", "AR-limit")
@pytest.mark.parametrize("auction", ["english", "dutch"])
def test_ar_reserve_above_every_bid_leaves_a_clock_nothing_but_to_pass(auction: Auction) -> None:
    """A deck of one's own may end below the reserve."""
    deck = replace(default_deck(), top=5_000)
    state = opened((5_000, 1_000), deck=deck, auction=auction, reserve=60)
    assert legal(state, 1) == {"1 pass"}
    assert refused(state, "1 stop 5000").clause == "AR-reserve"
    assert refused(state, "1 stop 6000").clause == "AR-limit"
    assert play(state, "1 pass; 2 pass").the(events.ObjectUnsold)


@pytest.mark.clause("AR-end")
def test_ar_end_the_most_money_wins_and_equal_money_shares() -> None:
    played = play(opened((6_000, 4_800), rounds=1), "1 bid 4500; 2 bid 4000")
    ended = played.the(events.GameEnded)
    assert (ended.clause, ended.winners, ended.totals) == ("AR-end", (0,), (1_500, 0))
    assert refused(played.state, "1 bid 100").clause == "AR-end"
    nobody = play(opened((6_000, 4_800), rounds=1), "1 pass; 2 pass")
    assert nobody.the(events.GameEnded).winners == (0, 1)


# --- what a seat cannot know --------------------------------------------------------------------


@pytest.mark.clause("AR-values")
def test_what_a_seat_cannot_know_is_drawn_anew() -> None:
    state = play(common(13_600, 15_000, 13_000, 14_300), "2 bid 12000").state
    dealt = [AUCTION_ROOM.imagine(state, 0, (), iter([n << 24] * 9)) for n in range(256)]
    assert {each.bidders[0] for each in dealt} == {state.bidders[0]}
    assert {each.bidders[1].bid for each in dealt} == {None}
    worths = [each.worth for each in dealt if each.worth is not None]
    assert len(worths) == len(dealt)
    assert (min(worths), max(worths)) == (12_600, 17_400)
    for each in dealt:
        assert each.worth is not None
        values = [other.value for other in each.bidders if other.value is not None]
        assert len(values) == len(each.bidders)
        assert all(abs(value - each.worth) <= 2_400 for value in values)


@pytest.mark.clause("AR-values")
def test_budgets_are_drawn_anew_and_what_is_known_stays() -> None:
    state = opened((8_000, 9_000), 3_000, 2_600, auction="english", values="budget")
    called = play(state, "2 stop 2600").state
    dealt = AUCTION_ROOM.imagine(called, 0, (), iter([1 << 31] * 4))
    assert dealt.bidders[0] == called.bidders[0]
    assert (dealt.bidders[1].value, dealt.bidders[1].budget) == (5_000, 5_000)
    assert dealt.bidders[1].call is None
    start = AUCTION_ROOM.start(2)
    assert AUCTION_ROOM.imagine(start, 0, (), iter([])) is start
