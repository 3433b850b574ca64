"""`manage.py reconcile` reports exactly what was corrupted, repairs it, and then finds nothing."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from annotation.models import (
    HIT,
    AgreementState,
    AuditEvent,
    Campaign,
    EntailmentState,
    ItemSummary,
    Judgment,
)
from tests.commands.running import run
from tests.helpers.factories import (
    enrol,
    judge_all_at_random,
    make_campaign,
    make_dataset,
    numbered_texts,
)
from tests.helpers.invariants import check_figures, check_serving
from tests.helpers.pairs import YES, answer, make_pair_campaign, make_pairs

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@pytest.fixture
def flat() -> Campaign:
    campaign = make_campaign(make_dataset(numbered_texts(20)), redundancy=3)
    return judge_all_at_random(campaign, workers=3, seed=1)


def test_it_folds_what_waits_and_reports_equality(flat: Campaign) -> None:
    printed = run("reconcile")
    assert f"{flat} (campaign {flat.pk}): version " in printed
    assert "60 judgments: equal" in printed
    check_figures(flat)


@pytest.mark.fault(18)
def test_exactly_the_corrupted_results_are_named_and_mended(flat: Campaign) -> None:
    """Promise 18, as the command reports it."""
    nested = make_campaign(flat.dataset, scheme="nested", redundancy=2)
    judge_all_at_random(nested, workers=2, seed=2)
    run("reconcile", str(flat.pk), str(nested.pk))
    wrong = list(ItemSummary.objects.filter(campaign=flat).order_by("pk")[:3])
    for summary in wrong:
        summary.disagreement = 7
        summary.save()
    AgreementState.objects.filter(campaign=flat).update(state={"items/4/3": 1})
    EntailmentState.objects.update(state={})
    with pytest.raises(CommandError, match="5 stored results differed and were corrected"):
        run("reconcile", flat.code)
    for campaign in (flat, nested):
        assert ": equal" in run("reconcile", str(campaign.pk))
        check_figures(campaign)


def test_the_differing_are_listed(flat: Campaign) -> None:
    run("reconcile")
    hit_id = ItemSummary.objects.filter(campaign=flat).earliest("pk").hit_id
    ItemSummary.objects.filter(hit=hit_id).delete()
    printed = StringIO()
    with pytest.raises(CommandError, match="1 stored result differed and was corrected"):
        call_command("reconcile", stdout=printed)
    assert "60 judgments: 1 differed, now corrected" in printed.getvalue()
    assert f"\n  summary of HIT {hit_id}\n" in printed.getvalue()
    assert ItemSummary.objects.filter(hit=hit_id).exists()


def test_what_an_earlier_version_left_short_is_reported_and_requested_again_when_wanted(
    flat: Campaign,
) -> None:
    run("reconcile")
    assert "short" not in run("reconcile")
    rejected = Judgment.objects.order_by("pk")[:2]
    Judgment.objects.filter(pk__in=rejected.values("pk")).update(review="set_aside", counts=False)
    assert "2 HITs are missing judgments that were rejected" in run("reconcile", str(flat.pk))
    assert not HIT.objects.filter(campaign=flat, quota__gt=3).exists()
    assert "2 judgments are requested" in run("reconcile", str(flat.pk), "--ask-again")
    hits = Judgment.objects.filter(counts=False).values("hit")
    again = HIT.objects.filter(campaign=flat, taken=3, quota=4)
    assert set(again.values_list("pk")) == set(hits.values_list("hit"))
    assert "short" not in run("reconcile", str(flat.pk), "--ask-again")
    event = AuditEvent.objects.get(verb="campaign.asked_again")
    assert event.details == {"hits": 2, "judgments": 2}
    check_serving(flat)


def test_under_a_cap_too_where_the_rest_do_not_agree() -> None:
    campaign = make_pair_campaign(make_pairs(2), redundancy=2, most_judgments=2)
    workers = [enrol(campaign) for _ in range(2)]
    for worker in workers:
        for _ in range(2):
            answer(worker, YES)
    rejected = Judgment.objects.earliest("pk")
    Judgment.objects.filter(pk=rejected.pk).update(review="set_aside", counts=False)
    assert "1 HIT is missing judgments that were rejected" in run("reconcile")
    assert "1 judgment is requested" in run("reconcile", "--ask-again")
    assert HIT.objects.filter(taken=2, quota=3, cap=3).count() == 1
    check_serving(campaign)


@pytest.mark.quick
def test_a_draft_and_an_empty_house_are_said_plainly() -> None:
    assert "No campaign has been launched yet." in run("reconcile")
    draft = make_campaign(launch=False)
    with pytest.raises(CommandError, match="is a draft"):
        run("reconcile", str(draft.pk))
