"""The parts of a panel, each with the words, the templates and the session of panels."""

from typing import ClassVar

from paydays_widgets.panels.session import Session
from paydays_widgets.talk.part import Part


class PanelPart(Part[Session]):
    """Part of a panel: it draws with this package’s templates and words."""

    package: ClassVar[str] = "paydays_widgets.panels"
