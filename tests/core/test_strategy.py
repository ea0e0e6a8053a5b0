"""A student's strategy may loop, print, fail or try to leave: all of it is told."""

import sys
from collections.abc import Callable
from typing import Any, Never

import pytest

from paydays_widgets.core import strategy
from paydays_widgets.core.strategy import PRINTED, CodeLine, Printed, StrategyError, consult
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.games.zahltag import text as zahltag
from paydays_widgets.show.words import fault
from tests.core.tables import dealt


def ask(choose: Callable[[Any, int], Any], printed: Printed | None = None) -> object:
    return consult({"mine": choose}, "mine", "view", 7, seat=1, printed=printed or Printed())


def blame(choose: Callable[[Any, int], Any]) -> StrategyError:
    with pytest.raises(StrategyError) as found:
        ask(choose)
    return found.value


def ends_the_program(view: Any, luck: int) -> Never:
    sys.exit("bye")


def interrupts(view: Any, luck: int) -> Never:
    raise KeyboardInterrupt


def stumbles(view: Any, luck: int) -> Any:
    found = {"bid": luck}
    return found["bit"]


def stumbles_further_in(view: Any, luck: int) -> Any:
    return stumbles(view, luck)  # the last line of its own file counts


def stumbles_elsewhere(view: Any, luck: int) -> Any:
    return Text("no language")


def loops(view: Any, luck: int) -> Never:
    while True:
        pass


def test_a_strategy_gets_its_view_and_its_luck() -> None:
    assert ask(lambda view, luck: (view, luck)) == ("view", 7)


@pytest.mark.parametrize(
    ("choose", "says", "code"),
    [
        (ends_the_program, "“mine” tried to end the program", 'sys.exit("bye")'),
        (interrupts, "“mine” was interrupted", "raise KeyboardInterrupt"),
        (stumbles, r"“mine” failed on seat 2: KeyError\('bit'\)", 'return found["bit"]'),
        (stumbles_further_in, "KeyError", 'return found["bit"]'),
        (stumbles_elsewhere, "unknown language", 'return Text("no language")'),
    ],
)
def test_a_fault_is_told_with_its_line(
    choose: Callable[[Any, int], Any], says: str, code: str
) -> None:
    error = blame(choose)
    assert error.line is not None
    assert error.line.code == code
    assert error.line.number > choose.__code__.co_firstlineno - 10
    with pytest.raises(StrategyError, match=says):
        raise error


def test_a_loop_is_stopped_and_its_line_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategy, "PATIENCE_S", 0.1)
    error = blame(loops)
    assert "was stopped: after 0.1 seconds it had not yet chosen a move for seat 2" in str(error)
    assert error.line is not None
    assert error.line.code in {"while True:", "pass"}


def test_a_fault_without_code_of_its_own_has_no_line() -> None:
    assert blame(max).line is None


def test_what_a_strategy_prints_is_kept() -> None:
    def chatty(view: Any, luck: int) -> str:
        print("thinking of", luck)
        print("oh", file=sys.stderr)
        return "move"

    printed = Printed()
    assert ask(chatty, printed) == "move"
    assert str(printed) == "thinking of 7\noh\n"


def test_what_is_printed_without_end_is_cut() -> None:
    printed = Printed()
    for number in range(10_000):
        print(number, file=printed)
    said = str(printed)
    assert said.startswith("0\n1\n2\n")
    assert said.endswith("9998\n9999\n")
    assert "\n…\n" in said
    assert len(said) == 2 * PRINTED + 3


def test_an_illegal_choice_is_told_in_words() -> None:
    on = dealt("greedy", "human")
    with pytest.raises(StrategyError) as found:
        on.advance()
    told = fault(found.value, zahltag.refused, Text("en", "paydays_widgets.games.zahltag"))
    assert told == (
        "The strategy “greedy” chose Bid(by=0, amount=77), which rule ZT-adjust forbids. "
        "Not possible now: bid. What to do: adjust the hand before the first turn, or keep it."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_is_told_in_every_language(language: str) -> None:
    error = blame(stumbles)
    error.line = CodeLine(3, "return 7")
    told = fault(error, zahltag.refused, Text(language))
    assert told.endswith(": return 7")
    assert " 3" in told
