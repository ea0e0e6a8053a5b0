"""The lab: many games between strategies, and exact results.

Runs of many games need numpy. With numba (the extra ``lab``) games run a thousand times as fast,
with the same figures.

    from paydays_widgets import lab

    lab.simulate("zahltag", ["lean_crew", "hoarder", "mixed_bidder"], games=10_000, seed=7)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from paydays_widgets.lab.equilibrium import SealedBid, equilibria
    from paydays_widgets.lab.experiments import compare, simulate, sweep, tournament
    from paydays_widgets.lab.futures import advise, replay

__all__ = [
    "SealedBid",
    "advise",
    "compare",
    "equilibria",
    "replay",
    "simulate",
    "sweep",
    "tournament",
]

_HERE: Final = {
    "SealedBid": "equilibrium",
    "equilibria": "equilibrium",
    "advise": "futures",
    "replay": "futures",
    **dict.fromkeys(("compare", "simulate", "sweep", "tournament"), "experiments"),
}


def __getattr__(name: str) -> Any:
    """Import an experiment when it is first used: a lesson may need only an exact result."""
    if name in _HERE:
        return getattr(import_module(f"{__name__}.{_HERE[name]}"), name)
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
