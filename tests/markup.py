"""Pictures and panels, read as a browser reads them."""

import re
from json import loads
from typing import Any

from msgspec import Struct
from selectolax.lexbor import LexborHTMLParser, LexborNode

BROKEN = '<p class="pw-banner pw-banner--error" role="alert">'
"""What stands in place of a part that could not be drawn."""
VOID = {"br", "col", "hr", "img", "input"}


class Element(Struct, frozen=True):
    node: LexborNode
    attributes: dict[str, str | None]

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name) or ""

    @property
    def tag(self) -> str:
        return self.node.tag or ""

    @property
    def inside(self) -> list["Element"]:
        return _inside(self.node)

    @property
    def label(self) -> str:
        return self["aria-label"]

    @property
    def words(self) -> str:
        return self.node.text(separator=" ")

    @property
    def said(self) -> str:
        return " ".join(self.words.split())

    @property
    def figures(self) -> list[str]:
        return figures(self.said)


class Page:
    def __init__(self, html: str) -> None:
        self.html = html
        body = LexborHTMLParser(f"<!doctype html><body>{html}").body
        assert body is not None
        self.elements = _inside(body)
        _assert_sound(html, body)

    def key(self, key: str) -> Element:
        (found,) = [each for each in self.elements if each["data-key"] == key]
        return found

    def keys(self, start: str) -> list[str]:
        return [each["data-key"] for each in self.elements if each["data-key"].startswith(start)]

    def inside(self, key: str) -> list[Element]:
        return self.key(key).inside

    def notes(self, seat: str) -> list[Element]:
        """List what a seat's card says of the last event."""
        return [each for each in self.inside(seat) if "pw-note" in each["class"].split()]

    @property
    def pads(self) -> list[dict[str, Any]]:
        """List the facts of the sums that can be set."""
        return [loads(each["data-pad"]) for each in self.elements if each["data-pad"]]

    @property
    def settable(self) -> set[str]:
        """List the moves whose sums can be set."""
        return {
            pad["move"].replace("{}", str(amount))
            for pad in self.pads
            for amount in range(pad["low"], pad["high"] + 1, pad["step"])
        }

    @property
    def moves(self) -> dict[str, Element]:
        return {each["data-move"]: each for each in self.elements if each["data-move"]}


def _inside(node: LexborNode) -> list[Element]:
    return [Element(each, each.attributes) for each in node.traverse()][1:]


def _assert_sound(html: str, body: LexborNode) -> None:
    """A browser mends without a word what is not closed, or may not stand where it does."""
    shapes = {each.tag for svg in body.css("svg") for each in svg.traverse()}  # close themselves
    tags: list[str] = []
    html = re.sub(r"""(?<==)("[^"]*"|'[^']*')""", "", html)
    for tag, rest, closed in re.findall(r"<(/?[\w-]+)([^<>]*?)(/?)>", html):
        if rest:
            names = rest.replace("=", " ").split()
            assert len({*names}) == len(names), f"an attribute comes twice: <{tag}{rest}>"
        tags.append(tag)
        if closed and tag in shapes:
            tags.append(f"/{tag}")
    read: list[str] = []
    _read_tags(body, read)
    assert tags == read, "the elements are not those that are written"


def _read_tags(parent: LexborNode, found: list[str]) -> None:
    for node in parent.iter():
        tag = node.tag or ""
        found.append(tag)
        _read_tags(node, found)
        if tag not in VOID:
            found.append(f"/{tag}")


def figures(words: str) -> list[str]:
    """List numbers and sums of money, with their signs, in the order in which they are read."""
    return re.findall(r"[+−]?\$?\d+(?:[,.]\d+)*%?", words.replace("\N{WORD JOINER}", ""))


def flat(html: str) -> str:
    """Return markup with every break and indent as one space, to look for a part of it."""
    return re.sub(r"[ \n]+", " ", html)


def part(html: str, key: str) -> str:
    """Return the element with a key."""
    start = html.find(f'data-key="{key}"')
    if start < 0:
        return ""
    start = html.rindex("<", 0, start)
    tag = re.match(r"<(\w+)", html[start:])
    assert tag
    depth = 0
    for found in re.finditer(rf"<(/?){tag[1]}\b", html[start:]):
        depth += -1 if found[1] else 1
        if not depth:
            return html[start : start + found.end() + 1]
    raise AssertionError(key)
