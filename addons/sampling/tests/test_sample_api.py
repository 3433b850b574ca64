"""Samples through the API: started, read and saved, with the options of the pages."""

from typing import Any

import pytest

from addons.sampling.tests.requested import make_log
from annotation.models import Dataset
from tasks.run_job import run_job
from tests.api.studies import Study, make_study


@pytest.fixture
def study(db: None) -> Study:
    return make_study()


@pytest.fixture
def log(study: Study) -> Dataset:
    return make_log(study.project)


def test_a_sample_is_drawn_read_and_saved(study: Study, log: Dataset) -> None:
    where = f"datasets/{log.pk}/samples"
    body = {"name": "Sampled", "size": 4, "shortest": 2, "column": "entropy", "least": "0.5"}
    asked = study.researcher.post(f"{where}/texts", body)
    assert (asked.status_code, asked.json()["options"]["sampler"]) == (202, "texts")
    one = f"samples/{asked.json()['id']}"
    assert study.researcher.post(f"{one}/keep").status_code == 409
    run_job("sample", asked.json()["id"])
    found = study.researcher.get(one).json()
    assert [row["words"] for row in found["results"]["lengths"]] == list(range(2, 9))
    saved = study.researcher.post(f"{one}/keep")
    assert (saved.status_code, saved.json()["kind"]) == (201, "texts")
    lengths = study.researcher.get(f"datasets/{saved.json()['id']}/lengths").json()["lengths"]
    assert sum(row["texts"] for row in lengths) == saved.json()["items"]
    [listed] = study.researcher.get(where).json()["results"]
    assert (listed["status"], listed["made"]) == ("kept", saved.json()["id"])
    assert "results" not in listed


def test_lengths_of_a_dataset_are_requested_by_its_number(study: Study, log: Dataset) -> None:
    body = {"name": "Random", "size": 3, "lengths_of": log.pk}
    asked = study.researcher.post(f"datasets/{log.pk}/samples/random", body).json()
    assert (asked["lengths_of"], asked["options"]["lengths"]) == (log.pk, "given")


@pytest.mark.parametrize(
    ("sampler", "body", "field"),
    [
        ("texts", {"order": 2}, "order"),
        ("texts", {"least": "1e3"}, "least"),
        ("texts", {"lengths": "model"}, "lengths"),
        ("random", {"order": 4}, "order"),
        ("random", {"lengths_of": 0}, "lengths_of"),
        ("sentences", {"column": "x"}, "column"),
    ],
)
def test_bad_options_are_refused_by_field(
    study: Study, log: Dataset, sampler: str, body: dict[str, Any], field: str
) -> None:
    answer = study.researcher.post(f"datasets/{log.pk}/samples/{sampler}", {"name": "New", **body})
    assert (answer.status_code, answer.json()["field"]) == (400, field)
