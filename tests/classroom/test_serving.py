"""Classes on `paydays serve`: what an operator is told."""

import subprocess
import sys
from pathlib import Path

from tests.browser.address import free_port


def test_a_store_that_cannot_be_opened_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    store = f"--class-store=sqlite:///{tmp_path}/file/class.db"
    served = ["serve", str(tmp_path), f"--port={free_port()}", "--no-fork", store]
    done = subprocess.run(
        [sys.executable, "-m", "paydays_widgets", *served],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode
    assert "The class’s database cannot be reached" in done.stderr
    assert "Traceback" not in done.stderr
