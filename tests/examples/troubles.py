"""One way to each problem: a good request is spoilt, or the service it is sent to.

Most ways work for every operation that can meet the problem; those of a single operation name it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import Flask

from domain.ruleset import AnyRuleset
from service.play import tokens
from tests.examples.studio import Exchange, Request, Studio

Spoil = Callable[[Studio, AnyRuleset, Request], Exchange]

NOWHERE = "unix:///nowhere/redis.sock"
LOST = "00000000000000000000"
"""The id of a game that there is not."""


@dataclass(frozen=True)
class Trouble:
    """A way to a problem."""

    summary: str
    """What went wrong."""
    spoil: Spoil


TROUBLES: dict[tuple[str, str | None], Trouble] = {}


def trouble(code: str, summary: str, *, of: str | None = None) -> Callable[[Spoil], Spoil]:
    """Enter a way to a problem: of one operation, or of every operation that has none of its own."""

    def enter(spoil: Spoil) -> Spoil:
        TROUBLES[code, of] = Trouble(summary, spoil)
        return spoil

    return enter


@trouble("unreadable_body", "The body ends too early.")
def cut_off(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    headers = {**request.headers, "Content-Type": "application/json"}
    return studio.send(replace(request, headers=headers, body=None, text='{"ruleset": '))


@trouble("unsupported_media_type", "The body is announced as text.")
def announced_as_text(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(request.with_headers(Content_Type="text/plain"))


@trouble("content_too_large", "The body is longer than this installation reads.")
def too_large(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(request, studio.application("close-fisted", studio.rulesets, body_limit=8))


@trouble("invalid_request", "The query has a parameter that the operation does not know.")
def unknown_parameter(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(replace(request, path=f"{request.path.partition('?')[0]}?colour=red"))


@trouble("invalid_request", "The body names no seats, and a member that there is not.", of="createGame")
def no_seats(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(replace(request, body={"ruleset": ruleset.name, "options": {}, "players": 2}))


@trouble("invalid_request", "The decision is not a number.", of="submitAction")
def no_decision(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(replace(request, body={**request.body, "decision": "first"}))


@trouble("invalid_request", "The body has a member that there is not.", of="claimSeat")
def misspelt_name(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(replace(request, body={"nmae": "Bruno"}))


@trouble("token_required", "The request carries no token.")
def no_token(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(request.without("Authorization"))


@trouble("invalid_token", "The token is none that this service has handed out.")
def invented_token(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(request.with_headers(Authorization=f"Bearer {LOST}.0.invented"))


@trouble("foreign_token", "The token is that of a seat in another game.")
def foreign_token(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(request.with_headers(Authorization=f"Bearer {studio.table(ruleset).tokens[0]}"))


@trouble("game_not_found", "There is no game with this id.")
def lost_game(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    head, rest = request.path[: len("/v1/games/")], request.path[len("/v1/games/") + len(LOST) :]
    spoilt = replace(request, path=head + LOST + rest)
    if "Authorization" in request.headers:
        token = tokens.make_token(studio.settings.secrets, LOST, 0)
        spoilt = spoilt.with_headers(Authorization=f"Bearer {token}")
    return studio.send(spoilt)


@trouble("seat_not_found", "The game has two seats, 0 and 1.")
def no_such_seat(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(replace(request, path=request.path.replace("/seats/1", "/seats/2")))


@trouble("seat_taken", "Somebody was faster.")
def taken_seat(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    studio.send(request.without("Idempotency-Key"))
    return studio.send(request)


@trouble("ruleset_not_found", "There is no such board game here.")
def unknown_ruleset(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(replace(request, path=request.path.replace(ruleset.name, "chess")))


@trouble("unknown_level", "The ruleset has other AI levels.")
def unknown_level(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    seats = [*request.body["seats"][1:], {"kind": "ai", "level": "grandmaster"}]
    return studio.send(replace(request, body={**request.body, "seats": seats}))


@trouble("unknown_scenario", "The ruleset has no scenario of this name.")
def unknown_scenario(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(replace(request, body=_at_scenario(request, "checkmate")))


@trouble("scenario_seats", "The scenario is one of fewer seats.")
def too_many_for_the_scenario(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    scenario = ruleset.catalogue.scenarios[0]
    seats = [{"kind": "human"}] * (scenario.seats + 1)
    return studio.send(replace(request, body={**_at_scenario(request, scenario.name), "seats": seats}))


@trouble("scenario_alone", "The scenario's own seed is not to be replaced.")
def scenario_with_a_seed(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    body = _at_scenario(request, ruleset.catalogue.scenarios[0].name)
    return studio.send(replace(request, body={**body, "sandbox": {**body["sandbox"], "seed": "5eed" * 16}}))


def _at_scenario(request: Request, name: str) -> dict[str, Any]:
    """Let a game begin at a scenario, which has its own options."""
    body = {member: value for member, value in request.body.items() if member != "options"}
    return {**body, "sandbox": {"scenario": name}}


@trouble("sandbox_off", "This installation has no sandbox.")
def no_sandbox(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    productive = studio.application("productive", studio.rulesets, sandbox=False)
    return studio.send(replace(request, body={**request.body, "sandbox": {}}), productive)


@trouble("sandbox_unrated", "What was chosen for it says nothing of how well anybody plays.")
def rated_sandbox(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(replace(request, body={**request.body, "rated": True, "sandbox": {}}))


@trouble("hints_off", "The game is to be rated, and to grant hints.")
def rated_with_hints(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(replace(request, body={**request.body, "rated": True, "hints": 3}))


@trouble("hints_off", "The game is rated.", of="askForHint")
def hint_in_rated_game(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(studio.table(ruleset, rated=True).question())


@trouble("hints_used_up", "The game was created without hints.")
def hint_beyond_all(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(studio.table(ruleset, hints=0).question())


@trouble("hint_not_ready", "No worker has had the time yet.")
def hint_without_workers(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(studio.table(ruleset).question())


@trouble("version_not_reached", "The game has not come so far.")
def future_view(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(replace(request, path=f"{request.path.partition('?')[0]}?at=7"))


@trouble("idempotency_key_reused", "The key was sent with another request before.")
def reused_key(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    keyed = request.with_headers(Idempotency_Key="0c6fd4b8a1e94f0b")
    studio.send(keyed)
    return studio.send(replace(keyed, body=_changed(request.body)))


@trouble("idempotency_key_reused", "The key was sent under another name before.", of="claimSeat")
def key_of_another_name(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    studio.send(replace(request, body={"name": "Ada"}))
    return studio.send(request)


@trouble("decision_closed", "The seat has answered this decision before.")
def answered_decision(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    again = request.without("Idempotency-Key")
    studio.send(again)
    return studio.send(again)


@trouble("decision_closed", "The seat's open decision is another one.", of="askForHint")
def another_decision(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(replace(request, body=_changed(request.body)))


@trouble("wrong_ruleset", "The action is one of another board game.")
def another_game_entirely(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    other = next(each for each in studio.rulesets.values() if each is not ruleset)
    return studio.send(replace(request, body=studio.table(other).answer().body))


@trouble("rules_not_hosted", "The service has been given a newer version of the rules than the game was begun under.")
def newer_rules(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    newer = {name: replace(each, version=each.version + 1) for name, each in studio.rulesets.items()}
    return studio.send(request, studio.application("newer", newer))


@trouble(
    "rules_not_hosted",
    "The service has been given a newer version of the rules than the game was begun under.",
    of="getResult",
)
def newer_rules_of_running_game(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return newer_rules(studio, ruleset, _of_running_game(studio, ruleset, request))


@trouble("game_not_over", "The game is still being played.")
def running_game(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(_of_running_game(studio, ruleset, request))


@trouble(
    "game_busy", "Others were faster each time; here the log has lost an event, so that no action ever comes next."
)
def overtaken(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    table = studio.table(ruleset).play(1)
    answer = table.answer()
    for key in _keys(studio, b"list", table.game_id):
        studio.client.delete(key)
    return studio.send(answer)


@trouble("too_many_watchers", "As many readers follow games as this process can serve.")
def crowded(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(request, studio.application("crowded", studio.rulesets, watchers=0))


@trouble("too_many_watchers", "As many readers wait for events as this process can serve.", of="listEvents")
def crowded_while_waiting(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return crowded(studio, ruleset, studio.table(ruleset).get("/events?wait=30", 0))


@trouble("rules_version_not_hosted", "The client was made for newer rules.")
def newer_client(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(replace(request, body={**request.body, "rules_version": ruleset.version + 1}))


@trouble("store_unavailable", "Redis does not answer.")
def stopped_store(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return studio.send(request, studio.application("alone", studio.rulesets, redis_url=NOWHERE, rq_url=NOWHERE))


@trouble("internal_error", "The service cannot make sense of what it has stored, or of a ruleset that it hosts.")
def broken(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    for key in _keys(studio, b"string"):
        studio.client.set(key, b"damaged")
    return studio.send(request, _broken_app(studio))


@trouble("internal_error", "The service cannot make sense of what it has stored.", of="getResult")
def broken_game(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    return broken(studio, ruleset, _of_running_game(studio, ruleset, request))


@trouble("internal_error", "The address of the store names a database that there is not.", of="checkReadiness")
def without_database(studio: Studio, ruleset: AnyRuleset, request: Request) -> Exchange:
    address = f"{studio.settings.redis_url}?db=9999"
    return studio.send(request, studio.application("without database", studio.rulesets, redis_url=address))


def _broken_app(studio: Studio) -> Flask:
    """Host rulesets that raise when they are asked for anything."""
    nothing: Mapping[str, Any] = dict.fromkeys(("refuse_setup", "setup", "names", "catalogue"))
    return studio.application("broken", {name: replace(each, **nothing) for name, each in studio.rulesets.items()})


def _keys(studio: Studio, kind: bytes, part: str = "") -> list[bytes]:
    """List the keys of a kind whose name has this part."""
    return [key for key in studio.client.keys(f"*{part}*") if studio.client.type(key) == kind]


def _changed(body: Any) -> Any:
    """Ask for something else."""
    return {**body, "decision": body["decision"] + 1} if "decision" in body else {**body, "seats": body["seats"][::-1]}


def _of_running_game(studio: Studio, ruleset: AnyRuleset, request: Request) -> Request:
    """Ask the same of a game that has just begun."""
    head, rest = request.path[: len("/v1/games/")], request.path[len("/v1/games/") + len(LOST) :]
    return replace(request, path=head + studio.table(ruleset).game_id + rest)
