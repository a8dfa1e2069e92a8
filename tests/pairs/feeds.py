"""Read the feeds of all players, which keep notices for some weeks only."""

from tests.pairs.scene import Scene


def collect_notices(scene: Scene) -> None:
    """Read the feeds of all players."""
    for person in (*scene.persons, scene.creator):
        if not person.id or person.kind == "guest":
            continue
        after = "0"
        while True:
            response = scene.web.send(person, "GET", f"/me/events?limit=500&after={after}")
            if response.status_code != 200 or not response.json["events"]:
                break
            stored = scene.notices.setdefault(person.id, {})
            stored |= {each["id"]: each for each in response.json["events"]}
            after = response.json["events"][-1]["id"]
