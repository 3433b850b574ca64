"""The load run in small, as `make soak` starts it."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench.site.proxy import there_is_a_proxy
from tests.faults.processes import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.long]


def test_a_short_load_run_has_no_violation(tmp_path: Path) -> None:
    if not there_is_a_proxy():
        pytest.skip("This machine has no nginx (apt-get install nginx-light).")
    command = [sys.executable, "-m", "embedded", "run", "--temporary", "--"]
    command += [sys.executable, "-m", "tests.soak", "--users", "5", "--seconds", "10"]
    done = subprocess.run(
        [*command, "--think", "0.5", "--slowest", "5000"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "checker: 0 violations" in done.stdout
    assert "submit" in done.stdout
