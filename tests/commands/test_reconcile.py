"""`manage.py reconcile` names exactly what was corrupted, mends it, and then finds nothing."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from annotation.models import AgreementState, Campaign, EntailmentState, ItemSummary
from tests.commands.running import run
from tests.factories import judge_all_at_random, make_campaign, make_dataset, numbered_texts
from tests.invariants import check_figures

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def flat() -> Campaign:
    campaign = make_campaign(make_dataset(numbered_texts(20)), redundancy=3)
    judge_all_at_random(campaign, workers=3, seed=1)
    return campaign


def test_it_folds_what_waits_and_reports_equality(flat: Campaign) -> None:
    printed = run("reconcile")
    assert f"{flat} (campaign {flat.pk}): version " in printed
    assert "60 judgments: equal" in printed
    check_figures(flat)


def test_exactly_the_corrupted_results_are_named_and_mended(flat: Campaign) -> None:
    """Promise 18, as the command tells it."""
    nested = make_campaign(flat.dataset, scheme="nested", redundancy=2)
    judge_all_at_random(nested, workers=2, seed=2)
    run("reconcile", str(flat.pk), str(nested.pk))
    wrong = list(ItemSummary.objects.filter(campaign=flat).order_by("pk")[:3])
    for summary in wrong:
        summary.disagreement = 7
        summary.save()
    AgreementState.objects.filter(campaign=flat).update(state={"items/4/3": 1})
    EntailmentState.objects.update(state={})
    with pytest.raises(CommandError, match="5 stored results differed and were mended"):
        run("reconcile", flat.code)
    for campaign in (flat, nested):
        assert ": equal" in run("reconcile", str(campaign.pk))
        check_figures(campaign)


def test_the_differing_are_listed(flat: Campaign) -> None:
    run("reconcile")
    hit_id = ItemSummary.objects.filter(campaign=flat).earliest("pk").hit_id
    ItemSummary.objects.filter(hit=hit_id).delete()
    printed = StringIO()
    with pytest.raises(CommandError, match="1 stored result differed and was mended"):
        call_command("reconcile", stdout=printed)
    assert "60 judgments: 1 differed, now mended" in printed.getvalue()
    assert f"\n  summary of HIT {hit_id}\n" in printed.getvalue()
    assert ItemSummary.objects.filter(hit=hit_id).exists()


def test_a_draft_and_an_empty_house_are_said_plainly() -> None:
    assert "No campaign has been launched yet." in run("reconcile")
    draft = make_campaign(launch=False)
    with pytest.raises(CommandError, match="is a draft"):
        run("reconcile", str(draft.pk))
