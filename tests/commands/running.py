"""Commands run as at a terminal, in this process or in a separate one."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

import manage
from tests.helpers.in_process import call_main
from tests.helpers.programs import capture

ROOT = Path(settings.BASE_DIR)
SHARED = Path(os.environ.get("MIDPATH_SHARED", ROOT.parent / "shared"))
WEBIS = SHARED / "data" / "webis" / "webis_flat.json"

# Supplementary material, Table 2.
TOY_NESTED = {
    "major league baseball salary cap": {"1": "1020", "2": "0102", "3": "2010"},
    "wind beneath my wings sheet music": {"1": "01020", "2": "02010"},
}


def run(*command: str) -> str:
    """Return what the command prints on stdout."""
    printed = StringIO()
    call_command(*command, stdout=printed, stderr=StringIO())
    return printed.getvalue()


def refusal_of(*command: str) -> str:
    """Return why the command is refused; it prints nothing and would exit with 1."""
    printed = StringIO()
    with pytest.raises(CommandError) as refused:
        call_command(*command, stdout=printed, stderr=printed)
    assert refused.value.returncode == 1
    assert not printed.getvalue()
    return str(refused.value)


def score_of(**files: Path) -> dict[str, Any]:
    options = [part for kind, path in files.items() for part in (f"--{kind}", str(path))]
    figures: dict[str, Any] = json.loads(run("score", *options, "--json"))
    return figures


def arguments(*command: str) -> list[str]:
    return [sys.executable, str(ROOT / "manage.py"), *command]


def run_alone(
    *command: str, cwd: Path | None = None, typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """Call manage.py in this process, with no database configured."""
    return call_main(manage.main, arguments(*command)[1:], cwd=cwd, typed=typed)


def run_process(*command: str, typed: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, with no database or broker configured."""
    hidden = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE"}
    own = {key: value for key, value in os.environ.items() if key not in hidden}
    return capture(*arguments(*command), env=own, typed=typed, timeout=60)


def write(path: Path, *lines: str) -> Path:
    """Write a file with these lines, or with this text, and return its path."""
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def write_release_file(path: Path, texts: dict[str, Any], **extra: Any) -> Path:
    content = {"items": len(texts), "annotation set": texts, **extra}
    path.write_text(json.dumps(content, ensure_ascii=False))
    return path
