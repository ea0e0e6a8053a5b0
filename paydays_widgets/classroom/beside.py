"""A class, bots, theory and experiments, on one scale for each topic; and the same as a file."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from paydays_widgets.classroom import measures, rounds
from paydays_widgets.classroom.experiments import Experiment, beside, of_game
from paydays_widgets.classroom.measures import Estimate, Measure
from paydays_widgets.classroom.room import Room
from paydays_widgets.core.text import Language, Text
from paydays_widgets.show.measure import THEORY, Topic
from paydays_widgets.show.spreadsheet import exact, spreadsheet

OfBots: TypeAlias = Mapping[int, Estimate | None]
"""What bots do by the rules of each block, as far as they have played."""
Who: TypeAlias = Literal["class", "bots", "theory", "experiment"]

COLUMNS: Final = (
    *("room", "block", "rules", "practice", "seats", "topic", "who", "label"),
    *("share", "low", "high", "n", "without", "source", "place", "address"),
)


class Block(Struct, frozen=True):
    """A block of the class beside what bots do there; None as long as they play."""

    measure: Measure
    bots: Estimate | None


class Picture(Struct, frozen=True):
    """All that stands on the scale of a topic."""

    topic: Topic
    blocks: Sequence[Block]
    theory: float
    experiments: Sequence[Experiment]


def pictures(room: Room, bots: OfBots) -> list[Picture]:
    """Gather what stands beside one another, once blocks are over."""
    by_topic: dict[Topic, list[Block]] = {}
    for each in measures.of(room):
        by_topic.setdefault(each.topic, []).append(Block(each, bots.get(each.block)))
    return [
        Picture(
            topic=topic,
            blocks=found,
            theory=THEORY[topic],
            experiments=beside(
                topic, [room.rules_of_blocks[each.measure.block] for each in found]
            ),
        )
        for topic, found in by_topic.items()
    ]


def told(room: Room) -> list[Experiment]:
    """List findings for results without a scale: of a poll, or of tables."""
    if not (room.poll.rounds if room.polled else room.finished or room.away):
        return []
    game, found = room.modules.programme, of_game(room.game)
    if room.polled and game is not None:
        topic = game.topic(room.rules, room.start.table.deck)
        found += [] if topic is None else beside(topic, [room.rules])
    return found


def file(room: Room, bots: OfBots, language: Language) -> str:
    """Write it all as CSV: shares as numbers, 1 for all."""
    return spreadsheet(_rows(room, bots, Text(language, "paydays_widgets.classroom")), language)


def _rows(room: Room, bots: OfBots, text: Text) -> Iterator[Sequence[object]]:
    own = Text("en", room.modules.package)
    yield COLUMNS
    for picture in pictures(room, bots):
        for each in picture.blocks:
            measure = each.measure
            where = (
                room.opened.code,
                measure.block + 1,
                rounds.title(room, measure.block, own),
                "yes" if measure.practice else "",
                measure.seats,
                picture.topic,
            )
            yield *where, "class", "", *_figures(measure.estimate), measure.without, "", "", ""
            if each.bots is not None:
                yield *where, "bots", "", *_figures(each.bots), "", "", "", ""
        nowhere = room.opened.code, "", "", "", "", picture.topic
        yield *nowhere, "theory", "", picture.theory, *[""] * 7
        for of in picture.experiments:
            source = of.citation, text.pick(of.place), of.address
            ends = [exact(of.value), exact(of.above), exact(of.below)]
            label = f"{text.pick(of.label)}: {text.pick(of.found)}"
            yield *nowhere, "experiment", label, *ends, of.n or "", "", *source


def _figures(found: Estimate | None) -> tuple[object, ...]:
    if found is None:
        return "", "", "", 0
    return exact(found.value), exact(found.low), exact(found.high), found.n
