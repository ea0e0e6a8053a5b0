"""A seat's building sites: what stands, what may be worked on, and by whom."""

from collections.abc import Callable, Collection
from typing import Final

from paydays_widgets.core.game import Move, Seat
from paydays_widgets.games.master_builder.board.headline import Scene
from paydays_widgets.games.master_builder.board.picture import Need, Plot, Proposal, Slot, Worker
from paydays_widgets.games.master_builder.deck import SECTIONS, SKILLS
from paydays_widgets.games.master_builder.engine.building import open_sections, rise, skills_on
from paydays_widgets.games.master_builder.moves import Assign
from paydays_widgets.games.master_builder.state import Holding, Job
from paydays_widgets.games.master_builder.text.captions import part_title, skill_title
from paydays_widgets.games.master_builder.text.names import contract_title, money
from paydays_widgets.show.board import Play

PROPOSAL: Final = "proposal"
"""The name of what is picked up when a proposal is asked for."""


class Site:
    """The building sites of one seat.

    Parameters
    ----------
    scene
        What may be shown.
    jobs
        The assignments that may be shown.
    legal
        The moves of the seat, if it is assigning on this screen; otherwise None.
    picked
        The worker who has been picked up; 0 for nobody.
    card
        Makes a worker's card.
    """

    def __init__(
        self,
        scene: Scene,
        seat: Seat,
        jobs: tuple[Job, ...],
        *,
        legal: Collection[Move] | None,
        picked: int,
        card: Callable[[int], Worker],
    ) -> None:
        self.scene = scene
        self.seat = seat
        self.jobs = jobs
        self.legal = legal
        self.card = card
        self.deck = scene.view.deck
        self.builder = scene.view.builders[seat]
        busy = {job.worker for job in jobs}.union(self.builder.idle)
        workers = self.deck.workers
        self.free = sorted(
            (number for number in self.builder.crew if number not in busy),
            key=lambda number: (workers[number - 1].skill, number),
        )
        """The workers who can be assigned, least able first."""
        self.picked = picked if picked in self.builder.crew else 0
        self.asked = legal is not None and scene.picked == PROPOSAL
        self.proposed = self._propose() if self.asked else ()

    def plots(self) -> tuple[Plot, ...]:
        """Show what the seat is building."""
        return tuple(self._plot(holding) for holding in self.builder.holdings)

    def _plot(self, holding: Holding) -> Plot:
        text = self.scene.text
        number = holding.contract
        contract = self.deck.contracts[number - 1]
        on = skills_on(self.deck, self.jobs, number)
        manned = {
            section
            for section, skills in on.items()
            if len(skills) == len(contract.heads[section - 1])
        }
        standing = set(rise(contract.kind, holding.built, manned))
        opened = open_sections(contract, holding, on)
        title = contract_title(self.deck, number, text)
        slots = tuple(
            self._slot(holding, section, opened, vain=section in manned - standing)
            for section in range(1, SECTIONS + 1)
        )
        half = SECTIONS // 2
        pairs = slots[::2], slots[1::2]  # walls, gables and roofs, two by two
        if slots[0].part != slots[1].part:  # two rows of the same three parts
            pairs = slots[:half], slots[half:]
        warning = ""
        if manned - standing:
            warning = (
                text("Stands only if a wall and a gable are built in the same phase.")
                if contract.kind == "house"
                else text("Stands only if the curtain and a small piece are built together.")
            )
        return Plot(
            number=number,
            title=title,
            income=text("pays {sum}", sum=money(contract.income, text)),
            columns=tuple(zip(*pairs, strict=True)),
            label=text(
                "{title}: {n} of {all} sections stand, pays {sum}",
                title=title,
                n=len(holding.built),
                all=SECTIONS,
                sum=money(contract.income, text),
            ),
            warning=warning,
        )

    def _slot(self, holding: Holding, section: int, opened: dict[int, int], *, vain: bool) -> Slot:
        text = self.scene.text
        number = holding.contract
        contract = self.deck.contracts[number - 1]
        part = part_title(contract, section, text)
        workers = tuple(
            self.card(job.worker)
            for job in self.jobs
            if (job.contract, job.section) == (number, section)
        )
        if section in holding.built:
            label = text("{part}, section {n}: stands", part=part, n=section)
            return Slot(section, part, (), (), (), "built", label, None)
        needs = self._missing(contract.heads[section - 1], workers)
        at_work = text.listing([worker.name for worker in workers])
        wanted = text.listing([need.name for need in needs])
        if workers and needs:
            label = text(
                "{part}, section {n}: {workers} at work, still needs {needs}",
                part=part,
                n=section,
                workers=at_work,
                needs=wanted,
            )
        elif workers:
            label = text(
                "{part}, section {n}: {workers} at work", part=part, n=section, workers=at_work
            )
        else:
            label = text("{part}, section {n}: needs {needs}", part=part, n=section, needs=wanted)
        state = "vain" if vain else "open" if section in opened or workers else "blocked"
        return Slot(
            number=section,
            part=part,
            needs=needs,
            workers=workers,
            proposed=tuple(
                self.card(job.worker)
                for job in self.proposed
                if (job.contract, job.section) == (number, section)
            ),
            state=state,
            label=label,
            play=self._play(number, section, label) if needs else None,
        )

    def _missing(self, heads: tuple[int, ...], workers: tuple[Worker, ...]) -> tuple[Need, ...]:
        """List the unmet needs of a section; the least able worker meets the lowest that fits."""
        left = list(heads)
        for skill in sorted(worker.rank - 1 for worker in workers):
            left.remove(max(head for head in left if head <= skill))
        text = self.scene.text
        return tuple(Need(SKILLS[head], head + 1, skill_title(head, text)) for head in left)

    def _play(self, contract: int, section: int, label: str) -> Play | None:
        """Assign the worker picked up, or else the least able worker who will do."""
        if self.legal is None or not (self.picked or self.free):
            return None
        seat = self.seat
        able = [
            number for number in self.free if Assign(seat, number, contract, section) in self.legal
        ]
        worker = self.picked or (able[0] if able else self.free[-1])
        move = Assign(seat, worker, contract, section)
        why = "" if move in self.legal else self.scene.why(move)
        told = self.scene.called(move)
        return Play(f"{label}. {told}", "", move=move, why=why)

    def _propose(self) -> tuple[Job, ...]:
        from paydays_widgets.games.master_builder.reading.proposal import propose

        return propose(self.scene.own[self.seat], self.seat)

    def proposal(self) -> Proposal | None:
        """Offer a proposal, or show what it achieves."""
        text = self.scene.text
        if not self.free or not self.builder.holdings:
            return None
        if not self.asked:
            label = text("Work out which workers to assign where")
            return Proposal(Play(label, text("Suggest"), value=PROPOSAL))
        play = Play(text("Put the suggestion aside"), text("Put aside"), value="")
        moves = tuple(
            Assign(self.seat, job.worker, job.contract, job.section) for job in self.proposed
        )
        if not moves:
            return Proposal(play, text("Nothing more can be built with these workers."))
        words = text.plural(
            "Suggested: {n} worker goes to work, as drawn.",
            "Suggested: {n} workers go to work, as drawn.",
            len(moves),
        )
        return Proposal(play, words, moves, text("Assign as suggested"))
