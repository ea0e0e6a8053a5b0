"""Sliders, and what follows from them; a picture beside its question."""

from fractions import Fraction

import pytest

from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.lessons import Beside, Bet, Figures, Note, Slider, Sliders
from tests.markup import Page


@pytest.fixture
def sliders() -> Sliders:
    return Sliders({"n": Slider("Bidders <b>", 2, 9, 7), "off": Slider("Error", -5, 5, 0)})


def test_what_follows_is_drawn_again(sliders: Sliders) -> None:
    figures = Figures("Sum", ["n"], lambda: [[sum(sliders.values.values())]], after=sliders)
    assert ">7<" in figures.html
    sliders.handle({"do": "slide-n", "value": "3"})
    assert ">3<" in figures.html
    sliders.handle({"do": "slide-off", "value": "-2"})
    assert ">1<" in figures.html
    figures.leave()
    sliders.move("n", 9)
    assert ">1<" in figures.html


def test_what_follows_waits_with_them() -> None:
    bet = Bet("bid", "How much?", 10, 20)
    sliders = Sliders({"n": Slider("Bidders", 2, 9, 7)}, after=bet)
    figures = Figures("Sum", ["n"], lambda: [[sliders.values["n"]]], after=sliders)
    for _ in range(2):
        assert not Page(sliders.html).keys("r-n")
        assert ">7<" not in figures.html
        assert bet.wait(bet.text) in sliders.html
        assert not Page(figures.html).key("waiting").said  # they say it themselves
        bet.reply("12")
        assert Page(sliders.html).keys("r-n")
        assert ">7<" in figures.html
        bet.again()


@pytest.mark.parametrize(
    ("do", "value", "n"),
    [("slide-n", "100", 9), ("slide-n", "-4", 2), ("slide-n", "x", 7), ("slide-x", "3", 7)],
)
def test_a_page_is_not_trusted(sliders: Sliders, do: str, value: str, n: int) -> None:
    sliders.handle({"do": do, "value": value})
    assert sliders.values == {"n": n, "off": 0}


def test_each_has_its_bounds_and_its_name(sliders: Sliders) -> None:
    inputs = [each for each in Page(sliders.html).elements if each.tag == "input"]
    assert [(each["min"], each["max"], each["value"]) for each in inputs] == [
        ("2", "9", "7"),
        ("-5", "5", "0"),
    ]
    assert "<b>" not in sliders.html


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bet_stands_within_its_bounds(language: str) -> None:
    bet = Bet("bid", "How much?", 10, 20, unit="M", language=language)
    note = Note("Seen.", after=bet)
    for unreadable in ("", "x", "9", "21"):
        assert not bet.reply(unreadable)
        assert bet.text("Write a number from {low} to {high}.", low=10, high=20) in bet.html
    assert "Seen." not in note.html
    assert bet.reply("12,5")
    assert not bet.reply("13")
    bet.show_answer()
    assert bet.answer == Fraction(25, 2)
    assert (bet.correct, bet.solved, bet.shown) == (None, False, False)
    assert "Seen." in note.html
    assert "disabled" in bet.html


def test_a_bet_may_have_to_be_whole() -> None:
    bet = Bet("bid", "How much?", 1, 8, unit="M", whole=True)
    assert not bet.reply("2.5")
    assert bet.text("Write a whole number.") in bet.html
    assert bet.reply("2 M")


def test_a_picture_stands_beside_its_question(sliders: Sliders) -> None:
    bet = Bet("bid", "How much?", 10, 20)
    beside = Beside(sliders, bet)
    left, right = beside.children
    assert (left, right.children) == (sliders, (bet,))
