"""The examples on the metrics pages and in the kernel's docstrings are correct."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
METRICS = ROOT / "docs" / "metrics"
README = ROOT / "agreement" / "README.md"


@pytest.mark.long
def test_examples_on_the_metrics_pages() -> None:
    """Each page runs on its own, so each imports what its examples use."""
    results = [
        doctest.testfile(str(page), module_relative=False, encoding="utf-8")
        for page in sorted(METRICS.glob("*.md"))
    ]
    assert sum(each.attempted for each in results) > 200
    assert sum(each.failed for each in results) == 0


def test_examples_of_the_kernel_itself() -> None:
    results = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert results.attempted > 30
    assert results.failed == 0
