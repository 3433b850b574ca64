"""Comparisons through the API: listed, read with their versions, and hidden from other projects."""

import pytest

from addons.comparisons.models import ComparedItem, Comparison
from addons.comparisons.services.comparisons import delete_comparison
from addons.comparisons.tasks import make_comparison
from addons.comparisons.tests.compared import compared as compared_now
from addons.comparisons.tests.compared import request_comparison
from annotation.models import AuditEvent, Campaign
from tasks.fold import fold_all
from tests.api.studies import Study, make_study
from tests.api.test_items import found
from tests.helpers.factories import judge_all_at_random, judge_next, make_campaign, make_dataset
from tests.helpers.queries import assert_queries
from tests.helpers.sets import annotations_file, make_set

pytestmark = pytest.mark.long


@pytest.fixture
def study(db: None) -> Study:
    return make_study()


@pytest.fixture
def other_study(db: None) -> Study:
    return make_study()


@pytest.fixture
def judged(study: Study) -> Study:
    judge_all_at_random(study.campaign, workers=1, seed=3)
    judge_next(study.enrolment)
    fold_all(study.campaign.pk)
    return study


@pytest.fixture
def compared(study: Study) -> Comparison:
    gold = make_campaign(study.campaign.dataset, redundancy=3)
    for seed, campaign in enumerate((study.campaign, gold)):
        judge_all_at_random(campaign, workers=2, seed=seed)
        fold_all(campaign.pk)
    return request_comparison(study.campaign, gold, "Against gold", study.owner)


@pytest.mark.quick
def test_a_comparison_is_read_with_its_versions(study: Study, compared: Comparison) -> None:
    path = f"comparisons/{compared.pk}"
    before = study.researcher.get(path).json()
    assert (before["made_at"], before["age_seconds"], before["results"]) == (None, None, {})
    make_comparison(compared.pk)
    found = study.researcher.get(path).json()
    assert found["results"] == Comparison.objects.get(pk=compared.pk).results
    assert found["sides"] == [
        {
            "role": role,
            "scheme": "flat",
            "campaign": side.campaign_id,
            "set": None,
            "version": 1,
            "made_from": 1,
        }
        for role, side in (("crowd", compared.crowd), ("gold", compared.gold))
    ]
    assert (found["name"], found["has_moved"]) == ("Against gold", False)
    assert 0 <= found["age_seconds"] < 600
    gold = Campaign.objects.get(side=compared.gold)
    judge_all_at_random(gold, workers=1, seed=3)
    fold_all(gold.pk)
    assert study.researcher.get(path).json()["has_moved"]


@pytest.mark.quick
def test_sides_that_share_no_item_are_refused(study: Study) -> None:
    gold = make_campaign(make_dataset(["not of the study"], study.project))
    body = {
        "project": study.project.pk,
        "name": "Nothing in common",
        "crowd": {"campaign": study.campaign.pk},
        "gold": {"campaign": gold.pk},
    }
    answer = study.researcher.post("comparisons", body)
    content = answer.json()
    assert (answer.status_code, content["field"]) == (400, "gold")
    assert "share no item" in content["detail"]
    assert not Comparison.objects.exists()


def test_lists_hold_one_s_own_without_results(
    study: Study, other_study: Study, compared: Comparison
) -> None:
    for number in range(2):
        request_comparison(study.campaign, compared.gold.source, f"More {number}")
        # The token, its owner's membership and the page.
        with assert_queries(2):
            listed = study.researcher.get("comparisons").json()["results"]
        assert len(listed) == number + 2
    assert "results" not in listed[0]
    first = study.researcher.get("comparisons", limit=2).json()
    rest = study.researcher.get("comparisons", after=first["results"][-1]["id"]).json()
    assert [each["name"] for each in first["results"] + rest["results"]] == [
        "Against gold",
        "More 0",
        "More 1",
    ]
    for project, many in ((study.project.pk, 3), (other_study.project.pk, 0)):
        assert len(study.researcher.get("comparisons", project=project).json()["results"]) == many


def test_others_comparisons_and_deleted_ones_are_not_there(
    study: Study, other_study: Study, compared: Comparison
) -> None:
    path = f"comparisons/{compared.pk}"
    assert other_study.researcher.get("comparisons").json()["results"] == []
    assert other_study.researcher.get(path).status_code == 404
    assert AuditEvent.objects.filter(verb="access.refused", object_id=compared.pk).exists()
    delete_comparison(comparison=compared, user=study.owner)
    assert study.researcher.get("comparisons").json()["results"] == []
    assert study.researcher.get(path).status_code == 404


def test_a_comparison_is_requested_again(study: Study, compared: Comparison) -> None:
    make_comparison(compared.pk)
    answer = study.researcher.post(f"comparisons/{compared.pk}/anew")
    assert (answer.status_code, answer.json()["id"]) == (202, compared.pk)
    compared.refresh_from_db()
    assert compared.asked_at is not None
    delete_comparison(comparison=compared, user=study.owner)
    assert study.researcher.post(f"comparisons/{compared.pk}/anew").status_code == 404


def test_a_comparison_is_made_renamed_deleted_and_restored(study: Study) -> None:
    gold = make_campaign(study.campaign.dataset, redundancy=3)
    body = {
        "project": study.project.pk,
        "name": "Against gold",
        "crowd": {"campaign": study.campaign.pk},
        "gold": {"campaign": gold.pk},
    }
    made = study.researcher.post("comparisons", body)
    assert made.status_code == 201
    assert [one["campaign"] for one in made.json()["sides"]] == [study.campaign.pk, gold.pk]
    assert study.researcher.post("comparisons", body).status_code == 409
    where = f"comparisons/{made.json()['id']}"
    assert study.researcher.patch(where, {"name": "Anew"}).json()["name"] == "Anew"
    assert study.researcher.post(f"{where}/delete").status_code == 204
    assert study.researcher.get(where).status_code == 404
    assert study.researcher.post(f"{where}/restore").json()["name"] == "Anew"
    assert Comparison.objects.not_deleted().count() == 1


@pytest.mark.parametrize(
    ("crowd", "gold", "field"),
    [
        ({}, {"campaign": 1}, "crowd"),
        ({"campaign": 1, "set": 1}, {"campaign": 1}, "crowd"),
        ({"set": 0}, {"campaign": 1}, "crowd"),
    ],
)
def test_sides_that_there_are_not_are_refused(
    study: Study, crowd: dict[str, int], gold: dict[str, int], field: str
) -> None:
    body = {"project": study.project.pk, "name": "New", "crowd": crowd, "gold": gold}
    refused = study.researcher.post("comparisons", body)
    assert (refused.status_code, refused.json()["field"]) == (400, field)


def test_nobody_elses_campaign_is_compared(study: Study, other_study: Study) -> None:
    body = {
        "project": study.project.pk,
        "name": "New",
        "crowd": {"campaign": study.campaign.pk},
        "gold": {"campaign": other_study.campaign.pk},
    }
    assert study.researcher.post("comparisons", body).json()["field"] == "gold"
    assert other_study.researcher.post("comparisons", body).status_code == 404


def test_items_are_found_by_their_distance_from_a_set(judged: Study) -> None:
    dataset = judged.campaign.dataset
    one = compared_now(judged.campaign, make_set(dataset, "flat", annotations_file(dataset)))
    ranks = ComparedItem.objects.filter(comparison=one).order_by("rank")
    in_order = list(ranks.values_list("item__position", flat=True))
    assert found(judged, comparison=one.pk, order="apart", limit=1) == in_order
    assert found(judged, comparison=one.pk, order="-apart", limit=1) == in_order[::-1]
    far = [row.item.position for row in ranks if 1 - row.alike >= 0.5]
    assert sorted(found(judged, comparison=one.pk, apart_from=0.5)) == sorted(far)
    for query in ({"order": "apart"}, {"apart_to": "0.5"}):
        assert judged.researcher.get(f"{judged.path}/items", **query).status_code == 400
