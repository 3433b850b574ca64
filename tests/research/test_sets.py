"""Annotation sets, and models that are compared with a crowd: added, inspected, removed."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.models import AnnotationSet, AuditEvent, Campaign, HeldSet
from annotation.research.sets import sets as pages
from annotation.services.lifecycle.archive import archive
from annotation.services.lifecycle.deletion import delete
from annotation.services.names import rename
from tasks.fold import fold_all
from tasks.reference_sets import make_reference_set
from tests.helpers.factories import judge_all_at_random, make_campaign, make_dataset
from tests.helpers.labels import texts_to_label
from tests.helpers.pages import assert_shows, read, read_words, text_of
from tests.helpers.queries import assert_queries
from tests.helpers.sets import annotations_file, finish_import, make_set
from tests.research.study import TEXTS, Study

pytestmark = pytest.mark.long
FLAT = "item,worker,annotation\n" + "".join(f"{text},1,{text}\n" for text in TEXTS)


def form(body: str = FLAT, **more: str) -> dict[str, object]:
    file = SimpleUploadedFile("experts.csv", body.encode())
    given = {"name": "Experts", "scheme": "flat", "made_by": "people", **more}
    return {"file": file, **given}


def new(study: Study) -> str:
    return f"/research/datasets/{study.dataset.pk}/sets/new/"


@pytest.mark.quick
def test_a_set_is_uploaded(study: Study, teammate: Client, owner: Client, stranger: Client) -> None:
    assert "Annotation sets" in read_words(owner, f"/research/datasets/{study.dataset.pk}/")
    answer = teammate.post(new(study), form(source="A paper", licence="CC BY", version="3"))
    address = answer.headers["Location"]
    assert "Waiting for its turn" in read_words(owner, address)
    assert stranger.get(address).status_code == 404
    own = finish_import().made
    assert own is not None
    assert owner.get(address).headers["Location"] == f"/research/sets/{own.pk}/"
    page = read_words(owner, f"/research/sets/{own.pk}/")
    for words in (
        "Experts",
        "3 annotations",
        "1 annotator",
        "A paper",
        "CC BY",
        own.digest,
        *TEXTS,
    ):
        assert words in page
    assert "Experts" in read_words(owner, f"/research/datasets/{study.dataset.pk}/")
    assert "Experts" in read_words(owner, f"/research/projects/{study.project.pk}/sets/")
    assert stranger.get(f"/research/sets/{own.pk}/").status_code == 404
    assert stranger.get(new(study)).status_code == 404
    assert stranger.post(new(study), form(name="Mine")).status_code == 404
    assert AnnotationSet.objects.count() == 1


def test_faults_are_reported_and_may_be_left_out(study: Study, owner: Client) -> None:
    body = FLAT + "no such text,2,no such | text\n"
    address = owner.post(new(study), form(body)).headers["Location"]
    finish_import()
    page = read_words(owner, address)
    assert "The dataset has no text “no such text”." in page
    assert_shows(page, '<td role="cell" data-head="row">5</td>', 'name="leave_out" value="1"')
    assert not AnnotationSet.objects.exists()
    assert owner.post(f"{address}rest/", {"leave_out": "1"}).headers["Location"] == address
    own = finish_import().made
    assert own is not None
    shown = read_words(owner, f"/research/sets/{own.pk}/")
    assert "1 annotation: the dataset has no such item" in shown


def test_a_broken_file_offers_nothing_to_leave_out(study: Study, owner: Client) -> None:
    address = owner.post(new(study), form("item,worker\na,b\n")).headers["Location"]
    assert finish_import().status == "failed"
    page = read_words(owner, address)
    assert "There is no column named annotation." in page
    assert 'name="leave_out"' not in page


def test_a_refusal_stands_at_its_field(study: Study, owner: Client) -> None:
    for wrong, said in (
        ({"name": ""}, "Give the set a name."),
        ({"made_by": "people", "facts_prompt": "Cut it."}, "Only a model has a prompt"),
        ({"source": "x" * 501}, "at most 500"),
        ({"scheme": "pair"}, "Select a valid choice"),
    ):
        assert said in text_of(owner.post(new(study), form(**wrong)), 400)
    assert not AnnotationSet.objects.exists()


def test_what_is_said_of_a_model_is_shown_as_text(study: Study, owner: Client) -> None:
    facts = {"facts_model": "cutter", "facts_prompt": "<b>Cut</b> it", "facts_seed": "7"}
    owner.post(new(study), form(made_by="model", **facts))
    page = read_words(owner, f"/research/sets/{finish_import().made_id}/")
    assert_shows(page, "&lt;b&gt;Cut&lt;/b&gt; it", "cutter")


def test_answers_and_labels_are_offered_where_they_are_read(study: Study, owner: Client) -> None:
    labels = texts_to_label(*TEXTS, project=study.project)
    page = owner.get(f"/research/datasets/{labels.pk}/sets/new/").content.decode()
    for option in ('value="label"', 'value="flat"', 'value="nested"', 'value="gold"'):
        assert option in page
    assert "Flat round" in owner.get(new(study)).content.decode()
    documents = make_dataset(TEXTS, study.project)
    type(documents).objects.filter(pk=documents.pk).update(kind="sites")
    assert "Upload annotations" not in read(owner, f"/research/datasets/{documents.pk}/")


def test_a_set_is_cut_into_pages_that_cost_the_same(
    study: Study, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "ITEMS_PER_PAGE", 4)
    dataset = make_dataset(10, study.project)
    own = make_set(dataset, "flat", annotations_file(dataset))
    address, seen = f"/research/sets/{own.pk}/", 0
    for after in ("", "?after=4", "?after=8"):
        # The session, the account, the set, the items, their annotations, and the menu's counts.
        with assert_queries(6):
            page = read_words(owner, address + after)
        seen += page.count('data-head="item"')
        assert ("Next page" in page) == (after != "?after=8")
    assert seen == 10


def test_the_page_of_a_dataset_costs_the_same_with_sets(study: Study, owner: Client) -> None:
    address = f"/research/datasets/{study.dataset.pk}/"
    for number in range(2):
        # Session, account, dataset, items, campaigns, sets, imports, and the menu's counts.
        with assert_queries(8):
            read_words(owner, address)
        make_set(study.dataset, "flat", FLAT, name=f"Set {number}")


def test_a_set_is_renamed_deleted_restored(study: Study, owner: Client, teammate: Client) -> None:
    own = make_set(study.dataset, "flat", FLAT, user=study.owner)
    rename(thing=own, user=study.owner, name="Gold")
    assert teammate.post(f"/research/sets/{own.pk}/delete/").status_code == 403
    assert "3 annotations" in read_words(owner, f"/research/sets/{own.pk}/delete/")
    owner.post(f"/research/sets/{own.pk}/delete/")
    assert owner.get(f"/research/sets/{own.pk}/").status_code == 404
    assert "set, undo until" in read_words(owner, f"/research/projects/{study.project.pk}/away/")
    owner.post(f"/research/sets/{own.pk}/undelete/")
    assert "Gold" in read_words(owner, f"/research/sets/{own.pk}/")
    assert own.annotations.count() == 3


def test_an_archived_set_is_out_of_the_lists(study: Study, owner: Client) -> None:
    own = make_set(study.dataset, "flat", FLAT, user=study.owner)
    owner.post(f"/research/sets/{own.pk}/archive/")
    link = f'href="/research/sets/{own.pk}/"'
    assert link not in read_words(owner, f"/research/projects/{study.project.pk}/sets/")
    assert link in read_words(owner, f"/research/projects/{study.project.pk}/away/")
    owner.post(f"/research/sets/{own.pk}/restore/")
    assert link in read_words(owner, f"/research/projects/{study.project.pk}/sets/")


def test_a_set_goes_and_comes_with_its_dataset(study: Study, owner: Client) -> None:
    dataset = make_dataset(TEXTS, study.project)
    own = make_set(dataset, "flat", FLAT)
    delete(thing=dataset, user=study.owner)
    assert owner.get(f"/research/sets/{own.pk}/").status_code == 404
    assert AnnotationSet.everything.get(pk=own.pk).deleted_at is not None
    owner.post(f"/research/datasets/{dataset.pk}/undelete/")
    assert owner.get(f"/research/sets/{own.pk}/").status_code == 200


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
    index = read_words(owner, page(judged))
    assert_shows(index, "No set is compared with this crowd yet.", "&lt;i&gt;Whole&lt;/i&gt;")
    assert stranger.post(page(judged, f"{own.pk}/hold/")).status_code == 404
    assert owner.get(page(judged, f"{own.pk}/")).status_code == 404
    answer = teammate.post(page(judged, f"{own.pk}/hold/"))
    assert answer.headers["Location"] == page(judged, f"{own.pk}/")
    shown = read_words(owner, page(judged, f"{own.pk}/"))
    assert "shortly after the campaign’s first judgments" in shown
    assert "shortly after the campaign’s first judgments" in read_words(owner, page(judged))
    assert make_reference_set(HeldSet.objects.get().pk)
    text = read_words(owner, page(judged, f"{own.pk}/"))
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
    assert "without it," in read_words(owner, page(judged))
    csv = owner.get(page(judged, f"{own.pk}/workers.csv")).content.decode()
    assert csv.splitlines()[0].startswith("worker,items,nearer")
    assert len(csv.splitlines()) == 4
    assert stranger.get(page(judged, f"{own.pk}/")).status_code == 404
    assert teammate.post(page(judged, f"{own.pk}/let-go/")).status_code == 302
    assert not HeldSet.objects.exists()
    verbs = AuditEvent.objects.filter(campaign=judged, verb__startswith="set.")
    assert list(verbs.order_by("pk").values_list("verb", flat=True)) == ["set.held", "set.let_go"]


@pytest.mark.quick
def test_a_draft_and_another_dataset_s_set_have_no_page(judged: Campaign, owner: Client) -> None:
    assert owner.get(page(make_campaign(judged.dataset, launch=False))).status_code == 404
    other = make_set(
        make_dataset(WORDS[:3], judged.dataset.project),
        "flat",
        "item,worker,annotation\nred wine stain,1,red | wine stain\n",
    )
    assert other.name not in read_words(owner, page(judged))
    assert owner.post(page(judged, f"{other.pk}/hold/")).status_code == 400


def test_archived_sets_cannot_be_held(judged: Campaign, owner: Client, study: Study) -> None:
    own = make_set(judged.dataset, "flat", annotations_file(judged.dataset))
    assert "Compare with crowd" in read_words(owner, page(judged))
    archive(thing=own, user=study.owner)
    assert "Compare with crowd" not in read_words(owner, page(judged))


def test_the_list_costs_the_same_for_any_number_of_sets(judged: Campaign, owner: Client) -> None:
    def add(name: str) -> None:
        own = make_set(judged.dataset, "flat", annotations_file(judged.dataset), name=name)
        owner.post(page(judged, f"{own.pk}/hold/"))
        make_reference_set(HeldSet.objects.get(set=own).pk)

    add("First")
    owner.get(page(judged))
    with assert_queries(7):
        owner.get(page(judged))
    add("Second")
    with assert_queries(7):
        owner.get(page(judged))


def test_a_refused_file_offers_its_controls(study: Study, owner: Client) -> None:
    results = [
        {"type": "choices", "from_name": name, "value": {"choices": [name]}}
        for name in ("mood", "topic")
    ]
    task = {"data": {"text": TEXTS[0]}, "annotations": [{"result": results}]}
    file = SimpleUploadedFile("tasks.json", json.dumps([task]).encode())
    given = form(scheme="label") | {"file": file}
    address = owner.post(new(study), given).headers["Location"]
    assert finish_import().status == "failed"
    page = read_words(owner, address)
    assert_shows(page, "mood (choices), topic (choices)", '<option value="topic">topic</option>')
    rest = f"{address}rest/"
    assert owner.post(rest, {"control": "none"}).status_code == 302
    assert finish_import().status == "failed"
    owner.post(rest, {"control": "topic"})
    own = finish_import().made
    assert own is not None
    page = read_words(owner, f"/research/sets/{own.pk}/")
    assert "1 result of type choices (control mood)" in page


def test_the_form_says_how_to_read_a_table(study: Study, owner: Client) -> None:
    body = "who,what,said\n" + "".join(f"a,{text},x\n" for text in TEXTS)
    refused = owner.post(new(study), form(body, scheme="label", columns="what"))
    assert "is not a column, such as label=rating" in text_of(refused)
    columns = "worker=who,item=what,label=said"
    answer = owner.post(new(study), form(body, scheme="label", columns=columns))
    assert answer.status_code == 302
    own = finish_import().made
    assert own is not None
    page = read_words(owner, f"/research/sets/{own.pk}/")
    assert "Read who as worker, what as item and said as label." in page
