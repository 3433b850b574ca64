"""Items are stored unchanged, whatever characters they contain, all or none."""

import pytest
from django.db import IntegrityError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.services.datasets import items
from annotation.services.datasets.items import Row, store_items
from tests.helpers.factories import make_dataset
from tests.helpers.tiers import by_tier

# Everything that COPY escapes, and a character beyond the first plane.
HARD = ["\\", "\\.", "\\N", "\\n", "\t", "\n", "\r", "\r\n", "\\\t", '"', "\x1b", "😀", "é"]
PLAIN = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
TEXTS = st.lists(st.sampled_from(HARD) | PLAIN)


@pytest.mark.long
@given(st.lists(TEXTS.map("".join), unique=True, max_size=8), st.integers(1, 3))
@settings(
    max_examples=by_tier(quick=10, long=200),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_what_is_stored_is_what_was_given(texts: list[str], batch: int) -> None:
    dataset, document = make_dataset([]), make_dataset(["a document"]).items.get()
    rows = [
        Row(text, {"tokens": [text, "ü"]}, document.pk if place % 2 else None)
        for place, text in enumerate(texts)
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(items, "BATCH", batch)
        store_items(dataset.pk, rows)
    stored = dataset.items.order_by("position")
    assert [Row(one.text, one.content, one.document_id) for one in stored] == rows
    assert [one.position for one in stored] == list(range(1, len(rows) + 1))


def test_one_text_twice_stores_nothing() -> None:
    dataset = make_dataset([])
    with pytest.raises(IntegrityError, match="one_item_per_text"), transaction.atomic():
        store_items(dataset.pk, [Row("a", {}, None), Row("b", {}, None), Row("a", {}, None)])
    assert not dataset.items.exists()
