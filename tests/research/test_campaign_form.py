"""The form of a campaign: only applicable fields, no lost input, correct estimates, and concurrent
edits."""

from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Campaign, Dataset, User
from annotation.schemes import SCHEMES
from annotation.services.accounts.members import add_member
from tests.helpers.pages import assert_hides, assert_shows, read, text_of
from tests.helpers.pairs import make_pairs
from tests.helpers.text_pairs import pairs_of_texts
from tests.research.study import Study

pytestmark = pytest.mark.long
TERMS = {
    "scheme": "flat",
    "name": "Round two",
    "redundancy": "7",
    "reward": "0.025",
    "currency": "USD",
    "minutes": "2.5",
    "instructions": "Cut what you like.",
}


def new(dataset: Dataset) -> str:
    return reverse("research:new_campaign", args=(dataset.pk,))


def shown(owner: Client, dataset: Dataset, **typed: str) -> str:
    answer = owner.post(reverse("research:new_instructions", args=(dataset.pk,)), TERMS | typed)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.mark.quick
def test_texts_without_known_answers_are_offered_none(study: Study, owner: Client) -> None:
    page = owner.get(new(study.dataset)).content.decode()
    for name in ("training_hits", "known_every", "pass_share", "leave_out_failed", "majority_of"):
        assert f'name="{name}"' not in page
    assert 'name="most_judgments"' in page
    sent = TERMS | {"training_hits": "4", "known_every": "none"}
    assert owner.post(new(study.dataset), sent).status_code == 302
    assert Campaign.objects.latest("pk").training_hits == 0


@pytest.mark.quick
def test_a_campaign_is_named_after_its_scheme_and_dataset(study: Study, owner: Client) -> None:
    study.dataset.name = "Queries of May"
    study.dataset.save()
    page = owner.get(new(study.dataset))
    assert page.context["form"]["name"].value() == "Flat segmentation: Queries of May"


def test_pairs_are_offered_known_answers_where_they_have_some(mine: Client, member: User) -> None:
    bare = make_pairs(4)
    add_member(
        project=bare.project, by=bare.project.memberships.get().user, username=member.username
    )
    known = make_pairs(4, ["yes"], project=bare.project)
    for dataset, is_offered in ((bare, False), (known, True)):
        page = mine.get(new(dataset)).content.decode()
        assert ('name="training_hits"' in page) == is_offered
        assert 'name="majority_of"' in page


def test_a_draft_keeps_known_answers_that_its_dataset_lacks(study: Study, owner: Client) -> None:
    pairs = pairs_of_texts(project=study.project)
    draft = Campaign.objects.create(
        dataset=pairs,
        scheme="pair",
        name="Of an earlier version",
        redundancy=1,
        training_hits=3,
        most_workers=5,
        reward=0,
        currency="USD",
        seconds_allotted=100,
        settings=SCHEMES["pair"].check_settings({}),
    )
    page = owner.get(reverse("research:edit_campaign", args=(draft.pk,))).content.decode()
    assert 'name="training_hits" value="3"' in page


def test_only_the_scheme_of_a_draft_is_offered(study: Study, owner: Client) -> None:
    page = owner.get(reverse("research:edit_campaign", args=(study.draft.pk,))).content.decode()
    assert_hides(page, 'id="label-settings"', 'name="also"')


def test_time_that_no_whole_tenth_of_a_minute_says_stays(study: Study, owner: Client) -> None:
    Campaign.objects.filter(pk=study.draft.pk).update(seconds_allotted=100)
    address = reverse("research:edit_campaign", args=(study.draft.pk,))
    assert 'name="minutes" value="1.7"' in owner.get(address).content.decode()
    assert owner.post(address, TERMS | {"minutes": "1.7"}).status_code == 302
    study.draft.refresh_from_db()
    assert study.draft.seconds_allotted == 100


def test_fee_and_time_are_stored(study: Study, owner: Client) -> None:
    sent = TERMS | {"fee_percent": "33.33", "seconds_expected": "61"}
    owner.post(new(study.dataset), sent)
    made = Campaign.objects.get(name="Round two")
    assert (made.fee_percent, made.seconds_expected) == (Decimal("33.33"), 61)
    page = owner.get(reverse("research:campaign", args=(made.pk,))).content.decode()
    # 3 × 7 × .025 = .525, plus 33.33 %.
    assert "USD 0.525 at most; with the platform’s fee of 33.33%, USD 0.6999825" in page
    assert "At about 1 min 1 s per judgment, workers earn USD 1.48 an hour" in page


@pytest.mark.parametrize(
    ("field", "value"), [("fee_percent", "101"), ("fee_percent", "x"), ("seconds_expected", "0")]
)
def test_bad_fees_and_times_are_named(study: Study, owner: Client, field: str, value: str) -> None:
    answer = owner.post(new(study.dataset), TERMS | {field: value})
    assert f'id="id_{field}_error"' in text_of(answer, 400)


def test_cleared_instructions_become_the_standard_ones(study: Study, owner: Client) -> None:
    standard = SCHEMES["flat"].instructions
    assert standard in shown(owner, study.dataset, instructions=" ")
    owner.post(new(study.dataset), TERMS | {"instructions": " "})
    assert Campaign.objects.get(name="Round two").instructions == standard


@pytest.mark.quick
def test_standard_instructions_of_another_scheme_give_way(study: Study, owner: Client) -> None:
    """A page without scripts sends them, as no field there follows the scheme."""
    typed = SCHEMES["flat"].instructions.replace(". ", ".\r\n")
    owner.post(new(study.dataset), TERMS | {"scheme": "nested", "instructions": typed})
    assert Campaign.objects.get(name="Round two").instructions == SCHEMES["nested"].instructions


def test_the_preview_is_the_workers_page(study: Study, owner: Client) -> None:
    typed = shown(owner, study.dataset, instructions="Cut <b>what</b>\n\nyou like.")
    assert "<p>Cut &lt;b&gt;what&lt;/b&gt;</p> <p>you like.</p>" in typed
    assert_shows(typed, "apply | first aid course | on line", "css/worker/flat")
    nested = shown(owner, study.dataset, scheme="nested")
    assert "Join two words or groups at a time until one tree is left." in nested
    assert "css/worker/nested" in nested
    assert not Campaign.objects.filter(name="Round two").exists()


def test_a_preview_of_too_much_says_so(study: Study, owner: Client) -> None:
    said = shown(owner, study.dataset, instructions="x" * 10_001)
    assert "Ensure this value has at most 10000 characters" in said
    assert "xxx" not in said


@pytest.mark.quick
def test_a_preview_of_settings_that_cannot_be_says_why(study: Study, owner: Client) -> None:
    said = shown(owner, study.dataset, scheme="label")
    assert "Write the question that workers answer." in said or "This field is required" in said
    assert "Choose what workers will do" in shown(owner, study.dataset, scheme="telepathy")


@pytest.mark.quick
@pytest.mark.parametrize("which", ["new", "edit"])
def test_without_scripts_a_button_only_previews(study: Study, owner: Client, which: str) -> None:
    draft = reverse("research:edit_campaign", args=(study.draft.pk,))
    address = new(study.dataset) if which == "new" else draft
    before = list(Campaign.objects.values_list("name", "instructions"))
    page = text_of(owner.post(address, TERMS | {"preview": "1"}), 200)
    assert_shows(page, "<p>Cut what you like.</p>", 'value="Round two"')
    assert list(Campaign.objects.values_list("name", "instructions")) == before


def test_flat_and_nested_are_drafted_and_launched_at_once(study: Study, owner: Client) -> None:
    costs = reverse("research:new_cost", args=(study.dataset.pk,))
    terms = TERMS | {"also": "nested", "reward": "0.02", "fee_percent": "20"}
    said = " ".join(owner.get(costs, terms).content.decode().split())
    # 21 × .02 and 21 × .06, plus 20 %.
    low = '<strong class="low-pay">This pays only USD 1.93'
    assert f"Nested segmentation:</strong> {low}" in said
    assert "</strong> 3 texts × 7 = 21 judgments × USD 0.06 = USD 1.26" in said
    assert "Together at most USD 2.016." in said
    drafted = owner.post(new(study.dataset), terms | {"then": "launch"})
    flat, nested = Campaign.objects.filter(name__startswith="Round two").order_by("pk")
    assert (flat.scheme, nested.scheme) == ("flat", "nested")
    launch = drafted.headers["Location"]
    assert launch == f"/research/campaigns/{flat.pk}/launch/?with={nested.pk}"
    assert "Launch both for up to USD 2.016" in " ".join(owner.get(launch).content.decode().split())
    owner.post(launch)
    assert Campaign.objects.live().filter(pk__in=(flat.pk, nested.pk)).count() == 2


def test_a_scheme_without_companion_drafts_one(study: Study, owner: Client) -> None:
    pairs = pairs_of_texts(project=study.project)
    assert owner.post(new(pairs), TERMS | {"scheme": "pair", "also": "nested"}).status_code == 400
    owner.post(new(study.dataset), TERMS | {"also": "flat"})
    assert Campaign.objects.filter(name__startswith="Round two").count() == 1


@pytest.mark.quick
@pytest.mark.parametrize("companion", ["live", "another dataset", "itself", "nowhere"])
def test_only_a_draft_of_the_dataset_joins_in(study: Study, owner: Client, companion: str) -> None:
    other = pairs_of_texts(project=study.project)
    owner.post(new(other), TERMS | {"scheme": "pair"})
    keys = {
        "live": study.flat.pk,
        "another dataset": Campaign.objects.create(
            dataset=other,
            scheme="pair",
            name="Elsewhere",
            redundancy=1,
            reward=0,
            currency="USD",
            seconds_allotted=60,
        ).pk,
        "itself": study.draft.pk,
        "nowhere": 2**40,
    }
    address = f"/research/campaigns/{study.draft.pk}/launch/?with={keys[companion]}"
    assert owner.get(address).status_code == 404
    assert owner.post(address).status_code == 404
    study.draft.refresh_from_db()
    assert study.draft.status == "draft"


@pytest.mark.quick
def test_what_no_scheme_asks_about_cannot_be_chosen_and_the_page_says_so(
    study: Study, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for scheme in ("label", "spans"):
        monkeypatch.setattr(type(SCHEMES[scheme]), "dataset_kinds", ("texts",))
    Dataset.objects.filter(pk=study.dataset.pk).update(kind="documents")
    page = owner.get(new(study.dataset)).content.decode()
    assert "No scheme fits a dataset of documents" in page
    assert 'id="terms"' not in page


def test_a_campaign_is_duplicated_from_its_page(study: Study, teammate: Client) -> None:
    address = reverse("research:duplicate_campaign", args=(study.flat.pk,))
    assert 'value="Flat round 2"' in read(teammate, address)
    answer = teammate.post(address, {"name": "Flat round 2", "dataset": str(study.dataset.pk)})
    copy = Campaign.objects.get(name="Flat round 2")
    assert answer.headers["Location"] == f"/research/campaigns/{copy.pk}/"
    page = teammate.get(answer.headers["Location"]).content.decode()
    assert "Flat round 2 is a draft with the terms of Flat round." in page
    audit = teammate.get(reverse("research:audit", args=(study.project.pk,))).content.decode()
    assert "duplicated Flat round as the draft" in " ".join(audit.split())


@pytest.mark.parametrize(("sent", "field"), [({"name": ""}, "name"), ({"dataset": "0"}, "dataset")])
def test_a_duplicate_that_cannot_be_says_why_next_to_its_field(
    study: Study, owner: Client, sent: dict[str, str], field: str
) -> None:
    address = reverse("research:duplicate_campaign", args=(study.flat.pk,))
    typed = {"name": "Typed", "dataset": str(study.dataset.pk)} | sent
    assert f'id="id_{field}_error"' in text_of(owner.post(address, typed), 400)
    taken = owner.post(address, typed | {"name": "Nested round", "dataset": str(study.dataset.pk)})
    assert "already exists" in taken.content.decode()


@pytest.mark.quick
@pytest.mark.parametrize(
    ("terms", "says"),
    [
        ({"most_workers": 4}, "At most 4 workers may join"),
        ({"redundancy": 1000}, "1,000 judgments, the maximum"),
    ],
)
def test_no_more_judgments_are_offered_where_none_can_be_requested(
    study: Study, owner: Client, terms: dict[str, int], says: str
) -> None:
    Campaign.objects.filter(pk=study.flat.pk).update(**terms)
    page = owner.get(reverse("research:extend_campaign", args=(study.flat.pk,))).content.decode()
    assert says in page
    assert 'name="redundancy"' not in page
