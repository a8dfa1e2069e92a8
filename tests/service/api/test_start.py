"""Test that the start of a web server leaves to later what its first requests do not need."""

import json
import subprocess
import sys

from service.api.contract import CANONICAL
from service.api.declarations import declared_of
from service.app import contracts
from service.contract.document import resolved

PROGRAM = """
import sys
import service.app
from service.contract.structs import schema_of
from service.settings import Settings
app = service.app.create_app(Settings(redis_url="redis://localhost", rq_url="redis://localhost", secrets=(b"",)))
schemas = schema_of.cache_info().currsize
documented = sum(len(getattr(each, "_docs", ())) for each in app.blueprints.values())
late = {"apprise", "boto3", "httpx", "markdown_it", "psycopg", "valkey"}
print(schemas < 20, documented, *(late & {*sys.modules}))
"""


def test_the_application_documents_no_operation_and_makes_few_schemas_before_they_are_needed():
    started = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert started.stdout == "True 0\n"


def test_a_command_loads_neither_the_clients_nor_the_other_commands():
    program = (
        "import sys, workers.command.cli; print(*({'bottega_client', 'gevent', 'httpx', 'joserfc', 'valkey', "
        "'domain.registry', 'workers.command.tournament', 'workers.command.keys'} & {*sys.modules}))"
    )
    started = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert started.stdout == "\n"


def test_operations_declare_the_headers_that_the_contract_documents(service):
    contract = resolved(json.loads(contracts(service.app)[CANONICAL]))
    views = [declared_of(view) for view in service.app.view_functions.values()]
    declared = {each.name: each.header_names for each in views if each}
    documented = {}
    for path in contract["paths"].values():
        for method, operation in path.items():
            if method == "parameters":
                continue
            named = {each["name"] for each in operation.get("parameters", []) if each.get("in") == "header"}
            documented[operation["operationId"]] = frozenset(named)
    assert {name: declared[name] for name in documented} == documented
