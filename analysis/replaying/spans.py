"""Plan the replay of recorded spans, read from rows of worker, item, length and spans."""

from collections import defaultdict
from collections.abc import Sequence

from analysis.replaying.replay import Plan, known_item, read_recorded, together
from annotation.models import HIT, Campaign
from midpath.exchange.spans.judged import JudgedRow, read_judged_spans
from midpath.schemes.base import Settings
from midpath.schemes.spans.answer import vector_of_spans
from midpath.schemes.spans.places import Reading, reading_of
from midpath.text.characters import canonical

OTHER_LENGTH = "the file counts the places of the text differently"


def plan_span_replay(campaign: Campaign, file: str) -> Plan:
    """Plan the rows of a file in the campaign's order of texts, and within a text in the file's
    order."""
    judged = read_recorded(file, read_judged_spans)
    plan = Plan(notes=judged.notes)
    by_text: defaultdict[str, list[JudgedRow]] = defaultdict(list)
    for row in judged.rows:
        by_text[row.item].append(row)
    hits = HIT.objects.filter(campaign=campaign).select_related("item").order_by("position")
    by_name = together(by_text)
    for hit in hits.iterator():
        if rows := by_name.pop(canonical(hit.item.text), []):
            _plan_text(plan, hit, rows, judged.lengths[rows[0].item], campaign.settings)
    return plan.end("text", by_name.values(), judged.not_counted, judged.skipped)


def _plan_text(
    plan: Plan, hit: HIT, rows: Sequence[JudgedRow], length: int, settings: Settings
) -> None:
    """Plan the rows of one text, or count why they are left out."""
    reading = reading_of(hit.item)
    if hit.known:
        plan.left_out[known_item("text")] += len(rows)
    elif length != reading.length(settings["unit"]):
        plan.left_out[OTHER_LENGTH] += len(rows)
    else:
        given = ((row.worker, row) for row in rows)
        plan.add(hit.pk, given, lambda row: _payload(row, reading, settings))


def _payload(row: JudgedRow, reading: Reading, settings: Settings) -> dict[str, object]:
    spans = [list(span) for span in row.spans]
    vector_of_spans(spans, reading, settings)
    return {"spans": spans}
