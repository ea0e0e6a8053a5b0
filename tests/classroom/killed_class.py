"""A class that plays on a server which is killed, again and again: a program, so that it can fork.

Arguments: the folder of the store, the game, how often, the seed of the moments.
"""

import asyncio
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import Final

from msgspec import json

from paydays_widgets.classroom import entries
from paydays_widgets.classroom.clients import ClassScreen
from paydays_widgets.classroom.entries import Decided
from paydays_widgets.classroom.room import Room
from paydays_widgets.classroom.store import Store
from tests.classroom.phones import Hall, Phone, saved

PEOPLE: Final = 7
"""At tables of four, so that a bot plays too."""


async def opened(folder: Path, game: str) -> str:
    """Open a room and let it begin; give its code."""
    hall = Hall(folder)
    here = await hall.open(saved(game), pace="fast")
    for person in range(PEOPLE):
        await hall.join(here, f"S{person}")
    await hall.begin(here)
    hall.store.close()
    return here.code


async def play(folder: Path, code: str, seed: int, acknowledged: int) -> None:
    """Let everybody who is asked decide at once; tell each decision that a phone saw accepted."""
    hall = Hall(folder)
    hall.now += 1_000_000 * seed
    here = await hall.live.rooms.find(code)
    assert here is not None
    phones = [Phone(hall, here, person, ClassScreen()) for person in range(PEOPLE)]
    luck = random.Random(seed)
    await hall.rounds()
    while True:
        asked = [phone for phone in phones if phone.page["call"]]
        moves = [luck.choice(phone.moves) for phone in asked]
        for phone, move in zip(asked, moves, strict=True):
            phone.say(move=move, seq=phone.parts["stage"]["seq"])
        await hall.later(250)
        told = [
            (phone.client.person, move)
            for phone, move in zip(asked, moves, strict=True)
            if phone.number in phone.got and not phone.said
        ]
        os.write(acknowledged, json.encode(told) + b"\n")


def decided(folder: Path, code: str) -> dict[int, list[str]]:
    """Read from the log what each has decided; the log can be played from its beginning."""
    store = Store(f"sqlite:///{folder}/class.db")
    listing = store.find(code)
    assert listing is not None
    log = [(entries.read(line.data), line.at) for line in store.load(listing.id)]
    store.close()
    Room(log)
    found: dict[int, list[str]] = {person: [] for person in range(PEOPLE)}
    for entry, _ in log:
        if isinstance(entry, Decided) and entry.person is not None:
            found[entry.person].append(entry.move)
    return found


def main(folder: Path, game: str, times: int, seed: int) -> None:
    code = asyncio.run(opened(folder, game))
    known: dict[int, list[str]] = {person: [] for person in range(PEOPLE)}
    moments = random.Random(seed)
    for k in range(1, times + 1):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            asyncio.run(play(folder, code, k, writer))
        os.close(writer)
        said = os.read(reader, 1 << 16)  # it is under way
        time.sleep(moments.random() * 0.3)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        while more := os.read(reader, 1 << 16):
            said += more
        os.close(reader)
        for line in said.splitlines():
            for person, move in json.decode(line):
                known[person].append(move)
        there = decided(folder, code)
        for person, moves in known.items():
            found = there[person]
            assert found[: len(moves)] == moves, (k, person, moves, found)
            assert len(found) <= len(moves) + 1, (k, person, moves, found)
        known = there
    print(sum(map(len, known.values())))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
