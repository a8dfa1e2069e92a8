"""Test that deleting a player removes id and name from Redis, the archive, responses and deliveries; a merge the id.

The player first uses every feature of the API. Then each Redis key is searched, compressed or not, and each archived
copy. Each GET operation of the contract is searched for several callers. Deliveries are read in Redis before they are
sent.
"""

import pytest
from flask import request, request_finished

from service.lobby.player_games import seated_games
from service.tournaments.subject import rated_entries
from tests.service.helpers.games.archiving import settle
from tests.service.helpers.games.lists import finish
from tests.service.helpers.players.life import NAME, Life, compete, play, unite
from tests.service.helpers.players.player import player
from tests.service.helpers.players.traces import ids, in_archive, in_redis, in_responses, operations_of

LEFT_OUT = {
    *("resumeWebhook", "resumeMyWebhook", "resumeTournamentWebhook"),  # of a webhook that failed for days
    *("redeliverWebhook", "redeliverMyWebhook", "redeliverTournamentWebhook"),  # of what has been sent
    *("advanceClock", "samplePositions"),  # of games of a sandbox, and of programs
    "createHint",  # answered by a worker
    "changeClocks",  # stores seats and no players
    "declineUndo",  # ends a request of `undoAction`
    *("banPlayer", "unbanPlayer", "deletePlayer"),  # of operators: see `test_bans`
    *("linkIdentity", "unlinkIdentity"),  # of an issuer: see `test_linked_identities`
}
"""Operations that contain no player and store nothing."""


@pytest.fixture
def life(archival):
    return Life(archival)


@pytest.fixture
def deleted(life):
    """Return a life whose player was deleted after doing everything."""
    unite(life)
    play(life)
    compete(life)
    settle(life.service)
    places, _ = in_responses(life, life.bea, life.olga)
    assert any(NAME in each for each in places)
    assert in_redis(life)
    life(life.ann, "DELETE", "/me")
    return life


def test_neither_redis_nor_the_archive_nor_an_operation_shows_the_id_or_the_name_of_a_deleted_player(deleted):
    assert in_redis(deleted) == []
    assert in_archive(deleted) == []
    places, answered = in_responses(deleted, deleted.bea, deleted.olga)
    assert places == []
    assert {"listSeats", "getRecord", "listEntrants", "getStandingsCsv", "getCrosstableImage", "getLeaderboard"} <= (
        answered
    )


@pytest.fixture
def merged(life):
    """Return a life whose player became part of another one after doing everything, and that other player."""
    play(life)
    compete(life)
    life(life.ann, "DELETE", f"/seeks/{life.seeks[-1]}")
    for name in rated_entries(life.service.installation, life.ann.id):  # she must leave them before a merge
        life(life.ann, "POST", f"/tournaments/{name}/entrants/0/withdraw", {})
    for game_id in seated_games(life.service.installation, life.ann.id, "running"):
        if life.service.installation.store.header(game_id).rated:
            finish(life.service, game_id)
    settle(life.service)
    assert in_redis(life, ids)
    dee = player(life.service, "Dee")
    life(dee, "POST", "/me/merge", {"credential": life.ann.key})
    return life, dee


def test_neither_redis_nor_the_archive_nor_an_operation_shows_the_id_of_a_merged_player(merged):
    life, dee = merged
    assert in_redis(life, ids) == [f"bottega:{{{dee.id}}}:merges: {needle}" for needle in ids(life)]
    assert in_archive(life, ids) == []
    places, answered = in_responses(life, life.bea, life.olga, dee, sought=ids)
    assert places == [f"/v1/me/export: {needle}" for needle in ids(life)]
    assert {"listSeats", "getRecord", "listEntrants", "getStandingsCsv", "getLeaderboard"} <= answered


def test_the_player_used_every_operation_that_the_contract_offers_players(life):
    """New operations for players must be added to `play` and `compete`, or listed here with the reason."""
    known = {(method.upper(), path): each["operationId"] for path, method, each in operations_of() if method != "get"}
    done = set()

    def note(_app, response, **_):
        path = str(request.url_rule).replace("<int:", "{").replace("<", "{").replace(">", "}")
        if response.status_code < 300:
            done.add(known.get((request.method, path), ""))

    with request_finished.connected_to(note, life.service.app):
        unite(life)
        play(life)
        compete(life)
        life(life.ann, "DELETE", "/me")
    assert {*known.values()} - done == LEFT_OUT
