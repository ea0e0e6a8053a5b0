"""Compiled code draws the same luck as the engines do."""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from paydays_widgets import games
from paydays_widgets.core import chance
from paydays_widgets.kernels import compiled
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


KERNELS = [f"paydays_widgets.games.{name}.kernel" for name in games.names()]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], str]:
    """Checks a package out somewhere, and tells where its kernel's compiled code is kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def checked_out(where: str, interest: str) -> str:
        folder = tmp_path / where
        folder.mkdir()
        (folder / "bank.py").write_text(f"INTEREST = {interest}")
        (folder / "board.py").write_text(f"WHERE = '{where}'")
        (folder / "kernel.py").write_text("from own.bank import (\n    INTEREST,\n)\n")
        monkeypatch.setitem(sys.modules, "own", SimpleNamespace(__file__=str(folder / "_.py")))
        compiled.kept.cache_clear()
        return compiled.kept("own.kernel").name

    return checked_out


def test_what_is_compiled_is_kept_by_what_it_is_made_of(
    checkout: Callable[[str, str], str],
) -> None:
    here = checkout("here", "10")
    assert checkout("there", "10") == here
    assert checkout("changed", "20") != here


def test_a_kernel_is_made_of_what_its_import_loads() -> None:
    code = (
        f"import sys, importlib; [*map(importlib.import_module, {KERNELS})]; print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {each for each in done.stdout.split() if each.startswith("paydays_widgets.")}
    known = {name for kernel in KERNELS for name in compiled.sources(kernel)}
    packages = {kernel.removesuffix(".kernel") for kernel in KERNELS}
    assert loaded - known <= {"paydays_widgets.games", "paydays_widgets.kernels", *packages}
    assert not [name for name in known if name.endswith((".board", ".panel"))]


def test_numba_keeps_it_there() -> None:
    function: Any = compiled.key
    place = compiled.Locator.from_function(function.py_func, "")
    place.ensure_cache_path()
    assert Path(place.get_cache_path()) == compiled.kept(compiled.__name__)
    assert function.stats.cache_path == place.get_cache_path()


def test_where_nothing_can_be_kept_it_is_compiled_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    compiled.kept.cache_clear()
    folder = compiled.kept("paydays_widgets.kernels.compiled")
    compiled.kept.cache_clear()
    assert folder.is_dir()
    assert not folder.is_relative_to("/dev/null")
    folder.rmdir()


def test_two_processes_may_compile_a_function_at_a_time(tmp_path: Path) -> None:
    class Interrupted(compiled.Files):
        """While it saves, another process does."""

        def _dump(self, obj: object) -> bytes:
            compiled.Files(str(tmp_path), "kernel.f[0]-1", "").save("(int64,)", "another's")
            return cast("bytes", super()._dump(obj))  # type: ignore[no-untyped-call]

    files = compiled.Files(str(tmp_path), "kernel.f[0]-1", "")
    assert not files
    Interrupted(str(tmp_path), "kernel.f[0]-1", "").save("(float64,)", "one's")
    assert files
    assert files.load("(float64,)") == "one's"
    assert files.load("(int64,)") == "another's"
    assert files.load("(bool,)") is None


@pytest.mark.parametrize("spoiled", [b"", b"half", bytes(4000)])
def test_what_is_spoiled_is_written_again(tmp_path: Path, spoiled: bytes) -> None:
    files = compiled.Files(str(tmp_path), "kernel.f-1", "")
    files.save("(int64,)", "whole")
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    for left in (spoiled, whole[:-1], whole[:40], whole[:-1] + b"?"):
        file.write_bytes(left)
        assert files.load("(int64,)") is None
    files.save("(int64,)", "whole")
    assert files.load("(int64,)") == "whole"


def test_what_can_be_neither_read_nor_saved_is_a_miss(tmp_path: Path) -> None:
    files = compiled.Files(str(tmp_path), "kernel.f-1", "")
    files.save("(int64,)", "whole")
    (file,) = tmp_path.iterdir()
    file.unlink()
    file.mkdir()
    assert files.load("(int64,)") is None
    files.save("(int64,)", "whole")
    assert [*tmp_path.iterdir()] == [file]


DRAW = "from paydays_widgets.kernels import compiled; print(compiled.game_seed(1, 1))"
FULL = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
"""
"""After this no file takes a byte."""


def drawn(cache: Path, code: str = DRAW) -> int:
    home = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=home, capture_output=True, text=True, check=True
    )
    return int(done.stdout)


def test_a_cache_that_a_power_cut_has_spoiled_is_made_again(tmp_path: Path) -> None:
    right = chance.game_seed(1, 1)
    assert drawn(tmp_path) == right
    kept = {path: path.read_bytes() for path in tmp_path.rglob("*.nbc")}
    assert kept
    for number, path in enumerate(kept):
        path.write_bytes(kept[path][:100] if number % 2 else b"")
    assert drawn(tmp_path) == right
    assert all(len(path.read_bytes()) > 1000 for path in kept)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such limit")
def test_a_full_disk_costs_only_time(tmp_path: Path) -> None:
    assert drawn(tmp_path, FULL + DRAW) == chance.game_seed(1, 1)
    assert not [path for path in tmp_path.rglob("*.nbc") if path.stat().st_size]


def test_another_users_folder_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(compiled, "TemporaryFile", refused)
    compiled.kept.cache_clear()
    folder = compiled.kept(compiled.__name__)
    assert not folder.is_relative_to(tmp_path)
    folder.rmdir()
    monkeypatch.setattr(compiled, "mkdtemp", refused)
    compiled.kept.cache_clear()
    folder = compiled.kept(compiled.__name__)
    compiled.kept.cache_clear()
    assert folder.is_relative_to(tmp_path)


def test_what_is_kept_is_known() -> None:
    compiled.game_seed(1, 1)
    assert compiled.on_disk(compiled.game_seed)
    assert not compiled.on_disk(compiled.made(lambda: 1, "own"))
