"""A page's connection to its kernel, which tells the page that something failed, and not where."""

import re
from typing import Any, Final

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

FAILED: Final = "The page’s Python could not do this. Load the page again."
"""What a page is told instead of a traceback, which is for the server’s log."""
UNREADABLE: Final = "a message that nobody can read"
_POLICY_VIOLATED: Final = 1008
"""The code of a connection that is closed because its page says what no page of ours does."""
_CONTENT: Final = 3
"""The place of a message's content among its parts."""
_TRACEBACK: Final = re.compile(r'Traceback \(most recent|^\s*File "', re.MULTILINE)


class Connection(ZMQChannelsWebsocketConnection):
    _logged = False

    def handle_incoming_message(self, incoming_msg: Any) -> None:  # noqa: ANN401 - jupyter_server's
        """Pass a message on; close the connection if it is none."""
        try:
            super().handle_incoming_message(incoming_msg)
        except Exception as error:  # noqa: BLE001 - a visitor may send anything
            self._log(f"{UNREADABLE} ({type(error).__name__}: {error})")
            self.websocket_handler.close(_POLICY_VIOLATED, UNREADABLE)

    def _on_error(self, channel: str | None, msg: dict[str, Any], msg_list: list[Any]) -> None:
        if channel != "iopub":
            return
        kind = self.get_part("header", msg["header"], msg_list)["msg_type"]
        if kind not in {"error", "stream"}:
            return
        content = self.get_part("content", msg["content"], msg_list)
        told = content["text"] if kind == "stream" else "\n".join(content["traceback"])
        if kind == "stream" and not (content["name"] == "stderr" and _TRACEBACK.search(told)):
            return
        self._log(told)
        said: dict[str, Any] = {"name": "stderr", "text": f"{FAILED}\n"}
        if kind == "error":
            said = {"ename": "Error", "evalue": FAILED, "traceback": [FAILED]}
        msg["content"] = said
        if msg_list:
            msg_list[_CONTENT] = self.session.pack(said)

    def _log(self, what: str) -> None:
        """Log a connection's first failure: more would let a visitor fill the disk."""
        if not self._logged:
            self._logged = True
            self.log.warning("The page of kernel %.8s failed: %s", self.kernel_id, what)
