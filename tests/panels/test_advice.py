"""What each choice would earn: hidden until asked for, in words, gone with its position."""

import os
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.game import Decide, Move
from paydays_widgets.core.table import AnyTable, Player, Table
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.games.auction_room.moves import Bid
from paydays_widgets.games.auction_room.reading import own_value
from paydays_widgets.lab.decision import Decision
from paydays_widgets.lab.estimate import Estimate
from paydays_widgets.lab.growth import SLOWER
from paydays_widgets.lab.messages import Asked, Failed, Finished, Grown, Waiting
from paydays_widgets.lab.places import VARIABLE, place
from paydays_widgets.lab.preparing import Preparing
from paydays_widgets.lab.summary import Prospect, Prospects
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.widgets import Controls, Storyline
from paydays_widgets.talk.advice import GAMES, MOST_NAMED, MOST_ROWS, indistinct, question
from tests.markup import Element, Page, flat
from tests.panels.tables import new, tone, until
from tests.playing_on import first_decisions


def at_bids(**how: object) -> Session:
    """Put a table before a class where Anna is to bid."""
    session = Session(new(seed=5))
    session.do("skip")
    while session.table.state.phase != "bid":
        if session.decider is None:
            assert session.do("step"), session.screen.message
        else:
            assert session.play(f"{session.decider + 1} keep"), session.screen.message
    return session


@pytest.fixture
def session() -> Iterator[Session]:
    made = at_bids()
    yield made
    made.close()


def sure(value: float, reach: float = 0.0) -> Estimate:
    return Estimate(value, value - reach, value + reach, 100, "t")


def prospects(session: Session, *money: float, reach: float = 0.5) -> Prospects:
    """Make an answer: what the first choices earn, and all others together with the last."""
    seat = session.decider
    assert seat is not None
    moves = session.table.game.legal(session.table.state, seat)
    sums = [*money, *[money[-1]] * (len(moves) - len(money))][: len(moves)]
    return Prospects(
        100,
        1000,
        compiled=True,
        choices=tuple(
            Prospect(
                str(move), sure(n), sure(0.31), sure(n - max(sums), reach if n < max(sums) else 0)
            )
            for move, n in zip(moves, sums, strict=True)
        ),
    )


def shown(session: Session) -> Page:
    storyline = Storyline(session)
    page = Page(storyline.html)
    storyline.close()
    return page


def answer(session: Session) -> Element:
    return shown(session).key("advice-answer")


def part(session: Session, name: str) -> Element:
    """Return a part of the answer by its class."""
    (found,) = [each for each in answer(session).inside if name in each["class"].split()]
    return found


def choices(session: Session) -> list[Element]:
    return [each for each in answer(session).inside if "pw-choice" in each["class"].split()]


def test_the_answer_is_hidden_until_it_is_asked_for(session: Session, asked: list[Asked]) -> None:
    before = session.table, session.table.at, len(session.table.branches)
    assert not shown(session).keys("advice-answer")
    assert session.do("advise")
    (what,) = asked
    assert isinstance(what, Decision)
    assert (what.seat, what.state) == (0, session.table.state)
    assert not choices(session)
    assert answer(session).said
    assert (session.table, session.table.at, len(session.table.branches)) == before
    assert session.do("advise")
    assert not shown(session).keys("advice-answer")
    assert not session.advice.playing


def test_each_choice_has_its_average_and_its_distance_from_the_best(
    session: Session, asked: list[Asked]
) -> None:
    session.do("advise")
    found = prospects(session, 21.3, 23.4, 23.1, 20)
    session.advice._told(Grown(found))
    assert part(session, "pw-advice__progress").figures == ["100", "1,000"]
    assert "100" in part(session, "pw-advice__verdict").figures
    level = [each for each in choices(session) if "pw-choice--level" in each["class"]]
    assert [each.figures for each in level] == [["1", "2"]]
    assert ["−2.1", "0.5"] in [each.figures[-2:] for each in choices(session)]
    notes = [each.said for each in answer(session).inside if each["class"] == "pw-advice__note"]
    assert len([each for each in notes if "Anna" in each]) == 2  # her hand is dealt; a bot decides
    assert str(answer(session).node.html).count("pw-choice__dot") == len(found.choices)


def test_a_choice_that_is_best_for_sure_is_named(session: Session, asked: list[Asked]) -> None:
    session.do("advise")
    found = prospects(session, 21, 23, 20)
    session.advice._told(Finished(found))
    verdict = part(session, "pw-advice__verdict")
    best = session.table.game.read(found.choices[1].move)
    assert session.choice(session.table.state, best) in verdict.words
    assert verdict.figures[-2:] == ["1", "31%"]
    assert ["1"] in [each.figures for each in choices(session)]  # no distance from the best


def test_choices_that_cannot_be_told_apart_are_no_group_where_there_are_no_others(
    session: Session, asked: list[Asked]
) -> None:
    session.do("advise")
    session.advice._told(Finished(prospects(session, 20, 20.1, 20)))
    assert part(session, "pw-advice__verdict").figures[-1] == "100"
    assert ["1"] in [each.figures for each in choices(session)]  # no distance from the best


def level(session: Session) -> Element:
    """Return the row of choices that cannot be told apart."""
    (found,) = [each for each in choices(session) if "pw-choice--level" in each["class"]]
    return found


def test_of_sums_the_range_is_named(session: Session, asked: list[Asked]) -> None:
    session.do("advise")
    session.advice._told(Finished(prospects(session, 10, 20, 20.1, 20)))
    assert level(session).figures == ["1", "8"]
    assert part(session, "pw-advice__verdict").figures[-3:] == ["1", "8", "100"]


def test_of_a_large_group_of_other_choices_the_first_are_named(asked: list[Asked]) -> None:
    session = Session(new(seed=5))
    session.do("skip")
    session.do("advise")
    found = prospects(session, 10, 20, 20.1, 20)
    session.advice._told(Finished(found))
    assert level(session).figures[-1] == str(len(found.choices) - 1 - MOST_NAMED)
    session.close()


def test_a_bid_that_wins_at_a_loss_is_named_beside_no_other() -> None:
    session = next(first_decisions("auction_room", None, 1))
    view = session.table.game.view(session.table.state, 0)
    moves = question(session, 0).decision.moves()
    least, *_, most = (each for each in moves if isinstance(each, Bid))

    def named(best: Move, *, sure_less: bool = False) -> list[Move]:
        reach = 0.01 if sure_less else 0.5
        choices = tuple(
            Prospect(str(each), sure(n), sure(0.3), sure(n - 20.1, 0 if each == best else reach))
            for each in moves
            for n in [20.1 if each == best else 20.0]
        )
        found = indistinct(session, Prospects(100, 100, compiled=True, choices=choices))
        return [moves[n] for n in found]

    assert least in named(least)
    assert max(each.amount for each in named(least) if isinstance(each, Bid)) <= own_value(view)
    assert most not in named(most)
    assert least in named(most), "as good, and no loss"
    assert named(most, sure_less=True) == [most], "no other is as good"
    session.close()


def test_choices_that_earn_the_same_are_said_to(session: Session, asked: list[Asked]) -> None:
    session.do("advise")
    session.advice._told(Finished(prospects(session, 20)))
    assert part(session, "pw-advice__verdict").figures[-1] == "31%"
    assert "Anna" not in part(session, "pw-advice__verdict").said


def test_it_is_told_what_each_choice_leads_to(session: Session, asked: list[Asked]) -> None:
    session.do("advise")
    found = prospects(session, 21.3, 23.4, 22, 20)
    passed, one, *others = found.choices
    led = [
        replace(passed, led={"lost": sure(1)}),
        replace(one, led={"won": sure(0.31), "tied": sure(0.12), "lost": sure(0.57)}),
        *[replace(each, led={"won": sure(0.05)}) for each in others],
    ]
    session.advice._told(Grown(replace(found, choices=tuple(led))))
    ways = [each.figures for each in answer(session).inside if each["class"] == "pw-choice__led"]
    assert ways[0] == ["31%", "12%"]
    assert len(ways) == len(led) - 1
    same = [replace(each, led={"won": sure(0.5)}) for each in found.choices]
    session.advice._told(Finished(replace(found, choices=tuple(same))))
    assert not [each for each in answer(session).inside if each["class"] == "pw-choice__led"]


def test_it_is_told_in_the_language_of_the_screen(session: Session, asked: list[Asked]) -> None:
    told = set()
    for language in LANGUAGES:
        session.do("language", language)
        session.do("advise")
        session.advice._told(Waiting(2))
        told.add(answer(session).said)
        assert "2" in answer(session).figures
        session.advice._told(Preparing(2, 5, 10))
        told.add(answer(session).said)
        assert {"2", "5", "10"} <= {*answer(session).figures}
        session.advice._told(Grown(prospects(session, 20, 21, 19)))
        told.add(part(session, "pw-advice__verdict").said)
        session.advice._told(Failed("<why>"))
        assert "<why>" in answer(session).said
        session.do("advise")
    assert len(told) == 3 * len(LANGUAGES)


@pytest.mark.parametrize(
    ("verb", "value"), [("undo", None), ("goto", 3), ("new", {}), ("vignette", None)]
)
def test_it_is_gone_with_its_position_and_a_late_answer_is_dropped(
    session: Session, asked: list[Asked], verb: str, value: object
) -> None:
    if verb == "vignette":
        value = next(iter(session.modules.vignettes))
    session.do("advise")
    late = Finished(prospects(session, 20, 21))
    assert session.do(verb, value), session.screen.message
    assert session.advice.asked is None
    assert not session.advice.playing
    session.advice._told(late)  # the worker had sent it by then
    assert "pw-advice__answer" not in Storyline(session).html
    session.do("advise")
    assert "pw-choice" not in Storyline(session).html


def test_it_is_gone_with_a_move_and_stays_while_one_is_prepared(
    session: Session, asked: list[Asked]
) -> None:
    session.do("advise")
    session.advice._told(Finished(prospects(session, 20, 21)))
    for verb, value in (("projector", None), ("tab", "money"), ("language", "de")):
        assert session.do(verb, value)
        assert "pw-choice" in Storyline(session).html
    assert session.play("1 bid 5")
    assert "pw-choice" not in Storyline(session).html


def test_stopped_it_keeps_what_is_known(session: Session, asked: list[Asked]) -> None:
    session.do("advise")
    session.advice._told(Grown(prospects(session, 20, 21)))
    assert 'data-do="advise_stop"' in Storyline(session).html
    assert session.do("advise_stop")
    html = Storyline(session).html
    assert "pw-choice" in html
    assert 'data-do="advise_stop"' not in html


def test_a_run_of_the_lab_takes_its_place(session: Session, asked: list[Asked]) -> None:
    session.do("advise")
    assert session.do("lab_start", {"games": "100", "seed": "7"})
    assert not session.advice.playing
    assert session.lab.playing
    session.do("advise")  # puts the question away, and leaves the run alone
    assert session.lab.playing
    session.do("advise")
    assert not session.lab.playing


def test_nobody_s_hidden_hand_is_told(session: Session, asked: list[Asked]) -> None:
    person, *bots = session.table.players
    session.table.players = (Player(person.name, bots[0].kind), *bots)  # Anna has become a bot
    session.changed()
    assert session.decider is None
    assert not session.do("advise")
    assert not asked
    assert tone(session) == "error"
    for part in (Controls, Storyline):
        assert re.search(r'data-do="advise"[^>]*aria-disabled="true"', flat(part(session).html))
    session.do("face_up")
    assert session.decider == 0


def test_nobody_is_told_anything_before_taking_over_the_screen(asked: list[Asked]) -> None:
    session = at_bids()
    session.table.players = tuple(Player(each.name) for each in session.table.players)
    session.changed()
    assert session.hand_over is not None
    assert session.decider is None
    session.do("reveal", str(session.hand_over))
    assert session.do("advise")
    session.do("hide")
    assert session.advice.asked is None
    session.close()


def decision(name: str) -> AnyTable:
    """Let bots play to a decision of the first seat between several choices."""
    modules = games.modules(name)
    kinds = [*modules.bots.STRATEGIES][1:3]
    table: AnyTable = Table(
        modules.engine,
        [Player(*each) for each in zip(("Anna", "Ben"), kinds, strict=True)],
        seed=3,
        strategies=modules.bots.STRATEGIES,
    )
    while not (
        isinstance(table.turn, Decide)
        and table.turn.seats[0] == 0
        and len(table.game.legal(table.state, 0)) > 1
    ):
        assert table.advance()
    table.players = (Player("Anna"), table.players[1])
    return table


@pytest.mark.parametrize("name", games.names())
def test_every_game_s_choices_are_told_apart(name: str, asked: list[Asked]) -> None:
    session = Session(decision(name))
    session.do("advise")
    found = prospects(session, 5, 7, 6)
    session.advice._told(Finished(found))
    html = flat(Storyline(session).html)
    labels = re.findall('class="pw-choice__label">([^<]*)<', html)
    assert len({*labels}) == len(labels) == len(found.choices)
    assert not any(label.startswith("Anna") for label in labels)
    assert ("choices-more" in html) == (len(labels) > MOST_ROWS)
    session.close()


def test_of_many_choices_the_best_of_each_kind_is_shown_at_once(asked: list[Asked]) -> None:
    session = Session(decision("pay_day"))
    seat = session.decider
    assert seat is not None
    moves = session.table.game.legal(session.table.state, seat)
    assert len(moves) > MOST_ROWS
    session.do("advise")
    *_, last = moves
    sums = [100 + n for n in range(len(moves) - 1)]
    session.advice._told(Finished(prospects(session, *sums, 1)))
    shown = flat(Storyline(session).html).partition("choices-more")[0]
    labels = re.findall('class="pw-choice__label">([^<]*)<', shown)
    assert len(labels) == MOST_ROWS
    assert type(last) not in {type(each) for each in moves[:-1]}
    assert shown.count("pw-choice__dot") == MOST_ROWS
    session.close()


@pytest.mark.thorough
def test_it_is_worked_out_beside_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lab’s own process plays on from the table."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # other tests may be playing
    session = Session(decision("zock"))
    storyline = Storyline(session)
    assert session.do("advise")
    until(lambda: not session.advice.playing)
    assert not session.advice.failed
    found = session.advice.found
    assert found is not None
    assert found.games == found.of == GAMES
    assert part(session, "pw-advice__verdict").said
    assert "pw-choice" in storyline.html
    session.close()


def test_without_a_kernel_the_engine_plays_fewer_games_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    session = Session(decision("kuhn_poker"))
    session.do("advise")
    until(lambda: not session.advice.playing)
    found = session.advice.found
    assert found is not None, session.advice.failed
    assert not found.compiled
    assert found.games == found.of == GAMES // SLOWER
    told = answer(session).said
    session.advice._told(Finished(replace(found, compiled=True)))
    assert answer(session).said != told
    session.close()


@pytest.mark.thorough
def test_who_comes_second_sees_the_place_and_then_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv(VARIABLE, "1")
    session = Session(decision("zock"))
    with place(lambda _: None, tmp_path / f"paydays_widgets-lab-{os.getuid()}"):
        session.do("advise")
        until(lambda: session.advice.waiting)
        assert answer(session).figures[0] == "1"
    until(lambda: session.advice.found)
    assert choices(session)
    session.close()


def test_what_the_coach_says_stands_once_beside_the_table(
    session: Session, asked: list[Asked]
) -> None:
    session.screen = replace(session.screen, teach=False, coach=True)
    session.do("advise")
    session.advice._told(Finished(prospects(session, 21, 23, 20)))
    said = session.coached()
    assert said
    for coaches in (True, False):
        session.screen = replace(session.screen, coach=coaches)
        assert shown(session).html.count(escape(said)) == 1
