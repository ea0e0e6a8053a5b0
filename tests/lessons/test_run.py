"""Ready positions and what follows from moves at them."""

import pytest

from paydays_widgets import games
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.lessons import Choice, Right, Run, position
from paydays_widgets.panels.session import Session
from paydays_widgets.panels.widgets import Stage
from tests.markup import BROKEN, Page


@pytest.mark.parametrize("back", [0, 2])
def test_a_position_is_looked_at(back: int) -> None:
    tie = position("tie-at-one", back=back)
    assert not tie.acting
    assert tie.hand_over is None
    stage = Stage(tie)
    assert "data-move" not in stage.html
    assert "data-do" not in stage.html
    assert BROKEN not in stage.html


@pytest.mark.parametrize(
    ("back", "told"),
    [(0, ("chance of losing: 6 in 11",)), (2, ("when cashing is best", "best cashed"))],
)
def test_a_position_gives_no_advice(back: int, told: tuple[str, ...]) -> None:
    asked = position("duel-for-all", game="zock", back=back)
    session = Session(asked.table)
    session.do("hint", value=True)
    for advice in told:
        assert advice not in Stage(asked).html
        assert advice in Stage(session).html


@pytest.mark.parametrize("game", games.names())
def test_over_a_position_stand_neither_goal_nor_headline(game: str) -> None:
    asked = position(next(iter(games.modules(game).vignettes)), game=game)
    for over in ('data-key="goal"', "pw-headline__prompt"):
        assert over not in Stage(asked).html
        assert over in Stage(Session(asked.table)).html


def test_a_position_says_no_worth_that_a_lesson_asks_for() -> None:
    asked = position("poor-rival", game="master_builder")
    session = Session(asked.table)
    assert 'data-key="gauge"' not in Stage(asked).html
    assert 'data-key="gauge"' in Stage(session).html


def test_only_a_position_can_be_shown_in_part() -> None:
    asked = position("tie-at-one")
    assert 'data-key="whole"' in Stage(asked).html
    assert 'data-key="whole"' not in Stage(Session(asked.table)).html


def test_a_seat_sees_its_own_hand_only() -> None:
    assert position("lone-bidder").viewer is None
    assert position("lone-bidder", seat=0).viewer == 0
    everything = Stage(position("lone-bidder")).html
    assert everything != Stage(position("lone-bidder", seat=0)).html


def test_moves_are_taken_back_and_played() -> None:
    run = position("tie-at-one", "1 bid 5", "2 bid 3", "3 bid 00", back=2)
    assert [firm.money for firm in run.table.state.firms] == [20, 23, 20]


def test_an_unknown_position() -> None:
    with pytest.raises(LookupError, match="no position is called 'nowhere'; there are: tie-at"):
        position("nowhere")


def test_a_run_names_the_rule_as_it_is_played() -> None:
    run = Run(position("thirteenth-card", "1 take crane"))
    rules = run.position.table.rules
    clause = run.position.modules.rulebook.clauses["ZT-2-limit"]
    (switch,) = clause.switches
    played = getattr(rules, switch)
    for value in ("fine_players", "fine_bank", "forbid"):
        told = clause.wording(switch, value).told(value, run.text)
        assert (told in run.html) == (value == played)


def test_a_run_tells_the_last_move() -> None:
    run = Run(position("tie-at-one", "1 bid 5", "2 bid 3", "3 bid 00", back=2))
    told = [e.said for e in Page(run.html).elements if e["class"] == "pw-story__what"]
    assert told[0].startswith("Chloé")
    assert [each for each in told if each.startswith("Ben")]
    assert "ZT-4-award" in run.html
    assert "23\N{NO-BREAK SPACE}M" in run.html
    assert "(+3\N{NO-BREAK SPACE}M)" in run.html
    assert "(±0)" in run.html


def test_losses_have_a_sign() -> None:
    run = Run(position("tie-at-one", "1 bid 1"))
    assert run.html.count("(−1\N{NO-BREAK SPACE}M)") == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_run_speaks_the_language(language: str) -> None:
    run = Run(position("tie-at-one", "1 bid 1", language=language))
    assert run.text("What follows") in run.html
    clause = run.position.modules.rulebook.clauses["ZT-4-tie"]
    assert str(run.text.pick(clause.title)) in run.html


def test_what_a_run_leaves_out_is_no_note_of_the_page() -> None:
    run = Run(position("tie-at-one", "1 bid 1"), note="The kiosk comes later.")
    assert "The kiosk comes later." in run.html
    assert run.get_state("note") == {"note": ""}  # a page would keep it with the record


def test_a_run_waits() -> None:
    question = Choice("q", "?", [Right("a", "b")])
    run = Run(position("tie-at-one", "1 bid 1"), after=question)
    assert "ZT-4-tie" not in run.html
    question.reply(1)
    assert "ZT-4-tie" in run.html


def test_nothing_played_is_nothing_told() -> None:
    run = Run(position("tie-at-one"))
    assert "pw-story__step" not in run.html
    assert run.html.count("(±0)") == 3


def test_a_seat_with_several_accounts_has_one_line() -> None:
    run = Run(position("savings-or-loan", "1 repay 200", game="pay_day"))
    assert [line[2:] for line in run.facts()["money"]] == [("$110", "±0"), ("$255", "±0")]


def test_debt_is_named_where_there_is_some() -> None:
    def heading(run: Run) -> str:
        return next(each.said for each in Page(run.html).elements if each.tag == "h4")

    indebted = Run(position("loan-spiral", "1 borrow 100", game="pay_day"))
    repaid = Run(position("savings-or-loan", "1 repay 200", game="pay_day"))
    assert heading(indebted) == heading(repaid)
    assert heading(Run(position("tie-at-one", "1 bid 1"))) != heading(indebted)


def test_a_note_says_what_the_sums_leave_out() -> None:
    run = Run(position("poor-rival", "1 bid 12", game="master_builder"), note="Not the <Smithy>.")
    assert "Not the &lt;Smithy&gt;." in run.html


def test_a_change_is_written_as_the_sum_is() -> None:
    run = Run(position("poor-rival", "1 bid 12", game="master_builder"))
    assert [line[2:] for line in run.facts()["money"]] == [
        ("$22,000", "−$12,000"),
        ("$12,000", "±0"),
    ]
