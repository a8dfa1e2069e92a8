"""Change players in the middle of a journey: new credentials, an export, a deletion."""

from service.game.game import load
from service.store.feeds import STORED_MILLISECONDS
from tests.pairs.dimensions import NONE
from tests.pairs.feeds import collect_notices
from tests.pairs.playing import Play, current
from tests.pairs.scene import Scene, listen, operated
from tests.pairs.web import Broken, Person

ENDED = (204, 401, 403, 404)
"""Statuses after the end of a credential. 403: during a deletion the seat ends before the credential does."""


def rotate(play: Play) -> None:
    """Replace the credential of the hero, or the secret of a webhook; the old one must end."""
    scene = play.scene
    if scene.row["rotation"] == "secret":
        return _rotate_secret(scene)
    hero = scene.hero
    if hero.kind == "guest":
        return _rotate_tokens(play)
    if hero.kind != "key":
        return None
    old, hero_listeners = hero.key, [each for each in scene.listeners if each.who is hero]
    scene.web.ok(hero, "DELETE", f"/me/keys/{hero.key.split('_')[1]}")
    hero.key = operated(scene.environment, hero).key  # a key that the deleted one had created would have ended with it
    former = Person(hero.name, "key", hero.id, old)
    if scene.web.send(former, "GET", "/me").status_code != 401:
        scene.journal.fault("streams end with their credential", "a deleted key is still valid")
    return must_end(scene, hero_listeners)


def _rotate_tokens(play: Play) -> None:
    scene, hero = play.scene, play.scene.hero
    for game_id, seat in hero.seats.items():
        if game_id in scene.gone:
            continue
        mine = [each for each in scene.listeners if each.who is hero and each.game_id == game_id]
        response = scene.web.send(scene.creator, "POST", f"/games/{game_id}/seats/{seat}/token", {})
        if response.status_code < 300:
            hero.tokens[game_id] = response.json["token"]
            must_end(scene, mine)


def _rotate_secret(scene: Scene) -> None:
    owner = {"player": (scene.hero, "/me"), "created": (scene.creator, "/me")}.get(scene.row["webhook"])
    if owner is not None:
        for each in scene.web.ok(owner[0], "GET", f"{owner[1]}/webhooks")["webhooks"]:
            scene.web.ok(owner[0], "POST", f"{owner[1]}/webhooks/{each['webhook_id']}/secret", {})


def must_end(scene: Scene, listeners: list) -> None:
    """Check that streams whose credential has ended end, and cannot be opened again; follow the games again."""
    for each in listeners:
        if not each.is_done():
            scene.journal.fault("streams end with their credential", f"{each.name} goes on")
        elif each.status not in ENDED and not each.has_ended:
            scene.journal.fault("streams end with their credential", f"{each.name} got {each.status} {each.problem}")
        scene.listeners.remove(each)
    for game_id in {each.game_id for each in listeners}:
        if game_id not in scene.gone:
            listen(scene, game_id)


def export(play: Play) -> None:
    """Export the data of the hero; it must have everything of the player."""
    scene, hero = play.scene, play.scene.hero
    play.running()  # notes the games that their lifetime has ended
    found = scene.web.ok(hero, "GET", "/me/export")
    games = {each["game"]["game_id"] if "game" in each else each["game_id"] for each in found["games"]}
    missing = {game_id for game_id in hero.seats if game_id not in scene.gone} - games
    if missing:
        scene.journal.fault("the export has everything", f"games {sorted(missing)} are missing")
    if found["profile"]["player"] != hero.id:
        scene.journal.fault("the export has everything", "it has another profile")
    collect_notices(scene)
    noticed = {each["id"] for each in found["notices"]}
    since = 1000 * scene.environment.clock.now - STORED_MILLISECONDS
    stored = {each for each in scene.notices.get(hero.id, {}) if int(each.partition("-")[0]) > since}
    own = stored - noticed
    if own:
        scene.journal.fault("the export has everything", f"{len(own)} notices are missing")
    if len(found["notification_targets"]) != (scene.row["target"] != NONE) and hero.name != "Zed":
        scene.journal.fault("the export has everything", "the notification target is missing")
    if len(found["webhooks"]) < (scene.row["webhook"] == "player"):
        scene.journal.fault("the export has everything", "the webhook is missing")


def delete(play: Play) -> None:
    """Delete the hero, the creator or a game."""
    kind, scene = play.scene.row["deletion"], play.scene
    play.remember()
    collect_notices(scene)
    if kind == "game":
        return _delete_game(play)
    person = scene.hero if kind == "player" else scene.creator
    listeners = [each for each in scene.listeners if each.who is person]
    old = Person(person.name, person.kind, person.id, person.key, person.user, {}, dict(person.seats))
    person.is_leaving = True
    scene.web.ok(person, "DELETE", "/me")
    scene.former.append(old)
    if kind == "player":
        for game_id, seat in old.seats.items():
            scene.resigned.add((game_id, seat))
        scene.persons = [each for each in scene.persons if each is not person]
    if kind == "creator":
        _has_no_power(scene)
        scene.creator_has_left = True
        scene.creator = next(iter(scene.persons))
    must_end(scene, listeners)
    reborn = scene.web.send(old, "GET", "/me")
    if reborn.status_code == 200 and reborn.json["player"] == old.id:
        scene.journal.fault("after deletion nothing is left", f"the credential of {old.name} ({old.kind}) still works")
    scene.environment.settle()
    return None


def _has_no_power(scene: Scene) -> None:
    """Check that the creator token of a deleted creator does nothing."""
    for game_id, token in scene.creator_tokens.items():
        if game_id in scene.gone or "second" in scene.journal.games[game_id]:
            continue
        for method, path, body in (
            ("POST", "/webhooks", {"url": scene.outside.url("/nowhere")}),
            ("POST", "/abort", {}),
            ("DELETE", "", None),
        ):
            response = scene.web.send(None, method, f"/games/{game_id}{path}", body, Authorization=f"Bearer {token}")
            if response.status_code < 300:
                scene.journal.fault("after deletion nothing is left", f"the creator token still does {method} {path}")
                scene.aborted.add(game_id)
                scene.gone |= {game_id: "creator token"} if method == "DELETE" else {}


def _delete_game(play: Play) -> None:
    scene, game_id = play.scene, current(play)
    if game_id is None or scene.tournament:
        return
    game = load(scene.environment.installation, game_id)
    response = scene.web.send(scene.creator, "DELETE", f"/games/{game_id}")
    if response.status_code == 204:
        scene.gone[game_id] = "deleted"
        must_end(scene, [each for each in scene.listeners if each.game_id == game_id])
        if scene.web.send(None, "GET", f"/games/{game_id}").status_code != 404:
            scene.journal.fault("after deletion nothing is left", f"game {game_id} is still shown")
    elif not game.header.rated or response.json["code"] != "rated_game_protected":
        raise Broken(f"deletion: {response.status_code} {response.text}")
