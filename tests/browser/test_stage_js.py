import random
from collections.abc import Callable, Iterator
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from paydays_widgets.talk.script import script

pytestmark = pytest.mark.browser

HERE = Path(__file__).parent
HOME = "http://127.0.0.1:9/stage.html"  # nothing listens there: every request is answered here


def answer(route: Route) -> None:
    if "/stage.js" in route.request.url:
        route.fulfill(body=script(), content_type="text/javascript")
    else:
        route.fulfill(path=HERE / "stage.html", content_type="text/html")


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    contexts = []

    def open_page(url: str = HOME, *, before: str = "", clock: bool = False, **how: Any) -> Page:
        context = browser.new_context(viewport={"width": 1000, "height": 700}, **how)
        contexts.append(context)
        page = context.new_page()
        page.route("**/*", answer)
        if clock:
            page.clock.install(time=0)
        if before:
            page.add_init_script(before)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(url)
        page.wait_for_function("window.ready")
        if clock:
            page.clock.pause_at(3600)  # from here on, time passes by run_for only
        return page

    errors: list[str] = []
    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


def mount(page: Page, html: str = "", **state: object) -> None:
    page.evaluate("state => { window.s = mount(state) }", {"html": html, **state})


def push(page: Page, html: str | None = None, **state: object) -> None:
    """Change the model; where time passes, wait until the page has come to rest."""
    if html is not None:
        state["html"] = html
    page.evaluate("state => s.model.push(state)", state)
    if not page.evaluate("Boolean(window.__pwClock)"):
        page.evaluate("new Promise(requestAnimationFrame)")


def tell(page: Page, **order: object) -> None:
    """Send the page an order, as Python does."""
    page.evaluate("order => s.model.tell(order)", order)


def sent(page: Page, *, pings: bool = False) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = page.evaluate("s.model.sent")
    return [each for each in messages if pings or each.get("do") != "ping"]


def body(page: Page) -> str:
    text: str = page.evaluate("s.root.querySelector('.pw-body').innerHTML")
    return text


def focus(page: Page) -> str | None:
    key: str | None = page.evaluate(
        "document.activeElement.dataset.key ?? document.activeElement.className"
    )
    return key


def buttons(*keys: str, **attributes: str) -> str:
    extra = "".join(f' data-{name}="{value}"' for name, value in attributes.items())
    return "".join(f'<button data-key="{k}" data-move="{k}"{extra}>{k}</button>' for k in keys)


# --- the page kept in step -------------------------------------------------------------------


def test_a_card_keeps_its_identity_when_it_goes_from_hand_to_table(page: Page) -> None:
    mount(page, f'<div data-key="hand">{buttons("a", "b")}</div><div data-key="table"></div>')
    page.evaluate("window.a = s.root.querySelector('[data-key=a]')")
    push(
        page,
        f'<div data-key="hand">{buttons("b")}</div>'
        f'<div data-key="table"><p>new</p>{buttons("a")}</div>',
    )
    assert page.evaluate("a === s.root.querySelector('[data-key=table] [data-key=a]')")


def test_a_card_keeps_its_identity_when_its_place_is_gone_or_nested(page: Page) -> None:
    mount(page, f'<section><div data-key="hand">{buttons("a")}</div></section>')
    page.evaluate("window.kept = ['a', 'hand'].map(k => s.root.querySelector(`[data-key=${k}]`))")
    push(page, f"<p>gone</p><article>{buttons('a')}</article>")
    assert page.evaluate("kept[0] === s.root.querySelector('[data-key=a]')")
    mount(page, '<div data-key="out">1<div data-key="in">2</div></div>')
    push(page, '<div data-key="in">2<div data-key="out">1</div></div>')
    assert body(page) == '<div data-key="in">2<div data-key="out">1</div></div>'


def test_what_stays_is_not_moved(page: Page) -> None:
    mount(page, f"<div>{buttons('a', 'b', 'c', 'd')}</div>")
    page.evaluate("""() => {
        window.moved = [];
        new MutationObserver((all) => moved.push(...all.flatMap((one) => [...one.addedNodes])))
          .observe(s.root, {childList: true, subtree: true});
    }""")
    push(page, f"<div>{buttons('b', 'c', 'd')}</div>")
    push(page, f"<div>{buttons('b', 'c', 'd', 'e')}</div>")
    push(page, f"<div>{buttons('e', 'b', 'c', 'd')}</div>")
    push(page, f"<div>{buttons('b', 'c', 'd', 'e')}</div>")
    push(page, f"<div>{buttons('b', 'c', 'd', 'e')}</div>", seq=9)
    assert page.evaluate("moved.flatMap((node) => node.dataset?.key ?? [])") == ["e"] * 3


def test_pictures_keep_their_namespace(page: Page) -> None:
    mount(page, '<svg data-key="s" viewBox="0 0 9 9"><path d="M0 0"></path></svg>')
    push(
        page,
        '<svg data-key="s" viewBox="0 0 8 8"><g data-key="g"><path d="M1 1"></path>'
        '<use xlink:href="#x"></use></g></svg>',
    )
    assert page.evaluate("""() => [...s.root.querySelectorAll("svg, svg *")]
        .every((el) => el.namespaceURI === "http://www.w3.org/2000/svg")""")
    assert page.evaluate("s.root.querySelector('svg').viewBox.baseVal.width") == 8
    assert (
        page.evaluate("""s.root.querySelector('use')
        .getAttributeNS("http://www.w3.org/1999/xlink", "href")""")
        == "#x"
    )


def _tree(luck: random.Random, keys: list[str], depth: int = 0) -> str:
    parts = []
    for _ in range(luck.randint(0, 5)):
        if luck.random() < 0.25:
            parts.append(escape(luck.choice(["a", " b & c ", "\n  ", "<ü>"])))
            continue
        tag = luck.choice(["div", "span", "b", "i"])
        names = luck.sample(["class", "title", "data-x", "hidden", "style"], luck.randint(0, 3))
        attributes = "".join(f' {name}="{luck.randint(0, 3)}"' for name in names)
        if keys and luck.random() < 0.6:
            attributes += f' data-key="{keys.pop(luck.randrange(len(keys)))}"'
        inside = _tree(luck, keys, depth + 1) if depth < 4 else ""
        parts.append(f"<{tag}{attributes}>{inside}</{tag}>")
    return "".join(parts)


UNLIKE = """(pages) => {
    const { model, root } = mount({ quick: true });
    return pages.filter((html, seq) => {
        model.push({ html, seq });
        const fresh = document.createElement("div");
        fresh.className = "pw-body";
        fresh.innerHTML = html;
        return !fresh.isEqualNode(root.querySelector(".pw-body"));
    });
}"""
"""Shows pages one after the other, and finds those that do not look as if parsed afresh."""


@pytest.mark.parametrize("twins", [False, True])
def test_after_a_change_the_page_equals_a_fresh_parse(page: Page, *, twins: bool) -> None:
    luck = random.Random(1)
    keys = [f"k{n}" for n in range(12)] * (2 if twins else 1)
    trees = [_tree(luck, list(keys)) for _ in range(200)]
    assert page.evaluate(UNLIKE, trees) == []


LONG = "so that it is sooner compared than parsed, it is longer than a line, even without its end"
PIECES = (
    f'<div data-key="plain" title="{LONG}"><i>{LONG}</i></div>',
    f'<section data-key="outer"><p>{LONG}</p><div data-key="inner"><b>{LONG}</b></div></section>',
    f'<table><tr data-key="row"><td>{LONG}</td><td title="1 > 0">2</td></tr></table>',
    f'<svg><g data-key="drawn"><path d="M0 0"/><text>{LONG}</text></g></svg>',
    f'<p data-key="a &amp; b" data-fill=\'{{"n": "1 > 0"}}\'>{LONG}<br><input value="1"></p>',
    f'<select><option data-key="one" title="{LONG}">1</option><option>2</option></select>',
)


def _arranged(luck: random.Random) -> str:
    """Arrange some of the pieces in another order; in some of them a thing has changed."""
    parts = []
    for piece in luck.sample(PIECES, luck.randint(2, len(PIECES))):
        part = piece.replace("even", luck.choice(["even"] * 3 + ["odd"]), 1)
        parts.append(luck.choice(["{}", "<div>{}</div>", "<ul><li>{}</ul>"]).format(part))
    return "".join(parts)


def test_parts_that_stay_the_same_are_kept_wherever_they_go(page: Page) -> None:
    luck = random.Random(1)
    pages = [_arranged(luck) for _ in range(200)]
    assert page.evaluate(UNLIKE, pages) == []


def test_what_has_not_changed_is_not_even_parsed(new_page: Callable[..., Page]) -> None:
    page = new_page(
        before="""
        window.parsed = [];
        const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML");
        Object.defineProperty(Element.prototype, "innerHTML", {
          get, set(html) { parsed.push(html); set.call(this, html); },
        });"""
    )
    same = f'<div data-key="same"><p>{LONG}</p></div>'
    mount(page, f"<p>1</p>{same}")
    push(page, f"<p>2</p>{same}")
    assert page.evaluate("parsed.at(-1)") == '<p>2</p><div data-key="same" data-kept></div>'
    for start in ("<ul><li>3</ul>", "<p><i>4</p></i>"):  # who knows where an element ends?
        push(page, f"<p>3</p>{same}")
        push(page, start + same)
        assert page.evaluate("parsed.at(-1)") == start + same
    push(page, f"<p>5</p>{same}{same}")
    push(page, f"<p>6</p>{same}{same}")  # which of the two?
    assert page.evaluate("parsed.at(-1)") == f"<p>6</p>{same}{same}"


def test_the_tab_key_finds_one_stop_in_a_group_of_which_a_part_is_kept(page: Page) -> None:
    markup = (
        '<div data-group="hand">{0}'
        f'<div data-key="same" title="{LONG}">{{1}}</div></div>'
        f'<div data-key="own" data-group="own" title="{LONG}">{buttons("x", "y", walk="")}</div>'
        f'<div data-key="other" data-group="other" title="{LONG}">{buttons("z", walk="")}</div>'
    )
    kept = buttons("b", "c", walk="")
    stops = "[...s.root.querySelectorAll('[tabindex=\\'0\\']')].map(each => each.dataset.key)"
    mount(page, markup.format(buttons("a", walk=""), kept))
    assert page.evaluate(stops) == ["a", "x", "z"]
    push(page, markup.format("", kept))
    assert page.evaluate(stops) == ["b", "x", "z"]
    page.focus("[data-key=c]")
    push(page, markup.format(buttons("a", walk=""), kept))
    assert page.evaluate(stops) == ["c", "x", "z"]
    assert focus(page) == "c"


def test_a_field_keeps_what_is_being_written(page: Page) -> None:
    form = (
        '<form data-do="new"><input data-key="name" name="name" value="{0}">'
        '<input data-key="other" name="other" value="x"><i>{1}</i></form>'
    )
    mount(page, form.format("", "1"))
    page.fill("[data-key=other]", "half")
    page.locator("[data-key=name]").press_sequentially("Ann")
    push(page, form.format("", "2"))
    assert page.input_value("[data-key=name]") == "Ann"
    assert page.input_value("[data-key=other]") == "half"
    assert focus(page) == "name"
    push(page, form.format("Ben", "3"))
    assert page.input_value("[data-key=name]") == "Ann"
    push(page, form.format('Cleo" data-value-forced="', "4"))
    assert page.input_value("[data-key=name]") == "Cleo"


TAKE = '<p data-firm><button data-key="take" data-move="1 take {0}">{0}</button></p>'


def test_a_price_that_has_just_changed_is_not_taken_unread(new_page: Callable[..., Page]) -> None:
    page = new_page(clock=True)
    mount(page, TAKE.format(50))
    box = page.locator("[data-key=take]").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 5, box["y"] + 5)

    def press(*during: int) -> str:
        page.mouse.down()
        for price in during:
            push(page, TAKE.format(price))
        page.mouse.up()
        page.clock.run_for(3_100)
        return str([each["move"] for each in sent(page) if "move" in each][-1])

    assert press(70) == "1 take 50"  # the finger was down already
    assert press() == "1 take 70"
    push(page, TAKE.format(80))
    page.clock.run_for(300)
    assert press() == "1 take 70"  # nobody reads so fast
    push(page, TAKE.format(90))
    page.clock.run_for(500)
    assert press() == "1 take 90"


def test_a_price_that_has_just_come_is_not_taken_unread(new_page: Callable[..., Page]) -> None:
    page = new_page(clock=True)
    place = '<p data-key="place" data-firm>{}</p>'
    button = '<button data-key="take" data-move="{0}">{0}</button>'.format
    mount(page, place.format(""))

    def press(*, after: int = 0) -> list[str]:
        page.clock.run_for(after)
        known = len(sent(page))
        page.click("[data-key=take]")
        page.clock.run_for(3_100)
        return [str(each["move"]) for each in sent(page)[known:] if "move" in each]

    push(page, place.format(button("1 take 50")))
    assert press(after=300) == ["1 take 0"]  # the rules refuse it, and say why
    assert press() == ["1 take 50"]
    push(page, place.format(""))
    push(page, place.format(button("1 take 70")))
    page.clock.run_for(300)
    push(page, place.format(button("1 take 80")))
    assert press(after=300) == ["1 take 0"]
    push(page, place.format(""))
    push(page, place.format(button("1 take 0")))
    assert press(after=300) == []  # what costs nothing is not taken either
    assert press() == ["1 take 0"]
    push(page, place.format(""))
    push(page, place.format(button("1 take 90")))
    assert press(after=500) == ["1 take 90"]


def test_after_a_move_that_was_refused_the_next_counts_at_once(page: Page) -> None:
    mount(page, '<button data-key="a" data-move="a">a</button>')
    page.click("[data-key=a]")
    page.wait_for_function("s.model.sent.some((each) => each.move)")
    page.click("[data-key=a]")
    push(page, theme="dark")  # all stays as it was: it was refused
    page.click("[data-key=a]")
    assert [each["move"] for each in sent(page) if "move" in each] == ["a", "a"]


def test_a_slider_follows_python_but_not_under_the_finger(new_page: Callable[..., Page]) -> None:
    page = new_page(clock=True)
    slider = '<input type="range" data-key="r" data-do="goto" min="0" max="10" value="{}">'
    mount(page, slider.format(3))
    box = page.locator("[data-key=r]").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] / 2)
    push(page, slider.format(5))
    assert page.input_value("[data-key=r]") == "7"
    page.mouse.up()
    page.clock.run_for(1050)
    push(page, slider.format(6))
    assert page.input_value("[data-key=r]") == "6"
    told = [each["value"] for each in sent(page) if each["do"] == "goto"]
    assert told[-1] == "7"


def test_a_slider_that_was_left_alone_catches_up(new_page: Callable[..., Page]) -> None:
    page = new_page(clock=True)
    slider = '<input type="range" data-key="r" data-do="goto" min="0" max="10" value="{}">'
    mount(page, slider.format(3))
    page.locator("[data-key=r]").press("ArrowRight")
    push(page, slider.format(9))
    assert page.input_value("[data-key=r]") == "4"
    page.clock.run_for(2050)
    assert page.input_value("[data-key=r]") == "9"


def test_a_control_that_was_refused_goes_back(page: Page) -> None:
    box = '<input type="checkbox" data-key="c" data-do="open"><p>{}</p>'
    mount(page, box.format(1))
    page.check("[data-key=c]")
    assert sent(page) == [{"do": "open", "value": True, "seq": 0}]
    push(page, box.format(2))
    assert not page.is_checked("[data-key=c]")


def test_details_and_scrolling_are_kept(page: Page) -> None:
    markup = (
        '<details data-key="d" data-keep-open><summary>s</summary>x</details>'
        '<div data-key="box" {0} style="height:50px;overflow:auto">{1}</div>'
    )
    lines = [f"<p>{n}</p>" for n in range(40)]
    mount(page, markup.format('data-scroll="end"', "".join(lines[:20])))
    where = "(() => { const b = s.root.querySelector('[data-key=box]'); return {0} })()"
    at_end = where.replace("{0}", "b.scrollHeight - b.clientHeight - b.scrollTop < 2")
    page.wait_for_function(at_end)
    page.click("summary")
    push(page, markup.format('data-scroll="end"', "".join(lines[:30])))
    assert page.evaluate(at_end)
    assert page.evaluate("s.root.querySelector('details').open")
    page.evaluate(where.replace("{0}", "b.scrollTop = 30"))
    push(page, "<p>above</p>" + markup.format('data-scroll="end"', "".join(lines)))
    assert page.evaluate(where.replace("{0}", "b.scrollTop")) == 30


def test_a_box_shows_what_is_now_in_it(page: Page) -> None:
    def markup(now: int) -> str:
        lines = [
            f'<p data-key="p{n}"{" aria-current=step" if n == now else ""}>{n}</p>'
            for n in range(40)
        ]
        style = "height:80px;overflow:auto"
        return f'<div data-key="box" data-scroll="now" style="{style}">{"".join(lines)}</div>'

    seen = """(() => {
      const box = s.root.querySelector("[data-key=box]").getBoundingClientRect();
      const now = s.root.querySelector("[aria-current]").getBoundingClientRect();
      return now.top >= box.top - 1 && now.bottom <= box.bottom + 1;
    })()"""
    where = "s.root.querySelector('[data-key=box]').{0}"
    mount(page, markup(30))
    page.wait_for_function(seen)
    push(page, markup(31))
    assert page.evaluate(seen)
    page.evaluate(where.format("scrollTop = 0"))
    push(page, markup(31))  # the reader may look back while nothing goes on
    assert not page.evaluate(seen)
    push(page, markup(32))
    assert page.evaluate(seen)
    page.evaluate(where.format("style.height = '40px'"))
    page.wait_for_function(seen)


def test_scripts_in_markup_do_not_run_and_words_are_no_markup(page: Page) -> None:
    mount(page, "<p data-say>1</p>")
    push(page, "<p data-say>&lt;img src=x onerror=hit=1&gt;</p><script>window.hit = 1</script>")
    tell(page, kind="say", text="<img src=y onerror=hit=1>")
    push(page, lost_words={"text": "<b>gone</b>"})
    page.evaluate("s.model.dead = true; s.model.push({}) ")
    page.evaluate("""() => new Promise((done) => {
        const later = new Image();  // asked for last, so it fails last
        later.onerror = done;
        later.src = "z";
    })""")
    assert page.evaluate("window.hit") is None
    assert page.locator("img").count() == 0
    assert page.text_content(".pw-sr") == "<img src=y onerror=hit=1>"


# --- motion -----------------------------------------------------------------------------------

ANIMATIONS = "document.getAnimations().map((a) => a.effect.target.dataset.key)"
SPOTS = '<div data-key="l" style="height:50px">{0}</div><div data-key="r">{1}</div>'


def _card(key: str = "a", more: str = "", kind: str = "slide") -> str:
    return f'<button data-key="{key}" data-motion="{kind}" {more}>{key}</button>'


def test_what_moved_slides_and_is_where_it_belongs_at_the_end(page: Page) -> None:
    mount(page, SPOTS.format(_card(), ""))
    place = """(() => {
        const { x, y } = s.root.querySelector('[data-key=a]').getBoundingClientRect();
        return [x, y];
    })()"""
    start = page.evaluate(place)
    at_once = page.evaluate(
        f"""async (html) => {{
            s.model.push({{ html }});
            await new Promise(requestAnimationFrame);
            for (const animation of document.getAnimations()) animation.pause();
            return {place};
        }}""",
        SPOTS.format("", _card()),
    )
    assert at_once == pytest.approx(start, abs=0.5)
    assert page.evaluate(ANIMATIONS) == ["a"]
    assert page.evaluate("document.getAnimations()[0].effect.getTiming().duration") <= 300
    page.evaluate("document.getAnimations().forEach(a => a.finish())")
    assert page.evaluate(place)[1] > start[1] + 40
    assert page.evaluate("document.getAnimations().length") == 0


def test_what_lies_in_a_group_that_jumps_jumps_along(page: Page) -> None:
    group = '<p style="height:{0}px"></p><div data-key="g" data-group="g">{1}</div>'
    pair = _card() + _card("b")
    mount(page, group.format(0, pair))
    push(page, group.format(60, pair))
    assert page.evaluate(ANIMATIONS) == []
    push(page, group.format(0, "<p>more</p>" + pair))
    assert sorted(page.evaluate(ANIMATIONS)) == ["a", "b"]


def test_new_cards_come_from_somewhere_chips_fly_once_and_cards_turn(page: Page) -> None:
    chip = '<i data-key="chip1" data-motion="fly" data-from="l" data-to="r">$</i>'
    back, front = 'data-face="back"', 'data-face="front"'
    mount(page, SPOTS.format(_card("t", back, "turn"), "") + '<b data-key="n0">0</b>')
    new = _card("n", 'data-from="l"')
    after = SPOTS.format(_card("t", front, "turn"), new) + chip
    push(page, after)
    assert sorted(page.evaluate(ANIMATIONS)) == ["chip1", "n", "t"]
    look = """(() => {
        const chip = s.root.querySelector('[data-key=chip1]');
        return [getComputedStyle(chip).opacity, chip.getAttribute("aria-hidden")];
    })()"""
    assert page.evaluate(look) == ["1", "true"]
    push(page, after + " ")
    assert page.evaluate(ANIMATIONS) == ["n"]  # it goes on from where it was seen
    assert page.evaluate(look) == ["0", "true"]


@pytest.mark.parametrize("how", ["quick", "reduced", "first"])
def test_nothing_moves_when_it_should_not(new_page: Callable[..., Page], how: str) -> None:
    page = new_page(reduced_motion="reduce" if how == "reduced" else "no-preference")
    mount(page, "" if how == "first" else SPOTS.format(_card(), ""), quick=how == "quick")
    push(page, SPOTS.format("", _card()))
    assert page.evaluate("document.getAnimations().length") == 0


def test_several_surfaces_change_at_once(page: Page) -> None:
    mount(page, "<p>one</p>")
    shown = page.evaluate("""async () => {
        const [one, other] = [s, mount({ html: "<p>other</p>" })];
        const gone = one.model.id + "-gone";
        const parcel = {
            [other.model.id]: { html: "<p>other 2</p>", seq: 2 },
            [gone]: { html: "", seq: 2 },
            [one.model.id]: { html: "<p>one 2</p>", seq: 2 },
        };
        const shown = [];
        const body = (each) => each.root.querySelector(".pw-body");
        const look = () => shown.push([one, other].map((each) => body(each).textContent));
        for (const each of [one, other]) {
            new MutationObserver(look).observe(body(each), { subtree: true, characterData: true });
        }
        one.model.tell({ kind: "parcel", parcel });
        look();
        await new Promise(requestAnimationFrame);
        return shown;
    }""")
    assert shown == [["one", "other"], ["one 2", "other 2"], ["one 2", "other 2"]]


def test_models_change_in_a_host_that_sets_key_by_key(page: Page) -> None:
    mount(page, "<p>one</p>")
    shown = page.evaluate("""async () => {
        s.model.set = (name, value) => {
            s.model.state[name] = value;
            for (const act of [...s.model.heard.change]) act();
        };
        s.model.set_state = undefined;
        s.model.tell({ kind: "parcel", parcel: { [s.model.id]: { html: "<p>two</p>", seq: 2 } } });
        await new Promise((done) => setTimeout(done, 200));
        return s.root.querySelector(".pw-body").textContent;
    }""")
    assert shown == "two"


def test_a_model_that_fails_does_not_stop_what_comes_after(page: Page) -> None:
    mount(page, "<p>one</p>")
    shown = page.evaluate("""async () => {
        const broken = mount({ html: "" }).model;
        broken.set_state = () => { throw new Error("closed"); };
        const failed = new Promise((heard) => addEventListener("unhandledrejection", (event) => {
            event.preventDefault();
            heard(event.reason.message);
        }));
        s.model.tell({ kind: "parcel", parcel: { [broken.id]: { seq: 2 } } });
        const told = await failed;
        s.model.push({ html: "<p>two</p>", seq: 3 });
        await new Promise((done) => setTimeout(done, 200));
        return [told, s.root.querySelector(".pw-body").textContent];
    }""")
    assert shown == ["closed", "two"]


DESK = """(seq) => {
    const desk = document.body.appendChild(document.createElement("div"));
    desk.className = "pw-desk";
    const model = (html) => mount({ html, seq });
    window.bar = model("<button data-key='s' data-do='step'>s</button>");
    window.s = model("<p>now</p>");
    desk.append(bar.views[0].el, s.views[0].el);
}"""
AHEAD = """(seq) => s.model.tell({ kind: "ahead", seq, parcel: {
    [s.model.id]: { html: "<p>then</p>", seq: seq + 1 }, [bar.model.id]: { seq: seq + 1 },
} })"""


def test_what_was_sent_ahead_is_shown_at_the_click(page: Page) -> None:
    page.evaluate(DESK, 4)
    page.evaluate(AHEAD, 4)
    assert body(page) == "<p>now</p>"
    page.evaluate("bar.model.answers = false")
    page.click("[data-key=s]")
    expect(page.get_by_text("then")).to_be_visible()
    assert page.evaluate("bar.model.sent") == [{"do": "step", "seq": 4, "ahead": True}]
    page.click("[data-key=s]")  # what that leads to has not come yet
    assert page.evaluate("bar.model.sent")[1:] == [{"do": "step", "seq": 5}]
    page.evaluate("s.model.push({ html: '<p>other</p>', seq: 6 })")  # the kernel is right
    assert body(page) == "<p>other</p>"


def test_what_was_sent_ahead_of_another_position_is_not_shown(page: Page) -> None:
    page.evaluate(DESK, 5)
    page.evaluate(AHEAD, 4)
    page.click("[data-key=s]")
    page.evaluate("new Promise(requestAnimationFrame)")
    assert page.evaluate("bar.model.sent") == [{"do": "step", "seq": 5}]
    assert body(page) == "<p>now</p>"


def test_what_was_sent_ahead_is_not_shown_before_an_earlier_click_was_answered(page: Page) -> None:
    page.evaluate(DESK, 4)
    page.evaluate(AHEAD, 4)
    page.evaluate("""() => {
        bar.model.answers = false;
        const other = "<button data-key='l' data-do='l'>l</button>";
        bar.model.push({ html: bar.model.get("html") + other });
    }""")
    page.click("[data-key=l]")
    page.click("[data-key=s]")
    page.wait_for_function("bar.model.sent.length === 2")
    assert page.evaluate("bar.model.sent")[1] == {"do": "step", "seq": 4}
    assert body(page) == "<p>now</p>"


def test_what_was_sent_ahead_is_not_shown_before_another_surface_was_answered(page: Page) -> None:
    page.evaluate(DESK, 4)
    page.evaluate(AHEAD, 4)
    page.evaluate("""() => {
        s.model.push({ html: "<p>now</p><button data-key='l' data-do='wish'>l</button>" });
        s.model.answers = false;
    }""")
    page.click("[data-key=l]")  # whatever it sets may lead to another step
    page.click("[data-key=s]")
    page.evaluate("new Promise(requestAnimationFrame)")
    assert page.evaluate("bar.model.sent") == [{"do": "step", "seq": 4}]
    expect(page.get_by_text("now")).to_be_visible()
    page.evaluate("s.model.tell({ kind: 'got', to: s.model.letters[0].from, number: 1 })")
    page.click("[data-key=s]")
    expect(page.get_by_text("then")).to_be_visible()


def test_a_surface_without_a_desk_has_no_use_for_what_is_sent_ahead(page: Page) -> None:
    mount(page, '<button data-key="s" data-do="step">s</button>')
    page.evaluate("s.model.tell({ kind: 'ahead', seq: 0, parcel: {} })")
    page.click("[data-key=s]")
    assert sent(page) == [{"do": "step", "seq": 0}]


def test_the_newest_state_wins(page: Page) -> None:
    mount(page, SPOTS.format(_card(), ""))
    page.evaluate(
        """([left, right]) => {
            for (let seq = 1; seq <= 30; seq += 1) {
                s.model.push({ seq, html: seq % 2 ? right : left });
            }
        }""",
        [SPOTS.format(_card(), ""), SPOTS.format("", _card())],
    )
    assert body(page) == SPOTS.format(_card(), "").replace(" >", ">")
    assert page.evaluate("document.getAnimations().length") <= 1
    page.wait_for_timeout(350)
    assert page.evaluate("document.getAnimations().length") == 0


# --- what the reader does ---------------------------------------------------------------------


def test_a_double_click_sends_one_move_and_quick_steps_all_count(page: Page) -> None:
    mount(page, buttons("a") + '<button data-key="s" data-do="step">s</button>')
    page.dblclick("[data-key=a]")
    page.evaluate("s.root.querySelector('[data-key=a]').click()")
    assert sent(page) == [{"move": "a", "seq": 0}]
    page.evaluate("""() => {
        s.model.sent = [];
        s.model.push({ seq: 1 });
        const send = s.model.send.bind(s.model);
        s.model.send = (message) => {
            send(message);
            const next = { seq: s.model.get("seq") + 1 };
            if (message.do === "step") setTimeout(() => s.model.push(next), 5);
        };
        for (let n = 0; n < 5; n += 1) s.root.querySelector("[data-key=s]").click();
    }""")
    page.wait_for_function("s.model.get('seq') === 6")
    assert [each["seq"] for each in sent(page)] == [1, 2, 3, 4, 5]


def test_a_move_without_an_answer_can_be_tried_again(new_page: Callable[..., Page]) -> None:
    page = new_page(clock=True)
    mount(page, buttons("a"))
    for wait in (1000, 2500, 0):
        page.evaluate("s.root.querySelector('[data-key=a]').click()")
        page.clock.run_for(wait)
    assert len(sent(page)) == 2


def test_forms_selects_and_files_are_sent(page: Page) -> None:
    mount(
        page,
        '<form data-do="new"><input name="a" value="1"><button name="how" value="x">go</button>'
        '</form><select data-do="pick"><option>p<option>q</select>'
        '<input type="file" data-do="load"><span data-do="tell" data-value="3">t</span>',
    )
    page.click("form button")
    page.select_option("select", "q")
    page.click("span[data-do]")
    page.set_input_files(
        "[type=file]", {"name": "g.json", "mimeType": "application/json", "buffer": b"{}"}
    )
    page.wait_for_function("s.model.sent.length === 4")
    assert sent(page) == [
        {"do": "new", "value": {"a": "1", "how": "x"}, "seq": 0},
        {"do": "pick", "value": "q", "seq": 0},
        {"do": "tell", "value": "3", "seq": 0},
        {"do": "load", "value": "{}", "name": "g.json", "seq": 0},
    ]


GRID = (
    '<div data-group="g" style="display:grid;grid-template-columns:repeat(3,70px);width:210px">'
    + "".join(
        f'<button data-key="{n}" data-walk data-move="{n}"'
        f"{' aria-disabled=true' if n == 0 else ''}>{n}</button>"
        for n in range(9)
    )
    + '</div><div data-group="h"><button data-key="h" data-walk>h</button></div>'
)


def test_arrow_keys_walk_and_tab_enters_each_group_once(page: Page) -> None:
    mount(page, GRID)
    press = page.keyboard.press
    page.focus("#outside")
    press("Tab")
    assert focus(page) == "1"  # the first that can be played
    for key, lands in [
        ("ArrowDown", "4"),
        ("ArrowRight", "5"),
        ("ArrowUp", "2"),
        ("ArrowLeft", "1"),
        ("ArrowUp", "1"),
        ("End", "8"),
        ("ArrowDown", "h"),
        ("ArrowUp", "6"),
        ("Home", "0"),
        ("ArrowRight", "1"),
    ]:
        press(key)
        assert focus(page) == lands, key
    push(page, GRID + "<p>more</p>")
    assert focus(page) == "1"
    press("Tab")
    assert focus(page) == "h"
    press("Shift+Tab")
    assert focus(page) == "1"


def test_only_tab_leaves_the_stage_and_hotkeys_work_inside_it(page: Page) -> None:
    mount(
        page, '<button data-key="b" data-do="step" data-hotkey="s">b</button><input data-key="i">'
    )
    page.evaluate("""() => {
        window.heard = [];
        document.addEventListener("keydown", (event) => heard.push(event.key));
    }""")
    press = page.keyboard.press
    page.focus("[data-key=b]")
    for key in ["d", "d", "x", "Enter", "ArrowDown", "Escape", "s", "Control+s", "Shift+Enter"]:
        press(key)
    page.wait_for_function("s.model.sent.length === 2")  # Enter, and s in its turn
    press("Tab")
    assert focus(page) == "i"
    page.keyboard.type("sd")
    assert page.input_value("[data-key=i]") == "sd"
    press("Escape")
    assert focus(page) == "pw"
    assert page.evaluate("heard") == ["Tab"]
    assert len(sent(page)) == 2


@pytest.mark.parametrize(
    ("key", "code", "does"),
    [
        ("ς", "KeyS", "s"),  # Greek
        ("Ы", "KeyS", "s"),  # Russian
        ("ש", "KeyA", "a"),  # Hebrew
        ("a", "KeyQ", "a"),  # French: what is written on the key counts
        ("o", "KeyS", "o"),  # Dvorak
        ("é", "KeyS", ""),
        ("ж", "Semicolon", ""),
    ],
)
def test_a_hotkey_is_the_letter_on_the_key_or_under_a_foreign_one(
    page: Page, key: str, code: str, does: str
) -> None:
    named = "".join(
        f'<button data-key="{each}" data-do="{each}" data-hotkey="{each}">{each}</button>'
        for each in "aoqs"
    )
    mount(page, named)
    press = "how => s.root.dispatchEvent(new KeyboardEvent('keydown', how))"
    page.evaluate(press, {"key": key, "code": code, "bubbles": True})
    assert [each["do"] for each in sent(page)] == [*does]


def test_a_hotkey_works_in_all_surfaces_of_a_panel_and_in_no_other(page: Page) -> None:
    step = '<button data-key="{0}" data-do="{0}" data-hotkey="s">x</button>'
    for name, key in (("one", "a"), ("two", "b")):
        mount(page, buttons("card"))
        page.evaluate(
            """([name, html]) => {
                const desk = document.body.appendChild(document.createElement("div"));
                desk.className = "pw-desk";
                const bar = mount({ html });
                desk.append(s.views[0].el, bar.views[0].el);
                window[name] = bar.model;
            }""",
            [name, step.format(key)],
        )
    page.locator("[data-key=card]").nth(1).focus()
    page.keyboard.press("s")
    assert page.evaluate("[one.sent, two.sent.map((each) => each.do)]") == [[], ["b"]]


def test_focus_goes_to_the_next_playable_and_never_comes_from_outside(page: Page) -> None:
    hand = '<div data-group="hand">{}</div><button data-key="f" data-focus>f</button>'
    stuck = '<button data-key="x" data-move="x" aria-disabled="true">x</button>'
    mount(page, hand.format(buttons("a", "b", "c")))
    page.focus("[data-key=b]")
    push(page, hand.format(buttons("c", "b", "a")))
    assert focus(page) == "b"
    push(page, hand.format(buttons("c") + stuck + buttons("a")))
    assert focus(page) == "a"
    push(page, hand.format(stuck))
    assert focus(page) == "f"
    push(page, "<p>nothing</p>")
    assert focus(page) == "pw"
    push(page, hand.format(buttons("a")))
    page.focus("[data-key=a]")
    page.focus("#outside")
    push(page, hand.format(""))
    assert page.evaluate("document.activeElement.id") == "outside"


def test_a_dialog_takes_focus_once_and_not_from_elsewhere(page: Page) -> None:
    dialog = '<div data-key="dialog" data-grab="{}"><button data-key="ok">ok</button></div>'
    mount(page, "<p></p>")
    push(page, dialog.format(1))
    assert focus(page) == "dialog"
    page.focus("[data-key=ok]")
    push(page, dialog.format(1) + "<p></p>")
    assert focus(page) == "ok"
    push(page, dialog.format(2))
    assert focus(page) == "dialog"
    page.focus("#outside")
    push(page, dialog.format(3))
    push(page, dialog.format(3) + "<p></p>")
    assert page.evaluate("document.activeElement.id") == "outside"


def test_news_is_announced(page: Page) -> None:
    mount(page, "<p data-say>one</p>")
    said = "s.root.querySelector('[role=status]').textContent"
    assert page.evaluate(said) == ""
    push(page, "<p data-say>two</p>")
    assert page.evaluate(said) == "two"
    tell(page, kind="say", text="two")
    assert page.evaluate(said) == "two\u00a0"


# --- playing on, the kernel, storage ----------------------------------------------------------


def test_playing_on_asks_one_step_at_a_time(new_page: Callable[..., Page]) -> None:
    page = new_page(clock=True)
    mount(page, SPOTS.format(_card(), ""), pace=500)
    page.evaluate("s.show()")  # a second view of the same model asks for nothing
    page.clock.run_for(450)
    assert sent(page) == []
    page.clock.run_for(100)
    step = {"do": "step", "auto": True}
    assert sent(page) == [{**step, "seq": 0}]
    page.clock.run_for(5000)
    assert len(sent(page)) == 1
    push(page, SPOTS.format("", _card()), seq=1)
    page.clock.run_for(700)  # the motion comes to rest first
    assert len(sent(page)) == 1
    page.clock.run_for(100)
    assert sent(page)[1] == {**step, "seq": 1}
    push(page, seq=2)
    push(page, pace=0)
    page.clock.run_for(5000)
    assert len(sent(page)) == 2
    push(page, pace=500)
    page.evaluate("s.views[0].close()")  # the second view takes over
    page.clock.run_for(600)
    assert sent(page)[2] == {**step, "seq": 2}
    page.evaluate("s.views[1].close()")
    push(page, seq=3)
    page.clock.run_for(5000)
    assert len(sent(page)) == 3


LOST = {"text": "Not answering", "button": "Save"}


def test_a_kernel_that_is_gone_is_noticed_and_may_come_back(new_page: Callable[..., Page]) -> None:
    page = new_page(clock=True)
    mount(page, "<p>x</p>", lost_words=LOST, record="the record", keep="g-1")
    page.clock.run_for(15_000)
    assert page.locator(".pw-lost").count() == 0
    page.evaluate("s.model.answers = false")
    page.clock.run_for(25_000)
    assert page.locator(".pw-lost").count() == 0
    page.clock.run_for(20_000)
    assert page.get_by_role("alert").inner_text().startswith("Not answering")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    assert download.value.suggested_filename == "g-1.txt"
    assert Path(download.value.path()).read_text(encoding="utf-8") == "the record"
    page.evaluate("s.model.answers = true")
    page.clock.run_for(15_000)
    assert page.locator(".pw-lost").count() == 0


def test_a_closed_channel_is_noticed_at_once(page: Page) -> None:
    mount(page, buttons("a"), lost_words=LOST)
    page.evaluate("s.model.dead = true")
    page.click("[data-key=a]")
    assert page.get_by_role("alert").inner_text() == "Not answering"


KERNEL = """() => {
    const signal = () => {
        const heard = [];
        const emit = (value) => heard.forEach((act) => act(null, value));
        return { connect: (act) => heard.push(act), emit };
    };
    const [statusChanged, connectionStatusChanged] = [signal(), signal()];
    const kernel = { connectionStatus: "connected", statusChanged, connectionStatusChanged };
    window.connection = (status) => {
        kernel.connectionStatus = status;
        connectionStatusChanged.emit(status);
    };
    window.kernel = manager.kernel = kernel;
}"""


def test_what_was_lost_on_the_way_is_sent_again(page: Page) -> None:
    page.evaluate(KERNEL)
    mount(page, buttons("a"), lost_words=LOST)
    page.evaluate("s.model.answers = false")
    page.click("[data-key=a]")
    letter = page.evaluate("s.model.letters.find((each) => each.move)")
    assert letter["number"] == 1
    page.evaluate("connection('disconnected')")
    assert page.get_by_role("alert").inner_text() == "Not answering"
    assert page.evaluate("s.root.querySelector('.pw-body').inert")
    page.evaluate("s.model.sent.length = 0; connection('connected')")
    assert page.get_by_role("alert").count() == 0
    assert not page.evaluate("s.root.querySelector('.pw-body').inert")
    assert sent(page) == []  # until something comes through
    tell(page, kind="pong", n=1)
    assert sent(page) == [{"do": "reconnected"}]
    tell(page, kind="resumed", to=letter["from"], number=0)
    assert sent(page)[1:] == [{"move": "a", "seq": 0}]
    assert page.evaluate("s.model.letters.at(-1).number") == 1


SERVER = """() => {
    window.tries = [];
    kernel.reconnect = async () => { tries.push(performance.now()); };
    globalThis.paydaysKernel = { ask: async () => "here", heard() {} };
    const send = Model.prototype.send;
    Model.prototype.send = function (message) {
        this.pings = (this.pings ?? 0) + (message.do === "ping");
        if (window.late === null) return;
        const answers = this.answers;
        this.answers = false;
        send.call(this, message);
        this.answers = answers;
        const { do: verb, value: n, from: to, number } = message;
        const answer = verb === "ping" ? { kind: "pong", n } : { kind: "got", to, number };
        setTimeout(() => this.tell(answer), window.late);
    };
}"""
"""A page's own server finds the kernel idle, which answers after `late` ms; null for never."""
CLICK = "() => s.root.querySelector('[data-key=a]').click()"


def slow_page(new_page: Callable[..., Page], late: int) -> Page:
    """Open a page of three panels on a line that takes its time."""
    page = new_page(clock=True)
    page.evaluate(KERNEL)
    page.evaluate(SERVER)
    page.evaluate("late => { window.late = late }", late)
    for _ in range(3):
        mount(page, buttons("a", do="x"), lost_words=LOST)
    page.clock.run_for(10_000)
    return page


def test_a_page_of_many_panels_pings_as_one(new_page: Callable[..., Page]) -> None:
    page = slow_page(new_page, 10)
    count = "[...manager.models.values()].reduce((sum, each) => sum + (each.pings ?? 0), 0)"
    before = page.evaluate(count)
    page.clock.run_for(60_000)
    assert page.evaluate(count) - before == 6
    page.evaluate("connection('connecting'); window.late = null; connection('connected')")
    before = page.evaluate(count)
    page.clock.run_for(3_000)
    assert page.evaluate(count) - before == 4  # at 0, 250, 750 and 1750 ms: ever less often


@pytest.mark.parametrize("late", [900, 2500])
def test_a_line_that_is_slow_is_not_doubted(new_page: Callable[..., Page], late: int) -> None:
    page = slow_page(new_page, late)
    for slower in (1, 1.5, 2, 1):
        page.evaluate("late => { window.late = late }", late * slower)
        for _ in range(5):
            page.evaluate(CLICK)
            page.clock.run_for(7_000)
    assert page.evaluate("tries") == []
    assert page.get_by_role("alert").count() == 0


def test_a_line_that_is_dead_is_tried_ever_less_often(new_page: Callable[..., Page]) -> None:
    page = slow_page(new_page, 50)
    page.evaluate("window.late = null")
    page.evaluate(CLICK)
    page.clock.run_for(5_000)
    assert page.evaluate("tries.length") == 1
    page.clock.run_for(115_000)
    tries = page.evaluate("tries")
    pauses = [later - earlier for earlier, later in pairwise(tries)]
    assert len(pauses) > 2
    assert pauses == sorted(pauses)
    assert pauses[-1] >= 2 * pauses[0]


def test_what_was_shown_ahead_is_no_answer(new_page: Callable[..., Page]) -> None:
    page = slow_page(new_page, 50)
    page.evaluate("""() => {
        s.el = s.root.parentElement;
        s.el.className = "pw-desk";
        const body = s.root.querySelector(".pw-body");
        body.innerHTML += "<button data-key=step data-do=step></button>";
        s.model.tell({ kind: "ahead", seq: 0, parcel: { [s.model.id]: { seq: 1 } } });
        window.late = null;
        s.root.querySelector("[data-key=step]").click();
    }""")
    page.clock.run_for(5_000)
    assert page.evaluate("s.model.get('seq')") == 1
    assert page.evaluate("tries.length") == 1


def test_an_answer_to_any_panel_ends_the_alarm_of_all(new_page: Callable[..., Page]) -> None:
    page = slow_page(new_page, 50)
    page.evaluate("window.late = null")
    page.clock.run_for(45_000)
    assert page.get_by_role("alert").count() == 3
    page.evaluate("s.model.push({ html: '<p>13 of 13 solved</p>' })")
    assert page.get_by_role("alert").count() == 0


def test_a_kernel_that_is_known_to_work_is_given_time(new_page: Callable[..., Page]) -> None:
    page = slow_page(new_page, 50)
    page.evaluate("window.late = null; paydaysKernel.ask = async () => 'busy'")
    page.evaluate(CLICK)
    page.clock.run_for(100_000)
    assert page.get_by_role("alert").count() == 0
    page.clock.run_for(40_000)
    assert page.get_by_role("alert").count() == 3
    assert page.evaluate("tries") == []


def test_a_server_that_is_slow_is_not_away_while_the_kernel_answers(
    new_page: Callable[..., Page],
) -> None:
    page = slow_page(new_page, 900)
    away = "dispatchEvent(new CustomEvent('paydays:kernel', { detail: 'away' }))"
    for _ in range(5):
        page.evaluate(away)
        page.clock.run_for(4_000)
        assert page.get_by_role("alert").count() == 0
    page.evaluate(f"window.late = null; {away}")
    page.clock.run_for(10_000)
    assert page.get_by_role("alert").count() == 3
    tell(page, kind="pong", n=0)  # it was there all the time
    assert page.get_by_role("alert").count() == 0
    assert not page.evaluate("s.root.querySelector('.pw-body').inert")
    assert page.evaluate("tries") == []


def test_what_a_parcel_says_was_got_is_not_sent_again(page: Page) -> None:
    page.evaluate(KERNEL)
    mount(page, buttons("a"), lost_words=LOST)
    page.evaluate("s.model.answers = false")
    page.click("[data-key=a]")
    letter = page.evaluate("s.model.letters.find((each) => each.move)")
    parcel = {"kind": "parcel", "parcel": {}, "to": letter["from"], "number": letter["number"]}
    page.evaluate("s.model.sent.length = 0")
    tell(page, **parcel)
    tell(page, kind="resumed", to=letter["from"], number=0)
    assert sent(page) == []


def test_an_order_that_comes_twice_is_carried_out_once(page: Page) -> None:
    mount(page, "<p>x</p>")
    order = {"kind": "save", "name": "a.txt", "mime": "text/plain", "text": "x", "number": 1}
    files: list[str] = []
    page.on("download", lambda download: files.append(download.suggested_filename))
    for _ in range(2):
        tell(page, **order)
    with page.expect_download(lambda file: file.suggested_filename == "b.txt"):
        tell(page, **{**order, "name": "b.txt", "number": 2})
    assert files == ["a.txt", "b.txt"]


@pytest.mark.parametrize("status", ["restarting", "autorestarting", "dead"])
def test_a_kernel_that_has_ended_is_told_at_once(page: Page, status: str) -> None:
    page.evaluate(KERNEL)
    mount(page, buttons("a"), lost_words=LOST)
    page.evaluate("status => kernel.statusChanged.emit(status)", status)
    assert page.get_by_role("alert").inner_text() == "Not answering"
    assert page.evaluate("s.root.querySelector('.pw-body').inert")
    mount(page, buttons("a"), lost_words=LOST)  # the notebook is run again
    assert not page.evaluate("s.root.querySelector('.pw-body').inert")


CELL = {"text": "Not answering", "cell": "Run the cell again"}


def test_in_a_notebook_the_cell_is_to_be_run_again(page: Page) -> None:
    page.evaluate(KERNEL)
    mount(page, "<p>x</p>", lost_words=CELL)
    page.evaluate("kernel.statusChanged.emit('restarting')")
    assert page.get_by_role("alert").inner_text() == "Run the cell again"
    mount(page, "<p>x</p>", lost_words=CELL)
    page.evaluate("connection('disconnected')")
    assert page.get_by_role("alert").last.inner_text() == "Not answering"


def test_what_a_notebook_saved_says_at_once_that_nothing_is_behind_it(
    new_page: Callable[..., Page],
) -> None:
    page = new_page(clock=True)
    page.evaluate("manager.kernel = null")
    mount(page, "<p>x</p>", lost_words=CELL)
    page.clock.run_for(1_000)
    assert page.get_by_role("alert").inner_text() == "Run the cell again"
    page.evaluate("s.views[0].close()")
    page.evaluate(KERNEL)
    dumb = "const send = Model.prototype.send; Model.prototype.send = (message) => {}"
    page.evaluate(f"() => {{ {dumb} }}")
    for status, alarms in (("busy", 0), ("idle", 1)):
        page.evaluate("status => { kernel.status = status; s.views[0].close() }", status)
        mount(page, "<p>x</p>", lost_words=CELL)
        page.clock.run_for(5_000)
        assert page.get_by_role("alert").count() == alarms
    page.evaluate("s.model.push({ seq: 1 })")
    assert page.get_by_role("alert").count() == 0


EXPORT = "() => { Model.prototype.set = () => ({ comm_live: false }) }"
"""Models of a page that nbconvert has made of a notebook with the state of its widgets."""


@pytest.mark.parametrize("host", ["manager.kernel = null", EXPORT], ids=["unstarted", "export"])
def test_where_there_is_no_kernel_one_surface_says_so_for_the_page(
    new_page: Callable[..., Page], host: str
) -> None:
    page = new_page(clock=True)
    page.evaluate(host)
    words = {**CELL, "copy": "As it was saved"}
    told = "As it was saved" if host == EXPORT else "Run the cell again"
    alert = page.get_by_role("alert")
    keys = ("a", "b", "c", "d")
    for key in keys:
        mount(page, buttons(key), lost_words={} if key == "a" else words)
        page.evaluate("key => { window[key] = s; s.model.send = () => {} }", key)
    page.evaluate("document.body.prepend(d.views[0].el)")  # it was made last
    page.clock.run_for(120_000)
    assert alert.all_inner_texts() == [told]
    said = """keys => keys.filter((key) => document.contains(
        window[key].root.querySelector("[role=alert]")))"""
    assert page.evaluate(said, keys) == ["d"]
    page.click("[data-key=c]")  # where nothing happens, it is said why
    assert page.evaluate(said, keys) == ["c"]
    page.click("[data-key=a]")
    assert page.evaluate(said, keys) == ["c"]
    assert not page.evaluate("c.root.querySelector('.pw-body').inert")  # what unfolds still does
    page.evaluate("c.views[0].close(), d.views[0].close()")  # as when a cell is run again
    page.clock.run_for(1_000)
    assert page.evaluate(said, keys) == ["b"]
    assert alert.all_inner_texts() == [told]


SHELF = "paydays:/stage.html:g-1"


def test_a_page_that_is_left_before_it_is_painted_has_kept_its_game(page: Page) -> None:
    mount(page, keep="g-1", record_name="a", record="first")
    wait_for_answer = "() => s.model.sent.some((each) => each.do === 'ping')"
    page.wait_for_function(wait_for_answer)
    found = page.evaluate(f"""() => {{
        s.model.push({{ seq: 1, record: "second" }});
        dispatchEvent(new Event("pagehide"));
        return localStorage["{SHELF}:a"];
    }}""")
    assert found.endswith(" second")


def again(page: Page) -> None:
    """Reload the page, and mount a panel that knows nothing of the last one."""
    page.reload()
    page.wait_for_function("window.ready")
    mount(page, keep="g-1", record_name="fresh")


def kept(page: Page) -> dict[str, Any]:
    """Wait until the page reports what it keeps."""
    page.wait_for_function("s.model.sent.some((m) => m.do === 'kept')")
    told: list[dict[str, Any]] = [each["value"] for each in sent(page) if each["do"] == "kept"]
    return told[-1]


def shelf(page: Page) -> dict[str, str]:
    """Read the storage itself, apart from the times."""
    found: dict[str, str] = page.evaluate("({...localStorage})")
    return {name: text.split(" ")[-1] for name, text in found.items()}


def beside(page: Page, url: str = HOME) -> Page:
    """Open another tab of the same browser."""
    other = page.context.new_page()
    other.route("**/*", answer)
    other.goto(url)
    other.wait_for_function("window.ready")
    return other


def test_what_is_kept_is_told_once_the_kernel_answers(new_page: Callable[..., Page]) -> None:
    page = new_page(clock=True)
    mount(page, keep="g-1", record_name="a")
    push(page, record="played", note="here")
    push(page, record_name="b", record="")
    push(page, record="later")
    assert shelf(page) == {f"{SHELF}:a": "played", f"{SHELF}:b": "later"}
    page.reload()
    page.wait_for_function("window.ready")
    page.evaluate("""() => {
        const send = Model.prototype.send;
        Model.prototype.send = function (message) {
            this.answers = window.live;
            send.call(this, message);
        };
        window.live = false;
        window.s = mount({ keep: "g-1", record_name: "fresh", note: "anew" });
    }""")
    page.clock.run_for(5_000)
    assert sent(page) == []
    page.evaluate("window.live = true")
    page.clock.run_for(3_000)
    records = {"a": {"text": "played", "when": 3600_000}, "b": {"text": "later", "when": 3600_000}}
    assert kept(page) == {"records": records, "note": "here", "link": ""}
    assert page.evaluate(f"sessionStorage['{SHELF}']") == "here"  # until there is another one
    push(page, note="further")
    assert page.evaluate(f"sessionStorage['{SHELF}']") == "further"


def test_a_record_is_written_when_it_changes_and_removed_when_it_is_empty(page: Page) -> None:
    mount(page, keep="g-1", record_name="a", record="from a cell")
    assert shelf(page) == {}
    push(page, seq=1)
    assert shelf(page) == {f"{SHELF}:a": "cell"}
    page.evaluate("""() => {
        const set = Storage.prototype.setItem;
        window.writes = [];
        Storage.prototype.setItem = function (...pair) {
            writes.push(pair);
            set.apply(this, pair);
        };
    }""")
    push(page, note="1", seq=2)
    push(page, note="1", seq=3)
    assert page.evaluate("writes") == [[SHELF, "1"]]
    push(page, record="")
    assert shelf(page) == {}


def test_what_a_record_says_is_not_the_pages_affair(new_page: Callable[..., Page]) -> None:
    page = new_page()
    old = "two lines\n12 and a number"
    page.evaluate("([key, text]) => { localStorage[key] = text }", [SHELF, old])
    page.evaluate("localStorage['paydays:/stage.html:g-10:x'] = 'of another panel'")
    mount(page, keep="g-1")
    assert kept(page)["records"] == {"": {"text": old, "when": 0}}
    push(page, record=old + "!")
    again(page)
    assert kept(page)["records"][""]["text"] == old + "!"


def test_a_panel_that_is_made_anew_has_no_note(page: Page) -> None:
    mount(page, keep="g-1", record_name="a")
    push(page, record="played", note="here")
    mount(page, keep="g-1", record_name="b")  # a cell that is run again
    assert (kept(page)["note"], kept(page)["link"]) == ("", "")


def test_the_page_keeps_and_forgets_what_it_is_told_to(new_page: Callable[..., Page]) -> None:
    page = new_page()
    mount(page, keep="g-1", record_name="a")
    page.evaluate("""() => {
        localStorage["paydays:theme"] = "dark";
        localStorage["paydays:/lesson:answers"] = "{}";
        localStorage["another"] = "program's";
    }""")
    others = {"paydays:theme": "dark", "paydays:/lesson:answers": "{}", "another": "program's"}
    push(page, record="played")
    for name in "bcd":
        page.evaluate("name => s.model.tell({kind: 'keep', name, text: name})", name)
    tell(page, kind="forget", names=["b", "c"])
    assert shelf(page) == {**others, f"{SHELF}:a": "played", f"{SHELF}:d": "d"}
    tell(page, kind="tell")
    assert set(kept(page)["records"]) == {"a", "d"}
    tell(page, kind="forget", all="panel")
    assert shelf(page) == others
    tell(page, kind="forget", all="everywhere")
    del others["paydays:/lesson:answers"]
    assert shelf(page) == others


def test_a_tab_is_told_when_another_one_writes_the_record_that_it_takes_up(
    new_page: Callable[..., Page],
) -> None:
    page = new_page()
    mount(page, keep="g-1", record_name="a")
    push(page, record="played", note="here")
    other = beside(page)
    mount(other, keep="g-1", record_name="x")
    assert kept(other)["note"] == ""
    with page.expect_popup() as popup:  # it takes the tab's own notes along
        page.evaluate("window.open(location.href)")
    twin = popup.value
    twin.route("**/*", answer)
    twin.goto(HOME)
    twin.wait_for_function("window.ready")
    mount(twin, keep="g-1", record_name="fresh")
    assert kept(twin)["note"] == "here"
    for tab, name, taken in ((twin, "a", True), (other, "b", False), (other, "a", True)):
        push(tab, record_name=name)
        tab.evaluate("name => s.model.tell({kind: 'claim', name})", name)
        told = "s.model.sent.filter((m) => m.do === 'taken').map((m) => m.value)"
        if taken:
            tab.wait_for_function(f"{told}.length")
        assert tab.evaluate(told) == ([name] if taken else [])
    assert [each for each in sent(page) if each["do"] == "taken"] == []


def test_a_moment_is_written_as_the_reader_writes_it(new_page: Callable[..., Page]) -> None:
    page = new_page(timezone_id="Europe/Berlin", locale="de-DE")
    moment = f'<p data-key="saved" title="{LONG}"><time data-when="1700000000000"></time></p>{{}}'
    mount(page, moment.format("Ja"), lang="de")
    assert page.evaluate("s.root.lang") == "de"
    assert page.locator("time").inner_text() == "14.11.2023, 23:13"
    push(page, lang="fr", html=moment.format("Oui"))
    assert page.locator("time").inner_text().startswith("14 nov. 2023")


def test_a_link_does_not_outlive_the_game_that_it_brought(new_page: Callable[..., Page]) -> None:
    page = new_page(HOME + "#g=abc")
    mount(page, keep="g-1")
    push(page, record="g=abc")
    assert page.evaluate("location.hash") == "#g=abc"
    push(page, record="g=abcdef")
    assert page.evaluate("location.hash") == ""


def test_a_link_is_told_even_if_the_game_before_it_is_kept_in_the_same_moment(
    new_page: Callable[..., Page],
) -> None:
    page = new_page()
    mount(page, keep="g-1")
    page.evaluate("""() => {
        location.hash = "g=abc";
        s.model.push({ record: "g=def" });
        dispatchEvent(new Event("pagehide")); // keeps what is to be kept
    }""")
    page.wait_for_function("s.model.sent.at(-1)?.value === 'g=abc'")


def test_what_a_reader_chose_is_told_on_every_page(new_page: Callable[..., Page]) -> None:
    page = new_page()
    mount(page, '<button data-key="f" data-do="language" data-value="fr">Français</button>')
    page.click("[data-key=f]")
    assert page.evaluate("localStorage['paydays:language']") == "fr"
    page.reload()
    page.wait_for_function("window.ready")
    mount(page, greet=True)
    page.wait_for_function("s.model.sent.some((m) => m.do === 'greet')")
    (told,) = [each["value"] for each in sent(page) if each["do"] == "greet"]
    assert told == {"language": "fr"}


def test_what_is_new_and_asks_for_it_is_scrolled_to(page: Page) -> None:
    tall = '<p data-key="a" style="height:3000px">a</p>'
    mount(page, tall)
    page.evaluate("window.scrollTo(0, 2500)")
    push(page, f'<p data-key="m" data-show="m1">Look</p>{tall}')
    seen = "s.root.querySelector('[data-key=m]').getBoundingClientRect().top >= 0"
    assert page.evaluate(seen)
    page.evaluate("window.scrollTo(0, 2500)")
    push(page, f'<p data-key="m" data-show="m1">Look again</p>{tall}')
    assert not page.evaluate(seen)


def test_a_button_fills_in_its_form_and_opens_the_fold_of_what_it_changes(page: Page) -> None:
    form = (
        '<form data-do="new"><details><summary>more</summary><select name="rules.a">'
        "<option>x</option><option>y</option></select></details>"
        """<button type="button" data-key="same" data-fill='{"rules.a": "x"}'>same</button>"""
        """<button type="button" data-key="f" data-fill='{"rules.a": "y"}'>fill</button>"""
        '<button data-key="go">go</button></form>'
    )
    mount(page, form)
    page.click("[data-key=same]")
    assert page.locator("details[open]").count() == 0
    page.click("[data-key=f]")
    assert page.locator("details[open]").count() == 1
    assert sent(page) == []
    page.click("[data-key=go]")
    assert sent(page) == [{"do": "new", "value": {"rules.a": "y"}, "seq": 0}]


def test_a_link_is_told_and_set_and_copied(new_page: Callable[..., Page]) -> None:
    page = new_page(HOME + "#g=abc", permissions=["clipboard-read", "clipboard-write"])
    mount(page, keep="g-1")
    assert kept(page) == {"records": {}, "note": "", "link": "g=abc"}
    page.evaluate("location.hash = 'g=def'")
    page.wait_for_function("s.model.sent.at(-1).value === 'g=def'")
    tell(page, kind="link", fragment="g=xyz")
    assert page.evaluate("location.hash") == "#g=xyz"
    page.wait_for_function("async () => (await navigator.clipboard.readText()).endsWith('#g=xyz')")
    assert [each["do"] for each in sent(page)] == ["kept", "link"]


def test_where_copying_is_refused_the_text_is_shown_selected(page: Page) -> None:
    mount(page, "<p>x</p>")
    page.evaluate("""() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
        document.execCommand = () => false;
        s.model.tell({ kind: "link", fragment: "g=xyz" });
    }""")
    page.wait_for_selector("textarea.pw-copy")
    assert page.evaluate("getSelection().toString()").endswith("#g=xyz")


def test_full_storage_is_told_once(page: Page) -> None:
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('full') } }")
    mount(page, keep="g-1")
    push(page, record="1")
    push(page, record="2")
    assert [each["do"] for each in sent(page)] == ["storage-full"]


def test_a_lesson_is_told_when_there_is_room_again(page: Page) -> None:
    page.evaluate("""() => {
        const real = Storage.prototype.setItem;
        const full = () => { throw new DOMException('full'); };
        globalThis.room = (is) => { Storage.prototype.setItem = is ? real : full; };
        room(false);
    }""")
    mount(page, keep="g-1", lesson={"of": 1, "questions": ["a"]})
    for record, room in (("1", False), ("2", False), ("3", True), ("4", True), ("5", False)):
        page.evaluate(f"room({str(room).lower()})")
        push(page, record=record)
    assert [each["do"] for each in sent(page)] == ["storage-full", "storage-room", "storage-full"]


FORBIDDEN = """
const forbid = () => { throw new DOMException("forbidden", "SecurityError"); };
for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get: forbid });
}
window.BroadcastChannel = forbid;
"""
"""What a browser does that stores nothing, as Firefox with all cookies blocked."""


def test_where_nothing_is_stored_that_is_told_once_and_all_goes_on(
    new_page: Callable[..., Page],
) -> None:
    page = new_page(before=FORBIDDEN)
    mount(page, buttons("a"), keep="g-1", greet=True)
    page.wait_for_function("s.model.sent.some((m) => m.do === 'storage-none')")
    push(page, record="1", note="n")
    push(page, record="2")
    tell(page, kind="claim", name="b")
    tell(page, kind="forget", all="panel")
    page.click("[data-key=a]")
    assert [each.get("do", "move") for each in sent(page)] == ["greet", "storage-none", "move"]


def test_a_file_is_saved(page: Page) -> None:
    mount(page)
    with page.expect_download() as download:
        tell(page, kind="save", name="a.csv", mime="text/csv", text="ä,1")
    assert download.value.suggested_filename == "a.csv"
    assert Path(download.value.path()).read_text(encoding="utf-8") == "ä,1"


# --- views -------------------------------------------------------------------------------------

COUNT = """
window.open_listeners = 0;
const add = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (type, act, how) {
  if (how?.signal && !how.signal.aborted) {
    open_listeners += 1;
    add.call(how.signal, "abort", () => { open_listeners -= 1; });
  } else if (window.strict) {
    open_listeners += 1e6;
  }
  return add.call(this, type, act, how);
};
window.open_timers = new Set();
for (const kind of ["Timeout", "Interval"]) {
  const set = window[`set${kind}`];
  const clear = window[`clear${kind}`];
  window[`set${kind}`] = (act, ...rest) => {
    const id = set(() => { open_timers.delete(id); act(); }, ...rest);
    open_timers.add(id);
    return id;
  };
  window[`clear${kind}`] = (id) => { open_timers.delete(id); clear(id); };
}
"""


def test_a_view_that_is_closed_leaves_nothing(new_page: Callable[..., Page]) -> None:
    page = new_page(before=COUNT)
    page.evaluate("window.strict = true")
    mount(page, buttons("a", motion="slide"), keep="g", pace=5000, lost_words=LOST)
    page.evaluate("new Promise(requestAnimationFrame)")  # it has come to rest
    assert page.evaluate("open_listeners") > 5
    assert page.evaluate("open_timers.size") >= 2
    page.evaluate("s.root.querySelector('[data-key=a]').click()")
    page.evaluate("s.views[0].close()")
    assert page.evaluate("[open_listeners, open_timers.size, s.model.listeners]") == [
        0,
        0,
        1,  # the model itself, which takes parcels
    ]
    assert page.evaluate("document.querySelector('.pw')") is None


def test_views_and_panels_do_not_disturb_each_other(page: Page) -> None:
    mount(page, buttons("a"), theme="dark", label="One")
    page.evaluate("state => { s.show(); window.t = mount(state) }", {"html": buttons("a")})
    assert page.locator(".pw").count() == 3
    page.locator("[data-key=a]").nth(1).click()
    assert sent(page) == [{"move": "a", "seq": 0}]
    push(page, buttons("b"))
    assert page.locator(".pw button").all_inner_texts() == ["b", "b", "a"]
    assert page.evaluate("t.model.sent") == []
    first = page.locator(".pw").first
    assert first.get_attribute("data-theme") == "dark"
    assert page.get_by_role("region", name="One").count() == 2
    with page.expect_download():
        tell(page, kind="save", name="a", mime="text/csv", text="")


def test_nothing_is_global(new_page: Callable[..., Page]) -> None:
    page = new_page()
    before = page.evaluate("Object.keys(window)")
    page.evaluate("mount({ html: '<p id=x>1</p>' })")
    assert page.evaluate("Object.keys(window)") == before
