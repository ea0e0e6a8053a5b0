"""What goes down a line, compressed piece by piece, is what was said."""

import zlib

import pytest
from msgspec import json

from paydays_widgets.classroom.clients import Alike
from paydays_widgets.classroom.web.packing import Packer, Parcel, letter

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
@pytest.mark.parametrize("bits", [zlib.MAX_WBITS, 10])
def test_a_message_arrives_as_it_was_said(message: dict[str, object], bits: int) -> None:
    plain = letter(message)
    assert json.decode(plain) == message
    packed = Packer(bits).compress(plain)
    reader = zlib.decompressobj(-bits)
    assert reader.decompress(packed + b"\x00\x00\xff\xff") == plain
    assert len(packed) < len(plain) + 16
    assert (letter(message) is plain) is isinstance(message, Alike)


def test_what_pages_show_alike_is_compressed_once() -> None:
    one, two = (
        letter({"kind": "page", "parts": {"head": {"html": name, "seq": 0}, **PARTS}})
        for name in ("Anna", "Ben")
    )
    assert isinstance(one, Parcel)
    assert isinstance(two, Parcel)
    shared = [a for a, b in zip(one.pieces, two.pieces, strict=True) if a is b]
    assert max(len(each.plain) for each in shared) > 20_000
