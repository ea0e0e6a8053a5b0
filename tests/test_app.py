"""The command ``paydays``: a game that it writes is whole, and what it cannot do it says."""

import json
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO, TextIOWrapper
from pathlib import Path
from textwrap import dedent

import pytest

import paydays_widgets
from paydays_widgets import __version__, app, games
from paydays_widgets.app import STARTER, main
from paydays_widgets.core.game import Decide, Over
from paydays_widgets.core.table import Player, Table
from paydays_widgets.core.text import LANGUAGES, Language, Text
from paydays_widgets.hosting import host
from paydays_widgets.lessons.catalogue import PAGES
from paydays_widgets.panels import Desk
from paydays_widgets.panels.drawer import TABS
from tests.markup import BROKEN, Page
from tests.panels.tables import listen

PACKAGE = Path(games.__file__).parents[1]
NEW = "penny_lots"


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *arguments], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("class")
    done = run("paydays_widgets", "new", NEW, folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Penny lots is ready in {NEW}.\n")
    return folder / NEW


@pytest.fixture(scope="module")
def desk(made: Path) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(made)
        games.add(NEW)
        yield Desk(NEW, language="en", teach=True)


def test_the_version_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"paydays {__version__}\n"


@pytest.mark.thorough
def test_a_new_games_own_tests_pass(made: Path) -> None:
    done = run("pytest", "-q", folder=made)
    assert done.returncode == 0, done.stdout
    assert "23 passed" in done.stdout


def test_a_new_game_has_its_own_name_everywhere_and_is_small(made: Path) -> None:
    paths = [
        path for path in made.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    ]
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert STARTER not in str(path.relative_to(made)), path
        assert not {STARTER, "MyGame", "MY_GAME", "My game", "MY-"} & set(text.split())
        assert STARTER not in text, path
        assert "MY-" not in text, path
    lines = sum(len(path.read_text().splitlines()) for path in (made / NEW).glob("*.py"))
    assert lines <= 300
    assert "PL-sale" in (made / NEW / "events.py").read_text()
    assert "class PennyLots(Engine" in (made / NEW / "engine.py").read_text()


def test_a_new_game_is_played_to_its_end_stepped_back_saved_and_shared(desk: Desk) -> None:
    while not isinstance(desk.table.turn, Over):
        if desk.table.waiting() and not desk.session.can_advance():
            assert desk.play(next(iter(Page(desk.stage.html).moves)))
        else:
            assert desk.do("step")
    assert not desk.message
    end = desk.table.state
    page = Page(desk.stage.html)
    assert page.key("ranking").label == "Ranking"
    assert not page.moves
    assert desk.do("undo")
    assert isinstance(desk.table.turn, Decide)
    assert desk.do("redo")
    sent = listen(desk.stage)
    for verb in ("save", "share", "csv"):
        assert desk.do(verb)
    told = [each["content"] for each in sent if each["method"] == "custom"]
    saved, shared, table = [each for each in told if each["kind"] in {"save", "link"}]
    assert saved["name"] == f"{NEW}.json"
    assert table["text"].startswith("\ufeffstep,turn,move,event,clause,what,cash:1")
    assert "Lot sold" in table["text"]
    for record in (saved["text"], f"#{shared['fragment']}"):
        assert desk.do("new", {})
        assert desk.table.state != end
        assert desk.do("load", record), desk.message
        while not desk.table.newest:
            assert desk.do("step")
        assert desk.table.state == end


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tab", TABS)
def test_every_tab_shows_a_new_game_in_every_language(
    desk: Desk, tab: str, language: Language
) -> None:
    desk.language = language
    assert desk.session.do("goto", len(desk.table.branch.steps))
    if desk.session.screen.tab != tab:
        assert desk.do("tab", tab)
    for part in (desk.controls, desk.stage, desk.storyline, desk.drawer):
        Page(part.html)
        assert BROKEN not in part.html
        assert 'role="alert"' not in part.html
    desk.language = "en"


@pytest.mark.thorough
def test_what_a_new_games_readme_proposes_is_seen_at_once(made: Path, desk: Desk) -> None:
    readme = (made / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```(?:python|toml)\n(.*?)```", readme, re.DOTALL)
    files = ("text.py", "bots.py", "rulebook.toml", "vignettes.toml")
    modules = games.modules(NEW)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(made)
        for name, block in zip(files, blocks, strict=True):
            (made / NEW / name).write_text(dedent(block), encoding="utf-8")
            patch.delitem(vars(modules), name.partition(".")[0], raising=False)
        table = Table(
            modules.engine,
            [Player("Anna", "cautious"), Player("Ben", "cautious")],
            strategies=modules.bots.STRATEGIES,
        )
        told = Desk(table, language="en", teach=True)
        while told.table.advance():
            pass
        assert "wins the lot for €" in told.storyline.html
        assert "The highest bidder wins" in told.storyline.html
        assert "€" in told.stage.html
        assert "Bid sealed: seat Ben" in told.storyline.html
        assert told.do("vignette", "shade"), told.message
        assert "Anna and Ben: seal a bid." in told.stage.html
        assert not told.play("1 bid 11")
        assert told.message == "You only have €10."
        done = run("pytest", "-q", folder=made)
        assert "23 passed" in done.stdout, done.stdout
    for name in files:
        (made / NEW / name).unlink()


def test_a_deck_for_a_game_without_one_is_refused_in_words(desk: Desk) -> None:
    assert not desk.do("new", {"deck": "name = 'x'"})
    refused = desk.message
    assert refused
    assert not desk.do("deck_file")
    assert desk.message == refused


def test_a_person_is_asked_and_told_in_words(desk: Desk) -> None:
    assert desk.do("new", {"seats": "2", "kind2": "human", "rules.lots": "1"})
    assert desk.do("reveal", 0)
    assert "Anna and Ben: bid." in Page(desk.stage.html).key("head").said
    assert not desk.play("1 bid 11")
    assert desk.message == "The rules do not allow it: not that much money (money 10)."
    assert desk.play("1 bid 3")
    assert "Bid sealed: seat Anna" in desk.storyline.html
    assert "amount 3" not in desk.storyline.html


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("2nd", "“2nd” cannot be a game's name"),
        ("My-Game", "cannot be a game's name"),
        ("../up", "cannot be a game's name"),
        ("class", "cannot be a game's name"),
        ("", "cannot be a game's name"),
        ("zock", "“zock” is a game on the shelf"),
        ("json", "“json” is already the name of a Python module"),
        ("taken", "taken exists already"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused_in_a_sentence(
    name: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").touch()
    assert main(["new", name, "--folder", str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert why in told.err
    assert told.err.endswith(".\n")
    assert told.out == ""
    assert [each.name for each in tmp_path.iterdir()] == ["taken"]


def test_a_folder_that_cannot_be_used_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["new", NEW, "--folder", str(tmp_path / "nowhere")]) == 2
    assert capsys.readouterr().err == f"There is no folder {tmp_path / 'nowhere'}.\n"

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copytree", full)
    assert main(["new", "big_lots", "--folder", str(tmp_path)]) == 2
    assert capsys.readouterr().err.endswith("cannot be written: No space left on device.\n")
    assert not [*tmp_path.iterdir()]


def test_a_games_sentences_are_gathered_and_translated(made: Path) -> None:
    package = made / NEW
    (package / "text.py").write_text(
        "def money(n, text): return text.plural('{n} penny', '{n} pence', n)\n"
        "def prompt(turn, names, text): return text('Bid, please.')\n"
    )
    done = run("paydays_widgets", "catalogs", NEW, folder=made)
    assert done.stdout.splitlines() == [
        f"{Path(NEW, 'locale', f'{language}.po')}: 2 left to translate"
        for language in ("fr", "de")
    ]
    french = package / "locale" / "fr.po"
    said = french.read_text(encoding="utf-8")
    assert said.startswith('msgid ""\nmsgstr ""\n"Language: fr\\n"\n')
    assert "EMAIL" not in said
    said = said.replace('"Bid, please."\nmsgstr ""', '"Bid, please."\nmsgstr "Offrez."')
    said = said.replace('[0] ""', '[0] "{n} sou"').replace('[1] ""', '[1] "{n} sous"')
    french.write_text(f'{said}\nmsgid "Gone."\nmsgstr "Parti."\n', encoding="utf-8")
    done = run("paydays_widgets", "catalogs", NEW, folder=made)
    assert done.stdout.splitlines()[0].endswith("fr.po: complete")
    assert "Gone." not in french.read_text(encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(made)
        words = Text("fr", NEW)
    assert words("Bid, please.") == "Offrez."
    assert words.plural("{n} penny", "{n} pence", 2) == "2 sous"
    shutil.rmtree(package / "locale")
    (package / "text.py").unlink()


def test_what_cannot_be_translated_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["catalogs", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"There is no __init__.py in {tmp_path}: give")
    (tmp_path / "__init__.py").touch()
    monkeypatch.setitem(sys.modules, "babel.messages", None)
    monkeypatch.delitem(sys.modules, "paydays_widgets.catalogs", raising=False)
    monkeypatch.delattr(paydays_widgets, "catalogs", raising=False)  # an earlier test's import
    assert main(["catalogs", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        "babel is not installed: pip install 'paydays_widgets[author]'\n"
    )


def test_what_is_no_command_is_answered_with_what_there_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["old"])
    assert ended.value.code == 2
    assert "COMMAND" in capsys.readouterr().err


def test_the_game_that_is_copied_is_not_on_the_shelf() -> None:
    assert STARTER not in games.names()
    assert import_module(STARTER).GAME.id == STARTER


def test_the_command_alone_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    said = capsys.readouterr().out
    assert all(name in said for name in ("serve", "class", "lessons"))


def test_the_notebooks_are_copied_and_nothing_is_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine"
    assert main(["lessons", str(mine)]) == 0
    assert f"paydays serve {mine}" in capsys.readouterr().out
    copied = {path.relative_to(mine) for path in mine.rglob("*.ipynb")}
    assert {path.relative_to(PAGES) for path in PAGES.glob("*/*.ipynb")} <= copied
    assert main(["lessons", str(mine)]) == 2
    assert "is there already" in capsys.readouterr().err
    (tmp_path / "file").touch()
    assert main(["lessons", str(tmp_path / "file" / "mine")]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", [["lessons", "{}/mine", "--language=fr"], ["new", "my_own", "--folder={}"]]
)
def test_what_is_copied_from_a_place_where_nobody_may_write_may_be_changed(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As from an image, or a system's own packages."""
    for name in ("PAGES", "_FOLDER"):
        shut = tmp_path / "shut" / name
        shutil.copytree(getattr(app, name), shut)
        for each in sorted((shut, *shut.rglob("*")), reverse=True):
            each.chmod(0o555 if each.is_dir() else 0o444)
        monkeypatch.setattr(app, name, shut)
    target = tmp_path / "target"
    target.mkdir()
    assert main([each.format(target) for each in command]) == 0
    copied = [*target.rglob("*")]
    assert len(copied) > 5
    assert [each for each in copied if not each.stat().st_mode & stat.S_IWUSR] == []
    for each in (tmp_path / "shut").rglob("*"):
        each.chmod(0o755)


def test_the_lessons_are_copied_in_a_language_and_translated_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine"
    assert main(["lessons", str(mine), "--language=fr"]) == 0
    lesson = "07_the_winners_curse"
    ours, copied = (
        json.loads((folder / "lessons" / f"{lesson}.ipynb").read_text(encoding="utf-8"))
        for folder in (PAGES, mine)
    )
    assert copied["metadata"]["title"] == ours["metadata"]["paydays"]["title"]["fr"]
    assert copied["cells"][0]["source"].startswith(f"# {copied['metadata']['title']}\n")
    assert main(["lessons", str(tmp_path / "own")]) == 0
    assert main(["catalogs", str(tmp_path / "own" / "lessons")]) == 0
    assert f"{lesson}.de.po: complete" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "options"),
    [
        (["serve"], []),
        (["class"], ["--Host.for_class=True", "--Voila.open_browser=True"]),
        (["class", "--port", "9000"], ["--Voila.port=9000", "--Host.for_class=True"]),
    ],
)
def test_our_own_pages_are_served_where_no_folder_is_given(
    command: list[str], options: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[tuple[Path, list[str]]] = []
    monkeypatch.setattr(host, "serve", lambda folder, given: heard.append((folder, given)))
    assert main(command) == 0
    [(folder, given)] = heard
    assert folder == PAGES
    assert {*options} <= {*given}


def test_what_is_printed_reaches_a_pipe_that_takes_few_letters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On Windows one takes those of a code page: many a student's name is not among them."""
    written = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(written, encoding="cp1252"))
    main([])
    print("Łukasz: −1\N{NARROW NO-BREAK SPACE}000", flush=True)
    assert "Łukasz: −1\N{NARROW NO-BREAK SPACE}000" in written.getvalue().decode()


@pytest.mark.parametrize("written", ["--prt", "--prt=3", "--no-brwser"])
def test_an_option_with_a_slip_is_said_to_be_none(
    written: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", written, "3"])
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith(f"unrecognized arguments: {written}\n")


@pytest.mark.parametrize(
    "given",
    [
        *("school.example", "https://a.example,*", "https://a.example/b", "https://", "https://*"),
        *("https://a b", "https://u@a.example", "https://a.example; script-src *"),
    ],
)
def test_who_may_frame_the_pages_is_named_by_scheme_and_host(
    given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--embed-from", given])
    assert ended.value.code == 2
    assert repr(given.rsplit(",", maxsplit=1)[-1]) in capsys.readouterr().err
