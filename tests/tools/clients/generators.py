"""The client generators: the command of each, and the path of its client."""

from dataclasses import dataclass
from pathlib import Path

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

    @property
    def folder(self) -> Path:
        """Return the working folder of this generator."""
        return CLIENTS / self.name

    def generate(self, contract: Path) -> str:
        """Generate a client into an empty folder and return what was printed; raises GenerationFailed."""
        paths = {"CONTRACT": str(contract), "CLIENT": str(self.folder / self.client)}
        ran = run([paths.get(part, part) for part in self.command])
        if ran.returncode:
            raise GenerationFailed(f"{self.name}: {ran.stdout}")
        return ran.stdout


def _openapi_generator(name: str, *options: str) -> Generator:
    """Describe a generator of openapi-generator."""
    return Generator(
        name, ("openapi-generator-cli", "generate", "-g", name, "-i", "CONTRACT", "-o", "CLIENT", *options)
    )


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
