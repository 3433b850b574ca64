"""Annotation sets compared with a crowd, through the API."""

import pytest

from annotation.api.people.work import shown_hit
from annotation.models import HeldSet
from annotation.services.campaigns.campaigns import launch_campaign
from annotation.services.work.claim import claim_hit
from tasks.fold import fold_all
from tasks.reference_sets import make_reference_set
from tests.api.studies import Study
from tests.helpers.factories import enrol, judge_next, make_campaign, make_dataset, submit
from tests.helpers.figures import make_figures
from tests.helpers.pages import text_of
from tests.helpers.sets import annotations_file, make_set


@pytest.mark.long
def test_a_reference_set_is_added_read_and_removed(study: Study) -> None:
    campaign, api = study.campaign, study.researcher
    own = make_set(campaign.dataset, "flat", annotations_file(campaign.dataset))
    judge_next(study.enrolment)
    fold_all(campaign.pk)
    address = f"campaigns/{campaign.pk}/models"
    assert api.get(f"{address}/{own.pk}").status_code == 404
    body = api.post(address, {"set": own.pk}).json()
    assert body == {"set": own.pk, "version": None, "judgments": 0, "made_at": None}
    assert api.get(address).json()["results"] == [body]
    assert api.get(f"{address}/{own.pk}").json()["results"] == {}
    assert make_reference_set(HeldSet.objects.get().pk)
    found = api.get(f"{address}/{own.pk}").json()
    assert (found["version"], found["judgments"]) == (1, 1)
    [lens] = found["results"]["lenses"]
    assert (lens["items"], lens["answers"]) == (1, 3)
    assert lens["alternative"]["reason"].startswith("No worker has 30 items")
    assert api.post(f"{address}/{own.pk}/let-go").json() == {"held": False}
    assert api.get(address).json()["results"] == []


def test_a_set_of_other_items_is_refused(study: Study) -> None:
    dataset = make_dataset(["a b c"], study.project)
    own = make_set(dataset, "flat", annotations_file(dataset))
    answer = study.researcher.post(f"campaigns/{study.campaign.pk}/models", {"set": own.pk})
    assert "another scheme" in text_of(answer, 400)


@pytest.mark.long
def test_suggestions_are_chosen_for_a_draft_read_and_dropped(study: Study) -> None:
    draft = make_campaign(study.campaign.dataset, launch=False)
    own = make_set(draft.dataset, "flat", annotations_file(draft.dataset))
    address, api = f"campaigns/{draft.pk}/suggestions", study.researcher
    none = dict.fromkeys(("set", "annotator", "tenths", "measured"))
    none |= {"suggested": False, "unfit": 0}
    assert api.get(address).json() == none
    for tenths in (0, 10):
        assert api.post(address, {"set": own.pk, "tenths": tenths}).status_code == 400
    body = api.post(address, {"set": own.pk}).json()
    assert body == none | {"suggested": True, "set": own.pk, "annotator": 1, "tenths": 5}
    assert api.get(address).json() == body
    assert api.post(f"{address}/drop").json() == none
    launched = f"campaigns/{study.campaign.pk}/suggestions"
    assert api.post(launched, {"set": own.pk}).status_code == 409
    assert api.post(f"{launched}/drop").status_code == 409


@pytest.mark.long
def test_a_client_gets_the_suggestion_with_its_hit(study: Study) -> None:
    draft = make_campaign(make_dataset(10, study.project), launch=False)
    own = make_set(draft.dataset, "flat", annotations_file(draft.dataset), name="Whole")
    study.researcher.post(f"campaigns/{draft.pk}/suggestions", {"set": own.pk, "tenths": 9})
    campaign = launch_campaign(campaign=draft, user=None)
    enrolment = enrol(campaign)
    found = []
    for _ in range(10):
        assignment = claim_hit(enrolment_id=enrolment.pk)
        found.append(shown_hit(assignment, enrolment)["suggestion"])
        submit(enrolment, assignment)
    assert found.count({"boundaries": [0, 0, 0, 0]}) == 9
    assert found.count(None) == 1
    rows = study.researcher.get(f"campaigns/{campaign.pk}/judgments").json()["results"]
    assert sorted(one["suggested"] for one in rows) == [False] + [True] * 9
    assert {one["as_suggested"] for one in rows} == {True}
    make_figures(campaign)
    measured = study.researcher.get(f"campaigns/{campaign.pk}/suggestions").json()["measured"]
    assert (measured["version"], measured["judgments"]) == (1, 10)
    both = (measured["results"]["suggested"], measured["results"]["alone"])
    assert [(arm["judgments"], arm["same"]) for arm in both] == [(9, 1.0), (1, 1.0)]
