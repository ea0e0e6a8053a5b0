"""Numbers as readers write them: what is accepted, what is refused, and what is nearly right."""

from fractions import Fraction
from typing import Any, Final

import pytest

from paydays_widgets.core.text import LANGUAGES, Language
from paydays_widgets.lessons import Bet, Number
from paydays_widgets.lessons.written import readings
from tests.markup import Page

RIGHT, SLIP, WRONG, FORM = "right", "a slip", "wrong", "told its form, which is no try"

NO_NUMBER: Final = (
    *("", " ", "x", "1/0", "1e9", "--1", "nan", "inf", "1 2", "1 234/5", "³", "."),
    *("1,234,5", "1.234.5", "12,34,567", "9" * 30, "5 apples", "5005 6"),
)
DEBT: Final = (
    {"right": 5005, "slips": {3675: "s"}, "unit": "dollars"},
    {
        RIGHT: (
            *("5005", "5005.0", "5,005", "5.005", "5 005", "5’005", "5'005", "10010/2", "= 5005"),
            *("5\N{NARROW NO-BREAK SPACE}005", "5\N{NO-BREAK SPACE}005", "5,005.00", "5.005,00"),
            *("$5005", "$ 5,005", "€5005", "5005 euros", "5005 dollars", "5005 Dollar", "5 005 €"),
        ),
        SLIP: ("3,675", "3.675", "3675"),
        WRONG: ("5,500", "5.500", "5", "5000"),
        FORM: (*NO_NUMBER, "25 %"),
    },
)
POUNDS: Final = (
    {"right": 1833, "slips": {}, "tolerance": 2},
    {RIGHT: ("1,832.71", "1.832,71", "1 832,71", "£1831"), WRONG: ("1830", "1,836")},
)
PRICE: Final = (
    {"right": Fraction(200, 3), "slips": {60: "s"}},
    {
        RIGHT: (
            *("66.7", "66,7", "66.667", "66,667", "67", "66 2/3", "66⅔", "200/3", "200 / 3"),
            *("≈ 66.67", "66.67 $"),
        ),
        SLIP: ("60",),
        WRONG: ("64", "65", "68", "69", "70", "66.5", "66.8"),
        FORM: ("66", "66.6", "66,66", "66.0", *NO_NUMBER, "25 %"),
    },
)
RATE: Final = (
    {"right": Fraction("44.58529"), "slips": {37: "s"}, "places": 0, "unit": "%"},
    {
        RIGHT: (
            *("45", "44.6", "44,59", "44.585", "44.5853", "45%", "45 %"),
            *("45 percent", "45 per cent", "45 pour cent", "45 Prozent"),
        ),
        SLIP: ("37",),
        WRONG: ("40", "43", "46", "50", "44.4", "44.7"),
        FORM: ("44", "44.0", "44.5", "44.58"),
    },
)
JAR: Final = (
    {"right": Fraction("7.66"), "slips": {}, "places": 1},
    {
        RIGHT: ("7.7", "7,66", "7.660"),
        WRONG: ("7.5", "7.8", "7.65", "7.67", "6", "9"),
        FORM: ("8", "7", "7.6"),
    },
)
TINY: Final = (
    {"right": Fraction("0.00123"), "slips": {}, "places": 4},
    {RIGHT: ("0.0012", ".0012", "0,00123"), WRONG: ("0.0013", "0.002"), FORM: ("0.001",)},
)
LOSS: Final = (
    {"right": -18, "slips": {18: "s"}},
    {
        RIGHT: (
            *("-18", "\N{MINUS SIGN}18", "–18", "\N{NON-BREAKING HYPHEN}18", "- 18"),
            *("-$18", "$-18", "−18 €"),
        ),
        SLIP: ("18", "+18"),
    },
)
TRACT: Final = (
    {"right": 65, "slips": {}, "prompt": "In millions?"},
    {
        RIGHT: ("65", "65 million", "65 millions", "65 Millionen", "$65 million"),
        WRONG: ("65 thousand", "65 billion", "64 million"),
        FORM: (*NO_NUMBER, "25 %"),
    },
)
SUM: Final = (
    {"right": 2_000_000, "slips": {}, "prompt": "How many dollars?"},
    {
        RIGHT: ("2000000", "2,000,000", "2.000.000", "2 million", "2 Millionen"),
        WRONG: ("2 mille", "2"),
    },
)
FIRMS: Final = (
    {"right": 9, "slips": {}, "prompt": "How many firms, in thousands?"},
    {
        RIGHT: ("9", "9 firms", "9 Firms", "9 thousands", "9 thousand"),
        WRONG: ("8 firms",),
        FORM: ("9 firm", "firms", "firms 9", "9 rivals", "ninefirms"),
    },
)
BOTH: Final = (
    {"right": Fraction(9, 25), "slips": {Fraction(3, 5): "s"}, "chance": True},
    {
        RIGHT: (
            *(".36", ",36", "0.36", "36%", "36 %", "36", "9/25", "18/50", "36.0%"),
            *("36 percent", "36 Prozent", "36 pour cent"),
        ),
        SLIP: ("3/5", "60"),
        WRONG: ("4/3", "0.35", "37%"),
        FORM: NO_NUMBER,
    },
)
UNSOLD: Final = (
    {"right": Fraction(8, 125), "slips": {}, "chance": True},
    {
        RIGHT: ("6.4 percent", "6,4 %", "0.064", "0,064", ".064", "8/125", "6"),
        WRONG: ("7", "0.6", "64%"),
    },
)
SEVEN_IN_36: Final = (
    {"right": Fraction(7, 36), "slips": {}, "chance": True},
    {
        RIGHT: ("7/36", "19%", "19", "19,4 %", "0.1944", "19.444", "19 4/9%"),
        WRONG: ("20%", "17%", "19.5%", "0.3"),
        FORM: ("0.2", "0.1", "19.0%"),
    },
)


def outcome(question: Number, written: str) -> str:
    """Give an answer, and return what became of it."""
    question.again()
    question.reply(written)
    if Page(question.html).keys("complaint"):
        assert (question.answers, question.correct, question.done) == ((), None, False)
        return FORM
    assert len(question.answers) == 1
    if question.correct:
        return RIGHT
    return SLIP if question.answer in question.slips else WRONG


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "table",
    [DEBT, POUNDS, PRICE, RATE, JAR, TINY, LOSS, TRACT, FIRMS, SUM, BOTH, UNSOLD, SEVEN_IN_36],
)
def test_a_number_is_marked_alike_in_every_language(
    language: Language, table: tuple[dict[str, Any], dict[str, tuple[str, ...]]]
) -> None:
    asked, becomes = table
    question = Number(**{"id": "q", "prompt": "?", **asked}, language=language)
    wanted = {written: each for each, all_ in becomes.items() for written in all_}
    assert {written: outcome(question, written) for written in wanted} == wanted


@pytest.mark.parametrize(
    ("language", "written", "number"),
    [
        ("en", "3,675", Fraction(3675)),
        ("en", "3.675", Fraction("3.675")),
        ("en", "3,675.5", Fraction("3675.5")),
        ("fr", "3,675", Fraction("3.675")),
        ("fr", "3.675", Fraction(3675)),
        ("fr", "3\N{NARROW NO-BREAK SPACE}675,5", Fraction("3675.5")),
        ("de", "3,675", Fraction("3.675")),
        ("de", "3.675", Fraction(3675)),
        ("de", "3.675,5", Fraction("3675.5")),
        *(
            (language, written, number)
            for language in LANGUAGES
            for written, number in {
                "10 000": Fraction(10_000),
                "10'000": Fraction(10_000),
                "3675": Fraction(3675),
                "3,67": Fraction("3.67"),
                "0,675": Fraction("0.675"),
                "$300": Fraction(300),
            }.items()
        ),
        ("en", "10,000", Fraction(10_000)),
        ("fr", "10.000", Fraction(10_000)),
        ("de", "10.000", Fraction(10_000)),
    ],
)
def test_a_bet_is_read_as_the_language_writes(
    language: Language, written: str, number: Fraction
) -> None:
    bet = Bet("b", "What is owed?", 0, 10_000, language=language)
    assert bet.reply(written)
    assert bet.answer == number


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("written", ["3,675", "3.675", "3 675", "3675"])
def test_bounds_decide_between_two_readings(language: Language, written: str) -> None:
    whole = Bet("b", "?", 0, 10_000, whole=True, language=language)
    large = Bet("b", "?", 100, 10_000, language=language)
    for bet in (whole, large):
        assert bet.reply(written)
        assert bet.answer == 3675


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("written", ["12,500", "12.500"])
def test_a_small_bet_is_no_grouped_thousand(language: Language, written: str) -> None:
    bet = Bet("b", "?", 0, 100, language=language)
    assert bet.reply(written)
    assert bet.answer == Fraction(25, 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_kept_is_read_again_in_any_language(language: Language) -> None:
    english = Bet("b", "?", 0, 10_000)
    english.reply("3,675")
    again = Bet("b", "?", 0, 10_000, language=language)
    again.recall(*english.answers)
    assert again.answer == english.answer == 3675


@pytest.mark.parametrize(
    ("written", "number"),
    [
        *(("25%", 0.25), ("25", 0.25), ("0.25", 0.25), ("1/4", 0.25)),
        *(("0.5 %", 0.005), ("1", 1), ("100 %", 1), ("66 1/2", 0.665)),
    ],
)
def test_a_chance_may_be_a_percentage(written: str, number: float) -> None:
    (found,) = readings(written, "en", chance=True) or ()
    assert float(found.number) == number


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("zero", ["\u0660", "\u06f0", "\u0966", "\u09e6", "\u0e50", "\uff10"])
def test_the_digits_of_every_script_are_digits(zero: str, language: Language) -> None:
    def written(number: str) -> str:
        return "".join(chr(ord(zero) + int(each)) if each.isdigit() else each for each in number)

    for number in ("42", "5005", "66.7", "-3", "66 2/3", "25%"):
        assert readings(written(number), language, percent=True) == readings(
            number, language, percent=True
        ), number


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("\u0663\u066b\u0665", "3.5"),
        ("\u0665\u066c\u0660\u0660\u0665", "5'005"),
        ("\u0662\u0665\u066a", "25%"),
        ("\uff0d\uff13\uff0e\uff15", "-3.5"),
        ("\uff11\uff0f\uff14", "1/4"),
        ("\uff15\uff10\uff05", "50%"),
    ],
)
def test_the_signs_that_go_with_them_are_read(written: str, plain: str) -> None:
    assert readings(written, "en", percent=True) == readings(plain, "en", percent=True) != ()
