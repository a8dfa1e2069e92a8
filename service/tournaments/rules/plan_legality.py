"""Check that the values of a tournament plan fit each other; their types have the limits of single values."""

from msgspec import UNSET

from service.resources.game_places import MOST_GAMES
from service.tournaments.rules.errors import Illegal, expect
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.limits import LEAST_TABLE, MOST_PAIRED
from service.tournaments.rules.plan import Plan, Stage, TeamMatches
from service.tournaments.rules.series import is_sequential, most_games


class InvalidStage(Illegal):
    """A stage does not fit its format or its place in the plan. The message begins with the path of the stage."""

    def __init__(self, detail: str, stage: int) -> None:
        super().__init__(f"stages[{stage}]: {detail.format(stage=stage + 1)}")
        self.detail = detail
        """The fault in English; `{stage}` stands for the number of the stage, from 1."""
        self.stage = stage
        """The index of the stage, from 0."""


def check_plan(plan: Plan) -> None:
    """Check a plan; raises Illegal, whose message begins with the path of the field.

    It does not check whether the ruleset exists and supports the table sizes.
    """
    check_stages(plan)
    check_deals(plan)
    for size in range(LEAST_TABLE, 1 + max(each.table_size for each in plan.stages)):
        expect(len(plan.points.get(size, ())) == size, f"points.{size}: needs {size} values")


def check_stages(plan: Plan) -> None:
    """Check each stage of a plan; raises InvalidStage."""
    entrants = plan.max_entrants
    if plan.team_matches is not UNSET:
        _check_team_matches(plan, plan.team_matches)
    for number, stage in enumerate(plan.stages):
        _check_stage(stage, number, is_last=number == len(plan.stages) - 1)
        _check_size(stage, number, entrants)
        entrants = min(entrants, stage.groups * stage.qualify)


def check_deals(plan: Plan) -> None:
    """Raise InvalidStage for games that share a deal and are not played at the same time."""
    for number, stage in enumerate(plan.stages):
        if plan.deal != "game" and stage.series is not UNSET and is_sequential(stage.series):
            raise InvalidStage("Stage {stage}: games one after another need `deal` as `game`.", number)


def sizes(stage: Stage) -> tuple[int, ...]:
    """Return the possible table sizes of a stage; tables can have one entrant fewer than planned."""
    return tuple(range(max(LEAST_TABLE, stage.table_size - 1), stage.table_size + 1))


def _check_stage(stage: Stage, number: int, *, is_last: bool) -> None:
    traits = traits_of(stage)
    if stage.format == "swiss" and not stage.rounds:
        raise InvalidStage("Stage {stage} needs `rounds`, the number of Swiss rounds.", number)
    if stage.format == "arena" and not (stage.minutes or stage.matches):
        raise InvalidStage("Stage {stage}: an arena needs `minutes` or `matches`.", number)
    if stage.groups > 1 and not traits.has_groups:
        raise InvalidStage("Stage {stage}: only round robin and Swiss can have several `groups`.", number)
    if traits.is_knockout and stage.advance >= min(sizes(stage)):
        raise InvalidStage("Stage {stage}: `advance` must be lower than the number of entrants at each table.", number)
    if traits.needs_pairs and stage.table_size != LEAST_TABLE:
        raise InvalidStage("Stage {stage}: this format needs `table_size` 2.", number)
    if traits.by_challenge and (number or not is_last):
        raise InvalidStage("Stage {stage}: a ladder is the only stage of its tournament.", number)
    if stage.challenges is not UNSET and not traits.by_challenge:
        raise InvalidStage("Stage {stage}: only a ladder has `challenges`.", number)
    _check_series(stage, number)
    if not is_last and not stage.qualify:
        raise InvalidStage("Stage {stage} needs `qualify`, the number of entrants of each group that advance.", number)
    if is_last and stage.qualify:
        raise InvalidStage("Stage {stage} is the last one. Omit `qualify`.", number)


def _check_size(stage: Stage, number: int, entrants: int) -> None:
    """Check that a stage which is not a Swiss has at most as many entrants as are paired together."""
    if entrants > MOST_PAIRED and stage.format != "swiss":
        raise InvalidStage(
            "Stage {stage}: only a Swiss can have so many entrants. Lower `max_entrants` or `qualify`.", number
        )


def _check_team_matches(plan: Plan, meeting: TeamMatches) -> None:
    """Check that teams can meet: in rounds of pairs, without late entries."""
    for number, stage in enumerate(plan.stages):
        if not traits_of(stage).has_rounds or stage.table_size != LEAST_TABLE:
            raise InvalidStage("Stage {stage}: matches of teams need rounds and `table_size` 2.", number)
    win, draw, loss = meeting.match_points
    if not win >= draw >= loss or win == loss:
        raise InvalidStage("Send `match_points` that fall from a win to a draw and a loss, such as 3, 1, 0.", 0)
    if plan.late_entries:
        raise InvalidStage("Omit `late_entries`. Teams that meet do not change after the start.", 0)


def _check_series(stage: Stage, number: int) -> None:
    series = stage.series
    if series is UNSET:
        return
    if series.kind == "best_of" and stage.table_size != LEAST_TABLE:
        raise InvalidStage("Stage {stage}: `best_of` needs `table_size` 2. Choose `fixed` or `first_to`.", number)
    if series.tie_break_games and not (traits_of(stage).is_knockout and stage.table_size == LEAST_TABLE):
        raise InvalidStage("Stage {stage}: `tie_break_games` need a knock-out with `table_size` 2.", number)
    if series.seats == "loser" and not (series.break_seconds and is_sequential(series)):
        raise InvalidStage("Stage {stage}: the loser chooses a seat in a break. Send `break_seconds`.", number)
    if most_games(series, stage.table_size) + series.tie_break_games > MOST_GAMES:
        raise InvalidStage("Stage {stage}: lower `games` of `series`. A match has at most 24 games.", number)
