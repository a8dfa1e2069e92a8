"""Test lessons over HTTP: a client plays them from one response, and the service stores nothing."""

import jsonpatch
import pytest

from domain.lesson_stages import stages
from domain.lessons import LEARNER
from domain.registry import RULESETS
from tests.service.helpers.client.responses import check_problem
from workers.promises.references import as_json

TAUGHT = [name for name, each in RULESETS.items() if each.lesson]
every_lesson = pytest.mark.parametrize("name", TAUGHT)


def lesson_of(service, name, language="en"):
    """Return a lesson in a language."""
    response = service.client.get(f"/v1/rulesets/{name}/lesson", headers={"Accept-Language": language})
    assert (response.status_code, response.headers["Content-Language"]) == (200, language)
    return response.json


def events_to(lesson, index):
    """List the events from the first stage to a stage."""
    stage = lesson["stages"][index]
    before = events_to(lesson, stage["after"]) if "after" in stage else []
    return [*before, *stage.get("events", ())]


def view_at(lesson, index):
    """Return the view of a stage, as a client computes it."""
    view = lesson["view"]
    for event in events_to(lesson, index):
        assert event["version"] == view["version"] + 1
        view = jsonpatch.apply_patch(view, event["patch"])
    return view


@every_lesson
def test_patches_lead_to_what_the_learner_sees_in_each_stage(service, name):
    lesson, ruleset = lesson_of(service, name), RULESETS[name]
    shown = [view_at(lesson, index)["view"] for index in range(len(lesson["stages"]))]
    assert shown == [as_json(ruleset.view(each.state, LEARNER)) for each in stages(ruleset, ruleset.lesson)]


@every_lesson
def test_a_decision_has_the_legal_actions_of_its_stage(service, name):
    lesson, ruleset = lesson_of(service, name), RULESETS[name]
    for index, stage in enumerate(stages(ruleset, ruleset.lesson)):
        shown = lesson["stages"][index].get("decision")
        assert (shown is not None) == (stage.part.decision is not None)
        if shown:
            pending = shown["next_decision"]
            assert pending["decision"] == view_at(lesson, index)["decision"]
            assert pending["actions"] == as_json(ruleset.legal_actions(stage.state, LEARNER))


@every_lesson
def test_each_accepted_action_is_the_first_event_of_the_stage_that_it_leads_to(service, name):
    lesson = lesson_of(service, name)
    for index, stage in enumerate(lesson["stages"]):
        for choice in stage.get("decision", {}).get("choices", ()):
            following = lesson["stages"][choice["leads_to"]]
            (event, *_) = following["events"]
            assert (following["after"], event["seat"], event["action"]) == (index, LEARNER, choice["action"])


@every_lesson
def test_only_the_last_stage_of_each_way_leads_nowhere(service, name):
    lesson = lesson_of(service, name)
    followed = {each["after"] for each in lesson["stages"] if "after" in each}
    ends = {index for index, each in enumerate(lesson["stages"]) if "leads_to" not in each and "decision" not in each}
    assert ends == {*range(len(lesson["stages"]))} - followed
    assert {lesson["stages"][each]["step"] for each in ends} == {len(lesson["steps"]) - 1}


@every_lesson
def test_a_lesson_is_the_same_game_in_each_language(service, name):
    english, czech = lesson_of(service, name), lesson_of(service, name, "cs")
    same = [
        ([each.get("events") for each in one["stages"]], [each.get("areas") for each in one["stages"]])
        for one in (english, czech)
    ]
    assert same[0] == same[1]
    texts = zip(english["stages"], czech["stages"], strict=True)
    assert [one["text"] for one, other in texts if one["text"] == other["text"]] == []


@every_lesson
def test_the_list_of_rulesets_says_which_have_a_lesson(service, name):
    listed = {
        each["ruleset"]: each.get("lesson", False) for each in service.client.get("/v1/rulesets").json["rulesets"]
    }
    assert (listed[name], listed["tiny"]) == (True, False)


@every_lesson
def test_a_lesson_stores_nothing(service, name):
    lesson_of(service, name)
    assert service.installation.store.servers.client.keys("bottega:*") == []


def test_work_of_another_player_stays_hidden_in_a_lesson(service):
    lesson = lesson_of(service, "leonardo")
    events = [each for index in range(len(lesson["stages"])) for each in lesson["stages"][index].get("events", ())]
    types = {each["action"]["type"] for each in events if each["seat"] != LEARNER}
    assert "concealed_work" in types
    assert "declare_work" not in types


def test_a_ruleset_without_a_lesson_has_none(service):
    check_problem(service.client.get("/v1/rulesets/tiny/lesson"), 404, "lesson_not_found")
