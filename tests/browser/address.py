"""Where a test's server listens, and what it knows of the machine."""

import os
import socket
from pathlib import Path

ROOT = Path(__file__).parents[2]
JUPYTER = ROOT / "paydays_widgets" / "hosting" / "jupyter"
"""Where Jupyter finds the template of the pages."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def environment(home: Path) -> dict[str, str]:
    """Set up a server's environment: this checkout's template and none of the user's settings."""
    return {
        **os.environ,
        "JUPYTER_PATH": str(JUPYTER),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "IPYTHONDIR": str(home / "ipython"),
        "PAYDAYS_LAB_WORKERS": "9",  # no test waits for the games of another, which runs beside it
    }
