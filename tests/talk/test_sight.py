"""What a screen may show of a table."""

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.table import HUMAN, Player, Table
from paydays_widgets.panels.session import Session


def hides(session: Session) -> tuple[bool, bool, bool]:
    return session.quiet, session.scene("p").quiet, session.hint


@pytest.mark.parametrize("name", ["zahltag", "master_builder", "zock"])
def test_the_board_hides_the_answer_until_the_position_is_over(name: str) -> None:
    modules = games.modules(name)
    seats = [Player(each, HUMAN) for each in ("Anna", "Ben", "Chloé", "David")]
    session = Session(Table(modules.engine, seats, strategies=modules.bots.STRATEGIES))
    assert hides(session) == (False, False, False)
    quiet = [each for each in modules.vignettes.values() if each.quiet]
    assert quiet
    for each in quiet:
        assert session.do("vignette", each.id)
        assert hides(session) == (True, True, False)
        session.screen = replace(session.screen, beyond=True)
        assert hides(session) == (False, False, True)
    session.close()
