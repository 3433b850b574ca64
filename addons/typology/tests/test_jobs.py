"""Typologies requested on a page: started once, stopped when no longer wanted."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from addons.typology import tasks
from addons.typology.job_makers import make_typology
from addons.typology.models import Typology
from addons.typology.services import ask_for_typology
from analysis.reading.sentences import words_in
from annotation.models import AuditEvent, Dataset, User
from annotation.services.datasets.datasets import import_dataset
from annotation.services.errors import Conflict, Invalid
from annotation.services.jobs.jobs import Unwanted, discard_job, restore_job
from midpath.typology.options import TypologyOptions
from tasks.jobs import perform
from tasks.sweep import sweep
from tests.helpers.documents import make_documents
from tests.helpers.evidence import document, import_lines, question
from tests.helpers.factories import make_dataset, make_project
from tests.helpers.jobs import begun, carry_out
from tests.helpers.languages import ADPOSITIONS, make_texts

Status = Typology.Status
TERMS = TypologyOptions(top=50, samples=4, sentences=150, resamples=0)

pytestmark = pytest.mark.django_db


def request_typology(user: User, dataset: Dataset | None = None, **changed: Any) -> Typology:
    return ask_for_typology(
        dataset=dataset or make_texts(), user=user, language="en", options=replace(TERMS, **changed)
    )


def restored(typology: Typology, user: User) -> Typology:
    restore_job(job=typology, user=user)
    typology.refresh_from_db()
    return typology


@pytest.mark.parametrize(
    ("before", "decision"), [(True, "prepositional"), (False, "postpositional")]
)
def test_the_side_of_adpositions_is_reported_and_what_they_are(
    user: User, before: bool, decision: str
) -> None:
    typology = carry_out(request_typology(user, make_texts(before=before)))
    assert (typology.status, typology.run, typology.done, typology.total) == (
        Status.READY,
        1,
        304,
        304,
    )
    found = typology.results
    assert (found["sentences"], found["tokens"], found["decision"]) == (300, 2400, decision)
    assert found["samples"]["drawn"] == len(found["samples"]["each"]) == 4
    assert found["proposed"]["side"] == decision
    assert {word["word"] for word in found["proposed"]["words"][:8]} == set(ADPOSITIONS)
    assert {name: len(words) for name, words in found["ranked"].items()} == {
        "TCE": 50,
        "LCE": 50,
        "RCE": 50,
    }


def test_known_words_and_resamples_are_steps_of_the_job(user: User) -> None:
    terms: dict[str, Any] = {
        "top": 30,
        "resamples": 5,
        "known_words": ("ADA", "adb", "adc", "nowhere"),
    }
    typology = carry_out(request_typology(user, **terms))
    assert (typology.status, typology.done, typology.total) == (Status.READY, 509, 509)
    found = typology.results
    assert found["interval"]["resamples"] == 5
    assert found["interval"]["low"] < 0 < found["interval"]["high"]
    assert found["interval"]["decision"] == "undecided"
    assert found["adposition_class"]["name"] == "inconclusive"
    assert found["proposed"]["either"].keys() == {"prepositional", "postpositional"}
    assert (found["precision"]["gold"], found["precision"]["gold_in_corpus"]) == (4, 3)
    assert len(found["precision"]["by_size"]) == 10
    assert Typology.objects.get().options == replace(TERMS, **terms)


@pytest.mark.long
def test_the_same_is_reported_again_by_the_same_seed_and_by_counts_other_things(user: User) -> None:
    dataset = make_texts()
    first, again = (
        carry_out(request_typology(user, dataset)),
        carry_out(request_typology(user, dataset)),
    )
    assert first.results == again.results
    other = carry_out(request_typology(user, dataset, seed=2)).results
    assert other["rho_left"] == first.results["rho_left"]
    assert other["samples"]["each"] != first.results["samples"]["each"]
    assert set(carry_out(request_typology(user, dataset, by="counts")).results["ranked"]) == {
        "TCC",
        "LCC",
        "RCC",
    }


def test_documents_are_read_sentence_by_sentence_and_stay_as_they_are(user: User) -> None:
    documents = make_documents()
    before = list(documents.items.values_list("content", flat=True))
    found = list(words_in(documents.pk, Dataset.Kind.DOCUMENTS))
    assert [len(sentences) for sentences in found] == [7] * 6
    assert found[0][0][:6] == ["we", "collect", "your", "name", "and", "your"]
    assert list(documents.items.values_list("content", flat=True)) == before


def test_texts_are_read_by_the_words_that_were_given(user: User) -> None:
    body = '{"text": "東京都庁", "tokens": ["東京", "都庁"]}\n{"text": "Off we go"}'.encode()
    dataset = import_dataset(
        project=make_project(), user=None, name="Texts", filename="t.jsonl", body=body
    )
    found = list(words_in(dataset.pk, Dataset.Kind.TEXTS))
    assert found == [[["東京", "都庁"]], [["off", "we", "go"]]]


@pytest.mark.long
def test_questions_are_read_too_and_other_kinds_are_not(user: User) -> None:
    questions = import_lines(document(), question("Is it sold? To whom?"))
    found = list(words_in(questions.pk, Dataset.Kind.QUESTIONS))
    assert found == [[["is", "it", "sold", "to", "whom"]]]
    assert carry_out(request_typology(user, questions)).status == Status.READY
    for kind in ("pairs", "apps", "sites"):
        dataset = make_dataset(["red wine"])
        dataset.kind = kind
        with pytest.raises(Invalid, match="texts, documents and questions"):
            request_typology(user, dataset)


def test_of_too_little_nothing_is_reported_and_the_reason_is(user: User) -> None:
    found = carry_out(request_typology(user, make_dataset(["red wine", "…"]))).results
    assert (found["decision"], found["reason"]) == ("undefined", "the lists share only 2 words")
    assert found["samples"]["reason"] == (
        "A sample needs 150 sentences, but the corpus has 1, so none was drawn."
    )
    assert found["proposed"]["words"] == []
    assert {*found["proposed"]["either"]} == {"prepositional", "postpositional"}


@pytest.mark.long
def test_what_has_a_million_letters_fills_no_page(user: User) -> None:
    typology = carry_out(
        request_typology(user, make_dataset([f"{letter * 10**6} wine" for letter in "abcde"]))
    )
    assert typology.status == Status.READY
    assert len(json.dumps(typology.results)) < 10_000
    listed = [word for word, _, _ in typology.results["ranked"]["TCE"]]
    assert "wine" in listed
    assert "a" * 200 + "…" in listed


def test_more_words_than_a_page_may_ask_for_fail_with_the_reason(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "MAX_WORDS", 100)
    typology = carry_out(request_typology(user))
    assert typology.status == Status.FAILED
    assert "more than 100 words" in typology.problem
    assert "manage.py typology" in typology.problem


def test_what_is_discarded_stops_and_begins_again_when_it_is_restored(user: User) -> None:
    typology = request_typology(user)
    run = begun(typology)
    assert run == 1
    with pytest.raises(Unwanted):
        make_typology(typology, stopping(typology, user))
    perform(typology, run, make_typology)
    typology.refresh_from_db()
    assert (typology.status, typology.results) == (Status.DISCARDED, {})
    assert restored(typology, user).status == Status.WAITING
    assert carry_out(typology).status == Status.READY


def stopping(typology: Typology, user: User) -> Any:
    """Return a progress callback that discards the job once items were read."""

    def progress(done: int, total: int) -> None:
        if done:
            discard_job(job=typology, user=user)
            raise Unwanted

    return progress


@pytest.mark.long
def test_what_is_ready_comes_back_as_it_was(user: User) -> None:
    typology = carry_out(request_typology(user))
    discard_job(job=typology, user=user)
    discard_job(job=typology, user=user)
    results = typology.results
    assert (restored(typology, user).status, typology.results) == (Status.READY, results)
    assert restored(typology, user).status == Status.READY
    verbs = AuditEvent.objects.filter(user=user).order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["typology.asked", "typology.discarded", "typology.restored"]


def test_what_had_failed_comes_back_as_failed(user: User) -> None:
    typology = request_typology(user)
    Typology.objects.update(status=Status.FAILED, problem="Too many.")
    discard_job(job=typology, user=user)
    assert restored(typology, user).status == Status.FAILED


def test_one_at_a_time_of_a_dataset_however_it_is_begun(user: User) -> None:
    dataset = make_texts()
    stopped = request_typology(user, dataset)
    discard_job(job=stopped, user=user)
    request_typology(user, dataset)
    with pytest.raises(Conflict, match="under way"):
        request_typology(user, dataset)
    with pytest.raises(Conflict, match="under way"):
        restore_job(job=stopped, user=user)


@pytest.mark.long
def test_what_was_discarded_can_be_undone_for_a_day(user: User) -> None:
    dataset = make_texts()
    typology = carry_out(request_typology(user, dataset))
    Typology.objects.update(asked_at=Now() - timedelta(days=9))
    discard_job(job=typology, user=user)
    carry_out(request_typology(user, dataset))
    assert restored(typology, user).status == Status.READY
    discard_job(job=typology, user=user)
    Typology.objects.filter(pk=typology.pk).update(beat_at=Now() - timedelta(days=2))
    carry_out(request_typology(user, dataset))
    with pytest.raises(Conflict, match="deleted"):
        restore_job(job=typology, user=user)


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"by": "letters"}, "by"),
        ({"top": 9}, "top"),
        ({"top": 1001}, "top"),
        ({"samples": -1}, "samples"),
        ({"samples": 101}, "samples"),
        ({"sentences": 0}, "sentences"),
        ({"sentences": 100_001}, "sentences"),
        ({"samples": 100, "sentences": 10_001}, "sentences"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**63}, "seed"),
        ({"margin": 1.001}, "margin"),
        ({"margin": 0.0001}, "margin"),
        ({"margin": float("nan")}, "margin"),
        ({"resamples": -1}, "resamples"),
        ({"resamples": 1001}, "resamples"),
        ({"known_words": ("of", "e-mail")}, "known_words"),
        ({"known_words": ("…",)}, "known_words"),
        ({"known_words": ("of",) * 1001}, "known_words"),
    ],
)
def test_terms_out_of_range_are_refused_by_field(
    user: User, terms: dict[str, Any], field: str
) -> None:
    with pytest.raises(Invalid) as refused:
        request_typology(user, make_dataset(["red wine"]), **terms)
    assert refused.value.field == field
    assert not Typology.objects.exists()


def test_a_language_is_named_by_its_code(user: User) -> None:
    with pytest.raises(Invalid) as refused:
        ask_for_typology(dataset=make_texts(), user=user, language="English", options=TERMS)
    assert refused.value.field == "language"


def test_the_database_refuses_terms_that_cannot_be(user: User) -> None:
    request_typology(user)
    cases: tuple[tuple[dict[str, Any], str], ...] = (
        ({"options": replace(TERMS, top=5)}, "10_to_1000_words"),
        ({"options": replace(TERMS, samples=101)}, "at_most_100_samples"),
        ({"options": replace(TERMS, margin=1.5)}, "between_0_and_1"),
        ({"options": replace(TERMS, resamples=1001)}, "at_most_1000_resamples"),
        ({"status": Status.READY}, "is_ready_has_results"),
    )
    for wrong, name in cases:
        with pytest.raises(IntegrityError, match=name), transaction.atomic():
            Typology.objects.update(**wrong)


def test_the_sweep_sends_what_a_lost_message_left(
    user: User, sent: list[tuple[str | int, ...]]
) -> None:
    typology = request_typology(user)
    sweep()
    assert ("tasks.job", "typology", typology.pk) in sent
