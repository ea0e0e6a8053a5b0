import pytest
from msgspec import Struct

from paydays_widgets.core.deckfile import DeckError
from paydays_widgets.core.rulebook import Rulebook, load, parse
from paydays_widgets.core.switch import Switch, written
from paydays_widgets.core.text import Text, Words

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
CHANGED = """
[[clauses]]
id = "A-1"
title = "Ties"
words = "The lowest bid wins. {tie} {rounds} {fee}"
ruling = "This was decided here."

[[clauses.wordings]]
switch = "tie"
values = ["share"]
words = "Those who tie share it."

[[clauses.wordings]]
switch = "tie"
values = ["again", "never"]
words = "Those who tie bid again."

[[clauses.wordings]]
switch = "rounds"
words = "There are {rounds} rounds."

[[clauses.wordings]]
switch = "fee"
values = ["null"]
words = "It costs nothing."

[[clauses.wordings]]
switch = "fee"
words = "It costs {fee}."
"""


class Choices(Struct):
    tie: str = "share"
    rounds: int = 1_200
    fee: int | None = None


SWITCHES = [
    Switch("other", "Something else", [("1", "one"), ("2", "two")]),
    Switch(
        "tie", "A tie *", [("share", "is shared"), ("again", "goes on"), ("never", "is barred")]
    ),
    Switch("rounds", "Rounds", [("1200", "many"), ("2", "two")]),
    Switch("fee", "The fee", [("null", "none"), ("5", "5"), ("2000", "a lot")]),
]

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


def test_a_clause_is_told_as_it_is_played() -> None:
    clause = parse("documents = []" + CHANGED, "rules.toml")["A-1"]
    en = Text("en")
    told = "The lowest bid wins. Those who tie share it. There are 1,200 rounds. It costs nothing."
    assert clause.told(Choices(), en) == told
    told = "The lowest bid wins. Those who tie bid again. There are 2 rounds. It costs 5."
    assert clause.told(Choices("never", 2, 5), en) == told
    assert "1.200 rounds" in clause.told(Choices(), Text("de"))
    assert clause.switches == ("tie", "rounds", "fee")


def test_a_clause_says_what_other_choices_would_bring() -> None:
    clause = parse("documents = []" + CHANGED, "rules.toml")["A-1"]
    others = [
        (each.switch, each.option, each.words)
        for each in clause.otherwise(Choices(), SWITCHES, Text("en"))
    ]
    assert others == [
        ("A tie", "goes on, is barred", "Those who tie bid again."),
        ("The fee", "a lot", "It costs 2,000."),
    ]
    chosen = clause.otherwise(Choices("again", 2, 5), SWITCHES, Text("en"))
    assert [each.option for each in chosen] == ["is shared", "none"]


def test_a_clause_that_no_switch_changes_stays_as_it_is() -> None:
    clause = parse(HEAD + CLAUSE.replace("Words.", "Words {of} ours."), "rules.toml")["A-1"]
    assert clause.told(Choices(), Text("en")) == "Words {of} ours."
    assert clause.otherwise(Choices(), SWITCHES, Text("en")) == []


def test_a_choice_without_words_is_named() -> None:
    clause = parse("documents = []" + CHANGED, "rules.toml")["A-1"]
    with pytest.raises(LookupError, match="A-1 says nothing for tie = forbidden"):
        clause.told(Choices("forbidden"), Text("en"))


@pytest.mark.parametrize(
    ("value", "said"), [(None, "null"), (True, "true"), (3, "3"), ("share", "share")]
)
def test_a_value_is_written_as_in_the_options_of_its_switch(value: object, said: str) -> None:
    assert written(value) == said


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
        (
            "documents = []" + CHANGED.replace("There are {rounds} rounds.", ""),
            "clauses[0].wordings[2].words.en",
            "expected the words of A-1, got none",
        ),
        (
            "documents = []" + CHANGED.replace("{tie} {rounds}", "{tie}"),
            "clauses[0].words.en",
            "expected {tie}, {rounds}, {fee}, each once, for the wordings of A-1",
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
