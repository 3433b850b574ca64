"""Sets beside a crowd through the API."""

from annotation.models import HeldSet
from tasks.fold import fold_all
from tasks.held_sets import make_held_set
from tests.api.studies import Study
from tests.helpers.factories import judge_next, make_dataset
from tests.helpers.sets import annotations_file, make_set


def test_a_set_is_held_read_and_let_go(study: Study) -> None:
    campaign, api = study.campaign, study.researcher
    own = make_set(campaign.dataset, "flat", annotations_file(campaign.dataset))
    judge_next(study.enrolment)
    fold_all(campaign.pk)
    address = f"campaigns/{campaign.pk}/models"
    assert api.get(f"{address}/{own.pk}").status_code == 404
    told = api.post(address, {"set": own.pk}).json()
    assert told == {"set": own.pk, "version": None, "judgments": 0, "made_at": None}
    assert api.get(address).json()["results"] == [told]
    assert api.get(f"{address}/{own.pk}").json()["results"] == {}
    assert make_held_set(HeldSet.objects.get().pk)
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
    assert answer.status_code == 400
    assert "items and scheme" in answer.content.decode()
