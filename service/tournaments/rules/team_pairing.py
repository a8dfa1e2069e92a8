"""Pair the rounds and stages of a tournament in which teams meet."""

from collections.abc import Sequence
from itertools import zip_longest

from service.tournaments.rules import stages
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.knockout_progress import eliminated
from service.tournaments.rules.pairing_types import DrawnTable, RoundPairing
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.team_matches import PAIR, Team, boards, lineup, taking_part, teams_of
from service.tournaments.rules.team_standings import team_order
from service.tournaments.rules.team_tournament import as_teams


def ranked_teams(tournament: Tournament) -> Tournament:
    """Return the tournament in which the teams are the entrants, with the order of each stage."""
    listed = teams_of(tournament) if tournament.stages else taking_part(tournament)
    paired = as_teams(tournament, listed)
    paired.ranked = {stage: team_order(tournament, stage) for stage in range(len(tournament.stages))}
    return paired


def next_round(tournament: Tournament) -> RoundPairing | None:
    """Return the pairing of the next round, board by board, or None once the stage is over."""
    listed = teams_of(tournament)
    paired = as_teams(tournament, listed)
    drawn = traits_of(paired.stage).next_round(paired)
    return None if drawn is None else _by_boards(tournament, listed, drawn)


def is_over(tournament: Tournament) -> bool:
    """Whether the stage has no further round. The rounds so far may still be played."""
    paired = as_teams(tournament, teams_of(tournament))
    traits = traits_of(paired.stage)
    return traits.is_over(paired) if traits.is_over else traits.next_round(paired) is None


def next_groups(tournament: Tournament) -> stages.Groups:
    """Return the groups of the next stage: teams in seeding order, and their present members by board."""
    listed = teams_of(tournament) if tournament.stages else taking_part(tournament)
    groups = stages.next_groups(ranked_teams(tournament))
    return tuple(tuple(tournament.present(each for team in group for each in listed[team])) for group in groups)


def qualified(tournament: Tournament, stage: int) -> set[int]:
    """Return the numbers in `teams_of` of the teams that qualify from a finished stage."""
    return stages.qualified(ranked_teams(tournament), stage)


def contending(tournament: Tournament) -> list[Team]:
    """List the teams that can have a further match: present ones of the stage that no knock-out has eliminated."""
    listed = teams_of(tournament)
    if not tournament.stages:
        return [each for each in listed if tournament.present(each)]
    paired = as_teams(tournament, listed)
    is_knockout = traits_of(tournament.stage).is_knockout
    out = eliminated(paired, paired.stage_index) if is_knockout else set()
    left = {each for group in paired.stages[-1] for each in paired.present(group)} - out
    return [listed[each] for each in sorted(left)]


def _by_boards(tournament: Tournament, listed: Sequence[Team], drawn: RoundPairing) -> RoundPairing:
    playing = [lineup(tournament, each)[: boards(tournament.plan)] for each in listed]
    tables: list[DrawnTable] = []
    byes: list[int] = []
    for each in drawn.tables:
        one, other = each.entrants
        for board, pair in enumerate(zip_longest(playing[one], playing[other])):
            seated = tuple(entrant for entrant in pair if entrant is not None)
            if len(seated) < PAIR:
                byes += seated
            else:
                tables.append(DrawnTable(seated[:: -1 if board % 2 else 1], each.group, each.bracket))
    byes += [each for team in drawn.byes for each in playing[team]]
    return RoundPairing(tuple(tables), tuple(byes))
