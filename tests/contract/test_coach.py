"""At a person's decisions, under every preset, the coach is offered just where it speaks."""

import re

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.panels.controls import controls
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.storyline import storyline
from tests.markup import Page
from tests.playing_on import first_decisions

SEED = 1
MOST = 40
"""Decisions of a game: enough to come to an auction where hiring or changing cards is first."""


def offered(session: Session) -> bool:
    return bool(controls(session)["coaches"])


def said(session: Session, language: str) -> str:
    session.screen = replace(session.screen, coach=True, language=language)
    return session.coached()


PLACE = re.compile(r'<div class="pw-headline__coach">.*?</div>\s*', re.DOTALL)


def drawn(session: Session) -> str:
    return session.modules.board.draw(session.scene("p"))


PRESETS = pytest.mark.parametrize(
    ("name", "preset"),
    [(name, preset) for name in games.names() for preset in games.modules(name).presets],
)


@PRESETS
def test_the_coach_is_offered_where_it_has_something_to_say(name: str, preset: str) -> None:
    told = set()
    for session in first_decisions(name, games.modules(name).presets[preset], SEED, MOST):
        session.screen = replace(session.screen, coach=False)
        has_words = offered(session)
        assert not session.coached()
        words = {said(session, language) for language in LANGUAGES}
        if has_words:
            assert words >= {session.argument(min(session.acting))} - {""}
        assert not offered(session)
        assert len(words) == (len(LANGUAGES) if has_words else 1)
        assert all(re.search(r"[.?!]$", each) for each in words) is has_words
        told.add(has_words)
    assert any(told)


@pytest.mark.walk
@PRESETS
def test_nothing_is_said_less_while_the_coach_speaks(name: str, preset: str) -> None:
    for session in first_decisions(name, games.modules(name).presets[preset], SEED, MOST):
        session.screen = replace(session.screen, coach=False)
        alone, told = drawn(session), storyline(session)["entries"]
        assert not PLACE.search(alone)
        words = said(session, "en")
        with_coach = drawn(session)
        place = Page(with_coach)
        assert place.keys("coach-here") == (["coach-here", "coach-here-off"] if words else [])
        assert not words or words in place.key("coach-here").words
        assert PLACE.sub("", with_coach).split() == alone.split()
        assert storyline(session)["entries"] == told
