"""Short names for things on the table, capitalised for a card or the start of a label."""

from paydays_widgets.core.text import Text, capital
from paydays_widgets.games.master_builder.deck import SKILLS, Contract, Worker
from paydays_widgets.games.master_builder.engine.building import PARTS
from paydays_widgets.games.master_builder.text.names import flaws, money, part_name, skill_name


def skill_title(skill: int, text: Text) -> str:
    """Name a skill, counted from 0.

    Examples
    --------
    >>> skill_title(2, Text("en"))
    'Foreman'
    """
    return capital(skill_name(SKILLS[skill], text))


def a_worker(skill: int, text: Text) -> str:
    """Name a worker of a skill, counted from 0, who is missing.

    Examples
    --------
    >>> a_worker(0, Text("en"))
    'an apprentice'
    """
    return (text("an apprentice"), text("a tradesman"), text("a foreman"), text("a master"))[skill]


def part_title(contract: Contract, section: int, text: Text) -> str:
    """Name the part of its building that a section is.

    Examples
    --------
    >>> from paydays_widgets.games.master_builder.deck import default_deck
    >>> part_title(default_deck().contracts[3], 5, Text("en"))
    'Roof'
    """
    return capital(part_name(PARTS[contract.kind][section - 1], text))


def loan_title(kind: str, text: Text) -> str:
    """Name a kind of loan.

    Examples
    --------
    >>> loan_title("small", Text("en"))
    'Small loan'
    """
    return text("Large loan") if kind == "large" else text("Small loan")


def percent(value: float, text: Text) -> str:
    """Write a rate.

    Examples
    --------
    >>> percent(26.666, Text("en"))
    '26.7%'
    """
    return text.percent(value, 1)


def worker_label(worker: Worker, text: Text) -> str:
    """Describe a worker.

    Examples
    --------
    >>> from paydays_widgets.games.master_builder.deck import default_deck
    >>> worker_label(default_deck().workers[26], Text("en"))
    'Foreman, wage $4,000, careless, touchy'
    """
    return text(
        "{skill}, wage {sum}, {flaws}",
        skill=skill_title(worker.skill, text),
        sum=money(worker.wage, text),
        flaws=flaws(worker, text),
    )
