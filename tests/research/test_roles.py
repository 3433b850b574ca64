"""Roles of members: assigned, changed and given up on pages; what blind members and auditors
see."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from annotation.capabilities import BLINDABLE, CAPABILITIES, PURPOSES, Capability, capabilities_of
from annotation.models import AuditEvent, Heartbeat, Judgment, Membership
from annotation.services.accounts.members import change_member, leave_project, remove_member
from annotation.services.accounts.tokens import find_token, issue_token
from annotation.services.decisions.decide import accept_judgment
from annotation.services.errors import Conflict, Forbidden, Invalid
from annotation.services.lifecycle.archive import archive
from annotation.services.lifecycle.deletion import delete
from annotation.services.work.withdrawal import withdraw
from tasks.decision_reports import make_decided
from tests.helpers.factories import enrol, make_campaign, make_dataset
from tests.helpers.pages import assert_hides, assert_shows, read, text_of
from tests.research.study import Study, judge_and_fold


def give(study: Study, role: str, *, blind: bool = False) -> None:
    """Give the teammate this role."""
    change_member(
        project=study.project, by=study.owner, user_id=study.teammate.pk, role=role, blind=blind
    )


def members(study: Study) -> str:
    return f"/research/projects/{study.project.pk}/members/"


def audit_verbs(study: Study) -> list[str]:
    return list(
        AuditEvent.objects.filter(project=study.project, verb__startswith="member.")
        .order_by("pk")
        .values_list("verb", flat=True)
    )


def test_the_audit_says_from_which_role_to_which(study: Study, owner: Client) -> None:
    where = f"{members(study)}{study.teammate.pk}/"
    assert "manager: runs campaigns" in owner.get(where).content.decode()
    given = owner.post(where, {"role": "viewer", "blind": "on"}, follow=True)
    assert "tara is now viewer, blind." in given.content.decode()
    found = study.project.memberships.get(user=study.teammate)
    assert (found.role, found.blind) == ("viewer", True)
    audit = owner.get(f"/research/projects/{study.project.pk}/audit/").content.decode()
    assert "changed the role of tara from manager to viewer, blind" in audit
    owner.post(where, {"role": "viewer", "blind": "on"})
    assert audit_verbs(study).count("member.changed") == 1, "the same again is no change"


@pytest.mark.parametrize("role", [role for role in CAPABILITIES if role not in BLINDABLE])
def test_who_needs_to_see_is_not_made_blind(study: Study, owner: Client, role: str) -> None:
    refused = owner.post(f"{members(study)}{study.teammate.pk}/", {"role": role, "blind": "on"})
    assert "Only adjudicators and viewers can be blind." in text_of(refused, 400)
    with pytest.raises(Invalid):
        give(study, role, blind=True)
    with pytest.raises(IntegrityError, match="only_adjudicators"), transaction.atomic():
        Membership.objects.filter(user=study.teammate).update(role=role, blind=True)


def test_the_database_knows_the_roles(study: Study) -> None:
    assert set(PURPOSES) == set(CAPABILITIES)
    with pytest.raises(IntegrityError, match="a_member_has_a_role"), transaction.atomic():
        Membership.objects.filter(user=study.teammate).update(role="member")


@pytest.mark.attack(39)
def test_nobody_raises_their_own_role(study: Study, teammate: Client) -> None:
    for role in CAPABILITIES:
        status = teammate.post(f"{members(study)}{study.teammate.pk}/", {"role": role}).status_code
        assert status == 403
    with pytest.raises(Forbidden):
        change_member(
            project=study.project, by=study.teammate, user_id=study.teammate.pk, role="owner"
        )


def test_the_last_owner_stays_an_owner_and_does_not_leave(study: Study, owner: Client) -> None:
    refused = owner.post(f"{members(study)}{study.owner.pk}/", {"role": "viewer"})
    assert "needs an owner" in refused.content.decode()
    assert owner.post(f"/research/projects/{study.project.pk}/leave/").status_code == 409
    with pytest.raises(Conflict):
        remove_member(project=study.project, by=study.owner, user_id=study.owner.pk)
    give(study, "owner")
    leave_project(project=study.project, user=study.owner)
    assert study.project.memberships.get().user == study.teammate


def test_whoever_leaves_is_out_and_their_tokens_with_them(study: Study, teammate: Client) -> None:
    _, key = issue_token(project=study.project, user=study.teammate, name="hers")
    where = f"/research/projects/{study.project.pk}/"
    assert "stop working" in teammate.get(f"{where}leave/").content.decode()
    assert "You left" in teammate.post(f"{where}leave/", follow=True).content.decode()
    assert teammate.get(where).status_code == 404
    assert find_token(key) is None
    assert audit_verbs(study)[-1] == "member.left"


def test_a_token_can_no_more_than_its_members_role_of_now(study: Study) -> None:
    _, key = issue_token(project=study.project, user=study.teammate, name="hers")
    items = f"/api/v1/campaigns/{study.flat.pk}/items"
    client = Client(HTTP_AUTHORIZATION=f"Bearer {key}")
    assert client.get(items).status_code == 200
    give(study, "auditor")
    assert "first aid" not in read(client, items, 403)
    assert client.get(f"/api/v1/campaigns/{study.flat.pk}/figures").status_code == 200


def test_blind_members_read_answers_and_not_whose_they_are(study: Study, teammate: Client) -> None:
    page = f"/research/campaigns/{study.flat.pk}/items/{study.hit.pk}/"
    assert "worker 1" in teammate.get(page).content.decode()
    give(study, "viewer", blind=True)
    blind = teammate.get(page).content.decode()
    assert "a worker" in blind
    assert "worker 1" not in blind
    assert "apply" in blind
    assert teammate.get(f"/research/campaigns/{study.flat.pk}/workers/").status_code == 403
    assert Capability.SEE_WORKERS not in capabilities_of("viewer", blind=True)


def test_an_auditor_sees_figures_and_is_offered_no_text(study: Study, teammate: Client) -> None:
    give(study, "auditor")
    page = teammate.get(f"/research/campaigns/{study.flat.pk}/").content.decode()
    assert "α" in page
    assert_hides(page, "first aid", "Most disputed")
    items = f"/research/campaigns/{study.flat.pk}/items/"
    assert items not in page
    assert "see its texts and answers" in read(teammate, f"{items}?q=first+aid", 403)


def test_the_live_part_is_sent_again_when_the_role_changes(study: Study, teammate: Client) -> None:
    """The ETag of a page with texts differs from that of the page without them."""
    live = f"/research/campaigns/{study.flat.pk}/live/"
    tag = teammate.get(live).headers["ETag"]
    give(study, "auditor")
    assert "first aid" not in text_of(teammate.get(live, HTTP_IF_NONE_MATCH=tag), 200)


@pytest.fixture
def decided(study: Study) -> Study:
    """Decide the first text of the flat campaign, by a worker's answer."""
    judgment = Judgment.objects.filter(hit=study.hit).earliest("pk")
    accept_judgment(judgment=judgment, user=study.owner, note="As in the guidelines.")
    make_decided(study.flat.pk)
    return study


def figures_with_decisions(study: Study, teammate: Client) -> dict[str, Any]:
    """Return the operation's figures next to decisions, as the teammate gets them."""
    _, key = issue_token(project=study.project, user=study.teammate, name="hers")
    response = teammate.get(
        f"/api/v1/campaigns/{study.flat.pk}/decisions/beside", HTTP_AUTHORIZATION=f"Bearer {key}"
    )
    assert response.status_code == 200
    results: dict[str, Any] = response.json()["results"]
    return results


def test_auditors_see_figures_next_to_decisions_only(decided: Study, teammate: Client) -> None:
    give(decided, "auditor")
    where = f"/research/campaigns/{decided.flat.pk}/decisions/"
    assert f'href="{where}"' in read(teammate, f"/research/campaigns/{decided.flat.pk}/")
    page = teammate.get(f"{where}?made=1&tie=perhaps&state=none").content.decode()
    assert_shows(page, "Agreement with the decisions", 'id="consensus-title"')
    for hidden in ("first aid", "apply", "guidelines", "olga", "worker 1", "workers-title"):
        assert hidden not in page
    for hidden in ("Decisions made", "queue-title", 'class="filters"'):
        assert hidden not in page
    assert teammate.get(f"{where}consensus.csv").content.startswith(b"consensus,")
    assert teammate.get(f"{where}blind.csv").status_code == 200
    assert "see which worker answered what" in read(teammate, f"{where}workers.csv", 403)
    results = figures_with_decisions(decided, teammate)
    assert results["consensus"]
    assert "workers" not in results


def test_blind_members_see_decision_figures_only(decided: Study, teammate: Client) -> None:
    where = f"/research/campaigns/{decided.flat.pk}/decisions/"
    assert "worker 1" in teammate.get(where).content.decode()
    assert b"worker 1" in teammate.get(f"{where}workers.csv").content
    assert figures_with_decisions(decided, teammate)["workers"]
    give(decided, "viewer", blind=True)
    page = teammate.get(where).content.decode()
    assert_shows(page, "Decisions made", 'id="consensus-title"')
    assert_hides(page, "worker 1", "workers-title")
    assert teammate.get(f"{where}consensus.csv").status_code == 200
    assert teammate.get(f"{where}workers.csv").status_code == 403
    assert "workers" not in figures_with_decisions(decided, teammate)


def test_lists_offer_only_what_a_role_may(study: Study, owner: Client, teammate: Client) -> None:
    """Names are shown to every member; a link to the page and a restore button only to members who
    may use them."""
    old = make_dataset(["night train"], study.project)
    archive(thing=old, user=study.owner)
    delete(thing=study.draft, user=study.owner)
    dataset = f"/research/datasets/{study.dataset.pk}/"
    search = (
        f"/research/projects/{study.project.pk}/search/?q={study.dataset.name.replace(' ', '+')}"
    )
    away = f"/research/projects/{study.project.pk}/away/"
    undo = f"/research/campaigns/{study.draft.pk}/undelete/"
    assert undo in teammate.get(away).content.decode(), "a manager brings drafts back"
    audit = owner.get(f"/research/projects/{study.project.pk}/audit/").content.decode()
    assert study.draft.name in audit
    assert f'href="/research/campaigns/{study.draft.pk}/"' not in audit
    give(study, "viewer")
    assert f'href="{dataset}"' in teammate.get(search).content.decode()
    page = teammate.get(away).content.decode()
    assert_shows(page, f'href="/research/datasets/{old.pk}/"', study.draft.name)
    assert undo not in page
    give(study, "auditor")
    page = teammate.get(search).content.decode()
    assert study.dataset.name in page
    assert f'href="{dataset}"' not in page
    page = teammate.get(away).content.decode()
    assert old.name in page
    assert f'href="/research/datasets/{old.pk}/"' not in page
    assert undo in owner.get(away).content.decode()


@pytest.mark.parametrize("role", ["viewer", "auditor"])
def test_a_dashboard_offers_nothing_that_the_role_may_not(
    study: Study, owner: Client, teammate: Client, role: str
) -> None:
    """Neither if all judgments are in nor if some were withdrawn."""
    Heartbeat.objects.create(name="sweep", beat_at=timezone.now())
    whole = make_campaign(study.dataset, name="Whole", redundancy=1)
    judge_and_fold(whole, "w3", 1)
    withdraw(enrolment=enrol(study.flat, "w1"))
    offered = ["state-extend", "state-close", "state-withdrawn"]
    may = ["state-withdrawn"] if role == "viewer" else []
    give(study, role)
    for client, expected in ((owner, offered), (teammate, may)):
        pages = [
            client.get(f"/research/campaigns/{campaign.pk}/").content.decode()
            for campaign in (whole, study.flat)
        ]
        assert "All requested judgments are in." in pages[0]
        assert "not in the figures" in pages[1]
        assert [one for one in offered if any(one in page for page in pages)] == expected
