"""Test that dashboard and alerts are complete; `make monitoring-check` checks them with promtool."""

import re

from service.problems import PROBLEMS
from tests.deploy.monitoring import alerts, panels


def test_each_panel_queries_the_chosen_data_source_and_has_a_unit():
    for panel in panels():
        assert panel["datasource"] == {"type": "prometheus", "uid": "${datasource}"}
        assert panel["fieldConfig"]["defaults"]["unit"]
        assert all(target["expr"].count("(") == target["expr"].count(")") for target in panel["targets"])


def test_no_two_panels_lie_on_one_another():
    taken = [
        (x, y)
        for panel in panels()
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(taken) == len(set(taken))
    assert max(x for x, _ in taken) < 24


def test_each_alert_states_the_problem_the_remedy_and_the_urgency():
    for alert in alerts():
        assert set(alert["annotations"]) == {"summary", "description"}
        assert alert["labels"]["severity"] in ("page", "ticket")


def test_each_problem_code_of_an_alert_is_one_of_the_service():
    patterns = [pattern for alert in alerts() for pattern in re.findall(r'code=~?"([^"]+)"', alert["expr"])]
    assert {code for pattern in patterns for code in pattern.split("|")} <= set(PROBLEMS)
