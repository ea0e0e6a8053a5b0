"""Lists the pages of a site for search engines: ``python tools/site/sitemap.py FOLDER BASE``."""

import sys
from pathlib import Path
from typing import Final
from urllib.parse import urljoin
from xml.sax.saxutils import escape

NO_READING: Final = {"404.html", "genindex.html", "py-modindex.html", "search.html"}
"""What nobody looks for."""


def pages(site: Path) -> list[str]:
    """List the pages of a site by their addresses below it."""
    found = (path.relative_to(site) for path in site.rglob("*.html"))
    return sorted(
        path.as_posix()
        for path in found
        if path.name not in NO_READING and path.parts[0] not in {"stills", "pyodide"}
    )


def sitemap(site: Path, base: str) -> str:
    """Write the list; `base` is the site's address."""
    each = (escape(urljoin(base, path.removesuffix("index.html"))) for path in pages(site))
    urls = "\n".join(f"<url><loc>{address}</loc></url>" for address in each)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}\n</urlset>\n'
    )


if __name__ == "__main__":
    built = Path(sys.argv[1])
    (built / "sitemap.xml").write_text(sitemap(built, sys.argv[2]), encoding="utf-8")
