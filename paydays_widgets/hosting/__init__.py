"""Serve pages to many visitors."""

import sys
from typing import Any, cast

# With this module jsonschema checks non-ASCII addresses, and compiles a grammar for that: more
# than a second at each start. No schema of a server has such an address.
cast("dict[str, Any]", sys.modules).setdefault("rfc3987_syntax", None)
