"""More judgments for filtered items, over the API."""

from typing import Any

import pytest

from annotation.models import HIT, Membership
from tests.api.studies import Study


def quotas(study: Study) -> list[int]:
    hits = HIT.objects.filter(campaign=study.campaign).order_by("item__position")
    return list(hits.values_list("quota", flat=True))


def extend(study: Study, **body: Any) -> Any:
    return study.researcher.post(f"{study.path}/extend", body)


@pytest.mark.long
def test_a_filter_or_a_saved_one_names_them(study: Study) -> None:
    before = study.campaign.redundancy
    answer = extend(study, redundancy=before + 2, filter={"q": "d e f"})
    assert answer.status_code == 200
    body = answer.json()
    assert (body["redundancy"], body["asked_beyond"]) == (before, 2)
    assert quotas(study) == [before, before + 2, before]
    wanted = {"name": "Of a", "filter": {"q": "a b c"}}
    own = study.researcher.post(f"{study.path}/filters", wanted).json()
    assert extend(study, redundancy=before + 1, saved=own["id"]).json()["asked_beyond"] == 3
    assert quotas(study) == [before + 1, before + 2, before]
    both = extend(study, redundancy=before + 1, saved=own["id"], filter={"q": "g h i"})
    assert both.json()["asked_beyond"] == 4
    assert quotas(study) == [before + 1, before + 2, before + 1]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"filter": {}}, 400, "filter"),
        ({"filter": {"color": "red"}}, 400, "filter"),
        ({"filter": {"tie": "perhaps"}}, 400, "tie"),
        ({"filter": {"q": "nowhere"}}, 409, None),
        ({"saved": 2**31 - 1}, 400, "saved"),
        ({"saved": 0}, 400, "saved"),
        ({"filter": {"q": "d e f"}, "redundancy": 1}, 400, "redundancy"),
    ],
)
def test_errors_say_why(study: Study, body: dict[str, Any], status: int, field: str | None) -> None:
    before = quotas(study)
    answer = extend(study, **{"redundancy": 9, **body})
    assert answer.status_code == status
    assert field is None or field in str(answer.json())
    assert quotas(study) == before


@pytest.mark.long
def test_whoever_may_not_run_campaigns_asks_by_no_filter(study: Study) -> None:
    Membership.objects.filter(user=study.owner).update(role="viewer", blind=True)
    before = quotas(study)
    assert extend(study, redundancy=9, filter={"worker": "1"}).status_code == 403
    assert quotas(study) == before
