"""Pictures and panels, read as text."""

from html.parser import HTMLParser

from msgspec import Struct

VOID = {"input", "br", "path", "use", "circle", "rect"}


class Element(Struct):
    tag: str
    attributes: dict[str, str]
    ancestors: tuple["Element", ...]
    words: str = ""

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def label(self) -> str:
        return self["aria-label"]

    @property
    def said(self) -> str:
        return " ".join(self.words.split())


class Page(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self.feed(html)
        self.close()
        assert not self._open, "every element is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), "no attribute comes twice"
        element = Element(tag, {k: v or "" for k, v in attrs}, tuple(self._open))
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {k: v or "" for k, v in attrs}, tuple(self._open)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.words += f" {data}"

    def key(self, key: str) -> Element:
        (found,) = [each for each in self.elements if each["data-key"] == key]
        return found

    def keys(self, start: str) -> list[str]:
        return [each["data-key"] for each in self.elements if each["data-key"].startswith(start)]

    def inside(self, key: str) -> list[Element]:
        place = self.key(key)
        return [each for each in self.elements if any(up is place for up in each.ancestors)]

    @property
    def moves(self) -> dict[str, Element]:
        return {each["data-move"]: each for each in self.elements if each["data-move"]}
