"""Test the client packages at `/clients`: their files, versions and hashes."""

import hashlib
import io
import json
import tarfile
import zipfile
from base64 import b64decode

import pytest

from service.api.client_packages import newest

TYPES = {
    "bottega-client.js": "text/javascript; charset=utf-8",
    "bottega-client-moves.js": "text/javascript; charset=utf-8",
    "bottega-client.tgz": "application/gzip",
    "bottega-react.tgz": "application/gzip",
    "Events.kt": "text/plain; charset=utf-8",
    "Events.swift": "text/plain; charset=utf-8",
    "bottega_client-py3-none-any.whl": "application/zip",
}


MOST_BYTES_OF_TYPES = 470_000
"""The most bytes of the types of the contract in the package for TypeScript."""


@pytest.fixture
def listed(service):
    """Return the packages that the service lists, by name."""
    return {each["name"]: each for each in service.client.get("/clients").json["packages"]}


def test_the_list_of_packages_has_each_package(listed):
    assert set(listed) == set(TYPES)


@pytest.mark.parametrize("name", TYPES)
def test_a_package_has_the_size_and_the_hashes_of_the_list(service, listed, name):
    expected = listed[name]
    file = service.client.get(expected["url"])
    assert (file.status_code, file.content_type, len(file.data)) == (200, TYPES[name], expected["size"])
    assert hashlib.sha384(file.data).digest() == b64decode(expected["integrity"].removeprefix("sha384-"))
    assert hashlib.sha256(file.data).hexdigest() == expected["sha256"]


@pytest.mark.parametrize("name", TYPES)
def test_a_url_without_a_version_serves_the_newest_package(service, listed, name):
    assert service.client.get(f"/clients/{name}").data == service.client.get(listed[name]["url"]).data


def test_the_types_of_the_contract_are_small(service):
    with tarfile.open(fileobj=io.BytesIO(service.client.get("/clients/bottega-client.tgz").data)) as packed:
        assert packed.getmember("package/contract.d.ts").size <= MOST_BYTES_OF_TYPES


def test_an_archive_is_the_package_of_its_version(service, listed):
    expected = {name: newest()[name].version for name in ("bottega-client.tgz", "bottega-react.tgz")}
    found = {}
    for name in expected:
        with tarfile.open(fileobj=io.BytesIO(service.client.get(listed[name]["url"]).data)) as packed:
            found[name] = json.load(packed.extractfile("package/package.json"))["version"]
    assert found == expected
    wheel = listed["bottega_client-py3-none-any.whl"]
    with zipfile.ZipFile(io.BytesIO(service.client.get(wheel["url"]).data)) as packed:
        assert f"bottega_client-{wheel['version']}.dist-info/METADATA" in packed.namelist()


def test_pages_of_other_origins_may_load_a_module(service):
    sent = service.client.get("/clients/bottega-client.js", headers={"Origin": "https://games.example"}).headers
    assert (sent["Access-Control-Allow-Origin"], sent["X-Content-Type-Options"]) == ("*", "nosniff")


def test_a_package_is_cached_and_confirmed(service):
    first = service.client.get("/clients/bottega-client.tgz")
    assert first.headers["Cache-Control"] == "public, no-cache"
    again = service.client.get("/clients/bottega-client.tgz", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("name", ["bottega-client-9.9.9.tgz", "unknown.tgz", "..%2Fapp.py"])
def test_an_unknown_package_is_not_found(service, name):
    response = service.client.get(f"/clients/{name}")
    assert (response.status_code, response.json["code"]) == (404, "not_found")
