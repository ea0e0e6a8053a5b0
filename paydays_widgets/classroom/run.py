"""How far a class is in its running order."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from paydays_widgets.classroom.entries import AnswersShown, Chosen, Person, StageBegan, TimeAdded
from paydays_widgets.classroom.running import Question, RunningOrder, Stage

MINUTE: Final = 60_000
"""Milliseconds of a minute."""


class Run:
    """How far a class is in its running order, through all chapters of its room.

    Parameters
    ----------
    pretend
        How many of the first who join are pretend students.

    Attributes
    ----------
    at
        The stage, counted from 0; None before the first has begun.
    since
        When it began, or would have without a break, by the clock by which time is counted.
    chapter, begun
        The stage whose game is that of the present chapter, and those of all chapters so far.
    used
        The milliseconds that stages have taken so far, but the present one.
    added
        The minutes by which stages were made longer, by stage.
    answers
        What people have chosen, by stage and person.
    shown
        The stages whose answers were shown before the next began.
    """

    def __init__(self, order: RunningOrder, pretend: int = 0) -> None:
        self.order = order
        self.pretend = pretend
        self.at: int | None = None
        self.since = 0
        self.chapter = order.games[0]
        self.begun = [self.chapter]
        self.added: Counter[int] = Counter()
        self.used: Counter[int] = Counter()
        self.answers: dict[int, dict[Person, int]] = {}
        self.shown: set[int] = set()

    @property
    def stages(self) -> Sequence[Stage]:
        """Its stages."""
        return self.order.stages

    @property
    def stage(self) -> Stage | None:
        """The present stage; None before the first."""
        return None if self.at is None else self.stages[self.at]

    @property
    def question(self) -> Question | None:
        """What the class is asked now, or was a moment ago."""
        return None if self.at is None else self.order.question(self.at)

    @property
    def following(self) -> int | None:
        """The stage that comes next; None after the last."""
        following = 0 if self.at is None else self.at + 1
        return following if following < len(self.stages) else None

    @property
    def until(self) -> int:
        """When the present stage should be over, by the clock by which time is counted."""
        if self.at is None:
            return 0
        return self.since + MINUTE * (self.stages[self.at].minutes + self.added[self.at])

    @property
    def ends(self) -> int:
        """When the lesson should be over if the stages to come take their minutes; 0 before it."""
        if self.at is None:
            return 0
        later = range(self.at + 1, len(self.stages))
        return self.until + MINUTE * sum(self.stages[at].minutes + self.added[at] for at in later)

    @property
    def tells(self) -> bool:
        """Whether the answers of the present stage are shown."""
        return self.at in self.shown

    def apply(self, entry: StageBegan | TimeAdded | Chosen | AnswersShown, at: int) -> None:
        """Let an entry happen, at a time by the clock by which time is counted."""
        match entry:
            case StageBegan():
                if self.at is not None:
                    self.used[self.at] = at - self.since
                self.at, self.since = entry.stage, at - self.used[entry.stage]
                if self.stages[entry.stage].opens is not None and entry.stage > self.chapter:
                    self.chapter = entry.stage
                    self.begun.append(entry.stage)
            case TimeAdded():
                self.added[self.at or 0] += entry.minutes
            case Chosen():
                self.answers.setdefault(entry.stage, {})[entry.person] = entry.option
            case AnswersShown():
                self.shown.add(self.at or 0)

    def settles(self, stage: int) -> bool:
        """Return whether it is said which answer of a stage is right.

        What will be asked once more is a prediction: the class goes on before it learns that.
        """
        predicts = any(each.again == self.stages[stage].id for each in self.stages)
        return stage != self.at or (self.tells and not predicts)

    def rights(self, stage: int) -> tuple[int, int]:
        """Count who has answered a stage's question, and who rightly."""
        question = self.order.question(stage)
        given = [*self.answers.get(stage, {}).values()]
        return len(given), 0 if question is None else given.count(question.right)
