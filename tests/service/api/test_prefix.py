"""Test an installation under a path of its host: requests with and without the prefix, and the URLs in responses."""

import json
import re
from base64 import b64encode
from hashlib import sha256

import pytest

from service.api.client_packages import newest
from service.api.urls import remove
from service.app import create_app
from service.docs.crawlers import SITEMAP
from service.setting_values import OWN_PATHS
from service.webhooks.targets import link_to
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.service import settings
from tests.service.helpers.players.notifications import created
from tests.service.helpers.players.player import player
from tests.service.helpers.players.seeks import new_seek
from tests.service.helpers.tournaments import has_started, organiser, plan

PREFIX = "/games/bottega"
PUBLIC = f"https://example.org{PREFIX}"
BROWSER = {"Accept": "text/html"}
ATTRIBUTE = re.compile(r'(?:href|src|action)="(/[^"]*)"')


@pytest.fixture
def service(start):
    return start(public_url=PUBLIC)


@pytest.fixture(scope="module")
def client():
    return create_app(settings("redis://localhost:1", public_url=PUBLIC), HOSTED).test_client()


def outside(text):
    """List the URLs in the attributes of a page that are not below the prefix."""
    found = ATTRIBUTE.findall(text)
    assert found
    return [each for each in found if not each.startswith(f"{PREFIX}/")]


@pytest.mark.parametrize(
    ("requested", "path"),
    [
        (f"{PREFIX}/docs", "/docs"),
        ("/docs", "/docs"),
        (f"{PREFIX}/", "/"),
        (PREFIX, ""),
        (f"{PREFIX}er/docs", f"{PREFIX}er/docs"),
        (f"{PREFIX}{PREFIX}", PREFIX),
    ],
)
def test_the_prefix_is_taken_from_the_path_of_a_request_once(requested, path):
    environ = {"PATH_INFO": requested, "SCRIPT_NAME": ""}
    remove(PREFIX, environ)
    assert environ == {"PATH_INFO": path, "SCRIPT_NAME": PREFIX}


@pytest.mark.parametrize("before", [PREFIX, ""], ids=["the proxy keeps the prefix", "the proxy removes the prefix"])
def test_a_request_has_the_same_response_with_and_without_the_prefix(client, before):
    for path in ("/", "/widget", "/table/icon.svg", "/docs", "/openapi.json", "/clients", "/robots.txt"):
        response = client.get(f"{before}{path}", headers=BROWSER)
        assert (response.status_code, response.data) == (200, client.get(path, headers=BROWSER).data), path


def test_the_prefix_without_a_slash_leads_to_the_web_client(client):
    response = client.get(PREFIX, headers=BROWSER)
    assert (response.status_code, response.headers["Location"]) == (308, f"{PREFIX}/")


@pytest.mark.parametrize(
    ("path", "status", "location"),
    [("/", 303, "/openapi.json"), ("/docs/errors/", 308, "/docs/errors"), ("/favicon.ico", 308, "/table/icon.svg")],
)
def test_a_redirect_stays_below_the_prefix(client, path, status, location):
    response = client.get(path)
    assert (response.status_code, response.headers["Location"]) == (status, f"{PREFIX}{location}")


@pytest.mark.parametrize("path", ["/", "/widget"])
def test_a_page_of_the_web_client_loads_its_files_from_below_the_prefix(client, path):
    page = client.get(path, headers=BROWSER).text
    assert outside(page) == []
    loaded = [each for each in ATTRIBUTE.findall(page) if "/table/" in each]
    assert {client.get(each).status_code for each in loaded} == {200}


@pytest.mark.parametrize("path", ["/", "/widget"])
def test_the_import_map_of_a_page_names_the_kits_below_the_prefix(client, path):
    response = client.get(path, headers=BROWSER)
    (written,) = re.findall(r'<script type="importmap">(.*?)</script>', response.text)
    kits = json.loads(written)["imports"].values()
    assert [each for each in kits if not each.startswith(f"{PREFIX}/table/")] == []
    assert {client.get(each).status_code for each in kits} == {200}
    digest = b64encode(sha256(written.encode()).digest()).decode()
    assert f"'sha256-{digest}'" in response.headers["Content-Security-Policy"]


def test_the_service_worker_may_control_all_below_the_prefix_and_nothing_else(client):
    assert client.get("/table/serviceworker.js").headers["Service-Worker-Allowed"] == f"{PREFIX}/"


def test_every_page_of_the_documentation_links_below_the_prefix(client):
    paths = re.findall(rf"<loc>{PUBLIC}(.*?)</loc>", client.get(SITEMAP).text)
    assert len(paths) > 100
    assert {path: found for path in paths if (found := outside(client.get(path).text))} == {}


def test_crawlers_leave_out_data_below_the_prefix(client):
    assert client.get("/robots.txt").text.splitlines() == [
        "User-agent: *",
        f"Disallow: {PREFIX}/v1/",
        f"Disallow: {PREFIX}/docs/examples/",
        f"Sitemap: {PUBLIC}{SITEMAP}",
    ]


@pytest.mark.parametrize("name", ["openapi.json", "openapi-3.1.json"])
def test_the_contract_names_the_server_and_the_pages_below_the_prefix(client, name):
    contract = client.get(f"/{name}").json
    assert contract["servers"] == [{"url": PREFIX}]
    links = re.findall(r"]\((.*?)\)", contract["info"]["description"])
    files = [each["externalValue"] for each in contract["components"]["examples"].values() if "externalValue" in each]
    assert links
    assert files
    assert {client.get(each).status_code for each in (*links, *files[:3])} == {200}
    assert [each for each in (*links, *files) if not each.startswith(f"{PREFIX}/")] == []


def test_a_problem_is_of_a_type_below_the_prefix(client):
    problem = client.get("/v1/rulesets/chess").json
    assert problem["type"] == f"{PREFIX}/docs/errors/ruleset_not_found"
    assert client.get(problem["type"]).status_code == 200


def test_a_rejection_of_the_rules_is_of_a_type_below_the_prefix(service):
    game = service.new_game()
    game.act(0)
    card = next(card for card in range(1, 37) if card not in game.view(0)["view"]["hand"])
    assert game.act(0, {"type": "seal_card", "card": card}).json["type"] == f"{PREFIX}/docs/errors/not_in_hand"


def test_drawings_are_below_the_prefix(client):
    ruleset, page = (client.get(f"/v1/rulesets/azul{path}").json for path in ("", "/how-to-play"))
    listed = client.get("/v1/rulesets").json["rulesets"]
    pictures = [each["picture"] for each in listed if "picture" in each]
    urls = [ruleset["icons"], *pictures, *(each["icon"] for each in (*ruleset["appearances"], *page["icons"]))]
    assert [each for each in urls if not each.startswith(f"{PREFIX}/v1/rulesets/")] == []
    assert {client.get(each).status_code for each in urls} == {200}


def test_applications_with_other_prefixes_share_no_cached_response(client):
    other = create_app(settings("redis://localhost:1"), HOSTED).test_client()
    first, plain, again = (each.get("/v1/rulesets/azul").json["icons"] for each in (client, other, client))
    assert first == again == f"{PREFIX}{plain}"


def test_the_list_of_packages_has_urls_below_the_prefix(client):
    listed = client.get("/clients").json["packages"]
    assert {each["url"] for each in listed} >= {f"{PREFIX}{each.url}" for each in newest().values()}
    assert {client.get(each["url"]).status_code for each in listed} == {200}


def test_a_sample_names_the_package_and_the_service_below_the_prefix(client):
    page = client.get("/docs").text
    assert f"npm install {PUBLIC}/clients/bottega-client-" in page
    assert f"{PREFIX}{PREFIX}" not in page


def test_a_created_resource_has_a_location_below_the_prefix(service):
    ann = player(service)
    game = service.create().headers["Location"]
    seek = ann.post("/seeks", new_seek([2])).headers["Location"]
    who = organiser(service)
    tournament = who.post("/tournaments", plan()).headers["Location"]
    for caller, location in ((ann, game), (ann, seek), (who, tournament)):
        assert location.startswith(f"{PREFIX}/v1/")
        assert service.client.get(location, headers=caller.authorization).status_code == 200


def test_a_paired_round_has_a_location_below_the_prefix(service):
    who, address = has_started(service, next_round="organiser")
    tables = [{"entrants": [3, 0]}, {"entrants": [1, 2]}]
    paired = who.post(f"{address}/rounds", {"tables": tables, "reason": "Old friends."})
    assert paired.headers["Location"] == f"{PREFIX}/v1{address}/rounds/1"


def test_the_page_of_a_link_in_a_mail_is_complete_below_the_prefix(start):
    service = start(public_url=PUBLIC, smtp_url="mailto://127.0.0.1:9?from=bottega@example.org", anonymous_mail=True)
    ada = player(service, "Ada")
    created(ada, email="ada@example.org")
    (stored,) = service.installation.store.webhooks.of(ada.id)
    link = link_to(ada.id, stored.webhook_id, stored.target)
    page = service.client.get(f"{PREFIX}{link}").text
    assert outside(page) == []
    style, confirm, stop = ATTRIBUTE.findall(page)
    assert (confirm, stop) == (f"{PREFIX}{link}/confirm", f"{PREFIX}{link}")
    assert [service.client.get(style).status_code, service.client.post(confirm).status_code] == [200, 200]


def test_a_path_is_rejected_that_the_service_has_itself():
    app = create_app(settings("redis://localhost:1"), HOSTED)
    first = {rule.rule.split("/")[1] for rule in app.url_map.iter_rules()} - {""}
    assert first <= {*OWN_PATHS}
    assert {*OWN_PATHS} - first == {"metrics"}
