"""Test the files of `@bottega/client`: size, version, operations."""

import gzip
import json

from tests.tools.operations import MODULE, PACKAGE, contract, module

MOST_BYTES = 15_000


def test_the_package_is_small():
    assert sum(len(gzip.compress(path.read_bytes())) for path in PACKAGE.glob("*.js")) < MOST_BYTES


def test_the_version_of_the_package_is_that_of_the_contract():
    version = json.loads((PACKAGE / "package.json").read_text(encoding="utf-8"))["version"]
    assert version == f"{contract()['info']['version']}.0.0"


def test_the_operations_are_those_of_the_contract():
    assert MODULE.read_text(encoding="utf-8") == module(contract()), "run `make openapi`"
