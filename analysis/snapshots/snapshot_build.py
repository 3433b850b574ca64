"""Make a snapshot: all of a campaign, or the items that match a filter, at one moment, as files
with a manifest.

Everything is read in one read-only snapshot of the database, and written, part by part, in another
thread. So memory grows only with the files that need everything at once.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from heapq import merge
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

import orjson
from django.db import connection

from analysis.exports.export import JSON, JSON_LINES
from analysis.exports.export_registry import exports_of
from analysis.exports.terms import terms_of
from analysis.reading.batches import Answered, answered_items
from analysis.reading.contexts import contexts_of
from analysis.reading.extent import Extent, extent_of, final_of
from analysis.reading.judgment_rows import Vector
from analysis.reading.snapshot import allow_large_sorts
from analysis.reading.snapshot import snapshot as one_moment
from analysis.schemes import analysis_of
from analysis.snapshots.copied import DOCUMENTS, ITEMS, JUDGMENTS, WORKERS, LineCounter, copy_lines
from analysis.snapshots.second_reader import SecondReader
from annotation.models import AgreementState, Campaign, CampaignReport, Dataset, Judgment, Snapshot
from annotation.services.items.filters import ItemFilter, read_known
from annotation.services.items.words import words_of
from annotation.services.snapshots.files import FileWriter, Written, forget_other_runs
from annotation.services.snapshots.keys import signed_manifest
from annotation.services.snapshots.side_connection import SideConnection
from annotation.services.snapshots.snapshots import ALWAYS
from annotation.services.work.counting import withdrawn_among
from midpath.batches import in_batches
from midpath.exchange.release import CANONICAL
from midpath.garbage import no_collection
from midpath.progress import Progress
from midpath.snapshots.counting import FORMAT, ITEMS_AT_ONCE, SETTLED, Count, JudgedItem
from midpath.snapshots.manifest import MANIFEST, SIGNATURE

EVERY = ITEM_LINES, WORKER_LINES, JUDGMENT_LINES = "items.jsonl", "workers.jsonl", "judgments.jsonl"
# Answers about documents are numbers of their sentences.
DOCUMENT_LINES = "documents.jsonl"
SECONDS_BETWEEN_REPORTS = 0.25
ENTAILMENT = "entailment"
Content: TypeAlias = dict[str, object]
Step: TypeAlias = Callable[[int], None]


def write_snapshot(snapshot: Snapshot, progress: Progress) -> Content:
    """Write the files of a snapshot and return its manifest."""
    with no_collection(), SideConnection() as side_connection:
        side_connection(lambda: forget_other_runs(snapshot))
        with one_moment():
            allow_large_sorts()
            campaign = Campaign.objects.select_related("dataset__project").get(
                pk=snapshot.campaign_id
            )
            made_at = _moment()
            wanted = read_known(snapshot.filter)
            extent = extent_of(campaign, wanted)
            files, count = _written(snapshot, side_connection, Steps(progress, extent))
            manifest = _manifest(extent, made_at, files, count)
            manifest |= _filtered(extent, wanted)
        body = orjson.dumps(manifest, option=CANONICAL)
        signature = side_connection(lambda: signed_manifest(body, MANIFEST))
        for name, content in ((MANIFEST, body), (SIGNATURE, signature)):
            file = FileWriter(snapshot, name, JSON, side_connection)
            file.write(content)
            file.close()
    return manifest


class Steps:
    """The progress of a snapshot: each judgment counts twice, when written and when counted, and
    each item and worker once. It is reported from a thread that may write."""

    def __init__(self, progress: Progress, extent: Extent) -> None:
        self.extent = extent
        included = extent.campaign.dataset.item_count - extent.campaign.left_out
        items = included if extent.found is None else len(extent.found)
        self._total = items + extent.enrolments().count() + 2 * extent.judgments().count()
        self._progress = progress
        self._done: list[int] = []
        self._reported_at = 0.0

    def part(self, side_connection: SideConnection) -> Step:
        """Begin a part, and return its progress callback."""
        self._done.append(0)
        return partial(self._report, side_connection, len(self._done) - 1)

    def _report(self, side_connection: SideConnection, part: int, done: int) -> None:
        self._done[part] = done
        if time.monotonic() - self._reported_at >= SECONDS_BETWEEN_REPORTS:
            self._reported_at = time.monotonic()
            all_done = min(sum(self._done), self._total)
            side_connection(lambda: self._progress(all_done, self._total))


def _written(
    snapshot: Snapshot, side_connection: SideConnection, steps: Steps
) -> tuple[list[Written], Count]:
    """Write all files, and return them with the count of the judgments. Judgments are copied and
    counted on a second connection, while the others are computed."""
    extent = steps.extent
    files = [*_copied(snapshot, side_connection, steps)]
    with SecondReader(side_connection) as second:
        judgments = second.start(partial(_copy, snapshot, steps, JUDGMENT_LINES, JUDGMENTS))
        counted = second.start(partial(_counted, snapshot, steps))
        rest = [
            *_documents(snapshot, side_connection, steps),
            *_wanted(snapshot, extent, side_connection),
        ]
        copied = judgments.result()
        count, settled = counted.result()
        return [*files, copied, *rest, settled], count


def _copied(snapshot: Snapshot, side_connection: SideConnection, steps: Steps) -> Iterator[Written]:
    for name, lines in ((ITEM_LINES, ITEMS), (WORKER_LINES, WORKERS)):
        yield _copy(snapshot, steps, name, lines, side_connection)


def _documents(
    snapshot: Snapshot, side_connection: SideConnection, steps: Steps
) -> Iterator[Written]:
    if steps.extent.campaign.dataset.kind == Dataset.Kind.QUESTIONS:
        yield _copy(snapshot, steps, DOCUMENT_LINES, DOCUMENTS, side_connection)


def _copy(
    snapshot: Snapshot, steps: Steps, name: str, lines: str, side_connection: SideConnection
) -> Written:
    file = FileWriter(snapshot, name, JSON_LINES, side_connection)
    counter = LineCounter(file, steps.part(side_connection))
    return file.close(lines=copy_lines(lines, steps.extent, counter))


def _wanted(
    snapshot: Snapshot, extent: Extent, side_connection: SideConnection
) -> Iterator[Written]:
    """Write the decisions and the requested files."""
    campaign = extent.campaign
    exports = exports_of(campaign)
    for name in (ALWAYS, *snapshot.wanted):
        export = exports[name]
        # Some schemes have their own judgments.jsonl.
        ending = f"{campaign.scheme}-{export.ending}" if export.ending in EVERY else export.ending
        file = FileWriter(snapshot, ending, export.content_type, side_connection)
        counted = LineCounter(file, lambda _: None)
        export.pour(extent, counted)
        yield file.close(counted.lines if export.content_type == JSON_LINES else None)


def _manifest(extent: Extent, made_at: str, files: Sequence[Written], count: Count) -> Content:
    """Return the manifest, with the campaign's version and what it has not folded."""
    campaign, judgments = extent.campaign, extent.judgments()
    state = AgreementState.objects.filter(campaign=campaign).first()
    lines = {file.name: file.lines for file in files}
    return {
        "format": FORMAT,
        "made_at": made_at,
        "campaign": terms_of(campaign)
        | {"number": campaign.pk, "leave_out_failed": campaign.leave_out_failed},
        "counts": {
            "items": lines[ITEM_LINES],
            "workers": lines[WORKER_LINES],
            "judgments": lines[JUDGMENT_LINES],
            "counting": judgments.filter(counts=True).count(),
            "withdrawn": withdrawn_among(judgments),
        },
        "excluded": _numbers(extent, "excluded_at"),
        "withdrawn": _numbers(extent, "withdrawn_at"),
        "version": state.version if state else 0,
        "not_folded": Judgment.objects.filter(campaign=campaign).unfolded().count(),
        "figures": count.figures(),
        "settled": dict(count.settled),
        **count.charted(),
        **_intervals(extent, state),
        "files": [asdict(file) for file in files],
    }


def _intervals(extent: Extent, state: AgreementState | None) -> Content:
    """Return the stored intervals, if they belong to exactly these figures; otherwise nothing."""
    unfolded = Judgment.objects.filter(campaign=extent.campaign).unfolded()
    if state is None or not extent.is_whole or unfolded.exists():
        return {}
    kind = CampaignReport.Kind.INTERVALS
    report = CampaignReport.objects.filter(
        campaign=extent.campaign, kind=kind, version=state.version
    ).first()
    if report is None:
        return {}
    # Entailment belongs to two campaigns, and has its own versions.
    return {
        "intervals": {name: report.results[name] for name in report.results if name != ENTAILMENT}
    }


def _filtered(extent: Extent, wanted: ItemFilter) -> Content:
    """Return the manifest's part about a filter; empty if all items are included."""
    if extent.found is None:
        return {}
    words = [text for _, text in words_of(extent.campaign, wanted)]
    return {"filter": {"asked": wanted.written(), "words": words, "items": len(extent.found)}}


def _counted(
    snapshot: Snapshot, steps: Steps, side_connection: SideConnection
) -> tuple[Count, Written]:
    """Count the judgments that count, from their rows, and write the answer to each item."""
    extent, step = steps.extent, steps.part(side_connection)
    campaign = extent.campaign
    analysis, done = analysis_of(campaign), 0
    kernel, count = analysis.kernel, Count(analysis, campaign.settings)
    file = FileWriter(snapshot, SETTLED, JSON_LINES, side_connection)
    decided = {one.position: (pk, one.vector) for pk, one in final_of(extent).items()}
    for batch in in_batches(_by_item(extent, decided), ITEMS_AT_ONCE):
        contexts = contexts_of(kernel, campaign, [pk for _, pk, _ in batch])
        items = [
            JudgedItem(at, vectors, decided[at][1] if at in decided else None, contexts[pk])
            for at, pk, vectors in batch
        ]
        for line in count.add(items):
            file.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
        done += sum(len(one.vectors) for one in items)
        step(done)
    return count, file.close(lines=count.settled.total())


def _by_item(extent: Extent, decided: Mapping[int, tuple[int, Vector]]) -> Iterator[Answered]:
    """Yield each judged or decided item, by number, with the judgments that count."""
    others = (Answered(position, pk, []) for position, (pk, _) in sorted(decided.items()))
    rows = merge(answered_items(extent), others, key=itemgetter(0))
    for _, found in groupby(rows, key=itemgetter(0)):
        yield next(found)


def _numbers(extent: Extent, what: str) -> list[int]:
    rows = extent.enrolments().filter(**{f"{what}__isnull": False})
    return sorted(rows.values_list("worker__number", flat=True))


def _moment() -> str:
    """Return the database's time. If the transaction has read anything, all that it sees was stored
    before; its own beginning may be earlier."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        return str(cursor.fetchone()[0].isoformat())
