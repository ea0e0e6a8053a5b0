"""A lesson as homework in browsers: a teacher gives it, two students answer, the grid fills."""

import csv
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from paydays_widgets.lessons.progress import ASKED
from tests.browser.conftest import Serve, Visit
from tests.browser.dashboard import faults
from tests.browser.notebook import write
from tests.course import FOLDER, running

BEGINS = """
from paydays_widgets.lessons import Bet, Choice, Number, Progress, Right, Wrong
progress = Progress("two_dice", of=3)
a, b = (progress.vary(name, *range(100, 400)) for name in "ab")
"""
LESSON = (
    BEGINS,
    'progress.ask(Bet("bet", "How high?", 0, 9))',
    'progress.ask(Number("sum", f"{a} + {b}?", a + b, {}))',
    'progress.ask(Choice("who", "Who?", [Right("Anna", "Yes."), Wrong("Ben", "No.")]))',
    "progress",
)
"""A lesson that draws its figures from the student's seed."""
TEST = "what_you_know.ipynb"


@pytest.fixture(scope="module")
def url(serve: Serve, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a server behind a proxy, on which every visitor is a guest."""
    folder = tmp_path_factory.mktemp("pages")
    path = folder / "lessons" / "two_dice.ipynb"
    write(path, *LESSON)
    notebook = json.loads(path.read_text(encoding="utf-8"))
    words = {"en": "Two dice", "fr": "Deux dés", "de": "Zwei Würfel"}
    facts = {"title": words, "about": words, "level": words, "game": "zahltag", "minutes": 5}
    notebook["metadata"]["paydays"] = facts
    path.write_text(json.dumps(notebook), encoding="utf-8")
    shutil.copy(FOLDER / TEST, path.parent)
    return serve(folder, "--class", "--behind-proxy", "--class-key=word")


@pytest.fixture
def pages(visit: Visit) -> Iterator[list[Page]]:
    """A teacher and two students; the second one reads French, on a phone."""
    with ExitStack() as visits:
        looks = [{}, {}, {"locale": "fr-FR", "viewport": {"width": 390, "height": 844}}]
        yield [visits.enter_context(visit(**look)) for look in looks]


def assign(teacher: Page, url: str) -> str:
    """Give the lesson to Anna and Ben, the third question held back; return the code."""
    teacher.goto(f"{url}class/new")
    teacher.locator("a[href$='homework/new']").click()
    assert faults(teacher, within="body") == []
    teacher.get_by_label("Two dice").check()
    teacher.locator("[name=labels]").fill("Anna\nBen")
    teacher.locator("[name=due]").fill("2001-05-31T18:00")
    teacher.locator("[name=unlocked]").fill("2")
    teacher.locator("[name=key]").fill("word")
    teacher.locator("form button").click()
    expect(teacher.locator("[data-key^=row-]")).to_have_count(2)
    return teacher.url.split("/")[-2]


def join(student: Page, url: str, code: str, name: str) -> None:
    enter(student, url, code, name)
    expect(question(student, 3)).to_be_visible()
    expect(student.locator(".homework")).to_have_attribute("data-state", "all")


def enter(student: Page, url: str, code: str, name: str) -> None:
    student.goto(f"{url}join/{code}")
    student.locator("[name=name]").fill(name)
    student.locator("form button").first.click()


def question(page: Page, number: int) -> Locator:
    """Find the form of a question, or what stands in its place."""
    return page.locator(".pw-ask, [data-key=waiting]").nth(number - 1)


def figures(page: Page) -> tuple[int, int]:
    found = re.search(r"(\d+)\s\+\s(\d+)", question(page, 2).inner_text())
    assert found
    return int(found[1]), int(found[2])


def answer(page: Page, number: int, what: int) -> None:
    form = question(page, number)
    form.locator("[name=answer]").fill(str(what))
    form.locator("[data-key=check]").click()
    expect(form.locator("[data-key=feedback]")).to_be_visible()


def stands(teacher: Page, name: str, number: int, standing: str) -> None:
    cell = teacher.locator(f"[data-key=row-{name}] td").nth(number - 1)
    expect(cell).to_have_attribute("data-standing", standing)


def test_two_students_do_their_homework_and_the_teacher_sees_it(
    url: str, pages: list[Page]
) -> None:
    teacher, anna, ben = pages
    code = assign(teacher, url)
    join(anna, url, code, "Anna")
    join(ben, url, code, "ben")
    assert figures(anna) != figures(ben)
    answer(anna, 2, sum(figures(anna)))
    stands(teacher, "Anna", 2, "first")
    drops = "internetdisconnected"  # but only the line to the class
    ben.route("**/attempts?*", lambda route: route.abort(drops))
    answer(ben, 2, 1)
    expect(ben.locator(".homework")).to_have_attribute("data-state", "some")
    answer(ben, 2, sum(figures(ben)))
    solved = question(ben, 2).locator("[data-key=feedback] .pw-sign--right")
    expect(solved).to_be_visible()
    drawn = figures(ben)
    ben.reload()  # and he gives up
    expect(solved).to_be_visible()
    assert figures(ben) == drawn
    stands(teacher, "Ben", 2, "")
    ben.unroute("**/attempts?*")
    stands(teacher, "Ben", 2, "later")
    expect(ben.locator(".homework")).to_have_attribute("data-state", "all")
    ben.evaluate("localStorage.clear()")
    ben.reload()  # what the browser has lost comes back from the class
    expect(solved).to_be_visible()
    answer(ben, 1, 7)
    stands(teacher, "Ben", 1, "said")
    expect(teacher.locator("[data-late]")).to_have_count(3)
    held(teacher, anna)
    strangers(url, code, anna)


def held(teacher: Page, anna: Page) -> None:
    """Open the question that the teacher holds back."""
    waiting = anna.locator("[data-key=waiting]")
    expect(waiting).to_be_visible()
    assert faults(teacher, within="body") == []
    unlocking = teacher.locator("form:has([value=unlock])")
    unlocking.locator("[name=unlocked]").fill("3")
    unlocking.get_by_role("button").click()
    expect(waiting).to_have_count(0)
    form = question(anna, 3)
    anna.route("**/attempts?*", lambda route: route.abort("internetdisconnected"))
    form.get_by_label("Ben").check()
    form.locator("[data-key=check]").click()
    unlocking.locator("[name=unlocked]").fill("2")  # it is closed before the answer has come
    unlocking.get_by_role("button").click()
    anna.unroute("**/attempts?*")
    with anna.expect_response(lambda got: "attempts" in got.url and got.json().get("held")):
        expect(anna.locator(".homework")).to_have_attribute("data-state", "some")
    stands(teacher, "Anna", 3, "")
    unlocking.locator("[name=unlocked]").fill("")
    unlocking.get_by_role("button").click()
    stands(teacher, "Anna", 3, "tried")
    expect(anna.locator(".homework")).to_have_attribute("data-state", "all")
    form.locator("[data-key=show]").click()
    stands(teacher, "Anna", 3, "shown")
    expect(teacher.locator("[data-key=stuck] td").nth(2)).to_have_text("1")
    with teacher.expect_download() as file:
        teacher.locator("[href$='attempts.csv']").click()
    text = Path(file.value.path()).read_text(encoding="utf-8-sig")
    assert "Anna,who,3,1,Ben,no,yes," in text  # what was chosen, in words
    assert [line.split(",")[1:5] for line in text.splitlines()[1:]] == [
        ["Anna", "sum", "2", "1"],
        ["Anna", "who", "3", "1"],
        ["Ben", "bet", "1", "1"],
        ["Ben", "sum", "2", "1"],
        ["Ben", "sum", "2", "2"],
    ]


def strangers(url: str, code: str, anna: Page) -> None:
    """Let in only people with a seat."""
    lesson = f"{url}voila/render/lessons/two_dice.ipynb"
    request = anna.context.request
    assert request.get(f"{url}class/{code}/grid").status == 403
    assert request.get(f"{url}class/{code}/gradebook.csv?again=1").status == 403
    anna.goto("about:blank")
    anna.context.clear_cookies()
    assert request.get(lesson).status == 403
    assert request.get(f"{lesson}?homework={code}").url == f"{url}class/{code}"


def test_a_test_is_homework_with_one_answer_a_question(
    url: str, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visit() as teacher, visit() as anna:
        teacher.goto(f"{url}class/homework/new")
        teacher.locator(f"[name=lesson][value='lessons/{TEST}']").check()
        teacher.locator("[name=labels]").fill("Anna\nBen")
        teacher.locator("[name=key]").fill("word")
        teacher.locator("form button").click()
        expect(teacher.locator("[data-key^=row-]")).to_have_count(2)
        enter(anna, url, teacher.url.split("/")[-2], "Anna")
        forms = anna.locator(".pw-ask")
        expect(forms).to_have_count(12)
        expect(anna.locator("[data-key=exam]")).to_have_count(0)  # there is no choice of tests
        monkeypatch.setenv(ASKED, anna.url.partition("?")[2])
        with running(FOLDER / TEST) as run:
            [sitting] = run.names["exam"]
            right = [each.right for each in sitting.questions]
        for number, what in enumerate(right):
            forms.nth(number).locator("[name=answer]").fill(str(what if number < 4 else -1))
            forms.nth(number).locator("[data-key=check]").click()
            expect(forms.nth(number).locator("fieldset")).to_have_attribute("disabled", "")
        expect(anna.locator("[data-key=progress] .pw-sign--right")).to_have_count(4)
        expect(anna.locator("[data-key=progress] .pw-sign--wrong")).to_have_count(8)
        for number in range(1, 13):
            stands(teacher, "Anna", number, "first" if number <= 4 else "tried")
        with teacher.expect_download() as file:
            teacher.locator("[href$='gradebook.csv']").click()
        with Path(file.value.path()).open(encoding="utf-8-sig", newline="") as sheet:
            rows = {row["label"]: row["points"] for row in csv.DictReader(sheet)}
        assert rows == {"Anna": "16.0", "Ben": "0.0"}


def test_a_lesson_that_is_no_homework_has_no_seed_and_says_nothing(
    visit: Visit, voila_url: str
) -> None:
    with visit() as reader:
        reader.goto(f"{voila_url}voila/render/lessons/01_the_lowest_bid.ipynb")
        link = reader.locator("[data-key=as-homework]")
        expect(link).to_be_visible()
        expect(reader.locator(".homework")).to_have_count(0)
        with reader.context.expect_page() as popup:
            link.click()
        expect(popup.value.locator("[name=lesson]:checked")).to_have_value(
            "lessons/01_the_lowest_bid.ipynb"
        )
        popup.value.close()


COURSE = (
    "01_the_lowest_bid",
    "02_ten_and_twenty_percent",
    "03a_bidding_within_a_purse",
    "03b_wages_and_loans",
    "05_mark_up_and_rivals",
    "08_debt_that_feeds_itself",
)


@pytest.mark.hosting
@pytest.mark.parametrize("lesson", COURSE)
def test_each_student_gets_a_lesson_with_figures_of_their_own(
    lesson: str, serve: Serve, tmp_path: Path, visit: Visit
) -> None:
    folder = tmp_path / "pages"
    shutil.copytree(FOLDER, folder / "lessons", ignore=shutil.ignore_patterns(".*"))
    url = serve(folder, "--class", "--behind-proxy", "--class-key=word")
    labels = ["Anna", "Ben", "Cara", "Dan"]
    with visit() as teacher, ExitStack() as visits:
        teacher.goto(f"{url}class/homework/new")
        teacher.locator(f"[name=lesson][value='lessons/{lesson}.ipynb']").check()
        teacher.locator("[name=labels]").fill("\n".join(labels))
        teacher.locator("[name=key]").fill("word")
        teacher.locator("form button").click()
        expect(teacher.locator("[data-key^=row-]")).to_have_count(len(labels))
        code = teacher.url.split("/")[-2]
        students = [visits.enter_context(visit()) for _ in labels]
        for student, label in zip(students, labels, strict=True):
            enter(student, url, code, label)
        of = re.search(r"of=(\d+)", (FOLDER / f"{lesson}.ipynb").read_text(encoding="utf-8"))
        assert of
        for student in students:
            expect(student.locator("[data-key=progress] li")).to_have_count(int(of[1]))
        asked = [tuple(page.locator(".pw-ask").all_inner_texts()) for page in students]
        assert len({*asked}) > 1
