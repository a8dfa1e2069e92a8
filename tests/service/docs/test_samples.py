"""Test the samples of the pages: the URL of the installation as its reader sees it, and tabs."""

import re
from html import unescape
from ipaddress import ip_network
from urllib.parse import urlsplit

import pytest
from bottega_client import Client
from flask import Request
from werkzeug.test import EnvironBuilder

from service.api.client_packages import newest
from service.contract.document import operations, resolved
from service.docs.markdown import render
from service.docs.origin import WRITTEN, origin_of
from service.docs.samples import samples_of
from service.settings import Settings
from tests.workers.running import ROOT

HERE = "http://games.example"
TABS = """\
<!-- tabs -->

### One

first

### Two words

second

<!-- /tabs -->

after
"""


def origin(peer="10.0.0.7", public_url="", **headers: str):
    """Return the URL that a page has for a request from a proxy or another peer."""
    trusted = (ip_network("10.0.0.0/8"),)
    settings = Settings(redis_url="", rq_url="", secrets=(b"",), public_url=public_url, trusted_proxies=trusted)
    builder = EnvironBuilder(headers=[*headers.items()], environ_overrides={"REMOTE_ADDR": peer})
    return origin_of(Request(builder.get_environ()), settings)


@pytest.mark.parametrize(
    ("url", "request_"),
    [
        ("http://games.example", {"Host": "games.example"}),
        ("http://games.example:8200", {"Host": "games.example:8200"}),
        ("http://[::1]:8000", {"Host": "[::1]:8000"}),
        ("https://games.example", {"Host": "games.example", "X-Forwarded-Proto": "https"}),
        (
            "https://games.example",
            {"Host": "api:8000", "X-Forwarded-Proto": "http, https", "X-Forwarded-Host": "games.example"},
        ),
        ("http://games.example", {"peer": "203.0.113.9", "Host": "games.example", "X-Forwarded-Proto": "https"}),
        ("http://games.example", {"peer": "", "Host": "games.example", "X-Forwarded-Host": "other.example"}),
        ("http://games.example", {"Host": "games.example", "X-Forwarded-Proto": "javascript"}),
        ("https://play.example", {"Host": "games.example", "public_url": "https://play.example"}),
        (WRITTEN, {"Host": "<script>"}),
    ],
)
def test_samples_have_the_url_that_the_reader_uses(url, request_):
    assert origin(**request_) == url


def test_a_page_and_the_reference_have_the_url_of_their_request(service):
    headers = {"Host": "games.example:8200"}
    for path in ("/docs", "/docs/guides/front-end", "/docs/reference/games/createGame"):
        text = service.client.get(path, headers=headers).text
        assert "http://games.example:8200" in text
        assert WRITTEN not in text


def test_the_first_page_names_the_packages_that_the_service_delivers(service):
    page = service.client.get("/docs").text
    packages = {each["name"]: each for each in service.client.get("/clients").json["packages"]}
    linked = [each for each in packages.values() if each["url"] in page]
    assert {*packages} - {each["name"] for each in linked} == {"bottega-client-moves.js"}
    assert packages["bottega-client.js"]["integrity"] in page


@pytest.mark.parametrize("name", ["front-end", "front-end-fetch", "bot"])
def test_a_sample_is_shown_as_it_is_tested(service, name):
    text = (ROOT / "openapi" / "guides" / f"{name}.md").read_text()
    page = unescape(service.client.get(f"/docs/guides/{name}", headers={"Host": urlsplit(WRITTEN).netloc}).text)
    assert [
        each for each in re.findall(r"^```\w+\n(.*?)^```$", text, re.DOTALL | re.MULTILINE) if each not in page
    ] == []


def test_an_operation_has_samples_with_the_packages(service):
    (typescript, python, _curl) = sources(service, "/docs/reference/actions/submitAction")
    assert typescript.splitlines()[:5] == [
        f"// npm install {HERE}{newest()['bottega-client.tgz'].url}",
        'import { createClient } from "@bottega/client";',
        "",
        f'const client = createClient({{ url: "{HERE}" }});',
        "const response = await client.operations.submitAction({",
    ]
    assert typescript.splitlines()[5:8] == ['  game_id: "GAME_ID",', "  body: {", '    "action": {']
    assert typescript.endswith('}, { token: "TOKEN" });')
    assert python.splitlines()[-1] == 'response = client.submit_action("GAME_ID", body=body, token="TOKEN")'


def test_a_stream_is_followed_with_the_packages(service):
    (typescript, python, _curl) = sources(service, "/docs/reference/events/streamEvents")
    assert 'for await (const { type, data } of client.follow({ game: "GAME_ID", token: "TOKEN" })) {' in typescript
    assert 'for message in client.follow(game="GAME_ID", token="TOKEN"):' in python


def test_every_sample_in_python_calls_a_method_of_the_client(service):
    contract = resolved(service.client.get("/openapi.json").json)
    calls = set()
    for path, method, operation in operations(contract):
        for sample in samples_of(contract, path, method, operation):
            if sample.language == "python":
                compile(sample.source, "sample", "exec")
                calls |= {*re.findall(r"client\.(\w+)\(", sample.source)}
    assert {name for name in calls if not hasattr(Client, name)} == set()
    assert len(calls) > 100


def test_an_operation_has_a_command_for_curl(service):
    *_, command = sources(service, "/docs/reference/actions/undoAction")
    assert command.splitlines() == [
        f"curl {HERE}/v1/games/GAME_ID/undo \\",
        "  -X POST \\",
        '  -H "Authorization: Bearer TOKEN" \\',
        '  -H "Content-Type: application/json" \\',
        command.splitlines()[-1],
    ]


def sources(service, page):
    """Return the samples of an operation on its page."""
    text = service.client.get(page, headers={"Host": urlsplit(HERE).netloc}).text
    samples = re.findall(r'<section class="tab".*?<code>(.*?)\n</code>', text, re.DOTALL)
    return [unescape(each) for each in samples]


def test_marked_sections_are_tabs():
    assert render(TABS, str, {}).html.splitlines() == [
        '<div class="tabs">',
        '<section class="tab" data-tab="One">',
        '<h3 id="one">One<a class="anchor" href="#one" aria-label="Link to “One”">#</a></h3>',
        "<p>first</p>",
        '</section><section class="tab" data-tab="Two words">',
        '<h3 id="two-words">Two words<a class="anchor" href="#two-words" aria-label="Link to “Two words”">#</a></h3>',
        "<p>second</p>",
        "</section></div>",
        "<p>after</p>",
    ]
    assert [each.title for each in render(TABS, str, {}).sections] == ["", "One", "Two words"]
