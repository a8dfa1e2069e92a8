"""Find entrants who never act in their matches: they are withdrawn automatically, and rank last."""

from collections import Counter

from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.state import Tournament, matches
from service.tournaments.rules.types import GOING_ON


def due_withdrawals(tournament: Tournament) -> dict[int, int]:
    """Return the entrants to withdraw now, by number, with their consecutive no-shows."""
    limit = tournament.plan.no_show_limit
    if not limit or tournament.status not in GOING_ON:
        return {}
    return {entrant: number for entrant, number in sorted(_consecutive_no_shows(tournament).items()) if number >= limit}


def _consecutive_no_shows(tournament: Tournament) -> Counter[int]:
    """Count the consecutive no-shows of each present entrant in its latest matches.

    Rounds before a re-entry do not count, nor do matches decided by rulings only.
    """
    found: Counter[int] = Counter()
    counting = {each.number for each in tournament.entrants if not each.withdrawn}
    returned = {each for each in counting if tournament.entrants[each].back_since}
    for played in reversed(tournament.rounds if counting else ()):
        if returned:
            counting -= {each for each in returned if tournament.entrants[each].back_since >= played.number}
        for match in played.tables:
            if counting.isdisjoint(match.entrants):
                continue
            absent, acted = _by_presence(match)
            found.update(counting & absent)
            counting -= acted
    return found


def _by_presence(match: MatchTable) -> tuple[set[int], set[int]]:
    """Return the entrants who acted in no game of a match, and those who acted; both empty if games are missing."""
    games = [each for game, each in match.finished.items() if match.ruling(game) is None and not each.aborted]
    if not games or not match.is_closed:
        return set(), set()
    absent = set.intersection(*({*each.no_shows} for each in games))
    return absent, {*match.entrants} - absent


def never_played(tournament: Tournament) -> set[int]:
    """Return the entrants who acted in no counted game, and have left, missed a game, or can play no more.

    A game that the organiser decided counts as played.
    """
    absent = {each.number for each in tournament.entrants if each.withdrawn or tournament.status == "over"}
    played: set[int] = set()
    for table in matches(tournament):
        for result in table.results:
            unpaid = {table.entrants[place] for place in result.unpaid}
            absent |= unpaid
            played |= {*table.entrants} - unpaid
    return absent - played
