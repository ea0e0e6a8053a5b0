"""What a teacher decides about the picture of the board."""

from paydays_widgets import games
from paydays_widgets.core.game import Decide
from paydays_widgets.core.table import Player, Table
from paydays_widgets.games.zock.engine import ZOCK
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.widgets import Stage
from tests.markup import Page

ADVICE = "best cashed at these steps"


def seated() -> tuple[Session, Stage]:
    strategies = games.modules("zock").bots.STRATEGIES
    players = [Player("Anna", "turn_counter"), Player("Ben", "turn_counter")]
    session = Session(Table(ZOCK, players, strategies=strategies))
    session.do("step")
    return session, Stage(session)


def pressed(stage: Stage) -> str:
    return Page(stage.html).key("hint")["aria-pressed"]


def test_when_to_cash_is_shown_and_hidden_at_the_picture() -> None:
    session, stage = seated()
    assert ADVICE not in stage.html, "a class thinks first"
    assert pressed(stage) == "false"
    session.do("hint")
    assert ADVICE in stage.html
    assert pressed(stage) == "true"
    session.do("turn")
    assert ADVICE in stage.html, "what the teacher chose stays"
    session.do("projector", value=True)
    assert ADVICE in stage.html
    session.do("hint")
    assert ADVICE not in stage.html
    assert not session.do("hint", "perhaps")


def test_a_projector_shows_it_only_when_asked() -> None:
    session, stage = seated()
    session.do("projector", value=True)
    assert ADVICE not in stage.html
    session.do("hint", value=True)
    assert ADVICE in stage.html


def test_a_position_that_asks_when_to_cash_hides_it_until_the_result() -> None:
    session, stage = seated()
    session.do("hint", value=True)
    session.do("vignette", "one-at-the-worst-time")
    session.play("1 throw")
    assert ADVICE not in stage.html, "the die is still to be rolled"
    while session.can_advance():
        session.do("step")
    assert session.stopped
    assert ADVICE in stage.html
    session.do("again")
    session.play("1 throw")
    assert ADVICE not in stage.html
    session.do("vignette", "king-in-reach")
    session.play("1 go a")
    session.do("beyond")
    session.do("step")
    assert ADVICE not in stage.html, "it was not asked when to cash"


def test_where_a_bot_is_to_move_the_line_over_the_table_says_so() -> None:
    session, stage = seated()
    bot, button = ("A bot decides here.", "Each button says what would follow.")
    while not isinstance(session.table.turn, Decide) or session.table.turn.prompt != "move":
        session.do("step")
    assert bot in stage.html
    assert button not in stage.html
