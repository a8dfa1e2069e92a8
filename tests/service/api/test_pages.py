"""Test HTML pages: the web client at `/`, its files, and those of the API browser."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from urllib.parse import urljoin

import pytest

from service.api import pages

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
FILES = {
    "board.js": "text/javascript; charset=utf-8",
    "board.css": "text/css; charset=utf-8",
    "board.svg": "image/svg+xml",
    "words/cs.json": "application/json",
    "bottega.webmanifest": "application/manifest+json",
    "LICENSE": "text/plain; charset=utf-8",
}


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Add a file of each type to the web client."""
    monkeypatch.setattr(pages, "BUILT", str(tmp_path / "built"))
    for name in FILES:
        file = tmp_path / "built" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{name}\n")
    (tmp_path / "secret").write_text("not for pages")


def test_the_bare_url_opens_the_web_client_in_a_browser(service):
    page = service.client.get("/", headers=BROWSER)
    assert (page.status_code, page.content_type) == (200, "text/html; charset=utf-8")
    assert page.text.startswith("<!doctype html>")
    assert "Accept" in page.vary


@pytest.mark.parametrize("accept", ["application/json", "*/*", None])
def test_programs_are_redirected_from_the_bare_url_to_the_contract(service, accept):
    response = service.client.get("/", headers={} if accept is None else {"Accept": accept})
    assert (response.status_code, response.headers["Location"]) == (303, "/openapi.json")
    assert "Accept" in response.vary


def test_a_url_with_a_query_opens_the_web_client_too(service):
    assert service.client.get("/?from=a-friend&from=another", headers=BROWSER).status_code == 200


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_the_web_client_has_its_media_type(service, files, name):
    result = service.client.get(f"/table/{name}")
    assert (result.status_code, result.content_type, result.text) == (200, FILES[name], f"{name}\n")


@pytest.mark.parametrize("path", ["/", "/table/index.html"])
def test_the_page_may_load_only_its_own_files_and_run_no_script_of_its_text(service, path):
    page = service.client.get(path, headers=BROWSER)
    (kits,) = re.findall(r'<script type="importmap">(.*?)</script>', page.text)
    allowed = b64encode(sha256(kits.encode()).digest()).decode()
    sent = page.headers
    assert sent["Content-Security-Policy"] == (
        f"default-src 'none'; script-src 'self' 'sha256-{allowed}'; style-src 'self'; "
        "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    assert (sent["X-Content-Type-Options"], sent["Referrer-Policy"]) == ("nosniff", "no-referrer")


@pytest.mark.parametrize("path", ["/", "/widget"])
def test_a_page_names_each_kit_before_its_first_module(service, path):
    text = service.client.get(path, headers=BROWSER).text
    before, _, rest = text.partition('<script type="importmap">')
    kits = json.loads(rest.partition("</script>")[0])["imports"]
    assert [*kits] == [f"bottega/kit-{version}" for version in pages.manifest()["kits"]]
    assert {service.client.get(urljoin("/", url)).mimetype for url in kits.values()} == {"text/javascript"}
    assert "module" not in before


def test_other_sites_may_frame_the_widget_only(service):
    policy = service.client.get("/widget", headers=BROWSER).headers["Content-Security-Policy"]
    assert policy.endswith("; frame-ancestors *")
    file = service.client.get("/table/widget.html", headers=BROWSER).headers["Content-Security-Policy"]
    assert file.endswith("; frame-ancestors 'none'")
    assert policy.replace("frame-ancestors *", "frame-ancestors 'none'") == file


@pytest.mark.parametrize("path", ["/", "/table/index.html", "/docs/static/docs.css"])
def test_a_page_and_its_files_are_cached_and_confirmed(service, path):
    first = service.client.get(path, headers=BROWSER)
    assert first.headers["Cache-Control"] == "public, no-cache"
    again = service.client.get(path, headers=BROWSER | {"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize(
    "name", ["chess.js", "words", "", "../secret", "..%2fsecret", "%2fetc%2fpasswd", "board.js%00", "a" * 300]
)
def test_only_the_files_of_the_web_client_are_served(service, files, name):
    result = service.client.get(f"/table/{name}")
    assert (result.status_code, result.json["code"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["/", "/widget"])
def test_files_named_by_their_content_never_change(service, path):
    text = service.client.get(path, headers=BROWSER).text
    urls = re.findall(r'"(/table/[^"]+\.(?:js|css))"', text)
    cached = {url: service.client.get(url).headers["Cache-Control"] for url in urls}
    assert {*cached.values()} == {"public, max-age=31536000, immutable"}


def test_the_service_worker_is_confirmed(service):
    assert service.client.get("/table/serviceworker.js").headers["Cache-Control"] == "public, no-cache"


def test_pictures_and_scripts_have_the_headers_that_restrict_them(service):
    policy = {
        name: service.client.get(f"/table/{name}").headers.get("Content-Security-Policy", "").partition(";")[0]
        for name in ("icon.svg", "icons/192.png", "serviceworker.js", pages.manifest()["words"]["en"][len("/table/") :])
    }
    assert list(policy.values()) == ["default-src 'none'"] * 3 + [""]


def test_only_the_service_worker_names_its_scope(service):
    sent = {name: service.client.get(f"/table/{name}").headers for name in ("serviceworker.js", "icon.svg")}
    scopes = {name: each.get("Service-Worker-Allowed") for name, each in sent.items()}
    assert scopes == {"serviceworker.js": "/", "icon.svg": None}


def test_files_say_nothing_about_the_time_of_the_service(service):
    names = {path: "Bottega-Time" in service.client.get(path).headers for path in ("/table/icon.svg", "/v1/rulesets")}
    assert names == {"/table/icon.svg": False, "/v1/rulesets": True}
