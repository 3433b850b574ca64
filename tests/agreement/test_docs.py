"""The examples on the metrics page are true."""

import doctest
from pathlib import Path

METRICS = Path(__file__).resolve().parents[2] / "docs" / "metrics.md"


def test_examples_on_the_metrics_page() -> None:
    results = doctest.testfile(str(METRICS), module_relative=False, encoding="utf-8")
    assert results.attempted > 20
    assert results.failed == 0
