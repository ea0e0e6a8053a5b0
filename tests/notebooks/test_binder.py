"""What Binder will build, read by Binder's own builder, without a container engine."""

import os
import re
import subprocess
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from repo2docker.app import Repo2Docker
from repo2docker.buildpacks import BuildPack, PythonBuildPack

ROOT = Path(__file__).parents[2]
BINDER = ROOT / "binder"
READ_BY_BINDER = {
    "apt.txt",
    "environment.yml",
    "install.R",
    "postBuild",
    "preBuild",
    "requirements.txt",
    "runtime.txt",
    "start",
}


@pytest.fixture
def buildpack(monkeypatch: pytest.MonkeyPatch) -> BuildPack:
    """The first of Binder's build packs that says it knows how to build this repository."""
    monkeypatch.chdir(ROOT)
    app = Repo2Docker()
    packs = (kind(app.base_image) for kind in app.buildpacks)
    pack = next(pack for pack in packs if pack.detect())
    pack.platform = "linux/amd64"
    return pack


def test_binder_takes_the_repository_for_a_python_project_of_the_pinned_version(
    buildpack: BuildPack,
) -> None:
    assert type(buildpack) is PythonBuildPack
    # Without runtime.txt, and for one that it cannot read, Binder falls back to an older Python.
    assert (BINDER / "runtime.txt").read_text() == "python-3.11\n"
    assert buildpack.python_version == "3.11"


def test_the_image_installs_the_lock_and_then_the_project(buildpack: BuildPack) -> None:
    dockerfile = buildpack.render({"NB_UID": "1000", "NB_USER": "jovyan"})
    requirements = dockerfile.index("pip install --no-cache-dir -r")
    assert 'binder/requirements.txt"' in dockerfile[requirements:].splitlines()[0]
    assert dockerfile.index("./binder/postBuild", requirements) > requirements
    assert (
        "pip install --no-cache-dir --no-deps --no-build-isolation ."
        in (BINDER / "postBuild").read_text().splitlines()
    )


def test_the_requirements_are_the_lock_of_make_run() -> None:
    lock = (ROOT / "tools" / "requirements" / "run.txt").read_text()
    assert (BINDER / "requirements.txt").read_text() == lock


@pytest.mark.parametrize("script", sorted(BINDER.glob("[a-z]*[!.]*")), ids=lambda path: path.name)
def test_a_script_can_be_run(script: Path) -> None:
    if script.suffix:
        assert not os.access(script, os.X_OK)
        return
    assert script.read_text().startswith("#!/usr/bin/env bash\n")
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", script], check=True)


def test_binder_reads_every_file_it_is_given_and_no_other_is_in_its_way() -> None:
    given = {path.name for path in BINDER.iterdir()}
    assert given <= READ_BY_BINDER | {"voila.json"}
    assert " binder/voila.json " in (BINDER / "postBuild").read_text()
    # What stands in the root or in .binder as well would be ignored, or win, without a word.
    assert not [name for name in READ_BY_BINDER if (ROOT / name).exists()]
    assert not (ROOT / ".binder").exists()


def test_the_readmes_launch_links_open_notebooks_that_exist() -> None:
    addresses = re.findall(
        r"https://mybinder\.org/v2/[^\s)\"'>]+", (ROOT / "README.md").read_text()
    )
    opened = [
        unquote(path).split("/", 2)
        for address in addresses
        for path in parse_qs(urlsplit(address).query)["urlpath"]
    ]
    assert {"/".join(start) for *start, _ in opened} == {"lab/tree", "voila/render"}
    for *_, notebook in opened:
        assert (ROOT / notebook).is_file(), notebook
