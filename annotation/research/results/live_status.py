"""The request that a dashboard sends every second: one query, and a short response unless something
changed."""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import BigIntegerField, DateTimeField, F, OuterRef, Q, Subquery, Sum, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from annotation.models import Campaign, CampaignReport, Enrolment, EntailmentState, Heartbeat, User
from annotation.services.health import SWEEPS_MISSED
from annotation.services.live_simulation import FRESH, name_of


@dataclass(frozen=True)
class Pulse:
    status: str
    redundancy: int
    asked_beyond: int
    workers: int
    version: int | None
    entailments: int
    reconciled_at: datetime | None
    reported_at: datetime | None
    paid: int
    swept_at: datetime | None
    simulated_at: datetime | None
    role: str
    blind: bool
    asked_at: datetime

    @property
    def late(self) -> bool:
        """Return whether the background workers have not reported for a while; figures may then be
        out of date."""
        allowed = timedelta(seconds=SWEEPS_MISSED * settings.SWEEP_SECONDS)
        return self.swept_at is None or self.asked_at - self.swept_at > allowed

    @property
    def simulated(self) -> bool:
        """Return whether simulated workers are at work now, as they are in the demo only."""
        return self.simulated_at is not None and self.asked_at - self.simulated_at < FRESH

    @property
    def etag(self) -> str:
        """Return the ETag. It includes the minute, because ages are shown in minutes, and the
        reader's role, which determines what they see."""
        parts = (
            self.role,
            self.blind,
            self.status,
            self.redundancy,
            self.asked_beyond,
            self.workers,
            self.version,
            self.entailments,
            self.reconciled_at,
            self.reported_at,
            self.paid,
            self.late,
            self.simulated,
            self.asked_at.strftime("%H:%M"),
        )
        return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}"'


def pulse_of(user: User, campaign_id: int) -> Pulse | None:
    """Return a campaign's pulse; None if the researcher has no access to such a campaign."""
    of_campaign = (
        EntailmentState.objects.filter(Q(flat=OuterRef("pk")) | Q(nested=OuterRef("pk")))
        .order_by()
        .annotate(all_of_them=Value(1))
        .values("all_of_them")
        .annotate(total=Sum("version"))
        .values("total")
    )
    reported_at = CampaignReport.objects.filter(
        campaign=OuterRef("pk"), kind=CampaignReport.Kind.INTERVALS
    ).values("made_at")
    paid = (
        Enrolment.objects.filter(campaign=OuterRef("pk"))
        .order_by()
        .values("campaign")
        .annotate(paid=Sum("earning"))
        .values("paid")
    )
    swept_at = Heartbeat.objects.filter(name="sweep").values("beat_at")
    simulated_at = Heartbeat.objects.filter(name=name_of(campaign_id)).values("beat_at")
    found = (
        Campaign.objects.visible_to(user)
        .filter(pk=campaign_id)
        .annotate(
            entailments=Coalesce(Subquery(of_campaign, output_field=BigIntegerField()), 0),
            reported_at=Subquery(reported_at, output_field=DateTimeField()),
            paid=Coalesce(Subquery(paid, output_field=BigIntegerField()), 0),
            swept_at=Subquery(swept_at, output_field=DateTimeField()),
            simulated_at=Subquery(simulated_at, output_field=DateTimeField()),
            # This must reuse the join by which the campaign was found: it is the reader's own
            # membership.
            members_role=F("dataset__project__memberships__role"),
            members_blindness=F("dataset__project__memberships__blind"),
        )
        .values_list(
            "status",
            "redundancy",
            "asked_beyond",
            "worker_count",
            "agreement__version",
            "entailments",
            "agreement__reconciled_at",
            "reported_at",
            "paid",
            "swept_at",
            "simulated_at",
            "members_role",
            "members_blindness",
        )
        .first()
    )
    return Pulse(*found, asked_at=timezone.now()) if found else None
