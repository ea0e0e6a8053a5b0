"""What a page of the documentation says of itself where it is shared."""

from html import escape
from importlib.metadata import metadata
from typing import Any
from urllib.parse import urljoin

from docutils import nodes
from sphinx.application import Sphinx

ENOUGH = 200
"""Signs of a description that others show."""
PICTURE = "../table.png"
"""As the site's other pages show it."""
SECTIONS = (nodes.document, nodes.section)
SEEN = "A table of Zahltag in the middle of a round of bids"


def describe(
    app: Sphinx, _name: str, _template: str, context: dict[str, Any], page: nodes.document | None
) -> None:
    """Name a page, what it is about and, where the site knows its own address, its address."""
    if page is None:
        return  # an index, or the search
    title = next((each.astext() for each in page.findall(nodes.title)), "")
    about = beginning(page) or metadata("paydays_widgets")["Summary"]
    told = {"description": about, "og:site_name": "Paydays", "og:type": "article"}
    told |= {"og:title": title, "og:description": about}
    if address := context.get("pageurl"):
        context["pageurl"] = address.removesuffix("index.html")  # as the sitemap has it
        picture = urljoin(app.config.html_baseurl, PICTURE)
        told |= {"og:url": context["pageurl"], "og:image": picture, "og:image:alt": SEEN}
        told |= {"twitter:card": "summary_large_image"}
    context["metatags"] += "".join(
        f'\n<meta {"property" if name.startswith("og:") else "name"}="{name}" '
        f'content="{escape(value)}">'
        for name, value in told.items()
    )


def beginning(page: nodes.document) -> str:
    """Return a page's first paragraph, as far as it is enough and leads to nothing below it."""
    prose = (each for each in page.findall(nodes.paragraph) if isinstance(each.parent, SECTIONS))
    words = " ".join(next((each.astext() for each in prose), "").split())
    if words.endswith(":") and ". " in words:
        words = words[: words.rindex(". ") + 1]
    return words if len(words) <= ENOUGH else words[:ENOUGH].rsplit(" ", 1)[0] + " …"


def setup(app: Sphinx) -> dict[str, bool]:
    """Take part in a build."""
    app.connect("html-page-context", describe)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
