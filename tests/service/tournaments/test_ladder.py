"""Test a ladder over HTTP: players enter, challenge each other, move, leave and return; each challenge counts once."""

import pytest

from service.game.game import load
from service.tournaments import challenges, log, progress
from service.tournaments.rules.verification import verify
from tests.service.examples.cups import REASON, Cup, cup
from tests.service.helpers.client.responses import at_once, reports
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.players.player import player

AT_ONCE = {"format": "ladder", "challenges": {"rematch_hours": 0}}
LADDER = {"format": "ladder"}


def a_ladder(service, stage=AT_ONCE, **terms) -> Cup:
    """Start a ladder of four players, in the order of their numbers."""
    return cup(service, stage, registration="open", **terms).start()


def challenge(opened, challenger, opponent, **headers):
    """Let a player challenge another one."""
    who = opened.players[challenger]
    return who.post(f"{opened.path}/challenges", {"entrant": opponent}, **headers)


def game_of(challenged):
    assert challenged.status_code == 201, challenged.text
    (table,) = challenged.json["tables"]
    (game,) = table["games"]
    return game


def resign(opened, game, loser):
    """Let an entrant resign from the game of a match; the result is noted as in a worker."""
    resigned = opened.players[loser].post(f"/games/{game['game_id']}/resign", {})
    assert resigned.status_code == 200, resigned.text
    finish_and_score(opened.service, game["game_id"])
    progress.drive(opened.service.installation, opened.name)


def play(opened, challenger, opponent, loser):
    """Challenge, and let one of the two resign."""
    game = game_of(challenge(opened, challenger, opponent))
    resign(opened, game, loser)
    return game["game_id"]


def standings(opened):
    return opened.get("/standings").json["standings"]


def places(opened):
    return [each["entrant"] for each in standings(opened)]


def types(opened):
    return [each["type"] for each in opened.get("/events?limit=500").json["events"]]


def may_challenge(opened, number):
    return opened.players[number].get(opened.path).json.get("may_challenge", [])


@pytest.mark.example("challengeEntrant", "The player at the second place challenges the first one.")
def test_a_player_challenges_another_one_and_plays_at_once(service):
    sent = challenge(a_ladder(service), 1, 0)
    assert (sent.status_code, sent.json["challenger"]) == (201, 1)
    assert load(service.installation, game_of(sent)["game_id"]).status == "running"


@pytest.mark.problem("challenge_not_allowed", "The first player has been challenged already.", "challengeEntrant")
def test_a_player_is_challenged_by_one_player_at_a_time(service):
    opened = a_ladder(service)
    challenge(opened, 1, 0)
    reports(challenge(opened, 2, 0), "challenge_not_allowed")


@pytest.mark.problem("entrant_not_found", "There are four entrants, from 0 to 3.", "challengeEntrant")
def test_an_entrant_who_does_not_exist_cannot_be_challenged(service):
    reports(challenge(a_ladder(service), 1, 17), "entrant_not_found")


def test_a_new_ladder_states_its_rules_and_stays_open(service):
    shown = a_ladder(service, LADDER).get().json
    assert shown["stages"] == [
        {"format": "ladder", "table_size": 2, "challenges": {"places_above": 3, "rematch_hours": 24}}
    ]
    assert (shown["late_entries"], shown["status"], shown["rounds"]) == (True, "running", 0)


def test_a_challenger_who_wins_moves_up_and_the_others_down(service):
    opened = a_ladder(service)
    assert [may_challenge(opened, each) for each in range(4)] == [[], [0], [0, 1], [0, 1, 2]]
    play(opened, 3, 0, 0)
    assert places(opened) == [3, 0, 1, 2]
    assert [each.get("place_before") for each in standings(opened)] == [4, 1, 2, 3]
    play(opened, 1, 0, 1)
    assert places(opened) == [3, 0, 1, 2]
    rounds = opened.get("/rounds").json["rounds"]
    assert [(each["round"], each["challenger"], each["status"]) for each in rounds] == [
        (1, 3, "closed"),
        (2, 1, "closed"),
    ]


def test_players_enter_leave_and_return_by_themselves(service):
    opened = a_ladder(service)
    gino = player(service, "Gino")
    assert gino.post(f"{opened.path}/entrants").json["entrant"] == 4
    assert places(opened) == [0, 1, 2, 3, 4]
    assert gino.get(opened.path).json["may_challenge"] == [1, 2, 3]
    leaver = opened.players[1]
    assert leaver.post(f"{opened.path}/entrants/1/withdraw", {}).status_code == 200
    assert places(opened) == [0, 2, 3, 4, 1]
    reports(leaver.post(f"{opened.path}/challenges", {"entrant": 0}), "not_organiser")
    assert leaver.post(f"{opened.path}/entrants").status_code == 201
    assert leaver.post(f"{opened.path}/entrants/1/withdraw", {}).status_code == 200
    assert leaver.post(f"{opened.path}/entrants/1/reenter", {}).status_code == 200
    assert places(opened) == [0, 2, 3, 4, 1]
    assert leaver.get(opened.path).json["may_challenge"] == [2, 3, 4]


def test_a_player_who_was_withdrawn_by_the_organiser_does_not_return_alone(service):
    opened = a_ladder(service)
    opened.send_request("POST", "/entrants/1/withdraw", REASON)
    reports(opened.players[1].post(f"{opened.path}/entrants/1/reenter", {}), "not_organiser")


def test_the_organiser_closes_a_ladder_to_newcomers_and_to_those_who_return(service):
    opened = a_ladder(service)
    opened.players[1].post(f"{opened.path}/entrants/1/withdraw", {})
    assert opened.send_request("PATCH", "", {"late_entries": False}).status_code == 200
    reports(player(service, "Gino").post(f"{opened.path}/entrants"), "registration_closed")
    reports(opened.players[1].post(f"{opened.path}/entrants/1/reenter", {}), "registration_closed")


@pytest.mark.parametrize(
    ("challenger", "opponent", "why"),
    [(0, 1, "at most 3 places above"), (1, 1, "at most 3 places above"), (4, 0, "at most 3 places above")],
)
def test_only_players_a_few_places_above_can_be_challenged(service, challenger, opponent, why):
    opened = a_ladder(service)
    opened.players.append(player(service, "Gino"))
    opened.players[4].post(f"{opened.path}/entrants")
    sent = challenge(opened, challenger, opponent)
    reports(sent, "challenge_not_allowed")
    assert why in sent.json["detail"]
    assert opened.get().json["rounds"] == 0


def ratings(opened):
    return [each.get("rating") for each in standings(opened)]


def test_a_ladder_by_rating_shows_the_ratings_and_who_is_close_enough(service):
    requested = {"by": "rating", "rating_difference": 120, "rematch_hours": 0}
    opened = a_ladder(service, {"format": "ladder", "challenges": requested})
    assert opened.get().json["stages"][0]["challenges"] == {"places_above": 3, **requested}
    assert (ratings(opened), may_challenge(opened, 2)) == ([1500, 1400, 1300, 1200], [1, 3])
    play(opened, 2, 3, 3)
    assert (ratings(opened), may_challenge(opened, 2)) == ([1500, 1400, 1312, 1188], [1])
    sent = challenge(opened, 2, 3)
    reports(sent, "challenge_not_allowed")
    assert sent.json["detail"] == "Challenge an entrant whose rating is at most 120 points higher or lower."


def test_the_record_of_a_ladder_by_rating_has_its_ratings(service):
    opened = a_ladder(service, {"format": "ladder", "challenges": {"by": "rating"}})
    play(opened, 2, 3, 3)
    assert opened.send_request("POST", "/cancel", REASON).json["status"] == "over"
    record = opened.get("/record")
    verify(record.data)
    assert [each["rating"] for each in record.json["standings"]] == [1500, 1400, 1312, 1188]


def test_a_ladder_by_place_shows_no_ratings(service):
    assert ratings(a_ladder(service)) == [None] * 4


def test_the_same_two_do_not_play_again_on_the_same_day(service):
    opened = a_ladder(service, LADDER)
    play(opened, 1, 0, 1)
    assert may_challenge(opened, 1) == []
    sent = challenge(opened, 1, 0)
    reports(sent, "challenge_not_allowed")
    assert "24 hours" in sent.json["detail"]
    assert may_challenge(opened, 2) == [0, 1]


def test_a_challenge_belongs_to_a_running_ladder(service):
    waiting, swiss = cup(service, LADDER), cup(service).start()
    reports(challenge(waiting, 1, 0), "tournament_not_running")
    reports(challenge(swiss, 1, 0), "challenge_not_allowed")


def test_the_organiser_challenges_for_an_ai_level_and_nobody_else_does(service):
    opened = a_ladder(service)
    level = opened.send_request("POST", "/entrants", {"level": "normal"}).json["entrant"]
    body = {"entrant": 3, "challenger": level}
    reports(opened.players[0].post(f"{opened.path}/challenges", body), "not_organiser")
    sent = opened.send_request("POST", "/challenges", body)
    assert (sent.status_code, sent.json["challenger"]) == (201, level)
    reports(opened.send_request("POST", "/challenges", {"entrant": 3, "challenger": 99}), "entrant_not_found")
    reports(opened.send_request("POST", "/challenges", {"entrant": 3}), "challenge_not_allowed")
    without = opened.organiser.with_scopes("play").post(f"{opened.path}/challenges", {"entrant": 3})
    reports(without, "insufficient_scope")


def test_a_private_ladder_is_hidden_from_strangers(service):
    opened = a_ladder(service, visibility="private")
    reports(player(service, "Gino").post(f"{opened.path}/challenges", {"entrant": 0}), "tournament_not_found")


def test_a_retry_returns_the_running_match(service):
    opened = a_ladder(service)
    first, second = challenge(opened, 1, 0), challenge(opened, 1, 0)
    assert second.headers["Idempotent-Replayed"] == "true"
    assert first.json == second.json
    assert types(opened).count("paired") == 1


def test_a_retry_with_its_key_returns_the_match_also_after_its_end(service):
    opened, key = a_ladder(service), {"Idempotency-Key": "f2c7d1a09b36"}
    first = challenge(opened, 1, 0, **key)
    resign(opened, game_of(first), 1)
    assert challenge(opened, 1, 0, **key).json == first.json
    assert opened.get().json["rounds"] == 1


def test_of_challenges_at_the_same_moment_one_counts(service):
    opened = a_ladder(service)
    sent = at_once([lambda each=each: challenge(opened, each, 0) for each in (1, 2, 3)])
    assert sorted(each.status_code for each in sent) == [201, 409, 409]
    assert types(opened).count("paired") == types(opened).count("opened") == 1


def test_repeated_challenges_at_the_same_moment_create_one_game(service):
    opened = a_ladder(service)
    sent = at_once([lambda: challenge(opened, 1, 0)] * 3)
    assert {game_of(each)["game_id"] for each in sent if each.status_code == 201}
    assert types(opened).count("paired") == types(opened).count("opened") == 1
    assert len(opened.players[0].games()) == 1


def killed(opened, challenger, opponent):
    """Append the log entry of a challenge as a process does that is killed then; return the id of the game."""
    installation = opened.service.installation
    running, caller = log.load(installation, opened.name), opened.players[challenger].caller
    entry = challenges._paired(installation, running, caller, challenger, opponent)
    assert log.append(installation, running, [entry])
    return running.tournament.rounds[-1].tables[0].seating.games[0]


def test_a_challenge_whose_process_was_killed_is_completed_by_the_sweeper_or_the_retry(service):
    for complete in (
        lambda opened: progress.drive(service.installation, opened.name),
        lambda opened: challenge(opened, 1, 0),
    ):
        opened = a_ladder(service)
        game_id = killed(opened, 1, 0)
        assert opened.get().json["rounds"] == 0
        complete(opened)
        assert game_of(challenge(opened, 1, 0))["game_id"] == game_id
        assert load(service.installation, game_id).status == "running"
        assert types(opened).count("opened") == 1


def test_only_the_two_players_get_a_notice_of_a_challenge(service):
    opened = a_ladder(service)
    challenge(opened, 2, 1)
    seen = [
        [each.get("tournament_event") for each in one.get("/me/events").json["events"] if each.get("round")]
        for one in opened.players
    ]
    assert ["opened" in each for each in seen] == [False, True, True, False]


def test_a_ladder_without_running_matches_is_over_once_its_organiser_ends_it(service):
    opened = a_ladder(service)
    ids = [play(opened, 3, 1, 1), play(opened, 1, 0, 0)]
    ended = opened.send_request("POST", "/cancel", REASON)
    assert (ended.json["status"], places(opened)) == ("over", [1, 0, 3, 2])
    reports(challenge(opened, 2, 3), "tournament_not_running")
    record = opened.get("/record").data
    records = {each: service.client.get(f"/v1/games/{each}/record").data for each in ids}
    assert [each["entrant"] for each in verify(record, records, service.installation.rulesets)["standings"]] == [
        1,
        0,
        3,
        2,
    ]


def test_the_result_of_a_running_match_does_not_count_in_a_ladder_that_is_cancelled(service):
    opened = a_ladder(service)
    game = game_of(challenge(opened, 3, 1))
    assert opened.send_request("POST", "/cancel", REASON).json["status"] == "cancelled"
    resign(opened, game, 1)
    assert places(opened) == [0, 1, 2, 3]
    verify(opened.get("/record").data, {}, service.installation.rulesets)


def test_the_organiser_corrects_a_result_and_the_places_follow(service):
    opened = a_ladder(service)
    play(opened, 3, 0, 0)
    table = opened.get("/rounds/1").json["tables"][0]
    ranks = [1 if each["entrant"] == 0 else 2 for each in table["entrants"]]
    ruled = opened.rule(1, *ranks)
    assert [(each["entrant"], each["place_before"], each["place"]) for each in ruled.json["changes"]] == [
        (0, 2, 1),
        (1, 3, 2),
        (2, 4, 3),
        (3, 1, 4),
    ]


def test_the_organiser_creates_a_match_of_any_two(service):
    opened = a_ladder(service)
    reports(opened.send_request("POST", "/rounds", {}), "tournament_not_running")
    sent = opened.send_request("POST", "/rounds", {"tables": [{"entrants": [3, 0]}], **REASON})
    assert (sent.status_code, "challenger" in sent.json) == (201, False)


@pytest.mark.parametrize(
    "stages",
    [
        [{"format": "ladder", "table_size": 3}],
        [{"format": "swiss", "rounds": 2, "challenges": {}}],
        [{"format": "swiss", "rounds": 2, "qualify": 2}, LADDER],
    ],
)
def test_a_plan_with_a_senseless_ladder_is_rejected(service, stages):
    opened = cup(service)
    ruleset = opened.get().json["ruleset"]
    sent = opened.organiser.post("/tournaments", {"name": "Ladder", "ruleset": ruleset, "stages": stages})
    reports(sent, "invalid_plan")


def test_a_ladder_ends_when_its_organiser_leaves(service):
    opened = a_ladder(service)
    assert opened.organiser.send("DELETE", "/me").status_code == 204
    assert opened.players[0].get(opened.path).json["status"] == "cancelled"
