"""Progress: what is solved, what is open, and what the browser keeps."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from paydays_widgets import __version__
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.lessons import Choice, Note, Number, Prediction, Progress, Right, Wrong, text
from paydays_widgets.lessons.answers import Answers, Asked
from paydays_widgets.lessons.progress import ASKED
from tests.markup import Page


def kept(text: object) -> dict[str, object]:
    """Return what the browser keeps, as the page reports it."""
    return {"do": "kept", "value": {"records": {"": {"text": text, "when": 0}}}}


def lesson(keep: str = "lesson") -> tuple[Progress, Choice, Number]:
    progress = Progress(keep=keep)
    who = progress.ask(Choice("who", "Who?", [Right("Anna", "yes"), Wrong("Ben", "no")]))
    sum_ = progress.ask(Number("sum", "1 + 1 <b>?", 2, {3: "one too many"}))
    return progress, who, sum_


def solved(progress: Progress) -> list[str]:
    """Return how many questions are solved, and of how many."""
    (heading,) = [each for each in Page(progress.html).elements if each.tag == "h2"]
    return heading.figures


def unsolved(progress: Progress) -> list[str]:
    (line,) = [e for e in Page(progress.html).elements if e["class"] == "pw-progressed__open"]
    assert line.said
    return line.figures


def hint(progress: Progress) -> list[str]:
    return [each.said for each in Page(progress.html).elements if each["class"] == "pw-hint"]


def test_it_counts() -> None:
    progress, who, sum_ = lesson()
    assert solved(progress) == ["0", "2"]
    assert unsolved(progress) == ["1", "2"]
    who.reply("Anna")
    assert progress.solved == 1
    assert [each.id for each in progress.unsolved] == ["sum"]
    assert solved(progress) == ["1", "2"]
    assert unsolved(progress) == ["2"]
    assert 'aria-valuenow="1"' in progress.html
    sum_.reply(3)
    assert progress.solved == 1
    sum_.reply(2)
    assert not progress.unsolved
    assert unsolved(progress) == []


def test_predictions_are_asked_for_and_not_counted() -> None:
    progress, who, sum_ = lesson()
    most = progress.ask(Prediction("most", "Who?", [Right("Anna", "yes"), Wrong("Ben", "no")]))
    assert solved(progress) == ["0", "2"]
    assert unsolved(progress) == ["1", "2", "3"]
    who.reply("Anna")
    sum_.reply(2)
    assert solved(progress) == ["2", "2"]
    assert unsolved(progress) == ["3"]
    record = progress.record
    most.reply("Ben")
    assert solved(progress) == ["2", "2"]
    assert unsolved(progress) == []
    assert "pw-sign--said" in progress.html
    assert progress.done
    assert progress.record != record  # the browser keeps it
    progress.handle({"do": "again"})
    progress.handle(kept(json.dumps({"most": json.loads('{"answers": []}')})))
    assert not most.done


def test_a_prediction_of_another_session_stands() -> None:
    progress, *_ = lesson()
    most = progress.ask(Prediction("most", "Who?", [Right("Anna", "yes"), Wrong("Ben", "no")]))
    most.reply("Ben")
    record = progress.record
    later, *_ = lesson()
    again = later.ask(Prediction("most", "Who?", [Wrong("Ben", "no"), Right("Anna", "yes")]))
    later.handle(kept(record))
    assert again.predicted == Wrong("Ben", "no")


def test_an_answer_that_was_shown_is_not_solved() -> None:
    progress, who, _ = lesson()
    who.show_answer()
    assert "pw-sign--shown" in progress.html
    assert progress.solved == 0


def test_it_leads_to_the_questions() -> None:
    progress, who, _ = lesson()
    assert f'href="#{who.prefix}"' in progress.html
    assert f'id="{who.prefix}"' in who.html
    assert "1 +\N{NO-BREAK SPACE}1 &lt;b&gt;?" in progress.html


@pytest.mark.parametrize("given", [False, True])
def test_a_browser_that_keeps_no_answers_is_said_to(
    given: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if given:
        monkeypatch.setenv("QUERY_STRING", "homework=ABCDEFGH&seed=7")
    progress, who, _ = lesson()
    said = [storage(progress)]
    for told in ("storage-none", "storage-full", "storage-room"):
        progress.handle({"do": told})
        said.append(storage(progress))
        who.reply("Anna")
        assert storage(progress) == said[-1], "it stays in sight"
    keeps, none, full, room = said
    assert room == keeps
    assert keeps not in {none, full}
    assert (none == full) == given, "a teacher has them in either case"


def storage(progress: Progress) -> str:
    """Return what is said of the browser's storage."""
    return Page(progress.html).key("storage").said


def test_a_page_that_asks_nothing_says_nothing() -> None:
    progress = Progress()
    assert "<section" not in progress.html
    progress.ask(Number("sum", "1 + 1?", 2, {}))
    assert "<section" in progress.html


def test_no_question_yet() -> None:
    progress = Progress(of=1)
    assert unsolved(progress) == []
    assert hint(progress) == []
    assert progress.record == ""


def test_questions_follow_the_language() -> None:
    progress, who, sum_ = lesson()
    for language in LANGUAGES:
        progress.language = language
        assert (who.language, sum_.language) == (language, language)
    assert solved(progress) == ["0", "2"]
    later = progress.ask(Number("later", "?", 1, {}))
    assert later.language == "de"


def test_a_question_asked_again_takes_the_place_of_the_first() -> None:
    progress, who, sum_ = lesson()
    who.reply("Anna")
    again = progress.ask(Choice("who", "Who now?", [Right("Ben", "yes")]))
    assert progress.questions == [again, sum_]
    assert again.number == 1
    assert who.comm is None
    assert progress.solved == 0
    again.reply("Ben")
    assert progress.solved == 1


def test_the_browser_keeps_the_answers() -> None:
    progress, who, sum_ = lesson()
    who.reply("Ben")
    who.reply("Anna")
    sum_.show_answer()
    record = progress.record
    ben, anna = who.answers
    assert json.loads(record) == {
        "who": {"answers": [ben, anna], "shown": False, "right": [False, True]},
        "sum": {"answers": [], "shown": True, "right": []},
    }

    fresh, who, sum_ = lesson()
    fresh.handle(kept(record))
    assert who.answers == (ben, anna)
    assert who.solved
    assert sum_.shown
    assert fresh.record == record


def test_answers_come_back_to_questions_asked_later() -> None:
    progress = Progress(keep="lesson")
    progress.handle(kept('{"sum":{"answers":["3","2"]}}'))
    question = progress.ask(Number("sum", "?", 2, {}))
    assert question.solved
    assert question.answers == ("3", "2")
    assert progress.solved == 1


def test_new_answers_win_over_kept_ones() -> None:
    progress, who, _ = lesson()
    who.reply("Ben")
    given = who.answers
    progress.handle(kept('{"who":{"answers":["1"]}}'))
    assert who.answers == given


def test_a_choice_comes_back_where_it_stands_now_and_a_number_of_old_does_not() -> None:
    progress, who, _ = lesson()
    who.reply("Ben")
    record = progress.record

    turned = Progress(keep="lesson")
    other = turned.ask(Choice("who", "Who?", [*reversed(who.options)]))
    turned.handle(kept(record))
    assert other.answer == "Ben"

    old = Progress(keep="lesson")
    asked = old.ask(Choice("who", "Who?", who.options))
    old.handle(kept('{"who":{"answers":["2","1"]}}'))
    assert asked.answers == ()
    gone = [each for each in who.options if each.text != "Ben"]
    less = Progress(keep="lesson").ask(Choice("who", "Who?", gone))
    less.recall(who.answers[0])
    assert less.answers == ()


@pytest.mark.parametrize(
    "value",
    [
        None,
        1,
        "",
        "{",
        "[]",
        '{"who":1}',
        '{"who":{"answers":"1"}}',
        '{"who":{"answers":[1]}}',
        '{"who":{"answers":["1"],"more":1}}',
        json.dumps({"who": {"answers": ["1" * 1000]}}),
        json.dumps({"who": {"answers": ["1"] * 1000}}),
        '{"nobody":{"answers":["1"]}}',
        '{"who":{"answers":["<b>"]}}',
    ],
)
def test_what_is_kept_is_not_trusted(value: object) -> None:
    progress, who, _ = lesson()
    progress._receive(None, kept(value), [])
    progress._receive(None, {"do": "kept", "value": value}, [])
    assert who.answers == ()
    assert progress.solved == 0
    assert "<b>" not in who.html


def test_all_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    progress, who, _ = lesson()
    sent: list[object] = []
    monkeypatch.setattr(progress, "send", sent.append)
    who.reply("Anna")
    progress.handle({"do": "again"})
    assert who.answers == ()
    assert progress.solved == 0
    assert progress.record == ""
    assert sent == [{"kind": "forget", "all": "panel"}]
    progress.handle({"do": "nonsense"})
    assert progress.solved == 0


def test_nothing_of_it_stays_alive() -> None:
    progress, who, _ = lesson()
    progress.close()
    who.reply("Anna")
    assert solved(progress) == ["0", "2"]


def test_the_answers_of_questions_yet_to_come_are_kept() -> None:
    progress, who, sum_ = lesson()
    who.reply("Anna")
    sum_.reply(2)
    again = Progress(keep="lesson")
    again.handle(kept(progress.record))
    again.ask(Choice("who", "Who?", [Right("Anna", "yes"), Wrong("Ben", "no")]))
    assert json.loads(again.record) == json.loads(progress.record)
    again.again()
    assert not again.record


def asked(
    id_: str, number: int, answers: tuple[str, ...], right: tuple[bool, ...], **flags: Any
) -> Asked:
    return Asked(id=id_, number=number, answers=answers, right=right, **flags)


def saved(progress: Progress, monkeypatch: pytest.MonkeyPatch, label: str) -> dict[str, Any]:
    """Press the button, and return what the browser is to save."""
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(progress, "send", sent.append)
    progress.handle({"do": "save", "value": {"label": label}})
    (order,) = sent
    assert (order["kind"], order["mime"]) == ("save", "application/json")
    return order


def test_answers_are_saved_as_a_file_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    progress, who, sum_ = lesson("the_sum")
    progress.ask(Prediction("most", "Who?", [Right("Anna", "yes"), Wrong("Ben", "no")]))
    who.reply("Ben")
    who.reply("Anna")
    sum_.reply("3")
    sum_.show_answer()
    order = saved(progress, monkeypatch, "  Zoë \u202e ")
    assert order["name"] == "the_sum-answers.json"
    found = msgspec.json.decode(order["text"], type=Answers)
    assert (found.lesson, found.language, found.label) == ("the_sum", "en", "Zoë")
    assert found.version == __version__
    assert datetime.now(UTC) - found.saved < timedelta(minutes=1)
    assert found.questions == (
        asked("who", 1, ("Ben", "Anna"), (False, True), marked=True, shown=False, options=2),
        asked("sum", 2, ("3",), (False,), marked=True, shown=True),
        asked("most", 3, (), (), marked=False, shown=False, options=2),
    )
    assert 'value="Zoë"' in progress.html


def test_saved_answers_speak_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    progress = Progress("07_the_winners_curse", language="de")
    same = text("The same.")
    who = progress.ask(Choice("who", "Who?", [Right(same, "yes"), Wrong("Ben", "no")]))
    who.reply(same)
    order = saved(progress, monkeypatch, "")
    found = msgspec.json.decode(order["text"], type=Answers)
    assert found.language == "de"
    assert found.questions[0].answers == (progress.catalogue.told(same, Text("de")),) != (same,)


def test_a_file_in_which_verdicts_are_missing_is_refused() -> None:
    with pytest.raises(ValueError, match="right"):
        asked("who", 1, ("Ben",), (), marked=True, shown=False)


def test_a_lesson_that_is_homework_knows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere, *_ = lesson()
    assert (elsewhere.homework, elsewhere.seed, elsewhere.keep) == ("", 0, "lesson")
    monkeypatch.setenv(ASKED, "homework=ABCDEFGH&seed=12345")
    progress, who, _ = lesson()
    assert (progress.homework, progress.seed) == ("ABCDEFGH", 12345)
    assert progress.keep not in {"", "lesson"}  # those who share a browser share no answers
    assert not lesson(keep="")[0].keep
    assert progress.lesson == {"of": 2, "questions": ["who", "sum"]}
    assert hint(progress) != hint(elsewhere)
    who.reply("Anna")
    assert '"who"' in progress.record


@pytest.mark.parametrize(
    ("asked", "seed"),
    [
        ("", 0),
        ("seed=7", 0),
        ("homework=abc&seed=7", 0),
        ("homework=ABCDEFGH", 0),
        ("homework=ABCDEFGH&seed=-7", 0),
        ("homework=ABCDEFGH&seed=99999999999999999999", 0),
        ("homework=ABCDEFGH&seed=7&lang=fr", 7),
    ],
)
def test_what_is_no_seed_is_none(monkeypatch: pytest.MonkeyPatch, asked: str, seed: int) -> None:
    monkeypatch.setenv(ASKED, asked)
    assert Progress().seed == seed


def test_a_students_figures_stay_and_do_not_depend_on_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    figures = range(5, 25)
    assert Progress().vary("cost", *figures) == 5
    dealt = []
    for seed in range(1, 41):
        monkeypatch.setenv(ASKED, f"homework=ABCDEFGH&seed={seed}")
        first, again = Progress(), Progress()
        rival = again.vary("rival", *figures)
        assert first.vary("cost", *figures) == again.vary("cost", *figures)
        assert first.vary("rival", *figures) == rival
        dealt.append((first.vary("cost", *figures), rival))
    assert {cost for cost, _ in dealt} <= {*figures}
    assert len({cost for cost, _ in dealt}) > 10
    assert len({cost - rival for cost, rival in dealt}) > 10


def test_each_student_sees_the_options_in_another_order(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["Anna", "Ben", "Chloé", "David"]
    options = [Right(words[0], "yes"), *(Wrong(each, "no") for each in words[1:])]

    def order() -> list[str]:
        progress = Progress()
        asked = [progress.ask(Choice(name, "Who?", options)) for name in ("who", "again")]
        for each in asked:
            assert sorted(option.text for option in each.options) == words
            assert each.reply("Anna")
        return [option.text for each in asked for option in each.options]

    assert order() == order()
    orders = []
    for seed in range(1, 41):
        monkeypatch.setenv(ASKED, f"homework=ABCDEFGH&seed={seed}")
        orders.append(order())
        assert orders[-1] == order()
    for at in range(8):
        assert {each[at] for each in orders} == {*words}
    assert any(each[:4] != each[4:] for each in orders)


def test_a_teacher_holds_questions_back() -> None:
    progress, who, sum_ = lesson()
    later = Note("Then this.", after=sum_)
    progress.handle({"do": "unlocked", "value": 1})
    assert 'data-key="ask"' in who.html
    assert Page(sum_.html).key("waiting").figures == ["2"]
    assert "Then this." not in later.html
    for value in (True, "2", 2.5):
        progress.handle({"do": "unlocked", "value": value})
        assert 'data-key="ask"' not in sum_.html
    progress.handle({"do": "unlocked", "value": None})
    assert 'data-key="ask"' in sum_.html
    sum_.reply(2)
    progress.handle({"do": "unlocked", "value": 1})
    assert 'data-key="ask"' in sum_.html  # what has been answered stays


def test_a_question_that_is_asked_later_is_held_back_too() -> None:
    progress = Progress()
    progress.handle({"do": "unlocked", "value": 0})
    held = Page(progress.ask(Number("sum", "1 + 1?", 2, {})).html)
    assert held.key("waiting").figures == ["1"]
