"""Games that the Python client plays for the tests."""

import threading

from bottega_client import Client


def chosen(pending):
    """Return an action that depends on the decision."""
    return pending["actions"][pending["decision"] * 7 % len(pending["actions"])]


def created(client, ruleset, **terms):
    seats = [{"kind": "human", "name": name} for name in ("Ada", "Bruno")]
    return client.create_game(body={"ruleset": ruleset, "seats": seats, **terms})


def play(client, game, token, **how):
    """Play a seat to the end; return the versions of its events."""
    versions = []
    for message in client.follow(game=game, token=token, include="actions", view=True, **how):
        if message.type == "event":
            versions.append(message.data["version"])
        if pending := message.decision:
            decision = pending["decision"]
            body = {"ruleset": message.view["ruleset"], "decision": decision, "action": chosen(pending)}
            client.submit_action(game, body=body, token=token)
    assert message.view == client.query_view(game, token=token)
    return versions


async def play_async(client, game, token):
    """Play a seat as `play` does."""
    versions = []
    async for message in client.follow(game=game, token=token, include="actions", view=True):
        if message.type == "event":
            versions.append(message.data["version"])
        if pending := message.decision:
            decision = pending["decision"]
            body = {"ruleset": message.view["ruleset"], "decision": decision, "action": chosen(pending)}
            await client.submit_action(game, body=body, token=token)
    assert message.view == await client.query_view(game, token=token)
    return versions


def together(function, arguments):
    """Call a function in a thread for each argument; return the results."""
    results = [None] * len(arguments)

    def called(index):
        results[index] = function(arguments[index])

    threads = [threading.Thread(target=called, args=(index,)) for index in range(len(arguments))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def play_both(address, ruleset, **how):
    """Play both seats of a game; return its id, and the versions that each seat received."""
    with Client(address) as client:
        game = created(client, ruleset)
        tokens = [each["token"] for each in game["tokens"]]
        versions = together(lambda token: play(client, game["game_id"], token, **how), tokens)
    return {"game_id": game["game_id"], "versions": versions}
