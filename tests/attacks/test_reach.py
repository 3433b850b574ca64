"""Attacks 1 to 9 of the promises: access to other people's data, and injections.

1-4 another's assignment or project, 5 a worker on the researchers' pages, 6-8 filters and fields
that the caller may not use, 9 markup. Erasure and jobs (the rest of 3 and 40) come with real
accounts.
"""

from uuid import uuid4

import pytest
from django.test import Client

from annotation.models import Assignment, AuditEvent, Campaign, Judgment, Membership
from annotation.services.campaigns.campaigns import create_campaign, edit_campaign, launch_campaign
from annotation.services.work.claim import claim_hit
from tasks.fold import fold_all
from tests.api.studies import Study
from tests.attacks.conftest import joined, send
from tests.helpers.factories import enrol, judge_next, make_dataset, make_member, make_user
from tests.helpers.pages import signed_in, text_of

MARKUP = """<script>alert(1)</script><img src=x onerror=alert(1)>"'}}{{7*7}}{% now %}"""


def _answer() -> dict[str, object]:
    return {"submission_id": str(uuid4()), "payload": {"boundaries": [0, 0]}}


@pytest.mark.attack(2)
def test_the_hit_of_another_worker_is_not_there(study: Study) -> None:
    hers = claim_hit(enrolment_id=study.enrolment.pk)
    other = joined(study, "somebody else")
    base = f"/w/{study.campaign.code}/hit/{hers.pk}"
    assert send(other, f"{base}/submit/", _answer()).status_code == 404
    assert other.post(f"{base}/return/").status_code == 404
    assert Assignment.objects.get(pk=hers.pk).status == "open"
    assert AuditEvent.objects.filter(verb="access.refused", object_id=hers.pk).count() == 2
    assert not Judgment.objects.exists()


@pytest.mark.attack(2, 3)
def test_a_hit_of_another_campaign_is_404(study: Study, other_study: Study, desk: Client) -> None:
    theirs = claim_hit(enrolment_id=other_study.enrolment.pk)
    mixed = f"/w/{study.campaign.code}/hit/{theirs.pk}/submit/"
    assert send(desk, mixed, _answer()).status_code == 404
    foreign = f"/w/{other_study.campaign.code}/hit/{theirs.pk}/submit/"
    assert send(desk, foreign, _answer()).status_code == 403
    api = f"{other_study.worker_path}/assignments/{theirs.pk}/submit"
    assert study.worker.post(api, _answer()).status_code == 404
    api = f"{study.worker_path}/assignments/{theirs.pk}/submit"
    assert study.worker.post(api, _answer()).status_code == 404
    assert not Judgment.objects.exists()


@pytest.mark.attack(4)
def test_another_projects_pages_are_not_there_and_the_attempt_is_audited(
    study: Study, other_study: Study, owner: Client
) -> None:
    theirs = other_study.campaign
    project, dataset = other_study.project.pk, theirs.dataset_id
    judgment = judge_next(other_study.enrolment).judgment_id
    pages = ("", "live/", "history/", "export/", "items/", "gold.json")
    reads = [f"campaigns/{theirs.pk}/{page}" for page in pages]
    reads += [f"projects/{project}/{page}" for page in ("", "audit/", "members/", "tokens/")]
    reads += [f"datasets/{dataset}/"]
    writes = [f"campaigns/{theirs.pk}/close/", f"judgments/{judgment}/review/"]
    writes += [f"projects/{project}/datasets/new/", f"datasets/{dataset}/campaigns/new/"]
    answers = [owner.get(f"/research/{path}") for path in reads]
    answers += [owner.post(f"/research/{path}") for path in writes]
    assert {answer.status_code for answer in answers} == {404}
    audited = AuditEvent.objects.filter(verb="access.refused", project=project)
    assert list(audited.values_list("user", flat=True)) == [study.owner.pk] * len(answers)


@pytest.mark.attack(5)
def test_a_worker_has_no_business_at_the_researchers_pages(study: Study, desk: Client) -> None:
    pk = study.campaign.pk
    for path in ("", "live/", "export/", "gold.json", "items/"):
        response = desk.get(f"/research/campaigns/{pk}/{path}")
        assert response.status_code == 302
        assert response.headers["Location"].startswith("/account/login/")
    for path in ("", "/figures", "/judgments", "/gold"):
        assert study.worker.get(study.path + path).status_code == 401


@pytest.mark.attack(6, 7)
def test_filters_of_pages_take_their_own_names_only(study: Study, owner: Client) -> None:
    campaign = f"/research/campaigns/{study.campaign.pk}"
    judge_next(study.enrolment)
    for page in ("items/", "judgments/", "workers/", "decisions/"):
        plain = owner.get(f"{campaign}/{page}")
        for name in ("owner__password", "dataset__project__created_by__password", "_connector"):
            response = owner.get(f"{campaign}/{page}", {name: "OR"})
            assert response.status_code in {200, 400}
            if response.status_code == 200:
                assert text_of(response).count("<tr") == text_of(plain).count("<tr")


@pytest.mark.attack(8)
def test_fields_that_are_not_the_callers_change_nothing(study: Study, owner: Client) -> None:
    draft = create_campaign(
        dataset=study.campaign.dataset, scheme="flat", user=study.owner, name="Draft"
    )
    secrets = {"code": "mine", "seed": "1", "status": "live", "hit_count": "9", "created_by": "1"}
    terms = {"name": "Renamed", "redundancy": "2", "reward": "0", "currency": "USD"}
    owner.post(
        f"/research/campaigns/{draft.pk}/edit/",
        terms | {"minutes": "10", "scheme": "flat"} | secrets,
    )
    after = Campaign.objects.get(pk=draft.pk)
    unchanged = ("code", "seed", "status", "hit_count")
    found = [getattr(after, name) for name in unchanged]
    assert found == [getattr(draft, name) for name in unchanged]
    for name, value in secrets.items():
        assert study.researcher.patch(f"campaigns/{draft.pk}", {name: value}).status_code == 400


@pytest.mark.attack(39)
def test_a_member_cannot_raise_own_role(study: Study) -> None:
    member = make_member(study.project, study.owner)
    members = f"/research/projects/{study.project.pk}/members/"
    for form in (
        {"username": member.username, "role": "owner"},
        {"username": make_user().username, "role": "owner"},
    ):
        assert signed_in(member).post(members, form).status_code == 403
    assert Membership.objects.get(user=member).role == "manager"
    assert study.project.memberships.count() == 2


@pytest.mark.attack(9, 10)
@pytest.mark.django_db
def test_markup_is_shown_and_never_run(study: Study, owner: Client) -> None:
    dataset = make_dataset([f"{MARKUP} two words"], study.project)
    dataset.name = f"Set {MARKUP}"
    dataset.save()
    campaign = create_campaign(
        dataset=dataset, scheme="flat", user=study.owner, name=MARKUP, instructions=MARKUP
    )
    campaign = launch_campaign(
        campaign=edit_campaign(campaign=campaign, user=study.owner, redundancy=2), user=study.owner
    )
    enrolment = enrol(campaign, "<b>bold</b>")
    judge_next(enrolment)
    fold_all(campaign.pk)
    hit = campaign.hits.get()
    worker = Client()
    worker.post(f"/w/{campaign.code}/", {"worker": "<i>ital</i>"})
    worker.post(f"/w/{campaign.code}/next/")
    research = f"/research/campaigns/{campaign.pk}/"
    seen = [worker.get(f"/w/{campaign.code}/{page}") for page in ("", "instructions/", "hit/")]
    pages = ("", "live/", "items/", f"items/{hit.pk}/", "preview/", "export/", "extend/", "close/")
    seen += [owner.get(research + page) for page in pages]
    seen += [
        owner.get(f"/research/projects/{study.project.pk}/{page}")
        for page in ("", "audit/", "members/", "tokens/")
    ]
    seen.append(owner.get(f"/research/datasets/{dataset.pk}/"))
    for response in seen:
        assert response.status_code == 200
        text = response.content.decode()
        for raw in ("<script>alert", "<img src=x", "<b>bold", "<i>ital"):
            assert raw not in text, response.request["PATH_INFO"]
