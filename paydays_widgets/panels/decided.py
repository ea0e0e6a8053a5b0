"""What decided a game: a few of its decisions, each played on with other choices."""

from collections.abc import Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from paydays_widgets.core.chance import game_seed
from paydays_widgets.core.game import Complaint, Move, Over
from paydays_widgets.lab.decision import Decision, Review, decision
from paydays_widgets.lab.estimate import Estimate
from paydays_widgets.lab.summary import Prospects, Reviewed
from paydays_widgets.panels.branches import hidden
from paydays_widgets.show.words import complaint
from paydays_widgets.talk.awaited import Awaited
from paydays_widgets.talk.session import Session

GAMES: Final = 200
"""How many games are played for each choice."""
LOOKED_AT: Final = 6
"""How many decisions are played on."""
OFFERED: Final = 3
"""How many of them the reader chooses from."""
CHOICES: Final = 5
"""How many choices are compared at each, the one that was made among them."""


class Look(Struct, frozen=True, eq=False):
    """A game that was looked back on.

    Parameters
    ----------
    where
        The table, its branch, and what each viewer may see.
    numbers
        The moves, counted from 0, at whose decisions the game is played on, in its order.
    changes
        What the seat's books changed by until its next decision.
    """

    where: tuple[object, ...]
    numbers: tuple[int, ...]
    changes: tuple[int, ...]
    decisions: tuple[Decision, ...]


class Decided(Awaited[Reviewed]):
    """The decisions that mattered in the game on the table, as far as they are known.

    Attributes
    ----------
    asked
        The game looked back on, if any.
    picked
        Which of the offered decisions the reader takes for the one that mattered most.
    """

    asked: Look | None = None
    picked: int | None = None

    @property
    def _settled(self) -> bool:
        """Whether there is nothing more to play: another run may have taken this one's place."""
        if self.asked is None or not self.asked.decisions or self.failed:
            return True
        return self.found is not None and self.found.complete

    def ask(self, at: Session) -> None:
        """Play on from decisions of the finished game, unless that is done or being done."""
        known = self.asked is not None and self.asked.where == _where(at)
        if known and (self.client.playing or self._settled):
            return
        self.stop()
        self._begin()
        self.picked = None
        telling = _telling(at)
        decisions = tuple(_decision(at, number) for number in telling)
        self.asked = Look(_where(at), tuple(telling), tuple(telling.values()), decisions)
        if decisions:
            luck = game_seed(at.table.seed, 0)
            try:
                self._start(Review(decisions), GAMES, luck, at.text.language)
            except Complaint as error:  # a strategy from a notebook cannot be sent
                self.failed = complaint(error, at.text)


def over(at: Session) -> bool:
    """Return whether the game on the table has been played to its end."""
    steps = at.table.branch.steps
    return bool(steps) and isinstance(at.table.game.turn(steps[-1].state), Over)


def _where(at: Session) -> tuple[object, ...]:
    return at.table, at.table.current, len(at.table.branch.moves), at.all_shown, at.viewer


class Candidate(Struct, frozen=True):
    """A decision that may have mattered.

    Parameters
    ----------
    number
        Its move, counted from 0.
    change
        What the seat's books changed by until its next decision.
    gain
        How much more money the choice that was made earns than the best other one.
    other
        The other choice, in its notation.
    """

    number: int
    change: int
    gain: Estimate
    other: str

    @property
    def sure(self) -> bool:
        """Whether so many games can tell the two apart."""
        return self.gain.low > 0 or self.gain.high < 0

    @property
    def at_least(self) -> float:
        """How much it mattered at least, for better or worse."""
        return min(abs(self.gain.low), abs(self.gain.high))

    @property
    def at_most(self) -> float:
        """How much it mattered at most, for better or worse."""
        return max(abs(self.gain.low), abs(self.gain.high))


def candidates(at: Session, decided: Decided) -> list[Candidate]:
    """Choose the decisions to offer, in the game's order: those that mattered most."""
    if decided.asked is None or decided.found is None:
        return []
    moves, look = at.table.branch.moves, decided.asked
    found = [
        _candidate(number, change, str(moves[number]), each)
        for number, change, each in zip(
            look.numbers, look.changes, decided.found.found, strict=False
        )
    ]
    found.sort(key=lambda each: (not each.sure, -abs(each.gain.value)))
    return sorted(found[:OFFERED], key=lambda each: each.number)


def most(offered: Sequence[Candidate]) -> Sequence[Candidate]:
    """List the decision that mattered most, and those that cannot be told from it.

    There is none if chance may explain every difference.
    """
    sure = [each for each in offered if each.sure]
    least = max((each.at_least for each in sure), default=0.0)
    return [each for each in sure if each.at_most >= least]


def _candidate(number: int, change: int, made: str, found: Prospects) -> Candidate:
    """Compare the choice that was made with the best of the others."""
    ranked = sorted(found.choices, key=lambda each: -each.money.value)
    own = next(each for each in ranked if each.move == made)
    other = next(each for each in ranked if each is not own)
    if own is not ranked[0]:
        return Candidate(number, change, own.behind, other.move)
    less = other.behind
    gain = Estimate(-less.value, -less.high, -less.low, less.n, less.method)
    return Candidate(number, change, gain, other.move)


# --- which decisions are looked at --------------------------------------------------------------


def _telling(at: Session) -> dict[int, int]:
    """Find the decisions after which a seat's books changed most until its next one."""
    table, game = at.table, at.table.game
    found: list[tuple[int, int]] = []
    for seat in at.humans or range(len(table.players)):
        own = [
            number
            for number, move in enumerate(table.branch.moves)
            if move.by == seat and len(_choices(at, number)) > 1
        ]
        states = [*map(table.before, own), table.branch.steps[-1].state]
        worths = [game.sheet(state, seat).counted for state in states]
        changes = [after - before for before, after in pairwise(worths)]
        found += zip(changes, own, strict=True)
    found.sort(key=lambda each: -abs(each[0]))
    return {number: change for change, number in sorted(found[:LOOKED_AT], key=itemgetter(1))}


def _choices(at: Session, number: int) -> list[Move]:
    """List the choices to compare at a decision, the one that was made among them."""
    move = at.table.branch.moves[number]
    others = [each for each in _known(at, number) if each != move]
    few = min(len(others), CHOICES - 1)
    return [move, *(others[at * (len(others) - 1) // max(few - 1, 1)] for at in range(few))]


def _known(at: Session, number: int) -> Sequence[Move]:
    """List the choices that there were, as far as this screen may know them."""
    table, move = at.table, at.table.branch.moves[number]
    before = table.before(number)
    if hidden(at, table.branch, number):
        return ()
    if at.all_shown or at.viewer == move.by:
        return table.game.legal(before, move.by)
    if at.panel.what_ifs is None:
        return ()
    view = table.game.view(before, None)
    return [other for other, _ in at.panel.what_ifs(view, move, at.names, at.text)[1]]


def _decision(at: Session, number: int) -> Decision:
    """Take a decision off the table as it was then."""
    table = at.table.copied()
    table.go_to(table.branch.begins(number))
    by = at.table.branch.moves[number].by
    asked = decision(table, persons=at.stand_in, seat=by)
    return replace(asked, among=tuple(_choices(at, number)))
