"""The search for words of texts reads an index, not the texts."""

import time

from django.db import connection

from annotation.services.items.text_search import excerpt, find_items
from tests.helpers.factories import make_dataset
from tests.helpers.tiers import by_tier

COPY = """
INSERT INTO annotation_item (dataset_id, position, text, content)
SELECT %s, 10 + n, 'some ordinary words, number ' || md5(n::text), '{}'
FROM generate_series(1, %s) n
"""


def test_a_word_is_found_by_its_index() -> None:
    dataset = make_dataset(("a rare zebra", "best pizza"))
    with connection.cursor() as cursor:
        cursor.execute(COPY, (dataset.pk, by_tier(quick=5_000, long=100_000)))
        cursor.execute("ANALYZE annotation_item")
    found = find_items(dataset.project, "zeb")
    assert "item_by_words" in found.explain()
    assert [one.text for one in found] == ["a rare zebra"]
    for word in ("zebra", "ordinary"):
        begun = time.perf_counter()
        assert list(find_items(dataset.project, word)[:11])
        spent = time.perf_counter() - begun
        print(f"{word} found in {1000 * spent:.1f} ms")  # noqa: T201 - `pytest -s` shows it


def test_the_passage_is_around_the_word() -> None:
    item = make_dataset(("left " * 30 + "Zebra " + "right " * 30,)).items.get()
    passage = excerpt(item, "zeb")
    assert passage.startswith("…left left")
    assert "left Zebra right" in passage
    assert passage.endswith("right…")


def test_without_a_word_nothing_is_found() -> None:
    dataset = make_dataset(("a & b",))
    assert not find_items(dataset.project, "& | !").exists()
