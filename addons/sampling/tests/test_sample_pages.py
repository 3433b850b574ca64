"""Samples on a researcher's pages: chosen, inspected, saved; and lengths side by side."""

import pytest
from django.test import Client

from addons.sampling.models import Sample
from addons.sampling.tests.requested import RANDOM_FORM, TEXT_FORM, make_log
from annotation.models import Dataset
from tasks.run_job import run_job
from tests.helpers.documents import make_documents
from tests.helpers.factories import make_dataset
from tests.helpers.pages import Response, assert_shows, read, text_of
from tests.helpers.queries import assert_queries
from tests.research.study import Study

SIGNED_IN = 2


def request(client: Client, dataset: Dataset, sampler: str = "texts", **changed: str) -> Response:
    form = TEXT_FORM if sampler == "texts" else RANDOM_FORM
    address = f"/research/datasets/{dataset.pk}/samples/new/?sampler={sampler}"
    return client.post(address, {**form, **changed})


def sampled(client: Client, dataset: Dataset, sampler: str = "texts", **changed: str) -> str:
    where = request(client, dataset, sampler, **changed).headers["Location"]
    run_job("sample", Sample.objects.latest("pk").pk)
    return where


def test_a_sample_is_requested_inspected_and_saved(owner: Client, log: Dataset) -> None:
    assert "Sample texts" in read(owner, f"/research/datasets/{log.pk}/")
    new = read(owner, f"/research/datasets/{log.pk}/samples/new/")
    assert '<option value="entropy">entropy</option>' in new
    where = sampled(owner, log, size="30")
    page = read(owner, where)
    assert_shows(page, "fewer than requested", "First texts", "missing", "equal numbers of each")
    assert not Dataset.objects.filter(name="Sampled").exists()
    text = owner.post(f"{where}keep/", follow=True).content.decode()
    made = Dataset.objects.get(name="Sampled")
    assert_shows(text, f"{made.item_count} texts saved.", "How they were sampled", "sampled")
    assert made.name in read(owner, where)
    assert owner.post(f"{where}keep/").status_code == 409


def test_random_texts_are_made_of_a_dataset(owner: Client, log: Dataset) -> None:
    page = read(owner, sampled(owner, log, "random"))
    assert_shows(page, "15 texts", "1-gram", "Already among the texts")
    assert sampled(owner, log, "random", name="More", frequency="query")


def test_sentences_are_sampled_from_documents(study: Study, owner: Client) -> None:
    documents = make_documents(study.project)
    page = read(owner, f"/research/datasets/{documents.pk}/samples/new/")
    assert_shows(page, "Sample sentences", "Only whole sentences")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": ""}, "Give the sample a name."),
        ({"size": "0"}, "greater than or equal to 1"),
        ({"longest": "1"}, "Enter at least the fewest words."),
        ({"column": "weird"}, "weird is not one of the available choices"),
        ({"column": "entropy"}, "Enter the least or the greatest value, or both."),
        ({"column": "entropy", "least": "1e9999"}, ""),
        ({"lengths": "given"}, "Choose the dataset whose lengths are requested."),
        ({"lengths_of": "99999999"}, "Select a valid choice"),
    ],
)
def test_bad_options_are_reported_at_their_fields(
    owner: Client, log: Dataset, changed: dict[str, str], said: str
) -> None:
    assert said in text_of(request(owner, log, **changed), 400)
    assert not Sample.objects.exists()


def test_a_strangers_sample_is_not_there(owner: Client, stranger: Client, log: Dataset) -> None:
    where = sampled(owner, log)
    assert stranger.get(where).status_code == 404
    assert stranger.post(f"{where}keep/").status_code == 404


def test_lengths_are_side_by_side(study: Study, owner: Client, log: Dataset) -> None:
    other = make_dataset(["a b", "c d e"], study.project)
    address = f"/research/projects/{study.project.pk}/lengths"
    assert_shows(read(owner, f"{address}/"), log.name, other.name, "share of the texts")
    chosen = owner.get(f"{address}.csv?dataset={other.pk}").content.decode().splitlines()
    assert chosen[0].split(",") == ["words", other.name]
    assert [line.split(",") for line in chosen[1:]] == [["2", "0.5"], ["3", "0.5"]]
    elsewhere = make_log()
    assert elsewhere.name not in read(owner, f"{address}/?dataset={elsewhere.pk}&dataset=x")


def test_queries_do_not_grow_with_what_is_shown(study: Study, owner: Client, log: Dataset) -> None:
    more = make_log(study.project, texts=60)
    pages = [sampled(owner, log), sampled(owner, more, name="More")]
    for where in pages:
        with assert_queries(SIGNED_IN + 2):
            assert owner.get(where).status_code == 200
    for dataset in (log, more):
        with assert_queries(SIGNED_IN + 6):
            owner.get(f"/research/datasets/{dataset.pk}/samples/new/")
    address = f"/research/projects/{study.project.pk}/lengths/"
    with assert_queries(SIGNED_IN + 5):
        owner.get(f"{address}?dataset={log.pk}")
    with assert_queries(SIGNED_IN + 6):
        owner.get(f"{address}?dataset={log.pk}&dataset={more.pk}")
