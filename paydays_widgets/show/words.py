"""Sentences about turns and refusals that all games share; each game adds its own phrases."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias, assert_never

from msgspec import Struct

from paydays_widgets.core.game import (
    Chance,
    Complaint,
    Decide,
    Event,
    Move,
    Over,
    Refusal,
    Seat,
    Settling,
    Turn,
)
from paydays_widgets.core.strategy import StrategyError
from paydays_widgets.core.text import Text, capital

Names: TypeAlias = Sequence[str]
"""The seats' names."""
Refused: TypeAlias = Callable[[Refusal, Names, Text], str]
"""Explains why a move is refused."""


def dollars(n: float, text: Text, unit: int = 1) -> str:
    r"""Write a sum in dollars: whole, or with two decimal places.

    Parameters
    ----------
    unit
        How many of what it is given in make a dollar.

    Examples
    --------
    >>> dollars(-1200, Text("en")), dollars(6_300, Text("en"), 100), dollars(45.4, Text("en"), 100)
    ('−$1,200', '$63', '$0.45')
    """
    whole = round(n)
    written = text.number(abs(whole) / unit, places=2 if whole % unit else 0)
    return text("${n}", n=written) if whole >= 0 else text("−${n}", n=written)


def listed(names: Names, seats: Iterable[Seat], text: Text) -> str:
    """List the names of some seats."""
    return text.listing([names[seat] for seat in seats])


def by_seat(
    sums: Sequence[int | None], names: Names, money: Callable[[float, Text], str], text: Text
) -> str:
    """List the sums of all seats, a line each; without those that are None.

    Examples
    --------
    >>> by_seat([5, None], ["Anna", "Ben"], dollars, Text("en"))
    'Anna: $5'
    """
    return "\n".join(
        text("{name}: {sum}", name=name, sum=money(sum_, text))
        for name, sum_ in zip(names, sums, strict=False)
        if sum_ is not None
    )


class Phrases(Struct, frozen=True):
    """A game's parts of the shared sentences, in one language.

    Anything left out appears under its name in the code.

    Parameters
    ----------
    chances
        The next move of chance, by purpose: "The die is to be rolled."
    prompts
        The decision to be made, by prompt: "raise the bid, or pass".
    moves
        The attempted move, by kind: "raise the bid".
    events
        What the next event does, where it is worth waiting for, by kind: "reveal bids".
    together
        What all seats are to do at once, by prompt: "Bid now: all bid at once".
    """

    chances: Mapping[str, str] = MappingProxyType({})
    prompts: Mapping[str, str] = MappingProxyType({})
    moves: Mapping[type[Move], str] = MappingProxyType({})
    events: Mapping[type[Event], str] = MappingProxyType({})
    together: Mapping[str, str] = MappingProxyType({})

    def chance(self, purpose: str, text: Text) -> str:
        """Describe the next move of chance.

        Examples
        --------
        >>> Phrases().chance("turn_up", Text("en"))
        'Chance decides: turn up.'
        """
        known = self.chances.get(purpose)
        return known or text("Chance decides: {purpose}.", purpose=_plain(purpose))

    def asked(self, prompt: str) -> str:
        """Describe a decision by its prompt.

        Examples
        --------
        >>> Phrases().asked("must_name")
        'must name'
        """
        return self.prompts.get(prompt) or _plain(prompt)

    def tried(self, kind: str) -> str:
        """Describe a kind of move by its name in a refusal.

        Examples
        --------
        >>> Phrases(moves={Move: "make a move"}).tried("move")
        'make a move'
        """
        named = {each.__name__.lower(): phrase for each, phrase in self.moves.items()}
        return named.get(kind, kind)


def _no_phrases(_text: Text) -> Phrases:
    return Phrases()


def _no_reasons(_refusal: Refusal, _names: Names, _text: Text) -> str | None:
    return None


class TurnWords(Struct, frozen=True):
    """A game's sentences about turns and refusals.

    Parameters
    ----------
    own
        Explains a refusal for one of the game's own reasons; returns None for any other reason.
    """

    phrases: Callable[[Text], Phrases] = _no_phrases
    own: Callable[[Refusal, Names, Text], str | None] = _no_reasons

    def prompt(self, turn: Turn, names: Names, text: Text) -> str:
        """Describe who has to decide what.

        Examples
        --------
        >>> TurnWords().prompt(Decide((0, 1), "bid", 3, 0), ["Anna", "Ben"], Text("en"))
        'Anna and Ben: bid.'
        """
        match turn:
            case Over():
                return text("The game is over.")
            case Settling():
                return text("The last move is being carried out.")
            case Chance():
                return self.phrases(text).chance(turn.purpose, text)
            case Decide():
                who = listed(names, turn.seats, text)
                asked = self.phrases(text).asked(turn.prompt)
                return text("{names}: {asked}.", names=who, asked=asked)
            case _:
                assert_never(turn)

    def refused(self, refusal: Refusal, names: Names, text: Text) -> str:
        """Explain why a move is refused, and what is possible instead.

        Raises
        ------
        ValueError
            If the reason is neither a shared one nor one of the game's own.

        Examples
        --------
        >>> refusal = Refusal("ZT-turn-end", "not_your_turn", {"seat": 0, "active": 1})
        >>> TurnWords().refused(refusal, ["Anna", "Ben"], Text("en"))
        'It is Ben’s turn, not Anna’s.'
        """
        facts = refusal.facts
        match refusal.reason:
            case "over":
                return text("The game is over. Go back a step to play on, or start a new game.")
            case "settling":
                return text("The last move is still being carried out. Step to its end first.")
            case "no_seat":
                return text(
                    "There is no seat {seat}: choose from 1 to {seats}.",
                    seat=int(facts["seat"]) + 1,
                    seats=facts["seats"],
                )
            case "out" | "not_your_turn":
                return _not_asked(refusal, names, text)
            case "chance_acts" | "not_chance" | "cannot_come" | "wrong_phase":
                return _mistimed(refusal, self.phrases(text), text)
            case _:
                said = self.own(refusal, names, text)
        if said is None:
            message = f"unknown reason {refusal.reason!r}"
            raise ValueError(message)
        return said


def complaint(error: Complaint, text: Text) -> str:
    """Write a complaint as a sentence.

    Examples
    --------
    >>> complaint(Complaint("there are {n} branches", n=2), Text("en"))
    'There are 2 branches.'
    """
    told = _clause(error, text)
    stop = "" if told.endswith(("?", ".", "…")) else "."
    return f"{capital(told)}{stop}"


def _clause(error: Complaint, text: Text) -> str:
    """Write a complaint, and those in it."""
    facts = {
        name: _clause(fact, text) if isinstance(fact, Complaint) else fact
        for name, fact in error.facts.items()
    }
    return text(error.sentence, **facts)


def game_over(winners: Sequence[Seat], names: Names, text: Text) -> str:
    """Say that the game is over, and who has won.

    Examples
    --------
    >>> game_over((0, 1), ["Anna", "Ben"], Text("en"))
    'The game is over: Anna and Ben share the victory.'
    """
    who = listed(names, winners, text)
    return text.plural(
        "The game is over: {names} wins.",
        "The game is over: {names} share the victory.",
        len(winners),
        names=who,
    )


def fault(error: StrategyError, refused: Refused, text: Text) -> str:
    """Describe what a strategy did wrong: what, in which line, and why it is not allowed."""
    told = [complaint(error, text)]
    if error.line is not None:
        line = text("Line {number}: {code}", number=error.line.number, code=error.line.code)
        told.append(line)
    if error.refusal is not None:
        told.append(refused(error.refusal, error.names, text))
    return " ".join(told)


def _not_asked(refusal: Refusal, names: Names, text: Text) -> str:
    """Explain why it is not a seat's turn."""
    facts = refusal.facts
    name = names[int(facts["seat"])]
    if refusal.reason == "out":
        return text("{name} takes no further part in this game.", name=name)
    if "active" in facts:
        active = names[int(facts["active"])]
        return text("It is {active}’s turn, not {name}’s.", active=active, name=name)
    return text("It is not {name}’s turn.", name=name)


def _mistimed(refusal: Refusal, phrases: Phrases, text: Text) -> str:
    """Describe what is expected instead of a move."""
    facts = {key: str(fact) for key, fact in refusal.facts.items()}
    match refusal.reason:
        case "chance_acts":
            chance = phrases.chance(facts["purpose"], text)
            return text("{chance} Nobody can act before that.", chance=chance)
        case "cannot_come":
            chance = phrases.chance(facts["purpose"], text)
            return text("“{move}” cannot come now. {chance}", move=facts["move"], chance=chance)
        case "not_chance":
            asked = phrases.asked(facts["prompt"])
            return text("Chance has nothing to decide now. What to do: {asked}.", asked=asked)
        case _:
            return text(
                "Not possible now: {move}. What to do: {asked}.",
                move=phrases.tried(facts["move"]),
                asked=phrases.asked(facts["prompt"]),
            )


def _plain(name: str) -> str:
    return name.replace("_", " ")
