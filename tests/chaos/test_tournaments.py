"""Whatever fails, a tournament comes to its standings: no table is lost or doubled, and its record verifies."""

import pytest

from tests.chaos.storm import installed
from tests.chaos.tournaments import PLANS, plan_of, played


@pytest.mark.parametrize(("format_", "levels", "bots", "kills"), [("swiss", 7, 5, 1), ("league", 8, 0, 0)])
def test_a_tournament_comes_to_its_standings(tmp_path, format_, levels, bots, kills):
    stages, _, _ = PLANS[format_]
    plan = plan_of("riddle", stages, ["random"] * levels)
    with installed(tmp_path) as installation:
        assert played(installation, plan, bots, seed=1, kills=kills).faults == []
