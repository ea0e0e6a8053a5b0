"""What a page may say: each message is checked at the edge, before anybody acts on it."""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, MsgspecError, Struct, field
from msgspec.json import Decoder

_EXACT: Final = 2**53
"""Beyond it, browsers do not tell whole numbers apart."""
Word: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{0,24}\Z")]
"""A short name, safe to repeat to its sender."""
Count: TypeAlias = Annotated[int, Meta(ge=0, le=_EXACT)]
Plain: TypeAlias = Annotated[int, Meta(ge=-_EXACT, le=_EXACT)] | bool | float | str | None
"""A value that holds no other."""


class Unreadable(ValueError):
    """Something that no page of ours says."""


class Message(Struct, frozen=True):
    """A message of a page, as ``talk/static/post.js`` sends it.

    Parameters
    ----------
    do
        The verb; "" for a move.
    view, number
        Which of the page's views it is from, and its number there.
    move, seq
        A move, and the number of the decision that it answers.
    value
        The verb's argument: a form says its fields.
    """

    do: Word = ""
    view: Word = field(default="", name="from")
    number: Count | None = None
    move: str | None = None
    seq: Count | None = None
    value: Plain | dict[str, Plain] = None


_READER: Final = Decoder(Message)


def read(data: str | bytes) -> Message:
    r"""Read a message.

    Raises
    ------
    Unreadable
        If it is none.

    Examples
    --------
    >>> read('{"do": "ping", "value": 7}').value
    7
    >>> read(r'{"do": "ping", "from": "1\ud800"}')
    Traceback (most recent call last):
        ...
    paydays_widgets.classroom.messages.Unreadable: Input data was truncated
    """
    try:
        return _READER.decode(data)
    except (MsgspecError, UnicodeError, RecursionError) as error:
        raise Unreadable(str(error)) from None
