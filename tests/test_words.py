"""Every sentence keeps to the words of ``docs/words.md``, and to how each language is written."""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import pytest
from babel.messages.pofile import read_po

from paydays_widgets import games
from paydays_widgets.core.text import LANGUAGES

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")
LESSONS: Final = ROOT / "notebooks" / "lessons"
CATALOGUES: Final = sorted(
    [
        *(
            path.parent.parent
            for folder in ("paydays_widgets", "tests")
            for path in (ROOT / folder).rglob("locale/fr.po")
        ),
        *(LESSONS / path.name.removesuffix(".fr.po") for path in LESSONS.glob("locale/*.fr.po")),
    ]
)
"""The folders of packages, and lessons by their notebooks' names."""
EVERY_PACKAGE: Final = pytest.mark.parametrize(
    "folder", CATALOGUES, ids=lambda folder: str(folder.name)
)
STILTED: Final = r"\b(?:[Ww]hoever|[Aa]new)\b"
EVERYWHERE: Final = {
    "“on average”": r"\bon the average\b",
    "“anyone who” for a subject": r"(?:^|[.;:] )Who [^?]*[.;]",
    "“a player who”, “again”": STILTED,
}
WRONG: Final = {
    "en": EVERYWHERE
    | {
        "“everyone”, no bare “all”": (
            r"(?:^|[.:;,] )[Aa]ll (?:are|bid(?! card)|can|had|have|may|pass|pay|play|step|who)\b"
        ),
        "“under these rules”": r"\b[Bb]y these rules\b",
        "cards lie face up": r"\blies? open\b",
        "what to do, not what is expected": r"\bExpected\b|: expected\b",
        "“Next, …”": r"\bis to be \w+(?:ed|wn)\b",
    },
    "fr": {
        "“vous”, never “tu”": r"\b(?:tu|toi|ton|tes|te)\b|\bt’",
        "“celui qui”": r"\b(?:[Ss]eul|[Qq]ue|[Pp]our|[Ss]auf) qui\b",
        "what to do, not what is expected": r"(?:^|[.:] )[Aa]ttendue?\b",
    },
    "de": {
        "“du” or “ihr”, never “Sie”": (
            r"(?<![.!?:…)“] )(?<!^)(?<!„)\b(?:Sie|Ihnen|Ihre?[nmrs]?)\b"
        ),
        "“Auktion” only in the name of a format": (
            r"(?<!nglische )(?<!nglischen )(?<!olländische )(?<!olländischen )(?<!Vickrey-)"
            r"\bAuktion(?:en)?\b"
        ),
        "what is possible, not what is expected": r"\b[Ee]rwartet(?: wird| werden|:| ein)",
    },
}
"""What no sentence says, and what is said instead; what stands first holds for pages too."""


def acting(
    begins: str, before: str, thing: str, after: str, does: str, *more: str
) -> re.Pattern[str]:
    """Find a thing that acts, where a clause begins: who makes “the lowest bid” may win."""
    start = rf"(?:^|[.:;,!?(“«„\u202f] ?|\b(?:{begins}) |\bqu’)"
    one = rf"{start}(?:(?:{before}) |l’)*(?:{thing})(?: (?:{after})|, d(?:as|er|ie))* (?:{does})"
    return re.compile(rf"(?:{'|'.join((one, *more))})(?!\w|-)", re.IGNORECASE)


ACTS: Final = {
    "en": acting(
        "and|as|because|but|if|or|since|so|than|that|then|unless|when|where|while",
        "an?|all|any|both|each|every|his|its|no|one’s|some|that|the|this|those|three|two|whose|your|…"
        "|to|eight|best|equal|first|higher|highest|last|low|lower|lowest|next|only|other|own|same"
        "|sealed|second|single|third|winning",
        "bids?|estimates?|offers?|prices?|seats?|values?",
        "(?:above|at|below|of|over|under) [^ .;:,]+(?: M)?|…|also|always|can|left|may|must|never"
        "|only|that|then|which|will|would",
        "builds?|built|buys?(?! a | you )|do(?:es)? the work|gets? the (?:contract|job|object)"
        "|gets? the work|pays?|wins?|won",
    ),
    "fr": acting(
        "car|donc|et|lorsque|mais|ou|où|puis|quand|que|si",
        "aucune?|cet?|cette|chaque|l[ae]s?|leurs?|nulle?|sa|ses|son|toute?|une?|votre|vos|…"
        "|autres?|dernière?|deuxième|meilleure?|même|première?|propre|seconde?|seule?",
        "estimations?|offres?|places?|prix|valeurs?",
        r"l[ae]s? (?:moins|plus) \w+|(?:au-dessus de|de|sous|à) [^ .;:,]+(?: M)?|…|[a-z]|gagnante?"
        "|ne|qui|seule?",
        "achète(?:nt)?|bâti(?:t|ssent)|construi(?:t|sent)|fait le travail|font le travail"
        "|gagne(?:nt)?|l’emporte(?:nt)?|obtien(?:t|nent)|offre(?:nt)?|paie(?:nt)?|remporte(?:nt)?",
    ),
    "de": acting(
        "aber|als|da|dann|dass|denn|ob|oder|sobald|solange|und|weil|wenn|wo",
        r"alle|beide|das|de[mr]|deine?|die|diese[rs]?|drei|eine?|jede[rs]?|keine?|seine?|zwei|…"
        r"|(?-i:(?!ihre|w[eu]rden|würden)[a-zäöüß]+e[rsn]?)",
        r"(?-i:(?:Ang|G)ebote?|Platz|Plätze|Preise?|Schätzung(?:en)?|Werte?)",
        r"(?:ab|bei|bis|unter|von|über) [^ .;:,]+(?: M)?|…|[a-z]|also|dann|immer|nie|nur",
        "bau(?:t|en)|biete(?:t|n)|gewinn(?:t|en)|kauf(?:t|en)|zahl(?:t|en)"
        "|(?:bekomm|erhäl|erhalte|mach)(?:t|n|en) d(?:en Auftrag|ie Arbeit)",
        r"\b(?:baut|gewinnt) (?:das|der|ein|jede[rs]) (?:(?-i:[a-zäöüß]+e[rs]?) )*"
        r"(?-i:Angebot|Gebot|Platz|Preis|Wert)",
        r"\b(?:bietet|kauft|zahlt) (?:der|ein|jeder|kein) (?-i:Platz)",
    ),
}
"""What no sentence says: that a seat, a bid, a price builds, pays, wins or does the work."""


WORK: Final = re.compile(r"“[^”]*”, ")
"""The title of a work to read, which is not translated."""

Words: TypeAlias = dict[str, str]
"""A sentence by language."""


class Term(NamedTuple):
    """A row of a table: the forms that are said in each language, and those that never are."""

    name: str
    said: dict[str, re.Pattern[str]]
    never: dict[str, re.Pattern[str]]


def pattern(form: str, language: str, *, within: bool) -> str:
    """Read a form: “bid-” has any ending, “bid” a plural; German also finds it within a word."""
    parts = [
        re.escape(part.removesuffix("-")) + (r"\w*" if part.endswith("-") else "")
        for part in form.split(" … ")
    ]
    ending = "" if form.endswith("-") else {"en": "(?:e?s)?", "fr": "(?:e?s|x|e)?"}.get(language)
    joined = r"\b.*\b".join(parts)
    if within and language == "de":
        return joined
    return rf"\b{joined}{'(?:e?[nrs])?' if ending is None else ending}\b"


def one_of(forms: str, language: str, *, within: bool = False) -> re.Pattern[str]:
    each = [pattern(form.strip(), language, within=within) for form in forms.split(",")]
    names = language == "en" and forms[0].isupper()  # a Deal is no deal
    return re.compile("|".join(each), 0 if names else re.IGNORECASE)


def row(line: str) -> Term:
    en, fr, de, wrong = (cell.strip() for cell in line.strip("|").split("|"))
    not_said = [part.strip().partition(": ") for part in wrong.split("·") if wrong]
    return Term(
        en,
        {"en": one_of(en, "en"), "fr": one_of(fr, "fr"), "de": one_of(de, "de", within=True)},
        {language: one_of(forms, language) for language, _, forms in not_said},
    )


@cache
def glossary() -> dict[str, tuple[Term, ...]]:
    """Read the tables of the page, by heading."""
    found = {}
    for section in PAGE.partition("\n## Terms by language\n")[2].split("\n## ")[1:]:
        heading, _, rest = section.partition("\n")
        _, _, *lines = (line for line in rest.splitlines() if line.startswith("|"))
        found[heading] = tuple(map(row, lines))
    return found


def headings(folder: Path) -> tuple[str, ...]:
    """Name the tables that hold for a package, or for a lesson."""
    if folder.parent == LESSONS:
        lesson = json.loads(folder.with_name(f"{folder.name}.ipynb").read_text(encoding="utf-8"))
        return "All games", games.modules(lesson["metadata"]["paydays"]["game"]).panel.TITLE
    if folder.parent.name == "games":
        return "All games", games.modules(folder.name).panel.TITLE
    return (
        ("All games", "Panels")
        if folder.name in {"core", "show", "talk", "panels"}
        else ("All games",)
    )


def terms(folder: Path) -> tuple[Term, ...]:
    """List what holds for a package, what is longest first: “turn up” is no turn."""
    found = {term.name: term for heading in headings(folder) for term in glossary()[heading]}
    return tuple(sorted(found.values(), key=lambda term: -len(term.name.partition(",")[0])))


def said_in(sentence: str, folder: Path) -> Iterator[Term]:
    """Find the terms that an English sentence has."""
    sentence = WORK.sub("", sentence)
    for term in terms(folder):
        sentence, found = term.said["en"].subn("", sentence)
        if found:
            yield term


def plain(sentence: str) -> str:
    return re.sub(r"\{\w*\}", "…", sentence)


@cache
def in_catalogue(folder: Path) -> tuple[Words, ...]:
    """Read the sentences of a catalogue, each form of a plural for itself."""
    found: dict[tuple[str, int], Words] = {}
    for language in ("fr", "de"):
        lesson = folder.parent / "locale" / f"{folder.name}.{language}.po"
        package = folder / "locale" / f"{language}.po"
        with (lesson if folder.parent == LESSONS else package).open("rb") as file:
            for message in read_po(file, locale=language):
                ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
                strings = message.string
                texts = strings if isinstance(strings, tuple | list) else (strings,)
                for number, (en, text) in enumerate(zip(ids, texts, strict=True)):
                    if en:
                        words = found.setdefault((ids[0], number), {"en": plain(en)})
                        words[language] = plain(text or "")
    return tuple(found.values())


def in_data(data: Any) -> Iterator[Words]:
    """Find what a file of data says in the three languages."""
    if isinstance(data, list):
        for each in data:
            yield from in_data(each)
    elif isinstance(data, dict):
        if {*LANGUAGES} <= {*data}:
            yield data
        else:
            for each in data.values():
                yield from in_data(each)


def in_code(path: Path) -> Iterator[Words]:
    """Find the words that a module writes out in the three languages, such as a bot's title."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Words":
            given = [*node.args, *(keyword.value for keyword in node.keywords)]
            said = [each.value for each in given if isinstance(each, ast.Constant)]
            if len(said) == len(LANGUAGES):
                yield {language: str(each) for language, each in zip(LANGUAGES, said, strict=True)}


@cache
def sayings(folder: Path) -> tuple[Words, ...]:
    """Collect what a package says, its rulebook, positions, cards and bots too."""
    found = [*in_catalogue(folder)]
    for path in sorted(folder.rglob("*.py")):
        found += in_code(path)
    for path in sorted(folder.glob("*.toml")):
        found += in_data(tomllib.loads(path.read_text(encoding="utf-8")))
    return tuple(found)


def test_every_table_of_the_page_holds_for_a_package() -> None:
    assert {*glossary()} == {heading for folder in CATALOGUES for heading in headings(folder)}
    assert all(len(rows) > 4 for rows in glossary().values())


@EVERY_PACKAGE
def test_a_term_is_translated_as_the_page_says(folder: Path) -> None:
    wrong = [
        f"{term.name}, {language}: {words['en']}\n{words[language]}"
        for words in in_catalogue(folder)
        for term in said_in(words["en"], folder)
        for language in ("fr", "de")
        if not term.said[language].search(words[language])
    ]
    assert not wrong, "\n\n".join(wrong)


@EVERY_PACKAGE
def test_what_the_page_forbids_is_not_said(folder: Path) -> None:
    wrong = [
        f"{term.name}, {language}: {found[0]}\n{words[language]}"
        for words in sayings(folder)
        for term in terms(folder)
        for language, forms in term.never.items()
        if (found := forms.search(words[language]))
    ]
    assert not wrong, "\n\n".join(wrong)


@EVERY_PACKAGE
@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_made_as_the_language_makes_them(folder: Path, language: str) -> None:
    wrong = [
        f"{advice}\n{words[language]}"
        for words in sayings(folder)
        for advice, forms in WRONG[language].items()
        if re.search(forms, words[language])
    ]
    assert not wrong, "\n\n".join(wrong)


@EVERY_PACKAGE
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_acts_not_a_seat_a_bid_or_a_price(folder: Path, language: str) -> None:
    wrong = [
        f"“{found[0].strip()}” in: {words[language]}"
        for words in sayings(folder)
        if (found := ACTS[language].search(plain(words[language])))
    ]
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The lowest price builds."),
        ("en", "The highest bid wins and is the price."),
        ("en", "Each seat pays 1 M."),
        ("en", "Nobody else bids, so any price wins."),
        ("en", "Two to eight seats buy and sell."),
        ("en", "The lowest bid gets the work."),
        ("en", "A bid of 1 M pays only then."),
        ("en", "An estimate that wins is too high."),
        ("en", "Seat {n} does the work."),
        ("fr", "L’offre la plus basse bâtit."),
        ("fr", "Le prix le plus bas obtient le chantier."),
        ("fr", "Au second prix, une offre seule paie le prix de réserve."),
        ("fr", "À l’équilibre, une valeur v offre v²/200."),
        ("fr", "Si le meilleur prix gagne, tant mieux."),
        ("fr", "Chaque place fait le travail."),
        ("de", "Der niedrigste Preis baut."),
        ("de", "Beim Erstpreis gewinnt das höchste Gebot."),
        ("de", "Das höchste Gebot gewinnt; jeder Platz zahlt das eigene Gebot."),
        ("de", "Dann zahlt jeder Platz 1 M."),
        ("de", "Ein Gebot von 150, das gewinnt, ist zu hoch."),
        ("de", "Ein Gebot macht den Auftrag."),
    ],
)
def test_a_thing_that_acts_is_found(language: str, sentence: str) -> None:
    assert ACTS[language].search(plain(sentence))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The player with the lowest price builds."),
        ("en", "The highest bidder wins; the second highest bid is the price."),
        ("en", "{name} bids 4 and wins; each seat has a phone."),
        ("en", "Anyone who makes a low bid wins more often."),
        ("en", "The prices paid rise, and a higher bid buys you a better chance."),
        ("fr", "Celui qui fait l’offre la plus basse bâtit."),
        ("fr", "Qui offre le plus gagne ; la deuxième offre la plus élevée fait le prix."),
        ("fr", "Le gagnant paie le prix."),
        ("de", "Wer das niedrigste Gebot abgibt, baut."),
        ("de", "Wer gewinnt, zahlt den Preis; das Gebot ist verdeckt."),
        ("de", "Alle zahlen das eigene Gebot."),
    ],
)
def test_a_person_who_acts_is_let_be(language: str, sentence: str) -> None:
    assert not ACTS[language].search(plain(sentence))


PAGES: Final = sorted(
    (
        *ROOT.glob("*.md"),
        *(ROOT / "paydays_widgets").rglob("README.md"),
        *(ROOT / "notebooks").rglob("*.ipynb"),
    )
)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pages_and_lessons_are_made_as_english_makes_them(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        text = "\n\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])
    paragraphs = [" ".join(each.split()) for each in text.split("\n\n")]
    wrong = [
        f"{advice}: {found[0]}"
        for paragraph in paragraphs
        for advice, forms in EVERYWHERE.items()
        if (found := re.search(forms, paragraph))
    ]
    assert not wrong, "\n".join(wrong)


def test_docstrings_are_in_plain_words() -> None:
    modules = sorted((ROOT / "paydays_widgets").rglob("*.py"))
    documented = (ast.AsyncFunctionDef, ast.ClassDef, ast.FunctionDef, ast.Module)
    docstrings = [
        " ".join(said.split())
        for path in modules
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, documented) and (said := ast.get_docstring(node))
    ]
    assert len(docstrings) > len(modules)
    wrong = [said for said in docstrings if re.search(STILTED, said)]
    assert not wrong, "\n".join(wrong)
