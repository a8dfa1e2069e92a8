"""Test the files of the client packages: size, version, operations."""

import gzip
import json
import re
import tomllib

from tests.tools.operations import MODULE, PACKAGE, PYTHON_MODULE, contract, module, python_modules

MOST_BYTES = 12_500
COMMENT = re.compile(rb"/\*\*.*?\*/\n?", re.DOTALL)


def test_the_modules_in_one_file_without_comments_are_small():
    exports = json.loads((PACKAGE / "package.json").read_text(encoding="utf-8"))["exports"]
    separate = {each["default"].removeprefix("./") for name, each in exports.items() if name != "."}
    text = b"".join(path.read_bytes() for path in sorted(PACKAGE.glob("*.js")) if path.name not in separate)
    assert len(gzip.compress(COMMENT.sub(b"", text))) < MOST_BYTES


def test_the_versions_of_the_packages_are_that_of_the_contract():
    folders = (PACKAGE, PACKAGE.with_name("react"))
    client, react = (json.loads((folder / "package.json").read_text(encoding="utf-8")) for folder in folders)
    assert client["version"] == f"{contract()['info']['version']}.0.0"
    python = tomllib.loads((PYTHON_MODULE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert python["version"] == client["version"]
    assert react["version"] == react["peerDependencies"]["@bottega/client"] == client["version"]


def test_the_operations_are_those_of_the_contract():
    assert MODULE.read_text(encoding="utf-8") == module(contract()), "run `make openapi`"
    for path, text in python_modules(contract()).items():
        assert path.read_text(encoding="utf-8") == text, "run `make openapi`"
