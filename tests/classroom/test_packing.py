"""What goes down a line, compressed piece by piece, is what was said."""

import zlib

import pytest
from msgspec import json

from paydays_widgets.classroom.clients import Alike
from paydays_widgets.classroom.web.packing import _part, framed
from tests.classroom.market_load import told

PARTS = {
    "head": {"html": "<b>Zoë “Anna” 😀</b>", "seq": 0},
    "stage": {"html": "<p>" + "board " * 4_000 + "</p>", "seq": 2**40},
}


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "got", "to": "v1", "number": 3},
        {"kind": "news", "part": "head", "parts": {"counted": "x" * 5_000}},
        Alike(kind="news", part="stage", parts={"book": "y" * 5_000}, seq=3),
        {"kind": "page", "parts": {}, "gone": ["story"], "title": "«»", "call": 0},
        {"kind": "page", "parts": PARTS, "gone": [], "title": "T", "lost": {"text": "…"}},
    ],
)
@pytest.mark.parametrize("bits", [zlib.MAX_WBITS, 10, 0])
def test_a_message_arrives_as_it_was_said(message: dict[str, object], bits: int) -> None:
    frame = framed(message, bits)
    assert json.decode(told(frame)) == message
    assert len(frame) < len(json.encode(message)) + 26
    assert bool(frame[0] & 0x40) is bool(bits)
    assert (framed(message, bits) is frame) is isinstance(message, Alike)


@pytest.mark.parametrize("size", [20, 125, 126, 2**16 - 1, 2**16])
def test_a_frame_says_how_long_it_is(size: int) -> None:
    around = len(json.encode({"kind": ""}))
    message = {"kind": "x" * (size - around)}
    assert json.decode(told(framed(message, 0))) == message


def test_who_agreed_on_another_window_gets_another_frame() -> None:
    message = Alike(kind="news", part="stage", parts={"book": "y" * 5_000}, seq=3)
    assert len({framed(message, bits) for bits in (zlib.MAX_WBITS, 9, 0)}) == 3


def test_what_pages_show_alike_is_compressed_once() -> None:
    parts = {**PARTS, "stage": {"html": "<p>" + "a board for two " * 500 + "</p>", "seq": 7}}
    before = _part.cache_info().misses
    for name in ("Anna for two", "Ben for two"):
        framed({"kind": "page", "parts": {**parts, "head": {"html": name, "seq": 0}}}, 15)
    assert _part.cache_info().misses - before == 3, "two heads, one stage"
