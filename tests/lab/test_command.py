"""The lab on the command line: figures, single games, saved games, and what cannot be done."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from paydays_widgets import games, lab
from paydays_widgets.app import main
from paydays_widgets.core import record
from paydays_widgets.core.game import Decide
from paydays_widgets.lab.setting import setting

PAIR = "lean_crew,hoarder"
DECK = Path(games.__file__).with_name("zahltag") / "deck.toml"


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert not told.out
    return told.err


def test_simulate_writes_what_the_lab_found(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ask = ("simulate", "zahltag", "--seats", PAIR, "--games", "6", "--seed", "7")
    run = lab.simulate("zahltag", PAIR.split(","), games=6, seed=7)
    assert said(capsys, *ask) == f"{run}\n"
    assert said(capsys, *ask, "--json") == f"{run.to_json()}\n"
    file = tmp_path / "games.csv"
    said(capsys, *ask, "--csv", str(file), "--jobs", "2")
    assert file.read_text() == run.to_csv()


def test_a_tournament_and_a_sweep_do_likewise(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    few = ("--games", "3", "--seed", "7")
    cup = said(capsys, "tournament", "zahltag", "--strategies", PAIR, "--json", *few)
    assert len(json.loads(cup)["entries"]) == 2
    shown = said(capsys, "tournament", "zahltag", "--strategies", PAIR, "--table", "2", *few)
    assert shown == f"{lab.tournament('zahltag', PAIR.split(','), seats=2, games=3, seed=7)}\n"
    file = tmp_path / "sweep.csv"
    ask = ("sweep", "zahltag", "--seats", PAIR, "--vary", "deck.start_money=5,20", *few)
    assert said(capsys, *ask, "--csv", str(file)).startswith("deck.start_money")
    assert file.read_text().startswith("deck.start_money,seat")
    assert [run["value"] for run in json.loads(said(capsys, *ask, "--json"))["runs"]] == [
        "5",
        "20",
    ]


def test_one_game_is_told_or_linked(capsys: pytest.CaptureFixture[str]) -> None:
    ask = ("open", "zahltag", "--seats", PAIR, "--seed", "7", "--rules", "de")
    story = said(capsys, *ask).splitlines()
    assert story[0] == "The hands are dealt; the stacks are face up."
    assert story[-1].startswith("The game is over")
    assert said(capsys, *ask, "--language", "de").splitlines()[-1].startswith("Das Spiel ist zu")
    table = setting("zahltag", PAIR.split(","), rules="de").table(7)
    linked = record.loads(
        record.unshare(said(capsys, *ask, "--link").strip()), table.game, table.strategies
    )
    assert linked.seed == 7
    assert linked.rules == table.rules


def test_a_deck_of_ones_own_is_played(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "poor.toml"
    file.write_text(DECK.read_text().replace("{ value = 20,", "{ value = 3,", 1))
    ask = ("simulate", "zahltag", "--seats", PAIR, "--games", "2", "--seed", "7")
    assert said(capsys, *ask, "--deck", str(file)) != said(capsys, *ask)
    file.write_text("start_money = 3")
    assert "poor.toml" in refused(capsys, *ask, "--deck", str(file))
    assert "No such file" in refused(capsys, *ask, "--deck", str(tmp_path / "none.toml"))
    file.write_bytes(b"\xff\xfe")
    assert "it is not text" in refused(capsys, *ask, "--deck", str(file))


def test_a_saved_game_is_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    saved.write_text(record.dumps(setting("zahltag", PAIR.split(",")).played(7)))
    assert "moves of zahltag, all legal" in said(capsys, "record", "check", str(saved))
    changed = tmp_path / "changed.json"
    changed.write_text(saved.read_text().replace('"seed": ', '"seed": 1'))
    assert "changed after it was saved" in refused(capsys, "record", "check", str(changed))
    changed.write_text("no")
    assert "not a saved game" in refused(capsys, "record", "check", str(changed))


def test_the_choices_in_a_saved_game_are_compared(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table = setting("zahltag", PAIR.split(",")).table(7)
    while not isinstance(table.turn, Decide):
        table.advance()
    file = tmp_path / "game.json"
    file.write_text(record.dumps(table))
    ask = ("advise", str(file), "--games", "2", "--seed", "1")
    assert said(capsys, *ask) == f"{lab.advise(table, games=2, seed=1)}\n"
    while table.advance():
        pass
    file.write_text(record.dumps(table))
    assert "nobody has to decide here" in refused(capsys, *ask, "--persons", "hoarder")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("simulate", "chess", "--seats", PAIR), "no game is called 'chess'"),
        (("simulate", "zahltag", "--seats", "x,y"), "unknown strategy “x”"),
        (("simulate", "zahltag", "--seats", PAIR, "--games", "0"), "1 to 10,000,000 games"),
        (("simulate", "zahltag", "--seats", PAIR, "--rules", "it"), "no rules called “it”"),
        (
            ("simulate", "zahltag", "--seats", PAIR, "--games", "1", "--csv", "/none/a.csv"),
            "/none/a.csv cannot be written: No such file",
        ),
        (("tournament", "zahltag", "--strategies", "hoarder"), "cannot play a tournament"),
        (("sweep", "zahltag", "--seats", PAIR, "--vary", "deck.x=1"), "no “deck.x” to change"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert message in refused(capsys, *arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--games", "1.5"), "give a whole number of at most 18 digits, not 1.5"),
        (("--seed", "9" * 19), "give a whole number"),
    ],
)
def test_a_number_is_asked_for(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["simulate", "zahltag", "--seats", PAIR, *arguments])
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


def test_a_sweep_needs_a_name_and_values(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["sweep", "zahltag", "--seats", PAIR, "--vary", "deck.start_money"])
    assert "such as deck.start_money=10,20, not deck" in capsys.readouterr().err


def test_what_is_missing_is_named() -> None:
    ask = ["simulate", "zahltag", "--seats", PAIR, "--games", "2"]
    code = "import sys; sys.modules['numpy'] = None; from paydays_widgets.app import main; "
    code += f"main({ask})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "numpy is not installed: pip install 'paydays_widgets[lab]'\n"


def test_an_interrupt_is_no_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("paydays_widgets.lab.experiments.simulate", interrupted)
    assert main(["simulate", "zahltag", "--seats", PAIR, "--games", "2"]) == 130
    assert capsys.readouterr().err == "Stopped.\n"


def test_progress_is_told_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    main(["simulate", "zahltag", "--seats", PAIR, "--games", "3", "--seed", "1"])
    assert capsys.readouterr().err.endswith("\r3 of 3 games\n")
