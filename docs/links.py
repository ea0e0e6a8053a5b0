"""Links from the documentation to the games and lessons that are published beside it."""

from docutils import nodes
from sphinx.application import Sphinx

SITE = "site:"
"""How they begin in the sources."""


def lead_there(_app: Sphinx, page: nodes.document, name: str) -> None:
    """Write links as they lead from a page, whose name is its path below the documentation."""
    up = "../" * (name.count("/") + 1)
    for link in page.findall(nodes.reference):
        if link.get("refuri", "").startswith(SITE):
            link["refuri"] = up + link["refuri"].removeprefix(SITE)


def setup(app: Sphinx) -> dict[str, bool]:
    """Take part in a build."""
    app.connect("doctree-resolved", lead_there)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
