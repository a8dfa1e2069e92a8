"""Request rematches: each works to its end, or is refused by its rule."""

from service import problems
from service.game.game import Game, load
from tests.pairs.playing import Play
from tests.pairs.scene import Scene
from tests.pairs.web import Person

NAME = "a rematch works or is refused"
REFUSED = (401, 403, 404, 409)


def rematch(play: Play) -> None:
    """Request a rematch of a finished game twice; in between its creator deletes the first one."""
    scene = play.scene
    over = [each for each, truth in scene.truths.items() if truth.is_over and each not in scene.gone]
    if not over:
        return
    left = [each for each in over if any(each in person.seats for person in scene.former)]
    game_id = scene.rng.choice(left or over)
    who = next((each for each in scene.persons if game_id in each.seats), scene.creator)
    first = _requested(scene, who, game_id)
    if first is None:
        return
    _check_playable(scene, game_id, first)
    token = {"Authorization": f"Bearer {first.get('creator_token', '')}"} if "creator_token" in first else {}
    if scene.web.send(scene.creator, "DELETE", f"/games/{first['game_id']}", **token).status_code == 204:
        second = _requested(scene, who, game_id)
        if second is not None:
            _check_playable(scene, game_id, second)


def _requested(scene: Scene, who: Person, game_id: str) -> dict | None:
    response = scene.web.send(who, "POST", f"/games/{game_id}/rematch", {})
    if response.status_code in REFUSED:
        return None
    found: dict = response.json
    return found


def _check_playable(scene: Scene, game_id: str, made: dict) -> None:
    """Check that the rematch exists, has the terms of the game, and waits for somebody who can act."""
    try:
        game = load(scene.environment.installation, made["game_id"])
    except problems.GameNotFound:
        return scene.journal.fault(NAME, f"the rematch of {game_id} does not exist")
    before = scene.truths[game_id].header
    if (game.header.clock, game.header.virtual) != (before.clock, before.virtual):
        scene.journal.fault(NAME, f"the rematch of {game_id} has another clock: virtual {game.header.virtual}")
    lost = [seat for seat, each in enumerate(game.seats) if each.kind != "ai" and not _has_player(game, seat)]
    if lost and game.status != "open" and scene.row["credential"] != "guest":
        scene.journal.fault(NAME, f"the rematch of {game_id} has started, and seats {lost} have no player")
    return None


def _has_player(game: Game, seat: int) -> bool:
    return seat in game.claims and bool(game.claims[seat].player)
