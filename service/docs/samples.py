"""Write the samples of the reference: each operation with the client packages and with curl."""

import json
import re
from collections.abc import Mapping
from pprint import pformat
from textwrap import indent
from typing import Any, Final, NamedTuple

from service.api.client_packages import newest
from service.docs.origin import WRITTEN

NUMBERS: Final = ("seat", "entrant", "round", "table")
"""Parameters of paths that are numbers."""
VERSIONED: Final = "/v1/"
"""The start of all paths that the packages know; others are for operators."""
SUBSCRIBED: Final[Mapping[str, tuple[str, str]]] = {
    "/v1/games/": ('{ game: "GAME_ID", token: "TOKEN" }', 'game="GAME_ID", token="TOKEN"'),
    "/v1/me/": ('{ me: true, token: "TOKEN" }', 'me=True, token="TOKEN"'),
    "/v1/tournaments/": ('{ tournament: "TOURNAMENT" }', 'tournament="TOURNAMENT"'),
}
"""What the packages follow instead of reading a stream, by the start of its path: in TypeScript and in Python."""
STREAMED: Final = {"text/event-stream", "application/x-ndjson"}


class Sample(NamedTuple):
    """A program or command that sends the request of an operation."""

    tab: str
    """The name of the tab, as in the guides: a chosen tab is shown on all pages."""
    language: str
    source: str


def samples_of(contract: Mapping[str, Any], path: str, method: str, operation: Mapping[str, Any]) -> list[Sample]:
    """Return the samples of an operation; one for operators has only a command."""
    command = Sample("HTTP", "bash", curl(contract, path, method, operation))
    if not path.startswith(VERSIONED):
        return [command]
    script = Sample("JavaScript", "ts", typescript(contract, path, operation))
    return [script, Sample("Python", "python", python(contract, path, operation)), command]


def typescript(contract: Mapping[str, Any], path: str, operation: Mapping[str, Any]) -> str:
    """Return the call of an operation in TypeScript, with the first recorded body."""
    head = [
        f"// npm install {WRITTEN}{newest()['bottega-client.tgz'].url}",
        'import { createClient } from "@bottega/client";',
        "",
        f'const client = createClient({{ url: "{WRITTEN}" }});',
    ]
    if _is_streamed(operation):
        subscription, _ = _subscription(path)
        loop = f"for await (const {{ type, data }} of client.follow({subscription})) {{"
        return "\n".join([*head, loop, "  console.log(type, data);", "}"])
    arguments = [f"{name}: {_placeholder(name)}," for name in _in_path(path)]
    body = _recorded_body(contract, operation)
    if body is not None:
        arguments.append(f"body: {json.dumps(body, indent=2, ensure_ascii=False)},")
    given = "{\n" + indent("\n".join(arguments), "  ") + "\n}" if arguments else "{}"
    token = ', { token: "TOKEN" }' if operation.get("security") else ""
    needed = given + token if arguments or token else ""
    return "\n".join([*head, f"const response = await client.operations.{operation['operationId']}({needed});"])


def python(contract: Mapping[str, Any], path: str, operation: Mapping[str, Any]) -> str:
    """Return the call of an operation in Python, with the first recorded body."""
    head = [
        f"# pip install {WRITTEN}{newest()['bottega_client-py3-none-any.whl'].url}",
        "from bottega_client import Client",
        "",
        f'client = Client("{WRITTEN}")',
    ]
    if _is_streamed(operation):
        _, subscription = _subscription(path)
        return "\n".join(
            [*head, f"for message in client.follow({subscription}):", "    print(message.type, message.data)"]
        )
    arguments = [_placeholder(name) for name in _in_path(path)]
    body = _recorded_body(contract, operation)
    if body is not None:
        head.append(f"body = {pformat(body, indent=1, width=100, sort_dicts=False)}")
        arguments.append("body=body")
    if operation.get("security"):
        arguments.append('token="TOKEN"')
    method = re.sub("([A-Z])", r"_\1", operation["operationId"]).lower()
    return "\n".join([*head, f"response = client.{method}({', '.join(arguments)})"])


def curl(contract: Mapping[str, Any], path: str, method: str, operation: Mapping[str, Any]) -> str:
    """Return the request of an operation as a command, with the first recorded body."""
    url = re.sub(r"{(\w+)}", lambda found: "0" if found[1] in NUMBERS else found[1].upper(), f"{WRITTEN}{path}")
    options = [f"-X {method.upper()}"] if method != "get" else []
    options += ['-H "Authorization: Bearer TOKEN"'] if operation.get("security") else []
    body = _recorded_body(contract, operation)
    if body is not None:
        text = json.dumps(body, ensure_ascii=False).replace("'", "'\\''")
        options += ['-H "Content-Type: application/json"', f"-d '{text}'"]
    return " \\\n  ".join([f"curl {url}", *options])


def _is_streamed(operation: Mapping[str, Any]) -> bool:
    contents = (response.get("content", {}) for response in operation["responses"].values())
    return any(STREAMED & {*content} for content in contents)


def _subscription(path: str) -> tuple[str, str]:
    return next(found for start, found in SUBSCRIBED.items() if path.startswith(start))


def _in_path(path: str) -> list[str]:
    return re.findall(r"{(\w+)}", path)


def _placeholder(name: str) -> str:
    return "0" if name in NUMBERS else f'"{name.upper()}"'


def _recorded_body(contract: Mapping[str, Any], operation: Mapping[str, Any]) -> Any:
    """Return the first recorded body of an operation's requests, or None."""
    content: Mapping[str, Any] = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    for example in content.get("examples", {}).values():
        name = example["$ref"].rpartition("/")[2] if "$ref" in example else None
        return (contract["components"]["examples"][name] if name else example)["value"]
    return None
