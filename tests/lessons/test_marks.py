"""``paydays marks``: what is read, what it is worth, and what is said of the rest."""

import csv
import io
import json
import os
import shutil
import time
import zipfile
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from paydays_widgets.app import main
from paydays_widgets.core.game import Complaint
from paydays_widgets.lessons import Choice, Progress, Right, Wrong, confined
from paydays_widgets.lessons.confined import Way
from paydays_widgets.lessons.handed_in import HandedIn, newest, read
from paydays_widgets.lessons.rubric import read_rubric
from paydays_widgets.lessons.trial import Task, Trial
from tests.course import FOLDER
from tests.lessons.test_confined import WAYS
from tests.lessons.test_trial import ENDLESS, RIGHT, WRONG

LESSON = "07_the_winners_curse"
NO_CONTEST = (
    '[choose.contest]\ngame = "auction_room"\nrivals = ["truthful"]\ninstead_of = "fixed_margin"\n'
)


def question(id_: str, number: int, right: Sequence[bool] = (), **other: Any) -> dict[str, Any]:
    answers = [f"answer {n}" for n, _ in enumerate(right, 1)]
    told = {"id": id_, "number": number, "marked": True, "answers": answers, "shown": False}
    return {**told, "right": [*right], **other}


def bet(id_: str, number: int, *answers: str) -> dict[str, Any]:
    return question(id_, number, marked=False, answers=answers)


QUESTIONS = [
    question("first", 1, [True]),
    question("later", 2, [False, False, True]),
    question("never", 3, [False]),
    question("shown", 4, [False, True], shown=True),
    bet("made", 5, "142,5"),
    bet("open", 6),
]


def answers(label: str = "", questions: object = QUESTIONS, **other: object) -> str:
    return json.dumps(
        {
            "format": "paydays-answers/1",
            "lesson": LESSON,
            "version": "0.2.0",
            "language": "fr",
            "label": label,
            "saved": "2026-11-27T10:00:00Z",
            "questions": questions,
            **other,
        }
    )


def notebook(source: str, lesson: str = "10_market") -> str:
    cells = [f'progress = Progress("{lesson}", of=3)', source]
    return json.dumps({"cells": [{"cell_type": "code", "source": each} for each in cells]})


def put(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def rubric(tmp_path: Path) -> Path:
    path = tmp_path / "rubric" / "marks.toml"
    put(path.parent, {path.name: f"[choose]\nseed = 5\ndeals = 20\n{NO_CONTEST}"})
    return path


def table(path: Path, delimiter: str = ",") -> list[dict[str, str]]:
    text = path.read_text(encoding="utf-8-sig")
    return [*csv.DictReader(io.StringIO(text), delimiter=delimiter)]


def marked(folder: Path, *options: object) -> list[dict[str, str]]:
    assert main(["marks", str(folder), *map(str, options)]) == 0
    return table(folder / "marks.csv")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return put(tmp_path / "homework", {"x.json": answers("Zoë")})


def test_marks_are_given_by_the_rubric_that_is_there(folder: Path) -> None:
    (row,) = marked(folder)
    assert row == {
        "label": "Zoë",
        "1 first": "4",
        "2 later": "2",
        "3 never": "0",
        "4 shown": "0",
        "5 made": "1",
        "6 open": "0",
        "total": "7",
        "out of": "18",
        "notes": "",
    }


def test_a_rubric_changes_them_and_leaves_room_for_a_paragraph(
    folder: Path, tmp_path: Path
) -> None:
    rubric = tmp_path / "marks.toml"
    rubric.write_text(
        'paragraph = "In your own words"\n[points]\nfirst = 1\nlater = 0.5\nshown = 0.25\n'
    )
    (row,) = marked(folder, "--rubric", rubric, "--language", "en")
    assert (row["total"], row["out of"], row["In your own words"]) == ("2.75", "6", "")
    marked(folder, "--rubric", rubric, "--language", "de")
    (row,) = table(folder / "marks.csv", ";")
    assert (row["2 later"], row["total"]) == ("0,5", "2,75")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[points]\nfrist = 1", "frist"),
        ("[points]\nfirst = -1", "points.first"),
        ("[points", "end of a table"),
        ('[choose.contest]\ngame = "chess"\nrivals = []\ninstead_of = "x"', "chess"),
    ],
)
def test_a_rubric_that_is_none_is_refused_in_a_sentence(
    folder: Path, tmp_path: Path, text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rubric = tmp_path / "marks.toml"
    rubric.write_text(text)
    assert main(["marks", str(folder), "--rubric", str(rubric)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"{rubric}: ")
    assert said in told
    assert not (folder / "marks.csv").exists()


def test_every_attempt_has_a_line(folder: Path) -> None:
    marked(folder)
    lines = table(folder / "attempts.csv")
    told = [
        (each["question"], each["attempt"], each["answer"], each["right"], each["shown"])
        for each in lines
    ]
    assert told == [
        ("first", "1", "answer 1", "yes", ""),
        ("later", "1", "answer 1", "no", ""),
        ("later", "2", "answer 2", "no", ""),
        ("later", "3", "answer 3", "yes", ""),
        ("never", "1", "answer 1", "no", ""),
        ("shown", "1", "answer 1", "no", "yes"),
        ("shown", "2", "answer 2", "yes", "yes"),
        ("made", "1", "'142,5", "", ""),  # or English would make 1425 of it
    ]
    assert {(each["label"], each["lesson"]) for each in lines} == {("Zoë", LESSON)}
    assert {each["saved"] for each in lines} == {"2026-11-27T10:00:00+00:00"}


def test_an_answer_that_was_only_shown_has_a_line(folder: Path) -> None:
    put(folder, {"x.json": answers("Zoë", [question("q", 1, shown=True)])})
    assert [each["1 q"] for each in marked(folder)] == ["0"]
    (line,) = table(folder / "attempts.csv")
    assert (line["attempt"], line["shown"]) == ("", "yes")


def test_the_newest_file_of_a_label_counts(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    newer = answers(" ZOË", [question("first", 1, [False])], saved="2026-11-28T10:00:00+01:00")
    put(folder, {"a.json": newer})
    (row,) = marked(folder)
    assert (row["1 first"], row["total"]) == ("0", "0")
    assert "2 later" not in row
    told = capsys.readouterr().out
    assert "a.json counts, since it is newer than x.json" in told


def test_who_gave_no_label_goes_by_the_file_or_its_folder(folder: Path) -> None:
    put(
        folder,
        {
            f"Ben-{LESSON}-answers (1).json": answers(),
            f"Chloé_4711_assignsubmission_file_{LESSON}-answers.json": answers(),
            f"Dan_4712_assignsubmission_file/{LESSON}-answers.json": answers(),
        },
    )
    assert [row["label"] for row in marked(folder)] == ["Ben", "Chloé", "Dan", "Zoë"]


def test_zip_files_are_read(folder: Path) -> None:
    with zipfile.ZipFile(folder / "all.zip", "w") as packed:
        packed.writestr("Eve/answers.json", answers())
        packed.writestr("__MACOSX/Eve/answers.json", "no")
    assert [row["label"] for row in marked(folder)] == ["Eve", "Zoë"]


def packed(folder: Path, name: str, files: dict[str, str], at: tuple[int, ...] = ()) -> None:
    with zipfile.ZipFile(folder / name, "w") as packed:
        for member, text in files.items():
            info = zipfile.ZipInfo(member)
            if at:
                info.date_time = at  # type: ignore[assignment] # it may be none
            packed.writestr(info, text)


def touched(folder: Path, name: str, text: str, saved: str) -> None:
    put(folder, {name: text})
    at = datetime.fromisoformat(saved).timestamp()
    os.utime(folder / name, (at, at))


@pytest.fixture(params=["Pacific/Kiritimati", "UTC", "America/New_York"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def counting(folder: Path, name: str = "Zoë") -> tuple[HandedIn, list[str]]:
    said: list[str] = []
    [found] = [each for each in newest(read(folder, said), said) if each.label == name]
    return found, said


@pytest.mark.usefixtures("zone")
def test_a_file_of_answers_counts_by_the_time_within_it(tmp_path: Path) -> None:
    packed(tmp_path, "x.zip", {"old.json": answers("Zoë")}, (2026, 11, 29, 23, 0, 0))
    put(tmp_path, {"new.json": answers("Zoë", saved="2026-11-27T10:00:01Z")})
    found, [said] = counting(tmp_path)
    assert found.where == "new.json"
    assert "is newer" in said


OLD, NEW = (notebook(f"def choose(view, luck): return {n}") for n in range(2))
MINE = "Zoë/mine.ipynb"


@pytest.mark.usefixtures("zone")
def test_times_of_zip_files_are_compared_with_each_other(tmp_path: Path) -> None:
    packed(tmp_path, "b.zip", {MINE: OLD}, (2026, 3, 29, 2, 59, 0))
    packed(tmp_path, "a.zip", {MINE: NEW}, (2026, 3, 29, 3, 1, 0))
    found, [said] = counting(tmp_path)
    assert found.where == f"a.zip/{MINE}"
    assert found.saved.isoformat() == "2026-03-29T03:01:00"
    assert "is newer" in said


def test_a_time_without_a_zone_is_of_this_machine_and_the_doubt_is_told(
    tmp_path: Path, zone: str
) -> None:
    hours = {"Pacific/Kiritimati": 14, "UTC": 0, "America/New_York": -5}[zone]
    packed(tmp_path, "x.zip", {MINE: OLD}, (2026, 11, 27, 12, 0, 0))
    for later, counts in ((timedelta(hours=-1), f"x.zip/{MINE}"), (timedelta(hours=1), MINE)):
        at = datetime(2026, 11, 27, 12, tzinfo=timezone(timedelta(hours=hours))) + later
        touched(tmp_path, MINE, NEW, at.isoformat())
        found, [said] = counting(tmp_path)
        assert found.where == counts
        assert "seems newer" in said
    touched(tmp_path, MINE, NEW, "2026-11-29T13:00:00+00:00")
    found, [said] = counting(tmp_path)
    assert found.where == MINE
    assert "is newer" in said


def test_every_pair_in_doubt_is_told(tmp_path: Path) -> None:
    packed(tmp_path, "x.zip", {MINE: OLD}, (2026, 11, 27, 12, 0, 0))
    touched(tmp_path, f"a/{MINE}", OLD, "2026-11-27T22:00:00+00:00")
    touched(tmp_path, f"b/{MINE}", NEW, "2026-11-27T23:00:00+00:00")
    found, said = counting(tmp_path)
    assert found.where == f"b/{MINE}"
    assert sum("seems newer" in each for each in said) == 1
    assert sum("is newer" in each for each in said) == 1


def test_a_zip_file_without_times_stops_nothing(tmp_path: Path) -> None:
    files = {"Zoë.json": answers(), "Ben.json": answers()}
    packed(tmp_path, "all.ZIP", files, (1980, 1, 1, 0, 0, 0))
    whole = (tmp_path / "all.ZIP").read_bytes()
    (tmp_path / "all.ZIP").write_bytes(whole.replace(b"\x00\x00\x21\x00", bytes(4)))
    said: list[str] = []
    assert {each.label for each in read(tmp_path, said)} == {"Zoë", "Ben"}
    assert not said


def test_files_in_a_zip_file_are_named_alike_whatever_the_case(tmp_path: Path) -> None:
    packed(tmp_path, "Zoë.ZIP", {"answers.JSON": answers()})
    packed(tmp_path, "Anna.zip", {"a.json": answers(), "B.JSON": answers()})
    assert {each.label for each in read(tmp_path, [])} == {"Zoë", "a", "B"}


def test_two_files_of_one_name_in_a_zip_file_are_both_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as both:
        both.writestr("a.json", answers("Zoë"))
        with pytest.warns(UserWarning, match="Duplicate"):
            both.writestr("a.json", answers("Ben"))
    assert {each.label for each in read(tmp_path, [])} == {"Zoë", "Ben"}


def test_folders_are_no_files_and_what_a_zip_file_has_beyond_the_most_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paydays_widgets.lessons.handed_in.MOST_FILES", 1)
    put(tmp_path, {"a/b/c/x.json": answers("Zoë")})
    said: list[str] = []
    assert [each.label for each in read(tmp_path, said)] == ["Zoë"]
    assert not said
    packed(tmp_path, "a/b.zip", {"y.json": answers("Ben"), "z.json": answers("Dan")})
    (tmp_path / "a/b/c/x.json").unlink()
    assert [each.label for each in read(tmp_path, said)] == ["Ben"]
    assert "1 files" in said[0]


def test_several_lessons_stand_side_by_side(folder: Path) -> None:
    put(folder, {"y.json": answers("Zoë", [question("q", 1, [True])], lesson="08_debt")})
    (row,) = marked(folder)
    assert row["08_debt 1 q"] == row[f"{LESSON} 1 first"] == "4"
    assert (row["total"], row["out of"]) == ("11", "22")


def test_a_test_stands_before_the_lessons_and_again_after_them(folder: Path) -> None:
    for name in ("what_you_know-after", "08_debt", "what_you_know-before"):
        put(folder, {f"{name}.json": answers("Zoë", [question("q", 1, [True])], lesson=name)})
    (row,) = marked(folder)
    lessons = [*dict.fromkeys(title.split()[0] for title in row)][1:5]
    assert lessons == ["what_you_know-before", LESSON, "08_debt", "what_you_know-after"]


def zipped(files: dict[str, str | bytes]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as packed:
        for member, content in files.items():
            packed.writestr(member, content)
    return held.getvalue()


def test_zip_files_in_zip_files_are_read(tmp_path: Path) -> None:
    """As a platform packs what students have packed themselves."""
    inner = zipped({"answers.json": answers()})
    deep = zipped({"more/Dan.zip": zipped({"answers.json": answers()})})
    (tmp_path / "all.zip").write_bytes(
        zipped({"Ben.zip": inner, "Chloé/Work.ZIP": inner, "x/deep.zip": deep})
    )
    said: list[str] = []
    assert {(each.label, each.where) for each in read(tmp_path, said)} == {
        ("Ben", "all.zip/Ben.zip/answers.json"),
        ("Work", "all.zip/Chloé/Work.ZIP/answers.json"),
        ("Dan", "all.zip/x/deep.zip/more/Dan.zip/answers.json"),
    }
    assert not said


def test_a_zip_file_that_holds_zip_files_without_end_is_named_and_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paydays_widgets.lessons.handed_in.LARGEST", 100_000)
    nested = zipped({"Eve.json": answers()})
    for _ in range(9):
        nested = zipped({"next.zip": nested})
    large = zipped({"big.zip": bytes(100_001), "bad.zip": b"hello", "Ben/a.json": answers()})
    (tmp_path / "deep.zip").write_bytes(nested)
    (tmp_path / "large.zip").write_bytes(large)
    said: list[str] = []
    assert [each.label for each in read(tmp_path, said)] == ["Ben"]
    for name in ("deep.zip/next.zip/next.zip", "large.zip/big.zip", "large.zip/bad.zip"):
        assert len([line for line in said if line.startswith(name)]) == 1, said


def test_many_zip_files_in_one_hold_no_more_than_the_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paydays_widgets.lessons.handed_in.MOST_FILES", 3)
    inner = zipped({"a.json": answers("Anna"), "b.json": answers("Ben")})
    (tmp_path / "all.zip").write_bytes(zipped({"x.zip": inner, "y.zip": inner}))
    said: list[str] = []
    assert len([*read(tmp_path, said)]) == 3
    assert [each.partition(" ")[0] for each in said] == ["all.zip"]


@pytest.mark.parametrize("in_zip", [False, True])
@pytest.mark.parametrize(
    ("name", "content", "label"),
    [
        ("Ben.json.txt", answers(), "Ben"),
        ("Ben.JSON.TXT", answers(), "Ben"),
        (f"Ben {LESSON}-answers (1).json.txt", answers(), "Ben"),
        ("Ben.ipynb.json", notebook("def choose(view, luck): return 0"), "Ben"),
        ("Ben.ipynb.txt", notebook("def choose(view, luck): return 0"), "Ben"),
    ],
)
def test_an_ending_that_a_browser_or_a_mailer_has_added_is_looked_through(
    name: str, content: str, label: str, in_zip: bool, tmp_path: Path
) -> None:
    other = {"Zoë.json": answers(), "Anna.ipynb": notebook("def choose(v, l): return 1")}
    if in_zip:
        packed(tmp_path, "x.zip", {name: content, **other})
    else:
        put(tmp_path, {name: content, **other})
    said: list[str] = []
    assert label in {each.label for each in read(tmp_path, said)}
    assert not said


def test_what_is_left_out_of_a_zip_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(
        zipped(
            {
                "Ben/answers.json": answers(),
                "essay.pdf": b"",
                "deep.rar": b"",
                "marks.csv": b"",
                "rubric.toml": b"",
                "__MACOSX/._essay.pdf": b"",
                "in.zip": zipped({"photo.jpg": b""}),
            }
        )
    )
    said: list[str] = []
    assert [each.label for each in read(tmp_path, said)] == ["Ben"]
    assert sorted(each.partition(":")[0] for each in said) == [
        "x.zip/deep.rar",
        "x.zip/essay.pdf",
        "x.zip/in.zip/photo.jpg",
    ]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-8"])
def test_a_mark_that_an_editor_puts_before_a_file_changes_nothing(
    encoding: str, tmp_path: Path
) -> None:
    """Notepad and PowerShell save files so."""
    (tmp_path / "Zoë.json").write_bytes(answers("Zoë").encode(encoding))
    own = notebook("def choose(view, luck): return 'é'").encode(encoding)
    (tmp_path / "x.zip").write_bytes(zipped({"Ben/task.ipynb": own}))
    said: list[str] = []
    assert {each.label for each in read(tmp_path, said)} == {"Zoë", "Ben"}
    assert not said
    rubric = tmp_path / "rubric.toml"
    rubric.write_bytes('paragraph = "Étonné ?"\n'.encode(encoding))
    assert read_rubric(rubric).paragraph == "Étonné ?"


def test_what_cannot_be_read_is_said_and_stops_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(
        folder,
        {
            "cut.json": answers("Ben")[:100],
            "other.json": '{"cells": []}',
            "many.json": answers("Ben", [question("q", 1, right=[True], answers=[])]),
            "none.ipynb": notebook("a = 1"),
            "broken.ipynb": notebook("def choose(view: pass"),
            "text.ipynb": "hello",
            "odd.ipynb": '{"cells": [{"cell_type": "code", "source": 5}]}',
            "deep.ipynb": notebook(f"def choose(view, luck): return {'-' * 50_000}1"),
            "late.json": answers("Ben", saved="9999-12-31T23:59:59-12:00"),
            "marks.toml": "",
            "bad.zip": "hello",
            "essay.pdf": "",
        },
    )
    (folder / "latin.json").write_bytes("é".encode("latin-1"))
    with zipfile.ZipFile(folder / "damaged.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("Ben.json", answers("Ben"))
    whole = (folder / "damaged.zip").read_bytes()
    (folder / "damaged.zip").write_bytes(whole[:50] + bytes(50) + whole[100:])
    assert [row["label"] for row in marked(folder)] == ["Zoë"]
    told = capsys.readouterr().out.splitlines()
    for name, why in {
        "cut.json": "truncated",
        "other.json": "cells",
        "many.json": "right",
        "none.ipynb": "def choose",
        "broken.ipynb": "cell 2, line 1",
        "text.ipynb": "malformed",
        "late.json": "range",
        "damaged.zip/Ben.json": "cannot be read",
        "odd.ipynb": "source",
        "deep.ipynb": "cannot be read",
        "bad.zip": "zip file",
        "essay.pdf": ".ipynb",
        "latin.json": "malformed",
    }.items():
        (line,) = [each for each in told if each.startswith(f"{name}: ")]
        assert why.lower() in line.lower()


def test_files_beyond_the_most_are_not_read_in_silence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("paydays_widgets.lessons.handed_in.MOST_FILES", 1)
    put(folder, {"y.JSON": answers("Ben")})
    assert [row["label"] for row in marked(folder)] == ["Zoë"]
    assert "2 files" in capsys.readouterr().out
    monkeypatch.undo()
    assert [row["label"] for row in marked(folder)] == ["Ben", "Zoë"]


def test_a_file_that_is_too_large_is_left_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("paydays_widgets.lessons.handed_in.LARGEST", 10)
    assert marked(folder) == []
    assert "x.json: has" in capsys.readouterr().out


@pytest.mark.thorough
def test_each_choose_is_played_and_its_interval_is_told(
    folder: Path, rubric: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(
        folder,
        {
            "Ben.ipynb": notebook(RIGHT),
            "Chloé.ipynb": notebook(WRONG),
            "Dan.ipynb": notebook(ENDLESS),
        },
    )
    rows = {row["label"]: row for row in marked(folder, "--rubric", rubric)}
    mark = {name: row["10_market choose"] for name, row in rows.items()}
    assert mark == {"Ben": "8", "Chloé": "0", "Dan": "0", "Zoë": ""} | {"Ben": mark["Ben"]}
    ben = rows["Ben"]
    low, gain, high = (
        float(ben[f"10_market {name}"]) for name in ("gain from", "gain", "gain to")
    )
    assert low < gain < high
    assert mark["Ben"] == ("8" if low > 0 else "2" if high < 0 else "4")
    assert "AR-limit" in rows["Chloé"]["notes"]
    assert "5 seconds" in rows["Dan"]["notes"]
    assert {row["out of"] for row in rows.values()} == {"26"}
    told = capsys.readouterr().out
    assert "no sandbox" in told
    assert "seed 5" in told
    again = {row["label"]: row for row in marked(folder, "--rubric", rubric)}
    assert again == rows


HOSTILE = {
    "ends us": "os.kill(os.getppid(), 9)",
    "ends all": "os.kill(0, 9)",
    "overwrites": "open({other!r}, 'w').write('mine')",
    "deletes": "os.remove({other!r})",
    "forks": "os.fork() or time.sleep(600)",
    "starts a shell": "os.execv('/bin/sh', ['sh', '-c', 'rm ' + {other!r}])",
    "fills the disk": "[open(str(n), 'wb').write(bytes(10**6)) for n in range(20)]",
    "never ends": "time.sleep(600)",
}


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS, ids=lambda way: "closed" if way.program else "open")
def test_a_hostile_notebook_costs_nobody_else_anything(
    folder: Path, tmp_path: Path, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confined, "chosen", lambda: way)
    rubric = put(tmp_path, {"m.toml": f"[choose]\nseconds = 5\ndeals = 4\nseed = 1\n{NO_CONTEST}"})
    other = folder / "Zora.ipynb"
    put(folder, {other.name: notebook(RIGHT)})
    for name, code in HOSTILE.items():
        attack = f"import os, time\ndef choose(view, luck): {code.format(other=str(other))}"
        put(folder, {f"{name}.ipynb": notebook(attack)})
    rows = {row["label"]: row for row in marked(folder, "--rubric", rubric / "m.toml")}
    assert rows.keys() == {*HOSTILE, "Zora", "Zoë"}
    for name in HOSTILE:
        assert rows[name]["10_market choose"] == "0"
        assert rows[name]["notes"]
    assert rows["Zora"]["10_market gain"]
    assert other.read_text(encoding="utf-8") == notebook(RIGHT)


def test_each_row_is_in_the_file_before_the_next_is_marked(
    folder: Path, rubric: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(folder, {f"{name}.ipynb": notebook(RIGHT) for name in ("Anna", "Ben")})
    marking = iter(["Anna", "Ben"])

    def tried(_: Task) -> Trial:
        if next(marking) == "Ben":
            raise KeyboardInterrupt
        return Trial(failed="it is only a test")

    monkeypatch.setattr("paydays_widgets.lessons.marks.tried", tried)
    assert main(["marks", str(folder), "--rubric", str(rubric)]) == 130
    [row] = table(folder / "marks.csv")
    assert (row["label"], row["notes"]) == ("Anna", "it is only a test")
    [line] = table(folder / "attempts.csv")
    assert line["label"] == "Anna"


def test_where_nothing_would_confine_it_root_plays_no_choose(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nothing() -> Way:
        raise Complaint("root")

    monkeypatch.setattr(confined, "chosen", nothing)
    marked(folder)
    put(folder, {"Ben.ipynb": notebook(RIGHT)})
    rubric = put(folder, {"marks.toml": NO_CONTEST}) / "marks.toml"
    assert main(["marks", str(folder), "--rubric", str(rubric)]) == 2
    assert capsys.readouterr().err == "root\n"


@pytest.mark.thorough
def test_a_lesson_says_what_its_choose_plays(folder: Path, tmp_path: Path) -> None:
    handed_out = json.loads(notebook(RIGHT))
    plays = {"game": "auction_room", "rivals": ["truthful"], "instead_of": "truthful"}
    handed_out["metadata"] = {"paydays": {"contest": plays}}
    lessons = put(tmp_path / "lessons", {"10_market.ipynb": json.dumps(handed_out)})
    put(folder, {"x.json": "", "Ben.ipynb": notebook(RIGHT)})
    (row,) = marked(folder, "--lessons", lessons)
    assert float(row["gain from"]) > 0  # who bids the value earns nothing
    assert row["choose"] == "8"
    assert "handed out" in row["notes"]


def test_the_lesson_itself_is_marked_as_it_was_handed_out(folder: Path, tmp_path: Path) -> None:
    rubric = put(tmp_path, {"marks.toml": "[choose]\ndeals = 40\nseed = 5"}) / "marks.toml"
    shutil.copy(FOLDER / "10_a_market_of_strategies.ipynb", folder / "Ben.ipynb")
    rows = {row["label"]: row for row in marked(folder, "--rubric", rubric)}
    ben = rows["Ben"]
    assert ben["10_a_market_of_strategies choose"] == "2"
    assert float(ben["10_a_market_of_strategies gain to"]) < 0
    assert "handed out" in ben["notes"]


@pytest.mark.parametrize(
    ("chosen", "worth"),
    [("Anna", "4"), ("Ben Anna", "2"), ("Ben Ben Anna", "2"), ("Ben Zoë Anna", "0"), ("Ben", "0")],
)
def test_what_a_reader_saves_is_marked(
    folder: Path, monkeypatch: pytest.MonkeyPatch, chosen: str, worth: str
) -> None:
    progress = Progress(LESSON)
    options = [Right("Anna", "yes"), Wrong("Ben", "no"), Wrong("Zoë", "no")]
    who = progress.ask(Choice("who", "Who?", options))
    for each in chosen.split():
        who.reply(each)
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(progress, "send", sent.append)
    progress.save("Zoë")
    put(folder, {"x.json": sent[0]["text"]})
    (row,) = marked(folder)
    assert (row["label"], row["1 who"]) == ("Zoë", worth)
    answers = [each["answer"] for each in table(folder / "attempts.csv")]
    assert answers == chosen.split()


@pytest.mark.parametrize(
    ("contest", "said"),
    [
        ({"game": "auction_room", "rivals": ["nobody"], "instead_of": "truthful"}, "nobody"),
        ({"game": "auction_room", "rivals": "truthful", "instead_of": "truthful"}, "rivals"),
    ],
)
def test_a_lesson_whose_contest_cannot_be_played_is_refused(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], contest: object, said: str
) -> None:
    wrong = {"cells": [], "metadata": {"paydays": {"contest": contest}}}
    lessons = put(tmp_path / "lessons", {"10_market.ipynb": json.dumps(wrong)})
    assert main(["marks", str(folder), "--lessons", str(lessons)]) == 2
    told = capsys.readouterr().err
    assert "10_market.ipynb" in told
    assert said in told
    assert main(["marks", str(folder), "--lessons", str(tmp_path / "nowhere")]) == 2


def test_a_choose_of_an_unknown_lesson_is_not_played(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(folder, {"Ben.ipynb": notebook(RIGHT, "99_nothing")})
    rows = marked(folder)
    assert "choose" not in rows[0]
    assert "Ben.ipynb: is not played" in capsys.readouterr().out


def test_a_folder_that_is_not_there_or_full_is_refused(
    tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["marks", str(tmp_path / "nowhere")]) == 2
    assert "nowhere" in capsys.readouterr().err
    (folder / "marks.csv").mkdir()
    assert main(["marks", str(folder)]) == 2
    assert "marks.csv" in capsys.readouterr().err
