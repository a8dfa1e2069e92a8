"""Test that dashboard and alerts are complete; `make monitoring-check` checks them with promtool."""

import re

import yaml

from service import problems
from tests.deploy.monitoring import RULES_TEST, alerts, panels


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
    assert {code for pattern in patterns for code in pattern.split("|")} <= set(problems.PROBLEMS)


def test_the_expected_alerts_have_the_texts_of_the_rules():
    rules = {alert["alert"]: alert["annotations"] for alert in alerts()}
    (case,) = yaml.safe_load(RULES_TEST.read_text())["tests"]
    for each in case["alert_rule_test"]:
        for expected in each["exp_alerts"]:
            labels = expected["exp_labels"]
            filled = {
                name: re.sub(r"{{ \$labels\.(\w+) }}", lambda found: labels[found[1]], text)  # noqa: B023
                for name, text in rules[each["alertname"]].items()
            }
            assert expected["exp_annotations"] == filled
