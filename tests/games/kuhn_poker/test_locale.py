"""The catalogues of Kuhn poker say everything that its code and templates say."""

from typing import ClassVar

from tests.catalogues import Catalogues


class TestKuhnPoker(Catalogues):
    package: ClassVar[str] = "tests.kuhn_poker"
