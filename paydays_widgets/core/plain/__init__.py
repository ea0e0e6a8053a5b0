"""What holds in a room that a game has not furnished."""

from paydays_widgets.core.plain.panel import Panel

__all__ = ["Panel"]
