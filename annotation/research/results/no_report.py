"""The reason why a page has no report."""

from annotation.models import AgreementState, Campaign
from annotation.models.agreement import MAX_JUDGMENTS

TOO_LARGE = (
    "This campaign has more than {most:,} judgments, so this report is not automatic. To make it, "
    "run manage.py report {campaign} on the server, which needs memory for all judgments."
)


def why_no_report(campaign: Campaign, usual: str, most: int = MAX_JUDGMENTS) -> str:
    """Return the usual reason, unless reports of this kind are not made of so many judgments."""
    state = AgreementState.objects.filter(campaign=campaign, judgments__gt=most)
    if state.exists():
        return TOO_LARGE.format(most=most, campaign=campaign.pk)
    return usual
