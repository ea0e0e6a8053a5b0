"""Every option that the help of a command names is accepted by what it is for."""

from argparse import Action, ArgumentParser, ArgumentTypeError, _SubParsersAction
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

import pytest

from paydays_widgets.app import build_parser, main
from paydays_widgets.hosting.host import Host

Option = tuple[tuple[str, ...], Action]
VALUES: Final = ("https://school.example", "2", "/games/", "deck.start_money=10,20")
SERVERS: Final = ("serve", "class")


def leaves(
    parser: ArgumentParser, words: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], ArgumentParser]]:
    """Yield each parser with the words that lead to it."""
    yield words, parser
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            for name, below in action.choices.items():
                yield from leaves(below, (*words, name))


def options(*commands: str) -> list[Option]:
    return [
        (words, action)
        for words, parser in leaves(build_parser())
        for action in parser._actions
        if action.option_strings and action.dest not in {"help", "version"}
        if not commands or (len(words) == 1 and words[0] in commands)
    ]


def value(action: Action) -> str:
    """Return a value that an option or an argument takes."""
    if action.choices:
        return str([*action.choices][-1])
    convert = action.type if callable(action.type) else str
    for each in reversed(VALUES):
        with suppress(ArgumentTypeError):
            convert(each)
            return each
    raise AssertionError(f"no value for {action.option_strings}")


def written(action: Action, name: str) -> list[str]:
    return [name] if action.nargs == 0 else [f"{name}={value(action)}"]


def called(option: Option) -> str:
    words, action = option
    return " ".join((*words, action.option_strings[-1]))


@pytest.mark.parametrize("option", options(), ids=called)
def test_every_option_in_the_help_is_taken(option: Option) -> None:
    words, action = option
    parser = dict(leaves(build_parser()))[words]
    either = [group for group in parser._mutually_exclusive_groups if group.required]
    alone = [each for group in either for each in group._group_actions[:1]]
    in_groups = {each.dest for group in either for each in group._group_actions}
    required = [each for each in parser._actions if each.required and each.dest != action.dest]
    needed = [
        word
        for each in (*required, *(alone if action.dest not in in_groups else ()))
        if not isinstance(each, _SubParsersAction)
        for word in (
            written(each, each.option_strings[0]) if each.option_strings else [value(each)]
        )
    ]
    for name in action.option_strings:
        asked, left = build_parser().parse_known_args([*words, *needed, *written(action, name)])
        assert not left
        if action.nargs == 0:
            assert getattr(asked, action.dest) == action.const
        else:
            assert getattr(asked, action.dest) != action.default


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Host]]:
    """A server that reads its options and does not start."""
    monkeypatch.setenv("PAYDAYS_SCRIPTS", "")
    monkeypatch.setattr(Host, "start", lambda _: None)
    Host.clear_instance()
    yield Host
    Host.clear_instance()


@pytest.mark.parametrize("option", options(*SERVERS), ids=called)
def test_every_option_of_a_server_says_what_it_sets(option: Option, host: type[Host]) -> None:
    (command,), action = option
    assert main([command, *written(action, action.option_strings[0])]) == 0
    owner, _, trait = action.dest.partition(".")
    assert trait in host.instance().config[owner]


@pytest.mark.parametrize("command", SERVERS)
@pytest.mark.parametrize("written", ["--Host.pages=7", "--Host.for_class=False"])
def test_voilas_own_words_come_last(command: str, written: str, host: type[Host]) -> None:
    assert main([command, "--pages=3", "--class", written]) == 0
    assert host.instance().pages == (7 if "pages" in written else 3)
    assert host.instance().for_class == ("pages" in written)
