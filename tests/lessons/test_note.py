"""A note appears once its question is answered, and what was found once all are."""

import pytest

from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.lessons import Note, Number, Progress
from tests.markup import Page


def lesson() -> tuple[Progress, Number, Number]:
    progress = Progress(of=2)
    return progress, progress.ask(Number("a", "1?", 1, {})), progress.ask(Number("b", "2?", 2, {}))


def test_what_was_found_waits_for_all_questions() -> None:
    progress, first, second = lesson()
    note = Note("One <b>.", "Two.", after=progress)
    assert Page(note.html).key("waiting").said
    first.reply("1")
    assert "One" not in note.html
    second.show_answer()
    assert progress.done
    assert note.html.count("<li>") == 2
    assert "One &lt;b&gt;." in note.html
    progress.again()
    assert "One" not in note.html


def test_no_question_is_left_out() -> None:
    progress = Progress(of=2)
    progress.ask(Number("a", "1?", 1, {})).reply("1")
    assert not progress.done
    progress.ask(Number("b", "2?", 2, {})).reply("2")
    assert progress.done


def test_a_question_says_how_many_there_are() -> None:
    _, _, second = lesson()

    def eyebrow(question: Number) -> list[str]:
        (found,) = [e for e in Page(question.html).elements if e["class"] == "pw-eyebrow"]
        return found.figures

    assert eyebrow(second) == ["2", "2"]
    assert eyebrow(Progress().ask(Number("a", "1?", 1, {}))) == ["1"]


def test_a_quiet_note_says_nothing_while_it_waits() -> None:
    _, first, _ = lesson()
    note = Note("One.", after=first, quiet=True)
    assert not Page(note.html).key("waiting").said
    assert "hidden" in note.html
    first.reply("1")
    assert "One." in note.html
    assert "<li>" not in note.html


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_waits_in_the_readers_language(language: str) -> None:
    progress, *_ = lesson()
    note = Note("One.", "Two.", after=progress, language=language)
    waiting = "Answer all questions first. Then what you have found will appear here."
    assert (waiting in note.html) == (language == "en")
