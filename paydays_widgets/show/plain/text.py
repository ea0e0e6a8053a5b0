"""The plain words of a game, made from the names and fields of its events."""

from collections.abc import Callable, Sequence

from paydays_widgets.core.game import Event, Move, Refusal, Seat
from paydays_widgets.core.ledger import BANK, CASH, Account, Transfer, owner
from paydays_widgets.core.text import Note, Text
from paydays_widgets.show.plain.fields import fields, label, said, title, told
from paydays_widgets.show.words import Names, Phrases, TurnWords


def _reason(refusal: Refusal, names: Names, text: Text) -> str:
    reason = label(refusal.reason)
    facts = [
        f"{label(key)} {said(fact, Seat if key == 'seat' else None, names, text)}"
        for key, fact in refusal.facts.items()
    ]
    told = f"{reason} ({', '.join(facts)})" if facts else reason
    return text("The rules do not allow it: {reason}.", reason=told)


def _no_phrases(_text: Text) -> Phrases:
    return Phrases()


def _no_reason(_refusal: Refusal, _names: Names, _text: Text) -> str | None:
    return None


class PlainText:
    """The usual ``text``.

    Parameters
    ----------
    reason
        Explains a refusal for one of the game's own reasons; returns None if it cannot.
    """

    def __init__(
        self,
        phrases: Callable[[Text], Phrases] = _no_phrases,
        reason: Callable[[Refusal, Names, Text], str | None] = _no_reason,
    ) -> None:
        def refused(refusal: Refusal, names: Names, text: Text) -> str:
            return reason(refusal, names, text) or _reason(refusal, names, text)

        turns = TurnWords(phrases, refused)
        self.phrases = phrases
        self.prompt = turns.prompt
        self.refused = turns.refused

    @staticmethod
    def explain(event: Event | None, names: Sequence[str], text: Text, _deck: object) -> Note:
        """Explain an event by its name and its fields; ``sum`` says who paid whom.

        Examples
        --------
        >>> PlainText.explain(None, [], Text("en"), None).what
        'Something happened that is hidden from here'
        """
        if event is None:
            return Note(text("Something happened that is hidden from here"))
        what = title(type(event).__name__)
        known = (each for each in fields(event, "clause", "transfers") if each.value is not None)
        facts = told(known, names, text)
        paid = [_paid(each, names, text) for each in event.transfers]
        return Note(f"{what}: {facts}" if facts else what, sum="\n".join(paid))

    @staticmethod
    def choice(_view: object, move: Move, names: Sequence[str], text: Text) -> str:
        """Name a choice by its kind and its fields."""
        name, parts = title(type(move).__name__), [*fields(move, "by")]
        values = [said(each.value, each.hint, names, text) for each in parts]
        if len(parts) > 1:
            values = [f"{each.label} {value}" for each, value in zip(parts, values, strict=True)]
        return f"{name} {', '.join(values)}".rstrip()

    @staticmethod
    def money(n: float, text: Text) -> str:
        """Write an amount of money as a plain number."""
        return text.number(n, places=0 if isinstance(n, int) else 1)


def _paid(transfer: Transfer, names: Sequence[str], text: Text) -> str:
    source, target = (
        account_name(each, names, text) for each in (transfer.source, transfer.target)
    )
    return f"{source} → {target}: {text.number(transfer.amount)}"


def account_name(account: Account, names: Sequence[str], text: Text) -> str:
    """Name an account; a seat's cash goes by the seat's name.

    Examples
    --------
    >>> [account_name(each, ["Anna"], Text("en")) for each in ("cash:1", "loan:1", "pot")]
    ['Anna', 'Anna, loan', 'pot']
    """
    seat, kind = owner(account), account.partition(":")[0]
    if seat is None:
        return text("bank") if kind == BANK else label(kind)
    return names[seat] if kind == CASH else f"{names[seat]}, {label(kind)}"
