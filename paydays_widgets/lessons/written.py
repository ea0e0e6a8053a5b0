"""Numbers as readers write them.

Decimals and groups of thousands are read in the signs of every language: ``4,500.00``,
``4.500,00``, ``4 500``, ``4’500``. One sign before exactly three digits may be either, as in
``3,675``: English groups by a comma, French and German by a point. Then both numbers are
returned, that of the language first, and a question takes the first that it can expect.

A currency, the question's unit, a word of the question and ``%`` may stand beside the number. A
word such as *million* multiplies; it changes nothing where the question counts in it.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final
from unicodedata import decimal, normalize

from msgspec import Struct

from paydays_widgets.core.text import Language

_SIGNS: Final = str.maketrans(
    "\N{MINUS SIGN}\N{EN DASH}\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{RIGHT SINGLE QUOTATION MARK}"
    "\N{ARABIC DECIMAL SEPARATOR}\N{ARABIC THOUSANDS SEPARATOR}\N{ARABIC PERCENT SIGN}"
    "\N{FULLWIDTH FULL STOP}\N{FULLWIDTH COMMA}\N{FULLWIDTH PERCENT SIGN}\N{FULLWIDTH SOLIDUS}"
    "\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH PLUS SIGN}",
    "----'.'%.,%/-+",
)
_ONE_SIGN: Final = re.compile(
    "[\N{VULGAR FRACTION ONE QUARTER}-\N{VULGAR FRACTION THREE QUARTERS}"
    "\N{VULGAR FRACTION ONE SEVENTH}-\N{VULGAR FRACTION SEVEN EIGHTHS}]"
)
"""Fractions that are a single sign, such as ½."""
_NUMBER: Final = re.compile(
    r"(?P<sign>[-+]?) ?"
    r"(?:(?P<wholes>[0-9]{1,9}) (?=[0-9]+/))?"
    r"(?P<digits>[1-9][0-9]{0,2}(?P<group>[.,' ])[0-9]{3}(?:(?P=group)[0-9]{3})*|[0-9]{0,12})"
    r"(?:(?!(?P=group))(?P<point>[.,])(?P<part>[0-9]{0,9}))?"
    r"(?:/(?P<under>[0-9]{1,9}))?"
)
_CURRENCY: Final = r"\$|€|£|dollars?|euros?|pounds?|livres?|pfund|ducats?|dukaten"
_PERCENT: Final = r"%|per ?cent|pour ?cent|prozent"
_SCALES: Final = {
    r"thousand|mille|tausend": 10**3,
    r"millions?|millionen": 10**6,
    r"billions?|milliards?|milliarden?": 10**9,
}


class Given(Struct, frozen=True):
    """A number as a reader gave it.

    Parameters
    ----------
    place
        What its last digit stands for, such as 1/100 in ``0.19`` and in ``19%``; 0 for a fraction,
        which is not rounded.
    """

    number: Fraction
    place: Fraction

    def times(self, factor: Fraction | int) -> "Given":
        """Multiply it."""
        return Given(self.number * factor, self.place * factor)


def readings(
    written: str,
    language: Language,
    *,
    prompt: str = "",
    units: tuple[str, ...] = (),
    percent: bool = False,
    chance: bool = False,
) -> tuple[Given, ...] | None:
    r"""List what a reader can have meant, the likeliest first.

    Parameters
    ----------
    written, language
        What was written, on a page in which language.
    prompt
        The question; its words may stand beside the number, as in ``9 firms``, and it may say that
        it counts in thousands or millions.
    units
        What may stand beside the number.
    percent
        Whether ``%`` may.
    chance
        Whether it is a probability: then ``25%`` and ``25`` are a quarter.

    Returns
    -------
    tuple or None
        Empty if it is no number; None if there is nothing besides units.

    Examples
    --------
    >>> [str(each.number) for each in readings("3,675", "en")]
    ['3675', '147/40']
    >>> [str(each.number) for each in readings("3,675", "de")]
    ['147/40', '3675']
    >>> readings("19 per cent", "en", chance=True)
    (Given(number=Fraction(19, 100), place=Fraction(1, 100)),)
    >>> [str(each.number) for each in readings("$66 2/3", "en")]
    ['200/3']
    >>> readings("three", "en"), readings(" $ ", "en")
    ((), None)
    """
    body = re.sub(rf"^([-+]?) ?(?:{_CURRENCY}) ?", r"\1", _plain(written))
    named = (re.escape(each) for each in (*map(_plain, units), *_words(_plain(prompt))) if each)
    beside = "|".join([*named, _CURRENCY])
    ends = re.compile(
        rf"(?P<body>.*?) ?(?:{beside}|(?P<percent>{_PERCENT})|(?P<scale>{'|'.join(_SCALES)}))"
    )
    factors, hundredths = [1], False
    while found := ends.fullmatch(body):
        body = found["body"]
        if found["percent"]:
            hundredths = True
        elif found["scale"]:
            factors = _factors(found["scale"], _plain(prompt))
    if not body:
        return None
    if hundredths and not (percent or chance):
        return ()
    is_fraction = "/" in body and " " not in body
    return tuple(
        each.times(Fraction(1, 100))
        if chance and (hundredths or (each.number > 1 and not is_fraction))
        else each.times(factor)
        for each in _numbers(body, language)
        for factor in factors
    )


def _plain(written: str) -> str:
    """Write signs that look alike by the same characters."""
    signs = _ONE_SIGN.sub(lambda sign: f" {normalize('NFKC', sign[0])}", written.translate(_SIGNS))
    signs = "".join(str(decimal(each)) if each.isdecimal() else each for each in signs)
    spaced = " ".join(signs.replace("\N{FRACTION SLASH}", "/").casefold().split())
    return re.sub(" ?/ ?", "/", spaced).lstrip("=≈~ ")


def _words(prompt: str) -> Iterator[str]:
    """List the words of a question that may be what it counts, longer ones first."""
    counts = re.compile("|".join([_PERCENT, *_SCALES]))
    found = sorted({*re.findall(r"[^\W\d_]{2,}", prompt)}, key=len, reverse=True)
    return (word for word in found if not counts.fullmatch(word))


def _factors(scale: str, prompt: str) -> list[int]:
    """List by what a word may multiply; a question does not count in two at once."""
    (factor,) = (n for words, n in _SCALES.items() if re.fullmatch(words, scale))
    named = [n for words, n in _SCALES.items() if re.search(rf"\b(?:{words})\b", prompt)]
    return [factor, 1] if factor in named or not named else [factor]


def _numbers(body: str, language: Language) -> Iterator[Given]:
    found = _NUMBER.fullmatch(body)
    if found is None or not (found["digits"] or found["part"]):
        return
    sign = -1 if found["sign"] == "-" else 1
    if found["under"]:
        if (fraction := _fraction(found)) is not None:
            yield Given(sign * fraction, Fraction(0))
        return
    whole = re.sub("[^0-9]", "", found["digits"])
    part = found["part"] or ""
    read = Given(sign * Fraction(f"{whole or 0}.{part or 0}"), Fraction(1, 10 ** len(part)))
    thousandths = read.times(Fraction(1, 1000))
    if found["point"] or found["group"] not in (".", ",") or len(whole) > len("999999"):
        yield read
    elif (found["group"] == ",") == (language == "en"):
        yield from (read, thousandths)
    else:
        yield from (thousandths, read)


def _fraction(found: re.Match[str]) -> Fraction | None:
    """Return a fraction, or None if it is none; before it there may be wholes, as in 66 2/3."""
    under = int(found["under"])
    if not under or found["group"]:
        return None
    over = Fraction(f"{found['digits'] or 0}.{found['part'] or 0}")
    if found["wholes"] is None:
        return over / under
    return int(found["wholes"]) + over / under if over < under else None
