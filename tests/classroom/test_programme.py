"""A class that plays a programme: blocks, groups, luck, figures, and what stays secret."""

import csv
import io
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets.classroom import results, rounds, screens, wishes
from paydays_widgets.classroom.clients import ClassScreen, Client, Clients, Here
from paydays_widgets.classroom.composing import blocks
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.core.game import Complaint, StaleMove
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.show.programme import Line
from tests import markup
from tests.classroom.classes import NAMES, Class, same_again
from tests.classroom.programmes import fields, opened, play

FIRST = {"rules": "first_price"}
SECOND = {"rules": "second_price"}
MIXED = {**FIRST, "mixed": "yes"}
PRACTICE = {**FIRST, "practice": "yes", "rounds": "1"}


def groups(room: Room) -> list[list[list[int]]]:
    return [sitting.people for sitting in room.sittings]


def values(room: Room, period: int = -1) -> list[tuple[int | None, ...]]:
    """The values of each round of the first group."""
    table = room.periods[period].sittings[0].table
    game = rounds.bids(room)
    assert game is not None
    return [tuple(line.value for line in lines) for lines in game.rounds(table.branch.steps)]


def rounds_of(room: Room) -> Sequence[Sequence[Line]]:
    """The rounds of the first group."""
    game = rounds.bids(room)
    assert game is not None
    return game.rounds(room.sittings[0].table.branch.steps)


def lines(room: Room) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(rounds.file(room, "en").lstrip("\ufeff")))]


def desk(room: Class, person: int | None = None, **screen: Any) -> dict[str, markup.Page]:
    """Draw the teacher's page, or somebody's."""
    here = Here(1, room.room)
    here.clients = Clients(
        Client(each, ClassScreen(), lambda _: None) for each in room.room.present
    )
    look = ClassScreen(**screen)
    page = (
        screens.teacher(here, look, {})
        if person is None
        else screens.student(here, person, look, {})
    )
    return {name: markup.Page(part.html) for name, part in page.parts.items()}


def has(page: markup.Page, key: str) -> bool:
    return key in page.keys(key)


# --- the form -----------------------------------------------------------------------------------


def test_the_form_makes_blocks() -> None:
    filled = fields(MIXED, {"rules": "curse", "size": "7", "rounds": "12"}, PRACTICE)
    made = blocks("auction_room", lambda name: filled.get(name, ""))
    assert [(each.size, each.games, each.practice) for each in made] == [
        (4, 3, False),
        (7, 1, False),
        (4, 1, True),
    ]
    room = opened(MIXED, {"rules": "curse", "size": "7", "rounds": "12"})
    shapes = [(each.auction, each.common, each.rounds) for each in room.room.rules_of_blocks]
    assert shapes == [("first", False, 1), ("first", True, 12)]


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("chess", FIRST),
        ("zahltag", FIRST),
        ("auction_room", {}),
        ("auction_room", {"rules": "fourth_price"}),
        ("auction_room", {**FIRST, "rounds": "7"}),
        ("auction_room", {**FIRST, "rounds": "many"}),
        ("auction_room", {**FIRST, "size": "9"}),
        ("auction_room", {**FIRST, "size": "-2"}),
    ],
)
def test_a_form_that_cannot_be_played_is_refused(game: str, given: dict[str, str]) -> None:
    filled = fields(given)
    with pytest.raises(Complaint):
        blocks(game, lambda name: filled.get(name, ""))
    filled = fields(FIRST, told="everything")
    with pytest.raises(Complaint):
        blocks("auction_room", lambda name: filled.get(name, ""))


MIXES = {**FIRST, "mixed": "yes"}


@pytest.mark.parametrize("given", [(MIXES, SECOND), (SECOND, {**FIRST, "rounds": "1"}, MIXES)])
def test_the_same_values_need_the_same_kind_of_blocks(given: tuple[dict[str, str], ...]) -> None:
    filled = {**fields(*given), "same": "yes"}
    with pytest.raises(Complaint):
        blocks("auction_room", lambda name: filled.get(name, ""))
    del filled["same"]
    assert len(blocks("auction_room", lambda name: filled.get(name, ""))) == len(given)


@pytest.mark.parametrize(
    "given",
    [
        (MIXES, {**MIXES, **SECOND}),
        (FIRST, SECOND),
        (FIRST, {**MIXES, "rounds": "1"}),
        (FIRST, {**MIXES, "practice": "yes"}),
    ],
)
def test_blocks_of_one_kind_can_have_the_same_values(given: tuple[dict[str, str], ...]) -> None:
    filled = {**fields(*given), "same": "yes"}
    assert blocks("auction_room", lambda name: filled.get(name, ""))


# --- who sits where, and with what luck ---------------------------------------------------------


def test_bots_complete_the_last_table() -> None:
    room = opened(FIRST).join(*NAMES[:6]).begin()
    assert groups(room.room) == [[[0], [1], [2], [3]], [[4], [5], [], []]]
    kinds = [player.kind for player in room.room.sittings[1].table.players]
    assert kinds == ["human", "human", room.room.start.stand_in, room.room.start.stand_in]


def test_a_block_keeps_the_tables_of_one_of_the_same_size() -> None:
    room = (
        opened(FIRST, SECOND, {**SECOND, "size": "3"}).join(*NAMES[:6]).begin([5, 4, 3, 2, 1, 0])
    )
    seated = groups(room.room)
    play(room)
    room.join("Late")
    room.begin([0, 1, 2, 3, 4, 5, 6])
    assert groups(room.room) == [seated[0], [[1], [0], [6], []]]
    play(room)
    room.begin([0, 1, 2, 3, 4, 5, 6])
    assert groups(room.room) == [[[0], [1], [2]], [[3], [4], [5]], [[6], [], []]]


def test_a_mixed_block_has_new_tables_for_each_round() -> None:
    room = opened(MIXED, SECOND).join(*NAMES[:8]).begin()
    play(room)
    assert room.room.stays_in_block
    room.begin([7, 6, 5, 4, 3, 2, 1, 0])
    assert groups(room.room)[0] == [[7], [6], [5], [4]]
    assert values(room.room, 0) != values(room.room, 1)
    for _ in range(2):
        play(room)
        room.begin()
    assert (room.room.periods[-1].block, room.room.periods[-1].game) == (1, 0)
    play(room)
    assert room.room.finished
    assert [len(values(room.room, at)) for at in range(4)] == [1, 1, 1, 3]


@pytest.mark.parametrize("same", [True, False])
def test_blocks_can_have_the_same_values_but_practice_has_its_own(same: bool) -> None:
    room = opened(PRACTICE, FIRST, SECOND, same=same).join(*NAMES[:4]).begin()
    for last in (False, False, True):
        play(room)
        if not last:
            room.begin()
    practice, first, second = (values(room.room, at) for at in range(3))
    assert (first == second) is same
    assert practice[0] != first[0]


def test_all_tables_have_the_same_values() -> None:
    room = opened(FIRST).join(*NAMES[:8]).begin()
    one, other = room.room.sittings
    assert [each.value for each in one.table.state.bidders] == [
        each.value for each in other.table.state.bidders
    ]


def test_somebody_who_leaves_is_a_bot_in_the_next_block() -> None:
    room = opened(FIRST, SECOND).join(*NAMES[:4]).begin()
    play(room)
    room.do(wishes.remove(room.room, 1))
    room.begin(room.room.present)
    assert groups(room.room) == [[[0], [], [2], [3]]]


def test_a_bot_plays_on_for_somebody_when_tables_are_mixed() -> None:
    room = opened(MIXED).join(*NAMES[:4]).begin([0, 1, 2, 3])
    room.do(wishes.take_over(room.room, 0, 1, bot=True))
    play(room)
    room.begin([3, 2, 1, 0])
    sitting = room.room.sittings[0]
    assert sitting.bots == {2}
    assert 2 not in sitting.waiting
    room.do(wishes.take_over(room.room, 0, 2, bot=False))
    play(room)
    same_again(room)
    room.begin()
    assert not room.room.sittings[0].bots
    play(room)
    by_bot = [
        [each["label"] for each in lines(room.room) if each["round"] == n and each["bot"]]
        for n in "123"
    ]
    assert by_bot == [[NAMES[1]], [NAMES[1]], []]  # its bid of the second round stood


# --- what comes when ----------------------------------------------------------------------------


def test_the_next_game_waits_for_all_tables_and_ends_with_the_last() -> None:
    room = opened(FIRST, SECOND).join(*NAMES[:4]).begin()
    with pytest.raises(Complaint):
        wishes.begin(room.room, room.room.present)
    play(room)
    assert room.room.rests_between
    assert wishes.free_seat(room.room) is None  # the next game seats who comes now
    room.begin()
    play(room)
    assert room.room.finished
    with pytest.raises(Complaint):
        wishes.begin(room.room, room.room.present)


def test_a_click_on_the_last_game_is_too_late_for_the_next() -> None:
    room = opened(MIXED).join(*NAMES[:4]).begin()
    asked = room.room.sittings[0].asked
    play(room)
    room.begin()
    assert room.room.sittings[0].asked != asked
    with pytest.raises(StaleMove):
        wishes.decide(room.room, 0, "1 bid 100", asked, room.now)


def test_a_log_that_is_read_again_gives_the_same_programme() -> None:
    room = opened(MIXED, SECOND, same=True).join(*NAMES[:5]).begin()
    for _ in range(4):
        same_again(room)
        play(room)
        same_again(room)
        again = Room(room.log)
        assert rounds.profits(again) == rounds.profits(room.room)
        assert again.finished == room.room.finished
        if not room.room.finished:
            room.begin()


def test_the_teacher_ends_a_programme_early() -> None:
    room = opened(FIRST, SECOND).join(*NAMES[:4]).begin()
    play(room)
    room.do(wishes.end(room.room))
    assert room.room.finished
    with pytest.raises(Complaint):
        wishes.begin(room.room, room.room.present)


# --- tables with the same luck ------------------------------------------------------------------


def bid(room: Class, table: int) -> None:
    """Let all at a table bid."""
    sitting = room.room.sittings[table]
    for seat in sitting.waiting:
        person, asked = sitting.people[seat][0], sitting.asked
        room.do(wishes.decide(room.room, person, f"{seat + 1} bid 100", asked, room.now))


@pytest.mark.parametrize("given", [FIRST, MIXED])
def test_a_table_shows_no_outcome_before_the_others_have_decided(given: dict[str, str]) -> None:
    """They have the same values in their hands."""
    room = opened(given).join(*NAMES[:8]).begin()
    first, second = room.room.sittings
    waiting = desk(room, first.people[0][0])["head"].key("told").said
    bid(room, 0)
    assert room.room.waits_for_others(first)
    assert desk(room, first.people[0][0])["head"].key("told").said != waiting
    assert not room.room.waits_for_others(second)
    bid(room, 1)
    assert not room.room.waits_for_others(first)
    assert not room.room.waits_for_others(second)
    for each in (first, second):
        while each.advance():
            assert not room.room.waits_for_others(each)


def test_tables_with_luck_of_their_own_wait_for_nobody() -> None:
    room = opened(FIRST).join(*NAMES[:8])
    room.do(wishes.change(room.room, replace(room.room.options, alike=False)))
    room.begin()
    bid(room, 0)
    assert not room.room.waits_for_others(room.room.sittings[0])


def test_a_price_that_was_not_sent_does_not_stand_in_the_next_round() -> None:
    room = opened(FIRST).join(*NAMES[:4]).begin()
    sitting = room.room.sittings[0]
    person = sitting.people[0][0]
    fields = [desk(room, person)["stage"].keys("sum-")]
    room.do(wishes.stand_in(room.room, 0, 1))  # while the others decide, it stays
    fields.append(desk(room, person)["stage"].keys("sum-"))
    for seat in (0, 2, 3):
        room.do(wishes.stand_in(room.room, 0, seat))
    room.walk()
    assert sitting.waiting
    before, meanwhile, after = *fields, desk(room, person)["stage"].keys("sum-")
    assert before == meanwhile
    assert len(after) == len(before) == 1
    assert after != before


# --- figures ------------------------------------------------------------------------------------


def test_profits_add_up_but_for_practice() -> None:
    room = opened(PRACTICE, FIRST).join(*NAMES[:4]).begin()
    play(room)
    room.begin()
    play(room)
    found = rounds.profits(room.room)
    tables = [period.sittings[0].table.state for period in room.room.periods]
    for person, sums in found.items():
        assert sums == [table.bidders[person].money for table in tables]
        assert rounds.total(room.room, sums) == tables[1].bidders[person].money
    assert sum(rounds.total(room.room, sums) for sums in found.values()) > 0


def test_figures_of_a_block() -> None:
    room = opened(FIRST, {**SECOND, "size": "2"}).join(*NAMES[:8]).begin()
    play(room)
    game = rounds.bids(room.room)
    assert game is not None
    found = rounds.figures(room.room, game, 0)
    # each bids half of the value: the highest value wins at half of it, at both tables
    highest = [max(value for value in each if value is not None) for each in values(room.room)]
    bids = [value // 200 * 100 for value in highest]
    assert (found.seats, found.rounds) == (4, 6)
    assert found.takings == pytest.approx(sum(bids) / 3)
    assert found.kept == pytest.approx(sum(highest) / 3 - sum(bids) / 3)
    assert (found.losing, found.efficiency) == (0, 1)
    assert found.theory.takings == pytest.approx(6_000, abs=50)  # values come in whole steps
    room.begin()
    assert rounds.figures(room.room, game, 1).takings is None
    play(room)
    assert rounds.figures(room.room, game, 1).seats == 2


def test_one_long_file_has_every_seat_of_every_round() -> None:
    room = opened(MIXED, PRACTICE).join(*NAMES[:5]).begin()
    for _ in range(3):
        play(room)
        room.begin()
    play(room)
    found = lines(room.room)
    assert len(found) == 8 * 4
    assert [*found[0]] == [*rounds.COLUMNS]
    assert {each["room"] for each in found} == {"ABCDEFGH"}
    assert [each["round"] for each in found[::8]] == ["1", "2", "3", "1"]
    assert {each["practice"] for each in found if each["block"] == "2"} == {"yes"}
    for each in found:
        assert (each["label"] in NAMES) != (each["bot"] == "yes")
        left = Decimal(each["value"]) - Decimal(each["price"])
        assert Decimal(each["profit"]) == (left if each["wins"] else 0)
        assert (each["seconds"] == "") == (each["bot"] == "yes")
    german = rounds.file(room.room, "de").splitlines()
    assert len(german[0].split(";")) == len(rounds.COLUMNS)


def test_what_a_bot_has_decided_for_somebody_is_not_the_class_s() -> None:
    """It is a bot's in the file, and not in the picture."""
    room = opened(FIRST).join(*NAMES[:4]).begin()
    for bots in ((0, 2), (), (1,)):
        for seat in bots:
            room.do(wishes.stand_in(room.room, 0, seat))
        bid(room, 0)
        room.walk()
    found = [
        (int(each["round"]), int(each["seat"]) - 1) for each in lines(room.room) if each["bot"]
    ]
    assert found == [(1, 0), (1, 2), (3, 1)]
    page = desk(room, open="results")["main"]
    assert sum(each.tag == "circle" for each in page.elements) == 12 - 3


def test_a_game_without_rounds_has_an_empty_file() -> None:
    room = Class().open().join(*NAMES[:4]).begin()
    assert lines(room.room) == []


# --- what stays secret --------------------------------------------------------------------------


@pytest.mark.parametrize("told", ["bids", "price", "win"])
def test_what_the_rules_keep_is_on_no_page_and_at_the_end_in_files(told: str) -> None:
    room = opened(FIRST, SECOND, told=told).join(*NAMES[:4]).begin()
    play(room)
    for _ in range(2):
        assert lines(room.room) == []
        decided = results.decisions(room.room, words("en"))
        assert " bid " not in decided
        main = desk(room, open="results", theory=True)["main"]
        assert has(main, "kept")
        assert not has(main, "plot")
        assert not has(main, "p0")
        if room.room.rests_between:
            room.begin()
    play(room)
    assert room.room.finished
    assert len(lines(room.room)) == 24
    assert " bid " in results.decisions(room.room, words("en"))
    main = desk(room, open="results", theory=True)["main"]
    assert has(main, "kept")
    assert not has(main, "plot")
    sums = rounds.profits(room.room)
    for person, own in sums.items():
        assert main.key(f"p{person}").figures[-3:] == [
            f"${each // 100}" for each in (rounds.total(room.room, own), *own) if each is not None
        ]


@pytest.mark.parametrize(
    ("told", "rules", "paid"),
    [
        ("values", "all_pay", True),
        ("bids", "all_pay", True),
        ("price", "all_pay", False),
        ("price", "first_price", True),
        ("win", "first_price", False),
        ("win", "tender", False),
    ],
)
def test_after_the_end_a_block_tells_what_its_rules_tell(
    told: str, rules: str, *, paid: bool
) -> None:
    room = opened({**FIRST, "rules": rules}, told=told).join(*NAMES[:4]).begin()
    play(room)
    assert room.room.finished
    game = rounds.bids(room.room)
    assert game is not None
    found = rounds.figures(room.room, game, 0)
    assert found.rounds == 3
    assert (found.takings is not None) is paid
    known = [found.kept, found.losing, found.efficiency]
    assert [each is not None for each in known] == [told == "values"] * 3


@pytest.mark.parametrize("given", [MIXED, {**FIRST, "rounds": "1"}, FIRST])
@pytest.mark.parametrize("told", ["price", "win"])
def test_the_end_of_a_game_tells_nobody_what_others_have_earned(
    given: dict[str, str], told: str
) -> None:
    """A winner's profit and the price would give the value away (AR-told)."""
    room = opened(given, SECOND, told=told).join(*NAMES[:4]).begin()
    play(room, part=5)  # so no profit looks like a price
    sitting = room.room.sittings[0]
    assert sitting.over
    profits = {
        person: f"${bidder.money // 100}"
        for (person,), bidder in zip(sitting.people, sitting.table.state.bidders, strict=True)
        if bidder.money
    }
    assert profits
    projector = [desk(room), desk(room, table=0), desk(room, open="results")]
    for person, profit in profits.items():
        others = [desk(room, each) for each in range(4) if each != person]
        said = [_words(page) for page in (*others, *projector)]
        assert not any(profit in each for each in said)
        assert profit in _words(desk(room, person))


def _words(page: dict[str, markup.Page]) -> list[str]:
    """List the words of a page, of which sums are some."""
    return [word for part in page.values() for each in part.elements for word in each.said.split()]


@pytest.mark.parametrize("told", ["price", "win"])
def test_each_learns_of_a_round_what_the_rules_tell(told: str) -> None:
    room = opened(FIRST, SECOND, told=told).join(*NAMES[:4]).begin()
    play(room, part=5)
    [sold] = [line for line in rounds_of(room.room)[-1] if line.wins]
    winner, price = sold.seat, sold.price or 0
    found = [desk(room, person)["stage"].key("result") for (person,) in groups(room.room)[0]]
    projector = desk(room, table=0)["stage"].key("result")
    assert f"${price // 100}" in found[winner].figures
    others = [each for seat, each in enumerate(found) if seat != winner]
    for each in (*others, projector):
        assert each.figures == [f"${price // 100}"] * (told == "price")
    assert len({each.said for each in others}) == 1
    assert (others[0].said == projector.said) is (told == "price")


@pytest.mark.parametrize("told", ["price", "win"])
def test_money_that_is_secret_is_not_said_to_be_none(told: str) -> None:
    room = opened(FIRST, SECOND, told=told).join(*NAMES[:4]).begin()
    play(room, part=5)
    sums = {f"s{seat + 1}-money" for seat in range(4)}
    for person in range(4):
        stage, seat = desk(room, person)["stage"], groups(room.room)[0].index([person])
        known = {key for key in sums if "$" in stage.key(key).said}
        assert known == {f"s{seat + 1}-money"}
    board = desk(room, table=0)["stage"]
    assert not any("$" in board.key(key).said for key in sums)


def test_where_all_is_told_the_picture_grows_round_by_round() -> None:
    room = opened(FIRST).join(*NAMES[:4]).begin()
    dots = []
    sitting = room.room.sittings[0]
    for _ in range(3):
        for seat in range(4):
            room.do(
                wishes.decide(
                    room.room, seat, f"{seat + 1} bid {100 * seat}", sitting.asked, room.now
                )
            )
        room.walk()
        page = desk(room, open="results")["main"]
        dots.append(sum(each.tag == "circle" for each in page.elements))
    assert dots == [4, 8, 12]


# --- pages --------------------------------------------------------------------------------------


def test_theory_stands_behind_a_button() -> None:
    room = opened(FIRST, {"rules": "budgets"}).join(*NAMES[:4]).begin()
    play(room)
    hidden, shown = (desk(room, open="results", theory=each)["main"] for each in (False, True))
    assert not has(hidden, "equilibrium")
    assert has(shown, "equilibrium")
    room.begin()
    play(room)
    for block, line in ((0, True), (1, False), (9, False)):
        page = desk(room, open="results", theory=True, block=block)["main"]
        assert has(page, "equilibrium") is line
        assert has(page, "block-1")


def test_the_teacher_goes_on_with_one_button() -> None:
    room = opened(MIXED, SECOND).join(*NAMES[:4]).begin()

    def button() -> bool:
        return has(desk(room)["head"], "begin")

    assert not button()
    play(room)
    assert button()
    room.begin()
    assert not button()


@pytest.mark.parametrize("told", ["values", "win"])
def test_blocks_have_the_names_of_their_rules_whatever_is_told(told: str) -> None:
    room = opened(FIRST, {"rules": "curse"}, told=told).join(*NAMES[:4]).begin()
    own = Text("en", room.room.modules.package)
    titles = {name: title for name, title, _ in room.room.modules.panel.presets(own)}
    found = [rounds.title(room.room, block, own) for block in range(2)]
    assert found == [titles["first_price"], titles["curse"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_says_how_far_the_programme_is_and_what_has_been_earned(language: str) -> None:
    room = opened(MIXED, SECOND, told="win").join(*NAMES[:4]).begin()

    def head() -> markup.Page:
        return desk(room, 0, language=language)["head"]

    seen, earned = [head().key("who").said], 0
    for _ in range(4):
        play(room)
        seat = next(at for at, people in enumerate(groups(room.room)[0]) if people == [0])
        earned += room.room.sittings[0].table.state.bidders[seat].money
        assert purse(head()) == earned // 100
        if not room.room.finished:
            room.begin()
            assert purse(head()) == earned // 100
            seen.append(head().key("who").said)
    assert len({*seen}) == 4
    assert earned
    sums = {each: rounds.total(room.room, own) for each, own in rounds.profits(room.room).items()}
    place = 1 + sum(each > earned for each in sums.values())
    assert head().key("told").figures == [str(place), "4"]


def purse(head: markup.Page) -> int:
    return int(re.sub(r"\D", "", head.key("purse").said))


def test_practice_is_not_in_the_purse_of_a_phone() -> None:
    room = opened(PRACTICE, FIRST).join(*NAMES[:4]).begin()
    play(room)
    for person in range(4):
        assert purse(desk(room, person)["head"]) == 0


def test_nobody_has_won_after_a_game_of_a_programme() -> None:
    """Its game goes on: it ends with its last round, not with a winner (AR-end)."""
    room = opened(MIXED).join(*NAMES[:4]).begin()
    for _ in range(3):
        play(room)
        stages = [desk(room, person)["stage"] for person in range(4)]
        assert not any(has(stage, "ranking") for stage in stages)
        assert all(has(stage, "result") for stage in stages)
        if not room.room.finished:
            assert not has(desk(room)["main"], "results")
            room.begin()
    assert has(desk(room)["main"], "results")


@pytest.mark.parametrize("given", [MIXED, FIRST])
def test_a_phone_lists_its_own_rounds_of_the_block(given: dict[str, str]) -> None:
    """Where tables are mixed, storylines end; what is secret of others stays so."""
    room = opened(PRACTICE, given, told="win").join(*NAMES[:4]).begin()
    assert not has(desk(room, 0)["story"], "own-rounds")
    play(room)
    room.begin()
    while room.room.coming:
        play(room, part=5)
        room.begin()
    play(room, part=5)
    listed = rounds.profits(room.room)
    for person in range(4):
        rows = [
            each for each in desk(room, person)["story"].inside("own-rounds") if each.tag == "tr"
        ]
        assert len(rows) == 1 + 3
        profits = [int(each.figures[-1].replace("$", "")) for each in rows[1:]]
        earned = listed[person][1]
        assert earned is not None
        assert sum(profits) == earned // 100


def test_a_phone_says_who_shares_its_seat() -> None:
    room = opened(FIRST).join(*NAMES[:4]).begin()
    assert NAMES[4] not in desk(room, 2)["head"].key("who").said
    room.join(NAMES[4])
    room.do(wishes.seat(room.room, 4, 0, 2))
    assert NAMES[4] in desk(room, 2)["head"].key("who").said
    assert NAMES[2] in desk(room, 4)["head"].key("who").said
    assert NAMES[4] not in desk(room, 1)["head"].key("who").said


def test_a_phone_says_that_a_bot_has_decided() -> None:
    room = opened(FIRST).join(*NAMES[:4]).begin()
    sitting = room.room.sittings[0]
    before = desk(room, 1)["head"].key("note").said
    room.do(wishes.stand_in(room.room, 0, 1))
    after = desk(room, 1)["head"].key("note").said
    assert sitting.decisions[-1].person is None
    room.do(wishes.decide(room.room, 2, "3 bid 100", sitting.asked, room.now))
    other = desk(room, 2)["head"].key("note").said
    assert len({before, after, other}) == 3
