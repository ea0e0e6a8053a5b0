"""What the README shows runs, and what it points to is there."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)
LINKS = [
    link
    for link in re.findall(r"!?\[[^\[\]]*\]\(([^()\s]+)\)", README)
    if not re.match(r"[a-z]+:", link)
]


def blocks(language: str) -> list[str]:
    found = [text for name, text in BLOCKS if name == language]
    assert found, f"no block of {language}"
    return found


@pytest.mark.parametrize("block", blocks("pycon"))
def test_the_session_goes_as_it_is_shown(block: str) -> None:
    test = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
    assert test.examples
    told: list[str] = []
    failed, _ = doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert not failed, "".join(told)


@pytest.mark.parametrize("block", blocks("python"))
def test_the_code_can_be_read_by_python(block: str) -> None:
    compile(block, "README.md", "exec")


def test_what_is_pointed_to_is_there() -> None:
    assert "docs/zahltag.png" in LINKS
    assert [link for link in LINKS if not (ROOT / link.partition("#")[0]).is_file()] == []


def test_what_the_launch_badges_open_is_there() -> None:
    paths = re.findall(r"urlpath=(?:voila%2Frender|lab%2Ftree)%2F([\w%.]+)\)", README)
    assert len(paths) == README.count("urlpath=")
    for path in paths:
        assert (ROOT / path.replace("%2F", "/")).is_file(), path
