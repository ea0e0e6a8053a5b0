"""Names that are written from right to left, and whether they turn what stands around them."""

import re

FROM_THE_RIGHT = ("דנה", "عبد الرحمن الطويل", "Zoë נועה", "محمد ٣", "יעל", "سارة", "נועם", "ليلى")
"""Hebrew and Arabic, one with Latin letters and one with a digit of its own; one has to be cut."""
_OPEN, _CLOSE = "\u2068", "\u2069"
_APART = re.compile(f"{_OPEN}[^{_OPEN}{_CLOSE}]*{_CLOSE}")
_TURNS = re.compile(f"[\u0590-\u06ff{_OPEN}{_CLOSE}]")


def turned(html: str) -> list[str]:
    """List the words of some markup that such a name turns, since it is not kept apart.

    What can be typed over is as it was typed.
    """
    return [
        words
        for words in re.split(r'[<>"]', re.sub(r"<input[^>]*>", "", html))
        if _TURNS.search(words) and _TURNS.search(_APART.sub("", words))
    ]
