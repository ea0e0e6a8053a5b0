"""The class's pages in JupyterLab, on the teacher's own machine: a Jupyter server extension.

A code lets students join without Jupyter's login; everything else keeps it.
"""

import logging
import os
from typing import Any

_LOG = logging.getLogger("paydays")


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: Any) -> None:  # noqa: ANN401 - Jupyter's ServerApp
    """Add the class's handlers to a Jupyter server.

    Behind a hub, or any other proxy, nobody is on this very machine, so there classes need a key
    (``Classroom.key``).
    """
    try:
        from paydays_widgets.classroom.handlers import Classroom
    except ModuleNotFoundError as error:
        _LOG.info(
            "No classes: %s is not installed: pip install 'paydays_widgets[class]'", error.name
        )
        return
    proxied = "JUPYTERHUB_SERVICE_PREFIX" in os.environ or server.trust_xheaders
    try:
        classroom = Classroom(
            server.base_url, name=f"jupyter:{server.port}", proxied=proxied, parent=server
        )
    except ValueError as error:
        server.log.warning("No classes: %s", error)
        return
    server.web_app.add_handlers(".*$", classroom.routes())
    os.environ["PAYDAYS_CLASS"] = f"{classroom.base}class/draft"
    server.io_loop.add_callback(classroom.start)
