"""Core's refusals are shown in the language of the screen."""

import pytest

from paydays_widgets.panels.session import Session
from tests.panels.tables import new


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", "La première branche ne part d’aucune autre."),
        ("de", "Der erste Zweig geht von keinem anderen aus."),
    ],
)
def test_what_core_refuses_is_told_in_the_language_of_the_screen(
    language: str, words: str
) -> None:
    at = Session(new(), language)
    at.do("save")
    changed = at.outbox[-1]["text"].replace('"parent": null', '"parent": 0')
    assert not at.do("load", changed)
    assert at.screen.message is not None
    assert words in at.screen.message.text
