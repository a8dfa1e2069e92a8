"""Start processes that end with the test that started them."""

import subprocess
from types import TracebackType


class Process(subprocess.Popen):
    """A process that is killed if its `with` block fails. Otherwise the test would wait for its end for ever."""

    def __exit__(
        self, error: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self.kill()
        super().__exit__(error, value, trace)
