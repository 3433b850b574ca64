"""Large files through the API: 202 with a job, which makes the dataset or lists the errors."""

import pytest

from annotation.models import Dataset, DatasetImport
from annotation.services.datasets import readings
from tests.api.studies import Study
from tests.helpers.imports import finish

LINES = 3


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "MAX_LINES_AT_ONCE", LINES)


def rows(*texts: str) -> list[dict[str, str]]:
    return [{"text": text} for text in texts]


def test_many_rows_become_a_dataset_by_a_job(study: Study) -> None:
    body = {"project": study.project.pk, "name": "Few", "rows": rows("a b", "c d")}
    assert study.researcher.post("datasets", body).status_code == 201
    many = rows(*(f"text {number}" for number in range(LINES + 2)))
    answer = study.researcher.post("datasets", body | {"name": "Many", "rows": many})
    assert answer.status_code == 202
    content = answer.json()
    assert (content["status"], content["dataset"], content["filename"]) == (
        "waiting",
        None,
        "rows.jsonl",
    )
    finish(DatasetImport.objects.get())
    found = study.researcher.get(f"dataset-imports/{content['id']}").json()
    assert (found["status"], found["done"], found["errors"]) == ("ready", LINES + 2, [])
    made = study.researcher.get(f"datasets/{found['dataset']}").json()
    assert (made["name"], made["items"]) == ("Many", LINES + 2)
    listed = study.researcher.get(f"projects/{study.project.pk}/dataset-imports").json()
    assert [one["id"] for one in listed["results"]] == [content["id"]]


def test_errors_of_many_rows_are_listed_by_row(study: Study) -> None:
    many = rows("a b", "c d", "e f", "a b", "g h")
    body = {"project": study.project.pk, "name": "Many", "rows": many}
    number = study.researcher.post("datasets", body).json()["id"]
    finish(DatasetImport.objects.get())
    found = study.researcher.get(f"dataset-imports/{number}").json()
    assert (found["status"], found["count"]) == ("failed", 1)
    assert "Some rows have errors" in found["problem"]
    assert [error["row"] for error in found["errors"]] == [4]
    assert not Dataset.objects.filter(name="Many").exists()


def test_an_import_of_many_rows_is_stopped(study: Study) -> None:
    many = rows(*(f"text {number}" for number in range(LINES + 2)))
    body = {"project": study.project.pk, "name": "Many", "rows": many}
    number = study.researcher.post("datasets", body).json()["id"]
    assert study.researcher.post(f"dataset-imports/{number}/discard").json()["status"] == (
        "discarded"
    )
    assert study.researcher.post("datasets", body).status_code == 202
