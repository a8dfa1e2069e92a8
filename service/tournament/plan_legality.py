"""Check the limits of a tournament plan."""

from service.tournament.errors import Illegal, expect
from service.tournament.plan import (
    LEAST_TABLE,
    MOST_ENTRANTS,
    MOST_GAMES,
    MOST_ROUNDS,
    MOST_STAGES,
    MOST_TABLE,
    Plan,
    Stage,
)


def check_plan(plan: Plan) -> None:
    """Check the limits of a plan; raises Illegal, whose message begins with the path of the field.

    It does not check whether the ruleset exists and supports the table sizes.
    """
    expect(1 <= len(plan.stages) <= MOST_STAGES, f"stages: 1 to {MOST_STAGES} stages")
    expect(1 <= plan.games <= MOST_GAMES, f"games: from 1 to {MOST_GAMES}")
    expect(0 <= plan.no_show_limit <= MOST_ROUNDS, f"no_show_limit: from 0 to {MOST_ROUNDS}")
    for number, stage in enumerate(plan.stages):
        try:
            _check_stage(stage)
        except Illegal as illegal:
            raise Illegal(f"stages[{number}].{illegal}") from illegal
    for size in range(LEAST_TABLE, 1 + max(each.table_size for each in plan.stages)):
        expect(len(plan.points.get(size, ())) == size, f"points.{size}: needs {size} values")


def _check_stage(stage: Stage) -> None:
    expect(LEAST_TABLE <= stage.table_size <= MOST_TABLE, f"table_size: from {LEAST_TABLE} to {MOST_TABLE}")
    expect(0 <= stage.rounds <= MOST_ROUNDS, f"rounds: at most {MOST_ROUNDS}")
    expect(1 <= stage.groups <= MOST_ENTRANTS, f"groups: from 1 to {MOST_ENTRANTS}")
    expect(
        stage.groups == 1 or stage.format in {"round_robin", "swiss"},
        "groups: only round robin and Swiss can have several",
    )
    expect(1 <= stage.advance < stage.table_size, "advance: from 1, and lower than table_size")
    expect(
        stage.format != "double_knockout" or stage.table_size == LEAST_TABLE,
        "table_size: must be 2 in a double knock-out",
    )
    expect(stage.qualify >= 0, "qualify: must be at least 0")
    expect(min(stage.minutes, stage.matches) >= 0, "minutes, matches: must be at least 0")
