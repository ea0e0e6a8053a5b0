"""Compiled code draws the same luck as the engines do."""

import random
from pathlib import Path

import numpy as np
import pytest

from paydays_widgets.core import chance, compiled
from tests.uncompiled import uncompiled

LUCK = random.Random(1)
SEEDS = (0, 1, 2**32, 2**53 - 1, *[LUCK.getrandbits(53) for _ in range(20)])


def check(seed: int) -> None:
    key = np.uint64(compiled.key(seed))
    assert int(key) == chance.key(seed)
    for turn, repeat in ((0, 0), (1, 7), (65535, 65535)):
        for name in ("roll", "bid 2", "turn_up"):
            number = chance.purpose(name)
            same = chance.draw(int(key), turn, number, repeat)
            assert compiled.draw(key, turn, number, repeat) == same
            assert compiled.below(same, 7) == chance.choice(range(7), same)
    for number in (0, 1, 99_999):
        assert compiled.game_seed(seed, number) == chance.game_seed(seed, number)


@pytest.mark.parametrize("seed", SEEDS)
def test_compiled_code_has_the_same_luck(seed: int) -> None:
    check(seed)


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_so_it_has_when_it_is_not_compiled(seed: int) -> None:
    with uncompiled(compiled):
        check(seed)


def test_what_is_compiled_is_kept_by_the_digest_of_its_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept = compiled.cache()
    assert kept == compiled.cache()
    assert kept.is_relative_to(tmp_path)
    assert kept.is_dir()


def test_where_nothing_can_be_kept_it_is_compiled_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    kept = compiled.cache()
    assert kept.is_dir()
    assert not kept.is_relative_to("/dev/null")
    kept.rmdir()
