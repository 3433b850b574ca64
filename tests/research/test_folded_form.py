"""The form of a campaign: each optional part is folded and says what is set, errors open it, and
the checks say what is missing."""

import re
from collections import Counter

import pytest
from django.forms import Select
from django.forms.widgets import ChoiceWidget, RadioSelect
from django.test import Client
from django.urls import reverse

from annotation.models import Campaign
from annotation.research.terms.folds import FOLDED_PARTS
from annotation.research.terms.forms import CampaignForm
from tests.helpers.pages import assert_shows, read, text_of
from tests.helpers.pairs import make_pairs
from tests.research.study import Study
from tests.research.test_campaign_form import TERMS, new

pytestmark = pytest.mark.long
ANSWERS = {"walk": "together", "link_trust": "code", "repeat_after": "10"}
CHANGED = {
    "researcher": {"researcher": "Ada", "contact": "ada@example.org"},
    "wordings": {"wordings": "== Short\nCut."},
    "consent": {"consent": "I agree to it."},
    "practice": {"quiz": "Where?\n[x] Here\n[ ] There"},
    "quality": {"repeat_every": "10", "most_judgments": "9"},
    "limits": {"most_workers": "40", "most_hits_per_worker": "20", "pilot_items": "2"},
    "payment": {"fee_percent": "33.33", "approve_after_days": "7"},
    "recruitment": {"link_trust": "signed", "countries": "IN", "place_hits": "8"},
}
SAYS = {
    "researcher": "Ada, ada@example.org",
    "wordings": "2 wordings, compared, plain text",
    "consent": "Consent page, 4 words",
    "practice": "No practice, quiz of 1 question",
    "quality": "Fixed number of judgments, 1 in 10 tasks is repeated",
    "limits": "2.5 minutes per task, at most 40 workers, 20 tasks each, pilot of 2 items",
    "payment": "Platform’s fee of 33.33%, approved after 7 days",
    "recruitment": "Links signed by you, 1 condition for joining, 8 tasks per submission",
}
WRONG = {
    "researcher": {"contact": "x" * 201},
    "wordings": {"wordings": "Cut."},
    "consent": {"consent": "x" * 20_001},
    "practice": {"quiz_tries": "0"},
    "quality": {"repeat_every": "1"},
    "limits": {"most_workers": "0"},
    "payment": {"fee_percent": "101"},
    "recruitment": {"return_address": "x" * 501},
}


def opened(page: str) -> set[str]:
    return set(re.findall(r'<details class="fold" id="fold-(\w+)" open>', page))


def said(page: str) -> dict[str, str]:
    found = re.findall(r'<span class="fold-says" id="says-([\w-]+)"[^>]*>(.*?)</span>', page)
    return {name: " ".join(text.split()) for name, text in found}


def live(owner: Client, study: Study, **typed: str) -> str:
    address = reverse("research:new_instructions", args=(study.dataset.pk,))
    return text_of(owner.post(address, TERMS | ANSWERS | typed), 200)


@pytest.mark.quick
def test_each_field_is_on_the_page_once(study: Study, owner: Client) -> None:
    pages = (new(study.dataset), reverse("research:edit_campaign", args=(study.draft.pk,)))
    for address in (*pages, new(make_pairs(4, ["yes"], project=study.project))):
        answer = owner.get(address)
        form: CampaignForm = answer.context["form"]
        ids = Counter(re.findall(r' id="(id_\w+)"', answer.content.decode()))
        lists = {one.name for one in form if isinstance(one.field.widget, ChoiceWidget)}
        lists -= {one.name for one in form if isinstance(one.field.widget, Select)}
        wrong = {one.name for one in form if ids[one.auto_id] != 1}
        assert wrong <= lists
        shown = lists - ({"also"} if not answer.context["companions"] else set())
        assert_shows(answer.content.decode(), *(f'name="{name}"' for name in shown))


@pytest.mark.quick
def test_parts_are_folded_and_say_what_is_set(study: Study, owner: Client) -> None:
    page = read(owner, new(study.dataset))
    assert opened(page) == {"researcher"}
    usual = said(page)
    assert usual["researcher"] == "No name or contact"
    assert usual["consent"] == "No consent page"
    assert usual["limits"] == "10 minutes per task, any number of workers"
    assert usual["recruitment"] == "Any link, anyone may join"
    assert usual["settings-label"].endswith("· Positive, Neutral, Negative")
    changed = {name: value for part in CHANGED.values() for name, value in part.items()}
    found = said(live(owner, study, **changed))
    assert {name: found[name] for name in SAYS} == SAYS


@pytest.mark.quick
@pytest.mark.few(3)
@pytest.mark.parametrize("part", [one.name for one in FOLDED_PARTS])
def test_a_part_with_an_error_is_open(study: Study, owner: Client, part: str) -> None:
    page = text_of(owner.post(new(study.dataset), TERMS | ANSWERS | WRONG[part]), 400)
    assert opened(page) == {part}
    assert said(page)[part] == "Correct the marked fields"
    assert f'<a href="#id_{next(iter(WRONG[part]))}">' in page


def test_what_a_service_refuses_opens_its_part(study: Study, owner: Client) -> None:
    times = {"opens_at": "2030-01-02T10:00", "closes_at": "2030-01-01T10:00"}
    page = text_of(owner.post(new(study.dataset), TERMS | ANSWERS | times), 400)
    assert opened(page) == {"limits"}
    assert_shows(page, "It must close after it opens.")


def test_terms_of_another_scheme_are_not_described(study: Study, owner: Client) -> None:
    typed = {"scheme": "flat", "most_judgments": "9"}
    assert "Up to" not in said(live(owner, study, **typed))["quality"]


def test_the_checks_follow_the_input(study: Study, owner: Client) -> None:
    page = live(owner, study, seconds_expected="60")
    assert_shows(page, "Pay is below USD 8 an hour", "Your name or contact is missing")
    named = {"researcher": "Ada", "contact": "ada@example.org"}
    paid = {"pay": "wage", "hourly_wage": "12", "seconds_expected": "60", "budget": "4"}
    page = live(owner, study, **named, **paid)
    # 3 texts × 7 × .20 = 4.20.
    assert_shows(page, "Pay is at least USD 8 an hour", "The budget is too small", "0.20 short")
    page = live(owner, study, **paid | {"budget": "5"})
    assert_shows(page, "The budget covers all judgments", "0.80 to spare")


def test_a_draft_can_be_tried(study: Study, owner: Client) -> None:
    page = read(owner, reverse("research:edit_campaign", args=(study.draft.pk,)))
    assert reverse("research:dry_run", args=(study.draft.pk,)) in page
    assert "after saving" in read(owner, new(study.dataset))


def test_gold_answers_are_compared_with_the_settings(study: Study, owner: Client) -> None:
    pairs = make_pairs(4, ["yes", "no"], project=study.project)
    assert_shows(read(owner, new(pairs)), "Gold answers match the task", "2 of 2")


def test_training_needs_twice_its_gold_answers(study: Study, owner: Client) -> None:
    pairs = make_pairs(4, ["yes", "no"], project=study.project)
    address = reverse("research:new_instructions", args=(pairs.pk,))
    typed = TERMS | ANSWERS | {"scheme": "pair", "most_workers": "9"}
    for training, says in (("1", "Enough gold answers"), ("2", "Few gold answers")):
        page = text_of(owner.post(address, typed | {"training_hits": training}), 200)
        assert_shows(page, f"{says} for the training", f"{training} training task")


def test_settings_of_schemes_not_chosen_are_as_at_first(study: Study, owner: Client) -> None:
    """A browser sends the settings of the chosen scheme only."""
    page = text_of(owner.post(new(study.dataset), TERMS | {"name": ""}), 400)
    assert said(page)["settings-label"].endswith("· Positive, Neutral, Negative")
    assert not Campaign.objects.filter(name="").exists()


@pytest.mark.quick
def test_each_field_of_the_settings_is_on_the_page_once(study: Study, owner: Client) -> None:
    """Empty rows for labels are rendered once for all pages."""
    typed = TERMS | {"scheme": "label", "label-label_1": "Good", "label-example_5": "A “fifth”"}
    for answer in (owner.get(new(study.dataset)), owner.post(new(study.dataset), typed)):
        page = answer.content.decode()
        ids = Counter(re.findall(r' id="(id_[\w-]+)"', page))
        for form in answer.context["settings_forms"].values():
            lists = {one.name for one in form if isinstance(one.field.widget, RadioSelect)}
            assert {one.name for one in form if ids[one.auto_id] != 1} <= lists
    assert_shows(page, 'value="A “fifth”"')
