"""Examples of action queues."""

from dataclasses import replace

from domain.ruleset import AnyRuleset
from tests.tools.examples.failures import MINUTE, failure
from tests.tools.examples.harness import Exchange, Harness, Request, Table
from tests.tools.examples.lobby import ADA, OPEN, WAITING, hosted
from tests.tools.examples.requests import sample


def put(table: Table, seat: int, *actions: object, version: int = 0) -> Request:
    """Return the request that replaces the queue of a seat."""
    body = {"ruleset": table.ruleset.name, "version": version, "actions": list(actions)}
    return replace(table.post("/queue", seat, body), method="PUT")


def queued(table: Table) -> Request:
    """Queue the first legal action of a seat for its next decision, if another seat has acted before."""
    action = table.next_action()
    seat = table.waiting()[0]
    condition = {"latest_version": 1000}
    return put(table, seat, {"action": action.body["action"], "condition": condition}, version=table.version())


@sample("queueActions", 200, "An action waits for the next decision of the seat, up to a version.")
def queue_actions(harness: Harness, ruleset: AnyRuleset) -> Request:
    return queued(harness.table(ruleset)).with_headers(Idempotency_Key="6d1f0c7a35b2e894")


@sample("queueActions", 200, "An empty list clears the queue.", called="cleared", each=False)
def clear_queue(harness: Harness, ruleset: AnyRuleset) -> Request:
    request = queued(harness.table(ruleset))
    harness.send(request)
    return replace(request, body={**request.body, "actions": []})


@sample("getActionQueue", 200, "The action that waits for the next decision of the seat.")
def get_queue(harness: Harness, ruleset: AnyRuleset) -> Request:
    request = queued(harness.table(ruleset))
    harness.send(request)
    return replace(request, method="GET", body=None)


@failure("action_queue_disabled", "The game has a clock of a minute, so queues are forbidden by default.")
def short_clock(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    own = queued(harness.table(ruleset, clock=MINUTE))
    return harness.send(own if request.method == "PUT" else replace(own, method="GET", body=None))


@failure("decision_closed", "The seat has acted on a decision that opened after `version`.", "queueActions")
def queue_for_a_past_decision(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    table = harness.table(ruleset)
    seat = table.waiting()[0]
    while all(
        each.decision == 0 for each in harness.bottega.store.events(table.game_id, 0, 1000)[1] if each.seat == seat
    ):
        table.play(1)
    return harness.send(replace(put(table, seat), headers=table.post("", seat).headers))


@failure("version_not_reached", "The game has not reached this version.", "queueActions")
def queue_for_a_later_version(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, body={**request.body, "version": 7}).without("Idempotency-Key"))


@failure("game_over", "The game has finished.", "queueActions")
def queue_after_the_end(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(put(harness.table(ruleset).finish(), 0))


@failure("game_not_started", "The game has an open seat.", "queueActions")
def queue_before_the_start(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    table, _ = hosted(harness, ruleset, ADA, OPEN, **WAITING)
    return harness.send(put(table, 0))


@failure("wrong_ruleset", "The queue belongs to another ruleset.", "queueActions")
def queue_of_another_game(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    other = next(each for each in harness.rulesets.values() if each is not ruleset)
    return harness.send(replace(request, body=queued(harness.table(other)).body).without("Idempotency-Key"))


@failure("seat_resigned", "The seat has resigned.", "queueActions")
def queue_after_resigning(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    resignation = replace(request, path=f"{request.path.rpartition('/')[0]}/resign", method="POST", body=None)
    harness.send(resignation.without("Idempotency-Key"))
    return harness.send(request)


@failure("invalid_request", "The action names an unknown kind of decision.", "queueActions")
def queue_for_an_unknown_decision(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    (first,) = request.body["actions"]
    actions = [{**first, "condition": {"decision_kind": "dance"}}]
    return harness.send(replace(request, body={**request.body, "actions": actions}))


@failure("game_busy", "Each write conflicted with another change of the game.", "queueActions")
def contested_queue(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    """Store the game info in other bytes than the service writes."""
    harness.client.set(f"bottega:{{{request.path.split('/')[3]}}}:info", b" {}")
    return harness.send(request)
