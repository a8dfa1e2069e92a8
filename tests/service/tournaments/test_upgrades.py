"""Test that a tournament keeps the rules version of its creation, whatever is hosted in later rounds."""

from dataclasses import replace

from service.tournaments import log, progress
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.games.lists import finish
from tests.service.helpers.tournaments import has_started

TINY = HOSTED["tiny"]


def upgraded(service, plays_since):
    """Return the use cases with the next version of the rules."""
    newer = replace(TINY, version=TINY.version + 1, plays_since=plays_since)
    return replace(service.installation, rulesets={**HOSTED, "tiny": newer})


def games_of(service, name):
    """List the games of each round."""
    rounds = log.load(service.installation, name).tournament.rounds
    return [[each for table in played.tables for each in table.seating.games] for played in rounds]


def after_its_first_round(service):
    """Start a tournament of two rounds, and play the first; return its id."""
    _, address = has_started(service)
    name = address.rpartition("/")[2]
    for game_id in games_of(service, name)[0]:
        finish(service, game_id)
    return name


def test_later_rounds_start_under_the_version_of_the_first(service):
    name = after_its_first_round(service)
    progress.drive(upgraded(service, TINY.version), name)
    first, second = games_of(service, name)
    assert {service.installation.store.header(each).rules_version for each in first + second} == {TINY.version}


def test_a_tournament_waits_for_rules_that_are_not_hosted_and_continues_under_them(service):
    name = after_its_first_round(service)
    before = log.load(service.installation, name).log
    other = upgraded(service, None)
    assert progress.drive(other, name) > other.sources.now().timestamp() + 30
    assert log.load(service.installation, name).log == before
    progress.drive(service.installation, name)
    assert len(games_of(service, name)) == 2
