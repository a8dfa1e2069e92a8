"""Build the Kotlin and Swift packages into .tools/packages: the generated client beside the files of openapi/clients.

The options of the generators are those that `make clients` tests. The packages only add their names.
"""

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.tools import ROOT, TOOLS
from tests.tools.clients import tolerance
from tests.tools.clients.generators import GENERATORS, Generator

CONTRACT = ROOT / "openapi" / "openapi.json"
SOURCES = ROOT / "openapi" / "clients"
PACKAGES = TOOLS / "packages"


@dataclass(frozen=True)
class Package:
    """A package: its generator, the options that name it, and the folder of the generated sources."""

    name: str
    generator: str
    option: str
    sources: str

    @property
    def folder(self) -> Path:
        """Return the folder of the built package."""
        return PACKAGES / self.name


@dataclass(frozen=True)
class Renamed(Generator):
    """A generator with its own folder, whose client has the name of a package."""

    place: Path = Path()

    @property
    def folder(self) -> Path:
        """Return the folder in which the client is generated."""
        return self.place


KOTLIN = Package("kotlin", "kotlin", "--package-name=bottega.client", "src/main")
SWIFT = Package("swift", "swift6", "--additional-properties=projectName=Bottega", "Sources")


def build(package: Package) -> None:
    """Build a package; raises GenerationFailed."""
    (generator,) = (each for each in GENERATORS if each.name == package.generator)
    place = PACKAGES / "generated" / package.name
    shutil.rmtree(place, ignore_errors=True)
    shutil.rmtree(package.folder, ignore_errors=True)
    place.mkdir(parents=True)
    renamed = Renamed(generator.name, (*generator.command, package.option), place=place)
    renamed.generate(CONTRACT)
    tolerance.patch(renamed)
    shutil.copytree(place / renamed.client / package.sources, package.folder / package.sources)
    shutil.copytree(SOURCES / package.name, package.folder, dirs_exist_ok=True)
    shutil.copy(ROOT / "LICENSE", package.folder)


if __name__ == "__main__":
    for each in (KOTLIN, SWIFT):
        sys.stdout.write(f"{each.name}: generating\n")
        build(each)
