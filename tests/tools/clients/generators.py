"""The client generators: the command of each, and the path of its client."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.tools import TOOLS, run

CLIENTS = TOOLS / "clients"
"""The folder of all generated clients; git ignores it."""

TEXT_LINES = Path(__file__).with_name("openapi_python_client.json")
"""Declares JSON lines and images as text to openapi-python-client."""


class GenerationFailed(Exception):
    """A generator ended with an error; the message is what it printed."""


@dataclass(frozen=True)
class Generator:
    """A client generator."""

    name: str
    command: tuple[str, ...]
    """The command that developers type, with CONTRACT and CLIENT for the paths."""
    client: str = "client"
    """The path of the client in the folder of this generator."""
    is_plain: bool = False
    """Whether the generator reads the contract without discriminators (`plain`)."""

    @property
    def folder(self) -> Path:
        """Return the working folder of this generator."""
        return CLIENTS / self.name

    def generate(self, contract: Path) -> str:
        """Generate a client into an empty folder and return what was printed; raises GenerationFailed."""
        given = self._plain(contract) if self.is_plain else contract
        paths = {"CONTRACT": str(given), "CLIENT": str(self.folder / self.client)}
        ran = run([paths.get(part, part) for part in self.command])
        if ran.returncode:
            raise GenerationFailed(f"{self.name}: {ran.stdout}")
        return ran.stdout

    def _plain(self, contract: Path) -> Path:
        """Write the contract without discriminators into the folder of this generator; return its path."""
        written = self.folder / "plain.json"
        written.write_text(json.dumps(plain(json.loads(contract.read_text(encoding="utf-8")))), encoding="utf-8")
        return written


def plain(contract: Any) -> Any:
    """Return a contract without discriminators, and with one token for each operation.

    A tag is an enum of one value, which selects the variant too. The page about clients has this step for jq.
    """
    if isinstance(contract, list):
        return [plain(each) for each in contract]
    if not isinstance(contract, dict):
        return contract
    left = {name: plain(value) for name, value in contract.items() if name != "discriminator"}
    if "operationId" in left and "security" in left:
        left["security"] = [each for each in left["security"] if each][:1]
    return left


def _openapi_generator(name: str, *options: str, is_plain: bool = False) -> Generator:
    """Describe a generator of openapi-generator."""
    command = ("openapi-generator-cli", "generate", "-g", name, "-i", "CONTRACT", "-o", "CLIENT", *options)
    return Generator(name, command, is_plain=is_plain)


GENERATORS = (
    _openapi_generator("python"),
    _openapi_generator("typescript-fetch"),
    _openapi_generator("typescript-axios", "--additional-properties=useSingleRequestParameter=true"),
    _openapi_generator(
        "kotlin",
        "--library=jvm-retrofit2",
        "--additional-properties=serializationLibrary=kotlinx_serialization,generateOneOfAnyOfWrappers=true",
    ),
    _openapi_generator(
        "swift6",
        *("--enum-name-mappings=type=Tag", "--model-name-mappings=Result=GameResult"),
        "--additional-properties=identifiableModels=false",
    ),
    _openapi_generator("dart-dio"),
    _openapi_generator("java", "--library=native", "--additional-properties=openApiNullable=false"),
    _openapi_generator("csharp"),
    _openapi_generator(
        "go",
        *("--git-user-id=bottega", "--git-repo-id=client"),
        "--additional-properties=packageName=bottega,useOneOfDiscriminatorLookup=true",
    ),
    _openapi_generator(
        "rust",
        "--model-name-mappings=Ruleset=HostedRuleset",
        "--additional-properties=packageName=bottega_client,supportAsync=false",
        is_plain=True,
    ),
    Generator(
        "openapi-python-client",
        (
            *("openapi-python-client", "generate", "--path", "CONTRACT", "--output-path", "CLIENT"),
            *("--meta", "none", "--config", str(TEXT_LINES)),
        ),
        client="bottega_client",
    ),
    Generator("openapi-typescript", ("openapi-typescript", "CONTRACT", "-o", "CLIENT"), client="client/schema.ts"),
)
