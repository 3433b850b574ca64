"""Typologies that a researcher requested on a page."""

from django.test import Client

from addons.typology.models import Typology
from annotation.models import Dataset
from tasks.run_job import run_job
from tests.helpers.pages import Response
from tests.research.study import Study

TERMS = {
    "language": "en",
    "by": "entropy",
    "top": "50",
    "samples": "4",
    "sentences": "150",
    "margin": "0.010",
    "resamples": "0",
    "seed": "1",
    "known_words": "",
}


def request_typology(client: Client, dataset: Dataset, **changed: str) -> Response:
    return client.post(f"/research/datasets/{dataset.pk}/typologies/new/", {**TERMS, **changed})


def computed_typology(client: Client, dataset: Dataset, **changed: str) -> str:
    where = request_typology(client, dataset, **changed).headers["Location"]
    run_job("typology", Typology.objects.latest("pk").pk)
    return where


def words(study: Study, query: str = "", language: str = "en") -> str:
    return f"/research/projects/{study.project.pk}/words/{language}/{query}"
