"""The results of a class whose game shows them itself: its blocks side by side, beside theory."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from paydays_widgets.classroom import rounds
from paydays_widgets.classroom.clients import ClassScreen
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.screens import checks
from paydays_widgets.classroom.screens.bids import people
from paydays_widgets.classroom.screens.words import of_game, render, words
from paydays_widgets.core.text import Text
from paydays_widgets.show.programme import Course, Figure, Sheet
from paydays_widgets.show.report import NOTHING


def results(room: Room, number: int, screen: ClassScreen, sheet: Sheet) -> str:
    """Draw the results of a chapter of a class, which has a number."""
    text, own = words(screen.language), of_game(room.modules, screen.language)
    begun = range(room.periods[-1].block + 1)
    found = [rounds.course(room, block, own) for block in begun]

    def money(amount: int | None) -> str:
        return NOTHING if amount is None else room.modules.text.money(amount, own)

    return render(
        "teacher_courses.html.j2",
        text,
        over=room.finished,
        chapter=number,
        told=[each.told for each in found],
        blocks=[_block(room, block, found[block], text) for block in begun],
        # the game has escaped what people typed
        pictures=[Markup(each) for each in sheet.pictures(found, own)],  # noqa: S704
        rows=_rows([[sheet.said(it, own) for it in sheet.quantities(each)] for each in found]),
        periods=[
            {"block": block + 1, "rows": _periods(sheet.periods(each, own))}
            for block, each in enumerate(found)
        ],
        questions=sheet.questions(found, own),
        notes=sheet.notes(found, own),
        people=people(room, money) if rounds.profits(room) else (),
        several=len(found) > 1,
    )


def _block(room: Room, block: int, course: Course, text: Text) -> dict[str, Any]:
    """Gather the head of a block's column."""
    share = checks.share(room, block, text)
    return {
        "number": block + 1,
        "name": course.title,
        "practice": rounds.first(room, block).practice,
        "seats": course.seats,
        "markets": len(course.games),
        "checked": "" if share is None else text.percent(100 * share),
    }


def _rows(blocks: Sequence[Sequence[Figure]]) -> list[dict[str, Any]]:
    """Put the same figure of all blocks in a row; leave out what no block has."""
    return [
        {
            "name": those[0].name,
            "cells": [(each.value or NOTHING, each.theory or NOTHING) for each in those],
        }
        for those in zip(*blocks, strict=True)
        if any(each.value for each in those)
    ]


def _periods(those: Sequence[Sequence[Figure]]) -> list[list[tuple[str, str, str]]]:
    """List the figures of each period that some period of the block has."""
    used = [at for at, each in enumerate(zip(*those, strict=True)) if any(it.value for it in each)]
    return [
        [(row[at].name, row[at].value or NOTHING, row[at].theory) for at in used] for row in those
    ]
