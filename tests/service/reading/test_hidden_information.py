"""Test that no operation besides the view reveals information that the caller's seat does not know."""

import msgspec
import pytest

from service.game.game import load
from service.resources.surroundings import SURROUNDINGS
from tests.rulesets.games import packed, redeals
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.games.stored import put
from tests.service.helpers.players.player import agree, player
from workers.promises.hidden import hides_anything

MOMENTS = (1, 6)
"""The numbers of actions after which responses are compared; some games end earlier."""


def seated(service, ruleset):
    """Create a game with two or more players; return them, the creator and the game's id."""
    host = player(service, "Host")
    humans = [player(service, name) for name in ("Ann", "Bea", "Cid", "Dan", "Eve")[: ruleset.min_seats]]
    for each in humans:
        agree(service, each.id)
    seats = [{"kind": "human", "player": each.id} for each in humans]
    game_id = host.post("/games", {"ruleset": ruleset.name, "seats": seats}).json["game_id"]
    return humans, host, game_id


def play_on(service, ruleset, humans, game_id, actions):
    """Let each player take the last legal action, up to a number of actions or the end of the game."""
    while (game := load(service.installation, game_id)).position.version < actions and (waiting := game.to_act):
        legal = humans[waiting[0]].get(f"/games/{game_id}/actions").json
        body = {"ruleset": ruleset.name, "decision": legal["decision"], "action": legal["actions"][-1]}
        assert humans[waiting[0]].post(f"/games/{game_id}/actions", body).status_code == 200


def all_that_is_read(reader, host, game_id):
    """Read all responses about a game that a player or the creator may read, except the view and the game."""
    around = f"/games/{game_id}/events?limit=1&include={','.join(sorted(SURROUNDINGS))}"
    own = ("/me", "/me/games", "/me/games?waiting=true", "/me/games?status=running", "/me/games?status=over")
    mine = [reader.get(path) for path in (*own, around, f"/games/{game_id}/view", f"/games/{game_id}/seats", "/games")]
    hosts = [host.get(path) for path in ("/me/games", f"/games/{game_id}/view", f"/games/{game_id}/seats/0/token")]
    rejections = [reader.claim(game_id, 0), reader.get(f"/games/{game_id}/seats/0/token")]
    return [(each.status_code, each.data, each.headers.get("ETag")) for each in (*mine, *hosts, *rejections)]


@pytest.mark.parametrize("name", HOSTED)
def test_a_resampled_game_is_described_in_the_same_bytes(service, name):
    ruleset, different = HOSTED[name], 0
    humans, host, game_id = seated(service, ruleset)
    for actions in MOMENTS:
        play_on(service, ruleset, humans, game_id, actions)
        true = load(service.installation, game_id).position
        for seat, reader in enumerate(humans):
            before = all_that_is_read(reader, host, game_id)
            for dealt in redeals(ruleset, true.state, seat, f"{name} {seat}"):
                put(service, game_id, msgspec.structs.replace(true, state=dealt))
                different += packed(dealt) != packed(true.state)
                assert all_that_is_read(reader, host, game_id) == before
            put(service, game_id, true)
    assert bool(different) == hides_anything(name, ruleset.min_seats)
