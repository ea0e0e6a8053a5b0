"""Our classes in a browser: a class is saved without names, and stands beside others."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from paydays_widgets.classroom import classfile, wishes
from tests.browser.dashboard import faults
from tests.browser.test_class import PHONE
from tests.classroom.browsers import Browser
from tests.classroom.programmes import programme
from tests.classroom.server import HOST_TOKEN, Server
from tests.classroom.test_classfile import files

SIZES = ((1920, 1080), (1280, 800), (390, 844))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("class")) as running:
        yield running


@pytest.fixture
def saved(tmp_path: Path) -> list[Path]:
    """Return the files of three classes: the same game twice, a market; and one that is broken."""
    found = []
    for number, which in enumerate((0, 0, 1)):
        raw = json.loads(files()[which]) | {"label": f"10{'abc'[number]}", "people": 20 + number}
        found.append(tmp_path / f"{number}.json")
        found[-1].write_text(json.dumps(raw), encoding="utf-8")
    broken = tmp_path / "broken.json"
    broken.write_bytes(files()[3][:200])
    return [*found, broken]


def opened(page: Page, number: int) -> None:
    expect(page.locator('[data-key="files"] li')).to_have_count(number)


def fits(page: Page) -> bool:
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_three_files_stand_side_by_side_at_every_size(
    server: Server, visitors: Callable[..., Page], saved: list[Path], theme: str
) -> None:
    page = visitors(color_scheme=theme)
    page.goto(f"{server.address}class/ours")
    page.locator("[type=file]").set_input_files(saved)
    opened(page, 3)
    expect(page.locator('[data-key="said"] li')).to_have_count(1)
    expect(page.locator('[data-key="topic-0"] svg')).to_have_count(2)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page)
        left = page.locator('[data-key="topic-0"] svg').evaluate_all(
            "them => them.map(each => each.getBoundingClientRect().left)"
        )
        assert (len({*left}) == 2) is (width > 390)
    assert faults(page, within="body") == []
    assert faults(page, contrast=True, within="body") == []


def test_files_are_dropped_sorted_put_away_and_read_in_another_language(
    server: Server, visitors: Callable[..., Page], saved: list[Path]
) -> None:
    page = visitors(**PHONE)
    page.goto(f"{server.address}class/ours?language=en")
    for path in reversed(saved[:3]):
        page.evaluate(
            """([name, text]) => {
                const files = new DataTransfer();
                files.items.add(new File([text], name));
                const event = { dataTransfer: files, bubbles: true, cancelable: true };
                document.querySelector("h1").dispatchEvent(new DragEvent("drop", event));
            }""",
            [path.name, path.read_text(encoding="utf-8")],
        )
        expect(page.locator('[data-key="files"] li').last).to_contain_text(
            f"10{'abc'[int(path.stem)]}"
        )
    opened(page, 3)
    first = page.locator('[data-key="file-0"]')
    expect(first).to_contain_text("10c")
    page.locator("[name=order]").select_option("label")
    expect(first).to_contain_text("10a")
    page.locator('[data-key="languages"] [lang="de"]').click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    opened(page, 3)
    first.locator("button").click()
    opened(page, 2)
    expect(first).to_contain_text("10b")


def test_it_works_without_script_and_prints_no_controls(
    server: Server, visitors: Callable[..., Page], saved: list[Path]
) -> None:
    page = visitors(java_script_enabled=False)
    page.goto(f"{server.address}class/ours")
    page.locator("[type=file]").set_input_files(saved[:2])
    page.locator("[name=open]").click()
    opened(page, 2)
    page.emulate_media(media="print")
    for control in ("[type=file]", "[name=open]", "[name=order]", "[name=away]"):
        assert not any(each.is_visible() for each in page.locator(control).all())
    assert page.locator('[data-key="figures-0"]').is_visible()
    assert page.pdf()


def test_a_teacher_saves_a_class_from_its_results(
    server: Server, visitors: Callable[..., Page], tmp_path: Path
) -> None:
    here = server.open("", programme=programme({"rules": "first_price"}))
    for number in range(6):
        Browser(server).join(here.code, f"Zqx{number}")
    server.begin(here)
    server.wish(here, lambda room: [wishes.end(room)])
    page = visitors()
    url = f"{server.address}class/{here.code}"
    page.context.add_cookies(
        [{"name": f"paydays-host-{here.code}", "value": HOST_TOKEN, "url": url}]
    )
    page.goto(f"{url}/teacher")
    with page.expect_popup() as popup:
        page.locator('[data-part=main] [data-key="keep"]').click()
    keep = popup.value
    keep.get_by_role("textbox").fill("10b")
    with keep.expect_download() as download:
        keep.locator('[data-key="save"]').click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.name.endswith("-10b.json")
    assert classfile.read(path.read_bytes(), path.name).people == 6
    keep.locator('[data-key="ours"]').click()
    keep.locator("[type=file]").set_input_files(path)
    opened(keep, 1)
    assert faults(keep, within="body") == []
