"""Describe operations and schemas of the contract in Markdown, for the pages of the reference."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from service import problems
from service.contract.components import LEAST, MOST, REFERENCE
from service.contract.document import operations
from service.contract.examples import URL, recorded
from service.contract.openapi_streams import EXTENSION as STREAM_MESSAGE
from service.docs.samples import samples_of

SCHEMAS: Final = "/docs/schemas/"
REFERRED: Final = re.compile(f'"{REFERENCE}([^"]+)"')
LONGEST_SHOWN: Final = 6000
"""The most characters of an example on a page. Of a longer one the page has the URL."""
PLACES: Final[Mapping[str, str]] = {"path": "Path", "query": "Query parameters", "header": "Headers"}
"""The headings of parameters by place."""
USUAL: Final = (LEAST, MOST)
"""The limits of all integers."""
OF_THE_WEB_SERVER: Final = (
    "The web server adds [problems of any request](/docs/guides/requests#problems), such as 414 for a long URL."
)
OF_WEBHOOKS: Final = "[webhooks](/docs/guides/webhooks)"
"""The user of a schema that no operation needs."""
FIELDS: Final = ("Field", "Type", "Description")


def operation_text(contract: Mapping[str, Any], path: str, method: str, operation: Mapping[str, Any]) -> str:
    """Return the page of an operation: samples, parameters, body, responses and problems."""
    return "\n\n".join(
        [
            f"# {operation['summary'].removesuffix('.')}",
            f"`{method.upper()} {path}`",
            f"Operation `{operation['operationId']}`. {_credentials(operation['security'])}",
            operation.get("description", ""),
            *_samples(contract, path, method, operation),
            *_parameters([*contract["paths"][path].get("parameters", ()), *operation.get("parameters", ())]),
            *_body(contract, operation),
            *_successes(operation),
            *_problems(operation["responses"]),
        ]
    )


def schema_text(contract: Mapping[str, Any], users: Mapping[str, Sequence[str]], name: str) -> str:
    """Return the page of a schema: its fields or variants, and what refers to it."""
    shape = _shape(contract["components"]["schemas"][name])
    return "\n\n".join([f"# {name}", *shape, "## Used by", ", ".join(users.get(name, [OF_WEBHOOKS]))])


def users_of(contract: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    """Return what refers to each schema, as links: operations, then schemas."""
    found: dict[str, list[str]] = defaultdict(list)
    parts = {f"`{operation['operationId']}`": operation for _, _, operation in operations(contract)}
    parts |= {f"[{name}]({SCHEMAS}{name})": schema for name, schema in contract["components"]["schemas"].items()}
    for link, part in parts.items():
        for name in dict.fromkeys(REFERRED.findall(json.dumps(part))):
            found[name].append(link)
    return found


def _credentials(security: Sequence[Mapping[str, Any]]) -> str:
    """Return the sentence about the credentials of an operation."""
    kinds = [f"`{kind}`" for each in security for kind in each]
    if not kinds:
        return "No credentials are needed."
    return f"Credentials{' (optional)' if {} in security else ''}: {', '.join(kinds)}."


def _samples(contract: Mapping[str, Any], path: str, method: str, operation: Mapping[str, Any]) -> Iterator[str]:
    """Return the samples of an operation as tabs."""
    yield "## Samples"
    yield "<!-- tabs -->"
    for tab, language, source in samples_of(contract, path, method, operation):
        yield f"### {tab}"
        yield _code(source, language)
    yield "<!-- /tabs -->"


def _parameters(parameters: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Return the parameters of an operation, those of each place in a table."""
    listed = list(parameters)
    for place, title in PLACES.items():
        rows = [_row(each["name"], each["schema"], each) for each in listed if each["in"] == place]
        if rows:
            yield f"## {title}"
            yield _table(("Name", "Type", "Description"), rows)


def _body(contract: Mapping[str, Any], operation: Mapping[str, Any]) -> Iterator[str]:
    """Return the request body of an operation, with the first recorded one."""
    if "requestBody" not in operation:
        return
    content = operation["requestBody"]["content"]["application/json"]
    name = content["schema"]["$ref"].removeprefix(REFERENCE)
    yield "## Body"
    yield f"{'Required' if operation['requestBody'].get('required') else 'Optional'}: {_type(content['schema'])}."
    yield from _shape(contract["components"]["schemas"][name])
    accepted = (each["request"] for each in recorded(operation["operationId"]) if each["response"]["status"] < 400)
    if body := next((each["body"] for each in accepted if "body" in each), None):
        yield "Example:"
        yield _code(_written(body), "json")


def _successes(operation: Mapping[str, Any]) -> Iterator[str]:
    """Return the responses of an operation that are no problems."""
    for status, response in operation["responses"].items():
        if status < "400":
            yield from _response(status, response, operation)


def _response(status: str, response: Mapping[str, Any], operation: Mapping[str, Any]) -> Iterator[str]:
    """Return a successful response: its types and headers, and the first recorded one."""
    yield f"## {status} {response['description']}"
    yield from (f"`{media_type}`: {_content(content)}." for media_type, content in response.get("content", {}).items())
    if headers := response.get("headers"):
        yield _table(
            ("Header", "Type", "Description"),
            [(f"`{name}`", _type(each["schema"]), each["description"]) for name, each in headers.items()],
        )
    found = (each for each in recorded(operation["operationId"]) if str(each["response"]["status"]) == status)
    if (example := next(found, None)) and "body" in example["response"]:
        url = f"{URL}{operation['operationId']}.{status}.{example['name']}"
        yield f"{example['summary']} ([as a file]({url}))"
        if len(shown := _written(example["response"]["body"])) <= LONGEST_SHOWN:
            yield _code(shown, "json")
    if links := response.get("links"):
        yield "Next:"
        yield "\n".join(f"- `{each['operationId']}`: {each['description']}" for each in links.values())


def _content(content: Mapping[str, Any]) -> str:
    """Return the type of a response, or of the messages of a stream."""
    message = content.get(STREAM_MESSAGE)
    return f"a stream of {_type(message)}" if message else _type(content["schema"])


def _problems(responses: Mapping[str, Any]) -> Iterator[str]:
    """Return the table of the problems of an operation."""
    rows = [
        (status, f"[`{code}`]({problems.type_of(code)})", problems.PROBLEMS[code].title)
        for status, each in responses.items()
        for code in each.get("x-codes", ())
    ]
    rejecting = [status for status, each in responses.items() if "x-rejections" in each]
    rows += [(status, "a code of the ruleset", "The rules reject the request") for status in rejecting]
    yield "## Problems"
    yield _table(("Status", "Code", "Title"), sorted(rows))
    yield OF_THE_WEB_SERVER


def _shape(schema: Mapping[str, Any]) -> Iterator[str]:
    """Return the description of a schema with its fields, or with its variants by tag."""
    yield schema.get("description", "")
    if "discriminator" in schema:
        tag, mapping = schema["discriminator"]["propertyName"], schema["discriminator"]["mapping"]
        yield _table((f"`{tag}`", "Variant"), [(f"`{name}`", _type({"$ref": each})) for name, each in mapping.items()])
    elif "properties" in schema:
        required = schema.get("required", ())
        described = [{**each, "required": name in required} for name, each in schema["properties"].items()]
        names = schema["properties"]
        yield _table(FIELDS, [_row(name, each, each) for name, each in zip(names, described, strict=True)])
    else:
        yield f"Type: {_type(schema)}."


def _row(name: str, schema: Mapping[str, Any], described: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return the row of a parameter, header or field."""
    needed = " (required)" if described.get("required") is True else ""
    return f"`{name}`{needed}", _type(schema), " ".join([described.get("description", ""), *_values(schema, described)])


def _values(schema: Mapping[str, Any], described: Mapping[str, Any]) -> Iterator[str]:
    """Return sentences about the default, the pattern and an example of a value."""
    if "default" in schema and "Default:" not in described.get("description", ""):
        yield f"Default: `{json.dumps(schema['default'])}`."
    if "pattern" in schema:
        yield f"Pattern: `{schema['pattern']}`."
    if "example" in described:
        yield f"Example: `{_plain(described['example'])}`."


def _type(schema: Mapping[str, Any]) -> str:
    """Return the type of a value, with a link to its schema."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(REFERENCE)
        return f"[{name}]({SCHEMAS}{name})"
    if "oneOf" in schema:
        return " or ".join(map(_type, schema["oneOf"]))
    if "enum" in schema:
        return " or ".join(f"`{each}`" for each in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_limits(schema, 'Items')}{_type(schema['items'])}"
    if isinstance(schema.get("additionalProperties"), Mapping):
        return f"object, each value: {_type(schema['additionalProperties'])}"
    return _simple_type(schema)


def _simple_type(schema: Mapping[str, Any]) -> str:
    """Return the type of a text, number or boolean with its limits."""
    kind, length = schema.get("type", "any value"), _limits(schema, "Length")
    if length == "at least 1 ":
        return f"non-empty {kind}"
    return f"{kind} of {length}characters" if length else f"{kind} {_limits(schema, 'imum')}".strip()


def _limits(schema: Mapping[str, Any], of: str) -> str:
    """Return the limits of a value by the end of their keywords, such as `minItems`; empty for the usual ones."""
    least, most = (None if found in USUAL else found for found in (schema.get(f"min{of}"), schema.get(f"max{of}")))
    if least is None and most is None:
        return ""
    if most is None or least is None:
        return f"at most {most} " if least is None else f"at least {least} "
    return f"{least} " if least == most else f"{least} to {most} "


def _plain(value: Any) -> str:
    """Return a value as it stands in a URL or header."""
    if isinstance(value, list):
        return ",".join(map(_plain, value))
    return value if isinstance(value, str) else json.dumps(value)


def _written(body: Any) -> str:
    return body if isinstance(body, str) else json.dumps(body, indent=1, ensure_ascii=False)


def _code(text: str, language: str) -> str:
    return f"~~~{language}\n{text}\n~~~"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
