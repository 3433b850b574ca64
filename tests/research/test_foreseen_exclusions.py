"""Pages that exclude several workers, and the figures that would follow."""

import pytest
from django.test import Client
from django.urls import reverse

from analysis.reports import foreseen_views
from annotation.models import Campaign, Enrolment, Judgment
from annotation.research.people import exclusion
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker
from tasks.fold import fold_all
from tests.helpers.factories import enrol, make_campaign, submit
from tests.helpers.invariants import check_serving
from tests.helpers.pages import assert_shows, read
from tests.research.study import Study
from tests.research.test_exclusion_pages import paid, worker_of

pytestmark = [pytest.mark.django_db, pytest.mark.long]

__all__ = ["paid"]


def many(name: str, campaign: Campaign, *workers: Enrolment) -> str:
    chosen = "&".join(f"worker={worker.pk}" for worker in workers)
    return f"{reverse(f'research:{name}', args=(campaign.pk,))}?{chosen}"


def test_several_are_excluded_for_one_reason_and_undone(paid: Campaign, owner: Client) -> None:
    first, second = paid.enrolments.order_by("pk")
    page = owner.get(many("exclude_workers", paid, first, second)).content.decode()
    assert "6 judgments of theirs leave the figures" in page
    assert "3 texts are assigned again, 6 judgments in total, because they have too few" in page
    assert "That costs USD 0.30 in rewards: USD 0.60 in total" in page
    assert page.count('<input type="hidden" name="worker"') == 2
    form = {"worker": [first.pk, second.pk], "reason": "two names of one person"}
    exclude = reverse("research:exclude_workers", args=(paid.pk,))
    assert owner.post(exclude, form | {"reason": ""}).status_code == 400
    done = owner.post(exclude, form, follow=True).content.decode()
    assert "are excluded; 6 judgments will leave the figures in a moment." in done
    assert "2 workers excluded." in done
    assert Judgment.objects.counting().filter(campaign=paid).count() == 0
    check_serving(paid)
    include = reverse("research:include_workers", args=(paid.pk,))
    back = owner.post(include, {"worker": [first.pk, second.pk]}, follow=True).content.decode()
    assert "are included again; 6 judgments" in back
    assert "2 workers excluded." not in back
    assert Judgment.objects.counting().filter(campaign=paid).count() == 6
    check_serving(paid)


def test_only_those_who_change_are_shown(paid: Campaign, study: Study, owner: Client) -> None:
    first, second = paid.enrolments.order_by("pk")
    exclude_worker(enrolment=first, user=study.owner, reason="spam")
    page = owner.get(many("exclude_workers", paid, first, second)).content.decode()
    assert "3 judgments of theirs leave the figures" in page
    assert page.count('<input type="hidden" name="worker"') == 1
    again = owner.get(many("exclude_workers", paid, first), follow=True).content.decode()
    assert "is excluded already" in again
    nobody = owner.get(many("exclude_workers", paid), follow=True).content.decode()
    assert "Choose at least one worker first." in nobody


@pytest.mark.quick
def test_whom_a_request_names_are_workers_of_this_campaign(
    paid: Campaign, study: Study, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = worker_of(study.flat)
    assert owner.get(many("exclude_workers", paid, other)).status_code == 404
    assert owner.get(foreseen_of(paid, other)).status_code == 404
    for wrong in ("x", "²", "9" * 30, "-1", ""):
        address_of = f"{reverse('research:exclude_workers', args=(paid.pk,))}?worker={wrong}"
        assert owner.get(address_of).status_code == 404
    monkeypatch.setattr(exclusion, "MAX_WORKERS", 1)
    both = many("exclude_workers", paid, *paid.enrolments.all())
    assert "Choose at most 1 workers at once." in owner.get(both, follow=True).content.decode()


def foreseen_of(campaign: Campaign, *workers: Enrolment, back: bool = False) -> str:
    chosen = "&".join(f"worker={worker.pk}" for worker in workers)
    address_of = reverse("foreseen_figures", args=(campaign.pk,))
    return f"{address_of}?{chosen}{'&back=1' if back else ''}"


@pytest.fixture
def unlike(study: Study) -> Campaign:
    """Make three texts: two workers cut nothing, a third cuts everywhere, all of it counting."""
    campaign = make_campaign(study.dataset, name="Unlike", redundancy=3, reward="0.05")
    for cut in (0, 0, 1):
        worker = enrol(campaign)
        for _ in range(3):
            assignment = claim_hit(enrolment_id=worker.pk)
            submit(worker, assignment, {"boundaries": [cut] * (len(assignment.hit.item.words) - 1)})
    fold_all(campaign.pk)
    return campaign


def test_figures_and_judgments_are_compared(unlike: Campaign, study: Study, owner: Client) -> None:
    first, second, spammer = unlike.enrolments.order_by("pk")
    page = owner.get(foreseen_of(unlike, spammer)).content.decode()
    assert_shows(page, "with, as now", '<td class="number">9</td>', '<td class="number">6</td>')
    assert "The consensus of" not in page
    other = owner.get(foreseen_of(unlike, first, second)).content.decode()
    assert_shows(other, "The consensus of 3 texts changes</summary>", "barbie | dress | up | games")
    exclude_worker(enrolment=spammer, user=study.owner, reason="spam")
    fold_all(unlike.pk)
    assert "without, as now" in read(owner, foreseen_of(unlike, spammer, back=True))
    assert "No judgments are affected" in read(owner, foreseen_of(unlike, spammer))


@pytest.mark.quick
def test_the_figures_are_foreseen_within_a_bound(
    unlike: Campaign, owner: Client, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = worker_of(unlike)
    assert stranger.get(foreseen_of(unlike, worker)).status_code == 404
    part = owner.get(foreseen_of(unlike, worker), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert "with, as now" in part
    monkeypatch.setattr(foreseen_views, "MAX_FORESEEN", 2)
    assert "A preview is available for up to 2 at once" in read(owner, foreseen_of(unlike, worker))
