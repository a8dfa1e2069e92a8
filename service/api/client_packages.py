"""Serve the client packages at `/clients`: for npm and pip, as modules for pages, and sources for generated clients.

`make client-packages` writes them. The name of a file has its version. A URL without a version serves the newest one.
"""

import hashlib
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec
from flask import Flask, Response

from service import problems
from service.api.caching import confirmed
from service.api.pages import TYPED, file_response
from service.api.urls import url

FOLDER: Final = Path(str(files("service").joinpath("client_packages")))
NAMED: Final = re.compile(r"(?P<name>[A-Za-z_-]+)-(?P<version>\d+\.\d+\.\d+)(?P<rest>-py3-none-any\.whl|\.\w+)")
"""The name of a file: `bottega-client-1.0.0.tgz` has the name `bottega-client`."""


class ClientPackage(msgspec.Struct, frozen=True):
    """A file of a client."""

    name: str
    """The name without the version: `bottega-client.tgz`."""
    version: str
    url: str
    size: int
    """The size in bytes."""
    integrity: str
    """The hash for npm and for subresource integrity: `sha384-…`."""
    sha256: str
    """The hash for pip, in hexadecimal."""


def register(app: Flask) -> None:
    """Serve the packages of an application."""
    app.add_url_rule("/clients", "client_packages", listing)
    app.add_url_rule("/clients/<name>", "client_package", package_file)


def listing() -> Response:
    """Return all packages as JSON, with their versions and hashes."""
    listed = [msgspec.structs.replace(each, url=url(each.url)) for each in client_packages()]
    content = msgspec.json.encode({"packages": listed})
    return confirmed(Response(content, content_type="application/json"))


def package_file(name: str) -> Response:
    """Return a package, or its newest version if the name has none; raises NotFound."""
    latest = newest()
    response = file_response(str(FOLDER), Path(latest[name].url).name if name in latest else name)
    response.headers.update(TYPED)
    return response


def newest() -> Mapping[str, ClientPackage]:
    """Return the newest version of each package, by its name without a version."""
    return {each.name: each for each in sorted(client_packages(), key=_number)}


@cache
def client_packages() -> tuple[ClientPackage, ...]:
    """Return all packages of all versions; raises NotFound if this installation has none."""
    found = tuple(_described(each) for each in sorted(FOLDER.glob("*-*.*")))
    if not found:
        raise problems.NotFound("No resource has this URL.")
    return found


def _described(path: Path) -> ClientPackage:
    named = NAMED.fullmatch(path.name)
    if named is None:
        raise ValueError(f"{path} has no version")
    content = path.read_bytes()
    integrity = f"sha384-{b64encode(hashlib.sha384(content).digest()).decode()}"
    name = named["name"] + named["rest"]
    sha256 = hashlib.sha256(content).hexdigest()
    return ClientPackage(name, named["version"], f"/clients/{path.name}", len(content), integrity, sha256)


def _number(package: ClientPackage) -> tuple[int, ...]:
    return tuple(map(int, package.version.split(".")))
