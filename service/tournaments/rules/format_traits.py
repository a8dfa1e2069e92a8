"""What the rules and the service need to know of each tournament format: one entry for each."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from service.tournaments.rules.formats import arena, double_knockout, knockout, ladder, round_robin, swiss
from service.tournaments.rules.formats.elimination import Match
from service.tournaments.rules.pairing_types import RoundPairing
from service.tournaments.rules.plan import Format, Stage
from service.tournaments.rules.state import Tournament, unseated


def _present(tournament: Tournament) -> list[int]:
    return [each for group in tournament.stages[-1] for each in tournament.present(group)]


@dataclass(frozen=True, kw_only=True)
class FormatTraits:
    """The facts about one format."""

    next_round: Callable[[Tournament], RoundPairing | None]
    """Returns the pairing of the next round, or None once the stage is over."""
    is_over: Callable[[Tournament], bool] | None = None
    """A faster check whether `next_round` returns None."""
    due: Callable[[Tournament], Iterable[int]] = _present
    """Returns the entrants who can play in the next round, if the stage has no `bracket` of pairs."""
    has_rounds: bool = True
    """Whether a round starts once all tables of the last one have results. Otherwise free entrants are paired at any
    time, and `next_round` returns None if no tables can be formed now."""
    follows_standings: bool = False
    """Whether each round is paired by the standings before it."""
    has_schedule: bool = False
    """Whether a schedule, fixed when the stage starts, lets all entrants meet."""
    has_groups: bool = False
    """Whether a stage can have several groups."""
    is_open: bool = False
    """Whether entrants can join a first stage late."""
    lives: int = 0
    """The number of lost matches that eliminate an entrant; 0 if entrants are not eliminated."""
    bracket: Callable[[int], list[Match]] | None = None
    """Returns the matches of a bracket of pairs, by the number of entrants."""
    needs_pairs: bool = False
    """Whether all tables have two entrants."""
    by_challenge: bool = False
    """Whether entrants challenge each other: no round is paired automatically, and the stage has no end."""

    @property
    def is_knockout(self) -> bool:
        """Whether entrants are eliminated."""
        return self.lives > 0


FORMATS: Mapping[Format, FormatTraits] = {
    "round_robin": FormatTraits(next_round=round_robin.next_round, has_schedule=True, has_groups=True),
    "swiss": FormatTraits(
        next_round=swiss.next_round, is_over=swiss.is_over, follows_standings=True, has_groups=True, is_open=True
    ),
    "knockout": FormatTraits(next_round=knockout.next_round, due=knockout.still_in, lives=1, bracket=knockout.bracket),
    "double_knockout": FormatTraits(
        next_round=double_knockout.next_round, lives=2, bracket=double_knockout.bracket, needs_pairs=True
    ),
    "arena": FormatTraits(next_round=arena.next_tables, due=unseated, has_rounds=False, is_open=True),
    "ladder": FormatTraits(
        next_round=ladder.next_round,
        due=unseated,
        has_rounds=False,
        is_open=True,
        needs_pairs=True,
        by_challenge=True,
    ),
}


def traits_of(stage: Stage) -> FormatTraits:
    """Return the facts about the format of a stage."""
    return FORMATS[stage.format]
