"""One message folds once, and returns at once if another fold is running; nothing is left over."""

import threading

import pytest
from django.db import connection, transaction

from annotation.models import AgreementState, Campaign, Judgment
from tasks import fold as folding
from tests.helpers.factories import judge_all_at_random
from tests.helpers.invariants import check_figures

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Collect the campaigns that the task sends to the end of the queue."""
    queue: list[int] = []
    monkeypatch.setattr(folding.fold, "apply_async", lambda args, **_: queue.append(args[0]))
    return queue


def test_a_message_leaves_where_the_dataset_is_being_folded(
    flat: Campaign, nested: Campaign, sent: list[int]
) -> None:
    judge_all_at_random(flat, workers=1, seed=1)
    locked, done = threading.Event(), threading.Event()

    def lock() -> None:
        with transaction.atomic():
            folding.lock_states(nested)
            locked.set()
            done.wait()
        connection.close()

    holder = threading.Thread(target=lock)
    holder.start()
    try:
        locked.wait()
        folding.fold(flat.pk)
        assert Judgment.objects.unfolded().count() == 4
        assert sent == []
    finally:
        done.set()
        holder.join()


def test_whoever_folded_looks_again_for_all_campaigns_of_the_dataset(
    flat: Campaign, nested: Campaign, sent: list[int]
) -> None:
    for campaign in (flat, nested):
        judge_all_at_random(campaign, workers=1, seed=2)
    folding.fold(flat.pk)
    assert sent == [nested.pk]
    folding.fold(nested.pk)
    assert sent == [nested.pk]
    check_figures(flat)
    check_figures(nested)
    assert AgreementState.objects.get(campaign=flat).version == 1


def test_what_is_too_much_for_one_fold_goes_to_the_end_of_the_queue(
    flat: Campaign, sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folding, "MAX_CONCURRENT", 3)
    judge_all_at_random(flat, workers=1, seed=3)
    folding.fold(flat.pk)
    assert sent == [flat.pk]
    folding.fold(flat.pk)
    assert sent == [flat.pk]
    check_figures(flat)
