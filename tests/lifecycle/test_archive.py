"""Archived objects: not listed, read-only in every service, and restored completely."""

from collections.abc import Callable
from decimal import Decimal

import pytest
from django.test import Client

from annotation.models import AuditEvent, Campaign, SetImport
from annotation.services.accounts.tokens import issue_token
from annotation.services.campaigns.campaigns import (
    close_campaign,
    create_campaign,
    edit_campaign,
    extend_redundancy,
    resume_campaign,
)
from annotation.services.campaigns.consent_texts import change_consent
from annotation.services.campaigns.copies import duplicate_campaign
from annotation.services.campaigns.extension import ask_more_of
from annotation.services.campaigns.limits import set_limits
from annotation.services.campaigns.people_terms import set_people_terms
from annotation.services.datasets.datasets import import_dataset, store_upload
from annotation.services.datasets.word_lists import set_word_list
from annotation.services.errors import Archived, Conflict, Forbidden
from annotation.services.items.filters import ItemFilter
from annotation.services.jobs.jobs import ask_for_job
from annotation.services.lifecycle.archive import archive, restore
from annotation.services.lifecycle.deletion import delete, undo_deletion
from annotation.services.names import rename
from annotation.services.pay.budgets import set_budget, set_pay_terms, set_project_money
from annotation.services.pay.ledger import give_bonus
from annotation.services.people.erasure import erase_worker
from annotation.services.people.worker_lists import set_list
from annotation.services.work.choosing import Chosen
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker
from annotation.services.work.quality import stop_worker
from annotation.services.work.review import review_judgment
from annotation.services.work.reviews import review_judgments
from tests.helpers.factories import enrol
from tests.research.study import Study


def closed(study: Study) -> Study:
    for campaign in (study.flat, study.nested):
        close_campaign(campaign=campaign, user=study.owner)
        campaign.refresh_from_db()
    return study


def refused(write: Callable[[], object], thing: str) -> None:
    before = AuditEvent.objects.count()
    with pytest.raises(
        Archived, match=rf"{thing} “.*” is archived: you can read but not change it"
    ):
        write()
    assert AuditEvent.objects.count() == before


CHANGES: dict[str, Callable[[Study], object]] = {
    "resume": lambda s: resume_campaign(campaign=s.flat, user=s.owner),
    "extend": lambda s: extend_redundancy(campaign=s.flat, user=s.owner, redundancy=9),
    "extend some": lambda s: ask_more_of(
        campaign=s.flat, user=s.owner, wanted=ItemFilter(length_from=0), redundancy=9
    ),
    "limits": lambda s: set_limits(campaign=s.flat, user=s.owner, most_workers=50),
    "people": lambda s: set_people_terms(campaign=s.flat, user=s.owner, screened=True),
    "consent": lambda s: change_consent(campaign=s.flat, user=s.owner, text="You may stop."),
    "rename": lambda s: rename(thing=s.flat, user=s.owner, name="New"),
    "budget": lambda s: set_budget(campaign=s.flat, user=s.owner, budget=None),
    "pay terms": lambda s: set_pay_terms(
        campaign=s.flat, user=s.owner, budget=None, approve_after_days=3
    ),
    "bonus": lambda s: give_bonus(
        enrolment=s.flat.enrolments.earliest("pk"), user=s.owner, amount=Decimal(1), reason="good"
    ),
    "list": lambda s: set_list(campaign=s.flat, user=s.owner, side="out", written="one"),
    "stop": lambda s: stop_worker(enrolment=s.flat.enrolments.earliest("pk"), user=s.owner),
    "exclude": lambda s: exclude_worker(
        enrolment=s.flat.enrolments.earliest("pk"), user=s.owner, reason="spam"
    ),
    "review": lambda s: review_judgment(
        judgment=s.flat.judgments.earliest("pk"), user=s.owner, review="accepted"
    ),
    "reviews": lambda s: review_judgments(
        campaign=s.flat, user=s.owner, review="accepted", chosen=Chosen()
    ),
    "edit": lambda s: edit_campaign(campaign=s.draft, user=s.owner, redundancy=2),
}


@pytest.mark.few(2)
@pytest.mark.parametrize("change", CHANGES)
def test_nothing_of_an_archived_campaign_is_changed(study: Study, change: str) -> None:
    closed(study)
    for campaign in (study.flat, study.draft):
        archive(thing=campaign, user=study.owner)
        campaign.refresh_from_db()
    refused(lambda: CHANGES[change](study), "campaign")
    for campaign in (study.flat, study.draft):
        restore(thing=campaign, user=study.owner)
        campaign.refresh_from_db()
    CHANGES[change](study)


OF_DATASET: dict[str, Callable[[Study], object]] = {
    "campaign": lambda s: create_campaign(
        dataset=s.dataset, scheme="flat", user=s.owner, name="New", redundancy=2, reward=0
    ),
    "duplicate": lambda s: duplicate_campaign(
        campaign=s.flat, dataset=s.dataset, name="Copy", user=s.owner
    ),
    "rename": lambda s: rename(thing=s.dataset, user=s.owner, name="New"),
    "job": lambda s: ask_for_job(
        SetImport, dataset=s.dataset, user=s.owner, name="New", digest="0" * 64
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("change", OF_DATASET)
def test_nothing_of_an_archived_dataset_is_changed(study: Study, change: str) -> None:
    archive(thing=closed(study).dataset, user=study.owner)
    study.dataset.refresh_from_db()
    refused(lambda: OF_DATASET[change](study), "dataset")


OF_PROJECT: dict[str, Callable[[Study], object]] = {
    "import": lambda s: import_dataset(
        project=s.project, user=s.owner, name="New", filename="a.txt", body=b"a b\n"
    ),
    "upload": lambda s: store_upload(
        project=s.project, user=s.owner, name="New", filename="a.txt", body=b"a b\n"
    ),
    "words": lambda s: set_word_list(project=s.project, user=s.owner, language="en", words=["of"]),
    "money": lambda s: set_project_money(
        project=s.project, user=s.owner, budget=None, least_hourly=Decimal(9), currency="USD"
    ),
    "rename": lambda s: rename(thing=s.project, user=s.owner, name="New"),
}


@pytest.mark.long
@pytest.mark.parametrize("change", OF_PROJECT)
def test_nothing_of_an_archived_project_is_changed(study: Study, change: str) -> None:
    archive(thing=closed(study).project, user=study.owner)
    study.project.refresh_from_db()
    refused(lambda: OF_PROJECT[change](study), "project")
    issue_token(project=study.project, user=study.owner, name="reads", days=1)


@pytest.mark.long
def test_what_is_archived_is_out_of_lists_and_stays_to_be_read(
    study: Study, owner: Client, teammate: Client
) -> None:
    archive(thing=closed(study).flat, user=study.owner)
    lists = f"/research/projects/{study.project.pk}/campaigns/"
    page = owner.get(lists).content.decode()
    assert study.flat.name not in page
    assert "Trash &amp; archive (1)" in page
    away = f"/research/projects/{study.project.pk}/away/"
    assert "Restore" in owner.get(away).content.decode()
    assert study.flat.name in teammate.get(away).content.decode()
    assert "<button>Restore" not in teammate.get(away).content.decode()
    where = f"/research/campaigns/{study.flat.pk}/"
    dashboard = teammate.get(where).content.decode()
    assert "This campaign is archived: you can read but not change it." in dashboard
    assert f"{where}resume/" not in dashboard
    assert f"{where}restore/" not in dashboard
    assert "Owners of the project can restore it." in dashboard
    assert f'action="{where}restore/" data-always' in owner.get(where).content.decode()
    assert owner.post(f"{where}restore/").headers["Location"] == where
    assert study.flat.name in owner.get(lists).content.decode()


def test_only_owners_archive_and_only_what_is_at_rest(study: Study, teammate: Client) -> None:
    worker = enrol(study.flat, "slow")
    claim_hit(enrolment_id=worker.pk)
    with pytest.raises(Conflict, match="“Flat round” is live"):
        archive(thing=study.flat, user=study.owner)
    with pytest.raises(Conflict, match="“Nested round”, “Flat round” are live"):
        archive(thing=study.project, user=study.owner)
    closed(study)
    with pytest.raises(Conflict, match="still have 1 task open"):
        archive(thing=study.flat, user=study.owner)
    for write in (archive, restore):
        with pytest.raises(Forbidden, match="Only an owner"):
            write(thing=study.nested, user=study.teammate)
    assert teammate.post(f"/research/campaigns/{study.nested.pk}/archive/").status_code == 403


@pytest.mark.long
def test_a_part_comes_back_with_what_it_was_archived_with(study: Study) -> None:
    closed(study)
    archive(thing=study.flat, user=study.owner)
    archive(thing=study.dataset, user=study.owner)
    study.nested.refresh_from_db()
    with pytest.raises(Archived, match=r"dataset “.*” is archived. Restore it"):
        restore(thing=study.nested, user=study.owner)
    restore(thing=study.dataset, user=study.owner)
    away = Campaign.objects.archived().values_list("pk", flat=True)
    assert list(away) == [study.flat.pk]


@pytest.mark.long
def test_what_is_archived_can_be_deleted_and_comes_back_archived(study: Study) -> None:
    archive(thing=closed(study).flat, user=study.owner)
    delete(thing=study.flat, user=study.owner)
    undo_deletion(thing=study.flat, user=study.owner)
    study.flat.refresh_from_db()
    assert study.flat.archived_at is not None


def test_each_page_offers_to_restore_the_whole_that_was_archived(
    study: Study, owner: Client
) -> None:
    """A campaign of an archived dataset, or of an archived project, is restored with it."""
    campaign, dataset = f"/research/campaigns/{study.flat.pk}/", study.dataset
    project = f"/research/projects/{study.project.pk}/"
    pages = [campaign, f"{campaign}limits/", f"/research/datasets/{dataset.pk}/", f"{project}lab/"]
    assert not any("Archived: read only" in owner.get(page).content.decode() for page in pages)
    archive(thing=closed(study).dataset, user=study.owner)
    for page in pages[:3]:
        text = owner.get(page).content.decode()
        assert "Archived: read only" in text
        assert f'action="/research/datasets/{dataset.pk}/restore/" data-always' in text
        assert 'class="page in-campaign archived"' in text or 'class="page archived"' in text
    assert "Archived: read only" not in owner.get(pages[3]).content.decode()
    restore(thing=dataset, user=study.owner)
    archive(thing=study.project, user=study.owner)
    for page in pages:
        assert f'action="{project}restore/" data-always' in owner.get(page).content.decode()


@pytest.mark.long
def test_a_person_is_erased_from_an_archived_campaign(study: Study, owner: Client) -> None:
    archive(thing=closed(study).flat, user=study.owner)
    enrolment = study.flat.enrolments.select_related("worker").earliest("pk")
    erase_worker(worker=enrolment.worker, user=study.owner)
    enrolment.refresh_from_db()
    assert enrolment.erased_at is not None
