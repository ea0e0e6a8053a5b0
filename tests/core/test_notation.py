"""How moves are written and read: by the form that their class declares."""

from typing import Annotated, Any, Literal, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from paydays_widgets.core.game import CHANCE, Move, Seat
from paydays_widgets.core.notation import Notation, NotationError, Said


class Wave(Move, frozen=True):
    form = "{by} wave"


class Bid(Move, frozen=True):
    form = "{by} bid {amount}"

    amount: Annotated[int, Meta(ge=0, le=40), Said(0, "00")]


class Swap(Move, frozen=True):
    form = "{by} swap {give} {take}"

    give: Literal["ox", "oxen", "a.b"]
    take: Literal["ox", "oxen", "a.b"]


class Send(Move, frozen=True):
    form = "{by} {how} {pieces} to {seat}/{place}: 100%"

    how: Literal["send", "carry"]
    pieces: int
    seat: Seat
    place: Annotated[int, Meta(ge=3, le=12), Said(7, "home")]


class Roll(Move, frozen=True):
    form = "* roll {pips}"

    pips: Annotated[int, Meta(ge=1, le=6)]


AnyMove: TypeAlias = Wave | Bid | Swap | Send | Roll
NOTATION: Notation[AnyMove] = Notation(AnyMove)

SEATS = st.integers(0, 8)
CATTLE = st.sampled_from(("ox", "oxen", "a.b"))
MOVES: st.SearchStrategy[AnyMove] = st.one_of(
    st.builds(Wave, SEATS),
    st.builds(Bid, SEATS, st.integers(0, 40)),
    st.builds(Swap, SEATS, CATTLE, CATTLE),
    st.builds(
        Send,
        SEATS,
        st.sampled_from(("send", "carry")),
        st.integers(0, 999_999),
        SEATS,
        st.integers(3, 12),
    ),
    st.builds(Roll, st.just(CHANCE), st.integers(1, 6)),
)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("9 wave", Wave(8)),
        ("2 bid 5", Bid(1, 5)),
        ("2 bid 00", Bid(1, 0)),
        ("1 swap oxen a.b", Swap(0, "oxen", "a.b")),
        ("1 send 0 to 3/12: 100%", Send(0, "send", 0, 2, 12)),
        ("1 carry 999999 to 1/home: 100%", Send(0, "carry", 999_999, 0, 7)),
        ("* roll 6", Roll(CHANCE, 6)),
    ],
)
def test_a_move_is_one_line(line: str, move: AnyMove) -> None:
    assert str(move) == line
    assert NOTATION.read(line) == move


@given(MOVES, st.sampled_from((" ", "  ", "\t", " \n ")))
def test_every_move_is_read_as_it_was_written_however_it_is_spaced(
    move: AnyMove, space: str
) -> None:
    line = str(move)
    assert NOTATION.read(line) == move
    assert NOTATION.read(f"{space}{line.replace(' ', space)}{space}") == move


@given(st.text("*0123456789 abdehimnorstwxv./:%", max_size=30))
def test_what_can_be_read_is_written_like_that(text: str) -> None:
    try:
        move = NOTATION.read(text)
    except NotationError:
        return
    assert str(move) == " ".join(text.split())


@pytest.mark.parametrize(
    "line",
    [
        "",
        "wave",
        "0 wave",
        "100 wave",
        "* wave",
        "1 waves",
        "1 wave 2",
        "1 bid",
        "1 bid 0",
        "1 bid 000",
        "1 bid 05",
        "1 bid 41",
        "1 bid 400",
        "1 bid -1",
        "1 bid 2.0",
        "1 bid ٣",
        "1 bid " + "9" * 5_000,
        "1 swap ox",
        "1 swap ox axb",
        "1 send 5 to 0/4: 100%",
        "1 send 5 to 1/2: 100%",
        "1 send 5 to 1/7: 100%",
        "1 send 5 to 1/13: 100%",
        "1 send 1000000 to 1/4: 100%",
        "1 roll 6",
        "* roll 0",
        "* roll 7",
    ],
)
def test_what_is_no_move_is_refused_with_what_can_be_read(line: str) -> None:
    with pytest.raises(NotationError, match="cannot read '") as caught:
        NOTATION.read(line)
    assert caught.value.text == line
    assert caught.value.expected == (
        "'1 wave', '1 bid 1', '1 swap ox oxen', '1 send 0 to 1/3: 100%' or '* roll 1', with seats "
        "counted from 1; amount: 00 or 1 to 40; give and take: ox, oxen or a.b; how: send or "
        "carry; pieces: 0 to 999999; place: home or 3 to 12; pips: 1 to 6"
    )


@pytest.mark.parametrize(
    "no_move",
    [Wave(99), Wave(CHANCE), Bid(0, 2.0), Bid(0, (1, 2)), Bid(0, None), Bid(0, 41), Roll(1, 6)],  # type: ignore[arg-type]
)
def test_what_is_no_move_can_be_written_but_not_read(no_move: Move) -> None:
    with pytest.raises(NotationError):
        NOTATION.read(str(no_move))


def test_a_game_may_have_one_kind_of_move() -> None:
    waves: Notation[Wave] = Notation(Wave)
    assert waves.read("3 wave") == Wave(2)
    assert waves.read("60 wave") == Wave(59)
    assert waves.expected == "'1 wave', with seats counted from 1"
    assert list(waves.kinds) == [Wave]


class Nobody(Move, frozen=True):
    form = "wave {by}"


class Backwards(Move, frozen=True):
    form = "{by} swap {take} {give}"

    give: int
    take: int


class Vague(Move, frozen=True):
    form = "{by} say {what}"

    what: str


@pytest.mark.parametrize(
    ("kind", "problem"),
    [
        (Nobody, "'wave {by}' does not name the fields of Nobody in order: by"),
        (Backwards, "does not name the fields of Backwards in order: by, give, take"),
        (Vague, "a move's field is a Seat, an int or a Literal of words, not <class 'str'>"),
    ],
)
def test_a_form_that_does_not_fit_its_class_is_refused(kind: Any, problem: str) -> None:
    with pytest.raises(TypeError) as caught:
        Notation(kind).read("1 wave")
    assert problem in str(caught.value)
