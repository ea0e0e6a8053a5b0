import pytest

from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.core.rulebook import Rulebook, load, parse
from paydays_widgets.core.text import Words

HEAD = """
[[documents]]
id = "de"
language = "de"
title = { en = "Rulebook", fr = "Règle", de = "Anleitung" }
"""
CLAUSE = """
[[clauses]]
id = "A-1"
title = { en = "Title", fr = "Titre", de = "Titel" }
words = { en = "Words.", fr = "Mots.", de = "Worte." }
sources = [{ document = "de", section = "Spielende" }]
"""
OTHER = (HEAD + CLAUSE + CLAUSE.replace("A-1", "A-2")).replace('"de"', '"code"', 1)
OTHER = OTHER.replace('document = "de"', 'document = "code"').replace("Title", "Heading")


def test_a_rulebook_keeps_the_order_of_its_clauses() -> None:
    book = parse(HEAD + CLAUSE + CLAUSE.replace("A-1", "A-0"), "rules.toml")
    assert list(book.clauses) == ["A-1", "A-0"]
    assert book["A-0"].sources[0].section == "Spielende"
    assert book.documents["de"].title.fr == "Règle"


def test_a_text_alone_stands_for_every_language() -> None:
    rules = """
documents = [{ id = "own", language = "en", title = "Our rules" }]

[[clauses]]
id = "A-1"
title = "Title"
words = "Words."
ruling = { en = "Why", fr = "Pourquoi", de = "Warum" }
sources = [{ document = "own", section = "Bids" }]
"""
    book = parse(rules, "rules.toml")
    assert book["A-1"].title == Words("Title", "Title", "Title")
    assert book["A-1"].ruling == Words("Why", "Pourquoi", "Warum")
    assert book.documents["own"].title.de == "Our rules"


def test_what_a_rulebook_lacks_comes_from_another_one() -> None:
    own, other = parse(HEAD + CLAUSE, "rules.toml"), parse(OTHER, "plain.toml")
    both = own.completed(other)
    assert list(both.clauses) == ["A-1", "A-2"]
    assert both["A-1"] is own["A-1"]
    assert set(both.documents) == {"de", "code"}
    assert both.completed(other) is both


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        (
            "documents = []" + CLAUSE,
            "clauses[0].sources[0].document",
            "expected 'de' under [[documents]], but none is there",
        ),
        (HEAD + CLAUSE * 2, "clauses[1].id", "expected an id of its own, but 'A-1' stands above"),
        (HEAD * 2 + CLAUSE, "documents[1].id", "expected an id of its own, but 'de' stands above"),
        (
            HEAD + CLAUSE.replace('document = "de"', 'document = "it"'),
            "clauses[0].sources[0].document",
            "expected one of de, got 'it'",
        ),
        (HEAD + CLAUSE.replace("Mots.", " "), "clauses[0].words.fr", "expected the words of A-1"),
        (
            HEAD + CLAUSE + 'ruling = { en = "Why", fr = "Pourquoi", de = "" }',
            "clauses[0].ruling.de",
            "expected the words of A-1",
        ),
        (
            HEAD + CLAUSE.replace('[{ document = "de", section = "Spielende" }]', "[]"),
            "clauses[0]",
            "expected a source or a ruling for A-1",
        ),
        (
            HEAD + CLAUSE + 'ruling = { en = "Why", fr = "Pourquoi" }',
            "clauses[0].ruling",
            "the field 'de' is missing",
        ),
        (
            HEAD + CLAUSE + 'ruling = { en = 3, fr = "Pourquoi", de = "" }',
            "clauses[0].ruling.en",
            "expected a text, got 3",
        ),
        (HEAD + CLAUSE + 'role = "odd"', "clauses[0].role", "expected one of 'applied', "),
    ],
)
def test_parts_that_do_not_fit_are_refused(text: str, place: str, problem: str) -> None:
    with pytest.raises(DeckError) as caught:
        parse(text, "rules.toml")
    assert caught.value.file == "rules.toml"
    assert caught.value.place == place
    assert caught.value.problem.startswith(problem)


def test_a_games_rulebook_is_loaded_once() -> None:
    book = load("paydays_widgets.games.zahltag")
    assert isinstance(book, Rulebook)
    assert load("paydays_widgets.games.zahltag") is book


def test_a_package_without_a_rulebook_is_refused() -> None:
    with pytest.raises(DeckError, match="the file cannot be read"):
        load("paydays_widgets.core")
