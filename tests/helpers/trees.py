"""Copies of the project in other folders, and programs that run there."""

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from embedded.services import ADDRESSES
from tests.helpers.programs import output_of

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".git",
    ".venv",
    ".peers",
    ".peers-systems",
    ".helm",
    ".midpath",
    "__pycache__",
    ".*_cache",
    ".hypothesis",
)
# What a run of pytest says to its processes. Without it, a program has databases of its own.
OF_RUN = (*ADDRESSES, "DJANGO_SETTINGS_MODULE", "MIDPATH_LONG", "PYTEST_")


def copy_project(place: Path) -> Path:
    """Copy all files that are not generated, and link the virtual environment."""
    copy = Path(shutil.copytree(ROOT, place, ignore=LEFT_OUT))
    (copy / ".venv").symlink_to(ROOT / ".venv")
    return copy


def run_program(
    folder: Path, *command: str, without: tuple[str, ...] = (), **environment: str
) -> str:
    """Run a program, which must succeed, and return its output. Variables of the environment that
    begin with those of `without` are not inherited."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(without)}
    own = {**inherited, "MIDPATH_DEBUG": "1", **environment}
    return output_of(*command, cwd=folder, env=own, timeout=None)


def run_python(
    folder: Path, *arguments: str, without: tuple[str, ...] = (), **environment: str
) -> str:
    return run_program(folder, sys.executable, *arguments, without=without, **environment)


def check_contracts(folder: Path) -> None:
    """Check which package imports which, as `lint-imports` does."""
    script = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    assert "0 broken" in run_python(folder, "-c", script)


def run_tests(folder: Path, tests: Sequence[str], **environment: str) -> None:
    """Run tests in the folder with services of their own."""
    options = ("-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:randomly")
    run_python(folder, "-m", "pytest", *options, *tests, without=OF_RUN, **environment)
