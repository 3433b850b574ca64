"""Saved filters: stored as written, with unique names; only readers who see workers can use one
that names a worker."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, transaction

from annotation.capabilities import Capability
from annotation.models import AuditEvent, SavedFilter
from annotation.services.errors import Archived, Conflict, Invalid, NameTaken
from annotation.services.items import saved_filters
from annotation.services.items.filters import ItemFilter, read_known
from annotation.services.items.saved_filters import delete_filter, filter_of, save_filter, usable_by
from annotation.services.lifecycle.archive import archive
from annotation.services.names import rename
from tests.helpers.factories import make_campaign

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
        with pytest.raises(Invalid) as refused:
            save_filter(campaign=campaign, user=user, name=name, wanted=wanted)
        assert refused.value.field == field
    with pytest.raises(Invalid, match="all items match"):
        save_filter(campaign=campaign, user=user, name="All", wanted=ItemFilter())
    with pytest.raises(IntegrityError, match="asks_for_something"), transaction.atomic():
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
    assert base.with_more(ItemFilter(tie=False, late=True)) == ItemFilter(
        q="a", tie=False, late=True
    )
    assert base.with_more(ItemFilter()) == base
    with pytest.raises(Invalid):
        ItemFilter(length_from=3).with_more(ItemFilter(length_to=2))
