"""Generate and serve the contract of an application."""

import json
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache, partial
from threading import Lock

import flask_smorest
import msgspec
from flask import Flask, Response, request

from domain.ruleset import AnyRuleset
from service import problems
from service.api.caching import Unchanging, served, tag_of
from service.contract import (
    examples,
    openapi_links,
    openapi_streams,
    openapi_webhooks,
    placing,
    shared_fields,
    sharing,
)
from service.contract.components import ContractPlugin
from service.contract.openapi_versions import canonical, twin
from service.contract.selection import UnknownRulesets, names_in, of_rulesets, without_unused
from service.contract.structs import schema_of
from service.resources.problems import FieldError, Problem

CANONICAL = "openapi.json"
"""The contract in OpenAPI 3.0.3, which every generator reads."""
OPENAPI_31 = "openapi-3.1.json"
"""The contract in OpenAPI 3.1."""

RULESETS_PARAMETER = "rulesets"
"""The query parameter that names the rulesets of a contract."""
MOST_SELECTIONS = 32
"""The number of contracts that a process keeps encoded, of a megabyte at most."""


class Api(flask_smorest.Api):  # type: ignore[misc]  # published without types
    """The contract of the application."""

    ERROR_SCHEMA = schema_of(Problem)
    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Flask, rulesets: Mapping[str, AnyRuleset], prefix: str) -> None:
        self.rulesets, self.prefix = rulesets, prefix
        self.documenters: list[Callable[[], None]] = []
        """Functions that add operations to the contract; each runs once."""
        self.run_apart: Callable[[Callable[[], Mapping[str, str]]], Mapping[str, str]] = lambda generate: generate()
        self._generating, self._document = Lock(), ""
        self._contracts: dict[frozenset[str], Mapping[str, str]] = {}
        self._bodies = lru_cache(MOST_SELECTIONS)(self._encoded)
        self._plugin = ContractPlugin(rulesets)
        super().__init__(app, spec_kwargs={"marshmallow_plugin": self._plugin})

    def _register_error_handlers(self) -> None:
        """Do nothing: `service.api.errors` handles errors."""

    def _register_responses(self) -> None:
        """Do nothing: each operation declares its own problems."""

    def _register_etag_headers(self) -> None:
        """Do nothing: headers are described where they are used."""

    def _register_pagination_header(self) -> None:
        """Do nothing: flask-smorest's own pagination is not used."""

    def serve(self, name: str) -> Response:
        """Return a version of the contract, for the rulesets that the request names. Raises InvalidRequest."""
        try:
            listed = request.args.get(RULESETS_PARAMETER)
            chosen = frozenset(self.rulesets) if listed is None else names_in(listed, self.rulesets)
        except UnknownRulesets as error:
            fault = FieldError(RULESETS_PARAMETER, str(error))
            raise problems.InvalidRequest("The query does not fit its schema.", errors=(fault,)) from error
        return served(self._bodies(name, chosen), "application/json", {})

    def _encoded(self, name: str, rulesets: frozenset[str]) -> Unchanging:
        """Return a version of the contract with its entity tag."""
        body = self.contracts_of(rulesets)[name].encode()
        return Unchanging(body, tag_of(body))

    @property
    def contracts(self) -> Mapping[str, str]:
        """Return the contract of all rulesets with its examples, by file name."""
        return self.contracts_of(frozenset(self.rulesets))

    def contracts_of(self, names: frozenset[str]) -> Mapping[str, str]:
        """Return the contract of some of the rulesets with its examples, by file name.

        The first call takes half a second of processor time. A web server process does this in another thread, and
        serves its games in the meantime. The contract of all rulesets is kept; the caller keeps the others.
        """
        with self._generating:
            found = self._contracts.get(names)
            if found is None:
                found = self.run_apart(partial(self._generate, names))
            if len(names) == len(self.rulesets):
                self._contracts[names] = found
        return found

    def _generate(self, names: Collection[str]) -> Mapping[str, str]:
        if not self._document:
            self._document = self._describe()
        document = of_rulesets(json.loads(self._document), names)
        examples.embed(document, names)
        openapi_links.embed(document)
        openapi_streams.embed(document)
        openapi_webhooks.embed(document)
        sharing.share(document)
        document = without_unused(document)
        placing.place(document, self.prefix)
        versions = {CANONICAL: canonical(document), OPENAPI_31: twin(document)}
        return {name: msgspec.json.encode(each, order="sorted").decode() for name, each in versions.items()}

    def _describe(self) -> str:
        """Return the document of all rulesets as JSON, before a choice."""
        openapi_webhooks.add_schemas(self.spec)
        openapi_streams.add_schemas(self.spec)
        for document_operation in self.documenters:
            document_operation()
        document = self.spec.to_dict()
        shared_fields.share(document["components"]["schemas"], self._plugin.variants)
        return json.dumps(document)
