"""Check the challenges of a ladder: who can challenge whom, and when."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from msgspec import UNSET

from service.tournaments.rules.apart import labels_now, should_not_meet
from service.tournaments.rules.errors import Illegal
from service.tournaments.rules.formats.ladder import decided_by, order, places_of
from service.tournaments.rules.formats.seating import seat
from service.tournaments.rules.pairing_types import DrawnTable, RoundPairing
from service.tournaments.rules.plan import USUAL_RATING_DIFFERENCE, Challenges
from service.tournaments.rules.state import Round, Tournament, matches

MOST_MATCHES = 20_000
"""The maximum number of matches of a ladder: each operation reads the whole log, about 0.2 ms for each match."""


class Unchallengeable(Illegal):
    """An entrant cannot be challenged now; `facts` are the values for the braces of the message."""

    def __init__(self, detail: str, **facts: Any) -> None:
        super().__init__(detail.format_map(facts))
        self.detail, self.facts = detail, facts


@dataclass(frozen=True)
class _Ladder:
    """What decides about challenges now."""

    tournament: Tournament
    places: list[int]
    """The entrants who take part, by place."""
    rules: Challenges
    at: datetime
    """The time of the challenge."""
    running: list[Round]
    """The rounds whose matches have no result."""
    met: Mapping[int, str]
    """When the challenger has last ended a match with each other entrant, in UTC (RFC 3339)."""


def challenge_of(tournament: Tournament, challenger: int, challenged: int) -> RoundPairing:
    """Return the pairing of a challenge: one table, with balanced seats."""
    return RoundPairing(tuple(map(DrawnTable, seat(tournament, [(challenger, challenged)]))))


def check_challenge(tournament: Tournament, challenger: int, challenged: int, at: str) -> None:
    """Raise Unchallengeable unless an entrant can challenge another one at a time, in UTC (RFC 3339)."""
    _check(_ladder(tournament, challenger, at), challenger, challenged)


def challengeable(tournament: Tournament, challenger: int, at: str) -> Iterator[int]:
    """List the entrants whom an entrant can challenge at a time, in UTC (RFC 3339), best place first."""
    ladder = _ladder(tournament, challenger, at)
    if challenger not in ladder.places:
        return
    for each in _in_reach(ladder, challenger):
        with suppress(Unchallengeable):
            _check(ladder, challenger, each)
            yield each


def _in_reach(ladder: _Ladder, challenger: int) -> list[int]:
    """List the entrants who stand in reach of a challenger, best place first."""
    if ladder.rules.by == "rating":
        return [each for each in ladder.places if each != challenger and _is_close(ladder, challenger, each)]
    place = ladder.places.index(challenger)
    return ladder.places[max(0, place - ladder.rules.places_above) : place]


def _is_close(ladder: _Ladder, one: int, other: int) -> bool:
    ratings = places_of(ladder.tournament).ratings
    return abs(ratings[one] - ratings[other]) <= _most_apart(ladder)


def _most_apart(ladder: _Ladder) -> int:
    stated = ladder.rules.rating_difference
    return USUAL_RATING_DIFFERENCE if stated is UNSET else stated


def running_challenges(tournament: Tournament) -> Iterator[Round]:
    """List the challenges whose matches have no result."""
    return (each for each in _running(tournament) if each.challenger is not UNSET)


def _running(tournament: Tournament) -> list[Round]:
    return [each for each in tournament.open_rounds if not each.is_closed]


def _ladder(tournament: Tournament, challenger: int, at: str) -> _Ladder:
    stated = tournament.stage.challenges
    rules = Challenges() if stated is UNSET else stated
    places, moment = tournament.present(order(tournament)), datetime.fromisoformat(at)
    met = _met(tournament, challenger) if rules.rematch_hours else {}
    return _Ladder(tournament, places, rules, moment, _running(tournament), met)


def _met(tournament: Tournament, challenger: int) -> Mapping[int, str]:
    """Return when an entrant has last ended a match with each other one; later matches can have ended earlier."""
    met: dict[int, str] = {}
    for table in matches(tournament):
        if challenger in table.entrants and table.is_closed:
            other = next(each for each in table.entrants if each != challenger)
            met[other] = max(met.get(other, ""), decided_by(table).at)
    return met


def _check(ladder: _Ladder, challenger: int, challenged: int) -> None:
    if len(ladder.tournament.rounds) >= MOST_MATCHES:
        raise Unchallengeable("The ladder has had {most} matches. Create a new one.", most=MOST_MATCHES)
    _check_places(ladder, challenger, challenged)
    if should_not_meet(labels_now(ladder.tournament), challenger, challenged):
        raise Unchallengeable("The two entrants should not meet in this tournament.")
    _check_running(ladder, challenger, challenged)
    _check_rematch(ladder, challenged)


def _check_places(ladder: _Ladder, challenger: int, challenged: int) -> None:
    if challenger not in ladder.places or challenged not in ladder.places:
        raise Unchallengeable("Both entrants must take part in the ladder.")
    if challenged in _in_reach(ladder, challenger):
        return
    if ladder.rules.by == "rating":
        most = _most_apart(ladder)
        raise Unchallengeable("Challenge an entrant whose rating is at most {most} points higher or lower.", most=most)
    most = ladder.rules.places_above
    raise Unchallengeable("Challenge an entrant who stands at most {most} places above.", most=most)


def _check_running(ladder: _Ladder, challenger: int, challenged: int) -> None:
    """Check that no other match stands against a challenge."""
    for played in ladder.running:
        pairs = [{*table.entrants} for table in played.tables if not table.is_closed]
        if {challenger, challenged} in pairs:
            raise Unchallengeable("The two entrants are playing a match already.")
        if not pairs or played.challenger is UNSET:
            continue
        if played.challenger == challenger:
            raise Unchallengeable("The challenger has a running challenge. It must end first.")
        if challenged in pairs[0] and played.challenger != challenged:
            raise Unchallengeable("The opponent has been challenged already. That match must end first.")


def _check_rematch(ladder: _Ladder, challenged: int) -> None:
    pause = timedelta(hours=ladder.rules.rematch_hours)
    last = ladder.met.get(challenged)
    if pause and last and ladder.at < datetime.fromisoformat(last) + pause:
        raise Unchallengeable(
            "The two entrants have met less than {hours} hours ago.", hours=ladder.rules.rematch_hours
        )
