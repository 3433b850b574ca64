"""Every few seconds: find what lost nudges, dead workers and forgetful people left behind."""

from celery import shared_task
from django.db.models.functions import Now

from annotation.models import Heartbeat, Judgment
from annotation.services.release import expire_overdue
from tasks.fold import fold_all
from tasks.reports import start_due_reports


@shared_task(name="tasks.sweep")
def sweep() -> None:
    expire_overdue()
    fold_leftovers()
    beat_heart("sweep")
    start_due_reports()


def fold_leftovers() -> None:
    campaigns = Judgment.objects.unfolded().order_by().values_list("campaign", flat=True)
    for campaign_id in campaigns.distinct():
        fold_all(campaign_id)


def beat_heart(name: str) -> None:
    Heartbeat.objects.update_or_create(name=name, defaults={"beat_at": Now()})
