"""The work of a dry run is never counted: no row of the campaign changes, in any table, and none of
the dry run's rows is left when it is over."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from annotation.models import AuditEvent, Campaign, Enrolment, Judgment, Membership
from annotation.services.dry_runs.dry_runs import end_dry_run, start_dry_run
from annotation.services.lifecycle.removal import remove_what_is_gone
from annotation.services.people.identity import Identity
from annotation.services.people.join import let_in
from annotation.services.work.claim import claim_hit
from tasks.fold import fold_all
from tests.helpers.addons import made_of_addons, our_models
from tests.helpers.factories import judge_next
from tests.publishing.walking import come_in, open_link, owner_of, to_walk, walk

pytestmark = pytest.mark.django_db
Rows = dict[str, set[str]]


def worker_of(campaign: Campaign) -> Enrolment:
    """Return a worker without steps before the first task."""
    who = Identity("api", f"worker {campaign.enrolments.count()}")
    return let_in(campaign=campaign, who=who, address="", vouched_by=owner_of(campaign))


def rows_of_all_tables() -> Rows:
    """Return every current row of every table of ours, except the audit of dry runs."""
    found: Rows = {}
    for model in our_models():
        rows = model._base_manager.order_by()
        if model is AuditEvent:
            rows = rows.exclude(verb="campaign.dry_run")
        found[model.__name__] = {repr(sorted(row.items())) for row in rows.values()}
    return found


@pytest.fixture
def campaign(db: None) -> Campaign:
    """Make a live campaign with work and figures, in a project that uses the add-ons."""
    found = to_walk()
    worker = worker_of(found)
    judge_next(worker)
    claim_hit(enrolment_id=worker.pk)
    fold_all(found.pk)
    made_of_addons(found.dataset.project, owner_of(found))
    return found


def test_no_row_of_the_campaign_changes_and_none_of_the_dry_run_stays(campaign: Campaign) -> None:
    before, owner = rows_of_all_tables(), owner_of(campaign)
    dry_run = start_dry_run(campaign=campaign, user=owner)
    walk(dry_run)
    fold_all(dry_run.pk)
    during = rows_of_all_tables()
    # It was a real run, with judgments and figures of its own.
    assert Judgment.objects.filter(campaign=dry_run).count() == 3
    assert len(during["Judgment"] - before["Judgment"]) == 3
    assert not {name for name, rows in before.items() if rows - during[name]}
    end_dry_run(campaign=campaign, user=owner)
    remove_what_is_gone(seconds=60)
    assert rows_of_all_tables() == before
    assert AuditEvent.objects.filter(verb="campaign.dry_run").count() == 1


def test_a_dry_run_has_its_own_project_without_members_and_stays_one(campaign: Campaign) -> None:
    dry_run = start_dry_run(campaign=campaign, user=owner_of(campaign))
    assert dry_run.is_dry_run
    assert dry_run.dataset.project_id != campaign.dataset.project_id
    assert dry_run.dataset_id != campaign.dataset_id
    assert not Membership.objects.filter(project=dry_run.dataset.project_id).exists()
    shared = campaign.dataset.items.filter(hits__campaign=dry_run)
    assert not shared.exists()
    with pytest.raises(IntegrityError, match="only_a_dry_run_is_of_another_campaign"):
        Campaign.objects.filter(pk=dry_run.pk).update(is_dry_run=False)


@pytest.mark.long
def test_a_hit_leased_in_a_dry_run_is_free_for_workers(campaign: Campaign) -> None:
    before = list(campaign.hits.order_by("pk").values_list("pk", "taken"))
    browser = open_link(start_dry_run(campaign=campaign, user=owner_of(campaign)))
    come_in(browser)
    browser.post("next")
    hit = browser.get("hit").context["assignment"].hit
    assert hit.campaign.is_dry_run
    assert list(campaign.hits.order_by("pk").values_list("pk", "taken")) == before


PAGES = ("campaign", "workers", "workers_csv", "pay", "items", "signals", "judgments", "planner")


def shown_to(owner: Client, campaign: Campaign) -> Iterator[tuple[str, Any]]:
    """Return what pages and files show about a campaign and its project."""
    for name in PAGES:
        shown = owner.get(reverse(f"research:{name}", args=(campaign.pk,)))
        assert shown.status_code == 200
        body = b"".join(shown) if shown.streaming else shown.content
        yield name, [line for line in body.splitlines() if b"csrf" not in line]
    for name in ("project", "campaigns", "datasets"):
        shown = owner.get(reverse(f"research:{name}", args=(campaign.dataset.project_id,)))
        yield name, [line for line in shown.content.splitlines() if b"csrf" not in line]
    yield "projects", owner.get(reverse("research:projects")).content.count(b"Study ")


@pytest.mark.long
def test_pages_and_files_say_the_same_during_a_dry_run(campaign: Campaign, client: Client) -> None:
    client.force_login(owner := owner_of(campaign))
    before = dict(shown_to(client, campaign))
    walk(start_dry_run(campaign=campaign, user=owner))
    assert dict(shown_to(client, campaign)) == before
