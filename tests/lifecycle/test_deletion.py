"""Deleted objects are hidden for a day, can be restored by undo, and are then removed for good."""

from datetime import timedelta
from decimal import Decimal
from typing import cast

import pytest
from django.apps import apps
from django.db.migrations.state import StateApps
from django.db.models.functions import Now
from django.test import Client

from annotation.models import (
    Assignment,
    AuditEvent,
    Campaign,
    Dataset,
    DeadLetter,
    Heartbeat,
    Judgment,
    Lease,
    LedgerEntry,
    Letter,
    LoginAttempt,
    Picture,
    Project,
    Publication,
    ResearcherIdentity,
    ReviewAct,
    ShownPicture,
    SigningKey,
    User,
    Worker,
)
from annotation.services.campaigns.campaigns import close_campaign
from annotation.services.campaigns.shown_pictures import show_pictures
from annotation.services.errors import Conflict, Forbidden, Invalid, NameTaken
from annotation.services.lifecycle.deletion import delete, deleted_in, undo_deletion
from annotation.services.lifecycle.removal import remove_what_is_gone
from annotation.services.pay.batches import make_batch, settle_all
from annotation.services.pay.ledger import give_bonus
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import free_lease
from tests.helpers.addons import made_of_addons, our_models
from tests.helpers.apps import picture_bytes
from tests.helpers.factories import enrol, make_campaign
from tests.helpers.refusals import refused_by_database
from tests.helpers.rows import fill
from tests.helpers.tiers import by_tier
from tests.research.study import Study

ROOTS = {"project": Project, "dataset": Dataset, "campaign": Campaign}


def close(study: Study) -> None:
    for campaign in (study.flat, study.nested):
        close_campaign(campaign=campaign, user=study.owner)


def a_day_later() -> None:
    """Let the undo period of a day be over."""
    for kind in ROOTS.values():
        rows = kind._base_manager.filter(deleted_at__isnull=False)
        rows.update(deleted_at=Now() - timedelta(days=1, seconds=1))


@pytest.mark.long
def test_a_deleted_campaign_is_nowhere_and_comes_back(study: Study, owner: Client) -> None:
    close(study)
    delete(thing=study.flat, user=study.owner)
    for address in (
        f"/research/campaigns/{study.flat.pk}/",
        f"/research/campaigns/{study.flat.pk}/judgments/",
        f"/w/{study.flat.code}/",
        f"/api/v1/campaigns/{study.flat.pk}",
    ):
        assert owner.get(address).status_code == 404, address
    for address in ("", "campaigns/", "search/?q=Flat", "pay/"):
        page = owner.get(f"/research/projects/{study.project.pk}/{address}").content.decode()
        assert study.flat.name not in page, address
    assert study.flat.pk not in [
        row["id"] for row in owner.get("/api/v1/campaigns").json()["results"]
    ]
    assert deleted_in(study.project) == [study.flat]
    undo_deletion(thing=study.flat, user=study.owner)
    assert owner.get(f"/research/campaigns/{study.flat.pk}/").status_code == 200
    assert deleted_in(study.project) == []
    verbs = AuditEvent.objects.filter(object_id=study.flat.pk).values_list("verb", flat=True)
    assert {"campaign.deleted", "campaign.undeleted"} <= set(verbs)


def test_after_a_day_nothing_brings_it_back(study: Study) -> None:
    close(study)
    delete(thing=study.flat, user=study.owner)
    a_day_later()
    assert deleted_in(study.project) == []
    with pytest.raises(Conflict, match="more than a day ago"):
        undo_deletion(thing=study.flat, user=study.owner)


def test_nothing_is_removed_within_the_day(study: Study) -> None:
    close(study)
    delete(thing=study.flat, user=study.owner)
    assert remove_what_is_gone() == 0
    assert Campaign.everything.filter(pk=study.flat.pk).exists()


@pytest.mark.long
def test_a_campaign_is_removed_in_batches_and_its_neighbours_stay(study: Study) -> None:
    close(study)
    stored = Judgment.objects.filter(campaign=study.nested).count()
    alone = enrol(make_campaign(study.dataset, name="Short"), "only here").campaign
    close_campaign(campaign=alone, user=study.owner)
    delete(thing=study.flat, user=study.owner)
    delete(thing=alone, user=study.owner)
    a_day_later()
    assert remove_what_is_gone(seconds=0, batch=2) == 2
    while remove_what_is_gone(seconds=0, batch=2):
        pass
    assert not Campaign.everything.filter(pk__in=[study.flat.pk, alone.pk]).exists()
    assert Judgment.objects.filter(campaign=study.nested).count() == stored
    # Workers with work elsewhere stay; others are forgotten.
    left = Worker.objects.filter(project=study.project).values_list("external_id", flat=True)
    assert set(left) == {"w1", "w2"}
    event = AuditEvent.objects.get(verb="campaign.deleted", object_id=study.flat.pk)
    assert event.details["goes"] == {"judgment": 6, "worker": 2}
    assert not AuditEvent.objects.filter(verb="campaign.launched", object_id=study.flat.pk).exists()


# Rows that belong to no project, and the one audit row that records the deletion.
OF_NOBODY = {
    User: 3,
    LoginAttempt: 1,
    Heartbeat: 1,
    Lease: 1,
    DeadLetter: 1,
    AuditEvent: 1,
    Letter: 1,
    ResearcherIdentity: 1,
    SigningKey: 1,
}


def test_nothing_of_a_deleted_project_remains(study: Study) -> None:
    """Every table has a row, all of one project, and afterwards none has."""
    made_of_addons(study.project, study.owner)
    close(study)
    # Rows are attached to the first of each table: let all of them belong to one campaign.
    Campaign.objects.filter(pk=study.flat.pk).update(created_at=Now() + timedelta(days=1))
    fill(cast(StateApps, apps), "default")
    models = list(our_models())
    assert all(model._base_manager.exists() for model in models)
    assert Project.everything.count() == 1
    Campaign.objects.launched().update(status="closed", reward=0)
    Assignment.objects.update(status="returned", ended_at=Now())
    ReviewAct.objects.update(status="done")
    Publication.objects.update(withdrawn_at=Now())
    delete(thing=study.project, user=study.owner, name=study.project.name)
    a_day_later()
    while remove_what_is_gone(seconds=0, batch=by_tier(quick=200, long=50)):
        pass
    left = {model: model._base_manager.count() for model in models}
    assert {model: rows for model, rows in left.items() if rows} == OF_NOBODY
    event = AuditEvent.objects.get()
    assert (event.verb, event.object_id, event.project_id) == (
        "project.deleted",
        study.project.pk,
        None,
    )
    assert event.details["name"] == study.project.name


def test_the_ledger_goes_with_its_campaign_alone(study: Study) -> None:
    close(study)
    enrolment = study.flat.enrolments.earliest("pk")
    entry = give_bonus(enrolment=enrolment, user=study.owner, amount=Decimal(1), reason="good")
    rows = LedgerEntry.objects.filter(pk=entry.pk)
    for deleted_at in (None, Now(), Now() - timedelta(hours=23)):
        Campaign.everything.filter(pk=study.flat.pk).update(deleted_at=deleted_at)
        with refused_by_database("append-only"):
            rows._raw_delete("default")
    Campaign.everything.filter(pk=study.flat.pk).update(deleted_at=Now() - timedelta(hours=25))
    with refused_by_database("append-only"):
        rows.update(amount=2)
    rows._raw_delete("default")
    assert not rows.exists()


def test_what_is_live_leased_unpaid_or_needed_is_not_deleted(study: Study) -> None:
    for thing in (study.flat, study.project):
        with pytest.raises(Conflict, match="live"):
            delete(thing=thing, user=study.owner, name=study.project.name)
    with pytest.raises(Conflict, match=r"“Flat round”.*on this dataset"):
        delete(thing=study.dataset, user=study.owner)
    worker = enrol(study.flat, "slow")
    claim_hit(enrolment_id=worker.pk)
    close(study)
    with pytest.raises(Conflict, match="still have 1 task open"):
        delete(thing=study.flat, user=study.owner)
    free_lease(enrolment=worker, user=study.owner)
    enrolment = study.flat.enrolments.earliest("pk")
    give_bonus(enrolment=enrolment, user=study.owner, amount=Decimal("0.25"), reason="good")
    with pytest.raises(Conflict, match=r"0\.25 is owed to 1 worker"):
        delete(thing=study.flat, user=study.owner)
    batch = make_batch(campaign=study.flat, user=study.owner, source="link")
    with pytest.raises(Conflict, match="is owed"):
        delete(thing=study.flat, user=study.owner)
    settle_all(batch=batch, user=study.owner, paid=True)
    delete(thing=study.flat, user=study.owner)
    details = AuditEvent.objects.get(verb="campaign.deleted").details
    assert details["paid"] == {study.flat.currency: "0.250"}


@pytest.mark.long
def test_a_later_campaign_holds_a_campaign(study: Study) -> None:
    after = make_campaign(
        study.dataset, name="After", qualifications={"not_who_did": [study.flat.pk]}
    )
    close(study)
    with pytest.raises(Conflict, match="“After” is with workers"):
        delete(thing=study.flat, user=study.owner)
    close_campaign(campaign=after, user=study.owner)
    delete(thing=study.flat, user=study.owner)


def test_only_owners_delete_what_holds_work(study: Study) -> None:
    close(study)
    for thing in (study.flat, study.dataset, study.project):
        with pytest.raises(Forbidden, match="Only an owner"):
            delete(thing=thing, user=study.teammate, name=study.project.name)
    delete(thing=study.draft, user=study.teammate)
    undo_deletion(thing=study.draft, user=study.teammate)
    assert Campaign.objects.filter(pk=study.draft.pk).exists()


def test_a_project_is_deleted_by_its_name_and_comes_back_whole(study: Study) -> None:
    close(study)
    delete(thing=study.draft, user=study.owner)
    for name in ("", "Another"):
        with pytest.raises(Invalid, match="Type the name"):
            delete(thing=study.project, user=study.owner, name=name)
    delete(thing=study.project, user=study.owner, name=study.project.name)
    assert not Campaign.objects.filter(dataset__project=study.project).exists()
    assert not Dataset.objects.filter(project=study.project).exists()
    undo_deletion(thing=study.project, user=study.owner)
    # Objects deleted before stay deleted.
    assert set(Campaign.objects.filter(dataset__project=study.project)) == {
        study.flat,
        study.nested,
    }
    assert deleted_in(study.project) == [study.draft]


@pytest.mark.long
def test_a_name_that_was_taken_meanwhile_is_reported(study: Study) -> None:
    close(study)
    delete(thing=study.flat, user=study.owner)
    make_campaign(study.dataset, name=study.flat.name, launch=False)
    with pytest.raises(NameTaken, match="Rename that one first"):
        undo_deletion(thing=study.flat, user=study.owner)


@pytest.mark.long
def test_pictures_go_with_the_last_that_shows_them(study: Study) -> None:
    files = [("one.png", picture_bytes()), ("two.png", picture_bytes(size=(9, 9)))]
    show_pictures(campaign=study.draft, user=study.owner, files=files)
    show_pictures(campaign=study.nested, user=study.owner, files=files[:1])
    delete(thing=study.draft, user=study.owner)
    a_day_later()
    assert remove_what_is_gone()
    shown = ShownPicture.objects.values_list("picture", flat=True)
    assert [picture.pk for picture in Picture.objects.all()] == list(shown)


@pytest.mark.long
def test_a_deletion_needs_the_database_to_agree(study: Study) -> None:
    for column in ("archived_at", "deleted_at"):
        with refused_by_database("a_live_campaign_is_not"):
            Campaign.objects.filter(pk=study.flat.pk).update(**{column: Now()})
