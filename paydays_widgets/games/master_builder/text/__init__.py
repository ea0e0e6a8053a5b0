"""Master Builder in words: what happened and why, why a move is refused, and who must decide what.

The sentences are plain text. Names are inserted as they were typed; the caller escapes them.
"""

from typing import Final, get_args

from paydays_widgets.core.game import Refusal
from paydays_widgets.core.text import Text
from paydays_widgets.games.master_builder import events, moves
from paydays_widgets.games.master_builder.deck import SKILLS
from paydays_widgets.games.master_builder.state import View
from paydays_widgets.games.master_builder.text.captions import loan_title, worker_label
from paydays_widgets.games.master_builder.text.names import contract_title, money, skill_name
from paydays_widgets.games.master_builder.text.telling import explain
from paydays_widgets.show.words import Names, Phrases, TurnWords

__all__ = ["choice", "explain", "money", "phrases", "prompt", "refused"]


def phrases(text: Text) -> Phrases:
    """Return the phrases for what chance does, what a seat must decide, and what was tried."""
    worker = text("Next, a new worker is turned up.")
    return Phrases(
        chances={
            "lot": text("Next, lots are drawn for who goes first."),
            "deal": text("Next, the first workers are turned up."),
            **dict.fromkeys(SKILLS, worker),
            "economy": text("Next, an economy card is turned up."),
            "contract": text("Next, a contract is turned up."),
            "event": text("Next, an event card is turned up."),
        },
        prompts={
            "draft": text("take one of the open workers"),
            "hire": text("hire a worker, fire one, or pass"),
            "name": text("name a contract with an opening bid, or pass"),
            "must_name": text("name a contract"),
            "auction": text("raise the bid, or pass"),
            "idle": text("choose a worker who misses the building phase"),
            "dismiss": text("choose a worker who leaves"),
            "assign": text("assign workers to sections, then build"),
            "borrow": text("take a small or a large loan"),
            "repay": text("repay a loan, or pass"),
        },
        moves={
            moves.Hire: text("hire a worker"),
            moves.Fire: text("fire a worker"),
            moves.Pass: text("pass"),
            moves.Name: text("name a contract"),
            moves.Bid: text("bid"),
            moves.Choose: text("choose a worker"),
            moves.Assign: text("assign a worker"),
            moves.Build: text("build"),
            moves.Borrow: text("take a loan"),
            moves.Repay: text("repay a loan"),
            moves.DrawLot: text("draw lots"),
            moves.TurnUp: text("turn up a card"),
        },
        events={
            **dict.fromkeys(get_args(events.Event), text("what follows")),
            events.AssignmentsRevealed: text("reveal the assignments"),
        },
    )


def _refused(refusal: Refusal, names: Names, text: Text) -> str | None:
    """Explain why this game refuses a move, and what can be done instead."""
    facts = refusal.facts
    match refusal.reason:
        case "no_firing":
            return text("Nobody is fired in round 1. Take one of the open workers.")
        case "must_take":
            return text("In round 1 nobody passes. Take one of the open workers.")
        case "pile_empty":
            return text(
                "Nobody of this skill is open to hire: {skill}. Choose another skill.",
                skill=skill_name(str(facts["skill"]), text),
            )
        case "wage_limit":
            return text(
                "The wages would exceed the limit: {bill} + {wage} > {limit}. "
                "Take a cheaper worker.",
                bill=money(int(facts["bill"]), text),
                wage=money(int(facts["wage"]), text),
                limit=money(int(facts["limit"]), text),
            )
        case "limit":
            return text.plural(
                "A player may hire or fire only {n} time in a round. Pass.",
                "A player may hire or fire only {n} times in a round. Pass.",
                int(facts["limit"]),
            )
        case "not_in_crew":
            return text(
                "Worker {worker} is not in this crew. Name one who is.", worker=facts["worker"]
            )
        case "not_on_offer":
            return text(
                "Contract {number} is not on offer. Name one that is.", number=facts["contract"]
            )
        case "below_cost":
            return text(
                "{bid} is too little: the lowest bid is {cost}.",
                bid=money(int(facts["bid"]), text),
                cost=money(int(facts["cost"]), text),
            )
        case "no_cash":
            return text(
                "{bid} is more than the {cash} in cash, and no loan is given for a bid.",
                bid=money(int(facts["bid"]), text),
                cash=money(int(facts["cash"]), text),
            )
        case "costs":
            return text(
                "Nobody may bid against this player, who pays the lowest bid: {cost}.",
                cost=money(int(facts["cost"]), text),
            )
        case "must_name":
            return text("Every player must have a contract by the end of round 1. Name one.")
        case "too_low":
            return text(
                "{bid} is too little: bid more than {high}, or pass.",
                bid=money(int(facts["bid"]), text),
                high=money(int(facts["high"]), text),
            )
        case "passed":
            return text(
                "{name} has passed and is out of this auction.", name=names[int(facts["seat"])]
            )
        case "wins_no_more":
            return text(
                "{name} has a contract. "
                "In round 1, once a player has two, only those without one go on.",
                name=names[int(facts["seat"])],
            )
        case "phase_over":
            return text(
                "{name} named no contract, and under the rules chosen may win none in this round.",
                name=names[int(facts["seat"])],
            )
        case "not_struck" if facts["leaves"]:
            return text(
                "The event card cannot make worker {worker} leave.", worker=facts["worker"]
            )
        case "not_struck":
            return text(
                "The event card cannot keep worker {worker} from work.", worker=facts["worker"]
            )
        case "ready":
            return text(
                "{name} has finished assigning. Everyone builds together once all have.",
                name=names[int(facts["seat"])],
            )
        case "face_down":
            return text(
                "Worker {worker} is face down and misses the building phase.",
                worker=facts["worker"],
            )
        case "at_work":
            return text("Worker {worker} is already at work.", worker=facts["worker"])
        case "no_such_section":
            return text(
                "This player has no section {section} of contract {contract}.",
                section=facts["section"],
                contract=facts["contract"],
            )
        case "stands":
            return text(
                "Section {section} of contract {contract} already stands.",
                section=facts["section"],
                contract=facts["contract"],
            )
        case "manned":
            return text(
                "Section {section} of contract {contract} already has all its workers.",
                section=facts["section"],
                contract=facts["contract"],
            )
        case "skill":
            return text(
                "Section {section} of contract {contract} takes more skill: "
                "{needs} or higher, not {has}.",
                section=facts["section"],
                contract=facts["contract"],
                needs=skill_name(str(facts["needs"]), text),
                has=skill_name(str(facts["has"]), text),
            )
        case "walls_first" if facts["part"] == "roof":
            return text("A roof can be built once all four walls stand or have their workers.")
        case "walls_first":
            return text(
                "The second city wall can begin once the first is complete or has all its workers."
            )
        case "due_first":
            return text(
                "{due} is due first, and cash is short. Take a loan.",
                due=money(int(facts["due"]), text),
            )
        case "not_due":
            return text("Loans are given only when cash falls short of a payment.")
        case "no_such_loan":
            return text("This player owes no such loan: {loan}.", loan=_loan(facts["loan"], text))
        case "cannot_repay":
            return text(
                "Repaying takes {price} in one sum, but there is only {cash} in cash.",
                price=money(int(facts["price"]), text),
                cash=money(int(facts["cash"]), text),
            )
        case _:
            return None


def _loan(kind: object, text: Text) -> str:
    match kind:
        case "small":
            return text("small loan")
        case "large":
            return text("large loan")
        case _:  # a move from outside can name anything
            return str(kind)


_TURNS: Final = TurnWords(phrases, _refused)
prompt: Final = _TURNS.prompt
refused: Final = _TURNS.refused


def choice(view: View, move: moves.Move, _names: Names, text: Text) -> str:
    """Name a choice, by the view of the seat that has it."""
    match move:
        case moves.Hire(skill=skill):
            return text(
                "Hire: {worker}", worker=_worker(view, view.open[SKILLS.index(skill)], text)
            )
        case moves.Fire(worker=number):
            return text("Fire: {worker}", worker=_worker(view, number, text))
        case moves.Choose(worker=number) if getattr(view.turn, "prompt", "") == "idle":
            worker = _worker(view, number, text)
            return text("{worker}. Misses the building phase", worker=worker)
        case moves.Choose(worker=number):
            return text("{worker}. Leaves", worker=_worker(view, number, text))
        case moves.Assign(worker=number, contract=contract, section=section):
            return text(
                "Assign to “{title}”, section {n}: {worker}",
                title=contract_title(view.deck, contract, text),
                n=section,
                worker=_worker(view, number, text),
            )
        case moves.Build():
            built = bool(view.builders[move.by].assigned)
            return text("Ready to build") if built else text("Build nothing")
        case _:
            return _paid(view, move, text)


def _worker(view: View, number: int, text: Text) -> str:
    return worker_label(view.deck.workers[number - 1], text)


def _paid(view: View, move: moves.Move, text: Text) -> str:
    """Name a choice about money, or the one to decline."""
    match move:
        case moves.Name(contract=number, bid=bid):
            title = contract_title(view.deck, number, text)
            return text("Name “{title}” at {sum}", title=title, sum=money(bid, text))
        case moves.Bid(amount=amount):
            return text("Bid {sum}", sum=money(amount, text))
        case moves.Borrow(loan=kind):
            card = view.deck.loans[moves.LOANS.index(kind)]
            title, sum_ = loan_title(kind, text), money(card.receive, text)
            return text("Borrow {sum}: {title}", sum=sum_, title=title)
        case moves.Repay(loan=kind):
            card = view.deck.loans[moves.LOANS.index(kind)]
            price = money(card.early if view.early else card.late, text)
            return text("Repay one {title} for {sum}", title=loan_title(kind, text), sum=price)
        case moves.Pass():
            prompt = getattr(view.turn, "prompt", "")
            usual = text("Pass")
            return {"name": text("No contract"), "repay": text("Repay nothing")}.get(prompt, usual)
        case _:
            return ""
