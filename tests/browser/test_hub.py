"""The pages under JupyterHub, as ``docs/hosting/jupyterhub_config.py`` sets it up."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.address import JUPYTER, ROOT, environment, free_port
from tests.browser.serving import serving

HUB = Path(sys.prefix) / "hub"
"""JupyterHub has a virtual environment of its own, which `make test-hosting` makes."""
HERE = """
load_subconfig({config!r})
c.JupyterHub.bind_url = "http://127.0.0.1:{port}/games/"
c.JupyterHub.hub_port = {hub}
c.JupyterHub.db_url = "sqlite:///{home}/hub.sqlite"
c.JupyterHub.cookie_secret_file = "{home}/secret"
c.ConfigurableHTTPProxy.command = [{proxy!r}]
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{api}"
c.ConfigurableHTTPProxy.pid_file = "{home}/proxy.pid"
c.SimpleLocalProcessSpawner.home_dir_template = "{home}/{{username}}"
c.Spawner.cmd = [{python!r}, "-m", "jupyterhub.singleuser"]
c.Spawner.notebook_dir = "{notebooks}"
c.Spawner.env_keep = ["PATH", "PYTHONPATH", "LANG"]
c.Spawner.environment |= {{"JUPYTER_PATH": {data!r}, "JUPYTER_CONFIG_PATH": {root!r}}}
c.Spawner.args += ["--allow-root"]
"""


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a JupyterHub with the proxy that it comes with."""
    python = HUB / "bin" / "python"
    proxy = HUB / "node_modules" / ".bin" / "configurable-http-proxy"
    assert python.exists(), "JupyterHub is needed: `make test-hosting` installs it"
    assert proxy.exists(), "JupyterHub's proxy is needed: `make test-hosting` installs it with npm"
    home = tmp_path_factory.mktemp("hub")
    notebooks = shutil.copytree(ROOT / "notebooks", home / "notebooks")
    port = free_port()
    data = [JUPYTER, Path(sys.prefix) / "share" / "jupyter"]
    config = HERE.format(
        config=str(ROOT / "docs" / "hosting" / "jupyterhub_config.py"),
        port=port,
        hub=free_port(),
        api=free_port(),
        home=home,
        proxy=str(proxy),
        python=str(python),
        notebooks=notebooks,
        data=os.pathsep.join(map(str, data)),
        root=str(ROOT / "binder"),
    )
    (home / "config.py").write_text(config, encoding="utf-8")
    command = [python, "-m", "jupyterhub", "-f", home / "config.py"]
    url = f"http://127.0.0.1:{port}/games/"
    with serving(command, f"{url}hub/health", home / "log", cwd=home, env=environment(home)):
        yield url


@pytest.mark.hosting
def test_a_student_logs_in_and_plays(visitor: Page, hub: str) -> None:
    visitor.goto(hub)
    visitor.get_by_label("Username").fill("anna")
    visitor.get_by_label("Password").fill("a secret word")
    visitor.get_by_role("button", name="Sign in").click()
    visitor.get_by_role("link", name="Zahltag").first.click()
    visitor.locator("[data-move='1 bid 5']").click()
    expect(visitor.locator(".pw-story [aria-current=step]")).to_contain_text("Anna")
    expect(visitor.get_by_role("button", name="Undo")).to_be_enabled()
    visitor.reload()  # the browser keeps the game here too
    expect(visitor.get_by_role("button", name="Undo")).to_be_enabled()
