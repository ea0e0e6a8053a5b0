"""Write to a store and be killed, again and again: a program, so that it can fork.

Arguments: the address of the store, how often, the seed of the moments.
"""

import os
import random
import signal
import sys
import time

from paydays_widgets.classroom.store import Addition, LogLine, Store

LEASE = 5


def line(n: int) -> LogLine:
    return LogLine(n, "Decided", b"%d" % n)


def write(url: str, room: int, server: str, acknowledged: int) -> None:
    """Write batches of one to three lines, and say after each how many lines there are."""
    store = Store(url)
    n = len(store.load(room))
    while True:
        batch = [line(n + k) for k in range(1 + n % 3)]
        store.append(server, [Addition(room, n, batch)])
        n += len(batch)
        os.write(acknowledged, b"%d\n" % n)


def main(url: str, times: int, seed: int) -> None:
    store = Store(url)
    server = "server 0"
    room = store.open_room("QWERTY", [line(0)], server, now=0, lease=LEASE)
    store.close()
    moments = random.Random(seed)
    for k in range(1, times + 1):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            write(url, room, server, writer)
        os.close(writer)
        told = os.read(reader, 1 << 16)  # it is under way
        time.sleep(moments.random() * 0.03)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        while more := os.read(reader, 1 << 16):
            told += more
        os.close(reader)
        acknowledged = int(told.split()[-1])

        store = Store(url)
        now = LEASE * (k - 1) + k - 1  # the lease holds to the last moment
        assert not store.claim(room, f"server {k}", now=now + LEASE, lease=LEASE)
        assert store.claim(room, f"server {k}", now=now + LEASE + 1, lease=LEASE)
        server = f"server {k}"
        lines = store.load(room)
        assert lines == [line(n) for n in range(len(lines))], (
            "none is missing, none is there twice"
        )
        assert acknowledged <= len(lines) <= acknowledged + 3, (acknowledged, len(lines))
        listing = store.find("QWERTY")
        assert listing is not None
        assert listing.length == len(lines)
        store.close()
    print(len(lines))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
