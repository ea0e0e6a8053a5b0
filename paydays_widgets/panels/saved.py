"""What stands in a notebook where no program answers: on a page of its file, or in an export."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from paydays_widgets import SITE, games
from paydays_widgets.panels.session import Session


def bundle(session: Session, view: Mapping[str, Any]) -> dict[str, Any]:
    """Add what hosts without widgets show: the game, and where it is played."""
    text, panel, game = session.text, session.panel, session.table.game.id
    asked = session.screen.vignette
    about = text.pick(asked.question if asked else panel.ABOUT)
    told = Markup("<strong>{}</strong>: {}").format(panel.TITLE, about)
    if game not in games.names():  # somebody's own
        return {**view, "text/plain": panel.TITLE, "text/html": f"<p>{told}</p>"}
    query = f"?{urlencode({'position': asked.id})}" if asked else ""
    address = f"{SITE}dashboards/{game}.html{query}"
    link = Markup('<a href="{}">{}</a>').format(address, text("Play it here"))
    return {
        **view,
        "text/plain": f"{panel.TITLE}: {address}",
        "text/html": f"<p>{told} {link}</p>",
    }
