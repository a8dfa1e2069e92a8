"""Pair the rounds of a tournament from its log and seed.

The same log and seed always return the same pairing. Random choices come from the seed. Withdrawn entrants are not
paired.
"""

from service.tournaments.rules import stages, team_pairing
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.formats.arena import is_over as arena_is_over
from service.tournaments.rules.pairing_types import RoundPairing
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.team_matches import has_team_matches

__all__ = ["RoundPairing", "arena_is_over", "next_groups", "next_round", "qualified", "stage_is_over"]


def next_groups(tournament: Tournament) -> stages.Groups:
    """Return the groups of the next stage; the entrants of each group are in seeding order."""
    if has_team_matches(tournament.plan):
        return team_pairing.next_groups(tournament)
    return stages.next_groups(tournament)


def qualified(tournament: Tournament, stage: int) -> set[int]:
    """Return who qualifies from a finished stage: present entrants, or teams by their numbers."""
    if has_team_matches(tournament.plan):
        return team_pairing.qualified(tournament, stage)
    return stages.qualified(tournament, stage)


def next_round(tournament: Tournament) -> RoundPairing | None:
    """Return the pairing of the next round of the current stage, or None once the stage is over.

    All tables must have results, except in an arena. An arena can be paired at any time. None then means that no tables
    can be formed now; `arena_is_over` returns whether the arena has ended.
    """
    if has_team_matches(tournament.plan):
        return team_pairing.next_round(tournament)
    return traits_of(tournament.stage).next_round(tournament)


def stage_is_over(tournament: Tournament) -> bool:
    """Whether the current stage, which is not an arena, has no further round."""
    if has_team_matches(tournament.plan):
        return team_pairing.is_over(tournament)
    is_over = traits_of(tournament.stage).is_over
    return is_over(tournament) if is_over else next_round(tournament) is None
