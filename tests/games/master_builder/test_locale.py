"""The catalogues of Master Builder say everything that its code and templates say."""

from typing import ClassVar

from tests.catalogues import Catalogues


class TestMasterBuilder(Catalogues):
    package: ClassVar[str] = "paydays_widgets.games.master_builder"
