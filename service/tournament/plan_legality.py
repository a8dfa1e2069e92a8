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
    expect(1 <= len(plan.stages) <= MOST_STAGES, f"stages: there are 1 to {MOST_STAGES}")
    expect(1 <= plan.games <= MOST_GAMES, f"games: a match has 1 to {MOST_GAMES}")
    expect(0 <= plan.no_show_limit <= MOST_ROUNDS, f"no_show_limit: from 0 to {MOST_ROUNDS}")
    for number, stage in enumerate(plan.stages):
        try:
            _check_stage(stage)
        except Illegal as illegal:
            raise Illegal(f"stages[{number}].{illegal}") from illegal
    for size in range(LEAST_TABLE, 1 + max(each.table_size for each in plan.stages)):
        expect(len(plan.points.get(size, ())) == size, f"points.{size}: there are {size} places")


def _check_stage(stage: Stage) -> None:
    expect(LEAST_TABLE <= stage.table_size <= MOST_TABLE, f"table_size: from {LEAST_TABLE} to {MOST_TABLE}")
    expect(0 <= stage.rounds <= MOST_ROUNDS, f"rounds: at most {MOST_ROUNDS}")
    expect(1 <= stage.groups <= MOST_ENTRANTS, f"groups: from 1 to {MOST_ENTRANTS}")
    expect(stage.groups == 1 or stage.format in {"round_robin", "swiss"}, "groups: of round robin and Swiss alone")
    expect(1 <= stage.advance < stage.table_size, "advance: fewer than sit at a table, and one at least")
    expect(stage.format != "double_knockout" or stage.table_size == LEAST_TABLE, "table_size: 2 in a double knock-out")
    expect(stage.qualify >= 0, "qualify: 0 at least")
    expect(min(stage.minutes, stage.matches) >= 0, "minutes, matches: 0 at least")
