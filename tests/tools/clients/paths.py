"""The import paths of generated Python clients and their players."""

import os
from pathlib import Path

from tests.tools.clients.generators import Generator

PYTHON_PACKAGES = {"python": "openapi_client", "openapi-python-client": "bottega_client"}
"""The packages of the generated clients."""


def python_path(generator: Generator) -> dict[str, str]:
    """Return the import path for a client and the players."""
    client = generator.folder if PYTHON_PACKAGES[generator.name] == generator.client else generator.folder / "client"
    return {"PYTHONPATH": f"{client}{os.pathsep}{Path(__file__).parent}"}
