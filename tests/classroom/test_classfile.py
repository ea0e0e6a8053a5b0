"""Files of classes that anybody may have written: they are shown, or refused with a reason."""

import json
import re
from collections.abc import Callable
from datetime import date
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paydays_widgets.classroom import assets, classfile, gathering, wishes
from paydays_widgets.classroom.classfile import LARGEST, MOST_DOTS, ClassFile
from paydays_widgets.classroom.screens import ours
from paydays_widgets.classroom.screens.words import render, words
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.text import LANGUAGES, Language
from paydays_widgets.show.words import complaint as spoken
from tests.classroom import markets
from tests.classroom.classes import Class, answer, game
from tests.classroom.programmes import opened, play

PEOPLE = [f"P{number}" for number in range(8)]
Json = dict[str, Any]


@cache
def files() -> tuple[bytes, ...]:
    """Save a file of each kind: bids, trades, marks of a debrief, answers."""
    bids = opened({"rules": "first_price"}, {"rules": "curse"}).join(*PEOPLE).begin()
    play(bids)
    play(bids.begin())
    trades = markets.opened(8, {"rules": "ceiling"})
    markets.trade(trades, 40)
    marks = Class().open(table=game("zock", 4)).join(*PEOPLE).begin()
    answers = Class().open("poll").join(*PEOPLE).begin()
    for person in range(len(PEOPLE)):
        answer(answers, person, person % 2)
    found = []
    for room in (bids, trades, marks, answers):
        room.do(wishes.end(room.room))
        found.append(classfile.write(gathering.gathered(room.room, "10b")))
    return tuple(found)


def complaint(data: bytes) -> str:
    with pytest.raises(Complaint) as caught:
        classfile.read(data, "mine.json")
    error = caught.value
    assert "mine.json" in str(error)
    return str(error)


def drawn(*those: ClassFile) -> None:
    """Draw what files have in common, as the page does."""
    for language in LANGUAGES:
        topics = ours.topics(those, language)
        assert render(
            "ours.html.j2",
            words(language),
            topics=topics,
            spans=ours.spans(those, language),
            questions=ours.questions(those, language),
            files=those,
            kept=(),
            said=(),
            url=str,
            assets=assets,
            form="",
            chosen_language="",
            opened=0,
            order="added",
            fewest=5,
            most=12,
            largest=200,
            languages=(),
        )


def changed(change: Callable[[Json], object], which: int = 0) -> bytes:
    raw = json.loads(files()[which])
    change(raw)
    return json.dumps(raw).encode()


@pytest.mark.parametrize("number", range(4))
def test_a_file_is_read_as_it_was_written_also_with_a_mark_before_it(number: int) -> None:
    data = files()[number]
    file = classfile.read(data, "mine.json")
    assert classfile.read(classfile.write(file), "mine.json") == file
    assert classfile.read(b"\xef\xbb\xbf" + data, "mine.json") == file
    assert classfile.read(json.dumps(json.loads(data), indent=2).encode(), "x") == file
    drawn(file, file)


@pytest.mark.parametrize(
    "data",
    [b"", b"\0\xff", b"Name;Value\r\n", b"[]", b"3", b"{}", b'{"format":"other"}', b"[" * 100_000],
)
def test_what_is_no_such_file_is_told_so(data: bytes) -> None:
    assert "Results without names" in complaint(data)


def test_a_part_of_a_file_is_told_from_another_kind_of_file() -> None:
    for data in files():
        for cut in (100, len(data) // 2, len(data) - 3):
            assert "damaged" in complaint(data[:cut])


def test_a_file_that_is_too_large_is_not_even_read() -> None:
    assert f"{LARGEST // 1000} kB" in complaint(files()[0] + b" " * LARGEST)


@pytest.mark.parametrize("version", [0, 2, "1.1", None, [1]])
def test_a_file_of_another_version_says_which(version: object) -> None:
    told = complaint(changed(lambda raw: raw.update(version=version)))
    assert str(version) in told
    assert "version 1" in told


WRONG: dict[str, tuple[int, Callable[[Json], object], str]] = {
    "a day": (0, lambda raw: raw.update(date="31.5.2026"), "at date: expected a day"),
    "a day in short": (0, lambda raw: raw.update(date="20260531"), "at date: expected a day"),
    "no day": (0, lambda raw: raw.update(date="2026-02-30"), "at date: expected a day"),
    "no label": (0, lambda raw: raw.update(label="\u200b"), "at label: expected a name"),
    "a field": (0, lambda raw: raw.update(names=["Anna"]), "there is no field 'names'"),
    "nothing": (0, lambda raw: raw.pop("people"), "the field 'people' is missing"),
    "a number": (0, lambda raw: raw.update(people="8"), "at people: expected a whole number"),
    "a game": (0, lambda raw: raw["parts"][1].update(game="go"), "at parts[1].game"),
    "rules": (0, lambda raw: raw["parts"][0]["rules"].update(auction="x"), ".rules.auction"),
    "seats": (0, lambda raw: raw["parts"][0].update(seats=9), "at parts[0].seats"),
    "a kind": (0, lambda raw: raw["parts"][0].update(kind="trades"), "at parts[0].kind"),
    "a debrief": (2, lambda raw: raw["parts"][0].update(kind="bids"), "at parts[0].kind"),
    "few": (0, lambda raw: raw["parts"][0].update(people=4), "at parts[0] (lists count from 0)"),
    "a figure": (
        *(0, lambda raw: raw["parts"][0]["figures"][0].update(key="luck")),
        "at parts[0].figures[0].key",
    ),
    "a column": (
        *(2, lambda raw: raw["parts"][0]["figures"][0].update(key="figure-9")),
        "at parts[0].figures[0].key",
    ),
    "a dot": (0, lambda raw: raw["parts"][0]["dots"].append([1, 2]), "at parts[0].dots"),
    "dots": (
        *(0, lambda raw: raw["parts"][0].update(dots=[[1, 1, True, 1]] * (MOST_DOTS + 1))),
        "at parts[0].dots",
    ),
    "far": (1, lambda raw: raw["parts"][0]["dots"].append([1e6, 1, True, 1]), "at parts[0]"),
    "counts": (
        *(3, lambda raw: raw["parts"][0]["answers"][0].update(counts=[8])),
        "at parts[0].answers[0].counts",
    ),
    "a sum": (
        *(3, lambda raw: raw["parts"][0]["answers"][0].update(counts=[1, 3])),
        "at parts[0].answers[0].counts",
    ),
    "an option": (
        *(3, lambda raw: raw["parts"][0]["answers"][0].update(right=2)),
        "at parts[0].answers[0].right",
    ),
    "a topic": (
        *(0, lambda raw: raw["parts"][0].update(measured={"topic": "luck", "value": 1, "n": 1})),
        "at parts[0].measured.topic",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_with_its_place(name: str) -> None:
    which, change, told = WRONG[name]
    assert told in complaint(changed(change, which))


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_in_the_readers_language(name: str, language: Language) -> None:
    which, change, _ = WRONG[name]
    with pytest.raises(Complaint) as caught:
        classfile.read(changed(change, which), "mine.json")
    told = spoken(caught.value, words(language))
    assert told != spoken(caught.value, words("en"))
    assert not re.search(r"expected| got |field|lists|cannot", told)


def test_files_alike_are_known_whatever_they_are_called() -> None:
    one, *others = (classfile.read(data, "x") for data in files())
    twin = classfile.read(changed(lambda raw: raw.update(label="other")), "x")
    assert classfile.alike(one, twin)
    assert not any(classfile.alike(one, each) for each in others)


def test_a_label_is_cleaned() -> None:
    assert classfile.made(" a\u202e\nb ", date(2026, 5, 31), 3).label == "a b"
    file = classfile.read(changed(lambda raw: raw.update(label=" <b>\u202e ")), "x")
    assert file.label == "<b>"


# --- anything -----------------------------------------------------------------------------------

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False)
    | st.text(max_size=20)
    | st.sampled_from(["bids", "trades", "marks", "answers", "market", "poll", "figure-1"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=8,
)


def places(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """List every place in a value."""
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if (isinstance(value, list))
        else ()
    )
    return [path, *[it for key, each in inner for it in places(each, (*path, key))]][:400]


def read_or_refused(data: bytes) -> None:
    """Whatever is read can be drawn; whatever cannot be is refused in a sentence."""
    try:
        file = classfile.read(data, "mine.json")
    except Complaint:
        assert complaint(data)
    else:
        drawn(file, classfile.read(files()[0], "x"))


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300) | VALUES.map(lambda value: json.dumps(value).encode()))
def test_anything_is_read_or_refused(data: bytes) -> None:
    read_or_refused(data)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 3), st.data())
def test_a_file_with_anything_at_any_place_is_read_or_refused(
    which: int, data: st.DataObject
) -> None:
    raw = json.loads(files()[which])
    for _ in range(data.draw(st.integers(1, 2))):
        *path, last = data.draw(st.sampled_from([each for each in places(raw) if each]))
        inner = raw
        for each in path:
            inner = inner[each]
        if data.draw(st.booleans()):
            inner[last] = data.draw(VALUES)
        else:
            del inner[last]
    read_or_refused(json.dumps(raw).encode())


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 3), st.integers(0, 10_000), st.binary(min_size=1, max_size=4))
def test_a_file_with_broken_bytes_is_read_or_refused(which: int, at: int, broken: bytes) -> None:
    data = files()[which]
    at %= len(data)
    read_or_refused(data[:at] + broken + data[at + len(broken) :])
