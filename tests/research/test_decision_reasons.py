"""Reasons for disagreement on pages and over the API."""

from typing import Any

import pytest

from annotation.models import CodedDecision, Decision, DecisionReason, Judgment
from annotation.services.accounts.tokens import issue_token
from tests.api.studies import API
from tests.research.test_decisions import House

pytestmark = pytest.mark.django_db


def test_a_codebook_is_written_used_and_counted_on_pages() -> None:
    house = House()
    house.post(
        house.url("save_reasons"), key=["", ""], name=["<b>Intent</b>", ""], description=["Why", ""]
    )
    reason = DecisionReason.objects.get()
    assert (reason.name, reason.description) == ("<b>Intent</b>", "Why")
    hit = house.hit()
    address = house.url("decide", hit.pk)
    assert "&lt;b&gt;Intent&lt;/b&gt;" in house.page(address)
    judgment = Judgment.objects.filter(hit=hit).earliest("pk")
    desk = house.post(address, act="edit", judgment=judgment.pk, reason=[reason.pk])
    assert f'value="{reason.pk}" checked' in house.page(desk)
    house.post(address, act="accept", judgment=judgment.pk, seen="", reason=[reason.pk])
    made = Decision.objects.get()
    page = house.page(house.url("decisions"))
    assert "no reason" not in page
    assert page.count("&lt;b&gt;Intent&lt;/b&gt;") >= 3
    house.post(house.url("code_decision", made.pk), seen=[reason.pk])
    assert not CodedDecision.objects.exists()
    table = house.clients[house.ada].get(house.url("decisions_csv", "reasons")).content.decode()
    assert table.splitlines()[1:] == ["<b>Intent</b>,0,0.0", "no reason,1,1.0"]


def test_the_api_has_the_same() -> None:
    house = House()
    _, bearer = issue_token(project=house.campaign.dataset.project, user=house.ada, name="codes")
    api, path = API(bearer), f"campaigns/{house.campaign.pk}/decisions"
    written = api.post(f"{path}/reasons", {"reasons": [{"name": "Intent"}, {"name": "Other"}]})
    first, other = written.json()["reasons"]
    made = house.decides(house.ada, [1, 0, 0, 0])
    coded = api.post(f"{path}/{made.pk}/reasons", {"reasons": [first["id"]]}).json()
    assert coded["reasons"] == [first["id"]]
    read = api.get(f"{path}/reasons").json()
    assert [one["decisions"] for one in read["reasons"]] == [1, 0]
    assert (read["uncoded"], read["decisions"]) == (0, 1)
    assert len(api.get(path, reason=first["id"]).json()["results"]) == 1
    assert api.get(path, reason=other["id"]).json()["results"] == []
    assert api.post(f"{path}/reasons", {"reasons": []}).status_code == 409
    seen = [{"id": first["id"], "name": "Intent"}]
    body = {"reasons": [{"id": first["id"], "name": "Intention"}], "seen": seen}
    names = [one["name"] for one in api.post(f"{path}/reasons", body).json()["reasons"]]
    assert names == ["Intention", "Other"]
    assert api.post(f"{path}/{made.pk}/reasons", {"reasons": [999_999]}).status_code == 400


def test_pages_opened_before_a_change_keep_it() -> None:
    house = House()
    house.post(house.url("save_reasons"), key=[""], name=["Intent"], description=[""])
    intent = DecisionReason.objects.get()
    made = house.decides(house.ada, [1, 0, 0, 0])
    page = house.page(house.url("decisions"))
    assert 'name="seen_name" value="Intent"' in page
    assert 'name="seen" value=' not in page
    shown: dict[str, Any] = {
        "key": [intent.pk, ""],
        "seen_name": ["Intent"],
        "seen_description": [""],
    }
    for name in ("Other", "Partial"):
        house.post(house.url("save_reasons"), **shown, name=["Intent", name], description=["", ""])
    _, other, partial = DecisionReason.objects.all()
    assert (other.name, partial.name) == ("Other", "Partial")
    for one in (intent, other):
        house.post(house.url("code_decision", made.pk), reason=[one.pk])
    assert CodedDecision.objects.count() == 2
    assert f'name="seen" value="{other.pk}"' in house.page(house.url("decisions"))
    house.post(house.url("code_decision", made.pk), reason=[other.pk], seen=[intent.pk, other.pk])
    assert CodedDecision.objects.get().reason == other
