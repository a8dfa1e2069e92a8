"""Test the analysis of a finished game over HTTP: request, wait and read."""

import re
from xml.etree import ElementTree as ET

import pytest

from service.game.game import load
from service.installation.jobs import ANALYSIS
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import HUMANS, settings
from tests.service.helpers.games.archiving import analysed
from workers.jobs import context

NAMED = [{"kind": "human", "name": "Ada <&> $Bruno$"}, {"kind": "human", "name": "Юлия 漢字"}]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def brief(redis_url):
    """Return the application with short searches."""
    with running(settings(redis_url, analysis_iterations=20, sandbox=True)) as service:
        context.use(service.installation)
        yield service


def ended(service, seats=HUMANS):
    game = service.new_game(seats)
    game.play_to_the_end()
    return game


def test_a_running_game_is_not_analysed(brief):
    for path in ("/analysis", "/analysis/image"):
        rejected = brief.new_game().get(path)
        assert (rejected.status_code, rejected.json["code"]) == (409, "game_not_over")


def test_the_first_request_starts_the_analysis_and_returns_its_progress(brief):
    game = ended(brief)
    for path in ("/analysis", "/analysis/image"):
        pending = game.get(path)
        assert (pending.status_code, pending.headers["Retry-After"]) == (202, "2")
        assert pending.json == {"game_id": game.game_id, "status": "analysing", "done": 0, "total": 9}
    queue = brief.installation.queues[ANALYSIS[load(brief.installation, game.game_id).header.share]]
    assert queue.job_ids == [f"analysis-{game.game_id}-0"]


def test_each_decision_is_judged_for_every_seat_and_summed_up(brief):
    game = ended(brief)
    report = analysed(game).json
    events, decisions = game.events(), report["decisions"]
    assert [each["version"] for each in decisions] == [event["version"] for event in events]
    assert [each["seat"] for each in decisions] == [event["seat"] for event in events]
    for each in decisions:
        assert sum(each["before"]) == pytest.approx(1, abs=0.001)
        assert sum(each["after"]) == pytest.approx(1, abs=0.001)
        lost = each["before"][each["seat"]] - each["after"][each["seat"]]
        assert each["loss"] == pytest.approx(max(0, lost), abs=0.0001)
        assert each["loss"] == 0 or each["action"] != each["best"]
    losses = sorted((each["loss"] for each in decisions), reverse=True)
    assert [each["loss"] for each in report["swings"]] == [loss for loss in losses[:5] if loss]
    for seat, summary in enumerate(report["seats"]):
        own = [each["loss"] for each in decisions if each["seat"] == seat]
        assert summary == {
            "seat": seat,
            "decisions": len(own),
            "average_loss": pytest.approx(sum(own) / len(own), abs=0.0001),
            "blunders": sum(loss >= report["blunder"] for loss in own),
        }


def test_known_data_is_not_sent_again(brief):
    game = ended(brief)
    analysed(game)
    for path in ("/analysis", "/analysis/image"):
        first = game.get(path)
        again = game.get(path, None, **{"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
        assert game.get(path).data == first.data


def test_the_chart_is_an_accessible_svg(brief):
    game = ended(brief, NAMED)
    analysed(game)
    response = game.get("/analysis/image")
    assert response.content_type == "image/svg+xml"
    root = ET.fromstring(response.data)
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.get("aria-labelledby").split() == [title.get("id"), description.get("id")]
    assert (root.get("role"), title.text) == ("img", "Course of the game")
    assert description.text.startswith("Chance to win of 2 seats over 9 versions. 0: Ada <&> $Bruno$ ends at ")
    shown = {each.text for each in root.iter(f"{SVG}text")}
    assert {"0: Ada <&> $Bruno$", "1: Юлия 漢字", "Version", "Chance to win, %"} <= shown


def test_the_same_analysis_produces_the_same_chart_byte_for_byte(brief):
    game = ended(brief)
    analysed(game)
    advice = brief.installation.store.advice
    first = advice.chart(game.game_id), advice.analysis(game.game_id)
    client = brief.installation.store.servers.client
    client.delete(*client.keys("*:analysis"), *client.keys("*:chart"))
    analysed(game)
    assert (advice.chart(game.game_id), advice.analysis(game.game_id)) == first
    assert not re.search(rb"<dc:(date|creator)", first[0])


def test_the_first_actions_of_a_sandbox_game_are_not_reviewed(brief):
    actions = [{"seat": 0, "action": {"type": "set_stake", "stake": 1}}]
    game = brief.opened(brief.create_in_sandbox(seed="5eed" * 16, actions=actions))
    game.play_to_the_end()
    report = analysed(game).json
    assert [each["version"] for each in report["decisions"]] == list(range(2, 10))


def test_a_game_that_was_over_when_it_was_created_has_an_empty_analysis(brief):
    played = brief.new_game()
    played.play_to_the_end()
    record = played.get("/record").json
    actions = [{"seat": each["seat"], "action": each["action"]} for each in record["events"]]
    game = brief.opened(brief.create_in_sandbox(seed=record["seed"], salt=record["salt"], actions=actions))
    report = analysed(game).json
    assert (report["decisions"], report["swings"]) == ([], [])
    assert [each["average_loss"] for each in report["seats"]] == [0, 0]
    assert game.get("/analysis/image").status_code == 200
