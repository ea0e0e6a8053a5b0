"""Names as people type them: what is kept of them, and how they stand in a sentence."""

import unicodedata
from functools import lru_cache
from typing import Final

JOINERS: Final = "\u200c\u200d"
"""They part and join letters in Persian and Hindi, and the parts of an emoji."""
_INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
) | frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Characters that leave no mark, though Unicode counts them among letters, signs or accents."""
_ISOLATED, _DONE = "\u2068", "\u2069"
_TURNS: Final = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""The characters that turn the direction of a text."""
_GREEK: Final = (
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4"
    "\u03a5\u03a7\u03f9\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c5\u03c7"
)
_CYRILLIC: Final = (
    "\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421"
    "\u0422\u0423\u0425\u051a\u051c\u0430\u0435\u0455\u0456\u0458\u043a\u043e"
    "\u0440\u0441\u0443\u0445\u04bb\u0501\u051b\u051d"
)
_LATIN: Final = str.maketrans(
    _GREEK + _CYRILLIC, "ABEZHIKMNOPTYXCaikvopuxABESIJKMHOPCTYXQWaesijkopcyxhdqw"
)
"""The letters of other scripts that look like ours."""
_FROM_THE_RIGHT: Final = frozenset({"R", "AL", "AN"})


def cleaned(name: str, most: int) -> str:
    r"""Clean a name: visible characters, single spaces, and no more than there is room for.

    Returns
    -------
    str
        The name; "" if there is nothing in it to be seen.

    Examples
    --------
    >>> cleaned("  Zo\u00eb \u202e\n  K. ", 20)
    'Zoë K.'
    >>> cleaned("Maximilian", 3)
    'Max'
    >>> cleaned("\u3164\ufe0f", 20)
    ''
    """
    kept = "".join(
        each
        if each in JOINERS or unicodedata.category(each)[0] not in "CZ"
        else " "
        if each.isspace()
        else ""
        for each in unicodedata.normalize("NFC", name[: 10 * most])
    )
    found = " ".join(kept.split())[:most].strip(f" {JOINERS}")
    seen = any(
        each not in _INVISIBLE and unicodedata.category(each)[0] in "LNPS" for each in found
    )
    return found if seen else ""


@lru_cache(maxsize=1024)
def alike(name: str) -> str:
    r"""Return what names have in common that are read as one.

    A name all of whose letters look Latin is read so, whatever script they are of.

    Examples
    --------
    >>> alike("\u0391nn") == alike("Ann"), alike("Jan Wei\u00df") == alike("Jan Weiss")
    (True, False)
    >>> alike("\uff21nna") == alike("anna\ufe0f") == alike("An\u200dna ")
    True
    """
    seen = unicodedata.normalize("NFKD", name)
    latin = seen.translate(_LATIN)
    script = (unicodedata.name(each, "") for each in latin if each.isalpha())
    told = latin if all("LATIN" in each for each in script) else seen
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", told).lower())
    kept = (each for each in folded if each not in _INVISIBLE and each not in JOINERS)
    return " ".join("".join(kept).split())


def latin(text: str) -> str:
    r"""Return a text with Latin letters for those that look like them, without accents.

    Examples
    --------
    >>> latin("\u0410\u0412\uff23"), latin("\u00c9")
    ('ABC', 'E')
    """
    seen = unicodedata.normalize("NFKD", text).translate(_LATIN)
    return "".join(each for each in seen if not unicodedata.combining(each))


@lru_cache(maxsize=4096)
def isolated(name: str) -> str:
    r"""Keep a name that is written from right to left from turning the sentence around it.

    Without this, a sum behind it would change places with it.

    Examples
    --------
    >>> isolated("Zoë"), isolated("\u05d3\u05e0\u05d4") == "\u2068\u05d3\u05e0\u05d4\u2069"
    ('Zoë', True)
    """
    if name.isascii():
        return name
    plain = unturned(name)
    if any(unicodedata.bidirectional(each) in _FROM_THE_RIGHT for each in plain):
        return f"{_ISOLATED}{plain}{_DONE}"
    return plain


def unturned(text: str) -> str:
    r"""Leave out what turns the direction of a text, for a file that others read.

    Examples
    --------
    >>> unturned("\u2068Anna\u2069 pays 8")
    'Anna pays 8'
    """
    return text.translate(_TURNS)


def shortened(name: str, most: int) -> str:
    """Cut a name that is too long, so that it can stand in a sentence.

    Examples
    --------
    >>> shortened("Max", 6), shortened("Maximilian", 6)
    ('Max', 'Maxim…')
    """
    plain = unturned(name)
    return name if len(plain) <= most else isolated(f"{plain[: most - 1].rstrip()}…")
