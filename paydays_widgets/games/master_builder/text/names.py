"""What things are called and what sums come to, for every sentence of the game."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from paydays_widgets.core.text import Text
from paydays_widgets.games.master_builder.deck import SKILLS, Deck, EventCard, Worker
from paydays_widgets.games.master_builder.engine.building import PARTS
from paydays_widgets.show.words import dollars


def money(n: float, text: Text) -> str:
    """Write a sum of money, given in thousands.

    Examples
    --------
    >>> money(14, Text("en")), money(-2.5, Text("en"))
    ('$14,000', '−$2,500')
    """
    return dollars(1000 * n, text)


def skill_name(skill: str, text: Text, n: int = 1) -> str:
    """Name a skill, for a number of workers.

    Examples
    --------
    >>> skill_name("foreman", Text("en"), 2)
    'foremen'
    """
    match skill:
        case "apprentice":
            return text.plural("apprentice", "apprentices", n)
        case "tradesman":
            return text.plural("tradesman", "tradesmen", n)
        case "foreman":
            return text.plural("foreman", "foremen", n)
        case "master":
            return text.plural("master", "masters", n)
        case _:  # a move from outside can name anything
            return skill


def flaw_name(flaw: str, text: Text) -> str:
    """Name a flaw.

    Examples
    --------
    >>> flaw_name("H", Text("en"))
    'hot-tempered'
    """
    match flaw:
        case "S":
            return text("touchy")
        case "D":
            return text("sly")
        case "W":
            return text("weak")
        case "N":
            return text("careless")
        case _:
            return text("hot-tempered")


def flaws(worker: Worker, text: Text) -> str:
    """List a worker's flaws.

    Examples
    --------
    >>> from paydays_widgets.games.master_builder.deck import default_deck
    >>> flaws(default_deck().workers[8], Text("en"))
    'touchy, sly, careless'
    """
    return ", ".join(flaw_name(each, text) for each in worker.flaws)


def crew(counts: Sequence[int], text: Text) -> str:
    """Count workers by skill, lowest first, in words.

    Examples
    --------
    >>> crew((2, 0, 0, 1), Text("en"))
    '2 apprentices and 1 master'
    """
    apprentices, tradesmen, foremen, masters = counts
    counted = [
        text.plural("{n} apprentice", "{n} apprentices", apprentices) if apprentices else "",
        text.plural("{n} tradesman", "{n} tradesmen", tradesmen) if tradesmen else "",
        text.plural("{n} foreman", "{n} foremen", foremen) if foremen else "",
        text.plural("{n} master", "{n} masters", masters) if masters else "",
    ]
    return text.listing([each for each in counted if each]) or text("nobody")


def workers(deck: Deck, numbers: Iterable[int], text: Text) -> str:
    """Count workers by skill, in words, given their numbers in the deck."""
    skills = [deck.workers[number - 1].skill for number in numbers]
    return crew([skills.count(skill) for skill in range(len(SKILLS))], text)


def part_name(part: str, text: Text) -> str:
    """Name a kind of building section.

    Examples
    --------
    >>> part_name("small", Text("en"))
    'small piece'
    """
    match part:
        case "wall":
            return text("wall")
        case "gable":
            return text("gable")
        case "roof":
            return text("roof")
        case "curtain":
            return text("curtain wall")
        case _:
            return text("small piece")


def sections(kind: str, numbers: Sequence[int], text: Text) -> str:
    """Count building sections, given by number, by what they are, in words.

    Examples
    --------
    >>> sections("house", (1, 2, 3), Text("en"))
    '2 walls and 1 gable'
    """
    parts = [PARTS[kind][number - 1] for number in numbers]
    walls, gables, roofs = (parts.count(each) for each in ("wall", "gable", "roof"))
    curtains, pieces = parts.count("curtain"), parts.count("small")
    counted = [
        text.plural("{n} wall", "{n} walls", walls) if walls else "",
        text.plural("{n} gable", "{n} gables", gables) if gables else "",
        text.plural("{n} roof", "{n} roofs", roofs) if roofs else "",
        text.plural("{n} curtain wall", "{n} curtain walls", curtains) if curtains else "",
        text.plural("{n} small piece", "{n} small pieces", pieces) if pieces else "",
    ]
    return text.listing([each for each in counted if each])


def contract_title(deck: Deck, number: int, text: Text) -> str:
    """Return the title of a contract, by its number, counted from 1."""
    return text.pick(deck.contracts[number - 1].title)


def effect(card: EventCard, text: Text) -> str:
    """Say what an event does to every seat."""
    match card.effect:
        case "flaw_idle":
            return text(
                "Every worker with this flaw misses the building phase: {flaw}.",
                flaw=flaw_name(card.flaw, text),
            )
        case "half_idle":
            return text(
                "Half of each player’s {skill}, rounded up, miss the building phase.",
                skill=skill_name(SKILLS[card.skill], text, 2),
            )
        case "labour":
            pay = money(card.amount, text)
            return text.plural(
                "{n} worker of each player must work elsewhere; the bank pays each player {pay}.",
                "{n} workers of each player must work elsewhere; the bank pays each player {pay} "
                "for each of them.",
                card.workers,
                pay=pay,
            )
        case "most_flaws_idle":
            return text("Each player’s worker with the most flaws misses the building phase.")
        case "dismiss":
            return text(
                "Each player loses one worker with this flaw: {flaw}.",
                flaw=flaw_name(card.flaw, text),
            )
        case "release":
            return text("Everyone with {n} workers or more lets one go.", n=card.workers)
        case "levy":
            return text("Every player pays {amount}.", amount=money(card.amount, text))
        case "nothing":
            return text("Nothing happens.")
        case _:
            assert_never(card.effect)
