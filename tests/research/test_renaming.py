"""Renaming everything with a user-given name; the audit log records it."""

from collections.abc import Callable

import pytest
from django.db.models import Model
from django.test import Client

from annotation.models import AuditEvent, Campaign, CampaignReport, Project, WordList
from annotation.services.datasets.word_lists import set_word_list
from annotation.services.names import rename
from tests.helpers.factories import make_campaign, make_dataset
from tests.helpers.pages import assert_shows, read, text_of
from tests.research.study import TEXTS, Study

FOLDERS: dict[str, Callable[[Study, Client], Model]] = {
    "projects": lambda study, owner: study.project,
    "datasets": lambda study, owner: study.dataset,
    "campaigns": lambda study, owner: study.flat,
}


@pytest.mark.long
@pytest.mark.parametrize("folder", FOLDERS)
def test_a_thing_gets_another_name(folder: str, study: Study, owner: Client) -> None:
    assert_renamed(FOLDERS[folder](study, owner), folder, study, owner)


def assert_renamed(thing: Model, folder: str, study: Study, owner: Client) -> None:
    """Rename an object on its page; the page and the audit say so."""
    before = thing.name  # type: ignore[attr-defined]
    where = f"/research/{folder}/{thing.pk}/"
    assert f"{where}rename/" in owner.get(where).content.decode()
    assert f'value="{before}"' in read(owner, f"{where}rename/")
    assert owner.post(f"{where}rename/", {"name": "  Another   name "}).headers["Location"] == where
    assert_shows(read(owner, where), f"Renamed from “{before}”.", "Another name")
    thing.refresh_from_db()
    assert thing.name == "Another name"  # type: ignore[attr-defined]
    event = AuditEvent.objects.latest("pk")
    assert event.verb.endswith(".renamed")
    assert event.user == study.owner
    assert event.project == study.project
    assert event.details == {"name": "Another name", "before": before}
    text = owner.get(f"/research/projects/{study.project.pk}/audit/").content.decode()
    assert f"{before} to Another name" in text


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "Enter a name."),
        ("  ", "Enter a name."),
        ("x" * 121, "at most 120 characters"),
        ("a\x07b", "In the name:"),
    ],
)
def test_an_invalid_name_is_refused(study: Study, owner: Client, name: str, said: str) -> None:
    answer = owner.post(f"/research/datasets/{study.dataset.pk}/rename/", {"name": name})
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert 'aria-describedby="id_name_error"' in answer.content.decode()
    study.dataset.refresh_from_db()
    assert not AuditEvent.objects.filter(verb="dataset.renamed").exists()


@pytest.mark.long
def test_a_name_is_given_once_where_it_must_be(study: Study, owner: Client) -> None:
    other = make_dataset(TEXTS, study.project)
    taken = owner.post(f"/research/datasets/{other.pk}/rename/", {"name": study.dataset.name})
    assert f"already has a dataset named {study.dataset.name}" in text_of(taken, 400)
    flat, nested = study.flat, study.nested
    taken = owner.post(f"/research/campaigns/{flat.pk}/rename/", {"name": nested.name})
    assert f"A campaign named {nested.name} already exists" in text_of(taken, 400)
    # A campaign of another dataset may have the name.
    elsewhere = make_campaign(other, name="Elsewhere", launch=False)
    renamed = owner.post(f"/research/campaigns/{elsewhere.pk}/rename/", {"name": flat.name})
    assert renamed.status_code == 302


def test_a_name_that_it_has_already_changes_nothing(study: Study) -> None:
    rename(thing=study.dataset, user=study.owner, name=study.dataset.name)
    assert not AuditEvent.objects.filter(verb="dataset.renamed").exists()


def test_only_owners_rename_a_project(study: Study, owner: Client, teammate: Client) -> None:
    where = f"/research/projects/{study.project.pk}/"
    assert "rename/" not in teammate.get(where).content.decode()
    refused = teammate.post(f"{where}rename/", {"name": "Mine now"})
    assert "Only an owner of the project may change its name and members." in text_of(refused, 403)
    assert not Project.objects.filter(name="Mine now").exists()
    assert teammate.post(f"/research/campaigns/{study.flat.pk}/rename/", {"name": "New"}).url  # type: ignore[attr-defined]
    assert Campaign.objects.get(pk=study.flat.pk).name == "New"


def test_a_stranger_renames_nothing(study: Study, stranger: Client) -> None:
    for folder, number in (
        ("projects", study.project.pk),
        ("datasets", study.dataset.pk),
        ("campaigns", study.flat.pk),
    ):
        answer = stranger.post(f"/research/{folder}/{number}/rename/", {"name": "Mine"})
        assert answer.status_code == 404
    assert not AuditEvent.objects.filter(verb__endswith=".renamed").exists()


@pytest.mark.long
def test_a_list_of_words_moves_to_another_language(reported: Study, owner: Client) -> None:
    project, user = reported.project, reported.owner
    where = f"/research/projects/{project.pk}/words"
    assert owner.get(f"{where}/en/rename/").status_code == 404
    assert "rename/" not in owner.get(f"{where}/en/").content.decode()
    set_word_list(project=project, user=user, language="en", words=["of"])
    set_word_list(project=project, user=user, language="de", words=["von"])
    assert f"{where}/en/rename/" in owner.get(f"{where}/en/").content.decode()
    wrong = owner.post(f"{where}/en/rename/", {"name": "Old English"})
    assert "Give the code of the language, such as en or pt-br." in wrong.content.decode()
    assert "already has a list for de" in text_of(owner.post(f"{where}/en/rename/", {"name": "de"}))
    assert owner.post(f"{where}/en/rename/", {"name": "pt-br"}).status_code == 302
    words = WordList.objects.get(project=project, language="pt-br")
    # Reports are made again when this has increased.
    assert words.revision == 2
    assert CampaignReport.objects.exists()
