"""Test that static resources may be cached and are validated by their ETag."""

import pytest

from domain.registry import RULESETS
from service.api.caching import unchanging

DRAWN = next(ruleset for ruleset in RULESETS.values() if ruleset.appearances.icons)
RULESET = f"/v1/rulesets/{DRAWN.name}"
IN_A_LANGUAGE = ["/v1/rulesets", RULESET, f"{RULESET}/rules", f"{RULESET}/scenarios", f"{RULESET}/how-to-play"]
ICON = f"{RULESET}/icons/{'/'.join(next(iter(DRAWN.appearances.icons)))}.svg"
THE_SAME_FOR_ALL = [ICON, "/openapi.json", "/openapi-3.1.json", "/docs/static/docs.css"]


def test_an_unchanged_response_is_confirmed_and_not_sent_again(service):
    for path in (*IN_A_LANGUAGE, *THE_SAME_FOR_ALL):
        first = service.client.get(path)
        assert first.headers["Cache-Control"] == "public, no-cache"
        again = service.client.get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == first.headers["ETag"]
        assert again.headers["Cache-Control"] == "public, no-cache"
        assert set(again.vary) == set(first.vary)


def test_the_tag_of_a_static_resource_is_computed_once(service):
    paths = (*IN_A_LANGUAGE, *THE_SAME_FOR_ALL, f"{RULESET}/icons", f"{RULESET}/picture", f"{RULESET}/lesson")
    tags = {path: service.client.get(path).headers["ETag"] for path in paths}
    computed = unchanging.cache_info().misses
    for path in paths:
        assert service.client.get(path, headers={"If-None-Match": tags[path]}).status_code == 304
    assert unchanging.cache_info().misses == computed


@pytest.mark.parametrize("path", IN_A_LANGUAGE)
def test_a_response_in_one_language_is_not_reused_for_another(service, path):
    english = service.client.get(path)
    czech = service.client.get(path, headers={"Accept-Language": "cs", "If-None-Match": english.headers["ETag"]})
    assert czech.status_code == 200
    assert set(czech.vary) == {"Accept-Language", "Accept-Encoding"}


def test_a_response_that_is_the_same_in_all_languages_is_cached_once(service):
    for path in THE_SAME_FOR_ALL:
        first = service.client.get(path)
        czech = service.client.get(path, headers={"Accept-Language": "cs"})
        assert (czech.headers["ETag"], set(czech.vary)) == (first.headers["ETag"], {"Accept-Encoding"})


def test_a_response_has_the_same_etag_in_every_process(service, sandbox):
    for path in (*IN_A_LANGUAGE, *THE_SAME_FOR_ALL):
        assert service.client.get(path).headers["ETag"] == sandbox.client.get(path).headers["ETag"]
