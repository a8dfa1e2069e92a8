"""Read the contract of the latest release: the one that generated clients were made from.

`make release-contract` stores the present contract when a release is tagged; the tag marks the commit that stores it.
Each major version has a file of its own.
"""

import json
from pathlib import Path
from typing import Any

from service.api.contract import CANONICAL
from tests.tools import ROOT
from tests.tools.contract_check.breaking import changes

PUBLISHED = ROOT / "openapi" / CANONICAL
DIRECTORY = ROOT / "openapi" / "released"


def broken(published: Path = PUBLISHED, directory: Path = DIRECTORY) -> list[str]:
    """List what in the present contract breaks clients of the last release; nothing before the first one."""
    present = read(published)
    stored = directory / f"{present['info']['version']}.json"
    return changes(read(stored), present) if stored.exists() else []


def release(published: Path = PUBLISHED, directory: Path = DIRECTORY) -> Path:
    """Store the present contract, without its examples, as the released one."""
    contract = read(published)
    stored = directory / f"{contract['info']['version']}.json"
    directory.mkdir(exist_ok=True)
    stored.write_text(json.dumps(without_examples(contract), indent=1, sort_keys=True, ensure_ascii=False) + "\n")
    return stored


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def without_examples(part: Any) -> Any:
    """Return the contract without examples: they break no client, and they are long."""
    if isinstance(part, list):
        return [without_examples(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {name: without_examples(value) for name, value in part.items() if name not in ("example", "examples")}


if __name__ == "__main__":
    print(f"{release().relative_to(ROOT)} is the contract to keep to.")
