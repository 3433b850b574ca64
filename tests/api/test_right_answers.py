"""Gold answers over the API, for every scheme that can have them."""

from collections.abc import Callable
from typing import Any

import pytest

from annotation.models import AuditEvent, Campaign, KnownAnswer
from annotation.schemes import SCHEMES
from annotation.schemes.mixins import HasGoldAnswers
from annotation.services.accounts.tokens import issue_token
from annotation.services.campaigns.campaigns import launch_campaign
from tests.api.studies import API, Study
from tests.helpers.evidence import evidence_campaign
from tests.helpers.factories import make_campaign, make_dataset
from tests.helpers.labels import campaign_of_labels
from tests.helpers.pairs import make_pair_campaign, make_pairs
from tests.helpers.spans import campaign_of_spans

pytestmark = pytest.mark.django_db

CUT = {"boundaries": [1, 0]}
WHOLE = {"boundaries": [0, 0]}
GOLD = [name for name, scheme in SCHEMES.items() if isinstance(scheme, HasGoldAnswers)]
# A campaign of each scheme, and an answer to its first item as a worker would send it.
EACH: dict[str, tuple[Callable[[], Campaign], dict[str, Any]]] = {
    "flat": (lambda: make_campaign(texts=["a b c"]), {"boundaries": [1, 0]}),
    "nested": (lambda: make_campaign(texts=["a b c"], scheme="nested"), {"boundaries": [1, 0]}),
    "pair": (lambda: make_pair_campaign(make_pairs(2)), {"answer": 1}),
    "evidence": (evidence_campaign, {"answerable": False, "sentences": []}),
    "label": (campaign_of_labels, {"answer": 0}),
    "spans": (campaign_of_spans, {"spans": []}),
}


@pytest.fixture
def draft(study: Study) -> Campaign:
    return make_campaign(study.campaign.dataset, launch=False)


def path_of(campaign: Campaign) -> str:
    return f"campaigns/{campaign.pk}/right-answers"


def send(api: API, campaign: Campaign, *answers: dict[str, Any]) -> Any:
    return api.post(path_of(campaign), {"answers": list(answers)})


def items_of(campaign: Campaign) -> list[int]:
    return list(campaign.dataset.items.order_by("position").values_list("pk", flat=True))


def test_what_is_sent_is_stored_once_and_listed(study: Study, draft: Campaign) -> None:
    first, second, _ = items_of(draft)
    answers = (
        {"item": first, "payload": CUT, "why": "Two parts."},
        {"item": second, "payload": WHOLE, "use": "practice"},
    )
    response = send(study.researcher, draft, *answers)
    found = (response.status_code, response.json())
    assert found == (200, {"kept": 2, "changed": 0, "unchanged": 0})
    listed = study.researcher.get(path_of(draft)).json()["results"]
    stored = [(one["item"], one["answer"], one["use"], one["source"]) for one in listed]
    assert stored == [(first, "a | b c", "known", "sent"), (second, "d e f", "practice", "sent")]
    again = send(study.researcher, draft, *answers).json()
    assert again == {"kept": 0, "changed": 0, "unchanged": 2}
    assert study.researcher.get(path_of(draft)).json()["results"] == listed
    assert KnownAnswer.objects.filter(campaign=draft).count() == 2
    assert AuditEvent.objects.filter(verb__startswith="known_answer.").count() == 2
    [only] = study.researcher.get(path_of(draft), use="practice").json()["results"]
    assert only["item"] == second


@pytest.mark.long
def test_a_new_answer_replaces_it_and_a_new_reason_edits_it(study: Study, draft: Campaign) -> None:
    first = items_of(draft)[0]
    send(study.researcher, draft, {"item": first, "payload": CUT})
    worded = send(study.researcher, draft, {"item": first, "payload": CUT, "why": "Two."}).json()
    assert worded == {"kept": 0, "changed": 1, "unchanged": 0}
    other = send(study.researcher, draft, {"item": first, "payload": WHOLE}).json()
    assert other == {"kept": 1, "changed": 0, "unchanged": 0}
    [stands] = study.researcher.get(path_of(draft)).json()["results"]
    assert stands["answer"] == "a b c"


def test_of_many_all_are_stored_or_none(study: Study, draft: Campaign, other_study: Study) -> None:
    first, second, third = items_of(draft)
    foreign = items_of(other_study.campaign)[0]
    response = send(
        study.researcher,
        draft,
        {"item": first, "payload": CUT},
        {"item": second, "payload": {"boundaries": [1, 0, 1]}},
        {"item": foreign, "payload": CUT},
        {"item": first, "payload": WHOLE},
        {"item": third, "payload": {"boundaries": [0, 0], "more": "x" * 70_000}},
    )
    assert response.status_code == 400
    problem = response.json()
    assert problem["field"] == "answers.1.payload.boundaries"
    assert [one["field"] for one in problem["errors"]] == [
        "answers.1.payload.boundaries",
        "answers.2.item",
        "answers.3.item",
        "answers.4.payload",
    ]
    assert not KnownAnswer.objects.exists()


@pytest.mark.long
@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"answers": []},
        {"answers": [{"item": 1}]},
        {"answers": [{"item": "1", "payload": {}}]},
        {"answers": [{"item": 1, "payload": [0]}]},
        {"answers": [{"item": 1, "payload": {}, "use": "gold"}]},
        {"answers": [{"item": 1, "payload": {}, "hat": 1}]},
        {"answers": [{"item": 1, "payload": {}}] * 501},
    ],
)
def test_what_makes_no_sense_is_refused(study: Study, draft: Campaign, wrong: Any) -> None:
    assert study.researcher.post(path_of(draft), wrong).status_code == 400
    assert not KnownAnswer.objects.exists()


@pytest.mark.long
def test_it_is_removed_once(study: Study, draft: Campaign) -> None:
    send(study.researcher, draft, {"item": items_of(draft)[0], "payload": CUT})
    [stands] = study.researcher.get(path_of(draft)).json()["results"]
    remove = f"{path_of(draft)}/{stands['id']}/remove"
    for _ in range(2):
        assert study.researcher.post(remove).json()["id"] == stands["id"]
    assert study.researcher.get(path_of(draft)).json()["results"] == []
    assert AuditEvent.objects.filter(verb="known_answer.removed").count() == 1


@pytest.mark.long
def test_since_the_launch_only_the_reason_of_a_measured_one_changes(study: Study) -> None:
    dataset = make_dataset(6, study.project)
    terms: dict[str, Any] = {"redundancy": 1, "known_every": 3, "most_workers": 5}
    campaign = make_campaign(dataset, launch=False, **terms)
    first, second, *_ = items_of(campaign)
    size = len(dataset.items.get(pk=first).words) - 1
    whole, cut = {"boundaries": [0] * size}, {"boundaries": [1] + [0] * (size - 1)}
    for item in (first, second):
        send(study.researcher, campaign, {"item": item, "payload": whole})
    launch_campaign(campaign=campaign, user=None)
    worded = {"item": first, "payload": whole, "why": "One part."}
    assert send(study.researcher, campaign, worded).json()["changed"] == 1
    refused = send(study.researcher, campaign, {"item": first, "payload": cut})
    assert refused.status_code == 400
    assert "assessed with the gold answer" in refused.json()["detail"]


@pytest.mark.long
@pytest.mark.parametrize("name", GOLD)
def test_every_scheme_checks_and_keeps_its_answers(name: str) -> None:
    make, payload = EACH[name]
    campaign = make()
    project = campaign.dataset.project
    owner = project.memberships.get().user
    api = API(issue_token(project=project, user=owner, name="tests")[1])
    item = items_of(campaign)[0]
    response = send(api, campaign, {"item": item, "payload": payload})
    assert (response.status_code, response.json().get("kept")) == (200, 1), response.json()
    [stored] = api.get(path_of(campaign)).json()["results"]
    assert stored["vector"] == list(
        SCHEMES[name].parse(payload, campaign.dataset.items.get(pk=item), campaign.settings)
    )
    refused = send(api, campaign, {"item": item, "payload": {"nonsense": True}})
    assert refused.status_code == 400
    assert refused.json()["field"].startswith("answers.0.payload")


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(SCHEMES.keys() - set(GOLD)))
def test_a_scheme_without_right_answers_says_why(study: Study, name: str) -> None:
    Campaign.objects.filter(pk=study.campaign.pk).update(scheme=name)
    response = send(study.researcher, study.campaign, {"item": 1, "payload": {}})
    assert (response.status_code, response.json()["detail"]) == (409, SCHEMES[name].why_never_known)
