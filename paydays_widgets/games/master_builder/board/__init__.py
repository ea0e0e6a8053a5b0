"""The picture of the table: a scene becomes HTML.

This module decides what is shown, what can be played, and how each thing is described. The
template ``board.html.j2`` decides the layout, and ``board.css`` the look. Assignments hidden from
the seats of the scene never reach the template.
"""

import re
from collections import Counter
from functools import lru_cache
from typing import ClassVar, Final

from markupsafe import Markup
from msgspec.structs import replace

from paydays_widgets.core.game import Chance, Decide, Over, Seat
from paydays_widgets.core.ledger import BANK, Account
from paydays_widgets.core.text import Language, Text
from paydays_widgets.games.master_builder import deck, events, moves
from paydays_widgets.games.master_builder.board.auction import current_sale, offers
from paydays_widgets.games.master_builder.board.cards import Card
from paydays_widgets.games.master_builder.board.counter import counter
from paydays_widgets.games.master_builder.board.headline import Scene, headline
from paydays_widgets.games.master_builder.board.picture import (
    BuilderPicture,
    Loan,
    Lot,
    Market,
    Need,
    Plot,
    Rate,
    Worker,
)
from paydays_widgets.games.master_builder.board.site import Site
from paydays_widgets.games.master_builder.deck import FLAWS, SECTIONS, SKILLS
from paydays_widgets.games.master_builder.engine.phases import CREW, POT
from paydays_widgets.games.master_builder.state import Holding, View
from paydays_widgets.games.master_builder.text.captions import (
    loan_title,
    skill_title,
    worker_label,
)
from paydays_widgets.games.master_builder.text.names import (
    contract_title,
    effect,
    flaw_name,
    money,
)
from paydays_widgets.show.board import NOTHING, Mood, Picture, Place, Play, Tone
from paydays_widgets.show.template import templates

PACKAGE: Final = "paydays_widgets.games.master_builder"
_PHASES: Final = {
    "lot": 1,
    "deal": 1,
    "draft": 1,
    "hire": 1,
    "economy": 2,
    "contract": 2,
    "name": 2,
    "must_name": 2,
    "auction": 2,
    "event": 3,
    "idle": 3,
    "dismiss": 3,
    "assign": 4,
    "repay": 5,
}
"""The phase of a round to which a prompt, or a purpose of chance, belongs."""

_CONTRACTS: Final = 2
_BUILDING: Final = 4

_OF_THE_BANK: Final = frozenset({BANK, POT})


def draw(scene: Scene) -> str:
    """Draw the table.

    Returns
    -------
    str
        HTML that contains nothing hidden from the scene's seats.
    """
    return _Table(scene).draw()


# From one step to the next, most things on the table look the same: each is laid out only once.


def _laid_out(piece: str, **facts: object) -> Markup:
    laid_out = templates(PACKAGE, "board").get_template(f"board_{piece}.j2").render(facts)
    return Markup(laid_out.strip())  # noqa: S704 - the template has escaped what users wrote


@lru_cache(maxsize=512)
def _drawing(kind: str, parts: tuple[str, ...]) -> Markup:
    """Draw a building."""
    return _laid_out("drawing.svg", kind=kind, parts=parts)


@lru_cache(maxsize=2048)
def _face(worker: Worker, prefix: str, *, ghost: bool = False) -> Markup:
    """Lay out a worker card; a proposed one is a ghost."""
    return _laid_out("worker.html", worker=worker, prefix=prefix, ghost=ghost)


@lru_cache(maxsize=1024)
def _plot(plot: Plot, prefix: str) -> Markup:
    """Lay out a contract that a seat is building."""
    return _laid_out("plot.html", plot=plot, prefix=prefix, face=_face)


@lru_cache(maxsize=512)
def _blueprint(card: Card, from_: str, pays: str) -> Markup:
    """Lay out the contents of a contract card."""
    return _laid_out("contract.html", card=card, from_=from_, pays=pays, drawing=_drawing)


@lru_cache(maxsize=2048)
def _card(worker: deck.Worker, number: int, *, idle: bool, language: Language) -> Worker:
    """Return the contents of a worker card."""
    text = Text(language, PACKAGE)
    return Worker(
        number=number,
        skill=SKILLS[worker.skill],
        rank=worker.skill + 1,
        name=skill_title(worker.skill, text),
        wage=text.number(worker.wage),
        flaws=tuple((flaw, flaw_name(flaw, text)) for flaw in worker.flaws),
        label=worker_label(worker, text),
        idle=idle,
    )


class _Table(Picture[View, events.Event]):
    package: ClassVar[str] = PACKAGE

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        found = re.fullmatch(r"worker:([0-9]{1,3})", scene.picked)
        self.picked = int(found[1]) if found else 0
        self.phase = self._phase()

    def draw(self) -> str:
        scene, view, text = self.scene, self.view, self.text
        auctions = self.phase == _CONTRACTS and not isinstance(self.turn, Over)
        counting = self.prompt in {"borrow", "repay"} or isinstance(
            self.event,
            events.PaymentShort | events.LoanTaken | events.LoanRepaid | events.LoansSettled,
        )
        leaving = {each.flaw for each in view.deck.events if each.effect == "dismiss"}
        return self.render(
            drawing=_drawing,
            face=lambda worker: _face(worker, scene.prefix),
            plot=lambda plot: _plot(plot, scene.prefix),
            blueprint=lambda card, from_: _blueprint(card, from_, text("pays")),
            head=headline(scene),
            asides=self._asides(),
            phase=self.phase,
            phases=self._phases(),
            places=CREW if view.number <= 1 and self.phase <= 1 else 0,
            rate=self._rate(),
            lends=view.number > 1 or self.phase > 1,
            market=self._market(),
            skills=tuple(
                Need(skill, at + 1, skill_title(at, text)) for at, skill in enumerate(SKILLS)
            ),
            flaws=tuple((flaw, flaw_name(flaw, text), flaw in leaving) for flaw in FLAWS),
            offers=offers(scene, self.playing) if auctions else (),
            sale=current_sale(scene, self.playing) if auctions else None,
            event=self._event(),
            counter=counter(scene, self.playing, open_=counting),
            lots=self._lots(),
            builders=[self._seat(seat) for seat in range(len(view.builders))],
        )

    def money(self, amount: int) -> str:
        return money(amount, self.text)

    def cash(self, seat: Seat) -> int:
        return self.view.builders[seat].cash

    def account(self, account: Account) -> str:
        """Name the place on the table where money moves from or to; loans are the bank's money."""
        of_the_bank = account in _OF_THE_BANK or account.startswith("loan:")
        return "bank" if of_the_bank else super().account(account)

    def ranking(self) -> tuple[Place, ...]:
        """Show how each seat's money is worked out: what was settled at the end, seat by seat."""
        if not isinstance(self.turn, Over):
            return ()
        gained, owed = Counter[Seat](), Counter[Seat]()
        parts: dict[Seat, list[str]] = {}
        for event in self.scene.past():
            match event:
                case events.UnfinishedPaid():
                    gained[event.seat] += event.amount
                    if event.amount:
                        parts.setdefault(event.seat, []).append(self._unfinished(event))
                case events.LoansSettled():
                    owed[event.seat] += event.amount
                case events.GameEnded():
                    pass
                case _:
                    break

        def reckoned(seat: Seat) -> str:
            return self.text(
                "cash {cash} + unfinished buildings {unfinished} − loans {loans}",
                cash=self.money(self.cash(seat) - gained[seat] + owed[seat]),
                unfinished=self._summed(gained[seat], parts.get(seat, [])),
                loans=self.money(owed[seat]),
            )

        return tuple(replace(each, sum=reckoned(each.seat - 1)) for each in super().ranking())

    def _summed(self, amount: int, parts: list[str]) -> str:
        return self.money(amount) + (f" ({' + '.join(parts)})" if parts else "")

    def _unfinished(self, event: events.UnfinishedPaid) -> str:
        """Write what an unfinished building pays as a sum."""
        return self.text.plural(
            "{income} − {n} missing section × {each}",
            "{income} − {n} missing sections × {each}",
            event.missing,
            income=self.money(event.income),
            each=self.money(event.each),
        )

    # the round

    def _phase(self) -> int:
        """Return the phase of the round, 1 to 5; 0 before the first."""
        turn = self.view.turn
        word = turn.purpose if isinstance(turn, Chance) else self.prompt
        if word == "borrow":  # for wages, or for what an event asks
            return _PHASES["event" if self.view.event else "repay"]
        if word:  # by default a worker who comes up
            return _PHASES.get(word, 1)
        begun = (
            each
            for each in self.scene.past()
            if isinstance(each, events.PhaseBegun | events.RoundBegun)
        )
        last = next(begun, None)
        if isinstance(last, events.RoundBegun):
            return 1
        return last.phase if last else 0

    def _phases(self) -> tuple[str, ...]:
        text = self.text
        return (
            text("Hire and fire"),
            text("Contracts"),
            text("Event card"),
            text("Building"),
            text("Income and wages"),
        )

    def _rate(self) -> Rate:
        """Say what a loan costs now, and until when, by the smallest one."""
        view, text = self.view, self.text
        if isinstance(self.turn, Over):
            hint = text("Every loan is repaid, and every unfinished building is settled.")
            return Rate("settled", text("Loans: repaid at the end"), "", hint)
        card = view.deck.loans[0]
        now = text(
            "Small loan of {received} costs {sum}",
            received=self.money(card.receive),
            sum=self.money((card.early if view.early else card.late) - card.receive),
        )
        if not view.early:
            hint = text("Loans: late price, no contract is left to win")
            return Rate("late", now, text("since no contract is left"), hint)
        offered = len(view.offers) + len(view.left_over)
        held = [each for each in view.builders if each.holdings]
        late = self.money(card.late - card.receive)
        if not view.contracts_left and not offered and held:
            hint = text("Loans: early price until every contract held is finished")
            return Rate("early", now, text("or {sum} once all is built", sum=late), hint)
        hint = text(
            "Loans: early price while contracts are left: {pile} in the pile, {offer} on offer",
            pile=view.contracts_left,
            offer=offered,
        )
        return Rate("early", now, text("or {sum} once no contract is left", sum=late), hint)

    def _event(self) -> tuple[str, str] | None:
        view, text = self.view, self.text
        if not view.event:
            return None
        card = view.deck.events[view.event - 1]
        return text.pick(card.title), effect(card, text)

    # workers

    def _worker(self, number: int, *, idle: bool = False) -> Worker:
        worker = self.view.deck.workers[number - 1]
        return _card(worker, number, idle=idle, language=self.text.language)

    def _market(self) -> list[Market]:
        """Show the four piles, each with its open worker."""
        text, view = self.text, self.view
        seat = next(iter(self.playing), None)
        hires = self.prompt in {"draft", "hire"}
        came = self.event.worker if isinstance(self.event, events.WorkerTurnedUp) else 0
        found = []
        for at, skill in enumerate(SKILLS):
            number, size = view.open[at], view.pile_sizes[at]
            name = skill_title(at, text)
            worker = self._worker(number) if number else None
            if worker and number == came:
                worker = replace(worker, origin=f"pile-{skill}")
            told = worker.label if worker else text("{skill}: nobody to hire", skill=name)
            more = text.plural("{n} more in the pile", "{n} more in the pile", size)
            more = more if size else text("no more in the pile")
            label = f"{told}. {more}"
            play = None
            if seat is not None and hires:
                verb = text("Hire")
                hire, said = moves.Hire(seat, skill), label
                if number:
                    wage = self.money(view.deck.workers[number - 1].wage)
                    verb = text("Hire · wage {sum}", sum=wage)
                    said = f"{self.scene.called(hire)}. {more}"
                play = self.play(hire, said, verb)
            found.append(Market(skill, name, worker, size, more, label, play))
        return found

    def _crew(self, seat: Seat, at_work: set[int]) -> tuple[Worker, ...]:
        builder = self.view.builders[seat]
        return tuple(
            self._with_play(seat, self._worker(number, idle=number in builder.idle))
            for number in builder.crew
            if number not in at_work
        )

    def _with_play(self, seat: Seat, worker: Worker) -> Worker:
        """Let a worker be picked up, or chosen, if that is what the seat must decide."""
        text, number = self.text, worker.number
        if seat not in self.playing:
            return worker
        if self.prompt in {"idle", "dismiss"}:
            move = moves.Choose(seat, number)
            return replace(worker, play=self.play(move, self.scene.called(move)))
        if self.prompt not in {"hire", "assign"}:
            return worker
        mark = "×" if self.prompt == "hire" else ""
        if number == self.picked:
            label = text("{worker}. Picked up; put down", worker=worker.label)
            return replace(worker, play=Play(label, mark, value=""), picked=True)
        if worker.idle:
            label = text("{worker}. Misses the building phase", worker=worker.label)
            job = self._any_job(seat, number)
            return replace(worker, play=self.play(job, label)) if job else worker
        label = text("{worker}. Pick up", worker=worker.label)
        return replace(worker, play=Play(label, mark, value=f"worker:{number}"))

    def _any_job(self, seat: Seat, worker: int) -> moves.Assign | None:
        holdings = self.view.builders[seat].holdings
        return moves.Assign(seat, worker, holdings[0].contract, 1) if holdings else None

    # the town

    def _lots(self) -> tuple[Lot, ...]:
        """Show every building held or finished, by number, with its sections that stand."""
        view, text = self.view, self.text
        new, at = (
            (set(self.event.sections), self.event.contract)
            if isinstance(self.event, events.SectionsBuilt)
            else (set(), 0)
        )
        whole = tuple(range(1, SECTIONS + 1))
        found = []
        for seat, builder in enumerate(view.builders):
            done = [Holding(number, whole) for number in builder.town]
            for holding in (*builder.holdings, *done):
                number, built = holding.contract, holding.built
                contract = view.deck.contracts[number - 1]
                title = contract_title(view.deck, number, text)
                finished = number in builder.town
                label = text(
                    "{title}, {name}: {n} of {all} sections stand",
                    title=title,
                    name=self.scene.names[seat],
                    n=len(built),
                    all=SECTIONS,
                )
                if finished:
                    label = text(
                        "{title}, {name}: finished", title=title, name=self.scene.names[seat]
                    )
                parts = tuple(
                    "new" if at == number and n in new else "built" if n in built else ""
                    for n in whole
                )
                found.append(Lot(number, title, contract.kind, seat + 1, parts, label, finished))
        return tuple(sorted(found, key=lambda lot: lot.number))

    # a seat

    def _seat(self, seat: Seat) -> BuilderPicture:
        scene, view, text = self.scene, self.view, self.text
        builder = view.builders[seat]
        own = scene.own.get(seat)
        jobs = own.builders[seat].jobs if own else builder.jobs
        builds = seat in self.playing and self.prompt == "assign"
        site = Site(
            scene,
            seat,
            jobs or (),
            legal=self.playing.get(seat) if builds else None,
            picked=self.picked,
            card=self._worker,
        )
        hidden = text.plural(
            "{n} worker assigned, hidden", "{n} workers assigned, hidden", builder.assigned
        )
        limit = view.deck.wage_limit
        return BuilderPicture(
            seat=self.card(seat),
            mallet=self._goes_first(seat),
            own=own is not None if scene.mine is None else seat == scene.mine,
            bill=builder.bill,
            limit=limit,
            wages=text(
                "Wages {sum} (max. {limit})", sum=self.money(builder.bill), limit=self.money(limit)
            ),
            crew=self._crew(seat, {job.worker for job in jobs or ()}),
            hidden=hidden if jobs is None and builder.assigned else "",
            plots=site.plots(),
            proposal=site.proposal() if builds else None,
            loans=self._loans(seat),
            build=self._build(seat) if builds else None,
        )

    def _goes_first(self, seat: Seat) -> bool:
        """Whether to mark a seat as the first in turn: nobody is where all assign at once."""
        holds = seat == self.view.mallet and self.view.number > 0
        return holds and self.phase != _BUILDING and not isinstance(self.turn, Over)

    def doing(self, seat: Seat) -> tuple[str, Tone]:
        text, turn = self.text, self.turn
        asked = isinstance(turn, Decide) and seat in turn.seats
        if self.view.builders[seat].idle and (not asked or self.prompt == "assign"):
            return text("Grey: misses phase 4"), "acting" if asked else "idle"
        if asked:
            words = {
                "draft": text("Hiring…"),
                "hire": text("Hiring…"),
                "auction": text("Bidding…"),
                "assign": text("Assigning…"),
                "borrow": text("Borrowing…"),
            }
            return words.get(self.prompt, text("Choosing…")), "acting"
        if self.prompt == "assign":
            return text("Ready to build"), "idle"
        auction = self.view.auction
        if auction is not None and seat == auction.leader:
            return text("Leads with {sum}", sum=self.money(auction.bid)), "active"
        return "", "idle"

    def note(self, seat: Seat) -> tuple[str, Mood]:
        """Say what the last event means for a seat."""
        text, event = self.text, self.event
        if getattr(event, "seat", None) != seat:
            return NOTHING
        match event:
            case events.ContractWon(price=price):
                return text("Wins it for {sum}", sum=self.money(price)), ""
            case events.ContractNamed(bid=bid) | events.BidRaised(bid=bid):
                return text("Bids {sum}", sum=self.money(bid)), ""
            case events.SeatPassed():
                return text("Passes"), ""
            case events.IncomePaid(amount=amount) | events.LeftOverTaken(amount=amount):
                return text("Receives {sum}", sum=self.money(amount)), "gain"
            case events.UnfinishedPaid(amount=amount, missing=missing):
                received = self.money(amount)
                said = text.plural(
                    "{n} section is missing: receives {sum}",
                    "{n} sections are missing: receives {sum}",
                    missing,
                    sum=received,
                )
                return said, "gain" if amount else "loss"
            case events.DuePaid(amount=amount, clause="MB-5-wages"):
                return text("Pays wages of {sum}", sum=self.money(amount)), "loss"
            case (
                events.DuePaid(amount=amount)
                | events.LoanRepaid(amount=amount)
                | events.LoansSettled(amount=amount)
            ):
                return text("Pays {sum}", sum=self.money(amount)), "loss"
            case events.PaymentShort(due=due, cash=cash):
                return text("Is {sum} short", sum=self.money(due - cash)), "loss"
            case events.LoanTaken(amount=amount):
                return text("Borrows {sum}", sum=self.money(amount)), "loss"
            case events.SectionsBuilt(sections=sections):
                n = len(sections)
                return text.plural("Builds {n} section", "Builds {n} sections", n), "gain"
            case events.SectionsUnbuilt(clause="MB-4-assign"):
                return text("Too few workers for a section"), "loss"
            case events.SectionsUnbuilt():
                return text("It would not stand: nothing is built"), "loss"
            case events.WorkersTurnedDown(workers=workers):
                n = len(workers)
                return text.plural(
                    "{n} worker misses phase 4", "{n} workers miss phase 4", n
                ), "loss"
            case events.WorkerDismissed():
                return text("A worker leaves"), "loss"
            case events.SeatSpared():
                return text("Is spared"), "gain"
            case events.WorkerHired():
                return text("Hires"), ""
            case events.WorkerFired():
                return text("Fires"), ""
            case _:
                return NOTHING

    def _loans(self, seat: Seat) -> tuple[Loan, ...]:
        """Show what a seat owes, by kind; loans that it may repay can be clicked."""
        text, view = self.text, self.view
        builder = view.builders[seat]
        found = []
        for at, kind in enumerate(moves.LOANS):
            title = loan_title(kind, text)
            owed, card = builder.loans[at], view.deck.loans[at]
            if not owed:
                continue
            price = self.money(card.early if view.early else card.late)
            label = text.plural(
                "{title}: {n}, to repay {sum}",
                "{title}: {n}, to repay {sum} each",
                owed,
                title=title,
                sum=price,
            )
            elsewhere = {"borrow", "draft", "must_name", "repay", "idle", "dismiss"}
            may = seat in self.playing and self.prompt not in elsewhere
            play = self._repay(seat, kind) if may else None
            found.append(Loan(kind, title, owed, label, price, play))
        return tuple(found)

    def _repay(self, seat: Seat, kind: moves.LoanKind) -> Play:
        text, card = self.text, self.view.deck.loans[moves.LOANS.index(kind)]
        price = self.money(card.early if self.view.early else card.late)
        owed = self.view.builders[seat].loans[moves.LOANS.index(kind)]
        verb = text("Repay one: {sum}", sum=price) if owed > 1 else text("Repay {sum}", sum=price)
        return self.named(moves.Repay(seat, kind), verb)

    def _asides(self) -> dict[str, Play]:
        """Offer, by verb, the moves of the active seat that are not made on the table itself."""
        if not self.playing:
            return {}
        seat = next(iter(self.playing))
        text = self.text
        found = {}
        crew = self.view.builders[seat].crew
        if self.prompt == "hire" and self.picked in crew:
            found["fire"] = self.named(moves.Fire(seat, self.picked), text("Fire"))
        if self.prompt == "repay":
            owed = zip(moves.LOANS, self.view.builders[seat].loans, strict=True)
            found |= {f"repay-{kind}": self._repay(seat, kind) for kind, count in owed if count}
        if moves.Pass(seat) in self.playing[seat]:
            found["pass"] = self.named(moves.Pass(seat))
        return found

    def _build(self, seat: Seat) -> Play:
        return self.named(moves.Build(seat))
