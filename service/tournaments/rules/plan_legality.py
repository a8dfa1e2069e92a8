"""Check that the values of a tournament plan fit each other; their types have the limits of single values."""

from service.match_places import LEAST_TABLE
from service.tournaments.rules.errors import Illegal, expect
from service.tournaments.rules.plan import GROUPED, Plan, Stage


def check_plan(plan: Plan) -> None:
    """Check a plan; raises Illegal, whose message begins with the path of the field.

    It does not check whether the ruleset exists and supports the table sizes.
    """
    for number, stage in enumerate(plan.stages):
        try:
            _check_stage(stage)
        except Illegal as illegal:
            raise Illegal(f"stages[{number}].{illegal}") from illegal
    for size in range(LEAST_TABLE, 1 + max(each.table_size for each in plan.stages)):
        expect(len(plan.points.get(size, ())) == size, f"points.{size}: needs {size} values")


def _check_stage(stage: Stage) -> None:
    expect(
        stage.groups == 1 or stage.format in GROUPED,
        "groups: only round robin and Swiss can have several",
    )
    expect(stage.advance < stage.table_size, "advance: must be lower than table_size")
    expect(
        stage.format != "double_knockout" or stage.table_size == LEAST_TABLE,
        "table_size: must be 2 in a double knock-out",
    )
