"""Compiled functions as plain Python: that is how the coverage of compiled code is counted."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

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
        yield
