"""The catalogues of core say every reason that core gives for refusing something."""

from typing import ClassVar

from tests.catalogues import Catalogues


class TestCore(Catalogues):
    package: ClassVar[str] = "paydays_widgets.core"
