"""The parts of a panel, each with the words, the templates and the session of panels."""

from typing import ClassVar

from paydays_widgets.panels.session import Session
from paydays_widgets.talk.part import Part


class PanelPart(Part[Session]):
    """A part of a panel."""

    package: ClassVar[str] = "paydays_widgets.panels"
