"""Test that responses about archived games, their players, ratings and tournaments are equal to the byte."""

import json
from itertools import islice
from random import Random

import pytest

from domain.verification import verify
from service.playing import games
from service.rating.recompute import recompute
from service.retention import archiving
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings
from tests.service.helpers.games import archived_responses
from tests.service.helpers.games.archived_responses import reported
from tests.service.helpers.games.archiving import settle
from tests.service.helpers.games.lists import finish
from tests.service.helpers.games.rated import POOL, RATED, created, hosting, play_at_random
from tests.service.helpers.players.player import player
from tests.service.helpers.tournaments import READS, has_started, play_round, rounds
from workers.command import verify as verify_command


@pytest.fixture
def archival(redis_url, tmp_path):
    """Run the application with an archive, on a Redis that does not wait for the disk."""
    url = f"sqlite://{tmp_path}/archive.sqlite"
    with running(settings(redis_url, archive_url=url, analysis_iterations=1, durability="memory")) as service:
        yield service


@pytest.mark.parametrize("ruleset", HOSTED)
def test_an_archived_game_and_its_positions_read_the_same_bytes(archival, ruleset):
    past = archived_responses.finished(archival, ruleset, number=8)
    before = archived_responses.everything(past)
    archived_responses.move(past)
    assert archived_responses.everything(past) == before
    versions = range(0, len(past.served), max(1, len(past.served) // 12))
    assert {version: past.served_at(version) for version in versions} == {each: past.served[each] for each in versions}
    verify(past.get(None, "/record").data, HOSTED)


def move_all(service, game_ids):
    """Archive games, and check that no other game can be archived."""
    settle(service)
    assert all(archiving.archive(service.installation, game_id) for game_id in game_ids)
    service.installation.store.archived.copies.clear_cache()


def test_an_archived_game_that_a_resignation_has_ended_reads_the_same_bytes(archival):
    game = archival.new_game()
    for seat in (0, 0, 1):
        game.act(seat)
    game.post("/resign", 1)
    games.score(archival.installation, game.game_id)
    paths = ("", "/view", "/view?at=2", "/events", "/result", "/record")
    before = [game.get(path, 0).data for path in paths]
    move_all(archival, [game.game_id])
    assert [game.get(path, 0).data for path in paths] == before


OF_A_PLAYER = (
    *("/me", "/me/games", "/me/games?status=over", "/me/games?limit=1", "/me/events", "/me/events?limit=3"),
    "/me/events?include=actions",
)
OF_RATINGS = (
    *("/players/{0}/ratings", "/ratings", "/ratings/{1}", "/ratings/{1}?limit=1", "/ratings/{1}/players/{0}/history"),
    *("/ratings/{1}/players/{0}/history?limit=2", "/ratings/{1}/players/{0}/history/image"),
)
OF_GAMES = (
    *("/games", "/games?status=over", "/games?label=final", "/games?metadata=cup:spring", "/games?status=running"),
    *("/records", "/records?limit=2", "/records?ruleset=tiny"),
)


def test_lists_feeds_exports_and_ratings_of_players_read_the_same_bytes(archival):
    hosting(archival, RATED)
    rng = Random(3)
    humans = [player(archival, f"Player {number}") for number in range(3)]
    game_ids = [created(archival, *rng.sample([*humans, "greedy"], 2)) for _ in range(8)]
    labelled = humans[0].create(label="final", metadata={"cup": "spring"}).json["game_id"]
    finish(archival, labelled)
    for game_id in game_ids:
        play_at_random(archival, game_id, rng)
    for game_id in (*game_ids, labelled):
        games.score(archival.installation, game_id)
    paths = [path.format(each.id, POOL.pool) for path in OF_RATINGS for each in humans]

    def responses():
        found = {path: reported(archival.client.get(f"/v1{path}")) for path in (*OF_GAMES, *paths)}
        found |= {(path, each.id): reported(each.get(path)) for path in OF_A_PLAYER for each in humans}
        assert {status for status, _, _ in found.values()} <= {200, 404}
        streamed = {each.id: first_of_feed(each) for each in humans}
        records = archival.client.get("/v1/records?limit=20").json["records"]
        return found, streamed, recompute(records, archival.installation.rulesets)

    settle(archival)
    before = responses()
    move_all(archival, [*game_ids, labelled])
    assert responses() == before
    assert len(json.loads(before[0]["/records"][1])["records"]) == len(game_ids) + 1
    assert len(before[2][POOL.pool]) == len(humans)


def first_of_feed(who):
    """Return all notices so far from an endless stream of a feed."""
    number = len(who.get("/me/events?limit=100").json["events"])
    response = who.get("/me/events/ndjson?after=0-0")
    assert response.status_code == 200, response.text
    read = [*islice((chunk for chunk in response.iter_encoded() if chunk.strip()), number)]
    response.close()
    return read


def test_a_tournament_and_its_games_read_the_same_bytes_and_its_record_is_verified(archival, tmp_path, capsys):
    who, address = has_started(archival)
    for _ in range(2):
        play_round(archival, who, address)
    of_tournament = [f"{address}{path}" for path in (*READS, "/record", "/events/stream")]
    game_ids = [game["game_id"] for each in rounds(who, address) for table in each["tables"] for game in table["games"]]
    for game_id in game_ids:
        games.score(archival.installation, game_id)
    settle(archival)
    of_games = [f"/games/{game_id}{path}" for game_id in game_ids for path in ("", "/record", "/view", "/events")]

    def responses():
        return {path: reported(who.get(path)) for path in (*of_tournament, *of_games)}

    before = responses()
    assert before[f"{address}/record"][0] == 200
    move_all(archival, game_ids)
    assert responses() == before
    files = [tmp_path / f"{number}.json" for number in range(1 + len(game_ids))]
    for file, path in zip(files, [f"{address}/record", *(f"/games/{each}/record" for each in game_ids)], strict=True):
        file.write_bytes(who.get(path).data)
    assert (verify_command.run(files, HOSTED), capsys.readouterr().err) == (0, "")
