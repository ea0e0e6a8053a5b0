"""Outputs in frames of their own, as Colab has them: no frame finds another frame's models."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from paydays_widgets.panels import Desk
from paydays_widgets.panels.surface import Surface
from tests.browser.test_stage_js import mount, new_page
from tests.panels.tables import receive

pytestmark = pytest.mark.browser

__all__ = ["new_page"]  # a fixture


class Frame:
    """A page that shows one part, and hears what is sent to its model alone."""

    def __init__(self, page: Page, part: Surface) -> None:
        self.page, self.part = page, part
        self.letters: list[dict[str, Any]] = []
        part._repr_mimebundle_()
        part.comm.publish_msg = self._post
        mount(page, part.html, seq=part.seq)
        page.evaluate("id => manager.models.set(id, s.model)", part.model_id)

    def _post(self, _: str, data: dict[str, Any], **__: object) -> None:
        self.letters.append(data)

    def hear(self) -> None:
        """Get what was sent, and wait until the part is shown as it is in Python."""
        for letter in self.letters:
            what, value = ("tell", "content") if "content" in letter else ("push", "state")
            self.page.evaluate(f"value => s.model.{what}(value)", letter[value])
        self.letters.clear()
        self.page.wait_for_function("html => s.model.get('html') === html", arg=self.part.html)


@pytest.mark.parametrize("lead", [0, 1, None], ids=["a click", "a click elsewhere", "code"])
def test_parts_in_frames_of_their_own_follow_the_game(
    new_page: Callable[..., Page], lead: int | None
) -> None:
    desk = Desk("auction_room", seed=1)
    frames = [Frame(new_page(), part) for part in (desk.controls, desk.stage)]
    before = [each.part.html for each in frames]
    if lead is None:
        desk.do("language", "de")
    else:
        receive(frames[lead].part, {"do": "language", "value": "de"})
    for frame, html in zip(frames, before, strict=True):
        assert frame.part.html != html
        frame.hear()
    desk.close()
