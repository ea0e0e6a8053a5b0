"""Compiled functions as plain Python: that is how the coverage of compiled code is counted."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import numpy as np
import pytest


@contextmanager
def uncompiled(*modules: ModuleType) -> Iterator[None]:
    """Let the compiled functions of modules call each other uncompiled."""
    with pytest.MonkeyPatch.context() as patch, np.errstate(over="ignore"):
        for module in modules:
            for name, each in vars(module).copy().items():
                if hasattr(each, "py_func"):
                    patch.setattr(module, name, each.py_func)
                    _open(each.py_func, patch)
        yield


def _open(function: Any, patch: pytest.MonkeyPatch) -> None:
    """Let a function that is made of compiled ones call those uncompiled."""
    for cell in function.__closure__ or ():
        part = getattr(cell.cell_contents, "py_func", None)
        if part is not None:
            patch.setattr(cell, "cell_contents", part)
            _open(part, patch)
