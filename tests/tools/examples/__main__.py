"""Record the examples of the contract on a temporary Redis: `python -m tests.tools.examples`."""

import logging
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from service.contract import examples
from service.runtime.redis_server import redis_server
from tests.tools.examples import NotRecorded, recorder


def main() -> int:
    """Write all examples, or print what has none."""
    logging.getLogger("service.api.errors").setLevel(logging.CRITICAL)  # the examples cause its errors
    with TemporaryDirectory(prefix="bottega-examples-") as directory, redis_server(Path(directory)) as server:
        try:
            recorder.write(examples.DIRECTORY, recorder.record(server.url))
        except NotRecorded as fault:
            print(fault, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
