"""The catalogues of Pay Day say everything that its code and templates say."""

from typing import ClassVar

from tests.catalogues import Catalogues


class TestPayDay(Catalogues):
    package: ClassVar[str] = "paydays_widgets.games.pay_day"
