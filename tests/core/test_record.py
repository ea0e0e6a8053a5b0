"""Saved games and share links: they load as they were saved, or are refused, saying where."""

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from paydays_widgets.core import record as records
from paydays_widgets.core.game import CHANCE, Over
from paydays_widgets.core.record import (
    FORMAT,
    FRAGMENT,
    Record,
    RecordError,
    digest,
    dumps,
    game_of,
    loads,
    record,
    share,
    unshare,
)
from paydays_widgets.core.table import Player, Table
from paydays_widgets.games.zahltag.engine import ZAHLTAG
from tests.core.tables import STRATEGIES, AnyTable, begun, play, still, table
from tests.kuhn_poker.engine import KUHN_POKER, KuhnPoker
from tests.kuhn_poker.moves import Deal

Raw = dict[str, Any]


@cache
def small() -> str:
    """Return a record of two branches, with the cursor back in the first."""
    on = play(begun(seed=3), "1 keep; * turn 1; 1 bid 00; 2 bid 00")
    on.undo()
    on.undo()
    on.undo()
    play(on, "* turn payday")
    on.switch(0)
    on.go_to(23)
    return dumps(on)


def load(text: str | bytes) -> AnyTable:
    return loads(text, ZAHLTAG, STRATEGIES)


def raw() -> Raw:
    decoded: Raw = msgspec.json.decode(small())
    return decoded


def refused(text: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        load(text)
    assert str(caught.value).startswith(f"{caught.value.place}: ")
    return caught.value


def sealed(changed: Raw) -> str:
    """Write a changed record with a matching checksum, as a forger would."""
    draft = msgspec.convert({**changed, "checksum": ""}, Record)
    return msgspec.json.encode(replace(draft, checksum=digest(draft))).decode()


def same(one: AnyTable, other: AnyTable) -> None:
    assert (one.current, one.at, one.seed) == (other.current, other.at, other.seed)
    assert (one.players, one.rules, one.deck) == (other.players, other.rules, other.deck)
    assert len(one.branches) == len(other.branches)
    for a, b in zip(one.branches, other.branches, strict=True):
        assert (a.name, a.parent, a.shared) == (b.name, b.parent, b.shared)
        assert (a.moves, a.steps, a.ends, a.dealt) == (b.moves, b.steps, b.ends, b.dealt)


# --- there and back ---------------------------------------------------------------------------


def test_a_new_table_comes_back() -> None:
    on = table("human", "still", seed=4)
    same(on, load(dumps(on)))


def test_branches_cursor_names_and_kinds_come_back() -> None:
    on = play(begun(seed=3), "1 keep; * turn 1; 1 bid 00; 2 bid 00")
    on.undo()
    play(on, "2 bid 00")
    on.go_to(23)
    play(on, "* turn 2; 1 bid 00")
    on.go_to(24)
    play(on, "2 bid 00; 1 bid 00; 2 keep")
    on.go_to(18)
    assert [branch.name for branch in on.branches] == ["A", "B", "C"]
    again = load(dumps(on))
    same(on, again)
    assert dumps(again) == dumps(on)
    assert again.state == on.state


def test_a_place_inside_a_move_comes_back() -> None:
    on = play(begun(), "1 keep; * turn 1; 1 bid 00; 2 bid 00")
    on.go_to(on.at - 2)
    same(on, load(dumps(on)))


def test_a_finished_game_comes_back_and_can_be_gone_back_in() -> None:
    on = table("still", "still", seed=4)
    while on.advance():
        pass
    again = load(dumps(on))
    assert isinstance(again.turn, Over)
    same(on, again)
    again.undo()
    assert not isinstance(again.turn, Over)


def test_whether_chance_is_taken_back_comes_back() -> None:
    again = loads(dumps(begun(undo_chance=False)), ZAHLTAG, STRATEGIES)
    assert not again.undo_chance


def test_a_loaded_game_goes_on_with_the_same_luck() -> None:
    on = table("still", "still", seed=4)
    for _ in range(30):
        on.advance()
    again = load(dumps(on))
    while on.advance():
        again.advance()
    same(on, again)


@pytest.mark.no_cover
@given(names=st.lists(st.text(st.characters(codec="utf-8")), min_size=2, max_size=4))
def test_any_names_come_back(names: list[str]) -> None:
    on = Table(ZAHLTAG, [Player(name) for name in names])
    assert load(dumps(on)).players == on.players
    assert load(unshare(share(on))).players == on.players


@pytest.mark.parametrize("seed", [0, -1, 2**31, 2**63, 10**30])
def test_any_seed_comes_back(seed: int) -> None:
    assert load(dumps(table(seed=seed))).seed == seed


def test_a_deck_of_ones_own_comes_with_the_record() -> None:
    deck = replace(ZAHLTAG.deck(), name="Mine", start_money=5)
    on = Table(ZAHLTAG, [Player("A"), Player("B")], deck=deck)
    saved = record(on)
    assert saved.own_deck["name"] == "Mine"
    again = load(dumps(on))
    assert again.deck == deck
    assert again.state.firms[0].money == 5


def test_a_record_can_be_read_by_a_person() -> None:
    lines = small().splitlines()
    assert lines[0] == "{"
    assert ' "game": "zahltag",' in lines
    assert '    "* turn payday"' in lines
    assert raw()["own_deck"] is None
    assert (raw()["format"], raw()["game_version"]) == (FORMAT, ZAHLTAG.version)


def test_of_which_game_a_record_is_can_be_read_before_the_rest() -> None:
    assert game_of(small()) == game_of(small().encode()) == "zahltag"
    with pytest.raises(RecordError):
        game_of("{}")


def test_a_loaded_table_is_a_new_one() -> None:
    on = load(small())
    play(on, "* turn 5")
    assert dumps(load(small())) == small()


# --- cut short, and no record at all ----------------------------------------------------------


@pytest.mark.parametrize("kind", [str, bytes])
def test_a_record_cut_short_at_any_place_is_refused(kind: type) -> None:
    text = small()
    whole = text if kind is str else text.encode()
    assert load(whole).branch.name == "A"
    for end in range(len(whole)):
        error = refused(whole[:end])
        assert error.place == "record"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "5",
        '"zahltag"',
        "{}",
        '{"format": 1}',
        '{"format": "1", "game": "zahltag"}',
        '{"format": 1, "game": 5}',
        b"\xff\xfe",
        b"PK\x03\x04",
        small().encode().replace(b"P1", b"P\xff"),
        small().replace("P1", "\\ud800\\u0041"),
        "\ud800",
        '{"format": 1, "game": "zahltag", "rules": ' + "[" * 100_000,
        small() + "x",
    ],
    ids=range(16),
)
def test_what_is_no_record_is_refused(text: str | bytes) -> None:
    error = refused(text)
    assert error.place == "record"
    assert "this is not a saved game" in str(error)


def test_a_failed_load_touches_nothing() -> None:
    on = load(small())
    before = dumps(on)
    refused(small()[:-40])
    refused(sealed({**raw(), "at": 999}))
    assert dumps(on) == before


# --- changed ----------------------------------------------------------------------------------


def edit(path: str, value: object) -> Callable[[Raw], Raw]:
    """Return a function that changes a value somewhere in a record."""

    def change(whole: Raw) -> Raw:
        place: Any = whole
        *outer, last = [int(word) if word.isdigit() else word for word in path.split(".")]
        for word in outer:
            place = place[word]
        place[last] = value
        return whole

    return change


TAMPERED: list[tuple[str, object, str, str]] = [
    # a value of another type, or a wrong one: refused at its place, whatever the checksum says
    ("format", 3, "format", "format 3"),
    ("format", 0, "format", "format 0"),
    ("game", "zock", "game", "“zock”, not of “zahltag”"),
    ("game_version", 2, "game_version", "version 2 of the rules; this is version 1"),
    ("game_version", "1", "game_version", "not what a saved game has here"),
    ("package", 5, "package", "not what a saved game has here"),
    ("rules.adjust", "never", "rules", "not rules of this game"),
    ("rules.first", 2, "rules", "seat 3 cannot start"),
    ("rules.first", "1", "rules", "not rules of this game"),
    ("rules", 5, "rules", "not rules of this game"),
    ("rules", {"house": 1}, "rules", "not rules of this game"),
    ("rules.over_limit", "fine_bank", "branches[0].digest", "a position other than"),
    ("deck", "0123456789abcdef", "deck", "not the one that was played with"),
    ("own_deck", {"name": "x"}, "own_deck", "does not suit the game"),
    ("own_deck", 5, "own_deck", "does not suit the game"),
    ("players.0.kind", "genius", "players", "genius"),
    ("players.0.name", None, "players[0].name", "not what a saved game has here"),
    ("players", [{"name": "alone"}], "players", "2–4 seats"),
    ("players", [{"name": "x"}] * 3, "branches[0].moves[14]", "the rules do not allow"),
    ("seed", "3", "seed", "not what a saved game has here"),
    ("branches", [], "branches", "at least one"),
    ("branches.0.moves.0", "* deal shovel", "branches[0].moves[0]", "cannot be read as a move"),
    ("branches.0.moves.14", "2 keep", "branches[0].moves[14]", "do not allow “2 keep” here"),
    ("branches.1.moves.0", "* turn 2", "branches[1].digest", "a position other than"),
    ("branches.1.moves", [], "branches[1].digest", "a position other than"),
    ("branches.0.digest", "0123456789abcdef", "branches[0].digest", "a position other than"),
    ("branches.0.parent", 0, "branches[0].parent", "the first branch has no parent"),
    ("branches.0.shared", 1, "branches[0].parent", "the first branch has no parent"),
    ("branches.1.parent", None, "branches[1].parent", "not an earlier branch"),
    ("branches.1.parent", 1, "branches[1].parent", "not an earlier branch"),
    ("branches.1.parent", -1, "branches[1].parent", "not an earlier branch"),
    ("branches.1.shared", 25, "branches[1].shared", "has 24 moves, not 25"),
    ("branches.1.shared", -1, "branches[1].shared", "has 24 moves, not -1"),
    ("branches.1.shared", 20, "branches[1].moves[0]", "the rules do not allow"),
    ("current", 2, "current", "the game has 2"),
    ("current", -1, "current", "the game has 2"),
    ("at", -1, "at", "there is no step"),
    ("at", 999, "at", "there is no step"),
    ("extra", 1, "record", "not what a saved game has here"),
]


@pytest.mark.parametrize(("path", "value", "place", "reason"), TAMPERED)
def test_a_wrong_value_is_refused_with_its_place(
    path: str, value: object, place: str, reason: str
) -> None:
    error = refused(msgspec.json.encode(edit(path, value)(raw())))
    assert error.place == place
    assert reason in str(error)


CHANGES = [
    ("package", "9.9"),
    ("players.0.name", "Mallory"),
    ("seed", 4),
    ("current", 1),
    ("at", 19),
    ("checksum", ""),
    ("checksum", "0123456789abcdef"),
    ("branches.0.moves.14", " 1  keep"),
]


@pytest.mark.parametrize(("path", "value"), CHANGES)
def test_a_change_that_could_be_true_is_noticed_by_the_checksum(path: str, value: object) -> None:
    error = refused(msgspec.json.encode(edit(path, value)(raw())))
    assert error.place == "checksum"
    assert "changed after it was saved" in str(error)


@given(st.data())
def test_any_single_byte_changed_is_refused_or_changes_nothing(data: st.DataObject) -> None:
    text = small().encode()
    at = data.draw(st.integers(0, len(text) - 1))
    byte = data.draw(st.integers(0, 255))
    changed = text[:at] + bytes([byte]) + text[at + 1 :]
    try:
        on = load(changed)
    except RecordError:
        return
    assert dumps(on) == small()


def test_a_deck_too_small_for_the_seats_is_refused() -> None:
    deck = replace(ZAHLTAG.deck(), name="small")
    four = Table(ZAHLTAG, [Player(name) for name in "ABCD"], deck=deck)
    changed: Raw = msgspec.json.decode(dumps(four))
    changed["own_deck"]["equipment"] = [4, 4, 4, 4]  # enough for two seats
    changed["deck"] = digest(replace(deck, equipment=(4, 4, 4, 4)))
    assert "do not suit this number of seats" in str(refused(sealed(changed)))


def test_a_strategy_must_be_known() -> None:
    on = table("human", "still")
    with pytest.raises(RecordError, match="still") as caught:
        loads(dumps(on), ZAHLTAG)
    assert caught.value.place == "players"


# --- share links ------------------------------------------------------------------------------


def test_a_share_link_holds_the_whole_record() -> None:
    on = play(begun(), "1 keep; * turn 1")
    link = share(on)
    assert link.startswith(FRAGMENT)
    assert set(link) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=")
    assert not link.endswith("=")
    for form in (link, "#" + link, link.removeprefix(FRAGMENT)):
        same(on, load(unshare(form)))


def test_a_whole_game_fits_into_a_link() -> None:
    on = table("any_legal", "any_legal", "any_legal", "any_legal", seed=2)
    while on.advance():
        pass
    assert len(share(on)) < 4_000


def test_a_link_cut_short_at_any_place_is_refused() -> None:
    link = share(begun())
    for end in range(len(link)):
        with pytest.raises(RecordError, match="was the whole link copied") as caught:
            unshare(link[:end])
        assert caught.value.place == "link"


def packed(text: bytes) -> str:
    return FRAGMENT + urlsafe_b64encode(zlib.compress(text)).decode()


@pytest.mark.parametrize(
    "fragment",
    ["", "#", "#section-2", "g=", "g=%%%", "g=ünicode", "g=" + "A" * 500, packed(b"\xff\xfe\xfa")],
)
def test_garbage_is_refused(fragment: str) -> None:
    with pytest.raises(RecordError, match="was the whole link copied") as caught:
        unshare(fragment)
    assert caught.value.place == "link"


def test_a_link_that_unpacks_to_anything_else_is_no_record() -> None:
    refused(unshare(packed(b"hello")))


def test_a_link_that_unpacks_without_end_is_refused_unread() -> None:
    bomb = packed(b" " * (records._LARGEST + 1))
    assert len(bomb) < 10_000
    with pytest.raises(RecordError, match="too long"):
        unshare(bomb)
    assert len(unshare(packed(b" " * (records._LARGEST - 1)))) == records._LARGEST - 1


# --- digests ----------------------------------------------------------------------------------


def test_a_digest_stays_the_same_for_ever() -> None:
    """Saved games hold digests of positions, which may not change with a library's version."""
    on = begun()
    assert digest(on.deck) == record(on).deck
    assert digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1}) != digest({"a": 1, "b": 2})
    assert digest([1, "two", None]) == "c72f53cd0694a41a"


def test_a_position_has_one_digest_however_it_was_reached() -> None:
    one = play(begun(), "1 keep; * turn 1; 1 bid 00; 2 bid 00")
    two = play(begun(), "1 keep; * turn 1; 2 bid 00; 1 bid 00")
    assert digest(one.state) == digest(two.state)
    assert still(ZAHLTAG.view(one.state, 1), 0) == ZAHLTAG.read("2 keep")


def kuhn(rules: Raw, digest_: str = "") -> str:
    """Write a record of Kuhn poker as an older version could have, with a valid checksum."""
    on = Table(KUHN_POKER, [Player("A"), Player("B")])
    on.play(Deal(CHANCE, "king"))
    whole: Raw = msgspec.json.decode(dumps(on))
    whole["branches"][0]["digest"] = digest_ or whole["branches"][0]["digest"]
    return sealed({**whole, "rules": rules})


def test_an_older_version_of_a_game_is_replayed_and_not_held_to_its_digests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = kuhn({"cards": 3}, "0123456789abcdef")
    with pytest.raises(RecordError, match="a position other than"):
        loads(text, KUHN_POKER)
    monkeypatch.setattr(KuhnPoker, "version", 2)
    on = loads(text, KUHN_POKER)
    assert on.branch.moves == [Deal(CHANCE, "king")]


# --- bounds -------------------------------------------------------------------------------------


def test_more_branches_than_a_game_can_have_are_refused() -> None:
    changed = raw()
    empty = {"parent": 0, "shared": 0, "moves": [], "digest": ""}
    changed["branches"] += [empty] * 20_000
    assert refused(msgspec.json.encode(changed)).place == "branches"


def test_more_moves_than_a_game_can_have_are_refused() -> None:
    changed = raw()
    changed["branches"] += [{"parent": 0, "shared": 49_990, "moves": [], "digest": ""}]
    told = refused(sealed(changed))
    assert told.place == "branches"
    assert "more than 50000 moves together" in str(told)


def test_a_record_or_a_link_of_any_length_is_not_read() -> None:
    assert "longer than any saved game" in str(refused(" " * 4_000_001))
    with pytest.raises(RecordError, match="longer than any share link"):
        unshare("g=" + "A" * 4_000_001)
