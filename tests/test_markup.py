"""A page that a browser would have to mend is no page."""

import pytest

from tests.markup import Page

UNSOUND = (
    "<div><p>a</div>",
    "<div>",
    "<div/>",
    "<i></i></b>",
    "<span><b></span></b>",
    "<p><div></div></p>",
    "<button><button></button></button>",
    "<tr></tr>",
    '<i a="1" a="2"></i>',
    "<i hidden hidden></i>",
)
SOUND = (
    "<div><p hidden>a</p></div>",
    '<svg viewBox="0 0 9 9"><linearGradient id="a"/><path d="M 1>2"/></svg>',
    '<input a="x" required><br>',
    '<p a="1 a" aa="2">a &lt;b&gt; b</p>',
)


@pytest.mark.parametrize("html", UNSOUND)
def test_what_is_not_closed_or_may_not_stand_there_is_found(html: str) -> None:
    with pytest.raises(AssertionError):
        Page(html)


@pytest.mark.parametrize("html", SOUND)
def test_what_is_sound_is_read(html: str) -> None:
    assert Page(html).elements
