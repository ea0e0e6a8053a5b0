"""A player's page: one press from decision to decision, with a film of what lies between."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.core.engine import Prompt
from paydays_widgets.core.game import Decide, Over
from paydays_widgets.core.table import HUMAN, Player
from paydays_widgets.games.market.moves import Take
from paydays_widgets.games.market.reading import left
from paydays_widgets.panels.desk import Desk
from paydays_widgets.panels.storyline import KEPT
from paydays_widgets.talk.film import LONGEST, MOST_BEATS, beats
from tests.markup import Page

GAMES = ["zahltag", "master_builder", "pay_day", "zock"]


@pytest.fixture
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    made = Desk(request.param, seed=3)
    yield made
    made.close()


def spared(desk: Desk, number: int) -> str:
    """Return why a move was made for the player; "" if it was not."""
    return desk.session.spared(number)


def watched(desk: Desk) -> list[int]:
    """Watch a film to its end; return where it has stopped."""
    at = [desk.at]
    while desk.session.screen.film:
        assert desk.do("step")
        at.append(desk.at)
    return at


def prompts(name: str) -> Mapping[str, Prompt]:
    engine: Any = games.load(name)
    found: Mapping[str, Prompt] = engine.prompts
    return found


def to_a_decision(desk: Desk) -> None:
    """Go on until a person has a choice."""
    while not desk.table.waiting():
        desk.do("go_on")
        watched(desk)


@pytest.mark.parametrize("desk", GAMES, indirect=True)
@pytest.mark.thorough
def test_a_game_takes_two_presses_a_decision_and_three(desk: Desk) -> None:
    luck, table = random.Random(1), desk.table
    presses = decisions = 0
    while not isinstance(table.turn, Over):
        waiting, presses = table.waiting(), presses + 1
        if waiting:
            assert waiting == (0,)
            decisions += 1
            assert desk.play(luck.choice(list(table.game.legal(table.state, 0))))
        else:
            assert desk.do("go_on")
        watched(desk)
        assert table.newest
    assert presses <= 2 * decisions + 3


@pytest.mark.parametrize("desk", ["zahltag", "zock"], indirect=True)
def test_a_film_rests_at_beats_and_takes_no_longer_than_it_may(desk: Desk) -> None:
    to_a_decision(desk)
    desk.play(next(iter(desk.table.game.legal(desk.table.state, 0))))
    film = desk.session.screen.film
    assert film is not None
    assert desk.playing
    assert len(film.stops) <= MOST_BEATS
    assert film.pace * len(film.stops) <= LONGEST
    begun, end = desk.at, film.stops[-1]
    assert watched(desk) == [begun, *film.stops]
    assert desk.at == end == len(desk.table.branch.steps)
    assert not desk.playing


def test_events_of_a_kind_are_one_beat_and_a_long_film_has_few() -> None:
    table = Desk(
        "zahltag", seed=3, players=[Player("A", "hoarder"), Player("B", "lean_crew")]
    ).table
    while table.advance():
        pass
    steps = table.branch.steps
    whole = beats(table, 0, len(steps))
    assert len(whole) == MOST_BEATS
    assert whole[-1] == len(steps)
    assert all(beats(table, at, at + 1) == (at + 1,) for at in range(5))
    assert beats(table, 3, 3) == ()
    for at in range(len(steps) - 2):
        alike = type(steps[at].event) is type(steps[at + 1].event)
        dealt = table.branch.dealt[at] and table.branch.dealt[at + 1]
        together = any((alike, dealt))
        assert beats(table, at, at + 2) == ((at + 2,) if together else (at + 1, at + 2))


@pytest.mark.parametrize("desk", ["zock"], indirect=True)
@pytest.mark.parametrize("ends", [("go_on", None), ("show", "money"), ("goto", 3), ("undo", None)])
def test_a_click_ends_a_film_where_it_leads(desk: Desk, ends: tuple[str, object]) -> None:
    while not (film := desk.session.screen.film):
        to_a_decision(desk)
        desk.play(next(iter(desk.table.game.legal(desk.table.state, 0))))
    if ends[0] == "show":  # this is beside the film, which goes on
        desk.do(*ends)
        assert desk.playing
        watched(desk)
    else:
        desk.do(*ends)
    assert not desk.playing
    assert len(desk.table.branch.steps) == film.stops[-1]
    if ends[0] != "undo":
        assert desk.at == (3 if ends[0] == "goto" else film.stops[-1])


@pytest.mark.parametrize("desk", [*GAMES, "auction_room"], indirect=True)
def test_what_happened_keeps_the_round_before(desk: Desk) -> None:
    """It begins with the last earlier turn in which a person here decided."""
    table, compared = desk.table, 0
    decided: list[tuple[int, int]] = []
    while compared < 3:
        to_a_decision(desk)
        told = [int(key[1:]) for key in Page(desk.storyline.html).keys("s") if key[1:].isdigit()]
        assert told[-1] == desk.at
        before = [at for turn, at in decided if turn < table.turn.turn]
        if before:
            compared += 1
            assert told[0] <= max(before[-1], told[-1] - KEPT + 1)
            assert before[-1] < told[-1]
        decided.append((table.turn.turn, desk.at))
        desk.play(next(iter(table.game.legal(table.state, 0))))
        watched(desk)


def button(desk: Desk) -> str:
    """Read the button that leads on; "" if there is none."""
    bar = Page(desk.controls.html)
    return bar.key("go_on").said if bar.keys("go_on") else ""


@pytest.mark.parametrize("desk", [*GAMES, "auction_room"], indirect=True)
@pytest.mark.thorough
def test_the_button_that_leads_on_says_where_and_is_away_while_somebody_is_asked(
    desk: Desk,
) -> None:
    """During a film, at its end, and back in the history it has other names."""
    luck, table = random.Random(1), desk.table
    begins, films, elsewhere = button(desk), set(), set()
    for _ in range(40):
        if desk.session.screen.film:
            films.add(button(desk))
            desk.do("go_on")
        elif table.waiting():
            assert not button(desk)
            desk.play(luck.choice(list(table.game.legal(table.state, 0))))
        elif not isinstance(table.turn, Over):
            elsewhere.add(button(desk))
            desk.do("go_on")
    assert len(films) == 1
    desk.do("goto", table.at - 1)
    back = button(desk)
    assert "" not in {back, *films, *elsewhere}
    assert len({begins, back, *films}) == 3  # a game may begin with a question
    assert bool(elsewhere - {begins, *films}) == desk.session.panel.RESTS


@pytest.mark.parametrize("desk", ["zahltag"], indirect=True)
def test_at_the_readers_pace_each_picture_of_a_film_stays(desk: Desk) -> None:
    desk.do("pace", "own")
    to_a_decision(desk)
    desk.play(next(iter(desk.table.game.legal(desk.table.state, 0))))
    film = desk.session.screen.film
    assert film
    assert len(film.stops) > 1
    assert desk.stage.pace == 0
    seen = [desk.at]
    while desk.session.screen.film:
        assert desk.do("go_on")
        seen.append(desk.at)
    assert tuple(seen[1:]) == film.stops
    desk.do("teach", "true")
    desk.do("goto", seen[0])
    desk.do("on")
    assert desk.stage.pace > 0  # by itself it plays at the usual speed


def test_a_move_without_a_choice_is_made_and_explained() -> None:
    desk = Desk("zahltag", seed=3)
    while not (found := [each for each in range(desk.table.move_number) if spared(desk, each)]):
        to_a_decision(desk)
        desk.play(desk.table.game.legal(desk.table.state, 0)[-1])
        watched(desk)
    number = found[-1]
    made = desk.table.branch.begins(number)
    page = Page(desk.storyline.html)
    assert spared(desk, number) in page.key(f"made{made + 1}").said
    assert f"made{made + 1}" in {each["data-key"] for each in page.inside("story")}
    assert desk.do("undo")
    assert desk.at < made  # to what was decided before
    assert len(desk.table.game.legal(desk.table.state, 0)) > 1
    desk.do("goto", made)
    assert desk.do("go_on")
    assert desk.session.screen.film or desk.at > made
    desk.close()


@pytest.mark.parametrize("desk", ["zahltag"], indirect=True)
def test_undo_leads_back_to_the_own_last_decision(desk: Desk) -> None:
    to_a_decision(desk)
    asked, table = desk.at, desk.table
    desk.play(next(iter(table.game.legal(table.state, 0))))
    watched(desk)
    assert desk.at > asked + 1
    desk.do("undo")
    assert desk.at == asked
    assert table.waiting() == (0,)
    desk.do("undo")
    assert desk.at == asked
    assert desk.message
    desk.do("go_on")
    watched(desk)
    assert desk.at > asked
    assert table.waiting() == (0,)


def test_where_nobody_plays_a_press_leads_to_the_next_turn() -> None:
    desk = Desk("zock", seed=1, players=[Player("A", "turn_counter"), Player("B", "turn_counter")])
    turns = []
    for _ in range(4):
        desk.do("go_on")
        watched(desk)
        turns.append(desk.table.turn.turn)
    assert turns == sorted(set(turns))
    desk.close()


@pytest.mark.parametrize("name", GAMES)
def test_a_first_game_starts_at_a_telling_decision(name: str) -> None:
    start = games.modules(name).start
    assert start is not None
    desk = Desk(name)
    assert desk.do("start")
    table = desk.table
    turn = table.turn
    assert isinstance(turn, Decide)
    assert turn.prompt in start.prompts
    assert table.waiting() == (0,)
    assert table.players[0].kind == HUMAN
    assert Page(desk.storyline.html).key("from-start")["data-value"] == "0"
    again = Desk(name)
    again.do("start")
    assert again.table.branch.moves == table.branch.moves, "all meet the same game"
    desk.do("goto", 0)
    assert not Page(desk.storyline.html).keys("from-start")
    desk.close()
    again.close()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.thorough
def test_the_first_three_decisions_have_a_coach_that_can_be_left_and_called(name: str) -> None:
    start = games.modules(name).start
    assert start is not None
    assert start.coach.keys() <= prompts(name).keys()
    desk = Desk(name)
    desk.do("start")
    decisions = 0
    while decisions < 5 and not isinstance(desk.table.turn, Over):
        if not desk.table.waiting():
            desk.do("go_on")
            watched(desk)
            continue
        decisions += 1
        turn = desk.table.turn
        assert isinstance(turn, Decide)
        told = desk.session.counsel()
        said = desk.session.coached()
        assert told or (decisions > 1 and turn.prompt not in start.coach)
        assert said == (told if decisions <= 3 else "")
        assert Page(desk.storyline.html).keys("coach") == (["coach", "coach-off"] if said else [])
        if told:
            desk.do("coach", "false")
            assert not desk.session.coached()
            desk.do("coach", "true")
            assert desk.session.coached() == told
        desk.session.screen = replace(desk.session.screen, coach=None)
        desk.play(next(iter(desk.table.game.legal(desk.table.state, 0))))
        watched(desk)
    assert decisions == 5
    desk.do("teach", "true")
    assert not desk.session.coached()
    desk.close()


def test_a_link_leads_to_a_first_game() -> None:
    desk = Desk("zahltag", keep="k")
    desk.do("kept", {"records": {}, "note": "", "link": "start"})
    assert desk.session.screen.started == desk.at > 0
    desk.close()


def test_a_first_game_that_has_begun_does_not_begin_again() -> None:
    desk = Desk("zahltag", keep="zahltag")
    desk.do("start")
    desk.play("1 bid 5")
    desk.do("kept", {"records": {}, "note": "", "link": "start"})
    assert "1 bid 5" in map(str, desk.table.branch.moves)


@pytest.mark.parametrize("desk", ["zahltag"], indirect=True)
def test_a_player_has_few_controls_and_a_teacher_all(desk: Desk) -> None:
    def keys() -> set[str]:
        return {each["data-key"] for each in Page(desk.controls.html).elements if each["data-key"]}

    few = keys()
    own = {"undo", "menu", "teach", "tab-new", "tab-save", "language", "theme", "pace"}
    assert own <= few
    assert not {"step", "turn", "slider", "wish", "face_up"} & few
    desk.teach = True
    assert {"step", "slider", "pace", "wish", "face_up"} <= keys()
    assert Page(desk.drawer.html).keys("play") == ["play"]
    desk.do("teach", "false")
    assert not desk.teach
    desk.do("projector")
    assert "step" in keys(), "a projector's page is a teacher's"


def test_the_browser_remembers_who_teaches_and_the_reader_s_pace() -> None:
    desk = Desk("zock", keep="k")
    desk.do("greet", {"teach": "true", "pace": "own"})
    assert desk.teach
    assert desk.session.screen.pace == "own"
    desk.do("greet", {"pace": "hasty"})
    assert desk.session.screen.pace == "own"
    desk.close()


@pytest.mark.parametrize("desk", ["zock"], indirect=True)
@pytest.mark.thorough
def test_a_finished_game_leads_on(desk: Desk) -> None:
    luck, table = random.Random(2), desk.table
    while not isinstance(table.turn, Over):
        if table.waiting():
            table.play(luck.choice(list(table.game.legal(table.state, 0))), through=False)
        else:
            table.advance()
    found = Page(desk.controls.html)
    assert found.key("what-decided")["data-value"] == "decided"
    seed = table.seed
    desk.do("rematch", "same")
    assert (desk.table.seed, desk.at) == (seed, 0)
    desk.do("rematch")
    assert desk.table.seed != seed
    assert desk.table.players == table.players


def test_the_same_luck_is_played_under_other_rules() -> None:
    desk = Desk("auction_room")
    desk.do("new", {"seats": "3", "seed": "2", "rules.rounds": "3"})
    while not desk.session.table.waiting():
        desk.do("step")
    values = [each.value for each in desk.session.table.state.bidders]
    desk.do("tab", "branches")
    offered = [each["data-value"] for each in Page(desk.drawer.html).inside("others")]
    presets = [*games.modules("auction_room").presets]
    assert [each for each in offered if each] == presets[1:]  # the first one is played
    assert desk.do("rematch", "second_price")
    table = desk.session.table
    assert (table.rules.auction, table.rules.rounds) == ("second", 3)
    while not table.waiting():
        desk.do("step")
    assert [each.value for each in table.state.bidders] == values
    assert not desk.do("rematch", "nobody's rules")
    desk.close()


def test_a_film_rests_where_a_round_has_ended() -> None:
    desk = Desk("auction_room", seed=2)
    desk.do("go_on")
    watched(desk)
    desk.play(desk.table.game.read("1 bid 3900"))
    watched(desk)
    booked = desk.table.branch.steps[desk.at - 1].event
    assert type(booked).__name__ == "ProfitBooked"
    assert not desk.table.waiting()
    assert desk.do("go_on")
    watched(desk)
    assert (desk.table.waiting(), desk.table.state.round) == ((0,), 2)
    desk.close()


def to_a_phase(desk: Desk) -> None:
    """Go on until there is a phase to pass for, after the first round."""
    while desk.table.turn.turn < 2 or desk.session.can_sit_out is None:
        if desk.table.waiting():
            desk.play(desk.table.ask(0, desk.session.stand_in))
        else:
            desk.do("go_on")
        watched(desk)


def passes(desk: Desk, since: int) -> int:
    return sum(move.by == 0 and str(move) == "1 pass" for move in desk.table.branch.moves[since:])


@pytest.mark.parametrize("desk", ["master_builder"], indirect=True)
@pytest.mark.clause("MB-1-turns")
def test_who_passes_for_a_phase_is_asked_again_when_it_ends_or_at_once(desk: Desk) -> None:
    to_a_phase(desk)
    table = desk.table
    turn, made, at = table.turn, table.move_number, desk.at
    assert isinstance(turn, Decide)
    assert turn.prompt == "hire"
    assert Page(desk.controls.html).keys("sit_out") == ["sit_out"]
    assert desk.do("sit_out")
    assert passes(desk, made) > 0
    watched(desk)
    now = table.turn
    assert isinstance(now, Decide)
    assert (now.turn, now.prompt) != (turn.turn, turn.prompt)
    assert not desk.session.sits_out
    # taken back during the film, the next pass beyond what has been shown is a question again
    desk.do("goto", at)
    desk.do("sit_out")
    assert "sit_in" in Page(desk.storyline.html).keys("sit")
    assert desk.do("sit_in")
    assert not desk.session.screen.film
    assert table.waiting() == (0,)
    assert isinstance(table.turn, Decide)
    assert table.turn.prompt == "hire"
    assert desk.session.forced is None
    assert not desk.session.sits_out
    assert desk.at >= at


@pytest.mark.parametrize("desk", ["zahltag"], indirect=True)
def test_where_no_phase_can_be_passed_for_none_is_offered(desk: Desk) -> None:
    to_a_decision(desk)
    assert not Page(desk.controls.html).keys("sit_out")
    assert not desk.do("sit_out")
    assert desk.message
    assert desk.do("sit_in")
    assert not desk.session.screen.sat_out


@pytest.mark.clause("MK-wait")
def test_who_waits_until_it_pays_is_asked_by_a_price_that_does_or_a_new_period() -> None:
    asked: set[bool] = set()
    for seed in range(1, 9):
        desk = Desk("market", seed=seed)
        table = desk.table
        while desk.session.can_sit_out is None and not isinstance(table.turn, Over):
            desk.play("1 wait") if table.waiting() else desk.do("go_on")
            watched(desk)
        if isinstance(table.turn, Over):
            continue
        period, made = table.turn.turn, table.move_number
        assert Page(desk.stage.html).keys("sit_out") == ["sit_out"]
        assert not Page(desk.controls.html).keys("sit_out")  # it stands beside the moves
        assert desk.do("sit_out")
        assert {str(each) for each in table.branch.moves[made:] if each.by == 0} == {"1 wait"}
        assert Page(desk.storyline.html).keys("sit_in") == ["sit_in"]
        watched(desk)
        view = table.game.view(table.state, 0)
        takes = [each for each in view.legal if isinstance(each, Take)]
        assert not Page(desk.storyline.html).keys("sit_in")
        same = table.turn.turn == period and table.waiting() == (0,)
        if same:
            assert left(view, takes[0].price) > 0
        asked.add(same)
        desk.close()
    assert asked == {True, False}
