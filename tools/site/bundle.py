"""Compiles modules and templates, in the Python that will load them: run by compile.mjs."""

import compileall
import py_compile
import re
import sys
import zipfile
from pathlib import Path

from paydays_widgets.show.template import templates

LIBRARY = Path(f"/lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages")
STANDARD = Path(f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip")
CACHE = Path.home() / ".cache"
UNUSED = re.compile(
    r"""(_pyio|_pyrepl|argparse|cmd|configparser|cProfile|difflib|doctest|email|ensurepip|fileinput
    |ftplib|http|idlelib|imaplib|lib2to3|mailbox|mimetypes|modulefinder|multiprocessing|netrc
    |optparse|pdb|pickletools|plistlib|poplib|profile|pstats|pty|pyclbr|pydoc|pydoc_data|shelve
    |smtplib|socketserver|sqlite3|stringprep|symtable|tarfile|test|tkinter|trace|tty|turtledemo
    |unittest|venv|wave|webbrowser|wsgiref|xml|xmlrpc)(/|\.py$)
    |encodings/(?!__init__|aliases|ascii|cp437|idna|latin_1|utf_)""",
    re.VERBOSE,
)
"""Parts of the standard library that no page imports."""


def compiled(folder: Path, place: Path) -> None:
    """Compile a folder's modules for a place, each in place of its source."""
    compileall.compile_dir(
        folder,
        stripdir=str(folder),
        prependdir=str(place),
        legacy=True,
        optimize=2,
        quiet=1,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    for source in folder.rglob("*.py"):
        if source.with_suffix(".pyc").exists():
            source.unlink()


def zipped(name: str, *folders: tuple[Path, Path]) -> None:
    """Write a zip of folders, each with the folder that its paths begin at."""
    with zipfile.ZipFile(f"/tmp/{name}", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for folder, root in folders:
            for path in sorted(folder.rglob("*")):
                if path.is_file() and path.parent.name != "__pycache__":
                    told = zipfile.ZipInfo(path.relative_to(root).as_posix())
                    archive.writestr(told, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)


for folder in {path.parent for path in (LIBRARY / "paydays_widgets").rglob("*.j2")}:
    package = ".".join(folder.parent.relative_to(LIBRARY).parts)
    if folder.name != "show":  # its templates are found from everywhere
        library = templates(package, folder.name)
        for name in library.list_templates(extensions=["j2"]):
            library.get_template(name)
compiled(LIBRARY, LIBRARY)
zipped("bundle.zip", (LIBRARY, Path("/")), (CACHE, Path("/")))

standard = Path("/tmp/standard")
with zipfile.ZipFile(STANDARD) as archive:
    archive.extractall(standard, [name for name in archive.namelist() if not UNUSED.match(name)])
compiled(standard, STANDARD)
zipped("python_stdlib.zip", (standard, standard))
