"""Empty archives of every kind, each on its real server."""

import pytest

from service.archive import open_archive
from tests.archive import servers


@pytest.fixture(scope="session")
def postgresql():
    with servers.postgresql() as server:
        yield server


@pytest.fixture(scope="session")
def s3(tmp_path_factory):
    with servers.s3(tmp_path_factory.mktemp("s3")) as server:
        yield server


@pytest.fixture(autouse=True)
def credentials(monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", servers.USER)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", servers.PASSWORD)


@pytest.fixture(params=["postgresql", "s3"])
def server(request):
    """Return a server that stores archives."""
    return request.getfixturevalue(request.param)


@pytest.fixture(params=["file", "sqlite", "postgresql", "s3"])
def address(request, tmp_path):
    """Return the URL of an empty archive."""
    if request.param in ("postgresql", "s3"):
        return request.getfixturevalue(request.param).empty()
    return f"{request.param}://{tmp_path}/archive"


@pytest.fixture
def archive(address):
    opened = open_archive(address)
    yield opened
    opened.close()
