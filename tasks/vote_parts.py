"""The votes of a campaign, read in parts by any number of Celery workers."""

from collections.abc import Sequence
from functools import partial
from typing import cast

from celery import shared_task

from agreement.version import VERSION
from analysis.reading.item_ranges import ItemRange, ranges_of
from analysis.reading.snapshot import SnapshotGone, snapshot
from analysis.reading.vote_parts import VotePart, read_part
from analysis.schemes import analysis_of
from analysis.schemes.mixins import HasVotes
from annotation.models import AgreementState, Campaign
from tasks.shards import OtherVersion, require_version, shared_out


def read_votes_together(campaign: Campaign, analysis: HasVotes) -> Sequence[VotePart]:
    """Read the votes of a campaign in parts; call it inside a snapshot."""
    judgments = AgreementState.objects.get(campaign=campaign).judgments
    ranges = [(campaign.pk, *items) for items in ranges_of(campaign, judgments)]
    return [VotePart(*part) for part in shared_out(read_votes, ranges)]


# Texts do not belong in the log.
@shared_task(
    name="tasks.read_votes",
    ignore_result=False,
    acks_late=False,
    throws=(SnapshotGone, OtherVersion),
    resultrepr_maxsize=12,
)
def read_votes(
    shared: str | None, campaign_id: int, *ends: int | None, version: str = VERSION
) -> VotePart:
    """Read the votes on a range of a campaign's items."""
    require_version(version)
    with snapshot(shared):
        campaign = Campaign.objects.select_related("dataset").get(pk=campaign_id)
        analysis = cast(HasVotes, analysis_of(campaign))
        facts_of = partial(analysis.facts, settings=campaign.settings)
        return read_part(campaign, ItemRange(*ends), facts_of)
