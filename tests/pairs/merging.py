"""Make two players one in the middle of a journey, or a guest a player."""

from dataclasses import dataclass

from tests.pairs.accounts import must_end
from tests.pairs.dimensions import NONE
from tests.pairs.feeds import collect_notices
from tests.pairs.listening import Listener
from tests.pairs.playing import Play
from tests.pairs.scene import Scene, add_game, listen, sign_up
from tests.pairs.targets import TARGETS
from tests.pairs.web import Broken, Person

NAME = "a merge moves everything"
SECOND_GAMES = 4
"""Further games of a player who is merged: more streams that may be taken for those of spectators."""
BLOCKED = "/me/blocked-players"


@dataclass(frozen=True)
class Belongings:
    """What a player has beside games, and the other player must have after a merge."""

    invitation: str
    """The game to which the player is invited, at seat 1."""
    blocked: str
    """The id of a blocked player."""
    targets: int
    webhooks: int


def merge(play: Play) -> None:
    """Make the hero a part of a new player, who plays on; the service refuses it during a rated game.

    The user of a platform has no credential of their own. Such a hero remains, and another player becomes a part. A
    guest becomes a new player, who gets the seats.
    """
    scene, hero = play.scene, play.scene.hero
    heir = sign_up(scene.web, "Zed")
    if hero.kind == "guest":
        return _keep_seats(play, hero, heir)
    part, rest = (heir, hero) if hero.kind == "platform" else (hero, heir)
    _second_games(scene, part)
    belongings = _belongings(scene, part)
    collect_notices(scene)
    credential = part.key if part.kind == "key" else scene.outside.sign(part.key, scene.environment.clock.now)
    part.is_leaving = True
    response = scene.web.send(rest, "POST", "/me/merge", {"credential": credential})
    part.is_leaving = response.status_code == 200
    is_rated = any(game.header.rated and game.header.game_id in part.seats for game in play.running())
    if response.status_code == 200 and is_rated:
        scene.journal.fault(NAME, f"a player of a running rated game was merged: {response.text}")
    if response.status_code == 409 and scene.row["rated"] == "yes":
        return None
    if response.status_code != 200:
        raise Broken(f"merge: {response.status_code} {response.text}")
    part.is_merged = True
    scene.former.append(part)
    followers = _unite(play, part, rest)
    _check_moved(scene, rest, belongings)
    if part.kind == "key":  # an identity belongs to the other player from now on
        must_end(scene, followers)
    return None


def _unite(play: Play, part: Person, rest: Person) -> list[Listener]:
    """Let a person play the seats of another one; return the streams that the other one has opened."""
    scene = play.scene
    followers = [each for each in scene.listeners if each.who is part]
    rest.seats, rest.language = {**rest.seats, **part.seats}, part.language
    others = [each for each in scene.persons if each not in (part, rest)]
    scene.hero, scene.persons = rest, [rest, *others]
    play.absent = {rest.name if each == part.name else each for each in play.absent}
    scene.environment.settle()
    return followers


def _belongings(scene: Scene, person: Person) -> Belongings:
    """Let a person block a player and be invited to a game; return everything that a merge must move."""
    stranger = sign_up(scene.web, "Nix")
    scene.web.ok(person, "PUT", f"{BLOCKED}/{stranger.id}")
    body = {"ruleset": "tiny", "seats": [{"kind": "open"}, {"kind": "open"}], "starts": "when_seated"}
    game_id = scene.web.ok(scene.creator, "POST", "/games", body)["game_id"]
    scene.web.ok(scene.creator, "POST", f"/games/{game_id}/seats/1/invitation", {"player": person.id})
    is_hero = person is scene.hero
    has_target, has_webhook = scene.row["target"] != NONE, scene.row["webhook"] == "player"
    return Belongings(game_id, stranger.id, int(is_hero and has_target), int(is_hero and has_webhook))


def _check_moved(scene: Scene, rest: Person, belongings: Belongings) -> None:
    """Check that a player has what belonged to the player who has become a part."""
    web = scene.web
    blocked = [each["player"] for each in web.ok(rest, "GET", BLOCKED)["players"]]
    targets, webhooks = web.ok(rest, "GET", TARGETS)["targets"], web.ok(rest, "GET", "/me/webhooks")["webhooks"]
    if belongings.blocked not in blocked:
        scene.journal.fault(NAME, f"the blocked player {belongings.blocked} is not among {blocked}")
    if len(targets) < belongings.targets or len(webhooks) < belongings.webhooks:
        scene.journal.fault(NAME, f"{len(targets)} targets and {len(webhooks)} webhooks are left of {belongings}")
    claimed = web.send(rest, "POST", f"/games/{belongings.invitation}/seats/1/claim", {})
    if claimed.status_code != 201:
        scene.journal.fault(NAME, f"the invitation is lost: {claimed.status_code} {claimed.text[:200]}")


def _keep_seats(play: Play, guest: Person, heir: Person) -> None:
    """Move the seats of a guest to a new player; each token must move a seat once, and its streams must end."""
    scene = play.scene
    for game_id in [each.header.game_id for each in play.running() if each.header.game_id in guest.seats]:
        path, body = f"/games/{game_id}/seats/{guest.seats[game_id]}/claim", {"token": guest.tokens[game_id]}
        response = scene.web.send(heir, "POST", path, body)
        if response.status_code == 409 and scene.row["rated"] == "yes":
            return
        if response.status_code != 201:
            raise Broken(f"merge: {response.status_code} {response.text}")
        again = scene.web.send(sign_up(scene.web, "Nix"), "POST", path, body)
        if again.status_code != 401:
            scene.journal.fault(NAME, f"a used token got {again.status_code} {again.text[:200]}")
        scene.newcomers.add(game_id)
        must_end(scene, _unite(play, guest, heir))


def _second_games(scene: Scene, person: Person) -> None:
    """Create further games of a person, with streams."""
    for number in range(SECOND_GAMES):
        seats = [{"kind": "open"}, {"kind": "open"}]
        body = {"ruleset": "tiny", "seats": seats, "starts": "when_seated"}
        made = scene.web.ok(scene.creator, "POST", "/games", body)
        add_game(scene, made["game_id"], f"second game {number}", made["creator_token"])
        for seat, each in enumerate((person, sign_up(scene.web, f"Guest {number}"))):
            scene.web.ok(each, "POST", f"/games/{made['game_id']}/seats/{seat}/claim", {})
            each.seats[made["game_id"]] = seat
            scene.persons += [] if each in scene.persons else [each]
        listen(scene, made["game_id"])
