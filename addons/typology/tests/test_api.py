"""Typologies through the API."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from addons.typology.models import Typology
from annotation.models import Dataset
from tasks.run_job import run_job
from tests.api.studies import Study, make_study
from tests.helpers.documents import make_documents


@pytest.fixture
def study(db: None) -> Study:
    return make_study()


@pytest.fixture
def documents(study: Study) -> Dataset:
    return make_documents(study.project)


@pytest.mark.long
def test_function_words_are_told_of_a_dataset(study: Study, documents: Dataset) -> None:
    where = f"datasets/{documents.pk}/typologies"
    asked = study.researcher.post(where, {"language": "en", "top": 10, "margin": "0.05"}).json()
    assert (asked["language"], asked["options"]["margin"]) == ("en", 0.05)
    run_job("typology", asked["id"])
    one = f"typologies/{asked['id']}"
    assert study.researcher.get(one).json()["results"] == Typology.objects.get().results
    assert study.researcher.post(f"{one}/rename", {"name": "Ours"}).json()["name"] == "Ours"
    assert [row["name"] for row in study.researcher.get(where).json()["results"]] == ["Ours"]
    wide = study.researcher.post(where, {"language": "en", "margin": "1.5"})
    assert (wide.status_code, wide.json()["field"]) == (400, "margin")
    many = study.researcher.post(where, {"language": "en", "samples": 100, "sentences": 100_000})
    assert (many.status_code, many.json()["field"]) == (400, "sentences")
    assert study.researcher.post(where, {"language": "?"}).json()["field"] == "language"


@pytest.mark.long
def test_lists_cost_few_queries_and_read_no_results(study: Study, documents: Dataset) -> None:
    study.researcher.post(f"datasets/{documents.pk}/typologies", {"language": "en"})
    with CaptureQueriesContext(connection) as spent:
        [_] = study.researcher.get(f"datasets/{documents.pk}/typologies").json()["results"]
    assert len(spent) <= 4
