"""Projects, their members, tokens and audit."""

import pytest
from django.test import Client

from annotation.models import APIToken, AuditEvent, Campaign, Membership, Project, User
from annotation.services.accounts.tokens import find_token, issue_token
from tests.helpers.pages import assert_shows, read, text_of
from tests.research.study import Study


def test_without_projects_the_list_says_what_to_do(stranger: Client) -> None:
    assert_shows(read(stranger, "/research/"), "Create your first project", "sam")


def test_the_list_holds_ones_own_projects(study: Study, owner: Client) -> None:
    Project.objects.create(name="Somebody else’s")
    page = owner.get("/research/").content.decode()
    assert study.project.name in page
    assert "Somebody else" not in page
    assert "2 live" in page


def test_adaptive_progress_never_exceeds_its_bar(study: Study, owner: Client) -> None:
    campaign = study.flat
    Campaign.objects.filter(pk=campaign.pk).update(most_judgments=campaign.redundancy + 3)
    judgments = campaign.hit_count * campaign.redundancy
    most = campaign.hit_count * (campaign.redundancy + 3)
    for page in (
        owner.get(f"/research/projects/{study.project.pk}/"),
        owner.get(f"/research/datasets/{campaign.dataset_id}/"),
    ):
        words = " ".join(page.content.decode().split())
        assert_shows(words, f'max="{most}"', f"of {judgments} to {most}")


def test_whoever_makes_a_project_owns_it(stranger: Client, study: Study) -> None:
    response = stranger.post("/research/projects/new/", {"name": "Mine", "description": ""})
    project = Project.objects.get(name="Mine")
    assert response.headers["Location"] == f"/research/projects/{project.pk}/"
    assert project.memberships.get().role == Membership.Role.OWNER


def test_a_project_without_a_name_is_refused_and_keeps_what_was_typed(owner: Client) -> None:
    page = owner.post("/research/projects/new/", {"name": " ", "description": "kept words"})
    text = page.content.decode()
    assert page.status_code == 400
    assert_shows(text, 'aria-describedby="id_name_error"', "Give the project a name.", "kept words")


def test_names_are_shown_as_text(study: Study, owner: Client) -> None:
    Project.objects.filter(pk=study.project.pk).update(name="<script>alert(1)</script>")
    page = owner.get(f"/research/projects/{study.project.pk}/").content.decode()
    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;" in page


def test_an_owner_adds_and_removes_a_member(study: Study, owner: Client) -> None:
    where = f"/research/projects/{study.project.pk}/members/"
    owner.post(where, {"username": "sam", "role": "manager"})
    assert study.project.memberships.filter(user=study.stranger).exists()
    assert "will no longer see" in owner.get(f"{where}{study.stranger.pk}/remove/").content.decode()
    owner.post(f"{where}{study.stranger.pk}/remove/")
    assert not study.project.memberships.filter(user=study.stranger).exists()


@pytest.mark.parametrize("role", ["manager", "owner"])
def test_a_member_changes_no_members(study: Study, teammate: Client, role: str) -> None:
    where = f"/research/projects/{study.project.pk}/members/"
    assert teammate.post(where, {"username": "sam", "role": role}).status_code == 403
    assert teammate.post(f"{where}{study.owner.pk}/remove/").status_code == 403
    assert study.project.memberships.count() == 2


def test_an_unknown_account_is_an_error_at_the_field(study: Study, owner: Client) -> None:
    page = owner.post(
        f"/research/projects/{study.project.pk}/members/", {"username": "nemo", "role": "manager"}
    )
    assert 'id="id_username_error"' in text_of(page, 400)


def test_the_last_owner_stays(study: Study, owner: Client) -> None:
    where = f"/research/projects/{study.project.pk}/members/{study.owner.pk}/remove/"
    assert "needs an owner" in text_of(owner.post(where), 409)


def test_a_token_is_shown_once_and_can_be_revoked(study: Study, teammate: Client) -> None:
    where = f"/research/projects/{study.project.pk}/tokens/"
    sent = {"name": "notebook", "days": "30", "scopes": ["read"]}
    page = teammate.post(where, sent).content.decode()
    key = page.partition('<code class="key">')[2].partition("<")[0]
    token = find_token(key)
    assert token is not None
    assert (token.user, token.scopes) == (study.teammate, ["read"])
    assert key not in teammate.get(where).content.decode()
    teammate.post(f"{where}{token.pk}/revoke/")
    assert find_token(key) is None


def test_owners_revoke_tokens_of_members(study: Study, owner: Client, teammate: Client) -> None:
    theirs, _ = issue_token(project=study.project, user=study.teammate, name="theirs")
    hers, _ = issue_token(project=study.project, user=study.owner, name="hers")
    where = f"/research/projects/{study.project.pk}/tokens/"
    assert teammate.post(f"{where}{hers.pk}/revoke/").status_code == 404
    assert owner.post(f"{where}{theirs.pk}/revoke/").status_code == 302
    assert APIToken.objects.get(revoked_at=None) == hers


def test_the_audit_reports_who_did_what(study: Study, teammate: Client) -> None:
    teammate.post(f"/research/campaigns/{study.flat.pk}/pause/")
    page = teammate.get(f"/research/projects/{study.project.pk}/audit/").content.decode()
    assert_shows(page, "tara", "paused")
    assert "submitted judgment" not in page
    with_workers = teammate.get(f"/research/projects/{study.project.pk}/audit/?everyone")
    assert "submitted judgment" in with_workers.content.decode()


def test_the_audit_is_paged_by_key(study: Study, owner: Client) -> None:
    AuditEvent.objects.bulk_create(
        AuditEvent(verb="campaign.edited", project=study.project, user=study.owner)
        for _ in range(60)
    )
    where = f"/research/projects/{study.project.pk}/audit/"
    first = owner.get(where)
    assert len(first.context["rows"]) == 50
    second = owner.get(f"{where}?before={first.context['page'].last.pk}")
    seen = {event.pk for event, _ in [*first.context["rows"], *second.context["rows"]]}
    assert len(seen) == 50 + len(second.context["rows"])


@pytest.mark.parametrize("before", ["x", "-1", "1" * 40, "²"])
def test_a_mended_page_key_leads_nowhere(study: Study, owner: Client, before: str) -> None:
    where = f"/research/projects/{study.project.pk}/audit/"
    assert owner.get(where, {"before": before}).status_code == 404


def test_a_removed_member_sees_nothing_any_more(study: Study, teammate: Client) -> None:
    User.objects.get(pk=study.teammate.pk).memberships.all().delete()
    assert teammate.get(f"/research/projects/{study.project.pk}/").status_code == 404
