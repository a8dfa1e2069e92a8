"""A proxy between the service and Redis, in a separate process, that can be cut, slow, or dead in one direction.

Commands are lines on its standard input: `cut`, `half`, or `delay` and seconds.
"""

import asyncio
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

PIECE = 1 << 16
DELAY_LASTS_SECONDS = 1.0


class Wire:
    """Forwards bytes between its own Unix socket and that of Redis."""

    def __init__(self, own: Path, target: Path) -> None:
        command = [sys.executable, "-m", "tests.chaos.wire", str(own), str(target)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "listening\n"
        self.url = f"unix://{own}"

    def report(self, what: str) -> None:
        """Send a command to the proxy."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{what}\n")
        self._process.stdin.flush()

    def close(self) -> None:
        """Stop the proxy."""
        self._process.kill()
        self._process.communicate()


class _Passing:
    """The connections of the proxy."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.writers: set[asyncio.StreamWriter] = set()
        self.deaf: set[asyncio.StreamWriter] = set()
        """Writers that receive nothing any more."""
        self.delay = 0.0

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward the bytes of a connection, both ways."""
        try:
            there, back = await asyncio.open_unix_connection(self.target)
        except OSError:
            writer.close()
            return
        self.writers |= {writer, back}
        await asyncio.gather(self._pass(reader, back), self._pass(there, writer))
        self.writers -= {writer, back}
        self.deaf -= {writer, back}

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reader.read(PIECE):
                if self.delay:
                    await asyncio.sleep(self.delay)
                if writer not in self.deaf:
                    writer.write(piece)
                    await writer.drain()
        writer.close()

    async def do(self, what: str, *how: str) -> None:
        """Apply a command to all current connections."""
        if what == "cut":
            for writer in self.writers:
                writer.transport.abort()
        elif what == "half":
            self.deaf |= self.writers
        elif what == "delay":
            self.delay = float(how[0])
            await asyncio.sleep(DELAY_LASTS_SECONDS)
            self.delay = 0.0


async def _run(own: str, target: str) -> None:
    """Listen for connections, and apply the commands."""
    passing = _Passing(target)
    server = await asyncio.start_unix_server(passing.accept, own)
    print("listening", flush=True)
    reported = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reported), sys.stdin)
    async with server:
        while line := await reported.readline():
            await passing.do(*line.decode().split())


if __name__ == "__main__":
    asyncio.run(_run(*sys.argv[1:]))
