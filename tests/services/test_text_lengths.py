"""Texts of any length in one dataset: segmentation skips those of one word or of more than 60, and
reports their number; labels and spans use them all."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from analysis.exports.export_registry import export_file
from annotation.models import HIT, Campaign, Dataset, User
from annotation.services.accounts.members import add_member
from annotation.services.campaigns.budget import budget_of
from annotation.services.campaigns.fitting import fit_of_campaign
from annotation.services.campaigns.gold_answers import keep_answer
from annotation.services.dry_runs.dry_runs import start_dry_run
from annotation.services.errors import Invalid
from annotation.services.sets.sets import AnnotationFile, upload_set
from tests.helpers.factories import enrol, judge_next, make_campaign, make_dataset, make_user
from tests.helpers.imports import imported
from tests.helpers.pages import signed_in
from tests.helpers.refusals import refused_at

FITTING = ("two words", "word " * 59 + "last", "a text of some words")
OTHERS = ("one", "word " * 60 + "last", "review " * 121 + "end")
MIXED = (FITTING[0], OTHERS[0], FITTING[1], OTHERS[1], FITTING[2], OTHERS[2])
NOTE = "3 of 6 texts have 2 to 60 words; the other 3 are left out."


def mixed() -> Dataset:
    return make_dataset([" ".join(text.split()) for text in MIXED])


def texts_of(campaign: Campaign) -> set[str]:
    return set(HIT.objects.filter(campaign=campaign).values_list("item__text", flat=True))


def member_of(dataset: Dataset) -> Client:
    user: User = make_user()
    owner = dataset.project.memberships.get().user
    add_member(project=dataset.project, by=owner, username=user.username)
    return signed_in(user)


def page(client: Client, name: str, *args: Any) -> str:
    return " ".join(client.get(reverse(f"research:{name}", args=args)).content.decode().split())


@pytest.mark.parametrize("scheme", ["flat", "nested"])
def test_segmentation_leaves_out_texts_that_do_not_fit(scheme: str) -> None:
    draft = make_campaign(mixed(), scheme=scheme, launch=False, reward="0.10")
    assert draft.left_out == 3
    assert budget_of(draft).hits == 3
    campaign = make_campaign(draft.dataset, scheme=scheme)
    assert (campaign.hit_count, campaign.left_out) == (3, 3)
    assert texts_of(campaign) == set(FITTING)
    assert str(fit_of_campaign(campaign)) == NOTE


@pytest.mark.parametrize("scheme", ["label", "spans"])
def test_labels_and_spans_take_all_texts(scheme: str) -> None:
    campaign = make_campaign(mixed(), scheme=scheme)
    assert (campaign.hit_count, campaign.left_out) == (6, 0)
    assert str(fit_of_campaign(campaign)) == ""
    answer: dict[str, Any] = {"answer": 0} if scheme == "label" else {"spans": []}
    worker = enrol(campaign)
    for _ in MIXED:
        assert judge_next(worker, answer).counts


def test_one_left_out_is_reported_in_the_singular() -> None:
    dataset = make_dataset(["one", "two words", "three more words"])
    message = "2 of 3 texts have 2 to 60 words; the other one is left out."
    assert str(fit_of_campaign(make_campaign(dataset, launch=False))) == message


def test_a_campaign_that_would_leave_out_everything_is_refused() -> None:
    with refused_at("scheme", match="None of 2 texts has 2 to 60 words"):
        make_campaign(texts=["good", "bad"])


def test_known_answers_are_not_counted_of_texts_left_out() -> None:
    dataset = mixed()
    for item in dataset.items.all():
        item.content["columns"] = {"gold_flat": item.text}
        item.save()
    terms: dict[str, Any] = {"training_hits": 1, "most_workers": 5}
    assert make_campaign(dataset, launch=False, **terms).known_count == 3
    dataset.items.filter(text="two words").update(content={"tokens": ["two", "words"]})
    campaign = make_campaign(dataset, **terms)
    assert (campaign.hit_count, campaign.known_count) == (1, 2)


def test_nobody_gives_a_right_answer_to_a_text_that_is_left_out() -> None:
    draft = make_campaign(mixed(), launch=False)
    item = draft.dataset.items.get(text="one")
    with pytest.raises(Invalid, match="does not have 2 to 60 words"):
        keep_answer(campaign=draft, item=item, vector=[], user=None, source="drawn")


def test_annotations_of_texts_that_do_not_fit_are_refused() -> None:
    dataset = mixed()
    body = b"item,worker,annotation\ntwo words,1,two | words\none,1,one\n"
    file = AnnotationFile(scheme="flat", filename="a.csv", body=body)
    with pytest.raises(Invalid) as caught:
        upload_set(dataset=dataset, user=None, name="Experts", file=file)
    (error,) = caught.value.details["errors"]
    assert "needs texts of 2 to 60 words; this one has 1 word" in error["message"]
    own = upload_set(dataset=dataset, user=None, name="Experts", file=file, leave_out=1)
    assert own.annotation_count == 1


def test_the_form_the_launch_and_the_campaign_say_how_many_fit() -> None:
    dataset = mixed()
    client = member_of(dataset)
    assert page(client, "new_campaign", dataset.pk).count(NOTE) == 2
    draft = make_campaign(dataset, launch=False)
    assert NOTE in page(client, "campaign", draft.pk)
    assert NOTE in page(client, "move_campaign", draft.pk, "launch")
    launched = make_campaign(dataset)
    assert "3 texts left out" in page(client, "campaign", launched.pk)
    methods = page(client, "methods", launched.pk)
    assert "We left out 3 texts of the dataset that did not have 2 to 60 words." in methods


def test_schemes_that_no_text_fits_come_last_and_cannot_be_chosen() -> None:
    dataset = make_dataset(["good", "bad"])
    client = member_of(dataset)
    response = client.get(reverse("research:new_campaign", args=(dataset.pk,)))
    names = [one.name for one in response.context["form"].schemes]
    assert set(names[-2:]) == {"flat", "nested"}
    assert response.context["chosen"] in {"label", "spans"}
    assert "None of 2 texts has 2 to 60 words." in response.content.decode()


def test_the_preview_shows_texts_that_workers_get() -> None:
    draft = make_campaign(mixed(), launch=False)
    client = member_of(draft.dataset)
    address = reverse("research:preview", args=(draft.pk,))
    shown = [client.get(f"{address}?text={place}").context for place in (1, 2, 6)]
    words = [len(context["desk"]["hit"]["item"]["words"]) for context in shown]
    assert words == [2, 60, 2]
    assert [context["next"] for context in shown] == [2, 4, 2]
    assert client.get(f"{address}?text=7").status_code == 404


def test_files_hold_only_texts_that_were_requested() -> None:
    campaign = make_campaign(mixed())
    judge_next(enrol(campaign))
    gold = export_file(campaign.pk, "gold").body.decode()
    assert "a text of some words" in gold
    assert "review review" not in gold


def test_long_reviews_and_single_words_are_imported() -> None:
    body = b"text,gold\nGreat,Positive\n" + b"so-so " * 122 + b",Neutral\n"
    dataset = imported("a.csv", body)
    assert [len(item.words) for item in dataset.items.order_by("position")] == [1, 122]


def test_a_dry_run_copies_no_text_that_is_left_out() -> None:
    campaign = make_campaign(mixed(), reward="0.10")
    copy = start_dry_run(campaign=campaign, user=campaign.dataset.project.members.get())
    copied = set(copy.dataset.items.values_list("text", flat=True))
    assert copied == texts_of(copy) == texts_of(campaign)
