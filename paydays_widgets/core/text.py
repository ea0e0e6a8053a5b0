"""Words, numbers and money in English, French and German.

English sentences stand in the code and serve as keys; French and German come from the packages'
gettext catalogues (``locale/<language>.mo``), compiled when the project is built. A sentence
missing from a catalogue appears in English.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias, cast, get_args

from msgspec import Meta, Struct

if TYPE_CHECKING:
    from gettext import NullTranslations

Language: TypeAlias = Literal["en", "fr", "de"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
LINE: Final = 200
"""What an error quotes at most, in characters."""
SHARED: Final = ("paydays_widgets.show", "paydays_widgets.core")
"""The packages whose sentences every page may need."""
GROUPED: Final = 1000
"""From here on a number's digits stand in groups of three."""
Passage: TypeAlias = Annotated[str, Meta(max_length=4_000)]
"""A text in one language, as data files have it."""


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """A text in the three languages."""

    en: Passage
    fr: Passage
    de: Passage

    @classmethod
    def alike(cls, words: str) -> "Words":
        """Use the same words in every language, for a name or for want of a translation."""
        return cls(words, words, words)


def short(value: object, most: int = 40, write: Callable[[object], str] = str) -> str:
    """Write a value on one line, shortened to be quoted; if it cannot be written, name its class.

    Examples
    --------
    >>> short("a   name"), short("x" * 50) == "x" * 40 + "…"
    ('a name', True)
    """
    try:
        written = " ".join(write(value).split())
    except Exception:  # noqa: BLE001 - a student's class may fail at anything
        return type(value).__name__
    return written if len(written) <= most else f"{written[:most]}…"


def capital(words: str) -> str:
    """Begin words with a capital letter.

    Examples
    --------
    >>> capital("small piece")
    'Small piece'
    """
    return words[:1].upper() + words[1:]


class Note(Struct, frozen=True):
    """The explanation of an event.

    Parameters
    ----------
    what
        What happened, in one sentence.
    why
        The reason or the consequence in this case; "" if there is nothing to add.
    sum
        The calculation, with one line per seat if several pay; "" if there is none.
    """

    what: str
    why: str = ""
    sum: str = ""


class _Style(Struct, frozen=True):
    thousands: str
    point: str
    conjunction: str
    percent: str


_STYLES: Final[dict[str, _Style]] = {
    "en": _Style(",", ".", " and ", "%"),
    "fr": _Style("\u202f", ",", " et ", "\N{NO-BREAK SPACE}%"),
    "de": _Style(".", ",", " und ", "\N{NO-BREAK SPACE}%"),
}


class Text:
    """The words of one language.

    Parameters
    ----------
    language
        ``"en"``, ``"fr"`` or ``"de"``.
    packages
        The packages whose catalogues are searched, in this order; those of ``show`` and ``core``
        come last.

    Raises
    ------
    ValueError
        If the language is not one of these.

    Examples
    --------
    >>> text = Text("en")
    >>> text("{name} pays {n} M.", name="Anna", n=-1200)
    'Anna pays −1,200 M.'
    """

    def __init__(self, language: str, *packages: str) -> None:
        if language not in LANGUAGES:
            message = f"unknown language {language!r}: expected {', '.join(LANGUAGES)}"
            raise ValueError(message)
        self.language: Language = language
        self.packages = packages
        self._style = _STYLES[language]
        self._catalogue = _catalogue(language, packages)

    def __repr__(self) -> str:
        """Write the call that makes it."""
        return f"Text({', '.join(map(repr, (self.language, *self.packages)))})"

    def __call__(self, message: str, /, **facts: object) -> str:
        """Translate a sentence and fill in its facts.

        Parameters
        ----------
        message
            The English sentence, with a placeholder such as ``{fact}`` for each fact.
        facts
            The values; whole numbers are formatted for the language.
        """
        return self._fill(self._catalogue.gettext(message), facts)

    def plural(self, one: str, many: str, n: int, /, **facts: object) -> str:
        """Translate a sentence that depends on a number, available in it as ``{n}``.

        Examples
        --------
        >>> Text("en").plural("{n} card", "{n} cards", 2)
        '2 cards'
        """
        return self._fill(self._catalogue.ngettext(one, many, abs(n)), {"n": n, **facts})

    def number(self, value: float, places: int = 0) -> str:
        """Write a number.

        Examples
        --------
        >>> Text("de").number(1234567), Text("en").number(-0.5, places=1)
        ('1.234.567', '−0.5')
        """
        if not places and isinstance(value, int) and 0 <= value < GROUPED:
            return str(value)
        plain = f"{abs(value):,.{places}f}"
        whole, _, part = plain.partition(".")
        whole = whole.replace(",", self._style.thousands)
        sign = "\N{MINUS SIGN}" if value < 0 and plain.strip("0.,") else ""
        return sign + whole + (self._style.point + part if part else "")

    def percent(self, value: float, places: int = 0) -> str:
        r"""Write a percentage.

        Parameters
        ----------
        value
            In per cent: 1 is one per cent.
        places
            The number of decimal places.

        Examples
        --------
        >>> Text("en").percent(20), Text("fr").percent(26.7, places=1)
        ('20%', '26,7\xa0%')
        """
        return self.number(value, places) + self._style.percent

    def pick(self, words: Words) -> str:
        """Pick the words of this language.

        Examples
        --------
        >>> Text("fr").pick(Words("rule", "règle", "Regel"))
        'règle'
        """
        return cast("str", getattr(words, self.language))

    def listing(self, items: Sequence[str]) -> str:
        """Join items into a list with commas and "and".

        Examples
        --------
        >>> Text("en").listing(["a", "b", "c"])
        'a, b and c'
        """
        *most, last = items or [""]
        return ", ".join(most) + self._style.conjunction + last if most else last

    def _fill(self, message: str, facts: dict[str, object]) -> str:
        for name, fact in facts.items():
            if isinstance(fact, int):
                facts[name] = self.number(fact)
        return message.format_map(facts)


@cache
def _catalogue(language: Language, packages: tuple[str, ...]) -> "NullTranslations":
    """Load the packages' catalogues as a chain; a package without one is skipped."""
    from gettext import GNUTranslations, NullTranslations
    from importlib.resources import files

    chain = NullTranslations()
    for package in (*packages, *SHARED) if language != "en" else ():
        file = files(package) / "locale" / f"{language}.mo"
        if file.is_file():
            with file.open("rb") as stream:
                chain.add_fallback(GNUTranslations(stream))
    return chain
