"""Pay and warnings in the API: a campaign far below a fair wage is created with a warning."""

from decimal import Decimal

from tests.api.studies import API, Study

NAMED = {"researcher": "Ada Byron", "institution": "University", "contact": "ada@example.org"}


def test_low_pay_is_warned_of_when_made_and_when_launched(study: Study) -> None:
    sent = {"dataset": study.campaign.dataset_id, "scheme": "flat", "name": "Low", **NAMED}
    made = study.researcher.post("campaigns", sent | {"reward": "0.001", "seconds_expected": 60})
    assert made.status_code == 201
    body = made.json()
    assert (body["hourly_wage"], body["paid_per_hour"]) == (None, "0.06")
    assert "only USD 0.06 an hour" in body["warnings"][0]
    launched = study.researcher.post(f"campaigns/{body['id']}/launch")
    assert launched.status_code == 200
    assert launched.json()["warnings"] == body["warnings"]


def test_a_wage_makes_the_reward_and_no_warning(study: Study) -> None:
    sent = {"dataset": study.campaign.dataset_id, "scheme": "flat", "name": "Fair", **NAMED}
    body = study.researcher.post("campaigns", sent | {"hourly_wage": "15"}).json()
    assert (body["hourly_wage"], body["reward"], body["warnings"]) == ("15.00", "0.205", [])
    path = f"campaigns/{body['id']}"
    edited = study.researcher.patch(path, {"seconds_expected": 98}).json()
    assert Decimal(edited["reward"]) == Decimal("0.409")
    fixed = study.researcher.patch(path, {"reward": "0.5"}).json()
    assert (fixed["hourly_wage"], fixed["reward"]) == (None, "0.500")
    both = study.researcher.patch(path, {"reward": "0.5", "hourly_wage": "12"})
    assert (both.status_code, both.json()["field"]) == (400, "reward")


def test_workers_are_shown_the_title_and_who_asks_and_never_the_name(study: Study) -> None:
    sent = {"dataset": study.campaign.dataset_id, "scheme": "flat", "name": "condition B, low pay"}
    path = f"campaigns/{study.researcher.post('campaigns', sent | NAMED).json()['id']}"
    code = study.researcher.post(f"{path}/launch").json()["code"]
    joined = API().post(f"campaigns/{code}/join", {"name": "zoe"})
    assert joined.json()["campaign"] == "Cutting texts"
    assert {name: joined.json()[name] for name in NAMED} == NAMED
    titled = study.researcher.post(f"{path}/people", {"title": "Search queries"})
    assert titled.status_code == 200, titled.content
    response = API().post(f"campaigns/{code}/join", {"name": "eve"})
    assert response.json()["campaign"] == "Search queries"
