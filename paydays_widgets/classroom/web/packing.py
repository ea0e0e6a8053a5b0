"""Messages as they go down a line: what many pages show alike is encoded and compressed once.

A compressed message may consist of pieces that were compressed apart (RFC 7692, section 7.2.1: it
is any sequence of blocks), as long as none refers to another.
"""

import zlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple, Self

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


class Piece(NamedTuple):
    """A part of a message, and the same compressed."""

    plain: bytes
    packed: bytes


class Parcel(bytes):
    """A message that knows its pieces."""

    pieces: tuple[Piece, ...]

    @classmethod
    def of(cls, pieces: Iterable[Piece]) -> Self:
        """Put pieces together."""
        found = tuple(pieces)
        parcel = cls(b"".join(each.plain for each in found))
        parcel.pieces = found
        return parcel


def letter(message: Mapping[str, Any]) -> bytes:
    """Encode a message: once if several pages get it; of a page, each part is a piece."""
    if isinstance(message, Alike):
        message.written = message.written or Parcel.of([_piece(msgspec.json.encode(message))])
        return message.written
    if message.get("kind") != "page":
        return msgspec.json.encode(message)
    rest = {name: value for name, value in message.items() if name != "parts"}
    pieces = [_piece(msgspec.json.encode(rest)[:-1] + b',"parts":{')]
    for number, (name, part) in enumerate(message["parts"].items()):
        pieces.append(_part("," if number else "", name, part["html"], part["seq"]))
    return Parcel.of([*pieces, _CLOSE])


class Packer:
    """Compresses messages, each for itself; it stands in the place of tornado's.

    Parameters
    ----------
    bits
        How far a message may refer back, as a power of 2: what was agreed with the page.
    """

    def __init__(self, bits: int = zlib.MAX_WBITS) -> None:
        self._bits = bits

    def compress(self, data: bytes) -> bytes:
        """Compress a message."""
        if self._bits < zlib.MAX_WBITS:
            packed = _packed(data, self._bits, _MEMORY)
        elif isinstance(data, Parcel):
            packed = b"".join(each.packed for each in data.pieces)
        else:
            packed = _piece(data).packed
        return packed.removesuffix(_END)


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
