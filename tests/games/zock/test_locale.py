"""The catalogues of Zock say everything that its code and templates say."""

from typing import ClassVar

from tests.catalogues import Catalogues


class TestZock(Catalogues):
    package: ClassVar[str] = "paydays_widgets.games.zock"
