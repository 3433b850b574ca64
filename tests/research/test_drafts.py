"""Drafts are deleted after asking; what was launched stays."""

import pytest
from django.test import Client

from annotation.models import AuditEvent, Campaign
from annotation.services.campaigns.drafts import delete_draft
from annotation.services.errors import Conflict
from tests.research.study import Study


def test_a_draft_is_deleted_once_it_is_meant(study: Study, teammate: Client) -> None:
    where = f"/research/campaigns/{study.draft.pk}/"
    assert f"{where}delete/" in teammate.get(where).content.decode()
    assert "gone for good" in teammate.get(f"{where}delete/").content.decode()
    assert Campaign.objects.filter(pk=study.draft.pk).exists()
    answer = teammate.post(f"{where}delete/")
    assert answer.headers["Location"] == f"/research/datasets/{study.dataset.pk}/"
    assert not Campaign.objects.filter(pk=study.draft.pk).exists()
    told = teammate.get(f"/research/projects/{study.project.pk}/audit/").content.decode()
    assert f"deleted the draft {study.draft.name}" in told
    # Twice at once does no harm.
    delete_draft(campaign=study.draft, user=study.teammate)
    assert AuditEvent.objects.filter(verb="campaign.deleted").count() == 1


def test_what_was_launched_stays(study: Study, owner: Client) -> None:
    where = f"/research/campaigns/{study.flat.pk}/"
    assert "delete/" not in owner.get(where).content.decode()
    for answer in (owner.get(f"{where}delete/"), owner.post(f"{where}delete/")):
        assert answer.headers["Location"] == where
    with pytest.raises(Conflict, match="Only a draft"):
        delete_draft(campaign=study.flat, user=study.owner)
    assert Campaign.objects.filter(pk=study.flat.pk).exists()


def test_a_stranger_deletes_nothing(study: Study, stranger: Client) -> None:
    assert stranger.post(f"/research/campaigns/{study.draft.pk}/delete/").status_code == 404
    assert Campaign.objects.filter(pk=study.draft.pk).exists()
