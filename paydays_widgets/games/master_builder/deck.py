"""The cards and amounts of Master Builder, as data that users can replace with their own file.

``deck.toml``, beside this module, is the deck that comes with the game. For each figure it says
whether the rulebook states it, whether it is publicly known, or whether we reconstructed it.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from paydays_widgets.core.deckfile import CheckedDeck, DeckError, Decks, Figure, Name, Provenance
from paydays_widgets.core.text import Words

Skill: TypeAlias = Literal["apprentice", "tradesman", "foreman", "master"]
Flaw: TypeAlias = Literal["S", "D", "W", "N", "H"]
Kind: TypeAlias = Literal["house", "city_wall"]
Effect: TypeAlias = Literal[
    "flaw_idle", "half_idle", "labour", "most_flaws_idle", "dismiss", "release", "levy", "nothing"
]

SKILLS: Final[tuple[Skill, ...]] = get_args(Skill)
"""The skills, from lowest to highest; engines count them from 0."""
FLAWS: Final[tuple[Flaw, ...]] = get_args(Flaw)
"""The flaws: touchy, sly, weak, careless, hot-tempered."""
SECTIONS: Final = 6
"""How many sections a building has: a house has two walls, two gables and two roofs; city walls
have a curtain and two small pieces, twice."""
ECONOMY_CARDS: Final = 5
"""How many economy cards a game uses: one for each round but the first (MB-economy)."""
PENALTY_PCT: Final = 20
"""What a missing section costs in the reviews, in per cent of the income (MB-end-unfinished)."""

MOST_CARDS: Final = 99
"""Of a kind: far more than in any real deck."""
Money: TypeAlias = Annotated[int, Meta(ge=0, le=999)]
Amount: TypeAlias = Annotated[int, Meta(ge=1, le=999)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Flaws: TypeAlias = Annotated[tuple[Flaw, ...], Meta(min_length=1, max_length=3)]
Heads: TypeAlias = Annotated[tuple[Skill, ...], Meta(min_length=1, max_length=2)]

_NEEDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "flaw_idle": ("flaw",),
        "half_idle": ("skill",),
        "labour": ("workers", "amount"),
        "most_flaws_idle": (),
        "dismiss": ("flaw",),
        "release": ("workers",),
        "levy": ("amount",),
        "nothing": (),
    }
)


class LoanFile(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A kind of loan as a deck file states it."""

    receive: Amount
    early: Amount
    late: Amount
    provenance: Provenance


class LoansFile(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The two kinds of loan."""

    small: LoanFile
    large: LoanFile


class WagesFile(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The wage of each skill."""

    apprentice: Figure[Amount]
    tradesman: Figure[Amount]
    foreman: Figure[Amount]
    master: Figure[Amount]


class WorkerFile(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A worker card as a deck file states it."""

    skill: Skill
    flaws: Flaws
    provenance: Provenance


class ContractFile(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A contract card as a deck file states it.

    Parameters
    ----------
    cost, income
        The lowest opening bid, and what the finished building pays, in thousands.
    sections
        The skills that each section needs: wall, wall, gable, gable, roof, roof; of city walls
        curtain, small piece, small piece, and the same again.
    """

    title: Words
    kind: Kind
    cost: Amount
    income: Amount
    sections: Annotated[tuple[Heads, ...], Meta(min_length=SECTIONS, max_length=SECTIONS)]
    provenance: Provenance


class Reveals(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How many contracts an economy card reveals, by number of seats."""

    two: Count
    three: Count
    four: Count


class EconomyFile(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A kind of economy card as a deck file states it, and how many such cards there are."""

    title: Words
    cards: Annotated[int, Meta(ge=1, le=99)]
    reveals: Reveals
    provenance: Provenance


class EventFile(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """An event card as a deck file states it.

    Parameters
    ----------
    effect
        What it does to every seat: ``flaw_idle`` (all with the ``flaw`` are idle), ``half_idle``
        (half of a ``skill``, rounded up, are idle), ``labour`` (this many ``workers`` are idle,
        and the bank pays the ``amount`` for each), ``most_flaws_idle`` (the one with the most
        flaws is idle), ``dismiss`` (one with the ``flaw`` leaves), ``release`` (one leaves a crew
        of ``workers`` or more), ``levy`` (the seat pays the ``amount``) or ``nothing``.
    flaw, skill, workers, amount
        What the effect needs; an effect uses only those named above.
    """

    title: Words
    effect: Effect
    provenance: Provenance
    flaw: Flaw | None = None
    skill: Skill | None = None
    workers: Annotated[int, Meta(ge=1, le=99)] | None = None
    amount: Amount | None = None


class DeckFile(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What ``deck.toml`` holds: names and figures as an author writes them."""

    name: Name
    start_money: Figure[Amount]
    wage_limit: Figure[Amount]
    loans: LoansFile
    wages: WagesFile
    workers: Annotated[tuple[WorkerFile, ...], Meta(min_length=1, max_length=MOST_CARDS)]
    contracts: Annotated[tuple[ContractFile, ...], Meta(min_length=1, max_length=MOST_CARDS)]
    economy: Annotated[tuple[EconomyFile, ...], Meta(min_length=1, max_length=MOST_CARDS)]
    events: Annotated[tuple[EventFile, ...], Meta(min_length=1, max_length=MOST_CARDS)]


class Loan(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A kind of loan: what a seat receives, and repays early or late, in thousands."""

    receive: Amount
    early: Amount
    late: Amount


class Worker(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A worker card; its skill is an index into :data:`SKILLS`."""

    skill: Annotated[int, Meta(ge=0, le=3)]
    wage: Amount
    flaws: Flaws


class Contract(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A contract card.

    Parameters
    ----------
    title, kind, cost, income
        As in :class:`ContractFile`.
    heads
        The skills that each section needs (indices into :data:`SKILLS`), ascending; section
        ``n`` is ``heads[n - 1]``.
    """

    title: Words
    kind: Kind
    cost: Amount
    income: Amount
    heads: Annotated[
        tuple[Annotated[tuple[Annotated[int, Meta(ge=0, le=3)], ...], Meta(max_length=2)], ...],
        Meta(min_length=SECTIONS, max_length=SECTIONS),
    ]

    def crew(self) -> tuple[int, ...]:
        """Count, by skill, the smallest crew that could build it in one phase."""
        heads = [skill for section in self.heads for skill in section]
        return tuple(heads.count(skill) for skill in range(len(SKILLS)))


class Climate(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A kind of economy card: how many there are, and what they reveal with 2, 3 and 4 seats."""

    title: Words
    cards: Annotated[int, Meta(ge=1, le=99)]
    reveals: tuple[Count, Count, Count]


class EventCard(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """An event card; fields that its effect does not use are "" or 0."""

    title: Words
    effect: Effect
    flaw: Literal["S", "D", "W", "N", "H", ""] = ""
    skill: Annotated[int, Meta(ge=0, le=3)] = 0
    workers: Count = 0
    amount: Money = 0


class Deck(CheckedDeck, frozen=True, gc=False, forbid_unknown_fields=True):
    """A deck as the engine reads it. Sums are in thousands; cards are counted from 1.

    Parameters
    ----------
    start_money
        What each seat starts with.
    wage_limit
        The end of the wage track.
    workers, contracts, economy, events
        The cards; card ``n`` is ``workers[n - 1]``.
    """

    start_money: Amount
    wage_limit: Amount
    loans: tuple[Loan, Loan]
    workers: Annotated[tuple[Worker, ...], Meta(min_length=1, max_length=MOST_CARDS)]
    contracts: Annotated[tuple[Contract, ...], Meta(min_length=1, max_length=MOST_CARDS)]
    economy: Annotated[tuple[Climate, ...], Meta(min_length=1, max_length=MOST_CARDS)]
    events: Annotated[tuple[EventCard, ...], Meta(min_length=1, max_length=MOST_CARDS)]

    def flaws(self) -> Iterator[tuple[str, str]]:
        """Find the places of inconsistent figures, and say what was expected there.

        Whether there are enough contracts depends on the number of seats, so that is checked when
        a game starts.
        """
        for kind, loan in zip(("small", "large"), self.loans, strict=True):
            if not loan.receive <= loan.early <= loan.late:
                problem = "expected receive, early and late in ascending order"
                yield f"loans.{kind}", f"{problem}, got {loan.receive}, {loan.early}, {loan.late}"
        for index, worker in enumerate(self.workers):
            if worker.wage > self.wage_limit:
                place = f"wages.{SKILLS[worker.skill]}"
                problem = f"expected at most {self.wage_limit}, the wage limit, got {worker.wage}"
                yield place, problem
            if len({*worker.flaws}) < len(worker.flaws):
                yield f"workers[{index}].flaws", "expected each flaw once"
        for index, contract in enumerate(self.contracts):
            yield from _flaws_of_contract(contract, f"contracts[{index}]", self.start_money)
        cards = sum(each.cards for each in self.economy)
        if cards < ECONOMY_CARDS:
            yield "economy", f"expected at least {ECONOMY_CARDS} cards in all, got {cards}"
        for index, event in enumerate(self.events):
            yield from _flaws_of_event(event, f"events[{index}]")


def _flaws_of_contract(contract: Contract, place: str, most: int) -> Iterator[tuple[str, str]]:
    if contract.cost > most:
        problem = f"expected at most {most}, the starting money (MB-2-last-one)"
        yield f"{place}.cost", f"{problem}, got {contract.cost}"
    if contract.income * PENALTY_PCT % 100:
        problem = f"expected a multiple of {100 // PENALTY_PCT}, so that {PENALTY_PCT}%"
        yield f"{place}.income", f"{problem} of it is a whole number, got {contract.income}"
    for at, heads in enumerate(contract.heads):
        if list(heads) != sorted(heads):
            yield f"{place}.heads[{at}]", "expected ascending skills"


def _flaws_of_event(event: EventCard, place: str) -> Iterator[tuple[str, str]]:
    for field in ("flaw", "workers", "amount"):
        if bool(getattr(event, field)) is not (field in _NEEDS[event.effect]):
            wanted = "one" if field in _NEEDS[event.effect] else "none"
            yield f"{place}.{field}", f"expected {wanted} with the effect {event.effect!r}"


def compile_deck(file: DeckFile) -> Deck:
    """Make the engine's deck from a deck file.

    Raises
    ------
    DeckError
        If its figures are inconsistent.
    """
    for index, event in enumerate(file.events):
        if (event.skill is not None) is not ("skill" in _NEEDS[event.effect]):
            wanted = "one" if event.skill is None else "none"
            problem = f"expected {wanted} with the effect {event.effect!r}"
            raise DeckError(file.name, f"events[{index}].skill", problem)
    return Deck(
        name=file.name,
        start_money=file.start_money.value,
        wage_limit=file.wage_limit.value,
        loans=(_loan(file.loans.small), _loan(file.loans.large)),
        workers=tuple(
            Worker(SKILLS.index(each.skill), getattr(file.wages, each.skill).value, each.flaws)
            for each in file.workers
        ),
        contracts=tuple(_contract(each) for each in file.contracts),
        economy=tuple(
            Climate(
                each.title, each.cards, (each.reveals.two, each.reveals.three, each.reveals.four)
            )
            for each in file.economy
        ),
        events=tuple(_event(each) for each in file.events),
    )


def _loan(file: LoanFile) -> Loan:
    return Loan(file.receive, file.early, file.late)


def _contract(file: ContractFile) -> Contract:
    heads = tuple(
        tuple(sorted(SKILLS.index(skill) for skill in section)) for section in file.sections
    )
    return Contract(file.title, file.kind, file.cost, file.income, heads)


def _event(file: EventFile) -> EventCard:
    return EventCard(
        title=file.title,
        effect=file.effect,
        flaw=file.flaw or "",
        skill=SKILLS.index(file.skill) if file.skill else 0,
        workers=file.workers or 0,
        amount=file.amount or 0,
    )


_DECKS: Final = Decks("paydays_widgets.games.master_builder", DeckFile, compile_deck)
load_deck, parse_deck = _DECKS.load, _DECKS.parse
deck_file, default_deck = _DECKS.file, _DECKS.own
