"""Requests about a tournament: Carla organises; Ada, Bruno, Dario and Elena play."""

import pytest

from domain.registry import PUBLISHED
from tests.service.examples.cups import KNOCKOUT, REASON, cup, large, organiser, planned
from tests.service.examples.games import rules, unknown_options
from tests.service.helpers.players.player import player

NO_SHOW = {"ranks": [2, 1], "reason": "The player did not come."}
RESULT = "/rounds/1/tables/1/result"


@pytest.mark.example(
    "createTournament", "Five rounds of Swiss in tables of up to four; an AI level takes part.", each=True
)
def test_an_ai_level_takes_part_in_a_tournament(service):
    plan = planned({"format": "swiss", "table_size": rules().max_seats, "rounds": 5})
    entrants = [{"player": player(service, "Ada").id, "rating": 1500}, {"level": "normal", "name": "The house"}]
    clock = {"kind": "budget", "seconds": 600, "increment": 10}
    created = organiser(service).post("/tournaments", {**plan, "entrants": entrants, "clock": clock})
    assert (created.status_code, created.json["entrants"]) == (201, 2)


@pytest.mark.example(
    "createTournament",
    "A league of groups, then a knock-out, which players enter by a code.",
    called="league",
    each=True,
)
def test_a_league_has_groups_and_then_a_knockout(service):
    size = min(3, rules().max_seats)
    groups = {"format": "round_robin", "table_size": size, "groups": 4, "qualify": 2}
    terms = {"registration": "code", "check_in": True, "starts_at": "2026-12-01T18:00:00Z", "games": 2, "deal": "round"}
    points = [{"table_size": size, "by_place": [3, 1, 0] if size == 3 else [3, 0]}]
    plan = planned(groups, KNOCKOUT, **terms, points=points, tie_breaks=["head_to_head", "wins"])
    created = organiser(service).post("/tournaments", plan, **{"Idempotency-Key": "f2c7d1a09b35"})
    assert (created.status_code, len(created.json["stages"])) == (201, 2)


@pytest.mark.example(
    "createTournament", "Rejected by the rules: too many players in a match.", called="rejected", status=409
)
def test_the_rules_reject_a_match_of_too_many_players(service):
    small = min(PUBLISHED.values(), key=lambda each: each.max_seats)
    stage = {"format": "swiss", "table_size": small.max_seats + 1, "rounds": 1}
    rejection = organiser(service).post("/tournaments", planned(stage, ruleset=small.name))
    assert rejection.status_code == 409
    assert rejection.json["paragraph"]


@pytest.mark.example(
    "createTournament", "Rejected by the rules: unknown set-up choice.", called="rejected", status=422, each=True
)
def test_the_rules_reject_a_tournament_with_an_unknown_choice(service):
    rejection = organiser(service).post("/tournaments", planned(options=unknown_options(rules())))
    assert rejection.status_code == 422
    assert rejection.json["paragraph"]


@pytest.mark.example("listTournaments", "Tournaments with open registration.")
def test_a_client_lists_tournaments_with_open_registration(service):
    opened = cup(service)
    listed = service.client.get("/v1/tournaments?status=registration&limit=5").json["tournaments"]
    assert [each["tournament"] for each in listed] == [opened.name]


@pytest.mark.example("getTournament", "A running tournament.")
def test_any_client_sees_a_running_tournament(service):
    assert cup(service).start().get().json["status"] == "running"


@pytest.mark.example("getTournament", "The organiser sees the registration code.", called="organiser")
def test_the_organiser_sees_the_registration_code(service):
    opened = cup(service, registration="code")
    assert "code" in opened.send_request("GET").json
    assert "code" not in opened.get().json


@pytest.mark.example("startTournament", "Close registration and pair the first round.")
def test_the_start_pairs_the_first_round(service):
    started = cup(service).send_request("POST", "/start", {"reason": "All are here."})
    assert (started.status_code, started.json["status"]) == (200, "running")


LARGE = "The games of a large round are being created."


@pytest.mark.example("startTournament", LARGE, called="creating", status=202)
def test_the_start_of_a_large_tournament_continues_after_the_response(service):
    assert large(service, 3).send_request("POST", "/start", {"reason": "All are here."}).status_code == 202


@pytest.mark.example("pauseTournament", "Pause the tournament. No further round is paired.")
def test_the_organiser_pauses_a_tournament(service):
    assert cup(service).start().send_request("POST", "/pause", REASON).json["status"] == "paused"


@pytest.mark.example("resumeTournament", "Resume the tournament. Rounds are paired again.")
def test_the_organiser_resumes_a_tournament(service):
    paused = cup(service).start()
    paused.send_request("POST", "/pause", REASON)
    assert paused.send_request("POST", "/resume", {"reason": "It is Monday."}).json["status"] == "running"


@pytest.mark.example("pauseTournament", LARGE, called="creating", status=202)
@pytest.mark.example("resumeTournament", LARGE, called="creating", status=202)
def test_a_large_round_can_be_paused_and_resumed_while_it_is_created(service):
    paused = large(service, 3).start()
    assert paused.send_request("POST", "/pause", REASON).status_code == 202
    assert paused.send_request("POST", "/resume", {"reason": "It is Monday."}).status_code == 202


@pytest.mark.example("cancelTournament", "Cancel the tournament.")
def test_the_organiser_cancels_a_tournament(service):
    assert cup(service).send_request("POST", "/cancel", REASON).json["status"] == "cancelled"


@pytest.mark.example("getGame", "A game of a tournament.", called="tournament")
def test_a_game_names_its_tournament(service):
    opened = cup(service).start()
    (game,) = opened.get("/rounds/1").json["tables"][0]["games"]
    shown = service.client.get(f"/v1/games/{game['game_id']}").json
    assert shown["tournament"]["tournament"] == opened.name


@pytest.mark.example("listMyEvents", "A registered player.", called="tournament")
def test_a_registered_player_gets_a_notice(service):
    assert cup(service).start().players[0].get("/me/events").json["events"] != []


@pytest.mark.example("addEntrant", "The organiser registers a player.")
def test_the_organiser_registers_a_player(service):
    body = {"player": player(service, "Fabio").id, "rating": 1450}
    assert cup(service).send_request("POST", "/entrants", body).status_code == 201


@pytest.mark.example("addEntrant", "A player registers with the code.", called="code")
def test_a_player_registers_with_the_code(service):
    opened = cup(service, registration="code")
    code = opened.send_request("GET").json["code"]
    assert player(service, "Fabio").post(f"{opened.path}/entrants", {"code": code}).status_code == 201


@pytest.mark.example("addEntrant", "A late entrant gets points for the missed rounds.", called="late")
def test_a_late_entrant_gets_points(service):
    body = {"level": "normal", "points": 6, "reason": "Takes the place of Elena."}
    assert cup(service, late_entries=True).start().send_request("POST", "/entrants", body).status_code == 201


@pytest.mark.example("listEntrants", "Four players; one of them has withdrawn.")
def test_a_withdrawn_entrant_is_listed(service):
    opened = cup(service)
    opened.send_request("POST", "/entrants/3/withdraw", {})
    assert len(opened.get("/entrants").json["entrants"]) == 4


@pytest.mark.example("checkInEntrant", "A player checks in.")
def test_a_player_checks_in(service):
    opened = cup(service, check_in=True)
    assert opened.players[0].post(f"{opened.path}/entrants/0/check-in").status_code == 200


@pytest.mark.example("withdrawEntrant", "A player withdraws from further rounds.")
def test_a_player_withdraws(service):
    opened = cup(service).start()
    left = opened.players[1].post(f"{opened.path}/entrants/1/withdraw", {"reason": "Has missed the train."})
    assert left.status_code == 200


@pytest.mark.example("previewPairings", "A preview of the pairings of the second round.")
def test_the_organiser_previews_pairings(service):
    opened = cup(service, next_round="organiser").start()
    opened.send_request("POST", "/rounds", {})
    assert opened.play().send_request("GET", "/pairings:preview").json["round"] == 2


@pytest.mark.example("createRound", "The organiser sets the pairings of a round.")
def test_the_organiser_sets_pairings(service):
    tables = [{"entrants": [0, 3]}, {"entrants": [2, 1]}]
    created = cup(service, next_round="organiser").start().send_request("POST", "/rounds", {"tables": tables, **REASON})
    assert (created.status_code, created.json["round"]) == (201, 1)


@pytest.mark.example("createRound", "Pair the next round now.", called="drawn")
def test_the_organiser_has_the_next_round_paired(service):
    assert cup(service, next_round="organiser").start().send_request("POST", "/rounds", {}).status_code == 201


@pytest.mark.example("createRound", LARGE, called="creating", status=202)
def test_a_large_round_is_created_after_the_response(service):
    assert large(service, 3, next_round="organiser").start().send_request("POST", "/rounds", {}).status_code == 202


@pytest.mark.example("listRounds", "The first round has finished. The second round is running.")
def test_the_second_round_follows_the_first(service):
    assert [each["round"] for each in cup(service).start().play().get("/rounds").json["rounds"]] == [1, 2]


@pytest.mark.example("getRound", "The first round; an odd number of entrants leaves one with a bye.")
def test_an_odd_number_of_entrants_leaves_one_with_a_bye(service):
    assert cup(service, players=3).start().get("/rounds/1").json["byes"] != []


@pytest.mark.example("setMatchResult", "The organiser sets the result of an unfinished match.")
def test_the_organiser_sets_a_result(service):
    assert cup(service).start().send_request("PUT", RESULT, NO_SHOW).status_code == 200


@pytest.mark.example("setMatchResult", "One game of the match is a loss for all players.", called="double_loss")
def test_a_game_of_a_match_is_a_loss_for_all(service):
    body = {"double_loss": True, "game": 1, "reason": "Neither player came."}
    assert cup(service, games=2).start().send_request("PUT", RESULT, body).status_code == 200


@pytest.mark.example("deleteMatchResult", "The match is played again.")
def test_the_organiser_deletes_a_result(service):
    opened = cup(service).start()
    opened.send_request("PUT", RESULT, NO_SHOW)
    assert opened.send_request("DELETE", f"{RESULT}?reason=The+player+was+there.").status_code == 200


@pytest.mark.example("deleteRound", "Undo the pairing of the final before it starts.")
def test_the_organiser_deletes_the_latest_round(service):
    assert (
        cup(service, KNOCKOUT).start().play().send_request("DELETE", "/rounds/2?reason=A+protest.").status_code == 200
    )


@pytest.mark.example("updateTournament", "The organiser postpones the start and raises the maximum of entrants.")
def test_the_organiser_changes_the_plan(service):
    body = {"starts_at": "2026-12-08T18:00:00Z", "max_entrants": 16, "stages": [{"stage": 0, "rounds": 3}], **REASON}
    changed = cup(service, starts_at="2026-12-01T18:00:00Z", max_entrants=8).send_request("PATCH", "", body)
    assert (changed.status_code, changed.json["max_entrants"]) == (200, 16)


@pytest.mark.example("reenterEntrant", "A withdrawn player returns.")
def test_a_withdrawn_player_returns(service):
    opened = cup(service).start()
    opened.send_request("POST", "/entrants/1/withdraw", {})
    body = {"reason": "Has caught the next train."}
    assert opened.send_request("POST", "/entrants/1/reenter", body).status_code == 200


@pytest.mark.example("disqualifyEntrant", "The organiser disqualifies a player.")
def test_the_organiser_disqualifies_a_player(service):
    body = {"reason": "Asked an engine for moves."}
    assert cup(service).start().send_request("POST", "/entrants/1/disqualify", body).status_code == 200


@pytest.mark.example("setPenalty", "A player loses three points.")
def test_the_organiser_sets_a_penalty(service):
    body = {"points": 3, "reason": "Came late twice."}
    assert cup(service).start().send_request("PUT", "/entrants/1/penalty", body).status_code == 200


def swiss(service, path):
    """Read a Swiss of pairs after its first round; return the status."""
    return cup(service).start().play().get(path).status_code


@pytest.mark.example("getStandings", "After the first round of a Swiss.")
def test_a_swiss_has_standings(service):
    assert swiss(service, "/standings") == 200


@pytest.mark.example("getStandingsCsv", "After the first round of a Swiss.")
def test_a_swiss_has_standings_as_csv(service):
    assert swiss(service, "/standings/csv") == 200


@pytest.mark.example("getStandingsTrf", "After the first round of a Swiss.")
def test_a_swiss_has_a_report_for_the_federation(service):
    assert swiss(service, "/standings/trf?stage=0") == 200


@pytest.mark.example("getCrosstable", "After the first round of a Swiss.")
def test_a_swiss_has_a_crosstable(service):
    assert swiss(service, "/crosstable?stage=0") == 200


@pytest.mark.example("getCrosstableImage", "After the first round of a Swiss.")
def test_a_swiss_has_an_image_of_its_crosstable(service):
    assert swiss(service, "/crosstable/image") == 200


@pytest.mark.example("getBracket", "After the first round of a knock-out.")
def test_a_knockout_has_a_bracket(service):
    assert cup(service, KNOCKOUT).start().play().get("/bracket").status_code == 200


@pytest.mark.example("getBracketImage", "After the first round of a knock-out.")
def test_a_knockout_has_an_image_of_its_bracket(service):
    assert cup(service, KNOCKOUT).start().play().get("/bracket/image").status_code == 200


@pytest.mark.example("listTournamentEvents", "The last entries of a log.")
def test_a_log_is_read_after_an_entry(service):
    events = cup(service).start().get("/events?after=4").json["events"]
    assert events[0]["number"] == 5


def cancelled(service):
    """Create and cancel a tournament of one player."""
    opened = cup(service, players=1)
    opened.send_request("POST", "/cancel", REASON)
    return opened


@pytest.mark.example("streamTournamentEvents", "The log of a tournament that was cancelled.")
def test_the_stream_of_a_cancelled_tournament_ends(service):
    assert cancelled(service).get("/events/stream").text.count("event: ") >= 2


@pytest.mark.example("streamTournamentEvents", "The stream, opened with a ticket.", called="ticket")
def test_a_ticket_opens_the_stream_of_a_tournament(service):
    opened = cancelled(service)
    ticket = opened.send_request("POST", "/stream-ticket", {}).json["ticket"]
    assert opened.get(f"/events/stream?ticket={ticket}").text.count("event: ") >= 2


@pytest.mark.example("createTournamentStreamTicket", "A ticket, valid for 30 seconds.")
def test_the_organiser_gets_a_ticket(service):
    assert cup(service).send_request("POST", "/stream-ticket", {"expires_in": 30}).status_code == 201


@pytest.mark.example(
    "streamTournamentEvents", "The tournament has finished, and the client has read all entries.", status=204
)
def test_a_stream_of_a_finished_tournament_does_not_open(service):
    assert cancelled(service).get("/events/stream", **{"Last-Event-ID": "2"}).status_code == 204


@pytest.mark.example("getTournamentRecord", "The export of a tournament with one match.")
def test_a_finished_tournament_has_a_record(service):
    assert cup(service, KNOCKOUT, players=2).start().play().get("/record").status_code == 200
