"""Stored results as each role reads them through the API."""

import pytest

from annotation.api.visibility import as_seen
from annotation.capabilities import capabilities_of

STORED = {
    "alpha": 0.5,
    "by_column": {"topic": {"values": {"may they share it": {"questions": 2}}}},
    "cases": [{"question": "may they share it", "answers": 2}],
    "differences": [{"text": "best running shoes", "worker": 3}],
    "questions": {"cases": 4, "first_words": [["how", 7]]},
    "workers": [{"worker": 3, "annotations": 12}],
}
FIGURES = {"alpha": 0.5, "questions": {"cases": 4}}


@pytest.mark.parametrize(
    ("role", "blind", "seen"),
    [
        ("owner", False, STORED),
        ("auditor", False, {**FIGURES, "workers": [{"annotations": 12}]}),
        (
            "viewer",
            True,
            {
                **STORED,
                "differences": [{"text": "best running shoes"}],
                "workers": [{"annotations": 12}],
            },
        ),
    ],
)
def test_a_role_sees_texts_and_workers_only_with_their_capabilities(
    role: str, blind: bool, seen: object
) -> None:
    assert as_seen(STORED, capabilities_of(role, blind=blind)) == seen
