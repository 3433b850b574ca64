"""Models compared with a crowd on pages: added, inspected, removed, and visible to members only."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from annotation.models import AuditEvent, Campaign, HeldSet
from annotation.services.lifecycle.archive import archive
from tasks.fold import fold_all
from tasks.reference_sets import make_reference_set
from tests.helpers.factories import judge_all_at_random, make_campaign, make_dataset
from tests.helpers.sets import annotations_file, make_set
from tests.research.study import Study

WORDS = ("one two three", "four five six", "red wine stain", "a <b>bold</b> text")


@pytest.fixture
def judged(study: Study) -> Campaign:
    texts = [f"{words} {number}" for number in range(9) for words in WORDS]
    campaign = make_campaign(make_dataset(texts, study.project), redundancy=4)
    judge_all_at_random(campaign, workers=3, seed=1)
    fold_all(campaign.pk)
    return campaign


def page(campaign: Campaign, part: str = "") -> str:
    return f"/research/campaigns/{campaign.pk}/models/{part}"


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.mark.long
def test_a_member_holds_a_set_and_lets_it_go(
    judged: Campaign, owner: Client, teammate: Client, stranger: Client
) -> None:
    own = make_set(
        judged.dataset,
        "flat",
        annotations_file(judged.dataset),
        name="<i>Whole</i>",
        made_by="model",
        facts={"model": "whole-1", "seed": "7"},
    )
    index = text_of(owner, page(judged))
    assert "No set is compared with this crowd yet." in index
    assert "&lt;i&gt;Whole&lt;/i&gt;" in index
    assert stranger.post(page(judged, f"{own.pk}/hold/")).status_code == 404
    assert owner.get(page(judged, f"{own.pk}/")).status_code == 404
    answer = teammate.post(page(judged, f"{own.pk}/hold/"))
    assert answer.headers["Location"] == page(judged, f"{own.pk}/")
    assert "shortly after the campaign’s first judgments" in text_of(
        owner, page(judged, f"{own.pk}/")
    )
    assert "shortly after the campaign’s first judgments" in text_of(owner, page(judged))
    assert make_reference_set(HeldSet.objects.get().pk)
    text = text_of(owner, page(judged, f"{own.pk}/"))
    for said in (
        "model whole-1",
        "For the 36 texts answered by both it and workers, of 36",
        "workers alone",
        "With the majority answer",
        "the workers’ median",
        "its answer is it",
        "this set",
        "Could it replace a worker?",
        "false discovery rate of 5 % over all 3 workers",
        f"worker {judged.enrolments.latest('pk').worker.number}",
        "advised for",
    ):
        assert said in text, said
    assert "without it," in text_of(owner, page(judged))
    csv = owner.get(page(judged, f"{own.pk}/workers.csv")).content.decode()
    assert csv.splitlines()[0].startswith("worker,items,nearer")
    assert len(csv.splitlines()) == 4
    assert stranger.get(page(judged, f"{own.pk}/")).status_code == 404
    assert teammate.post(page(judged, f"{own.pk}/let-go/")).status_code == 302
    assert not HeldSet.objects.exists()
    verbs = AuditEvent.objects.filter(campaign=judged, verb__startswith="set.")
    assert list(verbs.order_by("pk").values_list("verb", flat=True)) == ["set.held", "set.let_go"]


def test_a_draft_and_another_dataset_s_set_have_no_page(judged: Campaign, owner: Client) -> None:
    draft = make_campaign(judged.dataset, launch=False)
    assert owner.get(page(draft)).status_code == 404
    other = make_set(
        make_dataset(WORDS[:3], judged.dataset.project),
        "flat",
        "item,worker,annotation\nred wine stain,1,red | wine stain\n",
    )
    assert other.name not in text_of(owner, page(judged))
    assert owner.post(page(judged, f"{other.pk}/hold/")).status_code == 400


@pytest.mark.long
def test_archived_sets_cannot_be_held(judged: Campaign, owner: Client, study: Study) -> None:
    own = make_set(judged.dataset, "flat", annotations_file(judged.dataset))
    assert "Compare with crowd" in text_of(owner, page(judged))
    archive(thing=own, user=study.owner)
    assert "Compare with crowd" not in text_of(owner, page(judged))


@pytest.mark.long
def test_the_list_costs_the_same_for_any_number_of_sets(
    judged: Campaign, owner: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    def add(name: str) -> None:
        own = make_set(judged.dataset, "flat", annotations_file(judged.dataset), name=name)
        owner.post(page(judged, f"{own.pk}/hold/"))
        make_reference_set(HeldSet.objects.get(set=own).pk)

    add("First")
    owner.get(page(judged))
    with django_assert_num_queries(7):
        owner.get(page(judged))
    add("Second")
    with django_assert_num_queries(7):
        owner.get(page(judged))
