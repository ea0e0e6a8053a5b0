"""What a panel asks of Zock."""

from msgspec import convert
from msgspec.structs import replace

from paydays_widgets.core.text import LANGUAGES, Text
from paydays_widgets.games.zock import panel
from paydays_widgets.games.zock.bots import STRATEGIES
from paydays_widgets.games.zock.engine import ZOCK
from paydays_widgets.games.zock.events import DieRolled, DuelDecided
from paydays_widgets.games.zock.rules import PRESETS, Rules
from tests.games.zock.positions import position

EN = Text("en")


def test_every_preset_has_a_name_however_long_it_is_played() -> None:
    names = {name: panel.edition(rules, EN) for name, rules in PRESETS.items()}
    assert len(set(names.values())) == len(PRESETS)
    for name, rules in PRESETS.items():
        longer = replace(rules, rounds=50, capital=5_000, first=1)
        assert panel.edition(longer, EN) == names[name]


def test_a_mixture_of_switches_is_nobodys_edition() -> None:
    assert panel.edition(Rules(lap="circle"), EN) == "Schmidt Spiele · rules of your own"


def test_presets_and_switches_say_what_the_rules_have() -> None:
    for name, _, values in panel.presets(EN):
        assert convert(values, Rules, strict=False) == PRESETS[name]
    for language in LANGUAGES:
        switches = panel.switches(Text(language, panel.PACKAGE))
        assert {each.field for each in switches} == {*Rules.__struct_fields__} - {"first"}
        for switch in switches:
            for value, title in switch.options:
                rules = convert({switch.field: value}, Rules, strict=False)
                assert title
                assert (rules == Rules()) is (value == switch.options[0][0])


def test_the_teacher_may_set_the_die() -> None:
    state = position("12 3 -", "- - -")
    wished = [notation for notation, _ in panel.wishes(ZOCK.view(state, None), EN)]
    assert wished == [str(each.move) for each in ZOCK.outcomes(state)]


def test_a_balance_sheet_knows_debts_and_pawns() -> None:
    state = position("12 3 -", "- - -", "- - -", debts=[2_500, 0, 0], out=[2])
    view = ZOCK.view(state, None)
    amounts = [amount for _, amount in panel.holdings(view, 0, EN)]
    assert amounts == ["−2,500", "27,500", "2"]
    assert [amount for _, amount in panel.holdings(view, 1, EN)] == ["0", "30,000", "0"]
    assert panel.holdings(view, 2, EN) == [("Out of the game", "")]


def test_progress_and_milestones_are_told() -> None:
    view = ZOCK.view(position("- - -", "- - -", round_=3), None)
    assert panel.progress(view, EN) == "Round 3 of 20 · bank 100,000"
    duel = DuelDecided(clause="ZK-duel", seat=0, loser=1, pawns=("king",), amount=500, attacker=0)
    assert panel.milestone(duel, EN) == "Duel"
    assert panel.milestone(DieRolled(seat=0, die=1), EN) == ""


def test_rulebook_and_positions_are_the_games() -> None:
    assert panel.rulebook()["ZK-duel"].title.en == "The duel of the kings"
    assert len(panel.vignettes()) >= 8
    assert set(panel.OPPONENTS) <= set(STRATEGIES)
    assert panel.OPEN
