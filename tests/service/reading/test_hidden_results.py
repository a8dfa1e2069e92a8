"""Test that the result of a game is hidden everywhere while another game of its deal is running.

Two tournaments are played in the same way, but another entrant wins the hidden game. All responses must be equal.
"""

import json
import re
from typing import Any

import pytest

from service.playing import games, missed_decisions
from service.tournaments import progress
from service.tournaments.rules.format_traits import FORMATS
from tests.service.helpers.client.sample_requests import operations
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.players.player import rejected
from tests.service.helpers.players.webhooks import URL
from tests.service.helpers.tournaments import entries, found, games_of, has_started, new_players, organiser, rounds

IDS = re.compile(
    r"\b(?:[a-z]{2}_)?[a-z0-9]{20}\b|\b[0-9a-f]{64}\b|[0-9-]{10}T[0-9:.]+Z|[0-9]{8}T[0-9]{6}Z|\b[0-9]{13}-[0-9]+\b"
)
"""What differs between two tournaments that are played in the same way: ids, hashes and times."""
NEEDED = {"swiss": {"rounds": 2}, "arena": {"matches": 2}}
FORMS = [form for form, traits in FORMATS.items() if not traits.by_challenge]
"""The formats whose rounds have several matches, which can share a deal. A challenge is a round with one match."""
STREAM = "streamTournamentEvents"
READS = [
    name
    for name, each in operations().items()
    if "{tournament}" in each.path and each.method == "GET" and "webhook" not in each.path and name != STREAM
]
"""All operations that read a tournament, except its stream."""
SEED = bytes(range(32))


def started(service, form: str, **terms: Any):
    """Start a tournament with shared deals and a webhook; return its organiser, its URL and its webhook."""
    service.use(seed=lambda: SEED)
    who = organiser(service)
    stage = {"format": form, **NEEDED.get(form, {})}
    address = found(who, stage, deal="round", entrants=[{"player": each.id} for each in new_players(service)], **terms)
    hook = who.post(f"{address}/webhooks", {"url": URL}).json["webhook_id"]
    assert who.post(f"{address}/start").status_code == 200
    return who, address, hook


def end_first(service, address, who, loser: int) -> str:
    """Let a seat lose the first game of the first table; return the id of the game."""
    game_id = rounds(who, address)[0]["tables"][0]["games"][0]["game_id"]
    missed_decisions.resign(service.installation, game_id, loser)
    games.score(service.installation, game_id)
    progress.drive(service.installation, address.rpartition("/")[2])
    return game_id


def normal(text: str) -> str:
    return IDS.sub("ID", text)


def streamed(who, address) -> str:
    """Read the stream of a tournament up to its present version."""
    last = f'"number":{who.get(address).json["version"]}'
    text = ""
    for chunk in who.service.client.open(f"/v1{address}/events/stream", headers=who.authorization).response:
        text += chunk if isinstance(chunk, str) else chunk.decode()
        if last in text:
            break
    return text


def everything_shown(service, who, address, hook) -> dict[str, Any]:
    """Return all that a tournament shows: each operation, stream, webhook and feed, and the response to a ruling."""
    tournament = address.rpartition("/")[2]
    parameters = {"tournament": tournament, "round": 1, "table": 1}
    shown: dict[str, Any] = {}
    for name in READS:
        response = who.get(operations()[name].url(parameters).partition("?")[0])
        shown[name] = response.status_code, normal(response.text)
    deliveries = service.installation.store.webhooks.log(tournament, hook, None, 100)
    shown["webhook"] = [normal(json.dumps(json.loads(each.delivery.body))) for each in reversed(deliveries)]
    shown["feed"] = normal(json.dumps(who.get("/me/events").json["events"]))
    shown["stream"] = normal(streamed(who, address))
    ruled = {"ranks": [1, 2], "game": 1, "reason": "The table fell."}
    shown["ruling"] = normal(who.send("PUT", f"{address}/rounds/1/tables/1/result", ruled).text)
    return shown


@pytest.mark.parametrize("form", FORMS)
def test_no_response_reveals_who_won_a_game_whose_deal_is_still_played(service, form):
    shown = []
    for loser in (0, 1):
        who, address, hook = started(service, form, games=2)
        end_first(service, address, who, loser)
        assert "finished" in [each["type"] for each in entries(who, address)]
        shown.append(everything_shown(service, who, address, hook))
    assert shown[0] == shown[1]


def test_a_result_is_shown_once_all_games_of_its_deal_have_ended(service):
    who, address, _ = started(service, "swiss")
    first = end_first(service, address, who, loser=0)
    (game,) = rounds(who, address)[0]["tables"][0]["games"]
    assert (game["status"], game.get("ranks")) == ("over", None)
    assert rejected(who.get(f"/games/{first}/result")) == (409, "deal_in_progress")
    finish_and_score(service, rounds(who, address)[0]["tables"][1]["games"][0]["game_id"])
    progress.drive(service.installation, address.rpartition("/")[2])
    (game,) = rounds(who, address)[0]["tables"][0]["games"]
    assert (game["ranks"], who.get(f"/games/{first}/result").status_code) == ([2, 1], 200)
    assert all(sorted(each["ranks"]) == [1, 2] for each in entries(who, address) if each["type"] == "finished")


def test_a_result_of_a_deal_of_one_game_is_shown_at_once(service):
    who, address = has_started(service)
    end_first(service, address, who, loser=1)
    assert rounds(who, address)[0]["tables"][0]["games"][0]["ranks"] == [1, 2]


def test_a_cancelled_tournament_shows_how_its_running_games_end(service):
    who, address = has_started(service, deal="round")
    first, last = games_of(who, address)
    end_first(service, address, who, loser=0)
    assert who.post(f"{address}/cancel", {}).status_code == 200
    shown = rounds(who, address)[0]
    assert [each["games"][0]["status"] for each in shown["tables"]] == ["over", "running"]
    assert (shown["status"], "ranks" in shown["tables"][0]["games"][0]) == ("running", False)
    assert "deal_secret" not in who.get(address).json
    assert rejected(who.get(f"/games/{first}/result")) == (409, "deal_in_progress")
    finish_and_score(service, last)
    shown = rounds(who, address)[0]
    assert [(each["status"], each["games"][0]["status"]) for each in shown["tables"]] == [("closed", "over")] * 2
    assert (shown["status"], shown["tables"][0]["games"][0]["ranks"]) == ("closed", [2, 1])
    assert "ranks" not in shown["tables"][1]["games"][0]
    assert len(who.get(address).json["deal_secret"]) == 64
