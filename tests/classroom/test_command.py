"""The command ``paydays class``: it lists and deletes what is kept, and says what it cannot do."""

import time
from pathlib import Path

import pytest

from paydays_widgets.app import main
from paydays_widgets.classroom.store import LogLine, Store

DAY = 86_400_000


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database with classes that played last 40, 20 and 0 days ago."""
    url = f"sqlite:///{tmp_path}/class.db"
    store = Store(url)
    now = time.time_ns() // 1_000_000
    for code, days in (("ABCDEF", 40), ("GHJKMN", 20), ("PQRSTU", 0)):
        at = now - days * DAY
        store.open_room(code, [LogLine(at, "Opened", b"{}")], "here", now=at, lease=0)
    store.close()
    return url


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["class", *arguments]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["class", *arguments]) == 2
    told = capsys.readouterr()
    assert not told.out
    return told.err


def codes(listed: str) -> list[str]:
    return [line.split()[0] for line in listed.splitlines()[1:]]


def test_classes_are_listed_and_deleted(capsys: pytest.CaptureFixture[str], url: str) -> None:
    listed = said(capsys, "list", "--store", url)
    assert codes(listed) == ["ABCDEF", "GHJKMN", "PQRSTU"]
    assert listed.splitlines()[1].endswith("1        open")
    assert said(capsys, "delete", "--older", "30", "--store", url) == "Deleted: ABCDEF.\n"
    told = said(capsys, "delete", "--older", "30", "--store", url)
    assert told == "No class is that old: nothing was deleted.\n"
    assert said(capsys, "delete", "pqrstu", "--store", url) == "Deleted: PQRSTU.\n"
    assert codes(said(capsys, "list", "--store", url)) == ["GHJKMN"]
    said(capsys, "delete", "GHJKMN", "--store", url)
    assert said(capsys, "list", "--store", url) == "There are no saved classes.\n"


def test_what_cannot_be_done_is_said_in_a_sentence(
    capsys: pytest.CaptureFixture[str], url: str, tmp_path: Path
) -> None:
    assert refused(capsys, "delete", "QQQQQQ", "--store", url) == "There is no class QQQQQQ.\n"
    missing = f"sqlite:///{tmp_path}/clas.db"
    told = refused(capsys, "list", "--store", missing)
    assert told == f"There is no file {tmp_path}/clas.db with classes.\n"
    assert not (tmp_path / "clas.db").exists()
    assert "This address of a database cannot be used." in refused(
        capsys, "list", "--store", "no address"
    )
    (tmp_path / "text.db").write_text("no database at all, but a text of some length")
    told = refused(capsys, "list", "--store", f"sqlite:///{tmp_path}/text.db")
    assert "The class’s database cannot be reached." in told
    for arguments in (["--older", "0"], [], ["ABCDEF", "--older", "30"]):
        with pytest.raises(SystemExit) as ended:
            main(["class", "delete", *arguments])
        assert ended.value.code == 2
