"""Short names for what lies on the table: workers, sections, events."""

from paydays_widgets.core.text import Text
from paydays_widgets.games.master_builder.building import PARTS
from paydays_widgets.games.master_builder.deck import SKILLS, Contract, Deck, EventCard
from paydays_widgets.games.master_builder.text import money


def skill_name(skill: int, text: Text) -> str:
    """Name a skill, counted from 0.

    Examples
    --------
    >>> skill_name(2, Text("en"))
    'Foreman'
    """
    return {
        "apprentice": text("Apprentice"),
        "tradesman": text("Tradesman"),
        "foreman": text("Foreman"),
        "master": text("Master"),
    }[SKILLS[skill]]


def flaw_name(flaw: str, text: Text) -> str:
    """Name a flaw.

    Examples
    --------
    >>> flaw_name("H", Text("en"))
    'hot-tempered'
    """
    return {
        "S": text("touchy"),
        "D": text("sly"),
        "W": text("weak"),
        "N": text("careless"),
        "H": text("hot-tempered"),
    }[flaw]


def worker_label(deck: Deck, number: int, text: Text) -> str:
    """Describe a worker.

    Examples
    --------
    >>> from paydays_widgets.games.master_builder.deck import default_deck
    >>> worker_label(default_deck(), 27, Text("en")).replace(chr(160), " ")
    'Foreman, wage $4,000, touchy and careless'
    """
    worker = deck.workers[number - 1]
    flaws = [flaw_name(flaw, text) for flaw in sorted(worker.flaws, key="SDWNH".index)]
    return text(
        "{skill}, wage {sum}, {flaws}",
        skill=skill_name(worker.skill, text),
        sum=money(worker.wage, text),
        flaws=text.listing(flaws),
    )


def part_name(contract: Contract, section: int, text: Text) -> str:
    """Name a section by what it is of its building.

    Examples
    --------
    >>> from paydays_widgets.games.master_builder.deck import default_deck
    >>> part_name(default_deck().contracts[3], 5, Text("en"))
    'Roof'
    """
    return {
        "wall": text("Wall"),
        "gable": text("Gable"),
        "roof": text("Roof"),
        "curtain": text("Curtain"),
        "small": text("Small piece"),
    }[PARTS[contract.kind][section - 1]]


def contract_title(deck: Deck, number: int, text: Text) -> str:
    """Give what a contract is called."""
    return text.pick(deck.contracts[number - 1].title)


def effect(card: EventCard, text: Text) -> str:  # noqa: PLR0911 - one return an effect
    """Say what an event does.

    Examples
    --------
    >>> effect(EventCard(None, "release", workers=6), Text("en"))
    'Who has 6 workers or more lets one go.'
    """
    match card.effect:
        case "flaw_idle":
            return text(
                "All {flaw} workers miss this building phase.", flaw=flaw_name(card.flaw, text)
            )
        case "half_idle":
            skill = skill_name(card.skill, text)
            return text(
                "Half of each seat’s workers of the skill “{skill}”, rounded up, miss this "
                "building phase.",
                skill=skill,
            )
        case "labour":
            return text.plural(
                "{n} worker of each seat misses this building phase; the bank pays {sum} for it.",
                "{n} workers of each seat miss this building phase; the bank pays {sum} for each.",
                card.workers,
                sum=money(card.amount, text),
            )
        case "most_flaws_idle":
            return text("Of each seat the worker with the most flaws misses this building phase.")
        case "dismiss":
            return text("One {flaw} worker leaves each seat.", flaw=flaw_name(card.flaw, text))
        case "release":
            return text("Who has {n} workers or more lets one go.", n=card.workers)
        case "levy":
            return text("Each seat pays {sum}.", sum=money(card.amount, text))
        case _:
            return text("Nothing happens.")
