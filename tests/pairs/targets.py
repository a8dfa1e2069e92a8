"""Create the notification target and the webhook of a journey."""

import re
from typing import Any

from tests.pairs.dimensions import NIGHTS, NONE
from tests.pairs.scene import Scene, sign_up
from tests.pairs.web import Broken, Person

QUIET: dict[str, dict[str, Any]] = {
    NONE: {},
    "digest": {"digest_minutes": 90},
    **{name: {"quiet_hours": hours} for name, (hours, _) in NIGHTS.items()},
}
TARGETS = "/me/notification-targets"
LINK = re.compile(r"/notifications/pl_\w{20}\.nt_\w{20}\.[\w-]{24}")
"""The link of a mail to a new address. It may end in a hyphen."""
ONE_TARGET = "one destination has one target"


def notify(scene: Scene) -> None:
    """Create the notification target of the hero."""
    row, web, hero = scene.row, scene.web, scene.hero
    if row["target"] == NONE:
        return
    path = f"/target/{scene.rng.randrange(10**9)}"
    place = {
        "web_push": {"web_push": scene.outside.browser(path).subscription},
        "email": {"email": "xanthippe@example.org"},
        "service": {"url": scene.outside.url(path).replace("http://", "json://")},
    }[row["target"]]
    new_target = {**place, **QUIET[row["quiet"]], "language": row["language"]}
    neighbour = sign_up(web, "Pat") if row["target"] == "web_push" else None
    if neighbour is not None:
        web.ok(neighbour, "POST", TARGETS, place)
    made, again = (web.ok(hero, "POST", TARGETS, new_target) for _ in range(2))
    scene.target = made["target_id"]
    _check_targets(scene, neighbour, {made["target_id"], again["target_id"]})
    if row["target"] == "email":
        _confirm(scene)
    scene.target_since = scene.environment.clock.now


def _check_targets(scene: Scene, neighbour: Person | None, made: set[str]) -> None:
    """Check that a destination that was registered twice has one target, and that a browser has one player."""
    listed = {each["target_id"] for each in scene.web.ok(scene.hero, "GET", TARGETS)["targets"]}
    if len(made) != 1 or listed != made:
        scene.journal.fault(ONE_TARGET, f"two requests created {sorted(made)}, and {sorted(listed)} are listed")
    if neighbour is not None and scene.web.ok(neighbour, "GET", TARGETS)["targets"]:
        scene.journal.fault(ONE_TARGET, f"{neighbour.name} still has the browser of {scene.hero.name}")


def _confirm(scene: Scene) -> None:
    """Open the link of the mail to the new address, and press its first button."""
    scene.environment.settle()
    (_, mail), *_ = scene.outside.mailbox.got
    link = LINK.search(mail.get_content())
    page = scene.environment.app.test_client().post(f"{link.group(0) if link else '/nowhere'}/confirm")
    if page.status_code != 200:
        raise Broken(f"request: the confirmation of the address got {page.status_code} {page.text[:200]}")


def hook(scene: Scene, game_id: str) -> None:
    """Create the webhook of the row."""
    scene.hook_path = f"/hook/{scene.rng.randrange(10**9)}"
    body = {"url": scene.outside.url(scene.hook_path)}
    kind, web = scene.row["webhook"], scene.web
    if kind == "player":
        web.ok(scene.hero, "POST", "/me/webhooks", body)
    elif kind == "created":
        web.ok(scene.creator, "POST", "/me/webhooks", {**body, "scope": "created"})
    elif kind == "game" and game_id:
        web.ok(scene.creator, "POST", f"/games/{game_id}/webhooks", body)
    elif kind == "tournament":
        web.ok(scene.creator, "POST", f"{scene.tournament}/webhooks", body)
