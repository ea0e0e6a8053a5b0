"""The session of a panel: with a lab, and with the verbs of all its buttons."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from paydays_widgets.core.game import Complaint
from paydays_widgets.core.table import AnyTable, Strategy
from paydays_widgets.lab.setting import setting
from paydays_widgets.panels import lab
from paydays_widgets.panels.decided import Decided, candidates, over
from paydays_widgets.panels.lab import Lab
from paydays_widgets.panels.verbs import VERBS, seed, typed
from paydays_widgets.talk import given
from paydays_widgets.talk import session as talk
from paydays_widgets.talk.advice import Advice, question, where
from paydays_widgets.talk.screen import SatOut, Screen
from paydays_widgets.talk.verbs import GOES_ON, STAYS, Done, Verb


class Session(talk.Session):
    """A session of :mod:`paydays_widgets.talk` with a lab and a panel's verbs.

    Attributes
    ----------
    lab
        The games that bots play by the thousand.
    advice
        What each choice at the decision on the table would earn, once it is asked for.
    decided
        What decided the game on the table, once its page is open.
    lesson
        Where the lesson stands that goes with the game, from its page; "" for none.
    """

    catalogues = ("paydays_widgets.panels", *talk.Session.catalogues)

    def __init__(
        self,
        table: AnyTable,
        language: str | None = None,
        strategies: Mapping[str, Strategy] | None = None,
    ) -> None:
        super().__init__(table, language, strategies)
        self.lab = Lab()
        self.advice = Advice(self.lab.client)
        self.decided = Decided(self.lab.client)
        self.lesson = ""

    def changed(self) -> None:
        """Redraw all panels; advice about another position is put away."""
        if self.advice.asked is not None and self.advice.asked.where != where(self):
            self.advice.drop()
        if self.screen.tab == "decided" and over(self):
            self.decided.ask(self)
        super().changed()

    def one_step_on(self) -> Self | None:
        """Return a copy of this session after another step; None if none can be foreseen."""
        asks = self.advice.asked or self.screen.tab == "decided"  # of this table, not of a copy
        return None if asks else super().one_step_on()

    def close(self) -> None:
        """Release the table, which may outlive the session, and end the lab's process."""
        super().close()
        self.lab.close()

    # --- the lab ------------------------------------------------------------------------------

    def _lab_start(self, value: object) -> Screen:
        """Have bots play many games with the table's rules and deck."""
        fields = given.fields(value)
        kinds = [
            given.one_of(fields.get(f"kind{number}", kind), self.strategies)
            for number, kind in enumerate(lab.line_up(self, self.lab), 1)
        ]
        games = int(given.one_of(fields.get("games", str(lab.USUAL)), [str(n) for n in lab.GAMES]))
        table, own = self.table, self.modules.bots.STRATEGIES
        guests = {name: each for name, each in self.strategies.items() if name not in own}
        asked = setting(self.id, kinds, rules=table.rules, deck=table.deck, own=guests)
        luck = seed(fields.get("seed", "").strip())
        self.lab.start(lab.LabRun(typed(self), asked, games, luck), self.text.language)
        return self.screen

    def _lab_cancel(self, _: object) -> Screen:
        self.lab.stop()
        return self.screen

    def _lab_open(self, value: object) -> Done:
        """Put a game of the lab on the table, at its end."""
        asked = self.lab.asked
        if asked is None:
            raise Complaint("nothing has been played in the lab yet")
        number = given.nth(value, asked.games)
        table, left, name = asked.table(number), self.table, self.keeping.name
        orders = self.keeping.put(table, lent=True)
        if self.screen.lab_game is None:
            self.lab.left = lab.Left(left, self.screen, name if orders else "")
        return Done(replace(self.screen.at_another_table(), lab_game=number), orders)

    def _lab_leave(self, _: object) -> Done:
        """Go back to the game that was on the table before the lab's."""
        left = self.lab.left
        if left is None:
            raise Complaint("no game was on the table before")
        bare = self.screen.at_another_table()
        if left.name in [each.name for each in self.keeping.others]:
            return Done(bare, self.keeping.go_back(left.name))
        was = left.screen
        asked = was.vignette
        orders = self.keeping.put(left.table, asked.id if asked else "")
        return Done(
            replace(bare, vignette=asked, answered=was.answered, beyond=was.beyond), orders
        )

    def _advise(self, _: object) -> Screen:
        """Ask what each choice at the decision would earn; asked again, put it away."""
        seat = self.decider
        if self.advice.asked is not None:
            self.advice.drop()
        elif seat is None:
            raise Complaint("there are no choices to compare here: step to a decision first")
        else:
            self.advice.ask(question(self, seat), self.text.language)
        return self.screen

    def _advise_stop(self, _: object) -> Screen:
        self.advice.stop()
        return self.screen

    def _sit_out(self, _: object) -> Screen:
        """Pass until the end of the phase."""
        found, turn, was = self.can_sit_out, self.table.turn.turn, self.screen.sat_out
        if found is None:
            raise Complaint("there is no phase to pass for here")
        same = was is not None and (was.turn, was.phase) == (turn, found.phase)
        seats = (*(was.seats if was and same else ()), found.move.by)
        self.screen = replace(self.screen, sat_out=SatOut(turn, found.phase, seats))
        return self.carried_on()

    def _sit_in(self, _: object) -> Screen:
        """Be asked again: from here, or where the phase was last passed beyond what is shown."""
        table, out = self.table, self.screen.sat_out
        later = range(table.move_number, len(table.branch.moves))
        own = (number for number in later if out and table.branch.moves[number].by in out.seats)
        at = next((table.branch.begins(number) for number in own), table.at)
        table.go_to(at)
        return replace(self.screen, sat_out=None, film=None, playing=False)

    def _pick_decided(self, value: object) -> Screen:
        """Say which of the offered decisions mattered most."""
        offered = [each.number for each in candidates(self, self.decided)]
        number = given.word(str(value))
        self.decided.picked = int(given.one_of(number, [str(each) for each in offered]))
        return self.screen

    verbs: ClassVar[Mapping[str, Verb[Any, Screen | Done]]] = {
        **VERBS,
        "advise": Verb(_advise, STAYS),
        "advise_stop": Verb(_advise_stop, STAYS),
        "sit_out": Verb(_sit_out, GOES_ON),
        "sit_in": Verb(_sit_in, STAYS),
        "decided": Verb(_pick_decided, STAYS),
        "lab_start": Verb(_lab_start, STAYS),
        "lab_cancel": Verb(_lab_cancel, STAYS),
        "lab_open": Verb(_lab_open),
        "lab_leave": Verb(_lab_leave),
    }
