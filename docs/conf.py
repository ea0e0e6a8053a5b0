"""The documentation, as Sphinx builds it for the site: `make docs`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import generated

from paydays_widgets import __version__ as release

project = "paydays_widgets"
author = copyright = "The paydays_widgets founders"  # noqa: A001 - as Sphinx calls it
extensions = ["myst_parser", "sphinx.ext.autodoc", "numpydoc", "links", "shared"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["words.md", "changes", "assignments"]
html_theme = "furo"
html_title = "Paydays"
html_static_path = ["_static"]
html_css_files = ["live.css"]
html_js_files = ["live.js"]
html_copy_source = False
html_show_sphinx = False
html_favicon = "../paydays_widgets/hosting/jupyter/voila/templates/paydays/mark.svg"
html_theme_options = {
    "source_repository": "https://github.com/paydays-widgets/paydays_widgets/",
    "source_branch": "main",
    "source_directory": "docs/",
}
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
myst_url_schemes = ["http", "https", "site"]
autodoc_typehints = "none"
autodoc_member_order = "bysource"
autosummary_generate = False
numpydoc_show_class_members = False
linkcheck_timeout = 10
__all__ = ["release"]

generated.write(Path(__file__).parent / "reference" / "generated")
