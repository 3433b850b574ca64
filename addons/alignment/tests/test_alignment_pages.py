"""Alignments on a researcher's pages: started, watched, read, compared with a crowd, removed."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from addons.alignment.models import Alignment
from addons.alignment.pages.figures import _crowd
from addons.alignment.tests.requested import OWN, TERMS, aligned, judged_pairs
from annotation.models import Campaign, Dataset
from annotation.services.accounts.members import add_member
from tasks.run_job import run_job
from tests.helpers.documents import make_documents
from tests.helpers.factories import make_user
from tests.helpers.pages import (
    Response,
    assert_hides,
    assert_shows,
    page_of,
    read,
    signed_in,
    text_of,
)
from tests.helpers.queries import assert_queries
from tests.research.study import Study

pytestmark = pytest.mark.long

SIGNED_IN = 2


def request_alignment(
    client: Client, documents: Dataset, terms: dict[str, str], **changed: str
) -> Response:
    address = reverse("research:new_alignment", args=(documents.pk,))
    return client.post(address, {**terms, **changed})


def test_it_is_requested_watched_and_read(owner: Client, documents: Dataset) -> None:
    page = page_of(owner, "dataset", documents.pk)
    assert "a model groups the sections that deal with the same issue" in page
    assert reverse("research:new_alignment", args=(documents.pk,)) in page
    where = request_alignment(owner, documents, TERMS).headers["Location"]
    assert_shows(read(owner, where), "Waiting for its turn", "Stop")
    assert "HX-Refresh" not in owner.get(f"{where}progress/").headers
    run_job("alignment", Alignment.objects.get().pk)
    assert owner.get(f"{where}progress/").headers["HX-Refresh"] == "true"
    page = read(owner, where)
    assert "3 groups of sections: Vanilla HMM, EM, 2 runs, seed 7." in page
    assert "24 sections of 6 documents." in page
    assert "words count, as in ACL 2014: " in page
    assert "Group 3" in page
    assert "most frequent" in page
    assert where in page_of(owner, "dataset", documents.pk)


def test_while_it_runs_the_page_says_how_far_it_is(owner: Client, documents: Dataset) -> None:
    where = request_alignment(owner, documents, TERMS).headers["Location"]
    Alignment.objects.update(status="running")
    assert "Reading the data." in read(owner, where)
    Alignment.objects.update(done=1200, total=4000)
    assert "1,200 of at most 4,000 steps." in read(owner, f"{where}progress/")


def test_ones_own_words_are_taken(owner: Client, documents: Dataset) -> None:
    where = request_alignment(owner, documents, OWN, compare="on", curves="on").headers["Location"]
    alignment = Alignment.objects.get()
    assert alignment.options.words.as_json() == {
        "bigrams": False,
        "stopwords": True,
        "least_documents": 2,
        "least_percent": 0,
        "most_percent": 90,
        "fewest_words": 5,
        "domain_words": ["cookies", "name"],
    }
    assert (alignment.options.compare, alignment.options.curves) == (True, 20)
    Alignment.objects.update(options=replace(alignment.options, compare=False, curves=0))
    run_job("alignment", alignment.pk)
    page = read(owner, where)
    assert "6 too short are left out" in page
    assert (
        "single words; in 0 to 90% of the documents; in at least 2 documents; "
        "no English stopwords; not cookies, name; segments of at least 5 words." in page
    )


@pytest.mark.quick
def test_of_a_preset_the_words_are_its_own_whatever_is_next_to_it(
    owner: Client, documents: Dataset
) -> None:
    assert (
        request_alignment(
            owner, documents, TERMS, least_percent="many", most_percent="3"
        ).status_code
        == 302
    )
    assert Alignment.objects.get().options.words.least_percent == 5


@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": ""}, "Give the alignment a name."),
        ({"name": "a\x00b"}, ""),
        ({"level": "words"}, "not one of the available choices"),
        ({"method": "magic"}, "not one of the available choices"),
        ({"groups": "0"}, "greater than or equal to 1"),
        ({"groups": "51"}, "less than or equal to 50"),
        ({"runs": "many"}, "Enter a whole number"),
        ({"seed": "9" * 30}, "less than or equal to"),
        ({"preset": "mine"}, "not one of the available choices"),
        ({"least_percent": ""}, "Enter a whole number."),
        ({"least_percent": "95"}, "No words are left"),
        ({"most_percent": "101"}, "less than or equal to 100"),
        ({"domain_words": "a" * 61}, "longer than any word"),
        ({"domain_words": " ".join(map(str, range(300)))}, "at most 200 words"),
    ],
)
def test_bad_terms_are_reported_at_their_fields(
    owner: Client, documents: Dataset, changed: dict[str, str], said: str
) -> None:
    assert said in text_of(request_alignment(owner, documents, OWN, **changed), 400)
    assert not Alignment.objects.exists()


@pytest.mark.quick
def test_too_much_work_is_refused_with_the_command_that_does_it(
    owner: Client, documents: Dataset
) -> None:
    documents.details["statistics"][0]["words"] = 300_000_000
    documents.save()
    assert "manage.py align" in text_of(request_alignment(owner, documents, TERMS, runs="9"), 400)


def test_a_second_one_waits_for_the_first(owner: Client, documents: Dataset) -> None:
    request_alignment(owner, documents, TERMS)
    assert "under way" in text_of(request_alignment(owner, documents, TERMS), 409)


@pytest.mark.quick
def test_only_documents_are_aligned(study: Study, owner: Client) -> None:
    page = owner.get(reverse("research:new_alignment", args=(study.dataset.pk,)))
    assert "only documents can be aligned" in text_of(page, 400)


def test_requesting_again_fills_in_what_was_requested(
    study: Study, owner: Client, documents: Dataset
) -> None:
    where = request_alignment(owner, documents, OWN, compare="on").headers["Location"]
    Alignment.objects.update(status="failed", problem="There was no word.")
    page = read(owner, where)
    assert "There was no word." in page
    again = f"/research/datasets/{documents.pk}/alignments/new/?again={Alignment.objects.get().pk}"
    assert again in page
    form = read(owner, again)
    assert_shows(form, 'value="Issues"', "cookies name</textarea>")
    assert re.search('value="own"[^>]* checked', form)
    assert '<option value="vanilla" selected>' in form
    elsewhere = make_documents(study.project, name="Others")
    other = reverse("research:new_alignment", args=(elsewhere.pk,))
    for query in (again.partition("?")[2], "again=0", "again=x"):
        assert owner.get(f"{other}?{query}").status_code == 404


def test_one_is_stopped_removed_and_brought_back(
    study: Study, owner: Client, documents: Dataset
) -> None:
    where = request_alignment(owner, documents, TERMS).headers["Location"]
    assert "This was stopped." in owner.post(f"{where}discard/", follow=True).content.decode()
    assert where not in page_of(owner, "dataset", documents.pk)
    assert "Waiting for its turn" in owner.post(f"{where}restore/", follow=True).content.decode()
    run_job("alignment", Alignment.objects.get().pk)
    assert "This was discarded." in owner.post(f"{where}discard/", follow=True).content.decode()
    for address in ("groups/1/", "groups.jsonl"):
        assert owner.get(where + address).status_code == 404
    assert "Group 1" in owner.post(f"{where}restore/", follow=True).content.decode()
    audit = page_of(owner, "audit", study.project.pk)
    assert_shows(audit, "discarded the alignment Issues", "restored the alignment Issues")


def test_a_stopped_one_does_not_come_back_next_to_another(
    owner: Client, documents: Dataset
) -> None:
    where = request_alignment(owner, documents, TERMS).headers["Location"]
    owner.post(f"{where}discard/")
    request_alignment(owner, documents, TERMS)
    assert "under way" in text_of(owner.post(f"{where}restore/"), 409)


def test_without_anything_judged_it_says_how_to_get_there(
    owner: Client, documents: Dataset
) -> None:
    page = page_of(owner, "alignment", aligned(documents).pk)
    assert "No judgments to compare with yet" in page
    assert reverse("research:new_draw", args=(documents.pk,)) in page
    assert "what it means" not in page


def test_a_strangers_alignment_is_not_there_and_the_attempt_is_audited(
    study: Study, owner: Client, stranger: Client, documents: Dataset, judged: Campaign
) -> None:
    where = reverse("research:alignment", args=(aligned(documents).pk,))
    reading = ("", "progress/", "groups/1/", "groups.jsonl", f"crowd/pairs-{judged.pk}/")
    for path in (*reading, f"methods-pairs-{judged.pk}.csv"):
        assert owner.get(where + path).status_code == 200
        assert stranger.get(where + path).status_code == 404
    for path in ("discard/", "restore/"):
        assert stranger.post(where + path).status_code == 404
    assert "tried to open alignment" in page_of(owner, "audit", study.project.pk)


@pytest.mark.quick
def test_auditors_see_figures_without_a_way_to_the_texts(
    study: Study, owner: Client, documents: Dataset, judged: Campaign
) -> None:
    alignment = aligned(documents)
    texts = reverse("research:alignment_crowd", args=(alignment.pk, f"pairs-{judged.pk}"))
    auditor = make_user()
    add_member(project=study.project, by=study.owner, username=auditor.username, role="auditor")
    assert texts in page_of(owner, "alignment", alignment.pk)
    page = page_of(signed_in(auditor), "alignment", alignment.pk)
    assert_shows(page, "Compared with")
    assert_hides(page, texts)


def test_queries_do_not_grow_with_what_is_shown(
    study: Study, owner: Client, documents: Dataset, judged: Campaign
) -> None:
    many = make_documents(study.project, how_many=12, name="More")
    others = judged_pairs(many, study.owner, "More pairs", contrary=True)
    few = (documents, judged, aligned(documents))
    more = (many, others, aligned(many, study.owner, groups=6, runs=4, compare=True))
    for dataset, campaign, alignment in (few, more):
        counted = {
            reverse("research:dataset", args=(dataset.pk,)): 10,
            reverse("research:new_alignment", args=(dataset.pk,)): 2,
            reverse("research:alignment", args=(alignment.pk,)): 3,
            reverse("research:alignment_progress", args=(alignment.pk,)): 1,
            reverse("research:alignment_group", args=(alignment.pk, 1)): 5,
            reverse("research:alignment_crowd", args=(alignment.pk, f"pairs-{campaign.pk}")): 3,
        }
        for address, queries in counted.items():
            with assert_queries(SIGNED_IN + queries):
                assert owner.get(address).status_code == 200


@pytest.mark.quick
def test_a_single_worker_is_one_worker() -> None:
    gold: Any = {"workers": 1, "quartiles": [0.5, 0.5, 0.5]}
    assert _crowd(gold).startswith("quartiles of 1 worker 0.500")
