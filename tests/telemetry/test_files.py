"""Test that metrics outlive the processes that counted them, and that their files are removed."""

import os
import resource
import subprocess
import sys

import pytest
from prometheus_client.parser import text_string_to_metric_families

from service.telemetry import exposition, files
from service.telemetry.count_files import SIZE, AllocatedFile

COUNTING = """
import sys
from pathlib import Path
from service.telemetry import metrics
metrics.start(Path(sys.argv[1]))
metrics.count_process("api")
metrics.count_commit("nim", 1, ends=False)
metrics.count_search("nim", "easy", 0.2)
"""

ARCHIVE = ("bottega_archive_seconds_count", "bottega_archive_failures_total")


def count(directory):
    """Let a process count an event and an AI decision, and end."""
    subprocess.run([sys.executable, "-c", COUNTING, str(directory)], check=True)


def reported(directory):
    """Return the metrics in a directory, by name and labels."""
    text = exposition.text(directory, tuple).decode()
    samples = (sample for family in text_string_to_metric_families(text) for sample in family.samples)
    return {(each.name, *sorted(each.labels.values())): each.value for each in samples}


def test_the_counts_of_ended_processes_are_summed(tmp_path):
    for _ in range(3):
        count(tmp_path)
    first, again = reported(tmp_path), reported(tmp_path)
    assert first == again
    assert first["bottega_commits_total", "nim"] == 3
    assert first["bottega_think_seconds_count", "easy", "nim"] == 3
    assert first["bottega_think_seconds_sum", "easy", "nim"] == pytest.approx(0.6)
    assert first["bottega_think_seconds_bucket", "0.25", "easy", "nim"] == 3
    assert ("bottega_processes", "api") not in first


def test_an_archive_without_requests_has_metrics_of_0(tmp_path):
    count(tmp_path)
    found = reported(tmp_path)
    steps = [found[name, step] for name in ARCHIVE for step in ("move", "read", "remove")]
    assert steps == [0] * 6


def test_files_are_as_many_as_processes_live(tmp_path):
    for _ in range(3):
        count(tmp_path)
    reported(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["counter_dead.db", "histogram_dead.db", "lock"]


def test_a_truncated_file_is_deleted(tmp_path):
    count(tmp_path)
    reported(tmp_path)
    (tmp_path / "counter_999999999.db").write_bytes(b"\xff\x00\x00\x00\x00\x00\x00\x00\xff\x00\x00\x00torn")
    assert reported(tmp_path)["bottega_commits_total", "nim"] == 1
    assert not (tmp_path / "counter_999999999.db").exists()


def test_a_file_of_a_process_that_lives_stays(tmp_path):
    own = tmp_path / f"counter_{os.getppid()}.db"
    own.write_bytes(bytes(16))
    files.fold(tmp_path)
    assert own.exists()


LIMITED = """
import resource
import sys
from pathlib import Path
from service.telemetry import metrics
most = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
metrics.start(Path(sys.argv[1]))
for number in range(2000):
    metrics.count_commit(f"nim {number}", 1, ends=True)
    metrics.count_search(f"nim {number}", "easy", 0.2)
    metrics.count_commit("nim 0", 1, ends=False)
"""
"""Counts more kinds of things than fit into files of a limited size, as on a full disk."""


def counted_in(most, directory):
    """Count on a disk with files of limited size; return the reported metrics and the log."""
    ended = subprocess.run(
        [sys.executable, "-c", LIMITED, str(directory), str(most)], capture_output=True, text=True, check=True
    )
    return reported(directory), ended.stderr.splitlines()


def test_a_process_on_a_full_disk_continues_and_reports_once_that_it_counts_nothing(tmp_path):
    found, lines = counted_in(4096, tmp_path)
    assert lines == ["some metrics are not counted: [Errno 27] File too large"]
    assert "bottega_commits_total" not in {name for name, *_ in found}


def test_a_process_whose_disk_becomes_full_continues_with_what_it_has_counted(tmp_path):
    found, lines = counted_in(4 * SIZE, tmp_path)
    assert lines == ["some metrics are not counted: [Errno 27] File too large"]
    assert found["bottega_commits_total", "nim 0"] == 2001
    assert ("bottega_commits_total", "nim 1999") not in found


def test_the_space_of_a_file_is_allocated_before_it_is_used(tmp_path):
    file = AllocatedFile(str(tmp_path / "counter_1.db"))
    file.reserve(SIZE)
    file.close()
    stored = (tmp_path / "counter_1.db").stat()
    assert stored.st_size == 2 * SIZE
    assert 512 * stored.st_blocks >= stored.st_size


def test_the_file_of_an_ended_process_waits_for_space(tmp_path):
    count(tmp_path)
    before, stored = resource.getrlimit(resource.RLIMIT_FSIZE), sorted(tmp_path.glob("counter_*.db"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        files.fold(tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert sorted(tmp_path.glob("counter_*.db")) == stored
    assert reported(tmp_path)["bottega_commits_total", "nim"] == 1


def test_a_directory_of_another_user_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "getuid", lambda: tmp_path.stat().st_uid + 1)
    with pytest.raises(PermissionError, match="belongs to another user"):
        files.prepare(tmp_path)


def test_the_service_runs_if_metrics_cannot_be_stored(tmp_path):
    (tmp_path / "file").touch()
    count(tmp_path / "file" / "below")


def test_an_uncounted_state_is_reported_as_a_single_process():
    assert [name for name, *_ in reported(None)] == ["bottega_build_info"]
