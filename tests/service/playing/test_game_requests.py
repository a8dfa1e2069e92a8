"""Requests about a game: views, events, actions, hints, analyses, records, and what stops a game."""

import pytest

from service.playing import games
from tests.service.examples.games import (
    ADA,
    BRUNO,
    LEAGUE,
    MINUTE,
    OPEN,
    SEED,
    WAITING,
    decision,
    default_actions,
    first_action,
    game,
    play,
    rules,
    undoable,
    version,
    waiting,
)
from tests.service.helpers.client.responses import reports
from tests.service.helpers.games.archiving import analysed
from tests.service.helpers.games.lists import finish
from workers.jobs import context
from workers.jobs.hints import find_hint


def finished(service, **terms):
    """Play a game to its end, as absent players do."""
    lobby = game(service, **terms)
    finish(service, lobby.game_id)
    return lobby


def nearly_finished(start, left=6):
    """Play the last actions of a game whose other actions were chosen in a sandbox."""
    service = start(sandbox=True, analysis_iterations=10)
    context.use(service.installation)
    return finished(service, sandbox={"seed": SEED, "actions": default_actions(SEED)[:-left]})


def unchanged(game, path, seat=None):
    """Read a resource again with the ETag of the first response."""
    known = game.get(path, seat).headers["ETag"]
    assert game.get(path, seat, **{"If-None-Match": known}).status_code == 304


@pytest.mark.example("listGames", "Running games in which Ada must act, newest first.")
def test_a_list_finds_the_games_in_which_a_player_must_act(service):
    created = [game(service, ADA, BRUNO, ruleset=name).game_id for name in service.installation.rulesets]
    listed = service.client.get("/v1/games?status=running&waiting_for=Ada&limit=2").json["games"]
    assert [each["game_id"] for each in listed] == created[:0:-1]


@pytest.mark.example("listGames", "Games of a league that have open seats.", called="open")
def test_a_list_finds_the_games_of_a_league_with_open_seats(service):
    lobby = game(service, ADA, OPEN, **WAITING, **LEAGUE)
    listed = service.client.get("/v1/games?status=open&open_seats=true&label=league-7&metadata=round:3").json["games"]
    assert [each["game_id"] for each in listed] == [lobby.game_id]


@pytest.mark.example("queryView", "The view of the first seat at the start of the game.", each=True)
def test_a_seat_sees_its_own_view(service):
    assert game(service).game.get("/view", 0).json["seat"] == 0


@pytest.mark.example("queryView", "The view of a spectator, without a token.", called="spectator", each=True)
def test_a_spectator_sees_the_view_of_no_seat(service):
    assert "seat" not in game(service).game.get("/view").json


@pytest.mark.example(
    "queryView",
    "The view of the first seat after the first action. The game has later versions.",
    called="past",
    each=True,
)
def test_a_seat_sees_its_view_at_an_earlier_version(service):
    assert play(game(service), 2).game.get("/view?at=1", 0).json["version"] == 1


@pytest.mark.example(
    "queryView",
    "The first seat reconnects: its view, its legal actions and the events it missed.",
    called="with_all",
    each=True,
)
def test_a_view_includes_actions_and_missed_events(service):
    lobby = play(game(service), 2)
    view = lobby.game.get("/view?include=actions,events&since=1", waiting(lobby)).json
    assert view["actions"] != []
    assert len(view["events"]) == 1


@pytest.mark.example("queryView", "The view has not changed since the response with this `ETag`.", status=304)
def test_an_unchanged_view_is_not_sent_again(service):
    unchanged(game(service).game, "/view", 0)


@pytest.mark.example("queryView", "A game with clocks shows the deadline of each seat that must act.", called="clocks")
def test_a_view_shows_the_deadlines(service):
    clock = {"kind": "days", "days": 2, "pause": {"from": "22:00", "to": "06:00"}}
    lobby = play(game(service, clock=clock))
    assert lobby.game.get("/view").json["clocks"] != []


@pytest.mark.example("undoAction", "A seat undoes its latest action.")
def test_a_seat_undoes_its_latest_action(service):
    lobby = game(service, ruleset=undoable().name, undo="own")
    seat = waiting(lobby)
    undone = play(lobby).game.post("/undo", seat, {"to": 0}, {"Idempotency-Key": "b7320fd94ac8165e"})
    assert (undone.status_code, undone.json["to_act"][0]) == (200, seat)


def after_others(service, undo):
    """Let a seat act, and then another one; return the game, and the first seat."""
    lobby = game(service, ruleset=undoable().name, undo=undo)
    seat = waiting(lobby)
    while waiting(lobby) == seat:
        play(lobby)
    return play(lobby), seat


@pytest.mark.example(
    "undoAction", "Another seat has acted since. The other players must agree to the undo.", called="asking"
)
def test_an_undo_after_another_action_requires_consent(service):
    lobby, seat = after_others(service, "consent")
    response = lobby.game.post("/undo", seat, {})
    assert (response.status_code, response.json["undo_offer"]["seat"]) == (200, seat)


@pytest.mark.example("declineUndo", "A player declines the undo request of another player.")
def test_a_player_declines_an_undo_request(service):
    lobby, seat = after_others(service, "consent")
    lobby.game.post("/undo", seat, {})
    other = waiting(lobby)
    assert lobby.send_request("DELETE", "/undo", lobby.game.tokens[other]).status_code == 204


@pytest.mark.problem("undo_too_late", "Another seat has acted since.", "undoAction")
def test_a_seat_cannot_undo_alone_after_another_action(service):
    lobby, seat = after_others(service, "own")
    reports(lobby.game.post("/undo", seat, {}), "undo_too_late")


@pytest.mark.example("resignSeat", "A seat resigns. Two other players continue.")
def test_the_others_continue_after_a_resignation(service):
    lobby = game(service, *[{"kind": "human"}] * 3, ruleset=undoable().name)
    resigned = lobby.game.post("/resign", 0)
    assert (resigned.status_code, resigned.json["status"]) == (200, "running")


@pytest.mark.example("changeClocks", "A player requests a pause of one day.")
def test_a_player_requests_a_pause(service):
    lobby = game(service, *[{"kind": "human"}] * 2, ruleset=undoable().name, clock=MINUTE)
    requested = lobby.game.post("/clocks", 0, {"action": "pause", "hours": 24})
    assert (requested.status_code, requested.json["pause"]["status"]) == (200, "requested")


@pytest.mark.example("returnToSeat", "The player returns. An AI level answers the late decision.")
def test_a_player_returns_to_a_seat_that_an_ai_level_plays(sandbox):
    absence = {"on_timeout": "level", "level": "normal"}
    lobby = game(sandbox, clock=MINUTE, absence=absence, sandbox={"clock": "virtual"})
    assert lobby.host("POST", "/clock", {"seconds": 61}).status_code == 200
    assert lobby.game.post("/return", waiting(lobby)).status_code == 200


@pytest.mark.example("abortGame", "One seat requests to abort the game. The other players have not agreed yet.")
def test_a_seat_requests_to_abort_a_game(service):
    response = play(game(service), 2).game.post("/abort", 0)
    assert (response.status_code, response.json["status"]) == (200, "running")


@pytest.mark.example("abortGame", "The creator aborts a game before every human player has acted.", called="creator")
def test_the_creator_aborts_a_game_that_has_hardly_started(service):
    aborted = game(service).host("POST", "/abort")
    assert (aborted.status_code, aborted.json["status"]) == (200, "aborted")


@pytest.mark.example("advanceClock", "The virtual clock moves one minute, and a deadline passes.")
def test_the_creator_advances_a_virtual_clock(sandbox):
    lobby = game(sandbox, clock=MINUTE, sandbox={"clock": "virtual"})
    assert lobby.host("POST", "/clock", {"seconds": 61}).status_code == 200


@pytest.mark.example("getResult", "The score sheet of a finished game.", each=True)
def test_a_scored_game_has_a_result(service):
    lobby = finished(service)
    games.score(service.installation, lobby.game_id)
    assert lobby.game.get("/result").status_code == 200


@pytest.mark.example("getResult", "A game that has just ended.", status=202)
def test_the_result_of_a_game_that_has_just_ended_is_pending(service):
    assert finished(service).game.get("/result").status_code == 202


def send_request(lobby):
    """Request a hint for the first seat that must act."""
    return lobby.game.post("/hints", waiting(lobby), {"decision": decision(lobby)})


@pytest.mark.example("createHint", "All legal actions of the seat, ranked by the AI, best first.", each=True)
def test_a_hint_that_a_worker_has_found_is_returned(start):
    service = start(hint_seconds=0, hint_iterations=50)
    context.use(service.installation)
    lobby = game(service)
    service.installation.store.advice.request_hint(lobby.game_id, waiting(lobby), decision(lobby), 10)
    find_hint(lobby.game_id, waiting(lobby), decision(lobby))
    assert send_request(lobby).json["iterations"] > 0


@pytest.mark.example("samplePositions", "A sampled position that is consistent with what the seat knows.", each=True)
def test_a_seat_gets_sampled_positions(service):
    lobby = game(service)
    sampled = lobby.game.post("/position-samples", waiting(lobby), {"count": 1})
    assert (sampled.status_code, len(sampled.json["positions"])) == (200, 1)


@pytest.mark.example("getAnalysis", "The first request starts the analysis.")
def test_the_first_request_starts_the_analysis(service):
    assert finished(service).game.get("/analysis").status_code == 202


@pytest.mark.example(
    "getAnalysis",
    "The evaluation of the last decisions of a game. The first ones were chosen in a sandbox.",
    status=200,
    each=True,
)
def test_a_finished_analysis_evaluates_decisions(start):
    assert analysed(nearly_finished(start).game).status_code == 200


@pytest.mark.example("getAnalysis", "The analysis has not changed since the response with this `ETag`.", status=304)
def test_an_unchanged_analysis_is_not_sent_again(start):
    game = nearly_finished(start).game
    analysed(game)
    unchanged(game, "/analysis")


@pytest.mark.example("getAnalysisImage", "The first request starts the analysis.")
def test_the_first_request_for_the_image_starts_the_analysis(service):
    assert finished(service).game.get("/analysis/image").status_code == 202


@pytest.mark.example("getAnalysisImage", "The final position of a game.", status=200)
def test_the_image_of_an_analysis_shows_the_final_position(start):
    game = nearly_finished(start).game
    analysed(game)
    assert game.get("/analysis/image").status_code == 200


@pytest.mark.example("getAnalysisImage", "The image has not changed since the response with this `ETag`.", status=304)
def test_an_unchanged_image_is_not_sent_again(start):
    game = nearly_finished(start).game
    analysed(game)
    unchanged(game, "/analysis/image")


@pytest.mark.example("getRecord", "The record of a finished game.")
def test_a_finished_game_has_a_record(service):
    assert finished(service).game.get("/record").status_code == 200


def recorded(service):
    """Finish and score a game, which enters the list of records."""
    games.score(service.installation, finished(service).game_id)


@pytest.mark.example("listRecords", "The first page, with the first finished game.")
def test_the_first_page_of_records_has_the_first_game(service):
    recorded(service)
    assert len(service.client.get("/v1/records?limit=1").json["records"]) == 1


@pytest.mark.example("listRecords", "No game has finished since the previous page.", called="up_to_date")
def test_the_next_page_of_records_is_empty_until_a_game_finishes(service):
    recorded(service)
    page = service.client.get("/v1/records?limit=1").json
    assert service.client.get(f"/v1/records?cursor={page['next_cursor']}").json["records"] == []


@pytest.mark.example(
    "submitAction", "A seat submits an action for its pending decision and gets its new view.", each=True
)
def test_a_seat_that_acts_gets_its_new_view(service):
    lobby = game(service)
    key = {"Idempotency-Key": "4f1d8ab27c6e9035"}
    acted = lobby.game.post("/actions", waiting(lobby), first_action(lobby), key)
    assert (acted.status_code, acted.json["version"]) == (200, version(lobby))


@pytest.mark.example(
    "submitAction",
    "One request per turn: the response includes the new events and the next legal actions.",
    called="with_all",
    each=True,
)
def test_a_seat_that_acts_gets_new_events_and_legal_actions(service):
    lobby = play(game(service))
    path = "/actions?include=actions,patches&since=0"
    acted = lobby.game.post(path, waiting(lobby), first_action(lobby)).json
    assert [each["version"] for each in acted["events"]] == [*range(1, acted["version"] + 1)]


@pytest.mark.example(
    "submitAction", "Rejected by the rules: the seat has no pending decision.", called="rejected", status=409, each=True
)
def test_the_rules_reject_an_action_out_of_turn(service):
    lobby = play(game(service))
    other = next(seat for seat in lobby.game.tokens if seat != waiting(lobby))
    rejection = lobby.game.post("/actions", other, first_action(lobby))
    assert rejection.status_code == 409
    assert rejection.json["paragraph"]


@pytest.mark.example("submitAction", "Rejected by the rules: unknown action.", called="rejected", status=422, each=True)
def test_the_rules_reject_an_unknown_action(service):
    lobby = game(service)
    rejection = lobby.game.post("/actions", waiting(lobby), {**first_action(lobby), "action": {"type": "fly"}})
    assert rejection.status_code == 422
    assert rejection.json["paragraph"]


def batched(lobby):
    """Return the first legal action of a game as an entry of a batch."""
    return {"game_id": lobby.game_id, "token": lobby.game.tokens[waiting(lobby)], **first_action(lobby)}


@pytest.mark.example(
    "submitActions",
    "The first action succeeds, the second is too late, and the third has the token of another game.",
    each=True,
)
def test_each_action_of_a_batch_has_its_own_status(service):
    first, second = game(service), game(service)
    done, late, foreign = batched(first), batched(second), batched(first)
    play(second)
    actions = [{**done, "idempotency_key": "4f1d8ab27c6e9035"}, late, {**foreign, "token": late["token"]}]
    results = service.client.post("/v1/actions:batch?include=actions", json={"actions": actions}).json["results"]
    assert [each["status"] for each in results] == [200, 409, 403]


@pytest.mark.example("listLegalActions", "The legal actions of the seat.", each=True)
def test_a_seat_lists_its_legal_actions(service):
    lobby = game(service)
    assert lobby.game.get("/actions", waiting(lobby)).json["actions"] != []


@pytest.mark.example("listEvents", "The first events of a game.", each=True)
def test_events_are_listed_by_version(service):
    listed = play(game(service), 3).game.get("/events?after=0&limit=3", 0).json["events"]
    assert [each["version"] for each in listed] == [1, 2, 3]


@pytest.mark.example(
    "listEvents", "The change of the caller's view by an event, as an RFC 6902 patch.", called="patches", each=True
)
def test_an_event_includes_the_change_of_the_view(service):
    (event,) = play(game(service)).game.get("/events?patches=true", 0).json["events"]
    assert event["patch"] != []


@pytest.mark.example("listEvents", "The undone action of a seat, and the undo event.", called="undone")
def test_an_undo_is_an_event(service):
    lobby = game(service, ruleset=undoable().name, undo="own")
    seat = waiting(lobby)
    play(lobby).game.post("/undo", seat, {"to": 0})
    assert len(lobby.game.get("/events", seat).json["events"]) == 2


@pytest.mark.example(
    "listEvents", "What changes without an event, with the tag for the next request.", called="surroundings"
)
def test_a_page_includes_what_changes_without_an_event(service):
    page = game(service).game.get("/events?include=seats,faulty", 0).json
    assert page["surroundings"].keys() == {"seats", "faulty"}
    assert page["state_tag"] != ""


@pytest.mark.example("listEvents", "The last event includes the next decision of the seat.", called="next", each=True)
def test_the_last_event_includes_the_next_decision(service):
    lobby = play(game(service), 2)
    (event,) = lobby.game.get("/events?include=actions&after=1", waiting(lobby)).json["events"]
    assert event["next_decision"]["actions"] != []


@pytest.mark.example("streamEvents", "The last events of a game, after which the stream ends.", each=True)
def test_a_stream_continues_after_the_last_event_id(service):
    lobby = finished(service)
    stream = lobby.game.get("/events/stream", **{"Last-Event-ID": str(version(lobby) - 2)})
    assert stream.text.count("event: ") >= 2


@pytest.mark.example("streamEvents", "The game has finished, and the client has read all events.", status=204)
def test_a_stream_without_further_events_does_not_open(service):
    lobby = finished(service)
    assert lobby.game.get("/events/stream", **{"Last-Event-ID": str(version(lobby))}).status_code == 204


@pytest.mark.example("streamEvents", "The stream of a seat, opened with a ticket.", called="ticket")
def test_a_ticket_opens_a_stream(service):
    lobby = finished(service)
    ticket = lobby.game.post("/stream-ticket", 0, {}).json["ticket"]
    stream = lobby.game.get(f"/events/stream?after={version(lobby) - 2}&ticket={ticket}")
    assert (stream.status_code, stream.text != "") == (200, True)


@pytest.mark.example("createStreamTicket", "A ticket for the first seat, valid for 30 seconds.")
def test_a_seat_gets_a_ticket(service):
    assert game(service).game.post("/stream-ticket", 0, {"expires_in": 30}).json["seat"] == 0


@pytest.mark.example("streamEventsAsNdjson", "The last events of a game, after which the stream ends.", each=True)
def test_a_stream_of_lines_ends_with_the_game(service):
    lobby = finished(service)
    lines = lobby.game.get(f"/events/ndjson?after={version(lobby) - 2}").text.splitlines()
    assert len(lines) >= 2


@pytest.mark.example("streamEventsAsNdjson", "The last event of a game, with its changes.", called="patches")
def test_a_line_of_a_stream_includes_the_change_of_the_view(service):
    lobby = finished(service)
    assert '"patch"' in lobby.game.get(f"/events/ndjson?include=patches&after={version(lobby) - 1}").text


@pytest.mark.example("streamEventsAsNdjson", "The game has finished, and the client has read all events.", status=204)
def test_a_stream_of_lines_without_further_events_does_not_open(service):
    lobby = finished(service)
    assert lobby.game.get(f"/events/ndjson?after={version(lobby)}").status_code == 204


@pytest.mark.example("deleteGame", "The creator deletes the game.")
def test_the_creator_deletes_a_game(service):
    lobby = game(service)
    assert lobby.host("DELETE").status_code == 204
    assert lobby.send_request("GET").status_code == 404


def queue(lobby, *actions, at=None):
    """Replace the queue of the seat that must act, or of the first one."""
    body = {"ruleset": rules().name, "version": version(lobby) if at is None else at, "actions": list(actions)}
    key = {"Idempotency-Key": "6d1f0c7a35b2e894"}
    return lobby.send_request("PUT", "/queue", lobby.game.tokens[waiting(lobby)], body, **key)


def queued(lobby):
    """Return the first legal action of a seat, for its next decision, up to a version."""
    return {"action": first_action(lobby)["action"], "condition": {"latest_version": 1000}}


@pytest.mark.example("queueActions", "An action waits for the next decision of the seat, up to a version.", each=True)
def test_a_seat_queues_an_action(service):
    lobby = game(service)
    assert len(queue(lobby, queued(lobby)).json["actions"]) == 1


@pytest.mark.example("queueActions", "An empty list clears the queue.", called="cleared")
def test_a_seat_clears_its_queue(service):
    lobby = game(service)
    lobby.send_request(
        "PUT",
        "/queue",
        lobby.game.tokens[waiting(lobby)],
        {"ruleset": rules().name, "version": 0, "actions": [queued(lobby)]},
    )
    assert queue(lobby).json["actions"] == []


@pytest.mark.example("getActionQueue", "The action that waits for the next decision of the seat.", each=True)
def test_a_seat_reads_its_queue(service):
    lobby = game(service)
    queue(lobby, queued(lobby))
    assert len(lobby.game.get("/queue", waiting(lobby)).json["actions"]) == 1
