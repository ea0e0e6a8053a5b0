"""A homework: a room in which each student works through a lesson, alone and at any time.

What a page says of a question is all that was answered there, one answer after the other. An
attempt is known by the answers before it: so a message that comes twice, late, or from another
tab adds nothing, and whatever is new is kept. Once kept, no answer is changed or left out.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import pairwise, zip_longest
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from paydays_widgets.classroom.entries import (
    LONGEST_LABEL,
    MOST_QUESTIONS,
    AnyEntry,
    Assigned,
    Attempted,
    Opened,
    Person,
    Unlocked,
)
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.wishes import must_know
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.names import alike, cleaned, isolated
from paydays_widgets.core.text import Language

MOST_ATTEMPTS: Final = 100
"""How many answers of one student to one question are kept."""
_SEED_BYTES: Final = 6
"""A seed is a whole number in JavaScript too."""

Standing: TypeAlias = Literal["", "tried", "shown", "said", "later", "first"]
"""How a student stands with a question: not tried, tried, the answer was shown, predicted, right
later, right at first."""
_Answers: TypeAlias = Annotated[
    tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=50)
]
_Number: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_QUESTIONS)]
PUPIL: Final = "paydays-pupil-"
"""How the cookie begins by which a student may open the lesson; a homework's code follows."""


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """What a page says of a question.

    Parameters
    ----------
    number, of
        Its number there, and how many questions the lesson has.
    answers
        All that was answered, the first answer first.
    right
        Whether each was right; nothing where an answer is neither.
    shown
        Whether the answer was asked for.
    """

    question: Annotated[str, Meta(min_length=1, max_length=60)]
    number: _Number
    of: _Number
    answers: _Answers = ()
    right: Annotated[tuple[bool, ...], Meta(max_length=50)] = ()
    shown: bool = False

    def __post_init__(self) -> None:
        if len(self.right) not in {0, len(self.answers)}:
            raise ValueError("each answer is right or not, or none is")


class HeldBack(Complaint):
    """The teacher has not opened a question yet."""


class Attempt(Struct, frozen=True):
    """An answer to a question.

    Parameters
    ----------
    answer
        As the lesson writes it.
    right
        Whether it was right; None where an answer is neither.
    at
        When the server got it, in milliseconds since 1970.
    late
        Whether that was after the homework was due.
    after
        The attempt that it follows, counted from 1; 0 for none.
    """

    answer: str
    right: bool | None
    at: int
    late: bool
    after: int


class Work(Struct):
    """What a student has done with a question.

    Parameters
    ----------
    shown
        How many there were when the answer was shown; None if it was not.
    """

    number: int
    attempts: list[Attempt]
    shown: int | None = None

    @property
    def standing(self) -> Standing:
        """How the student stands."""
        before = self.attempts[: self.shown]
        if self.attempts and self.attempts[0].right is None:
            return "said"
        if any(each.right for each in before):
            return "first" if before[0].right else "later"
        if self.shown is not None:
            return "shown"
        return "tried" if self.attempts else ""

    @property
    def history(self) -> tuple[str, ...]:
        """The answers that led to the last one, and that one."""
        found, at = [], len(self.attempts)
        while at:
            found.append(self.attempts[at - 1].answer)
            at = self.attempts[at - 1].after
        return tuple(reversed(found))

    def known(self, answers: Sequence[str]) -> tuple[int, int]:
        """Return the attempt with which the known ones of some answers end, and how many are."""
        last = 0
        for count, answer in enumerate(answers):
            found = [
                number
                for number, each in enumerate(self.attempts, 1)
                if (each.after, each.answer) == (last, answer)
            ]
            if not found:
                return last, count
            last = found[0]
        return last, len(answers)


class Homework(Room):
    """A homework, as its log says. Nobody sits at a table, and nothing is played.

    Attributes
    ----------
    work
        What each student has done, by person and by the question's name.
    unlocked
        How many questions can be answered; None for all.
    """

    longest_name = LONGEST_LABEL

    def __init__(
        self, entries: Iterable[tuple[AnyEntry, int]], ahead: int = 0, before: Room | None = None
    ) -> None:
        if before is not None:
            raise ValueError("a homework is no chapter of a class")
        self.work: defaultdict[Person, dict[str, Work]] = defaultdict(dict)
        self.unlocked: int | None = None
        self._of: dict[Person, int] = {}
        super().__init__(entries, ahead)

    # --- what others ask ----------------------------------------------------------------------

    def title(self, language: Language) -> str:
        """Name the lesson."""
        name: str = getattr(self.assigned.title, language)
        return name

    @property
    def questions(self) -> int:
        """How many questions the lesson has, as most pages say; 0 as long as none has."""
        said = [*self._of.values()]
        return max(said, key=said.count, default=0)

    @property
    def pupils(self) -> list[tuple[str, Person | None]]:
        """All on the list, those who have not come too; without a list, all who have joined."""
        came = {alike(self.people[each].name): each for each in self.present}
        if not self.assigned.labels:
            return [(self.people[each].name, each) for each in self.present]
        return [(label, came.get(alike(label))) for label in self.assigned.labels]

    def seed(self, person: Person) -> int:
        """Return a student's own luck: the same label always has the same."""
        name = f"{self.assigned.seed} {alike(self.people[person].name)}"
        return int.from_bytes(sha256(name.encode()).digest()[:_SEED_BYTES])

    def late(self, at: int) -> bool:
        """Return whether a time is after the homework is due."""
        return self.assigned.due is not None and at > self.assigned.due

    # --- the log ------------------------------------------------------------------------------

    def apply(self, entry: AnyEntry, at: int, counted: int | None = None) -> None:
        """Let an entry happen."""
        match entry:
            case Assigned():
                self.entries += 1
                self.opened = self.assigned = entry
                self.options = entry.options
                self.unlocked = entry.unlocked
            case Attempted():
                self.entries += 1
                self._of[entry.person] = entry.of
                self._add(entry, at)
            case Unlocked():
                self.entries += 1
                self.unlocked = entry.unlocked
            case _:
                super().apply(entry, at, counted)

    def _add(self, entry: Attempted, at: int) -> None:
        work = self.work[entry.person].setdefault(entry.question, Work(entry.number, []))
        if entry.shown and work.shown is None:
            work.shown = len(work.attempts)
        after = entry.after
        verdicts = entry.right or (None,) * len(entry.answers)
        for answer, right in zip(entry.answers, verdicts, strict=True):
            work.attempts.append(Attempt(answer, right, at, self.late(at), after))
            after = len(work.attempts)

    # --- what may come next -------------------------------------------------------------------

    def newcomer(self, name: str) -> str:
        """Return the name by which somebody joins: a label, if there is a list."""
        if not self.assigned.labels:
            return super().newcomer(name)
        typed = alike(cleaned(name, LONGEST_LABEL))
        exact = [each for each in self.pupils if alike(each[0]) == typed]
        spelled = [each for each in self.pupils if alike(each[0]).casefold() == typed.casefold()]
        found = exact or spelled
        if len(found) != 1:
            raise Complaint("that name is not on your teacher’s list")
        [(label, person)] = found
        if person is not None:
            raise Complaint(
                "“{name}” has joined already, in another browser: ask your teacher",
                name=isolated(label),
            )
        return label

    def attempts(self, person: Person, given: Given) -> Attempted | None:
        """Take what a page says of a question.

        Returns
        -------
        Attempted or None
            What of it is new; None if nothing is, or there is no room for more.

        Raises
        ------
        Complaint
            If there is no such person.
        HeldBack
            If something is new, and the question is not open.
        """
        must_know(self, person)
        own = self.work[person]
        work = own.get(given.question)
        if work is None:
            if len(own) >= MOST_QUESTIONS:
                return None
            work = Work(given.number, [])
        after, known = work.known(given.answers)
        new = [*zip_longest(given.answers, given.right)][known:]
        room = max(0, MOST_ATTEMPTS - 1 - len(work.attempts))
        if len(work.attempts) < MOST_ATTEMPTS:  # the last place is kept for a right one
            new = new[:room] + [each for each in new[room:] if each[1]][:1]
        else:
            new = []
        shown = given.shown and work.shown is None
        if not new and not shown:
            return None
        if self.unlocked is not None and given.number > self.unlocked:
            raise HeldBack("question {n} is not open yet", n=given.number)
        return Attempted(
            person,
            given.question,
            work.number,
            given.of,
            after,
            tuple(answer for answer, _ in new),
            tuple(right for _, right in new if right is not None),
            shown,
        )


def room_of(log: Sequence[tuple[AnyEntry, int]], ahead: int = 0) -> Room:
    """Read a log, chapter by chapter: that of a class, or of a homework, which has only one."""
    openings = [at for at, (entry, _) in enumerate(log) if isinstance(entry, Opened)]
    room: Room | None = None
    for begin, end in pairwise([*openings, len(log)]):
        kind = Homework if isinstance(log[begin][0], Assigned) else Room
        room = kind(log[begin:end], ahead, room)
    return room or Room(())
