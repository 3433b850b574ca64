"""Datasets from files: previewed, imported all or nothing, discarded."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db.models.functions import Now

from annotation.models import AuditEvent, Dataset, DatasetUpload, Item, Project, User
from annotation.services.datasets.datasets import (
    discard_upload,
    import_dataset,
    import_upload,
    store_upload,
)
from annotation.services.errors import Conflict, Invalid, NotFound, TooLarge
from tests.helpers.factories import make_project, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return make_user()


@pytest.fixture
def project(user: User) -> Project:
    return make_project(user)


def upload(project: Project, user: User, body: bytes, name: str = "Queries") -> DatasetUpload:
    return store_upload(project=project, user=user, name=name, filename="q.txt", body=body)


def test_an_upload_becomes_a_dataset_and_is_gone(project: Project, user: User) -> None:
    dataset = import_upload(upload=upload(project, user, b"first aid\napple pie\n"), user=user)
    assert (dataset.name, dataset.item_count) == ("Queries", 2)
    items = Item.objects.filter(dataset=dataset)
    assert [(item.position, item.text, item.words) for item in items] == [
        (1, "first aid", ["first", "aid"]),
        (2, "apple pie", ["apple", "pie"]),
    ]
    assert not DatasetUpload.objects.exists()
    event = AuditEvent.objects.get(verb="dataset.imported")
    assert (event.user, event.project, event.object_id) == (user, project, dataset.pk)


def test_with_any_error_nothing_is_imported_and_the_upload_stays(
    project: Project, user: User
) -> None:
    stored = upload(project, user, b"first aid\n\xe2\x80\x8b\nfirst aid\n")
    with pytest.raises(Invalid) as caught:
        import_upload(upload=stored, user=user)
    assert [(error["row"], error["message"]) for error in caught.value.details["errors"]] == [
        (2, "Word 1 contains only invisible characters. Remove it."),
        (3, "Duplicate of row 1. Keep one of the two."),
    ]
    assert not Dataset.objects.exists()
    assert DatasetUpload.objects.filter(pk=stored.pk).exists()


def test_an_upload_is_imported_once(project: Project, user: User) -> None:
    stored = upload(project, user, b"first aid\n")
    import_upload(upload=stored, user=user)
    with pytest.raises(NotFound):
        import_upload(upload=stored, user=user)
    assert Dataset.objects.count() == 1


def test_discarding_twice_is_discarding_once(project: Project, user: User) -> None:
    stored = upload(project, user, b"first aid\n")
    pk = stored.pk
    discard_upload(upload=stored, user=user)
    discard_upload(upload=DatasetUpload(pk=pk, project=project), user=user)
    assert not DatasetUpload.objects.exists()
    assert AuditEvent.objects.filter(verb="upload.discarded").count() == 1


def test_a_name_is_taken_once_in_a_project(project: Project, user: User) -> None:
    import_upload(upload=upload(project, user, b"first aid\n"), user=user)
    with pytest.raises(Conflict, match="already has a dataset named Queries"):
        upload(project, user, b"apple pie\n", name=" Queries ")
    elsewhere = make_project(user)
    import_upload(upload=upload(elsewhere, user, b"first aid\n"), user=user)
    assert Dataset.objects.count() == 2


@pytest.mark.parametrize("name", ["", "  ", "n" * 121, "a\0b", "a\ud800"])
def test_a_name_that_cannot_be_shown_is_refused(project: Project, user: User, name: str) -> None:
    with pytest.raises(Invalid) as caught:
        upload(project, user, b"first aid\n", name=name)
    assert caught.value.field == "name"


def test_a_hundred_megabytes_are_refused_before_they_are_read(project: Project, user: User) -> None:
    body = bytes(100 * 2**20)
    for refused in (
        lambda: upload(project, user, body),
        lambda: import_dataset(
            project=project, user=user, name="Big", filename="big.txt", body=body
        ),
    ):
        with pytest.raises(TooLarge) as caught:
            refused()
        assert caught.value.status == 413
        assert f"at most {settings.MAX_UPLOAD_BYTES // 2**20} MB" in caught.value.message
    assert not DatasetUpload.objects.exists()


def test_forgotten_uploads_are_cleared_when_the_next_one_comes(
    project: Project, user: User
) -> None:
    forgotten = upload(project, user, b"first aid\n", name="Old")
    DatasetUpload.objects.filter(pk=forgotten.pk).update(uploaded_at=Now() - timedelta(days=2))
    stored = upload(project, user, b"first aid\n", name="New")
    assert list(DatasetUpload.objects.all()) == [stored]
