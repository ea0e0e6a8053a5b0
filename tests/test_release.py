"""What is built and run elsewhere: the wheel, the workflows, the hooks before a commit."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from paydays_widgets import __version__

ROOT = Path(__file__).parents[1]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted(GITHUB.glob("workflows/*.yml"))
INDEX = "pypa/gh-action-pypi-publish@release/v1"
"""It must know the index's newest rules, so it has no fixed version."""
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build from a checkout that has no compiled catalogue, with the pinned tools."""
    checkout = tmp_path_factory.mktemp("checkout")
    for name in ("paydays_widgets", "notebooks", "tools"):
        ignored = shutil.ignore_patterns("*.mo", "__pycache__")
        shutil.copytree(ROOT / name, checkout / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE", "CITATION.cff"):
        shutil.copy(ROOT / name, checkout)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", "dist"],
        cwd=checkout,
        env=environment,
        check=True,
        capture_output=True,
    )
    return checkout / "dist"


@pytest.mark.thorough
def test_the_wheel_has_what_is_shown_and_said(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    package = ROOT / "paydays_widgets"
    shared = package / "hosting" / "jupyter"
    files = [path for path in package.rglob("*") if path.is_file()]
    wanted = {
        path.relative_to(ROOT).as_posix()
        for path in files
        if path.suffix not in {".mo", ".pyc"} and shared not in path.parents
    }
    catalogues = {f"{name.removesuffix('.po')}.mo" for name in wanted if name.endswith(".po")}
    assert len(catalogues) >= 2
    assert wanted | catalogues <= names
    pages = {path.relative_to(ROOT).as_posix() for path in (ROOT / "notebooks").rglob("*.ipynb")}
    assert {f"paydays_widgets/{page}" for page in pages if "checkpoint" not in page} <= names
    lessons = [path.stem for path in (ROOT / "notebooks/lessons/locale").glob("*.po")]
    assert lessons
    assert {f"paydays_widgets/notebooks/lessons/locale/{each}.mo" for each in lessons} <= names
    found = {path.relative_to(shared).as_posix() for path in files if shared in path.parents}
    data = {name.partition(".data/data/")[2] for name in names} - {""}
    assert data == {
        f"{'share' if each.startswith('voila/') else 'etc'}/jupyter/{each}" for each in found
    }
    assert not [name for name in names if name.startswith("paydays_widgets/hosting/jupyter/")]


@pytest.mark.thorough
def test_a_wheel_can_be_built_from_the_sdist(dist: Path) -> None:
    (sdist,) = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for needed in ("pyproject.toml", "tools/hatch_build.py", "README.md", "LICENSE"):
        assert any(name == needed or name.startswith(f"{needed}/") for name in names), needed


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def commands(steps: list[dict[str, Any]]) -> Iterator[str]:
    yield from (step["run"] for step in steps if "run" in step)


def assert_made(command: str) -> None:
    for target in re.findall(r"\bmake ([a-z-]+)", command):
        assert target in TARGETS, target


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_makes_what_there_is_and_may_no_more_than_it_must(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        assert job["timeout-minutes"] <= 30, name
        uploads = {"id-token": "write"}
        may = [{}, uploads, {"pages": "write", **uploads}, {"contents": "write"}]
        assert job.get("permissions", {}) in may[: 4 if path.stem == "release" else 3], name
        for command in commands(job["steps"]):
            assert_made(command)
        for step in job["steps"]:
            used = step.get("uses", "")
            if used.startswith("./"):
                assert (ROOT / used / "action.yml").is_file(), used
            elif used:
                assert re.search("@[0-9a-f]{40}$", used) or used == INDEX, used


def test_all_that_make_test_checks_is_checked_by_a_workflow() -> None:
    jobs = read(GITHUB / "workflows" / "test.yml")["jobs"]
    del jobs["systems"]  # they have no make
    made = {command for job in jobs.values() for command in commands(job["steps"])}
    assert made == {
        f"make {target}" for target in ("style", "unit", "lowest", "browser", "test-hosting")
    }


def test_only_the_job_that_publishes_the_site_may_write_pages() -> None:
    jobs = read(GITHUB / "workflows" / "site.yml")["jobs"]
    assert "permissions" not in jobs["build"]
    assert jobs["publish"]["environment"] == {"name": "github-pages"}
    assert [each["uses"].partition("@")[0] for each in jobs["publish"]["steps"]] == [
        "actions/deploy-pages"
    ]


def test_only_a_tag_is_uploaded_and_without_a_secret() -> None:
    release = read(GITHUB / "workflows" / "release.yml")
    assert release[True] == {"push": {"tags": ["v*"]}}  # YAML 1.1 reads "on" as true
    upload = release["jobs"]["upload"]
    assert (upload["environment"], upload["permissions"]) == ("pypi", {"id-token": "write"})
    assert upload["steps"][-1]["uses"].startswith("pypa/gh-action-pypi-publish@")
    assert "secrets" not in (GITHUB / "workflows" / "release.yml").read_text()


def test_what_runs_before_a_commit_is_what_make_runs() -> None:
    (repo,) = read(ROOT / ".pre-commit-config.yaml")["repos"]
    assert repo["repo"] == "local"
    for hook in repo["hooks"]:
        assert_made(hook["entry"])


def changes() -> list[Path]:
    """List the changes that no release has yet."""
    return [path for path in (ROOT / "docs" / "changes").iterdir() if path.name != "README.md"]


def test_what_has_changed_since_a_release_has_a_version_of_its_own() -> None:
    released = re.search(r"^## ([\d.]+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert released
    assert bool(changes()) == (released[1] != __version__)


def test_every_change_reaches_the_changelog() -> None:
    """towncrier takes a file with a wrong ending for no change at all."""
    draft = subprocess.run(
        [sys.executable, "-m", "towncrier", "build", "--draft", "--version", "9.9.9"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    ).stdout
    said = " ".join(draft.split())
    missing = [
        path.name for path in changes() if " ".join(path.read_text("utf-8").split()) not in said
    ]
    assert not missing
