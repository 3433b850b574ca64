"""A Celery worker's processes: enough for every lane of jobs, for reconciling, and for folds."""

import re
from pathlib import Path

import pytest

from annotation.services.jobs.kinds import Lane

PROJECT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("file", ["docker-compose.yml", "embedded/demo.py", "docs/operators.md"])
def test_a_fold_finds_a_free_process_whatever_else_is_done(file: str) -> None:
    of_all_queues = [line for line in (PROJECT / file).read_text().splitlines() if "-Q" not in line]
    found = re.findall(r'--concurrency"?,? "?(\d+)', "\n".join(of_all_queues))
    assert found
    assert all(int(number) >= len(Lane) + 2 for number in found)
