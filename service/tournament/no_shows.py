"""Entrants who never act in their matches, and when the service withdraws them."""

from collections import Counter

from service.tournament.state import MatchTable, Tournament


def due(tournament: Tournament) -> dict[int, int]:
    """Return the entrants whom the plan has withdrawn now, by number, with their no-shows in a row."""
    limit = tournament.plan.no_show_limit
    if not limit or tournament.status not in ("running", "paused"):
        return {}
    return {entrant: number for entrant, number in sorted(_in_a_row(tournament).items()) if number >= limit}


def _in_a_row(tournament: Tournament) -> Counter[int]:
    """Count the latest matches of each present entrant that are no-shows, one after the other.

    What was played before a re-entry does not count. Neither does a match that was decided by rulings alone.
    """
    found: Counter[int] = Counter()
    counting = {each.number for each in tournament.entrants if not each.withdrawn}
    for played in reversed(tournament.rounds):
        counting -= {each for each in counting if tournament.entrants[each].back_since >= played.number}
        for match in played.tables if counting else ():
            absent, acted = _by_presence(match)
            found.update(counting & absent)
            counting -= acted
    return found


def _by_presence(match: MatchTable) -> tuple[set[int], set[int]]:
    """Return who acted in no game of a match, and who did; nobody if it is not over, or no game shows it."""
    games = [each for game, each in match.finished.items() if match.ruling(game) is None and not each.aborted]
    if not games or not match.is_closed:
        return set(), set()
    absent = set.intersection(*({*each.no_shows} for each in games))
    return absent, {*match.entrants} - absent
