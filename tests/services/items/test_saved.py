"""Saved filters, queues of decisions narrowed by a filter, and the index of the text search."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from annotation.capabilities import Capability
from annotation.models import AuditEvent, Dataset, Decision, ItemSummary, SavedFilter
from annotation.services.datasets.dataset_writer import MANY_ITEMS, create_dataset
from annotation.services.decisions.queue import (
    DISAGREEMENT,
    FOUND,
    SAMPLE,
    UNDECIDED,
    Queue,
    next_hit,
    orders_of,
    queued,
    waiting,
)
from annotation.services.errors import Archived, Conflict, Invalid, NameTaken
from annotation.services.items import saved_filters
from annotation.services.items.filters import ItemFilter, read_known
from annotation.services.items.saved_filters import delete_filter, filter_of, save_filter, usable_by
from annotation.services.items.text_search import excerpt, find_items
from annotation.services.lifecycle.archive import archive
from annotation.services.names import rename
from tests.helpers.factories import make_campaign, make_dataset, make_project
from tests.helpers.refusals import refused_at, refused_by_database
from tests.helpers.tiers import by_tier
from tests.services.deciding import WHOLE, House

WANTED = ItemFilter(
    q="what & what=not; ünï",
    worker=3,
    since=datetime(2027, 1, 2, 3, 4, tzinfo=UTC),
    review="none",
    late=False,
    length_to=0,
    entropy_from=0.25,
    tie=True,
)


def test_what_is_saved_is_read_as_it_was() -> None:
    campaign = make_campaign(texts=["a b"])
    user = campaign.dataset.project.memberships.get().user
    own = save_filter(campaign=campaign, user=user, name="  All   of it ", wanted=WANTED)
    assert (own.name, own.user) == ("All of it", user)
    assert filter_of(SavedFilter.objects.get()) == WANTED
    rename(thing=own, user=user, name="Late ones")
    assert SavedFilter.objects.get().name == "Late ones"
    delete_filter(own=own, user=user)
    assert not SavedFilter.objects.exists()
    events = AuditEvent.objects.filter(verb__startswith="filter.").order_by("pk")
    assert [(one.verb, one.campaign, one.details["name"]) for one in events] == [
        ("filter.saved", campaign, "All of it"),
        ("filter.renamed", campaign, "Late ones"),
        ("filter.deleted", campaign, "Late ones"),
    ]


@pytest.mark.long
def test_a_name_is_given_once_in_a_campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = make_campaign(texts=["a b"])
    user = campaign.dataset.project.memberships.get().user
    tie = ItemFilter(tie=True)
    save_filter(campaign=campaign, user=user, name="Ties", wanted=tie)
    other = save_filter(campaign=campaign, user=user, name="Others", wanted=ItemFilter(tie=False))
    with pytest.raises(NameTaken):
        save_filter(campaign=campaign, user=user, name="Ties", wanted=ItemFilter(q="a"))
    with pytest.raises(NameTaken):
        rename(thing=other, user=user, name="Ties")
    save_filter(campaign=make_campaign(campaign.dataset), user=user, name="Ties", wanted=tie)
    for name, wanted, field in (("", tie, "name"), ("x" * 121, tie, "name")):
        with refused_at(field):
            save_filter(campaign=campaign, user=user, name=name, wanted=wanted)
    with pytest.raises(Invalid, match="all items match"):
        save_filter(campaign=campaign, user=user, name="All", wanted=ItemFilter())
    with refused_by_database("asks_for_something"):
        SavedFilter.objects.create(campaign=campaign, name="Nothing", query="")
    monkeypatch.setattr(saved_filters, "MAX_FILTERS", 2)
    with pytest.raises(Conflict, match="at most"):
        save_filter(campaign=campaign, user=user, name="Third", wanted=tie)


def test_a_filter_with_a_condition_of_a_missing_addon_is_not_used() -> None:
    campaign = make_campaign(texts=["a b"])
    for name, query in (("Toast", "q=a&toasted=yes"), ("Ties", "q=%26toasted%3Dyes&tie=yes")):
        SavedFilter.objects.create(campaign=campaign, name=name, query=query)
    assert [own.name for own in usable_by(campaign, frozenset(Capability))] == ["Ties"]
    with pytest.raises(Invalid, match="There is no filter 'toasted'"):
        read_known({"q": "a", "toasted": "yes"})


def test_nothing_is_saved_in_what_is_archived() -> None:
    campaign = make_campaign(texts=["a b"], launch=False)
    user = campaign.dataset.project.memberships.get().user
    archive(thing=campaign, user=user)
    campaign.refresh_from_db()
    with pytest.raises(Archived):
        save_filter(campaign=campaign, user=user, name="Ties", wanted=ItemFilter(tie=True))


def test_who_sees_no_workers_finds_by_none() -> None:
    campaign = make_campaign(texts=["a b"])
    user = campaign.dataset.project.memberships.get().user
    for name, wanted in (
        ("Of one", ItemFilter(worker=1)),
        ("Of one, too", ItemFilter(q="a", worker=1)),
        ("By word", ItemFilter(q="&worker=1")),
    ):
        save_filter(campaign=campaign, user=user, name=name, wanted=wanted)
    assert [one.name for one in usable_by(campaign, {Capability.SEE_TEXTS})] == ["By word"]
    assert usable_by(campaign, set(Capability)).count() == 3


def test_more_is_requested_next_to_a_filter() -> None:
    base = ItemFilter(q="a", tie=True)
    found = base.with_more(ItemFilter(tie=False, late=True))
    assert found == ItemFilter(q="a", tie=False, late=True)
    assert base.with_more(ItemFilter()) == base
    with pytest.raises(Invalid):
        ItemFilter(length_from=3).with_more(ItemFilter(length_to=2))


@pytest.fixture
def house() -> House:
    """Make twelve judged texts; workers agree on three of them."""
    made = House(texts=12)
    agreed = ItemSummary.objects.filter(hit__campaign=made.campaign, hit__item__position__lte=3)
    agreed.update(disagreement=0)
    return made


@pytest.mark.long
@pytest.mark.parametrize("by", [FOUND, DISAGREEMENT, UNDECIDED, SAMPLE])
def test_a_filter_narrows_every_queue_and_keeps_its_order(house: House, by: str) -> None:
    wanted = ItemFilter(disagreement_from=0.01)
    found = set(wanted.hits(house.campaign).values_list("pk", flat=True))
    assert 0 < len(found) < 12
    usual = Queue(DISAGREEMENT if by == FOUND else by, size=100)
    whole = [hit.pk for hit in queued(house.campaign, usual) if hit.pk in found]
    narrow = Queue(by, size=100, wanted=wanted)
    assert [hit.pk for hit in queued(house.campaign, narrow)] == whole
    walked, hit = [], next_hit(house.campaign, house.ada, narrow)
    while hit is not None:
        walked.append(hit.pk)
        hit = next_hit(house.campaign, house.ada, narrow, hit)
    assert walked == whole


def test_all_that_is_found_waits_also_where_nobody_disagrees(house: House) -> None:
    wanted = ItemFilter(disagreement_to=0)
    queue = Queue(FOUND, wanted=wanted)
    agreed = set(wanted.hits(house.campaign))
    assert agreed
    assert set(waiting(house.campaign, house.ada, queue)) == agreed
    assert not waiting(house.campaign, house.ada, Queue(DISAGREEMENT, wanted=wanted)).exists()
    first = next_hit(house.campaign, house.ada, queue)
    assert first is not None
    house.decides(house.ada, WHOLE, first.item.position)
    assert Decision.objects.count() == 1
    assert set(waiting(house.campaign, house.ada, queue)) == agreed - {first}


@pytest.mark.long
def test_only_with_a_filter_is_there_a_queue_of_what_it_finds(house: House) -> None:
    assert FOUND not in orders_of(house.campaign, ItemFilter())
    assert orders_of(house.campaign, ItemFilter(tie=False))[0] == FOUND


def test_a_word_in_a_large_dataset_is_found_by_its_index_at_once(
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    """PostgreSQL has not analyzed the table by itself yet."""
    many = by_tier(quick=MANY_ITEMS, long=100_000)
    texts = ("a rare zebra", *(f"some ordinary words, number {uuid4().hex}" for _ in range(many)))
    project = make_project()
    with django_capture_on_commit_callbacks(execute=True):
        create_dataset(
            project=project,
            user=None,
            name="many",
            kind=Dataset.Kind.TEXTS,
            details={},
            rows=[(text, {}) for text in texts],
            verb="dataset.imported",
        )
    found = find_items(project, "zeb")[:11]
    assert "item_by_words" in found.explain()
    assert [one.text for one in found] == ["a rare zebra"]
    for word in ("zebra", "ordinary"):
        begun = time.perf_counter()
        assert list(find_items(project, word)[:11])
        spent = time.perf_counter() - begun
        print(f"{word} found in {1000 * spent:.1f} ms")  # noqa: T201 - `pytest -s` shows it


def test_the_passage_is_around_the_word() -> None:
    item = make_dataset(("left " * 30 + "Zebra " + "right " * 30,)).items.get()
    passage = excerpt(item, "zeb")
    assert passage.startswith("…left left")
    assert "left Zebra right" in passage
    assert passage.endswith("right…")


def test_without_a_word_nothing_is_found() -> None:
    assert not find_items(make_dataset(("a & b",)).project, "& | !").exists()
