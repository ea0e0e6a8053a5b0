"""The memory of compiled templates."""

from pathlib import Path

import jinja2
import pytest


def test_a_template_is_compiled_once_and_again_when_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from paydays_widgets.hosting.templates import Memory  # it brings all of Voila

    memory, compiled = Memory(), list[str]()
    usual = jinja2.Environment.compile

    def compile_(self: jinja2.Environment, source: str, *rest: object) -> object:
        compiled.append(source)
        return usual(self, source, *rest)  # type: ignore[call-overload]

    monkeypatch.setattr(jinja2.Environment, "compile", compile_)

    def shown() -> str:
        """Render the page as Voila does, in an environment of its own."""
        loader = jinja2.FileSystemLoader(tmp_path)
        environment = jinja2.Environment(loader=loader, bytecode_cache=memory, autoescape=True)
        return environment.get_template("page").render(name="Anna")

    (tmp_path / "page").write_text("{{ name }} bids")
    assert [shown(), shown()] == ["Anna bids"] * 2
    (tmp_path / "page").write_text("{{ name }} passes")
    assert shown() == "Anna passes"
    assert compiled == ["{{ name }} bids", "{{ name }} passes"]
