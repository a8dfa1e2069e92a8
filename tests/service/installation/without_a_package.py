"""Use a service without one of its packages: `python -m tests.service.installation.without_a_package REDIS_URL`."""

import json
import sys

from service.accounts.export import export
from service.app import create_app
from tests.service.helpers.client.contract import HOSTED, faults_of
from tests.service.helpers.client.service import Service, settings
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.players.player import player


def used(service):
    """Create, play and score a game; export, merge and delete its players. Return what was found."""
    ann, phone, bea = player(service, "Ann"), player(service), player(service, "Bea")
    made = phone.create([{"kind": "human", "player": each.id} for each in (phone, bea)])
    game_id = made.json["game_id"]
    finish_and_score(service, game_id)
    merged = ann.post("/me/merge", {"credential": phone.key})
    exported = json.loads(b"".join(export(service.installation, ann.id)))
    deleted = bea.send("DELETE", "/me")
    result = ann.get(f"/games/{game_id}/result")
    holders = service.installation.store.seats.all(game_id)
    return {
        "statuses": [each.status_code for each in (made, merged, deleted, result)],
        "games": len(exported["games"]),
        "lists": sorted(exported),
        "ann has the seat": [holders[seat].player == ann.id for seat in (0, 1)],
    }


def main(redis_url):
    app = create_app(settings(redis_url), HOSTED)
    faults, service = faults_of(app), Service(app)
    paths = [rule.rule for rule in app.url_map.iter_rules()]
    print(json.dumps(used(service) | {"paths": paths, "faults": faults}))
    service.close()


if __name__ == "__main__":
    main(sys.argv[1])
