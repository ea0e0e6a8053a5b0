"""The catalogues of Zahltag say everything that its code and templates say."""

from typing import ClassVar

from tests.catalogues import Catalogues


class TestZahltag(Catalogues):
    package: ClassVar[str] = "paydays_widgets.games.zahltag"
