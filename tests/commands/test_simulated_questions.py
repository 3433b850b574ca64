"""A simulated crowd that asks questions about apps."""

import pytest
from django.core.management.base import CommandError

from annotation.models import AgreementState, Campaign, Worker
from tasks.fold import fold_all
from tests.commands.running import run
from tests.helpers.apps import KEEP, MAPS, make_apps, question_campaign
from tests.helpers.factories import make_campaign
from tests.helpers.invariants import check_figures, check_serving
from tests.helpers.sites import make_sites

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.long
@pytest.mark.parametrize("many", [1, 20])
def test_it_asks_as_many_as_the_campaign_wants(many: int) -> None:
    apps = make_apps(apps=(("Keep", KEEP), ("Maps", MAPS)))
    campaign = question_campaign(apps, settings={"questions": many}, redundancy=3)
    printed = run("simulate_crowd", "--campaign", str(campaign.pk), "--workers", "3")
    assert "questions made of random beginnings and subjects" in printed
    assert "6  submitted\n" in printed
    assert set(Worker.objects.values_list("source", flat=True)) == {"simulated"}
    check_serving(campaign)
    fold_all(campaign.pk)
    check_figures(campaign)
    assert AgreementState.objects.get(campaign=campaign).figures["words"]["questions"] == 6 * many


@pytest.mark.long
def test_the_same_seed_asks_the_same() -> None:
    simulated = []
    for _ in range(2):
        campaign = question_campaign(make_apps(), redundancy=2)
        Campaign.objects.filter(pk=campaign.pk).update(seed=1)
        run("simulate_crowd", "--campaign", str(campaign.pk), "--workers", "2", "--seed", "3")
        simulated.append([one.payload for one in campaign.judgments.order_by("pk")])
    assert simulated[0] == simulated[1]


def test_it_does_not_look_for_policies() -> None:
    campaign = make_campaign(make_sites(), scheme="document")
    with pytest.raises(CommandError, match="no simulated crowd for document"):
        run("simulate_crowd", "--campaign", str(campaign.pk))
