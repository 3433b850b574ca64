"""The core works without add-ons, and without the folder of any of them."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from annotation.addons import installed_addons
from annotation.events import Event, _subscribers, emit
from config.addons import checked_addons
from embedded.services import ADDRESSES

ROOT = Path(__file__).resolve().parent.parent
NAMES = [config.label for config in installed_addons()]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".peers", ".midpath", "__pycache__", ".*_cache")
# Every address with its role, scope, help and operation; the mutants; what is emitted. The tables
# of a deleted add-on stay: the migrations of the core made them.
TESTS = (
    *("tests/test_permissions.py", "tests/test_mutants.py", "tests/tasks"),
    *("tests/api/test_pages_have_operations.py", "tests/api/test_pages_that_read.py"),
    *("tests/api/test_described.py", "tests/research/test_help.py", "tests/research/test_urls.py"),
    *("tests/services/test_erasure.py", "tests/publishing/test_never_counted.py"),
)
# Dashboards with their figures, the layout of pages, and the help.
SPINE = tuple(f"tests/research/test_{name}.py" for name in ("course", "shell", "help"))
# What a run of pytest says to its processes. Without it, a program has databases of its own.
OF_RUN = (*ADDRESSES, "DJANGO_SETTINGS_MODULE", "MIDPATH_LONG", "PYTEST_")


def run(folder: Path, *command: str, **environment: str) -> None:
    """Run a program of Python in a folder, which must succeed."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(OF_RUN)}
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={**inherited, "MIDPATH_DEBUG": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]


def run_tests(folder: Path, tests: Sequence[str], **environment: str) -> None:
    options = ("-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:randomly")
    run(folder, "pytest", *options, *tests, **environment)


def test_an_unknown_addon_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="names toasters, which does not exist"):
        checked_addons(["toasters"])
    assert checked_addons(["none"]) == []
    assert checked_addons([]) == [
        file.parent.name for file in sorted(ROOT.glob("addons/*/apps.py"))
    ]


def test_every_addon_is_an_app_of_its_own() -> None:
    assert [config.label for config in installed_addons()] == settings.ADDONS
    for config in installed_addons():
        assert config.name == f"addons.{config.label}"
        assert apps.is_installed(config.name)
        if config.help_page:
            assert config.help_file.exists()


def test_what_nobody_subscribes_to_is_emitted_in_vain() -> None:
    assert Event not in _subscribers()
    emit(Event())


@pytest.mark.slow
@pytest.mark.skipif(not NAMES, reason="there is no add-on")
def test_the_core_works_without_addons() -> None:
    run_tests(ROOT, SPINE, MIDPATH_ADDONS="none")


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_an_addon_can_be_deleted_with_its_folder(name: str, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ROOT, tmp_path / "copy", ignore=LEFT_OUT))
    (folder / ".venv").symlink_to(ROOT / ".venv")
    shutil.rmtree(folder / "addons" / name)
    run(folder, "mypy", ".")
    run(folder, "importlinter.cli", "lint", "--no-logo")
    run_tests(folder, TESTS)
