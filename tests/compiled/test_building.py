"""Test that a build belongs to exactly its sources, and that a failed build changes nothing."""

import subprocess

import pytest

from deploy.compiled import building
from deploy.compiled.__main__ import FAILED, LOG, start_behind


@pytest.fixture
def root(tmp_path):
    """Create the sources of an empty project."""
    for name in (*building.PACKAGES, "deploy"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "module.py").write_text("")
    for name in building.FILES:
        (tmp_path / name).write_text("")
    (tmp_path / "setup.py").write_text("raise SystemExit('no compiler')")
    return tmp_path


def install(root):
    building.place(root).mkdir()
    (building.place(root) / "installed").write_text(building.digest(root))


def test_a_build_of_the_present_sources_is_current(root):
    install(root)
    assert building.is_current(root)


@pytest.mark.parametrize(
    "name", ["domain/module.py", "service/web_client/built/new.js", "deploy/redis.conf", "requirements-run.lock"]
)
def test_a_build_of_other_sources_is_not_current(root, name):
    install(root)
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text("changed")
    assert not building.is_current(root)


@pytest.mark.parametrize("name", ["domain/strength.json", "domain/__pycache__/module.pyc", "deploy/README.md"])
def test_files_outside_the_build_do_not_matter(root, name):
    install(root)
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text("changed")
    assert building.is_current(root)


def test_half_a_build_is_never_current(root):
    building.place(root).mkdir()
    assert not building.is_current(root)


def test_a_failed_build_leaves_all_files_unchanged(root):
    install(root)
    before = sorted(root.rglob("*"))
    with pytest.raises(subprocess.CalledProcessError):
        building.build(root)
    assert sorted(root.rglob("*")) == before


def test_a_build_that_failed_is_not_tried_again_before_its_sources_change(root, capsys):
    (root / LOG).write_text(f"{building.digest(root)}\nerror: no compiler\n")
    assert start_behind(root) is None
    assert capsys.readouterr().out == f"{FAILED}\n"
