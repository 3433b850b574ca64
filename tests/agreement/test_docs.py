"""The examples on the metrics page, and in what the kernel says of itself, are true."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
METRICS = ROOT / "docs" / "metrics.md"
README = ROOT / "agreement" / "README.md"


@pytest.mark.long
def test_examples_on_the_metrics_page() -> None:
    results = doctest.testfile(str(METRICS), module_relative=False, encoding="utf-8")
    assert results.attempted > 20
    assert results.failed == 0


def test_examples_of_the_kernel_itself() -> None:
    results = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert results.attempted > 30
    assert results.failed == 0
