"""Examples of blocked players, and of players who accept no invitations."""

from dataclasses import replace

from domain.ruleset import AnyRuleset
from service.store.blocks import MOST_BLOCKED
from tests.tools.examples.failures import failure
from tests.tools.examples.harness import Exchange, Harness, Player, Request, Table
from tests.tools.examples.requests import sample

PATH = "/v1/me/blocked-players"
SINCE = "2026-01-01T00:00:00.000000Z"
OPEN = {"kind": "open"}


def blocking(harness: Harness) -> tuple[Player, Player]:
    """Create two players, of whom the first blocks the second."""
    ada, bruno = harness.player(), harness.player("Bruno")
    harness.send(ada.asks("PUT", f"{PATH}/{bruno.id}"))
    return ada, bruno


@sample("blockPlayer", 204, "Ada blocks another player.", each=False)
def block_player(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.player().asks("PUT", f"{PATH}/{harness.player('Bruno').id}")


@sample("unblockPlayer", 204, "Ada unblocks a player.", each=False)
def unblock_player(harness: Harness, ruleset: AnyRuleset) -> Request:
    ada, bruno = blocking(harness)
    return ada.asks("DELETE", f"{PATH}/{bruno.id}")


@sample("listBlockedPlayers", 200, "The players whom Ada blocks.", each=False)
def list_blocked_players(harness: Harness, ruleset: AnyRuleset) -> Request:
    return blocking(harness)[0].asks("GET", PATH)


@failure("unknown_player", "No player has this id.", "blockPlayer")
def unknown_to_block(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, path=f"{PATH}/pl_{'0' * 20}"))


@failure("too_many_blocked_players", "The player blocks 1,000 players, the maximum.")
def too_many_blocked(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    ada, bruno = harness.player(), harness.player("Bruno")
    for number in range(MOST_BLOCKED):
        harness.bottega.store.blocks.add(ada.id, f"pl_{number:020}", SINCE)
    return harness.send(ada.asks("PUT", f"{PATH}/{bruno.id}"))


@failure("game_busy", "Each write conflicted with another change of the player's seeks.", "blockPlayer unblockPlayer")
def contested_seeks(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    """Store the seeks in other bytes than the service writes, so that every update finds them changed."""
    ada, bruno = blocking(harness) if request.method == "DELETE" else (harness.player(), harness.player("Bruno"))
    harness.send(ada.asks("POST", "/v1/seeks", {"ruleset": ruleset.name, "seats": [ruleset.min_seats]}))
    name = f"bottega:{{{ada.id}}}:seeks"
    harness.client.set(name, harness.client.get(name) + b" ")
    return harness.send(ada.asks(request.method, f"{PATH}/{bruno.id}"))


@failure("invitation_declined", "Ada has blocked the player, or accepts no invitations.", "createGame")
def declined_seat(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    ada, bruno = blocking(harness)
    seats = [{"kind": "human", "player": ada.id}, *[OPEN] * (ruleset.min_seats - 1)]
    return harness.send(bruno.asks("POST", "/v1/games", {"ruleset": ruleset.name, "seats": seats}))


@failure("invitation_declined", "Ada has blocked the player, or accepts no invitations.", "createInvitation")
def declined_invitation(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    ada, bruno = blocking(harness)
    body = {"ruleset": ruleset.name, "seats": [OPEN] * ruleset.min_seats, "starts": "when_seated"}
    game_id = harness.send(bruno.asks("POST", "/v1/games", body)).body["game_id"]
    return harness.send(bruno.asks("POST", f"/v1/games/{game_id}/seats/0/invitation", {"player": ada.id}))


@failure("invitation_declined", "Ada has blocked the player, or accepts no invitations.", "createRematch")
def declined_rematch(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    ada, bruno = blocking(harness)
    rules = harness.shortest
    others = [{"kind": "ai", "level": "random"}] * (rules.min_seats - 1)
    seats = [OPEN, *others] if rules.min_seats > 1 else [OPEN]
    game_id = harness.send(bruno.asks("POST", "/v1/games", {"ruleset": rules.name, "seats": seats})).body["game_id"]
    harness.send(ada.asks("POST", f"/v1/games/{game_id}/seats/0/claim", {}))
    Table(harness, rules, game_id, {}).finish()
    return harness.send(bruno.asks("POST", f"/v1/games/{game_id}/rematch"))
