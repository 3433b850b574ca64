"""Choices about an upload survive into the job that imports it."""

from typing import Any

import pytest

from annotation.models import (
    DatasetImport,
    Item,
    Project,
    User,
)
from annotation.services.datasets.datasets import store_upload
from annotation.services.datasets.readings import choose_reading
from annotation.services.errors import ServiceError
from annotation.services.jobs.dataset_imports import (
    ask_to_import_upload,
    import_file_or_ask,
)
from midpath.exchange.lenient.layout import Choices
from tests.attacks.test_parquet import packed
from tests.helpers.factories import make_project, make_user
from tests.helpers.imports import finish
from tests.helpers.spreadsheets import workbook
from tests.services.test_dataset_imports import NESTED, SOUND, stored


@pytest.fixture
def user() -> User:
    return make_user()


@pytest.fixture
def project(user: User) -> Project:
    return make_project(user)


def columns_of(job: DatasetImport) -> list[Any]:
    assert job.dataset is not None, job.problem
    items = Item.objects.filter(dataset=job.dataset).order_by("position")
    return [item.content.get("columns") for item in items]


def test_choices_of_an_upload_are_kept_by_its_job(project: Project, user: User) -> None:
    upload = stored(project, user, NESTED, "a.jsonl")
    refused = finish(ask_to_import_upload(upload=upload, user=user))
    assert refused.results["reasons"] == {"nested fields": 2}
    choose_reading(upload=upload, user=user, chosen={"nested": "flatten"})
    job = finish(ask_to_import_upload(upload=upload, user=user))
    assert columns_of(job) == [{"meta.nr": 1}, {"meta.nr": 2}]


def test_the_sheet_of_an_upload_is_kept_by_its_job(project: Project, user: User) -> None:
    body = workbook({"A": [["text"], ["red wine"], ["tea"]], "B": [["text"], ["green tea"]]})
    upload = store_upload(project=project, user=user, name="X", filename="a.xlsx", body=body)
    choose_reading(upload=upload, user=user, chosen={"sheet": "B"})
    job = finish(ask_to_import_upload(upload=upload, user=user))
    assert list(Item.objects.filter(dataset=job.dataset).values_list("text", flat=True)) == [
        "green tea"
    ]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("filename", "body", "choices", "columns"),
    [
        (
            "a.parquet",
            packed({"text": ["one text"], "meta": [{"nr": 1}]}),
            Choices(nested="flatten"),
            [{"meta.nr": 1}],
        ),
        (
            "a.xlsx",
            workbook({"A": [["text"], ["x y"], ["z"]], "B": [["text", "nr"], ["one text", 1]]}),
            Choices(sheet="B"),
            [{"nr": "1"}],
        ),
        (
            "a.xlsx",
            workbook({"A": [["nothing"]], "B": [["text", "nr"], ["one text", 1]]}),
            Choices(),
            [{"nr": "1"}],
        ),
    ],
)
def test_packed_files_of_clients_are_imported_by_a_job_as_chosen(
    project: Project, user: User, filename: str, body: bytes, choices: Choices, columns: list[Any]
) -> None:
    job = import_file_or_ask(
        project=project, user=user, name="P", filename=filename, body=body, choices=choices
    )
    assert isinstance(job, DatasetImport)
    assert columns_of(finish(job)) == columns


def test_a_workbook_of_a_client_is_refused_by_row(project: Project, user: User) -> None:
    body = workbook([["text", "nr"], ["one text", 1], ["one text", 2]])
    job = import_file_or_ask(project=project, user=user, name="P", filename="a.xlsx", body=body)
    assert isinstance(job, DatasetImport)
    assert finish(job).results["errors"][0]["row"] == 3


def test_only_workbooks_have_sheets(project: Project, user: User) -> None:
    with pytest.raises(ServiceError, match="Only Excel workbooks"):
        import_file_or_ask(
            project=project,
            user=user,
            name="P",
            filename="a.csv",
            body=SOUND.encode(),
            choices=Choices(sheet="B"),
        )
