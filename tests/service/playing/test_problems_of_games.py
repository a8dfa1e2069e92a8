"""Test the problems of requests about running games. They are the examples of the contract."""

import pytest

from domain.registry import PUBLISHED
from domain.undo_rules import undo_modes
from service.game.deals import SharedDeal
from service.game.game import load
from service.lobby import creation
from service.lobby.game_terms import Terms
from service.playing import abort
from service.store import SeatSetup
from tests.service.examples.games import (
    ADA,
    MINUTE,
    OPEN,
    WAITING,
    first_action,
    game,
    is_overtaken,
    play,
    rules,
    undoable,
    waiting,
)
from tests.service.helpers.client.responses import reports
from tests.service.helpers.client.service import Service
from tests.service.helpers.games.lists import finish

LOST_EVENTS = "The client has read events that the log has lost."


def finished(service, **terms):
    lobby = game(service, **terms)
    finish(service, lobby.game_id)
    return lobby


def queue(lobby, seat):
    """Replace the queue of a seat by an empty one."""
    body = {"ruleset": rules().name, "version": 0, "actions": []}
    return lobby.send_request("PUT", "/queue", lobby.game.tokens[seat], body)


@pytest.mark.problem("private_game", "The game is private, and no token was sent.")
def test_a_private_game_requires_a_token(valid, service, operation):
    private = valid(operation).of(game(service, visibility="private").game_id)
    reports(private.without("Authorization").send(), "private_game")


@pytest.mark.problem("spectators_off", "The running game allows no spectators.")
def test_a_game_without_spectators_requires_a_token(valid, service, operation):
    closed = valid(operation).of(game(service, spectators={"kind": "off"}).game_id)
    reports(closed.without("Authorization", "Last-Event-ID").send(), "spectators_off")


@pytest.mark.problem("presence_disabled", "The game was created without `presence`.", "getPresence")
def test_a_game_without_presence_shows_none(service):
    reports(game(service).game.get("/presence"), "presence_disabled")


@pytest.mark.problem("game_not_over", "The game is still running.")
def test_a_running_game_is_not_over(valid, service, operation):
    reports(valid(operation).of(game(service).game_id).send(), "game_not_over")


@pytest.mark.problem("game_not_over", "The game is still running.", "createRematch")
def test_a_running_game_has_no_rematch(service):
    reports(game(service).game.post("/rematch", 0), "game_not_over")


@pytest.mark.problem("deal_in_progress", "Another tournament game with the same deal has not finished.")
def test_a_game_hides_a_deal_that_is_still_played(valid, service, operation):
    request, sources = valid(operation), service.installation.sources
    dealt = [sources.game_id() for _ in range(2)]
    terms = Terms(game_id=dealt[0], deal=SharedDeal(f"dl_{dealt[0]}", sources.seed(), dealt))
    seats = [SeatSetup("human")] * rules().min_seats
    creation.create_game(service.installation, rules(), rules().options_type(), seats, terms=terms)
    finish(service, dealt[0])
    reports(request.of(dealt[0]).send(), "deal_in_progress")


def abort_by_all(installation, game_id):
    for seat in range(len(load(installation, game_id).header.seats)):
        abort.abort(installation, game_id, seat, creator=False)


@pytest.mark.problem("game_aborted", "The game was aborted at the request of all players.")
def test_an_aborted_game_has_no_result(valid, service, operation):
    request = valid(operation).of(game(service).game_id)
    abort_by_all(service.installation, request.owner)
    reports(request.send(), "game_aborted")


@pytest.mark.problem(
    "game_aborted",
    "The game was aborted at the request of all players.",
    *("undoAction", "declineUndo", "changeClocks", "queueActions", "resignSeat", "returnToSeat"),
)
def test_an_aborted_game_is_not_played(valid, operation):
    request = valid(operation)
    abort_by_all(request.installation, request.owner)
    reports(request.send(), "game_aborted")


@pytest.mark.problem("game_aborted", "The creator has aborted the game.", "claimSeat", "createInvitation")
def test_a_game_that_the_creator_has_aborted_has_no_open_seat(valid, operation):
    request = valid(operation)
    abort.abort(request.installation, request.owner, 0, creator=True)
    reports(request.send(), "game_aborted")


@pytest.mark.problem("game_over", "The game has finished.")
def test_a_finished_game_is_not_played(valid, service, operation):
    path = valid(operation).path.rpartition("/")[2]
    reports(finished(service).game.post(f"/{path}", 0), "game_over")


@pytest.mark.problem("game_over", "The game has finished.", "queueActions")
def test_a_queue_after_the_end_is_rejected(service):
    reports(queue(finished(service), 0), "game_over")


@pytest.mark.problem("game_over", "The game has finished.", "changeClocks")
def test_a_finished_game_has_no_pause(service):
    reports(finished(service).game.post("/clocks", 0, {"action": "pause"}), "game_over")


@pytest.mark.problem("clock_change_not_allowed", "The game has no clock.", "changeClocks")
def test_a_game_without_a_clock_has_no_pause(service):
    reports(game(service).game.post("/clocks", 0, {"action": "pause"}), "clock_change_not_allowed")


@pytest.mark.problem("game_over", "The game has finished.", "undoAction")
def test_a_finished_game_allows_no_undo(service):
    reports(finished(service, undo="consent").game.post("/undo", 0, {}), "game_over")


def decline(lobby):
    """Let a seat decline the undo request of a game."""
    return lobby.send_request("DELETE", "/undo", lobby.game.tokens[0])


@pytest.mark.problem("game_over", "The game has finished.", "declineUndo")
def test_a_finished_game_has_no_undo_request(service):
    reports(decline(finished(service, undo="consent")), "game_over")


@pytest.mark.problem("game_not_started", "The game has an open seat.", "declineUndo")
def test_a_game_has_no_undo_request_before_the_start(service):
    reports(decline(game(service, ADA, OPEN, undo="consent", **WAITING)), "game_not_started")


@pytest.mark.problem("game_not_started", "The game has an open seat.")
def test_a_game_with_an_open_seat_is_not_played(valid, service, operation):
    request = valid(operation)
    lobby = game(service, ADA, OPEN, undo="consent", **WAITING)
    reports(lobby.game.post(f"/{request.path.rpartition('/')[2]}", 0, request.body), "game_not_started")


@pytest.mark.problem("game_not_started", "The game has an open seat.", "queueActions")
def test_a_queue_before_the_start_is_rejected(service):
    reports(queue(game(service, ADA, OPEN, **WAITING), 0), "game_not_started")


@pytest.mark.problem("game_busy", "Each write conflicted with another action in the game.", "submitAction")
def test_an_action_that_is_always_overtaken_is_rejected(service):
    lobby = play(game(service))
    seat, action = waiting(lobby), first_action(lobby)
    is_overtaken(service, lobby.game_id)
    reports(lobby.game.post("/actions", seat, action), "game_busy")


@pytest.mark.problem(
    "game_busy",
    "Each write conflicted with another change of the game.",
    *(
        "changeClocks",
        "undoAction",
        "declineUndo",
        "resignSeat",
        "abortGame",
        "advanceClock",
        "updateGame",
        "startGame",
        "leaveSeat",
    ),
    *("createInvitation", "createRematch", "createWebhook"),
)
def test_a_change_that_is_always_overtaken_is_rejected(valid, operation):
    request = valid(operation)
    is_overtaken(Service(request.app), request.owner)
    reports(request.send(), "game_busy")


@pytest.mark.problem("game_busy", "Each write conflicted with another change of the game.", "queueActions")
def test_a_queue_that_is_always_overtaken_is_rejected(valid):
    request = valid("queueActions")
    request.redis.set(f"bottega:{{{request.owner}}}:info", b" {}")
    reports(request.send(), "game_busy")


@pytest.mark.problem("game_busy", "Each write conflicted with another change of the game.", "returnToSeat")
def test_a_return_that_is_always_overtaken_is_rejected(valid):
    request = valid("returnToSeat")
    is_overtaken(Service(request.app), request.owner)
    reports(request.send(), "game_busy")


@pytest.mark.problem("decision_closed", "The decision is closed.", "submitAction")
def test_an_action_for_a_closed_decision_is_rejected(valid):
    again = valid("submitAction").without("Idempotency-Key")
    again.send()
    reports(again.send(), "decision_closed")


@pytest.mark.problem("decision_closed", "The seat's pending decision is a different one.", "createHint")
def test_a_hint_for_another_decision_is_rejected(service):
    lobby = game(service)
    reports(lobby.game.post("/hints", waiting(lobby), {"decision": 1}), "decision_closed")


@pytest.mark.problem("decision_closed", "The seat has acted on a decision that opened after `version`.", "queueActions")
def test_a_queue_for_a_past_decision_is_rejected(service):
    lobby = game(service)
    seat = waiting(lobby)
    play(lobby, 3)
    while waiting(lobby) != seat:
        play(lobby)
    play(lobby)
    reports(queue(lobby, seat), "decision_closed")


@pytest.mark.problem("wrong_ruleset", "The action belongs to another ruleset.", "submitAction")
def test_an_action_of_another_ruleset_is_rejected(valid, service):
    other = next(name for name in PUBLISHED if name != rules().name)
    action = first_action(game(service, ruleset=other))
    reports(valid("submitAction").to(body=action).send(), "wrong_ruleset")


@pytest.mark.problem("wrong_ruleset", "The queue belongs to another ruleset.", "queueActions")
def test_a_queue_of_another_ruleset_is_rejected(valid, service):
    other = next(name for name in PUBLISHED if name != rules().name)
    action = first_action(game(service, ruleset=other))["action"]
    body = {"ruleset": other, "version": 0, "actions": [{"action": action}]}
    reports(valid("queueActions").without("Idempotency-Key").to(body=body).send(), "wrong_ruleset")


@pytest.mark.problem("time_expired", "The action arrives a minute after the deadline.", "submitAction")
def test_an_action_after_the_deadline_is_rejected(service):
    lobby = game(service, clock=MINUTE)
    action = first_action(lobby)
    service.pass_time(minutes=2)
    reports(lobby.game.post("/actions", waiting(lobby), action), "time_expired")


@pytest.mark.problem("seat_resigned", "The seat has resigned.")
def test_a_seat_that_has_resigned_does_not_act(valid, operation):
    request = valid(operation)
    path = f"{request.path.rpartition('/')[0]}/resign"
    request.without("Idempotency-Key").to(method="POST", path=path, body=None).send()
    reports(request.send(), "seat_resigned")


@pytest.mark.problem("undo_not_allowed", "The game does not allow undo.", "undoAction")
def test_a_game_without_undo_rejects_it(service):
    reports(game(service).game.post("/undo", 0, {}), "undo_not_allowed")


@pytest.mark.problem("undo_not_allowed", "The game does not allow undo.", "declineUndo")
def test_a_game_without_undo_has_no_undo_request(service):
    reports(decline(game(service)), "undo_not_allowed")


@pytest.mark.problem("undo_not_allowed", "A rated game cannot allow undo.", "createGame", "createSeek")
def test_a_rated_game_allows_no_undo(valid, operation):
    reports(valid(operation).with_fields(rated=True, undo="own").send(), "undo_not_allowed")


@pytest.mark.problem(
    "undo_mode_unavailable", "The ruleset has no action that a seat can undo alone.", "createGame", "createSeek"
)
def test_a_game_without_undoable_actions_has_no_undo_alone(valid, operation):
    other = next(each for each in PUBLISHED.values() if "own" not in undo_modes(each))
    seats = [other.min_seats] if operation == "createSeek" else [{"kind": "human"}] * other.min_seats
    body = {"ruleset": other.name, "seats": seats, "undo": "own"}
    reports(valid(operation).to(body=body).send(), "undo_mode_unavailable")


@pytest.mark.problem("nothing_to_undo", "The seat has not acted yet.", "undoAction")
def test_a_seat_that_has_not_acted_has_nothing_to_undo(service):
    reports(game(service, undo="consent").game.post("/undo", 0, {}), "nothing_to_undo")


@pytest.mark.problem("no_undos_left", "The seat has no undo left.", "undoAction")
def test_the_undos_of_a_seat_are_limited(service):
    lobby = game(service, ruleset=undoable().name, undo="own")
    seat = waiting(lobby)
    while (undone := play(lobby).game.post("/undo", seat, {})).status_code == 200:
        pass
    reports(undone, "no_undos_left")


@pytest.mark.problem("abort_too_late", "Everybody has acted.", "abortGame")
def test_the_creator_cannot_abort_a_game_in_which_all_have_acted(service):
    lobby, acted = game(service), set()
    while len(acted) < rules().min_seats:
        acted.add(waiting(lobby))
        play(lobby)
    reports(lobby.host("POST", "/abort"), "abort_too_late")


@pytest.mark.problem("rated_game_protected", "The game is rated.", "deleteGame")
def test_a_rated_game_is_not_deleted(service):
    reports(game(service, rated=True).host("DELETE"), "rated_game_protected")


@pytest.mark.problem("sampling_disabled", "The game is rated.", "samplePositions")
def test_positions_of_a_rated_game_are_not_sampled(service):
    reports(game(service, rated=True).game.post("/position-samples", 0, {"count": 1}), "sampling_disabled")


@pytest.mark.problem("hints_disabled", "A rated game cannot have hints.", "createGame", "createSeek")
def test_a_rated_game_has_no_hints_on_request(valid, operation):
    reports(valid(operation).with_fields(rated=True, hints=3).send(), "hints_disabled")


def send_request(lobby):
    return lobby.game.post("/hints", waiting(lobby), {"decision": 0})


@pytest.mark.problem("hints_disabled", "The game is rated.", "createHint")
def test_a_seat_of_a_rated_game_gets_no_hint(service):
    reports(send_request(game(service, rated=True)), "hints_disabled")


@pytest.mark.problem("no_hints_left", "The game was created without hints.", "createHint")
def test_a_game_without_hints_gives_none(service):
    reports(send_request(game(service, hints=0)), "no_hints_left")


@pytest.mark.problem("hint_not_ready", "No worker has computed the hint yet.", "createHint")
def test_a_hint_that_no_worker_has_computed_is_not_ready(start):
    reports(send_request(game(start(hint_seconds=0))), "hint_not_ready")


@pytest.mark.problem("action_queue_disabled", "The game has a clock of a minute, so queues are forbidden by default.")
def test_a_game_with_a_short_clock_has_no_queues(valid, service, operation):
    lobby = game(service, clock=MINUTE)
    request = valid(operation).of(lobby.game_id)
    own = request.with_headers(Authorization=f"Bearer {lobby.game.tokens[waiting(lobby)]}")
    reports(own.without("Idempotency-Key").send(), "action_queue_disabled")


@pytest.mark.problem("version_not_reached", "The game has not reached this version.", "queryView")
def test_a_view_of_a_later_version_is_rejected(valid):
    reports(valid("queryView").with_query("at=7").send(), "version_not_reached")


@pytest.mark.problem("version_not_reached", LOST_EVENTS.replace("client", "player"), "submitAction")
def test_an_action_after_lost_events_is_rejected(valid):
    reports(valid("submitAction").with_query("include=events&since=7").send(), "version_not_reached")


@pytest.mark.problem("version_not_reached", LOST_EVENTS, "listEvents", "streamEventsAsNdjson")
def test_events_after_a_later_version_are_rejected(valid, operation):
    reports(valid(operation).with_query("after=1000").send(), "version_not_reached")


@pytest.mark.problem("version_not_reached", LOST_EVENTS, "streamEvents")
def test_a_stream_after_a_later_version_is_rejected(valid):
    reports(valid("streamEvents").with_headers(**{"Last-Event-ID": "1000"}).send(), "version_not_reached")


@pytest.mark.problem("version_not_reached", "The game has not reached this version.", "queueActions")
def test_a_queue_for_a_later_version_is_rejected(valid):
    later = valid("queueActions").without("Idempotency-Key").with_fields(version=7)
    reports(later.send(), "version_not_reached")


@pytest.mark.problem("rules_version_not_hosted", "The client requires newer rules.")
def test_newer_rules_than_the_hosted_ones_are_rejected(valid, operation):
    newer = valid(operation).with_fields(rules_version=rules().version + 1)
    reports(newer.send(), "rules_version_not_hosted")
