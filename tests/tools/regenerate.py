"""Write the files that follow from the rules of a game: scenarios and frozen wire types, `make regenerate NAME=nim`.

Scenarios that the last change of the rules did not touch are kept. `make scenarios` searches for all of them.
"""

import sys

from domain.registry import RULESETS
from tests.rulesets.freeze import freeze
from tests.rulesets.games import PLAYED
from workers.promises.scenarios.__main__ import catalogue, write


def main(names: list[str]) -> int:
    """Write the files of these games, or of all; an unknown name is an error."""
    for name in names or PLAYED:
        if name not in PLAYED:
            print(f"make regenerate: there is no game {name}; there are {', '.join(PLAYED)}.", file=sys.stderr)
            return 1
        write(PLAYED[name], catalogue(PLAYED[name], known=PLAYED[name].catalogue))
        if name in RULESETS:
            freeze(PLAYED[name])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
