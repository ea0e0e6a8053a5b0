"""What decided a game: asked at its end, answered from games that are played on."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.game import Over
from paydays_widgets.core.table import HUMAN, Player, Table
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.lab.decision import Review
from paydays_widgets.lab.estimate import Estimate
from paydays_widgets.lab.growth import FEWEST, SLOWER_BACK, growth
from paydays_widgets.lab.messages import Asked, Failed, Finished
from paydays_widgets.lab.summary import Prospect, Prospects, Reviewed
from paydays_widgets.panels.decided import CHOICES, GAMES, LOOKED_AT, OFFERED, candidates, most
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.verbs import IN_LAB
from paydays_widgets.panels.widgets import Drawer
from tests.markup import Page
from tests.panels.tables import until


def finished(game: str, kinds: tuple[str, ...] = (HUMAN,), seed: int = 5) -> Session:
    """Play a game to its end; the game's usual bot decides for people."""
    modules = games.modules(game)
    kinds += modules.panel.OPPONENTS
    names = ("Anna", "Ben", "Chloé", "David")
    table = Table(
        modules.engine,
        [Player(*each) for each in zip(names[: max(modules.panel.SEATS)], kinds, strict=False)],
        seed=seed,
        strategies=modules.bots.STRATEGIES,
    )
    session = Session(table)
    while not isinstance(table.turn, Over):
        if table.waiting():
            table.make(table.ask(table.waiting()[0], session.stand_in))
        else:
            assert table.advance()
    return session


@pytest.fixture(params=games.names())
def session(request: pytest.FixtureRequest) -> Iterator[Session]:
    made = finished(request.param)
    yield made
    made.close()


def answer(session: Session, *gains: float, reach: float = 1.0) -> None:
    """Answer: how much more each choice that was made earns than every other one."""
    look = session.decided.asked
    assert look is not None
    found = []
    for each, gain in zip(look.decisions, gains, strict=False):
        made, *others = map(str, each.moves())
        best = max(gain, 0)
        choices = [prospect(made, gain, gain - best, reach)]
        choices += [prospect(other, 0, -best, reach) for other in others]
        found.append(Prospects(GAMES, GAMES, compiled=True, choices=tuple(choices)))
    session.decided._told(Finished(Reviewed(len(found), len(found), tuple(found))))


def prospect(move: str, money: float, behind: float, reach: float) -> Prospect:
    reach = reach if behind else 0
    less = Estimate(behind, behind - reach, behind + reach, GAMES, "t")
    sure = Estimate(money, money, money, GAMES, "t")
    return Prospect(move, sure, sure, less)


def page(session: Session) -> Page:
    return Page(Drawer(session).html)


def said(session: Session) -> str:
    return page(session).key("body-decided").said


def test_it_is_offered_at_the_end_and_not_before(session: Session, asked: list[Asked]) -> None:
    assert page(session).keys("tab-debrief") == ["tab-debrief"]
    session.do("show", "decided")
    assert len(asked) == 1
    assert page(session).keys("page-decided")
    session.do("goto", 3)  # the game on the table is still over
    assert page(session).keys("page-decided")
    assert len(asked) == 1, "it is asked once"
    session.do("new", {"seats": "2", "kind1": HUMAN})
    session.do("show", "decided")
    assert not page(session).keys("page-decided")
    assert len(asked) == 1


def test_a_few_own_decisions_are_played_on_each_with_the_choice_that_was_made(
    session: Session, asked: list[Asked]
) -> None:
    session.do("show", "decided")
    [review] = asked
    assert isinstance(review, Review)
    assert 1 < len(review.decisions) <= LOOKED_AT
    look = session.decided.asked
    assert look is not None
    moves = session.table.branch.moves
    for number, each in zip(look.numbers, review.decisions, strict=True):
        assert each.seat == moves[number].by == 0
        assert each.moves()[0] == moves[number]
        assert 1 < len(each.moves()) <= CHOICES
        assert not any(session.table.game.refuse(each.state, move) for move in each.moves())
        assert HUMAN not in each.setting.line_up


@pytest.mark.walk(len(games.names()))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.thorough
def test_it_asks_before_it_tells(session: Session, asked: list[Asked], language: str) -> None:
    session.do("language", language)
    session.do("show", "decided")
    assert page(session).keys("lab-progress")
    answer(session, -8, 1, 5, -0.5, 0.5, 0)
    offered = candidates(session, session.decided)
    values = [abs(each.gain.value) for each in offered]
    assert sorted(values) == [1, 5, 8]
    assert [each.number for each in offered] == sorted(each.number for each in offered)
    before = page(session)
    assert len(before.keys("pick-")) == 3
    assert not before.keys("decided-verdict")
    assert "±" not in said(session)
    first, second, _ = offered
    session.do("decided", str(second.number))
    wrong = page(session)
    assert said(session).count("±") >= 3
    assert not wrong.keys("pick-")
    assert wrong.keys("money-chart-decided")
    assert wrong.keys("otherwise")
    verdict = wrong.key("decided-verdict").said
    session.decided.picked = None
    session.do("decided", str(first.number))
    assert page(session).key("decided-verdict").said != verdict


@pytest.mark.walk(len(games.names()))
@pytest.mark.parametrize("second", [5.5, -6.0, 7.9])
def test_of_decisions_that_cannot_be_told_apart_each_is_right(
    session: Session, asked: list[Asked], second: float
) -> None:
    session.do("show", "decided")
    answer(session, -6, second, 1.5, 0, 0, 0)
    offered = candidates(session, session.decided)
    tied = most(offered)
    assert [each.gain.value for each in tied] == [-6, second]
    for each in offered:
        session.decided.picked = None
        session.do("decided", str(each.number))
        seen = page(session)
        marked = [row for row in seen.keys("decided-") if "row--most" in seen.key(row)["class"]]
        assert marked == [f"decided-{one.number}" for one in tied]
    verdicts = set()
    for each in offered:
        session.decided.picked = each.number
        verdicts.add(page(session).key("decided-verdict").said)
    assert len(verdicts) == 2
    session.decided.picked = tied[0].number
    assert not page(session).key("decided-verdict").said.startswith("Yes")
    assert "2" in page(session).key("decided-verdict").figures


@pytest.mark.walk(len(games.names()))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_no_two_decisions_that_are_offered_read_alike(
    game: str, language: str, asked: list[Asked]
) -> None:
    for seed in range(1, 4):
        session = finished(game, seed=seed)
        session.screen = replace(session.screen, language=language)
        session.do("show", "decided")
        look = session.decided.asked
        assert look is not None
        for first in range(len(look.numbers)):
            answer(session, *(9.0 if first <= n < first + OFFERED else 0.1 for n in range(9)))
            offered = candidates(session, session.decided)
            seen = page(session)
            told = [seen.key(f"pick-{each.number}").said for each in offered]
            assert len({*told}) == len(told), told
        session.close()


def test_what_luck_may_explain_is_grey_and_what_is_left_out_is_counted(
    session: Session, asked: list[Asked]
) -> None:
    session.do("show", "decided")
    look = session.decided.asked
    assert look is not None
    answer(session, -8, 0.5, 0.25, 0.1, 0.1, 0.1)
    offered = candidates(session, session.decided)
    session.do("decided", str(offered[0].number))
    seen = page(session)
    for each in offered:
        tones = [
            each["class"].split()
            for each in seen.inside(f"decided-{each.number}")
            if "pw-num" in each["class"].split()
        ]
        assert all(("pw-muted" in tone) is not each.sure for tone in tones)
    left_out = len(look.numbers) - len(offered)
    assert (str(left_out) in seen.key("left-out").figures) if left_out else not seen.keys("left-")


def test_a_row_says_what_its_decision_was_about(session: Session, asked: list[Asked]) -> None:
    session.do("show", "decided")
    answer(session, -8, 1, 5, -0.5, 0.5, 0)
    stakes, table = session.modules.stakes, session.table
    assert stakes is not None
    seen = page(session)
    for each in candidates(session, session.decided):
        move = table.branch.moves[each.number]
        view = table.game.view(table.before(each.number), move.by)
        assert stakes.about(view, move, session.text) in seen.key(f"decided-{each.number}").words


def test_the_answer_leads_to_the_lesson_if_there_is_one(
    session: Session, asked: list[Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    session.do("show", "decided")
    answer(session, -8, 1, 5, -0.5, 0.5, 0)
    assert not page(session).keys("lesson")
    session.lesson = "../lessons/one.ipynb"
    monkeypatch.delenv(IN_LAB, raising=False)
    link = page(session).key("lesson")
    assert (link.attributes["href"], "target" in link.attributes) == (session.lesson, False)
    monkeypatch.setenv(IN_LAB, "/notebooks/dashboards/one.ipynb")
    assert page(session).key("lesson").attributes["target"] == "_blank"


def test_where_chance_may_explain_every_difference_none_of_them_decided(
    session: Session, asked: list[Asked]
) -> None:
    session.do("show", "decided")
    answer(session, -0.5, 0.5, 0.25, 0.1, 0.1, 0.1)
    offered = candidates(session, session.decided)
    assert not most(offered)
    session.do("decided", str(offered[0].number))
    assert "Anna" not in page(session).key("decided-verdict").said


def test_only_an_offered_decision_can_be_picked(session: Session, asked: list[Asked]) -> None:
    session.do("show", "decided")
    assert not session.do("decided", "0")
    answer(session, -8, 1, 5, -0.5, 0.5, 0)
    assert not session.do("decided", "-1")
    assert session.decided.picked is None


def test_the_other_choice_can_be_played_from_there(session: Session, asked: list[Asked]) -> None:
    session.do("show", "decided")
    answer(session, -8, 1, 5, -0.5, 0.5, 0)
    offered = candidates(session, session.decided)
    session.do("decided", str(offered[0].number))
    found = page(session)
    branches = len(session.table.branches)
    what_if = found.key(f"if-{offered[0].number}")
    assert session.do("what_if", what_if["data-value"]), session.screen.message
    assert len(session.table.branches) == branches + 1
    way = found.key(f"from-{offered[0].number}")
    assert session.do("goto", way["data-value"])
    assert session.table.waiting() == (0,)


def test_a_game_that_is_played_on_otherwise_is_asked_about_again(asked: list[Asked]) -> None:
    session = finished("zahltag")
    session.do("show", "decided")
    answer(session, -8, 1, 5, -0.5, 0.5, 0)
    offered = candidates(session, session.decided)
    number = offered[0].number
    session.do("what_if", f"{number}:{offered[0].other}")
    assert len(asked) == 1
    session.do("branch", "1")
    assert len(asked) == 2
    assert session.decided.picked is None
    session.close()


def test_a_hand_that_this_screen_may_not_see_is_not_given_away(asked: list[Asked]) -> None:
    session = finished("zahltag", (HUMAN, HUMAN))
    session.do("show", "decided")
    look = session.decided.asked
    assert look is not None
    what_ifs = session.panel.what_ifs
    assert what_ifs is not None
    for each in look.decisions:
        made, *others = each.moves()
        seen = session.table.game.view(each.state, None)
        _, open_to_all = what_ifs(seen, made, session.names, session.text)
        assert {*others} <= {move for move, _ in open_to_all}
    session.close()


def test_what_was_looked_at_face_up_is_put_away_with_the_hands(asked: list[Asked]) -> None:
    session = finished("zahltag", (HUMAN, HUMAN))
    session.do("face_up")
    session.do("show", "decided")
    open_ = session.decided.asked
    session.do("face_up")
    look = session.decided.asked
    assert look is not None
    assert look is not open_
    assert all("bid" in str(move) for each in look.decisions for move in each.moves())
    session.close()


def test_games_that_another_run_has_stopped_are_played_again(
    session: Session, asked: list[Asked]
) -> None:
    session.do("show", "decided")
    session.do("goto", 1)
    assert len(asked) == 1, "they are being played"
    session.lab.client.cancel()
    session.do("goto", 2)
    assert len(asked) == 2
    answer(session, -8, 1, 5, -0.5, 0.5, 0)
    session.lab.client.cancel()
    session.do("goto", 3)
    assert len(asked) == 2, "all is known"


def test_a_step_that_is_foreseen_asks_nothing(session: Session, asked: list[Asked]) -> None:
    session.do("show", "decided")
    answer(session, -8, 1, 5, -0.5, 0.5, 0)
    session.do("decided", str(candidates(session, session.decided)[0].number))
    session.do("goto", 3)
    assert session.one_step_on() is None
    assert len(asked) == 1
    assert session.decided.picked is not None


def test_without_people_every_seat_s_decisions_count(asked: list[Asked]) -> None:
    session = finished("zock", ())
    session.do("show", "decided")
    look = session.decided.asked
    assert look is not None
    assert {session.table.branch.moves[number].by for number in look.numbers} > {0}
    session.close()


def test_where_every_hand_is_hidden_it_says_that_nothing_can_be_compared(
    asked: list[Asked],
) -> None:
    session = finished("kuhn_poker", (HUMAN, HUMAN))
    session.do("show", "decided")
    assert not asked
    assert not page(session).keys("pick-")
    assert not page(session).keys("lab-progress")
    session.close()


def test_what_fails_is_said(session: Session, asked: list[Asked]) -> None:
    session.do("show", "decided")
    session.decided._told(Failed("Why it is so."))
    assert "Why it is so." in said(session)


@pytest.mark.thorough
def test_it_is_worked_out_beside_the_table() -> None:
    session = finished("zock")
    session.do("show", "decided")
    until(lambda: not session.decided.playing)
    found = session.decided.found
    assert found is not None, session.decided.failed
    assert found.complete
    assert found.games == GAMES * len(found.found)
    assert page(session).keys("pick-")
    session.close()


def test_without_a_kernel_the_engine_plays_fewer_games() -> None:
    session = finished("kuhn_poker")
    session.do("face_up")
    session.do("show", "decided")
    look = session.decided.asked
    assert look is not None
    assert look.decisions
    *_, last = growth(Review(look.decisions), GAMES, 1)
    assert isinstance(last, Reviewed)
    assert last.of == max(FEWEST, GAMES // SLOWER_BACK) * len(look.decisions)
    session.close()
