"""Data that each release has written, and the program that records it: `python -m tests.workers.releases`.

    <release>/redis.aof         the commands that rebuild the data of Redis
    <release>/archive.sqlite    the archive
    <release>/everything.json   its tokens and URLs, and what each of them saw

Redis writes the commands without its binary format, so that every server can read them.
"""

from pathlib import Path

HERE = Path(__file__).parent
BASE = "appendonly.aof.1.base.aof"
MANIFEST = f"file {BASE} seq 1 type b\n"
SECRET = "the secret of releases in tests, 1234567890"
