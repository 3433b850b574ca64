"""A typology counted in parts, by any process, is the same to the last digit."""

import threading
from functools import cache
from itertools import chain, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from addons.typology import tasks
from addons.typology.models import Typology
from addons.typology.services import ask_for_typology
from addons.typology.tasks import Packed, number_words
from analysis.reading import item_ranges
from analysis.reading.item_ranges import WHOLE, ItemRange, ranges_by_size
from analysis.reading.sentences import words_in
from annotation.models import Dataset
from annotation.services.jobs.jobs import Unwanted
from midpath.corpus.cooccurrence import Numbered, numbered
from midpath.typology.analysis import Wanted, find_typology
from midpath.typology.options import TypologyOptions
from midpath.typology.result_shapes import Results
from tests.faults.processes import Stack
from tests.helpers.documents import make_documents
from tests.helpers.factories import make_dataset, make_user
from tests.helpers.jobs import carry_out
from tests.helpers.languages import make_texts, sentences

OPTIONS = TypologyOptions(top=20, samples=3, sentences=40, resamples=4, known_words=("ada",))
WANTED = Wanted(OPTIONS, ranked=20, propose=9, four_classes=True)
WORDS = [sentence.split() for sentence in sentences(60)]
SOME_BYTES = 2_000


@given(st.lists(st.integers(0, len(WORDS)), max_size=9))
def test_a_typology_is_the_same_for_any_division(ends: list[int]) -> None:
    limits = [0, *sorted(ends), len(WORDS)]
    divided = chain.from_iterable(numbered(WORDS[a:b]) for a, b in pairwise(limits))
    assert find_typology(divided, WANTED) == whole_typology()


@cache
def whole_typology() -> Results:
    return find_typology(numbered(WORDS), WANTED)


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(item_ranges, "BYTES_AT_ONCE", SOME_BYTES)


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note the threads that number words."""
    threads: list[int] = []
    run = number_words.run

    def note(*arguments: Any, **version: Any) -> Packed:
        threads.append(threading.get_ident())
        return run(*arguments, **version)

    monkeypatch.setattr(number_words, "run", note)
    return threads


@pytest.mark.django_db
def test_every_item_is_in_exactly_one_part(monkeypatch: pytest.MonkeyPatch) -> None:
    for dataset, some_bytes in ((make_texts(), SOME_BYTES), (make_documents(), 500)):
        monkeypatch.setattr(item_ranges, "BYTES_AT_ONCE", some_bytes)
        parts = ranges_by_size(dataset.pk)
        assert len(parts) > 2
        assert (parts[0].after, parts[-1].until) == (None, None)
        assert [one.after for one in parts[1:]] == [one.until for one in parts[:-1]]
        found = [dataset.items.filter(one.of("position")).count() for one in parts]
        assert sum(found) == dataset.items.count()
        assert all(found[:-1])
    assert ranges_by_size(make_dataset(["red wine"]).pk) == [WHOLE]


@pytest.mark.django_db
def test_texts_that_are_stored_compressed_are_divided_by_their_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(item_ranges, "BYTES_AT_ONCE", 20_000)
    dataset = make_dataset([f"{number} {'red ' * 2_000}" for number in range(10)])
    assert len(ranges_by_size(dataset.pk)) > 4


@pytest.mark.django_db
def test_what_is_packed_comes_out_as_it_was(small_parts: None) -> None:
    dataset = make_dataset(["東京 e\u0301té", "…", "red red wine"])
    kind = Dataset.Kind.TEXTS
    packed = number_words(dataset.pk, kind, None, None)
    assert (packed.items, packed.tokens) == (3, 5)
    expected = next(numbered(chain.from_iterable(words_in(dataset.pk, kind))))
    assert as_lists(packed.numbered()) == as_lists(expected)
    nothing = number_words(dataset.pk, kind, 3, None)
    assert (nothing.items, nothing.tokens, as_lists(nothing.numbered())) == (0, 0, ([], []))


def as_lists(part: Numbered) -> tuple[list[str], list[int]]:
    return list(part.words), part.ids.tolist()


def request_typology(dataset: Dataset) -> Typology:
    return ask_for_typology(dataset=dataset, user=make_user(), language="en", options=OPTIONS)


@pytest.mark.django_db(transaction=True)
def test_other_workers_count_parts(
    computed: list[int],
    other_worker: None,
    others_first: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dataset = make_texts()
    alone = carry_out(request_typology(dataset))
    assert computed == [threading.get_ident()]
    computed.clear()
    monkeypatch.setattr(item_ranges, "BYTES_AT_ONCE", SOME_BYTES)
    divided = carry_out(request_typology(dataset))
    assert divided.status == Typology.Status.READY
    assert len(computed) == len(ranges_by_size(dataset.pk)) > 2
    assert threading.get_ident() not in computed
    assert divided.results == alone.results


@pytest.mark.django_db(transaction=True)
def test_parts_that_are_no_longer_needed_are_not_counted(
    small_parts: None, other_worker: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other worker is busy with its first part until the job has stopped."""
    dataset = make_texts()
    stopped, elsewhere = threading.Event(), list[ItemRange]()
    here, run = threading.get_ident(), number_words.run

    def number(dataset_id: int, kind: str, *ends: int | None, **version: Any) -> Packed:
        if threading.get_ident() != here:
            elsewhere.append(ItemRange(*ends))
            stopped.wait(30)
        return run(dataset_id, kind, *ends, **version)

    def stop(read: int) -> None:
        if read:
            raise Unwanted

    monkeypatch.setattr(number_words, "run", number)
    try:
        with pytest.raises(Unwanted):
            list(tasks.parts_of(dataset, stop))
    finally:
        stopped.set()
    # The queue is in order, so the worker has then seen all parts.
    number_words.apply_async(args=(dataset.pk, dataset.kind, 0, 0)).get(timeout=30)
    begun_before_it_heard = 3
    assert len(elsewhere) - 1 <= begun_before_it_heard < len(ranges_by_size(dataset.pk)) - 3


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_another_process_counts_parts(
    small_parts: None, computed: list[int], others_first: None, notified: Stack
) -> None:
    dataset = make_texts()
    notified.start_celery(beat=False)
    notified.wait_for_celery()
    assert carry_out(request_typology(dataset)).status == Typology.Status.READY
    assert computed == []
    assert notified.log("celery").count("tasks.number_words") >= len(ranges_by_size(dataset.pk))
