"""The program installs with `pip install`: a wheel with all that it needs, and no server code."""

import subprocess
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from setuptools import find_namespace_packages

from agreement.version import VERSION
from tests.commands.running import write_release_file
from tests.helpers.programs import capture
from tests.helpers.wheels import (
    LICENCE,
    ROOT,
    build_wheel,
    everything,
    installed,
    licence_in,
    outside,
)

PACKAGES = ("addons", "agreement", "analysis", "annotation", "config", "midpath", "tasks")
SOURCES = ("pyproject.toml", "README.md", "LICENSE", "requirements/base.in", *PACKAGES)


def test_every_package_is_in_the_wheel() -> None:
    """A package whose import works in the tree must also be listed for the wheel."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    find = declared["packages"]["find"]
    here = {
        str(path.parent.relative_to(ROOT)).replace("/", ".")
        for top in PACKAGES
        for path in (ROOT / top).rglob("*.py")
        if "tests" not in path.relative_to(ROOT).parts
    }
    found = set(find_namespace_packages(str(ROOT), **find))
    assert here & found == here - {"tasks.management.demo"}


@pytest.mark.long
def test_the_installed_program_runs_away_from_the_tree(tmp_path: Path) -> None:
    wheel = build_wheel(SOURCES, ROOT, tmp_path)
    assert licence_in(wheel) == LICENCE
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.partition("/")[0] for name in names} - {f"midpath_tools-{VERSION}.dist-info"}
    assert tops == set(PACKAGES)
    assert not [name for name in names if "/demo/" in name]
    for kind in ("*.txt", "*.gz"):
        data = {str(path.relative_to(ROOT)) for path in (ROOT / "agreement").rglob(kind)}
        assert data <= set(names)

    programs = installed(wheel, tmp_path, everything(tmp_path))
    file = write_release_file(tmp_path / "flat.json", {"a b c": {"1": "a | b c", "2": "a b | c"}})

    def said(*words: str) -> subprocess.CompletedProcess[str]:
        return capture(programs / "midpath", *words, cwd=tmp_path, env=outside(), timeout=60)

    assert said("--version").stdout == f"midpath {VERSION}\n"
    done = said("score", "--flat", file.name, "--bias")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Flat segmentation" in done.stdout
