"""What a server holds that nothing uses any more."""

import subprocess
import sys

import pytest

PINNED = """
import psutil
from paydays_widgets.hosting.host import give_back

blocks = [b"x" * 3000 + bytes([k % 250]) for k in range(20_000)]
pins = blocks[::100]  # the heap cannot shrink from its end
del blocks
held = psutil.Process().memory_info().rss
give_back()
print((held - psutil.Process().memory_info().rss) // 2**20)
"""


@pytest.mark.thorough
def test_memory_between_what_is_in_use_goes_back_to_the_system() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PINNED], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) > 30
