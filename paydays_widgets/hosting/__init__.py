"""Pages for visitors: what a server does for them beyond serving notebooks."""

import sys
from typing import Any, cast

# With this module jsonschema checks addresses that are not in ASCII, and has a grammar compiled
# for it: more than a second at every start. No schema of a server has such an address.
cast("dict[str, Any]", sys.modules).setdefault("rfc3987_syntax", None)
