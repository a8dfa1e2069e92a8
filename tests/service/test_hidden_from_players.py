"""What players, hosts and anybody read beside the table tells nothing that the reader's seat does not know."""

import msgspec
import pytest

from domain import replay
from service.play.game import load
from tests.rulesets.games import packed, redeals
from tests.service.contract import HOSTED
from tests.service.people import player

ACTIONS = 6
HIDING = [name for name in HOSTED if name != "azul"]
"""At a table of Azul all that is drawn lies open, and what will be drawn is in no state."""


def played(service, ruleset):
    """Let two players or more play a few actions of a game; give them, the host and the game's id."""
    host = player(service, "Host")
    people = [player(service, name) for name in ("Ann", "Bea", "Cid", "Dan", "Eve")[: ruleset.min_seats]]
    seats = [{"kind": "human", "player": each.id} for each in people]
    game_id = host.post("/games", {"ruleset": ruleset.name, "seats": seats}).json["game_id"]
    for _ in range(ACTIONS):
        waiting = load(service.bottega, game_id).to_act
        if not waiting:
            break
        legal = people[waiting[0]].get(f"/games/{game_id}/actions").json
        body = {"ruleset": ruleset.name, "decision": legal["decision"], "action": legal["actions"][-1]}
        assert people[waiting[0]].post(f"/games/{game_id}/actions", body).status_code == 200
    return people, host, game_id


def all_that_is_read(reader, host, game_id):
    """Read whatever a player and the host may read of a game, but for the table itself, and the player's view of it."""
    own = ("/me", "/me/games", "/me/games?waiting=true", "/me/games?status=running", "/me/games?status=over")
    mine = [reader.get(path) for path in (*own, f"/games/{game_id}/view", f"/games/{game_id}/seats", "/games")]
    hosts = [host.get(path) for path in ("/me/games", f"/games/{game_id}/view", f"/games/{game_id}/seats/0/token")]
    refusals = [reader.claim(game_id, 0), reader.get(f"/games/{game_id}/seats/0/token")]
    return [(each.status_code, each.data, each.headers.get("ETag")) for each in (*mine, *hosts, *refusals)]


@pytest.mark.parametrize("name", HIDING)
def test_a_redealt_table_is_told_of_in_the_same_bytes(service, name):
    ruleset = HOSTED[name]
    people, host, game_id = played(service, ruleset)
    game, client = load(service.bottega, game_id), service.bottega.store.servers.client
    different = 0
    for seat, reader in enumerate(people):
        client.set(f"bottega:{{{game_id}}}:state", replay.encode(game.position))
        before = all_that_is_read(reader, host, game_id)
        for dealt in redeals(ruleset, game.position.state, seat, f"{name} {seat}"):
            other = msgspec.structs.replace(game.position, state=dealt)
            client.set(f"bottega:{{{game_id}}}:state", replay.encode(other))
            different += packed(dealt) != packed(game.position.state)
            assert all_that_is_read(reader, host, game_id) == before
    assert different
