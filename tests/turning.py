"""Names that are written from right to left, and whether they turn what stands around them."""

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from paydays_widgets.core.names import unturned

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


def translated(html: str) -> list[str]:
    """List where names stand alone, and a browser’s translation may change them."""
    found = []
    root = LexborHTMLParser(f"<body>{html}").root
    assert root is not None
    for node in root.traverse(include_text=True):
        words = unturned((node.text_content or "").strip()) if node.tag == "-text" else ""
        above: LexborNode | None = node.parent
        while above is not None and above.attributes.get("translate") != "no":
            above = above.parent
        if words in FROM_THE_RIGHT and above is None:
            found.append(str(node.parent and node.parent.html))
    return found
