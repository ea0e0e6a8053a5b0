"""Words for a game that has none of its own: the shared sentences, and the game's names."""

import pytest

from paydays_widgets.core.game import Chance, Decide, Move, Over, Refusal, Settling, Turn
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.show.words import Phrases, TurnWords

NAMES = ("Anna", "Ben")
EN, FR, DE = (Text(language) for language in LANGUAGES)
PLAIN = TurnWords()


class Raise(Move, frozen=True):
    """A move of no game."""

    form = "{by} raise"


def phrases(text: Text) -> Phrases:
    return Phrases({"die": "The die."}, {"bid": f"bid ({text.language})"}, {Raise: "raise it"})


WORDS = TurnWords(phrases, lambda refusal, names, text: f"{refusal.reason} {names[0]} {text}")


@pytest.mark.parametrize(
    ("turn", "english", "french", "german"),
    [
        (Over(1), "The game is over.", "La partie est terminée.", "Das Spiel ist zu Ende."),
        (
            Settling(1),
            "The last move is being carried out.",
            "Le dernier coup est en cours.",
            "Die letzte Aktion wird ausgeführt.",
        ),
        (
            Chance("turn_up", 1, 0),
            "Chance decides: turn up.",
            "Le hasard décide\u202f: turn up.",
            "Der Zufall entscheidet: turn up.",
        ),
        (
            Decide((0, 1), "must_bid", 1, 0),
            "Anna and Ben: must bid.",
            "Anna et Ben\u202f: must bid.",
            "Anna und Ben: must bid.",
        ),
    ],
)
def test_a_prompt_is_said_in_every_language(
    turn: Turn, english: str, french: str, german: str
) -> None:
    assert [PLAIN.prompt(turn, NAMES, text) for text in (EN, FR, DE)] == [english, french, german]


@pytest.mark.parametrize(
    ("reason", "facts", "english", "french", "german"),
    [
        (
            "over",
            {},
            "The game is over. Go back a step to play on, or start a new game.",
            (
                "La partie est terminée. "
                "Revenez d’une étape pour continuer, ou commencez-en une autre."
            ),
            (
                "Das Spiel ist zu Ende. "
                "Weiter geht es einen Schritt zurück oder mit einem neuen Spiel."
            ),
        ),
        (
            "settling",
            {},
            "The last move is still being carried out. Step to its end first.",
            "Le dernier coup est encore en cours. Avancez d’abord jusqu’au bout.",
            "Die letzte Aktion läuft noch. Geh erst bis zu ihrem Ende weiter.",
        ),
        (
            "no_seat",
            {"seat": 2, "seats": 2},
            "There is no seat 3: choose from 1 to 2.",
            "Il n’y a pas de joueur 3\u202f: choisissez de 1 à 2.",
            "Platz 3 gibt es nicht: Möglich sind 1 bis 2.",
        ),
        (
            "out",
            {"seat": 1},
            "Ben takes no further part in this game.",
            "Ben ne joue plus dans cette partie.",
            "Ben spielt in diesem Spiel nicht mehr mit.",
        ),
        (
            "not_your_turn",
            {"seat": 1, "active": 0},
            "It is Anna’s turn, not Ben’s.",
            "C’est à Anna de jouer, pas à Ben.",
            "Jetzt ist Anna am Zug, nicht Ben.",
        ),
        (
            "not_your_turn",
            {"seat": 1},
            "It is not Ben’s turn.",
            "Ce n’est pas à Ben de jouer.",
            "Ben ist nicht am Zug.",
        ),
        (
            "chance_acts",
            {"purpose": "die"},
            "Chance decides: die. Nobody can act before that.",
            "Le hasard décide\u202f: die. Personne ne peut jouer avant.",
            "Der Zufall entscheidet: die. Vorher kann niemand handeln.",
        ),
        (
            "not_chance",
            {"prompt": "bid"},
            "Chance has nothing to decide now. What to do: bid.",
            "Le hasard n’a rien à décider maintenant. À faire\u202f: bid.",
            "Der Zufall hat jetzt nichts zu entscheiden. An der Reihe ist: bid.",
        ),
        (
            "cannot_come",
            {"purpose": "die", "move": "* roll 7"},
            "“* roll 7” cannot come now. Chance decides: die.",
            "«\u202f* roll 7\u202f» ne peut pas venir maintenant. Le hasard décide\u202f: die.",
            "„* roll 7“ kann jetzt nicht kommen. Der Zufall entscheidet: die.",
        ),
        (
            "wrong_phase",
            {"move": "raise", "prompt": "bid"},
            "Not possible now: raise. What to do: bid.",
            "Impossible maintenant\u202f: raise. À faire\u202f: bid.",
            "Jetzt nicht möglich: raise. An der Reihe ist: bid.",
        ),
    ],
)
def test_a_refusal_is_said_in_every_language(
    reason: str, facts: dict[str, int | str], english: str, french: str, german: str
) -> None:
    refusal = Refusal("X-1", reason, facts)
    said = [PLAIN.refused(refusal, NAMES, text) for text in (EN, FR, DE)]
    assert said == [english, french, german]


def test_a_game_adds_its_phrases_and_its_own_reasons() -> None:
    facts: dict[str, int | str] = {"move": "raise", "prompt": "bid", "purpose": "die"}
    assert [
        WORDS.refused(Refusal("X-1", reason, facts), NAMES, FR)
        for reason in ("chance_acts", "wrong_phase", "odd")
    ] == [
        "The die. Personne ne peut jouer avant.",
        "Impossible maintenant\u202f: raise it. À faire\u202f: bid (fr).",
        "odd Anna Text('fr')",
    ]
    assert WORDS.prompt(Chance("die", 1, 0), NAMES, DE) == "The die."
    assert WORDS.prompt(Decide((1,), "bid", 1, 0), NAMES, DE) == "Ben: bid (de)."


def test_an_unknown_reason_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown reason 'odd'"):
        PLAIN.refused(Refusal("X-1", "odd"), NAMES, EN)
