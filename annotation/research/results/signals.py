"""The signals of a campaign's workers, one page for all schemes: stored results, sortable."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlencode

from django.db.models import F, QuerySet
from django.db.models.expressions import OrderBy
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.models import Campaign, CampaignReport, WorkerSignals
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, launched_for, needs
from annotation.research.common.charts import Chart
from annotation.research.common.downloads import csv_file, file_name
from annotation.research.common.names import pseudonym
from annotation.research.common.paging import page_of, whole_number
from annotation.research.common.replica import may_be_old
from annotation.research.common.return_links import just_excluded
from annotation.research.results.no_report import why_no_report
from annotation.research.results.signals_table import (
    AGAIN,
    COLUMNS,
    TEN,
    cells_of,
    columns_of,
    signals_table,
)
from annotation.schemes import scheme_of
from annotation.services.work.time_spent import span_of
from midpath.tables.comma_separated import csv_of
from midpath.tables.figures.signal_figures import Signals
from midpath.tables.reading import STATES, state_shown, too_early
from midpath.tables.table import Cell, Column, Row
from midpath.text.formatting import counted

LOOKS = {"lost": " warm", "open": " still", "other": " warm"}
PAGE_SIZE = 50
MAX_DRAWN = 500
FIRST = "stake"
NO_REPORT = "No signals yet. They appear here soon after the first judgments."


@dataclass(frozen=True)
class Order:
    """An order of the list: the column, whether ascending, and its heading."""

    key: str
    column: Column
    field: str
    falls: bool

    @property
    def rows(self) -> tuple[OrderBy, str]:
        by = F(self.field)
        sorted_by = by.desc(nulls_last=True) if self.falls else by.asc(nulls_last=True)
        return (sorted_by, "enrolment")


# Each column with its sort key, and whether the highest values come first.
SORTED: Mapping[str, tuple[str, bool]] = {
    "reading test": ("state", False),
    "stake": ("highest", False),
    "judgments": ("judgments", True),
    "median seconds": ("milliseconds", False),
    "faster than others": ("faster", True),
    "most frequent answer": ("same", True),
    "with the majority": ("majority", False),
    "consistency with themselves": ("consistency", False),
    "α with the others": ("alpha", False),
    "S with the others": ("s", False),
    "twins": ("twins", True),
}
ORDERS = {
    column.name.split()[0]: Order(column.name.split()[0], column, *SORTED[column.name])
    for column in COLUMNS
} | {"worker": Order("worker", Column("worker", "text"), "enrolment", falls=False)}


@dataclass(frozen=True)
class Head:
    """A heading that sorts the list by its column."""

    order: Order
    chosen: bool

    @property
    def sort(self) -> str:
        """Return the value of its aria-sort."""
        if not self.chosen:
            return ""
        return "descending" if self.order.falls else "ascending"


@dataclass(frozen=True)
class Line:
    one: WorkerSignals
    cells: Sequence[Cell]

    @property
    def name(self) -> str:
        return pseudonym(self.one.enrolment.worker.number)

    @property
    def time(self) -> timedelta | None:
        return span_of(self.one.milliseconds)

    @property
    def state(self) -> str:
        return state_shown(self.one.state, self.one.lost_since)

    @property
    def look(self) -> str:
        """Return the class of the badge, after a space."""
        return LOOKS.get(self.one.state, "")

    @property
    def known(self) -> str:
        enrolment = self.one.enrolment
        done = enrolment.known_done + enrolment.training_done
        return f"{enrolment.known_right + enrolment.training_right} of {done}" if done else "–"

    @property
    def status(self) -> str:
        if self.one.enrolment.withdrawn_at:
            return "withdrew"
        if self.one.enrolment.excluded_at:
            return "excluded"
        return "stopped" if self.one.enrolment.stopped_at else ""

    @property
    def for_good(self) -> bool:
        """Return whether the worker can no longer be excluded or included."""
        return bool(self.one.enrolment.withdrawn_at or self.one.enrolment.erased_at)


@needs(to_read=Capability.SEE_WORKERS)
@may_be_old
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign, report = campaign_and_report(request, campaign_id)
    key, number = request.GET.get("order", FIRST), whole_number(request, "page") or 1
    if key not in ORDERS or number > MAX_DRAWN * PAGE_SIZE:
        raise Http404
    results: Signals | None = report.results if report else None
    start = (number - 1) * PAGE_SIZE
    rows = _workers(campaign).order_by(*ORDERS[key].rows)[start : start + PAGE_SIZE + 1]
    page = page_of(list(rows) if report else [], PAGE_SIZE)
    context = campaign_context(campaign) | {
        "report": report,
        "none": "" if report else why_no_report(campaign, NO_REPORT),
        "results": results,
        "said": list(said_of(results)) if results else [],
        "alike": alike_said(results) if results else [],
        "noun": scheme_of(campaign).noun,
        "heads": [
            Head(ORDERS[column.name.split()[0]], column.name.split()[0] == key)
            for column in columns_of(campaign)
        ],
        "by_worker": Head(ORDERS["worker"], key == "worker"),
        "lines": [
            Line(one, cells_of(one, campaign, tested=not (results and results["reason"])))
            for one in page.rows
        ],
        "order": key,
        "again": AGAIN,
        "number": number,
        "more": page.more,
        "chart": chart_of(campaign) if results and not results["reason"] else None,
        "csv": reverse("research:signals_csv", args=(campaign.pk,)),
        "undo": just_excluded(request, campaign),
        "here": f"{request.path}?{urlencode({'order': key, 'page': number})}",
    }
    return render(request, "research/results/signals.html", context)


@needs(to_read=Capability.SEE_WORKERS)
@may_be_old
def as_csv(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign, _ = campaign_and_report(request, campaign_id)
    table = signals_table(_workers(campaign).order_by("enrolment").iterator(500), pseudonym)
    return csv_file(csv_of(table), file_name(campaign.name, "signals.csv"))


def campaign_and_report(
    request: ResearcherRequest, campaign_id: int
) -> tuple[Campaign, CampaignReport | None]:
    campaign = launched_for(request, campaign_id)
    return campaign, campaign.reports.filter(kind=CampaignReport.Kind.SIGNALS).first()


def said_of(results: Signals) -> list[str]:
    """Summarize the reading test of all workers in sentences."""
    if results["reason"]:
        return [f"No reading test here. {results['reason']}"]
    if not results["readers"]:
        return ["No answers could be ranked yet: too few others have judged the same items."]
    # Reports from before certificates could end have neither of these figures.
    early = too_early(
        results["certified"], results.get("most_ranked", 0), results.get("usual_answers", 0)
    )
    readers = counted(results["readers"], "worker")
    certified = f"{results['certified']:,} of {readers} are certified readers."
    said = [early or certified]
    if lost := results.get("lost", 0):
        said.append(f"{counted(lost, 'worker')} lost their certificate: their answers changed.")
    half, most = results["half_after"], results["nine_tenths_after"]
    if half is not None:
        also = "" if most is None else f", nine out of ten after {most:,}"
        said.append(
            "Half of the certified readers were certified after "
            f"{counted(half, 'ranked answer')}{also}."
        )
    if results["other"]:
        said.append(
            f"The answers of {counted(results['other'], 'worker')} fit other texts better than "
            "their own."
        )
    return said


def alike_said(results: Signals) -> list[str]:
    """Summarize in sentences how many workers give identical answers; empty if none do."""
    said = []
    if twinned := results.get("twinned", 0):
        give = "gives" if twinned == 1 else "give"
        said.append(
            f"{counted(twinned, 'worker')} in {counted(results['clusters'], 'group')} {give} "
            "identical answers more often than chance explains."
        )
    if followers := results.get("followers", 0):
        repeat = "repeats" if followers == 1 else "repeat"
        said.append(f"{counted(followers, 'worker')} {repeat} answers that others gave earlier.")
    return said


def chart_of(campaign: Campaign) -> Chart:
    """Return the chart of all workers: the number of ranked answers, and the highest stake
    reached."""
    drawn = campaign.signals.filter(ranked__gt=0).order_by("-ranked", "enrolment")
    fields = ("enrolment__worker__number", "state", "lost_since", "ranked", "highest")
    return Chart(
        key="stakes",
        title="Highest stake of each worker",
        about="The evidence that a worker reads the texts, as the value of an initial stake of "
        "1 (a power of ten: 1 is tenfold). At 1.3, which is twenty, a worker is certified. "
        "Workers who answer out of habit stay around 0, however much they do. The stake of "
        "a worker who loses their certificate restarts at 1.",
        kind="points",
        first="worker",
        across="ranked answers",
        up="highest stake, power of ten",
        columns=[
            Column("ranked answers", "count", "x"),
            Column("highest stake", role="y", decimals=2),
            Column("reading test", "text", ""),
        ],
        rows=[
            Row(
                pseudonym(worker),
                (ranked, highest / TEN, state_shown(state, since)),
                STATES[state],
            )
            for worker, state, since, ranked, highest in drawn.values_list(*fields)[:MAX_DRAWN]
        ],
        empty="No answers could be ranked yet.",
    )


def _workers(campaign: Campaign) -> QuerySet[WorkerSignals]:
    return campaign.signals.select_related("enrolment__worker").defer("ranks", "twin_pairs")
