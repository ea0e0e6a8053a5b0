"""The container file: its steps lead to a server that answers, even without a container engine."""

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.browser.address import free_port
from tests.browser.serving import serving

ROOT = Path(__file__).parents[2]
STEPS = (ROOT / "docs" / "hosting" / "Dockerfile").read_text(encoding="utf-8")


@pytest.mark.hosting
def test_the_steps_of_the_container_file_lead_to_a_page(tmp_path: Path) -> None:
    (folder,) = re.findall("^WORKDIR (/opt.*)$", STEPS, re.MULTILINE)
    (run,) = re.findall(r"^RUN ((?:.*\\\n)*.*)$", STEPS, re.MULTILINE)
    (entry,) = re.findall(r"^ENTRYPOINT (\[.*\])$", STEPS, re.MULTILINE)
    here = tmp_path / "opt"
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.split("\0"):
        if name and (ROOT / name).is_file():
            (here / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, here / name)
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    programs = tmp_path / "venv" / "bin"
    keep = {name: os.environ[name] for name in os.environ if "PYTHON" not in name}
    keep.pop("JUPYTER_PATH", None)
    env = {**keep, "PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    steps = [each.strip() for each in run.replace("\\\n", "").split("&&")]
    assert steps.pop().startswith("useradd ")  # it would be a user of this machine
    for step in steps:
        subprocess.run(step.split(), cwd=here, env=env, check=True)
    port = free_port()
    command = [
        each.strip(' "') for each in entry.strip("[]").replace(folder, str(here)).split(",")
    ]
    command[0] = str(programs / command[0])
    url = f"http://127.0.0.1:{port}/"
    command.append(f"--port={port}")
    with serving(command, f"{url}paydays/health", tmp_path / "log", cwd=tmp_path, env=env):
        page = f"{url}voila/render/dashboards/zahltag.ipynb"
        with urllib.request.urlopen(page, timeout=60) as answer:
            assert answer.status == 200
