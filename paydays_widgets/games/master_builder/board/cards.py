"""Contract cards, and the workers that they need or a seat has."""

from functools import cache, lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.core.game import Seat
from paydays_widgets.core.text import Language, Text
from paydays_widgets.games.master_builder import events
from paydays_widgets.games.master_builder.board.headline import Scene
from paydays_widgets.games.master_builder.board.picture import Need
from paydays_widgets.games.master_builder.deck import SECTIONS, SKILLS, Contract
from paydays_widgets.games.master_builder.engine.phases import LEFT_OVER
from paydays_widgets.games.master_builder.text.captions import part_title, skill_title
from paydays_widgets.games.master_builder.text.names import contract_title, money
from paydays_widgets.games.master_builder.text.names import crew as counted
from paydays_widgets.show.board import Play

PACKAGE: Final = "paydays_widgets.games.master_builder"


class Card(Struct, frozen=True, gc=False):
    """A contract card, and what activating it does.

    ``crew`` are the workers that would build it in one phase, ``needs`` the same in words;
    ``parts`` says for each section what it is and whom it needs. ``extra`` is the money on it, and
    ``wall`` what it is if it is no house; "" otherwise.
    """

    number: int
    title: str
    kind: str
    cost: str
    income: str
    crew: tuple[Need, ...]
    needs: str
    parts: tuple[tuple[str, tuple[Need, ...]], ...]
    extra: str
    wall: str
    label: str
    fresh: bool = False
    play: Play | None = None
    picked: bool = False


def contract_card(scene: Scene, number: int) -> Card:
    """Draw a contract by its number, marked if it has just been turned up."""
    view = scene.view
    contract = view.deck.contracts[number - 1]
    title = contract_title(view.deck, number, scene.text)
    gift = LEFT_OVER if number in view.left_over else 0
    card = _card(contract, number, title, gift, scene.text.language)
    if isinstance(scene.event, events.ContractTurnedUp) and scene.event.contract == number:
        return replace(card, fresh=True)
    return card


@lru_cache(maxsize=512)
def _card(contract: Contract, number: int, title: str, gift: int, language: Language) -> Card:
    """Return the contents of a contract card that are the same at every step."""
    text = Text(language, PACKAGE)
    parts = tuple(
        (
            part_title(contract, section, text),
            tuple(need(skill, language) for skill in contract.heads[section - 1]),
        )
        for section in range(1, SECTIONS + 1)
    )
    told = [f"{part}: {text.listing([each.name for each in heads])}" for part, heads in parts]
    extra = text("bank + {sum}", sum=money(gift, text)) if gift else ""
    label = text(
        "Contract {n}, {title}: lowest bid {cost}, pays {income}. {sections}",
        n=number,
        title=title,
        cost=money(contract.cost, text),
        income=money(contract.income, text),
        sections=", ".join(told),
    )
    if extra:
        label += ". " + text("{sum} from the bank lies on it", sum=money(gift, text))
    workers = tuple(
        need(skill, language) for skill, count in enumerate(contract.crew()) for _ in range(count)
    )
    return Card(
        number=number,
        title=title,
        kind=contract.kind,
        cost=money(contract.cost, text),
        income=money(contract.income, text),
        crew=workers,
        needs=text("needs {crew}", crew=counted(contract.crew(), text)),
        parts=parts,
        extra=extra,
        wall=text("city wall") if contract.kind == "city_wall" else "",
        label=label,
    )


@cache
def need(skill: int, language: Language) -> Need:
    return Need(SKILLS[skill], skill + 1, skill_title(skill, Text(language, PACKAGE)))


def crew(scene: Scene, seat: Seat) -> tuple[Need, ...]:
    """Show a seat's workers by their skill, from low to high."""
    workers = scene.view.deck.workers
    skills = sorted(workers[number - 1].skill for number in scene.view.builders[seat].crew)
    return tuple(need(skill, scene.text.language) for skill in skills)
