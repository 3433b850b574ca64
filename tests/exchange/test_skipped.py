"""Parts that readers leave out are counted by reason, and named."""

import pytest

from midpath.exchange.release import read_release
from midpath.exchange.rows import MAX_NAMES, MAX_REASONS, OTHER_REASONS, Faults, Rows, Skipped


def test_skips_are_counted_by_reason_with_the_first_row() -> None:
    faults = Faults()
    faults.skip(2, "answer rejected by the annotator")
    faults.skip(5, "relation")
    faults.skip(3, "answer rejected by the annotator", 2)
    assert faults.skipped == [
        Skipped("answer rejected by the annotator", 3, 2),
        Skipped("relation", 1, 5),
    ]
    assert not faults.errors


@pytest.mark.parametrize(
    ("skipped", "said"),
    [
        (Skipped("answer rejected", 1, 3), "1 answer rejected (row 3)"),
        (Skipped("answer rejected", 2000, 3), "2,000 answers rejected (first in row 3)"),
        (Skipped("relation", 2, 0), "2 relations"),
        (Skipped("annotation: no gap", 2, 0), "2 annotations: no gap"),
    ],
)
def test_skips_read_as_counts(skipped: Skipped, said: str) -> None:
    assert str(skipped) == said


def test_names_in_reasons_are_visible_and_few() -> None:
    faults = Faults()
    for name in ["a\u200bb", *map(str, range(MAX_NAMES)), "1"]:
        faults.skip_field(4, name, "column")
    [one] = faults.skipped
    assert (one.count, one.row, "\u200b" in one.reason) == (MAX_NAMES + 1, 4, False)
    assert one.reason.endswith(" and 1 more")


def test_a_file_cannot_make_any_number_of_reasons() -> None:
    faults = Faults()
    for number in range(2 * MAX_REASONS):
        faults.skip(number, f"result of type {number}")
    assert len(faults.skipped) == MAX_REASONS + 1
    assert faults.skipped[-1] == Skipped(OTHER_REASONS, MAX_REASONS, MAX_REASONS)


def test_an_upload_notes_what_was_left_out() -> None:
    rows = Rows("jsonl")
    rows.add(1, "one text")
    rows.skip(2, "answer rejected by the annotator")
    parsed = rows.parsed()
    assert parsed.skipped == [Skipped("answer rejected by the annotator", 1, 2)]
    assert parsed.notes == ["Left out: 1 answer rejected by the annotator (row 2)."]


def test_other_fields_of_a_release_are_named() -> None:
    release = read_release(b'{"annotation set": {}, "items": 0, "licence": "CC0"}')
    assert release.skipped == [Skipped("field not read: licence", 1, 0)]
