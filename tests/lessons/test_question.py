"""Questions: right answers, the replies to wrong ideas, and what a browser may send."""

import gc
import weakref
from fractions import Fraction
from typing import Any

import pytest

from paydays_widgets.core.text import LANGUAGES, Language, Text
from paydays_widgets.lessons import Choice, Figures, Number, Outcome, Prediction, Right, Wrong
from paydays_widgets.lessons.answers import MOST_ANSWERS
from paydays_widgets.lessons.number import say_number
from paydays_widgets.lessons.question import LONGEST_ANSWER, Question, UnreadableAnswer
from paydays_widgets.show.template import unbroken
from tests.markup import Page

EVIL = "<img src=x onerror=alert(1)>"


def choice(language: str = "en") -> Choice:
    return Choice(
        "who",
        "Who builds?",
        [
            Wrong("Anna", "Hers is the higher price."),
            Right("Ben", "His is the lowest."),
            Wrong("Chloé", "She passed."),
        ],
        "The lowest bid wins.",
        language=language,
    )


def number() -> Number:
    return Number(
        "tie",
        "By how much does her money change?",
        -1,
        {1: "Less 2 M.", 0: "That is a tie at 2.", Fraction(1, 2): "They do not share."},
        "1 − 2 = −1.",
        tolerance=Fraction(1, 10),
        unit="M",
    )


def test_the_right_option() -> None:
    question = choice()
    assert (question.answer, question.correct) == (None, None)
    assert question.reply("Ben")
    assert (question.answer, question.correct) == ("Ben", True)
    assert question.done
    assert question.solved
    assert "His is the lowest." in question.html
    assert "The lowest bid wins." in question.html
    assert not Page(question.html).keys("show")


@pytest.mark.parametrize("answer", [1, "1", "Anna"])
def test_a_wrong_option_gets_its_own_reason(answer: object) -> None:
    question = choice()
    assert not question.reply(answer)
    assert question.correct is False
    assert not question.done
    assert "Hers is the higher price." in question.html
    assert "His is the lowest." not in question.html
    assert "The lowest bid wins." not in question.html
    assert Page(question.html).keys("show")


def test_the_first_answer_stays_the_prediction() -> None:
    question = choice()
    question.reply("Anna")
    question.reply("Ben")
    question.reply("Chloé")
    assert len({*question.answers}) == 3
    assert question.answer == "Chloé"
    assert question.correct is False
    assert question.solved
    assert question.done


def test_the_answer_can_be_asked_for() -> None:
    question = choice()
    question.reply("Anna")
    question.handle({"do": "show"})
    assert question.done
    assert question.shown
    assert not question.solved
    assert question.correct is False
    assert "His is the lowest." in question.html
    assert "The lowest bid wins." in question.html


def test_answers_are_observed() -> None:
    question = choice()
    seen: list[tuple[str, object]] = []
    question.observe(
        lambda change: seen.append((change["name"], change["new"])), ["answer", "correct", "done"]
    )
    question.reply("Ben")
    assert sorted(seen) == [("answer", "Ben"), ("correct", True), ("done", True)]


def test_again_forgets_everything() -> None:
    question = choice()
    fresh = question.html
    question.reply("Anna")
    question.show_answer()
    question.again()
    assert question.answers == ()
    assert (question.answer, question.correct, question.done) == (None, None, False)
    assert question.html == fresh


def test_nothing_chosen() -> None:
    question = choice()
    question.handle({"do": "answer", "value": {}})
    assert question.answers == ()
    assert question.correct is None
    assert Page(question.html).keys("complaint")


@pytest.mark.parametrize("options", [[], [Wrong("a", "")], [Right("a", ""), Right("b", "")]])
def test_a_choice_needs_one_right_option(options: list[Right | Wrong]) -> None:
    with pytest.raises(ValueError, match="exactly one right option"):
        Choice("q", "?", options)


SEVEN_IN_36 = {"right": Fraction(7, 36), "slips": {Fraction(1, 6): "a 2"}, "chance": True}
MONTHS = {"right": Fraction(77, 10), "slips": {Fraction(26, 3): "no"}}


@pytest.mark.parametrize(
    ("asked", "answer", "right"),
    [
        (SEVEN_IN_36, "7/36", True),
        (SEVEN_IN_36, "19%", True),
        (SEVEN_IN_36, "19", True),
        (SEVEN_IN_36, "0.19", True),
        (SEVEN_IN_36, "19,4 %", True),
        (SEVEN_IN_36, "0.1944", True),
        (SEVEN_IN_36, "0.2", False),  # one digit is too rough
        (SEVEN_IN_36, "19.0%", False),
        (SEVEN_IN_36, "20%", False),
        (SEVEN_IN_36, "17%", False),
        (MONTHS, "7.7", True),
        (MONTHS, "8", False),
    ],
)
def test_a_rounded_answer_is_taken_as_a_reader_rounds(
    asked: dict[str, Any], answer: str, right: bool
) -> None:
    assert Number("q", "?", **asked).reply(answer) == right


def test_a_rounded_slip_is_known_too() -> None:
    question = Number("q", "?", **SEVEN_IN_36)  # type: ignore[arg-type]  # one mapping for all
    question.reply("17%")
    assert "a 2" in question.html


def test_a_whole_number_is_not_rounded() -> None:
    assert not Number("q", "?", 314, {}).reply("310")
    assert not Number("q", "?", 23, {}).reply("23.4")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("1", "Less 2 M."),
        ("1 M", "Less 2 M."),
        ("0", "That is a tie at 2."),
        ("0.04", "That is a tie at 2."),
        ("1/2", "They do not share."),
        ("0,5", "They do not share."),
        ("7", "That is too high."),
        ("−3", "That is too low."),
        (Fraction(1, 2), "They do not share."),
    ],
)
def test_typical_slips(answer: object, reason: str) -> None:
    question = number()
    assert not question.reply(answer)
    assert reason in question.html
    assert unbroken("1 − 2 = −1.") not in question.html


@pytest.mark.parametrize("answer", ["-1", "−1", "–1", " - 1 M ", "-1.05", "-10/10", -1, -0.95])
def test_the_right_number(answer: object) -> None:
    question = number()
    assert question.reply(answer)
    assert unbroken("1 − 2 = −1.") in question.html
    assert "−1 M" in question.html


def test_the_number_in_python() -> None:
    question = number()
    question.reply("-0.5")
    assert question.answer == Fraction(-1, 2)
    assert question.answers == ("-0.5",)


@pytest.mark.parametrize(
    "answer",
    ["x", "1/0", "1e9", "--1", "25 %", "1" * 30, "²", "nan", "inf", "1 2", EVIL, None, [1], {}],
)
def test_what_is_no_number_is_no_answer(answer: object) -> None:
    question = number()
    assert not question.reply(answer)
    assert question.answers == ()
    assert question.correct is None
    assert Page(question.html).keys("complaint")
    assert "aria-invalid=true" in question.html
    assert "<img" not in question.html


@pytest.mark.parametrize("answer", ["", "  ", " M "])
def test_an_empty_box_is_answered_as_empty(answer: str) -> None:
    question = number()
    assert not question.reply(answer)
    assert question.answers == ()
    empty = Page(question.html).key("complaint").said
    question.reply("no number")
    assert Page(question.html).key("complaint").said != empty


RATE = {"right": Fraction("14.0175"), "slips": {15: "no"}, "places": 0, "unit": "%"}
JAR = {"right": Fraction("7.66"), "slips": {}, "places": 1}


def test_an_answer_is_shown_to_as_many_places_as_were_asked_for() -> None:
    rate, jar = (Number("q", "?", **each) for each in (RATE, JAR))  # type: ignore[arg-type]
    assert say_number(rate.right, Text("en"), rate) == "14%"
    assert say_number(jar.right, Text("de"), jar) == "7,7"


# --- predictions --------------------------------------------------------------------------------


def prediction() -> Prediction:
    return Prediction(
        "most",
        "Who earns the most?",
        [Wrong("Anna", "She asks too little."), Right("Ben", "He asks the most.")],
        "Prices decide.",
    )


def test_a_prediction_is_kept_and_not_marked() -> None:
    question = prediction()
    assert question.reply("Anna")
    assert question.done
    assert question.correct is None
    assert not question.solved
    for each in ("pw-sign", "He asks the most.", "Prices decide."):
        assert each not in question.html
    assert not question.reply("Ben")  # a commitment
    assert [question.predicted] == [question.options[0]]
    question.show_answer()
    assert not question.shown
    question.again()
    assert question.predicted is None
    assert not question.done


def test_nothing_predicted_is_told() -> None:
    question = prediction()
    assert not question.reply("")
    assert Page(question.html).keys("complaint")
    assert not question.done


@pytest.mark.parametrize("chosen", ["Anna", "Ben"])
def test_a_prediction_stands_beside_the_outcome(chosen: str) -> None:
    question = prediction()
    outcome = Outcome(question)
    assert Page(outcome.html).key("waiting").figures == []
    assert "He asks the most." not in outcome.html
    question.number = 3
    outcome.refresh()
    assert Page(outcome.html).key("waiting").figures == ["3"]
    question.reply(chosen)
    shown = Page(outcome.html).key("outcome")
    predicted, came = [each.said for each in shown.inside if each.tag == "dd"]
    assert predicted.startswith(chosen)
    assert came == "Ben He asks the most."
    assert "Prices decide." in shown.said
    assert ("She asks too little." in predicted) == (chosen == "Anna")


def test_an_outcome_waits_for_what_brings_it() -> None:
    asked, games = prediction(), choice()
    outcome = Outcome(asked, after=games)
    to_predict = Page(outcome.html).key("waiting").said
    asked.reply("Anna")
    assert Page(outcome.html).key("waiting").said not in {"", to_predict}
    asked.again()
    games.reply("Ben")
    assert Page(outcome.html).keys("") == ["waiting"]
    asked.reply("Anna")
    assert Page(outcome.html).keys("outcome")
    asked.again()
    assert Page(outcome.html).keys("") == ["waiting"]
    outcome.close()
    asked.reply("Anna")
    assert Page(outcome.html).keys("") == ["waiting"]


@pytest.mark.parametrize(
    ("written", "right"), [("95", True), ("105", True), ("94.9", False), ("105.1", False)]
)
def test_an_answer_is_right_as_far_as_the_tolerance_goes(written: str, right: bool) -> None:
    assert Number("q", "?", 100, {}, tolerance=5).reply(written) is right


def test_an_answer_is_written_as_the_language_writes_it() -> None:
    chance = Number("q", "?", Fraction(6, 38), {}, chance=True)
    assert say_number(Fraction(6, 38), Text("fr"), chance) == "3/19 ≈ 15,8\xa0%"
    assert say_number(Fraction(1), Text("en"), chance) == "100%"
    money = number()
    assert say_number(Fraction(-1), Text("en"), money) == "−1 M"
    assert say_number(Fraction(7, 3), Text("de"), money) == "7/3 ≈ 2,33 M"
    share = Number("q", "?", 14, {}, unit="%")
    assert say_number(Fraction(14), Text("en"), share) == "14%"
    assert say_number(Fraction(29, 2), Text("de"), share) == "14,5\xa0%"
    loss = Number("q", "?", Fraction(80, 11), {}, places=1, unit="%")
    assert [say_number(loss.right, Text(each), loss) for each in ("en", "fr")] == [
        "7.3%",
        "7,3\xa0%",
    ]


def test_an_answer_that_may_be_rounded_to_a_whole_number_is_written_so() -> None:
    jar = Number("q", "?", Fraction(1925, 18), {}, tolerance=1, unit="dollars")
    assert say_number(jar.right, Text("en"), jar) == "107 dollars"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_speaks_the_language(language: Language) -> None:
    question = choice()
    question.language = language
    text = question.text
    assert text("Check") in question.html
    question.reply("Anna")
    for words in ("Not yet.", "not right", "Show the answer"):
        assert text(words) in question.html
    question.reply("Ben")
    assert text("Right.") in question.html
    assert question.lost_words["text"]


def test_the_languages_differ() -> None:
    pages = {choice(language).html for language in LANGUAGES}
    assert len(pages) == 3


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"do": "answer"},
        {"do": "answer", "value": "2"},
        {"do": "answer", "value": ["2"]},
        {"do": "answer", "value": {"other": "2"}},
        {"do": "answer", "value": {"answer": "4"}},
        {"do": "answer", "value": {"answer": {"a": 1}}},
        {"do": "answer", "value": {"answer": [2]}},
        {"do": "answer", "value": {"answer": None}},
        {"do": "answer", "value": {"answer": "2" * 100_000}},
        {"do": "again"},
        {"do": "offer", "value": "{}"},
        {"do": "__class__"},
        {"move": "1 bid 5"},
    ],
)
def test_hostile_messages_change_nothing(message: dict[str, object]) -> None:
    for question in (choice(), number()):
        question._receive(None, message, [])
        assert not question.done
        assert not question.correct
        assert all(len(each) <= LONGEST_ANSWER for each in question.answers)


def test_answers_do_not_pile_up() -> None:
    question = choice()
    for _ in range(MOST_ANSWERS + 20):
        question.reply("Anna")
    assert len(question.answers) == MOST_ANSWERS - 1
    question.reply("Ben")
    assert len(question.answers) == MOST_ANSWERS
    assert question.verdicts[-1]  # however many were wrong before
    question.reply("Anna")
    question.reply("Ben")
    assert len(question.answers) == MOST_ANSWERS


def test_words_are_escaped() -> None:
    asked = Choice(EVIL, EVIL, [Right(EVIL, EVIL), Wrong("b", EVIL)], EVIL)
    asked.reply(2)
    asked.show_answer()
    asked.reply(1)
    written = Number("q", EVIL, 1, {2: EVIL}, EVIL, unit=EVIL)
    written.reply("2")
    written.show_answer()
    for page in (asked.html, written.html, Figures(EVIL, [EVIL], [[EVIL]]).html):
        assert "<img" not in page
        assert "&lt;img" in page


def test_a_form_is_accessible() -> None:
    one, other = choice(), number()
    for page in (one.html, other.html):
        assert page.count("<fieldset") == page.count("<legend") == 1
        assert "<label" in page
    one.reply("Anna")
    assert "data-say" in one.html  # the surface's live region says it
    (sign, *_) = [each for each in Page(one.html).elements if "sign--wrong" in each["class"]]
    assert sign.said  # in words, not by colour alone
    assert one.prefix != other.prefix


def test_what_comes_after_a_question_waits_for_it() -> None:
    question = choice()
    question.number = 3
    figures = Figures(
        "Sums", ["a", "b"], [("x", 1), ("y", Fraction(7, 3))], best=1, after=question
    )
    assert Page(figures.html).key("waiting").figures == ["3"]
    assert "Sums" not in figures.html
    question.reply("Anna")
    assert "Sums" not in figures.html
    question.show_answer()
    assert not Page(figures.html).keys("waiting")
    assert "Sums" in figures.html
    assert "7/3 ≈ 2.333" in figures.html
    figures.language = "de"
    assert "7/3 ≈ 2,333" in figures.html
    question.again()
    assert "Sums" not in figures.html
    figures.close()
    figures.close()


def test_a_question_without_a_number_can_be_waited_for() -> None:
    waiting = Page(Figures("f", ["a"], [[1]], after=choice()).html).key("waiting")
    assert waiting.said
    assert not waiting.figures


def test_a_bare_question_has_no_kind() -> None:
    with pytest.raises(TypeError, match="abstract methods"):
        Question("q", "?")


def test_unreadable_is_a_value_error() -> None:
    with pytest.raises(UnreadableAnswer, match="like 1/4"):
        Number("q", "?", 1, {}, chance=True).read("x")


@pytest.mark.thorough
def test_nothing_stays_alive() -> None:
    question = choice()
    figures = Figures("f", ["a"], [[1]], after=question)
    gone = [weakref.ref(question), weakref.ref(figures)]
    figures.close()
    question.close()
    del question, figures
    gc.collect()
    assert [each() for each in gone] == [None, None]


@pytest.mark.parametrize(
    ("right", "slips", "tolerance", "hint"),
    [
        (4, {3: ""}, 0, "A whole number."),
        (Fraction(25, 6), {4: ""}, 1, "A whole number."),
        (4, {-3: ""}, 0, "A whole number; with a minus sign if it is below zero."),
        (2, {Fraction(4, 3): ""}, 0, "A whole number, a decimal or a fraction. You may round."),
        (2, {3: ""}, Fraction(1, 50), "A whole number, a decimal or a fraction. You may round."),
        (-1, {Fraction(1, 2): ""}, 0, "or a fraction; with a minus sign if it is below zero."),
    ],
)
def test_it_says_which_numbers_it_takes(
    right: Fraction | int, slips: dict[Fraction | int, str], tolerance: Fraction | int, hint: str
) -> None:
    assert hint in Number("q", "?", right, slips, tolerance=tolerance).html
