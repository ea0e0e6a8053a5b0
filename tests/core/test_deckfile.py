from collections.abc import Mapping
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Meta, Struct

from paydays_widgets.core.deckfile import MOST_TEXT, DeckError, Decks, parse_toml, read_toml
from paydays_widgets.games.zahltag import deck as zahltag

OWN = files("paydays_widgets.games.zahltag") / "deck.toml"


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    crane: Annotated[int, Meta(ge=0)] = 0
    worker: int = 0


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    cards: tuple[Card, ...]
    pair: tuple[int, int] = (1, 2)
    colour: Literal["red", "blue"] = "red"
    note: Card | None = None
    name: Annotated[str, Meta(min_length=1)] = "box"
    open: bool = False
    ratio: float = 1.0
    prices: Mapping[str, int] = {}
    size: int | None = None
    code: Annotated[str, Meta(pattern="^[a-z]$")] = "a"
    day: date | None = None


def refusal(text: str) -> str:
    with pytest.raises(DeckError) as caught:
        parse_toml(text, Box, "box.toml")
    assert str(caught.value.complaint) == str(caught.value)
    return str(caught.value)


def test_a_good_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text("cards = [{ crane = 2 }]\r\n", encoding="utf-8-sig")
    assert read_toml(path, Box) == Box((Card(crane=2),))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "cards = [{}, {crane = '2'}]",
            "box.toml, at cards[1].crane (lists count from 0): expected a whole number, got '2'",
        ),
        (
            "cards = [{crane = -3}]",
            (
                "box.toml, at cards[0].crane (lists count from 0): "
                "expected a whole number >= 0, got -3"
            ),
        ),
        (
            "cards = [{cranes = 3}]",
            (
                "box.toml, at cards[0] (lists count from 0): there is no field 'cranes' "
                "(did you mean 'crane'?); expected crane, worker"
            ),
        ),
        (
            "cards = []\nzzz = 1",
            (
                "box.toml: there is no field 'zzz'; "
                "expected cards, pair, colour, note, name, open, ratio, prices, size, code, day"
            ),
        ),
        ("pair = [1, 2]", "box.toml: the field 'cards' is missing"),
        ("cards = {}", "box.toml, at cards: expected a list, got a table"),
        (f"cards = {'1' * 99}", f"box.toml, at cards: expected a list, got {'1' * 40}…"),
        (
            "cards = []\npair = [1, 2, 3]",
            "box.toml, at pair: expected a list of length 2, got a list of 3",
        ),
        (
            "cards = []\npair = [1, true]",
            "box.toml, at pair[1] (lists count from 0): expected a whole number, got true",
        ),
        ("cards = []\nratio = 'x'", "box.toml, at ratio: expected a number, got 'x'"),
        ("cards = []\nopen = 1.5", "box.toml, at open: expected true or false, got 1.5"),
        (
            "cards = []\ncolour = 'green'",
            "box.toml, at colour: expected one of 'blue', 'red', got 'green'",
        ),
        ("cards = []\nname = ''", "box.toml, at name: expected a text of length >= 1, got ''"),
        (
            "cards = []\nsize = 'x'",
            "box.toml, at size: expected a whole number or nothing, got 'x'",
        ),
        (
            "cards = []\ncode = 'AB'",
            "box.toml, at code: expected a text matching ^[a-z]$, got 'AB'",
        ),
        ("cards = []\nday = 5", "box.toml, at day: expected `date | null`, got 5"),
        ("cards = []\nprices.red = 'x'", "box.toml, at prices[...]: expected a whole number"),
        (
            "cards = []\n[note]\ncrane = 'x'",
            "box.toml, at note.crane: expected a whole number, got 'x'",
        ),
    ],
)
def test_a_wrong_value_is_named_with_its_place_and_what_was_expected(text: str, said: str) -> None:
    assert refusal(text).startswith(said)


def test_a_long_value_is_shortened() -> None:
    assert len(refusal(f"cards = '{'x' * 1000}'")) < 120


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cards = []\npair 3", "line 2, column 6"),
        ("cards = []\npair =", "line 2, column 7: the end of the file"),
        ("cards = [\n", "line 2, column 1: the end of the file"),
        ("cards = " + "[" * 5000, "nested too deep"),
        ("cards = " + "9" * 5000, "digits"),
    ],
)
def test_what_is_not_toml_is_named_with_line_and_column(text: str, said: str) -> None:
    assert refusal(text).startswith("box.toml: ")
    assert said in refusal(text)


def test_what_is_longer_than_any_deck_is_not_read() -> None:
    with pytest.raises(DeckError, match="expected at most 200000 characters, got 200001"):
        parse_toml("#" * (MOST_TEXT + 1), Card, "mine.toml")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match=r"none\.toml: the file cannot be read \(No such file"):
        read_toml(tmp_path / "none.toml", Box)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"cards = \xff")
    with pytest.raises(DeckError, match=r"binary\.toml: expected text in UTF-8, but byte 9"):
        read_toml(binary, Box)


def test_an_error_keeps_its_parts() -> None:
    error = DeckError("a.toml", "cards[0]", "expected a crane")
    assert (error.file, error.place, error.problem) == ("a.toml", "cards[0]", "expected a crane")


def test_a_field_that_looks_like_a_place_is_refused_all_the_same() -> None:
    said = refusal('cards = []\n"x` - at `$.pair[7].y" = 1')
    assert said.startswith("box.toml, at pair[7].y")


keys = st.sampled_from(["cards", "pair", "note", "crane", "name", "x", '"a.b"', '"` - at `$.x"'])
values = st.recursive(
    st.sampled_from(["1", "-1", "true", "'x'", "''", "1.5", "inf", "1979-05-27", "{}"]),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda all_: f"[{', '.join(all_)}]")
        | st.tuples(keys, inner).map(lambda pair: f"{{ {pair[0]} = {pair[1]} }}")
    ),
    max_leaves=6,
)


@pytest.mark.thorough
@settings(deadline=None)  # what is imported at the first failure takes its time
@given(
    st.lists(st.tuples(keys, values), max_size=4).map(
        lambda pairs: "\n".join(f"{key} = {value}" for key, value in pairs)
    )
    | st.text()
)
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    try:
        box = parse_toml(text, Box, "box.toml")
    except DeckError as error:
        said = str(error)
    else:
        said = f"box.toml gives {box}"
    assert said.startswith("box.toml")


# --- the decks of a game -------------------------------------------------------------------------


def counted(box: Box) -> int:
    if len(box.cards) > 2:
        raise DeckError("a deck", "cards", "expected two at most")
    return len(box.cards)


DECKS: Decks[Box, int] = Decks("paydays_widgets.games.zahltag", Box, counted)


def test_a_deck_is_read_from_a_path_a_name_or_a_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("cards = [{}, {}]", encoding="utf-8")
    assert DECKS.load(path) == DECKS.load(str(path)) == 2
    assert DECKS.parse("cards = []", "pasted") == 0


def test_a_deck_that_cannot_be_read_is_refused_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match=r"nowhere\.toml: the file cannot be read"):
        DECKS.load(str(tmp_path / "nowhere.toml"))
    with pytest.raises(DeckError, match=r"^pasted: the field 'cards' is missing"):
        DECKS.parse("", "pasted")
    with pytest.raises(DeckError, match=r"^pasted, at cards: expected two at most"):
        DECKS.parse("cards = [{}, {}, {}]", "pasted")


def test_a_games_own_deck_lies_in_its_package_and_is_read_once() -> None:
    assert zahltag.default_deck() == zahltag.load_deck(str(OWN))
    assert zahltag.deck_file() is zahltag.deck_file()
    with pytest.raises(DeckError, match=r"deck\.toml"):
        DECKS.own()  # it has another shape
