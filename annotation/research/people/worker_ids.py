"""Workers' platform ids in a campaign: for owners of the project only."""

from collections.abc import Iterator

from django.http import HttpResponse
from django.shortcuts import render

from annotation.capabilities import Capability
from annotation.models import Enrolment, PlatformSession
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.downloads import csv_file, csv_lines, file_name
from annotation.research.common.finding import looked_for
from annotation.research.common.names import pseudonym
from annotation.research.common.paging import page_after
from annotation.services.accounts.access import audit_taken_file
from annotation.services.people.sessions import done_in_each, done_of, sent_workers, that_hold
from midpath.exchange.spreadsheets import harmless

PAGE_SIZE = 50
COLUMNS = ("worker", "source", "id", "study", "session", "came_at", "judgments", "earning", "hits")


@needs(to_read=Capability.SEE_PLATFORM_IDS)
def list_ids(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    query, rows = looked_for(request), sent_workers(campaign)
    page, links = page_after(request, that_hold(rows, query) if query else rows, PAGE_SIZE)
    context = campaign_context(campaign) | {
        "lines": [(pseudonym(one.worker.number), one, _visits(one)) for one in page.rows],
        "query": query,
        **links,
    }
    return render(request, "research/people/worker_ids.html", context)


@needs(to_read=Capability.SEE_PLATFORM_IDS)
def ids_csv(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: a row for each session of each worker. The download is audited."""
    campaign = campaign_for(request, campaign_id)
    workers = sent_workers(campaign).order_by("pk").iterator(chunk_size=2_000)
    body = csv_lines(COLUMNS, (row for one in workers for row in _rows(one)))
    name = file_name(campaign.name, "worker-ids.csv")
    audit_taken_file(campaign=campaign, user=request.user, name=name, body=body.encode())
    return csv_file(body, name)


def _visits(enrolment: Enrolment) -> list[tuple[PlatformSession, int]]:
    """Return the sessions of a worker with the HITs done for each."""
    sessions = list(enrolment.platform_sessions.all())
    return list(zip(sessions, done_in_each(enrolment, sessions), strict=True))


def _rows(enrolment: Enrolment) -> Iterator[list[object]]:
    worker = enrolment.worker
    who = [pseudonym(worker.number), worker.source, harmless(worker.external_id)]
    done = [enrolment.submitted, enrolment.earning]
    visits = _visits(enrolment)
    for one, hits in visits:
        ids = [harmless(one.study), harmless(one.session)]
        yield [*who, *ids, one.came_at.isoformat(), *done, hits]
    if not visits:
        yield [*who, "", "", enrolment.joined_at.isoformat(), *done, done_of(enrolment)]
