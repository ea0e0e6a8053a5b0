"""A game that has an engine and nothing else has words and a board all the same."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import pytest
from msgspec import Struct
from msgspec.structs import replace
from my_game.events import BidSealed, LotSold
from my_game.moves import Bid
from my_game.state import Rules

from paydays_widgets import games
from paydays_widgets.core import game
from paydays_widgets.core.balance import plain_sheet
from paydays_widgets.core.game import (
    BySeat,
    Decide,
    NoDeck,
    Over,
    Refusal,
    Seat,
    Settling,
    Standing,
    Turn,
)
from paydays_widgets.core.ledger import Transfer
from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.show import plain
from paydays_widgets.show.board import Scene
from paydays_widgets.show.modules import Modules
from paydays_widgets.show.plain.fields import fields, said, title
from tests.markup import Page

ROOMS = games.modules("my_game")
EN = Text("en")
NAMES = ("Anna", "Ben")


class Card(Struct, frozen=True):
    name: str
    cost: int


class Hand(Struct, frozen=True):
    size: int
    open: bool


class Pass(game.Move, frozen=True, tag=True):
    form = "{by} pass"


class Swap(game.Move, frozen=True, tag=True):
    form = "{by} swap {other} {what}"

    other: Seat
    what: Literal["crane", "shed"]


class OddThing(game.Event, frozen=True, tag=True, kw_only=True):
    clause: Literal["X-one", "X-two"]


class FixedThing(game.Event, frozen=True, tag=True, kw_only=True):
    """What always holds.

    More of it.
    """

    clause: str = "X-fixed"


class Odd(Struct, frozen=True):
    """Rules with switches of every kind."""

    fine_players: bool = True
    ending: Literal["last_lot", "bankrupt"] = "last_lot"
    first: Seat = 0


class Bare(Struct, frozen=True):
    """A view with no fields of its own."""

    seat: Seat | None
    turn: Turn
    legal: tuple[Bid, ...] = ()


class Position(Struct, frozen=True):
    """A view with fields of every kind."""

    seat: Seat | None
    turn: Turn
    legal: tuple[game.Move, ...] = ()
    leader: Seat = 1
    offer: tuple[Card, ...] = (Card("crane", 5), Card("big_shed", 1200))
    next: Card = Card("kiosk", 2)
    tags: tuple[str, ...] = ()
    hands: BySeat[Hand] = (Hand(2, open=True), Hand(0, open=False))
    money: BySeat[int] = (7, 8)
    sleeve: str | None = None


BOOKS = {"cash:1": 7, "cash:2": 8, "loan:2": -3, "pot": 4}


def scene(table: Any, own: Mapping[int, Any] | None = None, **how: Any) -> Scene[Any, Any]:
    usual: Scene[Any, Any] = Scene(
        view=table,
        own=own or {},
        event=None,
        names=NAMES,
        acting=frozenset(own or {}),
        picked="",
        text=EN,
        prefix="p",
        key="A1",
        called=lambda move: ROOMS.text.choice(None, move, NAMES, EN),
        why=lambda _: "",
        books=lambda: BOOKS,
        sheet=lambda seat: plain_sheet(BOOKS, seat),
        standing=lambda: Standing(((1,), (0,)), "X-end"),
    )
    return replace(usual, **how)


def drawn(*args: Any, **how: Any) -> Page:
    return Page(ROOMS.board.draw(scene(*args, **how)))


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [("BidMade", "Bid made"), ("too_much", "Too much"), ("KP-no-bet", "No bet"), ("X", "X")],
)
def test_a_name_of_the_code_is_written_as_words(name: str, words: str) -> None:
    assert title(name) == words


def test_an_event_is_told_by_its_name_and_its_fields_and_the_sum_says_who_paid_whom() -> None:
    sold = LotSold(
        bids=(3, 5),
        seat=1,
        worth=9,
        transfers=(Transfer("cash:2", "bank", 5), Transfer("bank", "loan:1", 1000)),
    )
    note = ROOMS.text.explain(sold, NAMES, EN, None)
    assert note.what == "Lot sold: bids Anna 3 and Ben 5, seat Ben, worth 9"
    assert note.sum == "Ben → bank: 5\nbank → Anna, loan: 1,000"


def test_what_is_hidden_of_an_event_is_not_told() -> None:
    told = ROOMS.text.explain(BidSealed(seat=0, amount=None), NAMES, EN, None)
    assert told.what == "Bid sealed: seat Anna"
    assert "hidden" in ROOMS.text.explain(None, NAMES, EN, None).what


def test_a_reason_of_the_games_own_is_told_with_its_facts() -> None:
    facts: dict[str, int | str] = {"seat": 1, "money": 1000}
    refused = ROOMS.text.refused(Refusal("X-bid", "too_much", facts), NAMES, EN)
    assert refused == "The rules do not allow it: too much (seat Ben, money 1,000)."
    assert (
        ROOMS.text.refused(Refusal("X-bid", "no"), NAMES, EN) == "The rules do not allow it: no."
    )
    assert ROOMS.text.prompt(Decide((1,), "name_price", 1, 0), NAMES, EN) == "Ben: name price."
    assert ROOMS.text.money(-1200, EN) == "−1,200"


def test_every_kind_of_value_can_be_said() -> None:
    view = Position(None, Over(1))
    told = {each.name: said(each.value, each.hint, NAMES, EN) for each in fields(view)}
    assert told == {
        "seat": "–",
        "turn": "turn 1",
        "legal": "none",
        "leader": "Ben",
        "offer": "name crane, cost 5 and name big shed, cost 1,200",
        "next": "name kiosk, cost 2",
        "tags": "none",
        "hands": "Anna size 2, open yes and Ben size 0, open no",
        "money": "Anna 7 and Ben 8",
        "sleeve": "–",
    }
    assert said(game.CHANCE, Seat, NAMES, EN) == "chance"
    assert said(0.5, float, NAMES, EN) == "0.5"
    assert said((1, 0), tuple[Seat, ...] | None, NAMES, EN) == "Ben and Anna"
    assert said((1, 0), None, NAMES, EN) == "1 and 0"


# --- the picture --------------------------------------------------------------------------------


def test_a_table_shows_seats_accounts_and_what_lies_open() -> None:
    page = drawn(Position(None, Decide((0,), "bid", 1, 0)))
    assert page.key("head").said == "1 Anna 7 in cash Anna: bid."
    assert page.key("facts").said == "pot 4 leader Ben next name kiosk, cost 2 tags none sleeve –"
    assert page.key("s1").said == "1 Anna to decide 7 size 2 open yes"
    assert page.key("s1").label == "Anna, 7, to decide"
    assert page.key("s2").said == "2 Ben 8 loan −3 size 0 open no"
    assert "Offer name cost crane 5 big shed 1,200" in page.key("open").said
    assert not page.moves


def test_who_acts_here_sees_its_own_secret_and_its_moves_by_kind() -> None:
    turn = Decide((0, 1), "bid", 1, 0)
    own = Position(0, turn, (Bid(0, 1), Bid(0, 12), Pass(0), Swap(0, 1, "crane")), sleeve="ace_up")
    page = drawn(Position(None, turn), {0: own})
    assert "sleeve ace up" in page.key("s1").said
    assert "ace" not in page.key("s2").said
    assert page.keys("moves-") == ["moves-1"]
    assert {move: (each.said, each.label) for move, each in page.moves.items()} == {
        "1 bid 1": ("1", "Bid 1"),
        "1 bid 12": ("12", "Bid 12"),
        "1 pass": ("Pass", "Pass"),
        "1 swap 2 crane": ("other Ben, what crane", "Swap other Ben, what crane"),
    }
    groups = [each.label for each in page.inside("moves-1") if each["role"] == "group"]
    assert groups == ["Bid", "Moves", "Swap"]


def test_while_a_move_is_carried_out_the_event_is_the_headline_and_money_flies() -> None:
    paid = (Transfer("cash:2", "bank", 5), Transfer("pot", "cash:1", 2))
    event = LotSold(bids=(3, 5), seat=1, worth=9, transfers=paid)
    page = drawn(Position(None, Settling(1)), event=event)
    assert page.key("head").said.startswith("Lot sold: bids Anna 3")
    flights = [(each["data-from"], each["data-to"]) for each in page.elements if each["data-from"]]
    assert flights == [("s2-money", "open"), ("open", "s1-money")]


def test_the_end_shows_the_ranking_by_what_seats_have_less_what_they_owe() -> None:
    page = drawn(Position(None, Over(3)))
    assert page.key("ranking").said == "1 Ben 5 2 Anna 7"
    assert "Winner" in page.key("s2").said


def test_a_table_on_which_nothing_lies_shows_nothing() -> None:
    page = Page(ROOMS.board.draw(scene(Bare(None, Over(1)), books=dict)))
    assert not page.keys("open")


def test_a_name_is_never_markup() -> None:
    names = ("<b>Anna</b>", "Ben")
    assert "<b>Anna" not in ROOMS.board.draw(scene(Position(None, Over(1)), names=names))


# --- the other modules ---------------------------------------------------------------------------


def test_the_rulebook_has_a_heading_for_every_clause_of_events_and_refusals() -> None:
    clauses = ROOMS.rulebook.clauses
    assert set(clauses) == {
        *("MY-worth", "MY-bid", "MY-sale", "MY-tie", "MY-end", "MY-turns", "MY-seats")
    }
    assert clauses["MY-sale"].title.en == "Sale"
    assert clauses["MY-sale"].words.en.startswith("The highest bidder pays")
    assert clauses["MY-sale"].sources[0].section == "Lot sold"
    assert clauses["MY-turns"].words.en.endswith("refused: settling, not your turn.")


def test_events_of_another_package_have_no_part_in_a_rulebook() -> None:
    found = plain.headings(__name__, {}).clauses
    assert {clause: each.words.en for clause, each in found.items()} == {
        "X-one": "Odd thing",
        "X-two": "Odd thing",
        "X-fixed": "What always holds.",
    }


def test_the_panel_says_what_the_engine_knows() -> None:
    panel = ROOMS.panel
    assert panel.TITLE == "My game"
    assert panel.ABOUT.fr == panel.ABOUT.en
    assert panel.ABOUT.en.startswith("Lots go to the highest sealed bid; only the seat itself")
    assert panel.SEATS == (2, 3, 4)
    assert panel.OPPONENTS == ("random_legal",) * 3
    assert not panel.OPEN
    assert panel.accounts(EN) == {}
    assert [(each.field, each.label, each.options) for each in panel.switches(EN)] == [
        ("lots", "Lots", [("1", "1"), ("3", "3"), ("5", "5")])
    ]
    assert panel.presets(EN) == [("usual", "Usual", {"lots": "3"})]
    assert panel.edition(Rules(), EN) == "Usual"
    assert panel.edition(Rules(lots=5), EN) == "Rules of your own"
    view = Position(None, Over(3))
    assert panel.progress(view, EN) == "Turn 3"
    assert panel.wishes(view, EN) == ()
    assert panel.holdings(view, 0, EN) == [("Hands", "size 2, open yes")]
    assert panel.milestone(None, EN) == ""
    assert panel.has_cash(view)
    assert panel.brief(Rules(), EN) == ""


def test_switches_are_words_or_yes_or_no(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(ROOMS.engine), "rules_type", Odd)
    switches = plain.PlainPanel(ROOMS).switches(EN)
    assert [(each.label, each.options) for each in switches] == [
        ("Fine players", [("true", "Yes"), ("false", "No")]),
        ("Ending", [("last_lot", "Last lot"), ("bankrupt", "Bankrupt")]),
    ]


def test_a_game_without_hidden_events_is_open_and_other_accounts_have_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kind = type(ROOMS.engine)
    monkeypatch.delattr(kind, "witness")
    monkeypatch.setattr(kind, "books", lambda *_: {"cash:1": 1, "big_loan:1": 2, "pot": 0})
    panel = plain.PlainPanel(ROOMS)
    assert panel.OPEN
    assert panel.accounts(EN) == {"big_loan": "Big loan", "pot": "Pot"}


def test_what_else_a_game_may_lack() -> None:
    assert ROOMS.deck is None
    assert ROOMS.vignettes == {}
    assert ROOMS.emblem == ""
    assert set(ROOMS.presets) == {"usual"}
    assert set(ROOMS.bots.STRATEGIES) == set(ROOMS.bots.TITLES) == {"random_legal"}
    assert ".pw-plain-moves" in ROOMS.style
    assert ROOMS.engine.deck() == NoDeck()


OWN_WORDS = """
from paydays_widgets.show.words import Phrases

def money(n, text):
    return f"{n} gold"

def phrases(text):
    return Phrases(prompts={"bid": "seal a bid"})

def reason(refusal, names, text):
    known = refusal.reason == "not_that_much_money"
    return f"There is no more than {refusal.facts['money']}." if known else None
"""
OWN_RULES = """
documents = [{ id = "own", title = "Our rules", language = "en" }]

[[clauses]]
id = "MY-sale"
title = "The sale"
words = "The winner pays."
sources = [{ document = "own", section = "Lots" }]
"""


def test_a_games_own_room_comes_first_and_what_it_lacks_is_plain(tmp_path: Path) -> None:
    package = tmp_path / "half_game"
    package.mkdir()
    (package / "__init__.py").write_text("from my_game import GAME")
    (package / "text.py").write_text(OWN_WORDS)
    (package / "board.css").write_text(".pw .mine {}")
    (package / "rulebook.toml").write_text(OWN_RULES)
    (package / "bots.py").write_text("import nothing_of_that_name")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(tmp_path)
        modules = Modules("half_game")
        assert modules.text.money(5, EN) == "5 gold"
        assert modules.text.prompt(Over(1), NAMES, EN) == "The game is over."
        assert modules.text.prompt(Decide((0,), "bid", 1, 0), NAMES, EN) == "Anna: seal a bid."
        poor, odd = (Refusal("MY-bid", why, {"money": 3}) for why in ("not_that_much_money", "x"))
        assert modules.text.refused(poor, NAMES, EN) == "There is no more than 3."
        assert modules.text.refused(odd, NAMES, EN) == "The rules do not allow it: x (money 3)."
        first, *others = modules.rulebook.clauses
        assert first == "MY-sale"
        assert "MY-seats" in others
        assert modules.rulebook["MY-sale"].words.de == "The winner pays."
        assert modules.style.endswith(".pw .mine {}")
        assert ".pw-plain-act" in modules.style
        with pytest.raises(ModuleNotFoundError, match="nothing_of_that_name"):
            _ = modules.bots


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_plain_rooms_say_themselves_is_said_in_every_language(language: str) -> None:
    text = Text(language)
    said_in = [text(each) for each in ("to decide", "On the table", "yes", "none", "chance")]
    assert (said_in == ["to decide", "On the table", "yes", "none", "chance"]) is (
        language == "en"
    )


def test_a_game_without_phases_has_none_to_sit_out() -> None:
    assert ROOMS.panel.sits_out(None) is None
    assert ROOMS.panel.instead(None, Bid(0, 5)) is None
