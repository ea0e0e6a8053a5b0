"""What a game is."""

import pytest

from paydays_widgets.core.game import me
from paydays_widgets.games.zahltag.engine import ZAHLTAG


def test_a_view_says_who_looks_and_the_open_table_does_not() -> None:
    state = ZAHLTAG.start(3)
    assert [me(ZAHLTAG.view(state, seat)) for seat in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="open table"):
        me(ZAHLTAG.view(state, None))
