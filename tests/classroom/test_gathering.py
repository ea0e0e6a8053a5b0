"""The file of a class without names: it has the figures of the results, and nobody's name."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import fmean

import pytest
from msgspec.structs import replace

from paydays_widgets import games
from paydays_widgets.classroom import classfile, experiments, gathering, results, screens, wishes
from paydays_widgets.classroom.classfile import FEWEST, MOST_DOTS, ClassFile, Part
from paydays_widgets.classroom.clients import ClassScreen, Here
from paydays_widgets.classroom.entries import Checked, Renamed
from paydays_widgets.classroom.running import orders
from paydays_widgets.classroom.screens import ours
from paydays_widgets.classroom.screens.words import words
from paydays_widgets.core.game import Complaint
from paydays_widgets.core.text import LANGUAGES, Language, Text
from paydays_widgets.show.report import NOTHING
from tests import markup
from tests.classroom.classes import Class, answer
from tests.classroom.programmes import opened as programmed
from tests.classroom.programmes import play
from tests.classroom.test_every_room import opened, rooms
from tests.classroom.test_running import Lesson, lesson

LONG = 40
TEXT = Text("en")


def called(number: int) -> str:
    """Return a name that no word of the program begins with."""
    return f"Zqx{number}ö"


def played(room: Class, turns: int = LONG) -> Class:
    """Name everybody as nobody else is called, let all decide by lot for a while, and end."""
    luck = Random(turns)
    missing = max(0, FEWEST + 1 - len(room.room.people))
    room.join(*[f"More{number}" for number in range(missing)])
    for person in room.room.present:
        room.do(Renamed(person, called(person)))
    room.do(wishes.begin(room.room, room.room.present))
    room.walk()
    for _ in range(turns):
        if not _decide(room, luck):
            break
    room.do(wishes.end(room.room))
    return room


def _decide(room: Class, luck: Random) -> bool:
    """Let a seat of each table decide, or all people of a poll; return whether anybody could."""
    if room.room.polled:
        if room.room.poll.rests:
            room.do(wishes.go_on(room.room))
        if room.room.poll.seat is None:
            return False
        sitting = room.room.sittings[0]
        many = len(sitting.table.game.legal(sitting.table.state, room.room.poll.seat))
        for person in room.room.present:
            answer(room, person, luck.randrange(many))
        room.do(wishes.reveal(room.room))
        room.pick(luck.choice(room.room.present))
        return True
    found = False
    for sitting in room.room.sittings:
        if sitting.waiting:
            found = True
            person, seat = room.turn(sitting.number)
            many = len(sitting.table.game.legal(sitting.table.state, seat))
            room.decide(person, luck.randrange(many))
    return found


def kept(room: Class) -> ClassFile:
    """Save the file, look for whom it could name, and read it again."""
    file = gathering.gathered(room.room, "10b")
    data = classfile.write(file)
    written = data.decode()
    opened_ = room.room.opened
    for each in room.room.people:
        assert each.name not in written
        assert each.token not in written
    for secret in (f'"{opened_.host}"', opened_.code, "Zqx", "Bot "):
        assert secret not in written
    assert len(data) <= classfile.LARGEST
    assert classfile.read(data, "x") == file
    return file


def page(room: Class, block: int = 0) -> markup.Page:
    screen = ClassScreen(open="results", block=block, theory=True)
    html = screens.teacher(Here(1, room.room), screen, {}).parts["main"].html
    return markup.Page(html)


def figures(file: ClassFile, at: int) -> dict[str, tuple[str, str]]:
    """Return what the page of classes says of a part: by name, its figure and theory."""
    [topic] = ours.topics([replace(file, parts=(file.parts[at],))], "en")
    return {name: (cell.value, cell.theory) for name, [cell] in topic.rows}


def of_bids(room: Class, block: int) -> list[str]:
    """Return the figures of a block as its results show them, with theory beside."""
    shown = page(room, block)
    if not shown.keys("blocks"):
        return [NOTHING] * 6  # nothing is over
    row = shown.inside(f"b{block + 1}")
    return [each.said for each in row if each.tag == "td"][2:]


def of_trades(room: Class, block: int) -> dict[str, tuple[str, str]]:
    found = dict[str, tuple[str, str]]()
    if not page(room).keys("blocks"):
        return found  # nothing is over
    rows = [each for each in page(room).inside("blocks") if each.tag == "tr"][2:]
    for row in rows:
        name, *cells = [each.said for each in row.inside if each.tag in {"th", "td"}]
        value, theory = cells[2 * block : 2 * block + 2]
        if value != NOTHING:
            found[name] = value, "" if theory == NOTHING else theory
    return found


def compare(room: Class, file: ClassFile, at: int) -> None:
    """Hold a part of the file to the page with the results."""
    part = file.parts[at]
    match part.kind:
        case "bids":
            mine, text = figures(file, at), words("en")
            told = [mine.get(text(each), (NOTHING, "")) for each in ("Paid", "Winner keeps")]
            wanted = of_bids(room, at)
            assert [each or NOTHING for both in told for each in both][::2] == wanted[:4:2]
            for (value, theory), shown in zip(told, wanted[1:4:2], strict=True):
                assert value == NOTHING or (theory or NOTHING) == shown
            last = [mine.get(text(each)) for each in ("Winners with a loss", "Efficiency")]
            assert [NOTHING if each is None else each[0] for each in last] == wanted[4:6]
        case "trades":
            assert figures(file, at) == of_trades(room, at)
        case "marks":
            rows = [each for each in results.rows(room.room, TEXT) if not each.bot]
            by_key = {each.key: (each.value, each.n) for each in part.figures}
            assert by_key["worth"] == (fmean(each.worth for each in rows), len(rows))
            for number in range(len(rows[0].figures)):
                mean = fmean(each.figures[number] for each in rows)
                assert by_key[f"figure-{number}"] == (mean, len(rows))
            assert sum(dot.n for dot in part.dots) == len(results.dots(results.marks(room.room)))
        case "answers":
            counts = [
                int(each.said)
                for each in page(room).elements
                if each.tag == "b"
                and each["class"] == "pw-num"
                and each.node.parent is not None
                and "cl-said" in (each.node.parent.attributes.get("class") or "")
            ]
            assert [n for each in part.answers for n in each.counts] == [n for n in counts if n]


@pytest.mark.walk
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "way", "preset", "size"), [*rooms()])
def test_every_class_has_the_figures_of_its_results_and_no_names(
    name: str, way: str, preset: str, size: int
) -> None:
    room = played(opened(name, way, preset, size))
    file = kept(room)
    assert [each.game for each in file.parts] == [name]
    [part] = file.parts
    assert part.people >= FEWEST
    assert (part.dots or part.figures) if part.kind != "answers" else part.answers
    compare(room, file, 0)
    for language in LANGUAGES:
        if part.kind != "answers":
            assert ours.topics([file, file], language)
        assert len(ours.questions([file, file], language)) <= len(part.answers)


def test_every_block_of_a_programme_is_a_part_of_its_own() -> None:
    given = [
        {"rules": "first_price", "practice": "yes"},
        {"rules": "curse"},
        {"rules": "second_price"},
    ]
    room = programmed(*given).join(*map(called, range(8))).begin()
    play(room)
    while room.room.coming:
        room.begin()
        play(room)
    file = kept(room)
    assert [part.practice for part in file.parts] == [True, False, False]
    assert len(ours.topics([file], "en")) == 3
    for at in range(3):
        compare(room, file, at)
    assert sum(dot.n for dot in file.parts[0].dots) == 8 * 3


@pytest.mark.parametrize("told", ["bids", "price", "win"])
def test_what_the_rules_keep_secret_is_not_in_the_file(told: str) -> None:
    room = programmed({"rules": "first_price"}, told=told).join(*map(called, range(8))).begin()
    play(room)
    room.do(wishes.end(room.room))
    file = kept(room)
    [part] = file.parts
    assert part.dots == ()
    by_key = {each.key: each.value for each in part.figures}
    assert by_key["kept"] is by_key["losing"] is by_key["efficiency"] is None
    compare(room, file, 0)


def test_order_tells_nobody_which_dots_are_whose() -> None:
    """The same play in other seats gives the same file, byte for byte."""
    files = set()
    for order in ([*range(8)], [*reversed(range(8))], [3, 1, 7, 5, 0, 2, 4, 6]):
        room = programmed({"rules": "first_price"}).join(*map(called, range(8))).begin(order)
        play(room)
        files.add(classfile.write(kept(room)))
    assert len(files) == 1


@pytest.mark.parametrize("people", range(1, FEWEST + 2))
def test_of_few_people_there_is_only_their_number(people: int) -> None:
    room = programmed({"rules": "first_price", "checks": "1"}).join(*map(called, range(people)))
    for person in range(people):
        room.do(wishes.check(room.room, person, 0, 0, 1_000))
    room.begin()
    play(room)
    [part] = kept(room).parts
    assert part.people == people
    few = people < FEWEST
    assert (not part.figures, not part.dots, not part.line) == (few, few, few)
    assert ("checked" in {each.key for each in part.figures}) is not few


def test_few_answers_to_a_check_are_not_counted() -> None:
    room = programmed({"rules": "first_price", "checks": "1"}).join(*map(called, range(8)))
    room.do(wishes.check(room.room, 0, 0, 0, 1_000))
    room.begin()
    play(room)
    [part] = kept(room).parts
    assert "checked" not in {each.key for each in part.figures}
    assert isinstance(next(iter(room.room.checked.values())), Checked)


@pytest.mark.parametrize("people", [FEWEST - 1, FEWEST])
def test_answers_to_a_poll_are_counted_once_told_and_if_they_are_enough(people: int) -> None:
    room = Class().open("poll").join(*map(called, range(people))).begin()
    for person in range(people):
        answer(room, person, person % 2)
    assert kept(room).parts[0].answers == ()
    room.do(wishes.reveal(room.room))
    file = kept(room)
    [asked] = file.parts[0].answers
    assert (asked.n, len(asked.options)) == (people, 2)
    assert asked.counts == ((3, 2) if people == FEWEST else ())
    for language in LANGUAGES:
        [question] = ours.questions([file], language)
        before = question.classes[0].before
        assert before is not None
        assert (before.n, bool(before.percents)) == (people, people == FEWEST)


@pytest.mark.parametrize("language", LANGUAGES)
def test_experiments_stand_below_the_classes_that_they_are_like(language: Language) -> None:
    blocks = [{"rules": rules, "size": "2"} for rules in ("first_price", "curse", "tender")]
    room = programmed(*blocks).join(*map(called, range(8))).begin()
    for at in range(len(blocks)):
        play(room)
        if at + 1 < len(blocks):
            room.begin()
    file = kept(room)
    price, curse = ours.spans([file, file], language)
    assert [each.value for each in price.experiments] == [Text(language).percent(127)]
    wanted = experiments.beside("curse", [room.room.rules_of_blocks[1]])
    assert [each.label for each in curse.experiments] == [
        getattr(each.label, language) for each in wanted
    ]
    assert {each.citation for each in curse.notes} == {each.citation for each in wanted}
    for span in (price, curse):
        marks = [each.at for each in span.marks]
        ends = [end for row in span.experiments for end in (row.at, row.low, row.high)]
        places = [each for each in ends if each is not None]
        assert places
        assert marks[0] <= min(places) <= max(places) <= marks[-1]


def test_a_lessons_predictions_are_there_before_and_after(tmp_path: Path) -> None:
    order = orders()["2_how_much_less"]
    asks = [at for at, each in enumerate(order.stages) if order.question(at) is not None]

    async def act(class_: Lesson) -> None:
        room = class_.here.room
        assert gathering.gathered(room, "x").parts == ()
        await class_.stage(0)
        for phone in class_.phones:
            await phone.play(phone.moves[0])
        await class_.notes.do("reveal")
        for at in asks:
            await class_.stage(at)
            await class_.choose(*[0 if at == asks[-1] else person % 2 for person in range(6)])
            assert len(gathering.gathered(class_.here.room, "x").questions) == asks.index(at)
            await class_.notes.do("show-answers")
        if class_.run.at < len(order.stages) - 1:
            assert "keep" not in class_.keys(class_.notes)
        if class_.run.following is not None:
            await class_.stage(len(order.stages) - 1)
        for page_ in (class_.projector, class_.notes):
            assert "keep" in class_.keys(page_)
        if asks[-1] == len(order.stages) - 1:
            await class_.stage(len(order.stages) - 2)
        file = gathering.gathered(class_.here.room, "10b")
        assert classfile.read(classfile.write(file), "x") == file
        first, *_, last = file.questions
        assert (first.key, first.again, last.again) == (last.key, False, True)
        assert (first.counts, last.counts[0]) == ((3, 3, 0), 6)
        assert not file.rehearsal
        [hook] = [each for each in file.parts if each.kind == "answers"]
        assert hook.answers[0].n == 6
        assert "P0" not in classfile.write(file).decode()
        [_, question] = ours.questions([file, file, replace(file, questions=())], "fr")
        assert question.again
        one, other = question.classes
        assert (one.file, other.file) == (0, 1)
        assert one.before is not None
        assert one.after is not None
        assert (one.before.percents[0], one.after.percents[0]) == (50, 100)
        assert one.change == ["+50", "−50", "0"]
        half = replace(file, questions=(last,))
        [*_, late] = ours.questions([half], "en")
        assert (late.classes[0].before, late.classes[0].change) == (None, [])

    lesson(lambda class_: _with(class_, act), tmp_path, order)


async def _with(class_: Lesson, act: object) -> None:
    for number in (4, 5):
        class_.phones.append(await class_.hall.join(class_.here, f"P{number}"))
    await act(class_)  # type: ignore[operator]


def test_the_day_is_that_on_which_the_class_came() -> None:
    room = Class().join()
    room.open().join("Anna").begin()
    assert gathering.gathered(room.room, "10b").date in {"1970-01-01", "1969-12-31"}


def test_many_dots_stand_on_a_grid() -> None:
    luck = Random(1)
    many = [(luck.random() * 1e4, luck.random() * 1e4, luck.random() < 0.5) for _ in range(20_000)]
    dots = gathering._counted(many)
    assert len(dots) <= MOST_DOTS
    assert sum(dot.n for dot in dots) == len(many)
    assert [*dots] == sorted(dots, key=lambda dot: (dot.x, dot.y, dot.wins))
    assert gathering._counted([]) == ()


def test_a_class_has_a_name_that_can_be_read() -> None:
    room = Class().open().join("Anna").begin()
    with pytest.raises(Complaint, match="name"):
        gathering.gathered(room.room, " \u200b ")
    assert gathering.gathered(room.room, "  10b \n (2026) ").label == "10b (2026)"


def parts() -> Iterator[Part]:
    """Make a part of each game and kind."""
    for name in games.names():
        for way in ("tables", "poll"):
            usual = next(iter(games.modules(name).presets))
            size = games.modules(name).panel.SEATS[0]
            yield from kept(played(opened(name, way, usual, size))).parts


def test_parts_of_all_games_stand_on_one_page() -> None:
    file = replace(classfile.made("10b", gathering._day(Class().room), 9), parts=tuple(parts()))
    assert classfile.read(classfile.write(file), "x") == file
    for language in LANGUAGES:
        topics = ours.topics([file, file], language)
        assert len(topics) == len(games.names())
        for topic in topics:
            one, other = topic.columns
            assert one.plot == other.plot  # the same scale, and the same dots


def test_a_game_without_a_debrief_has_what_its_players_are_worth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = played(opened("zock", "tables", "teaching", 2), 4)
    monkeypatch.setattr(games.modules("zock"), "debrief", None)
    file = kept(room)
    assert [each.key for each in file.parts[0].figures] == ["worth"]
    for language in LANGUAGES:
        [topic] = ours.topics([file, file], language)
        assert (len(topic.rows), topic.up) == (1, "")
