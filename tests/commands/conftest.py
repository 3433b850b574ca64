"""Folds without pauses, and a study whose texts a file has judged."""

from pathlib import Path
from random import Random

import pytest

from annotation.models import Campaign
from tasks import fold
from tests.commands.running import write_release_file
from tests.helpers.factories import make_campaign, make_dataset, random_vector

ANNOTATORS = 6
TEXTS = [
    *(f"query number {number} about many things" for number in range(1, 31)),
    "one | bar",
    "brackets (and) \\ more",
    "مطعم سمك قريب",
]


@pytest.fixture(autouse=True)
def _no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fold, "REST_SECONDS", 0.0)


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """Return six annotators, the last of whom skipped every other text."""
    luck = Random(1)
    texts = {
        text: {
            str(annotator): random_vector("flat", len(text.split()), luck)
            for annotator in range(1, ANNOTATORS + 1)
            if annotator < ANNOTATORS or place % 2
        }
        for place, text in enumerate(TEXTS)
    }
    return write_release_file(tmp_path / "recorded.json", texts)


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(make_dataset(TEXTS), redundancy=ANNOTATORS)
