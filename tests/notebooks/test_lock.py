"""The locks: every package pinned and hashed, nothing said about where to fetch it from."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
LOCKS = sorted((ROOT / "tools" / "requirements").glob("*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def _name(requirement: str) -> str:
    return re.sub(r"[-_.]+", "-", Requirement(requirement).name).lower()


def _pins(lock: str) -> dict[str, set[str]]:
    """Read the versions that a lock pins, by package; one Python may need another version."""
    pins: dict[str, set[str]] = {}
    for entry in re.findall(
        r"^(\S.*?) \\$", (ROOT / "tools" / "requirements" / lock).read_text(), re.MULTILINE
    ):
        requirement = Requirement(entry)
        pins.setdefault(_name(entry), set()).add(str(requirement.specifier))
    return pins


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_every_package_is_pinned_with_its_hashes(lock: Path) -> None:
    entries = re.findall(r"^[^\s#].*(?:\n    --hash=.*)*", lock.read_text(), re.MULTILINE)
    assert entries
    for entry in entries:
        assert re.match(
            r"[\w.-]+==[\w.!+-]+( ; .+?)? \\\n    --hash=sha256:[0-9a-f]{64}", entry
        ), entry


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_no_lock_says_where_to_fetch_from(lock: Path) -> None:
    assert not re.search(r"://|^-|--index|--find-links", lock.read_text(), re.MULTILINE)


def test_the_locks_hold_what_the_project_asks_for() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    groups = PROJECT["dependency-groups"]
    asked = {
        "run.txt": [
            *PROJECT["project"]["dependencies"],
            *extras["panels"],
            *extras["lab"],
            *extras["serve"],
            *extras["class"],
            *groups["build"],
        ],
        "test.txt": [*extras["postgres"], *groups["test"]],
        "bench.txt": groups["bench"],
        "dist.txt": groups["dist"],
        "docs.txt": groups["docs"],
        "hub.txt": ["jupyterhub"],
        "nbgrader.txt": ["nbgrader"],
        "otree.txt": ["otree"],
        "pgx.txt": ["pgx"],
        "uv.txt": ["uv"],
    }
    assert {lock.name for lock in LOCKS} == set(asked)
    for lock, requirements in asked.items():
        pins = _pins(lock)
        for requirement in requirements:
            if _name(requirement) == "paydays-widgets":
                continue
            assert _name(requirement) in pins, (lock, requirement)
            wanted = Requirement(requirement).specifier
            for pin in pins[_name(requirement)]:
                assert wanted.contains(pin.removeprefix("==")), (lock, requirement, pin)


def test_what_is_built_with_is_locked_as_well() -> None:
    build = {_name(each) for each in PROJECT["build-system"]["requires"]}
    assert build <= {_name(each) for each in PROJECT["dependency-groups"]["build"]}


def test_the_locks_agree_with_each_other() -> None:
    names = ("run.txt", "test.txt", "bench.txt", "docs.txt", "hub.txt", "nbgrader.txt")
    run, test, bench, docs, hub, nbgrader = map(_pins, names)
    pairs = (
        *((run, each) for each in (test, bench, docs, hub, nbgrader)),
        (test, bench),
        (test, docs),
    )
    for first, second in pairs:
        for package in first.keys() & second.keys():
            assert first[package] == second[package], package
