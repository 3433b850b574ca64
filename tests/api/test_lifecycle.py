"""Archiving, deleting and restoring over the API, lists of ids, consent, and payments."""

from decimal import Decimal

import pytest

from annotation.models import AuditEvent, Campaign, LedgerEntry
from annotation.scopes import Scope
from annotation.services.accounts.tokens import issue_token
from annotation.services.campaigns.campaigns import close_campaign
from annotation.services.pay.ledger import give_bonus
from tests.api.studies import API, Study
from tests.helpers.factories import judge_next


@pytest.fixture
def owner(study: Study) -> API:
    """Return an API client that may read ids."""
    _, key = issue_token(project=study.project, user=study.owner, name="ids", scopes=Scope)
    return API(key)


@pytest.mark.long
def test_a_campaign_is_archived_and_comes_back(study: Study) -> None:
    api = study.researcher
    assert api.post(f"{study.path}/archive").status_code == 409
    close_campaign(campaign=study.campaign, user=study.owner)
    archived = api.post(f"{study.path}/archive").json()
    assert (archived["kind"], archived["deleted_at"]) == ("campaign", None)
    assert archived["archived_at"]
    assert api.get("campaigns").json()["results"] == []
    [listed] = api.get("campaigns", archived="true").json()["results"]
    assert listed["archived_at"] == archived["archived_at"]
    refused = api.post(f"{study.path}/resume")
    assert (refused.status_code, refused.json()["code"]) == (409, "archived")
    assert api.post(f"{study.path}/restore").json()["archived_at"] is None
    assert api.post(f"{study.path}/resume").json()["status"] == "live"


@pytest.mark.long
def test_a_deletion_is_foreseen_made_and_undone(study: Study) -> None:
    api = study.researcher
    judge_next(study.enrolment)
    foreseen = api.get(f"{study.path}/delete").json()
    assert foreseen["goes"] == {"judgment": 1, "worker": 1}
    assert ["live" in foreseen["obstacles"][0], "is owed" in foreseen["obstacles"][1]] == [True] * 2
    assert api.post(f"{study.path}/delete").status_code == 409
    close_campaign(campaign=study.campaign, user=study.owner)
    Campaign.objects.update(reward=0)
    deleted = api.post(f"{study.path}/delete").json()
    assert deleted["undo_until"] > deleted["deleted_at"]
    for path in (study.path, f"{study.path}/judgments", f"{study.path}/delete"):
        assert api.get(path).status_code == 404
    assert study.worker.post(f"{study.worker_path}/claim").status_code in {401, 404}
    assert [one["id"] for one in api.get("deleted").json()["results"]] == [study.campaign.pk]
    assert api.post(f"{study.path}/undelete").json()["deleted_at"] is None
    assert api.get(study.path).status_code == 200
    assert api.get("deleted").json()["results"] == []


@pytest.mark.long
def test_a_project_is_deleted_by_its_name_and_undone_with_its_own_token(study: Study) -> None:
    api = study.researcher
    close_campaign(campaign=study.campaign, user=study.owner)
    path = f"projects/{study.project.pk}"
    assert api.post(f"{path}/delete", {"name": "Another"}).status_code == 400
    assert api.post(f"{path}/delete", {"name": study.project.name}).status_code == 200
    assert api.get("projects").json()["results"] == []
    assert api.get(study.path).status_code == 404
    assert [one["kind"] for one in api.get("deleted").json()["results"]] == ["project"]
    assert api.post(f"{path}/undelete").status_code == 200
    assert api.get(study.path).status_code == 200


@pytest.mark.long
def test_nothing_of_others_is_archived_or_restored(study: Study, other_study: Study) -> None:
    close_campaign(campaign=study.campaign, user=study.owner)
    for step in ("archive", "restore", "delete", "undelete"):
        assert other_study.researcher.post(f"{study.path}/{step}").status_code == 404
    study.researcher.post(f"{study.path}/delete")
    assert other_study.researcher.post(f"{study.path}/undelete").status_code == 404
    assert other_study.researcher.get("deleted").json()["results"] == []


@pytest.mark.long
def test_ids_are_put_on_lists_and_taken_off(study: Study, owner: API) -> None:
    path = f"{study.path}/listed-ids"
    added = owner.post(path, {"side": "out", "add": ["one", "two", "two"]}).json()
    assert added == {"side": "out", "added": 2, "removed": 0, "ids": 2}
    changed = owner.post(path, {"side": "out", "add": ["two", "three"], "remove": ["one"]}).json()
    assert changed == {"side": "out", "added": 1, "removed": 1, "ids": 2}
    assert owner.post(path, {"side": "out", "add": ["three"]}).json()["added"] == 0
    listed = owner.get(path, side="out").json()["results"]
    assert [one["external_id"] for one in listed] == ["two", "three"]
    assert owner.get(path, side="in").json()["results"] == []
    assert owner.post(path, {"side": "out", "add": ["\x00"]}).status_code == 400
    assert study.researcher.get(path).status_code == 403
    assert AuditEvent.objects.filter(verb="campaign.listed").count() == 2


@pytest.mark.long
def test_consent_is_changed_while_a_campaign_runs(study: Study) -> None:
    path = f"{study.path}/consent"
    assert study.researcher.get(path).json() == {"version": 0, "text": ""}
    for version, text in ((1, "You may stop."), (1, "You may stop."), (2, "You may stop now.")):
        changed = study.researcher.post(path, {"text": text}).json()
        assert changed == {"version": version, "text": text}
    assert study.researcher.get(path).json()["version"] == 2


@pytest.mark.long
def test_payments_are_listed_made_and_settled(study: Study, owner: API) -> None:
    path = f"{study.path}/pay/batches"
    assert owner.post(path, {"sent_by": "link"}).status_code == 409
    give_bonus(enrolment=study.enrolment, user=study.owner, amount=Decimal("1.5"), reason="good")
    made = owner.post(path, {"sent_by": "link"})
    assert (made.status_code, made.json()["waiting"]) == (201, "1.500")
    [line] = owner.get(f"{path}/{made.json()['id']}/lines").json()["results"]
    found = (line["recipient"], line["amount"], line["status"])
    assert found == (study.enrolment.worker.external_id, "1.500", "waiting")
    settle = f"{path}/{made.json()['id']}/settle"
    assert owner.post(settle, {}).status_code == 400
    assert owner.post(settle, {"answer": f"{line['recipient']},9.99"}).status_code == 400
    assert not LedgerEntry.objects.filter(kind="paid").exists()
    answer = {"answer": f"{line['recipient']},1.50,paid"}
    assert owner.post(settle, answer).json() == {"changed": 1}
    assert owner.post(settle, answer).json() == {"changed": 0}
    assert owner.post(settle, {"outcome": "failed"}).json() == {"changed": 0}
    [listed] = owner.get(path).json()["results"]
    assert (listed["paid"], listed["waiting"]) == ("1.500", "0")
    assert study.researcher.get(path).status_code == 403


def test_an_exclusion_is_foreseen_and_changes_nothing(study: Study) -> None:
    judge_next(study.enrolment)
    number = study.enrolment.worker.number
    foreseen = study.researcher.post(f"{study.path}/workers/{number}/exclude/foresee").json()
    assert foreseen == {"worker": number, "judgments": 1, "hits": 1, "asked_again": 1}
    assert study.campaign.judgments.filter(counts=True).count() == 1
