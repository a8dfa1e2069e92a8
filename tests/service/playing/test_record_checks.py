"""Test that the record of a game of a package is verified once, and that a game that cannot be repeated is marked."""

import pytest

from domain.verification import Irreproducible, verify
from service.game.game import load
from service.game.history import whole_log
from service.leaderboards import rating
from service.playing import games
from service.rating.recompute import recompute
from service.reading import records
from service.repair import inspection
from tests.hostile import LUCKY, RESHUFFLED, RULESET
from tests.service.helpers.client.service import RemoteGame
from tests.service.helpers.tournaments import entries, games_of, play_round, rounds, started_with_keys
from tests.service.playing.test_faulty_games import create, hostile, stake

__all__ = ["hostile"]


def finish(service, game, amount):
    """Play a game to its end, with a stake in its first round; score it."""
    assert stake(game, amount).status_code == 200
    game.play_to_the_end()
    games.score(service.installation, game.game_id)


def marks(service, game):
    """Return the mark of a game in all its representations."""
    listed = service.client.get("/v1/games?ruleset=tiny&status=over").json["games"]
    (summary,) = (each for each in listed if each["game_id"] == game.game_id)
    return [each.get("irreproducible", False) for each in (game.view(), game.get("").json, summary)]


@pytest.mark.parametrize(("amount", "is_marked"), [(1, False), (LUCKY, True), (RESHUFFLED, True)])
def test_a_game_with_another_source_of_chance_is_marked_and_keeps_its_result(hostile, amount, is_marked):
    game = create(hostile)
    finish(hostile, game, amount)
    assert marks(hostile, game) == [is_marked] * 3
    assert game.get("/result").status_code == 200


def test_the_log_the_operator_and_the_metrics_name_ruleset_and_place(hostile, caplog):
    game = create(hostile)
    finish(hostile, game, LUCKY)
    why = load(hostile.installation, game.game_id).info.irreproducible
    assert why.startswith(("another repetition differs at ", "the record differs from the game at "))
    logged = [each.getMessage() for each in caplog.records if game.game_id in each.getMessage()]
    assert logged == [f"game {game.game_id}: `apply` of tiny cannot be repeated: {why}"]
    (stored,) = hostile.installation.store.failed_jobs.of(game.game_id).values()
    assert (stored.job, stored.error, stored.has_stopped(3)) == ("record", f"`apply` of tiny: {why}", True)
    shown = inspection.inspect(hostile.installation, game.game_id, reveal=False)
    assert (shown["irreproducible"], len(shown["faults"])) == (why, 1)


@pytest.mark.parametrize("amount", [LUCKY, RESHUFFLED])
def test_the_record_of_a_marked_game_says_so_and_states_what_the_players_saw(hostile, amount):
    game = create(hostile)
    finish(hostile, game, amount)
    result, text = game.get("/result").json, records.read(hostile.installation, game.game_id)
    with pytest.raises(Irreproducible) as found:
        verify(text, {"tiny": RULESET}, result["record_hash"])
    record, events = found.value.record, whole_log(hostile.installation, load(hostile.installation, game.game_id))
    assert record["irreproducible"]
    assert totals(record["result"]) == totals(result)
    assert [each["at"] for each in record["events"]] == [each.at for each in events]
    assert recompute([record], hostile.installation.rulesets) == {}
    assert bytes(records.page(hostile.installation, "tiny", 0, 10).records[0]) == text.rstrip()


def totals(result):
    return [each["total"] for each in result["seats"]]


def test_a_record_is_verified_once(hostile):
    game = create(hostile)
    finish(hostile, game, LUCKY)
    hostile.installation.store.failed_jobs.forget(game.game_id)
    games.score(hostile.installation, game.game_id)
    assert hostile.installation.store.failed_jobs.of(game.game_id) == {}


def test_a_marked_game_is_not_rated(hostile):
    game = create(hostile, rated=True)
    finish(hostile, game, LUCKY)
    header = load(hostile.installation, game.game_id).header
    rating.rate_ended(hostile.installation, header)
    assert hostile.client.get("/v1/ratings").json["pools"] == []


def test_the_organiser_sees_the_mark_of_a_match_whose_result_counts(hostile):
    who, address, keys = started_with_keys(hostile, rated=True)
    lucky, other = games_of(who, address)
    game = load(hostile.installation, lucky)
    (seat,) = game.to_act
    stake(RemoteGame(hostile, lucky, {seat: keys[game.players[seat]]}, "tiny"), LUCKY, seat=seat)
    play_round(hostile, who, address)
    shown = {each["game_id"]: each for table in rounds(who, address)[0]["tables"] for each in table["games"]}
    assert {name: (each.get("irreproducible", False), each["rated"]) for name, each in shown.items()} == {
        lucky: (True, False),
        other: (False, True),
    }
    assert len(shown[lucky]["ranks"]) == 2
    (noted,) = (each for each in entries(who, address) if each["type"] == "finished" and each["game_id"] == lucky)
    assert noted["irreproducible"]
