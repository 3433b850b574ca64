"""A campaign's defaults are the same on every route by which it is made."""

from dataclasses import asdict
from decimal import Decimal
from typing import Any

import pytest

from analysis.exports.terms import terms_of
from annotation.models import Campaign, Dataset
from annotation.schemes import SCHEMES
from annotation.services.campaigns.elicitation import ask_for_evidence
from annotation.services.datasets.datasets import import_dataset
from tests.api.studies import Study
from tests.helpers.apps import KEEP, QUESTIONS, answer_with_questions, make_apps, question_campaign
from tests.helpers.factories import make_dataset
from tests.helpers.pages import signed_in


def dataset_of(study: Study, scheme: str) -> Dataset:
    dataset = make_dataset(["a b"], study.project)
    kind = SCHEMES[scheme].dataset_kinds[0]
    Dataset.objects.filter(pk=dataset.pk).update(kind=kind)
    return Dataset.objects.get(pk=dataset.pk)


def usual(scheme: str) -> dict[str, Any]:
    one = SCHEMES[scheme]
    settings = one.check_settings({})
    return {
        **asdict(one.usual_terms),
        "settings": settings,
        "instructions": one.instructions_of(settings),
    }


def terms(campaign: Campaign) -> dict[str, Any]:
    return {name: getattr(campaign, name) for name in usual(campaign.scheme)}


@pytest.mark.parametrize("scheme", sorted(SCHEMES))
def test_the_api_gives_what_is_left_out(study: Study, scheme: str) -> None:
    sent = {"dataset": dataset_of(study, scheme).pk, "scheme": scheme, "name": "Bare"}
    made = study.researcher.post("campaigns", sent)
    assert made.status_code == 201
    assert terms(Campaign.objects.get(pk=made.json()["id"])) == usual(scheme)
    assert made.json()["instructions"] == usual(scheme)["instructions"]


@pytest.mark.long
@pytest.mark.parametrize("scheme", sorted(SCHEMES))
def test_the_page_begins_with_the_same(study: Study, scheme: str) -> None:
    """Submit the form as the page shows it, with only a name and the scheme filled in."""
    browser = signed_in(study.owner)
    page = browser.get(f"/research/datasets/{dataset_of(study, scheme).pk}/campaigns/new/")
    form, defaults = page.context["form"], page.context["defaults"][scheme]
    sent = {name: form[name].value() for name in form.fields} | defaults
    sent |= {"scheme": scheme, "name": "Page"}
    for settings_form in page.context["settings_forms"].values():
        sent |= {
            settings_form.add_prefix(name): settings_form[name].value()
            for name in settings_form.fields
        }
    remaining = {name: value for name, value in sent.items() if value not in (None, False)}
    assert browser.post(page.request["PATH_INFO"], remaining).status_code == 302
    assert terms(Campaign.objects.get(name="Page")) == usual(scheme)


@pytest.mark.long
def test_a_draft_that_a_service_makes_has_the_same(study: Study) -> None:
    elicitation = question_campaign(make_apps(study.project, (("Keep", KEEP),)), redundancy=3)
    answer_with_questions(elicitation, QUESTIONS)
    policies = import_dataset(
        project=study.project,
        user=None,
        name="Policies",
        filename="policies.jsonl",
        body=b'{"document": "Keep", "sections": ["We keep notes. Nobody reads them."]}',
    )
    drafted, _ = ask_for_evidence(
        campaign=elicitation, documents=policies, user=study.owner, name="Questions"
    )
    drafted.refresh_from_db()
    options = {"settings": SCHEMES["evidence"].check_settings({"preset": "privacyqa"})}
    assert terms(drafted) == usual("evidence") | options


def test_the_usual_wage_is_twelve_an_hour_and_the_papers_paid_less() -> None:
    pair = SCHEMES["pair"]
    # 12 × 129 ÷ 3,600
    assert (pair.usual_terms.hourly_wage, pair.usual_terms.reward) == (Decimal(12), Decimal("0.43"))
    assert pair.price_paid is not None
    assert (pair.price_paid.reward, pair.price_paid.year) == (Decimal("0.05"), 2014)


def test_blank_instructions_become_the_schemes_own_and_stand_in_the_gold(study: Study) -> None:
    sent = {
        "dataset": study.campaign.dataset_id,
        "scheme": "flat",
        "name": "B",
        "instructions": " ",
    }
    path = f"campaigns/{study.researcher.post('campaigns', sent).json()['id']}"
    own = SCHEMES["flat"].instructions
    assert study.researcher.get(path).json()["instructions"] == own
    assert study.researcher.patch(path, {"instructions": ""}).json()["instructions"] == own
    assert terms_of(Campaign.objects.get(name="B"))["instructions"] == own


@pytest.mark.long
def test_an_edit_changes_nothing_that_was_left_out(study: Study) -> None:
    sent = {"dataset": study.campaign.dataset_id, "scheme": "flat", "name": "E", "redundancy": 3}
    made = study.researcher.post("campaigns", sent | {"currency": "EUR"}).json()
    edited = study.researcher.patch(f"campaigns/{made['id']}", {"reward": "0.5"}).json()
    assert (edited["redundancy"], edited["currency"], edited["reward"]) == (3, "EUR", "0.500")
