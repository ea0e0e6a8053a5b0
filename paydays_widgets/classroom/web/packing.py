"""Messages as they go down a line: what many pages show alike is encoded, compressed, framed once.

A compressed message may consist of pieces that were compressed apart (RFC 7692, section 7.2.1: it
is any sequence of blocks), as long as none refers to another.
"""

import zlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from struct import pack
from typing import Any, Final, NamedTuple

import msgspec

from paydays_widgets.classroom.clients import Alike

_LEVEL: Final = 1
"""How hard it is tried: there may be hundreds of pages."""
_SMALL: Final = 512
"""A message with fewer bytes gets a small window: a large one takes longer to make than to use."""
_MEMORY: Final = 8
"""How much zlib takes for itself, as it counts that."""
_KEPT: Final = 128
_END: Final = b"\x00\x00\xff\xff"
"""What a flush writes; the last of a message is left out."""
_TEXT: Final = 0x81
_PACKED: Final = 0xC1
"""What a frame begins with that is a whole text, and one that is compressed."""
_SHORT: Final = 126
"""From so many bytes on, how many there are is written apart."""


class Piece(NamedTuple):
    """A part of a message, and the same compressed."""

    plain: bytes
    packed: bytes


def framed(message: Mapping[str, Any], bits: int) -> bytes:
    """Write a message as a frame (RFC 6455, section 5.2): once if several pages get it.

    Parameters
    ----------
    bits
        How far it may refer back, as a power of 2: what was agreed with the page; 0 if it takes
        nothing compressed.
    """
    if not isinstance(message, Alike):
        return _frame(_pieces(message), bits)
    if bits not in message.frames:
        message.frames[bits] = _frame(_pieces(message), bits)
    return message.frames[bits]


def _frame(pieces: Iterable[Piece], bits: int) -> bytes:
    if bits == zlib.MAX_WBITS:
        body = b"".join(each.packed for each in pieces)
    else:
        body = b"".join(each.plain for each in pieces)
        body = _packed(body, bits, _MEMORY) if bits else body
    body, kind = (body.removesuffix(_END), _PACKED) if bits else (body, _TEXT)
    size = len(body)
    if size < _SHORT:
        return pack("!BB", kind, size) + body
    if size < 1 << 16:
        return pack("!BBH", kind, _SHORT, size) + body
    return pack("!BBQ", kind, _SHORT + 1, size) + body


def _pieces(message: Mapping[str, Any]) -> list[Piece]:
    """Encode a message: of a page, each part is a piece."""
    if message.get("kind") != "page":
        return [_piece(msgspec.json.encode(message))]
    rest = {name: value for name, value in message.items() if name != "parts"}
    pieces = [_piece(msgspec.json.encode(rest)[:-1] + b',"parts":{')]
    for number, (name, part) in enumerate(message["parts"].items()):
        pieces.append(_part("," if number else "", name, part["html"], part["seq"]))
    return [*pieces, _CLOSE]


@lru_cache(maxsize=_KEPT)
def _part(comma: str, name: str, html: str, seq: int) -> Piece:
    part = msgspec.json.encode({name: {"html": html, "seq": seq}})
    return _piece(comma.encode() + part[1:-1])


def _piece(plain: bytes) -> Piece:
    small = len(plain) < _SMALL
    return Piece(plain, _packed(plain, 9, 1) if small else _packed(plain, zlib.MAX_WBITS, _MEMORY))


def _packed(plain: bytes, bits: int, memory: int) -> bytes:
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -bits, memory)
    return packer.compress(plain) + packer.flush(zlib.Z_SYNC_FLUSH)


_CLOSE: Final = _piece(b"}}")
