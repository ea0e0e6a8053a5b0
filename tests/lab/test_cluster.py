"""A cluster plays a run with the same figures as one process, even if a worker dies meanwhile."""

import os
import signal
from typing import Any

import numpy as np
import pytest
from distributed import Client, LocalCluster

from paydays_widgets import lab

pytestmark = [
    pytest.mark.hosting,
    pytest.mark.filterwarnings("ignore"),  # a cluster warns of what it loses
]
GAMES = 60_000
ASKED: dict[str, Any] = {
    "seats": ["cash_at_once", "hunter", "duellist"],
    "games": GAMES,
    "seed": 3,
}


def last_but_one_move(view: Any, _luck: int) -> Any:
    return view.legal[-2:][0]


def test_a_cluster_brings_the_same_figures_though_a_worker_is_killed() -> None:
    here = lab.simulate("zock", **ASKED)
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        before = set(client.run(os.getpid).values())
        victims = sorted(before)[:1]

        def kill(done: int, total: int) -> None:
            if victims and done < total:
                os.kill(victims.pop(), signal.SIGKILL)

        there = lab.simulate("zock", **ASKED, executor=client.get_executor(), tell=kill)
        assert not victims
        client.wait_for_workers(2)
        assert len(before & set(client.run(os.getpid).values())) == 1
    for figures in ("worth", "owes", "place", "course"):
        found = getattr(there.sample, figures)
        assert np.array_equal(getattr(here.sample, figures), found), figures


def test_a_strategy_of_ones_own_travels_to_a_cluster() -> None:
    own = {"mine": last_but_one_move}
    asked: dict[str, Any] = {"games": 40, "seed": 3, "own": own}
    here = lab.simulate("zahltag", ["mine", "hoarder"], **asked)
    with LocalCluster(n_workers=1, dashboard_address=None) as cluster, Client(cluster) as client:
        executor = client.get_executor()
        there = lab.simulate("zahltag", ["mine", "hoarder"], **asked, executor=executor)
    assert np.array_equal(here.sample.course, there.sample.course)
