"""Examples of accounts: identities of an issuer, and merged players."""

from dataclasses import replace

from domain.ruleset import AnyRuleset
from tests.tools.examples.failures import LOST, failure
from tests.tools.examples.harness import Exchange, Harness, Player, Request
from tests.tools.examples.requests import sample

PATH = "/v1/me/identities"


def with_identity(harness: Harness) -> tuple[Player, str]:
    """Create a player with an identity; return the player, and the id of the identity."""
    ada = harness.player()
    return ada, harness.send(link(harness, ada)).body["identity"]


def link(harness: Harness, player: Player) -> Request:
    """Return the request of a player to link an identity."""
    return player.asks("POST", PATH, {"token": harness.identity("ada")})


@sample("linkIdentity", 201, "A player links an identity of the issuer.", each=False)
def link_identity(harness: Harness, ruleset: AnyRuleset) -> Request:
    return link(harness, harness.player())


@sample("listIdentities", 200, "The identity of a player.", each=False)
def list_identities(harness: Harness, ruleset: AnyRuleset) -> Request:
    return with_identity(harness)[0].asks("GET", PATH)


@sample("unlinkIdentity", 204, "A player with a key unlinks an identity.", each=False)
def unlink_identity(harness: Harness, ruleset: AnyRuleset) -> Request:
    ada, identity = with_identity(harness)
    return ada.asks("DELETE", f"{PATH}/{identity}")


@failure("identity_in_use", "The identity signs in another player.")
def taken_identity(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    harness.send(link(harness, harness.player("Bruno")))
    return harness.send(request)


@failure("identity_not_found", "The player has no such identity.")
def lost_identity(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, path=f"{PATH}/id_{LOST}"))


@failure("last_identity", "The player has no key and no other identity.")
def last_identity(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    signed = Player("", harness.identity("carla"), "")
    (only,) = harness.send(signed.asks("GET", PATH)).body["identities"]
    return harness.send(signed.asks("DELETE", f"{PATH}/{only['identity']}"))


@sample("mergePlayer", 200, "A player merges another of their players.", each=False)
def merge_player(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.player().asks("POST", "/v1/me/merge", {"credential": harness.player("Ada's phone").key})


@failure("players_not_mergeable", "Both players have a seat in the same game.")
def common_game(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    ada, phone = harness.player(), harness.player("Ada's phone")
    harness.send(phone.asks("PATCH", "/v1/me", {"seated_by": "everybody"}))
    seats = [{"kind": "human", "player": each.id} for each in (ada, phone)]
    others = [{"kind": "human"}] * (harness.shortest.min_seats - len(seats))
    harness.send(ada.asks("POST", "/v1/games", {"ruleset": harness.shortest.name, "seats": [*seats, *others]}))
    return harness.send(ada.asks("POST", "/v1/me/merge", {"credential": phone.key}))


@failure("game_busy", "Each write conflicted with another change of a bot.", "mergePlayer")
def busy_bot(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    """Store the profile of a bot in other bytes than the service writes, so that every update finds it changed."""
    other = {"Authorization": f"Bearer {request.body['credential']}"}
    bot = harness.send(Request("POST", "/v1/players", other, {"name": "Adabot", "bot": True})).body["player"]
    profile = f"bottega:{{{bot}}}:profile"
    harness.client.set(profile, harness.client.get(profile) + b" ")
    return harness.send(request)
