"""Samples made by jobs: drawn as requested, saved once with how they were drawn, and bounded."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from addons.sampling import job_makers
from addons.sampling.lengths import lengths_in
from addons.sampling.models import Sample
from addons.sampling.services import keep_sample
from addons.sampling.tests.requested import make_log, request_sample
from annotation.models import AuditEvent, Dataset
from annotation.services.errors import Conflict, Invalid
from annotation.services.jobs.jobs import discard_job
from midpath.sampling.options import SampleOptions
from tests.helpers.documents import make_documents
from tests.helpers.factories import make_dataset, make_user
from tests.helpers.jobs import carry_out

pytestmark = pytest.mark.django_db


def test_a_sample_is_saved_with_how_it_was_drawn() -> None:
    log = make_log()
    sample = carry_out(request_sample(log, size=9, column="entropy", least="0.5"))
    assert (sample.status, sample.done, sample.total) == (Sample.Status.READY, 20, 20)
    made = keep_sample(sample=sample, user=make_user())
    assert made.details["sampled_from"] == log.pk
    assert made.details["sample"] == sample.results
    assert SampleOptions.from_json(made.details["sample"]["options"]) == sample.options
    obtained = [row["obtained"][0] for row in sample.results["lengths"]]
    assert lengths_in(made) == {2 + n: count for n, count in enumerate(obtained)}
    item = made.items.earliest("position")
    original = log.items.get(text=item.text)
    assert item.content == original.content
    assert float(item.content["columns"]["entropy"]) >= 0.5
    assert AuditEvent.objects.filter(verb="sample.saved", object_id=made.pk).exists()
    sample.refresh_from_db()
    assert (sample.status, sample.texts) == (Sample.Status.KEPT, [])
    with pytest.raises(Conflict):
        keep_sample(sample=sample, user=make_user())


def test_a_dataset_says_what_its_sample_lacks() -> None:
    sample = carry_out(request_sample(make_log(), size=500))
    made = keep_sample(sample=sample, user=make_user())
    assert "fewer than requested" in made.details["notes"][0]


def test_a_seed_gives_the_same_sample_again() -> None:
    log = make_log()
    found = []
    for seed in (7, 7, 8):
        sample = carry_out(request_sample(log, sampler="random", seed=seed))
        found.append(sample.texts)
        discard_job(job=sample, user=make_user())
    assert found[0] == found[1] != found[2]


def test_sentences_of_documents_know_their_place() -> None:
    documents = make_documents()
    sample = request_sample(documents, sampler="sentences", shortest=5, longest=40, size=4)
    carry_out(sample)
    made = keep_sample(sample=sample, user=make_user())
    columns = made.items.earliest("position").content["columns"]
    assert columns["document"].startswith("site-")
    assert columns["sentence"] >= 1


def test_lengths_are_those_of_another_dataset() -> None:
    log = make_log()
    other = make_dataset(["a b c", "d e f", "g h"], log.project)
    sample = request_sample(log, sampler="random", size=3, lengths="given", lengths_of=other)
    found = carry_out(sample).results
    assert {row["words"]: row["requested"][0] for row in found["lengths"]} == {2: 1, 3: 2, 4: 0}
    assert found["lengths_of"] == {"dataset": other.pk, "name": other.name}


def test_a_deleted_dataset_of_lengths_fails_the_sample() -> None:
    log = make_log()
    other = make_dataset(3, log.project)
    sample = request_sample(log, lengths="given", lengths_of=other)
    Sample.objects.update(lengths_of=None)
    assert "is missing" in carry_out(sample).problem


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"size": 0}, "size"),
        ({"shortest": 5}, "longest"),
        ({"column": "entropy"}, "least"),
        ({"lengths": "given"}, "lengths_of"),
        ({"lengths": "model"}, "lengths"),
    ],
)
def test_options_out_of_range_are_refused_by_field(changed: dict[str, Any], field: str) -> None:
    with pytest.raises(Invalid) as refused:
        request_sample(make_log(), **changed)
    assert refused.value.details["field"] == field
    assert not Sample.objects.exists()


def test_lengths_are_of_texts_of_the_same_project_only() -> None:
    log = make_log()
    for other in (make_log(), make_documents(log.project)):
        with pytest.raises(Invalid) as refused:
            request_sample(log, lengths="given", lengths_of=other)
        assert refused.value.details["field"] == "lengths_of"
    with pytest.raises(Invalid):
        request_sample(log, lengths_of=make_dataset(3, log.project))


@pytest.mark.parametrize("sampler", ["texts", "random", "sentences"])
def test_samplers_need_their_kind_of_dataset(sampler: str) -> None:
    dataset = make_log() if sampler == "sentences" else make_documents()
    with pytest.raises(Invalid, match="are made from"):
        request_sample(dataset, sampler=sampler)


def test_a_sample_without_texts_cannot_be_saved() -> None:
    sample = request_sample(make_log())
    Sample.objects.update(status="ready", results={"options": sample.options.as_json()})
    with pytest.raises(Invalid, match="has no texts"):
        keep_sample(sample=sample, user=make_user())


def test_too_much_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    log = make_log()
    monkeypatch.setattr(job_makers, "MAX_WORDS", 10)
    assert "Use a smaller dataset" in carry_out(request_sample(log)).problem
    monkeypatch.setattr(job_makers, "MAX_WORDS", 10_000)
    monkeypatch.setattr(job_makers, "MAX_CELLS", 10)
    sample = carry_out(request_sample(log, sampler="random", name="Other"))
    assert "are possible here" in sample.problem


def test_the_database_refuses_unknown_samplers_and_sizes() -> None:
    sample = request_sample(make_log())
    for options in ({"sampler": "magic"}, {"size": 0}, {"size": 5001}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Sample.objects.filter(pk=sample.pk).update(options=sample.options.as_json() | options)


def test_a_sample_has_a_name_that_its_dataset_can_have() -> None:
    log = make_log()
    with pytest.raises(Conflict):
        request_sample(log, name=log.name)
    assert Dataset.objects.count() == 1
