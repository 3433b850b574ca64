"""Drafts are deleted by any member after a confirmation, in the same place and words as everything
else."""

import pytest
from django.test import Client

from annotation.models import AuditEvent, Campaign
from annotation.services.lifecycle.deletion import delete
from tests.research.study import Study


@pytest.mark.long
def test_a_draft_is_deleted_once_it_is_meant(study: Study, teammate: Client) -> None:
    where = f"/research/campaigns/{study.draft.pk}/"
    assert f"{where}delete/" in teammate.get(where).content.decode()
    assert "contains no work" in teammate.get(f"{where}delete/").content.decode()
    assert Campaign.objects.filter(pk=study.draft.pk).exists()
    answer = teammate.post(f"{where}delete/")
    away = f"/research/projects/{study.project.pk}/away/"
    assert answer.headers["Location"] == away
    assert not Campaign.objects.filter(pk=study.draft.pk).exists()
    text = teammate.get(f"/research/projects/{study.project.pk}/audit/").content.decode()
    assert f"deleted the campaign {study.draft.name}" in text
    # A second deletion at the same time does no harm.
    delete(thing=study.draft, user=study.teammate)
    assert AuditEvent.objects.filter(verb="campaign.deleted").count() == 1
    assert study.draft.name in teammate.get(away).content.decode()
    teammate.post(f"{where}undelete/")
    assert Campaign.objects.filter(pk=study.draft.pk).exists()


def test_a_stranger_deletes_nothing(study: Study, stranger: Client) -> None:
    assert stranger.post(f"/research/campaigns/{study.draft.pk}/delete/").status_code == 404
    assert Campaign.objects.filter(pk=study.draft.pk).exists()
    delete(thing=study.draft, user=study.owner)
    assert stranger.post(f"/research/campaigns/{study.draft.pk}/undelete/").status_code == 404
    assert not Campaign.objects.filter(pk=study.draft.pk).exists()
