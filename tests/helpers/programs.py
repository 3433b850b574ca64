"""Programs that are run to their end."""

import subprocess
from collections.abc import Mapping
from pathlib import Path


def capture(
    *command: str | Path,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    typed: str | None = None,
    timeout: int | None = 300,
) -> subprocess.CompletedProcess[str]:
    """Run a program and return what it prints and how it ends."""
    return subprocess.run(
        command,
        cwd=cwd,
        env=env,
        input=typed,
        timeout=timeout,
        capture_output=True,
        text=True,
        check=False,
    )


def output_of(
    *command: str | Path,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    typed: str | None = None,
    timeout: int | None = 300,
) -> str:
    """Return what a program prints that must succeed."""
    done = capture(*command, cwd=cwd, env=env, typed=typed, timeout=timeout)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    return done.stdout
