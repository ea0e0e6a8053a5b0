"""Pictures and panels, read as a browser reads them."""

import re
from functools import cached_property
from itertools import zip_longest

from msgspec import Struct
from selectolax.lexbor import LexborHTMLParser, LexborNode

VOID = {"br", "hr", "img", "input"}


class Element(Struct, frozen=True, dict=True):
    node: LexborNode

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name) or ""

    @property
    def tag(self) -> str:
        return self.node.tag or ""

    @cached_property
    def attributes(self) -> dict[str, str | None]:
        return self.node.attributes

    @property
    def inside(self) -> list["Element"]:
        return [Element(each) for each in self.node.traverse()][1:]

    @property
    def label(self) -> str:
        return self["aria-label"]

    @property
    def words(self) -> str:
        return self.node.text(separator=" ")

    @property
    def said(self) -> str:
        return " ".join(self.words.split())


class Page:
    def __init__(self, html: str) -> None:
        self.html = html
        body = LexborHTMLParser(f"<!doctype html><body>{html}").body
        assert body is not None
        self.elements = Element(body).inside
        _assert_sound(html, body)

    def key(self, key: str) -> Element:
        (found,) = [each for each in self.elements if each["data-key"] == key]
        return found

    def keys(self, start: str) -> list[str]:
        return [each["data-key"] for each in self.elements if each["data-key"].startswith(start)]

    def inside(self, key: str) -> list[Element]:
        return self.key(key).inside

    @property
    def moves(self) -> dict[str, Element]:
        return {each["data-move"]: each for each in self.elements if each["data-move"]}


def _assert_sound(html: str, body: LexborNode) -> None:
    """A browser mends without a word what is not closed, or may not stand where it does."""
    shapes = {each.tag for svg in body.css("svg") for each in svg.traverse()}  # close themselves
    tags = []
    html = re.sub(r"""(?<==)("[^"]*"|'[^']*')""", "", html)
    for tag, rest, closed in re.findall(r"<(/?[\w-]+)([^<>]*?)(/?)>", html):
        names = rest.replace("=", " ").split()
        assert len(set(names)) == len(names), f"an attribute comes twice: <{tag}{rest}>"
        tags += [tag, f"/{tag}"] if closed and tag in shapes else [tag]
    for written, read in zip_longest(tags, _tags(body)):
        assert written == read, "the elements are not those that are written"


def _tags(parent: LexborNode) -> list[str]:
    found = []
    for node in parent.iter():
        tag = node.tag or ""
        found += [tag, *_tags(node)] + [f"/{tag}"] * (tag not in VOID)
    return found


def flat(html: str) -> str:
    """Return markup with every break and indent as one space, to look for a part of it."""
    return re.sub(r"[ \n]+", " ", html)
