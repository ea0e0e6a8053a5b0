"""Builds the site without a server: ``python tools/site/build.py FOLDER [BASE]``.

Where BASE is the site's address, each page names its own and a picture, to be shared, and
there is a page for addresses where nothing is. It takes what ``make site`` has installed in
``.venv/site``: Pyodide, and msgspec's wheel for it.
"""

import ast
import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from msgspec import json
from nbconvert.filters import markdown2html

from paydays_widgets import games
from paydays_widgets.core.text import LANGUAGES
from paydays_widgets.lessons.catalogue import Catalogue
from paydays_widgets.lessons.shelf import Shelf
from paydays_widgets.panels.still import stills
from paydays_widgets.talk.script import script

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
INSTALLED: Final = ROOT / ".venv" / "site"
PYODIDE: Final = INSTALLED / "node_modules" / "pyodide"
LOOK: Final = ROOT / "paydays_widgets" / "hosting" / "jupyter" / "voila" / "templates" / "paydays"
NOTEBOOKS: Final = ROOT / "notebooks"
LIBRARY: Final = "lib/python3.14/site-packages"
NEEDED: Final = ("jinja2", "markupsafe", "traitlets")
"""What is as good in a browser as here: Python alone."""
RUNTIME: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
TABLE: Final = ROOT / "docs" / "zahltag.png"
"""What is shown of the site where a page of it is shared."""
ABOUT: Final = (
    "Board games about money and the textbook's auctions, to play, to teach with and to learn "
    "from, in English, French and German."
)
UNUSED: Final = re.compile(
    r"""paydays_widgets/(
        (classroom|hosting|kernels|notebooks|starter)/
        |(app|catalogs|__main__)\.py$
        |games/\w+/kernel(/|\.py$)
        |lessons/page\.py$
        |lab/(command|digest|equilibrium|experiments|results|sample|worker)\.py$
    )
    |traitlets/(config|tests|utils/(text|warnings_old)\.py)
    |\.(po|pot|pyi|so|c|md)$|/py\.typed$|__pycache__|/tests/""",
    re.VERBOSE,
)
"""What no page imports or reads."""

pages: Final = Environment(
    loader=FileSystemLoader([HERE / "templates", LOOK]),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def build(site: Path, base: str = "") -> None:
    """Build the site in a folder; what was there before is removed."""
    pages.globals["base"] = base
    shutil.rmtree(site, ignore_errors=True)
    for folder in ("dashboards", "lessons", "pyodide", "stills"):
        (site / folder).mkdir(parents=True)
    for name in RUNTIME:
        shutil.copy(PYODIDE / name, site / "pyodide")
    lock = json.decode((PYODIDE / "pyodide-lock.json").read_bytes())
    write(site / "pyodide" / "pyodide-lock.json", json.encode({**lock, "packages": {}}).decode())
    compile_python(site)
    write(site / "stage.js", script())
    for name in ("front.js", "page.js", "worker.js"):
        shutil.copy(HERE / "static" / name, site)
    for begins, found in (("", stills(NOTEBOOKS)), ("start.", stills(NOTEBOOKS, started=True))):
        for path, drawn in found.items():
            name = Path(path).stem
            write_page(
                site,
                f"dashboards/{name}.html",
                "dashboard.html.j2",
                title=games.modules(name).panel.TITLE,
                about=games.modules(name).panel.ABOUT.en,
                game=name,
                lesson=lesson_of(NOTEBOOKS / "dashboards" / f"{name}.ipynb"),
            )
            for language, markup in drawn.items():
                write(site / "stills" / f"{name}.{begins}{language}.html", markup)
    for notebook in sorted((NOTEBOOKS / "lessons").glob("*.ipynb")):
        write_lesson(site, notebook)
    write_front(site)
    if base:
        shutil.copy(TABLE, site / "table.png")
        facts = {"title": "There is no such page", "about": ABOUT}
        write_page(site, "404.html", "404.html.j2", **facts, up=base)
    write_service_worker(site)
    sitemap = f"Sitemap: {base}sitemap.xml\n" if base else ""
    write(site / "robots.txt", f"User-agent: *\nAllow: /\n{sitemap}")


def write(path: Path, text: str) -> None:
    """Write a text file."""
    path.write_text(text, encoding="utf-8")


# --- Python --------------------------------------------------------------------------------------


def compile_python(site: Path) -> None:
    """Compile what pages import, in the Python that they will import it with."""
    with tempfile.TemporaryDirectory() as folder:
        bundle = Path(folder) / "sources.zip"
        with zipfile.ZipFile(bundle, "w") as archive:
            for name, content in sources():
                archive.writestr(f"{LIBRARY}/{name}", content)
        subprocess.run(["node", HERE / "compile.mjs", PYODIDE, bundle, folder], check=True)
        shutil.copy(Path(folder) / "bundle.zip", site)
        shutil.copy(Path(folder) / "python_stdlib.zip", site / "pyodide")


def sources() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the packages that pages import, by their names in the library."""
    ours = [(path.relative_to(ROOT).as_posix(), path) for path in tree(ROOT / "paydays_widgets")]
    others = [
        (file.as_posix(), Path(str(file.locate())))
        for name in NEEDED
        for file in distribution(name).files or ()
        if not file.as_posix().startswith("..") and ".dist-info/" not in file.as_posix()
    ]
    for name, path in (*ours, *others):
        if not UNUSED.search(name):
            yield name, path.read_bytes()
    for path in (NOTEBOOKS / "lessons" / "locale").glob("*.mo"):
        yield f"paydays_widgets/notebooks/lessons/locale/{path.name}", path.read_bytes()
    for wheel in (INSTALLED / "wheels").glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if not name.endswith(("/", ".pyi")) and ".dist-info/" not in name:
                    yield name, archive.read(name)


def tree(folder: Path) -> Iterable[Path]:
    """List the files below a folder."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


# --- pages ---------------------------------------------------------------------------------------


def write_page(site: Path, path: str, template: str, **facts: Any) -> None:
    """Write a page; its links lead up to the front page by `up`."""
    known = {"up": "../" * path.count("/"), "path": path.removesuffix("index.html"), **facts}
    write(site / path, pages.get_template(template).render(known))


def lesson_of(dashboard: Path) -> str:
    """Find the page of the lesson that a dashboard leads to."""
    found = re.search(r'lesson=\\"(.+?)\.ipynb', dashboard.read_text(encoding="utf-8"))
    return f"{found[1]}.html" if found else ""


def write_front(site: Path) -> None:
    """Write the front page, once in each language."""
    drawn: dict[str, Markup] = {}
    rules = ""
    for language in LANGUAGES:
        shelf = Shelf(NOTEBOOKS, language=language)
        html = re.sub(r'\.ipynb(?=["#])', ".html", shelf.html)
        drawn[language] = Markup(html)  # noqa: S704 - it is ours
        rules = shelf.get_state("_css")["_css"]
        shelf.close()
    facts = {"title": "Games about money", "about": ABOUT, "drawn": drawn}
    write_page(site, "index.html", "front.html.j2", **facts, rules=Markup(rules))  # noqa: S704 - the same


def write_lesson(site: Path, path: Path) -> None:
    """Write a lesson: its words in each language, and a place for what each cell shows."""
    notebook = json.decode(path.read_bytes())
    catalogue = Catalogue(path.stem, path.parent)
    cells = [cell(number, each, catalogue) for number, each in enumerate(notebook["cells"])]
    metadata = notebook["metadata"]
    facts = {
        "title": metadata["title"],
        "about": metadata["paydays"]["about"]["en"],
        "titles": metadata["paydays"]["title"] if catalogue else None,
        "cells": cells,
    }
    write_page(site, f"lessons/{path.stem}.html", "lesson.html.j2", **facts)


def cell(number: int, raw: Mapping[str, Any], catalogue: Catalogue) -> dict[str, Any]:
    """Describe a cell of a lesson; readers see and change the code of strategies."""
    source = "".join(raw["source"])
    if raw["cell_type"] == "markdown":
        languages = LANGUAGES if catalogue else LANGUAGES[:1]
        return {"words": {each: words(catalogue.prose(source, each)) for each in languages}}
    is_strategy = any(
        isinstance(each, ast.FunctionDef) and each.name == "choose"
        for each in ast.parse(source).body
    )
    return {
        "words": "",
        "place": f"cell-{number}",
        "source": source,
        "edited": is_strategy,
        "early": source == "progress",  # it keeps the answers
    }


def words(source: str) -> Markup:
    """Turn prose into markup; its links lead to the pages that notebooks have become."""
    html = re.sub(r'\.ipynb(?=["#])', ".html", markdown2html(source))
    return Markup(html)  # noqa: S704 - it is ours


def write_service_worker(site: Path) -> None:
    """Write the list of what the browser keeps, named by what is in it."""
    files = [path for path in tree(site) if path.suffix != ".whl"]
    found = hashlib.sha256()
    for path in files:
        found.update(path.relative_to(site).as_posix().encode() + path.read_bytes())
    names = json.encode([path.relative_to(site).as_posix() for path in files]).decode()
    text = (HERE / "static" / "sw.js").read_text(encoding="utf-8")
    version = f"paydays-{found.hexdigest()[:12]}"
    write(site / "sw.js", text.replace("{{ version }}", version).replace("{{ files }}", names))


if __name__ == "__main__":
    build(Path(sys.argv[1]), *sys.argv[2:])
